/* SSE2, which every x86-64 has: 16 octets at a time. It has no shuffle of octets, so what needs
 * sets of them, and unescaping where there are escapes, is left to the plain kernels. */
#include "each.h"

#ifdef FURL_X86

#include <emmintrin.h>

#define BLOCK ((size_t)16)

/* Octets, where there is an escape, that the plain kernel is given before the next look. */
#define STRETCH (32 * BLOCK)

static bool here(void)
{
    return true;
}

FURL_PART __m128i load(const unsigned char *at)
{
    return _mm_loadu_si128((const void *)at);
}

FURL_PART __m128i all(unsigned char octet)
{
    return _mm_set1_epi8((char)octet);
}

FURL_PART uint64_t equal(__m128i v, unsigned char octet)
{
    return (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, all(octet)));
}

static size_t escape(const struct furl_spellings *spellings, unsigned char *dashes,
                     const unsigned char *in, size_t n, unsigned char *out)
{
    return furl_plain.escape(spellings, dashes, in, n, out);
}

static struct furl_unescaped unescape(const struct furl_meanings *meanings, const unsigned char *in,
                                      size_t n, unsigned char *out)
{
    struct furl_unescaped done = {0, 0, 0};

    while (done.taken < n) {
        size_t left = n - done.taken;
        if (left >= BLOCK && equal(load(in + done.taken), '%') == 0) {
            __m128i v = load(in + done.taken);
            __m128i pluses = _mm_cmpeq_epi8(v, all('+'));
            __m128i meant = _mm_and_si128(pluses, all(meanings->plus));
            _mm_storeu_si128((void *)(out + done.written),
                             _mm_or_si128(meant, _mm_andnot_si128(pluses, v)));
            done.taken += BLOCK;
            done.written += BLOCK;
            continue;
        }
        struct furl_unescaped some = furl_plain.unescape(
            meanings, in + done.taken, left < STRETCH ? left : STRETCH, out + done.written);
        if (some.taken == 0) {
            break;
        }
        done.taken += some.taken;
        done.written += some.written;
        done.stayed += some.stayed;
    }
    return done;
}

static size_t before_triple(const struct furl_triples *triples, const unsigned char *at, size_t n)
{
    return furl_plain.before_triple(triples, at, n);
}

FURL_PART uint64_t equal_block(const unsigned char *block, unsigned char octet)
{
    return equal(load(block), octet) | equal(load(block + BLOCK), octet) << BLOCK |
           equal(load(block + 2 * BLOCK), octet) << 2 * BLOCK |
           equal(load(block + 3 * BLOCK), octet) << 3 * BLOCK;
}

static size_t colons(const struct furl_tails *tails, const unsigned char *at, size_t n,
                     size_t *from, size_t *found)
{
    return furl_colons(tails, at, n, from, found, equal_block, furl_any);
}

static size_t places(const unsigned char *at, size_t n, unsigned char octet, size_t *from,
                     size_t *found)
{
    return furl_places(at, n, octet, from, found, equal_block);
}

static void look(const struct furl_kinds *kinds, const unsigned char *at, size_t n,
                 struct furl_look *look)
{
    furl_plain.look(kinds, at, n, look);
}

static size_t count(const unsigned char *at, size_t n, unsigned char octet)
{
    return furl_count(at, n, octet, equal_block);
}

const struct furl_kernels furl_sse2 = {
    "SSE2",           here,   escape, unescape, before_triple, furl_plain_tidy,
    furl_plain_lower, colons, places, look,     count};

#endif
