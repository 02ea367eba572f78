#include "config.h"

#include <assert.h>

#include "mime.h"
#include "reader.h"

/* A line that can delimit an open multipart. */
struct delimiter {
    size_t nth;  /* number of the multipart that the line delimits, from 1, or 0 for none */
    bool closes; /* the line ends the multipart */
};

/* Finds the multipart that the line at the front delimits (RFC 2046 5.1.1). */
static struct delimiter delimiter_of(const struct mail_entities *entities, struct furl_range rest)
{
    if (!furl_starts(rest, "--")) {
        return (struct delimiter){0};
    }
    struct furl_range line = mail_line(rest);
    furl_skip(&line, 2);
    for (size_t nth = entities->n; nth > 0; nth--) {
        const char *boundary = entities->open[nth - 1].type.boundary;
        if (furl_starts(line, boundary)) {
            size_t n = strlen(boundary);
            struct furl_range after = mail_trimmed(mail_part(line, n, line.n));
            bool closes = after.n == 2 && furl_starts(after, "--");
            if (after.n == 0 || closes) {
                return (struct delimiter){nth, closes};
            }
        }
    }
    return (struct delimiter){0};
}

/* Reads the octets up to the next delimiter. Skips the delimiter, with the line end before it. */
static struct furl_range read_to_delimiter(struct mail_entities *entities,
                                           struct delimiter *delimiter)
{
    struct furl_range content = {entities->rest.ptr, 0};

    *delimiter = (struct delimiter){0};
    if (entities->n == 0) {
        content = entities->rest;
        furl_skip(&entities->rest, content.n);
    }
    while (entities->rest.n > 0 && delimiter->nth == 0) {
        size_t n = mail_lines_before(entities->rest, '-').n; /* no attachment has such lines */
        furl_skip(&entities->rest, n);
        struct furl_range line = mail_take_line(&entities->rest);
        *delimiter = delimiter_of(entities, line);
        content.n += n + (delimiter->nth == 0 ? line.n : 0);
    }
    if (delimiter->nth > 0) {
        entities->is_message[delimiter->nth - 1] = false;
        entities->n = delimiter->nth - (delimiter->closes ? 1 : 0);
        content.n -= content.n > 0 ? 1 : 0;
        content.n -= content.n > 0 && content.ptr[content.n - 1] == '\r' ? 1 : 0;
    }
    return content;
}

/* Reads the content of an entity and, after a multipart, the octets before the next entity. */
static struct furl_range read_content(struct mail_entities *entities)
{
    struct delimiter delimiter;
    struct furl_range content = read_to_delimiter(entities, &delimiter);

    while (delimiter.closes) {
        read_to_delimiter(entities, &delimiter);
    }
    entities->over = delimiter.nth == 0;
    return content;
}

/* Writes the value of a field as a string, or an empty string if the value is too long. */
static void copy_value(struct furl_range body, char *out, size_t size)
{
    size_t n = body.n < size ? mail_unfold(body, (unsigned char *)out) : 0;

    out[n] = '\0';
}

/* Reads the header of an entity, which can end at a delimiter, and the wanted fields of the first
 * header. `kind` is the default. */
static void read_entity_header(struct mail_entities *entities, enum mime_kind kind,
                               struct mail_entity *entity)
{
    char value[MIME_VALUE_MAX + 1] = "";
    struct mail_header_field field;

    entity->encoding[0] = '\0';
    while (delimiter_of(entities, entities->rest).nth == 0 &&
           mail_next_field(&entities->rest, &field)) {
        if (furl_spells(field.name.ptr, field.name.n, "content-type")) {
            copy_value(field.body, value, sizeof value);
        } else if (furl_spells(field.name.ptr, field.name.n, "content-transfer-encoding")) {
            copy_value(field.body, entity->encoding, sizeof entity->encoding);
            entity->encoding[strcspn(entity->encoding, " ;(")] = '\0'; /* a comment can follow */
        }
        size_t nth = mail_place_in(entities->names, entities->names_n, field.name);
        if (nth < entities->names_n) {
            mail_set_first(&entities->fields[nth], field.body);
        }
    }
    entities->names_n = 0;
    entity->type = (struct mime_type){.kind = kind};
    if (value[0] != '\0') {
        mime_parse_type(value, &entity->type);
    }
}

/* Opens an entity, at its content, if the entity is a multipart that can be split. Returns whether
 * the entity was opened. */
static bool open_multipart(struct mail_entities *entities, const struct mime_type *type)
{
    if (type->kind < MIME_MULTIPART || type->boundary[0] == '\0' || entities->n == MAIL_NESTED) {
        return false;
    }
    entities->open[entities->n++] = (struct mail_multipart){.type = *type};
    return true;
}

/* Reads the octets before the first part of the multipart that was just opened. If there is no
 * part, closes the multipart again and returns false. The whole multipart is then a text. */
static bool read_preamble(struct mail_entities *entities)
{
    const struct furl_range rest = entities->rest;
    size_t n = entities->n;
    bool is_message[MAIL_NESTED];

    memcpy(is_message, entities->is_message, sizeof is_message);
    read_content(entities);
    if (entities->over || entities->n < n) {
        memcpy(entities->is_message, is_message, sizeof is_message);
        entities->rest = rest;
        entities->n = n - 1;
        entities->over = false;
        return false;
    }
    return true;
}

/* Returns how many of the open multiparts are around the current message. */
static size_t around_message(const struct mail_entities *entities)
{
    size_t n = entities->n;

    while (n > 0 && !entities->is_message[n - 1]) {
        n--;
    }
    return n;
}

/* Returns whether an open multipart/alternative in the current message had a plain text, so that
 * another text is spare. If `links`, the plain text must have had links. */
static bool is_spare(const struct mail_entities *entities, bool links)
{
    bool is_spare = false;

    assert(entities->n <= MAIL_NESTED);
    for (size_t i = around_message(entities); i < entities->n; i++) {
        const struct mail_multipart *multipart = &entities->open[i];
        is_spare = is_spare || (multipart->type.kind == MIME_ALTERNATIVE &&
                                (links ? multipart->has_links : multipart->has_plain));
    }
    return is_spare;
}

/* Reads the content of a text. Returns whether the text is wanted. */
static bool read_part_text(struct mail_entities *entities, struct mail_entity *text)
{
    bool spare = text->type.kind != MIME_PLAIN && is_spare(entities, false);

    text->is_spare =
        spare && (entities->all || (text->type.kind == MIME_HTML && !is_spare(entities, true)));
    entities->around = around_message(entities);
    text->content = read_content(entities);
    return (!spare || text->is_spare) && text->type.kind != MIME_OTHER &&
           text->type.kind != MIME_MESSAGE && text->type.kind != MIME_SEALED;
}

bool mail_is_alternative(const struct mail_entities *entities)
{
    bool is = false;

    for (size_t i = entities->around; i < entities->n; i++) {
        is = is || entities->open[i].type.kind == MIME_ALTERNATIVE;
    }
    return is;
}

void mail_had_text(struct mail_entities *entities, const struct mail_entity *text, bool has_links)
{
    for (size_t i = entities->around; i < entities->n && text->type.kind == MIME_PLAIN; i++) {
        entities->open[i].has_plain = true;
        entities->open[i].has_links = entities->open[i].has_links || has_links;
    }
}

bool mail_next_text(struct mail_entities *entities, struct mail_entity *text)
{
    bool in_message = false;

    while (!entities->over) {
        /* The kind of an entity without a Content-Type (RFC 2046 5.1.5). */
        bool in_digest = !in_message && entities->n > 0 &&
                         entities->open[entities->n - 1].type.kind == MIME_DIGEST;
        read_entity_header(entities, in_digest ? MIME_MESSAGE : MIME_PLAIN, text);
        if (text->type.kind == MIME_MESSAGE && mime_is_encoded(furl_range_of(text->encoding))) {
            text->type = (struct mime_type){.kind = MIME_PLAIN}; /* invalid, but occurs */
        }
        text->may_be_binary = entities->n > 0 && !text->type.is_given;
        entities->has_sealed = entities->has_sealed || text->type.kind == MIME_SEALED;
        in_message = text->type.kind == MIME_MESSAGE;
        if (in_message && entities->n > 0) {
            entities->is_message[entities->n - 1] = true;
        }
        bool opened = open_multipart(entities, &text->type);
        if (opened && !read_preamble(entities)) {
            opened = false;
            text->type = (struct mime_type){.kind = MIME_PLAIN};
        }
        if (!opened && !in_message && read_part_text(entities, text)) {
            return true;
        }
    }
    return false;
}
