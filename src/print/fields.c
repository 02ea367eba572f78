#include "config.h"

#include "fields.h"

#include <stdlib.h>
#include <string.h>

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

bool fields_of_canonical(struct fields *fields, unsigned needs, struct furl_buffer *display)
{
    if ((needs & NEEDS_DISPLAY) != 0) {
        if (!furl_buffer_reserve(display, fields->canonical.n)) {
            return false;
        }
        fields->display = (struct furl_range){
            display->ptr, furl_decode_for_display(&fields->parts, display->ptr)};
    }
    if ((needs & NEEDS_PARTS) != 0) {
        furl_split_parts(&fields->parts);
        furl_split_details(&fields->parts);
    }
    return true;
}

/* Offsets of members and parts, and whether `edit` can set them. */
#define OFFSET(member) offsetof(struct fields, member)
#define PART_AT(part)  (OFFSET(parts.of) + (part) * sizeof(struct furl_range))
#define AT(member)     OFFSET(member), false
#define PART(part)     PART_AT(part), false
#define TO_SET(part)   PART_AT(part), true

const struct field_name field_names[FIELD_NAMES + 1] = {
    {"url", NEEDS_URL, NAME_URL, AT(url)},
    {"canonical", NEEDS_CANONICAL, NAME_RANGE, AT(canonical)},
    {"display", NEEDS_DISPLAY, NAME_RANGE, AT(display)},
    {"scheme", NEEDS_SCHEME, NAME_RANGE, TO_SET(FURL_URL_SCHEME)},
    {"areas", NEEDS_PARTS, NAME_AREAS, TO_SET(FURL_URL_AREAS)},
    {"area", NEEDS_PARTS, NAME_DECODED, PART(FURL_URL_AREA)},
    {"address", NEEDS_PARTS, NAME_RANGE, TO_SET(FURL_URL_ADDRESS)},
    {"zone", NEEDS_PARTS, NAME_DIGITS, PART(FURL_URL_ZONE)},
    {"net", NEEDS_PARTS, NAME_DIGITS, PART(FURL_URL_NET)},
    {"node", NEEDS_PARTS, NAME_DIGITS, PART(FURL_URL_NODE)},
    {"point", NEEDS_PARTS, NAME_DIGITS, PART(FURL_URL_POINT)},
    {"domain", NEEDS_PARTS, NAME_DECODED, PART(FURL_URL_DOMAIN)},
    {"request", NEEDS_PARTS, NAME_DECODED, TO_SET(FURL_URL_REQUEST)},
    {"userinfo", NEEDS_PARTS, NAME_RANGE, TO_SET(FURL_URL_USERINFO)},
    {"host", NEEDS_PARTS, NAME_RANGE, TO_SET(FURL_URL_HOST)},
    {"port", NEEDS_PARTS, NAME_DIGITS, TO_SET(FURL_URL_PORT)},
    {"path", NEEDS_PARTS, NAME_RANGE, TO_SET(FURL_URL_PATH)},
    {"query", NEEDS_PARTS, NAME_RANGE, TO_SET(FURL_URL_QUERY)},
    {"fragment", NEEDS_PARTS, NAME_RANGE, TO_SET(FURL_URL_FRAGMENT)},
    {"param.", NEEDS_PARTS, NAME_PARAM, TO_SET(FURL_URL_QUERY)},
    {"file", NEEDS_FILE, NAME_ANY, AT(file)},
    {"line", NEEDS_TEXT | NEEDS_LINE, NAME_NUMBER, AT(line)},
    {"offset", NEEDS_TEXT, NAME_NUMBER, AT(offset)},
    {"length", NEEDS_TEXT, NAME_NUMBER, AT(length)},
    {"joined", NEEDS_TEXT, NAME_WORDS, AT(joined)},
    {"open", NEEDS_TEXT, NAME_TRUE, AT(open)},
    {"quoted", NEEDS_TEXT | NEEDS_QUOTE, NAME_TRUE, AT(quoted)},
    {"bare", NEEDS_TEXT, NAME_TRUE, AT(bare)},
    {"context", NEEDS_TEXT | NEEDS_CONTEXT, NAME_ANY, AT(context)},
    {"msg.area", NEEDS_HEAD, NAME_LETTERS, AT(head.of[MAIL_AREA])},
    {"msg.number", NEEDS_HEAD, NAME_NUMBER, AT(head.number)},
    {"msg.from", NEEDS_HEAD | NEEDS_WRITTEN, NAME_LETTERS, AT(head.of[MAIL_FROM])},
    {"msg.name", NEEDS_HEAD | NEEDS_WRITTEN, NAME_LETTERS, AT(head.of[MAIL_NAME])},
    {"msg.address", NEEDS_HEAD | NEEDS_DERIVED, NAME_ANY, AT(head.of[MAIL_ADDRESS])},
    {"msg.to", NEEDS_HEAD | NEEDS_WRITTEN, NAME_LETTERS, AT(head.of[MAIL_TO])},
    {"msg.subject", NEEDS_HEAD | NEEDS_WRITTEN, NAME_LETTERS, AT(head.of[MAIL_SUBJECT])},
    {"msg.list", NEEDS_HEAD | NEEDS_WRITTEN, NAME_LETTERS, AT(head.of[MAIL_LIST])},
    {"msg.date", NEEDS_HEAD | NEEDS_DERIVED, NAME_RANGE, AT(head.of[MAIL_DATE])},
    {"msg.utc", NEEDS_HEAD | NEEDS_DERIVED, NAME_RANGE, AT(head.of[MAIL_UTC])},
    {"msg.time", NEEDS_HEAD | NEEDS_DERIVED, NAME_RANGE, AT(head.of[MAIL_TIME])},
    {"msg.id", NEEDS_HEAD, NAME_ANY, AT(head.of[MAIL_ID])},
    {"msg.reply", NEEDS_HEAD, NAME_ANY, AT(head.of[MAIL_REPLY])},
    {"msg.charset", NEEDS_HEAD, NAME_LETTERS, AT(head.of[MAIL_CHARSET])},
    {"msg.url", NEEDS_HEAD, NAME_RANGE, AT(link)},
    {.text = NULL},
};

void fields_choose(unsigned needs, const struct field_name *chosen[FIELD_NAMES + 1])
{
    for (const struct field_name *name = field_names; name->text != NULL; name++) {
        if ((name->needs & ~needs) == 0) {
            *chosen++ = name;
        }
    }
    *chosen = NULL;
}

const char *nth_field_name(const void *table, size_t nth)
{
    (void)table;
    return field_names[nth].text;
}

const char *field_name_to_set(const void *table, size_t nth)
{
    const struct field_name *name = field_names;

    (void)table;
    for (; name->text != NULL && (!name->may_be_set || nth > 0); name++) {
        nth -= name->may_be_set ? 1 : 0;
    }
    return name->text;
}

const struct field_name *field_named(struct furl_range text)
{
    for (const struct field_name *name = field_names; name->text != NULL; name++) {
        size_t n = strlen(name->text);
        bool goes_on = name->how == NAME_PARAM;
        if (furl_starts(text, name->text) && (goes_on ? text.n > n : text.n == n)) {
            return name;
        }
    }
    return NULL;
}

enum furl_url_part field_part(const struct field_name *name)
{
    return (enum furl_url_part)((name->offset - OFFSET(parts.of)) / sizeof(struct furl_range));
}

const char *field_name_rest(const char *text)
{
    return text[strlen(text) - 1] == '.' ? "NAME" : "";
}

struct field_source *field_source_new(void)
{
    struct field_source *source = malloc(sizeof *source);

    if (source != NULL) {
        furl_canonical_init(&source->library, NULL);
        source->buffer = source->display = source->escaped = (struct furl_buffer){0};
    }
    return source;
}

void field_source_free(struct field_source *source)
{
    if (source != NULL) {
        free(source->buffer.ptr);
        free(source->display.ptr);
        free(source->escaped.ptr);
        free(source);
    }
}

/* Writes the canonical form of inside->url to the buffer, after its first `n` octets. */
static struct furl_result put_form(struct field_source *source, size_t n, struct furl_parts *form,
                                   const struct furl_unwrapped *inside)
{
    struct furl_parts split;

    furl_split_to(&split, &source->library.splitter, inside->url, NULL);
    return furl_canonical_write(&source->library, &split, source->buffer.ptr + n, form);
}

/* Most URLs have neither delimiters nor breaks. It looks for them only if the URL has no form. */
struct furl_result field_source_form(struct field_source *source, struct furl_range url,
                                     struct furl_parts *form, struct furl_unwrapped *inside)
{
    inside->url = url;
    if (url.n > 0 && !furl_may_be_delimited(url)) {
        struct furl_result result = put_form(source, url.n, form, inside);
        if (result.error == FURL_FINE) {
            return result;
        }
    }
    furl_unwrap_record(inside, url, source->buffer.ptr);
    return inside->error != FURL_FINE ? (struct furl_result){.error = inside->error}
                                      : put_form(source, url.n, form, inside);
}

bool fields_fill(struct field_source *source, unsigned needs, struct fields *fields)
{
    size_t n = fields->url.n;

    if ((needs & NEEDS_ALONE) == 0) {
        return true;
    }
    if (!furl_buffer_reserve(&source->buffer, n + FURL_CANONICAL_MAX(n))) {
        return false;
    }
    const bool splits = (needs & (NEEDS_PARTS | NEEDS_DISPLAY)) != 0;
    struct furl_unwrapped inside;
    struct furl_result form =
        field_source_form(source, fields->url, splits ? &fields->parts : NULL, &inside);
    if (form.error != FURL_FINE) {
        fields->canonical = fields->display = fields->url;
        fields->parts = (struct furl_parts){.scheme = fields->parts.scheme};
        return true;
    }
    fields->canonical = (struct furl_range){source->buffer.ptr + n, form.n};
    return fields_of_canonical(fields, needs, &source->display);
}

bool fields_fill_strays(struct field_source *source, unsigned needs, struct fields *fields)
{
    const struct furl_range url = fields->url;

    if (memchr(url.ptr, '%', url.n) != NULL) {
        if (!furl_buffer_reserve(&source->escaped, FURL_ESCAPED_MAX(url.n))) {
            return false;
        }
        size_t n = furl_escape_strays(url, "", source->escaped.ptr);
        fields->url = n > url.n ? (struct furl_range){source->escaped.ptr, n} : url;
    }
    return fields_fill(source, needs, fields);
}
