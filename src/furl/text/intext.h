/* Which octets of a URL may be in text that is not all URL (fidourl(1), extract). */
#ifndef FURL_INTEXT_H
#define FURL_INTEXT_H

/* What an octet is to a URL that is being read out of text. */
enum furl_text {
    FURL_TEXT_KEPT,  /* in any URL */
    FURL_TEXT_DIGIT, /* likewise */
    FURL_TEXT_HEX,   /* likewise: A-F a-f */
    FURL_TEXT_LETTER,
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
    FURL_TEXT_CLASSES
};

extern const unsigned char furl_text[256];

#endif
