/* Standard output: written in big blocks, checked once. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "furl/base/buffer.h"
#include "furl/percent/percent.h"
#include "system/system.h"

/* The sizes of the output's block; texts from the command line get a small one,
 * for which malloc need not map memory. */
#define OUTPUT_BLOCK      ((size_t)262144)
#define OUTPUT_TEXT_BLOCK ((size_t)16384)

/* From this size on, data is written without being gathered: copying it would
 * take longer. */
#define OUTPUT_DIRECT ((size_t)32768)

struct output {
    int fd;
    size_t least;            /* least size of a buffer */
    bool enlarges;           /* pipes, this one and those that are read, may be made larger */
    struct system_file file; /* where it goes, if that is regular: it must not be read */
    int error;               /* errno of the first failure; nothing is written after it */
    struct furl_buffer block;
    size_t used; /* octets of the block */
    /* With `guarded`, data is escaped so that it cannot control a terminal. */
    bool guarded;
    struct furl_terminal guard;
    struct furl_buffer bare; /* data before it is guarded */
    bool cr;                 /* of text, a CR is held back: it may be part of a line end */
};

/* What ends records. */
extern const struct furl_range terminator_lf, terminator_cr_lf, terminator_nul, terminator_none;

/* The slow paths of the inline functions below. */
unsigned char *output_make_room(struct output *output, size_t n);
void output_guard(struct output *output, size_t n);
void output_guard_text(struct output *output, const unsigned char *octets, size_t n);
void output_end_record(struct output *output, struct furl_range terminator);

/* Starts writing to the descriptor: `texts` makes the block small; `guarded`
 * writes controls as escapes; `enlarges` enlarges pipes. */
void output_init(struct output *output, int fd, bool texts, bool guarded, bool enlarges);

/* Room for `n` octets of data, to be filled and then committed. NULL where there is no memory,
 * which is a failure of the output. */
static inline unsigned char *output_reserve(struct output *output, size_t n)
{
    bool there = !output->guarded && output->block.room - output->used > n;

    return there ? output->block.at + output->used : output_make_room(output, n);
}

/* Commits the first `n` octets of the room that output_reserve returned
 * last. */
static inline void output_commit(struct output *output, size_t n)
{
    if (output->guarded) {
        output_guard(output, n);
    } else {
        output->used += n;
    }
}

/* The same of text: line ends, LF and CR LF, are not guarded. */
static inline void output_commit_text(struct output *output, size_t n)
{
    if (output->guarded) {
        output_guard_text(output, output->bare.at, n);
    } else {
        output->used += n;
    }
}

/* Writes data. */
void output_data(struct output *output, const void *octets, size_t n);

/* Writes text. */
void output_text(struct output *output, const void *octets, size_t n);

/* Ends a text: a CR held back is data. */
void output_text_end(struct output *output);

/* Ends a record of data, and writes its terminator, which is never guarded and may be empty. */
static inline void output_end(struct output *output, struct furl_range terminator)
{
    if (terminator.n == 1 && !output->guarded && output->used < output->block.room) {
        output->block.at[output->used++] = terminator.at[0];
    } else {
        output_end_record(output, terminator);
    }
}

/* Writes out what is gathered. */
void output_flush(struct output *output);

/* Sets the output's error, unless it has one. Nothing is written from then
 * on. */
void output_fail(struct output *output, int error);

/* Flushes, and then fails with ENOMEM. */
void output_no_memory(struct output *output);

/* Whether the output has failed; the run should end then. */
bool output_failed(const struct output *output);

/* Writes out what is gathered and closes the descriptor. Returns 0, or errno of the first failure
 * since output_init. */
int output_close(struct output *output);

#endif
