/* Stores of mail: whatever they hold, reading them ends in linear time, gives the same however
 * reads are cut, and texts in UTF-8. An input is a text or a mailbox, or what damages a store that
 * tests/stores writes. */
#include "stores/stores.h"
#include "furl/core/utf8.h"
#include "fuzz.h"
#include "mail/charset.h"
#include "steps.h"
#include "stores/memory.h"

/* Adds a part of a message in UTF-8. */
static void add_part(struct fuzz_text *out, struct mail_converter *converter,
                     const struct mail_charset *charset, struct furl_range part)
{
    struct furl_range made = mail_to_utf8(converter, charset, part);

    HOLDS(made.n <= MAIL_UTF8_MAX(part.n) && furl_is_utf8(made.ptr, made.n));
    fuzz_add(out, made.ptr, made.n);
    fuzz_add(out, "|", 1);
}

static void add_message(struct fuzz_text *out, struct mail_converter *converter,
                        struct mail_store *store)
{
    struct mail_message *message = &store->message;
    const struct furl_range parts[] = {message->head.of[MAIL_FROM],
                                       message->head.of[MAIL_TO],
                                       message->head.of[MAIL_SUBJECT],
                                       message->head.of[MAIL_AREA],
                                       message->head.of[MAIL_ID],
                                       message->head.of[MAIL_CHARSET],
                                       message->text};
    static const enum mail_field made[] = {MAIL_DATE, MAIL_UTC, MAIL_ADDRESS};

    for (size_t i = 0; i < COUNT(parts); i++) {
        bool of_head = i + 1 < COUNT(parts);
        add_part(out, converter, mail_charset_for(message, of_head, parts[i]), parts[i]);
    }
    for (size_t i = 0; i < COUNT(made); i++) {
        fuzz_add(out, message->head.of[made[i]].ptr, message->head.of[made[i]].n);
    }
    fuzz_add(out, &message->head.number, sizeof message->head.number);
    HOLDS(message->text.n == 0 || message->text.ptr[message->text.n - 1] == '\n');
}

/* The most steps that an octet of a store takes, and those that it takes to open it: twice what a
 * search found. */
#define STEPS_AN_OCTET 200u
#define STEPS_TO_OPEN  400000u

/* Adds what a store has: messages, and what is damaged. */
static void read_store(struct fuzz_text *out, const struct mail_format *format,
                       const struct octets *const files[STORE_FILES], size_t cut, size_t most)
{
    struct base base;
    struct mail_store *store = &base.store;
    struct mail_converter converter = {0};
    size_t n = 0;

    for (size_t i = 0; i < STORE_FILES; i++) {
        n += files[i] != NULL ? files[i]->n : 0;
    }
    uint64_t before = steps;
    open_files(&base, format, "base.sqd", files, cut);
    store->settings.most = most;
    for (enum mail_result result = MAIL_MESSAGE; result != MAIL_END;) {
        result = mail_next(store);
        HOLDS(result != MAIL_FAILED);
        if (result == MAIL_MESSAGE) {
            HOLDS(mail_read(store) && store->message.text.n <= MAIL_UTF8_MAX(most) + 1);
            mail_read_head(store, false);
            add_message(out, &converter, store);
        }
        if (store->damage.what != NULL) {
            fuzz_add(out, store->damage.what, strlen(store->damage.what));
            fuzz_add(out, &store->damage.offset, sizeof store->damage.offset);
        }
        HOLDS(result != MAIL_DAMAGE || store->damage.what != NULL);
        HOLDS(steps - before <= STEPS_TO_OPEN + STEPS_AN_OCTET * n);
    }
    mail_close(store);
    free(converter.out.ptr);
}

/* Makes a store of three letters, with an index of them, or what QWK has instead. */
static void make(struct store *store, const char *format)
{
    static const char *const letters[] = {
        "Area: 7\nDate: 1994-02-05T21:47:34+03:00\n\n\001MSGID: 2:5/6 1\n\001CHRS: CP866 2\n"
        "\x8F\xE0 http://a/\n> http://b/%%\n> %%c\nSEEN-BY: 5/6\n * Origin: x (2:5/6)\n",
        "Status: deleted\n\nTwo\n", "Area: 0\n\nSubject: Three\n\nhttp://c/\n", NULL};
    struct octets *index = &store->files[STORE_INDEX];

    store_make(store, format, letters);
    store_index(store, "1,2,3");
    if (strcmp(format, "qwk") == 0) {
        put_text(index,
                 "[80]\nSubject: One\nUtf8: true\n\n[280]\nWhenWritten: 20261122171944+0300\n");
    }
}

/* Writes what the octets say over a store. Each piece has a file, a place, a length, and so many
 * octets; or, if that is 8, it cuts the file there. */
static void damage(struct store *store, struct furl_range octets)
{
    while (octets.n >= 4) {
        struct octets *file = &store->files[octets.ptr[0] % STORE_FILES];
        size_t pos = (octets.ptr[1] | (size_t)octets.ptr[2] << 8) % (file->n + 1);
        size_t n = octets.ptr[3] % 9, left = file->n - pos;
        furl_skip(&octets, 4);
        if (n == 8) {
            file->n = pos;
            continue;
        }
        n = n < octets.n ? n : octets.n;
        if (left > 0) {
            memcpy(file->ptr + pos, octets.ptr, n < left ? n : left);
        }
        furl_skip(&octets, n);
    }
}

void fuzz_stores(struct furl_range octets)
{
    size_t formats = 0;
    while (mail_format_name(NULL, formats) != NULL) {
        formats++;
    }
    const char *name = mail_format_name(NULL, fuzz_choose(&octets, formats));
    size_t cut = fuzz_choose_cut(&octets);
    size_t most = fuzz_choose(&octets, 2) == 0 ? MAIL_MESSAGE_MAX : fuzz_choose(&octets, 256);
    bool has_index = fuzz_choose(&octets, 2) > 0;
    struct fuzz_text whole = {0};
    struct fuzz_text pieces = {0};
    struct store store = {.n = 0};

    if (strcmp(name, "rfc") == 0 || strcmp(name, "html") == 0 || strcmp(name, "text") == 0) {
        put_octets(&store.files[STORE_FIRST], octets.ptr, octets.n);
    } else {
        make(&store, name);
        damage(&store, octets);
    }
    const struct octets *const files[] = {&store.files[STORE_FIRST], &store.files[STORE_SECOND],
                                          has_index ? &store.files[STORE_INDEX] : NULL};
    read_store(&whole, mail_format_named(name), files, 0, most);
    read_store(&pieces, mail_format_named(name), files, cut, most);
    HOLDS(fuzz_equal(fuzz_range(&whole), fuzz_range(&pieces)));
    store_free(&store);
    free(whole.ptr);
    free(pieces.ptr);
}
