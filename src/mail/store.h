/*
 * Stores of mail: packets, message bases, single messages; each is read message by message, in the
 * order in which it has them.
 *
 *     mail_open(&store, format, path, files, &settings);
 *     while ((result = mail_next(&store)) != MAIL_END && result != MAIL_FAILED)
 *         if (result == MAIL_MESSAGE && mail_read(&store)) ... store.message ...
 *     mail_close(&store);
 *
 * The caller opens the files, and says how they are read. Whatever they hold, what is read is
 * within them, the time is linear in their size, and the memory is that of one message.
 */
#ifndef MAIL_STORE_H
#define MAIL_STORE_H

#include "message.h"
#include "source.h"

/* A format; those there are, are in formats.c. */
struct mail_format;

/* The octets at the front of a file by which it is recognized; fewer if it has no more. */
#define MAIL_FRONT ((size_t)4096)

/* The octets of a message above which it is passed over, if the caller wants nothing else; and the
 * most that there may be, since texts grow in UTF-8. */
#define MAIL_MESSAGE_MAX ((size_t)16 << 20)
#define MAIL_MOST        (SIZE_MAX / 8)

/* The octets of each buffer that are kept from a message to the next one, so that what is kept is
 * 1 MiB at most, with the stretches of three files. */
#define MAIL_KEPT ((size_t)65536)

/* The format that is called so ("pkt", in lower case), or NULL. */
const struct mail_format *mail_format_named(const char *name);

/* What the nth format is called, in the order of the table; NULL after the last one. */
const char *mail_format_name(const void *table, size_t nth);

/*
 * The format of a file: the one that its name says, if what is in it bears that out; else the one
 * that its front can only be; else `text`. A path of NULL, as standard input has, says nothing.
 * What has its texts in a second file is recognized by its name, or where there is no path.
 */
const struct mail_format *mail_recognize(const char *path, struct mail_source *source);

/* What a file is to its store. The first ones are read: their roles are their places in what
 * mail_open is given. */
enum mail_role {
    MAIL_FIRST,  /* headers, or all there is */
    MAIL_SECOND, /* beside it: texts; names of conferences */
    MAIL_INDEX,  /* which messages there are, in which order */
    MAIL_FILES,
    MAIL_UNREAD = MAIL_FILES, /* who has read what; an index that tells nothing more */
    MAIL_NO_ROLE,
};

/* The role of a file that is so named, if it is of a store, and the format of that, or NULL. */
enum mail_role mail_role_of(const char *path, const struct mail_format **format);

/* The name, in lower case, that the file in a role has in a store of the format, or its suffix;
 * NULL where there is no such file. */
const char *mail_name_in_role(const struct mail_format *format, enum mail_role role);

/* Whether several files make up a store, each of which may be named; whether the second one must be
 * there; whether it is any text. */
bool mail_has_files(const struct mail_format *format);
bool mail_needs_second(const struct mail_format *format);
bool mail_is_text(const struct mail_format *format);

/*
 * Writes the path of the file in another role, one of those that are read, of the store that a
 * path's file is of: the same, except for the suffix or the name. `nth`, from 0: with the first
 * letter, and the others, in the case of the first and the last one of what they replace; in lower
 * case; in upper case. Returns whether there is such a role, and room in `size`.
 */
#define MAIL_NAMES_BESIDE 3
#define MAIL_NAME_MAX     ((size_t)16) /* octets that such a path is longer, at most, with its NUL */
bool mail_name_beside(const char *path, enum mail_role role, size_t nth, char *out, size_t size);

/* How a store is read. */
struct mail_settings {
    size_t most;                         /* octets of a message: MAIL_MESSAGE_MAX, say */
    const struct mail_charset *fallback; /* of messages that do not tell theirs, or NULL: guess */
};

enum mail_result {
    MAIL_MESSAGE, /* one is there; store->damage.what, unless NULL, says what of it is missing */
    MAIL_DAMAGE,  /* store->damage says what cannot be read; go on */
    MAIL_END,
    MAIL_FAILED, /* store->trouble says why */
};

/* What is wrong: a text for people; with which message, by its number, or the place it would have;
 * and where it is in the file. */
struct mail_damage {
    const char *what;
    uint64_t number;
    uint64_t offset;
};

/* Where readers are in their stores. */
union mail_place {
    struct {
        uint64_t next, previous; /* offsets of frames; `next` 0: none */
        uint64_t last;           /* offset of the chain's last one, as the base says */
        uint64_t end;            /* of the file, as the base says */
        uint64_t highest;        /* offset after the highest frame seen */
        uint64_t left;           /* octets that frames not yet seen may have */
        size_t header;           /* octets of a frame's header */
        uint64_t breaks;         /* of the chain so far */
    } squish;
    struct {
        uint64_t at; /* of what is next */
    } pkt;
    struct {
        uint64_t at; /* after the highest header seen: of the next one in the file */
        struct mail_shares texts;
        bool lost;        /* where the next one in the file is, is not known */
        bool by_index;    /* the index tells the next one: */
        uint64_t unnamed; /* offset of a header that it may not name, and comes before; or 0 */
        uint64_t entry;   /* offset of its next entry */
        struct mail_shares headers;
        unsigned breaks; /* entries so far that name no header */
    } jam;
    struct {
        uint64_t at; /* of the next record */
        struct mail_shares texts;
    } hudson;
    struct {
        uint64_t at; /* of the next header */
    } qwk;
    struct {
        uint64_t at; /* of the next message */
        bool is_mailbox;
    } internet;
};

/* A store; the caller's. */
struct mail_store {
    const struct mail_format *format;
    const char *path;
    struct mail_source sources[MAIL_FILES];
    struct mail_settings settings;
    struct furl_range name; /* of the base, without path and suffix */
    struct mail_draft draft;
    struct mail_message message;
    struct mail_damage damage;
    enum mail_trouble trouble;
    struct mail_memory memory;
    uint64_t number; /* messages read so far, or passed over */
    bool begun, over;
    struct furl_buffer text;
    struct furl_buffer joined; /* a text that is in blocks */
    struct furl_buffer notes;  /* what a reader keeps */
    char digits[24];
    union mail_place place;
};

/*
 * Opens a store. `path` is that of its first file, or NULL; it must stay, as the files must.
 * `files`, by their roles: what is not there has no `read`. `format` NULL: the one that
 * mail_recognize tells. Nothing is read before mail_front or mail_next.
 */
void mail_open(struct mail_store *store, const struct mail_format *format, const char *path,
               const struct mail_file files[MAIL_FILES], const struct mail_settings *settings);

/* The store's format: the one that was named, or that its front tells. */
const struct mail_format *mail_format_of(struct mail_store *store);

/* The octets at the front of the first file, MAIL_FRONT of them, or all that there are; none if it
 * cannot be read, which mail_next tells. They are valid until the next call. */
struct furl_range mail_front(struct mail_store *store);

/* Goes on to the next message. After MAIL_END and MAIL_FAILED it must not be called any more. */
enum mail_result mail_next(struct mail_store *store);

/*
 * The octets that have the message's text, and more. All charsets have ASCII letters, digits,
 * colons, slashes and `%` in the same places, and nowhere else, so that a look at these octets can
 * tell in which lines the text may have URLs.
 */
static inline struct furl_range mail_raw(const struct mail_store *store)
{
    return store->draft.body;
}

/* Says that of the text only `n` stretches of lines of those octets are wanted, at least one. They
 * stay where they are until mail_read. */
static inline void mail_narrow(struct mail_store *store, const struct furl_range *lines, size_t n)
{
    store->draft.wanted = lines;
    store->draft.wanted_n = n;
}

/* Reads the message that mail_next found into store->message, which stays until the next call of
 * that: its text and its charset, and of its head what the store's own fields say, with what may be
 * in their room after a NUL. Returns whether there was memory; if not, the message is still the one
 * before. */
bool mail_read(struct mail_store *store);

/* Reads what its control lines say of the head of the message that was read, and ends its fields.
 */
void mail_read_head(struct mail_store *store);

/* Frees the memory; the files stay open. */
void mail_close(struct mail_store *store);

#endif
