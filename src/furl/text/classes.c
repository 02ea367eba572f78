/* The class of each octet in a URL in text. */
#include "start.h"

#define e   FURL_TEXT_ENDS
#define k   FURL_TEXT_KEPT
#define D   FURL_TEXT_DIGIT
#define H   FURL_TEXT_HEX
#define L   FURL_TEXT_LETTER
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
    D, D, D, D, D, D, D, D,
    /* 8 9 : ; < = > ? */
    D, D, t, t, FURL_TEXT_ANGLE, FURL_TEXT_EQUALS, e, FURL_TEXT_QUESTION,
    k, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L,
    /* P-Z [ \ ] ^ _ */
    L, L, L, L, L, L, L, L, L, L, L, FURL_TEXT_BRACKET, e, e, e, FURL_TEXT_EMPHASIS,
    e, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L,
    /* p-z { | } ~ DEL */
    L, L, L, L, L, L, L, L, L, L, L, e, FURL_TEXT_BAR, e, FURL_TEXT_TILDE, e,
    E16, E16, E16, E16, E16, E16, E16, E16,
    /* clang-format on */
};
