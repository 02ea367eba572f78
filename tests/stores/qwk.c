/* QWK: P. Lee, "QWK Mail Packet File Layout". control.dat and headers.dat are plain text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stores.h"

static void put_blank(struct octets *octets, const char *text, size_t size)
{
    size_t n = text == NULL ? 0 : strlen(text) < size ? strlen(text) : size;

    put_octets(octets, text != NULL ? text : "", n);
    put_filling(octets, ' ', size - n);
}

void put_qwk_front(struct octets *octets)
{
    put_blank(octets, "Produced by Qmail...Copyright (c) 1987 by Sparkware.", QWK_BLOCK);
}

void put_qwk_header(struct octets *octets, const struct qwk_header *header)
{
    put_blank(octets, header->status, 1);
    put_blank(octets, header->number, 7);
    put_blank(octets, header->date, 13);
    put_blank(octets, header->to, 25);
    put_blank(octets, header->from, 25);
    put_blank(octets, header->subject, 25);
    put_blank(octets, NULL, 12); /* a password */
    put_blank(octets, "0", 8);
    put_blank(octets, header->blocks, 6);
    put_filling(octets, (char)header->active, 1);
    put_u16(octets, header->conference);
    put_u16(octets, 1);
    put_blank(octets, NULL, 1);
}

/* A board with two conferences. */
static void begin(struct store *store)
{
    put_qwk_front(&store->files[STORE_FIRST]);
    put_text(&store->files[STORE_SECOND],
             "Board\r\nMoscow, Russia\r\n095-000-0000\r\nIvan, Sysop\r\n00000,TEST\r\n"
             "11-22-2026,20:42:02\r\nIVAN\r\n\r\n0\r\n0\r\n1\r\n0\r\nNetmail\r\n7\r\nRu.Linux\r\n");
}

/* Conferences are numbers: 7 unless the letter says another, 0 of netmail. */
static void add(struct store *store, const struct letter *letter)
{
    struct octets *octets = &store->files[STORE_FIRST];
    struct octets text = {0};
    char number[16], blocks[16];

    put_whole_text(&text, letter, "\xE3");
    size_t n = (text.n + QWK_BLOCK - 1) / QWK_BLOCK;
    snprintf(number, sizeof number, "%u", letter->number);
    snprintf(blocks, sizeof blocks, "%u", (unsigned)n + 1);
    put_qwk_header(
        octets, &(struct qwk_header){
                    .status = letter_is(letter, "vote") ? "V" : NULL,
                    .number = letter_is(letter, "unnumbered") ? NULL : number,
                    .date = letter->date != NULL ? letter->date : letter_dashed_date(letter),
                    .to = letter->to,
                    .from = letter->from,
                    .subject = letter->subject,
                    .blocks = blocks,
                    .active = letter_is(letter, "deleted") ? 0xE2 : 0xE1,
                    .conference = letter_is(letter, "netmail") ? 0
                                  : letter->area != NULL ? (unsigned)strtoul(letter->area, NULL, 10)
                                                         : 7});
    put_octets(octets, text.ptr, text.n);
    put_filling(octets, ' ', n * QWK_BLOCK - text.n);
    free(text.ptr);
}

const struct store_format store_qwk = {
    .name = "qwk", .files = {"%s/messages.dat", "%s/control.dat"}, .begin = begin, .add = add};
