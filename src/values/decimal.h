/* Numbers as text. */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <stdint.h>

/* Room for a number of 64 bits in decimal. */
#define NUMBER_SIZE (sizeof "18446744073709551615")

/* Writes the number in decimal to the end of `out`. Returns its first digit. */
const char *decimal(uint64_t number, char out[NUMBER_SIZE]);

#endif
