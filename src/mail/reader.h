/* What the readers of the formats share; for these. */
#ifndef MAIL_READER_H
#define MAIL_READER_H

#include <stdint.h>

#include "furl/base/octets.h"
#include "mail.h"

/* A format. */
struct mail_format {
    const char *name;
    const char *wrong; /* the damage if `begin` fails; NULL: it does so without memory alone */
    bool seeks;
    bool has_second; /* which must be there */
    /* Whether the content of a file with such a name fits. NULL: no file is
     * named so. */
    bool (*is_named)(struct mail_source *source);
    /* Whether a file can only be of the format, by its front: MAIL_FRONT
     * octets, or all of it. Must be false for any text. NULL: always false. */
    bool (*is_certain)(struct furl_range front);
    /* Reads what is before the first message. Returns whether this is such a store. Or NULL. */
    bool (*begin)(struct mail_store *store);
    /* Finds the next message, and sets in a draft that is zero except `memory`
     * what the store has of it. */
    enum mail_result (*next)(struct mail_store *store, struct mail_raw *draft);
};

extern const struct mail_format mail_pkt, mail_msg, mail_jam, mail_squish, mail_hudson, mail_qwk,
    mail_rfc, mail_text;

/* Says what is wrong, at an offset, where a message would be next. Returns MAIL_DAMAGE. */
enum mail_result mail_damaged(struct mail_store *store, const char *what, uint64_t offset);

/* The same, and ends the reading: nothing after it can be read. */
enum mail_result mail_over(struct mail_store *store, const char *what, uint64_t offset);

/* The same for a message that is there, but is skipped: counts it. */
enum mail_result mail_passed_over(struct mail_store *store, const char *what, uint64_t offset);

/* Sets the damage of the message with store->number, returned or skipped
 * now. */
void mail_incomplete(struct mail_store *store, const char *what, uint64_t offset);

/*
 * How many octets of a text are its own. Texts are in the order of their
 * headers: `next`, the next header's, begins before the one after it, at
 * `after`, or the end of the file. A text that reaches into `next` has a wrong
 * length, unless `next`, right after it, would end at `after`: then next.offset
 * is wrong.
 */
uint64_t mail_own_octets(struct mail_stretch text, struct mail_stretch next, uint64_t after);

/*
 * Which records of a base were read, by their offsets, if these are MAIL_SEEN_UNIT octets apart: a
 * bit in store->notes for each. mail_begin_seen makes room for those of the first file, as far as
 * MAIL_SEEN_MAX octets have bits; none after that was ever seen. Returns whether there was memory;
 * if not, that is the store's trouble.
 */
#define MAIL_SEEN_UNIT ((uint64_t)64)
#define MAIL_SEEN_MAX  ((uint64_t)1 << 18)
bool mail_begin_seen(struct mail_store *store);
bool mail_is_seen(const struct mail_store *store, uint64_t offset);
void mail_note_seen(struct mail_store *store, uint64_t offset);

/* How many headers are searched for the next text. */
#define MAIL_NEXT_MAX 8

/* Whether the front of a file has a packet's header, and the start of a message, or the end, after
 * it (FTS-0001). */
bool mail_is_packet(struct furl_range front);

/* The number in digits, in the store's memory. */
struct furl_range mail_in_digits(struct mail_store *store, unsigned number);

/* Fields of records, as all stores of Fidonet have them: little-endian numbers, and strings that a
 * NUL, or their room, ends. */

static inline unsigned mail_u16(const unsigned char *at)
{
    return (unsigned)(at[0] | at[1] << 8);
}

static inline uint32_t mail_u32(const unsigned char *at)
{
    return mail_u16(at) | (uint32_t)mail_u16(at + 2) << 16;
}

static inline void mail_set_u32(unsigned char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(number >> 8 * i & 0xFF);
    }
}

/* ^Z, which ends a text file of DOS, and fills files up. */
enum { MAIL_DOS_END = 0x1A };

/* What comes before the first octet `end`; all of it where there is none. */
static inline struct furl_range mail_before(struct furl_range octets, unsigned char end)
{
    const unsigned char *at = octets.n > 0 ? memchr(octets.at, end, octets.n) : NULL;

    return (struct furl_range){octets.at, at != NULL ? (size_t)(at - octets.at) : octets.n};
}

/* The line at the front, with the LF that ends it; all octets where there is none. */
static inline struct furl_range mail_line(struct furl_range octets)
{
    size_t n = mail_before(octets, '\n').n;

    octets.n = n < octets.n ? n + 1 : n;
    return octets;
}

/* A string in a field of `n` octets. */
static inline struct furl_range mail_string(const unsigned char *at, size_t n)
{
    return mail_before((struct furl_range){at, n}, '\0');
}

/* The octets from the index on, `n` at most: none where the range ends before it. */
static inline struct furl_range mail_part(struct furl_range octets, size_t from, size_t n)
{
    from = from < octets.n ? from : octets.n;
    furl_skip(&octets, from);
    octets.n = octets.n < n ? octets.n : n;
    return octets;
}

/* Sets what nothing told before: of fields that say the same thing the first one counts. */
static inline void mail_set_first(struct furl_range *part, struct furl_range value)
{
    *part = part->n > 0 ? *part : value;
}

/* How many digits are at the front. */
static inline size_t mail_digits(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && furl_is(octets.at[n], FURL_DIGIT)) {
        n++;
    }
    return n;
}

/* Whether the year, of which there is none 0, has a 29 February. */
bool mail_is_leap(int year);

/* The number that the digits at the front are; INT_MAX where it is more. */
int mail_number(struct furl_range octets);

/* Whether the octets are digits, one or more. */
static inline bool mail_is_number(struct furl_range octets)
{
    return octets.n > 0 && mail_digits(octets) == octets.n;
}

/* The octets without blanks, controls and NULs at both ends. */
static inline struct furl_range mail_trimmed(struct furl_range octets)
{
    while (octets.n > 0 && octets.at[0] <= ' ') {
        furl_skip(&octets, 1);
    }
    while (octets.n > 0 && octets.at[octets.n - 1] <= ' ') {
        octets.n--;
    }
    return octets;
}

/* What is between angle brackets; all of it where there are none. */
static inline struct furl_range mail_unbracketed(struct furl_range line)
{
    struct furl_range before = mail_before(line, '<');

    furl_skip(&line, before.n < line.n ? before.n + 1 : 0);
    return mail_trimmed(mail_before(line, '>'));
}

/*
 * Reads the message into the draft: `from`, `to`, `subject`, the date, `id` without angle brackets,
 * `area`, if it is an article, and the charset of its first text. What the draft has is in
 * store->notes, and the text in store->joined, each part of it ended by LF: the octets must be in
 * neither. Both are UTF-8, and the draft says so; what declares no charset is in
 * store->settings.fallback, or is guessed. Returns whether there was memory; if not, the draft is
 * not to be used.
 */
bool mail_read_letter(struct mail_store *store, struct furl_range octets, struct mail_raw *draft);

/* Control lines, or kludges: what they say of a message. Of lines that say the same thing the first
 * one counts. */

/* Takes a control line, without its ^A (FTS-4000): an identifier, the charset, the zone, the mark
 * of netmail, the area. */
void mail_kludge_read(struct mail_raw *draft, struct furl_range line);

/* Sets the area and that it is echomail, once, if draft->area_line. */
void mail_kludge_read_area(struct mail_raw *draft, struct furl_range name);

/* Looks for the charset in the control lines of the draft, unless it is known; and remembers the
 * line that said it. */
void mail_find_charset(struct mail_raw *draft);

/* Takes all control lines of the draft. */
void mail_kludges_read(struct mail_raw *draft);

#endif
