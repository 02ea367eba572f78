#include "intext.h"

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
    FURL_TEXT_OPENING, FURL_TEXT_CLOSING, FURL_TEXT_EMPHASIS, k, t, FURL_TEXT_EMPHASIS, t, k,
    A, A, A, A, A, A, A, A,
    /* 8 9 : ; < = > ? */
    A, A, t, t, FURL_TEXT_ANGLE, FURL_TEXT_EQUALS, e, FURL_TEXT_QUESTION,
    k, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A,
    /* P-Z [ \ ] ^ _ */
    A, A, A, A, A, A, A, A, A, A, A, FURL_TEXT_BRACKET, e, e, e, FURL_TEXT_EMPHASIS,
    e, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A,
    /* p-z { | } ~ DEL */
    A, A, A, A, A, A, A, A, A, A, A, e, FURL_TEXT_BAR, e, FURL_TEXT_TILDE, e,
    E16, E16, E16, E16, E16, E16, E16, E16,
    /* clang-format on */
};

size_t furl_text_run(const unsigned char *at, size_t n, unsigned classes)
{
    size_t i = 0;

    while (n - i >= 4 && furl_text_is(at[i], classes) && furl_text_is(at[i + 1], classes) &&
           furl_text_is(at[i + 2], classes) && furl_text_is(at[i + 3], classes)) {
        i += 4;
    }
    while (i < n && furl_text_is(at[i], classes)) {
        i++;
    }
    return i;
}
