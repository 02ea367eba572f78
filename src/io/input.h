/* Inputs of a command: files, standard input, or texts from the command line. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/base/octets.h"
#include "system/system.h"

/* The most octets that are read at a time: of files; of texts from the command line. */
#define INPUT_BLOCK      ((size_t)262144)
#define INPUT_TEXT_BLOCK ((size_t)16384)

/* A buffer for reading: `n` octets at the start of a page, since to copy to other addresses may
 * take the system three times as long. */
#define INPUT_PAGE ((size_t)4096)
struct input_block {
    unsigned char *at;
    size_t n;
    void *memory; /* that it is in: free it */
};

/* Makes a block of `n` octets. Returns false if memory ran out. */
bool input_block_make(struct input_block *block, size_t n);

/* The size of what is no regular file, or has size 0: systems make up the content of some files, as
 * in /proc, when they are read. */
#define INPUT_SIZE_UNKNOWN UINT64_MAX

/* The most octets that are read of such a file if a walk found it: some, as /proc/self/pagemap,
 * would take forever. Longer ones fail with EFBIG. */
#define INPUT_MADE_UP_MAX ((uint64_t)64 << 20)

/* How often a run waits for a regular file that has nothing yet; never if a walk found it. */
#define INPUT_WAITS_MAX 1000u

struct input {
    const char *name;           /* for messages: the name of the file, "-", or "-e" */
    int fd;                     /* -1: the input is a text in memory, or closed */
    bool waits;                 /* a read may have to wait */
    bool blocked;               /* the last read found nothing yet: the next one waits */
    bool ended;                 /* a read came to the end; a terminal must not be read again */
    int error;                  /* errno of opening or reading, if that failed */
    bool regular;               /* it can be read at any offset */
    uint64_t start, size;       /* of a file: where reading starts, and the octets from there on */
    uint64_t made_up;           /* octets read, if the size is unknown and a walk found the file */
    unsigned waited;            /* how often the run waited for a regular file */
    uint64_t identity[2];       /* of a file: no other file on this machine has it */
    const struct directory *in; /* where a walk found it, or NULL */
    struct furl_range text;     /* what is left of a text */
    bool typed;                 /* the text is from the command line */
};

/* Whether the operand means standard input. */
bool input_is_standard(const char *operand);

/* Whether opening a file may have to wait, as for the other end of a FIFO. */
bool input_open_waits(const char *operand);

/* Whether an operand is a symbolic link, or no regular file. */
bool input_is_link(const char *operand);

/*
 * Opens a file, or standard input for "-". With SYSTEM_NO_WAIT, opens a regular file that no
 * operand names: at its path or, if `in` is not NULL, in that directory by the last part of `name`.
 * With SYSTEM_NO_FOLLOW, the file must not be a symbolic link. Returns NULL, or why the file cannot
 * be read: the reason of the system, with input->error set; or that it is a link, not regular, or
 * the file `output`, so that reading it might never end.
 */
const char *input_open(struct input *input, const char *name, const struct directory *in,
                       unsigned how, const struct system_file *output);

/* Makes an input of octets, which must stay valid, and which messages call `name`. */
void input_octets(struct input *input, const char *name, struct furl_range octets);

/* Reads up to `n` octets from an offset, if the size of the input is known. Returns how many; 0 at
 * the end, or on failure, with input->error set. */
size_t input_read_at(struct input *input, uint64_t offset, unsigned char *octets, size_t n);

/* Whether input_read may have to wait. */
bool input_may_wait(const struct input *input);

/* Reads up to `n` octets. Returns how many; 0 at the end; 0 on failure, with input->error set; 0 if
 * there is nothing yet, with input->blocked set: the next call waits. */
size_t input_read(struct input *input, unsigned char *octets, size_t n);

/* Closes the file, unless it is standard input. Frees nothing. */
void input_close(struct input *input);

#endif
