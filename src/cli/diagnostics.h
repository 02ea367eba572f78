/* Diagnostics, on standard error, one a line. */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/base/octets.h"

/* The most messages printed for one input; the rest are only counted. */
#define MESSAGES_MAX 20u

struct messages {
    const char *name; /* of the input */
    uint64_t number;  /* of the message of mail that is being read; 0: there is none */
    uint64_t n;       /* messages for it so far */
    bool quiet;
};

/* Sets the input that messages are about. */
void messages_begin(struct messages *messages, const char *name);

/* Says how many more messages there were for the input, if there were. */
void messages_end(struct messages *messages);

/* Whether the next message about a place in the input will be printed; if not, no later one will.
 */
bool messages_show(const struct messages *messages);

/* "fidourl: NAME:RECORD:COLUMN: text" */
void message_at_record(struct messages *messages, uint64_t record, uint64_t column,
                       const char *text);

/* "fidourl: NAME:OFFSET: text"; in mail, "fidourl: NAME:NUMBER:OFFSET: text" */
void message_at_offset(struct messages *messages, uint64_t offset, const char *text);

/* Buffer sizes: of a message's text, and of a phrase in it that says what is
 * wrong, or why. */
#define MESSAGE_SIZE ((size_t)1024)
#define PHRASE_SIZE  ((size_t)256)

/* "fidourl: text", formatted as by printf. Written before this returns; a
 * failed write is ignored. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void message(const struct messages *messages, const char *format, ...);

/* The same, as one of the messages for the input: of those that a stranger's text multiplies. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void message_counted(struct messages *messages, const char *format, ...);

/* "fidourl: NAME: reason" */
void message_failure(const struct messages *messages, const char *name, const char *reason);

/* The most octets of a text that `quote` shows, and the size of the buffer it needs. */
#define QUOTED_OCTETS ((size_t)80)
#define QUOTED_SIZE   (QUOTED_OCTETS * 4 + sizeof "...")

/* Writes the string `text` to `out` in printable ASCII, other octets as \xHH; of a text longer
 * than QUOTED_OCTETS, its beginning and "...". Returns `out`. */
const char *quote(const char *text, char out[QUOTED_SIZE]);

/* The same of octets. */
const char *quote_range(struct furl_range text, char out[QUOTED_SIZE]);

/* The room that shell_word needs. */
#define WORD_SIZE (QUOTED_SIZE + sizeof "$'./'")

/* Writes a file's name to `out` as one word of a shell, in printable ASCII; "FILE" instead of NULL,
 * or of a name longer than QUOTED_OCTETS. One that begins with "-" gets "./" before it. Returns
 * `out`. */
const char *shell_word(const char *name, char out[WORD_SIZE]);

/* The longest word or name that closest_name compares. */
#define CLOSEST_MAX ((size_t)32)

/* Returns a table's nth name, from 0; NULL after the last one. */
typedef const char *nth_name(const void *table, size_t nth);

/* The name that `word` most likely misspells: up to a third of its octets, at least one, added,
 * left out, changed or swapped; of equally near ones, the first that begins as it does. NULL if
 * there is none, or the word is longer than CLOSEST_MAX. */
const char *closest_name(const char *word, nth_name *name, const void *table);

/* Room for what did_you_mean says. */
#define MEANT      "; did you mean '%s%s'?"
#define MEANT_SIZE (sizeof MEANT + CLOSEST_MAX + sizeof "--")

/* Writes "; did you mean 'NAME'?" to `out`, `dashes` before the name; nothing where that is NULL.
 * Returns `out`. */
const char *did_you_mean(const char *dashes, const char *name, char out[MEANT_SIZE]);

/* Writes `before` and the names of a table to `out`. Returns `out`, or NULL if there are none. */
const char *say_choices(char out[PHRASE_SIZE], const char *before, nth_name *name,
                        const void *table);

#endif
