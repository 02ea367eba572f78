/*
 * Faults: the program is linked with system calls and an allocator that can be told to fail, and is
 * run as a function for each fault.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "scenarios.h"

/* What the program puts in the place of a closed standard descriptor. */
#if defined O_PATH
#define PLACE_HOLDER "/"
#else
#define PLACE_HOLDER "/dev/null"
#endif

/* The calls that can fail. */
enum call {
    CALL_READ,
    CALL_WRITE,
    CALL_OPEN,
    CALL_CLOSE,
    CALL_FSTAT,
    CALL_POLL, /* one that only asks */
    CALL_WAIT, /* one that waits */
    CALL_ISATTY,
    CALL_FCNTL,
    CALL_MEMORY, /* malloc, calloc, realloc */
    CALLS
};
extern const char *const call_names[CALLS];

enum trick {
    NO_FAULT,
    FAIL,     /* with `error` */
    SHORTEN,  /* a read or write to half of what it could do, at least an octet */
    NOTHING,  /* a write that takes nothing */
    INSTEAD,  /* a read that gets `text`, after which its input ends */
    SHRINK,   /* the file loses all it has before it is read */
    GROW,     /* `text` is added to it before, */
    COMPLETE, /* or what the file of its name and REST has */
    SWAP,     /* before something is opened, the directory `text` is moved, and a link is there */
};
#define REST ".rest"

/* What happens at the `nth` call, from 1, and, if `every` is not 0, at every so many after it
 * of the same descriptor. */
struct fault {
    enum call call;
    enum trick trick;
    unsigned long nth, every;
    int error;
    const char *text;
};

/* How calls go in a run, faults aside. */
struct manner {
    size_t piece;  /* octets that a read gives at most; 0: what there is */
    bool slow;     /* input never seems to be there already: output is written before each read */
    bool terminal; /* standard output seems to be one */
    bool hints;    /* so does standard error: there are notes */
    bool bsd;      /* getopt_long returns what BSD's does */
    bool certain;  /* the system has no random octets */
};

#define WRITES_MAX ((size_t)4096)
#define NAME_SIZE  64

/* What happened in a run. */
struct trace {
    unsigned long n[CALLS];
    long blocks; /* allocated and not freed */
    struct {
        int fd;
        size_t n;
    } writes[WRITES_MAX]; /* those that took something */
    size_t writes_n;
    size_t operand; /* how many were opened, or should have been */
    int lowest;     /* the lowest descriptor that a file got, /dev/null aside */
    int waited;     /* the descriptor that the last wait was for */
    short events;   /* and for which events */
    /* Of the first fault that struck. */
    bool struck;
    enum call call;
    int fd;
    char name[NAME_SIZE];        /* of the file, "-" for standard input */
    unsigned long before[CALLS]; /* calls until then, that one included */
    size_t writes_before;        /* of `writes` */
    size_t struck_operand;       /* of those that were opened, the last, from 1 */
};

/* Lets calls go in that manner, with the faults, `n` of them, and traces them; until calls_end. */
void calls_begin(const struct manner *manner, const struct fault *faults, size_t n,
                 struct trace *trace);
void calls_end(void);

/* Octets of a file of the test's. */
struct octets {
    unsigned char *ptr;
    size_t n;
};

/* How a run went. */
struct outcome {
    int status;
    struct octets output, messages;
    struct trace trace;
    int left; /* descriptors that are open; of a run in this process */
};

/* A run of the program: its arguments, NULL at the end, and what it reads as standard input. */
struct run {
    const char *arguments[16];
    const char *input;   /* a file; NULL: there is nothing to read */
    struct octets given; /* what it reads instead, if there is anything */
    struct manner manner;
    struct fault faults[2];
    unsigned closed; /* bits of standard descriptors that are closed */
};

/* Sets up what runs need; and tells of a run that a signal ends, or that does not end. */
void runs_begin(void);
void runs_guard(void);

/* Runs the program in this process. The caller drops what it gave. */
void run(const struct run *run, struct outcome *outcome);
void drop(struct outcome *outcome);

/* A run, as a failure describes it. The next call overwrites that. */
const char *run_name(const struct run *run);

/* Checks. Each prints what is wrong, and counts. */
struct count {
    unsigned long runs, checks, failed;
};
extern struct count count;
bool check(bool fine, const char *what);
bool is_text(const struct octets *octets, const char *text);
bool is_equal(const struct octets *a, const struct octets *b);

/* The parts of the test. Of the scenarios, the faults with `some` in their descriptions: returns
 * whether there were any. */
bool test_scenarios(const char *some);
bool test_mail(const char *some);
void test_files(void);
void test_folders(void);

#endif
