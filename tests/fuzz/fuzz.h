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
#include "furl/kernels/kernels.h"

struct fuzz_target {
    const char *name;
    void (*run)(struct furl_range octets);
};

extern const struct fuzz_target fuzz_targets[];

/* The target of that name; NULL if there is none. */
const struct fuzz_target *fuzz_target(const char *name);

void fuzz_escape(struct furl_range octets);
void fuzz_unescape(struct furl_range octets);
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
    unsigned char *at;
    size_t n, room;
};

void fuzz_add(struct fuzz_text *text, const void *octets, size_t n);

static inline struct furl_range fuzz_range(const struct fuzz_text *text)
{
    return (struct furl_range){text->at, text->n};
}

bool fuzz_equal(struct furl_range a, struct furl_range b);

/* A stream of the library, with its state: what its feed, its final and its worst size are. */
struct fuzz_stream {
    size_t (*feed)(void *state, const unsigned char *in, size_t n, unsigned char *out);
    size_t (*final)(void *state, unsigned char *out);
    size_t (*most)(size_t n);
    void *state;
};

/* For a stream furl_NAME of the library: NAME_stream, which makes one of these of its state. */
#define FUZZ_STREAM(name, MAX)                                                                     \
    static size_t name##_feed(void *state, const unsigned char *in, size_t n, unsigned char *out)  \
    {                                                                                              \
        return furl_##name##_feed(state, in, n, out);                                              \
    }                                                                                              \
    static size_t name##_final(void *state, unsigned char *out)                                    \
    {                                                                                              \
        return furl_##name##_final(state, out);                                                    \
    }                                                                                              \
    static size_t name##_most(size_t n)                                                            \
    {                                                                                              \
        return MAX(n);                                                                             \
    }                                                                                              \
    static struct fuzz_stream name##_stream(struct furl_##name *state)                             \
    {                                                                                              \
        return (struct fuzz_stream){name##_feed, name##_final, name##_most, state};                \
    }

/* Adds what the stream makes of the octets, fed in pieces of `cut`, each to room of just the size
 * that it asks for. */
void fuzz_pass(struct fuzz_stream stream, struct furl_range octets, size_t cut,
               struct fuzz_text *out);

/* Which of the kernels are here: the nth, counted from the plain ones; NULL after the last. */
const struct furl_kernels *fuzz_kernels(size_t nth);

#endif
