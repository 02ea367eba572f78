/* Hints for unknown words: the command, option or name that people want, or the closest name. */
#ifndef SUGGESTIONS_H
#define SUGGESTIONS_H

#include "diagnostics.h"

/* The kind of a word that was typed. From SUGGEST_PARAMETER on, case does not matter. */
enum suggest_as {
    SUGGEST_COMMAND,
    SUGGEST_OPTION,
    SUGGEST_PART,  /* a part in --set and --drop */
    SUGGEST_NAME,  /* a name in templates and others: a part, or another known name */
    SUGGEST_VALUE, /* a value of an option that has choices */
    SUGGEST_PARAMETER,
    SUGGEST_CHARSET,
    SUGGEST_SCHEME,
};

/* The most octets of a word or name that is compared. */
#define CLOSEST_MAX ((size_t)32)

/* Room for the result of `suggest`. */
#define MEANT_SIZE ((size_t)512)

/* The command line of an unknown option or command. */
struct suggest_typed {
    unsigned command;     /* the command's bit */
    const char *wrong;    /* the word that is unknown, or contains an unknown option */
    const char *kept;     /* the right letters of that word, to use in its place, or NULL */
    const char *value;    /* a possible value of the word, which is no file, or NULL */
    const char *attached; /* the argument in the option's own word, or NULL */
    bool alone;           /* whether all other options are known, and have their arguments */
    /* Returns whether `options` accepts a command for a shell. If `copies` is true, the output must
     * also be the input with changes. */
    bool (*accepts)(void *options, const char *command, bool copies);
    void *options;
    char *const *words;  /* the `n` words after the command */
    size_t options_n, n; /* number of options at the front (operands follow), and of all words */
};

/* Writes the word to `out` in lower case. Of a word longer than CLOSEST_MAX, writes CLOSEST_MAX + 1
 * octets. Returns `out`. */
const char *lower_word(struct furl_range word, char out[CLOSEST_MAX + 2]);

/* Returns the text to print after "unknown". This is the text of the table in suggestions.c, with
 * the command to use instead of the words in `typed`. Otherwise the text is "; did you mean
 * 'NAME'?", in `out`, with the name that `word` most likely misspells, or "". A misspelled name has
 * up to a third of its octets, at least one, added, omitted, changed or swapped. Of equally close
 * names, the first name that begins like the word is meant. `typed` is NULL unless the word is an
 * option or a command. */
const char *suggest(char out[MEANT_SIZE], enum suggest_as as, struct furl_range word,
                    nth_name *names, const void *table, const struct suggest_typed *typed);

#endif
