#include "source.h"

#include <stdlib.h>

/* Whether reading goes on where it ended, or within what was read. */
static bool goes_on(const struct mail_source *source, uint64_t offset)
{
    return offset >= source->offset && offset - source->offset <= source->n;
}

/* Drops what comes before the offset, and makes room for `n` octets from it on. Returns whether
 * there is memory. */
static bool move_to(struct mail_source *source, uint64_t offset, size_t n)
{
    size_t before = goes_on(source, offset) ? (size_t)(offset - source->offset) : source->n;

    source->n -= before;
    if (source->n > 0) {
        memmove(source->stretch.at, source->stretch.at + before, source->n);
    }
    source->offset = offset;
    if (!furl_buffer_reserve(&source->stretch, n)) {
        source->trouble = MAIL_NO_MEMORY;
        return false;
    }
    return true;
}

/* Reads on until the stretch has `n` octets, or the file ends; up to `most` if that is no more
 * work. */
static void read_on(struct mail_source *source, size_t n, size_t most)
{
    const struct mail_file *file = &source->file;

    while (source->n < n && file->read != NULL) {
        size_t some = file->read(file->context, source->offset + source->n,
                                 source->stretch.at + source->n, most - source->n);
        if (some == MAIL_READ_FAILED) {
            source->trouble = MAIL_UNREADABLE;
            return;
        }
        if (some == 0) {
            return;
        }
        source->n += some;
    }
}

/* Where reading goes on, so much more is read that moving what there is costs little. */
static size_t with_more(size_t n, bool on)
{
    size_t more = n / 4 > MAIL_BLOCK ? n / 4 : MAIL_BLOCK;

    return on ? n + more : n > MAIL_PAGE ? n : MAIL_PAGE;
}

struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n)
{
    bool on = goes_on(source, offset);

    if (n == 0) {
        return (struct furl_range){NULL, 0};
    }
    if (!on || source->n - (size_t)(offset - source->offset) < n) {
        size_t most = with_more(n, on);
        if (source->trouble != MAIL_NO_TROUBLE || !move_to(source, offset, most)) {
            return (struct furl_range){NULL, 0};
        }
        read_on(source, n, most);
    }
    size_t skipped = (size_t)(offset - source->offset);
    size_t there = source->n - skipped;
    return (struct furl_range){source->stretch.at + skipped, there < n ? there : n};
}

bool mail_source_until_nul(struct mail_source *source, uint64_t offset, size_t known, size_t most,
                           struct furl_range *octets)
{
    size_t n = known;

    do {
        n = n < most / 2 ? 2 * n : most;
        n = n < MAIL_PAGE && most > MAIL_PAGE ? MAIL_PAGE : n;
        *octets = mail_source_at(source, offset, n);
        const unsigned char *nul =
            octets->n > known ? memchr(octets->at + known, '\0', octets->n - known) : NULL;
        if (nul != NULL) {
            octets->n = (size_t)(nul - octets->at);
            return true;
        }
        known = octets->n > known ? octets->n : known;
    } while (octets->n == n && n < most);
    return false;
}

/* The index of the pattern in the octets; their number where they do not have it. */
static size_t index_of(struct furl_range octets, const unsigned char *pattern, size_t n)
{
    for (size_t i = 0; n <= octets.n && i <= octets.n - n;) {
        const unsigned char *at = memchr(octets.at + i, pattern[0], octets.n - n - i + 1);
        if (at == NULL) {
            break;
        }
        if (memcmp(at, pattern, n) == 0) {
            return (size_t)(at - octets.at);
        }
        i = (size_t)(at - octets.at) + 1;
    }
    return octets.n;
}

uint64_t mail_source_find(struct mail_source *source, uint64_t offset, uint64_t end,
                          const void *pattern, size_t n)
{
    while (offset < end) {
        struct furl_range octets = mail_source_at(source, offset, MAIL_BLOCK);
        size_t index = index_of(octets, pattern, n);
        if (index < octets.n) {
            return offset + index < end ? offset + index : end;
        }
        if (octets.n < MAIL_BLOCK) {
            break;
        }
        offset += octets.n - (n - 1);
    }
    return end;
}

void mail_source_free(struct mail_source *source)
{
    free(source->stretch.at);
    source->stretch = (struct furl_buffer){0};
    source->n = 0;
}
