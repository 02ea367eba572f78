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
    {"01 Jan 9999  00:00:00", "9999-01-01T00:00:00"},
    {"01 Jan 12007  00:00:00", ""}, /* not 7 o'clock in 1200 */
    {"01 Jan 02024  00:00:00", ""},
    {"10001 Jan 94  00:00:00", ""},
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
    {"Saturday, 5-february-94 1:47", "1994-02-05T01:47:00"},
    {"05 June 2025  21:47:34", "2025-06-05T21:47:34"},
    {"05 SEPT. 94 21:47", "1994-09-05T21:47:00"},
    {"05 Feb 94  21:47:34 ", "1994-02-05T21:47:34"},
    /* What is not understood whole is no date. */
    {"05 Ju 94  21:47:34", ""},
    {"05 Feb 9  21:47:34", ""},
    {"05 Feb 19945  21:47:34", ""},
    {"105 Feb 94  21:47:34", ""},
    {"05 Feb 94  21.47.34", ""},
    {"05 Feb 94  21:47:", ""},
    {"05 Feb 94  21:47:34x", ""},
    {"05 Feb 94  21:47:34 +0300", ""},
    {"05 Feb 94", ""},
    {"05 94 Feb 21:47", ""},
};

START_TEST(texts_are_read)
{
    expect_date(mail_date_fts(furl_range_of(texts[_i][0])), "", texts[_i][1]);
}
END_TEST

/* Of Internet mail: texts, zones as they are found, dates with them. */
static const char *const letters[][2] = {
    {"Sat, 5 Feb 1994 21:47:34 +0300", "1994-02-05T21:47:34+03:00"},
    {"5 Feb 1994 21:47 -0330 (a (b) c)", "1994-02-05T21:47:00-03:30"},
    {"Fri, 12 June 2025 23:42:00 +0200", "2025-06-12T23:42:00+02:00"},
    {"fRIDAY, 12 sept 2025 23:42:00 gmt", "2025-09-12T23:42:00+00:00"},
    {"12 Jun 25 23:42:00 EDT", "2025-06-12T23:42:00-04:00"},
    {"12 Jun 49 23:42:00 Z", "2049-06-12T23:42:00+00:00"},
    {"12 Jun 50 23:42:00 Z", "1950-06-12T23:42:00+00:00"},
    {"12 Jun 100 23:42:00 Z", "2000-06-12T23:42:00+00:00"},
    {"12 Jun 2025 23:42:00", "2025-06-12T23:42:00"},
    {"12 Jun 2025 23:42:00 MSK", "2025-06-12T23:42:00"},
    {"12 Jun 2025 23:42:00 -0000", "2025-06-12T23:42:00+00:00"},
    {"12 Jun 2025 23:42:00 +0300(MSK)", "2025-06-12T23:42:00+03:00"},
    {"12 Jun 2025 11:42:00 PM", ""},
    {"12 Jun 2025 11:42:00 pm +0200", ""},
    {"12 Jun 2025 23:42:00 +2500", ""},
    {"12 Jun 2025 23:42:00 GMT+3", ""},
    {"12 Jun 2025 23:42:00 +0300 x", ""},
    {"12 Jun 2025 23:42:00.5 +0300", ""},
    {"Fri Jun 12 23:42:00 2025", ""},
    {"2025-06-12T23:42:00Z", ""},
    {"12 J\xC3\xBAn 2025 23:42:00 +0200", ""},
    {"", ""},
};

START_TEST(letters_are_read)
{
    struct furl_range zone = {NULL, 0};
    struct mail_date date = mail_date_internet(furl_range_of(letters[_i][0]), &zone);
    char got[MAIL_DATE_SIZE];

    mail_date_write(&date, zone, got);
    ck_assert_str_eq(got, letters[_i][1]);
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

/* By hand: a date, its zone, the same in UTC. */
static const struct {
    struct mail_date date;
    const char *zone, *utc;
} utcs[] = {
    {{.year = 2026, .month = 3, .day = 1, .hour = 1, .minute = 30}, "0530", "2026-02-28T20:00:00"},
    {{.year = 2024, .month = 3, .day = 1, .hour = 1, .minute = 30}, "0530", "2024-02-29T20:00:00"},
    {{.year = 1999, .month = 12, .day = 31, .hour = 20, .minute = 45, .second = 60},
     "-0330",
     "2000-01-01T00:15:60"},
    {{.year = 2000, .month = 1, .day = 1}, "0000", "2000-01-01T00:00:00"},
    {{.year = 1, .month = 1, .day = 1}, "1500", ""},
    {{.year = 9999, .month = 12, .day = 31, .hour = 23}, "+0100", "9999-12-31T22:00:00"},
    {{.year = 9999, .month = 12, .day = 31, .hour = 23}, "-0100", ""}, /* a year of five digits */
    {{.year = 2000, .month = 1, .day = 1}, "", ""},
    {{.year = 2000, .month = 1, .day = 1}, "1600", ""},
    {{0}, "0000", ""},
};

START_TEST(zones_lead_to_utc)
{
    struct mail_date utc = mail_date_utc(&utcs[_i].date, furl_range_of(utcs[_i].zone));

    expect_date(utc, "", utcs[_i].utc);
}
END_TEST

/* The moment of a TrueTime line, and in UTC, with a zone of three hours to the east. */
static const char *const moments[][3] = {
    {"2007/08/18T15/56/54", "2007-08-18T15:56:54", "2007-08-18T12:56:54"},
    {" 2007/08/18T15:56:60 ", "2007-08-18T15:56:60", "2007-08-18T12:56:60"},
    {"2007/08/18T15:56/54", "2007-08-18T15:56:54", "2007-08-18T12:56:54"},
    {"02007/08/18T15:56:54", "2007-08-18T15:56:54", "2007-08-18T12:56:54"},
    {"0007/08/18T15:56:54", "7-08-18T15:56:54", "7-08-18T12:56:54"},
    {"12007/01/01T00/00/00", "12007-01-01T00:00:00", "12006-12-31T21:00:00"},
    {"999999999/12/31T23/59/59", "999999999-12-31T23:59:59", "999999999-12-31T20:59:59"},
    {"0044BC/03/15T12/00/00", "-44-03-15T12:00:00", "-44-03-15T09:00:00"},
    {"12007BC/03/01T00/00/00", "-12007-03-01T00:00:00", "-12007-02-28T21:00:00"},
    {"0005BC/03/01T00/00/00", "-5-03-01T00:00:00", "-5-02-29T21:00:00"}, /* a leap year */
    {"0401BC/03/01T00/00/00", "-401-03-01T00:00:00", "-401-02-29T21:00:00"},
    {"0001BC/01/01T00/00/00", "-1-01-01T00:00:00", "-2-12-31T21:00:00"},
    {"0001/01/01T00/00/00", "1-01-01T00:00:00", "-1-12-31T21:00:00"},
    {"1000000000/01/01T00/00/00", "", ""},
    {"99999999999999999999BC/01/01T00/00/00", "", ""},
    {"0000/01/01T00/00/00", "", ""}, /* there is no such year */
    {"0000BC/01/01T00/00/00", "", ""},
    {"044BC/03/15T12/00/00", "", ""},
    {"0044bc/03/15T12/00/00", "", ""},
    {"0044BCE/03/15T12/00/00", "", ""},
    {"2007/08/18T15:56", "", ""},
    {"2007/08/18T15:56:", "", ""},
    {"2007/08/18T15:56:5", "", ""},
    {"2007/8/18T15:56:54", "", ""},
    {"2007/08/18t15:56:54", "", ""},
    {"2007/08/18T15:56:54x", "", ""},
    {"2007/08/18T15:56:544", "", ""},
    {"2007/13/18T15:56:54", "", ""},
    {"2007/230T15:56:54", "", ""},
    {"now/now/nowTnow:now:now", "", ""},
    {"", "", ""},
};

static void expect_moment(const struct mail_date *date, const char *wanted)
{
    char got[64] = "";

    if (date->month != 0) {
        snprintf(got, sizeof got, "%d-%02u-%02uT%02u:%02u:%02u", date->year, date->month, date->day,
                 date->hour, date->minute, date->second);
    }
    ck_assert_str_eq(got, wanted);
}

START_TEST(moments_are_read)
{
    struct mail_date moment = mail_date_true(furl_range_of(moments[_i][0]));
    struct mail_date utc = mail_date_utc(&moment, furl_range_of("0300"));

    expect_moment(&moment, moments[_i][1]);
    expect_moment(&utc, moments[_i][2]);
}
END_TEST

START_TEST(what_is_told_to_the_minute_says_so)
{
    struct furl_range day = furl_range_of("02-05-94"), time = furl_range_of("21:47");

    ck_assert(!mail_date_fts(furl_range_of("05 Feb 94  21:47:34")).to_minute);
    ck_assert(mail_date_fts(furl_range_of("Sat  5 Feb 94 21:47")).to_minute);
    ck_assert(mail_date_figures(day, time).to_minute);
    ck_assert(!mail_date_dos(0x9E614093).to_minute);
    ck_assert(!mail_date_unix(1).to_minute);
}
END_TEST

Suite *dates_suite(void)
{
    Suite *suite = suite_create("dates");

    loop_case(suite, "texts", texts_are_read, COUNT(texts));
    loop_case(suite, "utc", zones_lead_to_utc, COUNT(utcs));
    loop_case(suite, "moments", moments_are_read, COUNT(moments));
    loop_case(suite, "to the minute", what_is_told_to_the_minute_says_so, 1);
    loop_case(suite, "letters", letters_are_read, COUNT(letters));
    loop_case(suite, "figures", figures_are_read, COUNT(figures));
    loop_case(suite, "DOS", stamps_of_dos_are_read, 1);
    loop_case(suite, "seconds", seconds_are_read, 1);
    loop_case(suite, "zones", zones_are_read, COUNT(zones));
    return suite;
}
