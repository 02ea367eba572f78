/* Headers, types, encodings and parts of Internet mail (RFC 5322, 2045 to 2047, 3676). */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include "charset.h"
#include "furl/base/octets.h"

/* What MIME says of a part, and the way its octets are transferred (RFC 2045, 2046, 2231). */

enum mime_kind {
    MIME_OTHER,
    MIME_PLAIN, /* text/plain */
    MIME_HTML,
    MIME_CARD, /* a calendar or a contact */
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

/* Headers of Internet messages (RFC 5322), with words in any charset (RFC 2047). */

/* A field: its name, and its body, which may go on over lines. */
struct mail_header_field {
    struct furl_range name, body;
};

/* The name of the field that a line begins; empty: it begins none. */
struct furl_range mail_field_name(struct furl_range line);

/* Whether it is one of the fields by which a message is recognized, in any case. */
bool mail_is_known_field(struct furl_range name);

/*
 * Takes a field off the front of octets that begin in a header. A line that begins with a blank,
 * "From " or a colon is taken for one without a name. Returns whether there was any: at the end of
 * the header its empty line is taken; a line without a colon after its first word ends it, too,
 * unless a known field comes next.
 */
bool mail_next_field(struct furl_range *rest, struct mail_header_field *field);

/* Writes the body of a field as one line, without blanks around it. `out`: room for its octets.
 * Returns how many octets it wrote. */
size_t mail_unfold(struct furl_range body, unsigned char *out);

/* Charsets of a message. */
struct mail_charsets {
    const struct mail_charset *fallback; /* of what declares none; NULL: it is guessed */
    const struct mail_charset *raw;      /* of what is not encoded in a header, and no UTF-8 */
    bool unknown;                        /* is set where a declared one is not known */
};

/*
 * The charset of octets: the declared one, by name, where ISO-8859-1 means CP1252; of an unknown
 * one, US-ASCII, which has no octet 80-FF. Where none is declared, or US-ASCII or unknown-8bit,
 * which say nothing, the fallback; else a guess.
 */
const struct mail_charset *mail_charset_of(struct mail_charsets *charsets,
                                           struct furl_range declared, struct furl_range octets);

/*
 * Writes a line in UTF-8 to `out`, room MAIL_UTF8_MAX of its octets and MIME_DECODED_MAX(0) more,
 * its encoded words decoded. What is not encoded is UTF-8, or in charsets->raw. Returns how many
 * octets it wrote; SIZE_MAX where there is no memory.
 */
size_t mail_decode_words(struct furl_range line, struct mail_charsets *charsets,
                         struct mail_converter *converter, unsigned char *out);

/*
 * The texts in an Internet message: its body, or those of its parts that are texts (RFC 2046). A
 * message in a message is taken apart, too. Of alternatives, plain text is enough, unless it is
 * blank, which the caller says, who decodes it.
 *
 *     struct mail_entities entities = {.rest = message};
 *     while (mail_next_text(&entities, &text)) ... mail_had_text(&entities, &text) ...
 *
 * The time is linear, whatever the message is.
 */

/* The most multiparts in each other; deeper ones are taken for texts. */
#define MAIL_NESTED 16

/* A text, as it is transferred. */
struct mail_entity {
    struct mime_type type;
    char encoding[32]; /* Content-Transfer-Encoding */
    struct furl_range content;
};

/* Where reading is; the caller's. */
struct mail_entities {
    struct furl_range rest;
    struct mail_multipart {
        struct mime_type type;
        bool has_plain; /* a text/plain that is not blank */
    } open[MAIL_NESTED];
    bool is_message[MAIL_NESTED]; /* its current part is a message */
    size_t n;                     /* multiparts that are open */
    size_t around;                /* of these, those around the message that the last text is of */
    bool over;                    /* no entity begins at `rest` */
};

/* Goes on to the next text. Returns whether there is one. */
bool mail_next_text(struct mail_entities *entities, struct mail_entity *text);

/* Says that a text is not blank: its alternatives are then skipped. Call it
 * before the next mail_next_text. */
void mail_had_text(struct mail_entities *entities, const struct mail_entity *text);

/* What makes plain text of the text of a part, in place. */

/* Joins lines that format=flowed cut (RFC 3676); with `delsp`, without the
 * blank at which they are cut. Ends each line with LF: there must be room for
 * one more octet. Returns how many octets are left. */
size_t mail_unflow(unsigned char *text, size_t n, bool delsp);

/* Joins the lines of a calendar (RFC 5545 3.1) or a contact (RFC 6350 3.2), and undoes the escapes
 * in their texts. Returns how many octets are left. */
size_t mail_plain_card(unsigned char *text, size_t n);

/* Replaces HTML's character references, which URLs in attributes have too, by
 * UTF-8; other markup stays. No character is longer than its reference. Returns
 * how many octets are left. */
size_t mail_unescape(unsigned char *text, size_t n);

/* References to characters in HTML: by name (HTML 4.01, section 24), or by number. */

/* The octets of the longest name, and of a number with its "#". */
#define MAIL_REFERENCE_MAX ((size_t)8)

/* The character that is named so, without "&" and ";". 0: none, or one that no text has. */
uint32_t mail_reference(struct furl_range name);

#endif
