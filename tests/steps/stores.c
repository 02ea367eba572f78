/*
 * Stores that are slow to read where somebody was careless, whatever they claim: lengths beyond the
 * file, records that overlap, chains that loop, one text that all messages have. No message is
 * given octets over and over. (Random damage is the fuzz target's, tests/fuzz/stores.c.)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "linear.h"
#include "mail/charset.h"
#include "mail/mail.h"
#include "steps.h"

/* Octets of a store's files when it is short, and when it is long: more than what is read at a
 * time, and what a message may have. */
#define SHORT ((size_t)300000)
#define LONG  ((size_t)4800000)

/* The most steps that an octet may take. */
#define STEPS_AN_OCTET 100

static unsigned char octets[MAIL_FILES][LONG];

static void put_u16(unsigned char *at, size_t number)
{
    at[0] = (unsigned char)(number & 0xFF);
    at[1] = (unsigned char)(number >> 8 & 0xFF);
}

static void put_u32(unsigned char *at, size_t number)
{
    put_u16(at, number & 0xFFFF);
    put_u16(at + 2, number >> 16 & 0xFFFF);
}

/* What makes a store of `n` octets in each file; those that it does not write are NUL. */
typedef void make(size_t n);

static void begin_squish(void)
{
    put_u16(octets[0], 256);
    put_u32(octets[0] + 104, 256);
    put_u16(octets[0] + 130, 28);
}

static void put_frame(size_t at, size_t next, size_t prev, size_t length)
{
    memcpy(octets[0] + at, "\x53\x44\xAE\xAF", 4);
    put_u32(octets[0] + at + 4, next);
    put_u32(octets[0] + at + 8, prev);
    put_u32(octets[0] + at + 12, length);
    put_u32(octets[0] + at + 16, length);
}

/* Frames of `size`, which name each other, as the next one and the one before. */
static void put_frames(size_t n, size_t size, size_t length)
{
    begin_squish();
    for (size_t at = 256; at + 2 * size <= n; at += size) {
        put_frame(at, at + size, at > 256 ? at - size : 0, length);
    }
}

/* Each in the one before it. */
static void squish_nested(size_t n)
{
    put_frames(n, 28, SIZE_MAX);
}

static void squish_without_messages(size_t n)
{
    put_frames(n, 28, 0);
}

/* Backwards, each with all of the rest of the file, for a message of `length`. */
static void put_frames_backwards(size_t n, size_t length)
{
    begin_squish();
    size_t last = 256;
    for (size_t at = 256; at + 600 <= n; at += 300) {
        put_frame(at, at > 256 ? at - 300 : 0, at + 300, SIZE_MAX);
        put_u32(octets[0] + at + 16, length);
        last = at;
    }
    put_u32(octets[0] + 104, last);
}

static void squish_backwards(size_t n)
{
    put_frames_backwards(n, SIZE_MAX);
}

static void squish_backwards_short(size_t n)
{
    put_frames_backwards(n, 272);
}

static void squish_loop(size_t n)
{
    put_frames(n, 300, 272);
    size_t last = 256 + (n - 256) / 300 * 300 - 600;
    put_u32(octets[0] + last + 4, 256);
    put_u32(octets[0] + 256 + 8, last);
}

/* A base that claims 4294967295 messages, and has those whose frames there is room for. */
static void squish_many_claimed(size_t n)
{
    put_frames(n, 300, 272);
    put_u32(octets[0] + 4, 0xFFFFFFFF); /* num_msg */
    put_u32(octets[0] + 8, 0xFFFFFFFF); /* high_msg */
}

/* Marks of frames that are none. */
static void squish_marks(size_t n)
{
    begin_squish();
    for (size_t at = 256; at + 4 <= n; at += 4) {
        memcpy(octets[0] + at, "\x53\x44\xAE\xAF", 4);
    }
}

static void put_header(size_t at, size_t subfields, size_t text, size_t length)
{
    memcpy(octets[0] + at, "JAM", 4);
    put_u16(octets[0] + at + 4, 1);
    put_u32(octets[0] + at + 8, subfields);
    put_u32(octets[0] + at + 60, text);
    put_u32(octets[0] + at + 64, length);
}

/* Headers of `size`, which claim so many octets of subfields, and of text. */
static void put_headers(size_t n, size_t size, size_t subfields, size_t length)
{
    memcpy(octets[0], "JAM", 4);
    for (size_t at = 1024; at + size <= n; at += size) {
        put_header(at, subfields, 0, length);
    }
}

static void jam_one_text(size_t n)
{
    put_headers(n, 76, 0, n);
}

static void jam_long_subfields(size_t n)
{
    put_headers(n, 84, SIZE_MAX, 0);
}

/* Each header in a subfield of the one before it, the last of which is broken. */
static void jam_nested(size_t n)
{
    put_headers(n, 160, n, 0);
    for (size_t at = 1024; at + 160 <= n; at += 160) {
        put_u32(octets[0] + at + 76 + 4, 160 - 8);
    }
}

static void jam_junk(size_t n)
{
    memcpy(octets[0], "JAM", 4);
    for (size_t at = 1024; at + 80 <= n; at += 80) {
        memcpy(octets[0] + at, "JAMJAM\0", 8);
    }
}

static void put_entry(size_t nth, size_t header)
{
    put_u32(octets[MAIL_INDEX] + nth * 8 + 4, header);
}

/* Headers without anything. Returns how many. */
static size_t put_empty_headers(size_t n)
{
    put_headers(n, 76, 0, 0);
    return (n - 1024) / 76;
}

static void jam_index_backwards(size_t n)
{
    size_t count = put_empty_headers(n);

    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, i < count ? 1024 + 76 * (count - 1 - i) : 0xFFFFFFFF);
    }
}

/* From the first half to the second one, and back. */
static void jam_index_to_and_fro(size_t n)
{
    size_t count = put_empty_headers(n);

    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, i < count ? 1024 + 76 * (i / 2 + i % 2 * (count / 2)) : 0xFFFFFFFF);
    }
}

/* Each header twice, and in the end all of them backwards. */
static void jam_index_of_pairs(size_t n)
{
    size_t count = put_empty_headers(n);

    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, 1024 + 76 * (i / 2 < count ? i / 2 : count - 1 - i % count));
    }
}

static void jam_index_of_one(size_t n)
{
    put_empty_headers(n);
    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, 1024);
    }
}

/* To and fro, to headers of which every other one has all of the file after it in its subfields. */
static void jam_index_beside_long_ones(size_t n)
{
    size_t count = 0;

    put_headers(n, 168, 0, 0);
    for (size_t at = 1024; at + 168 <= n; at += 168, count++) {
        memcpy(octets[0] + at + 76, "JAM\0", 4); /* a header without subfields, and one with them */
        put_u32(octets[0] + at + 76 + 8, n);
        put_u32(octets[0] + at + 76 + 76 + 4, n / 8);
    }
    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, i < count ? 1024 + 168 * (i / 2 + i % 2 * (count / 2)) : 0xFFFFFFFF);
    }
}

/* To and fro, to headers of deleted messages, which claim all of the file for their subfields. */
static void jam_index_of_deleted(size_t n)
{
    jam_index_to_and_fro(n);
    put_headers(n, 76, n, 0);
    for (size_t at = 1024; at + 76 <= n; at += 76) {
        put_u32(octets[0] + at + 52, 0x80000000);
    }
}

/* Headers, each before one of a deleted message, whose subfields go to the same many deleted ones.
 */
static void jam_index_before_deleted(size_t n)
{
    size_t deleted = 1024 + (n - 1024) / 2 / 152 * 152;

    put_empty_headers(n);
    for (size_t i = 0, at = 1024; at < deleted; i++, at += 152) {
        put_u32(octets[0] + at + 76 + 8, deleted - at - 152);
        put_u32(octets[0] + at + 76 + 52, 0x80000000);
        put_entry(i, at);
    }
    for (size_t at = deleted; at + 76 <= n; at += 76) {
        put_u32(octets[0] + at + 52, 0x80000000);
    }
}

/* To and fro, to headers each of which has those after it in its one subfield. */
static void jam_index_of_nested(size_t n)
{
    size_t count = (n - 1024) / 84;

    put_headers(n, 84, SIZE_MAX, 0);
    for (size_t i = 0; i < count; i++) {
        size_t at = 1024 + 84 * i;
        put_u32(octets[0] + at + 76 + 4, n - at - 84 < 1000000 ? n - at - 84 : 1000000);
        put_entry(i, 1024 + 84 * (i / 2 + i % 2 * (count / 2)));
    }
}

/* To and fro, to two headers that have a third of the file each, but no more than is read. */
static void jam_index_of_two(size_t n)
{
    size_t length = n / 3 < 1000000 ? n / 3 : 1000000;

    put_headers(n, n / 2 - 1024, length, 0);
    for (size_t at = 1024; at + n / 2 - 1024 <= n; at += n / 2 - 1024) {
        put_u32(octets[0] + at + 76 + 4, length - 8);
    }
    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, 1024 + i % 2 * (n / 2 - 1024));
    }
}

static void jam_index_of_nothing(size_t n)
{
    put_empty_headers(n);
    memset(octets[MAIL_INDEX], 0xFF, n);
}

/* Offsets in the file, where no header is. */
static void jam_index_of_gaps(size_t n)
{
    put_empty_headers(n);
    for (size_t i = 0; i < n / 8; i++) {
        put_entry(i, 1025 + i % 2 * (n / 2) + i);
    }
}

static void hudson_one_text(size_t n)
{
    for (size_t at = 0; at + 187 <= n; at += 187) {
        put_u16(octets[0] + at, 1 + at % 60000);
        put_u16(octets[0] + at + 10, n / 256 < 65535 ? n / 256 : 65535);
        octets[0][at + 26] = 1;
    }
}

/* Texts of blocks that claim to have nothing, or more than there is. */
static void hudson_blocks(size_t n)
{
    memset(octets[1], 255, n);
    hudson_one_text(n);
}

static void hudson_index(size_t n)
{
    hudson_one_text(n);
    memset(octets[MAIL_INDEX], 0xFF, n);
}

static void put_qwk_header(size_t at, const char *blocks)
{
    memset(octets[0] + at, ' ', 128);
    memcpy(octets[0] + at + 116, blocks, 6);
}

static void qwk_long(size_t n)
{
    for (size_t at = 0; at + 128 <= n; at += 128) {
        put_qwk_header(at, "30000 ");
    }
}

/* Every other block is a header; each has a conference of its own. */
static void qwk_broken(size_t n)
{
    for (size_t at = 0; at + 256 <= n; at += 256) {
        put_qwk_header(at, "1     ");
        put_u16(octets[0] + at + 123, at / 256);
    }
    memset(octets[1], '\n', n);
}

/* Empty messages, and sections of headers.dat for all, the last one first; or what fills it. */
static void qwk_sections(size_t n, const char *text)
{
    char section[32] = "";
    size_t headers = 0, length = strlen(text);

    for (size_t at = 128; at + 128 <= n; at += 128) {
        put_qwk_header(at, "1     ");
        snprintf(section, sizeof section, "[%x]\n", (unsigned)(n / 128 * 128 - at));
        memcpy(octets[MAIL_INDEX] + headers, section, strlen(section));
        headers += strlen(section);
    }
    for (size_t i = 0; headers < n && length > 0; headers++, i++) {
        octets[MAIL_INDEX][headers] = (unsigned char)text[i % length];
    }
}

static void qwk_sections_backwards(size_t n)
{
    qwk_sections(n, "");
}

static void qwk_one_section(size_t n)
{
    qwk_sections(n, "Subject:\n");
}

static void qwk_fields(size_t n)
{
    memset(octets[0], ' ', n);
    qwk_sections(256, "");
    for (size_t at = 256; at < n; at++) {
        octets[0][at] = (unsigned char)"Subject: x\n"[at % 11];
    }
    put_qwk_header(128, n < 1000000 ? "2343  " : "37499 ");
}

static void put_packet_header(void)
{
    put_u16(octets[0] + 18, 2);
    put_u16(octets[0] + 58, 2);
}

static void pkt_empty_messages(size_t n)
{
    put_packet_header();
    for (size_t at = 58; at + 34 <= n; at += 34 + 4) {
        put_u16(octets[0] + at, 2);
    }
}

static void pkt_one_message(size_t n)
{
    put_packet_header();
    memset(octets[0] + 60, 'x', n - 60);
    for (size_t at = 80; at < 200; at += 20) {
        octets[0][at] = 0;
    }
}

static void pkt_many_packets(size_t n)
{
    for (size_t at = 0; at + 60 <= n; at += 60) {
        put_u16(octets[0] + at + 18, 2);
    }
}

static void msg_controls(size_t n)
{
    for (size_t at = 190; at + 6 <= n; at += 6) {
        memcpy(octets[0] + at, "\001CHRS\r", 6);
    }
}

static void msg_origin(size_t n)
{
    static const char begins[] = "\r * Origin:";

    memset(octets[0] + 190, '(', n - 190);
    memcpy(octets[0] + 190, begins, strlen(begins));
}

static void rfc_nearly_delimiters(size_t n)
{
    size_t at = 0;

    for (int i = 0; i < 20; i++) {
        at += (size_t)sprintf((char *)octets[0] + at,
                              "Content-Type: multipart/mixed; "
                              "boundary=%d\n\n--%d\n",
                              i, i);
    }
    memset(octets[0] + at, '-', n - at);
    for (at += 4; at < n; at += 5) {
        octets[0][at] = '\n';
    }
}

static const struct store {
    const char *format, *name;
    make *make;
    const char *first, *rest, *last; /* or what is at a file's front, what fills it, its end */
} stores[] = {
    {"squish", "nested frames", .make = squish_nested},
    {"squish", "frames without messages", .make = squish_without_messages},
    {"squish", "frames backwards", .make = squish_backwards},
    {"squish", "frames backwards, of short messages", .make = squish_backwards_short},
    {"squish", "a loop", .make = squish_loop},
    {"squish", "more messages claimed than fit", .make = squish_many_claimed},
    {"squish", "marks alone", .make = squish_marks},
    {"jam", "one text", .make = jam_one_text},
    {"jam", "long subfields", .make = jam_long_subfields},
    {"jam", "nested headers", .make = jam_nested},
    {"jam", "junk", .make = jam_junk},
    {"jam", "an index backwards", .make = jam_index_backwards},
    {"jam", "an index to and fro", .make = jam_index_to_and_fro},
    {"jam", "an index of pairs", .make = jam_index_of_pairs},
    {"jam", "an index of one header", .make = jam_index_of_one},
    {"jam", "an index beside long subfields", .make = jam_index_beside_long_ones},
    {"jam", "an index of deleted messages", .make = jam_index_of_deleted},
    {"jam", "an index of headers before deleted ones", .make = jam_index_before_deleted},
    {"jam", "an index of nested headers", .make = jam_index_of_nested},
    {"jam", "an index of two headers", .make = jam_index_of_two},
    {"jam", "an index of nothing", .make = jam_index_of_nothing},
    {"jam", "an index of gaps", .make = jam_index_of_gaps},
    {"hudson", "one text", .make = hudson_one_text},
    {"hudson", "full blocks", .make = hudson_blocks},
    {"hudson", "an index of deleted messages", .make = hudson_index},
    {"qwk", "long messages", .make = qwk_long},
    {"qwk", "broken headers", .make = qwk_broken},
    {"qwk", "sections backwards", .make = qwk_sections_backwards},
    {"qwk", "one long section", .make = qwk_one_section},
    {"qwk", "fields before a text", .make = qwk_fields},
    {"pkt", "empty messages", .make = pkt_empty_messages},
    {"pkt", "one message", .make = pkt_one_message},
    {"pkt", "many packets", .make = pkt_many_packets},
    {"text", "LF, and one CR", .rest = "\n", .last = "\r"},
    {"text", "CR, and one LF", .rest = "\r", .last = "\n"},
    {"text", "what is nearly UTF-8", .rest = "\xE2"},
    {"msg", "control lines", .make = msg_controls},
    {"msg", "an origin line of brackets", .make = msg_origin},
    {"rfc", "marks", .rest = "From \n\n"},
    {"rfc", "nearly marks", .first = "From ", .rest = "\n\r\nFrom"},
    {"rfc", "empty parts", .first = "Content-Type: multipart/mixed; boundary=b\n\n",
     .rest = "--b\n\nx\n"},
    {"rfc", "nearly delimiters", .make = rfc_nearly_delimiters},
    {"rfc", "messages in messages", .rest = "Content-Type: message/rfc822\n\n"},
    {"rfc", "fields", .rest = "Subject:\n"},
    {"rfc", "folds", .first = "Subject:", .rest = " \n"},
    {"rfc", "nearly encoded words", .first = "Subject: ", .rest = "=?a?q?b"},
    {"rfc", "encoded words", .first = "Subject: ", .rest = "=?koi8-r?q?=C1?= =?cp866?q?=C1?=\t"},
    {"rfc", "flowed", .first = "Content-Type: text/plain; format=flowed; delsp=yes\n\n",
     .rest = "> \n "},
    {"rfc", "entities", .first = "Content-Type: text/html\n\n", .rest = "&amp"},
};

/* Puts a string at a place in the file. */
static size_t put(size_t at, const char *string)
{
    size_t length = strlen(string);

    memcpy(octets[0] + at, string, length);
    return at + length;
}

static void fill(const struct store *store, size_t n)
{
    const char *last = store->last != NULL ? store->last : "";
    size_t at = store->first != NULL ? put(0, store->first) : 0, length = strlen(store->rest);

    for (size_t i = 0; at < n; at++, i++) {
        octets[0][at] = (unsigned char)store->rest[i % length];
    }
    put(n - strlen(last), last);
}

/* A file: which one, and its octets. */
struct file {
    size_t nth, n;
};

static size_t read_file(void *context, uint64_t offset, unsigned char *out, size_t n)
{
    const struct file *file = context;
    size_t left = offset < file->n ? file->n - (size_t)offset : 0;

    n = n < left ? n : left;
    memcpy(out, octets[file->nth] + (n > 0 ? offset : 0), n);
    return n;
}

/* Whether there is an index: it is not all zero. */
static bool has_index(void)
{
    static const unsigned char none[LONG];

    return memcmp(octets[MAIL_INDEX], none, LONG) != 0;
}

/* Reads a store of `n` octets in each file. Returns the steps for an octet; infinitely many, if it
 * gives more octets than it has. */
static double steps_to_read(const void *row, size_t n)
{
    const struct store *made = row;
    struct file files[MAIL_FILES];
    struct mail_file opened[MAIL_FILES] = {{0}};
    const struct mail_settings settings = {.most = MAIL_MESSAGE_MAX};
    struct mail_store store;
    struct mail_converter converter = {0};
    size_t given = 0;

    memset(octets, 0, sizeof octets);
    if (made->make != NULL) {
        made->make(n);
    } else {
        fill(made, n);
    }
    for (size_t i = 0; i < (has_index() ? MAIL_FILES : MAIL_INDEX); i++) {
        files[i] = (struct file){i, n};
        opened[i] = (struct mail_file){&files[i], read_file, n};
    }
    steps = 0;
    mail_open(&store, mail_format_named(made->format), "x", opened, &settings);
    enum mail_result result = MAIL_MESSAGE;
    while ((result = mail_next(&store)) != MAIL_END && result != MAIL_FAILED && given <= 3 * n) {
        if (result == MAIL_MESSAGE && mail_read(&store)) {
            mail_read_head(&store);
            given += store.message.text.n;
            mail_to_utf8(&converter, store.message.charset, store.message.text);
        }
    }
    mail_close(&store);
    free(converter.out.at);
    return given > 3 * n || result == MAIL_FAILED ? 1e9 : (double)steps / (double)n;
}

bool are_stores_linear(void)
{
    bool fine = true;

    for (const struct store *row = stores; row < stores + COUNT(stores); row++) {
        const struct subject subject = {row->format, row->name, steps_to_read,  row,
                                        SHORT,       LONG,      STEPS_AN_OCTET, 1.5};
        fine = is_linear(&subject) && fine;
    }
    return fine;
}
