/* All strings of so many octets of an alphabet. */
#ifndef STRINGS_H
#define STRINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { STRING_MAX = 8 };

struct strings {
    const unsigned char *alphabet;
    size_t size, n; /* of the alphabet, of each string: at most STRING_MAX */
    unsigned char at[STRING_MAX + 1];
    size_t digits[STRING_MAX + 1];
};

/* The next one is at `at`. Returns false after the last. */
static bool strings_next(struct strings *strings)
{
    if (strings->digits[strings->n] != 0) {
        return false;
    }
    for (size_t i = 0; i < strings->n; i++) {
        strings->at[i] = strings->alphabet[strings->digits[i]];
    }
    for (size_t i = 0; ++strings->digits[i] == strings->size && i < strings->n; i++) {
        strings->digits[i] = 0;
    }
    return true;
}

#endif
