#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "units.h"

#include "common.h"
#include "fragments.h"

const size_t cuts[5] = {1, 2, 3, 7, 0};

#define FUNCTION(name) name##_suite,
Suite *(*const suites[])(void) = {SUITES(FUNCTION)};
const size_t suites_n = COUNT(suites);

void expect(const unsigned char *got, size_t n, const char *wanted)
{
    char text[4096];

    ck_assert(n < sizeof text);
    memcpy(text, n > 0 ? got : (const unsigned char *)"", n); /* none may be nowhere */
    text[n] = '\0';
    ck_assert_str_eq(text, wanted);
    ck_assert_uint_eq(n, strlen(wanted));
}

uint32_t roll(struct dice *dice, uint32_t sides)
{
    return (uint32_t)roll_dice(&dice->state, sides);
}

void roll_octets(struct dice *dice, unsigned char *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (unsigned char)roll(dice, 256);
    }
}

void roll_text(struct dice *dice, unsigned char *out, size_t n)
{
    for (size_t i = 0; i < n;) {
        const char *word = fragments[roll(dice, (uint32_t)fragments_n)];
        size_t length = strlen(word) < n - i ? strlen(word) : n - i;
        memcpy(out + i, word, length);
        i += length;
        if (i < n && roll(dice, 200) == 0) {
            out[i++] = '\0';
        }
    }
}

size_t sample_step(size_t n)
{
    const char *sample = getenv("UNITS_SAMPLE");
    size_t step = sample != NULL ? strtoul(sample, NULL, 10) : 1;

    if (step == 0) { /* suites ask, too, where no test runs that could fail */
        fputs("UNITS_SAMPLE is not a number\n", stderr);
        exit(FAILED_SETUP);
    }
    return step < n ? step : n;
}

size_t sampled(size_t n)
{
    return n / sample_step(n);
}

size_t piece_length(struct dice *dice, size_t cut, size_t left)
{
    size_t n = cut > 0 ? cut : 1 + roll(dice, 50);

    return n < left ? n : left;
}
