/* The canonical form: bringing it to its form again changes nothing, all kernels agree, sorting
 * is done when it is done once, what is shown comes back, and so does what is taken apart. */
#include "furl/url/canonical.h"
#include "furl/url/url.h"
#include "fuzz.h"

static enum furl_error write_form(struct furl_canonical *canonical, struct furl_range url,
                                  struct fuzz_text *out)
{
    struct furl_split split = furl_split(&canonical->splitter, url, NULL);
    size_t most = furl_is_fidourl(canonical->rules) ? FURL_FIDONET_MAX(url.n) : FURL_RFC_MAX(url.n);
    unsigned char *room = fuzz_room(most);
    struct furl_result result = furl_canonical_write(canonical, &split, room);

    out->n = 0;
    HOLDS(result.error == FURL_FINE || result.where <= url.n);
    if (result.error == FURL_FINE) {
        HOLDS(result.n <= most);
        fuzz_add(out, room, result.n);
    }
    free(room);
    return result.error;
}

static void check_kernels(struct furl_canonical *canonical, struct furl_range url,
                          const struct fuzz_text *form, enum furl_error error)
{
    struct fuzz_text other = {0};
    const struct furl_kernels *kept = canonical->splitter.kernels;

    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        canonical->splitter.kernels = fuzz_kernels(i);
        HOLDS(write_form(canonical, url, &other) == error);
        HOLDS(fuzz_equal(fuzz_range(form), fuzz_range(&other)));
    }
    canonical->splitter.kernels = kept;
    free(other.at);
}

/* What a display shows has the same form. */
static void check_display(struct furl_canonical *canonical, const struct fuzz_text *form)
{
    struct fuzz_text shown = {0}, back = {0};

    fuzz_add(&shown, form->at, form->n);
    shown.n = furl_readable(shown.at, shown.n);
    HOLDS(shown.n <= form->n);
    HOLDS(write_form(canonical, fuzz_range(&shown), &back) == FURL_FINE);
    HOLDS(fuzz_equal(fuzz_range(form), fuzz_range(&back)));
    free(shown.at);
    free(back.at);
}

/* Sorting keeps all octets, gives a form, and sorts all there is to be sorted. */
static void check_sort(struct furl_canonical *canonical, const struct fuzz_text *form)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_params sorter = {0};
    struct fuzz_text sorted = {0}, again = {0};
    size_t counts[256] = {0};

    fuzz_add(&sorted, form->at, form->n);
    HOLDS(furl_params_sort(&sorter, &splitter, sorted.at, sorted.n));
    for (size_t i = 0; i < form->n; i++) {
        counts[form->at[i]]++;
    }
    for (size_t i = 0; i < form->n; i++) {
        HOLDS(counts[sorted.at[i]]-- > 0);
    }
    HOLDS(write_form(canonical, fuzz_range(&sorted), &again) == FURL_FINE);
    HOLDS(fuzz_equal(fuzz_range(&sorted), fuzz_range(&again)));
    HOLDS(furl_params_sort(&sorter, &splitter, again.at, again.n));
    HOLDS(fuzz_equal(fuzz_range(&sorted), fuzz_range(&again)));
    furl_params_free(&sorter);
    free(sorted.at);
    free(again.at);
}

/* Writes a part that is there, after what comes before it. */
static void put(struct fuzz_text *out, const char *before, struct furl_range part)
{
    if (part.at != NULL) {
        fuzz_add(out, before, strlen(before));
        fuzz_add(out, part.at, part.n);
    }
}

/* Numbers are digits, at least one. */
static void check_number(struct furl_range number)
{
    HOLDS(number.at == NULL || number.n > 0);
    for (size_t i = 0; i < number.n; i++) {
        HOLDS(furl_is(number.at[i], FURL_DIGIT));
    }
}

/* Put together again, the parts of an address are the address. */
static void check_address(const struct furl_parts *parts)
{
    struct fuzz_text together = {0};
    bool zone = parts->of[FURL_URL_ZONE].at != NULL;

    put(&together, "", parts->of[FURL_URL_ZONE]);
    put(&together, zone ? ":" : "", parts->of[FURL_URL_NET]);
    put(&together, "/", parts->of[FURL_URL_NODE]);
    put(&together, ".", parts->of[FURL_URL_POINT]);
    put(&together, "@", parts->of[FURL_URL_DOMAIN]);
    HOLDS(fuzz_equal(fuzz_range(&together), parts->of[FURL_URL_ADDRESS]));
    for (size_t its = FURL_URL_ZONE; its <= FURL_URL_POINT; its++) {
        check_number(parts->of[its]);
    }
    free(together.at);
}

/* Put together again, the parts are the URL. */
static void check_parts(const struct furl_canonical *canonical, struct furl_range url)
{
    struct furl_split split = furl_split(&canonical->splitter, url, NULL);
    struct furl_parts parts;
    struct fuzz_text together = {0};

    furl_split_parts(&parts, &split, canonical->splitter.syntax);
    const struct furl_range *of = parts.of;
    put(&together, "", of[FURL_URL_SCHEME]);
    const char *delimiter = parts.fidonet ? split.known->canonical : "://";
    fuzz_add(&together, ":", split.authority.at == NULL);
    put(&together, delimiter, of[FURL_URL_AREAS]);
    put(&together, delimiter, of[FURL_URL_ADDRESS]);
    put(&together, delimiter, of[FURL_URL_AUTHORITY]);
    bool userinfo = of[FURL_URL_USERINFO].at != NULL;
    put(&together, delimiter, of[FURL_URL_USERINFO]);
    put(&together, userinfo ? "@" : delimiter, of[FURL_URL_HOST]);
    put(&together, ":", of[FURL_URL_PORT]);
    put(&together, "/", of[FURL_URL_REQUEST]);
    put(&together, parts.fidonet ? "/" : "", of[FURL_URL_PATH]);
    put(&together, "?", of[FURL_URL_QUERY]);
    put(&together, "#", of[FURL_URL_FRAGMENT]);
    HOLDS(fuzz_equal(fuzz_range(&together), url));
    check_number(of[FURL_URL_PORT]);
    if (of[FURL_URL_ADDRESS].at != NULL) {
        check_address(&parts);
    }
    free(together.at);
}

void fuzz_canonical(struct furl_range octets)
{
    struct furl_canonical canonical;
    struct fuzz_text form = {0}, again = {0};

    furl_canonical_init(&canonical, &furl_rule_books[fuzz_choose(&octets, FURL_RULE_BOOKS)]);
    enum furl_error error = write_form(&canonical, octets, &form);
    check_kernels(&canonical, octets, &form, error);
    if (error == FURL_FINE) {
        HOLDS(write_form(&canonical, fuzz_range(&form), &again) == FURL_FINE);
        HOLDS(fuzz_equal(fuzz_range(&form), fuzz_range(&again)));
        check_display(&canonical, &form);
        check_sort(&canonical, &form);
        check_parts(&canonical, fuzz_range(&form));
    }
    free(form.at);
    free(again.at);
}
