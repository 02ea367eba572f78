/* The messages of a file, each a text of its own (fidourl(1), READING A SPOOL). */
#ifndef MAILBOX_H
#define MAILBOX_H

#include "area_tags.h"
#include "mail/charset.h"
#include "mail/mail.h"
#include "print/permalink.h"
#include "run.h"
#include "selection.h"
#include "unique.h"

/* State of reading messages; mailbox_free frees its memory. All zero except
 * `run`: no file is open. */
struct mailbox {
    struct run *run;
    const char *name;    /* of the open store's first file */
    struct unique bases; /* what is known of them, to judge and read each once */
    struct mailbox_file {
        struct mailbox *mailbox;
        struct input *input; /* the input of mailbox_open, or `found` */
        struct input found;
        struct furl_buffer path; /* of `found` */
    } files[MAIL_FILES];
    bool follows; /* symbolic links beside the input of mailbox_open: it is one */
    struct mail_store store;
    struct mail_converter text_converter, head_converter;
    struct selection *selection;    /* NULL: all messages */
    struct area_tags *areas;        /* of --areas; NULL: there is no list */
    bool area_found;                /* in that list, for the store: */
    struct furl_range area;         /* as options tell; `at` NULL: they do not */
    bool read;                      /* the current message's text was */
    struct furl_range text;         /* in UTF-8; `at` NULL: it was not made yet */
    bool head_made;                 /* its `head` is set */
    struct mail_head head;          /* in UTF-8 */
    struct furl_buffer head_octets; /* in UTF-8 */
    char date[MAIL_DATE_SIZE], utc[MAIL_DATE_SIZE], address[MAIL_ADDRESS_SIZE];
    bool link_made;         /* its `link` is set */
    struct furl_range link; /* to it */
    struct permalinks permalinks;
};

/* Sets it up. Returns false if what --select asks for is wrong, which is reported, or without
 * memory, which fails the output. Call mailbox_free in any case. */
bool mailbox_init(struct mailbox *mailbox, struct run *run);
void mailbox_free(struct mailbox *mailbox);

/*
 * Opens the store that `input` belongs to, with its other files. Returns
 * whether there are messages to read: a base is read once, through its file of
 * headers or of texts. Reports what is wrong.
 */
bool mailbox_open(struct mailbox *mailbox, struct input *input);

/* Whether the store is a text, as far as that can be told: what cannot be read, mailbox_next
 * reports. */
static inline bool mailbox_is_text(struct mailbox *mailbox)
{
    return mail_is_text(mail_format_of(&mailbox->store)) &&
           mailbox->store.sources[MAIL_FIRST].trouble == MAIL_NO_TROUBLE;
}

/* Moves to the next message that is selected. Returns whether there is one.
 * Reports damage and read errors, except those of mailbox_open's input, which
 * set its `error`. */
bool mailbox_next(struct mailbox *mailbox);

/* Raw octets that contain the message's text, and more, in its charset: ASCII
 * letters, digits, colons, slashes and `%` are as in the text. */
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

/* Makes an input of the message's text, in UTF-8, valid until the next message.
 * Without memory, fails the output and returns false. */
bool mailbox_text(struct mailbox *mailbox, struct input *text);

/* The head of the message, in UTF-8, valid until the next one. Without memory,
 * fails the output and returns NULL. */
const struct mail_head *mailbox_head(struct mailbox *mailbox);

/* Sets the permanent link to the message whose head mailbox_head gave; empty where it has none.
 * Valid until the next message. Without memory, fails the output and returns false. */
bool mailbox_url(struct mailbox *mailbox, struct furl_range *url);

/* Once all files were read: reports areas of --select that none of them has, and
 * what the run's note says. */
void mailbox_conclude(struct mailbox *mailbox);

/* Closes the files that mailbox_open opened. Call it even if that returned
 * false. */
void mailbox_close(struct mailbox *mailbox);

#endif
