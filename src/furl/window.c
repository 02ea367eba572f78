#include "window.h"

enum furl_answer furl_twice(const struct furl_window *text, size_t at, unsigned char octet)
{
    for (size_t i = at; i < at + 2; i++) {
        if (i >= text->n) {
            return text->last ? FURL_NO : FURL_MORE;
        }
        if (text->at[i] != octet) {
            return FURL_NO;
        }
    }
    return FURL_YES;
}
