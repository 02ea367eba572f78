/* Stores of mail: whatever they hold, reading them ends in linear time, gives the same however
 * reads are cut, and texts in UTF-8. */
#include "furl/base/utf8.h"
#include "fuzz.h"
#include "mail/charset.h"
#include "mail/mail.h"
#include "steps.h"

/* The octets of a file, given in pieces of `cut`. */
struct file {
    struct furl_range octets;
    size_t cut;
};

static size_t read_file(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    const struct file *file = context;
    struct furl_range rest = file->octets;

    if (offset >= rest.n) {
        return 0;
    }
    furl_skip(&rest, (size_t)offset);
    n = n < rest.n ? n : rest.n;
    n = n < file->cut ? n : file->cut;
    memcpy(octets, rest.at, n);
    return n;
}

/* Adds a part of a message in UTF-8. */
static void add_part(struct fuzz_text *out, struct mail_converter *converter,
                     const struct mail_charset *charset, struct furl_range part)
{
    struct furl_range made = mail_to_utf8(converter, charset, part);

    HOLDS(made.n <= MAIL_UTF8_MAX(part.n) && furl_is_utf8(made.at, made.n));
    fuzz_add(out, made.at, made.n);
    fuzz_add(out, "|", 1);
}

static void add_message(struct fuzz_text *out, struct mail_converter *converter,
                        const struct mail_store *store)
{
    const struct mail_message *message = &store->message;
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
        add_part(out, converter, of_head ? message->of_head : message->charset, parts[i]);
    }
    for (size_t i = 0; i < COUNT(made); i++) {
        fuzz_add(out, message->head.of[made[i]].at, message->head.of[made[i]].n);
    }
    fuzz_add(out, &message->head.number, sizeof message->head.number);
    HOLDS(message->text.n == 0 || message->text.at[message->text.n - 1] == '\n');
}

/* The most steps that an octet of a store takes, and those that it takes to open it: twice what a
 * search found. */
#define STEPS_AN_OCTET 200u
#define STEPS_TO_OPEN  400000u

/* Adds what a store has: messages, and what is damaged. */
static void read_store(struct fuzz_text *out, const struct mail_format *format,
                       struct file files[MAIL_FILES], size_t most)
{
    struct mail_store store;
    struct mail_converter converter = {0};
    const struct mail_settings settings = {.most = most};
    struct mail_file opened[MAIL_FILES] = {{0}};
    size_t n = 0;

    for (size_t i = 0; i < MAIL_FILES && (i != MAIL_INDEX || files[i].octets.n > 0); i++) {
        opened[i] = (struct mail_file){&files[i], read_file, files[i].octets.n};
        n += files[i].octets.n;
    }
    uint64_t before = steps;
    mail_open(&store, format, "base.sqd", opened, &settings);
    for (enum mail_result result = MAIL_MESSAGE; result != MAIL_END;) {
        result = mail_next(&store);
        HOLDS(result != MAIL_FAILED);
        if (result == MAIL_MESSAGE) {
            HOLDS(mail_read(&store) && store.message.text.n <= MAIL_UTF8_MAX(most) + 1);
            mail_read_head(&store);
            add_message(out, &converter, &store);
        }
        if (store.damage.what != NULL) {
            fuzz_add(out, store.damage.what, strlen(store.damage.what));
            fuzz_add(out, &store.damage.offset, sizeof store.damage.offset);
        }
        HOLDS(result != MAIL_DAMAGE || store.damage.what != NULL);
        HOLDS(steps - before <= STEPS_TO_OPEN + STEPS_AN_OCTET * n);
    }
    mail_close(&store);
    free(converter.out.at);
}

/* Takes so many octets, if there are, off the front: they are a file. */
static void take(struct file *file, struct furl_range *octets, size_t n)
{
    n = n < octets->n ? n : octets->n;
    *file = (struct file){{octets->at, n}, SIZE_MAX};
    furl_skip(octets, n);
}

void fuzz_stores(struct furl_range octets)
{
    size_t formats = 0;
    while (mail_format_name(NULL, formats) != NULL) {
        formats++;
    }
    const struct mail_format *format =
        mail_format_named(mail_format_name(NULL, fuzz_choose(&octets, formats)));
    size_t cut = fuzz_choose_cut(&octets);
    size_t most = fuzz_choose(&octets, 2) == 0 ? MAIL_MESSAGE_MAX : fuzz_choose(&octets, 256);
    size_t index = fuzz_choose(&octets, 256);
    size_t first = fuzz_choose(&octets, 256) * 16;
    struct fuzz_text whole = {0};
    struct fuzz_text pieces = {0};

    struct file files[MAIL_FILES];
    take(&files[MAIL_FIRST], &octets, first);
    take(&files[MAIL_INDEX], &octets, index);
    take(&files[MAIL_SECOND], &octets, octets.n);
    read_store(&whole, format, files, most);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        files[i].cut = cut;
    }
    read_store(&pieces, format, files, most);
    HOLDS(fuzz_equal(fuzz_range(&whole), fuzz_range(&pieces)));
    free(whole.at);
    free(pieces.at);
}
