/* Lines of text: which of them belong together by their quote prefixes, and how wide they are. They
 * tell where an editor ends its lines (fidourl(1), extract). */
#ifndef FURL_LINE_H
#define FURL_LINE_H

#include "quote.h"

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

/* Takes the last line off the text before `line`, as far as it was not taken, and adds what it says
 * about `line`, by each measure. Returns whether there was one. The text is to begin where a line
 * does; the lines after its last NUL count. */
bool furl_near_take(struct furl_near near[FURL_MEASURES], struct furl_range *before,
                    const struct furl_line *line);

/* Adds what one more line of its kind, of the width `other`, says about a line that is `width`
 * wide. */
void furl_near_add(struct furl_near *near, size_t width, size_t other);

#endif
