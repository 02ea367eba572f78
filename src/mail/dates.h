/* Dates of messages, as ISO 8601 has them. */
#ifndef MAIL_DATES_H
#define MAIL_DATES_H

#include "furl/octets/octets.h"

/* A date in ISO 8601, with a zone or without: "1994-02-05T21:47:34+03:00", a string. */
#define MAIL_DATE_SIZE ((size_t)32)

/* Parts of a date, as they count in the calendar; `month` 0 where there is no date. */
struct mail_date {
    unsigned year, month, day, hour, minute, second;
};

/*
 * A date as messages have it in text (FTS-0001, "DateTime"): "05 Feb 94  21:47:34", or SEAdog's
 * "Sat  5 Feb 94 21:47". Years of two digits are 1980 to 2079. No date where it is none.
 */
struct mail_date mail_date_fts(struct furl_range text);

/* Whether a field has such a date, of letters, digits, blanks and colons, with a time, and ends it
 * with a NUL: so no text does. `field` has MAIL_FTS_DATE octets, or fewer. */
#define MAIL_FTS_DATE ((size_t)20)
bool mail_is_fts_date(struct furl_range field);

/* A date in figures, "MM-DD-YY", and a time, "HH:MM", as Hudson and QWK have them; what parts them
 * does not matter. */
struct mail_date mail_date_figures(struct furl_range date, struct furl_range time);

/* A stamp of DOS, the date in its lower half, as Opus and Squish have it. */
struct mail_date mail_date_dos(uint32_t stamp);

/* Seconds since 1970, of a clock that shows local time, as JAM has it. */
struct mail_date mail_date_unix(uint32_t seconds);

/* Writes the date, and the zone if `zone`, of a TZUTC line (FTS-4008), is one: "0300", "-0500".
 * An empty string where there is no date. */
void mail_date_write(const struct mail_date *date, struct furl_range zone,
                     char out[MAIL_DATE_SIZE]);

#endif
