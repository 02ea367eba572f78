/* The layout is that of the Squish Developers Kit 2.0. */
#include "units.h"

#include "bases.h"

/* A frame: of a message of these parts, which is at `at`, with those next to it. */
struct frame {
    uint32_t next, prev;
    const char *control, *text;
};

static void put_message(struct octets *octets, const char *control, const char *text)
{
    put_u32(octets, 0x20000);
    put_field(octets, "Ivan", 36);
    put_field(octets, "\x80\xAD\xAD\xA0", 36); /* Анна in CP866 */
    put_field(octets, "Subject", 72);
    put_filling(octets, '\0', 16);
    put_u32(octets, 0x9E614093); /* 2012-04-19, 19:51:02 */
    put_filling(octets, '\0', 50);
    put_field(octets, "19 Apr 12  19:51:03", 20);
    put_text(octets, control);
    put_string(octets, text);
}

static void put_frame(struct octets *octets, const struct frame *frame)
{
    uint32_t length = (uint32_t)(238 + strlen(frame->control) + strlen(frame->text) + 1);

    put_u32(octets, 0xAFAE4453);
    put_u32(octets, frame->next);
    put_u32(octets, frame->prev);
    put_u32(octets, length);
    put_u32(octets, length);
    put_u32(octets, (uint32_t)strlen(frame->control));
    put_u16(octets, 0);
    put_u16(octets, 0);
    put_message(octets, frame->control, frame->text);
}

static void put_base(struct octets *octets, uint32_t first, uint32_t last)
{
    octets->n = 0;
    put_u16(octets, 256);
    put_filling(octets, '\0', 102);
    put_u32(octets, first);
    put_u32(octets, last);
    put_filling(octets, '\0', 18);
    put_u16(octets, 28);
    put_filling(octets, '\0', 124);
}

/* Frames of messages that are all as long. */
#define CONTROL  "\001MSGID: 2:5/6 12345678"
#define TEXT(n)  "Message " n ".\r"
#define LENGTH   (238u + (unsigned)sizeof CONTROL - 1 + (unsigned)sizeof TEXT("1"))
#define SIZE     (28u + LENGTH)
#define PLACE(n) (256u + SIZE * ((n)-1u))
#define ROW(n)                                                                                     \
    n "|Ivan|\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0|Subject|base|2:5/6 12345678|2012-04-19T19:51:03||"   \
      "cp866|Message " n ".\n"

/* A base of three, in the order of the file. */
static void put_three(struct octets *octets)
{
    put_base(octets, PLACE(1), PLACE(3));
    put_frame(octets, &(struct frame){PLACE(2), 0, CONTROL, TEXT("1")});
    put_frame(octets, &(struct frame){PLACE(3), PLACE(1), CONTROL, TEXT("2")});
    put_frame(octets, &(struct frame){0, PLACE(2), CONTROL, TEXT("3")});
}

static struct octets octets;
static struct base base;

static void open_it(size_t cut)
{
    open_base(&base, &mail_squish, "/tmp/base.sqd", &octets, NULL, cut);
}

/* A deleted message at the end, which is cut. */
START_TEST(a_cut_in_a_deleted_message_is_reported)
{
    put_three(&octets);
    set_u32(&octets, 120, (uint32_t)octets.n);
    set_u32(&octets, 108, PLACE(2));    /* the last frame */
    set_u32(&octets, PLACE(2) + 4, 0);  /* and none after it */
    set_u16(&octets, PLACE(3) + 24, 1); /* a free one */
    octets.n -= 1;
    open_it(0);
    expect_message(&base, ROW("1"));
    expect_message(&base, ROW("2"));
    expect_damage(&base, MAIL_DAMAGE, "the base is shorter than its header says", 3, octets.n);
    expect_end(&base);
}
END_TEST

/* A frame whose length lies, and that does not name the next one, takes nothing of that. */
START_TEST(a_length_that_lies_takes_nothing_from_others)
{
    static const uint32_t lengths[] = {LENGTH + 1, LENGTH + SIZE, LENGTH + 2 * SIZE, 0xFFFFFF};

    for (size_t i = 0; i < COUNT(lengths); i++) {
        for (unsigned nth = 1; nth <= 3; nth++) {
            put_three(&octets);
            set_u32(&octets, PLACE(nth) + 4, 0);           /* the next frame */
            set_u32(&octets, PLACE(nth) + 12, lengths[i]); /* its length, and that of the message */
            set_u32(&octets, PLACE(nth) + 16, lengths[i]);
            open_it(0);
            for (unsigned n = 1; n <= 3; n++) {
                const char *const rows[] = {ROW("1"), ROW("2"), ROW("3")};
                enum mail_result result = next_of(&base);
                result = result == MAIL_DAMAGE ? next_of(&base) : result; /* the chain is broken */
                ck_assert_int_eq((int)result, (int)MAIL_MESSAGE);
                ck_assert_str_eq(last_row(&base), rows[n - 1]);
            }
            mail_close(&base.store);
        }
    }
}
END_TEST

/* Nor does one that names it, of a text that does not end before that. */
START_TEST(a_text_without_end_ends_at_the_next_frame)
{
    put_three(&octets);
    set_u32(&octets, PLACE(1) + 12, LENGTH + SIZE);
    set_u32(&octets, PLACE(1) + 16, LENGTH + SIZE);
    octets.at[PLACE(2) - 1] = '!'; /* for its NUL */
    open_it(0);
    expect_message(&base, ROW("1") "!\n");
    expect_message(&base, ROW("2"));
    expect_message(&base, ROW("3"));
    expect_end(&base);
}
END_TEST

/* A text may have a frame's mark, and what fills its frame up then is no frame's header. */
START_TEST(a_mark_in_a_text_is_text)
{
    put_base(&octets, PLACE(1), PLACE(1));
    put_frame(&octets, &(struct frame){0, 0, CONTROL, "SD\xAE\xAF Hi.\r"});
    put_filling(&octets, '\0', 100);
    set_u32(&octets, PLACE(1) + 12, (uint32_t)(octets.n - PLACE(1) - 28));
    open_it(0);
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
    ck_assert(strstr(last_row(&base), " Hi.\n") != NULL);
    expect_end(&base);
}
END_TEST

/* A frame of no message, whose length lies, hides none after it where the chain is broken. */
START_TEST(a_frame_that_is_free_hides_no_other)
{
    put_three(&octets);
    set_u32(&octets, PLACE(1) + 4, 77);
    set_u32(&octets, PLACE(2) + 12, 0x7FFFFFFF);
    set_u16(&octets, PLACE(2) + 24, 1); /* which is free */
    open_it(0);
    expect_message(&base, ROW("1"));
    expect_damage(&base, MAIL_DAMAGE, "the chain of frames is broken", 2, 77);
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
    ck_assert(strstr(last_row(&base), "Message 3.") != NULL);
    expect_end(&base);
}
END_TEST

START_TEST(messages_are_read)
{
    put_base(&octets, 256, 0);
    put_frame(
        &octets,
        &(struct frame){0, 0, "\001MSGID: 2:5/6@fidonet 12345678\001CHRS: CP866 2\001TZUTC: 0300",
                        "\x8F\xE0\xA8\xA2\xA5\xE2\r\r> area://A\001B\r\001Via x\rSEEN-BY: 1/2\r"
                        "\n--- GoldED\r * Origin: x\r\001PATH: 1/2\r"});
    open_it(cuts[_i]);
    expect_message(&base,
                   "1|Ivan|\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0|Subject|base|2:5/6@fidonet 12345678|"
                   "2012-04-19T19:51:03+03:00|CP866|cp866|\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5"
                   "\xD1\x82\n\n> area://A\001B\n--- GoldED\n * Origin: x\n");
    expect_end(&base);
}
END_TEST

START_TEST(frames_are_read_in_the_order_of_their_chain)
{
    put_base(&octets, PLACE(3), PLACE(2));
    put_frame(&octets, &(struct frame){PLACE(2), PLACE(3), CONTROL, TEXT("2")});
    put_frame(&octets, &(struct frame){0, PLACE(1), CONTROL, TEXT("3")});
    put_frame(&octets, &(struct frame){PLACE(1), 0, CONTROL, TEXT("1")});
    open_it(0);
    expect_message(&base, ROW("1"));
    expect_message(&base, ROW("2"));
    expect_message(&base, ROW("3"));
    expect_end(&base);
}
END_TEST

START_TEST(an_empty_base_has_none)
{
    put_base(&octets, 0, 0);
    open_it(0);
    expect_end(&base);
}
END_TEST

START_TEST(without_a_string_the_stamp_is_the_date)
{
    put_three(&octets);
    memset(octets.at + PLACE(1) + 28 + 218, '?', 20);
    open_it(0);
    next_of(&base);
    ck_assert_str_eq(base.store.message.dates[0], "2012-04-19T19:51:02");
    mail_close(&base.store);
}
END_TEST

/* Numbers written over those of three frames, and what comes of it: of each message, and of what is
 * reported, a letter; where the first report is. */
#define CHAIN "the chain of frames is broken"
#define SHORT "message is shorter than its frame says"
static const struct damaged {
    size_t at;
    uint32_t number;
    const char *what;
    uint64_t number_reported, offset;
    const char *texts; /* the message's own number, of each message */
} damaged[] = {
    {104, 0x7FFFFFFF, CHAIN, 1, 0x7FFFFFFF, "123"},      /* base: first frame */
    {PLACE(1), 0xAFAE4454, CHAIN, 1, PLACE(1), "23"},    /* mark */
    {PLACE(1) + 4, PLACE(1), CHAIN, 2, PLACE(1), "123"}, /* next frame: itself */
    {PLACE(1) + 4, PLACE(1) + 1, CHAIN, 2, PLACE(1) + 1, "123"},
    {PLACE(2) + 4, PLACE(1), CHAIN, 3, PLACE(1), "123"}, /* back to the first */
    {PLACE(2) + 8, 0, NULL, 0, 0, "123"},                /* wrong link back */
    {PLACE(2) + 24, 1, CHAIN, 2, PLACE(2), "13"},        /* a free frame */
    {PLACE(1) + 4, 0, CHAIN, 2, 0, "123"},               /* next frame */
    {PLACE(1) + 4, PLACE(3), CHAIN, 2, PLACE(3), "123"},
    {PLACE(2) + 8, PLACE(3), NULL, 0, 0, "123"},            /* previous frame */
    {104, 0, CHAIN, 1, 0, "123"},                           /* first frame */
    {PLACE(1) + 12, 0xFFFFFFFF, NULL, 0, 0, "123"},         /* frame length */
    {PLACE(1) + 16, 0xFFFFFFFF, SHORT, 1, PLACE(1), "123"}, /* message length */
    {PLACE(3) + 16, SIZE, SHORT, 3, PLACE(3), "123"},
    {PLACE(2) + 16, 10, "message has no header", 2, PLACE(2), "13"},
    {PLACE(2) + 20, 0xFFFFFFFF, SHORT, 2, PLACE(2), "1 3"}, /* control length */
};

START_TEST(what_can_be_read_of_a_damaged_base_is)
{
    const struct damaged *row = &damaged[_i];
    char texts[8] = "";
    size_t n = 0;
    struct mail_damage first = {0};

    put_three(&octets);
    set_u32(&octets, row->at, row->number);
    open_it(0);
    for (enum mail_result result = MAIL_MESSAGE; result == MAIL_MESSAGE || result == MAIL_DAMAGE;) {
        result = next_of(&base);
        first = first.what == NULL ? base.store.damage : first;
        if (result == MAIL_MESSAGE) {
            struct furl_range text = base.store.message.text;
            texts[n++] = text.n > 8 ? (char)text.at[8] : ' ';
            ck_assert(n < sizeof texts);
        }
    }
    ck_assert_str_eq(texts, row->texts);
    ck_assert_str_eq(first.what != NULL ? first.what : "", row->what != NULL ? row->what : "");
    ck_assert_uint_eq(first.number, row->number_reported);
    ck_assert_uint_eq(first.offset, row->offset);
    mail_close(&base.store);
}
END_TEST

START_TEST(a_chain_that_loops_ends)
{
    put_three(&octets);
    set_u32(&octets, PLACE(1) + 8, PLACE(2));
    set_u32(&octets, PLACE(2) + 4, PLACE(1));
    open_it(0);
    expect_message(&base, ROW("1"));
    expect_message(&base, ROW("2"));
    expect_damage(&base, MAIL_DAMAGE, "the chain of frames loops", 3, PLACE(1));
    expect_message(&base, ROW("3"));
    expect_end(&base);
}
END_TEST

START_TEST(a_base_cut_short_is_read_as_far_as_it_goes)
{
    put_three(&octets);
    for (size_t n = 0; n < octets.n; n++) {
        put_three(&octets);
        octets.n = n;
        open_it(0);
        size_t wanted = n < PLACE(1) + 28 + 238   ? 0
                        : n < PLACE(2) + 28 + 238 ? 1
                        : n < PLACE(3) + 28 + 238 ? 2
                                                  : 3;
        ck_assert_uint_eq(read_base(&base, n), wanted);
    }
}
END_TEST

START_TEST(any_octets_end)
{
    struct dice dice = {1};

    for (size_t tries = sampled(2000); tries > 0; tries--) {
        put_three(&octets);
        for (size_t i = roll(&dice, 20); i > 0; i--) {
            uint32_t number = roll(&dice, 2) ? PLACE(1 + roll(&dice, 4)) : roll(&dice, 2000);
            set_u32(&octets, roll(&dice, (uint32_t)octets.n - 4), number);
        }
        open_it(0);
        read_base(&base, octets.n);
    }
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    put_three(&octets);
    open_it(0);
    base.store.settings.most = LENGTH - 1;
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 1, PLACE(1));
    base.store.settings.most = LENGTH;
    expect_message(&base, ROW("2"));
    mail_close(&base.store);
}
END_TEST

Suite *squish_suite(void)
{
    Suite *suite = suite_create("squish");

    loop_case(suite, "cut and deleted", a_cut_in_a_deleted_message_is_reported, 1);
    loop_case(suite, "lengths", a_length_that_lies_takes_nothing_from_others, 1);
    loop_case(suite, "mark", a_mark_in_a_text_is_text, 1);
    loop_case(suite, "free", a_frame_that_is_free_hides_no_other, 1);
    loop_case(suite, "no end", a_text_without_end_ends_at_the_next_frame, 1);
    loop_case(suite, "messages", messages_are_read, COUNT(cuts));
    loop_case(suite, "order", frames_are_read_in_the_order_of_their_chain, 1);
    loop_case(suite, "empty", an_empty_base_has_none, 1);
    loop_case(suite, "stamp", without_a_string_the_stamp_is_the_date, 1);
    loop_case(suite, "damaged", what_can_be_read_of_a_damaged_base_is, COUNT(damaged));
    loop_case(suite, "loop", a_chain_that_loops_ends, 1);
    loop_case(suite, "cut", a_base_cut_short_is_read_as_far_as_it_goes, 1);
    loop_case(suite, "any", any_octets_end, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    return suite;
}
