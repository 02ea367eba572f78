/* The known facts of a URL, by name, for JSON and templates (fidourl(1), parse). */
#ifndef FIELDS_H
#define FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "furl/core/buffer.h"
#include "furl/text/breaks.h"
#include "furl/url/canonical.h"
#include "furl/url/url.h"
#include "mail/mail.h"

/* Room for a 64-bit number in decimal. */
#define NUMBER_SIZE (sizeof "18446744073709551615")

/* Writes a number in decimal at the end of `out`. Returns its first digit. */
const char *decimal(uint64_t number, char out[NUMBER_SIZE]);

/* Bits for the facts that a field needs. */
enum {
    NEEDS_CANONICAL = 1 << 0,
    NEEDS_PARTS = 1 << 1,
    NEEDS_DISPLAY = 1 << 2,
    NEEDS_TEXT = 1 << 3,  /* the URL is in a text */
    NEEDS_LINE = 1 << 4,  /* lines are counted */
    NEEDS_HEAD = 1 << 5,  /* there is a message */
    NEEDS_FILE = 1 << 6,  /* there is an input */
    NEEDS_URL = 1 << 7,   /* there is a URL */
    NEEDS_QUOTE = 1 << 8, /* quoted lines are recognized */
    NEEDS_SCHEME = 1 << 9,
    NEEDS_CONTEXT = 1 << 10, /* the line of the URL is known */
    NEEDS_WRITTEN = 1 << 11, /* names and the subject of the message are known */
    NEEDS_DERIVED = 1 << 12, /* the dates and the author's address are known */

    NEEDS_ALONE =
        NEEDS_CANONICAL | NEEDS_PARTS | NEEDS_DISPLAY, /* the facts that a URL alone gives */
    NEEDS_IN_RECORD = NEEDS_URL | NEEDS_SCHEME | NEEDS_ALONE,
    NEEDS_IN_TEXT =
        NEEDS_IN_RECORD | NEEDS_FILE | NEEDS_TEXT | NEEDS_LINE | NEEDS_QUOTE | NEEDS_CONTEXT,
    NEEDS_IN_MAIL = NEEDS_IN_TEXT | NEEDS_HEAD | NEEDS_WRITTEN | NEEDS_DERIVED,
    NEEDS_OF_MAIL = NEEDS_FILE | NEEDS_HEAD | NEEDS_WRITTEN | NEEDS_DERIVED,
};

/* All known facts of a URL. Only the needed members are set. Absent parts are empty. */
struct fields {
    struct furl_range url; /* the URL as read: joined, without delimiters */
    struct furl_range canonical, display;
    struct furl_parts parts; /* of the canonical form; otherwise only the scheme */
    bool reads_amp;          /* `&amp;` before a parameter means `&` */

    /* The place of the URL in a text. */
    struct furl_range file;
    uint64_t line, offset, length;
    struct furl_range joined;  /* how it was joined: words with commas, or empty */
    struct furl_range open;    /* "true" if it ends in "%%" without a continuation, or empty */
    struct furl_range quoted;  /* "true" if it begins in a quoted line, or empty */
    struct furl_range bare;    /* "true" if it has no scheme in the text, or empty */
    struct furl_range context; /* the octets of its line around the URL */
    struct mail_head head;     /* of the message that contains the URL, in UTF-8 */
    struct furl_range link;    /* the URL of the message */
};

/* Sets the parts and the form for display, as far as `needs` says. furl_canonical_write has set
 * fields->parts. `display` owns the form for display. Returns false if memory ran out. */
bool fields_of_canonical(struct fields *fields, unsigned needs, struct furl_buffer *display);

/* The kinds of values in struct fields. Values of the first kinds have no controls. Values of the
 * last kinds are converted before they are written. */
enum name_how {
    NAME_RANGE,  /* octets */
    NAME_DIGITS, /* digits, written without leading zeros */
    NAME_NUMBER,
    NAME_TRUE,    /* "true", or empty */
    NAME_WORDS,   /* words with commas, or empty */
    NAME_URL,     /* like NAME_RANGE if found in text, otherwise any octets as read */
    NAME_ANY,     /* any octets */
    NAME_LETTERS, /* UTF-8, which --where compares in any case */
    NAME_DECODED, /* octets of the canonical form, written decoded */
    NAME_AREAS,   /* areas of the canonical form, written with spaces */
    NAME_PARAM,   /* the first parameter of the name after the dot, decoded */
};

/* A name: a row of the table. */
struct field_name {
    const char *text;
    unsigned needs; /* bits of the facts that it needs */
    enum name_how how;
    size_t offset;   /* the offset of the value in struct fields */
    bool may_be_set; /* `edit` can set it */
};

/* The prefix of names of a message's head. */
#define FIELDS_OF_HEAD "msg."

/* The table. Its last row has a NULL `text`. */
enum { FIELD_NAMES = 44 };
extern const struct field_name field_names[FIELD_NAMES + 1];

/* Lists the rows that need no other facts than `needs`, and NULL at the end. */
void fields_choose(unsigned needs, const struct field_name *chosen[FIELD_NAMES + 1]);

/* For suggestions: return the nth name of the table, and the nth name that can be set, or NULL. */
const char *nth_field_name(const void *table, size_t nth);
const char *field_name_to_set(const void *table, size_t nth);

/* Returns the row of a name, the row "param." for "param.NAME", or NULL. */
const struct field_name *field_named(struct furl_range text);

/* Returns the part of a URL that a settable name means: for "param.NAME", the query. */
enum furl_url_part field_part(const struct field_name *name);

/* Returns the text that help shows after a name: "NAME" after a dot, otherwise "". `text` must not
 * be empty. */
const char *field_name_rest(const char *text);

/* The state for filling in the fields of URLs in text (fidourl(1), extract). */
struct field_source {
    struct furl_canonical library;
    struct furl_buffer buffer;  /* the URL without breaks, then the canonical form */
    struct furl_buffer display; /* the form for display */
    struct furl_buffer escaped; /* the URL with `%25` for each `%` that starts no escape */
};

/* Makes the state. Returns NULL if memory ran out. Free it with field_source_free, which allows
 * NULL. */
struct field_source *field_source_new(void);
void field_source_free(struct field_source *source);

/* Writes the canonical form of `url` to source->buffer, after the first url.n octets, which hold
 * the URL without breaks. The buffer must have room. Sets `form`, unless NULL, to the parts, and
 * inside->url to the URL without delimiters and breaks. */
struct furl_result field_source_form(struct field_source *source, struct furl_range url,
                                     struct furl_parts *form, struct furl_unwrapped *inside);

/* Sets the fields of fields->url that `needs` contains. The canonical form is the output of
 * `normalize --keep-fragment`. If there is none, the URL itself is the canonical form and the form
 * for display. It then has no parts, and its scheme is unchanged. The fields are valid until the
 * next call. Returns false if memory ran out. */
bool fields_fill(struct field_source *source, unsigned needs, struct fields *fields);

/* Like fields_fill, for a URL of --set and --where. A `%` that starts no escape means `%25`, and
 * fields->url becomes the URL with `%25`: "http://h/100%" becomes "http://h/100%25". */
bool fields_fill_strays(struct field_source *source, unsigned needs, struct fields *fields);

#endif
