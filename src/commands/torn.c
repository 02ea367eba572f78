#include "config.h"

#include "torn.h"

void torn_restart(struct torn *torn)
{
    torn->n = 0;
}

void torn_judge(struct torn *torn, const struct furl_window *window)
{
    size_t kept = 0;

    for (size_t i = 0; i < torn->n; i++) {
        struct torn_url *url = &torn->urls[i];
        uint64_t at = 0;
        enum furl_answer answer = furl_wrap_resume(&url->wrap, window, &url->start, url->end, &at);
        torn->count += answer == FURL_YES ? 1 : 0;
        if (answer == FURL_MORE) {
            torn->urls[kept++] = *url;
        }
    }
    torn->n = kept;
}

void torn_add(struct torn *torn, const struct furl_scanner *scanner,
              const struct furl_window *window, const struct furl_found *found)
{
    const struct furl_start *start = &scanner->reading.start;
    uint64_t end = scanner->reading.at;

    if (found->joined != 0 || found->open || end == furl_window_end(window) ||
        !furl_wrap_may(window, start, end)) {
        return;
    }
    torn_judge(torn, window);
    if (torn->n < TORN_MAX) {
        struct torn_url *url = &torn->urls[torn->n++];
        url->start = *start;
        url->end = (struct furl_point){end, end - start->at};
        furl_wrap_begin(&url->wrap);
    }
}

size_t torn_spent(const struct torn *torn, const struct furl_window *window, size_t spent)
{
    size_t stop = torn->n > 0 ? furl_index(window, torn->urls[0].end.at) : spent;
    size_t first = stop < spent ? stop : spent;

    return first > FURL_WRAP_OCTETS ? first - FURL_WRAP_OCTETS - 1 : 0;
}
