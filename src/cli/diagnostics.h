/* Diagnostics on standard error, one on each line. */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/base/octets.h"

/* The most messages printed for one input; the rest are only counted. */
#define MESSAGES_MAX 20u

struct diagnostics {
    const char *name; /* of the input */
    uint64_t number;  /* of the mail message being read; 0: there is none */
    uint64_t n;       /* messages for it so far */
    bool quiet;
};

/* Sets the input that messages are about. */
void diagnostics_begin(struct diagnostics *messages, const char *name);

/* Reports how many messages for the input were not printed, if any. */
void diagnostics_end(struct diagnostics *messages);

/* Whether the next message about the input will be printed. If not, no later one will. */
bool diagnostics_show(const struct diagnostics *messages);

/* "fidourl: NAME:RECORD:COLUMN: text" */
void diagnose_at_record(struct diagnostics *messages, uint64_t record, uint64_t column,
                        const char *text);

/* "fidourl: NAME:OFFSET: text"; in mail, "fidourl: NAME:NUMBER:OFFSET: text" */
void diagnose_at_offset(struct diagnostics *messages, uint64_t offset, const char *text);

/* Buffer sizes: for the text of a message, and for a phrase in it that says what is wrong. */
#define DIAGNOSTIC_SIZE ((size_t)1024)
#define PHRASE_SIZE     ((size_t)256)

/* What compilers check of a function whose second argument is a format, and the third its first
 * value. */
#if defined __GNUC__
#define FORMATTED __attribute__((format(printf, 2, 3)))
#else
#define FORMATTED
#endif

/* "fidourl: text", formatted as by printf. It is written at once; a failed write is ignored. */
FORMATTED void diagnose(const struct diagnostics *messages, const char *format, ...);

/* The same, but counted as a message for the input: for messages that a stranger's text
 * multiplies. */
FORMATTED void diagnose_counted(struct diagnostics *messages, const char *format, ...);

/* "fidourl: NAME: reason" */
void diagnose_failure(const struct diagnostics *messages, const char *name, const char *reason);

/* The most octets of a text that `quote` shows, and the room it needs. */
#define QUOTED_OCTETS ((size_t)80)
#define QUOTED_SIZE   (QUOTED_OCTETS * 4 + sizeof "...")

/* Writes `text` to `out` in printable ASCII, with other octets as \xHH. Only the beginning and
 * "..." of a text longer than QUOTED_OCTETS. Returns `out`. */
const char *quote(const char *text, char out[QUOTED_SIZE]);

/* The same for octets. */
const char *quote_range(struct furl_range text, char out[QUOTED_SIZE]);

/* The room that shell_word needs. */
#define WORD_SIZE (QUOTED_SIZE + sizeof "$'./'")

/* Writes a file's name to `out` as one word for a shell, in printable ASCII. NULL, or a name longer
 * than QUOTED_OCTETS, becomes "FILE". A name that begins with "-" gets "./" before it. Returns
 * `out`. */
const char *shell_word(const char *name, char out[WORD_SIZE]);

/* Returns a table's nth name, from 0, or NULL after the last one. */
typedef const char *nth_name(const void *table, size_t nth);

/* Writes `before` and the names of a table to `out`. Returns `out`, or NULL if there are none. */
const char *say_choices(char out[PHRASE_SIZE], const char *before, nth_name *name,
                        const void *table);

#endif
