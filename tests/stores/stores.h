/*
 * Stores of mail, written: the one writer of each format. `write-store` writes them for the cases;
 * units, steps, faults and fuzz targets have them in memory.
 */
#ifndef STORES_H
#define STORES_H

#include <stdbool.h>

#include "files.h"
#include "letter.h"
#include "octets.h"

/* Files of a store, in the order of enum mail_store_file; and the most letters of one. */
enum { STORE_FIRST, STORE_SECOND, STORE_INDEX, STORE_FILES };
enum { STORE_LETTERS = 1024 };

struct store {
    const struct store_format *format;
    struct octets files[STORE_FILES];
    size_t n, left;                /* letters; those that are not deleted */
    size_t offsets[STORE_LETTERS]; /* where the header of each begins in the first file */
    size_t last; /* where that of the last one begins that is not deleted; 0: none */
};

struct store_format {
    const char *name;
    const char *files[STORE_FILES]; /* how they are called: "%s" is the name of the base */
    void (*begin)(struct store *store);
    void (*add)(struct store *store, const struct letter *letter);
    void (*end)(struct store *store); /* or NULL */
    /* Adds an entry to the index: of a header at an offset, or the letter of a number, or, if that
     * is STORE_GONE, of none. NULL: there is none. */
    void (*enter)(struct store *store, uint32_t which);
    bool enters_offsets;
};
#define STORE_GONE 0xFFFFFFFFu

extern const struct store_format store_pkt, store_msg, store_jam, store_squish, store_hudson,
    store_qwk, store_smb, store_rnews, store_emlx, store_mbx;

/* All of them, and NULL. */
extern const struct store_format *const store_formats[];

/* Makes a store of letters in their text form, the last of which is NULL. Ends the process if there
 * is no such format. */
void store_begin(struct store *store, const char *format);
void store_add(struct store *store, const char *letter, size_t n);
void store_end(struct store *store);
void store_make(struct store *store, const char *format, const char *const letters[]);
void store_free(struct store *store);

/* Adds an index: for each entry the number of a letter, "@99" for an offset, "-" for none:
 * "2,1,-,@99". */
void store_index(struct store *store, const char *index);

/* How a file of the store is called, with the name of the base; empty: there is no such file. */
const char *store_name(const struct store *store, const char *base, size_t file);

/* Gives the first `n` files to `take`. */
void store_take(const struct store *store, const char *base, size_t n, store_taker *take);

/* Parts of stores, by which writers make them, and which others put together wrongly. */

/* FTS-0001: the header of a packet; the numbers at the front of a message in it. */
void put_packet(struct octets *octets);
void put_packed_start(struct octets *octets);

/* JAM-001: the header of a base that has so many messages; that of a message; a subfield. */
struct jam_header {
    uint32_t subfields, written, number, attribute, text, length;
};
enum { JAM_BASE = 1024, JAM_HEADER = 76 };
#define JAM_DELETED 0x80000000u
void put_jam_base(struct octets *octets, uint32_t messages);
void put_jam_header(struct octets *octets, const struct jam_header *header);
void put_jam_subfield(struct octets *octets, unsigned identifier, const char *value, size_t n);
void put_jam_entry(struct octets *octets, uint32_t header);

/* Squish: the header of a base; that of a frame. */
struct squish_frame {
    uint32_t next, previous, length, message, control;
    unsigned type;
};
enum { SQUISH_BASE = 256, SQUISH_FRAME = 28, SQUISH_HEADER = 238 };
#define SQUISH_MARK "\x53\x44\xAE\xAF"
void put_squish_base(struct octets *octets, uint32_t first);
void put_squish_frame(struct octets *octets, const struct squish_frame *frame);

/* Hudson: a record of the file of headers; a text in blocks of 256 octets. */
struct hudson_record {
    unsigned number, block, blocks, attribute, board;
    const char *time, *date, *to, *from, *subject;
};
enum { HUDSON_RECORD = 187 };
void put_hudson_record(struct octets *octets, const struct hudson_record *record);
void put_hudson_text(struct octets *octets, const unsigned char *text, size_t n, size_t block);

/* QWK: the first block; the header of a message. NULL: blank. */
struct qwk_header {
    const char *status, *number, *date, *to, *from, *subject, *blocks;
    unsigned active, conference;
};
enum { QWK_BLOCK = 128 };
void put_qwk_front(struct octets *octets);
void put_qwk_header(struct octets *octets, const struct qwk_header *header);

/* SMB: the header of a base; that of a message, without what follows it: where its texts are, and
 * fields; a record of the index. */
struct smb_header {
    unsigned type, attribute, year, texts;
    uint32_t written, number, text;
    int zone;
    size_t fields; /* octets of them */
};
enum { SMB_BASE = 32, SMB_HEADER = 70, SMB_TEXT = 10, SMB_BLOCK = 256 };
void put_smb_base(struct octets *octets, uint32_t messages);
void put_smb_header(struct octets *octets, const struct smb_header *header);
void put_smb_text(struct octets *octets, unsigned type, uint32_t offset, uint32_t n);
void put_smb_field(struct octets *octets, unsigned type, const char *value, size_t n);
/* A text that LZH compresses, runs of an octet alone; the bits of any text, an octet or a copy at a
 * time. */
void put_smb_lzh(struct octets *octets, const unsigned char *text, size_t n);
void lzh_begin(struct octets *octets);
void lzh_put_octet(unsigned char octet);
void lzh_put_copy(size_t length, unsigned distance);
void put_smb_entry(struct octets *octets, uint32_t header, uint32_t number, unsigned attribute);

#endif
