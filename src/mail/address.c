/* Addresses of authors in Fidonet. */
#include "config.h"

#include <assert.h>
#include <limits.h>

#include "furl/core/address.h"
#include "reader.h"
#include "select.h"

bool mail_fidonet_read(struct furl_range text, struct mail_fidonet_address *address)
{
    struct furl_address parts;
    bool is_one = furl_address_read(text, &parts);

    for (size_t i = 0; is_one && i < parts.domain.n; i++) {
        const unsigned char octet = parts.domain.ptr[i];
        is_one = furl_octet_in(octet, FURL_ALNUM) || octet == '-' || octet == '.' || octet == '_';
    }
    *address = (struct mail_fidonet_address){.has_zone = parts.zone.ptr != NULL,
                                             .zone = (unsigned)mail_number(parts.zone, UINT_MAX),
                                             .net = (unsigned)mail_number(parts.net, UINT_MAX),
                                             .node = (unsigned)mail_number(parts.node, UINT_MAX),
                                             .point = (unsigned)mail_number(parts.point, UINT_MAX),
                                             .domain = parts.domain};
    return is_one;
}

bool mail_fidonet_same(const struct mail_fidonet_address *one,
                       const struct mail_fidonet_address *other)
{
    bool both_zones = one->has_zone && other->has_zone;
    bool both_domains = one->domain.n > 0 && other->domain.n > 0;

    return one->net == other->net && one->node == other->node && one->point == other->point &&
           (!both_zones || one->zone == other->zone) &&
           (!both_domains || mail_same_letters(one->domain, other->domain));
}

static bool is_address(struct furl_range text)
{
    struct mail_fidonet_address address;

    return mail_fidonet_read(text, &address);
}

struct furl_range mail_address_in_id(struct furl_range id)
{
    struct furl_range word = mail_before(id, ' ');

    while (word.n > 0 && !is_address(word)) {
        furl_skip(&word, mail_before(word, '@').n);
        furl_skip(&word, word.n > 0 ? 1 : 0);
    }
    return word;
}

/* Returns the address at the end of the last origin line (FTS-0004): " * Origin: a system
 * (2:5020/1042)". The name of a network can precede the address. */
static struct furl_range in_origin_line(struct furl_range body)
{
    struct furl_range origin = {NULL, 0}, found = {NULL, 0};

    while (body.n > 0) {
        struct furl_range line = mail_next_line(&body);
        origin = furl_line_is(line, FURL_LINE_ORIGIN) ? line : origin;
    }
    for (size_t i = 0, from = 0; i < origin.n; i++) {
        if (origin.ptr[i] == ')') {
            struct furl_range word = mail_part(origin, from, i - from);
            found = is_address(word) ? word : found;
        }
        from = furl_is_one_of(origin.ptr[i], "( )") ? i + 1 : from;
    }
    return found;
}

/* Writes the pieces in a row as a string, or an empty string if they are too long. */
static void put_pieces(const struct furl_range *pieces, size_t pieces_n,
                       char out[MAIL_ADDRESS_SIZE])
{
    size_t n = 0;

    for (size_t i = 0; i < pieces_n; i++) {
        assert(n < MAIL_ADDRESS_SIZE);
        if (pieces[i].n >= MAIL_ADDRESS_SIZE - n) {
            n = 0;
            break;
        }
        mail_put((unsigned char *)out + n, pieces[i]);
        n += pieces[i].n;
    }
    out[n] = '\0';
}

void mail_address_of(const struct mail_message *message, char out[MAIL_ADDRESS_SIZE])
{
    struct furl_range address = message->head.of[MAIL_ADDRESS];
    const struct furl_range none = {NULL, 0};
    struct mail_fidonet_address parts;

    if (address.n == 0 && mail_is_netmail(message)) {
        /* FMPT has the point, which a node lacks. */
        struct furl_range node = mail_before(message->origin, '@');
        struct furl_range domain = mail_part(message->origin, node.n, message->origin.n);
        bool is_one = mail_fidonet_read(message->origin, &parts);
        bool adds = is_one && mail_is_number(message->point) && message->point.ptr[0] != '0' &&
                    mail_before(node, '.').n == node.n;
        put_pieces((const struct furl_range[]){is_one ? node : none, furl_range_of(adds ? "." : ""),
                                               adds ? message->point : none,
                                               is_one ? domain : none},
                   4, out);
        return;
    }
    if (address.n == 0) {
        address = mail_address_in_id(message->head.of[MAIL_ID]);
        address = address.n > 0 ? address : in_origin_line(message->body);
    }
    put_pieces(&address, 1, out);
}
