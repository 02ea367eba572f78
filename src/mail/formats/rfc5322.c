/* Internet mail and news: one message (RFC 5322), or a mailbox, "mbox", of any number (RFC 4155).
 * In a mailbox, a line that begins with "From " precedes each message. A careful program adds one
 * ">" to a line of a message that begins like this ("mboxrd"). multipart.c splits messages into
 * parts. The result is UTF-8. */
#include "config.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "furl/core/utf8.h"
#include "mail/mime.h"
#include "mail/reader.h"

/* The position of the reader. */
struct position {
    uint64_t offset; /* offset of the next message */
    bool is_mailbox;
};
MAIL_HAS_POSITION(struct position);

/* The fields of the head, in lower case. The first fields are in the order of enum mail_field. NAME
 * is no field, but the name in FROM. */
enum { FROM = MAIL_FROM, GROUPS = MAIL_AREA, ID, REPLY, REFERENCES, DATE, NAME, LIST, LINKS };
enum { HEADS = LINKS + MAIL_LINKS, STATUS = HEADS, NAMES };
static const char *const names[NAMES] = {
    "from", "to", "subject", "newsgroups",  "message-id", "in-reply-to",     "references",
    "date", "",   "list-id", "archived-at", "x-url",      "x-mozilla-status"};

/* The state of reading a message. */
struct letter {
    struct mail_converter converter;
    struct mail_entities entities;
    struct furl_range fields[NAMES];
    struct mail_charsets charsets;    /* `raw` is the charset of the first text */
    char declared[MIME_CHARSET_SIZE]; /* name of the charset in the first text */
};

/* Converts the text of a part to plain text. The text is the octets of `joined` from `from` to
 * `*n`. Sets `*n` to the new end. Returns false if memory runs out. */
static bool make_plain(const struct mail_entity *text, struct furl_buffer *joined, size_t from,
                       size_t *n)
{
    unsigned char *ptr = joined->ptr + from;
    bool has_memory = true;

    if (text->type.kind == MIME_HTML) {
        has_memory = mail_plain_html(joined, from, n);
    } else if (text->type.kind == MIME_CARD) {
        *n = from + mail_plain_card(ptr, *n - from);
    } else if (text->type.kind == MIME_PLAIN && text->type.flowed) {
        *n = from + mail_unflow(ptr, *n - from, text->type.delsp);
    }
    if (*n > from && joined->ptr[*n - 1] != '\n') {
        joined->ptr[(*n)++] = '\n';
    }
    return has_memory;
}

/* Returns whether UTF-8 contains only spaces and control characters, including the invisible spaces
 * of HTML. */
static bool is_blank(struct furl_range text)
{
    static const char *const blanks[] = {"\xC2\xA0", "\xE2\x80\x8B", "\xEF\xBB\xBF"};
    size_t n = 1;

    while (text.n > 0 && n > 0) {
        n = text.ptr[0] <= ' ' ? 1 : 0;
        for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
            n = furl_starts(text, blanks[i]) ? strlen(blanks[i]) : n;
        }
        furl_skip(&text, n);
    }
    return text.n == 0;
}

/* Appends the text of a part to the `*n` octets before it, and sets `*n`. Returns false if memory
 * runs out. */
static bool append_text(struct mail_store *store, struct letter *letter,
                        const struct mail_entity *text, size_t *n)
{
    struct furl_buffer *joined = &store->joined;

    if (!furl_buffer_reserve(joined, *n + MIME_DECODED_MAX(text->content.n) + 1)) {
        return false;
    }
    size_t decoded = mime_decode(text->encoding, text->content, joined->ptr + *n);
    struct furl_range octets = {joined->ptr + *n, decoded};
    assert(decoded <= MIME_DECODED_MAX(text->content.n));
    if (text->may_be_binary && decoded > 0 && memchr(octets.ptr, '\0', decoded) != NULL) {
        return true;
    }
    const struct mail_charset *charset =
        mail_charset_of(&letter->charsets, furl_range_of(text->type.charset), octets);
    struct furl_range made =
        letter->charsets.is_utf8 ? octets : mail_to_utf8(&letter->converter, charset, octets);
    bool is_new = made.ptr != octets.ptr;
    if (made.ptr == NULL || (is_new && !furl_buffer_reserve(joined, *n + made.n + 1))) {
        return false;
    }
    if (is_new) {
        mail_put(joined->ptr + *n, made);
    }
    letter->charsets.raw = letter->charsets.raw != NULL ? letter->charsets.raw : charset;
    const size_t from = *n;
    *n += made.n;
    return make_plain(text, joined, from, n);
}

/* Adds an HTML alternative to the message. Returns false if memory runs out. */
static bool add_html(struct mail_message *message, struct mail_stretch stretch)
{
    struct mail_stretch *last = NULL;

    if (!furl_buffer_reserve(&message->html, (message->html_n + 1) * sizeof stretch)) {
        return false;
    }
    last = &mail_html(message)[message->html_n++];
    *last = stretch;
    assert(message->html_n == 1 || last[-1].offset + last[-1].n <= last->offset);
    return true;
}

/* Appends all texts to the body. Returns false if memory runs out. */
static bool append_texts(struct mail_store *store, struct letter *letter, struct furl_range octets,
                         struct mail_message *message)
{
    const struct mail_settings *settings = &store->settings;
    struct mail_entity text;
    size_t n = 0;
    bool has_memory = true;

    letter->entities.rest = octets;
    letter->entities.all = settings->all_alternatives;
    letter->entities.names = names;
    letter->entities.fields = letter->fields;
    letter->entities.names_n = NAMES;
    for (bool first = true; has_memory && mail_next_text(&letter->entities, &text); first = false) {
        size_t before = n;
        has_memory = append_text(store, letter, &text, &n);
        const struct furl_range all = {store->joined.ptr, n};
        const struct furl_range put = mail_part(all, before, n);
        if (has_memory && !is_blank(put)) {
            bool asks = settings->has_links != NULL && !settings->all_alternatives &&
                        text.type.kind == MIME_PLAIN && mail_is_alternative(&letter->entities);
            mail_had_text(&letter->entities, &text,
                          !asks || settings->has_links(settings->context, put));
        }
        if (has_memory && text.is_spare) {
            has_memory = add_html(message, (struct mail_stretch){before, n - before});
        }
        if (first) {
            memcpy(letter->declared, text.type.charset, MIME_CHARSET_SIZE);
        }
    }
    message->body = (struct furl_range){store->joined.ptr, n};
    return has_memory;
}

/* The most octets that are read of a field. Some 2000 octets are shown (mailbox.h), and encoded
 * words for these octets are about forty times as long. A longer field with links is not read,
 * because a cut URL identifies something else. */
#define FIELD_MAX ((size_t)131072)

/* Cuts each field of the head to the octets that are read. Returns the number of octets of all
 * fields. */
static size_t cut_heads(struct furl_range heads[HEADS])
{
    size_t n = 0;

    for (size_t i = 0; i < HEADS; i++) {
        bool is_read = i < LINKS || heads[i].n <= FIELD_MAX;
        heads[i] = mail_part(heads[i], 0, is_read ? FIELD_MAX : 0);
        n += heads[i].n;
    }
    return n;
}

/* Returns whether Mozilla marked the message as deleted: bit 8 is set in the status, which is
 * hexadecimal. */
static bool is_expunged(struct furl_range status)
{
    status = mail_trimmed(status);
    unsigned char last = status.n == 4 ? status.ptr[3] : '0';

    return furl_is_hex('0', last) && (last == '8' || last == '9' || last > '9');
}

/* Returns the last word, from the last space or `<` on. */
static struct furl_range last_word(struct furl_range line)
{
    struct furl_range word = line;

    for (size_t i = 0; i < line.n; i++) {
        if (line.ptr[i] == ' ' || line.ptr[i] == '<') {
            word = mail_part(line, i, line.n);
        }
    }
    return word;
}

/* Sets the charset of header text that is neither encoded nor UTF-8. This is the charset of the
 * first text. If the charset is missing or lacks an octet, it is the fallback or a guess. */
static void set_raw(struct mail_charsets *charsets, const struct furl_range heads[HEADS])
{
    struct furl_range raw[HEADS];
    size_t n = 0;
    bool lacks = charsets->raw == NULL;

    for (size_t i = 0; i < HEADS; i++) {
        if (!furl_is_utf8(heads[i].ptr, heads[i].n)) {
            lacks = lacks || mail_charset_lacks(charsets->raw, heads[i]);
            raw[n++] = heads[i];
        }
    }
    if (lacks) {
        bool is_new = charsets->fallback != NULL && charsets->fallback != charsets->raw;
        charsets->guessed = charsets->guessed || !is_new;
        charsets->raw = is_new ? charsets->fallback : mail_charset_guessed(raw, n, MAIL_INTERNET);
    }
}

/* Room for a field of the head in the notes: unfolded, and then twice in UTF-8. */
#define HEAD_MAX(n) (MIME_DECODED_MAX(2 * MAIL_UTF8_MAX(n)) + (n))

/* Writes a part of a field to `*to` in UTF-8, unless the part is UTF-8, and moves `*to` to the end.
 * Returns false if memory runs out. */
static bool put_bare(struct letter *letter, struct furl_range *bare, unsigned char **to)
{
    if (furl_is_utf8(bare->ptr, bare->n)) {
        return true;
    }
    struct furl_range made = mail_to_utf8(&letter->converter, letter->charsets.raw, *bare);
    *bare = (struct furl_range){*to, made.n};
    *to = made.ptr != NULL ? mail_put(*to, made) : *to;
    return made.ptr != NULL;
}

/* Writes the fields of the head to the notes, which have room, from octet `n` on. Sets `bare` to
 * the author's address, and to identifiers without brackets, by the structure of the fields.
 * Returns false if memory runs out. */
static bool put_heads(struct mail_store *store, struct letter *letter,
                      struct furl_range heads[HEADS], struct furl_range bare[HEADS], size_t n)
{
    unsigned char *to = store->notes.ptr + n;
    struct furl_range from = {NULL, 0}, address = from;

    for (size_t i = 0; i < HEADS; i++) {
        if (i == NAME && address.n == 0) { /* all of FROM, which is decoded */
            heads[i] = (struct furl_range){to, mail_put_name(heads[FROM], address, to)};
            bare[i] = address;
            to += heads[i].n;
            continue;
        }
        struct furl_range line = {to, i == NAME ? mail_put_name(from, address, to)
                                                : mail_unfold(heads[i], to)};
        bare[i] = i == FROM                            ? mail_find_address(to, line.n)
                  : i == LIST || i == ID || i == REPLY ? mail_find_angle(to, line.n)
                                                       : (struct furl_range){NULL, 0};
        if (i == FROM) {
            from = line;
            address = bare[i];
        }
        to += line.n;
        size_t made = mail_decode_words(line, &letter->charsets, &letter->converter, to);
        if (made == SIZE_MAX) {
            return false;
        }
        heads[i] = (struct furl_range){to, made};
        to += made;
        if (!put_bare(letter, &bare[i], &to)) {
            return false;
        }
        assert((size_t)(to - store->notes.ptr) <= store->notes.room);
    }
    return true;
}

/* Returns an identifier without brackets, by the structure of its field if the field has a
 * structure. */
static struct furl_range id_in(struct furl_range bare, struct furl_range head)
{
    return bare.n > 0 ? mail_trimmed(bare) : mail_unbracketed(head);
}

/* Reads the head. Returns false if memory runs out. */
static bool read_head(struct mail_store *store, struct letter *letter, struct mail_message *message)
{
    struct furl_range *heads = letter->fields, bare[HEADS];
    size_t n = cut_heads(heads) + heads[FROM].n; /* FROM a second time, for the name */
    size_t declared_n = strlen(letter->declared);

    furl_buffer_trim(&store->notes, MAIL_KEPT);
    if (!furl_buffer_reserve(&store->notes, declared_n + HEAD_MAX(n) + HEADS * HEAD_MAX(0))) {
        return false;
    }
    memcpy(store->notes.ptr, letter->declared, declared_n);
    message->head.of[MAIL_CHARSET] = (struct furl_range){store->notes.ptr, declared_n};
    set_raw(&letter->charsets, heads);
    if (!put_heads(store, letter, heads, bare, declared_n)) {
        return false;
    }
    memcpy(message->head.of, heads, (GROUPS + 1) * sizeof heads[0]);
    message->head.of[MAIL_NAME] = heads[NAME];
    message->head.of[MAIL_LIST] = id_in(bare[LIST], heads[LIST]);
    message->head.of[MAIL_ID] = id_in(bare[ID], heads[ID]);
    message->head.of[MAIL_REPLY] = id_in(bare[REPLY], heads[REPLY]);
    mail_set_first(&message->head.of[MAIL_REPLY], mail_unbracketed(last_word(heads[REFERENCES])));
    message->head.of[MAIL_ADDRESS] = bare[FROM];
    message->head.in_groups = heads[GROUPS].n > 0;
    memcpy(message->head.links, heads + LINKS, sizeof message->head.links);
    message->date = mail_date_internet(heads[DATE], &message->zone);
    return true;
}

bool mail_read_letter(struct mail_store *store, struct furl_range octets,
                      struct mail_message *message)
{
    struct letter *letter = malloc(sizeof *letter); /* too large for a small stack */
    bool has_memory = letter != NULL;

    if (has_memory) {
        memset(&letter->converter, 0, offsetof(struct mail_converter, table));
        memset(&letter->entities, 0, offsetof(struct mail_entities, open));
        memset(letter->fields, 0, sizeof letter->fields);
        letter->charsets = (struct mail_charsets){.fallback = store->settings.fallback};
        letter->declared[0] = '\0';
        has_memory =
            append_texts(store, letter, octets, message) && read_head(store, letter, message);
        message->is_expunged = is_expunged(letter->fields[STATUS]);
        message->unknown_charset = letter->charsets.unknown;
        message->guessed = letter->charsets.guessed;
        message->is_sealed = letter->entities.has_sealed;
        free(letter->converter.out.ptr);
    }
    free(letter);
    message->charset = &mail_utf8;
    message->plain = true;
    return has_memory;
}

/* The beginning of the line before a message. */
#define MARK "From "

/* MARK_MAX is the number of octets that are read of such a line. A line of mail (RFC 5322 2.1.1)
 * and the name of a field have fewer. END_N is the number of octets that show the end of a message:
 * the line end before an empty line, the empty line, and MARK_MAX octets. */
#define MARK_MAX ((size_t)1024)
#define END_N    (sizeof "\n\r\n" - 1 + MARK_MAX)

/* Returns whether a line contains a time of day and a year. */
static bool has_moment(struct furl_range line)
{
    bool has_time = false, has_year = false;
    size_t digits = 0; /* number of digits in a row */

    for (size_t i = 0; i < line.n; i++) {
        bool is_digit = furl_octet_in(line.ptr[i], FURL_DIGIT);
        has_year = has_year || (digits == 4 && !is_digit);
        has_time = has_time || (digits > 0 && line.ptr[i] == ':' && i + 1 < line.n &&
                                furl_octet_in(line.ptr[i + 1], FURL_DIGIT));
        digits = is_digit ? digits + 1 : 0;
    }
    return has_time && has_year;
}

/* Returns whether the octets begin with a field that prose does not contain. */
static bool has_known_field(struct furl_range octets)
{
    struct furl_range name = mail_field_name(mail_line(octets));

    return mail_is_known_field(name) || (name.n > 2 && furl_spells(name.ptr, 2, "x-"));
}

/* Returns the octets after the mark at the front, and after quoted marks that follow the mark. */
static struct furl_range after_mark(struct furl_range octets)
{
    do {
        mail_take_line(&octets);
    } while (furl_starts(octets, ">" MARK));
    return octets;
}

/* Returns the length of the line at the front if the line begins like a mark and not like "From :
 * a@b". Otherwise returns 0. */
static size_t mark_length(struct furl_range octets)
{
    struct furl_range line = {NULL, 0};

    if (furl_starts(octets, MARK)) { /* few lines begin like this */
        line = mail_line(octets);
    }
    return mail_field_name(line).n == 0 ? line.n : 0;
}

/* Returns whether a message of a mailbox begins at the front. A message begins with a mark and a
 * field that prose does not contain, or with Mozilla's mark without a date and any field. After an
 * empty line, a mark with a date is enough. Other lines that begin like a mark are prose. */
static bool is_mark(struct furl_range octets, bool after_empty)
{
    struct furl_range rest = mail_part(octets, 0, MARK_MAX);
    struct furl_range line = {rest.ptr, mark_length(rest)};

    if (line.n == 0) {
        return false;
    }
    rest = after_mark(rest);
    bool is_undated = furl_spells(line.ptr, mail_trimmed(line).n, "from -");
    return has_known_field(rest) || (is_undated && mail_field_name(rest).n > 0) ||
           (after_empty && has_moment(line));
}

/* Returns how many octets at the front to skip: a byte order mark and blank lines. */
static size_t skipped_front(struct furl_range octets)
{
    size_t n = furl_bom(octets.ptr, octets.n);
    size_t begin = n;

    while (n < octets.n && furl_is_space(octets.ptr[n])) {
        n++;
        begin = octets.ptr[n - 1] == '\n' ? n : begin;
    }
    return begin;
}

/* The number of lines or fields at the front that must include a known field. */
enum { FIRST = 20 };

/* Returns the index of the header in a file with a name of mail, or the number of octets if there
 * is none. A known field must be among the first lines. Lines that are blank or continue a field do
 * not count. */
static size_t header_at(struct furl_range octets)
{
    size_t pos = skipped_front(octets), begin = pos;
    bool is_header = false, known = false;

    for (int lines = 0; lines < FIRST && pos < octets.n && !known;) {
        struct furl_range line = mail_line(mail_part(octets, pos, octets.n));
        struct furl_range name = mail_field_name(line);
        known = mail_is_known_field(name);
        struct furl_range next = mail_line(mail_part(octets, pos + line.n, octets.n));
        /* Text before a header is not part of the header, unless it is a mark or a line of the
         * header. */
        is_header = is_header || (lines == 0 && (name.n > 0 || furl_starts(line, MARK) ||
                                                 mail_is_known_field(mail_field_name(next))));
        begin = known && !is_header ? pos : begin;
        lines += furl_is_blank(line.ptr[0]) || mail_trimmed(line).n == 0 ? 0 : 1;
        pos += line.n;
    }
    return known ? begin : octets.n;
}

/* Returns the front of a file. If CR alone ends its lines, returns a copy with LF in `lines`. */
static struct furl_range by_lines(struct furl_range front, unsigned char lines[MAIL_FRONT])
{
    if (!mail_ends_by_cr(front)) {
        return front;
    }
    for (size_t i = 0; i < front.n; i++) {
        lines[i] = front.ptr[i] == '\r' ? '\n' : front.ptr[i];
    }
    return (struct furl_range){lines, front.n};
}

static bool is_named(struct mail_source *source)
{
    unsigned char lines[MAIL_FRONT];
    struct furl_range block = mail_source_at(source, 0, MAIL_BLOCK);
    struct furl_range front = mail_part(block, 0, MAIL_FRONT);

    block = mail_ends_by_cr(front) ? by_lines(front, lines) : block;
    return header_at(block) < block.n;
}

bool mail_is_header(struct furl_range octets, bool complete, bool known)
{
    struct furl_range rest = octets;
    struct mail_header_field field;
    bool is_loose = false, is_long = false;

    for (int fields = 0; mail_next_field(&rest, &field); fields++) {
        bool is_near = field.body.ptr == field.name.ptr + field.name.n + 1;
        bool is_known = mail_is_known_field(field.name);
        is_long = field.name.n > 0 ? furl_spells(field.name.ptr, field.name.n, "received") ||
                                         furl_spells(field.name.ptr, field.name.n, "references")
                                   : is_long;
        bool lost_indent = is_long && field.name.n == 0 && field.body.ptr[0] > ' ' &&
                           !furl_starts(field.body, MARK);
        if (memchr(field.body.ptr, '\0', field.body.n) != NULL ||
            !(is_near || is_known || lost_indent ||
              memchr(field.name.ptr, '-', field.name.n) != NULL)) {
            return false;
        }
        is_loose = is_loose || !is_near;
        known = known || (fields < FIRST && is_known);
        octets = rest;
    }
    bool may_end = rest.n == 0 || (!complete && mail_line(rest).n == rest.n);
    return known && (rest.n < octets.n || (may_end && !(is_loose && complete)));
}

static bool is_certain(struct furl_range octets)
{
    unsigned char lines[MAIL_FRONT];
    struct furl_range front = by_lines(octets, lines);
    bool complete = front.n < MAIL_FRONT;

    furl_skip(&front, skipped_front(front));
    if (!is_mark(front, true)) {
        return mail_is_header(front, complete, false);
    }
    struct furl_range rest = after_mark(front);
    return has_known_field(rest) ||
           (mail_field_name(rest).n > 0 && mail_is_header(rest, complete, true));
}

/* Returns whether the name of the file ends with `end`. */
static bool is_called(const struct mail_store *store, const char *end)
{
    struct furl_range path = furl_range_of(store->place.path != NULL ? store->place.path : "");
    size_t n = strlen(end);

    return path.n >= n && furl_spells(path.ptr + path.n - n, n, end);
}

static bool begin(struct mail_store *store)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];

    if (mail_ends_by_cr(mail_front(store))) {
        mail_source_end_by_lf(source);
    }
    struct furl_range front =
        mail_source_at(source, 0, store->place.path != NULL ? MAIL_BLOCK : MAIL_FRONT);
    size_t n = header_at(front), first = skipped_front(front);
    if (n > first && n < front.n) {
        store->damage = (struct mail_damage){"text before the header", 1, first};
    }
    n = n < front.n ? n : first;
    bool has_mark = furl_starts(mail_part(front, n, front.n), MARK);
    position_of(store)->offset = n;
    position_of(store)->is_mailbox =
        (has_mark && !is_called(store, ".eml")) || is_called(store, ".mbox");
    return true;
}

/* Finds the first line that begins with MARK, after any number of ">", and sets `quotes` to that
 * number. Returns the index of the mark, which is at least `from`, or the number of octets if there
 * is none. The search is for "F", because few texts contain many. */
static size_t find_mark(struct furl_range octets, size_t from, size_t *quotes)
{
    struct furl_range rest = mail_part(octets, from, octets.n);

    for (; mail_skip_to(&rest, 'F'); furl_skip(&rest, 1)) {
        const unsigned char *ptr = rest.ptr;
        while (ptr > octets.ptr && ptr[-1] == '>' && furl_starts(rest, MARK)) {
            ptr--;
        }
        if ((ptr == octets.ptr || ptr[-1] == '\n') && furl_starts(rest, MARK)) {
            *quotes = (size_t)(rest.ptr - ptr);
            break;
        }
    }
    return octets.n - rest.n;
}

/* Returns the number of octets before the index, without an empty line at their end. */
static size_t before_empty(struct furl_range octets, size_t pos)
{
    size_t n = pos - (pos > 0 && octets.ptr[pos - 1] == '\n' ? 1 : 0);

    n -= n < pos && n > 0 && octets.ptr[n - 1] == '\r' ? 1 : 0;
    return n == 0 || octets.ptr[n - 1] == '\n' ? n : pos;
}

/* Returns the index of the mark of the next message, after the line end at `from` or a later line
 * end. Returns the number of octets if there is none. */
static size_t find_end(struct furl_range octets, size_t from)
{
    size_t pos = from, quotes = 0;
    bool is_end = false;

    while (!is_end && (pos = find_mark(octets, pos + 1, &quotes)) < octets.n) {
        size_t before = quotes == 0 ? before_empty(octets, pos) : 0;
        is_end =
            quotes == 0 && is_mark(mail_part(octets, pos, octets.n), before > 0 && before < pos);
    }
    return pos;
}

/* Returns the index at which to search again if there are more octets. */
static size_t looked_at(size_t n)
{
    return n > END_N ? n - END_N : 0;
}

/* The fields in a head from programs that deliver mail. */
struct delivery {
    bool is_there; /* the head has such a field */
    size_t n;      /* octets of the head, with its empty line, or 0 if the head does not end */
    struct furl_range length; /* value of Content-Length */
};

/* Reads the head at the front, which can begin with a mark, up to another mark. */
static struct delivery read_delivery(struct furl_range octets)
{
    static const char *const fields[] = {"received", "return-path", "delivered-to", "status",
                                         "content-length"};
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    struct furl_range rest = furl_starts(octets, MARK) ? after_mark(octets) : octets;
    struct delivery delivery = {.is_there = false};

    while (rest.n > 0 && delivery.n == 0 && !furl_starts(rest, MARK)) {
        struct furl_range line = mail_take_line(&rest);
        bool may = furl_is_one_of(furl_lower(line.ptr[0]), "cdrs");
        struct furl_range name = may ? mail_field_name(line) : (struct furl_range){line.ptr, 0};
        size_t nth = mail_place_in(fields, FIELDS, name);
        delivery.is_there = delivery.is_there || nth < FIELDS;
        if (nth == FIELDS - 1) {
            mail_set_first(&delivery.length, mail_trimmed(mail_part(line, name.n + 1, line.n)));
        }
        delivery.n = mail_trimmed(line).n == 0 ? octets.n - rest.n : 0;
    }
    return delivery;
}

/* Returns whether a delivered mail begins in the octets. A pasted patch has a mark, too, but none
 * of the fields of a delivery. Each head ends at the next mark, so that none is read twice. */
static bool has_delivered(struct furl_range octets)
{
    bool has = false;

    for (; octets.n > 0 && !has; mail_take_line(&octets)) {
        has = furl_starts(octets, MARK) && read_delivery(octets).is_there;
    }
    return has;
}

/* Returns the octets of the message at the offset by its Content-Length, with the blank lines after
 * it. The field must count at most `most` octets. A mark or the end of the file must follow, and no
 * delivered mail may be inside. Otherwise returns 0. Programs that write this field do not quote
 * marks in a text. */
static size_t read_content_length(struct mail_source *source, uint64_t offset, size_t most)
{
    struct furl_range octets = mail_source_at(source, offset, MAIL_PAGE);
    struct delivery delivery = read_delivery(octets);
    if (delivery.n == 0 && octets.n == MAIL_PAGE) {
        delivery = read_delivery(mail_source_at(source, offset, MAIL_BLOCK));
    }
    size_t length = (size_t)mail_number(delivery.length, INT_MAX), end = delivery.n + length;

    if (delivery.n == 0 || !mail_is_number(delivery.length) || length > MAIL_MESSAGE_MAX ||
        end > most) {
        return 0;
    }
    octets = mail_source_at(source, offset, end + MARK_MAX);
    size_t next = end;
    while (next < octets.n && furl_is_space(octets.ptr[next])) {
        next++;
    }
    bool is_right = next < octets.n ? octets.ptr[next - 1] == '\n' &&
                                          furl_starts(mail_part(octets, next, octets.n), MARK)
                                    : octets.n >= end && octets.n < end + MARK_MAX;
    return is_right && !has_delivered(mail_part(octets, delivery.n, length)) ? next : 0;
}

/* Returns the octets of a mailbox from the offset to the end of the message. If there are more than
 * `most`, the result is longer than `most`, and the message can be longer still. */
static struct furl_range find_message(struct mail_source *source, uint64_t offset, size_t most)
{
    struct furl_range octets = {NULL, 0};
    size_t n = MAIL_PAGE / 2;
    size_t end = read_content_length(source, offset, most);

    if (end > 0) {
        return mail_source_at(source, offset, end);
    }
    do {
        size_t known = looked_at(octets.n);
        n = n <= most / 2 ? 2 * n : most + MARK_MAX;
        octets = mail_source_at(source, offset, n);
        end = octets.n > 0 ? find_end(octets, known) : 0;
    } while (end == n && n < most + MARK_MAX);
    octets.n = end;
    return octets;
}

/* Returns the offset of the next message, or of the end of the file. The search begins at an offset
 * within another message. */
static uint64_t find_next(struct mail_source *source, uint64_t offset)
{
    for (;; offset += looked_at(MAIL_BLOCK)) {
        struct furl_range octets = mail_source_at(source, offset, MAIL_BLOCK);
        size_t end = octets.n > 0 ? find_end(octets, 0) : 0;
        if (end < MAIL_BLOCK) {
            return offset + end;
        }
    }
}

/* Returns a message of a mailbox without its mark, without the empty line after it, and without the
 * ">" that the mailbox added to lines. If there are such lines, the result is a copy in
 * store->text. */
static struct furl_range remove_quotes(struct mail_store *store, struct furl_range octets)
{
    size_t quotes = 0, done = 0, n = 0;

    furl_skip(&octets, mark_length(octets));
    octets.n = before_empty(octets, octets.n);
    for (size_t pos = 0; (pos = find_mark(octets, pos, &quotes)) < octets.n; pos++) {
        if (quotes > 0 && mail_reserve(store, &store->text, octets.n)) {
            struct furl_range before = mail_part(octets, done, pos - quotes - done);
            n = (size_t)(mail_put(store->text.ptr + n, before) - store->text.ptr);
            done = pos - quotes + 1;
        }
    }
    if (done > 0) {
        mail_put(store->text.ptr + n, mail_part(octets, done, octets.n));
        octets = (struct furl_range){store->text.ptr, n + octets.n - done};
    }
    return octets;
}

/* Reads a message, which can begin with its mark. Returns false if the message was deleted. */
static bool read_rfc5322_message(struct mail_store *store, struct mail_message *message,
                                 struct furl_range octets)
{
    bool is_mailbox = position_of(store)->is_mailbox;

    if (!mail_read_letter(store, is_mailbox ? remove_quotes(store, octets) : octets, message)) {
        store->trouble = MAIL_NO_MEMORY;
    }
    if (message->is_expunged) {
        mail_clear(message);
        return false;
    }
    if (message->head.of[MAIL_AREA].n == 0 && is_mailbox) {
        message->head.of[MAIL_AREA] = store->name;
    }
    store->number++;
    return true;
}

/* Returns whether there is another mail after the mail on standard input, and sets the damage. */
static bool is_several(struct mail_store *store, struct furl_range octets)
{
    const size_t n = store->place.path == NULL ? mail_catenated_at(octets) : octets.n;

    if (n < octets.n) {
        mail_report_damage(store, mail_several, position_of(store)->offset + n);
    }
    return n < octets.n;
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    size_t most = store->settings.most;
    bool is_mailbox = position_of(store)->is_mailbox;

    while (!store->over) {
        uint64_t offset = position_of(store)->offset;
        struct furl_range octets = is_mailbox
                                       ? find_message(source, offset, most)
                                       : mail_part(mail_source_all(source, most + (size_t)offset),
                                                   (size_t)offset, most + 1);
        store->over = !is_mailbox || octets.n == 0;
        bool has_more = !is_mailbox && is_several(store, octets);
        if (octets.n > most) {
            position_of(store)->offset =
                is_mailbox ? find_next(source, offset + looked_at(octets.n)) : offset;
            return mail_report_skipped(store, has_more ? mail_several : mail_text_too_long, offset);
        }
        position_of(store)->offset = offset + octets.n;
        if (octets.n > 0 && read_rfc5322_message(store, message, octets)) {
            return MAIL_MESSAGE;
        }
    }
    return MAIL_END;
}

const struct mail_format mail_rfc = {
    .name = "rfc",
    .names = {{".eml", MAIL_FIRST}, {".mbox", MAIL_FIRST}},
    .internet = true,
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
