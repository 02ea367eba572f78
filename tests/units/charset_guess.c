#include "mail/charset.h"

#include "units.h"

static const struct {
    const char *text;
    const struct mail_charset *charset;
} rows[] = {
    {"", &mail_utf8},
    {"Hello", &mail_utf8},
    {"\xD0\x9F\xD1\x80 \xF0\x9F\x98\x80", &mail_utf8},
    {"\xD0\x9F\xD1", &mail_cp437},                   /* that ends too early */
    {"\x8F\xE0\xA8\xA2\xA5\xE2, Ivan", &mail_cp866}, /* Привет */
    {"H\xA0\xAF\xE0\xA8\xAC\xA5\xE0", &mail_cp866},  /* Hапример, with a Latin H */
    {"\x87\xA4p\xA0\xA2\xE1\xE2\xA2\xE3\xA9, Ivan", &mail_cp866}, /* Здpавствуй, with a Latin p */
    {"\x8A\x8E\x91\x8C\x8E\x91 \x88 \x8C\x9B", &mail_cp866}, /* КОСМОС И МЫ */
    {"caf\x82 \x8F\xE0\xA8\xA2\xA5\xE2", &mail_cp866},       /* café Привет, or the like */
    {"p\x84\x84", &mail_cp437},                              /* pää */
    {"p\xF0\xF0", &mail_cp437},                              /* Ё is no small letter */
    {"a b\x84\x84", &mail_cp437},
    {"ab\x8A\xAE", &mail_cp437}, /* no letter at either end is left out */
    {"\x8A\xAE"
     "ab",
     &mail_cp437},
    {"\x84\x84ni", &mail_cp437}, /* ääni */
    {"Gr\x81\xE1"
     "e aus K\x94ln",
     &mail_cp437},                                      /* Grüße aus Köln */
    {"d\x82j\x85 vu", &mail_cp437},                     /* déjà vu */
    {"hyv\x84\x84 p\x84iv\x84\x84", &mail_cp437},       /* hyvää päivää */
    {"\xC9\xCD\xBB\xBA \xBA\xC8\xCD\xBC", &mail_cp437}, /* a frame */
    {"\x85", &mail_cp437},                              /* à, or Е */
    {"\x85, \xA8, \xA2", &mail_cp437},                  /* letters alone say nothing */
};

static const struct mail_charset *guess_of(struct furl_range text, size_t cut)
{
    struct mail_charset_guess guess;

    mail_charset_guess_begin(&guess);
    while (text.n > 0) {
        size_t n = cut < text.n ? cut : text.n;
        mail_charset_guess_feed(&guess, (struct furl_range){text.at, n});
        furl_skip(&text, n);
    }
    mail_charset_guess_final(&guess);
    ck_assert_int_eq(guess.state, MAIL_GUESS_DONE);
    return guess.charset;
}

/* As it is, and in pieces. */
START_TEST(charsets_are_guessed)
{
    size_t n = strlen(rows[_i].text);

    for (size_t cut = 1; cut <= n + 1; cut++) {
        ck_assert_ptr_eq(guess_of(range(rows[_i].text), cut), rows[_i].charset);
    }
}
END_TEST

/* Which letters of ASCII may be in a Cyrillic word. */
START_TEST(some_letters_look_cyrillic)
{
    for (unsigned char letter = 'A'; letter <= 'z'; letter++) {
        const unsigned char word[] = {letter, 0xA0, 0xA0};
        bool latin = furl_is(letter, FURL_LETTER) && strchr("ABCEHKMOPTXaceopxy", letter) == NULL;
        ck_assert_ptr_eq(guess_of((struct furl_range){word, sizeof word}, sizeof word),
                         latin ? &mail_cp437 : &mail_cp866);
    }
}
END_TEST

START_TEST(a_charset_may_be_told)
{
    struct mail_charset_guess guess;

    mail_charset_guess_is(&guess, &mail_koi8r);
    mail_charset_guess_feed(&guess, range("\x8F\xE0\xA8\xA2\xA5\xE2"));
    mail_charset_guess_final(&guess);
    ck_assert(guess.state == MAIL_GUESS_DONE && guess.charset == &mail_koi8r);
}
END_TEST

/* Words that are put one after the other; and when what they are is certain. */
static const struct {
    const char *word;
    size_t n; /* of them, after which it is; 0: not until the end */
    const struct mail_charset *charset;
} words[] = {
    {"\x8F\xE0\xA8\xA2\xA5\xE2 ", 11, &mail_cp866}, /* six octets each */
    {"K\x94ln ", 64, &mail_cp437},
    {"\xD0\x9F\xD1\x80 ", 0, &mail_utf8},
    {"a ", 0, &mail_utf8},
    {"\xCD ", 0, &mail_cp437},
};

START_TEST(a_guess_ends_when_it_is_certain)
{
    struct mail_charset_guess guess;
    struct furl_range word = range(words[_i].word);
    bool ascii = strcmp(words[_i].word, "a ") == 0;

    mail_charset_guess_begin(&guess);
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

/* What comes after so many octets of `a` matters if it is among those looked at. A sequence that
 * they cut is well-formed. */
static const struct {
    size_t before;
    const char *text;
    const struct mail_charset *charset;
} fronts[] = {
    {MAIL_GUESS_MAX - 1, "\x8F\xE0", &mail_cp437},
    {MAIL_GUESS_MAX, "\x8F\xE0", &mail_utf8},
    {MAIL_GUESS_MAX - 3, " \x8F\xE0", &mail_cp866},
    {MAIL_GUESS_MAX - 2, " \x8F\xE0", &mail_cp437}, /* a letter alone */
    {MAIL_GUESS_MAX - 1, "\xD0\x9F", &mail_utf8},
    {MAIL_GUESS_MAX - 1, "\xE0z", &mail_utf8},
    {MAIL_GUESS_MAX - 2, "\xE0z", &mail_cp437},
};

START_TEST(a_part_of_a_text_is_looked_at)
{
    struct mail_charset_guess guess;

    mail_charset_guess_begin(&guess);
    for (size_t i = 0; i < fronts[_i].before; i++) {
        mail_charset_guess_feed(&guess, range("a"));
    }
    mail_charset_guess_feed(&guess, range(fronts[_i].text));
    mail_charset_guess_final(&guess);
    ck_assert_ptr_eq(guess.charset, fronts[_i].charset);
}
END_TEST

Suite *charset_guess_suite(void)
{
    Suite *suite = suite_create("charset_guess");

    loop_case(suite, "guesses", charsets_are_guessed, COUNT(rows));
    loop_case(suite, "letters", some_letters_look_cyrillic, 1);
    loop_case(suite, "told", a_charset_may_be_told, 1);
    loop_case(suite, "certain", a_guess_ends_when_it_is_certain, COUNT(words));
    loop_case(suite, "front", a_part_of_a_text_is_looked_at, COUNT(fronts));
    return suite;
}
