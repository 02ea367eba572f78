#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system.h"

#if defined HAVE_SYS_RANDOM_H
#include <sys/random.h>
#endif
#if !defined __wasi__
#include <signal.h>
#endif

_Static_assert((int)SYSTEM_INPUT == STDIN_FILENO && (int)SYSTEM_OUTPUT == STDOUT_FILENO &&
                   (int)SYSTEM_MESSAGES == STDERR_FILENO,
               "descriptors are POSIX's");

/* The file that replaces a closed descriptor. It can neither be read nor written. With O_PATH, it
 * cannot be reopened through /dev/fd. */
#if defined O_PATH
static const char nothing[] = "/";
enum { FOR_INPUT = O_PATH, FOR_OUTPUT = O_PATH };
#else
static const char nothing[] = "/dev/null";
enum { FOR_INPUT = O_WRONLY, FOR_OUTPUT = O_RDONLY };
#endif

const char system_typed[] = "Ctrl-D ends the input";
const char system_manual[] = "man fidourl";

#if defined __wasi__
static void begin_signals(void)
{
}

/* WASI has no signals. Hosts reject status 141, that of SIGPIPE, and all others from 126 on. */
void system_exit_by_sigpipe(void)
{
    _Exit(2);
}
#else
/* Blocks or unblocks SIGPIPE. Unblocking delivers a pending one. */
static void mask_pipe(int how)
{
    sigset_t pipe;

    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigprocmask(how, &pipe, NULL);
}

static void begin_signals(void)
{
    mask_pipe(SIG_BLOCK);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
}

void system_exit_by_sigpipe(void)
{
    mask_pipe(SIG_UNBLOCK);
}
#endif

const char *system_begin(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open(nothing, fd == STDIN_FILENO ? FOR_INPUT : FOR_OUTPUT) < 0) {
            return nothing;
        }
    }
    begin_signals();
    return NULL;
}

bool system_random(void *octets, size_t n)
{
#if defined HAVE_GETENTROPY
    if (getentropy(octets, n) == 0) {
        return true;
    }
#endif
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t some = fd >= 0 ? read(fd, octets, n) : -1;

    if (fd >= 0) {
        close(fd);
    }
    return some == (ssize_t)n;
}

void system_directory(char *out, size_t size)
{
    if (getcwd(out, size) == NULL) {
        out[0] = '\0';
    }
}

void system_fix_slashes(char *name)
{
    (void)name;
}

bool system_expand(char *const **files, size_t *n)
{
    (void)files;
    (void)n;
    return true;
}

static enum system_kind kind_of(mode_t mode)
{
    return S_ISREG(mode) ? SYSTEM_REGULAR : S_ISDIR(mode) ? SYSTEM_DIRECTORY : SYSTEM_OTHER;
}

/* Sets `file` if its status is known. */
static bool note(bool known, const struct stat *status, struct system_file *file)
{
    if (known) {
        *file = (struct system_file){
            .kind = kind_of(status->st_mode),
            .size = status->st_size > 0 ? (uint64_t)status->st_size : 0,
            .identity = {(uint64_t)status->st_dev, (uint64_t)status->st_ino},
        };
    }
    return known;
}

bool system_stat(const char *path, bool follows, struct system_file *file)
{
    struct stat status;

    if (path[0] == '\0') { /* wasi-libc would find the working directory */
        errno = ENOENT;
        return false;
    }
    return note((follows ? stat(path, &status) : lstat(path, &status)) == 0, &status, file);
}

bool descriptor_stat(int fd, struct system_file *file)
{
    struct stat status;

    return note(fstat(fd, &status) == 0, &status, file);
}

/* While a directory is suspended, `fd` is -1, and `file` identifies it. */
struct directory {
    DIR *names; /* NULL: all names were read */
    int fd;
    struct system_file file;
};

static int open_to_read(const struct directory *in, const char *name, int flags)
{
    int fd = -1;

    do {
        fd = openat(in != NULL ? in->fd : AT_FDCWD, name, O_RDONLY | O_CLOEXEC | flags);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

/* Returns whether open(2) refused a symbolic link: with ELOOP or, on some BSDs, with EMLINK or
 * EFTYPE. */
static bool is_link(int error)
{
#if defined EFTYPE
    if (error == EFTYPE) {
        return true;
    }
#endif
    return error == ELOOP || error == EMLINK;
}

/* Returns whether a path is a symbolic link that O_NOFOLLOW would not refuse. Not all hosts of WASI
 * obey O_NOFOLLOW. */
static bool is_followed_link(const struct directory *in, const char *name)
{
#if defined __wasi__
    struct stat status;

    return fstatat(in != NULL ? in->fd : AT_FDCWD, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISLNK(status.st_mode);
#else
    (void)in;
    (void)name;
    return false;
#endif
}

int descriptor_open(const struct directory *in, const char *name, unsigned how)
{
    bool follows = (how & SYSTEM_NO_FOLLOW) == 0;

    if (!follows && is_followed_link(in, name)) {
        errno = ELOOP;
        return -1;
    }
    int fd = open_to_read(in, name,
                          O_NOCTTY | ((how & SYSTEM_NO_WAIT) != 0 ? O_NONBLOCK : 0) |
                              (follows ? 0 : O_NOFOLLOW));

    if (fd < 0 && !follows && is_link(errno)) {
        errno = ELOOP;
    }
    return fd;
}

bool descriptor_is_terminal(int fd, bool unsure)
{
    struct stat status;

    if (isatty(fd) == 1) {
        return true;
    }
    return unsure && errno != ENOTTY && fstat(fd, &status) == 0 && S_ISCHR(status.st_mode);
}

bool descriptor_blocks(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK;
}

void descriptor_enlarge(int fd, size_t size)
{
#if defined F_GETPIPE_SZ && defined F_SETPIPE_SZ
    int before = fcntl(fd, F_GETPIPE_SZ);

    if (before > 0 && (size_t)before < size) {
        fcntl(fd, F_SETPIPE_SZ, (int)size);
    }
#else
    (void)fd;
    (void)size;
#endif
}

bool descriptor_is_ready(int fd)
{
    return poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0) == 1;
}

/* Waits until a descriptor is ready for `events`, or has failed. */
static int wait_for(int fd, short events)
{
    bool failed = poll(&(struct pollfd){.fd = fd, .events = events}, 1, -1) < 0;

    return failed && errno != EINTR && !descriptor_blocks(errno) ? errno : 0;
}

int descriptor_wait(int fd)
{
    return wait_for(fd, POLLIN);
}

bool descriptor_position(int fd, uint64_t *offset)
{
    off_t pos = (lseek)(fd, 0, SEEK_CUR); /* the macro lseek of wasi-libc is not ISO C */

    *offset = pos >= 0 ? (uint64_t)pos : 0;
    return pos >= 0;
}

/* Returns errno of a failed read. On WASI, a descriptor that was opened but may not be read is a
 * directory. */
static int read_error(int fd)
{
#if defined __wasi__
    struct system_file file;

    if (errno == EBADF && descriptor_stat(fd, &file)) {
        return file.kind == SYSTEM_DIRECTORY ? EISDIR : EBADF;
    }
#else
    (void)fd;
#endif
    return errno;
}

int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some)
{
    ssize_t got = 0;

    do {
        got = offset == SYSTEM_CURRENT ? read(fd, octets, n) : pread(fd, octets, n, (off_t)offset);
    } while (got < 0 && errno == EINTR);
    *some = got > 0 ? (size_t)got : 0;
    return got < 0 ? read_error(fd) : 0;
}

int descriptor_write(int fd, const void *octets, size_t n)
{
    const unsigned char *from = octets;
    int error = 0;

    while (n > 0 && error == 0) {
        ssize_t some = write(fd, from, n);
        if (some > 0) {
            from += some;
            n -= (size_t)some;
        } else if (some == 0) {
            error = ENOSPC; /* otherwise this could loop forever */
        } else if (descriptor_blocks(errno)) {
            error = wait_for(fd, POLLOUT);
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    return error;
}

int descriptor_close(int fd)
{
    return close(fd) != 0 ? errno : 0;
}

static int open_directory(const struct directory *in, const char *name)
{
    return open_to_read(in, name, O_DIRECTORY | O_NONBLOCK | (in != NULL ? O_NOFOLLOW : 0));
}

struct directory *directory_open(const struct directory *in, const char *name)
{
    struct directory *directory = malloc(sizeof *directory);

    if (directory == NULL) {
        return NULL;
    }
    directory->fd = open_directory(in, name);
    directory->names = directory->fd >= 0 ? fdopendir(directory->fd) : NULL;
    if (directory->names == NULL) {
        int error = errno;
        if (directory->fd >= 0) {
            close(directory->fd);
        }
        free(directory);
        errno = error;
        return NULL;
    }
    return directory;
}

static enum system_kind kind_of_entry(const struct dirent *entry)
{
#if defined DT_UNKNOWN && defined DTTOIF
    return entry->d_type != DT_UNKNOWN ? kind_of((mode_t)DTTOIF(entry->d_type)) : SYSTEM_UNKNOWN;
#else
    (void)entry;
    return SYSTEM_UNKNOWN;
#endif
}

const char *directory_next(struct directory *directory, enum system_kind *kind)
{
    const struct dirent *entry = NULL;

    do {
        errno = 0;
        entry = readdir(directory->names);
    } while (entry != NULL &&
             (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    if (entry == NULL) {
        return NULL;
    }
    *kind = kind_of_entry(entry);
    return entry->d_name;
}

bool directory_stat(const struct directory *in, const char *name, enum system_kind *kind)
{
    struct stat status;
    bool known = fstatat(in->fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0;

    *kind = known ? kind_of(status.st_mode) : SYSTEM_UNKNOWN;
    return known;
}

static void close_names(struct directory *directory)
{
    if (directory->names != NULL) {
        closedir(directory->names);
    } else if (directory->fd >= 0) {
        close(directory->fd);
    }
    directory->names = NULL;
    directory->fd = -1;
}

void directory_suspend(struct directory *directory)
{
    if (descriptor_stat(directory->fd, &directory->file)) {
        close_names(directory);
    }
}

/* Returns whether the opened directory is the suspended one. */
static bool is_same(struct directory *directory)
{
    struct system_file file;

    return directory->fd >= 0 && descriptor_stat(directory->fd, &file) &&
           memcmp(file.identity, directory->file.identity, sizeof file.identity) == 0;
}

bool directory_resume(struct directory *directory, const struct directory *below, const char *path)
{
    const struct directory *const from[] = {below, NULL};
    const char *const names[] = {"..", path};

    for (int i = 0; directory->fd < 0 && i < 2; i++) {
        directory->fd = open_directory(from[i], names[i]);
        if (!is_same(directory)) {
            int error = directory->fd >= 0 ? ENOENT : errno; /* another directory is in its place */
            close_names(directory);
            errno = error;
        }
    }
    return directory->fd >= 0;
}

void directory_close(struct directory *directory)
{
    close_names(directory);
    free(directory);
}
