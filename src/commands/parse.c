#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "furl/base/utf8.h"
#include "print/json.h"
#include "print/template.h"
#include "url_records.h"

struct parser {
    struct url_records urls;
    struct template template; /* of --format */
    struct fields fields;
    struct furl_buffer canonical, display;
    struct json json;
    struct furl_buffer decoded; /* has room for any part */
};

/* The members of an object that stay escaped. */
struct escaped {
    const char *keys[2];
    size_t n;
};

/* Ends an object, after the list of members that stay escaped. */
static void close_object(struct json *json, const struct escaped *escaped)
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

/* Decodes `data`, a part or a list of parts, if that gives UTF-8. Returns whether it does. */
static bool to_data(struct parser *parser, struct furl_range *data)
{
    unsigned char *to = parser->decoded.at;
    size_t n = furl_decode(*data, furl_plus_in_query(parser->fields.parts.known), to);
    bool fine = furl_is_utf8(to, n);

    if (fine) {
        *data = (struct furl_range){to, n};
    }
    return fine;
}

/* A row of the table below: what to write of a URL that has `data`. */
struct member {
    const char *key;
    enum furl_url_part data;
    enum { OF_ALL, OF_FIDONET, OF_OTHERS } of;
    enum { AS_TEXT, AS_NUMBER, DECODED, AS_OBJECTS, AS_AREAS, AS_PARAMS, AS_ADDRESS } how;
};

static void put_decoded(struct parser *parser, struct escaped *escaped, const char *key,
                        struct furl_range data)
{
    if (!to_data(parser, &data)) {
        escaped->keys[escaped->n++] = key;
    }
    json_text(&parser->json, key, data, false);
}

/* Writes the pieces between delimiters. If one stays escaped, all do. */
static void put_pieces(struct parser *parser, struct escaped *escaped, const char *key,
                       struct furl_range data, char delimiter)
{
    struct furl_range all = data, piece;
    bool decodes = to_data(parser, &all);

    if (!decodes) {
        escaped->keys[escaped->n++] = key;
    }
    json_open(&parser->json, key, '[');
    while (furl_next_piece(&data, delimiter, &piece)) {
        if (decodes) {
            to_data(parser, &piece);
        }
        json_text(&parser->json, NULL, piece, false);
    }
    json_close(&parser->json, ']');
}

static void put_areas(struct parser *parser, const char *key, struct furl_range data)
{
    struct furl_range area;

    json_open(&parser->json, key, '[');
    while (data.n > 0 && furl_next_piece(&data, '+', &area)) {
        struct furl_pair pair = furl_divide(area, '@');
        struct escaped kept = {.n = 0};
        json_open(&parser->json, NULL, '{');
        put_decoded(parser, &kept, "tag", pair.first);
        if (pair.second.at != NULL) {
            put_pieces(parser, &kept, "domains", pair.second, '@');
        }
        close_object(&parser->json, &kept);
    }
    json_close(&parser->json, ']');
}

static void put_params(struct parser *parser, const char *key, struct furl_range data)
{
    struct furl_range param;

    json_open(&parser->json, key, '[');
    while (furl_next_piece(&data, '&', &param)) {
        struct furl_pair pair = furl_divide(param, '=');
        if (pair.second.at == NULL) {
            pair.second = furl_range_of(""); /* no value is an empty value */
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

/* The members in order, and those of an address. */
static const struct member members[] = {
    {"scheme", FURL_URL_SCHEME, OF_ALL, AS_TEXT},
    {"areas", FURL_URL_AREAS, OF_ALL, AS_AREAS},
    {"address", FURL_URL_ADDRESS, OF_ALL, AS_ADDRESS},
    {"request", FURL_URL_REQUEST, OF_ALL, DECODED},
    {"objects", FURL_URL_PATH, OF_FIDONET, AS_OBJECTS},
    {"userinfo", FURL_URL_USERINFO, OF_ALL, AS_TEXT},
    {"host", FURL_URL_HOST, OF_ALL, AS_TEXT},
    {"port", FURL_URL_PORT, OF_ALL, AS_NUMBER},
    {"authority", FURL_URL_AUTHORITY, OF_ALL, AS_TEXT},
    {"path", FURL_URL_PATH, OF_OTHERS, AS_TEXT},
    {"query", FURL_URL_QUERY, OF_OTHERS, AS_TEXT},
    {"params", FURL_URL_QUERY, OF_ALL, AS_PARAMS},
    {"fragment", FURL_URL_FRAGMENT, OF_ALL, AS_TEXT},
};
static const struct member address_members[] = {
    {"zone", FURL_URL_ZONE, OF_ALL, AS_NUMBER},   {"net", FURL_URL_NET, OF_ALL, AS_NUMBER},
    {"node", FURL_URL_NODE, OF_ALL, AS_NUMBER},   {"point", FURL_URL_POINT, OF_ALL, AS_NUMBER},
    {"domain", FURL_URL_DOMAIN, OF_ALL, DECODED},
};

static void put_members(struct parser *parser, struct escaped *escaped, const struct member *rows,
                        size_t n);

static void put_address(struct parser *parser, const char *key)
{
    struct escaped kept = {.n = 0};

    json_open(&parser->json, key, '{');
    put_members(parser, &kept, address_members, sizeof address_members / sizeof address_members[0]);
    close_object(&parser->json, &kept);
}

static void put_member(struct parser *parser, struct escaped *escaped, const struct member *row,
                       struct furl_range data)
{
    switch (row->how) {
    case AS_TEXT:
        json_text(&parser->json, row->key, data, false);
        break;
    case AS_NUMBER:
        json_digits(&parser->json, row->key, furl_without_zeros(data));
        break;
    case DECODED:
        put_decoded(parser, escaped, row->key, data);
        break;
    case AS_OBJECTS:
        put_pieces(parser, escaped, row->key, data, '/');
        break;
    case AS_AREAS:
        put_areas(parser, row->key, data);
        break;
    case AS_PARAMS:
        put_params(parser, row->key, data);
        break;
    case AS_ADDRESS:
        put_address(parser, row->key);
        break;
    }
}

static void put_members(struct parser *parser, struct escaped *escaped, const struct member *rows,
                        size_t n)
{
    const struct furl_parts *parts = &parser->fields.parts;

    for (const struct member *row = rows; row < rows + n; row++) {
        bool applies = row->of == OF_ALL || (row->of == OF_FIDONET && parts->fidonet) ||
                       (row->of == OF_OTHERS && !parts->fidonet);
        if (applies && parts->of[row->data].at != NULL) {
            put_member(parser, escaped, row, parts->of[row->data]);
        }
    }
}

static void put_json(struct parser *parser)
{
    struct json *json = &parser->json;
    struct escaped escaped = {.n = 0};

    json_begin(json);
    json_open(json, NULL, '{');
    json_text(json, "url", parser->fields.url, false);
    json_text(json, "canonical", parser->fields.canonical, false);
    put_members(parser, &escaped, members, sizeof members / sizeof members[0]);
    close_object(json, &escaped);
    run_put_json(parser->urls.run, json);
}

/* Makes room for a canonical form of `n` octets, and for decoding it. */
static bool reserve(struct parser *parser, size_t n)
{
    return furl_buffer_reserve(&parser->canonical, n) && furl_buffer_reserve(&parser->decoded, n);
}

/* The offset of the port in a URL. */
static size_t port_at(const struct furl_split *split)
{
    struct furl_authority authority = furl_split_authority(split->authority);

    return (size_t)(authority.port.at - split->url.at);
}

/* Writes parser->fields. */
static void put(struct parser *parser)
{
    struct run *run = parser->urls.run;

    if (run->options->format == NULL) {
        put_json(parser);
    } else if (template_fill(&parser->template, &parser->fields)) {
        template_write(&parser->template, &run->output);
        run_end_row(run);
    } else {
        output_no_memory(&run->output);
    }
}

/* Parses the URL in the record. */
static struct furl_result parse_record(struct parser *parser)
{
    struct url_records *urls = &parser->urls;
    struct output *output = &urls->run->output;
    struct fields *fields = &parser->fields;
    struct furl_result result = {.error = FURL_FINE};

    if (!reserve(parser, url_records_room(urls))) {
        output_no_memory(output);
        return result;
    }
    result = url_records_canonical(urls, parser->canonical.at);
    if (result.error != FURL_FINE || result.n == 0 || output_failed(output)) {
        return result;
    }
    fields->url = urls->inside.url;
    fields->canonical = (struct furl_range){parser->canonical.at, result.n};
    if (!fields_of_canonical(fields, NEEDS_PARTS | parser->template.needs,
                             &urls->canonical.splitter, &parser->display)) {
        output_no_memory(output);
    } else if (!furl_is_port(fields->parts.of[FURL_URL_PORT])) {
        result = (struct furl_result){.error = FURL_BAD_PORT, .where = port_at(&urls->split)};
    } else {
        put(parser);
    }
    return result;
}

static void parse(struct run *run)
{
    struct parser *parser = run_state(run, sizeof *parser);

    if (parser == NULL) {
        return;
    }
    parser->urls.keeps_fragment = true;
    parser->urls.mark = RECORDS_MARK_DROPS;
    if ((run->options->format == NULL ||
         run_compile_template(run, &parser->template, "format", run->options->format,
                              NEEDS_IN_RECORD, NULL)) &&
        url_records_begin(&parser->urls, run)) {
        while (url_records_next(&parser->urls)) {
            url_records_end(&parser->urls, parse_record(parser));
        }
    }
    url_records_free(&parser->urls);
    template_free(&parser->template);
    free(parser->canonical.at);
    free(parser->display.at);
    free(parser->json.octets.at);
    free(parser->decoded.at);
}

const struct command parse_command = {
    .name = "parse",
    .bit = PARSE,
    .purpose = "Print the parts of each URL, as JSON or by a template.",
    .examples = "  $ fidourl parse -e ftp://a/\n"
                "  "
                "{\"url\":\"ftp://a/\",\"canonical\":\"ftp://a/"
                "\",\"scheme\":\"ftp\",\"host\":\"a\",\"path\":\"/\"}\n"
                "  $ fidourl parse -F '{area}: {param.find}' -e 'area:Ru.Linux?find=our+Net'\n"
                "  Ru.Linux: our Net\n",
    .malformed = "1 invalid URL",
    .run = parse,
};
