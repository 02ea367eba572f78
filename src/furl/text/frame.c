#include "frame.h"

#include <string.h>

#include "furl/core/utf8.h"

/* Bars. The bars that programs draw have more than one octet. */
static const char *const bars[] = {"\xE2\x94\x82", "\xE2\x94\x83", "\xE2\x95\x91", "|", "*"};

/* Returns the bar at the front of the octets, or NULL. */
static const char *bar_of(struct furl_range octets)
{
    const bool may = octets.n > 0 && furl_is_one_of(octets.ptr[0], "\xE2|*");

    for (size_t i = 0; may && i < sizeof bars / sizeof bars[0]; i++) {
        if (furl_starts(octets, bars[i])) {
            return bars[i];
        }
    }
    return NULL;
}

size_t furl_frame_bar(struct furl_range octets)
{
    const char *bar = bar_of(octets);

    return bar != NULL ? strlen(bar) : 0;
}

/* Returns the number of octets before the first bar: blanks and perhaps a number. Sets `numbered`
 * if there is a number. */
static size_t before_bar(struct furl_range line, bool *numbered)
{
    struct furl_range text = line;

    furl_skip(&text, furl_blanks(text));
    const size_t digits = furl_leading_digits(text);
    *numbered = digits > 0;
    furl_skip(&text, digits);
    return line.n - text.n + (*numbered ? furl_blanks(text) : 0);
}

size_t furl_frame_left(struct furl_range line)
{
    bool numbered;
    const size_t n = before_bar(line, &numbered);

    furl_skip(&line, n);
    return n + furl_frame_bar(line);
}

struct furl_frame furl_frame_take(struct furl_range *line)
{
    const struct furl_frame none = {NULL, 0, 0};
    const struct furl_range all = furl_without_blanks(*line);
    struct furl_range text = all, inside;
    bool numbered;
    struct furl_frame frame = {.left = before_bar(text, &numbered)};

    furl_skip(&text, frame.left);
    frame.bar = bar_of(text);
    if (frame.bar == NULL) {
        return none;
    }
    const size_t n = strlen(frame.bar);
    furl_skip(&text, n);
    if (text.n >= n && memcmp(text.ptr + text.n - n, frame.bar, n) == 0) {
        text.n -= n;
        frame.right = furl_characters(all.ptr, all.n) - 1;
    } else if (!numbered && n == 1) {
        return none;
    }
    for (inside = text; inside.n > 0; furl_skip(&inside, 1)) {
        if (bar_of(inside) == frame.bar) {
            return none;
        }
    }
    *line = text;
    return frame;
}
