#include "config.h"

#include "walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "furl/octets/grow.h"
#include "furl/octets/merge.h"
#include "system/system.h"

/* A directory that the walk is in. */
struct walk_level {
    char *octets;       /* the names, each ended by NUL, as they were read */
    size_t used, room;  /* of octets */
    const char **names; /* in order */
    size_t n, next;
    size_t path_n; /* octets in the directory's path */
};

/* Makes the path that of an entry of the directory whose path is its first `n` octets; of none, if
 * that is 0. */
static bool set_path(struct walk *walk, size_t n, const char *name)
{
    size_t name_n = strlen(name);
    char *path = furl_grow(walk->path, &walk->path_room, n + 1 + name_n + 1, 1);

    if (path == NULL) {
        errno = ENOMEM;
        return false;
    }
    walk->path = path;
    if (n > 0 && walk->path[n - 1] != '/') {
        walk->path[n++] = '/';
    }
    memcpy(walk->path + n, name, name_n + 1);
    return true;
}

static bool add_name(struct walk_level *level, const char *name)
{
    size_t n = strlen(name) + 1;
    char *octets = furl_grow(level->octets, &level->room, level->used + n, 1);

    if (octets == NULL) {
        errno = ENOMEM;
        return false;
    }
    memcpy(octets + level->used, name, n);
    level->octets = octets;
    level->used += n;
    level->n++;
    return true;
}

/* Reads the names in a directory. Returns whether that could be done. */
static bool read_names(struct directory *directory, struct walk_level *level)
{
    for (;;) {
        const char *name = directory_next(directory);
        if (name == NULL) {
            return errno == 0;
        }
        if (!add_name(level, name)) {
            return false;
        }
    }
}

static int compare(const void *a, const void *b, const void *context)
{
    const char *const *x = a, *const *y = b;

    (void)context;
    return strcmp(*x, *y);
}

/* Puts the names in order. */
static bool sort_names(struct walk_level *level)
{
    const char *name = level->octets;

    if (level->n == 0) {
        return true;
    }
    const char **spare = malloc(level->n * sizeof *spare);
    level->names = malloc(level->n * sizeof *level->names);
    if (spare == NULL || level->names == NULL) {
        free(spare);
        errno = ENOMEM;
        return false;
    }
    for (size_t i = 0; i < level->n; i++) {
        level->names[i] = name;
        name += strlen(name) + 1;
    }
    furl_merge_sort(level->names, spare, level->n, sizeof *spare, compare, NULL);
    free(spare);
    return true;
}

static void free_level(struct walk_level *level)
{
    free(level->octets);
    free(level->names);
}

/* Sets the level to what is in the directory at the path. */
static bool read_level(const char *path, bool follows, struct walk_level *level)
{
    struct directory *directory = directory_open(path, follows);

    *level = (struct walk_level){.path_n = strlen(path)};
    if (directory == NULL) {
        return false;
    }
    bool fine = read_names(directory, level);
    int error = errno;
    directory_close(directory);
    errno = error;
    fine = fine && sort_names(level);
    if (!fine) {
        error = errno;
        free_level(level);
        errno = error;
    }
    return fine;
}

/* Goes into the directory at the path. */
static bool enter(struct walk *walk, bool follows)
{
    struct walk_level level;
    struct walk_level *levels = furl_grow(walk->levels, &walk->room, walk->depth + 1, sizeof level);

    if (levels == NULL) {
        errno = ENOMEM;
        return false;
    }
    walk->levels = levels;
    if (!read_level(walk->path, follows, &level)) {
        return false;
    }
    walk->levels[walk->depth++] = level;
    return true;
}

bool walk_begin(struct walk *walk, const char *directory)
{
    bool fine = set_path(walk, 0, directory) && enter(walk, true);

    walk->error = fine ? 0 : errno;
    return fine;
}

/* Takes the next entry of the directory that the walk is in. Returns false where that fails; sets
 * `file` where it is one. */
static bool take_entry(struct walk *walk, bool *file)
{
    struct walk_level *level = &walk->levels[walk->depth - 1];
    struct system_file found;

    *file = false;
    if (!set_path(walk, level->path_n, level->names[level->next++]) ||
        !system_look(walk->path, false, &found)) {
        return false;
    }
    *file = found.kind == SYSTEM_REGULAR;
    return found.kind != SYSTEM_DIRECTORY || enter(walk, false);
}

enum walk_answer walk_next(struct walk *walk)
{
    while (walk->depth > 0) {
        struct walk_level *level = &walk->levels[walk->depth - 1];
        bool file = false;
        if (level->next == level->n) {
            free_level(level);
            walk->depth--;
        } else if (!take_entry(walk, &file)) {
            walk->error = errno;
            return WALK_FAILED;
        } else if (file) {
            return WALK_FILE;
        }
    }
    return WALK_END;
}

void walk_end(struct walk *walk)
{
    while (walk->depth > 0) {
        free_level(&walk->levels[--walk->depth]);
    }
    free(walk->levels);
    free(walk->path);
    *walk = (struct walk){0};
}
