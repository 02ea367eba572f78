#include "config.h"

#include "html.h"
#include "json.h"
#include "template.h"

void filters_init(struct template_filters *filters)
{
    struct furl_escape *escapes = filters->escapes;
    const struct furl_component *value = &furl_components[FURL_VALUE];
    const struct furl_rules *fidourl = &furl_rule_books[FURL_FIDOURL];

    furl_escape_init(&escapes[FILTER_VALUE], fidourl, value);
    furl_escape_init(&escapes[FILTER_AREATAG], fidourl, &furl_components[FURL_AREATAG]);
    furl_escape_init(&escapes[FILTER_ROW], &furl_rule_books[FURL_RFC3986], value);
    for (int octet = 0; octet < 256; octet++) {
        unsigned char one = (unsigned char)octet;
        if (!furl_octet_in(one, FURL_CONTROL)) {
            furl_escape_allow(&escapes[FILTER_ROW], (struct furl_range){&one, 1});
        }
    }
}

static size_t put_escaped(const struct template_filter *filter, struct template_filters *with,
                          struct furl_range value, unsigned char *out)
{
    return furl_escape_all(&with->escapes[filter->escape], value, out);
}

static size_t put_plain(const struct template_filter *filter, struct template_filters *with,
                        struct furl_range value, unsigned char *out)
{
    (void)filter, (void)with;
    if (value.n > 0) {
        memcpy(out, value.ptr, value.n);
    }
    return value.n;
}

static size_t put_html(const struct template_filter *filter, struct template_filters *with,
                       struct furl_range value, unsigned char *out)
{
    (void)filter;
    return html_escape(with->escapes[FILTER_VALUE].kernels, value, HTML_ESCAPES, out);
}

static size_t put_json(const struct template_filter *filter, struct template_filters *with,
                       struct furl_range value, unsigned char *out)
{
    (void)filter;
    out[0] = '"';
    size_t n = 1 + json_string(with->escapes[FILTER_VALUE].kernels, value, false, out + 1);
    out[n] = '"';
    return n + 1;
}

/* Octets that are changed between quotes: */
#define SPECIAL_IN_ROW(o)   ((o) < 0x20 || (o) == 0x7F || (o) == '"')
#define SPECIAL_IN_SHELL(o) ((o) == '\0' || (o) == '\'')
static const struct furl_byteset in_row = FURL_BYTESET(SPECIAL_IN_ROW),
                                 in_shell = FURL_BYTESET(SPECIAL_IN_SHELL);

/* Writes a value between quotes. Escapes NUL in single quotes, because an argument of a shell
 * cannot contain it. Escapes all controls in double quotes (RFC 4180, 2), so that a row remains one
 * line. */
static size_t put_quoted(const struct template_filter *filter, struct template_filters *with,
                         struct furl_range value, unsigned char *out)
{
    const struct furl_kernels *kernels = with->escapes[FILTER_VALUE].kernels;
    const char quote = filter->quote[0];
    struct furl_cursor to = {.out = out};

    furl_put(&to, quote);
    while (value.n > 0) {
        size_t n = kernels->span_until_set(filter->special, value.ptr, value.n);
        furl_put_range(&to, (struct furl_range){value.ptr, n});
        furl_skip(&value, n);
        if (value.n > 0) {
            unsigned char octet = value.ptr[0];
            if (octet == (unsigned char)quote) {
                furl_put_text(&to, filter->quote);
            } else {
                to.out += furl_put_escape(octet, to.out);
            }
            furl_skip(&value, 1);
        }
    }
    furl_put(&to, quote);
    return (size_t)(to.out - out);
}

/* Writes a cell. An apostrophe precedes a character that begins a formula in a spreadsheet, or that
 * a spreadsheet drops before a formula. Such characters can be full-width. */
static size_t put_cell(const struct template_filter *filter, struct template_filters *with,
                       struct furl_range value, unsigned char *out)
{
    static const char *const wide[] = {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D",
                                       "\xEF\xBC\xA0"};
    size_t before = value.n > 0 && furl_is_one_of(value.ptr[0], "=+-@\t\r") ? 1 : 0;

    for (size_t i = 0; i < sizeof wide / sizeof wide[0] && before == 0; i++) {
        before = furl_starts(value, wide[i]) ? 1 : 0;
    }
    size_t n = before + put_quoted(filter, with, value, out + before);
    out[before] = '\'';
    out[0] = '"';
    return n;
}

/* Writes an octet of a value. Escapes a control, so that a row remains one line. */
static void put_octet(struct furl_cursor *to, unsigned char octet)
{
    if (furl_octet_in(octet, FURL_CONTROL)) {
        to->out += furl_put_escape(octet, to->out);
    } else {
        *to->out++ = octet;
    }
}

/* Writes a URL or a host so that no program makes a link: "http://a.example/" becomes
 * "hxxp[:]//a[.]example/". */
static size_t put_defanged(const struct template_filter *filter, struct template_filters *with,
                           struct furl_range value, unsigned char *out)
{
    const struct furl_splitter splitter = furl_splitter_for(FURL_AS_SCHEME);
    const struct furl_range text = value.n > 0 ? value : furl_range_of("");
    struct furl_parts parts = furl_split(&splitter, text, NULL);
    struct furl_cursor to = {.out = out};
    const bool is_url = parts.scheme.ptr != NULL;
    const bool is_web = furl_spells(text.ptr, parts.scheme.n, "http") ||
                        furl_spells(text.ptr, parts.scheme.n, "https");

    (void)filter, (void)with;
    const bool has_host = !parts.fidonet && parts.authority.n > 0;
    const struct furl_range none = {NULL, 0};
    const struct furl_range host = !is_url    ? value
                                   : has_host ? furl_split_authority(parts.authority).host
                                              : none;
    for (size_t i = 0; i < value.n; i++) {
        const unsigned char *ptr = value.ptr + i;
        bool is_dot = *ptr == '.' && host.ptr != NULL && ptr >= host.ptr && ptr < host.ptr + host.n;
        if (is_dot || (is_url && i == parts.scheme.n)) {
            furl_put(&to, '[');
            furl_put_range(&to, (struct furl_range){ptr, 1});
            furl_put(&to, ']');
        } else {
            put_octet(&to, is_web && (i == 1 || i == 2) ? 'x' : *ptr);
        }
    }
    return (size_t)(to.out - out);
}

static size_t put_rfc822(const struct template_filter *filter, struct template_filters *with,
                         struct furl_range value, unsigned char *out)
{
    char date[MAIL_DATE_SIZE];
    size_t n = mail_date_put_internet(value, date);

    (void)filter, (void)with;
    memcpy(out, date, n);
    return n;
}

/* Writes text with a backslash before each mark of Markdown: "a*b" becomes "a\*b". */
static size_t put_markdown(const struct template_filter *filter, struct template_filters *with,
                           struct furl_range value, unsigned char *out)
{
    struct furl_cursor to = {.out = out};

    (void)filter, (void)with;
    for (size_t i = 0; i < value.n; i++) {
        furl_put_text(&to, furl_is_one_of(value.ptr[i], "\\`*_{}[]()#+-.!|<>") ? "\\" : "");
        put_octet(&to, value.ptr[i]);
    }
    return (size_t)(to.out - out);
}

const struct template_filter filter_table[] = {
    {"", FURL_ESCAPE_SIZE, put_escaped, .escape = FILTER_ROW},
    {"html", HTML_MAX(1), .put = put_html},
    {"json", JSON_MAX(1), .put = put_json},
    {"shell", 4, put_quoted, .quote = "'\\''", .special = &in_shell},
    {"encode", FURL_ESCAPE_SIZE, put_escaped, .escape = FILTER_VALUE},
    {"areatag", FURL_ESCAPE_SIZE, put_escaped, .escape = FILTER_AREATAG},
    {"csv", FURL_ESCAPE_SIZE, put_quoted, .quote = "\"\"", .special = &in_row},
    {"markdown", FURL_ESCAPE_SIZE, .put = put_markdown},
    {"defang", FURL_ESCAPE_SIZE, put_defanged, .names = "url canonical display host",
     .others = "defang takes url, canonical, display or host, not"},
    {"rfc822", MAIL_DATE_SIZE, put_rfc822, .names = "msg.date",
     .others = "rfc822 takes msg.date, not"},
    {.name = NULL},
};
const struct template_filter no_filter = {"", 1, .put = put_plain};
const struct template_filter cell_filter = {"", FURL_ESCAPE_SIZE, put_cell, .quote = "\"\"",
                                            .special = &in_row};
_Static_assert(FURL_ESCAPED_MAX(0) >= 3, "room for quotes and an apostrophe");

const char *filter_name(const void *table, size_t nth)
{
    (void)table;
    return filter_table[nth + 1].name;
}
