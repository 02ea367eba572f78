#include "config.h"

#include "units.h"

#include "common.h"

const size_t cuts[5] = {1, 2, 3, 7, 0};

#define FUNCTION(name) name##_suite,
Suite *(*const suites[])(void) = {SUITES(FUNCTION)};
const size_t suites_n = COUNT(suites);

void expect(const unsigned char *got, size_t n, const char *wanted)
{
    char text[4096];

    ck_assert(n < sizeof text);
    memcpy(text, n > 0 ? got : (const unsigned char *)"", n); /* none may be nowhere */
    text[n] = '\0';
    ck_assert_str_eq(text, wanted);
    ck_assert_uint_eq(n, strlen(wanted));
}

uint32_t roll(struct dice *dice, uint32_t sides)
{
    return (uint32_t)roll_dice(&dice->state, sides);
}

void roll_octets(struct dice *dice, unsigned char *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (unsigned char)roll(dice, 256);
    }
}

void roll_text(struct dice *dice, unsigned char *out, size_t n)
{
    static const char *const fragments[] = {
        "area://",    "AREA:",      "netmail:2:5/6",
        "faqserv://", "http://",    "https:",
        "mailto:",    "see.ftp",    "://",
        ":",          "//",         "/",
        "%%",         "%",          "%%%",
        "%%\n%%",     "%%\r\n> %%", "%% %%",
        "%41",        "%d",         "%D%%\n%%1",
        "\n",         "\r\n",       "\r",
        "\n> ",       " ",          "\t",
        "\x8D",       "\x1B[1;3",   "\x1B(B",
        "\001h",      "@X0F",       "x",
        "Ru.Linux",   "1",          "a@b",
        "?",          "=",          "&",
        "msgid=<",    "<a@b>",      "<",
        ">",          "\"",         "'",
        "(",          ")",          "*",
        "_",          "[::1]",      "[",
        "]",          "[]",         "|",
        "~",          "#",          "\\",
        ".",          ",",          ";",
        "!",          "\xD0\xA4",   "\xE2\x80\x94",
        "\xE2",       "\xFF",       "URL:",
        "<URL:",      "+",          "-",
        "---",        "--",         "&lt;",
        "&#39;",      "&amp;",      ",http://",
        "**",         "~~",         "\xE2\x80\x93",
        "[::1%a]",    "www.a.bc",   "%20",
        "%2f",        "\x01",
    };

    for (size_t i = 0; i < n;) {
        const char *fragment = fragments[roll(dice, COUNT(fragments))];
        size_t length = strlen(fragment) < n - i ? strlen(fragment) : n - i;
        memcpy(out + i, fragment, length);
        i += length;
        if (i < n && roll(dice, 200) == 0) {
            out[i++] = '\0';
        }
    }
}

size_t roll_url(struct dice *dice, unsigned char url[URL_MAX])
{
    static const char *const parts[] = {
        "a", "B",   ".",   "..",     "/",         "//",     "?",     "&",        "=",
        "#", "%41", "%2e", "%d1%84", "%e2%80%8e", "%c2%a0", "%ff",   "\xD1\x84", "\xFF",
        "+", "%2b", " ",   "%20",    "[",         "]",      "[::1]", "|",        "~",
        "@", ":",   ":80", ":443",   "<",         "\"",     "%zz",   "c=d",      "c=%64"};
    static const char *const schemes[] = {"http://", "HTTPS://", "ftp:", "ed2k://|", "x:", "http:"};
    size_t n = (size_t)sprintf((char *)url, "%s", schemes[roll(dice, COUNT(schemes))]);

    for (uint32_t i = roll(dice, 12); i > 0; i--) {
        const char *part = parts[roll(dice, COUNT(parts))];
        memcpy(url + n, part, strlen(part));
        n += strlen(part);
    }
    if (roll(dice, 8) == 0) {
        n = 7 + roll(dice, 100);
        memset(url + 7, roll(dice, 2) ? 0xFF : '[', n - 7);
    }
    return n;
}

void report(void *context, uint64_t column, uint64_t n)
{
    struct reports *reports = context;

    for (; n > 0; n--) {
        reports->columns[reports->n++ % COUNT(reports->columns)] = column++;
    }
}

size_t sample_step(size_t n)
{
    const char *sample = getenv("UNITS_SAMPLE");
    size_t step = sample != NULL ? strtoul(sample, NULL, 10) : 1;

    ck_assert(step > 0);
    return step < n ? step : n;
}

size_t sampled(size_t n)
{
    return n / sample_step(n);
}

size_t piece_length(struct dice *dice, size_t cut, size_t left)
{
    size_t n = cut > 0 ? cut : 1 + roll(dice, 50);

    return n < left ? n : left;
}

size_t write_lines(const char *prefix, const char *widths, char *out, size_t room)
{
    char *end = NULL;
    size_t n = 0;

    for (unsigned long width = strtoul(widths, &end, 10); width > 0;
         width = strtoul(end, &end, 10)) {
        size_t before = strlen(prefix);
        ck_assert(width >= before && n + width + 1 < room);
        memcpy(out + n, prefix, before);
        memset(out + n + before, 'q', width - before);
        out[n + width] = '\n';
        n += width + 1;
    }
    return n;
}
