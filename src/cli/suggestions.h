/* What to say of words that are unknown: what people who type them want, or the closest name. */
#ifndef SUGGESTIONS_H
#define SUGGESTIONS_H

#include "diagnostics.h"

/* What a word was typed as. From SUGGEST_PARAMETER on, case does not matter. */
enum suggest_as {
    SUGGEST_COMMAND,
    SUGGEST_OPTION,
    SUGGEST_PART,  /* in --set and --drop */
    SUGGEST_NAME,  /* in templates and others: a part, or what else is known */
    SUGGEST_VALUE, /* of an option that has choices */
    SUGGEST_PARAMETER,
    SUGGEST_CHARSET,
    SUGGEST_SCHEME,
};

/* The longest word or name that is compared. */
#define CLOSEST_MAX ((size_t)32)

/* Room for what `suggest` writes. */
#define MEANT_SIZE ((size_t)512)

/* The command line of an unknown option or command. */
struct typed {
    unsigned command;    /* the command's bit */
    const char *wrong;   /* the word that is or has what is unknown */
    const char *value;   /* what may be its value, and is no file; or NULL */
    char *const *words;  /* the `n` words after the command: options, and then, */
    size_t options_n, n; /* from options_n on, operands */
};

/* Writes the word to `out` in lower case; of a longer word, one octet more than is compared.
 * Returns `out`. */
const char *lower_word(struct furl_range word, char out[CLOSEST_MAX + 2]);

/* Returns what to say after "unknown": what the table in suggestions.c says, with the command to
 * use of what was `typed`; else "; did you mean 'NAME'?", in `out`, with the name that `word` most
 * likely misspells; or "". A misspelled name has up to a third of its octets, at least one, added,
 * omitted, changed or swapped; of equally close names, the first one that begins like the word is
 * meant. `typed` is NULL unless the word is an option or a command. */
const char *suggest(char out[MEANT_SIZE], enum suggest_as as, struct furl_range word,
                    nth_name *names, const void *table, const struct typed *typed);

#endif
