#include "config.h"

#include "charset.h"
#include "furl/base/utf8.h"
#include "mail.h"
#include "reader.h"

/* Skips a line's end: CR LF, CR, LF. */
static void skip_line_end(struct furl_range *rest)
{
    furl_skip(rest, furl_starts(*rest, "\r\n") ? 2 : rest->n > 0 ? 1 : 0);
}

/* Whether the line is not text: a control line, or one of SEEN-BY. */
static bool is_apart(struct furl_range line)
{
    return (line.n > 0 && line.at[0] == '\001') || furl_starts(line, "SEEN-BY:");
}

/* Reads a line before the text, if it is not text: a control line, SEEN-BY or
 * AREA. Returns whether it is one. */
static bool take_away(struct mail_raw *draft, struct furl_range line)
{
    if (draft->area_line && furl_starts(line, "AREA:")) { /* FTS-0004 */
        furl_skip(&line, strlen("AREA:"));
        mail_kludge_read_area(draft, line);
        return true;
    }
    if (line.n > 0 && line.at[0] == '\001') {
        mail_kludge_read(draft, line);
    }
    return is_apart(line);
}

/* Reads the lines at the body's front that are not text. Returns the rest. */
static struct furl_range take_front(struct mail_raw *draft, struct furl_range body)
{
    struct furl_range line = {body.at, furl_line_length(body)};

    while (body.n > 0 && take_away(draft, line)) {
        furl_skip(&body, line.n);
        skip_line_end(&body);
        line = (struct furl_range){body.at, furl_line_length(body)};
    }
    return body;
}

/* Cuts the body at a NUL, and, if AREA may be there, after the lines at its
 * front that are not text. */
static void cut_body(struct mail_raw *draft)
{
    if (!draft->plain) {
        draft->body = mail_before(draft->body, '\0');
    }
    if (draft->area_line) {
        draft->body = take_front(draft, draft->body);
        draft->area_line = false;
    }
}

/* The octets of `wanted` that are in the body. */
static struct furl_range wanted_of(struct furl_range body, struct furl_range wanted)
{
    const unsigned char *from = wanted.at > body.at ? wanted.at : body.at;
    const unsigned char *to = wanted.at + wanted.n, *end = body.at + body.n;

    to = to < end ? to : end;
    return (struct furl_range){from, from < to ? (size_t)(to - from) : 0};
}

/* Writes the text of lines, room for their octets and one more. Returns where it ends. */
static unsigned char *put_lines(const struct mail_raw *draft, struct furl_range octets,
                                unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        struct furl_range line = {octets.at, furl_line_length(octets)};
        furl_skip(&octets, line.n);
        if (draft->plain || !is_apart(line)) {
            memcpy(to, line.at, line.n);
            to += line.n;
            *to++ = octets.n > 0 && octets.at[0] == '\0' ? '\0' : '\n'; /* a NUL ends no line */
        }
        skip_line_end(&octets);
    }
    if (to > out && to[-1] != '\n') {
        *to++ = '\n';
    }
    return to;
}

/* Sets the text, room for the octets of the body and one more: of all lines, or those wanted. */
static void put_text(struct mail_raw *draft, bool all, unsigned char *out)
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

/* Cuts the fields of the head at their first NUL. */
static void end_fields(struct mail_message *message)
{
    message->head.of[MAIL_FROM] = mail_before(message->head.of[MAIL_FROM], '\0');
    message->head.of[MAIL_TO] = mail_before(message->head.of[MAIL_TO], '\0');
    message->head.of[MAIL_SUBJECT] = mail_before(message->head.of[MAIL_SUBJECT], '\0');
}

/* Guesses the charset. Fields of a head may cut characters, so the text alone
 * tells UTF-8, unless it is ASCII. */
static const struct mail_charset *guess(const struct mail_message *message)
{
    const struct furl_range *const fields[] = {
        &message->head.of[MAIL_FROM], &message->head.of[MAIL_TO], &message->head.of[MAIL_SUBJECT]};
    struct mail_charset_guess guess;

    mail_charset_guess_begin(&guess);
    if (!is_ascii(message->text)) {
        if (furl_is_utf8(message->text.at, message->text.n)) {
            return &mail_utf8;
        }
        mail_charset_guess_feed(&guess, message->text);
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        mail_charset_guess_feed(&guess, furl_range_of("\n"));
        mail_charset_guess_feed(&guess, *fields[i]);
    }
    mail_charset_guess_final(&guess);
    return guess.charset;
}

bool mail_message_read(struct mail_raw *draft, struct furl_buffer *text,
                       const struct mail_charset *fallback)
{
    struct mail_message *message = &draft->message;

    if (!furl_buffer_reserve(text, draft->body.n + 1)) {
        return false;
    }
    cut_body(draft);
    mail_find_charset(draft);
    message->charset = message->charset != NULL ? message->charset : fallback;
    bool all = draft->wanted_n == 0 || message->charset == NULL; /* a guess looks at all */
    put_text(draft, all, text->at);
    if (message->charset == NULL) {
        end_fields(message);
        message->charset = guess(message);
    }
    if (all && draft->wanted_n > 0) {
        put_text(draft, false, text->at);
    }
    return true;
}

bool mail_is_netmail(const struct mail_raw *draft)
{
    return draft->kind == MAIL_NETMAIL ||
           (draft->kind == MAIL_ANY && draft->netmail && !draft->echomail);
}

void mail_message_read_head(struct mail_raw *draft)
{
    end_fields(&draft->message);
    mail_kludges_read(draft);
    if (mail_is_netmail(draft)) {
        draft->message.head.of[MAIL_AREA] = (struct furl_range){NULL, 0};
    }
}

/* The date as text (FTS-0001), or, where that is none, the store's. */
static struct mail_date date_of(const struct mail_raw *draft)
{
    struct mail_date date = mail_date_fts(mail_before(draft->written, '\0'));

    return date.month != 0 ? date : draft->date;
}

void mail_date_of(const struct mail_raw *draft, char out[MAIL_DATE_SIZE])
{
    struct mail_date date = date_of(draft);

    mail_date_write(&date, draft->zone, out);
}

void mail_utc_of(const struct mail_raw *draft, char out[MAIL_DATE_SIZE])
{
    struct mail_date date = date_of(draft);

    date = mail_date_utc(&date, draft->zone);
    mail_date_write(&date, (struct furl_range){NULL, 0}, out);
    if (out[0] != '\0') {
        strcat(out, "Z");
    }
}

struct mail_date mail_moment_of(const struct mail_raw *draft)
{
    struct mail_date moment = mail_date_true(draft->moment);

    return moment.month != 0 ? moment : date_of(draft);
}
