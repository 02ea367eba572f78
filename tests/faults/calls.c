/*
 * The calls, by the linker's --wrap: a reference to `read` becomes one to `__wrap_read`, and one to
 * `__real_read` becomes one to `read`. A C library may know a call by several names, of which a
 * program uses one, depending on its flags.
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "faults.h"

#define FILES_MAX 40

const char *const call_names[CALLS] = {
    [CALL_READ] = "read",     [CALL_WRITE] = "write",   [CALL_OPEN] = "open",
    [CALL_CLOSE] = "close",   [CALL_FSTAT] = "fstat",   [CALL_POLL] = "poll",
    [CALL_WAIT] = "wait",     [CALL_ISATTY] = "isatty", [CALL_FCNTL] = "fcntl",
    [CALL_MEMORY] = "malloc",
};

/* Names of the calls that not every library has. Those that this one has are named in earnest: a
 * weak reference takes nothing out of a static library. */
#define MAYBE __attribute__((weak))
#if !defined __GLIBC__
#define MAYBE_STATUS
#define MAYBE_LARGE MAYBE
#elif __GLIBC_PREREQ(2, 33)
#define MAYBE_STATUS
#define MAYBE_LARGE
#else
#define MAYBE_STATUS MAYBE
#define MAYBE_LARGE  MAYBE
#endif
#if defined __USE_TIME_BITS64 && __TIMESIZE == 32
#define MAYBE_TIME
#else
#define MAYBE_TIME MAYBE
#endif

ssize_t __real_read(int fd, void *octets, size_t n);
ssize_t __real_pread(int fd, void *octets, size_t n, off_t offset);
ssize_t __real_pread64(int fd, void *octets, size_t n, off_t offset) MAYBE_LARGE;
ssize_t __real_write(int fd, const void *octets, size_t n);
int __real_open(const char *name, int flags, ...);
int __real_open64(const char *name, int flags, ...) MAYBE_LARGE;
int __real_openat(int in, const char *name, int flags, ...);
int __real_openat64(int in, const char *name, int flags, ...) MAYBE_LARGE;
int __real_close(int fd);
int __real_fstat(int fd, void *status) MAYBE_STATUS;
int __real_fstat64(int fd, void *status) MAYBE_LARGE;
int __real___fstat_time64(int fd, void *status) MAYBE;
int __real___fstat64_time64(int fd, void *status) MAYBE_TIME;
int __real___fstat50(int fd, void *status) MAYBE; /* NetBSD's */
int __real___fxstat(int version, int fd, void *status) MAYBE;
int __real___fxstat64(int version, int fd, void *status) MAYBE;
DIR *__real_fdopendir(int fd);
int __real_closedir(DIR *directory);
int __real_poll(struct pollfd *fds, nfds_t n, int timeout);
int __real_isatty(int fd);
int __real_fcntl(int fd, int command, ...);
int __real_fcntl64(int fd, int command, ...) MAYBE_LARGE;
int __real___fcntl_time64(int fd, int command, ...) MAYBE_TIME;
int __real_getopt_long(int n, char *const *arguments, const char *letters,
                       const struct option *names, int *index);
bool __real_system_random(void *octets, size_t n);
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t n);
void __real_free(void *block);

static struct {
    struct trace *trace; /* NULL: calls are none of ours */
    struct manner manner;
    const struct fault *faults;
    size_t faults_n;
    char names[FILES_MAX][NAME_SIZE];
    bool ended[FILES_MAX]; /* what is read next is the end */
} state;

void calls_begin(const struct manner *manner, const struct fault *faults, size_t n,
                 struct trace *trace)
{
    *trace = (struct trace){.lowest = FILES_MAX};
    memset(&state, 0, sizeof state);
    state.manner = *manner;
    state.faults = faults;
    state.faults_n = n;
    snprintf(state.names[STDIN_FILENO], NAME_SIZE, "-");
    state.trace = trace;
}

void calls_end(void)
{
    state.trace = NULL;
}

static const char *name_of(int fd)
{
    return fd >= 0 && fd < FILES_MAX ? state.names[fd] : "";
}

/* Keeps what there is to know of the first fault that strikes. */
static void strike(enum call call, int fd, const char *name)
{
    struct trace *trace = state.trace;

    if (trace->struck) {
        return;
    }
    trace->struck = true;
    trace->call = call;
    trace->fd = fd;
    snprintf(trace->name, NAME_SIZE, "%.*s", NAME_SIZE - 1, name);
    memcpy(trace->before, trace->n, sizeof trace->n);
    trace->writes_before = trace->writes_n;
    trace->struck_operand = trace->operand;
}

/* Counts a call. Returns the fault that strikes it; one of NO_FAULT, if none does. */
static const struct fault *next(enum call call, int fd, const char *name)
{
    static const struct fault none = {.trick = NO_FAULT};

    if (state.trace == NULL) {
        return &none;
    }
    unsigned long nth = ++state.trace->n[call];
    for (size_t i = 0; i < state.faults_n; i++) {
        const struct fault *fault = &state.faults[i];
        bool again = fault->every > 0 && nth > fault->nth &&
                     (nth - fault->nth) % fault->every == 0 && fd == state.trace->fd;
        if (fault->trick != NO_FAULT && fault->call == call && (nth == fault->nth || again)) {
            strike(call, fd, name);
            errno = fault->error;
            return fault;
        }
    }
    return &none;
}

static bool fails(enum call call, int fd)
{
    return next(call, fd, name_of(fd))->trick == FAIL;
}

static size_t half(size_t n)
{
    return n > 1 ? n / 2 : n;
}

/* Changes the length of a file that is being read: empties it, or adds the octets. */
static void change(const char *name, const char *octets, size_t n)
{
    int fd = __real_open(name, octets == NULL ? O_WRONLY | O_TRUNC : O_WRONLY | O_APPEND);

    if (fd >= 0 && octets != NULL && __real_write(fd, octets, n) < 0) {
        abort();
    }
    __real_close(fd);
}

/* Adds to the file what the one beside it has, once. */
static void grow_by_rest(const char *name)
{
    static char rest[NAME_SIZE + sizeof REST], octets[4096];

    snprintf(rest, sizeof rest, "%s" REST, name);
    int fd = __real_open(rest, O_RDONLY);
    ssize_t n = fd >= 0 ? __real_read(fd, octets, sizeof octets) : 0;
    __real_close(fd);
    change(name, octets, n > 0 ? (size_t)n : 0);
}

/* Where reading goes on, instead of at an offset; and the call that reads at one, which has an
 * offset of 32 bits under one name and of 64 under another. */
#define ON ((off_t)-1)
typedef ssize_t read_at(int fd, void *octets, size_t n, off_t offset);

static ssize_t really_read(int fd, void *octets, size_t n, off_t offset, read_at *read_block)
{
    return offset == ON ? __real_read(fd, octets, n) : read_block(fd, octets, n, offset);
}

static ssize_t read_with_fault(int fd, void *octets, size_t n, off_t offset, read_at *read_block)
{
    const struct fault *fault = next(CALL_READ, fd, name_of(fd));

    if (state.trace != NULL && state.manner.piece > 0 && n > state.manner.piece) {
        n = state.manner.piece;
    }
    if (state.trace != NULL && state.ended[fd]) {
        return 0;
    }
    switch (fault->trick) {
    case FAIL:
        return -1;
    case SHORTEN:
        return really_read(fd, octets, half(n), offset, read_block);
    case INSTEAD:
        state.ended[fd] = true;
        memcpy(octets, fault->text, strlen(fault->text));
        return (ssize_t)strlen(fault->text);
    case SHRINK:
        change(name_of(fd), NULL, 0);
        return really_read(fd, octets, n, offset, read_block);
    case GROW:
        change(name_of(fd), fault->text, strlen(fault->text));
        return really_read(fd, octets, n, offset, read_block);
    case COMPLETE:
        grow_by_rest(name_of(fd));
        return really_read(fd, octets, n, offset, read_block);
    case NO_FAULT:
    case NOTHING:
    case SWAP:
        break;
    }
    return really_read(fd, octets, n, offset, read_block);
}

ssize_t __wrap_read(int fd, void *octets, size_t n)
{
    return read_with_fault(fd, octets, n, ON, NULL);
}

#define PREAD(call)                                                                                \
    ssize_t __wrap_##call(int fd, void *octets, size_t n, off_t offset)                            \
    {                                                                                              \
        return read_with_fault(fd, octets, n, offset, __real_##call);                              \
    }                                                                                              \
                                                                                                   \
    ssize_t __wrap___##call##_chk(int fd, void *octets, size_t n, off_t offset, size_t room)       \
    {                                                                                              \
        (void)room;                                                                                \
        return __wrap_##call(fd, octets, n, offset);                                               \
    }
PREAD(pread)
PREAD(pread64)

ssize_t __wrap___read_chk(int fd, void *octets, size_t n, size_t room)
{
    (void)room;
    return __wrap_read(fd, octets, n);
}

ssize_t __wrap_write(int fd, const void *octets, size_t n)
{
    const struct fault *fault = next(CALL_WRITE, fd, "");
    struct trace *trace = state.trace;

    if (fault->trick == FAIL || fault->trick == NOTHING) {
        return fault->trick == FAIL ? -1 : 0;
    }
    ssize_t some = __real_write(fd, octets, fault->trick == SHORTEN ? half(n) : n);
    if (trace != NULL && some > 0 && trace->writes_n < WRITES_MAX) {
        trace->writes[trace->writes_n].fd = fd;
        trace->writes[trace->writes_n].n = (size_t)some;
        trace->writes_n++;
    }
    return some;
}

/* Keeps the name of a file that was opened. Returns its descriptor. */
static int opened(const char *name, int fd)
{
    if (state.trace != NULL && fd >= 0 && fd < FILES_MAX) {
        snprintf(state.names[fd], NAME_SIZE, "%s", name);
        state.ended[fd] = false;
        if (strcmp(name, PLACE_HOLDER) != 0 && fd < state.trace->lowest) {
            state.trace->lowest = fd;
        }
    }
    return fd;
}

static bool open_fails(const char *name)
{
    if (state.trace != NULL && name[0] != '/') {
        state.trace->operand++;
    }
    const struct fault *fault = next(CALL_OPEN, -1, name);
    if (fault->trick == SWAP &&
        (rename(fault->text, "moved") != 0 || symlink("elsewhere", fault->text) != 0)) {
        abort();
    }
    return fault->trick == FAIL;
}

/* The third argument, where the flags say that there is one. */
static int mode_of(int flags, va_list arguments)
{
    return (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
}

#define OPEN(call)                                                                                 \
    int __wrap_##call(const char *name, int flags, ...)                                            \
    {                                                                                              \
        va_list arguments;                                                                         \
                                                                                                   \
        va_start(arguments, flags);                                                                \
        int mode = mode_of(flags, arguments);                                                      \
        va_end(arguments);                                                                         \
        return open_fails(name) ? -1 : opened(name, __real_##call(name, flags, mode));             \
    }
OPEN(open)
OPEN(open64)

int __wrap___open_2(const char *name, int flags)
{
    return __wrap_open(name, flags);
}

int __wrap___open64_2(const char *name, int flags)
{
    return __wrap_open64(name, flags);
}

#define OPENAT(call)                                                                               \
    int __wrap_##call(int in, const char *name, int flags, ...)                                    \
    {                                                                                              \
        va_list arguments;                                                                         \
                                                                                                   \
        va_start(arguments, flags);                                                                \
        int mode = mode_of(flags, arguments);                                                      \
        va_end(arguments);                                                                         \
        return open_fails(name) ? -1 : opened(name, __real_##call(in, name, flags, mode));         \
    }
OPENAT(openat)
OPENAT(openat64)

int __wrap___openat_2(int in, const char *name, int flags)
{
    return __wrap_openat(in, name, flags);
}

int __wrap___openat64_2(int in, const char *name, int flags)
{
    return __wrap_openat64(in, name, flags);
}

int __wrap_close(int fd)
{
    return fails(CALL_CLOSE, fd) ? (void)__real_close(fd), -1 : __real_close(fd);
}

/* What has no status may be a pipe, for all that the program knows. */
static bool fstat_fails(int fd)
{
    bool slow = state.trace != NULL && state.manner.slow;

    return fails(CALL_FSTAT, fd) || slow;
}

/* The status of a file has another shape under each name. */
#define FSTAT(call)                                                                                \
    int __wrap_##call(int fd, void *status)                                                        \
    {                                                                                              \
        return fstat_fails(fd) ? -1 : __real_##call(fd, status);                                   \
    }
#define FXSTAT(call)                                                                               \
    int __wrap_##call(int version, int fd, void *status)                                           \
    {                                                                                              \
        return fstat_fails(fd) ? -1 : __real_##call(version, fd, status);                          \
    }
FSTAT(fstat)
FSTAT(fstat64)
FSTAT(__fstat_time64)
FSTAT(__fstat64_time64)
FSTAT(__fstat50)
FXSTAT(__fxstat)
FXSTAT(__fxstat64)

int __wrap_poll(struct pollfd *fds, nfds_t n, int timeout)
{
    if (fails(timeout == 0 ? CALL_POLL : CALL_WAIT, fds[0].fd)) {
        return -1;
    }
    if (state.trace != NULL && timeout != 0) {
        state.trace->waited = fds[0].fd;
        state.trace->events = fds[0].events;
    }
    bool unready = state.trace != NULL && state.manner.slow && timeout == 0;
    return unready ? 0 : __real_poll(fds, n, timeout);
}

int __wrap___poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room)
{
    (void)room;
    return __wrap_poll(fds, n, timeout);
}

int __wrap_isatty(int fd)
{
    if (fails(CALL_ISATTY, fd)) {
        return 0;
    }
    bool seems = fd == STDOUT_FILENO   ? state.manner.terminal
                 : fd == STDERR_FILENO ? state.manner.hints
                                       : false;
    return state.trace != NULL && seems ? 1 : __real_isatty(fd);
}

/* The argument of those commands that have one. */
static int argument_of(int command, va_list arguments)
{
    return command == F_GETFD || command == F_GETFL ? 0 : va_arg(arguments, int);
}

#define FCNTL(call)                                                                                \
    int __wrap_##call(int fd, int command, ...)                                                    \
    {                                                                                              \
        va_list arguments;                                                                         \
                                                                                                   \
        va_start(arguments, command);                                                              \
        int argument = argument_of(command, arguments);                                            \
        va_end(arguments);                                                                         \
        return fails(CALL_FCNTL, fd) ? -1 : __real_##call(fd, command, argument);                  \
    }
FCNTL(fcntl)
FCNTL(fcntl64)
FCNTL(__fcntl_time64)

/* For an argument that an option does not take, BSD's returns what stands for one that is missing.
 */
int __wrap_getopt_long(int n, char *const *arguments, const char *letters,
                       const struct option *names, int *index)
{
    int value = __real_getopt_long(n, arguments, letters, names, index);
    bool bsd = state.trace != NULL && state.manner.bsd;

    return bsd && value == '?' && optopt > UCHAR_MAX ? ':' : value;
}

bool __wrap_system_random(void *octets, size_t n)
{
    return (state.trace == NULL || !state.manner.certain) && __real_system_random(octets, n);
}

static void *allocated(void *block)
{
    if (state.trace != NULL && block != NULL) {
        state.trace->blocks++;
    }
    return block;
}

void *__wrap_malloc(size_t n)
{
    return fails(CALL_MEMORY, -1) ? NULL : allocated(__real_malloc(n));
}

/* Begins what a static library may do by calls that are wrapped, too: they are none of ours.
 * Returns what ends it. */
static struct trace *step_out(void)
{
    struct trace *trace = state.trace;

    state.trace = NULL;
    return trace;
}

DIR *__wrap_fdopendir(int fd)
{
    struct trace *trace = step_out();
    DIR *directory = __real_fdopendir(fd);

    state.trace = trace;
    return directory;
}

int __wrap_closedir(DIR *directory)
{
    struct trace *trace = step_out();
    int answer = __real_closedir(directory);

    state.trace = trace;
    return answer;
}

void *__wrap_calloc(size_t n, size_t size)
{
    if (fails(CALL_MEMORY, -1)) {
        return NULL;
    }
    struct trace *trace = step_out();
    void *block = __real_calloc(n, size);
    state.trace = trace;
    return allocated(block);
}

void *__wrap_realloc(void *block, size_t n)
{
    if (fails(CALL_MEMORY, -1)) {
        return NULL;
    }
    struct trace *trace = step_out();
    void *grown = __real_realloc(block, n);
    state.trace = trace;
    return block == NULL ? allocated(grown) : grown;
}

void __wrap_free(void *block)
{
    if (state.trace != NULL && block != NULL) {
        state.trace->blocks--;
    }
    __real_free(block);
}
