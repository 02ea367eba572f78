/* The messages of a file, each a text of its own (fidourl(1), MAIL). */
#ifndef MAILBOX_H
#define MAILBOX_H

#include "mail/charset.h"
#include "mail/mail.h"
#include "run.h"
#include "unique.h"

/* What reading messages takes; the caller's, except the memory that mailbox_free gives back. All
 * zero but `run`: no file is open. */
struct mailbox {
    struct run *run;
    const char *name;         /* of the first file of the store that is open */
    struct unique bases_read; /* since each of their files may be named */
    struct mailbox_file {
        struct mailbox *mailbox;
        struct input *input; /* the one that was named, or `found` */
        struct input found;
        struct furl_buffer path; /* of `found` */
    } files[MAIL_FILES];
    struct mail_store store;
    struct mail_converter text_converter, head_converter;
    bool head_made;                 /* the message's: somebody asked for it */
    struct mail_head head;          /* in UTF-8 */
    struct furl_buffer head_octets; /* in UTF-8 */
    char date[MAIL_DATE_SIZE];
};

void mailbox_init(struct mailbox *mailbox, struct run *run);
void mailbox_free(struct mailbox *mailbox);

/*
 * Opens the store that the file is of, and the files beside it. Returns whether there are messages
 * to be read: a base is read once, by the file of headers or of texts. What is wrong is reported.
 */
bool mailbox_open(struct mailbox *mailbox, struct input *input);

/* Goes on to the next message. Returns whether there is one. What cannot be read is reported, or,
 * of the file that was named, told by its `error`. */
bool mailbox_next(struct mailbox *mailbox);

/* Octets that hold the message's text, and more, not in UTF-8: of ASCII, letters, digits, colons,
 * slashes and `%` are where the text has them. */
static inline struct furl_range mailbox_raw(const struct mailbox *mailbox)
{
    return mail_octets(&mailbox->store);
}

/* Lets mailbox_text leave lines out that are not among these of the raw octets; see
 * mail_only_lines. */
static inline void mailbox_only_lines(struct mailbox *mailbox, const struct furl_range *lines,
                                      size_t n)
{
    mail_only_lines(&mailbox->store, lines, n);
}

/* Makes an input of the message's text, in UTF-8, valid until the next message. Returns whether
 * there was memory, the lack of which is a failure of the output. */
bool mailbox_text(struct mailbox *mailbox, struct input *text);

/* The head of the message whose text was asked for, in UTF-8; valid until the next message. NULL
 * where there is no memory, which is a failure of the output. */
const struct mail_head *mailbox_head(struct mailbox *mailbox);

/* Closes the files that mailbox_open opened; whether that found messages, or not. */
void mailbox_close(struct mailbox *mailbox);

#endif
