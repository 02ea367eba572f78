#include "config.h"

#include "inputs.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "furl/url/scheme.h"
#include "system/system.h"

static void begin_list(struct inputs *inputs)
{
    struct run *run = inputs->run;
    struct file_list *list = calloc(1, sizeof *list);

    inputs->list = list;
    if (!output_has_memory(&run->output, list != NULL)) {
        return;
    }
    const char *reason = run_open(run, &list->input, run->options->list);
    if (reason != NULL) {
        run_report_unreadable(run, run->options->list, reason);
        return;
    }
    inputs->listed = true;
    list->number = 1;
    list->block = (struct input_block){list->octets, sizeof list->octets, NULL};
    list->records = (struct records){.ended_by = RECORDS_BY_NUL,
                                     .bom = RECORDS_BOM_IS_DATA,
                                     .piece = sizeof list->octets,
                                     .number = &list->number,
                                     .block = &list->block};
    records_begin(&list->records, &list->input);
    list->diagnostics.quiet = run->options->quiet;
    diagnostics_begin(&list->diagnostics, run->options->list);
}

static void begin(struct inputs *inputs, struct run *run)
{
    inputs->run = run;
    if (run->options->strings_n > 0) {
        diagnostics_begin(&run->diagnostics, "-e");
        run->record = 1;
        return;
    }
    if (run->typed) {
        diagnose(&run->diagnostics, "reading from the terminal; %s", system_typed);
    }
    if (run->options->list != NULL) {
        begin_list(inputs);
    }
}

/* Reads the next name of the list, or the part of the name for which there is room. Returns the
 * name's length, or SIZE_MAX at the end. SIZE_MAX is also the result for an incomplete name, which
 * can be the name of another file. */
static size_t read_name(struct run *run, struct file_list *list)
{
    struct records_piece record = {.ends = false};
    size_t n = 0;

    while (!record.ends && run_next_record(run, &list->records, &record)) {
        size_t room = sizeof list->name - n, some = record.octets.n < room ? record.octets.n : room;
        memcpy(list->name + n, record.octets.ptr, some);
        n += some;
    }
    list->ended = record.terminator.n > 0;
    return record.ends ? n : SIZE_MAX;
}

/* The number of invalid names in a row after which the file is no list. A file of NULs has one for
 * each octet. */
#define BAD_MAX 1000u

/* Returns the next valid name of the list, or NULL. */
static const char *next_listed(struct inputs *inputs)
{
    struct file_list *list = inputs->list;
    struct run *run = inputs->run;
    size_t n = 0;

    for (unsigned bad = 0; bad < BAD_MAX && (n = read_name(run, list)) != SIZE_MAX; bad++) {
        const bool lines =
            !list->ended &&
            memchr(list->name, '\n', n < LISTED_NAME_MAX ? n : LISTED_NAME_MAX) != NULL;
        const char *wrong =
            lines    ? "names must end with NUL, not with a newline; use: tr '\\n' '\\0' "
                       "<LIST | fidourl ... --files0-from=-"
            : n == 0 ? "a file name is empty; remove it from the list"
            : n > LISTED_NAME_MAX ? strerror(ENAMETOOLONG)
                                  : NULL;
        if (wrong == NULL) {
            assert(n < sizeof list->name);
            list->name[n] = '\0';
            system_fix_slashes(list->name);
            if (!input_is_standard(list->name) || !input_is_standard(run->options->list)) {
                return list->name;
            }
            wrong = "'-' cannot be read, because standard input is the list; name files instead";
        }
        diagnose_at_offset(&list->diagnostics, list->number, wrong);
        run_raise(run, STATUS_ERROR);
    }
    if (n != SIZE_MAX) {
        run_report_unreadable(run, run->options->list,
                              "not a list of file names; end each name with NUL");
    }
    return NULL;
}

/* Returns the next name of the command line or of the list, or NULL. */
static const char *next_name(struct inputs *inputs)
{
    const struct run *run = inputs->run;

    if (run->options->list != NULL) {
        return inputs->listed ? next_listed(inputs) : NULL;
    }
    size_t nth = inputs->nth++;
    if (run->options->files_n == 0 && nth == 0) {
        return run->options->recursive ? "." : "-";
    }
    return nth < run->options->files_n ? run->options->files[nth] : NULL;
}

static bool is_directory(const char *name)
{
    struct system_file file;

    return !input_is_standard(name) && system_stat(name, true, &file) &&
           file.kind == SYSTEM_DIRECTORY;
}

/* Reports the walk's error at `name`. ENOMEM fails the output. */
static void report_walk(struct inputs *inputs, const char *name)
{
    const int error = inputs->walk.error;

    if (output_has_memory(&inputs->run->output, error != ENOMEM)) {
        run_report_unreadable(inputs->run, name, strerror(error));
    }
}

/* Sets `file` to the next file of the current walk, without the mails that are hidden in a Maildir.
 * Returns whether there is a file. */
static bool next_below(struct inputs *inputs)
{
    struct run *run = inputs->run;
    struct tree_walk *walk = &inputs->walk;
    enum tree_answer answer = TREE_END;

    while (!output_failed(&run->output) && (answer = tree_next(walk)) != TREE_END) {
        bool is_hidden = answer == TREE_FILE && run->options->messages && walk->hidden;
        if (answer == TREE_FAILED) {
            report_walk(inputs, walk->path);
        } else if (!is_hidden) {
            inputs->file = (struct file){.name = walk->path, .in = walk->in};
            return true;
        }
        run->hidden_mails += is_hidden ? 1 : 0;
    }
    return false;
}

/* Sets `file` to the next file. Returns whether there is a file. */
static bool next_file(struct inputs *inputs)
{
    struct run *run = inputs->run;

    while (!next_below(inputs)) {
        const char *name = output_failed(&run->output) ? NULL : next_name(inputs);
        if (name == NULL) {
            return false;
        }
        if (!run->options->recursive || !is_directory(name)) {
            inputs->file = (struct file){.name = name, .named = run->options->list == NULL};
            return true;
        }
        if (!tree_begin(&inputs->walk, name)) {
            report_walk(inputs, name);
        }
    }
    return true;
}

/* Frees the memory of the list and of the walk. */
static void end_input(struct inputs *inputs)
{
    struct file_list *list = inputs->list;
    struct run *run = inputs->run;

    tree_end(&inputs->walk);
    if (inputs->listed) {
        diagnostics_end(&list->diagnostics);
        if (list->input.error != 0) {
            run_report_unreadable(run, run->options->list, strerror(list->input.error));
        }
        input_close(&list->input);
    }
    free(list);
}

/* Returns whether a name looks like a text without -e. Such a name contains a space, a TAB, a colon
 * after two letters, or ":/", but not as in a drive, "C:/". */
static bool looks_like_text(const char *name)
{
    size_t letters = 0; /* number of letters in a row before *at */

    for (const char *ptr = name; *ptr != '\0'; ptr++) {
        if (*ptr == ' ' || *ptr == '\t' ||
            (*ptr == ':' && (letters >= 2 || (ptr[1] == '/' && ptr != name + 1)))) {
            return true;
        }
        letters = furl_octet_in((unsigned char)*ptr, FURL_LETTER) ? letters + 1 : 0;
    }
    return false;
}

/* Returns whether a name that is no file is a URL: its scheme is known, or "//" follows the
 * scheme. */
static bool is_url(const char *name)
{
    struct furl_range scheme = {(const unsigned char *)name, strcspn(name, ":")};
    const char *after = name + scheme.n;

    return after[0] == ':' && furl_is_scheme(scheme) &&
           (furl_scheme_of(scheme, scheme.n) != NULL || strncmp(after, "://", 3) == 0);
}

/* Writes a hint with the base of messages that has the name and a suffix. Returns whether there is
 * such a base. */
static bool find_base(const char *name, char hint[PHRASE_SIZE])
{
    static const char *const suffixes[] = {".jhr", ".sqd", ".shd", ".JHR", ".SQD", ".SHD"};
    char path[PHRASE_SIZE / 2], quoted[QUOTED_SIZE];
    struct system_file file;
    bool is = false;

    for (size_t i = 0; !is && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const int n = snprintf(path, sizeof path, "%s%s", name, suffixes[i]);
        is = n > 0 && (size_t)n < sizeof path && system_stat(path, true, &file);
    }
    snprintf(hint, PHRASE_SIZE, "; did you mean '%s'?", is ? quote(path, quoted) : "");
    return is;
}

/* Returns a hint for a person who named a missing file. */
static const char *instead_of_missing(const struct options *options, const char *name,
                                      char hint[PHRASE_SIZE])
{
    if ((options->command->bit & (EXTRACT | MESSAGES | REWRITE)) != 0 && find_base(name, hint)) {
        return hint;
    }
    const size_t n = strcspn(name, ":");
    const unsigned char *scheme = (const unsigned char *)name;
    bool selects =
        is_url(name) && (furl_spells(scheme, n, "area") || furl_spells(scheme, n, "mid"));
    bool text = (options->command->bit & OF_RECORDS) != 0 || looks_like_text(name);

    return options->messages ? (selects ? "; use --select=URL" : "")
           : text            ? "; use -e to pass text"
                             : "";
}

/* Returns a hint for a person who named a directory without --recursive. */
static const char *instead_of_directory(const struct options *options)
{
    const unsigned command = options->command->bit;
    bool reads_more = options->messages || (command & (EXTRACT | CHECK)) != 0;

    return options->fix         ? "; name one file"
           : reads_more         ? "; use -r to read the files below it"
           : command == REWRITE ? "; use -rM to read the mail below it"
                                : "; name its files, as in DIR/*";
}

/* Reports why the file cannot be read, with a hint. */
static void report(struct inputs *inputs, int error, const char *reason)
{
    const struct options *options = inputs->run->options;
    const char *name = inputs->file.name;
    bool missing = inputs->file.named && (error == ENOENT || error == ENAMETOOLONG);
    bool directory = error == EISDIR && !options->recursive && !input_is_standard(name);
    char with_hint[2 * PHRASE_SIZE], hint[PHRASE_SIZE];

    snprintf(with_hint, sizeof with_hint, "%s%s",
             missing && is_url(name) ? "a URL is not a file" : reason,
             missing     ? instead_of_missing(options, name, hint)
             : directory ? instead_of_directory(options)
                         : "");
    run_report_unreadable(inputs->run, name, with_hint);
}

/* Opens the file. Returns whether to read the file. */
static bool open_file(struct inputs *inputs)
{
    struct output *output = &inputs->run->output;
    const struct file *file = &inputs->file;
    struct input *input = &inputs->input;

    if (file->in == NULL && output->used > 0 && input_open_waits(file->name)) {
        output_flush(output);
    }
    if (output_failed(output)) {
        return false;
    }
    const char *reason = file->in != NULL
                             ? input_open(input, file->name, file->in,
                                          SYSTEM_NO_WAIT | SYSTEM_NO_FOLLOW, &output->file)
                             : run_open(inputs->run, input, file->name);
    bool is_passed = file->in != NULL && input->error == 0; /* a walk skips such files */
    if (reason != NULL && !is_passed) {
        report(inputs, input->error, reason);
    }
    return reason == NULL;
}

/* Closes the open file, if there is one. */
static void close_file(struct inputs *inputs)
{
    struct input *input = &inputs->input;

    if (inputs->open) {
        diagnostics_end(&inputs->run->diagnostics);
        if (input->error != 0) {
            report(inputs, input->error, strerror(input->error));
        }
        input_close(input);
        inputs->open = false;
    }
}

static bool is_over(const struct inputs *inputs)
{
    return inputs->run->done || output_failed(&inputs->run->output);
}

static struct input *next_text(struct inputs *inputs)
{
    const struct options *options = inputs->run->options;

    if (is_over(inputs) || inputs->nth == options->strings_n) {
        diagnostics_end(&inputs->run->diagnostics);
        return NULL;
    }
    input_octets(&inputs->input, "-e", furl_range_of(options->strings[inputs->nth++]));
    inputs->input.typed = true;
    return &inputs->input;
}

struct input *inputs_next(struct inputs *inputs, struct run *run)
{
    if (inputs->run == NULL) {
        begin(inputs, run);
    }
    if (run->options->strings_n > 0) {
        return next_text(inputs);
    }
    close_file(inputs);
    while (!is_over(inputs) && next_file(inputs)) {
        if (open_file(inputs)) {
            inputs->open = true;
            diagnostics_begin(&run->diagnostics, inputs->input.name);
            run->record = 1;
            return &inputs->input;
        }
    }
    end_input(inputs);
    return NULL;
}

bool inputs_has_files(const struct options *options)
{
    return options->files_n > 0 || options->list != NULL || options->recursive ||
           options->areas != NULL;
}
