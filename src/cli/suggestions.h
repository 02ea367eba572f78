/* What to say of words that are unknown: what people who type them want, or the closest name. */
#ifndef SUGGESTIONS_H
#define SUGGESTIONS_H

#include "diagnostics.h"

/* What a word was typed as. From SUGGEST_PARAMETER on, case does not matter. */
enum suggest_as {
    SUGGEST_COMMAND,
    SUGGEST_OPTION,
    SUGGEST_NAME, /* in templates, --set and others */
    SUGGEST_PARAMETER,
    SUGGEST_CHARSET,
    SUGGEST_SCHEME,
};

/* The longest word or name that is compared. */
#define CLOSEST_MAX ((size_t)32)

/* Room for what `suggest` writes. */
#define MEANT      "; did you mean '%s%s%s'?"
#define MEANT_SIZE (sizeof MEANT + sizeof "--" + CLOSEST_MAX + sizeof "NAME")

/* Writes the word to `out` in lower case; of a longer word, one octet more than is compared.
 * Returns `out`. */
const char *lower_word(struct furl_range word, char out[CLOSEST_MAX + 2]);

/* Returns what to say after "unknown": the words of the table in suggestions.c; else "; did you
 * mean 'NAME'?", in `out`, with the name that `word` most likely misspells; or "". A misspelled
 * name has up to a third of its octets, at least one, added, omitted, changed or swapped; of
 * equally close names, the first one that begins like the word is meant. */
const char *suggest(char out[MEANT_SIZE], enum suggest_as as, struct furl_range word,
                    nth_name *names, const void *table);

#endif
