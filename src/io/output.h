/* Standard output: written in large blocks, checked once. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <assert.h>

#include "colours.h"
#include "furl/base/buffer.h"
#include "furl/percent/percent.h"
#include "system/system.h"

/* The sizes of the block; texts from the command line get a small one, for which malloc need not
 * map memory. */
#define OUTPUT_BLOCK      ((size_t)262144)
#define OUTPUT_TEXT_BLOCK ((size_t)16384)

/* Data of this size or more is written directly: to copy it would take longer. */
#define OUTPUT_DIRECT ((size_t)32768)

struct output {
    int fd;
    size_t least;            /* the least size of a buffer */
    bool enlarges;           /* pipes, this one and those that are read, may be made larger */
    struct system_file file; /* where it goes; a regular file must not be read */
    int error;               /* errno of the first failure, after which nothing is written */
    struct furl_buffer block;
    size_t used;  /* octets of the block */
    bool guarded; /* controls in data become escapes */
    struct furl_terminal guard;
    struct furl_buffer bare; /* data before it is guarded */
    bool cr;                 /* a CR of text is held back: it may be part of a line end */
    bool passes_colours;     /* sequences that set colours of text are not guarded */
    struct colours colours;
};

/* What ends records. */
extern const struct furl_range terminator_lf, terminator_cr_lf, terminator_nul, terminator_none;

/* The slow paths of the inline functions below. */
unsigned char *output_make_room(struct output *output, size_t n);
void output_guard(struct output *output, size_t n);
void output_guard_text(struct output *output, const unsigned char *octets, size_t n);
void output_end_record(struct output *output, struct furl_range terminator);

/* Starts writing to a descriptor. `texts` makes the block small; `guarded` and `enlarges` are as in
 * struct output. */
void output_init(struct output *output, int fd, bool texts, bool guarded, bool enlarges);

/* Room for `n` octets of data, to be filled and then committed. Fails the output, and returns NULL,
 * if memory ran out. */
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

/* The same for text: its line ends, LF and CR LF, are not guarded. */
static inline void output_commit_text(struct output *output, size_t n)
{
    assert(n <= (output->guarded ? output->bare.room : output->block.room - output->used));
    if (output->guarded) {
        output_guard_text(output, output->bare.ptr, n);
    } else {
        output->used += n;
    }
}

/* Write data, and text. */
void output_data(struct output *output, const void *octets, size_t n);
void output_text(struct output *output, const void *octets, size_t n);

/* Writes parts of data. If memory runs out, fails the output and writes none of them. */
void output_parts(struct output *output, const struct furl_range *parts, size_t n);

/* Makes the block large enough for data of `n` octets, or for what ends a record. So nothing that
 * comes of them is cut by a lack of memory. Fails the output, and returns false, if memory ran out.
 */
bool output_has_room(struct output *output, size_t n);

/* Ends a text: what is held back of it is data. */
void output_text_end(struct output *output);

/* Ends a record of data, and writes its terminator, which is not guarded and may be empty. */
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

/* Sets the error of the output, unless it has one. Nothing is written from then on. */
void output_fail(struct output *output, int error);

/* Flushes, and then fails with ENOMEM. */
void output_no_memory(struct output *output);

/* Returns `is_there`; if that is false, flushes the output and fails it with ENOMEM. */
static inline bool output_has_memory(struct output *output, bool is_there)
{
    if (!is_there) {
        output_no_memory(output);
    }
    return is_there;
}

/* Whether the output has failed; the run should end then. */
bool output_failed(const struct output *output);

/* Writes out the block, and closes the descriptor. Returns 0, or errno of the first failure since
 * output_init. */
int output_close(struct output *output);

#endif
