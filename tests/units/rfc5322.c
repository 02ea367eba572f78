/* Mailboxes: RFC 4155, and "mboxrd" for lines that begin with "From ". */
#include "config.h"

#include "bases.h"
#include "units.h"

static struct octets octets;
static struct base base;

#define MARK "From a@b Sat Jan  3 01:05:34 1996\n"
#define TEN  "A: 1\nB: 2\nC: 3\nD: 4\nE: 5\nF: 6\nG: 7\nH: 8\nI: 9\nJ: 10\n"

/* Mailboxes, and the texts of their messages, each in brackets. */
static const struct {
    const char *mailbox, *texts;
} mailboxes[] = {
    {"", ""},
    {MARK, "[]"},
    {MARK "\na\n", "[a\n]"},
    {MARK "\na\n\n" MARK "\nb\n\n", "[a\n][b\n]"},
    {MARK "\r\na\r\n\r\nFrom b 1:2 1996\r\n\r\nb\r\n\r\n", "[a\n][b\n]"},
    {MARK "\na\nFrom b\n\n\nFrom 1:2 1996\n\nc", "[a\nFrom b\n\n][c\n]"},
    {MARK "\n>From a\n>>From b\n>Fromc\n> From d\n>>>From e",
     "[From a\n>From b\n>Fromc\n> From d\n>>From e\n]"},
    {MARK "A: b\n\nFrom 1:2 1996\n\nFrom 1:2 1996\n\nFrom", "[][][From\n]"},
    {MARK MARK "\na\n", "[a\n]"},
    {MARK "\na\n\nFrom b\n\nc\n", "[a\n\nFrom b\n\nc\n]"}, /* prose, since it has no time */
    {MARK "\na\nFrom \nTo: b\n\nc\n", "[a\n][c\n]"},
    {MARK "\na\n\nFrom b\n>From c\nX-D: e\n\nf\n", "[a\n][f\n]"},
    {MARK "\na\nFrom b 1:2 1996\n\nc\n", "[a\nFrom b 1:2 1996\n\nc\n]"},
    {MARK "\na\n\nFrom b 1:2 19967\n\nc\n", "[a\n\nFrom b 1:2 19967\n\nc\n]"},
    {MARK "\na\n\nFrom b 12 1996\n\nc\n", "[a\n\nFrom b 12 1996\n\nc\n]"},
    {MARK "\na\n\nFrom b 1996 1:2\n\nc\n", "[a\n][c\n]"},
    {MARK "\na\nFrom : b\nTo: c\n", "[a\nFrom : b\nTo: c\n]"},
    {MARK "\na\nFrom b\nC: d\n", "[a\nFrom b\nC: d\n]"},
    {MARK "X-Mozilla-Status: 0009\n\na\n\n" MARK "X-Mozilla-Status: 0001\n\nb\n", "[b\n]"},
    {MARK "X-Mozilla-Status: 0008\n\na\n", ""},
    {MARK "X-Mozilla-Status: 8\n\na\n" MARK "X-Mozilla-Status: 00g0\n\nb\n", "[a\n][b\n]"},
    {"From a\rTo: b\r\ra\r\rFrom b\rTo: c\r\rb\r", "[a\n][b\n]"},
    {"From ", "[]"},
    {"A: b\n\n>From a\n\nFrom b\n", "[From a\n\nFrom b\n]"},
    {"A: b\n\na\n\n" MARK "\nb\n", "[a\n][b\n]"},
};

static void open_mailbox(const char *mailbox, size_t cut, size_t most)
{
    octets.n = 0;
    put_text(&octets, mailbox);
    open_base(&base, &mail_rfc, "/a/x.y.mbox", &octets, NULL, cut);
    base.store.settings.most = most;
}

static bool is_mail(const char *path)
{
    open_base(&base, NULL, path, &octets, NULL, 0);
    bool is = mail_format_of(&base.store) == &mail_rfc;
    mail_close(&base.store);
    return is;
}

START_TEST(mailboxes_are_read)
{
    for (size_t i = 0; i < COUNT(cuts); i++) {
        unsigned char out[1024];
        size_t n = 0;
        uint64_t number = 0;
        open_mailbox(mailboxes[_i].mailbox, cuts[i], MAIL_MESSAGE_MAX);
        while (next_of(&base) == MAIL_MESSAGE) {
            struct furl_range text = base.store.message.text;
            out[n++] = '[';
            memcpy(out + n, text.at, text.n);
            n += text.n;
            out[n++] = ']';
            ck_assert_uint_eq(base.store.message.head.number, ++number);
        }
        ck_assert(base.store.over || base.store.damage.what == NULL);
        mail_close(&base.store);
        expect(out, n, mailboxes[_i].texts);
    }
}
END_TEST

/* Texts of one message, which quote marks and talk of them. */
static const char *const quoting[] = {
    "From the start it was clear.\n",
    "\nFrom Ivan I have this:\n\nSubject: none\n",
    "\nFrom now on: no more\nof that.\n",
    "\nFrom 10:30 to 11:45 nobody calls.\n",
    "\nFrom 1996 on, we read\nnews.\n",
    "\nFrom 10:30 on 3 January of 96\n\n",
    "\nFrom a@b Sat Jan  3 at one, 1996\n",
    "so it goes\nFrom a@b Sat Jan  3 01:05:34 1996\nto the end.\n",
    "\n> From a@b Sat Jan  3 01:05:34 1996\n> Subject: s\n",
    "\n From a@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\n|From a@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\nfrom a@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\nFROM a@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\nFrom\ta@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\nFrom: a@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\nFrom : a@b Sat Jan  3 01:05:34 1996\nSubject: s\n",
    "\nFrom http://a/b:80/1996/\n\nSubject: s\n",
    "\nFrom what I see\nMy Subject: s\n",
    "\nFrom what I see\nSubject s: t\n",
    "\nFrom what I see\nX: y\nReply: z\n",
    "\nFrom port 8080 to 9090: closed\n",
    "\nFrom A to Z\nhttp://a/\n",
};

START_TEST(texts_that_quote_marks_are_one)
{
    char mailbox[512];

    sprintf(mailbox, MARK "Subject: s\n\nfirst\n%s", quoting[_i]);
    open_mailbox(mailbox, 0, MAIL_MESSAGE_MAX);
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
    expect_end(&base);
}
END_TEST

/* The base's name is the area of what is no article. */
START_TEST(areas_are_told)
{
    open_mailbox(MARK "Newsgroups: c.d\n\n\n" MARK "\n", 0, MAIL_MESSAGE_MAX);
    expect_message(&base, "1||||c.d||||utf-8|");
    expect_message(&base, "2||||x.y||||utf-8|");
    expect_end(&base);
    octets.n = 0;
    put_text(&octets, "A: b\n\n");
    open_base(&base, &mail_rfc, "/a/x.y", &octets, NULL, 0);
    expect_message(&base, "1||||||||utf-8|");
    expect_end(&base);
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    static const char first[] = "From a 1:2 1996\n\n12345678901234567890\n\n";
    static const char second[] = "From 1:2 1996\n\nb\n";
    char mailbox[256];

    sprintf(mailbox, "%s%s\n%s", first, first, second);
    for (size_t i = 0; i < COUNT(cuts); i++) {
        open_mailbox(mailbox, cuts[i], strlen(first) - 1);
        expect_damage(&base, MAIL_DAMAGE, "message is too long", 1, 0);
        expect_damage(&base, MAIL_DAMAGE, "message is too long", 2, strlen(first));
        expect_message(&base, "3||||x.y||||utf-8|b\n");
        expect_end(&base);
        open_mailbox(mailbox, cuts[i], strlen(first));
        expect_message(&base, "1||||x.y||||utf-8|12345678901234567890\n");
        expect_damage(&base, MAIL_DAMAGE, "message is too long", 2, strlen(first));
        expect_message(&base, "3||||x.y||||utf-8|b\n");
        expect_end(&base);
        open_mailbox("A: b\n\n", cuts[i], 5);
        expect_damage(&base, MAIL_DAMAGE, "message is too long", 1, 0);
        expect_end(&base);
    }
}
END_TEST

/* Whoever chooses the address in a mark does not make it prose. */
START_TEST(marks_may_be_long)
{
    octets.n = 0;
    for (int i = 0; i < 2; i++) {
        put_text(&octets, "From ");
        put_filling(&octets, 'a', 900);
        put_text(&octets, "@b Sat Jan  3 01:05:34 1996\nSubject: s\n\nb\n\n");
    }
    ck_assert(is_mail(NULL));
    open_base(&base, &mail_rfc, "x", &octets, NULL, 0);
    expect_message(&base, "1|||s|x||||utf-8|b\n");
    expect_message(&base, "2|||s|x||||utf-8|b\n");
    expect_end(&base);
}
END_TEST

/* Marks at any place of the stretches that are read, and of what is passed over. */
START_TEST(marks_are_found_anywhere)
{
    static const size_t places[] = {4096, 8192, 16384, 65536, 131072};

    for (size_t i = 0; i < COUNT(places); i++) {
        for (size_t before = 0; before < 300; before++) {
            octets.n = 0;
            put_text(&octets, "From a\n\n");
            put_filling(&octets, 'x', places[i] - before);
            put_text(&octets, "\r\n\r\nFrom 1:2 1996\n\nb\n");
            open_base(&base, &mail_rfc, "x", &octets, NULL, 0);
            base.store.settings.most = before % 2 == 0 ? MAIL_MESSAGE_MAX : 1000;
            enum mail_result wanted = before % 2 == 0 ? MAIL_MESSAGE : MAIL_DAMAGE;
            ck_assert_int_eq((int)next_of(&base), (int)wanted);
            expect_message(&base, "2||||x||||utf-8|b\n");
            expect_end(&base);
        }
    }
}
END_TEST

/* What is at the front of a file; whether that is mail if the file is named so, and if not. */
static const struct {
    const char *front;
    bool named, unnamed;
} fronts[] = {
    {MARK "A: b\n\n", true, true},
    {MARK "A: b", true, true},
    {"From a 01:05 1996\nA:\n\n", true, true},
    {MARK "Subject: \xC8\001\n\n", true, true}, /* whatever others wrote in it */
    {"From: a\nSubject: \xC8\n\n", true, true},
    {"From a 01:05\nA:\n\n", false, false},
    {"From 1996 01:05\nA:\n\n", true, true},
    {"From a 01:05 1996\nA", false, false},
    {"From a 01:05 1996\nA \n\n", false, false},
    {"\xEF\xBB\xBF\r\n\nFrom: a\nTo: b\n\n", true, false},
    {MARK "\n", false, false},
    {"From a\nA: b\n\n", false, false},
    {"From \nTo: b\n\n", true, true},
    {"From a\nX-A: b\n\n", true, true},
    {"From a\n>From b\n>From c\nDate: b", true, true},
    {"From a\nb\nTo: b\n\n", true, false},
    {"From: a\n\n", true, true},
    {"From: a\r\n\r\nx", true, true},
    {"From: a\nX: b\n", true, true}, /* no empty line */
    {"X: a\nY: b\n\n", false, false},
    {"From : a\nTo: b\n\n", true, false},
    {"From: \x8F\nTo: b\n\n", true, true},
    {"From: a\x1B\nTo: b\n\n", true, true},
    {"Received: a\n b\n\tc\nX: c\nDate:\n\n", true, true},
    {"1: a\n2:\n3:\n4:\n5:\n6:\n7:\nTo: b\n\n", true, true},
    {TEN TEN "Xref: b\n\n", false, false},
    {TEN "1:\n2:\n3:\n4:\n5:\n6:\n7:\n8:\n9:\nXref: b\n\n", true, true},
    {"\n \t\n" TEN "\n \r\n1\n2\n3\n4\n5\n6\n7\n8\n9\nDelivered-To: b\n\n", true, false},
    {"Path: a\nNewsgroups: b\n\nx", true, true},
    {"From: a\nx\nTo: b\n\n", true, false},
    {"From: a\rTo: b\r\rx", true, true},
    {"From: a\rTo: b\r\rx\n", true, true},
    {"x\rTo: b\r\r", true, false},
    {"From: a\nhttp://a/ b\n\n", true, false},
    {"http://a/ b\nFrom: a\n\n", true, false},
    {" From: a\n\n", false, false},
    {":a\nTo: b\n\n", true, false},
    {"\n", false, false},
    {"From a:1:b\nA: b\n\n", false, false},
    {"Subject: a line of prose\nand one more\n\n", true, false},
};

START_TEST(fronts_are_recognized)
{
    octets.n = 0;
    put_text(&octets, fronts[_i].front);
    ck_assert(is_mail("x.EML") == fronts[_i].named);
    ck_assert(is_mail(NULL) == fronts[_i].unnamed);
    ck_assert(is_mail("x.txt") == fronts[_i].unnamed);
    ck_assert(is_mail("x.msg") == fronts[_i].unnamed);
}
END_TEST

/* A header that is longer than what is looked at, which may end anywhere in a line. */
START_TEST(long_headers_are_recognized)
{
    for (size_t n = MAIL_FRONT - 40; n < MAIL_FRONT + 40; n++) {
        octets.n = 0;
        put_text(&octets, "From: a\nX: ");
        put_filling(&octets, 'x', n - octets.n);
        put_text(&octets, "\nX-Y-Z: a\n b\nSubject: c\n\nhttp://a/");
        ck_assert(is_mail("x.eml"));
        ck_assert(is_mail(NULL));
    }
    octets.n = 0;
    put_filling(&octets, 'x', 2 * MAIL_FRONT);
    ck_assert(!is_mail("x.eml"));
}
END_TEST

Suite *rfc5322_suite(void)
{
    Suite *suite = suite_create("rfc5322");

    loop_case(suite, "recognized", fronts_are_recognized, COUNT(fronts));
    loop_case(suite, "long headers", long_headers_are_recognized, 1);
    loop_case(suite, "mailboxes", mailboxes_are_read, COUNT(mailboxes));
    loop_case(suite, "quoted marks", texts_that_quote_marks_are_one, COUNT(quoting));
    loop_case(suite, "long marks", marks_may_be_long, 1);
    loop_case(suite, "areas", areas_are_told, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    loop_case(suite, "marks", marks_are_found_anywhere, 1);
    return suite;
}
