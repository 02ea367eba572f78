#include "units.h"

#include "bases.h"

static struct octets octets;
static struct base base;

START_TEST(a_text_is_one_message)
{
    octets.n = 0;
    put_text(&octets, "\001MSGID: x\rone\r\ntwo\n\nSEEN-BY: y\r\rAREA:z");
    put_filling(&octets, '\0', 1);
    put_text(&octets, "end");
    open_base(&base, &mail_text, "x.txt", &octets, NULL, cuts[_i]);
    expect_message(&base, "1||||||||utf-8|\001MSGID: x\none\ntwo\n\nSEEN-BY: y\n\nAREA:z");
    ck_assert_mem_eq(base.store.message.text.at + base.store.message.text.n - 6, "z\0end\n", 6);
    expect_end(&base);
}
END_TEST

START_TEST(an_empty_text_is_one_too)
{
    octets.n = 0;
    open_base(&base, &mail_text, "x.txt", &octets, NULL, 0);
    expect_message(&base, "1||||||||utf-8|");
    expect_end(&base);
}
END_TEST

START_TEST(a_long_text_is_passed_over)
{
    octets.n = 0;
    put_text(&octets, "12345");
    open_base(&base, &mail_text, "x.txt", &octets, NULL, 0);
    base.store.settings.most = 4;
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 1, 0);
    expect_end(&base);
    open_base(&base, &mail_text, "x.txt", &octets, NULL, 0);
    base.store.settings.most = 5;
    expect_message(&base, "1||||||||utf-8|12345\n");
    expect_end(&base);
}
END_TEST

Suite *text_suite(void)
{
    Suite *suite = suite_create("text");

    loop_case(suite, "one", a_text_is_one_message, COUNT(cuts));
    loop_case(suite, "empty", an_empty_text_is_one_too, 1);
    loop_case(suite, "long", a_long_text_is_passed_over, 1);
    return suite;
}
