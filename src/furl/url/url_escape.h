/* Escaping a whole URL that somebody typed (`encode -c url`), and unescaping one (`decode -c url`).
 * The scheme is unchanged, and so are octets around the URL: white space and `URL:` before it, and
 * `<` and `>` or quotation marks around it. A record that does not begin with a scheme is a
 * relative reference. */
#ifndef FURL_URL_ESCAPE_H
#define FURL_URL_ESCAPE_H

#include "percent.h"
#include "url.h"

/* The tables for escaping the parts of a URL. */
enum furl_url_table {
    FURL_OF_FIDONET,
    FURL_OF_PARAMETER, /* `?` or `=` in a parameter would end the URL in text (draft 5.3.1) */
    FURL_OF_OTHERS,
    FURL_OF_WEB,  /* URLs of schemes with FURL_WHATWG */
    FURL_OF_BARS, /* URLs of schemes with FURL_BAR (draft 5.2.2.5) */
    FURL_OF_FORM, /* the query of a web URL, where a space is `+` (draft 5.2.2.4.2) */
    FURL_OF_HOST, /* an IPv6 address in brackets */
    FURL_URL_TABLES
};

/* The rules for escaping URLs, set up once. */
struct furl_url_escape {
    /* Fidonet URLs follow the rules of Fidonet, and other URLs have rules. */
    bool fidonet, others;
    bool wants_host;               /* web URLs without a host are malformed */
    struct furl_byteset forbidden; /* always escaped, so that they delimit nothing */
    struct furl_escape tables[FURL_URL_TABLES];
    /* Octets that a table changes, `%`, and in FURL_OF_WEB the octets that require a check of the
     * authority. */
    struct furl_byteset changed[FURL_URL_TABLES];
};

/* Sets up for a rule book or, if `rules` is NULL, for the rules of the scheme of each URL. `safe`
 * octets are literal and `unsafe` octets are escaped, against all rules. */
void furl_url_escape_init(struct furl_url_escape *how, const struct furl_rules *rules,
                          struct furl_range safe, struct furl_range unsafe);

/*
 * Escapes all octets that the URL in the record must not contain bare. Escapes are unchanged, and
 * escaping twice has the result of escaping once. `out` has room for FURL_ESCAPED_MAX(record.n),
 * all of which may be overwritten, and does not overlap the record. The error is FURL_WRONG_RULES
 * if the rule book is not for this scheme or for relative references, or an error of
 * furl_check_web. Its offset is in the record. A reference that begins with "//" is checked like a
 * web URL. For example:
 *     http://h/a b?c d  -> http://h/a%20b?c+d
 *     <area://a b>      -> <area://a+b>
 */
struct furl_result furl_escape_url(const struct furl_url_escape *how, struct furl_range record,
                                   unsigned char *out);

/*
 * Unescapes the URL in the record to `out`, which has room for FURL_UNESCAPED_MAX(record.n). The
 * stream `unescape` decides which escapes stay, and must be between two records. `+` is a space in
 * the scheme-specific part of a Fidonet URL, and in the query of a web URL. Returns the number of
 * octets written. For example:
 *     area://a+b%2Bc?d+e    -> area://a b+c?d e
 *     http://x/a+b?c+d#e+f  -> http://x/a+b?c d#e+f
 */
size_t furl_url_unescape(struct furl_unescape *unescape, struct furl_range record,
                         unsigned char *out);

#endif
