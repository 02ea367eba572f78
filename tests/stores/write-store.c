/*
 * Writes stores of mail, and damages them.
 *
 *     write-store [-i INDEX] FORMAT NAME [LETTER]...
 *     write-store patch FILE [OFFSET=OCTETS]...
 *     write-store cut FILE N
 *
 * Letters are in their text form (letter.h); without any, those of standard input are taken,
 * between which stand lines of a form feed. The files are called as programs call them: NAME.jhr,
 * or NAME/msghdr.bbs; "-" writes the first one to standard output. INDEX has an entry for each
 * letter that it names: "2,1,-,@99", where "-" is one that is gone, "@99" an offset, and "" has
 * none.
 *
 * `patch` writes over what is there: octets, or a number of 1, 2 or 4 of them, "8=77.4". `cut`
 * keeps N octets, or, if it is negative, all but so many. In LETTER and OCTETS \n \r \t \\ \0 and
 * \xHH mean octets.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stores.h"

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "write-store: %s: %s\n", what, errno != 0 ? strerror(errno) : "not understood");
    exit(99);
}

/* The octets that an argument means. */
static struct octets octets_of(const char *argument)
{
    static const char names[] = "nrt\\0", values[] = "\n\r\t\\\0";
    struct octets octets = {0};

    for (; *argument != '\0'; argument++) {
        unsigned octet = (unsigned char)*argument;
        const char *name = octet == '\\' && argument[1] != '\0' ? strchr(names, argument[1]) : NULL;
        if (name != NULL) {
            octet = (unsigned char)values[name - names];
            argument++;
        } else if (octet == '\\' && sscanf(argument, "\\x%2x", &octet) == 1) {
            argument += 3;
        }
        put_filling(&octets, (char)octet, 1);
    }
    return octets;
}

static struct octets read_all(FILE *file)
{
    struct octets octets = {0};
    char block[4096];
    size_t n = 0;

    put_text(&octets, ""); /* for some room, whatever comes */

    while ((n = fread(block, 1, sizeof block, file)) > 0) {
        put_octets(&octets, block, n);
    }
    return octets;
}

static void write_file(const char *name, const void *octets, size_t n)
{
    FILE *file = strcmp(name, "-") == 0 ? stdout : fopen(name, "wb");

    if (file == NULL || (n > 0 && fwrite(octets, 1, n, file) != n) || fclose(file) != 0) {
        die(name);
    }
}

static void add_argument(struct store *store, const char *argument)
{
    struct octets form = octets_of(argument);

    store_add(store, (const char *)form.ptr, form.n);
    free(form.ptr);
}

/* Adds the letters of standard input. */
static void add_input(struct store *store)
{
    struct octets input = read_all(stdin);
    const char *ptr = (const char *)input.ptr, *end = ptr + input.n;

    for (const char *next = ptr; ptr < end; ptr = next) {
        const char *line = ptr;
        while (line < end && *line != '\f') {
            const char *feed = memchr(line, '\n', (size_t)(end - line));
            line = feed != NULL ? feed + 1 : end;
        }
        store_add(store, ptr, (size_t)(line - ptr));
        next = line < end ? line + 2 : end;
    }
    free(input.ptr);
}

static void patch(const char *name, char **patches)
{
    FILE *file = fopen(name, "rb");
    struct octets octets = {0};

    if (file == NULL) {
        die(name);
    }
    octets = read_all(file);
    fclose(file);
    for (; *patches != NULL; patches++) {
        char *value = NULL, *end = NULL;
        size_t pos = strtoul(*patches, &value, 0);
        while (*value == '+') {
            pos += strtoul(value + 1, &value, 0);
        }
        if (*value != '=') {
            die(*patches);
        }
        unsigned long number = strtoul(value + 1, &end, 0);
        if (*end == '.' && end[1] >= '1' && end[1] <= '4' && end[2] == '\0') {
            for (int i = 0; i < end[1] - '0'; i++) {
                octets.ptr[pos + (size_t)i] = (unsigned char)(number >> 8 * i & 0xFF);
            }
            continue;
        }
        struct octets put = octets_of(value + 1);
        memcpy(octets.ptr + pos, put.ptr, put.n);
        free(put.ptr);
    }
    write_file(name, octets.ptr, octets.n);
    free(octets.ptr);
}

static void cut(const char *name, long n)
{
    struct stat status;

    if (stat(name, &status) != 0 || truncate(name, n < 0 ? status.st_size + n : n) != 0) {
        die(name);
    }
}

int main(int argc, char **argv)
{
    static struct store store;
    const char *index = NULL;

    if (argc > 3 && strcmp(argv[1], "-i") == 0) {
        index = argv[2];
        argv += 2;
        argc -= 2;
    }
    if (argc < 3) {
        die("usage");
    }
    if (strcmp(argv[1], "patch") == 0) {
        patch(argv[2], argv + 3);
        return 0;
    }
    if (strcmp(argv[1], "cut") == 0 && argc == 4) {
        cut(argv[2], strtol(argv[3], NULL, 10));
        return 0;
    }
    store_begin(&store, argv[1]);
    for (char **letter = argv + 3; *letter != NULL; letter++) {
        add_argument(&store, *letter);
    }
    if (argc == 3) {
        add_input(&store);
    }
    store_end(&store);
    store_index(&store, index != NULL ? index : "");
    if (strcmp(argv[2], "-") == 0) {
        write_file("-", store.files[STORE_FIRST].ptr, store.files[STORE_FIRST].n);
        return 0;
    }
    if (strchr(store.format->files[STORE_FIRST], '/') != NULL) {
        mkdir(argv[2], 0700);
    }
    remove(store_name(&store, argv[2], STORE_INDEX)); /* that of an older store */
    store_take(&store, argv[2], index != NULL ? STORE_FILES : STORE_INDEX, write_file);
    return 0;
}
