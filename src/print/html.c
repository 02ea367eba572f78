#include "config.h"

#include "html.h"

#include <assert.h>

#include "furl/core/utf8.h"

/* The replacement for characters that HTML must not contain (the Unicode Standard, 23.8). */
#define REPLACEMENT "\xEF\xBF\xBD"

/* Octets that are changed: controls, octets with a reference and, in UTF-8, first octets of a
 * control or a noncharacter. */
#define MARKUP(o)                                                                                  \
    ((o) < 0x20 || (o) == 0x7F || (o) == '&' || (o) == '<' || (o) == '>' || (o) == '"' ||          \
     (o) == '\'')
#define SPECIAL(o) (MARKUP(o) || FURL_STARTS_CONTROL(o) || (o) >= 0xEF)
static const struct furl_byteset special = FURL_BYTESET(SPECIAL);

static const char *const references[128] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};

static size_t copy_octets(struct furl_range octets, unsigned char *out)
{
    memcpy(out, octets.ptr, octets.n);
    return octets.n;
}

/* Writes the control, or the octet with a reference, at the front of `octets`, and removes it.
 * Returns the number of octets written. */
static size_t put_ascii(struct furl_range *octets, enum html_controls controls, unsigned char *out)
{
    unsigned char octet = octets->ptr[0];
    bool kept = octet == '\t' && controls != HTML_ESCAPES;

    furl_skip(octets, controls == HTML_LINES && furl_starts(*octets, "\r\n") ? 2 : 1);
    if (kept || (controls == HTML_LINES && (octet == '\n' || octet == '\r'))) {
        out[0] = kept ? octet : '\n';
        return 1;
    }
    if (references[octet] == NULL && controls == HTML_ESCAPES) {
        return furl_put_escape(octet, out);
    }
    return copy_octets(furl_range_of(references[octet] != NULL ? references[octet] : REPLACEMENT),
                       out);
}

/* Writes the special character at the front of `octets`, and removes it. `joins` has the meaning
 * that furl_may_join gives it. Returns the number of octets written. */
static size_t put_special(struct furl_range *octets, enum html_controls controls, bool *joins,
                          unsigned char *out)
{
    struct furl_range sequence = *octets;
    uint32_t code = 0;
    bool control = false;

    if (octets->ptr[0] < 0x80) {
        *joins = false;
        return put_ascii(octets, controls, out);
    }
    furl_utf8_shown(octets->ptr, octets->n, *joins, &code, &control);
    sequence.n = furl_character(octets->ptr, octets->n);
    furl_skip(octets, sequence.n);
    *joins = furl_may_join(*joins, code);
    return copy_octets(
        control || furl_is_noncharacter(code) ? furl_range_of(REPLACEMENT) : sequence, out);
}

/* Like html_escape, for well-formed UTF-8. */
static size_t escape(const struct furl_kernels *kernels, struct furl_range octets,
                     enum html_controls controls, bool *joins, unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = kernels->span_until_set(&special, octets.ptr, octets.n);
        to += copy_octets((struct furl_range){octets.ptr, n}, to);
        *joins = n > 0 ? octets.ptr[n - 1] >= 0x80 : *joins;
        furl_skip(&octets, n);
        if (octets.n > 0) {
            to += put_special(&octets, controls, joins, to);
        }
    }
    return (size_t)(to - out);
}

/* Like html_escape, for octets before or after which a joiner may be. */
static size_t escape_all(const struct furl_kernels *kernels, struct furl_range octets,
                         enum html_controls controls, bool *joins, unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        struct furl_range well = {octets.ptr, furl_utf8_front(octets.ptr, octets.n)};
        to += escape(kernels, well, controls, joins, to);
        furl_skip(&octets, well.n);
        if (octets.n > 0) {
            to += copy_octets(furl_range_of(REPLACEMENT), to);
            *joins = false;
            furl_skip(&octets, 1);
        }
    }
    return (size_t)(to - out);
}

size_t html_escape(const struct furl_kernels *kernels, struct furl_range octets,
                   enum html_controls controls, unsigned char *out)
{
    bool joins = false;

    return escape_all(kernels, octets, controls, &joins, out);
}

/* Writes UTF-8. Translated text is always well-formed. */
static void put_utf8(struct html_writer *html, struct furl_range octets,
                     enum html_controls controls)
{
    const bool well = controls == HTML_LINES && html->guess.charset != &mail_utf8;
    unsigned char *to = output_reserve(html->output, HTML_MAX(octets.n));

    if (to != NULL) {
        output_commit_text(html->output, (well ? escape : escape_all)(html->kernels, octets,
                                                                      controls, &html->joins, to));
    }
}

/* Returns the number of octets before a character that needs more octets. */
static size_t count_decided(struct furl_range octets)
{
    uint32_t code = 0;
    bool control = false;

    if (octets.n == 0 || octets.ptr[octets.n - 1] < 0x80) {
        return octets.n;
    }
    for (size_t back = octets.n < FURL_SHOWN_MAX ? octets.n : FURL_SHOWN_MAX; back > 0; back--) {
        const unsigned char *ptr = octets.ptr + octets.n - back;
        if (furl_utf8_shown(ptr, back, true, &code, &control) == FURL_UTF8_MORE) {
            return octets.n - back;
        }
    }
    return octets.n;
}

/* Writes the held octets of complete characters or, if `all`, all of them. */
static void put_held(struct html_writer *html, bool all)
{
    const struct furl_range held = {html->held, html->held_n};
    const size_t n = all ? held.n : count_decided(held);

    if (n > 0) {
        put_utf8(html, (struct furl_range){held.ptr, n}, HTML_LINES);
        html->held_n -= n;
        memmove(html->held, html->held + n, html->held_n);
    }
}

/* Writes UTF-8 of the text, which may be cut anywhere. ASCII is never held, so that no line end is
 * cut. */
static void put_piece(struct html_writer *html, struct furl_range octets)
{
    while (octets.n > 0) {
        size_t n = html->held_n == 0 ? count_decided(octets) : 0;
        if (n > 0) {
            put_utf8(html, (struct furl_range){octets.ptr, n}, HTML_LINES);
        } else if (octets.ptr[0] < 0x80) {
            put_held(html, true);
        } else {
            n = 1;
            assert(html->held_n < sizeof html->held);
            html->held[html->held_n++] = octets.ptr[0];
            put_held(html, false);
        }
        furl_skip(&octets, n);
    }
}

void html_put(struct html_writer *html, struct furl_range octets)
{
    const struct mail_charset *charset = html->guess.charset;

    if (charset != &mail_utf8 && html->translated != charset) {
        mail_forms_init(&html->table, charset);
        html->translated = charset;
    }
    while (octets.n > 0) {
        struct furl_range some = {octets.ptr, octets.n < HTML_PIECE ? octets.n : HTML_PIECE};
        furl_skip(&octets, some.n);
        furl_skip(&some, html->cr && some.ptr[0] == '\n');
        html->cr = some.n > 0 && some.ptr[some.n - 1] == '\r';
        if (charset != &mail_utf8) {
            some = (struct furl_range){html->utf8, mail_translate(&html->table, some, html->utf8)};
        }
        put_piece(html, some);
    }
}

void html_begin(struct html_writer *html, const struct mail_charset *charset)
{
    html->kernels = furl_choose_kernels();
    html->joins = false;
    mail_charset_guess_begin(&html->guess, MAIL_FIDONET);
    if (charset != NULL) {
        html->guess.state = MAIL_GUESS_DONE;
        html->guess.charset = charset;
    }
}

void html_end(struct html_writer *html)
{
    put_held(html, true);
    html->cr = false;
}

void html_text(struct html_writer *html, struct furl_range octets)
{
    html_end(html);
    html_put(html, octets);
    html_end(html);
}

void html_attribute(struct html_writer *html, struct furl_range octets)
{
    html_end(html);
    put_utf8(html, octets, HTML_REPLACES);
}

void html_markup(struct html_writer *html, const char *markup)
{
    html_end(html);
    output_data(html->output, markup, strlen(markup));
}
