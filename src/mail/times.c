/* The filter "time" (draft 7.2.1.2). */
#include "config.h"

#include <limits.h>

#include "furl/core/bits.h"
#include "reader.h"
#include "select.h"

static const char not_a_time[] = "not a time; write it as 2026/11/05, 2026/11 or 2026/11/05T16:30";
const char mail_no_mark[] = "write T between date and time, as in 2026/11/05T16:30";
static const char now_alone[] =
    "now needs both slashes; write now// for this year, now/now/ this month, now/now/now today";

/* The least and the greatest value of a part. A year has at least four digits, and another part
 * two. */
static const struct {
    int least, most;
} ranges[MAIL_PARTS] = {{-INT_MAX, INT_MAX}, {1, 12}, {1, 31}, {0, 23}, {0, 59}, {0, 60}};

/* Returns whether the text begins with a date as in ISO 8601, which has ISO_DATE octets. */
#define ISO_DATE strlen("2026-11-05")
static bool is_iso(struct furl_range text)
{
    return furl_leading_digits(text) == 4 && text.n >= ISO_DATE && text.ptr[4] == '-' &&
           text.ptr[7] == '-' && furl_leading_digits(mail_part(text, 5, text.n)) == 2 &&
           furl_leading_digits(mail_part(text, 8, text.n)) == 2;
}

static bool is_now(struct furl_range text)
{
    return text.n == strlen("now") && furl_spells(text.ptr, text.n, "now");
}

/* Sets a part, which can be empty. Returns whether the part is valid. */
static bool set_part(struct mail_time_limit *limit, enum mail_date_part part,
                     struct furl_range text, const struct mail_date *now)
{
    int number = 0;

    if (text.n == 0) {
        return true;
    }
    if (is_now(text)) {
        number = now->of[part];
    } else if (part != MAIL_OF_YEAR && text.n == 2 && furl_leading_digits(text) == 2) {
        number = (int)mail_number(text, 99);
    } else if (part != MAIL_OF_YEAR || !mail_year_read(text, &number)) {
        return false;
    }
    limit->has |= 1u << part;
    limit->of[part] = number;
    return number >= ranges[part].least && number <= ranges[part].most;
}

/* Sets month and day from the day of the year. Returns whether the day is valid. */
static bool set_ordinal(struct mail_time_limit *limit, struct furl_range digits)
{
    limit->has |= 1u << MAIL_OF_MONTH | 1u << MAIL_OF_DAY;
    limit->ordinal = (int)mail_number(digits, 999);
    return limit->ordinal >= 1 && limit->ordinal <= 366;
}

static bool text_has(struct furl_range text, unsigned char octet)
{
    return mail_before(text, octet).n < text.n;
}

/* Reads at most three parts, beginning with the part `first`, which `between` separates. Returns
 * whether they are valid. */
static bool read_parts(struct mail_time_limit *limit, enum mail_date_part first,
                       struct furl_range text, unsigned char between, const struct mail_date *now)
{
    bool is_valid = true, is_last = false;

    for (size_t i = 0; i < 3 && is_valid && !is_last; i++) {
        struct furl_range piece = mail_before(text, between);
        is_valid = set_part(limit, (enum mail_date_part)(first + i), piece, now);
        is_last = piece.n == text.n;
        text = mail_part(text, piece.n + 1, text.n);
    }
    return is_valid && is_last;
}

/* Reads a date. If `before_time`, "T" follows the date. Returns whether the date is valid. */
static bool read_date(struct mail_time_limit *limit, struct furl_range text, bool before_time,
                      const struct mail_date *now)
{
    struct furl_range left = mail_before(text, '/');
    struct furl_range right = mail_part(text, left.n + 1, text.n);
    size_t digits = furl_leading_digits(left);

    if (is_iso(text)) {
        return read_parts(limit, MAIL_OF_YEAR, text, '-', now);
    }
    if (left.n == text.n && !(left.n == 3 && digits == 3)) {
        bool is_day = before_time && digits == 2;
        return text.n == 0 ||
               (digits > 0 && set_part(limit, is_day ? MAIL_OF_DAY : MAIL_OF_YEAR, text, now));
    }
    if (left.n == text.n) {
        return set_ordinal(limit, left);
    }
    if (right.n == 3 && furl_leading_digits(right) == 3 && left.n != 2) {
        return set_part(limit, MAIL_OF_YEAR, left, now) && set_ordinal(limit, right);
    }
    bool has_year = left.n != 2 || text_has(right, '/');
    return read_parts(limit, has_year ? MAIL_OF_YEAR : MAIL_OF_MONTH, text, '/', now);
}

/* Returns whether the date contains "now" without both slashes. The slashes show whether "now" is a
 * year, a month or a day. */
static bool has_now_alone(struct furl_range date)
{
    struct furl_range left = mail_before(date, '/');
    struct furl_range right = mail_part(date, left.n + 1, date.n);

    return !text_has(right, '/') && (is_now(left) || is_now(right));
}

/* Reads a moment. Returns NULL or an error message. */
static const char *read_moment(struct furl_range text, const struct mail_date *now,
                               struct mail_time_limit *limit)
{
    struct furl_range date = mail_before(text, 'T');
    struct furl_range time = mail_part(text, date.n + 1, text.n);
    bool has_mark = date.n < text.n;

    *limit = (struct mail_time_limit){0};
    if (!has_mark && text_has(text, ':')) {
        if (text_has(text, '/') || is_iso(text)) {
            return mail_no_mark;
        }
        time = date;
        date.n = 0;
    }
    if (has_now_alone(date)) {
        return now_alone;
    }
    if (!read_date(limit, date, has_mark, now) ||
        !read_parts(limit, MAIL_OF_HOUR, time, ':', now)) {
        return not_a_time;
    }
    return NULL;
}

/* Returns the bit of the first part that is not empty, or 0 if all parts are empty. */
static unsigned first_of(const struct mail_time_limit *limit)
{
    return (unsigned)furl_lowest_of(limit->has);
}

/* Reads a moment that is a limit. Only parts at both ends of the moment can be empty. Returns NULL
 * or an error message. */
static const char *read_limit(struct furl_range text, const struct mail_date *now,
                              struct mail_time_limit *limit)
{
    const char *wrong = read_moment(text, now, limit);
    unsigned over = limit->has + first_of(limit);

    return wrong != NULL     ? wrong
           : limit->has == 0 ? "no time is given; write it, as in 2026/11/05"
           : (over & (over - 1)) != 0
               ? "a part between two others is missing; write all, as in 2026/11/05T16"
               : NULL;
}

/* Copies the parts that the end of an interval lacks at its left from the beginning of the
 * interval. Returns NULL or an error message. */
static const char *complete_end(struct mail_span *span)
{
    struct mail_time_limit *from = &span->from, *to = &span->to;

    if (first_of(from) > first_of(to)) {
        return "the end of the interval is more exact than its start; give both the same parts";
    }
    bool needs_ordinal = false;
    unsigned first = first_of(to);
    for (enum mail_date_part part = 0; 1u << part < first; part++) {
        if ((from->has & 1u << part) != 0) {
            to->has |= 1u << part;
            to->of[part] = from->of[part];
            needs_ordinal = needs_ordinal || part != MAIL_OF_YEAR;
        }
    }
    to->ordinal = needs_ordinal ? from->ordinal : to->ordinal;
    return NULL;
}

const char *mail_span_read(struct furl_range text, const struct mail_date *now,
                           struct mail_span *span)
{
    const size_t iso = is_iso(text) ? ISO_DATE : 0;
    struct furl_range left = {text.ptr, iso + mail_before(mail_part(text, iso, text.n), '-').n};
    struct furl_range right = mail_part(text, left.n + 1, text.n);
    const char *wrong = NULL;

    *span = (struct mail_span){0};
    if (left.n == text.n) {
        wrong = read_moment(text, now, &span->from);
        span->to = span->from;
        return wrong == NULL && span->from.has == 0 ? "no time is given; write it, as in 2026/11/05"
                                                    : wrong;
    }
    if (text_has(right, '-') && !is_iso(right)) {
        return "more than one - in a time; write dates as 2026/11/05 or 2026-11-05";
    }
    if (left.n > 0) {
        wrong = read_limit(left, now, &span->from);
    }
    if (wrong == NULL && (right.n > 0 || left.n == 0)) {
        wrong = read_limit(right, now, &span->to);
    }
    return wrong == NULL && left.n > 0 && right.n > 0 ? complete_end(span) : wrong;
}

/* Days before each month of a common year, and before the next year. */
static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

/* Returns how many days of the year are before a month, from 1. Month 13 is the next January. */
static int before_month(int year, int month)
{
    return days_before[month - 1] + (mail_is_leap(year) && month > 2 ? 1 : 0);
}

/* Compares the date with the moment. Returns a number less than, equal to or greater than 0. */
static int compare_dates(const struct mail_date *date, const struct mail_time_limit *limit)
{
    int year = (limit->has & 1u << MAIL_OF_YEAR) != 0 ? limit->of[MAIL_OF_YEAR] : date->year;
    int month = 12;

    while (limit->ordinal > 0 && limit->ordinal <= before_month(year, month)) {
        month--;
    }
    for (enum mail_date_part part = 0; part < MAIL_PARTS; part++) {
        int of = limit->of[part];
        if (part == MAIL_OF_MONTH && of == 0) {
            of = month;
        } else if (part == MAIL_OF_DAY && of == 0) {
            of = limit->ordinal - before_month(year, month);
        }
        if ((limit->has & 1u << part) != 0 && date->of[part] != of) {
            return date->of[part] < of ? -1 : 1;
        }
    }
    return 0;
}

bool mail_span_has(const struct mail_span *span, const struct mail_date *date)
{
    return compare_dates(date, &span->from) >= 0 && compare_dates(date, &span->to) <= 0;
}
