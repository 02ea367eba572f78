/* The rows of extract: URLs with their known facts, counts, and names of files. */
#ifndef MATCH_ROWS_H
#define MATCH_ROWS_H

#include "cli/mailbox.h"
#include "cli/run.h"
#include "conditions.h"
#include "furl/text/find.h"
#include "print/fields.h"
#include "print/json.h"
#include "print/template.h"
#include "text.h"

/* The state of writing rows. match_rows_free frees the state. */
struct match_rows {
    struct run *run;
    struct text_reader *text; /* where URLs are, after TEXT_URL */
    struct mailbox *mailbox;  /* for the head, if `needs` has NEEDS_HEAD */
    unsigned needs;           /* bits of the facts that rows need (fields.h) */
    const struct field_name *members[FIELD_NAMES + 1]; /* the members of JSON */
    struct field_source *source;                       /* NULL: `needs` has no bit of NEEDS_ALONE */
    struct fields fields;                              /* the fields of the last URL */
    struct furl_buffer scheme;                         /* the scheme in lower case */
    char joined[sizeof "marks,delimiters,margin"];
    struct template template;
    struct conditions conditions; /* the conditions of --where */
    struct json json;
};

/* Sets up rows by the run's options. Sets the members of `text` for the facts to collect. Returns
 * false after reporting a wrong --format. If memory ran out, fails the output and returns false.
 * Call match_rows_free in any case. */
bool match_rows_init(struct match_rows *rows, struct run *run, struct text_reader *text,
                     struct mailbox *mailbox);
void match_rows_free(struct match_rows *rows);

/* A URL found in text. */
struct match_row {
    const struct furl_match *found;
    struct furl_range shown; /* set by match_row_fill: the URL to show */
    bool meets;              /* set by match_row_fill: the URL meets --where */
};

/* Fills in the row of a URL. row->shown becomes the URL or its canonical form. With -u and a
 * template, row->shown becomes the filled in template, which -u compares. The row is valid until
 * the next call. If memory ran out, fails the output and returns false. */
bool match_row_fill(struct match_rows *rows, struct match_row *row);

/* Writes the last row of match_row_fill, by the options. If memory ran out, fails the output and
 * writes nothing. */
void match_row_put(struct match_rows *rows, const struct match_row *row);

/* Sets file, head and link of the current message, as far as `needs` says. If memory ran out, fails
 * the output and returns false. */
bool match_rows_head(struct mailbox *mailbox, unsigned needs, struct fields *fields);

/* Writes a row: the name of the current file, if the options want the name, up to MATCH_NUMBERS
 * numbers, and `last`, separated by TABs. If memory ran out, fails the output and writes nothing.
 */
#define MATCH_NUMBERS 2
void match_rows_put(struct run *run, const uint64_t *numbers, size_t numbers_n,
                    struct furl_range last);

/* Writes a row with the number of URLs or messages in the current file. */
void match_rows_put_count(struct run *run, uint64_t n);

#endif
