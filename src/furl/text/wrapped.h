/* Whether a line end cut a URL, which then goes on in the next line: --wrapped (fidourl(7), Wrapped
 * URLs). */
#ifndef FURL_WRAPPED_H
#define FURL_WRAPPED_H

#include "extent.h"
#include "furl/base/octets.h"
#include "quote.h"

/* Lines of text: which of them belong together by their quote prefixes, and how wide they are. They
 * tell where an editor ends its lines (fidourl(7), Wrapped URLs). */

/* How many lines before another one say something about it. */
#define FURL_NEAR_LINES ((size_t)40)

/* Lines that are wider say nothing about where others end. */
#define FURL_NEAR_WIDTH ((size_t)82)

/* Some editors count the characters of a line, others its octets. */
enum furl_measure { FURL_COLUMNS, FURL_OCTETS, FURL_MEASURES };

/* What a line says. An octet outside any UTF-8 sequence is a character. */
struct furl_line {
    uint64_t kind; /* of its quote prefix: lines whose kinds are equal belong together; 0: it has no
                      marks */
    uint64_t angles; /* `>` in the prefix */
    size_t prefix;   /* octets of the prefix, which may be blanks alone */
    size_t prefix_columns;
    size_t width[FURL_MEASURES]; /* of the line without the blanks at its end */
};

/* The kind of origin lines, ` * Origin: ...`, the last ones of a message (FTS-0004): none belongs
 * to another line. */
#define FURL_KIND_ORIGIN UINT64_MAX

/* What the octets of a line, without its end, say. UINT64_MAX for `angles`; of a line within
 * `<...>` the number of the first line, as the marks end after so many `>`: then what comes is
 * text, as "html>" is, and where the number is 0, so are blanks. */
struct furl_line furl_line_of(struct furl_range octets, uint64_t angles);

/* The kind alone, with UINT64_MAX for `angles`; and the octets of the prefix, where `prefix` is not
 * NULL. */
uint64_t furl_line_kind(struct furl_range octets, size_t *prefix);

/* The text of the line: what is between its prefix and the blanks at its end. */
static inline struct furl_range furl_line_text(const struct furl_line *line,
                                               struct furl_range octets)
{
    size_t end = line->width[FURL_OCTETS];

    return line->prefix < end ? (struct furl_range){octets.at + line->prefix, end - line->prefix}
                              : (struct furl_range){NULL, 0};
}

/* What other lines of its kind say about the width of a line. Those of more than FURL_NEAR_WIDTH
 * count in `run` alone. */
struct furl_near {
    size_t longest; /* the width of the widest one */
    size_t same;    /* how many are as wide as it */
    size_t close;   /* how many are up to eight narrower */
    size_t run;     /* how many lines right before it are of its kind and as wide, so far; */
    bool ran;       /* the one before these is not */
};

/* The last lines of a text that were looked at, in their order: each says something about all that
 * come after it, and is measured once. All zero: none. */
struct furl_seen_lines {
    struct furl_seen_line {
        uint64_t from, end; /* the offsets of its first octet, and of the line after it */
        uint64_t kind;
        size_t width[FURL_MEASURES];
    } of[FURL_NEAR_LINES];
    size_t n;
};

/* The text before a line, as far as it was not taken. It is to begin where a line does; the lines
 * after its last NUL count. */
struct furl_before {
    struct furl_range octets;
    uint64_t end; /* its offset */
    struct furl_seen_lines *seen;
    size_t nth;                 /* of these, those before `end`, and perhaps some after it */
    struct furl_seen_line last; /* measured last */
};

static inline struct furl_before furl_before_line(struct furl_range octets, uint64_t end,
                                                  struct furl_seen_lines *seen)
{
    return (struct furl_before){.octets = octets, .end = end, .seen = seen, .nth = seen->n};
}

/* Takes the last line off the text before `line`, and adds what it says about `line`, by each
 * measure. Returns whether there was one. */
bool furl_near_take(struct furl_near near[FURL_MEASURES], struct furl_before *before,
                    const struct furl_line *line);

/* Adds what one more line of its kind, of the width `other`, says about a line that is `width`
 * wide. */
void furl_near_add(struct furl_near *near, size_t width, size_t other);

/* Words at the start of a line: whether they look like the rest of a URL that an editor cut, or
 * like prose (fidourl(7), Wrapped URLs). */

/* What a word looks like, from what no URL goes on with to what hardly anything else is. */
enum furl_rest {
    FURL_REST_NO,     /* the start of a URL, a separator, text that no URL may contain */
    FURL_REST_ITEM,   /* the mark of a list item */
    FURL_REST_MAIL,   /* an address, of mail or of a node */
    FURL_REST_PROSE,  /* a common word of English, a capitalised one, one with a colon; a path from
                         the root of a system */
    FURL_REST_OTHER,  /* none of these */
    FURL_REST_WEAK,   /* small letters; a path; a name with dots and dashes */
    FURL_REST_LIKELY, /* small and large letters, or digits, or both; slashes inside */
    FURL_REST_STRONG, /* marks of a query, an underscore, a file's ending */
    FURL_REST_ESCAPE, /* "%41" */
    FURL_RESTS
};

struct furl_word {
    struct furl_range octets; /* those at the front of the text that a URL may contain */
    size_t n;                 /* how many, without punctuation at the end */
    enum furl_rest rest;
    bool lower; /* it is small letters alone */
    bool plain; /* it is small letters and digits alone */
    bool query; /* it has one of `? & # %` */
    bool slash; /* it has a slash */
    bool last;  /* nothing comes after it in its line */
};

/* The first word of the text of a line, which has no blanks at its end. `query` says that the URL
 * has a `?`. Where the text is empty or begins with what no URL may contain, the word is empty, and
 * FURL_REST_NO. The time is linear in text.n. */
struct furl_word furl_word_of(struct furl_range text, bool query);

/* Whether that word is FURL_REST_NO, and no mark of a list; this takes less. */
bool furl_word_is_none(struct furl_range text);

/* Whether a URL, or what separates parts of a message, begins the text, which is not empty. */
bool furl_begins_other(struct furl_range text);

/* The length of that word. */
size_t furl_word_length(struct furl_range text);

/* Whether the octets, in any case, are the ending of a file's name, as "html". */
bool furl_is_ending(struct furl_range octets);

/* The octets in the longest ending. */
#define FURL_ENDING_MAX ((size_t)7)

/* The letters and digits at the front of the octets. */
struct furl_range furl_front_name(struct furl_range octets);

/* The URL before a line's end: how it ends, and what would complete that (fidourl(7), Wrapped
 * URLs). */

/* How a URL ends, before it is trimmed. */
enum furl_tail_end {
    FURL_TAIL_IN,    /* in a word: all that is not below */
    FURL_TAIL_HALF,  /* in half an escape */
    FURL_TAIL_OPEN,  /* - = & + ~ #, after which something comes */
    FURL_TAIL_UNDER, /* _ */
    FURL_TAIL_ASK,   /* ? */
    FURL_TAIL_DIR,   /* a slash */
    FURL_TAIL_FILE,  /* the ending of a file's name */
    FURL_TAIL_DOT,
    FURL_TAIL_PUNCT, /* other punctuation, or a `)` that nothing opens: a sentence ends, too */
    FURL_TAIL_ENDS
};

/* Octets of the end that are kept: a dot and the ending of a file's name; a `+` and all but one of
 * the digits of a serial number. */
#define FURL_TAIL_SIZE (FURL_ENDING_MAX + 1)

/* What is kept of a URL; the caller's. All zero: no octets yet. */
struct furl_tail {
    unsigned char last[FURL_TAIL_SIZE]; /* its last octets, or all */
    size_t n;
    uint64_t slashes, opened, closed; /* how many `/ ( )` it has */
    bool query;                       /* it has a `?` */
    bool named;                       /* its last slash comes after its last `?` */
    bool msgid;                       /* it is in a parameter "msgid" */
};

/* Adds octets at the URL's end. */
void furl_tail_take(struct furl_tail *tail, struct furl_range octets);

/* How the URL ends; it has octets. */
enum furl_tail_end furl_tail_end(const struct furl_tail *tail);

/* Whether the octets complete the half of an escape, or the serial number of a message identifier,
 * of eight digits (FTS-0009), that the URL ends in. */
bool furl_tail_is_completed(const struct furl_tail *tail, struct furl_range octets);

/* Whether the octets go on with the name of a file that the URL, at FURL_TAIL_FILE or
 * FURL_TAIL_DOT, seems to end with: ".htm" and "l", ".tar" and ".gz", "1." and "2". */
bool furl_tail_goes_on(const struct furl_tail *tail, struct furl_range octets);

/* Margins: the widths at which editors cut lines, and what the width of a line says about whether
 * it was cut (fidourl(7), Wrapped URLs). */

/* Lines narrower than this are cut by no editor that has a margin. */
#define FURL_MARGIN_MIN ((size_t)60)

/* The widest margin that is in use. */
#define FURL_MARGIN_MAX ((size_t)80)

/* The points of a line that was not cut, whatever else there is. */
#define FURL_NEVER (-100)

/* Whether `width` is a margin that most editors have. */
bool furl_is_usual_margin(size_t width);

/* Whether `width` is a margin in use, or one for lines that are quoted as often as `line`. */
bool furl_is_margin(const struct furl_line *line, size_t width);

/* Whether so many columns of text are what the author of `line` left on a line, or who quoted it
 * before the last one who did. */
bool furl_fills_line(const struct furl_line *line, size_t text);

/* How likely `line`, at whose end there is a URL, was cut: points, up to about 10; FURL_NEVER.
 * Where there are fewer than `needed`, any number that is less, since not all lines are looked at
 * then. `before` is the text before it; `next` is the line after it, of its
 * kind. `alone` says that nothing comes before the URL in the line, except a delimiter. */
int furl_margin_points(const struct furl_line *line, bool alone, struct furl_before before,
                       const struct furl_line *next, int needed);

/* URLs that an editor cut at the end of a line: whether the next line goes on with one, and how
 * far. It is a guess (fidourl(7), Wrapped URLs). */

/* The columns of a URL that an editor of 80 columns leaves on a line, which stores a blank after
 * it. */
#define FURL_TORN_WIDTH ((size_t)79)

/* What is known of a URL that reaches the end of a line; the caller's. */
struct furl_wrapped_lines {
    struct furl_line first; /* the line that the URL begins in */
    struct furl_line line;  /* the line whose end it reaches */
    struct furl_tail tail;
    size_t text; /* columns of the text that ends with the URL, as an editor had it that filled its
                    lines before the last one did */
    bool joined; /* `line` is not the first one */
    bool alone;  /* nothing but a delimiter comes before it in its line */
};

/* Whether a URL that reaches the end of its line may be cut there, as far as its end tells, the
 * width of the line in octets, and what comes in the next one: FURL_MARGIN_MIN octets or more, if
 * there are so many. */
bool furl_wrapped_lines_may(struct furl_range url, size_t width, struct furl_range next);

/* Whether the next line, `octets`, may go on with a URL of the line `first`, as far as its prefix
 * and its first word tell. */
bool furl_wrapped_lines_may_go_on(struct furl_range first, struct furl_range octets);

/*
 * Begins with the URL at octets.at + at. Its line is `octets`, without the line's end, and says
 * `line`. The URL takes all that is in its line from there on, except blanks at the end. Returns
 * whether it may be cut there; if not, furl_wrapped_lines_rest must not be called.
 */
bool furl_wrapped_lines_begin(struct furl_wrapped_lines *cut, const struct furl_line *line,
                              struct furl_range octets, size_t at);

/*
 * Returns how many octets of the text of the next line belong to the URL, and adds them; 0: none,
 * the URL was not cut. The line is `octets`, without its end, and says `line`; `before` is the text
 * before the line that the URL begins in. Among the octets are single blanks,
 * which are not the URL's. Where they are all of the text, the URL may be cut once more: call again
 * with the line after. The time is linear in octets.n.
 */
size_t furl_wrapped_lines_rest(struct furl_wrapped_lines *cut, struct furl_before before,
                               const struct furl_line *line, struct furl_range octets);

/* Returns how many octets of the text belong to a URL that a blank before the text tore, where an
 * editor of 80 columns had ended a screen line; and adds them to the URL, of which the tail is
 * given. 0: none. The text is the rest of the URL's line. */
size_t furl_wrapped_lines_torn(struct furl_tail *tail, struct furl_range text);

/* Blanks and line ends that a URL goes on over, though no mark says so: what of the text after them
 * belongs to it. It is a guess (fidourl(7), Wrapped URLs). */

/* What is looked at: so many octets before the end of the line that the URL begins in; as many
 * after it, and after each later place where the URL stops; so many lines in delimiters. */
#define FURL_WRAPPED_OCTETS ((size_t)4096)
#define FURL_WRAPPED_LINES  ((size_t)16)

/* What may let a URL that has stopped go on. */
enum furl_wrapping {
    FURL_WRAPPED_NEW,       /* it has not stopped yet */
    FURL_WRAPPED_DELIMITED, /* a delimiter that comes later; or it is as FURL_WRAPPED_CUT */
    FURL_WRAPPED_CUT,
    FURL_WRAPPED_TORN,
    FURL_WRAPPED_OVER, /* nothing */
};

/* What is known of a URL at the places where it stops; the caller's. */
struct furl_wrapped {
    enum furl_wrapping wrapping;
    bool delimited; /* it goes on to a delimiter, */
    bool closed;    /* which begins a line: the URL ends at `to`, and nothing of it is trimmed */
    uint64_t to;    /* what is known to belong to it ends before this offset */
    uint64_t stop;  /* where it stopped last; */
    uint64_t next;  /* the text after that begins there, */
    uint64_t seen;  /* and no line end is known that comes before this */
    size_t lines;   /* in delimiters, so far */
    uint64_t line;  /* the offset of the line that the URL begins in, once it stopped at its end */
    bool may;       /* an editor may have cut it there */
    struct furl_wrapped_lines cut;
    struct furl_seen_lines *seen_lines;
};

/* Begins a URL of the text whose lines are `seen`. */
static inline void furl_wrapped_begin(struct furl_wrapped *wrap, struct furl_seen_lines *seen)
{
    wrap->seen_lines = seen;
    wrap->wrapping = FURL_WRAPPED_NEW;
    wrap->delimited = wrap->closed = false;
    wrap->to = wrap->stop = 0;
}

/*
 * Whether the URL of `start`, which stops first at the offset `stop`, may go on after it: false is
 * certain, true says to ask furl_wrapped_resume. This is for most URLs, and takes less.
 */
bool furl_wrapped_may(const struct furl_window *text, const struct furl_start *start,
                      uint64_t stop);

/*
 * Tells whether the URL of `start` goes on after it stopped before the octet at here.at; it has
 * here.n octets so far. If so, sets `*at` to the offset where it does. FURL_MORE: call again when
 * the window has more text, and still the FURL_WRAPPED_OCTETS before here.at, and one. What is
 * asked of a URL has to be asked at each place where it stops, in order. The time is linear in the
 * octets that the URL goes over, and FURL_WRAPPED_OCTETS.
 */
enum furl_answer furl_wrapped_resume(struct furl_wrapped *wrap, const struct furl_window *text,
                                     const struct furl_start *start, struct furl_point here,
                                     uint64_t *at);

#endif
