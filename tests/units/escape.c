#include "furl/percent/percent.h"

#include "units.h"

/* What fidourl(1), encode leaves literal in each component, again by hand; the space is another
 * matter. */
#define ALNUM   "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define FIDONET ALNUM "!$'()*,-.:;_"
static const char *const literal_by_hand[FURL_URL] = {
    [FURL_VALUE] = FIDONET "/@", [FURL_NAME] = FIDONET "/@",    [FURL_AREATAG] = FIDONET,
    [FURL_DOMAIN] = FIDONET,     [FURL_ADDRESS] = FIDONET "/@", [FURL_REQUEST] = FIDONET "@",
    [FURL_OBJECT] = FIDONET "@", [FURL_PATH] = FIDONET "/@",
};

static struct furl_escape escape_for(enum furl_component_id component)
{
    struct furl_escape escape;

    furl_escape_init(&escape, &furl_rule_books[FURL_FIDOURL], &furl_components[component]);
    return escape;
}

START_TEST(every_octet_in_every_component)
{
    struct furl_escape escape = escape_for((enum furl_component_id)_i);

    for (int octet = 0; octet < 256; octet++) {
        unsigned char in = (unsigned char)octet, out[FURL_ESCAPED_MAX(1)];
        char wanted[8];
        bool literal = octet != 0 && strchr(literal_by_hand[_i], octet) != NULL;
        snprintf(wanted, sizeof wanted, literal ? "%c" : "%%%02X", (unsigned)octet);
        if (octet == ' ') {
            strcpy(wanted, "+");
        }
        expect(out, furl_escape_feed(&escape, &in, 1, out), wanted);
    }
}
END_TEST

/* `n` dashes, cut in two after `cut`. */
static void check_dashes(size_t n, size_t cut)
{
    struct furl_escape escape = escape_for(FURL_VALUE);
    unsigned char in[32], out[FURL_ESCAPED_MAX(32)];
    char wanted[FURL_ESCAPED_MAX(32) + 1] = "";

    for (size_t i = 0; i < n; i++) {
        strcat(wanted, i % 3 == 2 ? "%2D" : "-"); /* the third of each three */
    }
    memset(in, '-', sizeof in);
    size_t written = furl_escape_feed(&escape, in, cut, out);
    written += furl_escape_feed(&escape, in, n - cut, out + written);
    expect(out, written, wanted);
    ck_assert_uint_eq(furl_escape_final(&escape, out), 0);
    expect(out, furl_escape_feed(&escape, in, 2, out), "--");
}

START_TEST(no_three_dashes_in_a_row_at_any_cut)
{
    for (size_t cut = 0; cut <= (size_t)_i; cut++) {
        check_dashes((size_t)_i, cut);
    }
}
END_TEST

START_TEST(whole_equals_piecewise)
{
    struct dice dice = {(uint64_t)_i + 1};
    static unsigned char in[5000], whole[FURL_ESCAPED_MAX(5000)], pieces[FURL_ESCAPED_MAX(5000)];

    roll_octets(&dice, in, sizeof in / 2);
    roll_text(&dice, in + sizeof in / 2, sizeof in - sizeof in / 2);
    struct furl_escape escape = escape_for(FURL_VALUE);
    size_t n = furl_escape_feed(&escape, in, sizeof in, whole);
    struct furl_escape piecewise = escape_for(FURL_VALUE);
    size_t written = 0;
    for (size_t i = 0; i < sizeof in;) {
        size_t length = piece_length(&dice, cuts[_i], sizeof in - i);
        written += furl_escape_feed(&piecewise, in + i, length, pieces + written);
        i += length;
    }
    ck_assert_uint_eq(written, n);
    ck_assert_mem_eq(pieces, whole, n);
}
END_TEST

Suite *escape_suite(void)
{
    Suite *suite = suite_create("escape");

    loop_case(suite, "components", every_octet_in_every_component, FURL_URL);
    loop_case(suite, "dashes", no_three_dashes_in_a_row_at_any_cut, 21);
    loop_case(suite, "pieces", whole_equals_piecewise, COUNT(cuts));
    return suite;
}
