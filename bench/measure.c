/*
 * Runs the commands of a table in turn, and prints what each took. Usage: measure RUNS TABLE,
 * where each line of TABLE has six fields, separated by TAB: group, who, file, repeats, count,
 * command. The rows of a group are together and run in turn, RUNS times REPEATS times, over the
 * same FILE ("-": none; "NAME*N": N times over), for which `{}` is in the command; the first row of
 * a group is what the others are compared to. COUNT is how many URLs or strings are in the file, if
 * it is to be printed how long each takes; else 0. A command with one of `|<>'"` is given to sh(1).
 * Standard output is /dev/null, or the file that MEASURE_OUT names if the command begins with `+`.
 * A command that fails, or is not there, is named and left out; one that begins with `?` may end
 * with status 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROWS_MAX = 640, ARGUMENTS_MAX = 32, MISSING = 127 };

struct row {
    char *group, *who, *file, *command;
    size_t repeats;
    const char *wrong; /* why there is no time; NULL: there is */
    double octets;     /* of the file; 0: none */
    double count;      /* of what is in the file; 0: not known */
    double *seconds;   /* of each run */
    long peak;         /* KiB */
};

static void stop(const char *what)
{
    perror(what);
    exit(2);
}

/* Replaces each `{}` by the file's name. */
static char *with_file(const char *command, const char *file)
{
    char *whole = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&whole, &n);

    if (stream == NULL) {
        stop("memory");
    }
    for (const char *ptr = NULL; (ptr = strstr(command, "{}")) != NULL; command = ptr + 2) {
        fprintf(stream, "%.*s%s", (int)(ptr - command), command, file);
    }
    fputs(command, stream);
    if (fclose(stream) != 0) {
        stop("memory");
    }
    return whole;
}

static void become(char *command)
{
    char *arguments[ARGUMENTS_MAX + 1] = {NULL};
    size_t n = 0;
    const char *to = "/dev/null";

    if (command[0] == '+') {
        to = getenv("MEASURE_OUT");
    }
    command += command[0] == '+' || command[0] == '?';
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int null = open("/dev/null", O_RDWR);
    if (out < 0 || null < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0 ||
        dup2(null, STDIN_FILENO) < 0) {
        _exit(MISSING);
    }
    if (strpbrk(command, "|<>'\"") != NULL) {
        execlp("sh", "sh", "-c", command, (char *)NULL);
    }
    for (char *word = strtok(command, " "); word != NULL && n < ARGUMENTS_MAX;
         word = strtok(NULL, " ")) {
        arguments[n++] = word;
    }
    execvp(arguments[0], arguments);
    _exit(MISSING);
}

/* Runs the row once; `nth` < 0: to warm up. */
static void run(struct row *row, long nth)
{
    struct timespec before, after;
    struct rusage usage;
    int status = 0;
    char *command = with_file(row->command, row->file);

    clock_gettime(CLOCK_MONOTONIC, &before);
    pid_t child = vfork();
    if (child == 0) {
        become(command);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        stop("run");
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    free(command);
    int ended = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (ended == MISSING) {
        row->wrong = "not here";
    } else if (ended < 0 || ended > (row->command[0] == '?')) {
        row->wrong = "it failed";
    }
    if (nth >= 0) {
        row->seconds[nth] =
            (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) / 1e9;
        row->peak = usage.ru_maxrss > row->peak ? usage.ru_maxrss : row->peak;
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* The median of the runs; sorts them. */
static double median(struct row *row, size_t runs)
{
    qsort(row->seconds, runs, sizeof row->seconds[0], compare);
    return runs % 2 != 0 ? row->seconds[runs / 2]
                         : (row->seconds[runs / 2 - 1] + row->seconds[runs / 2]) / 2;
}

/* What is compared: the time, for each octet if there are any. */
static double cost(const struct row *row, double seconds)
{
    return row->octets > 0 ? seconds / row->octets : seconds;
}

static void print_if(bool known, double value)
{
    if (known) {
        printf("%7.2f ", value);
    } else {
        printf("%7s ", "");
    }
}

static void print_row(struct row *row, size_t runs, double first)
{
    double middle = median(row, runs);

    printf("  %-34s %9.2f %9.2f %9.2f ", row->who, middle * 1e3, row->seconds[0] * 1e3,
           row->seconds[runs - 1] * 1e3);
    print_if(row->octets > 0, row->octets / middle / 1e9);
    print_if(row->count > 0, middle * 1e9 / row->count);
    printf("%8.2f %7.1f\n", cost(row, middle) / first, (double)row->peak / 1024);
}

static void run_group(struct row *rows, size_t n, size_t runs)
{
    size_t total = runs * rows[0].repeats;

    for (size_t i = 0; i < n; i++) {
        rows[i].seconds = calloc(total, sizeof *rows[i].seconds);
        if (rows[i].seconds == NULL) {
            stop("memory");
        }
        run(&rows[i], -1);
    }
    for (size_t nth = 0; nth < total; nth++) {
        for (size_t i = 0; i < n; i++) {
            if (rows[i].wrong == NULL) {
                run(&rows[i], (long)nth);
            }
        }
    }
    printf("\n%s\n  %-34s %9s %9s %9s %7s %7s %8s %7s\n", rows[0].group, "", "median ms", "least",
           "most", "GB/s", "ns each", "/ first", "MB peak");
    double first = 0;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].wrong != NULL) {
            printf("  %-34s %s\n", rows[i].who, rows[i].wrong);
            continue;
        }
        first = first > 0 ? first : cost(&rows[i], median(&rows[i], total));
        print_row(&rows[i], total, first);
    }
    for (size_t i = 0; i < n; i++) {
        free(rows[i].seconds);
    }
    fflush(stdout);
}

static char *field(char **line)
{
    char *ptr = strsep(line, "\t");

    if (ptr == NULL) {
        errno = EINVAL;
        stop("table");
    }
    return ptr;
}

static void read_row(struct row *row, char *line)
{
    struct stat status;

    *row = (struct row){.group = field(&line)};
    row->who = field(&line);
    row->file = field(&line);
    row->repeats = strtoul(field(&line), NULL, 10);
    row->count = strtod(field(&line), NULL);
    row->command = field(&line);
    char *times = strchr(row->file, '*');
    if (times != NULL) {
        *times++ = '\0';
    }
    row->octets = stat(row->file, &status) == 0 ? (double)status.st_size : 0;
    row->octets *= times != NULL ? strtod(times, NULL) : 1;
}

int main(int argc, char **argv)
{
    static struct row rows[ROWS_MAX];
    static char lines[ROWS_MAX][1024];
    size_t rows_n = 0;
    size_t runs = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    FILE *table = runs > 0 ? fopen(argv[2], "r") : NULL;

    if (table == NULL) {
        fputs("usage: measure RUNS TABLE\n", stderr);
        return 2;
    }
    while (rows_n < ROWS_MAX && fgets(lines[rows_n], sizeof lines[0], table) != NULL) {
        lines[rows_n][strcspn(lines[rows_n], "\n")] = '\0';
        read_row(&rows[rows_n], lines[rows_n]);
        rows_n++;
    }
    if (rows_n == ROWS_MAX) {
        fputs("measure: too many rows\n", stderr);
        return 2;
    }
    fclose(table);
    for (size_t pos = 0, n = 0; pos < rows_n; pos += n) {
        for (n = 1; pos + n < rows_n && strcmp(rows[pos + n].group, rows[pos].group) == 0; n++) {
        }
        run_group(&rows[pos], n, runs);
    }
    return 0;
}
