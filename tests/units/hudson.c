/* The layout is that of RemoteAccess's structures, MSGHDRrecord and MSGTXTrecord. */
#include "units.h"

#include "bases.h"

static struct octets records, blocks, entries;
static struct base base;

static void put_pascal(const char *text, size_t room)
{
    put_filling(&records, (char)strlen(text), 1);
    put_field(&records, text, room);
}

/* A record, and its text in blocks of `some` octets or less. */
static void put_message(unsigned number, unsigned attribute, unsigned board, const char *text,
                        size_t some)
{
    size_t first = blocks.n / 256;

    for (size_t n = strlen(text); n > 0;) {
        size_t length = n < some ? n : some;
        put_filling(&blocks, (char)length, 1);
        put_octets(&blocks, text, length);
        put_filling(&blocks, '#', 255 - length);
        text += length;
        n -= length;
    }
    put_u16(&records, number);
    put_filling(&records, '\0', 6);
    put_u16(&records, (unsigned)first);
    put_u16(&records, (unsigned)(blocks.n / 256 - first));
    put_filling(&records, '\0', 12);
    put_u16(&records, attribute);
    put_filling(&records, (char)board, 1);
    put_pascal("21:47", 5);
    put_pascal("02-05-94", 8);
    put_pascal("All", 35);
    put_pascal("Ivan", 35);
    put_pascal("Subject", 72);
}

static void begin(void)
{
    records.n = blocks.n = 0;
}

static void open_it(size_t cut)
{
    open_base(&base, &mail_hudson, "/qbbs/msghdr.bbs", &records, &blocks, cut);
}

#define ROW(n, area, id, text)                                                                     \
    n "|Ivan|All|Subject|" area "|" id "|1994-02-05T21:47:00||utf-8|" text

START_TEST(messages_are_read)
{
    char text[600] = "";
    char wanted[700];

    begin();
    for (int i = 0; i < 599; i++) {
        text[i] = (char)(i % 60 == 59 ? '\r' : 'a' + i % 26);
    }
    put_message(3, 0, 200, text, 255);
    ck_assert_uint_eq(records.n, 187);
    put_message(4, 1, 5, "deleted\r", 255);
    put_message(0xFFFF, 0, 5, "gone\r", 255);
    put_message(5, 4, 1, "\001MSGID: 2:5/6 12345678\rHi\rSEEN-BY: 1/2\r", 7);
    put_message(6, 0, 5, "", 255);
    open_it(cuts[_i]);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == '\r' ? '\n' : *at;
    }
    snprintf(wanted, sizeof wanted, "%s%s\n", ROW("3", "200", "", ""), text);
    expect_message(&base, wanted);
    expect_message(&base, ROW("5", "", "2:5/6 12345678", "Hi\n"));
    expect_message(&base, ROW("6", "5", "", ""));
    expect_end(&base);
}
END_TEST

/* A message is deleted if the index or the record says so; after the index, the record alone. */
START_TEST(the_index_tells_what_is_deleted)
{
    static const unsigned numbers[] = {0xFFFF, 2, 0, 9, 5};

    begin();
    entries.n = 0;
    for (unsigned i = 0; i < 7; i++) {
        static const char letters[] = "A\0B\0C\0D\0E\0F\0G";
        put_message(i + 1, i == 4 || i == 6 ? 1 : 0, 7, letters + (size_t)2 * i, 255);
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        put_u16(&entries, numbers[i]);
        put_filling(&entries, 7, 1);
    }
    put_u16(&entries, 0xFFFF); /* an entry that is cut */
    open_it(cuts[_i]);
    add_index(&base, &entries);
    expect_message(&base, ROW("2", "7", "", "B\n"));
    expect_message(&base, ROW("4", "7", "", "D\n"));
    expect_message(&base, ROW("6", "7", "", "F\n"));
    expect_damage(&base, MAIL_DAMAGE, "an index entry is cut short", 7, 7 * 187);
    expect_end(&base);
}
END_TEST

/* Of what each record says wrongly, the message is what is there. */
START_TEST(what_is_wrong_is_said)
{
    begin();
    put_message(1, 0, 1, "One", 255);
    put_message(2, 0, 1, "Two", 255);
    put_message(3, 0, 1, "Three", 255);
    set_u16(&records, 8, 7);            /* the first block is not there */
    set_u16(&records, 187 + 10, 2);     /* one block more than the text has */
    set_u16(&records, 2 * 187 + 10, 9); /* more than there are */
    records.at[2 * 187 + 42] = 36;      /* a name longer than its room */
    memset(records.at + 2 * 187 + 43, 'x', 36);
    put_filling(&records, '\0', 100);
    open_it(0);
    expect_message(&base, ROW("1", "1", "", ""));
    expect_damage(&base, MAIL_MESSAGE, "text has fewer blocks than the header says", 1, 0);
    expect_message(&base, ROW("2", "1", "", "Two\n"));
    expect_damage(&base, MAIL_MESSAGE, "text has fewer blocks than the header says", 2, 187);
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
    expect(base.store.message.text.at, base.store.message.text.n, "Three\n");
    ck_assert_uint_eq(base.store.message.head.of[MAIL_TO].n, 35);
    expect_damage(&base, MAIL_MESSAGE, "a field of the header is not valid", 3, 2 * 187);
    expect_damage(&base, MAIL_DAMAGE, "a record is cut short", 4, 3 * 187);
    expect_end(&base);
}
END_TEST

/* A number of blocks that lies takes none of the next text, also if that was deleted. */
START_TEST(a_length_that_lies_takes_nothing_from_others)
{
    for (unsigned blocks_n = 2; blocks_n < 70; blocks_n++) {
        for (unsigned deleted = 0; deleted < 2; deleted++) {
            begin();
            put_message(1, 0, 1, "One", 255);
            put_message(2, deleted, 1, "Two", 1);
            put_message(3, 0, 1, "Three", 255);
            set_u16(&records, 10, blocks_n);
            open_it(0);
            expect_message(&base, ROW("1", "1", "", "One\n"));
            expect_damage(&base, MAIL_MESSAGE, "text has fewer blocks than the header says", 1, 0);
            if (deleted == 0) {
                expect_message(&base, ROW("2", "1", "", "Two\n"));
            }
            expect_message(&base, ROW("3", "1", "", "Three\n"));
            expect_end(&base);
        }
    }
}
END_TEST

START_TEST(a_length_that_lies_ends_before_the_next_text)
{
    for (unsigned gone = 1; gone < 8; gone++) {
        begin();
        put_message(1, 0, 1, "One", 255);
        for (unsigned i = 0; i < gone; i++) {
            put_message(2 + i, 1, 1, "", 255);
            set_u16(&records, (1 + i) * 187 + 8, 0); /* where its text is */
        }
        put_message(9, 0, 1, "Nine", 255);
        set_u16(&records, 10, 9);
        open_it(0);
        expect_message(&base, ROW("1", "1", "", "One\n"));
        expect_damage(&base, MAIL_MESSAGE, "text has fewer blocks than the header says", 1, 0);
        expect_message(&base, ROW("9", "1", "", "Nine\n"));
        expect_end(&base);
    }
}
END_TEST

START_TEST(a_cut_in_a_deleted_message_is_reported)
{
    begin();
    put_message(1, 0, 1, "One", 255);
    put_message(2, 1, 1, "Two", 255);
    blocks.n -= 1;
    open_it(0);
    expect_message(&base, ROW("1", "1", "", "One\n"));
    expect_damage(&base, MAIL_DAMAGE, "the text of a deleted message is missing", 2, 187);
    expect_end(&base);
}
END_TEST

/* Boards are 1 to 200, and a record of another one is none. */
START_TEST(boards_have_numbers)
{
    static const unsigned boards[] = {0, 1, 200, 201};

    for (size_t i = 0; i < COUNT(boards); i++) {
        begin();
        put_message(1, 0, boards[i], "One", 255);
        open_it(0);
        ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
        ck_assert((base.store.damage.what == NULL) == (i == 1 || i == 2));
        mail_close(&base.store);
    }
}
END_TEST

START_TEST(blocks_are_not_read_over_and_over)
{
    begin();
    for (unsigned i = 1; i <= 100; i++) {
        put_message(i, 0, 1, i == 1 ? "Text" : "", 255);
        set_u16(&records, 187 * (i - 1) + 8, 0);
        set_u16(&records, 187 * (i - 1) + 10, 1);
    }
    open_it(0);
    ck_assert_uint_eq(read_base(&base, 10), 100);
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    begin();
    put_message(7, 0, 1, "Four", 1);
    put_message(8, 0, 1, "Two", 2);
    open_it(0);
    base.store.settings.most = 3;
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 7, 0);
    expect_message(&base, ROW("8", "1", "", "Two\n"));
    expect_end(&base);
}
END_TEST

START_TEST(any_octets_end)
{
    struct dice dice = {1};

    for (size_t tries = sampled(2000); tries > 0; tries--) {
        begin();
        put_message(1, 0, 1, "One", 1);
        put_message(2, 0, 1, "Two", 255);
        put_message(3, 0, 1, "Three", 2);
        for (size_t i = roll(&dice, 20); i > 0; i--) {
            records.at[roll(&dice, (uint32_t)records.n)] = (unsigned char)roll(&dice, 256);
            blocks.at[roll(&dice, (uint32_t)blocks.n)] = (unsigned char)roll(&dice, 256);
        }
        records.n -= roll(&dice, 187);
        blocks.n -= roll(&dice, 1000);
        open_it(0);
        if (roll(&dice, 2) > 0) {
            add_index(&base, &blocks);
        }
        read_base(&base, blocks.n + 10);
    }
}
END_TEST

Suite *hudson_suite(void)
{
    Suite *suite = suite_create("hudson");

    loop_case(suite, "messages", messages_are_read, COUNT(cuts));
    loop_case(suite, "index", the_index_tells_what_is_deleted, COUNT(cuts));
    loop_case(suite, "wrong", what_is_wrong_is_said, 1);
    loop_case(suite, "lengths", a_length_that_lies_takes_nothing_from_others, 1);
    loop_case(suite, "no text", a_length_that_lies_ends_before_the_next_text, 1);
    loop_case(suite, "cut and deleted", a_cut_in_a_deleted_message_is_reported, 1);
    loop_case(suite, "boards", boards_have_numbers, 1);
    loop_case(suite, "overlapping", blocks_are_not_read_over_and_over, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    loop_case(suite, "any", any_octets_end, 1);
    return suite;
}
