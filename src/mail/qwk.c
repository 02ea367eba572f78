/*
 * QWK (P. Lee, "QWK Mail Packet File Layout", 1.6). messages.dat has blocks of 128 octets: one that
 * says who made it; and for each message a header, in figures and fields filled up with blanks, and
 * the text, whose lines end with E3. control.dat, which has lines, names the conferences.
 */
#include "config.h"

#include "fields.h"
#include "reader.h"

/* A block; the header, and offsets in it. */
enum {
    BLOCK = 128,
    NUMBER = 1,
    NUMBER_SIZE = 7,
    DATE = 8,
    DATE_SIZE = 8,
    TIME = 16,
    TIME_SIZE = 5,
    TO = 21,
    FROM = 46,
    SUBJECT = 71,
    NAME_SIZE = 25,
    BLOCKS = 116,
    BLOCKS_SIZE = 6,
    ACTIVE = 122,
    CONFERENCE = 123,
};
enum { KILLED = 0xE2, LINE_END = 0xE3 };

/* control.dat: octets of it that are read; the line before the conferences, from 1; and how many
 * there may be: each is two lines, its number and its name. */
#define CONTROL_MAX ((size_t)1 << 20)
enum { LAST_LINE = 11, CONFERENCES = 65536 };

/* A field of figures, with blanks around them, as a number; SIZE_MAX where it is none, or too long
 * to be one. */
enum { FIGURES = 7 };
static size_t figures(const unsigned char *at, size_t n)
{
    struct furl_range field = mail_trimmed(mail_string(at, n));
    size_t number = 0;

    for (size_t i = 0; i < field.n; i++) {
        if (!furl_is(field.at[i], FURL_DIGIT) || i >= FIGURES) {
            return SIZE_MAX;
        }
        number = number * 10 + (field.at[i] - (size_t)'0');
    }
    return field.n > 0 ? number : SIZE_MAX;
}

static bool is_header(struct furl_range block)
{
    size_t blocks = block.n == BLOCK ? figures(block.at + BLOCKS, BLOCKS_SIZE) : 0;
    bool is = blocks >= 1 && blocks < SIZE_MAX;

    for (size_t i = 0; is && i < DATE_SIZE; i++) {
        is = i % 3 == 2 || block.at[DATE + i] == ' ' || furl_is(block.at[DATE + i], FURL_DIGIT);
    }
    return is;
}

static bool is_plausible(struct furl_range front, uint64_t size)
{
    return front.n >= BLOCK && furl_is(front.at[0], FURL_LETTER) &&
           (size == BLOCK || is_header(mail_part(front, BLOCK, BLOCK)));
}

/* Takes a line of control.dat off its front. */
static struct furl_range take_line(struct furl_range *control)
{
    struct furl_range line = mail_line(*control);

    furl_skip(control, line.n);
    return mail_trimmed(line);
}

/* Where the line with a conference's name begins, for each number, 4 octets of store->notes; 0:
 * nowhere. Returns whether there was memory. */
static bool note_conferences(struct mail_store *store)
{
    struct furl_range control = mail_source_at(&store->sources[MAIL_SECOND], 0, CONTROL_MAX);
    struct furl_range rest = control;

    if (control.n == 0) {
        return true;
    }
    store->place.qwk.control = control;
    if (!furl_buffer_reserve(&store->notes, (size_t)4 * CONFERENCES)) {
        return false;
    }
    memset(store->notes.at, 0, (size_t)4 * CONFERENCES);
    for (int line = 1; line <= LAST_LINE; line++) {
        take_line(&rest);
    }
    while (rest.n > 0) {
        struct furl_range line = take_line(&rest);
        size_t number = figures(line.at, line.n);
        if (number < CONFERENCES) {
            mail_set_u32(store->notes.at + 4 * number, (uint32_t)(control.n - rest.n));
            take_line(&rest);
        }
    }
    return true;
}

/* Where the line with the name of a conference begins; 0: nowhere. */
static uint32_t line_of(const struct mail_store *store, unsigned number)
{
    const unsigned char *notes = store->notes.at;

    return notes != NULL ? mail_u32(notes + (size_t)4 * number) : 0;
}

/* The name of a conference; its number where it has none. In old packets that is one octet, and a
 * blank after it. */
static struct furl_range conference(struct mail_store *store, unsigned number)
{
    if (line_of(store, number) == 0 && number >> 8 == ' ') {
        number &= 0xFF;
    }
    uint32_t at = line_of(store, number);
    struct furl_range rest = mail_part(store->place.qwk.control, at, CONTROL_MAX);
    struct furl_range name = at > 0 ? take_line(&rest) : rest;

    return at > 0 && name.n > 0 ? name : mail_in_digits(store, number);
}

/* The text of the blocks, with CR at the ends of lines, and without what fills up the last block.
 * Returns whether there was memory. */
static bool read_text(struct mail_store *store, struct furl_range blocks, struct furl_range *text)
{
    if (!furl_buffer_reserve(&store->joined, blocks.n + 1)) {
        return false;
    }
    size_t n = blocks.n;
    while (n > 0 && (blocks.at[n - 1] == ' ' || blocks.at[n - 1] == '\0')) {
        n--;
    }
    for (size_t i = 0; i < n; i++) {
        store->joined.at[i] = blocks.at[i] == LINE_END ? '\r' : blocks.at[i];
    }
    *text = (struct furl_range){store->joined.at, n};
    return true;
}

/* Reads the message at the offset, of so many octets with its header. */
static enum mail_result read_message(struct mail_store *store, struct mail_draft *draft,
                                     uint64_t at, size_t wanted)
{
    struct furl_range octets = mail_source_at(&store->sources[0], at, wanted);
    const unsigned char *header = octets.at;

    if (!read_text(store, mail_part(octets, BLOCK, wanted), &draft->body)) {
        store->trouble = MAIL_NO_MEMORY;
        return MAIL_FAILED;
    }
    draft->message.number = store->number;
    draft->message.area = conference(store, mail_u16(header + CONFERENCE));
    draft->message.to = mail_trimmed(mail_string(header + TO, NAME_SIZE));
    draft->message.from = mail_trimmed(mail_string(header + FROM, NAME_SIZE));
    draft->message.subject = mail_trimmed(mail_string(header + SUBJECT, NAME_SIZE));
    draft->date = mail_date_figures((struct furl_range){header + DATE, DATE_SIZE},
                                    (struct furl_range){header + TIME, TIME_SIZE});
    if (octets.n < wanted) {
        mail_incomplete(store, "text has fewer blocks than the header says", at);
    }
    return MAIL_MESSAGE;
}

/* Goes on to the next block that may be a header. */
static enum mail_result find_header(struct mail_store *store, uint64_t at)
{
    struct furl_range block;

    do {
        store->place.qwk.at += BLOCK;
        block = mail_source_at(&store->sources[0], store->place.qwk.at, BLOCK);
    } while (block.n == BLOCK && !is_header(block));
    return mail_damaged(store, "no header is where the next one is to be", at);
}

static bool begin(struct mail_store *store)
{
    store->place.qwk.at = BLOCK;
    if (!note_conferences(store)) {
        store->trouble = MAIL_NO_MEMORY;
    }
    return true;
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    for (;;) {
        uint64_t at = store->place.qwk.at;
        struct furl_range block = mail_source_at(&store->sources[0], at, BLOCK);
        if (block.n == 0) {
            return MAIL_END;
        }
        if (!is_header(block)) {
            return find_header(store, at);
        }
        size_t wanted = figures(block.at + BLOCKS, BLOCKS_SIZE) * BLOCK;
        size_t number = figures(block.at + NUMBER, NUMBER_SIZE);
        bool killed = block.at[ACTIVE] == KILLED;
        store->place.qwk.at = at + wanted;
        store->number = number < SIZE_MAX ? number : store->number + 1;
        if (!killed && wanted - BLOCK > store->settings.most) {
            mail_incomplete(store, "message is too long", at);
            return MAIL_DAMAGE;
        }
        if (!killed) {
            return read_message(store, draft, at, wanted);
        }
    }
}

const struct mail_format mail_qwk = {"qwk", NULL, false, false, is_plausible, begin, next};
