#include "glance.h"

#include "furl/octets/masks.h"

/*
 * Most URLs are short and plain: between the delimiter and the octet that ends them there is
 * nothing whose meaning depends on what comes before or after it. They need no state. What a table
 * does octet by octet in extent.c, masks do here at once; tests compare the two.
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

size_t furl_glance(const struct furl_block *block, const struct furl_window *text,
                   const struct furl_start *start, size_t *kept)
{
    const unsigned char *body = text->at + furl_index(text, start->body);

    if (block->n == 0 || start->before == '(' || furl_start_is_odd(start) ||
        (furl_start_is_numeric(start) && !furl_is(body[0], FURL_DIGIT))) {
        return 0;
    }
    uint64_t stops = block->ends;
    if (furl_is_fidonet(start->scheme)) {
        stops |= block->foreign | repeated(block);
    }
    uint64_t taken = stops != 0 ? before(stops) : 0;
    if ((block->asks & taken) != 0 || (block->alnum & taken) == 0) {
        return 0;
    }
    size_t n = furl_place_of(stops);
    *kept = body[n] == furl_partner_of(start->before) ? n : furl_end_of(taken & ~block->trimmed);
    return n;
}
