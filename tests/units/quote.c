#include "furl/text/quote.h"

#include "units.h"

static void expect_prefix(const char *text, size_t n, size_t prefix, size_t angles)
{
    struct furl_quote quote = {0};

    furl_quote_feed(&quote, (const unsigned char *)text, n);
    ck_assert_msg(quote.n == prefix && quote.angles == angles, "%.40s: %u and %u", text,
                  (unsigned)quote.n, (unsigned)quote.angles);
}

/* Texts, and what is known of the prefix of their last line at their end. */
static const struct {
    const char *text;
    size_t n, angles;
} rows[] = {
    {"", 0, 0},
    {"text", 0, 0},
    {">", 1, 1},
    {"> ", 2, 1},
    {">  ", 2, 1},
    {">text", 1, 1},
    {"> text", 2, 1},
    {">> text", 3, 2},
    {"> > text", 4, 2},
    {">  > text", 5, 2},
    {">   > text", 2, 1},
    {">\t>\ttext", 4, 2},
    {" AK> text", 5, 1},
    {" AK>> text", 6, 2},
    {" AK>\ttext", 5, 1},
    {"AK>text", 0, 0},
    {" AK>text", 1, 0},
    {"AK>", 0, 0},
    {"AK>> BC> text", 9, 3},
    {"AK>>BC> text", 0, 0},
    {">AK> text", 5, 2},
    {">AK>text", 1, 1},
    {"> AK>text", 2, 1},
    {"> text> text", 8, 2},
    {"ABCD> text", 6, 1},
    {"ABCDE> text", 0, 0},
    {"a.b> text", 0, 0},
    {"a b> text", 0, 0},
    {"12> text", 4, 1},
    {"->", 0, 0},
    {"        > text", 10, 1},
    {"         > text", 8, 0},
    {"   ", 3, 0},
    {"          ", 8, 0},
    /* Four characters of two, three and four octets; of one each, and no UTF-8. */
    {"\xD0\x90\xD0\x91\xD0\x92\xD0\x93> x", 10, 1},
    {"\xD0\x90\xD0\x91\xD0\x92\xD0\x93g> x", 0, 0},
    {"\xE2\x80\x94\xE2\x80\x94\xE2\x80\x94\xE2\x80\x94> x", 14, 1},
    {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80> x", 18, 1},
    {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0> x", 0, 0},
    {"\x80\x81\x82\x83> x", 6, 1},
    {"\x80\x81\x82\x83\x84> x", 0, 0},
    {"\xE2\x80z> x", 5, 1},
    /* Lines. */
    {"> x\n", 0, 0},
    {"x\n> ", 2, 1},
    {"> x\ry", 0, 0},
    {"x\r> y", 2, 1},
    {"x\r\n> y", 2, 1},
    {"AK>\n> ", 2, 1},
    /* A byte order mark; without it, this would be the name of a mark. */
    {"\xEF\xBB\xBF>x", 1, 1},
    {"\xEF\xBB\xBF"
     "AK> x",
     4, 1},
    {"\xEF\xBB\xBF"
     "ABCD> x",
     6, 1},
    {"\n\xEF\xBB\xBF>x", 0, 0},
    {">\xEF\xBB\xBF>x", 1, 1},
    {"\xEF\xBB\xBF\xEF\xBB\xBF>x", 0, 0},
};

START_TEST(prefixes_are_seen)
{
    expect_prefix(rows[_i].text, strlen(rows[_i].text), rows[_i].n, rows[_i].angles);
}
END_TEST

START_TEST(nul_ends_a_line)
{
    expect_prefix("x\0> y", 5, 2, 1);
    expect_prefix("> y\0z", 5, 0, 0);
}
END_TEST

/* A prefix of any length is one. */
START_TEST(prefixes_may_be_long)
{
    static char text[100001];

    memset(text, '>', sizeof text);
    expect_prefix(text, sizeof text, sizeof text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = "> a"[i % 3];
    }
    /* A mark for each three octets, and the blank after the last one. */
    expect_prefix(text, sizeof text, sizeof text, sizeof text / 3 + 1);
}
END_TEST

/* The definition, as it reads: of a line that is there as a whole. A blank that has not come yet
 * does not count as one. */
struct prefix {
    size_t n, angles;
};

static size_t count_blanks(const char *line, size_t at, size_t n, size_t most)
{
    size_t count = 0;

    while (count < most && at + count < n &&
           (line[at + count] == ' ' || line[at + count] == '\t')) {
        count++;
    }
    return count;
}

/* The octets of one character of a mark; 0: there is none. */
static size_t character(const char *line, size_t at, size_t n)
{
    static const char ascii[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    uint32_t code = 0;

    if (at == n || line[at] == '\0') {
        return 0;
    }
    if ((unsigned char)line[at] < 0x80) {
        return strchr(ascii, line[at]) != NULL ? 1 : 0;
    }
    size_t some = furl_utf8((const unsigned char *)line + at, n - at, &code);
    return some == 0 || some == FURL_UTF8_MORE ? 1 : some;
}

/* The octets of the mark that begins there; 0: none does. */
static size_t mark(const char *line, size_t at, size_t n, size_t *angles)
{
    size_t end = at, count = 0;

    for (size_t some = 1; some > 0 && count<5; count += some> 0) {
        some = character(line, end, n);
        end += some;
    }
    size_t name_end = end;
    while (end < n && line[end] == '>') {
        end++;
    }
    bool blank = count_blanks(line, end, n, 1) == 1;
    if (count > 4 || end == name_end || (count > 0 && !blank)) {
        return 0;
    }
    *angles = end - name_end;
    return end - at;
}

static struct prefix by_definition(const char *line, size_t n)
{
    size_t at = count_blanks(line, 0, n, 8), angles = 0;
    struct prefix prefix = {at, 0};

    for (size_t some = mark(line, at, n, &angles); some > 0; some = mark(line, at, n, &angles)) {
        prefix.n = at + some + count_blanks(line, at + some, n, 1);
        prefix.angles += angles;
        at += some + count_blanks(line, at + some, n, 2);
    }
    return prefix;
}

/* Lines by the dice, cut in all ways. */
START_TEST(prefixes_are_as_defined)
{
    static const char *const fragments[] = {" ", "\t", ">", ">",        "a",    "Z",    "9", "AK",
                                            ".", "-",  "<", "\xD0\x90", "\xD0", "\x80", "\n"};
    struct dice dice = {1};
    size_t quoted = 0;

    for (size_t nth = 0; nth < sampled(200000); nth++) {
        char line[64];
        size_t n = 0, last = 0; /* the last line's start */
        for (size_t i = roll(&dice, 16); i > 0; i--) {
            const char *fragment = fragments[roll(&dice, COUNT(fragments))];
            memcpy(line + n, fragment, strlen(fragment));
            n += strlen(fragment);
            last = *fragment == '\n' ? n : last;
        }
        struct prefix wanted = by_definition(line + last, n - last);
        struct furl_quote quote = {.later = true};
        for (size_t i = 0; i < n;) {
            size_t some = piece_length(&dice, cuts[_i], n - i);
            furl_quote_feed(&quote, (const unsigned char *)line + i, some);
            i += some;
        }
        ck_assert_msg(quote.n == wanted.n && quote.angles == wanted.angles,
                      "\"%.*s\": %u and %u, not %u and %u", (int)n, line, (unsigned)quote.n,
                      (unsigned)quote.angles, (unsigned)wanted.n, (unsigned)wanted.angles);
        quoted += wanted.angles > 0 ? 1 : 0;
    }
    ck_assert(quoted > sampled(200000) / 20);
}
END_TEST

Suite *quote_suite(void)
{
    Suite *suite = suite_create("quote");

    loop_case(suite, "prefixes", prefixes_are_seen, COUNT(rows));
    loop_case(suite, "NUL", nul_ends_a_line, 1);
    loop_case(suite, "long", prefixes_may_be_long, 1);
    loop_case(suite, "defined", prefixes_are_as_defined, COUNT(cuts));
    return suite;
}
