/* Names of files, from a list or from directories. */
#ifndef FILE_NAMES_H
#define FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input.h"
#include "system/system.h"

/* A list of files' names, each ended by NUL (fidourl(1), --files0-from). It is read as it arrives,
 * a name at a time. */

/* Octets in the longest name: no system opens a longer one. */
#define FILES0_NAME_MAX ((size_t)4096)

/* The list; at first all zero except its input. */
struct files0 {
    struct input input;
    unsigned char block[4096];
    size_t at, n;    /* of the block: the next octet, and those that were read */
    size_t length;   /* of the name, as far as it was read */
    uint64_t number; /* of the name read last, from 1 */
    char name[FILES0_NAME_MAX + 1];
};

enum files0_answer {
    FILES0_NAME,     /* the next name is in `name` */
    FILES0_EMPTY,    /* it is empty */
    FILES0_TOO_LONG, /* it is longer than FILES0_NAME_MAX */
    FILES0_MORE,     /* the block has no more: read into it, and set `at` and `n` */
    FILES0_END,      /* there is none, or reading failed: list->input.error says so */
};

/* Moves to the next name; the end of the list ends one, too. */
enum files0_answer files0_next(struct files0 *list);

/* The regular files below a directory, each directory's entries in the order of their octets
 * (fidourl(1), extract --recursive). Symbolic links below it are not followed. */

/* A walk. All zero: none is under way. It has in memory the names in each
 * directory on its path, of which a few are open. Each is opened from the one
 * above it, so that the time is linear in the entries, and no directory that
 * was replaced by a symbolic link is entered. */
struct tree {
    struct tree_level *levels;
    size_t depth, room;
    const struct directory *in; /* of the current file */
    char *path;                 /* of the file or directory reached last */
    size_t path_room;
    int error; /* errno of what failed last */
};

/* Starts a walk below `directory`, which may be a symbolic link to one. Returns
 * whether it could be read; if not, walk->error says why. */
bool tree_begin(struct tree *walk, const char *directory);

enum tree_answer {
    TREE_FILE,   /* walk->path is the next file */
    TREE_FAILED, /* walk->path cannot be read, and is skipped: walk->error */
    TREE_END,
};
enum tree_answer tree_next(struct tree *walk);

/* Ends the walk, and gives its memory back. */
void tree_end(struct tree *walk);

#endif
