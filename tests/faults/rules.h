/* What a run with a fault must give, told from the run without one. */
#ifndef RULES_H
#define RULES_H

#include "faults.h"

/* The run of a scenario on its files from the `first` one to before the `end`. */
struct run make_run(const struct scenario *scenario, size_t first, size_t end);

/* Whether the run, with its faults, went as it must. */
bool is_right(const struct scenario *scenario, const struct outcome *faultless,
              const struct run *run, const struct outcome *outcome);

#endif
