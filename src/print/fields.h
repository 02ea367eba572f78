/* What is known of a URL, by name, for JSON and templates (fidourl(1), parse). */
#ifndef FIELDS_H
#define FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "furl/base/buffer.h"
#include "furl/text/breaks.h"
#include "furl/url/canonical.h"
#include "furl/url/url.h"
#include "mail/mail.h"

/* Room for a number of 64 bits in decimal. */
#define NUMBER_SIZE (sizeof "18446744073709551615")

/* Writes a number in decimal to the end of `out`. Returns its first digit. */
const char *decimal(uint64_t number, char out[NUMBER_SIZE]);

/* Bits for what must be known to fill in a field. */
enum {
    NEEDS_CANONICAL = 1 << 0,
    NEEDS_PARTS = 1 << 1,
    NEEDS_DISPLAY = 1 << 2,
    NEEDS_TEXT = 1 << 3,  /* the URL was found in text */
    NEEDS_LINE = 1 << 4,  /* lines are counted */
    NEEDS_HEAD = 1 << 5,  /* there is a message */
    NEEDS_FILE = 1 << 6,  /* there is an input */
    NEEDS_URL = 1 << 7,   /* there is a URL */
    NEEDS_QUOTE = 1 << 8, /* quoted lines are told */
    NEEDS_SCHEME = 1 << 9,
    NEEDS_CONTEXT = 1 << 10, /* the line of the URL is told */
    NEEDS_WRITTEN = 1 << 11, /* so are names and the subject of the message, */
    NEEDS_DERIVED = 1 << 12, /* and its dates and its author's address */

    NEEDS_ALONE =
        NEEDS_CANONICAL | NEEDS_PARTS | NEEDS_DISPLAY, /* can be told from the URL alone */
    NEEDS_IN_RECORD = NEEDS_URL | NEEDS_SCHEME | NEEDS_ALONE,
    NEEDS_IN_TEXT =
        NEEDS_IN_RECORD | NEEDS_FILE | NEEDS_TEXT | NEEDS_LINE | NEEDS_QUOTE | NEEDS_CONTEXT,
    NEEDS_IN_MAIL = NEEDS_IN_TEXT | NEEDS_HEAD | NEEDS_WRITTEN | NEEDS_DERIVED,
    NEEDS_OF_MAIL = NEEDS_FILE | NEEDS_HEAD | NEEDS_WRITTEN | NEEDS_DERIVED,
};

/* All that is known of a URL. Only what is needed is set. Absent parts are empty. */
struct fields {
    struct furl_range url; /* as read: joined, without delimiters */
    struct furl_range canonical, display;
    struct furl_parts parts; /* of the canonical form; without one, only the scheme */
    bool reads_amp;          /* `&amp;` before a parameter counts as `&` */

    /* Where it was found in text. */
    struct furl_range file;
    uint64_t line, offset, length;
    struct furl_range joined;  /* how it was joined, in words with commas, or empty */
    struct furl_range open;    /* "true" if it ends in "%%" without a continuation, else empty */
    struct furl_range quoted;  /* "true" if it begins in a quoted line, else empty */
    struct furl_range bare;    /* "true" if it has no scheme in the text, else empty */
    struct furl_range context; /* what is around it in its line */
    struct mail_head head;     /* of the message with the URL, in UTF-8 */
    struct furl_range link;    /* link to that message */
};

/* Sets the parts and the form for reading, as `needs` says. fields->parts are those that
 * furl_canonical_write set. The form for reading is in the memory of `display`. Returns false if
 * memory runs out. */
bool fields_of_canonical(struct fields *fields, unsigned needs, struct furl_buffer *display);

/* The kinds of values in struct fields: first those without controls, last those that are converted
 * before they are written. */
enum name_how {
    NAME_RANGE,  /* octets */
    NAME_DIGITS, /* digits, to be shown without leading zeros */
    NAME_NUMBER,
    NAME_TRUE,    /* "true", or empty */
    NAME_WORDS,   /* words with commas between them, or empty */
    NAME_URL,     /* as NAME_RANGE if found in text; else any octets, as read */
    NAME_ANY,     /* any octets */
    NAME_LETTERS, /* UTF-8, which --where compares in any case */
    NAME_DECODED, /* octets of the canonical form, to be decoded */
    NAME_AREAS,   /* areas of the canonical form, to be separated by blanks */
    NAME_PARAM,   /* value of the first parameter with the name after the dot, to be decoded */
};

/* A name: a row of the table. */
struct field_name {
    const char *text;
    unsigned needs; /* bits of what must be known */
    enum name_how how;
    size_t at;       /* offset of the value in struct fields */
    bool may_be_set; /* `edit` may set it */
};

/* The prefix of the names of a message's head. */
#define FIELDS_OF_HEAD "msg."

/* The table. After the last row, `text` is NULL. */
enum { FIELD_NAMES = 44 };
extern const struct field_name field_names[FIELD_NAMES + 1];

/* Lists the rows that need no more than `needs`, and then NULL. */
void fields_choose(unsigned needs, const struct field_name *chosen[FIELD_NAMES + 1]);

/* For suggestions: the names of the table, and those of them that may be set. */
const char *nth_field_name(const void *table, size_t nth);
const char *field_name_to_set(const void *table, size_t nth);

/* The row of a name, or that of "param." for a name that begins so, or NULL. */
const struct field_name *field_named(struct furl_range text);

/* The part of a URL that a name which may be set stands for: the query, for "param.NAME". */
enum furl_url_part field_part(const struct field_name *name);

/* What help shows after a name: "NAME" if it ends with a dot, else "". `text` must not be empty. */
const char *field_name_rest(const char *text);

/* State of filling in what is known of URLs in text: canonical forms and their parts (fidourl(1),
 * extract). */
struct field_source {
    struct furl_canonical library;
    struct furl_buffer buffer;  /* the URL without breaks, and then the canonical form */
    struct furl_buffer display; /* the form for reading */
    struct furl_buffer escaped; /* the URL with `%25` for each `%` that starts no escape */
};

/* Makes the state. Returns NULL if memory runs out. Free it with field_source_free, which takes
 * NULL, too. */
struct field_source *field_source_new(void);
void field_source_free(struct field_source *source);

/* Writes the canonical form of a URL to the buffer, after the first url.n octets, for URLs without
 * breaks; the buffer must have room. Sets its parts, unless they are NULL, and inside->url. */
struct furl_result field_source_form(struct field_source *source, struct furl_range url,
                                     struct furl_parts *form, struct furl_unwrapped *inside);

/* Sets what `needs` asks for of the URL at fields->url. The canonical form is what `normalize
 * --keep-fragment` writes. Without one, it and the form for reading are the URL itself, and it has
 * no parts except the scheme, which stays as it is. All is valid until the next call. Returns false
 * if memory runs out. */
bool fields_fill(struct field_source *source, unsigned needs, struct fields *fields);

/* The same for a URL as --set and --where take it: if a `%` starts no escape, it means `%25`, and
 * fields->url becomes the URL with that. */
bool fields_fill_strays(struct field_source *source, unsigned needs, struct fields *fields);

#endif
