/* The names of what templates may ask of a URL. */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>

/* How a value is had of struct values. */
enum name_how {
    NAME_RANGE,   /* octets, as they are, no control among them */
    NAME_URL,     /* the same, if it was found in text; as it was read, any octets */
    NAME_ANY,     /* any octets, as they are */
    NAME_DECODED, /* octets of the canonical form, decoded */
    NAME_AREAS,   /* areas of the canonical form, a blank between two */
    NAME_DIGITS,  /* octets that are digits, without needless zeros */
    NAME_NUMBER,
    NAME_PARAM, /* the value of the first parameter of a name, decoded; the template has that name
                   after this one, which ends with a dot */
};

/* A name: a row of data. */
struct name {
    const char *text;
    unsigned needs; /* what must be known, as bits (values.h) */
    enum name_how how;
    size_t at; /* of the range or number in struct values */
};

/* The table; after the last row, `text` is NULL. */
extern const struct name name_table[];

/* For nearest_name, over the table. */
const char *name_text(const void *table, size_t nth);

/* What is written after a name of the table: the name of a parameter, after a dot, or nothing.
 * `text`: one of them, which is not empty. */
const char *name_rest(const char *text);

#endif
