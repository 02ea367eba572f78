#include "config.h"

#include "html.h"

#include "furl/base/utf8.h"

/* Replaces what HTML may not contain (the Unicode Standard, 23.8). */
#define REPLACEMENT "\xEF\xBF\xBD"

/* Octets that must not stay as they are: controls and those with a reference; in UTF-8, also those
 * that begin a control or a noncharacter. */
#define MARKUP(o)                                                                                  \
    ((o) < 0x20 || (o) == 0x7F || (o) == '&' || (o) == '<' || (o) == '>' || (o) == '"' ||          \
     (o) == '\'')
#define SPECIAL(o) (MARKUP(o) || FURL_STARTS_CONTROL(o) || (o) >= 0xEF)
static const struct furl_byteset special_ascii = FURL_BYTESET(MARKUP),
                                 special = FURL_BYTESET(SPECIAL);

static const char *const references[128] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};

static size_t put(struct furl_range octets, unsigned char *out)
{
    memcpy(out, octets.at, octets.n);
    return octets.n;
}

/* Writes the control, or the octet with a reference, at the front. Removes it, and returns how many
 * octets it wrote. */
static size_t put_ascii(struct furl_range *octets, enum html_controls controls, unsigned char *out)
{
    unsigned char octet = octets->at[0];
    bool kept = octet == '\t' && controls != HTML_ESCAPES;

    furl_skip(octets, controls == HTML_LINES && furl_starts(*octets, "\r\n") ? 2 : 1);
    if (kept || (controls == HTML_LINES && (octet == '\n' || octet == '\r'))) {
        out[0] = kept ? octet : '\n';
        return 1;
    }
    if (references[octet] == NULL && controls == HTML_ESCAPES) {
        return furl_put_escape(octet, out);
    }
    return put(furl_range_of(references[octet] != NULL ? references[octet] : REPLACEMENT), out);
}

/* Drops the last character of well-formed octets, which sets `code`. Returns whether it is beyond
 * ASCII, and no control. */
static bool drop_last(struct furl_range *octets, uint32_t *code)
{
    size_t n = octets->n;

    while (n > 0 && (octets->at[--n] & 0xC0) == 0x80) {
    }
    bool beyond = n < octets->n && octets->at[n] >= 0x80 &&
                  furl_utf8(octets->at + n, octets->n - n, code) > 1;
    octets->n = n;
    return beyond && !furl_code_is(*code, FURL_CODE_CONTROL);
}

/* Whether a control joins two characters beyond ASCII, as letters and emoji are joined. */
static bool joins(struct furl_range before, uint32_t code, struct furl_range after)
{
    uint32_t beside = 0;
    bool is_after = after.n > 0 && after.at[0] >= 0x80 &&
                    furl_utf8(after.at, after.n, &beside) > 1 &&
                    !furl_code_is(beside, FURL_CODE_CONTROL);

    return (code == 0x200C || code == 0x200D) && is_after && drop_last(&before, &beside) &&
           (beside != 0xFE0F || drop_last(&before, &beside));
}

/* Writes the special character at the front, which comes after `before`. Removes it, and returns
 * how many octets it wrote. */
static size_t put_special(struct furl_range before, struct furl_range *octets,
                          enum html_controls controls, unsigned char *out)
{
    struct furl_range sequence = *octets;
    uint32_t code = 0;

    if (octets->at[0] < 0x80) {
        return put_ascii(octets, controls, out);
    }
    sequence.n = furl_utf8(octets->at, octets->n, &code);
    furl_skip(octets, sequence.n);
    bool replaced = (furl_code_is(code, FURL_CODE_CONTROL) &&
                     (controls == HTML_LINES || !joins(before, code, *octets))) ||
                    furl_is_noncharacter(code);
    return put(replaced ? furl_range_of(REPLACEMENT) : sequence, out);
}

/* html_escape for well-formed UTF-8, in which the octets of the set are special. */
static size_t escape(const struct furl_kernels *kernels, const struct furl_byteset *set,
                     struct furl_range octets, enum html_controls controls, unsigned char *out)
{
    const unsigned char *front = octets.at;
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = kernels->before(set, octets.at, octets.n);
        to += put((struct furl_range){octets.at, n}, to);
        furl_skip(&octets, n);
        if (octets.n > 0) {
            struct furl_range before = {front, (size_t)(octets.at - front)};
            to += put_special(before, &octets, controls, to);
        }
    }
    return (size_t)(to - out);
}

size_t html_escape(const struct furl_kernels *kernels, struct furl_range octets,
                   enum html_controls controls, unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        struct furl_range well = {octets.at, furl_utf8_front(octets.at, octets.n)};
        to += escape(kernels, &special, well, controls, to);
        furl_skip(&octets, well.n);
        if (octets.n > 0) {
            to += put(furl_range_of(REPLACEMENT), to);
            furl_skip(&octets, 1);
        }
    }
    return (size_t)(to - out);
}

/* Sets the forms of the charset's octets in UTF-8, with no control beyond ASCII. */
static void set_forms(struct html *html, const struct mail_charset *charset)
{
    unsigned char escaped[HTML_MAX(MAIL_FORM_MAX)];

    mail_forms_init(&html->forms, charset);
    for (size_t octet = 0; octet < 256; octet++) {
        unsigned char *form = html->forms.of[octet];
        struct furl_range code = {form, form[MAIL_FORM_MAX]};
        if (code.n > 1) {
            size_t n = html_escape(html->kernels, code, HTML_REPLACES, escaped);
            memcpy(form, escaped, n);
            form[MAIL_FORM_MAX] = (unsigned char)n;
        }
    }
    html->translated = charset;
}

static bool is_utf8(const struct html *html)
{
    return html->guess.charset == &mail_utf8;
}

static void put_utf8(struct html *html, struct furl_range octets, enum html_controls controls)
{
    unsigned char *to = output_reserve(html->output, HTML_MAX(octets.n));

    if (to != NULL) {
        output_commit_text(html->output, html_escape(html->kernels, octets, controls, to));
    }
}

static void put_translated(struct html *html, struct furl_range octets)
{
    unsigned char *to = output_reserve(html->output, HTML_MAX(octets.n)), *out = to;

    if (html->translated != html->guess.charset) {
        set_forms(html, html->guess.charset);
    }
    while (to != NULL && octets.n > 0) {
        struct furl_range some = {octets.at, octets.n < HTML_PIECE ? octets.n : HTML_PIECE};
        struct furl_range utf8 = {html->utf8, mail_translate(&html->forms, some, html->utf8)};
        to += escape(html->kernels, &special_ascii, utf8, HTML_LINES, to);
        furl_skip(&octets, some.n);
    }
    if (to != NULL) {
        output_commit_text(html->output, (size_t)(to - out));
    }
}

/* Writes octets of the text. */
static void html_octets(struct html *html, struct furl_range octets)
{
    if (is_utf8(html)) {
        put_utf8(html, octets, HTML_LINES);
    } else {
        put_translated(html, octets);
    }
}

/* Writes the held octets that are complete or malformed; all of them, if the text ends here. */
static void put_held(struct html *html, bool ends)
{
    while (html->held_n > 0) {
        uint32_t code = 0;
        size_t n = furl_utf8(html->held, html->held_n, &code);
        if (n == FURL_UTF8_MORE && !ends) {
            return;
        }
        n = n == FURL_UTF8_MORE || n == 0 ? 1 : n;
        html_octets(html, (struct furl_range){html->held, n});
        html->held_n -= n;
        memmove(html->held, html->held + n, html->held_n);
    }
}

/* How many octets at the front to write next, without an incomplete sequence. */
static size_t next_piece(const struct html *html, struct furl_range octets)
{
    const size_t n = octets.n < HTML_PIECE ? octets.n : HTML_PIECE;
    uint32_t code = 0;

    for (size_t back = 1; is_utf8(html) && back < FURL_UTF8_MAX && back <= n; back++) {
        if (furl_utf8(octets.at + n - back, back, &code) == FURL_UTF8_MORE) {
            return n - back;
        }
    }
    return n;
}

void html_begin(struct html *html, const struct mail_charset *charset)
{
    html->kernels = furl_kernels();
    mail_charset_guess_begin(&html->guess, MAIL_FIDONET);
    if (charset != NULL) {
        html->guess.state = MAIL_GUESS_DONE;
        html->guess.charset = charset;
    }
}

void html_put(struct html *html, struct furl_range octets)
{
    while (octets.n > 0) {
        if (html->cr && octets.at[0] == '\n') {
            html->cr = false;
            furl_skip(&octets, 1);
            continue;
        }
        size_t n = html->held_n == 0 ? next_piece(html, octets) : 0;
        if (n > 0) {
            html_octets(html, (struct furl_range){octets.at, n});
        } else {
            n = 1;
            html->held[html->held_n++] = octets.at[0];
            put_held(html, false);
        }
        html->cr = octets.at[n - 1] == '\r';
        furl_skip(&octets, n);
    }
}

void html_end(struct html *html)
{
    put_held(html, true);
    html->cr = false;
}

void html_text(struct html *html, struct furl_range octets)
{
    html_end(html);
    html_octets(html, octets);
}

void html_attribute(struct html *html, struct furl_range octets)
{
    html_end(html);
    put_utf8(html, octets, HTML_REPLACES);
}

void html_markup(struct html *html, const char *markup)
{
    html_end(html);
    output_data(html->output, markup, strlen(markup));
}
