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
    /* Whether a file that begins so, and is so long, may be one. */
    bool (*is_plausible)(struct furl_range front, uint64_t size);
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
 * How many of the `n` octets from the offset on may be read of a source: as many as it has, if all
 * that was read before leaves so many; else none. `left` is what is left, at first the source's
 * size, so that stretches that overlap are not read over and over. What came since is not counted.
 */
uint64_t mail_share(uint64_t *left, const struct mail_source *source, uint64_t offset, uint64_t n);

/* The number in digits, in the store's memory. */
struct furl_range mail_in_digits(struct mail_store *store, unsigned number);

#endif
