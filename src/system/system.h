/*
 * The interface to the system: the command line, descriptors, files and directories. posix.c
 * implements all of it, and so do the files for Windows. Only these files and the sandbox include
 * system headers. Interrupted calls are repeated. A write to a non-blocking descriptor waits.
 * Errors are values of errno, which malloc sets on all systems, too.
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The standard descriptors. */
enum { SYSTEM_INPUT, SYSTEM_OUTPUT, SYSTEM_MESSAGES };

/*
 * Prepares the process. Replaces each closed standard descriptor by one that cannot be used, so
 * that no later file gets its number. Failed writes return, even if the process inherited other
 * signal actions. Returns NULL, or the name of the thing that failed, with errno set.
 */
const char *system_begin(void);

/* Ends the process because nobody reads its output. On POSIX, the pending SIGPIPE ends it. Returns
 * only if no SIGPIPE is pending. */
void system_exit_by_sigpipe(void);

/* The text that says how to end input at a terminal. */
extern const char system_typed[];

/* The text that says how to open the manual. */
extern const char system_manual[];

/* Sets `n` octets to random octets that nobody can guess. Returns false on failure. */
bool system_random(void *octets, size_t n);

/* On Windows, replaces the backslashes of a name with slashes: "a\b" becomes "a/b". */
void system_fix_slashes(char *name);

/* Like system_fix_slashes, for the files of the command line. Also expands `*` and `?` in their
 * last part, if shells do not. A pattern without matches is unchanged. Returns false, with errno
 * set, on failure. */
bool system_expand(char *const **files, size_t *n);

/* Writes the name of the working directory, a string with `/`. Writes an empty string if the name
 * is unknown or does not fit in `size`. */
void system_directory(char *out, size_t size);

/* SYSTEM_UNKNOWN: the entry of a directory does not contain the kind. */
enum system_kind { SYSTEM_REGULAR, SYSTEM_DIRECTORY, SYSTEM_OTHER, SYSTEM_UNKNOWN };

/* The facts that a system knows of a file. */
struct system_file {
    enum system_kind kind;
    uint64_t size;        /* of a regular file; also 0 if it is made up while it is read */
    uint64_t identity[2]; /* no other file on this machine has it */
};

/* Sets `file` to the facts of a path or descriptor. Follows a symbolic link if `follows`. Returns
 * false, with errno set, on failure. */
bool system_stat(const char *path, bool follows, struct system_file *file);
bool descriptor_stat(int fd, struct system_file *file);

struct directory;

/* Opens a file for reading: `name` in a directory, or a path if `in` is NULL. With SYSTEM_NO_WAIT,
 * does not wait, for example for the other end of a FIFO. With SYSTEM_NO_FOLLOW, fails with ELOOP
 * for a symbolic link. Returns the descriptor, or -1 with errno set. */
enum { SYSTEM_NO_WAIT = 1, SYSTEM_NO_FOLLOW = 2 };
int descriptor_open(const struct directory *in, const char *name, unsigned how);

/* Returns whether a descriptor is a terminal. If `unsure`, also returns true for a character device
 * if the system does not know. */
bool descriptor_is_terminal(int fd, bool unsure);

/* Returns whether an error means that a descriptor would block. */
bool descriptor_blocks(int error);

/* Enlarges a pipe to `size` octets if the system permits it, so that both ends wait less often. A
 * pipe larger than each read and write gains nothing, and systems limit the pipes of a user. */
void descriptor_enlarge(int fd, size_t size);

/* Returns whether a read need not wait. False if the system does not know. */
bool descriptor_is_ready(int fd);

/* Waits until there is something to read, a read would fail, or an interruption. Returns 0, or
 * errno if waiting fails. */
int descriptor_wait(int fd);

/* Sets `offset` to the offset of the next read of a regular file. Returns false if the offset is
 * unknown. */
bool descriptor_position(int fd, uint64_t *offset);

/* Reads up to `n` octets from the current offset or, in a regular file, from `offset`. Sets `some`
 * to the number of octets read, 0 at the end. Returns 0 or errno, for which descriptor_blocks can
 * be true. */
#define SYSTEM_CURRENT UINT64_MAX
int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some);

/* Writes all octets. Returns 0 or errno. */
int descriptor_write(int fd, const void *octets, size_t n);

/* Closes a descriptor. Returns 0, or errno if earlier writes are lost. */
int descriptor_close(int fd);

/* Opens a directory by its path, which may be a symbolic link. If `in` is not NULL, opens `name` in
 * it, which must not be a link. Returns NULL, with errno set, on failure. */
struct directory *directory_open(const struct directory *in, const char *name);

/* Returns the next name in a directory, valid until the next call, and sets its kind, which can be
 * SYSTEM_UNKNOWN. Names come in any order, without "." and "..". Returns NULL at the end, with
 * errno 0, and on failure, with errno set. */
const char *directory_next(struct directory *directory, enum system_kind *kind);

/* Sets the kind of `name` in a directory. Does not follow a symbolic link. Returns false, with
 * errno set, on failure. */
bool directory_stat(const struct directory *in, const char *name, enum system_kind *kind);

/* directory_suspend closes a directory whose names were read. directory_resume opens it again, from
 * `below`, an open directory in it, or otherwise by its path. Returns false, with errno set, if the
 * path leads to another directory. */
void directory_suspend(struct directory *directory);
bool directory_resume(struct directory *directory, const struct directory *below, const char *path);

/* Closes a directory, which may be suspended, and frees it. */
void directory_close(struct directory *directory);

#endif
