/*
 * A URL stops at a blank or at a line end. It goes on after that for one of three reasons:
 *
 *     delimiters  it is in `<...>` or `"..."`, and the closing one comes within some lines: then
 *                 all before that is the URL (RFC 3986, appendix C)
 *     a margin    an editor cut it at a line end: margin.c tells by the two lines
 *     a blank     an editor of 80 columns tore it there: margin.c tells by the words around
 *
 * What belongs to it then reaches to an offset, `to`. Before that the URL goes on after each blank
 * and line end. There it ends, unless it is the end of another line, or of another such piece.
 *
 * Each answer depends on the text alone, from FURL_WRAPPED_OCTETS before the stop to as many after
 * it. If the window ends before that, and what it lacks matters, more text is asked for, and all is
 * looked at again. A line is looked at twice: when a URL reaches its end, and when one in the line
 * before it does. Stretches in delimiters do not overlap, for no delimiter is in another one. So
 * the time is linear.
 */
#include "wrapped.h"

static struct furl_range between(const struct furl_window *text, size_t from, size_t to)
{
    return (struct furl_range){text->at + from, to - from};
}

static bool is_space(unsigned char octet)
{
    return furl_is_blank(octet) || octet == '\n' || octet == '\r';
}

/* Sets the index where the line begins that the octet before the index `end` is in. Returns whether
 * that is near enough. A byte order mark is no part of the text's first line. */
static bool find_line(const struct furl_window *text, size_t end, size_t *line)
{
    size_t first = end > FURL_WRAPPED_OCTETS ? end - FURL_WRAPPED_OCTETS : 0;
    size_t at = end - furl_last_line_length(between(text, first, end));
    bool begins = at == 0 && text->offset == 0;
    bool marked = begins && furl_starts(between(text, 0, end), FURL_BOM);

    *line = marked ? FURL_BOM_SIZE : at;
    return begins || (at > 0 && furl_ends_line(text->at[at - 1]));
}

/* Finds the line after the one that ends at the index `stop`, blanks aside. It ends less than
 * FURL_WRAPPED_OCTETS after the index `from`. */
static enum furl_answer find_next(const struct furl_window *text, size_t from, size_t stop,
                                  struct furl_range *next)
{
    bool more = text->n - from < FURL_WRAPPED_OCTETS;
    size_t limit = more ? text->n : from + FURL_WRAPPED_OCTETS;
    size_t at = stop;

    while (at < limit && furl_is_blank(text->at[at])) {
        at++;
    }
    if (at < limit && !is_space(text->at[at])) {
        return FURL_NO;
    }
    bool pair = limit - at > 1 && text->at[at] == '\r' && text->at[at + 1] == '\n';
    at += pair ? 2 : 1;
    size_t end = at < limit ? at + furl_line_length(between(text, at, limit)) : limit;
    if (end == limit && !(more && text->last)) {
        return more ? FURL_MORE : FURL_NO;
    }
    *next = at < limit ? between(text, at, end) : (struct furl_range){NULL, 0};
    return FURL_YES;
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
    struct furl_line line = furl_line_of(octets, wrap->first.angles);

    furl_skip(&octets, line.prefix);
    octets = furl_without_blanks(octets);
    while (octets.n > 0 && furl_is_blank(octets.at[0])) {
        furl_skip(&octets, 1);
    }
    *part = furl_front_word(octets);
    if (line.kind != wrap->first.kind || octets.n == 0 || furl_begins_other(octets)) {
        return NOT;
    }
    if (part->n == octets.n) {
        return ON;
    }
    return octets.at[part->n] == furl_partner_of(start->opened) ? ENDS : NOT;
}

/* Looks for the delimiter that ends the URL, which stopped at the index `stop`. An apostrophe at a
 * line's end is none of its octets. */
static enum furl_answer find_delimiter(struct furl_wrapped *wrap, const struct furl_window *text,
                                       const struct furl_start *start, size_t stop)
{
    enum delimited delimited = ON;
    size_t end = stop;

    for (size_t lines = 0; delimited == ON && lines < FURL_WRAPPED_LINES; lines++) {
        struct furl_range line, part;
        if (text->at[end - 1] == '\'') {
            return FURL_NO;
        }
        enum furl_answer answer = find_next(text, stop, end, &line);
        if (answer != FURL_YES) {
            return answer;
        }
        delimited = read_delimited(wrap, start, line, &part);
        wrap->closed = delimited == ENDS && part.n == 0;
        if (delimited != NOT && !wrap->closed) {
            end = (size_t)(part.at - text->at) + part.n;
        }
    }
    wrap->to = delimited == ENDS ? text->offset + end : 0;
    return delimited == ENDS ? FURL_YES : FURL_NO;
}

/* The offset where the URL goes on after the one at the index `stop`, before wrap->to. */
static uint64_t after_space(const struct furl_wrapped *wrap, const struct furl_window *text,
                            const struct furl_start *start, size_t stop)
{
    struct furl_range line, part;

    if (!wrap->delimited || find_next(text, stop, stop, &line) != FURL_YES) {
        return text->offset + stop + 1;
    }
    read_delimited(wrap, start, line, &part);
    return text->offset + (size_t)(part.at - text->at);
}

/* Begins with the URL where it stops first, at the index `stop`. Returns whether a delimiter ends
 * it. */
static enum furl_answer begin(struct furl_wrapped *wrap, const struct furl_window *text,
                              const struct furl_start *start, size_t stop)
{
    const uint64_t n = text->offset + stop - start->at;
    struct furl_range next;
    size_t line = 0;
    enum furl_answer answer = find_next(text, stop, stop, &next);

    if (answer == FURL_MORE) {
        return FURL_MORE;
    }
    if (answer == FURL_NO) {
        wrap->wrapping = FURL_WRAPPED_TORN;
        return FURL_NO;
    }
    if (n > FURL_WRAPPED_OCTETS || !find_line(text, stop, &line)) {
        wrap->wrapping = FURL_WRAPPED_OVER;
        return FURL_NO;
    }
    const size_t url = stop - (size_t)n;
    wrap->first = furl_line_of(between(text, line, stop), UINT64_MAX);
    answer =
        opens(start, between(text, line, url)) ? find_delimiter(wrap, text, start, stop) : FURL_NO;
    if (answer == FURL_MORE) {
        return FURL_MORE;
    }
    bool bare = furl_index(text, start->body) == stop; /* it is no URL yet */
    wrap->delimited = answer == FURL_YES;
    wrap->wrapping = wrap->delimited || bare ? FURL_WRAPPED_OVER : FURL_WRAPPED_CUT;
    return answer;
}

/* Takes `n` octets from the offset `at` on for the URL; none end it. */
static enum furl_answer take(struct furl_wrapped *wrap, uint64_t at, size_t n)
{
    wrap->wrapping = n == 0 ? FURL_WRAPPED_OVER : wrap->wrapping;
    wrap->to = n == 0 ? wrap->to : at + n;
    return n == 0 ? FURL_NO : FURL_YES;
}

/* Takes what belongs to the URL of the line after the index `stop`. */
static enum furl_answer take_line(struct furl_wrapped *wrap, const struct furl_window *text,
                                  const struct furl_start *start, size_t stop, uint64_t *at)
{
    struct furl_range next;
    size_t line = 0;
    enum furl_answer answer = find_next(text, stop, stop, &next);

    if (answer != FURL_YES || !find_line(text, stop, &line)) {
        return answer == FURL_MORE ? FURL_MORE : take(wrap, 0, 0);
    }
    const struct furl_line is = furl_line_of(between(text, line, stop), UINT64_MAX);
    const struct furl_line after = furl_line_of(next, UINT64_MAX);
    size_t front = line + is.prefix;
    size_t url = start->at > text->offset + front ? furl_index(text, start->at) : front;
    struct furl_cut cut = {
        .line = between(text, front, stop),
        .url = url - front,
        .prefix = furl_characters(text->at + line, is.prefix),
        .angles = is.angles,
        .indented = is.angles == 0 && after.prefix > 0 && after.prefix != is.prefix,
    };
    furl_skip(&next, after.prefix);
    cut.next = furl_without_blanks(next);
    size_t n = after.kind == is.kind ? furl_cut_rest(&cut) : 0;
    *at = text->offset + (size_t)(next.at - text->at);
    answer = take(wrap, *at, n);
    wrap->wrapping = n < cut.next.n ? FURL_WRAPPED_OVER : wrap->wrapping;
    return answer;
}

/* Takes what belongs to the URL, which has `n` octets, of the text after the blank at the index
 * `stop`. */
static enum furl_answer take_piece(struct furl_wrapped *wrap, const struct furl_window *text,
                                   size_t stop, uint64_t n, uint64_t *at)
{
    const size_t from = stop + 1;
    bool more = text->n - stop < FURL_WRAPPED_OCTETS;
    size_t limit = more ? text->n : stop + FURL_WRAPPED_OCTETS;

    if (n == 0 || n % FURL_TORN_WIDTH != 0 || text->at[stop] != ' ') {
        return take(wrap, 0, 0);
    }
    size_t end = from + furl_line_length(between(text, from, limit));
    if (end == limit && !(more && text->last)) {
        return more ? FURL_MORE : take(wrap, 0, 0);
    }
    *at = text->offset + from;
    return take(wrap, *at,
                furl_torn_rest(between(text, stop - FURL_TORN_WIDTH, stop),
                               furl_without_blanks(between(text, from, end))));
}

bool furl_wrapped_may(const struct furl_window *text, const struct furl_start *start, uint64_t stop)
{
    const size_t at = furl_index(text, stop);
    const uint64_t n = stop - start->at;
    const unsigned char *next = text->at + at;

    if (!is_space(next[0])) {
        return false;
    }
    if (furl_is_blank(next[0])) {
        return n % FURL_TORN_WIDTH == 0 || text->n - at < 2 || is_space(next[1]);
    }
    size_t after = at + (text->n - at > 1 && next[0] == '\r' && next[1] == '\n' ? 2 : 1);
    if (after < text->n && furl_begins_other(between(text, after, text->n))) {
        return false;
    }
    if (n > FURL_WRAPPED_OCTETS || furl_partner_of(start->opened) >= 0) {
        return true;
    }
    size_t line = at - (size_t)n;
    while (line > 0 && at - line < FURL_CUT_MIN && !furl_ends_line(text->at[line - 1])) {
        line--;
    }
    return furl_may_be_cut(between(text, at - (size_t)n, at), at - line);
}

enum furl_answer furl_wrapped_resume(struct furl_wrapped *wrap, const struct furl_window *text,
                                     const struct furl_start *start, struct furl_point here,
                                     uint64_t *at)
{
    const size_t stop = furl_index(text, here.at);

    if (!is_space(text->at[stop])) {
        return FURL_NO;
    }
    if (wrap->wrapping == FURL_WRAPPED_NEW && begin(wrap, text, start, stop) == FURL_MORE) {
        return FURL_MORE;
    }
    if (here.at < wrap->to) {
        *at = after_space(wrap, text, start, stop);
        return FURL_YES;
    }
    switch (wrap->wrapping) {
    case FURL_WRAPPED_CUT:
        return take_line(wrap, text, start, stop, at);
    case FURL_WRAPPED_TORN:
        return take_piece(wrap, text, stop, here.n, at);
    default:
        return FURL_NO;
    }
}
