/*
 * What differs between systems: the command line, descriptors, files and directories. posix.c
 * implements all of it, and so do the files for Windows. Only these and the sandbox include system
 * headers. Interrupted calls are repeated. A write to a non-blocking descriptor waits. Errors are
 * values of errno, which malloc and its like set, too, on all of these systems.
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The standard descriptors. */
enum { SYSTEM_INPUT, SYSTEM_OUTPUT, SYSTEM_MESSAGES };

/*
 * Prepares the process. Replaces each closed standard descriptor with one that fails when used, so
 * that no later file gets its number. Makes failed writes return, whatever signal actions the
 * process inherited. Returns NULL, or the name of what failed, with errno set.
 */
const char *system_begin(void);

/* Ends the process, since nobody reads its output: on POSIX by the pending SIGPIPE. Returns only if
 * none is pending. */
void system_exit_by_sigpipe(void);

/* How to end input at a terminal. */
extern const char system_typed[];

/* How to open the manual. */
extern const char system_manual[];

/* Sets `n` octets to random ones that nobody can guess. Returns false if it cannot. */
bool system_random(void *octets, size_t n);

/* Replaces the backslashes of a name on Windows with slashes. */
void system_fix_slashes(char *name);

/* Does the same for the files of the command line, and expands `*` and `?` in their last part if
 * shells do not. A pattern that matches nothing stays. Returns false, with errno set, if it cannot.
 */
bool system_expand(char *const **files, size_t *n);

/* Writes the name of the working directory, a string, with `/`; an empty string if the name is
 * unknown, or longer. */
void system_directory(char *out, size_t size);

/* SYSTEM_UNKNOWN: the entry of a directory does not say. */
enum system_kind { SYSTEM_REGULAR, SYSTEM_DIRECTORY, SYSTEM_OTHER, SYSTEM_UNKNOWN };

/* What a system says of a file. */
struct system_file {
    enum system_kind kind;
    uint64_t size;        /* of a regular one; 0, too, if it is made up as it is read */
    uint64_t identity[2]; /* no other file on this machine has it */
};

/* Sets `file` to what is at a path or descriptor, through a symbolic link if `follows`. Returns
 * false, with errno set, if it cannot. */
bool system_stat(const char *path, bool follows, struct system_file *file);
bool descriptor_stat(int fd, struct system_file *file);

struct directory;

/* Opens a file for reading: `name` in a directory, or a path if `in` is NULL. With SYSTEM_NO_WAIT,
 * does not wait, as for the other end of a FIFO; with SYSTEM_NO_FOLLOW, fails with ELOOP for a
 * symbolic link. Returns the descriptor, or -1 with errno set. */
enum { SYSTEM_NO_WAIT = 1, SYSTEM_NO_FOLLOW = 2 };
int descriptor_open(const struct directory *in, const char *name, unsigned how);

/* Whether it is a terminal. With `unsure`, so is a character device if the system cannot tell. */
bool descriptor_is_terminal(int fd, bool unsure);

/* Whether an error means that a descriptor would block. */
bool descriptor_blocks(int error);

/* Enlarges a pipe to `size` octets if the system permits it, so that both ends wait less often.
 * More than is read or written at a time gains nothing, and systems limit the pipes of a user. */
void descriptor_enlarge(int fd, size_t size);

/* Whether a read need not wait. False if the system cannot tell. */
bool descriptor_is_ready(int fd);

/* Waits until there is something to read, or a read would fail; or until an interruption. Returns
 * 0, or errno if it cannot wait. */
int descriptor_wait(int fd);

/* Sets `offset` to where the next read of a regular file starts. Returns whether that is known. */
bool descriptor_position(int fd, uint64_t *offset);

/* Reads up to `n` octets, from the current offset or, in a regular file, from another one. Sets
 * `some` to how many, 0 at the end. Returns 0 or errno, which may be one of descriptor_blocks. */
#define SYSTEM_CURRENT UINT64_MAX
int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some);

/* Writes all octets. Returns 0 or errno. */
int descriptor_write(int fd, const void *octets, size_t n);

/* Closes a descriptor. Returns 0, or errno if earlier writes are lost. */
int descriptor_close(int fd);

/* Opens a directory: by its path, which may be a symbolic link; or, if `in` is not NULL, `name` in
 * it, which must not be a link. Returns NULL, with errno set, if it fails. */
struct directory *directory_open(const struct directory *in, const char *name);

/* The next name in a directory, in any order, except "." and "..", valid until the next call; and
 * its kind, perhaps SYSTEM_UNKNOWN. Returns NULL at the end, with errno 0, or on failure, with
 * errno set. */
const char *directory_next(struct directory *directory, enum system_kind *kind);

/* Sets the kind of `name` in a directory; does not follow a symbolic link. Returns false, with
 * errno set, if it cannot. */
bool directory_stat(const struct directory *in, const char *name, enum system_kind *kind);

/* directory_suspend closes a directory whose names were read. directory_resume opens it again, from
 * `below`, an open directory in it, or else by its path. Returns false, with errno set, if it is
 * not the same directory. */
void directory_suspend(struct directory *directory);
bool directory_resume(struct directory *directory, const struct directory *below, const char *path);

/* Closes a directory, which may be suspended, and frees it. */
void directory_close(struct directory *directory);

#endif
