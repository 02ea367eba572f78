/* The files of stores, for those that want no more of them. */
#ifndef FILES_H
#define FILES_H

#include <stddef.h>

typedef void store_taker(const char *name, const void *octets, size_t n);

/* Gives the files of a store to `take`: of letters in their text form, the last of which is NULL,
 * with an index as store_index (stores.h) has it. */
void store_files(const char *format, const char *base, const char *const letters[],
                 const char *index, store_taker *take);

#endif
