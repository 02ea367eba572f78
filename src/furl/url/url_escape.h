/* Escaping a whole URL that somebody typed, as `encode -c url` does, and unescaping one, as `decode
 * -c url` does. What is no part of the URL stays as it is: blanks and `URL:` before it, and `<` and
 * `>`, or quotation marks, around all of it. So does the scheme, and a record without a colon. */
#ifndef FURL_URL_ESCAPE_H
#define FURL_URL_ESCAPE_H

#include "furl/percent/percent.h"
#include "url.h"

/* What escaping makes of the octets of a part of a URL: a table for each. */
enum furl_url_table {
    FURL_OF_FIDONET,
    FURL_OF_PARAMETER, /* a further `?` or `=` in it would end the URL in text (draft 5.3.1) */
    FURL_OF_OTHERS,
    FURL_OF_BARS, /* of a scheme in which `|` is bare (draft 5.2.2.5) */
    FURL_OF_FORM, /* the query of an http(s) URL, where a space is `+` (draft 5.2.2.4.2) */
    FURL_OF_HOST, /* an IPv6 address in brackets */
    FURL_URL_TABLES
};

/* How URLs are escaped: set up once. */
struct furl_url_escape {
    bool fidonet, others;          /* such URLs have the rules of Fidonet; others have any */
    struct furl_byteset forbidden; /* always escaped, so that they delimit nothing */
    struct furl_escape tables[FURL_URL_TABLES];
};

/* By the rules of `rules`; NULL: by those of each URL's scheme. */
void furl_url_escape_init(struct furl_url_escape *how, const struct furl_rules *rules);

/* Makes octets literal, and others escaped, whatever the rules say of them. */
void furl_url_escape_adjust(struct furl_url_escape *how, struct furl_range safe,
                            struct furl_range unsafe);

/*
 * Escapes what the URL in the record may not contain; escapes that are there stay. Writes the
 * record to `out`, which has room for FURL_ESCAPED_MAX(record.n), all of which may be overwritten,
 * and does not overlap it. To escape twice is to escape once. The one error is that of a rule book
 * that is not for the scheme.
 */
struct furl_result furl_url_escape(const struct furl_url_escape *how, struct furl_range record,
                                   unsigned char *out);

/*
 * Unescapes the URL in the record, by a stream between two records, which says what stays, to
 * `out`, which has room for FURL_UNESCAPED_MAX(record.n). `+` is a space in the scheme-specific
 * part of a Fidonet URL, and in the query of an http(s) URL. Returns the number written.
 */
size_t furl_url_unescape(struct furl_unescape *unescape, struct furl_range record,
                         unsigned char *out);

#endif
