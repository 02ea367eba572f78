#include "furl/text/scanner.h"

#include "units.h"

/* Texts, after so many octets that are no place, and whether they can be parted at their ends: a
 * gap that they begin in has ended then. */
static const struct {
    const char *text;
    size_t n;
    bool parted, lines;
} parted[] = {
    {"", 0, false, false},
    {" ", 1, false, false},
    {" \n%%x", 5, false, false},
    {" \n%%x ", 6, true, true},
    {" \n%%x y:z", 9, true, true},
    {" \n%%\033 y:z", 9, false, false}, /* a URL whose start may be another one */
    {" \n%%\033 y:z ", 10, true, true},
    {"\033\0y:z", 5, false, false},
    {"\033\0y:z ", 6, true, true},
    {"\n%%x ", 5, false, false}, /* only blanks are between, or else no line has ended */
    {" \r%%x\t", 6, true, true},
    {" a\n%%x b", 8, true, true},
    {" a %%x b", 8, false, false},
    {" a %%x\n", 7, false, false},
    {" a %%x\n%%y ", 11, true, true},
    {" \n%%x%% ", 8, false, false}, /* another gap */
    {" \n%%x%% %%y ", 12, false, false},
    {" \n%%x%%\n%%y ", 12, true, true},
    {" \n%%x%%y ", 9, true, true}, /* no mark, since a letter follows */
    {" \n%%%% ", 7, false, false}, /* a mark, and another one */
    {" \n%%%%%% ", 9, false, false},
    {" \n%%%%%%\n%%x ", 14, true, true},
    {" \n%%% ", 6, true, true},
    {" \n% x\n% y", 9, false, false},
    {" \0", 2, true, true}, /* no gap goes on over NUL */
    {"\x7F\0", 2, true, true},
    {" %%x%%\0", 7, true, true},
};

START_TEST(a_text_is_parted_where_gaps_have_ended)
{
    unsigned char text[FURL_START_BEFORE + 32 + FURL_START_BEFORE];
    size_t start = 0;

    memset(text, 'x', sizeof text);
    memcpy(text + FURL_START_BEFORE, parted[_i].text, parted[_i].n);
    /* So much after the end of a URL may be looked back at. */
    struct furl_range octets = {text, FURL_START_BEFORE + parted[_i].n + FURL_START_BEFORE};
    ck_assert(furl_scanner_divide(octets, false, &start) == parted[_i].parted);
    ck_assert(!parted[_i].parted || start == FURL_START_BEFORE + 1);
    ck_assert(furl_scanner_divide(octets, true, &start) == parted[_i].lines);
}
END_TEST

/* How many octets or lines it takes until no gap that has begun before can go on. */
static size_t enough(const char *line)
{
    static unsigned char text[20000];
    size_t n = FURL_START_BEFORE, start = 0;

    memset(text, ' ', n);
    while (n < sizeof text && !furl_scanner_divide((struct furl_range){text, n}, false, &start)) {
        text[n] = (unsigned char)line[(n - FURL_START_BEFORE) % strlen(line)];
        n++;
    }
    return n - FURL_START_BEFORE;
}

START_TEST(gaps_have_limits)
{
    ck_assert_uint_eq(enough("x"), 4097);
    ck_assert_uint_eq(enough("xxxx\n"), 17 * 5);
    ck_assert_uint_eq(enough("xxxx\r"), 17 * 5);
    ck_assert_uint_eq(enough("xxx\r\n"), 17 * 5 - 1); /* at its CR, which may be all of it */
    ck_assert_uint_eq(enough("%"), 20000 - FURL_START_BEFORE);
}
END_TEST

/* The URLs of a text that begin at `from` or after it, as they are found from an offset on. */
static size_t find(struct furl_range octets, size_t start, size_t skipped, size_t from,
                   struct furl_match *finds)
{
    struct furl_scanner scanner;
    struct furl_match found;
    struct furl_window text = {octets.at + start, octets.n - start, true, start};
    enum furl_event event = FURL_SCAN_MORE;
    size_t n = 0;

    furl_scanner_init(&scanner, furl_kernels(), &(struct furl_scan_options){.max_length = 3000});
    furl_scanner_restart(&scanner, start, skipped);
    while ((event = furl_scan(&scanner, &text, &found)) != FURL_SCAN_MORE) {
        if (found.offset >= from) {
            found.open = found.open || event == FURL_SCAN_TOO_LONG;
            finds[n++] = found;
        }
    }
    furl_scanner_free(&scanner);
    return n;
}

/* A line, longer than what is looked at before a URL. */
#define PROSE                                                                                      \
    "a line of prose that goes on and on, and has nothing in it that might begin a URL, or end "   \
    "one "

/* The first of them are what gaps are made of. */
enum { OF_GAPS = 14 };
static const char *const words[] = {
    "area://a%%",
    " %% y",
    " %% y",
    "%%",
    "\n",
    "\r\n",
    "%",
    "\n%%//http://x",
    "\n%%//http://x",
    " ",
    PROSE,
    PROSE,
    PROSE,
    PROSE,
    "area://a",
    "x",
    "http:",
    "area:",
    "mailto:a@b",
    "%%\n",
    "\n> ",
    "\r",
    " ",
    "%2",
    "abc",
    "AREA:x",
    "://",
    "<URL:area:b>",
    "<",
    ">",
    "\"",
    "\033[1; 3",
    "\033[%% ma",
    "y\n\033[%% m",
    "\033[1; 3mhttp://y",
    "m",
    "(",
    ")",
    "'",
    "?a=<b",
    "\xD1\x84",
    "\x8D",
    ".",
    "-",
    "x.y-",
    "@X0F",
    "\001",
    "1",
    "news:",
};

#define FINDS ((size_t)4000)
#define NEAR  ((size_t)300)

static size_t put(unsigned char *at, const char *word)
{
    memcpy(at, word, strlen(word));
    return strlen(word);
}

/* The same is found from each place on as in the whole: texts of words, and some longer stretches
 * without a mark, or a blank. */
START_TEST(parts_have_what_the_whole_has)
{
    static unsigned char text[12000];
    static struct furl_match whole[FINDS], some[FINDS];
    uint64_t dice = (uint64_t)_i + 1;
    size_t n = 0, parts = 0;

    while (n + 4300 < sizeof text) {
        n += put(text + n, words[roll_dice(&dice, _i % 2 == 0 ? OF_GAPS : COUNT(words))]);
        if (roll_dice(&dice, 200) == 0) { /* a gap, about as long as it may be */
            size_t more = 4085 + roll_dice(&dice, 15);
            n += put(text + n, " area://g%%");
            memset(text + n, roll_dice(&dice, 2) == 0 ? 'x' : '\t', more);
            n += more;
            n += put(text + n, " %%http://z ");
        }
    }
    size_t all = find((struct furl_range){text, n}, 0, 0, 0, whole);
    ck_assert_uint_ge(all, 5);
    for (size_t i = 0; i < 600; i++) {
        size_t from = roll_dice(&dice, n + 1), before = 0, start = 0;
        size_t back = roll_dice(&dice, from + 1);
        if (i % 3 > 0 && from > NEAR) { /* a place close before what may be taken for a URL */
            back = from - roll_dice(&dice, NEAR);
            while (from < n && text[from] != 'h') {
                from++;
            }
        }
        if (!furl_scanner_divide((struct furl_range){text + back, from - back}, i % 2 == 0,
                                 &start)) {
            continue;
        }
        start = start + back - FURL_START_BEFORE;
        size_t found = find((struct furl_range){text, n}, start, FURL_START_BEFORE, from, some);
        parts++;
        while (before < all && whole[before].offset < from) {
            before++;
        }
        ck_assert_uint_eq(found, all - before);
        bool same = true;
        for (size_t k = 0; k < found; k++) {
            const struct furl_match *one = &some[k], *other = &whole[before + k];
            same = same && one->offset == other->offset && one->length == other->length &&
                   one->joined == other->joined && one->open == other->open;
        }
        ck_assert(same);
    }
    ck_assert_uint_ge(parts, 4);
}
END_TEST

Suite *divide_suite(void)
{
    Suite *suite = suite_create("divide");

    loop_case(suite, "gaps", a_text_is_parted_where_gaps_have_ended, COUNT(parted));
    loop_case(suite, "limits", gaps_have_limits, 1);
    loop_case(suite, "parts", parts_have_what_the_whole_has, 60);
    return suite;
}
