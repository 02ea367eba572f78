#include "config.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "findings.h"
#include "furl/core/utf8.h"

/* The number of octets directly before a URL that rules look at. They are enough for "[link=",
 * which a bracket after the URL closes. */
#define BEFORE ((size_t)8)
_Static_assert(BEFORE <= TEXT_BEFORE, "they are there");

static const struct furl_range nothing = {NULL, 0};

/* The ways in which URLs are joined over line ends. */
static const unsigned wrapped = 1u << FURL_JOIN_DELIMITERS | 1u << FURL_JOIN_MARGIN;

/* Returns the octet `n` octets before the URL, or 0 before the text. */
static unsigned char octet_before(const struct findings *findings, size_t n)
{
    const struct text_reader *text = &findings->text;

    return text->window_offset + text->match.start < n ? 0
                                                       : text->window.ptr[text->match.start - n];
}

/* Returns the octet at an offset in or after the URL, or -1 after the text. */
static int octet_at(const struct findings *findings, uint64_t offset)
{
    return text_octet(&findings->text, (size_t)(offset - findings->text.window_offset));
}

/* Gives the buffer room. If memory ran out, fails the output and returns false. */
static bool reserve_buffer(struct findings *findings, struct furl_buffer *buffer, size_t n)
{
    return output_has_memory(&findings->run->output, furl_buffer_reserve(buffer, n));
}

/* Copies the text between two offsets to `raw`, after its first `n` octets. Writes zeros after the
 * end of the text. Returns false if memory ran out. */
static bool collect_octets(struct findings *findings, size_t n, uint64_t from, uint64_t to)
{
    const struct text_reader *text = &findings->text;
    const size_t size = (size_t)(to - from), pos = text_index(text, from);

    if (!reserve_buffer(findings, &findings->raw, n + size + 1)) {
        return false;
    }
    size_t there = text->window.n - pos < size ? text->window.n - pos : size;
    memcpy(findings->raw.ptr + n, text->window.ptr + pos, there);
    memset(findings->raw.ptr + n + there, 0, size - there);
    return true;
}

/* Returns whether the joined URL would be joined again with the text after it, such as the next
 * item of a list. */
static bool is_cut_again(struct findings *findings, const struct finding_link *link)
{
    const struct furl_window *window = &findings->text.window;
    const struct furl_match *found = link->found;
    const size_t most = FURL_WRAPPED_OCTETS + 1, left = window->n - found->end;
    const size_t before = found->start < most ? found->start : most;
    const size_t n = before + found->url.n, after = left < FINDINGS_LOOK ? left : FINDINGS_LOOK;
    struct furl_search search = {.pos = before};
    struct furl_buffer joined = {NULL, 0};
    struct furl_match again;

    if ((found->joined & wrapped) == 0 ||
        !collect_octets(findings, n, link->end, link->end + after)) {
        return false;
    }
    memcpy(findings->raw.ptr, window->ptr + (found->start - before), before);
    memcpy(findings->raw.ptr + before, found->url.ptr, found->url.n);
    struct furl_window made = furl_window_of((struct furl_range){findings->raw.ptr, n + after});
    enum furl_found what = furl_find(&findings->text.settings, &made, &search, &joined, &again);
    free(joined.ptr);
    return output_has_memory(&findings->run->output, what != FURL_NO_MEMORY) &&
           what == FURL_FOUND && again.start == before && (again.joined & wrapped) != 0;
}

bool findings_may_fix(struct findings *findings, const struct finding_kind *rule,
                      const struct finding_link *link)
{
    return rule->fixes && !is_cut_again(findings, link);
}

/* Converts octets of the text to UTF-8. Returns false if the charset lacks an octet, or if memory
 * ran out. */
static bool to_utf8(struct findings *findings, struct furl_range *octets)
{
    const struct mail_charset *charset = findings->charset;

    if (furl_ascii_front(octets->ptr, octets->n) == octets->n) {
        return true;
    }
    if (charset == &mail_utf8) {
        return furl_is_utf8(octets->ptr, octets->n);
    }
    if (mail_charset_lacks(charset, *octets)) {
        return false;
    }
    *octets = mail_to_utf8(&findings->converter, charset, *octets);
    return output_has_memory(&findings->run->output, octets->ptr != NULL);
}

/*
 * Returns the URL and the rest meant by its author, in UTF-8, as `encode -c url` writes them.
 * Returns nothing in four cases:
 *   - Memory ran out.
 *   - A break follows, so that the end of the URL is unknown.
 *   - The charset lacks an octet.
 *   - A character that ends URLs comes next, such as a frame.
 */
static struct furl_range escape_link(struct findings *findings, struct finding_link *link)
{
    const struct furl_range read = link->found->url;
    const size_t n = read.n + (size_t)(link->to - link->end);

    assert(link->to >= link->end && link->offset >= findings->text.window_offset);
    if (!collect_octets(findings, read.n, link->end, link->to)) {
        return nothing;
    }
    memcpy(findings->raw.ptr, read.ptr, read.n);
    struct furl_range url = {findings->raw.ptr, n};
    struct furl_pieces pieces = {.url = url};
    struct furl_range piece;
    furl_pieces_next(&pieces, &piece);
    if (pieces.pos < n || !to_utf8(findings, &url) ||
        (url.ptr != findings->raw.ptr && link->next >= 0x80 &&
         furl_code_is(findings->charset->codes[link->next - 0x80], FURL_CODE_ENDING)) ||
        !reserve_buffer(findings, &findings->suggestion, FURL_ESCAPED_MAX(url.n))) {
        return nothing;
    }
    return (struct furl_range){findings->suggestion.ptr,
                               furl_escape_url(&findings->escape, url, findings->suggestion.ptr).n};
}

static struct furl_range put_as_read(struct findings *findings, struct finding_link *link)
{
    (void)findings;
    return link->found->url;
}

/* Returns the columns above which a URL is long. The default is less if an editor will add a
 * prefix. */
static size_t width_of(const struct findings *findings)
{
    const size_t width = findings->run->options->width;

    return width > 0 ? width : findings->text.quote.angles > 0 ? CHECK_WIDTH_QUOTED : CHECK_WIDTH;
}

/* Returns the URL in its place as `fold` of a width writes it. Returns nothing if memory ran out.
 */
static struct furl_range fold_link(struct findings *findings, struct finding_link *link,
                                   size_t width)
{
    struct text_reader *text = &findings->text;
    struct text_fold fold = {.columns = findings->position.columns, .pieces = findings->suggestion};
    struct furl_match found = *link->found;

    found.looked_to = found.joined == 0 ? found.looked_to : 0;
    if (!text_fold_is_due(&fold, text, &found, width)) {
        return found.url;
    }
    const size_t n = text_fold_write(&fold, text, &found, width, "\n");
    findings->suggestion = fold.pieces;
    return n > 0 ? (struct furl_range){findings->suggestion.ptr, n} : found.url;
}

static struct furl_range join_link(struct findings *findings, struct finding_link *link)
{
    return fold_link(findings, link, width_of(findings));
}

/* Returns the URL as split by `fold`, or nothing if `fold` does not split the URL. */
static struct furl_range split_link(struct findings *findings, struct finding_link *link)
{
    const size_t width = width_of(findings);

    return link->splits ? fold_link(findings, link, width < WIDTH ? width : WIDTH) : nothing;
}

static bool is_bare(struct findings *findings, struct finding_link *link)
{
    const char *missing = link->found->head.implied_scheme;

    (void)findings;
    furl_skip(&link->url, missing != NULL ? strlen(missing) : 0);
    return missing != NULL;
}

static bool is_open(struct findings *findings, struct finding_link *link)
{
    (void)findings;
    return link->found->open;
}

/* Returns whether the URL was joined over line ends. Shows the part before the first one. */
static bool is_cut(struct findings *findings, struct finding_link *link)
{
    const struct furl_range read = link->found->url;
    size_t n = 0;

    if ((link->found->joined & wrapped) == 0) {
        return false;
    }
    while (n < read.n && octet_at(findings, link->offset + n) == read.ptr[n]) {
        n++;
    }
    link->url.n = n;
    return true;
}

/* Returns whether octets after a `%` form a directive of printf, which a program should have
 * replaced. */
static bool is_directive(const unsigned char *octets)
{
    bool letter = furl_octet_in(octets[0], FURL_LETTER) && !furl_octet_in(octets[0], FURL_HEX);

    return furl_is_one_of(octets[0], "({") ||
           ((letter || octets[0] == 'd') && !furl_octet_in(octets[1], FURL_ALNUM));
}

/* Returns whether punctuation of other scripts is recognized, like at the ends of URLs: in UTF-8,
 * without high_octets. */
static bool knows_scripts(const struct findings *findings)
{
    return findings->charset == &mail_utf8 && !findings->run->options->high_octets;
}

/* Returns the length of the punctuation before an offset after the URL, or 0. Only punctuation
 * trimmed at the end of a URL counts. */
static size_t punctuation_before(const struct findings *findings, uint64_t offset,
                                 const char *ascii)
{
    const struct text_reader *text = &findings->text;
    const unsigned char *end = text->window.ptr + text_index(text, offset);
    uint32_t code;

    for (size_t n = 2; n < FURL_UTF8_MAX && knows_scripts(findings); n++) {
        if (furl_utf8(end - n, n, &code) == n && furl_code_is(code, FURL_CODE_TRIMMED)) {
            return n;
        }
    }
    return furl_is_one_of(end[-1], ascii) ? 1 : 0;
}

/* Returns the offset of the end that the URL's author perhaps meant, at a space or control. */
static uint64_t end_of_word(const struct findings *findings, const struct finding_link *link)
{
    uint64_t offset = link->end;
    int octet = octet_at(findings, offset);
    size_t n;

    while (offset < link->end + FINDINGS_LOOK && octet > ' ' &&
           !furl_is_one_of(octet, "<>\"\x7F")) {
        octet = octet_at(findings, ++offset);
    }
    const char *trimmed = octet_before(findings, 1) == '(' ? ".,;:!?')" : ".,;:!?'";
    while (offset > link->end && (n = punctuation_before(findings, offset, trimmed)) > 0) {
        offset -= n;
    }
    return offset;
}

/* Returns whether a bad `%` is in the URL, or directly after it, where its author meant more. A
 * bad `%` begins neither an escape nor a directive, and is no mark. */
static bool has_bad_escape(struct findings *findings, struct finding_link *link)
{
    struct furl_range url = link->found->url;
    size_t run = 0;

    while (run < FINDINGS_LOOK && octet_at(findings, link->end + run) == '%') {
        run++;
    }
    if (run == 0 && memchr(url.ptr, '%', url.n) == NULL) {
        return false;
    }
    bool after = run > 0 && !furl_is_mark(run, octet_at(findings, link->end + run));
    bool bad = run > 1 && after;
    if (!bad) {
        if (!collect_octets(findings, url.n, link->end, link->end + FURL_ESCAPE_SIZE)) {
            return false;
        }
        memcpy(findings->raw.ptr, url.ptr, url.n);
        url.ptr = findings->raw.ptr;
        url.n += after ? 1 : 0;
    }
    for (const unsigned char *ptr; !bad && (ptr = memchr(url.ptr, '%', url.n)) != NULL;) {
        bad = !furl_is_escape(ptr, FURL_ESCAPE_SIZE) && !is_directive(ptr + 1);
        furl_skip(&url, (size_t)(ptr + 1 - url.ptr));
    }
    link->to = bad && after ? end_of_word(findings, link) : link->to;
    return bad;
}

/* Returns whether the next octet was meant to be in the URL. */
static bool is_meant(const struct findings *findings, const struct finding_link *link)
{
    static const char octets[] = "^`[]", partners[] = "^`][";
    uint32_t code;

    if (link->next <= ' ') {
        return false;
    }
    const char *found = strchr(octets, link->next);
    if (found == NULL && link->next < 0x80) {
        return false;
    }
    if (found != NULL) {
        size_t n = 1;
        uint64_t after = link->end + 1;
        while (n <= BEFORE &&
               octet_before(findings, n) != (unsigned char)partners[found - octets]) {
            n++;
        }
        while (after < link->end + FINDINGS_LOOK &&
               furl_is_one_of(octet_at(findings, after), octets)) {
            after++;
        }
        int octet = octet_at(findings, after);
        return n > BEFORE && furl_octet_is(octet, FURL_ALNUM | FURL_HIGH);
    }
    const struct furl_window *window = &findings->text.window;
    const size_t end = link->found->end,
                 length = furl_utf8(window->ptr + end, window->n - end, &code);
    return length == 0 || length == FURL_UTF8_MORE ||
           (link->fidonet && !furl_code_is(code, FURL_CODE_ENDING) &&
            !(knows_scripts(findings) && furl_code_is(code, FURL_CODE_TRIMMED)));
}

/* Octets that can require marks around their URL. */
#define NEEDS_MARKS(o)                                                                             \
    ((o) == '[' || (o) == ']' || (o) == '{' || (o) == '}' || (o) == '|' || (o) == '^' || (o) == '`')
static const struct furl_byteset needing_marks = FURL_BYTESET(NEEDS_MARKS);

/* Returns how many octets of the URL other programs read. These programs ignore the marks around
 * the URL. */
static size_t length_without_marks(struct findings *findings, struct furl_range url)
{
    const struct furl_kernels *kernels = findings->text.settings.tables.kernels;
    struct furl_search search;
    struct furl_buffer joined = {NULL, 0};
    struct furl_match again;

    if (kernels->span_until_set(&needing_marks, url.ptr, url.n) == url.n ||
        !reserve_buffer(findings, &findings->raw, url.n + 1)) {
        return url.n;
    }
    findings->raw.ptr[0] = ' ';
    memcpy(findings->raw.ptr + 1, url.ptr, url.n);
    struct furl_window text = furl_window_of((struct furl_range){findings->raw.ptr, url.n + 1});
    furl_search_begin(&search);
    const enum furl_found found =
        furl_find(&findings->text.settings, &text, &search, &joined, &again);
    free(joined.ptr);
    return found == FURL_FOUND && again.start == 1 ? again.untrimmed_end - 1 : url.n;
}

/* Returns whether the URL ends before an octet of the meant URL, for fidourl or for other programs.
 */
static bool ends_at_octet(struct findings *findings, struct finding_link *link)
{
    const struct furl_range url = link->found->url;
    const size_t n = length_without_marks(findings, url);
    const bool goes_on = n < url.n;
    const int octet = goes_on ? url.ptr[n] : link->next;
    bool ends = goes_on || is_meant(findings, link);

    if (ends) {
        snprintf(findings->reason, sizeof findings->reason,
                 octet < 0x80 ? "%s before '%c'" : "%s before \\x%02X",
                 goes_on ? "other programs end the URL" : "the URL stops", (unsigned)octet);
        link->to = goes_on ? link->to : end_of_word(findings, link);
    }
    return ends;
}

/* Returns whether the URL ends at a space or TAB within delimiters. Their content was meant without
 * the space. Between quotation marks, a sentence can begin with a URL. The text after the URL must
 * then have the dot of a name or a slash. "mailto:name at host" is no finding. */
static bool ends_at_blank(struct findings *findings, struct finding_link *link)
{
    int partner = furl_closing_of(octet_before(findings, 1)), octet = link->next;
    bool name = partner == '>', dot = false;

    if (partner < 0 || (octet != ' ' && octet != '\t') ||
        (octet_at(findings, link->end + 1) == 'a' && octet_at(findings, link->end + 2) == 't' &&
         octet_at(findings, link->end + 3) == ' ')) {
        return false;
    }
    uint64_t offset = link->end, to = offset;
    while (offset < link->end + FINDINGS_LOOK && octet >= 0 && !furl_is_one_of(octet, "<>\"'$`") &&
           !furl_ends_line((unsigned char)octet)) {
        if (octet == ':' && octet_at(findings, offset + 1) == '/') {
            return false; /* another URL */
        }
        name = name || octet == '/' || (dot && furl_octet_is(octet, FURL_ALNUM));
        dot = octet == '.';
        to = furl_is_blank((unsigned char)octet) ? to : offset + 1;
        octet = octet_at(findings, ++offset);
    }
    bool ends = octet == partner && name && to > link->end && offset - link->end < FINDINGS_LOOK;
    snprintf(findings->reason, sizeof findings->reason, "it stops at a %s",
             link->next == ' ' ? "space" : "TAB");
    link->to = ends ? to : link->to;
    return ends;
}

/* Returns the columns before a piece after a gap. They are the columns of the quote prefix of the
 * line, and of the word that touches the piece. If the line begins in the gap, sets `prefix` and
 * `touching`. Otherwise they must have the values before the gap. */
static size_t columns_before(struct furl_range gap, size_t *prefix, size_t *touching)
{
    size_t line = furl_last_line_length(gap), word;
    struct furl_quote quote = {0};

    if (line < gap.n) {
        furl_skip(&gap, gap.n - line);
        quote = furl_quote_read(gap, UINT64_MAX, false);
        *prefix = furl_characters(gap.ptr, quote.n);
        *touching = 0;
    }
    for (word = gap.n; word > quote.n && gap.ptr[word - 1] > ' ';) {
        word--;
    }
    *touching = word > 0 ? 0 : *touching;
    *touching += furl_characters(gap.ptr + word, gap.n - word);
    return *prefix + *touching;
}

/* Measures the widest piece of a joined URL. `columns` are the columns before the first piece, and
 * `prefix` the columns of the quote prefix of its line. If a piece is empty, the word before the
 * piece touches the next one. Each gap is read once. */
static void measure_pieces(const struct findings *findings, struct finding_link *link,
                           size_t columns, size_t prefix)
{
    size_t from = 0, before = 0, touching = 0;

    const unsigned char *text = findings->text.window.ptr + link->found->start;
    struct furl_pieces pieces = {.url = {text, (size_t)(link->end - link->offset)}};
    struct furl_range piece;
    while (furl_pieces_next(&pieces, &piece)) {
        size_t pos = (size_t)(piece.ptr - text);
        if (pos > 0) {
            columns = columns_before((struct furl_range){text + before, pos - before}, &prefix,
                                     &touching);
        }
        columns += furl_characters(piece.ptr, piece.n);
        size_t marked = columns + (pieces.pos < pieces.url.n ? FURL_MARK_SIZE : 0);
        link->columns = marked > link->columns ? marked : link->columns;
        before = pos + piece.n;
        if (piece.n > 0) {
            link->beside_percent = link->beside_percent ||
                                   (from > 0 && (text[from - 1] == '%' || piece.ptr[0] == '%'));
            from = before;
            touching = 0;
        }
    }
}

/* Measures the URL's widest piece, with its marks, the quote prefix, and the word before it. Sets
 * whether `fold` splits the URL. */
static void measure_columns(struct findings *findings, struct finding_link *link)
{
    const struct furl_match *found = link->found;
    const size_t width = width_of(findings);
    struct text_reader *text = &findings->text;
    struct findings_position *position = &findings->position;

    if (found->joined != 0) {
        const size_t before = text_columns_kept(text, &position->columns);
        measure_pieces(findings, link, before, position->columns.prefix);
    } else if (link->offset - text->begins + found->url.n > width) {
        link->columns = text_columns_kept(text, &position->columns) +
                        furl_characters(found->url.ptr, found->url.n);
        link->splits = link->fidonet && text_fold_is_due(&position->fold, text, found, width) &&
                       text_fold_write(&position->fold, text, found, width, "\n") > found->url.n;
    }
}

/* Sets whether a Fidonet URL is malformed, and whether the URL is canonical. */
static void measure_form(struct findings *findings, struct finding_link *link)
{
    const struct furl_range url = link->found->url;
    struct furl_parts *split = &findings->split;

    if (link->fidonet &&
        reserve_buffer(findings, &findings->suggestion, FURL_CANONICAL_MAX(url.n))) {
        furl_split_to(split, &findings->canonical.splitter, url, NULL);
        struct furl_result result =
            furl_canonical_write(&findings->canonical, split, findings->suggestion.ptr, NULL);
        link->error = result.error;
        link->canonical =
            result.error == FURL_FINE &&
            furl_is_same((struct furl_range){findings->suggestion.ptr, result.n}, url);
    }
}

static bool is_beside_percent(struct findings *findings, struct finding_link *link)
{
    (void)findings;
    return link->beside_percent;
}

/* Returns whether a Fidonet URL is malformed. */
static bool is_invalid(struct findings *findings, struct finding_link *link)
{
    bool is = link->error != FURL_FINE && !text_line_is_made(&findings->text);

    if (is) {
        snprintf(findings->reason, sizeof findings->reason, "%s", furl_error_text(link->error));
    }
    return is;
}

/* Returns whether a Fidonet URL has octets that should be escaped. A canonical URL has none. */
static bool is_unescaped(struct findings *findings, struct finding_link *link)
{
    return link->fidonet && !link->canonical &&
           escape_link(findings, link).n > link->found->url.n &&
           !text_line_is_made(&findings->text);
}

static bool is_long(struct findings *findings, struct finding_link *link)
{
    const size_t width = width_of(findings);
    bool is = link->columns > width && !text_line_is_made(&findings->text);

    if (is) {
        snprintf(findings->reason, sizeof findings->reason,
                 "%zu columns, but quoting editors cut at %zu%s", link->columns, width,
                 link->splits ? "; use fidourl fold" : "");
    }
    return is;
}

const struct finding_kind finding_rules[] = {
    {"bare", is_bare, "no scheme", put_as_read, true, true},
    {"open", is_open, "no continuation follows \"%%\"", NULL, true, false},
    {"cut", is_cut, "it is cut by a line end", put_as_read, true, true},
    {"escape", has_bad_escape, "a '%' starts no escape", escape_link, true, true},
    {"octet", ends_at_octet, NULL, escape_link, true, true},
    {"blank", ends_at_blank, NULL, escape_link, true, true},
    {"break", is_beside_percent, "a break is next to '%'", join_link, false, false},
    {"invalid", is_invalid, NULL, NULL, false, false},
    {"unescaped", is_unescaped, "some bytes must be escaped", escape_link, false, true},
    {"long", is_long, NULL, split_link, false, false},
    {.kind = NULL},
};

bool findings_begin(struct findings *findings, const struct furl_match *found,
                    struct finding_link *link)
{
    const uint64_t base = findings->text.window_offset, end = base + found->end;

    *link = (struct finding_link){
        .found = found,
        .fidonet = furl_is_fidonet(found->head.scheme),
        .offset = base + found->start,
        .end = end,
        .next = octet_at(findings, end),
        .url = found->url,
        .to = end,
    };
    measure_columns(findings, link);
    if (link->offset < findings->position.checked_to || !text_wants_match(&findings->text)) {
        return false;
    }
    measure_form(findings, link);
    return true;
}

void findings_init(struct findings *findings, struct run *run)
{
    const struct options *options = run->options;

    findings->run = run;
    text_init(&findings->text, run);
    findings->text.lines = findings->text.settings.bare = true;
    findings->text.counts = findings->text.quotes = true;
    furl_canonical_init(&findings->canonical, NULL);
    furl_url_escape_init(&findings->escape, NULL, furl_range_of(""), furl_range_of(""));
    findings->charset = options->charset != NULL ? options->charset : &mail_utf8;
}

void findings_free(struct findings *findings)
{
    text_free(&findings->text);
    free(findings->raw.ptr);
    free(findings->suggestion.ptr);
    free(findings->position.fold.pieces.ptr);
    free(findings->converter.out.ptr);
}
