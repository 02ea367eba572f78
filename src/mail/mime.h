/* What MIME says of a part, and the way its octets are transferred (RFC 2045, 2046, 2231). */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include "furl/octets/octets.h"

enum mime_kind {
    MIME_OTHER,
    MIME_PLAIN, /* text/plain */
    MIME_HTML,
    MIME_TEXT, /* any other text */
    MIME_MULTIPART,
    MIME_ALTERNATIVE, /* multipart/alternative */
    MIME_DIGEST,      /* multipart/digest */
    MIME_MESSAGE,     /* a message */
};

/* Room for a boundary, of 70 octets at most, or what somebody takes for one; for the name of a
 * charset. What is longer is as if there were none. */
enum { MIME_BOUNDARY_SIZE = 256, MIME_CHARSET_SIZE = 64 };

/* A Content-Type. Strings are empty where there is no such thing. */
struct mime_type {
    enum mime_kind kind;
    bool flowed, delsp; /* RFC 3676 */
    char boundary[MIME_BOUNDARY_SIZE];
    char charset[MIME_CHARSET_SIZE];
};

/* Reads the value of a Content-Type: a string of up to MIME_VALUE_MAX octets. */
#define MIME_VALUE_MAX ((size_t)4096)
void mime_parse_type(const char *value, struct mime_type *type);

/* Whether what has this Content-Transfer-Encoding, a string, has to be decoded. */
bool mime_is_encoded(const char *encoding);

/* Room for what `n` octets become, one at least. */
#define MIME_DECODED_MAX(n) ((n) + 1)

/*
 * Undoes the encoding that a Content-Transfer-Encoding names, a string: of an unknown one the
 * octets are as they are. Writes to `out`, room MIME_DECODED_MAX(n), not the same memory. Returns
 * how many octets it wrote.
 */
size_t mime_decode(const char *encoding, struct furl_range octets, unsigned char *out);

#endif
