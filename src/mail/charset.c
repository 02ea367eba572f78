#include "charset.h"

#include "fields.h"
#include "furl/octets/utf8.h"

const struct mail_charset mail_utf8 = {0};

/* Names in lower case: those of FTS-5003 section 4, by level; its section 5, of obsolete ones; and
 * others in use. IBMPC is none: what it means depends on where it was written. */
static const struct name {
    const char *name;
    const struct mail_charset *charset;
} names[] = {
    {"ascii", &mail_ascii},     {"canadian", &mail_canadian},
    {"dutch", &mail_dutch},     {"finnish", &mail_finnish},
    {"french", &mail_french},   {"german", &mail_german},
    {"italian", &mail_italian}, {"norweig", &mail_norweig},
    {"portu", &mail_portu},     {"spanish", &mail_spanish},
    {"swedish", &mail_swedish}, {"swiss", &mail_swiss},
    {"uk", &mail_uk},           {"cp437", &mail_cp437},
    {"cp850", &mail_cp850},     {"cp852", &mail_cp852},
    {"cp866", &mail_cp866},     {"cp848", &mail_cp848},
    {"cp1250", &mail_cp1250},   {"cp1251", &mail_cp1251},
    {"cp1252", &mail_cp1252},   {"cp10000", &mail_macroman},
    {"latin-1", &mail_latin1},  {"latin-2", &mail_latin2},
    {"latin-5", &mail_latin5},  {"latin-9", &mail_latin9},
    {"utf-8", &mail_utf8},      {"+7_fido", &mail_cp866},
    {"+7 fido", &mail_cp866},   {"+7", &mail_cp866},
    {"mac", &mail_macroman},    {"cp1125", &mail_cp1125},
    {"koi8-r", &mail_koi8r},    {"koi8-u", &mail_koi8u},
};

static bool is_digit(unsigned char octet)
{
    return furl_is(octet, FURL_DIGIT);
}

struct furl_range mail_charset_name(struct furl_range value)
{
    struct furl_range name = mail_trimmed(value);

    if (name.n > 2 && is_digit(name.at[name.n - 1]) && name.at[name.n - 2] == ' ') {
        name.n--;
    }
    return mail_trimmed(name);
}

const struct mail_charset *mail_charset_named(struct furl_range name)
{
    /* Lines of CODEPAGE have the number alone. */
    struct furl_range wanted = mail_charset_name(name);
    size_t skipped = wanted.n > 0 && is_digit(wanted.at[0]) ? strlen("cp") : 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool starts = skipped == 0 || strncmp(names[i].name, "cp", skipped) == 0;
        if (starts && furl_spells(wanted.at, wanted.n, names[i].name + skipped)) {
            return names[i].charset;
        }
    }
    return NULL;
}

const char *mail_charset_label(const struct mail_charset *charset)
{
    size_t i = 0;

    while (i + 1 < sizeof names / sizeof names[0] && names[i].charset != charset) {
        i++;
    }
    return names[i].name;
}

/* Writes a code point of the Basic Multilingual Plane. Returns the octets written, 1 to 3. */
static size_t put_code(unsigned code, unsigned char *out)
{
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    static const unsigned char leads[] = {0, 0x00, 0xC0, 0xE0};

    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (unsigned char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (unsigned char)(leads[n] | code);
    return n;
}

#define REPLACEMENT 0xFFFD

/* The code point of an octet. */
static unsigned code_of(const struct mail_charset *charset, unsigned octet)
{
    if ((octet & 0x80) == charset->first) {
        return charset->codes[octet & 0x7F];
    }
    return octet < 0x80 ? octet : REPLACEMENT;
}

static void choose(struct mail_converter *converter, const struct mail_charset *charset)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        unsigned char *form = converter->forms[octet];
        form[3] = (unsigned char)put_code(code_of(charset, octet), form);
    }
    converter->charset = charset;
}

/* How many octets at the front are ASCII; in whole blocks, as far as there are any. */
static size_t ascii_blocks(struct furl_range octets)
{
    size_t n = 0;

    for (uint64_t block = 0; octets.n - n >= sizeof block; n += sizeof block) {
        memcpy(&block, octets.at + n, sizeof block);
        if ((block & 0x8080808080808080) != 0) {
            break;
        }
    }
    return n;
}

/* Judges the sequence that begins at the index. Returns its length; 0 where it is ill-formed. */
static size_t sequence(struct furl_range octets, size_t at)
{
    const unsigned char *lead = octets.at + at;
    uint32_t code = 0;

    if (octets.n - at >= 2 && lead[0] >= 0xC2 && lead[0] <= 0xDF && (lead[1] & 0xC0) == 0x80) {
        return 2; /* the most common ones */
    }
    size_t n = furl_utf8(lead, octets.n - at, &code);

    return n == FURL_UTF8_MORE ? 0 : n;
}

/* How many octets at the front are well-formed UTF-8. */
static size_t well_formed(struct furl_range octets)
{
    size_t n = 0;
    size_t length = 1;

    while (n < octets.n && length > 0) {
        n += ascii_blocks(mail_part(octets, n, octets.n));
        length = n < octets.n ? sequence(octets, n) : 0;
        n += length;
    }
    return n;
}

bool mail_is_utf8(struct furl_range octets)
{
    return well_formed(octets) == octets.n;
}

/* Makes UTF-8 of what is ill-formed in part. */
static size_t mend(struct furl_range octets, unsigned char *out)
{
    unsigned char *to = out;

    for (size_t at = 0; at < octets.n;) {
        size_t n = well_formed(mail_part(octets, at, octets.n));
        memcpy(to, octets.at + at, n);
        to += n;
        at += n;
        if (at < octets.n) {
            to += put_code(REPLACEMENT, to);
            at++;
        }
    }
    return (size_t)(to - out);
}

/* Writes the forms of octets: each whole, so that no branch depends on what it is. */
static size_t translate(const struct mail_converter *converter, struct furl_range octets,
                        unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < octets.n; i++) {
        const unsigned char *form = converter->forms[octets.at[i]];
        memcpy(to, form, sizeof converter->forms[0]);
        to += form[3];
    }
    return (size_t)(to - out);
}

struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets)
{
    bool is_ascii = charset->first == 128 && ascii_blocks(octets) == octets.n;

    if (octets.n == 0 || is_ascii || (charset == &mail_utf8 && mail_is_utf8(octets))) {
        return octets;
    }
    /* Forms are written whole: the last one needs room for its length, too. */
    if (!furl_buffer_reserve(&converter->out, MAIL_UTF8_MAX(octets.n) + 1)) {
        return (struct furl_range){NULL, 0};
    }
    if (charset == &mail_utf8) {
        return (struct furl_range){converter->out.at, mend(octets, converter->out.at)};
    }
    if (converter->charset != charset) {
        choose(converter, charset);
    }
    return (struct furl_range){converter->out.at, translate(converter, octets, converter->out.at)};
}
