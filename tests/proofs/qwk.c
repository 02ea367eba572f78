/* Figures of a QWK head are a number below 10^7 or none, for all fields: six octets, of each figure
 * and each class of others; eight, of 0, 9 and each class. And two octets are a number below 2^16.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "mail/qwk.c"
#include "strings.h"

static uint64_t fields;

/* The same, read another way: blanks, at most seven figures, blanks; of what is before a NUL. */
static size_t plainly(const char *field)
{
    int end = -1;
    unsigned number = 0;

    if (strspn(field + strspn(field, " "), "0123456789") > 7) {
        return SIZE_MAX;
    }
    return sscanf(field, " %u %n", &number, &end) == 1 && end == (int)strlen(field) ? number
                                                                                    : SIZE_MAX;
}

static void check_all(const char *alphabet, size_t size, size_t n)
{
    struct strings all = {.alphabet = (const unsigned char *)alphabet, .size = size, .n = n};

    while (strings_next(&all)) {
        unsigned char *field = malloc(n); /* no octet more, for ASan */
        memcpy(field, all.at, n);
        size_t number = figures(field, n);
        free(field);
        all.at[n] = '\0';
        if (number != plainly((const char *)all.at) || (number > 9999999 && number != SIZE_MAX)) {
            fprintf(stderr, "figures: \"%s\"\n", (const char *)all.at);
            exit(1);
        }
        fields++;
    }
}

int main(void)
{
    static const char all[] = " x0123456789", few[] = " x09"; /* and NUL */

    for (size_t n = 1; n <= 6; n++) {
        check_all(all, sizeof all, n);
    }
    check_all(few, sizeof few, 7);
    check_all(few, sizeof few, 8);
    for (unsigned i = 0; i <= 0xFFFF; i++) {
        unsigned char low = (unsigned char)(i & 0xFF), high = (unsigned char)(i >> 8);
        unsigned char octets[] = {low, high, low, high};
        if (mail_u16(octets) != i || mail_u32(octets) != i * 0x10001u) {
            return 1;
        }
    }
    printf("%llu fields\n", (unsigned long long)fields);
    return 0;
}
