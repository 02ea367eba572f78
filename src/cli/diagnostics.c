#include "config.h"

#include "diagnostics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "print/fields.h"
#include "system/system.h"

_Static_assert(QUOTED_SIZE + WORD_SIZE + 2 * NUMBER_SIZE + PHRASE_SIZE <= DIAGNOSTIC_SIZE,
               "a message has a name, numbers and a phrase");

void diagnostics_begin(struct diagnostics *diagnostics, const char *name)
{
    diagnostics->name = name; /* diagnostics_end has reset the count */
}

static void put_diagnostic(const struct diagnostics *diagnostics, const char *format,
                           va_list arguments)
{
    static const char begin[] = "fidourl: ";
    char line[sizeof begin + DIAGNOSTIC_SIZE];
    char *text = line + sizeof begin - 1;

    if (diagnostics->quiet) {
        return;
    }
    memcpy(line, begin, sizeof begin - 1);
    vsnprintf(text, DIAGNOSTIC_SIZE, format, arguments);
    size_t n = strlen(line);
    line[n++] = '\n';                           /* replaces the NUL */
    descriptor_write(SYSTEM_MESSAGES, line, n); /* a failure cannot be reported */
}

void diagnose(const struct diagnostics *diagnostics, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    put_diagnostic(diagnostics, format, arguments);
    va_end(arguments);
}

void diagnostics_end(struct diagnostics *diagnostics)
{
    char name[QUOTED_SIZE];

    if (diagnostics->n > MESSAGES_MAX) {
        diagnose(diagnostics, "%s: %" PRIu64 " more diagnostics", quote(diagnostics->name, name),
                 diagnostics->n - MESSAGES_MAX);
    }
    diagnostics->n = 0;
}

bool diagnostics_show(const struct diagnostics *diagnostics)
{
    return diagnostics->n < MESSAGES_MAX && !diagnostics->quiet;
}

/* Counts a message. Returns whether to print the message. */
static bool next_is_shown(struct diagnostics *diagnostics)
{
    bool shown = diagnostics_show(diagnostics);

    diagnostics->n++;
    return shown;
}

void diagnose_counted(struct diagnostics *diagnostics, const char *format, ...)
{
    va_list arguments;

    if (next_is_shown(diagnostics)) {
        va_start(arguments, format);
        put_diagnostic(diagnostics, format, arguments);
        va_end(arguments);
    }
}

void diagnose_at_record(struct diagnostics *diagnostics, uint64_t record, uint64_t column,
                        const char *text)
{
    char name[QUOTED_SIZE];

    if (next_is_shown(diagnostics)) {
        diagnose(diagnostics, "%s:%" PRIu64 ":%" PRIu64 ": %s", quote(diagnostics->name, name),
                 record, column, text);
    }
}

void diagnose_at_offset(struct diagnostics *diagnostics, uint64_t offset, const char *text)
{
    char name[QUOTED_SIZE];

    if (diagnostics->number > 0) {
        diagnose_at_record(diagnostics, diagnostics->number, offset, text);
    } else if (next_is_shown(diagnostics)) {
        diagnose(diagnostics, "%s:%" PRIu64 ": %s", quote(diagnostics->name, name), offset, text);
    }
}

void diagnose_failure(const struct diagnostics *diagnostics, const char *name, const char *reason)
{
    char quoted[QUOTED_SIZE];

    diagnose(diagnostics, "%s: %s", quote(name, quoted), reason);
}

const char *quote_range(struct furl_range text, char out[QUOTED_SIZE])
{
    char *to = out;

    for (size_t i = 0; i < text.n && i < QUOTED_OCTETS; i++) {
        unsigned char octet = text.ptr[i];
        if (octet >= ' ' && octet <= '~') {
            *to++ = (char)octet;
        } else {
            to += snprintf(to, sizeof "\\xHH", "\\x%02X", octet);
        }
    }
    assert(to + sizeof "..." <= out + QUOTED_SIZE);
    strcpy(to, text.n > QUOTED_OCTETS ? "..." : "");
    return out;
}

const char *quote(const char *text, char out[QUOTED_SIZE])
{
    return quote_range(furl_range_of(text), out);
}

const char *shell_word(const char *name, char out[WORD_SIZE])
{
    char *to = out;
    bool plain = true;

    if (name == NULL || strlen(name) > QUOTED_OCTETS) {
        return strcpy(out, "FILE");
    }
    for (const char *ptr = name; *ptr != '\0'; ptr++) {
        plain = plain && *ptr >= ' ' && *ptr <= '~';
    }
    /* \xHH needs $'...'. */
    to += sprintf(to, "%s%s", plain ? "'" : "$'", name[0] == '-' ? "./" : "");
    for (; *name != '\0'; name++) {
        if (*name == '\'') {
            to += sprintf(to, "%s", plain ? "'\\''" : "\\'");
        } else if (!plain && (*name == '\\' || *name < ' ' || *name > '~')) {
            to += sprintf(to, "\\x%02X", (unsigned char)*name);
        } else {
            *to++ = *name;
        }
    }
    assert(to + sizeof "'" <= out + WORD_SIZE);
    strcpy(to, "'");
    return out;
}

const char *say_choices(char out[PHRASE_SIZE], const char *before, nth_name *name,
                        const void *table)
{
    char *to = out;

    for (size_t i = 0; name(table, i) != NULL; i++) {
        size_t room = PHRASE_SIZE - (size_t)(to - out);
        const char *between = i == 0 ? before : name(table, i + 1) == NULL ? " or " : ", ";
        int written = snprintf(to, room, "%s%s", between, name(table, i));
        if (written < 0 || (size_t)written >= room) {
            break;
        }
        to += written;
    }
    return to > out ? out : NULL;
}
