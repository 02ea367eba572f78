#include "config.h"

#include "message.h"

#include "fields.h"
#include "furl/octets/utf8.h"
#include "guess.h"

/* What a control line says, by the word that it begins with, in lower case: MSGID (FTS-0009), CHRS
 * and its older names (FTS-5003), TZUTC (FTS-4008), INTL (FTS-4001), AREA, which some write as one
 * (FTS-0004). */
enum control { OTHER, IDENTIFIER, CHARSET, ZONE, NETMAIL, AREA };

static const struct word {
    const char *word;
    enum control control;
} words[] = {
    {"msgid", IDENTIFIER}, {"chrs", CHARSET},   {"charset", CHARSET}, {"codepage", CHARSET},
    {"tzutc", ZONE},       {"tzutcinfo", ZONE}, {"intl", NETMAIL},    {"area", AREA},
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

/* A charset that can be used is worth more than one that was declared before it and cannot. */
static void take_charset(struct mail_message *message, struct furl_range value)
{
    const struct mail_charset *charset = NULL;

    if (message->charset != NULL) {
        return;
    }
    value = mail_charset_bare(value);
    charset = mail_charset_named(value);
    if (message->declared.n == 0 || charset != NULL) {
        message->declared = value;
        message->charset = charset;
    }
}

/* What the message says counts, not what it lets one conclude. */
static void take_area(struct mail_draft *draft, struct furl_range name)
{
    if (draft->area_line) {
        draft->message.area = mail_trimmed(name);
        draft->area_line = false;
        draft->echomail = true;
    }
}

/* What a control line says, and of what. */
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

void mail_take_control(struct mail_draft *draft, struct furl_range line)
{
    struct said said = said_in(line);

    switch (said.control) {
    case IDENTIFIER:
        draft->message.id = draft->message.id.n > 0 ? draft->message.id : said.value;
        break;
    case CHARSET:
        take_charset(&draft->message, said.value);
        break;
    case ZONE:
        draft->zone = draft->zone.n > 0 ? draft->zone : said.value;
        break;
    case NETMAIL:
        draft->netmail = true;
        break;
    case AREA:
        take_area(draft, said.value);
        break;
    case OTHER:
        break;
    }
}

/* Takes the charset of a line that is the one remembered. Returns whether it is. */
static bool take_remembered(struct mail_draft *draft, struct furl_range line)
{
    const struct mail_memory *memory = draft->memory;

    if (memory == NULL || line.n != memory->n || memcmp(line.at, memory->line, line.n) != 0) {
        return false;
    }
    draft->message.declared = mail_part(line, memory->from, memory->declared_n);
    draft->message.charset = memory->charset;
    return true;
}

/* Remembers the line that said the charset. */
static void remember(struct mail_draft *draft, struct furl_range line)
{
    struct mail_memory *memory = draft->memory;

    if (memory != NULL && line.n <= sizeof memory->line) {
        memcpy(memory->line, line.at, line.n);
        memory->n = line.n;
        memory->from = (size_t)(draft->message.declared.at - line.at);
        memory->declared_n = draft->message.declared.n;
        memory->charset = draft->message.charset;
    }
}

/* Takes a control line if it says the charset, and no line did. */
static void take_if_charset(struct mail_draft *draft, struct furl_range line)
{
    while (line.n > 0 && line.at[0] <= ' ') {
        furl_skip(&line, 1);
    }
    if (draft->message.charset != NULL || line.n == 0 || furl_lower(line.at[0]) != 'c' ||
        take_remembered(draft, line)) {
        return;
    }
    struct said said = said_in(line);
    if (said.control == CHARSET) {
        take_charset(&draft->message, said.value);
    }
    if (draft->message.charset != NULL) {
        remember(draft, line);
    }
}

/* Does with control lines what `take` does. */
typedef void take_fn(struct mail_draft *draft, struct furl_range line);

/* Takes the control lines that follow each other. */
static void take_controls(struct mail_draft *draft, take_fn *take)
{
    struct furl_range lines = mail_before(draft->controls, '\0');

    while (lines.n > 0) {
        struct furl_range line = mail_before(lines, '\001');
        take(draft, line);
        furl_skip(&lines, line.n < lines.n ? line.n + 1 : line.n);
    }
}

/* Skips a line's end: CR LF, CR, LF. */
static void skip_line_end(struct furl_range *rest)
{
    furl_skip(rest, furl_starts(*rest, "\r\n") ? 2 : rest->n > 0 ? 1 : 0);
}

/* Whether the line is none of the text's: a control line; the list of those who have seen the
 * message. */
static bool is_apart(struct furl_range line)
{
    return (line.n > 0 && line.at[0] == '\001') || furl_starts(line, "SEEN-BY:");
}

/* Takes a line that no line of the text comes before, if it is none of them: one that is apart, or
 * the area. Returns whether it is. */
static bool take_away(struct mail_draft *draft, struct furl_range line)
{
    if (draft->area_line && furl_starts(line, "AREA:")) { /* FTS-0004 */
        furl_skip(&line, strlen("AREA:"));
        take_area(draft, line);
        return true;
    }
    if (line.n > 0 && line.at[0] == '\001') {
        mail_take_control(draft, line);
    }
    return is_apart(line);
}

/* Takes the lines at the front of the body that are none of the text's. Returns the rest. */
static struct furl_range take_front(struct mail_draft *draft, struct furl_range body)
{
    struct furl_range line = {body.at, furl_line_length(body)};

    while (body.n > 0 && take_away(draft, line)) {
        furl_skip(&body, line.n);
        skip_line_end(&body);
        line = (struct furl_range){body.at, furl_line_length(body)};
    }
    return body;
}

/* Takes the control lines of the body. */
static void take_control_lines(struct mail_draft *draft, take_fn *take)
{
    struct furl_range body = draft->body;
    size_t at = 0;

    while ((at += mail_before(mail_part(body, at, body.n), '\001').n) < body.n) {
        size_t n = 1;
        if (at == 0 || furl_ends_line(body.at[at - 1])) {
            n = furl_line_length(mail_part(body, at, body.n));
            take(draft, mail_part(body, at, n));
        }
        at += n;
    }
}

/* Takes what is none of the text's off the body, except for lines within it. */
static void cut_body(struct mail_draft *draft)
{
    if (!draft->plain) {
        draft->body = mail_before(draft->body, '\0');
    }
    if (draft->area_line) {
        draft->body = take_front(draft, draft->body);
        draft->area_line = false;
    }
}

/* The octets of the body that are wanted of it. */
static struct furl_range wanted_of(struct furl_range body, struct furl_range wanted)
{
    const unsigned char *from = wanted.at > body.at ? wanted.at : body.at;
    const unsigned char *to = wanted.at + wanted.n, *end = body.at + body.n;

    to = to < end ? to : end;
    return (struct furl_range){from, from < to ? (size_t)(to - from) : 0};
}

/* Writes the text of lines, room for their octets and one more. Returns where it ends. */
static unsigned char *put_lines(const struct mail_draft *draft, struct furl_range octets,
                                unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        struct furl_range line = {octets.at, furl_line_length(octets)};
        furl_skip(&octets, line.n);
        if (draft->plain || !is_apart(line)) {
            memcpy(to, line.at, line.n);
            to += line.n;
            *to++ = octets.n > 0 && octets.at[0] == '\0' ? '\0' : '\n'; /* which ends no line */
        }
        skip_line_end(&octets);
    }
    if (to > out && to[-1] != '\n') {
        *to++ = '\n';
    }
    return to;
}

/* Sets the text, room for the octets of the body and one more: of all lines, or those wanted. */
static void put_text(struct mail_draft *draft, bool all, unsigned char *out)
{
    unsigned char *to = out;

    if (all) {
        to = put_lines(draft, draft->body, to);
    }
    for (size_t i = 0; i < draft->wanted_n && !all; i++) {
        to = put_lines(draft, wanted_of(draft->body, draft->wanted[i]), to);
    }
    draft->message.text = (struct furl_range){out, (size_t)(to - out)};
}

static bool is_ascii(struct furl_range octets)
{
    return furl_ascii_front(octets.at, octets.n) == octets.n;
}

/* Ends the fields of the head where they end. */
static void end_fields(struct mail_message *message)
{
    message->from = mail_before(message->from, '\0');
    message->to = mail_before(message->to, '\0');
    message->subject = mail_before(message->subject, '\0');
}

/* The charset by the octets. The fields of a head may cut characters: what is UTF-8 is told by the
 * text alone, unless that is ASCII. */
static const struct mail_charset *guess(const struct mail_message *message)
{
    const struct furl_range fields[] = {message->from, message->to, message->subject};
    struct mail_guess guess;

    mail_guess_begin(&guess);
    if (!is_ascii(message->text)) {
        if (furl_is_utf8(message->text.at, message->text.n)) {
            return &mail_utf8;
        }
        mail_guess_feed(&guess, message->text);
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        mail_guess_feed(&guess, furl_range_of("\n"));
        mail_guess_feed(&guess, fields[i]);
    }
    mail_guess_final(&guess);
    return guess.charset;
}

/* Finds the charset that the message says it has. */
static void find_charset(struct mail_draft *draft)
{
    if (draft->message.charset == NULL) {
        take_controls(draft, take_if_charset);
    }
    if (draft->message.charset == NULL && !draft->plain) {
        take_control_lines(draft, take_if_charset);
    }
}

bool mail_finish(struct mail_draft *draft, struct furl_buffer *text,
                 const struct mail_charset *fallback)
{
    struct mail_message *message = &draft->message;

    if (!furl_buffer_reserve(text, draft->body.n + 1)) {
        return false;
    }
    cut_body(draft);
    find_charset(draft);
    message->charset = message->charset != NULL ? message->charset : fallback;
    if (message->charset == NULL) { /* all of the text counts, whatever is wanted */
        put_text(draft, true, text->at);
        end_fields(message);
        message->charset = guess(message);
    }
    put_text(draft, draft->wanted_n == 0, text->at);
    return true;
}

void mail_finish_head(struct mail_draft *draft)
{
    end_fields(&draft->message);
    take_controls(draft, mail_take_control);
    if (!draft->plain) {
        take_control_lines(draft, mail_take_control);
    }
    if (draft->netmail && !draft->echomail) {
        draft->message.area = (struct furl_range){NULL, 0};
    }
}

void mail_date_of(const struct mail_draft *draft, char out[MAIL_DATE_SIZE])
{
    struct mail_date date = mail_date_fts(mail_before(draft->written, '\0'));

    mail_date_write(date.month != 0 ? &date : &draft->date, draft->zone, out);
}
