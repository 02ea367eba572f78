#include "config.h"

#include "units.h"

#include "bases.h"
#include "labels.h"
#include "mail/charset.h"

/* Makes room at the end. (libcheck writes each assertion down, which takes long where there are so
 * many.) */
static unsigned char *take_room(struct octets *octets, size_t n)
{
    unsigned char *to = octets->at + octets->n;

    if (n > sizeof octets->at - octets->n) {
        ck_abort_msg("no room for %zu octets", n);
    }
    octets->n += n;
    return to;
}

void put_octets(struct octets *octets, const void *from, size_t n)
{
    memcpy(take_room(octets, n), from, n);
}

void put_text(struct octets *octets, const char *text)
{
    put_octets(octets, text, strlen(text));
}

void put_string(struct octets *octets, const char *text)
{
    put_octets(octets, text, strlen(text) + 1);
}

void put_filling(struct octets *octets, char octet, size_t n)
{
    memset(take_room(octets, n), octet, n);
}

void put_field(struct octets *octets, const char *text, size_t size)
{
    ck_assert(strlen(text) <= size);
    put_text(octets, text);
    put_filling(octets, '\0', size - strlen(text));
}

void set_u16(struct octets *octets, size_t at, unsigned number)
{
    octets->at[at] = (unsigned char)(number & 0xFF);
    octets->at[at + 1] = (unsigned char)(number >> 8 & 0xFF);
}

void set_u32(struct octets *octets, size_t at, uint32_t number)
{
    set_u16(octets, at, number & 0xFFFF);
    set_u16(octets, at + 2, number >> 16);
}

void put_u16(struct octets *octets, unsigned number)
{
    put_filling(octets, '\0', 2);
    set_u16(octets, octets->n - 2, number);
}

void put_u32(struct octets *octets, uint32_t number)
{
    put_filling(octets, '\0', 4);
    set_u32(octets, octets->n - 4, number);
}

static size_t read_octets(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    struct base_file *file = context;
    size_t left = offset < file->octets.n ? file->octets.n - (size_t)offset : 0;
    size_t some = n < left ? n : left;

    if (file->fails) {
        return MAIL_READ_FAILED;
    }
    some = file->cut > 0 && some > file->cut ? file->cut : some;
    ck_assert(!file->is_pipe || offset == file->read);
    file->read += some;
    memcpy(octets, file->octets.at + (some > 0 ? offset : 0), some);
    return some;
}

void open_base(struct base *base, const struct mail_format *format, const char *name,
               const struct octets *first, const struct octets *second, size_t cut)
{
    const struct mail_settings settings = {.most = MAIL_MESSAGE_MAX};
    const struct octets *both[MAIL_FILES] = {first, second};
    struct mail_file files[MAIL_FILES] = {{0}};

    for (size_t i = 0; i < MAIL_FILES && both[i] != NULL; i++) {
        base->files[i] = (struct base_file){.octets = *both[i], .cut = cut};
        files[i] = (struct mail_file){&base->files[i], read_octets, both[i]->n};
    }
    mail_open(&base->store, format, name, files, &settings);
}

void add_index(struct base *base, const struct octets *index)
{
    struct base_file *file = &base->files[MAIL_INDEX];

    *file = (struct base_file){.octets = *index, .cut = base->files[MAIL_FIRST].cut};
    base->store.sources[MAIL_INDEX].file = (struct mail_file){file, read_octets, index->n};
}

void read_as_pipe(struct base *base)
{
    base->files[MAIL_FIRST].is_pipe = true;
    base->store.sources[MAIL_FIRST].file.size = MAIL_SIZE_UNKNOWN;
}

/* Appends octets of the message's charset, in UTF-8, and an end. */
static void put_utf8(struct octets *octets, struct mail_converter *converter,
                     const struct mail_message *message, struct furl_range range, const char *end)
{
    struct furl_range made = mail_to_utf8(converter, message->charset, range);

    if (made.n > 0) {
        put_octets(octets, made.at, made.n);
    }
    put_text(octets, end);
}

enum mail_result next_of(struct base *base)
{
    enum mail_result result = mail_next(&base->store);

    if (result == MAIL_MESSAGE) {
        ck_assert(mail_read(&base->store));
        mail_read_head(&base->store);
    }
    return result;
}

void expect_message(struct base *base, const char *wanted)
{
    enum mail_result result = next_of(base);

    ck_assert_msg(result == MAIL_MESSAGE, "%d, not message %s", (int)result, wanted);
    ck_assert_str_eq(last_row(base), wanted);
}

const char *last_row(struct base *base)
{
    static struct octets got;
    struct mail_converter converter = {0};
    const struct mail_message *message = &base->store.message;

    got.n = (size_t)sprintf((char *)got.at, "%u|", (unsigned)message->head.number);
    put_utf8(&got, &converter, message, message->head.of[MAIL_FROM], "|");
    put_utf8(&got, &converter, message, message->head.of[MAIL_TO], "|");
    put_utf8(&got, &converter, message, message->head.of[MAIL_SUBJECT], "|");
    put_utf8(&got, &converter, message, message->head.of[MAIL_AREA], "|");
    put_utf8(&got, &converter, message, message->head.of[MAIL_ID], "|");
    put_text(&got, message->dates[0]);
    put_text(&got, "|");
    put_utf8(&got, &converter, message, message->head.of[MAIL_CHARSET], "|");
    put_text(&got, label_of(message->charset));
    put_text(&got, "|");
    put_utf8(&got, &converter, message, message->text, "");
    put_filling(&got, '\0', 1);
    free(converter.out.at);
    return (const char *)got.at;
}

void expect_damage(struct base *base, enum mail_result result, const char *what, uint64_t number,
                   uint64_t offset)
{
    const struct mail_damage *damage = &base->store.damage;

    if (result != MAIL_MESSAGE) {
        ck_assert_int_eq((int)next_of(base), (int)result);
    }
    ck_assert_msg(damage->what != NULL, "nothing is wrong, not: %s", what);
    ck_assert_str_eq(damage->what, what);
    ck_assert_uint_eq(damage->number, number);
    ck_assert_uint_eq(damage->offset, offset);
}

void expect_end(struct base *base)
{
    ck_assert_int_eq((int)next_of(base), (int)MAIL_END);
    mail_close(&base->store);
}

size_t read_base(struct base *base, uint64_t most)
{
    uint64_t octets = 0;
    uint64_t steps = 0;
    size_t n = 0;
    enum mail_result result = MAIL_MESSAGE;

    while (result == MAIL_MESSAGE || result == MAIL_DAMAGE) {
        result = next_of(base);
        n += result == MAIL_MESSAGE ? 1 : 0;
        octets += result == MAIL_MESSAGE ? base->store.message.text.n : 0;
        ck_assert(octets <= most && steps <= 10000);
        steps++;
    }
    mail_close(&base->store);
    return n;
}
