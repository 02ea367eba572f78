/*
 * Each kernel does what the plain one does, on all octets, at every length to 300: right after a
 * page that must not be touched, right before one, and at every alignment to 63. A sample of that
 * (sample_step) still has every kernel, length (also right before the page), alignment, kind of
 * text, octet and place, but not each with each. percent.c and cases/random.cases compare the best
 * kernel here with loops that anybody would write.
 */
#include "config.h"

#include "furl/kernels/kernels.h"

#include "furl/url/percent.h"
#include "guarded.h"
#include "units.h"

#define LENGTHS    301
#define ALIGNMENTS 64

static const struct furl_kernels *plain(void)
{
    return furl_kernels_of(FURL_KERNELS - 1);
}

/* Fails unless what a kernel did is right. (An assertion for each would take most of the time.) */
static void expect_right(bool right, const struct furl_kernels *kernels, const char *what, size_t n)
{
    if (!right) {
        ck_abort_msg("%s differs from plain in %s of %zu octets", kernels->name, what, n);
    }
}

/* What text of a kind is made of. Each kind is dense in something. */
static const char *const texts[] = {
    "abcdefghijklm ",
    "a%41-\r\n \x80\xE0+:/~",
    "%41%0A%0d%00%zz%4",
    "%41bC%e1%F0%0d%20",
    "---a",
    "\r\n\r",
    ":/:aN:Nea://o:l@a",
    "%%%4",
    "\x80\x90\xA0\xFF",
    "abcdefghijklmnopqrstuvwxyz\x1C\x2C\xDA\xDB\xEF",
};

/* Fills `out` with octets of the nth kind; the last kind but one has URLs and breaks, the last
 * octets of all sorts. */
static void roll_kind(struct dice *dice, size_t kind, unsigned char *out, size_t n)
{
    if (kind == COUNT(texts)) {
        roll_text(dice, out, n);
    } else if (kind > COUNT(texts)) {
        roll_octets(dice, out, n);
    } else {
        size_t choice = strlen(texts[kind]);
        for (size_t i = 0; i < n; i++) {
            out[i] = (unsigned char)texts[kind][roll(dice, (uint32_t)choice)];
        }
    }
}

#define KINDS (COUNT(texts) + 2)

/* Room that is exactly what a kernel may overwrite, before an unmapped page. */
static unsigned char *room_for(struct guarded *guarded, size_t n)
{
    return guarded->end - n;
}

static void check_escape(const struct furl_kernels *kernels, const struct furl_escape_table *table,
                         const unsigned char *in, size_t n, struct guarded *out)
{
    unsigned char wanted[FURL_ESCAPED_MAX(LENGTHS)];
    unsigned char *got = room_for(out, FURL_ESCAPE_SIZE * n + FURL_SLACK);

    for (unsigned char before = 0; before <= (furl_needs_context(&table->of['-']) ? 2 : 0);
         before++) {
        unsigned char dashes = before, wanted_dashes = before;
        size_t written = plain()->escape(table, &wanted_dashes, in, n, wanted);
        bool right = kernels->escape(table, &dashes, in, n, got) == written;
        right = right && memcmp(got, wanted, written) == 0 && dashes == wanted_dashes;
        expect_right(right, kernels, "escape", n);
    }
}

static void check_unescape(const struct furl_kernels *kernels,
                           const struct furl_unescape_table *table, const unsigned char *in,
                           size_t n, struct guarded *out)
{
    unsigned char wanted[LENGTHS + FURL_SLACK];
    unsigned char *got = room_for(out, n + FURL_SLACK);
    struct furl_unescaped done = kernels->unescape(table, in, n, got);
    struct furl_unescaped expected = plain()->unescape(table, in, n, wanted);

    bool right = done.consumed == expected.consumed && done.written == expected.written &&
                 done.unchanged_n == expected.unchanged_n && memcmp(got, wanted, done.written) == 0;
    expect_right(right, kernels, "unescape", n);
}

static void check_before(const struct furl_kernels *kernels, const struct furl_byteset *set,
                         const unsigned char *in, size_t n)
{
    for (size_t from = 0; from <= n;) {
        size_t wanted = plain()->span_until_set(set, in + from, n - from);
        expect_right(kernels->span_until_set(set, in + from, n - from) == wanted, kernels, "before",
                     n - from);
        from += wanted + 1;
    }
}

/* All marks that kernels note, however often they stop. Returns how many. */
static size_t all_names(const struct furl_kernels *kernels, const struct furl_suffix_filter *filter,
                        const unsigned char *in, size_t from, size_t n, size_t *found)
{
    size_t all = 0;

    while (from < n) {
        size_t some[FURL_CANDIDATES_MAX];
        size_t noted = kernels->find_names(filter, in, n, &from, some);
        memcpy(found + all, some, noted * sizeof *some);
        all += noted;
    }
    return all;
}

static void check_names(const struct furl_kernels *kernels, const struct furl_suffix_filter *filter,
                        const unsigned char *in, size_t n)
{
    for (size_t from = 0; from <= n; from += 1 + from) {
        size_t got[LENGTHS], wanted[LENGTHS];
        size_t noted = all_names(plain(), filter, in, from, n, wanted);
        bool right = all_names(kernels, filter, in, from, n, got) == noted &&
                     memcmp(got, wanted, noted * sizeof *got) == 0;
        expect_right(right, kernels, "names", n);
    }
}

/* All that a kernel may be asked to do, as data. */
struct tasks {
    struct furl_escape escapes[4];
    struct furl_unescape_table table[2];
    struct furl_suffix_filter filter[2];
    struct furl_kinds kinds;
};

static void init_tasks(struct tasks *tasks)
{
    memset(tasks, 0, sizeof *tasks);
    for (size_t i = 0; i < COUNT(tasks->escapes); i++) {
        furl_escape_init(&tasks->escapes[i], &furl_rule_books[i < 2 ? FURL_FIDOURL : FURL_RFC1738],
                         &furl_components[FURL_VALUE]);
        if (i % 2 != 0) {
            furl_escape_lines(&tasks->escapes[i]);
        }
    }
    tasks->table[0] = (struct furl_unescape_table){.plus = ' '};
    tasks->table[1] = (struct furl_unescape_table){.plus = '+'};
    furl_byteset_put(&tasks->table[1].stays, '\n', true);
    furl_byteset_put(&tasks->table[1].stays, 'A', true);
    furl_byteset_put(&tasks->table[1].stays, 0xE1, true);
    furl_byteset_put(&tasks->table[1].counted, '\n', true);
    furl_byteset_put(&tasks->table[1].counted, 0xE1, true);
    memset(tasks->kinds.of, 0xA5, sizeof tasks->kinds.of);
    for (unsigned octet = 0; octet < 128; octet++) {
        tasks->kinds.of[octet] = (unsigned char)(octet * 37 ^ octet >> 2);
    }
    struct furl_suffix_filter *filter = tasks->filter;
    /* "Nea"; "a@", which ends with no letter; and `:` and "l" after many octets. */
    filter->of[0]['a' & 31] = 1 | 128;
    filter->of[0][0] = 4;
    filter->of[0]['l' & 31] = 2;
    filter->of[1]['e' & 31] = 1;
    filter->of[1]['a' & 31] = 4;
    filter->of[1][':' & 31] = 2 | 128;
    memset(filter->of[2], 4 | 2, sizeof filter->of[2]);
    filter->of[2]['N' & 31] = 1;
    filter[1] = filter[0];
    filter[0].octet = ':';
    filter[1].octet = 'l'; /* of which a name may consist, too */
}

static void check_look(const struct furl_kernels *kernels, const struct furl_kinds *kinds,
                       const unsigned char *in, size_t n)
{
    struct furl_class_masks got, wanted;

    kernels->classify(kinds, in, n, &got);
    plain()->classify(kinds, in, n, &wanted);
    expect_right(memcmp(&got, &wanted, sizeof got) == 0, kernels, "look", n);
}

static void check_all(const struct furl_kernels *kernels, const struct tasks *tasks,
                      const unsigned char *in, size_t n, struct guarded *out)
{
    for (size_t i = 0; i < COUNT(tasks->escapes); i++) {
        check_escape(kernels, &tasks->escapes[i].table, in, n, out);
    }
    for (size_t i = 0; i < COUNT(tasks->table); i++) {
        check_unescape(kernels, &tasks->table[i], in, n, out);
    }
    check_before(kernels, &tasks->table[0].stays, in, n);
    check_before(kernels, &tasks->table[1].stays, in, n);
    for (size_t i = 0; i < COUNT(tasks->filter); i++) {
        check_names(kernels, &tasks->filter[i], in, n);
    }
    check_look(kernels, &tasks->kinds, in, n < FURL_MASK_OCTETS ? n : FURL_MASK_OCTETS);
    for (size_t i = 0; i < n; i += 1 + n / 4) {
        size_t first = (size_t)((const unsigned char *)memchr(in, in[i], n) - in);
        expect_right(kernels->count(in, n, in[i]) == plain()->count(in, n, in[i]), kernels, "count",
                     n);
        bool found = kernels->span_until_octet(in, n, in[i]) == first &&
                     kernels->span_until_octet(in, first, in[i]) == first;
        expect_right(found, kernels, "before_octet", n);
    }
}

/* The nth kernels of this processor; or none, which the test says. */
static const struct furl_kernels *kernels_here(int nth)
{
    const struct furl_kernels *kernels = furl_kernels_of((size_t)nth);

    if (kernels == NULL) {
        fprintf(stderr, "kernels %d are not for this processor or build: not tested\n", nth);
    }
    return kernels;
}

START_TEST(every_length_and_alignment)
{
    const struct furl_kernels *kernels = kernels_here(_i);
    struct guarded in, out;
    struct dice dice = {(uint64_t)_i + 1};
    struct tasks tasks;
    const size_t kind_step = sample_step(KINDS), step = sample_step(ALIGNMENTS);

    ck_assert(guarded_page(&in) && guarded_page(&out));
    init_tasks(&tasks);
    for (size_t n = 0; kernels != NULL && n < LENGTHS; n++) {
        for (size_t kind = n % kind_step; kind < KINDS; kind += kind_step) {
            unsigned char *text = in.end - n;
            roll_kind(&dice, kind, text, n);
            check_all(kernels, &tasks, text, n, &out);
        }
        for (size_t alignment = n % step; alignment < ALIGNMENTS; alignment += step) {
            unsigned char *text = in.start + alignment;
            roll_kind(&dice, alignment % KINDS, text, n);
            check_all(kernels, &tasks, text, n, &out);
        }
    }
    ck_assert(guarded_free(&in));
    ck_assert(guarded_free(&out));
}
END_TEST

START_TEST(every_octet_at_every_place)
{
    const struct furl_kernels *kernels = kernels_here(_i);
    struct guarded in, out;
    struct tasks tasks;
    const size_t n = 2 * 64 + 5, step = sample_step(n);

    ck_assert(guarded_page(&in) && guarded_page(&out));
    init_tasks(&tasks);
    for (size_t octet = 0; kernels != NULL && octet < 256; octet++) {
        for (size_t place = octet % step; place < n; place += step) {
            unsigned char *text = in.end - n;
            memset(text, 'x', n);
            text[place] = (unsigned char)octet;
            check_all(kernels, &tasks, text, n, &out);
        }
    }
    ck_assert(guarded_free(&in));
    ck_assert(guarded_free(&out));
}
END_TEST

START_TEST(every_two_octets_after_a_percent)
{
    const struct furl_kernels *kernels = kernels_here(_i);
    struct guarded in, out;
    struct tasks tasks;
    const size_t n = 131, step = sample_step(65536);

    ck_assert(guarded_page(&in) && guarded_page(&out));
    init_tasks(&tasks);
    for (size_t pair = 0; kernels != NULL && pair < 65536; pair += step) {
        unsigned char *text = in.end - n;
        size_t place = pair % (n - 2);
        memset(text, 'x', n);
        text[place] = '%';
        text[place + 1] = (unsigned char)(pair >> 8);
        text[place + 2] = (unsigned char)pair;
        check_unescape(kernels, &tasks.table[pair % 2], text, n, &out);
    }
    ck_assert(guarded_free(&in));
    ck_assert(guarded_free(&out));
}
END_TEST

START_TEST(the_plain_ones_are_everywhere)
{
    ck_assert(plain() != NULL);
    ck_assert(furl_kernels_of(FURL_KERNELS) == NULL);
    ck_assert(furl_choose_kernels() != NULL);
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined FURL_PLAIN_ALONE
    ck_assert(furl_kernels_of(0) != NULL); /* NEON is part of it */
#endif
}
END_TEST

Suite *kernels_suite(void)
{
    Suite *suite = suite_create("kernels");

    loop_case(suite, "choice", the_plain_ones_are_everywhere, 1);
    loop_case(suite, "lengths", every_length_and_alignment, FURL_KERNELS);
    loop_case(suite, "places", every_octet_at_every_place, FURL_KERNELS);
    loop_case(suite, "escapes", every_two_octets_after_a_percent, FURL_KERNELS);
    return suite;
}
