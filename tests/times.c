/* Reads rows of "verdict<TAB>filter<TAB>moment<TAB>now", as tests/times.py writes them, and says
 * where mail_span_read and mail_span_has, with alternatives between blanks, give another verdict.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mail/select.h"

static struct mail_date date_of(const char *text)
{
    struct mail_date date = {0};

    if (sscanf(text, "%d-%u-%uT%u:%u:%u", &date.year, &date.month, &date.day, &date.hour,
               &date.minute, &date.second) != 6) {
        exit(99);
    }
    return date;
}

static const char *verdict(const char *filter, const char *moment, const char *now)
{
    struct mail_selection selection = {.now = date_of(now)};
    const struct mail_head head = {0};
    const struct mail_judged message = {.head = &head, .date = date_of(moment)};

    if (mail_selection_add(&selection, MAIL_BY_TIME, furl_range_of(filter)) != NULL) {
        return "error";
    }
    return mail_selects_head(&selection, &message) ? "yes" : "no";
}

int main(void)
{
    char line[4096];
    unsigned rows = 0, others = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *fields[4] = {line};
        for (size_t i = 1; i < 4; i++) {
            fields[i] = strchr(fields[i - 1], '\t');
            if (fields[i] == NULL) {
                return 99;
            }
            *fields[i]++ = '\0';
        }
        fields[3][strcspn(fields[3], "\n")] = '\0';
        const char *said = verdict(fields[1], fields[2], fields[3]);
        rows++;
        if (strcmp(said, fields[0]) != 0 && others++ < 20) {
            printf("FAIL '%s' at %s, now %s: %s, not %s\n", fields[1], fields[2], fields[3], said,
                   fields[0]);
        }
    }
    printf("%u rows, %u other verdicts\n", rows, others);
    return rows == 0 || others > 0;
}
