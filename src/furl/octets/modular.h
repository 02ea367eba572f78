/* Arithmetic that is meant to lose its top bits. */
#ifndef FURL_MODULAR_H
#define FURL_MODULAR_H

/* Marks a function whose sums and shifts of unsigned numbers are modulo a power of two on purpose,
 * as those of hashes are: clang's checks of integers, which look for what is not, leave it out. */
#if defined __clang__ && __clang_major__ >= 12
#define FURL_MODULAR                                                                               \
    __attribute__((no_sanitize("unsigned-integer-overflow", "unsigned-shift-base")))
#else
#define FURL_MODULAR
#endif

#endif
