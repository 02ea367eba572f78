/*
 * The rules are tried in this order; the first that holds decides.
 *
 * A word begins like one of the things that never are the rest of a URL, or always; or else it has
 * some octet, or consists of some octets alone. What tells prose from a URL is little: English
 * links words by blanks, and URLs link them by marks. So a word with marks inside is a rest; one of
 * small letters, of which both are made, may be; and common words and those with a capital, which
 * begin most lines of English, are none, though a URL may go on with them.
 */
#include "extent.h"
#include "start.h"
#include "wrapped.h"

/* What an octet is to a word, as bits; and what it is next to. */
enum {
    LOWER = 1 << 0,
    UPPER = 1 << 1,
    DIGIT = 1 << 2,
    SLASH = 1 << 3,
    JOINT = 1 << 4, /* . - */
    QUERY = 1 << 5, /* ? & # */
    MARK = 1 << 6,  /* _ ~ */
    EQUALS = 1 << 7,
    PERCENT = 1 << 8,
    PLUS = 1 << 9,
    AT = 1 << 10,
    PLAIN = 1 << 11,       /* any other */
    SLASH_AFTER = 1 << 12, /* a slash after a letter or digit */
    PLUS_AFTER = 1 << 13,
    JOINT_AFTER = 1 << 14, /* a joint between letters or digits */
    ESCAPE = 1 << 15,
    LETTER = LOWER | UPPER,
    ALNUM = LETTER | DIGIT,
    ALL = (1 << 16) - 1,
};

static const unsigned short marks[256] = {
    ['/'] = SLASH, ['.'] = JOINT, ['-'] = JOINT,  ['?'] = QUERY,   ['&'] = QUERY, ['#'] = QUERY,
    ['_'] = MARK,  ['~'] = MARK,  ['='] = EQUALS, ['%'] = PERCENT, ['+'] = PLUS,  ['@'] = AT,
};

/* Words that prose has and URLs hardly go on with. */
static const char common[][8] = {
    "a",     "about", "after", "again",  "all",   "also",   "an",    "and",   "another", "any",
    "are",   "as",    "at",    "be",     "been",  "before", "both",  "but",   "by",      "can",
    "could", "did",   "do",    "does",   "each",  "even",   "every", "few",   "for",     "from",
    "get",   "had",   "has",   "have",   "he",    "her",    "here",  "his",   "how",     "i",
    "if",    "in",    "into",  "is",     "it",    "its",    "just",  "like",  "look",    "many",
    "may",   "me",    "more",  "most",   "much",  "must",   "my",    "no",    "not",     "now",
    "of",    "on",    "one",   "only",   "or",    "other",  "our",   "out",   "over",    "read",
    "same",  "see",   "she",   "should", "so",    "some",   "still", "such",  "than",    "that",
    "the",   "them",  "then",  "there",  "these", "they",   "this",  "those", "to",      "too",
    "try",   "two",   "under", "up",     "us",    "use",    "very",  "was",   "we",      "well",
    "were",  "what",  "when",  "where",  "which", "who",    "why",   "will",  "with",    "would",
    "yes",   "you",   "your",
};

static const char endings[][FURL_ENDING_MAX + 1] = {
    "asp", "aspx", "avi",   "bz2",  "cgi", "css",     "deb", "doc", "exe", "gif", "gz",
    "htm", "html", "iso",   "jpeg", "jpg", "js",      "jsp", "mp3", "pdf", "php", "png",
    "rar", "rpm",  "shtml", "tar",  "tgz", "torrent", "txt", "xml", "xz",  "zip",
};

/* What a line begins with that is no text: tearlines, signatures, control lines, rules. */
static const char *const separators[] = {"---", "...", "-- ", "==", "___", "SEEN-BY"};

/* What the names of files begin with that people write about. */
static const char *const roots[] = {"/bin/", "/boot/", "/dev/", "/etc/", "/home/", "/lib/", "/mnt/",
                                    "/opt/", "/proc/", "/sys/", "/tmp/", "/usr/",  "/var/", "~/"};

/* What a word is if it has one of the octets, and none but those that it may have. The last row is
 * for all. */
static const struct {
    unsigned has, only;
    enum furl_rest rest;
} rules[] = {
    {QUERY | MARK | ESCAPE | PLUS_AFTER, ALL, FURL_REST_STRONG},
    {EQUALS, ALL, FURL_REST_OTHER}, /* STRONG after a `?` */
    {LOWER, LOWER, FURL_REST_WEAK},
    {SLASH_AFTER, ALL, FURL_REST_LIKELY},
    {LETTER, LETTER, FURL_REST_LIKELY},
    {DIGIT, DIGIT, FURL_REST_LIKELY},
    {JOINT_AFTER, ALL, FURL_REST_WEAK},
    {ALNUM, ALNUM, FURL_REST_LIKELY},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Octets of a word in a table. */
#define WORD_SIZE (sizeof common[0])
_Static_assert(WORD_SIZE == 8 && sizeof endings[0] == WORD_SIZE, "words are compared as numbers");

/* The octets of such a word as a number, in whose order words are sorted. */
static uint64_t number_of(const char *word)
{
    const unsigned char *at = (const unsigned char *)word;

    return (uint64_t)at[0] << 56 | (uint64_t)at[1] << 48 | (uint64_t)at[2] << 40 |
           (uint64_t)at[3] << 32 | (uint64_t)at[4] << 24 | (uint64_t)at[5] << 16 |
           (uint64_t)at[6] << 8 | at[7];
}

/* Whether the octets, in any case, are one of the `n` sorted words. */
static bool is_among(struct furl_range octets, const char (*words)[WORD_SIZE], size_t n)
{
    char word[WORD_SIZE] = {0};
    size_t first = 0;

    if (octets.n >= sizeof word) {
        return false;
    }
    for (size_t i = 0; i < octets.n; i++) {
        word[i] = (char)furl_lower(octets.at[i]);
    }
    const uint64_t number = number_of(word);
    while (n > 1) { /* it is one of words[first] to words[first + n - 1], or none */
        size_t half = n / 2;
        first += number_of(words[first + half]) <= number ? half : 0;
        n -= half;
    }
    return number_of(words[first]) == number;
}

bool furl_is_ending(struct furl_range octets)
{
    return is_among(octets, endings, COUNT(endings));
}

struct furl_range furl_front_name(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && furl_is(octets.at[n], FURL_ALNUM)) {
        n++;
    }
    return (struct furl_range){octets.at, n};
}

static unsigned kind_of(unsigned char octet)
{
    if (furl_is(octet, FURL_LETTER)) {
        return octet >= 'a' ? LOWER : UPPER;
    }
    return furl_is(octet, FURL_DIGIT) ? DIGIT : marks[octet] != 0 ? marks[octet] : PLAIN;
}

/* What an octet says by what comes before it. */
static unsigned link_of(unsigned kind, unsigned before, unsigned before_that)
{
    if ((before & ALNUM) != 0) {
        return kind == SLASH ? SLASH_AFTER : kind == PLUS ? PLUS_AFTER : 0;
    }
    return before == JOINT && (kind & ALNUM) != 0 && (before_that & ALNUM) != 0 ? JOINT_AFTER : 0;
}

/* All that the word has; and what it has after its first octet. */
struct look {
    unsigned has, later;
};

static struct look look_at(struct furl_range word)
{
    struct look look = {0, 0};
    unsigned before = 0, before_that = 0;

    for (size_t i = 0; i < word.n; i++) {
        unsigned kind = kind_of(word.at[i]);
        look.has |= kind | link_of(kind, before, before_that);
        look.has |= furl_is_escape(word.at + i, word.n - i) ? ESCAPE : 0;
        look.later |= i > 0 ? kind : 0;
        before_that = before;
        before = kind;
    }
    return look;
}

static bool is_one_of(unsigned char octet, const char *octets)
{
    return octet != '\0' && strchr(octets, octet) != NULL;
}

/* Whether a URL begins the word, or `URL:`, or a `'`, before it. */
static bool begins_url(struct furl_range word)
{
    struct furl_window window;
    struct furl_start start;
    size_t n = 0;

    furl_skip(&word, word.at[0] == '\'' ? 1 : 0);
    furl_skip(&word, word.n > 4 && furl_spells(word.at, 4, "url:") ? 4 : 0);
    while (n < word.n && furl_is(word.at[n], FURL_SCHEME)) {
        n++;
    }
    window = (struct furl_window){.at = word.at, .n = word.n, .last = true};
    return n < word.n && word.at[n] == ':' && furl_start(&window, n, 0, &start) == FURL_YES;
}

/* The length of the mark of a list item at the front of the text; 0: none is there. */
static size_t item_mark(struct furl_range text)
{
    size_t n = 0;

    if (is_one_of(text.at[0], "-*+#")) {
        return 1;
    }
    while (n < text.n && n < 2 && furl_is(text.at[n], FURL_DIGIT)) {
        n++;
    }
    n = n == 0 && furl_is(text.at[0], FURL_LETTER) ? 1 : n;
    return n > 0 && n < text.n && is_one_of(text.at[n], ".)") ? n + 1 : 0;
}

/* Whether words between asterisks begin the text. */
static bool begins_emphasis(struct furl_range text)
{
    return text.n > 2 && text.at[0] == '*' && text.at[1] != '*' && text.at[1] != ' ' &&
           memchr(text.at + 2, '*', text.n - 2) != NULL;
}

static bool begins_separator(struct furl_range text)
{
    for (size_t i = 0; i < COUNT(separators); i++) {
        if (text.at[0] == (unsigned char)separators[i][0] && furl_starts(text, separators[i])) {
            return true;
        }
    }
    return text.n == 2 && furl_starts(text, "--");
}

bool furl_begins_other(struct furl_range text)
{
    return begins_url((struct furl_range){text.at, furl_word_length(text)}) ||
           begins_separator(text);
}

/* Whether the word is no URL's. */
static bool is_none(struct furl_range text, const struct furl_word *word)
{
    return (!word->last && !is_one_of(text.at[word->octets.n], " \t>\"")) || text.at[0] == '(' ||
           begins_url(word->octets) || begins_separator(text) || begins_emphasis(text);
}

/* What a word that begins with a dot is. A request of troff is none. */
static enum furl_rest after_dot(const struct furl_word *word)
{
    const size_t too_long = 10; /* for a request */
    struct furl_range name =
        furl_front_name((struct furl_range){word->octets.at + 1, word->octets.n - 1});

    if (name.n == 0) {
        return FURL_REST_OTHER;
    }
    return furl_is_ending(name) || furl_is(name.at[0], FURL_DIGIT) || word->n > too_long
               ? FURL_REST_STRONG
               : FURL_REST_NO;
}

static bool begins_path(struct furl_range word)
{
    for (size_t i = 0; i < COUNT(roots); i++) {
        if (word.at[0] == (unsigned char)roots[i][0] && furl_starts(word, roots[i])) {
            return true;
        }
    }
    return false;
}

/* The digits at the front of the octets, and the octet after them, where that is `end`; 0: they are
 * not there. */
static size_t number(struct furl_range octets, unsigned char end)
{
    size_t n = 0;

    while (n < octets.n && furl_is(octets.at[n], FURL_DIGIT)) {
        n++;
    }
    return n > 0 && n < octets.n && octets.at[n] == end ? n + 1 : 0;
}

/* Whether the word begins with the address of a node, as "2:5020/1042". */
static bool begins_address(struct furl_range word)
{
    size_t zone = number(word, ':');

    furl_skip(&word, zone);
    return zone > 0 && number(word, '/') > 0;
}

/* What the word is by its first octets; FURL_RESTS: they do not tell. */
static enum furl_rest by_beginning(const struct furl_word *word)
{
    const unsigned char *at = word->octets.at;
    unsigned char second = word->octets.n > 1 ? at[1] : '\0';
    bool goes_on = second == '%' || furl_is(second, FURL_ALNUM);

    if (furl_is_escape(at, word->octets.n)) {
        return FURL_REST_ESCAPE;
    }
    if ((word->n > 0 && memchr(at, '@', word->n) != NULL) || begins_address(word->octets)) {
        return FURL_REST_MAIL;
    }
    if (begins_path(word->octets)) {
        return FURL_REST_PROSE;
    }
    if (at[0] == '.') {
        return after_dot(word);
    }
    if (goes_on && is_one_of(at[0], "-_?&=#+~")) {
        return FURL_REST_STRONG;
    }
    return at[0] == '/' && (goes_on || second == '~' || second == '\0') ? FURL_REST_WEAK
                                                                        : FURL_RESTS;
}

static bool is_prose(const struct furl_word *word, const struct look *look)
{
    const unsigned linked = SLASH | QUERY | MARK | EQUALS | PERCENT;
    bool capital = furl_is(word->octets.at[0], FURL_LETTER) && word->octets.at[0] < 'a';
    bool colon = word->octets.at[word->octets.n - 1] == ':';

    return (capital && look->later == LOWER) || (colon && (look->has & linked) == 0) ||
           is_among((struct furl_range){word->octets.at, word->n}, common, COUNT(common));
}

/* What the word is by the octets that it has. */
static enum furl_rest by_octets(const struct look *look, bool query)
{
    for (size_t i = 0; i < COUNT(rules); i++) {
        if ((look->has & rules[i].has) != 0 && (look->has & ~rules[i].only) == 0) {
            return rules[i].has == EQUALS && query ? FURL_REST_STRONG : rules[i].rest;
        }
    }
    return FURL_REST_OTHER;
}

static enum furl_rest rest_of(struct furl_range text, const struct furl_word *word,
                              const struct look *look, bool query)
{
    size_t mark = item_mark(text);
    if (mark > 0 && mark < text.n && text.at[mark] == ' ') {
        return FURL_REST_ITEM;
    }
    if (mark > 0 && mark == text.n && !furl_is(text.at[0], FURL_LETTER)) {
        return FURL_REST_NO;
    }
    enum furl_rest rest = by_beginning(word);
    if (rest != FURL_RESTS) {
        return rest;
    }
    return is_prose(word, look) ? FURL_REST_PROSE : by_octets(look, query);
}

bool furl_word_is_none(struct furl_range text)
{
    struct furl_range octets = {text.at, furl_word_length(text)};
    struct furl_word word = {.octets = octets, .last = octets.n == text.n};

    return octets.n == 0 || is_none(text, &word);
}

/* Octets that some URLs contain and others do not, as 80-FF, are not taken: they are prose, too. */
size_t furl_word_length(struct furl_range text)
{
    size_t n = 0;

    while (n < text.n && furl_text[text.at[n]] < FURL_TEXT_ANGLE) {
        n++;
    }
    return n;
}

struct furl_word furl_word_of(struct furl_range text, bool query)
{
    struct furl_range octets = {text.at, furl_word_length(text)};
    struct furl_word word = {octets, octets.n, FURL_REST_NO, .last = octets.n == text.n};

    if (octets.n == 0 || is_none(text, &word)) {
        return word;
    }
    while (word.n > 0 && is_one_of(text.at[word.n - 1], ".,:;!?'\")")) {
        word.n--;
    }
    struct look look = look_at((struct furl_range){text.at, word.n});
    word.lower = look.has == LOWER;
    word.plain = look.has != 0 && (look.has & ~(unsigned)(LOWER | DIGIT)) == 0;
    word.slash = (look.has & SLASH) != 0;
    word.query = (look.has & (QUERY | PERCENT)) != 0 ||
                 memchr(text.at + word.n, '?', octets.n - word.n) != NULL;
    word.rest = rest_of(text, &word, &look, query);
    return word;
}

/* Digits of a serial number. */
#define SERIAL_SIZE ((size_t)8)
_Static_assert(FURL_TAIL_SIZE >= SERIAL_SIZE, "a `+` and all digits but one are kept");

static const char msgid[] = "msgid=";
#define IN_MSGID (sizeof msgid - 1)

static const struct {
    const char *octets;
    enum furl_tail_end end;
} ends[] = {
    {"-=&+~#", FURL_TAIL_OPEN}, {"_", FURL_TAIL_UNDER}, {"?", FURL_TAIL_ASK},
    {"/", FURL_TAIL_DIR},       {".", FURL_TAIL_DOT},   {",;:!'", FURL_TAIL_PUNCT},
};

/* Whether the octets end in "msgid=". */
static bool ends_in_msgid(struct furl_range octets)
{
    return octets.n >= IN_MSGID && memcmp(octets.at + octets.n - IN_MSGID, msgid, IN_MSGID) == 0;
}

/* Notes the octet that is the last of `so_far`. */
static void note(struct furl_tail *tail, struct furl_range so_far)
{
    switch (so_far.at[so_far.n - 1]) {
    case '/':
        tail->slashes++;
        tail->named = true;
        break;
    case '?':
        tail->query = true;
        tail->named = false;
        break;
    case '(':
        tail->opened++;
        break;
    case ')':
        tail->closed++;
        break;
    case '&':
        tail->msgid = false;
        break;
    default: /* '=' */
        tail->msgid = tail->msgid || ends_in_msgid(so_far);
    }
}

/* Notes what is to be known of each of the octets from index `from` on. */
static void note_all(struct furl_tail *tail, struct furl_range octets, size_t from)
{
    static const bool noted[256] = {
        ['/'] = true, ['?'] = true, ['('] = true, [')'] = true, ['&'] = true, ['='] = true};

    for (size_t i = from; i < octets.n; i++) {
        if (noted[octets.at[i]]) {
            note(tail, (struct furl_range){octets.at, i + 1});
        }
    }
}

void furl_tail_take(struct furl_tail *tail, struct furl_range octets)
{
    unsigned char seam[2 * FURL_TAIL_SIZE];
    size_t first = octets.n < FURL_TAIL_SIZE ? octets.n : FURL_TAIL_SIZE;

    if (octets.n == 0) {
        return;
    }
    memcpy(seam, tail->last, tail->n);
    memcpy(seam + tail->n, octets.at, first);
    note_all(tail, (struct furl_range){seam, tail->n + first}, tail->n);
    note_all(tail, octets, first);
    size_t kept = tail->n < FURL_TAIL_SIZE - first ? tail->n : FURL_TAIL_SIZE - first;
    memmove(tail->last, tail->last + tail->n - kept, kept);
    memcpy(tail->last + kept, octets.at + octets.n - first, first);
    tail->n = kept + first;
}

/* The octet that is so many before the end, from 1 on; NUL where there is none. */
static unsigned char octet_at(const struct furl_tail *tail, size_t back)
{
    return back <= tail->n ? tail->last[tail->n - back] : '\0';
}

/* The letters and digits that the URL ends with, as far as they are kept. */
static struct furl_range last_name(const struct furl_tail *tail)
{
    size_t n = 0;

    while (furl_is(octet_at(tail, n + 1), FURL_ALNUM)) {
        n++;
    }
    return (struct furl_range){tail->last + tail->n - n, n};
}

/* The ending of the file's name that the URL ends with; empty where there is none. */
static struct furl_range ending_of(const struct furl_tail *tail)
{
    struct furl_range name = last_name(tail);
    bool dotted = octet_at(tail, name.n + 1) == '.';

    return dotted && tail->named && furl_is_ending(name) ? name : (struct furl_range){NULL, 0};
}

static bool is_half(const struct furl_tail *tail)
{
    return octet_at(tail, 1) == '%' ||
           (octet_at(tail, 2) == '%' && furl_is(octet_at(tail, 1), FURL_HEX));
}

/* Whether the sentence ends that the URL is in. */
static bool ends_sentence(const struct furl_tail *tail)
{
    unsigned char last = octet_at(tail, 1);
    unsigned char before = octet_at(tail, 2);

    return (last == ')' && tail->opened < tail->closed) ||
           (last == '.' && before != '\0' && strchr("),;:!?'", before) != NULL);
}

enum furl_tail_end furl_tail_end(const struct furl_tail *tail)
{
    if (is_half(tail)) {
        return FURL_TAIL_HALF;
    }
    if (ends_sentence(tail)) {
        return FURL_TAIL_PUNCT;
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (strchr(ends[i].octets, octet_at(tail, 1)) != NULL) {
            return ends[i].end;
        }
    }
    return ending_of(tail).n > 0 ? FURL_TAIL_FILE : FURL_TAIL_IN;
}

static size_t hex_digits(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && furl_is(octets.at[n], FURL_HEX)) {
        n++;
    }
    return n;
}

/* How many digits of a serial number the URL ends with; SERIAL_SIZE: it ends with none, or one that
 * is whole. */
static size_t serial_digits(const struct furl_tail *tail)
{
    size_t n = 0;

    while (n + 1 < SERIAL_SIZE && furl_is(octet_at(tail, n + 1), FURL_HEX)) {
        n++;
    }
    return tail->msgid && octet_at(tail, n + 1) == '+' ? n : SERIAL_SIZE;
}

bool furl_tail_is_completed(const struct furl_tail *tail, struct furl_range octets)
{
    size_t digits = hex_digits(octets);
    size_t serial = serial_digits(tail);

    if (is_half(tail) && digits >= (octet_at(tail, 1) == '%' ? 2 : 1)) {
        return true;
    }
    return serial < SERIAL_SIZE && serial + digits == SERIAL_SIZE &&
           furl_front_name(octets).n == digits;
}

bool furl_tail_goes_on(const struct furl_tail *tail, struct furl_range octets)
{
    struct furl_range ending = ending_of(tail);
    struct furl_range name = furl_front_name(octets);
    unsigned char both[FURL_ENDING_MAX];

    if (ending.n == 0) {
        return furl_is_ending(name) || (name.n > 0 && furl_is(name.at[0], FURL_DIGIT));
    }
    if (name.n == 0) {
        bool tar = ending.n == 3 && furl_spells(ending.at, ending.n, "tar");
        return octets.n > 0 &&
               (octets.at[0] == '?' || octets.at[0] == '#' || (octets.at[0] == '.' && tar));
    }
    if (ending.n + name.n > sizeof both) {
        return false;
    }
    memcpy(both, ending.at, ending.n);
    memcpy(both + ending.n, name.at, name.n);
    return furl_is_ending((struct furl_range){both, ending.n + name.n});
}
