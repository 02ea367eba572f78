#include "config.h"

#include "runs.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "temporary.h"

int fidourl_main(int argc, char **argv);
ssize_t __real_read(int fd, void *octets, size_t n);
ssize_t __wrap_read(int fd, void *octets, size_t n);
ssize_t __wrap___read_chk(int fd, void *octets, size_t n, size_t room);

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

void fuzz_run(const char *const arguments[RUN_ARGUMENTS], struct furl_range input, size_t pieces,
              struct run_outcome *outcome)
{
    char *argv[RUN_ARGUMENTS + 2] = {(char *)"fidourl"};
    int argc = 1;

    for (; argc <= RUN_ARGUMENTS && arguments[argc - 1] != NULL; argc++) {
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
    fuzz_add(&outcome->messages, "", 1);
    outcome->messages.n--;
    bool bundle = strstr((const char *)outcome->messages.at, "; unpack it") != NULL;
    HOLDS(outcome->status == 0 || outcome->status == 1 || (outcome->status == 2 && bundle));
}

void fuzz_run_free(struct run_outcome *outcome)
{
    free(outcome->output.at);
    free(outcome->messages.at);
}
