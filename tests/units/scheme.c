#include "furl/url/scheme.h"

#include <inttypes.h>
#include <stdio.h>

#include "units.h"

START_TEST(the_table_is_in_the_order_of_names)
{
    for (size_t i = 1; i < furl_schemes_n; i++) {
        ck_assert(strcmp(furl_schemes[i - 1].name, furl_schemes[i].name) < 0);
    }
}
END_TEST

/* The schemes of fidourl(1), extract, again by hand, with their delimiters. */
START_TEST(every_scheme_is_found_in_any_case)
{
    static const struct {
        const char *names;
        enum furl_delimiter delimiter;
        bool fidonet;
    } rows[] = {
        {"netmail areafix echomail area faqserv fecho freq", FURL_EITHER, true},
        {"mailto news mid cid skype magnet xmpp sip sips matrix bitcoin", FURL_COLON, false},
        {"http https ftp ftps sftp file gopher telnet nntp wais ed2k irc ircs ws wss ssh tg",
         FURL_SLASHES, false},
    };
    size_t n = 0;

    for (size_t i = 0; i < COUNT(rows); i++) {
        char names[256];
        strcpy(names, rows[i].names);
        for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " "), n++) {
            name[0] = (char)(name[0] - 32);
            const struct furl_scheme *scheme = furl_scheme(range(name), strlen(name));
            ck_assert_msg(scheme != NULL, "%s: no row, or not in its slot", name);
            ck_assert_int_eq(scheme->delimiter, rows[i].delimiter);
            ck_assert(furl_is_fidonet(scheme) == rows[i].fidonet);
            ck_assert((scheme->canonical != NULL) == rows[i].fidonet);
        }
    }
    ck_assert_uint_eq(n, furl_schemes_n);
}
END_TEST

/* The name as furl_scheme_slot wants it. */
static uint64_t word_of(const char *name)
{
    uint64_t word = 0;

    for (size_t i = 0; name[i] != '\0'; i++) {
        word |= (uint64_t)(unsigned char)name[i] << 8 * i;
    }
    return word;
}

/* Sets rows[slot] to the row, from 1, of the name in each slot. Returns whether none is there
 * twice. */
static bool fill(unsigned rows[FURL_SCHEME_SLOTS], uint64_t factor)
{
    memset(rows, 0, FURL_SCHEME_SLOTS * sizeof *rows);
    for (size_t i = 0; i < furl_schemes_n; i++) {
        unsigned *row = &rows[furl_scheme_slot(word_of(furl_schemes[i].name), factor)];
        if (*row != 0) {
            return false;
        }
        *row = (unsigned)i + 1;
    }
    return true;
}

/* Says what the factor and the table of slots must be, where a scheme is not found by them. */
START_TEST(each_scheme_is_in_its_slot)
{
    unsigned rows[FURL_SCHEME_SLOTS];
    uint64_t factor = 1;
    bool found = true;

    for (size_t i = 0; i < furl_schemes_n && found; i++) {
        const char *name = furl_schemes[i].name;
        found = furl_scheme(range(name), strlen(name)) == &furl_schemes[i];
    }
    while (!found && !fill(rows, factor)) {
        factor = factor * 6364136223846793005 | 1;
    }
    for (size_t slot = 0; slot < FURL_SCHEME_SLOTS && !found; slot++) {
        printf("%u,%s", rows[slot], slot % 22 == 21 ? "\n" : " ");
    }
    ck_assert_msg(found, "FACTOR is 0x%" PRIX64 ", and its rows are above", factor);
}
END_TEST

/* As kernels look for them. */
START_TEST(names_before_a_colon_alone_end_with_three_letters)
{
    for (size_t i = 0; i < furl_schemes_n; i++) {
        const char *name = furl_schemes[i].name;
        size_t n = strlen(name);
        for (size_t back = 1; (furl_schemes[i].delimiter & FURL_COLON) != 0 && back <= 3; back++) {
            ck_assert(n >= back);
            ck_assert(furl_is((unsigned char)name[n - back], FURL_LETTER));
        }
    }
}
END_TEST

START_TEST(other_names_are_not)
{
    static const char *const names[] = {"",    "a",   "are",       "areas",  "areafixx",
                                        "htt", "zzz", "abcdefghi", "\xE1rea"};

    for (size_t i = 0; i < COUNT(names); i++) {
        ck_assert(furl_scheme(range(names[i]), strlen(names[i])) == NULL);
    }
    ck_assert(furl_scheme((struct furl_range){(const unsigned char *)"area\0fix", 8}, 8) == NULL);
    ck_assert(furl_is_scheme(range("svn+ssh.1-x")));
    ck_assert(!furl_is_scheme(range("1x")));
    ck_assert(!furl_is_scheme(range("")));
    ck_assert(!furl_is_scheme(range("a_b")));
}
END_TEST

Suite *scheme_suite(void)
{
    Suite *suite = suite_create("scheme");

    loop_case(suite, "order", the_table_is_in_the_order_of_names, 1);
    loop_case(suite, "names", every_scheme_is_found_in_any_case, 1);
    loop_case(suite, "slots", each_scheme_is_in_its_slot, 1);
    loop_case(suite, "others", other_names_are_not, 1);
    loop_case(suite, "tails", names_before_a_colon_alone_end_with_three_letters, 1);
    return suite;
}
