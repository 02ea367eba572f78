/* Mail: each call of a run over a QWK packet and a text, or a JAM base, fails in turn, with -M and
 * without. What then comes out are rows of the faultless run, whole and in their order; and unless
 * they are all of them, the failure is told. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "faults.h"

#define BLOCK ((size_t)128)

static const char *const texts[][2] = {{"Links", "See area://Ru.%%\xE3> %%Linux\xE3"},
                                       {"More", "And http://e/\xE3"},
                                       {"Cut", "http://f/\xE3"}};

/* Writes the packet: a first block, and for each message one with the header and one with the text;
 * the last one is cut. Returns how many octets it has. */
static size_t make_packet(char packet[(1 + 2 * COUNT(texts)) * BLOCK + 1])
{
    char *at = packet + snprintf(packet, BLOCK + 1, "%-128s", "Produced by");

    for (size_t i = 0; i < COUNT(texts); i++) {
        static const char last[] = {'\xE1', 7, 0, 1, 0, ' '};
        snprintf(at, BLOCK, " %-7d02-05-9421:47%-25s%-25s%-25s%-20d%-6d", (int)i + 1, "ALL", "IVAN",
                 texts[i][0], 0, 2);
        memcpy(at + BLOCK - sizeof last, last, sizeof last);
        at += BLOCK;
        at += snprintf(at, BLOCK + 1, i + 1 < COUNT(texts) ? "%-128s" : "%s", texts[i][1]);
    }
    return (size_t)(at - packet);
}

/* Headers of JAM, and an index of them: each has a piece of the text. */
enum { JAM_BASE = 1024, JAM_HEADER = 76, JAM_HEADERS = 2, JAM_TEXT = 10 };
static const char jam_texts[] = "http://a/\rhttp://b/\r";

static void make_base(void)
{
    char headers[JAM_BASE + JAM_HEADERS * JAM_HEADER] = "JAM";
    char index[JAM_HEADERS * 8] = "";

    for (int i = 0; i < JAM_HEADERS; i++) {
        int at = JAM_BASE + i * JAM_HEADER;
        memcpy(headers + at, "JAM", 4);
        headers[at + 48] = (char)(i + 1);
        headers[at + 60] = (char)(i * JAM_TEXT);
        headers[at + 64] = JAM_TEXT;
        index[i * 8 + 4] = (char)(at % 256);
        index[i * 8 + 5] = (char)(at / 256);
    }
    make_file("talk.jhr", headers, sizeof headers);
    make_file("talk.jdt", jam_texts, sizeof jam_texts - 1);
    make_file("talk.jdx", index, sizeof index);
}

/* One message in a file: the fields of its header by their offsets, and the text. */
enum { MSG_FROM = 0, MSG_TO = 36, MSG_SUBJECT = 72, MSG_DATE = 144, MSG_HEADER = 190 };
static const char msg_text[] = "See area://Ru.Linux\r> http://a/\rx";

static void make_msg(void)
{
    char msg[MSG_HEADER + sizeof msg_text] = "";

    strcpy(msg + MSG_FROM, "Ivan");
    strcpy(msg + MSG_TO, "All");
    strcpy(msg + MSG_SUBJECT, "Links");
    strcpy(msg + MSG_DATE, "01 Jan 26  12:00:00");
    strcpy(msg + MSG_HEADER, msg_text);
    make_file("1.msg", msg, sizeof msg);
}

static const char conferences[] = "a\n\n\n\n\n\n\n\n\n\n0\n7\nRu.Linux\n";
static const char headers[] = "[180]\nSubject: More links\n";

static const struct {
    const char *arguments[8];
    const char *output;
    bool hints;
} wanted[] = {
    {{"extract", "-M", "--no-filename", "-F", "{msg.area} {msg.subject}: {url}", "MESSAGES.DAT",
      "text"},
     "Ru.Linux Links: area://Ru.Linux\nRu.Linux More links: http://e/\nRu.Linux Cut: http://f/\n"
     " : http://g/\n",
     false},
    {{"rewrite", "-M", "CONTROL.DAT", "MESSAGES.DAT", "text"},
     "See area://Ru.Linux\nAnd http://e/\nhttp://f/\nsee http://g/\n",
     false},
    {{"extract", "-M", "-F", "{msg.number}: {url}", "talk.jdt", "talk.jdx"},
     "1: http://a/\n2: http://b/\n",
     false},
    {{"messages", "--areas=areas", "--select=area:X.y?find=http", "-F", "{msg.number}: {msg.area}",
      "talk.jhr"},
     "1: x.Y\n2: x.Y\n",
     false},
    {{"messages", "--text", "1.msg"},
     "From: Ivan\nTo: All\nSubj: Links\nDate: 2026-01-01T12:00:00\n\n"
     "See area://Ru.Linux\n> http://a/\nx\n",
     false},
    {{"extract", "MESSAGES.DAT"}, "area://Ru\nhttp://e/\nhttp://f/\n", true},
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

    char packet[(1 + 2 * COUNT(texts)) * BLOCK + 1];
    bool any = false;

    make_file("MESSAGES.DAT", packet, make_packet(packet));
    make_base();
    make_msg();
    make_file("CONTROL.DAT", conferences, sizeof conferences - 1);
    make_file("HEADERS.DAT", headers, sizeof headers - 1);
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
