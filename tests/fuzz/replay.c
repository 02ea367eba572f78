/*
 * Runs inputs through their targets.
 *
 *     replay CORPUS...              corpora, each named after its target: TARGET.txt
 *     replay -l                     lists the targets
 *     replay -x CORPUS FOLDER       writes its inputs to files in the folder
 *     replay -p FILE...             prints files as lines of a corpus
 *
 * A corpus is an input a line, in which \n \r \t \\ \0 and \xHH stand for octets; `#` begins a
 * comment.
 */
#include "config.h"

#include <stdio.h>

#include "fuzz.h"

static FILE *open_file(const char *name, const char *mode)
{
    FILE *file = fopen(name, mode);

    if (file == NULL) {
        perror(name);
        exit(FAILED_SETUP);
    }
    return file;
}

/* Undoes the escapes of a line. */
static void undo(const char *line, struct fuzz_text *octets)
{
    static const char names[] = "nrt\\0", values[] = "\n\r\t\\\0";

    for (octets->n = 0; *line != '\0' && *line != '\n'; line++) {
        unsigned octet = (unsigned char)*line;
        const char *name = octet == '\\' ? strchr(names, line[1]) : NULL;
        if (name != NULL && *name != '\0') {
            octet = (unsigned char)values[name - names];
            line++;
        } else if (octet == '\\' && sscanf(line, "\\x%2X", &octet) == 1) {
            line += 3;
        } else if (octet == '\\') {
            fprintf(stderr, "not a line of a corpus: %s", line);
            exit(FAILED_SETUP);
        }
        fuzz_add(octets, &(unsigned char){(unsigned char)octet}, 1);
    }
}

/* Gives each input of a corpus to `take`. Returns how many there were. */
static size_t read_corpus(const char *name, void (*take)(void *context, struct furl_range octets),
                          void *context)
{
    FILE *file = open_file(name, "r");
    struct fuzz_text octets = {0};
    char *line = NULL;
    size_t room = 0, n = 0;

    while (getline(&line, &room, file) > 0) {
        if (line[0] != '#') {
            undo(line, &octets);
            /* In memory of its own size, as a fuzzer gives it. */
            unsigned char *exact = fuzz_room(octets.n);
            if (octets.n > 0) {
                memcpy(exact, octets.at, octets.n);
            }
            take(context, (struct furl_range){exact, octets.n});
            free(exact);
            n++;
        }
    }
    free(line);
    free(octets.at);
    fclose(file);
    return n;
}

static void give(void *context, struct furl_range octets)
{
    ((const struct fuzz_target *)context)->run(octets);
}

/* Runs the inputs of a corpus. Returns how many there were. */
static size_t replay(const char *name)
{
    const char *slash = strrchr(name, '/');
    char target_name[32] = "";

    sscanf(slash != NULL ? slash + 1 : name, "%31[^.]", target_name);
    const struct fuzz_target *target = fuzz_target(target_name);
    if (target == NULL) {
        fprintf(stderr, "%s: there is no target of that name\n", name);
        exit(FAILED_SETUP);
    }
    size_t n = read_corpus(name, give, (void *)target);
    printf("%s: %zu inputs\n", target_name, n);
    return n;
}

struct folder {
    const char *name;
    unsigned n;
};

static void write_file(void *context, struct furl_range octets)
{
    struct folder *folder = context;
    char name[4096];

    snprintf(name, sizeof name, "%s/%u", folder->name, folder->n++);
    FILE *file = open_file(name, "wb");
    fwrite(octets.at, 1, octets.n, file);
    if (fclose(file) != 0) {
        perror(name);
        exit(FAILED_SETUP);
    }
}

/* Whether it is not easily seen, or would be taken for something else, where it is. */
static bool hides(int octet, bool first, bool last)
{
    return octet < ' ' || octet > '~' || (first && octet == '#') || (last && octet == ' ');
}

static void print_file(const char *name)
{
    FILE *file = open_file(name, "rb");

    int octet = getc(file), next = EOF;
    for (bool first = true; octet != EOF; first = false, octet = next) {
        next = getc(file);
        if (octet == '\n') {
            fputs("\\n", stdout);
        } else if (octet == '\\') {
            fputs("\\\\", stdout);
        } else if (hides(octet, first, next == EOF)) {
            printf("\\x%02X", (unsigned)octet);
        } else {
            putchar(octet);
        }
    }
    putchar('\n');
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "-l") == 0) {
        for (const struct fuzz_target *target = fuzz_targets; target->name != NULL; target++) {
            puts(target->name);
        }
        return 0;
    }
    if (argc == 4 && strcmp(argv[1], "-x") == 0) {
        read_corpus(argv[2], write_file, &(struct folder){argv[3], 0});
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "-p") == 0) {
        for (int i = 2; i < argc; i++) {
            print_file(argv[i]);
        }
        return 0;
    }
    size_t n = 0;
    for (int i = 1; i < argc; i++) {
        n += replay(argv[i]);
    }
    return n == 0;
}
