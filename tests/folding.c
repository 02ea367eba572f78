/*
 * Texts of all sorts, of as many words as there are, put together by chance: what tests/fuzz/fold.c
 * says of folding and rewriting holds for each of them.
 *
 *     folding [TEXTS [SEED]]     (makes so many, the same ones from each seed)
 *     folding FILE...            (these, at several widths)
 */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "common.h"
#include "fuzz/fuzz.h"
#include "processes.h"

#define TEXTS   2000ul
#define SECONDS 300

static uint64_t dice;

static size_t roll(size_t sides)
{
    return roll_dice(&dice, sides);
}

/* What may be anywhere: URLs, and what means something round them and in them. */
static const char *const words[] = {
    "area://",
    "area://",
    "area:",
    "netmail:2:5/6",
    "fecho://x/",
    "http://a/",
    "http://[::1]",
    "mailto:a",
    "news:",
    "<URL:",
    "see.",
    "%%",
    "%%\n%%",
    "%%\r\n%%",
    "%%\r%%",
    "%%\n> %%",
    "%%%",
    "%",
    "%D0%90",
    "%4",
    "%%f",
    "?msgid=<a@b.c>",
    "?a=",
    "&b=",
    "<",
    ">",
    "(",
    ")",
    "'",
    "\"",
    "*",
    "_",
    ".",
    ",",
    "!?",
    ":",
    "/",
    "-",
    "---",
    "?id[]=",
    "[",
    "]",
    "\xD0\xA4",
    "\xE2\x80\x94",
    "\xE2",
    "\x8D",
    "\xFF",
    "@X0F",
    "\x1B[1m",
    "\1",
    "+",
    "=",
    "&",
    "|",
};

/* How lines begin, and how they end. */
static const char *const beginnings[] = {
    "",
    "",
    "",
    "> ",
    " AK> ",
    ">> ",
    "AK>x",
    "| ",
    "\t",
    "         ",
    "AAAA> BBBB> CCCC> DDDD> ",
    "--- ",
    "---",
    " * Origin: ",
    "\1",
    "SEEN-BY: ",
    "AREA:",
    "\xEF\xBB\xBF",
};
static const char *const ends[] = {"\n", "\r", "\r\n", "\n\n", "\r\r", "\n\r"};

static void add(struct fuzz_text *text, const char *word)
{
    fuzz_add(text, word, strlen(word));
}

/* Adds a long run of letters and digits, and of escapes. */
static void add_run(struct fuzz_text *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";

    for (size_t i = roll(90); i > 0; i--) {
        if (roll(8) == 0) {
            add(text, "%D1");
        } else {
            fuzz_add(text, letters + roll(sizeof letters - 1), 1);
        }
    }
}

static void add_line(struct fuzz_text *text)
{
    add(text, beginnings[roll(COUNT(beginnings))]);
    for (size_t i = roll(12); i > 0; i--) {
        add(text, words[roll(COUNT(words))]);
        if (roll(3) == 0) {
            add_run(text);
        }
        add(text, roll(4) == 0 ? " " : "");
    }
}

/* A text, and after it the choices that the target takes. */
static void add_text(struct fuzz_text *text)
{
    const char *end = ends[roll(COUNT(ends))];

    for (size_t i = roll(12); i > 0; i--) {
        add_line(text);
        add(text, roll(20) > 0 ? end : ends[roll(COUNT(ends))]);
    }
    if (roll(30) == 0) {
        fuzz_add(text, "", 1);
    }
    for (size_t i = 0; i < 4; i++) {
        unsigned char choice = (unsigned char)roll(256);
        fuzz_add(text, &choice, 1);
    }
}

/* What is being tested, told if it fails. */
static struct fuzz_text text;
static const char *name = "a text";
static unsigned long seed;

static void tell(int signal_number)
{
    fprintf(stderr, "FAIL %s: ./folding 1 %lu; it is in folding.failed\n", name, seed);
    FILE *file = fopen("folding.failed", "wb");
    if (file != NULL) {
        fwrite(text.at, 1, text.n, file);
        fclose(file);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void check_files(char **names)
{
    for (; *names != NULL; names++) {
        unsigned char block[4096];
        FILE *file = fopen(*names, "rb");
        size_t n = 0;
        if (file == NULL) {
            perror(*names);
            exit(FAILED_SETUP);
        }
        name = *names;
        text.n = 0;
        while ((n = fread(block, 1, sizeof block, file)) > 0) {
            fuzz_add(&text, block, n);
        }
        fclose(file);
        for (unsigned width = 20; width <= 75; width += 11) {
            /* All are folded, piecewise, and quoted in some way. */
            const unsigned char choices[] = {(unsigned char)width, 10, (unsigned char)(width - 20),
                                             1};
            fuzz_add(&text, choices, sizeof choices);
            fuzz_fold(fuzz_range(&text));
            text.n -= sizeof choices;
        }
    }
}

int main(int argc, char **argv)
{
    unsigned long texts = TEXTS;

    start_plain();
    signal(SIGABRT, tell);
    alarm(SECONDS);
    if (argc > 1 && strspn(argv[1], "0123456789") < strlen(argv[1])) {
        check_files(argv + 1);
        printf("folding: %d files passed\n", argc - 1);
        return 0;
    }
    texts = argc > 1 ? strtoul(argv[1], NULL, 10) : texts;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (unsigned long i = 0; i < texts; i++, seed++) {
        dice = seed * 0x9E3779B9;
        text.n = 0;
        add_text(&text);
        fuzz_fold(fuzz_range(&text));
    }
    printf("folding: %lu texts passed\n", texts);
    return 0;
}
