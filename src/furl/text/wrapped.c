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
 * Each answer depends on the text from FURL_WRAPPED_OCTETS before the stop to as many after it. A
 * line is looked at twice: when a URL reaches its end, and when one in the line before it does.
 * Stretches in delimiters do not overlap, for no delimiter is in another one. So the time is
 * linear.
 */
#include "wrapped.h"

static bool is_space(unsigned char octet)
{
    return furl_is_blank(octet) || octet == '\n' || octet == '\r';
}

/* Sets the index where the line begins that the octet before the index `end` is in. Returns whether
 * that is near enough. A byte order mark is no part of the text's first line. */
static bool find_line(const struct furl_window *text, size_t end, size_t *line)
{
    size_t first = end > FURL_WRAPPED_OCTETS ? end - FURL_WRAPPED_OCTETS : 0;
    size_t at = end - furl_last_line_length(furl_between(text, first, end));
    bool begins = at == 0 && text->begins;
    bool marked = begins && furl_starts(furl_between(text, 0, end), FURL_BOM);

    *line = marked ? FURL_BOM_SIZE : at;
    return begins || (at > 0 && furl_ends_line(text->at[at - 1]));
}

/* Sets `line` to the octets from the index `at` to the line's end. Returns whether that comes less
 * than FURL_WRAPPED_OCTETS after the index `from`. */
static bool read_line(struct furl_window *text, size_t from, size_t at, struct furl_range *line)
{
    bool short_of_text = text->n - from < FURL_WRAPPED_OCTETS;
    size_t limit = short_of_text ? text->n : from + FURL_WRAPPED_OCTETS;
    size_t n = at < limit ? furl_line_length(furl_between(text, at, limit)) : 0;

    *line = at < limit ? furl_between(text, at, at + n) : (struct furl_range){NULL, 0};
    return at + n < limit || (short_of_text && furl_octet(text, text->n) < 0);
}

/* Finds the line after the one that ends at the index `stop`, blanks aside. It ends less than
 * FURL_WRAPPED_OCTETS after the index `from`. */
static bool find_next(struct furl_window *text, size_t from, size_t stop, struct furl_range *next)
{
    size_t at = stop;

    while (at < text->n && at - from < FURL_WRAPPED_OCTETS && furl_is_blank(text->at[at])) {
        at++;
    }
    int octet = furl_octet(text, at);
    if (octet >= 0 && !is_space((unsigned char)octet)) {
        return false;
    }
    bool pair = octet == '\r' && furl_octet(text, at + 1) == '\n';
    return read_line(text, from, at + (pair ? 2 : 1), next);
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
static bool find_delimiter(struct furl_wrapped *wrap, struct furl_window *text,
                           const struct furl_start *start, size_t stop)
{
    enum delimited delimited = ON;
    size_t end = stop;

    for (size_t lines = 0; delimited == ON && lines < FURL_WRAPPED_LINES; lines++) {
        struct furl_range line, part;
        if (text->at[end - 1] == '\'' || !find_next(text, stop, end, &line)) {
            return false;
        }
        delimited = read_delimited(wrap, start, line, &part);
        wrap->closed = delimited == ENDS && part.n == 0;
        if (delimited != NOT && !wrap->closed) {
            end = (size_t)(part.at - text->at) + part.n;
        }
    }
    wrap->to = delimited == ENDS ? end : 0;
    return delimited == ENDS;
}

/* The index where the URL goes on after the one at the index `stop`, before wrap->to. */
static size_t after_space(const struct furl_wrapped *wrap, struct furl_window *text,
                          const struct furl_start *start, size_t stop)
{
    struct furl_range line, part;

    if (!wrap->delimited || !find_next(text, stop, stop, &line)) {
        return stop + 1;
    }
    read_delimited(wrap, start, line, &part);
    return (size_t)(part.at - text->at);
}

/* Begins with the URL where it stops first, at the index `stop`: tells what may let it go on. */
static enum furl_wrapping begin(struct furl_wrapped *wrap, struct furl_window *text,
                                const struct furl_start *start, size_t stop)
{
    struct furl_range next;
    size_t line = 0;

    if (!find_next(text, stop, stop, &next)) {
        return FURL_WRAPPED_TORN;
    }
    if (stop - start->at > FURL_WRAPPED_OCTETS || !find_line(text, stop, &line)) {
        return FURL_WRAPPED_OVER;
    }
    wrap->first = furl_line_of(furl_between(text, line, stop), UINT64_MAX);
    wrap->delimited = opens(start, furl_between(text, line, start->at)) &&
                      find_delimiter(wrap, text, start, stop);
    bool bare = start->body == stop; /* it is no URL yet */
    return wrap->delimited || bare ? FURL_WRAPPED_OVER : FURL_WRAPPED_CUT;
}

/* Adds `n` octets from the index `at` on to the URL; none end it. */
static bool add(struct furl_wrapped *wrap, size_t at, size_t n)
{
    wrap->wrapping = n == 0 ? FURL_WRAPPED_OVER : wrap->wrapping;
    wrap->to = n == 0 ? wrap->to : at + n;
    return n > 0;
}

/* Adds what belongs to the URL of the line after the index `stop`. */
static bool add_line(struct furl_wrapped *wrap, struct furl_window *text,
                     const struct furl_start *start, size_t stop, size_t *at)
{
    struct furl_range next;
    size_t line = 0;

    if (!find_next(text, stop, stop, &next) || !find_line(text, stop, &line)) {
        return add(wrap, 0, 0);
    }
    const struct furl_line is = furl_line_of(furl_between(text, line, stop), UINT64_MAX);
    const struct furl_line after = furl_line_of(next, UINT64_MAX);
    size_t front = line + is.prefix;
    size_t url = start->at > front ? start->at : front;
    struct furl_cut cut = {
        .line = furl_between(text, front, stop),
        .url = url - front,
        .prefix = furl_characters(text->at + line, is.prefix),
        .angles = is.angles,
        .indented = is.angles == 0 && after.prefix > 0 && after.prefix != is.prefix,
    };
    furl_skip(&next, after.prefix);
    cut.next = furl_without_blanks(next);
    size_t n = after.kind == is.kind ? furl_cut_rest(&cut) : 0;
    *at = (size_t)(next.at - text->at);
    bool goes_on = add(wrap, *at, n);
    wrap->wrapping = n < cut.next.n ? FURL_WRAPPED_OVER : wrap->wrapping;
    return goes_on;
}

/* Adds what belongs to the URL, which has `n` octets, of the text after the blank at the index
 * `stop`. */
static bool add_piece(struct furl_wrapped *wrap, struct furl_window *text, size_t stop, size_t n,
                      size_t *at)
{
    struct furl_range rest;

    if (n == 0 || n % FURL_TORN_WIDTH != 0 || text->at[stop] != ' ' ||
        !read_line(text, stop, stop + 1, &rest)) {
        return add(wrap, 0, 0);
    }
    *at = stop + 1;
    return add(wrap, *at,
               furl_torn_rest(furl_between(text, stop - FURL_TORN_WIDTH, stop),
                              furl_without_blanks(rest)));
}

/* Whether the URL may be cut at the end of its line, the index `stop`, by its own octets. */
static bool may_be_cut(const struct furl_window *text, const struct furl_start *start, size_t stop)
{
    size_t line = start->at;

    if (stop - start->at > FURL_WRAPPED_OCTETS || furl_partner_of(start->opened) >= 0) {
        return true;
    }
    while (line > 0 && stop - line < FURL_CUT_MIN && !furl_ends_line(text->at[line - 1])) {
        line--;
    }
    return furl_may_be_cut(furl_between(text, start->at, stop), stop - line);
}

bool furl_wrapped_may(struct furl_window *text, const struct furl_start *start, size_t stop)
{
    const int octet = furl_octet(text, stop);
    struct furl_range line;

    if (octet < 0 || !is_space((unsigned char)octet)) {
        return false;
    }
    if (furl_is_blank((unsigned char)octet)) {
        int next = furl_octet(text, stop + 1);
        return (stop - start->at) % FURL_TORN_WIDTH == 0 || next < 0 ||
               is_space((unsigned char)next);
    }
    return may_be_cut(text, start, stop) && find_next(text, stop, stop, &line) &&
           !furl_begins_other(line);
}

bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_point here, size_t *at)
{
    if (!is_space(text->at[here.at])) {
        return false;
    }
    if (wrap->wrapping == FURL_WRAPPED_NEW) {
        wrap->wrapping = begin(wrap, text, start, here.at);
    }
    if (here.at < wrap->to) {
        *at = after_space(wrap, text, start, here.at);
        return true;
    }
    switch (wrap->wrapping) {
    case FURL_WRAPPED_CUT:
        return add_line(wrap, text, start, here.at, at);
    case FURL_WRAPPED_TORN:
        return add_piece(wrap, text, here.at, here.n, at);
    default:
        return false;
    }
}
