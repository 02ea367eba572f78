/* JSON: rows, and any octets as strings. */
#ifndef JSON_H
#define JSON_H

#include "fields.h"
#include "furl/core/buffer.h"
#include "furl/core/octets.h"
#include "furl/kernels/kernels.h"

/* The most octets that `n` octets become, without quotation marks. */
#define JSON_MAX(n) (6 * (n))

/* Writes octets as the content of a JSON string (RFC 8259 7) in UTF-8. `out` has room for
 * JSON_MAX(n). Controls become \uXXXX, and octets that are not well-formed UTF-8 become %HH. If
 * `percent`, `%` becomes %25, so that no %HH is ambiguous. Returns the number of octets written.
 * The octets 09 61 FF become "\u0009a%FF". */
size_t json_string(const struct furl_kernels *kernels, struct furl_range octets, bool percent,
                   unsigned char *out);

/* A row that is being written, in memory that all rows share. All zero: ready. Free `octets.ptr`.
 */
struct json {
    struct furl_buffer octets;
    const struct furl_kernels *kernels;
    size_t n;    /* octets of the row so far */
    bool comma;  /* a comma must precede the next value */
    bool failed; /* memory ran out: the row is unusable, and has no room */
};

/* Begins the next row. */
void json_begin(struct json *json);

/* Makes room for a row of `n` octets. Returns false if memory ran out. */
bool json_reserve(struct json *json, size_t n);

/* Makes room for a member whose value has `n` octets, and writes its key. Returns the place of the
 * value, or NULL if memory ran out. */
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

/* Ends the member. `end` is the end of its value. */
static inline void json_end_member(struct json *json, const unsigned char *end)
{
    json->n = (size_t)(end - json->octets.ptr);
}

/* Writes a value without quotes. In all functions here, `key` is the key of a member, in plain
 * ASCII. It is NULL for an element of a list, and for the row itself. */
FURL_INLINE void json_digits(struct json *json, const char *key, struct furl_range digits)
{
    unsigned char *to = json_begin_member(json, key, digits.n);

    if (to != NULL) {
        memcpy(to, digits.ptr, digits.n);
        json_end_member(json, to + digits.n);
    }
}

/* Open and close an object `{` or a list `[`. */
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

/* Writes a string, like json_string. */
void json_text(struct json *json, const char *key, struct furl_range octets, bool percent);

/* Like json_text without `percent`. This is faster for octets that are known to be `plain`. */
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

/* Writes the values of `names`, which end with NULL, as members. Values of a message's head are
 * members of an object. Empty values are omitted. */
void json_fields(struct json *json, const struct fields *fields,
                 const struct field_name *const *names);

#endif
