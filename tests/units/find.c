#include "furl/text/find.h"

#include "units.h"

/*
 * What is found is written in words: an offset and a length in the text; marks of what the URL was
 * joined over: `%` for "%%" marks, `<` for delimiters, `\` for a margin; `...` if it is open; `>`
 * and where the search goes on, unless that is right after it; `~` if it was read as a part of the
 * URL before it, too. Then comes the URL. Of one that is too long, there are only its offset, `>`
 * and the limit.
 */
struct findings {
    char text[1 << 18];
    size_t n;
    size_t begins; /* no URL that is found later begins before this offset */
};

static void note(struct findings *findings, size_t base, enum furl_found found,
                 const struct furl_match *match)
{
    static const char marks[FURL_JOINS + 1] = "%<\\";
    char *at = findings->text + findings->n;

    at += sprintf(at, "%s%zu", findings->n > 0 ? " " : "", base + match->start);
    if (found == FURL_TOO_LONG) {
        at += sprintf(at, ">%zu longer than %zu", base + match->stop, match->url.n);
        findings->n = (size_t)(at - findings->text);
        return;
    }
    ck_assert(found == FURL_FOUND && base + match->start >= findings->begins);
    ck_assert(findings->n + match->url.n + 100 < sizeof findings->text);
    at += sprintf(at, "+%zu", match->end - match->start);
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        at += (match->joined & 1u << join) != 0 ? sprintf(at, "%c", marks[join]) : 0;
    }
    at += sprintf(at, "%s", match->open ? "..." : "");
    at += match->stop != match->end ? sprintf(at, ">%zu", base + match->stop) : 0;
    at += sprintf(at, "%s ", match->seen > match->start ? "~" : "");
    memcpy(at, match->url.at, match->url.n);
    findings->n = (size_t)(at - findings->text) + match->url.n;
}

/* Finds all in a window that begins at the offset `base` of the text. Returns why it ends. */
static enum furl_found find_all(const struct furl_finder *finder, struct furl_window *window,
                                struct furl_search *search, size_t base, struct findings *findings)
{
    static struct furl_buffer joined;
    enum furl_found found;
    struct furl_match match;

    while ((found = furl_find(finder, window, search, &joined, &match)) != FURL_NONE &&
           found != FURL_UNDECIDED) {
        note(findings, base, found, &match);
    }
    if (base + match.start < findings->begins || match.start > window->n) {
        ck_abort_msg("%zu is no place for the next URL", base + match.start);
    }
    findings->begins = base + match.start;
    findings->text[findings->n] = '\0';
    return found;
}

/* Searches the first octets of a text: all of it, or so many that may go on. */
static enum furl_found find_in_front(const struct furl_finder *finder, struct furl_range text,
                                     size_t n, bool ends, struct findings *findings)
{
    struct furl_search search = {.at = 0};
    struct furl_window window = furl_window_of((struct furl_range){text.at, n});

    window.ends = ends;
    findings->n = findings->begins = 0;
    return find_all(finder, &window, &search, 0, findings);
}

/* Searches a text in a window that grows by `cut` octets, 0 meaning random numbers, and loses those
 * at its front that the search does not need: each time in memory of just its size. */
static void find_piecewise(const struct furl_finder *finder, struct furl_range text, size_t cut,
                           struct findings *findings)
{
    struct furl_search search = {.at = 0};
    struct dice dice = {text.n + 1};
    size_t base = 0, shown = 0;
    bool ends = false;

    findings->n = findings->begins = 0;
    while (!ends) {
        size_t n = shown < text.n ? piece_length(&dice, cut, text.n - shown) : 0;
        shown += n;
        ends = n == 0;
        unsigned char *octets = malloc(shown > base ? shown - base : 1);
        ck_assert(octets != NULL);
        memcpy(octets, text.at + base, shown - base);
        struct furl_window window = {octets, shown - base, .begins = base == 0, .ends = ends};
        find_all(finder, &window, &search, base, findings);
        size_t spent = furl_search_spent(finder, &search);
        ck_assert_uint_le(spent, window.n);
        furl_search_drop(&search, spent);
        base += spent;
        free(octets);
    }
}

/* Writes a row's text to `out`, in which `{octets*n}` stands for so many times the octets, and `{}`
 * for a NUL. Returns how many octets it has. */
#define ROOM ((size_t)2 << 20)
static size_t expand(const char *row, unsigned char *out)
{
    size_t n = 0;

    for (; *row != '\0'; row++) {
        size_t inside = *row == '{' ? strcspn(row + 1, "*}") : 0;
        size_t times = inside > 0 ? strtoul(row + 2 + inside, NULL, 10) : 1;
        size_t size = inside > 0 ? inside : 1;
        ck_assert(n + size * times < ROOM);
        for (; times > 0; times--, n += size) {
            memcpy(out + n, inside > 0 ? row + 1 : row, size);
        }
        if (*row == '{') {
            out[n - 1] = inside > 0 ? out[n - 1] : '\0';
            row = strchr(row, '}');
        }
    }
    out[n] = '\0';
    return n;
}

#define MOST ((size_t)1 << 20)

/* How URLs are found in the rows of a table. */
struct way {
    size_t max_length;
    bool high, wrapped;
};

static unsigned char octets[ROOM], expanded[ROOM];
static struct findings whole, pieces;

/* Fails unless that is found in the text of a row, by all kernels and in all windows. */
static void expect_found(const char *row, const char *found, const struct way *way)
{
    const struct furl_range text = {octets, expand(row, octets)};

    expand(found, expanded);
    for (size_t nth = 0; nth < FURL_KERNELS; nth++) {
        struct furl_finder finder;
        if (furl_kernels_of(nth) == NULL) {
            continue;
        }
        furl_finder_init(&finder, furl_kernels_of(nth), way->max_length, way->high);
        finder.wrapped = way->wrapped;
        find_in_front(&finder, text, text.n, true, &whole);
        ck_assert_str_eq(whole.text, (const char *)expanded);
        for (size_t i = 0; i < COUNT(cuts); i++) {
            find_piecewise(&finder, text, cuts[i] * (1 + text.n / 1000), &pieces);
            ck_assert_str_eq(pieces.text, whole.text);
        }
    }
}

static const struct row {
    const char *text, *found;
} rows[] = {
    {"see area://A/b ", "4+10 area://A/b"},
    {"area://x%%\n> %%y", "0+16% area://xy"},
    {"http://x/%D%%\n%%1 ", "0+17% http://x/%D1"},
    {"http://x/%D%%\n%% ", "0+9>16 http://x/"},
    {"area://x%D%%\n%% area://y", "0+8>15 area://x 16+8 area://y"},
    {"area://x%4http://y", "0+8 area://x 10+8~ http://y"},
    {"'http://a'http://b'", "1+8 http://a 10+8 http://b"},
    {"(http://a)http://b)", "1+8 http://a 10+8>19 http://b"},
    {"<http://a.%%\n%%>", "1+8>15 http://a"},
    {"<http://a.%%\n%%b.>", "1+16% http://a.b."},
    {"http://%%\n%%[::1]/x", "0+19% http://[::1]/x"},
    {"netmail:%%\n%%2:5/6", "0+18% netmail:2:5/6"},
    {"netmail:%%\n%%C:\\ area://x", "17+8 area://x"},
    {"area://%%area://%%area://%%", ""},
    {"area://x%%%%%%%%%", "0+8...>10 area://x"},
    {"http://x%%%%%%%%%y", "0+18 http://x%%%%%%%%%y"},
    {"http://x%%%%%%%%%.", "0+8...>10 http://x"},
    {"area://x?a=%%\n%%<b@c>d", "0+22% area://x?a=<b@c>d"},
    {"area://x?a=b<c>", "0+12 area://x?a=b"},
    {"area://x<c>", "0+8 area://x"},
    /* Breaks inside what is read in one piece */
    {"http://[%%\n%%::1]", "0+17% http://[::1]"},
    {"http://[::%%\n%%1]/x", "0+19% http://[::1]/x"},
    {"http://u@[::%%\n%%1%%\n> %%]", "0+26% http://u@[::1]"},
    {"http://[::%%\n%%z] area://y", "18+8 area://y"},
    {"http://a?[%%\n%%]", "0+16% http://a?[]"},
    {"http://a/?id[%%\n%%]=5", "0+21% http://a/?id[]=5"},
    {"http://a/?@[:%%\n%%z]", "0+11>18 http://a/?@"},
    {"http://a/?id[%%\n%% ]", "0+12>18 http://a/?id"},
    {"http://a/[%%\n%%]", "0+9 http://a/"},
    {"http://a/\xD0%%\n%%\xB0", "0+16% http://a/\xD0\xB0"},
    {"http://a/\xD0%%\n%%x area://y", "0+9>15 http://a/ 17+8 area://y"},
    {"http://a/\xE2%%\n%%\x80%%\n%%\x94", "0+9>21 http://a/"},
    {"area://x?m=<a@b%%\n%%.c>+3 ", "0+25% area://x?m=<a@b.c>+3"},
    {"area://x?m=<a@b%%\n%%.c> ", "0+23% area://x?m=<a@b.c>"},
    {"area://x?m=<a@b%%\n%% .c>", "0+11>20 area://x?m="},
    {"area://x?m=<a@b%%\n%%area://y", "0+11>20 area://x?m= 20+8~ area://y"},
    {"area://x?m=<area://y", "0+11 area://x?m= 12+8~ area://y"},
    {"area://x?m=<area://y%% ", "0+11 area://x?m= 12+8...>22~ area://y"},
    {"area://x?m=<a%%b> ", "0+17 area://x?m=<a%%b>"},
    {"area://x?m=<a%%%\n%%41> ", "0+22% area://x?m=<a%41>"},
    {"(area://x?m=<(%%\n%%>)b) ", "1+21% area://x?m=<(>)b"},
    {"(area://x?m=<a.)%%\n%%>b) ", "1+22% area://x?m=<a.)>b"},
    {"'area://x?m=<a'http://y/%%\n%%b>", "1+30% area://x?m=<a'http://y/b>"},
    {"(area://x?m=<a.)%%\n%% >b) ", "1+11>21 area://x?m="},
    /* Ends that are open */
    {"area://x%% ", "0+8...>10 area://x"},
    {"area://x.%% ", "0+8...>11 area://x"},
    {"area://x%%\n%%y%% ", "0+14%...>16 area://xy"},
    {"area://x%%\n%%%% ", "0+8>15 area://x"},
    {"area://x%4%% ", "0+8 area://x"},
    {"http://x/%D%% ", "0+9...>13 http://x/"},
    {"http://x/\xD0%% ", "0+9 http://x/"},
    {"http://x/100%% sure", "0+12...>14 http://x/100"},
    {"area://x%%{\n*18}%%y", "0+8...>10 area://x"},
    /* What is trimmed in pairs */
    {"http://x/a( http://y/a(.) http://z/a(b",
     "0+10>11 http://x/a 12+13 http://y/a(.) 26+12 http://z/a(b"},
    {"-http://x/a-- -area://x- http://y/-", "1+10>13 http://x/a 15+8>24 area://x 25+10 http://y/-"},
    {"~http://x/~ http://y/~ ~area://x~", "1+9>11 http://x/ 12+10 http://y/~ 24+8 area://x"},
    {"-http://x/a-b.-", "1+12>15 http://x/a-b"},
    /* Control sequences before a scheme, and after a URL */
    {"\x1B[1;31mhttp://x\x1B[0m", "7+8 http://x"},
    {"\x1B[mmailto:x", "3+8 mailto:x"},
    {"\x1B(Bhttp://x", "3+8 http://x"},
    {"\x1B"
     "chttp://x",
     "2+8 http://x"},
    {"\x1B[1;m2http://x", "6+8 http://x"},
    {"[1;31mhttp://x", "6+8 http://x"},
    {"\x01hhttp://x \x01http://y \x01xarea:z", "2+8 http://x 12+8 http://y 23+6 area:z"},
    {"\x01xyz://a", "1+7 xyz://a"},
    {"@X0Fhttp://x@X07", "4+8>16 http://x"},
    {"@X0Fhttp://x.@X07. @XFFarea:y@X0a", "4+8>18 http://x 23+6>33 area:y"},
    {"@X0Fhttp://x@X07y http://x@X07", "4+13 http://x@X07y 18+12 http://x@X07"},
    {"@X0Fhttp://x/@X%30707", "4+17 http://x/@X%30707"},
    {"@X0Fhttp://x/@X0%%\n> %%7", "4+9>24 http://x/"},
    {"@X0Fmailto:joe@abc mailto:joe@XX7", "4+14 mailto:joe@abc 19+14 mailto:joe@XX7"},
    {"@X0Gttp://x", "1+10 X0Gttp://x"},
    {"X0Fhttp://x", "3+8 http://x"},
    /* A byte order mark is not text. */
    {"\xEF\xBB\xBF"
     "AREA:x area:y",
     "10+6 area:y"},
    {"http://a ", "0+8 http://a"},
    {"http://a", "0+8 http://a"},
    {"see http://a., b", "4+8>14 http://a"},
    {"(area:a?b=c) ", "1+10 area:a?b=c"},
    {"http://g/?area://x ", "0+18 http://g/?area://x"},
    /* Right between what belongs together nothing is trimmed. */
    {"<http://a.>", "1+9 http://a."},
    {"\"http://a!?\" ", "1+10 http://a!?"},
    {"<URL:http://a.> ", "5+9 http://a."},
    {"\"URL:area:x)\"", "5+7 area:x)"},
    {"<http://a%4>", "1+10 http://a%4"},
    {"<http://a.\"", "1+8>10 http://a"},
    {"\"http://a.>", "1+8>10 http://a"},
    {"http://a.>", "0+8>9 http://a"},
    {"(http://a.)", "1+8>10 http://a"},
    {"<http://a. >", "1+8>10 http://a"},
    {"<http://a.", "1+8>10 http://a"},
    {"<area://a%4>", "1+8 area://a"},
    {"<area://a?b=<c>.>", "1+15 area://a?b=<c>."},
    /* Too little is left */
    {"http://", ""},
    {"http://. x", ""},
    {"<http://.> x", ""},
    {"area://-;", ""},
    {"http://%4 ", ""},
    {"http://[: ", ""},
    {"netmail:C:\\", ""},
    {"area://%4 ", ""},
    {"http://-\xD1\x84", "0+10 http://-\xD1\x84"},
    {"http://%41", "0+10 http://%41"},
    /* The end of the text leaves it in doubt. */
    {"area://x%4", "0+8 area://x"},
    {"area://x?a=<b", "0+11 area://x?a="},
    {"http://a.[1", "0+8>9 http://a"},
    /* Breaks */
    {"area://x%%\n%%y ", "0+14% area://xy"},
    {"http://x%%*abc\r\n> %%y%%\n%%z", "0+27% http://xyz"},
    {"area://x%% %%y.", "0+14%>15 area://xy"},
    {"http://x.%%\n%%", "0+8>14 http://x"},
    {"http://x.%%\n%%.y.", "0+16%>17 http://x..y"},
    {"http://x.%%\n%%. y", "0+8>15 http://x"},
    {"area://%%\n%%x", "0+13% area://x"},
    {"area://x%%\n%%y%%\n%% z", "0+14%>19 area://xy"},
    {"(http://a%%\n%%b)c", "1+14% http://ab"},
    {"(http://a(%%\n%%)b)c", "1+16% http://a()b"},
    {"<http://a.%%\n%%.>", "1+15% http://a.."},
    {"netmail:%%\n%%C", ""},
    {"area://x?a%%\n%%=b%%\n%%=c", "0+17%>22 area://x?a=b"},
    /* What is cut in two */
    {"http://x/%D%%\n%%1%82 ", "0+20% http://x/%D1%82"},
    {"area://x%D%%\n%%1%82 ", "0+19% area://x%D1%82"},
    {"area://x%D%%\n%%1%%\n%%%82", "0+24% area://x%D1%82"},
    {"http://x/%D%%\n%% z", "0+9>16 http://x/"},
    {"area://x%D%%\n%% z", "0+8>15 area://x"},
    {"area://x%D%%\n%%z", "0+8>15 area://x"},
    {"area://x%D%%\n%%%", "0+8>15 area://x"},
    {"http://[::%%\n%%z]", ""},
    {"http://a/\xD1%%\n%%\x84", "0+16% http://a/\xD1\x84"},
    {"http://a/\xD1%%\n%%x", "0+9>15 http://a/"},
    {"area://x?a=<b%%\n%%c>d", "0+21% area://x?a=<bc>d"},
    {"area://x?a=%%\n%%<b>", "0+19% area://x?a=<b>"},
    {"area://x?a=<b%%\n%% c>", "0+11>18 area://x?a="},
    {"area://x%%\n%%?a=<b%%\n%% c>", "0+16%>23 area://x?a="},
    /* Of three `%`, the first may be the URL's. */
    {"area://x%%%\n%%41", "0+16% area://x%41"},
    {"area://x%%%\n%%4z", "0+16% area://x4z"},
    {"http://x/%D1%%%\n%%82", "0+20% http://x/%D1%82"},
    {"area://x%D%%%\n%%41", "0+8>16 area://x"},
    {"area://x?a=<b%%%\n%%41>", "0+22% area://x?a=<b%41>"},
    {"http://x/\xD1%%%\n%%41", "0+9>16 http://x/"},
    /* No continuation */
    {"area://x.%% y", "0+8...>11 area://x"},
    {"area://x%%", "0+8...>10 area://x"},
    {"area://x%%%% ", "0+8...>10 area://x"},
    {"area://x%%\n%", "0+8...>10 area://x"},
    {"<area://x.%%>", "1+8...>12 area://x"},
    {"area://x%%\nhttp://y%%z", "0+8...>10 area://x 11+11 http://y%%z"},
    {"area://x%%\n%%.%% ", "0+8...>16 area://x"},
    {"http://x/\xD1%% ", "0+9 http://x/"},
    {"http://.%% ", ""},
    /* Colour codes of PCBoard */
    {"@X0Fhttp://x@X07 ", "4+8>16 http://x"},
    {"@X0Fhttp://x/@X0%%\n> %%7 ", "4+9>24 http://x/"},
    {"@X0Fhttp://x/@X%%%\n%%07 ", "4+19% http://x/@X%07"},
    /* What is trimmed wherever it is last */
    {"http://a.,;:!?' ", "0+8>15 http://a"},
    {"http://a.,b.,", "0+11>13 http://a.,b"},
    {"http://a%41.", "0+11>12 http://a%41"},
    /* What depends on the octet before the URL */
    {"'http://a'b", "1+8 http://a"},
    {"http://a'b", "0+10 http://a'b"},
    {"*http://a*", "1+8>10 http://a"},
    {"*http://a*b**", "1+10>13 http://a*b"},
    {"_area://a_.", "1+8>11 area://a"},
    /* Brackets nest from the left. */
    {"(http://a)b", "1+8 http://a"},
    {"(http://a(b)c)d", "1+12 http://a(b)c"},
    {"(http://a(.))", "1+11 http://a(.)"},
    {"http://a(b)", "0+11 http://a(b)"},
    {"http://a)", "0+8>9 http://a"},
    {"http://a(", "0+8>9 http://a"},
    {"http://a((b)", "0+12 http://a((b)"},
    {"http://a(b))", "0+11>12 http://a(b)"},
    {"http://a)(b)", "0+12 http://a)(b)"},
    /* Draft 5.3.1: the first inappropriate reserved octet */
    {"area://a?b?c", "0+10 area://a?b"},
    {"area://a?b=c=d", "0+12 area://a?b=c"},
    {"area://a?b=c&d=e&f=g", "0+20 area://a?b=c&d=e&f=g"},
    {"area://a?b=c&d=e=f", "0+16 area://a?b=c&d=e"},
    {"area://a=b=c?d", "0+14 area://a=b=c?d"},
    {"http://a?b?c=d=e", "0+16 http://a?b?c=d=e"},
    {"*http://a?b=c=d", "1+14 http://a?b=c=d"},
    /* Message identifiers of gates */
    {"area://a?b=<c@d>+1 ", "0+18 area://a?b=<c@d>+1"},
    {"area://a?b=<>", "0+13 area://a?b=<>"},
    {"area://a?b=<c?d=e&f>g", "0+21 area://a?b=<c?d=e&f>g"},
    {"area://a?b=<c>=d", "0+14 area://a?b=<c>"},
    {"(area://a?b=<)>c)d", "1+15 area://a?b=<)>c"},
    {"(area://a?b=<(>c)d)e", "1+17 area://a?b=<(>c)d"},
    {"area://a?b=c<d>", "0+12 area://a?b=c"},
    {"area://a?<b>", "0+8>9 area://a"},
    {"area://a=<b>", "0+9 area://a="},
    {"http://a?b=<c>", "0+11 http://a?b="},
    {"*http://a?b=<c>", "1+11 http://a?b="},
    {"area://a?b=<c d>", "0+11 area://a?b="},
    {"area://a?b=<c<d>", "0+11 area://a?b="},
    {"area://a?b=<c", "0+11 area://a?b="},
    {"area://a?b=<c%%d>", "0+17 area://a?b=<c%%d>"},
    /* Hosts and indices */
    {"http://[::1]:80/", "0+16 http://[::1]:80/"},
    {"http://u@[::1]", "0+14 http://u@[::1]"},
    {"http://a//[::1]", "0+15 http://a//[::1]"},
    {"http://a/[::1]", "0+9 http://a/"},
    {"http://a/[1]", "0+9 http://a/"},
    {"http://a.[::1]", "0+8>9 http://a"},
    {"http://[::g]", ""},
    {"http://[::", ""},
    {"http://[::%%1]", ""},
    {"http://a?b[1]=c[]", "0+17 http://a?b[1]=c[]"},
    {"area://[::1]", ""},
    {"mailto:[::1]", ""},
    {"ed2k://|a|", "0+10 ed2k://|a|"},
    /* Beyond ASCII */
    {"http://\xD1\x84.", "0+9>10 http://\xD1\x84"},
    {"http://a\xD1x", "0+8 http://a"},
    {"http://a.\xE2\x80\x94x", "0+8>9 http://a"},
    {"http://a\xD1", "0+8 http://a"},
    /* Escapes, halves of them, and `%` that begin none */
    {"http://a%41", "0+11 http://a%41"},
    {"http://a%4", "0+8>10 http://a"},
    {"http://a% ", "0+8>9 http://a"},
    {"http://a.%4.", "0+8>12 http://a"},
    {"http://a%%x", "0+11 http://a%%x"},
    {"http://a%%%41", "0+13 http://a%%%41"},
    {"http://a%%4", "0+8>11 http://a"},
    {"area://a%d1%84b", "0+15 area://a%d1%84b"},
    {"area://a.%z", "0+8>9 area://a"},
    {"area://a%4z", "0+8 area://a"},
    {"area://a%4%41", "0+8 area://a"},
    {"area://a%%41", "0+8>10 area://a"},
    {"area://a%4", "0+8 area://a"},
    {"area://a%", "0+8 area://a"},
    /* Addresses begin with a digit. */
    {"netmail:2:5/6 ", "0+13 netmail:2:5/6"},
    {"netmail:%32:5/6", "0+15 netmail:%32:5/6"},
    {"freq://a", ""},
    {"faqserv:2a", "0+10 faqserv:2a"},
    /* Colour codes */
    {"@X0Fhttp://a@X07", "4+8>16 http://a"},
    {"@X0Fhttp://a.@Xfa. ", "4+8>18 http://a"},
    {"@X0Fhttp://a@X07@X1E", "4+8>20 http://a"},
    {"@X0Fhttp://a@@X07", "4+9>17 http://a@"},
    {"@X0Farea://a@X07b", "4+13 area://a@X07b"},
    {"@X0Farea://a@X070", "4+13 area://a@X070"},
    {"@X0Fhttp://a@X0g", "4+12 http://a@X0g"},
    {"@X0Fhttp://a@x07", "4+12 http://a@x07"},
    {"@X0Fhttp://a@X%30", "4+13 http://a@X%30"},
    {"@X0Fhttp://a@X%307", "4+14 http://a@X%307"},
    {"@X0Fhttp://a@zX07", "4+13 http://a@zX07"},
    {"@X0Fhttp://a@X0z7", "4+13 http://a@X0z7"},
    {"@X0Fhttp://abcd/01ef", "4+16 http://abcd/01ef"},
    {"http://a@X07", "0+12 http://a@X07"},
    /* What a glance tells, and what it leaves */
    {"see area://Ru.Linux, or", "4+15>20 area://Ru.Linux"},
    {"http://a.b/c?d=e&f=g=h?i#j~k l", "0+28 http://a.b/c?d=e&f=g=h?i#j~k"},
    {"area://x?a=b&c=d?e", "0+16 area://x?a=b&c=d"},
    {"area://x?a=b=c d", "0+12 area://x?a=b"},
    {"area://x=y=z?a=b d", "0+16 area://x=y=z?a=b"},
    {"area://x#y", "0+8 area://x"},
    {"area://x~y", "0+8 area://x"},
    {"area://x[1] ", "0+8 area://x"},
    {"area://x|y", "0+8 area://x"},
    {"area://x\xD0\xA4", "0+8 area://x"},
    {"<http://a/b.> c", "1+11 http://a/b."},
    {"\"area://a!\" c", "1+9 area://a!"},
    {"http://a/%d1%84?! ", "0+15>17 http://a/%d1%84"},
    {"netmail:2:5/6. ", "0+13>14 netmail:2:5/6"},
    {"mailto:a@b\n", "0+10 mailto:a@b"},
    {"http://a/'b' ", "0+11>12 http://a/'b"},
    {"http://a%4 ", "0+8>10 http://a"},
    {"http://a/(b) ", "0+12 http://a/(b)"},
    {"http://\xD0\xA4 ", "0+9 http://\xD0\xA4"},
    {"area://%%41 ", ""},
    {"-http://a- ", "1+8>10 http://a"},
    {"~http://a~ ", "1+8>10 http://a"},
    {"netmail:%32 ", "0+11 netmail:%32"},
    {"area://x\x1B%4", "0+8 area://x"},
    {"http://a123456789012345678901234567890123456789012345678901234567890123 ",
     "0+71 http://a123456789012345678901234567890123456789012345678901234567890123"},
    /* What a break interrupts goes on as it was. */
    {"@X0Fhttp://a@%%\n%%X07", "4+8>21 http://a"},
    {"@X0Fhttp://a@X0%%\n%%7.", "4+8>22 http://a"},
    {"area://a%4%%\n%%1", "0+16% area://a%41"},
    {"area://a%4%%\n%%x", "0+8>15 area://a"},
    {"http://a%%%\n%%41", "0+16% http://a%41"},
    {"http://a%4%%\n%%x", "0+16% http://a%4x"},
    {"area://a?b=%%\n%%<c>", "0+19% area://a?b=<c>"},
    {"area://a?b=<c%%\n%%d>", "0+20% area://a?b=<cd>"},
    {"area://a?b=<c%%\n%% d>", "0+11>18 area://a?b="},
    {"http://%%\n%%[::1]", "0+17% http://[::1]"},
    {"http://a@%%\n%%[::1]", "0+19% http://a@[::1]"},
    {"http://a%%\n%%[::1]", "0+8>13 http://a"},
    {"http://[:%%\n%%:1]", "0+17% http://[::1]"},
    {"http://a?b[%%\n%%]", "0+17% http://a?b[]"},
    {"http://a\xE2\x82%%\n%%\xAC", "0+16% http://a\xE2\x82\xAC"},
    {"netmail:%%\n%%2", "0+14% netmail:2"},
    {"area://a?b%%\n%%?c", "0+10>15 area://a?b"},
    {"area://a?b=c%%\n%%=d", "0+12>17 area://a?b=c"},
    {"(http://a(b%%\n%%)c)d", "1+17% http://a(b)c"},
    /* Where the first letter or digit is */
    {"http://...b", "0+11 http://...b"},
    {"http://.........a.b", "0+19 http://.........a.b"},
    {"http://%z", "0+9 http://%z"},
    {"http://%.a", "0+10 http://%.a"},
    {"ed2k://|f|", "0+10 ed2k://|f|"},
    {"(http://(-a)", "1+11 http://(-a)"},
    {"*http://*-_a", "1+11 http://*-_a"},
    {"@X0Fhttp://..b", "4+10 http://..b"},
    {"http://...", ""},
    {"http://%", ""},
    {"*http://*.*", ""},
    {"http://-%4 ", ""},
    {"http://a%4%%%\n%%41 ", "0+18% http://a%4%41"},
    {"area://a%4%%%\n%%41 ", "0+8>16 area://a"},
    {"http://[:%%%\n%%41]", ""},
    /* Gaps, runs and units as long as they may be, and longer */
    {"area://a%%\n{ *4095}%%b", "0+4109% area://ab"},
    {"area://a%%\n{ *4096}%%b", "0+8...>10 area://a"},
    {"area://a%%\n{ *9000}%%b", "0+8...>10 area://a"},
    {"area://a%%%\n{x*4095}%%41", "0+4111% area://a%41"},
    {"area://a%%%\n{x*4096}%%41", "0+8...>10 area://a"},
    {"area://a%%{\n*16}%%b", "0+29% area://ab"},
    {"area://a%%{\r\n*16}\n%%b", "0+8...>10 area://a"},
    {"area://a%%\n{}%%b", "0+8...>10 area://a"},
    {"area://a?b=<%%\n{ *4095}%%c>", "0+4114% area://a?b=<c>"},
    {"area://a?b=<{c*255}> ", "0+268 area://a?b=<{c*255}>"},
    {"area://a?b=<{c*256}> ", "0+11 area://a?b="},
    {"area://a?b=<{%*254}c> ", "0+268 area://a?b=<{%*254}c>"},
    {"area://a?b=<{%*255}c> ", "0+11 area://a?b="},
    {"http://[%%\n%%{f*45}] ", "0+59% http://[{f*45}]"},
    {"http://[{f*46}] ", ""},
    {"http://a?b[{c*64}] ", "0+76 http://a?b[{c*64}]"},
    {"http://a?b[{c*65}] ", "0+10 http://a?b"},
    {"http://a{b*9000} ", "0+9008 http://a{b*9000}"},
    {"http://a{.*9000} ", "0+8>9008 http://a"},
    {"area://a{+*9000}b ", "0+9009 area://a{+*9000}b"},
    {"http://a{(*9000} ", "0+8>9008 http://a"},
    {"http://a{%*4097}\n%%b", "0+4109% http://ab"},
    {"http://a{%*4098}\n%%b", "0+8...>10 http://a"},
    {"http://a{%*4100}\n%%b", "0+8...>4108 http://a"},
    {"http://a{%*9000}z ", "0+9009 http://a{%*9000}z"},
    {"http://a{%*9000} ", "0+8...>9008 http://a"},
    {"area://a{%*9000} ", "0+8...>9008 area://a"},
    {"area://a%4{%*9000} ", "0+8 area://a"},
    /* Octets beyond ASCII that are no UTF-8, here and in a gap */
    {"http://\xFF", ""},
    {"area://x%%\nhttp://\xD1 %%y", "0+23% area://xy"},
};

START_TEST(urls_are_found)
{
    expect_found(rows[_i].text, rows[_i].found, &(struct way){.max_length = MOST});
}
END_TEST

/* With `high`, 80-FF are in URLs that are not Fidonet's; so one starts in the gap that else does
 * not. */
static const struct row high_rows[] = {
    {"http://a\xD1x\xFF. ", "0+11>12 http://a\xD1x\xFF"},
    {"http://\xFF", "0+8 http://\xFF"},
    {"http://-\xFF", "0+9 http://-\xFF"},
    {"area://a\xD1\x84", "0+8 area://a"},
    {"area://x%%\nhttp://\xD1 %%y", "0+8...>10 area://x 11+8 http://\xD1"},
};

START_TEST(high_urls_are_found)
{
    expect_found(high_rows[_i].text, high_rows[_i].found,
                 &(struct way){.max_length = MOST, .high = true});
}
END_TEST

static const struct row wrapped_rows[] = {
    /* Delimiters */
    {"<http://x/y\nz>", "1+12< http://x/yz"},
    {"<http://x/y\nz> and", "1+12< http://x/yz"},
    {"<http://x/y\nz\nw>", "1+14< http://x/yzw"},
    {"<http://x/y  \r\nz \r\nw>", "1+19< http://x/yzw"},
    {"<http://x/y\rz>", "1+12< http://x/yz"},
    {"<http://x/y\n            z>", "1+24< http://x/yz"},
    {"<http://x/y.\n>", "1+11 http://x/y."},
    {"<http://x/y\nz\n>", "1+12< http://x/yz"},
    {"<http://x/y\nhtml> and", "1+15< http://x/yhtml"},
    {"<http://x/y\nz w>", "1+10 http://x/y"},
    {"<http://x/y\nz<", "1+10 http://x/y"},
    {"<http://x/y\n\nz>", "1+10 http://x/y"},
    {"<http://x/y\nz'\nw>", "1+10 http://x/y"},
    {"<http://x/y'\nz>", "1+10>12 http://x/y"},
    {"<http://x/y\nz", "1+10 http://x/y"},
    {"> <http://x/y\n> z>", "3+14< http://x/yz"},
    {"> <http://x/y\n> html> and", "3+17< http://x/yhtml"},
    {"> <http://x/y\n>html> and", "3+16< http://x/yhtml"},
    {"> <http://x/y\nhtml> and", "3+10 http://x/y"},
    {" AK> <http://x/y\n AK> z>", "6+17< http://x/yz"},
    {" AK> <http://x/y\n AB> z>", "6+10 http://x/y"},
    {" AK> <http://x/y\n AK>z>", "6+10 http://x/y"},
    {"<URL:http://x/y\nz>", "5+12< http://x/yz"},
    {"\"http://x/y\nz\"", "1+12< http://x/yz"},
    {"\"URL:http://x/y\nz\"", "5+12< http://x/yz"},
    {"\"http://x/y\nz>", "1+10 http://x/y"},
    {"\"a\" \"http://x/y\nz\"", "5+10 http://x/y"},
    {"a \"http://x/y\nz\"", "3+12< http://x/yz"},
    {"(http://x/y\nz)", "1+10 http://x/y"},
    {"<http://x/y\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np>",
     "1+42< http://x/yabcdefghijklmnop"},
    {"<http://x/y\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\nq>", "1+10 http://x/y"},
    {"<http://x/y\nhttp://x/z>", "1+10 http://x/y 12+10 http://x/z"},
    {"<http://x/y\n---\nz>", "1+10 http://x/y"},
    /* A margin of 75, and one of 79 */
    {"http://example.org/{1234567890*5}/abcd/\nef/12",
     "0+81\\ http://example.org/{1234567890*5}/abcd/ef/12"},
    {"http://example.org/{1234567890*5}/abcdefgh/\r\nef12",
     "0+85\\ http://example.org/{1234567890*5}/abcdefgh/ef12"},
    {"http://example.org/{1234567890*5}/abcde \t\nfg/12 and so on",
     "0+83\\ http://example.org/{1234567890*5}/abcdefg/12"},
    {"\xEF\xBB\xBFhttp://example.org/{1234567890*5}/abcde\nfg/12",
     "3+81\\ http://example.org/{1234567890*5}/abcdefg/12"},
    {"http://example.org/{1234567890*5}/abcde\nthe end",
     "0+75 http://example.org/{1234567890*5}/abcde"},
    {"http://example.org/{1234567890*5}/abcde\n\nfg/12",
     "0+75 http://example.org/{1234567890*5}/abcde"},
    {"\n> http://example.org/{1234567890*5}/abc\n> fg/12\n",
     "3+81\\ http://example.org/{1234567890*5}/abcfg/12"},
    {"\n> http://example.org/{1234567890*5}/abc\nfg/12\n",
     "3+73 http://example.org/{1234567890*5}/abc"},
    {"http://example.org/{1234567890*5}/abcde\n{1234567890*7}/abcd\nef12\n",
     "0+156\\ http://example.org/{1234567890*5}/abcde{1234567890*7}/abcdef12"},
    /* A blank at column 79 */
    {"see http://example.org/{1234567890*5}/123456789 1a/2b, then",
     "4+85\\>90 http://example.org/{1234567890*5}/1234567891a/2b"},
    {"see http://example.org/{1234567890*5}/123456789  1a/2b, then",
     "4+79 http://example.org/{1234567890*5}/123456789"},
    {"see http://example.org/{1234567890*5}/1234567890 1a/2b, then",
     "4+80 http://example.org/{1234567890*5}/1234567890"},
    {"see http://example.org/{1234567890*5}/123456789 it is",
     "4+79 http://example.org/{1234567890*5}/123456789"},
    {"see http://example.org/{1234567890*5}/123456789 http://example.org/{1234567890*5}/123456789",
     "4+79 http://example.org/{1234567890*5}/123456789 84+79 "
     "http://example.org/{1234567890*5}/123456789"},
    /* What comes after so many octets is not looked at. */
    {"<http://example.org/{1234567890*5}/abcd\n{a*4020}\n{a*66}> ef/12\n",
     "1+4162< http://example.org/{1234567890*5}/abcd{a*4020}{a*66}"},
    {"<http://example.org/{1234567890*5}/abcd\n{a*4020}\n{a*67}> ef/12\n",
     "1+4095\\ http://example.org/{1234567890*5}/abcd{a*4020}"},
};

START_TEST(wrapped_urls_are_found)
{
    expect_found(wrapped_rows[_i].text, wrapped_rows[_i].found,
                 &(struct way){.max_length = MOST, .wrapped = true});
}
END_TEST

/* Texts with the longest URL that a limit lets pass; and where the search goes on after one of an
 * octet less did not. A URL is judged joined, before it is trimmed, without what it fails with. */
static const struct {
    const char *text, *found;
    size_t limit, stop;
} limits[] = {
    {"http://ab ", "0+9 http://ab", 9, 9},
    {"http://ab", "0+9 http://ab", 9, 9},
    {"http://ab.. ", "0+9>11 http://ab", 11, 11},
    {"<http://ab..>", "1+11 http://ab..", 11, 12},
    {"area://a%%\n%%b ", "0+14% area://ab", 9, 14},
    {"area://ab%%\n", "0+9...>11 area://ab", 9, 11},
    {"area://a%%\n%%%%\nx", "0+8>15 area://a", 8, 15},
    {"area://ab%4z", "0+9 area://ab", 9, 9},
    {"area://abc%D ", "0+10 area://abc", 10, 10},
    {"area://abc%%y ", "0+10>12 area://abc", 10, 12},
    {"area://ab?c=<d ", "0+12 area://ab?c=", 12, 12},
    {"http://a%41%% ", "0+11...>13 http://a%41", 11, 13},
    {"http://a?[%%\n%%]", "0+16% http://a?[]", 11, 16},
};

START_TEST(a_length_has_its_limit)
{
    const size_t limit = limits[_i].limit;
    const size_t start = strcspn(limits[_i].text, "ah");
    char too_long[100];

    expect_found(limits[_i].text, limits[_i].found, &(struct way){.max_length = limit});
    sprintf(too_long, "%zu>%zu longer than %zu", start, limits[_i].stop, limit - 1);
    expect_found(limits[_i].text, too_long, &(struct way){.max_length = limit - 1});
}
END_TEST

/* Of the text, too. What comes then is skipped, up to an octet that ends any URL. */
static const struct {
    struct row row;
    size_t limit;
} long_rows[] = {
    {{"http://{a*1100000}http://b http://c ", "0>1048677 longer than 100 1100016+8 http://c"}, 100},
    {{"area://a{%%\n\n\n\n\n%%b*120000} http://c ",
      "0>1179649 longer than 1179648 1200009+8 http://c"},
     1 << 17},
};

START_TEST(a_text_is_searched_for_an_end_so_far)
{
    static const size_t sizes[] = {100000, 1048675, 1048676, 1048677, 1048678};
    const struct furl_range text = {octets, expand(long_rows[_i].row.text, octets)};
    struct furl_finder finder;

    furl_finder_init(&finder, furl_kernels(), long_rows[_i].limit, false);
    find_in_front(&finder, text, text.n, true, &whole);
    ck_assert_str_eq(whole.text, long_rows[_i].row.found);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        find_piecewise(&finder, text, sizes[i], &pieces);
        ck_assert_str_eq(pieces.text, whole.text);
    }
}
END_TEST

/* Texts that may go on, whose last octet is the one that decides what is found. */
static const struct row decided[] = {
    {"http://a ", "0+8 http://a"},
    {"http://a.\n", "0+8>9 http://a"},
    {"http://a#<", "0+9 http://a#"},
    {"http://a%4 ", "0+8>10 http://a"},
    {"area://a%z", "0+8 area://a"},
    {"area://a%4z", "0+8 area://a"},
    {"area://a~", "0+8 area://a"},
    {"area://a=b?c=d=", "0+14 area://a=b?c=d"},
    {"area://a?b=<c ", "0+11 area://a?b="},
    {"(http://a)", "1+8 http://a"},
    {"<http://a.>", "1+9 http://a."},
    {"http://a\xD1x", "0+8 http://a"},
    {"http://a\xE2\x80\x94", "0+8 http://a"},
    {"http://[::1]/ ", "0+13 http://[::1]/"},
    {"@X0Fhttp://a@X07 ", "4+8>16 http://a"},
    /* Breaks, and marks that nothing continues */
    {"area://a%%\n%%b ", "0+14% area://ab"},
    {"area://a%%\n%% ", "0+8>13 area://a"},
    {"area://a%% %%b ", "0+14% area://ab"},
    {"area://a%%%\n%%4z ", "0+16% area://a4z"},
    {"area://a%%{}", "0+8...>10 area://a"},
    {"area://a%%{\n*17}", "0+8...>10 area://a"},
    {"area://a%%{\r\n*16}\r", "0+8...>10 area://a"},
    {"area://a%%\nhttp://b", "0+8...>10 area://a"},
    {"area://a%%{.*4097}", "0+8...>10 area://a"},
    {"area://a{%*5000}.", "0+8...>5008 area://a"},
};

static const struct row decided_wrapped[] = {
    {"http://a b", "0+8 http://a"},         {"http://a\n", "0+8 http://a"},
    {"<http://a\nb>\n", "1+10< http://ab"}, {"<http://a\nb<\n", "1+8 http://a"},
    {"<http://a\n\n", "1+8 http://a"},
};

static void expect_decided(const struct row *row, bool wrapped)
{
    const struct furl_range text = {octets, expand(row->text, octets)};
    struct furl_finder finder;

    furl_finder_init(&finder, furl_kernels(), MOST, false);
    finder.wrapped = wrapped;
    for (size_t n = 0; n < text.n; n++) {
        find_in_front(&finder, text, n, false, &pieces);
        ck_assert_msg(pieces.n == 0, "%s in %zu octets of %s", pieces.text, n, row->text);
    }
    find_in_front(&finder, text, text.n, false, &whole);
    ck_assert_str_eq(whole.text, row->found);
}

START_TEST(a_url_is_found_as_soon_as_its_end_is_decided)
{
    expect_decided(&decided[_i], false);
}
END_TEST

START_TEST(so_is_one_that_may_be_wrapped)
{
    expect_decided(&decided_wrapped[_i], true);
}
END_TEST

/* Texts that may go on, and where the first URL to be found in them may begin. */
static const struct {
    const char *text;
    size_t next;
} beginnings[] = {
    {"", 0},
    {"ab cd ", 6},
    {"ab cd", 3},
    {"ab 12cd", 5},
    {"ab 12", 5},
    {"ab http:", 3},
    {"ab http:/", 3},
    {"ab :/", 5},
    {"ab http:x", 8},
    {"ab http://", 3},
    {"ab area:c%%\n> d", 3},
    {"ab area:c d", 10},
    {"area:c.d", 0},
    {"area:c<d", 7},
    {"abcdefghijklmnopqrstuvwxyzabcdefghijklmn", 8},
};

START_TEST(it_says_where_the_next_url_may_begin)
{
    const struct furl_range text = range(beginnings[_i].text);
    struct furl_finder finder;

    furl_finder_init(&finder, furl_kernels(), MOST, false);
    find_in_front(&finder, text, text.n, false, &whole);
    ck_assert_uint_eq(whole.begins, beginnings[_i].next);
}
END_TEST

/* Sets up a finder of any sort. */
static void roll_finder(struct dice *dice, struct furl_finder *finder)
{
    size_t max_length = roll(dice, 2) ? 1000 : 1 + roll(dice, 40);
    bool high = roll(dice, 4) == 0;

    furl_finder_init(finder, furl_kernels(), max_length, high);
    finder->wrapped = roll(dice, 2) == 0;
}

START_TEST(windows_do_not_matter)
{
    struct dice dice = {(uint64_t)_i + 1};
    const size_t step = sample_step(COUNT(cuts));
    struct furl_range text = {octets, 4000};
    struct furl_finder finder;

    roll_text(&dice, octets, text.n);
    roll_finder(&dice, &finder);
    find_in_front(&finder, text, text.n, true, &whole);
    for (size_t i = (size_t)_i % step; i < COUNT(cuts); i += step) {
        find_piecewise(&finder, text, cuts[i], &pieces);
        ck_assert_msg(strcmp(pieces.text, whole.text) == 0, "pieces of %zu", cuts[i]);
    }
}
END_TEST

/* What is found in a window is found in a longer one; what else is found there begins where the
 * first one said that it may. */
START_TEST(what_is_found_stays)
{
    struct dice dice = {(uint64_t)_i + 1};
    struct furl_range text = {octets, 300};

    for (size_t i = sampled(200); i > 0; i--) {
        struct furl_finder finder;
        roll_text(&dice, octets, text.n);
        roll_finder(&dice, &finder);
        pieces.n = pieces.begins = 0;
        pieces.text[0] = '\0';
        for (size_t n = 0; n <= text.n + 1; n++) {
            find_in_front(&finder, text, n < text.n ? n : text.n, n > text.n, &whole);
            size_t next = strtoul(whole.text + pieces.n, NULL, 10);
            if (whole.n < pieces.n || memcmp(whole.text, pieces.text, pieces.n) != 0 ||
                (whole.n > pieces.n && next < pieces.begins)) {
                ck_abort_msg("\"%s\", and in %zu octets \"%s\"", pieces.text, n, whole.text);
            }
            memcpy(pieces.text, whole.text, whole.n + 1);
            pieces.n = whole.n;
            pieces.begins = whole.begins;
        }
    }
}
END_TEST

static const size_t filler_lengths[] = {1,    4090, 4094, 4095, 4096, 4097,
                                        4098, 4099, 4100, 9000, 17000};

/* Gaps and runs at the limits, also after what is in doubt. */
START_TEST(long_gaps_and_runs)
{
    static const char *const heads[] = {
        "area://x%%",    "http://x%%", "area://x%4",         "area://x%4%%\n%%",
        "area://x?a=<b", "http://[::", "http://x/?i[%%\n%%", "http://x/\xD0",
    };
    static const char fillers[] = "% \nx:";
    const size_t n = filler_lengths[_i], step = sample_step(COUNT(heads));
    struct furl_finder finder;

    furl_finder_init(&finder, furl_kernels(), MOST, false);
    for (size_t f = 0; fillers[f] != '\0'; f++) {
        for (size_t h = ((size_t)_i + f) % step; h < COUNT(heads); h += step) {
            char row[100];
            sprintf(row, "%s{%c*%zu}\n%%%%y area://z", heads[h], fillers[f], n);
            struct furl_range text = {octets, expand(row, octets)};
            find_in_front(&finder, text, text.n, true, &whole);
            ck_assert(whole.n > 8 && strcmp(whole.text + whole.n - 8, "area://z") == 0);
            find_piecewise(&finder, text, 1 + n / 16, &pieces);
            ck_assert_str_eq(pieces.text, whole.text);
        }
    }
}
END_TEST

/* The sorts of URL that differ in the octets that they may contain. */
static const struct {
    const char *url;
    bool fidonet, high;
    const char *ends; /* bare octets below 80 that end it, besides controls, space, < > " */
} sorts[] = {
    {"area://ab", true, false, "#[\\]^`{|}~"}, {"area://ab", true, true, "#[\\]^`{|}~"},
    {"http://ab", false, false, "[\\]^`{|}"},  {"http://ab", false, true, "[\\]^`{|}"},
    {"ed2k://ab", false, false, "[\\]^`{}"},
};

static bool is_one_of(int octet, const char *list)
{
    return octet != 0 && strchr(list, octet) != NULL;
}

/* Whether a URL of the sort may contain the octet before "x". */
static bool may_contain(size_t sort, int octet)
{
    if (octet >= 0x80) {
        return sorts[sort].high && !sorts[sort].fidonet;
    }
    if (octet == '%') {
        return !sorts[sort].fidonet; /* no escape */
    }
    return octet > ' ' && octet != 0x7F && !is_one_of(octet, "<>\"") &&
           !is_one_of(octet, sorts[sort].ends);
}

/* Whether the octet is trimmed where it is last in a URL that `before` comes right before. */
static bool is_trimmed(int octet, int before)
{
    return is_one_of(octet, ".,;:!?'()%") || (octet == before && is_one_of(octet, "*_-~"));
}

/* Each octet, inside of each sort of URL and at its end, after each octet that matters to it. */
START_TEST(every_octet_in_every_sort)
{
    static const char befores[] = " *_-~";

    for (size_t i = 0; i < COUNT(sorts) * (sizeof befores - 1) * 2; i++) {
        const size_t sort = i % COUNT(sorts), more = i / COUNT(sorts) % 2;
        const char before = befores[i / COUNT(sorts) / 2];
        const char *url = sorts[sort].url;
        struct furl_range text = {octets, 0};
        struct furl_finder finder;
        char found[64];
        text.n = (size_t)sprintf((char *)octets, "%c%s%c%s ", before, url, _i, more ? "x" : "");
        furl_finder_init(&finder, furl_kernels(), MOST, sorts[sort].high);
        find_in_front(&finder, text, text.n, false, &whole);
        size_t n = strlen(url);
        size_t stop = may_contain(sort, _i) ? n + 1 + more : n;
        size_t kept = stop > n && !more && is_trimmed(_i, before) ? n : stop;
        size_t words = (size_t)sprintf(found, "1+%zu", kept);
        words += kept < stop ? (size_t)sprintf(found + words, ">%zu", 1 + stop) : 0;
        sprintf(found + words, " %.*s", (int)kept, (const char *)octets + 1);
        ck_assert_str_eq(whole.text, found);
    }
}
END_TEST

/* Octets, and their lines that may have URLs, each after a `|`. */
static const char *const lined[][2] = {
    {"", ""},
    {"a\rb", ""},
    {"a\rhttp://x b\rc", "|http://x b"},
    {"a\r\nhttp://x\r\nb\nc mailto:y d http://z\n", "|http://x|c mailto:y d http://z"},
    {"http://x\rb", "|http://x"},
    {"http://x\rhttp://y", "|http://x|http://y"},
    {"a\rhttp://x%%\rb\r%%c\r", "|http://x%%\rb\r%%c\r"},
    {"a%%\rhttp://x%\r%%b\r", "|http://x%"},
    {"%% http://x\rb", "|%% http://x"},
    {"http://w\rhttp://x%%\r\rhttp://y\rb", "|http://w|http://x%%\r\rhttp://y\rb"},
};

START_TEST(it_says_which_lines_may_have_urls)
{
    struct furl_finder finder;
    struct furl_range lines[FURL_LINES_MAX];
    char got[100] = "";

    furl_finder_init(&finder, furl_kernels(), MOST, false);
    size_t n = furl_lines_with_urls(&finder, range(lined[_i][0]), lines);
    for (size_t i = 0; i < n; i++) {
        strcat(got, "|");
        strncat(got, (const char *)lines[i].at, lines[i].n);
    }
    ck_assert_str_eq(got, lined[_i][1]);
    ck_assert_uint_eq(furl_lines_with_urls(&finder, (struct furl_range){NULL, 0}, lines), 0);
}
END_TEST

/* Many lines, and many colons, which are not noted all at once. */
START_TEST(lines_that_are_too_many_are_the_last_one)
{
    struct furl_finder finder;
    struct furl_range lines[FURL_LINES_MAX];
    const size_t size = 4096;

    memset(octets, 0, size);
    for (size_t i = 0; i + 4 < size; i += 4) {
        memcpy(octets + i, ":/:\n", 4);
    }
    furl_finder_init(&finder, furl_kernels(), MOST, false);
    size_t n = furl_lines_with_urls(&finder, (struct furl_range){octets, size}, lines);
    ck_assert_uint_eq(n, FURL_LINES_MAX);
    for (size_t i = 0; i < n; i++) {
        ck_assert(lines[i].at == octets + 4 * i);
        ck_assert_uint_eq(lines[i].n, i + 1 < n ? 3 : size - 4 - 4 * i - 1);
    }
}
END_TEST

Suite *find_suite(void)
{
    Suite *suite = suite_create("find");

    loop_case(suite, "rows", urls_are_found, COUNT(rows));
    loop_case(suite, "high", high_urls_are_found, COUNT(high_rows));
    loop_case(suite, "wrapped", wrapped_urls_are_found, COUNT(wrapped_rows));
    loop_case(suite, "length", a_length_has_its_limit, COUNT(limits));
    loop_case(suite, "text", a_text_is_searched_for_an_end_so_far, COUNT(long_rows));
    loop_case(suite, "decided", a_url_is_found_as_soon_as_its_end_is_decided, COUNT(decided));
    loop_case(suite, "decided, wrapped", so_is_one_that_may_be_wrapped, COUNT(decided_wrapped));
    loop_case(suite, "next", it_says_where_the_next_url_may_begin, COUNT(beginnings));
    loop_case(suite, "windows", windows_do_not_matter, 60);
    loop_case(suite, "longer", what_is_found_stays, 8);
    loop_case(suite, "gaps", long_gaps_and_runs, COUNT(filler_lengths));
    loop_case(suite, "octets", every_octet_in_every_sort, 256);
    loop_case(suite, "lines", it_says_which_lines_may_have_urls, COUNT(lined));
    loop_case(suite, "many lines", lines_that_are_too_many_are_the_last_one, 1);
    return suite;
}
