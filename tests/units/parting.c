#include "furl/text/parting.h"

#include "furl/text/scanner.h"
#include "units.h"

/* Texts, parted at their ends: the place, and the one after a line end. 0: there is none. */
static const struct {
    const char *text;
    size_t n, place, line;
} parted[] = {
    {"", 0, 0, 0},
    {"a b\nc d", 7, 6, 4},
    {"a b\nc ", 6, 6, 4},
    {"a b\nc", 5, 4, 4},
    {"a b\rc\0d", 7, 6, 4},
    {"abc", 3, 0, 0},
    {"a\x7F%b c%", 7, 5, 0},
    {"a %%b c", 7, 2, 0}, /* a gap may go on after the mark */
    {"a\n%%%b c\nd", 10, 2, 2},
    {"a %% %% b", 9, 2, 0},
};

/* Octets before the text, so many that none is missing. */
#define BEFORE (FURL_PARTING_OCTETS + 3)

/* Looks for a place in blocks of `cut`. */
static struct furl_parting part(const unsigned char *text, size_t n, bool lines, size_t cut)
{
    struct furl_parting parting;
    bool found = false;

    furl_parting_init(&parting, n, lines);
    while (!found && parting.at > 0) {
        size_t some = parting.at < cut ? (size_t)parting.at : cut;
        found = furl_parting_look(&parting, (struct furl_range){text + parting.at - some, some});
    }
    return parting;
}

START_TEST(a_place_is_found)
{
    static unsigned char text[BEFORE + 64];
    size_t n = BEFORE + parted[_i].n;

    for (int lines = 0; lines < 2; lines++) {
        size_t place = lines == 1 ? parted[_i].line : parted[_i].place;
        memset(text, 'x', BEFORE);
        text[0] = lines == 1 ? '\n' : ' '; /* the place where the text has none */
        memcpy(text + BEFORE, parted[_i].text, parted[_i].n);
        for (size_t cut = 1; cut <= n; cut += 1 + cut / 3) {
            struct furl_parting parting = part(text, n, lines == 1, cut);
            ck_assert_uint_eq(parting.place, place > 0 ? BEFORE + place : 1);
            ck_assert_uint_eq(furl_parting_start(&parting),
                              place > 0 ? BEFORE + place - FURL_START_BEFORE : 0);
        }
    }
}
END_TEST

/* A mark that is one octet nearer than a gap can be long is no place; one octet farther it is. */
START_TEST(a_gap_has_its_limit)
{
    static unsigned char text[BEFORE + 64];

    for (size_t mark = 1; mark < 10; mark++) {
        memset(text, 'x', sizeof text);
        text[0] = text[BEFORE - 1] = '\n';
        text[mark] = text[mark + 1] = '%';
        struct furl_parting parting = part(text, BEFORE, false, BEFORE);
        bool far = BEFORE - mark > FURL_PARTING_OCTETS;
        ck_assert_uint_eq(parting.place, far ? BEFORE : 1);
    }
}
END_TEST

/* The URLs of a text that begin at `from` or after it, as they are found from an offset on. */
static size_t find(struct furl_range octets, size_t start, size_t from, struct furl_found *finds)
{
    struct furl_scanner scanner;
    struct furl_found found;
    struct furl_window text = {octets.at + start, octets.n - start, true, start};
    enum furl_event event = FURL_SCAN_MORE;
    size_t n = 0;

    furl_scanner_init(&scanner, furl_kernels(), &(struct furl_ways){.max_length = 3000});
    furl_scanner_restart(&scanner, start);
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

static const char *const words[] = {
    "area://a",
    "http://x",
    "http:",
    "area:",
    "mailto:a@b",
    "%%",
    "%%",
    "%%\n",
    "\n%%",
    "\n> ",
    "\n",
    "\r\n",
    "\r",
    " ",
    " ",
    "%",
    "%2",
    "abc",
    "AREA:x",
    "://",
    "<URL:area:b>",
    "<",
    ">",
    "\"",
    "\033[1; 3",
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
    "x",
    PROSE,
    PROSE,
    PROSE,
};

#define FINDS ((size_t)4000)

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
    static struct furl_found whole[FINDS], some[FINDS];
    uint64_t dice = (uint64_t)_i + 1;
    size_t n = 0;

    while (n + 4300 < sizeof text) {
        n += put(text + n, words[roll_dice(&dice, COUNT(words))]);
        if (roll_dice(&dice, 200) == 0) { /* a gap, about as long as it may be */
            size_t more = 4085 + roll_dice(&dice, 15);
            n += put(text + n, " area://g%%");
            memset(text + n, roll_dice(&dice, 2) == 0 ? 'x' : '\t', more);
            n += more;
            n += put(text + n, " %%http://z ");
        }
    }
    size_t all = find((struct furl_range){text, n}, 0, 0, whole);
    ck_assert_uint_ge(all, 10);
    for (size_t i = 0; i < 100; i++) {
        size_t from = roll_dice(&dice, n + 1), before = 0;
        struct furl_parting parting = part(text, from, i % 2 == 0, 4608);
        size_t start = (size_t)furl_parting_start(&parting);
        size_t found = find((struct furl_range){text, n}, start, from, some);
        while (before < all && whole[before].offset < from) {
            before++;
        }
        ck_assert_uint_eq(found, all - before);
        for (size_t k = 0; k < found; k++) {
            ck_assert_uint_eq(some[k].offset, whole[before + k].offset);
            ck_assert_uint_eq(some[k].length, whole[before + k].length);
            ck_assert_uint_eq(some[k].joined, whole[before + k].joined);
            ck_assert_uint_eq(some[k].open, whole[before + k].open);
        }
    }
}
END_TEST

Suite *parting_suite(void)
{
    Suite *suite = suite_create("parting");

    loop_case(suite, "places", a_place_is_found, COUNT(parted));
    loop_case(suite, "limit", a_gap_has_its_limit, 1);
    loop_case(suite, "parts", parts_have_what_the_whole_has, 60);
    return suite;
}
