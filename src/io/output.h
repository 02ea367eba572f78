/* Standard output: written in big blocks, checked once. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "furl/base/buffer.h"
#include "furl/percent/percent.h"

/* Octets that are gathered before they are written; and those of texts from the command line, for
 * which the system need not map memory. */
#define OUTPUT_BLOCK      ((size_t)262144)
#define OUTPUT_TEXT_BLOCK ((size_t)16384)

/* Octets that are written from where they are, since gathering them would take longer. */
#define OUTPUT_DIRECT ((size_t)32768)

struct output {
    int fd;
    size_t least;         /* octets to be gathered */
    bool enlarges;        /* pipes, this one and those that are read, may be made larger */
    bool regular;         /* it goes to a file, */
    uint64_t identity[2]; /* this one, which is not to be read */
    int error;            /* errno of the first failure; nothing is written after it */
    struct furl_buffer block;
    size_t used; /* octets of the block */
    /* Where a terminal reads, data is shown so that it cannot drive it. */
    bool guarded;
    struct furl_terminal guard;
    struct furl_buffer bare; /* data before it is guarded */
    bool cr;                 /* of text, a CR is held back: it may be part of a line end */
};

/* What ends records. */
extern const struct furl_range terminator_lf, terminator_cr_lf, terminator_nul, terminator_none;

/* What the inline functions below do where there is more to do. */
unsigned char *output_make_room(struct output *output, size_t n);
void output_guard(struct output *output, size_t n);
void output_end_record(struct output *output, struct furl_range terminator);

/* Begins writing to the descriptor what texts from the command line give, or more; with `guarded`,
 * controls are written as escapes; with `enlarges`, a pipe is enlarged. */
void output_init(struct output *output, int fd, bool texts, bool guarded, bool enlarges);

/* Room for `n` octets of data, to be filled and then committed. NULL where there is no memory,
 * which is a failure of the output. */
static inline unsigned char *output_reserve(struct output *output, size_t n)
{
    bool there = !output->guarded && output->block.room - output->used > n;

    return there ? output->block.at + output->used : output_make_room(output, n);
}

/* Takes the first `n` octets of the room given last as written. */
static inline void output_commit(struct output *output, size_t n)
{
    if (output->guarded) {
        output_guard(output, n);
    } else {
        output->used += n;
    }
}

/* Writes data. */
void output_data(struct output *output, const void *octets, size_t n);

/* Writes text: data in which LF and CR LF end lines, which no guard changes. */
void output_text(struct output *output, const void *octets, size_t n);

/* Ends a text, unless it was data. */
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

/* Takes `error`, of errno, as a failure: nothing is written any more. */
void output_fail(struct output *output, int error);

/* Takes a lack of memory as a failure, when what is gathered has been written out. */
void output_no_memory(struct output *output);

/* Whether something failed, so that there is no use in going on. */
bool output_failed(const struct output *output);

/* Writes out what is gathered and closes the descriptor. Returns 0, or errno of the first failure
 * since output_init. */
int output_close(struct output *output);

#endif
