/* Lists of schemes in options, which select URLs. */
#ifndef SCHEME_LIST_H
#define SCHEME_LIST_H

#include "furl/core/octets.h"

/* Returns whether `list` is a list of schemes, separated by commas. Spaces and TABs can follow a
 * comma. `fido` means the seven schemes of Fidonet, and `web` means http, https, ftp and ftps. */
bool scheme_list_is_one(const char *list);

/* Returns the nth name that a list can contain, for completions. */
const char *scheme_list_word(const void *table, size_t nth);

/* Removes the next name, its comma and the spaces after the comma from the list. Returns whether
 * there was a name. */
bool scheme_list_next(const char **list, struct furl_range *name);

/* Returns whether a scheme, in any case, is in the list `only` and not in `except`. NULL means no
 * list. Adds to `seen` the bits of the names of `only` that mean the scheme, among the first 64
 * names. */
bool scheme_list_wants(struct furl_range scheme, const char *only, const char *except,
                       uint64_t *seen);

#endif
