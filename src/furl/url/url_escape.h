/* Escaping a whole URL that somebody typed (`encode -c url`), and unescaping one (`decode -c url`).
 * What is not part of the URL stays: blanks and `URL:` before it, and `<` and `>` or quotation
 * marks around it. So does the scheme; what does not begin with one is a relative reference. */
#ifndef FURL_URL_ESCAPE_H
#define FURL_URL_ESCAPE_H

#include "furl/percent/percent.h"
#include "url.h"

/* The tables for escaping the parts of a URL. */
enum furl_url_table {
    FURL_OF_FIDONET,
    FURL_OF_PARAMETER, /* a `?` or `=` in it would end the URL in text (draft 5.3.1) */
    FURL_OF_OTHERS,
    FURL_OF_WEB,  /* of FURL_WHATWG */
    FURL_OF_BARS, /* for schemes with FURL_BAR (draft 5.2.2.5) */
    FURL_OF_FORM, /* the query of a web URL, where a space is `+` (draft 5.2.2.4.2) */
    FURL_OF_HOST, /* an IPv6 address in brackets */
    FURL_URL_TABLES
};

/* How to escape URLs: set up once. */
struct furl_url_escape {
    bool fidonet, others;          /* Fidonet URLs follow its rules; other URLs have rules */
    bool wants_host;               /* web URLs without a host are malformed */
    struct furl_byteset forbidden; /* always escaped, so that they delimit nothing */
    struct furl_escape tables[FURL_URL_TABLES];
    struct furl_byteset changed[FURL_URL_TABLES]; /* octets that do not stay as they are; `%`; and,
                                                     of the web, those for which its authority must
                                                      be checked */
};

/* Sets up for a rule book, or, if it is NULL, for the rules of the scheme of each URL. Makes octets
 * literal, and others escaped, whatever the rules say. */
void furl_url_escape_init(struct furl_url_escape *how, const struct furl_rules *rules,
                          struct furl_range safe, struct furl_range unsafe);

/*
 * Escapes what the URL in the record may not contain; escapes stay. Writes the record to `out`,
 * room FURL_ESCAPED_MAX(record.n), all of which may be overwritten, and which does not overlap it.
 * To escape twice is to escape once. The errors are a rule book that is not for the scheme, or for
 * relative references, and those of furl_check_web, with their offsets in the record; a reference
 * that begins with "//" may be one of the web.
 */
struct furl_result furl_escape_url(const struct furl_url_escape *how, struct furl_range record,
                                   unsigned char *out);

/*
 * Unescapes the URL in the record to `out`, room FURL_UNESCAPED_MAX(record.n). The stream, which is
 * between two records, says what stays. `+` is a space in the scheme-specific part of a Fidonet
 * URL, and in the query of a web URL. Returns the number of octets written.
 */
size_t furl_url_unescape(struct furl_unescape *unescape, struct furl_range record,
                         unsigned char *out);

#endif
