#include "config.h"

#include <assert.h>

#include "mime.h"

#include "reader.h"

/* Skips spaces, TABs and comments, which can nest (RFC 822 3.4.3). */
static void skip_blanks(struct furl_range *rest)
{
    while (rest->n > 0 && (furl_is_blank(rest->ptr[0]) || rest->ptr[0] == '(')) {
        if (rest->ptr[0] == '(') {
            mail_skip_comment(rest);
        } else {
            furl_skip(rest, 1);
        }
    }
}

/* Reads an octet, with spaces, TABs and comments around it. Returns whether the octet is there. */
static bool read_octet(struct furl_range *rest, char octet)
{
    skip_blanks(rest);
    bool is_there = rest->n > 0 && rest->ptr[0] == (unsigned char)octet;
    furl_skip(rest, is_there ? 1 : 0);
    skip_blanks(rest);
    return is_there;
}

/* Reads a token (RFC 2045 5.1) up to a space, a control character or one of `ends`. This is laxer
 * than the standard, because some programs do not quote values. */
static struct furl_range read_token(struct furl_range *rest, const char *ends)
{
    struct furl_range token = {rest->ptr, 0};

    while (rest->n > 0 && rest->ptr[0] > ' ' && strchr(ends, rest->ptr[0]) == NULL) {
        furl_skip(rest, 1);
        token.n++;
    }
    return token;
}

/* A string that is written to `size` octets. A string that becomes too long becomes empty. */
struct string {
    char *ptr;
    size_t n, size;
    bool full;
};

static void put_octet(struct string *to, unsigned char octet)
{
    assert(to->n < to->size);
    to->full = to->full || to->n + 1 == to->size;
    to->n = to->full ? 0 : to->n;
    to->ptr[to->n] = to->full ? '\0' : (char)octet;
    to->n += to->full ? 0 : 1;
    to->ptr[to->n] = '\0';
}

/* Reads a quoted string, which begins at the front. */
static void read_quoted(struct furl_range *rest, struct string *to)
{
    furl_skip(rest, 1);
    while (rest->n > 0 && rest->ptr[0] != '"') {
        furl_skip(rest, rest->ptr[0] == '\\' && rest->n > 1 ? 1 : 0);
        put_octet(to, rest->ptr[0]);
        furl_skip(rest, 1);
    }
    furl_skip(rest, rest->n > 0 ? 1 : 0);
}

/* Reads a percent-encoded value (RFC 2231 4). */
static void read_escaped(struct furl_range *rest, bool first, struct string *to)
{
    struct furl_range value = read_token(rest, ";");

    for (int marks = first ? 2 : 0; marks > 0 && value.n > 0; furl_skip(&value, 1)) {
        marks -= value.ptr[0] == '\'' ? 1 : 0; /* charset'language' */
    }
    while (value.n > 0) {
        bool is_escape = furl_is_escape(value.ptr, value.n);
        put_octet(to, is_escape ? furl_hex_octet(value.ptr + 1) : value.ptr[0]);
        furl_skip(&value, is_escape ? FURL_ESCAPE_SIZE : 1);
    }
}

/* Reads the value of a parameter. The sections of a value are in order (RFC 2231 3): "boundary*0",
 * "boundary*1". An asterisk at the end means that the value is percent-encoded. */
static void read_value(struct furl_range *rest, struct furl_range asterisks, struct string *to)
{
    bool first = asterisks.n < 2 || asterisks.ptr[1] == '0';

    if (asterisks.n > 0 && asterisks.ptr[asterisks.n - 1] == '*') {
        read_escaped(rest, first, to);
    } else if (rest->n > 0 && rest->ptr[0] == '"') {
        read_quoted(rest, to);
    } else {
        for (struct furl_range value = read_token(rest, "; \t"); value.n > 0;
             furl_skip(&value, 1)) {
            put_octet(to, value.ptr[0]);
        }
    }
}

enum { BOUNDARY, CHARSET, FORMAT, DELSP, PARAMETERS };
static const char *const parameters[] = {"boundary", "charset", "format", "delsp"};

/* Reads a parameter. Returns whether another parameter can follow. */
static bool read_parameter(struct furl_range *rest, struct string strings[PARAMETERS + 1])
{
    struct furl_range name = read_token(rest, "=;(");
    struct furl_range bare = mail_before(name, '*');
    size_t nth = mail_place_in(parameters, PARAMETERS, bare);

    furl_skip(&name, bare.n);
    if (!read_octet(rest, '=')) {
        return rest->n > 0 && rest->ptr[0] == ';'; /* the parameter is empty */
    }
    if (nth < PARAMETERS && name.n == 0) {
        strings[nth].n = 0;
        strings[nth].full = false;
    }
    read_value(rest, name, &strings[nth]);
    return true;
}

/* Types, in the order in which they are tried. NULL means any subtype. */
static const struct {
    const char *type, *subtype;
    enum mime_kind kind;
} kinds[] = {
    {"text", "plain", MIME_PLAIN},
    {"text", "html", MIME_HTML},
    {"text", "calendar", MIME_CARD},
    {"text", "vcard", MIME_CARD},
    {"text", "x-vcard", MIME_CARD},
    {"text", NULL, MIME_TEXT},
    {"multipart", "alternative", MIME_ALTERNATIVE},
    {"multipart", "digest", MIME_DIGEST},
    {"multipart", "encrypted", MIME_SEALED},
    {"multipart", NULL, MIME_MULTIPART},
    {"application", "pkcs7-mime", MIME_SEALED},
    {"application", "x-pkcs7-mime", MIME_SEALED},
    {"message", "rfc822", MIME_MESSAGE},
    {"message", "global", MIME_MESSAGE},
    {"message", "news", MIME_MESSAGE},
};

static enum mime_kind kind_of_type(struct furl_range type, struct furl_range subtype)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *wanted = kinds[i].subtype;
        if (furl_spells(type.ptr, type.n, kinds[i].type) &&
            (wanted == NULL || furl_spells(subtype.ptr, subtype.n, wanted))) {
            return kinds[i].kind;
        }
    }
    return MIME_OTHER;
}

static bool is_word(const char *value, const char *word)
{
    return furl_spells((const unsigned char *)value, strlen(value), word);
}

void mime_parse_type(const char *value, struct mime_type *type)
{
    struct furl_range rest = furl_range_of(value);
    char format[8] = "";
    char delsp[4] = "";
    char other[2] = "";
    struct string strings[PARAMETERS + 1] = {
        [BOUNDARY] = {type->boundary, 0, sizeof type->boundary, false},
        [CHARSET] = {type->charset, 0, sizeof type->charset, false},
        [FORMAT] = {format, 0, sizeof format, false},
        [DELSP] = {delsp, 0, sizeof delsp, false},
        [PARAMETERS] = {other, 0, sizeof other, false},
    };

    type->boundary[0] = type->charset[0] = '\0';
    skip_blanks(&rest);
    struct furl_range name = read_token(&rest, "/;(");
    bool has_slash = read_octet(&rest, '/');
    struct furl_range subname = read_token(&rest, ";(");
    /* Without a slash, the type is treated as missing (RFC 2045 5.2). */
    type->is_given = has_slash;
    type->kind = has_slash ? kind_of_type(name, subname) : MIME_PLAIN;
    while (read_octet(&rest, ';') && read_parameter(&rest, strings)) {
    }
    type->flowed = is_word(format, "flowed");
    type->delsp = is_word(delsp, "yes");
}

/* The six bits of each octet of base64, and NO_DIGIT for other octets. NO_DIGIT is the bit above
 * the six bits. */
enum { NO_DIGIT = 64 };
#define N   NO_DIGIT
#define N16 N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N
static const unsigned char six_bits[256] = {
    /* clang-format off */
    N16, N16, N, N, N, N, N, N, N, N, N, N, N, 62, N, N, N, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, N, N, N, N, N, N,
    N, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, N, N, N, N, N,
    N, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, N, N, N, N, N,
    N16, N16, N16, N16, N16, N16, N16, N16,
    /* clang-format on */
};

/* Returns how many octets at the front, which begin with "=", separate two pieces of base64, or 0
 * if no piece follows. Some programs encode a text in pieces. The next piece has a line of digits
 * alone. Text that other programs add to a message does not begin like this. */
static size_t piece_end(struct furl_range octets)
{
    size_t n = 0, end = 0;

    while (n < octets.n && (octets.ptr[n] == '=' || octets.ptr[n] <= ' ')) {
        n++;
    }
    for (end = n; end < octets.n && six_bits[octets.ptr[end]] < NO_DIGIT;) {
        end++;
    }
    bool ends = end == octets.n || furl_is_one_of(octets.ptr[end], "=\r\n");
    return end - n > 1 && ends ? n : 0;
}

/* Decodes the groups of four digits at the front, and skips them. Returns the end of the output. */
static unsigned char *put_groups(struct furl_range *rest, unsigned char *to)
{
    for (const unsigned char *ptr = rest->ptr; rest->n >= 4;
         furl_skip(rest, 4), ptr += 4, to += 3) {
        const unsigned a = six_bits[ptr[0]], b = six_bits[ptr[1]], c = six_bits[ptr[2]];
        const unsigned d = six_bits[ptr[3]];
        if (((a | b | c | d) & NO_DIGIT) != 0) {
            break;
        }
        to[0] = (unsigned char)(a << 2 | b >> 4);
        to[1] = (unsigned char)((b << 4 | c >> 2) & 0xFF);
        to[2] = (unsigned char)((c << 6 | d) & 0xFF);
    }
    return to;
}

/* Decodes base64 (RFC 2045 6.8) and skips other octets. "=" ends the text, or a piece of the
 * text. */
static size_t decode_base64(struct furl_range octets, unsigned char *out)
{
    unsigned char *to = out;
    uint32_t bits = 0;
    unsigned n = 0;

    while (to = n == 0 ? put_groups(&octets, to) : to, octets.n > 0) {
        unsigned six = six_bits[octets.ptr[0]];
        bool ends = octets.ptr[0] == '=';
        size_t some = ends ? piece_end(octets) : 1;
        if (six < NO_DIGIT) {
            bits = (bits & 0xFFF) << 6 | six;
            n += 6;
        }
        if (n >= 8) {
            n -= 8;
            *to++ = (unsigned char)(bits >> n & 0xFF);
        }
        n = ends ? 0 : n;
        furl_skip(&octets, some > 0 ? some : octets.n);
    }
    return (size_t)(to - out);
}

/* Returns the length of the soft line break that begins with the "=" at the front, or 0 if there is
 * none. Spaces and TABs can precede the line end, or the end of the text. */
static size_t soft_break(struct furl_range rest)
{
    size_t n = 1;

    while (n < rest.n && (furl_is_blank(rest.ptr[n]) || rest.ptr[n] == '\r')) {
        n++;
    }
    return n == rest.n ? n : rest.ptr[n] == '\n' ? n + 1 : 0;
}

/* Decodes quoted-printable (RFC 2045 6.7). Malformed escapes stay. Most escapes follow an escape,
 * or a space. */
static size_t decode_quoted(struct furl_range rest, unsigned char *out)
{
    unsigned char *to = out;

    while (rest.n > 0) {
        bool is_escape = rest.n >= 3 && rest.ptr[0] == '=' && furl_is_hex(rest.ptr[1], rest.ptr[2]);
        if (is_escape || (rest.n > 1 && rest.ptr[0] != '=' && rest.ptr[1] == '=')) {
            *to++ = is_escape ? furl_hex_octet(rest.ptr + 1) : rest.ptr[0];
            furl_skip(&rest, is_escape ? 3 : 1);
        } else if (rest.ptr[0] != '=') {
            to = mail_put_before(to, &rest, '=');
        } else {
            size_t skipped = soft_break(rest);
            *to = '=';
            to += skipped == 0 ? 1 : 0;
            furl_skip(&rest, skipped > 0 ? skipped : 1);
        }
    }
    return (size_t)(to - out);
}

bool mime_is_encoded(struct furl_range encoding)
{
    return furl_spells(encoding.ptr, encoding.n, "base64") ||
           furl_spells(encoding.ptr, encoding.n, "quoted-printable");
}

size_t mime_decode(const char *encoding, struct furl_range octets, unsigned char *out)
{
    return is_word(encoding, "base64")             ? decode_base64(octets, out)
           : is_word(encoding, "quoted-printable") ? decode_quoted(octets, out)
                                                   : (size_t)(mail_put(out, octets) - out);
}

/* A line. `quoted` is the line after `depth` times ">". */
struct line {
    struct furl_range all, quoted;
    size_t depth;
    bool is_signature; /* the line is "-- ", which begins a signature */
    bool flows;        /* the line continues in the next line if both depths are equal */
};

/* Removes a line from the front. Removes the line's end from the line, and the space that stuffs
 * the line from `quoted`. */
static struct line read_line(struct furl_range *rest)
{
    struct line line = {.all = mail_take_line(rest)};

    line.all.n -= line.all.n > 0 && line.all.ptr[line.all.n - 1] == '\n' ? 1 : 0;
    line.all.n -= line.all.n > 0 && line.all.ptr[line.all.n - 1] == '\r' ? 1 : 0;
    while (line.depth < line.all.n && line.all.ptr[line.depth] == '>') {
        line.depth++;
    }
    line.quoted = line.all;
    furl_skip(&line.quoted, line.depth);
    furl_skip(&line.quoted, line.quoted.n > 0 && line.quoted.ptr[0] == ' ' ? 1 : 0);
    line.is_signature = furl_starts(line.quoted, "-- ") && line.quoted.n == 3;
    line.flows =
        line.quoted.n > 0 && line.quoted.ptr[line.quoted.n - 1] == ' ' && !line.is_signature;
    return line;
}

size_t mail_unflow(unsigned char *text, size_t n, bool delsp)
{
    struct furl_range rest = {text, n};
    unsigned char *to = text;
    struct line before = {.flows = false};

    while (rest.n > 0) {
        struct line line = read_line(&rest);
        bool goes_on = before.flows && line.depth == before.depth && !line.is_signature;
        /* A quoted line keeps its marks and the space after them. */
        struct furl_range put = goes_on || line.depth == 0 ? line.quoted : line.all;
        if (goes_on) {
            to -= delsp ? 2 : 1;
        }
        to = mail_put(to, put);
        *to++ = '\n';
        before = line;
    }
    return (size_t)(to - text);
}

size_t mail_plain_card(unsigned char *text, size_t n)
{
    size_t unfolded = 0, to = 0;

    for (size_t i = 0; i < n; i++) {
        size_t end = i + (text[i] == '\r' && i + 1 < n ? 1 : 0);
        if (text[end] == '\n' && end + 1 < n && furl_is_blank(text[end + 1])) {
            i = end + 1;
        } else {
            text[unfolded++] = text[i];
        }
    }
    for (size_t i = 0; i < unfolded; i++) {
        bool escaped = text[i] == '\\' && i + 1 < unfolded && furl_is_one_of(text[i + 1], "\\,;nN");
        i += escaped ? 1 : 0;
        text[to++] = escaped && furl_lower(text[i]) == 'n' ? '\n' : text[i];
    }
    return to;
}
