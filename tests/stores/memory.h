/* Stores whose files are in memory, opened to be read. */
#ifndef MEMORY_H
#define MEMORY_H

#include "mail/mail.h"
#include "octets.h"

struct base {
    struct mail_store store;
    struct base_file {
        const struct octets *octets;
        size_t cut;    /* reads give up to so many octets, any number where that is 0 */
        bool fails;    /* reads fail */
        bool is_pipe;  /* it is read once, from front to end: */
        uint64_t read; /* so many octets of it were */
    } files[MAIL_FILES];
};

/* Opens the files, NULL where there is none; the octets must outlive the store. */
void open_files(struct base *base, const struct mail_format *format, const char *name,
                const struct octets *const files[MAIL_FILES], size_t cut);
void open_base(struct base *base, const struct mail_format *format, const char *name,
               const struct octets *first, const struct octets *second, size_t cut);

/* Makes the first file a pipe. */
void read_as_pipe(struct base *base);

#endif
