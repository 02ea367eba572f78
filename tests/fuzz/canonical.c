/* The canonical form: bringing it to its form again changes nothing, all kernels agree, sorting
 * is done when it is done once, what is shown comes back. */
#include "furl/url/canon.h"
#include "furl/url/display.h"
#include "furl/url/generic.h"
#include "furl/url/sort.h"
#include "fuzz.h"

struct writers {
    struct furl_canon canon;
    struct furl_generic generic;
    bool fidourl;
};

static enum furl_error write_form(const struct writers *writers, struct furl_range url,
                                  struct fuzz_text *out)
{
    struct furl_head head = furl_head(url);
    bool fidonet = writers->fidourl && furl_is_fidonet(head.scheme);
    size_t most = fidonet ? FURL_CANON_MAX(url.n) : FURL_GENERIC_MAX(url.n);
    unsigned char *room = fuzz_room(most);
    size_t n = 0, where = 0;
    enum furl_error error =
        fidonet ? furl_canon_write(&writers->canon, url, head, room, &n, &where)
                : furl_generic_write(&writers->generic, url, head, room, &n, &where);

    out->n = 0;
    HOLDS(where <= url.n);
    if (error == FURL_FINE) {
        HOLDS(n <= most && (where == url.n || url.at[where] == '#'));
        fuzz_add(out, room, n);
    }
    free(room);
    return error;
}

static void check_kernels(struct writers *writers, struct furl_range url,
                          const struct fuzz_text *form, enum furl_error error)
{
    struct fuzz_text other = {0};
    const struct furl_kernels *kept = writers->generic.kernels;

    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        writers->generic.kernels = fuzz_kernels(i);
        HOLDS(write_form(writers, url, &other) == error);
        HOLDS(fuzz_equal(fuzz_range(form), fuzz_range(&other)));
    }
    writers->generic.kernels = kept;
    free(other.at);
}

/* What a display shows has the same form. */
static void check_display(const struct writers *writers, const struct fuzz_text *form)
{
    struct fuzz_text shown = {0}, back = {0};

    fuzz_add(&shown, form->at, form->n);
    shown.n = furl_display(shown.at, shown.n);
    HOLDS(shown.n <= form->n);
    HOLDS(write_form(writers, fuzz_range(&shown), &back) == FURL_FINE);
    HOLDS(fuzz_equal(fuzz_range(form), fuzz_range(&back)));
    free(shown.at);
    free(back.at);
}

/* Sorting keeps all octets, gives a form, and sorts all there is to be sorted. */
static void check_sort(const struct writers *writers, const struct fuzz_text *form)
{
    struct furl_sorter sorter = {0};
    struct fuzz_text sorted = {0}, again = {0};
    size_t counts[256] = {0};

    fuzz_add(&sorted, form->at, form->n);
    HOLDS(furl_sort_parameters(&sorter, sorted.at, sorted.n));
    for (size_t i = 0; i < form->n; i++) {
        counts[form->at[i]]++;
    }
    for (size_t i = 0; i < form->n; i++) {
        HOLDS(counts[sorted.at[i]]-- > 0);
    }
    HOLDS(write_form(writers, fuzz_range(&sorted), &again) == FURL_FINE);
    HOLDS(fuzz_equal(fuzz_range(&sorted), fuzz_range(&again)));
    HOLDS(furl_sort_parameters(&sorter, again.at, again.n));
    HOLDS(fuzz_equal(fuzz_range(&sorted), fuzz_range(&again)));
    furl_sorter_free(&sorter);
    free(sorted.at);
    free(again.at);
}

void fuzz_canonical(struct furl_range octets)
{
    struct writers writers;
    struct fuzz_text form = {0}, again = {0};
    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS);

    writers.fidourl = book == FURL_FIDOURL;
    furl_canon_init(&writers.canon);
    furl_generic_init(&writers.generic,
                      &furl_rule_books[writers.fidourl ? FURL_RULES_OF_OTHERS : book]);
    enum furl_error error = write_form(&writers, octets, &form);
    check_kernels(&writers, octets, &form, error);
    if (error == FURL_FINE) {
        HOLDS(write_form(&writers, fuzz_range(&form), &again) == FURL_FINE);
        HOLDS(fuzz_equal(fuzz_range(&form), fuzz_range(&again)));
        check_display(&writers, &form);
        check_sort(&writers, &form);
    }
    free(form.at);
    free(again.at);
}
