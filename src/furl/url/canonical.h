/* The canonical form of a URL: by the draft, or by the RFCs; and the form for reading. */
#ifndef FURL_CANONICAL_H
#define FURL_CANONICAL_H

#include "furl/base/octets.h"
#include "furl/percent/percent.h"
#include "url.h"

/* How a part of a URL is written: bare octets by themselves, and escapes by the octets that they
 * mean. FURL_NEEDS_CONTEXT ends tidying. */
struct furl_octet_rules {
    struct furl_spelling bare[256], escapes[256];
    struct furl_byteset changed; /* bare octets that do not stay as they are */
    enum furl_kind stays;        /* none of them is of this kind; */
    uint64_t slashes, joins;     /* masks of all octets, or 0: nor is `/`, or `+` and `@` */
    const struct furl_kernels *kernels;
};

/* Completes the tables, when the spellings are set. */
void furl_octet_rules_finish(struct furl_octet_rules *tidying);

/* A URL that is being written. What stays as it is is copied late, many parts at once: short copies
 * take branches that are mispredicted. */
struct furl_writer {
    const struct furl_parts *split;
    struct furl_range in;      /* still to be read: a range of the URL */
    const unsigned char *late; /* what stays before in.at, still to be copied, begins here */
    unsigned char *out;        /* where it goes */
    const unsigned char *mark; /* what is watched: an octet of the URL, or its end, */
    unsigned char *mark_out;   /* and where it goes */
    bool dots;                 /* an escape became a dot */
};

/* Copies what stays up to `at`. What comes after that will stay. */
static inline void furl_writer_flush(struct furl_writer *writer, const unsigned char *at)
{
    size_t n = (size_t)(at - writer->late);

    if (n > 0) {
        memcpy(writer->out, writer->late, n);
        writer->out += n;
        writer->late = at;
    }
}

/* Goes on with a range of the URL, and before it the delimiter of `n` octets that is there. */
static inline void furl_writer_seek(struct furl_writer *writer, struct furl_range range, size_t n)
{
    if (writer->in.ptr + n != range.ptr) {
        furl_writer_flush(writer, writer->in.ptr);
        writer->late = range.ptr - n;
    }
    writer->in = range;
}

/* Drops the next `n` octets. */
static inline void furl_write_drop(struct furl_writer *writer, size_t n)
{
    furl_writer_flush(writer, writer->in.ptr);
    furl_skip(&writer->in, n);
    writer->late = writer->in.ptr;
}

/* Writes a spelling instead of the next `n` octets. */
static inline void furl_write_change(struct furl_writer *writer, size_t n,
                                     const struct furl_spelling *spelling)
{
    furl_write_drop(writer, n);
    writer->out += furl_spell(spelling, writer->out);
    writer->dots |= spelling->octets[0] == '.';
    if (writer->late <= writer->mark) {
        writer->mark_out = writer->out + (writer->mark - writer->late);
    }
}

/* Where what is read next goes. */
static inline unsigned char *furl_writer_position(const struct furl_writer *writer)
{
    return writer->out + (writer->in.ptr - writer->late);
}

/* The first octet from `at` to `end` that may not stay: by a mask, or after what it shows by a
 * kernel. */
static inline const unsigned char *furl_may_change(const struct furl_octet_rules *tidying,
                                                   const struct furl_parts *split,
                                                   const unsigned char *at,
                                                   const unsigned char *end)
{
    const unsigned char *url = split->url.ptr;
    size_t from = (size_t)(at - url), to = (size_t)(end - url);

    if (from >= FURL_SPLIT_MASK_OCTETS) {
        return at + tidying->kernels->before(&tidying->changed, at, to - from);
    }
    to = to < FURL_SPLIT_MASK_OCTETS ? to : FURL_SPLIT_MASK_OCTETS;
    const uint64_t *of = split->look.of;
    const uint64_t more = (of[FURL_MARK_SLASH] & tidying->slashes) |
                          (furl_area_separators(&split->look) & tidying->joins);
    return url + furl_first_of(~(of[tidying->stays] | more), from, to);
}

/* Writes writer->in without needless escapes, up to the first octet or escape that depends. There
 * is room for a spelling of each octet, and FURL_SLACK. Sets writer->dots. */
void furl_tidy_rest(const struct furl_octet_rules *tidying, struct furl_writer *writer);
static inline void furl_normalize_part(const struct furl_octet_rules *tidying,
                                       struct furl_writer *writer)
{
    const unsigned char *end = writer->in.ptr + writer->in.n;
    const unsigned char *at = furl_may_change(tidying, writer->split, writer->in.ptr, end);

    writer->in = (struct furl_range){at, (size_t)(end - at)};
    if (at < end && (*at == '%' || !furl_needs_context(&tidying->bare[*at]))) {
        furl_tidy_rest(tidying, writer);
    }
}

/* Removes the dot segments of a path from `path` to `end` (RFC 3986 5.2.4), in place, in linear
 * time. Returns the new end. */
unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end);

/* Room for the canonical form of a Fidonet URL of `n` octets: all escaped, and ":" made "://". */
#define FURL_FIDONET_MAX(n) (FURL_ESCAPED_MAX(n) + 2)

/* The parts of a Fidonet URL, each of which is decoded and encoded again. */
enum furl_fidonet_part {
    FURL_PART_AREA,          /* areatag or domain */
    FURL_PART_AREA_OR_SLASH, /* the same, if `/` is literal in the scheme */
    FURL_PART_ADDRESS,
    FURL_PART_REQUEST,
    FURL_PART_OBJECT,
    FURL_PART_NAME,
    FURL_PART_VALUE,
    FURL_PART_FRAGMENT,
    FURL_PARTS
};

/* Tables for writing Fidonet URLs, set up once. An octet depends if it is a `%` or ends the part;
 * so do the escapes of `-`, and of a space in areas. */
struct furl_fidonet {
    struct furl_octet_rules parts[FURL_PARTS];
};

void furl_fidonet_init(struct furl_fidonet *fidonet);

/*
 * Writes the one canonical form of a Fidonet URL without "%%" breaks (draft 5.1-5.3, 6, 7) to
 * `out`, room FURL_FIDONET_MAX, all of which may be overwritten, and which does not overlap the
 * URL. A fragment is treated as a value. URLs give the same octets if and only if the draft calls
 * them equivalent, apart from the order of parameters. Sets `form` as furl_rfc_write does; the
 * authority nowhere if it does not know.
 */
struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_parts *split, unsigned char *out,
                                      struct furl_parts *form);

/* Room for the canonical form of `n` octets by the rules of an RFC: all escaped, and "/" for a
 * path. */
#define FURL_RFC_MAX(n) (FURL_ESCAPE_SIZE * (n) + 1 + FURL_SLACK)

/* Tables for writing URLs by the rules of an RFC, set up once. */
struct furl_rfc {
    const struct furl_rules *rules;
    struct furl_octet_rules tidying;
    bool wants_host; /* web URLs without a host are malformed */
    /* Of `%2B`, where `+` is no space; and of `%5C`, where a backslash ends no authority. */
    struct furl_spelling plus, backslash;
};

/* Sets up tables for a rule book of an RFC, and a splitter for what stays. */
void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules,
                   struct furl_splitter *splitter);

/*
 * Writes the canonical form of a URL that has a scheme and no "%%" breaks to `out`, room
 * FURL_RFC_MAX, all of which may be overwritten, and which does not overlap the URL. The scheme and
 * host are in lower case; needless escapes are decoded, and octets that must not be bare escaped; a
 * port has no leading zeros, and goes if it is empty or the default; an empty path becomes "/" if
 * the scheme has a root; dot segments after an authority go if the rule book says so. (RFC
 * 1738 2.2, RFC 2396 2.1-2.4, RFC 3986 5.2.4, 6.2.2 and 6.2.3; RFC 1630) Sets where the authority,
 * the path, the query and the fragment of `form` begin: who writes them knows, and what was just
 * copied is slow to read.
 */
struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_parts *split,
                                  unsigned char *out, struct furl_parts *form);

/* Room for the canonical form of `n` octets, by any rules. */
#define FURL_CANONICAL_MAX(n) FURL_FIDONET_MAX(n)
_Static_assert(FURL_CANONICAL_MAX(0) >= FURL_RFC_MAX(0) && FURL_CANONICAL_MAX(9) >= FURL_RFC_MAX(9),
               "room");

/* What writing canonical forms needs, set up once. */
struct furl_canonical {
    const struct furl_rules *rules; /* NULL: those of the scheme of each URL */
    struct furl_splitter splitter;
    bool fidonet_ready; /* `fidonet` is set up, which takes as long as a hundred URLs */
    struct furl_fidonet fidonet;
    struct furl_rfc rfc;
    struct furl_parts unwanted; /* those that nobody asks for */
};

/* Sets up for a rule book, or, if it is NULL, for the rules of the scheme of each URL. */
void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules);

/* Writes the canonical form of a URL that canonical->splitter split to `out`, room
 * FURL_CANONICAL_MAX, as furl_fidonet_write or furl_rfc_write does. Sets `parts`, unless NULL
 * or there is an error, to what splitting the result would give, but with masks that show nothing.
 */
struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_parts *split, unsigned char *out,
                                        struct furl_parts *parts);

/*
 * Writes the canonical URL that was split, with the escapes of characters beyond ASCII decoded that
 * are shown, to `out`, room for as many octets, which may be the URL itself. Joiners are shown
 * between characters of other scripts than Latin, but not in an authority. Returns the number of
 * octets written. The canonical form of the result is the URL again.
 */
size_t furl_decode_for_display(const struct furl_parts *split, unsigned char *out);

#endif
