#include "config.h"

#include "values.h"

#include "furl/url/display.h"

bool values_of_canonical(struct values *values, unsigned needs,
                         const struct furl_splitter *splitter, struct furl_buffer *display)
{
    size_t n = values->canonical.n;

    if ((needs & NEEDS_PARTS) != 0) {
        struct furl_split split = furl_split(splitter, values->canonical, NULL);
        furl_take_apart(&values->parts, &split, splitter->syntax);
    }
    if ((needs & NEEDS_DISPLAY) != 0) {
        if (!furl_buffer_reserve(display, n)) {
            return false;
        }
        memcpy(display->at, values->canonical.at, n);
        values->display = (struct furl_range){display->at, furl_display(display->at, n)};
    }
    return true;
}
