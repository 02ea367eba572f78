/* A URL taken apart. All that hold a whole URL do it here; what streams asks place.h. */
#ifndef FURL_SPLIT_H
#define FURL_SPLIT_H

#include "furl/kernels/kernels.h"
#include "schemes.h"

/*
 * The parts of a URL (RFC 3986 3), as ranges of it without their delimiters; `at` is NULL in those
 * that are absent, and the path is always there. In a Fidonet URL the areas or the address are the
 * authority, whatever the delimiter, so that the `/` in an address begins no path; the path is the
 * request and the objects (draft 6, 7), and the query the parameters (draft 5.3).
 */
struct furl_split {
    struct furl_range url; /* all of it */
    struct furl_range scheme, authority, path, query, fragment;
    const struct furl_scheme *known; /* the row of the scheme, or of that of the base; NULL: it
                                        is not in the table */
    struct furl_look look;           /* at the first FURL_SPLIT_LOOK octets */
};

/* The grammar by which a URL is split. */
enum furl_syntax {
    FURL_AS_SCHEME, /* as its scheme has it: that of Fidonet, or RFC 3986 */
    FURL_AS_GENERIC /* by RFC 3986, whatever the scheme */
};

/* Kinds of octets: the four that divide a URL, and those of names (furl_is_in_name). Each later
 * kind has two meanings: one for octets of names, one for others. */
enum furl_kind {
    FURL_MARK_COLON,
    FURL_MARK_SLASH,
    FURL_MARK_QUESTION,
    FURL_MARK_HASH,
    FURL_MARKS,
    FURL_IN_NAME = FURL_MARKS,

    /* Of FURL_IN_NAME: decimal digits, - . */
    FURL_NUMERAL,
    FURL_DASH,
    FURL_DOT,

    /* Of others: `@` and `+`, which join areas, = & */
    FURL_JOINT = FURL_NUMERAL,
    FURL_EQUALS,
    FURL_AMPERSAND,
};

/* Octets that are looked at: one bit of a mask is left for their end. */
#define FURL_SPLIT_LOOK (FURL_LOOK_MAX - 1)

/* What splitting needs: set up once. */
struct furl_splitter {
    const struct furl_kernels *kernels;
    enum furl_syntax syntax;
    struct furl_kinds kinds;
};

struct furl_splitter furl_splitter(enum furl_syntax syntax);

/* Splits a URL or a relative reference; any octets will do. A reference without a scheme is one to
 * a URL of the scheme `of_base`, which may be NULL. */
void furl_split_to(struct furl_split *parts, const struct furl_splitter *splitter,
                   struct furl_range url, const struct furl_scheme *of_base);

/* The same, where time does not matter: to copy a split takes as long as to make it. */
static inline struct furl_split furl_split(const struct furl_splitter *splitter,
                                           struct furl_range url, const struct furl_scheme *of_base)
{
    struct furl_split parts;

    furl_split_to(&parts, splitter, url, of_base);
    return parts;
}

/* The mask of a range, which is part of the URL or absent; 0 where it was not looked at, or is
 * empty. */
FURL_MODULAR static inline uint64_t furl_mask(const struct furl_split *split,
                                              struct furl_range range)
{
    bool some = range.n > 0; /* if not, it may be nowhere; that is not worth a branch */
    uintptr_t at = ((uintptr_t)range.at - (uintptr_t)split->url.at) * some;

    return at + range.n <= FURL_SPLIT_LOOK ? (((uint64_t)1 << range.n) - 1) << at : 0;
}

/* Octets of one of the kinds that are in names, and of one of those that are not. */
static inline uint64_t furl_in_names(const struct furl_split *split, enum furl_kind kind)
{
    return split->look.of[kind] & split->look.of[FURL_IN_NAME];
}

static inline uint64_t furl_not_in_names(const struct furl_split *split, enum furl_kind kind)
{
    return split->look.of[kind] & ~split->look.of[FURL_IN_NAME];
}

/* The parts of an authority, "[userinfo@]host[:port]" (RFC 3986 3.2), the host being any octets. */
struct furl_authority {
    struct furl_range userinfo, host, port;
    bool brackets; /* the host is an IPv6 address in brackets */
};

struct furl_authority furl_split_authority(struct furl_range authority);

/* Whether the octet may be in a host that is a name: letters, digits, - . _ ~ */
static inline bool furl_is_in_name(unsigned char octet)
{
    return furl_is(octet, FURL_ALNUM) || octet == '-' || octet == '.' || octet == '_' ||
           octet == '~';
}

/* Whether its host is one, letters, digits, - . _ ~ and escapes or an IPv6 address in brackets, and
 * its port, if there is one, is digits or empty. */
bool furl_has_host(const struct furl_authority *authority);

/* Whether masks tell that the authority, if there is one, is a name, or a name and a port; the name
 * is not empty, and the port, which may be empty, is digits. If so, sets `parts`. `false` says
 * nothing. */
bool furl_split_name(const struct furl_split *split, struct furl_authority *parts);

#endif
