/* What a template may do to a value before it is written (fidourl(1), TEMPLATES). */
#ifndef FILTERS_H
#define FILTERS_H

#include "furl/percent/escape.h"

/* What filters need: set up once. */
struct filters {
    struct furl_escape row;   /* control octets become escapes, so that a row stays a row */
    struct furl_escape value; /* as `encode` does it */
};

void filters_init(struct filters *filters);

/* A filter: a row of data. */
struct filter {
    const char *name;
    size_t times; /* octets that an octet can become, at most */
    size_t (*put)(struct filters *with, struct furl_range value, unsigned char *out);
};

/* The most octets that a filter writes for `n`. */
#define FILTER_MAX(filter, n) ((filter)->times * (n) + FURL_ESCAPED_MAX(0))

/* The table: the first one, whose name is "", is where none is named; after the last row, `name` is
 * NULL. */
extern const struct filter filter_table[];

/* As it is: what has no control octets is in a row without a filter. */
extern const struct filter no_filter;

/* For nearest_name, over those that have a name. */
const char *filter_name(const void *table, size_t nth);

#endif
