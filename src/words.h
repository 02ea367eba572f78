/* Words in messages: somebody else's octets made fit to print, and the names users meant. */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

/* The most octets of a text that `quote` shows, and the size of the buffer it needs. */
#define QUOTED_OCTETS ((size_t)80)
#define QUOTED_SIZE   (QUOTED_OCTETS * 4 + sizeof "...")

/* Writes the string `text` to `out` in printable ASCII, other octets as \xHH; of a text longer
 * than QUOTED_OCTETS, its beginning and "...". Returns `out`. */
const char *quote(const char *text, char out[QUOTED_SIZE]);

/* The room that shell_word needs. */
#define WORD_SIZE (QUOTED_SIZE + sizeof "$'./'")

/* Writes a file's name to `out` as one word of a shell, in printable ASCII; "FILE" instead of NULL,
 * or of a name longer than QUOTED_OCTETS. One that begins with "-" gets "./" before it. Returns
 * `out`. */
const char *shell_word(const char *name, char out[WORD_SIZE]);

/* The longest word that a name can be near to. */
#define NEAR_MAX ((size_t)32)

/* Gives the name that is `nth` in some table, NULL after the last one. */
typedef const char *nth_name(const void *table, size_t nth);

/* The name in the table that `word` most likely is a slip of: at most one in three of its octets
 * added, left out, changed or swapped. NULL if none is near, as none is to a word longer than
 * NEAR_MAX. */
const char *nearest_name(const char *word, nth_name *name, const void *table);

/* Room for what did_you_mean says. */
#define MEANT      "; did you mean '%s%s'?"
#define MEANT_SIZE (sizeof MEANT + NEAR_MAX + sizeof "--")

/* Writes "; did you mean 'NAME'?" to `out`, `dashes` before the name; nothing where that is NULL.
 * Returns `out`. */
const char *did_you_mean(const char *dashes, const char *name, char out[MEANT_SIZE]);

#endif
