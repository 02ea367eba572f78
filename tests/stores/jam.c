/* JAM: JAM-001, 1 July 1993. */
#include <stdlib.h>
#include <string.h>

#include "stores.h"

/* The offset of the number of messages in a base. */
enum { ACTIVE = 12 };

void put_jam_base(struct octets *octets, uint32_t messages)
{
    put_field(octets, "JAM", ACTIVE);
    put_u32(octets, messages);
    put_filling(octets, '\0', JAM_BASE - 16);
}

void put_jam_header(struct octets *octets, const struct jam_header *header)
{
    put_field(octets, "JAM", 4);
    put_u16(octets, 1); /* the revision */
    put_u16(octets, 0);
    put_u32(octets, header->subfields);
    put_filling(octets, '\0', 24);
    put_u32(octets, header->written);
    put_filling(octets, '\0', 8);
    put_u32(octets, header->number);
    put_u32(octets, header->attribute);
    put_u32(octets, 0);
    put_u32(octets, header->text);
    put_u32(octets, header->length);
    put_filling(octets, '\0', 8);
}

void put_jam_subfield(struct octets *octets, unsigned identifier, const char *value, size_t n)
{
    put_u16(octets, identifier);
    put_u16(octets, 0);
    put_u32(octets, (uint32_t)n);
    put_octets(octets, value, n);
}

void put_jam_entry(struct octets *octets, uint32_t header)
{
    put_u32(octets, 0); /* of a name's checksum */
    put_u32(octets, header);
}

/* Control lines that have a subfield of their own, and the one of all others; "#1 text" is any
 * subfield, by its number. */
static void put_kludge(struct octets *octets, const char *line, size_t n)
{
    static const struct {
        const char *front;
        unsigned identifier;
    } kludges[] = {{"MSGID: ", 4}, {"REPLY: ", 5}, {"PID: ", 7}, {"PATH: ", 2002}};

    for (size_t i = 0; i < sizeof kludges / sizeof kludges[0]; i++) {
        size_t front = strlen(kludges[i].front);
        if (n > front && strncmp(line, kludges[i].front, front) == 0) {
            put_jam_subfield(octets, kludges[i].identifier, line + front, n - front);
            return;
        }
    }
    if (line[0] == '#') {
        put_jam_subfield(octets, (unsigned)strtoul(line + 1, NULL, 10), line + 3, n - 3);
        return;
    }
    put_jam_subfield(octets, 2000, line, n);
}

static void put_kludges(struct octets *octets, const struct letter *letter)
{
    const char *end = letter_body(letter);

    for (const char *ptr = letter->text; ptr < end;) {
        size_t n = strcspn(ptr, "\r\n");
        put_kludge(octets, ptr + 1, n - 1);
        ptr += n + (ptr[n] != '\0' ? 1 : 0);
    }
}

/* Seconds since 1970, as if the letter's clock were UTC. */
static uint32_t seconds_of(const struct letter_date *date)
{
    int year = date->month > 2 ? date->year : date->year - 1, month = (date->month + 9) % 12;
    int days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date->day -
               1 - 719468;

    return (uint32_t)days * 86400 +
           (uint32_t)(3600 * date->hour + 60 * date->minute + date->second);
}

static void begin(struct store *store)
{
    put_jam_base(&store->files[STORE_FIRST], 0);
}

static void add(struct store *store, const struct letter *letter)
{
    struct octets *octets = &store->files[STORE_FIRST], *texts = &store->files[STORE_SECOND];
    struct jam_header header = {.number = letter->number,
                                .text = (uint32_t)texts->n,
                                .written = seconds_of(&letter->written)};
    struct octets fields = {0};

    put_jam_subfield(&fields, 2, letter->from, strlen(letter->from));
    put_jam_subfield(&fields, 3, letter->to, strlen(letter->to));
    put_jam_subfield(&fields, 6, letter->subject, strlen(letter->subject));
    put_kludges(&fields, letter);
    if (letter->zone[0] != '\0') {
        put_jam_subfield(&fields, 2004, letter->zone, strlen(letter->zone));
    }
    put_lines(texts, letter, letter_body(letter), "\r");
    header.subfields = (uint32_t)fields.n;
    header.length = (uint32_t)texts->n - header.text;
    header.attribute = (letter_is(letter, "deleted") ? JAM_DELETED : 0) |
                       (letter_is(letter, "netmail") ? 0x02000000u
                        : letter->area != NULL       ? 0x01000000u
                                                     : 0);
    put_jam_header(octets, &header);
    put_octets(octets, fields.ptr, fields.n);
    free(fields.ptr);
}

static void end(struct store *store)
{
    set_u32(&store->files[STORE_FIRST], ACTIVE, (uint32_t)store->left);
}

static void enter(struct store *store, uint32_t which)
{
    put_jam_entry(&store->files[STORE_INDEX], which);
}

const struct store_format store_jam = {.name = "jam",
                                       .files = {"%s.jhr", "%s.jdt", "%s.jdx"},
                                       .begin = begin,
                                       .add = add,
                                       .end = end,
                                       .enter = enter,
                                       .enters_offsets = true};
