#include "config.h"

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptors.h"
#include "pipes.h"

/* Whether reading the file would read what is being written to the output. */
static bool is_output(const struct stat *status, const struct output *output)
{
    struct stat written;

    return S_ISREG(status->st_mode) && status->st_size > 0 && fstat(output->fd, &written) == 0 &&
           written.st_dev == status->st_dev && written.st_ino == status->st_ino;
}

static bool is_standard(const char *operand)
{
    return strcmp(operand, "-") == 0;
}

bool input_open_waits(const char *operand)
{
    struct stat status;

    return !is_standard(operand) && (stat(operand, &status) != 0 || !S_ISREG(status.st_mode));
}

static int open_file(const char *name)
{
    int fd = -1;

    do {
        fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

const char *input_open(struct input *input, const char *operand, const struct output *output)
{
    struct stat status;

    *input = (struct input){.name = operand};
    input->fd = is_standard(operand) ? STDIN_FILENO : open_file(operand);
    if (input->fd < 0) {
        input->error = errno;
        return strerror(input->error);
    }
    pipe_enlarge(input->fd);
    bool known = fstat(input->fd, &status) == 0;
    /* What the system makes up as it is read may be a regular file, and have to be waited for. */
    input->waits = !known || !S_ISREG(status.st_mode) || status.st_size == 0;
    if (known && is_output(&status, output)) {
        input_close(input);
        return "is also the output";
    }
    return NULL;
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

size_t input_read(struct input *input, struct output *output, unsigned char *block, size_t n)
{
    if (input_is_text(input)) {
        size_t some = input->left < n ? input->left : n;
        memcpy(block, input->text, some);
        input->text += some;
        input->left -= some;
        return some;
    }
    if (input->waits && output->used > 0 && is_not_there_yet(input)) {
        output_flush(output);
    }
    while (!output_failed(output) && input->error == 0) {
        ssize_t some = read(input->fd, block, n);
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
    if (!input_is_text(input) && input->fd != STDIN_FILENO) {
        close(input->fd);
    }
}
