/*
 * Runs inputs through their targets.
 *
 *     replay CORPUS...              corpora, each named after its target: TARGET.txt
 *     replay -n TEXTS CORPUS...     so many texts of each, put together of pieces of its inputs by
 *                                   chance, the same ones each time
 *     replay -f TARGET FILE...      files, several times, with choices by chance
 *     replay -a FILE...             files through the program, by all rows of tests/scenarios
 *     replay -l                     lists the targets
 *     replay -x CORPUS FOLDER       writes its inputs to files in the folder
 *     replay -p FILE...             prints files as lines of a corpus
 *
 * A corpus is an input a line, in which \n \r \t \\ \0 and \xHH stand for octets; `#` begins a
 * comment.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>

#include "fuzz.h"
#include "scenarios.h"

static FILE *open_file(const char *name, const char *mode)
{
    FILE *file = fopen(name, mode);

    if (file == NULL) {
        perror(name);
        exit(FAILED_SETUP);
    }
    return file;
}

typedef void taker(void *context, struct furl_range octets);

/* Gives octets in memory of their own size, as a fuzzer does. */
static void give_exactly(taker *take, void *context, const void *octets, size_t n)
{
    unsigned char *exact = fuzz_room(n);

    memcpy(exact, octets, n);
    take(context, (struct furl_range){exact, n});
    free(exact);
}

/* Gives each input of a corpus to `take`. Returns how many there were. */
static size_t read_corpus(const char *name, taker *take, void *context)
{
    FILE *file = open_file(name, "r");
    char *line = NULL;
    size_t room = 0, n = 0;

    while (getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#') {
            give_exactly(take, context, line, undo_escapes(line));
            n++;
        }
    }
    free(line);
    fclose(file);
    return n;
}

/* The target, and what it runs now. */
static const struct fuzz_target *target;
static struct furl_range now;

static void give(void *context, struct furl_range octets)
{
    (void)context;
    now = octets;
    target->run(octets);
}

/* Chooses the target after which a file is named. */
static void choose_target(const char *name)
{
    const char *slash = strrchr(name, '/');
    char target_name[32] = "";

    sscanf(slash != NULL ? slash + 1 : name, "%31[^.]", target_name);
    target = fuzz_target(target_name);
    if (target == NULL) {
        fprintf(stderr, "%s: there is no target of that name\n", name);
        exit(FAILED_SETUP);
    }
}

static void replay(const char *name)
{
    choose_target(name);
    printf("%s: %zu inputs\n", target->name, read_corpus(name, give, NULL));
}

/* Inputs, one after another, and where each begins. */
struct inputs {
    struct fuzz_text octets;
    size_t n, begins[10000];
};

static void keep(void *context, struct furl_range octets)
{
    struct inputs *inputs = context;

    fuzz_add(&inputs->octets, octets.ptr, octets.n);
    inputs->n += inputs->n + 1 < COUNT(inputs->begins);
    inputs->begins[inputs->n] = inputs->octets.n;
}

static uint64_t dice;

/* Adds an input or a piece of it. */
static void add_piece(struct fuzz_text *text, const struct inputs *inputs)
{
    const size_t *begins = inputs->begins + roll_dice(&dice, inputs->n);
    struct furl_range piece = {inputs->octets.ptr + begins[0], begins[1] - begins[0]};

    if (roll_dice(&dice, 4) == 0) {
        furl_skip(&piece, roll_dice(&dice, piece.n + 1));
        piece.n = roll_dice(&dice, piece.n + 1);
    }
    fuzz_add(text, piece.ptr, piece.n);
}

/* Runs a text, in memory of its own size, with choices by chance. */
static void run_by_chance(const struct fuzz_text *text)
{
    const size_t n = text->n + 8;
    unsigned char *exact = fuzz_room(n);

    if (text->n > 0) {
        memcpy(exact, text->ptr, text->n);
    }
    for (size_t i = text->n; i < n; i++) {
        exact[i] = (unsigned char)roll_dice(&dice, 256);
    }
    give(NULL, (struct furl_range){exact, n});
    free(exact);
}

/* Runs so many texts, made of those of a corpus, of a few octets or many. */
static void splice(const char *name, size_t texts)
{
    static struct inputs inputs;
    static struct fuzz_text text;

    choose_target(name);
    inputs.n = inputs.octets.n = 0;
    read_corpus(name, keep, &inputs);
    dice = texts;
    for (size_t i = 0; i < texts; i++) {
        text.n = 0;
        for (size_t n = 1 + roll_dice(&dice, 1 + roll_dice(&dice, 100)); n > 0; n--) {
            add_piece(&text, &inputs);
        }
        run_by_chance(&text);
    }
    printf("%s: %zu texts\n", target->name, texts);
}

/* Gives a file to all rows. */
static void take_by_rows(void *context, struct furl_range octets)
{
    (void)context;
    fuzz_all_rows(octets);
}

static void read_by_rows(const char *name)
{
    static unsigned char octets[1 << 16];
    FILE *file = open_file(name, "rb");
    size_t n = fread(octets, 1, sizeof octets, file);

    fclose(file);
    give_exactly(take_by_rows, NULL, octets, n);
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
    fwrite(octets.ptr, 1, octets.n, file);
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

static void print_line(FILE *out, struct furl_range octets)
{
    for (size_t i = 0; i < octets.n; i++) {
        int octet = octets.ptr[i];
        if (octet == '\n') {
            fputs("\\n", out);
        } else if (octet == '\\') {
            fputs("\\\\", out);
        } else if (hides(octet, i == 0, i + 1 == octets.n)) {
            fprintf(out, "\\x%02X", (unsigned)octet);
        } else {
            putc(octet, out);
        }
    }
    putc('\n', out);
}

/* Reads a file: prints it as a line, or runs it several times. */
static void read_file(const char *name, bool prints)
{
    FILE *file = open_file(name, "rb");
    struct fuzz_text text = {0};
    unsigned char block[4096];

    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;) {
        fuzz_add(&text, block, n);
    }
    fclose(file);
    if (prints) {
        print_line(stdout, fuzz_range(&text));
    }
    for (int i = prints ? 0 : 6; i > 0; i--) {
        run_by_chance(&text);
    }
    free(text.ptr);
}

/* Says for which input a property did not hold. */
static void tell(int signal_number)
{
    fprintf(stderr, "%s: ", target->name);
    print_line(stderr, now);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void list_targets(void)
{
    for (const struct fuzz_target *one = fuzz_targets; one->name != NULL; one++) {
        puts(one->name);
    }
}

int main(int argc, char **argv)
{
    const char mode = argc > 1 && argv[1][0] == '-' ? argv[1][1] : '\0';
    size_t n = 0;

    signal(SIGABRT, tell);
    if (mode == 'l') {
        list_targets();
        return 0;
    }
    if (mode == 'x' && argc == 4) {
        read_corpus(argv[2], write_file, &(struct folder){argv[3], 0});
        return 0;
    }
    if (mode == 'f' && argc > 2) {
        choose_target(argv[2]);
    }
    for (int i = mode == '\0' ? 1 : mode == 'p' || mode == 'a' ? 2 : 3; i < argc; i++, n++) {
        if (mode == '\0') {
            replay(argv[i]);
        } else if (mode == 'n') {
            splice(argv[i], strtoul(argv[2], NULL, 10));
        } else if (mode == 'a') {
            read_by_rows(argv[i]);
        } else {
            read_file(argv[i], mode == 'p');
        }
    }
    return n == 0;
}
