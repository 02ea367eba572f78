/*
 * Folding, by the whole program: what extract finds stays the same, also when what was folded is
 * quoted or framed; folding twice is folding once; rewrite undoes it; no line looks like a tearline
 * that did not before. Rewriting twice is rewriting once, and extract finds the same.
 */
#include "config.h"

#include <stdio.h>

#include "fuzz.h"
#include "runs.h"

static const char *const extract[RUN_ARGUMENTS] = {"extract"};
static const char *const rewrite[RUN_ARGUMENTS] = {"rewrite"};
static const char *const json[RUN_ARGUMENTS] = {"extract", "-j"};

/* What is put before and after each line. */
static const struct quoting {
    const char *before, *after;
} quotings[] = {
    {"> ", ""}, {" AK>> ", ""}, {">", ""}, {"| ", " |"}, {"\t", ""}, {"** ", ""},
};

static bool ends_line(struct furl_range text, size_t pos)
{
    return text.ptr[pos] == '\n' ||
           (text.ptr[pos] == '\r' && (pos + 1 == text.n || text.ptr[pos + 1] != '\n'));
}

static void quote(struct furl_range text, const struct quoting *quoting, struct fuzz_text *quoted)
{
    bool begins = true;

    quoted->n = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (begins) {
            fuzz_add(quoted, quoting->before, strlen(quoting->before));
        }
        begins = ends_line(text, i);
        if (text.ptr[i] == '\r' || (begins && (i == 0 || text.ptr[i - 1] != '\r'))) {
            fuzz_add(quoted, quoting->after, strlen(quoting->after));
        }
        fuzz_add(quoted, text.ptr + i, 1);
    }
}

/* Lines that begin with "---". */
static size_t tearlines(struct furl_range text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++) {
        bool begins = i == 0 || text.ptr[i - 1] == '\n' || text.ptr[i - 1] == '\r';
        n += begins && furl_starts((struct furl_range){text.ptr + i, text.n - i}, "---");
    }
    return n;
}

/* Whether the command makes the same of both texts. */
static bool is_same(const char *const arguments[RUN_ARGUMENTS], struct furl_range a,
                    struct furl_range b)
{
    struct run_outcome of_a = {0}, of_b = {0};

    fuzz_run(arguments, a, 0, &of_a);
    fuzz_run(arguments, b, 0, &of_b);
    bool same = of_a.status == of_b.status &&
                fuzz_equal(fuzz_range(&of_a.output), fuzz_range(&of_b.output));
    fuzz_run_free(&of_a);
    fuzz_run_free(&of_b);
    return same;
}

/* Whether the command makes `wanted` of the text. */
static bool makes(const char *const arguments[RUN_ARGUMENTS], struct furl_range text,
                  struct furl_range wanted)
{
    struct run_outcome outcome = {0};

    fuzz_run(arguments, text, 0, &outcome);
    bool same = fuzz_equal(fuzz_range(&outcome.output), wanted);
    fuzz_run_free(&outcome);
    return same;
}

/* Whether a URL of the text has breaks. */
static bool is_broken(struct furl_range text)
{
    struct run_outcome outcome = {0};

    fuzz_run(json, text, 0, &outcome);
    fuzz_add(&outcome.output, "", 1);
    bool broken = strstr((const char *)outcome.output.ptr, "\"joined\":") != NULL;
    fuzz_run_free(&outcome);
    return broken;
}

static void check_quoted(struct furl_range text, struct furl_range folded, size_t choice)
{
    struct fuzz_text quoted = {0}, folded_quoted = {0};

    quote(text, &quotings[choice], &quoted);
    quote(folded, &quotings[choice], &folded_quoted);
    HOLDS(is_same(extract, fuzz_range(&quoted), fuzz_range(&folded_quoted)));
    free(quoted.ptr);
    free(folded_quoted.ptr);
}

static void check_rewritten(struct furl_range text)
{
    struct run_outcome outcome = {0};

    fuzz_run(rewrite, text, 0, &outcome);
    HOLDS(is_same(extract, text, fuzz_range(&outcome.output)));
    HOLDS(makes(rewrite, fuzz_range(&outcome.output), fuzz_range(&outcome.output)));
    fuzz_run_free(&outcome);
}

void fuzz_fold(struct furl_range octets)
{
    static const char *const schemes[] = {"fido", "fido,web,mailto,ed2k", "http"};
    char width[32];
    const char *const fold[RUN_ARGUMENTS] = {"fold", width, "-s",
                                             schemes[fuzz_choose(&octets, COUNT(schemes))]};
    size_t columns = fuzz_choose(&octets, 181);
    size_t cut = fuzz_choose_cut(&octets);
    size_t quoting = fuzz_choose(&octets, COUNT(quotings));
    struct run_outcome folded = {0};

    snprintf(width, sizeof width, "-w%zu", 20 + columns);
    fuzz_run(fold, octets, 0, &folded);
    struct furl_range text = fuzz_range(&folded.output);
    HOLDS(is_same(extract, octets, text));
    HOLDS(makes(fold, text, text));
    HOLDS(is_broken(octets) || makes(rewrite, text, octets));
    HOLDS(tearlines(text) == tearlines(octets));
    check_quoted(octets, text, quoting);
    check_rewritten(octets);
    struct run_outcome piecewise = {0};
    fuzz_run(fold, octets, cut, &piecewise);
    HOLDS(fuzz_equal(text, fuzz_range(&piecewise.output)));
    fuzz_run_free(&piecewise);
    fuzz_run_free(&folded);
}
