/*
 * Texts that are slow where somebody was careless, and those that a search finds worst, for each
 * stage that texts go through.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "furl/base/utf8.h"
#include "furl/percent/percent.h"
#include "furl/text/breaks.h"
#include "furl/text/find.h"
#include "furl/text/fold.h"
#include "furl/text/quote.h"
#include "furl/url/canonical.h"
#include "furl/url/edit.h"
#include "furl/url/url.h"
#include "furl/url/url_escape.h"
#include "linear.h"
#include "mail/areas.h"
#include "mail/charset.h"
#include "mail/select.h"
#include "steps.h"

/* Octets of a text while it is searched for, and of one that must not take more of each. */
#define SHORT ((size_t)6000)
#define LONG  ((size_t)96000)

/* Room for all that a stage makes of a long text. */
static unsigned char out[6 * LONG + 4096], scratch[2 * LONG + 4096];

/* Finding URLs, in a window that grows as the program's does, but by less: a URL that is undecided
 * is looked at again when there is twice as much of it. */
static void find_so(struct furl_range text, bool wrapped)
{
    static struct furl_buffer joined;
    struct furl_finder finder;
    struct furl_search search = {.at = 0};
    struct furl_window window = {.at = text.at, .begins = true};
    size_t left = text.n, more = 4096;

    furl_finder_init(&finder, furl_kernels_of(FURL_KERNELS - 1), LONG, false);
    finder.wrapped = wrapped;
    while (!window.ends) {
        struct furl_match match;
        enum furl_found found = FURL_FOUND;
        size_t n = more < left ? more : left;
        window.n += n;
        left -= n;
        window.ends = left == 0;
        while (found == FURL_FOUND || found == FURL_TOO_LONG) {
            found = furl_find(&finder, &window, &search, &joined, &match);
        }
        more = found == FURL_UNDECIDED ? window.n - match.start + 4096 : 4096;
        n = furl_search_spent(&finder, &search);
        furl_search_drop(&search, n);
        window.at += n;
        window.n -= n;
        window.begins = window.begins && n == 0;
    }
}

static void find(struct furl_range text)
{
    find_so(text, false);
}

static void find_wrapped(struct furl_range text)
{
    find_so(text, true);
}

static void normalize(struct furl_range text)
{
    static struct furl_canonical canonical;
    static bool ready;

    if (!ready) {
        furl_canonical_init(&canonical, NULL);
        furl_rfc_init(&canonical.rfc, &furl_rule_books[FURL_RFC3986]); /* which does the most */
        furl_fidonet_init(&canonical.fidonet);
        canonical.fidonet_ready = true;
        ready = true;
        steps = 0;
    }
    struct furl_undelimited inside = furl_undelimit(text, scratch);
    if (inside.error != FURL_FINE) {
        return;
    }
    struct furl_split split = furl_split(&canonical.splitter, inside.url, NULL);
    furl_canonical_write(&canonical, &split, out);
    furl_undelimited_at(&inside, inside.url.n / 2);
}

static void resolve(struct furl_range text)
{
    static const unsigned char base[] = "http://a/b/c/d;p?q";
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_split parts =
        furl_split(&splitter, (struct furl_range){base, sizeof base - 1}, NULL);

    furl_resolve(&splitter, &parts, text, out);
}

static void repair(struct furl_range text)
{
    struct furl_url_escape how;

    furl_url_escape_init(&how, NULL);
    furl_url_escape(&how, text, out);
}

static void ignore(void *context, uint64_t column, uint64_t n)
{
    (void)context;
    (void)column;
    (void)n;
}

static void unescape(struct furl_range text)
{
    struct furl_unescape stream;

    furl_unescape_init(&stream, ' ', (struct furl_range){NULL, 0}, true, ignore, NULL);
    size_t n = furl_unescape_feed(&stream, text.at, text.n, out);
    furl_unescape_final(&stream, out + n);
}

static void quote(struct furl_range text)
{
    struct furl_quote quote = {0};

    furl_quote_feed(&quote, text.at, text.n);
}

/* Folding every URL of a text, which no line ends hold up. */
static void fold(struct furl_range text)
{
    static struct furl_fold_prefix lead;
    struct furl_finder finder;
    struct furl_search search = {.at = 0};
    struct furl_window window = furl_window_of(text);
    static struct furl_buffer joined, folded;
    struct furl_match match;
    size_t fed = 0, n;

    lead = (struct furl_fold_prefix){.end = FURL_END_LF};
    furl_finder_init(&finder, furl_kernels_of(FURL_KERNELS - 1), LONG, false);
    while (furl_find(&finder, &window, &search, &joined, &match) != FURL_NONE) {
        furl_fold_prefix_feed(&lead, text.at + fed, match.start - fed);
        fed = match.start;
        furl_fold_write(&lead, &match, 2 * FURL_FOLD_LEFT, SIZE_MAX, &folded, &n);
    }
}

/* Parameters, n log n: from the short text to the long one, the steps of an octet may grow by the
 * half that `check` allows to all. */
static void sort(struct furl_range text)
{
    static const char before[] = "http://a/?";
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_params sorter = {.parameters = NULL};

    memcpy(out, before, sizeof before - 1);
    memcpy(out + sizeof before - 1, text.at, text.n);
    furl_params_sort(&sorter, &splitter, out, sizeof before - 1 + text.n);
    furl_params_free(&sorter);
}

/* Divides a list, and each of its pieces, and decodes what is in it. */
static void take_list(struct furl_range list, char delimiter, char divider)
{
    struct furl_range piece;

    while (furl_next_piece(&list, delimiter, &piece)) {
        struct furl_pair pair = furl_divide(piece, divider);
        furl_is_utf8(out, furl_decode(pair.first, true, out));
        furl_is_utf8(out, furl_decode(pair.second, true, out));
    }
}

/* Taking apart: the text as a URL, and after schemes. */
static void parse(struct furl_range text)
{
    static const char *const schemes[] = {"", "area://", "faqserv://", "http://"};
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_parts parts;

    for (size_t i = 0; i < COUNT(schemes); i++) {
        size_t n = strlen(schemes[i]);
        memcpy(scratch, schemes[i], n);
        memcpy(scratch + n, text.at, text.n);
        struct furl_split split =
            furl_split(&splitter, (struct furl_range){scratch, n + text.n}, NULL);
        furl_split_parts(&parts, &split, FURL_AS_SCHEME);
        take_list(parts.of[FURL_URL_AREAS], '+', '@');
        take_list(parts.of[FURL_URL_PATH], '/', '/');
        take_list(parts.of[FURL_URL_QUERY], '&', '=');
        furl_is_port(furl_without_zeros(parts.of[FURL_URL_PORT]));
    }
}

/* Changing: the text as a URL, after schemes. */
static void edit(struct furl_range text)
{
    static const char *const schemes[] = {"area://x?", "http://x/?", "http://"};
    static struct furl_change changes[] = {
        {.how = FURL_DROP, .part = FURL_URL_QUERY, .param = true},
        {.how = FURL_SET, .part = FURL_URL_QUERY, .param = true},
        {.how = FURL_SET, .part = FURL_URL_FRAGMENT},
    };
    static struct furl_canonical canonical;
    static struct furl_editor editor;

    changes[0].name = furl_range_of("*a*b?*");
    changes[1].name = changes[1].value = changes[2].value = furl_range_of("a");
    if (editor.changes == NULL) {
        furl_canonical_init(&canonical, NULL);
        furl_editor_init(&editor, changes, COUNT(changes));
        furl_editor_reserve(&editor, sizeof scratch);
    }
    for (size_t i = 0; i < COUNT(schemes); i++) {
        size_t n = strlen(schemes[i]);
        memcpy(scratch, schemes[i], n);
        memcpy(scratch + n, text.at, text.n);
        struct furl_range url = {scratch, n + text.n};
        struct furl_result result = furl_edit(&editor, &canonical, url, false);
        if (result.error == FURL_FINE) {
            struct furl_range edited = {editor.url, result.n};
            furl_edit_kept(&editor, &canonical.splitter, url, url, &edited);
        }
    }
}

/* Guessing the charset again and again, of so much as is looked at. */
static void guess(struct furl_range text)
{
    struct mail_charset_guess guess;

    while (text.n > 0) {
        size_t n = text.n < SHORT ? text.n : SHORT;
        mail_charset_guess_begin(&guess, MAIL_INTERNET);
        mail_charset_guess_feed(&guess, (struct furl_range){text.at, n});
        mail_charset_guess_final(&guess);
        furl_skip(&text, n);
    }
}

/* Looking for words, for rows of them that begin again and again, and for letters whose first octet
 * signs have, too: those of U+B5, U+E9, U+2C30, U+3042, U+FF41 and U+10400. */
static void select_words(struct furl_range text)
{
    static const char *const filters[] = {
        "a",        "aa",           "\"a a a a b\"", "\xD0\xB0",     "x-x-x-y",         "\xC2\xB5",
        "\xC3\xA9", "\xE2\xB0\xB0", "\xE3\x81\x82",  "\xEF\xBD\x81", "\xF0\x90\x90\x80"};
    struct mail_selection selection = {.n = 0};
    const struct mail_head head = {0};
    const struct mail_judged message = {.head = &head, .text = text};

    for (size_t i = 0; i < COUNT(filters); i++) {
        mail_selection_add(&selection, MAIL_BY_TEXT, furl_range_of(filters[i]));
    }
    mail_selects_text(&selection, &message);
    mail_selection_free(&selection);
}

/* The text as a list of areas, after a line that makes it one; and looking for bases in it, one for
 * each 256 octets. */
static void list_areas(struct furl_range text)
{
    static const char *const bases[] = {"/x/a/b", "/x/a", "/x/1/x", "/a"};
    static const char line[] = "!/a/b x\n";
    const size_t n = sizeof line - 1;
    struct mail_areas areas = {.octets_n = n + text.n};
    const struct mail_area *other = NULL;

    if (text.n <= LONG && furl_buffer_reserve(&areas.octets, areas.octets_n + 1)) {
        memcpy(areas.octets.at, line, n);
        memcpy(areas.octets.at + n, text.at, text.n);
        mail_areas_read(&areas);
        for (size_t i = 0; i < text.n / 256; i++) {
            mail_areas_find(&areas, false, furl_range_of(bases[i % COUNT(bases)]), &other);
        }
    }
    mail_areas_free(&areas);
}

static const struct stage {
    const char *name;
    void (*run)(struct furl_range text);
    unsigned most; /* steps that an octet may take */
    double growth; /* how many times as many those of a long text may be: sorting takes n log n of
                      them, where n is --max-length at most */
} stages[] = {
    {"extract", find, 2 * STEPS_TO_FIND, 1.5},
    {"extract --wrapped", find_wrapped, 2 * STEPS_TO_WRAP, 1.5},
    {"normalize", normalize, 128, 1.5},
    {"resolve", resolve, 64, 1.5},
    {"encode -c url", repair, 128, 1.5},
    {"decode", unescape, 192, 1.5},
    {"--skip-quoted", quote, 128, 1.5},
    {"--sort-params", sort, 512, 2},
    {"parse", parse, 256, 1.5},
    {"edit", edit, 320, 1.5},
    {"fold", fold, 704, 1.5},
    {"charset", guess, STEPS_TO_GUESS, 1.5},
    {"--select", select_words, 1024, 1.5},
    {"--areas", list_areas, 512, 2},
};

/* What texts are made of: schemes, marks, brackets, breaks and what else means anything. */
static const char *const words[] = {
    "area://",
    "http://",
    "http:",
    "area:",
    "netmail:2:5/6",
    "mailto:x",
    "freq://2:5/6/",
    "://",
    ":",
    "/",
    "//",
    "a.a.a-",
    "a",
    "x",
    "1",
    "+",
    "-",
    "---",
    ".",
    "..",
    "/../",
    "/./",
    "@",
    "%%",
    "%",
    "%%%",
    "%4",
    "%41",
    "%D1",
    "%%\n%%",
    "%% %%",
    "%%\n",
    "\n%%",
    "\n",
    "\r",
    "\r\n",
    " ",
    "\x8D",
    "\xE2\xA0",
    "p\x84",
    "\t",
    "(",
    ")",
    "((((",
    "[",
    "]",
    "[::1]",
    "[]",
    "{",
    "<",
    ">",
    "<URL:",
    "URL:",
    "\"",
    "'",
    "*",
    "_",
    "?",
    "=",
    "=<",
    "&",
    "&a=",
    "#",
    "|",
    "~",
    "\xD1\x84",
    "\xE2",
    "\xE2\x80\x8B",
    "\xE2\x80\x94",
    "\xE2\x81\xBF",
    "\xE2\x94\x80",
    "\xE2\xB0\xB0",
    "\xE3\x80\x80",
    "\xEF\xBF\xBD",
    "\xC2\xA0",
    "\xC3\x97",
    "\xF0\x9F",
    "\xF0\x9F\x98\x80",
    "%E2%80%8B",
    "%e2%80",
    "> ",
    "\n> ",
    "\n AK>> ",
    "http://example.org/4567890123456789012345678901234567890123456789012345678901",
    "http://example.org/45678901234567890123456789012345678901234567890123456789\n",
    "http://example.org/45678901234567890123456789012345678901234567890123456789\na/b ",
    "see http://example.org/45678901234567890123456789012345678901234567890\n",
    "<http://example.org/a\n",
    "ab/cd",
    "\x01",
    "\x1B[1;3",
    "\x1B(",
    "@X0F",
    "ed2k://|",
    "file:///",
    "\n!/1/x a",
    "\n!/$/x a",
    "\n!/a/a ",
    "\n!a/$ ",
};

/* A text: words at its front, words that are repeated, words at its end. */
enum { FRONT, REPEATED, END, SECTIONS };
#define WORDS_MAX ((size_t)8)
struct recipe {
    struct section {
        const char *words[WORDS_MAX];
        size_t n;
    } sections[SECTIONS];
};

static uint64_t dice;

static size_t put(const struct section *section, unsigned char *text, size_t n, size_t most)
{
    for (size_t i = 0; i < section->n && n + strlen(section->words[i]) <= most; i++) {
        memcpy(text + n, section->words[i], strlen(section->words[i]));
        n += strlen(section->words[i]);
    }
    return n;
}

/* A recipe for a stage. */
struct dish {
    const struct stage *stage;
    struct recipe recipe;
};

/* Makes the text of a recipe, of `most` octets or a few less, in `text`. Returns its length. */
static size_t make(const struct recipe *recipe, unsigned char *text, size_t most)
{
    size_t n = put(&recipe->sections[FRONT], text, 0, most), before = n + 1;

    while (n != before && n < most - 100) {
        before = n;
        n = put(&recipe->sections[REPEATED], text, n, most);
    }
    return put(&recipe->sections[END], text, n, most);
}

static double steps_to_take(const void *what, size_t most)
{
    static unsigned char text[LONG];
    const struct dish *dish = what;
    size_t n = make(&dish->recipe, text, most);

    steps = 0;
    dish->stage->run((struct furl_range){text, n});
    return n > 0 ? (double)steps / (double)n : 0;
}

static const char *roll_word(void)
{
    return words[roll_dice(&dice, COUNT(words))];
}

/* Changes a recipe a little: a word more, less, or another one. */
static void change(struct recipe *recipe)
{
    struct section *section = &recipe->sections[roll_dice(&dice, SECTIONS)];
    size_t at = roll_dice(&dice, section->n + 1);

    if (at == section->n && section->n < WORDS_MAX) {
        section->words[section->n++] = roll_word();
    } else if (at < section->n && roll_dice(&dice, 3) == 0) {
        section->words[at] = section->words[--section->n];
    } else if (at < section->n) {
        section->words[at] = roll_word();
    }
}

/* What a recipe is shown as. */
static const char *shown(const struct recipe *recipe)
{
    static char string[SECTIONS * WORDS_MAX * 4 * 100];
    size_t n = 0;

    for (size_t i = 0; i < SECTIONS; i++) {
        const struct section *section = &recipe->sections[i];
        n += (size_t)sprintf(string + n, "%s", i > 0 ? " | " : "");
        for (size_t j = 0; j < section->n; j++) {
            for (const char *at = section->words[j]; *at != '\0'; at++) {
                n += (size_t)sprintf(string + n, *at > ' ' && *at <= '~' ? "%c" : "\\x%02X",
                                     (unsigned char)*at);
            }
        }
    }
    return string;
}

/* Whether a text of the recipe takes no more steps than it may, and of each octet no more when it
 * is long. */
static bool check(const struct dish *dish)
{
    const struct stage *stage = dish->stage;

    return is_linear(&(struct subject){stage->name, shown(&dish->recipe), steps_to_take, dish,
                                       SHORT, LONG, stage->most, stage->growth});
}

/* Climbs from nothing, `rounds` changes far, to a recipe that takes many steps. */
static struct dish climb(const struct stage *stage, size_t rounds)
{
    struct dish best = {.stage = stage};
    uint64_t most = 0;

    for (size_t i = 0; i < rounds; i++) {
        struct dish next = best;
        for (size_t changes = 1 + roll_dice(&dice, 3); changes > 0; changes--) {
            change(&next.recipe);
        }
        steps_to_take(&next, SHORT);
        if (steps >= most) {
            best = next;
            most = steps;
        }
    }
    return best;
}

/* A URL that fills a line of 75 columns, or one of 74. */
static const char full_line[] =
    "http://example.org/45678901234567890123456789012345678901234567890123456789\n";

/* One in a line of 74, after a word with which the URL of the line before may go on. */
static const char before_prose[] =
    "see http://example.org/456789012345678901234567890123456789012345678901234\n";

bool are_texts_linear(size_t rounds)
{
    static const char *const named[] = {
        "http:",        "((((",          "a.a.a-",     "%%",        "area://x%%",
        "area://%%",    "prose, ",       "&",          "<a:b://\n", "<http://example.org/\n",
        full_line,      full_line + 1,   before_prose, "\n!/1/x a", "\n!/a/$ a",
        "\xE2\x94\x80", "a \xE2\x94\x80"};
    bool fine = true;

    for (const struct stage *stage = stages; stage < stages + COUNT(stages); stage++) {
        for (size_t i = 0; i < COUNT(named); i++) {
            struct dish dish = {stage, {.sections[REPEATED] = {{named[i]}, 1}}};
            fine = check(&dish) && fine;
        }
        for (size_t hill = 0; hill < 5; hill++) {
            struct dish dish = climb(stage, rounds);
            fine = check(&dish) && fine;
        }
    }
    return fine;
}
