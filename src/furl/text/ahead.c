#include "ahead.h"

#include <assert.h>
#include <string.h>

#include "breaks.h"
#include "furl/core/utf8.h"

/* Octets of the longest name of a reference: "#x" and 6 digits, or "#" and 7. */
#define NAME ((size_t)8)
_Static_assert(FURL_START_BEFORE >= FURL_START_RUN + FURL_REFERENCE_MAX, "it is in the window");

/* Returns the next octet after any break, or -1 at the end of the text. A run of `%` that is no
 * mark is read once, even if it is long. The text ends at a mark without a continuation, because
 * the URL ends there, and at a break that is too long. Only this function applies the limits of
 * lookaheads. */
static int next(struct furl_lookahead *ahead)
{
    int octet = ahead->n < ahead->most ? furl_octet(ahead->text, ahead->pos) : -1;

    while (octet == '%' && ahead->pos >= ahead->plain) {
        struct furl_gap gap = {.mark = ahead->pos, .most = ahead->breaks, .high = ahead->high};
        const enum furl_mark mark = furl_read_mark(&gap, ahead->text);
        const size_t passed = mark == FURL_MARK_JOINED ? gap.resumes - gap.mark : 0;
        if (mark != FURL_MARK_JOINED || passed > ahead->breaks) {
            ahead->plain = gap.mark + gap.run;
            octet = mark == FURL_MARK_NONE ? octet : -1;
            break;
        }
        ahead->breaks -= passed;
        ahead->plain = gap.resumes;
        ahead->pos = gap.resumes - (gap.first_percent_is_url ? 1 : 0);
        octet = furl_octet(ahead->text, ahead->pos);
    }
    ahead->n++;
    ahead->pos++;
    return octet;
}

/* The characters whose references change a URL, and the `&` that begins each reference. */
#define EACH_NAME(X)                                                                               \
    X("amp", '&') X("lt", '<') X("gt", '>') X("quot", '"') X("nbsp", 0xA0) X("apos", '\'')

bool furl_may_refer(int octet)
{
#define OR_BEGINS(name, code) || octet == (name)[0]
    return octet == '#' || octet == '%' EACH_NAME(OR_BEGINS);
}

/* Reads a name up to its `;`. Returns the length of the name, or 0 if there is none. */
static size_t read_name(struct furl_lookahead *ahead, char name[NAME + 1])
{
    for (size_t n = 0; n <= NAME; n++) {
        int octet = next(ahead);
        if (octet == ';') {
            name[n] = '\0';
            return n;
        }
        if (n == NAME || !(furl_octet_is(octet, FURL_ALNUM) || (octet == '#' && n == 0))) {
            break;
        }
        name[n] = (char)octet;
    }
    return 0;
}

/* http://a/x&gt;y  ->  http://a/x
 * Returns the effect of a reference to a character. */
static enum furl_reference reference_to(uint32_t code)
{
    if (code == '\'' || code == '|') {
        return code == '|' ? FURL_REFERENCE_BAR : FURL_REFERENCE_APOSTROPHE;
    }
    bool ends = code < 0x80 ? code <= ' ' || furl_is_one_of((int)code, "\x7F<>\"\\^`{}[]")
                            : furl_code_is(code, FURL_CODE_ENDING);
    return ends ? FURL_REFERENCE_TERMINATOR : FURL_REFERENCE_DATA;
}

/* Returns the effect of a reference with a name. */
static enum furl_reference reference_of(const char *name)
{
#define ROW(name, code) {name, code},
    static const struct {
        const char *name;
        uint32_t code;
    } names[] = {EACH_NAME(ROW)};

    if (name[0] == '#') {
        uint32_t code = furl_reference_code(furl_range_of(name + 1));
        return code == UINT32_MAX ? FURL_NO_REFERENCE : reference_to(code);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].name, name) == 0) {
            return reference_to(names[i].code);
        }
    }
    return FURL_NO_REFERENCE;
}

enum furl_reference furl_read_reference(struct furl_lookahead ahead, size_t *n)
{
    enum furl_reference last = FURL_NO_REFERENCE;
    char name[NAME + 1] = "amp";
    size_t length = 0;

    *n = 0;
    for (int written = 0; written < 3 && strcmp(name, "amp") == 0; written++) {
        length = read_name(&ahead, name);
        const enum furl_reference reference = length > 0 ? reference_of(name) : FURL_NO_REFERENCE;
        if (reference == FURL_NO_REFERENCE) {
            break;
        }
        last = reference;
        *n += length + 1;
    }
    return last;
}

/* http://a/x,http://b/y  ->  http://a/x, http://b/y */
bool furl_begins_other_url(struct furl_lookahead ahead)
{
    unsigned char name[FURL_SCHEME_MAX];
    int octet = next(&ahead);
    size_t n = 0;

    for (; n < sizeof name && furl_octet_is(octet, FURL_SCHEME); n++) {
        name[n] = (unsigned char)octet;
        octet = next(&ahead);
    }
    return octet == ':' && next(&ahead) == '/' && next(&ahead) == '/' &&
           furl_scheme_of((struct furl_range){name, n}, n) != NULL;
}

size_t furl_count_following(struct furl_lookahead ahead, unsigned char octet, size_t most)
{
    size_t n = 0;

    while (n < most && next(&ahead) == octet) {
        n++;
    }
    return n;
}

/* @X0Fhttp://x@X07  ->  http://x */
bool furl_is_colour(struct furl_lookahead ahead)
{
    bool is = next(&ahead) == 'X';

    for (size_t n = 2; is && n < FURL_COLOUR_SIZE; n++) {
        is = furl_octet_is(next(&ahead), FURL_HEX);
    }
    return is;
}

/* Returns the next character: an ASCII octet, or the code point of a sequence. Returns -1 if there
 * is none. */
static int next_character(struct furl_lookahead *ahead)
{
    unsigned char sequence[FURL_UTF8_MAX];
    size_t n = 0, length = FURL_UTF8_MORE;
    uint32_t code = 0;
    int octet;

    while (length == FURL_UTF8_MORE && (octet = next(ahead)) >= 0) {
        assert(n < sizeof sequence);
        sequence[n++] = (unsigned char)octet;
        length = furl_utf8(sequence, n, &code);
    }
    return length == 0 || length == FURL_UTF8_MORE ? -1 : (int)code;
}

/* Returns the class of a character, or of -1. */
static enum furl_text_class class_of(int character)
{
    return character < 0                                         ? FURL_TEXT_ENDS
           : character < 0x80                                    ? furl_text_classes[character]
           : furl_code_is((uint32_t)character, FURL_CODE_ENDING) ? FURL_TEXT_ENDS
                                                                 : FURL_TEXT_HIGH;
}

/* Returns whether a class is one of letters, digits, or octets beyond ASCII. */
static bool is_of_word(enum furl_text_class text)
{
    return text == FURL_TEXT_HIGH || (text >= FURL_TEXT_DIGIT && text <= FURL_TEXT_LETTER);
}

/* Returns whether a letter, a digit, a `_`, or a sequence beyond ASCII that a URL may contain comes
 * next. */
static bool begins_word(struct furl_lookahead ahead)
{
    const int character = next_character(&ahead);

    return character == '_' || is_of_word(class_of(character));
}

bool furl_is_inner(struct furl_lookahead ahead, unsigned char before)
{
    if (next(&ahead) != 0x80) {
        return false;
    }
    int last = next(&ahead);
    if (last == 0x8C || last == 0x8D) {
        const int after = next_character(&ahead);
        return furl_octet_in(before, FURL_HIGH) &&
               (is_of_word(class_of(after)) || furl_is_one_of(after, "/._-?#&=%"));
    }
    if (last == 0x94) {
        return before == '_' && furl_count_following(ahead, '_', 1) == 1;
    }
    return last >= 0x90 && last <= 0x93 &&
           (furl_octet_in(before, FURL_ALNUM | FURL_HIGH) || before == '_') && begins_word(ahead) &&
           !furl_begins_other_url(ahead);
}

/*
 * http://j's@a.example/  ->  http://j's@a.example/
 * http://j's page  ->  http://j
 * Returns whether the authority continues. An `@` must follow within the octets of a name or, in a
 * `name`, a dot and a label. An authority has at most one colon, so each text is read for few URLs.
 */
static bool authority_continues(struct furl_lookahead *ahead, bool name)
{
    unsigned colons = 0;

    ahead->most = FURL_NAME_MAX;
    for (int before = 0; colons < 2;) {
        const int character = next_character(ahead);
        const enum furl_text_class text = class_of(character);
        const bool word = is_of_word(text);
        if (character == '@' || (name && word && before == '.')) {
            return true;
        }
        if ((text >= FURL_TEXT_ANGLE && text != FURL_TEXT_HIGH) ||
            (!word && furl_is_one_of(character, "/?#"))) {
            break;
        }
        colons += character == ':';
        name = name && (word || furl_is_one_of(character, "-._~%"));
        before = character;
    }
    return false;
}

/* http://a's page  ->  http://a */
bool furl_ends_authority(struct furl_lookahead *ahead)
{
    const int character = next_character(ahead);
    const bool letter = character >= 0x80;

    return (letter ? furl_code_is((uint32_t)character, FURL_CODE_OTHER_SCRIPT)
                   : character == '\'') &&
           !authority_continues(ahead, letter);
}

size_t furl_cjk_pair(struct furl_lookahead ahead)
{
    uint32_t open = 0; /* last octet of each open bracket */
    bool bracket;

    do {
        const int character = next_character(&ahead), last = character & 0xFF;
        bracket = (character >= 0x3008 && character <= 0x3011) || character == 0x3014 ||
                  character == 0x3015;
        const enum furl_text_class text = class_of(character);
        if (bracket && last % 2 == 0 && open >> 24 == 0) {
            open = open << 8 | (uint32_t)last;
        } else if (bracket && last == (int)(open & 0xFF) + 1) {
            open >>= 8;
        } else if (text > FURL_TEXT_PERCENT && text != FURL_TEXT_HIGH) {
            return 0;
        }
    } while (open != 0);
    return bracket ? ahead.n : 0;
}

/* <a href="http://u[1]@a/">  ->  http://u[1]@a/ */
size_t furl_userinfo(struct furl_lookahead ahead)
{
    int octet;

    ahead.most = FURL_NAME_MAX;
    do {
        octet = next(&ahead);
    } while (furl_is_one_of(octet, "[]") ||
             (octet >= 0 && furl_text_classes[octet] <= FURL_TEXT_PERCENT &&
              !furl_is_one_of(octet, "@/?#'")));
    return octet == '@' ? ahead.n : 0;
}

/* http://a[.]b/x  ->  none */
bool furl_is_defanged(struct furl_lookahead ahead)
{
    static const char *const rests[] = {".", "dot]", "at]", "@]", ":]", "/]"};
    bool is = false;

    for (size_t i = 0; i < sizeof rests / sizeof rests[0] && !is; i++) {
        struct furl_lookahead from = ahead;
        const char *rest = rests[i];
        while (*rest != '\0' && furl_lower((unsigned char)next(&from)) == *rest) {
            rest++;
        }
        is = *rest == '\0';
    }
    return is;
}

int furl_next(struct furl_lookahead ahead)
{
    return next(&ahead);
}

/* "http://a/?f=A|B"  ->  http://a/?f=A|B */
bool furl_closing_follows(struct furl_lookahead ahead, int closing)
{
    int octet;

    ahead.most = FURL_ENCLOSED_MAX + 1;
    do {
        octet = next(&ahead);
    } while (octet != closing && octet >= 0 && furl_text_classes[octet] != FURL_TEXT_ENDS &&
             octet != '<');
    return octet == closing;
}
