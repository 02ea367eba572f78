/* A text and the URLs in it, as extract, rewrite, fold and check read it (fidourl(1)). */
#ifndef TEXT_H
#define TEXT_H

#include "cli/run.h"
#include "furl/text/quote.h"
#include "furl/text/scanner.h"
#include "mail/charset.h"

/* How many octets breaks and trimming may add to the longest URL in a text that
 * passes. One with more stays as it is. */
#define TEXT_BREAKS_MAX ((size_t)1 << 20)

/* The reading of texts, one after the other; the caller's, except the memory that text_free gives
 * back. */
struct text {
    /* The caller may set these between text_init and text_begin. */
    bool passes;                      /* all octets are wanted, not URLs alone; */
    bool counts;                      /* lines are counted; */
    bool quotes;                      /* quotes are told, unless `passes` */
    struct mail_charset_guess *guess; /* of the charset of the text, the caller's, begun: no URL is
                                 found in a window for which it is open; NULL: nothing is guessed */
    /* What text_next tells. */
    struct furl_range octets;
    struct furl_match match; /* valid until the next call */
    uint64_t line;           /* of its first octet, from 1 */
    bool quoted;             /* that line is */
    bool replaced;           /* for the caller to set: something was written in the match's place */

    struct run *run;
    struct input *input;
    struct furl_scanner scanner;
    struct furl_window window; /* on the text */
    uint64_t needed;           /* the offset of the first octet that the next window has. Whoever
                                  needs more makes it less at TEXT_READS, so that INPUT_BEFORE octets
                                  at most are kept */
    enum {
        TEXT_SCANS,
        TEXT_FOUND,
        TEXT_LEAVES,
        TEXT_KEEPS,
        TEXT_MOVES,
        TEXT_ENDS,
        TEXT_ENDED
    } next;
    bool reads;               /* the window must move on before scanning */
    size_t ahead;             /* octets right after the window that text_reach has read, */
    bool ends;                /* after which nothing comes */
    uint64_t passed;          /* the offset of the first octet that has not passed; */
    uint64_t passing;         /* of the first that must not yet */
    struct furl_buffer aside; /* octets that left the window before they could pass: */
    size_t aside_n;           /* those right before it */
    struct line_info {        /* of the octet at an offset */
        uint64_t offset;
        uint64_t line;
        bool cr; /* the octet before is a CR: an LF here belongs to it */
        struct furl_quote quote;
    } here, begun; /* as far as is counted; where the URL began that an earlier window had */
};

/* Sets up the reading with the run's options; `passes`, `counts` and `quotes`
 * are false, and `guess` is NULL. */
void text_init(struct text *text, struct run *run);
void text_free(struct text *text);

/* Moves the place in a text over octets, counting lines: LF, CR and CR LF each end one. */
void line_info_feed(struct line_info *place, const struct furl_kernels *kernels,
                    struct furl_range octets);

/* Starts a text. One in memory must stay until TEXT_OVER: the window is on
 * it. */
void text_begin(struct text *text, struct input *input);

enum text_token {
    TEXT_PIECE, /* text->octets pass, the next ones of the text */
    TEXT_URL,   /* text->match was found. Unless `replaced` is set, its octets pass then */
    TEXT_READS, /* the next call reads more: the window then has octets from `needed` on, and pieces
                   that have passed are not there any more */
    TEXT_DONE,  /* all was read and has come; one from the command line is ended by LF after this */
    TEXT_OVER,  /* there is no more; or reading failed, and input->error is set: nobody knows then
                   where the URL that has begun would end, and what had to wait does not pass */
};

/* Returns the next token. What passes is held back only as long as a URL may
 * have begun in it. Reports a URL that is too long, as malformed. Without
 * memory, fails the output and ends the text. */
enum text_token text_next(struct text *text);

/* Looks ahead: reads on until all octets of the text before the offset `end` are there, which is at
 * most INPUT_AFTER after the window. The match stays valid. Returns whether reading did not fail.
 */
bool text_reach(struct text *text, uint64_t end);

/* The octet at an offset, from the match or the piece on; -1 after the text as far as it was read.
 */
int text_octet(const struct text *text, uint64_t offset);

/* The most octets that a URL may take in a text that passes, with its breaks, so that what is put
 * aside has a limit. One that takes more stays as it is, however the text is cut into windows. */
size_t text_longest(const struct text *text);

#endif
