/* Delimiters round a URL in a record: taking off what is not part of it (RFC 3986, appendix C;
 * fidourl(1), normalize). */
#ifndef FURL_DELIMITERS_H
#define FURL_DELIMITERS_H

#include "furl/octets/octets.h"
#include "furl/url/errors.h"

/* The record without the blanks, brackets, quotation marks and `URL:` round it. Where the rest has
 * a canonical form, furl_undelimit gives the same. */
struct furl_range furl_without_delimiters(struct furl_range record);

/* What a record has inside. */
struct furl_undelimited {
    struct furl_range url; /* empty if the record was nothing but delimiters */
    enum furl_error error; /* FURL_OPEN_BREAK: a mark that nothing continues; or FURL_FINE */
    size_t where;          /* of an error: its offset in the record */
    struct furl_range record, outside; /* all of it, and that without delimiters */
    const unsigned char *joined;       /* outside, joined; NULL where it has no breaks */
};

/* Takes off the delimiters of a record, and its "%%" breaks, wherever they are. Where there is a
 * break, the URL is in `scratch`, which has room for record.n octets; else it is a part of the
 * record. */
struct furl_undelimited furl_undelimit(struct furl_range record, unsigned char *scratch);

/* The offset in the record of url.at[i]. */
size_t furl_undelimited_at(const struct furl_undelimited *undelimited, size_t i);

#endif
