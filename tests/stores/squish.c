/* Squish: Squish Developers Kit 2.0. */
#include <stdlib.h>
#include <string.h>

#include "stores.h"

/* Offsets in the header of the base, and in that of a frame. */
enum { MESSAGES = 4, HIGHEST = 8, FIRST = 104, LAST = 108, END = 120, NEXT = 4 };

void put_squish_base(struct octets *octets, uint32_t first)
{
    put_u16(octets, SQUISH_BASE);
    put_filling(octets, '\0', FIRST - 2);
    put_u32(octets, first);
    put_filling(octets, '\0', 22);
    put_u16(octets, SQUISH_FRAME);
    put_filling(octets, '\0', 124);
}

void put_squish_frame(struct octets *octets, const struct squish_frame *frame)
{
    put_text(octets, SQUISH_MARK);
    put_u32(octets, frame->next);
    put_u32(octets, frame->previous);
    put_u32(octets, frame->length);
    put_u32(octets, frame->message);
    put_u32(octets, frame->control);
    put_u16(octets, frame->type);
    put_u16(octets, 0);
}

/* A date and a time, in steps of two seconds. */
static uint32_t dos_date(const struct letter_date *when)
{
    int date = (when->year - 1980) << 9 | when->month << 5 | when->day;
    int time = when->hour << 11 | when->minute << 5 | when->second / 2;

    return (uint32_t)date | (uint32_t)time << 16;
}

/* The message's header, control lines, each from its ^A, and the text. */
static void put_message(struct octets *octets, const struct letter *letter, struct octets *control)
{
    put_u32(octets, 0x20000 | (letter_is(letter, "netmail") ? 1 : 0));
    put_field(octets, letter->from, 36);
    put_field(octets, letter->to, 36);
    put_field(octets, letter->subject, 72);
    put_filling(octets, '\0', 16); /* addresses */
    put_u32(octets, letter->date != NULL ? 0 : dos_date(&letter->written));
    put_filling(octets, '\0', 50);
    put_field(octets, letter_fts_date(letter), 20);
    put_octets(octets, control->ptr, control->n);
    put_lines(octets, letter, letter_body(letter), "\r");
    put_filling(octets, '\0', 1);
}

static void put_control(struct octets *octets, const struct letter *letter)
{
    const char *end = letter_body(letter);

    for (const char *ptr = letter->text; ptr < end;) {
        size_t n = strcspn(ptr, "\r\n");
        put_octets(octets, ptr, n);
        ptr += n + (ptr[n] != '\0' ? 1 : 0);
    }
    put_text(octets, letter->zone[0] != '\0' ? "\001TZUTC: " : "");
    put_text(octets, letter->zone);
}

static void begin(struct store *store)
{
    put_squish_base(&store->files[STORE_FIRST], 0);
}

/* Deleted ones are free frames, which the chain leaves out. */
static void add(struct store *store, const struct letter *letter)
{
    struct octets *octets = &store->files[STORE_FIRST];
    struct octets control = {0}, message = {0};
    bool deleted = letter_is(letter, "deleted");
    uint32_t offset = (uint32_t)octets->n;

    put_control(&control, letter);
    put_message(&message, letter, &control);
    struct squish_frame frame = {.previous = deleted ? 0 : (uint32_t)store->last,
                                 .length = (uint32_t)message.n,
                                 .message = (uint32_t)message.n,
                                 .control = (uint32_t)control.n,
                                 .type = deleted ? 1 : 0};
    put_squish_frame(octets, &frame);
    put_octets(octets, message.ptr, message.n);
    if (!deleted) {
        set_u32(octets, store->last > 0 ? store->last + NEXT : FIRST, offset);
        set_u32(octets, LAST, offset);
        store->last = offset;
    }
    free(control.ptr);
    free(message.ptr);
}

static void end(struct store *store)
{
    struct octets *octets = &store->files[STORE_FIRST];

    set_u32(octets, MESSAGES, (uint32_t)store->n);
    set_u32(octets, HIGHEST, (uint32_t)store->n);
    set_u32(octets, END, (uint32_t)octets->n);
}

const struct store_format store_squish = {
    .name = "squish", .files = {"%s.sqd"}, .begin = begin, .add = add, .end = end};
