/*
 * JAM (JAM-001, 1 July 1993). The file of headers, .jhr, has a header of its own, and then the
 * headers of messages, one after the other: fixed numbers, and subfields, which have names, kludges
 * and what else there is. The file of texts, .jdt, has the texts, where headers say. The index,
 * .jdx, has where the header of each message is, in the order of the messages: a header that grew
 * was moved to the end of .jhr.
 *
 * GoldED, Husky (smapi) and CrashMail (jamlib) read no header that the index does not name,
 * whatever number of messages .jhr has. So does this reader. But an index without entries counts
 * only if .jhr has no messages either, since GoldED makes an empty one where there is none. Entries
 * that name no header are passed over; after some of them, since each may cost a read, or at the
 * end of such an index, the headers after all those seen are read in the order of the file.
 *
 * There, a header is found by its mark, and its subfields end where the next mark begins, whatever
 * it says of their length: what is wrong, hides no other message. Texts have, all together, no more
 * octets than their file, so that nobody can have one text read over and over; so have the headers
 * that the index names.
 */
#include "config.h"

#include "control.h"
#include "fields.h"
#include "reader.h"

/* The base's header ("MessageBase header"), and in it the number of messages. */
enum { BASE = 1024, ACTIVE = 12 };

/* A message's header ("Message header"), and offsets in it. */
enum {
    HEADER = 76,
    SUBFIELDS_LENGTH = 8,
    DATE_WRITTEN = 36,
    NUMBER = 48,
    ATTRIBUTE = 52,
    TEXT_OFFSET = 60,
    TEXT_LENGTH = 64,
};
static const unsigned char mark[4] = {'J', 'A', 'M', 0};

/* Attributes ("Message attributes"). */
#define DELETED 0x80000000u
#define NETMAIL 0x02000000u

/* A subfield: its identifier, 2 octets reserved, its length; and the identifiers ("Subfields"). */
enum {
    SUBFIELD = 8,
    LENGTH = 4,
    SENDER_NAME = 2,
    RECEIVER_NAME = 3,
    MSGID = 4,
    SUBJECT = 6,
    FTS_KLUDGE = 2000,
    TZUTC = 2004,
};

/* The octets that the subfields of a message may have: names and kludges. */
#define SUBFIELDS_MAX ((size_t)1 << 20)

/* An entry of the index ("Index file"), in it the offset of a header, and what that is where there
 * is no message any more. */
enum { ENTRY = 8, HEADER_OFFSET = 4 };
#define NO_HEADER 0xFFFFFFFFu

/* How many entries may name no header. */
#define BREAKS_MAX 16u

static bool is_plausible(struct furl_range front, uint64_t size)
{
    return size >= BASE && front.n >= BASE && memcmp(front.at, mark, sizeof mark) == 0;
}

/* Of subfields that say the same thing the first one counts. */
static void take_first(struct furl_range *part, struct furl_range value)
{
    *part = part->n > 0 ? *part : value;
}

static void take_subfield(struct mail_draft *draft, unsigned identifier, struct furl_range value)
{
    struct mail_message *message = &draft->message;

    value = mail_before(value, '\0');
    switch (identifier) {
    case SENDER_NAME:
        take_first(&message->from, value);
        break;
    case RECEIVER_NAME:
        take_first(&message->to, value);
        break;
    case SUBJECT:
        take_first(&message->subject, value);
        break;
    case MSGID:
        take_first(&message->id, mail_trimmed(value));
        break;
    case FTS_KLUDGE:
        mail_take_control(draft, value);
        break;
    case TZUTC:
        take_first(&draft->zone, value);
        break;
    default:
        break;
    }
}

/* How many of the octets at the offset are whole subfields. Little more than these is read. */
static size_t whole_subfields(struct mail_source *source, uint64_t offset, size_t most)
{
    uint64_t end = source->file.size;
    size_t n = 0;

    most = offset < end && end - offset < most ? (size_t)(end - offset) : most;
    while (most - n >= SUBFIELD) {
        struct furl_range octets = mail_source_at(source, offset, n + SUBFIELD);
        if (octets.n < n + SUBFIELD || memcmp(octets.at + n, mark, sizeof mark) == 0) {
            break;
        }
        size_t length = mail_u32(octets.at + n + LENGTH);
        if (length > most - n - SUBFIELD) {
            break;
        }
        n += SUBFIELD + length;
    }
    return n;
}

/* Takes subfields that are whole. */
static void take_subfields(struct mail_draft *draft, struct furl_range octets)
{
    while (octets.n >= SUBFIELD) {
        size_t length = mail_u32(octets.at + LENGTH);
        take_subfield(draft, mail_u16(octets.at), mail_part(octets, SUBFIELD, length));
        furl_skip(&octets, length < octets.n - SUBFIELD ? SUBFIELD + length : octets.n);
    }
}

/* Goes on in the order of the file, after all headers that the index named. */
static void leave_index(struct mail_store *store)
{
    store->place.jam.by_index = false;
    store->place.jam.lost = true;
}

/* Goes on after a header at the offset, of so many octets with its subfields, which may be whole.
 * Returns whether it may be read: those that the index names have, together, no more octets than
 * the file. */
static bool take_header(struct mail_store *store, uint64_t offset, uint64_t n, bool whole)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint64_t end = offset + n;

    if (store->place.jam.by_index &&
        mail_share(&store->place.jam.headers_left, source, offset, n) == 0) {
        leave_index(store);
        return false;
    }
    store->place.jam.at = end > store->place.jam.at ? end : store->place.jam.at;
    store->place.jam.lost = !whole;
    return true;
}

/* Sets the text of the message whose header this is, and what is wrong with it. */
static enum mail_result read_text(struct mail_store *store, struct mail_draft *draft,
                                  const unsigned char header[HEADER], uint64_t at)
{
    struct mail_source *source = &store->sources[MAIL_SECOND];
    uint64_t offset = mail_u32(header + TEXT_OFFSET);
    uint64_t wanted = mail_u32(header + TEXT_LENGTH);
    uint64_t length = mail_share(&store->place.jam.left, source, offset, wanted);

    if (length > store->settings.most) {
        mail_incomplete(store, "message is too long", at);
        return MAIL_DAMAGE;
    }
    draft->body = mail_source_at(source, offset, (size_t)length);
    if (draft->body.n < wanted) {
        mail_incomplete(store, "text is shorter than the header says", at);
    }
    return MAIL_MESSAGE;
}

/* Reads the message whose header this is, at the offset. Returns MAIL_END if it was deleted. */
static enum mail_result read_message(struct mail_store *store, struct mail_draft *draft,
                                     const unsigned char header[HEADER], uint64_t at)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint32_t attribute = mail_u32(header + ATTRIBUTE);
    size_t wanted = mail_u32(header + SUBFIELDS_LENGTH);
    size_t most = wanted < SUBFIELDS_MAX ? wanted : SUBFIELDS_MAX;
    size_t whole = whole_subfields(source, at + HEADER, most);

    if (!take_header(store, at, HEADER + whole, whole == wanted)) {
        return mail_damaged(store, "the index names headers over and over", at);
    }
    if ((attribute & DELETED) != 0) {
        return MAIL_END;
    }
    take_subfields(draft, mail_source_at(source, at + HEADER, whole));
    store->number = mail_u32(header + NUMBER);
    draft->message.number = store->number;
    draft->message.area = store->name;
    draft->netmail = draft->netmail || (attribute & NETMAIL) != 0;
    draft->date = mail_date_unix(mail_u32(header + DATE_WRITTEN));
    enum mail_result result = read_text(store, draft, header, at);
    if (result == MAIL_MESSAGE && whole < wanted) {
        mail_incomplete(store, "subfields are shorter than the header says", at);
    }
    return result;
}

/* Reads the base's header. Returns whether it is one. */
static bool begin(struct mail_store *store)
{
    const struct mail_file *index = &store->sources[MAIL_INDEX].file;
    uint64_t size = store->sources[MAIL_FIRST].file.size;
    struct furl_range base = mail_source_at(&store->sources[MAIL_FIRST], 0, BASE);

    if (!is_plausible(base, BASE)) {
        return false;
    }
    store->place.jam.at = BASE;
    store->place.jam.left = store->sources[MAIL_SECOND].file.size;
    store->place.jam.headers_left = size > BASE ? size - BASE : 0;
    store->place.jam.by_index =
        index->read != NULL && (index->size >= ENTRY || mail_u32(base.at + ACTIVE) == 0);
    return true;
}

/* Whether a header begins at the offset. */
static bool is_header(struct mail_store *store, uint64_t offset)
{
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], offset, HEADER);

    return octets.n == HEADER && memcmp(octets.at, mark, sizeof mark) == 0;
}

/* Finds the next header in the order of the file: MAIL_MESSAGE if it is there. */
static enum mail_result find_in_file(struct mail_store *store, uint64_t *at)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];

    if (store->place.jam.lost) {
        store->place.jam.at =
            mail_source_find(source, store->place.jam.at, source->file.size, mark, sizeof mark);
        store->place.jam.lost = false;
    }
    *at = store->place.jam.at;
    if (is_header(store, *at)) {
        return MAIL_MESSAGE;
    }
    if (mail_source_at(source, *at, 1).n == 0) {
        return MAIL_END;
    }
    store->place.jam.at++;
    store->place.jam.lost = true;
    return mail_damaged(store, "no header is where the next one is to be", *at);
}

/* Finds the next header that the index names: MAIL_MESSAGE if it is there. */
static enum mail_result find_by_index(struct mail_store *store, uint64_t *at)
{
    while (store->place.jam.breaks < BREAKS_MAX) {
        struct furl_range entry =
            mail_source_at(&store->sources[MAIL_INDEX], store->place.jam.entry, ENTRY);
        store->place.jam.entry += entry.n;
        if (entry.n > 0 && entry.n < ENTRY) {
            store->place.jam.breaks++;
            return mail_damaged(store, "an entry of the index is cut", store->place.jam.at);
        }
        if (entry.n == 0) {
            break;
        }
        *at = mail_u32(entry.at + HEADER_OFFSET);
        if (*at != NO_HEADER && *at >= BASE && is_header(store, *at)) {
            return MAIL_MESSAGE;
        }
        if (*at != NO_HEADER && store->place.jam.breaks++ == 0) {
            return mail_damaged(store, "no header is where the index says", *at);
        }
    }
    if (store->place.jam.breaks == 0) {
        return MAIL_END;
    }
    leave_index(store);
    return find_in_file(store, at);
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    for (;;) {
        unsigned char header[HEADER];
        uint64_t at = 0;
        enum mail_result result =
            store->place.jam.by_index ? find_by_index(store, &at) : find_in_file(store, &at);
        if (result != MAIL_MESSAGE) {
            return result;
        }
        memcpy(header, mail_source_at(&store->sources[MAIL_FIRST], at, HEADER).at, HEADER);
        result = read_message(store, draft, header, at);
        if (result != MAIL_END) {
            return result;
        }
    }
}

const struct mail_format mail_jam = {"jam", "not a JAM base", true, true, is_plausible, begin,
                                     next};
