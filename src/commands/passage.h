/* Text that passes to the output as it came, while the URLs in it are changed (fidourl(1), rewrite
 * and fold). */
#ifndef PASSAGE_H
#define PASSAGE_H

#include "finder.h"

/* How many octets more than the longest URL one may have in the text, with its breaks and what is
 * trimmed. If it has more, it stays as it is. */
#define PASSAGE_BREAKS_MAX ((size_t)1 << 20)

/* Who writes what passes, and in the order of the text. */
struct passage_taker {
    /* Writes some octets of the text. */
    void (*text)(void *context, struct furl_range octets);
    /* Writes something in the place of a URL. Returns whether it did: if not, the octets of the URL
     * pass as text. */
    bool (*url)(void *context, const struct furl_found *found);
    /* Is told the octets in whose place something was written; NULL: it need not know. */
    void (*replaced)(void *context, struct furl_range octets);
    /* Ends a text, which was read to its end; NULL: there is nothing to do. */
    void (*end)(void *context);
    void *context;
};

/* What it takes; the caller's, except the memory that passage_free gives back. */
struct passage {
    struct finder finder;
    struct passage_taker taker;
    uint64_t passed;          /* the offset of the first octet that has not passed */
    struct furl_buffer aside; /* octets that left the window before they could pass: */
    size_t aside_n;           /* those right before it */
};

/* Sets up, as the options of the job say. */
void passage_init(struct passage *passage, struct job *job, const struct passage_taker *taker);
void passage_free(struct passage *passage);

/* The most octets of the text that a URL may take, with its breaks, so that what is put aside has a
 * limit. One that takes more stays as it is, however the text is cut into windows. */
size_t passage_longest(const struct passage *passage);

/* The octet at an offset, from the URL on that is being written; -1 after the text as far as it was
 * read (finder_reach). */
int passage_octet(const struct passage *passage, uint64_t offset);

/*
 * Passes a text. What passes waits for more text only as long as a URL may have begun in it. A text
 * from the command line is ended by LF. Where reading fails, with input->error set, what had to
 * wait does not pass.
 */
void passage_read(struct passage *passage, struct input *input);

#endif
