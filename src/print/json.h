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
    bool failed; /* memory ran out: the row is unusable, and has no room */
};

/* Begins another row. */
void json_begin(struct json *json);

/* Makes room for a row of `n` octets. Returns false if memory ran out. */
bool json_reserve(struct json *json, size_t n);

/* Makes room for a member whose value has `n` octets, and writes its key. Returns where the value
 * goes, or NULL if memory runs out. */
FURL_INLINE unsigned char *json_begin_member(struct json *json, const char *key, size_t n)
{
    size_t key_n = key != NULL ? strlen(key) : 0, most = json->n + strlen(",\"\":") + key_n + n;

    if (most > json->octets.room && !json_reserve(json, most)) {
        return NULL;
    }
    unsigned char *to = json->octets.ptr + json->n;
    *to = ',';
    to += json->comma ? 1 : 0;
    if (key != NULL) {
        *to++ = '"';
        memcpy(to, key, key_n);
        memcpy(to + key_n, "\":", 2);
        to += key_n + 2;
    }
    json->comma = true;
    return to;
}

/* Ends the member whose value ends before `end`. */
static inline void json_end_member(struct json *json, const unsigned char *end)
{
    json->n = (size_t)(end - json->octets.ptr);
}

/* Writes a value without quotes. Here and below, `key` is that of a member of an object, in plain
 * ASCII; NULL in a list, and for the row itself. */
FURL_INLINE void json_digits(struct json *json, const char *key, struct furl_range digits)
{
    unsigned char *to = json_begin_member(json, key, digits.n);

    if (to != NULL) {
        memcpy(to, digits.ptr, digits.n);
        json_end_member(json, to + digits.n);
    }
}

/* Opens and closes an object `{` or a list `[`. */
FURL_INLINE void json_open(struct json *json, const char *key, char bracket)
{
    json_digits(json, key, (struct furl_range){(const unsigned char *)&bracket, 1});
    json->comma = false;
}
FURL_INLINE void json_close(struct json *json, char bracket)
{
    json->comma = false;
    json_digits(json, NULL, (struct furl_range){(const unsigned char *)&bracket, 1});
}

/* Writes a string, as json_string does. */
void json_text(struct json *json, const char *key, struct furl_range octets, bool percent);

/* json_text without `percent`; faster if the octets are known to be plain. */
FURL_INLINE void json_member(struct json *json, const char *key, struct furl_range octets,
                             bool plain)
{
    unsigned char *to = plain ? json_begin_member(json, key, octets.n + strlen("\"\"")) : NULL;

    if (to == NULL) {
        json_text(json, key, octets, false);
        return;
    }
    *to++ = '"';
    memcpy(to, octets.ptr, octets.n);
    to += octets.n;
    *to++ = '"';
    json_end_member(json, to);
}

/* Writes a number. */
void json_number(struct json *json, const char *key, uint64_t number);

/* Writes the values of the names, up to NULL, as members, and those of a message's head as an
 * object. Empty ones are left out. */
void json_fields(struct json *json, const struct fields *fields,
                 const struct field_name *const *names);

#endif
