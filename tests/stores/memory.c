#include "memory.h"

#include <stdlib.h>
#include <string.h>

static size_t read_octets(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    struct base_file *file = context;
    size_t left = offset < file->octets->n ? file->octets->n - (size_t)offset : 0;
    size_t some = n < left ? n : left;

    if (file->fails) {
        return MAIL_READ_FAILED;
    }
    some = file->cut > 0 && some > file->cut ? file->cut : some;
    if (file->is_pipe && offset != file->read) {
        abort();
    }
    file->read += some;
    if (some > 0) {
        memcpy(octets, file->octets->ptr + offset, some);
    }
    return some;
}

void open_files(struct base *base, const struct mail_format *format, const char *name,
                const struct octets *const files[MAIL_FILES], size_t cut)
{
    const struct mail_settings settings = {.most = MAIL_MESSAGE_MAX};
    struct mail_file opened[MAIL_FILES] = {{0}};

    for (size_t i = 0; i < MAIL_FILES; i++) {
        base->files[i] = (struct base_file){.octets = files[i], .cut = cut};
        if (files[i] != NULL) {
            opened[i] = (struct mail_file){&base->files[i], read_octets, files[i]->n};
        }
    }
    mail_open(&base->store, format, mail_place_of(name), opened, &settings);
}

void open_base(struct base *base, const struct mail_format *format, const char *name,
               const struct octets *first, const struct octets *second, size_t cut)
{
    open_files(base, format, name, (const struct octets *[MAIL_FILES]){first, second}, cut);
}

void read_as_pipe(struct base *base)
{
    base->files[MAIL_FIRST].is_pipe = true;
    base->store.sources[MAIL_FIRST].file.size = MAIL_SIZE_UNKNOWN;
}
