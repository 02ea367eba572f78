#include "furl/text/taking.h"

#include "units.h"

#define MOST ((size_t)1 << 20)

/* Begins the URL in the text, with the first colon that one starts at. */
static void begin(struct furl_reading *reading, struct furl_range text, bool eight)
{
    struct furl_window window = {text.at, text.n, true};
    struct furl_start start;
    size_t colon = 0;

    while (text.at[colon] != ':' || furl_start(&window, colon, 0, true, &start) != FURL_YES) {
        ck_assert(++colon < text.n);
    }
    memset(reading, 0xFF, sizeof *reading);
    furl_reading_init(reading, MOST, eight);
    furl_reading_begin(reading, &start);
}

/* Takes the URL in the text, all of which is shown. */
static enum step take_text(struct furl_reading *reading, struct furl_range text, bool eight)
{
    begin(reading, text, eight);
    return furl_take(reading, &(struct furl_window){text.at, text.n, true});
}

/* The URL as far as it was taken: if it ended in doubt, what came before that. */
static struct furl_ending taken(const struct furl_reading *reading, enum step step)
{
    bool ends = step == ENDS || step == ENDS_HERE || step == ENDS_OPEN;

    return step == ENDS_FAILED || (ends && is_in_doubt(reading)) ? reading->doubt : ending(reading);
}

/* Fails unless that has `n` octets, of which `kept` are left when it is trimmed. */
static void expect_taken(const struct furl_reading *reading, enum step step, size_t n, size_t kept)
{
    struct furl_ending end = taken(reading, step);

    ck_assert_uint_eq(end.length, n);
    ck_assert_uint_eq(end.kept, kept);
    ck_assert_int_eq(end.kept_at, (int64_t)(reading->start.at + kept));
}

/* Texts, how taking the URL in them ends, the URL then, and what is left of that when it is
 * trimmed; NULL: all of it. */
static const struct {
    const char *text;
    enum step step;
    const char *taken, *kept;
} rows[] = {
    {"http://a ", ENDS_HERE, "http://a", NULL},
    {"http://a", ENDS, "http://a", NULL},
    /* What is trimmed wherever it is last */
    {"http://a.,;:!?' ", ENDS_HERE, "http://a.,;:!?'", "http://a"},
    {"http://a.,b.,", ENDS, "http://a.,b.,", "http://a.,b"},
    {"http://a%41.", ENDS, "http://a%41.", "http://a%41"},
    /* What depends on the octet before the URL */
    {"'http://a'b", ENDS_HERE, "http://a", NULL},
    {"http://a'b", ENDS, "http://a'b", NULL},
    {"*http://a*", ENDS, "http://a*", "http://a"},
    {"*http://a*b**", ENDS, "http://a*b**", "http://a*b"},
    {"_area://a_.", ENDS, "area://a_.", "area://a"},
    /* Brackets nest from the left. */
    {"(http://a)b", ENDS_HERE, "http://a", NULL},
    {"(http://a(b)c)d", ENDS_HERE, "http://a(b)c", NULL},
    {"(http://a(.))", ENDS_HERE, "http://a(.)", NULL},
    {"http://a(b)", ENDS, "http://a(b)", NULL},
    {"http://a)", ENDS, "http://a)", "http://a"},
    {"http://a(", ENDS, "http://a(", "http://a"},
    {"http://a((b)", ENDS, "http://a((b)", NULL},
    {"http://a(b))", ENDS, "http://a(b))", "http://a(b)"},
    {"http://a)(b)", ENDS, "http://a)(b)", NULL},
    /* Draft 5.3.1: the first inappropriate reserved octet */
    {"area://a?b?c", ENDS_HERE, "area://a?b", NULL},
    {"area://a?b=c=d", ENDS_HERE, "area://a?b=c", NULL},
    {"area://a?b=c&d=e&f=g", ENDS, "area://a?b=c&d=e&f=g", NULL},
    {"area://a?b=c&d=e=f", ENDS_HERE, "area://a?b=c&d=e", NULL},
    {"area://a=b=c?d", ENDS, "area://a=b=c?d", NULL},
    {"http://a?b?c=d=e", ENDS, "http://a?b?c=d=e", NULL},
    {"*http://a?b=c=d", ENDS, "http://a?b=c=d", NULL},
    /* Message identifiers of gates */
    {"area://a?b=<c@d>+1 ", ENDS_HERE, "area://a?b=<c@d>+1", NULL},
    {"area://a?b=<>", ENDS, "area://a?b=<>", NULL},
    {"area://a?b=<c?d=e&f>g", ENDS, "area://a?b=<c?d=e&f>g", NULL},
    {"area://a?b=<c>=d", ENDS_HERE, "area://a?b=<c>", NULL},
    {"(area://a?b=<)>c)d", ENDS_HERE, "area://a?b=<)>c", NULL},
    {"(area://a?b=<(>c)d)e", ENDS_HERE, "area://a?b=<(>c)d", NULL},
    {"area://a?b=c<d>", ENDS_HERE, "area://a?b=c", NULL},
    {"area://a?<b>", ENDS_HERE, "area://a?", "area://a"},
    {"area://a=<b>", ENDS_HERE, "area://a=", NULL},
    {"http://a?b=<c>", ENDS_HERE, "http://a?b=", NULL},
    {"*http://a?b=<c>", ENDS_HERE, "http://a?b=", NULL},
    {"area://a?b=<c d>", ENDS_FAILED, "area://a?b=", NULL},
    {"area://a?b=<c<d>", ENDS_FAILED, "area://a?b=", NULL},
    {"area://a?b=<c", ENDS, "area://a?b=", NULL},
    {"area://a?b=<c%%d>", ENDS, "area://a?b=<c%%d>", NULL},
    /* Hosts and indices */
    {"http://[::1]:80/", ENDS, "http://[::1]:80/", NULL},
    {"http://u@[::1]", ENDS, "http://u@[::1]", NULL},
    {"http://a//[::1]", ENDS, "http://a//[::1]", NULL},
    {"http://a/[::1]", ENDS_FAILED, "http://a/", NULL},
    {"http://a/[1]", ENDS_FAILED, "http://a/", NULL},
    {"http://a.[::1]", ENDS_FAILED, "http://a.", "http://a"},
    {"http://[::g]", ENDS_FAILED, "http://", NULL},
    {"http://[::", ENDS, "http://", NULL},
    {"http://[::%%1]", ENDS_FAILED, "http://", NULL},
    {"http://a?b[1]=c[]", ENDS, "http://a?b[1]=c[]", NULL},
    {"area://[::1]", ENDS_HERE, "area://", NULL},
    {"ed2k://|a|", ENDS, "ed2k://|a|", NULL},
    /* Beyond ASCII */
    {"http://\xD1\x84.", ENDS, "http://\xD1\x84.", "http://\xD1\x84"},
    {"http://a\xD1x", ENDS_FAILED, "http://a", NULL},
    {"http://a.\xE2\x80\x94x", ENDS_FAILED, "http://a.", "http://a"}, /* a dash */
    {"http://a\xD1", ENDS, "http://a", NULL},
    /* Escapes, halves of them, and `%` that begin none */
    {"http://a%41", ENDS, "http://a%41", NULL},
    {"http://a%4", ENDS, "http://a%4", "http://a"},
    {"http://a% ", ENDS_HERE, "http://a%", "http://a"},
    {"http://a.%4.", ENDS, "http://a.%4.", "http://a"},
    {"http://a%%x", ENDS, "http://a%%x", NULL},
    {"http://a%%%41", ENDS, "http://a%%%41", NULL},
    {"http://a%%4", ENDS, "http://a%%4", "http://a"},
    {"area://a%d1%84b", ENDS, "area://a%d1%84b", NULL},
    {"area://a.%z", ENDS_FAILED, "area://a.", "area://a"},
    {"area://a%4z", ENDS_FAILED, "area://a", NULL},
    {"area://a%4%41", ENDS_FAILED, "area://a", NULL},
    {"area://a%%41", ENDS_FAILED, "area://a", NULL},
    {"area://a%4", ENDS, "area://a", NULL},
    {"area://a%", ENDS, "area://a", NULL},
    /* Pauses */
    {"http://a.%%\n", PAUSES, "http://a.", "http://a"},
    {"area://a%%", PAUSES, "area://a", NULL},
    {"http://a%%%%%.b", PAUSES, "http://a", NULL},
    {"area://a%4%%\n", PAUSES, "area://a%4", "area://a"},
    {"area://a?b=<c%%\n", PAUSES, "area://a?b=<c", "area://a?b="},
    {"http://%% ", PAUSES, "http://", NULL},
    /* Addresses begin with a digit. */
    {"netmail:2:5/6 ", ENDS_HERE, "netmail:2:5/6", NULL},
    {"netmail:%32:5/6", ENDS, "netmail:%32:5/6", NULL},
    {"netmail:C:\\", ENDS, "netmail:", NULL},
    {"freq://a", ENDS, "freq://", NULL},
    {"faqserv:2a", ENDS, "faqserv:2a", NULL},
    /* Colour codes of PCBoard */
    {"@X0Fhttp://a@X07", ENDS, "http://a@X07", "http://a"},
    {"@X0Fhttp://a.@Xfa. ", ENDS_HERE, "http://a.@Xfa.", "http://a"},
    {"@X0Fhttp://a@X07@X1E", ENDS, "http://a@X07@X1E", "http://a"},
    {"@X0Fhttp://a@@X07", ENDS, "http://a@@X07", "http://a@"},
    {"@X0Farea://a@X07b", ENDS, "area://a@X07b", NULL},
    {"@X0Farea://a@X070", ENDS, "area://a@X070", NULL},
    {"@X0Fhttp://a@X0g", ENDS, "http://a@X0g", NULL},
    {"@X0Fhttp://a@x07", ENDS, "http://a@x07", NULL},
    {"@X0Fhttp://a@X%30", ENDS, "http://a@X%30", NULL},
    {"@X0Fhttp://a@X%307", ENDS, "http://a@X%307", NULL},
    {"@X0Fhttp://a@zX07", ENDS, "http://a@zX07", NULL},
    {"@X0Fhttp://a@X0z7", ENDS, "http://a@X0z7", NULL},
    {"@X0Fhttp://abcd/01ef", ENDS, "http://abcd/01ef", NULL},
    {"http://a@X07", ENDS, "http://a@X07", NULL},
};

/* Shown whole, and an octet more at a time, until it ends. */
START_TEST(urls_are_taken_at_every_cut)
{
    struct furl_range text = range(rows[_i].text);
    size_t n = strlen(rows[_i].taken);
    size_t kept = rows[_i].kept != NULL ? strlen(rows[_i].kept) : n;

    for (int whole = 0; whole < 2; whole++) {
        struct furl_reading reading;
        enum step step = WAITS;
        begin(&reading, text, false);
        for (size_t shown = whole ? text.n : reading.at; step == WAITS; shown++) {
            struct furl_window window = {text.at, shown, shown == text.n};
            ck_assert(shown <= text.n);
            step = furl_take(&reading, &window);
            ck_assert(step != WAITS || reading.at == shown);
        }
        ck_assert_int_eq(step, rows[_i].step);
        ck_assert_mem_eq(text.at + reading.start.at, rows[_i].taken, n);
        expect_taken(&reading, step, n, kept);
        if (step == PAUSES) {
            expect(reading.joined, reading.aside, rows[_i].taken);
            ck_assert_uint_eq(reading.gap.mark, reading.start.at + n);
            ck_assert_uint_eq(reading.gap.run, strspn(rows[_i].text + reading.gap.mark, "%"));
        } else {
            ck_assert_uint_eq(taken(&reading, step).at, reading.start.at + n);
        }
        furl_reading_free(&reading);
    }
}
END_TEST

/* The sorts of URL that differ in the octets that they may contain. */
static const struct {
    const char *url;
    bool fidonet, eight;
    const char *ends; /* bare octets below 80 that end it, besides controls, space, < > " */
} sorts[] = {{"area://ab", true, false, "#[\\]^`{|}~"},
             {"area://ab", true, true, "#[\\]^`{|}~"},
             {"http://ab", false, false, "[\\]^`{|}"},
             {"http://ab", false, true, "[\\]^`{|}"},
             {"ed2k://ab", false, false, "[\\]^`{}"}};

static bool is_one_of(int octet, const char *list)
{
    return octet != 0 && strchr(list, octet) != NULL;
}

/* Whether a URL of the sort may contain the octet before "x". */
static bool may_contain(size_t sort, int octet)
{
    if (octet >= 0x80) {
        return sorts[sort].eight && !sorts[sort].fidonet;
    }
    if (octet == '%') {
        return !sorts[sort].fidonet; /* no escape */
    }
    return octet > ' ' && octet != 0x7F && !is_one_of(octet, "<>\"") &&
           !is_one_of(octet, sorts[sort].ends);
}

/* Whether the octet is trimmed where it is last in a URL that `before` comes right before. */
static bool is_trimmed(int octet, int before)
{
    return is_one_of(octet, ".,;:!?'()%") || (octet == before && is_one_of(octet, "*_-~"));
}

/* Each octet, inside of each sort of URL and at its end, after each octet that matters to it. */
START_TEST(every_octet_in_every_sort)
{
    static const char befores[] = " *_-~";

    for (size_t sort = 0; sort < COUNT(sorts); sort++) {
        for (size_t i = 0; befores[i] != '\0'; i++) {
            unsigned char text[32];
            struct furl_range url = range(sorts[sort].url);
            struct furl_reading reading;
            text[0] = (unsigned char)befores[i];
            memcpy(text + 1, url.at, url.n);
            text[1 + url.n] = (unsigned char)_i;
            for (size_t more = 0; more < 2; more++) {
                struct furl_range after = range(more ? "x " : " ");
                memcpy(text + 2 + url.n, after.at, after.n);
                struct furl_range all_text = {text, 2 + url.n + after.n};
                bool inside = may_contain(sort, _i);
                enum step step = take_text(&reading, all_text, sorts[sort].eight);
                size_t all = inside ? url.n + 1 + more : url.n;
                expect_taken(&reading, step, all,
                             inside && more == 0 && is_trimmed(_i, befores[i]) ? url.n : all);
                furl_reading_free(&reading);
            }
        }
    }
}
END_TEST

/* Where the body has its first letter, digit or octet 80-FF: a length of the URL. */
START_TEST(the_first_letter_is_noted)
{
    static const struct {
        const char *text;
        size_t alnum;
    } firsts[] = {{"http://a", 7},         {"http://...b", 10},   {"http://.........a.b", 16},
                  {"area:Z", 5},           {"area://-1", 8},      {"netmail:2:5/6", 8},
                  {"http://%41", 8},       {"http://%z", 8},      {"http://%.a", 9},
                  {"http://\xD1\x84", 7},  {"http://[::1]", 10},  {"ed2k://|f|", 8},
                  {"(http://(-a)", 9},     {"*http://*-_a", 10},  {"@X0Fhttp://..b", 9},
                  {"http://...", NOWHERE}, {"http://%", NOWHERE}, {"*http://*.*", NOWHERE}};

    for (size_t i = 0; i < COUNT(firsts); i++) {
        for (int eight = 0; eight < 2; eight++) {
            struct furl_reading reading;
            take_text(&reading, range(firsts[i].text), eight != 0);
            ck_assert_msg(reading.alnum == firsts[i].alnum, "%s: %zu", firsts[i].text,
                          reading.alnum);
            furl_reading_free(&reading);
        }
    }
}
END_TEST

/* What goes on over a break is as it was: how far a colour code, an escape or a unit was read.
 * Without a continuation, what is in doubt fails. */
START_TEST(a_pause_interrupts_nothing)
{
    static const struct {
        const char *text;
        unsigned colour, digits, kinds;
    } pauses[] = {{"@X0Fhttp://a@%%\n", 1, 0, 0},
                  {"@X0Fhttp://a@X0%%\n", 3, 0, 0},
                  {"area://a%4%%\n", 0, 1, 0},
                  {"http://a%4%%\n", 0, 1, 0},
                  {"area://a?b=<c%%\n", 0, 0, FURL_UNIT_ANGLE},
                  {"http://[:%%\n", 0, 0, FURL_UNIT_HOST},
                  {"http://a?@[%%\n", 0, 0, FURL_UNIT_HOST | FURL_UNIT_INDEX},
                  {"http://a\xE2\x80%%\n", 0, 0, FURL_UNIT_SEQUENCE}};

    for (size_t i = 0; i < COUNT(pauses); i++) {
        struct furl_reading reading;
        ck_assert_int_eq(take_text(&reading, range(pauses[i].text), false), PAUSES);
        ck_assert_uint_eq(reading.percents, 0);
        ck_assert_uint_eq(reading.colour, pauses[i].colour);
        ck_assert_uint_eq(reading.digits, pauses[i].digits);
        ck_assert_uint_eq(reading.unit.kinds, pauses[i].kinds);
        ck_assert_int_eq(furl_end_at_mark(&reading),
                         is_in_doubt(&reading) ? ENDS_FAILED : ENDS_OPEN);
        furl_reading_free(&reading);
    }
}
END_TEST

/* A reading of `max_length` with nothing taken yet, at the start of a window. */
static struct furl_reading empty_reading(size_t max_length)
{
    struct furl_reading reading;

    furl_reading_init(&reading, max_length, false);
    return reading;
}

START_TEST(octets_are_put_aside)
{
    static const unsigned char text[] = "abcdef";
    const struct furl_window window = {text, 6, false};

    for (size_t most = 0; most < 8; most++) {
        struct furl_reading reading = empty_reading(most);
        for (size_t end = 1; end <= 6; end += end == 1 ? 3 : 1) { /* 1, 4, 5, 6 */
            size_t fits = end < most ? end : most;
            ck_assert(furl_put_aside(&reading, &window, end));
            ck_assert(furl_put_aside(&reading, &window, end));
            ck_assert_uint_eq(reading.aside, end);
            ck_assert_uint_eq(reading.piece, end);
            ck_assert_uint_eq(reading.last[0], text[end - 1]);
            ck_assert_uint_eq(reading.last[1], end > 1 ? text[end - 2] : 0);
            ck_assert(fits == 0 || memcmp(reading.joined, text, fits) == 0);
        }
        ck_assert((reading.joined == NULL) == (most == 0));
        furl_reading_free(&reading);
    }
}
END_TEST

/* Of a URL that is too long only its length counts; and that ends where no URL may be so long. */
START_TEST(what_is_too_long_takes_no_memory)
{
    static unsigned char text[20000];
    const struct furl_window window = {text, sizeof text, false};
    struct furl_reading reading = empty_reading(1000);

    memset(text, 'x', sizeof text);
    for (size_t n = 7; n <= 700; n *= 100) { /* 7, 700 */
        reading.piece = reading.aside = 0;
        for (size_t end = n; end <= sizeof text; end += n) {
            ck_assert(furl_put_aside(&reading, &window, end));
            ck_assert_uint_eq(reading.aside, end);
        }
        ck_assert_uint_le(reading.capacity, 2000);
    }
    for (size_t back = 4; back > 0; back--) {
        for (size_t n = 1; n < 6; n++) {
            reading.piece = 0;
            reading.aside = ASIDE_MAX - back;
            ck_assert(furl_put_aside(&reading, &window, n));
            ck_assert_uint_eq(reading.aside, n < back ? ASIDE_MAX - back + n : ASIDE_MAX);
        }
    }
    ck_assert(furl_put_aside(&reading, &window, 9));
    ck_assert_uint_eq(reading.aside, ASIDE_MAX);
    ck_assert_uint_eq(reading.piece, 9);
    furl_reading_free(&reading);
}
END_TEST

/* A `[` goes by the two octets before it, wherever they are: in the window, or put aside. */
START_TEST(what_was_put_aside_comes_before)
{
    static const struct {
        const char *text;
        bool host;
    } texts[] = {{"http://[::1]", true},    {"http://u@[::1]", true},  {"http:///[::1]", true},
                 {"http://a/[::1]", false}, {"http://@/[::1]", false}, {"http://a[::1]", false}};

    for (size_t i = 0; i < COUNT(texts); i++) {
        struct furl_range text = range(texts[i].text);
        struct furl_window window = {text.at, text.n, true};
        size_t bracket = strcspn(texts[i].text, "[");
        for (size_t end = 0; end <= bracket; end++) {
            struct furl_reading reading;
            begin(&reading, text, false);
            if (end > reading.at) {
                furl_take(&reading, &(struct furl_window){text.at, end, false});
            }
            ck_assert(furl_put_aside(&reading, &window, end));
            enum step step = furl_take(&reading, &window);
            ck_assert_int_eq(step, texts[i].host ? ENDS : ENDS_FAILED);
            expect_taken(&reading, step, texts[i].host ? text.n : bracket,
                         texts[i].host ? text.n : bracket);
            furl_reading_free(&reading);
        }
    }
}
END_TEST

START_TEST(runs_are_taken_in_units)
{
    static const struct {
        unsigned kinds;
        const char *begun;
        size_t run;
        enum step step;
    } parts[] = {{FURL_UNIT_ANGLE, "<", 0, GOES_ON},
                 {FURL_UNIT_ANGLE, "<", 1, GOES_ON},
                 {FURL_UNIT_ANGLE, "<a", 7, GOES_ON},
                 {FURL_UNIT_ANGLE, "<", FURL_ANGLE_MAX, GOES_ON},
                 {FURL_UNIT_ANGLE, "<", FURL_ANGLE_MAX + 1, ENDS_FAILED},
                 {FURL_UNIT_ANGLE, "<a", FURL_ANGLE_MAX, ENDS_FAILED},
                 {FURL_UNIT_HOST, "[", 1, ENDS_FAILED},
                 {FURL_UNIT_INDEX, "[a", 2, ENDS_FAILED},
                 {FURL_UNIT_SEQUENCE, "\xD1", 1, ENDS_FAILED}};

    for (size_t i = 0; i < COUNT(parts); i++) {
        struct furl_reading reading = empty_reading(MOST);
        furl_unit_begin(&reading.unit, parts[i].kinds);
        for (const char *at = parts[i].begun; *at != '\0'; at++) {
            ck_assert_int_eq(furl_unit_feed(&reading.unit, (unsigned char)*at), FURL_MORE);
        }
        ck_assert_int_eq(furl_take_run_in_unit(&reading, parts[i].run), parts[i].step);
    }
}
END_TEST

/* Runs of `%`, with what comes before and after; how the URL ends at the limit, and beyond. */
static const struct {
    const char *front, *after;
    enum step at_limit, beyond;
    size_t n; /* octets of the URL when it has ended beyond the limit; 0: all but the space */
} runs[] = {
    {"area://a", " ", PAUSES, ENDS_OPEN, 8},     {"http://a.", " ", PAUSES, ENDS_OPEN, 9},
    {"http://a", "b ", ENDS_HERE, ENDS_HERE, 0}, {"area://a", "b ", ENDS_FAILED, ENDS_FAILED, 8},
    {"area://a%4", " ", PAUSES, ENDS_FAILED, 8}, {"http://a%4", " ", PAUSES, ENDS_OPEN, 10},
    {"http://[:", " ", PAUSES, ENDS_FAILED, 7}};

/* Takes the URL in runs[i] with so long a run; with `aside`, what is before the run's end is put
 * aside before the rest is shown. */
static void take_run(size_t i, size_t run, bool aside)
{
    static unsigned char text[FURL_RUN_MAX + 64];
    struct furl_reading reading;
    const size_t front = (size_t)sprintf((char *)text, "%s", runs[i].front);
    const bool beyond = run > FURL_RUN_MAX;
    enum step step = WAITS;

    memset(text + front, '%', run);
    strcpy((char *)text + front + run, runs[i].after);
    struct furl_range all = range((char *)text);
    begin(&reading, all, false);
    if (aside) {
        step = furl_take(&reading, &(struct furl_window){text, front + run, false});
        ck_assert(step != WAITS ||
                  furl_put_aside(&reading, &(struct furl_window){text, all.n, true}, reading.at));
    }
    if (step == WAITS) {
        step = furl_take(&reading, &(struct furl_window){text, all.n, true});
    }
    ck_assert_int_eq(step, beyond ? runs[i].beyond : runs[i].at_limit);
    if (beyond) {
        ck_assert_uint_eq(taken(&reading, step).length, runs[i].n > 0 ? runs[i].n : all.n - 1);
    }
    if (step == ENDS_FAILED && runs[i].at_limit == PAUSES) {
        ck_assert_uint_le(reading.at, front + FURL_RUN_MAX + 1);
    }
    furl_reading_free(&reading);
}

/* A run of `%` longer than any mark with its gap ends what is in doubt, without a look at more; or
 * the URL, if it would pause it; other URLs take it before a letter or digit. */
START_TEST(runs_have_their_limit)
{
    for (size_t run = FURL_RUN_MAX; run <= FURL_RUN_MAX + 3; run++) {
        take_run((size_t)_i, run, false);
        take_run((size_t)_i, run, true);
    }
}
END_TEST

Suite *taking_suite(void)
{
    Suite *suite = suite_create("taking");

    loop_case(suite, "urls", urls_are_taken_at_every_cut, COUNT(rows));
    loop_case(suite, "octets", every_octet_in_every_sort, 256);
    loop_case(suite, "letter", the_first_letter_is_noted, 1);
    loop_case(suite, "pauses", a_pause_interrupts_nothing, 1);
    loop_case(suite, "aside", octets_are_put_aside, 1);
    loop_case(suite, "memory", what_is_too_long_takes_no_memory, 1);
    loop_case(suite, "before", what_was_put_aside_comes_before, 1);
    loop_case(suite, "units", runs_are_taken_in_units, 1);
    loop_case(suite, "runs", runs_have_their_limit, COUNT(runs));
    return suite;
}
