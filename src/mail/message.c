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
    charset = mail_charset_named(value);
    if (message->declared.n == 0 || charset != NULL) {
        message->declared = mail_charset_bare(value);
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

void mail_take_control(struct mail_draft *draft, struct furl_range line)
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
    switch (control) {
    case IDENTIFIER:
        draft->message.id = draft->message.id.n > 0 ? draft->message.id : rest;
        break;
    case CHARSET:
        take_charset(&draft->message, rest);
        break;
    case ZONE:
        draft->zone = draft->zone.n > 0 ? draft->zone : rest;
        break;
    case NETMAIL:
        draft->netmail = true;
        break;
    case AREA:
        take_area(draft, rest);
        break;
    case OTHER:
        break;
    }
}

/* Takes the control lines that follow each other. */
static void take_controls(struct mail_draft *draft)
{
    struct furl_range lines = mail_before(draft->controls, '\0');

    while (lines.n > 0) {
        struct furl_range line = mail_before(lines, '\001');
        mail_take_control(draft, line);
        furl_skip(&lines, line.n < lines.n ? line.n + 1 : line.n);
    }
}

/* Lines that are being read. The next CR and LF are kept: a text may have none of one of them. */
struct lines {
    const unsigned char *at, *end;
    const unsigned char *cr, *lf; /* the first ones from `at` on; else `end` */
};

static const unsigned char *find(const unsigned char *at, const unsigned char *end, char octet)
{
    const unsigned char *found = at < end ? memchr(at, octet, (size_t)(end - at)) : NULL;

    return found != NULL ? found : end;
}

static struct lines lines_of(struct furl_range text)
{
    const unsigned char *end = text.n > 0 ? text.at + text.n : text.at;

    return (struct lines){text.at, end, find(text.at, end, '\r'), find(text.at, end, '\n')};
}

/* Takes the next line, and its end: CR LF, CR or LF. Returns it without that. */
static struct furl_range take_line(struct lines *lines)
{
    const unsigned char *at = lines->at;

    lines->cr = lines->cr < at ? find(at, lines->end, '\r') : lines->cr;
    lines->lf = lines->lf < at ? find(at, lines->end, '\n') : lines->lf;
    const unsigned char *end = lines->cr < lines->lf ? lines->cr : lines->lf;
    bool is_pair = end == lines->cr && end < lines->end && lines->lf == end + 1;
    lines->at = end + (is_pair ? 2 : end < lines->end ? 1 : 0);
    return (struct furl_range){at, (size_t)(end - at)};
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
    struct lines lines = lines_of(body);
    const unsigned char *at = lines.at;

    while (at < lines.end && take_away(draft, take_line(&lines))) {
        at = lines.at;
    }
    return (struct furl_range){at, at < lines.end ? (size_t)(lines.end - at) : 0};
}

/* Takes the control lines of the body. */
static void take_control_lines(struct mail_draft *draft, struct furl_range body)
{
    const unsigned char *end = body.n > 0 ? body.at + body.n : body.at;

    for (const unsigned char *at = body.at; (at = find(at, end, '\001')) < end; at++) {
        if (at == body.at || at[-1] == '\r' || at[-1] == '\n') {
            size_t n = 1;
            while (at + n < end && at[n] != '\r' && at[n] != '\n') {
                n++;
            }
            mail_take_control(draft, (struct furl_range){at, n});
        }
    }
}

/* Takes what is none of the text's, except for lines within it. Returns the rest of the body. */
static struct furl_range take_body(struct mail_draft *draft)
{
    if (draft->plain) {
        return draft->body;
    }
    struct furl_range body = take_front(draft, mail_before(draft->body, '\0'));
    draft->area_line = false;
    take_control_lines(draft, body);
    return body;
}

/* The octets of the body that are wanted, if not all are. */
static struct furl_range wanted_of(struct furl_range body, struct furl_range wanted)
{
    const unsigned char *from = wanted.at > body.at ? wanted.at : body.at;
    const unsigned char *to = wanted.at + wanted.n, *end = body.at + body.n;

    to = to < end ? to : end;
    return (struct furl_range){from, from < to ? (size_t)(to - from) : 0};
}

/* Writes the text of the body's lines, room for their octets and one more. Returns how many it has.
 */
static size_t put_text(const struct mail_draft *draft, struct furl_range body, unsigned char *out)
{
    struct lines lines = lines_of(body);
    unsigned char *to = out;

    while (lines.at < lines.end) {
        struct furl_range line = take_line(&lines);
        if (draft->plain || !is_apart(line)) {
            memcpy(to, line.at, line.n);
            to += line.n;
            *to++ = '\n';
        }
    }
    return (size_t)(to - out);
}

static bool is_ascii(struct furl_range octets)
{
    return furl_ascii_front(octets.at, octets.n) == octets.n;
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

bool mail_finish(struct mail_draft *draft, struct furl_buffer *text,
                 const struct mail_charset *fallback)
{
    struct mail_message *message = &draft->message;

    if (!furl_buffer_reserve(text, draft->body.n + 1)) {
        return false;
    }
    take_controls(draft);
    struct furl_range body = take_body(draft);
    if (draft->netmail && !draft->echomail) {
        message->area = (struct furl_range){NULL, 0};
    }
    message->charset = message->charset != NULL ? message->charset : fallback;
    if (message->charset == NULL) { /* all of the text counts, whatever is wanted */
        message->text = (struct furl_range){text->at, put_text(draft, body, text->at)};
        message->charset = guess(message);
    }
    body = draft->wanted.n > 0 ? wanted_of(body, draft->wanted) : body;
    message->text = (struct furl_range){text->at, put_text(draft, body, text->at)};
    return true;
}

void mail_date_of(const struct mail_draft *draft, char out[MAIL_DATE_SIZE])
{
    struct mail_date date = mail_date_fts(draft->written);

    mail_date_write(date.month != 0 ? &date : &draft->date, draft->zone, out);
}
