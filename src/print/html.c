#include "config.h"

#include "html.h"

#include "furl/base/utf8.h"

/* In the place of what HTML may not contain (the Unicode Standard, 23.8). */
#define REPLACEMENT "\xEF\xBF\xBD"

/* The reference that an octet of ASCII is written as; NULL: none. */
static const char *reference(unsigned char octet)
{
    switch (octet) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static size_t put(struct furl_range octets, unsigned char *out)
{
    memcpy(out, octets.at, octets.n);
    return octets.n;
}

static size_t put_ascii(const unsigned char *octet, enum html_controls controls, unsigned char *out)
{
    const char *text = reference(*octet);

    if (furl_is(*octet, FURL_CONTROL) && controls == HTML_ESCAPES) {
        return furl_put_escape(*octet, out);
    }
    if (furl_is(*octet, FURL_CONTROL) && *octet != '\t') {
        text = REPLACEMENT;
    }
    return put(text != NULL ? furl_range_of(text) : (struct furl_range){octet, 1}, out);
}

/* How many octets at the front stay as they are. */
static size_t plain(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && !furl_is(octets.at[n], FURL_CONTROL | FURL_EIGHT) &&
           reference(octets.at[n]) == NULL) {
        n++;
    }
    return n;
}

/* Writes the sequence at the front, which is not plain. Returns the octets written, and takes off
 * those read. */
static size_t put_special(struct furl_range *octets, enum html_controls controls,
                          unsigned char *out)
{
    struct furl_range sequence = *octets;
    uint32_t code = 0;
    size_t n = furl_utf8(octets->at, octets->n, &code);
    bool ill = n == 0 || n == FURL_UTF8_MORE;

    sequence.n = ill ? 1 : n;
    furl_skip(octets, sequence.n);
    if (n == 1) {
        return put_ascii(sequence.at, controls, out);
    }
    bool replaced = ill || furl_is_control_code(code) || furl_is_noncharacter(code);
    return put(replaced ? furl_range_of(REPLACEMENT) : sequence, out);
}

size_t html_escape(struct furl_range octets, enum html_controls controls, unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = plain(octets);
        to += put((struct furl_range){octets.at, n}, to);
        furl_skip(&octets, n);
        if (octets.n > 0) {
            to += put_special(&octets, controls, to);
        }
    }
    return (size_t)(to - out);
}

/* Octets that are escaped at a time. */
#define PIECE ((size_t)8192)

/* Sets the forms to the HTML of each octet of the charset. */
static void set_forms(struct html *html, const struct mail_charset *charset)
{
    unsigned char escaped[HTML_MAX(MAIL_FORM_MAX)];

    mail_forms_init(&html->forms, charset);
    for (size_t octet = 0; octet < 256; octet++) {
        unsigned char *form = html->forms.of[octet];
        size_t n =
            html_escape((struct furl_range){form, form[MAIL_FORM_MAX]}, HTML_REPLACES, escaped);
        memcpy(form, escaped, n);
        form[MAIL_FORM_MAX] = (unsigned char)n;
    }
    html->forms.ascii = false;
    html->translated = charset;
}

static bool is_utf8(const struct html *html)
{
    return html->guess.charset == &mail_utf8;
}

static void put_utf8(struct html *html, struct furl_range octets)
{
    unsigned char *to = output_reserve(html->output, HTML_TEXT_MAX(octets.n));

    if (to != NULL) {
        output_commit(html->output, html_escape(octets, HTML_REPLACES, to));
    }
}

static void put_translated(struct html *html, struct furl_range octets)
{
    unsigned char *to = output_reserve(html->output, HTML_TEXT_MAX(octets.n));

    if (html->translated != html->guess.charset) {
        set_forms(html, html->guess.charset);
    }
    if (to != NULL) {
        output_commit(html->output, mail_translate(&html->forms, octets, to));
    }
}

/* Writes octets of the text. */
static void html_octets(struct html *html, struct furl_range octets)
{
    if (is_utf8(html)) {
        put_utf8(html, octets);
    } else {
        put_translated(html, octets);
    }
}

/* Writes what is held, as far as it is certain what that is; all of it, if the text ends here. */
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

static bool ends_line(unsigned char octet)
{
    return octet == '\n' || octet == '\r';
}

static void put_line_end(struct html *html, unsigned char octet)
{
    put_held(html, true);
    if (octet == '\r' || !html->cr) {
        output_end(html->output, terminator_lf);
    }
    html->cr = octet == '\r';
}

/* The octets at the front that are to be taken next, of one line and in no sequence that is cut. */
static size_t next_piece(const struct html *html, struct furl_range octets)
{
    const size_t most = octets.n < PIECE ? octets.n : PIECE;
    size_t n = 0;
    uint32_t code = 0;

    while (n < most && !ends_line(octets.at[n])) {
        n++;
    }
    for (size_t back = 1; is_utf8(html) && back < FURL_UTF8_MAX && back <= n; back++) {
        if (furl_utf8(octets.at + n - back, back, &code) == FURL_UTF8_MORE) {
            return n - back;
        }
    }
    return n;
}

void html_begin(struct html *html, const struct mail_charset *charset)
{
    if (charset != NULL) {
        mail_charset_guess_is(&html->guess, charset);
    } else {
        mail_charset_guess_begin(&html->guess);
    }
}

void html_put(struct html *html, struct furl_range octets)
{
    while (octets.n > 0) {
        size_t n = 1;
        if (ends_line(octets.at[0])) {
            put_line_end(html, octets.at[0]);
            furl_skip(&octets, n);
            continue;
        }
        html->cr = false;
        n = html->held_n == 0 ? next_piece(html, octets) : 0;
        if (n > 0) {
            html_octets(html, (struct furl_range){octets.at, n});
        } else {
            n = 1;
            html->held[html->held_n++] = octets.at[0];
            put_held(html, false);
        }
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
    put_utf8(html, octets);
}

void html_markup(struct html *html, const char *markup)
{
    html_end(html);
    output_data(html->output, markup, strlen(markup));
}
