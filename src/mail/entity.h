/*
 * The texts in an Internet message: its body, or those of its parts that are texts (RFC 2046). A
 * message in a message is taken apart, too. Of alternatives, plain text is enough, unless it is
 * blank, which the caller says, who decodes it.
 *
 *     struct mail_entities entities = {.rest = message};
 *     while (mail_next_text(&entities, &text)) ... mail_had_text(&entities, &text) ...
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
        bool has_plain; /* a text/plain that is not blank */
    } open[MAIL_NESTED];
    bool is_message[MAIL_NESTED]; /* what is being read of it is a part that is a message */
    size_t n;                     /* multiparts that are open */
    size_t around;                /* of these, those around the message that the last text is of */
    bool over;                    /* no entity begins at `rest` */
};

/* Goes on to the next text. Returns whether there is one. */
bool mail_next_text(struct mail_entities *entities, struct mail_entity *text);

/* Says that a text is not blank: of alternatives to it no others are wanted. To be called before
 * the next text is asked for. */
void mail_had_text(struct mail_entities *entities, const struct mail_entity *text);

#endif
