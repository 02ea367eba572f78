/* What the readers of the formats share. */
#ifndef MAIL_READER_H
#define MAIL_READER_H

#include "fields.h"
#include "furl/base/lines.h"
#include "mail.h"

/* Declares `position_of`, which gives how far a reader has come: a struct of this type, zero at
 * first, in the store's memory. */
#define MAIL_HAS_POSITION(type)                                                                    \
    _Static_assert(sizeof(type) <= MAIL_POSITION_SIZE && _Alignof(type) <= _Alignof(uint64_t),     \
                   "it has room in a store");                                                      \
    static inline type *position_of(struct mail_store *store)                                      \
    {                                                                                              \
        return (type *)(void *)store->position;                                                    \
    }                                                                                              \
    struct mail_store

static inline uint64_t mail_lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Clears a message for the next one. */
static inline void mail_clear(struct mail_message *message)
{
    memset(message, 0, offsetof(struct mail_message, memory));
}

/* Sets the field at an offset of the message, unless it is set. */
static inline void mail_set_at(struct mail_message *message, size_t at, struct furl_range value)
{
    mail_set_first((struct furl_range *)(void *)((char *)message + at), value);
}

/* Sets the damage at an offset where the next message should be. Returns MAIL_DAMAGE. */
enum mail_result mail_report_damage(struct mail_store *store, const char *what, uint64_t offset);

/* The same, and ends reading: nothing after it can be read. */
enum mail_result mail_report_and_end(struct mail_store *store, const char *what, uint64_t offset);

/* Sets the damage of message store->number, which is returned or skipped now. Returns MAIL_DAMAGE,
 * for one that is skipped. */
enum mail_result mail_report_incomplete(struct mail_store *store, const char *what,
                                        uint64_t offset);

/* The same for a message that is skipped, and counted here. */
enum mail_result mail_report_skipped(struct mail_store *store, const char *what, uint64_t offset);

/* The damage of a message that has too many octets, and of what should be one message on standard
 * input. */
extern const char mail_text_too_long[], mail_several[];

/* Makes room in a buffer. If memory runs out, sets the store's trouble and returns false. */
bool mail_reserve(struct mail_store *store, struct furl_buffer *buffer, size_t n);

/* Reads where the header at the offset says that its text is, and moves the offset past that
 * header. Returns false if there is no header. */
typedef bool mail_text_at(struct mail_store *store, uint64_t *at, struct mail_stretch *text);

/* The text of a header, as far as it belongs to it alone and `shares` permits. The next header is
 * at `at`; if that is unknown, `text_at` is NULL. Texts are in the order of their headers: that of
 * the next header, next, begins before the one after that, or before the end of the file. A text
 * that reaches into `next` has a wrong length. But if the text of `next` fits exactly between the
 * end of this one and the one after it, the offset of `next` is wrong instead. */
struct mail_stretch mail_clip_text(struct mail_store *store, struct mail_stretch text,
                                   mail_text_at *text_at, uint64_t at,
                                   struct mail_reread_budget *shares);

/* A walk over the headers of a base, in the order in which others name them. None is read twice,
 * and all that may be read again are no more octets than the file has. Headers are MAIL_SEEN_UNIT
 * octets or more apart, and store->notes has a bit for each such unit of the first file,
 * MAIL_SEEN_MAX octets of bits at most. No header after these counts as passed. */
#define MAIL_SEEN_UNIT ((uint64_t)64)
#define MAIL_SEEN_MAX  ((uint64_t)1 << 18)
struct mail_walk {
    uint64_t end; /* after all headers passed: from here on, headers can be looked for */
    struct mail_reread_budget shares;
};

/* Begins a walk at the offset. If memory runs out, sets the store's trouble. */
struct mail_walk mail_walk_begin(struct mail_store *store, uint64_t at);

/* Whether the walk passed the header at the offset. */
bool mail_walk_knows(const struct mail_store *store, const struct mail_walk *walk, uint64_t at);

/* Passes the `n` octets of a header, with what belongs to it. Returns false if too many octets are
 * read again. After all headers passed it returns true, also if they are gone by now: a walk in the
 * order of the file goes on. */
bool mail_walk_pass(struct mail_store *store, struct mail_walk *walk, uint64_t at, uint64_t n);

/* Whether the front of a file is a packet's header with the start of a message, or the packet's
 * end, after it (FTS-0001). */
bool mail_is_packet(struct furl_range front);

/* Writes a number in digits, to the store's memory. */
struct furl_range mail_in_digits(struct mail_store *store, unsigned number);

/* The date, if all parts are valid. A second may be a leap second. */
struct mail_date mail_date_checked(struct mail_date date);

/* The minutes east of UTC of a zone of Synchronet: as such, or with bits for summer time and for
 * the west. The second function writes them to `out`, as TZUTC has them; nothing of zone 0, which
 * is also that of an unknown zone. */
#define MAIL_ZONE_SIZE ((size_t)8)
int mail_zone_minutes(unsigned zone);
struct furl_range mail_zone_write(unsigned zone, char out[MAIL_ZONE_SIZE]);

/* Whether the year has a 29 February. There is no year 0. */
bool mail_is_leap(int year);

/* The number that the digits at the front spell; `most`, at most UINT64_MAX / 16, if it is larger.
 */
uint64_t mail_number(struct furl_range octets, uint64_t most);

/* Whether the octets have this form, in which 0 stands for any digit: "00:00". */
bool mail_has_form(struct furl_range octets, const char *form);

/*
 * Reads the octets of an Internet message into the message: `from`, `to`, `subject`, the date, `id`
 * without angle brackets, `area` of an article, links, and the charset of its first text. Head and
 * text become UTF-8. What declares no charset is in store->settings.fallback, or else guessed. The
 * head is then in store->notes, and the text in store->joined, with an LF after each part; the
 * octets must be in neither. Returns false if memory runs out; the message is then unusable.
 */
bool mail_read_letter(struct mail_store *store, struct furl_range octets,
                      struct mail_message *message);

/* Whether there are only fields at the front, up to an empty line, the end of a complete file or a
 * truncated line. With `known`, a known field was seen; otherwise one of the first fields must be
 * known. If an empty line ends the header, blanks may come before the colon of a known field, or of
 * a name with a hyphen, unlike what GoldED writes before a text; and lines of Received and
 * References may have lost their indent. Prose is no such header. */
bool mail_is_header(struct furl_range octets, bool complete, bool known);

/* Skips the comment at the front, in which others may nest (RFC 5322 3.2.2); everything if it is
 * not closed. */
void mail_skip_comment(struct furl_range *rest);

/* Where in the octets of a mail another mail begins, that nobody enclosed: after an empty line, or
 * the end of a multipart, there are fields in a row, and From, Date and Message-ID among them. The
 * number of octets if there is none. The time is linear. */
size_t mail_catenated_at(struct furl_range octets);

/* The address at the front of a MSGID, or of the board in Synchronet's "1.area@2:5020/1042
 * 01234567". Empty if there is none. */
struct furl_range mail_address_in_id(struct furl_range id);

/* Writes the author's address, or an empty string. */
void mail_address_of(const struct mail_message *message, char out[MAIL_ADDRESS_SIZE]);

/* Decodes the text of a field that LZH compressed, `n` octets at most. Returns how many there are,
 * which is fewer if the field ends before that. */
size_t mail_lzh_decode(struct furl_range octets, unsigned char *out, size_t n);

/* Control lines, or kludges. Of several that say the same thing, the first one counts. */

/* Reads a control line (FTS-4000) without its ^A into the message. */
void mail_kludge_read(struct mail_message *message, struct furl_range line);

/* Reads the value of CHRS. The first known charset counts, or, if none is known, the first one. */
void mail_kludge_read_charset(struct mail_message *message, struct furl_range value);

/* If message->area_line, sets the area, once, and marks the message as echomail. */
void mail_kludge_read_area(struct mail_message *message, struct furl_range name);

/* Returns whether the line is not text, but a control line or SEEN-BY. */
static inline bool mail_is_apart(struct furl_range line)
{
    return furl_line_is(line, FURL_LINE_CONTROL) || furl_line_is(line, FURL_LINE_SEEN_BY);
}

/* Reads the lines before the text: control lines, SEEN-BY and AREA. Returns the body after them,
 * where an AREA line that does not set the area is text. */
struct furl_range mail_read_front(struct mail_message *message);

/* Returns whether SEEN-BY or PATH is among the last lines: after the last origin line, or among the
 * last lines that are neither empty nor text. */
bool mail_ends_in_path(const struct mail_message *message);

/* Finds the charset in the control lines of the message, unless it is known. */
void mail_find_charset(struct mail_message *message);

/* Reads all control lines of the message. */
void mail_kludges_read(struct mail_message *message);

#endif
