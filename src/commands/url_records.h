/* Records of URLs. normalize, parse and edit read them, and with `-c url` encode and decode. */
#ifndef URL_RECORDS_H
#define URL_RECORDS_H

#include "cli/inputs.h"
#include "furl/text/breaks.h"
#include "furl/url/canonical.h"
#include "furl/url/url.h"

/* A reader of records. url_records_free frees the reader. */
struct url_records {
    struct run *run;
    /* The caller sets these members before url_records_begin, and all others to zero. */
    bool keeps_fragment;
    bool passes_malformed; /* malformed records are copied unchanged, otherwise dropped */
    bool passes_ends;      /* whether to write the terminators of records, except of dropped ones */
    bool wants_form;       /* url_records_canonical sets `form` */
    enum records_bom bom;

    struct furl_canonical canonical;
    struct furl_unwrapped inside; /* the URL in the record. Until the split, the record itself */
    struct furl_parts split;      /* the parts of the URL, resolved if there is a base */
    struct furl_parts form;       /* the parts of its canonical form */

    struct inputs inputs;
    struct records records;
    bool sorts;                    /* the options sort parameters */
    bool reads;                    /* an input is open */
    struct records_piece piece;    /* the last piece or, after url_records_next, the whole record */
    bool too_long;                 /* the record is too long, and was copied or dropped */
    bool resolves;                 /* split.url is a resolved URL */
    struct furl_splitter splitter; /* splits by the scheme, even with --rules */
    struct furl_params sorter;
    struct base {
        unsigned char *memory; /* the base without breaks, then its canonical form */
        struct furl_parts split;
        size_t added; /* the most octets added by resolving, or 0 if there is no base */
    } base;
    char why[PHRASE_SIZE]; /* replaces the text of the next error, unless empty */
    uint64_t fragments;    /* the number of dropped fragments */
    size_t used;           /* the number of octets collected from pieces of a record */
    struct furl_buffer collected, scratch, resolved;
};

/* Starts reading records. Returns false after it has reported that --base is not a URL. If memory
 * ran out, fails the output and returns false. */
bool url_records_begin(struct url_records *records, struct run *run);
void url_records_free(struct url_records *records);

/* Moves to the next record that is not empty. Reports records that are too long. Returns false at
 * the end. */
bool url_records_next(struct url_records *records);

/* Returns the room for the canonical form of the record. */
static inline size_t url_records_room(const struct url_records *records)
{
    return FURL_CANONICAL_MAX(records->piece.octets.n + records->base.added);
}

/*
 * Writes the canonical form of the URL in the record to `out`, which has room for url_records_room.
 * Sets `inside` and `split`. Sorts parameters if the options want sorting. Writes nothing if there
 * is no URL in the record. The offset of an error is in split.url. If memory ran out, fails the
 * output.
 */
struct furl_result url_records_canonical(struct url_records *records, unsigned char *out);

/* Sorts the parameters of a split canonical form, if the options want sorting. */
void url_records_sort(struct url_records *records, const struct furl_parts *parts,
                      unsigned char *url);

/* Ends the record. Writes its terminator, or reports the error of `result`, whose offset is in
 * split.url. */
void url_records_end(struct url_records *records, struct furl_result result);

#endif
