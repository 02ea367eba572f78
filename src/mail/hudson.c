/*
 * Hudson, of QuickBBS and RemoteAccess (their structures, MSGHDRrecord and MSGTXTrecord).
 * msghdr.bbs has a record for each message. msgtxt.bbs has the texts in blocks of 255 octets, each
 * after its length. msgidx.bbs has, for each record of msghdr.bbs, the number of the message and
 * its board. Strings are Pascal's: a length, and a field of fixed size.
 *
 * Programs list the messages by msgidx.bbs, so a message deleted there is not read. Where
 * msgidx.bbs ends early, msghdr.bbs alone shows what is deleted.
 */
#include "config.h"

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

/* Attributes; the number of a deleted message; the number of boards. */
enum { DELETED = 0x01, NETMAIL = 0x04, NO_MESSAGE = 0xFFFF, BOARDS = 200 };

/* A Pascal string in a field of `n` octets. */
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

/* Whether one of the octets is a control that no text has. */
static bool is_binary(struct furl_range octets)
{
    for (size_t i = 0; i < octets.n; i++) {
        if (octets.at[i] < '\t' || (octets.at[i] > '\r' && octets.at[i] < MAIL_DOS_END)) {
            return true;
        }
    }
    return false;
}

/* A base has a valid record, or no record at all, or its first record is truncated. */
static bool is_named(struct mail_source *source)
{
    uint64_t at = 0;
    struct furl_range record = mail_source_at(source, at, RECORD);
    bool is = record.n == 0 || (record.n < RECORD && is_binary(record));

    while (record.n == RECORD && !is) {
        is = is_record(record.at);
        at += RECORD;
        record =
            mail_source_at(source, at, is || source->file.size == MAIL_SIZE_UNKNOWN ? 0 : RECORD);
    }
    return is;
}

static bool is_certain(struct furl_range front)
{
    return front.n >= RECORD && is_record(front.at) &&
           mail_has_form(pascal(front.at + TIME, TIME_SIZE), "00:00") &&
           mail_has_form(pascal(front.at + DATE, DATE_SIZE), "00-00-00");
}

/* Joins the text of the blocks. Returns false if memory runs out. */
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

/* Where a record says that its text is; zeros if the record is incomplete. */
static struct mail_stretch text_of(struct furl_range record)
{
    return record.n < RECORD
               ? (struct mail_stretch){0}
               : (struct mail_stretch){(uint64_t)mail_u16(record.at + FIRST_BLOCK) * BLOCK,
                                       (uint64_t)mail_u16(record.at + BLOCKS) * BLOCK};
}

/* The first text of the next MAIL_NEXT_MAX records; zeros if they have none. Moves past the records
 * that it looks at. */
static struct mail_stretch next_text(struct furl_range *records)
{
    struct mail_stretch text = {0};

    for (int i = 0; i < MAIL_NEXT_MAX && text.n == 0; i++) {
        text = text_of(*records);
        furl_skip(records, records->n < RECORD ? records->n : RECORD);
    }
    return text;
}

/* The text of the record at the offset, as far as it belongs to it alone. */
static struct mail_stretch own_text(struct mail_store *store, uint64_t at)
{
    struct furl_range records =
        mail_source_at(&store->sources[MAIL_FIRST], at, (1 + 2 * MAIL_NEXT_MAX) * RECORD);
    struct mail_stretch text = text_of(records);
    furl_skip(&records, records.n < RECORD ? records.n : RECORD);
    struct mail_stretch next = next_text(&records);
    struct mail_stretch after = next_text(&records);
    uint64_t end = after.n > 0 ? after.offset : store->sources[MAIL_SECOND].file.size;

    text.n = mail_own_octets(text, next, end);
    text.n = mail_share(&store->position.hudson.texts, &store->sources[MAIL_SECOND], text);
    return text;
}

static enum mail_result read_message(struct mail_store *store, struct mail_raw *draft, uint64_t at)
{
    struct mail_stretch text = own_text(store, at);
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], at, RECORD);
    struct furl_range blocks =
        mail_source_at(&store->sources[MAIL_SECOND], text.offset, (size_t)text.n);

    if (octets.n < RECORD) {
        return mail_over(store, "a record is no longer there", at);
    }
    const unsigned char *record = octets.at;
    uint64_t wanted = (uint64_t)mail_u16(record + BLOCKS) * BLOCK;
    store->number = mail_u16(record + NUMBER);
    if (!join_blocks(store, blocks, &draft->body)) {
        store->trouble = MAIL_NO_MEMORY;
        return MAIL_FAILED;
    }
    if (draft->body.n > store->settings.most) {
        mail_incomplete(store, "message is too long", at);
        return MAIL_DAMAGE;
    }
    draft->message.head.number = store->number;
    draft->message.head.of[MAIL_AREA] = mail_in_digits(store, record[BOARD]);
    draft->message.head.of[MAIL_TO] = pascal(record + TO, NAME_SIZE);
    draft->message.head.of[MAIL_FROM] = pascal(record + FROM, NAME_SIZE);
    draft->message.head.of[MAIL_SUBJECT] = pascal(record + SUBJECT, SUBJECT_SIZE);
    draft->date =
        mail_date_figures(pascal(record + DATE, DATE_SIZE), pascal(record + TIME, TIME_SIZE));
    draft->kind = (record[ATTRIBUTE] & NETMAIL) != 0 ? MAIL_NETMAIL : MAIL_ECHOMAIL;
    if (!is_record(record)) {
        mail_incomplete(store, "a field of the header is not valid", at);
    } else if (blocks.n < wanted) {
        mail_incomplete(store, "text has fewer blocks than the header says", at);
    }
    return MAIL_MESSAGE;
}

static bool begin(struct mail_store *store)
{
    store->position.hudson.texts.left = store->sources[MAIL_SECOND].file.size;
    return true;
}

/* Whether the index says that the record at the offset is deleted. */
static bool is_deleted_in_index(struct mail_store *store, uint64_t at)
{
    struct furl_range entry =
        mail_source_at(&store->sources[MAIL_INDEX], at / RECORD * ENTRY, ENTRY);

    return entry.n == ENTRY && !is_number(mail_u16(entry.at));
}

/* Whether the text of a deleted message is missing, although its record is valid. */
static bool lacks_text(const struct mail_store *store, struct furl_range record)
{
    struct mail_stretch text = text_of(record);

    return is_record(record.at) && text.n > 0 &&
           text.offset + text.n > store->sources[MAIL_SECOND].file.size;
}

static enum mail_result end(struct mail_store *store, uint64_t at)
{
    bool is_truncated = store->sources[MAIL_INDEX].file.size % ENTRY != 0;

    return is_truncated ? mail_over(store, "an index entry is cut short", at) : MAIL_END;
}

static enum mail_result next(struct mail_store *store, struct mail_raw *draft)
{
    for (;;) {
        uint64_t at = store->position.hudson.at;
        bool deleted = is_deleted_in_index(store, at);
        struct furl_range record = mail_source_at(&store->sources[MAIL_FIRST], at, RECORD);
        store->position.hudson.at += record.n;
        if (record.n < RECORD) {
            return record.n == 0 ? end(store, at)
                                 : mail_damaged(store, "a record is cut short", at);
        }
        if (!deleted && !is_deleted(record.at)) {
            return read_message(store, draft, at);
        }
        if (lacks_text(store, record)) {
            return mail_damaged(store, "the text of a deleted message is missing", at);
        }
    }
}

const struct mail_format mail_hudson = {"hudson", NULL,       true,  true,
                                        is_named, is_certain, begin, next};
