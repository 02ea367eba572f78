#include "config.h"

#include "input.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "system/system.h"

/* Returns whether a file is the output. */
static bool is_output(const struct system_file *file, const struct system_file *output)
{
    return file->kind == SYSTEM_REGULAR && output->kind == SYSTEM_REGULAR &&
           memcmp(output->identity, file->identity, sizeof file->identity) == 0;
}

bool input_is_standard(const char *operand)
{
    return strcmp(operand, "-") == 0;
}

bool input_open_waits(const char *operand)
{
    struct system_file file;

    return !input_is_standard(operand) &&
           (!system_stat(operand, true, &file) || file.kind != SYSTEM_REGULAR);
}

bool input_is_link(const char *operand)
{
    struct system_file file;

    return system_stat(operand, false, &file) && file.kind == SYSTEM_OTHER;
}

/* Stores the facts of the open file. */
static void note_file(struct input *input, const struct system_file *file)
{
    /* The system can make up a regular file of size 0 while it is read, and make the reader wait.
     */
    bool known = file != NULL && file->kind == SYSTEM_REGULAR && file->size > 0;

    if (file != NULL) {
        memcpy(input->identity, file->identity, sizeof input->identity);
        input->regular = file->kind == SYSTEM_REGULAR;
    }
    input->waits = !known;
    input->size = INPUT_SIZE_UNKNOWN;
    if (known && (input->fd != SYSTEM_INPUT || descriptor_position(input->fd, &input->start))) {
        input->size = input->start < file->size ? file->size - input->start : 0;
    }
}

const char *input_open(struct input *input, const char *name, const struct directory *in,
                       unsigned how, const struct system_file *output)
{
    struct system_file file;
    const bool named = (how & SYSTEM_NO_WAIT) == 0;
    const char *slash = in != NULL ? strrchr(name, '/') : NULL, *reason = NULL;

    *input = (struct input){.name = name, .in = in};
    input->fd = named && input_is_standard(name)
                    ? SYSTEM_INPUT
                    : descriptor_open(in, slash != NULL ? slash + 1 : name, how);
    if (input->fd < 0 && errno == ELOOP && (how & SYSTEM_NO_FOLLOW) != 0) {
        return "a symbolic link, which is not followed; name the file itself";
    }
    bool known = input->fd >= 0 && descriptor_stat(input->fd, &file);
    if (input->fd < 0 || (!known && !named)) {
        input->error = errno;
        reason = strerror(input->error);
    } else {
        note_file(input, known ? &file : NULL);
        reason = !named && !input->regular ? "not a regular file"
                 : known && is_output(&file, output)
                     ? "the file is also the output; write to another file"
                     : NULL;
    }
    if (reason != NULL) {
        input_close(input);
    }
    return reason;
}

bool input_block_make(struct input_block *block, size_t n)
{
    unsigned char *memory = malloc(n + INPUT_PAGE);

    if (memory != NULL) {
        *block =
            (struct input_block){memory + (INPUT_PAGE - (uintptr_t)memory % INPUT_PAGE), n, memory};
    }
    return memory != NULL;
}

void input_octets(struct input *input, const char *name, struct furl_range octets)
{
    *input = (struct input){.name = name, .fd = -1, .text = octets};
}

/* Reads up to `n` octets of a text. */
static size_t read_text(struct input *input, unsigned char *octets, size_t n)
{
    size_t some = input->text.n < n ? input->text.n : n;

    if (some > 0) {
        memcpy(octets, input->text.ptr, some);
        furl_skip(&input->text, some);
    }
    return some;
}

size_t input_read_at(struct input *input, uint64_t offset, unsigned char *octets, size_t n)
{
    size_t some = 0;

    input->error = 0;
    if (offset > (uint64_t)INT64_MAX - input->start - n) {
        return 0; /* no file is that long */
    }
    input->error = descriptor_read_at(input->fd, input->start + offset, octets, n, &some);
    return some;
}

bool input_may_wait(const struct input *input)
{
    return input->blocked || (input->waits && !descriptor_is_ready(input->fd));
}

/* Returns whether to wait for octets. A regular file has its octets, but the system can make them
 * up, and perhaps never does. */
static bool may_come(struct input *input)
{
    return !input->regular || (input->in == NULL && ++input->waited <= INPUT_WAITS_MAX);
}

size_t input_read(struct input *input, unsigned char *octets, size_t n)
{
    size_t some = 0;

    if (input->fd < 0) {
        return read_text(input, octets, n);
    }
    if (input->blocked) {
        input->error = descriptor_wait(input->fd);
        input->blocked = false;
    }
    if (input->error != 0 || input->ended) {
        return 0;
    }
    input->error = descriptor_read_at(input->fd, SYSTEM_CURRENT, octets, n, &some);
    assert(some <= n);
    if (descriptor_blocks(input->error) && may_come(input)) {
        input->error = 0;
        input->blocked = true;
    } else if (input->error == 0) {
        input->ended = some == 0 && n > 0;
        input->made_up += input->in != NULL && input->size == INPUT_SIZE_UNKNOWN ? some : 0;
        input->error = input->made_up > INPUT_MADE_UP_MAX ? EFBIG : 0;
    }
    return input->error == 0 ? some : 0;
}

void input_close(struct input *input)
{
    if (input->fd > SYSTEM_INPUT) {
        descriptor_close(input->fd);
    }
    input->fd = -1;
}
