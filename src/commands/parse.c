#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "furl/core/utf8.h"
#include "print/json.h"
#include "print/template.h"
#include "url_records.h"

struct parser {
    struct url_records urls;
    struct template template; /* the template of --format */
    struct fields fields;
    struct furl_buffer canonical, display;
    struct json json;
    struct furl_buffer decoded;   /* has room for any part */
    bool plain;                   /* JSON needs no escapes in canonical forms */
    const unsigned char *changed; /* the next octet that decoding can change, or an older one */
};

/* The members of an object whose values remain escaped. */
struct escaped {
    const char *keys[2];
    size_t n;
};

/* Ends an object, after the list of its escaped members. */
FURL_INLINE void close_object(struct json *json, const struct escaped *escaped)
{
    if (escaped->n > 0) {
        json_open(json, "escaped", '[');
        for (size_t i = 0; i < escaped->n; i++) {
            json_text(json, NULL, furl_range_of(escaped->keys[i]), false);
        }
        json_close(json, ']');
    }
    json_close(json, '}');
}

/* Octets that decoding can change. */
#define DECODED(o) ((o) == '%' || (o) == '+')
static const struct furl_byteset decoded = FURL_BYTESET(DECODED);

/* Returns whether JSON needs no escapes in canonical forms, which contain only the bare octets of
 * the rules. */
static bool is_plain(const struct furl_rules *rules)
{
    return rules == NULL || furl_is_fidourl(rules) || strpbrk(rules->bare, "\"\\") == NULL;
}

/* Returns whether decoding leaves a part of the canonical form unchanged. Call the function for the
 * parts in their order. */
static bool decodes_to_itself(struct parser *parser, struct furl_range data)
{
    if (parser->changed < data.ptr) {
        const struct furl_range form = parser->fields.canonical;
        size_t left = (size_t)(form.ptr + form.n - data.ptr);
        parser->changed = data.ptr + parser->json.kernels->span_until_set(&decoded, data.ptr, left);
    }
    return data.ptr + data.n <= parser->changed;
}

/* Decodes `data`, a part or a list of parts, if the result is UTF-8. Returns whether the result is
 * UTF-8. */
static bool to_data(struct parser *parser, struct furl_range *data)
{
    unsigned char *to = parser->decoded.ptr;
    size_t n = furl_decode(*data, furl_plus_in_query(parser->fields.parts.known), to);
    bool fine = furl_is_utf8(to, n);

    if (fine) {
        *data = (struct furl_range){to, n};
    }
    return fine;
}

/* Writes a member unchanged from the canonical form, unless the member is absent. */
FURL_INLINE void put_text(struct parser *parser, const char *key, struct furl_range data)
{
    if (data.ptr != NULL) {
        json_member(&parser->json, key, data, parser->plain);
    }
}

FURL_INLINE void put_number(struct parser *parser, const char *key, struct furl_range data)
{
    if (data.ptr != NULL) {
        json_digits(&parser->json, key, furl_without_zeros(data));
    }
}

FURL_INLINE void put_decoded(struct parser *parser, struct escaped *escaped, const char *key,
                             struct furl_range data)
{
    if (data.ptr == NULL || decodes_to_itself(parser, data)) {
        put_text(parser, key, data);
        return;
    }
    if (!to_data(parser, &data)) {
        escaped->keys[escaped->n++] = key;
    }
    json_text(&parser->json, key, data, false);
}

/* Writes the pieces between delimiters. If one of them remains escaped, all do. */
static void put_pieces(struct parser *parser, struct escaped *escaped, const char *key,
                       struct furl_range data, char delimiter)
{
    struct furl_range piece;

    if (data.ptr == NULL) {
        return;
    }
    bool decodes = false;
    if (!decodes_to_itself(parser, data)) {
        struct furl_range all = data;
        decodes = to_data(parser, &all);
        escaped->keys[escaped->n] = key;
        escaped->n += decodes ? 0 : 1;
    }
    json_open(&parser->json, key, '[');
    while (furl_next_piece(&data, delimiter, &piece)) {
        if (decodes) {
            to_data(parser, &piece);
            json_text(&parser->json, NULL, piece, false);
        } else {
            json_member(&parser->json, NULL, piece, parser->plain);
        }
    }
    json_close(&parser->json, ']');
}

static void put_areas(struct parser *parser, struct furl_range data)
{
    struct furl_range area;

    if (data.ptr == NULL) {
        return;
    }
    json_open(&parser->json, "areas", '[');
    while (data.n > 0 && furl_next_piece(&data, '+', &area)) {
        struct furl_divided pair = furl_divide(area, '@');
        struct escaped kept = {.n = 0};
        json_open(&parser->json, NULL, '{');
        put_decoded(parser, &kept, "tag", pair.first);
        put_pieces(parser, &kept, "domains", pair.second, '@');
        close_object(&parser->json, &kept);
    }
    json_close(&parser->json, ']');
}

static void put_params(struct parser *parser, struct furl_range data)
{
    struct furl_range param;

    if (data.ptr == NULL) {
        return;
    }
    json_open(&parser->json, "params", '[');
    while (furl_next_piece(&data, '&', &param)) {
        struct furl_divided pair = furl_divide(param, '=');
        if (pair.second.ptr == NULL) {
            pair.second.ptr = param.ptr + param.n; /* a missing value is an empty value */
        }
        if (param.n > 0) {
            struct escaped kept = {.n = 0};
            json_open(&parser->json, NULL, '{');
            put_decoded(parser, &kept, "name", pair.first);
            put_decoded(parser, &kept, "value", pair.second);
            close_object(&parser->json, &kept);
        }
    }
    json_close(&parser->json, ']');
}

static void put_address(struct parser *parser, const struct furl_parts *parts)
{
    struct escaped kept = {.n = 0};

    if (parts->address.ptr != NULL) {
        json_open(&parser->json, "address", '{');
        put_number(parser, "zone", parts->zone);
        put_number(parser, "net", parts->net);
        put_number(parser, "node", parts->node);
        put_number(parser, "point", parts->point);
        put_decoded(parser, &kept, "domain", parts->domain);
        close_object(&parser->json, &kept);
    }
}

static void put_parts_json(struct parser *parser)
{
    const struct furl_parts *parts = &parser->fields.parts;
    const struct furl_range form = parser->fields.canonical;
    struct json *json = &parser->json;
    struct escaped escaped = {.n = 0};

    json_begin(json);
    parser->changed = form.ptr;
    json_open(json, NULL, '{');
    json_text(json, "url", parser->fields.url, false);
    put_text(parser, "canonical", form);
    put_text(parser, "scheme", parts->scheme);
    put_areas(parser, parts->areas);
    put_address(parser, parts);
    put_decoded(parser, &escaped, "request", parts->request);
    if (parts->fidonet) {
        put_pieces(parser, &escaped, "objects", parts->path, '/');
    } else {
        put_text(parser, "userinfo", parts->userinfo);
        put_text(parser, "host", parts->host);
        put_number(parser, "port", parts->port);
        put_text(parser, "authority", parts->authority);
        put_text(parser, "path", parts->path);
        put_text(parser, "query", parts->query);
    }
    put_params(parser, parts->query);
    put_text(parser, "fragment", parts->fragment);
    close_object(json, &escaped);
    run_put_json(parser->urls.run, json);
}

/* Makes room for a canonical form of `n` octets, and for decoding the form. */
static bool reserve_canonical(struct parser *parser, size_t n)
{
    return furl_buffer_reserve(&parser->canonical, n) && furl_buffer_reserve(&parser->decoded, n);
}

/* Returns the offset of the port in a URL. */
static size_t port_at(const struct furl_parts *split)
{
    struct furl_authority authority = furl_split_authority(split->authority);

    return (size_t)(authority.port.ptr - split->url.ptr);
}

/* Writes parser->fields. */
static void put_fields(struct parser *parser)
{
    struct run *run = parser->urls.run;

    if (parser->template.rows == NULL) {
        put_parts_json(parser);
    } else {
        run_put_template(run, &parser->template, &parser->fields);
        run_end_row(run);
    }
}

/* Parses the URL in the record. */
static struct furl_result parse_record(struct parser *parser)
{
    struct url_records *urls = &parser->urls;
    struct output *output = &urls->run->output;
    struct fields *fields = &parser->fields;
    struct furl_result result = {.error = FURL_FINE};

    if (!output_has_memory(output, reserve_canonical(parser, url_records_room(urls)))) {
        return result;
    }
    result = url_records_canonical(urls, parser->canonical.ptr);
    if (result.error != FURL_FINE || result.n == 0 || output_failed(output)) {
        return result;
    }
    fields->url = urls->inside.url;
    fields->canonical = (struct furl_range){parser->canonical.ptr, result.n};
    fields->parts = urls->form;
    if (!fields_of_canonical(fields, NEEDS_PARTS | parser->template.needs, &parser->display)) {
        output_no_memory(output);
    } else if (!furl_is_port(fields->parts.port)) {
        result = (struct furl_result){.error = FURL_BAD_PORT, .where = port_at(&urls->split)};
    } else {
        put_fields(parser);
    }
    return result;
}

static void parse(struct run *run)
{
    struct parser *parser = run->state;

    parser->urls.keeps_fragment = parser->urls.wants_form = true;
    parser->urls.bom = RECORDS_BOM_DROPS;
    parser->plain = is_plain(run->options->rules);
    if (run_compile_rows(run, &parser->template, NEEDS_IN_RECORD) &&
        url_records_begin(&parser->urls,
                          run)) { /* called last, because this call opens the list of files */
        while (url_records_next(&parser->urls)) {
            url_records_end(&parser->urls, parse_record(parser));
        }
    }
    url_records_free(&parser->urls);
    run_note_domain(run, &parser->template);
    template_free(&parser->template);
    free(parser->canonical.ptr);
    free(parser->display.ptr);
    free(parser->json.octets.ptr);
    free(parser->decoded.ptr);
}

const struct command_work parse_work = {
    .purpose = "Print the parts of each URL, as JSON or with a template.",
    .examples = "  $ fidourl parse -e ftp://a/\n"
                "  "
                "{\"url\":\"ftp://a/\",\"canonical\":\"ftp://a/"
                "\",\"scheme\":\"ftp\",\"host\":\"a\",\"path\":\"/\"}\n"
                "  $ fidourl parse -F '{area}: {param.find}' -e 'area:Ru.Linux?find=our+Net'\n"
                "  Ru.Linux: our Net\n",
    .malformed = "1 malformed record",
    .state = sizeof(struct parser),
    .run = parse,
};
