/* The units: a suite for each module of the libraries, and what they share. */
#ifndef UNITS_H
#define UNITS_H

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "furl/text/start.h"

/* The suites, from the ground up. */
/* clang-format off */
#define MAIL_SUITES(X) \
    X(source) X(charset) X(message) X(lzh) X(readers)
#define SUITES(X) \
    X(core) X(kernels) X(percent) X(find) \
    MAIL_SUITES(X)
/* clang-format on */

#define DECLARATION(name) Suite *name##_suite(void);
SUITES(DECLARATION)
extern Suite *(*const suites[])(void);
extern const size_t suites_n;

/* Adds a case of one test, run `n` times, its index in _i. */
void loop_case(Suite *suite, const char *name, const TTest *test, size_t n);

/* The octets of a string. */
static inline struct furl_range range(const char *text)
{
    return (struct furl_range){(const unsigned char *)text, strlen(text)};
}

/* Fails unless the `n` octets at `got` are those of the string. */
void expect(const unsigned char *got, size_t n, const char *wanted);

/* A generator of its own, so that every machine tests the same: xorshift, from a fixed seed. */
struct dice {
    uint64_t state;
};
uint32_t roll(struct dice *dice, uint32_t sides);

/* Fills `out` with octets of all sorts, URLs and breaks likely among them. */
void roll_octets(struct dice *dice, unsigned char *out, size_t n);
void roll_text(struct dice *dice, unsigned char *out, size_t n);

/*
 * The step of a loop over `n` columns of a product: 1. Where everything takes too long, under an
 * emulator, UNITS_SAMPLE=step in the environment has one in so many done, of each row at least one;
 * begun at (row % step), they are not always the same. A prime from 7 to 61 has nothing in common
 * with the lengths of blocks and the numbers of kinds.
 */
size_t sample_step(size_t n);

/* Of `n` tries, how many are made: all, or one in so many. */
size_t sampled(size_t n);

/* How long the next piece is of a stream of which `left` octets, at least one, are left: `cut`, or
 * random where that is 0. */
size_t piece_length(struct dice *dice, size_t cut, size_t left);

/* The lengths of pieces that streams are cut into. */
extern const size_t cuts[5];

#endif
