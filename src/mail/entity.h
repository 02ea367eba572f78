/*
 * The texts in an Internet message: its body, or those of its parts that are texts (RFC 2046). A
 * message in a message is taken apart, too. Of alternatives, plain text is enough.
 *
 *     struct mail_entities entities = {.rest = message};
 *     while (mail_next_text(&entities, &text)) ...
 *
 * The time is linear, whatever the message is.
 */
#ifndef MAIL_ENTITY_H
#define MAIL_ENTITY_H

#include "mime.h"

/* Multiparts in each other. What is in more of them is taken for a text. */
#define MAIL_NESTED 16

/* A text, as it is transferred. */
struct mail_entity {
    struct mime_type type;
    char encoding[32]; /* Content-Transfer-Encoding */
    struct furl_range content;
};

/* Where reading is; the caller's. */
struct mail_entities {
    struct furl_range rest;
    struct mail_multipart {
        struct mime_type type;
        bool has_plain; /* a text/plain that is not empty */
    } open[MAIL_NESTED];
    size_t n;  /* multiparts that are open */
    bool over; /* no entity begins at `rest` */
};

/* Goes on to the next text. Returns whether there is one. */
bool mail_next_text(struct mail_entities *entities, struct mail_entity *text);

#endif
