#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/scheme_list.h"
#include "furl/base/utf8.h"
#include "furl/text/fold.h"
#include "furl/url/canonical.h"
#include "furl/url/url_escape.h"
#include "print/fields.h"
#include "text.h"

/* How far after a URL to look: for the end of its line, for a closing delimiter, for the end of
 * what its author meant. */
#define LOOK ((size_t)4096)
_Static_assert(LOOK <= TEXT_AFTER, "so much of the line is there");

/* Octets that are looked at of what comes right before: of "[link=", say, which a bracket after the
 * URL closes. */
#define BEFORE ((size_t)8)
_Static_assert(BEFORE <= TEXT_BEFORE, "they are there");

static const struct furl_range nothing = {NULL, 0};

/* What joins URLs over line ends. */
static const unsigned wrapped = 1u << FURL_JOIN_DELIMITERS | 1u << FURL_JOIN_MARGIN;

/* How far the text is judged. */
struct place {
    uint64_t next;         /* the offset of the next octet of the text */
    uint64_t settled;      /* the offset up to which lines are counted, and `before` is known; */
    struct line_info here; /* the line there, */
    uint64_t line;         /* and the offset where it begins */
    struct furl_fold_prefix before; /* what comes before it in that line, */
    size_t word_at, word;           /* the octets and the columns there before its last word */
    uint64_t past;                  /* what begins before this offset is told, or fine */
    uint64_t seen;                  /* the rest of the line was looked at, up to this offset: */
    bool colon;                     /* it ends in a colon */
};

/* --fix: a stretch of the text, which is mended until nothing in it is left to mend. */
struct stretch {
    struct text text; /* where it begins: its reading, */
    struct place place;
    struct furl_buffer mended; /* what a round makes of the window: so many octets, */
    size_t mended_n, copied;   /* of those before this index; 0: there is nothing to mend */
};

struct checker {
    struct run *run;
    struct inputs inputs;
    struct text text;
    const char *name; /* of the input */
    struct place at;
    struct output *told; /* where findings are told; NULL: they are mended */
    struct output left;  /* where --fix tells them */
    struct stretch stretch;
    struct mail_charset_guess guess; /* of the text */
    struct mail_converter converter;
    struct furl_fold_prefix folded;
    struct furl_canonical canonical;
    struct furl_split split;
    struct furl_url_escape escape;
    struct furl_buffer raw, made; /* octets of the text; what is made of them */
    struct json json;
    char reason[PHRASE_SIZE]; /* of a finding whose row has none, as its test says */
};

/* A URL that is judged: it comes next. */
struct link {
    const struct furl_match *found;
    bool fidonet;
    uint64_t offset, end; /* of its first octet, and of the one after it */
    int next;             /* the octet there; -1: none */
    size_t columns;       /* of its widest piece */
    bool beside_percent;  /* a break is next to a % */
    bool canonical;       /* of Fidonet */
    /* Of a finding, as the test says: */
    struct furl_range url; /* what is shown */
    uint64_t to;           /* the offset after what its author meant */
};

/* A row of the table: what is looked for, in this order. */
struct rule {
    const char *kind;
    bool (*test)(struct checker *checker, struct link *link);
    const char *reason;                                            /* NULL: checker->reason */
    struct furl_range (*suggest)(struct checker *, struct link *); /* or NULL */
    bool ends;  /* what was read is not all of the link: nothing else is wrong with it */
    bool mends; /* --fix writes the suggestion */
};

/* The octet `n` octets before the next one; 0 before the text. */
static unsigned char octet_before(const struct checker *checker, size_t n)
{
    const struct text *text = &checker->text;

    return checker->at.next < n ? 0 : text->window.at[(size_t)(checker->at.next - text->base) - n];
}

/* The octets of the text from the offset on, before the next one. */
static struct furl_range passed_since(const struct checker *checker, uint64_t offset)
{
    const struct text *text = &checker->text;

    return (struct furl_range){text->window.at + (offset - text->base),
                               (size_t)(checker->at.next - offset)};
}

/* Counts the lines of what has passed, after a byte order mark, and keeps what comes before the
 * next octet in its line. It is done where somebody asks, or before those octets go. */
static void settle(struct checker *checker)
{
    struct furl_range octets = passed_since(checker, checker->at.settled);
    size_t line, word;

    if (checker->at.settled == 0 && furl_starts(octets, FURL_BOM)) {
        checker->at.settled = checker->at.line = FURL_BOM_SIZE;
        furl_skip(&octets, FURL_BOM_SIZE);
    }
    for (line = octets.n; line > 0 && octets.at[line - 1] != '\n' && octets.at[line - 1] != '\r';) {
        line--;
    }
    checker->at.line = line > 0 ? checker->at.settled + line : checker->at.line;
    line_info_feed(&checker->at.here, checker->text.finder.extents.kernels, octets);
    for (word = octets.n; word > 0 && octets.at[word - 1] > ' ';) {
        word--;
    }
    furl_fold_prefix_feed(&checker->at.before, octets.at, word);
    checker->at.word_at = word > 0 ? checker->at.before.n : checker->at.word_at;
    furl_skip(&octets, word);
    furl_fold_prefix_feed(&checker->at.before, octets.at, octets.n);
    checker->at.settled = checker->at.next;
}

/* Counts the columns before what comes next, and those before its word. */
static void count_columns(struct checker *checker)
{
    struct furl_fold_prefix *before = &checker->at.before;

    settle(checker);
    if (checker->at.word_at >= before->counted) {
        checker->at.word = before->columns + furl_characters(before->octets + before->counted,
                                                             checker->at.word_at - before->counted);
    }
    furl_fold_prefix_columns(before);
}

/* Whether what comes next, a URL of the scheme, is to be judged. */
static bool is_wanted(struct checker *checker, struct furl_range scheme)
{
    const struct options *options = checker->run->options;
    const struct furl_fold_prefix *before = &checker->at.before;

    if (!scheme_list_wants(scheme, options->schemes, options->not_schemes,
                           &checker->run->schemes_seen)) {
        return false;
    }
    if (options->skip_quoted) {
        count_columns(checker);
    }
    return !options->skip_quoted || memchr(before->octets, '>', before->prefix) == NULL;
}

/* The octet at an offset, of what is judged or after it; -1 after the text. */
static int look(const struct checker *checker, uint64_t offset)
{
    return text_octet(&checker->text, (size_t)(offset - checker->text.base));
}

static bool is_one_of(int octet, const char *octets)
{
    return octet > 0 && strchr(octets, octet) != NULL;
}

/* Gives the buffer room. Without memory, fails the output and returns false. */
static bool reserve(struct checker *checker, struct furl_buffer *buffer, size_t n)
{
    bool there = furl_buffer_reserve(buffer, n);

    if (!there) {
        output_no_memory(&checker->run->output);
    }
    return there;
}

/* Puts the text between two offsets into `raw`, after the first `n` octets, zeros after its end.
 * Returns whether there was memory. */
static bool gather(struct checker *checker, size_t n, uint64_t from, uint64_t to)
{
    const struct text *text = &checker->text;
    const size_t size = (size_t)(to - from), at = (size_t)(from - text->base);

    if (!reserve(checker, &checker->raw, n + size + 1)) {
        return false;
    }
    size_t there = text->window.n - at < size ? text->window.n - at : size;
    memcpy(checker->raw.at + n, text->window.at + at, there);
    memset(checker->raw.at + n + there, 0, size - there);
    return true;
}

/* Tells a finding in the line of the next octet. `write` is what to write instead, or nothing. */
static void put_json(struct checker *checker, const char *kind, const char *reason,
                     const struct link *link, struct furl_range write)
{
    struct json *json = &checker->json;

    json_begin(json);
    json_open(json, NULL, '{');
    json_text(json, "file", furl_range_of(checker->name), true);
    json_number(json, "line", checker->at.here.line);
    json_number(json, "column", link->offset - checker->at.line + 1);
    json_number(json, "offset", link->offset);
    json_text(json, "kind", furl_range_of(kind), false);
    json_text(json, "text", furl_range_of(reason), false);
    json_text(json, "url", link->url, false);
    if (write.n > 0) {
        json_text(json, "suggestion", write, false);
    }
    json_close(json, '}');
    run_put_json(checker->run, json);
}

/* The same as a row, of which `write` is no part if it has several lines. */
static void put_row(struct checker *checker, const char *kind, const char *reason,
                    const struct link *link, struct furl_range write)
{
    struct output *output = checker->told;
    bool is_line = write.n > 0 && memchr(write.at, '\n', write.n) == NULL;
    char line[NUMBER_SIZE], column[NUMBER_SIZE];
    const struct furl_range parts[] = {
        furl_range_of(checker->name),
        furl_range_of(":"),
        furl_range_of(decimal(checker->at.here.line, line)),
        furl_range_of(":"),
        furl_range_of(decimal(link->offset - checker->at.line + 1, column)),
        furl_range_of(": "),
        furl_range_of(kind),
        furl_range_of(": "),
        furl_range_of(reason),
        furl_range_of(": "),
        link->url,
        furl_range_of(is_line ? "; write " : ""),
        is_line ? write : nothing};
    size_t n = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        n += parts[i].n;
    }
    struct furl_cursor row = {.out = output_reserve(output, n)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && row.out != NULL; i++) {
        furl_put_range(&row, parts[i]);
    }
    if (row.out != NULL) {
        output_commit(output, n);
        output_end(output, terminator_lf);
    }
}

/* Writes others in the place of the octets between two indices of the window. */
static void replace(struct checker *checker, size_t from, size_t to, struct furl_range others)
{
    struct stretch *stretch = &checker->stretch;
    const size_t n = from - stretch->copied;

    if (reserve(checker, &stretch->mended, stretch->mended_n + n + others.n + 1)) {
        struct furl_cursor out = {.out = stretch->mended.at + stretch->mended_n};
        furl_put_range(&out, furl_between(&checker->text.window, stretch->copied, from));
        furl_put_range(&out, others);
        stretch->mended_n += n + others.n;
        stretch->copied = to;
    }
}

/* Whether the URL would be joined again, if it were joined where it is: a list follows it, say. */
static bool is_cut_again(struct checker *checker, const struct link *link)
{
    const struct furl_window *window = &checker->text.window;
    const struct furl_match *found = link->found;
    const size_t most = FURL_WRAPPED_OCTETS + 1, left = window->n - found->end;
    const size_t before = found->start < most ? found->start : most;
    const size_t n = before + found->url.n, after = left < LOOK ? left : LOOK;
    struct furl_search search = {.at = before};
    struct furl_buffer joined = {NULL, 0};
    struct furl_match again;

    if ((found->joined & wrapped) == 0 || !gather(checker, n, link->end, link->end + after)) {
        return false;
    }
    memcpy(checker->raw.at, window->at + (found->start - before), before);
    memcpy(checker->raw.at + before, found->url.at, found->url.n);
    struct furl_window made = furl_window_of((struct furl_range){checker->raw.at, n + after});
    enum furl_found what = furl_find(&checker->text.finder, &made, &search, &joined, &again);
    free(joined.at);
    if (what == FURL_NO_MEMORY) {
        output_no_memory(&checker->run->output);
    }
    return what == FURL_FOUND && again.start == before && (again.joined & wrapped) != 0;
}

/* Tells a finding, or mends it. Returns whether it did that. */
static bool tell(struct checker *checker, const struct rule *rule, struct link *link)
{
    struct run *run = checker->run;
    const uint64_t base = checker->text.base;
    const char *reason = rule->reason != NULL ? rule->reason : checker->reason;
    const bool mends = checker->told == NULL;
    bool suggests =
        rule->suggest != NULL && (!mends || (rule->mends && !is_cut_again(checker, link)));
    struct furl_range write = suggests ? rule->suggest(checker, link) : nothing;

    if (mends && write.n > 0) {
        replace(checker, (size_t)(link->offset - base), (size_t)(link->to - base), write);
    }
    if (mends) {
        return write.n > 0;
    }
    run_raise(run, STATUS_MALFORMED);
    run->done = run->options->quiet;
    if (!run->done) {
        settle(checker);
        (run->options->json ? put_json : put_row)(checker, rule->kind, reason, link, write);
    }
    return false;
}

/* Converts octets of the text to UTF-8; where its charset is only guessed, and it does not look
 * Cyrillic, they may be that already. Returns whether that can be done. */
static bool to_utf8(struct checker *checker, struct furl_range *octets)
{
    const struct mail_charset *charset = checker->guess.charset;
    const bool guessed = checker->text.guess != NULL && charset == &mail_cp437;

    if (furl_ascii_front(octets->at, octets->n) == octets->n ||
        ((guessed || charset == &mail_utf8) && furl_is_utf8(octets->at, octets->n))) {
        return true;
    }
    if (charset == &mail_utf8 || mail_charset_lacks(charset, *octets)) {
        return false;
    }
    *octets = mail_to_utf8(&checker->converter, charset, *octets);
    if (octets->at == NULL) {
        output_no_memory(&checker->run->output);
    }
    return octets->at != NULL;
}

/* What `encode -c url` makes of the URL and what its author meant after it, in UTF-8; nothing
 * without memory, where a break comes after it, whose end was not looked for, of octets that the
 * charset lacks, and before one that ends a URL: a frame, say. */
static struct furl_range escaped(struct checker *checker, struct link *link)
{
    const struct furl_range read = link->found->url;
    const size_t n = read.n + (size_t)(link->to - link->end);

    if (!gather(checker, read.n, link->end, link->to)) {
        return nothing;
    }
    memcpy(checker->raw.at, read.at, read.n);
    struct furl_range url = {checker->raw.at, n};
    struct furl_pieces pieces = {.url = url};
    struct furl_range piece;
    furl_piece(&pieces, &piece);
    if (pieces.at < n || !to_utf8(checker, &url) ||
        (url.at != checker->raw.at && link->next >= 0x80 &&
         furl_is_ending_code(checker->guess.charset->codes[link->next - 0x80])) ||
        !reserve(checker, &checker->made, FURL_ESCAPED_MAX(url.n))) {
        return nothing;
    }
    return (struct furl_range){checker->made.at,
                               furl_url_escape(&checker->escape, url, checker->made.at).n};
}

/* What `fold` makes of the URL where it is; nothing without memory. */
static struct furl_range folded(struct checker *checker, struct link *link)
{
    struct furl_match found = *link->found;
    size_t width = checker->run->options->width, n;

    settle(checker);
    checker->folded = checker->at.before;
    checker->folded.end = FURL_END_LF;
    found.seen = found.joined == 0 ? found.seen : 0;
    if (!furl_fold_write(&checker->folded, &found, width < WIDTH ? width : WIDTH, SIZE_MAX,
                         &checker->made, &n)) {
        output_no_memory(&checker->run->output);
        return nothing;
    }
    return (struct furl_range){checker->made.at, n};
}

static struct furl_range as_read(struct checker *checker, struct link *link)
{
    (void)checker;
    return link->found->url;
}

static struct furl_range folded_fidonet(struct checker *checker, struct link *link)
{
    return link->fidonet ? folded(checker, link) : nothing;
}

static bool is_bare(struct checker *checker, struct link *link)
{
    const char *missing = link->found->head.missing;

    (void)checker;
    furl_skip(&link->url, missing != NULL ? strlen(missing) : 0);
    return missing != NULL;
}

static bool is_open(struct checker *checker, struct link *link)
{
    (void)checker;
    return link->found->open;
}

/* Whether the URL was joined over line ends. What is shown is what is before the first one. */
static bool is_cut(struct checker *checker, struct link *link)
{
    const struct furl_range read = link->found->url;
    size_t n = 0;

    if ((link->found->joined & wrapped) == 0) {
        return false;
    }
    while (n < read.n && look(checker, link->offset + n) == read.at[n]) {
        n++;
    }
    link->url.n = n;
    return true;
}

/* Whether a directive of printf, which a program is to replace, goes on with these octets. */
static bool is_directive(const unsigned char *octets)
{
    bool letter = furl_is(octets[0], FURL_LETTER) && !furl_is(octets[0], FURL_HEX);

    return is_one_of(octets[0], "({") ||
           ((letter || octets[0] == 'd') && !furl_is(octets[1], FURL_ALNUM));
}

/* The offset after what the author of the URL may have meant, up to a blank. */
static uint64_t end_of_word(const struct checker *checker, const struct link *link)
{
    uint64_t at = link->end;
    int octet = look(checker, at);

    while (at < link->end + LOOK && octet > ' ' && !is_one_of(octet, "<>\"\x7F")) {
        octet = look(checker, ++at);
    }
    const char *trimmed = octet_before(checker, 1) == '(' ? ".,;:!?')" : ".,;:!?'";
    while (at > link->end && is_one_of(look(checker, at - 1), trimmed)) {
        at--;
    }
    return at;
}

/* Whether a `%` that begins neither an escape nor a directive, and pauses nothing, is in the URL or
 * right after it, where its author meant more. */
static bool has_bad_escape(struct checker *checker, struct link *link)
{
    struct furl_range url = link->found->url;
    size_t run = 0;

    while (run < LOOK && look(checker, link->end + run) == '%') {
        run++;
    }
    if (run == 0 && memchr(url.at, '%', url.n) == NULL) {
        return false;
    }
    bool after = run > 0 && !furl_run_pauses(run, look(checker, link->end + run));
    bool bad = run > 1 && after;
    if (!bad) {
        if (!gather(checker, url.n, link->end, link->end + FURL_ESCAPE_SIZE)) {
            return false;
        }
        memcpy(checker->raw.at, url.at, url.n);
        url.at = checker->raw.at;
        url.n += after ? 1 : 0;
    }
    for (const unsigned char *at; !bad && (at = memchr(url.at, '%', url.n)) != NULL;) {
        bad = !furl_is_escape(at, FURL_ESCAPE_SIZE) && !is_directive(at + 1);
        furl_skip(&url, (size_t)(at + 1 - url.at));
    }
    link->to = bad && after ? end_of_word(checker, link) : link->to;
    return bad;
}

/* Whether the octet that comes next was meant to be in the URL. */
static bool is_meant(struct checker *checker, const struct link *link)
{
    static const char octets[] = "^`[]", partners[] = "^`][";
    uint32_t code;

    if (link->next <= ' ') {
        return false;
    }
    const char *found = strchr(octets, link->next);
    if ((found == NULL && link->next < 0x80) ||
        !gather(checker, 0, link->end, link->end + FURL_UTF8_MAX)) {
        return false;
    }
    const unsigned char *at = checker->raw.at;
    if (found != NULL) {
        size_t n = 1;
        uint64_t after = link->end + 1;
        while (n <= BEFORE && octet_before(checker, n) != (unsigned char)partners[found - octets]) {
            n++;
        }
        while (after < link->end + LOOK && is_one_of(look(checker, after), octets)) {
            after++;
        }
        int octet = look(checker, after);
        return n > BEFORE && octet > 0 && furl_is((unsigned char)octet, FURL_ALNUM | FURL_HIGH);
    }
    return furl_utf8(at, FURL_UTF8_MAX, &code) == 0 ||
           (link->fidonet && !furl_is_ending_code(code));
}

static bool ends_at_octet(struct checker *checker, struct link *link)
{
    bool ends = is_meant(checker, link);

    if (ends) {
        snprintf(checker->reason, sizeof checker->reason,
                 link->next < 0x80 ? "it ends before %c" : "it ends before \\x%02X",
                 (unsigned)link->next);
        link->to = end_of_word(checker, link);
    }
    return ends;
}

/* Whether the URL ends at a blank within delimiters. What is in them was meant, without blanks.
 * What is between quotation marks may be a sentence that begins with a URL: it has the dot of a
 * name or a slash after the blank, too. Nor is "mailto:name at host" told. */
static bool ends_at_blank(struct checker *checker, struct link *link)
{
    int partner = furl_partner_of(octet_before(checker, 1)), octet = link->next;
    bool name = partner == '>', dot = false;

    if (partner < 0 || (octet != ' ' && octet != '\t') ||
        (look(checker, link->end + 1) == 'a' && look(checker, link->end + 2) == 't' &&
         look(checker, link->end + 3) == ' ')) {
        return false;
    }
    uint64_t at = link->end, to = at;
    while (at < link->end + LOOK && octet >= 0 && !is_one_of(octet, "<>\"'$`") &&
           !furl_ends_line((unsigned char)octet)) {
        if (octet == ':' && look(checker, at + 1) == '/') {
            return false; /* another URL */
        }
        name = name || octet == '/' || (dot && furl_is((unsigned char)octet, FURL_ALNUM));
        dot = octet == '.';
        to = furl_is_blank((unsigned char)octet) ? to : at + 1;
        octet = look(checker, ++at);
    }
    bool ends = octet == partner && name && to > link->end && at - link->end < LOOK;
    link->to = ends ? to : link->to;
    return ends;
}

/* Whether another program wrote the line, which its author cannot help: one that says who is
 * quoted, and ends in a colon, or one that only programs read. */
static bool is_made(struct checker *checker, const struct link *link)
{
    settle(checker);
    if (checker->at.seen < link->end) {
        const uint64_t end = link->end + LOOK;
        int octet, last = ' ';
        checker->at.seen = link->end;
        while ((octet = look(checker, checker->at.seen)) >= 0 &&
               !furl_ends_line((unsigned char)octet) && checker->at.seen < end) {
            last = furl_is_blank((unsigned char)octet) ? last : octet;
            checker->at.seen++;
        }
        checker->at.colon = last == ':' && checker->at.seen < end;
    }
    return checker->at.colon || furl_fold_prefix_is_kludge(&checker->at.before);
}

/* The columns of what stands before a piece after a gap: the quote prefix of its line, whose
 * columns are `prefix` unless the line begins in the gap, and what touches it. */
static size_t columns_before(struct furl_range gap, size_t *prefix)
{
    size_t line = furl_last_line_length(gap), word;
    struct furl_quote quote = {.later = true};

    if (line < gap.n) {
        furl_skip(&gap, gap.n - line);
        furl_quote_feed(&quote, gap.at, gap.n);
        *prefix = furl_characters(gap.at, (size_t)quote.n);
    }
    for (word = gap.n; word > quote.n && gap.at[word - 1] > ' ';) {
        word--;
    }
    return *prefix + furl_characters(gap.at + word, gap.n - word);
}

/* Measures the widest piece of a URL that was joined. */
static void measure_pieces(struct checker *checker, struct link *link, size_t columns,
                           size_t prefix)
{
    size_t from = 0;

    if (!gather(checker, 0, link->offset, link->end)) {
        return;
    }
    const unsigned char *text = checker->raw.at;
    struct furl_pieces pieces = {.url = {text, (size_t)(link->end - link->offset)}};
    struct furl_range piece;
    while (furl_piece(&pieces, &piece)) {
        size_t at = (size_t)(piece.at - text);
        if (at > 0) {
            columns = columns_before((struct furl_range){text + from, at - from}, &prefix);
        }
        columns += furl_characters(piece.at, piece.n);
        size_t marked = columns + (pieces.at < pieces.url.n ? FURL_MARK_SIZE : 0);
        link->columns = marked > link->columns ? marked : link->columns;
        if (piece.n > 0) {
            link->beside_percent =
                link->beside_percent || (from > 0 && (text[from - 1] == '%' || piece.at[0] == '%'));
            from = at + piece.n;
        }
    }
}

/* Measures the URL's widest piece, with its marks, the quote prefix, and what touches it on its
 * left. Returns whether a break is next to a `%`. */
static bool is_beside_percent(struct checker *checker, struct link *link)
{
    const struct furl_fold_prefix *before = &checker->at.before;
    const struct furl_range url = link->found->url;
    const bool is_joined = link->found->joined != 0;
    const struct furl_range passed = passed_since(checker, checker->at.settled);
    size_t line = furl_last_line_length(passed); /* or more */

    line += line == passed.n ? before->n : 0;
    if (!is_joined && line + url.n <= checker->run->options->width) {
        return false; /* it is not too wide */
    }
    count_columns(checker);
    size_t prefix = furl_characters(before->octets, before->prefix);
    size_t columns = prefix + before->columns - checker->at.word;
    columns = columns < before->columns ? columns : before->columns;
    if (is_joined) {
        measure_pieces(checker, link, columns, prefix);
    } else {
        link->columns = columns + furl_characters(url.at, url.n);
    }
    return link->beside_percent;
}

/* Whether a Fidonet URL is malformed. */
static bool is_invalid(struct checker *checker, struct link *link)
{
    const struct furl_range url = link->found->url;
    struct furl_split *split = &checker->split;

    if (!link->fidonet || !reserve(checker, &checker->made, FURL_CANONICAL_MAX(url.n))) {
        return false;
    }
    furl_split_to(split, &checker->canonical.splitter, url, NULL);
    struct furl_result result = furl_canonical_write(&checker->canonical, split, checker->made.at);
    link->canonical = result.error == FURL_FINE &&
                      furl_is_same((struct furl_range){checker->made.at, result.n}, url);
    if (result.error != FURL_FINE) {
        snprintf(checker->reason, sizeof checker->reason, "%s", furl_error_text(result.error));
    }
    return result.error != FURL_FINE && !is_made(checker, link);
}

/* Whether a Fidonet URL has octets to be escaped. What is canonical has none. */
static bool is_unescaped(struct checker *checker, struct link *link)
{
    return link->fidonet && !link->canonical && escaped(checker, link).n > link->found->url.n &&
           !is_made(checker, link);
}

static bool is_long(struct checker *checker, struct link *link)
{
    const size_t width = checker->run->options->width;
    bool is = link->columns > width && !is_made(checker, link);

    if (is) {
        snprintf(checker->reason, sizeof checker->reason, "%zu columns; quoting editors cut at %zu",
                 link->columns, width);
    }
    return is;
}

static const struct rule rules[] = {
    {"bare", is_bare, "no scheme", as_read, true, true},
    {"open", is_open, "no continuation follows \"%%\"", NULL, true, false},
    {"cut", is_cut, "a line end cuts it", as_read, true, true},
    {"escape", has_bad_escape, "a % in it starts no escape", escaped, true, true},
    {"octet", ends_at_octet, NULL, escaped, true, true},
    {"blank", ends_at_blank, "it ends at a blank", escaped, true, true},
    {"break", is_beside_percent, "a break is next to a %", folded, false, false},
    {"invalid", is_invalid, NULL, NULL, false, false},
    {"unescaped", is_unescaped, "it has unescaped octets", escaped, false, true},
    {"long", is_long, NULL, folded_fidonet, false, false},
};

/* Judges the match, which comes next. */
static void check_match(struct checker *checker, const struct furl_match *found)
{
    const uint64_t base = checker->text.base, end = base + found->end;
    struct link link = {
        .found = found,
        .fidonet = furl_is_fidonet(furl_scheme(found->url, found->scheme_n)),
        .offset = base + found->start,
        .end = end,
        .url = found->url,
        .to = end,
    };

    if (link.offset < checker->at.past ||
        !is_wanted(checker, (struct furl_range){found->url.at, found->scheme_n})) {
        return;
    }
    link.next = look(checker, end);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].test(checker, &link) && (tell(checker, &rules[i], &link) || rules[i].ends)) {
            break;
        }
    }
    checker->at.past = link.to;
}

/* Judges what comes next. */
static enum text_token judge(struct checker *checker)
{
    struct text *text = &checker->text;
    enum text_token token = text_next(text);

    checker->at.next += token != TEXT_OVER ? text->octets.n : 0;
    if (token == TEXT_URL) {
        check_match(checker, &text->match);
    } else if (token != TEXT_OVER) {
        settle(checker);
    }
    return token;
}

/*
 * --fix. What was mended may be told of again, by another rule or as a part of more. It may change
 * what is told of a link before it, which looks at what follows, and of one after it, which looks
 * at its line. So a stretch of the text is held, and is mended in rounds, until one has nothing to
 * mend. The last one tells what `check` tells of the text that is then written.
 *
 *     read, until a stretch and what links look at after it is there, however reads cut it
 *     judge the stretch, and mend it, until there is nothing to mend, or for ROUNDS
 *     judge it once more, and tell; write it, but for the end, which links before it look at: that
 *         may be mended once more, when what it looks at was
 *
 * Each octet is in one stretch, and in few before that. So the time is linear.
 */
#define ROUNDS 16u

/* How many octets are to be there. */
#define HELD (2 * MAIL_GUESS_MAX)
_Static_assert(HELD > 4 * TEXT_AFTER, "most are in the stretch");

/* Judges the stretch, from its begin on. */
static void judge_stretch(struct checker *checker, struct output *told)
{
    struct stretch *stretch = &checker->stretch;

    text_again(&checker->text, &stretch->text);
    checker->at = stretch->place;
    checker->told = told;
    stretch->mended_n = stretch->copied = 0;
    while (judge(checker) == TEXT_URL) {
    }
}

/* Mends the stretch, and tells what is left. */
static void mend(struct checker *checker)
{
    struct stretch *stretch = &checker->stretch;
    struct text *text = &checker->text;
    struct messages *messages = &checker->run->messages;
    const struct messages before = *messages;

    messages->quiet = true; /* as long as it is mended */
    for (unsigned round = 0; round < ROUNDS; round++) {
        judge_stretch(checker, NULL);
        if (stretch->copied == 0) {
            break;
        }
        replace(checker, text->window.n, text->window.n, nothing);
        text_put(text, (struct furl_range){stretch->mended.at, stretch->mended_n});
    }
    *messages = before;
    text->searchable -= text->window.ends ? 0 : LOOK;
    judge_stretch(checker, &checker->left);
}

static void fix_text(struct checker *checker)
{
    struct stretch *stretch = &checker->stretch;
    struct output *output = &checker->run->output;
    struct text *text = &checker->text;
    size_t wanted = HELD;

    while (text_fill(text, wanted)) {
        stretch->text = *text;
        stretch->place = checker->at;
        mend(checker);
        const size_t n = text->done - stretch->text.done;
        output_text(output, text->window.at + stretch->text.done, n);
        if (checker->left.error == ENOMEM) {
            output_no_memory(output); /* what is not told must not be missed */
        }
        if (!output_failed(output)) {
            output_flush(&checker->left);
        }
        wanted = n > 0 ? HELD : 2 * wanted;
    }
    text_end_output(text);
}

static void check_text(struct checker *checker, struct input *input)
{
    enum text_token token = TEXT_PIECE;

    checker->name = input->name;
    checker->at = (struct place){.here = {.line = 1}, .before = {.later = true}};
    text_begin(&checker->text, input);
    if (checker->run->options->fix) {
        fix_text(checker);
        return;
    }
    while (!checker->run->done && token != TEXT_DONE && token != TEXT_OVER) {
        token = judge(checker);
    }
}

/* Sets up for the options. */
static void init(struct checker *checker, struct run *run)
{
    const struct options *options = run->options;

    checker->run = run;
    checker->told = &run->output;
    text_init(&checker->text, run);
    checker->text.lines = checker->text.finder.bare = true;
    furl_canonical_init(&checker->canonical, NULL);
    furl_url_escape_init(&checker->escape, NULL);
    mail_charset_guess_is(&checker->guess,
                          options->charset != NULL ? options->charset : &mail_utf8);
    if (options->fix) {
        output_init(&checker->left, SYSTEM_MESSAGES, true, run->hints, false);
    }
    if (options->fix && options->charset == NULL) {
        mail_charset_guess_begin(&checker->guess, MAIL_FIDONET);
        checker->text.guess = &checker->guess;
    }
}

static void check_links(struct run *run)
{
    struct checker *checker = run_state(run, sizeof *checker);
    struct input *input;

    if (checker == NULL) {
        return;
    }
    init(checker, run);
    inputs_begin(&checker->inputs, run);
    while ((input = inputs_next(&checker->inputs)) != NULL) {
        check_text(checker, input);
    }
    if (run->done) {
        run->status = STATUS_MALFORMED; /* as grep -q: found, in spite of errors */
    }
    text_free(&checker->text);
    free(checker->raw.at);
    free(checker->made.at);
    free(checker->json.octets.at);
    free(checker->converter.out.at);
    free(checker->stretch.mended.at);
    free(checker->left.block.at);
    free(checker->left.bare.at);
}

const struct command check_command = {
    .name = "check",
    .bit = CHECK,
    .purpose = "Tell what readers' programs will do to the links of a text.",
    .examples = "  $ fidourl check -e 'See www.example.org, and <ftp://a.b/c d>.'\n"
                "  -e:1:5: bare: no scheme: www.example.org; write http://www.example.org\n"
                "  -e:1:27: blank: it ends at a blank: ftp://a.b/c; write ftp://a.b/c%20d\n",
    .malformed = "1 a finding",
    .run = check_links,
};
