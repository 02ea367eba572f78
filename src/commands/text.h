/* A text and the URLs in it, as extract, rewrite, fold and check read it (fidourl(1)). */
#ifndef TEXT_H
#define TEXT_H

#include <assert.h>

#include "cli/run.h"
#include "furl/text/find.h"
#include "furl/text/quote.h"
#include "mail/charset.h"
#include "mail/signature.h"

/* TEXT_AFTER: the most octets of the line after a URL that are in the window if `lines` is set.
 * TEXT_LINE: the most of the line before it if `quotes` is set; of a longer line, text->before has
 * none. TEXT_BEFORE: how many octets of the text before text->octets the window keeps. */
#define TEXT_AFTER  ((size_t)4096)
#define TEXT_LINE   ((size_t)65536)
#define TEXT_BEFORE (FURL_START_BEFORE - FURL_START_RUN)

/* The columns before an offset in a line, as text_columns_kept counts them. All zero: of none. */
struct text_columns {
    uint64_t to;
    size_t prefix, touching; /* of the quote prefix, and of what touches that place */
};

/* The reading of texts, one after the other. */
struct text {
    /* The caller may set these between text_init and text_begin. */
    bool counts;                      /* lines are counted; */
    bool quotes;                      /* `begins`, `before` and `quote` are set; */
    bool lines;                       /* nothing is returned before the rest of its line is there */
    bool contexts;                    /* `lines` is set, too, and text_context may be called */
    struct mail_charset_guess *guess; /* of the charset of the text, begun: nothing is returned
                                         while it is open; NULL: nothing is guessed */
    /* What text_next sets. Indices are those of `window`, whose first octet has the offset `base`
     * in the text. */
    struct furl_window window;
    uint64_t base;
    struct furl_range octets;
    struct furl_match match;
    uint64_t begins;          /* the offset where its line begins: NUL, too, ends lines, and a byte
                                 order mark is in none */
    struct furl_range before; /* what comes before it in that line */
    struct furl_quote quote;  /* the quote prefix of that */
    size_t needed; /* after TEXT_OCTETS: the next call drops the octets before this index. The
                      caller may lower it */
    bool replaced; /* the caller may set it: the octets of the match do not come again */

    /* A known scheme, and whether the options want it; NULL: none has been asked for. */
    const struct furl_scheme *asked_scheme;
    bool wants_scheme;

    struct run *run;
    struct input *input;
    struct furl_find_settings finder;
    struct furl_search search;
    struct furl_buffer joined;
    uint64_t searchable;             /* URLs are looked for before this offset */
    uint64_t done;                   /* the offset after text->octets */
    bool reads;                      /* more must be read before the search goes on */
    bool over;                       /* all was returned */
    struct mail_signature signature; /* of a message, if the options skip it */
    uint64_t counted;                /* lines are counted up to this offset: */
    uint64_t line;                   /* the number there, from 1, */
    bool cr;            /* and whether a CR is before it, to which an LF there belongs */
    uint64_t quoted_at; /* where the line begins of which `quote` is known */
    uint64_t colon_at;  /* the rest of the line was looked at up to this offset, */
    bool colon;         /* and ends in a colon */
    /* A URL that is undecided: octets since its colon when it was asked about last, 0 if there is
     * none; how many octets may be read again for it; and whether one that ends any URL came. */
    size_t asked, again;
    bool may_end;
    /* If notes are printed, the first octets of the text: */
    unsigned char front[MAIL_FRONT];
    size_t front_n; /* and how many there are */
};

/* Sets up the reading with the run's options. */
void text_init(struct text *text, struct run *run);
void text_free(struct text *text);

/* Starts a text. One in memory must stay until TEXT_END: the window is on it. */
void text_begin(struct text *text, struct input *input);

enum text_token {
    TEXT_OCTETS, /* text->octets come next, in which no URL begins; more is read by the next call */
    TEXT_URL,    /* likewise, and then text->match, at match.start. Unless `replaced` is set, its
                    octets come again */
    TEXT_LAST_OCTETS, /* text->octets are the last ones */
    TEXT_END, /* there is no more; or reading failed, and input->error is set. The octets that
                  were not returned are lost then, as the end of a URL in them is unknown */
};

/* Returns the next token, and octets as soon as no URL can begin in them. Reports a URL that is too
 * long, as malformed. Without memory, fails the output and ends the text. */
enum text_token text_next(struct text *text);

/* Ends the reading of a text. Counts, for notes, files that are better read in another way: mail;
 * and compressed ones, in which URLs are not found. It looks at the octets that were returned, or
 * at all if the window ends the text, up to MAIL_FRONT. */
void text_end(struct text *text);

/* Whether the options want text->match, by its scheme and by the quote prefix of its line. */
bool text_wants_match(struct text *text);

/* Reads all of the text that was begun, so that the window is all of it. Returns false if it has
 * more than `most` octets, or if reading failed: the window then is its front, and the rest is
 * still to be read. */
bool text_read_all(struct text *text, size_t most);

/* The number of the line of the next octet, from 1; LF, CR and CR LF end lines. 0: lines are not
 * counted. */
uint64_t text_line(struct text *text);

/* The line in which the match begins, without blanks around it: at most TEXT_CONTEXT characters,
 * half of them before the match. Only if `contexts` is set. */
#define TEXT_CONTEXT ((size_t)256)
struct furl_range text_context(const struct text *text);

/* The columns from an offset in its line to the match; `most` + 1 if there are more than `most`. */
size_t text_count_columns(const struct text *text, uint64_t from, size_t most);

/* The columns that an editor which wraps words keeps before the match: of its line's quote prefix,
 * and of what touches the match on its left. 0 if the line is too long for text->before. `columns`
 * remembers them; the caller may set it to those of what is written in the place of the text. */
size_t text_columns_kept(const struct text *text, struct text_columns *columns);

/* Whether a program wrote the line of the match: the line ends in a colon and says who is quoted,
 * or only programs read it. `lines` and `quotes` are set. */
bool text_line_is_made(struct text *text);

/* The index of an offset, which is in the window or right after it. */
static inline size_t text_index(const struct text *text, uint64_t offset)
{
    assert(offset >= text->base && offset - text->base <= text->window.n);
    return (size_t)(offset - text->base);
}

/* The octet at an index of the window, which keeps the last TEXT_BEFORE octets that were returned;
 * -1 before and after it. */
static inline int text_octet(const struct text *text, size_t at)
{
    return at < text->window.n ? text->window.ptr[at] : -1;
}

/* Ends the output of a text that passes, after TEXT_LAST_OCTETS. */
void text_end_output(struct text *text);

#endif
