/* The canonical form, in room of just the size that it has at most: bringing it to its form again
 * changes nothing. Display, order and parts are in tests/cases/random.cases. */
#include "furl/url/canonical.h"
#include "furl/url/url.h"
#include "fuzz.h"

static enum furl_error write_form(struct furl_canonical *canonical, struct furl_range url,
                                  struct fuzz_text *out)
{
    struct furl_parts split = furl_split(&canonical->splitter, url, NULL);
    const struct furl_rules *rules = canonical->rules;
    size_t most = rules == NULL            ? FURL_CANONICAL_MAX(url.n)
                  : furl_is_fidourl(rules) ? FURL_FIDONET_MAX(url.n)
                                           : FURL_RFC_MAX(url.n);
    unsigned char *room = fuzz_room(most);
    struct furl_result result = furl_canonical_write(canonical, &split, room, NULL);

    out->n = 0;
    HOLDS(result.error == FURL_FINE || result.where <= url.n);
    if (result.error == FURL_FINE) {
        HOLDS(result.n <= most);
        fuzz_add(out, room, result.n);
    }
    free(room);
    return result.error;
}

void fuzz_canonical(struct furl_range octets)
{
    struct furl_canonical canonical;
    struct fuzz_text form = {0}, again = {0};

    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS + 1);
    furl_canonical_init(&canonical, book < FURL_RULE_BOOKS ? &furl_rule_books[book] : NULL);
    enum furl_error error = write_form(&canonical, octets, &form);
    if (error == FURL_FINE) {
        HOLDS(write_form(&canonical, fuzz_range(&form), &again) == FURL_FINE);
        HOLDS(fuzz_equal(fuzz_range(&form), fuzz_range(&again)));
    }
    free(form.ptr);
    free(again.ptr);
}
