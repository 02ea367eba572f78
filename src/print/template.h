/* Filters of values, and templates (fidourl(1), TEMPLATES). */
#ifndef TEMPLATE_H
#define TEMPLATE_H

#include "fields.h"
#include "furl/percent/percent.h"
#include "io/output.h"

/* What filters need: set up once. */
struct filters {
    struct furl_escape row; /* control octets become escapes, so that a row stays a row */
    struct furl_escape value, areatag; /* as `encode` does it for these components */
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

/* The table. Its first row, named "", applies where no filter is named; after
 * the last row, `name` is NULL. */
extern const struct filter filter_table[];

/* Copies the value: for one without controls where no filter is named. */
extern const struct filter no_filter;

/* For say_choices: the names of filters. */
const char *filter_name(const void *table, size_t nth);

/* Templates: how a user wants URLs written (fidourl(1), TEMPLATES). */

/* A template that is compiled; the caller's, except the memory that template_free gives back. All
 * zero: none. */
struct template
{
    unsigned needs; /* of all names in it: what must be known of a URL (fields.h) */
    struct template_row *rows;
    size_t rows_n;
    unsigned char *octets; /* literal text, and names of parameters */
    struct filters filters;
    size_t most; /* most octets of the result of the last template_fill */
    struct furl_buffer decoded, result;
};

/* What is wrong with a template. */
struct template_fault {
    const char *what;        /* NULL: memory was lacking */
    struct furl_range which; /* what part of it */
    enum template_meant { TEMPLATE_OTHER, TEMPLATE_NAME, TEMPLATE_FILTER } meant;
};

/* Compiles `format`, once for all URLs; `has` says what this run can know of one, and `filter`
 * names the filter of values that name none; NULL: there is none. Returns whether it did; if not,
 * sets `fault`. */
bool template_compile(struct template *template, const char *format, unsigned has,
                      const char *filter, struct template_fault *fault);
void template_free(struct template *template);

/* Fills in `fields`, which have what template->needs says, and must stay valid
 * until the result is written. Returns whether there was memory. */
bool template_fill(struct template *template, const struct fields *fields);

/* Sets `result` to the template with what was filled in last; it is valid until the next call.
 * Returns whether there was memory. */
bool template_result(struct template *template, struct furl_range *result);

/* Writes the same, without a terminator. Guarded output escapes values, not the
 * template's own text. Without memory, fails the output and writes nothing. */
void template_write(struct template *template, struct output *output);

#endif
