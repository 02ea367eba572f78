/* Which octets of a URL may be in text that is not all URL (fidourl(1), extract). */
#ifndef FURL_INTEXT_H
#define FURL_INTEXT_H

#include <stdbool.h>
#include <stddef.h>

/* What an octet is to a URL that is being read out of text. */
enum furl_text {
    FURL_TEXT_KEPT,     /* in any URL */
    FURL_TEXT_ALNUM,    /* likewise: letters and digits */
    FURL_TEXT_TRIMMED,  /* in any URL, but not at its end: . , ; : ! */
    FURL_TEXT_EMPHASIS, /* * _ - trimmed where the same comes right before the URL */
    FURL_TEXT_EQUALS,   /* = & in any URL, except that some end Fidonet's */
    FURL_TEXT_AMPERSAND,
    FURL_TEXT_TILDE,    /* ~ trimmed as emphasis is, in URLs that are not Fidonet's */
    FURL_TEXT_FOREIGN,  /* # in URLs that are not Fidonet's */
    FURL_TEXT_QUESTION, /* trimmed; begins the parameters */
    FURL_TEXT_QUOTE,    /* ' trimmed; ends a URL that another one comes before */
    FURL_TEXT_OPENING,  /* ( trimmed where it is last */
    FURL_TEXT_CLOSING,  /* ) trimmed where it is unmatched */
    FURL_TEXT_PERCENT,
    FURL_TEXT_ANGLE,   /* < ends a URL, apart from one leniency */
    FURL_TEXT_BRACKET, /* [ in some places of URLs that are not Fidonet's */
    FURL_TEXT_BAR,     /* | in some schemes */
    FURL_TEXT_EIGHT,   /* 80-FF: so do some, as UTF-8 */
    FURL_TEXT_ENDS,    /* ends any URL */
};

extern const unsigned char furl_text[256];

/* A set of classes: a bit for each. */
#define FURL_TEXT_BIT(class) (1u << (class))

/* Whether the octet is of one of `classes`. */
static inline bool furl_text_is(unsigned char octet, unsigned classes)
{
    return (classes >> furl_text[octet] & 1) != 0;
}

/* How many of the `n` octets at `at` come before the first that is of none of `classes`. */
size_t furl_text_run(const unsigned char *at, size_t n, unsigned classes);

/* The classes whose octets a URL takes whatever comes before and after them, `before` being the
 * octet right before the URL; of these, only those of FURL_TEXT_TRIMMED are not kept at its end. */
static inline unsigned furl_text_plain(int before, bool fidonet)
{
    unsigned plain = FURL_TEXT_BIT(FURL_TEXT_KEPT) | FURL_TEXT_BIT(FURL_TEXT_ALNUM) |
                     FURL_TEXT_BIT(FURL_TEXT_TRIMMED);

    if (before == '*' || before == '_' || before == '-') {
        return plain;
    }
    plain |= FURL_TEXT_BIT(FURL_TEXT_EMPHASIS);
    if (!fidonet) {
        plain |= FURL_TEXT_BIT(FURL_TEXT_EQUALS) | FURL_TEXT_BIT(FURL_TEXT_AMPERSAND);
    }
    if (!fidonet && before != '~') {
        plain |= FURL_TEXT_BIT(FURL_TEXT_TILDE) | FURL_TEXT_BIT(FURL_TEXT_FOREIGN);
    }
    return plain;
}

#endif
