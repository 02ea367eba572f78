#include "config.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mail.h"

/* Returns whether the offset is in the stretch or directly after it. */
static bool continues_stretch(const struct mail_source *source, uint64_t offset)
{
    return offset >= source->offset && offset - source->offset <= source->n;
}

/* Begins the stretch at the offset, without the `dropped` octets before it, and makes room for
 * `room` octets. Frees memory that only a long request needed. Returns false if memory runs out. */
static bool begin_at(struct mail_source *source, uint64_t offset, size_t dropped, size_t room)
{
    struct furl_buffer *stretch = &source->stretch;

    assert(dropped <= source->n && source->n <= stretch->room);
    source->n -= dropped;
    source->offset = offset;
    if (source->n > 0 && dropped > 0) {
        memmove(stretch->ptr, stretch->ptr + dropped, source->n);
    }
    if (stretch->room > MAIL_SOURCE_KEPT && room <= MAIL_SOURCE_KEPT) {
        unsigned char *smaller = realloc(stretch->ptr, MAIL_SOURCE_KEPT);
        *stretch = smaller != NULL ? (struct furl_buffer){smaller, MAIL_SOURCE_KEPT} : *stretch;
    }
    bool is_there = furl_buffer_reserve(stretch, room);
    source->trouble = is_there ? source->trouble : MAIL_NO_MEMORY;
    return is_there;
}

/* Replaces each CR of the stretch by LF, from octet `nth` on. */
static void end_by_lf(struct mail_source *source, size_t nth)
{
    for (size_t i = nth; i < source->n; i++) {
        source->stretch.ptr[i] = source->stretch.ptr[i] == '\r' ? '\n' : source->stretch.ptr[i];
    }
}

/* Reads on until the stretch has `n` octets or the file ends. Reads up to `most` octets if no more
 * calls are needed. */
static void read_on(struct mail_source *source, size_t n, size_t most)
{
    const struct mail_file *file = &source->file;

    assert(n <= most && most <= source->stretch.room);
    while (source->n < n && file->read != NULL) {
        const uint64_t offset = source->offset + source->n;
        if (source->end > 0 && offset >= source->end) {
            return;
        }
        size_t some =
            file->read(file->context, offset, source->stretch.ptr + source->n, most - source->n);
        if (some == MAIL_READ_FAILED) {
            source->trouble = MAIL_UNREADABLE;
            return;
        }
        if (some == 0) {
            source->end = offset;
            return;
        }
        source->n += some;
        if (source->ends_by_lf) {
            end_by_lf(source, source->n - some);
        }
    }
}

/* Reads a pipe up to the offset. Returns whether the pipe is so long. */
static bool read_through(struct mail_source *source, uint64_t offset)
{
    while (!continues_stretch(source, offset) &&
           begin_at(source, source->offset + source->n, source->n, MAIL_PAGE)) {
        read_on(source, 1, MAIL_PAGE);
        if (source->n == 0) {
            return false;
        }
    }
    return continues_stretch(source, offset);
}

struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n)
{
    const struct furl_range none = {NULL, 0};

    if (source->file.size == MAIL_SIZE_UNKNOWN && offset > source->offset &&
        !read_through(source, offset)) {
        return none;
    }
    bool on = continues_stretch(source, offset);
    size_t skipped = on ? (size_t)(offset - source->offset) : source->n;
    if (n > 0 && (!on || source->n - skipped < n)) {
        /* At another offset, little more is read than needed. After the stretch, so much is read
         * that octets seldom move. */
        size_t more = n / 4 > MAIL_BLOCK ? n / 4 : MAIL_BLOCK;
        size_t most = on ? n + more : n > MAIL_PAGE ? n : MAIL_PAGE;
        bool moves = !on || source->stretch.room < n || source->stretch.room - n < skipped;
        if (source->trouble != MAIL_NO_TROUBLE ||
            (moves && !begin_at(source, offset, skipped, most))) {
            return none;
        }
        skipped = moves ? 0 : skipped;
        size_t room = source->stretch.room - skipped;
        read_on(source, skipped + n, skipped + (room < most ? room : most));
    }
    size_t after = source->n - skipped;
    return n > 0 ? (struct furl_range){source->stretch.ptr + skipped, after < n ? after : n} : none;
}

bool mail_ends_by_cr(struct furl_range octets)
{
    return octets.n > 0 && memchr(octets.ptr, '\r', octets.n - 1) != NULL &&
           memchr(octets.ptr, '\n', octets.n) == NULL;
}

void mail_source_end_by_lf(struct mail_source *source)
{
    source->ends_by_lf = true;
    end_by_lf(source, 0);
}

struct furl_range mail_source_all(struct mail_source *source, size_t most)
{
    size_t n = most < MAIL_PAGE ? most + 1 : MAIL_PAGE;
    struct furl_range octets = mail_source_at(source, 0, n);

    while (octets.n == n && n <= most) {
        n = n <= most / 2 ? 2 * n : most + 1;
        octets = mail_source_at(source, 0, n);
    }
    return octets;
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
            octets->n > known ? memchr(octets->ptr + known, '\0', octets->n - known) : NULL;
        if (nul != NULL) {
            octets->n = (size_t)(nul - octets->ptr);
            return true;
        }
        known = octets->n > known ? octets->n : known;
    } while (octets->n == n && n < most);
    return false;
}

/* Returns the index of the pattern in the octets, or the number of octets if there is none. */
static size_t index_of(struct furl_range octets, const unsigned char *pattern, size_t n)
{
    for (size_t i = 0; n <= octets.n && i <= octets.n - n;) {
        const unsigned char *ptr = memchr(octets.ptr + i, pattern[0], octets.n - n - i + 1);
        if (ptr == NULL) {
            break;
        }
        if (memcmp(ptr, pattern, n) == 0) {
            return (size_t)(ptr - octets.ptr);
        }
        i = (size_t)(ptr - octets.ptr) + 1;
    }
    return octets.n;
}

uint64_t mail_source_find(struct mail_source *source, uint64_t offset, uint64_t end,
                          const void *pattern, size_t n)
{
    const uint64_t none = offset > end ? offset : end;

    assert(n > 0 && n <= MAIL_PAGE);
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
    return none;
}

bool mail_source_has(struct mail_source *source, uint64_t offset, const void *pattern, size_t n)
{
    uint64_t size = source->file.size;

    return size == MAIL_SIZE_UNKNOWN || mail_source_find(source, offset, size, pattern, n) < size;
}

bool mail_source_reaches(struct mail_source *source, uint64_t end)
{
    source->end = end > source->file.size ? 0 : source->end;
    bool grew = end > source->file.size && mail_source_at(source, end - 1, 1).n > 0;

    source->file.size = grew ? end : source->file.size;
    return end <= source->file.size;
}

uint64_t mail_reread_allow(struct mail_reread_budget *budget, struct mail_source *source,
                           struct mail_stretch stretch)
{
    mail_source_reaches(source, stretch.offset + stretch.n);
    const uint64_t size = source->file.size;
    uint64_t there = stretch.offset < size ? size - stretch.offset : 0;
    uint64_t n = stretch.n < there ? stretch.n : there, end = stretch.offset + n;
    uint64_t fresh = end > budget->end ? end - budget->end : 0;
    uint64_t again = n > fresh ? n - fresh : 0;

    n = again <= budget->left ? n : 0;
    budget->left -= n > 0 ? again : 0;
    budget->end = n > 0 && end > budget->end ? end : budget->end;
    return n;
}

void mail_source_free(struct mail_source *source)
{
    free(source->stretch.ptr);
    source->stretch = (struct furl_buffer){0};
    source->n = 0;
}
