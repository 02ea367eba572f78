/*
 * A URL stops at a blank or at a line end. It goes on after that for one of three reasons:
 *
 *     delimiters  it is in `<...>` or `"..."`, and the closing one comes within some lines: then
 *                 all before that is the URL (RFC 3986, appendix C)
 *     a margin    an editor cut it at a line end, as the two lines show
 *     a blank     an editor of 80 columns tore it there, as the words around it show
 *
 * What belongs to it then reaches to an index, `to`. Before that the URL goes on after each blank
 * and line end. At `to` it ends, unless it was cut or torn there once more.
 *
 * Each answer depends on the text from FURL_WRAPPED_OCTETS before the stop to as many after it.
 * Each line is read at most twice: as the line of a URL, and as the next one. Delimiters do not
 * nest, so nothing between them is read again. So the time is linear.
 */
#include "wrapped.h"

#include "furl/base/utf8.h"
#include "quote.h"

/* The fewest octets of a line, up to the URL's end, for the rules that look at no mark; and the
 * fewest columns of one that a program cut at any width. */
#define CUT_MIN  ((size_t)52)
#define FILL_MIN ((size_t)40)

/* A line: its text, without the quote prefix and the blanks around it. */
struct line {
    struct furl_range text;
    struct furl_quote quote;
    size_t before; /* columns before the text; */
    size_t indent; /* those of blanks, unless they come before a mark; */
    size_t deep;   /* and that are more than a prefix has */
};

/* A URL that reaches the end of its line, and the line after it. */
struct cut_url {
    struct line line, next; /* the former up to the URL's end, without the mark of a list item
                               where the next line is indented as its text */
    size_t url;             /* the index in the text where the URL's octets begin */
    size_t width, body;     /* columns of the line, and of what comes after its prefix */
    bool alike;             /* both are indented equally, and the former is no comment */
    bool indented;          /* the next line is indented, and not equally */
    bool folded;            /* the line is as long as folded ones, the next one begins like one */
    bool filled;            /* the line is as wide as the one before, with which the URL went on */
};

/*
 * A URL reaches the end of its line. Did an editor cut it there, and how much of the next line
 * belongs to it? Two things show it: how the URL ends (enum end), and what word the next line
 * begins with (enum rest). Few URLs end in a dash or a `=`, and none in half an escape. What goes
 * on with a URL has marks inside, or digits and letters; prose is words of letters. Both enums are
 * in the order of likelihood, so rules compare.
 *
 *     the URL ends      where                                   and was cut, if the word
 *     in half an escape anywhere                                completes it
 *     in - = & + # ?    the word would not have fitted, or the  is PLAIN; after a `?`, which ends
 *                       line is long                            sentences, too, is likely
 *     in a slash        the word would not have fitted          is marked, or is a NAME and alone
 *     in a word or      the URL is alone, in a full line        is likely
 *     any of these      the URL is alone, in a long line        is STRONG and alone
 *
 *     in a letter or    it ends a full line                     begins with / & = ?
 *     digit
 *     any of these      it ends a long line                     is marked and alone, and begins
 *                                                               where its line does
 *     any of these      anywhere                                is all of a line as wide as
 *                                                               its own, or of one line after
 *                                                               such lines
 *
 * "Likely" is a NAME, or a PLAIN word that is alone. A line is long from NARROW on, and full if its
 * width is a usual margin. An editor that wraps words cuts a word only where that is longer than a
 * line, hence "alone". People who end lines by hand do so early, hence "would not have fitted".
 * Lines of one text that are indented otherwise are items of a list.
 *
 * An editor that quotes what was cut fills it anew. The short rest of a URL is then followed by a
 * blank and what had been the line after:
 *
 *     > > http://example.org/mirror/puppyrus/dist
 *     > > ros/Jeans /Jeans-S-1.3.iso is what you want
 *
 * The first line and the short rest together are what the earlier editor had as a line, so they are
 * as long as one. So is the next piece with them, if that was quoted twice. If they are so long,
 * one blank is joined over; and if what comes next looks like that, a URL alone in a line of any
 * width was cut there.
 *
 * Each rule is there because real mail needs it: fidourl(7) has figures. They are wrong if a URL is
 * alone in a full line, and the next line happens to begin with a number, a path or a name. Each
 * looks at the two lines alone, so it takes time linear in them.
 */
/* Lines that are narrower end where their authors wanted. */
#define NARROW ((size_t)60)

/* The usual margins; one more is that of editors that quote twice. */
#define MARGIN_MIN     ((size_t)72)
#define MARGIN_MAX     ((size_t)80)
#define QUOTING_MARGIN ((size_t)71)

/* What an earlier editor, whose text was quoted once or more, had in a line, at least. */
#define FILLED_ONCE  ((size_t)70)
#define FILLED_TWICE ((size_t)64)

/* Characters that are marks of list items: bullets, arrows, dingbats. */
#define BULLETS_MIN 0x2010u
#define BULLETS_MAX 0x2BFFu

/* The octets of a line that was folded at 75, as programs count them. */
#define FOLDED_MIN ((size_t)73)
#define FOLDED_MAX ((size_t)76)

/* The most octets that a quoting editor leaves on a line of a word that it cut. */
#define SHORT_REST ((size_t)12)
_Static_assert(CUT_MIN <= FILLED_TWICE - SHORT_REST && CUT_MIN <= NARROW,
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
    bool marked; /* it has a slash or a mark of a query; */
    bool letter; /* a letter; */
    bool alnum;  /* one of these or a digit; */
    bool hex;    /* nothing but hexadecimal digits */
};

/* How a URL ends before its line does. */
enum end {
    END_SENTENCE, /* in punctuation: a sentence ends, too */
    END_WORD,     /* in a word, or a dot */
    END_SLASH,
    END_OPEN, /* in a dash or a mark of a query, after which something comes */
    END_HALF, /* in half an escape */
};

/* The octets at the front that a URL may contain anywhere. */
static struct furl_range front_word(struct furl_range text)
{
    struct furl_range word = {text.at, 0};

    while (word.n < text.n && furl_text[text.at[word.n]] < FURL_TEXT_ANGLE) {
        word.n++;
    }
    return word;
}

/* Whether a URL, or a name without a scheme, begins the text, or `URL:`, or a `'`, before it. */
static bool begins_url(struct furl_range text)
{
    struct furl_start start;
    size_t n = 0;

    furl_skip(&text, text.n > 0 && text.at[0] == '\'' ? 1 : 0);
    furl_skip(&text, text.n > 4 && furl_spells(text.at, 4, "url:") ? 4 : 0);
    struct furl_window window = furl_window_of(text);
    if (text.n > FURL_BARE_SIZE && text.at[FURL_BARE_SIZE] == '.' &&
        furl_start(&window, FURL_BARE_SIZE, 0, &start)) {
        return true;
    }
    while (n < text.n && furl_is(text.at[n], FURL_SCHEME)) {
        n++;
    }
    return n < text.n && text.at[n] == ':' && furl_start(&window, n, 0, &start);
}

/* Whether a tearline, a tagline, a signature or a rule begins the text: three times the same, or
 * twice as a word. */
static bool begins_separator(struct furl_range text)
{
    bool twice = text.n > 1 && text.at[0] == text.at[1] && furl_is_one_of(text.at[0], "-.=_~*#+?");

    return twice && (text.n == 2 || text.at[2] == text.at[0] || furl_is_blank(text.at[2]));
}

/* Whether a URL begins the text, or what separates parts of a message. */
static bool begins_other(struct furl_range text)
{
    return begins_url(text) || begins_separator(text);
}

/* The octets of the mark of a list item at the front of the text, and of the blanks after it; 0:
 * there is none. */
static size_t item_length(struct furl_range text)
{
    size_t n = 0;
    uint32_t code = 0;

    while (n < text.n && n < 2 && furl_is(text.at[n], FURL_DIGIT)) {
        n++;
    }
    n = n == 0 && text.n > 0 && furl_is(text.at[0], FURL_LETTER) ? 1 : n;
    if (n > 0) {
        n = n < text.n && furl_is_one_of(text.at[n], ".)") ? n + 1 : 0;
    } else if (text.n > 0 && furl_is_one_of(text.at[0], "-*+#")) {
        n = 1;
    } else if (text.n > 0) {
        n = furl_utf8(text.at, text.n, &code);
        n = code >= BULLETS_MIN && code <= BULLETS_MAX ? n : 0;
    }
    furl_skip(&text, n);
    const size_t blanks = furl_blanks(text);
    return n > 0 && (blanks > 0 || text.n == 0) ? n + blanks : 0;
}

/* What the word looks like by its octets. */
static struct word look_at(struct furl_range octets)
{
    struct word word = {.octets = octets, .rest = REST_PROSE};
    size_t lower = 0, upper = 0, digits = 0, hex = 0, inner_marks = 0, n = octets.n;
    bool colon = octets.at[n - 1] == ':';

    while (n > 0 && furl_is_one_of(octets.at[n - 1], ".,:;!?'\")")) {
        n--;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char octet = octets.at[i];
        word.marked |= furl_is_one_of(octet, "/_?&=%#~+");
        lower += octet >= 'a' && octet <= 'z';
        upper += octet >= 'A' && octet <= 'Z';
        digits += furl_is(octet, FURL_DIGIT);
        hex += furl_is(octet, FURL_HEX);
        inner_marks += furl_is_one_of(octet, ".-,;:()");
    }
    word.letter = lower + upper > 0;
    word.alnum = word.letter || digits > 0;
    word.hex = hex == octets.n;
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

/* Whether a URL may go on with the word, which the text begins with: a letter or digit is in it,
 * and it begins nothing else, such as a directive of C. */
static bool is_rest(const struct word *word, struct furl_range text)
{
    return word->alnum && !begins_other(text) && item_length(text) == 0 &&
           !(text.at[0] == '#' &&
             (furl_starts(text, "#if") || furl_starts(text, "#el") || furl_starts(text, "#endif")));
}

/* Whether the word, which the text begins with, cannot be what an editor cut off a URL. A word with
 * an `@` is a mail address, unless one of = & ? % # begins it. */
static bool is_none(const struct word *word, struct furl_range text)
{
    const size_t n = word->octets.n;

    return !is_rest(word, text) || furl_is_one_of(text.at[0], "!$'()*,;@") ||
           (n < text.n && !furl_is_one_of(text.at[n], " \t>\"")) ||
           (memchr(text.at, '@', n) != NULL && !furl_is_one_of(text.at[0], "=&?%#"));
}

/* The first word of the text. "and" and "or" are lines between URLs. */
static struct word word_of(struct furl_range text)
{
    const struct furl_range octets = front_word(text);
    struct word word = {.octets = octets, .rest = REST_NONE};

    if (octets.n > 0) {
        word = look_at(octets);
        word.last = octets.n == text.n;
        bool links =
            furl_is_same(octets, furl_range_of("and")) || furl_is_same(octets, furl_range_of("or"));
        word.rest = is_none(&word, text) ? REST_NONE : links ? REST_PROSE : word.rest;
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
    if (furl_is(last, FURL_ALNUM) || last == '/') { /* as most do */
        return last == '/' ? END_SLASH : END_WORD;
    }
    if (furl_is_one_of(last, ",;:!'") || (last == '.' && furl_is_one_of(before, ".,;:!?')")) ||
        (last == ')' && is_unmatched(url))) {
        return END_SENTENCE;
    }
    return furl_is_one_of(last, "-=&+#?") ? END_OPEN : END_WORD;
}

/* Whether rest_after_cut may find a rest of a URL, in whose line so many octets come up to its end;
 * CUT_MIN means CUT_MIN or more. */
static bool ends_like_cut(struct furl_range url, size_t octets)
{
    enum end end = end_of(url);

    return end > END_WORD || (end == END_WORD && octets >= CUT_MIN);
}

/* Whether the word completes the half of an escape that the URL ends in. */
static bool completes(struct furl_range url, struct furl_range word)
{
    size_t missing = url.at[url.n - 1] == '%' ? 2 : 1;

    return word.n >= missing && furl_is(word.at[0], FURL_HEX) &&
           furl_is(word.at[missing - 1], FURL_HEX);
}

/* Whether the URL ends in the name of a page, which goes on with no word. */
static bool is_page(struct furl_range url)
{
    const char page[] = ".html";
    const size_t n = sizeof page - 1;

    return url.n > n && furl_spells(url.at + url.n - n, n, page);
}

/* Whether the text before the URL in its line is a delimiter, or none. */
static bool is_alone(struct furl_range before)
{
    return before.n == 0 || (before.n == 1 && furl_is_one_of(before.at[0], "<(\"")) ||
           (before.n == 5 && furl_spells(before.at, before.n, "<url:"));
}

/* Whether the editor of a quoted text may have filled a line with so many columns of text. */
static bool filled(const struct cut_url *cut, size_t text)
{
    const uint64_t angles = cut->line.quote.angles;

    return angles > 0 && text <= MARGIN_MAX && text >= (angles > 1 ? FILLED_TWICE : FILLED_ONCE);
}

/* Whether a line has so many columns that its editor may have cut it there. */
static bool is_margin(size_t columns)
{
    return columns >= MARGIN_MIN && columns <= MARGIN_MAX;
}

/* Whether the line is full, or was so before it was quoted. */
static bool is_full(const struct cut_url *cut)
{
    return is_margin(cut->width) || is_margin(cut->body);
}

/* What there is of the URL in its line. */
static struct furl_range url_of(const struct cut_url *cut)
{
    return (struct furl_range){cut->line.text.at + cut->url, cut->line.text.n - cut->url};
}

/* Whether the URL, alone in its line, was cut there. */
static bool is_cut_alone(const struct cut_url *cut, const struct word *word)
{
    const struct line *line = &cut->line;
    const size_t n = word->octets.n;
    bool full = is_full(cut) || (line->quote.angles > 1 && cut->width == QUOTING_MARGIN);

    if ((full && is_likely(word)) ||
        (cut->width >= NARROW && word->rest == REST_STRONG && word->last)) {
        return true;
    }
    return word->rest >= (full ? REST_PLAIN : REST_NAME) && n <= SHORT_REST &&
           filled(cut, cut->body + n) && word_after(cut->next.text, n).rest >= REST_NAME;
}

/* Whether a program cut the URL, whatever comes before it in its line: before a mark, in a full
 * line; or before a marked word that is alone. */
static bool is_cut_anywhere(const struct cut_url *cut, const struct word *word)
{
    const struct line *line = &cut->line;

    return (furl_is(line->text.at[line->text.n - 1], FURL_ALNUM) && is_full(cut) &&
            furl_is_one_of(word->octets.at[0], "/&=?")) ||
           (cut->width >= NARROW && cut->alike && word->last && word->marked && word->letter);
}

/* Columns of the next line. */
static size_t next_width(const struct cut_url *cut)
{
    return cut->next.before + furl_characters(cut->next.text.at, cut->next.text.n);
}

/* Whether a terminal, or a program that fills it, cut the URL: the word is alone in the next line,
 * which is as wide as the URL's line, or the last one of such lines. */
static bool is_filled(const struct cut_url *cut, const struct word *word)
{
    const struct furl_range next = cut->next.text;

    if (!word->last || cut->indented || cut->width < FILL_MIN ||
        end_of(url_of(cut)) == END_SENTENCE || furl_comes_twice(next, '/') ||
        !is_rest(word, next)) {
        return false;
    }
    const size_t width = next_width(cut);
    return width == cut->width ? cut->filled || !word->hex : cut->filled && width < cut->width;
}

/* Whether the name of a property of a calendar, a card or an LDIF entry begins the text. */
static bool begins_property(struct furl_range text)
{
    size_t n = 0;

    while (n < text.n && (furl_is(text.at[n], FURL_ALNUM) || text.at[n] == '-')) {
        n++;
    }
    return n > 0 && n < text.n && furl_is_one_of(text.at[n], ":;");
}

/* Whether the URL was cut, and the word is its rest. */
static bool is_cut(const struct cut_url *cut, const struct word *word)
{
    const struct furl_range url = url_of(cut);
    const size_t n = word->octets.n, width = cut->width;
    enum end end = end_of(url);

    if (word->rest == REST_NONE || end == END_SENTENCE ||
        (is_page(url) && furl_is(word->octets.at[0], FURL_ALNUM))) {
        return false;
    }
    if (end == END_HALF) {
        return completes(url, word->octets);
    }
    if (cut->indented || is_cut_anywhere(cut, word) || cut->line.deep > 0) {
        return !cut->indented && is_cut_anywhere(cut, word);
    }
    if (end == END_OPEN && (width >= NARROW || width + n > MARGIN_MIN)) {
        bool asks = url.at[url.n - 1] == '?'; /* a sentence may do so */
        return asks ? is_likely(word) : word->rest >= REST_PLAIN;
    }
    if (end == END_SLASH && width + n > MARGIN_MIN &&
        (word->marked || (word->rest >= REST_NAME && word->last))) {
        return true;
    }
    return is_alone((struct furl_range){cut->line.text.at, cut->url}) && is_cut_alone(cut, word);
}

/* How many octets of the next line belong to the URL; 0: it is not cut. Single blanks among them
 * are not the URL's. */
static size_t rest_after_cut(const struct cut_url *cut, struct word word)
{
    size_t text = cut->body, n = word.octets.n;

    if (cut->folded && is_rest(&word, cut->next.text)) {
        return n;
    }
    if (!is_cut(cut, &word)) {
        return 0;
    }
    text += n;
    while (word.octets.n <= SHORT_REST && filled(cut, text) &&
           end_of(word.octets) != END_SENTENCE) {
        word = word_after(cut->next.text, n);
        if (!is_likely(&word)) {
            break;
        }
        n += 1 + word.octets.n;
        text += word.octets.n;
    }
    return n;
}

/* Sets `line` to the index where the line begins that has the octet before the index `end`. Returns
 * whether that is less than FURL_WRAPPED_OCTETS away. A byte order mark is no part of the text's
 * first line. */
static bool find_line(const struct furl_window *text, size_t end, size_t *line)
{
    size_t first = end > FURL_WRAPPED_OCTETS ? end - FURL_WRAPPED_OCTETS : 0;
    size_t at = end - furl_last_line_length(furl_between(text, first, end));

    *line = at == 0 && text->begins ? furl_bom(text->at, end) : at;
    return at == 0 ? text->begins : furl_ends_line(text->at[at - 1]);
}

/* Sets `line` to the octets from the index `at` to the line's end. Returns whether that comes less
 * than FURL_WRAPPED_OCTETS after the index `from`. */
static bool read_line(struct furl_window *text, size_t from, size_t at, struct furl_range *line)
{
    bool short_of_text = text->n - from < FURL_WRAPPED_OCTETS;
    size_t limit = short_of_text ? text->n : from + FURL_WRAPPED_OCTETS;
    size_t n = at < limit ? furl_line_length(furl_between(text, at, limit)) : 0;

    *line = at < limit ? furl_between(text, at, at + n) : (struct furl_range){NULL, 0};
    return at + n < limit || (short_of_text && furl_octet(text, text->n) < 0);
}

/* Finds the line after the one that ends at the index `stop`, blanks aside. It ends less than
 * FURL_WRAPPED_OCTETS after the index `from`. */
static bool find_next(struct furl_window *text, size_t from, size_t stop, struct furl_range *next)
{
    const size_t most = from + FURL_WRAPPED_OCTETS;
    const size_t at = stop + furl_blanks(furl_between(text, stop, text->n < most ? text->n : most));

    int octet = furl_octet(text, at);
    if (octet >= 0 && !furl_is_space((unsigned char)octet)) {
        return false;
    }
    bool pair = octet == '\r' && furl_octet(text, at + 1) == '\n';
    return read_line(text, from, at + (pair ? 2 : 1), next);
}

/* Whether the octet right before the URL opens delimiters. A quotation mark may close what another
 * one has opened. */
static bool opens(const struct furl_start *start, struct furl_range before)
{
    if (start->opened != '"') {
        return furl_partner_of(start->opened) >= 0;
    }
    const unsigned char *first = memchr(before.at, '"', before.n);
    const unsigned char *end = before.at + before.n;
    return first != NULL && memchr(first + 1, '"', (size_t)(end - first) - 1) == NULL;
}

/* How a line in delimiters goes on with the URL. */
enum delimited {
    NOT,  /* not at all: the URL is in no delimiters */
    ON,   /* to its end */
    ENDS, /* up to the delimiter */
};

/* Sets `part` to the octets of the line that are the URL's. */
static enum delimited read_delimited(const struct furl_wrapped *wrap,
                                     const struct furl_start *start, struct furl_range octets,
                                     struct furl_range *part)
{
    struct furl_quote line = furl_quote_read(octets, wrap->first.angles, true);
    const struct furl_quote marked = furl_quote_read(octets, UINT64_MAX, false);

    octets = furl_without_blanks(octets);
    furl_skip(&octets, line.n < octets.n ? line.n : octets.n);
    /* The `>` of a further quote mark, which has text after it, closes nothing. After the marks of
     * the URL's line, a word right before `>` is no mark. */
    bool quoted = marked.angles > wrap->first.angles && marked.n < line.n + octets.n &&
                  (wrap->first.angles == 0 || front_word(octets).n == 0);
    furl_skip(&octets, furl_blanks(octets));
    *part = front_word(octets);
    if (quoted || line.kind != wrap->first.kind || octets.n == 0 || begins_other(octets)) {
        return NOT;
    }
    if (part->n == octets.n) {
        return ON;
    }
    struct furl_window rest = furl_window_of(octets);
    return furl_closes(&rest, part->n, start->opened) ? ENDS : NOT;
}

/* Looks for the delimiter that ends the URL, which stopped at the index `stop`. An apostrophe at a
 * line's end is none of its octets. */
static bool find_delimiter(struct furl_wrapped *wrap, struct furl_window *text,
                           const struct furl_start *start, size_t stop)
{
    enum delimited delimited = ON;
    size_t end = stop;

    for (size_t lines = 0; delimited == ON && lines < FURL_WRAPPED_LINES; lines++) {
        struct furl_range line, part;
        if (text->at[end - 1] == '\'' || !find_next(text, stop, end, &line)) {
            return false;
        }
        delimited = read_delimited(wrap, start, line, &part);
        wrap->closed = delimited == ENDS && part.n == 0;
        if (delimited != NOT && !wrap->closed) {
            end = (size_t)(part.at - text->at) + part.n;
        }
    }
    wrap->to = delimited == ENDS ? end : 0;
    return delimited == ENDS;
}

/* The index where the URL goes on after the one at the index `stop`, before wrap->to. */
static size_t after_space(const struct furl_wrapped *wrap, struct furl_window *text,
                          const struct furl_start *start, size_t stop)
{
    struct furl_range line, part;

    if (!wrap->delimited || !find_next(text, stop, stop, &line)) {
        return stop + 1;
    }
    read_delimited(wrap, start, line, &part);
    return (size_t)(part.at - text->at);
}

/* Whether the line after the one between two indices may be as wide. Prefixes may have some octets
 * more than columns. */
static bool may_be_filled(struct furl_window *text, size_t line, size_t stop)
{
    size_t at = stop + 1 + furl_characters(text->at + line, stop - line);
    const size_t end = at + FURL_QUOTE_INDENT + 2;
    int octet;

    while (at < end && (octet = furl_octet(text, at)) >= 0 &&
           !furl_ends_line((unsigned char)octet)) {
        at++;
    }
    return at < end;
}

/* Whether the URL may be cut at the end of its line, the index `stop`, by its own octets. */
static bool may_be_cut(struct furl_window *text, const struct furl_start *start, size_t stop)
{
    size_t line = start->at;

    if (furl_partner_of(start->opened) >= 0) {
        return true;
    }
    while (line > 0 && stop - line < CUT_MIN && !furl_ends_line(text->at[line - 1])) {
        line--;
    }
    return ends_like_cut(furl_between(text, start->at, stop), stop - line) ||
           (stop - line >= FILL_MIN && may_be_filled(text, line, stop));
}

/* Begins with the URL where it stops first, at the index `stop`. Returns what may let it go on. */
static enum furl_wrapping begin(struct furl_wrapped *wrap, struct furl_window *text,
                                const struct furl_start *start, size_t stop)
{
    struct furl_range next;
    size_t line = 0;

    if (!find_next(text, stop, stop, &next)) { /* a bare name has fewer columns than octets */
        return start->missing == NULL ? FURL_WRAPPED_TORN : FURL_WRAPPED_OVER;
    }
    if (stop - start->at > FURL_WRAPPED_OCTETS || begins_other(next)) {
        return FURL_WRAPPED_OVER;
    }
    if (furl_partner_of(start->opened) >= 0 && find_line(text, stop, &line)) {
        wrap->first = furl_quote_read(furl_between(text, line, stop), UINT64_MAX, true);
        wrap->delimited = opens(start, furl_between(text, line, start->at)) &&
                          find_delimiter(wrap, text, start, stop);
    }
    bool bare = start->body == stop; /* it is no URL yet */
    return wrap->delimited || bare ? FURL_WRAPPED_OVER : FURL_WRAPPED_CUT;
}

/* Reads a line, or what there is of one. */
static struct line line_of(struct furl_range octets)
{
    struct line line = {.text = furl_without_blanks(octets)};

    line.quote = furl_quote_read(line.text, UINT64_MAX, true);
    octets = line.text;
    furl_skip(&line.text, line.quote.n);
    line.deep = furl_blanks(line.text);
    furl_skip(&line.text, line.deep);
    bool blank = line.quote.angles == 0;
    line.before = line.deep + (blank ? line.quote.n : furl_characters(octets.at, line.quote.n));
    line.indent = line.deep + (blank ? line.quote.n : 0);
    return line;
}

/* Describes the URL at `url` whose line, up to a line end, is `octets`, and the next line. */
static struct cut_url describe(struct furl_range octets, const unsigned char *url,
                               struct furl_range next)
{
    struct cut_url cut = {.line = line_of(octets), .next = line_of(next)};
    struct line *line = &cut.line;
    const size_t item = cut.next.indent > line->indent ? item_length(line->text) : 0;
    const size_t columns = furl_characters(line->text.at, line->text.n);

    cut.width = line->before + columns;
    cut.body = line->deep + columns;
    cut.alike = line->text.n > 0 && !furl_is_one_of(line->text.at[0], "/#*;%-");
    if (item > 0 && url >= line->text.at + item &&
        cut.next.indent == line->indent + furl_characters(line->text.at, item)) {
        furl_skip(&line->text, item);
        line->indent = cut.next.indent;
    }
    cut.url = url > line->text.at ? (size_t)(url - line->text.at) : 0;
    cut.alike = cut.alike && cut.next.indent == line->indent;
    cut.indented = cut.next.indent > 0 && cut.next.indent != line->indent;
    return cut;
}

/* How many octets of the line after the index `stop` belong to the URL. Sets `at` to the index of
 * the first one. */
static size_t rest_in_line(struct furl_wrapped *wrap, struct furl_window *text,
                           const struct furl_start *start, size_t stop, size_t *at)
{
    struct furl_range next;
    size_t line = 0;

    if (!find_next(text, stop, stop, &next) || !find_line(text, stop, &line)) {
        return 0;
    }
    struct cut_url cut = describe(furl_between(text, line, stop), text->at + start->at, next);
    cut.filled = wrap->filled;
    const struct furl_range rest = cut.next.text;
    cut.folded = wrap->folds && furl_ends_line(text->at[stop]) && stop - line >= FOLDED_MIN &&
                 stop - line <= FOLDED_MAX && cut.next.indent == 1 && !furl_starts(rest, "*");
    bool belongs = cut.next.quote.kind == cut.line.quote.kind && url_of(&cut).n > 0 &&
                   (!wrap->folds || cut.folded || !begins_property(rest));
    const struct word word = word_of(rest);
    bool filled = belongs && !cut.folded && is_filled(&cut, &word);
    size_t n = belongs ? rest_after_cut(&cut, word) : 0;
    wrap->filled = filled && next_width(&cut) == cut.width;
    wrap->whole = filled && n < rest.n;
    n = filled ? rest.n : n;
    wrap->wrapping = n < rest.n ? FURL_WRAPPED_OVER : FURL_WRAPPED_CUT;
    *at = (size_t)(rest.at - text->at);
    return n;
}

/* The same of the text after the blank at the index `stop`, if the URL has `n` octets so far. */
static size_t rest_of_torn(struct furl_window *text, size_t stop, size_t n, size_t *at)
{
    struct furl_range rest;

    if (n == 0 || n % FURL_TORN_WIDTH != 0 || text->at[stop] != ' ' ||
        !read_line(text, stop, stop + 1, &rest)) {
        return 0;
    }
    *at = stop + 1;
    const struct word word = word_of(furl_without_blanks(rest));
    const enum end end = end_of(furl_between(text, stop - FURL_TORN_WIDTH, stop));
    const bool joins = end >= END_OPEN || (end == END_WORD && word.last) ||
                       (end >= END_WORD && word.rest >= REST_NAME);
    return joins && word.rest != REST_NONE ? word.octets.n : 0;
}

bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_point here, size_t *at)
{
    if (!furl_is_space(text->at[here.at]) ||
        (wrap->wrapping == FURL_WRAPPED_NEW && !wrap->folds && furl_ends_line(text->at[here.at]) &&
         !may_be_cut(text, start, here.at))) {
        return false;
    }
    if (wrap->wrapping == FURL_WRAPPED_NEW) {
        wrap->wrapping = begin(wrap, text, start, here.at);
    }
    if (here.at < wrap->to) {
        *at = after_space(wrap, text, start, here.at);
        return true;
    }
    size_t n = 0;
    if (wrap->wrapping == FURL_WRAPPED_CUT) {
        n = rest_in_line(wrap, text, start, here.at, at);
    } else if (wrap->wrapping == FURL_WRAPPED_TORN) {
        n = rest_of_torn(text, here.at, here.n, at);
    }
    wrap->to = n > 0 ? *at + n : wrap->to;
    return n > 0;
}
