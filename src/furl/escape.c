#include "escape.h"

void furl_escape_allow(struct furl_escape *escape, unsigned char octet)
{
    /* The rule about `-` holds whatever is allowed. */
    if (escape->act[octet] != FURL_ACT_DASH) {
        escape->act[octet] = FURL_ACT_LITERAL;
    }
}

void furl_escape_forbid(struct furl_escape *escape, unsigned char octet)
{
    escape->act[octet] = FURL_ACT_ESCAPE;
}

static void allow_all(struct furl_escape *escape, const char *octets)
{
    for (; *octets != '\0'; octets++) {
        furl_escape_allow(escape, (unsigned char)*octets);
    }
}

void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component)
{
    for (size_t octet = 0; octet < 256; octet++) {
        bool stays = furl_is((unsigned char)octet, FURL_ALNUM);
        escape->act[octet] = stays ? FURL_ACT_LITERAL : FURL_ACT_ESCAPE;
    }
    bool rfc = !furl_is_fidourl(rules);
    allow_all(escape, rules->literal);
    allow_all(escape, rfc ? component->rfc_literal : component->literal);
    if (rules->space != '\0' && !(rfc && component->rfc_escapes_space)) {
        escape->act[' '] = FURL_ACT_SPACE;
    }
    if (rules->breaks_dashes && escape->act['-'] == FURL_ACT_LITERAL) {
        escape->act['-'] = FURL_ACT_DASH;
    }
    escape->space = rules->space;
    escape->dashes = 0;
}

size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    unsigned char *to = out;
    unsigned char dashes = escape->dashes;

    for (size_t i = 0; i < n; i++) {
        unsigned char octet = in[i];
        switch ((enum furl_act)escape->act[octet]) {
        case FURL_ACT_LITERAL:
            *to++ = octet;
            break;
        case FURL_ACT_ESCAPE:
            to += furl_put_escape(octet, to);
            break;
        case FURL_ACT_SPACE:
            *to++ = escape->space;
            break;
        case FURL_ACT_DASH:
            if (dashes == 2) {
                to += furl_put_escape(octet, to);
                dashes = 0;
            } else {
                *to++ = octet;
                dashes++;
            }
            continue;
        }
        dashes = 0;
    }
    escape->dashes = dashes;
    return (size_t)(to - out);
}

void furl_escape_final(struct furl_escape *escape)
{
    escape->dashes = 0;
}
