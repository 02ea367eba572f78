/* Escaping and unescaping give back each string, however both streams are cut. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "furl/percent/percent.h"
#include "strings.h"

enum { ROOM = 1024 };

static uint64_t strings, streams;

static void wrong(const char *what, const unsigned char *in, size_t n)
{
    fprintf(stderr, "%s:", what);
    for (size_t i = 0; i < n; i++) {
        fprintf(stderr, " %02X", in[i]);
    }
    fputs("\n", stderr);
    exit(1);
}

static void bad_escape(void *context, uint64_t column, uint64_t n)
{
    (void)context, (void)column, (void)n;
    wrong("an escape was written that is none", NULL, 0);
}

/* The end of the read that begins at `at`: bit i of `cuts` says whether one ends after octet i. */
static size_t read_end(uint64_t cuts, size_t at, size_t n)
{
    do {
        at++;
    } while (at < n && (cuts >> (at - 1) & 1) == 0);
    return at;
}

static size_t escaped(struct furl_escape escape, uint64_t cuts, const unsigned char *in, size_t n,
                      unsigned char *out)
{
    size_t written = 0;

    for (size_t at = 0, end = 0; at < n; at = end) {
        end = read_end(cuts, at, n);
        written += furl_escape_feed(&escape, in + at, end - at, out + written);
    }
    return written + furl_escape_final(&escape, out + written);
}

static size_t unescaped(struct furl_unescape unescape, uint64_t cuts, const unsigned char *in,
                        size_t n, unsigned char *out)
{
    size_t written = 0;

    for (size_t at = 0, end = 0; at < n; at = end) {
        end = read_end(cuts, at, n);
        written += furl_unescape_feed(&unescape, in + at, end - at, out + written);
    }
    return written + furl_unescape_final(&unescape, out + written);
}

/* What `encode --whole` and `decode --whole` begin with. */
struct pair {
    struct furl_escape escape;
    struct furl_unescape unescape;
};

/* One string: each way to cut what is escaped; each way to cut its escapes in two and three. */
static void check(const struct pair *pair, const unsigned char *in, size_t n)
{
    unsigned char once[ROOM], again[ROOM], back[ROOM];
    size_t written = escaped(pair->escape, 0, in, n, once);

    for (uint64_t cuts = 1; n > 0 && cuts < (uint64_t)1 << (n - 1); cuts++) {
        if (escaped(pair->escape, cuts, in, n, again) != written ||
            memcmp(once, again, written) != 0) {
            wrong("escaped otherwise in pieces", in, n);
        }
        streams++;
    }
    for (size_t first = 0; first < written + (written == 0); first++) {
        for (size_t second = first; second < written + (written == 0); second++) {
            uint64_t cuts = ((uint64_t)1 << first | (uint64_t)1 << second) >> 1;
            if (unescaped(pair->unescape, cuts, once, written, back) != n ||
                memcmp(in, back, n) != 0) {
                wrong("not the same after unescaping", in, n);
            }
            streams++;
        }
    }
    strings++;
}

static void check_all(const struct pair *pair, const unsigned char *alphabet, size_t size, size_t n)
{
    struct strings all = {.alphabet = alphabet, .size = size, .n = n};

    while (strings_next(&all)) {
        check(pair, all.at, n);
    }
}

/* Whether the code can tell two octets apart, except by which escape they have, which strings of
 * one octet show: it asks how they are spelled, what they are in an escape, and for `-`, CR and LF.
 */
static bool alike(const struct furl_spellings *spellings, unsigned char a, unsigned char b)
{
    bool literal = spellings->of[a].octets[0] == a;

    return strchr("-\r\n%+ ", a) == NULL && strchr("-\r\n%+ ", b) == NULL &&
           spellings->of[a].n == spellings->of[b].n &&
           spellings->escaped.has[a] == spellings->escaped.has[b] &&
           literal == (spellings->of[b].octets[0] == b) &&
           furl_is(a, FURL_HEX) == furl_is(b, FURL_HEX) &&
           furl_is(a, FURL_CONTROL) == furl_is(b, FURL_CONTROL) &&
           furl_control_starts.has[a] == furl_control_starts.has[b];
}

/* The first octet of each class. */
static size_t classes(const struct furl_spellings *spellings, unsigned char *alphabet)
{
    size_t size = 0;

    for (unsigned octet = 0; octet < 256; octet++) {
        size_t i = 0;
        while (i < size && !alike(spellings, alphabet[i], (unsigned char)octet)) {
            i++;
        }
        alphabet[size] = (unsigned char)octet;
        size += i == size;
    }
    return size;
}

static void check_pair(const struct furl_rules *rules, const struct furl_component *component,
                       const struct furl_kernels *kernels, size_t longest)
{
    unsigned char all[256], alphabet[256];
    struct pair pair;

    furl_escape_init(&pair.escape, rules, component);
    furl_unescape_init(&pair.unescape, rules->plus, (struct furl_range){NULL, 0}, false, bad_escape,
                       NULL);
    pair.escape.kernels = pair.unescape.kernels = kernels;
    for (unsigned octet = 0; octet < 256; octet++) {
        all[octet] = (unsigned char)octet;
    }
    for (size_t n = 0; n <= 2; n++) {
        check_all(&pair, all, sizeof all, n);
    }
    size_t size = classes(&pair.escape.spellings, alphabet);
    for (size_t n = 3; n <= longest; n++) {
        check_all(&pair, alphabet, size, n);
    }
    printf("%s, %s, %s: %zu classes\n", rules->name, component->name, kernels->name, size);
}

int main(int argc, char **argv)
{
    size_t longest = argc > 1 ? strtoul(argv[1], NULL, 10) : 5;

    for (size_t nth = 0; nth < FURL_KERNELS; nth++) {
        const struct furl_kernels *kernels = furl_kernels_of(nth);
        for (size_t i = 0; kernels != NULL && i < FURL_RULE_BOOKS * FURL_URL; i++) {
            const struct furl_rules *rules = &furl_rule_books[i / FURL_URL];
            const struct furl_component *component = &furl_components[i % FURL_URL];
            if (furl_is_fidourl(rules) || component->rfc_literal != NULL) {
                check_pair(rules, component, kernels, longest);
            }
        }
    }
    printf("%llu strings, %llu streams\n", (unsigned long long)strings,
           (unsigned long long)streams);
    return longest > STRING_MAX || strings == 0;
}
