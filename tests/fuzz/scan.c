/* Finding URLs: whole is piecewise, all kernels agree, a URL is where it is said to be, and
 * the time is linear. */
#include "furl/text/scanner.h"
#include "fuzz.h"
#include "steps.h"

/* What is noted of a find. */
struct find {
    enum furl_event event;
    uint64_t offset, length;
    size_t n, scheme_n;
    bool broken, open;
};

struct search {
    const struct furl_kernels *kernels;
    struct furl_scan_options ways;
    size_t cut;
    struct fuzz_text finds, urls;
};

static void note(struct search *search, enum furl_event event, const struct furl_match *found)
{
    struct find find;

    HOLDS(event == FURL_SCAN_URL || event == FURL_SCAN_TOO_LONG);
    memset(&find, 0, sizeof find);
    find.event = event;
    find.offset = found->offset;
    if (event == FURL_SCAN_URL) {
        find.length = found->length;
        find.n = found->url.n;
        find.scheme_n = found->scheme_n;
        find.broken = found->joined != 0;
        find.open = found->open;
        fuzz_add(&search->urls, found->url.at, found->url.n);
    }
    fuzz_add(&search->finds, &find, sizeof find);
}

/* Searches the octets, shown in pieces. Each window is memory of its own, of just its size. */
static void search_all(struct search *search, struct furl_range octets)
{
    struct furl_scanner scanner;
    struct furl_match found;
    unsigned char *window = fuzz_room(0);
    size_t held = 0, i = 0;
    bool last = false;

    furl_scanner_init(&scanner, search->kernels, &search->ways);
    while (!last) {
        size_t n = search->cut > 0 && search->cut < octets.n - i ? search->cut : octets.n - i;
        unsigned char *next = fuzz_room(held + n);
        memcpy(next, window, held);
        if (n > 0) {
            memcpy(next + held, octets.at + i, n);
        }
        free(window);
        window = next;
        i += n;
        last = n == 0;
        struct furl_window shown = {window, held + n, last, i - n - held};
        enum furl_event event = FURL_SCAN_MORE;
        while ((event = furl_scan(&scanner, &shown, &found)) != FURL_SCAN_MORE) {
            note(search, event, &found);
        }
        size_t dropped = last ? shown.n : furl_scanner_spent(&scanner, &shown);
        HOLDS(dropped <= shown.n && shown.n - dropped <= FURL_SCAN_HOLD);
        held = shown.n - dropped;
        memmove(window, window + dropped, held);
    }
    free(window);
    furl_scanner_free(&scanner);
}

/* The URL is what is there, with nothing left out but from one mark to the next. */
static void check_url(struct furl_range source, struct furl_range url, const struct find *find)
{
    size_t at = 0;

    HOLDS(find->scheme_n < url.n && url.at[find->scheme_n] == ':');
    HOLDS(find->broken || source.n == url.n);
    for (size_t i = 0; i < url.n; i++, at++) {
        while (at < source.n && source.at[at] != url.at[i]) {
            HOLDS(find->broken && i > find->scheme_n);
            at++;
        }
        HOLDS(at < source.n);
    }
    HOLDS(source.at[0] == url.at[0] && at <= source.n);
    HOLDS(source.at[source.n - 1] == url.at[url.n - 1]);
}

/* URLs come after one another, none is too long. */
static void check_places(const struct search *search, struct furl_range octets)
{
    const unsigned char *url = search->urls.at;
    uint64_t end = 0;

    for (size_t i = 0; i < search->finds.n; i += sizeof(struct find)) {
        struct find find;
        memcpy(&find, search->finds.at + i, sizeof find);
        HOLDS(find.offset >= end && find.offset < octets.n);
        HOLDS(find.length <= octets.n - find.offset && find.n <= search->ways.max_length);
        end = find.offset + find.length;
        if (find.event == FURL_SCAN_URL) {
            check_url((struct furl_range){octets.at + find.offset, (size_t)find.length},
                      (struct furl_range){url, find.n}, &find);
            url += find.n;
        }
    }
}

static void check_same(struct search other, const struct search *search, struct furl_range octets)
{
    other.finds = other.urls = (struct fuzz_text){0};
    search_all(&other, octets);
    HOLDS(fuzz_equal(fuzz_range(&search->finds), fuzz_range(&other.finds)));
    HOLDS(fuzz_equal(fuzz_range(&search->urls), fuzz_range(&other.urls)));
    free(other.finds.at);
    free(other.urls.at);
}

/* In the lines that may have URLs are the same ones. */
static void check_lines(struct search other, const struct search *search, struct furl_range octets)
{
    struct furl_scanner scanner;
    struct furl_range lines[FURL_LINES_MAX];

    furl_scanner_init(&scanner, search->kernels, &search->ways);
    other.finds = other.urls = (struct fuzz_text){0};
    size_t n = furl_lines_with_urls(&scanner, octets, lines);
    for (size_t i = 0; i < n; i++) {
        search_all(&other, lines[i]);
    }
    HOLDS(fuzz_equal(fuzz_range(&search->urls), fuzz_range(&other.urls)));
    furl_scanner_free(&scanner);
    free(other.finds.at);
    free(other.urls.at);
}

void fuzz_scan(struct furl_range octets)
{
    static const size_t lengths[] = {(size_t)1 << 20, 1, 10, 40};
    size_t cut = fuzz_choose_cut(&octets);
    struct search search = {.kernels = fuzz_kernels(0)};

    search.ways.max_length = lengths[fuzz_choose(&octets, COUNT(lengths))];
    search.ways.eight = fuzz_choose(&octets, 2) > 0;
    search.ways.wrapped = fuzz_choose(&octets, 2) > 0;
    steps = 0;
    search_all(&search, octets);
    HOLDS(steps <=
          8192 + (search.ways.wrapped ? STEPS_TO_WRAP : STEPS_TO_FIND) * (uint64_t)octets.n);
    check_places(&search, octets);
    for (size_t i = 0; fuzz_kernels(i) != NULL; i++) {
        struct search other = search;
        other.kernels = fuzz_kernels(i);
        check_same(other, &search, octets);
        if (!search.ways.wrapped) {
            check_lines(other, &search, octets);
        }
        other.cut = cut;
        check_same(other, &search, octets);
    }
    free(search.finds.at);
    free(search.urls.at);
}
