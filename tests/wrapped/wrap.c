#include "config.h"

#include <string.h>

#include "wrap.h"

static size_t width_of(const struct cell *cell, const struct way *way)
{
    unsigned char octets[4];

    return way->counts_octets ? octets_of(cell->code, way->charset, octets) : 1;
}

/* How many of n cells fit in a width, at least one. */
static size_t fitting(const struct cell *cells, size_t n, size_t width, const struct way *way)
{
    size_t used = 0;
    size_t i = 0;

    while (i < n && used + width_of(&cells[i], way) <= width) {
        used += width_of(&cells[i], way);
        i++;
    }
    return i == 0 ? 1 : i;
}

/* Whether a line may end after a mark: not within the delimiter of a URL. */
static bool is_mark(const struct cell *cells, size_t n, size_t at, const struct way *way)
{
    return (way->kind == AFTER_MARKS || way->kind == MARKS_OR_CUT) && at + 1 < n &&
           cells[at].code < 0x80 && strchr(way->marks, (int)cells[at].code) != NULL &&
           cells[at + 1].code != ' ' && cells[at + 1].code != '/' &&
           !(at > 1 && cells[at - 1].code == '/' && cells[at - 2].code == ':');
}

/* Cells of the first line of n that do not all fit; *skip: blanks after it that are dropped. */
static size_t first_line(const struct cell *cells, size_t n, size_t fit, const struct way *way,
                         size_t *skip)
{
    size_t i;

    *skip = 0;
    if (way->kind == CUTS_ALL)
        return fit;
    for (i = fit; i > 0; i--) {
        if (way->kind != AFTER_BLANKS && cells[i].code == ' ') {
            *skip = 1;
            return i;
        }
        if (way->kind == AFTER_BLANKS ? cells[i - 1].code == ' ' : is_mark(cells, n, i - 1, way))
            return i;
    }
    if (way->kind == CUTS_LONG || way->kind == AFTER_BLANKS || way->kind == MARKS_OR_CUT)
        return fit;
    for (i = fit; i < n && cells[i].code != ' '; i++)
        if (is_mark(cells, n, i, way))
            return i + 1;
    *skip = i < n;
    return i;
}

/* Writes lines of n cells until what is left fits in one; returns how many cells they took. */
static size_t write_full_lines(struct page *out, const struct cell *prefix, size_t prefix_n,
                               const struct cell *cells, size_t n, const struct way *way)
{
    size_t room = way->width > prefix_n + 10 ? way->width - prefix_n : 10;
    size_t leaves = way->leaves > room + prefix_n ? way->leaves - prefix_n : room;
    size_t done = 0;

    if (n == 0 || fitting(cells, n, leaves, way) == n)
        return 0;
    while (done < n) {
        size_t fit = fitting(cells + done, n - done, room, way);
        size_t skip;
        size_t take;

        if (fit == n - done)
            return done;
        take = first_line(cells + done, n - done, fit, way, &skip);
        page_cells(out, prefix, prefix_n);
        page_cells(out, cells + done, take);
        page_put(out, '\n', PROSE);
        done += take + skip;
    }
    return done;
}

static size_t prefix_of(const struct cell *cells, size_t n)
{
    size_t i = 0;

    while (i < n && cells[i].owner == PREFIX)
        i++;
    return i;
}

void wrap_page(struct page *out, const struct page *in, const struct way *way)
{
    page_clear(out);
    for (size_t at = 0; at < in->used;) {
        const struct cell *line = in->cells + at;
        size_t n = page_line(in, at);
        size_t prefix = prefix_of(line, n);
        size_t done = write_full_lines(out, line, prefix, line + prefix, n - prefix, way);

        if (done < n - prefix || n == prefix) {
            page_cells(out, line, prefix);
            page_cells(out, line + prefix + done, n - prefix - done);
            page_put(out, '\n', PROSE);
        }
        at += n + 1;
    }
}

/* The prefix that a line gets: another `>` after the last one it has, or a new mark. */
static void quote_prefix(struct page *prefix, const struct cell *line, size_t n,
                         const char *initials)
{
    size_t old = prefix_of(line, n);
    size_t last = old;

    page_clear(prefix);
    while (last > 0 && line[last - 1].code != '>')
        last--;
    if (last == 0) {
        html_put(prefix, initials, PREFIX);
        return;
    }
    page_cells(prefix, line, last);
    page_put(prefix, '>', PREFIX);
    page_cells(prefix, line + last, old - last);
}

static bool same_cells(const struct page *a, const struct page *b)
{
    if (a->used != b->used)
        return false;
    for (size_t i = 0; i < a->used; i++)
        if (a->cells[i].code != b->cells[i].code)
            return false;
    return true;
}

/* Whether a line's text can take what another has left over. */
static bool continues(const struct cell *text, size_t n)
{
    return n > 0 && text[0].code != ' ' && text[0].code != '-' && text[0].code != '*' &&
           !(n > 1 && text[0].code < '9' && (text[1].code == '.' || text[1].code == ')'));
}

static void flush(struct page *out, const struct page *prefix, struct page *left)
{
    if (left->used > 0) {
        page_cells(out, prefix->cells, prefix->used);
        page_cells(out, left->cells, left->used);
        page_put(out, '\n', PROSE);
    }
    page_clear(left);
}

void quote_page(struct page *out, const struct page *in, const char *initials,
                const struct way *way)
{
    struct page prefix = {0};
    struct page before = {0};
    struct page left = {0}; /* of the line before, under the prefix `before` */
    struct page text = {0};

    page_clear(out);
    for (size_t at = 0; at < in->used;) {
        const struct cell *line = in->cells + at;
        size_t n = page_line(in, at);
        size_t old = prefix_of(line, n);
        size_t done;

        at += n + 1;
        quote_prefix(&prefix, line, n, initials);
        if (!same_cells(&prefix, &before) || !continues(line + old, n - old))
            flush(out, &before, &left);
        page_clear(&text);
        page_cells(&text, left.cells, left.used);
        if (left.used > 0)
            page_put(&text, ' ', PROSE);
        page_cells(&text, line + old, n - old);
        page_clear(&left);
        if (n == old) {
            page_put(out, '\n', PROSE);
            continue;
        }
        done = write_full_lines(out, prefix.cells, prefix.used, text.cells, text.used, way);
        page_cells(&left, text.cells + done, text.used - done);
        page_clear(&before);
        page_cells(&before, prefix.cells, prefix.used);
        if (done == 0)
            flush(out, &before, &left);
    }
    flush(out, &before, &left);
    page_free(&prefix);
    page_free(&before);
    page_free(&left);
    page_free(&text);
}
