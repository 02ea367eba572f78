#include "canon.h"

#include <string.h>

/* A URL being taken apart and written anew. */
struct writer {
    struct furl_canon *canon;
    const unsigned char *url;
    unsigned char *to; /* where the next octet of the canonical form goes */
    enum furl_error error;
    size_t where;
};

static bool fail(struct writer *writer, enum furl_error error, const unsigned char *at)
{
    writer->error = error;
    writer->where = (size_t)(at - writer->url);
    return false;
}

static void put(struct writer *writer, char octet)
{
    *writer->to++ = (unsigned char)octet;
}

static void put_text(struct writer *writer, const char *text)
{
    for (; *text != '\0'; text++) {
        put(writer, *text);
    }
}

/* Cuts `range` before the first `end`, and returns the part before it. What is left in `range`
 * begins with `end`, or is empty where there was none. */
static struct furl_range cut(struct furl_range *range, char end)
{
    struct furl_range head = *range;
    const unsigned char *at = range->n > 0 ? memchr(range->at, end, range->n) : NULL;

    if (at != NULL) {
        head.n = (size_t)(at - range->at);
    }
    range->at += head.n;
    range->n -= head.n;
    return head;
}

/* Takes `n` octets off the front, if there are that many. Returns whether there were. */
static bool skip(struct furl_range *range, size_t n)
{
    if (range->n < n) {
        return false;
    }
    range->at += n;
    range->n -= n;
    return true;
}

/* The octets that a unit of escaped data takes, and the octet it stands for; 0: bad escape. */
static inline size_t unit(struct furl_range data, unsigned char *octet)
{
    *octet = data.at[0];
    if (*octet == '%') {
        if (!furl_is_escape(data.at, data.n)) {
            return 0;
        }
        *octet = furl_hex_octet(data.at + 1);
        return FURL_ESCAPE_SIZE;
    }
    if (*octet == '+') {
        *octet = ' ';
    }
    return 1;
}

/* Decodes a component and encodes it anew; only necessary escapes remain (draft 5.2.2). */
static bool put_component(struct writer *writer, struct furl_range data, struct furl_escape *escape)
{
    unsigned char *to = writer->to;

    escape->dashes = 0;
    while (data.n > 0) {
        unsigned char octet = 0;
        size_t n = unit(data, &octet);
        if (n == 0) {
            return fail(writer, FURL_BAD_ESCAPE, data.at);
        }
        to += furl_escape_octet(escape, octet, to);
        data.at += n;
        data.n -= n;
    }
    writer->to = to;
    return true;
}

/*
 * [zone ":"] net "/" node ["." point] ["@" domain], once decoded (draft 6.1, FSP-1004). Each field
 * is a row: which octet ends it, and which field is next.
 */
enum field { ZONE_OR_NET, NET, NODE, POINT, DOMAIN, NO_FIELD };

static enum field next_field(enum field field, unsigned char octet)
{
    static const struct {
        enum field field;
        unsigned char end;
        enum field next;
    } steps[] = {
        {ZONE_OR_NET, ':', NET}, {ZONE_OR_NET, '/', NODE}, {NET, '/', NODE},
        {NODE, '.', POINT},      {NODE, '@', DOMAIN},      {POINT, '@', DOMAIN},
    };

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (steps[i].field == field && steps[i].end == octet) {
            return steps[i].next;
        }
    }
    return NO_FIELD;
}

static bool is_address(struct furl_range data)
{
    enum field field = ZONE_OR_NET;
    size_t octets = 0; /* in the field so far */

    while (data.n > 0) {
        unsigned char octet = 0;
        size_t n = unit(data, &octet);
        if (n == 0) {
            return true; /* for put_component to find: it says where */
        }
        skip(&data, n);
        if (field == DOMAIN ? octet != '/' && octet != '@' : furl_is(octet, FURL_DIGIT)) {
            octets++;
            continue;
        }
        field = next_field(field, octet);
        if (field == NO_FIELD || octets == 0) {
            return false;
        }
        octets = 0;
    }
    return field >= NODE && octets > 0;
}

static bool put_address(struct writer *writer, struct furl_range address)
{

    if (!is_address(address)) {
        return fail(writer, FURL_BAD_ADDRESS, address.at);
    }
    return put_component(writer, address, &writer->canon->escapes[FURL_ADDRESS]);
}

/* The octets that a separator of areas takes at the front of `range`: `+`, SP or "%20". */
static size_t separator(struct furl_range range)
{
    if (range.n > 0 && (range.at[0] == '+' || range.at[0] == ' ')) {
        return 1;
    }
    if (range.n >= FURL_ESCAPE_SIZE && memcmp(range.at, "%20", FURL_ESCAPE_SIZE) == 0) {
        return FURL_ESCAPE_SIZE;
    }
    return 0;
}

/* Cuts the first piece off the areas: an areatag or a domain. */
static struct furl_range cut_area_piece(struct furl_range *areas)
{
    struct furl_range piece = {areas->at, 0};

    while (areas->n > 0 && areas->at[0] != '@' && separator(*areas) == 0) {
        piece.n++;
        skip(areas, 1);
    }
    return piece;
}

/* areatag ["@" domain ...], separated by `+`; none of the pieces empty (draft 6.2, 5.2.2.3.1).
 * A domain is escaped as an areatag is. */
static bool put_areas(struct writer *writer, struct furl_range areas, struct furl_escape *escape)
{
    enum furl_error empty = FURL_EMPTY_AREATAG;
    unsigned char *first = writer->to;

    for (;;) {
        struct furl_range piece = cut_area_piece(&areas);
        if (piece.n == 0) {
            return fail(writer, empty, piece.at);
        }
        if (!put_component(writer, piece, escape)) {
            return false;
        }
        if (areas.n == 0) {
            break;
        }
        bool domain = areas.at[0] == '@';
        put(writer, domain ? '@' : '+');
        empty = domain ? FURL_EMPTY_DOMAIN : FURL_EMPTY_AREATAG;
        skip(&areas, domain ? 1 : separator(areas));
    }
    if (writer->to - first >= 2 && first[0] == '/' && first[1] == '/') {
        /* It would be read as part of the delimiter (draft 5.1). */
        memmove(first + FURL_ESCAPE_SIZE, first + 1, (size_t)(writer->to - first) - 1);
        writer->to += furl_put_escape('/', first) - 1;
    }
    return true;
}

/* The slash before an object path, and the path; nothing where that is empty (draft 7.1.1). */
static bool put_object_path(struct writer *writer, struct furl_range path)
{

    while (path.n > 0) {
        struct furl_range part = cut(&path, '/');
        put(writer, '/');
        if (part.n == 0) {
            return fail(writer, FURL_EMPTY_PART, part.at);
        }
        if (!put_component(writer, part, &writer->canon->escapes[FURL_OBJECT])) {
            return false;
        }
        if (skip(&path, 1) && path.n == 0) {
            put(writer, '/'); /* a slash at the end is part of the path */
        }
    }
    return true;
}

static bool put_areas_and_object(struct writer *writer, struct furl_range required)
{
    struct furl_range areas = cut(&required, '/');

    skip(&required, 1);
    if (areas.n == 0) {
        return required.n == 0 || fail(writer, FURL_OBJECT_WITHOUT_AREA, required.at);
    }
    return put_areas(writer, areas, &writer->canon->escapes[FURL_AREATAG]) &&
           put_object_path(writer, required);
}

/* Cuts the address off: all before the second slash, the first being its own. */
static struct furl_range cut_address(struct furl_range *required)
{
    struct furl_range address = cut(required, '/');

    if (skip(required, 1)) {
        address.n += 1 + cut(required, '/').n;
        skip(required, 1);
    }
    return address;
}

static bool put_request(struct writer *writer, struct furl_range required)
{
    struct furl_range request = cut(&required, '/');

    if (request.n == 0) {
        return required.n == 0 || fail(writer, FURL_EMPTY_REQUEST, request.at);
    }
    put(writer, '/');
    skip(&required, 1);
    return put_component(writer, request, &writer->canon->escapes[FURL_REQUEST]) &&
           put_object_path(writer, required);
}

static bool put_required(struct writer *writer, enum furl_required kind, struct furl_range required)
{
    switch (kind) {
    case FURL_ADDRESS_ALONE:
        return put_address(writer, required);
    case FURL_AREAS_ALONE:
        return required.n == 0 || put_areas(writer, required, &writer->canon->areas_alone);
    case FURL_AREAS_OBJECT:
        return put_areas_and_object(writer, required);
    case FURL_ADDRESS_REQUEST:
        return put_address(writer, cut_address(&required)) && put_request(writer, required);
    case FURL_ADDRESS_OBJECT:
        return put_address(writer, cut_address(&required)) && put_object_path(writer, required);
    case FURL_OTHER:
        break;
    }
    return fail(writer, FURL_WRONG_RULES, writer->url);
}

/* name [ "=" value ], the first `=` dividing; no `=` before an empty value (draft 5.3). */
static bool put_parameter(struct writer *writer, struct furl_range parameter)
{
    struct furl_range name = cut(&parameter, '=');

    if (name.n == 0) {
        return fail(writer, parameter.n == 0 ? FURL_EMPTY_PARAMETER : FURL_NAMELESS_PARAMETER,
                    name.at);
    }
    if (!put_component(writer, name, &writer->canon->escapes[FURL_NAME])) {
        return false;
    }
    skip(&parameter, 1);
    if (parameter.n > 0) {
        put(writer, '=');
    }
    return put_component(writer, parameter, &writer->canon->escapes[FURL_VALUE]);
}

/* What stands behind the `?`: parameters, each ended by `&`, but for the last one. */
static bool put_optional(struct writer *writer, struct furl_range optional)
{
    for (char before = '?'; optional.n > 0; before = '&') {
        put(writer, before);
        if (!put_parameter(writer, cut(&optional, '&'))) {
            return false;
        }
        skip(&optional, 1);
    }
    return true;
}

void furl_canon_init(struct furl_canon *canon)
{
    for (size_t i = 0; i < FURL_COMPONENTS; i++) {
        furl_escape_init(&canon->escapes[i], &furl_rule_books[FURL_FIDOURL], &furl_components[i]);
    }
    canon->areas_alone = canon->escapes[FURL_AREATAG];
    furl_escape_allow(&canon->areas_alone, '/');
}

enum furl_error furl_canon_write(struct furl_canon *canon, struct furl_range url,
                                 struct furl_head head, unsigned char *out, size_t *out_n,
                                 size_t *where)
{
    struct writer writer = {.canon = canon, .url = url.at, .to = out};
    struct furl_range fragment = url;

    *where = 0;
    if (head.n == 0) {
        return FURL_NO_SCHEME;
    }
    if (!furl_is_fidonet(head.scheme)) {
        return FURL_WRONG_RULES;
    }
    struct furl_range rest = cut(&fragment, '#');
    skip(&rest, head.n);
    skip(&rest, rest.n >= 3 && rest.at[1] == '/' && rest.at[2] == '/' ? 3 : 1);
    put_text(&writer, head.scheme->name);
    put_text(&writer, head.scheme->canonical);
    struct furl_range required = cut(&rest, '?');
    skip(&rest, 1);
    if (put_required(&writer, head.scheme->required, required) && put_optional(&writer, rest) &&
        fragment.n > 0) {
        put(&writer, '#');
        skip(&fragment, 1);
        put_component(&writer, fragment, &canon->escapes[FURL_VALUE]);
    }
    *out_n = (size_t)(writer.to - out);
    *where = writer.where;
    return writer.error;
}
