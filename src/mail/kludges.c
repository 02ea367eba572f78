/* Control lines (FTS-4000). In the body of a message, each is a line that begins with ^A. Squish
 * stores control lines outside the body. Tossers add SEEN-BY and AREA lines without ^A
 * (FTS-0004). */
#include "config.h"

#include <assert.h>

#include "reader.h"

/* The control lines that matter, by their first word in lower case. All mail has MSGID and REPLY
 * (FTS-0009), CHRS and its older names (FTS-5003), TZUTC (FTS-4008), and TrueTime (draft
 * 7.2.1.2.9). Netmail has INTL and FMPT (FTS-4001). Echomail has PATH, SEEN-BY and AREA, which some
 * programs write as a control line (FTS-0004). The value of a FIELD is a field of the message. From
 * ECHOMAIL on, a line within the text does not count, because anybody can paste such a line. */
enum control { OTHER, FIELD, CHARSET, NETMAIL, ECHOMAIL, AREA };

#define AT(member) offsetof(struct mail_message, member)
static const struct word {
    const char *word;
    enum control control;
    size_t offset; /* offset of the field */
} words[] = {
    {"msgid", FIELD, AT(head.of[MAIL_ID])},
    {"chrs", CHARSET, 0},
    {"charset", CHARSET, 0},
    {"codepage", CHARSET, 0},
    {"tzutc", FIELD, AT(zone)},
    {"tzutcinfo", FIELD, AT(zone)},
    {"intl", NETMAIL, 0},
    {"fmpt", FIELD, AT(point)},
    {"path", ECHOMAIL, 0},
    {"seen-by", ECHOMAIL, 0},
    {"area", AREA, 0},
    {"reply", FIELD, AT(head.of[MAIL_REPLY])},
    {"truetime", FIELD, AT(true_time)},
    {"", OTHER, 0},
};

static const struct word *word_of(struct furl_range word)
{
    const struct word *row = words;

    while (row->control != OTHER &&
           !(word.n > 0 && furl_lower(word.ptr[0]) == (unsigned char)row->word[0] &&
             furl_spells(word.ptr, word.n, row->word))) {
        row++;
    }
    return row;
}

void mail_kludge_read_charset(struct mail_message *message, struct furl_range value)
{
    struct mail_charset_cache *memory = &message->memory;
    bool fits = value.n <= sizeof memory->value; /* the value can be cached */

    if (message->charset != NULL) {
        return;
    }
    if (!fits || value.n != memory->n || memcmp(value.ptr, memory->value, value.n) != 0) {
        struct furl_range bare = mail_charset_bare(value);
        const struct mail_charset *charset = mail_charset_named(bare);
        memory->charset = mail_is_utf16(charset) ? NULL : charset; /* a NUL would end its text */
        memory->from = (size_t)(bare.ptr - value.ptr);
        memory->bare_n = bare.n;
        memory->n = value.n;
        memcpy(memory->value, value.ptr, fits ? value.n : 0);
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
        bool is_certain = message->is_packed && (message->signs & MAIL_HAS_INTL) == 0;
        message->signs |= is_certain ? MAIL_ECHOMAIL : MAIL_HAS_PATH;
        message->area_line = false;
    }
}

/* Splits a control line into its word and its value. Returns the row of the word. */
static const struct word *split_control_line(struct furl_range line, struct furl_range *value)
{
    struct furl_range rest = mail_trimmed(line), name = {rest.ptr, 0};

    while (name.n < rest.n && rest.ptr[name.n] != ':' && rest.ptr[name.n] != ' ') {
        name.n++;
    }
    furl_skip(&rest, name.n);
    while (rest.n > 0 && (rest.ptr[0] == ':' || rest.ptr[0] == ' ')) {
        furl_skip(&rest, 1);
    }
    *value = rest;
    return word_of(name);
}

/* Reads the value of a control line. */
static void read_kludge(struct mail_message *message, const struct word *word,
                        struct furl_range value)
{
    switch (word->control) {
    case FIELD:
        mail_set_at(message, word->offset, value);
        break;
    case CHARSET:
        mail_kludge_read_charset(message, value);
        break;
    case NETMAIL: /* INTL has the addressee first, and then the author */
        message->signs |= MAIL_HAS_INTL;
        furl_skip(&value, mail_before(value, ' ').n);
        mail_set_first(&message->origin, mail_before(mail_trimmed(value), ' '));
        break;
    case ECHOMAIL:
        message->signs |= MAIL_HAS_PATH;
        break;
    case AREA:
        mail_kludge_read_area(message, value);
        break;
    case OTHER:
        break;
    }
}

void mail_kludge_read(struct mail_message *message, struct furl_range line)
{
    struct furl_range value;
    const struct word *word = split_control_line(line, &value);

    read_kludge(message, word, value);
}

/* Reads a control line within the text. */
static void read_within(struct mail_message *message, struct furl_range line)
{
    struct furl_range value;
    const struct word *word = split_control_line(line, &value);

    if (word->control < ECHOMAIL) {
        read_kludge(message, word, value);
    }
}

/* Returns whether a line is SEEN-BY or PATH. */
static bool is_path(struct furl_range line)
{
    struct furl_range value;

    return mail_is_apart(line) && split_control_line(line, &value)->control == ECHOMAIL;
}

/* Reads a line before the text, if the line is a control line, SEEN-BY or AREA, which netmail does
 * not have. Returns whether the line is not text. */
static bool read_nontext(struct mail_message *message, struct furl_range line)
{
    bool sets_area = message->area_line;

    if ((message->signs & MAIL_HAS_INTL) == 0 && furl_line_is(line, FURL_LINE_AREA)) {
        furl_skip(&line, strlen(furl_lines[FURL_LINE_AREA]));
        message->signs |= MAIL_HAS_PATH;
        mail_kludge_read_area(message, line);
        return sets_area;
    }
    if (mail_is_apart(line)) {
        mail_kludge_read(message, line);
    }
    return mail_is_apart(line);
}

struct furl_range mail_read_front(struct mail_message *message)
{
    struct furl_range body = message->body, rest = mail_part(body, 0, message->plain ? 0 : body.n);

    while ((mail_is_apart(rest) || furl_line_is(rest, FURL_LINE_AREA)) &&
           read_nontext(message, mail_next_line(&rest))) {
        assert(rest.n < body.n); /* so the loop ends */
        body = rest;
    }
    return body;
}

bool mail_ends_in_path(const struct mail_message *message)
{
    struct furl_range rest = mail_part(message->body, 0, message->plain ? 0 : message->body.n);
    bool has_origin = false, ends = false;

    while (rest.n > 0) {
        struct furl_range line = mail_next_line(&rest);
        bool is_origin = furl_line_is(line, FURL_LINE_ORIGIN);
        bool is_text = !mail_is_apart(line) && mail_trimmed(line).n > 0;
        has_origin = has_origin || is_origin;
        ends = is_path(line) || (ends && !is_origin && (has_origin || !is_text));
    }
    return ends;
}

/* Reads the charset from a control line, unless the charset is known. */
static void read_charset_line(struct mail_message *message, struct furl_range line)
{
    line = mail_trimmed(line);
    if (message->charset == NULL && line.n > 0 && furl_lower(line.ptr[0]) == 'c') {
        struct furl_range value;
        if (split_control_line(line, &value)->control == CHARSET) {
            mail_kludge_read_charset(message, value);
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
    size_t pos = 0;

    while ((pos += mail_before(mail_part(body, pos, body.n), '\001').n) < body.n) {
        size_t n = 1;
        if (pos == 0 || furl_ends_line(body.ptr[pos - 1])) {
            n = furl_line_length(mail_part(body, pos, body.n));
            read(message, mail_part(body, pos, n));
        }
        pos += n;
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
    mail_read_front(message);
    read_in_body(message, read_within);
}
