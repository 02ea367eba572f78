#include "units.h"

#include "bases.h"

START_TEST(formats_have_names)
{
    ck_assert(mail_format_named("squish") == &mail_squish);
    ck_assert(mail_format_named("text") == &mail_text);
    ck_assert(mail_format_named("Squish") == NULL);
    ck_assert(mail_format_named("") == NULL);
    ck_assert_str_eq(mail_format_name(NULL, 0), "squish");
    ck_assert_ptr_null(mail_format_name(NULL, 8));
}
END_TEST

/* What is at the front of a file of each format, as little as it can be. */
static void put_front(struct octets *octets, const char *format)
{
    octets->n = 0;
    if (strcmp(format, "squish") == 0) {
        put_u16(octets, 256);
        put_filling(octets, '\0', 128);
        put_u16(octets, 28);
        put_filling(octets, '\0', 124);
    } else if (strcmp(format, "jam") == 0) {
        put_field(octets, "JAM", 1024);
    } else if (strcmp(format, "pkt") == 0) {
        put_filling(octets, '\0', 18);
        put_u16(octets, 2);
        put_filling(octets, '\0', 40);
    } else if (strcmp(format, "msg") == 0) {
        put_filling(octets, '\0', 144);
        put_field(octets, "05 Feb 94  21:47:34", 46);
    } else if (strcmp(format, "hudson") == 0) {
        put_filling(octets, '\0', 26);
        put_filling(octets, 1, 1);
        put_filling(octets, '\0', 160);
    } else if (strcmp(format, "qwk") == 0) {
        put_text(octets, "Produced by");
        put_filling(octets, ' ', 128 + 116 - octets->n);
        put_text(octets, "1     ");
        put_filling(octets, ' ', 6);
    } else if (strcmp(format, "rfc") == 0) {
        put_text(octets, "From a 1:2 1996\nA:");
    } else {
        put_text(octets, "A text.");
    }
}

static const struct {
    const char *front, *path, *format;
} files[] = {
    {"squish", "a.sqd", "squish"},
    {"squish", "/b/A.SQD", "squish"},
    {"squish", NULL, "squish"},
    {"squish", "a.txt", "text"},
    {"squish", "a.sqi", "text"},
    {"squish", "sqd", "text"},
    {"squish", "a.jhr", "text"},
    {"jam", "a.jhr", "jam"},
    {"jam", "a.jdt", "text"},
    {"jam", NULL, "jam"},
    {"pkt", "1.PKT", "pkt"},
    {"pkt", "1.cut", "pkt"},
    {"pkt", NULL, "pkt"},
    {"msg", "1.msg", "msg"},
    {"msg", NULL, "msg"},
    {"hudson", "x/MsgHdr.Bbs", "hudson"},
    {"hudson", "xmsghdr.bbs", "text"},
    {"hudson", "msghdr.bbs/x", "text"},
    {"hudson", NULL, "hudson"},
    {"qwk", "MESSAGES.DAT", "qwk"},
    {"qwk", NULL, "qwk"},
    {"rfc", "a.eml", "rfc"},
    {"rfc", "/b.c/a.MBOX", "rfc"},
    {"rfc", "a.mbx", "rfc"},
    {"rfc", "a", "text"},
    {"rfc", NULL, "rfc"},
    {"text", "a.sqd", "text"},
    {"text", "a.jhr", "text"},
    {"text", "a.pkt", "text"},
    {"text", "a.msg", "text"},
    {"text", "msghdr.bbs", "text"},
    {"text", "messages.dat", "text"},
    {"text", "a.mbox", "text"},
    {"text", NULL, "text"},
    {"text", "", "text"},
};

START_TEST(formats_are_recognized)
{
    static struct octets octets;

    put_front(&octets, files[_i].front);
    struct furl_range front = {octets.at, octets.n};
    const struct mail_format *format = mail_recognize(files[_i].path, front, octets.n);
    ck_assert_str_eq(format->name, files[_i].format);
    /* With one octet less it is none, unless what is left may be the front of a longer file. */
    front.n--;
    format = mail_recognize(files[_i].path, front, front.n);
    ck_assert_str_eq(format->name, "text");
}
END_TEST

/* Names; the role; the files beside, in three cases. */
static const struct {
    const char *path;
    enum mail_role role, other;
    const char *beside[MAIL_NAMES_BESIDE];
} roles[] = {
    {"a.jhr", MAIL_FIRST, MAIL_SECOND, {"a.jdt", "a.jdt", "a.JDT"}},
    {"/b.c/A.JDT", MAIL_SECOND, MAIL_FIRST, {"/b.c/A.JHR", "/b.c/A.jhr", "/b.c/A.JHR"}},
    {"a.Jhr", MAIL_FIRST, MAIL_SECOND, {"a.Jdt", "a.jdt", "a.JDT"}},
    {"a.jdx", MAIL_INDEX, MAIL_FIRST, {"a.jhr", "a.jhr", "a.JHR"}},
    {"A.JHR", MAIL_FIRST, MAIL_INDEX, {"A.JDX", "A.jdx", "A.JDX"}},
    {"a.jlr", MAIL_UNREAD, MAIL_INDEX, {"a.jdx", "a.jdx", "a.JDX"}},
    {"a.sqi", MAIL_UNREAD, MAIL_FIRST, {"a.sqd", "a.sqd", "a.SQD"}},
    {"a.sqd", MAIL_FIRST, MAIL_SECOND, {NULL}},
    {"a.sqd", MAIL_FIRST, MAIL_INDEX, {NULL}},
    {"b/MSGHDR.BBS", MAIL_FIRST, MAIL_SECOND, {"b/MSGTXT.BBS", "b/msgtxt.bbs", "b/MSGTXT.BBS"}},
    {"MsgHdr.Bbs", MAIL_FIRST, MAIL_INDEX, {"Msgidx.bbs", "msgidx.bbs", "MSGIDX.BBS"}},
    {"msgidx.bbs", MAIL_INDEX, MAIL_SECOND, {"msgtxt.bbs", "msgtxt.bbs", "MSGTXT.BBS"}},
    {"LASTREAD.BBS", MAIL_UNREAD, MAIL_FIRST, {"MSGHDR.BBS", "msghdr.bbs", "MSGHDR.BBS"}},
    {"Messages.Dat", MAIL_FIRST, MAIL_SECOND, {"Control.dat", "control.dat", "CONTROL.DAT"}},
    {"CONTROL.DAT", MAIL_SECOND, MAIL_FIRST, {"MESSAGES.DAT", "messages.dat", "MESSAGES.DAT"}},
    {".jhr", MAIL_FIRST, MAIL_SECOND, {".jdt", ".jdt", ".JDT"}},
    {"messages.dat", MAIL_FIRST, MAIL_INDEX, {NULL}},
    {"b/001.NDX", MAIL_UNREAD, MAIL_FIRST, {"b/MESSAGES.DAT", "b/messages.dat", "b/MESSAGES.DAT"}},
    {"personal.ndx", MAIL_UNREAD, MAIL_FIRST, {"messages.dat", "messages.dat", "MESSAGES.DAT"}},
    {"jhr", MAIL_NO_ROLE, MAIL_SECOND, {NULL}},
    {"", MAIL_NO_ROLE, MAIL_FIRST, {NULL}},
};

START_TEST(files_have_roles)
{
    const struct mail_format *format = &mail_text;
    char out[64];

    ck_assert_int_eq((int)mail_role_of(roles[_i].path, &format), (int)roles[_i].role);
    ck_assert((format == NULL) == (roles[_i].role == MAIL_NO_ROLE));
    for (size_t i = 0; i < MAIL_NAMES_BESIDE; i++) {
        const char *wanted = roles[_i].beside[i];
        bool there = mail_name_beside(roles[_i].path, roles[_i].other, i, out, sizeof out);
        ck_assert(there == (wanted != NULL));
        ck_assert_str_eq(there ? out : "", wanted != NULL ? wanted : "");
        for (size_t n = 0; wanted != NULL && n <= strlen(wanted); n++) {
            ck_assert(!mail_name_beside(roles[_i].path, roles[_i].other, i, out, n));
        }
    }
    ck_assert(
        !mail_name_beside(roles[_i].path, roles[_i].other, MAIL_NAMES_BESIDE, out, sizeof out));
}
END_TEST

START_TEST(the_name_of_a_base_is_that_of_its_file)
{
    static const char *const names[][2] = {{"a.sqd", "a"},
                                           {"/b.c/a", "a"},
                                           {"/b/ru.linux.sqd", "ru.linux"},
                                           {".sqd", ".sqd"},
                                           {"", ""}};
    static struct base base;
    struct octets octets = {.n = 0};

    for (size_t i = 0; i < COUNT(names); i++) {
        open_base(&base, &mail_text, names[i][0], &octets, NULL, 0);
        expect(base.store.name.at, base.store.name.n, names[i][1]);
        mail_close(&base.store);
    }
}
END_TEST

/* A message may have so many octets, whatever is asked for. */
START_TEST(texts_in_utf8_have_room)
{
    static struct base base;
    struct octets octets = {.n = 0};
    struct mail_settings settings = {.most = SIZE_MAX};

    open_base(&base, &mail_text, "x", &octets, NULL, 0);
    mail_open(&base.store, &mail_text, "x", &(struct mail_file[MAIL_FILES]){{0}}[0], &settings);
    ck_assert(base.store.settings.most <= SIZE_MAX / 3 - 1);
}
END_TEST

START_TEST(what_cannot_be_read_fails)
{
    static const struct mail_format *const formats[] = {&mail_squish, &mail_jam, &mail_hudson,
                                                        &mail_qwk,    &mail_pkt, &mail_msg,
                                                        &mail_rfc,    &mail_text};
    static struct base base;
    struct octets octets = {.n = 0};

    put_text(&octets, "text");
    for (size_t i = 0; i < COUNT(formats); i++) {
        open_base(&base, formats[i], "x", &octets, &octets, 0);
        base.files[0].fails = true;
        ck_assert_int_eq((int)next_of(&base), (int)MAIL_FAILED);
        ck_assert_int_eq((int)base.store.trouble, (int)MAIL_UNREADABLE);
        ck_assert(base.store.damage.what == NULL);
        mail_close(&base.store);
    }
}
END_TEST

Suite *store_suite(void)
{
    Suite *suite = suite_create("store");

    loop_case(suite, "names", formats_have_names, 1);
    loop_case(suite, "recognized", formats_are_recognized, COUNT(files));
    loop_case(suite, "roles", files_have_roles, COUNT(roles));
    loop_case(suite, "base's name", the_name_of_a_base_is_that_of_its_file, 1);
    loop_case(suite, "room", texts_in_utf8_have_room, 1);
    loop_case(suite, "failed", what_cannot_be_read_fails, 1);
    return suite;
}
