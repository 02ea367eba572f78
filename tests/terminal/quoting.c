#include "config.h"

#include "quoting.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pty.h"
#include "runs.h"

enum { WORDS_MAX = 32, WORD_SIZE = 8192, OF_A_NAME = 60 };
static char words[WORDS_MAX][WORD_SIZE];
static size_t words_n;

/* Every octet that a name may have, every control in UTF-8, and words of all lengths that matter.
 */
static void make_words(void)
{
    static const size_t lengths[] = {1, 79, 80, 81, 250, 5000};
    size_t n = 0;

    for (int octet = 1; octet < 256; octet++) {
        if (octet != '/') {
            words[words_n + (n / OF_A_NAME)][n % OF_A_NAME] = (char)octet;
            n++;
        }
    }
    words_n += (n + OF_A_NAME - 1) / OF_A_NAME;
    for (size_t i = 0; i < FORMS; i++) {
        strncat(words[words_n + i / 18], (const char *)forms[i].octets, forms[i].n);
    }
    words_n += (FORMS + 17) / 18;
    for (size_t i = 0; i < COUNT(lengths); i++) {
        memset(words[words_n++], '\x1B', lengths[i]);
    }
    strcpy(words[words_n++], "x\xE2\x80");
}

static struct text wanted, shown;

/* Runs the program with no input, and expects the messages in `wanted`, and status `status`, of
 * pipes and of terminals. What is written to a terminal is expected to be what is in `shown`. */
static void expect_messages(const char *const *arguments, int status, const char *word)
{
    static struct result result;
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);

    for (enum setting setting = PIPES; setting <= TERMINALS; setting++) {
        if (!run(arguments, input, setting, &result)) {
            break;
        }
        check(text_equal(&result.messages, &wanted), "message", arguments[1], word);
        check(result.status == status, "status", arguments[1], word);
        check(setting == PIPES || text_equal(&result.out, &shown), "output", arguments[1], word);
    }
    close(input);
    wanted.n = shown.n = 0;
}

/* Usage errors that quote a word: what comes before it in the argument, and what is said. */
static const struct {
    const char *command, *before;
    bool whole; /* the argument is quoted, not the word alone */
    const char *said, *after;
} quotes[] = {
    {NULL, "", false, "unknown command '", "'"},
    {NULL, "--", true, "unknown option '", "'"},
    {"encode", "--sale", true, "unknown option '", "'"},
    {"decode", "--co=", true, "option '", "' is ambiguous"},
    {"encode", "--component=", false, "--component '",
     "': must be one of value, name, areatag, domain, address, request, object, path, url"},
    {"decode", "-c", false, "--component '",
     "': must be one of value, name, areatag, domain, address, request, object, path, url"},
    {"normalize", "--rules=", false, "--rules '",
     "': must be one of fidourl, rfc1630, rfc1738, rfc2396, rfc3986"},
    {"decode", "--controls=", false, "--controls '", "': must be one of auto, keep, decode"},
    {"normalize", "--max-length=", false, "--max-length '", "': must be a number of octets"},
    {"extract", "-m", false, "--max-count '", "': must be a number"},
    {"extract", "--scheme=", false, "--scheme '",
     "': must be a list of schemes, separated by commas; fido and web are sets"},
    {"extract", "-ex", false, "-e and the file '", "' cannot be combined"},
};

static void check_usage(const char *word)
{
    static struct text argument;

    for (size_t i = 0; i < COUNT(quotes); i++) {
        bool file = strcmp(quotes[i].before, "-ex") == 0;
        const char *arguments[5] = {"fidourl"};
        size_t n = 1;
        argument.n = 0;
        text_add_string(&argument, file ? "" : quotes[i].before);
        text_add(&argument, word, strlen(word) + 1);
        if (quotes[i].command != NULL) {
            arguments[n++] = quotes[i].command;
        }
        if (file) {
            arguments[n++] = quotes[i].before;
        }
        arguments[n] = (const char *)argument.octets;
        text_add_string(&wanted, "fidourl: ");
        text_add_string(&wanted, quotes[i].said);
        add_quoted(&wanted, quotes[i].whole ? arguments[n] : word);
        text_add_string(&wanted, quotes[i].after);
        text_add_string(&wanted, "\nTry 'fidourl ");
        text_add_string(&wanted, quotes[i].command != NULL ? quotes[i].command : "");
        text_add_string(&wanted, quotes[i].command != NULL ? " --help'.\n" : "--help'.\n");
        expect_messages(arguments, 2, word);
    }
}

/* Each octet as the letter of an option, which none is. */
static void check_letters(void)
{
    for (int octet = 1; octet < 256; octet++) {
        char argument[] = {'-', (char)octet, '\0'};
        if (octet < 0x7F && (isalnum(octet) || octet == '-')) {
            continue;
        }
        text_add_string(&wanted, "fidourl: unknown option '");
        add_quoted(&wanted, argument);
        text_add_string(&wanted, "'\nTry 'fidourl extract --help'.\n");
        expect_messages((const char *[]){"fidourl", "extract", argument, NULL}, 2, "letter");
    }
}

/* "fidourl: NAME", quoted, and what is said of it, in `wanted`. */
static void want(const char *name, const char *said)
{
    text_add_string(&wanted, "fidourl: ");
    add_quoted(&wanted, name);
    text_add_string(&wanted, said);
}

/* The name in `shown`, as a terminal has it, and what is written after it. */
static void show(const char *name, const char *after)
{
    add_shown(&shown, (const unsigned char *)name, strlen(name), BY_NOTHING);
    text_add_string(&shown, after);
}

/* A file of that name, there and not there. */
static void check_name(const char *name)
{
    char said[96];
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    bool text = errno == ENOENT && strpbrk(name, " \t") != NULL;

    snprintf(said, sizeof said, ": %s%s\n", strerror(errno), text ? "; use -e to pass text" : "");
    want(name, said);
    expect_messages((const char *[]){"fidourl", "encode", name, NULL}, 2, name);
    fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return; /* too long, or nothing that the file system has */
    }
    if (write(fd, "area:x", 6) != 6 || close(fd) != 0) {
        die(name);
    }
    show(name, "\tarea:x\n");
    expect_messages((const char *[]){"fidourl", "extract", "-H", name, NULL}, 0, name);
    show(name, "\t1\n");
    expect_messages((const char *[]){"fidourl", "extract", "-Hc", name, NULL}, 0, name);
    want(name, ":0: URL longer than 5 octets\n");
    expect_messages((const char *[]){"fidourl", "extract", "--max-length=5", name, NULL}, 1, name);
    want(name, ":1:6: record longer than 5 octets\n");
    text_add_string(&shown, "area:x");
    expect_messages((const char *[]){"fidourl", "normalize", "--max-length=5", name, NULL}, 1,
                    name);
    remove(name);
}

/* A terminal as standard input is told of, in one line. */
static void check_input(void)
{
    static struct result result;
    int slave = -1, master = open_terminal(&slave);

    if (master < 0 || write(master, "a b\n\004", 5) != 5) {
        return;
    }
    run((const char *[]){"fidourl", "encode", NULL}, slave, PIPES, &result);
    text_add_string(&wanted, "fidourl: reading from the terminal; Ctrl-D ends the input\n");
    check(text_equal(&result.messages, &wanted), "message", "encode", "reading from a terminal");
    check(result.out.n == 4 && memcmp(result.out.octets, "a+b\n", 4) == 0, "output", "encode",
          "reading from a terminal");
    wanted.n = 0;
    close(slave);
    close(master);
}

void check_quoting(void)
{
    make_words();
    for (size_t i = 0; i < words_n; i++) {
        check_usage(words[i]);
        check_name(words[i]);
    }
    check_letters();
    check_input();
}
