/* Words of mail. */
#ifndef WORDS_H
#define WORDS_H

#include "page.h"

/* Rolls of the dice decide all that is made, so that a seed gives the same mail everywhere. */
extern uint64_t wrapped_dice;
size_t roll(size_t sides);
bool chance(size_t percent);

enum language { ENGLISH, RUSSIAN, MIXED };

/* A word as sentences have it; `first` begins one. */
const char *prose_word(enum language language, bool first);

/* A word that looks like a piece of a URL and is none: a path, a number, a name of a host, of a
   file, an address, an option, words with a slash or a dash. */
const char *technical_word(void);

const char *english_noun(void);
const char *initials(void);
const char *full_name(void);

#endif
