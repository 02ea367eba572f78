/* The conditions of --where (fidourl(1)). */
#ifndef CONDITIONS_H
#define CONDITIONS_H

#include "cli/run.h"
#include "print/fields.h"
#include "print/template.h"

/* All conditions of a run. All zero: none. Free them with conditions_free. */
struct conditions {
    struct run *run;
    struct template *of; /* the conditions, options->wheres_n of them */
    unsigned needs;      /* bits of the facts needed (fields.h) */
};

/* Compiles the conditions. `has` has the bits of the facts that this run can know. Returns false
 * after it has reported a wrong condition. If memory ran out, fails the output and returns false.
 * Call conditions_free in any case. */
bool conditions_init(struct conditions *conditions, struct run *run, unsigned has);
void conditions_free(struct conditions *conditions);

/* Sets `meets` to whether the URL in `fields` meets all conditions. fields_fill must have set the
 * needed fields. In a URL without a canonical form, a `%` that starts no escape is data, like in
 * --set. If the URL still has no canonical form, conditions on the form fail, and a note counts the
 * URL. Returns false if memory ran out. */
bool conditions_test(const struct conditions *conditions, struct field_source *source,
                     const struct fields *fields, bool *meets);

#endif
