#include "config.h"

#include "messages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "system/system.h"
#include "values/decimal.h"
#include "words.h"

_Static_assert(QUOTED_SIZE + WORD_SIZE + 2 * NUMBER_SIZE + PHRASE_SIZE <= MESSAGE_SIZE,
               "a message has a name, numbers and a phrase");

void messages_begin(struct messages *messages, const char *name)
{
    messages->name = name; /* none are counted: messages_end saw to that */
}

void message(const struct messages *messages, const char *format, ...)
{
    static const char begin[] = "fidourl: ";
    char line[sizeof begin + MESSAGE_SIZE];
    char *text = line + sizeof begin - 1;
    va_list arguments;

    if (messages->quiet) {
        return;
    }
    memcpy(line, begin, sizeof begin - 1);
    va_start(arguments, format);
    vsnprintf(text, MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    size_t n = strlen(line);
    line[n++] = '\n';                           /* in place of the string's end */
    descriptor_write(SYSTEM_MESSAGES, line, n); /* if this fails, nobody can be told */
}

void messages_end(struct messages *messages)
{
    char name[QUOTED_SIZE];

    if (messages->n > MESSAGES_MAX) {
        message(messages, "%s: %" PRIu64 " more messages", quote(messages->name, name),
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
        message(messages, "%s:%" PRIu64 ":%" PRIu64 ": %s", quote(messages->name, name), record,
                column, text);
    }
}

void message_at_offset(struct messages *messages, uint64_t offset, const char *text)
{
    char name[QUOTED_SIZE];

    if (messages->number > 0) {
        message_at_record(messages, messages->number, offset, text);
    } else if (next_is_shown(messages)) {
        message(messages, "%s:%" PRIu64 ": %s", quote(messages->name, name), offset, text);
    }
}

void message_failure(const struct messages *messages, const char *name, const char *reason)
{
    char quoted[QUOTED_SIZE];

    message(messages, "%s: %s", quote(name, quoted), reason);
}
