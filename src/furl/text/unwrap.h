/* A record that holds a URL: taking off what is not part of it (fidourl(1), normalize). */
#ifndef FURL_UNWRAP_H
#define FURL_UNWRAP_H

#include "furl/octets/octets.h"
#include "furl/url/errors.h"

/*
 * Takes off the blanks, brackets, quotation marks and `URL:` round a URL, takes out its "%%"
 * breaks, wherever they are, and cuts off its fragment, unless that is to be kept. Where there is a
 * break, the result stands in `scratch`, which has room for record.n octets; else it is a part of
 * `record`. Returns FURL_FINE and sets `url`, empty if the record was nothing but wrapping; or
 * returns what is wrong and sets `where` to its offset in the record: FURL_OPEN_BREAK, a mark that
 * nothing continues; FURL_NO_SCHEME, a fragment alone.
 */
enum furl_error furl_unwrap(struct furl_range record, bool keep_fragment, unsigned char *scratch,
                            struct furl_range *url, size_t *where);

/* The same, but for breaks and fragment: what stands there, less what stands round it. Where that
 * has a canonical form, and no fragment, furl_unwrap gives the same. */
struct furl_range furl_unwrap_outside(struct furl_range record);

/* The offset in `record` of url.at[i], after furl_unwrap. */
size_t furl_unwrapped_at(struct furl_range record, const unsigned char *scratch,
                         struct furl_range url, size_t i);

#endif
