#include "letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The member of a letter that a line of its head sets; NULL if it is no such line. */
static const char **member_of(struct letter *letter, const char *line, char **value,
                              const char **number)
{
    const struct {
        const char *name;
        const char **member;
    } names[] = {{"From: ", &letter->from},    {"To: ", &letter->to},
                 {"Subj: ", &letter->subject}, {"Date: ", &letter->date},
                 {"Area: ", &letter->area},    {"Status: ", &letter->status},
                 {"Number: ", number},         {"Ends: ", &letter->ends}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i].name);
        if (strncmp(line, names[i].name, n) == 0) {
            *value += n;
            return names[i].member;
        }
    }
    return NULL;
}

/* Reads the date, if it is one; else it stays as it is. */
static void read_date(struct letter *letter)
{
    struct letter_date *date = &letter->written;
    char sign = '+';
    int hours = 0, minutes = 0;
    int n = letter->date == NULL ? 0
                                 : sscanf(letter->date, "%4d-%2d-%2dT%2d:%2d:%2d%c%2d:%2d",
                                          &date->year, &date->month, &date->day, &date->hour,
                                          &date->minute, &date->second, &sign, &hours, &minutes);

    if (n == 9) {
        snprintf(letter->zone, sizeof letter->zone, "%s%02d%02d", sign == '-' ? "-" : "",
                 hours % 100, minutes % 100);
    }
    if (n < 6) {
        *date = (struct letter_date){2026, 11, 22, 17, 19, 44};
    } else {
        letter->date = NULL;
    }
}

void letter_read(struct letter *letter, char *form, unsigned number)
{
    const char *numbered = NULL;
    char *line = form;

    *letter = (struct letter){.from = "Ivan", .to = "All", .subject = "Subject", .text = form};
    struct letter head = *letter;
    while (*line != '\n' && *line != '\0') {
        char *end = strchr(line, '\n'), *value = line;
        const char **member = member_of(&head, line, &value, &numbered);
        if (end == NULL || member == NULL) {
            break;
        }
        *member = value;
        line = end + 1;
    }
    if (*line == '\n') {
        for (char *ptr = form; ptr < line; ptr++) {
            *ptr = (char)(*ptr == '\n' ? '\0' : *ptr);
        }
        *letter = head;
        letter->text = line + 1;
    } else {
        numbered = NULL;
    }
    letter->number = numbered != NULL ? (unsigned)strtoul(numbered, NULL, 10) : number;
    read_date(letter);
}

bool letter_is(const struct letter *letter, const char *status)
{
    return letter->status != NULL && strcmp(letter->status, status) == 0;
}

const char *letter_body(const struct letter *letter)
{
    const char *ptr = letter->text;

    while (*ptr == '\001') {
        size_t n = strcspn(ptr, "\r\n");
        ptr += n + (ptr[n] != '\0' ? 1 : 0);
    }
    return ptr;
}

const char *letter_fts_date(const struct letter *letter)
{
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static char date[64];
    const struct letter_date *when = &letter->written;

    snprintf(date, sizeof date, "%02d %s %02d  %02d:%02d:%02d", when->day, months[when->month - 1],
             when->year % 100, when->hour, when->minute, when->second);
    return letter->date != NULL ? letter->date : date;
}

const char *letter_dashed_date(const struct letter *letter)
{
    static char date[64];
    const struct letter_date *when = &letter->written;

    snprintf(date, sizeof date, "%02d-%02d-%02d%02d:%02d", when->month, when->day, when->year % 100,
             when->hour, when->minute);
    return date;
}

void put_lines(struct octets *octets, const struct letter *letter, const char *lines,
               const char *ends)
{
    ends = letter->ends == NULL ? ends : strcmp(letter->ends, "crlf") == 0 ? "\r\n" : "\n";
    while (*lines != '\0') {
        size_t n = strcspn(lines, "\n");
        put_octets(octets, lines, n);
        put_text(octets, lines[n] == '\n' ? ends : "");
        lines += n + (lines[n] == '\n' ? 1 : 0);
    }
}

void put_whole_text(struct octets *octets, const struct letter *letter, const char *ends)
{
    if (letter->zone[0] != '\0') {
        put_text(octets, "\001TZUTC: ");
        put_text(octets, letter->zone);
        put_lines(octets, letter, "\n", ends);
    }
    put_lines(octets, letter, letter->text, ends);
}
