#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/scheme_list.h"
#include "furl/text/fold.h"
#include "furl/url/canonical.h"
#include "furl/url/url_escape.h"
#include "print/fields.h"
#include "text.h"

/* How far after a URL to look: for the end of its line, for a partner, for the end of what its
 * author meant. */
#define LOOK ((size_t)4096)
_Static_assert(LOOK + FURL_UTF8_MAX < INPUT_AFTER, "so far one can look ahead");

/* Octets of a link without a scheme that are looked at first. */
#define FIRST_LOOK ((size_t)32)

/* Octets that are kept of what comes right before. */
#define BEFORE ((size_t)4)

enum kind { OPEN, CUT, ESCAPE, OCTET, BLANK, BREAK, INVALID, UNESCAPED, LONG, BARE };

static const char *const kind_words[] = {
    [OPEN] = "open",   [CUT] = "cut",     [ESCAPE] = "escape",   [OCTET] = "octet",
    [BLANK] = "blank", [BREAK] = "break", [INVALID] = "invalid", [UNESCAPED] = "unescaped",
    [LONG] = "long",   [BARE] = "bare",
};

struct checker {
    struct run *run;
    struct inputs inputs;
    struct text text;
    const char *name; /* of the input */
    /* The next octet of the text. */
    struct line_info here;
    uint64_t line;                /* the offset of its line */
    struct furl_fold_prefix lead; /* what comes before it in that line, */
    struct furl_fold_prefix word; /* and after the last blank there */
    unsigned char before[BEFORE]; /* right before it; zeros before the start */
    uint64_t past; /* what begins before this offset belongs to a link already told */
    uint64_t seen; /* no line ends between a URL and this offset: */
    int last;      /* the last octet there that is no blank; -1: none */
    bool ended;    /* the line ends here */
    struct furl_fold_prefix folded;
    struct furl_canonical canonical;
    struct furl_url_escape escape;
    struct furl_reassembly reading; /* of what is no match */
    struct furl_buffer raw, made;   /* octets of the text; what is made of them */
    struct json json;
};

/* A URL that is judged. */
struct link {
    const struct furl_match *found;
    const struct furl_scheme *scheme;
    uint64_t end; /* the offset after it */
    size_t left;  /* columns of its line's prefix and of what touches it */
};

/* Moves on over octets of the text. */
static void move(struct checker *checker, struct furl_range octets)
{
    size_t line = octets.n, word = octets.n;
    unsigned char kept[2 * BEFORE];
    size_t n = octets.n < BEFORE ? octets.n : BEFORE;

    if (octets.n == 0) {
        return;
    }
    while (line > 0 && octets.at[line - 1] != '\n' && octets.at[line - 1] != '\r') {
        line--;
    }
    checker->line = line > 0 ? checker->here.offset + line : checker->line;
    while (word > 0 && octets.at[word - 1] > ' ') {
        word--;
    }
    if (word > 0) {
        checker->word.n = checker->word.counted = checker->word.columns = 0;
    }
    furl_fold_prefix_feed(&checker->word, octets.at + word, octets.n - word);
    furl_fold_prefix_feed(&checker->lead, octets.at, octets.n);
    line_info_feed(&checker->here, checker->text.scanner.kernels, octets);
    memcpy(kept, checker->before, BEFORE);
    memcpy(kept + BEFORE, octets.at + octets.n - n, n);
    memcpy(checker->before, kept + n, BEFORE);
}

/* The columns before the next octet in its line. */
static size_t columns_before(struct checker *checker)
{
    struct furl_fold_prefix *lead = &checker->lead;

    if (!lead->later && lead->n >= FURL_BOM_SIZE &&
        memcmp(lead->octets, FURL_BOM, FURL_BOM_SIZE) == 0) {
        checker->line = FURL_BOM_SIZE;
    }
    return furl_fold_prefix_columns(lead);
}

/* Whether what begins at the next octet is to be judged. Sets what is known of its line. */
static bool is_wanted(struct checker *checker, struct furl_range scheme)
{
    const struct options *options = checker->run->options;
    struct furl_fold_prefix *lead = &checker->lead;

    columns_before(checker);
    return scheme_list_wants(scheme, options->schemes, options->not_schemes) &&
           !(options->skip_quoted && memchr(lead->octets, '>', lead->prefix) != NULL);
}

/* The octet at an offset, from what is judged on; -1 after the text. */
static int look(struct checker *checker, uint64_t offset)
{
    text_reach(&checker->text, offset + 1);
    return text_octet(&checker->text, offset);
}

static bool is_one_of(int octet, const char *octets)
{
    return octet > 0 && strchr(octets, octet) != NULL;
}

/* Whether the octet ends what its author may have meant as one URL. */
static bool ends_word(int octet)
{
    return octet <= ' ' || is_one_of(octet, "<>\"\x7F");
}

/* Puts the octets of the text from an offset to another one into `raw`, after the first `n`.
 * Returns whether there was memory. */
static bool gather(struct checker *checker, size_t n, uint64_t from, uint64_t to)
{
    if (!furl_buffer_reserve(&checker->raw, n + (size_t)(to - from) + 1)) {
        output_no_memory(&checker->run->output);
        return false;
    }
    while (from < to) {
        checker->raw.at[n++] = (unsigned char)look(checker, from++);
    }
    return true;
}

/* Writes a finding: at an offset in the line of the next octet. `write` is what to write instead;
 * none if it is empty. */
static void tell(struct checker *checker, enum kind kind, uint64_t offset, const char *text,
                 struct furl_range url, struct furl_range write)
{
    struct run *run = checker->run;
    struct output *output = &run->output;
    struct json *json = &checker->json;
    uint64_t column = offset - checker->line + 1;
    char place[2 * NUMBER_SIZE + PHRASE_SIZE];

    run_raise(run, STATUS_MALFORMED);
    if (run->options->quiet) {
        run->done = true;
        return;
    }
    if (run->options->json) {
        json_begin(json);
        json_open(json, NULL, '{');
        json_text(json, "file", furl_range_of(checker->name), true);
        json_number(json, "line", checker->here.line);
        json_number(json, "column", column);
        json_number(json, "offset", offset);
        json_text(json, "kind", furl_range_of(kind_words[kind]), false);
        json_text(json, "text", furl_range_of(text), false);
        json_text(json, "url", url, false);
        if (write.n > 0) {
            json_text(json, "suggestion", write, false);
        }
        json_close(json, '}');
        run_put_json(run, json);
        return;
    }
    snprintf(place, sizeof place, ":%" PRIu64 ":%" PRIu64 ": %s: %s: ", checker->here.line, column,
             kind_words[kind], text);
    if (output_reserve(output, strlen(checker->name) + sizeof place + url.n + write.n) == NULL) {
        return; /* a lack of memory must not cut the row */
    }
    output_data(output, checker->name, strlen(checker->name));
    output_data(output, place, strlen(place));
    output_data(output, url.at, url.n);
    if (write.n > 0 && memchr(write.at, '\n', write.n) == NULL) { /* a row is a line */
        output_data(output, "; write ", strlen("; write "));
        output_data(output, write.at, write.n);
    }
    run_end_row(run);
}

/* What `encode -c url` makes of the URL and the octets after it up to an offset; as much of that as
 * a text would show for a URL, if `trims`. Nothing without memory, which fails the output. */
static struct furl_range escaped(struct checker *checker, const struct link *link, uint64_t to,
                                 bool trims)
{
    struct furl_range url = link->found->url;
    size_t n = url.n + (size_t)(to - link->end);
    struct furl_match whole;

    if (!gather(checker, url.n, link->end, to) ||
        !furl_buffer_reserve(&checker->made, FURL_URL_ESCAPED_MAX(n) + FURL_URL_ESCAPED_MAX(0))) {
        output_no_memory(&checker->run->output);
        return (struct furl_range){NULL, 0};
    }
    memcpy(checker->raw.at, url.at, url.n);
    unsigned char *out = checker->made.at;
    n = furl_url_escape_feed(&checker->escape, checker->raw.at, n, out);
    n += furl_url_escape_final(&checker->escape, out + n);
    struct furl_window made = {out, n, true, 0};
    checker->reading.start = (struct furl_start){
        .scheme = link->scheme,
        .body = link->found->scheme_n +
                (furl_twice(&made, link->found->scheme_n + 1, '/') == FURL_YES ? 3 : 1),
        .n = link->found->scheme_n,
        .before = checker->before[BEFORE - 1],
        .opened = -1,
    };
    return trims && furl_read_first(&checker->reading, &made, &whole) == FURL_READ_URL
               ? whole.url
               : (struct furl_range){out, n};
}

/* What `fold` makes of the URL where it is. */
static struct furl_range folded(struct checker *checker, const struct link *link)
{
    static const char mark[] = "%%";
    const size_t room = FURL_FOLD_PREFIX_COLUMNS * FURL_UTF8_MAX + sizeof "%%\n%%";
    struct furl_fold_prefix *lead = &checker->folded;
    size_t width = checker->run->options->width - FURL_MARK_SIZE, n = 0;
    struct furl_match found = *link->found;
    struct furl_fold folding;

    width = width > WIDTH ? WIDTH : width < WIDTH_MIN ? WIDTH_MIN : width;
    *lead = checker->lead;
    if (found.joined != 0) {
        found.seen = 0;
    }
    furl_fold_begin(&folding, &found);
    for (;;) {
        size_t columns = furl_fold_prefix_columns(lead);
        struct furl_range piece = furl_fold_next(&folding, columns < width ? width - columns : 0);
        if (!furl_buffer_reserve(&checker->made, n + piece.n + room)) {
            output_no_memory(&checker->run->output);
            return (struct furl_range){NULL, 0};
        }
        struct furl_cursor cursor = {.out = checker->made.at + n};
        furl_put_range(&cursor, piece);
        if (folding.url.n > 0) {
            furl_put_text(&cursor, "%%\n");
            furl_put_range(&cursor, furl_fold_prefix_break(lead, width - WIDTH_MIN));
            furl_put_text(&cursor, mark);
            furl_fold_prefix_feed(lead, (const unsigned char *)mark, FURL_MARK_SIZE);
        }
        n = (size_t)(cursor.out - checker->made.at);
        if (folding.url.n == 0) {
            return (struct furl_range){checker->made.at, n};
        }
    }
}

/* Whether a `%` that begins no escape, and pauses nothing, is in the URL or right after it. */
static bool has_bad_escape(struct checker *checker, const struct link *link)
{
    struct furl_range left = link->found->url;
    uint64_t at = link->end;

    for (const unsigned char *percent;
         left.n > 0 && (percent = memchr(left.at, '%', left.n)) != NULL;) {
        furl_skip(&left, (size_t)(percent - left.at));
        if (!furl_is_escape(left.at, left.n)) {
            return true;
        }
        furl_skip(&left, FURL_ESCAPE_SIZE);
    }
    while (at < link->end + LOOK && look(checker, at) == '%') {
        at++;
    }
    return at > link->end && !furl_run_pauses(at - link->end, look(checker, at));
}

/* Whether the octets at the offset are a letter that the URL may not contain: of an octet that
 * begins no sequence, that is likely; what ends URLs of any scheme is none. */
static bool is_letter(struct checker *checker, const struct link *link, uint64_t at)
{
    unsigned char octets[FURL_UTF8_MAX];
    size_t n = 0;
    uint32_t code;

    for (int octet; n < FURL_UTF8_MAX && (octet = look(checker, at + n)) >= 0; n++) {
        octets[n] = (unsigned char)octet;
    }
    if (n == 0 || !furl_is(octets[0], FURL_EIGHT)) {
        return false;
    }
    size_t length = furl_utf8(octets, n, &code);
    return length == 0 || length == FURL_UTF8_MORE ||
           (furl_is_fidonet(link->scheme) && !furl_is_ending_code(code));
}

/* Whether the URL ends right before an octet that its author meant to be in it. */
static bool ends_at_octet(struct checker *checker, const struct link *link)
{
    static const char octets[] = "{}^`[]", partners[] = "}{^`][";
    int octet = look(checker, link->end), next = look(checker, link->end + 1);

    if (!is_one_of(octet, octets)) {
        return is_letter(checker, link, link->end);
    }
    return partners[strchr(octets, octet) - octets] != checker->before[BEFORE - 1] && next >= 0 &&
           (furl_is((unsigned char)next, FURL_ALNUM | FURL_EIGHT) || is_one_of(next, octets));
}

/* Whether the URL ends at a blank within delimiters. Sets `to` to the offset of the second one. */
static bool ends_at_blank(struct checker *checker, const struct link *link, uint64_t *to)
{
    int partner = furl_partner_of(checker->before[BEFORE - 1]), octet = look(checker, link->end);
    uint64_t at = link->end;

    if (partner < 0 || (octet != ' ' && octet != '\t')) {
        return false;
    }
    while (at < link->end + LOOK && octet >= 0 && !furl_ends_line((unsigned char)octet) &&
           !is_one_of(octet, "<>\"'$`")) {
        octet = look(checker, ++at);
    }
    *to = at;
    return octet == partner;
}

/* The offset of the end of what the author of the URL may have meant. */
static uint64_t end_of_word(struct checker *checker, const struct link *link)
{
    uint64_t at = link->end;

    while (at < link->end + LOOK && !ends_word(look(checker, at))) {
        at++;
    }
    return at;
}

/* Whether another program wrote the line, which nobody is to be blamed for: one that says who is
 * quoted, and ends in a colon, or one that only programs read. */
static bool is_made(struct checker *checker, const struct link *link)
{
    if (checker->seen < link->end) {
        checker->seen = link->end;
        checker->last = -1;
        checker->ended = false;
    }
    while (!checker->ended && checker->seen < link->end + LOOK) {
        int octet = look(checker, checker->seen);
        checker->ended = octet < 0 || furl_ends_line((unsigned char)octet);
        if (!checker->ended) {
            checker->last = furl_is_blank((unsigned char)octet) ? checker->last : octet;
            checker->seen++;
        }
    }
    return (checker->ended && checker->last == ':') || furl_fold_prefix_is_kludge(&checker->lead);
}

/* The widest piece of a URL with breaks, in columns of its line. Sets `near` if a break is next to
 * a
 * `%`. */
static size_t widest_piece(struct checker *checker, const struct link *link, bool *near)
{
    uint64_t n = link->end - link->found->offset;
    struct furl_pieces pieces = {0};
    struct furl_range piece;
    size_t widest = 0, columns = link->left;
    int last = -1;

    *near = false;
    if (!gather(checker, 0, link->found->offset, link->end)) {
        return 0;
    }
    pieces.url = (struct furl_range){checker->raw.at, (size_t)n};
    for (size_t from = 0; furl_piece(&pieces, &piece);) {
        size_t at = (size_t)(piece.at - checker->raw.at), line = at;
        bool more = pieces.at < pieces.url.n;
        while (line > from && !furl_ends_line(checker->raw.at[line - 1])) {
            line--;
        }
        columns = line > from ? 0 : columns;
        columns += furl_characters(checker->raw.at + line, at + piece.n - line);
        widest = columns + (more ? FURL_MARK_SIZE : 0) > widest
                     ? columns + (more ? FURL_MARK_SIZE : 0)
                     : widest;
        if (piece.n > 0) {
            *near = *near || (last >= 0 && (last == '%' || piece.at[0] == '%'));
            last = piece.at[piece.n - 1];
        }
        from = at + piece.n;
    }
    return widest;
}

/* Tells why what was read may not be all of the link, the first reason that there is. Returns
 * whether there is one. */
static bool tell_incomplete(struct checker *checker, const struct link *link)
{
    static const unsigned wrapped = 1u << FURL_JOIN_DELIMITERS | 1u << FURL_JOIN_MARGIN;
    const struct furl_match *found = link->found;
    const char *text = "a % in it starts no escape";
    enum kind kind = ESCAPE;
    struct furl_range write = {NULL, 0};
    uint64_t to = link->end;
    char before[PHRASE_SIZE];

    if (found->open) {
        kind = OPEN;
        text = "nothing continues it after \"%%\"";
    } else if ((found->joined & wrapped) != 0) {
        kind = CUT;
        text = "a line end cuts it";
        write = found->url;
    } else if (has_bad_escape(checker, link)) {
        to = look(checker, link->end) == '%' ? end_of_word(checker, link) : link->end;
        write = escaped(checker, link, to, true);
    } else if (ends_at_octet(checker, link)) {
        int octet = look(checker, link->end);
        kind = OCTET;
        snprintf(before, sizeof before,
                 octet < 0x80 ? "it ends before %c" : "it ends before \\x%02X", (unsigned)octet);
        text = before;
        to = end_of_word(checker, link);
        write = escaped(checker, link, to, true);
    } else if (ends_at_blank(checker, link, &to)) {
        kind = BLANK;
        text = "it ends at a blank";
        write = escaped(checker, link, to, false);
    } else {
        return false;
    }
    tell(checker, kind, found->offset, text, found->url, write);
    checker->past = to;
    return true;
}

/* Tells each thing that is wrong with a Fidonet URL. */
static void tell_malformed(struct checker *checker, const struct link *link)
{
    struct furl_range url = link->found->url;

    if (!furl_buffer_reserve(&checker->made, FURL_CANONICAL_MAX(url.n))) {
        output_no_memory(&checker->run->output);
        return;
    }
    struct furl_split split = furl_split(&checker->canonical.splitter, url, NULL);
    struct furl_result result = furl_canonical_write(&checker->canonical, &split, checker->made.at);
    if (result.error != FURL_FINE) {
        tell(checker, INVALID, link->found->offset, furl_error_text(result.error), url,
             (struct furl_range){NULL, 0});
    }
    struct furl_range write = escaped(checker, link, link->end, false);
    if (write.n != url.n) {
        tell(checker, UNESCAPED, link->found->offset, "an octet of it is to be escaped", url,
             write);
    }
}

/* Judges the match that comes next. */
static void check_match(struct checker *checker, const struct furl_match *found)
{
    const struct options *options = checker->run->options;
    struct link link = {found, furl_scheme(found->url, found->scheme_n),
                        found->offset + found->length, 0};
    bool fidonet = furl_is_fidonet(link.scheme), near = false;
    char text[PHRASE_SIZE];

    if (found->offset < checker->past ||
        !is_wanted(checker, (struct furl_range){found->url.at, found->scheme_n})) {
        return;
    }
    checker->past = link.end;
    if (tell_incomplete(checker, &link)) {
        return;
    }
    size_t columns = columns_before(checker);
    link.left = furl_characters(checker->lead.octets, checker->lead.prefix) +
                furl_fold_prefix_columns(&checker->word);
    link.left = link.left < columns ? link.left : columns;
    columns = found->joined != 0 ? widest_piece(checker, &link, &near)
                                 : link.left + furl_characters(found->url.at, found->url.n);
    bool is_long = columns > options->width;
    if (near) {
        tell(checker, BREAK, found->offset, "a break is next to a % of it", found->url,
             folded(checker, &link));
    }
    if ((fidonet || is_long) && !is_made(checker, &link)) {
        if (fidonet) {
            tell_malformed(checker, &link);
        }
        if (is_long) {
            snprintf(text, sizeof text, "%zu columns; editors cut at %zu, when it is quoted",
                     columns, options->width);
            tell(checker, LONG, found->offset, text, found->url,
                 fidonet ? folded(checker, &link) : (struct furl_range){NULL, 0});
        }
    }
}

/* Reads the link without a scheme that begins three octets before the next one. Returns how it
 * ends. */
static enum furl_reassembly_end read_bare(struct checker *checker, struct furl_match *found)
{
    const uint64_t from = checker->here.offset;
    enum furl_reassembly_end end = FURL_READ_MORE;
    struct furl_window window = {0};

    for (size_t n = FIRST_LOOK; end == FURL_READ_MORE; n *= 2) {
        while (window.n < n && !window.last) {
            window.last = window.n == LOOK || ends_word(look(checker, from + window.n));
            window.n += window.last ? 0 : 1;
        }
        if (!gather(checker, BEFORE - 1, from, from + window.n)) {
            return FURL_READ_NO_MEMORY;
        }
        memcpy(checker->raw.at, checker->before + 1, BEFORE - 1);
        struct furl_window seen = {checker->raw.at, BEFORE - 1 + window.n, window.last, 0};
        if (n == FIRST_LOOK) {
            checker->reading.start =
                (struct furl_start){.scheme = NULL, .before = checker->before[0], .opened = -1};
            end = furl_read_first(&checker->reading, &seen, found);
        } else {
            end = furl_read(&checker->reading, &seen, found);
        }
    }
    return end;
}

/* Whether the URL begins with the name of a host: three labels or more, the last one letters. */
static bool has_host(struct furl_range url)
{
    size_t n = 0, labels = 1, label = 0;
    bool letters = true;

    for (; n < url.n && strchr("/?#:", url.at[n]) == NULL; n++) {
        unsigned char octet = url.at[n];
        if (octet == '.' && label == 0) {
            return false;
        }
        if (octet != '.' && octet != '-' && octet != '_' &&
            !furl_is(octet, FURL_ALNUM | FURL_EIGHT)) {
            return false;
        }
        letters = octet == '.' || (letters && furl_is(octet, FURL_LETTER | FURL_EIGHT));
        labels += octet == '.' ? 1 : 0;
        label = octet == '.' ? 0 : label + 1;
    }
    return labels > 2 && label > 1 && letters;
}

/* Judges what begins three octets before the next one, which is a dot, and may be the name of a
 * host. */
static void check_bare(struct checker *checker)
{
    const unsigned char *name = checker->before + 1;
    const bool ftp = furl_spells(name, BEFORE - 1, "ftp");
    const uint64_t from = checker->here.offset - (BEFORE - 1);
    const char *scheme = ftp ? "ftp" : "http";
    struct furl_match found;

    if (!(ftp || furl_spells(name, BEFORE - 1, "www")) || from < checker->past ||
        !(checker->before[0] <= ' ' || furl_is(checker->before[0], FURL_EIGHT) ||
          is_one_of(checker->before[0], "([{<>\"',;*_|")) ||
        !is_wanted(checker, furl_range_of(scheme)) || read_bare(checker, &found) != FURL_READ_URL ||
        !has_host(found.url)) {
        return;
    }
    checker->past = from + found.length;
    struct furl_cursor cursor = {.out = NULL};
    if (!furl_buffer_reserve(&checker->made, strlen("http://") + found.url.n)) {
        output_no_memory(&checker->run->output);
        return;
    }
    cursor.out = checker->made.at;
    furl_put_text(&cursor, scheme);
    furl_put_text(&cursor, "://");
    furl_put_range(&cursor, found.url);
    tell(checker, BARE, from, "no scheme", found.url,
         (struct furl_range){checker->made.at, (size_t)(cursor.out - checker->made.at)});
}

/* Looks for links without a scheme in a piece of the text, and moves on over it. */
static void check_piece(struct checker *checker, struct furl_range piece)
{
    const unsigned char *at = piece.at, *end = piece.at + piece.n, *dot;

    while (at < end && (dot = memchr(at, '.', (size_t)(end - at))) != NULL) {
        int last = dot > piece.at ? dot[-1] : checker->before[BEFORE - 1];
        at = dot + 1;
        if (is_one_of(last, "wWpP")) {
            move(checker, (struct furl_range){piece.at, (size_t)(dot - piece.at)});
            piece = (struct furl_range){dot, (size_t)(end - dot)};
            check_bare(checker);
        }
    }
    move(checker, piece);
}

static void check_text(struct checker *checker, struct input *input)
{
    struct text *text = &checker->text;

    checker->name = input->name;
    checker->here = (struct line_info){.line = 1};
    checker->lead = (struct furl_fold_prefix){0};
    checker->word = (struct furl_fold_prefix){.later = true, .known = true};
    checker->line = checker->past = checker->seen = 0;
    memset(checker->before, 0, BEFORE);
    text_begin(text, input);
    for (enum text_token token = text_next(text); token != TEXT_OVER && !checker->run->done;
         token = text_next(text)) {
        if (token == TEXT_PIECE) {
            check_piece(checker, text->octets);
        } else if (token == TEXT_URL) {
            check_match(checker, &text->match);
        }
    }
}

void check(struct run *run)
{
    const struct furl_scan_options reading = {.max_length = FURL_LENGTH_MAX,
                                              .eight = run->options->eight};
    struct checker *checker = run_state(run, sizeof *checker);
    struct input *input;

    if (checker == NULL) {
        return;
    }
    checker->run = run;
    text_init(&checker->text, run);
    checker->text.passes = true;
    furl_canonical_init(&checker->canonical, NULL);
    furl_url_escape_init(&checker->escape, NULL);
    furl_reassembly_init(&checker->reading, furl_kernels(), &reading);
    inputs_begin(&checker->inputs, run);
    while ((input = inputs_next(&checker->inputs)) != NULL) {
        check_text(checker, input);
    }
    text_free(&checker->text);
    furl_reassembly_free(&checker->reading);
    free(checker->raw.at);
    free(checker->made.at);
    free(checker->json.octets.at);
}
