/* Standard output: written in large blocks, checked once. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <assert.h>

#include "colours.h"
#include "furl/core/buffer.h"
#include "furl/core/terminal.h"
#include "system/system.h"

/* The sizes of the block. Texts from the command line get a small block, for which malloc does not
 * map memory. */
#define OUTPUT_BLOCK      ((size_t)262144)
#define OUTPUT_TEXT_BLOCK ((size_t)16384)

/* Data of at least this size is written directly, because copying would take longer. */
#define OUTPUT_DIRECT ((size_t)32768)

struct output {
    int fd;
    size_t least;            /* the least size of a buffer */
    bool enlarges;           /* pipes that are read or written may be made larger */
    struct system_file file; /* the file of the output; a regular one must not be read */
    int error; /* errno of the first failure, or 0; nothing is written after a failure */
    struct furl_buffer block;
    size_t used;  /* octets used in the block */
    bool guarded; /* controls in data become escapes */
    struct furl_terminal guard;
    struct furl_buffer bare; /* data that is not guarded yet */
    bool cr;                 /* a CR of text is held back, because it can be part of a line end */
    bool passes_colours;     /* sequences that set colours of text pass unchanged */
    struct colours colours;
};

/* The terminators of records. */
extern const struct furl_range terminator_lf, terminator_cr_lf, terminator_nul, terminator_none;

/* The slow paths of the inline functions below. */
unsigned char *output_make_room(struct output *output, size_t n);
void output_guard(struct output *output, size_t n);
void output_guard_text(struct output *output, const unsigned char *octets, size_t n);
void output_end_record(struct output *output, struct furl_range terminator);

/* Starts writing to a descriptor. `texts` makes the block small. `guarded` and `enlarges` set the
 * members of struct output. */
void output_init(struct output *output, int fd, bool texts, bool guarded, bool enlarges);

/* Returns room for `n` octets of data, to be filled and then committed. If memory ran out, fails
 * the output and returns NULL. */
static inline unsigned char *output_reserve(struct output *output, size_t n)
{
    bool there = !output->guarded && output->block.room - output->used > n;

    return there ? output->block.ptr + output->used : output_make_room(output, n);
}

/* Commits the first `n` octets of the room that output_reserve returned last. */
static inline void output_commit(struct output *output, size_t n)
{
    assert(n <= (output->guarded ? output->bare.room : output->block.room - output->used));
    if (output->guarded) {
        output_guard(output, n);
    } else {
        output->used += n;
    }
}

/* Like output_commit, for text. Line ends, LF and CR LF, are not guarded. */
static inline void output_commit_text(struct output *output, size_t n)
{
    assert(n <= (output->guarded ? output->bare.room : output->block.room - output->used));
    if (output->guarded) {
        output_guard_text(output, output->bare.ptr, n);
    } else {
        output->used += n;
    }
}

/* Write data or text. */
void output_data(struct output *output, const void *octets, size_t n);
void output_text(struct output *output, const void *octets, size_t n);

/* Writes parts of data. If memory ran out, fails the output and writes none of them. */
void output_parts(struct output *output, const struct furl_range *parts, size_t n);

/* Makes the block large enough for data of `n` octets and for a terminator, so that a lack of
 * memory does not cut them. If memory ran out, fails the output and returns false. */
bool output_has_room(struct output *output, size_t n);

/* Ends a text. The held back octets are data. */
void output_text_end(struct output *output);

/* Ends a record of data, and writes its terminator, which is not guarded and can be empty. */
static inline void output_end(struct output *output, struct furl_range terminator)
{
    if (terminator.n == 1 && !output->guarded && output->used < output->block.room) {
        output->block.ptr[output->used++] = terminator.ptr[0];
    } else {
        output_end_record(output, terminator);
    }
}

/* Writes out the block. */
void output_flush(struct output *output);

/* Sets the error of the output, unless there is one. Nothing is written afterwards. */
void output_fail(struct output *output, int error);

/* Flushes the output, and then fails it with ENOMEM. */
void output_no_memory(struct output *output);

/* Returns `is_there`. If it is false, first calls output_no_memory. */
static inline bool output_has_memory(struct output *output, bool is_there)
{
    if (!is_there) {
        output_no_memory(output);
    }
    return is_there;
}

/* Returns whether the output has failed. The run should then end. */
bool output_failed(const struct output *output);

/* Writes out the block, and closes the descriptor. Returns 0, or errno of the first failure since
 * output_init. */
int output_close(struct output *output);

#endif
