/*
 * Squish (Squish Developers Kit 2.0, "Squish File Format Specification"). The base's header names
 * the first frame. Each frame names the next and the previous frame. Frames of deleted messages
 * have another type and a chain of their own.
 *
 * A chain can be damaged, or can loop. A frame continues the chain if it names the previous frame,
 * or if it is the next frame after all frames seen. No frame is read twice, within the limits of
 * mail_walk_begin, and the octets that are read again are together no more than the size of the
 * file. If a chain breaks, reading continues at the next frame after all frames seen. After
 * BREAKS_MAX breaks, frames are read in the order of the file, because each jump costs a read.
 */
#include "config.h"

#include <assert.h>

#include "mail/reader.h"

/* The base's header, SQBASE, and offsets in it. */
enum {
    BASE = 256,
    BASE_SIZE = 0,
    BEGIN_FRAME = 104,
    LAST_FRAME = 108,
    END_FRAME = 120,
    FRAME_HEADER_SIZE = 130,
};

/* The number of breaks after which frames are read in the order of the file. */
#define BREAKS_MAX 16u

/* A frame's header, SQHDR. */
enum {
    FRAME = 28,
    NEXT_FRAME = 4,
    PREV_FRAME = 8,
    FRAME_LENGTH = 12,
    MSG_LENGTH = 16,
    CONTROL_LENGTH = 20,
    FRAME_TYPE = 24,
};
static const unsigned char frame_mark[4] = {0x53, 0x44, 0xAE, 0xAF};

/* A message's header, XMSG, and offsets in it. The control information and the text follow the
 * header. */
enum {
    HEADER = 238,
    ATTRIBUTE = 0,
    FROM = 4,
    TO = 40,
    SUBJECT = 76,
    NAME_SIZE = 36,
    SUBJECT_SIZE = 72,
    DATE_WRITTEN = 164,
    FTSC_DATE = 218,
    FTSC_DATE_SIZE = 20,
};
enum { PRIVATE = 1 }; /* attribute */

/* The position of the reader. */
struct position {
    uint64_t next, previous; /* offsets of frames, where `next` is 0 after the last frame */
    uint64_t last;           /* offset of the last frame, according to the base */
    uint64_t end;            /* end of the file, according to the base */
    struct mail_walk frames;
    size_t header;   /* octets of a frame's header */
    uint64_t breaks; /* number of breaks of the chain so far */
};
MAIL_HAS_POSITION(struct position);

/* Returns whether the octets begin with the base's header. */
static bool is_squish_base(struct furl_range front)
{
    return front.n >= BASE && mail_u16(front.ptr + BASE_SIZE) == BASE &&
           mail_u16(front.ptr + FRAME_HEADER_SIZE) >= FRAME &&
           (mail_u32(front.ptr + BEGIN_FRAME) == 0 || mail_u32(front.ptr + BEGIN_FRAME) >= BASE);
}

/* Returns whether the file is a base. A base contains a frame, or says that it has none, or is
 * truncated in its header or directly after it. */
static bool is_named(struct mail_source *source)
{
    struct furl_range base = mail_source_at(source, 0, BASE + 1);

    if (base.n <= BASE) {
        return base.n >= 2 && mail_u16(base.ptr + BASE_SIZE) == BASE;
    }
    return is_squish_base(base) && (mail_u32(base.ptr + BEGIN_FRAME) == 0 ||
                                    mail_source_has(source, BASE, frame_mark, sizeof frame_mark));
}

static bool is_certain(struct furl_range front)
{
    bool is = is_squish_base(front);
    uint64_t offset = is ? mail_u32(front.ptr + BEGIN_FRAME) : 0;
    struct furl_range frame = mail_part(front, offset < front.n ? (size_t)offset : front.n, FRAME);

    return is && (offset == 0
                      ? front.n == BASE
                      : frame.n == FRAME && memcmp(frame.ptr, frame_mark, sizeof frame_mark) == 0);
}

/* Reads the base's header. Returns whether the base has one. */
static bool begin(struct mail_store *store)
{
    struct furl_range base = mail_source_at(&store->sources[MAIL_FIRST], 0, BASE);

    if (!is_squish_base(base) ||
        (store->sources[MAIL_FIRST].file.size == BASE && mail_u32(base.ptr + BEGIN_FRAME) != 0)) {
        return false;
    }
    *position_of(store) = (struct position){
        .next = mail_u32(base.ptr + BEGIN_FRAME),
        .last = mail_u32(base.ptr + LAST_FRAME),
        .end = mail_u32(base.ptr + END_FRAME),
        .frames = mail_walk_begin(store, BASE),
        .header = mail_u16(base.ptr + FRAME_HEADER_SIZE),
    };
    return true;
}

/* Returns the offset of the next frame of a message after all frames seen, or 0 if there is none.
 * Skips other frames. */
static uint64_t next_frame(struct mail_store *store)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint64_t end = source->file.size;
    uint64_t offset = position_of(store)->frames.end;

    while ((offset = mail_source_find(source, offset, end, frame_mark, sizeof frame_mark)) < end) {
        struct furl_range frame = mail_source_at(source, offset, FRAME);
        if (frame.n < FRAME || mail_u16(frame.ptr + FRAME_TYPE) == 0) {
            return frame.n < FRAME ? 0 : offset;
        }
        uint64_t length = mail_u32(frame.ptr + FRAME_LENGTH);
        offset += length < end - offset ? FRAME + length : 1;
    }
    return 0;
}

/* Returns whether `frame` is the frame of a message and continues the chain: it names the previous
 * frame, or no other frame is between them. */
static bool chain_continues(struct mail_store *store, const unsigned char *frame)
{
    const struct position *position = position_of(store);
    uint64_t offset = position->next;

    return memcmp(frame, frame_mark, sizeof frame_mark) == 0 && mail_u16(frame + FRAME_TYPE) == 0 &&
           (mail_u32(frame + PREV_FRAME) == position->previous ||
            (offset >= position->frames.end && next_frame(store) == offset));
}

/* Returns whether the octets are the header of a message's frame, and not text with the mark of
 * frames. The offsets and the length in a header are less than `size`, the size of the file. */
static bool is_frame(struct furl_range frame, uint64_t size)
{
    return frame.n == FRAME && mail_u16(frame.ptr + FRAME_TYPE + 2) == 0 &&
           mail_u32(frame.ptr + NEXT_FRAME) < size && mail_u32(frame.ptr + PREV_FRAME) < size &&
           mail_u32(frame.ptr + FRAME_LENGTH) < size;
}

/* Returns the offset of the next frame's header at or after `offset`, or `end` if there is none
 * before `end`. */
static uint64_t find_frame(struct mail_source *source, uint64_t offset, uint64_t end)
{
    for (;; offset++) {
        offset = mail_source_find(source, offset, end, frame_mark, sizeof frame_mark);
        struct furl_range frame =
            offset < end ? mail_source_at(source, offset, FRAME) : (struct furl_range){0};
        if (offset >= end || is_frame(frame, source->file.size)) {
            return offset;
        }
    }
}

/* Returns how many octets of a frame's message are in the frame, in the file and before the next
 * frame. The next frame is where the frame says, if that is within the frame's length, or else at
 * the next mark. */
static uint64_t length_of(struct mail_store *store, const unsigned char *frame)
{
    uint64_t length = mail_u32(frame + MSG_LENGTH);
    uint64_t room = mail_u32(frame + FRAME_LENGTH);
    uint64_t next = mail_u32(frame + NEXT_FRAME);
    uint64_t offset = position_of(store)->next + position_of(store)->header;
    struct mail_source *source = &store->sources[MAIL_FIRST];

    mail_source_reaches(source, offset + length);
    uint64_t end = source->file.size;
    room = end >= offset ? mail_lesser(room, end - offset) : room;
    if (next >= offset && next - offset <= room) {
        room = next - offset;
    } else if (end >= offset) {
        uint64_t found = find_frame(source, offset, offset + mail_lesser(length, room));
        assert(found >= offset && found - offset <= room);
        room = found - offset;
    }
    return mail_lesser(length, room);
}

/* Reads the message of the frame at the offset, which has `length` octets after the frame's
 * header. */
static enum mail_result read_frame(struct mail_store *store, struct mail_message *message,
                                   uint64_t offset, uint64_t length, const unsigned char *frame)
{
    uint64_t control = mail_u32(frame + CONTROL_LENGTH);
    uint64_t wanted = mail_u32(frame + MSG_LENGTH);

    if (length > HEADER && length - HEADER > store->settings.most) {
        return mail_report_skipped(store, mail_text_too_long, offset);
    }
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST],
                                              offset + position_of(store)->header, (size_t)length);
    if (octets.n < HEADER) {
        return mail_report_skipped(store, "message has no header", offset);
    }
    store->number++;
    message->head.of[MAIL_AREA] = store->name;
    if (octets.n < wanted || control > octets.n - HEADER) {
        mail_report_incomplete(store, "message is shorter than its frame says", offset);
    }
    control = mail_lesser(control, octets.n - HEADER);
    message->head.of[MAIL_FROM] = mail_part(octets, FROM, NAME_SIZE);
    message->head.of[MAIL_TO] = mail_part(octets, TO, NAME_SIZE);
    message->head.of[MAIL_SUBJECT] = mail_part(octets, SUBJECT, SUBJECT_SIZE);
    message->written = mail_part(octets, FTSC_DATE, FTSC_DATE_SIZE);
    message->date = mail_date_dos(mail_u32(octets.ptr + DATE_WRITTEN));
    message->signs |= (octets.ptr[ATTRIBUTE] & PRIVATE) != 0 ? MAIL_PRIVATE : 0;
    message->controls = mail_part(octets, HEADER, (size_t)control);
    message->body = mail_part(octets, HEADER + (size_t)control, octets.n);
    return MAIL_MESSAGE;
}

/* Ends the messages, and reports a truncated base. Deleted messages can follow or be between the
 * messages, and can be cut, too. */
static enum mail_result end_store(struct mail_store *store)
{
    uint64_t size = store->sources[MAIL_FIRST].file.size;
    bool is_truncated = position_of(store)->end > size;

    position_of(store)->end = 0;
    return is_truncated
               ? mail_report_and_end(store, "the base is shorter than its header says", size)
               : MAIL_END;
}

static const char looping[] = "the chain of frames loops";

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    struct position *position = position_of(store);
    unsigned char frame[FRAME] = {0};

    if (position->breaks >= BREAKS_MAX) {
        position->next = next_frame(store);
    }
    uint64_t offset = position->next;
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], offset, FRAME);
    if (offset > 0 && octets.n == FRAME) {
        memcpy(frame, octets.ptr, FRAME);
    }
    if (offset == 0 && position->previous == position->last) {
        return end_store(store);
    }
    bool goes = offset > 0 && chain_continues(store, frame);
    if (!goes || mail_walk_knows(store, &position->frames, offset)) {
        position->next = next_frame(store);
        if (offset == 0 && position->next == 0) {
            return end_store(store);
        }
        position->breaks++;
        return mail_report_damage(store, goes ? looping : "the chain of frames is broken", offset);
    }
    uint64_t length = length_of(store, frame);
    if (!mail_walk_pass(store, &position->frames, offset, position->header + length)) {
        return mail_report_and_end(store, looping, offset);
    }
    position->previous = offset;
    position->next = mail_u32(frame + NEXT_FRAME);
    return read_frame(store, message, offset, length, frame);
}

const struct mail_format mail_squish = {
    .name = "squish",
    .wrong = "not a Squish base; use -M to detect the format",
    .names = {{".sqd", MAIL_FIRST}, {".sqi", MAIL_UNREAD}, {".sql", MAIL_UNREAD}},
    .seeks = true,
    .listed = MAIL_LISTED_PATH,
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
