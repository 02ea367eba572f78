#include "units.h"

#include "bases.h"

START_TEST(formats_have_names)
{
    ck_assert(mail_format_named("squish") == &mail_squish);
    ck_assert(mail_format_named("text") == &mail_text);
    ck_assert(mail_format_named("Squish") == NULL);
    ck_assert(mail_format_named("") == NULL);
    ck_assert_str_eq(mail_format_name(&mail_squish), "squish");
    ck_assert(mail_format_seeks(&mail_squish) && !mail_format_seeks(&mail_text));
}
END_TEST

/* What is at the front of a file of each format. */
static void put_front(struct octets *octets, const char *format)
{
    octets->n = 0;
    if (strcmp(format, "squish") == 0) {
        put_u16(octets, 256);
        put_filling(octets, '\0', 128);
        put_u16(octets, 28);
        put_filling(octets, '\0', 124);
    }
}

static const struct {
    const char *front, *name, *format;
} files[] = {
    {"squish", "a.sqd", "squish"}, {"squish", "/b/A.SQD", "squish"}, {"squish", NULL, "squish"},
    {"squish", "a.txt", "text"},   {"squish", "a.sqi", "text"},      {"squish", "sqd", "text"},
    {"text", "a.sqd", "text"},     {"text", NULL, "text"},
};

START_TEST(formats_are_recognized)
{
    static struct octets octets;

    put_front(&octets, files[_i].front);
    const struct mail_format *format =
        mail_recognize(files[_i].name, (struct furl_range){octets.at, octets.n}, octets.n);
    ck_assert_str_eq(mail_format_name(format), files[_i].format);
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

START_TEST(what_cannot_be_read_fails)
{
    static struct base base;
    struct octets octets = {.n = 0};

    put_text(&octets, "text");
    open_base(&base, &mail_text, "x", &octets, NULL, 0);
    base.files[0].fails = true;
    ck_assert_int_eq((int)mail_next(&base.store), (int)MAIL_FAILED);
    ck_assert_int_eq((int)base.store.trouble, (int)MAIL_UNREADABLE);
    mail_close(&base.store);
}
END_TEST

Suite *store_suite(void)
{
    Suite *suite = suite_create("store");

    loop_case(suite, "names", formats_have_names, 1);
    loop_case(suite, "recognized", formats_are_recognized, COUNT(files));
    loop_case(suite, "base's name", the_name_of_a_base_is_that_of_its_file, 1);
    loop_case(suite, "failed", what_cannot_be_read_fails, 1);
    return suite;
}
