#include "config.h"

#include "furl/base/window.h"
#include "reader.h"

/*@ requires \valid(text) && \valid_read(text->at + (0 .. text->n - 1));
    requires \separated(text, text->at + (0 .. text->n - 1));
    assigns text->beyond;
    ensures at < text->n ==> \result == text->at[at];
    ensures at >= text->n ==> \result == -1;
    ensures text->beyond <==> (\old(text->beyond) || (at >= text->n && !text->ends)); */
static inline int furl_octet(struct furl_window *text, size_t at);

/*@ requires \valid(text) && \valid_read(text->at + (0 .. text->n - 1)) && at < SIZE_MAX;
    requires \separated(text, text->at + (0 .. text->n - 1));
    assigns text->beyond;
    ensures \result <==> at + 1 < text->n && text->at[at] == octet && text->at[at + 1] == octet;
    ensures \old(text->beyond) ==> text->beyond;
    ensures text->beyond && !\old(text->beyond) ==> !text->ends && at + 1 >= text->n; */
static inline bool furl_twice(struct furl_window *text, size_t at, unsigned char octet);

/*@ requires \valid_read(text) && \valid_read(text->at + (0 .. text->n - 1));
    requires from <= to <= text->n;
    assigns \nothing;
    ensures \result.at == text->at + from && \result.n == to - from; */
static inline struct furl_range furl_between(const struct furl_window *text, size_t from,
                                             size_t to);

/*@ requires \valid_read(source);
    assigns \nothing;
    ensures \result <==> source->offset <= offset <= source->offset + source->n; */
static bool goes_on(const struct mail_source *source, uint64_t offset);

#include "mail/source.c"
#include "mail/store.c"
