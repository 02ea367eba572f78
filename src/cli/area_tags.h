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
    struct diagnostics diagnostics;   /* messages about the list */
    bool looked, applied;             /* a base was looked up, a line was found for a base */
    bool is_bad;                      /* the last base has mail of any area */
};

/* The most octets of a list, all of which is in memory. */
#define AREA_TAGS_MAX ((size_t)16 << 20)

/* Reads the list. Returns false after reporting a list that cannot be read or has no area. Also
 * returns false if memory runs out, which fails the output. */
bool area_tags_init(struct area_tags *tags, struct run *run);

/* Reports a list of which no line was found, if any base was looked up. */
void area_tags_conclude(struct area_tags *tags);

/* Frees the list, and reports how many messages about it were not printed. */
void area_tags_free(struct area_tags *tags);

/* Returns the areatag of a store, by the name of its first file, or of a Hudson board, by its
 * number. Netmail has an empty tag. `ptr` of the result is NULL if the list does not name the
 * store, or if the store has mail of any area. Reports once a line that gives the store another
 * tag. If memory runs out, fails the output. */
struct furl_range area_tags_of(struct area_tags *tags, const struct mail_format *format,
                               const char *name, struct furl_range board);

#endif
