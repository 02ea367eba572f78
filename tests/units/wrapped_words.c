#include "furl/text/wrapped.h"

#include "units.h"

#define NO     FURL_REST_NO
#define ITEM   FURL_REST_ITEM
#define MAIL   FURL_REST_MAIL
#define PROSE  FURL_REST_PROSE
#define OTHER  FURL_REST_OTHER
#define WEAK   FURL_REST_WEAK
#define LIKELY FURL_REST_LIKELY
#define STRONG FURL_REST_STRONG

/* Texts of lines, and what their first words are. */
static const struct {
    const char *text, *word;
    enum furl_rest rest;
} rows[] = {
    /* Text that no URL goes on with */
    {"", "", NO},
    {"<x", "", NO},
    {"\xD0\x90 x", "", NO},
    {"abc\xD0\x90", "abc", NO},
    {"abc<x", "abc", NO},
    {"abc[1]", "abc", NO},
    {"abc|x", "abc", NO},
    {"(abc)", "(abc)", NO},
    {"http://x/", "http://x/", NO},
    {"'http://x/", "'http://x/", NO},
    {"url:http://x/", "url:http://x/", NO},
    {"area:x", "area:x", NO},
    {"see.http://x", "see.http://x", NO},
    {"ttp://x/", "ttp://x/", NO},
    {"tp://x/", "tp://x/", LIKELY}, /* too short for a scheme */
    {"y?u=http://x", "y?u=http://x", STRONG},
    {"---", "---", NO},
    {"--- x 1.0", "---", NO},
    {"...", "...", NO},
    {"... said", "...", NO},
    {"-- ", "--", NO},
    {"--", "--", NO},
    {"==", "==", NO},
    {"___x", "___x", NO},
    {"SEEN-BY: 1/2", "SEEN-BY:", NO},
    {"*read this* now", "*read", NO},
    {"*this* now", "*this*", NO},
    {"*this now", "*this", OTHER},
    {"-", "-", NO},
    {"#", "#", NO},
    {"1.", "1.", NO},
    {"12)", "12)", NO},
    /* Items */
    {"- x", "-", ITEM},
    {"* x", "*", ITEM},
    {"+  x", "+", ITEM},
    {"# x", "#", ITEM},
    {"1. x", "1.", ITEM},
    {"12) x", "12)", ITEM},
    {"a) x", "a)", ITEM},
    {"A. x", "A.", ITEM},
    {"123. x", "123.", LIKELY},
    {"ab. x", "ab.", WEAK},
    {"a.", "a.", PROSE}, /* the article */
    {"b.", "b.", WEAK},
    {"-x", "-x", STRONG},
    /* Escapes */
    {"%41", "%41", FURL_REST_ESCAPE},
    {"%d0x", "%d0x", FURL_REST_ESCAPE},
    {"%4g", "%4g", OTHER},
    /* Addresses */
    {"joe@x.org", "joe@x.org", MAIL},
    {"/@x", "/@x", MAIL},
    {"2:5030/115", "2:5030/115", MAIL},
    {"2:5030/115.7,", "2:5030/115.7,", MAIL},
    {"2:a/b", "2:a/b", LIKELY},
    {"2:5", "2:5", OTHER},
    {"/etc/passwd", "/etc/passwd", PROSE},
    {"/etcetera", "/etcetera", WEAK},
    {"~/.bashrc", "~/.bashrc", PROSE},
    {"~user/x", "~user/x", STRONG},
    /* Dots */
    {".html", ".html", STRONG},
    {".HTM?x", ".HTM?x", STRONG},
    {".2", ".2", STRONG},
    {".SH NAME", ".SH", NO},
    {".example.org", ".example.org", STRONG},
    {".sixletter", ".sixletter", NO}, /* 10 octets */
    {".sevenletter", ".sevenletter", STRONG},
    {"./configure", "./configure", OTHER},
    /* Marks in front */
    {"_x", "_x", STRONG},
    {"?x", "?x", STRONG},
    {"&1", "&1", STRONG},
    {"=x", "=x", STRONG},
    {"#x", "#x", STRONG},
    {"+x", "+x", STRONG},
    {"~x", "~x", STRONG},
    {"=%41", "=%41", STRONG},
    {"+-", "+-", OTHER},
    {"/x", "/x", WEAK},
    {"/~x", "/~x", WEAK},
    {"/%", "/%", WEAK},
    {"/", "/", WEAK},
    {"//x", "//x", OTHER},
    /* Prose */
    {"the next", "the", PROSE},
    {"The next", "The", PROSE},
    {"also,", "also,", PROSE},
    {"State Idle", "State", PROSE},
    {"STATE", "STATE", LIKELY},
    {"A.", "A.", PROSE},
    {"B", "B", LIKELY},
    {"note:", "note:", PROSE},
    {"3.5.1:", "3.5.1:", PROSE},
    {"a/b:", "a/b:", LIKELY},
    {"a_b:", "a_b:", STRONG},
    /* Marks inside */
    {"a?b", "a?b", STRONG},
    {"ab?", "ab?", WEAK},
    {"a&b", "a&b", STRONG},
    {"a#b", "a#b", STRONG},
    {"a~", "a~", STRONG},
    {"a_", "a_", STRONG},
    {"x%41", "x%41", STRONG},
    {"x%", "x%", OTHER},
    {"xy+z", "xy+z", STRONG},
    {"x.+z", "x.+z", OTHER},
    {"x=y", "x=y", OTHER},
    /* Kinds of octets */
    {"ilter", "ilter", WEAK},
    {"ilter.)", "ilter.)", WEAK},
    {"pages/x", "pages/x", LIKELY},
    {"x/", "x/", LIKELY},
    {"gOld", "gOld", LIKELY},
    {"2012", "2012", LIKELY},
    {"a1", "a1", LIKELY},
    {"x.org", "x.org", WEAK},
    {"play-back", "play-back", WEAK},
    {"1.5", "1.5", WEAK},
    {"x..y", "x..y", OTHER},
    {"$x", "$x", OTHER},
    {"'", "'", OTHER},
    {"x>", "x", WEAK},
    {"x\" y", "x", WEAK},
    {"x\ty", "x", WEAK},
};

START_TEST(words_are_judged)
{
    struct furl_word word = furl_word_of(range(rows[_i].text), false);

    expect(word.octets.at, word.octets.n, rows[_i].word);
    ck_assert_msg(word.rest == rows[_i].rest, "%s: %d", rows[_i].text, (int)word.rest);
    ck_assert_int_eq(word.last, strlen(rows[_i].text) == word.octets.n);
}
END_TEST

/* A `=` goes on with a query alone. */
START_TEST(queries_go_on)
{
    ck_assert_int_eq(furl_word_of(range("x=y"), true).rest, STRONG);
    ck_assert_int_eq(furl_word_of(range("xy"), true).rest, WEAK);
}
END_TEST

/* What else is told: L small letters, p letters and digits that are small, q ? & # %, s a slash. */
static const struct {
    const char *text;
    size_t n;
    const char *has;
} flags[] = {
    {"abc", 3, "Lp"}, {"abc.", 3, "Lp"}, {"a1", 2, "p"}, {"Abc", 3, ""},  {"a?", 1, "Lpq"},
    {"a&b", 3, "q"},  {"a#b", 3, "q"},   {"%", 1, "q"},  {"a/b", 3, "s"}, {"a/", 2, "s"},
    {"'", 0, ""},     {"a/?)", 2, "qs"}, {"", 0, ""},
};

START_TEST(words_have_flags)
{
    struct furl_word word = furl_word_of(range(flags[_i].text), false);

    ck_assert_uint_eq(word.n, flags[_i].n);
    ck_assert_int_eq(word.lower, strchr(flags[_i].has, 'L') != NULL);
    ck_assert_int_eq(word.plain, strchr(flags[_i].has, 'p') != NULL);
    ck_assert_int_eq(word.query, strchr(flags[_i].has, 'q') != NULL);
    ck_assert_int_eq(word.slash, strchr(flags[_i].has, 's') != NULL);
}
END_TEST

/* Takes the next word off a list; returns whether there is one. */
static bool next_word(const char **list, struct furl_range *word)
{
    word->n = strcspn(*list, " ");
    word->at = (const unsigned char *)*list;
    *list += word->n + ((*list)[word->n] == ' ' ? 1 : 0);
    return word->n > 0;
}

START_TEST(common_words_are_prose)
{
    const char *list =
        "the a an of to and in is it that for you i with on as be this are not but or from at by "
        "have if can was my all so do what when your they there will then has we no just like "
        "some any its only more which would how see also read look yes me he she his her our us "
        "out up get use try now here too very well than them these those who why one two may must "
        "should could did does had been were where into about after before over under again still "
        "even much many most such same other another each every both few";
    struct furl_range word;
    size_t n = 0;

    for (; next_word(&list, &word); n++) {
        ck_assert_msg(furl_word_of(word, false).rest == PROSE, "%.*s", (int)word.n, word.at);
    }
    ck_assert_uint_eq(n, 113);
    ck_assert_int_eq(furl_word_of(range("anothers"), false).rest, WEAK);
    ck_assert_int_eq(furl_word_of(range("ano"), false).rest, WEAK);
}
END_TEST

START_TEST(endings_are_known)
{
    const char *list = "html htm php jpg jpeg png gif zip gz bz2 pdf aspx asp txt iso rpm exe xml "
                       "deb jsp cgi tar rar tgz xz doc mp3 avi torrent shtml js css HTML Bz2";
    struct furl_range word;
    size_t n = 0;

    for (; next_word(&list, &word); n++) {
        ck_assert_msg(furl_is_ending(word), "%.*s", (int)word.n, word.at);
        ck_assert_uint_le(word.n, FURL_ENDING_MAX);
    }
    ck_assert_uint_eq(n, 34);
    ck_assert(!furl_is_ending(range("")) && !furl_is_ending(range("htmlx")));
    ck_assert(!furl_is_ending(range("torrents")) && !furl_is_ending(range("h")));
}
END_TEST

Suite *wrapped_words_suite(void)
{
    Suite *suite = suite_create("wrapped_words");

    loop_case(suite, "words", words_are_judged, COUNT(rows));
    loop_case(suite, "queries", queries_go_on, 1);
    loop_case(suite, "flags", words_have_flags, COUNT(flags));
    loop_case(suite, "common", common_words_are_prose, 1);
    loop_case(suite, "endings", endings_are_known, 1);
    return suite;
}
