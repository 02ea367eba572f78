#include "config.h"

#include "plain.h"

#include "fields.h"
#include "furl/octets/utf8.h"
#include "references.h"

/* A line: what is quoted in it is after as many ">". */
struct line {
    struct furl_range all, quoted;
    size_t depth;
    bool is_signature; /* the line before one */
    bool flows;        /* it goes on in the next line, if that is as deep */
};

/* Takes a line off the front, without its end; the blank that it may be stuffed with is none of
 * what is quoted. */
static struct line take_line(struct furl_range *rest)
{
    struct line line = {.all = mail_line(*rest)};

    furl_skip(rest, line.all.n);
    line.all.n -= line.all.n > 0 && line.all.at[line.all.n - 1] == '\n' ? 1 : 0;
    line.all.n -= line.all.n > 0 && line.all.at[line.all.n - 1] == '\r' ? 1 : 0;
    while (line.depth < line.all.n && line.all.at[line.depth] == '>') {
        line.depth++;
    }
    line.quoted = line.all;
    furl_skip(&line.quoted, line.depth);
    furl_skip(&line.quoted, line.quoted.n > 0 && line.quoted.at[0] == ' ' ? 1 : 0);
    line.is_signature = furl_starts(line.quoted, "-- ") && line.quoted.n == 3;
    line.flows =
        line.quoted.n > 0 && line.quoted.at[line.quoted.n - 1] == ' ' && !line.is_signature;
    return line;
}

size_t mail_unflow(unsigned char *text, size_t n, bool delsp)
{
    struct furl_range rest = {text, n};
    unsigned char *to = text;
    struct line before = {.flows = false};

    while (rest.n > 0) {
        struct line line = take_line(&rest);
        bool goes_on = before.flows && line.depth == before.depth && !line.is_signature;
        /* What is quoted keeps its marks, and the blank after them. */
        struct furl_range put = goes_on || line.depth == 0 ? line.quoted : line.all;
        if (goes_on) {
            to -= delsp ? 2 : 1;
        }
        memmove(to, put.at, put.n);
        to += put.n;
        *to++ = '\n';
        before = line;
    }
    return (size_t)(to - text);
}

/* The octets of the name or number in a character reference at the front, "&...;": 0 where there is
 * none. */
static size_t reference_length(struct furl_range rest)
{
    size_t n = 1;

    while (n < rest.n && n <= MAIL_REFERENCE_MAX &&
           (furl_is(rest.at[n], FURL_ALNUM) || (n == 1 && rest.at[n] == '#'))) {
        n++;
    }
    return n < rest.n && rest.at[n] == ';' ? n - 1 : 0;
}

size_t mail_unescape(unsigned char *text, size_t n)
{
    struct furl_range rest = {text, n};
    unsigned char *to = text;

    while (rest.n > 0) {
        const unsigned char *mark = memchr(rest.at, '&', rest.n);
        size_t before = mark != NULL ? (size_t)(mark - rest.at) : rest.n;
        memmove(to, rest.at, before);
        to += before;
        furl_skip(&rest, before);
        size_t length = reference_length(rest);
        uint32_t code = length > 0 ? mail_reference(mail_part(rest, 1, length)) : 0;
        if (code > 0) {
            to += furl_put_utf8(code, to);
            furl_skip(&rest, length + strlen("&;"));
        } else if (rest.n > 0) {
            *to++ = '&';
            furl_skip(&rest, 1);
        }
    }
    return (size_t)(to - text);
}
