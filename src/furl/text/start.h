/* The start of a URL in text (fidourl-text(7)). */
#ifndef FURL_START_H
#define FURL_START_H

#include "furl/core/window.h"
#include "furl/url/scheme.h"

/*
 * How far furl_read_start looks back from a colon. The run of octets that ends in the scheme has at
 * most 32 octets. Before the run can be:
 *
 *     a control sequence: ESC, `[` and at most 32 more octets
 *     `<URL: `
 *     before a `;`, the front of a terminal's link: ESC, "]8;" and at most 256 more octets
 *
 * Texts use less than a third of the limits. The limits exist because every colon in the text
 * causes one look back. Emphasis can open FURL_OPENING_MAX octets before a URL, after a quote
 * prefix.
 */
#define FURL_START_RUN      ((size_t)32)
#define FURL_CONTROL_MAX    ((size_t)32)
#define FURL_PARAMETERS_MAX ((size_t)256)
#define FURL_COLOUR_SIZE    ((size_t)4) /* of PCBoard: "@X" and two hexadecimal digits */
#define FURL_OPENING_MAX    ((size_t)64)
#define FURL_OPENING_LINE   (FURL_OPENING_MAX + FURL_CONTROL_MAX)
#define FURL_START_BEFORE   (FURL_START_RUN + FURL_PARAMETERS_MAX + 5)

/* After a colon, octets after the delimiter within which an `@` must come. */
#define FURL_MAILBOX_MAX ((size_t)256)

/* Octets of the longest host name (RFC 1035 3.1). */
#define FURL_NAME_MAX ((size_t)253)

struct furl_start {
    const struct furl_scheme *scheme; /* NULL: a name that is not in the table */
    size_t pos;                       /* index of the first octet */
    const char *implied_scheme; /* "http://" or "ftp://" if the text lacks the scheme, so that the
                                   body begins at once. NULL: the text has the scheme */
    size_t body;                /* index of the octet after the delimiter */
    int octet_before;    /* octet directly before the URL (or before its `URL:`), FURL_ANGLE or
                            FURL_PLUSES. -1: the text begins there */
    int opening;         /* like `octet_before`, but also skips a `URL: ` that ends in a blank */
    size_t n;            /* octets of the scheme */
    size_t cut, resumes; /* if a line end cuts the scheme or its delimiter (wrapped.h), the index of
                            the cut and of the next octet. Otherwise both are 0 */
    bool coloured;       /* whether a PCBoard colour code is directly before the scheme */
    bool mailbox; /* whether a colon is directly before a scheme of mailboxes. The URL needs an `@`
                   */
};

/*
 * Returns whether the octet at the index `delimiter` ends the start of a URL. The octet is a colon
 * after a scheme, or a dot after "www" or "ftp" in a host name without a scheme. If the function
 * returns true, it sets `start`. Octets before the index `floor` belong neither to the URL nor to a
 * control sequence before it. After a colon, the function reads only the delimiter. After a dot, it
 * reads the host name.
 */
bool furl_read_start(struct furl_window *text, size_t delimiter, size_t floor,
                     struct furl_start *start);

/* Sets start->octet_before and start->opening for a URL at the index `pos`. A `URL:` directly
 * before the URL is no part of the URL (RFC 1738, appendix), and a `URL: ` with a blank is none
 * either (RFC 2396, appendix E). Returns whether a URL may follow. Directly after a colon, a URL
 * needs a `URL:`, "://" (`slashes`), or a scheme of mailboxes. */
bool furl_start_read_before(const struct furl_window *text, size_t pos, bool slashes,
                            struct furl_start *start);

/* Returns whether an `@`, with no `/` before it, follows within FURL_MAILBOX_MAX octets. Only then
 * is the URL read, because every colon of a long text can begin one. In a URL that breaks or line
 * ends cut, any octets can come before the `@`. */
bool furl_start_has_mailbox(struct furl_window *text, size_t body, bool cut);

/* Octets of "www" or "ftp". */
#define FURL_BARE_SIZE ((size_t)3)

/* Returns the index of the first letter before the colon where its scheme can begin. Returns
 * `colon` if there is none. */
size_t furl_scheme_earliest(const struct furl_window *text, size_t colon, size_t floor);

/* Returns whether the delimiter of `start` precedes an octet that the URL may contain there, or a
 * "%%" mark. With `high`, a URL that is not Fidonet's may contain any octet 80-FF. */
bool furl_start_has_body(struct furl_window *text, const struct furl_start *start, bool high);

/* Returns whether the first octet after the delimiter must be a digit or an escape, because an
 * address begins there. */
static inline bool furl_start_is_numeric(const struct furl_start *start)
{
    return furl_is_fidonet(start->scheme) && start->scheme->grammar->address;
}

/* Returns the number of octets of the URL before its body. */
static inline size_t furl_start_length(const struct furl_start *start)
{
    return start->implied_scheme != NULL ? strlen(start->implied_scheme)
                                         : start->body - start->pos - (start->resumes - start->cut);
}

/* The bracket in which formatters of manual pages put URLs, U+27E8. */
#define FURL_ANGLE 0x27E8

/* Returns the character that closes `before`, or -1 if `before` opens nothing. `before` is directly
 * before a URL. */
static inline int furl_closing_of(int before)
{
    return before == '<' ? '>' : before == '"' ? '"' : before == FURL_ANGLE ? FURL_ANGLE + 1 : -1;
}

/* A "++" directly before a URL (AsciiDoc). The URL then ends before a "++" at its end. */
#define FURL_PLUSES 0x2B2B

/* Returns whether emphasis opens before the URL at the index `pos`. The nearest octet `opening`
 * before the URL, in its line and after the index `floor`, must precede a word. The start of the
 * line, a blank, a bracket, a quotation mark or a quote prefix must precede the octet. */
bool furl_opens(const struct furl_window *text, size_t pos, size_t floor, unsigned char opening);

/* Returns whether the character that closes `before` is at an index. */
bool furl_is_closed_at(struct furl_window *text, size_t pos, int before);

/* The octets that a URL may contain if it is found in text (fidourl-text(7)). */

/* The class of an octet in a URL that is found in text. */
enum furl_text_class {
    FURL_TEXT_KEPT,  /* in any URL */
    FURL_TEXT_DIGIT, /* 0-9 */
    FURL_TEXT_HEX,   /* A-F a-f */
    FURL_TEXT_LETTER,
    FURL_TEXT_TRIMMED,   /* . : ! in any URL, but not at its end */
    FURL_TEXT_SEPARATOR, /* , ; not at the end, nor before another URL */
    FURL_TEXT_EMPHASIS,  /* - trimmed if one is directly before the URL */
    FURL_TEXT_STAR,      /* * _ trimmed like -, and where two or three * come, or emphasis ends */
    FURL_TEXT_EQUALS,    /* = & in any URL, but some end a Fidonet URL */
    FURL_TEXT_AMPERSAND,
    FURL_TEXT_TILDE,    /* ~ trimmed like *, in URLs that are not Fidonet's */
    FURL_TEXT_FOREIGN,  /* # in URLs that are not Fidonet's */
    FURL_TEXT_QUESTION, /* ? trimmed, begins the parameters */
    FURL_TEXT_QUOTE,    /* ' trimmed, ends a URL directly after a ' */
    FURL_TEXT_OPENING,  /* ( trimmed at the end */
    FURL_TEXT_CLOSING,  /* ) trimmed if unmatched */
    FURL_TEXT_PERCENT,
    FURL_TEXT_ANGLE,   /* < ends a URL, unless a unit begins there */
    FURL_TEXT_BRACKET, /* [ ] { } ^ ` in some places of URLs that are not Fidonet's */
    FURL_TEXT_BAR,     /* | in some schemes, and between marks */
    FURL_TEXT_HIGH,    /* 80-FF, some as UTF-8, in URLs that are not Fidonet's */
    FURL_TEXT_ENDS,    /* ends any URL */
    FURL_TEXT_CLASSES
};

extern const unsigned char furl_text_classes[256];

/* Returns the index of the next octet that ends any URL, or text->n if there is none. */
static inline size_t furl_next_end(const struct furl_window *text, size_t pos)
{
    while (pos < text->n && furl_text_classes[text->ptr[pos]] != FURL_TEXT_ENDS) {
        pos++;
    }
    return pos;
}

#endif
