/* Names of files, from directories. */
#ifndef FILE_NAMES_H
#define FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "system/system.h"

/* A walk through the regular files below a directory (fidourl(1), extract --recursive). It sorts
 * the entries of each directory by their octets, and does not follow symbolic links. All zero: none
 * is under way. It keeps in memory the names in each directory of its path, and a few directories
 * open. Each is opened from the one above it, so that time is linear in the entries, and a
 * directory that became a symbolic link is not entered. */
struct tree {
    struct tree_level *levels;
    size_t depth, room;
    const struct directory *in; /* of the current file */
    char *path;                 /* of the last file or directory */
    size_t path_room;
    bool hidden; /* mail programs do not show the current file: it is in a Maildir's `tmp`, or in
                    its `cur` or `new` with the flag T; the walk began above these */
    int error;   /* errno of what failed last */
};

/* Starts a walk below `directory`, which may be a symbolic link to one. Returns false, with
 * walk->error set, if it cannot be read. */
bool tree_begin(struct tree *walk, const char *directory);

enum tree_answer {
    TREE_FILE,   /* walk->path is the next file */
    TREE_FAILED, /* walk->path cannot be read (walk->error), and is skipped */
    TREE_END,
};
/* Moves to the next file, in the order of the walk. */
enum tree_answer tree_next(struct tree *walk);

/* Ends the walk, and frees its memory. */
void tree_end(struct tree *walk);

#endif
