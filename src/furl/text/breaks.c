#include "breaks.h"

#include <string.h>

bool furl_run_pauses(uint64_t n, int next)
{
    return n >= FURL_MARK_SIZE && (next < 0 || !furl_is((unsigned char)next, FURL_ALNUM));
}

void furl_gap_init(struct furl_gap *gap, uint64_t mark, uint64_t run, bool eight)
{
    *gap = (struct furl_gap){
        .mark = mark, .run = run, .at = mark + run, .refilled = run <= 3, .eight = eight};
}

/* Whether what resumes at `at` begins with two hexadecimal digits: of three `%` at the pause, the
 * first then belongs to the URL. */
static enum furl_answer resumes_escape(const struct furl_window *text, size_t at)
{
    for (size_t i = at; i < at + 2; i++) {
        if (i >= text->n) {
            return text->last ? FURL_NO : FURL_MORE;
        }
        if (!furl_is(text->at[i], FURL_HEX)) {
            return FURL_NO;
        }
    }
    return FURL_YES;
}

/* The octets from mark to mark, if the second one is at gap->at. */
static uint64_t gap_length(const struct furl_gap *gap, bool first_kept)
{
    return gap->at - gap->mark - FURL_MARK_SIZE - (first_kept ? 1 : 0);
}

/* A mark is at gap->at: sets where the URL resumes, unless the gap is too long. */
static enum furl_answer resume(struct furl_gap *gap, const struct furl_window *text)
{
    uint64_t at = gap->at + FURL_MARK_SIZE;
    enum furl_answer escape = FURL_NO;

    if (gap->run > FURL_MARK_SIZE) {
        escape = resumes_escape(text, furl_index(text, at));
    }
    if (escape == FURL_MORE) {
        return FURL_MORE;
    }
    if (gap_length(gap, escape == FURL_YES) > FURL_GAP_OCTETS) {
        return FURL_NO;
    }
    gap->first_kept = escape == FURL_YES;
    gap->at = at;
    return FURL_YES;
}

/* Two marks with blanks or soft returns between, at least one, and no line break: a quote that an
 * editor refilled. */
static enum furl_answer scan_refilled(struct furl_gap *gap, const struct furl_window *text)
{
    const size_t begin = furl_index(text, gap->mark + gap->run);
    size_t at = furl_index(text, gap->at);

    while (at < text->n && at - begin <= FURL_GAP_OCTETS &&
           (text->at[at] == ' ' || text->at[at] == '\t' || text->at[at] == 0x8D)) {
        at++;
    }
    gap->at = text->offset + at;
    if (at == begin && at < text->n) {
        return FURL_NO;
    }
    enum furl_answer answer = at - begin <= FURL_GAP_OCTETS ? furl_twice(text, at, '%') : FURL_NO;
    if (answer == FURL_YES) {
        answer = resume(gap, text);
    }
    /* A third `%` that does not belong to the URL is between the marks. */
    return answer == FURL_YES && gap->run > FURL_MARK_SIZE && !gap->first_kept ? FURL_NO : answer;
}

/* Whether another URL starts at the colon: then this one does not go on after it. */
static enum furl_answer is_other_url(const struct furl_gap *gap, const struct furl_window *text)
{
    struct furl_start start;
    enum furl_answer answer = furl_start(text, gap->at, gap->mark + gap->run, &start);

    return answer == FURL_YES ? furl_start_stands(text, &start, gap->eight) : answer;
}

/* Takes the octet at gap->at, which is no mark that may end the gap: counts a line break. Returns
 * whether the gap fails there. */
static enum furl_answer fails_at(struct furl_gap *gap, const struct furl_window *text)
{
    const unsigned char *at = text->at + furl_index(text, gap->at);

    switch (at[0]) {
    case '\0':
        return FURL_YES;
    case '\n':
        if (at[-1] == '\r') {
            return FURL_NO;
        }
        /* fall through */
    case '\r':
        gap->lines++;
        return gap->lines > FURL_GAP_LINES ? FURL_YES : FURL_NO;
    case ':':
        return is_other_url(gap, text);
    default:
        return FURL_NO;
    }
}

/* Whether a mark that ends the gap is at gap->at: sets where the URL resumes. */
static enum furl_answer resumes_at(struct furl_gap *gap, const struct furl_window *text)
{
    enum furl_answer answer = furl_twice(text, furl_index(text, gap->at), '%');

    return answer == FURL_YES ? resume(gap, text) : answer;
}

/* Moves on over octets that do nothing in a gap, as far as it may reach. */
static void skip_quiet(struct furl_gap *gap, const struct furl_window *text)
{
    size_t at = furl_index(text, gap->at);
    size_t left = furl_index(text, gap->mark + FURL_RUN_MAX) + 1;
    size_t end = left < text->n ? left : text->n;

    while (at < end && text->at[at] >= ' ' && text->at[at] != '%' && text->at[at] != ':') {
        at++;
    }
    gap->at = text->offset + at;
}

enum furl_gap_end furl_gap_read(struct furl_gap *gap, const struct furl_window *text)
{
    if (gap->refilled) {
        enum furl_answer answer = scan_refilled(gap, text);
        if (answer != FURL_NO) {
            return answer == FURL_YES ? FURL_GAP_RESUMES : FURL_GAP_OPEN;
        }
        gap->refilled = false;
        gap->at = gap->mark + gap->run;
    }
    for (;; gap->at++) {
        skip_quiet(gap, text);
        if (gap_length(gap, gap->run > FURL_MARK_SIZE) > FURL_GAP_OCTETS) {
            return FURL_GAP_FAILS;
        }
        if (gap->at >= furl_window_end(text)) {
            return text->last ? FURL_GAP_FAILS : FURL_GAP_OPEN;
        }
        bool mark = gap->lines > 0 && text->at[furl_index(text, gap->at)] == '%';
        enum furl_answer answer = mark ? resumes_at(gap, text) : fails_at(gap, text);
        if (answer == FURL_MORE) {
            return FURL_GAP_OPEN;
        }
        if (answer == FURL_YES) {
            return mark ? FURL_GAP_RESUMES : FURL_GAP_FAILS;
        }
    }
}

/* The length of the run of `%` at `at`; 0 where there is none. */
static size_t run_length(struct furl_range url, size_t at)
{
    size_t n = 0;

    while (at + n < url.n && url.at[at + n] == '%') {
        n++;
    }
    return n;
}

/* The first run of `%` from `at` on that pauses the URL, or its end. Sets the length of the run. */
static size_t next_pause(struct furl_range url, size_t at, size_t *run)
{
    while (at < url.n) {
        *run = run_length(url, at);
        if (furl_run_pauses(*run, at + *run < url.n ? url.at[at + *run] : -1)) {
            return at;
        }
        at += *run > 0 ? *run : 1;
    }
    return url.n;
}

bool furl_piece(struct furl_pieces *pieces, struct furl_range *piece)
{
    struct furl_range url = pieces->url;
    const struct furl_window text = {url.at, url.n, true, 0};
    size_t run = 0;
    size_t from = pieces->at;
    size_t end = next_pause(url, from, &run);

    *piece = (struct furl_range){url.at + from, end - from};
    pieces->at = end;
    if (end == url.n) {
        return piece->n > 0;
    }
    struct furl_gap gap;
    furl_gap_init(&gap, end, run, false);
    pieces->open = furl_gap_read(&gap, &text) != FURL_GAP_RESUMES;
    if (!pieces->open) {
        pieces->at = furl_index(&text, gap.at);
        piece->n += gap.first_kept ? 1 : 0;
    }
    return !pieces->open;
}

struct furl_result furl_join(struct furl_range url, unsigned char *out)
{
    struct furl_pieces pieces = {.url = url};
    struct furl_result result = {.error = FURL_FINE};
    struct furl_range piece;

    while (furl_piece(&pieces, &piece)) {
        memcpy(out + result.n, piece.at, piece.n);
        result.n += piece.n;
    }
    if (pieces.open) {
        result.error = FURL_OPEN_BREAK;
        result.where = pieces.at;
    }
    return result;
}

size_t furl_unjoined(struct furl_range url, size_t joined)
{
    struct furl_pieces pieces = {.url = url};
    struct furl_range piece;

    while (furl_piece(&pieces, &piece)) {
        if (joined < piece.n) {
            return (size_t)(piece.at - url.at) + joined;
        }
        joined -= piece.n;
    }
    return url.n;
}
