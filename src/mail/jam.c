/*
 * JAM (JAM-001, 1 July 1993). The file of headers, .jhr, has a header of its own, and then the
 * headers of messages, one after the other: fixed numbers, and subfields, which have names, kludges
 * and what else there is. The file of texts, .jdt, has the texts, where headers say.
 *
 * A header is found by its mark, and its subfields end where the next mark begins, whatever it says
 * of their length: what is wrong, hides no other message. Texts have, all together, no more octets
 * than their file, so that nobody can have one text read over and over.
 */
#include "config.h"

#include "fields.h"
#include "reader.h"

/* The base's header ("MessageBase header"). */
enum { BASE = 1024 };

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

/* Takes the subfields. Returns the octets of those that are whole. */
static size_t take_subfields(struct mail_draft *draft, struct furl_range octets)
{
    size_t at = 0;

    while (octets.n - at >= SUBFIELD && memcmp(octets.at + at, mark, sizeof mark) != 0) {
        size_t length = mail_u32(octets.at + at + LENGTH);
        if (length > octets.n - at - SUBFIELD) {
            break;
        }
        take_subfield(draft, mail_u16(octets.at + at), mail_part(octets, at + SUBFIELD, length));
        at += SUBFIELD + length;
    }
    return at;
}

/* Reads the message whose header this is, at the offset. */
static enum mail_result read_message(struct mail_store *store, struct mail_draft *draft,
                                     const unsigned char header[HEADER], uint64_t at)
{
    size_t wanted = mail_u32(header + SUBFIELDS_LENGTH);
    size_t most = wanted < SUBFIELDS_MAX ? wanted : SUBFIELDS_MAX;
    struct furl_range subfields = mail_source_at(&store->sources[0], at + HEADER, most);
    size_t whole = take_subfields(draft, subfields);
    uint64_t offset = mail_u32(header + TEXT_OFFSET);
    uint64_t length = mail_u32(header + TEXT_LENGTH);

    store->place.jam.at = at + HEADER + whole;
    store->place.jam.lost = whole < wanted;
    if ((mail_u32(header + ATTRIBUTE) & DELETED) != 0) {
        return MAIL_END;
    }
    store->number = mail_u32(header + NUMBER);
    draft->message.number = store->number;
    draft->message.area = store->name;
    draft->netmail = draft->netmail || (mail_u32(header + ATTRIBUTE) & NETMAIL) != 0;
    draft->date = mail_date_unix(mail_u32(header + DATE_WRITTEN));
    length = mail_share(&store->place.jam.left, &store->sources[1], offset, length);
    if (length > store->settings.most) {
        mail_incomplete(store, "message is too long", at);
        return MAIL_DAMAGE;
    }
    draft->body = mail_source_at(&store->sources[1], offset, (size_t)length);
    if (whole < wanted) {
        mail_incomplete(store, "subfields are shorter than the header says", at);
    } else if (draft->body.n < mail_u32(header + TEXT_LENGTH)) {
        mail_incomplete(store, "text is shorter than the header says", at);
    }
    return MAIL_MESSAGE;
}

/* Reads the base's header. Returns whether it is one. */
static bool begin(struct mail_store *store)
{
    struct furl_range base = mail_source_at(&store->sources[0], 0, BASE);

    store->place.jam.at = BASE;
    store->place.jam.left = store->sources[1].file.size;
    return is_plausible(base, BASE);
}

/* Goes on to the next mark. */
static void find_mark(struct mail_store *store)
{
    struct mail_source *source = &store->sources[0];

    store->place.jam.at =
        mail_source_find(source, store->place.jam.at, source->file.size, mark, sizeof mark);
    store->place.jam.lost = false;
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    struct mail_source *source = &store->sources[0];

    for (;;) {
        if (store->place.jam.lost) {
            find_mark(store);
        }
        uint64_t at = store->place.jam.at;
        struct furl_range octets = mail_source_at(source, at, HEADER);
        if (octets.n == 0) {
            return MAIL_END;
        }
        if (octets.n < HEADER || memcmp(octets.at, mark, sizeof mark) != 0) {
            store->place.jam.at++;
            store->place.jam.lost = true;
            return mail_damaged(store, "no header is where the next one is to be", at);
        }
        unsigned char header[HEADER];
        memcpy(header, octets.at, HEADER);
        enum mail_result result = read_message(store, draft, header, at);
        if (result != MAIL_END) {
            return result;
        }
        *draft = (struct mail_draft){0}; /* it was deleted */
    }
}

const struct mail_format mail_jam = {"jam", "this is no JAM base", true, true, is_plausible, begin,
                                     next};
