/* Lists of schemes, as options give them: which URLs are wanted. */
#ifndef SCHEME_LIST_H
#define SCHEME_LIST_H

#include "furl/base/octets.h"

/* Whether `list` is one: names of schemes, separated by commas, each with or without blanks after
 * it. `fido` means the seven of Fidonet; `web` http, https, ftp and ftps. */
bool scheme_list_is_one(const char *list);

/* For completions: the names that a list is made of. */
const char *scheme_list_word(const void *table, size_t nth);

/* Takes the next name, and the blanks after its comma, off the list. Returns whether there was one.
 */
bool scheme_list_next(const char **list, struct furl_range *name);

/* Whether a scheme, in any case, is one of the list `only` and not one of `except`; NULL is no
 * list. Adds the bits of those of the first 64 names of `only` that mean it to `seen`. */
bool scheme_list_wants(struct furl_range scheme, const char *only, const char *except,
                       uint64_t *seen);

#endif
