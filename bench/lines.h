/* Reads a file line by line, and writes in big blocks: what peers need that are libraries. */
#ifndef BENCH_LINES_H
#define BENCH_LINES_H

#include <stdio.h>
#include <string.h>

/* Calls `each` for each line, without its LF but with a NUL after it. Returns an exit status. */
static inline int each_line(const char *name, void (*each)(char *line, size_t n))
{
    static char text[1 << 18];
    static char out[1 << 18];
    FILE *file = fopen(name, "rb");
    size_t held = 0;

    if (file == NULL) {
        return 2;
    }
    setvbuf(file, NULL, _IONBF, 0);
    setvbuf(stdout, out, _IOFBF, sizeof out);
    for (size_t n = 0; (n = fread(text + held, 1, sizeof text - 1 - held, file)) > 0;) {
        char *ptr = text, *end = text + held + n, *lf = NULL;
        while ((lf = (char *)memchr(ptr, '\n', (size_t)(end - ptr))) != NULL) {
            *lf = '\0';
            each(ptr, (size_t)(lf - ptr));
            ptr = lf + 1;
        }
        held = (size_t)(end - ptr);
        memmove(text, ptr, held);
    }
    fclose(file);
    if (held == sizeof text - 1) {
        return 1; /* a line is too long */
    }
    if (held > 0) {
        text[held] = '\0';
        each(text, held);
    }
    return fflush(stdout) != 0;
}

#endif
