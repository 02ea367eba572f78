/* Mails one after another without marks between them, as cat(1) writes the files of a Maildir. The
 * second mail would be read as text of the first mail, but its header shows where it begins. */
#include "config.h"

#include "mail/mime.h"
#include "mail/reader.h"

/* The fields of a block. */
struct block {
    unsigned seen; /* bits of the fields that each mail has */
    bool encloses; /* the text after the block is a message or a header */
};

static struct block read_block(struct furl_range *rest)
{
    static const char *const fields[] = {"from", "date", "message-id", "content-type"};
    static const char *const types[] = {"message/", "text/rfc822-headers"};
    enum { FIELDS = sizeof fields / sizeof fields[0], TYPES = sizeof types / sizeof types[0] };
    struct block block = {0};
    struct furl_range name;

    while ((name = mail_field_name(mail_line(*rest))).n > 0) {
        struct furl_range field = mail_take_line(rest);
        while (rest->n > 0 && furl_is_blank(rest->ptr[0])) {
            field.n += mail_take_line(rest).n;
        }
        size_t nth = mail_place_in(fields, FIELDS, name);
        block.seen |= 1u << nth;
        struct furl_range value = mail_before(field, ':');
        value = mail_trimmed(mail_part(field, value.n + 1, field.n));
        for (size_t i = 0; i < TYPES && nth == FIELDS - 1; i++) {
            size_t n = strlen(types[i]);
            block.encloses =
                block.encloses || (value.n >= n && furl_spells(value.ptr, n, types[i]));
        }
    }
    return block;
}

/* The kind of a line without spaces around it. PART begins a part of a multipart or digest.
 * PARTS_END can end a multipart (no quoted headline has this form). TEXT is any other text. */
enum line { EMPTY, PART, PARTS_END, TEXT };

static enum line line_kind(struct furl_range line)
{
    size_t dashes = 0;

    while (dashes < line.n && line.ptr[dashes] == '-') {
        dashes++;
    }
    if (dashes < 2 || line.n == 2) {
        return line.n == 0 ? EMPTY : TEXT;
    }
    bool is_part = dashes == line.n || line.ptr[line.n - 1] != '-';
    return is_part ? PART : memchr(line.ptr, ' ', line.n) == NULL ? PARTS_END : TEXT;
}

size_t mail_catenated_at(struct furl_range octets)
{
    const unsigned in_each = 7;
    struct furl_range rest = octets;
    bool may_begin = true, is_inner = true; /* at first in the header of the first mail */

    while (rest.n > 0) {
        const struct furl_range before = rest;
        struct block block = may_begin ? read_block(&rest) : (struct block){0};
        if ((block.seen & in_each) == in_each && !is_inner) {
            return octets.n - before.n;
        }
        if (rest.n < before.n) {
            is_inner = block.encloses;
            continue;
        }
        enum line kind = line_kind(mail_trimmed(mail_take_line(&rest)));
        may_begin = kind != TEXT;
        is_inner = kind == PART || (kind == EMPTY && is_inner);
    }
    return octets.n;
}
