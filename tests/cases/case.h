/* The cases of a file, as tests/cases/README describes them. After config.h. */
#ifndef CASE_H
#define CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define CASE_FILES 8

/* Octets; room for them comes with the first one. */
struct text {
    unsigned char *octets;
    size_t n;
};

/* A file that is there before the command runs. */
struct case_file {
    char name[256];
    struct text text;
};

struct test {
    char source[4096]; /* the file and the line where the case begins */
    unsigned long line;
    char name[256], command[4096];
    struct case_file files[CASE_FILES];
    size_t files_n;
    struct text input, output, messages;
    int status;
    bool terminal; /* standard output is one */
    bool session;  /* one folder for all cases of the file that are in its session */
};

/* A file of cases, as far as it was read. */
struct case_reader {
    FILE *stream;
    char source[4096]; /* the file and the line that were read last */
    unsigned long line;
    char text[65536]; /* that line */
    bool ahead;       /* it begins the next case */
};

/* Ends the program with the system's reason. */
_Noreturn void die(const char *what);

void add_octet(struct text *text, unsigned char octet);

/* Begins to read a file. The program ends if it cannot be opened. */
void open_cases(struct case_reader *reader, const char *file);

/* Reads the next case into `test`, whose memory is used again. Returns whether there was one. The
 * program ends at a line that is not part of a case. */
bool read_case(struct case_reader *reader, struct test *test);

#endif
