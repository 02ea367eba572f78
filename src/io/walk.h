/* The regular files below a directory, each directory's entries in the order of their octets
 * (fidourl(1), extract --recursive). Symbolic links below it are not followed. */
#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "system/system.h"

/* A walk; the caller's. All zero: none is under way. Its memory is that of the names in the
 * directories that it is in, one below the other, of which a few are open. Each is opened by the
 * one above it, so that the time is linear in the entries, and a directory that was swapped for a
 * symbolic link leads nowhere. */
struct walk {
    struct walk_level *levels;
    size_t depth, room;
    const struct directory *in; /* that the file is in, until the next one */
    char *path;                 /* of the file or directory reached last */
    size_t path_room;
    int error; /* errno of what failed last */
};

/* Begins a walk below `directory`, which may be a symbolic link to one. Returns whether it could be
 * read; if not, the walk is over. */
bool walk_begin(struct walk *walk, const char *directory);

enum walk_answer {
    WALK_FILE,   /* walk->path is the next file */
    WALK_FAILED, /* walk->path cannot be looked at, or not be read, and is passed over */
    WALK_END,
};
enum walk_answer walk_next(struct walk *walk);

/* Ends the walk, and gives its memory back. */
void walk_end(struct walk *walk);

#endif
