#include "furl/percent/percent.h"

#include "units.h"

/* Texts, and how they come out where a part of a control is written as its escape. */
static const struct {
    const char *text, *guarded;
} rows[] = {
    {"", ""},
    {"plain ~", "plain ~"},
    {"\x1B[2J\t\n\x7F", "%1B[2J%09%0A%7F"},
    /* U+0080 and U+009F are the first and last C1 control; U+00A0, U+0444, U+2014, U+1F600 none */
    {"\xC2\x80\xC2\x9F\xC2\xA0", "%C2%80%C2%9F\xC2\xA0"},
    {"\xD1\x84\xE2\x80\x94\xF0\x9F\x98\x80", "\xD1\x84\xE2\x80\x94\xF0\x9F\x98\x80"},
    /* U+200E, U+FEFF, U+E007F; U+E0080 is none */
    {"a\xE2\x80\x8E"
     "b",
     "a%E2%80%8Eb"},
    {"\xEF\xBB\xBF", "%EF%BB%BF"},
    {"\xF3\xA0\x81\xBF\xF3\xA0\x82\x80", "%F3%A0%81%BF\xF3\xA0\x82\x80"},
    /* What is no UTF-8 is a letter of some other charset, and what follows it is judged anew. */
    {"\x9B\xFF\xC0\x9B", "\x9B\xFF\xC0\x9B"},
    {"\xE2\x80", "\xE2\x80"},
    {"\xE2\x80\x1B", "\xE2\x80%1B"},
    {"\xE2\x80\xE2\x80\x8E", "\xE2\x80%E2%80%8E"},
    {"\xF3\xA0\xC2\x9B", "\xF3\xA0%C2%9B"},
};

START_TEST(controls_do_not_come_out)
{
    struct furl_range text = range(rows[_i].text);
    struct furl_terminal guard = {.held = 0};
    unsigned char out[64], escape[FURL_ESCAPE_SIZE];
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++) {
        size_t length = furl_put_escape(text.at[i], escape);
        size_t some = furl_terminal_feed(&guard, text.at[i], escape, length, out + n);
        ck_assert_uint_le(some, FURL_TERMINAL_MAX);
        n += some;
    }
    n += furl_terminal_final(&guard, out + n);
    expect(out, n, rows[_i].guarded);
    ck_assert_uint_eq(guard.held, 0);
}
END_TEST

/* An octet of a control may be one that is to come out: then it does. */
START_TEST(what_stands_instead_is_the_callers)
{
    static const unsigned char text[] = "\xC2\x9B";
    struct furl_terminal guard = {.held = 0};
    unsigned char out[2 * FURL_TERMINAL_MAX];

    size_t n = furl_terminal_feed(&guard, text[0], (const unsigned char *)"%c2", 3, out);
    ck_assert_uint_eq(n, 0);
    n += furl_terminal_feed(&guard, text[1], text + 1, 1, out + n);
    expect(out, n, "%c2\x9B");
}
END_TEST

START_TEST(leads_are_those_of_controls)
{
    struct furl_byteset leads = {0};

    for (uint32_t code = 0x80; code <= 0x10FFFF; code++) {
        unsigned char form[FURL_UTF8_MAX];
        if (furl_is_control_code(code) && furl_put_utf8(code, form) > 0) {
            furl_byteset_put(&leads, form[0], true);
        }
    }
    for (size_t octet = 0; octet < 256; octet++) {
        ck_assert(leads.has[octet] == furl_control_starts.has[octet]);
    }
    ck_assert(memcmp(leads.row, furl_control_starts.row, sizeof leads.row) == 0);
}
END_TEST

Suite *terminal_suite(void)
{
    Suite *suite = suite_create("terminal");

    loop_case(suite, "controls", controls_do_not_come_out, COUNT(rows));
    loop_case(suite, "leads", leads_are_those_of_controls, 1);
    loop_case(suite, "instead", what_stands_instead_is_the_callers, 1);
    return suite;
}
