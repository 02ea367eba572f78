/*
 * The whole program, run within this process, over files: however its reads are cut, it writes the
 * same; what it encoded, it decodes; normalizing twice is normalizing once; URLs are where
 * extract says; a page of HTML is text and links.
 */
#include "config.h"

#include "furl/base/utf8.h"
#include "fuzz.h"
#include "runs.h"

/* What the property of a command is. */
enum property { ALONE, UNDONE, IDEMPOTENT, OFFSETS, PAGE };

static const struct row {
    const char *arguments[RUN_ARGUMENTS];
    enum property property;
} rows[] = {
    {{"extract"}, ALONE},
    {{"extract", "--byte-offset"}, OFFSETS},
    {{"extract", "--byte-offset", "-8"}, OFFSETS},
    {{"extract", "-j"}, ALONE},
    {{"extract", "-j", "-8", "-0"}, ALONE},
    {{"extract", "-n", "-u"}, ALONE},
    {{"extract", "-H", "-s", "fido,http"}, ALONE},
    {{"extract", "-c", "--max-count=3"}, ALONE},
    {{"extract", "--max-length=20"}, ALONE},
    {{"extract", "-q"}, ALONE},
    {{"extract", "--skip-quoted", "-n"}, ALONE},
    {{"extract", "-j", "--canonical", "--not-scheme=http"}, ALONE},
    {{"normalize"}, IDEMPOTENT},
    {{"normalize", "--strict", "--keep-fragment"}, IDEMPOTENT},
    {{"normalize", "--sort-params"}, IDEMPOTENT},
    {{"normalize", "--display"}, IDEMPOTENT},
    {{"normalize", "-z", "--rules=rfc1738"}, IDEMPOTENT},
    {{"normalize", "--whole", "--rules=rfc3986"}, IDEMPOTENT},
    {{"normalize", "--strict", "--rules=rfc1630"}, IDEMPOTENT},
    {{"normalize", "--base=http://a/b/c?d#e"}, ALONE},
    {{"normalize", "--base=area://a/b/c?d"}, ALONE},
    {{"normalize", "--max-length=20"}, ALONE},
    {{"encode", "--whole"}, UNDONE},
    {{"encode", "--whole", "-c", "areatag"}, UNDONE},
    {{"encode", "--whole", "--rules=rfc3986"}, UNDONE},
    {{"encode", "--whole", "--rules=rfc1630", "-c", "path"}, UNDONE},
    {{"encode"}, ALONE},
    {{"encode", "-z", "-c", "path"}, ALONE},
    {{"encode", "-c", "url"}, IDEMPOTENT},
    {{"encode", "-c", "url", "--rules=rfc3986"}, IDEMPOTENT},
    {{"decode"}, ALONE},
    {{"decode", "--controls=keep"}, ALONE},
    {{"decode", "-z", "-c", "url"}, ALONE},
    {{"decode", "--whole", "--controls=keep", "-c", "url"}, ALONE},
    {{"parse"}, ALONE},
    {{"parse", "--sort-params", "--whole"}, ALONE},
    {{"parse", "-F", "{canonical}"}, IDEMPOTENT},
    {{"parse", "-zF", "{display:shell}{areas:html}{param.a:json}{path}{net}{url:encode}"}, ALONE},
    {{"edit"}, IDEMPOTENT},
    {{"edit", "--set=fragment=x y", "--sort-params"}, IDEMPOTENT},
    {{"edit", "-z", "--set=param.a=%%=&", "--drop=param.?*b*"}, IDEMPOTENT},
    {{"edit", "--whole", "--set=scheme=area", "--drop=host", "--append=param.a="}, ALONE},
    {{"extract", "-F", "{file:json}{line}{joined}{open}{canonical:html}{host}{param.x}"}, ALONE},
    {{"extract", "-uF", "{scheme}{area}{port}{url:shell}"}, ALONE},
    {{"rewrite"}, IDEMPOTENT},
    {{"rewrite", "-8", "-s", "area,http"}, IDEMPOTENT},
    {{"rewrite", "--max-length=20"}, ALONE},
    {{"rewrite", "--wrapped"}, ALONE},
    {{"rewrite", "--html"}, PAGE},
    {{"rewrite", "--html", "-8", "--gate=http://a/?b&c=\"", "--charset=latin-1"}, PAGE},
    {{"rewrite", "--hyperlink=always"}, ALONE},
    {{"rewrite", "-F", "{line}:{offset}:{display:json}"}, ALONE},
    {{"fold", "-w20"}, IDEMPOTENT},
    {{"check", "-w20"}, ALONE},
    {{"check", "-8j", "--skip-quoted"}, ALONE},
    {{"extract", "-M", "-j"}, ALONE},
    {{"extract", "-M", "-F", "{msg.area}{msg.number}{msg.from}{msg.subject:json}{msg.date}"},
     ALONE},
    {{"rewrite", "-M"}, ALONE},
    {{"messages", "-j", "--text"}, ALONE},
    {{"messages", "--text", "--select=area:?findsb=a"}, ALONE},
    {{"messages", "--select=area:?time=2007-", "--area=x"}, ALONE},
    {{"rewrite", "-M", "--html", "--charset=koi8-r"}, ALONE},
};

/* The same command, but `decode`: it gives the input back. */
static void check_undone(const struct row *row, struct furl_range input,
                         const struct run_outcome *outcome)
{
    const char *arguments[RUN_ARGUMENTS];
    struct run_outcome back = {0};

    memcpy(arguments, row->arguments, sizeof arguments);
    arguments[0] = "decode";
    fuzz_run(arguments, fuzz_range(&outcome->output), 0, &back);
    HOLDS(back.status == 0);
    HOLDS(fuzz_equal(input, fuzz_range(&back.output)));
    fuzz_run_free(&back);
}

static void check_idempotent(const struct row *row, const struct run_outcome *outcome)
{
    struct run_outcome again = {0};

    fuzz_run(row->arguments, fuzz_range(&outcome->output), 0, &again);
    HOLDS(fuzz_equal(fuzz_range(&outcome->output), fuzz_range(&again.output)));
    HOLDS(again.status <= outcome->status);
    fuzz_run_free(&again);
}

/* Each line is an offset, a TAB, and what is there, up to a mark at least. */
static void check_offsets(struct furl_range input, const struct run_outcome *outcome)
{
    const char *line = (const char *)outcome->output.at;
    const char *end = line + outcome->output.n;
    uint64_t last = 0;

    while (line < end) {
        char *url = NULL;
        uint64_t offset = strtoull(line, &url, 10);
        HOLDS(*url == '\t' && offset >= last && offset < input.n);
        last = offset + 1;
        for (url++; *url != '\n' && (unsigned char)*url == input.at[offset]; url++) {
            offset++;
        }
        /* It may resume with as many `%` as it paused at. */
        HOLDS(*url == '\n' || input.at[offset] == '%' || input.at[offset - 1] == '%');
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
    size_t n = furl_utf8(page->at, page->n, &code);

    if (code == '&') {
        return take_one_of(page, references, COUNT(references));
    }
    furl_skip(page, n);
    return n > 0 && n != FURL_UTF8_MORE && !furl_is_control_code(code) &&
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

void fuzz_program(struct furl_range octets)
{
    const struct row *row = &rows[fuzz_choose(&octets, COUNT(rows))];
    size_t pieces = fuzz_choose_cut(&octets);
    struct run_outcome whole = {0}, piecewise = {0};

    fuzz_run(row->arguments, octets, 0, &whole);
    fuzz_run(row->arguments, octets, pieces, &piecewise);
    HOLDS(whole.status == piecewise.status);
    HOLDS(fuzz_equal(fuzz_range(&whole.output), fuzz_range(&piecewise.output)));
    HOLDS(fuzz_equal(fuzz_range(&whole.messages), fuzz_range(&piecewise.messages)));
    if (row->property == UNDONE) {
        check_undone(row, octets, &whole);
    } else if (row->property == IDEMPOTENT) {
        check_idempotent(row, &whole);
    } else if (row->property == PAGE) {
        check_page(fuzz_range(&whole.output));
    } else if (row->property == OFFSETS) {
        fuzz_add(&whole.output, "", 1);
        whole.output.n--;
        check_offsets(octets, &whole);
    }
    fuzz_run_free(&whole);
    fuzz_run_free(&piecewise);
}
