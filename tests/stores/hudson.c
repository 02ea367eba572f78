/* Hudson: RemoteAccess's structures, MSGHDRrecord and MSGTXTrecord. */
#include <stdlib.h>
#include <string.h>

#include "stores.h"

static void put_pascal(struct octets *octets, const char *text, size_t size)
{
    size_t n = strlen(text) < size ? strlen(text) : size;

    put_filling(octets, (char)n, 1);
    put_field(octets, text, size);
}

void put_hudson_record(struct octets *octets, const struct hudson_record *record)
{
    put_u16(octets, record->number);
    put_filling(octets, '\0', 6);
    put_u16(octets, record->block);
    put_u16(octets, record->blocks);
    put_filling(octets, '\0', 12);
    put_u16(octets, record->attribute);
    put_filling(octets, (char)record->board, 1);
    put_pascal(octets, record->time, 5);
    put_pascal(octets, record->date, 8);
    put_pascal(octets, record->to, 35);
    put_pascal(octets, record->from, 35);
    put_pascal(octets, record->subject, 72);
}

void put_hudson_text(struct octets *octets, const unsigned char *text, size_t n, size_t block)
{
    while (n > 0) {
        size_t some = n < block ? n : block;
        put_filling(octets, (char)some, 1);
        put_octets(octets, text, some);
        put_filling(octets, '#', 255 - some);
        text += some;
        n -= some;
    }
}

static void begin(struct store *store)
{
    (void)store;
}

/* Boards are numbers, 7 unless the letter says another. */
static void add(struct store *store, const struct letter *letter)
{
    struct octets *texts = &store->files[STORE_SECOND];
    struct octets text = {0};
    size_t block = texts->n / 256;
    const char *date = letter_dashed_date(letter);
    char day[9] = "";

    put_whole_text(&text, letter, "\r");
    put_hudson_text(texts, text.ptr, text.n, 255);
    free(text.ptr);
    memcpy(day, date, 8);
    put_hudson_record(
        &store->files[STORE_FIRST],
        &(struct hudson_record){
            .number = letter->number,
            .block = (unsigned)block,
            .blocks = (unsigned)(texts->n / 256 - block),
            .attribute = letter_is(letter, "deleted")   ? 1
                         : letter_is(letter, "netmail") ? 4
                                                        : 0,
            .board = letter->area != NULL ? (unsigned)strtoul(letter->area, NULL, 10) : 7,
            .time = letter->date != NULL ? letter->date : date + 8,
            .date = letter->date != NULL ? "" : day,
            .to = letter->to,
            .from = letter->from,
            .subject = letter->subject});
}

static void enter(struct store *store, uint32_t which)
{
    put_u16(&store->files[STORE_INDEX], which & 0xFFFF);
    put_filling(&store->files[STORE_INDEX], 7, 1);
}

const struct store_format store_hudson = {
    .name = "hudson",
    .files = {"%s/msghdr.bbs", "%s/msgtxt.bbs", "%s/msgidx.bbs"},
    .begin = begin,
    .add = add,
    .enter = enter};
