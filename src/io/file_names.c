#include "config.h"

#include "file_names.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "furl/core/buffer.h"
#include "furl/core/octets.h"
#include "system/system.h"

/* The most directories of the path that are open at a time: the deepest ones. */
#define OPEN_MAX_LEVELS ((size_t)8)

/* A directory of the path. */
struct tree_level {
    struct directory *directory;
    bool suspended;
    char *octets;       /* for each entry, as read: its kind, its name, NUL */
    size_t used, room;  /* octets used in `octets`, and its size */
    const char **names; /* the names, sorted */
    size_t n, next;
    size_t path_n; /* octets of the path */
    enum tree_role { TREE_PLAIN, TREE_MAILDIR, TREE_MAILS, TREE_TEMPORARY } role;
};

/* Sets the path to its first `n` octets, a slash and `name`. If `n` is 0, sets the path to `name`.
 * Returns false if memory ran out. */
static bool set_path(struct tree_walk *walk, size_t n, const char *name)
{
    size_t name_n = strlen(name);
    char *path = furl_grow(walk->path, &walk->path_room, n + 1 + name_n + 1, 1);

    if (path == NULL) {
        return false;
    }
    walk->path = path;
    if (n > 0 && walk->path[n - 1] != '/') {
        walk->path[n++] = '/';
    }
    memcpy(walk->path + n, name, name_n + 1);
    return true;
}

static bool add_name(struct tree_level *level, const char *name, enum system_kind kind)
{
    size_t n = 1 + strlen(name) + 1;
    char *octets = furl_grow(level->octets, &level->room, level->used + n, 1);

    if (octets == NULL) {
        return false;
    }
    octets[level->used] = (char)kind;
    memcpy(octets + level->used + 1, name, n - 1);
    level->octets = octets;
    level->used += n;
    level->n++;
    return true;
}

/* Reads the names in the directory. Returns false, with errno set, on failure. */
static bool read_names(struct tree_level *level)
{
    for (;;) {
        enum system_kind kind = SYSTEM_UNKNOWN;
        const char *name = directory_next(level->directory, &kind);
        if (name == NULL) {
            return errno == 0;
        }
        if (!add_name(level, name, kind)) {
            return false;
        }
    }
}

static int compare(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;

    return strcmp(*x, *y);
}

static bool sort_names(struct tree_level *level)
{
    if (level->n == 0) {
        return true;
    }
    const char *name = level->octets + 1;
    level->names = malloc(level->n * sizeof *level->names);
    if (level->names == NULL) {
        return false;
    }
    for (size_t i = 0; i < level->n; i++) {
        level->names[i] = name;
        name += strlen(name) + 1 + 1;
    }
    qsort(level->names, level->n, sizeof *level->names, compare);
    return true;
}

/* Frees the level. errno is unchanged. */
static void free_level(struct tree_level *level)
{
    const int error = errno;

    directory_close(level->directory);
    free(level->octets);
    free(level->names);
    errno = error;
}

/* Opens a directory and reads its names into the level. The directory is `name` in `in`, or the
 * path `name` if `in` is NULL. */
static bool read_level(const struct directory *in, const char *name, struct tree_level *level)
{
    level->directory = directory_open(in, name);
    if (level->directory == NULL) {
        return false;
    }
    bool fine = read_names(level) && sort_names(level);
    if (!fine) {
        free_level(level);
    }
    return fine;
}

/* Returns whether the sorted names contain the three directories of a Maildir. */
static bool is_maildir(const struct tree_level *level)
{
    static const char *const folders[] = {"cur", "new", "tmp"};
    enum { FOLDERS = sizeof folders / sizeof folders[0] };
    size_t found = 0;

    for (size_t i = 0; i < level->n && found < FOLDERS; i++) {
        const char *name = level->names[i];
        const enum system_kind kind = (enum system_kind)name[-1];
        bool may_be = kind == SYSTEM_DIRECTORY || kind == SYSTEM_UNKNOWN;
        found += may_be && strcmp(name, folders[found]) == 0 ? 1 : 0;
    }
    return found == FOLDERS;
}

/* Returns the role of the directory `name` in a directory of role `above`. */
static enum tree_role role_of(const struct tree_level *level, enum tree_role above,
                              const char *name)
{
    if (above == TREE_TEMPORARY || (above == TREE_MAILDIR && strcmp(name, "tmp") == 0)) {
        return TREE_TEMPORARY;
    }
    if (above == TREE_MAILDIR && (strcmp(name, "cur") == 0 || strcmp(name, "new") == 0)) {
        return TREE_MAILS;
    }
    return is_maildir(level) ? TREE_MAILDIR : TREE_PLAIN;
}

/* Returns whether the name of a mail in a Maildir has the flag T, "trashed", among the letters
 * after the last ":2,". Where names cannot have a colon, programs write another mark. */
static bool is_trashed(const char *name)
{
    const char *flags = "";
    size_t n = 0;

    for (const char *ptr = strpbrk(name, ":;!"); ptr != NULL; ptr = strpbrk(ptr + 1, ":;!")) {
        flags = ptr[1] == '2' && ptr[2] == ',' ? ptr + 3 : flags;
    }
    while (furl_octet_in((unsigned char)flags[n], FURL_LETTER)) {
        n++;
    }
    return memchr(flags, 'T', n) != NULL;
}

/* Enters the directory at walk->path. For the first directory, `name` is the path. Otherwise `name`
 * is an entry of the deepest directory. */
static bool enter(struct tree_walk *walk, const char *name)
{
    struct tree_level level = {.path_n = strlen(walk->path)};
    struct tree_level *levels = furl_grow(walk->levels, &walk->room, walk->depth + 1, sizeof level);

    if (levels == NULL) {
        return false;
    }
    walk->levels = levels;
    const struct directory *in = walk->depth > 0 ? levels[walk->depth - 1].directory : NULL;
    if (!read_level(in, name, &level)) {
        return false;
    }
    level.role = role_of(&level, in != NULL ? levels[walk->depth - 1].role : TREE_PLAIN, name);
    walk->levels[walk->depth++] = level;
    if (walk->depth > OPEN_MAX_LEVELS) {
        struct tree_level *above = &walk->levels[walk->depth - 1 - OPEN_MAX_LEVELS];
        above->suspended = true;
        directory_suspend(above->directory);
    }
    return true;
}

/* Leaves the deepest directory. Returns false if the directory above is gone. */
static bool leave(struct tree_walk *walk)
{
    struct tree_level *level = &walk->levels[--walk->depth];
    struct tree_level *above = walk->depth > 0 ? level - 1 : NULL;
    bool fine = true;

    if (above != NULL && above->suspended) {
        walk->path[above->path_n] = '\0';
        fine = directory_resume(above->directory, level->directory, walk->path);
        above->suspended = false;
    }
    free_level(level);
    if (!fine) {
        above->next = above->n; /* its other entries cannot be read */
    }
    return fine;
}

bool tree_begin(struct tree_walk *walk, const char *directory)
{
    bool fine = set_path(walk, 0, directory) && enter(walk, walk->path);

    walk->error = fine ? 0 : errno;
    return fine;
}

/* Moves to the next entry. Enters a directory. Sets `file` if the entry is a regular file. Returns
 * false on failure. */
static bool next_entry(struct tree_walk *walk, bool *file)
{
    struct tree_level *level = &walk->levels[walk->depth - 1];
    assert(level->next < level->n && level->path_n <= strlen(walk->path));
    const char *name = level->names[level->next++];
    enum system_kind kind = (enum system_kind)name[-1];

    *file = false;
    if (!set_path(walk, level->path_n, name) ||
        (kind == SYSTEM_UNKNOWN && !directory_stat(level->directory, name, &kind))) {
        return false;
    }
    *file = kind == SYSTEM_REGULAR;
    walk->in = level->directory;
    walk->hidden = level->role == TREE_TEMPORARY || (level->role == TREE_MAILS && is_trashed(name));
    return kind != SYSTEM_DIRECTORY || enter(walk, name);
}

enum tree_answer tree_next(struct tree_walk *walk)
{
    while (walk->depth > 0) {
        struct tree_level *level = &walk->levels[walk->depth - 1];
        bool file = false;
        if (!(level->next == level->n ? leave(walk) : next_entry(walk, &file))) {
            walk->error = errno;
            return TREE_FAILED;
        }
        if (file) {
            return TREE_FILE;
        }
    }
    return TREE_END;
}

void tree_end(struct tree_walk *walk)
{
    while (walk->depth > 0) {
        free_level(&walk->levels[--walk->depth]);
    }
    free(walk->levels);
    free(walk->path);
    *walk = (struct tree_walk){0};
}
