/*
 * The baseline: what one writes at first. Usage: naive encode|decode FILE. A table and a loop, on
 * blocks; nothing that would slow it down: it knows neither the rule about `-` nor bad escapes.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[256 * 1024 + 2], out[3 * sizeof in];

static size_t encode(size_t n)
{
    static bool literal[256];
    unsigned char *to = out;

    if (!literal['\n']) {
        for (const char *c = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                             "!$'()*,-.:;_/@\n";
             *c != '\0'; c++) {
            literal[(unsigned char)*c] = true;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (literal[in[i]]) {
            *to++ = in[i];
        } else if (in[i] == ' ') {
            *to++ = '+';
        } else {
            *to++ = '%';
            *to++ = (unsigned char)"0123456789ABCDEF"[in[i] >> 4];
            *to++ = (unsigned char)"0123456789ABCDEF"[in[i] & 15];
        }
    }
    return (size_t)(to - out);
}

static unsigned value(unsigned char digit)
{
    return (digit & 15u) + (digit > '9' ? 9u : 0u);
}

/* After the octets are two more, which may be part of an escape. */
static size_t decode(size_t n)
{
    unsigned char *to = out;

    for (size_t i = 0; i < n; i++) {
        if (in[i] == '%') {
            *to++ = (unsigned char)(value(in[i + 1]) << 4 | value(in[i + 2]));
            i += 2;
        } else {
            *to++ = in[i] == '+' ? ' ' : in[i];
        }
    }
    return (size_t)(to - out);
}

int main(int argc, char **argv)
{
    int fd = argc == 3 ? open(argv[2], O_RDONLY) : -1;
    bool decodes = argc == 3 && strcmp(argv[1], "decode") == 0;
    size_t held = 0;

    for (ssize_t n = 0; (n = read(fd, in + held, sizeof in - 2 - held)) > 0;) {
        size_t have = held + (size_t)n;
        held = 0;
        if (decodes && have > 0 && in[have - 1] == '%') {
            held = 1;
        } else if (decodes && have > 1 && in[have - 2] == '%') {
            held = 2;
        }
        size_t made = decodes ? decode(have - held) : encode(have);
        if (write(STDOUT_FILENO, out, made) != (ssize_t)made) {
            return 1;
        }
        memmove(in, in + have - held, held);
    }
    return fd < 0;
}
