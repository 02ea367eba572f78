#include "address.h"

/* Reads digits, if there are any. */
FURL_INLINE struct furl_range read_digits(struct furl_range *rest)
{
    const struct furl_range digits = {rest->ptr, furl_leading_digits(*rest)};

    furl_skip(rest, digits.n);
    return digits;
}

/* Reads a delimiter. Returns whether the next octet was the delimiter. */
FURL_INLINE bool read_delimiter(struct furl_range *rest, unsigned char delimiter)
{
    const bool is_next = rest->n > 0 && rest->ptr[0] == delimiter;

    furl_skip(rest, is_next ? 1 : 0);
    return is_next;
}

bool furl_address_read(struct furl_range data, struct furl_address *address)
{
    struct furl_range rest = data;
    struct furl_range net = read_digits(&rest);

    *address = (struct furl_address){.net = net};
    if (net.n > 0 && read_delimiter(&rest, ':')) {
        address->zone = net;
        address->net = net = read_digits(&rest);
    }
    bool is_one = net.n > 0 && read_delimiter(&rest, '/');
    if (is_one) {
        const struct furl_range node = address->node = read_digits(&rest);
        is_one = node.n > 0;
    }
    if (is_one && read_delimiter(&rest, '.')) {
        const struct furl_range point = address->point = read_digits(&rest);
        is_one = point.n > 0;
    }
    if (is_one && read_delimiter(&rest, '@')) {
        address->domain = rest;
        while (rest.n > 0 && rest.ptr[0] != '/' && rest.ptr[0] != '@') {
            furl_skip(&rest, 1);
        }
        address->domain.n -= rest.n;
        is_one = address->domain.n > 0;
    }
    address->rest = rest;
    return is_one && rest.n == 0;
}
