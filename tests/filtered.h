/* The program in somebody else's filter of seccomp's, which knows no call of a sandbox. */
#ifndef FILTERED_H
#define FILTERED_H

#include <stdbool.h>

/* Runs the program in filters that kill, trap or refuse. Returns whether it works without what it
 * cannot have; or whether there are no such filters here. */
bool works_in_filters(const char *program);

#endif
