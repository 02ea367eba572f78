#include "fold.h"

#include <assert.h>

#include "furl/core/utf8.h"

/*
 * A URL may be split at any place except:
 *
 *     before or after a `%`, because three in a row are no mark (draft 5.2.2.5). An escape is
 *         therefore split between its digits
 *     inside a unit (unit.h), because other programs need not recognize a unit in two pieces
 *     before the first octet after the delimiter, because other programs need not recognize the
 *         URL
 *     among octets that were read as part of an earlier URL, which then ended before them. With
 *         a break there, the earlier URL could continue (area://x?a=<http://y has no `>`)
 *
 * A match contains brackets and octets 80-FF only in units, unless it may contain any octet 80-FF.
 * A unit ends with the first octet that can end it.
 */

/* A URL being folded. */
struct folding {
    struct furl_range url; /* rest of the URL */
    size_t least;          /* fewest octets of the next piece */
    bool wide;             /* the URL is split, even if all of it fits in the line */
};

/* Returns the number of octets up to and including the first `last`. */
static size_t length_through(struct furl_range url, unsigned char last)
{
    const unsigned char *end = memchr(url.ptr, last, url.n);

    return end != NULL ? (size_t)(end - url.ptr) + 1 : url.n;
}

/* Returns the number of octets at the front of the rest that must stay in one piece: a unit or a
 * character. */
static size_t unit_length(struct furl_range url)
{
    return url.ptr[0] == '<'   ? length_through(url, '>')
           : url.ptr[0] == '[' ? length_through(url, ']')
                               : furl_character(url.ptr, url.n);
}

/* Returns whether the URL may be split before the octet at `pos`. The octet is the first one of a
 * unit, or outside of units. */
static bool may_split(const struct folding *folding, size_t pos)
{
    struct furl_range url = folding->url;

    return pos >= folding->least && pos < url.n && url.ptr[pos - 1] != '%' && url.ptr[pos] != '%';
}

/* Begins to fold a match without breaks. */
static void begin_folding(struct folding *folding, const struct furl_match *found)
{
    size_t colon = found->scheme_n;
    struct furl_window url = furl_window_of(found->url);

    size_t delimiter = furl_is_doubled_at(&url, colon + 1, '/') ? 3 : 1;
    size_t seen = found->looked_to > found->start ? found->looked_to - found->start : 0;

    folding->url = found->url;
    folding->least = colon + delimiter + 1;
    if (seen > folding->least) {
        folding->least = seen < found->url.n ? seen : found->url.n;
    }
}

/* Removes and returns the next piece, for a line in which `columns` are left. The piece is as long
 * as fits with the mark after it or, if nothing fits, as short as possible. If the rest fits
 * without a mark, or cannot be split, the rest is the last piece. */
static struct furl_range next_piece(struct folding *folding, size_t columns)
{
    struct furl_range left = folding->url;
    size_t fits = 0, next = 0; /* last place that fits, and first place of all */
    size_t pos = 0, used = 0;

    while (pos < left.n && (used <= columns || (fits == 0 && next == 0))) {
        size_t n = unit_length((struct furl_range){left.ptr + pos, left.n - pos});
        used += furl_characters(left.ptr + pos, n);
        pos += n;
        if (may_split(folding, pos)) {
            fits = used + FURL_MARK_SIZE <= columns ? pos : fits;
            next = next == 0 ? pos : next;
        }
    }
    bool last = (used <= columns && !folding->wide) || (fits == 0 && next == 0);
    size_t n = last ? left.n : fits > 0 ? fits : next;
    assert(n > 0 && n <= left.n);
    furl_skip(&folding->url, n);
    folding->least = 1;
    folding->wide = false;
    return (struct furl_range){left.ptr, n};
}

/* Cuts the prefix to at most `columns`, and sets `columns` to the columns of the prefix. */
static struct furl_range cut_prefix(struct furl_range prefix, size_t *columns)
{
    prefix.n = furl_first_characters(prefix.ptr, prefix.n, *columns);
    *columns = furl_characters(prefix.ptr, prefix.n);
    return prefix;
}

bool furl_fold_write(struct furl_folded *line, const struct furl_match *found, size_t width,
                     size_t most, struct furl_buffer *out, size_t *n)
{
    static const struct furl_range mark = {(const unsigned char *)"%%", FURL_MARK_SIZE};
    struct furl_cursor cursor = {.out = NULL};
    struct folding folding;

    assert(width >= FURL_FOLD_LEFT);
    size_t columns = width - FURL_FOLD_LEFT;
    const struct furl_range prefix = cut_prefix(line->prefix, &columns);
    /* An editor that wraps words moves a URL that begins after the margin to a line of its own. On
     * that line, `check` allows the width and a mark. */
    const size_t own = line->kept_columns > mark.n ? line->kept_columns - mark.n : 0;
    const size_t past = line->columns < width || line->columns < own ? 0 : line->columns - own;

    assert(width >= FURL_FOLD_LEFT && past <= line->columns);
    line->columns -= past;
    begin_folding(&folding, found);
    folding.wide = line->kept_columns + furl_characters(found->url.ptr, found->url.n) > width;
    for (*n = 0; folding.url.n > 0 && *n <= most; *n = (size_t)(cursor.out - out->ptr)) {
        struct furl_range piece =
            next_piece(&folding, line->columns < width ? width - line->columns : 0);
        if (!furl_buffer_reserve(out, *n + piece.n + 2 * mark.n + strlen(line->end) + prefix.n)) {
            return false;
        }
        cursor.out = out->ptr + *n;
        furl_put_range(&cursor, piece);
        line->columns += furl_characters(piece.ptr, piece.n);
        if (folding.url.n > 0) {
            furl_put_range(&cursor, mark);
            furl_put_text(&cursor, line->end);
            furl_put_range(&cursor, prefix);
            furl_put_range(&cursor, mark);
            line->columns = columns + mark.n;
        }
    }
    bool whole = *n == found->url.n;
    line->columns += whole ? past : 0;
    line->kept_columns =
        whole ? line->kept_columns + furl_characters(found->url.ptr, *n) : line->columns;
    *n = *n <= most ? *n : 0;
    return true;
}
