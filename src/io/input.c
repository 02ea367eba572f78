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

/* Notes what is known of the open file. */
static void note_file(struct input *input, const struct stat *status)
{
    /* What the system makes up as it is read may be a regular file, and have to be waited for. */
    bool known = status != NULL && S_ISREG(status->st_mode) && status->st_size > 0;
    off_t start = 0;

    if (status != NULL) {
        input->identity[0] = (uint64_t)status->st_dev;
        input->identity[1] = (uint64_t)status->st_ino;
        input->regular = S_ISREG(status->st_mode);
    }
    input->waits = !known;
    input->size = INPUT_SIZE_UNKNOWN;
    if (known && input->fd == STDIN_FILENO) {
        start = lseek(input->fd, 0, SEEK_CUR);
    }
    if (known && start >= 0) {
        input->start = (uint64_t)start;
        input->size = start < status->st_size ? (uint64_t)(status->st_size - start) : 0;
    }
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
    note_file(input, known ? &status : NULL);
    if (known && is_output(&status, output)) {
        input_close(input);
        return "is also the output";
    }
    return NULL;
}

const char *input_open_found(struct input *input, const char *name, bool follows,
                             const struct output *output)
{
    struct stat status;

    *input = (struct input){.name = name};
    input->fd = descriptor_open(name, O_NONBLOCK | (follows ? 0 : O_NOFOLLOW) | O_NOCTTY);
    if (input->fd < 0 && errno == ELOOP && !follows) {
        return NULL; /* it has become a symbolic link */
    }
    if (input->fd < 0 || fstat(input->fd, &status) != 0) {
        input->error = errno;
        const char *reason = strerror(input->error);
        input_close(input);
        return reason;
    }
    note_file(input, &status);
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

void input_octets(struct input *input, const char *name, struct furl_range octets)
{
    *input = (struct input){.name = name, .fd = -1, .text = octets};
}

void input_text(struct input *input, const char *text)
{
    input_octets(input, "-e", furl_range_of(text));
    input->typed = true;
}

bool input_is_text(const struct input *input)
{
    return input->typed;
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

/* Reads up to `n` octets of a text. */
static size_t read_text(struct input *input, unsigned char *octets, size_t n)
{
    size_t some = input->text.n < n ? input->text.n : n;

    if (some > 0) {
        memcpy(octets, input->text.at, some);
        furl_skip(&input->text, some);
    }
    return some;
}

size_t input_read_at(struct input *input, uint64_t offset, unsigned char *octets, size_t n)
{
    ssize_t some = 0;

    input->error = 0;
    if (offset > (uint64_t)INT64_MAX - input->start - n) {
        return 0; /* no file is so long */
    }
    do {
        some = pread(input->fd, octets, n, (off_t)(input->start + offset));
    } while (some < 0 && errno == EINTR);
    input->error = some < 0 ? errno : 0;
    return some > 0 ? (size_t)some : 0;
}

size_t input_read(struct input *input, struct output *output, unsigned char *octets, size_t n)
{
    if (input->fd < 0) {
        return read_text(input, octets, n);
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
