/* Percent-encoding: rule books, escaping, unescaping, and what a terminal may see (draft 5.2.2; RFC
 * 1630, 1738, 2396 and 3986; fidourl(1), encode and decode). */
#ifndef FURL_PERCENT_H
#define FURL_PERCENT_H

#include <stdint.h>
#include <string.h>

#include "furl/base/octets.h"
#include "furl/base/utf8.h"
#include "furl/kernels/kernels.h"

/* A rule book. Letters and digits are literal in all of them. */
struct furl_rules {
    const char *name;
    const char *literal; /* what else is literal in every component */
    unsigned char space; /* what a space in a component becomes; '\0': an escape */
    unsigned char plus;  /* what `+` in a component means */
    bool breaks_dashes;  /* it never writes three `-` in a row (draft 5.2.2.2) */
    /* For whole URLs; NULL in the rule book of Fidonet: */
    const char *decoded; /* octets whose escapes are needless */
    const char *bare;    /* octets that may be bare */
    bool drops_void;     /* it drops an empty fragment */
    bool keeps_bars;     /* it keeps a bare `|` in ed2k (draft 5.2.2.5) */
    bool drops_userinfo; /* it drops an empty userinfo (RFC 3986 6.2.3) */
    bool removes_dots;   /* it removes dot segments after an authority (RFC 3986 6.2.2.3) */
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

/* Whether it is the rule book of Fidonet, not of an RFC. */
static inline bool furl_is_fidourl(const struct furl_rules *rules)
{
    return rules->bare == NULL;
}

/* The default rule book of URLs that are not of Fidonet. */
#define FURL_RULES_OF_OTHERS FURL_RFC3986

/* A component of a URL, for which encode and decode work. */
struct furl_component {
    const char *name;
    const char *literal;     /* what is literal besides, under fidourl */
    const char *rfc_literal; /* the same under the RFCs; NULL: they have no such component */
    bool rfc_escapes_space;  /* under the RFCs, a space always becomes an escape */
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
    FURL_URL, /* a whole URL, as somebody typed it */
    FURL_COMPONENTS
};

extern const struct furl_component furl_components[FURL_COMPONENTS];

/* Room for what escaping may write for `n` octets, one that is held back, and what it may overwrite
 * after that. */
#define FURL_ESCAPED_MAX(n) (FURL_ESCAPE_SIZE * ((n) + 1) + FURL_SLACK)

/* Escapes data for a component of a URL, as a stream (draft 5.2.2). */
struct furl_escape {
    const struct furl_kernels *kernels;
    struct furl_escape_table spellings;
    unsigned char dashes; /* how many `-` were written last, 0 to 2 */
    bool cr;              /* a CR is held back, since an LF may follow */
};

/* Starts a stream that escapes for `component` under `rules`. The component must have an
 * rfc_literal if the rules are those of an RFC. */
void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component);

/* Makes octets literal, whatever the rules say, except the rule about `-`. */
void furl_escape_allow(struct furl_escape *escape, struct furl_range octets);

/* Makes octets escaped, whatever the rules say. */
void furl_escape_forbid(struct furl_escape *escape, struct furl_range octets);

/* Treats the stream as lines: their ends, LF or CR LF, stay. */
void furl_escape_lines(struct furl_escape *escape);

/*
 * Escapes `n` octets to `out`, room FURL_ESCAPED_MAX(n), all of which may be overwritten, and which
 * does not overlap them. Returns the number of octets written. Data may come in pieces of any size.
 */
size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out);

/* The octets that their spellings do not leave as they are. */
struct furl_byteset furl_changed(const struct furl_spelling of[256]);

/* Forgets what is held back. The next octet starts other data. */
void furl_escape_restart(struct furl_escape *escape);

/* Ends the data: writes what is held back to `out`, room FURL_ESCAPED_MAX(0). Returns the number of
 * octets written. The next octet starts other data. */
size_t furl_escape_final(struct furl_escape *escape, unsigned char *out);

/* Both for data that is there: room FURL_ESCAPED_MAX(data.n). Returns the number of octets written.
 */
size_t furl_escape_all(struct furl_escape *escape, struct furl_range data, unsigned char *out);

/*
 * The guard keeps controls from a terminal: octets 00-1F and 7F, and the UTF-8 forms of the code
 * points of the control set. The caller gives each octet together with what to write if it proves
 * to be part of a control.
 */

/* The first octets of the UTF-8 forms of the control set. */
#define FURL_STARTS_CONTROL(o)                                                                     \
    ((o) == 0xC2 || (o) == 0xD8 || (o) == 0xE2 || (o) == 0xEF || (o) == 0xF3)
extern const struct furl_byteset furl_control_starts;

/* The most octets that are written for one octet, those held back included. */
#define FURL_TERMINAL_MAX (FURL_SHOWN_MAX * FURL_INSTEAD)
#define FURL_INSTEAD      (sizeof "\\xHH" - 1)

/* The state of the guard. All zero: ready for use. */
struct furl_terminal {
    unsigned char octets[FURL_SHOWN_MAX]; /* the start of a sequence, perhaps after a joiner */
    unsigned char instead[FURL_SHOWN_MAX][FURL_INSTEAD];
    unsigned char instead_n[FURL_SHOWN_MAX];
    size_t held;
    bool joins; /* a joiner may come after the last character; a caller that writes octets which
                   are no control, and are not fed, sets it if the last one is 80-FF */
};

/*
 * Feeds one octet, with 1 to FURL_INSTEAD octets to write instead if it is part of a control.
 * Writes what is certain to `out`, room FURL_TERMINAL_MAX. Returns the number of octets written.
 * The guard holds back a UTF-8 sequence that is incomplete and may be a control, and a joiner,
 * until the next character is there.
 */
size_t furl_terminal_feed(struct furl_terminal *guard, unsigned char octet,
                          const unsigned char *instead, size_t instead_n, unsigned char *out);

/* Ends the record: writes the octets held back, which are no control except for a joiner, as above.
 */
size_t furl_terminal_final(struct furl_terminal *guard, unsigned char *out);

/* Room for what unescaping may write for `n` octets, those held back, and what it may overwrite
 * after that. */
#define FURL_UNESCAPED_MAX(n) ((n) + FURL_TERMINAL_MAX + FURL_ESCAPE_SIZE + FURL_SLACK)

/* Reports `n` `%` in a row that start no escape. The first one is in that column of the record,
 * from 1. */
typedef void furl_bad_escape(void *context, uint64_t column, uint64_t n);

/* Unescapes a component of a URL, as a stream. */
struct furl_unescape {
    const struct furl_kernels *kernels;
    struct furl_unescape_table meanings; /* `plus` may be changed before octets are fed */
    bool keep_controls;
    furl_bad_escape *bad_escape;
    void *context;
    uint64_t stayed;                       /* how many escapes stayed, in all records */
    uint64_t column;                       /* octets of this record that were fed */
    unsigned char begun[FURL_ESCAPE_SIZE]; /* the start of an escape */
    size_t begun_n;
    struct furl_terminal guard;
};

/*
 * Starts a stream in which `+` means `plus`. Escapes of the octets of `stays` stay as they are;
 * with `keep_controls`, so do those of control octets, and of UTF-8 forms of the control set.
 * `bad_escape` gets `context`, and all malformed escapes in order.
 */
void furl_unescape_init(struct furl_unescape *unescape, unsigned char plus, struct furl_range stays,
                        bool keep_controls, furl_bad_escape *bad_escape, void *context);

/*
 * Unescapes `n` octets of a record to `out`, room FURL_UNESCAPED_MAX(n), all of which may be
 * overwritten, and which does not overlap them. Returns the number of octets written. An incomplete
 * escape or UTF-8 sequence is held back. A `%` that starts no escape is reported, and stays.
 */
size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/* Copies `n` octets that are not part of an escape to `out`. Nothing may be held back. Returns `n`.
 */
size_t furl_unescape_bare(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/*
 * Ends the record: writes what is held back to `out`, room FURL_UNESCAPED_MAX(0), and reports an
 * incomplete escape. Returns the number of octets written. The next octet starts another record.
 */
size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out);

/* Forgets what is held back. The next octet starts another record. */
void furl_unescape_restart(struct furl_unescape *unescape);

#endif
