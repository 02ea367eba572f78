/* Files: what they are, and opening them. */
#include "config.h"

#include "windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

/* Whether the identity is valid: some file systems have none. */
static bool is_told(const uint64_t halves[2])
{
    return (halves[0] != 0 || halves[1] != 0) &&
           (halves[0] != UINT64_MAX || (halves[1] != 0 && halves[1] != UINT64_MAX));
}

/* Sets a file's identity, a new one if the system tells none. Some shares
 * number files anew each time they are opened: the creation time tells most of
 * these apart. */
static void identify(HANDLE handle, uint64_t identity[2])
{
    static uint64_t strangers;
    FILE_ID_INFO id;
    BY_HANDLE_FILE_INFORMATION about;
    FILE_BASIC_INFO basic;
    uint64_t halves[2] = {0};
    uint64_t volume = 0;

    if (GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) { /* since Windows 8 */
        memcpy(halves, &id.FileId, sizeof halves);
        volume = id.VolumeSerialNumber;
    } else if (GetFileInformationByHandle(handle, &about)) {
        halves[0] = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
        volume = about.dwVolumeSerialNumber;
    }
    if (!is_told(halves)) {
        halves[0] = ++strangers;
        halves[1] = UINT64_MAX;
    }
    if (GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic)) {
        volume ^= (uint64_t)basic.CreationTime.QuadPart;
    }
    identity[0] = volume ^ halves[1];
    identity[1] = halves[0];
}

/* Reparse points that cannot be read, besides links: sockets, what else is no file in WSL, and
 * programs of the Store. */
static const DWORD unreadable[] = {0x80000023, 0x80000024, 0x80000025, 0x80000026, 0x8000001B};

/* Whether the handle is a link itself, or cannot be read. Other reparse points,
 * as of a file stored elsewhere, count as files. */
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

/* What is known of what was opened. */
static bool look(HANDLE handle, struct system_file *file)
{
    FILE_STANDARD_INFO standard = {.Directory = FALSE};

    *file = (struct system_file){.kind = SYSTEM_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        return handle != INVALID_HANDLE_VALUE || windows_failed();
    }
    if (!GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard)) {
        return windows_failed();
    }
    if (!is_no_file(handle)) {
        file->kind = standard.Directory ? SYSTEM_DIRECTORY : SYSTEM_REGULAR;
    }
    file->size = standard.Directory ? 0 : (uint64_t)standard.EndOfFile.QuadPart;
    identify(handle, file->identity);
    return true;
}

/* Opens what is at a path, which may be a directory. */
static HANDLE open_path(const char *path, DWORD access, bool follows)
{
    wchar_t *wide = windows_path(path);
    HANDLE handle = INVALID_HANDLE_VALUE;

    if (wide != NULL) {
        handle = CreateFileW(
            wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
            OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS | (follows ? 0 : FILE_FLAG_OPEN_REPARSE_POINT), NULL);
        errno = windows_error();
        free(wide);
    }
    return handle;
}

bool system_look(const char *path, bool follows, struct system_file *file)
{
    if (_strnicmp(path, "//./pipe/", 9) == 0) { /* opening one would be a connection */
        *file = (struct system_file){.kind = SYSTEM_OTHER};
        return true;
    }
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
    return look(windows_handle(fd), file);
}

int descriptor_open(const struct directory *in, const char *name, unsigned how)
{
    struct system_file file;
    char *path = windows_joined(in, name);

    if (path == NULL) {
        return -1;
    }
    if ((how & SYSTEM_NO_FOLLOW) != 0 && system_look(path, false, &file) &&
        file.kind == SYSTEM_OTHER) {
        free(path);
        errno = ELOOP;
        return -1;
    }
    HANDLE handle = open_path(path, GENERIC_READ, true);
    int error = errno;
    free(path);
    errno = error;
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
