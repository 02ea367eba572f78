#include "canon.h"

#include <string.h>

/* The parts: what each is escaped as, what is literal in it besides, and which octets end it. */
static const struct {
    enum furl_component_id component;
    const char *literal, *ends;
} parts[FURL_CANON_PARTS] = {
    [FURL_CANON_AREA] = {FURL_AREATAG, "", "@+ /?#"}, /* draft 5.2.2.3.1, 6.2; `?`: 5.3 */
    [FURL_CANON_SUBAREA] = {FURL_AREATAG, "/", "@+ ?#"},
    [FURL_CANON_ADDRESS] = {FURL_ADDRESS, "", ""}, /* its end is not so easily found */
    [FURL_CANON_REQUEST] = {FURL_REQUEST, "", "/?#"},
    [FURL_CANON_OBJECT] = {FURL_OBJECT, "", "/?#"},
    [FURL_CANON_NAME] = {FURL_NAME, "", "=&#"},
    [FURL_CANON_VALUE] = {FURL_VALUE, "", "&#"},
    [FURL_CANON_FRAGMENT] = {FURL_VALUE, "", ""},
};

/* A URL being taken apart and written anew. */
struct writer {
    const struct furl_canon *canon;
    const unsigned char *url;
    struct furl_range rest; /* of the URL, to be read */
    unsigned char *to;      /* where the next octet of the canonical form goes */
    enum furl_error error;
    size_t where;
};

static bool fail(struct writer *writer, enum furl_error error)
{
    writer->error = error;
    writer->where = (size_t)(writer->rest.at - writer->url);
    return false;
}

static void put(struct writer *writer, char octet)
{
    *writer->to++ = (unsigned char)octet;
}

/* The next octet to be read; -1 at the end. */
static int next(const struct writer *writer)
{
    return writer->rest.n > 0 ? writer->rest.at[0] : -1;
}

static void skip(struct writer *writer, size_t n)
{
    writer->rest.at += n;
    writer->rest.n -= n;
}

/* Reads the octet, if it is next. Returns whether it was. */
static bool take(struct writer *writer, char octet)
{
    bool is_next = next(writer) == octet;

    skip(writer, is_next ? 1 : 0);
    return is_next;
}

/* Whether the parameters end here, the fragment or nothing being next. */
static bool optional_ends(const struct writer *writer)
{
    return writer->rest.n == 0 || writer->rest.at[0] == '#';
}

/* Whether what is required ends here, the parameters being next if there are any. */
static bool required_ends(const struct writer *writer)
{
    return optional_ends(writer) || writer->rest.at[0] == '?';
}

/* Decodes a part, up to an octet that ends it or the end, and encodes it anew; only necessary
 * escapes remain (draft 5.2.2). */
static bool put_part(struct writer *writer, enum furl_canon_part part)
{
    const struct furl_canon_forms *forms = &writer->canon->parts[part];
    bool areas = part == FURL_CANON_AREA || part == FURL_CANON_SUBAREA;
    const unsigned char *at = writer->rest.at, *end = at + writer->rest.n;
    unsigned char *to = writer->to;
    unsigned char dashes = 0;
    bool escapes_are_fine = true;

    for (;;) {
        const unsigned char *form = NULL;
        for (; at < end && !furl_depends(form = forms->bare[*at]); at++) {
            /* All of the form: how many of its octets count is not worth a branch. */
            memcpy(to, form, FURL_ESCAPE_SIZE + 1);
            to += form[FURL_ESCAPE_SIZE];
            dashes = 0;
        }
        if (at == end) {
            break;
        }
        if (*at == '-') {
            to += furl_escape_octet(forms->data['-'], &dashes, '-', to);
            at++;
        } else if (*at == '%') {
            escapes_are_fine = furl_is_escape(at, (size_t)(end - at));
            if (!escapes_are_fine || (areas && furl_hex_octet(at + 1) == ' ')) {
                break; /* a space separates areas, escaped or not */
            }
            unsigned char octet = furl_hex_octet(at + 1);
            to += furl_escape_octet(forms->data[octet], &dashes, octet, to);
            at += FURL_ESCAPE_SIZE;
        } else {
            break;
        }
    }
    writer->to = to;
    skip(writer, (size_t)(at - writer->rest.at));
    return escapes_are_fine || fail(writer, FURL_BAD_ESCAPE);
}

/* The same of a part that must not be empty; `empty` says what is wrong if it is. */
static bool put_some(struct writer *writer, enum furl_canon_part part, enum furl_error empty)
{
    const unsigned char *from = writer->rest.at;

    if (!put_part(writer, part)) {
        return false;
    }
    return writer->rest.at > from || fail(writer, empty);
}

/* The octets that a unit of escaped data takes, and the octet it stands for; 0: bad escape. */
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
    bool empty = true; /* the field, so far */

    while (data.n > 0) {
        unsigned char octet = 0;
        size_t n = unit(data, &octet);
        if (n == 0) {
            return true; /* for put_part to find: it says where */
        }
        data.at += n;
        data.n -= n;
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

/* The octets of the address that is next: all up to the parameters, or to the second slash, the
 * first being its own. */
static size_t address_length(const struct writer *writer, bool path_follows)
{
    size_t slashes = 0, n = 0;

    for (; n < writer->rest.n && writer->rest.at[n] != '?' && writer->rest.at[n] != '#'; n++) {
        slashes += writer->rest.at[n] == '/';
        if (slashes == 2 && path_follows) {
            break;
        }
    }
    return n;
}

static bool put_address(struct writer *writer, bool path_follows)
{
    size_t behind = writer->rest.n;

    writer->rest.n = address_length(writer, path_follows);
    behind -= writer->rest.n;
    if (!is_address(writer->rest)) {
        return fail(writer, FURL_BAD_ADDRESS);
    }
    bool fine = put_part(writer, FURL_CANON_ADDRESS);
    writer->rest.n += behind;
    return fine;
}

/* areatag ["@" domain ...], separated by `+`; none of the pieces empty (draft 6.2, 5.2.2.3.1).
 * A domain is escaped as an areatag is. */
static bool put_areas(struct writer *writer, enum furl_canon_part part)
{
    enum furl_error empty = FURL_EMPTY_AREATAG;
    unsigned char *first = writer->to;

    while (put_some(writer, part, empty) && !required_ends(writer) && next(writer) != '/') {
        bool domain = take(writer, '@');
        put(writer, domain ? '@' : '+');
        empty = domain ? FURL_EMPTY_DOMAIN : FURL_EMPTY_AREATAG;
        if (!domain) {
            skip(writer, next(writer) == '%' ? FURL_ESCAPE_SIZE : 1);
        }
    }
    if (writer->error != FURL_FINE) {
        return false;
    }
    if (writer->to - first >= 2 && first[0] == '/' && first[1] == '/') {
        /* It would be read as part of the delimiter (draft 5.1). */
        memmove(first + FURL_ESCAPE_SIZE, first + 1, (size_t)(writer->to - first) - 1);
        writer->to += furl_put_escape('/', first) - 1;
    }
    return true;
}

/* The slash before an object path, and the path; nothing where that is empty (draft 7.1.1). */
static bool put_object_path(struct writer *writer)
{
    bool slash = take(writer, '/');

    if (required_ends(writer)) {
        return true;
    }
    while (slash) {
        put(writer, '/');
        if (!put_some(writer, FURL_CANON_OBJECT, FURL_EMPTY_PART)) {
            return false;
        }
        slash = take(writer, '/');
        if (slash && required_ends(writer)) {
            put(writer, '/'); /* a slash at the end is part of the path */
            break;
        }
    }
    return true;
}

static bool put_areas_and_object(struct writer *writer)
{
    if (required_ends(writer)) {
        return true;
    }
    if (take(writer, '/')) {
        return required_ends(writer) || fail(writer, FURL_OBJECT_WITHOUT_AREA);
    }
    return put_areas(writer, FURL_CANON_AREA) && put_object_path(writer);
}

static bool put_request(struct writer *writer)
{
    take(writer, '/');
    if (required_ends(writer)) {
        return true;
    }
    put(writer, '/');
    return put_some(writer, FURL_CANON_REQUEST, FURL_EMPTY_REQUEST) && put_object_path(writer);
}

static bool put_required(struct writer *writer, enum furl_required kind)
{
    switch (kind) {
    case FURL_ADDRESS_ALONE:
        return put_address(writer, false);
    case FURL_AREAS_ALONE:
        return required_ends(writer) || put_areas(writer, FURL_CANON_SUBAREA);
    case FURL_AREAS_OBJECT:
        return put_areas_and_object(writer);
    case FURL_ADDRESS_REQUEST:
        return put_address(writer, true) && put_request(writer);
    case FURL_ADDRESS_OBJECT:
        return put_address(writer, true) && put_object_path(writer);
    case FURL_OTHER:
        break;
    }
    return fail(writer, FURL_WRONG_RULES);
}

/* What stands behind the `?`: parameters, each ended by `&`, but for the last one. A parameter is
 * name [ "=" value ], the first `=` dividing; no `=` before an empty value (draft 5.3). */
static bool put_optional(struct writer *writer)
{
    for (char before = '?'; !optional_ends(writer); before = '&') {
        put(writer, before);
        if (!put_some(writer, FURL_CANON_NAME,
                      next(writer) == '=' ? FURL_NAMELESS_PARAMETER : FURL_EMPTY_PARAMETER)) {
            return false;
        }
        if (take(writer, '=') && !optional_ends(writer) && next(writer) != '&') {
            put(writer, '=');
            if (!put_part(writer, FURL_CANON_VALUE)) {
                return false;
            }
        }
        take(writer, '&');
    }
    return true;
}

static bool put_fragment(struct writer *writer)
{
    if (!take(writer, '#')) {
        return true;
    }
    put(writer, '#');
    return put_part(writer, FURL_CANON_FRAGMENT);
}

static void init_part(struct furl_canon_forms *forms, enum furl_canon_part part)
{
    struct furl_escape escape;

    furl_escape_init(&escape, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[parts[part].component]);
    for (const char *octet = parts[part].literal; *octet != '\0'; octet++) {
        furl_escape_allow(&escape, (unsigned char)*octet);
    }
    memcpy(forms->data, escape.forms.form, sizeof forms->data);
    memcpy(forms->bare, escape.forms.form, sizeof forms->bare);
    memcpy(forms->bare['+'], forms->data[' '], sizeof forms->bare['+']);
    forms->bare['%'][FURL_ESCAPE_SIZE] = FURL_DEPENDS;
    for (const char *octet = parts[part].ends; *octet != '\0'; octet++) {
        forms->bare[(unsigned char)*octet][FURL_ESCAPE_SIZE] = FURL_DEPENDS;
    }
}

void furl_canon_init(struct furl_canon *canon)
{
    for (size_t part = 0; part < FURL_CANON_PARTS; part++) {
        init_part(&canon->parts[part], (enum furl_canon_part)part);
    }
}

enum furl_error furl_canon_write(const struct furl_canon *canon, struct furl_range url,
                                 struct furl_head head, unsigned char *out, size_t *out_n,
                                 size_t *where)
{
    struct writer writer = {.canon = canon, .url = url.at, .rest = url, .to = out};

    *where = 0;
    if (head.n == 0) {
        return FURL_NO_SCHEME;
    }
    if (!furl_is_fidonet(head.scheme)) {
        return FURL_WRONG_RULES;
    }
    skip(&writer, head.n);
    skip(&writer, writer.rest.n >= 3 && memcmp(writer.rest.at, "://", 3) == 0 ? 3 : 1);
    memcpy(writer.to, head.scheme->name, FURL_SCHEME_MAX);
    writer.to += head.n;
    for (const char *octet = head.scheme->canonical; *octet != '\0'; octet++) {
        put(&writer, *octet);
    }
    if (put_required(&writer, head.scheme->required)) {
        take(&writer, '?');
        if (put_optional(&writer)) {
            writer.where = (size_t)(writer.rest.at - url.at);
            put_fragment(&writer);
        }
    }
    *out_n = (size_t)(writer.to - out);
    *where = writer.where;
    return writer.error;
}
