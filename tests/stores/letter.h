/*
 * A letter in its text form, which is that of `fidourl messages --text`: lines of a head, an empty
 * line, and the text.
 *
 *     From: Ivan                      what is left out is as it stands here
 *     To: All
 *     Subj: Subject
 *     Date: 2026-11-22T17:19:44       a zone may follow, "+03:00"; what is no such date is written
 *                                     as it is, where dates are text
 *     Area: X.Y                       or the number of a board or conference; none: unknown
 *     Number: 7                       else letters are numbered from 1
 *     Status: deleted                 or netmail; in SMB, lzh, which compresses the body
 *     Ends: lf                        of lines, or crlf; else as the format has them
 *
 * A text whose first lines are no head is one without. Control lines at the front of it begin with
 * ^A, and formats that keep them elsewhere have them there.
 */
#ifndef LETTER_H
#define LETTER_H

#include <stdbool.h>
#include <stddef.h>

#include "octets.h"

struct letter_date {
    int year, month, day, hour, minute, second;
};

struct letter {
    const char *from, *to, *subject, *area, *status, *ends;
    const char *date; /* what is none; else NULL */
    struct letter_date written;
    char zone[8]; /* as TZUTC has it, or empty */
    unsigned number;
    const char *text;
};

/* Reads a letter, whose strings then are in `form`. */
void letter_read(struct letter *letter, char *form, unsigned number);

bool letter_is(const struct letter *letter, const char *status);

/* Where the text begins after control lines at its front. */
const char *letter_body(const struct letter *letter);

/* The date: as FTS-0001 has it, and "MM-DD-YY" with "HH:MM" after it. */
const char *letter_fts_date(const struct letter *letter);
const char *letter_dashed_date(const struct letter *letter);

/* Puts lines, with these ends for LF, or those that the letter says. */
void put_lines(struct octets *octets, const struct letter *letter, const char *lines,
               const char *ends);

/* Puts the zone as a control line, if the letter has one; and all the text. */
void put_whole_text(struct octets *octets, const struct letter *letter, const char *ends);

#endif
