#include "units.h"

#include "bases.h"

START_TEST(formats_have_names)
{
    ck_assert(mail_format_named("squish") == &mail_squish);
    ck_assert(mail_format_named("text") == &mail_text);
    ck_assert(mail_format_named("Squish") == NULL);
    ck_assert(mail_format_named("") == NULL);
    ck_assert_str_eq(mail_format_name(NULL, 0), "pkt");
    ck_assert_ptr_null(mail_format_name(NULL, 8));
}
END_TEST

/* The fronts of files, as short as they can be; what is not said of them is zero. */
static void put_squish(struct octets *octets, uint32_t first_frame)
{
    octets->n = 0;
    put_u16(octets, 256);
    put_filling(octets, '\0', 102);
    put_u32(octets, first_frame);
    put_filling(octets, '\0', 22);
    put_u16(octets, 28);
    put_filling(octets, '\0', 124);
    put_octets(octets, "\x53\x44\xAE\xAF\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
               first_frame > 0 ? 28 : 0);
}

static void put_jam(struct octets *octets, uint32_t messages, const char *after)
{
    octets->n = 0;
    put_field(octets, "JAM", 12);
    put_u32(octets, messages);
    put_filling(octets, '\0', 1008);
    put_octets(octets, after, strlen(after));
}

static void put_packet(struct octets *octets, unsigned next)
{
    octets->n = 0;
    put_filling(octets, '\0', 18);
    put_u16(octets, 2);
    put_filling(octets, '\0', 38);
    put_u16(octets, next);
}

static void put_msg(struct octets *octets, const char *from, const char *to, const char *subject,
                    const char *date)
{
    octets->n = 0;
    const char *const fields[] = {from, to, subject, date};
    static const size_t sizes[] = {36, 36, 72, 20};
    for (size_t i = 0; i < 4; i++) {
        size_t n = strlen(fields[i]) < sizes[i] ? strlen(fields[i]) : sizes[i];
        put_octets(octets, fields[i], n);
        put_filling(octets, '\0', sizes[i] - n);
    }
    put_filling(octets, '\0', 26);
}

static void put_hudson(struct octets *octets, const char *time, const char *date)
{
    octets->n = 0;
    put_filling(octets, '\0', 26);
    put_filling(octets, 1, 1);
    put_filling(octets, (char)strlen(time), 1);
    put_field(octets, time, 5);
    put_filling(octets, (char)strlen(date), 1);
    put_field(octets, date, 8);
    put_filling(octets, '\0', 145);
}

static void put_qwk(struct octets *octets, const char *front, const char *blocks)
{
    octets->n = 0;
    put_text(octets, front);
    put_filling(octets, ' ', 128 + 116 - octets->n);
    put_text(octets, blocks);
    put_filling(octets, ' ', 256 - octets->n);
}

#define DATE   "05 Feb 94  21:47:34"
#define LONG   "0123456789012345678901234567890123456789"
#define PROSE  "A long line of prose, as people write it, "
#define PROSES PROSE PROSE PROSE PROSE PROSE

/* Which file it is; what it is, if it is named so, and if its name says nothing. */
static const struct {
    const char *file, *path, *named, *unnamed;
} files[] = {
    {"squish empty", "a.sqd", "squish", "squish"},
    {"squish", "/b/A.SQD", "squish", "squish"},
    {"squish", "sqd", "squish", "squish"},
    {"squish", "a.jhr", "squish", "squish"},
    {"squish elsewhere", "a.sqd", "squish", "text"},
    {"squish without frames", "a.sqd", "squish", "text"},
    {"jam empty", "a.jhr", "jam", "jam"},
    {"jam", "A.JHR", "jam", "jam"},
    {"jam elsewhere", "a.jhr", "jam", "text"},
    {"jam without headers", "a.jhr", "text", "text"},
    {"jam", "a.jdt", "text", "jam"},
    {"jam", "a.jhr.old", "text", "jam"},
    {"pkt empty", "1.PKT", "pkt", "pkt"},
    {"pkt empties", "1.PKT", "pkt", "pkt"},
    {"pkt", "1.pkt", "pkt", "pkt"},
    {"pkt", "1.out", "pkt", "pkt"},
    {"pkt without a date", "1.pkt", "pkt", "text"},
    {"pkt and no end", "1.pkt", "pkt", "text"},
    {"pkt of another type", "1.pkt", "text", "text"},
    {"msg", "1.msg", "msg", "msg"},
    {"msg", "1", "msg", "msg"},
    {"msg seadog", "1.msg", "msg", "msg"},
    {"msg tab", "1.msg", "msg", "msg"},
    {"msg no date", "1.msg", "msg", "text"},
    {"msg date of its own", "1.msg", "msg", "text"},
    {"msg short names", "1.msg", "text", "text"},
    {"msg no to", "1.msg", "text", "text"},
    {"msg control in from", "1.msg", "text", "text"},
    {"msg long from", "1.msg", "text", "text"},
    {"msg long subject", "1.msg", "msg", "text"},
    {"msg date without its end", "1.msg", "text", "text"},
    {"ole", "a.msg", "text", "text"},
    {"hudson", "x/MsgHdr.Bbs", "hudson", "hudson"},
    {"hudson", "msghdr.bbs/x", "text", "hudson"},
    {"hudson without a date", "msghdr.bbs", "hudson", "text"},
    {"hudson elsewhere", "msghdr.bbs", "hudson", "text"},
    {"qwk", "MESSAGES.DAT", "qwk", "qwk"},
    {"qwk of others", "messages.dat", "qwk", "text"},
    {"qwk empty", "messages.dat", "qwk", "text"},
    {"qwk without a header", "messages.dat", "text", "text"},
    {"qwk elsewhere", "messages.dat", "qwk", "text"},
    {"rfc", "a.eml", "rfc", "rfc"},
    {"rfc", "/b.c/a.MBOX", "rfc", "rfc"},
    {"rfc", "a.sqd", "rfc", "rfc"},
    {"PROSE", "README.MSG", "text", "text"},
    {"PROSE", "a.jhr", "text", "text"},
    {"PROSE", "a.jdt", "text", "text"},
    {"PROSE", "a.sqd", "text", "text"},
    {"PROSE", "a.pkt", "text", "text"},
    {"PROSE", "msghdr.bbs", "text", "text"},
    {"PROSE", "messages.dat", "text", "text"},
    {"PROSE", "a.mbox", "text", "text"},
    {"PROSE", "", "text", "text"},
    {"cut squish", "a.sqd", "squish", "text"}, /* which their readers report */
    {"cut jam", "a.jhr", "jam", "text"},
    {"cut pkt", "a.pkt", "pkt", "text"},
    {"cut msg", "1.msg", "msg", "text"},
    {"cut hudson", "msghdr.bbs", "hudson", "text"},
    {"cut hudson", "msgtxt.bbs", "text", "text"},
    {"", "a.sqd", "text", "text"},
    {"", "a.eml", "text", "text"},
    {"", "msghdr.bbs", "hudson", "text"},
};

/* Makes the file that the table calls so. */
static void put_file(struct octets *octets, const char *file)
{
    static const char *const msgs[][5] = {
        {"msg", "", "", "", DATE},
        {"msg seadog", "", "", "", "Sat  5 Feb 94 21:47"},
        {"msg tab", "Ivan", "All", "a\tb\x1B[0m", DATE},
        {"msg no date", "Ivan", "All", "", ""},
        {"msg date of its own", "Jo", "Al", "", "01 Mai 08  17:19:44"},
        {"msg short names", "Jo", "A", "", ""},
        {"msg no to", "Ivan Ivanov", "", "", ""},
        {"msg control in from", "Iv\tan", "All", "", ""},
        {"msg long from", LONG, "All", "", ""},
        {"msg long subject", "Ivan", "All", LONG LONG, DATE},
        {"msg date without its end", "", "", "", DATE "5"},
        {"ole", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "All", "", ""},
    };

    if (strncmp(file, "cut ", 4) == 0) {
        put_file(octets, file + 4);
        octets->n = strcmp(file, "cut hudson") == 0 ? 186 : strcmp(file, "cut pkt") == 0 ? 59 : 189;
        return;
    }
    octets->n = 0;
    if (strncmp(file, "squish", 6) == 0) {
        put_squish(octets, strcmp(file, "squish empty") == 0 ? 0 : 256);
        octets->n -= strcmp(file, "squish without frames") == 0 ? 28 : 0;
        if (strcmp(file, "squish elsewhere") == 0) {
            octets->at[256] = 0;
            put_filling(octets, '\0', 9000);
            put_octets(octets, "\x53\x44\xAE\xAF", 4);
        }
    } else if (strncmp(file, "jam", 3) == 0) {
        put_jam(octets, strcmp(file, "jam empty") == 0 ? 0 : 1,
                strcmp(file, "jam") == 0 ? "JAM" : "");
        if (strcmp(file, "jam elsewhere") == 0) {
            put_filling(octets, '\0', 9000);
            put_text(octets, "JAM");
        }
        put_filling(octets, '\0', strcmp(file, "jam empty") == 0 ? 0 : 73);
    } else if (strncmp(file, "pkt", 3) == 0) {
        put_packet(octets, strncmp(file, "pkt empt", 8) == 0 || strcmp(file, "pkt and no end") == 0
                               ? 0
                               : 2);
        if (strcmp(file, "pkt empties") == 0) {
            put_octets(octets, octets->at, 60);
        } else if (octets->at[58] == 2) {
            put_filling(octets, '\0', 12);
            put_field(octets, strcmp(file, "pkt without a date") == 0 ? "" : DATE, 20);
        } else if (strcmp(file, "pkt and no end") == 0) {
            put_text(octets, "x");
        }
        octets->at[18] = strcmp(file, "pkt of another type") == 0 ? 3 : 2;
    } else if (strncmp(file, "hudson", 6) == 0) {
        if (strcmp(file, "hudson elsewhere") == 0) {
            put_hudson(octets, "", "");
            octets->at[26] = 201;
            for (int i = 0; i < 40; i++) {
                put_octets(octets, octets->at, 187);
            }
            octets->at[octets->n - 187 + 26] = 200;
        } else {
            bool dated = strcmp(file, "hudson") == 0;
            put_hudson(octets, dated ? "21:47" : "", dated ? "02-05-94" : "");
        }
    } else if (strncmp(file, "qwk", 3) == 0) {
        const char *front = strcmp(file, "qwk of others") == 0 ? "Made by" : "Produced by x";
        put_qwk(octets, front, strcmp(file, "qwk") == 0 || front[0] == 'M' ? "2     " : "none");
        octets->n = strcmp(file, "qwk empty") == 0 ? 128 : octets->n;
        if (strcmp(file, "qwk elsewhere") == 0) {
            put_filling(octets, 'x', 128 * 40);
            put_octets(octets, octets->at, 256);
            memcpy(octets->at + octets->n - 128 + 116, "2     ", 6);
        }
    } else if (strcmp(file, "rfc") == 0) {
        put_text(octets, "From: a\n\n");
    } else if (strcmp(file, "PROSE") == 0) {
        put_text(octets, PROSES "\n");
    }
    for (size_t i = 0; i < COUNT(msgs); i++) {
        if (strcmp(file, msgs[i][0]) == 0) {
            put_msg(octets, msgs[i][1], msgs[i][2], msgs[i][3], msgs[i][4]);
        }
    }
}

START_TEST(formats_are_recognized)
{
    static struct octets octets;
    static struct base base;
    bool in_two = strcmp(files[_i].unnamed, "jam") == 0 || strcmp(files[_i].unnamed, "hudson") == 0;

    put_file(&octets, files[_i].file);
    open_base(&base, NULL, files[_i].path, &octets, NULL, 0);
    ck_assert_str_eq(mail_format_of(&base.store)->name, files[_i].named);
    mail_close(&base.store);
    open_base(&base, NULL, NULL, &octets, NULL, 1);
    ck_assert_str_eq(mail_format_of(&base.store)->name, files[_i].unnamed);
    mail_close(&base.store);
    open_base(&base, NULL, "a.txt", &octets, NULL, 0);
    ck_assert_str_eq(mail_format_of(&base.store)->name, in_two ? "text" : files[_i].unnamed);
    mail_close(&base.store);
}
END_TEST

/* Of each file that its front tells, no octet less does: but for fields, of which less are fields.
 */
START_TEST(a_front_that_is_cut_tells_nothing)
{
    static struct octets octets;
    static struct base base;

    for (size_t i = 0; i < COUNT(files); i++) {
        put_file(&octets, files[i].file);
        bool is_text = strcmp(files[i].unnamed, "text") == 0 ||
                       strcmp(files[i].unnamed, "rfc") == 0 ||
                       strcmp(files[i].file, "pkt empties") == 0;
        for (size_t n = octets.n; !is_text && n > 0; n--) {
            octets.n = n - 1;
            open_base(&base, NULL, NULL, &octets, NULL, 0);
            ck_assert_str_eq(mail_format_of(&base.store)->name, "text");
            mail_close(&base.store);
        }
    }
}
END_TEST

/* Slices of prose, by a name or none: lines as they are, and whole paragraphs; lengths are those of
 * the records of some formats, and any. */
START_TEST(slices_of_prose_are_text)
{
    static const char *const words[] = {
        "the",        "a",  "of it",     "which", "URLs,",        "JAM",  "PK",           "to me.",
        "Produced",   "by", "05 Feb 94", "21:47", "Sat,",         "1994", "Subject",      "From",
        "(FTS-0001)", "42", "-lh5-",     "2:5/6", "\xE2\x80\x94", "e.g.", "http://a.b/c", "I"};
    static const char *const ends[] = {"\n", "\r\n", "\n\n"};
    static const size_t lengths[] = {128, 187, 190, 256, 1024, 2, 60, 31};
    static const char *const names[] = {NULL,    NULL,           "1.msg",      "a.pkt", "a.sqd",
                                        "a.jhr", "messages.dat", "msghdr.bbs", "README"};
    static struct octets octets;
    static struct base base;
    struct dice dice = {(uint64_t)_i + 30};

    for (int n = 0; n < 500; n++) {
        size_t end =
            roll(&dice, 2) == 0 ? lengths[roll(&dice, COUNT(lengths))] : roll(&dice, 3000) + 1;
        const char *line_end = ends[roll(&dice, COUNT(ends))];
        size_t from = roll(&dice, 20); /* a slice begins within a word */
        size_t width = roll(&dice, 2) == 0 ? 60 + roll(&dice, 20) : 300 + roll(&dice, 2000);
        octets.n = 0;
        for (size_t line = octets.n; octets.n < end + from;) {
            bool ends_line = octets.n - line > width;
            put_text(&octets, words[roll(&dice, COUNT(words))]);
            put_text(&octets, ends_line ? line_end : " ");
            line = ends_line ? octets.n : line;
        }
        octets.n = end;
        memmove(octets.at, octets.at + from, end);
        open_base(&base, NULL, names[roll(&dice, COUNT(names))], &octets, NULL, 0);
        ck_assert_msg(mail_format_of(&base.store) == &mail_text, "%.*s", (int)octets.n,
                      (char *)octets.at);
        mail_close(&base.store);
    }
}
END_TEST

/* Names; the role; the files beside, in three cases. */
static const struct {
    const char *path;
    enum mail_store_file role, other;
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
    {"messages.dat", MAIL_FIRST, MAIL_INDEX, {"headers.dat", "headers.dat", "HEADERS.DAT"}},
    {"b/HEADERS.DAT", MAIL_INDEX, MAIL_SECOND, {"b/CONTROL.DAT", "b/control.dat", "b/CONTROL.DAT"}},
    {"b/001.NDX", MAIL_UNREAD, MAIL_FIRST, {"b/MESSAGES.DAT", "b/messages.dat", "b/MESSAGES.DAT"}},
    {"personal.ndx", MAIL_UNREAD, MAIL_FIRST, {"messages.dat", "messages.dat", "MESSAGES.DAT"}},
    {"jhr", MAIL_NO_STORE_FILE, MAIL_SECOND, {NULL}},
    {"", MAIL_NO_STORE_FILE, MAIL_FIRST, {NULL}},
};

START_TEST(files_have_roles)
{
    const struct mail_format *format = &mail_text;
    char out[64];

    ck_assert_int_eq((int)mail_store_file_of(roles[_i].path, &format), (int)roles[_i].role);
    ck_assert((format == NULL) == (roles[_i].role == MAIL_NO_STORE_FILE));
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
    static struct base base;
    struct octets octets = {.n = 0};

    put_text(&octets, "text");
    for (size_t i = 0; mail_format_name(NULL, i) != NULL; i++) {
        open_base(&base, mail_format_named(mail_format_name(NULL, i)), "x", &octets, &octets, 0);
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
    loop_case(suite, "cut", a_front_that_is_cut_tells_nothing, 1);
    loop_case(suite, "prose", slices_of_prose_are_text, 4);
    loop_case(suite, "roles", files_have_roles, COUNT(roles));
    loop_case(suite, "base's name", the_name_of_a_base_is_that_of_its_file, 1);
    loop_case(suite, "room", texts_in_utf8_have_room, 1);
    loop_case(suite, "failed", what_cannot_be_read_fails, 1);
    return suite;
}
