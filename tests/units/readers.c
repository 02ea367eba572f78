/* The readers of all formats, over the stores that tests/stores writes: however reads are cut, and
 * wherever files are. What they make of whole and damaged stores is in cases/stores.cases. */
#include "units.h"

#include "bases.h"
#include "stores/stores.h"

/* Letters of a store, and those of one that ends with deleted messages. */
static const char *const three[] = {"Area: 7\n\n\001MSGID: 2:5/6 1\nOne\n", "Area: 7\n\nTwo\n",
                                    "Area: 7\n\nThree\n", NULL};
static const char *const gone[] = {"Area: 7\n\n\001MSGID: 2:5/6 1\nOne\n",
                                   "Status: deleted\n\nTwo\n", "Status: deleted\n\nThree\n", NULL};
static const char *const alone[] = {"Area: 7\n\n\001MSGID: 2:5/6 1\nOne\n", NULL};
static const char mailbox[] = "From a 1:2 1996\nSubject: a\n\nOne\n\nFrom b 1:2 1996\n\nTwo\n";

static const struct made {
    const char *format;
    const char *const *letters; /* NULL: a mailbox, or a text */
    const char *index;          /* as store_index has it */
    bool told;                  /* a cut is reported, even one between messages */
} stores[] = {
    {"pkt", three, "", true},    {"msg", alone, "", false},         {"squish", three, "", true},
    {"squish", gone, "", true},  {"jam", three, "", false},         {"jam", three, "1,2,3", false},
    {"jam", gone, "", false},    {"jam", gone, "1,-,-", false},     {"hudson", three, "", false},
    {"hudson", gone, "", false}, {"hudson", three, "1,-,3", false}, {"qwk", three, "", false},
    {"qwk", gone, "", false},    {"smb", three, "1,2,3", false},    {"smb", gone, "1,2,3", false},
    {"rfc", NULL, "", false},    {"text", NULL, "", false},         {"rnews", three, "", false},
    {"mbx", three, "", false},   {"mbx", gone, "", false},          {"emlx", alone, "", false},
    {"html", NULL, "", false},
};

static struct store store;
static struct base base;

static void make(const struct made *made)
{
    store_free(&store);
    store = (struct store){.n = 0};
    if (made->letters == NULL) {
        put_text(&store.files[STORE_FIRST], mailbox);
        return;
    }
    store_make(&store, made->format, made->letters);
    store_index(&store, made->index);
}

static void open_made(const struct made *made, size_t cut)
{
    const struct octets *const files[] = {&store.files[STORE_FIRST], &store.files[STORE_SECOND],
                                          *made->index != '\0' ? &store.files[STORE_INDEX] : NULL};

    open_files(&base, mail_format_named(made->format), "7.msg", files, cut);
}

/* What a store gives, up to its end: the rows of messages, and damage. */
static struct got {
    char rows[64][256];
    size_t n;
    size_t damaged;
} got, whole;

static void read_to_end(struct got *to)
{
    size_t steps = 0;

    to->n = to->damaged = 0;
    for (enum mail_result result = next_of(&base); result != MAIL_END; result = next_of(&base)) {
        ck_assert(result != MAIL_FAILED && steps++ < 10000);
        to->damaged += base.store.damage.what != NULL ? 1 : 0;
        if (result == MAIL_MESSAGE) {
            const char *row = last_row(&base);
            ck_assert(to->n < COUNT(to->rows));
            snprintf(to->rows[to->n++], sizeof to->rows[0], "%s", row);
        }
    }
    mail_close(&base.store);
}

/* Whether the row, whatever its number, is among those that were read. */
static bool has(const struct got *among, const char *row)
{
    for (size_t i = 0; i < among->n; i++) {
        if (strcmp(strchr(among->rows[i], '|'), strchr(row, '|')) == 0) {
            return true;
        }
    }
    return false;
}

START_TEST(reads_may_be_cut)
{
    const struct made *made = &stores[_i];

    make(made);
    open_made(made, 0);
    bool seeks = base.store.format->seeks;
    read_to_end(&whole);
    ck_assert(whole.n > 0);
    ck_assert_uint_eq(whole.damaged, 0);
    for (size_t i = 0; i < 2 * COUNT(cuts); i++) {
        open_made(made, cuts[i / 2]);
        if (i % 2 == 1 && !seeks) {
            read_as_pipe(&base);
        }
        read_to_end(&got);
        ck_assert_uint_eq(got.n, whole.n);
        ck_assert(memcmp(got.rows, whole.rows, got.n * sizeof got.rows[0]) == 0);
        ck_assert_uint_eq(got.damaged, 0);
    }
}
END_TEST

/* Whether a cut at `n` octets is in the property list after a mail of Apple Mail, or before it. */
static bool is_in_list(size_t n)
{
    static const char front[] = "<?xml";
    const char *list = strstr((const char *)store.files[STORE_FIRST].ptr, front);
    size_t pos = (size_t)(list - (const char *)store.files[STORE_FIRST].ptr);

    return n == 0 || n == pos || n >= pos + strlen(front);
}

/* Whether a cut of the first file at `n` octets is not reported, since it is between messages. */
static bool is_between(const struct made *made, size_t n)
{
    bool is = strcmp(made->format, "smb") == 0    ? n == 0
              : strcmp(made->format, "msg") == 0  ? n >= 190
              : strcmp(made->format, "qwk") == 0  ? n < store.offsets[0]
              : strcmp(made->format, "emlx") == 0 ? is_in_list(n)
              : strcmp(made->format, "mbx") == 0  ? n <= store.offsets[0]
                                                  : false;

    for (size_t i = 0; i < store.n && !made->told; i++) {
        is = is || n == store.offsets[i];
    }
    return is;
}

/* Whether all that a cut of a file at `n` octets takes away are NULs, which pad blocks. */
static bool is_padding(const struct octets *octets, size_t n, size_t size)
{
    while (n < size && octets->ptr[n] == '\0') {
        n++;
    }
    return n == size;
}

/* Whether the store has deleted messages, of which its reader says nothing. */
static bool is_silent(const struct made *made)
{
    return (strcmp(made->format, "jam") == 0 || strcmp(made->format, "hudson") == 0 ||
            strcmp(made->format, "mbx") == 0) &&
           (made->letters == gone || strchr(made->index, '-') != NULL);
}

/* What comes before a cut is read. The cut is reported, unless it costs no message. */
START_TEST(files_may_be_cut)
{
    const struct made *made = &stores[_i];
    size_t files = strcmp(made->format, "qwk") == 0 ? STORE_SECOND : STORE_INDEX;

    make(made);
    open_made(made, 0);
    read_to_end(&whole);
    for (size_t file = 0; file < files && made->letters != NULL; file++) {
        size_t size = store.files[file].n;
        for (size_t n = 0; n < size; n++) {
            store.files[file].n = n;
            open_made(made, 0);
            read_to_end(&got);
            ck_assert_msg(
                got.damaged > 0 || (file == STORE_FIRST && is_between(made, n)) ||
                    (is_silent(made) && got.n == whole.n) ||
                    (strcmp(made->format, "smb") == 0 && is_padding(&store.files[file], n, size)),
                "%s: %zu octets", made->format, n);
            for (size_t i = 0; i < whole.n && file == STORE_FIRST; i++) {
                size_t next = (size_t)atoi(whole.rows[i]); /* the letter after it */
                ck_assert(next >= store.n || n < store.offsets[next] || has(&got, whole.rows[i]));
            }
        }
        store.files[file].n = size;
    }
}
END_TEST

/* Whether nothing shows where the next message begins, once the length of one is wrong. */
static bool is_chain(const struct made *made)
{
    return strcmp(made->format, "rnews") == 0 || strcmp(made->format, "mbx") == 0;
}

/* An octet that is lost costs the message that it is in; or, if it is its length, those after it,
 * which is reported. */
START_TEST(an_octet_may_be_lost)
{
    static const unsigned char octets[] = {'\0', 'x', 0xFF, 2};
    const struct made *made = &stores[_i];

    if (made->letters != three) {
        return;
    }
    make(made);
    open_made(made, 0);
    read_to_end(&whole);
    struct octets *first = &store.files[STORE_FIRST];
    for (size_t pos = store.offsets[1]; pos < store.offsets[2]; pos++) {
        unsigned char right = first->ptr[pos];
        for (size_t i = 0; i < COUNT(octets); i++) {
            first->ptr[pos] = octets[i];
            open_made(made, 0);
            read_to_end(&got);
            ck_assert_msg(has(&got, whole.rows[0]) && (has(&got, whole.rows[whole.n - 1]) ||
                                                       (is_chain(made) && got.damaged > 0)),
                          "%s: octet %zu is %u", made->format, pos, octets[i]);
        }
        first->ptr[pos] = right;
    }
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    const struct made *made = &stores[_i];

    make(made);
    open_made(made, 0);
    read_to_end(&whole);
    for (size_t most = 0, before = 0; most < 1000; most++) {
        open_made(made, most % 7);
        base.store.settings.most = most;
        read_to_end(&got);
        ck_assert(got.n >= before && got.n + got.damaged == whole.n);
        before = got.n;
        for (size_t i = 0; i < got.n; i++) {
            ck_assert(has(&whole, got.rows[i]));
        }
    }
    ck_assert_uint_eq(got.n, whole.n);
}
END_TEST

/* The most octets of a message that are not too long: those of its text as the store has it, blocks
 * of QWK, and fields of SMB with MIME; not how many more they have in UTF-8. */
#define FRAMES "\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4"
#define MIME   "\1#B0 Mime-Version: 1.0\n\1#B0 Content-Type: text/plain; charset=cp437\n"
static const struct {
    const char *format, *letter;
    size_t most;
} longest[] = {
    {"pkt", "12345", 5},    {"msg", "12345", 5},
    {"jam", "12345", 5},    {"squish", "12345", 6},
    {"hudson", "12345", 5}, {"qwk", "12345", 128},
    {"smb", "12345", 5},    {"smb", MIME FRAMES FRAMES FRAMES, 116},
    {"rnews", "12345", 75}, {"mbx", "12345", 80},
    {"emlx", "12345", 75},
};

START_TEST(the_longest_message_is_read)
{
    const char *const letters[] = {longest[_i].letter, NULL};
    const struct made made = {longest[_i].format, letters, "", false};

    make(&made);
    for (size_t n = 0; n < 2; n++) {
        open_made(&made, 0);
        base.store.settings.most = longest[_i].most - n;
        read_to_end(&got);
        ck_assert_uint_eq(got.n, 1 - n);
        ck_assert_uint_eq(got.damaged, n);
    }
}
END_TEST

START_TEST(what_cannot_be_read_fails)
{
    const struct made *made = &stores[_i];

    make(made);
    open_made(made, 0);
    base.files[0].fails = true;
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_FAILED);
    ck_assert_int_eq((int)base.store.trouble, (int)MAIL_UNREADABLE);
    ck_assert(base.store.damage.what == NULL);
    mail_close(&base.store);
}
END_TEST

/* A packet that is cut anywhere hides nothing of the next one; nor if it comes through a pipe. */
START_TEST(a_packet_cut_short_hides_no_other)
{
    struct octets packet = {0};

    make(&stores[0]);
    open_made(&stores[0], 0);
    read_to_end(&whole);
    put_octets(&packet, store.files[STORE_FIRST].ptr, store.files[STORE_FIRST].n);
    for (size_t n = 60; n < packet.n; n++) {
        struct octets *both = &store.files[STORE_FIRST];
        both->n = n;
        put_octets(both, packet.ptr, packet.n);
        for (int pipe = 0; pipe < 2; pipe++) {
            open_made(&stores[0], pipe == 1 ? 7 : 0);
            if (pipe == 1) {
                read_as_pipe(&base);
            }
            read_to_end(&got);
            ck_assert(got.damaged > 0);
            for (size_t i = 0; i < whole.n; i++) {
                const char *last = strchr(got.rows[got.n - whole.n + i], '|');
                ck_assert_str_eq(last, strchr(whole.rows[i], '|'));
            }
        }
    }
    free(packet.ptr);
}
END_TEST

/* Marks at any place of the stretches that are read, and of what is passed over. */
START_TEST(marks_are_found_anywhere)
{
    static const size_t places[] = {4096, 8192, 16384, 65536, 131072};
    struct octets octets = {0};

    for (size_t before = 0; before < 300; before++) {
        octets.n = 0;
        put_text(&octets, "From a\n\n");
        put_filling(&octets, 'x', places[_i] - before);
        put_text(&octets, "\r\n\r\nFrom 1:2 1996\n\nb\n");
        open_base(&base, &mail_rfc, "x", &octets, NULL, 0);
        base.store.settings.most = before % 2 == 0 ? MAIL_MESSAGE_MAX : 1000;
        enum mail_result wanted = before % 2 == 0 ? MAIL_MESSAGE : MAIL_DAMAGE;
        ck_assert_int_eq((int)next_of(&base), (int)wanted);
        expect_message(&base, "2||||x||||utf-8|b\n");
        expect_end(&base);
    }
    free(octets.ptr);
}
END_TEST

/* A file of more than 4 GiB, whose messages were killed, each of as many blocks as there can be,
 * except for the last one. */
#define MANY   999999u
#define KILLED 42u
static uint64_t farthest;

static size_t read_huge(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    const struct octets *blocks = context; /* the first one, and two headers */

    farthest = offset > farthest ? offset : farthest;
    for (size_t i = 0; i < n; i++) {
        uint64_t block = (offset + i) / 128;
        uint64_t message = block > 0 ? (block - 1) / MANY : 0;
        bool is_header = block > 0 && (block - 1) % MANY == 0;
        size_t kind = block == 0 ? 0 : message == KILLED ? 2 : 1;
        octets[i] = block == 0 || is_header ? blocks->ptr[128 * kind + (offset + i) % 128] : ' ';
        if (block > (uint64_t)KILLED * MANY + 2) {
            return i;
        }
    }
    return n;
}

START_TEST(files_may_have_more_than_4_gib)
{
    const struct mail_settings settings = {.most = MAIL_MESSAGE_MAX};
    static const char *const two[] = {"Status: deleted\n\n", "", NULL};
    struct mail_file files[MAIL_FILES] = {{&store.files[STORE_FIRST], read_huge, UINT64_MAX - 1}};

    make(&(const struct made){"qwk", two, "", false});
    memcpy(store.files[STORE_FIRST].ptr + 128 + 116, "999999", 6);
    memcpy(store.files[STORE_FIRST].ptr + 256 + 116, "2     ", 6);
    mail_open(&base.store, &mail_qwk, mail_place_of("messages.dat"), files, &settings);
    expect_message(&base, "2|Ivan|All|Subject|7||2026-11-22T17:19:00||utf-8|");
    ck_assert(farthest > (uint64_t)5 << 30);
    expect_end(&base);
}
END_TEST

/* How many octets at the front show the format; fewer do not. */
static const struct {
    const char *format;
    size_t n;
} fronts[] = {{"pkt", 92},     {"msg", 190}, {"squish", 284}, {"jam", 1100},
              {"hudson", 187}, {"qwk", 256}, {"mbx", 25}};

START_TEST(a_front_that_is_cut_tells_nothing)
{
    struct made made = {fronts[_i].format, alone, "", false};

    make(&made);
    for (size_t n = 0; n <= fronts[_i].n; n++) {
        store.files[STORE_FIRST].n = n;
        open_base(&base, NULL, NULL, &store.files[STORE_FIRST], NULL, 0);
        const char *wanted = n < fronts[_i].n ? "text" : fronts[_i].format;
        ck_assert_msg(strcmp(mail_format_of(&base.store)->name, wanted) == 0, "%zu", n);
        mail_close(&base.store);
    }
}
END_TEST

/* A header after all others is passed, also where the file is shorter than it was. One before them
 * is passed only if it is there. */
START_TEST(a_walk_goes_on)
{
    struct octets octets = {0};

    put_filling(&octets, 'x', 300);
    open_base(&base, &mail_jam, "x", &octets, NULL, 0);
    struct mail_walk walk = mail_walk_begin(&base.store, 0);
    for (uint64_t offset = 0; offset < 1000; offset += 100) {
        ck_assert(mail_walk_pass(&base.store, &walk, offset, 100));
        ck_assert_uint_eq(walk.end, offset + 100);
    }
    ck_assert(mail_walk_pass(&base.store, &walk, 128, 100));
    ck_assert(!mail_walk_pass(&base.store, &walk, 320, 100));
    mail_close(&base.store);
    free(octets.ptr);
}
END_TEST

Suite *readers_suite(void)
{
    Suite *suite = suite_create("readers");

    loop_case(suite, "cut reads", reads_may_be_cut, COUNT(stores));
    loop_case(suite, "cut files", files_may_be_cut, COUNT(stores));
    loop_case(suite, "lost octets", an_octet_may_be_lost, COUNT(stores));
    loop_case(suite, "too long", what_is_too_long_is_passed_over, COUNT(stores));
    loop_case(suite, "longest", the_longest_message_is_read, COUNT(longest));
    loop_case(suite, "failed", what_cannot_be_read_fails, COUNT(stores));
    loop_case(suite, "cut packets", a_packet_cut_short_hides_no_other, 1);
    loop_case(suite, "marks", marks_are_found_anywhere, 5);
    loop_case(suite, "4 GiB", files_may_have_more_than_4_gib, 1);
    loop_case(suite, "walks", a_walk_goes_on, 1);
    loop_case(suite, "cut fronts", a_front_that_is_cut_tells_nothing, COUNT(fronts));
    return suite;
}
