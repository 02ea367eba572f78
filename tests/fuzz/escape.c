/* Escaping and unescaping, in room of just the size that they ask for: whole is piecewise, and all
 * kernels agree. Unescaping undoes escaping; a whole URL that is escaped twice is escaped once.
 * What comes out is in tests/units/percent.c. */
#include "furl/percent/percent.h"
#include "furl/url/url_escape.h"
#include "fuzz.h"

FUZZ_STREAM(escape, FURL_ESCAPED_MAX)
FUZZ_STREAM(unescape, FURL_UNESCAPED_MAX)

static void escape(struct furl_escape escape, const struct furl_kernels *kernels,
                   struct furl_range octets, size_t cut, struct fuzz_text *out)
{
    escape.kernels = kernels;
    out->n = 0;
    fuzz_pass(escape_stream(&escape), octets, cut, out);
}

/* What comes of unescaping: octets, and the columns of bad escapes. */
struct outcome {
    struct fuzz_text octets, columns;
};

static void note(void *context, uint64_t column, uint64_t n)
{
    struct outcome *outcome = context;

    for (; n > 0; n--, column++) {
        fuzz_add(&outcome->columns, &column, sizeof column);
    }
}

static void unescape(struct furl_unescape unescape, const struct furl_kernels *kernels,
                     struct furl_range octets, size_t cut, struct outcome *outcome)
{
    outcome->octets.n = outcome->columns.n = 0;
    unescape.kernels = kernels;
    unescape.context = outcome;
    fuzz_pass(unescape_stream(&unescape), octets, cut, &outcome->octets);
}

static void free_outcome(struct outcome *outcome)
{
    free(outcome->octets.at);
    free(outcome->columns.at);
}

static void check_undone(const struct furl_rules *rules, struct furl_range octets,
                         struct furl_range escaped)
{
    struct furl_unescape stream;
    struct outcome outcome = {0};

    furl_unescape_init(&stream, rules->plus, (struct furl_range){NULL, 0}, false, note, NULL);
    unescape(stream, fuzz_kernels(0), escaped, 0, &outcome);
    HOLDS(fuzz_equal(octets, fuzz_range(&outcome.octets)) && outcome.columns.n == 0);
    free_outcome(&outcome);
}

static void check_escape(const struct furl_rules *rules, enum furl_component_id component,
                         struct furl_range octets)
{
    struct furl_escape stream;
    struct fuzz_text plain = {0}, other = {0};

    furl_escape_init(&stream, rules, &furl_components[component]);
    size_t change = fuzz_choose(&octets, 4);
    unsigned char octet = (unsigned char)(change > 1 ? fuzz_choose(&octets, 256) : 0);
    if (change == 1) {
        furl_escape_lines(&stream);
    } else if (change == 2) {
        furl_escape_allow(&stream, (struct furl_range){&octet, 1});
    } else if (change == 3) {
        furl_escape_forbid(&stream, (struct furl_range){&octet, 1});
    }
    size_t cut = fuzz_choose_cut(&octets);
    escape(stream, fuzz_kernels(0), octets, 0, &plain);
    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        escape(stream, fuzz_kernels(i), octets, 0, &other);
        HOLDS(fuzz_equal(fuzz_range(&plain), fuzz_range(&other)));
        escape(stream, fuzz_kernels(i), octets, cut, &other);
        HOLDS(fuzz_equal(fuzz_range(&plain), fuzz_range(&other)));
    }
    if (change < 2) {
        check_undone(rules, octets, fuzz_range(&plain));
    }
    free(plain.at);
    free(other.at);
}

static void escape_url(const struct furl_url_escape *how, struct furl_range octets,
                       struct fuzz_text *out)
{
    unsigned char *room = fuzz_room(FURL_ESCAPED_MAX(octets.n));
    struct furl_result result = furl_url_escape(how, octets, room);
    bool fine = result.error == FURL_FINE;

    fuzz_add(out, fine ? room : octets.at, fine ? result.n : octets.n);
    free(room);
}

static void check_url(const struct furl_rules *rules, struct furl_range octets)
{
    struct furl_url_escape how;
    struct fuzz_text once = {0}, twice = {0};

    size_t change = fuzz_choose(&octets, 3);
    unsigned char octet = (unsigned char)(change > 0 ? fuzz_choose(&octets, 256) : 0);
    furl_url_escape_init(&how, rules, (struct furl_range){&octet, change == 1},
                         (struct furl_range){&octet, change == 2});
    escape_url(&how, octets, &once);
    escape_url(&how, fuzz_range(&once), &twice);
    HOLDS(fuzz_equal(fuzz_range(&once), fuzz_range(&twice)));
    free(once.at);
    free(twice.at);
}

void fuzz_escape(struct furl_range octets)
{
    enum furl_component_id component =
        (enum furl_component_id)fuzz_choose(&octets, FURL_COMPONENTS);
    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS + 1);
    bool named = book < FURL_RULE_BOOKS;
    const struct furl_rules *rules = &furl_rule_books[named ? book : FURL_FIDOURL];

    if (component == FURL_URL) {
        check_url(named ? rules : NULL, octets);
    } else if (furl_is_fidourl(rules) || furl_components[component].rfc_literal != NULL) {
        check_escape(rules, component, octets);
    }
}

static void check_unescape(const struct furl_unescape *stream, struct furl_range octets, size_t cut)
{
    struct outcome plain = {0}, other = {0};

    unescape(*stream, fuzz_kernels(0), octets, 0, &plain);
    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        for (size_t n = 0; n <= cut; n += cut) {
            unescape(*stream, fuzz_kernels(i), octets, n, &other);
            HOLDS(fuzz_equal(fuzz_range(&plain.octets), fuzz_range(&other.octets)));
            HOLDS(fuzz_equal(fuzz_range(&plain.columns), fuzz_range(&other.columns)));
        }
    }
    free_outcome(&plain);
    free_outcome(&other);
}

void fuzz_unescape(struct furl_range octets)
{
    static const unsigned char ends[] = {'\0', '\r', '\n'};
    struct furl_unescape stream;
    struct outcome outcome = {0};
    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS + 1);
    bool url = book == FURL_RULE_BOOKS;
    struct furl_range stays = {ends, fuzz_choose(&octets, sizeof ends + 1)};
    bool keep = fuzz_choose(&octets, 2) > 0;
    size_t cut = fuzz_choose_cut(&octets);

    furl_unescape_init(&stream, url ? '+' : furl_rule_books[book].plus, stays, keep, note,
                       &outcome);
    if (url) {
        unsigned char *room = fuzz_room(FURL_UNESCAPED_MAX(octets.n));
        HOLDS(furl_url_unescape(&stream, octets, room) <= octets.n);
        free(room);
    } else {
        check_unescape(&stream, octets, cut);
    }
    free_outcome(&outcome);
}
