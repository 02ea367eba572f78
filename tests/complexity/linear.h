/* What takes a number of steps, and how many it may take. Steps are counted, no time is measured.
 */
#ifndef LINEAR_H
#define LINEAR_H

#include <stdbool.h>
#include <stddef.h>

struct subject {
    const char *kind, *name;
    double (*steps)(const void *what, size_t n); /* of each octet, where it has `n` or a few less */
    const void *what;
    size_t little, much; /* octets, to compare */
    unsigned most;       /* steps that an octet may take */
    double growth;       /* how many times as many it may take where there is much */
};

/* Whether a subject takes no more steps than it may. Prints how many, and what it is. */
bool is_linear(const struct subject *subject);

/* Whether all are, of texts with so many rounds of the search for each stage (texts.c), and of
 * stores (stores.c). */
bool are_texts_linear(size_t rounds);
bool are_stores_linear(void);

#endif
