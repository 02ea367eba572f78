/*
 * A URL reaches the end of its line. Did an editor cut it there, and how much of the next line
 * belongs to it? Two things tell: how the URL ends (enum end), and what word the next line begins
 * with (enum rest). Few URLs end in a dash or a `=`, and none in half an escape. What goes on with
 * a URL has marks inside, or digits and letters; prose is words of letters. Both enums are in the
 * order of likelihood, so rules compare.
 *
 *     the URL ends      where                                   and was cut, if the word
 *     in half an escape anywhere                                completes it
 *     in - = & + # ?    the word would not have fitted, or the  is PLAIN; after a `?`, which ends
 *                       line is long                            sentences, too, is likely
 *     in a slash        the word would not have fitted          is marked, or is a NAME and alone
 *     in a word or      the URL is alone, in a full line        is likely
 *     any of these      the URL is alone, in a long line        is STRONG and alone
 *
 * "Likely" is a NAME, or a PLAIN word that is alone. A line is long from NARROW on, and full if its
 * width is a usual margin. An editor that wraps words cuts a word only where that is longer than a
 * line: hence "alone". Who ends a line by hand does so early: hence "would not have fitted". Lines
 * of one text that are indented otherwise are items of a list.
 *
 * An editor that quotes what was cut fills it anew. The short rest of a URL is then followed by a
 * blank and what had been the line after:
 *
 *     > > http://example.org/mirror/puppyrus/dist
 *     > > ros/Jeans /Jeans-S-1.3.iso is what you want
 *
 * The first line and the short rest together are what the earlier editor had as a line, so they are
 * as long as one. So is the next piece with them, if that was quoted twice. Where it is so, one
 * blank is joined over; and a URL alone in a line of any width was cut there, if what comes next
 * looks like that.
 *
 * Each rule is there because real mail has it: fidourl(7) has figures. What the rules harm is a URL
 * alone in a full line, where the next one begins with a number, a path or a name. Each looks at
 * the two lines alone, so it takes time linear in them.
 */
#include "furl/base/utf8.h"
#include "quote.h"
#include "wrapped.h"

/* Lines that are narrower end where their authors wanted. */
#define NARROW ((size_t)60)

/* The usual margins; one more is that of editors that quote twice. */
#define MARGIN_MIN     ((size_t)72)
#define MARGIN_MAX     ((size_t)80)
#define QUOTING_MARGIN ((size_t)71)

/* What an earlier editor, whose text was quoted once or more, had in a line, at least. */
#define FILLED_ONCE  ((size_t)70)
#define FILLED_TWICE ((size_t)64)

/* The most octets that a quoting editor leaves on a line of a word that it cut. */
#define SHORT_REST ((size_t)12)
_Static_assert(FURL_CUT_MIN <= FILLED_TWICE - SHORT_REST && FURL_CUT_MIN <= NARROW,
               "rules that look at no mark need this width");

/* What a word looks like, from what no URL goes on with to what hardly anything else is. */
enum rest {
    REST_NONE,   /* the start of a URL, a separator, text that no URL may contain */
    REST_PROSE,  /* a capitalised word, one with a colon or an apostrophe */
    REST_PLAIN,  /* letters, or a few digits */
    REST_NAME,   /* letters with dots, dashes and the like */
    REST_STRONG, /* marks, letters and digits, many digits, capitals inside */
};

/* The first word of a text. */
struct word {
    struct furl_range octets;
    enum rest rest;
    bool last;   /* nothing comes after it */
    bool marked; /* it has a slash or a mark of a query */
};

/* How a URL ends before its line does. */
enum end {
    END_SENTENCE, /* in punctuation: a sentence ends, too */
    END_WORD,     /* in a word, or a dot */
    END_SLASH,
    END_OPEN, /* in a dash or a mark of a query, after which something comes */
    END_HALF, /* in half an escape */
};

struct furl_range furl_without_blanks(struct furl_range octets)
{
    while (octets.n > 0 && furl_is_blank(octets.at[octets.n - 1])) {
        octets.n--;
    }
    return octets;
}

/* The line's end is as good as a blank after a mark. */
struct furl_line furl_line_of(struct furl_range octets, uint64_t angles)
{
    struct furl_quote quote = {.later = true};
    size_t at = furl_quote_read(&quote, octets, angles);

    if (quote.part == FURL_QUOTE_ANGLES) {
        bool ends = at == octets.n;
        bool blank = ends || furl_is_blank(octets.at[at]);
        furl_quote_feed(&quote, (const unsigned char *)(blank ? " " : "x"), 1);
        quote.n -= ends ? 1 : 0;
    }
    return (struct furl_line){
        .kind = quote.angles == 0 ? 0 : quote.angles << 32 | quote.names,
        .angles = quote.angles,
        .prefix = (size_t)quote.n,
    };
}

struct furl_range furl_front_word(struct furl_range text)
{
    struct furl_range word = {text.at, 0};

    while (word.n < text.n && furl_text[text.at[word.n]] < FURL_TEXT_ANGLE) {
        word.n++;
    }
    return word;
}

static bool is_one_of(unsigned char octet, const char *octets)
{
    return octet != '\0' && strchr(octets, octet) != NULL;
}

/* Whether a URL begins the text, or `URL:`, or a `'`, before it. */
static bool begins_url(struct furl_range text)
{
    struct furl_start start;
    size_t n = 0;

    furl_skip(&text, text.n > 0 && text.at[0] == '\'' ? 1 : 0);
    furl_skip(&text, text.n > 4 && furl_spells(text.at, 4, "url:") ? 4 : 0);
    while (n < text.n && furl_is(text.at[n], FURL_SCHEME)) {
        n++;
    }
    struct furl_window window = furl_window_of(text);
    return n < text.n && text.at[n] == ':' && furl_start(&window, n, 0, &start);
}

/* Whether a tearline, a tagline, a signature or a rule begins the text: three times the same, or
 * twice as a word. */
static bool begins_separator(struct furl_range text)
{
    bool twice = text.n > 1 && text.at[0] == text.at[1] && is_one_of(text.at[0], "-.=_~*#+?");

    return twice && (text.n == 2 || text.at[2] == text.at[0] || furl_is_blank(text.at[2]));
}

bool furl_begins_other(struct furl_range text)
{
    return begins_url(text) || begins_separator(text);
}

/* Whether the mark of a list item begins the text, and a blank or the line's end comes after it. */
static bool begins_item(struct furl_range text)
{
    size_t n = 0;

    while (n < text.n && n < 2 && furl_is(text.at[n], FURL_DIGIT)) {
        n++;
    }
    n = n == 0 && furl_is(text.at[0], FURL_LETTER) ? 1 : n;
    if (n > 0 ? n < text.n && is_one_of(text.at[n], ".)") : is_one_of(text.at[0], "-*+#")) {
        n++;
    } else {
        return false;
    }
    return n == text.n || furl_is_blank(text.at[n]);
}

/* Whether no URL goes on with the word, which the text begins with. One begins with what is no mail
 * address though it has an `@`. */
static bool is_none(struct furl_range text, struct furl_range word)
{
    return word.n == 0 || is_one_of(text.at[0], "!$'()*,;@") || furl_begins_other(text) ||
           begins_item(text) || (word.n < text.n && !is_one_of(text.at[word.n], " \t>\"")) ||
           (memchr(word.at, '@', word.n) != NULL && !is_one_of(text.at[0], "=&?%#"));
}

/* What the word looks like by its octets. */
static struct word look_at(struct furl_range octets)
{
    struct word word = {.octets = octets, .rest = REST_PROSE};
    size_t lower = 0, upper = 0, digits = 0, inner_marks = 0, n = octets.n;
    bool colon = octets.at[n - 1] == ':';

    while (n > 0 && is_one_of(octets.at[n - 1], ".,:;!?'\")")) {
        n--;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char octet = octets.at[i];
        word.marked |= is_one_of(octet, "/_?&=%#~+");
        lower += octet >= 'a' && octet <= 'z';
        upper += octet >= 'A' && octet <= 'Z';
        digits += furl_is(octet, FURL_DIGIT);
        inner_marks += is_one_of(octet, ".-,;:()");
    }
    bool capital = upper == 1 && lower > 0 && furl_lower(octets.at[0]) != octets.at[0];
    if (word.marked) {
        word.rest = REST_STRONG;
    } else if (lower + upper + digits + inner_marks < n || (colon && digits == 0) ||
               (capital && lower + upper == n)) {
        word.rest = REST_PROSE;
    } else if (digits > 4 || (digits > 0 && lower + upper > 0) || (upper > 0 && lower > 0)) {
        word.rest = REST_STRONG;
    } else {
        word.rest = inner_marks > 0 ? REST_NAME : REST_PLAIN;
    }
    return word;
}

/* The first word of the text. "and" and "or" are lines between URLs. */
static struct word word_of(struct furl_range text)
{
    const struct furl_range octets = furl_front_word(text);
    struct word word = {octets, REST_NONE, octets.n == text.n, false};

    if (!is_none(text, octets)) {
        word = look_at(octets);
        word.last = octets.n == text.n;
        if (furl_is_same(octets, furl_range_of("and")) ||
            furl_is_same(octets, furl_range_of("or"))) {
            word.rest = REST_PROSE;
        }
    }
    return word;
}

/* The word after the blank at the index `n` of the text; REST_NONE, if there is none. */
static struct word word_after(struct furl_range text, size_t n)
{
    if (n + 1 >= text.n || text.at[n] != ' ') {
        return (struct word){.rest = REST_NONE};
    }
    return word_of((struct furl_range){text.at + n + 1, text.n - n - 1});
}

/* Whether the word looks like the rest of a word that was cut. */
static bool is_likely(const struct word *word)
{
    return word->rest >= REST_NAME || (word->rest == REST_PLAIN && word->last);
}

/* Whether nothing opens the `)` that the URL ends in. */
static bool is_unmatched(struct furl_range url)
{
    size_t depth = 0;

    for (size_t i = 0; i + 1 < url.n; i++) {
        depth += url.at[i] == '(';
        depth -= url.at[i] == ')' && depth > 0;
    }
    return depth == 0;
}

static enum end end_of(struct furl_range url)
{
    unsigned char last = url.at[url.n - 1];
    unsigned char before = url.n > 1 ? url.at[url.n - 2] : '\0';

    if (last == '%' || (before == '%' && furl_is(last, FURL_HEX))) {
        return END_HALF;
    }
    if (is_one_of(last, ",;:!'") || (last == '.' && is_one_of(before, ".,;:!?')")) ||
        (last == ')' && is_unmatched(url))) {
        return END_SENTENCE;
    }
    return last == '/' ? END_SLASH : is_one_of(last, "-=&+#?") ? END_OPEN : END_WORD;
}

bool furl_may_be_cut(struct furl_range url, size_t octets)
{
    enum end end = end_of(url);

    return end > END_WORD || (end == END_WORD && octets >= FURL_CUT_MIN);
}

/* Whether the word completes the half of an escape that the URL ends in. */
static bool completes(struct furl_range url, struct furl_range word)
{
    size_t missing = url.at[url.n - 1] == '%' ? 2 : 1;

    return word.n >= missing && furl_is(word.at[0], FURL_HEX) &&
           furl_is(word.at[missing - 1], FURL_HEX);
}

/* Whether the text before the URL in its line is a delimiter, or none. */
static bool is_alone(struct furl_range before)
{
    return before.n == 0 || (before.n == 1 && is_one_of(before.at[0], "<(\"")) ||
           (before.n == 5 && furl_spells(before.at, before.n, "<url:"));
}

/* Whether the editor of a quoted text may have filled a line with so many columns of text. */
static bool filled(const struct furl_cut *cut, size_t text)
{
    return cut->angles > 0 && text <= MARGIN_MAX &&
           text >= (cut->angles > 1 ? FILLED_TWICE : FILLED_ONCE);
}

/* Whether the URL, alone in a line of `text` columns, was cut there. */
static bool is_cut_alone(const struct furl_cut *cut, const struct word *word, size_t text)
{
    const size_t n = word->octets.n, width = cut->prefix + text;
    bool full = (width >= MARGIN_MIN && width <= MARGIN_MAX) ||
                (cut->angles > 1 && width == QUOTING_MARGIN);

    if ((full && is_likely(word)) || (width >= NARROW && word->rest == REST_STRONG && word->last)) {
        return true;
    }
    return word->rest >= (full ? REST_PLAIN : REST_NAME) && n <= SHORT_REST &&
           filled(cut, text + n) && word_after(cut->next, n).rest >= REST_NAME;
}

/* Whether the URL was cut, and the word is its rest. */
static bool is_cut(const struct furl_cut *cut, const struct word *word, size_t text)
{
    const struct furl_range url = {cut->line.at + cut->url, cut->line.n - cut->url};
    const size_t n = word->octets.n, width = cut->prefix + text;
    enum end end = end_of(url);

    if (word->rest == REST_NONE || end == END_SENTENCE) {
        return false;
    }
    if (end == END_HALF) {
        return completes(url, word->octets);
    }
    if (cut->indented) {
        return false;
    }
    if (end == END_OPEN && (width >= NARROW || width + n > MARGIN_MIN)) {
        bool asks = url.at[url.n - 1] == '?'; /* a sentence may do so */
        return asks ? is_likely(word) : word->rest >= REST_PLAIN;
    }
    if (end == END_SLASH && width + n > MARGIN_MIN &&
        (word->marked || (word->rest >= REST_NAME && word->last))) {
        return true;
    }
    return is_alone((struct furl_range){cut->line.at, cut->url}) && is_cut_alone(cut, word, text);
}

size_t furl_cut_rest(const struct furl_cut *cut)
{
    size_t text = furl_characters(cut->line.at, cut->line.n);
    struct word word = word_of(cut->next);

    if (!is_cut(cut, &word, text)) {
        return 0;
    }
    size_t n = word.octets.n;
    text += n;
    while (word.octets.n <= SHORT_REST && filled(cut, text) &&
           end_of(word.octets) != END_SENTENCE) {
        word = word_after(cut->next, n);
        if (!is_likely(&word)) {
            break;
        }
        n += 1 + word.octets.n;
        text += word.octets.n;
    }
    return n;
}

size_t furl_torn_rest(struct furl_range url, struct furl_range text)
{
    struct word word = word_of(text);
    enum end end = end_of(url);
    bool joins = end >= END_OPEN || (end == END_WORD && (word.last || word.rest >= REST_NAME)) ||
                 (end == END_SLASH && word.rest >= REST_NAME);

    return joins && word.rest != REST_NONE ? word.octets.n : 0;
}
