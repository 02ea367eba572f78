/* SMB: Synchronet Message Base Specification 1.21. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stores.h"

/* Offsets in the base's header, and of the numbers of a message. */
enum { TOTAL = 12, KINDS = 30, ATTRIBUTE = 10, NUMBER = 32 };

void put_smb_base(struct octets *octets, uint32_t messages)
{
    put_field(octets, "SMB\x1A", 4);
    put_u16(octets, 0x310);
    put_u16(octets, SMB_BASE);
    put_u32(octets, messages); /* the last number */
    put_u32(octets, messages);
    put_u32(octets, SMB_BASE);
    put_filling(octets, '\0', 12);
}

void put_smb_header(struct octets *octets, const struct smb_header *header)
{
    put_field(octets, "SHD\x1A", 4);
    put_u16(octets, header->type);
    put_u16(octets, 0x310);
    put_u16(octets, (unsigned)(SMB_HEADER + SMB_TEXT * header->texts + header->fields));
    put_u16(octets, header->attribute);
    put_filling(octets, '\0', 6);
    put_u16(octets, header->year);
    put_u32(octets, header->written);
    put_u16(octets, (unsigned)header->zone & 0xFFFF);
    put_filling(octets, '\0', 6); /* the import */
    put_u32(octets, header->number);
    put_filling(octets, '\0', 28);
    put_u32(octets, header->text);
    put_u16(octets, header->texts);
}

void put_smb_text(struct octets *octets, unsigned type, uint32_t offset, uint32_t n)
{
    put_u16(octets, type);
    put_u32(octets, offset);
    put_u32(octets, n);
}

void put_smb_field(struct octets *octets, unsigned type, const char *value, size_t n)
{
    put_u16(octets, type);
    put_u16(octets, (unsigned)n);
    put_octets(octets, value, n);
}

void put_smb_entry(struct octets *octets, uint32_t header, uint32_t number, unsigned attribute)
{
    put_u32(octets, 0);
    put_u16(octets, 0);
    put_u16(octets, attribute);
    put_u32(octets, header);
    put_u32(octets, number);
    put_u32(octets, 0);
}

static void fill_block(struct octets *octets, size_t from)
{
    put_filling(octets, '\0', (SMB_BLOCK - (octets->n - from) % SMB_BLOCK) % SMB_BLOCK);
}

/* An author's address in Fidonet: its kind, and its numbers. */
static void put_address(struct octets *octets, const char *address)
{
    unsigned zone = 0, net = 0, node = 0, point = 0;

    sscanf(address, "%u:%u/%u.%u", &zone, &net, &node, &point);
    const char parts[] = {(char)zone, (char)(zone >> 8), (char)net,   (char)(net >> 8),
                          (char)node, (char)(node >> 8), (char)point, (char)(point >> 8)};
    put_smb_field(octets, 0x03, parts, sizeof parts);
    put_smb_field(octets, 0x02, "\2", 2);
}

/* Control lines that have a field of their own; "#62 text" is any field, by its type. */
static void put_kludge(struct octets *octets, const char *line, size_t n)
{
    static const struct {
        const char *front;
        unsigned type;
    } kludges[] = {{"MSGID: ", 0xA4}, {"REPLY: ", 0xA5}, {"CHRS: ", 0xA9}, {"", 0xA0}};
    size_t i = 0, front = 4;
    unsigned type = line[0] == '#' ? (unsigned)strtoul(line + 1, NULL, 16) : 0;

    while (line[0] != '#' && strncmp(line, kludges[i].front, strlen(kludges[i].front)) != 0) {
        i++;
    }
    if (line[0] == '#' && type == 0x03) {
        put_address(octets, line + front);
        return;
    }
    if (line[0] == '#' && type == 0x02) { /* a number: "#02 5" */
        put_smb_field(octets, type, (const char[]){(char)atoi(line + front), '\0'}, 2);
        return;
    }
    if (line[0] != '#') {
        front = strlen(kludges[i].front);
        type = kludges[i].type;
    }
    put_smb_field(octets, type, line + front, n - front);
}

static void put_fields(struct octets *fields, const struct letter *letter)
{
    const char *end = letter_body(letter);

    put_smb_field(fields, 0x00, letter->from, strlen(letter->from));
    put_smb_field(fields, 0x30, letter->to, strlen(letter->to));
    put_smb_field(fields, 0x60, letter->subject, strlen(letter->subject));
    if (letter->area != NULL) {
        put_smb_field(fields, 0xA1, letter->area, strlen(letter->area));
    }
    for (const char *ptr = letter->text; ptr < end;) {
        size_t n = strcspn(ptr, "\n");
        put_kludge(fields, ptr + 1, n - 1);
        ptr += n + (ptr[n] != '\0' ? 1 : 0);
    }
}

/* Puts the body, and the tail, which begins with a line of "---" and has no line end. Writes where
 * they are. */
static unsigned put_texts(struct octets *texts, struct octets *where, const struct letter *letter)
{
    const char *body = letter_body(letter), *tail = strstr(body, "\n---");
    size_t from = texts->n, body_n = tail != NULL ? (size_t)(tail - body) : strlen(body);
    char *copy = calloc(1, strlen(body) + 1);
    struct octets lines = {0};

    if (copy == NULL) {
        abort();
    }
    memcpy(copy, body, body_n);
    put_lines(&lines, letter, copy, "\r\n");
    lines.n -= lines.n > 0 && lines.ptr[lines.n - 1] == '\n' ? 2 : 0; /* the last is not stored */
    if (letter_is(letter, "lzh")) {
        put_smb_lzh(texts, lines.ptr, lines.n);
    } else {
        put_u16(texts, 0);
        put_octets(texts, lines.ptr, lines.n);
    }
    put_smb_text(where, 0, 0, (uint32_t)(texts->n - from));
    if (tail != NULL) {
        size_t pos = texts->n;
        put_u16(texts, 0);
        put_lines(texts, letter, tail + 1, "\r\n");
        put_smb_text(where, 2, (uint32_t)(pos - from), (uint32_t)(texts->n - pos));
    }
    fill_block(texts, from);
    free(lines.ptr);
    free(copy);
    return tail != NULL ? 2 : 1;
}

static void begin(struct store *store)
{
    put_smb_base(&store->files[STORE_FIRST], 0);
}

static void add(struct store *store, const struct letter *letter)
{
    struct octets *octets = &store->files[STORE_FIRST], *texts = &store->files[STORE_SECOND];
    struct octets fields = {0}, where = {0};
    size_t from = octets->n;
    int zone = atoi(letter->zone);
    const struct letter_date *date = &letter->written;
    struct smb_header header = {
        .number = letter->number, .text = (uint32_t)texts->n, .year = (unsigned)date->year};

    header.written = (uint32_t)(date->month << 22 | date->day << 17 | date->hour << 12 |
                                date->minute << 6 | date->second);
    header.zone = zone / 100 * 60 + zone % 100;
    header.type = letter_is(letter, "poll") ? 1 : letter_is(letter, "vote") ? 2 : 0;
    header.attribute = letter_is(letter, "deleted") ? 0x10u
                       : header.type > 0            ? 0x2000u >> (header.type - 1)
                                                    : 0;
    put_fields(&fields, letter);
    header.texts = header.type > 0 ? 0 : put_texts(texts, &where, letter);
    header.fields = fields.n;
    put_smb_header(octets, &header);
    put_octets(octets, where.ptr, where.n);
    put_octets(octets, fields.ptr, fields.n);
    fill_block(octets, from);
    if (letter_is(letter, "netmail")) {
        set_u16(octets, KINDS, 1);
    }
    free(fields.ptr);
    free(where.ptr);
}

static void end(struct store *store)
{
    set_u32(&store->files[STORE_FIRST], TOTAL, (uint32_t)store->left);
}

static void enter(struct store *store, uint32_t which)
{
    const struct octets *octets = &store->files[STORE_FIRST];
    const unsigned char *header =
        which < octets->n - SMB_HEADER ? octets->ptr + which : octets->ptr + SMB_BASE;
    uint32_t number = header[NUMBER] | (uint32_t)header[NUMBER + 1] << 8;

    put_smb_entry(&store->files[STORE_INDEX], which, which == STORE_GONE ? 0 : number,
                  header[ATTRIBUTE]);
}

const struct store_format store_smb = {.name = "smb",
                                       .files = {"%s.shd", "%s.sdt", "%s.sid"},
                                       .begin = begin,
                                       .add = add,
                                       .end = end,
                                       .enter = enter,
                                       .enters_offsets = true};
