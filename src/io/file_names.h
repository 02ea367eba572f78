/* Names of files, from directories. */
#ifndef FILE_NAMES_H
#define FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "system/system.h"

/* A walk through the regular files below a directory (fidourl(1), extract --recursive). All zero:
 * no walk. The walk sorts the entries of each directory by their octets, and does not follow
 * symbolic links. It keeps the names of all directories of its path in memory, and a few of the
 * directories open. It opens each directory from the one above. Therefore time is linear in the
 * entries, and a directory that becomes a symbolic link is not entered. */
struct tree_walk {
    struct tree_level *levels;
    size_t depth, room;
    const struct directory *in; /* the directory of the current file */
    char *path;                 /* the path of the last file or directory */
    size_t path_room;
    /* Mail programs do not show the current file: it is in a Maildir's `tmp`, or in `cur` or `new`
     * with the flag T. False if the walk began in the Maildir. */
    bool hidden;
    int error; /* errno of the last failure */
};

/* Starts a walk below `directory`, which may be a symbolic link to a directory. Returns false, with
 * walk->error set, if the directory cannot be read. */
bool tree_begin(struct tree_walk *walk, const char *directory);

enum tree_answer {
    TREE_FILE,   /* walk->path is the next file */
    TREE_FAILED, /* walk->path cannot be read (walk->error), and is skipped */
    TREE_END,
};
/* Moves to the next file, in the order of the walk. */
enum tree_answer tree_next(struct tree_walk *walk);

/* Ends the walk, and frees its memory. */
void tree_end(struct tree_walk *walk);

#endif
