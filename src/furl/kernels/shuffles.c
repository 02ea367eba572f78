/* Tables of shuffles, for the kernels that pack and expand by them. */
#include "each.h"

#if defined FURL_X86 || defined FURL_NEON

/* Whether octet `i` stays, of a row whose mask is `m`; and how many before it do. */
#define STAYS(m, i) ((uint64_t) !((m) >> (i)&1))
#define BEFORE1(m)  (STAYS(m, 0))
#define BEFORE2(m)  (BEFORE1(m) + STAYS(m, 1))
#define BEFORE3(m)  (BEFORE2(m) + STAYS(m, 2))
#define BEFORE4(m)  (BEFORE3(m) + STAYS(m, 3))
#define BEFORE5(m)  (BEFORE4(m) + STAYS(m, 4))
#define BEFORE6(m)  (BEFORE5(m) + STAYS(m, 5))
#define BEFORE7(m)  (BEFORE6(m) + STAYS(m, 6))
#define ROW(m)                                                                                     \
    (STAYS(m, 1) * 1 << 8 * BEFORE1(m) | STAYS(m, 2) * 2 << 8 * BEFORE2(m) |                       \
     STAYS(m, 3) * 3 << 8 * BEFORE3(m) | STAYS(m, 4) * 4 << 8 * BEFORE4(m) |                       \
     STAYS(m, 5) * 5 << 8 * BEFORE5(m) | STAYS(m, 6) * 6 << 8 * BEFORE6(m) |                       \
     STAYS(m, 7) * 7 << 8 * BEFORE7(m))
#define ROWS4(m)  ROW(m), ROW((m) + 1), ROW((m) + 2), ROW((m) + 3)
#define ROWS16(m) ROWS4(m), ROWS4((m) + 4), ROWS4((m) + 8), ROWS4((m) + 12)
#define ROWS64(m) ROWS16(m), ROWS16((m) + 16), ROWS16((m) + 32), ROWS16((m) + 48)

const uint64_t furl_packed[256] = {ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192)};

/* How four octets are expanded, by the mask of those that become escapes: places among the four,
 * their first digits, their second ones, and `%`. */
#define E(i) 12, 4 + (i), 8 + (i)
const unsigned char furl_expanded[16][16] = {
    {0, 1, 2, 3},       {E(0), 1, 2, 3},       {0, E(1), 2, 3},       {E(0), E(1), 2, 3},
    {0, 1, E(2), 3},    {E(0), 1, E(2), 3},    {0, E(1), E(2), 3},    {E(0), E(1), E(2), 3},
    {0, 1, 2, E(3)},    {E(0), 1, 2, E(3)},    {0, E(1), 2, E(3)},    {E(0), E(1), 2, E(3)},
    {0, 1, E(2), E(3)}, {E(0), 1, E(2), E(3)}, {0, E(1), E(2), E(3)}, {E(0), E(1), E(2), E(3)},
};

#endif
