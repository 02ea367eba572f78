/* Reading a text, and finding the URLs in it: what extract, rewrite and fold have in common. */
#ifndef FINDER_H
#define FINDER_H

#include "furl/text/scanner.h"
#include "job.h"
#include "mail/guess.h"

/* What it takes; the caller's, except the memory that finder_free gives back. */
struct finder {
    struct job *job;
    struct input *input;
    struct mail_guess *guess; /* of the charset of the text, the caller's: no URL is found in a
                                 window for which it is open; NULL: nothing is guessed */
    struct furl_scanner scanner;
    struct furl_window window; /* on the text being read */
    bool ranged;               /* a part of a file is read: */
    uint64_t read;             /* the offset of the next octet; */
    uint64_t from, end;        /* and only URLs are found that begin between these */
    uint64_t needed;           /* the offset of the first octet that the next window has. Whoever
                                  needs more makes it less, so that INPUT_BEFORE octets at most are
                                  kept */
    bool reads;                /* the window is done */
};

/* Sets up, as the options of the job say. */
void finder_init(struct finder *finder, struct job *job);
void finder_free(struct finder *finder);

/* Begins a text. One that is in memory stays there until FINDER_END: the window is on it. A guess,
 * if there is one, has begun. */
void finder_begin(struct finder *finder, struct input *input);

/* Begins a part of a file that can be read at any offset: the URLs are found whose first octet is
 * from the offset `from` on, before `end`, just as in the whole. It begins before that, where the
 * text can be parted, at the offset `needed`; with `lines`, a line ends between there and `from`.
 * A file that ends before `from` has no URL. Whether reading failed, input->error tells. */
void finder_begin_range(struct finder *finder, struct input *input, uint64_t from, uint64_t end,
                        bool lines);

enum finder_event {
    FINDER_URL,   /* the next URL was found; it is valid until the next call */
    FINDER_READS, /* the next call reads more: the window then has octets from `needed` on */
    FINDER_END,   /* there is no more text; or reading it failed, and input->error is set: nobody
                     knows then where the URL that has begun would end */
};

/* Goes on. A URL that is too long is reported, and counts as malformed. A lack of memory is a
 * failure of the output, and an end. */
enum finder_event finder_next(struct finder *finder, struct furl_found *found);

/* Looks ahead: reads on until the window has all octets of the text before the offset `end`, which
 * is at most INPUT_AFTER after what one read can give. The URL found last stays valid. Returns
 * whether reading did not fail. */
bool finder_reach(struct finder *finder, uint64_t end);

#endif
