/* The rows that extract writes: URLs and what there is to know of them, and counts. */
#ifndef MATCH_ROWS_H
#define MATCH_ROWS_H

#include "cli/mailbox.h"
#include "cli/run.h"
#include "furl/text/find.h"
#include "print/fields.h"
#include "print/json.h"
#include "print/template.h"

/* What writing them takes; the caller's, except the memory that match_rows_free gives back. */
struct match_rows {
    struct run *run;
    unsigned needs;             /* what must be known of URLs (fields.h) */
    struct fields_maker *maker; /* NULL: nothing is needed of URLs by themselves */
    struct fields fields;       /* of the URL shown last */
    char joined[sizeof "marks,delimiters,margin"];
    struct template template;
    struct json json;
};

/* Sets up rows for the run's options. Returns false if --format is wrong, which
 * is reported, or without memory, which fails the output. Call match_rows_free
 * in any case. */
bool match_rows_init(struct match_rows *rows, struct run *run);
void match_rows_free(struct match_rows *rows);

/* A URL that was found. */
struct match_row {
    const char *file;
    uint64_t line;           /* of its first octet; valid if rows->needs has NEEDS_LINE */
    uint64_t base;           /* the offset of the octet from which the indices of `found` count */
    struct mailbox *mailbox; /* for its head, if rows->needs has NEEDS_HEAD */
    const struct furl_match *found;
    struct furl_range shown; /* set by match_row_fill */
};

/* Sets what is printed of the URL: itself, its canonical form, or the template filled in (which is
 * in row->shown only for -u, which compares it). It is valid until the next call. Returns whether
 * there was memory, the lack of which is a failure of the output. */
bool match_row_fill(struct match_rows *rows, struct match_row *row);

/* Writes the row that match_row_fill filled last, as the run's options say.
 * Without memory, fails the output and writes none of it. */
void match_row_put(struct match_rows *rows, const struct match_row *row);

/* Sets the file, the head and the link of the current message. Without memory, fails the output
 * and returns false. */
bool match_rows_head(struct mailbox *mailbox, struct fields *fields);

/* Writes what templates call msg.NAME as an object; what is empty is left out. */
void match_rows_put_head(struct json *json, const struct fields *fields);

/* Writes the name of a file before a row, if the run's options ask for it. */
void match_rows_put_name(struct run *run, const char *file);

/* Writes how many URLs, or messages, a file has. */
void match_rows_put_count(struct run *run, const char *file, uint64_t n);

/* Writes the name of a file that has a URL. */
void match_rows_put_file(struct run *run, const char *file);

#endif
