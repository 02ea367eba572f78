#include "config.h"

#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct furl_range terminator_lf = {(const unsigned char *)"\n", 1};
const struct furl_range terminator_cr_lf = {(const unsigned char *)"\r\n", 2};
const struct furl_range terminator_nul = {(const unsigned char *)"", 1};
const struct furl_range terminator_none = {(const unsigned char *)"", 0};

void output_init(struct output *output, int fd, bool texts, bool guarded, bool enlarges)
{
    *output = (struct output){.fd = fd,
                              .least = texts ? OUTPUT_TEXT_BLOCK : OUTPUT_BLOCK,
                              .guarded = guarded,
                              .enlarges = enlarges};

    if (enlarges) {
        descriptor_enlarge(fd, OUTPUT_BLOCK);
    }
    if (texts || !descriptor_stat(fd, &output->file)) {
        output->file.kind = SYSTEM_OTHER;
    }
}

void output_fail(struct output *output, int error)
{
    if (output->error == 0) {
        output->error = error;
    }
    output->used = 0;
}

static void write_out(struct output *output, const void *octets, size_t n)
{
    int error = output->error == 0 ? descriptor_write(output->fd, octets, n) : 0;

    if (error == EPIPE && output->fd == SYSTEM_OUTPUT) {
        system_exit_by_sigpipe(); /* readers of messages alone may go away */
    }
    if (error != 0) {
        output_fail(output, error);
    }
}

void output_flush(struct output *output)
{
    size_t n = output->used;

    output->used = 0;
    write_out(output, output->block.ptr, n);
}

void output_no_memory(struct output *output)
{
    output_flush(output);
    output_fail(output, ENOMEM);
}

/* Makes room for `n` octets in a buffer. If memory ran out, fails the output and returns false. */
static bool grow(struct output *output, struct furl_buffer *buffer, size_t n)
{
    if (!furl_buffer_reserve(buffer, n > output->least ? n : output->least)) {
        output_no_memory(output);
        return false;
    }
    return true;
}

/* Returns room for `n` octets at the end of the block, or NULL. */
static unsigned char *reserve_block(struct output *output, size_t n)
{
    if (output->block.room - output->used < n) {
        output_flush(output);
    }
    return grow(output, &output->block, n) ? output->block.ptr + output->used : NULL;
}

bool output_has_room(struct output *output, size_t n)
{
    return reserve_block(output, FURL_TERMINAL_MAX + n) != NULL;
}

unsigned char *output_make_room(struct output *output, size_t n)
{
    if (!output->guarded) {
        return reserve_block(output, n);
    }
    return grow(output, &output->bare, n) ? output->bare.ptr : NULL;
}

/* Writes an octet of data, which must not drive a terminal. A TAB is harmless, and is unchanged. */
static void guard_octet(struct output *output, unsigned char octet)
{
    unsigned char instead[FURL_ESCAPE_SIZE] = {octet};
    size_t n = octet == '\t' ? 1 : furl_put_escape(octet, instead);
    unsigned char *to = reserve_block(output, FURL_TERMINAL_MAX);

    if (to != NULL) {
        output->used += furl_terminal_feed(&output->guard, octet, instead, n, to);
    }
}

void output_guard(struct output *output, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        guard_octet(output, output->bare.ptr[i]);
    }
}

void output_data(struct output *output, const void *octets, size_t n)
{
    if (n >= OUTPUT_DIRECT && !output->guarded) {
        if (!output_has_room(output, 0)) { /* room for the end of the row */
            return;
        }
        output_flush(output);
        write_out(output, octets, n);
        return;
    }
    unsigned char *to = output_reserve(output, n);
    if (to != NULL && n > 0) {
        memcpy(to, octets, n);
        output_commit(output, n);
    }
}

void output_parts(struct output *output, const struct furl_range *parts, size_t n)
{
    size_t octets = 0;

    for (size_t i = 0; i < n; i++) {
        octets += parts[i].n;
    }
    struct furl_cursor to = {.out = output_reserve(output, octets)};
    for (size_t i = 0; i < n && to.out != NULL; i++) {
        furl_put_range(&to, parts[i]);
    }
    if (to.out != NULL) {
        output_commit(output, octets);
    }
}

/* Writes a complete sequence that sets colours, or guards the octets of an unfinished one. */
static void end_colours(struct output *output)
{
    struct colours *colours = &output->colours;
    const size_t n = colours->n;
    const bool is_whole = n > 0 && colours->octets[n - 1] == 'm';

    if (is_whole && colours_pass(colours)) {
        output_end_record(output, (struct furl_range){colours->octets, n});
    } else {
        for (size_t i = 0; i < n; i++) {
            guard_octet(output, colours->octets[i]);
        }
    }
    colours->n = 0;
}

/* Guards an octet of text. */
static void guard_text(struct output *output, unsigned char octet)
{
    struct colours *colours = &output->colours;

    if (colours->n > 0 && !colours_take(colours, octet)) {
        output_text_end(output);
    }
    if (output->passes_colours && colours_take(colours, octet)) {
        if (colours->n == 0) {
            output_text_end(output);
        }
        assert(colours->n < sizeof colours->octets);
        colours->octets[colours->n++] = octet;
        if (octet == 'm') {
            end_colours(output);
        }
        return;
    }
    if (octet == '\n') {
        output_end_record(output, output->cr ? terminator_cr_lf : terminator_lf);
        output->cr = false;
        return;
    }
    output_text_end(output);
    output->cr = octet == '\r';
    if (!output->cr) {
        guard_octet(output, octet);
    }
}

void output_guard_text(struct output *output, const unsigned char *octets, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        guard_text(output, octets[i]);
    }
}

void output_text(struct output *output, const void *octets, size_t n)
{
    if (output->guarded) {
        output_guard_text(output, octets, n);
    } else {
        output_data(output, octets, n);
    }
}

void output_text_end(struct output *output)
{
    end_colours(output);
    if (output->cr) {
        guard_octet(output, '\r');
        output->cr = false;
    }
}

void output_end_record(struct output *output, struct furl_range terminator)
{
    unsigned char *to =
        terminator.n > 0 ? reserve_block(output, FURL_TERMINAL_MAX + terminator.n) : NULL;

    if (to == NULL) {
        return; /* held octets can form a control with the next ones */
    }
    size_t held = output->guarded ? furl_terminal_final(&output->guard, to) : 0;
    memcpy(to + held, terminator.ptr, terminator.n);
    output->used += held + terminator.n;
}

bool output_failed(const struct output *output)
{
    return output->error != 0;
}

int output_close(struct output *output)
{
    bool held = output->guard.held > 0 && output->error == 0;
    unsigned char *to = held ? reserve_block(output, FURL_TERMINAL_MAX) : NULL;

    if (to != NULL) {
        output->used += furl_terminal_final(&output->guard, to);
    }
    if (output->colours.is_open) {
        output_end_record(output, furl_range_of("\x1B[m"));
    }
    output_flush(output);
    int error = descriptor_close(output->fd);
    if (error != 0) {
        output_fail(output, error);
    }
    free(output->block.ptr);
    free(output->bare.ptr);
    return output->error;
}
