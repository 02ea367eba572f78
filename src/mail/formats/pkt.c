/*
 * Packets (FTS-0001, "Packet Header", "Packed Message"). FSC-0039, FSC-0045 and FSC-0048 use unused
 * octets of the header in their own ways, none of which matters here. Messages follow one another.
 * Each consists of fixed numbers, strings that end with NUL, and the text, which also ends with
 * NUL. 00 00 ends a packet. Several packets can be in a row, for example if a bundle is unpacked to
 * a pipe. All of them are read.
 *
 * Only NULs show where a message ends. But a packet can be truncated, or a NUL can be missing. The
 * reader therefore checks the octets after a message: they must be another message, or the end of
 * the packet. If they are neither, and octets within the message can only begin a message, because
 * they have its date, the message ends there. Reading continues with these octets.
 */
#include "config.h"

#include <assert.h>

#include "mail/reader.h"

/* The header, and offsets in it. */
enum { HEADER = 58, TYPE = 18 };

/* A message begins with 02 00, numbers (which include the attributes), and a date. */
enum { ATTRIBUTE = 10, PRIVATE = 1, NUMBERS = 14, START = NUMBERS + MAIL_FTS_DATE };

/* 00 00 ends a packet. NULs or ^Z can pad the packet. */
enum { PACKET_END = 2 };

/* The most octets of date, names and subject. The standard has 164. */
#define STRINGS_MAX ((size_t)65536)

/* The position of the reader: the offset of the next message or packet end. */
MAIL_HAS_POSITION(uint64_t);

enum { DATE, TO, FROM, SUBJECT, STRINGS };

bool mail_is_packet(struct furl_range octets)
{
    return octets.n >= HEADER + 2 && mail_u16(octets.ptr + TYPE) == 2 &&
           (mail_u16(octets.ptr + HEADER) == 2 || mail_u16(octets.ptr + HEADER) == 0);
}

/* Returns whether the octets can only begin a message. */
static bool is_message(struct furl_range octets)
{
    return octets.n >= START && mail_u16(octets.ptr) == 2 &&
           mail_is_fts_date(mail_part(octets, NUMBERS, MAIL_FTS_DATE));
}

/* Returns whether the file is a packet, which can be truncated in its header. */
static bool is_named(struct mail_source *source)
{
    struct furl_range front = mail_source_at(source, 0, HEADER + 2);
    bool is_truncated =
        front.n < HEADER + 2 && front.n >= TYPE + 2 && mail_u16(front.ptr + TYPE) == 2;

    return is_truncated || mail_is_packet(front);
}

/* Returns whether the file can only be packets. Empty packets can be first. */
static bool is_certain(struct furl_range front)
{
    while (mail_is_packet(front) && mail_u16(front.ptr + HEADER) == 0) {
        furl_skip(&front, HEADER + PACKET_END);
        if (front.n == 0) {
            return true;
        }
    }
    return mail_is_packet(front) && is_message(mail_part(front, HEADER, START));
}

/* Returns the next offset, at or after `offset`, where octets can only begin a message, or
 * MAIL_SIZE_UNKNOWN. */
static uint64_t find_next_start(struct mail_source *source, uint64_t offset)
{
    static const unsigned char start[] = {2, 0};

    for (;; offset++) {
        offset = mail_source_find(source, offset, MAIL_SIZE_UNKNOWN, start, sizeof start);
        if (offset == MAIL_SIZE_UNKNOWN || is_message(mail_source_at(source, offset, START))) {
            return offset;
        }
    }
}

/* Returns how many octets at the front pad a packet, up to another packet's header. Looks at a
 * page, as far as a page can show such a header. */
static size_t padding_length(struct furl_range octets)
{
    size_t most = octets.n < MAIL_PAGE ? octets.n : MAIL_PAGE - HEADER - 1;
    size_t n = 0;

    while (n < most && (octets.ptr[n] == '\0' || octets.ptr[n] == MAIL_DOS_END) &&
           !mail_is_packet(mail_part(octets, n, HEADER + 2))) {
        n++;
    }
    return n;
}

/* The octets after a message. They are unknown if the message's strings or its text do not end, or
 * if the message is too long. UNFOLLOWED: they cannot follow a message. LIKELY: they can be another
 * message, without a date. CERTAIN: they are another message, or the end of the packet or the
 * file. */
enum state { STRINGS_OPEN, TEXT_OPEN, TOO_LONG, UNFOLLOWED, LIKELY, CERTAIN };

/* Returns the state of the message at the offset if the message has `n` octets. Reads from the
 * start of the message, because the message can come from a pipe and is read again. */
static enum state state_of(struct mail_source *source, uint64_t offset, size_t n)
{
    struct furl_range next = mail_part(mail_source_at(source, offset, n + START), n, START);

    if (next.n < 2 || mail_u16(next.ptr) != 0) {
        return next.n == 0 || is_message(next)          ? CERTAIN
               : next.n >= 2 && mail_u16(next.ptr) == 2 ? LIKELY
                                                        : UNFOLLOWED;
    }
    n += PACKET_END;
    struct furl_range after =
        mail_part(mail_source_at(source, offset, n + MAIL_PAGE), n, MAIL_PAGE);
    size_t filled = padding_length(after);
    bool is_full = filled > 0 && after.n - filled == HEADER + 1; /* only padding */
    furl_skip(&after, filled);
    return after.n == 0 || is_full || mail_is_packet(after) ? CERTAIN : UNFOLLOWED;
}

/* The places of a message's parts, counted from its start: the strings and the text. */
struct parts {
    enum state state;
    size_t begins[STRINGS + 1];
    size_t end; /* end of the text, without its NUL */
};

/* Returns whether the date, which ends at index `end`, is shorter than its 20 octets and padded by
 * NULs. */
static bool is_date_padded(struct mail_source *source, uint64_t offset, size_t end)
{
    static const unsigned char nuls[START] = {0};
    struct furl_range octets = mail_source_at(source, offset, START);

    return end + 1 < START && octets.n == START && memcmp(octets.ptr + end, nuls, START - end) == 0;
}

/* Finds the parts of the message at the offset. If `fills`, a short date that NULs pad has 20
 * octets. */
static struct parts parts_of(struct mail_store *store, uint64_t offset, bool fills)
{
    struct mail_source *source = &store->sources[0];
    struct parts parts = {.begins[DATE] = NUMBERS};
    struct furl_range octets;

    for (int i = DATE; i < STRINGS; i++) {
        if (!mail_source_until_nul(source, offset, parts.begins[i], STRINGS_MAX, &octets)) {
            return parts;
        }
        bool filled = i == DATE && fills && is_date_padded(source, offset, octets.n);
        parts.begins[i + 1] = filled ? START : octets.n + 1;
    }
    size_t most = parts.begins[STRINGS] + store->settings.most;
    bool ends = mail_source_until_nul(source, offset, parts.begins[STRINGS], most + 1, &octets);
    parts.end = octets.n;
    if (!ends) {
        parts.state = octets.n > most ? TOO_LONG : TEXT_OPEN;
    } else {
        parts.state = state_of(source, offset, parts.end + 1);
    }
    return parts;
}

/* Finds the parts of the message at the offset. NULs after a short date either pad the date, or are
 * an empty addressee. The octets after the message decide. */
static struct parts find_parts(struct mail_store *store, uint64_t offset)
{
    struct parts parts = parts_of(store, offset, true);

    if (parts.begins[TO] == START && parts.state != CERTAIN) {
        struct parts others = parts_of(store, offset, false);
        parts = others.state >= LIKELY && others.state > parts.state ? others : parts;
    }
    return parts;
}

/* Returns the first index at which octets can only begin a message, or the number of octets. The
 * search skips the numbers and the date of the message at the front: a node can be 2, and the end
 * of a date can be a date, too. */
static size_t index_of_message(struct furl_range octets)
{
    size_t n = START;

    while (n < octets.n && !is_message(mail_part(octets, n, START))) {
        n++;
    }
    return n < octets.n ? n : octets.n;
}

/* Ends the message at the offset if another message or packet begins within it. Returns the offset
 * at which to continue, or MAIL_SIZE_UNKNOWN if nothing follows. */
static uint64_t end_message(struct mail_source *source, uint64_t offset, struct parts *parts)
{
    if (parts->state == TEXT_OPEN) {
        return MAIL_SIZE_UNKNOWN;
    }
    if (parts->state == STRINGS_OPEN) {
        return find_next_start(source, offset + START);
    }
    if (parts->state == TOO_LONG) {
        uint64_t end = mail_source_find(source, offset + parts->end, MAIL_SIZE_UNKNOWN, "", 1);
        return end == MAIL_SIZE_UNKNOWN ? end : end + 1;
    }
    struct furl_range octets = mail_source_at(source, offset, parts->end + START);
    size_t next = parts->state < CERTAIN ? index_of_message(octets) : octets.n;
    if (next > parts->end) {
        return offset + parts->end + 1;
    }
    bool has_header = next > HEADER && mail_is_packet(mail_part(octets, next - HEADER, HEADER + 2));
    size_t n = next - (has_header ? HEADER : 0);
    parts->state = n < parts->begins[STRINGS] ? STRINGS_OPEN : TEXT_OPEN;
    parts->end = n < parts->end ? n : parts->end;
    return offset + next;
}

static enum mail_result read_pkt_message(struct mail_store *store, struct mail_message *message)
{
    struct mail_source *source = &store->sources[0];
    uint64_t offset = *position_of(store);
    struct parts parts = find_parts(store, offset);
    uint64_t next = end_message(source, offset, &parts);

    if (source->trouble != MAIL_NO_TROUBLE) {
        return MAIL_FAILED;
    }
    *position_of(store) = next;
    store->over = next == MAIL_SIZE_UNKNOWN;
    if (parts.state == TOO_LONG) {
        return mail_report_skipped(store, mail_text_too_long, offset);
    }
    if (parts.state == STRINGS_OPEN) {
        return mail_report_skipped(store, "unterminated strings in the message's header", offset);
    }
    struct furl_range octets = mail_source_at(source, offset, parts.end);
    struct furl_range strings[STRINGS];
    assert(octets.n == parts.end && parts.end >= parts.begins[STRINGS]); /* they stayed in memory */
    for (int i = DATE; i < STRINGS; i++) {
        strings[i] = mail_part(octets, parts.begins[i], parts.begins[i + 1] - parts.begins[i]);
    }
    store->number++;
    message->head.of[MAIL_TO] = strings[TO];
    message->head.of[MAIL_FROM] = strings[FROM];
    message->head.of[MAIL_SUBJECT] = strings[SUBJECT];
    message->written = strings[DATE];
    message->signs |= (octets.ptr[ATTRIBUTE] & PRIVATE) != 0 ? MAIL_PRIVATE : 0;
    message->area_line = message->is_packed = true;
    message->body = mail_part(octets, parts.begins[STRINGS], octets.n);
    if (parts.state == TEXT_OPEN) {
        mail_report_incomplete(store, "message is not terminated", offset);
    }
    return MAIL_MESSAGE;
}

/* Sets the damage, and continues at the next message. */
static enum mail_result look_further(struct mail_store *store, const char *what)
{
    uint64_t offset = *position_of(store);

    *position_of(store) = find_next_start(&store->sources[0], offset);
    store->over = *position_of(store) == MAIL_SIZE_UNKNOWN;
    return mail_report_damage(store, what, offset);
}

/* Ends the packet at its 00 00, and begins the next packet, if there is one. Padding can be between
 * them. */
static enum mail_result begin_another(struct mail_store *store)
{
    struct mail_source *source = &store->sources[0];
    uint64_t offset = *position_of(store) + PACKET_END;
    struct furl_range octets = mail_source_at(source, offset, MAIL_PAGE);
    size_t filled = 0;

    while ((filled = padding_length(octets)) > 0) {
        offset += filled;
        octets = mail_source_at(source, offset, MAIL_PAGE);
    }
    *position_of(store) = mail_is_packet(octets) ? offset + HEADER : offset;
    return octets.n == 0            ? MAIL_END
           : mail_is_packet(octets) ? MAIL_MESSAGE
                                    : look_further(store, "no packet follows the end of this one");
}

static bool begin(struct mail_store *store)
{
    *position_of(store) = HEADER;
    return mail_is_packet(mail_source_at(&store->sources[0], 0, HEADER + 2));
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    enum mail_result another = MAIL_MESSAGE;

    do {
        struct furl_range type = mail_source_at(&store->sources[0], *position_of(store), 2);
        unsigned number = type.n == 2 ? mail_u16(type.ptr) : 1;
        if (number == 2) {
            return read_pkt_message(store, message);
        }
        if (number != 0) {
            return look_further(store, "no message where the next one should be");
        }
        another = begin_another(store);
    } while (another == MAIL_MESSAGE);
    return another;
}

const struct mail_format mail_pkt = {
    .name = "pkt",
    .wrong = "not a packet; use -M to detect the format",
    .names = {{".pkt", MAIL_FIRST}},
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
