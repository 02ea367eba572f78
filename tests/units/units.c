#include "config.h"

#include "units.h"

#include "common.h"

const size_t cuts[5] = {1, 2, 3, 7, 0};

TCase *loop_case(Suite *suite, const char *name, const TTest *test, size_t n)
{
    TCase *tcase = tcase_create(name);

    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test, 0, (int)n);
    suite_add_tcase(suite, tcase);
    return tcase;
}

void expect(const unsigned char *got, size_t n, const char *wanted)
{
    char text[4096];

    ck_assert_uint_lt(n, sizeof text);
    memcpy(text, got, n);
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
        "---",        "--",         "%20",
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

size_t sample_step(size_t n)
{
    const char *sample = getenv("UNITS_SAMPLE");
    size_t step = sample != NULL ? strtoul(sample, NULL, 10) : 1;

    ck_assert_uint_gt(step, 0);
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

int main(void)
{
    SRunner *runner = srunner_create(octets_suite());

    /* libcheck's files go where those of all tests go; it has a name of its own for that. */
    if (getenv("TMPDIR") != NULL && setenv("TEMP", getenv("TMPDIR"), 0) != 0) {
        return FAILED_SETUP;
    }
    if (getenv("UNITS_SAMPLE") != NULL) {
        printf("units: one in %s of what is long\n", getenv("UNITS_SAMPLE"));
        fflush(stdout);
    }
    srunner_add_suite(runner, merge_suite());
    srunner_add_suite(runner, quote_suite());
    srunner_add_suite(runner, kernels_suite());
    srunner_add_suite(runner, utf8_suite());
    srunner_add_suite(runner, escape_suite());
    srunner_add_suite(runner, unescape_suite());
    srunner_add_suite(runner, schemes_suite());
    srunner_add_suite(runner, canon_suite());
    srunner_add_suite(runner, generic_suite());
    srunner_add_suite(runner, unwrap_suite());
    srunner_add_suite(runner, unit_suite());
    srunner_add_suite(runner, start_suite());
    srunner_add_suite(runner, breaks_suite());
    srunner_add_suite(runner, find_suite());
    srunner_run_all(runner, CK_ENV);
    int run = srunner_ntests_run(runner);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0 || run == 0;
}
