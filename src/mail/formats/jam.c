/*
 * JAM (JAM-001, 1 July 1993). The file of headers, .jhr, begins with a header of its own. The
 * headers of messages follow. Each has fixed numbers, and subfields for names, kludges and other
 * data. The file of texts, .jdt, has the texts at the offsets that headers give. The index, .jdx,
 * has the offset of each message's header, in the order of the messages. The order in .jhr can
 * differ, because a header that grows moves to the end.
 *
 * GoldED, Husky (smapi) and CrashMail (jamlib) read only headers that the index names, even if .jhr
 * has more messages. So does this reader. An index without entries is used only if .jhr has no
 * messages either, because GoldED makes an empty index if there is none. The reader skips entries
 * that name no header, or name a header again. Each entry without a header can cost a read. After
 * several of them, or at the end of an index with skipped entries, the reader leaves the index. It
 * then reads the headers after all headers seen, in the order of the file.
 *
 * In that order, the reader finds a header by its signature, and ends its subfields where the next
 * signature begins, whatever length the header gives. Damage therefore hides no other message. The
 * octets of texts that are read again are together no more than the size of .jdt, so that nobody
 * can have one text read over and over. Headers that the index names have such a limit, too.
 */
#include "config.h"

#include <assert.h>

#include "mail/reader.h"

/* The base's header ("MessageBase header"), and the offset of the number of messages in it. */
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
static const unsigned char signature[4] = {'J', 'A', 'M', 0};

/* Attributes ("Message attributes"). */
#define DELETED 0x80000000u
#define NETMAIL 0x02000000u
#define PRIVATE 0x00000004u

/* A subfield: its identifier, 2 reserved octets, its length ("Subfields"). */
enum { SUBFIELD = 8, LENGTH = 4, DESTINATION = 1, FTS_KLUDGE = 2000, SEENBY2D, PATH2D };

/* Subfields that are fields of a message, the offsets of the fields, and whether values are
 * trimmed. */
static const struct {
    unsigned identifier;
    size_t offset;
    bool is_trimmed;
} subfields[] = {
    {0, offsetof(struct mail_message, origin), true},                 /* OADDRESS */
    {2, offsetof(struct mail_message, head.of[MAIL_FROM]), false},    /* SENDERNAME */
    {3, offsetof(struct mail_message, head.of[MAIL_TO]), false},      /* RECEIVERNAME */
    {4, offsetof(struct mail_message, head.of[MAIL_ID]), true},       /* MSGID */
    {5, offsetof(struct mail_message, head.of[MAIL_REPLY]), true},    /* REPLYID */
    {6, offsetof(struct mail_message, head.of[MAIL_SUBJECT]), false}, /* SUBJECT */
    {2004, offsetof(struct mail_message, zone), false},               /* TZUTCINFO */
};

/* The most octets of a message's subfields: names and kludges. */
#define SUBFIELDS_MAX ((size_t)1 << 20)

/* An entry of the index ("Index file"), the place of a header's offset in it, and the offset if the
 * message is gone. */
enum { ENTRY = 8, HEADER_OFFSET = 4 };
#define NO_HEADER 0xFFFFFFFFu

/* The number of entries without a header after which the reader leaves the index. */
#define BREAKS_MAX 16u

/* The position of the reader. */
struct position {
    struct mail_walk headers;
    struct mail_reread_budget texts;
    bool lost;       /* the walk's end may be no header, so search from there */
    bool by_index;   /* the index names the next header */
    uint64_t entry;  /* offset of the next entry */
    unsigned breaks; /* number of entries so far that name no header */
    bool doubled;    /* an entry named a header again */
};
MAIL_HAS_POSITION(struct position);

/* Returns whether the octets begin with the base's header. */
static bool is_jam_base(struct furl_range front)
{
    return front.n >= BASE && memcmp(front.ptr, signature, sizeof signature) == 0;
}

/* Returns whether the file is a base. A base contains a message's header, or counts no message, or
 * is truncated in its own header or directly after it. */
static bool is_named(struct mail_source *source)
{
    struct furl_range base = mail_source_at(source, 0, BASE + 1);

    if (base.n <= BASE) {
        return base.n >= sizeof signature && memcmp(base.ptr, signature, sizeof signature) == 0;
    }
    return is_jam_base(base) && (mail_u32(base.ptr + ACTIVE) == 0 ||
                                 mail_source_has(source, BASE, signature, sizeof signature));
}

static bool is_certain(struct furl_range front)
{
    struct furl_range header = mail_part(front, BASE, HEADER);

    return is_jam_base(front) &&
           (header.n == HEADER ? memcmp(header.ptr, signature, sizeof signature) == 0
                               : header.n == 0 && mail_u32(front.ptr + ACTIVE) == 0);
}

static void read_subfield(struct mail_message *message, unsigned identifier,
                          struct furl_range value)
{
    value = mail_before(value, '\0');
    message->signs |= identifier == DESTINATION ? MAIL_HAS_INTL : 0;
    message->signs |= identifier == SEENBY2D || identifier == PATH2D ? MAIL_ECHOMAIL : 0;
    if (identifier == FTS_KLUDGE) {
        mail_kludge_read(message, value);
    }
    for (size_t i = 0; i < sizeof subfields / sizeof subfields[0]; i++) {
        if (subfields[i].identifier == identifier) {
            mail_set_at(message, subfields[i].offset,
                        subfields[i].is_trimmed ? mail_trimmed(value) : value);
        }
    }
}

/* Returns how many octets at the offset are complete subfields, and sets `count` to their number.
 * Reads little more than the subfields. */
static size_t count_subfields(struct mail_source *source, uint64_t offset, size_t most,
                              size_t *count)
{
    uint64_t end = source->file.size;
    size_t n = 0;

    *count = 0;
    most = offset < end && end - offset < most ? (size_t)(end - offset) : most;
    while (most - n >= SUBFIELD) {
        struct furl_range octets = mail_source_at(source, offset, n + SUBFIELD);
        if (octets.n < n + SUBFIELD || memcmp(octets.ptr + n, signature, sizeof signature) == 0) {
            break;
        }
        size_t length = mail_u32(octets.ptr + n + LENGTH);
        if (length > most - n - SUBFIELD) {
            break;
        }
        n += SUBFIELD + length;
        ++*count;
    }
    return n;
}

/* Reads complete subfields into the message. */
static void read_subfields(struct mail_message *message, struct furl_range octets)
{
    while (octets.n >= SUBFIELD) {
        size_t length = mail_u32(octets.ptr + LENGTH);
        read_subfield(message, mail_u16(octets.ptr), mail_part(octets, SUBFIELD, length));
        furl_skip(&octets, length < octets.n - SUBFIELD ? SUBFIELD + length : octets.n);
    }
}

/* Leaves the index. The reader then reads the headers after all headers that the index named, in
 * the order of the file. */
static void leave_index(struct position *position)
{
    position->by_index = false;
    position->lost = true;
}

static const char named_again[] = "the index points to a header twice";

/* A message, according to its header at `offset`. */
struct parts {
    uint64_t offset;
    uint32_t number, attribute, written;
    size_t wanted, present; /* octets of subfields: by the header, and complete */
    struct mail_stretch text;
};

/* Reads the header at the offset without its subfields. Returns whether there is a header. */
static bool look_at_header(struct mail_store *store, uint64_t offset, struct parts *parts)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    struct furl_range header = mail_source_at(source, offset, HEADER);

    if (header.n < HEADER || memcmp(header.ptr, signature, sizeof signature) != 0) {
        return false;
    }
    *parts = (struct parts){
        .offset = offset,
        .number = mail_u32(header.ptr + NUMBER),
        .attribute = mail_u32(header.ptr + ATTRIBUTE),
        .written = mail_u32(header.ptr + DATE_WRITTEN),
        .wanted = mail_u32(header.ptr + SUBFIELDS_LENGTH),
        .text = {mail_u32(header.ptr + TEXT_OFFSET), mail_u32(header.ptr + TEXT_LENGTH)},
    };
    return true;
}

/* Sets `text` to the text of the header at the offset (mail_text_at). Some headers have no text,
 * because programs that delete a message remove its text. */
static bool text_at(struct mail_store *store, uint64_t *ptr, struct mail_stretch *text)
{
    struct parts parts;
    bool is_there = look_at_header(store, *ptr, &parts);

    *ptr += is_there ? (uint64_t)HEADER + parts.wanted : 0;
    *text = is_there ? parts.text : (struct mail_stretch){0};
    return is_there;
}

static const char short_subfields[] = "subfields are shorter than the header says";
static const char short_text[] = "text is shorter than the header says";

/* Sets the text of the message, and reports missing octets. */
static enum mail_result set_text(struct mail_store *store, struct mail_message *message,
                                 const struct parts *parts)
{
    uint64_t end = parts->offset + HEADER + parts->present;
    bool is_intact = parts->present == parts->wanted;
    struct mail_stretch text = mail_clip_text(store, parts->text, is_intact ? text_at : NULL, end,
                                              &position_of(store)->texts);

    if (text.n > store->settings.most) {
        return mail_report_incomplete(store, mail_text_too_long, parts->offset);
    }
    message->body = mail_source_at(&store->sources[MAIL_SECOND], text.offset, (size_t)text.n);
    if (message->body.n < parts->text.n) {
        mail_report_incomplete(store, short_text, parts->offset);
    }
    return MAIL_MESSAGE;
}

/* Reads the message of a header. Returns MAIL_END if the message is deleted. */
static enum mail_result read_jam_message(struct mail_store *store, struct mail_message *message,
                                         struct parts *parts)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    struct position *position = position_of(store);
    uint64_t fields = parts->offset + HEADER;
    size_t count;

    parts->present = count_subfields(
        source, fields, parts->wanted < SUBFIELDS_MAX ? parts->wanted : SUBFIELDS_MAX, &count);
    bool counts_twice = parts->wanted == parts->present + count * SUBFIELD; /* as jamnntpd does */
    parts->wanted = counts_twice ? parts->present : parts->wanted;
    assert(parts->present <= parts->wanted && parts->present <= SUBFIELDS_MAX);
    bool is_intact = parts->present == parts->wanted;
    if (!mail_walk_pass(store, &position->headers, parts->offset, HEADER + parts->present)) {
        leave_index(position);
        return mail_report_damage(store, named_again, parts->offset);
    }
    position->lost = !is_intact;
    if ((parts->attribute & DELETED) != 0) {
        return MAIL_END;
    }
    store->number = parts->number;
    enum mail_result result = set_text(store, message, parts);
    if (result != MAIL_MESSAGE) {
        return result;
    }
    message->head.of[MAIL_AREA] = store->name;
    message->signs |= (parts->attribute & NETMAIL) != 0 ? MAIL_NETMAIL_TYPE_UNSURE : 0;
    message->signs |= (parts->attribute & PRIVATE) != 0 ? MAIL_PRIVATE : 0;
    message->date = mail_date_unix(parts->written);
    struct furl_range octets = mail_source_at(source, fields, parts->present);
    read_subfields(message, octets);
    if (octets.n < parts->wanted) { /* the file may have become shorter */
        mail_report_incomplete(store, short_subfields, parts->offset);
    }
    return MAIL_MESSAGE;
}

/* Reads the base's header. Returns whether the base has one. */
static bool begin(struct mail_store *store)
{
    const struct mail_file *index = &store->sources[MAIL_INDEX].file;
    uint64_t size = store->sources[MAIL_FIRST].file.size;
    struct furl_range base = mail_source_at(&store->sources[MAIL_FIRST], 0, BASE);
    bool is_empty = base.n == BASE && mail_u32(base.ptr + ACTIVE) == 0;

    if (!is_jam_base(base) || (size == BASE && !is_empty)) {
        return false;
    }
    *position_of(store) = (struct position){
        .headers = mail_walk_begin(store, BASE),
        .texts.left = store->sources[MAIL_SECOND].file.size,
        .by_index = index->read != NULL && (index->size >= ENTRY || is_empty),
    };
    return true;
}

/* Finds the next header in the order of the file. Returns MAIL_MESSAGE if there is a header. */
static enum mail_result find_in_file(struct mail_store *store, struct parts *parts)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    struct position *position = position_of(store);
    uint64_t *ptr = &position->headers.end;

    if (position->lost) {
        *ptr = mail_source_find(source, *ptr, source->file.size, signature, sizeof signature);
        position->lost = false;
    }
    if (look_at_header(store, *ptr, parts)) {
        return MAIL_MESSAGE;
    }
    if (mail_source_grows(source, *ptr) || mail_source_at(source, *ptr, 1).n == 0) {
        return MAIL_END;
    }
    position->lost = true;
    return mail_report_damage(store, "no header where the next one should be", (*ptr)++);
}

/* Finds the next header that the index names. Returns MAIL_MESSAGE if there is a header. */
static enum mail_result find_indexed_header(struct mail_store *store, struct parts *parts)
{
    struct mail_source *index = &store->sources[MAIL_INDEX];
    struct position *position = position_of(store);
    struct furl_range entry;

    while (position->breaks < BREAKS_MAX &&
           (entry = mail_source_at(index, position->entry, ENTRY)).n > 0) {
        position->entry += ENTRY; /* even if the entry is still being written */
        if (entry.n < ENTRY && mail_source_grows(index, position->entry - ENTRY)) {
            break;
        }
        if (entry.n < ENTRY) {
            position->breaks++;
            return mail_report_damage(store, "an index entry is cut short", position->headers.end);
        }
        uint64_t offset = mail_u32(entry.ptr + HEADER_OFFSET);
        if (mail_walk_knows(store, &position->headers, offset)) {
            if (!position->doubled) {
                position->doubled = true;
                return mail_report_damage(store, named_again, offset);
            }
            continue;
        }
        if (offset != NO_HEADER && offset >= BASE && look_at_header(store, offset, parts)) {
            return MAIL_MESSAGE;
        }
        if (offset != NO_HEADER && position->breaks++ == 0) {
            return mail_report_damage(store, "no header where the index says there is one", offset);
        }
    }
    if (position->breaks == 0 && !position->doubled) {
        return MAIL_END;
    }
    leave_index(position);
    return find_in_file(store, parts);
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    struct parts parts;
    enum mail_result result;

    do {
        result = position_of(store)->by_index ? find_indexed_header(store, &parts)
                                              : find_in_file(store, &parts);
        if (result != MAIL_MESSAGE) {
            return result;
        }
        result = read_jam_message(store, message, &parts);
    } while (result == MAIL_END);
    return result;
}

const struct mail_format mail_jam = {
    .name = "jam",
    .wrong = "not a JAM base; use -M to detect the format",
    .names = {{".jhr", MAIL_FIRST},
              {".jdt", MAIL_SECOND},
              {".jdx", MAIL_INDEX},
              {".jlr", MAIL_UNREAD}},
    .seeks = true,
    .has_second = true,
    .listed = MAIL_LISTED_PATH,
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
