#include "furl/text/reassemble.h"

#include "units.h"

#define MOST ((size_t)1000)
#define ROOM ((size_t)20000)

/* What was read of a text: positions are in the text, whatever was dropped. */
struct finding {
    enum furl_reassembly_end end;
    char url[ROOM];
    size_t n;
    size_t url_end;
    size_t at; /* where the search goes on */
    bool broken, open;
    size_t held; /* the most octets that were still needed */
};

/* What of a window is dropped that is not needed. */
enum dropping { NOTHING, HALF, EVERYTHING };

static void note(struct finding *finding, const struct furl_reassembly *reading,
                 const struct furl_match *found)
{
    finding->at = (size_t)reading->at;
    if (finding->end == FURL_READ_URL) {
        ck_assert(found->url.n < ROOM);
        memcpy(finding->url, found->url.at, found->url.n);
        finding->n = found->url.n;
        finding->url_end = (size_t)(found->offset + found->length);
        finding->broken = found->joined != 0;
        finding->open = found->open;
    }
}

/* Reads the first URL in the text. It is shown up to the URL's body first, and then `cut` octets
 * more at a time (0: random numbers of them), in memory of just the size that each window has. */
static void read_text(struct furl_reassembly *reading, struct furl_range text, size_t cut,
                      enum dropping dropping, struct finding *finding)
{
    const struct furl_window all = {text.at, text.n, true, 0};
    struct dice dice = {text.n + 1};

    ck_assert(first_start(&all, 0, &reading->start));
    *finding = (struct finding){.end = FURL_READ_MORE};
    for (size_t dropped = 0, shown = (size_t)reading->start.body;;) {
        size_t n = shown - dropped;
        unsigned char *copy = malloc(n > 0 ? n : 1);
        struct furl_window window = {copy, n, shown == text.n, dropped};
        struct furl_match found;
        ck_assert(copy != NULL);
        memcpy(copy, text.at + dropped, n);
        finding->end = shown == reading->start.body && dropped == 0
                           ? furl_read_first(reading, &window, &found)
                           : furl_read(reading, &window, &found);
        if (finding->end != FURL_READ_MORE) {
            note(finding, reading, &found);
            free(copy);
            return;
        }
        free(copy);
        ck_assert(!window.last);
        size_t needed = (size_t)furl_reassembly_needs(reading);
        ck_assert(needed >= dropped && needed < shown);
        finding->held = finding->held > shown - needed ? finding->held : shown - needed;
        dropped = dropping == EVERYTHING ? needed
                  : dropping == HALF     ? dropped + (needed - dropped) / 2
                                         : dropped;
        shown += piece_length(&dice, cut, text.n - shown);
    }
}

#define BROKEN 1u
#define OPEN   2u

/* Texts, the URL in each, the octet after it in the text, and where the search goes on. NULL:
 * there is too little to be a URL. */
static const struct {
    const char *text, *url;
    int end, at;
    unsigned marks;
} rows[] = {
    {"http://a ", "http://a", 8, 8, 0},
    {"http://a", "http://a", 8, 8, 0},
    {"see http://a., b", "http://a", 12, 14, 0},
    {"(area:a?b=c) ", "area:a?b=c", 11, 11, 0},
    {"http://g/?area://x ", "http://g/?area://x", 18, 18, 0},
    /* Right between what belongs together nothing is trimmed. */
    {"<http://a.>", "http://a.", 10, 10, 0},
    {"\"http://a!?\" ", "http://a!?", 11, 11, 0},
    {"<URL:http://a.> ", "http://a.", 14, 14, 0},
    {"\"URL:area:x)\"", "area:x)", 12, 12, 0},
    {"<http://a%4>", "http://a%4", 11, 11, 0},
    {"<http://a.\"", "http://a", 9, 10, 0},
    {"\"http://a.>", "http://a", 9, 10, 0},
    {"http://a.>", "http://a", 8, 9, 0},
    {"(http://a.)", "http://a", 9, 10, 0},
    {"<http://a. >", "http://a", 9, 10, 0},
    {"<http://a.", "http://a", 9, 10, 0},
    {"<area://a%4>", "area://a", 9, 9, 0},
    {"<area://a?b=<c>.>", "area://a?b=<c>.", 16, 16, 0},
    /* Too little is left, though it may be wrapped. */
    {"http://", NULL, 0, 7, 0},
    {"http://. x", NULL, 0, 8, 0},
    {"<http://.> x", NULL, 0, 9, 0},
    {"area://-;", NULL, 0, 9, 0},
    {"http://%4 ", NULL, 0, 9, 0},
    {"http://[: ", NULL, 0, 7, 0},
    {"netmail:C:\\", NULL, 0, 8, 0},
    {"area://%4 ", NULL, 0, 7, 0},
    {"http://-\xD1\x84", "http://-\xD1\x84", 10, 10, 0},
    {"http://%41", "http://%41", 10, 10, 0},
    /* The end of the text leaves it in doubt. */
    {"area://x%4", "area://x", 8, 8, 0},
    {"area://x?a=<b", "area://x?a=", 11, 11, 0},
    {"http://a.[1", "http://a", 8, 9, 0},
    /* Breaks */
    {"area://x%%\n%%y ", "area://xy", 14, 14, BROKEN},
    {"http://x%%*abc\r\n> %%y%%\n%%z", "http://xyz", 27, 27, BROKEN},
    {"area://x%% %%y.", "area://xy", 14, 15, BROKEN},
    {"http://x.%%\n%%", "http://x", 8, 14, 0},
    {"http://x.%%\n%%.y.", "http://x..y", 16, 17, BROKEN},
    {"http://x.%%\n%%. y", "http://x", 8, 15, 0},
    {"area://%%\n%%x", "area://x", 13, 13, BROKEN},
    {"area://x%%\n%%y%%\n%% z", "area://xy", 14, 19, BROKEN},
    {"(http://a%%\n%%b)c", "http://ab", 15, 15, BROKEN},
    {"(http://a(%%\n%%)b)c", "http://a()b", 17, 17, BROKEN},
    {"<http://a.%%\n%%b.>", "http://a.b.", 17, 17, BROKEN},
    {"<http://a.%%\n%%>", "http://a", 9, 15, 0},
    {"<http://a.%%\n%%.>", "http://a..", 16, 16, BROKEN},
    {"netmail:%%\n%%2:5/6", "netmail:2:5/6", 18, 18, BROKEN},
    {"netmail:%%\n%%C", NULL, 0, 13, 0},
    {"area://x?a%%\n%%=b%%\n%%=c", "area://x?a=b", 17, 22, BROKEN},
    /* What is cut in two */
    {"http://x/%D%%\n%%1%82 ", "http://x/%D1%82", 20, 20, BROKEN},
    {"area://x%D%%\n%%1%82 ", "area://x%D1%82", 19, 19, BROKEN},
    {"area://x%D%%\n%%1%%\n%%%82", "area://x%D1%82", 24, 24, BROKEN},
    {"http://x/%D%%\n%% z", "http://x/", 9, 16, 0},
    {"area://x%D%%\n%% z", "area://x", 8, 15, 0},
    {"area://x%D%%\n%%z", "area://x", 8, 15, 0},
    {"area://x%D%%\n%%%", "area://x", 8, 15, 0},
    {"http://[::%%\n%%1]/x", "http://[::1]/x", 19, 19, BROKEN},
    {"http://%%\n%%[::1]/x", "http://[::1]/x", 19, 19, BROKEN},
    {"http://[::%%\n%%z]", NULL, 0, 15, 0},
    {"http://a/\xD1%%\n%%\x84", "http://a/\xD1\x84", 16, 16, BROKEN},
    {"http://a/\xD1%%\n%%x", "http://a/", 9, 15, 0},
    {"area://x?a=<b%%\n%%c>d", "area://x?a=<bc>d", 21, 21, BROKEN},
    {"area://x?a=%%\n%%<b>", "area://x?a=<b>", 19, 19, BROKEN},
    {"area://x?a=<b%%\n%% c>", "area://x?a=", 11, 18, 0},
    {"area://x%%\n%%?a=<b%%\n%% c>", "area://x?a=", 16, 23, BROKEN},
    /* Of three `%`, the first may be the URL's. */
    {"area://x%%%\n%%41", "area://x%41", 16, 16, BROKEN},
    {"area://x%%%\n%%4z", "area://x4z", 16, 16, BROKEN},
    {"http://x/%D1%%%\n%%82", "http://x/%D1%82", 20, 20, BROKEN},
    {"area://x%D%%%\n%%41", "area://x", 8, 16, 0},
    {"area://x?a=<b%%%\n%%41>", "area://x?a=<b%41>", 22, 22, BROKEN},
    {"http://x/\xD1%%%\n%%41", "http://x/", 9, 16, 0},
    /* No continuation */
    {"area://x%% ", "area://x", 8, 10, OPEN},
    {"area://x.%% y", "area://x", 8, 11, OPEN},
    {"area://x%%", "area://x", 8, 10, OPEN},
    {"area://x%%%% ", "area://x", 8, 10, OPEN},
    {"area://x%%\n%", "area://x", 8, 10, OPEN},
    {"<area://x.%%>", "area://x", 9, 12, OPEN},
    {"area://x%%\nhttp://y%%z", "area://x", 8, 10, OPEN},
    {"area://x%%\n%%y%% ", "area://xy", 14, 16, BROKEN | OPEN},
    {"area://x%%\n%%%% ", "area://x", 8, 15, 0},
    {"area://x%%\n%%.%% ", "area://x", 8, 16, OPEN},
    {"http://x/%D%% ", "http://x/", 9, 13, OPEN},
    {"http://x/\xD1%% ", "http://x/", 9, 9, 0},
    {"area://x%4%% ", "area://x", 8, 8, 0},
    {"http://.%% ", NULL, 0, 10, 0},
    /* Colour codes of PCBoard */
    {"@X0Fhttp://x@X07 ", "http://x", 12, 16, 0},
    {"@X0Fhttp://x/@X0%%\n> %%7 ", "http://x/", 13, 24, 0},
    {"@X0Fhttp://x/@X%%%\n%%07 ", "http://x/@X%07", 23, 23, BROKEN},
};

static void expect_finding(const struct finding *finding, size_t row)
{
    ck_assert_int_eq(finding->end, rows[row].url != NULL ? FURL_READ_URL : FURL_READ_NOTHING);
    ck_assert_msg(finding->at == (size_t)rows[row].at, "%s: at %zu", rows[row].text, finding->at);
    if (rows[row].url != NULL) {
        expect((const unsigned char *)finding->url, finding->n, rows[row].url);
        ck_assert_uint_eq(finding->url_end, (size_t)rows[row].end);
        ck_assert(finding->broken == ((rows[row].marks & BROKEN) != 0));
        ck_assert(finding->open == ((rows[row].marks & OPEN) != 0));
    }
}

START_TEST(urls_are_read_at_every_cut)
{
    static struct finding finding;
    struct furl_range text = range(rows[_i].text);

    for (size_t cut = 0; cut <= text.n; cut++) {
        for (enum dropping dropping = NOTHING; dropping <= EVERYTHING; dropping++) {
            struct furl_reassembly reading;
            memset(&reading, 0xFF, sizeof reading);
            furl_reassembly_init(&reading, furl_kernels(),
                                 &(struct furl_scan_options){.max_length = MOST});
            read_text(&reading, text, cut, dropping, &finding);
            expect_finding(&finding, (size_t)_i);
            furl_reassembly_free(&reading);
        }
    }
}
END_TEST

/* One reading reads any number of URLs: nothing is left of those before, nor of what it read of
 * one that it did not end; nor does it matter whether its memory was given back. */
START_TEST(one_reading_reads_all)
{
    static struct finding finding;
    struct furl_reassembly reading;
    struct dice dice = {1};

    furl_reassembly_init(&reading, furl_kernels(), &(struct furl_scan_options){.max_length = MOST});
    for (int i = 0; i < 3000; i++) {
        size_t left = roll(&dice, COUNT(rows)), row = roll(&dice, COUNT(rows));
        struct furl_range text = range(rows[left].text);
        struct furl_window window = {text.at, text.n - roll(&dice, (uint32_t)text.n), false, 0};
        struct furl_match found;
        if (first_start(&window, 0, &reading.start)) {
            furl_read_first(&reading, &window, &found);
        }
        if (roll(&dice, 10) == 0) {
            furl_reassembly_free(&reading);
        }
        read_text(&reading, range(rows[row].text), roll(&dice, 9), EVERYTHING, &finding);
        expect_finding(&finding, row);
    }
    furl_reassembly_free(&reading);
    ck_assert(reading.joining.octets.at == NULL);
    ck_assert_uint_eq(reading.joining.max, MOST);
}
END_TEST

/* What a colour code of one URL began with is no part of one of the next. */
START_TEST(colour_codes_are_begun_anew)
{
    static const char *const begun[] = {"@X0Fhttp://abc@ ", "@X0Fhttp://abc@X ",
                                        "@X0Fhttp://abc@X1 "};
    static const char *const after[] = {"@X0Fhttp://X07 ", "@X0Fhttp://07 ", "@X0Fhttp://7 "};
    static struct finding finding;
    struct furl_reassembly reading;

    furl_reassembly_init(&reading, furl_kernels(), &(struct furl_scan_options){.max_length = MOST});
    for (size_t i = 0; i < COUNT(begun); i++) {
        read_text(&reading, range(begun[i]), 1, EVERYTHING, &finding);
        read_text(&reading, range(after[i]), 1, EVERYTHING, &finding);
        ck_assert_uint_eq(finding.n, strlen(after[i]) - 5);
    }
    furl_reassembly_free(&reading);
}
END_TEST

/* Texts, and how many octets the URL in each has when it is judged: joined, before it is trimmed;
 * without what it fails with. */
START_TEST(a_length_has_its_limit)
{
    static const struct {
        const char *text, *url;
        size_t n;
    } limits[] = {
        {"http://ab ", "http://ab", 9},           {"http://ab", "http://ab", 9},
        {"http://ab.. ", "http://ab", 11},        {"<http://ab..>", "http://ab..", 11},
        {"area://a%%\n%%b ", "area://ab", 9},     {"area://ab%%\n", "area://ab", 9},
        {"area://a%%\n%%%%\nx", "area://a", 8},   {"area://ab%4z", "area://ab", 9},
        {"area://ab?c=<d ", "area://ab?c=", 12},  {"http://a%41%% ", "http://a%41", 11},
        {"http://a?[%%\n%%]", "http://a?[]", 11},
    };
    static struct finding finding;

    for (size_t i = 0; i < COUNT(limits); i++) {
        for (size_t cut = 0; cut < 20; cut++) {
            struct furl_reassembly reading;
            furl_reassembly_init(&reading, furl_kernels(),
                                 &(struct furl_scan_options){.max_length = limits[i].n});
            read_text(&reading, range(limits[i].text), cut, EVERYTHING, &finding);
            ck_assert_int_eq(finding.end, FURL_READ_URL);
            expect((unsigned char *)finding.url, finding.n, limits[i].url);
            size_t at = finding.at;
            furl_reassembly_free(&reading);
            furl_reassembly_init(&reading, furl_kernels(),
                                 &(struct furl_scan_options){.max_length = limits[i].n - 1});
            read_text(&reading, range(limits[i].text), cut, EVERYTHING, &finding);
            ck_assert_int_eq(finding.end, FURL_READ_TOO_LONG);
            ck_assert_uint_eq(finding.at, at);
            furl_reassembly_free(&reading);
        }
    }
}
END_TEST

/* With `eight`, 80-FF are in URLs that are not Fidonet's; so one starts in the gap that else does
 * not. */
START_TEST(octets_of_eight_bits_are_taken_as_told)
{
    static const struct {
        const char *text, *strict, *eight;
    } texts[] = {
        {"http://a\xD1x\xFF. ", "http://a", "http://a\xD1x\xFF"},
        {"http://\xFF", NULL, "http://\xFF"},
        {"area://a\xD1\x84", "area://a", "area://a"},
        {"area://x%%\nhttp://\xD1 %%y", "area://xy", "area://x"},
    };
    static struct finding finding;

    for (size_t i = 0; i < COUNT(texts); i++) {
        for (int eight = 0; eight < 2; eight++) {
            const char *url = eight ? texts[i].eight : texts[i].strict;
            struct furl_reassembly reading;
            furl_reassembly_init(
                &reading, furl_kernels(),
                &(struct furl_scan_options){.max_length = MOST, .eight = eight != 0});
            read_text(&reading, range(texts[i].text), 1, EVERYTHING, &finding);
            furl_reassembly_free(&reading); /* which keeps what it was told */
            read_text(&reading, range(texts[i].text), 1, EVERYTHING, &finding);
            furl_reassembly_free(&reading);
            ck_assert_int_eq(finding.end, url != NULL ? FURL_READ_URL : FURL_READ_NOTHING);
            expect((unsigned char *)finding.url, finding.n, url != NULL ? url : "");
        }
    }
}
END_TEST

/* Long texts; what of them may still be needed, and the octets of the URL in each. */
static const struct {
    const char *front;
    char filler;
    size_t n;
    const char *after;
    size_t held, url_n; /* at most; of the URL */
} long_texts[] = {
    {"http://a", 'b', 9000, " ", 1, 9008},
    {"http://a", '.', 9000, " ", 1, 8},
    {"area://a", '+', 9000, "b ", 1, 9009},
    {"http://a", '(', 9000, " ", 1, 8},
    {"http://a", '%', 9000, "z ", FURL_RUN_MAX + 1, 9009},
    {"http://a", '%', 9000, " ", FURL_RUN_MAX + 1, 8},
    {"area://a", '%', 9000, " ", FURL_RUN_MAX + 1, 8},
    {"area://a%4", '%', 9000, " ", FURL_RUN_MAX + FURL_BRACKETED_MAX, 8},
    {"area://a%%\n", ' ', 4095, "%%b", FURL_RUN_MAX + 2, 9},
    {"area://a%%\n", ' ', 9000, "%%b", FURL_RUN_MAX + 2, 8},
    {"area://a?b=<%%\n", ' ', 4095, "%%c>", FURL_RUN_MAX + FURL_BRACKETED_MAX, 14},
    {"area://a?b=<", 'c', 255, "> ", FURL_BRACKETED_MAX + 1, 268},
    {"area://a?b=<", 'c', 256, "> ", FURL_BRACKETED_MAX + 1, 11},
    {"http://a?b[", 'c', 65, "] ", FURL_BRACKETED_MAX + 1, 10},
};

/* However long a URL or a gap is, what is still needed of the text is little: of a URL the last
 * octet, of a run of `%`, a gap or a unit no more than it may have. */
START_TEST(little_is_needed)
{
    static struct finding finding;
    static unsigned char text[ROOM];
    const size_t i = (size_t)_i / COUNT(cuts), cut = cuts[(size_t)_i % COUNT(cuts)];
    struct furl_reassembly reading;

    size_t front = (size_t)sprintf((char *)text, "%s", long_texts[i].front);
    memset(text + front, long_texts[i].filler, long_texts[i].n);
    strcpy((char *)text + front + long_texts[i].n, long_texts[i].after);
    furl_reassembly_init(&reading, furl_kernels(), &(struct furl_scan_options){.max_length = ROOM});
    read_text(&reading, range((char *)text), cut, EVERYTHING, &finding);
    ck_assert_int_eq(finding.end, FURL_READ_URL);
    ck_assert_uint_eq(finding.n, long_texts[i].url_n);
    ck_assert_uint_le(finding.held, long_texts[i].held);
    furl_reassembly_free(&reading);
}
END_TEST

Suite *reassemble_suite(void)
{
    Suite *suite = suite_create("reassemble");

    loop_case(suite, "urls", urls_are_read_at_every_cut, COUNT(rows));
    loop_case(suite, "any", one_reading_reads_all, 1);
    loop_case(suite, "colours", colour_codes_are_begun_anew, 1);
    loop_case(suite, "length", a_length_has_its_limit, 1);
    loop_case(suite, "eight", octets_of_eight_bits_are_taken_as_told, 1);
    loop_case(suite, "needs", little_is_needed, COUNT(long_texts) * COUNT(cuts));
    return suite;
}
