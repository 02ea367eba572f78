/* The rows of extract: URLs with what is known of them, counts and names of files. */
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

/* State of writing rows. Free it with match_rows_free. */
struct match_rows {
    struct run *run;
    struct text *text;                                 /* where URLs are, after TEXT_URL */
    struct mailbox *mailbox;                           /* for the head, if `needs` has NEEDS_HEAD */
    unsigned needs;                                    /* what must be known of a URL (fields.h) */
    const struct field_name *members[FIELD_NAMES + 1]; /* of JSON */
    struct field_source *source; /* NULL: `needs` has nothing of NEEDS_ALONE */
    struct fields fields;        /* of the last URL */
    struct furl_buffer scheme;   /* in lower case */
    char joined[sizeof "marks,delimiters,margin"];
    struct template template;
    struct conditions conditions; /* of --where */
    struct json json;
};

/* Sets up rows by the run's options, and what `text` counts and keeps for them. Returns false after
 * it has reported a wrong --format, or if memory runs out, which fails the output. Call
 * match_rows_free in any case. */
bool match_rows_init(struct match_rows *rows, struct run *run, struct text *text,
                     struct mailbox *mailbox);
void match_rows_free(struct match_rows *rows);

/* A URL found in text. */
struct match_row {
    const struct furl_match *found;
    struct furl_range shown; /* set by match_row_fill, and */
    bool meets;              /* whether the URL meets the conditions of --where */
};

/* Fills in the row of a URL. row->shown becomes the URL or its canonical form, or, for -u, which
 * compares it, the template filled in. All is valid until the next call. If memory runs out, fails
 * the output and returns false. */
bool match_row_fill(struct match_rows *rows, struct match_row *row);

/* Writes the row that match_row_fill filled in last, as the options say. If memory runs out, fails
 * the output and writes none of it. */
void match_row_put(struct match_rows *rows, const struct match_row *row);

/* Sets file, head and link of the current message, as far as `needs` says. If memory runs out,
 * fails the output and returns false. */
bool match_rows_head(struct mailbox *mailbox, unsigned needs, struct fields *fields);

/* Writes a row: the name of the file being read, if the options ask for it, up to MATCH_NUMBERS
 * numbers, and `last`, with TABs between them. If memory runs out, fails the output and writes none
 * of it. */
#define MATCH_NUMBERS 2
void match_rows_put(struct run *run, const uint64_t *numbers, size_t numbers_n,
                    struct furl_range last);

/* Writes a row of how many URLs or messages that file has. */
void match_rows_put_count(struct run *run, uint64_t n);

#endif
