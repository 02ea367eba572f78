#include "former.h"

void furl_former_init(struct furl_former *former, const struct furl_rules *rules)
{
    bool others = rules == NULL || furl_is_fidourl(rules);

    former->canon_ready = false;
    furl_generic_init(&former->generic, others ? &furl_rule_books[FURL_RULES_OF_OTHERS] : rules);
}

enum furl_error furl_former_write(struct furl_former *former, const struct furl_rules *rules,
                                  struct furl_range url, struct furl_head head, unsigned char *out,
                                  size_t *out_n, size_t *where)
{
    bool fidourl = rules != NULL ? furl_is_fidourl(rules) : furl_is_fidonet(head.scheme);

    if (!fidourl) {
        return furl_generic_write(&former->generic, url, head, out, out_n, where);
    }
    if (!former->canon_ready) {
        furl_canon_init(&former->canon);
        former->canon_ready = true;
    }
    return furl_canon_write(&former->canon, url, head, out, out_n, where);
}
