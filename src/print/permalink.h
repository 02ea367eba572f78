/* Permanent links to messages: the URL that designates one (draft 7.2.1; RFC 2392). */
#ifndef PERMALINK_H
#define PERMALINK_H

#include "furl/base/buffer.h"
#include "furl/percent/percent.h"
#include "mail/mail.h"

/* What a message is, beside its head. */
struct permalink_of {
    const struct mail_head *head; /* in UTF-8 */
    struct mail_date moment;      /* that filters compare; `month` 0: there is none */
    bool internet;                /* Internet mail or news */
    bool netmail;
    bool area_is_declared; /* the area is no mere name of a file */
};

/* Why a message has none: it is netmail; its area is not known by a tag; nothing tells it from
 * others. */
enum permalink_lack {
    PERMALINK_THERE,
    PERMALINK_NETMAIL,
    PERMALINK_NO_AREATAG,
    PERMALINK_NO_ID,
    PERMALINK_LACKS
};

/* What writing them takes; the caller's, who frees octets.at. All zero: ready. */
struct permalinks {
    struct furl_escape areatag, value, mid;
    struct furl_buffer octets; /* of the URL written last */
    enum permalink_lack lacks; /* of it */
};

/*
 * Sets `url` to the message's URL, in canonical form, valid until the next call:
 * "area://TAG?msgid=ID", by date and author where there is no MSGID, or "mid:ID". Empty where a
 * link could be false: for netmail, for an area that is a number, has a blank or a control octet,
 * or is a file's name as DOS has them, and where nothing tells the message from others. Returns
 * whether there was memory.
 */
bool permalink_write(struct permalinks *permalinks, const struct permalink_of *message,
                     struct furl_range *url);

#endif
