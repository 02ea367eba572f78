/* What is known of a URL, and how it is called: what JSON and templates print (fidourl(1), parse).
 */
#ifndef FIELDS_H
#define FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "furl/base/buffer.h"
#include "furl/text/start.h"
#include "furl/url/canonical.h"
#include "furl/url/url.h"
#include "mail/mail.h"

/* Numbers as text. */

/* Room for a number of 64 bits in decimal. */
#define NUMBER_SIZE (sizeof "18446744073709551615")

/* Writes the number in decimal to the end of `out`. Returns its first digit. */
const char *decimal(uint64_t number, char out[NUMBER_SIZE]);

/* What fields need to be known, as bits. */
enum {
    NEEDS_CANONICAL = 1 << 0,
    NEEDS_PARTS = 1 << 1,
    NEEDS_DISPLAY = 1 << 2,
    NEEDS_TEXT = 1 << 3, /* the URL was found in text */
    NEEDS_LINE = 1 << 4, /* and lines are counted */
    NEEDS_HEAD = 1 << 5, /* there is a message */
    NEEDS_FILE = 1 << 6, /* it, or the URL, was read from an input */
    NEEDS_URL = 1 << 7,  /* there is a URL */

    NEEDS_ALONE = NEEDS_CANONICAL | NEEDS_PARTS | NEEDS_DISPLAY, /* of a URL by itself */
    NEEDS_IN_RECORD = NEEDS_URL | NEEDS_ALONE,
    NEEDS_IN_TEXT = NEEDS_IN_RECORD | NEEDS_FILE | NEEDS_TEXT | NEEDS_LINE,
    NEEDS_IN_MAIL = NEEDS_IN_TEXT | NEEDS_HEAD,
    NEEDS_OF_MAIL = NEEDS_FILE | NEEDS_HEAD,
};

/* All that is known of a URL. Only what was asked for is set; absent parts are
 * empty. */
struct fields {
    struct furl_range url; /* as it was read: joined, without delimiters */
    struct furl_range canonical, display;
    struct furl_parts parts; /* of the canonical form; of a URL that has none, the scheme alone */

    /* Where it was found in text. */
    struct furl_range file;
    uint64_t line, offset, length;
    struct furl_range joined; /* how, in words, with commas between; empty: it was not */
    struct furl_range open;   /* "true" if nothing continues the URL, else empty */
    struct mail_head head;    /* of the message that it was found in, in UTF-8 */
    struct furl_range link;   /* to that message */
};

/* Sets the parts and the form for reading, as `needs` says, from
 * fields->canonical, which `splitter` splits; fields->display is then in
 * `display`. Returns whether there was memory. */
bool fields_of_canonical(struct fields *fields, unsigned needs,
                         const struct furl_splitter *splitter, struct furl_buffer *display);

/* How to get a value from struct fields. */
enum name_how {
    NAME_RANGE,   /* octets, as they are, no control among them */
    NAME_URL,     /* as NAME_RANGE if found in text; else as it was read, any octets */
    NAME_ANY,     /* any octets, as they are */
    NAME_DECODED, /* octets of the canonical form, decoded */
    NAME_AREAS,   /* areas of the canonical form, a blank between two */
    NAME_DIGITS,  /* digits, without leading zeros */
    NAME_NUMBER,
    NAME_PARAM, /* the value of the first parameter of a name, decoded; the template has that name
                   after this one, which ends with a dot */
};

/* A name: a row of data. */
struct field_name {
    const char *text;
    unsigned needs; /* what must be known, as bits (above) */
    enum name_how how;
    size_t at;       /* of the range or number in struct fields */
    bool may_be_set; /* by `edit` */
};

/* What the names of a message's head begin with. */
#define FIELDS_OF_HEAD "msg."

/* The table; after the last row, `text` is NULL. */
extern const struct field_name field_names[];

/* For closest_name, over the table; over those names that may be set. */
const char *field_name(const void *table, size_t nth);
const char *field_name_to_set(const void *table, size_t nth);

/* The row of a name, or of "param." where it begins a name. NULL: none. */
const struct field_name *field_named(struct furl_range text);

/* The part that a name means which may be set; of "param.NAME", the query. */
enum furl_its field_part(const struct field_name *name);

/* What help shows after a name: "NAME" after one that ends with a dot, else "".
 * `text` must not be empty. */
const char *field_name_rest(const char *text);

/* What is known of URLs that were found in text: canonical forms, and what they consist of
 * (fidourl(1), extract). */

/* What it takes; the caller's, except its memory. */
struct fields_maker {
    struct furl_canonical library;
    struct furl_buffer buffer;  /* the URL without breaks, and after it the canonical form */
    struct furl_buffer display; /* the form for reading */
    unsigned char scheme[FURL_START_RUN];
};

void fields_maker_init(struct fields_maker *maker);

/*
 * Sets what `needs` says of the URL at fields->url, whose scheme has `scheme_n`
 * octets. The canonical form is what `normalize --keep-fragment` writes;
 * without one, it and the form for reading are the URL, and only the scheme is
 * a part. All is valid until the next call. Returns whether there was memory.
 */
bool fields_make(struct fields_maker *maker, unsigned needs, size_t scheme_n,
                 struct fields *fields);

/* Gives the memory back. */
void fields_maker_free(struct fields_maker *maker);

#endif
