#include "config.h"

#include <assert.h>

#include "charset.h"

#include "fields.h"
#include "furl/core/bits.h"
#include "furl/core/utf8.h"

const struct mail_charset mail_utf8 = {0}, mail_utf16 = {0}, mail_utf16be = {0}, mail_utf16le = {0};

/* Charsets whose characters have several octets, without tables, and the beginnings of their names,
 * folded. Big5 and UHC are treated like GBK. */
static const struct mail_charset gbk = {.first = 0x80}, sjis = {.first = 0x80},
                                 euc = {.first = 0x80}, iso2022 = {.first = 0};
static const struct {
    const struct mail_charset *charset;
    const char *front;
} wide[] = {
    {&gbk, "gb18030"},     {&gbk, "gbk"},           {&gbk, "cp936"},     {&gbk, "windows936"},
    {&gbk, "big5"},        {&gbk, "cp950"},         {&gbk, "uhc"},       {&gbk, "cp949"},
    {&gbk, "windows949"},  {&gbk, "ksc5601"},       {&sjis, "shiftjis"}, {&sjis, "sjis"},
    {&sjis, "cp932"},      {&sjis, "windows31j"},   {&euc, "euc"},       {&euc, "gb2312"},
    {&iso2022, "iso2022"}, {&iso2022, "csiso2022"},
};

enum { NAMES_MAX = 5, NAME_SIZE = sizeof "csiso2022jp2004" };
static const struct row {
    const struct mail_charset *charset;
    const char *names[NAMES_MAX + 1]; /* the last one is NULL */
} rows[] = {
#define ROW(charset, ...) {&mail_##charset, {__VA_ARGS__}},
    MAIL_CHARSETS(ROW)};
enum { ROWS = sizeof rows / sizeof rows[0] };

const char *mail_charset_name(const void *table, size_t nth)
{
    (void)table;
    return nth < ROWS ? rows[nth].names[0] : NULL;
}

/* Returns whether the octet counts when names are compared. Separators do not count. */
static bool is_significant(unsigned char octet)
{
    return octet != '-' && octet != '_' && !furl_is_blank(octet);
}

/* Returns whether the octets, in lower case and without separators, are the name. */
static bool equals_name(const char *name, const char *octets)
{
    while (*name != '\0' && *octets != '\0' &&
           (!is_significant((unsigned char)*name) || *name == *octets)) {
        octets += is_significant((unsigned char)*name) ? 1 : 0;
        name++;
    }
    return *name == '\0' && *octets == '\0';
}

/* Writes a name as a string in the form for is_name. The string is empty if the name is too
 * long. */
static void fold(struct furl_range name, char out[NAME_SIZE])
{
    size_t n = 0;
    bool is_private = name.n > 2 && furl_lower(name.ptr[0]) == 'x' && name.ptr[1] == '-';

    furl_skip(&name, is_private ? strlen("x-") : 0);
    if (name.n > 0 && furl_octet_in(name.ptr[0], FURL_DIGIT)) { /* CODEPAGE gives only the number */
        out[n++] = 'c';
        out[n++] = 'p';
    }
    for (; name.n > 0; furl_skip(&name, 1)) {
        if (is_significant(name.ptr[0])) {
            if (name.ptr[0] == '\0' || n + 1 == NAME_SIZE) {
                n = 0;
                break;
            }
            out[n++] = (char)furl_lower(name.ptr[0]);
        }
    }
    out[n] = '\0';
}

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Returns the charset with the name, which can include a level. */
static const struct mail_charset *find(struct furl_range sought)
{
    char wanted[NAME_SIZE];

    fold(sought, wanted);
    for (size_t i = 0; i < ROWS; i++) {
        for (const char *const *name = rows[i].names; *name != NULL; name++) {
            if (**name == wanted[0] && equals_name(*name, wanted)) {
                return rows[i].charset;
            }
        }
    }
    return NULL;
}

bool mail_charset_is_none(struct furl_range name)
{
    static const char *const none[] = {"unknown", "unknown8bit", "userdefined", "none", "default"};
    const size_t none_n = sizeof none / sizeof none[0];
    char wanted[NAME_SIZE];

    fold(name, wanted);
    bool is_none =
        mail_trimmed(name).n == 0 || mail_place_in(none, none_n, furl_range_of(wanted)) < none_n;
    for (size_t i = 0; i < name.n; i++) { /* IANA's names have no other octets */
        is_none = is_none || (!furl_octet_in(name.ptr[i], FURL_ALNUM) &&
                              !furl_is_one_of(name.ptr[i], "-_+.:() \t"));
    }
    return is_none;
}

struct furl_range mail_charset_bare(struct furl_range value)
{
    struct furl_range full = mail_trimmed(value), bare = full;

    if (full.n > 2 && furl_octet_in(full.ptr[full.n - 1], FURL_DIGIT) &&
        full.ptr[full.n - 2] == ' ') {
        bare = mail_trimmed(mail_part(full, 0, full.n - 1));
    }
    bool has_level = bare.n == full.n || find(bare) != NULL || find(full) == NULL;
    return has_level ? bare : full; /* "LATIN 1" has no level */
}

const struct mail_charset *mail_charset_named(struct furl_range name)
{
    return find(mail_charset_bare(name));
}

const struct mail_charset *mail_charset_wide(struct furl_range name)
{
    const struct mail_charset *charset = NULL;
    char folded[NAME_SIZE];

    fold(mail_charset_bare(name), folded);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        charset = furl_starts(furl_range_of(folded), wide[i].front) ? wide[i].charset : charset;
    }
    return charset;
}

static unsigned code_of(const struct mail_charset *charset, unsigned octet)
{
    if ((octet & 0x80) == charset->first) {
        return charset->codes[octet & 0x7F];
    }
    return octet < 0x80 ? octet : 0xFFFD;
}

void mail_forms_init(struct mail_utf8_table *table, const struct mail_charset *charset)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        unsigned char *form = table->of[octet];
        form[MAIL_FORM_MAX] = (unsigned char)furl_put_utf8(code_of(charset, octet), form);
    }
    table->ascii = charset->first == 0x80;
}

/* Writes forms with the octets after them in the table, so that no branch depends on the octets.
 * Returns the end of the last form. */
static unsigned char *put_forms(const struct mail_utf8_table *table, const unsigned char *ptr,
                                size_t n, unsigned char *to)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char *form = table->of[ptr[i]];
        memcpy(to, form, sizeof table->of[0]);
        to += form[MAIL_FORM_MAX];
    }
    return to;
}

size_t mail_translate(const struct mail_utf8_table *table, struct furl_range octets,
                      unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n >= FURL_WORD) {
        if (table->ascii && (furl_load_word(octets.ptr) & FURL_ALL(0x80)) == 0) {
            memcpy(to, octets.ptr, FURL_WORD);
            to += FURL_WORD;
        } else {
            to = put_forms(table, octets.ptr, FURL_WORD, to);
        }
        furl_skip(&octets, FURL_WORD);
    }
    to = put_forms(table, octets.ptr, octets.n, to);
    return (size_t)(to - out);
}

/* Converts ISO-2022 to UTF-8. Each run that is not ASCII becomes U+FFFD. A run ends at a control
 * character or a space. After SO, spaces do not end a run, because Korean texts contain spaces.
 * Returns the number of octets written. */
static size_t put_iso2022(struct furl_range octets, unsigned char *out)
{
    enum { SHIFT_OUT = 0x0E, SHIFT_IN = 0x0F, ESCAPE = 0x1B, NARROW = 4 };
    static const char *const sets[] = {"(B", "(J", "$)A", "$)C", /* ASCII or similar: unchanged */
                                       "(I", "$@", "$A",  "$B",  "$("};
    unsigned char *to = out;
    bool is_wide = false, is_out = false, was_run = false, is_run;

    for (; octets.n > 0; was_run = is_run) {
        unsigned char octet = octets.ptr[0];
        furl_skip(&octets, 1);
        for (size_t i = 0; octet == ESCAPE && i < sizeof sets / sizeof sets[0]; i++) {
            if (furl_starts(octets, sets[i])) {
                furl_skip(&octets, strlen(sets[i]));
                is_wide = i >= NARROW;
                break;
            }
        }
        bool shifts = octet == SHIFT_OUT || octet == SHIFT_IN || octet == ESCAPE;
        is_wide = is_wide && (shifts || octet > ' ');
        is_out = octet == SHIFT_OUT || (is_out && octet >= (octet == ESCAPE ? 0 : ' '));
        is_run = shifts || is_wide || is_out;
        if (!is_run && octet < 0x80) {
            *to++ = octet;
        } else if (!is_run || !was_run) {
            to = mail_put(to, furl_range_of(replacement));
        }
    }
    return (size_t)(to - out);
}

/* Returns how many octets at the front, where no known character is, are one character. The scheme
 * of a URL is no part of a character, even if the character before lacks an octet. */
static size_t unknown_front(const struct mail_charset *charset, struct furl_range octets)
{
    const unsigned first = octets.ptr[0], second = octets.n > 1 ? octets.ptr[1] : 0;
    bool is_single = charset->first == 0 || first == 0x80 || first == 0xFF ||
                     (charset == &sjis && ((first >= 0xA0 && first <= 0xDF) || first > 0xFC));
    bool has_second = second >= (charset == &euc ? 0xA1 : 0x40) && second != 0x7F &&
                      second != 0xFF && !furl_starts(mail_part(octets, 1, octets.n), "http");

    return has_second && !is_single ? 2 : 1;
}

/* Converts partly ill-formed UTF-8, or a charset of pairs, to UTF-8. Returns the number of octets
 * written. */
static size_t replace_invalid_utf8(const struct mail_charset *charset, struct furl_range octets,
                                   unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = charset == &mail_utf8 ? furl_utf8_front(octets.ptr, octets.n)
                                         : furl_ascii_front(octets.ptr, octets.n);
        to = mail_put(to, mail_part(octets, 0, n));
        furl_skip(&octets, n);
        if (octets.n > 0) {
            to = mail_put(to, furl_range_of(replacement));
            furl_skip(&octets, unknown_front(charset, octets));
        }
    }
    return (size_t)(to - out);
}

bool mail_is_utf16(const struct mail_charset *charset)
{
    return charset == &mail_utf16 || charset == &mail_utf16be || charset == &mail_utf16le;
}

const struct mail_charset *mail_utf16_marked(struct furl_range octets)
{
    return furl_starts(octets, "\xFE\xFF")   ? &mail_utf16be
           : furl_starts(octets, "\xFF\xFE") ? &mail_utf16le
                                             : NULL;
}

/* Removes the code point at the front and returns the code point, or 0xFFFD if ill-formed (RFC 2781
 * 2.2). */
static unsigned next_utf16(struct furl_range *octets, bool little)
{
    unsigned units[2] = {0xFFFD, 0};

    for (size_t i = 0; i < 2 && octets->n > 2 * i + 1; i++) {
        const unsigned char *ptr = octets->ptr + 2 * i;
        units[i] = little ? ptr[0] | (unsigned)ptr[1] << 8 : ptr[1] | (unsigned)ptr[0] << 8;
    }
    bool is_pair = units[0] >> 10 == 0xD800 >> 10 && units[1] >> 10 == 0xDC00 >> 10;
    furl_skip(octets, is_pair ? 4 : octets->n > 1 ? 2 : 1);
    return is_pair ? 0x10000 + ((units[0] & 0x3FF) << 10 | (units[1] & 0x3FF))
           : units[0] >> 11 == 0xD800 >> 11 ? 0xFFFD
                                            : units[0];
}

/* Converts UTF-16 to UTF-8, without the byte order mark, which decides the order of octets. Without
 * a mark, the text is big-endian, unless the charset is little-endian (RFC 2781 4.3). Returns the
 * number of octets written. */
static size_t put_utf16(const struct mail_charset *charset, struct furl_range octets,
                        unsigned char *out)
{
    const struct mail_charset *marked = mail_utf16_marked(octets);
    unsigned char *to = out;

    furl_skip(&octets, marked != NULL ? 2 : 0);
    charset = marked != NULL ? marked : charset;
    while (octets.n > 0) {
        to += furl_put_utf8(next_utf16(&octets, charset == &mail_utf16le), to);
    }
    return (size_t)(to - out);
}

static bool is_utf8_already(const struct mail_charset *charset, struct furl_range octets)
{
    if (charset == &mail_utf8) {
        return furl_is_utf8(octets.ptr, octets.n);
    }
    return charset->first == 128 && furl_ascii_front(octets.ptr, octets.n) == octets.n;
}

bool mail_charset_lacks(const struct mail_charset *charset, struct furl_range octets)
{
    bool lacks = false;

    if (charset == &mail_utf8) {
        uint32_t code = 0;
        size_t n = furl_utf8_front(octets.ptr, octets.n);
        bool is_utf8 = n > furl_ascii_front(octets.ptr, octets.n);
        furl_skip(&octets, n);
        return octets.n > 0 &&
               !(is_utf8 && furl_utf8(octets.ptr, octets.n, &code) == FURL_UTF8_MORE);
    }
    furl_skip(&octets, charset->first == 0x80 ? furl_ascii_front(octets.ptr, octets.n) : 0);
    for (size_t i = 0; i < octets.n && !mail_is_utf16(charset); i++) {
        lacks = lacks || code_of(charset, octets.ptr[i]) == 0xFFFD;
    }
    return lacks;
}

bool mail_charset_has_soft(const struct mail_charset *charset)
{
    enum { LETTERS = 0xC0, SIGNS = 0x2000 };
    unsigned code = code_of(charset, MAIL_SOFT_RETURN);

    return charset->first == 0x80 && code >= LETTERS && code < SIGNS;
}

size_t mail_drop_soft(const struct mail_charset *charset, unsigned char *text, size_t n)
{
    unsigned char *to = text;

    if (n == 0 || memchr(text, MAIL_SOFT_RETURN, n) == NULL) {
        return n;
    }
    for (struct furl_range rest = {text, n}; rest.n > 0;) {
        size_t some = charset == &mail_utf8 ? furl_utf8_front(rest.ptr, rest.n)
                                            : furl_ascii_front(rest.ptr, rest.n);
        some += some < rest.n && rest.ptr[some] != MAIL_SOFT_RETURN ? 1 : 0;
        to = mail_put(to, mail_part(rest, 0, some));
        furl_skip(&rest, some);
        furl_skip(&rest, rest.n > 0 && rest.ptr[0] == MAIL_SOFT_RETURN ? 1 : 0);
    }
    return (size_t)(to - text);
}

static const char letter_fronts[] = "\xC3\xD0\xD1";

/* Returns whether the charset has frames where UTF-8 has the first octets of letters. */
static bool has_frames(const struct mail_charset *charset)
{
    return code_of(charset, 0xD0) >> 7 == 0x2500 >> 7;
}

/* Returns how many octets at the front are halves of letters. If `begins`, a line begins at the
 * front. */
static size_t halves_front(const struct mail_charset *charset, struct furl_range octets,
                           bool begins)
{
    size_t n = 0;

    if ((octets.ptr[0] & 0xFE) != 0xD0 || !has_frames(charset)) {
        return 0;
    }
    while (n < octets.n && (octets.ptr[n] & 0xFE) == 0xD0) {
        n++;
    }
    bool ends = n == octets.n || octets.ptr[n] == '>' || furl_ends_line(octets.ptr[n]);
    return begins || ends ? n : 0;
}

bool mail_charset_evidence_add(struct mail_charset_evidence *evidence, struct furl_range octets)
{
    const bool is_table = evidence->charset->first == 0x80;
    const unsigned char *front = octets.ptr;
    uint32_t code;

    while (octets.n > 0 && !(is_table && evidence->outside > 0)) {
        furl_skip(&octets, furl_ascii_front(octets.ptr, octets.n));
        size_t n = octets.n > 0 ? furl_utf8(octets.ptr, octets.n, &code) : 0;
        if (n > 0 && n != FURL_UTF8_MORE) {
            evidence->sequences++;
            evidence->letters += n == 2 && furl_is_one_of(octets.ptr[0], letter_fronts) ? 1 : 0;
            furl_skip(&octets, n);
        } else if (octets.n > 0) {
            bool begins = octets.ptr == front || furl_ends_line(octets.ptr[-1]);
            n = halves_front(evidence->charset, octets, begins);
            evidence->halves += n;
            evidence->outside +=
                n > 0 || (evidence->skips_soft && octets.ptr[0] == MAIL_SOFT_RETURN) ? 0 : 1;
            furl_skip(&octets, n > 0 ? n : 1);
        }
    }
    return !(is_table && evidence->outside > 0);
}

bool mail_charset_is_framed(const struct mail_charset *charset, struct furl_range field)
{
    struct mail_charset_evidence evidence = {.charset = &mail_utf8};
    size_t n = furl_ascii_front(field.ptr, field.n);

    if (n == field.n || !furl_is_one_of(field.ptr[n], letter_fronts) || !has_frames(charset)) {
        return false;
    }
    mail_charset_evidence_add(&evidence, field);
    return evidence.letters > 1 && evidence.letters == evidence.sequences &&
           !mail_charset_lacks(&mail_utf8, field);
}

const struct mail_charset *
mail_charset_evidence_choose(const struct mail_charset_evidence *evidence)
{
    enum { SEQUENCES = 8, LETTERS = 3 };
    bool is_sure =
        evidence->outside == 0 && (evidence->letters >= LETTERS ||
                                   (evidence->halves == 0 && evidence->sequences >= SEQUENCES));

    if (evidence->charset->first == 0x80) {
        return is_sure ? &mail_utf8 : evidence->charset;
    }
    bool contradicts = evidence->charset == &mail_ascii
                           ? evidence->outside + evidence->sequences > 0
                       : evidence->charset == &mail_utf8 ? evidence->outside > evidence->sequences
                                                         : false;
    return contradicts ? NULL : evidence->charset;
}

struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets)
{
    if (is_utf8_already(charset, octets)) {
        return octets;
    }
    /* put_forms needs room after the last form. */
    size_t room = MAIL_UTF8_MAX(octets.n) + sizeof converter->table.of[0];
    if (!furl_buffer_reserve(&converter->out, room)) {
        return (struct furl_range){NULL, 0};
    }
    unsigned char *out = converter->out.ptr;
    if (charset->codes[1] == 0) { /* the charset has no table */
        size_t n = mail_is_utf16(charset) ? put_utf16(charset, octets, out)
                   : charset == &iso2022  ? put_iso2022(octets, out)
                                          : replace_invalid_utf8(charset, octets, out);
        return (struct furl_range){out, n};
    }
    if (converter->charset != charset) {
        mail_forms_init(&converter->table, charset);
        converter->charset = charset;
    }
    struct furl_range made = {out, mail_translate(&converter->table, octets, out)};
    assert(made.n <= MAIL_UTF8_MAX(octets.n));
    return made;
}
