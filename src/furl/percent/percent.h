/* Escapes: the rule books, data to octets of a URL and back, and what a terminal may see (draft
 * 5.2.2; RFC 1630, 1738, 2396 and 3986; fidourl(1), encode and decode). */
#ifndef FURL_PERCENT_H
#define FURL_PERCENT_H

#include <stdint.h>
#include <string.h>

#include "furl/base/octets.h"
#include "furl/base/utf8.h"
#include "furl/kernels/kernels.h"

/* Rule books and components: which octets stay, and what becomes of a space. Data, no code. */

/* A rule book: a row of data. Letters and digits stay as they are in all of them. */
struct furl_rules {
    const char *name;
    const char *literal; /* what else stays, where data is escaped for a component */
    unsigned char space; /* what a space becomes there; '\0': an escape */
    unsigned char plus;  /* what `+` in a component stands for */
    bool breaks_dashes;  /* no three `-` in a row are written (draft 5.2.2.2) */
    /* Of whole URLs, but Fidonet's under their own rules: NULL there. */
    const char *decoded; /* octets whose escapes are needless */
    const char *bare;    /* octets that may be bare */
    bool drops_void;     /* an empty fragment goes */
    bool keeps_bars;     /* a bare `|` stays in ed2k (draft 5.2.2.5) */
    bool removes_dots;   /* a path after an authority loses its dot segments (RFC 3986 6.2.2.3) */
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

/* Whether it is the rule book of Fidonet's URLs, and no RFC's. */
static inline bool furl_is_fidourl(const struct furl_rules *rules)
{
    return rules->bare == NULL;
}

/* The rule book of URLs that are not Fidonet's, unless another one is named. */
#define FURL_RULES_OF_OTHERS FURL_RFC2396

/* A component of a URL: a row of data. */
struct furl_component {
    const char *name;
    const char *literal;     /* what stays, besides what the rule book leaves: under fidourl */
    const char *rfc_literal; /* under the others; NULL: they do not know this component */
    bool rfc_escapes_space;  /* there, a space is always an escape */
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
    FURL_URL, /* a whole one, as somebody typed it */
    FURL_COMPONENTS
};

extern const struct furl_component furl_components[FURL_COMPONENTS];

/* Escaping: data in, a component of a URL out (draft 5.2.2). */

/* The most octets that may be written where `n` octets are fed: what counts, one held back
 * included, and after it anything. */
#define FURL_ESCAPED_MAX(n) (FURL_ESCAPE_SIZE * ((n) + 1) + FURL_SLACK)

/* The state of a stream; the caller's. */
struct furl_escape {
    const struct furl_kernels *kernels;
    struct furl_spellings spellings;
    unsigned char dashes; /* `-` written last, in a row: 0 to 2 */
    bool cr;              /* a CR is held back, which an LF may follow */
};

/* Begins a stream, or begins it anew: escapes as `component` wants it under `rules`, which know it
 * (if they are an RFC's, it has an rfc_literal). */
void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component);

/* Makes octets literal, whatever the rules say of them, except the one about `-`. */
void furl_escape_allow(struct furl_escape *escape, struct furl_range octets);

/* Makes octets escaped, whatever the rules say of them. */
void furl_escape_forbid(struct furl_escape *escape, struct furl_range octets);

/* Makes the stream one of many records, each a line: LF, or CR LF, stays as it is. */
void furl_escape_lines(struct furl_escape *escape);

/*
 * Escapes `n` octets to `out`, which has room for FURL_ESCAPED_MAX(n), all of which may be
 * overwritten, and does not overlap them. Returns the number written. The state kept is the run of
 * `-` and, among lines, a CR that came last, so data may come in pieces of any size. There are no
 * errors.
 */
size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out);

/* The same for one octet, whose spelling it is, where the stream is not one of lines: to `out`,
 * room for a spelling, all of which may be overwritten. `dashes` is as in struct furl_escape. */
static inline size_t furl_escape_octet(const struct furl_spelling *spelling, unsigned char *dashes,
                                       unsigned char octet, unsigned char *out)
{
    if (furl_depends(spelling) && *dashes < 2) {
        ++*dashes;
        out[0] = octet;
        return 1;
    }
    size_t n = furl_spell(spelling, out);
    *dashes = 0;
    return n != FURL_DEPENDS ? n : FURL_ESCAPE_SIZE;
}

/* Forgets what was held back: the next octet begins other data. */
void furl_escape_restart(struct furl_escape *escape);

/* Ends the data: writes what was held back to `out`, room FURL_ESCAPED_MAX(0). Returns the number
 * written; the next octet begins other data. */
size_t furl_escape_final(struct furl_escape *escape, unsigned char *out);

/*
 * The guard: keeps controls from coming out bare. A control is an octet 00-1F or 7F, or the UTF-8
 * form of a code point of the control set. Whoever feeds the guard says, with each octet, what to
 * write in its place should it turn out to be part of a control.
 */

/* The first octets of the UTF-8 forms of the control set. */
#define FURL_STARTS_CONTROL(o)                                                                     \
    ((o) == 0xC2 || (o) == 0xD8 || (o) == 0xE2 || (o) == 0xEF || (o) == 0xF3)
extern const struct furl_byteset furl_control_starts;

/* The most octets that one octet fed can bring out, those held back included. */
#define FURL_TERMINAL_MAX (FURL_UTF8_MAX * FURL_ESCAPE_SIZE)

/* The state of a stream; the caller's. All zero: nothing held back, ready for use. */
struct furl_terminal {
    unsigned char octets[FURL_UTF8_MAX]; /* the UTF-8 sequence begun, as it would come out bare */
    unsigned char instead[FURL_UTF8_MAX][FURL_ESCAPE_SIZE];
    unsigned char instead_n[FURL_UTF8_MAX];
    size_t held;
};

/*
 * Takes one octet, and the 1 to FURL_ESCAPE_SIZE octets at `instead` to write should it be part of
 * a control. Writes to `out`, room FURL_TERMINAL_MAX, what is certain now, and returns how much
 * that is. A UTF-8 sequence that is not complete and may be a control is held back.
 */
size_t furl_terminal_feed(struct furl_terminal *guard, unsigned char octet,
                          const unsigned char *instead, size_t instead_n, unsigned char *out);

/* Ends the record: writes the octets held back, which are no control, to `out`, as above. */
size_t furl_terminal_final(struct furl_terminal *guard, unsigned char *out);

/* Unescaping: an escaped component in, its data out. */

/* The most octets that may be written where `n` octets are fed: what counts, those held back
 * included, and after it anything. */
#define FURL_UNESCAPED_MAX(n) ((n) + FURL_TERMINAL_MAX + FURL_ESCAPE_SIZE + FURL_SLACK)

/* Called for each `%` that starts no escape, in order: for `n` of them in a row, the first one in
 * that column of the record, from 1. */
typedef void furl_bad_escape(void *context, uint64_t column, uint64_t n);

/* The state of a stream; the caller's. The counters may be read at any time. */
struct furl_unescape {
    const struct furl_kernels *kernels;
    struct furl_meanings meanings; /* `plus` may be changed before octets are fed */
    bool keep_controls;
    furl_bad_escape *bad_escape;
    void *context;
    uint64_t stayed; /* escapes of octets that are to stay, over all records */
    uint64_t column; /* octets of this record read so far */
    unsigned char begun[FURL_ESCAPE_SIZE]; /* an escape, as far as it was read */
    size_t begun_n;
    struct furl_terminal guard;
};

/*
 * Begins a stream of components, in which `+` stands for the octet `plus`. Escapes of the octets of
 * `stays` (may have none) are left as they are, case too; with `keep_controls` those of control
 * octets as well, and those in UTF-8 forms of the control set. `bad_escape` is called with
 * `context` for each malformed escape.
 */
void furl_unescape_init(struct furl_unescape *unescape, unsigned char plus, struct furl_range stays,
                        bool keep_controls, furl_bad_escape *bad_escape, void *context);

/*
 * Unescapes `n` octets of a record to `out`, which has room for FURL_UNESCAPED_MAX(n), all of which
 * may be overwritten, and does not overlap them. Returns the number written. An escape or a UTF-8
 * sequence that is not complete is held back. A `%` that starts no escape is reported, and it alone
 * stays.
 */
size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/* Copies `n` octets, which are part of no escape, to `out`, which has room for them. Nothing of the
 * record may be held back. Returns `n`. */
size_t furl_unescape_bare(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/*
 * Ends the record: writes what was held back to `out`, room FURL_UNESCAPED_MAX(0), reporting an
 * escape left open. Returns the number written; the next octet begins another record.
 */
size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out);

/* Forgets what was held back of the record: the next octet begins another one. */
void furl_unescape_restart(struct furl_unescape *unescape);

#endif
