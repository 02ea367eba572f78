/*
 * Prints each place of a text where extract --wrapped asks whether a URL goes on: whether it does,
 * the sum of the weights of the signs that hold, these signs, and the URL's last octets.
 *
 *     tests/places <text
 *
 * src/furl/text/wrapped.c has the card. If the program joins a URL wrongly, or not at all, this
 * shows which signs say so.
 */
#define furl_wrapped_resume resume
#include "furl/text/wrapped.c"
#undef furl_wrapped_resume

#include <stdio.h>
#include <stdlib.h>

#include "furl/core/buffer.h"
#include "furl/text/find.h"

#define SHOWN_MAX ((size_t)40)

/* Prints the place at an index. Its answer is that of the function in wrapped.c. */
bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_position here, size_t *ptr)
{
    const struct furl_range before = furl_between(text, 0, here.pos);
    const size_t line = furl_last_line_length(before);
    const size_t n = line < SHOWN_MAX ? line : SHOWN_MAX;

    wrap->signs = 0;
    const bool goes_on = resume(wrap, text, start, here, ptr);
    if (furl_is_space(text->ptr[here.pos])) {
        printf("%s %3d ", goes_on ? "cut" : "end", sum_of(wrap->signs));
        for (size_t i = 0; i < sizeof card / sizeof card[0]; i++) {
            if ((wrap->signs >> i & 1) != 0) {
                printf(" %s%+d", card[i].name, card[i].weight);
            }
        }
        printf("  %.*s\n", (int)n, (const char *)text->ptr + here.pos - n);
    }
    return goes_on;
}

int main(void)
{
    static struct furl_buffer octets, joined;
    struct furl_find_settings settings;
    struct furl_search search = {.pos = 0};
    struct furl_match match;
    size_t n = 0, more = 1;

    while (more > 0 && furl_buffer_reserve(&octets, n + BUFSIZ)) {
        more = fread(octets.ptr + n, 1, BUFSIZ, stdin);
        n += more;
    }
    struct furl_window text = furl_window_of((struct furl_range){octets.ptr, n});
    furl_find_settings_init(&settings, furl_choose_kernels(), n + 1, false);
    settings.wrapped = true;
    while (furl_find(&settings, &text, &search, &joined, &match) == FURL_FOUND) {
        printf("%.*s\n", (int)match.url.n, (const char *)match.url.ptr);
    }
    free(octets.ptr);
    free(joined.ptr);
    return EXIT_SUCCESS;
}
