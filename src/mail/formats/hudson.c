/*
 * Hudson, of QuickBBS and RemoteAccess (their structures, MSGHDRrecord and MSGTXTrecord). The file
 * msghdr.bbs has a record for each message. The file msgtxt.bbs has the texts in blocks of 255
 * octets, each after its length. The file msgidx.bbs has a record for each record of msghdr.bbs,
 * with the number and the board of the message. Strings are Pascal strings: a length, and a field
 * of fixed size.
 *
 * Programs list the messages by msgidx.bbs, so a message that is deleted there is not read. If
 * msgidx.bbs ends early, only msghdr.bbs shows which of the other messages are deleted.
 */
#include "config.h"

#include <assert.h>

#include "mail/reader.h"

/* A record of msghdr.bbs, and offsets in it. */
enum {
    RECORD = 187,
    NUMBER = 0,
    FIRST_BLOCK = 8,
    BLOCKS = 10,
    ATTRIBUTE = 24,
    BOARD = 26,
    TIME = 27,
    TIME_SIZE = 5,
    DATE = 33,
    DATE_SIZE = 8,
    TO = 42,
    FROM = 78,
    NAME_SIZE = 35,
    SUBJECT = 114,
    SUBJECT_SIZE = 72,
};

/* The size of a block of msgtxt.bbs, including its length. */
enum { BLOCK = 256 };

/* The size of a record of msgidx.bbs, which begins with the message's number. */
enum { ENTRY = 3 };

/* Attributes, the number of a deleted message, and the number of boards. */
enum { DELETED = 0x01, NETMAIL = 0x04, PRIVATE = 0x08, NO_MESSAGE = 0xFFFF, BOARDS = 200 };

/* The position of the reader. */
struct position {
    uint64_t offset; /* offset of the next record */
    struct mail_reread_budget texts;
};
MAIL_HAS_POSITION(struct position);

/* Returns the Pascal string in a field of `n` octets. */
static struct furl_range read_pascal(const unsigned char *ptr, size_t n)
{
    return (struct furl_range){ptr + 1, ptr[0] < n ? ptr[0] : n};
}

static bool is_record(const unsigned char *record)
{
    return record[TIME] <= TIME_SIZE && record[DATE] <= DATE_SIZE && record[TO] <= NAME_SIZE &&
           record[FROM] <= NAME_SIZE && record[SUBJECT] <= SUBJECT_SIZE && record[BOARD] >= 1 &&
           record[BOARD] <= BOARDS;
}

static bool is_number(unsigned number)
{
    return number != 0 && number != NO_MESSAGE;
}

/* Returns whether one of the octets is a control character that no text contains. */
static bool is_binary(struct furl_range octets)
{
    for (size_t i = 0; i < octets.n; i++) {
        if (octets.ptr[i] < '\t' || (octets.ptr[i] > '\r' && octets.ptr[i] < MAIL_DOS_END)) {
            return true;
        }
    }
    return false;
}

/* Returns whether the file is a base. A base contains a valid record, or no record at all, or its
 * first record is truncated. */
static bool is_named(struct mail_source *source)
{
    uint64_t offset = 0;
    struct furl_range record = mail_source_at(source, offset, RECORD);
    bool is = record.n == 0 || (record.n < RECORD && is_binary(record));

    while (record.n == RECORD && !is) {
        is = is_record(record.ptr);
        offset += RECORD;
        record = mail_source_at(source, offset,
                                is || source->file.size == MAIL_SIZE_UNKNOWN ? 0 : RECORD);
    }
    return is;
}

static bool is_certain(struct furl_range front)
{
    return front.n >= RECORD && is_record(front.ptr) &&
           mail_has_form(read_pascal(front.ptr + TIME, TIME_SIZE), "00:00") &&
           mail_has_form(read_pascal(front.ptr + DATE, DATE_SIZE), "00-00-00");
}

/* Joins the text of the blocks in store->joined. Returns false if memory runs out. */
static bool join_blocks(struct mail_store *store, struct furl_range blocks, struct furl_range *text)
{
    if (!mail_reserve(store, &store->joined, blocks.n + 1)) {
        return false;
    }
    unsigned char *to = store->joined.ptr;
    while (blocks.n > 0) {
        to = mail_put(to, mail_part(blocks, 1, blocks.ptr[0]));
        furl_skip(&blocks, blocks.n < BLOCK ? blocks.n : BLOCK);
    }
    *text = (struct furl_range){store->joined.ptr, (size_t)(to - store->joined.ptr)};
    assert(text->n < store->joined.room);
    return true;
}

/* Returns the place of the text that a record gives. */
static struct mail_stretch text_of(const unsigned char *record)
{
    return (struct mail_stretch){(uint64_t)mail_u16(record + FIRST_BLOCK) * BLOCK,
                                 (uint64_t)mail_u16(record + BLOCKS) * BLOCK};
}

static bool text_at(struct mail_store *store, uint64_t *ptr, struct mail_stretch *text)
{
    struct furl_range record = mail_source_at(&store->sources[MAIL_FIRST], *ptr, RECORD);

    if (record.n == RECORD) {
        *text = text_of(record.ptr);
        *ptr += RECORD;
    }
    return record.n == RECORD;
}

static enum mail_result read_hudson_message(struct mail_store *store, struct mail_message *message,
                                            uint64_t offset)
{
    struct mail_stretch text = {0};
    uint64_t next = offset;

    text_at(store, &next, &text);
    text = mail_clip_text(store, text, text_at, next, &position_of(store)->texts);
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], offset, RECORD);
    struct furl_range blocks =
        mail_source_at(&store->sources[MAIL_SECOND], text.offset, (size_t)text.n);
    if (octets.n < RECORD) {
        return mail_report_and_end(store, "a record is no longer there", offset);
    }
    const unsigned char *record = octets.ptr;
    store->number = mail_u16(record + NUMBER);
    if (!join_blocks(store, blocks, &message->body)) {
        return MAIL_FAILED;
    }
    if (message->body.n > store->settings.most) {
        return mail_report_incomplete(store, mail_text_too_long, offset);
    }
    message->head.of[MAIL_AREA] = mail_in_digits(store, record[BOARD]);
    message->head.of[MAIL_TO] = read_pascal(record + TO, NAME_SIZE);
    message->head.of[MAIL_FROM] = read_pascal(record + FROM, NAME_SIZE);
    message->head.of[MAIL_SUBJECT] = read_pascal(record + SUBJECT, SUBJECT_SIZE);
    message->date = mail_date_figures(read_pascal(record + DATE, DATE_SIZE),
                                      read_pascal(record + TIME, TIME_SIZE));
    message->signs |= (record[ATTRIBUTE] & NETMAIL) != 0 ? MAIL_NETMAIL_TYPE : 0;
    message->signs |= (record[ATTRIBUTE] & PRIVATE) != 0 ? MAIL_PRIVATE : 0;
    if (!is_record(record)) {
        mail_report_incomplete(store, "a field of the header is not valid", offset);
    } else if (blocks.n < text_of(record).n) {
        mail_report_incomplete(store, "text has fewer blocks than the header says", offset);
    }
    return MAIL_MESSAGE;
}

static bool begin(struct mail_store *store)
{
    position_of(store)->texts.left = store->sources[MAIL_SECOND].file.size;
    return true;
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    struct mail_source *index = &store->sources[MAIL_INDEX];

    for (;;) {
        uint64_t offset = position_of(store)->offset;
        struct furl_range entry = mail_source_at(index, offset / RECORD * ENTRY, ENTRY);
        bool deleted = entry.n == ENTRY && !is_number(mail_u16(entry.ptr));
        bool is_cut = index->file.size % ENTRY != 0;
        struct furl_range record = mail_source_at(&store->sources[MAIL_FIRST], offset, RECORD);
        position_of(store)->offset += RECORD; /* even if the record is still being written */
        if (record.n < RECORD) {
            bool is_short = record.n > 0 && !mail_source_grows(&store->sources[MAIL_FIRST], offset);
            return is_short ? mail_report_damage(store, "a record is cut short", offset)
                   : is_cut ? mail_report_and_end(store, "an index entry is cut short", offset)
                            : MAIL_END;
        }
        if (!deleted && (record.ptr[ATTRIBUTE] & DELETED) == 0 &&
            is_number(mail_u16(record.ptr + NUMBER))) {
            return read_hudson_message(store, message, offset);
        }
    }
}

const struct mail_format mail_hudson = {
    .name = "hudson",
    .names = {{"msghdr.bbs", MAIL_FIRST},
              {"msgtxt.bbs", MAIL_SECOND},
              {"msgidx.bbs", MAIL_INDEX},
              {"msginfo.bbs", MAIL_UNREAD},
              {"msgtoidx.bbs", MAIL_UNREAD},
              {"lastread.bbs", MAIL_UNREAD}},
    .seeks = true,
    .has_second = true,
    .listed = MAIL_LISTED_BOARD,
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
