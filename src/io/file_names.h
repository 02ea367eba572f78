/* Names of files, from a list or from directories. */
#ifndef FILE_NAMES_H
#define FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input.h"
#include "system/system.h"

/* The most octets of a name: no system opens a longer one. */
#define FILES0_NAME_MAX ((size_t)4096)

/* A list of file names, each ended by NUL (fidourl(1), --files0-from). At first, all but the input
 * is zero. */
struct files0 {
    struct input input;
    unsigned char block[4096];
    size_t at, n;    /* of the block: the index of the next octet, and how many were read */
    size_t length;   /* of the name, so far */
    uint64_t number; /* of the last name, from 1 */
    char name[FILES0_NAME_MAX + 1];
};

enum files0_answer {
    FILES0_NAME,     /* the next name is in `name` */
    FILES0_EMPTY,    /* it is empty */
    FILES0_TOO_LONG, /* it is longer than FILES0_NAME_MAX */
    FILES0_MORE,     /* the block has no more: read into it, and set `at` and `n` */
    FILES0_END,      /* no name is left, or reading failed, with list->input.error set */
};

/* Moves to the next name; the end of the list ends one, too. */
enum files0_answer files0_next(struct files0 *list);

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
    int error; /* errno of what failed last */
};

/* Starts a walk below `directory`, which may be a symbolic link to one. Returns false, with
 * walk->error set, if it cannot be read. */
bool tree_begin(struct tree *walk, const char *directory);

enum tree_answer {
    TREE_FILE,   /* walk->path is the next file */
    TREE_FAILED, /* walk->path cannot be read (walk->error), and is skipped */
    TREE_END,
};
enum tree_answer tree_next(struct tree *walk);

/* Ends the walk, and frees its memory. */
void tree_end(struct tree *walk);

#endif
