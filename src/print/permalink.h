/* Permanent links to messages: URLs that designate them (draft 7.2.1; RFC 2392). */
#ifndef PERMALINK_H
#define PERMALINK_H

#include "furl/base/buffer.h"
#include "furl/percent/percent.h"
#include "mail/mail.h"

/* What the link of a message depends on. */
struct permalink_of {
    const struct mail_message *mail; /* its moment is in the link if the head has no ID */
    const struct mail_head *head;    /* in UTF-8 */
    bool internet;                   /* Internet mail or news */
    bool netmail;
    bool area_is_declared; /* an option, a list or the message names the area, not just a file */
    bool area_is_code;     /* otherwise, it is never an areatag */
};

/* Why a message has no link: it is netmail; its areatag is unknown; nothing tells it from
 * others. */
enum permalink_status {
    PERMALINK_OK,
    PERMALINK_NETMAIL,
    PERMALINK_NO_AREATAG,
    PERMALINK_NO_ID,
    PERMALINK_NO_MAIL, /* it is a page of HTML */
    PERMALINK_LACKS
};

/* State of writing links. All zero is ready. Free `octets.at`. */
struct permalinks {
    struct furl_escape areatag, value, mid;
    struct furl_buffer octets;   /* of the last URL */
    enum permalink_status lacks; /* why the last message has none */
};

/*
 * Sets `url` to the message's URL in canonical form, valid until the next call:
 * "area://TAG?msgid=ID", or by date and author without a MSGID, or "mid:ID". It is empty if a link
 * could be wrong: for netmail; for an area that is a number, has a blank or a control octet, or is
 * the name of a DOS file; and if nothing tells the message from others. Returns false if memory
 * runs out.
 */
bool permalink_write(struct permalinks *permalinks, const struct permalink_of *message,
                     struct furl_range *url);

#endif
