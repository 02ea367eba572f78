/* What the files for Windows share. Include it before system headers. */
#ifndef WINDOWS_H
#define WINDOWS_H

#define _CRT_RAND_S
#include <windows.h>

#include "system.h"

/* The errno of what failed last in the system. */
int windows_error(void);

HANDLE windows_handle(int fd);

/* Whether it is a console. */
bool console_is(int fd);

/* Prepares writing to `fd`, which may be a console; until the process exits,
 * standard output's obeys control sequences. */
void console_begin(int fd);

/* Whether console_begin found a console there. */
bool console_is_begun(int fd);

/* Reads and writes octets as descriptors do; a sequence of UTF-8 may come in several writes. */
int console_read(int fd, unsigned char *octets, size_t n, size_t *some);
int console_write(int fd, const unsigned char *octets, size_t n);

/* Writes an incomplete sequence, and ends the writing. Returns 0 or errno. */
int console_end(int fd);

#endif
