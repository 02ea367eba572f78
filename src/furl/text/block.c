#include "extent.h"

#include <string.h>

#include "furl/base/bits.h"

/*
 * What an octet is, by bits. Some have a meaning only together with others, or without them; the
 * masks below take them apart.
 */
enum {
    ENDS,
    ASKS,
    TRIMMED,
    ALNUM,
    HEX, /* with ALNUM: a digit of escapes; without: it ends Fidonet URLs */
    PERCENT,
    QUESTION, /* with TRIMMED: `?`; with AMPERSAND: `=` */
    AMPERSAND,
};
#define FOREIGN   HEX
#define BIT(kind) (1u << (kind))

/* The bits of each class of octets. */
static const unsigned char bits_of[] = {
    [FURL_TEXT_KEPT] = 0,
    [FURL_TEXT_DIGIT] = BIT(ALNUM) | BIT(HEX),
    [FURL_TEXT_HEX] = BIT(ALNUM) | BIT(HEX),
    [FURL_TEXT_LETTER] = BIT(ALNUM),
    [FURL_TEXT_TRIMMED] = BIT(TRIMMED),
    [FURL_TEXT_SEPARATOR] = BIT(TRIMMED) | BIT(ASKS),
    [FURL_TEXT_EMPHASIS] = 0,
    [FURL_TEXT_STAR] = BIT(ASKS),
    [FURL_TEXT_EQUALS] = BIT(QUESTION) | BIT(AMPERSAND),
    [FURL_TEXT_AMPERSAND] = BIT(AMPERSAND),
    [FURL_TEXT_TILDE] = BIT(FOREIGN),
    [FURL_TEXT_FOREIGN] = BIT(FOREIGN),
    [FURL_TEXT_QUESTION] = BIT(QUESTION) | BIT(TRIMMED),
    [FURL_TEXT_QUOTE] = BIT(TRIMMED),
    [FURL_TEXT_OPENING] = BIT(ASKS),
    [FURL_TEXT_CLOSING] = BIT(ASKS),
    [FURL_TEXT_PERCENT] = BIT(PERCENT),
    [FURL_TEXT_ANGLE] = BIT(ASKS),
    [FURL_TEXT_BRACKET] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_BAR] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_HIGH] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_ENDS] = BIT(ENDS),
};
_Static_assert(sizeof bits_of == FURL_TEXT_CLASSES, "each class has its bits");

void furl_extents_init(struct furl_extents *extents, const struct furl_kernels *kernels, bool high)
{
    *extents = (struct furl_extents){.kernels = kernels, .high = high};
    for (size_t octet = 0; octet < sizeof extents->kinds.of; octet++) {
        extents->kinds.of[octet] = bits_of[furl_text[octet]];
    }
}

/* Those of a mask that may be one of two `~`: next to another one or a `%`, which may begin a
 * break; and the last one. */
FURL_MODULAR static uint64_t pairs(uint64_t mask, uint64_t percents, size_t n)
{
    uint64_t last = n > 0 ? mask & (uint64_t)1 << (n - 1) : 0;

    return (mask & (mask >> 1 | mask << 1 | percents >> 1)) | last;
}

/* Whether a character reference that matters, or a break in one, may begin with the octet after its
 * `&` (ahead.h). */
static bool may_refer(unsigned char octet)
{
    return octet == 'l' || octet == 'g' || octet == 'q' || octet == 'n' || octet == 'a' ||
           octet == '#' || octet == '%';
}

/* Those `&` that may begin one. */
static uint64_t references(const struct furl_block *block, const struct furl_window *text)
{
    uint64_t found = 0;

    for (uint64_t left = block->ampersands; left != 0; left &= left - 1) {
        size_t after = block->from + furl_lowest_index(left) + 1;
        found |= after >= text->n || may_refer(text->at[after]) ? furl_lowest_of(left) : 0;
    }
    return found;
}

void furl_block_look(struct furl_block *block, const struct furl_extents *extents,
                     const struct furl_window *text, size_t from)
{
    size_t n = text->n - from < FURL_LOOK_MAX ? text->n - from : FURL_LOOK_MAX;
    struct furl_look look;

    extents->kernels->look(&extents->kinds, text->at + from, n, &look);
    uint64_t alnum = look.of[ALNUM], hex = look.of[HEX] & alnum, percents = look.of[PERCENT];
    uint64_t half = percents & ~furl_escapes_of(percents, hex);
    /* An escape that begins at one of the last two octets is half of one. */
    if (n == FURL_LOOK_MAX && half >> (n - (FURL_ESCAPE_SIZE - 1)) != 0) {
        n = furl_first_of(half, n - (FURL_ESCAPE_SIZE - 1), n - 1);
    }
    uint64_t foreign = look.of[FOREIGN] & ~alnum;
    *block = (struct furl_block){
        .from = from,
        .n = n,
        .ends = look.of[ENDS],
        .asks = look.of[ASKS] | half | pairs(foreign, percents, n),
        .foreign = foreign,
        .questions = look.of[QUESTION] & look.of[TRIMMED],
        .equals = look.of[QUESTION] & look.of[AMPERSAND],
        .ampersands = look.of[AMPERSAND] & ~look.of[QUESTION],
        .trimmed = look.of[TRIMMED],
        .alnum = alnum,
    };
    block->asks |= references(block, text);
}

/*
 * Most URLs are short and plain: between the delimiter and the octet that ends them there is
 * nothing whose meaning depends on what comes before or after it. They need no state. What a table
 * does octet by octet above, masks do here at once; tests compare the two.
 */

/* The octets before the first of a mask, which has one. */
static uint64_t before(uint64_t mask)
{
    return furl_lowest_of(mask) - 1;
}

/* Octets that end a Fidonet URL because of those before: a second `?`, and a second `=` in a
 * parameter (draft 5.3.1). */
static uint64_t repeated(const struct furl_block *block)
{
    uint64_t first = furl_lowest_of(block->questions);
    uint64_t parameters = first != 0 ? ~(first | (first - 1)) : 0;

    return (block->questions & ~first) |
           furl_repeated(block->equals & parameters, block->ampersands & parameters);
}

size_t furl_extent_at_a_glance(const struct furl_block *block, const struct furl_window *text,
                               const struct furl_start *start, size_t *kept)
{
    const unsigned char *body = text->at + start->body;

    if (block->n == 0 || start->before == '(' || furl_is_marked_up(start) ||
        (furl_start_is_numeric(start) && !furl_is(body[0], FURL_DIGIT))) {
        return 0;
    }
    uint64_t stops = block->ends;
    if (furl_is_fidonet(start->scheme)) {
        stops |= block->foreign | repeated(block);
    }
    uint64_t octets = stops != 0 ? before(stops) : 0;
    if ((block->asks & octets) != 0 || (block->alnum & octets) == 0) {
        return 0;
    }
    size_t n = furl_lowest_index(stops);
    *kept = body[n] == furl_partner_of(start->before) ? n : furl_end_of(octets & ~block->trimmed);
    return n;
}
