#include "furl/text/scanner.h"

#include "units.h"

/* What was found, a line each: offset and length, `%` if it was joined, dots if it is open, then
 * the URL, or what else happened. */
struct findings {
    char text[1 << 18];
    size_t n;
};

static void note(struct findings *findings, enum furl_event event, const struct furl_match *found)
{
    size_t room = sizeof findings->text - findings->n;

    ck_assert(event != FURL_SCAN_NO_MEMORY);
    int n = snprintf(findings->text + findings->n, room, "%llu+%llu%s%s ",
                     (unsigned long long)found->offset, (unsigned long long)found->length,
                     found->joined != 0 ? "%" : "", found->open ? "..." : "");
    findings->n += (size_t)n;
    if (event == FURL_SCAN_URL) {
        ck_assert(found->url.n + 32 < room);
        memcpy(findings->text + findings->n, found->url.at, found->url.n);
        findings->n += found->url.n;
    } else {
        strcpy(findings->text + findings->n, "too long");
        findings->n += 8;
    }
    findings->text[findings->n++] = '\n';
}

/* Searches the text, shown in pieces of length `cut`, 0 meaning random ones. */
static void search(struct furl_range text, size_t cut, size_t max_length, struct findings *findings)
{
    static unsigned char window[FURL_SCAN_HOLD + 8192];
    struct furl_scanner scanner;
    struct dice dice = {text.n + 1};
    size_t held = 0;
    uint64_t next = 0;

    furl_scanner_init(&scanner, furl_kernels(),
                      &(struct furl_scan_options){.max_length = max_length});
    findings->n = 0;
    for (size_t i = 0;;) {
        size_t n = i < text.n ? piece_length(&dice, cut, text.n - i) : 0;
        n = n < 8192 ? n : 8192;
        memcpy(window + held, text.at + i, n);
        i += n;
        struct furl_window shown = {window, held + n, i == text.n, i - n - held};
        struct furl_match found;
        enum furl_event event = FURL_SCAN_MORE;
        while ((event = furl_scan(&scanner, &shown, &found)) != FURL_SCAN_MORE) {
            ck_assert(found.offset >= next);
            note(findings, event, &found);
        }
        if (shown.last) {
            break;
        }
        ck_assert(furl_scanner_next(&scanner, &shown) >= next);
        next = furl_scanner_next(&scanner, &shown);
        size_t dropped = furl_scanner_spent(&scanner, &shown);
        ck_assert_uint_le(dropped, shown.n);
        held = shown.n - dropped;
        ck_assert_uint_le(held, FURL_SCAN_HOLD);
        memmove(window, window + dropped, held);
    }
    furl_scanner_free(&scanner);
    findings->text[findings->n] = '\0';
}

static struct findings whole, pieces;

static const struct {
    const char *text, *found;
} examples[] = {
    {"see area://A/b ", "4+10 area://A/b\n"},
    {"area://x%%\n> %%y", "0+16% area://xy\n"},
    {"http://x/%D%%\n%%1 ", "0+17% http://x/%D1\n"},
    {"http://x/%D%%\n%% ", "0+9 http://x/\n"},
    {"area://x%D%%\n%% area://y", "0+8 area://x\n16+8 area://y\n"},
    {"area://x%4http://y", "0+8 area://x\n10+8 http://y\n"},
    {"'http://a'http://b'", "1+8 http://a\n10+8 http://b\n"},
    {"(http://a)http://b)", "1+8 http://a\n10+8 http://b\n"},
    {"<http://a.%%\n%%>", "1+8 http://a\n"},
    {"<http://a.%%\n%%b.>", "1+16% http://a.b.\n"},
    {"http://%%\n%%[::1]/x", "0+19% http://[::1]/x\n"},
    {"netmail:%%\n%%2:5/6", "0+18% netmail:2:5/6\n"},
    {"netmail:%%\n%%C:\\ area://x", "17+8 area://x\n"},
    {"area://%%area://%%area://%%", ""},
    {"area://x%%%%%%%%%", "0+8... area://x\n"},
    {"http://x%%%%%%%%%y", "0+18 http://x%%%%%%%%%y\n"},
    {"http://x%%%%%%%%%.", "0+8... http://x\n"},
    {"area://x?a=%%\n%%<b@c>d", "0+22% area://x?a=<b@c>d\n"},
    {"area://x?a=b<c>", "0+12 area://x?a=b\n"},
    {"area://x<c>", "0+8 area://x\n"},
    /* Breaks inside what is taken in one piece. */
    {"http://[%%\n%%::1]", "0+17% http://[::1]\n"},
    {"http://[::%%\n%%1]/x", "0+19% http://[::1]/x\n"},
    {"http://u@[::%%\n%%1%%\n> %%]", "0+26% http://u@[::1]\n"},
    {"http://[::%%\n%%z] area://y", "18+8 area://y\n"},
    {"http://a?[%%\n%%]", "0+16% http://a?[]\n"},
    {"http://a/?id[%%\n%%]=5", "0+21% http://a/?id[]=5\n"},
    {"http://a/?@[:%%\n%%z]", "0+11 http://a/?@\n"},
    {"http://a/?id[%%\n%% ]", "0+12 http://a/?id\n"},
    {"http://a/[%%\n%%]", "0+9 http://a/\n"},
    {"http://a/\xD0%%\n%%\xB0", "0+16% http://a/\xD0\xB0\n"},
    {"http://a/\xD0%%\n%%x area://y", "0+9 http://a/\n17+8 area://y\n"},
    {"http://a/\xE2%%\n%%\x80%%\n%%\x94", "0+9 http://a/\n"},
    {"area://x?m=<a@b%%\n%%.c>+3 ", "0+25% area://x?m=<a@b.c>+3\n"},
    {"area://x?m=<a@b%%\n%%.c> ", "0+23% area://x?m=<a@b.c>\n"},
    {"area://x?m=<a@b%%\n%% .c>", "0+11 area://x?m=\n"},
    {"area://x?m=<a@b%%\n%%area://y", "0+11 area://x?m=\n20+8 area://y\n"},
    {"area://x?m=<area://y", "0+11 area://x?m=\n12+8 area://y\n"},
    {"area://x?m=<area://y%% ", "0+11 area://x?m=\n12+8... area://y\n"},
    {"area://x?m=<a%%b> ", "0+17 area://x?m=<a%%b>\n"},
    {"area://x?m=<a%%%\n%%41> ", "0+22% area://x?m=<a%41>\n"},
    {"(area://x?m=<(%%\n%%>)b) ", "1+21% area://x?m=<(>)b\n"},
    {"(area://x?m=<a.)%%\n%%>b) ", "1+22% area://x?m=<a.)>b\n"},
    {"'area://x?m=<a'http://y/%%\n%%b>", "1+30% area://x?m=<a'http://y/b>\n"},
    {"(area://x?m=<a.)%%\n%% >b) ", "1+11 area://x?m=\n"},
    /* Ends that are open. */
    {"area://x%% ", "0+8... area://x\n"},
    {"area://x.%% ", "0+8... area://x\n"},
    {"area://x%%\n%%y%% ", "0+14%... area://xy\n"},
    {"area://x%%\n%%%% ", "0+8 area://x\n"},
    {"area://x%4%% ", "0+8 area://x\n"},
    {"http://x/%D%% ", "0+9... http://x/\n"},
    {"http://x/\xD0%% ", "0+9 http://x/\n"},
    {"http://x/100%% sure", "0+12... http://x/100\n"},
    {"area://x%%\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n%%y", "0+8... area://x\n"},
    /* What is trimmed in pairs. */
    {"http://x/a( http://y/a(.) http://z/a(b", "0+10 http://x/a\n12+13 http://y/a(.)\n"
                                               "26+12 http://z/a(b\n"},
    {"-http://x/a-- -area://x- http://y/-", "1+10 http://x/a\n15+8 area://x\n25+10 http://y/-\n"},
    {"~http://x/~ http://y/~ ~area://x~", "1+9 http://x/\n12+10 http://y/~\n24+8 area://x\n"},
    {"-http://x/a-b.-", "1+12 http://x/a-b\n"},
    /* Control sequences before a scheme, and after a URL. */
    {"\x1B[1;31mhttp://x\x1B[0m", "7+8 http://x\n"},
    {"\x1B[mmailto:x", "3+8 mailto:x\n"},
    {"\x1B(Bhttp://x", "3+8 http://x\n"},
    {"\x1B"
     "chttp://x",
     "2+8 http://x\n"},
    {"\x1B[1;m2http://x", "6+8 http://x\n"},
    {"[1;31mhttp://x", "5+9 mhttp://x\n"},
    {"\001hhttp://x \001http://y \001xarea:z", "2+8 http://x\n12+8 http://y\n23+6 area:z\n"},
    {"\001xyz://a", "1+7 xyz://a\n"},
    {"@X0Fhttp://x@X07", "4+8 http://x\n"},
    {"@X0Fhttp://x.@X07. @XFFarea:y@X0a", "4+8 http://x\n23+6 area:y\n"},
    {"@X0Fhttp://x@X07y http://x@X07", "4+13 http://x@X07y\n18+12 http://x@X07\n"},
    {"@X0Fhttp://x/@X%30707", "4+17 http://x/@X%30707\n"},
    {"@X0Fhttp://x/@X0%%\n> %%7", "4+9 http://x/\n"},
    {"@X0Fmailto:joe@abc mailto:joe@XX7", "4+14 mailto:joe@abc\n19+14 mailto:joe@XX7\n"},
    {"@X0Gttp://x", "1+10 X0Gttp://x\n"},
    {"X0Fhttp://x", "0+11 X0Fhttp://x\n"},
    /* A byte order mark is not text. */
    {"\xEF\xBB\xBF"
     "AREA:x area:y",
     "10+6 area:y\n"},
};

START_TEST(examples_at_every_cut)
{
    struct furl_range text = range(examples[_i].text);

    for (size_t cut = 1; cut <= text.n; cut++) {
        search(text, cut, 1000, &pieces);
        ck_assert_str_eq(pieces.text, examples[_i].found);
    }
}
END_TEST

START_TEST(whole_equals_piecewise)
{
    static unsigned char text[4000];
    struct dice dice = {(uint64_t)_i + 1};
    const size_t step = sample_step(COUNT(cuts));

    roll_text(&dice, text, sizeof text);
    struct furl_range range = {text, sizeof text};
    size_t max_length = roll(&dice, 2) ? 1000 : 1 + roll(&dice, 40);
    search(range, sizeof text, max_length, &whole);
    for (size_t i = (size_t)_i % step; i < COUNT(cuts); i += step) {
        search(range, cuts[i], max_length, &pieces);
        ck_assert_msg(strcmp(pieces.text, whole.text) == 0, "pieces of %zu", cuts[i]);
    }
}
END_TEST

static const size_t filler_lengths[] = {1,    4090, 4094, 4095, 4096, 4097,
                                        4098, 4099, 4100, 9000, 17000};

/* Gaps and runs at the limits, also after what is in doubt, in windows of every sort. */
START_TEST(long_gaps_and_runs)
{
    static unsigned char text[20000];
    static const char *const heads[] = {
        "area://x%%",    "http://x%%", "area://x%4",         "area://x%4%%\n%%",
        "area://x?a=<b", "http://[::", "http://x/?i[%%\n%%", "http://x/\xD0",
    };
    static const char fillers[] = "% \nx:";
    const size_t n = filler_lengths[_i], step = sample_step(COUNT(heads));

    for (size_t f = 0; fillers[f] != '\0'; f++) {
        for (size_t h = ((size_t)_i + f) % step; h < COUNT(heads); h += step) {
            int head = sprintf((char *)text, "%s", heads[h]);
            memset(text + head, fillers[f], n);
            strcpy((char *)text + (size_t)head + n, "\n%%y area://z");
            struct furl_range range = {text, strlen((char *)text)};
            search(range, 8192, 1 << 20, &whole);
            ck_assert(strstr(whole.text, "area://z\n") != NULL);
            /* One cut of each: they take long. */
            search(range, cuts[(f + h) % COUNT(cuts)], 1 << 20, &pieces);
            ck_assert_str_eq(pieces.text, whole.text);
        }
    }
}
END_TEST

/* Where a URL is in octets that were read as those of one before it. */
START_TEST(it_tells_what_was_read_before)
{
    static const char given_up[] = "area://x?a=<area://yz b";
    struct furl_window text = {(const unsigned char *)given_up, sizeof given_up - 1, true, 0};
    struct furl_scanner scanner;
    struct furl_match found;

    furl_scanner_init(&scanner, furl_kernels(), &(struct furl_scan_options){.max_length = 1 << 20});
    for (int i = 0; i < 2; i++) {
        furl_scanner_restart(&scanner);
        ck_assert(furl_scan(&scanner, &text, &found) == FURL_SCAN_URL);
        ck_assert_uint_eq(found.seen, 0);
        ck_assert(furl_scan(&scanner, &text, &found) == FURL_SCAN_URL);
        ck_assert_uint_eq(found.seen, 22);
        ck_assert(furl_scan(&scanner, &text, &found) == FURL_SCAN_MORE);
    }
    furl_scanner_free(&scanner);
}
END_TEST

static const char *const texts[] = {"area://abc ", "area://a%%\n%%bc ", "area://abc%D ",
                                    "area://abc%%y ", "area://abc%%\n"};

START_TEST(a_length_has_its_limit)
{
    for (size_t cut = 1; cut < 20; cut++) {
        search(range(texts[_i]), cut, 10, &pieces);
        ck_assert_msg(strstr(pieces.text, " area://abc\n") != NULL, "%s", pieces.text);
        search(range(texts[_i]), cut, 9, &pieces);
        ck_assert_msg(strstr(pieces.text, " too long\n") != NULL, "%s", pieces.text);
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
    struct furl_scanner scanner;
    struct furl_range lines[FURL_LINES_MAX];
    char got[100] = "";

    furl_scanner_init(&scanner, furl_kernels(), &(struct furl_scan_options){.max_length = 1 << 20});
    size_t n = furl_lines_with_urls(&scanner, range(lined[_i][0]), lines);
    for (size_t i = 0; i < n; i++) {
        strcat(got, "|");
        strncat(got, (const char *)lines[i].at, lines[i].n);
    }
    ck_assert_str_eq(got, lined[_i][1]);
    ck_assert_uint_eq(furl_lines_with_urls(&scanner, (struct furl_range){NULL, 0}, lines), 0);
    furl_scanner_free(&scanner);
}
END_TEST

/* Many lines, and many colons, which are not noted all at once. */
START_TEST(lines_that_are_too_many_are_the_last_one)
{
    static unsigned char octets[4096];
    struct furl_scanner scanner;
    struct furl_range lines[FURL_LINES_MAX];

    for (size_t i = 0; i + 4 < sizeof octets; i += 4) {
        memcpy(octets + i, ":/:\n", 4);
    }
    furl_scanner_init(&scanner, furl_kernels(), &(struct furl_scan_options){.max_length = 1 << 20});
    size_t n = furl_lines_with_urls(&scanner, (struct furl_range){octets, sizeof octets}, lines);
    ck_assert_uint_eq(n, FURL_LINES_MAX);
    for (size_t i = 0; i < n; i++) {
        ck_assert(lines[i].at == octets + 4 * i);
        ck_assert_uint_eq(lines[i].n, i + 1 < n ? 3 : sizeof octets - 4 - 4 * i - 1);
    }
    furl_scanner_free(&scanner);
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
    struct furl_window text = {(const unsigned char *)beginnings[_i].text,
                               strlen(beginnings[_i].text), false, 0};
    struct furl_scanner scanner;
    struct furl_match found;

    furl_scanner_init(&scanner, furl_kernels(), &(struct furl_scan_options){.max_length = 1 << 20});
    while (furl_scan(&scanner, &text, &found) != FURL_SCAN_MORE) {
    }
    ck_assert_uint_eq(furl_scanner_next(&scanner, &text), beginnings[_i].next);
    furl_scanner_free(&scanner);
}
END_TEST

Suite *scanner_suite(void)
{
    Suite *suite = suite_create("scanner");

    loop_case(suite, "examples", examples_at_every_cut, COUNT(examples));
    loop_case(suite, "pieces", whole_equals_piecewise, 60);
    loop_case(suite, "limits", long_gaps_and_runs, COUNT(filler_lengths));
    loop_case(suite, "lines", it_says_which_lines_may_have_urls, COUNT(lined));
    loop_case(suite, "many lines", lines_that_are_too_many_are_the_last_one, 1);
    loop_case(suite, "next", it_says_where_the_next_url_may_begin, COUNT(beginnings));
    loop_case(suite, "read before", it_tells_what_was_read_before, 1);
    loop_case(suite, "length", a_length_has_its_limit, COUNT(texts));
    return suite;
}
