/* Control lines (FTS-4000). They are in the body of a message, each a line that ^A begins, or
 * outside it, as in Squish. */
#include "config.h"

#include "reader.h"

/* The control lines that matter, by their first word in lower case: MSGID and REPLY (FTS-0009),
 * CHRS and its older names (FTS-5003), TZUTC (FTS-4008), INTL and FMPT of netmail (FTS-4001), PATH
 * of echomail, AREA, which some programs write as a control line (FTS-0004), and TrueTime (draft
 * 7.2.1.2.9). */
enum control { OTHER, IDENTIFIER, CHARSET, ZONE, NETMAIL, POINT, ECHOMAIL, AREA, REPLY, MOMENT };

static const struct word {
    const char *word;
    enum control control;
} words[] = {
    {"msgid", IDENTIFIER}, {"chrs", CHARSET},   {"charset", CHARSET}, {"codepage", CHARSET},
    {"tzutc", ZONE},       {"tzutcinfo", ZONE}, {"intl", NETMAIL},    {"fmpt", POINT},
    {"path", ECHOMAIL},    {"area", AREA},      {"reply", REPLY},     {"truetime", MOMENT},
};

static enum control control_of(struct furl_range word)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0] && word.n > 0; i++) {
        if (furl_lower(word.at[0]) == (unsigned char)words[i].word[0] &&
            furl_spells(word.at, word.n, words[i].word)) {
            return words[i].control;
        }
    }
    return OTHER;
}

void mail_kludge_read_charset(struct mail_message *message, struct furl_range value)
{
    struct mail_memory *memory = &message->memory;
    bool fits = value.n <= sizeof memory->value; /* mostly, it is that of the last message */

    if (message->charset != NULL) {
        return;
    }
    if (!fits || value.n != memory->n || memcmp(value.at, memory->value, value.n) != 0) {
        struct furl_range bare = mail_charset_bare(value);
        const struct mail_charset *charset = mail_charset_named(bare);
        memory->charset = mail_is_utf16(charset) ? NULL : charset; /* a NUL would end its text */
        memory->from = (size_t)(bare.at - value.at);
        memory->bare_n = bare.n;
        memory->n = value.n;
        memcpy(memory->value, value.at, fits ? value.n : 0);
    }
    if (message->head.of[MAIL_CHARSET].n == 0 || memory->charset != NULL) {
        message->head.of[MAIL_CHARSET] = mail_part(value, memory->from, memory->bare_n);
        message->charset = memory->charset;
    }
}

void mail_kludge_read_area(struct mail_message *message, struct furl_range name)
{
    if (message->area_line) {
        message->head.of[MAIL_AREA] = mail_trimmed(name);
        message->area_line = false;
        message->echomail = true;
    }
}

/* A control line: its kind and its value. */
struct said {
    enum control control;
    struct furl_range value;
};

static struct said said_in(struct furl_range line)
{
    struct furl_range rest = mail_trimmed(line);
    size_t n = 0;

    while (n < rest.n && rest.at[n] != ':' && rest.at[n] != ' ') {
        n++;
    }
    enum control control = control_of((struct furl_range){rest.at, n});
    while (n < rest.n && (rest.at[n] == ':' || rest.at[n] == ' ')) {
        n++;
    }
    furl_skip(&rest, n);
    return (struct said){control, rest};
}

/* INTL has the addressee first, and then the author. */
static struct furl_range second_word(struct furl_range value)
{
    furl_skip(&value, mail_before(value, ' ').n);
    return mail_before(mail_trimmed(value), ' ');
}

void mail_kludge_read(struct mail_message *message, struct furl_range line)
{
    struct said said = said_in(line);

    switch (said.control) {
    case IDENTIFIER:
        mail_set_first(&message->head.of[MAIL_ID], said.value);
        break;
    case REPLY:
        mail_set_first(&message->head.of[MAIL_REPLY], said.value);
        break;
    case CHARSET:
        mail_kludge_read_charset(message, said.value);
        break;
    case ZONE:
        mail_set_first(&message->zone, said.value);
        break;
    case MOMENT:
        mail_set_first(&message->moment, said.value);
        break;
    case NETMAIL:
        message->netmail = true;
        mail_set_first(&message->origin, second_word(said.value));
        break;
    case POINT:
        mail_set_first(&message->point, said.value);
        break;
    case ECHOMAIL:
        message->echomail = true;
        break;
    case AREA:
        mail_kludge_read_area(message, said.value);
        break;
    case OTHER:
        break;
    }
}

/* Reads the charset from a control line, unless it is known. */
static void read_charset_line(struct mail_message *message, struct furl_range line)
{
    while (line.n > 0 && line.at[0] <= ' ') {
        furl_skip(&line, 1);
    }
    if (message->charset == NULL && line.n > 0 && furl_lower(line.at[0]) == 'c') {
        struct said said = said_in(line);
        if (said.control == CHARSET) {
            mail_kludge_read_charset(message, said.value);
        }
    }
}

/* A function that reads a control line. */
typedef void read_fn(struct mail_message *message, struct furl_range line);

/* Reads the control lines outside the body. */
static void read_apart(struct mail_message *message, read_fn *read)
{
    struct furl_range lines = mail_before(message->controls, '\0');

    while (lines.n > 0) {
        struct furl_range line = mail_before(lines, '\001');
        read(message, line);
        furl_skip(&lines, line.n < lines.n ? line.n + 1 : line.n);
    }
}

/* Reads the control lines in the body. */
static void read_in_body(struct mail_message *message, read_fn *read)
{
    struct furl_range body = mail_part(message->body, 0, message->plain ? 0 : message->body.n);
    size_t at = 0;

    while ((at += mail_before(mail_part(body, at, body.n), '\001').n) < body.n) {
        size_t n = 1;
        if (at == 0 || furl_ends_line(body.at[at - 1])) {
            n = furl_line_length(mail_part(body, at, body.n));
            read(message, mail_part(body, at, n));
        }
        at += n;
    }
}

void mail_find_charset(struct mail_message *message)
{
    if (message->charset == NULL) {
        read_apart(message, read_charset_line);
    }
    if (message->charset == NULL) { /* most bodies need not be searched */
        read_in_body(message, read_charset_line);
    }
}

void mail_kludges_read(struct mail_message *message)
{
    read_apart(message, mail_kludge_read);
    read_in_body(message, mail_kludge_read);
}
