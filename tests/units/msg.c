/* The layout is that of FTS-0001, "Stored Message". */
#include "units.h"

#include "bases.h"

static struct octets octets;
static struct base base;

static void put_message(const char *date, uint32_t written, const char *text)
{
    octets.n = 0;
    put_field(&octets, "Ivan", 36);
    put_field(&octets, "All", 36);
    put_field(&octets, "Subject", 72);
    put_field(&octets, date, 20);
    put_filling(&octets, '\0', 12);
    put_u32(&octets, written);
    put_filling(&octets, '\0', 10);
    put_text(&octets, text);
}

#define TEXT "AREA:X.Y\r\001MSGID: 2:5/6 12345678\rHi\rSEEN-BY: 1/2\r"

static const struct {
    const char *name, *date;
    uint32_t written;
    const char *wanted;
} rows[] = {
    {"/msg/17.msg", "05 Feb 94  21:47:34", 0x00020002,
     "17|Ivan|All|Subject|X.Y|2:5/6 12345678|1994-02-05T21:47:34||utf-8|Hi\n"},
    {"a1.MSG", "Sat  5 Feb 94 21:47", 0,
     "1|Ivan|All|Subject|X.Y|2:5/6 12345678|1994-02-05T21:47:00||utf-8|Hi\n"},
    {"1234567890123456789.msg", "", 0xADF11C45, /* Opus: 1994-02-05, 21:47:34 */
     "1|Ivan|All|Subject|X.Y|2:5/6 12345678|1994-02-05T21:47:34||utf-8|Hi\n"},
    {"-", "", 0, "1|Ivan|All|Subject|X.Y|2:5/6 12345678|||utf-8|Hi\n"},
};

START_TEST(messages_are_read)
{
    for (size_t i = 0; i < COUNT(cuts); i++) {
        put_message(rows[_i].date, rows[_i].written, TEXT);
        put_filling(&octets, '\0', i);
        open_base(&base, &mail_msg, rows[_i].name, &octets, NULL, cuts[i]);
        expect_message(&base, rows[_i].wanted);
        expect_end(&base);
    }
}
END_TEST

START_TEST(a_file_cut_short_has_no_message)
{
    put_message("05 Feb 94  21:47:34", 0, TEXT);
    octets.n = 189;
    open_base(&base, &mail_msg, "17.msg", &octets, NULL, 0);
    expect_damage(&base, MAIL_DAMAGE, "message has no header", 17, 0);
    expect_end(&base);
    octets.n = 190;
    open_base(&base, &mail_msg, "17.msg", &octets, NULL, 0);
    expect_message(&base, "17|Ivan|All|Subject|||1994-02-05T21:47:34||utf-8|");
    expect_end(&base);
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    put_message("05 Feb 94  21:47:34", 0, TEXT);
    open_base(&base, &mail_msg, "17.msg", &octets, NULL, 0);
    base.store.settings.most = strlen(TEXT) - 1;
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 17, 0);
    expect_end(&base);
    open_base(&base, &mail_msg, "17.msg", &octets, NULL, 0);
    base.store.settings.most = strlen(TEXT);
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
    expect_end(&base);
}
END_TEST

Suite *msg_suite(void)
{
    Suite *suite = suite_create("msg");

    loop_case(suite, "messages", messages_are_read, COUNT(rows));
    loop_case(suite, "cut", a_file_cut_short_has_no_message, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    return suite;
}
