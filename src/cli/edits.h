/* What --set, --append and --drop ask for (fidourl(1), edit). */
#ifndef EDITS_H
#define EDITS_H

#include "furl/url/edit.h"
#include "run.h"

/* Compiled; the caller's, except the memory that edits_free gives back. All zero: none. */
struct edits {
    struct furl_editor editor;
    struct furl_change *changes;
    unsigned char *names; /* those of parameters */
};

/* Compiles the options. Returns false if one is wrong, which is reported as a usage error, or
 * without memory, which fails the output. */
bool edits_init(struct edits *edits, struct run *run);

void edits_free(struct edits *edits);

#endif
