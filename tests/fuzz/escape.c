/* Escaping and repairing: whole is piecewise, all kernels agree, unescaping undoes escaping,
 * repairing twice is repairing once. */
#include "furl/escape.h"
#include "furl/repair.h"
#include "furl/unescape.h"
#include "fuzz.h"

FUZZ_STREAM(escape, FURL_ESCAPED_MAX)
FUZZ_STREAM(repair, FURL_REPAIRED_MAX)

static void escape(struct furl_escape escape, const struct furl_kernels *kernels,
                   struct furl_range octets, size_t cut, struct fuzz_text *out)
{
    escape.kernels = kernels;
    fuzz_pass(escape_stream(&escape), octets, cut, out);
}

static void repair(struct furl_repair repair, struct furl_range octets, size_t cut,
                   struct fuzz_text *out)
{
    fuzz_pass(repair_stream(&repair), octets, cut, out);
}

static void no_bad_escape(void *context, uint64_t column)
{
    (void)context;
    (void)column;
    fuzz_failed(__FILE__, __LINE__, "an escape that was made is none");
}

static void check_undone(const struct furl_rules *rules, struct furl_range octets,
                         struct furl_range escaped)
{
    struct furl_unescape unescape;
    unsigned char *out = fuzz_room(FURL_UNESCAPED_MAX(escaped.n));

    furl_unescape_init(&unescape, rules, (struct furl_range){NULL, 0}, false, no_bad_escape, NULL);
    size_t n = escaped.n > 0 ? furl_unescape_feed(&unescape, escaped.at, escaped.n, out) : 0;
    HOLDS(furl_unescape_final(&unescape, out + n) == 0);
    HOLDS(fuzz_equal(octets, (struct furl_range){out, n}));
    free(out);
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
    bool changed = change > 1;
    if (change == 1) {
        furl_escape_lines(&stream);
    } else if (change == 2) {
        furl_escape_allow(&stream, (unsigned char)fuzz_choose(&octets, 256));
    } else if (change == 3) {
        furl_escape_forbid(&stream, (unsigned char)fuzz_choose(&octets, 256));
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

static void check_repair(const struct furl_rules *rules, struct furl_range octets)
{
    struct furl_repair stream;
    struct fuzz_text once = {0}, other = {0};

    furl_repair_init(&stream, rules);
    size_t change = fuzz_choose(&octets, 3);
    if (change == 1) {
        furl_repair_allow(&stream, (unsigned char)fuzz_choose(&octets, 256));
    } else if (change == 2) {
        furl_repair_forbid(&stream, (unsigned char)fuzz_choose(&octets, 256));
    }
    size_t cut = fuzz_choose_cut(&octets);
    repair(stream, octets, 0, &once);
    repair(stream, octets, cut, &other);
    HOLDS(fuzz_equal(fuzz_range(&once), fuzz_range(&other)));
    other.n = 0;
    repair(stream, fuzz_range(&once), cut, &other);
    HOLDS(fuzz_equal(fuzz_range(&once), fuzz_range(&other)));
    free(once.at);
    free(other.at);
}

void fuzz_escape(struct furl_range octets)
{
    enum furl_component_id component =
        (enum furl_component_id)fuzz_choose(&octets, FURL_COMPONENTS);
    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS + 1);
    bool named = book < FURL_RULE_BOOKS;
    const struct furl_rules *rules = &furl_rule_books[named ? book : FURL_FIDOURL];

    if (component == FURL_URL) {
        check_repair(named ? rules : NULL, octets);
    } else if (furl_is_fidourl(rules) || furl_components[component].rfc_literal != NULL) {
        check_escape(rules, component, octets);
    }
}
