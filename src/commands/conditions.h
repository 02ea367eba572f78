/* The conditions of --where (fidourl(1)). */
#ifndef CONDITIONS_H
#define CONDITIONS_H

#include "cli/run.h"
#include "print/fields.h"
#include "print/template.h"

/* All conditions of a run. All zero: none. Free them with conditions_free. */
struct conditions {
    struct run *run;
    struct template *of; /* options->wheres_n of them */
    unsigned needs;      /* what must be known of a URL (fields.h) */
};

/* Compiles the conditions. `has` is what this run can know of a URL. Returns false after it has
 * reported a wrong one, or if memory runs out, which fails the output. Call conditions_free in any
 * case. */
bool conditions_init(struct conditions *conditions, struct run *run, unsigned has);
void conditions_free(struct conditions *conditions);

/* Sets `meets` to whether the URL in `fields` meets all conditions; fields_fill has set what they
 * need. In a URL without a canonical form, a `%` that starts no escape is data, as for --set; if it
 * has none even so, no condition about that form holds, and a note counts the URL. Returns false if
 * memory runs out. */
bool conditions_test(const struct conditions *conditions, struct field_source *source,
                     const struct fields *fields, bool *meets);

#endif
