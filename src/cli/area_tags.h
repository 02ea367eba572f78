/* The areas of bases, from the list of --areas. */
#ifndef AREA_TAGS_H
#define AREA_TAGS_H

#include "mail/areas.h"
#include "mail/mail.h"
#include "run.h"

/* The list of --areas. Free it with area_tags_free. */
struct area_tags {
    struct run *run;
    struct mail_areas list;
    struct furl_buffer path;
    const struct mail_area *reported; /* the line that was reported last */
    struct diagnostics messages;      /* about the list */
    bool looked, applied;             /* a base was looked up; a line was found for one */
    bool is_bad;                      /* the last one has mail of any area */
};

/* The most octets of a list, which is in memory. */
#define AREA_TAGS_MAX ((size_t)16 << 20)

/* Reads the list. Returns false after it has reported a list that cannot be read or has no area, or
 * if memory runs out, which fails the output. */
bool area_tags_init(struct area_tags *tags, struct run *run);

/* Reports a list of which no line was found, if any base was looked up. */
void area_tags_conclude(struct area_tags *tags);

/* Frees the list, and reports how many messages about it were not printed. */
void area_tags_free(struct area_tags *tags);

/* The areatag of a store, by the name of its first file, or of a Hudson board, by its number. `at`
 * is NULL if the list does not name it, or if it has mail of any area; netmail has an empty tag.
 * Reports once a line that gives it another tag. If memory runs out, fails the output. */
struct furl_range area_tags_of(struct area_tags *tags, const struct mail_format *format,
                               const char *name, struct furl_range board);

#endif
