#include "config.h"

#include "letter.h"

#include <stdlib.h>

#include "entity.h"
#include "fields.h"
#include "header.h"
#include "plain.h"

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
                      struct mail_draft *draft)
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
enum { FROM, TO, SUBJECT, GROUPS, ID, DATE, HEADS };
static const char *const names[HEADS] = {"from",       "to",         "subject",
                                         "newsgroups", "message-id", "date"};

/* The octets of a field that are looked at: some 2000 are shown (mailbox.c), and encoded words have
 * some forty times as many. */
#define FIELD_MAX ((size_t)131072)

/* Finds them: of each the first one. Returns how many octets they have. */
static size_t find_heads(struct furl_range octets, struct furl_range heads[HEADS])
{
    struct mail_field field;
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
static void take_date(struct mail_draft *draft, struct furl_range line)
{
    /* Zones with letters (RFC 5322 4.3); of others nobody knows where they are. */
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
                      struct mail_draft *draft)
{
    struct furl_range heads[HEADS] = {{NULL, 0}};
    size_t n = find_heads(octets, heads);
    size_t declared_n = strlen(letter->declared);

    furl_buffer_trim(&store->notes, MAIL_KEPT);
    if (!furl_buffer_reserve(&store->notes, declared_n + HEAD_MAX(n) + HEADS * HEAD_MAX(0))) {
        return false;
    }
    memcpy(store->notes.at, letter->declared, declared_n);
    draft->message.declared = (struct furl_range){store->notes.at, declared_n};
    const struct mail_charsets charsets = {draft->message.declared, store->settings.fallback};
    if (!put_heads(store, &charsets, &letter->converter, heads, declared_n)) {
        return false;
    }
    draft->message.from = heads[FROM];
    draft->message.to = heads[TO];
    draft->message.subject = heads[SUBJECT];
    draft->message.area = heads[GROUPS];
    draft->message.id = unbracketed(heads[ID]);
    take_date(draft, heads[DATE]);
    return true;
}

bool mail_read_letter(struct mail_store *store, struct furl_range octets, struct mail_draft *draft)
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
