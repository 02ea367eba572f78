/*
 * Parameters that make a quicksort quadratic, sorted by the whole program in its sandbox. They come
 * of an adversary (M. D. McIlroy, A killer adversary for quicksort, 1999), let loose on the
 * algorithm that glibc takes where it finds no memory: median of three, the larger part later. A
 * sort of n log n steps is done at once; that one takes much longer than we wait.
 *
 *     antiqsort PROGRAM
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "processes.h"

/* Parameters, and the octets that all their names begin with, so that comparing takes its time. */
enum { PARAMETERS = 30000, BEFORE = 150, DIGITS = 6, NAME = BEFORE + DIGITS };

/* Seconds to wait: many more than any machine needs. */
#define PATIENCE 120

/* Ranks as the adversary deals them out: GAS is more than any that it has dealt. */
enum { GAS = PARAMETERS };
static struct {
    int rank[PARAMETERS];
    int dealt, candidate;
} adversary;

/* Compares two things, whose ranks are not known as long as may be. */
static int compare(int a, int b)
{
    int *rank = adversary.rank;

    if (rank[a] == GAS && rank[b] == GAS) {
        rank[a == adversary.candidate ? a : b] = adversary.dealt++;
    }
    if (rank[a] == GAS) {
        adversary.candidate = a;
    } else if (rank[b] == GAS) {
        adversary.candidate = b;
    }
    return rank[a] - rank[b];
}

static void swap(int *a, int *b)
{
    int kept = *a;

    *a = *b;
    *b = kept;
}

/* Puts the median of three at the middle. */
static void order(int *low, int *middle, int *high)
{
    if (compare(*middle, *low) < 0) {
        swap(middle, low);
    }
    if (compare(*high, *middle) >= 0) {
        return;
    }
    swap(middle, high);
    if (compare(*middle, *low) < 0) {
        swap(middle, low);
    }
}

/* Divides what lies between: up to `right` all is the pivot or less, from `left` on it or more. */
static void divide(int *low, int *high, int **left, int **right)
{
    int *pivot = low + (high - low) / 2, *i = low + 1, *j = high - 1;

    order(low, pivot, high);
    while (i <= j) {
        while (compare(*i, *pivot) < 0) {
            i++;
        }
        while (compare(*pivot, *j) < 0) {
            j--;
        }
        if (i < j) {
            swap(i, j);
            pivot = pivot == i ? j : pivot == j ? i : pivot;
        }
        if (i <= j) {
            i++;
            j--;
        }
    }
    *left = i;
    *right = j;
}

/* The parts that are left to a last pass over all, which is linear. */
enum { SMALL = 4 };

static void quicksort(int *things, size_t n)
{
    struct {
        int *low, *high;
    } later[64];
    size_t parts = 0;
    int *low = things, *high = things + n - 1, *left = NULL, *right = NULL;

    for (;;) {
        divide(low, high, &left, &right);
        bool small_left = right - low <= SMALL, small_right = high - left <= SMALL;
        if (small_left && small_right) {
            if (parts == 0) {
                return;
            }
            parts--;
            low = later[parts].low;
            high = later[parts].high;
        } else if (small_left) {
            low = left;
        } else if (small_right) {
            high = right;
        } else if (right - low > high - left) {
            later[parts].low = low;
            later[parts++].high = right;
            low = left;
        } else {
            later[parts].low = left;
            later[parts++].high = high;
            high = right;
        }
    }
}

/* Has the adversary deal out all ranks. */
static void deal(void)
{
    static int things[PARAMETERS];

    for (int i = 0; i < PARAMETERS; i++) {
        things[i] = i;
        adversary.rank[i] = GAS;
    }
    quicksort(things, PARAMETERS);
    for (int i = 0; i < PARAMETERS; i++) {
        if (adversary.rank[i] == GAS) {
            adversary.rank[i] = adversary.dealt++;
        }
    }
}

/* The URL, its parameters in the order of `ranks`, or sorted if that is NULL, and an LF. */
static char *make(const int *ranks, size_t *n)
{
    static const char start[] = "http://a/";
    char *url = malloc(sizeof start + PARAMETERS * (size_t)(NAME + 1) + 1), *to = url;

    if (url == NULL) {
        exit(FAILED_SETUP);
    }
    to += snprintf(to, sizeof start, "%s", start);
    for (int i = 0; i < PARAMETERS; i++) {
        *to++ = i == 0 ? '?' : '&';
        memset(to, 'x', BEFORE);
        to += BEFORE + snprintf(to + BEFORE, DIGITS + 1, "%0*d", DIGITS, ranks ? ranks[i] : i);
    }
    *to++ = '\n';
    *n = (size_t)(to - url);
    return url;
}

/* In a child: writes the URL. */
static int feed(int to, const char *url, size_t n)
{
    while (n > 0) {
        ssize_t some = write(to, url, n);
        if (some < 0) {
            return FAILED_SETUP;
        }
        url += some;
        n -= (size_t)some;
    }
    return 0;
}

/* In a child: becomes the program. */
static int sort(const char *program, int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close(in);
    close(out);
    alarm(PATIENCE);
    execl(program, "fidourl", "normalize", "--sort-params", "--max-length=60000000", (char *)NULL);
    return FAILED_SETUP;
}

/* Whether what comes is the URL, and nothing else. */
static bool comes(int from, const char *url, size_t n)
{
    static char block[65536];
    bool fine = true;
    ssize_t some = 0;

    while ((some = read(from, block, sizeof block)) > 0) {
        fine = fine && (size_t)some <= n && memcmp(block, url, (size_t)some) == 0;
        url += fine ? some : 0;
        n -= fine ? (size_t)some : 0;
    }
    return fine && some == 0 && n == 0;
}

int main(int argc, char **argv)
{
    int in[2], out[2];
    size_t n = 0;

    start_plain();
    if (argc != 2 || pipe(in) != 0 || pipe(out) != 0) {
        return FAILED_SETUP;
    }
    deal();
    char *killer = make(adversary.rank, &n), *sorted = make(NULL, &n);
    pid_t feeder = fork();
    if (feeder == 0) {
        close(in[0]);
        close(out[0]);
        close(out[1]);
        _exit(feed(in[1], killer, n));
    }
    close(in[1]);
    pid_t sorter = fork();
    if (sorter == 0) {
        close(out[0]);
        _exit(sort(argv[1], in[0], out[1]));
    }
    close(in[0]);
    close(out[1]);
    bool fine = comes(out[0], sorted, n);
    int fed = status_of(feeder), status = status_of(sorter);
    if (!fine || fed != 0 || status != 0) {
        printf("FAIL %d parameters that kill a quicksort: %s, status %d\n", PARAMETERS,
               fine ? "sorted" : "not sorted", status);
        return 1;
    }
    free(killer);
    free(sorted);
    return 0;
}
