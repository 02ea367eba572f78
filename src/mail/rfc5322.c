/*
 * Internet mail and news: a message (RFC 5322), or a mailbox, "mbox", of any number (RFC 4155). In
 * that, a line that begins with "From " comes before each message, after an empty line; a line of a
 * message that begins so has one ">" more ("mboxrd"). What a message is in, multipart.c takes away;
 * what it gives is UTF-8.
 */
#include "config.h"

#include <stdlib.h>

#include "mime.h"
#include "reader.h"

/* What reading takes. */
struct letter {
    struct mail_converter converter;
    struct mail_entities entities;
    char declared[MIME_CHARSET_SIZE]; /* the charset of the first text */
};

/* Makes the text of a part, which begins at `from` in the joined ones, plain. Returns how many
 * octets there are then. */
static size_t make_plain(const struct mail_entity *text, unsigned char *joined, size_t from,
                         size_t n)
{
    unsigned char *at = joined + from;

    if (text->type.kind == MIME_HTML) {
        n = from + mail_unescape(at, n - from);
    } else if (text->type.kind == MIME_PLAIN && text->type.flowed) {
        n = from + mail_unflow(at, n - from, text->type.delsp);
    }
    if (n > from && joined[n - 1] != '\n') {
        joined[n++] = '\n';
    }
    return n;
}

/* Whether UTF-8 has nothing but blanks, also those that HTML has. */
static bool is_blank(struct furl_range text)
{
    static const char *const blanks[] = {"\xC2\xA0", "\xE2\x80\x8B", "\xEF\xBB\xBF"};
    size_t n = 1;

    while (text.n > 0 && n > 0) {
        n = text.at[0] <= ' ' ? 1 : 0;
        for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
            n = furl_starts(text, blanks[i]) ? strlen(blanks[i]) : n;
        }
        furl_skip(&text, n);
    }
    return text.n == 0;
}

/* Appends the text of a part to the `*n` octets of those before it. Returns whether there was
 * memory. */
static bool put_text(struct mail_store *store, struct mail_converter *converter,
                     const struct mail_entity *text, size_t *n)
{
    const struct mail_charsets charsets = {furl_range_of(text->type.charset),
                                           store->settings.fallback};
    struct furl_buffer *joined = &store->joined;

    if (!furl_buffer_reserve(joined, *n + MIME_DECODED_MAX(text->content.n) + 1)) {
        return false;
    }
    size_t decoded = mime_decode(text->encoding, text->content, joined->at + *n);
    struct furl_range octets = {joined->at + *n, decoded};
    struct furl_range made = mail_to_utf8(converter, mail_charset_of(&charsets, octets), octets);
    bool is_new = made.at != octets.at;
    if (made.at == NULL || (is_new && !furl_buffer_reserve(joined, *n + made.n + 1))) {
        return false;
    }
    if (is_new) {
        memcpy(joined->at + *n, made.at, made.n);
    }
    *n = make_plain(text, joined->at, *n, *n + made.n);
    return true;
}

/* Appends all texts. Returns whether there was memory. */
static bool put_texts(struct mail_store *store, struct letter *letter, struct furl_range octets,
                      struct mail_raw *draft)
{
    struct mail_entity text;
    size_t n = 0;
    bool has_memory = true;

    letter->entities.rest = octets;
    for (bool first = true; has_memory && mail_next_text(&letter->entities, &text); first = false) {
        size_t before = n;
        has_memory = put_text(store, &letter->converter, &text, &n);
        if (has_memory && !is_blank((struct furl_range){store->joined.at + before, n - before})) {
            mail_had_text(&letter->entities, &text);
        }
        if (first) {
            memcpy(letter->declared, text.type.charset, MIME_CHARSET_SIZE);
        }
    }
    draft->body = (struct furl_range){store->joined.at, n};
    return has_memory;
}

/* Fields that make the head, in lower case. */
enum { FROM, TO, SUBJECT, GROUPS, ID, REPLY, DATE, HEADS };
static const char *const names[HEADS] = {"from",       "to",          "subject", "newsgroups",
                                         "message-id", "in-reply-to", "date"};

/* The octets of a field that are looked at: some 2000 are shown (mailbox.c), and encoded words have
 * some forty times as many. */
#define FIELD_MAX ((size_t)131072)

/* Finds the first of each of these fields. Returns how many octets they
 * have. */
static size_t find_heads(struct furl_range octets, struct furl_range heads[HEADS])
{
    struct mail_header_field field;
    size_t n = 0;

    while (mail_take_field(&octets, &field)) {
        for (size_t i = 0; i < HEADS; i++) {
            if (heads[i].n == 0 && furl_spells(field.name.at, field.name.n, names[i])) {
                heads[i] = mail_part(field.body, 0, FIELD_MAX);
                n += heads[i].n;
            }
        }
    }
    return n;
}

/* Takes the date out of a line: "Sat, 5 Feb 1994 21:47:34 +0300" (RFC 5322 3.3), the seconds and
 * the day of the week not always there. */
static void read_date(struct mail_raw *draft, struct furl_range line)
{
    /* Zones with letters (RFC 5322 4.3); all others are unknown. */
    static const struct {
        const char *name, *zone;
    } zones[] = {
        {"ut", "+0000"},  {"gmt", "+0000"}, {"utc", "+0000"}, {"z", "+0000"},   {"-0000", "+0000"},
        {"est", "-0500"}, {"edt", "-0400"}, {"cst", "-0600"}, {"cdt", "-0500"}, {"mst", "-0700"},
        {"mdt", "-0600"}, {"pst", "-0800"}, {"pdt", "-0700"},
    };
    struct furl_range rest = line;
    struct furl_range day = mail_before(line, ':');

    furl_skip(&rest, day.n);
    struct furl_range time = mail_before(rest, ' ');
    furl_skip(&rest, time.n);
    draft->date = mail_date_fts((struct furl_range){line.at, day.n + time.n});
    draft->zone = mail_before(mail_trimmed(rest), ' ');
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        if (furl_spells(draft->zone.at, draft->zone.n, zones[i].name)) {
            draft->zone = furl_range_of(zones[i].zone);
        }
    }
}

/* What is between angle brackets; all of it where there are none. */
static struct furl_range unbracketed(struct furl_range line)
{
    struct furl_range before = mail_before(line, '<');

    furl_skip(&line, before.n < line.n ? before.n + 1 : 0);
    return mail_trimmed(mail_before(line, '>'));
}

/* The address in a line: "Name <a@b>", or "a@b (Name)". */
static struct furl_range address_in(struct furl_range line)
{
    struct furl_range word = mail_before(unbracketed(line), ' ');

    word.n = mail_before(word, '@').n < word.n ? word.n : 0;
    return word;
}

/* Room that a field of the head needs in the notes: unfolded, and then in UTF-8. */
#define HEAD_MAX(n) (MIME_DECODED_MAX(MAIL_UTF8_MAX(n)) + (n))

/* Writes the fields of the head, from the nth octet of the notes on, where there is room. Returns
 * whether there was memory. */
static bool put_heads(struct mail_store *store, const struct mail_charsets *charsets,
                      struct mail_converter *converter, struct furl_range heads[HEADS], size_t n)
{
    unsigned char *to = store->notes.at + n;

    for (size_t i = 0; i < HEADS; i++) {
        struct furl_range line = {to, mail_unfold(heads[i], to)};
        to += line.n;
        size_t made = mail_decode_words(line, charsets, converter, to);
        if (made == SIZE_MAX) {
            return false;
        }
        heads[i] = (struct furl_range){to, made};
        to += made;
    }
    return true;
}

/* Reads the head. Returns whether there was memory. */
static bool read_head(struct mail_store *store, struct letter *letter, struct furl_range octets,
                      struct mail_raw *draft)
{
    struct furl_range heads[HEADS] = {{NULL, 0}};
    size_t n = find_heads(octets, heads);
    size_t declared_n = strlen(letter->declared);

    furl_buffer_trim(&store->notes, MAIL_KEPT);
    if (!furl_buffer_reserve(&store->notes, declared_n + HEAD_MAX(n) + HEADS * HEAD_MAX(0))) {
        return false;
    }
    memcpy(store->notes.at, letter->declared, declared_n);
    draft->message.head.of[MAIL_CHARSET] = (struct furl_range){store->notes.at, declared_n};
    const struct mail_charsets charsets = {draft->message.head.of[MAIL_CHARSET],
                                           store->settings.fallback};
    if (!put_heads(store, &charsets, &letter->converter, heads, declared_n)) {
        return false;
    }
    draft->message.head.of[MAIL_FROM] = heads[FROM];
    draft->message.head.of[MAIL_TO] = heads[TO];
    draft->message.head.of[MAIL_SUBJECT] = heads[SUBJECT];
    draft->message.head.of[MAIL_AREA] = heads[GROUPS];
    draft->message.head.of[MAIL_ID] = unbracketed(heads[ID]);
    draft->message.head.of[MAIL_REPLY] = unbracketed(heads[REPLY]);
    draft->message.head.of[MAIL_ADDRESS] = address_in(heads[FROM]);
    read_date(draft, heads[DATE]);
    return true;
}

bool mail_read_letter(struct mail_store *store, struct furl_range octets, struct mail_raw *draft)
{
    struct letter *letter = calloc(1, sizeof *letter); /* much for a small stack */
    bool has_memory = letter != NULL && put_texts(store, letter, octets, draft) &&
                      read_head(store, letter, octets, draft);

    if (letter != NULL) {
        free(letter->converter.out.at);
    }
    free(letter);
    draft->message.charset = &mail_utf8;
    draft->plain = true;
    return has_memory;
}

/* The line that comes before a message. */
#define MARK   "From "
#define MARK_N (sizeof MARK - 1)

/* How much of it is looked at, which is more than any line of mail may have (RFC 5322 2.1.1); and
 * how many octets tell where a message ends: those, an empty line and the line end before it. */
#define MARK_MAX ((size_t)1024)
#define END_N    (sizeof "\n\r\n" - 1 + MARK_MAX)

/* Fields by which a message is recognized where no name tells, in lower case: one of them is among
 * the first ones. */
static const char *const mark_names[] = {
    "from",        "to",         "subject",      "date",         "received",
    "return-path", "message-id", "mime-version", "content-type", "newsgroups"};
enum { FIRST_FIELDS = 8 };

static bool is_known(struct furl_range name)
{
    bool is_known = false;

    for (size_t i = 0; i < sizeof mark_names / sizeof mark_names[0]; i++) {
        is_known = is_known || furl_spells(name.at, name.n, mark_names[i]);
    }
    return is_known;
}

/* Whether a field, of these octets, is as RFC 5322 has it: of ASCII, and nothing before the colon
 * of its name. */
static bool is_strict(struct furl_range octets, const struct mail_header_field *field)
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
    bool known;    /* one of the first FIRST_FIELDS is in mark_names */
    bool ends;     /* an empty line comes after them; or nothing else is looked at */
    bool is_text;  /* something else comes after them */
};

/* Looks at the fields; all of the file's octets are there if they are `whole`. */
static struct front front_of(struct furl_range octets, bool whole, bool strict)
{
    struct front front = {0};
    struct mail_header_field field;
    struct furl_range rest = octets;

    while (!front.is_text && mail_take_field(&rest, &field)) {
        struct furl_range taken = {octets.at, octets.n - rest.n};
        front.is_text = field.name.n == 0 || (strict && !is_strict(taken, &field));
        front.known = front.known || (front.fields < FIRST_FIELDS && is_known(field.name));
        front.fields++;
        octets = rest;
    }
    /* A line that is cut may be anything. */
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

/* How many octets at the front to skip: a byte order mark, empty lines. */
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

/* From which index to search again when there are more octets. */
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
static struct furl_range copy_unquoted(struct furl_range octets, unsigned char *out)
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
static enum mail_result read_message(struct mail_store *store, struct mail_raw *draft,
                                     struct furl_range octets)
{
    bool is_mailbox = store->place.internet.is_mailbox;

    if (is_mailbox && furl_buffer_reserve(&store->text, octets.n)) {
        octets = copy_unquoted(octets, store->text.at);
    } else if (is_mailbox) {
        store->trouble = MAIL_NO_MEMORY;
    }
    if (!mail_read_letter(store, octets, draft)) {
        store->trouble = MAIL_NO_MEMORY;
    }
    if (draft->message.head.of[MAIL_AREA].n == 0 && is_mailbox) {
        draft->message.head.of[MAIL_AREA] = store->name;
    }
    draft->message.head.number = ++store->number;
    return MAIL_MESSAGE;
}

static enum mail_result next(struct mail_store *store, struct mail_raw *draft)
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
