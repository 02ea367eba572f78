/* The changes of --set, --append and --drop (fidourl(1), edit). */
#ifndef EDITS_H
#define EDITS_H

#include "furl/url/edit.h"
#include "run.h"

/* The compiled options. If all members are zero, there are no options. Free them with
 * edits_free. */
struct edits {
    struct furl_editor editor;
    struct furl_change *changes;
    unsigned char *names; /* names of parameters */
};

/* Compiles the options. Returns false after reporting a wrong option as a usage error. Also returns
 * false if memory runs out, which fails the output. */
bool edits_init(struct edits *edits, struct run *run);

void edits_free(struct edits *edits);

#endif
