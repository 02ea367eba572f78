/*
 * What differs between systems: the command line, descriptors, files and
 * directories. Interrupted calls are repeated; a write to a non-blocking
 * descriptor waits. posix.c has all of it, and so have the files for Windows;
 * only these and the sandbox include system headers. Errors are values of
 * errno, for strerror.
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The standard descriptors. */
enum { SYSTEM_INPUT, SYSTEM_OUTPUT, SYSTEM_MESSAGES };

/*
 * Prepares the process. Fills each closed standard descriptor with one that
 * fails when used, so that no later file gets its number. Write errors are
 * returned, whatever signal actions the process inherited. Returns NULL, or the
 * name of what failed, with errno set.
 */
const char *system_begin(void);

/* Ends the process as a filter ends whose output nobody reads: on POSIX by the
 * pending SIGPIPE. Returns only if none is pending. */
void system_end_by_pipe(void);

/* Says how to end input at a terminal. */
extern const char system_typed[];

/* Sets `n` random octets that nobody can guess. Returns false if it cannot. */
bool system_random(void *octets, size_t n);

/* system_name makes slashes of a Windows name's backslashes. system_expand does
 * so for the files of the command line, and expands `*` and `?` in their last
 * part, where shells do not; a pattern that matches nothing stays. Returns
 * whether it could; if not, errno is set. */
void system_name(char *name);

/* Writes the name of the working directory, a string, with `/`; an empty one if it is not known, or
 * longer. */
void system_directory(char *out, size_t size);
bool system_expand(char *const **files, size_t *n);

/* Allocates `n` octets, a multiple of `page`, at a page's start. NULL: no
 * memory. */
void *system_pages(size_t page, size_t n);
void system_free_pages(void *pages);

/* Kinds of files. SYSTEM_UNKNOWN: a directory's entry does not tell it. */
enum system_kind { SYSTEM_REGULAR, SYSTEM_DIRECTORY, SYSTEM_OTHER, SYSTEM_UNKNOWN };

/* What is known of a file. */
struct system_file {
    enum system_kind kind;
    uint64_t size;        /* octets in a regular one; 0 also of one that is made up as it is read */
    uint64_t identity[2]; /* no other file on this machine has it */
};

/* Sets `file` to what is at the path or descriptor, through a symbolic link if
 * it `follows`. Returns whether it could; if not, errno is set. */
bool system_look(const char *path, bool follows, struct system_file *file);
bool descriptor_look(int fd, struct system_file *file);

/* An open directory. */
struct directory;

/* Opens a file for reading: `name` in the directory, or a path if that is NULL.
 * SYSTEM_NO_WAIT: without waiting, as for the other end of a FIFO;
 * SYSTEM_NO_FOLLOW: a symbolic link fails with ELOOP. Returns the descriptor,
 * or -1 with errno set. */
enum { SYSTEM_NO_WAIT = 1, SYSTEM_NO_FOLLOW = 2 };
int descriptor_open(const struct directory *in, const char *name, unsigned how);

/* Whether it is a terminal. With `unsure`, a character device counts as one if
 * the system cannot tell. */
bool descriptor_is_terminal(int fd, bool unsure);

/* Whether a failure, of errno, is that of a descriptor that would block. */
bool descriptor_blocks(int error);

/* Enlarges the pipe that `fd` is an end of to `size` octets, where the system lets us, so that both
 * ends wait less often; anything else stays as it is. More than is read or written at a time gains
 * nothing, and a user may have only so much in all pipes. */
void descriptor_enlarge(int fd, size_t size);

/* Whether a read would not have to wait. False where the system cannot tell. */
bool descriptor_is_ready(int fd);

/* Waits until there is something to read, or reading fails; an interruption ends the wait, too.
 * Returns 0, or errno where it cannot wait. */
int descriptor_wait(int fd);

/* Sets `offset` to where the next read of a regular file begins. Returns
 * whether that is known. */
bool descriptor_position(int fd, uint64_t *offset);

/* Reads up to `n` octets, from the current offset or, in a regular file, a
 * given one. Sets `some` to how many, 0 at the end. Returns 0 or errno, for
 * which descriptor_blocks may hold. */
int descriptor_read(int fd, void *octets, size_t n, size_t *some);
int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some);

/* Writes all octets. Returns 0, or errno of what made it give up. */
int descriptor_write(int fd, const void *octets, size_t n);

/* Closes it. Returns 0, or errno of what was written before and is lost. */
int descriptor_close(int fd);

/* Opens the directory at a path, through a symbolic link too; or, if `in` is
 * not NULL, `name` in it, which must not be a link. NULL with errno set if it
 * fails. */
struct directory *directory_open(const struct directory *in, const char *name);

/* The next name in a directory, in any order, except "." and ".."; valid until
 * the next call. NULL at the end, with errno 0, or on failure, with errno set.
 * Sets `kind`, perhaps to SYSTEM_UNKNOWN. */
const char *directory_next(struct directory *directory, enum system_kind *kind);

/* Sets the kind of `name` in a directory, not following a symbolic link.
 * Returns whether it could; if not, errno is set. */
bool directory_look(const struct directory *in, const char *name, enum system_kind *kind);

/* directory_suspend closes a directory whose names were read; directory_resume
 * opens it again, by `below`, an open one directly below it, or else by its
 * path. Returns whether that is the same directory; if not, errno is set. */
void directory_suspend(struct directory *directory);
bool directory_resume(struct directory *directory, const struct directory *below, const char *path);

void directory_close(struct directory *directory);

#endif
