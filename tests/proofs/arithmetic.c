#include "config.h"

#include "furl/base/window.h"
#include "reader.h"

/*@ requires \valid_read(text);
    requires text->offset <= offset <= text->offset + text->n <= UINT64_MAX;
    assigns \nothing;
    ensures \result == offset - text->offset; */
static inline size_t furl_index(const struct furl_window *text, uint64_t offset);

/*@ requires \valid_read(text) && text->offset + text->n <= UINT64_MAX;
    assigns \nothing;
    ensures \result == text->offset + text->n; */
static inline uint64_t furl_window_end(const struct furl_window *text);

/*@ requires \valid_read(text) && \valid_read(text->at + (0 .. text->n - 1));
    assigns \nothing;
    ensures \result == FURL_YES <==>
        at + 1 < text->n && text->at[at] == octet && text->at[at + 1] == octet;
    ensures \result == FURL_MORE ==> !text->last && at + 1 >= text->n; */
static inline enum furl_answer furl_twice(const struct furl_window *text, size_t at,
                                          unsigned char octet);

/*@ requires \valid_read(source);
    assigns \nothing;
    ensures \result <==> source->offset <= offset <= source->offset + source->n; */
static bool goes_on(const struct mail_source *source, uint64_t offset);

#include "mail/source.c"
#include "mail/store.c"
