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
    size_t pos = 0;

    for (size_t begin = 0; begin < got->n;) {
        const unsigned char *end = memchr(got->ptr + begin, '\n', got->n - begin);
        if (end == NULL) {
            return false;
        }
        size_t n = (size_t)(end - got->ptr) - begin + 1;
        while (pos < whole->n &&
               (whole->n - pos < n || memcmp(whole->ptr + pos, got->ptr + begin, n) != 0)) {
            const unsigned char *next = memchr(whole->ptr + pos, '\n', whole->n - pos);
            pos = next != NULL ? (size_t)(next - whole->ptr) + 1 : whole->n;
        }
        if (pos == whole->n) {
            return false;
        }
        pos += n;
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
               (char *)outcome.output.ptr, (int)outcome.messages.n, (char *)outcome.messages.ptr);
    }
    drop(&outcome);
    return struck;
}

/* Bases that change while they are read. The mailbox has no letters. */
static const struct changing {
    const char *format, *index;
    bool is_quiet; /* a part of a record that is added is no damage: it is still being written */
} changing[] = {{"pkt", "", false},        {"msg", "", true},      {"squish", "", true},
                {"jam", "", true},         {"jam", "1,2,3", true}, {"hudson", "", true},
                {"hudson", "1,2,3", true}, {"qwk", "", false},     {"smb", "", true},
                {"smb", "1,2,3", true},    {"rnews", "", false},   {"mbx", "", false},
                {"emlx", "", true},        {NULL, "", true}};

#define WORDS "and words that fill it up, one after the other, to the end\n"
#define FILLED(author, url)                                                                        \
    "From: " author "\nSubj: x\nDate: 2026-01-01T12:00:00\n\n" url " " WORDS WORDS WORDS
static const char *const letters[] = {FILLED("Ann", "http://a/"), FILLED("Bob", "http://b/"),
                                      FILLED("Eve", "http://c/"), NULL};
static const char *const last_one[] = {FILLED("Eve", "http://c/"), NULL};
static const char mailbox[] = "From a 1:2 1996\nFrom: Ann <a@a>\n\nhttp://a/ " WORDS
                              "\nFrom b 1:2 1996\nFrom: Bob <b@b>\n\nhttp://b/ " WORDS WORDS;

/* Octets that are no record, nor an entry of an index. */
enum { PARTIAL = 5 };

/* How the files of a base are when it is opened: whole, or without the last octets; and as many
 * octets as are added later. */
static struct {
    char name[NAME_SIZE]; /* of the first file */
    bool is_cut;
    size_t added;
} base;

static void make_changing(const char *name, const void *octets, size_t n)
{
    char rest[NAME_SIZE + sizeof REST];
    size_t added = base.added < n ? base.added : n;

    if (base.name[0] == '\0') {
        snprintf(base.name, sizeof base.name, "%s", name);
    }
    snprintf(rest, sizeof rest, "%s" REST, name);
    remove(name); /* some systems wait for the disk if a file is emptied and filled */
    remove(rest);
    make_file(name, octets, base.is_cut ? n - added : n);
    make_file(rest, (const char *)octets + n - added, added);
}

static void make_base(const struct changing *row)
{
    base.name[0] = '\0';
    if (row->format == NULL) {
        make_changing("mailbox", mailbox, strlen(mailbox));
    } else {
        bool is_one = strcmp(row->format, "msg") == 0 || strcmp(row->format, "emlx") == 0;
        store_files(row->format, "grown", is_one ? last_one : letters, row->index, make_changing);
    }
}

/* Whether each row of the output is one of the whole. If `is_told`, what the author's name was in
 * may be gone. */
static bool is_true(const struct octets *got, const struct octets *whole, bool is_told)
{
    char *row = (char *)got->ptr, *end = NULL;
    bool is = true;

    for (; is && *row != '\0'; row = end + 1) {
        end = strchr(row, '\n');
        *end = '\0';
        const char *ptr = strstr((char *)whole->ptr, row);
        is = ptr != NULL &&
             (ptr == (char *)whole->ptr || ptr[-1] == '\n' || (is_told && *row == ':'));
        *end = '\n';
    }
    return is;
}

/* Runs that change the base, and what of it is right if nothing changes. */
static struct run changing_run = {
    .arguments = {"extract", "-M", "-F", "{msg.from}: {url}", base.name}, .manner = {.piece = 64}};

/* Reads the base, and changes the file that is read, at the nth read and perhaps at one after it.
 * Returns whether there was such a read. */
static bool change_at(const struct changing *row, const struct octets *whole, enum trick trick,
                      unsigned long nth, unsigned long then)
{
    const bool grows = trick == COMPLETE && !base.is_cut && then == 0;
    unsigned long failed = count.failed;
    struct outcome outcome;

    make_base(row);
    changing_run.faults[0] = (struct fault){CALL_READ, trick, nth, 0, 0, NULL};
    changing_run.faults[1] =
        (struct fault){CALL_READ, then > 0 ? SHRINK : NO_FAULT, then, 0, 0, NULL};
    run(&changing_run, &outcome);
    check(outcome.status <= 1, "reading ends");
    check(is_true(&outcome.output, whole, outcome.messages.n > 0), "rows of the base");
    check(!grows || strncmp((char *)outcome.output.ptr, (char *)whole->ptr, whole->n) == 0,
          "all rows of a base that grows");
    check(!grows || !row->is_quiet || base.added > PARTIAL || outcome.messages.n == 0, "no damage");
    if (count.failed > failed) {
        printf("FAIL: %s, index %s, %zu octets, %s: reads %lu, %lu: status %d\n%.*s%.*s", base.name,
               row->index, base.added, base.is_cut ? "cut" : "whole", nth, then, outcome.status,
               (int)outcome.output.n, (char *)outcome.output.ptr, (int)outcome.messages.n,
               (char *)outcome.messages.ptr);
    }
    bool struck = outcome.trace.struck;
    drop(&outcome);
    return struck;
}

static void test_changing(void)
{
    static const size_t added[] = {PARTIAL, 30, 190, 1000};

    for (size_t i = 0; i < COUNT(changing); i++) {
        struct outcome whole;
        base.is_cut = false;
        base.added = 0;
        make_base(&changing[i]);
        changing_run.faults[0] = changing_run.faults[1] = (struct fault){.trick = NO_FAULT};
        run(&changing_run, &whole);
        check(whole.status == 0 && whole.output.n > 0, "a base");
        for (size_t j = 0; j < 2 * COUNT(added); j++) {
            base.added = added[j / 2];
            base.is_cut = j % 2 == 1;
            for (unsigned long nth = 1; change_at(&changing[i], &whole.output, COMPLETE, nth, 0);
                 nth++) {
                change_at(&changing[i], &whole.output, SHRINK, nth, 0);
                change_at(&changing[i], &whole.output, COMPLETE, nth, nth + 1 + nth % 7);
            }
        }
        drop(&whole);
    }
}

/* Bases of a text that is longer than what a source keeps: each allocation fails in turn. */
static void test_long(void)
{
    enum { LONG = 300000 };
    static char letter[LONG + 64] = "Subj: x\n\n";
    const char *const long_letters[] = {letter, NULL};

    memset(letter + strlen(letter), 'x', LONG);
    for (size_t i = 0; changing[i].format != NULL; i++) {
        struct run run_of = {.arguments = {"extract", "-M", base.name}};
        struct outcome whole;
        base.name[0] = '\0';
        base.is_cut = false;
        base.added = 0;
        store_files(changing[i].format, "lengthy", long_letters, "", make_changing);
        run(&run_of, &whole);
        check(whole.status == 1, "a base without URLs");
        for (unsigned long nth = 1; nth <= whole.trace.n[CALL_MEMORY]; nth++) {
            unsigned long failed = count.failed;
            struct outcome outcome;
            run_of.faults[0] = (struct fault){CALL_MEMORY, FAIL, nth, 0, ENOMEM, NULL};
            run(&run_of, &outcome);
            check(outcome.status == (outcome.messages.n > 0 ? 2 : whole.status), "it is told");
            if (count.failed > failed) {
                printf("FAIL: %s: malloc %lu: status %d\n", base.name, nth, outcome.status);
            }
            drop(&outcome);
        }
        drop(&whole);
    }
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
            printf("%.*s", (int)faultless.output.n, (char *)faultless.output.ptr);
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
    if (strstr("bases that change", some) != NULL) {
        any = true;
        test_changing();
        test_long();
    }
    return any;
}
