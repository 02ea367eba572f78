/* Names of files, directories, and patterns on the command line. */
#include "config.h"

#include "windows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "furl/base/buffer.h"

char *windows_name(const wchar_t *wide)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *octets = n > 0 ? malloc((size_t)n) : NULL;

    if (octets != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, octets, n, NULL, NULL);
    } else {
        errno = ENOMEM;
    }
    return octets;
}

static wchar_t *to_wide(const char *octets)
{
    int n = MultiByteToWideChar(CP_UTF8, 0, octets, -1, NULL, 0);
    wchar_t *wide = n > 0 ? malloc((size_t)n * sizeof *wide) : NULL;

    if (wide != NULL) {
        MultiByteToWideChar(CP_UTF8, 0, octets, -1, wide, n);
    }
    return wide;
}

/* The full path, with the prefix that lifts the limit of its length; `room` is
 * its size without that. NULL: no memory. */
static wchar_t *lengthened(const wchar_t *path, DWORD room)
{
    wchar_t *full = malloc(room * sizeof *full);
    DWORD n = full != NULL ? GetFullPathNameW(path, room, full, NULL) : 0;
    bool shared = n > 0 && wcsncmp(full, L"\\\\", 2) == 0;
    const wchar_t *prefix = shared ? L"\\\\?\\UNC" : L"\\\\?\\";
    wchar_t *whole = n > 0 && n < room ? malloc((wcslen(prefix) + n + 1) * sizeof *whole) : NULL;

    if (whole != NULL) {
        wcscpy(whole, prefix);
        wcscat(whole, full + (shared ? 1 : 0));
    }
    free(full);
    return whole;
}

wchar_t *windows_path(const char *path)
{
    wchar_t *wide = to_wide(path);
    DWORD room = 0;

    if (wide != NULL && wcsncmp(wide, L"//?/", 4) == 0) { /* there, a slash is no separator */
        for (wchar_t *at = wide; *at != L'\0'; at++) {
            *at = *at == L'/' ? L'\\' : *at;
        }
    } else if (wide != NULL && (room = GetFullPathNameW(wide, 0, NULL, NULL)) > MAX_PATH) {
        wchar_t *whole = lengthened(wide, room);
        free(wide);
        wide = whole;
    }
    if (wide == NULL) {
        errno = ENOMEM;
    }
    return wide;
}

void system_name(char *name)
{
    for (; *name != '\0'; name++) {
        *name = *name == '\\' ? '/' : *name;
    }
}

void system_directory(char *out, size_t size)
{
    DWORD room = GetCurrentDirectoryW(0, NULL);
    wchar_t *wide = calloc((size_t)room + 1, sizeof *wide);
    char *name = wide != NULL && GetCurrentDirectoryW(room, wide) > 0 ? windows_name(wide) : NULL;

    out[0] = '\0';
    if (name != NULL && strlen(name) < size) {
        strcpy(out, name);
        system_name(out);
    }
    free(name);
    free(wide);
}

struct directory {
    HANDLE search; /* INVALID_HANDLE_VALUE where there is nothing */
    WIN32_FIND_DATAW found;
    bool ahead; /* `found` is still to be returned */
    wchar_t *path;
    const wchar_t *pattern; /* its last part */
    char *name;
    char *where; /* the directory's path and a slash, of one that was opened */
};

/* The first `n` octets of a path, and a name after them; NULL where there is no memory. */
static char *joined(const char *path, size_t n, const char *name)
{
    char *whole = malloc(n + strlen(name) + 1);

    if (whole != NULL) {
        memcpy(whole, path, n);
        strcpy(whole + n, name);
    } else {
        errno = ENOMEM;
    }
    return whole;
}

char *windows_joined(const struct directory *in, const char *name)
{
    const char *where = in != NULL ? in->where : "";

    return joined(where, strlen(where), name);
}

static bool is_same(wchar_t a, wchar_t b)
{
    return CompareStringOrdinal(&a, 1, &b, 1, TRUE) == CSTR_EQUAL;
}

/* Whether a name matches a pattern, where `*` is any characters, `?` one. The system's search would
 * find a file by its short name, too, as `*.msg` does x.msgold by XMSGO~1.MSG. */
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

/* The last part of a path: a pattern, of which *.* is any name. */
static const wchar_t *last_part(const wchar_t *path)
{
    const wchar_t *last = path;

    for (; *path != L'\0'; path++) {
        last = wcschr(L"/\\:", *path) != NULL ? path + 1 : last;
    }
    return wcscmp(last, L"*.*") == 0 ? L"*" : last;
}

/* Begins a search for the names that match a pattern; NULL, and errno. */
static struct directory *search(const char *pattern)
{
    struct directory *directory = calloc(1, sizeof *directory);

    if (directory == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    directory->path = windows_path(pattern);
    if (directory->path == NULL) {
        free(directory);
        return NULL;
    }
    directory->pattern = last_part(directory->path);
    directory->search = FindFirstFileW(directory->path, &directory->found);
    directory->ahead = directory->search != INVALID_HANDLE_VALUE;
    if (!directory->ahead && GetLastError() != ERROR_FILE_NOT_FOUND) {
        windows_failed();
        free(directory->path);
        free(directory);
        return NULL;
    }
    return directory;
}

/* Whether the name found matches and is neither "." nor "..". */
static bool is_wanted(const struct directory *directory)
{
    const wchar_t *name = directory->found.cFileName;

    return wcscmp(name, L".") != 0 && wcscmp(name, L"..") != 0 && matches(directory->pattern, name);
}

/* The next name that was found. */
static const char *next_name(struct directory *directory)
{
    errno = 0;
    if (directory->search == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    do {
        if (!directory->ahead && !FindNextFileW(directory->search, &directory->found)) {
            errno = GetLastError() == ERROR_NO_MORE_FILES ? 0 : windows_error();
            return NULL;
        }
        directory->ahead = false;
    } while (!is_wanted(directory));
    free(directory->name);
    directory->name = windows_name(directory->found.cFileName);
    return directory->name;
}

const char *directory_next(struct directory *directory, enum system_kind *kind)
{
    *kind = SYSTEM_UNTOLD; /* what is a reparse point may be a file, or a link */
    return next_name(directory);
}

bool directory_look(const struct directory *in, const char *name, enum system_kind *kind)
{
    struct system_file file = {.kind = SYSTEM_UNTOLD};
    char *path = windows_joined(in, name);
    bool known = path != NULL && system_look(path, false, &file);

    free(path);
    *kind = file.kind;
    return known;
}

void directory_close(struct directory *directory)
{
    if (directory->search != INVALID_HANDLE_VALUE) {
        FindClose(directory->search);
    }
    free(directory->path);
    free(directory->name);
    free(directory->where);
    free(directory);
}

/* Ends the search. The path is enough to open what was found. */
void directory_rest(struct directory *directory)
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

struct directory *directory_open(const struct directory *in, const char *name)
{
    struct system_file file;
    char *path = windows_joined(in, name);

    if (path == NULL || !system_look(path, in == NULL, &file)) {
        free(path);
        return NULL;
    }
    if (file.kind != SYSTEM_DIRECTORY) {
        free(path);
        errno = in == NULL ? ENOTDIR : ELOOP;
        return NULL;
    }
    char *where = joined(path, strlen(path), "/");
    char *pattern = where != NULL ? joined(where, strlen(where), "*") : NULL;
    struct directory *directory = pattern != NULL ? search(pattern) : NULL;
    free(pattern);
    free(path);
    if (directory != NULL) {
        directory->where = where;
    } else {
        free(where);
    }
    return directory;
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
        errno = ENOMEM;
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

/* Adds the files that match the pattern, sorted by their octets. Returns whether all could be told;
 * else errno says why. */
static bool add_matches(struct names *names, const char *pattern)
{
    size_t folder = strlen(pattern), before = names->n;
    struct directory *directory = search(pattern);
    const char *name = NULL;
    bool fine = true;

    if (directory == NULL) { /* there is no such folder: the pattern is a name, and reported */
        return errno != ENOMEM;
    }
    while (folder > 0 && pattern[folder - 1] != '/' && pattern[folder - 1] != ':') {
        folder--;
    }
    while (fine && (name = next_name(directory)) != NULL) {
        if (name[0] != '.' || pattern[folder] == '.') { /* as shells have it */
            fine = add_name(names, joined(pattern, folder, name));
        }
    }
    int error = errno;
    directory_close(directory);
    if (names->n > before) {
        qsort(names->at + before, names->n - before, sizeof *names->at, compare_names);
    }
    errno = error;
    return fine && error == 0;
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
        if (pattern && !add_matches(&names, name)) {
            return false;
        }
        /* "C:" means the current folder of that drive. */
        bool drive = name[0] != '\0' && strcmp(name + 1, ":") == 0;
        if (names.n == before && !add_name(&names, joined(name, strlen(name), drive ? "." : ""))) {
            return false;
        }
    }
    if (*n > 0) {
        *files = names.at;
        *n = names.n;
    }
    return true;
}
