/*
 * Fuzz targets: each takes any octets, puts them through one stage, and ends the process where a
 * property does not hold. Choices (rules, component, cut...) are taken from the end of the octets,
 * so that any text is an input.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "furl/core/octets.h"

struct fuzz_target {
    const char *name;
    void (*run)(struct furl_range octets);
};

extern const struct fuzz_target fuzz_targets[];

/* The target of that name; NULL if there is none. */
const struct fuzz_target *fuzz_target(const char *name);

void fuzz_escape(struct furl_range octets);
void fuzz_parts(struct furl_range octets);
void fuzz_canonical(struct furl_range octets);
void fuzz_scan(struct furl_range octets);
void fuzz_fold(struct furl_range octets);
void fuzz_charset(struct furl_range octets);
void fuzz_stores(struct furl_range octets);
void fuzz_program(struct furl_range octets);

/* The same, by each row of tests/scenarios that reads what it is given. */
void fuzz_all_rows(struct furl_range octets);

/* Says which property does not hold, and ends the process. */
_Noreturn void fuzz_failed(const char *file, int line, const char *property);

#define HOLDS(property) ((property) ? (void)0 : fuzz_failed(__FILE__, __LINE__, #property))

/* Takes one of `sides` choices, up to 256, off the end of the octets; 0 if there are none. */
size_t fuzz_choose(struct furl_range *octets, size_t sides);

/* How long pieces are: a choice; 0: all in one. */
size_t fuzz_choose_cut(struct furl_range *octets);

/* Memory of just `n` octets, so that a sanitizer sees one beyond; to be freed. */
unsigned char *fuzz_room(size_t n);

/* Octets that grow; all zero: none. Memory is the owner's to free. */
struct fuzz_text {
    unsigned char *ptr;
    size_t n, room;
};

void fuzz_add(struct fuzz_text *text, const void *octets, size_t n);

static inline struct furl_range fuzz_range(const struct fuzz_text *text)
{
    return (struct furl_range){text->ptr, text->n};
}

bool fuzz_equal(struct furl_range a, struct furl_range b);

#endif
