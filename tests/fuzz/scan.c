/* Finding URLs: whole is piecewise, a URL is where it is said to be, and
 * the time is linear. */
#include "furl/text/find.h"
#include "fuzz.h"
#include "steps.h"

/* What is noted of a find. */
struct find {
    enum furl_found found;
    uint64_t offset, length, stop;
    size_t n, scheme_n;
    unsigned joined;
    bool open;
};

struct search {
    size_t max_length;
    bool high, wrapped;
    size_t cut; /* 0: all octets at once */
    struct fuzz_text finds, urls;
};

static void note(struct search *search, uint64_t base, enum furl_found found,
                 const struct furl_match *match)
{
    struct find find;

    HOLDS(found == FURL_FOUND || found == FURL_TOO_LONG);
    memset(&find, 0, sizeof find);
    find.found = found;
    find.offset = base + match->start;
    find.stop = base + match->untrimmed_end;
    find.n = match->url.n;
    if (found == FURL_FOUND) {
        find.length = match->end - match->start;
        find.scheme_n = match->scheme_n;
        find.joined = match->joined;
        find.open = match->open;
        fuzz_add(&search->urls, match->url.ptr, match->url.n);
    }
    fuzz_add(&search->finds, &find, sizeof find);
}

/* Searches the octets, in a window that grows. Each one is memory of its own, of just its size. */
static void search_all(struct search *search, struct furl_range octets)
{
    struct furl_find_settings settings;
    struct furl_search progress = {.pos = 0};
    struct furl_buffer joined = {.ptr = NULL};
    size_t base = 0, shown = 0, next = 0;
    bool ends = false;

    furl_find_settings_init(&settings, furl_choose_kernels(), search->max_length, search->high);
    settings.wrapped = search->wrapped;
    while (!ends) {
        size_t left = octets.n - shown;
        size_t n = search->cut > 0 && search->cut < left ? search->cut : left;
        shown += n;
        ends = search->cut == 0 || n == 0;
        unsigned char *copy = fuzz_room(shown - base);
        if (shown > base) {
            memcpy(copy, octets.ptr + base, shown - base);
        }
        struct furl_window window = {copy, shown - base, .begins = base == 0, .ends = ends};
        struct furl_match match;
        enum furl_found found;
        while ((found = furl_find(&settings, &window, &progress, &joined, &match)) != FURL_NONE &&
               found != FURL_UNDECIDED) {
            HOLDS(base + match.start >= next);
            note(search, base, found, &match);
        }
        HOLDS(base + match.start >= next && match.start <= window.n);
        next = base + match.start;
        n = furl_search_droppable(&settings, &progress);
        HOLDS(n <= window.n);
        furl_search_drop(&progress, n);
        base += n;
        free(copy);
    }
    free(joined.ptr);
}

/* The URL is what is there, with nothing left out but from one mark to the next. */
static void check_url(struct furl_range source, struct furl_range url, const struct find *find)
{
    size_t pos = 0;

    HOLDS(find->scheme_n < url.n && url.ptr[find->scheme_n] == ':');
    HOLDS(find->joined != 0 || source.n == url.n);
    for (size_t i = 0; i < url.n; i++, pos++) {
        while (pos < source.n && source.ptr[pos] != url.ptr[i]) {
            HOLDS(i > ((find->joined & 1u << FURL_JOIN_MARGIN) != 0 ? 0 : find->scheme_n));
            HOLDS(find->joined != 0);
            pos++;
        }
        HOLDS(pos < source.n);
    }
    HOLDS(source.ptr[0] == url.ptr[0] && pos <= source.n);
    HOLDS(source.ptr[source.n - 1] == url.ptr[url.n - 1]);
}

/* URLs come after one another, none is too long. */
static void check_places(const struct search *search, struct furl_range octets)
{
    const unsigned char *url = search->urls.ptr;
    uint64_t end = 0;

    for (size_t i = 0; i < search->finds.n; i += sizeof(struct find)) {
        struct find find;
        memcpy(&find, search->finds.ptr + i, sizeof find);
        HOLDS(find.offset >= end && find.offset < octets.n);
        HOLDS(find.offset + find.length <= find.stop && find.stop <= octets.n);
        end = find.stop;
        if (find.found == FURL_FOUND) {
            HOLDS(find.n <= search->max_length);
            check_url((struct furl_range){octets.ptr + find.offset, (size_t)find.length},
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
    free(other.finds.ptr);
    free(other.urls.ptr);
}

/* In the lines that may have URLs are the same ones. */
static void check_lines(struct search other, const struct search *search, struct furl_range octets)
{
    struct furl_find_settings settings;
    struct furl_range lines[FURL_LINES_MAX];

    furl_find_settings_init(&settings, furl_choose_kernels(), search->max_length, search->high);
    other.finds = other.urls = (struct fuzz_text){0};
    size_t n = furl_lines_with_urls(&settings, octets, lines);
    for (size_t i = 0; i < n; i++) {
        search_all(&other, lines[i]);
    }
    HOLDS(fuzz_equal(fuzz_range(&search->urls), fuzz_range(&other.urls)));
    free(other.finds.ptr);
    free(other.urls.ptr);
}

void fuzz_scan(struct furl_range octets)
{
    static const size_t lengths[] = {(size_t)1 << 20, 1, 10, 40};
    size_t cut = fuzz_choose_cut(&octets);
    struct search search = {.cut = 0};

    search.max_length = lengths[fuzz_choose(&octets, COUNT(lengths))];
    search.high = fuzz_choose(&octets, 2) > 0;
    search.wrapped = fuzz_choose(&octets, 2) > 0;
    steps = 0;
    search_all(&search, octets);
    HOLDS(steps <= 8192 + (search.wrapped ? STEPS_TO_WRAP : STEPS_TO_FIND) * (uint64_t)octets.n);
    check_places(&search, octets);
    struct search other = search;
    if (!search.wrapped) {
        check_lines(other, &search, octets);
    }
    other.cut = cut;
    check_same(other, &search, octets);
    free(search.finds.ptr);
    free(search.urls.ptr);
}
