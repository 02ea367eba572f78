/* Lists of schemes, as options give them: which URLs are wanted. */
#ifndef WANTED_H
#define WANTED_H

#include "furl/octets/octets.h"

/* Whether `list` is one: names of schemes, separated by commas, each with or without blanks after
 * it. `fido` means the seven of Fidonet; `web` http, https, ftp and ftps. */
bool is_scheme_list(const char *list);

/* Whether the list has the scheme, in any case. */
bool schemes_have(const char *list, struct furl_range scheme);

#endif
