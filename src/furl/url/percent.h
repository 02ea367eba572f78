/* Percent-encoding: rule books, escaping and unescaping (draft 5.2.2; RFC 1630, 1738, 2396 and
 * 3986; fidourl(1), encode and decode). */
#ifndef FURL_PERCENT_H
#define FURL_PERCENT_H

#include <stdint.h>
#include <string.h>

#include "furl/core/octets.h"
#include "furl/core/terminal.h"
#include "furl/core/utf8.h"
#include "furl/kernels/kernels.h"

/* A rule book. Letters and digits are literal in every rule book. */
struct furl_rules {
    const char *name;
    const char *literal; /* further octets that are literal in every component */
    unsigned char space; /* the octet that a space in a component becomes; '\0': an escape */
    unsigned char plus;  /* the meaning of `+` in a component */
    bool breaks_dashes;  /* three `-` are never written in a row (draft 5.2.2.2) */
    /* Members for whole URLs, NULL in Fidonet's rule book: */
    const char *decoded; /* octets whose escapes are needless */
    const char *bare;    /* octets that can be bare */
    bool drops_void;     /* an empty fragment is dropped */
    bool keeps_bars;     /* a bare `|` is unchanged in ed2k (draft 5.2.2.5) */
    bool drops_userinfo; /* an empty userinfo is dropped (RFC 3986 6.2.3) */
    bool removes_dots;   /* dot segments after an authority are removed (RFC 3986 6.2.2.3) */
};

enum furl_rules_id {
    FURL_FIDOURL,
    FURL_RFC1630,
    FURL_RFC1738,
    FURL_RFC2396,
    FURL_RFC3986,
    FURL_RULE_BOOKS
};

extern const struct furl_rules furl_rule_books[FURL_RULE_BOOKS];

/* Returns whether a rule book is Fidonet's, not of an RFC. */
static inline bool furl_is_fidourl(const struct furl_rules *rules)
{
    return rules->bare == NULL;
}

/* The default rule book of URLs that are not Fidonet URLs. */
#define FURL_RULES_OF_OTHERS FURL_RFC3986

/* A component of a URL, which `-c` of encode and decode names. */
struct furl_component {
    const char *name;
    const char *literal;     /* further literal octets, under fidourl */
    const char *rfc_literal; /* further literal octets, under RFCs; NULL: no such component */
    bool rfc_escapes_space;  /* a space always becomes an escape, under RFCs */
};

enum furl_component_id {
    FURL_VALUE,
    FURL_NAME,
    FURL_AREATAG,
    FURL_DOMAIN,
    FURL_ADDRESS,
    FURL_REQUEST,
    FURL_OBJECT,
    FURL_PATH,
    FURL_URL, /* a whole URL that somebody typed */
    FURL_COMPONENTS
};

extern const struct furl_component furl_components[FURL_COMPONENTS];

/* Room for escaping `n` octets: the written octets, a held back octet, and the octets that may be
 * overwritten after them. */
#define FURL_ESCAPED_MAX(n) (FURL_ESCAPE_SIZE * ((n) + 1) + FURL_SLACK)

/* A stream that escapes data for a component of a URL (draft 5.2.2). */
struct furl_escape {
    const struct furl_kernels *kernels;
    struct furl_escape_table table;
    unsigned char dashes; /* the number of `-` at the end of the written octets, 0 to 2 */
    bool cr;              /* a CR is held back, because an LF can follow */
};

/* Starts a stream that escapes for `component` under `rules`. If the rules are of an RFC, the
 * component must have an rfc_literal. */
void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component);

/* Makes octets literal, against the rules. The rule about `-` remains. */
void furl_escape_allow(struct furl_escape *escape, struct furl_range octets);

/* Makes octets escaped, against the rules. */
void furl_escape_forbid(struct furl_escape *escape, struct furl_range octets);

/* Treats the data as lines. Line ends, LF or CR LF, are unchanged. */
void furl_escape_lines(struct furl_escape *escape);

/*
 * Escapes `n` octets. Data may come in pieces of any size. `out` has room for FURL_ESCAPED_MAX(n),
 * all of which may be overwritten, and does not overlap `in`. Returns the number of octets written.
 * As a value, under fidourl, "a b+c -----" becomes "a+b%2Bc+--%2D--".
 */
size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out);

/* Returns the octets that their spellings change. */
struct furl_byteset furl_changed(const struct furl_spelling of[256]);

/* Forgets a held back octet. The next octet starts other data. */
void furl_escape_restart(struct furl_escape *escape);

/* Ends the data. Writes a held back octet to `out`, which has room for FURL_ESCAPED_MAX(0). Returns
 * the number of octets written. The next octet starts other data. */
size_t furl_escape_final(struct furl_escape *escape, unsigned char *out);

/* Escapes complete data to `out`, which has room for FURL_ESCAPED_MAX(data.n). Returns the number
 * of octets written. */
size_t furl_escape_all(struct furl_escape *escape, struct furl_range data, unsigned char *out);

/* Room for unescaping `n` octets: the written octets, held back octets, and the octets that may be
 * overwritten after them. */
#define FURL_UNESCAPED_MAX(n) ((n) + FURL_TERMINAL_MAX + FURL_ESCAPE_SIZE + FURL_SLACK)

/* Reports `n` `%` in a row that start no escape. The first one is in this column of the record,
 * from 1. */
typedef void furl_bad_escape(void *context, uint64_t column, uint64_t n);

/* A stream that unescapes a component of a URL. */
struct furl_unescape {
    const struct furl_kernels *kernels;
    struct furl_unescape_table table; /* `plus` may be changed before octets are fed */
    bool keep_controls;
    furl_bad_escape *bad_escape;
    void *context;
    uint64_t unchanged_n;                  /* the number of unchanged escapes in all records */
    uint64_t column;                       /* the number of octets fed from this record */
    unsigned char begun[FURL_ESCAPE_SIZE]; /* the start of an escape */
    size_t begun_n;
    struct furl_terminal guard;
};

/*
 * Starts a stream in which `+` means `plus`. Escapes of octets of `stays` are unchanged. If
 * `keep_controls`, escapes of control octets and of UTF-8 forms of the control set are unchanged,
 * too. The stream calls `bad_escape` with `context` for every malformed escape, in order.
 */
void furl_unescape_init(struct furl_unescape *unescape, unsigned char plus, struct furl_range stays,
                        bool keep_controls, furl_bad_escape *bad_escape, void *context);

/*
 * Unescapes `n` octets of a record. `out` has room for FURL_UNESCAPED_MAX(n), all of which may be
 * overwritten, and does not overlap `in`. Returns the number of octets written. Holds back an
 * incomplete escape or UTF-8 sequence. A `%` that starts no escape is reported, and is unchanged.
 * If `+` means a space, "a%41+%zz" becomes "aA %zz", with a report for column 6.
 */
size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/* Copies `n` octets, none of which belongs to an escape, to `out`. Nothing may be held back.
 * Returns `n`. */
size_t furl_unescape_bare(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/*
 * Ends the record. Writes held back octets to `out`, which has room for FURL_UNESCAPED_MAX(0).
 * Reports an incomplete escape. Returns the number of octets written. The next octet starts another
 * record.
 */
size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out);

/* Forgets held back octets. The next octet starts another record. */
void furl_unescape_restart(struct furl_unescape *unescape);

#endif
