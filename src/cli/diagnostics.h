/* Diagnostics on standard error, each on a line. */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/core/octets.h"

/* The most messages that are printed for an input. More messages are only counted. */
#define MESSAGES_MAX 20u

struct diagnostics {
    const char *name; /* name of the input */
    uint64_t number;  /* number of the mail message that is being read, or 0 */
    uint64_t n;       /* number of messages for the input so far */
    bool quiet;
};

/* Sets the input that messages are about. */
void diagnostics_begin(struct diagnostics *diagnostics, const char *name);

/* Reports how many messages for the input were not printed, if any. */
void diagnostics_end(struct diagnostics *diagnostics);

/* Returns whether the next message about the input will be printed. If not, no later message
 * will. */
bool diagnostics_show(const struct diagnostics *diagnostics);

/* Prints "fidourl: NAME:RECORD:COLUMN: text". */
void diagnose_at_record(struct diagnostics *diagnostics, uint64_t record, uint64_t column,
                        const char *text);

/* Prints "fidourl: NAME:OFFSET: text" or, in mail, "fidourl: NAME:NUMBER:OFFSET: text". */
void diagnose_at_offset(struct diagnostics *diagnostics, uint64_t offset, const char *text);

/* Sizes of buffers for the text of a message, and for a phrase in it about an error. */
#define DIAGNOSTIC_SIZE ((size_t)1024)
#define PHRASE_SIZE     ((size_t)256)

/* Makes the compiler check a function whose second argument is a format, and whose third argument
 * is the first value. */
#if defined __GNUC__
#define FORMATTED __attribute__((format(printf, 2, 3)))
#else
#define FORMATTED
#endif

/* Prints "fidourl: text", formatted as by printf. The text is written at once, and a failed write
 * is ignored. */
FORMATTED void diagnose(const struct diagnostics *diagnostics, const char *format, ...);

/* Prints like diagnose, and counts the message for the input, because a stranger's text can
 * multiply such messages. */
FORMATTED void diagnose_counted(struct diagnostics *diagnostics, const char *format, ...);

/* Prints "fidourl: NAME: reason". */
void diagnose_failure(const struct diagnostics *diagnostics, const char *name, const char *reason);

/* The most octets of a text that `quote` shows, and the room for its result. */
#define QUOTED_OCTETS ((size_t)80)
#define QUOTED_SIZE   (QUOTED_OCTETS * 4 + sizeof "...")

/* Writes `text` to `out` in printable ASCII, with other octets as \xHH. Writes only the beginning
 * and "..." of a text longer than QUOTED_OCTETS. Returns `out`. */
const char *quote(const char *text, char out[QUOTED_SIZE]);

/* Writes octets like quote. */
const char *quote_range(struct furl_range text, char out[QUOTED_SIZE]);

/* The room for the result of shell_word. */
#define WORD_SIZE (QUOTED_SIZE + sizeof "$'./'")

/* Writes a file's name to `out` as one word for a shell, in printable ASCII. NULL, or a name longer
 * than QUOTED_OCTETS, becomes "FILE". A name that begins with "-" gets "./" before it. Returns
 * `out`. */
const char *shell_word(const char *name, char out[WORD_SIZE]);

/* A function that returns a table's nth name, from 0, or NULL after the last name. */
typedef const char *nth_name(const void *table, size_t nth);

/* Writes `before` and the names of a table to `out`. Returns `out`, or NULL if there are none. */
const char *say_choices(char out[PHRASE_SIZE], const char *before, nth_name *name,
                        const void *table);

#endif
