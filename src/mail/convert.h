/* From the charset of a message to UTF-8. */
#ifndef MAIL_CONVERT_H
#define MAIL_CONVERT_H

#include "charset.h"
#include "furl/octets/grow.h"

/* What makes UTF-8 of octets; the caller's, who frees `out.at`. All zero: nothing made yet. */
struct mail_converter {
    const struct mail_charset *charset; /* that of the forms; NULL: they mean nothing yet */
    struct mail_forms forms;
    struct furl_buffer out;
};

/* The most octets of UTF-8 that `n` octets become. */
#define MAIL_UTF8_MAX(n) (3 * (n))

/*
 * The octets of a charset in UTF-8; what it does not have, and what is no well-formed UTF-8, octet
 * by octet, becomes U+FFFD. They are in the converter's memory until the next call; or the very
 * octets, where they are UTF-8 as they are. `at` is NULL where there is no memory.
 */
struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets);

#endif
