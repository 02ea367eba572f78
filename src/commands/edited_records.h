/* Canonical forms of records that are URLs, which normalize and edit write: edit is normalize with
 * changes. */
#ifndef EDITED_RECORDS_H
#define EDITED_RECORDS_H

#include "cli/edits.h"
#include "conditions.h"
#include "url_records.h"

/* The state of such a run. */
struct edited_records {
    struct url_records urls;
    struct edits edits;
    struct conditions conditions;
    struct field_source *source; /* of what the conditions need; NULL: of nothing */
    struct furl_buffer canonical;
};

/* Writes all records of the run: canonical forms of URLs, changed as the options say. The run's
 * state is a struct edited_records, all zero. */
void edit_records(struct run *run, bool keeps_fragment);

#endif
