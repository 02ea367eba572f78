/*
 * A URL stops at a blank or at a line end. It goes on after that for one of three reasons:
 *
 *     it is in delimiters, and the one that closes them comes within some lines: then all before
 *     that is the URL (RFC 3986, appendix C)
 *     an editor cut it at a line end: wrapped_lines.c tells by the lines around
 *     an editor of 80 columns tore it, and kept a blank where its screen line ended:
 * wrapped_lines.c tells by the words around
 *
 * What belongs to it then reaches to an offset, `to`. Before that the URL goes on after each blank
 * and line end. There it ends, unless it is the end of another line, or of another such piece.
 *
 * Each of these is decided from what one window has, so nothing is kept of lines but what
 * wrapped_lines.c keeps.
 */
#include "wrapped.h"

static struct furl_range between(const struct furl_window *text, size_t from, size_t to)
{
    return (struct furl_range){text->at + from, to - from};
}

/* Whether a line begins at the index: at the start of the text, or after a line end. */
static bool begins_line(const struct furl_window *text, size_t at)
{
    if (at == 0) {
        return text->offset == 0;
    }
    return furl_ends_line(text->at[at - 1]) && !(text->at[at - 1] == '\r' && text->at[at] == '\n');
}

/* The index after a byte order mark, if the text begins with one at the index. */
static size_t after_mark(const struct furl_window *text, size_t at)
{
    bool marked = at == 0 && text->offset == 0 && furl_starts(between(text, 0, text->n), FURL_BOM);

    return marked ? FURL_BOM_SIZE : at;
}

/* The index from which octets before the index `end` are looked at. */
static size_t first_before(size_t end)
{
    return end > FURL_WRAPPED_OCTETS ? end - FURL_WRAPPED_OCTETS : 0;
}

/* Sets the index where the line begins that has the URL at the index `url` and ends at `end`.
 * Returns whether that is near enough. */
static bool find_line(const struct furl_window *text, size_t url, size_t end, size_t *line)
{
    size_t first = first_before(end);

    if (url < first) {
        return false;
    }
    size_t at = url - furl_last_line_length(between(text, first, url));
    *line = after_mark(text, at);
    return begins_line(text, at);
}

/* The text before the line, from where the first whole line of it begins. */
static struct furl_range text_before(const struct furl_window *text, size_t line, size_t end)
{
    size_t first = first_before(end);

    while (first < line && !begins_line(text, first)) {
        first += furl_line_length(between(text, first, line)) + 1;
    }
    first = after_mark(text, first);
    return between(text, first < line ? first : line, line);
}

/* Whether a piece of as many columns as such an editor has on a line ends at the index, before a
 * blank and more text. */
static bool is_torn(const struct furl_wrapped *wrap, const struct furl_window *text, size_t at,
                    uint64_t n)
{
    return (wrap->wrapping == FURL_WRAPPED_NEW || wrap->wrapping == FURL_WRAPPED_TORN) && n > 0 &&
           n % FURL_TORN_WIDTH == 0 && text->at[at] == ' ' && !furl_is_blank(text->at[at + 1]);
}

/* Moves the index over the line end that it is at. */
static enum furl_answer pass_line_end(const struct furl_window *text, size_t *at)
{
    unsigned char octet = text->at[*at];

    if (octet == '\r' && *at + 1 == text->n && !text->last) {
        return FURL_MORE;
    }
    if (octet != '\r' && octet != '\n') {
        return FURL_NO;
    }
    ++*at;
    *at += octet == '\r' && *at < text->n && text->at[*at] == '\n' ? 1 : 0;
    return FURL_YES;
}

/* Finds where the text begins after the place where the URL stopped, wrap->stop: in the next line,
 * or after one blank. */
static enum furl_answer find_next(struct furl_wrapped *wrap, const struct furl_window *text,
                                  size_t limit, uint64_t n)
{
    size_t stop = furl_index(text, wrap->stop);
    size_t at = furl_index(text, wrap->seen);

    while (at < limit && furl_is_blank(text->at[at])) {
        at++;
    }
    wrap->seen = text->offset + at;
    if (at == limit) {
        return at < text->n || text->last ? FURL_NO : FURL_MORE;
    }
    enum furl_answer answer = pass_line_end(text, &at);
    if (answer == FURL_NO && at == stop + 1 && is_torn(wrap, text, stop, n)) {
        answer = FURL_YES;
    }
    if (answer == FURL_YES) {
        wrap->next = wrap->seen = text->offset + at;
    }
    return answer;
}

/*
 * Finds the line, or the rest of one, that comes after the offset `stop`, where the URL stopped
 * with `n` octets. It ends less than FURL_WRAPPED_OCTETS after the offset `from`.
 */
static enum furl_answer find_text(struct furl_wrapped *wrap, const struct furl_window *text,
                                  uint64_t stop, uint64_t from, uint64_t n,
                                  struct furl_range *found)
{
    size_t first = furl_index(text, from);
    bool more = text->n - first < FURL_WRAPPED_OCTETS;
    size_t limit = more ? text->n : first + FURL_WRAPPED_OCTETS;

    if (wrap->stop != stop) {
        wrap->stop = wrap->seen = stop;
        wrap->next = 0;
    }
    if (wrap->next == 0) {
        enum furl_answer answer = find_next(wrap, text, limit, n);
        if (answer != FURL_YES) {
            return answer;
        }
    }
    size_t at = furl_index(text, wrap->seen);
    at += furl_line_length(between(text, at, limit));
    wrap->seen = text->offset + at;
    if (at == limit && !(more && text->last)) {
        return more ? FURL_MORE : FURL_NO;
    }
    *found = between(text, furl_index(text, wrap->next), at);
    return FURL_YES;
}

/* Whether what find_text found is in the same line. */
static bool is_after_blank(const struct furl_wrapped *wrap, const struct furl_window *text)
{
    return furl_is_blank(text->at[furl_index(text, wrap->next) - 1]);
}

static bool is_space(unsigned char octet)
{
    return furl_is_blank(octet) || octet == '\n' || octet == '\r';
}

/* Whether a URL is seen to begin at the index. */
static bool begins_url(const struct furl_window *text, size_t at)
{
    struct furl_start start;
    size_t colon = at;

    while (colon < text->n && furl_is(text->at[colon], FURL_LETTER)) {
        colon++;
    }
    return colon < text->n && text->at[colon] == ':' &&
           furl_start(text, text->offset + colon, text->offset + at, &start) == FURL_YES;
}

/* Whether the URL, which stops at the index, is seen to have nothing after it to go on with: there
 * is more text in its line, or there is none in the next one, or another URL. */
static bool ends_for_good(const struct furl_window *text, size_t at, uint64_t n)
{
    if (text->n - at < 3) {
        return false;
    }
    const unsigned char *next = text->at + at;
    if (furl_is_blank(next[0])) {
        return n % FURL_TORN_WIDTH != 0 && !furl_is_blank(next[1]) && !furl_ends_line(next[1]);
    }
    next += next[0] == '\r' && next[1] == '\n' ? 2 : 1;
    return furl_ends_line(next[0]);
}

bool furl_wrapped_may(const struct furl_window *text, const struct furl_start *start, uint64_t stop)
{
    const size_t end = furl_index(text, stop);
    const uint64_t n = stop - start->at;

    if (!is_space(text->at[end]) || ends_for_good(text, end, n)) {
        return false;
    }
    if (n > FURL_WRAPPED_OCTETS || furl_partner_of(start->opened) >= 0 ||
        furl_is_blank(text->at[end])) {
        return true;
    }
    size_t line = furl_index(text, start->at);
    while (line > 0 && end - line < FURL_MARGIN_MIN && !furl_ends_line(text->at[line - 1])) {
        line--;
    }
    return furl_wrapped_lines_may(between(text, end - (size_t)n, end), end - line,
                                  between(text, end + 1, text->n)) &&
           !begins_url(text, end + 1);
}

/* Whether the octet right before the URL opens delimiters. A quotation mark may close what another
 * one has opened. */
static bool opens(const struct furl_start *start, struct furl_range before)
{
    if (start->opened != '"') {
        return furl_partner_of(start->opened) >= 0;
    }
    const unsigned char *first = memchr(before.at, '"', before.n);
    const unsigned char *end = before.at + before.n;
    return first != NULL && memchr(first + 1, '"', (size_t)(end - first) - 1) == NULL;
}

/* Begins with the line that the URL takes to its end, at the index `end`; `next` is the one after
 * it. */
static enum furl_wrapping begin_line(struct furl_wrapped *wrap, const struct furl_window *text,
                                     const struct furl_start *start, size_t end,
                                     struct furl_range next)
{
    size_t url = furl_index(text, start->at);
    size_t line = 0;

    if (!find_line(text, url, end, &line)) {
        return FURL_WRAPPED_OVER;
    }
    struct furl_range octets = between(text, line, end);
    bool may = furl_wrapped_lines_may_go_on(octets, next);
    bool delimited = opens(start, between(text, line, url));
    if (!may && !delimited) {
        return FURL_WRAPPED_OVER;
    }
    const struct furl_line first = furl_line_of(octets, UINT64_MAX);
    bool bare = furl_index(text, start->body) == end;
    wrap->may = furl_wrapped_lines_begin(&wrap->cut, &first, octets, url - line) && may && !bare;
    wrap->line = text->offset + line;
    wrap->lines = 0;
    return delimited ? FURL_WRAPPED_DELIMITED : wrap->may ? FURL_WRAPPED_CUT : FURL_WRAPPED_OVER;
}

/* Begins with the URL where it stops first. */
static enum furl_answer begin(struct furl_wrapped *wrap, const struct furl_window *text,
                              const struct furl_start *start, struct furl_point here)
{
    size_t end = furl_index(text, here.at);
    struct furl_range after;
    enum furl_answer answer = find_text(wrap, text, here.at, here.at, here.n, &after);

    if (answer != FURL_YES) {
        return answer;
    }
    if (here.n > FURL_WRAPPED_OCTETS) {
        wrap->wrapping = FURL_WRAPPED_OVER; /* it begins too far away */
    } else if (is_after_blank(wrap, text)) {
        memset(&wrap->cut.tail, 0, sizeof wrap->cut.tail);
        furl_tail_take(&wrap->cut.tail, between(text, furl_index(text, start->at), end));
        wrap->wrapping = FURL_WRAPPED_TORN;
    } else {
        wrap->wrapping = begin_line(wrap, text, start, end, after);
    }
    return FURL_YES;
}

/* How a line in delimiters goes on with the URL. */
enum delimited {
    NOT,  /* not at all: the URL is in no delimiters */
    ON,   /* to its end */
    ENDS, /* up to the delimiter */
};

/* Sets `part` to the octets of the line that are the URL's. */
static enum delimited read_delimited(const struct furl_wrapped *wrap,
                                     const struct furl_start *start, struct furl_range octets,
                                     struct furl_range *part)
{
    const struct furl_line *first = &wrap->cut.first;
    struct furl_line line = furl_line_of(octets, first->angles);
    struct furl_range text = furl_line_text(&line, octets);

    while (text.n > 0 && furl_is_blank(text.at[0])) {
        furl_skip(&text, 1);
    }
    *part = (struct furl_range){text.at, furl_word_length(text)};
    if (line.kind != first->kind || text.n == 0 || furl_begins_other(text)) {
        return NOT;
    }
    if (part->n == text.n) {
        return ON;
    }
    return text.at[part->n] == furl_partner_of(start->opened) ? ENDS : NOT;
}

/* Looks for the delimiter that ends the URL, which stopped at the offset `from`. An apostrophe at a
 * line's end is none of its octets. */
static enum furl_answer find_delimiter(struct furl_wrapped *wrap, const struct furl_window *text,
                                       const struct furl_start *start, uint64_t from)
{
    enum delimited delimited = ON;

    for (; delimited == ON && wrap->lines < FURL_WRAPPED_LINES; wrap->lines++) {
        struct furl_range line, part;
        if (text->at[furl_index(text, wrap->stop) - 1] == '\'') {
            return FURL_NO;
        }
        enum furl_answer answer = find_text(wrap, text, wrap->stop, from, 0, &line);
        if (answer != FURL_YES) {
            return answer;
        }
        delimited = read_delimited(wrap, start, line, &part);
        wrap->closed = delimited == ENDS && part.n == 0;
        if (delimited != NOT && !wrap->closed) {
            wrap->stop = wrap->seen = text->offset + (size_t)(part.at - text->at) + part.n;
            wrap->next = 0;
        }
    }
    return delimited == ENDS ? FURL_YES : FURL_NO;
}

/* Sets `*next` to the offset where the URL goes on after `here`, if it does so to `to`. */
static enum furl_answer go_on(const struct furl_wrapped *wrap, const struct furl_window *text,
                              const struct furl_start *start, uint64_t here, uint64_t *next)
{
    size_t at = furl_index(text, here);
    size_t end = furl_index(text, wrap->to);
    struct furl_range part;

    if (at >= end) {
        return FURL_NO;
    }
    *next = here + 1;
    while (furl_is_blank(text->at[at])) {
        at++;
    }
    if (pass_line_end(text, &at) == FURL_YES) {
        struct furl_range line = {text->at + at, furl_line_length(between(text, at, end))};
        read_delimited(wrap, start, line, &part);
        *next = text->offset + (size_t)(part.at - text->at);
    }
    return FURL_YES;
}

/* Takes all up to the delimiter, if one ends the URL, which has stopped at the offset `here`. */
static enum furl_answer take_delimited(struct furl_wrapped *wrap, const struct furl_window *text,
                                       const struct furl_start *start, uint64_t here, uint64_t *at)
{
    enum furl_answer answer = find_delimiter(wrap, text, start, here);

    if (answer == FURL_NO) {
        wrap->wrapping = wrap->may ? FURL_WRAPPED_CUT : FURL_WRAPPED_OVER;
    }
    if (answer != FURL_YES) {
        return answer;
    }
    wrap->to = wrap->stop;
    wrap->wrapping = FURL_WRAPPED_OVER;
    wrap->delimited = true;
    return go_on(wrap, text, start, here, at);
}

/* Takes `n` octets from the offset `at` on; none end the URL. */
static enum furl_answer take(struct furl_wrapped *wrap, uint64_t at, size_t n)
{
    if (n == 0) {
        wrap->wrapping = FURL_WRAPPED_OVER;
        return FURL_NO;
    }
    wrap->to = at + n;
    return FURL_YES;
}

/* Takes what belongs to the URL of the next line. */
static enum furl_answer take_line(struct furl_wrapped *wrap, const struct furl_window *text,
                                  uint64_t here, uint64_t *at)
{
    struct furl_range before = {NULL, 0};
    struct furl_range octets;
    enum furl_answer answer = find_text(wrap, text, here, here, 0, &octets);

    if (answer != FURL_YES) {
        return answer;
    }
    if (!wrap->cut.joined) {
        before = text_before(text, furl_index(text, wrap->line), furl_index(text, here));
    }
    struct furl_line line = furl_line_of(octets, UINT64_MAX);
    size_t n = furl_wrapped_lines_rest(
        &wrap->cut, furl_before_line(before, wrap->line, wrap->seen_lines), &line, octets);
    if (n < furl_line_text(&line, octets).n) {
        wrap->wrapping = FURL_WRAPPED_OVER;
    }
    *at = wrap->next + line.prefix;
    return take(wrap, *at, n);
}

/* Takes what belongs to the URL of the rest of its line, after a blank. */
static enum furl_answer take_piece(struct furl_wrapped *wrap, const struct furl_window *text,
                                   struct furl_point here, uint64_t *at)
{
    struct furl_range octets;
    enum furl_answer answer = find_text(wrap, text, here.at, here.at, here.n, &octets);

    if (answer != FURL_YES || !is_after_blank(wrap, text)) {
        return answer == FURL_MORE ? FURL_MORE : FURL_NO;
    }
    *at = wrap->next;
    return take(wrap, *at, furl_wrapped_lines_torn(&wrap->cut.tail, octets));
}

enum furl_answer furl_wrapped_resume(struct furl_wrapped *wrap, const struct furl_window *text,
                                     const struct furl_start *start, struct furl_point here,
                                     uint64_t *at)
{
    if (!is_space(text->at[furl_index(text, here.at)])) {
        return FURL_NO;
    }
    if (here.at < wrap->to) {
        return go_on(wrap, text, start, here.at, at);
    }
    if (wrap->wrapping == FURL_WRAPPED_NEW) {
        enum furl_answer answer = begin(wrap, text, start, here);
        if (answer != FURL_YES) {
            return answer;
        }
    }
    if (wrap->wrapping == FURL_WRAPPED_DELIMITED) {
        enum furl_answer answer = take_delimited(wrap, text, start, here.at, at);
        if (answer != FURL_NO) {
            return answer;
        }
    }
    switch (wrap->wrapping) {
    case FURL_WRAPPED_CUT:
        return take_line(wrap, text, here.at, at);
    case FURL_WRAPPED_TORN:
        return take_piece(wrap, text, here, at);
    default:
        return FURL_NO;
    }
}
