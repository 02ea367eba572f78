/* Headers of Internet messages (RFC 5322), with words in any charset (RFC 2047). */
#ifndef MAIL_HEADER_H
#define MAIL_HEADER_H

#include "convert.h"

/* A field: its name, and its body, which may go on over lines. */
struct mail_field {
    struct furl_range name, body;
};

/*
 * Takes a field off the front of octets that begin in a header. A line that begins with a blank,
 * "From " or a colon is taken for one without a name. Returns whether there was any: at the end of
 * the header its empty line is taken; a line without a colon after its first word ends it, too.
 */
bool mail_take_field(struct furl_range *rest, struct mail_field *field);

/* Writes the body of a field as one line, without blanks around it. `out`: room for its octets.
 * Returns how many octets it wrote. */
size_t mail_unfold(struct furl_range body, unsigned char *out);

/* Charsets of what does not tell its own. */
struct mail_charsets {
    struct furl_range declared;          /* of a part, by name; or none */
    const struct mail_charset *fallback; /* or NULL: guess */
};

/* The charset of octets: what is declared, if there is a table of it; else the fallback; else a
 * guess. (US-ASCII says nothing: what is so, is so in UTF-8.) */
const struct mail_charset *mail_charset_of(const struct mail_charsets *charsets,
                                           struct furl_range octets);

/*
 * Writes a line in UTF-8 to `out`, room MAIL_UTF8_MAX of its octets and MIME_DECODED_MAX(0) more,
 * its encoded words decoded. What is not encoded is UTF-8, or as `charsets` say. Returns how many
 * octets it wrote; SIZE_MAX where there is no memory.
 */
size_t mail_decode_words(struct furl_range line, const struct mail_charsets *charsets,
                         struct mail_converter *converter, unsigned char *out);

#endif
