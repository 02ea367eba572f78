/* Packets and *.MSG: FTS-0001, "Packet Header", "Packed Message" and "Stored Message". */
#include <string.h>

#include "stores.h"

void put_packet(struct octets *octets)
{
    static const unsigned numbers[] = {1, 2, 1994, 1, 5, 21, 47, 34, 0, 2, 5030, 5020, 0xFE};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put_u16(octets, numbers[i]);
    }
    put_field(octets, "PASSWORD", 8);
    put_filling(octets, '\0', 24);
}

void put_packed_start(struct octets *octets)
{
    static const unsigned numbers[] = {2, 1, 2, 5030, 5020, 0, 0};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put_u16(octets, numbers[i]);
    }
}

static void put_text_with_area(struct octets *octets, const struct letter *letter)
{
    if (letter->area != NULL) {
        put_text(octets, "AREA:");
        put_text(octets, letter->area);
        put_lines(octets, letter, "\n", "\r");
    }
    put_whole_text(octets, letter, "\r");
}

static void begin_packet(struct store *store)
{
    put_packet(&store->files[STORE_FIRST]);
}

static void add_packed(struct store *store, const struct letter *letter)
{
    struct octets *octets = &store->files[STORE_FIRST];

    put_packed_start(octets);
    put_string(octets, letter_fts_date(letter));
    put_string(octets, letter->to);
    put_string(octets, letter->from);
    put_string(octets, letter->subject);
    put_text_with_area(octets, letter);
    put_filling(octets, '\0', 1);
}

static void end_packet(struct store *store)
{
    put_u16(&store->files[STORE_FIRST], 0);
}

static void begin_stored(struct store *store)
{
    (void)store;
}

static void add_stored(struct store *store, const struct letter *letter)
{
    struct octets *octets = &store->files[STORE_FIRST];

    put_field(octets, letter->from, 36);
    put_field(octets, letter->to, 36);
    put_field(octets, letter->subject, 72);
    put_field(octets, letter_fts_date(letter), 20);
    put_filling(octets, '\0', 26);
    put_text_with_area(octets, letter);
    put_filling(octets, '\0', 1);
}

const struct store_format store_pkt = {.name = "pkt",
                                       .files = {"%s.pkt"},
                                       .begin = begin_packet,
                                       .add = add_packed,
                                       .end = end_packet};
const struct store_format store_msg = {
    .name = "msg", .files = {"%s.msg"}, .begin = begin_stored, .add = add_stored};
