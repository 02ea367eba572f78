/* Which octets of a URL may stand in text that is not all URL (fidourl(1), extract). */
#ifndef FURL_INTEXT_H
#define FURL_INTEXT_H

#include "window.h"

/* What an octet is to a URL that is being read out of text. */
enum furl_text {
    FURL_TEXT_KEPT,     /* stands in any URL */
    FURL_TEXT_ALNUM,    /* so does a letter or digit */
    FURL_TEXT_TRIMMED,  /* stands in any URL, but not at its end: . , ; : ! */
    FURL_TEXT_EMPHASIS, /* * _ trimmed where the same stands before the URL */
    FURL_TEXT_EQUALS,   /* = & stand in any URL, but of Fidonet's, some end them */
    FURL_TEXT_AMPERSAND,
    FURL_TEXT_FOREIGN,  /* # ~ stand in URLs that are not Fidonet's */
    FURL_TEXT_QUESTION, /* trimmed; begins the parameters */
    FURL_TEXT_QUOTE,    /* ' trimmed; ends a URL that another one stands before */
    FURL_TEXT_OPENING,  /* ( */
    FURL_TEXT_CLOSING,  /* ) trimmed where it is unmatched */
    FURL_TEXT_PERCENT,
    FURL_TEXT_ANGLE,   /* < ends a URL, but for one leniency */
    FURL_TEXT_BRACKET, /* [ stands in some places of URLs that are not Fidonet's */
    FURL_TEXT_BAR,     /* | stands in some schemes */
    FURL_TEXT_EIGHT,   /* 80-FF: so do some, as UTF-8 */
    FURL_TEXT_ENDS,    /* ends any URL */
};

extern const unsigned char furl_text[256];

/* The last of the classes, from the first one on, whose octets stand in a URL that has `before`
 * right before it, whatever stands round them; only those that are trimmed are not kept. */
static inline enum furl_text furl_text_plain(int before, bool fidonet)
{
    if (before == '*' || before == '_') {
        return FURL_TEXT_TRIMMED;
    }
    return fidonet ? FURL_TEXT_EMPHASIS : FURL_TEXT_FOREIGN;
}

/* The functions below: the text ends before the question is decided. */
#define FURL_TEXT_MORE ((size_t)-1)

/*
 * Each returns how many octets of the window from `at`, which is inside it, stand in a URL in one
 * piece; 0 if they may not stand there; FURL_TEXT_MORE. What goes before them is not looked at.
 */

/* A UTF-8 sequence beyond ASCII, of those that people type in URLs. */
size_t furl_text_utf8(const struct furl_window *text, size_t at);

/* "[" IPv6 address "]": 2 to 45 of 0-9 a-f A-F : . within (RFC 3986 3.2.2) */
size_t furl_text_host(const struct furl_window *text, size_t at);

/* A pair of brackets in parameters ("?id[]=5"): at most 64 letters, digits, _ - . within */
size_t furl_text_index(const struct furl_window *text, size_t at);

/* "<" to ">", as gates write them in a parameter: within 256 octets and before any blank, control,
 * 80-FF, "%%" or further `<` or `"`. */
size_t furl_text_angle(const struct furl_window *text, size_t at);

#endif
