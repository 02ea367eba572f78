#include "config.h"

#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "furl/text/breaks.h"
#include "furl/url/canonical.h"

const char *decimal(uint64_t number, char out[NUMBER_SIZE])
{
    char *digit = out + NUMBER_SIZE - 1;

    *digit = '\0';
    do {
        *--digit = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return digit;
}

bool values_of_canonical(struct values *values, unsigned needs,
                         const struct furl_splitter *splitter, struct furl_buffer *display)
{
    size_t n = values->canonical.n;

    if ((needs & NEEDS_PARTS) != 0) {
        struct furl_split split = furl_split(splitter, values->canonical, NULL);
        furl_take_apart(&values->parts, &split, splitter->syntax);
    }
    if ((needs & NEEDS_DISPLAY) != 0) {
        if (!furl_buffer_reserve(display, n)) {
            return false;
        }
        memcpy(display->at, values->canonical.at, n);
        values->display = (struct furl_range){display->at, furl_display(display->at, n)};
    }
    return true;
}

/* Where a member is, and where a part is. */
#define AT(member) offsetof(struct values, member)
#define PART(its)  (AT(parts.of) + (its) * sizeof(struct furl_range))

const struct name name_table[] = {
    {"url", 0, NAME_URL, AT(url)},
    {"canonical", NEEDS_CANONICAL, NAME_RANGE, AT(canonical)},
    {"display", NEEDS_DISPLAY, NAME_RANGE, AT(display)},
    {"scheme", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_SCHEME)},
    {"areas", NEEDS_PARTS, NAME_AREAS, PART(FURL_ITS_AREAS)},
    {"area", NEEDS_PARTS, NAME_DECODED, PART(FURL_ITS_AREA)},
    {"address", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_ADDRESS)},
    {"zone", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_ZONE)},
    {"net", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_NET)},
    {"node", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_NODE)},
    {"point", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_POINT)},
    {"domain", NEEDS_PARTS, NAME_DECODED, PART(FURL_ITS_DOMAIN)},
    {"request", NEEDS_PARTS, NAME_DECODED, PART(FURL_ITS_REQUEST)},
    {"userinfo", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_USERINFO)},
    {"host", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_HOST)},
    {"port", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_PORT)},
    {"path", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_PATH)},
    {"query", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_QUERY)},
    {"fragment", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_FRAGMENT)},
    {"param.", NEEDS_PARTS, NAME_PARAM, PART(FURL_ITS_QUERY)},
    {"file", NEEDS_TEXT, NAME_ANY, AT(file)},
    {"line", NEEDS_TEXT | NEEDS_LINE, NAME_NUMBER, AT(line)},
    {"offset", NEEDS_TEXT, NAME_NUMBER, AT(offset)},
    {"length", NEEDS_TEXT, NAME_NUMBER, AT(length)},
    {"joined", NEEDS_TEXT, NAME_RANGE, AT(joined)},
    {"open", NEEDS_TEXT, NAME_RANGE, AT(open)},
    {"msg.area", NEEDS_HEAD, NAME_ANY, AT(head.area)},
    {"msg.number", NEEDS_HEAD, NAME_NUMBER, AT(head.number)},
    {"msg.from", NEEDS_HEAD, NAME_ANY, AT(head.from)},
    {"msg.to", NEEDS_HEAD, NAME_ANY, AT(head.to)},
    {"msg.subject", NEEDS_HEAD, NAME_ANY, AT(head.subject)},
    {"msg.date", NEEDS_HEAD, NAME_RANGE, AT(head.date)},
    {"msg.id", NEEDS_HEAD, NAME_ANY, AT(head.id)},
    {"msg.charset", NEEDS_HEAD, NAME_ANY, AT(head.charset)},
    {.text = NULL},
};

const char *name_text(const void *table, size_t nth)
{
    (void)table;
    return name_table[nth].text;
}

const char *name_rest(const char *text)
{
    return text[strlen(text) - 1] == '.' ? "NAME" : "";
}

void canonizer_init(struct canonizer *canonizer)
{
    furl_canonical_init(&canonizer->library, NULL);
    canonizer->buffer = canonizer->display = (struct furl_buffer){0};
}

/* Writes the canonical form of a URL to the buffer, in which there is room for it. */
static struct furl_result write_form(struct canonizer *canonizer, struct furl_range url)
{
    struct furl_undelimited inside = furl_undelimit(url, canonizer->buffer.at);

    if (inside.error != FURL_FINE) {
        return (struct furl_result){.error = inside.error};
    }
    struct furl_split split = furl_split(&canonizer->library.splitter, inside.url, NULL);
    return furl_canonical_write(&canonizer->library, &split, canonizer->buffer.at + url.n);
}

/* Sets what there is to know of a URL that has no canonical form. */
static void know_little(struct canonizer *canonizer, size_t scheme_n, struct values *values)
{
    values->canonical = values->display = values->url;
    values->parts = (struct furl_parts){.fidonet = false};
    for (size_t i = 0; i < scheme_n; i++) {
        canonizer->scheme[i] = furl_lower(values->url.at[i]);
    }
    values->parts.of[FURL_ITS_SCHEME] = (struct furl_range){canonizer->scheme, scheme_n};
}

bool canonizer_know(struct canonizer *canonizer, unsigned needs, size_t scheme_n,
                    struct values *values)
{
    size_t n = values->url.n;

    if ((needs & NEEDS_ALONE) == 0) {
        return true;
    }
    if (!furl_buffer_reserve(&canonizer->buffer, n + FURL_CANONICAL_MAX(n))) {
        return false;
    }
    struct furl_result form = write_form(canonizer, values->url);
    if (form.error != FURL_FINE) {
        know_little(canonizer, scheme_n, values);
        return true;
    }
    values->canonical = (struct furl_range){canonizer->buffer.at + n, form.n};
    return values_of_canonical(values, needs, &canonizer->library.splitter, &canonizer->display);
}

void canonizer_free(struct canonizer *canonizer)
{
    free(canonizer->buffer.at);
    free(canonizer->display.at);
}
