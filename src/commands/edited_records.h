/* normalize and edit, which write the canonical forms of records of URLs. edit also makes changes.
 */
#ifndef EDITED_RECORDS_H
#define EDITED_RECORDS_H

#include "cli/edits.h"
#include "conditions.h"
#include "url_records.h"

/* The state of a run. */
struct edited_records {
    struct url_records urls;
    struct edits edits;
    struct conditions conditions;
    struct field_source *source; /* fills in fields for the conditions, or NULL */
    struct furl_buffer canonical;
};

/* Writes all records of the run: canonical forms of URLs, changed by the options. The run's state
 * is a struct edited_records, all zero. */
void edit_records(struct run *run, bool keeps_fragment);

#endif
