/* Figures of a QWK head are a number below 10^7 or none, for all fields: six octets, of each figure
 * and each class of others; eight, of 0, 9 and each class. And two octets are a number below 2^16.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "mail/qwk.c"

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
    size_t digits[10] = {0};

    while (digits[n] == 0) {
        unsigned char *field = malloc(n); /* no octet more, for ASan */
        char text[10] = "";
        size_t i = 0;
        for (; i < n; i++) {
            text[i] = alphabet[digits[i]];
        }
        memcpy(field, text, n);
        size_t number = figures(field, n);
        free(field);
        if (number != plainly(text) || (number > 9999999 && number != SIZE_MAX)) {
            fprintf(stderr, "figures: \"%s\"\n", text);
            exit(1);
        }
        fields++;
        for (i = 0; i <= n && ++digits[i] == size && i < n; i++) {
            digits[i] = 0;
        }
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
