/* The addresses of authors, as messages of Fidonet tell them. */
#include "config.h"

#include <limits.h>

#include "reader.h"
#include "select.h"

/* Reads a number, and `after`, which must come after it, unless that is NUL. Returns whether both
 * are there. */
static bool read_part(struct furl_range *text, char after, unsigned *number)
{
    size_t n = 0;
    unsigned read = 0;

    for (; n < text->n && furl_is(text->at[n], FURL_DIGIT); n++) {
        unsigned digit = text->at[n] - (unsigned)'0';
        read = read > (UINT_MAX - digit) / 10 ? UINT_MAX : read * 10 + digit;
    }
    bool ends = after == '\0' ? n == text->n : n < text->n && text->at[n] == (unsigned char)after;
    if (n == 0 || !ends) {
        return false;
    }
    *number = read;
    furl_skip(text, after == '\0' ? n : n + 1);
    return true;
}

bool mail_fidonet_read(struct furl_range text, struct mail_fidonet *address)
{
    struct furl_range rest = mail_before(text, '@');
    struct furl_range domain = mail_part(text, rest.n, text.n);
    bool is_one = domain.n != 1;

    *address = (struct mail_fidonet){0};
    address->has_zone = read_part(&rest, ':', &address->zone);
    is_one = read_part(&rest, '/', &address->net) && is_one;
    if (read_part(&rest, '.', &address->node)) {
        is_one = read_part(&rest, '\0', &address->point) && is_one;
    } else {
        is_one = read_part(&rest, '\0', &address->node) && is_one;
    }
    for (size_t i = 1; i < domain.n; i++) {
        is_one = is_one && (furl_is(domain.at[i], FURL_ALNUM) || domain.at[i] == '-' ||
                            domain.at[i] == '.' || domain.at[i] == '_');
    }
    address->domain = mail_part(domain, 1, domain.n);
    return is_one;
}

bool mail_fidonet_same(const struct mail_fidonet *one, const struct mail_fidonet *other)
{
    bool both_zones = one->has_zone && other->has_zone;
    bool both_domains = one->domain.n > 0 && other->domain.n > 0;

    return one->net == other->net && one->node == other->node && one->point == other->point &&
           (!both_zones || one->zone == other->zone) &&
           (!both_domains || mail_same_letters(one->domain, other->domain));
}

static bool is_address(struct furl_range text)
{
    struct mail_fidonet address;

    return mail_fidonet_read(text, &address);
}

/* The address at the end of the last origin line (FTS-0004): " * Origin: a system (2:5020/1042)",
 * perhaps after the name of a network. */
static struct furl_range in_origin_line(struct furl_range body)
{
    static const char begins[] = " * Origin:";
    struct furl_range found = {NULL, 0};

    for (size_t end = body.n; end > 0 && found.n == 0; end--) {
        bool begins_line = end == 1 || furl_ends_line(body.at[end - 2]);
        struct furl_range line = mail_part(body, end - 1, body.n);
        if (!begins_line || !furl_starts(line, begins)) {
            continue;
        }
        line.n = furl_line_length(line);
        size_t from = 0;
        for (size_t i = 0; i < line.n; i++) {
            if (line.at[i] == ')') {
                struct furl_range word = mail_part(line, from, i - from);
                found = is_address(word) ? word : found;
            }
            from = line.at[i] == '(' || line.at[i] == ' ' || line.at[i] == ')' ? i + 1 : from;
        }
        break;
    }
    return found;
}

void mail_address_of(const struct mail_raw *draft, char out[MAIL_ADDRESS_SIZE])
{
    struct furl_range address = draft->message.head.of[MAIL_ADDRESS];
    struct furl_range point = {NULL, 0};

    if (address.n == 0 && mail_is_netmail(draft)) {
        address = is_address(draft->origin) ? draft->origin : address;
        bool has_point =
            mail_before(mail_before(address, '@'), '.').n < mail_before(address, '@').n;
        point = mail_is_number(draft->point) && draft->point.at[0] != '0' && !has_point
                    ? draft->point
                    : point;
    } else if (address.n == 0) {
        address = mail_before(draft->message.head.of[MAIL_ID], ' ');
        address = is_address(address) ? address : in_origin_line(draft->body);
    }
    size_t n = address.n + (point.n > 0 ? 1 + point.n : 0);
    if (address.n == 0 || n >= MAIL_ADDRESS_SIZE) {
        n = 0;
    } else {
        memcpy(out, address.at, address.n);
        if (point.n > 0) {
            out[address.n] = '.';
            memcpy(out + address.n + 1, point.at, point.n);
        }
    }
    out[n] = '\0';
}
