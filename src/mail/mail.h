/* Stores of mail: their files, their messages, and what a message says (fidourl-mail(7)). */
#ifndef MAIL_H
#define MAIL_H

#include <stdint.h>

#include "charset.h"
#include "furl/base/buffer.h"
#include "furl/base/octets.h"

/* A source gives the octets of a file at any offset, in bounded memory. */

/* What `read` of a file returns on failure. */
#define MAIL_READ_FAILED SIZE_MAX

/* The size of a pipe. */
#define MAIL_SIZE_UNKNOWN UINT64_MAX

/* An open file. Like pread(2), `read` reads up to `n` octets, at least 1, from the offset on: it
 * returns 0 at the end and MAIL_READ_FAILED on failure. If `size` is MAIL_SIZE_UNKNOWN, each octet
 * is read once, in order. A known size may be out of date. */
struct mail_file {
    void *context;
    size_t (*read)(void *context, uint64_t offset, unsigned char *octets, size_t n);
    uint64_t size;
};

/* Why a source gives no more. */
enum mail_error { MAIL_NO_TROUBLE, MAIL_NO_MEMORY, MAIL_UNREADABLE };

/* A file, and the stretch of it that is in memory. To begin, set `file` and zero the rest. */
struct mail_source {
    struct mail_file file;
    struct furl_buffer stretch;
    size_t n;        /* octets of the stretch */
    uint64_t offset; /* of the first octet of the stretch */
    uint64_t end;    /* where the file ended when it was last read for this message; 0: not known */
    bool ends_by_lf; /* each CR is made LF */
    enum mail_error trouble;
};

/* How many octets to read at a time: after those read last, and at another offset. */
#define MAIL_BLOCK ((size_t)65536)
#define MAIL_PAGE  ((size_t)4096)

/* Octets of memory that a source keeps once it needs no more. */
#define MAIL_SOURCE_KEPT (2 * MAIL_BLOCK)

/* The `n` octets from the offset on: fewer at the end of the file or in trouble. They stay in the
 * source's memory, up to twice `n` and MAIL_BLOCK, until the next call, which does not read them
 * again. If the file's size is unknown, the offset must not be before these octets, and everything
 * up to the offset is read. */
struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n);

/* Whether CR alone ends lines: a CR comes before another octet, and there is no LF. The second
 * function makes each CR of the source an LF, both in what was read and in what will be. */
bool mail_ends_by_cr(struct furl_range octets);
void mail_source_end_by_lf(struct mail_source *source);

/* All octets of the file, or `most` + 1 if it has more. The memory grows as octets are read. */
struct furl_range mail_source_all(struct mail_source *source, size_t most);

/* Sets `octets` to those from the offset on, `most` at most, up to the first NUL after the first
 * `known` octets, without that NUL. Returns whether there is such a NUL. */
bool mail_source_until_nul(struct mail_source *source, uint64_t offset, size_t known, size_t most,
                           struct furl_range *octets);

/* The first offset from `offset` on and before `end` at which the `n` octets of `pattern` begin. If
 * there is none, `end`, or `offset` if it is after `end`, as in a file that grew: a search never
 * leads back. `n` is at most MAIL_PAGE. The time is linear in the octets searched. */
uint64_t mail_source_find(struct mail_source *source, uint64_t offset, uint64_t end,
                          const void *pattern, size_t n);

/* Whether the file has the pattern from the offset on. Returns true for a pipe, which cannot be
 * searched. */
bool mail_source_has(struct mail_source *source, uint64_t offset, const void *pattern, size_t n);

/* A stretch of a file, as a header gives it, or of a body. */
struct mail_stretch {
    uint64_t offset, n;
};

/* What was read of a file: it keeps overlapping stretches from being read over and over. */
struct mail_reread_budget {
    uint64_t end;  /* nothing after it was read yet */
    uint64_t left; /* octets before it that may be read again: at first mostly the file's size */
};

/* Whether the file reaches to the offset, also if others made it longer since it was opened. */
bool mail_source_reaches(struct mail_source *source, uint64_t end);

/* Whether the offset is after the end that the file had: what is there and not whole is still being
 * written, and no damage. */
static inline bool mail_source_grows(const struct mail_source *source, uint64_t offset)
{
    return offset >= source->file.size;
}

/* How many octets of a stretch may be read: as many as the source has, or 0 if too many would be
 * read twice. */
uint64_t mail_reread_allow(struct mail_reread_budget *shares, struct mail_source *source,
                           struct mail_stretch stretch);

/* Frees the memory; the file stays open. */
void mail_source_free(struct mail_source *source);

/* Room for a date in ISO 8601, as a string, with a zone or without: "1994-02-05T21:47:34+03:00". */
#define MAIL_DATE_SIZE ((size_t)32)

/* Parts of a date, from left to right. */
enum mail_date_part {
    MAIL_OF_YEAR,
    MAIL_OF_MONTH,
    MAIL_OF_DAY,
    MAIL_OF_HOUR,
    MAIL_OF_MINUTE,
    MAIL_OF_SECOND,
    MAIL_PARTS
};

/* A date. If `month` is 0, there is none. Years before the Common Era are negative; there is no
 * year 0. */
struct mail_date {
    union {
        struct {
            int year, month, day, hour, minute, second;
        };
        int of[MAIL_PARTS];
    };
    bool to_minute; /* the second is unknown */
};

/*
 * Reads the date of a message. Returns no date unless it understands all of the text. mail_date_fts
 * reads FTS-0001's "05 Feb 94  21:47:34" and SEAdog's "Sat  5 Feb 94 21:47": years of two digits
 * are 1980 to 2079. mail_date_internet reads "Sat, 5 Feb 1994 21:47:34 +0300" (RFC 5322 3.3), in
 * which the day of the week, the second and the zone are optional, the month may come first, and
 * the year last, as asctime(3) writes it: years of two digits are 1950 to 2049. It sets `zone` as
 * in a TZUTC line, or empty if the zone is unknown.
 */
struct mail_date mail_date_fts(struct furl_range text);
struct mail_date mail_date_internet(struct furl_range text, struct furl_range *zone);

/* Whether a field holds such a date with a time, in letters, digits, blanks and colons alone, and a
 * NUL after it, which no text has. `field` has at most MAIL_FTS_DATE octets. */
#define MAIL_FTS_DATE ((size_t)20)
bool mail_is_fts_date(struct furl_range field);

/* Reads the moment of a TrueTime line (draft 7.2.1.2.9): "2007/08/18T15/56/54", or with colons,
 * which the draft uses elsewhere. */
struct mail_date mail_date_true(struct furl_range text);

/* Reads a year of the draft: "2007", "12007", "0044BC". INT_MAX stands for all later years, and
 * -INT_MAX for all earlier ones. Returns whether it is a year. */
bool mail_year_read(struct furl_range text, int *year);

/* Reads a date "MM-DD-YY" and a time "HH:MM", as in Hudson and QWK, with any separators. */
struct mail_date mail_date_figures(struct furl_range date, struct furl_range time);

/* Reads a DOS time stamp with the date in its lower half, as in Opus and Squish. */
struct mail_date mail_date_dos(uint32_t stamp);

/* Reads seconds since 1970 on a clock of local time, as in JAM. */
struct mail_date mail_date_unix(uint32_t seconds);

/* The date in UTC. There is none without a date, or if `zone` is not one of TZUTC (FTS-4008). */
struct mail_date mail_date_utc(const struct mail_date *date, struct furl_range zone);

/* Writes the date in ISO 8601, and after it the zone if `zone` is one of TZUTC (FTS-4008): "0300",
 * "-0500". Writes an empty string without a date, or if the year is not 1 to 9999. */
void mail_date_write(const struct mail_date *date, struct furl_range zone,
                     char out[MAIL_DATE_SIZE]);

/* Writes a date that mail_date_write wrote as Internet mail has it (RFC 5322 3.3). Returns the
 * number of octets; 0 if it has no zone, without which there is no such date. */
size_t mail_date_put_internet(struct furl_range iso, char out[MAIL_DATE_SIZE]);

/* The fields of a head. */
enum mail_field {
    MAIL_FROM,
    MAIL_TO,
    MAIL_SUBJECT,
    MAIL_WRITTEN, /* people write those above, and programs those below */
    MAIL_AREA = MAIL_WRITTEN,
    MAIL_ADDRESS, /* the author's: of netmail from INTL and FMPT (FTS-4001), of Internet mail from
                     From, of other mail from MSGID (FTS-0009) or the origin line (FTS-0004) */
    MAIL_DATE,    /* in ISO 8601, with a zone if it is known */
    MAIL_UTC,     /* the same date in UTC, with "Z" */
    MAIL_TIME,    /* of these two, UTC if there is one, without a zone */
    MAIL_ID,
    MAIL_REPLY,   /* identifier of the message that this one answers */
    MAIL_CHARSET, /* the name that the message gives */
    MAIL_NAME,    /* the author's, without the address and quotation marks of Internet mail */
    MAIL_LIST,    /* the mailing list (RFC 2919) */
    MAIL_FIELDS
};

/* The fields of Internet mail that have links: Archived-At and X-URL. */
#define MAIL_LINKS 2

/* A head, in the message's charset. A missing field is empty. */
struct mail_head {
    uint64_t number; /* in its store, from 1 */
    struct furl_range of[MAIL_FIELDS];
    struct furl_range links[MAIL_LINKS]; /* in UTF-8 */
    bool in_groups; /* the area is a list of newsgroups, with commas between them */
};

/* Removes the next area of a message from `rest`, which is head->of[MAIL_AREA] at first: a
 * newsgroup of several, or all of it. Returns whether there is one. */
bool mail_next_area(const struct mail_head *head, struct furl_range *rest, struct furl_range *area);

/* Room for an author's address. A longer one counts as missing. */
#define MAIL_ADDRESS_SIZE ((size_t)320)

/* The error of compiling filters and lists when memory runs out. */
extern const char mail_no_memory[];

/* The last declaration of a charset ("CP866 2"), where in it the name is, and the charset; NULL if
 * it is unknown. Most messages repeat it. */
struct mail_charset_cache {
    unsigned char value[32];
    size_t n, from, bare_n;
    const struct mail_charset *charset;
};

/* Signs of netmail, which belongs to no area, and of echomail. The highest one decides. */
enum mail_sign {
    MAIL_NETMAIL_TYPE_UNSURE =
        1 << 0,                 /* the type of netmail, which sqpack sets in all messages of JAM */
    MAIL_NETMAIL_TYPE = 1 << 1, /* the type of netmail */
    MAIL_HAS_INTL = 1 << 2,
    MAIL_HAS_PATH = 1 << 3, /* or AREA, before the text: echomail, but anybody can paste them */
    MAIL_PRIVATE = 1 << 4,  /* as the store says */
    MAIL_ECHOMAIL = 1 << 5, /* certain, from what no author can write */
    MAIL_NETMAIL = 1 << 6,
    MAIL_LISTED_ECHOMAIL = 1 << 7, /* a list of areas says so */
    MAIL_LISTED_NETMAIL = 1 << 8,
};

/* A message. mail_next sets what the reader finds of it; mail_read adds the text and the charsets,
 * and mail_read_head the rest of the head. */
struct mail_message {
    struct mail_head head; /* fields may have octets after a NUL until it is complete */
    const struct mail_charset *charset; /* of the text; after mail_read, see mail_charset_for */
    const struct mail_charset *of_head; /* of the head; NULL: that of the text */
    bool unknown_charset;               /* Internet mail declares an unknown charset */
    bool is_sealed;                     /* a part is encrypted, or within its signature */
    bool guessed;                       /* the charset was guessed, and is not UTF-8 */
    bool is_expunged;                   /* Mozilla marked Internet mail as deleted */
    bool words_decide;                  /* words decide the charset, once octets need it */
    struct furl_range text;             /* LF ends each line */

    /* What a reader finds. `body` ends before its first NUL; it has control lines and lines that
     * CR, CR LF or LF ends. A `plain` body may hold any octets and has no control lines. In all
     * charsets, ASCII letters, digits, colons, slashes and `%` in it are the same octets, which
     * mean nothing else, so that it shows which lines may have URLs. */
    struct furl_range body;
    struct furl_range controls; /* control lines outside the body, each after a ^A */
    struct furl_range written;  /* the date as text (FTS-0001) */
    struct mail_date date;  /* the store's; mail_read_head sets it to `written` if that is valid */
    struct furl_range zone; /* of TZUTC */
    struct furl_range moment;        /* of TrueTime */
    struct furl_range origin, point; /* of netmail, from the store or from INTL and FMPT */
    size_t html_n;                   /* HTML alternatives (mail_html) */
    bool plain;
    bool soft;      /* mail_has_soft_returns, once mail_read knows it */
    bool hard;      /* the body has no soft returns, which is known before that */
    bool area_line; /* the body may begin with AREA: */
    bool is_packed; /* in a packet, where no author writes such a line */
    bool internet;  /* it came from the Internet, in a store of other mail, too */
    unsigned signs; /* bits of enum mail_sign */

    /* Stretches of lines in the body whose text is wanted; if there are none, all of it is. Set
     * them before mail_read. Without them, extract -M takes four times as long. */
    const struct furl_range *wanted;
    size_t wanted_n;

    /* What mail_next does not clear. */
    struct mail_charset_cache memory;                          /* of this store */
    struct furl_buffer html;                                   /* memory of mail_html */
    char dates[2][MAIL_DATE_SIZE], address[MAIL_ADDRESS_SIZE]; /* of the head */
};

/* What is read of other alternatives than the plain text, or the first one: html_n stretches of the
 * body, in order. */
static inline struct mail_stretch *mail_html(const struct mail_message *message)
{
    return (struct mail_stretch *)(void *)message->html.ptr;
}

/* Whether lines of the body end in a soft return and an LF (FTS-0001), among others that CR ends.
 * Such a line goes on in the next one, so that none can be wanted alone. */
bool mail_has_soft_returns(struct mail_message *message);

/* The time that filters compare (draft 7.2.1.2): that of a TrueTime line, or else the date. A brief
 * mail_read_head sets neither if the message has an ID. */
struct mail_date mail_date_to_compare(const struct mail_message *message);

/* Returns whether a message whose head is complete is netmail, by its signs. PATH after the text
 * counts as one before it. An origin line overrules only a type that may be wrong, because editors
 * write it into netmail, too. */
bool mail_is_netmail(const struct mail_message *message);

/*
 * Stores of mail: packets, message bases, single messages. Each is read message by message, in its
 * own order.
 *
 *     mail_open(&store, format, mail_place_of(path), files, &settings);
 *     while ((result = mail_next(&store)) != MAIL_END && result != MAIL_FAILED)
 *         if (result == MAIL_MESSAGE && mail_read(&store)) ... store.message ...
 *     mail_close(&store);
 *
 * The caller opens the files and says how to read them. Whatever they hold, reading stays within
 * them, takes time linear in their size, and keeps one message in memory.
 */

/* How many octets at the front of a file recognize its format. */
#define MAIL_FRONT ((size_t)4096)

/* The usual limit of a message's octets, above which it is skipped, and the highest one: texts grow
 * in UTF-8. What counts is the text as the store has it, decompressed, with its control lines, and
 * of Internet mail and SMB with its header fields; no UTF-8, no headers of fixed size. */
#define MAIL_MESSAGE_MAX ((size_t)16 << 20)
#define MAIL_MOST        (SIZE_MAX / 8)

/* Octets of each buffer that are kept from one message to the next: with the stretches of three
 * files, 1 MiB at most. */
#define MAIL_KEPT ((size_t)65536)

/* The role of a file in its store. Only the roles before MAIL_FILES are read; they index the files
 * that mail_open takes. */
enum mail_store_file {
    MAIL_FIRST,  /* headers, or everything */
    MAIL_SECOND, /* texts; of QWK, names of conferences */
    MAIL_INDEX,  /* the messages in their order; of QWK, fields of their heads */
    MAIL_FILES,
    MAIL_UNREAD = MAIL_FILES, /* never read: pointers of readers, needless indexes */
    MAIL_NO_STORE_FILE,
};

/* How a list of areas names a base: by its path without suffix, by its directory, by the number of
 * a board, or not at all, if it has several areas or its mail names its own. */
enum mail_listed { MAIL_NOT_LISTED, MAIL_LISTED_PATH, MAIL_LISTED_DIRECTORY, MAIL_LISTED_BOARD };

/* How a store is read. */
struct mail_settings {
    size_t most;                         /* octets of a message, such as MAIL_MESSAGE_MAX */
    const struct mail_charset *fallback; /* of messages that declare none; NULL: guess */
    /* Whether a text has links. If a plain text has none, its HTML alternatives are read. NULL:
     * they are not. */
    bool (*has_links)(void *context, struct furl_range text);
    void *context;
    bool all_alternatives; /* all are read, in any case */
};

enum mail_result {
    MAIL_MESSAGE, /* found; store->damage.what, unless NULL, names what is missing */
    MAIL_DAMAGE,  /* store->damage names what cannot be read; go on */
    MAIL_END,
    MAIL_FAILED, /* store->trouble says why */
};

/* Damage: a text for people; the number of the message, or the number that it would have; and where
 * it is in the file. */
struct mail_damage {
    const char *what;
    uint64_t number;
    uint64_t offset;
};

struct mail_store;

/* A format: what is known of it outside its reader. */
struct mail_format {
    const char *name;
    const char *wrong; /* the damage if `begin` fails; NULL: only memory can fail */
    /* The suffixes and names of its files, in lower case, and their roles. */
    struct mail_name {
        const char *text;
        enum mail_store_file role;
    } names[10];
    bool seeks;       /* it cannot be read through a pipe */
    bool has_second;  /* the second file must be there; */
    bool heads_alone; /* but without it, heads can be read */
    bool has_codes;   /* names of bases are codes, and no areatags */
    bool is_listed;   /* the index is enough to name a base */
    bool internet;    /* Internet mail and news */
    enum mail_listed listed;
    /* Whether the content of a file with such a name fits. NULL: the format has no names. */
    bool (*is_named)(struct mail_source *source);
    /* Whether the front of a file, MAIL_FRONT octets or all of it, can only be of this format.
     * False for any text. NULL: always false. */
    bool (*is_certain)(struct furl_range front);
    /* Reads what is before the first message. Returns whether this is such a store. May be NULL. */
    bool (*begin)(struct mail_store *store);
    /* Finds the next message, and sets what the store says of it, in a message that is zero except
     * for `memory`. mail_next sets its number. */
    enum mail_result (*next)(struct mail_store *store, struct mail_message *message);
};

/* All formats, in the order in which they are tried on a file without a known name. The last one
 * fits any file. */
#define MAIL_FORMATS                                                                               \
    X(pkt)                                                                                         \
    X(rfc) X(rnews) X(emlx) X(mbx) X(squish) X(qwk) X(msg) X(jam) X(hudson) X(smb) X(page) X(text)
#define X(format) extern const struct mail_format mail_##format;
MAIL_FORMATS
#undef X

/* The format of this name in lower case, such as "pkt", or NULL. */
const struct mail_format *mail_format_named(const char *name);

/* The name of the nth format in the list, or NULL after the last one. `table` is ignored. */
const char *mail_format_name(const void *table, size_t nth);

/* Whether a file probably belongs to a store of Fidonet mail, by its name, if it has one, and its
 * front. Internet mail does not count: many a text begins as it does. */
bool mail_is_stored(const char *path, struct furl_range front);

/* Where a file belongs by its name: in a store of the format, in that role, if `format` is not
 * NULL. The path, which may be NULL, stays the caller's. */
struct mail_place {
    const char *path;
    const struct mail_format *format;
    enum mail_store_file role; /* or MAIL_NO_STORE_FILE */
    size_t part;               /* index of what the names of other files replace */
};
struct mail_place mail_place_of(const char *path);

/* The name or suffix of the file that has this role in stores of the format, or NULL. */
const char *mail_name_in_role(const struct mail_format *format, enum mail_store_file role);

/* Whether a store of the format has several files, and whether it is read where this one is met. */
bool mail_has_files(const struct mail_format *format);
static inline bool mail_is_read_through(const struct mail_format *format, enum mail_store_file role)
{
    return role == MAIL_FIRST || role == MAIL_SECOND || (role == MAIL_INDEX && format->is_listed);
}

/* Writes the path of the file for `role` in the store of `place`, its suffix or name replaced.
 * `nth` chooses the case. With 0, the first letter has the case of the first one replaced, and the
 * others that of the last one; 1 is lower case, 2 upper case. Returns false if there is no such
 * role or case, or if `size` is too small. */
#define MAIL_NAMES_BESIDE 3
#define MAIL_NAME_MAX     ((size_t)16) /* how much longer such a path may be, with its NUL */
bool mail_name_beside(const struct mail_place *place, enum mail_store_file role, size_t nth,
                      char *out, size_t size);

/* Room for how far a reader has come: a struct of its own file. */
#define MAIL_POSITION_SIZE 96

/* A store. Close it with mail_close. */
struct mail_store {
    const struct mail_format *format;
    struct mail_place place; /* of the first file */
    struct mail_source sources[MAIL_FILES];
    struct mail_settings settings;
    struct furl_range name; /* of the base, without directory and suffix */
    struct mail_message message;
    struct mail_damage damage;
    enum mail_error trouble;
    uint64_t number; /* of the last message read or skipped */
    bool begun, over;
    struct furl_buffer text;
    struct furl_buffer joined; /* a text joined from blocks */
    struct furl_buffer notes;  /* what a reader remembers, */
    size_t seen_n;             /* and how many octets of it are bits (mail_walk_begin) */
    char digits[24];
    _Alignas(uint64_t) unsigned char position[MAIL_POSITION_SIZE];
};

/* Opens a store. `place` is that of its first file. `files` is indexed by role; a missing
 * file has `read` NULL. All of these must stay valid. If `format` is NULL, it is recognized.
 * Nothing is read before mail_format_of, mail_front or mail_next. */
void mail_open(struct mail_store *store, const struct mail_format *format, struct mail_place place,
               const struct mail_file files[MAIL_FILES], const struct mail_settings *settings);

/* The store's format: the one that was named; or that of the first file's name, if the content fits
 * it; or else the only one that fits its front; or else `text`. A format with texts in a second
 * file is recognized only by name, or without a path. */
const struct mail_format *mail_format_of(struct mail_store *store);

/* The front of the first file: MAIL_FRONT octets, or all of it. None if it cannot be read, which
 * mail_next then reports. Valid until the next call. */
struct furl_range mail_front(struct mail_store *store);

/* Goes on to the next message. Do not call it again after MAIL_END or MAIL_FAILED. */
enum mail_result mail_next(struct mail_store *store);

/* Takes the control lines out of the body of the message that mail_next found, and writes the
 * wanted text. Sets the charset of the text: the message's own, or else the fallback, or else UTF-8
 * if that is possible, or else one that words decide. Sets that of the head if the text's lacks
 * octets of it. All is valid until the next mail_next. Returns false if memory runs out. */
bool mail_read(struct mail_store *store);

/* The charset of octets of the text, or of the head, after mail_read. Guesses it from words only if
 * the octets are not ASCII, since that takes longer than all else. Never NULL. */
const struct mail_charset *mail_charset_for(struct mail_message *message, bool of_head,
                                            struct furl_range octets);

/* Completes the head of the message that mail_read read: adds what control lines say, and what
 * follows from it. If `brief`, a head with an ID gets no dates and no address. */
void mail_read_head(struct mail_store *store, bool brief);

/* Frees the memory; the files stay open. */
void mail_close(struct mail_store *store);

/* A format of archives (FTS-5005, ARCmail), of compressed files, or of files that other programs
 * must convert: what it is, and what to do, with two commands that take the file's name. One writes
 * everything to a pipe, and is NULL if none does, as for tar. The other unpacks the file into the
 * directory DIR, and is NULL for a single file. */
struct mail_compression {
    const char *name;
    const char *to_pipe, *to_directory;
    const char *after; /* the rest of the only command, after the file's name */
};

/* How the file with this front is packed; NULL if it is not. */
const struct mail_compression *mail_compression_of(struct furl_range front);

/* Whether the name is that of a compressed tar archive. */
bool mail_is_tar_named(const char *path);

/* Whether the front is that of a QWK packet's control.dat, which comes first if somebody joined the
 * packet's files. */
bool mail_is_control(struct furl_range front);

/* Whether an archive has the control.dat of a QWK packet. True for a pipe, which cannot be
 * searched. */
bool mail_holds_control(struct mail_source *source);

#endif
