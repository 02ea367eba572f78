#include "furl/text/extent.h"

#include "units.h"

/* Begins the URL in the text, with the first colon that one starts at. Returns where it does. */
static size_t begin(struct furl_extent *extent, struct furl_range text,
                    const struct furl_kernels *kernels, bool eight)
{
    struct furl_window window = {text.at, text.n, true, 0};
    struct furl_start start;

    ck_assert(first_start(&window, 0, &start));
    memset(extent, 0xFF, sizeof *extent);
    furl_extent_init(extent, kernels, eight);
    furl_extent_begin(extent, &start);
    return (size_t)start.at;
}

/* Takes the URL, runs of `%` among it, from where it is, in a window that ends at `end` and begins
 * where it must: what was taken is not seen any more. */
static enum furl_taken take_to(struct furl_extent *extent, struct furl_range text, size_t end)
{
    enum furl_taken taken = FURL_AT_PERCENT;

    while (taken == FURL_AT_PERCENT || (taken == FURL_TAKES_ON && extent->here.at < end)) {
        size_t from = (size_t)extent->here.at, run = 0;
        struct furl_window window = {text.at + from, end - from, end == text.n, from};
        taken = furl_extent_take(extent, &window);
        while (taken == FURL_AT_PERCENT && extent->here.at + run < text.n &&
               text.at[extent->here.at + run] == '%') {
            run++;
        }
        if (taken == FURL_AT_PERCENT) {
            taken = furl_extent_take_percents(extent, run);
        }
    }
    return taken;
}

/* Fails unless the URL as far as it was taken (if it ended in doubt, what came before that) has `n`
 * octets, of which `kept` are left when it is trimmed. It starts at `start`. */
static void expect_taken(const struct furl_extent *extent, enum furl_taken end, size_t start,
                         size_t n, size_t kept)
{
    bool failed = end == FURL_FAILED || furl_is_in_doubt(extent);

    ck_assert_uint_eq(failed ? extent->doubt.n : extent->here.n, n);
    ck_assert_uint_eq(extent->kept.n, kept);
    ck_assert_uint_eq(extent->kept.at, start + kept);
}

/* Texts, how the URL in them ends (FURL_TAKES_ON: with the text), the URL then, and what is left of
 * that when it is trimmed; NULL: all of it. A run of `%` in them pauses nothing. */
static const struct {
    const char *text;
    enum furl_taken end;
    const char *taken, *kept;
} rows[] = {
    {"http://a ", FURL_ENDED, "http://a", NULL},
    {"http://a", FURL_TAKES_ON, "http://a", NULL},
    /* What is trimmed wherever it is last */
    {"http://a.,;:!?' ", FURL_ENDED, "http://a.,;:!?'", "http://a"},
    {"http://a.,b.,", FURL_TAKES_ON, "http://a.,b.,", "http://a.,b"},
    {"http://a%41.", FURL_TAKES_ON, "http://a%41.", "http://a%41"},
    /* What depends on the octet before the URL */
    {"'http://a'b", FURL_ENDED, "http://a", NULL},
    {"http://a'b", FURL_TAKES_ON, "http://a'b", NULL},
    {"*http://a*", FURL_TAKES_ON, "http://a*", "http://a"},
    {"*http://a*b**", FURL_TAKES_ON, "http://a*b**", "http://a*b"},
    {"_area://a_.", FURL_TAKES_ON, "area://a_.", "area://a"},
    /* Brackets nest from the left. */
    {"(http://a)b", FURL_ENDED, "http://a", NULL},
    {"(http://a(b)c)d", FURL_ENDED, "http://a(b)c", NULL},
    {"(http://a(.))", FURL_ENDED, "http://a(.)", NULL},
    {"http://a(b)", FURL_TAKES_ON, "http://a(b)", NULL},
    {"http://a)", FURL_TAKES_ON, "http://a)", "http://a"},
    {"http://a(", FURL_TAKES_ON, "http://a(", "http://a"},
    {"http://a((b)", FURL_TAKES_ON, "http://a((b)", NULL},
    {"http://a(b))", FURL_TAKES_ON, "http://a(b))", "http://a(b)"},
    {"http://a)(b)", FURL_TAKES_ON, "http://a)(b)", NULL},
    /* Draft 5.3.1: the first inappropriate reserved octet */
    {"area://a?b?c", FURL_ENDED, "area://a?b", NULL},
    {"area://a?b=c=d", FURL_ENDED, "area://a?b=c", NULL},
    {"area://a?b=c&d=e&f=g", FURL_TAKES_ON, "area://a?b=c&d=e&f=g", NULL},
    {"area://a?b=c&d=e=f", FURL_ENDED, "area://a?b=c&d=e", NULL},
    {"area://a=b=c?d", FURL_TAKES_ON, "area://a=b=c?d", NULL},
    {"http://a?b?c=d=e", FURL_TAKES_ON, "http://a?b?c=d=e", NULL},
    {"*http://a?b=c=d", FURL_TAKES_ON, "http://a?b=c=d", NULL},
    /* Message identifiers of gates */
    {"area://a?b=<c@d>+1 ", FURL_ENDED, "area://a?b=<c@d>+1", NULL},
    {"area://a?b=<>", FURL_TAKES_ON, "area://a?b=<>", NULL},
    {"area://a?b=<c?d=e&f>g", FURL_TAKES_ON, "area://a?b=<c?d=e&f>g", NULL},
    {"area://a?b=<c>=d", FURL_ENDED, "area://a?b=<c>", NULL},
    {"(area://a?b=<)>c)d", FURL_ENDED, "area://a?b=<)>c", NULL},
    {"(area://a?b=<(>c)d)e", FURL_ENDED, "area://a?b=<(>c)d", NULL},
    {"area://a?b=c<d>", FURL_ENDED, "area://a?b=c", NULL},
    {"area://a?<b>", FURL_ENDED, "area://a?", "area://a"},
    {"area://a=<b>", FURL_ENDED, "area://a=", NULL},
    {"http://a?b=<c>", FURL_ENDED, "http://a?b=", NULL},
    {"*http://a?b=<c>", FURL_ENDED, "http://a?b=", NULL},
    {"area://a?b=<c d>", FURL_FAILED, "area://a?b=", NULL},
    {"area://a?b=<c<d>", FURL_FAILED, "area://a?b=", NULL},
    {"area://a?b=<c", FURL_TAKES_ON, "area://a?b=", NULL},
    {"area://a?b=<c%%d>", FURL_TAKES_ON, "area://a?b=<c%%d>", NULL},
    /* Hosts and indices */
    {"http://[::1]:80/", FURL_TAKES_ON, "http://[::1]:80/", NULL},
    {"http://u@[::1]", FURL_TAKES_ON, "http://u@[::1]", NULL},
    {"http://a//[::1]", FURL_TAKES_ON, "http://a//[::1]", NULL},
    {"http://a/[::1]", FURL_FAILED, "http://a/", NULL},
    {"http://a/[1]", FURL_FAILED, "http://a/", NULL},
    {"http://a.[::1]", FURL_FAILED, "http://a.", "http://a"},
    {"http://[::g]", FURL_FAILED, "http://", NULL},
    {"http://[::", FURL_TAKES_ON, "http://", NULL},
    {"http://[::%%1]", FURL_FAILED, "http://", NULL},
    {"http://a?b[1]=c[]", FURL_TAKES_ON, "http://a?b[1]=c[]", NULL},
    {"area://[::1]", FURL_ENDED, "area://", NULL},
    {"mailto:[::1]", FURL_FAILED, "mailto:", NULL},
    {"ed2k://|a|", FURL_TAKES_ON, "ed2k://|a|", NULL},
    /* Beyond ASCII */
    {"http://\xD1\x84.", FURL_TAKES_ON, "http://\xD1\x84.", "http://\xD1\x84"},
    {"http://a\xD1x", FURL_FAILED, "http://a", NULL},
    {"http://a.\xE2\x80\x94x", FURL_FAILED, "http://a.", "http://a"}, /* a dash */
    {"http://a\xD1", FURL_TAKES_ON, "http://a", NULL},
    /* Escapes, halves of them, and `%` that begin none */
    {"http://a%41", FURL_TAKES_ON, "http://a%41", NULL},
    {"http://a%4", FURL_TAKES_ON, "http://a%4", "http://a"},
    {"http://a% ", FURL_ENDED, "http://a%", "http://a"},
    {"http://a.%4.", FURL_TAKES_ON, "http://a.%4.", "http://a"},
    {"http://a%%x", FURL_TAKES_ON, "http://a%%x", NULL},
    {"http://a%%%41", FURL_TAKES_ON, "http://a%%%41", NULL},
    {"http://a%%4", FURL_TAKES_ON, "http://a%%4", "http://a"},
    {"area://a%d1%84b", FURL_TAKES_ON, "area://a%d1%84b", NULL},
    {"area://a.%z", FURL_ENDED, "area://a.", "area://a"},
    {"area://a%4z", FURL_ENDED, "area://a", NULL},
    {"area://a%4%41", FURL_FAILED, "area://a", NULL},
    {"area://a%%41", FURL_FAILED, "area://a", NULL},
    {"area://a%4", FURL_TAKES_ON, "area://a", NULL},
    {"area://a%", FURL_TAKES_ON, "area://a", NULL},
    /* Addresses begin with a digit. */
    {"netmail:2:5/6 ", FURL_ENDED, "netmail:2:5/6", NULL},
    {"netmail:%32:5/6", FURL_TAKES_ON, "netmail:%32:5/6", NULL},
    {"netmail:C:\\", FURL_ENDED, "netmail:", NULL},
    {"freq://a", FURL_ENDED, "freq://", NULL},
    {"faqserv:2a", FURL_TAKES_ON, "faqserv:2a", NULL},
    /* Colour codes of PCBoard */
    {"@X0Fhttp://a@X07", FURL_TAKES_ON, "http://a@X07", "http://a"},
    {"@X0Fhttp://a.@Xfa. ", FURL_ENDED, "http://a.@Xfa.", "http://a"},
    {"@X0Fhttp://a@X07@X1E", FURL_TAKES_ON, "http://a@X07@X1E", "http://a"},
    {"@X0Fhttp://a@@X07", FURL_TAKES_ON, "http://a@@X07", "http://a@"},
    {"@X0Farea://a@X07b", FURL_TAKES_ON, "area://a@X07b", NULL},
    {"@X0Farea://a@X070", FURL_TAKES_ON, "area://a@X070", NULL},
    {"@X0Fhttp://a@X0g", FURL_TAKES_ON, "http://a@X0g", NULL},
    {"@X0Fhttp://a@x07", FURL_TAKES_ON, "http://a@x07", NULL},
    {"@X0Fhttp://a@X%30", FURL_TAKES_ON, "http://a@X%30", NULL},
    {"@X0Fhttp://a@X%307", FURL_TAKES_ON, "http://a@X%307", NULL},
    {"@X0Fhttp://a@zX07", FURL_TAKES_ON, "http://a@zX07", NULL},
    {"@X0Fhttp://a@X0z7", FURL_TAKES_ON, "http://a@X0z7", NULL},
    {"@X0Fhttp://abcd/01ef", FURL_TAKES_ON, "http://abcd/01ef", NULL},
    {"http://a@X07", FURL_TAKES_ON, "http://a@X07", NULL},
};

/* Shown whole, and an octet more at a time, by each kind of kernels. */
START_TEST(urls_are_taken_at_every_cut)
{
    struct furl_range text = range(rows[_i].text);
    size_t n = strlen(rows[_i].taken);
    size_t kept = rows[_i].kept != NULL ? strlen(rows[_i].kept) : n;

    for (size_t step = 1; step <= text.n; step++) {
        for (size_t nth = 0; nth < FURL_KERNELS; nth++) {
            struct furl_extent extent;
            enum furl_taken end = FURL_TAKES_ON;
            if (furl_kernels_of(nth) == NULL) {
                continue;
            }
            size_t start = begin(&extent, text, furl_kernels_of(nth), false);
            for (size_t shown = (size_t)extent.here.at; end == FURL_TAKES_ON && shown < text.n;) {
                shown = step < text.n - shown ? shown + step : text.n;
                if (shown > extent.here.at) {
                    end = take_to(&extent, text, shown);
                }
            }
            ck_assert_int_eq(end, rows[_i].end);
            ck_assert_mem_eq(text.at + start, rows[_i].taken, n);
            expect_taken(&extent, end, start, n, kept);
        }
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
            text[0] = (unsigned char)befores[i];
            memcpy(text + 1, url.at, url.n);
            text[1 + url.n] = (unsigned char)_i;
            for (size_t more = 0; more < 2; more++) {
                struct furl_range after = range(more ? "x " : " ");
                struct furl_extent extent;
                memcpy(text + 2 + url.n, after.at, after.n);
                struct furl_range all_text = {text, 2 + url.n + after.n};
                bool inside = may_contain(sort, _i);
                size_t start = begin(&extent, all_text, furl_kernels(), sorts[sort].eight);
                enum furl_taken end = take_to(&extent, all_text, all_text.n);
                size_t all = inside ? url.n + 1 + more : url.n;
                ck_assert(end != FURL_TAKES_ON);
                expect_taken(&extent, end, start, all,
                             inside && more == 0 && is_trimmed(_i, befores[i]) ? url.n : all);
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
        uint64_t alnum;
    } firsts[] = {{"http://a", 7},
                  {"http://...b", 10},
                  {"http://.........a.b", 16},
                  {"area:Z", 5},
                  {"area://-1", 8},
                  {"netmail:2:5/6", 8},
                  {"http://%41", 8},
                  {"http://%z", 8},
                  {"http://%.a", 9},
                  {"http://\xD1\x84", 7},
                  {"http://[::1]", 10},
                  {"ed2k://|f|", 8},
                  {"(http://(-a)", 9},
                  {"*http://*-_a", 10},
                  {"@X0Fhttp://..b", 9},
                  {"http://...", FURL_NOWHERE},
                  {"http://%", FURL_NOWHERE},
                  {"*http://*.*", FURL_NOWHERE}};

    for (size_t i = 0; i < COUNT(firsts); i++) {
        for (int eight = 0; eight < 2; eight++) {
            struct furl_range text = range(firsts[i].text);
            struct furl_extent extent;
            begin(&extent, text, furl_kernels(), eight != 0);
            take_to(&extent, text, text.n);
            ck_assert_msg(extent.alnum == firsts[i].alnum, "%s", firsts[i].text);
        }
    }
}
END_TEST

/* What goes on over a break is as it was: how far a colour code, an escape or a unit was read. In
 * doubt, the search would go on after the break. */
START_TEST(a_break_interrupts_nothing)
{
    static const struct {
        const char *text, *rest;
        size_t kept; /* octets of the URL, trimmed */
        enum furl_taken end;
    } breaks[] = {{"@X0Fhttp://a@", "X07", 8, FURL_TAKES_ON},
                  {"@X0Fhttp://a@X0", "7.", 8, FURL_TAKES_ON},
                  {"area://a%4", "1", 11, FURL_TAKES_ON},
                  {"area://a%4", "x", 8, FURL_ENDED},
                  {"http://a%", "41", 11, FURL_TAKES_ON},
                  {"http://a%4", "x", 11, FURL_TAKES_ON},
                  {"area://a?b=", "<c>", 14, FURL_TAKES_ON},
                  {"area://a?b=<c", "d>", 15, FURL_TAKES_ON},
                  {"area://a?b=<c", " d>", 11, FURL_FAILED},
                  {"http://", "[::1]", 12, FURL_TAKES_ON},
                  {"http://a@", "[::1]", 14, FURL_TAKES_ON},
                  {"http://a", "[::1]", 8, FURL_FAILED},
                  {"http://[:", ":1]", 12, FURL_TAKES_ON},
                  {"http://a?b[", "]", 12, FURL_TAKES_ON},
                  {"http://a\xE2\x82", "\xAC", 11, FURL_TAKES_ON},
                  {"netmail:", "2", 9, FURL_TAKES_ON},
                  {"netmail:", "C", 8, FURL_ENDED},
                  {"area://a?b", "?c", 10, FURL_ENDED},
                  {"area://a?b=c", "=d", 12, FURL_ENDED},
                  {"(http://a(b", ")c)d", 12, FURL_ENDED}};

    for (size_t i = 0; i < COUNT(breaks); i++) {
        unsigned char text[64];
        struct furl_range front = range(breaks[i].text), rest = range(breaks[i].rest);
        struct furl_extent extent;
        const size_t gap = 5;
        memset(text, 'x', sizeof text);
        memcpy(text, front.at, front.n);
        memcpy(text + front.n + gap, rest.at, rest.n);
        begin(&extent, front, furl_kernels(), false);
        ck_assert_int_eq(take_to(&extent, front, front.n), FURL_TAKES_ON);
        bool in_doubt = furl_is_in_doubt(&extent);
        uint64_t after = front.n + gap;
        ck_assert_int_eq(furl_extent_resume(&extent, after, false), FURL_TAKES_ON);
        ck_assert(!in_doubt || extent.doubt.at == after);
        struct furl_range all = {text, front.n + gap + rest.n};
        ck_assert_int_eq(take_to(&extent, all, all.n), breaks[i].end);
        ck_assert_msg(extent.kept.n == breaks[i].kept, "%s %s", breaks[i].text, breaks[i].rest);
    }
}
END_TEST

/* A `%` that belongs to the URL, though a mark comes right after it. */
START_TEST(a_percent_before_a_break_begins_an_escape)
{
    static const struct {
        const char *text;
        enum furl_taken end;
        enum furl_state state;
        size_t doubt; /* octets before what is in doubt */
    } percents[] = {{"area://a", FURL_TAKES_ON, FURL_STATE_ESCAPE, 8},
                    {"http://a", FURL_TAKES_ON, FURL_STATE_PERCENT, 8},
                    {"http://a%4", FURL_TAKES_ON, FURL_STATE_PERCENT, 10},
                    {"area://a%4", FURL_FAILED, FURL_STATE_ESCAPE_DIGIT, 8},
                    {"area://a?b=<", FURL_TAKES_ON, FURL_STATE_UNIT, 11},
                    {"http://[:", FURL_FAILED, FURL_STATE_UNIT, 7}};

    for (size_t i = 0; i < COUNT(percents); i++) {
        struct furl_range text = range(percents[i].text);
        struct furl_extent extent;
        begin(&extent, text, furl_kernels(), false);
        ck_assert_int_eq(take_to(&extent, text, text.n), FURL_TAKES_ON);
        ck_assert_int_eq(furl_extent_resume(&extent, 100, true), percents[i].end);
        ck_assert_int_eq(extent.state, percents[i].state);
        ck_assert_uint_eq(extent.doubt.n, percents[i].doubt);
        if (furl_is_in_doubt(&extent)) {
            ck_assert_uint_eq(extent.doubt.at, 100);
        }
        if (percents[i].end == FURL_TAKES_ON) {
            ck_assert_uint_eq(extent.here.at, 100);
            ck_assert_uint_eq(extent.here.n, text.n + 1);
        }
    }
}
END_TEST

START_TEST(runs_are_taken_in_units)
{
    static const struct {
        const char *begun;
        size_t run;
        enum furl_taken end;
    } parts[] = {{"area://a?b=<", 1, FURL_TAKES_ON},
                 {"area://a?b=<a", 7, FURL_TAKES_ON},
                 {"area://a?b=<", FURL_ANGLE_MAX, FURL_TAKES_ON},
                 {"area://a?b=<", FURL_ANGLE_MAX + 1, FURL_FAILED},
                 {"area://a?b=<a", FURL_ANGLE_MAX, FURL_FAILED},
                 {"http://[", 1, FURL_FAILED},
                 {"http://a?[a", 2, FURL_FAILED},
                 {"http://\xD1", 1, FURL_FAILED}};

    for (size_t i = 0; i < COUNT(parts); i++) {
        struct furl_range text = range(parts[i].begun);
        struct furl_extent extent;
        begin(&extent, text, furl_kernels(), false);
        ck_assert_int_eq(take_to(&extent, text, text.n), FURL_TAKES_ON);
        ck_assert_int_eq(furl_extent_take_percents(&extent, parts[i].run), parts[i].end);
    }
}
END_TEST

/* Blocks of octets are taken as their octets one by one: the same text, in windows of one octet. */
START_TEST(blocks_say_what_the_table_says)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char octets[300];

    for (size_t i = sampled(5000); i > 0; i--) {
        struct furl_range text = {octets, 1 + roll(&dice, sizeof octets)};
        struct furl_window window = {octets, text.n, true, 0};
        struct furl_extent extent, slow;
        struct furl_start start;
        enum furl_taken end = FURL_TAKES_ON;
        bool eight = roll(&dice, 2) == 0;
        roll_text(&dice, octets, text.n);
        if (!first_start(&window, roll(&dice, 100), &start) || start.body == text.n) {
            continue;
        }
        furl_extent_init(&extent, furl_kernels(), eight);
        furl_extent_begin(&extent, &start);
        slow = extent;
        enum furl_taken fast = take_to(&extent, text, text.n);
        while (end == FURL_TAKES_ON && slow.here.at < text.n) {
            end = take_to(&slow, text, (size_t)slow.here.at + 1);
        }
        ck_assert_int_eq(fast, end);
        ck_assert_uint_eq(extent.here.at, slow.here.at);
        ck_assert_uint_eq(extent.here.n, slow.here.n);
        ck_assert_uint_eq(extent.kept.n, slow.kept.n);
        ck_assert_uint_eq(extent.kept.at, slow.kept.at);
        ck_assert_uint_eq(extent.alnum, slow.alnum);
        ck_assert_int_eq(extent.state, slow.state);
    }
}
END_TEST

Suite *extent_suite(void)
{
    Suite *suite = suite_create("extent");

    loop_case(suite, "urls", urls_are_taken_at_every_cut, COUNT(rows));
    loop_case(suite, "octets", every_octet_in_every_sort, 256);
    loop_case(suite, "letter", the_first_letter_is_noted, 1);
    loop_case(suite, "breaks", a_break_interrupts_nothing, 1);
    loop_case(suite, "percents", a_percent_before_a_break_begins_an_escape, 1);
    loop_case(suite, "units", runs_are_taken_in_units, 1);
    loop_case(suite, "blocks", blocks_say_what_the_table_says, 8);
    return suite;
}
