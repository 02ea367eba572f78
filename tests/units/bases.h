/* Stores made octet by octet, for the units of their readers. After units.h. */
#ifndef BASES_H
#define BASES_H

#include "mail/reader.h"

/* Octets that are put together; a test's. All zero: none. */
struct octets {
    unsigned char at[262144];
    size_t n;
};

/* Appends: octets, a string without its NUL; one with it; a string in a field of `size`, filled up
 * with NUL; the same octet so many times; numbers, little-endian. */
void put_octets(struct octets *octets, const void *from, size_t n);
void put_text(struct octets *octets, const char *text);
void put_string(struct octets *octets, const char *text);
void put_field(struct octets *octets, const char *text, size_t size);
void put_filling(struct octets *octets, char octet, size_t n);
void put_u16(struct octets *octets, unsigned number);
void put_u32(struct octets *octets, uint32_t number);

/* Writes a number over what is there. */
void set_u16(struct octets *octets, size_t at, unsigned number);
void set_u32(struct octets *octets, size_t at, uint32_t number);

/* A store whose first file is these octets, and, unless NULL, that beside it those. Reads give up
 * to `cut` octets, any number where that is 0. */
struct base {
    struct mail_store store;
    struct base_file {
        struct octets octets;
        size_t cut;
        bool fails;    /* reads fail */
        bool is_pipe;  /* it is read once, from front to end: */
        uint64_t read; /* so many octets of it were */
    } files[MAIL_FILES];
};
void open_base(struct base *base, const struct mail_format *format, const char *name,
               const struct octets *first, const struct octets *second, size_t cut);

/* Gives an open store, of which nothing is read yet, its index. */
void add_index(struct base *base, const struct octets *index);

/* Makes the first file a pipe. */
void read_as_pipe(struct base *base);

/* Goes on to what is next, and reads it if it is a message. */
enum mail_result next_of(struct base *base);

/* Fails unless the next thing that the store gives is a message so: its parts, as UTF-8, as
 * "number|from|to|subject|area|id|date|declared|charset|text". */
void expect_message(struct base *base, const char *wanted);

/* The parts of the message that was read last, valid until the next call. */
const char *last_row(struct base *base);

/* Fails unless it is damage, or the message has it, at this place of this message. */
void expect_damage(struct base *base, enum mail_result result, const char *what, uint64_t number,
                   uint64_t offset);

/* Fails unless it is the end. Closes the store. */
void expect_end(struct base *base);

/* Reads the store to its end, however that is, and closes it. Returns how many messages it gave;
 * fails if the octets of their texts are more than `most`, or it goes on and on. */
size_t read_base(struct base *base, uint64_t most);

#endif
