#include "dates.h"

#include <stdio.h>

#include "fields.h"

static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                     "jul", "aug", "sep", "oct", "nov", "dec"};

/* The date, if all parts are what they may be; a second may be a leap second. */
static struct mail_date checked(struct mail_date date)
{
    static const unsigned days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_one = date.month >= 1 && date.month <= 12 && date.day >= 1 &&
                  date.day <= days[date.month - 1] && date.hour <= 23 && date.minute <= 59 &&
                  date.second <= 60;

    return is_one ? date : (struct mail_date){0};
}

static unsigned full_year(unsigned year)
{
    return year >= 1000 ? year : year % 100 + (year % 100 < 80 ? 2000 : 1900);
}

/* Skips what is no letter and no digit, and reads a number of up to four digits. */
static unsigned take_number(struct furl_range *text)
{
    unsigned number = 0;

    while (text->n > 0 && !furl_is(text->at[0], FURL_ALNUM)) {
        furl_skip(text, 1);
    }
    for (int i = 0; i < 4 && text->n > 0 && furl_is(text->at[0], FURL_DIGIT); i++) {
        number = number * 10 + (text->at[0] - (unsigned)'0');
        furl_skip(text, 1);
    }
    return number;
}

static void skip_blanks(struct furl_range *text)
{
    while (text->n > 0 && text->at[0] == ' ') {
        furl_skip(text, 1);
    }
}

/* Reads the name of a month, of three letters. Returns 0 where there is none. */
static unsigned take_month(struct furl_range *text)
{
    skip_blanks(text);
    for (unsigned i = 0; i < 12 && text->n >= 3; i++) {
        if (furl_spells(text->at, 3, months[i])) {
            furl_skip(text, 3);
            return i + 1;
        }
    }
    return 0;
}

struct mail_date mail_date_fts(struct furl_range text)
{
    struct mail_date date = {0};

    /* SEAdog's begins with the day of the week. */
    skip_blanks(&text);
    if (text.n > 3 && furl_is(text.at[0], FURL_LETTER)) {
        furl_skip(&text, 3);
    }
    date.day = take_number(&text);
    date.month = take_month(&text);
    date.year = full_year(take_number(&text));
    date.hour = take_number(&text);
    date.minute = take_number(&text);
    date.second = take_number(&text);
    return checked(date);
}

struct mail_date mail_date_figures(struct furl_range date, struct furl_range time)
{
    struct mail_date parts = {0};

    parts.month = take_number(&date);
    parts.day = take_number(&date);
    parts.year = full_year(take_number(&date));
    parts.hour = take_number(&time);
    parts.minute = take_number(&time);
    return checked(parts);
}

struct mail_date mail_date_dos(uint32_t stamp)
{
    struct mail_date date = {
        .year = 1980 + (stamp >> 9 & 0x7F),
        .month = stamp >> 5 & 0xF,
        .day = stamp & 0x1F,
        .hour = stamp >> 27,
        .minute = stamp >> 21 & 0x3F,
        .second = (stamp >> 16 & 0x1F) * 2,
    };

    return checked(date);
}

/* The calendar is counted from 1 March of the year 0, in eras of 400 years: the day that leap years
 * have more is then the last of a year, and months follow each other by 153 days in five. */
struct mail_date mail_date_unix(uint32_t seconds)
{
    if (seconds == 0) {
        return (struct mail_date){0};
    }
    const uint32_t days_of_era = 146097;
    uint32_t days = seconds / 86400 + 719468; /* from 0000-03-01 to 1970-01-01 */
    uint32_t era = days / days_of_era;
    uint32_t day = days % days_of_era;
    uint32_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    uint32_t of_year = day - (365 * year + year / 4 - year / 100);
    uint32_t month = (5 * of_year + 2) / 153;
    bool next_year = month >= 10;

    return (struct mail_date){
        .year = year + era * 400 + (next_year ? 1 : 0),
        .month = next_year ? month - 9 : month + 3,
        .day = of_year - (153 * month + 2) / 5 + 1,
        .hour = seconds / 3600 % 24,
        .minute = seconds / 60 % 60,
        .second = seconds % 60,
    };
}

/* Reads a zone: a sign, if any, and four digits, hours and minutes. Returns whether it is one. */
static bool read_zone(struct furl_range zone, char out[7])
{
    zone = mail_trimmed(zone);
    char sign = zone.n > 0 && zone.at[0] == '-' ? '-' : '+';
    if (zone.n > 0 && (zone.at[0] == '-' || zone.at[0] == '+')) {
        furl_skip(&zone, 1);
    }
    for (size_t i = 0; i < zone.n; i++) {
        if (!furl_is(zone.at[i], FURL_DIGIT)) {
            return false;
        }
    }
    unsigned number = zone.n == 4 ? take_number(&zone) : 9999;
    if (number / 100 > 15 || number % 100 > 59) {
        return false;
    }
    snprintf(out, 7, "%c%02u:%02u", sign, number / 100 % 100, number % 100);
    return true;
}

void mail_date_write(const struct mail_date *date, struct furl_range zone, char out[MAIL_DATE_SIZE])
{
    char suffix[7] = "";

    out[0] = '\0';
    if (date->month != 0) {
        snprintf(out, MAIL_DATE_SIZE, "%04u-%02u-%02uT%02u:%02u:%02u%s", date->year % 10000,
                 date->month % 100, date->day % 100, date->hour % 100, date->minute % 100,
                 date->second % 100, read_zone(zone, suffix) ? suffix : "");
    }
}
