/* Headers, types, encodings and parts of Internet mail (RFC 5322, 2045 to 2047, 3676). */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include "charset.h"
#include "furl/base/octets.h"

/* MIME: the types and encodings of parts (RFC 2045, 2046, 2231). */

enum mime_kind {
    MIME_OTHER,
    MIME_PLAIN, /* text/plain */
    MIME_HTML,
    MIME_CARD,    /* a calendar or a contact */
    MIME_TEXT,    /* any other text */
    MIME_MESSAGE, /* a message */
    MIME_MULTIPART,
    MIME_ALTERNATIVE, /* a multipart, as those below are: multipart/alternative */
    MIME_DIGEST,      /* multipart/digest */
    MIME_SEALED,      /* multipart/encrypted, or what is alike and no multipart */
};

/* Room for a boundary, which has 70 octets at most, but longer ones occur; and for the name of a
 * charset. One that does not fit counts as missing. */
enum { MIME_BOUNDARY_SIZE = 256, MIME_CHARSET_SIZE = 64 };

/* A Content-Type. A missing string is empty. */
struct mime_type {
    enum mime_kind kind;
    bool is_given;      /* the field has a type */
    bool flowed, delsp; /* RFC 3676 */
    char boundary[MIME_BOUNDARY_SIZE];
    char charset[MIME_CHARSET_SIZE];
};

/* Reads the value of a Content-Type, of up to MIME_VALUE_MAX octets. */
#define MIME_VALUE_MAX ((size_t)4096)
void mime_parse_type(const char *value, struct mime_type *type);

/* Whether a part with this Content-Transfer-Encoding must be decoded. */
bool mime_is_encoded(const char *encoding);

/* Room for what `n` octets become: at least one octet. */
#define MIME_DECODED_MAX(n) ((n) + 1)

/* Decodes octets by a Content-Transfer-Encoding; an unknown one leaves them as they are. Writes
 * to `out`, which needs room MIME_DECODED_MAX(n) outside the octets. Returns how many octets it
 * wrote. */
size_t mime_decode(const char *encoding, struct furl_range octets, unsigned char *out);

/* Headers (RFC 5322), with words in any charset (RFC 2047). */

/* A field: its name, and its body, which may be folded over lines. */
struct mail_header_field {
    struct furl_range name, body;
};

/* The name of the field that a line begins, or empty if it begins none. */
struct furl_range mail_field_name(struct furl_range line);

/* Whether the field is one of those that recognize a message, in any case. */
bool mail_is_known_field(struct furl_range name);

/* Reads the next field of a header and moves past it. A line that begins with a blank, "From " or a
 * colon counts as a field without a name. Returns false at the end of the header: past its empty
 * line; or before a line with no colon after its first word, unless a known field comes soon. */
bool mail_next_field(struct furl_range *rest, struct mail_header_field *field);

/* Writes the body of a field as one line, without blanks around it. `out` needs as much room as the
 * body. Returns how many octets it wrote. */
size_t mail_unfold(struct furl_range body, unsigned char *out);

/* Returns the first `<...>` in a line that mail_unfold wrote, without its brackets and outside of
 * quoted strings, comments and encoded words; none: `at` is NULL. The second function returns the
 * author's address in such a line (RFC 5322 3.4). Both use the line's memory, and restore it. */
struct furl_range mail_find_angle(unsigned char *line, size_t n);
struct furl_range mail_find_address(unsigned char *line, size_t n);

/* Writes the author's name in such a line to `out`, which has room for line.n octets: what comes
 * before the address that mail_find_address found, or is in a comment after it, without quotation
 * marks. Encoded words stay. Returns how many octets it wrote. */
size_t mail_put_name(struct furl_range line, struct furl_range address, unsigned char *out);

/* Charsets of a message. */
struct mail_charsets {
    const struct mail_charset *fallback; /* for what declares none; NULL: guess */
    bool guessed;                        /* something was, as something other than UTF-8 */
    const struct mail_charset *raw;      /* of text in a header that is neither encoded nor UTF-8 */
    bool unknown;                        /* set if a declared charset is unknown */
    bool is_utf8;                        /* the last octets were declared as UTF-8, and are that */
};

/* The charset of octets with a declared charset. ISO-8859-1 means CP1252. An unknown one gives
 * US-ASCII, which has no octets 80-FF. If none is declared, or one that the octets contradict, the
 * charset is the fallback, or else a guess. */
const struct mail_charset *mail_charset_of(struct mail_charsets *charsets,
                                           struct furl_range declared, struct furl_range octets);

/* Writes a line to `out` in UTF-8, with its encoded words decoded. What is not encoded is UTF-8, or
 * in charsets->raw. `out` needs room MAIL_UTF8_MAX(n) and MIME_DECODED_MAX(0) more. Returns how
 * many octets it wrote, or SIZE_MAX if memory runs out. */
size_t mail_decode_words(struct furl_range line, struct mail_charsets *charsets,
                         struct mail_converter *converter, unsigned char *out);

/*
 * The texts of an Internet message: its body, or those of its parts that are texts (RFC 2046). A
 * message in a message has parts, too. Of alternatives, plain text is enough, unless it is blank:
 * the caller, which decodes it, says so.
 *
 *     struct mail_entities entities = {.rest = message};
 *     while (mail_next_text(&entities, &text)) ... mail_had_text(&entities, &text) ...
 *
 * The time is linear in the message.
 */

/* How deep multiparts may nest: deeper ones count as texts. */
#define MAIL_NESTED 16

/* A text, still encoded. */
struct mail_entity {
    bool may_be_binary; /* a part without a type */
    bool is_spare;      /* it is read only for links that the text before it may lack */
    struct mime_type type;
    char encoding[32]; /* Content-Transfer-Encoding */
    struct furl_range content;
};

/* State of reading texts. To begin, zero all before `open`, and set `rest` and what is wanted of
 * the first header: the first field of each of these names, which are in lower case. */
struct mail_entities {
    struct furl_range rest;
    const char *const *names;
    struct furl_range *fields;
    size_t names_n;
    bool all;                     /* all alternatives are read */
    bool is_message[MAIL_NESTED]; /* the current part of each multipart is a message */
    size_t n;                     /* open multiparts */
    size_t around;                /* how many of them are around the message of the last text */
    bool over;                    /* no more entities */
    bool has_sealed;              /* a part was MIME_SEALED */
    struct mail_multipart {
        struct mime_type type;
        bool has_plain; /* it has a text/plain that is not blank, */
        bool has_links; /* and that has links, so that HTML says no more */
    } open[MAIL_NESTED];
};

/* Sets `text` to the next text. Returns whether there is one. */
bool mail_next_text(struct mail_entities *entities, struct mail_entity *text);

/* Call this for a text that is not blank, before the next mail_next_text: its alternatives are then
 * skipped, those in HTML only if it has links. */
void mail_had_text(struct mail_entities *entities, const struct mail_entity *text, bool has_links);

/* Whether the last text may have alternatives. */
bool mail_is_alternative(const struct mail_entities *entities);

/* Conversion of a part's text to plain text, in place. */

/* Joins the lines of format=flowed (RFC 3676). With `delsp`, drops the blank at each join. Ends
 * each line with LF, which needs room for one more octet. Returns how many octets are left. */
size_t mail_unflow(unsigned char *text, size_t n, bool delsp);

/* Unfolds the lines of a calendar (RFC 5545 3.1) or a contact (RFC 6350 3.2), and undoes the
 * escapes in their texts. Returns how many octets are left. */
size_t mail_plain_card(unsigned char *text, size_t n);

/* Makes text of HTML, which the buffer has from `from` to `*n`: markup stays, except for document
 * types and namespaces; references become characters; URLs in attributes are whole; between tags,
 * what marks where a word may be broken goes. Moves the end. Returns false if memory runs out. */
bool mail_plain_html(struct furl_buffer *buffer, size_t from, size_t *n);

/* The octets of the longest name of a character reference, and of the longest number with its
 * "#". */
#define MAIL_REFERENCE_MAX ((size_t)8)

/* The character of a name (HTML 4.01, section 24) or number, without "&" and ";". 0 if it is
 * unknown, or a character that no text has. */
uint32_t mail_reference(struct furl_range name);

#endif
