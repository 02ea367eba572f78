#include "mail/mail.h"

#include "units.h"

static void expect_date(struct mail_date date, const char *zone, const char *wanted)
{
    char got[MAIL_DATE_SIZE];

    mail_date_write(&date, furl_range_of(zone), got);
    ck_assert_str_eq(got, wanted);
}

static const char *const texts[][2] = {
    {"05 Feb 94  21:47:34", "1994-02-05T21:47:34"}, /* FTS-0001 */
    {"Sat  5 Feb 94 21:47", "1994-02-05T21:47:00"}, /* SEAdog */
    {" 5 FEB 94 21:47:34", "1994-02-05T21:47:34"},
    {"19 Apr 12  19:51:02", "2012-04-19T19:51:02"},
    {"01 Jan 80  00:00:00", "1980-01-01T00:00:00"},
    {"01 Jan 79  00:00:00", "2079-01-01T00:00:00"},
    {"01 Jan 100  00:00:00", "2000-01-01T00:00:00"}, /* programs that count from 1900 */
    {"01 Jan 2024  00:00:00", "2024-01-01T00:00:00"},
    {"31 Dec 99  23:59:60", "1999-12-31T23:59:60"},
    {"", ""},
    {"32 Jan 94  00:00:00", ""},
    {"30 Feb 94  00:00:00", ""},
    {"00 Jan 94  00:00:00", ""},
    {"01 Xyz 94  00:00:00", ""},
    {"01 Jan 94  24:00:00", ""},
    {"01 Jan 94  00:60:00", ""},
    {"01 Jan 94  00:00:61", ""},
    {"99999999999999999999", ""},
    {"Sat", ""},
};

START_TEST(texts_are_read)
{
    expect_date(mail_date_fts(furl_range_of(texts[_i][0])), "", texts[_i][1]);
}
END_TEST

static const char *const figures[][3] = {
    {"02-05-94", "21:47", "1994-02-05T21:47:00"},
    {"04-19-12", "19:51", "2012-04-19T19:51:00"},
    {"2/5/94", "1:7", "1994-02-05T01:07:00"},
    {"13-05-94", "21:47", ""},
    {"02-05-94", "25:47", ""},
    {"", "", ""},
};

START_TEST(figures_are_read)
{
    expect_date(mail_date_figures(furl_range_of(figures[_i][0]), furl_range_of(figures[_i][1])), "",
                figures[_i][2]);
}
END_TEST

START_TEST(stamps_of_dos_are_read)
{
    expect_date(mail_date_dos(0x9E614093), "", "2012-04-19T19:51:02");
    expect_date(mail_date_dos(0x00000021), "", "1980-01-01T00:00:00");
    expect_date(mail_date_dos(0xBF7DFF9F), "", "2107-12-31T23:59:58");
    expect_date(mail_date_dos(0), "", "");
    expect_date(mail_date_dos(0xFFFFFFFF), "", "");
}
END_TEST

START_TEST(seconds_are_read)
{
    expect_date(mail_date_unix(0), "", "");
    expect_date(mail_date_unix(1), "", "1970-01-01T00:00:01");
    expect_date(mail_date_unix(951782399), "", "2000-02-28T23:59:59");
    expect_date(mail_date_unix(951782400), "", "2000-02-29T00:00:00");
    expect_date(mail_date_unix(951868800), "", "2000-03-01T00:00:00");
    expect_date(mail_date_unix(1334865062), "", "2012-04-19T19:51:02");
    expect_date(mail_date_unix(4107542399), "", "2100-02-28T23:59:59");
    expect_date(mail_date_unix(4107542400), "", "2100-03-01T00:00:00");
    expect_date(mail_date_unix(UINT32_MAX), "", "2106-02-07T06:28:15");
}
END_TEST

static const char *const zones[][2] = {
    {"0300", "+03:00"},  {"-0500", "-05:00"},
    {"+0530", "+05:30"}, {" 0000 ", "+00:00"},
    {"1200", "+12:00"},  {"300", ""},
    {"03:00", ""},       {"0360", ""},
    {"9900", ""},        {"", ""},
    {"-", ""},           {"03000", ""},
    {"x300", ""},
};

START_TEST(zones_are_read)
{
    char wanted[64];

    snprintf(wanted, sizeof wanted, "2012-04-19T19:51:02%s", zones[_i][1]);
    expect_date(mail_date_unix(1334865062), zones[_i][0], wanted);
    expect_date(mail_date_unix(0), zones[_i][0], "");
}
END_TEST

Suite *dates_suite(void)
{
    Suite *suite = suite_create("dates");

    loop_case(suite, "texts", texts_are_read, COUNT(texts));
    loop_case(suite, "figures", figures_are_read, COUNT(figures));
    loop_case(suite, "DOS", stamps_of_dos_are_read, 1);
    loop_case(suite, "seconds", seconds_are_read, 1);
    loop_case(suite, "zones", zones_are_read, COUNT(zones));
    return suite;
}
