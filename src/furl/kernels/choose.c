/* The one place that asks the processor. */
#include "each.h"

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
    const struct furl_kernels *best = NULL;

    for (size_t nth = 0; best == NULL; nth++) {
        best = furl_kernels_of(nth);
    }
    return best;
}
