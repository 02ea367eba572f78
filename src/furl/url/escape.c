#include "percent.h"

static void set_literal(struct furl_escape *escape, unsigned char octet, unsigned char written)
{
    escape->table.of[octet] = (struct furl_spelling){{written}, 1};
    furl_byteset_put(&escape->table.escaped, octet, false);
}

static void set_escaped(struct furl_escape *escape, unsigned char octet)
{
    struct furl_spelling *spelling = &escape->table.of[octet];

    spelling->n = (unsigned char)furl_put_escape(octet, spelling->octets);
    furl_byteset_put(&escape->table.escaped, octet, true);
}

static bool is_literal(const struct furl_escape *escape, unsigned char octet)
{
    return !escape->table.escaped.has[octet];
}

void furl_escape_allow(struct furl_escape *escape, struct furl_range octets)
{
    for (size_t i = 0; i < octets.n; i++) {
        if (octets.ptr[i] != '-' || !furl_needs_context(&escape->table.of['-'])) {
            set_literal(escape, octets.ptr[i], octets.ptr[i]);
        }
    }
}

void furl_escape_forbid(struct furl_escape *escape, struct furl_range octets)
{
    for (size_t i = 0; i < octets.n; i++) {
        set_escaped(escape, octets.ptr[i]);
    }
}

void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component)
{
    bool rfc = !furl_is_fidourl(rules);

    *escape = (struct furl_escape){.kernels = furl_choose_kernels()};
    for (size_t octet = 0; octet < 256; octet++) {
        if (furl_octet_in((unsigned char)octet, FURL_ALNUM)) {
            set_literal(escape, (unsigned char)octet, (unsigned char)octet);
        } else {
            set_escaped(escape, (unsigned char)octet);
        }
    }
    furl_escape_allow(escape, furl_range_of(rules->literal));
    furl_escape_allow(escape, furl_range_of(rfc ? component->rfc_literal : component->literal));
    if (rules->space != '\0' && !(rfc && component->rfc_escapes_space)) {
        set_literal(escape, ' ', rules->space);
    }
    if (rules->breaks_dashes && is_literal(escape, '-')) {
        furl_put_escape('-', escape->table.of['-'].octets);
        escape->table.of['-'].n = FURL_NEEDS_CONTEXT;
        furl_byteset_put(&escape->table.escaped, '-', true);
    }
}

void furl_escape_lines(struct furl_escape *escape)
{
    furl_escape_allow(escape, furl_range_of("\n"));
    if (!is_literal(escape, '\r')) {
        escape->table.of['\r'].n = FURL_NEEDS_CONTEXT;
    }
}

size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    size_t written = 0;

    if (n == 0) {
        return 0;
    }
    if (escape->cr && in[0] == '\n') {
        out[written++] = '\r';
        escape->cr = false;
    } else if (escape->cr) {
        written = furl_escape_final(escape, out);
    }
    if (in[n - 1] == '\r' && furl_needs_context(&escape->table.of['\r'])) {
        escape->cr = true;
        n--;
    }
    return written + escape->kernels->escape(&escape->table, &escape->dashes, in, n, out + written);
}

struct furl_byteset furl_changed(const struct furl_spelling of[256])
{
    struct furl_byteset changed = {.has = {false}};

    for (size_t octet = 0; octet < 256; octet++) {
        furl_byteset_put(&changed, (unsigned char)octet,
                         of[octet].n != 1 || of[octet].octets[0] != octet);
    }
    return changed;
}

void furl_escape_restart(struct furl_escape *escape)
{
    escape->cr = false;
    escape->dashes = 0;
}

size_t furl_escape_final(struct furl_escape *escape, unsigned char *out)
{
    size_t written = escape->cr ? furl_put_escape('\r', out) : 0;

    furl_escape_restart(escape);
    return written;
}

size_t furl_escape_all(struct furl_escape *escape, struct furl_range data, unsigned char *out)
{
    size_t n = furl_escape_feed(escape, data.ptr, data.n, out);

    return n + furl_escape_final(escape, out + n);
}
