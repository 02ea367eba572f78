#include "glance.h"

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

bool furl_glance(const struct furl_reading *reading, const struct furl_window *text,
                 const struct furl_start *start, struct furl_read *read)
{
    const struct furl_extent *extent = &reading->extent;
    struct furl_block block;
    size_t body = furl_index(text, start->body);

    if (body == text->n || start->coloured || start->before == '(' ||
        furl_is_trimmed_by(start->before) ||
        (furl_start_is_numeric(start) && !furl_is(text->at[body], FURL_DIGIT))) {
        return false;
    }
    furl_block_look(&block, extent->kernels, &extent->kinds, text, start->body);
    uint64_t stops = block.ends;
    if (furl_is_fidonet(start->scheme)) {
        stops |= block.foreign | repeated(&block);
    }
    if (stops == 0 || (block.asks & before(stops)) != 0) {
        return false;
    }
    size_t n = furl_place_of(stops);
    uint64_t head = start->body - start->at; /* octets before the body */
    uint64_t kept = before(stops) & ~block.trimmed;
    if ((block.alnum & before(stops)) == 0 || head + n > reading->joining.max) {
        return false;
    }
    unsigned char next = text->at[body + n];
    bool wrapped = (start->before == '<' && next == '>') || (start->before == '"' && next == '"');
    uint64_t length = head + (wrapped ? n : furl_end_of(kept));
    read->url = (struct furl_range){text->at + furl_index(text, start->at), (size_t)length};
    read->end = start->at + length;
    read->at = start->body + n;
    read->broken = read->open = false;
    return true;
}
