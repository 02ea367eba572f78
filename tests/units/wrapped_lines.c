#include "furl/text/wrapped.h"

#include "units.h"

/* What a line is that has a URL at its end, what comes before and after it, and what of that
 * belongs to the URL. The URL begins with "http://x/" and goes on with so many `q` that the line is
 * `width` columns wide. */
struct row {
    const char *near; /* widths of lines before it, of its kind */
    const char *before;
    size_t width;
    const char *end;
    const char *next; /* lines after it */
    const char *rest; /* NULL: the URL is not cut by what is in its line alone */
};

#define URL "http://x/"
#define Q10 "qqqqqqqqqq"
#define Q60 Q10 Q10 Q10 Q10 Q10 Q10

/* A line made of some text, as many `q`, and an end. */
struct made {
    char octets[256];
    size_t n;
};

static struct made make(const char *front, size_t width, const char *end)
{
    struct made made = {.n = 0};
    struct furl_line line = furl_line_of(range(front), UINT64_MAX);
    size_t columns = strlen(front) - line.prefix + line.prefix_columns;

    made.n = (size_t)snprintf(made.octets, sizeof made.octets, "%s", front);
    for (; columns + strlen(end) < width; columns++) {
        made.octets[made.n++] = 'q';
    }
    made.n += (size_t)snprintf(made.octets + made.n, sizeof made.octets - made.n, "%s", end);
    ck_assert_uint_eq(columns + strlen(end), width);
    return made;
}

/* The prefix of the line. */
static void prefix_of(const char *line, char prefix[32])
{
    struct furl_line what = furl_line_of(range(line), UINT64_MAX);

    memcpy(prefix, line, what.prefix);
    prefix[what.prefix] = '\0';
}

/* Adds the octets without blanks. */
static void add(char *out, struct furl_range octets)
{
    char *end = out + strlen(out);

    for (size_t i = 0; i < octets.n; i++) {
        if (octets.at[i] != ' ') {
            *end++ = (char)octets.at[i];
        }
    }
    *end = '\0';
}

/* Writes what of the lines belongs to the URL. */
static void read_rest(struct furl_wrapped_lines *cut, struct furl_range before, const char *next,
                      char *out)
{
    size_t used = 0, all = 0;

    for (*out = '\0'; *next != '\0' && used == all; next += *next == '\n' ? 1 : 0) {
        struct furl_range octets = {(const unsigned char *)next, strcspn(next, "\n")};
        struct furl_line line = furl_line_of(octets, UINT64_MAX);
        struct furl_range text = furl_line_text(&line, octets);
        struct furl_seen_lines seen = {.n = 0};
        used =
            furl_wrapped_lines_rest(cut, furl_before_line(before, before.n, &seen), &line, octets);
        all = text.n;
        ck_assert(used == 0 || text.at[used - 1] != ' ');
        add(out, (struct furl_range){text.at, used});
        next += octets.n;
    }
}

static void expect_rest(const struct row *row)
{
    struct furl_wrapped_lines cut;
    char prefix[32], lines[1024], front[64], rest[256] = "";

    prefix_of(row->before, prefix);
    size_t n = write_lines(prefix, row->near, lines, sizeof lines);
    struct furl_range before = {(unsigned char *)lines, n};
    snprintf(front, sizeof front, "%s" URL, row->before);
    struct made made = make(front, row->width, row->end);
    struct furl_range octets = {(unsigned char *)made.octets, made.n};
    struct furl_line line = furl_line_of(octets, UINT64_MAX);
    bool may = furl_wrapped_lines_begin(&cut, &line, octets, strlen(row->before));
    ck_assert_msg(may == (row->rest != NULL), "%s", made.octets);
    if (may) {
        read_rest(&cut, before, row->next, rest);
        ck_assert_msg(strcmp(rest, row->rest) == 0, "%s + %s: \"%s\", not \"%s\"", made.octets,
                      row->next, rest, row->rest);
    }
}

/* What the widths of lines say. */
static const struct row widths[] = {
    /* The URL is alone: usual widths, and what they need of the word */
    {"", "", 72, "", "ilter and so", "ilter"},
    {"", "", 75, "", "ilter and so", "ilter"},
    {"", "", 79, "", "ilter and so", "ilter"},
    {"", "", 80, "", "ilter and so", "ilter"},
    {"", "<", 75, "", "ilter and so", "ilter"},
    {"", "(", 75, "", "ilter and so", "ilter"},
    {"", "\"", 75, "", "ilter and so", "ilter"},
    {"", "<URL:", 75, "", "ilter and so", "ilter"},
    {"", "x:", 75, "", "ilter and so", ""},
    {"", "=", 75, "", "ilter and so", ""},
    {"", "<a:", 75, "", "ilter and so", ""},
    {"", "<urx:", 75, "", "ilter and so", ""},
    {"", "url:", 75, "", "ilter and so", ""},
    {"", "", 79, "", "x=y and so", "x=y"},
    {"", "", 78, "", "x=y and so", ""},
    {"", "", 78, "-", "joe@x.org", "joe@x.org"},
    {"75", "", 75, "_", "State so and", "State"},
    {"", "", 75, "_", "State", ""},
    {"", "", 78, "", "ilter and so", ""},
    {"", "", 78, "", "ilter", "ilter"},
    {"", "", 78, "", "x2 and so", "x2"},
    {"", "", 75, "", "State Idle", ""},
    {"", "", 75, "", "joe@x.org", ""},
    {"", "", 75, "", "- x", ""},
    {"", "", 75, "", "", ""},
    {"", "  ", 75, "", "ilter and so", "ilter"},
    {"", "> ", 75, "", "> ilter and so", "ilter"},
    {"", "> ", 75, "", "ilter and so", ""},
    {"", "", 75, "", "> ilter and so", ""},
    {"", "\xD0\x90> ", 75, "", "\xD0\x90> ilter and so", "ilter"},
    /* What a quotation of a quotation is cut at */
    {"", ">> ", 71, "", ">> ilter and so", "ilter"},
    {"", "> ", 71, "", "> ilter and so", ""},
    {"75", ">> ", 71, "", ">> ilter and so", "ilter"},
    {"76", ">> ", 71, "", ">> ilter and so", ""},
    /* Other widths: nothing known, a line as wide, two that are close */
    {"", "", 74, "", "a_b and so", ""},
    {"", "", 74, "", "a_b", "a_b"},
    {"74", "", 74, "", "x.org and so", "x.org"},
    {"74", "", 74, "", "ilter and so", ""},
    {"70", "", 74, "", "x2 and so", ""},
    {"70 73", "", 74, "", "x2 and so", "x2"},
    {"70 73", "", 74, "", "x.org and so", ""},
    {"74", "", 59, "", "a_b", ""},
    {"", "", 60, "", "a_b", "a_b"},
    {"", "", 101, "", "a_b", ""},
    /* Lines that are longer */
    {"76", "", 75, "", "x2 and so", "x2"},
    {"78", "", 75, "", "x.org and so", "x.org"},
    {"79", "", 75, "", "x.org and so", ""},
    {"80", "", 75, "", "x2 and so", "x2"},
    {"83", "", 75, "", "ilter and so", "ilter"},
    {"75", "", 74, "", "a_b", ""},
    /* The URL is not alone: lines are filled */
    {"", "see ", 79, "", "x2 and so", "x2"},
    {"", "see ", 79, "", "ilter and so", ""},
    {"", "see ", 72, "", "x2 and so", ""},
    {"", "see ", 72, "", "a_b and so", "a_b"},
    {"75", "see ", 75, "", "ilter and so", ""},
    {"75", "see ", 75, "", "x2 and so", "x2"},
    {"75 75", "see ", 75, "", "ilter and so", "ilter"},
    {"75 75 60", "see ", 75, "", "ilter and so", ""},
    {"76", "see ", 75, "", "a_b and so", ""},
    {"71 72", "see ", 79, "", "x2 and so", ""},
    {"71 70", "see ", 79, "", "x2 and so", "x2"},
    {"74", "see ", 74, "", "a_b", ""},
    {"74 74", "see ", 74, "", "ilter and so", "ilter"},
    {"74 74 60 74", "see ", 74, "", "x2 and so", "x2"},
    {"", "see ", 75, "", "x2 and " Q60 Q10 "qqqqqqq", ""},
    {"", "see ", 72, "", "x2 and " Q60 "qqqqq", "x2"},
    {"", "see ", 100, "", "%41", "%41"},
};

START_TEST(widths_tell)
{
    expect_rest(&widths[_i]);
}
END_TEST

/* What the words tell. */
static const struct row words[] = {
    /* What is certain at any width */
    {"", "", 40, "%", "d0", "d0"},
    {"", "", 40, "%d", "0", "0"},
    {"", "", 40, "%d", "x", ""},
    {"", "", 75, "%", "and so", ""},
    {"", "x:", 40, "%d", "0x", "0x"},
    {"", "", 40, "?msgid=1+d4", "03aedd:", "03aedd:"},
    {"", "", 40, ",%d", "0", "0"},
    {"", "", 75, ",", "%41", ""},
    {"", "", 75, ")", "%41", ""},
    {"", "", 75, "()", "%41", "%41"},
    /* What is certain where the word would not have fitted */
    {"", "x:", 60, "", "%41", "%41"},
    {"", "x:", 59, "", "%41", ""},
    {"", "x:", 59, "", "%41" Q10, ""},
    {"", "x:", 59, "", "%41" Q10 "q", "%41" Q10 "q"},
    {"", "x:", 60, "-", "State", "State"},
    {"", "x:", 59, "-", "State", ""},
    {"", "x:", 60, "-", "joe@x.org", ""},
    {"", "x:", 60, "?", "x=y", "x=y"},
    {"", "x:", 60, "?", "ilter", ""},
    {"", "x:", 60, "?", "and", ""},
    {"", "", 74, "_", "x2 and so", "x2"},
    {"", "", 74, "_", "x.org and so", ""},
    /* Slashes that an editor breaks lines after */
    {"", "x:", 66, "/", "ab.php?x and so", "ab.php?x"},
    {"", "x:", 66, "/", "a.ph?x and so", ""},
    {"", "x:", 65, "/", "ab/cdefgh and so", ""},
    {"", "x:", 70, "/", "ab/cdefgh and so", "ab/cdefgh"},
    {"", "x:", 69, "/", "abc/ and so", "abc/"},
    {"", "x:", 68, "/", "abc/ and so", ""},
    {"", "x:", 60, "/", "abcdefghijklmnopqr_x and so", "abcdefghijklmnopqr_x"},
    {"", "x:", 60, "/", "abcdefghijklmnopq_x and so", ""},
    {"", "x:", 65, "/", "abc.html and so", "abc.html"},
    {"", "x:", 65, "/", "abcxhtml and so", ""},
    {"", "x:", 65, "", "abc.html and so", ""},
    {"", "x:", 50, "/", "abcdefghijklmnopqrst.html", ""},
    {"", "x:", 51, "/", "abcdefghijklmnopqrst.html", "abcdefghijklmnopqrst.html"},
    {"", "x:", 70, "/", "ilter2", "ilter2"},
    {"", "x:", 70, "/", "Ilter2", ""},
    {"", "x:", 70, "/", "ilter2 and so", ""},
    {"", "x:", 70, "/", Q10 Q10 Q10 "qqqqqqqqq", Q10 Q10 Q10 "qqqqqqqqq"},
    {"", "x:", 70, "/", Q10 Q10 Q10 Q10, ""},
    /* Slashes, files, dots */
    {"", "", 75, "/", "ilter and so", ""},
    {"", "", 75, "/", "x2 and so", "x2"},
    {"", "", 75, ".html", "x2", ""},
    {"", "", 75, ".htm", "l and so", "l"},
    {"", "", 74, ".htm", "l", ""},
    {"", "", 75, ".", "html and so", "html"},
    {"", "", 75, ".", "x2", "x2"},
    {"", "", 75, ".", "x.org and so", ""},
    {"", "", 75, ".", "2 and so", "2"},
    {"", "see ", 75, ".", "2 and so", ""},
    {"", "see ", 75, ".", "2", "2"},
    /* No candidates */
    {"", "# see ", 75, "", "", NULL},
    {"", "  // ", 75, "", "", NULL},
    {"", "          # ", 75, "", "", NULL},
    {"", " \t        // ", 75, "", "", NULL},
    {"", "> # ", 75, "", "", NULL},
    {"", " * Origin: ", 75, "", "", NULL},
    {"", "x:", 101, "", "", NULL},
};

START_TEST(words_tell)
{
    expect_rest(&words[_i]);
}
END_TEST

/* Several lines; quotations filled anew. */
static const struct row refilled[] = {
    /* Lines that the URL takes all of */
    {"", "", 75, "", Q60 "qqqqq12345q2q2q\nx2 and so", Q60 "qqqqq12345q2q2qx2"},
    {"", "", 75, "", Q60 "qqqqq12345q2q\nx2 and so", Q60 "qqqqq12345q2q"},
    {"", "", 75, "", Q60 "qqqq12345q2q\nx2 and so", Q60 "qqqq12345q2qx2"},
    {"", "", 75, "", "x2\nx3", "x2"},
    {"", "", 75, "", "x2\n%41", "x2"},
    {"", "", 75, "", "x2%\n41", "x2%41"},
    {"", "", 75, "", "x2\n\nx3", "x2"},
    {"", " ab>> ", 71, "", " ab>> ros/J\n ab>> x2 and so", "ros/Jx2"},
    {"", " ab>> ", 71, "", " ab>> ros/J\n ab>> ilter and so", "ros/J"},
    {"", " ab>> ", 71, "", " ab>> ros/Jeans-01\n ab>> x2 and so", "ros/Jeans-01"},
    {"", "", 75, "", "x2x4\nx2 and so", "x2x4"},
    /* What a short rest needs of its next word, where two lines are close */
    {"70 73", ">> ", 74, "", ">> x=y so and", "x=y"},
    {"70 73", "> ", 74, "", "> x=y so and", ""},
    {"70 73", ">> ", 74, "", ">> a.b x/y so and", "a.bx/y"},
    {"70 73", ">> ", 74, "", ">> a.b /so so and", ""},
    {"62 65", ">> ", 66, "", ">> x=yxxxxxxxxx so", "x=yxxxxxxxxxso"},
    {"62 65", ">> ", 66, "", ">> x=yxxxxxxxxxx so", ""},
    {"", ">> ", 78, "", ">> il x.org and", "ilx.org"},
    {"", ">> ", 78, "", ">> il so and", ""},
    {"", "> ", 78, "", "> il x.org and", ""},
    /* 65 columns of text and 5 are 70, which were 75 with a prefix of one quotation less */
    {"", " ab>> ", 71, "", " ab>> ros/J /Jeans-S.iso and so", "ros/J/Jeans-S.iso"},
    {"", " ab>> ", 71, "", " ab>> ros/J a/b /c", "ros/Ja/b/c"},
    {"", " ab>> ", 71, "", " ab>> ros/Jeans-01 /Jeans-S.iso and so", "ros/Jeans-01"},
    {"", " ab>> ", 71, "", " ab>> ros/J trouser and so", "ros/J"},
    {"", " ab>> ", 71, "", " ab>> ros/J jeans", "ros/Jjeans"},
    {"", " ab>> ", 71, "", " ab>> ros/J  /Jeans", "ros/J"},
    {"", " ab>> ", 71, "", " ab>> x4 abcdefgh and so", "x4abcdefgh"},
    {"", " ab>> ", 71, "", " ab>> x4 abcdefghijk and so", "x4"},
    {"", " ab>> ", 71, "", " ab>> ros/J, /Jeans", "ros/J,"},
    /* 65 columns of text, under a prefix that is none of an editor's, and 10 are 75 */
    {"", ">>>", 68, "", ">>>uto-comple tion-in and so", "uto-completion-in"},
    {"", ">>>", 68, "", ">>>uto-comple and so", ""},
    {"", ">>>x:", 68, "", ">>>uto-comple tion-in and so", ""},
    /* One letter, one dash */
    {"", " ab>> ", 71, "", " ab>> a x/y and so", "ax/y"},
    {"", " ab>> ", 71, "", " ab>> a boys and so", "aboys"},
    {"", " ab>> ", 71, "", " ab>> a and x", ""},
    {"", " ab>> ", 71, "", " ab>> - x_y and so", "-x_y"},
    {"", " ab>> ", 71, "", " ab>> - and x", ""},
    {"", " ab> ", 71, "", " ab> - x_y and so", ""},
    /* Halves and marks before the blank */
    {"", " ab>> ", 71, "", " ab>> ros/% 41 and so", "ros/%41"},
    {"", " ab>> ", 71, "", " ab>> ros/% x1 and so", "ros/%"},
    {"", " ab>> ", 71, "", " ab>> r/o- State and so", "r/o-State"},
    {"", " ab>> ", 71, "", " ab>> r/os %41 and so", "r/os%41"},
    {"", " ab>> ", 71, "", " ab>> r/os- joe@x.org and so", "r/os-"},
    /* Files and dots before it */
    {"", " ab>> ", 71, "", " ab>> /.htm l and so", "/.html"},
    {"", " ab>> ", 71, "", " ab>> /.htm x/y and so", "/.htm"},
    {"", " ab>> ", 71, "", " ab>> ros/. py and so", "ros/.py"},
    {"", " ab>> ", 71, "", " ab>> ros/. pyx and so", "ros/."},
    /* No quotation: what the author had filled */
    {"", "", 75, "", "x2x4 x/y and so", "x2x4x/y"},
    {"", "", 75, "", "x2x x/y and so", "x2xx/y"},
    {"", "", 75, "", "x2 x/y and so", "x2"},
};

START_TEST(quotations_are_filled_anew)
{
    expect_rest(&refilled[_i]);
}
END_TEST

Suite *wrapped_lines_suite(void)
{
    Suite *suite = suite_create("wrapped_lines");

    loop_case(suite, "widths", widths_tell, COUNT(widths));
    loop_case(suite, "words", words_tell, COUNT(words));
    loop_case(suite, "refilled", quotations_are_filled_anew, COUNT(refilled));
    return suite;
}
