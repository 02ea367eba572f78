/* Consoles, which use UTF-16. The program uses octets. */
#include "config.h"

#include "windows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "furl/core/utf8.h"

/* The most characters that are read or written at a time. */
enum { CONSOLE_BLOCK = 4096 };

/* A console for output: its former mode, and an incomplete sequence that is not written yet. */
static struct console {
    bool is, changed;
    DWORD mode;
    unsigned char front[FURL_UTF8_MAX];
    size_t front_n;
} consoles[SYSTEM_MESSAGES + 1];

/* Returns whether a descriptor is a console. Sets `mode` to its mode, or to 0 if it is open only
 * for writing. */
static bool is_console(int fd, DWORD *mode)
{
    *mode = 0;
    return GetConsoleMode(windows_handle(fd), mode) ||
           (GetLastError() == ERROR_ACCESS_DENIED &&
            GetFileType(windows_handle(fd)) == FILE_TYPE_CHAR);
}

bool console_is(int fd)
{
    DWORD mode;

    return is_console(fd, &mode);
}

/* Restores the mode of the console of standard output. */
static void console_restore(void)
{
    struct console *console = &consoles[SYSTEM_OUTPUT];

    if (console->changed) {
        SetConsoleMode(windows_handle(SYSTEM_OUTPUT), console->mode);
        console->changed = false;
    }
}

void console_begin(int fd)
{
    struct console *console = &consoles[fd];

    console->is = is_console(fd, &console->mode);
    if (console->is && fd == SYSTEM_OUTPUT) { /* messages contain no sequences */
        console->changed =
            SetConsoleMode(windows_handle(fd), console->mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        atexit(console_restore); /* for an exit before the output is closed */
    }
}

bool console_is_begun(int fd)
{
    return fd <= SYSTEM_MESSAGES && consoles[fd].is;
}

/* Reads a typed line, or the first part of a long line, without cutting a character. A read that
 * Ctrl-C interrupts is not the end, because the system then ends the process. */
static bool read_wide(int fd, wchar_t wide[CONSOLE_BLOCK], DWORD *got)
{
    HANDLE handle = windows_handle(fd);
    DWORD low = 0;
    bool fine = false;

    do {
        SetLastError(ERROR_SUCCESS);
        fine = ReadConsoleW(handle, wide, CONSOLE_BLOCK - 1, got, NULL) != 0;
    } while (fine && *got == 0 && GetLastError() == ERROR_OPERATION_ABORTED);
    if (fine && *got > 0 && IS_HIGH_SURROGATE(wide[*got - 1]) &&
        ReadConsoleW(handle, wide + *got, 1, &low, NULL)) {
        *got += low;
    }
    return fine;
}

/* Reads octets. Ctrl-Z at the start of a line means the end. */
int console_read(int fd, unsigned char *octets, size_t n, size_t *some)
{
    static unsigned char line[3 * CONSOLE_BLOCK];
    static size_t pos, length;
    wchar_t wide[CONSOLE_BLOCK];
    DWORD got = 0;

    if (pos == length) {
        if (!read_wide(fd, wide, &got)) {
            return windows_error();
        }
        bool ends = got > 0 && wide[0] == L'\x1A';
        pos = 0;
        length = ends ? 0
                      : (size_t)WideCharToMultiByte(CP_UTF8, 0, wide, (int)got, (char *)line,
                                                    sizeof line, NULL, NULL);
    }
    *some = length - pos < n ? length - pos : n;
    memcpy(octets, line + pos, *some);
    pos += *some;
    return 0;
}

/* Writes a character of UTF-8, or a stray octet, in UTF-16. A stray octet becomes its character in
 * the code page of the console. A control becomes U+FFFD. Returns the number of units. */
static size_t characters_of(const unsigned char *octets, size_t n, wchar_t out[4])
{
    if (n == 1 && octets[0] < 0x80) {
        out[0] = octets[0];
        return 1;
    }
    int made = MultiByteToWideChar(n > 1 ? CP_UTF8 : GetConsoleOutputCP(), 0, (const char *)octets,
                                   (int)n, out, 4);
    if (made <= 0 || (n == 1 && (out[0] == 0 || furl_code_is(out[0], FURL_CODE_CONTROL)))) {
        out[0] = 0xFFFD;
        return 1;
    }
    return (size_t)made;
}

static int write_wide(int fd, const wchar_t *wide, size_t n)
{
    DWORD some = 0;

    while (n > 0) {
        if (!WriteConsoleW(windows_handle(fd), wide, (DWORD)n, &some, NULL)) {
            return windows_error();
        }
        if (some == 0) {
            return EIO;
        }
        wide += some;
        n -= some;
    }
    return 0;
}

/* Writes octets. A sequence may come in several writes. If `end`, the octets of an incomplete
 * sequence become stray octets. */
static int write_octets(int fd, const unsigned char *octets, size_t n, bool end)
{
    struct console *console = &consoles[fd];
    wchar_t wide[CONSOLE_BLOCK];
    size_t wide_n = 0;
    int error = 0;

    while (error == 0 && (n > 0 || console->front_n > 0)) {
        unsigned char *front = console->front;
        uint32_t code = 0;
        if (n > 0 && console->front_n < FURL_UTF8_MAX) {
            front[console->front_n++] = *octets++;
            n--;
        }
        size_t length = furl_utf8(front, console->front_n, &code);
        if (length == FURL_UTF8_MORE && n > 0) {
            continue;
        }
        if (length == FURL_UTF8_MORE && !end) {
            break;
        }
        length = length == 0 || length == FURL_UTF8_MORE ? 1 : length;
        wide_n += characters_of(front, length, wide + wide_n);
        console->front_n -= length;
        memmove(front, front + length, console->front_n);
        if (wide_n > CONSOLE_BLOCK - 4) {
            error = write_wide(fd, wide, wide_n);
            wide_n = 0;
        }
    }
    return error != 0 ? error : write_wide(fd, wide, wide_n);
}

int console_write(int fd, const unsigned char *octets, size_t n)
{
    return write_octets(fd, octets, n, false);
}

int console_end(int fd)
{
    int error = write_octets(fd, NULL, 0, true);

    if (fd == SYSTEM_OUTPUT) {
        console_restore();
    }
    consoles[fd].is = false;
    return error;
}
