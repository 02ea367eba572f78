#include "extent.h"

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
    [FURL_TEXT_EMPHASIS] = 0,
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
    [FURL_TEXT_EIGHT] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_ENDS] = BIT(ENDS),
};
_Static_assert(sizeof bits_of == FURL_TEXT_CLASSES, "each class has its bits");

void furl_extent_block_kinds(struct furl_kinds *kinds)
{
    for (size_t octet = 0; octet < sizeof kinds->of; octet++) {
        kinds->of[octet] = bits_of[furl_text[octet]];
    }
}

void furl_extent_block_look(struct furl_extent_block *block, const struct furl_kernels *kernels,
                            const struct furl_kinds *kinds, const struct furl_window *text,
                            uint64_t offset)
{
    const size_t from = furl_index(text, offset);
    size_t n = text->n - from < FURL_LOOK_MAX ? text->n - from : FURL_LOOK_MAX;
    struct furl_look look;

    kernels->look(kinds, text->at + from, n, &look);
    uint64_t alnum = look.of[ALNUM], hex = look.of[HEX] & alnum, percents = look.of[PERCENT];
    uint64_t cut = percents & ~furl_escapes_of(percents, hex);
    /* An escape that begins at one of the last two octets is cut. */
    if (n == FURL_LOOK_MAX && cut >> (n - (FURL_ESCAPE_SIZE - 1)) != 0) {
        n = furl_first_of(cut, n - (FURL_ESCAPE_SIZE - 1), n - 1);
    }
    block->offset = offset;
    block->n = n;
    block->ends = look.of[ENDS];
    block->asks = look.of[ASKS] | cut;
    block->foreign = look.of[FOREIGN] & ~alnum;
    block->questions = look.of[QUESTION] & look.of[TRIMMED];
    block->equals = look.of[QUESTION] & look.of[AMPERSAND];
    block->ampersands = look.of[AMPERSAND] & ~look.of[QUESTION];
    block->trimmed = look.of[TRIMMED];
    block->alnum = alnum;
}
