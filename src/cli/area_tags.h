/* The areas of bases, as --areas tells them. */
#ifndef AREA_TAGS_H
#define AREA_TAGS_H

#include "mail/areas.h"
#include "mail/mail.h"
#include "run.h"

/* The list of --areas, read; the caller's, except the memory that area_tags_free gives back. */
struct area_tags {
    struct run *run;
    struct mail_areas list;
    struct furl_buffer path;
    const struct mail_area *reported; /* the line that was reported last */
    struct messages messages;         /* about the list */
};

/* The most octets of a list. */
#define AREA_TAGS_MAX ((size_t)16 << 20)

/* Reads the list. Returns false if it cannot be read, or says nothing of any area, which is
 * reported, or without memory, which fails the output. */
bool area_tags_init(struct area_tags *tags, struct run *run);

/* Frees it, and says how many more messages about the list there were. */
void area_tags_free(struct area_tags *tags);

/* The areatag of a store of the format whose first file has that name, or of a Hudson board, by its
 * number; `at` NULL where the list does not tell it, and empty of netmail. Reports a line that
 * tells another one, once. Without memory, fails the output. */
struct furl_range area_tags_of(struct area_tags *tags, const struct mail_format *format,
                               const char *name, struct furl_range board);

#endif
