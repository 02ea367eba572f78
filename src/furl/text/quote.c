/*
 * A line is quoted if it begins with a prefix of this form:
 *
 *     blank{0,8} mark ( blank{0,3} mark )* blank?
 *     mark = character{0,4} ">"+, followed by a blank if it has a character
 *
 *     > > text   ->  "> > "
 *      AK>> text  ->  " AK>> "
 *     AK>text    ->  none
 *
 * With --wrapped, a URL continues after such a prefix:
 *
 *     > <http://a/b LF > c>  ->  http://a/bc
 */
#include "quote.h"

#include "furl/core/bits.h"
#include "furl/core/utf8.h"

/* Continues the FNV-1a hash `before` (0 at first) with `octets`. If two hashes collide, marks of
 * two authors only look like those of one author. */
FURL_MODULAR static uint32_t hash(uint32_t before, struct furl_range octets)
{
    const uint32_t prime = 16777619;

    for (size_t i = 0; i < octets.n; i++) {
        before = (before ^ octets.ptr[i]) * prime;
    }
    return before;
}

/* Returns the index after the blanks at an index. Skips at most `most` blanks. */
static size_t after_few_blanks(struct furl_range line, size_t pos, size_t most)
{
    furl_skip(&line, pos);
    line.n = most < line.n ? most : line.n;
    return pos + furl_blanks(line);
}

/* Returns the characters of a mark at an index. Returns none if there are more than
 * FURL_QUOTE_LETTERS, or if no `>` follows. */
static struct furl_range name_at(struct furl_range line, size_t pos)
{
    const size_t most = FURL_QUOTE_LETTERS * FURL_UTF8_MAX;
    struct furl_range name = {line.ptr + pos, 0};

    while (name.n < line.n - pos && name.n < most &&
           furl_octet_in(name.ptr[name.n], FURL_ALNUM | FURL_HIGH)) {
        name.n++;
    }
    const bool marks = name.n < line.n - pos && name.ptr[name.n] == '>';
    name.n = marks && furl_characters(name.ptr, name.n) <= FURL_QUOTE_LETTERS ? name.n : 0;
    return name;
}

struct furl_quote furl_quote_read(struct furl_range line, uint64_t angles, bool ends)
{
    struct furl_quote quote = {0};
    uint32_t names = 0;

    quote.n = angles > 0 ? after_few_blanks(line, 0, FURL_QUOTE_INDENT) : 0;
    for (size_t pos = quote.n; pos < line.n && quote.angles < angles;) {
        const struct furl_range name = name_at(line, pos);
        const size_t first = pos + name.n;
        size_t end = first;
        while (end < line.n && line.ptr[end] == '>' && end - first < angles - quote.angles) {
            end++;
        }
        const bool blank = end < line.n && furl_is_blank(line.ptr[end]);
        if (end == first || (name.n > 0 && !blank && !(ends && end == line.n))) {
            break;
        }
        names = hash(names, name);
        quote.angles += end - first;
        quote.n = end + (blank ? 1 : 0);
        pos = after_few_blanks(line, end, FURL_QUOTE_GAP);
    }
    quote.prefix_hash = quote.angles == 0 ? 0 : quote.angles << 32 | names;
    return quote;
}
