/* Lists of schemes in options: which URLs are wanted. */
#ifndef SCHEME_LIST_H
#define SCHEME_LIST_H

#include "furl/base/octets.h"

/* Whether `list` is a list of schemes with commas between them, and blanks or none after each
 * comma. `fido` means the seven of Fidonet; `web` means http, https, ftp and ftps. */
bool scheme_list_is_one(const char *list);

/* The nth name that a list may have, for completions. */
const char *scheme_list_word(const void *table, size_t nth);

/* Removes the next name, its comma and blanks from the list. Returns whether there was one. */
bool scheme_list_next(const char **list, struct furl_range *name);

/* Whether a scheme, in any case, is in the list `only` and not in `except`. NULL is no list. Adds
 * to `seen` the bits of those of the first 64 names of `only` that mean the scheme. */
bool scheme_list_wants(struct furl_range scheme, const char *only, const char *except,
                       uint64_t *seen);

#endif
