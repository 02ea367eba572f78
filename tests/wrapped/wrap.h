/* How editors make lines of what is longer: the ways, and the two things done with them. */
#ifndef WRAP_H
#define WRAP_H

#include "page.h"

struct way {
    /* Where a line may end, besides at a blank, which is dropped then. */
    enum {
        AT_BLANKS,    /* nowhere: a word that is too long stays whole (fmt) */
        CUTS_LONG,    /* anywhere in a word that is too long, which begins a line */
        CUTS_ALL,     /* anywhere, blanks are like letters (fold) */
        AFTER_BLANKS, /* as CUTS_LONG, but the blank stays (fold -s) */
        AFTER_MARKS,  /* after one of `marks`; what has none stays whole */
        MARKS_OR_CUT  /* the same, but cut if it has none */
    } kind;
    const char *marks;
    size_t width;
    size_t leaves;      /* lines no wider than this stay as they are, though wider than `width` */
    bool counts_octets; /* of UTF-8; else characters */
    enum charset charset;
};

/* Each line of `in` in lines as wide as `way` says, with the line's prefix (its cells PREFIX)
   before each. A prefix counts as part of the width. */
void wrap_page(struct page *out, const struct page *in, const struct way *way);

/* A quotation of `in`: a prefix from `initials` (" AB> ") before each line that is not empty, one
   `>` more where it has one. What does not fit in `way->width` goes on in the next line, before
   that line's own text if it is of the same paragraph. */
void quote_page(struct page *out, const struct page *in, const char *initials,
                const struct way *way);

#endif
