/* What is known of a URL: what JSON and templates name (fidourl(1), parse). */
#ifndef VALUES_H
#define VALUES_H

#include "furl/octets/grow.h"
#include "furl/url/parts.h"

/* What it takes to know some of it, as bits. */
enum {
    NEEDS_CANONICAL = 1 << 0,
    NEEDS_PARTS = 1 << 1,
    NEEDS_DISPLAY = 1 << 2,
    NEEDS_TEXT = 1 << 3, /* the URL was found in text */
    NEEDS_LINE = 1 << 4, /* and lines are counted */
    NEEDS_HEAD = 1 << 5, /* and the text is that of a message */

    NEEDS_ALONE = NEEDS_CANONICAL | NEEDS_PARTS | NEEDS_DISPLAY, /* of a URL by itself */
    NEEDS_IN_TEXT = NEEDS_ALONE | NEEDS_TEXT | NEEDS_LINE,
    NEEDS_IN_MAIL = NEEDS_IN_TEXT | NEEDS_HEAD,
};

/* The head of a message, in UTF-8; what it lacks is empty. */
struct values_head {
    uint64_t number; /* in its store, from 1 */
    struct furl_range area, from, to, subject, date, id, charset;
};

/* All that is known. What was not asked for means nothing; parts that are absent are empty. */
struct values {
    struct furl_range url; /* as it was read: joined, without delimiters */
    struct furl_range canonical, display;
    struct furl_parts parts; /* of the canonical form; of a URL that has none, the scheme alone */

    /* Where it was found in text. */
    struct furl_range file;
    uint64_t line, offset, length;
    struct furl_range joined; /* how: words, a comma between two; empty if it was not */
    struct furl_range open;   /* "true", if it is */
    struct values_head head;  /* of the message that it was found in */
};

/* Sets what is needed besides of a URL whose canonical form is there, which `splitter` can split;
 * `display` has the octets of values->display from then on. Returns whether there was memory. */
bool values_of_canonical(struct values *values, unsigned needs,
                         const struct furl_splitter *splitter, struct furl_buffer *display);

#endif
