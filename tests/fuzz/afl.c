/* AFL++'s entry, in persistent mode: the whole program. */
#include <unistd.h>

#include "fuzz.h"

__AFL_FUZZ_INIT();

int main(void)
{
    __AFL_INIT();
    const unsigned char *octets = __AFL_FUZZ_TESTCASE_BUF;
    while (__AFL_LOOP(20000)) {
        fuzz_program((struct furl_range){octets, (size_t)__AFL_FUZZ_TESTCASE_LEN});
    }
    return 0;
}
