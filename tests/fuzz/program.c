/*
 * The whole program, run within this process, over files: however its reads are cut, it writes the
 * same; what it encoded, it decodes; normalizing twice is normalizing once; URLs are where
 * extract says. The linker gives us its reads, and libmain.la its first function.
 */
#include "config.h"

#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "common.h"
#include "fuzz.h"
#include "temporary.h"

int fidourl_main(int argc, char **argv);
ssize_t __real_read(int fd, void *octets, size_t n);
ssize_t __wrap_read(int fd, void *octets, size_t n);
ssize_t __wrap___read_chk(int fd, void *octets, size_t n, size_t room);

#define ARGUMENTS 5

/* What the property of a command is. */
enum property { ALONE, UNDONE, IDEMPOTENT, OFFSETS };

static const struct row {
    const char *arguments[ARGUMENTS];
    enum property property;
} rows[] = {
    {{"extract"}, ALONE},
    {{"extract", "--byte-offset"}, OFFSETS},
    {{"extract", "--byte-offset", "-8"}, OFFSETS},
    {{"extract", "-j"}, ALONE},
    {{"extract", "-j", "-8", "-z"}, ALONE},
    {{"extract", "-n", "-u"}, ALONE},
    {{"extract", "-H", "-s", "fido,http"}, ALONE},
    {{"extract", "-c", "--max-count=3"}, ALONE},
    {{"extract", "--max-length=20"}, ALONE},
    {{"extract", "-q"}, ALONE},
    {{"extract", "--skip-quoted", "-n"}, ALONE},
    {{"extract", "-j", "--canonical", "--not-scheme=http"}, ALONE},
    {{"normalize"}, IDEMPOTENT},
    {{"normalize", "--strict", "--keep-fragment"}, IDEMPOTENT},
    {{"normalize", "--sort-params"}, IDEMPOTENT},
    {{"normalize", "--display"}, IDEMPOTENT},
    {{"normalize", "-z", "--rules=rfc1738"}, IDEMPOTENT},
    {{"normalize", "--whole", "--rules=rfc3986"}, IDEMPOTENT},
    {{"normalize", "--strict", "--rules=rfc1630"}, IDEMPOTENT},
    {{"normalize", "--base=http://a/b/c?d#e"}, ALONE},
    {{"normalize", "--base=area://a/b/c?d"}, ALONE},
    {{"normalize", "--max-length=20"}, ALONE},
    {{"encode", "--whole"}, UNDONE},
    {{"encode", "--whole", "-c", "areatag"}, UNDONE},
    {{"encode", "--whole", "--rules=rfc3986"}, UNDONE},
    {{"encode", "--whole", "--rules=rfc1630", "-c", "path"}, UNDONE},
    {{"encode"}, ALONE},
    {{"encode", "-z", "-c", "path"}, ALONE},
    {{"encode", "-c", "url"}, IDEMPOTENT},
    {{"encode", "-c", "url", "--rules=rfc3986"}, IDEMPOTENT},
    {{"decode"}, ALONE},
    {{"decode", "--controls=keep"}, ALONE},
    {{"decode", "-z", "-c", "url"}, ALONE},
    {{"decode", "--whole", "--controls=keep", "-c", "url"}, ALONE},
    {{"parse"}, ALONE},
    {{"parse", "--sort-params", "--whole"}, ALONE},
    {{"parse", "-F", "{canonical}"}, IDEMPOTENT},
    {{"parse", "-zF", "{display:shell}{areas:html}{param.a:json}{path}{net}{url:encode}"}, ALONE},
    {{"extract", "-F", "{file:json}{line}{joined}{open}{canonical:html}{host}{param.x}"}, ALONE},
    {{"extract", "-uF", "{scheme}{area}{port}{url:shell}"}, ALONE},
};

/* The standard descriptors of the program are these files; of ours, what they were. */
static int files[3] = {-1, -1, -1}, ours[3];

/* How long reads of standard input are at most; 0: as they are. */
static size_t cut;

ssize_t __wrap_read(int fd, void *octets, size_t n)
{
    return __real_read(fd, octets, fd == STDIN_FILENO && cut > 0 && cut < n ? cut : n);
}

/* What read(2) is where FORTIFY_SOURCE knows the room. */
ssize_t __wrap___read_chk(int fd, void *octets, size_t n, size_t room)
{
    (void)room;
    return __wrap_read(fd, octets, n);
}

static void wants(bool holds, const char *what)
{
    if (!holds) {
        perror(what);
        exit(FAILED_SETUP);
    }
}

static void open_files(void)
{
    for (int i = 0; i < 3 && files[i] < 0; i++) {
        int file = temporary_file();
        wants(file >= 0, "a temporary file");
        files[i] = fcntl(file, F_DUPFD_CLOEXEC, 10);
        ours[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
        wants(files[i] >= 0 && ours[i] >= 0, "descriptors");
        close(file);
    }
}

static void fill(int fd, struct furl_range octets)
{
    wants(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0, "a file");
    wants(octets.n == 0 || write(fd, octets.at, octets.n) == (ssize_t)octets.n, "a file");
    wants(lseek(fd, 0, SEEK_SET) == 0, "a file");
}

static void slurp(int fd, struct fuzz_text *text)
{
    unsigned char block[4096];
    ssize_t n = 0;

    text->n = 0;
    wants(lseek(fd, 0, SEEK_SET) == 0, "a file");
    while ((n = __real_read(fd, block, sizeof block)) > 0) {
        fuzz_add(text, block, (size_t)n);
    }
}

/* What comes of a run. */
struct outcome {
    struct fuzz_text output, messages;
    int status;
};

static void run(const char *const *arguments, struct furl_range input, size_t pieces,
                struct outcome *outcome)
{
    char *argv[ARGUMENTS + 2] = {(char *)"fidourl"};
    int argc = 1;

    for (; argc <= ARGUMENTS && arguments[argc - 1] != NULL; argc++) {
        argv[argc] = (char *)arguments[argc - 1];
    }
    open_files();
    fill(files[0], input);
    fill(files[1], (struct furl_range){NULL, 0});
    fill(files[2], (struct furl_range){NULL, 0});
    for (int i = 0; i < 3; i++) {
        wants(dup2(files[i], i) == i, "descriptors");
    }
    optind = 1;
    cut = pieces;
    outcome->status = fidourl_main(argc, argv);
    cut = 0;
    fflush(stderr);
    for (int i = 0; i < 3; i++) {
        wants(dup2(ours[i], i) == i, "descriptors");
    }
    slurp(files[1], &outcome->output);
    slurp(files[2], &outcome->messages);
    HOLDS(outcome->status == 0 || outcome->status == 1);
}

/* The same command, but `decode`: it gives the input back. */
static void check_undone(const struct row *row, struct furl_range input,
                         const struct outcome *outcome)
{
    const char *arguments[ARGUMENTS];
    struct outcome back = {0};

    memcpy(arguments, row->arguments, sizeof arguments);
    arguments[0] = "decode";
    run(arguments, fuzz_range(&outcome->output), 0, &back);
    HOLDS(back.status == 0);
    HOLDS(fuzz_equal(input, fuzz_range(&back.output)));
    free(back.output.at);
    free(back.messages.at);
}

static void check_idempotent(const struct row *row, const struct outcome *outcome)
{
    struct outcome again = {0};

    run(row->arguments, fuzz_range(&outcome->output), 0, &again);
    HOLDS(fuzz_equal(fuzz_range(&outcome->output), fuzz_range(&again.output)));
    HOLDS(again.status <= outcome->status);
    free(again.output.at);
    free(again.messages.at);
}

/* Each line is an offset, a TAB, and what is there, up to a mark at least. */
static void check_offsets(struct furl_range input, const struct outcome *outcome)
{
    const char *line = (const char *)outcome->output.at;
    const char *end = line + outcome->output.n;
    uint64_t last = 0;

    while (line < end) {
        char *url = NULL;
        uint64_t offset = strtoull(line, &url, 10);
        HOLDS(*url == '\t' && offset >= last && offset < input.n);
        last = offset + 1;
        for (url++; *url != '\n' && (unsigned char)*url == input.at[offset]; url++) {
            offset++;
        }
        /* It may resume with as many `%` as it paused at. */
        HOLDS(*url == '\n' || input.at[offset] == '%' || input.at[offset - 1] == '%');
        line = strchr(url, '\n') + 1;
    }
}

void fuzz_program(struct furl_range octets)
{
    const struct row *row = &rows[fuzz_choose(&octets, COUNT(rows))];
    size_t pieces = fuzz_choose_cut(&octets);
    struct outcome whole = {0}, piecewise = {0};

    run(row->arguments, octets, 0, &whole);
    run(row->arguments, octets, pieces, &piecewise);
    HOLDS(whole.status == piecewise.status);
    HOLDS(fuzz_equal(fuzz_range(&whole.output), fuzz_range(&piecewise.output)));
    HOLDS(fuzz_equal(fuzz_range(&whole.messages), fuzz_range(&piecewise.messages)));
    if (row->property == UNDONE) {
        check_undone(row, octets, &whole);
    } else if (row->property == IDEMPOTENT) {
        check_idempotent(row, &whole);
    } else if (row->property == OFFSETS) {
        fuzz_add(&whole.output, "", 1);
        whole.output.n--;
        check_offsets(octets, &whole);
    }
    free(whole.output.at);
    free(whole.messages.at);
    free(piecewise.output.at);
    free(piecewise.messages.at);
}
