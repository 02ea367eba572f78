/* What --set, --append and --drop ask for (fidourl(1), edit). */
#ifndef EDITS_H
#define EDITS_H

#include "furl/url/edit.h"
#include "run.h"

/* The compiled options. All zero is none. Free them with edits_free. */
struct edits {
    struct furl_editor editor;
    struct furl_change *changes;
    unsigned char *names; /* of parameters */
};

/* Compiles the options. Returns false after it has reported a wrong one as a usage error, or if
 * memory runs out, which fails the output. */
bool edits_init(struct edits *edits, struct run *run);

void edits_free(struct edits *edits);

#endif
