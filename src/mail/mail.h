/* Stores of mail: their files, their messages, and the fields and text of a message
 * (fidourl-mail(7)). */
#ifndef MAIL_H
#define MAIL_H

#include <stdint.h>

#include "charset.h"
#include "furl/core/buffer.h"
#include "furl/core/octets.h"

/* A source reads the octets of a file at any offset, in bounded memory. */

/* The result of `read` of struct mail_file on failure. */
#define MAIL_READ_FAILED SIZE_MAX

/* The size of a pipe, which is unknown. */
#define MAIL_SIZE_UNKNOWN UINT64_MAX

/* An open file. `read` works like pread(2): it reads at most `n` octets at the offset, and n >= 1.
 * It returns the number of octets, 0 at the end of the file, or MAIL_READ_FAILED. If `size` is
 * MAIL_SIZE_UNKNOWN, the source reads each octet once, in order. A known `size` can be out of date,
 * because other programs write to the file. */
struct mail_file {
    void *context;
    size_t (*read)(void *context, uint64_t offset, unsigned char *octets, size_t n);
    uint64_t size;
};

/* Why a source cannot read on. */
enum mail_error { MAIL_NO_TROUBLE, MAIL_NO_MEMORY, MAIL_UNREADABLE };

/* A file, and the stretch of the file in memory. To begin, set `file` and zero all other
 * members. */
struct mail_source {
    struct mail_file file;
    struct furl_buffer stretch;
    size_t n;        /* number of octets in the stretch */
    uint64_t offset; /* offset of the first octet of the stretch */
    uint64_t end;    /* end of the file, as last read for this message, or 0 if unknown */
    bool ends_by_lf; /* the source replaces each CR by LF */
    enum mail_error trouble;
};

/* The octets that a source reads at a time: MAIL_BLOCK where the last reading ended, MAIL_PAGE at
 * any other offset. */
#define MAIL_BLOCK ((size_t)65536)
#define MAIL_PAGE  ((size_t)4096)

/* The most octets of memory that a source keeps after a long request. */
#define MAIL_SOURCE_KEPT (2 * MAIL_BLOCK)

/* Returns the `n` octets at the offset, or fewer at the end of the file or if reading fails. They
 * are in the source's memory, which grows to less than 2 * (n + MAIL_BLOCK) octets, or 2.5 * n if
 * this is more. They are valid until the next call, which does not read them again. If the file's
 * size is unknown, the offset must not be before the stretch in memory, and all octets up to the
 * offset are read. */
struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n);

/* mail_ends_by_cr returns whether CR alone ends the lines: there is a CR before another octet, and
 * no LF. The function mail_source_end_by_lf makes the source replace each CR by LF, in the stretch
 * and in all octets read later. */
bool mail_ends_by_cr(struct furl_range octets);
void mail_source_end_by_lf(struct mail_source *source);

/* Returns all octets of the file, or the first `most` + 1 if the file has more. The memory grows
 * with the octets read. */
struct furl_range mail_source_all(struct mail_source *source, size_t most);

/* Sets `octets` to at most `most` octets at the offset, up to the first NUL after the first `known`
 * octets, without the NUL. Returns whether there is such a NUL. */
bool mail_source_until_nul(struct mail_source *source, uint64_t offset, size_t known, size_t most,
                           struct furl_range *octets);

/* Returns the first offset, not less than `offset` and less than `end`, at which the `n` octets of
 * `pattern` begin. Without a match, returns `end`, or `offset` if the file grew and `offset` is
 * after `end`. The result is therefore never less than `offset`. `n` is at most MAIL_PAGE. The time
 * is linear in the octets searched. */
uint64_t mail_source_find(struct mail_source *source, uint64_t offset, uint64_t end,
                          const void *pattern, size_t n);

/* Returns whether the pattern is in the file, at the offset or after it. Returns true for a pipe,
 * which cannot be searched. */
bool mail_source_has(struct mail_source *source, uint64_t offset, const void *pattern, size_t n);

/* A stretch of a file, as declared by a header, or a stretch of a body. */
struct mail_stretch {
    uint64_t offset, n;
};

/* How much of a file was read. This limits how often overlapping stretches are read again. */
struct mail_reread_budget {
    uint64_t end;  /* offset after the last octet that was read */
    uint64_t left; /* octets before `end` that may be read again, at first the file's size */
};

/* Returns whether the file has `end` octets or more. If other programs made the file longer than
 * its known size, sets the size to `end`. */
bool mail_source_reaches(struct mail_source *source, uint64_t end);

/* Returns whether the offset is at or after the known end of the file. An incomplete record there
 * is still being written, and is not damage. */
static inline bool mail_source_grows(const struct mail_source *source, uint64_t offset)
{
    return offset >= source->file.size;
}

/* Returns how many octets of the stretch may be read: all octets that the file has, or 0 if that
 * would read too many octets again. Updates `budget`. */
uint64_t mail_reread_allow(struct mail_reread_budget *budget, struct mail_source *source,
                           struct mail_stretch stretch);

/* Frees the memory. The file stays open. */
void mail_source_free(struct mail_source *source);

/* Room for a date in ISO 8601 as a string, with or without a zone: "1994-02-05T21:47:34+03:00". */
#define MAIL_DATE_SIZE ((size_t)32)

/* The parts of a date, from left to right. */
enum mail_date_part {
    MAIL_OF_YEAR,
    MAIL_OF_MONTH,
    MAIL_OF_DAY,
    MAIL_OF_HOUR,
    MAIL_OF_MINUTE,
    MAIL_OF_SECOND,
    MAIL_PARTS
};

/* A date. `month` is 0 if the date is missing. Years before the Common Era are negative. There is
 * no year 0. */
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
 * mail_date_fts and mail_date_internet read the date of a message. They return no date unless they
 * understand all of the text.
 *
 * mail_date_fts reads "05 Feb 94  21:47:34" (FTS-0001) and "Sat  5 Feb 94 21:47" (SEAdog). Years of
 * two digits are 1980 to 2079.
 *
 * mail_date_internet reads "Sat, 5 Feb 1994 21:47:34 +0300" (RFC 5322 3.3). The day of the week,
 * the second and the zone are optional. The month can come first and the year last, as in the
 * output of asctime(3). Years of two digits are 1950 to 2049. `zone` is set as in a TZUTC line, or
 * to an empty range if the zone is unknown.
 */
struct mail_date mail_date_fts(struct furl_range text);
struct mail_date mail_date_internet(struct furl_range text, struct furl_range *zone);

/* Returns whether the field contains such a date with a time, followed by a NUL, which no text
 * contains. The date must consist of letters, digits, spaces and colons. `field` has at most
 * MAIL_FTS_DATE octets. */
#define MAIL_FTS_DATE ((size_t)20)
bool mail_is_fts_date(struct furl_range field);

/* Reads the moment of a TrueTime line (draft 7.2.1.2.9): "2007/08/18T15/56/54". The time can also
 * have colons, which the draft uses elsewhere. */
struct mail_date mail_date_true(struct furl_range text);

/* Reads a year as in the draft: "2007", "12007" or "0044BC". INT_MAX means all later years, and
 * -INT_MAX all earlier years. Returns whether the text is a year. */
bool mail_year_read(struct furl_range text, int *year);

/* Reads a date "MM-DD-YY" and a time "HH:MM", with any separators, as in Hudson and QWK. */
struct mail_date mail_date_figures(struct furl_range date, struct furl_range time);

/* Reads a DOS time stamp, whose lower half is the date, as in Opus and Squish. */
struct mail_date mail_date_dos(uint32_t stamp);

/* Reads seconds since 1970 in local time, as in JAM. */
struct mail_date mail_date_unix(uint32_t seconds);

/* Returns the date in UTC. Returns no date if `date` is missing, or if `zone` is not a zone of
 * TZUTC (FTS-4008). */
struct mail_date mail_date_utc(const struct mail_date *date, struct furl_range zone);

/* Writes the date in ISO 8601. If `zone` is a zone of TZUTC (FTS-4008), such as "0300" or "-0500",
 * the zone follows. Writes an empty string if the date is missing, or if the year is not 1 to
 * 9999. */
void mail_date_write(const struct mail_date *date, struct furl_range zone,
                     char out[MAIL_DATE_SIZE]);

/* Writes a date from mail_date_write in the form of Internet mail (RFC 5322 3.3). Returns the
 * number of octets, or 0 if the date has no zone, which Internet mail requires. */
size_t mail_date_put_internet(struct furl_range iso, char out[MAIL_DATE_SIZE]);

/* The fields of a message's head. */
enum mail_field {
    MAIL_FROM,
    MAIL_TO,
    MAIL_SUBJECT,
    MAIL_WRITTEN, /* people write the fields above, and programs the fields below */
    MAIL_AREA = MAIL_WRITTEN,
    MAIL_ADDRESS, /* the author's address: in netmail from INTL and FMPT (FTS-4001), in Internet
                     mail from From, in other mail from MSGID (FTS-0009) or the origin line
                     (FTS-0004) */
    MAIL_DATE,    /* date in ISO 8601, with the zone if known */
    MAIL_UTC,     /* the date in UTC, with "Z" */
    MAIL_TIME,    /* MAIL_UTC, or else MAIL_DATE, without "Z" or zone */
    MAIL_ID,
    MAIL_REPLY,   /* identifier of the answered message */
    MAIL_CHARSET, /* name of the charset, as in the message */
    MAIL_NAME,    /* the author's name, without the address and quotation marks of Internet mail */
    MAIL_LIST,    /* identifier of the mailing list (RFC 2919) */
    MAIL_FIELDS
};

/* The number of fields of Internet mail with links: Archived-At and X-URL. */
#define MAIL_LINKS 2

/* A head, in the message's charset. A missing field is empty. */
struct mail_head {
    uint64_t number; /* number of the message in its store, from 1 */
    struct furl_range of[MAIL_FIELDS];
    struct furl_range links[MAIL_LINKS]; /* links, in UTF-8 */
    bool in_groups;                      /* the area is a list of newsgroups, separated by commas */
};

/* Removes the next area from `rest`, which is head->of[MAIL_AREA] at first, and sets `area`. An
 * area is one newsgroup of a list, or the whole field. Returns whether there is an area. */
bool mail_next_area(const struct mail_head *head, struct furl_range *rest, struct furl_range *area);

/* Room for an author's address. A longer address is treated as missing. */
#define MAIL_ADDRESS_SIZE ((size_t)320)

/* The error message for filters and lists if memory runs out. */
extern const char mail_no_memory[];

/* The last declaration of a charset, such as "CP866 2". Most messages of a store repeat the
 * declaration. The name is `bare_n` octets of `value`, at index `from`. `charset` is NULL if the
 * name is unknown. */
struct mail_charset_cache {
    unsigned char value[32];
    size_t n, from, bare_n;
    const struct mail_charset *charset;
};

/* Signs of netmail, which belongs to no area, and of echomail. The highest sign decides. */
enum mail_sign {
    MAIL_NETMAIL_TYPE_UNSURE =
        1 << 0,                 /* the type of netmail in JAM, which sqpack sets in all messages */
    MAIL_NETMAIL_TYPE = 1 << 1, /* the store's type of netmail */
    MAIL_HAS_INTL = 1 << 2,
    MAIL_HAS_PATH = 1 << 3, /* PATH or AREA is before the text, where anybody can paste it */
    MAIL_PRIVATE = 1 << 4,  /* private, according to the store */
    MAIL_ECHOMAIL = 1 << 5, /* certainly echomail, from data that no author can write */
    MAIL_NETMAIL = 1 << 6,
    MAIL_LISTED_ECHOMAIL = 1 << 7, /* echomail, according to a list of areas */
    MAIL_LISTED_NETMAIL = 1 << 8,
};

/* A message. mail_next sets the members that the reader finds, mail_read the text and the charsets,
 * and mail_read_head the rest of the head. */
struct mail_message {
    struct mail_head head; /* before mail_read_head, fields can contain octets after a NUL */
    const struct mail_charset *charset;      /* of the text, or a first guess (mail_charset_for) */
    const struct mail_charset *head_charset; /* of the head, or NULL for the charset of the text */
    bool unknown_charset;                    /* Internet mail declares an unknown charset */
    bool is_sealed;                          /* a part is encrypted, or enclosed in its signature */
    bool guessed;                            /* the charset was guessed and is not UTF-8 */
    bool is_expunged;                        /* Mozilla marked Internet mail as deleted */
    bool words_decide;      /* the charset must be guessed from words if octets need it */
    struct furl_range text; /* text, in which LF ends each line */

    /* Members that the reader sets. `body` ends before its first NUL. It contains control lines,
     * and its lines end in CR, CR LF or LF. A `plain` body can contain any octets, and has no
     * control lines. Whatever the charset, ASCII letters, digits, colons, slashes and `%` in the
     * body are the octets of ASCII. These octets never mean anything else. The lines that can
     * contain URLs can therefore be found before the charset is known. */
    struct furl_range body;
    struct furl_range controls; /* control lines outside the body, each after a ^A */
    struct furl_range written;  /* date as text (FTS-0001) */
    struct mail_date date;  /* date of the store (mail_read_head sets it to `written` if valid) */
    struct furl_range zone; /* zone from TZUTC */
    struct furl_range true_time;     /* moment from TrueTime */
    struct furl_range origin, point; /* in netmail, from the store, INTL or FMPT */
    size_t html_n;                   /* number of stretches in mail_html */
    bool plain;
    bool soft;      /* the result of mail_has_soft_returns, set by mail_read */
    bool hard;      /* the body is known to have no soft returns */
    bool area_line; /* the body can begin with AREA: */
    bool is_packed; /* the message is in a packet, where no author writes an AREA line */
    bool internet;  /* the message came from the Internet, even if in another store */
    unsigned signs; /* bits of enum mail_sign */

    /* Stretches of lines in the body whose text is wanted, or none for the whole text. Set them
     * before mail_read. For extract -M, they are the lines that can contain URLs. Without them,
     * extract -M takes 1.5 times as long. */
    const struct furl_range *wanted;
    size_t wanted_n;

    /* Members that mail_next does not clear. */
    struct mail_charset_cache memory; /* cache for all messages of the store */
    struct furl_buffer html;          /* memory of mail_html */
    char dates[2][MAIL_DATE_SIZE], address[MAIL_ADDRESS_SIZE]; /* memory for fields of the head */
};

/* Returns the stretches of the body, html_n in order, that come from alternatives other than the
 * plain text or the first text. */
static inline struct mail_stretch *mail_html(const struct mail_message *message)
{
    return (struct mail_stretch *)(void *)message->html.ptr;
}

/* Returns whether some lines of the body end in a soft return and LF (FTS-0001), among others that
 * end in CR. A line with a soft return continues in the next line. The lines of such a body cannot
 * be wanted singly. */
bool mail_has_soft_returns(struct mail_message *message);

/* Returns the time that filters compare (draft 7.2.1.2): the time of a TrueTime line, or else the
 * date. After a brief mail_read_head of a message with an ID, the date is not yet set to
 * `written`. */
struct mail_date mail_date_to_compare(const struct mail_message *message);

/* Returns whether the message is netmail, by its signs. The head must be complete. PATH after the
 * text is treated like PATH before the text. An origin line overrules only
 * MAIL_NETMAIL_TYPE_UNSURE, because editors write origin lines into netmail, too. */
bool mail_is_netmail(const struct mail_message *message);

/*
 * Stores of mail: packets, message bases, single messages. A store is read message by message, in
 * its own order.
 *
 *     mail_open(&store, format, mail_place_of(path), files, &settings);
 *     while ((result = mail_next(&store)) != MAIL_END && result != MAIL_FAILED)
 *         if (result == MAIL_MESSAGE && mail_read(&store)) ... store.message ...
 *     mail_close(&store);
 *
 * The caller opens the files and supplies the functions that read them. For any content, reading
 * stays within the files, takes time linear in their size, and keeps one message in memory.
 */

/* The octets at the front of a file from which the format is recognized. */
#define MAIL_FRONT ((size_t)4096)

/* The default and the highest limit of a message's octets. A longer message is skipped. MAIL_MOST
 * leaves room, because texts grow in UTF-8. The limit is for the text as in the store, with control
 * lines, and decompressed. In Internet mail and SMB it includes the header fields. It does not
 * include headers of fixed size. */
#define MAIL_MESSAGE_MAX ((size_t)16 << 20)
#define MAIL_MOST        (SIZE_MAX / 8)

/* Octets of each buffer that are kept from one message to the next. With the stretches of three
 * files, the kept octets are at most 1 MiB. */
#define MAIL_KEPT ((size_t)65536)

/* The role of a file in its store. The roles before MAIL_FILES are the indices of the files that
 * mail_open takes. No other files are read. */
enum mail_store_file {
    MAIL_FIRST,  /* headers, or the whole store */
    MAIL_SECOND, /* texts, or the names of conferences in QWK */
    MAIL_INDEX,  /* order of the messages, or fields of heads in QWK */
    MAIL_FILES,
    MAIL_UNREAD = MAIL_FILES, /* never read, such as pointers of readers or unneeded indexes */
    MAIL_NO_STORE_FILE,
};

/* How a list of areas names a base: by its path without suffix, by its directory, or by the number
 * of a board. A base is not listed if it has several areas, or if its messages name their areas. */
enum mail_listed { MAIL_NOT_LISTED, MAIL_LISTED_PATH, MAIL_LISTED_DIRECTORY, MAIL_LISTED_BOARD };

/* Settings for reading a store. */
struct mail_settings {
    size_t most;                         /* most octets of a message, such as MAIL_MESSAGE_MAX */
    const struct mail_charset *fallback; /* charset if none is declared, or NULL to guess */
    /* Returns whether the text contains links. If a plain text contains none, its HTML alternatives
     * are read. If this is NULL, they are never read. */
    bool (*has_links)(void *context, struct furl_range text);
    void *context;
    bool all_alternatives; /* all alternatives are read */
};

enum mail_result {
    MAIL_MESSAGE, /* a message (unless store->damage.what is NULL, a part is missing) */
    MAIL_DAMAGE,  /* store->damage names unreadable data, and reading can continue */
    MAIL_END,
    MAIL_FAILED, /* reading failed because of store->trouble */
};

/* Damage: a text for people, the number that the message has or would have, and the offset in the
 * file. */
struct mail_damage {
    const char *what;
    uint64_t number;
    uint64_t offset;
};

struct mail_store;

/* A format, as described to the code outside its reader. */
struct mail_format {
    const char *name;
    const char *wrong; /* damage if `begin` fails, or NULL if only memory can fail */
    /* The suffixes and names of the format's files, in lower case, and their roles. */
    struct mail_name {
        const char *text;
        enum mail_store_file role;
    } names[10];
    bool seeks;       /* stores cannot be read through a pipe */
    bool has_second;  /* the second file is required */
    bool heads_alone; /* the heads can be read without the second file */
    bool has_codes;   /* names of bases are codes, not areatags */
    bool is_listed;   /* a base is read if only its index is given */
    bool internet;    /* Internet mail and news */
    enum mail_listed listed;
    /* Returns whether the content of a file with such a name fits. NULL if the format has no
     * names. */
    bool (*is_named)(struct mail_source *source);
    /* Returns whether a file can only be of this format, by its front, which is MAIL_FRONT octets
     * or the whole file. Returns false for any text. If this is NULL, no file is certain. */
    bool (*is_certain)(struct furl_range front);
    /* Reads the data before the first message. Returns whether this is a store of the format. May
     * be NULL. */
    bool (*begin)(struct mail_store *store);
    /* Finds the next message, and sets the members of `message` that the store supplies. All
     * members before `memory` are zero. The function counts messages in store->number, and
     * mail_next sets the number of `message`. Before the function returns MAIL_MESSAGE or
     * MAIL_DAMAGE, it moves its position past the message or the damage, or sets store->over.
     * Otherwise reading never ends. */
    enum mail_result (*next)(struct mail_store *store, struct mail_message *message);
};

/* All formats, in the order in which they are tried on a file without a known name. The last format
 * fits any file. */
#define MAIL_FORMATS                                                                               \
    X(pkt)                                                                                         \
    X(rfc) X(rnews) X(emlx) X(mbx) X(squish) X(qwk) X(msg) X(jam) X(hudson) X(smb) X(page) X(text)
#define X(format) extern const struct mail_format mail_##format;
MAIL_FORMATS
#undef X

/* Returns the format with the name, in lower case, such as "pkt", or NULL. */
const struct mail_format *mail_format_named(const char *name);

/* Returns the name of the nth format in the list, or NULL after the last format. `table` is
 * ignored. */
const char *mail_format_name(const void *table, size_t nth);

/* Returns whether a file probably belongs to a store of Fidonet mail, by its name, if any, and its
 * front. Returns false for Internet mail, because many texts begin like Internet mail. */
bool mail_is_stored(const char *path, struct furl_range front);

/* Returns whether the front is of Internet mail and has a field that says that a text is in base64
 * or quoted-printable. A search for URLs in the octets of such mail misses or damages them. */
bool mail_is_encoded(struct furl_range front);

/* The store format and the role of a file according to its name. `format` is NULL if the name says
 * nothing. The caller owns the path, which may be NULL. */
struct mail_place {
    const char *path;
    const struct mail_format *format;
    enum mail_store_file role; /* role, or MAIL_NO_STORE_FILE */
    size_t part; /* index of the part of the path that differs in names of the other files */
};
struct mail_place mail_place_of(const char *path);

/* Returns the name or suffix of the file with the role in stores of the format, or NULL. */
const char *mail_name_in_role(const struct mail_format *format, enum mail_store_file role);

/* mail_has_files returns whether a store of the format has several files. mail_is_read_through
 * returns whether the store is read if the user gives the file with the role. */
bool mail_has_files(const struct mail_format *format);
static inline bool mail_is_read_through(const struct mail_format *format, enum mail_store_file role)
{
    return role == MAIL_FIRST || role == MAIL_SECOND || (role == MAIL_INDEX && format->is_listed);
}

/* Writes the path of the file with `role` in the store of `place`, by replacing the suffix or name
 * in place->path. `nth` selects the case. With 0, the first letter has the case of the first letter
 * replaced, and the others have the case of the last octet replaced. With 1, all letters are lower
 * case, and with 2, upper case. Returns false if there is no such role or case, or if `size` is too
 * small. */
#define MAIL_NAMES_BESIDE 3
#define MAIL_NAME_MAX     ((size_t)16) /* octets by which such a path can be longer, with its NUL */
bool mail_name_beside(const struct mail_place *place, enum mail_store_file role, size_t nth,
                      char *out, size_t size);

/* Room for the position of a reader, a struct that each reader declares. */
#define MAIL_POSITION_SIZE 96

/* A store. Close it with mail_close. */
struct mail_store {
    const struct mail_format *format;
    struct mail_place place; /* place of the first file */
    struct mail_source sources[MAIL_FILES];
    struct mail_settings settings;
    struct furl_range name; /* name of the base, without directory and suffix */
    struct mail_message message;
    struct mail_damage damage;
    enum mail_error trouble;
    uint64_t number; /* number of the last message that was read or skipped */
    bool begun, over;
    struct furl_buffer text;
    struct furl_buffer joined; /* text joined from blocks */
    struct furl_buffer notes;  /* data that the reader remembers */
    size_t seen_n;             /* octets of `notes` that are bits (mail_walk_begin) */
    char digits[24];
    _Alignas(uint64_t) unsigned char position[MAIL_POSITION_SIZE];
};

/* Opens a store without reading it. `place` is the place of the first file. `files` is indexed by
 * role, and a missing file has `read` NULL. The path and the contexts must stay valid. If `format`
 * is NULL, the format is recognized. Reading begins with mail_format_of, mail_front or
 * mail_next. */
void mail_open(struct mail_store *store, const struct mail_format *format, struct mail_place place,
               const struct mail_file files[MAIL_FILES], const struct mail_settings *settings);

/* Returns the store's format: the format given to mail_open, or else the format of the first file's
 * name if the content fits. Otherwise, this is the first format that is certain by the front, or
 * else `text`. If the file has a path, a format with texts in a second file is recognized only by
 * the name. */
const struct mail_format *mail_format_of(struct mail_store *store);

/* Returns the front of the first file: MAIL_FRONT octets, or the whole file. The front is empty if
 * the file cannot be read, which mail_next then reports. It is valid until the next call. */
struct furl_range mail_front(struct mail_store *store);

/* Finds the next message. Do not call mail_next again after MAIL_END or MAIL_FAILED. */
enum mail_result mail_next(struct mail_store *store);

/* Removes the control lines from the body of the message that mail_next found, and writes the
 * wanted text to message->text. Sets the charset of the text: the declared charset, or else the
 * fallback, or else UTF-8 if the text is UTF-8. Otherwise mail_charset_for guesses the charset from
 * words. The text is valid until the next mail_next. Returns false if memory runs out. */
bool mail_read(struct mail_store *store);

/* Returns the charset of octets of the text or, if `of_head`, of the head. The result is never
 * NULL. Call it after mail_read. It guesses from words only if the octets are not ASCII, because
 * guessing takes most of the time. */
const struct mail_charset *mail_charset_for(struct mail_message *message, bool of_head,
                                            struct furl_range octets);

/* Completes the head after mail_read: adds the fields from control lines, and the fields that
 * depend on others. Sets the charset of the head if the text's charset lacks octets of the head. If
 * `brief`, a head with an ID gets no dates and no address. */
void mail_read_head(struct mail_store *store, bool brief);

/* Frees the memory. The files stay open. */
void mail_close(struct mail_store *store);

/* A format of archives (FTS-5005, ARCmail), of compressed files, or of files that another program
 * must convert. `name` says what to do. The two commands take the file's name. `to_pipe` writes
 * everything to a pipe, and is NULL if no command does, as for tar. `to_directory` unpacks the file
 * into the directory DIR, and is NULL for a single file. */
struct mail_compression {
    const char *name;
    const char *to_pipe, *to_directory;
    const char *after; /* rest of the only command, after the file's name */
};

/* Returns how the file with this front is packed, or NULL if it is not packed. */
const struct mail_compression *mail_compression_of(struct furl_range front);

/* Returns whether the name is the name of a compressed tar archive. */
bool mail_is_tar_named(const char *path);

/* Returns whether the front is the front of a QWK packet's control.dat. If somebody joined the
 * packet's files, control.dat comes first. */
bool mail_is_control(struct furl_range front);

/* Returns whether an archive contains the control.dat of a QWK packet. Returns true for a pipe,
 * which cannot be searched. */
bool mail_holds_control(struct mail_source *source);

#endif
