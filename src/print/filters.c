#include "config.h"

#include "html.h"
#include "json.h"
#include "template.h"

void filters_init(struct filters *filters)
{
    const struct furl_component *component = &furl_components[FURL_VALUE];

    furl_escape_init(&filters->value, &furl_rule_books[FURL_FIDOURL], component);
    furl_escape_init(&filters->areatag, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[FURL_AREATAG]);
    furl_escape_init(&filters->row, &furl_rule_books[FURL_RFC3986], component);
    for (int octet = 0; octet < 256; octet++) {
        unsigned char one = (unsigned char)octet;
        if (!furl_is(one, FURL_CONTROL)) {
            furl_escape_allow(&filters->row, (struct furl_range){&one, 1});
        }
    }
}

static size_t put_escaped(struct furl_escape *escape, struct furl_range value, unsigned char *out)
{
    size_t n = furl_escape_feed(escape, value.at, value.n, out);

    return n + furl_escape_final(escape, out + n);
}

static size_t put_plain(struct filters *with, struct furl_range value, unsigned char *out)
{
    (void)with;
    if (value.n > 0) {
        memcpy(out, value.at, value.n);
    }
    return value.n;
}

static size_t put_row(struct filters *with, struct furl_range value, unsigned char *out)
{
    return put_escaped(&with->row, value, out);
}

static size_t put_html(struct filters *with, struct furl_range value, unsigned char *out)
{
    return html_escape(with->value.kernels, value, HTML_ESCAPES, out);
}

static size_t put_json(struct filters *with, struct furl_range value, unsigned char *out)
{
    out[0] = '"';
    size_t n = 1 + json_string(with->value.kernels, value, false, out + 1);
    out[n] = '"';
    return n + 1;
}

/* Writes a value between quotes: `inside`, which begins with one, stands for each in it, and
 * escapes for NUL or, if a row must stay a row, for all controls. */
static size_t put_quoted(struct furl_range value, const char *inside, bool row, unsigned char *out)
{
    struct furl_cursor to = {.out = out};

    furl_put(&to, inside[0]);
    for (; value.n > 0; furl_skip(&value, 1)) {
        unsigned char octet = value.at[0];
        if (octet == (unsigned char)inside[0]) {
            furl_put_text(&to, inside);
        } else if (row ? furl_is(octet, FURL_CONTROL) : octet == '\0') {
            to.out += furl_put_escape(octet, to.out);
        } else {
            *to.out++ = octet;
        }
    }
    furl_put(&to, inside[0]);
    return (size_t)(to.out - out);
}

/* One word for a shell. No argument can contain NUL. */
static size_t put_shell(struct filters *with, struct furl_range value, unsigned char *out)
{
    (void)with;
    return put_quoted(value, "'\\''", false, out);
}

/* A field (RFC 4180, 2). */
static size_t put_csv(struct filters *with, struct furl_range value, unsigned char *out)
{
    (void)with;
    return put_quoted(value, "\"\"", true, out);
}

/* A field whose first character a spreadsheet takes for that of a formula, or drops before one. */
static size_t put_cell(struct filters *with, struct furl_range value, unsigned char *out)
{
    static const char *const starts[] = {"=",
                                         "+",
                                         "-",
                                         "@",
                                         "\t",
                                         "\r", /* and full-width ones: */
                                         "\xEF\xBC\x9D",
                                         "\xEF\xBC\x8B",
                                         "\xEF\xBC\x8D",
                                         "\xEF\xBC\xA0"};
    size_t before = 0;

    for (size_t i = 0; i < sizeof starts / sizeof starts[0] && before == 0; i++) {
        before = furl_starts(value, starts[i]) ? 1 : 0;
    }
    size_t n = before + put_csv(with, value, out + before);
    out[before] = '\'';
    out[0] = '"';
    return n;
}

static size_t put_value(struct filters *with, struct furl_range value, unsigned char *out)
{
    return put_escaped(&with->value, value, out);
}

static size_t put_areatag(struct filters *with, struct furl_range value, unsigned char *out)
{
    return put_escaped(&with->areatag, value, out);
}

const struct filter filter_table[] = {
    {"", FURL_ESCAPE_SIZE, put_row},         {"html", HTML_MAX(1), put_html},
    {"json", JSON_MAX(1), put_json},         {"shell", 4, put_shell},
    {"encode", FURL_ESCAPE_SIZE, put_value}, {"areatag", FURL_ESCAPE_SIZE, put_areatag},
    {"csv", FURL_ESCAPE_SIZE, put_csv},      {NULL, 0, NULL},
};
const struct filter no_filter = {"", 1, put_plain};
const struct filter cell_filter = {"", FURL_ESCAPE_SIZE, put_cell};
_Static_assert(FURL_ESCAPED_MAX(0) >= 3, "room for quotes and an apostrophe");

const char *filter_name(const void *table, size_t nth)
{
    (void)table;
    return filter_table[nth + 1].name;
}
