/* Diagnostics, on standard error, one a line. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

/* Messages for one input that are printed; of further ones, the number. */
#define MESSAGES_MAX 20u

struct messages {
    const char *name; /* of the input */
    uint64_t number;  /* of the message of mail that is being read; 0: there is none */
    uint64_t n;       /* messages for it so far */
    bool quiet;
};

/* Begins the messages for an input. */
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

/* Room for the longest text of a message; and for a phrase in one, which says what is wrong, or
 * why. What is quoted in one is short. */
#define MESSAGE_SIZE ((size_t)1024)
#define PHRASE_SIZE  ((size_t)256)

/* "fidourl: text", the text printed as by printf. It is written at once, before this returns; if
 * standard error fails, or nobody reads it, the run goes on without it. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void message(const struct messages *messages, const char *format, ...);

/* "fidourl: NAME: reason" */
void message_failure(const struct messages *messages, const char *name, const char *reason);

#endif
