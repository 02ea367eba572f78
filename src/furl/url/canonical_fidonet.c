#include <string.h>

#include "canonical.h"
#include "furl/base/octets.h"

/* For each part, the component as which it is escaped, what else is literal, and what ends it. */
static const struct {
    enum furl_component_id component;
    const char *literal, *ends;
} parts[FURL_PARTS] = {
    [FURL_PART_AREA] = {FURL_AREATAG, "", "@+ "}, /* draft 5.2.2.3.1, 6.2 */
    [FURL_PART_AREA_OR_SLASH] = {FURL_AREATAG, "/", "@+ "},
    [FURL_PART_ADDRESS] = {FURL_ADDRESS, "", ""},
    [FURL_PART_REQUEST] = {FURL_REQUEST, "", "/"},
    [FURL_PART_OBJECT] = {FURL_OBJECT, "", "/"},
    [FURL_PART_NAME] = {FURL_NAME, "", "=&"}, /* draft 5.3 */
    [FURL_PART_VALUE] = {FURL_VALUE, "", "&"},
    [FURL_PART_FRAGMENT] = {FURL_VALUE, "", ""},
};

/* A URL that is being written, part by part. */
struct writer {
    const struct furl_fidonet *fidonet;
    const unsigned char *url;
    struct furl_cursor cursor; /* reads a range of the split */
    struct furl_result result;
};

static bool fail(struct writer *writer, enum furl_error error)
{
    writer->result.error = error;
    writer->result.where = (size_t)(writer->cursor.in.at - writer->url);
    return false;
}

static bool is_at_end(const struct writer *writer)
{
    return writer->cursor.in.n == 0;
}

/* Decodes a part, up to an octet that ends it or the end, and encodes it again: only necessary
 * escapes remain (draft 5.2.2). */
static bool put_part(struct writer *writer, enum furl_fidonet_part part)
{
    const struct furl_part_spellings *spellings = &writer->fidonet->parts[part];
    bool areas = part == FURL_PART_AREA || part == FURL_PART_AREA_OR_SLASH;
    struct furl_cursor *cursor = &writer->cursor;
    const unsigned char *at = cursor->in.at, *end = at + cursor->in.n;
    unsigned char *to = cursor->out;
    unsigned char dashes = 0;
    bool escapes_are_fine = true;

    while (at < end) {
        struct furl_tidied done = {0, 0};
        if (*at == '%' || (furl_tidied_as(&spellings->tidying, *at) & FURL_BARE) != 0) {
            done = furl_tidy(&spellings->tidying, at, (size_t)(end - at), to);
        }
        if (done.consumed > 0) {
            at += done.consumed;
            to += done.written;
            dashes = 0;
            continue;
        }
        const struct furl_spelling *spelling = &spellings->bare[*at];
        if (!furl_depends(spelling)) {
            to += furl_spell(spelling, to);
            at++;
            dashes = 0;
        } else if (*at == '-') {
            to += furl_escape_octet(&spellings->data['-'], &dashes, '-', to);
            at++;
        } else if (*at == '%') {
            escapes_are_fine = furl_is_escape(at, (size_t)(end - at));
            if (!escapes_are_fine || (areas && furl_hex_octet(at + 1) == ' ')) {
                break; /* a space separates areas, escaped or not */
            }
            unsigned char octet = furl_hex_octet(at + 1);
            to += furl_escape_octet(&spellings->data[octet], &dashes, octet, to);
            at += FURL_ESCAPE_SIZE;
        } else {
            break;
        }
    }
    cursor->out = to;
    furl_skip(&cursor->in, (size_t)(at - cursor->in.at));
    return escapes_are_fine || fail(writer, FURL_BAD_ESCAPE);
}

/* The same for a part that must not be empty; `empty` is the error if it is. */
static bool put_some(struct writer *writer, enum furl_fidonet_part part, enum furl_error empty)
{
    const unsigned char *from = writer->cursor.in.at;

    return put_part(writer, part) && (writer->cursor.in.at > from || fail(writer, empty));
}

/* The length of the first octet or escape of escaped data; 0 if the escape is bad. Sets the octet
 * that it means. */
static size_t unit(struct furl_range data, unsigned char *octet)
{
    if (data.at[0] != '%') {
        *octet = data.at[0] == '+' ? ' ' : data.at[0];
        return 1;
    }
    if (!furl_is_escape(data.at, data.n)) {
        return 0;
    }
    *octet = furl_hex_octet(data.at + 1);
    return FURL_ESCAPE_SIZE;
}

/*
 * [zone ":"] net "/" node ["." point] ["@" domain], decoded (draft 6.1, FSP-1004). The row of a
 * field says which octets end it, and which field follows. No octet ends the domain.
 */
enum field { ZONE_OR_NET, NET, NODE, POINT, DOMAIN, NO_FIELD };

static enum field next_field(enum field field, unsigned char octet)
{
    static const struct {
        char end;
        enum field next;
    } ends[NO_FIELD][2] = {
        [ZONE_OR_NET] = {{':', NET}, {'/', NODE}},
        [NET] = {{'/', NODE}},
        [NODE] = {{'.', POINT}, {'@', DOMAIN}},
        [POINT] = {{'@', DOMAIN}},
    };

    for (size_t i = 0; i < 2; i++) {
        if (ends[field][i].end == (char)octet && octet != '\0') {
            return ends[field][i].next;
        }
    }
    return NO_FIELD;
}

static bool is_address(struct furl_range data)
{
    enum field field = ZONE_OR_NET;
    bool empty = true; /* the field is, so far */

    while (data.n > 0) {
        unsigned char octet = 0;
        size_t n = unit(data, &octet);
        if (n == 0) {
            return true; /* put_part reports it, and where */
        }
        furl_skip(&data, n);
        if (field == DOMAIN ? octet != '/' && octet != '@' : furl_is(octet, FURL_DIGIT)) {
            empty = false;
            continue;
        }
        field = next_field(field, octet);
        if (field == NO_FIELD || empty) {
            return false;
        }
        empty = true;
    }
    return field >= NODE && !empty;
}

static bool put_address(struct writer *writer)
{
    return is_address(writer->cursor.in) ? put_part(writer, FURL_PART_ADDRESS)
                                         : fail(writer, FURL_BAD_ADDRESS);
}

/* Escapes a slash of areas that start with "//", which would be part of the delimiter (draft 5.1).
 */
static void escape_slash(struct writer *writer, unsigned char *areas)
{
    unsigned char *end = writer->cursor.out;

    if (end - areas >= 2 && areas[0] == '/' && areas[1] == '/') {
        memmove(areas + FURL_ESCAPE_SIZE, areas + 1, (size_t)(end - areas) - 1);
        writer->cursor.out += furl_put_escape('/', areas) - 1;
    }
}

/* areatag ["@" domain ...], separated by `+`; no piece is empty (draft 6.2, 5.2.2.3.1). A domain is
 * escaped like an areatag. */
static bool put_areas(struct writer *writer, enum furl_fidonet_part part)
{
    struct furl_cursor *cursor = &writer->cursor;
    enum furl_error empty = FURL_EMPTY_AREATAG;
    unsigned char *areas = cursor->out;

    while (put_some(writer, part, empty) && !is_at_end(writer)) {
        bool domain = furl_accept(cursor, '@');
        furl_put(cursor, domain ? '@' : '+');
        empty = domain ? FURL_EMPTY_DOMAIN : FURL_EMPTY_AREATAG;
        if (!domain) {
            furl_skip(&cursor->in, furl_next(cursor) == '%' ? FURL_ESCAPE_SIZE : 1);
        }
    }
    escape_slash(writer, areas);
    return writer->result.error == FURL_FINE;
}

/* A slash and an object path; nothing if the path is empty (draft 7.1.1). */
static bool put_object_path(struct writer *writer)
{
    bool slash = furl_accept(&writer->cursor, '/');

    if (is_at_end(writer)) {
        return true;
    }
    while (slash) {
        furl_put(&writer->cursor, '/');
        if (!put_some(writer, FURL_PART_OBJECT, FURL_EMPTY_PART)) {
            return false;
        }
        slash = furl_accept(&writer->cursor, '/');
        if (slash && is_at_end(writer)) {
            furl_put(&writer->cursor, '/'); /* a slash at the end is part of the path */
            break;
        }
    }
    return true;
}

static bool put_request(struct writer *writer)
{
    furl_accept(&writer->cursor, '/');
    if (is_at_end(writer)) {
        return true;
    }
    furl_put(&writer->cursor, '/');
    return put_some(writer, FURL_PART_REQUEST, FURL_EMPTY_REQUEST) && put_object_path(writer);
}

/* The address or the areas. */
static bool put_authority(struct writer *writer, const struct furl_split *split)
{
    const struct furl_required *required = split->known->required;

    writer->cursor.in = split->authority;
    if (required->address) {
        return put_address(writer);
    }
    return is_at_end(writer) ||
           put_areas(writer, required->objects ? FURL_PART_AREA : FURL_PART_AREA_OR_SLASH);
}

/* The request and the object path, if there are any. */
static bool put_path(struct writer *writer, const struct furl_split *split)
{
    const struct furl_required *required = split->known->required;

    writer->cursor.in = split->path;
    if (split->authority.n == 0 && furl_accept(&writer->cursor, '/')) {
        return is_at_end(writer) || fail(writer, FURL_OBJECT_WITHOUT_AREA);
    }
    return required->request ? put_request(writer) : put_object_path(writer);
}

/* name [ "=" value ], separated by `&` (draft 5.3). The first `=` divides; it goes before an empty
 * value. */
static bool put_parameters(struct writer *writer, const struct furl_split *split)
{
    struct furl_cursor *cursor = &writer->cursor;

    cursor->in = split->query;
    for (char before = '?'; !is_at_end(writer); before = '&') {
        furl_put(cursor, before);
        if (!put_some(writer, FURL_PART_NAME,
                      furl_next(cursor) == '=' ? FURL_NAMELESS_PARAMETER : FURL_EMPTY_PARAMETER)) {
            return false;
        }
        if (furl_accept(cursor, '=') && !is_at_end(writer) && furl_next(cursor) != '&') {
            furl_put(cursor, '=');
            if (!put_part(writer, FURL_PART_VALUE)) {
                return false;
            }
        }
        furl_accept(cursor, '&');
    }
    return true;
}

static bool put_fragment(struct writer *writer, const struct furl_split *split)
{
    if (split->fragment.at == NULL) {
        return true;
    }
    writer->cursor.in = split->fragment;
    furl_put(&writer->cursor, '#');
    return put_part(writer, FURL_PART_FRAGMENT);
}

static void init_part(struct furl_part_spellings *spellings, enum furl_fidonet_part part)
{
    const struct furl_byteset ends = furl_byteset_of(furl_range_of(parts[part].ends));
    struct furl_escape escape;

    furl_escape_init(&escape, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[parts[part].component]);
    furl_escape_allow(&escape, furl_range_of(parts[part].literal));
    memcpy(spellings->data, escape.spellings.of, sizeof spellings->data);
    memcpy(spellings->bare, escape.spellings.of, sizeof spellings->bare);
    spellings->bare['+'] = spellings->data[' '];
    spellings->bare['%'].n = FURL_DEPENDS;
    spellings->tidying.space = '+';
    for (size_t octet = 0; octet < 256; octet++) {
        const struct furl_spelling *bare = &spellings->bare[octet], *data = &spellings->data[octet];
        if (ends.has[octet]) {
            spellings->bare[octet].n = FURL_DEPENDS;
        }
        bool stays = bare->n == 1 && bare->octets[0] == octet;
        bool decoded = data->n == 1 && !ends.has[octet];
        if (octet < 128) {
            spellings->tidying.kinds[octet] =
                (unsigned char)((stays ? FURL_BARE : 0) | (decoded ? FURL_DECODED : 0) |
                                (data->n == FURL_ESCAPE_SIZE ? FURL_KEPT : 0));
        }
    }
}

void furl_fidonet_init(struct furl_fidonet *fidonet)
{
    for (size_t part = 0; part < FURL_PARTS; part++) {
        init_part(&fidonet->parts[part], (enum furl_fidonet_part)part);
    }
}

/* Writes all parts after the delimiter. */
static bool put_parts(struct writer *writer, const struct furl_split *split)
{
    return put_authority(writer, split) && put_path(writer, split) &&
           put_parameters(writer, split) && put_fragment(writer, split);
}

struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_split *split, unsigned char *out)
{
    struct writer writer = {
        .fidonet = fidonet, .url = split->url.at, .cursor = {.in = split->url, .out = out}};

    memcpy(out, split->known->name, FURL_SCHEME_MAX);
    writer.cursor.out += split->scheme.n;
    memcpy(writer.cursor.out, "://", 3); /* ":" is the start of "://" */
    writer.cursor.out += split->known->canonical[1] == '\0' ? 1 : 3;
    if (put_parts(&writer, split)) {
        writer.result.n = (size_t)(writer.cursor.out - out);
    }
    return writer.result;
}
