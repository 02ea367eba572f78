/* The process and its descriptors on Windows 10 of May 2019 and later. Descriptors are those of the
 * C runtime. Octets bypass the runtime, because it would translate them. resources.rc makes
 * arguments UTF-8. */
#include "config.h"

#include "windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* The runtime must not expand arguments. */
int _dowildcard = 0;

/* The exit status if nobody reads the output: the status of shells for SIGPIPE. */
#define STATUS_PIPE 141

const char system_typed[] = "Ctrl-Z and Enter end the input";
const char system_manual[] = "fidourl.1.html";

static const struct {
    DWORD theirs;
    int ours;
} errors[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},
    {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_INVALID_NAME, ENOENT},
    {ERROR_BAD_PATHNAME, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},
    {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_DIRECTORY, ENOTDIR},
    {ERROR_INVALID_FUNCTION, EISDIR}, /* of files opened to read, only directories cannot be read */
    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_SHARING_VIOLATION, EACCES},
    {ERROR_LOCK_VIOLATION, EACCES},
    {ERROR_INVALID_HANDLE, EBADF},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_BUFFER_OVERFLOW, ENAMETOOLONG},
    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},
    {ERROR_DISK_FULL, ENOSPC},
    {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {ERROR_BROKEN_PIPE, EPIPE},
    {ERROR_NO_DATA, EPIPE},
    {ERROR_PIPE_NOT_CONNECTED, EPIPE},
};

int windows_error(void)
{
    DWORD theirs = GetLastError();

    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].theirs == theirs) {
            return errors[i].ours;
        }
    }
    return EIO;
}

HANDLE windows_handle(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

const char *system_begin(void)
{
    for (int fd = SYSTEM_INPUT; fd <= SYSTEM_MESSAGES; fd++) {
        /* A negative handle means closed. _open uses the lowest free number. */
        if (_get_osfhandle(fd) < 0 &&
            _open("NUL", _O_BINARY | (fd == SYSTEM_INPUT ? _O_WRONLY : _O_RDONLY)) < 0) {
            return "NUL";
        }
        /* Makes a pipe blocking, and a pipe of bytes, not of messages. Octets that do not fit into
         * a non-blocking pipe are never written, even after many attempts. */
        DWORD waits = PIPE_READMODE_BYTE | PIPE_WAIT;
        if (GetFileType(windows_handle(fd)) == FILE_TYPE_PIPE) {
            SetNamedPipeHandleState(windows_handle(fd), &waits, NULL, NULL);
        }
        if (fd != SYSTEM_INPUT) {
            console_begin(fd);
        }
    }
    return NULL;
}

void system_exit_by_sigpipe(void)
{
    exit(STATUS_PIPE);
}

bool system_random(void *octets, size_t n)
{
    unsigned char *to = octets;
    unsigned some = 0;

    for (size_t i = 0; i < n; i++) {
        if (i % sizeof some == 0 && rand_s(&some) != 0) {
            return false;
        }
        memcpy(to + i, (const unsigned char *)&some + i % sizeof some, 1);
    }
    return true;
}

/* Returns whether a descriptor is a terminal of MSYS or Cygwin: a pipe with a name like
 * \msys-1888ae32e00d56aa-pty0-to-master. */
static bool is_pty(int fd)
{
    struct {
        FILE_NAME_INFO info;
        wchar_t room[MAX_PATH];
    } name = {0};

    if (GetFileType(windows_handle(fd)) != FILE_TYPE_PIPE ||
        !GetFileInformationByHandleEx(windows_handle(fd), FileNameInfo, &name,
                                      sizeof name - sizeof(wchar_t))) {
        return false;
    }
    const wchar_t *ptr = name.info.FileName;
    return (wcsncmp(ptr, L"\\msys-", 6) == 0 || wcsncmp(ptr, L"\\cygwin-", 8) == 0) &&
           wcsstr(ptr, L"-pty") != NULL;
}

bool descriptor_is_terminal(int fd, bool unsure)
{
    (void)unsure; /* the system always knows */
    return console_is(fd) || is_pty(fd);
}

bool descriptor_blocks(int error)
{
    (void)error;
    return false;
}

void descriptor_enlarge(int fd, size_t size)
{
    (void)fd;
    (void)size;
}

bool descriptor_is_ready(int fd)
{
    DWORD n = 0;

    switch (GetFileType(windows_handle(fd))) {
    case FILE_TYPE_DISK:
        return true;
    case FILE_TYPE_PIPE: /* a pipe that has ended is ready, too */
        return PeekNamedPipe(windows_handle(fd), NULL, 0, NULL, &n, NULL)
                   ? n > 0
                   : GetLastError() == ERROR_BROKEN_PIPE;
    default:
        return false;
    }
}

int descriptor_wait(int fd)
{
    (void)fd; /* no descriptor is non-blocking */
    return 0;
}

bool descriptor_position(int fd, uint64_t *offset)
{
    int64_t pos = _lseeki64(fd, 0, SEEK_CUR);

    *offset = pos >= 0 ? (uint64_t)pos : 0;
    return pos >= 0;
}

/* Returns how many of `n` octets the system can read or write at a time. */
static DWORD at_most(size_t n)
{
    return n < INT32_MAX ? (DWORD)n : INT32_MAX;
}

/* Reads from the current offset. */
static int read_next(int fd, void *octets, size_t n, size_t *some)
{
    DWORD got = 0;

    *some = 0;
    if (console_is(fd)) {
        return console_read(fd, octets, n, some);
    }
    bool fine = ReadFile(windows_handle(fd), octets, at_most(n), &got, NULL);
    *some = got;
    return fine || GetLastError() == ERROR_BROKEN_PIPE ? 0 : windows_error();
}

int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some)
{
    uint64_t before = 0;

    if (offset == SYSTEM_CURRENT) {
        return read_next(fd, octets, n, some);
    }
    *some = 0;
    if (!descriptor_position(fd, &before) || _lseeki64(fd, (int64_t)offset, SEEK_SET) < 0) {
        return errno;
    }
    int error = read_next(fd, octets, n, some);
    _lseeki64(fd, (int64_t)before, SEEK_SET);
    return error;
}

int descriptor_write(int fd, const void *octets, size_t n)
{
    const unsigned char *from = octets;
    DWORD some = 0;

    if (console_is_begun(fd)) {
        return console_write(fd, from, n);
    }
    while (n > 0) {
        if (!WriteFile(windows_handle(fd), from, at_most(n), &some, NULL)) {
            return windows_error();
        }
        if (some == 0) {
            return ENOSPC;
        }
        from += some;
        n -= some;
    }
    return 0;
}

int descriptor_close(int fd)
{
    int error = console_is_begun(fd) ? console_end(fd) : 0;

    return _close(fd) != 0 && error == 0 ? errno : error;
}
