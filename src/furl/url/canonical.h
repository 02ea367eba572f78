/* The canonical form of a URL, by the draft or by the RFCs, and the form for display. */
#ifndef FURL_CANONICAL_H
#define FURL_CANONICAL_H

#include "furl/core/octets.h"
#include "percent.h"
#include "url.h"

/* The spellings in a part of a URL: `bare` of bare octets, `escapes` of the octets that escapes
 * mean. furl_tidy_rest stops at a spelling of FURL_NEEDS_CONTEXT. */
struct furl_octet_rules {
    struct furl_spelling bare[256], escapes[256];
    struct furl_byteset changed; /* bare octets that can change */
    enum furl_kind stays;        /* a kind of octets that never change */
    /* All ones if `/` (slashes), or `+` and `@` (joins), never change, otherwise 0. */
    uint64_t slashes, joins;
    const struct furl_kernels *kernels;
};

/* Completes the other members after `bare` and `escapes` are set. */
void furl_octet_rules_finish(struct furl_octet_rules *octet_rules);

/* A URL that is being written. Unchanged octets are copied late, in long runs, because many short
 * copies cause mispredicted branches. */
struct furl_writer {
    const struct furl_parts *split;
    struct furl_range in; /* the unread rest of a range of the URL */
    const unsigned char
        *pending;       /* the first unchanged octet before in.ptr that is not copied yet */
    unsigned char *out; /* the end of the written octets */
    const unsigned char *tracked; /* an octet of the URL, or its end, tracked in the output */
    unsigned char *tracked_out;   /* the place of `tracked` in the output */
    bool dots;                    /* an escape was written as a dot */
};

/* Copies the pending unchanged octets before `ptr`. Unchanged octets start at `ptr` again. */
static inline void furl_writer_flush(struct furl_writer *writer, const unsigned char *ptr)
{
    size_t n = (size_t)(ptr - writer->pending);

    if (n > 0) {
        memcpy(writer->out, writer->pending, n);
        writer->out += n;
        writer->pending = ptr;
    }
}

/* Continues with `range` and the delimiter of `n` octets directly before it. */
static inline void furl_writer_seek(struct furl_writer *writer, struct furl_range range, size_t n)
{
    if (writer->in.ptr + n != range.ptr) {
        furl_writer_flush(writer, writer->in.ptr);
        writer->pending = range.ptr - n;
    }
    writer->in = range;
}

/* Drops the next `n` octets. */
static inline void furl_write_drop(struct furl_writer *writer, size_t n)
{
    furl_writer_flush(writer, writer->in.ptr);
    furl_skip(&writer->in, n);
    writer->pending = writer->in.ptr;
}

/* Writes a spelling in place of the next `n` octets. */
static inline void furl_write_change(struct furl_writer *writer, size_t n,
                                     const struct furl_spelling *spelling)
{
    furl_write_drop(writer, n);
    writer->out += furl_spell(spelling, writer->out);
    writer->dots |= spelling->octets[0] == '.';
    if (writer->pending <= writer->tracked) {
        writer->tracked_out = writer->out + (writer->tracked - writer->pending);
    }
}

/* Returns the place in the output of the next unread octet. */
static inline unsigned char *furl_writer_position(const struct furl_writer *writer)
{
    return writer->out + (writer->in.ptr - writer->pending);
}

/* Returns the first octet from `ptr` to `end` that can change, or `end`. Masks find it at the front
 * of the URL, and a kernel in the rest. */
static inline const unsigned char *furl_may_change(const struct furl_octet_rules *octet_rules,
                                                   const struct furl_parts *split,
                                                   const unsigned char *ptr,
                                                   const unsigned char *end)
{
    const unsigned char *url = split->url.ptr;
    size_t from = (size_t)(ptr - url), to = (size_t)(end - url);

    if (from >= FURL_SPLIT_MASK_OCTETS) {
        return ptr + octet_rules->kernels->span_until_set(&octet_rules->changed, ptr, to - from);
    }
    to = to < FURL_SPLIT_MASK_OCTETS ? to : FURL_SPLIT_MASK_OCTETS;
    const uint64_t *of = split->masks.of;
    const uint64_t more = (of[FURL_KIND_SLASH] & octet_rules->slashes) |
                          (furl_area_separators(&split->masks) & octet_rules->joins);
    return url + furl_first_of(~(of[octet_rules->stays] | more), from, to);
}

/* Writes writer->in without needless escapes, up to the first octet or escape of
 * FURL_NEEDS_CONTEXT. `out` has room for a spelling of each octet, and FURL_SLACK. Sets
 * writer->dots. With the rules of RFC 3986, "a%41%20" becomes "aA%20". furl_normalize_part skips
 * the call if nothing changes. */
void furl_tidy_rest(const struct furl_octet_rules *octet_rules, struct furl_writer *writer);
static inline void furl_normalize_part(const struct furl_octet_rules *octet_rules,
                                       struct furl_writer *writer)
{
    const unsigned char *end = writer->in.ptr + writer->in.n;
    const unsigned char *ptr = furl_may_change(octet_rules, writer->split, writer->in.ptr, end);

    writer->in = (struct furl_range){ptr, (size_t)(end - ptr)};
    if (ptr < end && (*ptr == '%' || !furl_needs_context(&octet_rules->bare[*ptr]))) {
        furl_tidy_rest(octet_rules, writer);
    }
}

/* Removes the dot segments of a path from `path` to `end` (RFC 3986 5.2.4), in place and in linear
 * time. Returns the new end. "/a/./b/../c" becomes "/a/c". */
unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end);

/* Room for the canonical form of a Fidonet URL of `n` octets, if all are escaped and ":" becomes
 * "://". */
#define FURL_FIDONET_MAX(n) (FURL_ESCAPED_MAX(n) + 2)

/* The parts of a Fidonet URL, each of which has its own spellings. */
enum furl_fidonet_part {
    FURL_PART_AREA,          /* an areatag or a domain */
    FURL_PART_AREA_OR_SLASH, /* an areatag or a domain, in schemes where `/` is literal */
    FURL_PART_ADDRESS,
    FURL_PART_REQUEST,
    FURL_PART_OBJECT,
    FURL_PART_NAME,
    FURL_PART_VALUE,
    FURL_PART_FRAGMENT,
    FURL_PARTS
};

/* Tables for writing Fidonet URLs, set up once. These need context: a bare `%`, octets that end the
 * part, the escape of `-`, and in areas the escape of a space. */
struct furl_fidonet {
    struct furl_octet_rules parts[FURL_PARTS];
};

void furl_fidonet_init(struct furl_fidonet *fidonet);

/*
 * Writes the canonical form of a Fidonet URL without "%%" breaks (draft 5.1-5.3, 6, 7). `out` has
 * room for FURL_FIDONET_MAX, all of which may be overwritten, and does not overlap the URL. A
 * fragment is written like a value. Two URLs have the same canonical form if and only if the draft
 * calls them equivalent, apart from the order of parameters. Sets `form` like furl_rfc_write.
 * form->authority.ptr is NULL if the places are unknown. "Area:x?a=#b c" becomes "area://x?a#b+c".
 */
struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_parts *split, unsigned char *out,
                                      struct furl_parts *form);

/* Room for the canonical form of `n` octets by the rules of an RFC, if all are escaped and an empty
 * path becomes "/". */
#define FURL_RFC_MAX(n) (FURL_ESCAPE_SIZE * (n) + 1 + FURL_SLACK)

/* Tables for writing URLs by the rules of an RFC, set up once. */
struct furl_rfc {
    const struct furl_rules *rules;
    struct furl_octet_rules octet_rules;
    bool wants_host; /* web URLs without a host are malformed */
    /* The spelling of `%2B` where `+` is no space, and of `%5C` where a backslash ends no
     * authority. */
    struct furl_spelling plus, backslash;
};

/* Sets up tables for a rule book of an RFC. Adds the kind of unchanged octets to the splitter. */
void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules,
                   struct furl_splitter *splitter);

/*
 * Writes the canonical form of a URL without "%%" breaks, which has a scheme. `out` has room for
 * FURL_RFC_MAX, all of which may be overwritten, and does not overlap the URL. (RFC 1738 2.2, RFC
 * 2396 2.1-2.4, RFC 3986 5.2.4, 6.2.2 and 6.2.3; RFC 1630)
 *   - The scheme and the host are in lower case.
 *   - Needless escapes are decoded, and octets that must not be bare are escaped.
 *   - A port loses leading zeros, and an empty or default port is removed.
 *   - An empty path after a host becomes "/" if the scheme has FURL_ROOT.
 *   - Dot segments after an authority are removed if the rule book says so.
 *
 * "HTTP://A.Example:80?%41" becomes "http://a.example/?A".
 *
 * Sets the `ptr` of the authority, path, query and fragment of `form`. The writer records these
 * places because reading octets that were just copied is slow.
 */
struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_parts *split,
                                  unsigned char *out, struct furl_parts *form);

/* Room for the canonical form of `n` octets by any rules. */
#define FURL_CANONICAL_MAX(n) FURL_FIDONET_MAX(n)
_Static_assert(FURL_CANONICAL_MAX(0) >= FURL_RFC_MAX(0) && FURL_CANONICAL_MAX(9) >= FURL_RFC_MAX(9),
               "room");

/* Tables for writing canonical forms, set up once. */
struct furl_canonical {
    const struct furl_rules *rules; /* NULL: the rules of the scheme of each URL */
    struct furl_splitter splitter;
    bool fidonet_ready; /* `fidonet` is set up, which takes as long as a hundred URLs */
    struct furl_fidonet fidonet;
    struct furl_rfc rfc;
    struct furl_parts unwanted; /* receives the parts of a form if the caller wants none */
};

/* Sets up for a rule book or, if `rules` is NULL, for the rules of the scheme of each URL. */
void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules);

/* Writes the canonical form of a URL, which canonical->splitter split, like furl_fidonet_write or
 * furl_rfc_write. `out` has room for FURL_CANONICAL_MAX. If there is no error, sets `parts` (unless
 * NULL) to the parts of the result, like furl_split_to. The masks of `parts` may be 0. */
struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_parts *split, unsigned char *out,
                                        struct furl_parts *parts);

/*
 * Decodes the escapes of characters beyond ASCII that can be displayed, in a canonical URL that was
 * split. `out` has room for split->url.n octets, and may be the URL. Joiners are decoded between
 * characters of other scripts than Latin, but not in an authority. Returns the number of octets
 * written. The canonical form of the result is the URL again. "http://h/%D1%84%01" becomes
 * "http://h/", the octets D1 84, and "%01".
 */
size_t furl_decode_for_display(const struct furl_parts *split, unsigned char *out);

#endif
