#include "byteset.h"

void furl_byteset_put(struct furl_byteset *set, unsigned char octet, bool has)
{
    unsigned char *row = &set->row[octet >> 7][octet & 15];
    unsigned bit = 1u << (octet >> 4 & 7);

    set->has[octet] = has;
    *row = (unsigned char)(has ? *row | bit : *row & ~bit);
}
