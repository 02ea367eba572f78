#include "config.h"

#include "json.h"

#include <stdio.h>
#include <string.h>

#include "fields.h"
#include "furl/core/octets.h"
#include "furl/core/utf8.h"

/* Writes a code point as one or two \uXXXX. Returns the number of octets written. */
static size_t put_code(uint32_t code, unsigned char *out)
{
    char text[16];
    const unsigned of = (unsigned)code, high = 0xD800 - (0x10000 >> 10) + (of >> 10);
    int n = of < 0x10000
                ? snprintf(text, sizeof text, "\\u%04X", of)
                : snprintf(text, sizeof text, "\\u%04X\\u%04X", high, 0xDC00 + (of & 0x3FF));
    memcpy(out, text, (size_t)n);
    return (size_t)n;
}

/* Octets that are changed in a string if they are not well-formed UTF-8, and `%`. */
#define SPECIAL(o)         ((o) < 0x20 || (o) >= 0x7F || (o) == '"' || (o) == '\\')
#define SPECIAL_PERCENT(o) (SPECIAL(o) || (o) == '%')
static const struct furl_byteset special = FURL_BYTESET(SPECIAL),
                                 special_percent = FURL_BYTESET(SPECIAL_PERCENT);

/* Writes the special character at the front of `octets`, and removes it. Returns the number of
 * octets written. */
static size_t put_json_special(struct furl_range *octets, unsigned char *out)
{
    uint32_t code = 0;
    unsigned char octet = octets->ptr[0];
    size_t n = furl_utf8(octets->ptr, octets->n, &code), written = n;

    if (n == 0 || n == FURL_UTF8_MORE || octet == '%') {
        written = furl_put_escape(octet, out);
        n = 1;
    } else if (octet == '"' || octet == '\\') {
        out[0] = '\\';
        out[1] = octet;
        written = 2;
    } else if (n == 1 || furl_code_is(code, FURL_CODE_CONTROL)) {
        written = put_code(code, out);
    } else {
        memcpy(out, octets->ptr, n);
    }
    furl_skip(octets, n);
    return written;
}

size_t json_string(const struct furl_kernels *kernels, struct furl_range octets, bool percent,
                   unsigned char *out)
{
    const struct furl_byteset *set = percent ? &special_percent : &special;
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = kernels->span_until_set(set, octets.ptr, octets.n);
        memcpy(to, octets.ptr, n);
        to += n;
        furl_skip(&octets, n);
        to += octets.n > 0 ? put_json_special(&octets, to) : 0;
    }
    return (size_t)(to - out);
}

void json_begin(struct json *json)
{
    json->kernels = json->kernels != NULL ? json->kernels : furl_choose_kernels();
    json->n = 0;
    json->comma = json->failed = false;
}

bool json_reserve(struct json *json, size_t n)
{
    json->failed = json->failed || !furl_buffer_grow(&json->octets, n);
    json->octets.room = json->failed ? 0 : json->octets.room;
    return !json->failed;
}

void json_text(struct json *json, const char *key, struct furl_range octets, bool percent)
{
    unsigned char *to = json_begin_member(json, key, JSON_MAX(octets.n) + strlen("\"\""));

    if (to != NULL) {
        *to++ = '"';
        to += json_string(json->kernels, octets, percent, to);
        *to++ = '"';
        json_end_member(json, to);
    }
}

void json_number(struct json *json, const char *key, uint64_t number)
{
    char digits[NUMBER_SIZE];

    json_digits(json, key, furl_range_of(decimal(number, digits)));
}

static void put_field(struct json *json, const struct field_name *name, const struct fields *fields)
{
    const bool of_head = (name->needs & NEEDS_HEAD) != 0;
    const char *key = name->text + (of_head ? strlen(FIELDS_OF_HEAD) : 0);
    const void *ptr = (const char *)fields + name->offset;
    struct furl_range value, word;

    if (name->how == NAME_NUMBER) {
        json_number(json, key, *(const uint64_t *)ptr);
        return;
    }
    value = *(const struct furl_range *)ptr;
    if (value.n == 0) {
        return;
    }
    if (name->how == NAME_TRUE) {
        json_digits(json, key, value);
    } else if (name->how == NAME_WORDS) {
        json_open(json, key, '[');
        while (furl_next_piece(&value, ',', &word)) {
            json_text(json, NULL, word, false);
        }
        json_close(json, ']');
    } else {
        json_text(json, key, value, name->needs == NEEDS_FILE);
    }
}

void json_fields(struct json *json, const struct fields *fields,
                 const struct field_name *const *names)
{
    bool in_head = false;

    for (; *names != NULL; names++) {
        if (((*names)->needs & NEEDS_HEAD) != 0 && !in_head) {
            json_open(json, "msg", '{'); /* names of the head are the last ones */
            in_head = true;
        }
        put_field(json, *names, fields);
    }
    if (in_head) {
        json_close(json, '}');
    }
}
