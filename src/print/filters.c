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

/* One word for a shell, single-quoted except for its single quotes. */
static size_t put_shell(struct filters *with, struct furl_range value, unsigned char *out)
{
    static const char quote[] = {'\'', '\\', '\'', '\''};
    unsigned char *to = out;

    (void)with;
    *to++ = '\'';
    for (size_t i = 0; i < value.n; i++) {
        if (value.at[i] == '\'') {
            memcpy(to, quote, sizeof quote);
            to += sizeof quote;
        } else if (value.at[i] == '\0') {
            to += furl_put_escape('\0', to); /* no argument can contain it */
        } else {
            *to++ = value.at[i];
        }
    }
    *to++ = '\'';
    return (size_t)(to - out);
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
    {"", FURL_ESCAPE_SIZE, put_row},
    {"html", HTML_MAX(1), put_html},
    {"json", JSON_MAX(1), put_json},
    {"shell", 4, put_shell},
    {"encode", FURL_ESCAPE_SIZE, put_value},
    {"areatag", FURL_ESCAPE_SIZE, put_areatag},
    {NULL, 0, NULL},
};
const struct filter no_filter = {"", 1, put_plain};
_Static_assert(FURL_ESCAPED_MAX(0) >= 2, "room for quotes");

const char *filter_name(const void *table, size_t nth)
{
    (void)table;
    return filter_table[nth + 1].name;
}
