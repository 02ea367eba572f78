/* Somebody else's filter of seccomp's, which knows no call of a sandbox. */
#ifndef FILTERED_H
#define FILTERED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether one is in force already, or a process cannot tell. */
bool is_filtered(void);

/* What filters may answer calls with that they do not know: refuse, trap or, as the last one, kill;
 * none where there are no filters. */
const unsigned *filter_actions(size_t *n);

/* Enters a filter that answers so. Returns whether it is in force. */
bool enter_filter(unsigned action);

#endif
