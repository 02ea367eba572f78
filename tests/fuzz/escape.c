/* Escaping: whole is piecewise, all kernels agree, unescaping undoes it. Of whole URLs, escaping
 * twice is escaping once, and what was escaped still says the same. */
#include "furl/percent/percent.h"
#include "furl/url/url_escape.h"
#include "fuzz.h"

FUZZ_STREAM(escape, FURL_ESCAPED_MAX)
FUZZ_STREAM(unescape, FURL_UNESCAPED_MAX)

static void escape(struct furl_escape escape, const struct furl_kernels *kernels,
                   struct furl_range octets, size_t cut, struct fuzz_text *out)
{
    escape.kernels = kernels;
    fuzz_pass(escape_stream(&escape), octets, cut, out);
}

static void escape_url(const struct furl_url_escape *how, struct furl_range octets,
                       struct fuzz_text *out)
{
    unsigned char *room = fuzz_room(FURL_ESCAPED_MAX(octets.n));
    struct furl_result result = furl_url_escape(how, octets, room);

    if (result.error == FURL_FINE) {
        fuzz_add(out, room, result.n);
    } else {
        fuzz_add(out, octets.at, octets.n);
    }
    free(room);
}

static void unescape(const struct furl_rules *rules, furl_bad_escape *bad_escape,
                     struct furl_range octets, struct fuzz_text *out)
{
    struct furl_unescape stream;

    furl_unescape_init(&stream, rules->plus, (struct furl_range){NULL, 0}, false, bad_escape, NULL);
    fuzz_pass(unescape_stream(&stream), octets, 0, out);
}

static void unescape_url(furl_bad_escape *bad_escape, struct furl_range octets,
                         struct fuzz_text *out)
{
    unsigned char *room = fuzz_room(FURL_UNESCAPED_MAX(octets.n));
    struct furl_unescape stream;

    furl_unescape_init(&stream, ' ', (struct furl_range){NULL, 0}, false, bad_escape, NULL);
    fuzz_add(out, room, furl_url_unescape(&stream, octets, room));
    free(room);
}

static void no_bad_escape(void *context, uint64_t column, uint64_t n)
{
    (void)context;
    (void)column;
    (void)n;
    fuzz_failed(__FILE__, __LINE__, "an escape that was made is none");
}

static void any_escape(void *context, uint64_t column, uint64_t n)
{
    (void)context;
    (void)column;
    (void)n;
}

static void check_undone(const struct furl_rules *rules, struct furl_range octets,
                         struct furl_range escaped)
{
    struct fuzz_text data = {0};

    unescape(rules, no_bad_escape, escaped, &data);
    HOLDS(fuzz_equal(octets, fuzz_range(&data)));
    free(data.at);
}

static bool has_three_dashes(struct furl_range octets)
{
    size_t dashes = 0;

    for (size_t i = 0; i < octets.n && dashes < 3; i++) {
        dashes = octets.at[i] == '-' ? dashes + 1 : 0;
    }
    return dashes == 3;
}

static void check_escape(const struct furl_rules *rules, enum furl_component_id component,
                         struct furl_range octets)
{
    struct furl_escape stream;
    struct fuzz_text plain = {0}, other = {0};

    furl_escape_init(&stream, rules, &furl_components[component]);
    size_t change = fuzz_choose(&octets, 4);
    unsigned char octet = (unsigned char)(change > 1 ? fuzz_choose(&octets, 256) : 0);
    bool changed = change > 1;
    if (change == 1) {
        furl_escape_lines(&stream);
    } else if (change == 2) {
        furl_escape_allow(&stream, (struct furl_range){&octet, 1});
    } else if (change == 3) {
        furl_escape_forbid(&stream, (struct furl_range){&octet, 1});
    }
    size_t cut = fuzz_choose_cut(&octets);
    escape(stream, fuzz_kernels(0), octets, 0, &plain);
    HOLDS(plain.n <= FURL_ESCAPED_MAX(octets.n) - FURL_SLACK);
    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        other.n = 0;
        escape(stream, fuzz_kernels(i), octets, i > 0 ? 0 : cut, &other);
        HOLDS(fuzz_equal(fuzz_range(&plain), fuzz_range(&other)));
        other.n = 0;
        escape(stream, fuzz_kernels(i), octets, cut, &other);
        HOLDS(fuzz_equal(fuzz_range(&plain), fuzz_range(&other)));
    }
    if (!changed) {
        check_undone(rules, octets, fuzz_range(&plain));
        HOLDS(!rules->breaks_dashes || !has_three_dashes(fuzz_range(&plain)));
    }
    free(plain.at);
    free(other.at);
}

static void check_says_the_same(struct furl_range typed, struct furl_range escaped)
{
    struct fuzz_text one = {0}, other = {0};

    unescape_url(any_escape, typed, &one);
    unescape_url(any_escape, escaped, &other);
    HOLDS(fuzz_equal(fuzz_range(&one), fuzz_range(&other)));
    free(one.at);
    free(other.at);
}

static void check_url(const struct furl_rules *rules, struct furl_range octets)
{
    struct furl_url_escape how;
    struct fuzz_text once = {0}, twice = {0};

    furl_url_escape_init(&how, rules);
    size_t change = fuzz_choose(&octets, 3);
    unsigned char octet = (unsigned char)(change > 0 ? fuzz_choose(&octets, 256) : 0);
    furl_url_escape_adjust(&how, (struct furl_range){&octet, change == 1},
                           (struct furl_range){&octet, change == 2});
    escape_url(&how, octets, &once);
    escape_url(&how, fuzz_range(&once), &twice);
    HOLDS(fuzz_equal(fuzz_range(&once), fuzz_range(&twice)));
    if (change != 2) { /* which may take a delimiter's meaning */
        check_says_the_same(octets, fuzz_range(&once));
    }
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
