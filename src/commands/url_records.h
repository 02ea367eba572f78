/* Records that are URLs, which normalize, parse, edit and, with `-c url`, encode and decode read.
 */
#ifndef URL_RECORDS_H
#define URL_RECORDS_H

#include "cli/inputs.h"
#include "furl/text/breaks.h"
#include "furl/url/canonical.h"
#include "furl/url/url.h"

/* A reader of them. Free it with url_records_free. */
struct url_records {
    struct run *run;
    /* The caller sets these before url_records_begin, and zeros all others. */
    bool keeps_fragment;
    bool passes_malformed; /* writes malformed records as they are; else drops them */
    bool passes_ends;      /* writes the terminators of records that are not dropped */
    bool wants_form;       /* url_records_canonical sets `form` */
    enum records_bom mark;

    struct furl_canonical canonical;
    struct furl_unwrapped inside; /* the URL in the record; the record until that is split */
    struct furl_parts split;      /* of the URL, resolved if there is a base */
    struct furl_parts form;       /* of its canonical form */

    struct inputs inputs;
    struct records records;
    bool sorts;                    /* parameters, as the options say */
    bool reads;                    /* an input is open */
    struct record piece;           /* the last one; all of a record that url_records_next found */
    bool too_long;                 /* the record is, and its octets were passed or dropped */
    bool resolves;                 /* split.url is a resolved URL */
    struct furl_splitter splitter; /* by scheme, whatever --rules says */
    struct furl_params sorter;
    struct base {
        unsigned char *memory; /* the base without breaks, and its canonical form */
        struct furl_parts split;
        size_t added; /* octets that resolving adds at most; 0: there is no base */
    } base;
    char why[PHRASE_SIZE]; /* instead of the text of the next error, unless empty */
    uint64_t fragments;    /* dropped, unless keeps_fragment */
    size_t used;           /* octets gathered of a record that comes in pieces */
    struct furl_buffer gathered, scratch, resolved;
};

/* Starts reading records. Returns false after it has reported that --base is not a URL, or if
 * memory ran out, which fails the output. */
bool url_records_begin(struct url_records *records, struct run *run);
void url_records_free(struct url_records *records);

/* Moves to the next record that is not empty. Reports records that are too long. Returns whether
 * there is one. */
bool url_records_next(struct url_records *records);

/* Room for the canonical form of the record. */
static inline size_t url_records_room(const struct url_records *records)
{
    return FURL_CANONICAL_MAX(records->piece.octets.n + records->base.added);
}

/*
 * Writes the canonical form of the URL in the record to `out`, room url_records_room, and sets
 * `inside` and `split`. Sorts parameters if the options ask for it. Writes nothing if there is no
 * URL in the record. The offset of an error is one in split.url. Fails the output if memory ran
 * out.
 */
struct furl_result url_records_canonical(struct url_records *records, unsigned char *out);

/* Sorts the parameters of a canonical form that was split, if the options ask for it. */
void url_records_sort(struct url_records *records, const struct furl_parts *parts,
                      unsigned char *url);

/* Ends the record: writes its terminator, or reports the error of `result`, whose offset is one in
 * split.url. */
void url_records_end(struct url_records *records, struct furl_result result);

#endif
