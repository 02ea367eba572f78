#include "fuzz.h"

#include <stdio.h>

const struct fuzz_target fuzz_targets[] = {
    {"escape", fuzz_escape}, {"parts", fuzz_parts},     {"canonical", fuzz_canonical},
    {"scan", fuzz_scan},     {"fold", fuzz_fold},       {"charset", fuzz_charset},
    {"stores", fuzz_stores}, {"program", fuzz_program}, {NULL, NULL},
};

const struct fuzz_target *fuzz_target(const char *name)
{
    for (const struct fuzz_target *target = fuzz_targets; target->name != NULL; target++) {
        if (strcmp(target->name, name) == 0) {
            return target;
        }
    }
    return NULL;
}

void fuzz_failed(const char *file, int line, const char *property)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, property);
    abort();
}

size_t fuzz_choose(struct furl_range *octets, size_t sides)
{
    return octets->n > 0 ? octets->ptr[--octets->n] % sides : 0;
}

size_t fuzz_choose_cut(struct furl_range *octets)
{
    static const size_t cuts[] = {1, 2, 3, 5, 7, 16, 31, 33, 64, 65, 100, 257, 1000};

    return cuts[fuzz_choose(octets, COUNT(cuts))];
}

unsigned char *fuzz_room(size_t n)
{
    unsigned char *room = malloc(n > 0 ? n : 1);

    if (room == NULL) {
        perror("memory");
        exit(1);
    }
    return room;
}

void fuzz_add(struct fuzz_text *text, const void *octets, size_t n)
{
    if (n > text->room - text->n) {
        text->room = 2 * (text->n + n);
        text->ptr = realloc(text->ptr, text->room);
        if (text->ptr == NULL) {
            perror("memory");
            exit(1);
        }
    }
    if (n > 0) {
        memcpy(text->ptr + text->n, octets, n);
        text->n += n;
    }
}

bool fuzz_equal(struct furl_range a, struct furl_range b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.ptr, b.ptr, a.n) == 0);
}
