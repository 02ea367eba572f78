/*
 * Internet mail and news: a message (RFC 5322), or a mailbox, "mbox", of any number (RFC 4155). In
 * that, a line that begins with "From " comes before each message, after an empty line; a line of a
 * message that begins so has one ">" more ("mboxrd"). What a message is in, entity.c takes away;
 * what it gives is UTF-8.
 */
#include "config.h"

#include "fields.h"
#include "header.h"
#include "letter.h"
#include "reader.h"

/* The line that comes before a message. */
#define MARK   "From "
#define MARK_N (sizeof MARK - 1)

/* How much of it is looked at, which is more than any line of mail may have (RFC 5322 2.1.1); and
 * how many octets tell where a message ends: those, an empty line and the line end before it. */
#define MARK_MAX ((size_t)1024)
#define END_N    (sizeof "\n\r\n" - 1 + MARK_MAX)

/* Fields by which a message is recognized where no name tells, in lower case: one of them is among
 * the first ones. */
static const char *const names[] = {"from",         "to",          "subject",    "date",
                                    "received",     "return-path", "message-id", "mime-version",
                                    "content-type", "newsgroups"};
enum { FIRST_FIELDS = 8 };

static bool is_known(struct furl_range name)
{
    bool is_known = false;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is_known = is_known || furl_spells(name.at, name.n, names[i]);
    }
    return is_known;
}

/* Whether a field, of these octets, is as RFC 5322 has it: of ASCII, and nothing before the colon
 * of its name. */
static bool is_strict(struct furl_range octets, const struct mail_field *field)
{
    for (size_t i = 0; i < octets.n; i++) {
        bool is_space = octets.at[i] == '\t' || octets.at[i] == '\r' || octets.at[i] == '\n';
        if (!is_space && (octets.at[i] < ' ' || octets.at[i] > '~')) {
            return false;
        }
    }
    return field->body.at == field->name.at + field->name.n + 1;
}

/* What is known of the lines at the front of a file. */
struct front {
    size_t fields; /* one after the other */
    bool known;    /* one of the first is one by which messages are known */
    bool ends;     /* an empty line comes after them; or nothing else is looked at */
    bool is_text;  /* something else comes after them */
};

/* Looks at the fields; all of the file's octets are there if they are `whole`. */
static struct front front_of(struct furl_range octets, bool whole, bool strict)
{
    struct front front = {0};
    struct mail_field field;
    struct furl_range rest = octets;

    while (!front.is_text && mail_take_field(&rest, &field)) {
        struct furl_range taken = {octets.at, octets.n - rest.n};
        front.is_text = field.name.n == 0 || (strict && !is_strict(taken, &field));
        front.known = front.known || (front.fields < FIRST_FIELDS && is_known(field.name));
        front.fields++;
        octets = rest;
    }
    /* Of a line that is cut nobody knows what it is. */
    bool is_cut = !whole && mail_before(rest, '\n').n == rest.n;
    front.ends = rest.n < octets.n || is_cut;
    front.is_text = front.is_text || (rest.n > 0 && !front.ends);
    return front;
}

/* Whether a mark is at the front, as programs write it: with a time of day, and then a year. Other
 * lines that begin like it are prose. */
static bool is_mark(struct furl_range octets)
{
    struct furl_range line = mail_line(mail_part(octets, 0, MARK_MAX));
    bool has_time = false;
    size_t digits = 0; /* in a row */

    for (size_t i = MARK_N; furl_starts(line, MARK) && i < line.n && (!has_time || digits < 4);
         i++) {
        has_time = has_time || (digits > 0 && line.at[i] == ':' && i + 1 < line.n &&
                                furl_is(line.at[i + 1], FURL_DIGIT));
        digits = furl_is(line.at[i], FURL_DIGIT) ? digits + 1 : 0;
    }
    return has_time && digits == 4;
}

/* How many octets at the front fill it up: a byte order mark, empty lines. */
static size_t filling(struct furl_range octets)
{
    size_t n = furl_starts(octets, "\xEF\xBB\xBF") ? 3 : 0;

    while (n < octets.n && (octets.at[n] == '\r' || octets.at[n] == '\n')) {
        n++;
    }
    return n;
}

/* A header, maybe after a mark: fields, and nothing else before an empty line. */
static bool is_named(struct mail_source *source)
{
    struct furl_range octets = mail_source_at(source, 0, MAIL_FRONT);
    bool whole = octets.n < MAIL_FRONT;

    furl_skip(&octets, filling(octets));
    furl_skip(&octets, is_mark(octets) ? mail_line(octets).n : 0);
    struct front front = front_of(octets, whole, false);
    return front.fields > 0 && !front.is_text;
}

static bool is_certain(struct furl_range octets)
{
    bool whole = octets.n < MAIL_FRONT;
    bool has_mark = is_mark(octets);

    furl_skip(&octets, has_mark ? mail_line(octets).n : 0);
    struct front front = front_of(octets, whole, !has_mark);
    return front.fields > 0 && (front.known || has_mark) && front.ends && !front.is_text;
}

static bool begin(struct mail_store *store)
{
    struct furl_range front = mail_front(store);
    size_t n = filling(front);

    store->place.internet.at = n;
    store->place.internet.is_mailbox = furl_starts(mail_part(front, n, front.n), MARK);
    return true;
}

/* The index at which the next message begins, with its mark: after the line end at `from` or a
 * later one. All octets where there is none. */
static size_t find_end(struct furl_range octets, size_t from)
{
    const unsigned char *end = octets.at + octets.n;
    const unsigned char *at = octets.at + from;

    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        const unsigned char *before = at > octets.at && at[-1] == '\r' ? at - 1 : at;
        bool empty = before > octets.at && before[-1] == '\n';
        at++;
        if (empty && is_mark((struct furl_range){at, (size_t)(end - at)})) {
            return (size_t)(at - octets.at);
        }
    }
    return octets.n;
}

/* From where on octets are to be looked at again, when there are more of them. */
static size_t looked_at(size_t n)
{
    return n > END_N ? n - END_N : 0;
}

/* The octets of a mailbox from the offset on, to the end of a message, or more than `most`. (So
 * many may be followed by a mark.) */
static struct furl_range find_message(struct mail_source *source, uint64_t at, size_t most)
{
    struct furl_range octets = {NULL, 0};
    size_t n = MAIL_PAGE / 2;
    size_t end = 0;

    do {
        size_t known = looked_at(octets.n);
        n = n <= most / 2 ? 2 * n : most + MARK_MAX;
        octets = mail_source_at(source, at, n);
        end = octets.n > 0 ? find_end(octets, known) : 0;
    } while (end == n && n < most + MARK_MAX);
    octets.n = end;
    return octets;
}

/* The offset at which the next message begins, from one on within another; or the file ends. */
static uint64_t find_next(struct mail_source *source, uint64_t at)
{
    struct furl_range octets = mail_source_at(source, at, MAIL_BLOCK);
    size_t end = octets.n > 0 ? find_end(octets, 0) : 0;

    while (end == MAIL_BLOCK) {
        at += looked_at(MAIL_BLOCK);
        octets = mail_source_at(source, at, MAIL_BLOCK);
        end = octets.n > 0 ? find_end(octets, 0) : 0;
    }
    return at + end;
}

/* Copies a message of a mailbox, without its mark, the empty line after it, and the ">" that lines
 * have for being in one. `out`: room for its octets. */
static struct furl_range take_out(struct furl_range octets, unsigned char *out)
{
    unsigned char *to = out;

    furl_skip(&octets, mail_line(octets).n); /* its mark */
    while (octets.n > 0) {
        struct furl_range line = mail_line(octets);
        furl_skip(&octets, line.n);
        size_t quotes = 0;
        while (quotes < line.n && line.at[quotes] == '>') {
            quotes++;
        }
        bool quoted = quotes > 0 && furl_starts(mail_part(line, quotes, line.n), MARK);
        bool is_last = octets.n == 0 && (line.at[0] == '\n' || furl_starts(line, "\r\n"));
        if (!is_last) {
            furl_skip(&line, quoted ? 1 : 0);
            memcpy(to, line.at, line.n);
            to += line.n;
        }
    }
    return (struct furl_range){out, (size_t)(to - out)};
}

/* Reads the message, which its mark, if any, begins. */
static enum mail_result read_message(struct mail_store *store, struct mail_draft *draft,
                                     struct furl_range octets)
{
    bool is_mailbox = store->place.internet.is_mailbox;

    if (is_mailbox && furl_buffer_reserve(&store->text, octets.n)) {
        octets = take_out(octets, store->text.at);
    } else if (is_mailbox) {
        store->trouble = MAIL_NO_MEMORY;
    }
    if (!mail_read_letter(store, octets, draft)) {
        store->trouble = MAIL_NO_MEMORY;
    }
    if (draft->message.area.n == 0 && is_mailbox) {
        draft->message.area = store->name;
    }
    draft->message.number = ++store->number;
    return MAIL_MESSAGE;
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    struct mail_source *source = &store->sources[0];
    size_t most = store->settings.most;
    uint64_t at = store->place.internet.at;
    bool is_mailbox = store->place.internet.is_mailbox;
    struct furl_range octets =
        is_mailbox ? find_message(source, at, most)
                   : mail_part(mail_source_all(source, most + (size_t)at), (size_t)at, most + 1);

    if (octets.n == 0) {
        return MAIL_END;
    }
    if (octets.n <= most) {
        store->place.internet.at = at + octets.n;
        store->over = !is_mailbox;
        return read_message(store, draft, octets);
    }
    store->over = !is_mailbox;
    store->place.internet.at = is_mailbox ? find_next(source, at + looked_at(octets.n)) : at;
    return mail_passed_over(store, "message is too long", at);
}

const struct mail_format mail_rfc = {"rfc", NULL, false, false, is_named, is_certain, begin, next};
