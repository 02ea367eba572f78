#include "byteset.h"

void furl_byteset_put(struct furl_byteset *set, unsigned char octet, bool has)
{
    unsigned char *row = &set->row[octet >> 7][octet & 15];
    unsigned bit = 1u << (octet >> 4 & 7);

    set->has[octet] = has;
    *row = (unsigned char)(has ? *row | bit : *row & ~bit);
}

struct furl_byteset furl_byteset_of(struct furl_range octets)
{
    struct furl_byteset set = {.has = {false}};

    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&set, octets.at[i], true);
    }
    return set;
}
