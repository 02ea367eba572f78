/* Finding URLs in text, where a case cannot reach: windows that end anywhere, naive readings of
 * what the rules say. Texts with their URLs are in tests/cases/starts-and-ends.cases; that all
 * windows find the same is in tests/fuzz/scan.c. */
#include "furl/text/find.h"

#include <inttypes.h>

#include "furl/core/bits.h"
#include "furl/text/quote.h"
#include "furl/url/scheme.h"

#include "units.h"

/*
 * What is found is written in words: an offset and a length in the text, `%` if it was joined,
 * `...` if it is open; and the URL.
 */
struct findings {
    char text[1 << 16];
    size_t n;
    size_t begins; /* no URL that is found later begins before this offset */
};

static void note(struct findings *findings, const struct furl_match *match)
{
    char *ptr = findings->text + findings->n;

    ck_assert(match->start >= findings->begins);
    ck_assert(findings->n + match->url.n + 100 < sizeof findings->text);
    ptr +=
        sprintf(ptr, "%s%zu+%zu%s%s ", findings->n > 0 ? " " : "", match->start,
                match->end - match->start, match->joined != 0 ? "%" : "", match->open ? "..." : "");
    memcpy(ptr, match->url.ptr, match->url.n);
    findings->n = (size_t)(ptr - findings->text) + match->url.n;
}

/* Searches the first `n` octets of a text, which `ends` with them or may go on. Passes over URLs
 * that are too long. */
static void find_in_front(const struct furl_find_settings *settings, struct furl_range text,
                          size_t n, bool ends, struct findings *findings)
{
    static struct furl_buffer joined;
    struct furl_search search = {.pos = 0};
    struct furl_window window = furl_window_of((struct furl_range){text.ptr, n});
    struct furl_match match;
    enum furl_found found;

    window.ends = ends;
    findings->n = findings->begins = 0;
    while ((found = furl_find(settings, &window, &search, &joined, &match)) != FURL_NONE &&
           found != FURL_UNDECIDED) {
        if (found == FURL_FOUND) {
            note(findings, &match);
        }
    }
    if (match.start < findings->begins || match.start > window.n) {
        ck_abort_msg("%zu is no place for the next URL", match.start);
    }
    findings->begins = match.start;
    findings->text[findings->n] = '\0';
}

/* Writes a row's text to `out`, in which `{octets*n}` stands for so many times the octets, and `{}`
 * for a NUL. Returns how many octets it has. */
#define ROOM ((size_t)1 << 16)
static size_t expand(const char *row, unsigned char *out)
{
    size_t n = 0;

    for (; *row != '\0'; row++) {
        size_t inside = *row == '{' ? strcspn(row + 1, "*}") : 0;
        size_t times = inside > 0 ? strtoul(row + 2 + inside, NULL, 10) : 1;
        size_t size = inside > 0 ? inside : 1;
        ck_assert(n + size * times < ROOM);
        for (; times > 0; times--, n += size) {
            memcpy(out + n, inside > 0 ? row + 1 : row, size);
        }
        if (*row == '{') {
            out[n - 1] = inside > 0 ? out[n - 1] : '\0';
            row = strchr(row, '}');
        }
    }
    out[n] = '\0';
    return n;
}

#define MOST ((size_t)1 << 20)

static unsigned char octets[ROOM];
static struct findings whole, front;

static struct furl_find_settings finder_of(bool wrapped)
{
    struct furl_find_settings settings;

    furl_find_settings_init(&settings, furl_choose_kernels(), MOST, false);
    settings.wrapped = wrapped;
    return settings;
}

/* Texts that may go on, whose last octet is the one that decides what is found. */
static const struct row {
    const char *text, *found;
} decided[] = {
    {"http://a ", "0+8 http://a"},
    {"http://a.\n", "0+8 http://a"},
    {"http://a#<", "0+9 http://a#"},
    {"http://a%4 ", "0+8 http://a"},
    {"area://a%z", "0+8 area://a"},
    {"area://a%4z", "0+8 area://a"},
    {"area://a~", "0+8 area://a"},
    {"area://a=b?c=d=", "0+14 area://a=b?c=d"},
    {"area://a?b=<c ", "0+11 area://a?b="},
    {"(http://a)", "1+8 http://a"},
    {"<http://a.>", "1+9 http://a."},
    {"http://a\xD1x", "0+8 http://a"},
    {"http://a\xE2\x80\x94", "0+8 http://a"},
    {"http://[::1]/ ", "0+13 http://[::1]/"},
    {"http://.{{a*1}}/ ", "0+12 http://.{a}/"},
    {"http://a[:x", "0+8 http://a"},
    {"*a http://b* ", "3+8 http://b"},
    {"http://a/_[b] ", "0+13 http://a/_[b]"},
    {"http://a?^b ", "0+11 http://a?^b"},
    {"http://a/\xD9\x88\xE2\x80\x8C ", "0+11 http://a/\xD9\x88"},
    {"http://a/\xE3\x80\x8A"
     "b ",
     "0+9 http://a/"},
    {"@X0Fhttp://a@X07 ", "4+8 http://a"},
    /* Breaks, and marks without a continuation */
    {"area://a%%\n%%b ", "0+14% area://ab"},
    {"area://a%%\n%% ", "0+8 area://a"},
    {"area://a%% %%b ", "0+14% area://ab"},
    {"area://a%%%\n%%4z ", "0+16% area://a4z"},
    {"area://a%%{}", "0+8... area://a"},
    {"area://a%%{\n*17}", "0+8... area://a"},
    {"area://a%%{\r\n*16}\r", "0+8... area://a"},
    {"area://a%%\nhttp://b", "0+8... area://a"},
    {"area://a%%{.*4097}", "0+8... area://a"},
    {"area://a{%*5000}.", "0+8... area://a"},
};

static const struct row decided_wrapped[] = {
    {"http://a b", "0+8 http://a"},         {"http://a\n\n", "0+8 http://a"},
    {"<http://a\nb>\n", "1+10% http://ab"}, {"<http://a\nb<\n", "1+8 http://a"},
    {"<http://a\n\n", "1+8 http://a"},
};

static void expect_decided(const struct row *row, bool wrapped)
{
    const struct furl_range text = {octets, expand(row->text, octets)};
    const struct furl_find_settings settings = finder_of(wrapped);

    for (size_t n = 0; n < text.n; n++) {
        find_in_front(&settings, text, n, false, &front);
        ck_assert_msg(front.n == 0, "%s in %zu octets of %s", front.text, n, row->text);
    }
    find_in_front(&settings, text, text.n, false, &whole);
    ck_assert_str_eq(whole.text, row->found);
}

START_TEST(a_url_is_found_as_soon_as_its_end_is_decided)
{
    expect_decided(&decided[_i], false);
}
END_TEST

START_TEST(so_is_one_that_may_be_wrapped)
{
    expect_decided(&decided_wrapped[_i], true);
}
END_TEST

/* Texts that may go on, and where the first URL to be found in them may begin. */
static const struct {
    const char *text;
    size_t next;
} beginnings[] = {
    {"", 0},
    {"ab cd ", 6},
    {"ab cd", 3},
    {"ab 12cd", 5},
    {"ab 12", 5},
    {"ab http:", 3},
    {"ab http:/", 3},
    {"ab :/", 5},
    {"ab http:x", 8},
    {"ab http://", 3},
    {"ab area:c%%\n> d", 3},
    {"ab area:c d", 10},
    {"area:c.d", 0},
    {"area:c<d", 7},
    {"abcdefghijklmnopqrstuvwxyzabcdefghijklmn", 8},
};

START_TEST(it_says_where_the_next_url_may_begin)
{
    const struct furl_range text = range(beginnings[_i].text);
    const struct furl_find_settings settings = finder_of(false);

    find_in_front(&settings, text, text.n, false, &whole);
    ck_assert_uint_eq(whole.begins, beginnings[_i].next);
}
END_TEST

/* Sets up a finder of any sort. */
static void roll_finder(struct dice *dice, struct furl_find_settings *settings)
{
    size_t max_length = roll(dice, 2) ? 1000 : 1 + roll(dice, 40);
    bool high = roll(dice, 4) == 0;

    furl_find_settings_init(settings, furl_choose_kernels(), max_length, high);
    settings->wrapped = roll(dice, 2) == 0;
}

/* What is found in a window is also found in a longer one, and nothing else begins there before the
 * index that the first one gave. Windows grow by `step` octets. */
static void expect_growth(const struct furl_find_settings *settings, struct furl_range text,
                          size_t step)
{
    front.n = front.begins = 0;
    for (size_t n = 0; n < text.n + step + 1; n += step) {
        find_in_front(settings, text, n < text.n ? n : text.n, n > text.n, &whole);
        size_t next = strtoul(whole.text + front.n, NULL, 10);
        if (whole.n < front.n || memcmp(whole.text, front.text, front.n) != 0 ||
            (whole.n > front.n && next < front.begins)) {
            ck_abort_msg("\"%.*s\", and in %zu octets \"%s\"", (int)front.n, front.text, n,
                         whole.text);
        }
        memcpy(front.text, whole.text, whole.n + 1);
        front.n = whole.n;
        front.begins = whole.begins;
    }
}

START_TEST(what_is_found_stays)
{
    struct dice dice = {(uint64_t)_i + 1};
    struct furl_range text = {octets, 300};

    for (size_t i = sampled(200); i > 0; i--) {
        struct furl_find_settings settings;
        roll_text(&dice, octets, text.n);
        roll_finder(&dice, &settings);
        expect_growth(&settings, text, 1);
    }
}
END_TEST

static const size_t filler_lengths[] = {1,    4090, 4094, 4095, 4096, 4097,
                                        4098, 4099, 4100, 9000, 17000};

/* Gaps and runs at the limits, also after what is in doubt. */
START_TEST(long_gaps_and_runs)
{
    static const char *const heads[] = {
        "area://x%%",    "http://x%%", "area://x%4",         "area://x%4%%\n%%",
        "area://x?a=<b", "http://[::", "http://x/?i[%%\n%%", "http://x/\xD0",
    };
    static const char fillers[] = "% \nx:";
    const size_t n = filler_lengths[_i], step = sample_step(COUNT(heads));
    const struct furl_find_settings settings = finder_of(false);

    for (size_t f = 0; fillers[f] != '\0'; f++) {
        for (size_t h = ((size_t)_i + f) % step; h < COUNT(heads); h += step) {
            char row[100];
            sprintf(row, "%s{%c*%zu}\n%%%%y area://z", heads[h], fillers[f], n);
            struct furl_range text = {octets, expand(row, octets)};
            expect_growth(&settings, text, 1 + n / 16);
            ck_assert(whole.n > 8 && strcmp(whole.text + whole.n - 8, "area://z") == 0);
        }
    }
}
END_TEST

/* The sorts of URL that differ in the octets that they may contain. */
static const struct {
    const char *url;
    bool fidonet, high;
    const char *ends; /* bare octets below 80 that end it, besides controls, space, < > " */
} sorts[] = {
    {"area://ab", true, false, "#[\\]^`{|}~"}, {"area://ab", true, true, "#[\\]^`{|}~"},
    {"http://ab", false, false, "'[\\]^`{|}"}, {"http://ab", false, true, "[\\]^`{|}"},
    {"ed2k://ab", false, false, "'[\\]^`{}"},
};

static bool is_one_of(int octet, const char *list)
{
    return octet != 0 && strchr(list, octet) != NULL;
}

/* Whether a URL of the sort may contain the octet before "x". */
static bool may_contain(size_t sort, int octet)
{
    if (octet >= 0x80) {
        return sorts[sort].high && !sorts[sort].fidonet;
    }
    if (octet == '%') {
        return !sorts[sort].fidonet; /* no escape */
    }
    return octet > ' ' && octet != 0x7F && !is_one_of(octet, "<>\"") &&
           !is_one_of(octet, sorts[sort].ends);
}

/* Whether the octet is trimmed at the end of a URL that comes right after `before`. */
static bool is_trimmed(int octet, int before)
{
    return is_one_of(octet, ".,;:!?'()%") || (octet == before && is_one_of(octet, "*_-~"));
}

/* Each octet, inside of each sort of URL and at its end, after each octet that matters to it. */
START_TEST(every_octet_in_every_sort)
{
    static const char befores[] = " *_-~";

    for (size_t i = 0; i < COUNT(sorts) * (sizeof befores - 1) * 2; i++) {
        const size_t sort = i % COUNT(sorts), more = i / COUNT(sorts) % 2;
        const char before = befores[i / COUNT(sorts) / 2];
        const char *url = sorts[sort].url;
        struct furl_range text = {octets, 0};
        struct furl_find_settings settings;
        char found[64];
        text.n = (size_t)sprintf((char *)octets, "%c%s%c%s ", before, url, _i, more ? "x" : "");
        furl_find_settings_init(&settings, furl_choose_kernels(), MOST, sorts[sort].high);
        find_in_front(&settings, text, text.n, false, &whole);
        size_t n = strlen(url);
        size_t stop = may_contain(sort, _i) ? n + 1 + more : n;
        size_t kept = stop > n && !more && is_trimmed(_i, before) ? n : stop;
        sprintf(found, "1+%zu %.*s", kept, (int)kept, (const char *)octets + 1);
        ck_assert_str_eq(whole.text, found);
    }
}
END_TEST

/* Octets, and their lines that may have URLs, each after a `|`. */
static const char *const lined[][2] = {
    {"", ""},
    {"a\rb", ""},
    {"a\rhttp://x b\rc", "|http://x b"},
    {"a\r\nhttp://x\r\nb\nc mailto:y d http://z\n", "|http://x|c mailto:y d http://z"},
    {"http://x\rb", "|http://x"},
    {"http://x\rhttp://y", "|http://x|http://y"},
    {"a\rhttp://x%%\rb\r%%c\r", "|http://x%%\rb\r%%c\r"},
    {"a%%\rhttp://x%\r%%b\r", "|http://x%"},
    {"%% http://x\rb", "|%% http://x"},
    {"http://w\rhttp://x%%\r\rhttp://y\rb", "|http://w|http://x%%\r\rhttp://y\rb"},
};

START_TEST(it_says_which_lines_may_have_urls)
{
    struct furl_find_settings settings;
    struct furl_range lines[FURL_LINES_MAX];
    char got[100] = "";

    furl_find_settings_init(&settings, furl_choose_kernels(), MOST, false);
    size_t n = furl_lines_with_urls(&settings, range(lined[_i][0]), lines);
    for (size_t i = 0; i < n; i++) {
        strcat(got, "|");
        strncat(got, (const char *)lines[i].ptr, lines[i].n);
    }
    ck_assert_str_eq(got, lined[_i][1]);
    ck_assert_uint_eq(furl_lines_with_urls(&settings, (struct furl_range){NULL, 0}, lines), 0);
}
END_TEST

/* Many lines, and many colons, which are not noted all at once. */
START_TEST(lines_that_are_too_many_are_the_last_one)
{
    struct furl_find_settings settings;
    struct furl_range lines[FURL_LINES_MAX];
    const size_t size = 4096;

    memset(octets, 0, size);
    for (size_t i = 0; i + 4 < size; i += 4) {
        memcpy(octets + i, ":/:\n", 4);
    }
    furl_find_settings_init(&settings, furl_choose_kernels(), MOST, false);
    size_t n = furl_lines_with_urls(&settings, (struct furl_range){octets, size}, lines);
    ck_assert_uint_eq(n, FURL_LINES_MAX);
    for (size_t i = 0; i < n; i++) {
        ck_assert(lines[i].ptr == octets + 4 * i);
        ck_assert_uint_eq(lines[i].n, i + 1 < n ? 3 : size - 4 - 4 * i - 1);
    }
}
END_TEST

/* Lines, of which the last octet was read; the length of their quote prefixes, by hand, and how
 * many angles those have. */
static const struct {
    const char *line;
    size_t n, angles;
} prefixes[] = {
    {"", 0, 0},
    {">", 1, 1},
    {"> a", 2, 1},
    {">\ta", 2, 1},
    {">a", 1, 1},
    {">> a", 3, 2},
    {" a> b", 4, 1},
    {"a b> c", 0, 0},
    /* Blanks before, between and after */
    {" \t a", 3, 0},
    {"        > a", 10, 1},
    {" \t \t \t \t > a", 8, 0},
    {">>  > a", 6, 3},
    {"> \t> a", 5, 2},
    {">   > a", 6, 2},
    {">    > a", 2, 1},
    {">   a", 2, 1},
    /* Characters, which a blank must follow */
    {"a>", 0, 0},
    {"a>b", 0, 0},
    {"a> ", 3, 1},
    {"zA09>>\ta", 7, 2},
    {"abcd> a", 6, 1},
    {"abcde> a", 0, 0},
    {"abcdefghijklmnopq> a", 0, 0},
    {"ab", 0, 0},
    {"a.> b", 0, 0},
    {"-> a", 0, 0},
    {"<> a", 0, 0},
    {"a> b>  \xD0\x90> c", 11, 3},
    {"> a>>b", 2, 1},
    {">a> b", 4, 2},
    {"> >a", 3, 2},
    /* Of UTF-8, and octets that are none */
    {"\xD0\x90\xD0\x90\xD0\x90\xD0\x90> a", 10, 1},
    {"\xD0\x90\xD0\x90\xD0\x90\xD0\x90z> a", 0, 0},
    {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80> a", 18, 1},
    {"\x80\xD0\xE2\x80> a", 6, 1},
    {"\x80\x80\x80\x80\x80> a", 0, 0},
    {"\xD0\x90\xD0> a", 5, 1},
    {"\xD0", 0, 0},
};

START_TEST(prefixes_are_as_defined)
{
    struct furl_quote quote = furl_quote_read(range(prefixes[_i].line), UINT64_MAX, false);

    ck_assert_uint_eq(quote.n, prefixes[_i].n);
    ck_assert_uint_eq(quote.angles, prefixes[_i].angles);
}
END_TEST

/* A name as furl_scheme sees it. */
static uint64_t word_of(const char name[FURL_SCHEME_MAX])
{
    uint64_t word = 0;

    for (size_t i = 0; i < FURL_SCHEME_MAX; i++) {
        word = word << 8 | (unsigned char)name[i];
    }
    return word;
}

/* Prints a product that puts all schemes at indexes of their own, as scheme.c has it. */
FURL_MODULAR static void print_indexes(void)
{
    uint64_t factor = 0x9E3779B97F4A7C15, seen = 0;
    unsigned char indexes[64] = {0};

    for (size_t i = 0; i < furl_schemes_n; i++) {
        uint64_t offset = word_of(furl_schemes[i].name) * factor >> 58;
        if ((seen >> offset & 1) != 0) {
            factor = factor * 0xD1342543DE82EF95 + 2; /* the next one to try */
            seen = 0;
            i = SIZE_MAX;
            continue;
        }
        seen |= (uint64_t)1 << offset;
        indexes[offset] = (unsigned char)i;
    }
    printf("factor = 0x%016" PRIX64 ", indexes:", factor);
    for (size_t i = 0; i < COUNT(indexes); i++) {
        printf(" %u,", indexes[i]);
    }
    printf("\n");
    fflush(stdout);
}

START_TEST(every_scheme_is_found)
{
    for (size_t i = 0; i < furl_schemes_n; i++) {
        struct furl_range name = furl_range_of(furl_schemes[i].name);
        if (furl_scheme_of(name, name.n) != &furl_schemes[i]) {
            print_indexes();
            ck_abort_msg("%s is not found: scheme.c needs these numbers", furl_schemes[i].name);
        }
    }
}
END_TEST

Suite *find_suite(void)
{
    Suite *suite = suite_create("find");

    loop_case(suite, "decided", a_url_is_found_as_soon_as_its_end_is_decided, COUNT(decided));
    loop_case(suite, "decided, wrapped", so_is_one_that_may_be_wrapped, COUNT(decided_wrapped));
    loop_case(suite, "next", it_says_where_the_next_url_may_begin, COUNT(beginnings));
    loop_case(suite, "longer", what_is_found_stays, 8);
    loop_case(suite, "gaps", long_gaps_and_runs, COUNT(filler_lengths));
    loop_case(suite, "schemes", every_scheme_is_found, 1);
    loop_case(suite, "octets", every_octet_in_every_sort, 256);
    loop_case(suite, "lines", it_says_which_lines_may_have_urls, COUNT(lined));
    loop_case(suite, "many lines", lines_that_are_too_many_are_the_last_one, 1);
    loop_case(suite, "prefixes", prefixes_are_as_defined, COUNT(prefixes));
    return suite;
}
