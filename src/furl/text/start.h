/* Where a URL starts in text (fidourl-text(7)). */
#ifndef FURL_START_H
#define FURL_START_H

#include "furl/base/window.h"
#include "furl/url/scheme.h"

/* How many octets before a colon furl_start looks at: 32 of the run that ends in the scheme, and
 * before them a control sequence (ESC, `[` and at most 32 octets more), `<URL: `, or, before a `;`,
 * the front of a terminal's link (ESC, "]8;" and at most 256 octets more). Nobody uses a third of
 * these lengths. They are limited because each colon costs a look back. Emphasis may open
 * FURL_OPENING_MAX octets before a URL, after a quote prefix. */
#define FURL_START_RUN      ((size_t)32)
#define FURL_CONTROL_MAX    ((size_t)32)
#define FURL_PARAMETERS_MAX ((size_t)256)
#define FURL_COLOUR_SIZE    ((size_t)4) /* of PCBoard: "@X" and two hexadecimal digits */
#define FURL_OPENING_MAX    ((size_t)64)
#define FURL_OPENING_LINE   (FURL_OPENING_MAX + FURL_CONTROL_MAX)
#define FURL_START_BEFORE   (FURL_START_RUN + FURL_PARAMETERS_MAX + 5)

/* Octets after the delimiter within which an `@` must come, after a colon. */
#define FURL_MAILBOX_MAX ((size_t)256)

/* Octets of the longest name of a host (RFC 1035 3.1). */
#define FURL_NAME_MAX ((size_t)253)

struct furl_start {
    const struct furl_scheme *scheme; /* NULL: a name that is not in the table */
    size_t at;                        /* the index of its first octet */
    const char *missing; /* "http://" or "ftp://" if the text lacks it: the body begins at once;
                            NULL: it has its scheme */
    size_t body;         /* the index of the octet after the delimiter */
    int before;          /* the octet right before the URL (or before a `URL:` that
                            comes there), FURL_ANGLE or FURL_PLUSES; -1 at the start of the text */
    int opened;          /* the same; before `URL: `, if that comes right before the URL */
    size_t n;            /* the length of the scheme */
    size_t cut, resumes; /* if a line end cuts the scheme or its delimiter (wrapped.h): its index,
                            and that of the next octet; else both 0 */
    bool coloured;       /* a colour code of PCBoard comes right before the scheme */
    bool mailbox;        /* it comes after a colon: it is a URL only with an `@` */
};

/*
 * Whether the colon at an index ends the scheme of a URL, or the dot there the front of a name of a
 * host without a scheme, "www" or "ftp". Nothing before the index `floor` is part of these, nor of
 * a control sequence before a scheme. Sets `start` if so; what follows the delimiter is not looked
 * at.
 */
bool furl_read_start(struct furl_window *text, size_t mark, size_t floor, struct furl_start *start);

/* Sets what comes before the URL at `at`, or before a `URL:` there, which is no part of it (RFC
 * 1738, appendix); and what opens it, perhaps before a `URL:` and a blank (RFC 2396, appendix E).
 * Returns whether a URL may follow. After a colon, one with "://" may, as `slashes` says, and one
 * that names a mailbox. */
bool furl_start_look(const struct furl_window *text, size_t at, bool slashes,
                     struct furl_start *start);

/* Whether an `@`, and no `/` before it, comes near after the delimiter of a URL, which is read only
 * if so: each colon of a long text may begin it. In a URL that breaks or line ends cut, any octets
 * may come before the `@`. */
bool furl_start_has_mailbox(struct furl_window *text, size_t body, bool cut);

/* Octets of "www" and "ftp". */
#define FURL_BARE_SIZE ((size_t)3)

/* The earliest index where the scheme before the colon may begin: at a letter. The colon's index if
 * there is none. */
size_t furl_scheme_earliest(const struct furl_window *text, size_t colon, size_t floor);

/* Whether the delimiter of `start` is followed by an octet that the URL may contain there, or by a
 * "%%" mark. With `high`, a URL that is not Fidonet's may contain any octet 80-FF. */
bool furl_start_has_body(struct furl_window *text, const struct furl_start *start, bool high);

/* Whether the first octet after the delimiter must be a digit or an escape: it begins an
 * address. */
static inline bool furl_start_is_numeric(const struct furl_start *start)
{
    return furl_is_fidonet(start->scheme) && start->scheme->required->address;
}

/* The octets of the URL before its body. */
static inline size_t furl_start_length(const struct furl_start *start)
{
    return start->missing != NULL ? strlen(start->missing)
                                  : start->body - start->at - (start->resumes - start->cut);
}

/* The bracket beyond ASCII in which formatters of manual pages put URLs, U+27E8. */
#define FURL_ANGLE 0x27E8

/* The character that closes what `before`, right before a URL, opens; -1: it opens nothing. */
static inline int furl_closing_of(int before)
{
    return before == '<' ? '>' : before == '"' ? '"' : before == FURL_ANGLE ? FURL_ANGLE + 1 : -1;
}

/* A "++" right before a URL, which ends where the next one comes last (AsciiDoc). */
#define FURL_PLUSES 0x2B2B

/* Returns whether emphasis opens before a URL, which begins at the index `at`: the nearest octet
 * `mark` before it, in its line and after the index `floor`, comes at the start of the line or
 * after a blank, bracket, quotation mark or quote prefix, and right before a word. */
bool furl_opens(const struct furl_window *text, size_t at, size_t floor, unsigned char mark);

/* Whether the closing character for `before` is at an index. */
bool furl_is_closed_at(struct furl_window *text, size_t at, int before);

/* Which octets of a URL may be in text that is not all URL (fidourl-text(7)). */

/* What an octet is to a URL that is being read out of text. */
enum furl_text_class {
    FURL_TEXT_KEPT,  /* in any URL */
    FURL_TEXT_DIGIT, /* 0-9 */
    FURL_TEXT_HEX,   /* A-F a-f */
    FURL_TEXT_LETTER,
    FURL_TEXT_TRIMMED,   /* in any URL, but not at its end: . : ! */
    FURL_TEXT_SEPARATOR, /* likewise: , ; which also end a URL before another one */
    FURL_TEXT_EMPHASIS,  /* - trimmed where the same comes right before the URL */
    FURL_TEXT_STAR,      /* * _ trimmed likewise, and where two or three * come, or one opens */
    FURL_TEXT_EQUALS,    /* = & in any URL, except that some end Fidonet's */
    FURL_TEXT_AMPERSAND,
    FURL_TEXT_TILDE,    /* ~ trimmed as a star is, in URLs that are not Fidonet's */
    FURL_TEXT_FOREIGN,  /* # in URLs that are not Fidonet's */
    FURL_TEXT_QUESTION, /* trimmed; begins the parameters */
    FURL_TEXT_QUOTE,    /* ' trimmed; ends a URL that comes right after a ' */
    FURL_TEXT_OPENING,  /* ( trimmed where it is last */
    FURL_TEXT_CLOSING,  /* ) trimmed where it is unmatched */
    FURL_TEXT_PERCENT,
    FURL_TEXT_ANGLE,   /* < ends a URL, unless it begins a unit */
    FURL_TEXT_BRACKET, /* [ ] { } ^ ` in some places of URLs that are not Fidonet's */
    FURL_TEXT_BAR,     /* | in some schemes */
    FURL_TEXT_HIGH,    /* 80-FF: so do some, as UTF-8 */
    FURL_TEXT_ENDS,    /* ends any URL */
    FURL_TEXT_CLASSES
};

extern const unsigned char furl_text_classes[256];

/* The index of the first octet, from an index on, that ends any URL; text->n if there is none. */
static inline size_t furl_next_end(const struct furl_window *text, size_t at)
{
    while (at < text->n && furl_text_classes[text->ptr[at]] != FURL_TEXT_ENDS) {
        at++;
    }
    return at;
}

#endif
