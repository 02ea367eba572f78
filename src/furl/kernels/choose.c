#include "each.h"

void furl_set_put(struct furl_set *set, unsigned char octet, bool has)
{
    unsigned char *row = &set->row[octet >> 7][octet & 15];
    unsigned bit = 1u << (octet >> 4 & 7);

    set->has[octet] = has;
    *row = (unsigned char)(has ? *row | bit : *row & ~bit);
}

const struct furl_kernels *furl_kernels_of(size_t nth)
{
    static const struct furl_kernels *const kernels[FURL_KERNELS] = {
#ifdef FURL_X86
        &furl_avx512,
        &furl_avx2,
        &furl_sse2,
#endif
#ifdef FURL_NEON
        &furl_neon,
#endif
        [FURL_KERNELS - 1] = &furl_plain,
    };

    return nth < FURL_KERNELS && kernels[nth] != NULL && kernels[nth]->here() ? kernels[nth] : NULL;
}

const struct furl_kernels *furl_kernels(void)
{
    size_t nth = 0;

    while (furl_kernels_of(nth) == NULL) {
        nth++;
    }
    return furl_kernels_of(nth);
}
