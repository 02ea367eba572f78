#include "octets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room at the end. */
static unsigned char *take_room(struct octets *octets, size_t n)
{
    if (n > octets->room - octets->n || octets->ptr == NULL) {
        octets->room = 2 * octets->room + n + 256;
        octets->ptr = realloc(octets->ptr, octets->room);
        if (octets->ptr == NULL) {
            perror("octets");
            abort();
        }
    }
    octets->n += n;
    return octets->ptr + octets->n - n;
}

void put_octets(struct octets *octets, const void *from, size_t n)
{
    unsigned char *to = take_room(octets, n);

    if (n > 0) {
        memcpy(to, from, n);
    }
}

void put_text(struct octets *octets, const char *text)
{
    put_octets(octets, text, strlen(text));
}

void put_string(struct octets *octets, const char *text)
{
    put_octets(octets, text, strlen(text) + 1);
}

void put_filling(struct octets *octets, char octet, size_t n)
{
    memset(take_room(octets, n), octet, n);
}

void put_field(struct octets *octets, const char *text, size_t size)
{
    size_t n = strlen(text) < size ? strlen(text) : size;

    put_octets(octets, text, n);
    put_filling(octets, '\0', size - n);
}

void set_u16(struct octets *octets, size_t pos, unsigned number)
{
    octets->ptr[pos] = (unsigned char)(number & 0xFF);
    octets->ptr[pos + 1] = (unsigned char)(number >> 8 & 0xFF);
}

void set_u32(struct octets *octets, size_t pos, uint32_t number)
{
    set_u16(octets, pos, number & 0xFFFF);
    set_u16(octets, pos + 2, number >> 16);
}

void put_u16(struct octets *octets, unsigned number)
{
    take_room(octets, 2);
    set_u16(octets, octets->n - 2, number);
}

void put_u32(struct octets *octets, uint32_t number)
{
    take_room(octets, 4);
    set_u32(octets, octets->n - 4, number);
}
