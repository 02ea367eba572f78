/* Filters of values, and templates (fidourl(1), TEMPLATES). */
#ifndef TEMPLATE_H
#define TEMPLATE_H

#include "fields.h"
#include "furl/url/percent.h"
#include "io/output.h"

/* The state of filters, set up once: the escapes of controls, which keep a row one line, and the
 * escapes of `encode` for two components. */
enum filter_escape { FILTER_ROW, FILTER_VALUE, FILTER_AREATAG, FILTER_ESCAPES };
struct template_filters {
    struct furl_escape escapes[FILTER_ESCAPES];
};

void filters_init(struct template_filters *filters);

/* A filter: a row of the table. `put` writes a value to `out`, which has room for FILTER_MAX, and
 * returns the number of octets written. `put` escapes controls that are not in quotes, so that a
 * row remains one line. */
struct template_filter {
    const char *name;
    size_t times; /* the most octets that one octet becomes */
    size_t (*put)(const struct template_filter *filter, struct template_filters *with,
                  struct furl_range value, unsigned char *out);
    enum filter_escape escape;
    const char *quote;                  /* the quote, its first octet, as written between quotes */
    const struct furl_byteset *special; /* octets that are changed between quotes */
    const char *names;                  /* the names that it allows, "NAME NAME"; NULL: all */
    const char *others;                 /* the message about other names */
};

/* The most octets that a filter writes for `n` octets. */
#define FILTER_MAX(filter, n) ((filter)->times * (n) + FURL_ESCAPED_MAX(0))

/* The table. Its first row, named "", is the default filter. Its last row has a NULL `name`. */
extern const struct template_filter filter_table[];

/* Copies the value. This is the default filter of values without controls. */
extern const struct template_filter no_filter;

/* The filter "csv" with an apostrophe before a value that a spreadsheet would treat as a formula.
 */
extern const struct template_filter cell_filter;

/* Returns the nth name of a filter, for say_choices. */
const char *filter_name(const void *table, size_t nth);

/* A compiled template. All zero: none. Free it with template_free. */
struct template
{
    unsigned needs; /* bits of the facts that its names need (fields.h) */
    struct template_row *rows;
    size_t rows_n;
    unsigned char *octets; /* literal text, and names of parameters */
    struct template_filters filters;
    size_t most;     /* the most octets of the result of template_fill */
    unsigned domain; /* bit 0: it has {domain}; bit 1: a URL had a domain */
    bool plus;       /* `+` in values that are decoded is a space */
    struct furl_buffer decoded, result;
};

/* The fault of a template that does not compile. */
struct template_fault {
    const char *what;        /* NULL: memory ran out */
    struct furl_range which; /* the wrong part of the template */
    enum template_meant { TEMPLATE_OTHER, TEMPLATE_NAME, TEMPLATE_FILTER, TEMPLATE_PATTERN } meant;
};

/* Values of `filter` for template_compile. With template_condition, `format` is a condition,
 * NAME=PATTERN or NAME!=PATTERN. With template_cells, it is a list of names with commas, for a row
 * of a spreadsheet. */
extern const char template_condition[], template_cells[];

/* Compiles `format`, once for all URLs. `has` has the bits of the facts that this run can know.
 * `filter` is the name of the default filter, or NULL. Returns false after it has set `fault`. For
 * http://a.example/?id=5, "{host}\t{param.id}" is filled in as "a.example", TAB, "5". */
bool template_compile(struct template *template, const char *format, unsigned has,
                      const char *filter, struct template_fault *fault);
void template_free(struct template *template);

/* Sets `meets` to whether a URL meets a condition. The value must match the pattern or, with `!=`,
 * must not match or be absent. Parts of the URL are decoded. A host, a scheme and letters match in
 * any case. Returns false if memory ran out. */
bool template_test(struct template *template, const struct fields *fields, bool *meets);

/* Fills in `fields`, which must have the facts of template->needs. They must be valid until the
 * result is written. Returns false if memory ran out. */
bool template_fill(struct template *template, const struct fields *fields);

/* Sets `result` to the filled in template, valid until the next call. Returns false if memory ran
 * out. */
bool template_result(struct template *template, struct furl_range *result);

/* Writes the filled in template, without a terminator. A guarded output escapes controls of values,
 * but not of literal text. If memory ran out, fails the output and writes nothing. */
void template_write(struct template *template, struct output *output);

#endif
