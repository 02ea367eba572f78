#include "furl/text/extent.h"

#include "furl/text/breaks.h"

#include "units.h"

/* Reads a URL that nothing pauses to its end; with `slowly`, by the table alone. */
static enum furl_extent_end read_all(struct furl_extent *extent, bool slowly)
{
    enum furl_extent_end end = FURL_GOES_ON;

    extent->marked_up = extent->marked_up || slowly;
    while (end == FURL_GOES_ON) {
        end = furl_extent_read(extent);
        if (end == FURL_AT_PERCENT) {
            size_t n = 1;
            while (furl_octet(extent->text, extent->here.at + n) == '%') {
                n++;
            }
            end = furl_extent_read_percents(extent, n);
        }
    }
    return end;
}

/* What masks say of blocks is what the table says octet by octet; so is what a glance tells. */
START_TEST(blocks_say_what_the_table_says)
{
    static const char *const heads[] = {" http://", "<http://",  "area://",
                                        "\"area:",  "(ed2k://|", "*http://",
                                        "'x://",    "netmail:",  "@X0Fmailto:"};
    struct dice dice = {(uint64_t)_i + 1};
    const size_t n = sampled(60000);
    size_t glances = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char octets[200];
        const char *head = heads[roll(&dice, COUNT(heads))];
        const size_t colon = strcspn(head, ":");
        struct furl_window text = furl_window_of((struct furl_range){octets, 0});
        struct furl_extents extents;
        struct furl_start start;
        struct furl_block block;
        struct furl_extent fast, slow;
        size_t kept = 0;
        memcpy(octets, head, strlen(head));
        text.n = strlen(head) + roll(&dice, (uint32_t)(sizeof octets - strlen(head)));
        roll_text(&dice, octets + strlen(head), text.n - strlen(head));
        if (!furl_start(&text, colon, 0, &start) ||
            furl_has_mark((struct furl_range){octets, text.n})) {
            continue; /* what is looked at ahead is without breaks */
        }
        furl_extents_init(&extents, furl_kernels_of(FURL_KERNELS - 1), roll(&dice, 2) == 0);
        furl_block_look(&block, &extents, &text, start.body);
        furl_extent_begin(&fast, &extents, &text, &start, &block);
        fast.quoted = roll(&dice, 8) == 0;
        slow = fast;
        enum furl_extent_end end = read_all(&fast, false);
        ck_assert_int_eq(read_all(&slow, true), end);
        ck_assert_uint_eq(fast.here.at, slow.here.at);
        ck_assert_uint_eq(fast.here.n, slow.here.n);
        ck_assert_uint_eq(fast.kept.at, slow.kept.at);
        ck_assert_uint_eq(fast.kept.n, slow.kept.n);
        ck_assert_uint_eq(fast.alnum, slow.alnum);
        ck_assert_int_eq(fast.state, slow.state);
        size_t glanced = furl_extent_at_a_glance(&block, &text, &start, &kept);
        if (glanced > 0) {
            bool enclosed = octets[slow.here.at] == furl_partner_of(start.before);
            ck_assert(end == FURL_ENDED && slow.alnum < slow.kept.n);
            ck_assert_uint_eq(start.body + glanced, slow.here.at);
            ck_assert_uint_eq(start.body + kept, enclosed ? slow.here.at : slow.kept.at);
            glances++;
        }
    }
    ck_assert(glances > n / 200);
}
END_TEST

Suite *extent_suite(void)
{
    Suite *suite = suite_create("extent");

    loop_case(suite, "blocks", blocks_say_what_the_table_says, 8);
    return suite;
}
