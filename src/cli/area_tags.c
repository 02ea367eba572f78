#include "config.h"

#include "area_tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the whole file. Returns NULL or an error message. */
static const char *read_all(struct area_tags *tags, struct input *input)
{
    struct mail_areas *list = &tags->list;
    size_t n = 1;

    while (n > 0 && list->octets_n <= AREA_TAGS_MAX) {
        if (!output_has_memory(&tags->run->output,
                               furl_buffer_reserve(&list->octets, list->octets_n + INPUT_BLOCK))) {
            return NULL;
        }
        n = run_read(tags->run, input, list->octets.ptr + list->octets_n, INPUT_BLOCK);
        list->octets_n += n;
    }
    return input->error != 0 ? strerror(input->error)
           : list->octets_n <= AREA_TAGS_MAX
               ? NULL
               : "the list is longer than 16 MiB; remove areas that you do not read";
}
_Static_assert(AREA_TAGS_MAX == (size_t)16 << 20, "as the message says");

/* Reports the files that the list includes, which are not read. */
static void report_included(struct area_tags *tags)
{
    struct furl_range rest = {NULL, 0}, file;
    char list[QUOTED_SIZE], name[QUOTED_SIZE];

    while (mail_areas_next_included(&tags->list, &rest, &file)) {
        diagnose_counted(&tags->diagnostics,
                         "%s: the included file '%s' is not read; copy its lines to this list",
                         quote(tags->run->options->areas, list), quote_range(file, name));
    }
}

bool area_tags_init(struct area_tags *tags, struct run *run)
{
    const char *name = run->options->areas;
    struct input input;

    *tags = (struct area_tags){.run = run, .diagnostics = {.quiet = run->diagnostics.quiet}};
    diagnostics_begin(&tags->diagnostics, name);
    const char *reason = run_open(run, &input, name);
    if (reason == NULL) {
        reason = read_all(tags, &input);
        input_close(&input);
    }
    if (reason == NULL && !output_failed(&run->output)) {
        reason = mail_areas_read(&tags->list);
        report_included(tags);
    }
    if (output_has_memory(&run->output, reason != mail_no_memory) && reason != NULL) {
        run_report_unreadable(run, name, reason);
    }
    return reason == NULL && !output_failed(&run->output);
}

void area_tags_conclude(struct area_tags *tags)
{
    if (tags->looked && !tags->applied) {
        diagnose_failure(
            &tags->run->diagnostics, tags->run->options->areas,
            "none of its lines applies to a base that was read; check the paths in it");
        run_raise(tags->run, STATUS_MALFORMED);
    }
}

void area_tags_free(struct area_tags *tags)
{
    diagnostics_end(&tags->diagnostics);
    mail_areas_free(&tags->list);
    free(tags->path.ptr);
}

static struct furl_range areatag_of(struct area_tags *tags, bool is_board, struct furl_range path)
{
    const struct mail_area *other = NULL;
    const struct mail_area *area = mail_areas_find(&tags->list, is_board, path, &other);
    char list[QUOTED_SIZE], name[QUOTED_SIZE], one[QUOTED_SIZE], two[QUOTED_SIZE];

    if (other != NULL && tags->reported != area) {
        diagnose_counted(&tags->diagnostics,
                         "%s: the base '%s' has two areas, '%s' and '%s'; the first is used",
                         quote(tags->run->options->areas, list), quote_range(area->name, name),
                         quote_range(area->tag, one), quote_range(other->tag, two));
        run_raise(tags->run, STATUS_MALFORMED);
        tags->reported = area;
    }
    tags->looked = true;
    tags->applied = tags->applied || area != NULL;
    tags->is_bad = area != NULL && area->is_bad;
    return area != NULL && !tags->is_bad ? area->tag : (struct furl_range){NULL, 0};
}

/* Removes "." and ".." from a path, in place. Returns the new length. */
static size_t straighten(unsigned char *path, size_t n)
{
    size_t to = 0;

    for (size_t from = 0, end; from < n; from = end + 1) {
        const unsigned char *slash = memchr(path + from, '/', n - from);
        end = slash != NULL ? (size_t)(slash - path) : n;
        if (furl_spells(path + from, end - from, "..")) {
            while (to > 0 && path[--to] != '/') {
            }
        } else if (end > from && !furl_spells(path + from, end - from, ".")) {
            path[to] = '/';
            memmove(path + to + 1, path + from, end - from);
            to += 1 + end - from;
        }
    }
    return to;
}

static bool is_absolute(const char *name)
{
    return name[0] == '/' || name[0] == '\\' || (name[0] != '\0' && name[1] == ':');
}

/* Returns the path of a base in the form for mail_areas_find. If memory runs out, fails the
 * output. */
static struct furl_range path_of(struct area_tags *tags, const char *name, bool is_directory)
{
    const char *directory = is_absolute(name) ? "" : tags->run->directory;
    size_t room = 3 + strlen(directory) + strlen(name);

    if (!output_has_memory(&tags->run->output, furl_buffer_reserve(&tags->path, room))) {
        return (struct furl_range){NULL, 0};
    }
    unsigned char *path = tags->path.ptr;
    size_t n = (size_t)snprintf((char *)path, room, "/%s/%s", directory, name);
    n = straighten(path, mail_areas_fold(path, n));
    while (is_directory && n > 0 && path[n - 1] != '/') {
        n--;
    }
    return (struct furl_range){path, is_directory && n > 0 ? n - 1 : n};
}

struct furl_range area_tags_of(struct area_tags *tags, const struct mail_format *format,
                               const char *name, struct furl_range board)
{
    enum mail_listed by = format->listed;
    struct furl_range path = board;

    if (by == MAIL_NOT_LISTED || (by != MAIL_LISTED_BOARD && input_is_standard(name))) {
        return (struct furl_range){NULL, 0};
    }
    if (by != MAIL_LISTED_BOARD) {
        path = path_of(tags, name, by == MAIL_LISTED_DIRECTORY);
    }
    return areatag_of(tags, by == MAIL_LISTED_BOARD, path);
}
