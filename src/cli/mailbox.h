/* The messages of a file, each of them a text (fidourl-mail(7)). */
#ifndef MAILBOX_H
#define MAILBOX_H

#include "area_tags.h"
#include "mail/charset.h"
#include "mail/mail.h"
#include "print/permalink.h"
#include "run.h"
#include "selection.h"
#include "unique.h"

/* The most octets of a field of a head that are shown, since each row may repeat it. */
#define MAILBOX_FIELD_MAX ((size_t)2048)

/* State of reading messages, all zero before mailbox_init. Free it with mailbox_free. */
struct mailbox {
    struct run *run;
    const char *name;        /* of the first file of the open store, */
    struct mail_place place; /* and where it belongs */
    struct unique bases;     /* known bases: each is judged and read once */
    struct mailbox_file {
        struct run *run;
        struct input *input; /* the input of mailbox_open, or `found` */
        struct input found;
        struct furl_buffer path; /* of `found` */
    } files[MAIL_FILES];
    bool follows; /* symbolic links to the other files, since the input is a link itself */
    struct mail_store store;
    struct mail_converter text_converter, head_converter;
    struct selection selection;                               /* of --select */
    struct area_tags areas;                                   /* list of --areas */
    bool (*has_links)(void *context, struct furl_range text); /* of struct mail_settings, */
    void *context;                                            /* after mailbox_init */
    bool area_found;          /* the store was looked up in that list: */
    struct furl_range area;   /* the area by options; `at` NULL: there is none */
    struct furl_range text;   /* in UTF-8; `at` NULL: not made yet */
    struct furl_buffer plain; /* ranges of its body outside of HTML alternatives */
    bool head_made;           /* `head` is set */
    struct mail_head head;    /* in UTF-8, */
    unsigned char fields[MAIL_FIELDS][MAILBOX_FIELD_MAX + FURL_UTF8_MAX]; /* in these */
    bool link_made;                                                       /* `link` is set */
    struct furl_range link;                                               /* to the message */
    struct permalinks permalinks;
};

/* Sets up a mailbox. Returns false after it has reported a bad --select or --areas, or if memory
 * runs out, which fails the output. Call mailbox_free in any case. */
bool mailbox_init(struct mailbox *mailbox, struct run *run);
void mailbox_free(struct mailbox *mailbox);

/* Opens the store that `input` belongs to, with its other files. Reports damage. Returns whether
 * there are messages to read: a base is read once, through its file of headers or of texts. */
bool mailbox_open(struct mailbox *mailbox, struct input *input);

/* Whether the store is a text. False if it cannot be read, which mailbox_next reports. */
static inline bool mailbox_is_text(struct mailbox *mailbox)
{
    return mail_format_of(&mailbox->store) == &mail_text &&
           mailbox->store.sources[MAIL_FIRST].trouble == MAIL_NO_TROUBLE;
}

/* Moves to the next selected message. Returns whether there is one; false if the output failed.
 * Reports damage and read errors, except those of the input of mailbox_open, which its `error`
 * has. */
bool mailbox_next(struct mailbox *mailbox);

/* Makes an input of the message's text in UTF-8, valid until the next message. If memory runs out,
 * fails the output and returns false. */
bool mailbox_text(struct mailbox *mailbox, struct input *text);

/* Sets `head`, in UTF-8, at least as far as the first `needs` for this message says; and `link`,
 * the permanent link to the message, which is empty if it has none. Valid until the next message.
 * If memory runs out, fails the output and returns false. */
bool mailbox_head(struct mailbox *mailbox, unsigned needs);

/* Call it after all files: reports areas of --select that none of them has, and adds to the run's
 * note. */
void mailbox_conclude(struct mailbox *mailbox);

/* Closes the files that mailbox_open opened, even if that returned false. */
void mailbox_close(struct mailbox *mailbox);

#endif
