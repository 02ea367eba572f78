/* What readers of formats are to mail_next, and what they share. */
#ifndef MAIL_READER_H
#define MAIL_READER_H

#include "store.h"

/* A format. */
struct mail_format {
    const char *name;
    const char *wrong; /* what is said of a file that is none; NULL: any file is one */
    bool seeks;
    bool has_second; /* which must be there */
    /* Whether a file that is named as one bears that out. NULL: no file is named so. */
    bool (*is_named)(struct mail_source *source);
    /* Whether a file whose name says nothing can only be one, by its front: all of it, if that is
     * shorter than MAIL_FRONT. Text is none, whatever it says. NULL: never. */
    bool (*is_certain)(struct furl_range front);
    /* Reads what is before the first message. Returns whether this is such a store. Or NULL. */
    bool (*begin)(struct mail_store *store);
    /* Finds the next message. Of a draft all zero it sets what the store has. */
    enum mail_result (*next)(struct mail_store *store, struct mail_draft *draft);
};

extern const struct mail_format mail_pkt, mail_msg, mail_jam, mail_squish, mail_hudson, mail_qwk,
    mail_rfc, mail_text;

/* Says what is wrong, at an offset, where a message would be next. Returns MAIL_DAMAGE. */
enum mail_result mail_damaged(struct mail_store *store, const char *what, uint64_t offset);

/* The same where nothing after it can be read. */
enum mail_result mail_over(struct mail_store *store, const char *what, uint64_t offset);

/* The same of a message that is there, but is passed over. */
enum mail_result mail_passed_over(struct mail_store *store, const char *what, uint64_t offset);

/* The same of the message that has the store's number, and is given, or passed over, now. */
void mail_incomplete(struct mail_store *store, const char *what, uint64_t offset);

/*
 * How many octets of a text are its own. In the order of headers in their file, texts follow each
 * other in theirs: the one of the next header, `next`, begins before the one after that, at
 * `after`, or where the file ends. A text that reaches into the next one has a length that lies;
 * but if `next` would fit right after it, the offset of that does.
 */
uint64_t mail_own_octets(struct mail_stretch text, struct mail_stretch next, uint64_t after);

/* Among how many headers after one that of the next text is looked for. */
#define MAIL_NEXT_MAX 8

/* Whether the front of a file has a packet's header, and the start of a message, or the end, after
 * it (FTS-0001). */
bool mail_is_packet(struct furl_range front);

/* The number in digits, in the store's memory. */
struct furl_range mail_in_digits(struct mail_store *store, unsigned number);

#endif
