/*
 * Runs commands with input that arrives in pieces: the octets that come out are the same however
 * the reads are cut. A socket that keeps the bounds of what is written gives each piece to a read
 * of its own.
 *
 *     pieces PROGRAM FILE...
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "processes.h"
#include "temporary.h"

#define INPUT_MAX  ((size_t)1 << 16)
#define PIECE_MAX  4096
#define OUTPUT_MAX (INPUT_MAX * 4)

static const char *const commands[][4] = {
    {"normalize", "--sort-params", "--display"},
    {"normalize", "--strict", "--keep-fragment"},
    {"encode", NULL},
    {"encode", "--whole", NULL},
    {"encode", "-z", NULL},
    {"decode", "-q", NULL},
    {"decode", "-q", "--whole"},
    {"decode", "-q", "--controls=keep"},
    {"normalize", NULL},
    {"normalize", "-z", NULL},
    {"normalize", "--whole", NULL},
    {"normalize", "--max-length=20", NULL},
    {"parse", NULL},
    {"parse", "-z", "-F{display}|{param.a:json}|{areas:html}"},
    {"parse", "--whole", "--sort-params"},
    {"edit", "--set=param.a=b", "--drop=param.*c"},
    {"edit", "-z", "--set=fragment=x y"},
    {"edit", "--whole", "--sort-params"},
    {"extract", NULL},
    {"extract", "-n", "-b"},
    {"extract", "--max-length=20", NULL},
    {"extract", "--skip-quoted", "-n"},
    {"extract", "--wrapped", "-b"},
    {"extract", "-F{line} {offset} {length} {joined} {canonical} {url}", NULL},
    {"rewrite", NULL},
    {"rewrite", "--max-length=20", "-8"},
    {"rewrite", "--wrapped", NULL},
    {"rewrite", "--html", NULL},
    {"rewrite", "--html", "--charset=cp866"},
    {"rewrite", "--html", "--charset=utf-8"},
    {"rewrite", "--hyperlink=always", NULL},
    {"rewrite", "-F", "{line} {offset}"},
    {"rewrite", "--drop=param.*", "--set=fragment=x"},
    {"rewrite", "-M", NULL},
    {"extract", "-M", "-j"},
    {"messages", "--messages=text", "-j", "--text"},
    {"messages", "--messages=text", "--text"},
    {"extract", "-M", "--select=area:?findsb=a"},
    {"fold", "-w", "20"},
    {"check", "-w", "20"},
    {"check", "-j", "--skip-quoted"},
};
#define COMMANDS (COUNT(commands))

static const size_t cuts[] = {1, 3, 0}; /* 0: random lengths */

static uint64_t dice;

static size_t roll(size_t sides)
{
    return roll_dice(&dice, sides);
}

static void die(const char *what)
{
    perror(what);
    exit(FAILED_SETUP);
}

static void run(const char *program, const char *const command[4], int input, int output,
                int messages)
{
    char *arguments[] = {(char *)"fidourl", (char *)command[0], (char *)command[1],
                         (char *)command[2], NULL};

    signal(SIGPIPE, SIG_DFL);
    if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(messages, STDERR_FILENO) < 0) {
        _exit(FAILED_SETUP);
    }
    execv(program, arguments);
    _exit(FAILED_SETUP);
}

/* Opens two ends of a socket that keeps the bounds of what is written. Returns whether the reader
 * is told when the other end is closed; where it is not, a piece of no octets is the end. */
static bool open_sockets(int ends[2])
{
#if defined SOCK_SEQPACKET
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0) {
        return true;
    }
#endif
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) {
        perror("skipped, for want of a socket that keeps bounds");
        exit(SKIPPED);
    }
    /* Some systems have no room for a piece unless they are asked for it. */
    static const int room = 4 * PIECE_MAX;
    if (setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room) != 0 ||
        setsockopt(ends[1], SOL_SOCKET, SO_RCVBUF, &room, sizeof room) != 0) {
        die("room for a piece");
    }
    return false;
}

/* Sends a piece. Some systems refuse what they have no room for now, instead of waiting. */
static void send_piece(int to, const unsigned char *octets, size_t n)
{
    while (send(to, octets, n, 0) < 0) {
        if (errno != ENOBUFS) {
            die("send");
        }
        usleep(1000);
    }
}

/* Reads a file from its start to its end, OUTPUT_MAX octets at most, and closes it. Returns how
 * many there were. */
static size_t slurp(int fd, unsigned char *to)
{
    size_t n = 0;
    ssize_t some = 1;

    while (some > 0 && n < OUTPUT_MAX) {
        some = pread(fd, to + n, OUTPUT_MAX - n, (off_t)n);
        n += some > 0 ? (size_t)some : 0;
    }
    close(fd);
    return n;
}

/* Gives the octets to the command in pieces of length `cut`. Returns the length of what came out:
 * output, whose length is added to `written`, messages, and the exit status in the last octet. */
static size_t pass(const char *program, const char *const command[4], const unsigned char *octets,
                   size_t n, size_t cut, unsigned char *out, size_t *written)
{
    int ends[2];
    int output = temporary_file(), messages = temporary_file();

    if (output < 0 || messages < 0) {
        die("a temporary file");
    }
    bool told = open_sockets(ends);
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        close(ends[0]);
        run(program, command, ends[1], output, messages);
    }
    close(ends[1]);
    for (size_t i = 0; i < n;) {
        size_t length = cut > 0 ? cut : 1 + roll(60);
        length = length < n - i ? length : n - i;
        send_piece(ends[0], octets + i, length);
        i += length;
    }
    if (told) {
        close(ends[0]);
    } else { /* where closing would be an error for the reader */
        send_piece(ends[0], octets, 0);
    }
    int status = status_of(child);
    if (!told) {
        close(ends[0]);
    }
    if (status > 1) {
        printf("  %s: died, or failed\n", command[0]);
    }
    size_t got = slurp(output, out);
    *written += got;
    got += slurp(messages, out + got);
    out[got] = (unsigned char)status;
    return got + 1;
}

/* How many octets at the front of both are the same. */
static size_t common_length(const unsigned char *a, size_t a_n, const unsigned char *b, size_t b_n)
{
    size_t n = 0;

    while (n < a_n && n < b_n && a[n] == b[n]) {
        n++;
    }
    return n;
}

/* Whether the file comes out of the command the same at every cut. Adds to `written` how much. */
static bool check(const char *program, const char *const command[4], const unsigned char *octets,
                  size_t n, size_t *written)
{
    static unsigned char whole[2 * OUTPUT_MAX + 1], pieces[2 * OUTPUT_MAX + 1];
    size_t wanted =
        pass(program, command, octets, n, n < PIECE_MAX ? n : PIECE_MAX, whole, written);

    for (size_t i = 0; i < COUNT(cuts); i++) {
        size_t got = pass(program, command, octets, n, cuts[i], pieces, written);
        if (got != wanted || memcmp(whole, pieces, got) != 0 || whole[wanted - 1] > 1) {
            size_t same = common_length(whole, wanted, pieces, got);
            printf("  %s %s in pieces of %zu: %zu octets, status %d; %zu expected, status %d; "
                   "the first %zu are the same\n",
                   command[0], command[1] != NULL ? command[1] : "", cuts[i], got - 1,
                   pieces[got - 1], wanted - 1, whole[wanted - 1], same);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    static unsigned char octets[INPUT_MAX];
    static size_t written[COMMANDS];
    int passed = 0, failed = 0;

    start_plain();
    signal(SIGPIPE, SIG_IGN);
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (file == NULL) {
            die(argv[i]);
        }
        size_t n = fread(octets, 1, sizeof octets, file);
        fclose(file);
        for (size_t c = 0; c < COMMANDS; c++) {
            if (check(argv[1], commands[c], octets, n, &written[c])) {
                passed++;
            } else {
                printf("FAIL %s\n", argv[i]);
                failed++;
            }
        }
    }
    for (size_t c = 0; c < COMMANDS; c++) {
        if (written[c] == 0) {
            printf("FAIL %s writes nothing\n", commands[c][0]);
            failed++;
        }
    }
    printf("pieces: %d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
