/* Octets that are put together, one after the other. */
#ifndef OCTETS_H
#define OCTETS_H

#include <stddef.h>
#include <stdint.h>

/* All zero: none. Memory is the owner's to free, or the process's. */
struct octets {
    unsigned char *ptr;
    size_t n, room;
};

/* Appends: octets; a string without its NUL; one with it; a string in a field of `size`, which NULs
 * pad; one octet `n` times; numbers, little-endian. */
void put_octets(struct octets *octets, const void *from, size_t n);
void put_text(struct octets *octets, const char *text);
void put_string(struct octets *octets, const char *text);
void put_field(struct octets *octets, const char *text, size_t size);
void put_filling(struct octets *octets, char octet, size_t n);
void put_u16(struct octets *octets, unsigned number);
void put_u32(struct octets *octets, uint32_t number);

/* Writes a number over what is there. */
void set_u16(struct octets *octets, size_t pos, unsigned number);
void set_u32(struct octets *octets, size_t pos, uint32_t number);

#endif
