/* One message: its head, as octets of its charset, and its text, without control lines. */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H

#include "charset.h"
#include "dates.h"
#include "furl/octets/grow.h"

/* A message, as mail_read gives it. Ranges are in the charset; empty where there is no such thing.
 */
struct mail_message {
    uint64_t number;
    struct furl_range from, to, subject, area, id;
    struct furl_range declared;         /* the name of the charset, as the message has it */
    const struct mail_charset *charset; /* what it is taken for; never NULL */
    struct furl_range text;             /* each line is ended by LF */
};

/* The line that said the charset of a message, and what it said: most messages of a base say the
 * same. All zero: none is remembered. */
struct mail_memory {
    unsigned char line[32];
    size_t n, from, declared_n; /* octets of it; those that are the name */
    const struct mail_charset *charset;
};

/* What the store says that a message is. Netmail belongs to no area. */
enum mail_kind { MAIL_ANY, MAIL_NETMAIL, MAIL_ECHOMAIL };

/* What readers find of a message. A field of the head ends before its first NUL. So does `body`,
 * which has control lines, and lines ended by CR, CR LF or LF; one that is `plain` has no control
 * lines, and any octets. */
struct mail_draft {
    struct mail_message message; /* as far as fields of the store tell: no text, no charset yet */
    struct furl_range written; /* the date as text (FTS-0001); where that is none, `date` counts */
    struct mail_date date;
    struct furl_range zone;     /* of TZUTC */
    struct furl_range controls; /* control lines that are not in the body, each after a ^A */
    struct furl_range body;
    const struct furl_range *wanted; /* of the body, stretches of lines whose text is wanted, */
    size_t wanted_n;                 /* and how many; none: all is */
    struct mail_memory *memory;      /* or NULL */
    bool plain;
    bool area_line; /* the body may begin with AREA: */
    enum mail_kind kind;
    bool netmail, echomail; /* what its lines let one conclude, where the store does not tell */
};

/*
 * Makes the message of its draft, without its head: takes the control lines out of the body, and
 * writes the text to `text`, as far as that is wanted; decides the charset: what the message says,
 * else `fallback`, unless that is NULL, else a guess. Returns whether there was memory.
 */
bool mail_finish(struct mail_draft *draft, struct furl_buffer *text,
                 const struct mail_charset *fallback);

/* Takes what its control lines say of the head of a message that is finished. */
void mail_finish_head(struct mail_draft *draft);

/* Writes the date of a message that has its head, as mail_date_write does. */
void mail_date_of(const struct mail_draft *draft, char out[MAIL_DATE_SIZE]);

#endif
