#include "config.h"

#include "text_fold.h"

#include <assert.h>

#include "furl/core/utf8.h"

bool text_fold_is_due(struct text_fold *fold, struct text_reader *text,
                      const struct furl_match *found, size_t width)
{
    fold->kept_columns = text_columns_kept(text, &fold->columns);
    return fold->kept_columns + furl_characters(found->url.ptr, found->url.n) > width &&
           !text_line_is_made(text);
}

size_t text_fold_write(struct text_fold *fold, struct text_reader *text,
                       const struct furl_match *found, size_t width, const char *end)
{
    const uint64_t here = text->window_offset + found->start;
    const bool again = fold->folded_to > text->begins; /* in this line */
    struct furl_folded line = {
        .prefix = {text->before.ptr, text->quote.n},
        .columns = again ? fold->after + text_count_columns(text, fold->folded_to, width)
                         : text_count_columns(text, text->begins, width),
        .kept_columns = fold->kept_columns,
        .end = end,
    };
    size_t n = 0;

    assert(width >= FURL_FOLD_LEFT && fold->folded_to <= here);
    if (!output_has_memory(&text->run->output,
                           furl_fold_write(&line, found, width,
                                           furl_text_length_max(&text->settings), &fold->pieces,
                                           &n)) ||
        n == 0) {
        return 0;
    }
    const size_t fits = width - FURL_FOLD_LEFT, prefix = fold->columns.prefix;
    fold->folded_to = fold->columns.to = here + (found->end - found->start);
    fold->after = line.columns;
    fold->columns.prefix = prefix < fits ? prefix : fits;
    fold->columns.touching = line.kept_columns - fold->columns.prefix;
    return n;
}
