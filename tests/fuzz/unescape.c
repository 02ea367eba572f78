/* Unescaping: whole is piecewise, all kernels agree, bad escapes are told where they are. */
#include "furl/percent/percent.h"
#include "furl/url/url_escape.h"
#include "fuzz.h"

FUZZ_STREAM(unescape, FURL_UNESCAPED_MAX)

/* A stream of components, or between whole URLs. */
struct stream {
    bool urls;
    unsigned char plus; /* of components, what it stands for */
    struct furl_range stays;
    struct furl_unescape unescape;
};

/* What comes of a stream. */
struct outcome {
    struct fuzz_text octets, columns;
    uint64_t stayed;
};

static void note(void *context, uint64_t column, uint64_t n)
{
    struct outcome *outcome = context;

    for (; n > 0; n--, column++) {
        fuzz_add(&outcome->columns, &column, sizeof column);
    }
}

static void init(struct stream *stream, bool keep)
{
    furl_unescape_init(&stream->unescape, stream->plus, stream->stays, keep, note, NULL);
}

static void pass(struct stream stream, const struct furl_kernels *kernels, struct furl_range octets,
                 size_t cut, struct outcome *outcome)
{
    struct furl_unescape *unescape = &stream.unescape;

    outcome->octets.n = outcome->columns.n = 0;
    unescape->kernels = kernels;
    unescape->context = outcome;
    if (stream.urls) {
        unsigned char *room = fuzz_room(FURL_UNESCAPED_MAX(octets.n));
        fuzz_add(&outcome->octets, room, furl_url_unescape(unescape, octets, room));
        free(room);
    } else {
        fuzz_pass(unescape_stream(unescape), octets, cut, &outcome->octets);
    }
    outcome->stayed = unescape->stayed;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    return fuzz_equal(fuzz_range(&a->octets), fuzz_range(&b->octets)) &&
           fuzz_equal(fuzz_range(&a->columns), fuzz_range(&b->columns)) && a->stayed == b->stayed;
}

/* Columns are of a `%` that no two digits follow, and all of those. */
static void check_columns(struct furl_range octets, const struct fuzz_text *columns)
{
    size_t told = 0;

    for (size_t i = 0; i < octets.n; i++) {
        if (octets.at[i] == '%' && !furl_is_escape(octets.at + i, octets.n - i)) {
            uint64_t column = 0;
            HOLDS(told + sizeof column <= columns->n);
            memcpy(&column, columns->at + told, sizeof column);
            HOLDS(column == i + 1);
            told += sizeof column;
        }
    }
    HOLDS(told == columns->n);
}

/* Whether the escapes that unescaping leaves, and no others, are those that stay. */
static bool is_plain(struct furl_range octets, const struct fuzz_text *columns)
{
    for (size_t i = 0; i < octets.n; i++) {
        if (furl_is_escape(octets.at + i, octets.n - i) &&
            memchr("%+", furl_hex_octet(octets.at + i + 1), 2) != NULL) {
            return false;
        }
    }
    return columns->n == 0;
}

static void free_outcome(struct outcome *outcome)
{
    free(outcome->octets.at);
    free(outcome->columns.at);
}

/* What kept the escapes of controls is, without them, what never kept any. */
static void check_kept(struct stream stream, struct furl_range octets, const struct outcome *kept)
{
    struct outcome without = {0}, later = {0};

    init(&stream, false);
    pass(stream, fuzz_kernels(0), octets, 0, &without);
    if (is_plain(octets, &kept->columns)) {
        pass(stream, fuzz_kernels(0), fuzz_range(&kept->octets), 0, &later);
        HOLDS(fuzz_equal(fuzz_range(&without.octets), fuzz_range(&later.octets)));
    }
    free_outcome(&without);
    free_outcome(&later);
}

void fuzz_unescape(struct furl_range octets)
{
    static const unsigned char ends[] = {'\0', '\r', '\n'};
    struct outcome plain = {0}, other = {0};
    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS + 1);
    struct stream stream = {.urls = book == FURL_RULE_BOOKS};
    stream.plus = stream.urls ? '+' : furl_rule_books[book].plus;
    stream.stays = (struct furl_range){ends, fuzz_choose(&octets, sizeof ends + 1)};
    bool keep = fuzz_choose(&octets, 2) > 0;
    size_t cut = fuzz_choose_cut(&octets);

    init(&stream, keep);
    pass(stream, fuzz_kernels(0), octets, 0, &plain);
    HOLDS(plain.octets.n <= octets.n);
    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        pass(stream, fuzz_kernels(i), octets, 0, &other);
        HOLDS(is_same(&plain, &other));
        pass(stream, fuzz_kernels(i), octets, cut, &other);
        HOLDS(is_same(&plain, &other));
    }
    if (!stream.urls) { /* in a URL, what a `+` says depends on what was decoded before it */
        check_columns(octets, &plain.columns);
        check_kept(stream, octets, &plain);
    }
    free_outcome(&plain);
    free_outcome(&other);
}
