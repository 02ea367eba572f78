#include "config.h"

#include <assert.h>

#include "charset.h"
#include "furl/core/utf8.h"
#include "mime.h"
#include "reader.h"

static bool is_empty(struct furl_range line)
{
    return line.n == 0 || line.ptr[0] == '\n' || furl_starts(line, "\r\n");
}

/* Returns whether a colon is at the index, but not the colon of a URL. */
static bool is_colon(struct furl_range line, size_t n)
{
    return n < line.n && line.ptr[n] == ':' && !furl_starts(mail_part(line, n, line.n), "://");
}

/* Returns the length of the field name at the front of a line, or 0 if there is none. A name is
 * visible octets before a colon. Spaces and TABs before the colon are obsolete, but legal. */
static size_t name_length(struct furl_range line)
{
    size_t n = 0;
    size_t blanks = 0;

    while (n < line.n && line.ptr[n] > ' ' && line.ptr[n] < 0x7F && line.ptr[n] != ':') {
        n++;
    }
    while (n + blanks < line.n && furl_is_blank(line.ptr[n + blanks])) {
        blanks++;
    }
    return is_colon(line, n + blanks) ? n : 0;
}

struct furl_range mail_field_name(struct furl_range line)
{
    return (struct furl_range){line.ptr, name_length(line)};
}

bool mail_is_known_field(struct furl_range name)
{
    static const char *const names[] = {
        "from",        "to",           "subject",    "date",         "received",
        "return-path", "delivered-to", "message-id", "mime-version", "content-type",
        "newsgroups",  "path",         "xref"};
    const size_t n = sizeof names / sizeof names[0];

    return name.n > 0 && mail_place_in(names, n, name) < n; /* most lines have no name */
}

/* Returns whether a line without a field name belongs to a text whose header lacks its empty line.
 * Such a line has no colon after its first word. */
static bool is_prose(struct furl_range line)
{
    size_t n = 0;

    while (n < line.n && line.ptr[n] > ' ' && line.ptr[n] != ':') {
        n++;
    }
    return !furl_is_blank(line.ptr[0]) && !is_colon(line, n) && !furl_starts(line, "From ") &&
           !furl_starts(line, ">From ");
}

/* Returns whether no text contains a field with this name: a known field, or a field of a
 * family. */
static bool is_of_header(struct furl_range name)
{
    static const char *const families[] = {"x", "content", "list", "dkim", "arc"};
    const size_t n = sizeof families / sizeof families[0];
    struct furl_range family = mail_before(name, '-');

    return mail_is_known_field(name) ||
           (family.n < name.n && mail_place_in(families, n, family) < n);
}

/* Returns whether the header continues after a line of prose. If so, a field that no text contains
 * follows within a few lines, before an empty line. Only a few of the lines can have lost their
 * indent. */
static bool header_continues(struct furl_range rest)
{
    enum { LINES = 32, LOST_INDENTS = 8 };
    bool is_known = false;

    for (int i = 0, lost = 0; i < LINES && lost < LOST_INDENTS && !is_known && !is_empty(rest);
         i++) {
        struct furl_range name = mail_field_name(mail_take_line(&rest));
        is_known = is_of_header(name);
        lost += name.n == 0 ? 1 : 0;
    }
    return is_known;
}

bool mail_next_field(struct furl_range *rest, struct mail_header_field *field)
{
    const struct furl_range before = *rest;
    struct furl_range line = mail_take_line(rest);

    if (is_empty(line)) {
        return false;
    }
    const unsigned char *colon = NULL;
    size_t n = name_length(line);
    if (n == 0 && is_prose(line) && !header_continues(*rest)) {
        *rest = before;
        return false;
    }
    if (n > 0) {
        colon = memchr(line.ptr, ':', line.n);
        while (rest->n > 0 && furl_is_blank(rest->ptr[0])) {
            line.n += mail_take_line(rest).n;
        }
    }
    field->name = (struct furl_range){line.ptr, n};
    furl_skip(&line, colon != NULL ? (size_t)(colon - line.ptr) + 1 : 0);
    field->body = line;
    return true;
}

size_t mail_unfold(struct furl_range body, unsigned char *out)
{
    unsigned char *to = out;

    body = mail_trimmed(body);
    for (size_t i = 0; i < body.n; i++) {
        if (body.ptr[i] != '\r' && body.ptr[i] != '\n') {
            *to++ = body.ptr[i] == '\t' ? ' ' : body.ptr[i];
        }
    }
    return (size_t)(to - out);
}

const struct mail_charset *mail_charset_of(struct mail_charsets *charsets,
                                           struct furl_range declared, struct furl_range octets)
{
    const struct mail_charset *charset = mail_charset_named(declared);

    if (charset == NULL && !mail_charset_is_none(declared)) {
        charsets->unknown = true;
        charset = mail_charset_wide(declared);
        charsets->is_utf8 = false;
        if (charset == NULL) {
            return &mail_ascii;
        }
    }
    charsets->is_utf8 = charset == &mail_utf8 && furl_is_utf8(octets.ptr, octets.n);
    if (charset != NULL && !charsets->is_utf8) {
        struct mail_charset_evidence evidence = {.charset = charset};
        mail_charset_evidence_add(&evidence, octets);
        charset = mail_charset_evidence_choose(&evidence);
    }
    charset = charset != NULL ? charset : charsets->fallback;
    if (charset == NULL) {
        charset = mail_charset_guessed(&octets, 1, MAIL_INTERNET);
        charsets->guessed = charsets->guessed || charset != &mail_utf8;
    }
    return charset == &mail_latin1 ? &mail_cp1252 : charset;
}

/* An encoded word: =?charset?encoding?octets?= */
struct encoded {
    struct furl_range charset, octets;
    bool base64;
    size_t n; /* number of octets in the encoded word */
};

/* Reads up to the next question mark, and skips the mark. Returns whether there is a mark. */
static bool read_to_mark(struct furl_range *rest, struct furl_range *before)
{
    *before = mail_before(*rest, '?');
    bool is_there = before->n < rest->n;
    furl_skip(rest, before->n + (is_there ? 1 : 0));
    return is_there;
}

/* Returns whether an encoded word is at the front. Its parts contain no question mark, so each
 * octet is read at most three times. */
static bool is_encoded(struct furl_range line, struct encoded *word)
{
    struct furl_range rest = line;
    struct furl_range encoding;

    if (!furl_starts(line, "=?")) {
        return false;
    }
    furl_skip(&rest, 2);
    if (!read_to_mark(&rest, &word->charset) || !read_to_mark(&rest, &encoding) ||
        !read_to_mark(&rest, &word->octets) || rest.n == 0 || rest.ptr[0] != '=') {
        return false;
    }
    word->charset = mail_before(word->charset, '*'); /* a language can follow (RFC 2231) */
    word->base64 = furl_spells(encoding.ptr, encoding.n, "b");
    word->n = line.n - rest.n + 1;
    return word->charset.n > 0 && (word->base64 || furl_spells(encoding.ptr, encoding.n, "q"));
}

/* Decodes the encoding "Q". Returns the number of octets written. */
static size_t decode_q(struct furl_range octets, unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < octets.n; i++) {
        const unsigned char *ptr = octets.ptr + i;
        if (*ptr == '=' && octets.n - i > 2 && furl_is_hex(ptr[1], ptr[2])) {
            *to++ = furl_hex_octet(ptr + 1);
            i += 2;
        } else {
            *to++ = *ptr == '_' ? ' ' : *ptr;
        }
    }
    return (size_t)(to - out);
}

/* A line that is being written. The octets from `open` on are still in `charset`, because a
 * character can be split over two words. */
struct decoding {
    struct mail_charsets *charsets;
    struct mail_converter *converter;
    unsigned char *out;
    size_t n, open;
    struct furl_range charset;
    bool failed; /* memory ran out */
};

/* Converts octets to UTF-8, and replaces the open octets by the result. */
static void put_decoded(struct decoding *line, const struct mail_charset *charset,
                        struct furl_range octets)
{
    struct furl_range made = mail_to_utf8(line->converter, charset, octets);

    line->failed = line->failed || made.ptr == NULL;
    if (!line->failed) {
        memmove(line->out + line->open, made.ptr, made.n);
        line->open += made.n;
    }
    line->n = line->open;
}

/* Converts the open octets to UTF-8. */
static void close_words(struct decoding *line)
{
    struct furl_range octets = {line->out + line->open, line->n - line->open};

    if (octets.n > 0) {
        put_decoded(line, mail_charset_of(line->charsets, line->charset, octets), octets);
    }
    line->charset.n = 0;
}

static void put_word(struct decoding *line, const struct encoded *word)
{
    unsigned char *to = line->out + line->n;
    bool goes_on = line->charset.n == word->charset.n && /* 0 if there is no word before */
                   memcmp(line->charset.ptr, word->charset.ptr, word->charset.n) == 0;

    if (!goes_on) {
        close_words(line);
        to = line->out + line->n;
        line->charset = word->charset;
    }
    line->n += word->base64 ? mime_decode("base64", word->octets, to) : decode_q(word->octets, to);
}

/* Returns how many octets at the front are not encoded: at least one, and up to the next "=?". */
static size_t plain_length(struct furl_range rest)
{
    struct furl_range after = mail_part(rest, 1, rest.n);

    while (mail_skip_to(&after, '=') && !furl_starts(after, "=?")) {
        furl_skip(&after, 1);
    }
    return rest.n - after.n;
}

size_t mail_decode_words(struct furl_range line, struct mail_charsets *charsets,
                         struct mail_converter *converter, unsigned char *out)
{
    struct decoding made = {.charsets = charsets, .converter = converter, .out = out};
    struct encoded word;
    bool after_word = false;

    while (line.n > 0 && !made.failed) {
        /* Spaces and TABs between encoded words are dropped (RFC 2047 6.2). */
        size_t blanks = after_word ? furl_blanks(line) : 0;
        struct furl_range after = line;
        furl_skip(&after, blanks);
        if (is_encoded(after, &word)) {
            put_word(&made, &word);
            furl_skip(&line, blanks + word.n);
            after_word = true;
        } else {
            size_t n = plain_length(line);
            close_words(&made);
            put_decoded(&made, furl_is_utf8(line.ptr, n) ? &mail_utf8 : charsets->raw,
                        (struct furl_range){line.ptr, n});
            furl_skip(&line, n);
            after_word = false;
        }
    }
    close_words(&made);
    return made.failed ? SIZE_MAX : made.n;
}

/*
 * The structure of a field (RFC 5322 3.2 to 3.4) is found before its encoded words are decoded (RFC
 * 2047 6.2). Quoted strings, comments and encoded words have no structure inside, if they are
 * closed.
 *
 * Comments nest, so that only the end of the line shows whether a comment is closed. To keep this
 * linear, a pass from the end marks each "(" that is not closed as UNCLOSED, an octet that no
 * unfolded line contains.
 */
enum { UNCLOSED = '\n' };

static void mark_unclosed(unsigned char *line, size_t n)
{
    size_t closing = 0;

    for (; n > 0; n--) {
        unsigned char *ptr = &line[n - 1];
        bool opens = *ptr == '(', closes = *ptr == ')';
        size_t escapes = 0;
        while ((opens || closes) && escapes < n - 1 && line[n - 2 - escapes] == '\\') {
            escapes++;
        }
        if (escapes % 2 == 0) {
            *ptr = opens && closing == 0 ? UNCLOSED : *ptr;
            closing -= opens && closing > 0 ? 1 : 0;
            closing += closes ? 1 : 0;
        }
    }
}

static void restore_unclosed(unsigned char *line, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        line[i] = line[i] == UNCLOSED ? '(' : line[i];
    }
}

/* Returns how many octets the quoted string or comment at the front has, or 0 if it is not
 * closed. */
static size_t enclosed_length(struct furl_range rest)
{
    const unsigned char open = rest.ptr[0], close = open == '(' ? ')' : open;
    size_t depth = 1, i = 1;

    for (; i < rest.n && depth > 0; i++) {
        bool closes = rest.ptr[i] == close;
        depth += !closes && rest.ptr[i] == open ? 1 : 0;
        depth -= closes ? 1 : 0;
        i += rest.ptr[i] == '\\' ? 1 : 0;
    }
    return depth == 0 ? i : 0;
}

void mail_skip_comment(struct furl_range *rest)
{
    size_t n = enclosed_length(*rest);

    furl_skip(rest, n > 0 ? n : rest->n);
}

/* Returns how many octets at the front have no structure in them: at least one. */
static size_t piece_length(struct furl_range rest)
{
    struct encoded word;
    size_t n = rest.ptr[0] == '"' || rest.ptr[0] == '('        ? enclosed_length(rest)
               : rest.ptr[0] == '\\'                           ? (rest.n > 1 ? 2 : 1)
               : rest.ptr[0] == '=' && is_encoded(rest, &word) ? word.n
                                                               : 1;

    assert(n <= rest.n);
    return n > 0 ? n : 1;
}

/* Sets `inside` to the octets between the "<" at the front and its ">". Returns whether there is a
 * ">" without another "<" before it. */
static bool read_angle(struct furl_range rest, struct furl_range *inside)
{
    size_t i = 1;

    while (i < rest.n && rest.ptr[i] != '<' && rest.ptr[i] != '>') {
        i += piece_length(mail_part(rest, i, rest.n));
    }
    *inside = mail_part(rest, 1, i - 1);
    return i < rest.n && rest.ptr[i] == '>';
}

/* Returns the first `<...>`, or a range with `ptr` NULL. */
static struct furl_range find_angle(struct furl_range line)
{
    struct furl_range inside = {NULL, 0};
    bool is_there = false;

    for (; line.n > 0 && !is_there; furl_skip(&line, piece_length(line))) {
        is_there = line.ptr[0] == '<' && read_angle(line, &inside);
    }
    return is_there ? inside : (struct furl_range){NULL, 0};
}

/* Returns whether an octet outside of quoted strings, comments and encoded words is part of a
 * word. */
static bool is_of_word(unsigned char octet)
{
    return octet > ' ' && strchr("<>(),;\"", octet) == NULL;
}

/* Returns the address of the first mailbox that has an address. The address is in `<...>`, or else
 * the first word with an "@" inside. A quoted string can be part of the word. */
static struct furl_range find_address(struct furl_range line)
{
    struct furl_range found = {NULL, 0}, angle;
    size_t from = 0; /* start of the word */
    bool has_at = false;

    for (size_t i = 0, n = 0; i <= line.n; i += n) {
        struct furl_range rest = mail_part(line, i, line.n);
        const unsigned char octet = rest.n > 0 ? rest.ptr[0] : ',';
        n = rest.n > 0 ? piece_length(rest) : 1;
        if (is_of_word(octet) ? n == 1 || octet == '\\' : octet == '"' && n > 1) {
            has_at = has_at || (octet == '@' && i > from);
            continue;
        }
        if (found.n == 0 && has_at && line.ptr[i - 1] != '@') {
            found = mail_part(line, from, i - from);
        }
        if (octet == ',' && found.n > 0) {
            break;
        }
        from = i + n;
        has_at = false;
        if (octet == '<' && read_angle(rest, &angle)) {
            line = angle; /* no `<` encloses a part of it */
            found.n = from = i = n = 0;
        }
    }
    return found;
}

/* Calls `find` for a line that contains the octet `by`, with unclosed comments marked. */
static struct furl_range find_by(unsigned char by,
                                 struct furl_range (*find)(struct furl_range line),
                                 unsigned char *line, size_t n)
{
    struct furl_range found = {NULL, 0};
    bool has_comments = memchr(line, '(', n) != NULL;

    if (memchr(line, by, n) != NULL) {
        mark_unclosed(line, has_comments ? n : 0);
        found = find((struct furl_range){line, n});
        restore_unclosed(line, has_comments ? n : 0);
    }
    return found;
}

struct furl_range mail_find_angle(unsigned char *line, size_t n)
{
    return find_by('<', find_angle, line, n);
}

size_t mail_put_name(struct furl_range line, struct furl_range address, unsigned char *out)
{
    const size_t before = address.n > 0 ? (size_t)(address.ptr - line.ptr) : line.n;
    struct furl_range name = mail_trimmed(mail_part(line, 0, before)), comment = line;
    size_t n = 0;

    name.n -= name.n > 0 && address.n > 0 && name.ptr[name.n - 1] == '<' ? 1 : 0;
    name = mail_trimmed(name);
    furl_skip(&comment, before + address.n);
    if (name.n == 0 && mail_skip_to(&comment, '(')) { /* "a@b.example (Ann)" */
        furl_skip(&comment, 1);
        name = mail_trimmed(mail_before(comment, ')'));
    }
    for (size_t i = 0; i < name.n; i++) {
        bool is_escape = name.ptr[i] == '\\' && i + 1 < name.n;
        i += is_escape ? 1 : 0;
        if (is_escape || name.ptr[i] != '"') {
            out[n++] = name.ptr[i];
        }
    }
    return n;
}

struct furl_range mail_find_address(unsigned char *line, size_t n)
{
    return find_by('@', find_address, line, n);
}
