#include "config.h"

#include "clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct mail_date date_of(const struct tm *tm)
{
    return tm == NULL ? (struct mail_date){0}
                      : (struct mail_date){.of = {tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday,
                                                  tm->tm_hour, tm->tm_min, tm->tm_sec}};
}

/* Returns the time of --since, or -1 if --since is a date. */
static time_t time_since(const char *text, time_t now)
{
    static const struct {
        const char *letter, *word;
        time_t hours;
    } units[] = {{"h", " hour", 1}, {"d", " day", 24}, {"w", " week", 168}};
    char *unit = NULL;
    const uintmax_t n = strtoumax(text, &unit, 10);
    time_t hours = 0;
    const bool yesterday = strcmp(text, "yesterday") == 0;

    for (size_t i = 0; text[0] >= '0' && text[0] <= '9' && i < sizeof units / sizeof units[0];
         i++) {
        const size_t word_n = strlen(units[i].word);
        const char *rest = unit + (strncmp(unit, units[i].word, word_n) == 0 ? word_n : 0);
        rest += rest > unit && *rest == 's' ? 1 : 0;
        const bool is_word = rest > unit && (*rest == '\0' || strcmp(rest, " ago") == 0);
        hours = is_word || strcmp(unit, units[i].letter) == 0 ? units[i].hours : hours;
    }
    if (hours > 0) {
        return n < (uintmax_t)(now / 3600 / hours) ? now - 3600 * hours * (time_t)n : 0;
    }
    if (!yesterday && strcmp(text, "today") != 0) {
        return -1;
    }
    struct tm midnight = *localtime(&now);
    midnight.tm_mday -= yesterday ? 1 : 0;
    midnight.tm_hour = midnight.tm_min = midnight.tm_sec = 0;
    midnight.tm_isdst = -1;
    return mktime(&midnight);
}

void clock_read(struct run *run)
{
    const char *text = getenv("SOURCE_DATE_EPOCH"), *option = run->options->since;
    char *end = NULL;
    const long long set = text != NULL ? strtoll(text, &end, 10) : -1;
    const bool is_set = end != text && *end == '\0' && set >= 0 && set < 253402300800;
    const time_t now = is_set ? (time_t)set : time(NULL);
    const time_t from = option != NULL ? time_since(option, now) : -1;

    run->local = date_of(localtime(&now));
    run->utc = date_of(gmtime(&now));
    if (from != -1) {
        strftime(run->since[0], sizeof run->since[0], "%Y/%m/%dT%H:%M:%S", localtime(&from));
        strftime(run->since[1], sizeof run->since[1], "%Y/%m/%dT%H:%M:%S", gmtime(&from));
    }
}
