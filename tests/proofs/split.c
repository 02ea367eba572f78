/* The parts of a URL and what delimits them are the URL, and its first 63 octets do not matter: all
 * strings after each scheme's name, of an octet of each class that the code tells apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "furl/url/scheme.h"
#include "furl/url/url.h"
#include "strings.h"

enum { FILLING = 64 };

static uint64_t strings;

static void expect(bool so, const char *what, struct furl_range url)
{
    if (!so) {
        fprintf(stderr, "%s: %.*s\n", what, (int)url.n, (const char *)url.at);
        exit(1);
    }
}

static bool has(struct furl_range part, char octet)
{
    return part.n > 0 && memchr(part.at, octet, part.n) != NULL;
}

/* Takes a part with its delimiter off the front of the rest; one that is absent has none. */
static bool takes(struct furl_range *rest, const char *before, struct furl_range part)
{
    size_t n = part.at != NULL ? strlen(before) : 0;

    if (!furl_starts(*rest, n > 0 ? before : "") || part.n > rest->n - n ||
        (part.at != NULL && part.at != rest->at + n)) {
        return false;
    }
    furl_skip(rest, n + part.n);
    return part.at != NULL || part.n == 0;
}

static void check(const struct furl_splitter *splitter, struct furl_range url)
{
    struct furl_split parts = furl_split(splitter, url, NULL);
    struct furl_range rest = url;
    bool fidonet = splitter->syntax == FURL_AS_SCHEME && furl_is_fidonet(parts.known);

    expect(takes(&rest, "", parts.scheme), "scheme", url);
    furl_skip(&rest, parts.scheme.n > 0 ? 1 : 0);
    expect(takes(&rest, furl_starts(rest, "//") || !fidonet ? "//" : "", parts.authority),
           "authority", url);
    expect(takes(&rest, "", parts.path) && takes(&rest, "?", parts.query) &&
               takes(&rest, "#", parts.fragment) && rest.n == 0,
           "parts are not all", url);
    expect(!has(parts.scheme, ':') && !has(parts.authority, '?') && !has(parts.authority, '#') &&
               !has(parts.path, '?') && !has(parts.path, '#') && !has(parts.query, '#') &&
               (fidonet || !has(parts.authority, '/')) &&
               (parts.scheme.n > 0) == furl_is_scheme(parts.scheme),
           "a part is not its own", url);
    furl_split_authority(parts.authority);
    strings++;
}

/* What begins with `n` of the octets, alone and with so much after it that masks do not tell. */
static void check_both(const struct furl_splitter *splitter, const char *name,
                       const unsigned char *string, size_t n)
{
    size_t before = strlen(name);
    unsigned char *octets = malloc(before + n + FILLING); /* no octet more, for ASan */

    memcpy(octets, name, before);
    memcpy(octets + before, string, n);
    memset(octets + before + n, 'a', FILLING);
    check(splitter, (struct furl_range){octets, before + n + FILLING});
    octets = realloc(octets, before + n + (before + n == 0));
    check(splitter, (struct furl_range){octets, before + n});
    free(octets);
}

/* The first octet of each class: of a kind of its own, or special in scheme.c, split.c or
 * bracketed.c. */
static size_t classes(const struct furl_kinds *kinds, unsigned char *alphabet)
{
    static const char special[] = "%2fF@[]/:?#";
    size_t size = 0;

    for (unsigned octet = 0; octet < 256; octet++) {
        size_t i = 0;
        while (i < size &&
               (strchr(special, (int)octet) != NULL || strchr(special, alphabet[i]) != NULL ||
                kinds->of[octet] != kinds->of[alphabet[i]] ||
                furl_class[octet] != furl_class[alphabet[i]])) {
            i++;
        }
        alphabet[size] = (unsigned char)octet;
        size += i == size;
    }
    return size;
}

static void check_all(enum furl_syntax syntax, const char *name, size_t n)
{
    struct furl_splitter splitter = furl_splitter(syntax);
    unsigned char alphabet[256];
    struct strings all = {.alphabet = alphabet, .n = n};

    all.size = classes(&splitter.kinds, alphabet);
    while (strings_next(&all)) {
        check_both(&splitter, name, all.at, n);
    }
}

int main(int argc, char **argv)
{
    size_t longest = argc > 1 ? strtoul(argv[1], NULL, 10) : 3;

    for (size_t n = 0; n <= longest && n <= STRING_MAX; n++) {
        check_all(FURL_AS_GENERIC, "", n);
        check_all(FURL_AS_SCHEME, "", n);
        for (size_t i = 0; i < furl_schemes_n; i++) {
            char name[FURL_SCHEME_MAX + 2];
            snprintf(name, sizeof name, "%s:", furl_schemes[i].name);
            check_all(FURL_AS_SCHEME, name, n);
        }
    }
    printf("%llu URLs\n", (unsigned long long)strings);
    return strings == 0;
}
