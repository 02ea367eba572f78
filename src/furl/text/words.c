#include "words.h"

#include <assert.h>
#include <string.h>

#include "furl/core/utf8.h"
#include "start.h"

/* Characters that mark list items: bullets, arrows, dingbats. */
#define BULLETS_MIN 0x2010u
#define BULLETS_MAX 0x2BFFu

/* Endings of file names, of at most ENDING_MAX octets. */
#define ENDING_MAX ((size_t)5)
static const char *const endings[] = {
    "html",  "htm", "php",  "pdf", "zip", "txt",  "jpg", "png",  "gif",   "asp", "aspx", "jsp",
    "xml",   "doc", "gz",   "tgz", "bz2", "xz",   "rar", "exe",  "iso",   "deb", "rpm",  "mp3",
    "shtml", "cgi", "jpeg", "css", "js",  "json", "svg", "diff", "patch", "git",
};

struct furl_range furl_word_front(struct furl_range text)
{
    struct furl_range word = {text.ptr, 0};

    while (word.n < text.n && furl_text_classes[text.ptr[word.n]] < FURL_TEXT_ANGLE) {
        word.n++;
    }
    return word;
}

/* Returns whether a URL, or a name without a scheme, begins the text. */
static bool begins_url(struct furl_range text)
{
    struct furl_window window = furl_window_of(text);
    struct furl_start start;
    size_t n = 0;

    if (text.n > FURL_BARE_SIZE && text.ptr[FURL_BARE_SIZE] == '.' &&
        furl_read_start(&window, FURL_BARE_SIZE, 0, &start)) {
        return true;
    }
    while (n < text.n && furl_octet_in(text.ptr[n], FURL_SCHEME)) {
        n++;
    }
    return n < text.n && text.ptr[n] == ':' && furl_read_start(&window, n, 0, &start);
}

bool furl_word_separates(struct furl_range text)
{
    bool twice =
        text.n > 1 && text.ptr[0] == text.ptr[1] && furl_is_one_of(text.ptr[0], "-.=_~*#+?");

    return twice && (text.n == 2 || text.ptr[2] == text.ptr[0] || furl_is_blank(text.ptr[2]));
}

bool furl_word_has_scheme(struct furl_range word)
{
    bool has = false;

    for (size_t i = furl_has_doubled(word, '/') ? 1 : word.n; i + 1 < word.n; i++) {
        has |= word.ptr[i - 1] == ':' && word.ptr[i] == '/' && word.ptr[i + 1] == '/';
    }
    return has;
}

bool furl_word_is_other(struct furl_range text)
{
    return begins_url(text) || furl_word_separates(text);
}

size_t furl_word_item(struct furl_range text)
{
    size_t n = 0;
    uint32_t code = 0;

    while (n < text.n && n < 2 && furl_octet_in(text.ptr[n], FURL_DIGIT)) {
        n++;
    }
    n = n == 0 && text.n > 0 && furl_octet_in(text.ptr[0], FURL_LETTER) ? 1 : n;
    if (n > 0) {
        n = n < text.n && furl_is_one_of(text.ptr[n], ".)") ? n + 1 : 0;
    } else if (text.n > 0 && furl_is_one_of(text.ptr[0], "-*+#")) {
        n = 1;
    } else if (text.n > 0) {
        n = furl_utf8(text.ptr, text.n, &code);
        n = code >= BULLETS_MIN && code <= BULLETS_MAX ? n : 0;
    }
    furl_skip(&text, n);
    const size_t blanks = furl_blanks(text);
    return n > 0 && (blanks > 0 || text.n == 0) ? n + blanks : 0;
}

/* Returns whether the word is two short words with a slash between, for example "and/or" and
 * "TCP/IP". */
static bool is_pair(struct furl_range word)
{
    const unsigned char *slash = memchr(word.ptr, '/', word.n);
    const size_t before = slash != NULL ? (size_t)(slash - word.ptr) : 0;
    size_t letters = 0;

    for (size_t i = 0; i < word.n; i++) {
        letters += furl_octet_in(word.ptr[i], FURL_LETTER);
    }
    return before > 0 && before <= 3 && word.n - before > 1 && word.n - before <= 4 &&
           letters + 1 == word.n;
}

/* Returns whether the word is one of prose although it has marks: "and/or", "C++" or "-W". */
static bool is_of_prose(struct furl_range word)
{
    return is_pair(word) ||
           (word.n == 2 && word.ptr[0] == '-' && furl_octet_in(word.ptr[1], FURL_LETTER)) ||
           (word.n == 3 && word.ptr[1] == '+' && word.ptr[2] == '+');
}

/* Returns the look of a word by its core. The core has neither a `+` at the front nor punctuation
 * at the end. Sets the other members of `word`. */
static enum furl_word_look look_at(struct furl_range core, struct furl_word *word)
{
    const unsigned char last = word->octets.ptr[word->octets.n - 1];
    size_t letters = 0, upper = 0, digits = 0, inner_marks = 0;

    for (size_t i = 0; i < core.n; i++) {
        const unsigned char octet = core.ptr[i];
        if (furl_octet_in(octet, FURL_LETTER)) {
            letters++;
            upper += octet < 'a';
        } else if (furl_octet_in(octet, FURL_DIGIT)) {
            digits++;
        } else if (furl_is_one_of(octet, ".-,;:()")) {
            inner_marks++;
        } else {
            word->marked |= furl_is_one_of(octet, "/_?&=%#~+");
        }
    }
    const bool capital = upper == 1 && letters > 1 && furl_lower(core.ptr[0]) != core.ptr[0];
    word->digits = core.n > 0 && digits == core.n;
    if (!word->last && is_of_prose(core)) {
        word->marked = false;
        return FURL_WORD_PROSE;
    }
    if (word->marked) {
        return FURL_WORD_STRONG;
    }
    if (letters + digits + inner_marks < core.n || (last == ':' && digits == 0) ||
        (capital && letters == core.n)) {
        return FURL_WORD_PROSE;
    }
    return digits > 4 || (digits > 0 && letters > 0) || (upper > 0 && upper < letters)
               ? FURL_WORD_STRONG
           : inner_marks > 0 ? FURL_WORD_NAME
                             : FURL_WORD_PLAIN;
}

bool furl_word_begins_part(struct furl_range text, int opener)
{
    const size_t item = furl_word_item(text);
    const bool closes = opener == '(' && item > 0 && memchr(text.ptr, ')', item) != NULL;
    const bool stub =
        item > 0 && item == text.n &&
        (furl_octet_in(text.ptr[0], FURL_LETTER) || furl_is_one_of(text.ptr[0], "+-"));

    return furl_word_is_other(text) || (item > 0 && !closes && !stub) || furl_starts(text, "#if") ||
           furl_starts(text, "#el") || furl_starts(text, "#endif");
}

/* Returns whether a URL hardly continues with the word of `n` octets at the front of the text. A
 * word with an `@` is a mail address, unless one of = & ? % # begins the word. */
static bool is_odd(struct furl_range text, size_t n)
{
    return furl_is_one_of(text.ptr[0], "!$'()*,;@") ||
           (n < text.n && !furl_is_one_of(text.ptr[n], " \t>\"")) ||
           (memchr(text.ptr, '@', n) != NULL && !furl_is_one_of(text.ptr[0], "=&?%#"));
}

struct furl_word furl_word_of(struct furl_range text, int opener)
{
    struct furl_word word = {.octets = {text.ptr, 0}, .look = FURL_WORD_NONE};

    if (furl_word_begins_part(text, opener)) {
        return word;
    }
    word.octets = furl_word_front(text);
    if (word.octets.n == 0 || furl_word_has_scheme(word.octets)) {
        return word;
    }
    const size_t n = word.octets.n;
    struct furl_range core = word.octets;
    furl_skip(&core, core.ptr[0] == '+' ? 1 : 0);
    while (core.n > 0 && furl_is_one_of(core.ptr[core.n - 1], ".,:;!?'\")")) {
        core.n--;
    }
    word.last = n == text.n;
    word.look = look_at(core, &word);
    if ((n == 3 && furl_starts(text, "and")) || (n == 2 && furl_starts(text, "or"))) {
        word.look = FURL_WORD_PROSE;
    }
    if (is_odd(text, n)) {
        word.look = FURL_WORD_ODD;
    }
    return word;
}

bool furl_word_closes(struct furl_range octets)
{
    size_t opened = 0, closed = 0;

    for (size_t i = 0; i < octets.n; i++) {
        opened += octets.ptr[i] == '(';
        closed += octets.ptr[i] == ')';
    }
    return closed > opened;
}

bool furl_word_names_file(struct furl_range octets, bool path)
{
    size_t n = 0;

    while (n < octets.n && n <= ENDING_MAX &&
           furl_octet_in(octets.ptr[octets.n - n - 1], FURL_ALNUM)) {
        n++;
    }
    const size_t dot = octets.n - n; /* index after the dot */
    if (n == octets.n || octets.ptr[dot - 1] != '.' ||
        (path && memchr(octets.ptr, '/', dot - 1) == NULL)) {
        return false;
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (furl_spells(octets.ptr + dot, n, endings[i])) {
            return true;
        }
    }
    return false;
}

bool furl_word_completes_name(struct furl_range piece, struct furl_range word)
{
    unsigned char name[8 + ENDING_MAX];
    const size_t before = piece.n < 8 ? piece.n : 8;
    size_t n = 0;

    while (n < word.n && n <= ENDING_MAX && furl_octet_in(word.ptr[n], FURL_ALNUM)) {
        n++;
    }
    if (n == 0 || n > ENDING_MAX || memchr(piece.ptr + piece.n - before, '.', before) == NULL ||
        (furl_word_names_file(piece, true) && !(n == 1 && word.ptr[0] == 'l'))) {
        return false;
    }
    assert(before + n <= sizeof name);
    memcpy(name, piece.ptr + piece.n - before, before);
    memcpy(name + before, word.ptr, n);
    return furl_word_names_file((struct furl_range){name, before + n}, false);
}

bool furl_word_completes_escape(struct furl_range piece, struct furl_range word)
{
    return furl_octet_in(word.ptr[0], FURL_HEX) &&
           (piece.ptr[piece.n - 1] != '%' || word.n == 1 || furl_octet_in(word.ptr[1], FURL_HEX));
}

size_t furl_word_hex(struct furl_range octets, bool last)
{
    size_t n = 0;

    while (n < octets.n && furl_octet_in(octets.ptr[last ? octets.n - n - 1 : n], FURL_HEX)) {
        n++;
    }
    return n;
}

bool furl_word_completes_digest(struct furl_range piece, struct furl_range word)
{
    const size_t before = furl_word_hex(piece, true), after = furl_word_hex(word, false);
    const bool ends = after == word.n || !furl_octet_in(word.ptr[after], FURL_ALNUM);

    return before > 0 && before < piece.n &&
           !furl_octet_in(piece.ptr[piece.n - before - 1], FURL_ALNUM) && after > 0 && ends &&
           (before + after == 40 || before + after == 64);
}

bool furl_word_is_property(struct furl_range text)
{
    size_t n = 0;

    while (n < text.n && (furl_octet_in(text.ptr[n], FURL_ALNUM) || text.ptr[n] == '-')) {
        n++;
    }
    return n > 0 && n < text.n && furl_is_one_of(text.ptr[n], ":;");
}

bool furl_word_is_label(struct furl_range word)
{
    return word.ptr[word.n - 1] != ':' && memchr(word.ptr, ':', word.n) != NULL &&
           furl_word_is_property(word);
}

static bool is_lower_letter(unsigned char octet)
{
    return octet >= 'a' && octet <= 'z';
}

bool furl_word_is_lower(struct furl_range word)
{
    if (furl_is_same(word, furl_range_of("I"))) {
        return true;
    }
    const size_t first = furl_is_one_of(word.ptr[0], ",.");
    size_t n = first;

    while (n < word.n && is_lower_letter(word.ptr[n])) {
        n++;
    }
    return n > first &&
           (n == word.n || (n + 1 == word.n && furl_is_one_of(word.ptr[n], ".,:;!?'\")")));
}

bool furl_word_has_alnum(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && !furl_octet_in(octets.ptr[n], FURL_ALNUM)) {
        n++;
    }
    return n < octets.n;
}
