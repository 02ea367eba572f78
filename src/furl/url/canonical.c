#include "canonical.h"

void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules)
{
    bool rfc = rules != NULL && !furl_is_fidourl(rules);

    canonical->rules = rules;
    canonical->splitter = furl_splitter(rfc ? FURL_AS_GENERIC : FURL_AS_SCHEME);
    canonical->fidonet_ready = false;
    furl_rfc_init(&canonical->rfc, rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS]);
}

struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_split *split, unsigned char *out)
{
    const struct furl_rules *rules = canonical->rules;
    bool fidonet = furl_is_fidonet(split->known);

    if (split->scheme.at == NULL) {
        return (struct furl_result){.error = FURL_NO_SCHEME};
    }
    if (rules == NULL ? !fidonet : !furl_is_fidourl(rules)) {
        return furl_rfc_write(&canonical->rfc, split, out);
    }
    if (!fidonet) {
        return (struct furl_result){.error = FURL_WRONG_RULES};
    }
    if (!canonical->fidonet_ready) {
        furl_fidonet_init(&canonical->fidonet);
        canonical->fidonet_ready = true;
    }
    return furl_fidonet_write(&canonical->fidonet, split, out);
}
