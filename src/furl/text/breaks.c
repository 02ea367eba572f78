#include "breaks.h"

#include <string.h>

bool furl_run_pauses(size_t n, int next)
{
    return n >= FURL_MARK_SIZE && (next < 0 || !furl_is((unsigned char)next, FURL_ALNUM));
}

/* Whether what resumes at an index begins with two hexadecimal digits: of three `%` at the pause,
 * the first one then belongs to the URL. */
static bool resumes_escape(struct furl_window *text, size_t at)
{
    int first = furl_octet(text, at);

    if (first < 0 || !furl_is((unsigned char)first, FURL_HEX)) {
        return false;
    }
    int second = furl_octet(text, at + 1);
    return second >= 0 && furl_is((unsigned char)second, FURL_HEX);
}

/* The octets from mark to mark, if the second one is at an index. */
static size_t gap_length(const struct furl_gap *gap, size_t at, bool first_kept)
{
    return at - gap->mark - FURL_MARK_SIZE - (first_kept ? 1 : 0);
}

/* Whether a mark that may end the gap is at an index. Sets where the URL resumes if so. */
static bool resumes_at(struct furl_gap *gap, struct furl_window *text, size_t at)
{
    if (!furl_twice(text, at, '%')) {
        return false;
    }
    gap->resumes = at + FURL_MARK_SIZE;
    gap->first_kept = gap->run > FURL_MARK_SIZE && resumes_escape(text, gap->resumes);
    return gap_length(gap, at, gap->first_kept) <= FURL_GAP_OCTETS;
}

/* Whether the URL resumes after blanks or soft returns, at least one, and no line break: in a quote
 * that an editor refilled. A third `%` that is not the URL's would be between the marks. */
static bool is_refilled(struct furl_gap *gap, struct furl_window *text)
{
    const size_t begin = gap->mark + gap->run;
    size_t at = begin;
    int octet = furl_octet(text, at);

    while ((octet == ' ' || octet == '\t' || octet == 0x8D) && at - begin < FURL_GAP_OCTETS) {
        octet = furl_octet(text, ++at);
    }
    return at > begin && resumes_at(gap, text, at) &&
           (gap->run == FURL_MARK_SIZE || gap->first_kept);
}

/* Whether another URL starts at the colon at an index: then this one does not go on after it. */
static bool is_other_url(const struct furl_gap *gap, struct furl_window *text, size_t colon)
{
    struct furl_start start;

    return furl_start(text, colon, gap->mark + gap->run, &start) &&
           furl_start_stands(text, &start, gap->high);
}

/* The index of the next octet that may do something in a gap, as far as it may reach. */
static size_t skip_plain(const struct furl_gap *gap, const struct furl_window *text, size_t at)
{
    size_t last = gap->mark + FURL_RUN_MAX + 1;
    size_t end = last < text->n ? last : text->n;

    while (at < end && text->at[at] >= ' ' && text->at[at] != '%' && text->at[at] != ':') {
        at++;
    }
    return at;
}

bool furl_gap_read(struct furl_gap *gap, struct furl_window *text)
{
    unsigned lines = 0;

    if (gap->run <= FURL_MARK_SIZE + 1 && is_refilled(gap, text)) {
        return true;
    }
    for (size_t at = gap->mark + gap->run; lines <= FURL_GAP_LINES; at++) {
        at = skip_plain(gap, text, at);
        if (gap_length(gap, at, gap->run > FURL_MARK_SIZE) > FURL_GAP_OCTETS) {
            return false;
        }
        switch (furl_octet(text, at)) {
        case -1:
        case '\0':
            return false;
        case '\r':
            lines++;
            break;
        case '\n':
            lines += text->at[at - 1] == '\r' ? 0 : 1;
            break;
        case '%':
            if (lines > 0 && resumes_at(gap, text, at)) {
                return true;
            }
            break;
        case ':':
            if (is_other_url(gap, text, at)) {
                return false;
            }
            break;
        default:
            break;
        }
    }
    return false;
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
    struct furl_window text = furl_window_of(url);
    size_t run = 0;
    size_t from = pieces->at;
    size_t end = next_pause(url, from, &run);

    *piece = (struct furl_range){url.at + from, end - from};
    pieces->at = end;
    if (end == url.n) {
        return piece->n > 0;
    }
    struct furl_gap gap = {.mark = end, .run = run};
    pieces->open = !furl_gap_read(&gap, &text);
    if (!pieces->open) {
        pieces->at = gap.resumes;
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

static bool is_blank(unsigned char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
}

/* The octets of what may be taken off the front: a blank, `<`, `"` or `URL:` (RFC 1738,
 * appendix); 0 if none is there. */
static size_t front(struct furl_range text)
{
    unsigned char octet = text.n > 0 ? text.at[0] : '\0';

    if (is_blank(octet) || octet == '<' || octet == '"') {
        return 1;
    }
    bool letter = octet == 'U' || octet == 'u';
    return letter && text.n >= 4 && furl_spells(text.at, 4, "url:") ? 4 : 0;
}

static bool may_be_last(unsigned char octet)
{
    return !is_blank(octet) && octet != '>' && octet != '"';
}

/* The length of `text` without blanks, `"` and `>` at its end; but a `>` that a `<` inside awaits
 * stays, and all before it. */
static size_t without_back(struct furl_range text)
{
    size_t body = text.n;
    size_t awaited = 0;

    while (body > 0 && !may_be_last(text.at[body - 1])) {
        body--;
    }
    if (body == text.n) {
        return body;
    }
    for (size_t i = 0; i < body; i++) {
        if (text.at[i] == '<') {
            awaited++;
        } else if (text.at[i] == '>' && awaited > 0) {
            awaited--;
        }
    }
    size_t n = body;
    for (size_t i = body; i < text.n && awaited > 0; i++) {
        if (text.at[i] == '>') {
            awaited--;
            n = i + 1;
        }
    }
    return n;
}

struct furl_range furl_without_delimiters(struct furl_range text)
{
    for (size_t n = front(text); n > 0; n = front(text)) {
        furl_skip(&text, n);
    }
    text.n = without_back(text);
    return text;
}

static bool has_mark(struct furl_range text)
{
    if (text.n == 0) {
        return false;
    }
    const unsigned char *at = text.at;
    const unsigned char *end = text.at + text.n;

    while ((at = memchr(at, '%', (size_t)(end - at))) != NULL) {
        at++;
        if (at < end && *at == '%') {
            return true;
        }
    }
    return false;
}

struct furl_undelimited furl_undelimit(struct furl_range record, unsigned char *scratch)
{
    struct furl_range outside = furl_without_delimiters(record);
    struct furl_undelimited undelimited = {.url = outside, .record = record, .outside = outside};

    if (has_mark(outside)) {
        struct furl_result joined = furl_join(outside, scratch);
        if (joined.error != FURL_FINE) {
            undelimited.error = joined.error;
            undelimited.where = (size_t)(outside.at - record.at) + joined.where;
            return undelimited;
        }
        undelimited.url = furl_without_delimiters((struct furl_range){scratch, joined.n});
        undelimited.joined = scratch;
    }
    return undelimited;
}

size_t furl_undelimited_at(const struct furl_undelimited *undelimited, size_t i)
{
    const unsigned char *at = undelimited->url.at + i;

    if (undelimited->joined != NULL) {
        size_t joined = (size_t)(at - undelimited->joined);
        at = undelimited->outside.at + furl_unjoined(undelimited->outside, joined);
    }
    return (size_t)(at - undelimited->record.at);
}
