#include "config.h"

#include "decimal.h"

const char *decimal(uint64_t number, char out[NUMBER_SIZE])
{
    char *digit = out + NUMBER_SIZE - 1;

    *digit = '\0';
    do {
        *--digit = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return digit;
}
