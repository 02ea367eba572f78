#include "furl/url/settled.h"
#include "furl/url/canonical.h"

#include "units.h"

static struct furl_canonical canonical;

/* Splits a URL, all kinds being set up. */
static struct furl_split split(const char *url)
{
    furl_canonical_init(&canonical, NULL);
    furl_fidonet_init(&canonical.fidonet);
    return furl_split(&canonical.splitter, range(url), NULL);
}

static bool is_settled(const char *url)
{
    struct furl_split parts = split(url);

    return furl_is_settled(furl_kernels(), &canonical.fidonet.settled, &parts);
}

/* Common URLs, which are their canonical forms; to be told fast, they are recognized. */
static const char *const settled[] = {
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
};

START_TEST(common_urls_are_told)
{
    ck_assert(is_settled(settled[_i]));
}
END_TEST

/* URLs whose canonical form is another, or none; or which are not short. */
static const char *const others[] = {
    "area:x",
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
    "area://x y",
    "area://%41",
    "area://%d0%A4",
    "area://%D0%a4",
    "area://%D",
    "area://%",
    "area://%GG",
    "area://%7E",
    "area://x&y",
    "area://x=y",
    "area://x?",
    "area://x?&a",
    "area://x?a&",
    "area://x?a&&b",
    "area://x?=a",
    "area://x?a=",
    "area://x?a=&b",
    "area://x?a=b=c",
    "area://x?a&b=c=d",
    "area://x?a=b?c",
    "area://x?a=b&c=d=e&f",
    "area://x#y",
    "area://x?a#b",
    "area://a---b",
    "area://x?a=---",
    "area://x~",
    "areafix://x",
    "areafix:a/b",
    "netmail://2:5/6",
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
    "area://x\xFF",
    "area://x\x01",
    "area://%80%",
    "area://%8",
    "area://x?a=%7F",
    "area://a123456789012345678901234567890123456789012345678901234567890",
};

START_TEST(others_are_not)
{
    ck_assert(!is_settled(others[_i]));
}
END_TEST

/* A fragment that is not to be written is still there. */
START_TEST(a_cut_fragment_is_no_part)
{
    struct furl_split parts = split("area://x#y");

    parts.fragment.at = NULL;
    ck_assert(!furl_is_settled(furl_kernels(), &canonical.fidonet.settled, &parts));
}
END_TEST

/* What is told is true: the same URL with the delimiter that is not canonical, which is never told,
 * has that form (draft 5.1.2). */
START_TEST(what_is_settled_is_canonical)
{
    static const struct {
        const char *canonical, *other;
    } heads[] = {{"area://", "area:"},
                 {"areafix:", "areafix://"},
                 {"netmail:", "netmail://"},
                 {"faqserv://", "faqserv:"},
                 {"freq://", "freq:"}};
    static const char *const pieces[] = {"a", "2", ":",   "/",   ".",     "@",   "+",
                                         "?", "&", "=",   "-",   "%D1",   "%8F", "%41",
                                         "%", "~", "x.y", "5/6", "1:2/3", "#"};
    struct dice dice = {(uint64_t)_i + 1};
    size_t told = 0;

    for (size_t i = sampled(20000); i > 0; i--) {
        char body[128] = "", url[192], other[192];
        unsigned char form[FURL_CANONICAL_MAX(192)];
        if (_i > 1) { /* what is before a fault is often fine */
            strcat(body, heads[_i].canonical[0] == 'f' || _i == 2 ? "2:5/6" : "x");
        }
        for (uint32_t n = roll(&dice, 9); n > 0; n--) {
            strcat(body, pieces[roll(&dice, COUNT(pieces))]);
        }
        snprintf(url, sizeof url, "%s%s", heads[_i].canonical, body);
        snprintf(other, sizeof other, "%s%s", heads[_i].other, body);
        if (is_settled(url)) {
            struct furl_split parts = split(other);
            struct furl_result result = furl_canonical_write(&canonical, &parts, form);
            ck_assert_msg(result.error == FURL_FINE, "%s", url);
            expect(form, result.n, url);
            told++;
        }
    }
    ck_assert(told > sampled(20000) / 200);
}
END_TEST

Suite *settled_suite(void)
{
    Suite *suite = suite_create("settled");

    loop_case(suite, "common", common_urls_are_told, COUNT(settled));
    loop_case(suite, "others", others_are_not, COUNT(others));
    loop_case(suite, "fragment", a_cut_fragment_is_no_part, 1);
    loop_case(suite, "truth", what_is_settled_is_canonical, 5);
    return suite;
}
