/* Windows 7 and later. Names and arguments are UTF-8 inside; descriptors are the C runtime's, but
 * what they read and write goes to the system directly, since the runtime would translate it. */
#include "config.h"

#define _CRT_RAND_S
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>
/* After windows.h. */
#include <shellapi.h>

#include "furl/octets/grow.h"
#include "furl/octets/utf8.h"

/* The runtime expands no arguments. */
int _dowildcard = 0;

/* What a run ends with whose output nobody reads: what shells make of SIGPIPE. */
#define STATUS_PIPE 141

/* Octets, or characters, that a console takes or gives at a time. */
enum { CONSOLE_BLOCK = 4096 };

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
    {ERROR_INVALID_FUNCTION, EISDIR}, /* of what is opened for reading, only a directory has none */
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

/* The errno of what failed last. */
static int last_error(void)
{
    DWORD theirs = GetLastError();

    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].theirs == theirs) {
            return errors[i].ours;
        }
    }
    return EIO;
}

/* The same, for whoever looks at errno. */
static bool failed(void)
{
    errno = last_error();
    return false;
}

/* A string of the system's in UTF-8, and back; of unpaired surrogates, and of what is no UTF-8,
 * U+FFFD. NULL where there is no memory. The caller frees it. */
static char *to_utf8(const wchar_t *wide)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *octets = n > 0 ? malloc((size_t)n) : NULL;

    if (octets != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, octets, n, NULL, NULL);
    }
    return octets;
}

static wchar_t *to_wide(const char *octets)
{
    int n = MultiByteToWideChar(CP_UTF8, 0, octets, -1, NULL, 0);
    wchar_t *wide = n > 0 ? malloc((size_t)n * sizeof *wide) : NULL;

    if (wide != NULL) {
        MultiByteToWideChar(CP_UTF8, 0, octets, -1, wide, n);
    } else {
        errno = ENOMEM;
    }
    return wide;
}

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* Whether it is a console, whose mode this is. */
static bool is_console(int fd, DWORD *mode)
{
    return GetConsoleMode(handle_of(fd), mode) != 0;
}

/* What a console that is written to was before, and has yet to be given: the front of a sequence.
 */
static struct console {
    bool is, changed;
    DWORD mode;
    unsigned char front[FURL_UTF8_MAX];
    size_t front_n;
} consoles[SYSTEM_MESSAGES + 1];

/* The arguments in UTF-8; they are there as long as the run. */
static char **arguments_of(int *n)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), n);
    char **arguments = wide != NULL ? calloc((size_t)*n + 1, sizeof *arguments) : NULL;

    for (int i = 0; arguments != NULL && i < *n; i++) {
        arguments[i] = to_utf8(wide[i]);
        if (arguments[i] == NULL) {
            return NULL;
        }
    }
    LocalFree(wide);
    return arguments;
}

const char *system_begin(int *n, char ***arguments)
{
    for (int fd = SYSTEM_INPUT; fd <= SYSTEM_MESSAGES; fd++) {
        /* A handle below 0 is none. What is opened has the lowest number that is free. */
        if (_get_osfhandle(fd) < 0 &&
            _open("NUL", _O_BINARY | (fd == SYSTEM_INPUT ? _O_WRONLY : _O_RDONLY)) < 0) {
            return "NUL";
        }
        struct console *console = &consoles[fd];
        console->is = fd != SYSTEM_INPUT && is_console(fd, &console->mode);
        if (console->is) {
            console->changed =
                SetConsoleMode(handle_of(fd), console->mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        }
    }
    *arguments = arguments_of(n);
    if (*arguments == NULL) {
        errno = ENOMEM;
        return "command line";
    }
    return NULL;
}

void system_end_by_pipe(void)
{
    ExitProcess(STATUS_PIPE);
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

void *system_pages(size_t page, size_t n)
{
    return _aligned_malloc(n, page);
}

void system_free_pages(void *pages)
{
    _aligned_free(pages);
}

void system_name(char *name)
{
    if (strncmp(name, "\\\\?\\", 4) != 0) {
        for (; *name != '\0'; name++) {
            *name = *name == '\\' ? '/' : *name;
        }
    }
}

struct directory {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool ahead; /* what was found first is still to be told */
    char *name;
};

/* The first `n` octets of a path, and a name after them; NULL where there is no memory. */
static char *joined(const char *path, size_t n, const char *name)
{
    char *whole = malloc(n + strlen(name) + 1);

    if (whole != NULL) {
        memcpy(whole, path, n);
        strcpy(whole + n, name);
    }
    return whole;
}

/* Begins a search for the names that match a pattern; NULL, and errno. */
static struct directory *search(const char *pattern)
{
    wchar_t *wide = to_wide(pattern);
    struct directory *directory = wide != NULL ? calloc(1, sizeof *directory) : NULL;

    if (directory != NULL) {
        directory->search = FindFirstFileW(wide, &directory->found);
        directory->ahead = directory->search != INVALID_HANDLE_VALUE;
        if (!directory->ahead) {
            failed();
            free(directory);
            directory = NULL;
        }
    } else {
        errno = ENOMEM;
    }
    free(wide);
    return directory;
}

const char *directory_next(struct directory *directory)
{
    bool itself = true;

    while (itself) {
        if (!directory->ahead && !FindNextFileW(directory->search, &directory->found)) {
            errno = GetLastError() == ERROR_NO_MORE_FILES ? 0 : last_error();
            return NULL;
        }
        directory->ahead = false;
        itself = wcscmp(directory->found.cFileName, L".") == 0 ||
                 wcscmp(directory->found.cFileName, L"..") == 0;
    }
    free(directory->name);
    directory->name = to_utf8(directory->found.cFileName);
    errno = directory->name == NULL ? ENOMEM : 0;
    return directory->name;
}

void directory_close(struct directory *directory)
{
    FindClose(directory->search);
    free(directory->name);
    free(directory);
}

/* Names, gathered. */
struct names {
    char **at;
    size_t n, room;
};

/* Adds a name, which it takes over; NULL is a lack of memory. */
static bool add_name(struct names *names, char *name)
{
    char **at = name != NULL ? furl_grow(names->at, &names->room, names->n + 1, sizeof *at) : NULL;

    if (at == NULL) {
        free(name);
        return false;
    }
    names->at = at;
    names->at[names->n++] = name;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;

    return strcmp(*x, *y);
}

/* Adds the files that match the pattern, sorted by their octets. */
static bool add_matches(struct names *names, const char *pattern)
{
    size_t folder = strlen(pattern), before = names->n;
    struct directory *directory = search(pattern);
    const char *name = NULL;
    bool fine = directory != NULL || errno != ENOMEM;

    while (folder > 0 && pattern[folder - 1] != '/' && pattern[folder - 1] != ':') {
        folder--;
    }
    while (fine && directory != NULL && (name = directory_next(directory)) != NULL) {
        if (name[0] != '.') { /* as shells have it */
            fine = add_name(names, joined(pattern, folder, name));
        }
    }
    fine = fine && (directory == NULL || errno != ENOMEM);
    if (directory != NULL) {
        directory_close(directory);
    }
    if (names->n > before) {
        qsort(names->at + before, names->n - before, sizeof *names->at, compare_names);
    }
    return fine;
}

bool system_expand(char *const **files, size_t *n)
{
    struct names names = {0};

    for (size_t i = 0; i < *n; i++) {
        char *name = (*files)[i];
        size_t before = names.n;
        system_name(name);
        const char *slash = strrchr(name, '/');
        bool pattern = strpbrk(slash != NULL ? slash : name, "*?") != NULL;
        if ((pattern && !add_matches(&names, name)) ||
            (names.n == before && !add_name(&names, _strdup(name)))) {
            return false;
        }
    }
    if (*n > 0) {
        *files = names.at;
        *n = names.n;
    }
    return true;
}

/* Which file it is; one of which the system does not tell is like no other. */
static void identify(HANDLE handle, uint64_t identity[2])
{
    FILE_ID_INFO id;
    BY_HANDLE_FILE_INFORMATION about;
    uint64_t halves[2] = {(uint64_t)(uintptr_t)handle, UINT64_MAX};

    identity[0] = 0;
    if (GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) { /* since Windows 8 */
        memcpy(halves, &id.FileId, sizeof halves);
        identity[0] = id.VolumeSerialNumber;
    } else if (GetFileInformationByHandle(handle, &about)) {
        halves[0] = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
        halves[1] = 0;
        identity[0] = about.dwVolumeSerialNumber;
    }
    identity[0] ^= halves[1];
    identity[1] = halves[0];
}

/* Whether what was opened is a link itself. What else is a reparse point, as a file that is kept
 * elsewhere, is what it seems. */
static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO tag = {.FileAttributes = 0};

    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
           (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           IsReparseTagNameSurrogate(tag.ReparseTag);
}

/* What is known of what was opened. */
static bool look(HANDLE handle, struct system_file *file)
{
    FILE_STANDARD_INFO standard = {.Directory = FALSE};

    *file = (struct system_file){.kind = SYSTEM_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        return handle != INVALID_HANDLE_VALUE || failed();
    }
    if (!GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard)) {
        return failed();
    }
    if (!is_link(handle)) {
        file->kind = standard.Directory ? SYSTEM_DIRECTORY : SYSTEM_REGULAR;
    }
    file->size = standard.Directory ? 0 : (uint64_t)standard.EndOfFile.QuadPart;
    identify(handle, file->identity);
    return true;
}

/* Opens what is at a path, which may be a directory. */
static HANDLE open_path(const char *path, DWORD access, bool follows)
{
    wchar_t *wide = to_wide(path);
    HANDLE handle = INVALID_HANDLE_VALUE;

    if (wide != NULL) {
        handle = CreateFileW(
            wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
            OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS | (follows ? 0 : FILE_FLAG_OPEN_REPARSE_POINT), NULL);
        errno = last_error();
        free(wide);
    }
    return handle;
}

bool system_look(const char *path, bool follows, struct system_file *file)
{
    HANDLE handle = open_path(path, FILE_READ_ATTRIBUTES, follows);

    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    bool known = look(handle, file);
    CloseHandle(handle);
    return known;
}

bool descriptor_look(int fd, struct system_file *file)
{
    return look(handle_of(fd), file);
}

int descriptor_open(const char *name, unsigned how)
{
    struct system_file file;

    if ((how & SYSTEM_NO_FOLLOW) != 0 && system_look(name, false, &file) &&
        file.kind == SYSTEM_OTHER) {
        errno = ELOOP;
        return -1;
    }
    HANDLE handle = open_path(name, GENERIC_READ, true);
    if (handle == INVALID_HANDLE_VALUE) {
        return -1;
    }
    int fd = _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY);
    if (fd < 0) {
        CloseHandle(handle);
        errno = EMFILE;
    }
    return fd;
}

/* Whether it is a terminal of MSYS or Cygwin: a pipe whose name tells,
 * \msys-1888ae32e00d56aa-pty0-to-master.
 */
static bool is_pty(int fd)
{
    struct {
        FILE_NAME_INFO info;
        wchar_t room[MAX_PATH];
    } name = {0};

    if (GetFileType(handle_of(fd)) != FILE_TYPE_PIPE ||
        !GetFileInformationByHandleEx(handle_of(fd), FileNameInfo, &name,
                                      sizeof name - sizeof(wchar_t))) {
        return false;
    }
    const wchar_t *at = name.info.FileName;
    return (wcsncmp(at, L"\\msys-", 6) == 0 || wcsncmp(at, L"\\cygwin-", 8) == 0) &&
           wcsstr(at, L"-pty") != NULL;
}

bool descriptor_is_terminal(int fd, bool unsure)
{
    DWORD mode = 0;

    (void)unsure;
    return is_console(fd, &mode) || is_pty(fd);
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

    switch (GetFileType(handle_of(fd))) {
    case FILE_TYPE_DISK:
        return true;
    case FILE_TYPE_PIPE: /* one that has ended is ready, too */
        return PeekNamedPipe(handle_of(fd), NULL, 0, NULL, &n, NULL)
                   ? n > 0
                   : GetLastError() == ERROR_BROKEN_PIPE;
    default:
        return false;
    }
}

int descriptor_wait(int fd)
{
    (void)fd; /* nothing blocks but by waiting */
    return 0;
}

bool descriptor_position(int fd, uint64_t *offset)
{
    LARGE_INTEGER at = {.QuadPart = 0};
    bool known = SetFilePointerEx(handle_of(fd), at, &at, FILE_CURRENT) != 0;

    *offset = known ? (uint64_t)at.QuadPart : 0;
    return known || failed();
}

/* Reads a line that is typed, or the rest of one; Ctrl-Z at its start is the end. */
static int read_console(int fd, unsigned char *octets, size_t n, size_t *some)
{
    static unsigned char line[3 * CONSOLE_BLOCK];
    static size_t at, length;
    wchar_t wide[CONSOLE_BLOCK];
    DWORD got = 0;

    if (at == length) {
        if (!ReadConsoleW(handle_of(fd), wide, CONSOLE_BLOCK, &got, NULL)) {
            return last_error();
        }
        bool ends = got > 0 && wide[0] == L'\x1A';
        at = 0;
        length = ends ? 0
                      : (size_t)WideCharToMultiByte(CP_UTF8, 0, wide, (int)got, (char *)line,
                                                    sizeof line, NULL, NULL);
    }
    *some = length - at < n ? length - at : n;
    memcpy(octets, line + at, *some);
    at += *some;
    return 0;
}

/* Reads from where reading goes on, or from the place. */
static int read_from(int fd, OVERLAPPED *place, void *octets, size_t n, size_t *some)
{
    DWORD got = 0;
    bool fine =
        ReadFile(handle_of(fd), octets, (DWORD)(n < INT32_MAX ? n : INT32_MAX), &got, place);
    DWORD why = fine ? ERROR_SUCCESS : GetLastError();

    *some = fine ? got : 0;
    return fine || why == ERROR_BROKEN_PIPE || why == ERROR_HANDLE_EOF ? 0 : last_error();
}

int descriptor_read(int fd, void *octets, size_t n, size_t *some)
{
    DWORD mode = 0;

    *some = 0;
    return is_console(fd, &mode) ? read_console(fd, octets, n, some)
                                 : read_from(fd, NULL, octets, n, some);
}

int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some)
{
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    uint64_t before = 0;

    *some = 0;
    if (!descriptor_position(fd, &before)) {
        return errno;
    }
    int error = read_from(fd, &place, octets, n, some);
    SetFilePointerEx(handle_of(fd), (LARGE_INTEGER){.QuadPart = (LONGLONG)before}, NULL,
                     FILE_BEGIN);
    return error;
}

/* The characters of UTF-16 that one of UTF-8 is, or an octet that is in none: of that, what the
 * console's code page has. Returns their number. */
static size_t characters_of(const unsigned char *octets, size_t n, wchar_t out[4])
{
    int made = MultiByteToWideChar(n > 1 ? CP_UTF8 : GetConsoleOutputCP(), 0, (const char *)octets,
                                   (int)n, out, 4);

    return made > 0 ? (size_t)made : 0;
}

static int write_wide(int fd, const wchar_t *wide, size_t n)
{
    DWORD some = 0;

    while (n > 0) {
        if (!WriteConsoleW(handle_of(fd), wide, (DWORD)n, &some, NULL) || some == 0) {
            return last_error();
        }
        wide += some;
        n -= some;
    }
    return 0;
}

/* Writes octets; a sequence may come in several writes. At the `end`, one that is not whole is
 * octets, too. */
static int write_console(int fd, const unsigned char *octets, size_t n, bool end)
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

int descriptor_write(int fd, const void *octets, size_t n)
{
    const unsigned char *from = octets;
    DWORD some = 0;

    if (consoles[fd].is) {
        return write_console(fd, from, n, false);
    }
    while (n > 0) {
        if (!WriteFile(handle_of(fd), from, (DWORD)(n < INT32_MAX ? n : INT32_MAX), &some, NULL)) {
            return last_error();
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
    int error = 0;

    if (fd <= SYSTEM_MESSAGES && consoles[fd].is) {
        error = write_console(fd, NULL, 0, true);
        if (consoles[fd].changed) {
            SetConsoleMode(handle_of(fd), consoles[fd].mode);
        }
        consoles[fd].is = false;
    }
    return _close(fd) != 0 && error == 0 ? errno : error;
}

struct directory *directory_open(const char *path, bool follows)
{
    struct system_file file;

    if (!system_look(path, follows, &file)) {
        return NULL;
    }
    if (file.kind != SYSTEM_DIRECTORY) {
        errno = follows ? ENOTDIR : ELOOP;
        return NULL;
    }
    char *pattern = joined(path, strlen(path), "/*");
    struct directory *directory = pattern != NULL ? search(pattern) : NULL;
    if (pattern == NULL) {
        errno = ENOMEM;
    }
    free(pattern);
    return directory;
}
