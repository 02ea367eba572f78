/*
 * A URL stops at a blank or at a line end. It continues after the blank or line end for one of two
 * reasons:
 *
 *     delimiters  the URL is in `<...>`, `"..."` or `='...'`, and the closing delimiter follows
 *                 within some lines: all octets before it are the URL (RFC 3986, appendix C)
 *     a cut       a program cut the URL there, as the words and lines around the place show
 *
 *     <http://a/b LF c>  ->  http://a/bc
 *     http://a/b LF c    ->  http://a/b
 *     http://a.example/a-long-line/of/an-editor/that-cuts-at-seventy-six/colu LF mns.html
 *                        ->  http://a.example/.../columns.html
 *
 * Programs cut a URL at a line end. If an editor refills the lines when it quotes them, a blank
 * replaces the line end. Both are therefore places, and one card scores them. The card consists of
 * signs. A sign is a question about the place, and has a weight. The weight is the logarithm of the
 * odds that the URL continues if the sign holds. The weights were fitted to places in the output of
 * programs that cut URLs, and in documents where nobody did. The weights of all signs that hold are
 * added. If the sum is CUT_SUM or more, and nothing forbids it, the URL continues with the next
 * word.
 *
 *     the word     the octets that a URL may contain, at the front of the next line after its
 *                  quote prefix, or after the blank
 *     the piece    the octets of the URL in the line. Its other octets are in lines before, or
 *                  before a blank over which the URL was joined
 *     the line     the line of the piece, up to the place. Its columns include the prefix
 *
 * If the answer at a place is wrong, add a text to the fit and change weights, but add no rule.
 * tests/places prints the signs and the sum of each place of a text.
 *
 * The next line has the marks of the line where the URL began, or more. If an editor quotes twice
 * and must cut a line, it puts its own marks before the rest of the line:
 *
 *     AB> http://example.org/a/library/of/editors/that-cut
 *     AB>  II> -thei
 *     AB> r-lines.html
 *
 * Boxes and line numbers are removed first (frame.h). The side of a box is a margin.
 *
 * A line end can also cut a scheme or its delimiter. The search reaches such a URL at its colon and
 * looks back. The line before must end in the front of a scheme, and the line of the colon must
 * begin with the rest. Octets that can be such a front are not given away before the next line is
 * known (furl_wrapped_start_before).
 *
 * Each answer depends on FURL_WRAPPED_OCTETS octets before the place, and as many after the place.
 * The time is linear. Each line is read as the line of a URL, as the next line, and at most
 * LINES_BEFORE times for the width of lines. Delimiters do not nest, so the octets between them are
 * not read again.
 */
#include "wrapped.h"

#include <assert.h>
#include <string.h>

#include "frame.h"
#include "furl/core/bits.h"
#include "furl/core/utf8.h"
#include "quote.h"
#include "words.h"

/* The lowest sum of weights of a cut. */
#define CUT_SUM 6

/* The most that the sign of further words adds to the sum, and that the signs of lines before add
 * and subtract. */
#define WORDS_ADD  4
#define LINES_ADD  6
#define LINES_TAKE 5

/* Number of lines before a place that show how wide lines are. */
#define LINES_BEFORE 10

/* The most octets of a stub, which is the rest of a piece that was cut again. The most octets of a
 * piece after which a blank can replace a line end. The most blanks of one line over which a URL is
 * joined, because a list of short words is no URL. */
#define STUB_MAX   ((size_t)5)
#define SHORT_MAX  ((size_t)12)
#define BLANKS_MAX 3

/* How many octets the rules read before and after a blank, and how many before a torn word, where
 * other octets can touch it. */
#define BLANK_LOOK ((size_t)512)
#define OPENER_MAX ((size_t)8)

/* The columns after which most programs cut (MARGIN to MARGIN_MAX), and the fewest of a wide line
 * and of a line that a program fills. */
#define MARGIN     ((size_t)72)
#define MARGIN_MAX ((size_t)80)
#define NARROW     ((size_t)60)
#define FILL_MIN   ((size_t)40)

/* Octets of a line that was folded at 75 (programs count in different ways). */
#define FOLDED_MIN ((size_t)73)
#define FOLDED_MAX ((size_t)76)

/* A line. */
struct line {
    struct furl_range all;  /* octets without the blanks at the end */
    struct furl_range text; /* octets of `all` after the quote prefix and blanks */
    struct furl_quote quote;
    size_t indent; /* columns of blanks before the text that do not belong to the prefix */
};

/* The end of a piece. */
enum end {
    END_SENTENCE, /* punctuation, which also ends a sentence */
    END_WORD,     /* a word, or a dot */
    END_SLASH,
    END_OPEN, /* a dash or a mark of a query, which needs octets after it */
    END_HALF, /* half an escape */
};

/* A place where a URL can continue. */
struct place {
    struct line line; /* line up to the end of the URL, without the mark of a list item if the next
                         line is indented like the item's text */
    struct line next;
    struct furl_range piece;
    struct furl_range rest; /* text from the word on */
    struct furl_word word;
    enum end end;
    size_t columns; /* columns of the line */
    size_t body;    /* columns of the text of the line */
    int opener;     /* octet before the URL */
    bool flows;     /* whether a blank is before the line end, as in flowed text (RFC 3676) */
    bool blank;     /* whether the place is a blank, so that there is no next line */
    bool torn;      /* whether the blank is after columns in which an editor leaves a blank */
    bool joined;    /* whether the piece was joined to other pieces */
    bool filled;    /* whether the piece before is from a line of equal columns */
    bool indented;  /* whether the next line is indented, but not like this line */
    bool boxed;     /* whether a box is around the lines */
    bool reaches;   /* whether the piece reaches the side of the box */
    bool folded;    /* whether the line is as long as folded lines, and the next one begins like a
                       folded line */
    /* Members that are set only if they can change the answer: */
    bool precedes; /* whether the word is short, and a word after it looks like a rest */
    size_t widest; /* columns of the widest line before, or 0 if all are narrower than the line */
};

static enum end end_of(struct furl_range url)
{
    assert(url.n > 0);
    unsigned char last = url.ptr[url.n - 1];
    unsigned char before = url.n > 1 ? url.ptr[url.n - 2] : '\0';

    if (last == '%' || (before == '%' && furl_octet_in(last, FURL_HEX))) {
        return END_HALF;
    }
    if (furl_octet_in(last, FURL_ALNUM) || last == '/') { /* as in most URLs */
        return last == '/' ? END_SLASH : END_WORD;
    }
    if (furl_is_one_of(last, ",;:!'") || (last == '.' && furl_is_one_of(before, ".,;:!?')")) ||
        (last == ')' && furl_word_closes(url))) {
        return END_SENTENCE;
    }
    return furl_is_one_of(last, "-=&+#?") ? END_OPEN : END_WORD;
}

/* Returns the octet of the text after the word and a blank, or NUL if there is none. */
static unsigned char after_word(const struct place *place)
{
    const size_t pos = place->word.octets.n + 1;

    return pos < place->rest.n ? place->rest.ptr[pos] : '\0';
}

/* http://a/ch LF apt er/1
 * Returns whether the word is short, and one of the two words after it looks like the rest of a
 * word. In deep quotes, a letter alone looks like a rest, except "a" and "I". */
static bool precedes_pieces(const struct place *place)
{
    struct furl_range text = place->rest;
    size_t n = place->word.octets.n;

    bool precedes = false;
    n = n <= SHORT_MAX ? n : 0;
    for (int i = 0; i < 2 && !precedes && n > 0 && n < text.n && text.ptr[n] == ' '; i++) {
        furl_skip(&text, n + 1);
        const struct furl_word word = furl_word_of(text, 0);
        const bool letter = word.octets.n == 1 && furl_octet_in(word.octets.ptr[0], FURL_LETTER) &&
                            !furl_is_one_of(word.octets.ptr[0], "aAiI");
        precedes = word.look >= FURL_WORD_NAME || (letter && place->line.quote.angles > 1);
        n = furl_word_front(text).n;
    }
    return precedes;
}

/* Returns whether the line begins like a comment, before the URL. */
static bool begins_comment(const struct place *place)
{
    const unsigned char *text = place->line.text.ptr;

    return text < place->piece.ptr && furl_is_one_of(*text, "/#*;%-");
}

/* Returns whether the line contains nothing but a delimiter before the URL. */
static bool is_alone(const struct place *place)
{
    const struct furl_range before = {place->line.text.ptr,
                                      (size_t)(place->piece.ptr - place->line.text.ptr)};

    return before.n == 0 || (before.n == 1 && furl_is_one_of(before.ptr[0], "<(\"[")) ||
           (before.n == 5 && furl_spells(before.ptr, before.n, "<url:"));
}

/* Returns whether programs cut lines after this number of columns. */
static bool is_margin(size_t columns)
{
    return columns >= MARGIN && columns <= MARGIN_MAX;
}

/* Returns whether the partner of the delimiter before the URL is directly after the word. */
static bool precedes_partner(const struct place *place)
{
    struct furl_window rest = furl_window_of(place->rest);

    return furl_closing_of(place->opener) >= 0 &&
           furl_is_closed_at(&rest, place->word.octets.n, place->opener);
}

/* Returns whether a terminal, or a program that fills a terminal, cut the URL. The word must be the
 * whole next line. Either this line is as wide as the URL's line, or it is the last one of such
 * lines. A digest alone in a line does not count. */
static bool fills(const struct place *place)
{
    const struct furl_range word = place->word.octets;
    const struct furl_range line = place->next.all;
    const size_t width = place->columns;

    if (place->blank || !place->word.last || width < FILL_MIN) {
        return false;
    }
    const size_t next = furl_characters(line.ptr, line.n);
    if (next > width) {
        return false;
    }
    return place->filled || (next == width && furl_word_hex(word, false) < word.n);
}

/* Returns whether the line may be as wide as a narrow text that a program filled. */
static bool fills_margin(const struct place *place)
{
    return place->columns >= FILL_MIN && place->columns < MARGIN && place->line.quote.angles == 0 &&
           (place->word.look >= FURL_WORD_NAME || place->word.last);
}

/*
 * The card. Each row is a sign, its weight, and the condition at the place `p`. In the examples,
 * `|` is a line end, and `_` a blank.
 */
/* clang-format off */
#define SIGNS(SIGN) \
    /* The word */ \
    SIGN("w:prose", -7, word->look == FURL_WORD_PROSE)                  /* /wiki|The */ \
    SIGN("w:mark", 3, word->marked)                                     /* /dist|ros/Jeans */ \
    SIGN("w:digits", 3, word->digits)                                   /* /msg0|0123 */ \
    SIGN("r:bare", -6, !furl_word_has_alnum(octets))                    /* /wiki|=> */ \
    SIGN("w:14", 4, octets.n >= 14) \
    SIGN("w:ext", 4, furl_word_names_file(octets, false))               /* /man|ual.pdf */ \
    SIGN("w:last", 3, word->last)                                       /* /man|ual */ \
    SIGN("w:prosefollows", -3, lower && (letter || next == '('))        /* /man|was here */ \
    SIGN("w:script", 2, lower && next >= 0x80)                          /* /man|ual там */ \
    SIGN("w:joint", 3, in_word && full && furl_is_one_of(first, "/&=?#")) /* /man|?id=1 */ \
    SIGN("w:label", -4, furl_word_is_label(octets))                     /* /wiki|To:you */ \
    /* The parts that the word completes */ \
    SIGN("x:paren", 10, p->opener == '(' && furl_word_closes(octets))   /* (http://x/a|b) */ \
    SIGN("x:angle", 3, precedes_partner(p))                             /* <http://x/a|b> */ \
    SIGN("x:digest", 10, furl_word_completes_digest(p->piece, octets))  /* /b1946ac9|2492d234 */ \
    SIGN("x:ext", 15, furl_word_completes_name(p->piece, octets))       /* /a.p|hp */ \
    /* The end of the piece */ \
    SIGN("e:word", -3, in_word)                                         /* /man|ual */ \
    SIGN("e:ext", -12, first != '?' && first != '#' && furl_word_names_file(p->piece, true)) \
    SIGN("e:slash", -7, in_slash)                                       /* /a/|now */ \
    SIGN("k:slash", 5, in_slash && over && (word->marked || (likely && word->last))) \
    SIGN("k:open", 9, open && (over || wide) && (likely || (plain && !asks))) /* ?id=|12 */ \
    SIGN("k:flow", 3, p->flows && !quoted && (!in_word || !alnum))      /* /a/ |b */ \
    /* The line */ \
    SIGN("a:full", 4, alone)                                            /* http://x/man|ual */ \
    SIGN("k:full", 3, alone && likely && alnum)                         /* http://x/man|ual-1 */ \
    SIGN("k:rest", 5, quoted && wide && word->last && strong && is_alone(p)) \
    SIGN("c:79-79", 2, p->blank ? p->torn : width == 79)                /* /man_ual */ \
    SIGN("c:81-999", -7, ends && p->body > MARGIN_MAX && !filled && (!open || asks)) \
    SIGN("c:over72", 2, over)                                           /* /man|uals */ \
    SIGN("c:short60", -1, ends && !wide && !p->joined)                  /* http://x/a|b */ \
    SIGN("b:reaches", 7, p->boxed && p->reaches)                        /* |/man | | ual | */ \
    SIGN("b:short", -9, p->boxed && !p->reaches)                        /* |/man   | | ual | */ \
    SIGN("l:q", 6, quoted || p->torn)                                   /* >/man|>ual */ \
    SIGN("l:deep", 2, p->line.quote.angles > 1)                         /* >>/man|>>ual */ \
    SIGN("l:mark", 4, ends && p->line.quote.angles > 1 && p->rest.n == 1 && !alnum) \
    SIGN("l:comment", -4, ends && !quoted && begins_comment(p))         /* #/man|#ual */ \
    /* Other places */ \
    SIGN("n:equallast", 4, filled)                                      /* /man|uals */ \
    SIGN("n:filled", 4, p->filled && likely && fills_margin(p))             /* man|uals */ \
    SIGN("s:stub", 6, ends && p->joined && p->piece.n <= STUB_MAX)      /* n|uals.html */
/* Signs that are checked only if they can change the answer: further words, and lines before */
#define LATE_SIGNS(SIGN) \
    SIGN("f:2", 4, p->precedes)                                         /* /ch|apt er/1 */ \
    SIGN("m:widerword", -5, in_word && p->widest > p->columns)          /* longer-line|/man|ual */ \
    SIGN("m:same", 1, same)                                             /* line|/man|ual */ \
    SIGN("m:margin", 5, same && fills_margin(p))                        /* line|/man|ual */
/* clang-format on */

/* The rows of the card. */
static const struct sign {
    const char *name;
    int weight;
} card[] = {
#define SIGN_ROW(name, weight, holds) {name, weight},
    LATE_SIGNS(SIGN_ROW) SIGNS(SIGN_ROW)};
_Static_assert(sizeof card / sizeof card[0] <= FURL_MASK_BITS, "a bit for each row");

/* The number of late signs, which come first. */
#define SIGN_ONE(name, weight, holds) +1
enum { LATE = LATE_SIGNS(SIGN_ONE) };
#define SIGN_BIT(name, weight, holds)                                                              \
    signs |= (holds) ? row : 0;                                                                    \
    row <<= 1;

/* Returns the signs that hold at a place, as bits of their rows. Late signs are not checked. */
static uint64_t signs_of(const struct place *p)
{
    const struct furl_word *word = &p->word;
    const struct furl_range octets = word->octets;
    const unsigned char first = octets.ptr[0], next = after_word(p);
    const unsigned char last = p->piece.ptr[p->piece.n - 1];
    const size_t width = p->columns;
    const bool in_word = p->end == END_WORD, in_slash = p->end == END_SLASH;
    const bool open = p->end == END_OPEN, asks = last == '?' || last == '#';
    const bool likely = word->look >= FURL_WORD_NAME, plain = word->look == FURL_WORD_PLAIN;
    const bool strong = word->look == FURL_WORD_STRONG;
    const bool letter = next >= 'a' && next <= 'z';
    const bool alnum = furl_octet_in(first, FURL_ALNUM), lower = furl_word_is_lower(octets);
    const bool ends = !p->blank, quoted = p->line.quote.angles > 0, filled = fills(p);
    const bool over = ends && width + octets.n > MARGIN, wide = ends && width >= NARROW;
    const bool full = ends && (is_margin(width) || is_margin(p->body));
    const bool alone = full && !quoted && is_alone(p);
    uint64_t signs = 0, row = UINT64_C(1) << LATE;

    SIGNS(SIGN_BIT)
    return signs;
}

/* Returns the late signs that hold at a place. */
static uint64_t late_signs_of(const struct place *p)
{
    const bool in_word = p->end == END_WORD, same = p->widest == p->columns;
    uint64_t signs = 0, row = 1;

    LATE_SIGNS(SIGN_BIT)
    return signs;
}

/* Returns the sum of the weights of signs. */
static int sum_of(uint64_t signs)
{
    int sum = 0;

    for (; signs != 0; signs &= signs - 1) {
        sum += card[furl_lowest_index(signs)].weight;
    }
    return sum;
}

/* Returns the index `n` octets before another one, but at least `floor`. */
static size_t first_before(size_t floor, size_t pos, size_t n)
{
    assert(floor <= pos);
    return pos - floor > n ? pos - n : floor;
}

/* Returns the index after the last line end between two indices, or `first`. Reads no octet again
 * that text->line is known to contain, and adds the octets it reads. */
static size_t line_start(const struct furl_window *text, size_t first, size_t end)
{
    struct furl_line_read alone = {0}, *read = text->line != NULL ? text->line : &alone;

    if (end < read->from) { /* a line before */
        return end - furl_last_line_length(furl_between(text, first, end));
    }
    const size_t known = read->to < end ? read->to : end;
    const size_t unread = known > first ? known : first;
    size_t pos = end - furl_last_line_length(furl_between(text, unread, end));
    if (pos == unread && unread > first) { /* the line begins in the known octets or before */
        pos = read->from > first ? read->from : first;
        pos -= furl_last_line_length(furl_between(text, first, pos));
    }
    read->from = pos > read->to || pos < read->from ? pos : read->from;
    read->to = read->to > end && pos <= read->to ? read->to : end;
    return pos;
}

/* Sets `line` to the index where the line begins that ends at the index `end`. The index is at
 * least `first`. Returns whether the line begins there. A byte order mark is no part of the first
 * line. */
static bool find_line(const struct furl_window *text, size_t first, size_t end, size_t *line)
{
    const size_t pos = line_start(text, first, end);

    *line = pos == 0 && text->begins ? furl_bom(text->ptr, end) : pos;
    return pos == 0 ? text->begins : furl_ends_line(text->ptr[pos - 1]);
}

/* Sets `line` to the octets from the index `pos` to the end of the line, or to the index `most`.
 * Returns whether the end of the line comes first. */
static bool read_line(struct furl_window *text, size_t pos, size_t most, struct furl_range *line)
{
    bool short_of_text = text->n < most;
    size_t limit = short_of_text ? text->n : most;
    size_t n = pos < limit ? furl_line_length(furl_between(text, pos, limit)) : 0;

    *line = pos < limit ? furl_between(text, pos, pos + n) : (struct furl_range){NULL, 0};
    return pos + n < limit || (short_of_text && furl_octet(text, text->n) < 0);
}

/* Returns the index after the blanks at an index, at most `most`. */
static size_t after_blanks(const struct furl_window *text, size_t pos, size_t most)
{
    return pos + furl_blanks(furl_between(text, pos, text->n < most ? text->n : most));
}

/* Returns the number of octets of the bar at an index, or 0. */
static size_t bar_at(struct furl_window *text, size_t pos)
{
    const int octet = furl_octet(text, pos);

    if (octet != '|' && octet != '*' && (octet != 0xE2 || furl_octet(text, pos + 2) < 0)) {
        return 0;
    }
    return furl_frame_bar(furl_between(text, pos, text->n));
}

/* Finds the line after the one that ends at the index `stop`, perhaps in blanks and the frame. Sets
 * `next` to the line, which must end less than FURL_WRAPPED_OCTETS after the index `from`. If the
 * line lacks the frame of the URL's line, `next` is empty. */
static bool find_next(const struct furl_wrapped *wrap, struct furl_window *text, size_t from,
                      size_t stop, struct furl_range *next)
{
    const size_t most = from + FURL_WRAPPED_OCTETS;
    size_t pos = after_blanks(text, stop, most);

    if (wrap->frame.right > 0 && pos < most) {
        const size_t bar = bar_at(text, pos);
        pos = bar > 0 ? after_blanks(text, pos + bar, most) : most;
    }
    int octet = furl_octet(text, pos);
    if (pos >= most || (octet >= 0 && !furl_is_space((unsigned char)octet))) {
        return false;
    }
    bool pair = octet == '\r' && furl_octet(text, pos + 1) == '\n';
    if (!read_line(text, pos + (pair ? 2 : 1), most, next)) {
        return false;
    }
    if (wrap->frame.bar != NULL && !furl_frame_is_same(furl_frame_take(next), wrap->frame)) {
        *next = (struct furl_range){NULL, 0};
    }
    return true;
}

/* Finds the frame of the line where the URL stops for the first time, at the index `stop`. The line
 * begins at the index `begin`. */
static void find_frame(struct furl_wrapped *wrap, struct furl_window *text, size_t begin,
                       size_t stop)
{
    const size_t first = after_blanks(text, begin, stop);
    struct furl_range line, rest;

    if ((furl_octet_in(text->ptr[first], FURL_DIGIT) || bar_at(text, first) > 0) &&
        read_line(text, stop, stop + FURL_WRAPPED_OCTETS, &rest)) {
        line = furl_between(text, begin, (size_t)(rest.ptr - text->ptr) + rest.n);
        const struct furl_frame frame = furl_frame_take(&line);
        wrap->frame = line.ptr <= text->ptr + stop ? frame : wrap->frame;
    }
}

/* <a href='http://a/b LF c'>  ->  http://a/bc
 * Returns whether the octet directly before the URL opens delimiters. A quotation mark does not if
 * it closes another one. An apostrophe must begin the value of an attribute. */
static bool opens(const struct furl_start *start, struct furl_range before)
{
    if (start->opening == '\'') {
        return before.n > 2 && before.ptr[before.n - 2] == '=' &&
               furl_octet_in(before.ptr[before.n - 3], FURL_LETTER);
    }
    if (start->opening != '"') {
        return furl_closing_of(start->opening) >= 0;
    }
    const unsigned char *first = memchr(before.ptr, '"', before.n);
    const unsigned char *end = before.ptr + before.n;
    return first != NULL && memchr(first + 1, '"', (size_t)(end - first) - 1) == NULL;
}

/* Returns whether the text at the end of a line begins with a mark that is also in the prefix. */
static bool repeats_mark(struct furl_range line, struct furl_range text)
{
    size_t n = 0;

    while (n < text.n && text.ptr[n] != '>') {
        n++;
    }
    for (; n > 0 && n < text.n && line.ptr + n < text.ptr; furl_skip(&line, 1)) {
        if (memcmp(line.ptr, text.ptr, n + 1) == 0) {
            return true;
        }
    }
    return false;
}

/* The part of a line in delimiters that belongs to the URL. */
enum delimited {
    NOT,  /* none: the URL is in no delimiters */
    ON,   /* the text to the end of the line */
    ENDS, /* the text up to the delimiter */
};

/* Sets `part` to the octets of the line that belong to the URL. */
static enum delimited read_delimited(const struct furl_wrapped *wrap,
                                     const struct furl_start *start, struct furl_range octets,
                                     struct furl_range *part)
{
    struct furl_quote line = furl_quote_read(octets, wrap->first.angles, true);
    const struct furl_quote marked = furl_quote_read(octets, UINT64_MAX, false);

    const struct furl_range all = octets = furl_without_blanks(octets);
    furl_skip(&octets, line.n < octets.n ? line.n : octets.n);
    /* If text follows the `>` of a further quote mark, the `>` closes nothing. After the marks of
     * the URL's line, a word directly before `>` is no mark, unless the line has an equal mark. */
    bool quoted =
        marked.angles > wrap->first.angles && marked.n < line.n + octets.n &&
        (wrap->first.angles == 0 || furl_word_front(octets).n == 0 || repeats_mark(all, octets));
    furl_skip(&octets, furl_blanks(octets));
    *part = furl_word_front(octets);
    const bool closes = start->opening == '\'' && part->n > 0;
    const unsigned char *end = closes ? memchr(octets.ptr, '\'', part->n) : NULL;
    part->n = end != NULL ? (size_t)(end - octets.ptr) : part->n;
    /* After "http://" alone, a name is no other URL. */
    const bool other = wrap->bare ? furl_word_separates(octets) || furl_word_has_scheme(*part)
                                  : furl_word_is_other(octets);
    if (quoted || line.prefix_hash != wrap->first.prefix_hash || octets.n == 0 || other) {
        return NOT;
    }
    if (part->n == octets.n) {
        return ON;
    }
    struct furl_window rest = furl_window_of(octets);
    return end != NULL || furl_is_closed_at(&rest, part->n, start->opening) ? ENDS : NOT;
}

/*
 * <http://a/b LF c>  ->  http://a/bc
 * > <http://a/b LF > c>  ->  http://a/bc
 * Returns whether a delimiter ends the URL, which stops for the first time, at the index `stop`.
 * The line of the URL begins at the index `line`. Sets wrap->certain_end. After an apostrophe at
 * the end of a line, the URL does not continue.
 */
static bool is_delimited(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, size_t line, size_t stop)
{
    enum delimited delimited = opens(start, furl_between(text, line, start->pos)) ? ON : NOT;
    size_t end = stop;

    wrap->bare = start->body == stop;
    for (size_t lines = 0; delimited == ON && lines < FURL_WRAPPED_LINES; lines++) {
        struct furl_range octets, part;
        if (text->ptr[end - 1] == '\'' || !find_next(wrap, text, stop, end, &octets)) {
            return false;
        }
        delimited = read_delimited(wrap, start, octets, &part);
        wrap->closed = delimited == ENDS && part.n == 0;
        if (delimited != NOT && !wrap->closed) {
            end = (size_t)(part.ptr - text->ptr) + part.n;
        }
    }
    assert(end >= stop && end <= text->n);
    wrap->delimited = delimited == ENDS;
    wrap->certain_end = wrap->delimited ? end : 0;
    return wrap->delimited;
}

/* Returns the index where the URL continues after the index `stop`, before wrap->certain_end.
 * Returns `stop` if no line end is there. */
static size_t after_space(const struct furl_wrapped *wrap, struct furl_window *text,
                          const struct furl_start *start, size_t stop)
{
    struct furl_range line, part;

    if (!find_next(wrap, text, stop, stop, &line) || line.n == 0) {
        return stop;
    }
    read_delimited(wrap, start, line, &part);
    return (size_t)(part.ptr - text->ptr);
}

/* Returns the line with these octets. At most `angles` `>` of its prefix are read. */
static struct line line_of(struct furl_range octets, uint64_t angles)
{
    struct line line = {.all = furl_without_blanks(octets)};

    line.text = line.all;
    line.quote = furl_quote_read(line.text, angles, true);
    furl_skip(&line.text, line.quote.n);
    line.indent = furl_blanks(line.text);
    furl_skip(&line.text, line.indent);
    line.indent += line.quote.angles == 0 ? line.quote.n : 0;
    return line;
}

/* Returns whether the next line is a stub between two lines of the URL. A stub has one mark less,
 * because one editor puts no mark of its own before it. */
static bool is_stub(const struct furl_wrapped *wrap, struct furl_window *text, size_t stop,
                    const struct line *line, const struct line *next)
{
    const struct furl_range stub = next->text;
    struct furl_range after;

    return next->quote.prefix_hash == wrap->outer_hash && wrap->outer_hash != 0 &&
           stub.n <= STUB_MAX && furl_characters(line->all.ptr, line->all.n) + stub.n > MARGIN &&
           furl_word_front(stub).n == stub.n &&
           find_next(wrap, text, stop, (size_t)(stub.ptr - text->ptr) + stub.n, &after) &&
           furl_quote_read(after, UINT64_MAX, true).prefix_hash == wrap->first.prefix_hash;
}

/* Returns whether the line has the marks of a quoted line where the URL began, and more. */
static bool has_more_marks(const struct line *line, struct furl_range octets,
                           const struct furl_wrapped *wrap)
{
    return wrap->first.angles > 0 && line->quote.angles > wrap->first.angles &&
           furl_quote_read(octets, wrap->first.angles, true).prefix_hash == wrap->first.prefix_hash;
}

/*
 * > http://a.example/a-path-of-a-quoted-line/ LF > that-an-editor-has-cut.html
 * Reads the next line of a place at the index `stop`. Returns whether the line belongs to the URL.
 * It must have the marks of the line where the URL began, or more. A line of more marks without
 * text is skipped, because an editor left it before the rest. After a `<`, octets directly after
 * the marks are text, unless they repeat a mark.
 */
static bool read_next_line(struct place *place, const struct furl_wrapped *wrap,
                           struct furl_window *text, size_t stop, struct furl_range octets)
{
    struct line *next = &place->next;

    *next = line_of(octets, UINT64_MAX);
    if (next->text.n == 0 && has_more_marks(next, octets, wrap) &&
        find_next(wrap, text, stop, (size_t)(octets.ptr - text->ptr) + octets.n, &octets)) {
        *next = line_of(octets, UINT64_MAX);
    }
    if (next->text.n == 0 || next->quote.prefix_hash == wrap->first.prefix_hash) {
        return next->text.n > 0;
    }
    const struct line own = line_of(octets, wrap->first.angles);
    if (own.quote.prefix_hash != wrap->first.prefix_hash) {
        return is_stub(wrap, text, stop, &place->line, next);
    }
    if (place->opener == '<' && own.text.n > 0 && own.indent == 0 &&
        !repeats_mark(octets, own.text)) {
        *next = own;
    }
    return next->quote.prefix_hash == own.quote.prefix_hash || own.quote.angles > 0;
}

/* Sets place->widest to the columns of the widest line before the line from the index `pos` to the
 * index `stop`. Only lines count that have its marks and are no narrower. Returns whether there is
 * one. */
static bool read_before(struct place *place, const struct furl_wrapped *wrap,
                        const struct furl_window *text, size_t stop, size_t pos)
{
    const size_t first = first_before(0, stop, FURL_WRAPPED_OCTETS);

    for (int i = 0; i < LINES_BEFORE && pos > first && place->widest <= place->columns; i++) {
        size_t end = pos - 1;
        end -= end > first && text->ptr[end] == '\n' && text->ptr[end - 1] == '\r' ? 1 : 0;
        if (text->ptr[end] == '\0' || !find_line(text, first, end, &pos)) {
            break;
        }
        struct furl_range octets = furl_between(text, pos, end);
        if (octets.n < place->columns ||
            (wrap->frame.bar != NULL &&
             !furl_frame_is_same(furl_frame_take(&octets), wrap->frame))) {
            continue;
        }
        const struct line before = line_of(octets, UINT64_MAX);
        const size_t columns = furl_characters(before.all.ptr, before.all.n);
        const bool counts =
            before.quote.prefix_hash == place->line.quote.prefix_hash && before.text.n > 0;
        if (counts && columns >= place->columns && columns > place->widest) {
            place->widest = columns;
        }
    }
    return place->widest > 0;
}

/* Returns whether the URL at the index `pos` follows a `>`, blanks, and perhaps an opener. */
static bool follows_mark(const struct furl_window *text, size_t pos)
{
    pos -=
        pos > 0 && text->ptr[pos - 1] > ' ' && furl_is_one_of(text->ptr[pos - 1], "<(\"[") ? 1 : 0;
    while (pos > 0 && furl_is_blank(text->ptr[pos - 1])) {
        pos--;
    }
    return pos > 0 && text->ptr[pos - 1] == '>';
}

/* Returns whether the octets from the index `piece` to the index `stop` have columns after which an
 * editor leaves a blank. Octets that touch them on the left are included. */
static bool is_torn(const struct furl_window *text, size_t piece, size_t stop)
{
    static const size_t widths[] = {FURL_TORN_WIDTH, 99, 119, 131, 159};
    size_t pos = piece;
    bool is = false;

    if (stop - piece + OPENER_MAX < widths[0]) {
        return false;
    }
    while (pos > 0 && piece - pos < OPENER_MAX && text->ptr[pos - 1] > ' ') {
        pos--;
    }
    const size_t columns = furl_characters(text->ptr + pos, stop - pos);
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        is |= columns == widths[i];
    }
    return is;
}

/* Sets the columns of the line of a place, and of its text. */
static void measure(struct place *place)
{
    const struct furl_range all = place->line.all;
    const size_t prefix = (size_t)(place->line.text.ptr - all.ptr);

    place->columns = furl_characters(all.ptr, all.n);
    place->body = place->columns - furl_characters(all.ptr, prefix);
}

/* Reads the next line of a place at a line end. The line of the place begins at the index `from`,
 * and ends at the index `stop`. Returns whether the next line may belong to the URL. */
static bool read_lines(struct place *place, const struct furl_wrapped *wrap,
                       struct furl_window *text, size_t stop, size_t from, struct furl_range octets)
{
    struct line *line = &place->line;
    const unsigned char *piece = place->piece.ptr;
    const size_t before = furl_ends_line(text->ptr[stop]) ? stop - from : 0;

    if (!read_next_line(place, wrap, text, stop, octets)) {
        return false;
    }
    const size_t indent = place->next.indent;
    place->rest = place->next.text;
    place->word = furl_word_of(place->rest, place->opener);
    if ((place->end == END_SENTENCE || place->word.look == FURL_WORD_NONE) && !wrap->folds) {
        return false;
    }
    measure(place);
    const size_t item = indent > line->indent ? furl_word_item(line->text) : 0;
    if (item > 0 && piece >= line->text.ptr + item &&
        indent == line->indent + furl_characters(line->text.ptr, item)) {
        furl_skip(&line->text, item);
        line->indent = indent;
    }
    place->indented = indent > 0 && indent != line->indent;
    place->filled = place->joined && place->columns == wrap->columns;
    place->folded = wrap->folds && before >= FOLDED_MIN && before <= FOLDED_MAX && indent == 1 &&
                    !furl_starts(place->rest, "*");
    return !wrap->folds || place->folded || !furl_word_is_property(place->rest);
}

/* Returns whether a blank at the index `stop` may be a place. The piece from the index `piece` on
 * must be torn, or be joined and short, or be at the front of a quoted line. Pieces that marks
 * begin are short anyway, and say nothing. */
static bool may_be_blank(const struct furl_wrapped *wrap, const struct furl_window *text,
                         size_t piece, size_t stop)
{
    return text->ptr[stop] == ' ' && wrap->blanks < BLANKS_MAX &&
           (is_torn(text, piece, stop) ||
            (wrap->joined ? stop - piece <= SHORT_MAX
                          : !wrap->marked && follows_mark(text, piece)));
}

/* Reads the octets after a blank. Returns whether an editor may have left the blank. The piece must
 * be joined or torn, or the URL and one more word must be all of a quoted line. */
static bool read_blank(struct place *place, struct furl_range octets)
{
    place->rest = furl_without_blanks(octets);
    place->word = furl_word_of(place->rest, place->opener);
    measure(place);
    return place->torn ||
           (place->line.quote.angles > 0 &&
            (place->joined || (place->piece.ptr <= place->line.text.ptr + 1 && place->word.last &&
                               place->word.look >= FURL_WORD_NAME)));
}

/* Returns whether the URL continues at a place, in the line from the index `line` on. Sets
 * wrap->signs. Reads lines before, and words after the first one, only if they can change the
 * answer. */
static bool url_continues(struct furl_wrapped *wrap, const struct furl_window *text,
                          struct place *place, size_t line, size_t stop)
{
    if (place->folded && furl_word_has_alnum(place->word.octets) &&
        !furl_word_begins_part(place->rest, place->opener)) {
        return true;
    }
    if (place->word.look == FURL_WORD_NONE ||
        (place->word.look == FURL_WORD_ODD && !fills(place)) || place->indented ||
        place->end == END_SENTENCE ||
        (place->end == END_HALF && !furl_word_completes_escape(place->piece, place->word.octets))) {
        return false;
    }
    const int add = place->blank ? 0 : fills_margin(place) ? LINES_ADD : 1;
    const int take = !place->blank && place->end == END_WORD ? LINES_TAKE : 0;
    wrap->signs = signs_of(place);
    int sum = sum_of(wrap->signs);
    if (sum < CUT_SUM - WORDS_ADD - add || sum >= CUT_SUM + take) {
        return sum >= CUT_SUM;
    }
    place->precedes = precedes_pieces(place);
    sum += place->precedes ? WORDS_ADD : 0;
    if (sum >= CUT_SUM - add && sum < CUT_SUM + take) {
        read_before(place, wrap, text, stop, line);
    }
    wrap->signs |= late_signs_of(place);
    return sum_of(wrap->signs) >= CUT_SUM;
}

/* Reads the line of a place at the index `stop`. If `may_end`, a line end may follow there. Sets
 * `line` to the index where the line begins, and `octets` to the octets of the next line or after
 * the blank. Returns whether the index may be a place. */
static bool find_place(struct place *place, struct furl_wrapped *wrap, struct furl_window *text,
                       size_t stop, bool may_end, size_t *line, struct furl_range *octets)
{
    const size_t most = may_end ? FURL_WRAPPED_OCTETS : BLANK_LOOK;
    const size_t piece = stop - place->piece.n;
    const bool found = find_line(text, first_before(0, stop, most), stop, line);

    if (may_end && found && !wrap->joined) {
        find_frame(wrap, text, *line, stop);
    }
    place->blank = !may_end || !find_next(wrap, text, stop, stop, octets);
    if (place->blank ? may_end && !may_be_blank(wrap, text, piece, stop) : !found) {
        return false;
    }
    if (!found) {
        *line = piece;
    } else if (wrap->frame.bar != NULL) {
        *line += furl_frame_left(furl_between(text, *line, stop));
    }
    if (place->blank) {
        read_line(text, stop + 1, stop + 1 + BLANK_LOOK, octets);
    }
    assert(*line <= piece); /* the piece is in the line */
    place->boxed = wrap->frame.right > 0;
    place->reaches = after_blanks(text, stop, text->n) <= stop + 1;
    place->flows = !place->blank && !place->boxed && text->ptr[stop] == ' ';
    place->torn = place->blank && is_torn(text, piece, stop);
    place->line = line_of(furl_between(text, *line, stop), UINT64_MAX);
    place->end = end_of(place->piece);
    return true;
}

/* Returns whether an editor may have cut the line of the place, which begins at the index `pos`.
 * The line is wide, or as wide as the next line or the widest line before. In a quote, the line can
 * also be the rest of a wide line before it. */
static bool may_be_cut(struct place *place, const struct furl_wrapped *wrap,
                       const struct furl_window *text, size_t stop, size_t pos)
{
    const struct furl_range next = place->next.all;
    const size_t first = first_before(0, pos, FURL_WRAPPED_OCTETS);
    size_t before;

    measure(place);
    if (place->columns >= NARROW) {
        return true;
    }
    if (place->columns >= FILL_MIN &&
        (furl_characters(next.ptr, next.n) == place->columns ||
         (read_before(place, wrap, text, stop, pos) && place->widest == place->columns))) {
        return true;
    }
    if (place->line.quote.angles == 0 || pos == 0) {
        return false;
    }
    pos -= pos > first + 1 && text->ptr[pos - 1] == '\n' && text->ptr[pos - 2] == '\r' ? 2 : 1;
    return find_line(text, first, pos, &before) &&
           furl_characters(text->ptr + before, pos - before) >= NARROW;
}

/* Stores the prefix of the line where the URL begins. */
static void note_first(struct furl_wrapped *wrap, const struct place *place, struct furl_range line)
{
    const uint64_t angles = place->line.quote.angles;

    wrap->first = place->line.quote;
    wrap->outer_hash = angles > 1 ? furl_quote_read(line, angles - 1, true).prefix_hash : 0;
}

/* Stores that the URL continues after the place, at the index `pos`. */
static void note_join(struct furl_wrapped *wrap, const struct place *place, size_t pos)
{
    wrap->joined = true;
    wrap->blanks = place->blank ? wrap->blanks + 1 : 0;
    wrap->columns = place->blank ? 0 : place->columns;
    wrap->piece = pos;
}

/* Returns whether a line end, or the bar of a box, is at an index, or after blanks there. */
static bool may_end_at(struct furl_window *text, size_t stop)
{
    const size_t pos = after_blanks(text, stop, stop + FURL_WRAPPED_OCTETS);
    const int octet = furl_octet(text, pos);

    return octet < 0 || furl_is_space((unsigned char)octet) || bar_at(text, pos) > 0;
}

/* Returns whether the octet may be a blank, a line end, or part of the bar of a box. */
static bool may_end_line(unsigned char octet)
{
    return furl_is_space(octet) || octet == 0xE2 || octet == '|';
}

/* Returns whether a line end is at an index, and another line end or a URL follows, as in lists. */
static bool precedes_other(const struct furl_window *text, size_t stop)
{
    const bool ends = furl_ends_line(text->ptr[stop]);
    struct furl_range next = furl_between(text, stop, text->n);
    size_t n = 0;

    furl_skip(&next, furl_starts(next, "\r\n") ? 2 : 1);
    while (ends && n < next.n && n <= FURL_SCHEME_MAX && furl_octet_in(next.ptr[n], FURL_SCHEME)) {
        n++;
    }
    const struct furl_range after = {next.ptr + n, next.n - n};
    return ends && after.n > 0 &&
           (n == 0 ? furl_ends_line(after.ptr[0])
                   : furl_starts(after, "://") && furl_scheme_of(next, n) != NULL);
}

bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_position here, size_t *ptr)
{
    const size_t stop = here.pos;
    const size_t piece = wrap->joined || wrap->marked ? wrap->piece : start->pos;
    struct furl_range octets;
    size_t line;

    if (stop < wrap->certain_end) {
        *ptr = after_space(wrap, text, start, stop);
        return *ptr > stop; /* at no line end, the URL ends before another one */
    }
    assert(stop < text->n);
    /* A URL that ends before the brackets at its end can stop before the last mark. */
    if (!may_end_line(text->ptr[stop]) || wrap->delimited || stop <= piece ||
        (wrap->marked && !wrap->refilled) || precedes_other(text, stop)) {
        return false;
    }
    const bool may_end = may_end_at(text, stop);
    if (!may_end && !may_be_blank(wrap, text, piece, stop)) {
        return false;
    }
    struct place place = {
        .piece = furl_between(text, piece, stop), .opener = start->opening, .joined = wrap->joined};
    if (!find_place(&place, wrap, text, stop, may_end, &line, &octets)) {
        return false;
    }
    if (!wrap->joined) {
        note_first(wrap, &place, furl_between(text, line, stop));
        if (!place.blank && !wrap->marked && is_delimited(wrap, text, start, line, stop)) {
            *ptr = after_space(wrap, text, start, stop);
            return stop < wrap->certain_end;
        }
    }
    if (!(place.blank ? read_blank(&place, octets)
                      : read_lines(&place, wrap, text, stop, line, octets))) {
        return false;
    }
    const bool bare = start->body == stop && start->resumes == 0; /* a scheme alone */
    const bool known = start->scheme != NULL && place.word.look >= FURL_WORD_NAME;
    if (bare ? place.blank || !known || !may_be_cut(&place, wrap, text, stop, line)
             : !url_continues(wrap, text, &place, line, stop)) {
        return false;
    }
    assert(place.rest.ptr > text->ptr + stop && place.rest.n >= place.word.octets.n);
    *ptr = (size_t)(place.rest.ptr - text->ptr);
    note_join(wrap, &place, *ptr);
    return true;
}

/* Returns whether the name of a scheme begins with the octets. */
static bool may_begin_scheme(struct furl_range head)
{
    bool may = false;

    for (size_t i = 0; i < furl_schemes_n && head.n > 0 && head.n <= FURL_SCHEME_MAX; i++) {
        may |= furl_is_same_word(
            head, (struct furl_range){(const unsigned char *)furl_schemes[i].name, head.n});
    }
    return may;
}

/* Returns the scheme whose name is the head and the rest, or NULL if there is none. */
static const struct furl_scheme *scheme_of(struct furl_range head, struct furl_range rest)
{
    unsigned char name[FURL_SCHEME_MAX];
    const size_t n = head.n + rest.n;

    if (head.n == 0 || n > sizeof name) {
        return NULL;
    }
    memcpy(name, head.ptr, head.n);
    memcpy(name + head.n, rest.ptr, rest.n);
    return furl_scheme_of((struct furl_range){name, n}, n);
}

/* Returns the index of the first octet before an index that the name of a scheme can contain, with
 * all octets between. The octets are at most one more than the longest name has. */
static size_t name_before(const struct furl_window *text, size_t floor, size_t end)
{
    size_t n = 0;

    while (n <= FURL_SCHEME_MAX && end - n > floor &&
           furl_octet_in(text->ptr[end - n - 1], FURL_SCHEME)) {
        n++;
    }
    return end - n;
}

/* Returns the octets before an index that can begin a scheme. Blanks, line ends and a bar after
 * them are skipped. All octets beyond ASCII count as parts of a bar. */
static struct furl_range head_before(const struct furl_window *text, size_t floor, size_t end)
{
    const size_t first = first_before(floor, end, FURL_WRAPPED_NEAR);

    while (end > first &&
           (furl_is_space(text->ptr[end - 1]) || furl_is_one_of(text->ptr[end - 1], "|*") ||
            furl_octet_in(text->ptr[end - 1], FURL_HIGH))) {
        end--;
    }
    const size_t name = name_before(text, first, end);

    /* A name at `first` can be the rest of a longer name. */
    return furl_between(text, name > first || first == floor ? name : end, end);
}

/* Returns the index where the line of an index begins, if this is near. Otherwise returns the
 * index. */
static size_t near_line(const struct furl_window *text, size_t floor, size_t pos)
{
    const size_t first = first_before(floor, pos, FURL_WRAPPED_NEAR);
    const size_t line = pos - furl_last_line_length(furl_between(text, first, pos));

    return line > first ? line : pos;
}

size_t furl_wrapped_start_before(const struct furl_window *text, size_t pos, size_t floor,
                                 size_t start)
{
    const size_t ends[] = {near_line(text, floor, pos), pos};

    for (size_t i = 0; i < 2; i++) {
        const struct furl_range head = head_before(text, floor, ends[i]);
        const size_t begin = (size_t)(head.ptr - text->ptr);
        size_t line;
        if (begin < start && may_begin_scheme(head) &&
            find_line(text, first_before(0, begin, FURL_WRAPPED_OCTETS), begin, &line) &&
            (begin + head.n - line >= FILL_MIN ||
             memchr(text->ptr + line, '>', begin - line) != NULL)) {
            start = begin;
        }
    }
    return start;
}

/* see the page of the library of editors that cut their long lines at htt LF p://a.example/b
 * ->  http://a.example/b */
bool furl_wrapped_start(struct furl_wrapped *wrap, struct furl_window *text, size_t colon,
                        size_t floor, struct furl_start *start)
{
    const bool slash = furl_octet(text, colon + 1) == '/';
    const size_t after = colon + (slash ? 2 : 1), name = name_before(text, floor, colon);

    /* Other colons are not noted (find.c). */
    if (!slash && colon - name < FURL_ENDING) {
        return false;
    }
    const int next = furl_octet(text, after);
    const bool ends = next >= 0 && may_end_line((unsigned char)next);
    const struct furl_range head = ends ? furl_between(text, name, colon)
                                        : head_before(text, floor, near_line(text, floor, colon));
    const struct furl_scheme *scheme =
        scheme_of(head, furl_between(text, ends ? colon : name, colon));
    if (scheme == NULL || (ends && scheme->delimiter == FURL_COLON)) {
        return false;
    }
    struct furl_start cut = {.scheme = scheme, .n = strlen(scheme->name)};
    struct furl_wrapped own = {.joined = false};
    struct furl_range octets;
    size_t line;
    cut.pos = (size_t)(head.ptr - text->ptr);
    cut.cut = ends ? after : cut.pos + head.n;
    if (!furl_start_read_before(text, cut.pos, true, &cut) ||
        (cut.octet_before != FURL_ANGLE && !furl_is_one_of(cut.octet_before, " \t<([{\"'"))) {
        return false;
    }
    struct place place = {.piece = furl_between(text, cut.pos, cut.cut), .opener = cut.opening};
    if (!may_end_at(text, cut.cut) ||
        !find_place(&place, &own, text, cut.cut, true, &line, &octets) || place.blank) {
        return false;
    }
    note_first(&own, &place, furl_between(text, line, cut.cut));
    if (!read_next_line(&place, &own, text, cut.cut, octets) ||
        !may_be_cut(&place, &own, text, cut.cut, line)) {
        return false;
    }
    cut.resumes = (size_t)(place.next.text.ptr - text->ptr);
    const size_t pos = ends ? cut.resumes : colon; /* index of the rest of the delimiter */
    const char *rest = &"://"[ends ? after - colon : 0];
    const bool slashes = (scheme->delimiter & FURL_SLASHES) != 0 &&
                         furl_starts(furl_between(text, pos, text->n), rest);
    if ((!slashes && (ends || (scheme->delimiter & FURL_COLON) == 0)) ||
        (!ends && cut.resumes != name)) {
        return false;
    }
    cut.body = pos + (slashes ? strlen(rest) : 1);
    assert(cut.body > colon);
    note_join(&own, &place, cut.resumes);
    *wrap = own;
    *start = cut;
    return true;
}
