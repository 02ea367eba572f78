/*
 * Hudson, of QuickBBS and RemoteAccess (their structures, MSGHDRrecord and MSGTXTrecord).
 * msghdr.bbs has a record for each message; msgtxt.bbs has texts in blocks of 255 octets, each
 * after its length; msgidx.bbs has for each record of msghdr.bbs the number of the message, and its
 * board. Strings are Pascal's: a length, and room.
 *
 * Software lists the messages by msgidx.bbs: what is deleted there is not read. As far as that does
 * not go, msghdr.bbs alone tells what is deleted.
 */
#include "config.h"

#include "fields.h"
#include "reader.h"

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

/* A block of msgtxt.bbs, with its length. */
enum { BLOCK = 256 };

/* A record of msgidx.bbs, which begins with the number. */
enum { ENTRY = 3 };

/* Attributes, and a number, of deleted messages; boards there are. */
enum { DELETED = 0x01, NETMAIL = 0x04, NO_MESSAGE = 0xFFFF, BOARDS = 200 };

/* A string of Pascal's that has room for `n` octets. */
static struct furl_range pascal(const unsigned char *at, size_t n)
{
    return (struct furl_range){at + 1, at[0] < n ? at[0] : n};
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

static bool is_deleted(const unsigned char *record)
{
    return (record[ATTRIBUTE] & DELETED) != 0 || !is_number(mail_u16(record + NUMBER));
}

/* Some records may be damaged, and the last one cut. */
static bool is_plausible(struct furl_range front, uint64_t size)
{
    size_t fine = 0, damaged = 0;

    for (size_t at = 0; front.n - at >= RECORD; at += RECORD) {
        bool is_fine = is_record(front.at + at);
        fine += is_fine ? 1 : 0;
        damaged += is_fine || is_deleted(front.at + at) ? 0 : 1;
    }
    return fine > damaged || (front.n >= RECORD && damaged == 0 && size % RECORD == 0);
}

/* Puts the text of the blocks together. Returns whether there was memory. */
static bool join_blocks(struct mail_store *store, struct furl_range blocks, struct furl_range *text)
{
    if (!furl_buffer_reserve(&store->joined, blocks.n + 1)) {
        return false;
    }
    unsigned char *to = store->joined.at;
    while (blocks.n > 0) {
        struct furl_range block = mail_part(blocks, 1, blocks.at[0]);
        memcpy(to, block.at, block.n);
        to += block.n;
        furl_skip(&blocks, blocks.n < BLOCK ? blocks.n : BLOCK);
    }
    *text = (struct furl_range){store->joined.at, (size_t)(to - store->joined.at)};
    return true;
}

static enum mail_result read_message(struct mail_store *store, struct mail_draft *draft,
                                     const unsigned char *record, uint64_t at)
{
    uint64_t offset = (uint64_t)mail_u16(record + FIRST_BLOCK) * BLOCK;
    uint64_t wanted = (uint64_t)mail_u16(record + BLOCKS) * BLOCK;
    uint64_t length =
        mail_share(&store->place.hudson.left, &store->sources[MAIL_SECOND], offset, wanted);

    store->number = mail_u16(record + NUMBER);
    if (length > store->settings.most) {
        mail_incomplete(store, "message is too long", at);
        return MAIL_DAMAGE;
    }
    struct furl_range blocks = mail_source_at(&store->sources[MAIL_SECOND], offset, (size_t)length);
    if (!join_blocks(store, blocks, &draft->body)) {
        store->trouble = MAIL_NO_MEMORY;
        return MAIL_FAILED;
    }
    draft->message.number = store->number;
    draft->message.area = mail_in_digits(store, record[BOARD]);
    draft->message.to = pascal(record + TO, NAME_SIZE);
    draft->message.from = pascal(record + FROM, NAME_SIZE);
    draft->message.subject = pascal(record + SUBJECT, SUBJECT_SIZE);
    draft->date =
        mail_date_figures(pascal(record + DATE, DATE_SIZE), pascal(record + TIME, TIME_SIZE));
    draft->netmail = (record[ATTRIBUTE] & NETMAIL) != 0;
    if (!is_record(record)) {
        mail_incomplete(store, "a field of the header is not valid", at);
    } else if (blocks.n < wanted) {
        mail_incomplete(store, "text has fewer blocks than the header says", at);
    }
    return MAIL_MESSAGE;
}

static bool begin(struct mail_store *store)
{
    store->place.hudson.left = store->sources[MAIL_SECOND].file.size;
    return true;
}

/* Whether the index says so of the record at the offset. */
static bool is_deleted_in_index(struct mail_store *store, uint64_t at)
{
    struct furl_range entry =
        mail_source_at(&store->sources[MAIL_INDEX], at / RECORD * ENTRY, ENTRY);

    return entry.n == ENTRY && !is_number(mail_u16(entry.at));
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    struct furl_range record;
    bool deleted = false;

    do {
        uint64_t at = store->place.hudson.at;
        deleted = is_deleted_in_index(store, at);
        record = mail_source_at(&store->sources[MAIL_FIRST], at, RECORD);
        store->place.hudson.at += record.n;
    } while (record.n == RECORD && (deleted || is_deleted(record.at)));
    if (record.n == RECORD) {
        return read_message(store, draft, record.at, store->place.hudson.at - RECORD);
    }
    return record.n == 0
               ? MAIL_END
               : mail_damaged(store, "a record is cut", store->place.hudson.at - record.n);
}

const struct mail_format mail_hudson = {"hudson", NULL, true, true, is_plausible, begin, next};
