#include "config.h"

#include "units.h"

#include "bases.h"
#include "mail/charset.h"

/* What a charset is called. */
static const char *label_of(const struct mail_charset *charset)
{
    size_t i = 0;

    while (mail_charset_named(furl_range_of(mail_charset_name(NULL, i))) != charset) {
        i++;
    }
    return mail_charset_name(NULL, i);
}

/* Appends octets of the message's charset, in UTF-8, and an end. */
static void put_utf8(struct octets *octets, struct mail_converter *converter,
                     const struct mail_message *message, struct furl_range range, const char *end)
{
    struct furl_range made = mail_to_utf8(converter, message->charset, range);

    if (made.n > 0) {
        put_octets(octets, made.ptr, made.n);
    }
    put_text(octets, end);
}

enum mail_result next_of(struct base *base)
{
    enum mail_result result = mail_next(&base->store);

    if (result == MAIL_MESSAGE) {
        ck_assert(mail_read(&base->store));
        mail_read_head(&base->store, false);
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
    char number[16];
    struct mail_converter converter = {0};
    struct mail_message *message = &base->store.message;

    mail_charset_for(message, false, message->text);
    got.n = 0;
    snprintf(number, sizeof number, "%u|", (unsigned)message->head.number);
    put_text(&got, number);
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
    free(converter.out.ptr);
    return (const char *)got.ptr;
}

void expect_damage(struct base *base, const char *what, uint64_t number, uint64_t offset)
{
    const struct mail_damage *damage = &base->store.damage;

    ck_assert_int_eq((int)next_of(base), (int)MAIL_DAMAGE);
    ck_assert_str_eq(damage->what, what);
    ck_assert_uint_eq(damage->number, number);
    ck_assert_uint_eq(damage->offset, offset);
}

void expect_end(struct base *base)
{
    ck_assert_int_eq((int)next_of(base), (int)MAIL_END);
    mail_close(&base->store);
}
