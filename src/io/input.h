/* Inputs of a command: files, standard input, or texts from the command line. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/core/octets.h"
#include "system/system.h"

/* The most octets of a read: of files, and of texts from the command line. */
#define INPUT_BLOCK      ((size_t)262144)
#define INPUT_TEXT_BLOCK ((size_t)16384)

/* A buffer for reading: `n` octets at the start of a page. With other addresses, systems may take
 * three times as long to copy. */
#define INPUT_PAGE ((size_t)4096)
struct input_block {
    unsigned char *ptr;
    size_t n;
    void *memory; /* the allocated memory of the block: free it */
};

/* Makes a block of `n` octets. Returns false if memory ran out. */
bool input_block_make(struct input_block *block, size_t n);

/* The size of an input that is no regular file or has size 0. Systems make up some files of size 0
 * while they are read, as in /proc. */
#define INPUT_SIZE_UNKNOWN UINT64_MAX

/* The most octets that are read from a file of unknown size if a walk found it. Some files, such as
 * /proc/self/pagemap, would take forever. Longer files fail with EFBIG. */
#define INPUT_MADE_UP_MAX ((uint64_t)64 << 20)

/* How often a run waits for a regular file without octets. It never waits if a walk found the file.
 */
#define INPUT_WAITS_MAX 1000u

struct input {
    const char *name;     /* for messages: the name of the file, "-", or "-e" */
    int fd;               /* -1: the input is a text in memory, or closed */
    bool waits;           /* a read may have to wait */
    bool blocked;         /* the last read found no octets yet, so the next read waits */
    bool ended;           /* a read reached the end; a terminal must not be read again */
    int error;            /* errno of a failed open or read, or 0 */
    bool regular;         /* the input can be read at any offset */
    uint64_t start, size; /* of a file: the offset where reading starts, and the octets after it */
    uint64_t made_up;     /* octets read from a file of unknown size that a walk found */
    unsigned waited;      /* how often the run waited for a regular file */
    uint64_t identity[2]; /* of a file: no other file on this machine has it */
    const struct directory *in; /* the directory in which a walk found it, or NULL */
    struct furl_range text;     /* the unread rest of a text */
    bool typed;                 /* the text is from the command line */
};

/* Returns whether the operand means standard input. */
bool input_is_standard(const char *operand);

/* Returns whether opening a file may have to wait, for example for the other end of a FIFO. */
bool input_open_waits(const char *operand);

/* Returns whether an operand is a symbolic link, or neither a regular file nor a directory. */
bool input_is_link(const char *operand);

/*
 * Opens a file, or standard input for "-". `how` can have two bits:
 *   - SYSTEM_NO_WAIT for a file that no operand names, which must be regular. If `in` is not NULL,
 *     opens the last part of `name` in that directory.
 *   - SYSTEM_NO_FOLLOW for a file that must not be a symbolic link.
 *
 * Returns NULL, or the reason why the file cannot be read. input->error is set if the system gave
 * the reason. The file `output` is refused, because reading it might never end.
 */
const char *input_open(struct input *input, const char *name, const struct directory *in,
                       unsigned how, const struct system_file *output);

/* Makes an input of octets, which must stay valid. Messages call it `name`. */
void input_octets(struct input *input, const char *name, struct furl_range octets);

/* Reads up to `n` octets at an offset, if the size of the input is known. Returns the number of
 * octets read. The result is 0 at the end, and on failure, with input->error set. */
size_t input_read_at(struct input *input, uint64_t offset, unsigned char *octets, size_t n);

/* Returns whether input_read may have to wait. */
bool input_may_wait(const struct input *input);

/*
 * Reads up to `n` octets. Returns the number of octets read. The result is 0 in three cases:
 *   - at the end
 *   - on failure, with input->error set
 *   - if there are no octets yet, with input->blocked set. The next call then waits.
 */
size_t input_read(struct input *input, unsigned char *octets, size_t n);

/* Closes the file, unless it is standard input. Frees nothing. */
void input_close(struct input *input);

#endif
