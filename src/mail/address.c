/* The addresses of authors, as messages of Fidonet tell them. */
#include "config.h"

#include "mail.h"
#include "reader.h"

static bool is_number(struct furl_range text)
{
    struct furl_range rest = text;

    while (rest.n > 0 && furl_is(rest.at[0], FURL_DIGIT)) {
        furl_skip(&rest, 1);
    }
    return text.n > 0 && rest.n == 0;
}

/* Reads a number, and what comes after it. Returns whether both are there. */
static bool read_part(struct furl_range *text, char after)
{
    size_t n = 0;

    while (n < text->n && furl_is(text->at[n], FURL_DIGIT)) {
        n++;
    }
    bool is_one = n > 0 && n < text->n && text->at[n] == (unsigned char)after;
    furl_skip(text, is_one ? n + 1 : 0);
    return is_one;
}

/* Whether it is an address of Fidonet: [zone:]net/node[.point][@domain] (FRL-1002). */
static bool is_address(struct furl_range text)
{
    struct furl_range rest = mail_before(text, '@');
    struct furl_range domain = mail_part(text, rest.n, text.n);

    read_part(&rest, ':');
    bool has_net = read_part(&rest, '/');
    read_part(&rest, '.');
    bool is_one = has_net && is_number(rest) && domain.n != 1;
    for (size_t i = 1; i < domain.n; i++) {
        is_one = is_one && (furl_is(domain.at[i], FURL_ALNUM) || domain.at[i] == '-' ||
                            domain.at[i] == '.' || domain.at[i] == '_');
    }
    return is_one;
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
        point = is_number(draft->point) && draft->point.at[0] != '0' && !has_point ? draft->point
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
