#include "furl/url/canonical.h"

#include "units.h"

static struct furl_canonical canonical;

static struct furl_split split(const char *url)
{
    furl_canonical_init(&canonical, NULL);
    return furl_split(&canonical.splitter, range(url), NULL);
}

static bool is_regular(const char *url)
{
    struct furl_split parts = split(url);

    return furl_fidonet_is_plain(&parts);
}

/* Common URLs; to be written fast, they are recognized, whatever their octets are. */
static const char *const regular[] = {
    "area://Ru.Linux",
    "AREA://Ru.Linux+SU.FIDOTECH",
    "area://Ru.Linux@fidonet+SU.C@other?msgid=2:5063/88.1+46c5e8d7",
    "area://x/y/z.zip?find=%D0%A4%D0%B8&time=1995-2007&subscribe",
    "area://a--b/c--d?e=f--",
    "area://x?a/@+b=c/@+d&e=f",
    "areafix:MO.JOB",
    "echomail:SU.CHAINIK?subj=Hello",
    "netmail:2:5063/88.1@fidonet.org?subj=Linux+kernel",
    "netmail:5063/88",
    "netmail:5063/88.1",
    "faqserv://2:5030/1/HELP",
    "faqserv://2:5030/1/HELP/a/b?c",
    "fecho://Local.Tosser/fido?view=karl",
    "freq://2:5032/758@f-n/pub+soft@x?subj=%FF",
    "area://!$'()*,.:;_x",
    "area:x",
    "areafix://x",
    "areafix:a/b",
    "netmail://2:5/6",
    "area://%d0%A4/%41?%2d=%2f",
    "area://%?x=%GG",
    "area://x y",
    "area://x\xFF?a=b%",
};

START_TEST(common_urls_are_told)
{
    ck_assert(is_regular(regular[_i]));
}
END_TEST

/* URLs that have something rare, or wrong; or which are not short. */
static const char *const others[] = {
    "area://",
    "area:///",
    "area://x/",
    "area://x//y",
    "area://x/y/",
    "area:///y",
    "area://+x",
    "area://x+",
    "area://x++y",
    "area://x@",
    "area://@x",
    "area://x+@y",
    "area://x@+y",
    "area://x?",
    "area://x?&a",
    "area://x?a&",
    "area://x?a&&b",
    "area://x?=a",
    "area://x?a=",
    "area://x?a=&b",
    "area://x?a=b=c",
    "area://x?a&b=c=d",
    "area://x?a=b&c=d=e&f",
    "area://x#y",
    "area://x?a#b",
    "area://a---b",
    "area://x?a=---",
    "netmail:2:5",
    "netmail:2:5:6/7",
    "netmail:2/5:6",
    "netmail:2:5/6/7",
    "netmail:2:5.1/6",
    "netmail:2:5/6.7.8",
    "netmail:2:/6",
    "netmail::5/6",
    "netmail:2:5/",
    "netmail:2:5/6.",
    "netmail:2:5/6@",
    "netmail:2:5/6@a@b",
    "netmail:2:5/a",
    "netmail:%D0/6",
    "netmail:2:5/6+7",
    "netmail:",
    "netmail:@a",
    "freq://2:5/6/",
    "freq://2:5/6//a",
    "freq://2:5/6/a/",
    "faqserv://2:5/6/a/",
    "area://a123456789012345678901234567890123456789012345678901234567890",
};

START_TEST(others_are_not)
{
    ck_assert(!is_regular(others[_i]));
}
END_TEST

/* A fragment that is not to be written is still there. */
START_TEST(a_cut_fragment_is_no_part)
{
    struct furl_split parts = split("area://x#y");

    parts.fragment.at = NULL;
    ck_assert(!furl_fidonet_is_plain(&parts));
}
END_TEST

/* The form of a URL, which has a fragment that is not to be written, or none. */
static struct furl_result write_form(const char *url, unsigned char *out)
{
    struct furl_split parts = split(url);

    parts.fragment.at = NULL;
    return furl_canonical_write(&canonical, &parts, out);
}

/* A fragment, though it is not written, makes that a URL is not regular: with it and without, the
 * form, or what is wrong, is the same. */
START_TEST(both_ways_write_the_same)
{
    static const char *const heads[] = {
        "area:",           "area://x",   "areafix:", "netmail:2:5/6",
        "faqserv://2:5/6", "freq:2:5/6", "FECHO://"};
    static const char *const pieces[] = {
        "a",   "2",   ":",   "/",    ".", "@",   "+",   "?",   "&",     "=",    "-",   "--", "%D1",
        "%8f", "%41", "%2F", "%40",  "%", "~",   "x.y", "5/6", "1:2/3", "%20",  " ",   "?",  "?a=b",
        "%2d", "%7e", "&c",  "\xFF", "$", "%26", "%3d", "/p",  "@d",    "+A-B", "%2b", "%3A"};
    struct dice dice = {(uint64_t)_i + 1};
    size_t regular_n = 0;

    for (size_t i = sampled(20000); i > 0; i--) {
        char url[128] = "", other[sizeof url + 1];
        unsigned char form[FURL_CANONICAL_MAX(128)], wanted[FURL_CANONICAL_MAX(128)];
        strcat(url, heads[_i]);
        for (uint32_t n = roll(&dice, 9); n > 0; n--) {
            strcat(url, pieces[roll(&dice, COUNT(pieces))]);
        }
        snprintf(other, sizeof other, "%s#", url);
        struct furl_result got = write_form(url, form);
        struct furl_result expected = write_form(other, wanted);
        ck_assert_msg(got.error == expected.error && got.where == expected.where, "%s", url);
        if (got.error == FURL_FINE) {
            ck_assert_msg(got.n == expected.n && memcmp(form, wanted, got.n) == 0, "%s", url);
            regular_n += is_regular(url);
        }
    }
    ck_assert(regular_n > sampled(20000) / 200);
}
END_TEST

Suite *plain_fidonet_suite(void)
{
    Suite *suite = suite_create("plain_fidonet");

    loop_case(suite, "common", common_urls_are_told, COUNT(regular));
    loop_case(suite, "others", others_are_not, COUNT(others));
    loop_case(suite, "fragment", a_cut_fragment_is_no_part, 1);
    loop_case(suite, "truth", both_ways_write_the_same, 7);
    return suite;
}
