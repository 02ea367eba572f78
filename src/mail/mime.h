/* Headers, types, encodings and parts of Internet mail (RFC 5322, 2045 to 2047, 3676). */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include "charset.h"
#include "furl/core/octets.h"

/* MIME: the types and encodings of parts (RFC 2045, 2046, 2231). */

enum mime_kind {
    MIME_OTHER,
    MIME_PLAIN, /* text/plain */
    MIME_HTML,
    MIME_CARD,    /* a calendar or a contact */
    MIME_TEXT,    /* any other text */
    MIME_MESSAGE, /* a message */
    MIME_MULTIPART,
    MIME_ALTERNATIVE, /* multipart/alternative, also a multipart */
    MIME_DIGEST,      /* multipart/digest */
    MIME_SEALED,      /* multipart/encrypted, or an encrypted type that is no multipart */
};

/* Room for a boundary, and for the name of a charset. A boundary has at most 70 octets by the
 * standard, but longer boundaries occur. A string that does not fit is treated as missing. */
enum { MIME_BOUNDARY_SIZE = 256, MIME_CHARSET_SIZE = 64 };

/* A Content-Type. A missing string is empty. */
struct mime_type {
    enum mime_kind kind;
    bool is_given;      /* the field has a type */
    bool flowed, delsp; /* format=flowed and delsp=yes (RFC 3676) */
    char boundary[MIME_BOUNDARY_SIZE];
    char charset[MIME_CHARSET_SIZE];
};

/* Reads the value of a Content-Type, which has at most MIME_VALUE_MAX octets. */
#define MIME_VALUE_MAX ((size_t)4096)
void mime_parse_type(const char *value, struct mime_type *type);

/* Returns whether a part with this Content-Transfer-Encoding must be decoded. */
bool mime_is_encoded(struct furl_range encoding);

/* Room for `n` octets after decoding: at least one octet. */
#define MIME_DECODED_MAX(n) ((n) + 1)

/* Decodes octets by a Content-Transfer-Encoding. If the encoding is unknown, copies them. Writes to
 * `out`, which needs room for MIME_DECODED_MAX(n) octets and must not overlap the octets. Returns
 * the number of octets written. */
size_t mime_decode(const char *encoding, struct furl_range octets, unsigned char *out);

/* Headers (RFC 5322), with words in any charset (RFC 2047). */

/* A field: its name, and its body, which can be folded over several lines. */
struct mail_header_field {
    struct furl_range name, body;
};

/* Returns the name of the field that begins with the line, or an empty range. */
struct furl_range mail_field_name(struct furl_range line);

/* Returns whether the name, in any case, is the name of a field by which messages are
 * recognized. */
bool mail_is_known_field(struct furl_range name);

/* Reads the next field of a header and moves past it. A line that begins with a space, TAB, "From "
 * or a colon is treated as a field without a name. Returns false at the end of the header, which is
 * after an empty line. The header also ends before a line with no colon after its first word,
 * unless a known field follows soon. */
bool mail_next_field(struct furl_range *rest, struct mail_header_field *field);

/* Writes the body of a field as one line, without spaces and TABs at both ends. `out` needs as much
 * room as the body. Returns the number of octets written. */
size_t mail_unfold(struct furl_range body, unsigned char *out);

/* mail_find_angle returns the first `<...>` in a line from mail_unfold, without its brackets and
 * outside of quoted strings, comments and encoded words. The function mail_find_address returns the
 * author's address in such a line (RFC 5322 3.4). If there is none, `ptr` of the result is NULL.
 * Both functions change the line while they work, and restore it. */
struct furl_range mail_find_angle(unsigned char *line, size_t n);
struct furl_range mail_find_address(unsigned char *line, size_t n);

/* Writes the author's name in a line from mail_unfold to `out`, which has room for line.n octets.
 * The name is before the address that mail_find_address found, or in a comment after the address.
 * Quotation marks are removed. Encoded words stay. Returns the number of octets written. */
size_t mail_put_name(struct furl_range line, struct furl_range address, unsigned char *out);

/* The charsets of a message. */
struct mail_charsets {
    const struct mail_charset *fallback; /* charset if none is declared, or NULL to guess */
    bool guessed;                        /* a charset was guessed and is not UTF-8 */
    const struct mail_charset *raw; /* charset of header text that is neither encoded nor UTF-8 */
    bool unknown;                   /* a declared charset is unknown */
    bool is_utf8;                   /* the last octets were declared as UTF-8, and are UTF-8 */
};

/* Returns the charset of octets with a declared charset. ISO-8859-1 means CP1252. An unknown
 * charset gives a charset of mail_charset_wide, or else US-ASCII, which has no octets 80-FF. If no
 * charset is declared, or if the octets contradict the declaration, the charset is the fallback or
 * a guess. */
const struct mail_charset *mail_charset_of(struct mail_charsets *charsets,
                                           struct furl_range declared, struct furl_range octets);

/* Writes a line to `out` in UTF-8, with its encoded words decoded. Text that is not encoded is
 * UTF-8, or in charsets->raw. `out` needs room for MAIL_UTF8_MAX(n) and MIME_DECODED_MAX(0) octets.
 * Returns the number of octets written, or SIZE_MAX if memory runs out. */
size_t mail_decode_words(struct furl_range line, struct mail_charsets *charsets,
                         struct mail_converter *converter, unsigned char *out);

/*
 * The texts of an Internet message: its body, or its parts that are texts (RFC 2046). A message in
 * a message has parts, too. Of alternatives, plain text is enough, unless the plain text is blank.
 * The caller decodes the text, and calls mail_had_text if the text is not blank.
 *
 *     struct mail_entities entities = {.rest = message};
 *     while (mail_next_text(&entities, &text)) ... mail_had_text(&entities, &text) ...
 *
 * The time is linear in the message.
 */

/* The most multiparts that can nest. A deeper multipart is treated as a text. */
#define MAIL_NESTED 16

/* A text, still encoded. */
struct mail_entity {
    bool may_be_binary; /* the part has no type */
    bool is_spare;      /* the text is read only for links that the text before it may lack */
    struct mime_type type;
    char encoding[32]; /* Content-Transfer-Encoding */
    struct furl_range content;
};

/* The state of reading texts. To begin, zero all members before `open`. Set `rest`, and the wanted
 * names of the first header: `fields` receives the first field of each of `names`, which are in
 * lower case. */
struct mail_entities {
    struct furl_range rest;
    const char *const *names;
    struct furl_range *fields;
    size_t names_n;
    bool all;                     /* all alternatives are read */
    bool is_message[MAIL_NESTED]; /* the current part of each multipart is a message */
    size_t n;                     /* number of open multiparts */
    size_t around;   /* number of open multiparts around the message of the last text */
    bool over;       /* there are no more entities */
    bool has_sealed; /* a part was MIME_SEALED */
    struct mail_multipart {
        struct mime_type type;
        bool has_plain; /* a text/plain of the multipart is not blank */
        bool has_links; /* a text/plain of the multipart has links, so HTML is not needed */
    } open[MAIL_NESTED];
};

/* Sets `text` to the next text. Returns whether there is a text. */
bool mail_next_text(struct mail_entities *entities, struct mail_entity *text);

/* Records that a text is not blank. Call this before the next mail_next_text, which then skips the
 * text's alternatives. Alternatives in HTML are skipped only if the text has links. */
void mail_had_text(struct mail_entities *entities, const struct mail_entity *text, bool has_links);

/* Returns whether the last text can have alternatives. */
bool mail_is_alternative(const struct mail_entities *entities);

/* Conversion of a part's text to plain text, in place. */

/* Joins the lines of format=flowed (RFC 3676). If `delsp`, removes the space at each join. Ends
 * each line with LF, which needs room for one more octet. Returns the new number of octets. */
size_t mail_unflow(unsigned char *text, size_t n, bool delsp);

/* Unfolds the lines of a calendar (RFC 5545 3.1) or a contact (RFC 6350 3.2), and decodes the
 * escapes in their texts. Returns the new number of octets. */
size_t mail_plain_card(unsigned char *text, size_t n);

/* Converts the HTML in the buffer, from index `from` to `*n`, to text. Removes document types and
 * namespaces, and keeps other markup. Decodes character references. Makes URLs in attributes whole.
 * Between tags, removes marks of places where a word can be broken. Sets `*n` to the new end.
 * Returns false if memory runs out. */
bool mail_plain_html(struct furl_buffer *buffer, size_t from, size_t *n);

/* The most octets of a character reference's name, or of its number with the "#". */
#define MAIL_REFERENCE_MAX ((size_t)8)

/* Returns the character of a name (HTML 4.01, section 24) or number, without "&" and semicolon.
 * Returns 0 if the name is unknown, or if no text contains the character. */
uint32_t mail_reference(struct furl_range name);

#endif
