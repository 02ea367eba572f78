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
#include "steps.h"
#include "stores/memory.h"
#include "stores/stores.h"

/* Octets of a store's files when it is short, and when it is long: more than what is read at a
 * time, and what a message may have. */
#define SHORT ((size_t)300000)
#define LONG  ((size_t)4800000)

/* The most steps that an octet may take. An origin line in Internet mail takes most. */
#define STEPS_AN_OCTET 120

/* The files of a store that is made; what it does not write of them is NUL. */
static struct octets files[STORE_FILES];
#define FIRST (&files[STORE_FIRST])
#define INDEX (&files[STORE_INDEX])

/* The nth entry of an index, of so many headers. */
typedef size_t order(size_t nth, size_t count);

/* A store: what makes it, of `n` octets in each file, and numbers for that; or what is at the front
 * of a file, what fills it, and its end. */
struct store_row {
    const char *format, *name;
    void (*make)(const struct store_row *row, size_t n);
    size_t size, length, subfields;
    order *order;
    const char *first, *rest, *last;
    unsigned steps; /* that an octet may take; 0: STEPS_AN_OCTET */
};

/* Writes over octets. */
static void put_over(struct octets *octets, size_t pos, const char *text)
{
    memcpy(octets->ptr + pos, text, strlen(text));
}

static void pad(struct octets *octets, size_t n)
{
    put_filling(octets, '\0', n > octets->n ? n - octets->n : 0);
}

/* Frames of `size`, which name each other, as the next one and the one before. */
static void squish(const struct store_row *row, size_t n)
{
    put_squish_base(FIRST, SQUISH_BASE);
    for (size_t pos = FIRST->n; pos + 2 * row->size <= n; pos = FIRST->n) {
        put_squish_frame(
            FIRST, &(struct squish_frame){.next = (uint32_t)(pos + row->size),
                                          .previous = pos > 256 ? (uint32_t)(pos - row->size) : 0,
                                          .length = (uint32_t)row->length,
                                          .message = (uint32_t)row->length});
        pad(FIRST, pos + row->size);
    }
}

/* Backwards, each with all of the rest of the file, for a message of `length`. */
static void squish_backwards(const struct store_row *row, size_t n)
{
    size_t last = SQUISH_BASE;

    put_squish_base(FIRST, 0);
    for (size_t pos = FIRST->n; pos + 600 <= n; pos = FIRST->n) {
        put_squish_frame(FIRST,
                         &(struct squish_frame){.next = pos > 256 ? (uint32_t)(pos - 300) : 0,
                                                .previous = (uint32_t)(pos + 300),
                                                .length = UINT32_MAX,
                                                .message = (uint32_t)row->length});
        pad(FIRST, pos + 300);
        last = pos;
    }
    set_u32(FIRST, 104, (uint32_t)last);
}

static void squish_loop(const struct store_row *row, size_t n)
{
    squish(row, n);
    size_t last = FIRST->n - row->size;
    set_u32(FIRST, last + 4, SQUISH_BASE);
    set_u32(FIRST, SQUISH_BASE + 8, (uint32_t)last);
}

/* A base that claims 4294967295 messages, and has those whose frames there is room for. */
static void squish_many_claimed(const struct store_row *row, size_t n)
{
    squish(row, n);
    set_u32(FIRST, 4, UINT32_MAX); /* num_msg */
    set_u32(FIRST, 8, UINT32_MAX); /* high_msg */
}

/* Marks of frames that are none. */
static void squish_marks(const struct store_row *row, size_t n)
{
    (void)row;
    put_squish_base(FIRST, SQUISH_BASE);
    while (FIRST->n + 4 <= n) {
        put_text(FIRST, SQUISH_MARK);
    }
}

/* Headers of `size`, which claim so many octets of subfields, and of text. */
static void jam(const struct store_row *row, size_t n)
{
    put_jam_base(FIRST, 0);
    while (FIRST->n + row->size <= n) {
        size_t pos = FIRST->n;
        put_jam_header(FIRST, &(struct jam_header){.subfields = (uint32_t)row->subfields,
                                                   .length = (uint32_t)row->length});
        pad(FIRST, pos + row->size);
    }
}

/* Writes the length of a subfield right after the header at an offset. */
static void set_subfield(size_t header, size_t length)
{
    set_u32(FIRST, header + JAM_HEADER + 4, (uint32_t)length);
}

/* Each header in a subfield of the one before it, the last of which is broken. */
static void jam_nested(const struct store_row *row, size_t n)
{
    jam(row, n);
    for (size_t pos = JAM_BASE; pos < FIRST->n; pos += row->size) {
        set_subfield(pos, row->size - 8);
    }
}

static void jam_junk(const struct store_row *row, size_t n)
{
    (void)row;
    put_jam_base(FIRST, 0);
    while (FIRST->n + 80 <= n) {
        put_field(FIRST, "JAMJAM", 80);
    }
    for (size_t pos = JAM_BASE + 3; pos < FIRST->n; pos += 80) {
        put_over(FIRST, pos, "JAM");
    }
}

/* Headers, and an index of them in an order. */
static void jam_index(const struct store_row *row, size_t n)
{
    jam(row, n);
    size_t count = (FIRST->n - JAM_BASE) / row->size;
    for (size_t i = 0; i < n / 8; i++) {
        size_t nth = row->order(i, count);
        put_jam_entry(INDEX, nth < count ? (uint32_t)(JAM_BASE + row->size * nth) : STORE_GONE);
    }
}

static size_t backwards(size_t nth, size_t count)
{
    return nth < count ? count - 1 - nth : count;
}

/* From the first half to the second one, and back. */
static size_t to_and_fro(size_t nth, size_t count)
{
    return nth < count ? nth / 2 + nth % 2 * (count / 2) : count;
}

/* Each header twice, and in the end all of them backwards. */
static size_t in_pairs(size_t nth, size_t count)
{
    return nth / 2 < count ? nth / 2 : count - 1 - nth % count;
}

static size_t one(size_t nth, size_t count)
{
    (void)nth;
    (void)count;
    return 0;
}

static size_t one_of_two(size_t nth, size_t count)
{
    (void)count;
    return nth % 2;
}

static size_t none(size_t nth, size_t count)
{
    (void)nth;
    return count;
}

/* Headers of which every other one has all of the file after it in its subfields. */
static void jam_index_beside_long_ones(const struct store_row *row, size_t n)
{
    jam_index(row, n);
    for (size_t pos = JAM_BASE; pos < FIRST->n; pos += row->size) {
        put_over(FIRST, pos + 76, "JAM"); /* a header without subfields, and one with them */
        set_u32(FIRST, pos + 76 + 8, (uint32_t)n);
        set_subfield(pos + 76, n / 8);
    }
}

/* Headers of deleted messages, which claim all of the file for their subfields. */
static void jam_index_of_deleted(const struct store_row *row, size_t n)
{
    jam_index(row, n);
    for (size_t pos = JAM_BASE; pos < FIRST->n; pos += row->size) {
        set_u32(FIRST, pos + 8, (uint32_t)n);
        set_u32(FIRST, pos + 52, JAM_DELETED);
    }
}

/* Headers each of which has those after it in its one subfield. */
static void jam_index_of_nested(const struct store_row *row, size_t n)
{
    jam_index(row, n);
    INDEX->n = (FIRST->n - JAM_BASE) / row->size * 8;
    for (size_t pos = JAM_BASE; pos < FIRST->n; pos += row->size) {
        set_subfield(pos, n - pos - row->size < 1000000 ? n - pos - row->size : 1000000);
    }
}

/* Two headers that have a third of the file each, but no more than is read. */
static void jam_index_of_two(const struct store_row *row, size_t n)
{
    struct store_row two = *row;

    two.size = n / 2 - JAM_BASE;
    two.subfields = n / 3 < 1000000 ? n / 3 : 1000000;
    jam_index(&two, n);
    for (size_t pos = JAM_BASE; pos < FIRST->n; pos += two.size) {
        set_subfield(pos, two.subfields - 8);
    }
}

/* Offsets in the file, where no header is. */
static void jam_index_of_gaps(const struct store_row *row, size_t n)
{
    jam(row, n);
    for (size_t i = 0; i < n / 8; i++) {
        put_jam_entry(INDEX, (uint32_t)(1025 + i % 2 * (n / 2) + i));
    }
}

/* Records of one text, of as many blocks as there can be. */
static void hudson(const struct store_row *row, size_t n)
{
    unsigned blocks = n / 256 < 65535 ? (unsigned)(n / 256) : 65535;

    while (FIRST->n + HUDSON_RECORD <= n) {
        put_hudson_record(FIRST, &(struct hudson_record){.number = (unsigned)(1 + FIRST->n % 60000),
                                                         .blocks = blocks,
                                                         .board = 1,
                                                         .time = "",
                                                         .date = "",
                                                         .to = "",
                                                         .from = "",
                                                         .subject = ""});
    }
    put_filling(&files[STORE_SECOND], (char)row->length, n); /* of blocks */
    put_filling(INDEX, '\xFF', row->size > 0 ? n : 0);
}

static void put_header(const char *blocks, unsigned conference)
{
    put_qwk_header(FIRST,
                   &(struct qwk_header){.blocks = blocks, .active = ' ', .conference = conference});
}

static void qwk_long(const struct store_row *row, size_t n)
{
    (void)row;
    while (FIRST->n + QWK_BLOCK <= n) {
        put_header("30000", 0x2020);
    }
}

/* Every other block is a header; each has a conference of its own. */
static void qwk_broken(const struct store_row *row, size_t n)
{
    (void)row;
    while (FIRST->n + (size_t)2 * QWK_BLOCK <= n) {
        put_header("1", (unsigned)(FIRST->n / 256));
        put_filling(FIRST, '\0', QWK_BLOCK);
    }
    put_filling(&files[STORE_SECOND], '\n', n);
}

/* Empty messages, and sections of headers.dat for all, the last one first; or what fills it. */
static void qwk_sections(const struct store_row *row, size_t n)
{
    char section[32] = "";

    put_filling(FIRST, '\0', QWK_BLOCK);
    while (FIRST->n + QWK_BLOCK <= n) {
        snprintf(section, sizeof section, "[%x]\n", (unsigned)(n / 128 * 128 - FIRST->n));
        put_text(INDEX, section);
        put_header("1", 0x2020);
    }
    while (row->rest != NULL && INDEX->n < n) {
        put_text(INDEX, row->rest);
    }
    INDEX->n = INDEX->n < n ? INDEX->n : n;
}

static void qwk_fields(const struct store_row *row, size_t n)
{
    put_filling(FIRST, ' ', QWK_BLOCK);
    put_header(n < 1000000 ? "2343" : "37499", 0x2020);
    while (FIRST->n < n) {
        put_text(FIRST, row->rest);
    }
    FIRST->n = n;
    put_text(INDEX, "[80]\n");
}

static void pkt_empty_messages(const struct store_row *row, size_t n)
{
    (void)row;
    put_packet(FIRST);
    while (FIRST->n + 34 <= n) {
        put_u16(FIRST, 2);
        put_filling(FIRST, '\0', 36);
    }
}

static void pkt_one_message(const struct store_row *row, size_t n)
{
    (void)row;
    put_packet(FIRST);
    put_u16(FIRST, 2);
    put_filling(FIRST, 'x', n - FIRST->n);
    for (size_t pos = 80; pos < 200; pos += 20) {
        FIRST->ptr[pos] = '\0';
    }
}

static void pkt_many_packets(const struct store_row *row, size_t n)
{
    (void)row;
    while (FIRST->n + 60 <= n) {
        put_packet(FIRST);
        put_u16(FIRST, 0);
    }
}

/* The front, and then what fills the file; after the header of a *.MSG. */
static void fill(const struct store_row *row, size_t n)
{
    size_t last = row->last != NULL ? strlen(row->last) : 0;

    put_filling(FIRST, '\0', row->size);
    put_text(FIRST, row->first != NULL ? row->first : "");
    while (FIRST->n < n) {
        put_text(FIRST, row->rest);
    }
    FIRST->n = n - last;
    put_text(FIRST, row->last != NULL ? row->last : "");
}

/* Headers in blocks, whose lengths are `subfields`, with texts of `length` that overlap. */
static void smb(const struct store_row *row, size_t n)
{
    put_smb_base(FIRST, 0);
    while (FIRST->n + SMB_BLOCK <= n) {
        size_t pos = FIRST->n;
        put_smb_header(FIRST, &(struct smb_header){.texts = 1,
                                                   .number = (uint32_t)(pos / SMB_BLOCK + 1),
                                                   .fields = row->subfields});
        put_smb_text(FIRST, 0, 0, (uint32_t)row->length);
        pad(FIRST, pos + SMB_BLOCK);
    }
    put_octets(&files[STORE_SECOND], "\0\0", 2);
    put_filling(&files[STORE_SECOND], 'x', n - 2);
}

/* The same of one text, which LZH made six times smaller. */
static void smb_lzh(const struct store_row *row, size_t n)
{
    smb(row, n);
    set_u32(&files[STORE_SECOND], 0, 9);
    set_u32(&files[STORE_SECOND], 4, (uint32_t)(6 * row->length));
    memset(files[STORE_SECOND].ptr + 8, 0, n - 8);
}

/* Texts of a block each, which LZH made `length` octets of. */
static void smb_own_lzh(const struct store_row *row, size_t n)
{
    struct octets *texts = &files[STORE_SECOND];

    put_smb_base(FIRST, 0);
    for (size_t pos = FIRST->n; pos + SMB_BLOCK <= n; pos = FIRST->n) {
        put_smb_header(FIRST, &(struct smb_header){.texts = 1,
                                                   .number = (uint32_t)(pos / SMB_BLOCK + 1),
                                                   .text = (uint32_t)texts->n});
        put_smb_text(FIRST, 0, 0, SMB_BLOCK);
        pad(FIRST, pos + SMB_BLOCK);
        put_u32(texts, 9);
        put_u32(texts, (uint32_t)row->length);
        pad(texts, pos - SMB_BASE + SMB_BLOCK);
    }
}

static void smb_index(const struct store_row *row, size_t n)
{
    smb(row, n);
    size_t count = (FIRST->n - SMB_BASE) / SMB_BLOCK;
    for (size_t i = 0; i < n / 20; i++) {
        size_t nth = row->order(i, count);
        put_smb_entry(INDEX, (uint32_t)(SMB_BASE + SMB_BLOCK * nth), (uint32_t)(nth + 1), 0);
    }
}

static void rfc_nearly_delimiters(const struct store_row *row, size_t n)
{
    char part[64];

    (void)row;
    for (int i = 0; i < 20; i++) {
        snprintf(part, sizeof part, "Content-Type: multipart/mixed; boundary=%d\n\n--%d\n", i, i);
        put_text(FIRST, part);
    }
    while (FIRST->n < n) {
        put_text(FIRST, "----\n");
    }
    FIRST->n = n;
}

static const struct store_row stores[] = {
    {"squish", "nested frames", .make = squish, .size = 28, .length = UINT32_MAX},
    {"squish", "frames without messages", .make = squish, .size = 28},
    {"squish", "frames backwards", .make = squish_backwards, .length = UINT32_MAX},
    {"squish", "frames backwards, of short messages", .make = squish_backwards, .length = 272},
    {"squish", "a loop", .make = squish_loop, .size = 300, .length = 272},
    {"squish", "more messages claimed than fit", .make = squish_many_claimed, .size = 300,
     .length = 272},
    {"squish", "marks alone", .make = squish_marks},
    {"jam", "one text", .make = jam, .size = 76, .length = UINT32_MAX},
    {"jam", "long subfields", .make = jam, .size = 84, .subfields = UINT32_MAX},
    {"jam", "nested headers", .make = jam_nested, .size = 160, .subfields = UINT32_MAX},
    {"jam", "junk", .make = jam_junk},
    {"jam", "an index backwards", .make = jam_index, .size = 76, .order = backwards},
    {"jam", "an index to and fro", .make = jam_index, .size = 76, .order = to_and_fro},
    {"jam", "an index of pairs", .make = jam_index, .size = 76, .order = in_pairs},
    {"jam", "an index of one header", .make = jam_index, .size = 76, .order = one},
    {"jam", "an index beside long subfields", .make = jam_index_beside_long_ones, .size = 168,
     .order = to_and_fro},
    {"jam", "an index of deleted messages", .make = jam_index_of_deleted, .size = 76,
     .order = to_and_fro},
    {"jam", "an index of nested headers", .make = jam_index_of_nested, .size = 84,
     .subfields = UINT32_MAX, .order = to_and_fro},
    {"jam", "an index of two headers", .make = jam_index_of_two, .order = one_of_two},
    {"jam", "an index of nothing", .make = jam_index, .size = 76, .order = none},
    {"jam", "an index of gaps", .make = jam_index_of_gaps, .size = 76},
    {"hudson", "one text", .make = hudson},
    {"hudson", "full blocks", .make = hudson, .length = 255},
    {"hudson", "an index of deleted messages", .make = hudson, .size = 1},
    {"smb", "one text", .make = smb, .length = UINT32_MAX},
    {"smb", "one text that LZH made small", .make = smb_lzh, .length = 4000,
     .steps = 500}, /* 30 for each octet that LZH makes */
    {"smb", "texts that LZH made small", .make = smb_own_lzh, .length = 4000, .steps = 500},
    {"smb", "nested headers", .make = smb, .subfields = 60000},
    {"smb", "an index of one header", .make = smb_index, .order = one},
    {"smb", "an index to and fro", .make = smb_index, .length = 100, .order = to_and_fro},
    {"smb", "an index of gaps", .make = smb_index, .order = none},
    {"qwk", "long messages", .make = qwk_long},
    {"qwk", "broken headers", .make = qwk_broken},
    {"qwk", "sections backwards", .make = qwk_sections},
    {"qwk", "one long section", .make = qwk_sections, .rest = "Subject:\n"},
    {"qwk", "fields before a text", .make = qwk_fields, .rest = "Subject: x\n"},
    {"pkt", "empty messages", .make = pkt_empty_messages},
    {"pkt", "one message", .make = pkt_one_message},
    {"pkt", "many packets", .make = pkt_many_packets},
    {"text", "LF, and one CR", .make = fill, .rest = "\n", .last = "\r"},
    {"text", "CR, and one LF", .make = fill, .rest = "\r", .last = "\n"},
    {"text", "what is nearly UTF-8", .make = fill, .rest = "\xE2"},
    {"msg", "control lines", .make = fill, .size = 190, .rest = "\001CHRS\r"},
    {"msg", "an origin line of brackets", .make = fill, .size = 190,
     .first = "\r * Origin:", .rest = "("},
    {"rfc", "marks", .make = fill, .rest = "From \n\n"},
    {"rfc", "nearly marks", .make = fill, .first = "From ", .rest = "\n\r\nFrom"},
    {"rfc", "empty parts", .make = fill, .first = "Content-Type: multipart/mixed; boundary=b\n\n",
     .rest = "--b\n\nx\n"},
    {"rfc", "nearly delimiters", .make = rfc_nearly_delimiters},
    {"rfc", "messages in messages", .make = fill, .rest = "Content-Type: message/rfc822\n\n"},
    {"rfc", "fields", .make = fill, .rest = "Subject:\n"},
    {"rfc", "folds", .make = fill, .first = "Subject:", .rest = " \n"},
    {"rfc", "nearly encoded words", .make = fill, .first = "Subject: ", .rest = "=?a?q?b"},
    {"rfc", "encoded words", .make = fill,
     .first = "Subject: ", .rest = "=?koi8-r?q?=C1?= =?cp866?q?=C1?=\t"},
    {"rfc", "flowed", .make = fill,
     .first = "Content-Type: text/plain; format=flowed; delsp=yes\n\n", .rest = "> \n "},
    {"html", "tags", .make = fill, .first = "<p>", .rest = "<meta charset"},
    {"html", "words", .make = fill, .first = "<meta ", .rest = "charse"},
    {"rnews", "no bytes", .make = fill, .rest = "#! rnews 0\n"},
    {"rnews", "a wrong count", .make = fill, .first = "#! rnews 9999999999\n",
     .rest = "#! rnews 1"},
    {"rnews", "one byte each", .make = fill, .rest = "#! rnews 1\n\n"},
    {"rfc", "entities", .make = fill, .first = "Content-Type: text/html\n\n", .rest = "&amp"},
};

/* Opens the files, and reads all messages with their heads and texts, until they have given more
 * than `most` octets. Returns the steps for an octet of `n`; infinitely many if they give more. */
static double read_files(const char *format, size_t n, size_t most)
{
    struct base base;
    struct mail_converter converter = {0};
    struct mail_store *store = &base.store;
    enum mail_result result = MAIL_MESSAGE;
    size_t given = 0;

    steps = 0;
    open_files(&base, mail_format_named(format), "x",
               (const struct octets *[]){FIRST, &files[STORE_SECOND], INDEX->n > 0 ? INDEX : NULL},
               0);
    while ((result = mail_next(store)) != MAIL_END && result != MAIL_FAILED && given <= most) {
        if (result == MAIL_MESSAGE && mail_read(store)) {
            mail_read_head(store, false);
            given += store->message.text.n;
            const struct furl_range text = store->message.text;
            mail_to_utf8(&converter, mail_charset_for(&store->message, false, text), text);
        }
    }
    mail_close(store);
    free(converter.out.ptr);
    return given > most || result == MAIL_FAILED ? 1e9 : (double)steps / (double)n;
}

static void empty_files(void)
{
    for (size_t i = 0; i < STORE_FILES; i++) {
        files[i].n = 0;
    }
}

/* Reads a store of `n` octets in each file. */
static double steps_to_read(const void *row, size_t n)
{
    const struct store_row *made = row;
    bool shares = strcmp(made->format, "smb") == 0; /* some of its messages share texts */

    empty_files();
    made->make(made, n);
    pad(FIRST, n);
    pad(&files[STORE_SECOND], n);
    return read_files(made->format, n, shares ? 20 * n : 3 * n);
}

/* Fields of a letter in its text form, of Internet mail, and of headers.dat; some with what makes a
 * reader go on with them. */
/* clang-format off */
static const char *const of_letters[] = {
    "From: ", "To: ", "Subj: ", "Date: ", "Area: ", "\001", "\001MSGID: ", "\001REPLY: ",
    "\001CHRS: ", "\001TZUTC: ", "\001TrueTime: ", "\001INTL ", "\001INTL 1:1/1 ", "\001FMPT ",
    "\001AREA:", "\001PATH: ", "\001#62 ", "\001#B0 ", "\001#B0 Mime-Version: ", "\001#B1 ",
    "\001#B2 ", "\001#D8 ", "\001#E0 ", "AREA:", "SEEN-BY: ", " * Origin: ", NULL};
static const char *const of_internet[] = {
    "", "From: ", "To: ", "Subject: ", "Date: ", "Message-ID: ", "References: ", "In-Reply-To: ",
    "Newsgroups: ", "Archived-At: ", "X-URL: ", "X-FTN-MSGID: ", "X-FTN-CHRS: ", "X-Comment-To: ",
    "Content-Type: ", "Content-Type: text/", "Content-Type: text/plain; ",
    "Content-Type: text/plain; charset=", "Content-Type: multipart/mixed; boundary=",
    "Content-Type: text/html\n\n", "Content-Transfer-Encoding: ",
    "Content-Transfer-Encoding: base64\n\n", "Content-Transfer-Encoding: quoted-printable\n\n",
    NULL};
static const char *const of_headers_dat[] = {
    "", "Sender: ", "To: ", "Subject: ", "WhenWritten: ", "Message-ID: ", "In-Reply-To: ",
    "X-FTN-MSGID: ", "X-FTN-REPLY: ", "X-FTN-CHRS: ", "X-FTN-AREA: ", "Newsgroups: ", "Utf8: ",
    NULL};
/* clang-format on */

/* What a hostile field has again and again. */
/* clang-format off */
static const char *const fillings[] = {"@",     ":",      "/",    "<",      ">",        "%",
                                       "\"",    " ",      "\t",   "1",      "(",        ")",
                                       ",",     ";",      ".",    "=",      "?",        "=?",
                                       "=?a?",  "=?a?q?", "&#1",  "-",      "a",        "\\",
                                       "1@",    "1:1/1@", "1:",   "1/",     "(1)",      "1:1/1) ",
                                       "<a@b>", "a:",     "a=b;", "\xE2",   "\xF0\x9F", "=3D",
                                       "\001",  "\001@",  "(a) ", "\"a\" ", "\\\"",     "((a)",
                                       "<\"",   "<a href='a:/ ", " src=\"a:/ ='a:/ ",
                                       "<!doctype \"a:/"};
/* clang-format on */

/* A format, its fields, and what fills them. */
struct hostile {
    const char *format, *const *fields, *filling;
};

/* Makes a store whose only letter has this field, of `n` octets; or whose headers.dat has it. */
static void make_hostile(const struct hostile *row, const char *field, size_t n)
{
    bool is_letter = row->fields == of_letters, is_dat = row->fields == of_headers_dat;
    struct store store = {0};
    struct octets form = {0};

    empty_files();
    put_text(&form, is_dat ? "[80]\n" : "");
    put_text(&form, field);
    while (form.n < n) {
        put_text(&form, row->filling);
    }
    put_text(&form, "\n\nx\n");
    if (is_letter || is_dat) {
        store_begin(&store, row->format);
        store_add(&store, is_letter ? (const char *)form.ptr : "x", is_letter ? form.n : 1);
        store_end(&store);
        for (size_t i = 0; i < STORE_FILES; i++) {
            put_octets(&files[i], store.files[i].ptr, store.files[i].n);
        }
        store_free(&store);
    }
    if (!is_letter) {
        put_octets(is_dat ? INDEX : FIRST, form.ptr, form.n);
    }
    free(form.ptr);
}

/* The steps for an octet of the field that takes most. */
static double steps_of_hostile(const void *what, size_t n)
{
    const struct hostile *row = what;
    double most = 0;

    for (const char *const *field = row->fields; *field != NULL; field++) {
        make_hostile(row, *field, n);
        double few = read_files(row->format, n, 3 * n);
        most = few > most ? few : most;
    }
    return most;
}

static bool is_hostile_linear(const char *format, const char *const *fields, const char *filling)
{
    enum { FEW = 6000, MANY = 24000 }; /* a header of SMB has up to 65535 octets */
    const struct hostile row = {format, fields, filling};
    const struct subject subject = {format, filling, steps_of_hostile, &row,
                                    FEW,    MANY,    STEPS_AN_OCTET,   1.5};

    return is_linear(&subject);
}

/* Fields in every format, each full of what readers look for. */
static bool are_fields_linear(void)
{
    bool fine = true;

    for (size_t i = 0; i < COUNT(fillings); i++) {
        for (const struct store_format *const *row = store_formats; *row != NULL; row++) {
            fine = is_hostile_linear((*row)->name, of_letters, fillings[i]) && fine;
        }
        fine = is_hostile_linear("rfc", of_internet, fillings[i]) && fine;
        fine = is_hostile_linear("qwk", of_headers_dat, fillings[i]) && fine;
    }
    return fine;
}

bool are_stores_linear(void)
{
    bool fine = are_fields_linear();

    for (const struct store_row *row = stores; row < stores + COUNT(stores); row++) {
        unsigned most = row->steps > 0 ? row->steps : STEPS_AN_OCTET;
        const struct subject subject = {row->format, row->name, steps_to_read, row,
                                        SHORT,       LONG,      most,          1.5};
        fine = is_linear(&subject) && fine;
    }
    return fine;
}
