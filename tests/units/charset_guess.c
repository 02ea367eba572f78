#include "mail/charset.h"

#include "units.h"

/* Texts, where they are from, and what charset they are in. */
static const struct {
    const char *text;
    enum mail_origin from;
    const struct mail_charset *charset;
} rows[] = {
    {"", MAIL_FIDONET, &mail_utf8},
    {"Hello", MAIL_FIDONET, &mail_utf8},
    {"\xD0\x9F\xD1\x80 \xF0\x9F\x98\x80", MAIL_FIDONET, &mail_utf8},
    {"\xD0\x9F\xD1", MAIL_FIDONET, &mail_cp437},                   /* that ends too early */
    {"\x8F\xE0\xA8\xA2\xA5\xE2, Ivan", MAIL_FIDONET, &mail_cp866}, /* Привет */
    {"H\xA0\xAF\xE0\xA8\xAC\xA5\xE0", MAIL_FIDONET, &mail_cp866}, /* Hапример, with a Latin H */
    {"\x87\xA4p\xA0\xA2\xE1\xE2\xA2\xE3\xA9, Ivan", MAIL_FIDONET, &mail_cp866}, /* Здpавствуй, p */
    {"\xACi\xA6 \xE1\xAEi", MAIL_FIDONET, &mail_cp866}, /* мiж соi: Ukrainian i is not in CP866 */
    {"\x8A\x8E\x91\x8C\x8E\x91 \x88 \x8C\x9B", MAIL_FIDONET, &mail_cp866}, /* КОСМОС И МЫ */
    {"caf\x82 \x8F\xE0\xA8\xA2\xA5\xE2 \xAC\xA8\xE0", MAIL_FIDONET,
     &mail_cp866},                                                   /* café Привет мир */
    {"caf\x82 \x8F\xE0\xA8\xA2\xA5\xE2", MAIL_FIDONET, &mail_cp437}, /* one word is not most */
    {"p\x84\x84", MAIL_FIDONET, &mail_cp437},                        /* pää */
    {"K\x84\x84", MAIL_FIDONET, &mail_cp437},
    {"p\xF0\xF0", MAIL_FIDONET, &mail_cp437}, /* Ё is no small letter */
    {"a b\x84\x84", MAIL_FIDONET, &mail_cp437},
    {"ab\x8A\xAE", MAIL_FIDONET, &mail_cp437}, /* no letter at either end is left out */
    {"\x8A\xAE"
     "ab",
     MAIL_FIDONET, &mail_cp437},
    {"\x84\x84ni", MAIL_FIDONET, &mail_cp437}, /* ääni */
    {"Gr\x81\xE1"
     "e aus K\x94ln",
     MAIL_FIDONET, &mail_cp437},                                      /* Grüße aus Köln */
    {"d\x82j\x85 vu", MAIL_FIDONET, &mail_cp437},                     /* déjà vu */
    {"hyv\x84\x84 p\x84iv\x84\x84", MAIL_FIDONET, &mail_cp437},       /* hyvää päivää */
    {"\xC9\xCD\xBB\xBA \xBA\xC8\xCD\xBC", MAIL_FIDONET, &mail_cp437}, /* a frame */
    {"\x85", MAIL_FIDONET, &mail_cp437},                              /* à, or Е */
    {"\x85, \xA8, \xA2", MAIL_FIDONET, &mail_cp437},          /* letters alone say nothing */
    {"\xA8\xA8\xA8 \xA8\xA8", MAIL_FIDONET, &mail_cp437},     /* ¿¿¿ ¿¿ */
    {"\xA8\xAE! \xAF\xA8", MAIL_FIDONET, &mail_cp437},        /* ¿«! »¿ */
    {"\xAC\xAE\xA6", MAIL_FIDONET, &mail_cp866},              /* мож: three signs are none */
    {"\x8F\xE0\xA8\xA2\xA5\xE2", MAIL_INTERNET, &mail_cp866}, /* Привет */
    {"\xF0\xD2\xC9\xD7\xC5\xD4", MAIL_INTERNET, &mail_koi8r},
    {"\xCF\xF0\xE8\xE2\xE5\xF2", MAIL_INTERNET, &mail_cp1251},
    {"\xD0\xD2\xC9\xD7\xC5\xD4 \xD7\xD3\xC5\xCD", MAIL_INTERNET, &mail_koi8r}, /* привет всем */
    {"\xEF\xF0\xE8\xE2\xE5\xF2 \xE2\xF1\xE5\xEC", MAIL_INTERNET, &mail_cp1251},
    {"\xF0\xF2\xE9\xF7\xE5\xF4 \xF7\xF3\xE5\xED", MAIL_INTERNET, &mail_koi8r}, /* ПРИВЕТ ВСЕМ */
    {"\xCF\xD0\xC8\xC2\xC5\xD2 \xC2\xD1\xC5\xCC", MAIL_INTERNET, &mail_cp1251},
    {"Sch\xF6ne Gr\xFC\xDF"
     "e, na\xEFve caf\xE9",
     MAIL_INTERNET, &mail_cp1252},
    {"\xE0 \xE9 \xC9", MAIL_INTERNET, &mail_cp1252},
    {"\x93smart\x94 \x96 it\x92s", MAIL_INTERNET, &mail_cp1252},
    {"a\xE7\xE3o", MAIL_INTERNET, &mail_cp1252}, /* ação */
    {"\xAB\xA0"
     "Bonjour\xA0\xBB",
     MAIL_INTERNET, &mail_cp1252}, /* signs are no word */
    {"\xA4\xB3\xA4\xF3\xA4\xCB\xA4\xC1\xA4\xCF", MAIL_INTERNET, &mail_cp1252}, /* EUC-JP */
    {"\xFF\xFE\xFF", MAIL_INTERNET, &mail_utf16le},
    {"\xFE\xFF\x04", MAIL_INTERNET, &mail_utf16be},
};

/* The charset of a text that arrives in pieces of so many octets. */
static const struct mail_charset *guess_of(struct furl_range text, enum mail_origin from,
                                           size_t cut)
{
    struct mail_charset_guess guess;

    mail_charset_guess_begin(&guess, from);
    while (text.n > 0) {
        size_t n = cut < text.n ? cut : text.n;
        mail_charset_guess_feed(&guess, (struct furl_range){text.at, n});
        furl_skip(&text, n);
    }
    mail_charset_guess_final(&guess);
    ck_assert_int_eq(guess.state, MAIL_GUESS_DONE);
    return guess.charset;
}

/* As it is, and in pieces; UTF-16 of what is there as a whole. */
START_TEST(charsets_are_guessed)
{
    struct furl_range text = range(rows[_i].text);

    ck_assert_ptr_eq(mail_charset_guessed(&text, 1, rows[_i].from), rows[_i].charset);
    for (size_t cut = 1; cut <= text.n + 1 && !mail_is_utf16(rows[_i].charset); cut++) {
        ck_assert_ptr_eq(guess_of(text, rows[_i].from, cut), rows[_i].charset);
    }
}
END_TEST

/* Which letters of ASCII may be in a Cyrillic word. */
START_TEST(some_letters_look_cyrillic)
{
    for (unsigned char letter = 'A'; letter <= 'z'; letter++) {
        const unsigned char word[] = {letter, 0xA0, 0xA0}, koi[] = {letter, 0xC1, 0xC1};
        const struct furl_range mail = {koi, sizeof koi}, text = {word, sizeof word};
        bool is = furl_is(letter, FURL_LETTER);
        bool latin = is && strchr("ABCEHIKMOPTXaceiopxy", letter) == NULL;
        ck_assert_ptr_eq(guess_of(text, MAIL_FIDONET, text.n),
                         !is || latin ? &mail_cp437 : &mail_cp866);
        ck_assert_ptr_eq(guess_of(mail, MAIL_INTERNET, mail.n),
                         letter == 'i' || letter == 'I' ? &mail_koi8r : &mail_cp1252);
    }
}
END_TEST

/* All of a text counts, however long it is; and all texts, each a word at least. */
START_TEST(whole_texts_are_looked_at)
{
    enum { WORD = 5, FRONT = 2000, BACK = 2001, ROOM = WORD * (FRONT + BACK) };
    unsigned char *octets = malloc(ROOM);
    size_t n = 0;

    ck_assert(octets != NULL);
    for (size_t i = 0; i < FRONT + BACK; i++, n += WORD) {
        memcpy(octets + n, i < FRONT ? "K\x94ln " : "\xE0\xA5\xAA\xA0 ", WORD);
    }
    const struct furl_range all = {octets, ROOM}, even = {octets, ROOM - WORD};
    const struct furl_range texts[] = {even, range("\xE0\xA5"), range("\xAA\xA0")};
    ck_assert_ptr_eq(mail_charset_guessed(&all, 1, MAIL_FIDONET), &mail_cp866);
    ck_assert_ptr_eq(mail_charset_guessed(&even, 1, MAIL_FIDONET), &mail_cp437);
    ck_assert_ptr_eq(mail_charset_guessed(texts, 2, MAIL_FIDONET), &mail_cp866);
    ck_assert_ptr_eq(mail_charset_guessed(texts + 1, 1, MAIL_FIDONET), &mail_cp866);
    free(octets);
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
    bool ascii = strcmp(words[_i].word, "a ") == 0;

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

    mail_charset_guess_begin(&guess, MAIL_FIDONET);
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
    loop_case(suite, "whole", whole_texts_are_looked_at, 1);
    loop_case(suite, "told", a_charset_may_be_told, 1);
    loop_case(suite, "certain", a_guess_ends_when_it_is_certain, COUNT(words));
    loop_case(suite, "front", a_part_of_a_text_is_looked_at, COUNT(fronts));
    return suite;
}
