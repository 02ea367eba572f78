#include "config.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "mail.h"
#include "reader.h"

static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                     "jul", "aug", "sep", "oct", "nov", "dec"};

bool mail_is_leap(int year)
{
    year += year < 0 ? 1 : 0; /* there is no year 0 */
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

struct mail_date mail_date_checked(struct mail_date date)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = date.month == 2 && mail_is_leap(date.year) ? 1 : 0;
    assert(date.hour >= 0 && date.minute >= 0 && date.second >= 0); /* no reader accepts a sign */
    bool is_one = date.year != 0 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
                  date.day <= days[date.month - 1] + leap && date.hour <= 23 && date.minute <= 59 &&
                  date.second <= 60;

    return is_one ? date : (struct mail_date){0};
}

/* Returns the year of a number. A number of four digits is the year. Of another number, the last
 * two digits count. They mean a year of this century if they are less than `pivot`. Returns 0 for
 * more than four digits. */
static int full_year(int number, int pivot)
{
    int of_two = number % 100 + (number % 100 < pivot ? 2000 : 1900);

    return number > 9999 ? 0 : number >= 1000 ? number : of_two;
}
enum { PIVOT_FIDONET = 80, PIVOT_INTERNET = 50 };

/* Skips octets that are neither letters nor digits. */
static void skip_marks(struct furl_range *text)
{
    while (text->n > 0 && !furl_octet_in(text->ptr[0], FURL_ALNUM)) {
        furl_skip(text, 1);
    }
}

/* Reads the letters at the front. */
static struct furl_range read_letters(struct furl_range *text)
{
    struct furl_range letters = {text->ptr, 0};

    while (letters.n < text->n && furl_octet_in(text->ptr[letters.n], FURL_LETTER)) {
        letters.n++;
    }
    furl_skip(text, letters.n);
    return letters;
}

uint64_t mail_number(struct furl_range octets, uint64_t most)
{
    uint64_t number = 0;

    for (size_t i = 0; i < octets.n && furl_octet_in(octets.ptr[i], FURL_DIGIT); i++) {
        number = number * 10 + (octets.ptr[i] - (unsigned)'0');
        number = number < most ? number : most;
    }
    return number;
}

bool mail_year_read(struct furl_range text, int *year)
{
    size_t n = furl_leading_digits(text);
    bool before = text.n == n + 2 && text.ptr[n] == 'B' && text.ptr[n + 1] == 'C';
    int number = (int)mail_number(text, INT_MAX);

    *year = before ? -number : number;
    return n >= 4 && (before || n == text.n);
}

/* Skips marks and reads a number. Returns whether the number has `least` to `most` digits. */
static bool read_digits(struct furl_range *text, size_t least, size_t most, int *number)
{
    skip_marks(text);
    size_t n = furl_leading_digits(*text);
    *number = (int)mail_number(*text, INT_MAX);
    furl_skip(text, n);
    return n >= least && n <= most;
}

/* Reads the name of a month, of which only three letters count. Returns whether it is a month. */
static bool read_month(struct furl_range *text, int *month)
{
    skip_marks(text);
    struct furl_range name = read_letters(text);
    for (*month = 1; *month <= 12; (*month)++) {
        if (name.n >= 3 && furl_spells(name.ptr, 3, months[*month - 1])) {
            return true;
        }
    }
    return false;
}

/* Reads a zone: an optional sign, and hours and minutes in four digits. After a sign, a colon can
 * be between hours and minutes. Returns the sign, or NUL if this is no zone. */
static char read_zone(struct furl_range text, int *minutes)
{
    text = mail_trimmed(text);
    bool has_sign = text.n > 0 && (text.ptr[0] == '-' || text.ptr[0] == '+');
    char sign = has_sign && text.ptr[0] == '-' ? '-' : '+';
    furl_skip(&text, has_sign ? 1 : 0);
    bool has_colon = has_sign && mail_has_form(text, "00:00");
    int hours = (int)mail_number(mail_part(text, 0, 2), 99);
    int of_hour = (int)mail_number(mail_part(text, has_colon ? 3 : 2, 2), 99);
    *minutes = hours * 60 + of_hour;
    return (has_colon || mail_has_form(text, "0000")) && hours <= 15 && of_hour <= 59 ? sign : '\0';
}

static bool read_colon(struct furl_range *text)
{
    bool is_there = text->n > 0 && text->ptr[0] == ':';

    furl_skip(text, is_there ? 1 : 0);
    return is_there;
}

/* Reads the day and the month. The day of the week can precede them. If `any_order`, the month can
 * precede the day. */
static bool read_day(struct furl_range *text, bool any_order, struct mail_date *date)
{
    for (int way = 0; way < (any_order ? 3 : 1); way++) {
        struct furl_range rest = *text;
        skip_marks(&rest);
        if (way < 2) {
            read_letters(&rest);
        }
        if (way == 0 ? read_digits(&rest, 1, 2, &date->day) && read_month(&rest, &date->month)
                     : read_month(&rest, &date->month) && read_digits(&rest, 1, 2, &date->day)) {
            *text = rest;
            return true;
        }
    }
    return false;
}

/* A date that is being read. */
struct reading {
    struct mail_date date;
    int year;
    bool has_year;
    struct furl_range zone;
    bool has_figures, has_comment; /* a zone in figures, a comment after the time */
};

/* Reads a date and a time. If `any_order`, the month can precede the day, and the year can follow
 * the time. The year is then not read yet. */
static bool read_date_and_time(struct furl_range *text, bool any_order, struct reading *reading)
{
    struct mail_date *date = &reading->date;
    bool is_one = read_day(text, any_order, date);
    struct furl_range rest = *text;

    reading->has_year = read_digits(&rest, 2, 4, &reading->year) &&
                        !(any_order && rest.n > 0 && rest.ptr[0] == ':');
    *text = reading->has_year ? rest : *text;
    is_one = is_one && (reading->has_year || any_order) && read_digits(text, 1, 2, &date->hour) &&
             read_colon(text) && read_digits(text, 1, 2, &date->minute);
    date->to_minute = !read_colon(text);
    return is_one && (date->to_minute || read_digits(text, 1, 2, &date->second));
}

/* Returns the date that was read, or no date unless `is_one`. */
static struct mail_date date_read(struct reading *reading, bool is_one, int pivot)
{
    reading->date.year = full_year(reading->year, pivot);
    return is_one && reading->has_year ? mail_date_checked(reading->date) : (struct mail_date){0};
}

struct mail_date mail_date_fts(struct furl_range text)
{
    struct reading reading = {.has_year = false};
    bool is_one = read_date_and_time(&text, false, &reading) && mail_trimmed(text).n == 0;

    return date_read(&reading, is_one, PIVOT_FIDONET);
}

/* Reads a word of letters: the name of a known zone (RFC 5322 4.3), or any other word. Returns
 * whether the word is permitted. "am" and "pm" are not, because they change the time. */
static bool read_name(struct furl_range word, struct reading *reading)
{
    static const struct {
        const char *name, *zone;
    } zones[] = {
        {"ut", "+0000"},  {"gmt", "+0000"}, {"utc", "+0000"}, {"z", "+0000"},   {"est", "-0500"},
        {"edt", "-0400"}, {"cst", "-0600"}, {"cdt", "-0500"}, {"mst", "-0700"}, {"mdt", "-0600"},
        {"pst", "-0800"}, {"pdt", "-0700"}, {"am", NULL},     {"pm", NULL},
    };

    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        if (furl_spells(word.ptr, word.n, zones[i].name)) {
            mail_set_first(&reading->zone,
                           furl_range_of(zones[i].zone != NULL ? zones[i].zone : ""));
            return zones[i].zone != NULL;
        }
    }
    return true;
}

/* Reads a word with figures: the year, if the year is unknown, or the only zone in figures, which
 * can begin with "GMT" or "UTC". Returns whether the word is a year or a zone. */
static bool read_figures(struct furl_range word, struct reading *reading)
{
    struct furl_range rest = word, name = read_letters(&rest);
    bool is_prefixed =
        rest.n > 0 && (rest.ptr[0] == '+' || rest.ptr[0] == '-') &&
        (furl_spells(name.ptr, name.n, "gmt") || furl_spells(name.ptr, name.n, "utc"));

    if (!reading->has_year && mail_is_number(word) &&
        (word.n == 2 || (word.n == 4 && word.ptr[0] != '0'))) {
        reading->year = (int)mail_number(word, 9999);
        reading->has_year = true;
        return true;
    }
    word = is_prefixed ? rest : word;
    int minutes;
    bool is_zone = !reading->has_figures && read_zone(word, &minutes) != '\0';
    if (is_zone) {
        reading->has_figures = true;
        reading->zone = minutes > 0 ? word : furl_range_of("+0000");
    }
    return is_zone;
}

/* Reads a word, or a comment, after the time. Returns whether the word is permitted there. */
static bool read_after_time(struct furl_range *text, struct reading *reading)
{
    struct furl_range word = mail_before(mail_before(*text, ' '), '('), rest = word;

    if (word.n == 0) {
        reading->has_comment = true;
        mail_skip_comment(text);
        return true;
    }
    furl_skip(text, word.n);
    return read_letters(&rest).n == word.n ? read_name(word, reading)
                                           : read_figures(word, reading) || reading->has_comment;
}

struct mail_date mail_date_internet(struct furl_range text, struct furl_range *zone)
{
    struct reading reading = {.has_year = false};
    bool is_one = read_date_and_time(&text, true, &reading);

    text = mail_trimmed(text);
    while (is_one && text.n > 0 && !(reading.has_figures && reading.has_comment)) {
        is_one = read_after_time(&text, &reading);
        text = mail_trimmed(text);
    }
    *zone = reading.zone;
    return date_read(&reading, is_one, PIVOT_INTERNET);
}

bool mail_is_fts_date(struct furl_range field)
{
    struct furl_range text = mail_before(field, '\0');
    bool has_time = false;

    for (size_t i = 0; i < text.n; i++) {
        if (!furl_octet_in(text.ptr[i], FURL_ALNUM) && text.ptr[i] != ' ' && text.ptr[i] != ':') {
            return false;
        }
        has_time = has_time || text.ptr[i] == ':';
    }
    return text.n < field.n && has_time && mail_date_fts(text).month != 0;
}

/* The limit of TrueTime's years. With this limit, the years next to them are numbers, too. */
#define TRUE_YEARS 1000000000

struct mail_date mail_date_true(struct furl_range text)
{
    struct mail_date date = {0};

    text = mail_trimmed(text);
    struct furl_range year = mail_before(text, '/');
    bool is_one =
        mail_year_read(year, &date.year) && date.year > -TRUE_YEARS && date.year < TRUE_YEARS;
    furl_skip(&text, year.n);
    for (size_t i = 0; i < 5 && is_one; i++) {
        struct furl_range part = mail_part(text, 1, 2);
        is_one = furl_leading_digits(part) == 2 &&
                 (text.ptr[0] == "//T::"[i] || (text.ptr[0] == '/' && i > 2));
        date.of[MAIL_OF_MONTH + i] = (int)mail_number(part, 99);
        furl_skip(&text, is_one ? 3 : 0);
    }
    return is_one && text.n == 0 ? mail_date_checked(date) : (struct mail_date){0};
}

struct mail_date mail_date_figures(struct furl_range date, struct furl_range time)
{
    static const enum mail_date_part order[] = {MAIL_OF_MONTH, MAIL_OF_DAY, MAIL_OF_YEAR,
                                                MAIL_OF_HOUR, MAIL_OF_MINUTE};
    struct mail_date parts = {.to_minute = true};

    for (size_t i = 0; i < 5; i++) {
        read_digits(i < 3 ? &date : &time, 0, SIZE_MAX, &parts.of[order[i]]);
    }
    parts.year = full_year(parts.year, PIVOT_FIDONET);
    return mail_date_checked(parts);
}

struct mail_date mail_date_dos(uint32_t stamp)
{
    struct mail_date date = {
        .year = 1980 + (int)(stamp >> 9 & 0x7F),
        .month = stamp >> 5 & 0xF,
        .day = stamp & 0x1F,
        .hour = (int)(stamp >> 27),
        .minute = stamp >> 21 & 0x3F,
        .second = (stamp >> 16 & 0x1F) * 2,
    };

    return mail_date_checked(date);
}

/* Days are counted from 1 March of the year 0, in eras of 400 years. The leap day is thus the last
 * day of a year, and five months in a row without February have 153 days. */
#define DAYS_OF_ERA  146097
#define DAYS_TO_1970 719468

/* Returns the date of a day that is counted like this, without a time. */
static struct mail_date date_of_day(uint32_t days)
{
    uint32_t era = days / DAYS_OF_ERA;
    uint32_t day = days % DAYS_OF_ERA;
    uint32_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    uint32_t of_year = day - (365 * year + year / 4 - year / 100);
    uint32_t month = (5 * of_year + 2) / 153;
    bool next_year = month >= 10;

    return (struct mail_date){
        .year = (int)(year + era * 400 + (next_year ? 1 : 0)),
        .month = (int)(next_year ? month - 9 : month + 3),
        .day = (int)(of_year - (153 * month + 2) / 5 + 1),
    };
}

/* Returns the day of a valid date that is not before 1 March of the year 0. */
static uint32_t day_of_date(const struct mail_date *date)
{
    bool next_year = date->month <= 2;
    uint32_t year = (uint32_t)date->year - (next_year ? 1 : 0);
    uint32_t month = (uint32_t)(date->month + (next_year ? 9 : -3));

    return year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 +
           (uint32_t)date->day - 1;
}

struct mail_date mail_date_unix(uint32_t seconds)
{
    if (seconds == 0) {
        return (struct mail_date){0};
    }
    struct mail_date date = date_of_day(seconds / 86400 + DAYS_TO_1970);
    date.hour = (int)(seconds / 3600 % 24);
    date.minute = (int)(seconds / 60 % 60);
    date.second = (int)(seconds % 60);
    return date;
}

struct mail_date mail_date_utc(const struct mail_date *date, struct furl_range zone)
{
    const int minutes_of_day = 24 * 60;
    int ahead;
    char sign = read_zone(zone, &ahead);

    if (date->month == 0 || sign == '\0') {
        return (struct mail_date){0};
    }
    /* Move to the second era, because there is no year 0. All eras have equal numbers of days. */
    int year = date->year + (date->year < 0 ? 1 : 0);
    int eras = (year < 0 ? year - 399 : year) / 400 - 1;
    struct mail_date local = *date;
    local.year = year - 400 * eras;
    /* Add a day, so that no zone makes the minutes negative. */
    int minutes = minutes_of_day + date->hour * 60 + date->minute + (sign == '-' ? ahead : -ahead);
    assert(minutes >= 0);
    struct mail_date utc =
        date_of_day(day_of_date(&local) + (uint32_t)(minutes / minutes_of_day) - 1);
    utc.year += 400 * eras;
    utc.year -= utc.year <= 0 ? 1 : 0;
    utc.hour = minutes / 60 % 24;
    utc.minute = minutes % 60;
    utc.second = date->second;
    utc.to_minute = date->to_minute;
    return utc;
}

/* Writes a number in `digits` digits, and then `after`, unless `after` is NUL. Returns the end of
 * the output. */
static char *put_number(char *out, int number, int digits, char after)
{
    for (int i = digits - 1; i >= 0; i--) {
        out[i] = (char)('0' + number % 10);
        number /= 10;
    }
    out[digits] = after;
    return out + digits + (after != '\0' ? 1 : 0);
}

void mail_date_write(const struct mail_date *date, struct furl_range zone, char out[MAIL_DATE_SIZE])
{
    int ahead;
    char sign = read_zone(zone, &ahead);
    bool is_one = date->month != 0 && date->year >= 1 && date->year <= 9999;

    out[0] = '\0';
    for (size_t i = 0; is_one && i < MAIL_PARTS; i++) {
        out = put_number(out, date->of[i], i == MAIL_OF_YEAR ? 4 : 2, "--T::"[i]);
    }
    if (is_one && sign != '\0') {
        *out++ = sign;
        out = put_number(out, ahead / 60, 2, ':');
        put_number(out, ahead % 60, 2, '\0');
    }
}

size_t mail_date_put_internet(struct furl_range iso, char out[MAIL_DATE_SIZE])
{
    static const char weekdays[][4] = {"Wed", "Thu", "Fri", "Sat", "Sun", "Mon", "Tue"};
    struct mail_date date;
    struct furl_range time = mail_part(iso, sizeof "1994-02-05T" - 1, sizeof "21:47:34" - 1);
    struct furl_range zone = mail_part(iso, sizeof "1994-02-05T21:47:34" - 1, iso.n);
    int ahead;
    char sign = read_zone(zone, &ahead);

    if (sign == '\0') {
        return 0;
    }
    for (size_t i = 0; i <= MAIL_OF_DAY; i++) { /* "1994-", "02-", "05T" */
        date.of[i] = (int)mail_number(iso, 9999);
        furl_skip(&iso, i == MAIL_OF_YEAR ? 5 : 3);
    }
    assert(date.month >= 1 && date.month <= 12);
    const char *month = months[date.month - 1];
    return (size_t)snprintf(out, MAIL_DATE_SIZE, "%s, %02d %c%s %04d %.*s %c%02d%02d",
                            weekdays[day_of_date(&date) % 7], date.day, month[0] - 'a' + 'A',
                            month + 1, date.year, (int)time.n, (const char *)time.ptr, sign,
                            ahead / 60, ahead % 60);
}

int mail_zone_minutes(unsigned zone)
{
    int minutes = (int)(zone & 0xFFF), summer = (zone & 0x8000) != 0 ? 60 : 0;

    if (zone <= 1000 || zone >= 0x10000 - 1000) {
        return zone <= 1000 ? (int)zone : (int)zone - 0x10000;
    }
    return (zone & 0x6000) != 0 ? summer - minutes : summer + minutes;
}

struct furl_range mail_zone_write(unsigned zone, char out[MAIL_ZONE_SIZE])
{
    int minutes = mail_zone_minutes(zone);

    snprintf(out, MAIL_ZONE_SIZE, "%c%02d%02d", minutes < 0 ? '-' : '+', abs(minutes) / 60 % 100,
             abs(minutes) % 60);
    return furl_range_of(zone != 0 ? out : "");
}
