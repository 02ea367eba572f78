#include "folding.h"

/*
 * A URL may be split at any place except
 *
 *     before or after a `%`, since three in a row would not be a mark (draft 5.2.2.5); an escape is
 *     split between its digits
 *     inside a unit (unit.h): other programs need not see one that is in two pieces
 *     before the first octet after the delimiter: other programs need not see that it is a URL
 *     among octets that were read as those of an earlier URL, which was then seen to end before:
 *     at a break, that one might be seen to go on (area://x?a=<http://y has no `>`)
 *
 * What was found to be a URL has brackets and octets 80-FF in units alone, unless it may have any
 * octet 80-FF; and a unit ends with the first octet that may end it.
 */

/* The octets from the first one to the first `last`. */
static size_t through(struct furl_range url, unsigned char last)
{
    const unsigned char *end = memchr(url.at, last, url.n);

    return end != NULL ? (size_t)(end - url.at) + 1 : url.n;
}

/* The octets at the front of what is left that are not to be parted: one, or a unit. */
static size_t whole(struct furl_range url)
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
static bool is_place(const struct furl_folding *folding, size_t at)
{
    struct furl_range url = folding->url;

    return at >= folding->least && at < url.n && url.at[at - 1] != '%' && url.at[at] != '%';
}

void furl_folding_begin(struct furl_folding *folding, const struct furl_found *found)
{
    size_t colon = found->scheme_n;
    const struct furl_window url = {found->url.at, found->url.n, true, 0};

    size_t delimiter = furl_twice(&url, colon + 1, '/') == FURL_YES ? 3 : 1;
    uint64_t seen = found->seen > found->offset ? found->seen - found->offset : 0;

    folding->url = found->url;
    folding->least = colon + delimiter + 1;
    if (seen > folding->least) {
        folding->least = seen < found->url.n ? (size_t)seen : found->url.n;
    }
}

struct furl_range furl_folding_piece(struct furl_folding *folding, size_t columns)
{
    struct furl_range left = folding->url;
    size_t fits = 0, next = 0; /* the last place that fits, and the first one of all */
    size_t at = 0, used = 0;

    while (at < left.n && (used <= columns || (fits == 0 && next == 0))) {
        size_t n = whole((struct furl_range){left.at + at, left.n - at});
        used += furl_characters(left.at + at, n);
        at += n;
        if (is_place(folding, at)) {
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
