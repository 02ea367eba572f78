/* Files, directories, and patterns on the command line. Paths are passed to the system in UTF-16.
 * In UTF-8, the system has room for only 260 octets, or 130 Cyrillic letters. */
#include "config.h"

#include "windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "furl/core/buffer.h"

void system_fix_slashes(char *name)
{
    for (; *name != '\0'; name++) {
        *name = *name == '\\' ? '/' : *name;
    }
}

void system_directory(char *out, size_t size)
{
    DWORD n = GetCurrentDirectoryA((DWORD)size, out);

    if (n >= size) {
        n = 0;
    }
    out[n] = '\0';
    system_fix_slashes(out);
}

struct directory {
    HANDLE search; /* INVALID_HANDLE_VALUE if the directory is empty */
    WIN32_FIND_DATAW found;
    bool ahead;              /* `found` is not returned yet */
    char name[3 * MAX_PATH]; /* the last name found */
    wchar_t *path;           /* its path, with a slash at the end */
};

/* Returns the path of `name` in a directory, or `name` itself if `in` is NULL. The path has room
 * for two more characters. The caller frees it. Returns NULL, with errno set, if memory ran out. */
static wchar_t *path_of(const struct directory *in, const char *name)
{
    size_t before = in != NULL ? wcslen(in->path) : 0;
    int n = MultiByteToWideChar(CP_UTF8, 0, name, -1, NULL, 0);
    wchar_t *path = malloc((before + (size_t)n + 2) * sizeof *path);

    if (path == NULL) {
        return NULL;
    }
    if (before > 0) {
        wmemcpy(path, in->path, before);
    }
    MultiByteToWideChar(CP_UTF8, 0, name, -1, path + before, n);
    return path;
}

/* Reparse points that are not links but cannot be read: sockets and other special files of WSL, and
 * programs of the Store. */
static const DWORD unreadable[] = {0x80000023, 0x80000024, 0x80000025, 0x80000026, 0x8000001B};

/* Returns whether the handle is a link itself or cannot be read. Other reparse points are files,
 * such as a file that is stored elsewhere. */
static bool is_no_file(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO tag = {.FileAttributes = 0};

    if (!GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) ||
        (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) {
        return false;
    }
    bool known = IsReparseTagNameSurrogate(tag.ReparseTag);
    for (size_t i = 0; i < sizeof unreadable / sizeof unreadable[0]; i++) {
        known = known || tag.ReparseTag == unreadable[i];
    }
    return known;
}

/* Sets the identity of a file. Sets a new identity if the system has none, as on some shares. Other
 * shares number a file anew each time it is opened. Then the creation time distinguishes most
 * files. */
static void identify(HANDLE handle, uint64_t identity[2])
{
    static uint64_t strangers;
    BY_HANDLE_FILE_INFORMATION about = {.dwFileAttributes = 0};
    bool known = GetFileInformationByHandle(handle, &about) != 0;
    uint64_t index = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    uint64_t created =
        (uint64_t)about.ftCreationTime.dwHighDateTime << 32 | about.ftCreationTime.dwLowDateTime;

    known = known && index != 0 && index != UINT64_MAX;
    identity[0] = created ^ (known ? about.dwVolumeSerialNumber : UINT64_MAX);
    identity[1] = known ? index : ++strangers;
}

/* Sets `file` to the facts of the handle. */
static bool look(HANDLE handle, struct system_file *file)
{
    FILE_STANDARD_INFO standard = {.Directory = FALSE};

    *file = (struct system_file){.kind = SYSTEM_OTHER};
    if (handle != INVALID_HANDLE_VALUE && GetFileType(handle) != FILE_TYPE_DISK) {
        return true;
    }
    if (!GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard)) {
        errno = windows_error();
        return false;
    }
    if (!is_no_file(handle)) {
        file->kind = standard.Directory ? SYSTEM_DIRECTORY : SYSTEM_REGULAR;
    }
    file->size = standard.Directory ? 0 : (uint64_t)standard.EndOfFile.QuadPart;
    identify(handle, file->identity);
    return true;
}

/* Opens a file or directory by its path. */
static HANDLE open_path(const wchar_t *path, DWORD access, bool follows)
{
    DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (follows ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
    HANDLE handle = CreateFileW(path, access, shared, NULL, OPEN_EXISTING, flags, NULL);

    if (handle == INVALID_HANDLE_VALUE) {
        errno = windows_error();
    }
    return handle;
}

/* Sets `file` to the facts of a path. Fails if the path is NULL. */
static bool look_at(const wchar_t *path, bool follows, struct system_file *file)
{
    HANDLE handle =
        path != NULL ? open_path(path, FILE_READ_ATTRIBUTES, follows) : INVALID_HANDLE_VALUE;

    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    bool known = look(handle, file);
    CloseHandle(handle);
    return known;
}

bool system_stat(const char *path, bool follows, struct system_file *file)
{
    if (_strnicmp(path, "//./pipe/", 9) == 0) { /* opening a pipe would connect to it */
        *file = (struct system_file){.kind = SYSTEM_OTHER};
        return true;
    }
    wchar_t *wide = path_of(NULL, path);
    bool known = look_at(wide, follows, file);
    free(wide);
    return known;
}

bool descriptor_stat(int fd, struct system_file *file)
{
    return look(windows_handle(fd), file);
}

int descriptor_open(const struct directory *in, const char *name, unsigned how)
{
    struct system_file file;
    wchar_t *path = path_of(in, name);
    HANDLE handle = INVALID_HANDLE_VALUE;

    if ((how & SYSTEM_NO_FOLLOW) != 0 && look_at(path, false, &file) && file.kind == SYSTEM_OTHER) {
        errno = ELOOP;
    } else if (path != NULL) {
        handle = open_path(path, GENERIC_READ, true);
    }
    free(path);
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

/* Starts a search of the directory at its path, which may be a link if `follows`. */
static bool begin_search(struct directory *directory, bool follows)
{
    struct system_file file;

    if (!look_at(directory->path, follows, &file)) {
        return false;
    }
    if (file.kind != SYSTEM_DIRECTORY) {
        errno = follows ? ENOTDIR : ELOOP;
        return false;
    }
    wcscat(directory->path, L"/*");
    directory->search = FindFirstFileW(directory->path, &directory->found);
    directory->path[wcslen(directory->path) - 1] = L'\0';
    directory->ahead = directory->search != INVALID_HANDLE_VALUE;
    if (!directory->ahead && GetLastError() != ERROR_FILE_NOT_FOUND) {
        errno = windows_error();
        return false;
    }
    return true;
}

struct directory *directory_open(const struct directory *in, const char *name)
{
    struct directory *directory = malloc(sizeof *directory);

    if (directory == NULL) {
        return NULL;
    }
    *directory = (struct directory){.search = INVALID_HANDLE_VALUE, .path = path_of(in, name)};
    if (!begin_search(directory, in == NULL)) {
        directory_close(directory);
        return NULL;
    }
    return directory;
}

const char *directory_next(struct directory *directory, enum system_kind *kind)
{
    const wchar_t *name = directory->found.cFileName;

    *kind = SYSTEM_UNKNOWN; /* a reparse point can be a file or a link */
    while (directory->ahead || FindNextFileW(directory->search, &directory->found)) {
        directory->ahead = false;
        if (wcscmp(name, L".") != 0 && wcscmp(name, L"..") != 0) {
            WideCharToMultiByte(CP_UTF8, 0, name, -1, directory->name, sizeof directory->name, NULL,
                                NULL);
            return directory->name;
        }
    }
    bool ended = directory->search == INVALID_HANDLE_VALUE || GetLastError() == ERROR_NO_MORE_FILES;
    errno = ended ? 0 : windows_error();
    return NULL;
}

bool directory_stat(const struct directory *in, const char *name, enum system_kind *kind)
{
    struct system_file file = {.kind = SYSTEM_UNKNOWN};
    wchar_t *path = path_of(in, name);
    bool known = look_at(path, false, &file);

    free(path);
    *kind = file.kind;
    return known;
}

/* Ends the search. To open its entries, the path is enough. */
void directory_suspend(struct directory *directory)
{
    if (directory->search != INVALID_HANDLE_VALUE) {
        FindClose(directory->search);
        directory->search = INVALID_HANDLE_VALUE;
    }
}

bool directory_resume(struct directory *directory, const struct directory *below, const char *path)
{
    (void)directory;
    (void)below;
    (void)path;
    return true;
}

void directory_close(struct directory *directory)
{
    directory_suspend(directory);
    free(directory->path);
    free(directory);
}

static bool is_same(wchar_t a, wchar_t b)
{
    return CompareStringOrdinal(&a, 1, &b, 1, TRUE) == CSTR_EQUAL;
}

/* Returns whether a name matches a pattern, where `*` is any characters, and `?` is one. A search
 * by the system would also match short names: `*.msg` would find x.msgold, whose short name is
 * XMSGO~1.MSG. */
static bool matches(const wchar_t *pattern, const wchar_t *name)
{
    const wchar_t *star = NULL, *from = NULL;

    while (*name != L'\0') {
        if (*pattern == L'*') {
            star = ++pattern;
            from = name;
        } else if (*pattern != L'\0' && (*pattern == L'?' || is_same(*pattern, *name))) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++from;
        } else {
            return false;
        }
    }
    return pattern[wcsspn(pattern, L"*")] == L'\0';
}

struct names {
    char **ptr;
    size_t n, room;
};

/* Adds a name, and takes over its memory. Fails if it is NULL. */
static bool add_name(struct names *names, char *name)
{
    char **ptr =
        name != NULL ? furl_grow(names->ptr, &names->room, names->n + 1, sizeof *ptr) : NULL;

    if (ptr == NULL) {
        free(name);
        return false;
    }
    names->ptr = ptr;
    names->ptr[names->n++] = name;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;

    return strcmp(*x, *y);
}

/* Returns the first `n` octets of a path, followed by a name. Returns NULL, with errno set, if
 * memory ran out. */
static char *joined(const char *path, size_t n, const char *name)
{
    char *result = malloc(n + strlen(name) + 1);

    if (result != NULL) {
        memcpy(result, path, n);
        strcpy(result + n, name);
    }
    return result;
}

/* Adds the files of a directory that match the last part of a pattern, after its first `n` octets.
 * Sorts them by their octets. Returns false, with errno set, on failure. */
static bool add_matches(struct names *names, const char *pattern, size_t n,
                        struct directory *directory)
{
    size_t before = names->n;
    const char *last = strcmp(pattern + n, "*.*") == 0 ? "*" : pattern + n; /* any name */
    wchar_t *wide = path_of(NULL, last);
    bool fine = wide != NULL;
    enum system_kind kind = SYSTEM_UNKNOWN;
    const char *name = NULL;

    while (fine && (name = directory_next(directory, &kind)) != NULL) {
        if ((name[0] != '.' || last[0] == '.') && /* like shells */
            matches(wide, directory->found.cFileName)) {
            fine = add_name(names, joined(pattern, n, name));
        }
    }
    fine = fine && errno == 0;
    free(wide);
    if (names->n > before) {
        qsort(names->ptr + before, names->n - before, sizeof *names->ptr, compare_names);
    }
    return fine;
}

/* Adds the files that match a pattern. */
static bool expand(struct names *names, const char *pattern)
{
    size_t n = strlen(pattern);

    while (n > 0 && pattern[n - 1] != '/' && pattern[n - 1] != ':') {
        n--;
    }
    char *parent = joined(pattern, n, ".");
    struct directory *directory = parent != NULL ? directory_open(NULL, parent) : NULL;
    free(parent);
    if (directory == NULL) { /* the pattern remains a name, and is reported */
        return errno != ENOMEM;
    }
    bool fine = add_matches(names, pattern, n, directory);
    directory_close(directory);
    return fine;
}

bool system_expand(char *const **files, size_t *n)
{
    struct names names = {0};

    for (size_t i = 0; i < *n; i++) {
        char *name = (*files)[i];
        size_t before = names.n;
        system_fix_slashes(name);
        const char *slash = strrchr(name, '/');
        bool pattern = strpbrk(slash != NULL ? slash : name, "*?") != NULL;
        if (pattern && !expand(&names, name)) {
            return false;
        }
        /* "C:" means the current directory of this drive. */
        bool drive = name[0] != '\0' && strcmp(name + 1, ":") == 0;
        if (names.n == before && !add_name(&names, joined(name, strlen(name), drive ? "." : ""))) {
            return false;
        }
    }
    if (*n > 0) {
        *files = names.ptr;
        *n = names.n;
    }
    return true;
}
