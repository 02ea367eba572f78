#include "fold.h"

#include "wrapped.h"

/* Octets in a break: a line end, a prefix, and a mark on either side. */
#define BREAK_MAX (2 * FURL_MARK_SIZE + 2 + FURL_FOLD_PREFIX_COLUMNS * FURL_UTF8_MAX)

/* Notes how the lines before the index `n` end, if they do. */
static void note_end(struct furl_fold_prefix *before, const unsigned char *octets, size_t n)
{
    while (n > 0 && octets[n - 1] != '\n' && octets[n - 1] != '\r') {
        n--;
    }
    if (n == 0) {
        return;
    }
    bool cr = n > 1 ? octets[n - 2] == '\r' : before->cr;
    before->end = octets[n - 1] == '\r' ? FURL_END_CR : cr ? FURL_END_CR_LF : FURL_END_LF;
}

static void begin_line(struct furl_fold_prefix *before)
{
    before->later = true;
    before->known = false;
    before->n = before->counted = before->columns = 0;
}

void furl_fold_prefix_feed(struct furl_fold_prefix *before, const unsigned char *octets, size_t n)
{
    size_t from = n - furl_last_line_length((struct furl_range){octets, n});

    if (from > 0) {
        note_end(before, octets, from);
        begin_line(before);
    }
    if (n > 0) {
        before->cr = octets[n - 1] == '\r';
    }
    size_t room = sizeof before->octets - before->n;
    size_t kept = n - from < room ? n - from : room;
    if (kept > 0) {
        memcpy(before->octets + before->n, octets + from, kept);
        before->n += kept;
    }
}

/* Drops the byte order mark at the start of the text. */
static void drop_mark(struct furl_fold_prefix *before)
{
    if (before->n >= FURL_BOM_SIZE && memcmp(before->octets, FURL_BOM, FURL_BOM_SIZE) == 0) {
        before->n -= FURL_BOM_SIZE;
        memmove(before->octets, before->octets + FURL_BOM_SIZE, before->n);
    }
}

size_t furl_fold_prefix_columns(struct furl_fold_prefix *before)
{
    if (!before->later) {
        drop_mark(before);
        before->later = true;
    }
    if (!before->known) {
        struct furl_quote quote = {.later = true};
        furl_quote_feed(&quote, before->octets, before->n);
        before->prefix = (size_t)quote.n;
        before->known = true;
    }
    before->columns +=
        furl_characters(before->octets + before->counted, before->n - before->counted);
    before->counted = before->n;
    return before->columns;
}

bool furl_fold_prefix_is_kludge(const struct furl_fold_prefix *before)
{
    static const char *const beginnings[] = {"\1", "SEEN-BY:", "AREA:", "--- ", " * Origin:"};
    const struct furl_range line = {before->octets, before->n};
    bool is = false;

    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0] && !is; i++) {
        is = furl_starts(line, beginnings[i]);
    }
    return is && !furl_starts(line, "AREA://"); /* which is a URL */
}

/* Begins a line that goes on with the one before: at the octet for which columns were asked last,
 * after some more of them. It has the same quote prefix, as far as that fits into `most` columns.
 * Returns the prefix, valid until the next call. */
static struct furl_range break_line(struct furl_fold_prefix *before, size_t most)
{
    size_t n = 0;

    for (; most > 0 && n < before->prefix; most--) {
        n += furl_character(before->octets + n, before->prefix - n);
    }
    before->prefix = before->n = n;
    before->counted = before->columns = 0;
    return (struct furl_range){before->octets, n};
}

/*
 * A URL may be split at any place except
 *
 *     before or after a `%`, since three in a row would not be a mark (draft 5.2.2.5); an escape is
 *     split between its digits
 *     inside a unit (bracketed.h): other programs need not see one that is in two pieces
 *     before the first octet after the delimiter: other programs need not see that it is a URL
 *     among octets that were read as those of an earlier URL, which was then seen to end before:
 *     at a break, that one might be seen to go on (area://x?a=<http://y has no `>`)
 *
 * What was found to be a URL has brackets and octets 80-FF in units alone, unless it may have any
 * octet 80-FF; and a unit ends with the first octet that may end it.
 */

/* A URL being folded. */
struct folding {
    struct furl_range url; /* what is left of it */
    size_t least;          /* octets that the next piece has at least */
};

/* The octets from the first one to the first `last`. */
static size_t through(struct furl_range url, unsigned char last)
{
    const unsigned char *end = memchr(url.at, last, url.n);

    return end != NULL ? (size_t)(end - url.at) + 1 : url.n;
}

/* The octets at the front of what is left that are not to be parted: one, or a unit. */
static size_t unit_length(struct furl_range url)
{
    switch (url.at[0]) {
    case '<':
        return through(url, '>');
    case '[':
        return through(url, ']');
    default:
        return furl_character(url.at, url.n);
    }
}

/* Whether the URL may be split before the octet `at`, which is the first one of an octet or unit.
 */
static bool may_split(const struct folding *folding, size_t at)
{
    struct furl_range url = folding->url;

    return at >= folding->least && at < url.n && url.at[at - 1] != '%' && url.at[at] != '%';
}

/* Begins with a URL that was found and has no breaks. */
static void begin_folding(struct folding *folding, const struct furl_match *found)
{
    size_t colon = found->scheme_n;
    struct furl_window url = furl_window_of(found->url);

    size_t delimiter = furl_twice(&url, colon + 1, '/') ? 3 : 1;
    size_t seen = found->seen > found->start ? found->seen - found->start : 0;

    folding->url = found->url;
    folding->least = colon + delimiter + 1;
    if (seen > folding->least) {
        folding->least = seen < found->url.n ? seen : found->url.n;
    }
}

/* Takes off the next piece, for a line in which `columns` are left: as much as fits there with the
 * mark after it; if not even the least that a piece may have fits, that. Where all that is left
 * fits without a mark, or may not be split, that is the piece, the last one, and nothing is left.
 */
static struct furl_range next_piece(struct folding *folding, size_t columns)
{
    struct furl_range left = folding->url;
    size_t fits = 0, next = 0; /* the last place that fits, and the first one of all */
    size_t at = 0, used = 0;

    while (at < left.n && (used <= columns || (fits == 0 && next == 0))) {
        size_t n = unit_length((struct furl_range){left.at + at, left.n - at});
        used += furl_characters(left.at + at, n);
        at += n;
        if (may_split(folding, at)) {
            fits = used + FURL_MARK_SIZE <= columns ? at : fits;
            next = next == 0 ? at : next;
        }
    }
    bool last = used <= columns || (fits == 0 && next == 0);
    size_t n = last ? left.n : fits > 0 ? fits : next;
    furl_skip(&folding->url, n);
    folding->least = 1;
    return (struct furl_range){left.at, n};
}

bool furl_fold_write(struct furl_fold_prefix *before, const struct furl_match *found, size_t width,
                     size_t most, struct furl_buffer *out, size_t *n)
{
    static const struct furl_range mark = {(const unsigned char *)"%%", FURL_MARK_SIZE};
    static const char *const ends[] = {
        [FURL_END_LF] = "\n", [FURL_END_CR] = "\r", [FURL_END_CR_LF] = "\r\n"};
    struct furl_cursor cursor = {.out = NULL};
    struct folding folding;

    begin_folding(&folding, found);
    for (*n = 0; folding.url.n > 0 && *n <= most; *n = (size_t)(cursor.out - out->at)) {
        size_t columns = furl_fold_prefix_columns(before);
        struct furl_range piece = next_piece(&folding, columns < width ? width - columns : 0);
        if (!furl_buffer_reserve(out, *n + piece.n + BREAK_MAX)) {
            return false;
        }
        cursor.out = out->at + *n;
        furl_put_range(&cursor, piece);
        furl_fold_prefix_feed(before, piece.at, piece.n);
        if (folding.url.n > 0) {
            furl_put_range(&cursor, mark);
            furl_put_text(&cursor, ends[before->end]);
            furl_put_range(&cursor, break_line(before, width - FURL_FOLD_LEFT));
            furl_put_range(&cursor, mark);
            furl_fold_prefix_feed(before, mark.at, mark.n);
        }
    }
    *n = *n <= most ? *n : 0;
    return true;
}
