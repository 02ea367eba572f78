#include "config.h"

#include "messages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "words.h"

void messages_begin(struct messages *messages, const char *name)
{
    messages->name = name;
    messages->n = 0;
}

void messages_end(struct messages *messages)
{
    char name[QUOTED_SIZE];

    if (messages->n > MESSAGES_MAX && !messages->quiet) {
        fprintf(stderr, "fidourl: %s: %" PRIu64 " more messages\n", quote(messages->name, name),
                messages->n - MESSAGES_MAX);
    }
    messages->n = 0;
}

bool messages_show(const struct messages *messages)
{
    return messages->n < MESSAGES_MAX && !messages->quiet;
}

/* Counts a message. Returns whether it is printed. */
static bool next_is_shown(struct messages *messages)
{
    bool shown = messages_show(messages);

    messages->n++;
    return shown;
}

void message_at_record(struct messages *messages, uint64_t record, uint64_t column,
                       const char *text)
{
    char name[QUOTED_SIZE];

    if (next_is_shown(messages)) {
        fprintf(stderr, "fidourl: %s:%" PRIu64 ":%" PRIu64 ": %s\n", quote(messages->name, name),
                record, column, text);
    }
}

void message_at_offset(struct messages *messages, uint64_t offset, const char *text)
{
    char name[QUOTED_SIZE];

    if (next_is_shown(messages)) {
        fprintf(stderr, "fidourl: %s:%" PRIu64 ": %s\n", quote(messages->name, name), offset, text);
    }
}

void message(const struct messages *messages, const char *format, ...)
{
    va_list arguments;

    if (messages->quiet) {
        return;
    }
    va_start(arguments, format);
    fputs("fidourl: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void message_failure(const struct messages *messages, const char *name, const char *reason)
{
    char quoted[QUOTED_SIZE];

    message(messages, "%s: %s", quote(name, quoted), reason);
}
