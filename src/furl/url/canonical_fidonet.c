#include <string.h>

#include "canonical.h"
#include "furl/core/address.h"

/* For each part: its component in the rule book, further literal octets, and octets that end it. */
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

/* A URL that is being written part by part. */
struct writer {
    const struct furl_fidonet *fidonet;
    const struct furl_parts *split;
    struct furl_writer to;
    bool dashes; /* the result can have three `-` in a row */
    struct furl_result result;
};

static bool fail(struct writer *writer, enum furl_error error)
{
    writer->result.error = error;
    writer->result.where = (size_t)(writer->to.in.ptr - writer->split->url.ptr);
    return false;
}

static bool is_at_end(const struct writer *writer)
{
    return writer->to.in.n == 0;
}

/* Returns the next unread octet, or -1 at the end. */
static int next(const struct writer *writer)
{
    return is_at_end(writer) ? -1 : writer->to.in.ptr[0];
}

/* Skips the next octet if it is `octet`. The octet is unchanged, but is dropped if it is the last
 * one of the range. Returns whether it was `octet`. */
static bool accept(struct writer *writer, char octet)
{
    bool is_next = next(writer) == (unsigned char)octet;

    if (is_next && writer->to.in.n == 1) {
        furl_write_drop(&writer->to, 1);
    } else if (is_next) {
        furl_skip(&writer->to.in, 1);
    }
    return is_next;
}

/* Continues a part at a `%`. Decodes the escapes of `-`, and stops before any other escape. Returns
 * false if the `%` starts no escape. */
static bool put_percent(struct writer *writer, const struct furl_octet_rules *octet_rules)
{
    struct furl_writer *to = &writer->to;

    do {
        if (!furl_is_escape(to->in.ptr, to->in.n)) {
            return fail(writer, FURL_BAD_ESCAPE);
        }
        if (furl_hex_octet(to->in.ptr + 1) != '-') {
            return true;
        }
        furl_write_drop(to, FURL_ESCAPE_SIZE);
        *to->out++ = '-';
        writer->dashes = true;
        furl_normalize_part(octet_rules, to);
    } while (next(writer) == '%');
    return true;
}

/* Writes a part, as far as the next octet that ends it, with only the necessary escapes (draft
 * 5.2.2). Stops before an escaped space in areas, because a space separates areas. */
static inline bool put_part(struct writer *writer, enum furl_fidonet_part part)
{
    const struct furl_octet_rules *octet_rules = &writer->fidonet->parts[part];

    furl_normalize_part(octet_rules, &writer->to);
    return next(writer) != '%' || put_percent(writer, octet_rules);
}

/* Like put_part, for a part that must not be empty. `empty` is the error for an empty part. */
static inline bool put_some(struct writer *writer, enum furl_fidonet_part part,
                            enum furl_error empty)
{
    const unsigned char *from = writer->to.in.ptr;

    return put_part(writer, part) && (writer->to.in.ptr > from || fail(writer, empty));
}

/* Returns whether data is an address, or can be the front of an address before a `%` that starts no
 * escape. put_part then reports the `%`. Decodes the data to `scratch`. */
static bool is_address(struct furl_range data, unsigned char *scratch)
{
    struct furl_address address;
    bool stray = false;

    if (furl_divide(data, '%').second.ptr != NULL) {
        unsigned char *to = scratch;
        while (data.n > 0 && !(stray = furl_is_stray(data))) {
            *to++ = (unsigned char)furl_next_data(&data, false);
        }
        data = (struct furl_range){scratch, (size_t)(to - scratch)};
    }
    return furl_address_read(data, &address) || (stray && address.rest.n == 0);
}

static bool put_address(struct writer *writer)
{
    return is_address(writer->to.in, writer->to.out) ? put_part(writer, FURL_PART_ADDRESS)
                                                     : fail(writer, FURL_BAD_ADDRESS);
}

/* Writes areatag ["@" domain ...], separated by `+`. No piece may be empty (draft 6.2, 5.2.2.3.1).
 * A domain is escaped like an areatag. */
static bool put_areas(struct writer *writer, enum furl_fidonet_part part)
{
    struct furl_writer *to = &writer->to;
    enum furl_error empty = FURL_EMPTY_AREATAG;

    while (put_some(writer, part, empty) && !is_at_end(writer)) {
        bool domain = to->in.ptr[0] == '@';
        empty = domain ? FURL_EMPTY_DOMAIN : FURL_EMPTY_AREATAG;
        if (domain || to->in.ptr[0] == '+') {
            furl_skip(&to->in, 1);
        } else {
            furl_write_drop(to, to->in.ptr[0] == '%' ? FURL_ESCAPE_SIZE : 1);
            *to->out++ = '+';
        }
    }
    return writer->result.error == FURL_FINE;
}

/* Like put_areas, for schemes in which `/` is literal. Escapes the first `/` of areas that start
 * with "//", because "//" would be part of the delimiter (draft 5.1). */
static bool put_areas_or_slashes(struct writer *writer)
{
    unsigned char *areas = writer->to.out;
    bool fine = put_areas(writer, FURL_PART_AREA_OR_SLASH);

    furl_writer_flush(&writer->to, writer->to.in.ptr);
    if (writer->to.out - areas >= 2 && areas[0] == '/' && areas[1] == '/') {
        memmove(areas + FURL_ESCAPE_SIZE, areas + 1, (size_t)(writer->to.out - areas) - 1);
        writer->to.out += furl_put_escape('/', areas) - 1;
    }
    return fine;
}

/* Writes a slash and an object path, or nothing if the path is empty (draft 7.1.1). A slash at the
 * end is part of the path. */
static bool put_object_path(struct writer *writer)
{
    bool slash = accept(writer, '/');

    while (slash && !is_at_end(writer)) {
        if (!put_some(writer, FURL_PART_OBJECT, FURL_EMPTY_PART)) {
            return false;
        }
        slash = next(writer) == '/';
        furl_skip(&writer->to.in, slash);
    }
    return true;
}

static bool put_request(struct writer *writer)
{
    accept(writer, '/');
    return is_at_end(writer) ||
           (put_some(writer, FURL_PART_REQUEST, FURL_EMPTY_REQUEST) && put_object_path(writer));
}

/* Writes the address or the areas. */
static bool put_address_or_areas(struct writer *writer, const struct furl_parts *split)
{
    const struct furl_fidonet_grammar *grammar = split->known->grammar;

    writer->to.in = split->authority;
    writer->to.pending = split->authority.ptr;
    if (grammar->address) {
        return put_address(writer);
    }
    return is_at_end(writer) ||
           (grammar->objects ? put_areas(writer, FURL_PART_AREA) : put_areas_or_slashes(writer));
}

/* Writes the request and the object path, if there are any. */
static bool put_path(struct writer *writer, const struct furl_parts *split)
{
    const struct furl_fidonet_grammar *grammar = split->known->grammar;

    furl_writer_seek(&writer->to, split->path, 0);
    if (split->authority.n == 0 && accept(writer, '/')) {
        return is_at_end(writer) || fail(writer, FURL_OBJECT_WITHOUT_AREA);
    }
    return grammar->request ? put_request(writer) : put_object_path(writer);
}

/* Writes name [ "=" value ], separated by `&` (draft 5.3). The first `=` divides name and value.
 * Drops an `=` before an empty value. */
static bool put_parameters(struct writer *writer, const struct furl_parts *split)
{
    struct furl_range *in = &writer->to.in;

    if (split->query.n == 0) {
        return true;
    }
    for (furl_writer_seek(&writer->to, split->query, 1); !is_at_end(writer); accept(writer, '&')) {
        if (!put_some(writer, FURL_PART_NAME,
                      next(writer) == '=' ? FURL_NAMELESS_PARAMETER : FURL_EMPTY_PARAMETER)) {
            return false;
        }
        if (next(writer) == '=' && (in->n == 1 || in->ptr[1] == '&')) {
            furl_write_drop(&writer->to, 1);
        } else if (accept(writer, '=') && !put_part(writer, FURL_PART_VALUE)) {
            return false;
        }
    }
    return true;
}

static bool put_fragment(struct writer *writer, const struct furl_parts *split)
{
    if (split->fragment.ptr == NULL) {
        return true;
    }
    furl_writer_seek(&writer->to, split->fragment, 1);
    return put_part(writer, FURL_PART_FRAGMENT);
}

static void init_part(struct furl_octet_rules *octet_rules, enum furl_fidonet_part part)
{
    struct furl_range ends = furl_range_of(parts[part].ends);
    struct furl_escape escape;

    furl_escape_init(&escape, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[parts[part].component]);
    furl_escape_allow(&escape, furl_range_of(parts[part].literal));
    memcpy(octet_rules->escapes, escape.table.of, sizeof octet_rules->escapes);
    memcpy(octet_rules->bare, escape.table.of, sizeof octet_rules->bare);
    octet_rules->bare['+'] = octet_rules->escapes[' '];
    octet_rules->bare['-'] = (struct furl_spelling){{'-'}, 1}; /* break_dashes escapes dashes */
    octet_rules->bare['%'].n = FURL_NEEDS_CONTEXT;
    for (size_t i = 0; i < ends.n; i++) {
        octet_rules->bare[ends.ptr[i]].n = FURL_NEEDS_CONTEXT;
    }
    if (octet_rules->bare[' '].n == FURL_NEEDS_CONTEXT) {
        octet_rules->escapes[' '].n = FURL_NEEDS_CONTEXT;
    }
    octet_rules->stays = FURL_LITERAL;
    furl_octet_rules_finish(octet_rules);
}

void furl_fidonet_init(struct furl_fidonet *fidonet)
{
    for (size_t part = 0; part < FURL_PARTS; part++) {
        init_part(&fidonet->parts[part], (enum furl_fidonet_part)part);
    }
}

/* Escapes every third `-` in a row from `ptr` to `end` (draft 5.2.2.2). Returns the new end.
 * "-----" becomes "--%2D--". */
static unsigned char *break_dashes(unsigned char *ptr, unsigned char *end)
{
    size_t dashes = 0, row = 0;

    for (const unsigned char *in = ptr; in < end; in++) {
        dashes += *in == '-' ? 1 : 0;
    }
    size_t most = dashes / 3 * (FURL_ESCAPE_SIZE - 1); /* the most octets that escapes add */
    memmove(ptr + most, ptr, (size_t)(end - ptr));
    for (const unsigned char *in = ptr + most; in < end + most; in++) {
        row = *in == '-' ? row + 1 : 0;
        *ptr = *in;
        ptr += row == 3 ? furl_put_escape('-', ptr) : 1;
        row %= 3;
    }
    return ptr;
}

/* Returns whether the URL can have three bare `-` in a row. */
static bool may_have_dashes(const struct furl_parts *split)
{
    const uint64_t dashes = split->masks.of[FURL_DOT_OR_DASH];

    return split->url.n > FURL_SPLIT_MASK_OCTETS ? furl_has_doubled(split->url, '-')
                                                 : (dashes & dashes >> 1 & dashes >> 2) != 0;
}

/* Writes all parts after the delimiter. Records their places in `form`. */
static bool put_parts(struct writer *writer, const struct furl_parts *split,
                      struct furl_parts *form)
{
    form->authority.ptr = writer->to.out;
    if (!put_address_or_areas(writer, split)) {
        return false;
    }
    form->path.ptr = furl_writer_position(&writer->to);
    if (!put_path(writer, split)) {
        return false;
    }
    form->query.ptr = split->query.n > 0 ? furl_writer_position(&writer->to) + 1 : NULL;
    if (!put_parameters(writer, split)) {
        return false;
    }
    form->fragment.ptr = split->fragment.ptr != NULL ? furl_writer_position(&writer->to) + 1 : NULL;
    return put_fragment(writer, split);
}

struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_parts *split, unsigned char *out,
                                      struct furl_parts *form)
{
    struct writer writer = {.fidonet = fidonet,
                            .split = split,
                            .to = {.split = split, .out = out},
                            .dashes = may_have_dashes(split)};

    memcpy(out, split->known->name, FURL_SCHEME_MAX);
    writer.to.out += split->scheme.n;
    memcpy(writer.to.out, "://", 3); /* ":" is the start of "://" */
    writer.to.out += split->known->canonical[1] == '\0' ? 1 : 3;
    if (put_parts(&writer, split, form)) {
        furl_writer_flush(&writer.to, writer.to.in.ptr);
        if (writer.dashes) {
            writer.to.out = break_dashes(out, writer.to.out);
            form->authority.ptr = NULL;
        }
        writer.result.n = (size_t)(writer.to.out - out);
    }
    return writer.result;
}
