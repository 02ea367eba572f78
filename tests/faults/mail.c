/* Mail: each call of a run over a QWK packet and a text, or a base of JAM or Synchronet, fails in
 * turn, with -M and without. What then comes out are rows of the faultless run, whole and in their
 * order; and unless they are all of them, the failure is told. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "faults.h"
#include "stores/files.h"

/* The stores: of the packet, the last message is cut. */
static const struct {
    const char *format, *name, *letters[4];
} made[] = {
    {"qwk",
     ".",
     {"Subj: Links\n\nSee area://Ru.%%\n> %%Linux\n", "Subj: More\n\nAnd http://e/\n",
      "Subj: Cut\n\nhttp://f/\n"}},
    {"jam", "talk", {"http://a/\n", "http://b/\n"}},
    {"smb",
     "board",
     {"\001#B0 MIME-Version: 1.0\n\001#B0 Content-Type: text/plain\n\001#62 http://c/\n"
      "http://d/\n--- x\n",
      "http://e/\n"}},
    {"msg", "1", {"Subj: Links\nDate: 2026-01-01T12:00:00\n\nSee area://Ru.Linux\n> http://a/\nx"}},
};

/* Cuts a packet in its last block. */
static void make_whole_or_cut(const char *name, const void *octets, size_t n)
{
    static const char last[] = "http://f/";
    bool is_packet = strstr(name, "messages.dat") != NULL;

    make_file(name, octets, n - (is_packet ? 128 - strlen(last) : 0));
}

static const char headers[] = "[180]\nSubject: More links\n";

static const struct {
    const char *arguments[8];
    const char *output;
    bool hints;
} wanted[] = {
    {{"extract", "-M", "--no-filename", "-F", "{msg.area} {msg.subject}: {url}", "messages.dat",
      "text"},
     "Ru.Linux Links: area://Ru.Linux\nRu.Linux More links: http://e/\nRu.Linux Cut: http://f/\n"
     " : http://g/\n",
     false},
    {{"rewrite", "-M", "control.dat", "messages.dat", "text"},
     "See area://Ru.Linux\nAnd http://e/\nhttp://f/\nsee http://g/\n",
     false},
    {{"extract", "-M", "-F", "{msg.number}: {url}", "talk.jdt", "talk.jdx"},
     "1: http://a/\n2: http://b/\n",
     false},
    {{"messages", "--areas=areas", "--select=area:X.y?find=http", "-F", "{msg.number}: {msg.area}",
      "talk.jhr"},
     "1: x.Y\n2: x.Y\n",
     false},
    {{"extract", "-M", "-F", "{msg.number} {msg.area}: {url}", "board.sid"},
     "1 board: http://c/\n1 board: http://d/\n2 board: http://e/\n",
     false},
    {{"messages", "--text", "1.msg"},
     "From: Ivan\nTo: All\nSubj: Links\nDate: 2026-01-01T12:00:00\n\n"
     "See area://Ru.Linux\n> http://a/\nx\n",
     false},
    {{"extract", "messages.dat"}, "area://Ru.Linux\nhttp://e/\nhttp://f/\n", true},
};

/* Whether the output is some lines of the whole, in their order. */
static bool is_part(const struct octets *got, const struct octets *whole)
{
    size_t at = 0;

    for (size_t begin = 0; begin < got->n;) {
        const unsigned char *end = memchr(got->at + begin, '\n', got->n - begin);
        if (end == NULL) {
            return false;
        }
        size_t n = (size_t)(end - got->at) - begin + 1;
        while (at < whole->n &&
               (whole->n - at < n || memcmp(whole->at + at, got->at + begin, n) != 0)) {
            const unsigned char *next = memchr(whole->at + at, '\n', whole->n - at);
            at = next != NULL ? (size_t)(next - whole->at) + 1 : whole->n;
        }
        if (at == whole->n) {
            return false;
        }
        at += n;
        begin += n;
    }
    return true;
}

/* The arguments of a run, with blanks between them. */
static const char *described(const struct run *run)
{
    static char text[256];
    size_t n = 0;

    for (const char *const *word = run->arguments; *word != NULL; word++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%s ", *word);
    }
    return text;
}

/* Lets the nth call fail. Returns whether there was one. */
static bool fail(struct run *faulty, const struct outcome *faultless, enum call call, int error,
                 unsigned long nth)
{
    unsigned long failed = count.failed;
    struct outcome outcome;

    faulty->faults[0] = (struct fault){.call = call, .trick = FAIL, .nth = nth, .error = error};
    run(faulty, &outcome);
    bool struck = outcome.trace.struck;
    bool all = is_equal(&outcome.output, &faultless->output);
    check(is_part(&outcome.output, &faultless->output), "rows of the run without a fault");
    bool gone = call == CALL_OPEN && error == ENOENT; /* no texts: the base is damaged */
    check(all || ((outcome.status == 2 || gone) && outcome.messages.n > 0), "the failure is told");
    check(!struck || outcome.status < 128, "no signal");
    if (count.failed > failed) {
        printf("FAIL: %s: %s %lu, %s: status %d\n%.*s%.*s", described(faulty), call_names[call],
               nth, strerror(error), outcome.status, (int)outcome.output.n,
               (char *)outcome.output.at, (int)outcome.messages.n, (char *)outcome.messages.at);
    }
    drop(&outcome);
    return struck;
}

bool test_mail(const char *some)
{
    static const struct {
        enum call call;
        int error;
    } ways[] = {{CALL_READ, EIO},  {CALL_READ, EINTR},  {CALL_OPEN, EACCES}, {CALL_OPEN, ENOENT},
                {CALL_CLOSE, EIO}, {CALL_FCNTL, EBUSY}, {CALL_WRITE, EIO},   {CALL_MEMORY, ENOMEM}};

    bool any = false;

    for (size_t i = 0; i < COUNT(made); i++) {
        store_files(made[i].format, made[i].name, made[i].letters, "1,2", make_whole_or_cut);
    }
    make_file("headers.dat", headers, sizeof headers - 1);
    make_file("areas", "$/a/talk x.Y\n", strlen("$/a/talk x.Y\n"));
    make_file("text", "see http://g/", strlen("see http://g/"));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        struct run run_of = {.manner = {.hints = wanted[i].hints}};
        struct outcome faultless;
        memcpy(run_of.arguments, wanted[i].arguments, sizeof wanted[i].arguments);
        if (strstr(described(&run_of), some) == NULL) {
            continue;
        }
        any = true;
        run(&run_of, &faultless);
        bool fine = check(is_text(&faultless.output, wanted[i].output), described(&run_of));
        if (!fine) {
            printf("%.*s", (int)faultless.output.n, (char *)faultless.output.at);
        }
        check(!wanted[i].hints || faultless.messages.n > 0, "a note of mail read without -M");
        for (size_t j = 0; fine && j < COUNT(ways); j++) {
            unsigned long nth = 1, most = faultless.trace.n[ways[j].call];
            while (nth <= most && fail(&run_of, &faultless, ways[j].call, ways[j].error, nth)) {
                nth++;
            }
        }
        drop(&faultless);
    }
    return any;
}
