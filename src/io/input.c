#include "config.h"

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptors.h"

/* Whether reading the file would read what is being written to the output. */
static bool is_output(const struct stat *status, const struct output *output)
{
    struct stat written;

    return S_ISREG(status->st_mode) && fstat(output->fd, &written) == 0 &&
           written.st_dev == status->st_dev && written.st_ino == status->st_ino;
}

bool input_is_standard(const char *operand)
{
    return strcmp(operand, "-") == 0;
}

bool input_open_waits(const char *operand)
{
    struct stat status;

    return !input_is_standard(operand) && (stat(operand, &status) != 0 || !S_ISREG(status.st_mode));
}

const char *input_open(struct input *input, const char *operand, const struct output *output)
{
    struct stat status;

    *input = (struct input){.name = operand};
    input->fd = input_is_standard(operand) ? STDIN_FILENO : descriptor_open(operand, O_NOCTTY);
    if (input->fd < 0) {
        input->error = errno;
        return strerror(input->error);
    }
    if (output->enlarges) {
        descriptor_enlarge(input->fd, INPUT_BLOCK);
    }
    bool known = fstat(input->fd, &status) == 0;
    /* What the system makes up as it is read may be a regular file, and have to be waited for. */
    input->waits = !known || !S_ISREG(status.st_mode) || status.st_size == 0;
    if (known && is_output(&status, output)) {
        input_close(input);
        return "is also the output";
    }
    return NULL;
}

const char *input_open_below(struct input *input, const char *name, const struct output *output)
{
    struct stat status;

    *input = (struct input){.name = name};
    input->fd = descriptor_open(name, O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);
    if (input->fd < 0 && errno == ELOOP) {
        return NULL; /* it has become a symbolic link */
    }
    if (input->fd < 0 || fstat(input->fd, &status) != 0) {
        input->error = errno;
        const char *reason = strerror(input->error);
        input_close(input);
        return reason;
    }
    input->waits = status.st_size == 0; /* as above */
    if (!S_ISREG(status.st_mode) || is_output(&status, output)) {
        input_close(input);
    }
    return NULL;
}

bool input_block_make(struct input_block *block, bool texts)
{
    _Static_assert((INPUT_BEFORE | INPUT_BLOCK | INPUT_TEXT_BLOCK | INPUT_AFTER) % INPUT_PAGE == 0,
                   "pages");
    size_t n = texts ? INPUT_TEXT_BLOCK : INPUT_BLOCK;
    unsigned char *memory = aligned_alloc(INPUT_PAGE, INPUT_BEFORE + n + INPUT_AFTER);

    *block = (struct input_block){memory != NULL ? memory + INPUT_BEFORE : NULL, n};
    return memory != NULL;
}

void input_block_free(struct input_block *block)
{
    free(block->at - INPUT_BEFORE);
}

void input_text(struct input *input, const char *text)
{
    *input = (struct input){.name = "-e", .fd = -1, .text = text, .left = strlen(text)};
}

bool input_is_text(const struct input *input)
{
    return input->text != NULL;
}

static bool is_not_there_yet(const struct input *input)
{
    return poll(&(struct pollfd){.fd = input->fd, .events = POLLIN}, 1, 0) != 1;
}

static void wait_for_input(struct input *input, struct output *output)
{
    output_flush(output);
    if (!output_failed(output)) {
        input->error = descriptor_wait(input->fd, POLLIN);
    }
}

size_t input_read(struct input *input, struct output *output, unsigned char *octets, size_t n)
{
    if (input_is_text(input)) {
        size_t some = input->left < n ? input->left : n;
        memcpy(octets, input->text, some);
        input->text += some;
        input->left -= some;
        return some;
    }
    if (input->waits && output->used > 0 && is_not_there_yet(input)) {
        output_flush(output);
    }
    while (!output_failed(output) && input->error == 0) {
        ssize_t some = read(input->fd, octets, n);
        if (some >= 0) {
            return (size_t)some;
        }
        if (descriptor_blocks(errno)) {
            wait_for_input(input, output);
        } else if (errno != EINTR) {
            input->error = errno;
        }
    }
    return 0;
}

void input_close(struct input *input)
{
    if (input->fd > STDIN_FILENO) {
        close(input->fd);
    }
    input->fd = -1;
}
