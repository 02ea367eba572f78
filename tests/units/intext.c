#include "furl/text/intext.h"

#include "units.h"

/* The classes again, by hand, from what fidourl(1) says of the end of a URL (extract): the octets
 * below 80 of each. The others below 80 end any URL. */
static const struct {
    enum furl_text class;
    const char *octets;
} classes[] = {
    {FURL_TEXT_KEPT, "$/@+"},
    {FURL_TEXT_ALNUM, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"},
    {FURL_TEXT_TRIMMED, ".,;:!"},
    {FURL_TEXT_EMPHASIS, "*_-"},
    {FURL_TEXT_EQUALS, "="},
    {FURL_TEXT_AMPERSAND, "&"},
    {FURL_TEXT_TILDE, "~"},
    {FURL_TEXT_FOREIGN, "#"},
    {FURL_TEXT_QUESTION, "?"},
    {FURL_TEXT_QUOTE, "'"},
    {FURL_TEXT_OPENING, "("},
    {FURL_TEXT_CLOSING, ")"},
    {FURL_TEXT_PERCENT, "%"},
    {FURL_TEXT_ANGLE, "<"},
    {FURL_TEXT_BRACKET, "["},
    {FURL_TEXT_BAR, "|"},
};

static enum furl_text class_by_hand(int octet)
{
    if (octet >= 0x80) {
        return FURL_TEXT_EIGHT;
    }
    for (size_t i = 0; octet != 0 && i < COUNT(classes); i++) {
        if (strchr(classes[i].octets, octet) != NULL) {
            return classes[i].class;
        }
    }
    return FURL_TEXT_ENDS;
}

START_TEST(every_octet_has_its_class)
{
    ck_assert_int_eq(furl_text[_i], class_by_hand(_i));
}
END_TEST

/* What comes right before a URL, and the octets inside it that are taken as they come; no others
 * are. */
static const struct {
    int before;
    bool fidonet;
    const char *plain; /* besides letters and digits */
} rows[] = {
    {-1, true, "$/@+.,;:!*_-"},        {-1, false, "$/@+.,;:!*_-=&~#"},
    {' ', true, "$/@+.,;:!*_-"},       {'(', false, "$/@+.,;:!*_-=&~#"},
    {'\'', false, "$/@+.,;:!*_-=&~#"}, {'~', true, "$/@+.,;:!*_-"},
    {'~', false, "$/@+.,;:!*_-=&"},    {'*', true, "$/@+.,;:!"},
    {'_', true, "$/@+.,;:!"},          {'-', true, "$/@+.,;:!"},
    {'*', false, "$/@+.,;:!"},         {'_', false, "$/@+.,;:!"},
    {'-', false, "$/@+.,;:!"},
};

START_TEST(what_comes_before_says_what_is_plain)
{
    unsigned plain = furl_text_plain(rows[_i].before, rows[_i].fidonet);

    for (int octet = 0; octet < 256; octet++) {
        bool wanted = class_by_hand(octet) == FURL_TEXT_ALNUM ||
                      (octet != 0 && strchr(rows[_i].plain, octet) != NULL);
        ck_assert_msg(furl_text_is((unsigned char)octet, plain) == wanted, "octet %02X", octet);
    }
}
END_TEST

/* Of runs of each length, up to the end of the octets or to one that ends them, which is of each
 * class. The octets have memory of their size, for sanitizers to watch. */
START_TEST(runs_end_where_they_end)
{
    const size_t n = (size_t)_i;
    const unsigned all = (1u << (FURL_TEXT_ENDS + 1)) - 1;
    unsigned char *text = malloc(n + 1);

    ck_assert(text != NULL);
    memset(text, 'x', n + 1);
    ck_assert_uint_eq(furl_text_run(text + 1, n, all), n);
    ck_assert_uint_eq(furl_text_run(text + 1, n, FURL_TEXT_BIT(FURL_TEXT_ALNUM)), n);
    ck_assert_uint_eq(furl_text_run(text, n, all), n);
    ck_assert_uint_eq(furl_text_run(text, n, all & ~FURL_TEXT_BIT(FURL_TEXT_ALNUM)), 0);
    ck_assert_uint_eq(furl_text_run(text, n, 0), 0);
    for (size_t place = 0; place < n; place++) {
        for (size_t i = 0; i < COUNT(classes); i++) {
            const unsigned bit = FURL_TEXT_BIT(classes[i].class);
            text[place] = (unsigned char)classes[i].octets[0];
            ck_assert_uint_eq(furl_text_run(text, n, bit | FURL_TEXT_BIT(FURL_TEXT_ALNUM)), n);
            ck_assert_uint_eq(furl_text_run(text, n, all & ~bit),
                              classes[i].class != FURL_TEXT_ALNUM ? place : 0);
        }
        text[place] = 'x';
    }
    free(text);
}
END_TEST

Suite *intext_suite(void)
{
    Suite *suite = suite_create("intext");

    loop_case(suite, "classes", every_octet_has_its_class, 256);
    loop_case(suite, "plain", what_comes_before_says_what_is_plain, COUNT(rows));
    loop_case(suite, "runs", runs_end_where_they_end, 14);
    return suite;
}
