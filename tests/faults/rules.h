/* What a run with a fault must give, told from the run without one. */
#ifndef RULES_H
#define RULES_H

#include "scenarios.h"

/* Sets up the run of a scenario on its operands from the `first` one to before the `end`; with none
 * of several there is nothing to run, and it returns false. */
bool make_run(const struct scenario *scenario, size_t first, size_t end, struct run *run);
size_t operands_of(const struct scenario *scenario);

/* Whether the run, with its faults, went as it must. */
bool is_right(const struct scenario *scenario, const struct outcome *faultless,
              const struct run *run, const struct outcome *outcome);

#endif
