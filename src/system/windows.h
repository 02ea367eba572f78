/* The declarations that the files for Windows share. Include them before system headers. */
#ifndef WINDOWS_H
#define WINDOWS_H

#define _CRT_RAND_S
#include <windows.h>

#include "system.h"

/* Returns errno for the last error of the system. */
int windows_error(void);

/* Returns the handle of a descriptor. */
HANDLE windows_handle(int fd);

/* Returns whether a descriptor is a console. */
bool console_is(int fd);

/* Prepares writing to `fd`, which may be a console. If it is the console of standard output, it
 * obeys control sequences until the process exits. */
void console_begin(int fd);

/* Returns whether console_begin found a console. */
bool console_is_begun(int fd);

/* Read and write octets like descriptors. A UTF-8 sequence may come in several writes. */
int console_read(int fd, unsigned char *octets, size_t n, size_t *some);
int console_write(int fd, const unsigned char *octets, size_t n);

/* Ends writing, also after an incomplete sequence. Returns 0 or errno. */
int console_end(int fd);

#endif
