/* Filters of values, and templates (fidourl(1), TEMPLATES). */
#ifndef TEMPLATE_H
#define TEMPLATE_H

#include "fields.h"
#include "furl/percent/percent.h"
#include "io/output.h"

/* State of filters, set up once: escapes of control octets, so that a row stays a row; and those of
 * `encode` for two components. */
enum filter_escape { FILTER_ROW, FILTER_VALUE, FILTER_AREATAG, FILTER_ESCAPES };
struct filters {
    struct furl_escape escapes[FILTER_ESCAPES];
};

void filters_init(struct filters *filters);

/* A filter: a row of the table. `put` writes the value to `out`, room FILTER_MAX, and returns how
 * many octets. So that a row stays a row, controls become escapes, unless quotes hold them. */
struct filter {
    const char *name;
    size_t times; /* the most octets that one octet becomes */
    size_t (*put)(const struct filter *filter, struct filters *with, struct furl_range value,
                  unsigned char *out);
    enum filter_escape escape;
    const char *quote; /* how the quote, its first octet, is written between two of them */
    const struct furl_byteset *special; /* octets that do not stay between them */
    const char *names;                  /* of the values that it takes, "NAME NAME"; NULL: of all */
    const char *others;                 /* what is wrong with others */
};

/* The most octets that a filter writes for `n`. */
#define FILTER_MAX(filter, n) ((filter)->times * (n) + FURL_ESCAPED_MAX(0))

/* The table. Its first row, named "", applies if no filter is named. After the last row, `name` is
 * NULL. */
extern const struct filter filter_table[];

/* Copies the value. It applies if no filter is named and the value has no controls. */
extern const struct filter no_filter;

/* "csv", with an apostrophe before what a spreadsheet would take for a formula. */
extern const struct filter cell_filter;

/* The nth name of a filter, for say_choices. */
const char *filter_name(const void *table, size_t nth);

/* A compiled template. All zero is none. Free it with template_free. */
struct template
{
    unsigned needs; /* what its names need to be known of a URL (fields.h) */
    struct template_row *rows;
    size_t rows_n;
    unsigned char *octets; /* literal text, and names of parameters */
    struct filters filters;
    size_t most;     /* the most octets that the result of template_fill has */
    unsigned domain; /* bits: it has {domain}, and of some URL that is not empty */
    bool plus;       /* `+` in the values to be decoded is a space */
    struct furl_buffer decoded, result;
};

/* What is wrong with a template, if it does not compile. */
struct template_fault {
    const char *what;        /* NULL: memory ran out */
    struct furl_range which; /* the wrong part of it */
    enum template_meant { TEMPLATE_OTHER, TEMPLATE_NAME, TEMPLATE_FILTER, TEMPLATE_PATTERN } meant;
};

/* Pass one of these as `filter` to template_compile, where `format` is a condition, NAME=PATTERN or
 * NAME!=PATTERN; or a list of names with commas, for a row of a spreadsheet. */
extern const char template_condition[], template_cells[];

/* Compiles `format`, once for all URLs. `has` is what this run can know of one. `filter` names the
 * filter of values that name none, or is NULL. Returns false after it has set `fault`. */
bool template_compile(struct template *template, const char *format, unsigned has,
                      const char *filter, struct template_fault *fault);
void template_free(struct template *template);

/* Sets `meets` to whether a URL meets a condition: its value, in a part decoded and of host,
 * scheme and letters in any case, must match the pattern or, with `!=`, must not or be absent.
 * Returns false if memory runs out. */
bool template_judge(struct template *template, const struct fields *fields, bool *meets);

/* Fills in `fields`, which have what template->needs says and must stay valid until the result is
 * written. Returns false if memory runs out. */
bool template_fill(struct template *template, const struct fields *fields);

/* Sets `result` to the template as it was filled in last, valid until the next call. Returns false
 * if memory runs out. */
bool template_result(struct template *template, struct furl_range *result);

/* Writes the same, without a terminator. Guarded output escapes values, not the template's own
 * text. If memory runs out, fails the output and writes nothing. */
void template_write(struct template *template, struct output *output);

#endif
