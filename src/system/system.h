/*
 * What systems do differently: the command line, descriptors, files and directories, however the
 * system answers: what was interrupted is done again, and where a descriptor that somebody made
 * non-blocking would block, we wait. posix.c has all of it, and so have the files for Windows;
 * nobody else includes a system's headers, except what belongs to the sandbox. Errors are those of
 * errno, which strerror explains.
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The standard descriptors. */
enum { SYSTEM_INPUT, SYSTEM_OUTPUT, SYSTEM_MESSAGES };

/*
 * Begins the run. Fills each closed standard descriptor with one that fails when it is used, so
 * that no file opened later is taken for it; makes the arguments octets, in UTF-8 where the system
 * has other characters. A write that fails is an error like any other, whoever started the run:
 * nothing ends it but system_end_by_pipe. Returns NULL; or the name of what it could not open, and
 * errno says why.
 */
const char *system_begin(int *n, char ***arguments);

/* Ends the run as it is expected of a filter whose output nobody reads: on POSIX by the SIGPIPE
 * that the last write sent. Returns only where the system has no such thing. */
void system_end_by_pipe(void);

/* How who types it ends the input. */
extern const char system_typed[];

/* Sets octets that nobody can guess. Returns false where the system has none. */
bool system_random(void *octets, size_t n);

/* Makes a file's name what the program takes for one: on Windows, with slashes. Then makes those on
 * the command line what they stand for, where shells leave that to programs: `*` and `?` in the
 * last part, and what matches nothing stays. Returns whether that could be told; if not, errno says
 * why. */
void system_name(char *name);
bool system_expand(char *const **files, size_t *n);

/* Memory at the start of a page, of a multiple of `page` octets; NULL where there is none. */
void *system_pages(size_t page, size_t n);
void system_free_pages(void *pages);

/* Kinds of files; an entry of a directory may not tell its own. */
enum system_kind { SYSTEM_REGULAR, SYSTEM_DIRECTORY, SYSTEM_OTHER, SYSTEM_UNTOLD };

/* What is known of a file. */
struct system_file {
    enum system_kind kind;
    uint64_t size;        /* octets in a regular one; 0 also of one that is made up as it is read */
    uint64_t identity[2]; /* no other file on this machine has it */
};

/* What there is at a path, of a symbolic link what it points to if it `follows`. Returns whether
 * that is known; if not, errno says why. */
bool system_look(const char *path, bool follows, struct system_file *file);
bool descriptor_look(int fd, struct system_file *file);

/* An open directory, whatever its path leads to by now. */
struct directory;

/* Opens a file for reading, at a path, or of that name in a directory, unless that is NULL: without
 * waiting, as for the other end of a FIFO; not by a symbolic link, which fails with ELOOP. Returns
 * the descriptor; or -1, and errno says why. */
enum { SYSTEM_NO_WAIT = 1, SYSTEM_NO_FOLLOW = 2 };
int descriptor_open(const struct directory *in, const char *name, unsigned how);

/* Whether it is a terminal; where the system does not tell, `unsure` if it is a device. */
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

/* Where reading goes on in a regular file: octets before it. Returns whether that is known. */
bool descriptor_position(int fd, uint64_t *offset);

/* Reads up to `n` octets, from where reading goes on or from an offset in a regular file. Sets how
 * many it read, 0 at the end. Returns 0 or errno, which may be one of a descriptor that blocks. */
int descriptor_read(int fd, void *octets, size_t n, size_t *some);
int descriptor_read_at(int fd, uint64_t offset, void *octets, size_t n, size_t *some);

/* Writes all octets. Returns 0, or errno of what made it give up. */
int descriptor_write(int fd, const void *octets, size_t n);

/* Closes it. Returns 0, or errno of what was written before and is lost. */
int descriptor_close(int fd);

/* Opens the directory at a path, maybe a symbolic link to one; or, if `in` is not NULL, the one of
 * that name in it, which must be none. NULL, and errno says why. */
struct directory *directory_open(const struct directory *in, const char *name);

/* The next name in a directory, in any order, without those of itself and of the one above; valid
 * until the next call. NULL at the end, and errno is 0, or says why it ends. Sets its kind. */
const char *directory_next(struct directory *directory, enum system_kind *kind);

/* The kind of what has that name in a directory. Returns whether that is known; if not, errno says
 * why. */
bool directory_look(const struct directory *in, const char *name, enum system_kind *kind);

/* Closes what the system has open of a directory whose names were read, until it is opened again:
 * by one that is directly below it, and open, or else by its path. Returns whether it is the same
 * one; if not, errno says why. */
void directory_rest(struct directory *directory);
bool directory_resume(struct directory *directory, const struct directory *below, const char *path);

void directory_close(struct directory *directory);

#endif
