/* What the files for Windows share. Include it before system headers. */
#ifndef WINDOWS_H
#define WINDOWS_H

#define _CRT_RAND_S
#include <windows.h>

#include "system.h"

/* The errno of what failed last. */
int windows_error(void);

/* Sets errno to it. Returns false. */
bool windows_failed(void);

/* A name of the system's in UTF-8; of unpaired surrogates, U+FFFD. NULL where there is no memory.
 * The caller frees it. */
char *windows_name(const wchar_t *wide);

/* A path as the system takes it, also a long one. NULL where there is no memory. The caller frees
 * it. */
wchar_t *windows_path(const char *path);

/* The path of `name` in a directory; `name` itself if that is NULL. NULL with
 * errno set: no memory. The caller frees it. */
char *windows_joined(const struct directory *in, const char *name);

HANDLE windows_handle(int fd);

/* Whether it is a console. */
bool console_is(int fd);

/* Prepares writing to `fd`, which may be a console; standard output's then
 * obeys control sequences. */
void console_begin(int fd);

/* Whether console_begin found a console there. */
bool console_is_begun(int fd);

/* Restores the mode of standard output's console. */
void console_restore(void);

/* Reads and writes octets as descriptors do; a sequence of UTF-8 may come in several writes. */
int console_read(int fd, unsigned char *octets, size_t n, size_t *some);
int console_write(int fd, const unsigned char *octets, size_t n);

/* Writes an incomplete sequence, and ends the writing. Returns 0 or errno. */
int console_end(int fd);

#endif
