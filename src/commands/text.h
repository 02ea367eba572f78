/* A text and its URLs, which extract, rewrite, fold and check read (fidourl(1)). */
#ifndef TEXT_H
#define TEXT_H

#include <assert.h>

#include "cli/run.h"
#include "furl/text/find.h"
#include "furl/text/quote.h"
#include "mail/charset.h"
#include "mail/signature.h"

/* TEXT_AFTER: if `lines` is set, the most octets of the line after a URL that the window contains.
 * TEXT_LINE: if `quotes` is set, the most octets of the line before a URL. If the line is longer,
 * text->before is empty. TEXT_BEFORE: the number of octets before text->octets that the window
 * keeps. */
#define TEXT_AFTER  ((size_t)4096)
#define TEXT_LINE   ((size_t)65536)
#define TEXT_BEFORE (FURL_START_BEFORE - FURL_START_RUN)

/* The columns before an offset in a line, which text_columns_kept counts. All zero: none. */
struct text_columns {
    uint64_t to;
    size_t prefix, touching; /* columns of the quote prefix, and of the word at the offset */
};

/* The reading of texts, one after the other. */
struct text_reader {
    /* The caller can set these members between text_init and text_begin. */
    bool counts;   /* lines are counted */
    bool quotes;   /* `begins`, `before` and `quote` are set */
    bool lines;    /* text_next returns octets only when the rest of their line is in the window */
    bool contexts; /* text_context can be called; `lines` must be set, too */
    /* A guess of the text's charset, or NULL. text_next returns nothing while the guess is open. */
    struct mail_charset_guess *guess;
    /* text_next sets these members. Indices are indices of `window`, whose first octet has the
     * offset `window_offset` in the text. */
    struct furl_window window;
    uint64_t window_offset;
    struct furl_range octets;
    struct furl_match match;
    /* The offset where the match's line begins. NUL also ends lines, and a byte order mark is in no
     * line. */
    uint64_t begins;
    struct furl_range before; /* the octets of the line before the match */
    struct furl_quote quote;  /* the quote prefix of `before` */
    /* After TEXT_OCTETS, the next call drops the octets before this index. The caller can lower it.
     */
    size_t keep_from;
    bool replaced; /* set by the caller, so that the octets of the match do not come again */

    /* The last known scheme, and whether the options want the scheme. NULL: no known scheme yet. */
    const struct furl_scheme *asked_scheme;
    bool wants_scheme;

    struct run *run;
    struct input *input;
    struct furl_find_settings settings;
    struct furl_search search;
    struct furl_buffer joined;
    uint64_t searchable;             /* the search for URLs ends at this offset */
    uint64_t octets_end;             /* the offset after text->octets */
    bool reads;                      /* more must be read before the search continues */
    bool over;                       /* all octets were returned */
    struct mail_signature signature; /* of a message, if the options skip it */
    uint64_t counted_to;             /* lines are counted as far as this offset */
    uint64_t line;                   /* the number of the line at `counted_to`, from 1 */
    bool cr;            /* a CR is before `counted_to`, so an LF there belongs to its line end */
    uint64_t quoted_at; /* the offset of the line of `quote` */
    uint64_t colon_at;  /* the rest of the line was checked for `colon` as far as this offset */
    bool colon;         /* the line ends in a colon */
    /* The state of an undecided URL. `last_try`: the octets from its colon at the last search, or 0
     * if there is no undecided URL. `again`: the octets that the search may read again. `may_end`:
     * an octet that ends any URL came. */
    size_t last_try, again;
    bool may_end;
    /* The first octets of the text, for text_end. */
    unsigned char front[MAIL_FRONT];
    size_t front_n; /* the number of octets in `front` */
};

/* Sets up the reading by the run's options. */
void text_init(struct text_reader *text, struct run *run);
void text_free(struct text_reader *text);

/* Starts a text. The window is on a text in memory itself, which must stay valid until TEXT_END. */
void text_begin(struct text_reader *text, struct input *input);

enum text_token {
    TEXT_OCTETS, /* text->octets come next. No URL begins in them, and the next call reads more */
    /* text->octets come next, then text->match. Its octets come again unless `replaced` is set. */
    TEXT_URL,
    TEXT_LAST_OCTETS, /* text->octets are the last ones */
    /* The text ends, or reading failed, with input->error set. After a failure, octets not returned
     * yet are lost, because the end of a URL in them is unknown. */
    TEXT_END,
};

/* Returns the next token. Returns octets as soon as no URL can begin in them. Reports a URL that is
 * too long as malformed. If memory ran out, fails the output and ends the text. */
enum text_token text_next(struct text_reader *text);

/* Ends the reading of a text. For notes, counts mail that should be read with -M, and compressed
 * files, in which URLs cannot be found. Checks the returned octets, at most MAIL_FRONT. If the
 * window ends the text, checks all octets. */
void text_end(struct text_reader *text);

/* Returns whether the options want text->match, by its scheme and by the quote prefix of its line.
 */
bool text_wants_match(struct text_reader *text);

/* Reads all of the text, so that the window contains it. Returns false if the text has more than
 * `most` octets, or if reading failed. The window then contains the front of the text, and the rest
 * is still unread. */
bool text_read_all(struct text_reader *text, size_t most);

/* Returns the number of the next octet's line, from 1, or 0 if lines are not counted. LF, CR and CR
 * LF end lines. */
uint64_t text_line(struct text_reader *text);

/* Returns the line in which the match begins, without spaces around it. It has at most TEXT_CONTEXT
 * characters, half of them before the match. `contexts` must be set. */
#define TEXT_CONTEXT ((size_t)256)
struct furl_range text_context(const struct text_reader *text);

/* Returns the columns from an offset in the match's line to the match, or `most` + 1 if there are
 * more than `most`. */
size_t text_count_columns(const struct text_reader *text, uint64_t from, size_t most);

/* Returns the columns that an editor keeps before the match when it wraps words: the quote prefix
 * of the line, and the word that touches the match. Returns 0 if the line is too long for
 * text->before. `columns` remembers the columns. The caller can set `columns` to the columns of a
 * replacement of the text. */
size_t text_columns_kept(const struct text_reader *text, struct text_columns *columns);

/* Returns whether a program wrote the match's line. Such a line ends in a colon and says who is
 * quoted, or only programs read the line. `lines` and `quotes` must be set. */
bool text_line_is_made(struct text_reader *text);

/* Returns the index of an offset, which must be in the window or at its end. */
static inline size_t text_index(const struct text_reader *text, uint64_t offset)
{
    assert(offset >= text->window_offset && offset - text->window_offset <= text->window.n);
    return (size_t)(offset - text->window_offset);
}

/* Returns the octet at an index of the window, or -1 outside. The window keeps the last TEXT_BEFORE
 * returned octets. */
static inline int text_octet(const struct text_reader *text, size_t pos)
{
    return pos < text->window.n ? text->window.ptr[pos] : -1;
}

/* Ends the output of a copied text, after TEXT_LAST_OCTETS. */
void text_end_output(struct text_reader *text);

#endif
