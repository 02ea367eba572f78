#include "breaks.h"

#include <assert.h>
#include <string.h>

#include "quote.h"

/* http://a/%%x  ->  http://a/%%x */
bool furl_is_mark(size_t n, int next)
{
    return n >= FURL_MARK_SIZE && !furl_octet_is(next, FURL_ALNUM);
}

/* http://a/b%%% LF %%41  ->  http://a/b%41
 * Returns whether two hexadecimal digits are at the index where a URL resumes. If so, the first of
 * three `%` before the gap belongs to the URL. */
static bool resumes_escape(struct furl_window *text, size_t pos)
{
    return furl_octet_is(furl_octet(text, pos), FURL_HEX) &&
           furl_octet_is(furl_octet(text, pos + 1), FURL_HEX);
}

/* Returns the number of octets of the gap, from mark to mark, if the second mark is at an index. */
static size_t gap_length(const struct furl_gap *gap, size_t pos, bool first_kept)
{
    return pos - gap->mark - FURL_MARK_SIZE - (first_kept ? 1 : 0);
}

/* Returns whether a mark that can end the gap is at an index. If so, sets where the URL resumes. */
static bool resumes_at(struct furl_gap *gap, struct furl_window *text, size_t pos)
{
    if (!furl_is_doubled_at(text, pos, '%')) {
        return false;
    }
    gap->resumes = pos + FURL_MARK_SIZE;
    gap->first_percent_is_url = gap->run > FURL_MARK_SIZE && resumes_escape(text, gap->resumes);
    return gap_length(gap, pos, gap->first_percent_is_url) <= gap->most;
}

/*
 * > http://a/b%% > %%c  ->  http://a/bc
 * Returns whether the URL resumes in its line, in a quote that an editor refilled. The gap then
 * consists of blanks, soft returns (FTS-0001) and quote marks, at least one. Of three `%`, the
 * first must belong to the URL, because otherwise the third would be in the gap.
 */
static bool is_refilled(struct furl_gap *gap, struct furl_window *text)
{
    const size_t begin = gap->mark + gap->run;
    size_t pos = begin, n;
    int octet;

    while (pos - begin < gap->most && (octet = furl_octet(text, pos)) != '%' &&
           (octet >= ' ' || octet == '\t')) {
        pos++;
    }
    struct furl_range between = furl_between(text, begin, pos);
    bool is = pos > begin && resumes_at(gap, text, pos) &&
              (gap->run == FURL_MARK_SIZE || gap->first_percent_is_url);
    for (; is && between.n > 0; furl_skip(&between, n)) {
        bool blank = furl_is_blank(between.ptr[0]) || between.ptr[0] == 0x8D;
        n = blank ? 1 : furl_quote_read(between, UINT64_MAX, false).n;
        is = n > 0;
    }
    return is;
}

/* http://a/b%% LF http://c %%d  ->  http://a/b, http://c
 * Returns whether another URL begins at the colon. The URL before the gap then does not continue.
 */
static bool is_other_url(const struct furl_gap *gap, struct furl_window *text, size_t colon)
{
    struct furl_start start;

    return furl_read_start(text, colon, gap->mark + gap->run, &start) &&
           furl_start_has_body(text, &start, gap->high);
}

/*
 * http://a/b%% LF > %%c  ->  http://a/bc
 * Returns whether the URL continues after the gap. If so, sets where. Octets that were read after
 * one mark are not read again for the next mark in the line. A mark in another line would end the
 * gap.
 */
static bool read_gap(struct furl_gap *gap, struct furl_window *text)
{
    const size_t begin = gap->mark + gap->run;
    struct furl_gap_read alone = {0}, *read = text->gap != NULL ? text->gap : &alone;
    struct furl_window here = *text;
    bool mark = false;

    if (gap->run <= FURL_MARK_SIZE + 1 && is_refilled(gap, text)) {
        return true;
    }
    if (gap->mark < read->mark || begin > read->to) {
        *read = (struct furl_gap_read){gap->mark, begin, 0};
    }
    here.beyond = false;
    while (read->lines <= FURL_GAP_LINES &&
           gap_length(gap, read->to, gap->run > FURL_MARK_SIZE) <= gap->most) {
        const int octet = furl_octet(&here, read->to);
        mark = octet == '%' && read->lines > 0 && furl_is_doubled_at(&here, read->to, '%');
        if (mark || octet <= 0 || (octet == ':' && is_other_url(gap, &here, read->to)) ||
            here.beyond) {
            break;
        }
        read->lines += octet == '\r' || (octet == '\n' && text->ptr[read->to - 1] != '\r');
        read->to++;
    }
    text->beyond = text->beyond || here.beyond;
    return mark && resumes_at(gap, text, read->to);
}

enum furl_mark furl_read_mark(struct furl_gap *gap, struct furl_window *text)
{
    int next;

    for (gap->run = 0; (next = furl_octet(text, gap->mark + gap->run)) == '%';) {
        gap->run++;
    }
    if (!furl_is_mark(gap->run, next)) {
        return FURL_MARK_NONE;
    }
    /* After a longer run, the gap would be too long. */
    return gap->run <= FURL_RUN_MAX && read_gap(gap, text) ? FURL_MARK_JOINED : FURL_MARK_OPEN;
}

bool furl_pieces_next(struct furl_pieces *pieces, struct furl_range *piece)
{
    struct furl_window text = furl_window_of(pieces->url);
    struct furl_gap gap = {.mark = pieces->pos, .most = FURL_GAP_OCTETS};
    const size_t from = pieces->pos;

    for (; gap.mark<text.n; gap.mark += gap.run> 0 ? gap.run : 1) {
        gap.run = 0;
        enum furl_mark mark =
            text.ptr[gap.mark] == '%' ? furl_read_mark(&gap, &text) : FURL_MARK_NONE;
        if (mark != FURL_MARK_NONE) {
            pieces->open = mark == FURL_MARK_OPEN;
            pieces->pos = pieces->open ? gap.mark : gap.resumes;
            bool kept = !pieces->open && gap.first_percent_is_url;
            *piece = furl_between(&text, from, gap.mark + (kept ? 1 : 0));
            return !pieces->open;
        }
    }
    pieces->pos = text.n;
    *piece = furl_between(&text, from, text.n);
    return piece->n > 0;
}

/* Writes the octets of `url`, which are all one URL, to `out` without their breaks. `out` has room
 * for url.n octets and does not overlap `url`. Returns FURL_OPEN_BREAK if a mark has no
 * continuation. */
static struct furl_result join_pieces(struct furl_range url, unsigned char *out)
{
    struct furl_pieces pieces = {.url = url};
    struct furl_result result = {.error = FURL_FINE};
    struct furl_range piece;

    while (furl_pieces_next(&pieces, &piece)) {
        memcpy(out + result.n, piece.ptr, piece.n);
        result.n += piece.n;
    }
    if (pieces.open) {
        result.error = FURL_OPEN_BREAK;
        result.where = pieces.pos;
    }
    return result;
}

/* Returns the offset in `url` of the octet that `join_pieces` wrote to out[joined]. Returns url.n
 * for the end. */
static size_t find_unjoined(struct furl_range url, size_t joined)
{
    struct furl_pieces pieces = {.url = url};
    struct furl_range piece;

    while (furl_pieces_next(&pieces, &piece)) {
        if (joined < piece.n) {
            return (size_t)(piece.ptr - url.ptr) + joined;
        }
        joined -= piece.n;
    }
    return url.n;
}

/* <URL:http://a/>  ->  http://a/
 * Returns the number of octets to remove from the front: a blank, `<`, `"` or `URL:` (RFC 1738,
 * appendix). Returns 0 if the front is none of them. */
static size_t measure_front(struct furl_range text)
{
    unsigned char octet = text.n > 0 ? text.ptr[0] : '\0';

    if (furl_is_space(octet) || octet == '<' || octet == '"') {
        return 1;
    }
    bool letter = octet == 'U' || octet == 'u';
    return letter && text.n >= 4 && furl_spells(text.ptr, 4, "url:") ? 4 : 0;
}

static bool may_be_last(unsigned char octet)
{
    return !furl_is_space(octet) && octet != '>' && octet != '"';
}

/* Returns the length of `text` without blanks, `"` and `>` at its end. If a `>` closes a `<` in the
 * text, or a `"` closes another one, the text is kept up to this octet. */
static size_t without_back(struct furl_range text)
{
    size_t body = text.n, awaited = 0;
    bool quoted = false;

    while (body > 0 && !may_be_last(text.ptr[body - 1])) {
        body--;
    }
    size_t n = body;
    for (size_t i = 0; i < text.n && body < text.n; i++) {
        const unsigned char octet = text.ptr[i];
        const bool closes = octet == '>' && awaited > 0, quote = octet == '"';
        n = i >= body && (closes || (quote && quoted)) ? i + 1 : n;
        awaited += octet == '<';
        awaited -= closes;
        quoted = quote ? i < body && !quoted : quoted;
    }
    return n;
}

static struct furl_range without_delimiters(struct furl_range text)
{
    for (size_t n = measure_front(text); n > 0; n = measure_front(text)) {
        furl_skip(&text, n);
    }
    text.n = without_back(text);
    return text;
}

void furl_unwrap_record(struct furl_unwrapped *inside, struct furl_range record,
                        unsigned char *scratch)
{
    *inside = (struct furl_unwrapped){.error = FURL_FINE, .record = record};
    struct furl_range octets = record;

    if (scratch != NULL && furl_has_doubled(record, '%')) {
        const struct furl_result joined = join_pieces(record, scratch);
        inside->error = joined.error;
        inside->where = joined.where;
        inside->joined = joined.error == FURL_FINE ? scratch : NULL;
        octets = joined.error == FURL_FINE ? (struct furl_range){scratch, joined.n} : record;
    }
    inside->url = without_delimiters(octets);
}

size_t furl_unwrapped_offset(const struct furl_unwrapped *inside, size_t i)
{
    const unsigned char *ptr = inside->url.ptr + i;

    if (inside->joined != NULL) {
        size_t joined = (size_t)(ptr - inside->joined);
        assert(ptr >= inside->joined && joined <= inside->record.n);
        ptr = inside->record.ptr + find_unjoined(inside->record, joined);
    }
    return (size_t)(ptr - inside->record.ptr);
}
