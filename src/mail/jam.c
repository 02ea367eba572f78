/*
 * JAM (JAM-001, 1 July 1993). The file of headers, .jhr, has a header of its own, and then the
 * headers of messages one after the other: fixed numbers, and subfields for names, kludges and the
 * rest. The file of texts, .jdt, has the texts at the offsets that headers give. The index, .jdx,
 * has the offset of each message's header in the order of the messages: a header that grew was
 * moved to the end of .jhr.
 *
 * GoldED, Husky (smapi) and CrashMail (jamlib) read only headers that the index names, however many
 * messages .jhr has. This reader does the same. But an index without entries counts only if .jhr
 * has no messages either, since GoldED makes an empty one if there is none. Entries that name no
 * header, or the same one again, are skipped. At the end of such an index, or after several entries
 * that name no header, since each may cost a read, the headers after all those seen are read in the
 * order of the file.
 *
 * In that order, a header is found by its mark, and its subfields end where the next mark begins,
 * whatever it says of their length: damage hides no other message. All texts together have no more
 * octets than their file, so that nobody can have one text read over and over. The same holds for
 * the headers that the index names, and for those of deleted messages after them.
 */
#include "config.h"

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
#define DELETED   0x80000000u
#define NETMAIL   0x02000000u
#define ECHOMAIL  0x01000000u
#define LOCALMAIL 0x00800000u

/* A subfield: its identifier, 2 reserved octets, its length; and the identifiers ("Subfields"). */
enum {
    SUBFIELD = 8,
    LENGTH = 4,
    ORIGIN = 0,
    SENDER_NAME = 2,
    RECEIVER_NAME = 3,
    MSGID = 4,
    REPLYID = 5,
    SUBJECT = 6,
    FTS_KLUDGE = 2000,
    TZUTC = 2004,
};

/* The most octets of a message's subfields: names and kludges. */
#define SUBFIELDS_MAX ((size_t)1 << 20)

/* An entry of the index ("Index file"); where it has the offset of a header; and that offset if the
 * message is gone. */
enum { ENTRY = 8, HEADER_OFFSET = 4 };
#define NO_HEADER 0xFFFFFFFFu

/* How many entries may name no header before the index is left. */
#define BREAKS_MAX 16u

/* Whether the octets begin with the base's header. */
static bool is_base(struct furl_range front)
{
    return front.n >= BASE && memcmp(front.at, mark, sizeof mark) == 0;
}

/* A base has a message's header, or says that it has no message, or is truncated in its own header
 * or right after it. */
static bool is_named(struct mail_source *source)
{
    struct furl_range base = mail_source_at(source, 0, BASE + 1);

    if (base.n <= BASE) {
        return base.n >= sizeof mark && memcmp(base.at, mark, sizeof mark) == 0;
    }
    return is_base(base) &&
           (mail_u32(base.at + ACTIVE) == 0 || mail_source_has(source, BASE, mark, sizeof mark));
}

static bool is_certain(struct furl_range front)
{
    struct furl_range header = mail_part(front, BASE, HEADER);

    return is_base(front) &&
           (header.n == HEADER ? memcmp(header.at, mark, sizeof mark) == 0
                               : header.n == 0 && mail_u32(front.at + ACTIVE) == 0);
}

static void read_subfield(struct mail_raw *draft, unsigned identifier, struct furl_range value)
{
    struct mail_message *message = &draft->message;

    value = mail_before(value, '\0');
    switch (identifier) {
    case ORIGIN:
        mail_set_first(&draft->origin, mail_trimmed(value));
        break;
    case SENDER_NAME:
        mail_set_first(&message->head.of[MAIL_FROM], value);
        break;
    case RECEIVER_NAME:
        mail_set_first(&message->head.of[MAIL_TO], value);
        break;
    case SUBJECT:
        mail_set_first(&message->head.of[MAIL_SUBJECT], value);
        break;
    case MSGID:
        mail_set_first(&message->head.of[MAIL_ID], mail_trimmed(value));
        break;
    case REPLYID:
        mail_set_first(&message->head.of[MAIL_REPLY], mail_trimmed(value));
        break;
    case FTS_KLUDGE:
        mail_kludge_read(draft, value);
        break;
    case TZUTC:
        mail_set_first(&draft->zone, value);
        break;
    default:
        break;
    }
}

/* How many octets at the offset are complete subfields. Reads little more than these. */
static size_t count_subfields(struct mail_source *source, uint64_t offset, size_t most)
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

/* Reads complete subfields. */
static void read_subfields(struct mail_raw *draft, struct furl_range octets)
{
    while (octets.n >= SUBFIELD) {
        size_t length = mail_u32(octets.at + LENGTH);
        read_subfield(draft, mail_u16(octets.at), mail_part(octets, SUBFIELD, length));
        furl_skip(&octets, length < octets.n - SUBFIELD ? SUBFIELD + length : octets.n);
    }
}

/* Leaves the index: from now on, reads the headers after all those that it named, in file order. */
static void leave_index(struct mail_store *store)
{
    store->position.jam.by_index = false;
    store->position.jam.lost = true;
}

static const char named_again[] = "the index names a header again";

/* Moves past a header of `n` octets with its subfields. Unless these are `intact`, the next header
 * must be searched for. Returns false if the headers that the index names have more octets than the
 * file. */
static bool pass_header(struct mail_store *store, uint64_t offset, uint64_t n, bool intact)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint64_t end = offset + n;

    if (store->position.jam.by_index &&
        mail_share(&store->position.jam.headers, source, (struct mail_stretch){offset, n}) == 0) {
        leave_index(store);
        return false;
    }
    store->position.jam.at = end > store->position.jam.at ? end : store->position.jam.at;
    mail_note_seen(store, offset);
    store->position.jam.lost = !intact;
    return true;
}

/* A message, as its header at an offset describes it. */
struct parts {
    uint64_t at;
    uint32_t number, attribute, written;
    size_t wanted, present; /* octets of subfields: as it says, and complete ones */
    struct mail_stretch text;
};

/* Reads the header at the offset without its subfields. Returns whether there is one. */
static bool look_at_header(struct mail_store *store, uint64_t at, struct parts *parts)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    struct furl_range header = mail_source_at(source, at, HEADER);

    if (header.n < HEADER || memcmp(header.at, mark, sizeof mark) != 0) {
        return false;
    }
    *parts = (struct parts){
        .at = at,
        .number = mail_u32(header.at + NUMBER),
        .attribute = mail_u32(header.at + ATTRIBUTE),
        .written = mail_u32(header.at + DATE_WRITTEN),
        .wanted = mail_u32(header.at + SUBFIELDS_LENGTH),
        .text = {mail_u32(header.at + TEXT_OFFSET), mail_u32(header.at + TEXT_LENGTH)},
    };
    return true;
}

/* Reads the header at the offset, and finds its subfields. Returns whether there is one. */
static bool read_header(struct mail_store *store, uint64_t at, struct parts *parts)
{
    if (!look_at_header(store, at, parts)) {
        return false;
    }
    size_t most = parts->wanted < SUBFIELDS_MAX ? parts->wanted : SUBFIELDS_MAX;
    parts->present = count_subfields(&store->sources[MAIL_FIRST], at + HEADER, most);
    return true;
}

/* Finds the next text among the headers from the offset on. Some have none, since programs that
 * delete a message remove its text. Moves `at` past its header. Returns false if none of the next
 * MAIL_NEXT_MAX headers has a text. */
static bool next_text(struct mail_store *store, uint64_t *at, struct mail_stretch *text)
{
    struct parts parts;

    for (int i = 0; i < MAIL_NEXT_MAX && look_at_header(store, *at, &parts); i++) {
        *at += (uint64_t)HEADER + parts.wanted;
        if (parts.text.n > 0) {
            *text = parts.text;
            return true;
        }
    }
    return false;
}

/* The text of the message, as far as it belongs to it alone. */
static struct mail_stretch own_text(struct mail_store *store, const struct parts *parts)
{
    struct mail_source *source = &store->sources[MAIL_SECOND];
    struct mail_stretch text = parts->text;
    struct mail_stretch next, after;
    uint64_t at = parts->at + HEADER + parts->present;

    if (parts->present == parts->wanted && next_text(store, &at, &next)) {
        bool is_last = !next_text(store, &at, &after);
        text.n = mail_own_octets(text, next, is_last ? source->file.size : after.offset);
    }
    text.n = mail_share(&store->position.jam.texts, source, text);
    return text;
}

/* Sets the text of the message, and any damage of it. */
static enum mail_result read_text(struct mail_store *store, struct mail_raw *draft,
                                  const struct parts *parts)
{
    struct mail_stretch text = own_text(store, parts);

    if (text.n > store->settings.most) {
        mail_incomplete(store, "message is too long", parts->at);
        return MAIL_DAMAGE;
    }
    draft->body = mail_source_at(&store->sources[MAIL_SECOND], text.offset, (size_t)text.n);
    if (draft->body.n < parts->text.n) {
        mail_incomplete(store, "text is shorter than the header says", parts->at);
    }
    return MAIL_MESSAGE;
}

static const char short_subfields[] = "subfields are shorter than the header says";

/* Checks a deleted message. Returns MAIL_END if it is intact. */
static enum mail_result judge_deleted(struct mail_store *store, const struct parts *parts)
{
    uint64_t size = store->sources[MAIL_SECOND].file.size;
    bool is_truncated = parts->present < parts->wanted;

    if (is_truncated || (parts->text.n > 0 && parts->text.offset + parts->text.n > size)) {
        store->number = parts->number;
        mail_incomplete(store,
                        is_truncated ? short_subfields : "text is shorter than the header says",
                        parts->at);
        return MAIL_DAMAGE;
    }
    return MAIL_END;
}

/* Checks the deleted messages after a header that the index names, since it names none of them.
 * Returns MAIL_END if they are intact. */
static enum mail_result judge_unnamed(struct mail_store *store)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint64_t *at = &store->position.jam.unnamed;
    struct parts parts;

    while (*at > 0 && look_at_header(store, *at, &parts) && (parts.attribute & DELETED) != 0) {
        struct mail_stretch header = {*at, (uint64_t)HEADER + parts.wanted};
        *at += header.n;
        if (mail_share(&store->position.jam.deleted, source, header) == 0) {
            *at = 0;
            break;
        }
        if (*at > source->file.size) {
            *at = 0;
        } else {
            parts.present = parts.wanted;
        }
        if (judge_deleted(store, &parts) != MAIL_END) {
            return MAIL_DAMAGE;
        }
    }
    uint64_t end = *at;
    size_t left = end > 0 ? mail_source_at(source, end, HEADER).n : 0;
    *at = 0;
    return left > 0 && left < HEADER ? mail_damaged(store, "a header is cut short", end) : MAIL_END;
}

static enum mail_kind kind_of(uint32_t attribute)
{
    return (attribute & NETMAIL) != 0                  ? MAIL_NETMAIL
           : (attribute & (ECHOMAIL | LOCALMAIL)) != 0 ? MAIL_ECHOMAIL
                                                       : MAIL_ANY;
}

/* Reads the message of a header. Returns MAIL_END if it is deleted and intact. */
static enum mail_result read_message(struct mail_store *store, struct mail_raw *draft,
                                     const struct parts *parts)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];

    if (!pass_header(store, parts->at, HEADER + parts->present, parts->present == parts->wanted)) {
        return mail_damaged(store, named_again, parts->at);
    }
    if ((parts->attribute & DELETED) != 0) {
        return judge_deleted(store, parts);
    }
    bool is_followed = store->position.jam.by_index && parts->present == parts->wanted;
    store->position.jam.unnamed = is_followed ? parts->at + HEADER + parts->present : 0;
    store->number = parts->number;
    draft->message.head.number = store->number;
    draft->message.head.of[MAIL_AREA] = store->name;
    draft->kind = kind_of(parts->attribute);
    draft->date = mail_date_unix(parts->written);
    enum mail_result result = read_text(store, draft, parts);
    read_subfields(draft, mail_source_at(source, parts->at + HEADER, parts->present));
    if (result == MAIL_MESSAGE && parts->present < parts->wanted) {
        mail_incomplete(store, short_subfields, parts->at);
    }
    return result;
}

/* Reads the base's header. Returns whether it is one. */
static bool begin(struct mail_store *store)
{
    const struct mail_file *index = &store->sources[MAIL_INDEX].file;
    uint64_t size = store->sources[MAIL_FIRST].file.size;
    struct mail_shares headers = {.left = size > BASE ? size - BASE : 0};
    struct furl_range base = mail_source_at(&store->sources[MAIL_FIRST], 0, BASE);

    if (!is_base(base) || (size == BASE && mail_u32(base.at + ACTIVE) != 0)) {
        return false;
    }
    store->position.jam.at = BASE;
    store->position.jam.texts.left = store->sources[MAIL_SECOND].file.size;
    store->position.jam.headers = store->position.jam.deleted = headers;
    store->position.jam.by_index =
        index->read != NULL && (index->size >= ENTRY || mail_u32(base.at + ACTIVE) == 0);
    store->position.jam.unnamed = store->position.jam.by_index ? BASE : 0;
    mail_begin_seen(store);
    return true;
}

/* Whether a header begins at the offset. */
static bool is_header(struct mail_store *store, uint64_t offset)
{
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], offset, HEADER);

    return octets.n == HEADER && memcmp(octets.at, mark, sizeof mark) == 0;
}

/* Finds the next header in the order of the file. Returns MAIL_MESSAGE if there is one. */
static enum mail_result find_in_file(struct mail_store *store, uint64_t *at)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];

    if (store->position.jam.lost) {
        store->position.jam.at =
            mail_source_find(source, store->position.jam.at, source->file.size, mark, sizeof mark);
        store->position.jam.lost = false;
    }
    *at = store->position.jam.at;
    if (is_header(store, *at)) {
        return MAIL_MESSAGE;
    }
    if (mail_source_at(source, *at, 1).n == 0) {
        return MAIL_END;
    }
    store->position.jam.at++;
    store->position.jam.lost = true;
    return mail_damaged(store, "no header where the next one should be", *at);
}

/* Finds the next header that the index names. Returns MAIL_MESSAGE if there is one. */
static enum mail_result find_by_index(struct mail_store *store, uint64_t *at)
{
    while (store->position.jam.breaks < BREAKS_MAX) {
        struct furl_range entry =
            mail_source_at(&store->sources[MAIL_INDEX], store->position.jam.entry, ENTRY);
        store->position.jam.entry += entry.n;
        if (entry.n > 0 && entry.n < ENTRY) {
            store->position.jam.breaks++;
            return mail_damaged(store, "an index entry is cut short", store->position.jam.at);
        }
        if (entry.n == 0) {
            break;
        }
        *at = mail_u32(entry.at + HEADER_OFFSET);
        if (*at < store->position.jam.at && mail_is_seen(store, *at)) {
            if (!store->position.jam.doubled) {
                store->position.jam.doubled = true;
                return mail_damaged(store, named_again, *at);
            }
            continue;
        }
        if (*at != NO_HEADER && *at >= BASE && is_header(store, *at)) {
            return MAIL_MESSAGE;
        }
        if (*at != NO_HEADER && store->position.jam.breaks++ == 0) {
            return mail_damaged(store, "no header where the index says there is one", *at);
        }
    }
    if (store->position.jam.breaks == 0 && !store->position.jam.doubled) {
        return MAIL_END;
    }
    leave_index(store);
    return find_in_file(store, at);
}

static enum mail_result next(struct mail_store *store, struct mail_raw *draft)
{
    enum mail_result result = MAIL_MESSAGE;

    do {
        struct parts parts;
        uint64_t at = 0;
        result = judge_unnamed(store);
        if (result != MAIL_END) {
            return result;
        }
        result =
            store->position.jam.by_index ? find_by_index(store, &at) : find_in_file(store, &at);
        if (result != MAIL_MESSAGE) {
            return result;
        }
        result = read_header(store, at, &parts) ? read_message(store, draft, &parts) : MAIL_END;
    } while (result == MAIL_END);
    return result;
}

const struct mail_format mail_jam = {"jam",    "not a JAM base", true,  true,
                                     is_named, is_certain,       begin, next};
