/* Conversion and guesses, at every cut; what becomes of texts is in cases. */
#include "config.h"

#include "mail/charset.h"

#include "guarded.h"
#include "units.h"

/* What texts are made of: Cyrillic words in each charset, others, characters, octets. */
static struct furl_range roll_words(struct dice *dice, unsigned char *out, size_t most)
{
    static const char *const words[] = {"\x8F\xE0\xA8\xA2\xA5\xE2",
                                        "\xF0\xD2\xC9\xD7\xC5\xD4",
                                        "\xCF\xF0\xE8\xE2\xE5\xF2",
                                        "K\x94ln",
                                        "caf\xE9",
                                        "\xD0\x9F\xD1\x80",
                                        "\xE2\x80\xA6",
                                        "\xF0\x9F\x98\x80",
                                        "\xED\xA0\x80",
                                        "\xC3",
                                        "\xE2\x80",
                                        "\xCD",
                                        "Hello",
                                        "p",
                                        " ",
                                        "\r\n",
                                        "12345678",
                                        "\xFF",
                                        "\x94"};
    const char *some[4] = {" "}; /* few, so that one kind leads */
    size_t n = 0;

    for (size_t i = 1; i < COUNT(some); i++) {
        some[i] = words[roll(dice, COUNT(words))];
    }
    for (size_t i = roll(dice, 1 + roll(dice, 100)); i > 0; i--) {
        const char *word = some[roll(dice, COUNT(some))];
        if (n + strlen(word) <= most) {
            memcpy(out + n, word, strlen(word));
            n += strlen(word);
        }
    }
    return (struct furl_range){out, n};
}

/* Each octet by itself; of UTF-8, each character, or octet that is none. */
static size_t convert_slowly(const struct mail_charset *charset, struct furl_range octets,
                             unsigned char *out)
{
    struct mail_converter converter = {0};
    size_t to = 0;

    while (octets.n > 0) {
        uint32_t code = 0;
        size_t n = charset == &mail_utf8 ? furl_utf8(octets.ptr, octets.n, &code) : 1;
        n = n == 0 || n == FURL_UTF8_MORE ? 1 : n;
        struct furl_range made =
            mail_to_utf8(&converter, charset, (struct furl_range){octets.ptr, n});
        memcpy(out + to, made.ptr, made.n);
        to += made.n;
        furl_skip(&octets, n);
    }
    free(converter.out.ptr);
    return to;
}

/* A text that need not change stays where it is, and nothing beyond it is read. */
START_TEST(texts_are_converted_octet_by_octet)
{
    struct guarded page;
    struct dice dice = {(uint64_t)_i + 1};
    struct mail_converter converter = {0};
    static unsigned char text[400], slowly[MAIL_UTF8_MAX(400)];

    ck_assert(guarded_page(&page));
    for (size_t i = 0; mail_charset_name(NULL, i) != NULL; i++) {
        const struct mail_charset *charset = mail_charset_named(range(mail_charset_name(NULL, i)));
        struct furl_range octets = roll_words(&dice, text, sizeof text);
        octets.ptr = memcpy(page.end - octets.n, text, octets.n);
        struct furl_range made = mail_to_utf8(&converter, charset, octets);
        ck_assert_uint_le(made.n, MAIL_UTF8_MAX(octets.n));
        ck_assert(furl_is_utf8(made.ptr, made.n));
        ck_assert(charset != &mail_utf8 ||
                  (made.ptr == octets.ptr) == furl_is_utf8(text, octets.n));
        if (!mail_is_utf16(charset)) {
            size_t n = convert_slowly(charset, octets, slowly);
            ck_assert(n == made.n && memcmp(slowly, made.ptr, n) == 0);
        }
    }
    ck_assert(guarded_free(&page));
    free(converter.out.ptr);
}
END_TEST

static void feed_guess(struct mail_charset_guess *guess, struct furl_range octets, size_t cut)
{
    while (octets.n > 0) {
        size_t n = cut < octets.n ? cut : octets.n;
        mail_charset_guess_feed(guess, (struct furl_range){octets.ptr, n});
        furl_skip(&octets, n);
    }
}

static void check_cuts(struct furl_range octets, enum mail_origin from)
{
    struct mail_charset_guess whole, pieces;

    mail_charset_guess_begin(&whole, from);
    mail_charset_guess_feed(&whole, octets);
    mail_charset_guess_final(&whole);
    ck_assert((whole.charset == &mail_utf8) == furl_is_utf8(octets.ptr, octets.n));
    for (size_t cut = 1; cut < octets.n; cut++) {
        mail_charset_guess_begin(&pieces, from);
        feed_guess(&pieces, octets, cut);
        mail_charset_guess_final(&pieces);
        ck_assert(pieces.state == MAIL_GUESS_DONE && pieces.charset == whole.charset);
    }
}

START_TEST(a_guess_is_the_same_at_every_cut)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char text[300];

    for (enum mail_origin from = MAIL_FIDONET; from <= MAIL_INTERNET; from++) {
        check_cuts(roll_words(&dice, text, sizeof text), from);
    }
}
END_TEST

/* After so many words of one kind, the first octet that is not UTF-8 decides. It is in a word of
 * the other kind. */
START_TEST(a_guess_is_the_same_if_a_word_is_cut_that_decides)
{
    char text[300] = "";

    for (int i = 0; i < 16; i++) {
        strcat(text, "\xEF\xAC\xA0 ");
    }
    strcat(text, "\xEF\xAC\xA0\xE0z x");
    for (int i = 0; i < 20; i++) {
        strcat(text, "K\x94ln ");
    }
    check_cuts(range(text), MAIL_FIDONET);
}
END_TEST

/* Words that are repeated, and after how many of them the charset is certain. */
static const struct {
    const char *word;
    size_t n; /* of them that decide; 0: only the end does */
    const struct mail_charset *charset;
} words[] = {
    {"\x8F\xE0\xA8\xA2\xA5\xE2 ", 16, &mail_cp866},
    {"K\x94ln ", 16, &mail_cp437},
    {"\xD0\x9F\xD1\x80 ", 0, &mail_utf8},
    {"a ", 0, &mail_utf8},
    {"\xCD ", 0, &mail_cp437},
};

START_TEST(a_guess_ends_when_it_is_certain)
{
    struct mail_charset_guess guess;
    struct furl_range word = range(words[_i].word);
    bool ascii = word.ptr[0] == 'a';

    mail_charset_guess_begin(&guess, MAIL_FIDONET);
    ck_assert(guess.state == MAIL_GUESS_ASCII);
    for (size_t n = 1; n * word.n < MAIL_GUESS_MAX; n++) {
        mail_charset_guess_feed(&guess, word);
        bool done = words[_i].n > 0 && n >= words[_i].n;
        ck_assert_int_eq(guess.state, done    ? MAIL_GUESS_DONE
                                      : ascii ? MAIL_GUESS_ASCII
                                              : MAIL_GUESS_OPEN);
    }
    mail_charset_guess_feed(&guess, word);
    ck_assert(guess.state == MAIL_GUESS_DONE && guess.charset == words[_i].charset);
}
END_TEST

Suite *charset_suite(void)
{
    Suite *suite = suite_create("charset");

    loop_case(suite, "conversions", texts_are_converted_octet_by_octet, sampled(20));
    loop_case(suite, "cuts", a_guess_is_the_same_at_every_cut, sampled(400));
    loop_case(suite, "deciding word", a_guess_is_the_same_if_a_word_is_cut_that_decides, 1);
    loop_case(suite, "certain", a_guess_ends_when_it_is_certain, COUNT(words));
    return suite;
}
