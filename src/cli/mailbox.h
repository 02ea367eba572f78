/* The messages of a file, each a text (fidourl-mail(7)). */
#ifndef MAILBOX_H
#define MAILBOX_H

#include "area_tags.h"
#include "mail/charset.h"
#include "mail/mail.h"
#include "print/permalink.h"
#include "run.h"
#include "selection.h"
#include "unique.h"

/* The most octets that are shown of a field of a head, because each row can repeat the field. */
#define MAILBOX_FIELD_MAX ((size_t)2048)

/* The state of reading messages. All members are zero before mailbox_init. Free it with
 * mailbox_free. */
struct mailbox {
    struct run *run;
    const char *name;        /* name of the first file of the open store */
    struct mail_place place; /* place of the first file */
    struct unique bases;     /* known bases, each of which is checked and read once */
    struct mailbox_file {
        struct run *run;
        struct input *input; /* the input of mailbox_open, or `found` */
        struct input found;
        struct furl_buffer path; /* path of `found` */
    } files[MAIL_FILES];
    bool follows; /* symbolic links to other files are followed, because the input is a link */
    struct mail_store store;
    struct mail_converter text_converter, head_converter;
    struct selection selection;                               /* filters of --select */
    struct area_tags areas;                                   /* the list of --areas */
    bool (*has_links)(void *context, struct furl_range text); /* for struct mail_settings, if set */
    void *context;            /* context of `has_links`, also set after mailbox_init */
    bool area_found;          /* the store was looked up in the list of --areas */
    struct furl_range area;   /* area by options (`ptr` is NULL if there is none) */
    struct furl_range text;   /* text in UTF-8 (`ptr` is NULL until it is made) */
    struct furl_buffer plain; /* ranges of the body outside of HTML alternatives */
    bool head_made;           /* `head` is set */
    struct mail_head head;    /* head in UTF-8 */
    unsigned char fields[MAIL_FIELDS][MAILBOX_FIELD_MAX + FURL_UTF8_MAX]; /* fields of `head` */
    bool link_made;                                                       /* `link` is set */
    struct furl_range link;                                               /* link to the message */
    struct permalinks permalinks;
};

/* Sets up a mailbox. Returns false after reporting a wrong --select or --areas. Also returns false
 * if memory runs out, which fails the output. Call mailbox_free in any case. */
bool mailbox_init(struct mailbox *mailbox, struct run *run);
void mailbox_free(struct mailbox *mailbox);

/* Opens the store that `input` belongs to, with its other files. Reports damage. Returns whether
 * there are messages to read. A base is read once, through its file of headers or of texts. */
bool mailbox_open(struct mailbox *mailbox, struct input *input);

/* Returns whether the store is a text. Returns false if the store cannot be read, which
 * mailbox_next reports. */
static inline bool mailbox_is_text(struct mailbox *mailbox)
{
    return mail_format_of(&mailbox->store) == &mail_text &&
           mailbox->store.sources[MAIL_FIRST].trouble == MAIL_NO_TROUBLE;
}

/* Moves to the next selected message. Returns whether there is one, and false if the output failed.
 * Reports damage and read errors. Errors of the input of mailbox_open are only in its `error`. */
bool mailbox_next(struct mailbox *mailbox);

/* Makes an input of the message's text in UTF-8, valid until the next message. If memory runs out,
 * fails the output and returns false. */
bool mailbox_text(struct mailbox *mailbox, struct input *text);

/* Sets `head`, in UTF-8, and `link`. The first `needs` for a message says how far `head` is set.
 * `link` is the permanent link to the message, or empty. Both are valid until the next message. If
 * memory runs out, fails the output and returns false. */
bool mailbox_head(struct mailbox *mailbox, unsigned needs);

/* Reports areas of --select that no file has, and adds to the run's note. Call this after all
 * files. */
void mailbox_conclude(struct mailbox *mailbox);

/* Closes the files that mailbox_open opened, even if that returned false. */
void mailbox_close(struct mailbox *mailbox);

#endif
