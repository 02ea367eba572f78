/*
 * Runs the commands with a pseudo-terminal as standard output and standard error, over texts that
 * hold all controls in all sorts of places, and looks at what comes out of its other end.
 *
 *     terminal PROGRAM
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "hostile.h"
#include "processes.h"
#include "quoting.h"
#include "runs.h"
#include "temporary.h"

/* A file without a name that holds the text. */
static int hold(const struct text *text)
{
    int fd = temporary_file();

    if (fd < 0 || (text->n > 0 && write(fd, text->octets, text->n) != (ssize_t)text->n)) {
        die("a temporary file");
    }
    return fd;
}

/* What may be said to a command to leave all octets as they are. */
static char every_safe[260];

static void make_every_safe(void)
{
    size_t n = (size_t)sprintf(every_safe, "--safe=");

    for (int octet = 1; octet < 256; octet++) {
        if (octet != '%' && octet != '+') {
            every_safe[n++] = (char)octet;
        }
    }
}

/* What a terminal gets: what pipes get, shown; the same of `decode --controls=keep`; what they get,
 * in which all is shown but the links of `rewrite --hyperlink`; or, as the one exception, what they
 * get. */
enum terminal_gets { SHOWN, SHOWN_KEPT, LINKED, THE_SAME };

static const struct stream {
    const char *arguments[5];
    enum ended_by ended_by;
    enum terminal_gets gets;
} streams[] = {
    {{"encode"}, BY_LINE, SHOWN},
    {{"encode", every_safe}, BY_LINE, SHOWN},
    {{"encode", every_safe, "-z"}, BY_NUL, SHOWN},
    {{"encode", every_safe, "--whole", "--rules=rfc3986"}, BY_NOTHING, SHOWN},
    {{"encode", "-c", "url"}, BY_LINE, SHOWN},
    {{"encode", "-c", "url", every_safe}, BY_LINE, SHOWN},
    {{"encode", "-c", "url", every_safe, "-z"}, BY_NUL, SHOWN},
    {{"encode", "-c", "url", "--rules=fidourl", "--whole"}, BY_NOTHING, SHOWN},
    {{"decode"}, BY_LINE, SHOWN_KEPT},
    {{"decode", "-z"}, BY_NUL, SHOWN_KEPT},
    {{"decode", "--whole"}, BY_NOTHING, SHOWN_KEPT},
    {{"decode", "--rules=rfc3986", "--controls=keep"}, BY_LINE, SHOWN},
    {{"decode", "-c", "url"}, BY_LINE, SHOWN_KEPT},
    {{"decode", "-c", "url", "--whole"}, BY_NOTHING, SHOWN_KEPT},
    {{"decode", "--controls=decode"}, BY_LINE, THE_SAME},
    {{"decode", "--controls=decode", "--whole", "-c", "url"}, BY_NOTHING, THE_SAME},
    {{"normalize"}, BY_LINE, SHOWN},
    {{"normalize", "-z"}, BY_NUL, SHOWN},
    {{"normalize", "--whole"}, BY_NOTHING, SHOWN},
    {{"normalize", "--max-length=9"}, BY_LINE, SHOWN},
    {{"normalize", "--max-length=9", "--whole"}, BY_NOTHING, SHOWN},
    {{"normalize", "--strict", "--display"}, BY_LINE, SHOWN},
    {{"normalize", "--keep-fragment", "--display", "-z"}, BY_NUL, SHOWN},
    {{"normalize", "--sort-params", "--rules=rfc1738", "-q"}, BY_LINE, SHOWN},
    {{"normalize", "--base=http://x/\x1B\xC2\x9By/z"}, BY_LINE, SHOWN},
    {{"parse"}, BY_LINE, SHOWN},
    {{"parse", "-z", "--sort-params"}, BY_NUL, SHOWN},
    {{"parse", "--whole", "--rules=rfc1738"}, BY_LINE, SHOWN},
    {{"parse", "-F{url}{display}{param.a}{areas}{request}{fragment}"}, BY_LINE, SHOWN},
    {{"parse", "-zF{url:shell} {display:json} {areas:html} {param.a:encode}"}, BY_NUL, SHOWN},
    {{"extract"}, BY_LINE, SHOWN},
    {{"extract", "-8"}, BY_LINE, SHOWN},
    {{"extract", "-80"}, BY_NUL, SHOWN},
    {{"extract", "-8nbHu"}, BY_LINE, SHOWN},
    {{"extract", "-j"}, BY_LINE, SHOWN},
    {{"extract", "--wrapped"}, BY_LINE, SHOWN},
    {{"extract", "-8jz"}, BY_NUL, SHOWN},
    {{"extract", "-8", "--max-length=20"}, BY_LINE, SHOWN},
    {{"extract", "-8F{file}{url}{file:shell}{url:html}{display:json}"}, BY_LINE, SHOWN},
    {{"rewrite"}, BY_LINE, SHOWN},
    {{"rewrite", "-8", "--max-length=20"}, BY_LINE, SHOWN},
    {{"rewrite", "--html"}, BY_LINE, SHOWN},
    {{"rewrite", "--html", "--charset=latin-1", "-8"}, BY_LINE, SHOWN},
    {{"rewrite", "-F", "<{url} {display}>"}, BY_LINE, SHOWN},
    {{"rewrite", "-8", "--hyperlink=always"}, BY_LINE, LINKED},
    {{"fold", "-w", "20"}, BY_LINE, SHOWN},
    {{"fold", "-w", "20", "-s", "web"}, BY_LINE, SHOWN},
};

/* Whether messages are the same, except the note that terminals are told at the end. */
static bool are_alike(const struct text *pipes, const struct text *terminals)
{
    static const char *const notes[] = {"fidourl: escapes of ", "fidourl: open URLs, ",
                                        "fidourl: URLs that a line end ", "fidourl: compressed "};
    size_t n = pipes->n;

    if (terminals->n < n || (n > 0 && memcmp(pipes->octets, terminals->octets, n) != 0)) {
        return false;
    }
    size_t note = terminals->n - n;
    if (note == 0) {
        return true;
    }
    const unsigned char *at = terminals->octets + n;
    bool known = false;
    for (size_t i = 0; i < COUNT(notes); i++) {
        size_t begin = strlen(notes[i]);
        known = known || (note > begin && memcmp(at, notes[i], begin) == 0 &&
                          memchr(at, '\n', note) == at + note - 1);
    }
    return known;
}

/* The length of the control sequence at the front of the octets that begins or ends a link: OSC 8,
 * with a target of printable octets. 0: there is none. */
static size_t link_length(const unsigned char *octets, size_t n)
{
    static const char begin[] = "\x1B]8;;";
    size_t i = sizeof begin - 1;

    if (n < i || memcmp(octets, begin, i) != 0) {
        return 0;
    }
    while (i < n && octets[i] > ' ' && octets[i] <= '~') {
        i++;
    }
    return i + 1 < n && octets[i] == 0x1B && octets[i + 1] == '\\' ? i + 2 : 0;
}

/* Whether all is harmless but links, if there may be any; and whether these are begun and ended. */
static bool is_all_harmless(const struct stream *stream, const struct text *text,
                            enum ended_by ended_by)
{
    struct text rest = {0};
    size_t links = 0;

    for (size_t i = 0; i < text->n;) {
        size_t n = stream->gets == LINKED ? link_length(text->octets + i, text->n - i) : 0;
        if (n == 0) {
            text_add(&rest, text->octets + i, 1);
        }
        links += n > 0 ? 1 : 0;
        i += n > 0 ? n : 1;
    }
    bool harmless = is_harmless(&rest, ended_by) && links % 2 == 0;
    free(rest.octets);
    return harmless;
}

/* Checks what a run with terminals gave, beside one with pipes. `more` is the text's name. */
static void compare(const struct stream *stream, const struct result *pipes,
                    const struct result *terminals, const char *more)
{
    const char *command = stream->arguments[0];
    const char *option = stream->arguments[1] != NULL ? stream->arguments[1] : "";
    struct text wanted = {0};

    if (stream->gets == THE_SAME || stream->gets == LINKED) {
        text_add(&wanted, pipes->out.octets, pipes->out.n);
    } else {
        add_shown(&wanted, pipes->out.octets, pipes->out.n, stream->ended_by);
    }
    if (stream->gets != THE_SAME) {
        check(is_all_harmless(stream, &terminals->out, stream->ended_by), option, command, more);
    }
    check(text_equal(&wanted, &terminals->out), option, command, more);
    check(are_messages(&pipes->messages), "messages", command, more);
    check(are_messages(&terminals->messages), "messages", command, more);
    check(are_alike(&pipes->messages, &terminals->messages), "messages", command, more);
    check(pipes->status == terminals->status && pipes->status <= 1, "status", command, more);
    free(wanted.octets);
}

/* Checks a run whose streams both go to one terminal. */
static void check_mixed(const struct stream *stream, const struct result *apart,
                        const struct result *mixed, const char *more)
{
    /* Messages end in LF, whatever ends records. */
    struct text text = {0};

    for (size_t i = 0; i < mixed->out.n; i++) {
        bool ends = stream->ended_by == BY_NUL && mixed->out.octets[i] == '\0';
        text_add(&text, ends ? (const unsigned char *)"\n" : mixed->out.octets + i, 1);
    }
    check(mixed->out.n == apart->out.n + apart->messages.n, "one terminal", stream->arguments[0],
          more);
    if (stream->gets != THE_SAME) {
        check(is_all_harmless(stream, &text, BY_LINE), "one terminal", stream->arguments[0], more);
    }
    free(text.octets);
}

/* Runs a command everywhere, with arguments after those of its row. Returns false where there is
 * no pseudo-terminal. */
static bool check_stream(const struct stream *stream, const char *const *rest, size_t rest_n,
                         int input, const char *name)
{
    static struct result pipes, terminals, mixed;
    const char **arguments = calloc(rest_n + 8, sizeof *arguments);
    size_t n = 0;

    if (arguments == NULL) {
        die("memory");
    }
    arguments[n++] = "fidourl";
    for (size_t i = 0; i < COUNT(stream->arguments) && stream->arguments[i] != NULL; i++) {
        arguments[n++] = stream->arguments[i];
    }
    for (size_t i = 0; i < rest_n; i++) {
        arguments[n++] = rest[i];
    }
    bool there =
        run(arguments, input, TERMINALS, &terminals) && run(arguments, input, ONE_TERMINAL, &mixed);
    if (there) {
        if (stream->gets == SHOWN_KEPT) {
            arguments[n++] = "--controls=keep";
        }
        run(arguments, input, PIPES, &pipes);
        compare(stream, &pipes, &terminals, name);
        check_mixed(stream, &terminals, &mixed, name);
    }
    free(arguments);
    return there;
}

static bool check_streams(void)
{
    bool there = true;

    for (size_t i = 0; i < HOSTILE && there; i++) {
        struct text text = {0};
        hostile[i].write(&text);
        int input = hold(&text);
        for (size_t k = 0; k < COUNT(streams) && there; k++) {
            there = check_stream(&streams[k], NULL, 0, input, hostile[i].name);
        }
        close(input);
        free(text.octets);
    }
    return there;
}

/* Controls in UTF-8 whose octets come from two strings, in one stream of `--whole`. */
static bool check_pieces(void)
{
    static const struct stream joined[] = {
        {{"normalize", "--whole", "-q"}, BY_NOTHING, SHOWN},
        {{"encode", "-c", "url", "--whole"}, BY_NOTHING, SHOWN},
        {{"decode", "--whole"}, BY_NOTHING, SHOWN_KEPT},
    };
    static char pieces[6 * FORMS][2 * sizeof(struct form)];
    static const char *arguments[12 * FORMS];
    size_t n = 0, of = 0;

    for (size_t i = 0; i < FORMS; i++) {
        for (size_t at = 1; at < forms[i].n && of < COUNT(pieces); at++) {
            memcpy(pieces[of], forms[i].octets, at);
            memcpy(pieces[of + 1], forms[i].octets + at, forms[i].n - at);
            for (size_t k = 0; k < 2; k++) {
                arguments[n++] = "-e";
                arguments[n++] = pieces[of++];
            }
        }
    }
    bool there = true;
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    for (size_t i = 0; i < COUNT(joined) && there; i++) {
        there = check_stream(&joined[i], arguments, n, input, "strings");
    }
    close(input);
    return there;
}

int main(int argc, char **argv)
{
    char folder[TEMPORARY_SIZE];

    start_plain();
    if (argc != 2 || realpath(argv[1], program) == NULL || unsetenv("POSIXLY_CORRECT") != 0 ||
        !enter_folder(folder)) {
        die("usage: terminal PROGRAM");
    }
    make_forms();
    make_every_safe();
    check_quoting();
    bool there = check_streams() && check_pieces();
    if (!leave_folder(folder)) {
        die(folder);
    }
    printf("terminal: %d passed, %d failed%s\n", passed, failed,
           there ? "" : "; skipped, for want of a pseudo-terminal: what terminals get");
    return failed > 0 || passed == 0;
}
