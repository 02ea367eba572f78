/*
 * The whole program, by the rows of tests/scenarios: however its reads are cut, it writes the same;
 * what it encoded, it decodes; normalizing twice is normalizing once; URLs are where extract says;
 * a page of HTML is text and links.
 */
#include "config.h"

#include "furl/core/utf8.h"
#include "fuzz.h"
#include "runs.h"
#include "scenarios.h"

/* The same command, but `decode`: it gives the input back. */
static void check_undone(const char *const arguments[RUN_ARGUMENTS], struct furl_range input,
                         const struct run_outcome *outcome)
{
    const char *decode[RUN_ARGUMENTS];
    struct run_outcome back = {0};

    memcpy(decode, arguments, sizeof decode);
    decode[0] = "decode";
    fuzz_run(decode, fuzz_range(&outcome->output), 0, &back);
    HOLDS(back.status == 0);
    HOLDS(fuzz_equal(input, fuzz_range(&back.output)));
    fuzz_run_free(&back);
}

static void check_idempotent(const char *const arguments[RUN_ARGUMENTS],
                             const struct run_outcome *outcome)
{
    struct run_outcome again = {0};

    fuzz_run(arguments, fuzz_range(&outcome->output), 0, &again);
    HOLDS(fuzz_equal(fuzz_range(&outcome->output), fuzz_range(&again.output)));
    HOLDS(again.status <= outcome->status);
    fuzz_run_free(&again);
}

/* Each line is an offset, a TAB, and what is there, up to a mark at least. */
static void check_offsets(struct furl_range input, const struct run_outcome *outcome)
{
    const char *line = (const char *)outcome->output.ptr;
    const char *end = line + outcome->output.n;
    uint64_t last = 0;

    while (line < end) {
        char *url = NULL;
        uint64_t offset = strtoull(line, &url, 10);
        HOLDS(*url == '\t' && offset >= last && offset < input.n);
        last = offset + 1;
        for (url++; *url != '\n' && (unsigned char)*url == input.ptr[offset]; url++) {
            offset++;
        }
        /* It may resume with as many `%` as it paused at. */
        HOLDS(*url == '\n' || input.ptr[offset] == '%' || input.ptr[offset - 1] == '%');
        line = strchr(url, '\n') + 1;
    }
}

/* Takes one of the strings off the front of the page. Returns whether there was one. */
static bool take_one_of(struct furl_range *page, const char *const *strings, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (furl_starts(*page, strings[i])) {
            furl_skip(page, strlen(strings[i]));
            return true;
        }
    }
    return false;
}

/* Takes a character of text off the front of the page. Returns whether it is one. */
static bool take_text(struct furl_range *page)
{
    static const char *const references[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    uint32_t code = 0;
    size_t n = furl_utf8(page->ptr, page->n, &code);

    if (code == '&') {
        return take_one_of(page, references, COUNT(references));
    }
    furl_skip(page, n);
    return n > 0 && n != FURL_UTF8_MORE && !furl_code_is(code, FURL_CODE_CONTROL) &&
           (code >= ' ' || code == '\n' || code == '\t') && code != 0x7F &&
           strchr("<>\"'", (int)(code < 0x80 ? code : 'x')) == NULL;
}

/* A page of HTML is text, in which `<`, `>` and quotes are in links alone. */
static void check_page(struct furl_range page)
{
    static const char *const tags[] = {"<a href=\"", "\">", "</a>"};
    size_t next = 0;

    while (page.n > 0) {
        if (take_one_of(&page, &tags[next], 1)) {
            next = (next + 1) % COUNT(tags);
        } else {
            HOLDS(take_text(&page));
        }
    }
    HOLDS(next == 0);
}

/* Gives the octets to a row of tests/scenarios, whole and in pieces. */
static void check_row(const struct scenario *row, struct furl_range octets, size_t pieces)
{
    const char *arguments[RUN_ARGUMENTS] = {NULL};
    struct run_outcome whole = {0}, piecewise = {0};

    memcpy(arguments, row->arguments, row->options * sizeof *arguments);
    fuzz_run(arguments, octets, 0, &whole);
    fuzz_run(arguments, octets, pieces, &piecewise);
    HOLDS(whole.status == piecewise.status);
    HOLDS(fuzz_equal(fuzz_range(&whole.output), fuzz_range(&piecewise.output)));
    HOLDS(fuzz_equal(fuzz_range(&whole.messages), fuzz_range(&piecewise.messages)));
    if (scenario_is(row, "undone")) {
        check_undone(arguments, octets, &whole);
    }
    if (scenario_is(row, "again")) {
        check_idempotent(arguments, &whole);
    }
    if (scenario_is(row, "page")) {
        check_page(fuzz_range(&whole.output));
    }
    if (scenario_is(row, "offsets")) {
        check_offsets(octets, &whole);
    }
    fuzz_run_free(&whole);
    fuzz_run_free(&piecewise);
}

/* The next row that reads a text that is given to it, from the nth on; NULL: there is none. */
static const struct scenario *next_row(size_t nth)
{
    if (scenarios_n == 0) {
        scenarios_read();
    }
    while (nth < scenarios_n && scenario_is(&scenarios[nth], "fixed")) {
        nth++;
    }
    return nth < scenarios_n ? &scenarios[nth] : NULL;
}

void fuzz_program(struct furl_range octets)
{
    const struct scenario *row = next_row(fuzz_choose(&octets, SCENARIOS_MAX));

    check_row(row != NULL ? row : next_row(0), octets, fuzz_choose_cut(&octets));
}

void fuzz_all_rows(struct furl_range octets)
{
    static const size_t cuts[] = {1, 47, 2, 5, 3, 64, 11, 31, 4, 23};
    static size_t times;
    const struct scenario *row = next_row(0);

    for (size_t i = times++; row != NULL; i++, row = next_row((size_t)(row - scenarios) + 1)) {
        check_row(row, octets, cuts[i % COUNT(cuts)]);
    }
}
