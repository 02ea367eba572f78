/* Which options cannot be combined, need others, or contradict each other. */
#ifndef EXCLUSIONS_H
#define EXCLUSIONS_H

#include "options.h"

/* Looks at all options that were taken, together. Returns NULL; or what is wrong with them. */
const char *check_options(struct options *options);

#endif
