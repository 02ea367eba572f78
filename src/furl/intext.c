#include "intext.h"

#include <string.h>

#include "utf8.h"

#define e   FURL_TEXT_ENDS
#define k   FURL_TEXT_KEPT
#define A   FURL_TEXT_ALNUM
#define t   FURL_TEXT_TRIMMED
#define f   FURL_TEXT_FOREIGN
#define E   FURL_TEXT_EIGHT
#define E16 E, E, E, E, E, E, E, E, E, E, E, E, E, E, E, E

const unsigned char furl_text[256] = {
    /* clang-format off */
    e, e, e, e, e, e, e, e, e, e, e, e, e, e, e, e,
    e, e, e, e, e, e, e, e, e, e, e, e, e, e, e, e,
    /* SP ! " # $ % & ' */
    e, t, e, f, k, FURL_TEXT_PERCENT, FURL_TEXT_AMPERSAND, FURL_TEXT_QUOTE,
    /* ( ) * + , - . / */
    FURL_TEXT_OPENING, FURL_TEXT_CLOSING, FURL_TEXT_EMPHASIS, k, t, k, t, k,
    A, A, A, A, A, A, A, A,
    /* 8 9 : ; < = > ? */
    A, A, t, t, FURL_TEXT_ANGLE, FURL_TEXT_EQUALS, e, FURL_TEXT_QUESTION,
    k, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A,
    /* P-Z [ \ ] ^ _ */
    A, A, A, A, A, A, A, A, A, A, A, FURL_TEXT_BRACKET, e, e, e, FURL_TEXT_EMPHASIS,
    e, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A,
    /* p-z { | } ~ DEL */
    A, A, A, A, A, A, A, A, A, A, A, e, FURL_TEXT_BAR, e, f, e,
    E16, E16, E16, E16, E16, E16, E16, E16,
    /* clang-format on */
};

/* The octet `i` behind `at`, or -1 where the window ends before it. */
static int peek(const struct furl_window *text, size_t at, size_t i)
{
    return text->n - at > i ? text->at[at + i] : -1;
}

/* What the end of the window says: no, if it is the text's. */
static size_t at_end(const struct furl_window *text)
{
    return text->last ? 0 : FURL_TEXT_MORE;
}

size_t furl_text_utf8(const struct furl_window *text, size_t at)
{
    uint32_t code = 0;
    size_t n = furl_utf8(text->at + at, text->n - at, &code);

    if (n == FURL_UTF8_MORE) {
        return at_end(text);
    }
    return n > 1 && !furl_is_ending_code(code) ? n : 0;
}

/* Brackets round `min` to `max` octets that are of `classes` or among `others`. */
static size_t pair(const struct furl_window *text, size_t at, unsigned classes, const char *others,
                   size_t min, size_t max)
{
    for (size_t i = 1; i <= max + 1; i++) {
        int octet = peek(text, at, i);
        if (octet < 0) {
            return at_end(text);
        }
        if (octet == ']') {
            return i > min ? i + 1 : 0;
        }
        if (octet == '\0' ||
            (!furl_is((unsigned char)octet, classes) && strchr(others, octet) == NULL)) {
            return 0;
        }
    }
    return 0;
}

size_t furl_text_host(const struct furl_window *text, size_t at)
{
    return pair(text, at, FURL_HEX, ":.", 2, 45);
}

size_t furl_text_index(const struct furl_window *text, size_t at)
{
    return pair(text, at, FURL_ALNUM, "_-.", 0, 64);
}

size_t furl_text_angle(const struct furl_window *text, size_t at)
{
    for (size_t i = 1; i <= 256; i++) {
        int octet = peek(text, at, i);
        if (octet < 0) {
            return at_end(text);
        }
        if (octet == '>') {
            return i + 1;
        }
        if (octet == ' ' || octet == '<' || octet == '"' ||
            furl_is((unsigned char)octet, FURL_CONTROL | FURL_EIGHT) ||
            (octet == '%' && peek(text, at, i + 1) == '%')) {
            return 0;
        }
    }
    return 0;
}
