#include "furl/percent/percent.h"

#include "units.h"

/* The books of fidourl(1), by hand. */
static const struct {
    const char *name;
    unsigned char space, plus;
    bool breaks_dashes, removes_dots;
} books[] = {
    [FURL_FIDOURL] = {"fidourl", '+', ' ', true, false},
    [FURL_RFC1630] = {"rfc1630", '+', ' ', false, false},
    [FURL_RFC1738] = {"rfc1738", '\0', '+', false, false},
    [FURL_RFC2396] = {"rfc2396", '\0', '+', false, false},
    [FURL_RFC3986] = {"rfc3986", '\0', '+', false, true},
};

START_TEST(books_are_as_the_manual_has_them)
{
    const struct furl_rules *rules = &furl_rule_books[_i];

    ck_assert_str_eq(rules->name, books[_i].name);
    ck_assert_int_eq(rules->space, books[_i].space);
    ck_assert_int_eq(rules->plus, books[_i].plus);
    ck_assert(rules->breaks_dashes == books[_i].breaks_dashes);
    ck_assert(rules->removes_dots == books[_i].removes_dots);
    ck_assert(furl_is_fidourl(rules) == (_i == FURL_FIDOURL));
}
END_TEST

/* Whatever a book decodes may be bare under it; else twice would not be once. */
START_TEST(what_is_decoded_may_be_bare)
{
    const struct furl_rules *rules = &furl_rule_books[_i];

    for (const char *at = rules->decoded; at != NULL && *at != '\0'; at++) {
        ck_assert_msg(strchr(rules->bare, *at) != NULL, "%c", *at);
    }
}
END_TEST

START_TEST(rfcs_know_three_components)
{
    for (int i = 0; i < FURL_COMPONENTS; i++) {
        bool known = i == FURL_VALUE || i == FURL_PATH || i == FURL_URL;
        ck_assert((furl_components[i].rfc_literal != NULL) == known);
    }
}
END_TEST

/* What a component leaves literal under each book, by hand from its text. */
static const struct {
    enum furl_rules_id rules;
    const char *literal;
    bool plus;
} components[] = {
    {FURL_RFC1630, "$-_@.&!*'(),", true},
    {FURL_RFC1738, "$-_.+!*'(),", false},
    {FURL_RFC2396, "-_.!~*'()", false},
    {FURL_RFC3986, "-._~", false},
};

START_TEST(every_octet_in_a_component)
{
    for (int path = 0; path < 2; path++) {
        struct furl_escape escape;
        furl_escape_init(&escape, &furl_rule_books[components[_i].rules],
                         &furl_components[path ? FURL_PATH : FURL_VALUE]);
        for (int octet = 0; octet < 256; octet++) {
            unsigned char in = (unsigned char)octet, out[FURL_ESCAPED_MAX(1)];
            char wanted[8];
            bool literal = furl_is(in, FURL_ALNUM) ||
                           (octet != 0 && strchr(components[_i].literal, octet) != NULL) ||
                           (path && octet == '/');
            snprintf(wanted, sizeof wanted, literal ? "%c" : "%%%02X", (unsigned)octet);
            if (octet == ' ' && components[_i].plus && !path) {
                strcpy(wanted, "+");
            }
            expect(out, furl_escape_feed(&escape, &in, 1, out), wanted);
        }
    }
}
END_TEST

Suite *rules_suite(void)
{
    Suite *suite = suite_create("rules");

    loop_case(suite, "books", books_are_as_the_manual_has_them, FURL_RULE_BOOKS);
    loop_case(suite, "bare", what_is_decoded_may_be_bare, FURL_RULE_BOOKS);
    loop_case(suite, "known", rfcs_know_three_components, 1);
    loop_case(suite, "components", every_octet_in_a_component, COUNT(components));
    return suite;
}
