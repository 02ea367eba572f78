/* The current time, and the time of --since. */
#ifndef CLOCK_H
#define CLOCK_H

#include "run.h"

/* Sets `local`, `utc` and `since` of the run. Reads the clock, or SOURCE_DATE_EPOCH, up to the year
 * 9999, and the file of the time zone. */
void clock_read(struct run *run);

#endif
