/* Stores of mail: files, the messages in them, and what these say (fidourl(1), READING A SPOOL). */
#ifndef MAIL_H
#define MAIL_H

#include <stdint.h>

#include "charset.h"
#include "furl/base/buffer.h"
#include "furl/base/octets.h"

/* What a store is read from: octets at any offset, as many as are there, in bounded memory. */

/* What `read` of a file returns where reading failed. */
#define MAIL_READ_FAILED SIZE_MAX

/* The size of what is not a file: a pipe. */
#define MAIL_SIZE_UNKNOWN UINT64_MAX

/*
 * An open file. `read` reads up to `n` octets, at least 1, from the offset on,
 * as pread(2) does: 0 at the end, MAIL_READ_FAILED on failure. If `size` is
 * MAIL_SIZE_UNKNOWN, it is asked for each octet once, in order. A known size
 * may be out of date.
 */
struct mail_file {
    void *context;
    size_t (*read)(void *context, uint64_t offset, unsigned char *octets, size_t n);
    uint64_t size;
};

/* Why there is nothing more to be had from a source. */
enum mail_trouble { MAIL_NO_TROUBLE, MAIL_NO_MEMORY, MAIL_UNREADABLE };

/* A file, and the stretch of it that is in memory. All zero but `file`: nothing is read yet. */
struct mail_source {
    struct mail_file file;
    struct furl_buffer stretch;
    size_t n;        /* octets of the stretch */
    uint64_t offset; /* of its first octet */
    bool ends_by_lf; /* each CR is made LF */
    enum mail_trouble trouble;
};

/* Octets to read at a time: on from the last ones, and at another offset. */
#define MAIL_BLOCK ((size_t)65536)
#define MAIL_PAGE  ((size_t)4096)

/* Octets of memory that a source keeps when what it had is not needed any more. */
#define MAIL_SOURCE_KEPT (2 * MAIL_BLOCK)

/*
 * The `n` octets from the offset on; fewer at the end of the file, or in
 * trouble. They are in the source's memory, up to twice `n` and MAIL_BLOCK,
 * until the next call. Octets read last are not read again. If the file's size
 * is unknown, the offset must not be before these, and all up to it is read.
 */
struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n);

/* Whether lines are ended by CR alone: there is one, before another octet, and no LF. Makes the CRs
 * of the source LFs, of what was read and of what will be. */
bool mail_ends_by_cr(struct furl_range octets);
void mail_source_end_by_lf(struct mail_source *source);

/* All octets of the file, or `most` + 1 if it has more. The memory grows with
 * what there is. */
struct furl_range mail_source_all(struct mail_source *source, size_t most);

/*
 * Sets `octets` to those from the offset on, up to the first NUL after `known`
 * of them, without it; `most` at most. Returns whether there is a NUL.
 */
bool mail_source_until_nul(struct mail_source *source, uint64_t offset, size_t known, size_t most,
                           struct furl_range *octets);

/*
 * The first offset from `offset` on, before `end`, of the `n` octets of
 * `pattern`, at most MAIL_PAGE; `end` if there is none. The time is linear in
 * what is searched.
 */
uint64_t mail_source_find(struct mail_source *source, uint64_t offset, uint64_t end,
                          const void *pattern, size_t n);

/* Whether the file has the pattern from the offset on. Of one that cannot be read at any offset,
 * this is not known, and true. */
bool mail_source_has(struct mail_source *source, uint64_t offset, const void *pattern, size_t n);

/* A stretch of a file, as a header says. */
struct mail_stretch {
    uint64_t offset, n;
};

/* What was read of a file, so that stretches that overlap are not read over and over. */
struct mail_shares {
    uint64_t end;  /* all after it was not read yet */
    uint64_t left; /* octets before it that may be read again: at first as many as the file has */
};

/* How many octets of a stretch may be read: those that the source has, or 0 if
 * too many were read twice. What was appended since the source was opened is
 * not counted. */
uint64_t mail_share(struct mail_shares *shares, const struct mail_source *source,
                    struct mail_stretch stretch);

/* Frees the memory; the file stays open. */
void mail_source_free(struct mail_source *source);

/* Dates of messages, as ISO 8601 has them. */

/* A date in ISO 8601, with a zone or without: "1994-02-05T21:47:34+03:00", a string. */
#define MAIL_DATE_SIZE ((size_t)32)

/* Parts of a date, as they count in the calendar; `month` 0 where there is no date. Years before
 * the Common Era are below 0; there is no year 0. */
struct mail_date {
    int year;
    unsigned month, day, hour, minute, second;
    bool to_minute; /* the second is not told */
};

/*
 * A date as messages have it in text (FTS-0001, "DateTime"): "05 Feb 94  21:47:34", or SEAdog's
 * "Sat  5 Feb 94 21:47". Years of two digits are 1980 to 2079. As Internet mail has it (RFC 5322
 * 3.3): "Sat, 5 Feb 1994 21:47:34 +0300", the second, the day of the week and the zone not always
 * there; years of two digits are 1950 to 2049, and `zone` is as in a TZUTC line, or empty where it
 * is not known. No date where anything in the text is not understood.
 */
struct mail_date mail_date_fts(struct furl_range text);
struct mail_date mail_date_internet(struct furl_range text, struct furl_range *zone);

/* Whether a field has such a date, of letters, digits, blanks and colons, with a time, and ends it
 * with a NUL: so no text does. `field` has MAIL_FTS_DATE octets, or fewer. */
#define MAIL_FTS_DATE ((size_t)20)
bool mail_is_fts_date(struct furl_range field);

/* The moment that a TrueTime line names (draft 7.2.1.2.9): "2007/08/18T15/56/54", or with colons,
 * as the draft has them elsewhere. */
struct mail_date mail_date_true(struct furl_range text);

/* Reads a year as the draft has it: "2007", "12007", "0044BC"; INT_MAX stands for all later ones,
 * -INT_MAX for all earlier ones. Returns whether it is one. */
bool mail_year_read(struct furl_range text, int *year);

/* A date in figures, "MM-DD-YY", and a time, "HH:MM", as Hudson and QWK have them; what parts them
 * does not matter. */
struct mail_date mail_date_figures(struct furl_range date, struct furl_range time);

/* A stamp of DOS, the date in its lower half, as Opus and Squish have it. */
struct mail_date mail_date_dos(uint32_t stamp);

/* Seconds since 1970, of a clock that shows local time, as JAM has it. */
struct mail_date mail_date_unix(uint32_t seconds);

/* The date in UTC; no date where there is none, or the zone, of a TZUTC line (FTS-4008), is none.
 */
struct mail_date mail_date_utc(const struct mail_date *date, struct furl_range zone);

/* Writes the date, and the zone if `zone`, of a TZUTC line (FTS-4008), is one: "0300", "-0500".
 * An empty string where there is no date, or none of a year that ISO 8601 has: 1 to 9999. */
void mail_date_write(const struct mail_date *date, struct furl_range zone,
                     char out[MAIL_DATE_SIZE]);

/* One message: its head, as octets of its charset, and its text, without control lines. */

/* What a head says. */
enum mail_field {
    MAIL_AREA,
    MAIL_FROM,
    MAIL_ADDRESS, /* the author's: mail_address_of; in a draft, of Internet mail alone */
    MAIL_TO,
    MAIL_SUBJECT,
    MAIL_DATE, /* mail_date_of */
    MAIL_UTC,  /* the same date in UTC, with "Z" */
    MAIL_ID,
    MAIL_REPLY,   /* the identifier of the message that it answers */
    MAIL_CHARSET, /* its name, as the message has it */
    MAIL_FIELDS
};

/* A head. Ranges are in the message's charset; empty: it has no such field. */
struct mail_head {
    uint64_t number; /* in its store, from 1 */
    struct furl_range of[MAIL_FIELDS];
};

/* What compiling filters and lists says where memory is lacking. */
extern const char mail_no_memory[];

/* A message, as mail_read gives it. */
struct mail_message {
    struct mail_head head;              /* in its charset */
    const struct mail_charset *charset; /* what it is taken for; never NULL; */
    const struct mail_charset *of_head; /* and what the head is */
    bool unknown_charset;               /* of Internet mail: one that it declares is not known */
    struct furl_range text;             /* each line is ended by LF */
};

/* The line that said the charset of a message, and what it said: most messages of a base say the
 * same. All zero: none is remembered. */
struct mail_memory {
    unsigned char line[32];
    size_t n, from, declared_n; /* octets of it; those that are the name */
    const struct mail_charset *charset;
};

/* What the store says that a message is. Netmail belongs to no area. */
enum mail_kind { MAIL_ANY, MAIL_NETMAIL, MAIL_ECHOMAIL };

/* What readers find of a message. A field of the head ends before its first NUL. So does `body`,
 * which has control lines, and lines ended by CR, CR LF or LF; one that is `plain` has no control
 * lines, and any octets. */
struct mail_raw {
    struct mail_message message; /* as far as fields of the store tell: no text, no charset yet */
    struct furl_range written; /* the date as text (FTS-0001); where that is none, `date` counts */
    struct mail_date date;
    struct furl_range zone;          /* of TZUTC */
    struct furl_range moment;        /* of TrueTime */
    struct furl_range origin, point; /* of netmail, as the store, or INTL and FMPT, tell them */
    struct furl_range controls;      /* control lines that are not in the body, each after a ^A */
    struct furl_range body;
    const struct furl_range *wanted; /* of the body, stretches of lines whose text is wanted, */
    size_t wanted_n;                 /* and how many; none: all is */
    struct mail_memory *memory;      /* or NULL */
    bool plain;
    bool area_line; /* the body may begin with AREA: */
    enum mail_kind kind;
    bool netmail, echomail; /* what control lines imply, where the store does not tell */
};

/*
 * Completes the draft's message, except its head: takes the control lines out
 * of the body, and writes the wanted text to `text`; sets the charset: the
 * message's own, else `fallback`, unless that is NULL, else a guess; and the
 * head's, which is that, unless it lacks octets of the head. Returns whether
 * there was memory.
 */
bool mail_message_read(struct mail_raw *draft, struct furl_buffer *text,
                       const struct mail_charset *fallback);

/* Adds what control lines say to the head of a message that mail_message_read
 * completed. */
void mail_message_read_head(struct mail_raw *draft);

/* Writes the date of a message that has its head, as mail_date_write does; and the same in UTC,
 * with "Z", or an empty string where no zone is told. */
void mail_date_of(const struct mail_raw *draft, char out[MAIL_DATE_SIZE]);
void mail_utc_of(const struct mail_raw *draft, char out[MAIL_DATE_SIZE]);

/* The time that filters of URLs compare (draft 7.2.1.2): that of a TrueTime line, else the date. */
struct mail_date mail_moment_of(const struct mail_raw *draft);

/* Writes the address of the author of a message that has its head: of netmail that of INTL and FMPT
 * (FTS-4001), of Internet mail that of From, of others that of MSGID (FTS-0009) or the origin line
 * (FTS-0004). An empty string where there is none, or it is longer than MAIL_ADDRESS_SIZE. */
#define MAIL_ADDRESS_SIZE ((size_t)320)
void mail_address_of(const struct mail_raw *draft, char out[MAIL_ADDRESS_SIZE]);

/* Whether the message is netmail, which belongs to no area; of one that has its head. */
bool mail_is_netmail(const struct mail_raw *draft);

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

/* A format (reader.h); formats.c lists them. */
struct mail_format;

/* The octets at the front of a file by which it is recognized; fewer if it has no more. */
#define MAIL_FRONT ((size_t)4096)

/* The usual limit of a message's octets, above which it is skipped; and the
 * highest one, since texts grow in UTF-8. */
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
 * The format of a file: that of its name, if the content fits it; else the only
 * one that its front fits; else `text`. `path` NULL: it has no name, as
 * standard input. A format with texts in a second file needs its name, or no
 * path at all.
 */
const struct mail_format *mail_recognize(const char *path, struct mail_source *source);

/* Whether a file is probably one of a store of Fidonet's mail, by its name, if it has one, and its
 * front. Internet mail is left out: many a text begins as it does. */
bool mail_is_stored(const char *path, struct furl_range front);

/* The role of a file in its store. The roles before MAIL_FILES are read, and
 * index what mail_open is given. */
enum mail_store_file {
    MAIL_FIRST,  /* headers, or all there is */
    MAIL_SECOND, /* beside it: texts; names of conferences */
    MAIL_INDEX,  /* which messages there are, in which order; of QWK, fields of their heads */
    MAIL_FILES,
    MAIL_UNREAD = MAIL_FILES, /* who has read what; an index that tells nothing more */
    MAIL_NO_STORE_FILE,
};

/* The role of a file by its name, or MAIL_NO_STORE_FILE. Sets the format, or
 * NULL. */
enum mail_store_file mail_store_file_of(const char *path, const struct mail_format **format);

/* The name, in lower case, that the file in a role has in a store of the format, or its suffix;
 * NULL where there is no such file. */
const char *mail_name_in_role(const struct mail_format *format, enum mail_store_file role);

/* Whether a store of the format has several files; whether it must have the
 * second one; whether the format is `text`. */
bool mail_has_files(const struct mail_format *format);
bool mail_needs_second(const struct mail_format *format);
bool mail_is_text(const struct mail_format *format);

/* What a list of areas calls a base by: its path without suffix, its folder, the number of a board;
 * or nothing, as a base of several areas, and mail that names its own. */
enum mail_listed { MAIL_NOT_LISTED, MAIL_LISTED_PATH, MAIL_LISTED_DIRECTORY, MAIL_LISTED_BOARD };
enum mail_listed mail_listed_by(const struct mail_format *format);

/* Whether it is that of Internet mail and news. */
bool mail_is_internet(const struct mail_format *format);

/*
 * Writes the path of the file for `role` in the store of `path`, with its
 * suffix or name replaced. `nth` is its case: 0, first letter as the first one
 * replaced and others as the last one; 1, lower; 2, upper. Returns false if
 * there is no such role or case, or no room in `size`.
 */
#define MAIL_NAMES_BESIDE 3
#define MAIL_NAME_MAX     ((size_t)16) /* by how many octets such a path may be longer, with NUL */
bool mail_name_beside(const char *path, enum mail_store_file role, size_t nth, char *out,
                      size_t size);

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
union mail_position {
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
        uint64_t at; /* after the highest header seen */
        struct mail_shares texts;
        bool lost;        /* `at` may be no header: search from there */
        bool by_index;    /* the index tells the next one: */
        uint64_t unnamed; /* where deleted headers may be that it does not name; or 0 */
        uint64_t entry;   /* offset of its next entry */
        struct mail_shares headers, deleted;
        unsigned breaks; /* entries so far that name no header */
        bool doubled;    /* one named a header that was named before */
    } jam;
    struct {
        uint64_t at; /* of the next record */
        struct mail_shares texts;
    } hudson;
    struct {
        uint64_t at;     /* of the next header */
        uint64_t noted;  /* the first block whose section is in the notes; 0: none is */
        uint64_t unread; /* offset of the first section of a later block */
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
    struct mail_raw draft;
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
    union mail_position position;
};

/*
 * Opens a store. `path` is that of its first file, or NULL; it and the files
 * must stay valid. `files`, by role: one that is missing has `read` NULL.
 * `format` NULL: as mail_recognize says. Nothing is read before mail_format_of,
 * mail_front or mail_next.
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
 * Octets that contain the message's text, and more. All charsets have ASCII
 * letters, digits, colons, slashes and `%` in the same places, and nowhere
 * else, so these octets tell which lines of the text may have URLs.
 */
static inline struct furl_range mail_octets(const struct mail_store *store)
{
    return store->draft.body;
}

/* Says that of the text only `n` stretches of lines of those octets are wanted, at least one. They
 * stay where they are until mail_read. Without this, extract -M takes four times as long. */
static inline void mail_only_lines(struct mail_store *store, const struct furl_range *lines,
                                   size_t n)
{
    store->draft.wanted = lines;
    store->draft.wanted_n = n;
}

/* Reads the text and the charset of the message that mail_next found into
 * store->message, valid until the next mail_next. Fields of its head are as in
 * the store, perhaps with octets after a NUL. Returns whether there was memory;
 * if not, store->message is the one before. */
bool mail_read(struct mail_store *store);

/* Completes the head of the message that mail_read read: adds what control
 * lines say, and cuts its fields at NULs. */
void mail_read_head(struct mail_store *store);

/* Frees the memory; the files stay open. */
void mail_close(struct mail_store *store);

/* Compressed files: archives, as bundles of packets (FTS-5005, ARCmail) and QWK packets are, and
 * single files. */

/* A kind of compression, and commands, the file's name after them: one that writes all it has to a
 * pipe, and one that unpacks it into the directory DIR, or NULL. */
struct mail_compression {
    const char *name;
    const char *to_pipe, *to_directory;
};

/* How the file with this front is compressed; NULL: it is not. */
const struct mail_compression *mail_compression_of(struct furl_range front);

/* Whether the front is that of a tar archive, which is not compressed; and whether a compressed
 * file is called as such an archive. */
bool mail_is_tar(struct furl_range front);
bool mail_is_tar_named(const char *path);

/* Whether the front is that of a QWK packet's control.dat, as where its files were joined. */
bool mail_is_control(struct furl_range front);

/* Whether an archive has the file that names the conferences of a QWK packet, as far as that is
 * known: of what cannot be read at any offset, by its front. */
bool mail_holds_control(struct mail_source *source);

#endif
