#include "furl/url/bracketed.h"

#include "units.h"

enum { BRACKET = FURL_BRACKETED_HOST | FURL_BRACKETED_INDEX };

/* A text, the kinds that are looked for, and the octets of the unit at its front. */
static const struct {
    const char *text;
    unsigned kinds;
    size_t n;
} rows[] = {
    {"[::]", FURL_BRACKETED_HOST, 4},
    {"[:]", FURL_BRACKETED_HOST, 0},
    {"[:]", BRACKET, 0},
    {"[]", FURL_BRACKETED_HOST, 0},
    {"[]", BRACKET, 2},
    {"[2001:db8::192.0.2.1]x", FURL_BRACKETED_HOST, 21},
    {"[2001:DB8::g]", FURL_BRACKETED_HOST, 0},
    {"[a.b]", BRACKET, 5},
    {"[a-b_C.9]", BRACKET, 9},
    {"[a-b_C.9]", FURL_BRACKETED_HOST, 0},
    {"[a b]", BRACKET, 0},
    {"[ab", BRACKET, 0},
    {"(ab)", BRACKET, 0},
    {"<>", FURL_BRACKETED_ID, 2},
    {"<a@b.c>", FURL_BRACKETED_ID, 7},
    {"<%a[]|~>", FURL_BRACKETED_ID, 8},
    {"<a<b>", FURL_BRACKETED_ID, 0},
    {"<a\"b>", FURL_BRACKETED_ID, 0},
    {"<a b>", FURL_BRACKETED_ID, 0},
    {"<a\xD0\xB0>", FURL_BRACKETED_ID, 0},
    {"<a\x7F>", FURL_BRACKETED_ID, 0},
    {"\xD0\xB0\xD0\xB0", FURL_BRACKETED_SEQUENCE, 2},
    {"\xF0\x9F\x98\x80", FURL_BRACKETED_SEQUENCE, 4},
    {"\xD0x", FURL_BRACKETED_SEQUENCE, 0},
    {"\xE2\x80\x94", FURL_BRACKETED_SEQUENCE, 0}, /* a dash */
    {"\xC2\xA0", FURL_BRACKETED_SEQUENCE, 0},     /* a blank */
    {"\xB0", FURL_BRACKETED_SEQUENCE, 0},
    {"a", FURL_BRACKETED_SEQUENCE | FURL_BRACKETED_ID, 0},
};

/* The octets of the unit of one of `kinds` at the front of `text`; 0: none. */
static size_t length_of(struct furl_range text, unsigned kinds)
{
    struct furl_bracketed unit;
    enum furl_unit end = FURL_UNIT_OPEN;
    size_t n = 0;

    furl_bracketed_begin(&unit, kinds);
    while (n < text.n && end == FURL_UNIT_OPEN) {
        end = furl_bracketed_feed(&unit, text.at[n++]);
    }
    return end == FURL_UNIT_CLOSED ? n : 0;
}

START_TEST(units_are_as_long_as_they_are)
{
    ck_assert_uint_eq(length_of(range(rows[_i].text), rows[_i].kinds), rows[_i].n);
}
END_TEST

/* The kinds, with an octet that each may contain, and how many of it. */
static const struct {
    unsigned kind;
    char open, octet, close;
    size_t least, most;
} limits[] = {
    {FURL_BRACKETED_HOST, '[', 'f', ']', 2, 45},
    {FURL_BRACKETED_INDEX, '[', 'z', ']', 0, 64},
    {FURL_BRACKETED_ID, '<', '.', '>', 0, 255},
};

START_TEST(lengths_have_their_limits)
{
    for (size_t n = 0; n <= 300; n++) {
        unsigned char text[302];
        memset(text, limits[_i].octet, sizeof text);
        text[0] = (unsigned char)limits[_i].open;
        text[n + 1] = (unsigned char)limits[_i].close;
        bool fits = n >= limits[_i].least && n <= limits[_i].most;
        ck_assert_uint_eq(length_of((struct furl_range){text, n + 2}, limits[_i].kind),
                          fits ? n + 2 : 0);
    }
}
END_TEST

/* Texts with a unit at their front, or a part of one that a mark ends; and whether more of them
 * would be looked at. */
static const struct {
    const char *text;
    unsigned kinds;
    bool begins, beyond;
} fronts[] = {
    {"[::1]", FURL_BRACKETED_HOST, true, false},
    {"[::", FURL_BRACKETED_HOST, false, true},
    {"[::%%", FURL_BRACKETED_HOST, true, false},
    {"[::%", FURL_BRACKETED_HOST, false, true},
    {"[::%x", FURL_BRACKETED_HOST, false, true},
    {"[::%x]", FURL_BRACKETED_HOST, true, false},
    {"[::%]", FURL_BRACKETED_HOST, false, false},
    {"[:%x]", FURL_BRACKETED_HOST, false, false},
    {"\xD0%%", FURL_BRACKETED_SEQUENCE, true, false},
    {"\xD0", FURL_BRACKETED_SEQUENCE, false, true},
    {"x%%", FURL_BRACKETED_SEQUENCE, false, false},
};

START_TEST(a_mark_may_end_a_part_of_it)
{
    struct furl_window text = furl_window_of(range(fronts[_i].text));

    ck_assert(furl_begins_bracketed(&text, 0, fronts[_i].kinds) == fronts[_i].begins);
    ck_assert(!text.beyond);
    text.ends = false;
    ck_assert(furl_begins_bracketed(&text, 0, fronts[_i].kinds) == fronts[_i].begins);
    ck_assert(text.beyond == fronts[_i].beyond);
}
END_TEST

Suite *bracketed_suite(void)
{
    Suite *suite = suite_create("bracketed");

    loop_case(suite, "lengths", units_are_as_long_as_they_are, COUNT(rows));
    loop_case(suite, "limits", lengths_have_their_limits, COUNT(limits));
    loop_case(suite, "marks", a_mark_may_end_a_part_of_it, COUNT(fronts));
    return suite;
}
