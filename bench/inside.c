/*
 * Times the library from the inside, without files: nanoseconds for an octet, by kernels and by
 * how many octets there are. Usage: inside MAIL ESCAPED; of each the first MiB is taken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "furl/text/find.h"
#include "furl/url/percent.h"

#define TEXT_MAX ((size_t)1 << 20)

static unsigned char mail[TEXT_MAX], escaped[TEXT_MAX], out[FURL_ESCAPED_MAX(TEXT_MAX)];

static void load(const char *name, unsigned char *text)
{
    FILE *file = fopen(name, "rb");
    size_t n = file != NULL ? fread(text, 1, TEXT_MAX, file) : 0;

    if (n < TEXT_MAX) {
        fprintf(stderr, "%s: not a MiB\n", name);
        exit(2);
    }
    fclose(file);
}

static void no_report(void *context, uint64_t column, uint64_t n)
{
    (void)context;
    (void)column;
    (void)n;
}

static void do_escape(const struct furl_kernels *kernels, size_t pos, size_t n)
{
    static struct furl_escape escape;

    if (escape.kernels == NULL) {
        furl_escape_init(&escape, &furl_rule_books[FURL_FIDOURL], &furl_components[FURL_VALUE]);
        furl_escape_lines(&escape);
    }
    escape.kernels = kernels;
    furl_escape_feed(&escape, mail + pos, n, out);
    furl_escape_final(&escape, out);
}

static void do_unescape(const struct furl_kernels *kernels, size_t pos, size_t n)
{
    static struct furl_unescape unescape;
    struct furl_range stays = {(const unsigned char *)"\n\r", 3};

    if (unescape.kernels == NULL) {
        furl_unescape_init(&unescape, ' ', stays, false, no_report, NULL);
    }
    unescape.kernels = kernels;
    furl_unescape_feed(&unescape, escaped + pos, n, out);
    furl_unescape_final(&unescape, out);
}

/* A finder with these kernels. */
static const struct furl_find_settings *finder_with(const struct furl_kernels *kernels)
{
    static struct furl_find_settings settings;

    if (settings.tables.kernels != kernels) {
        furl_find_settings_init(&settings, kernels, TEXT_MAX, false);
    }
    return &settings;
}

static void do_find(const struct furl_kernels *kernels, size_t pos, size_t n)
{
    static struct furl_buffer joined;
    const struct furl_find_settings *settings = finder_with(kernels);
    struct furl_window window = furl_window_of((struct furl_range){mail + pos, n});
    struct furl_search search = {.pos = 0};
    struct furl_match match;

    while (furl_find(settings, &window, &search, &joined, &match) == FURL_FOUND) {
    }
}

static void do_names(const struct furl_kernels *kernels, size_t pos, size_t n)
{
    const struct furl_find_settings *settings = finder_with(kernels);

    for (size_t from = 0; from < n;) {
        size_t places[FURL_CANDIDATES_MAX];
        kernels->find_names(&settings->filter, mail + pos, n, &from, places);
    }
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

typedef void task_function(const struct furl_kernels *kernels, size_t pos, size_t n);

/* Nanoseconds for an octet: the least of some runs, each of which takes the text in pieces of `n`
 * octets, so that what the processor learns of one is of no use for the next. */
static double least(task_function *task, const struct furl_kernels *kernels, size_t n)
{
    double best = 1e300;

    for (int run = 0; run < 15; run++) {
        double start = now();
        for (size_t pos = 0; pos < TEXT_MAX; pos += n) {
            task(kernels, pos, n);
        }
        double octet = (now() - start) / (double)TEXT_MAX;
        best = octet < best ? octet : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        task_function *task;
    } tasks[] = {
        {"escape", do_escape}, {"unescape", do_unescape}, {"find", do_find}, {"names", do_names}};

    if (argc != 3) {
        fputs("usage: inside MAIL ESCAPED\n", stderr);
        return 2;
    }
    load(argv[1], mail);
    load(argv[2], escaped);
    printf("%-10s %-8s", "ns/octet", "");
    for (size_t n = 1024; n <= TEXT_MAX; n *= 4) {
        printf(" %7zuK", n / 1024);
    }
    putchar('\n');
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        for (size_t nth = 0; nth < FURL_KERNELS; nth++) {
            const struct furl_kernels *kernels = furl_kernels_of(nth);
            if (kernels == NULL) {
                continue;
            }
            printf("%-10s %-8s", tasks[i].name, kernels->name);
            for (size_t n = 1024; n <= TEXT_MAX; n *= 4) {
                printf(" %8.3f", least(tasks[i].task, kernels, n));
            }
            putchar('\n');
        }
    }
    return 0;
}
