/*
 * A line is quoted if it begins so:
 *
 *     blank{0,8} mark ( blank{0,2} mark )* blank?
 *     mark = character{0,4} ">"+, followed by a blank if it has a character
 *
 * Whether a mark with characters is one is known only when the octet after it comes: until then its
 * `>` are in `new_angles`. All else is certain as it comes.
 */
#include "quote.h"

#include <string.h>

#include "furl/base/bits.h"

/* FNV-1a, from 0 on: who makes two names collide has two marks of his own taken for one. */
FURL_MODULAR static uint32_t hash(uint32_t before, unsigned char octet)
{
    const uint32_t prime = 16777619;

    return (before ^ octet) * prime;
}

/* Takes the mark begun, which ends at the octet before, as one. */
static void feed_mark(struct furl_quote *quote)
{
    for (size_t i = 0; i < quote->name_n; i++) {
        quote->names = hash(quote->names, quote->name[i]);
    }
    quote->angles += quote->new_angles;
    quote->new_angles = 0;
    quote->n = quote->at;
}

/* Takes an octet of the name of a mark, which may be its first. */
static enum furl_quote_part feed_name(struct furl_quote *quote, unsigned char octet)
{
    if (!furl_is(octet, FURL_ALNUM | FURL_HIGH) || quote->name_n == sizeof quote->name) {
        return FURL_QUOTE_TEXT;
    }
    quote->name[quote->name_n++] = octet;
    return FURL_QUOTE_NAME;
}

/* Takes the first octet of a mark, if it is one. */
static enum furl_quote_part begin_mark(struct furl_quote *quote, unsigned char octet)
{
    quote->name_n = 0;
    if (octet != '>') {
        return feed_name(quote, octet);
    }
    quote->new_angles = 1;
    return FURL_QUOTE_ANGLES;
}

static enum furl_quote_part feed_angle(struct furl_quote *quote)
{
    if (furl_characters(quote->name, quote->name_n) > FURL_QUOTE_LETTERS) {
        return FURL_QUOTE_TEXT;
    }
    quote->new_angles++;
    return FURL_QUOTE_ANGLES;
}

/* Takes the octet after the `>` of a mark. */
static enum furl_quote_part end_mark(struct furl_quote *quote, unsigned char octet)
{
    if (furl_is_blank(octet)) {
        feed_mark(quote);
        quote->n++;
        quote->blanks = 1;
        return FURL_QUOTE_AFTER;
    }
    return quote->name_n > 0 ? FURL_QUOTE_TEXT : begin_mark(quote, octet);
}

static enum furl_quote_part next_part(struct furl_quote *quote, unsigned char octet)
{
    switch (quote->part) {
    case FURL_QUOTE_BLANKS:
        if (!furl_is_blank(octet)) {
            return begin_mark(quote, octet);
        }
        quote->n += quote->at < FURL_QUOTE_INDENT ? 1 : 0;
        return quote->at < FURL_QUOTE_INDENT ? FURL_QUOTE_BLANKS : FURL_QUOTE_TEXT;
    case FURL_QUOTE_NAME:
        return octet == '>' ? feed_angle(quote) : feed_name(quote, octet);
    case FURL_QUOTE_ANGLES:
        return octet == '>' ? feed_angle(quote) : end_mark(quote, octet);
    case FURL_QUOTE_AFTER:
        if (!furl_is_blank(octet)) {
            return begin_mark(quote, octet);
        }
        return quote->blanks++ < FURL_QUOTE_GAP ? FURL_QUOTE_AFTER : FURL_QUOTE_TEXT;
    case FURL_QUOTE_TEXT:
        break;
    }
    return FURL_QUOTE_TEXT;
}

/* Whether all of the text so far is a byte order mark. */
static bool is_byte_order_mark(const struct furl_quote *quote)
{
    return !quote->later && quote->part == FURL_QUOTE_NAME && quote->at == FURL_BOM_SIZE &&
           quote->name_n == quote->at && memcmp(quote->name, FURL_BOM, quote->name_n) == 0;
}

/* Takes an octet of a line whose prefix is not over. */
static void feed_octet(struct furl_quote *quote, unsigned char octet)
{
    quote->part = next_part(quote, octet);
    quote->at++;
    if (quote->part == FURL_QUOTE_ANGLES && quote->name_n == 0) {
        feed_mark(quote); /* it needs nothing after it */
    }
}

size_t furl_quote_read(struct furl_quote *quote, struct furl_range line, uint64_t angles)
{
    size_t n = 0;

    while (n < line.n && quote->part != FURL_QUOTE_TEXT &&
           quote->angles + quote->new_angles < angles) {
        feed_octet(quote, line.at[n++]);
    }
    return n;
}

/* Only the last line counts, which may be all there is. */
void furl_quote_feed(struct furl_quote *quote, const unsigned char *octets, size_t n)
{
    size_t i = n - furl_last_line_length((struct furl_range){octets, n});

    if (i > 0) {
        *quote = (struct furl_quote){.later = true};
    }
    for (; i < n && quote->part != FURL_QUOTE_TEXT; i++) {
        feed_octet(quote, octets[i]);
        if (is_byte_order_mark(quote)) {
            *quote = (struct furl_quote){.later = true};
        }
    }
}
