/* Functions that the readers of the formats share. */
#ifndef MAIL_READER_H
#define MAIL_READER_H

#include "fields.h"
#include "furl/core/lines.h"
#include "mail.h"

/* Declares `position_of`, which returns the reader's position: a struct of this type in the store's
 * memory, zero at first. */
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

/* Clears a message for the next message. */
static inline void mail_clear(struct mail_message *message)
{
    memset(message, 0, offsetof(struct mail_message, memory));
}

/* Sets the field at an offset of the message, unless the field is set. */
static inline void mail_set_at(struct mail_message *message, size_t pos, struct furl_range value)
{
    mail_set_first((struct furl_range *)(void *)((char *)message + pos), value);
}

/* Sets the damage at the offset where the next message should be. Returns MAIL_DAMAGE. */
enum mail_result mail_report_damage(struct mail_store *store, const char *what, uint64_t offset);

/* Works like mail_report_damage, and ends reading because nothing after the offset can be read. */
enum mail_result mail_report_and_end(struct mail_store *store, const char *what, uint64_t offset);

/* Sets the damage of message store->number, which is being returned or skipped. Returns
 * MAIL_DAMAGE, for a skipped message. */
enum mail_result mail_report_incomplete(struct mail_store *store, const char *what,
                                        uint64_t offset);

/* Counts a skipped message, and sets its damage like mail_report_incomplete. */
enum mail_result mail_report_skipped(struct mail_store *store, const char *what, uint64_t offset);

/* The damage of a message that is too long, and of several messages on standard input. */
extern const char mail_text_too_long[], mail_several[];

/* Reserves `n` octets in a buffer. If memory runs out, sets the store's trouble and returns
 * false. */
bool mail_reserve(struct mail_store *store, struct furl_buffer *buffer, size_t n);

/* Sets `text` to the stretch of the text that the header at the offset declares, and moves the
 * offset past the header. Returns false if there is no header. */
typedef bool mail_text_at(struct mail_store *store, uint64_t *ptr, struct mail_stretch *text);

/* Returns the part of `text` that belongs only to its header and that `budget` permits to read. The
 * next header is at offset `offset`. If that offset is unknown, `text_at` is NULL. Texts are in the
 * order of their headers: the next text begins before the text after the next, or before the end of
 * the file. A text that reaches into the next text has a wrong length and is cut. The text is not
 * cut if the next text fits exactly between its end and the text after the next. In that case the
 * offset of the next text is wrong instead. */
struct mail_stretch mail_clip_text(struct mail_store *store, struct mail_stretch text,
                                   mail_text_at *text_at, uint64_t offset,
                                   struct mail_reread_budget *budget);

/* A walk over the headers of a base, in the order in which other headers or the index name them.
 * The octets that are read again are together no more than the size of the file. Headers are at
 * least MAIL_SEEN_STEP octets apart, and store->notes has a bit for each such unit of the first
 * file. These are at most MAIL_SEEN_MAX octets of bits, enough for 128 MiB. Up to there, no header
 * is read twice. A header after that never counts as passed. */
#define MAIL_SEEN_STEP ((uint64_t)64)
#define MAIL_SEEN_MAX  ((uint64_t)1 << 18)
struct mail_walk {
    uint64_t end; /* offset after all passed headers, from which headers can be searched for */
    struct mail_reread_budget budget;
};

/* Begins a walk at the offset. If memory runs out, sets the store's trouble. */
struct mail_walk mail_walk_begin(struct mail_store *store, uint64_t offset);

/* Returns whether the walk passed the header at the offset. */
bool mail_walk_knows(const struct mail_store *store, const struct mail_walk *walk, uint64_t offset);

/* Passes a header of `n` octets, including the data that belongs to it. Returns false if too many
 * octets would be read again. For a header after all passed headers, returns true even if the file
 * no longer has the header, so that a walk in the order of the file continues. */
bool mail_walk_pass(struct mail_store *store, struct mail_walk *walk, uint64_t offset, uint64_t n);

/* Returns whether the front of a file is a packet's header, followed by the start of a message or
 * by the packet's end (FTS-0001). */
bool mail_is_packet(struct furl_range front);

/* Writes a number in decimal digits to the store's memory, and returns the digits. */
struct furl_range mail_in_digits(struct mail_store *store, unsigned number);

/* Returns the date, or no date if a part is invalid. The second can be a leap second. */
struct mail_date mail_date_checked(struct mail_date date);

/* mail_zone_minutes returns the minutes east of UTC of a zone of Synchronet. Such a zone is a
 * number of minutes, or minutes with bits for summer time and for the west. The function
 * mail_zone_write writes the minutes to `out` as in TZUTC. For zone 0, which is also the unknown
 * zone, the result is empty. */
#define MAIL_ZONE_SIZE ((size_t)8)
int mail_zone_minutes(unsigned zone);
struct furl_range mail_zone_write(unsigned zone, char out[MAIL_ZONE_SIZE]);

/* Returns whether the year has a 29 February. There is no year 0. */
bool mail_is_leap(int year);

/* Returns the number that the digits at the front spell, or `most` if the number is larger. `most`
 * is at most UINT64_MAX / 16. */
uint64_t mail_number(struct furl_range octets, uint64_t most);

/* Returns whether the octets have the form, in which 0 means any digit: "00:00". */
bool mail_has_form(struct furl_range octets, const char *form);

/* Reads the octets of an Internet message into `message`. Sets the author, addressee, subject,
 * date, area of an article and links, identifiers without angle brackets, and the charset of the
 * first text. Head and text become UTF-8. Text without a declared charset is in
 * store->settings.fallback, or else its charset is guessed. The head is then in store->notes, and
 * the text in store->joined, with an LF after each part. The octets must be in neither buffer.
 * Returns false if memory runs out. The message is then unusable. */
bool mail_read_letter(struct mail_store *store, struct furl_range octets,
                      struct mail_message *message);

/* Returns whether the front contains only fields, up to an empty line, the end of a complete file
 * or a truncated line. If `known`, a known field was already seen. Otherwise one of the first
 * fields must be known. If an empty line ends the header, two exceptions apply. Spaces can precede
 * the colon of a known field, or of a name with a hyphen, but not of the other names that GoldED
 * writes before a text. Lines of Received and References can lack their indent. Prose is not a
 * header. */
bool mail_is_header(struct furl_range octets, bool complete, bool known);

/* Skips the comment at the front, which can contain comments (RFC 5322 3.2.2). Skips everything if
 * the comment is not closed. */
void mail_skip_comment(struct furl_range *rest);

/* Returns the index in a mail at which another mail begins, which no part encloses, or the number
 * of octets if there is none. Another mail begins after an empty line or the end of a multipart,
 * with fields in a row that include From, Date and Message-ID. The time is linear. */
size_t mail_catenated_at(struct furl_range octets);

/* Returns the address at the front of a MSGID, or the board's address in Synchronet's
 * "1.area@2:5020/1042 01234567". The result is empty if there is no address. */
struct furl_range mail_address_in_id(struct furl_range id);

/* Writes the author's address, or an empty string if the address is unknown. */
void mail_address_of(const struct mail_message *message, char out[MAIL_ADDRESS_SIZE]);

/* Decodes octets that LZH compressed, and writes at most `n` octets to `out`. Returns the number of
 * octets written, which is less than `n` if the compressed octets end early. */
size_t mail_lzh_decode(struct furl_range octets, unsigned char *out, size_t n);

/* Control lines, or kludges. If a message repeats a line, the first line counts. */

/* Reads a control line (FTS-4000) without its ^A into the message. */
void mail_kludge_read(struct mail_message *message, struct furl_range line);

/* Reads the value of CHRS. The first known charset counts, or the first charset if none is
 * known. */
void mail_kludge_read_charset(struct mail_message *message, struct furl_range value);

/* If message->area_line, sets the area once, and adds a sign of echomail. */
void mail_kludge_read_area(struct mail_message *message, struct furl_range name);

/* Returns whether the line is not text but a control line or SEEN-BY. */
static inline bool mail_is_apart(struct furl_range line)
{
    return furl_line_is(line, FURL_LINE_CONTROL) || furl_line_is(line, FURL_LINE_SEEN_BY);
}

/* Reads the lines before the text: control lines, SEEN-BY and AREA. Returns the body after them. An
 * AREA line that does not set the area is text. */
struct furl_range mail_read_front(struct mail_message *message);

/* Returns whether SEEN-BY or PATH is among the last lines: after the last origin line, or among the
 * last lines that are neither empty nor text. */
bool mail_ends_in_path(const struct mail_message *message);

/* Finds the charset in the control lines of the message, unless the charset is known. */
void mail_find_charset(struct mail_message *message);

/* Reads all control lines of the message. */
void mail_kludges_read(struct mail_message *message);

#endif
