/* Permanent links to messages: URLs that identify them (draft 7.2.1; RFC 2392). */
#ifndef PERMALINK_H
#define PERMALINK_H

#include "furl/core/buffer.h"
#include "furl/url/percent.h"
#include "mail/mail.h"

/* The facts that the link of a message depends on. */
struct permalink_of {
    const struct mail_message *mail; /* its date is in the link if the head has no ID */
    const struct mail_head *head;    /* the head, in UTF-8 */
    bool internet;                   /* the message is Internet mail or news */
    bool netmail;
    bool area_is_declared; /* an option, a list or the message names the area */
    bool area_is_code;     /* an undeclared area is never an areatag */
};

/* The reasons for a missing link. NETMAIL: the message is private. NO_AREATAG: the areatag is
 * unknown. NO_ID: another message could have the same link. */
enum permalink_status {
    PERMALINK_OK,
    PERMALINK_NETMAIL,
    PERMALINK_NO_AREATAG,
    PERMALINK_NO_ID,
    PERMALINK_NO_MAIL, /* the message is a page of HTML */
    PERMALINK_LACKS
};

/* The state of writing links. All zero: ready. Free `octets.ptr`. */
struct permalinks {
    struct furl_escape areatag, value, mid;
    struct furl_buffer octets;   /* the octets of the last URL */
    enum permalink_status lacks; /* the reason why the last message has no link */
};

/*
 * Sets `url` to the URL of a message in canonical form, valid until the next call. Returns false if
 * memory ran out. `url` is empty if a link could be wrong: for netmail, for an unknown areatag, and
 * without a date or address if there is no ID. An areatag is unknown if it is a number, or has a
 * space or a control. It is also unknown if it can be the name of a DOS file and is not declared.
 * The URL has one of three forms:
 *     area://TAG?msgid=ID
 *     area://TAG?time=DATE&from=ADDRESS     without an ID
 *     mid:ID                                for Internet mail and news
 */
bool permalink_write(struct permalinks *permalinks, const struct permalink_of *message,
                     struct furl_range *url);

#endif
