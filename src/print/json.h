/* JSON: rows, and strings of any octets. */
#ifndef JSON_H
#define JSON_H

#include "fields.h"
#include "furl/base/buffer.h"
#include "furl/base/octets.h"
#include "furl/kernels/kernels.h"

/* The most octets that `n` octets can become, quotation marks aside. */
#define JSON_MAX(n) (6 * (n))

/* Writes the octets to `out`, room JSON_MAX(n), as the inside of a JSON string (RFC 8259 7) in
 * UTF-8. Controls become \uXXXX, and octets that are not well-formed UTF-8 become %HH. With
 * `percent`, so does `%`, so that no %HH is ambiguous. Returns how many octets it wrote. */
size_t json_string(const struct furl_kernels *kernels, struct furl_range octets, bool percent,
                   unsigned char *out);

/* A row being written, in memory that is kept from row to row. All zero is ready. Free
 * `octets.at`. */
struct json {
    struct furl_buffer octets;
    const struct furl_kernels *kernels;
    size_t n;    /* of the row so far */
    bool comma;  /* the next value needs a comma before it */
    bool failed; /* memory ran out: the row is unusable */
};

/* Begins another row. */
void json_begin(struct json *json);

/* Opens and closes an object `{` or a list `[`. Here and below, `key` is that of a member of an
 * object, in plain ASCII; NULL in a list, and for the row itself. */
void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);

/* Writes a string, as json_string does. */
void json_text(struct json *json, const char *key, struct furl_range octets, bool percent);

/* Writes a value without quotes: digits without leading zeros; a number. */
void json_digits(struct json *json, const char *key, struct furl_range digits);
void json_number(struct json *json, const char *key, uint64_t number);

/* Writes the values of the names, up to NULL, as members, and those of a message's head as an
 * object. Empty ones are left out. */
void json_fields(struct json *json, const struct fields *fields,
                 const struct field_name *const *names);

#endif
