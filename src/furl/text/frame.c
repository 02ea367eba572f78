#include "frame.h"

#include <string.h>

#include "furl/base/utf8.h"

/* Bars. The first ones are those that programs draw. */
enum { DRAWN = 3 };
static const char *const bars[] = {"\xE2\x94\x82", "\xE2\x94\x83", "\xE2\x95\x91", "|", "*"};

/* The bar at the front of the octets; NULL: there is none. */
static const char *bar_of(struct furl_range octets, size_t *row)
{
    for (*row = 0; *row < sizeof bars / sizeof bars[0]; ++*row) {
        if (furl_starts(octets, bars[*row])) {
            return bars[*row];
        }
    }
    return NULL;
}

size_t furl_frame_bar(struct furl_range octets)
{
    size_t row;
    const char *bar = bar_of(octets, &row);

    return bar != NULL ? strlen(bar) : 0;
}

/* Whether the bar is in the octets. */
static bool has_bar(struct furl_range octets, const char *bar)
{
    while (octets.n > 0 && !furl_starts(octets, bar)) {
        furl_skip(&octets, 1);
    }
    return octets.n > 0;
}

/* The octets before the first bar: blanks and perhaps a number. Sets `numbered` if so. */
static size_t before_bar(struct furl_range line, bool *numbered)
{
    struct furl_range text = line;
    size_t digits = 0;

    furl_skip(&text, furl_blanks(text));
    while (digits < text.n && furl_is(text.at[digits], FURL_DIGIT)) {
        digits++;
    }
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
    struct furl_range text = furl_without_blanks(*line);
    const size_t columns = furl_characters(text.at, text.n);
    bool numbered;
    size_t row;
    const size_t before = before_bar(text, &numbered);

    struct furl_frame frame = {.left = furl_characters(text.at, before)};
    furl_skip(&text, before);
    frame.bar = bar_of(text, &row);
    if (frame.bar == NULL) {
        return none;
    }
    const size_t n = strlen(frame.bar);
    furl_skip(&text, n);
    if (text.n >= n && memcmp(text.at + text.n - n, frame.bar, n) == 0) {
        text.n -= n;
        frame.right = columns - 1;
    } else if (!numbered && row >= DRAWN) {
        return none;
    }
    if (has_bar(text, frame.bar)) {
        return none;
    }
    *line = text;
    return frame;
}
