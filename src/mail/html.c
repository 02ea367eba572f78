/*
 * HTML as text. Markup stays, but character references become characters, because URLs in
 * attributes contain references. Document types and names of namespaces are removed, because they
 * are no links. Octets that would cut a URL in an attribute are removed or become escapes, as in
 * browsers. Between tags, marks of places where a word can be broken are removed.
 *
 * All these changes are rare. A kernel skips the other octets, which move together. Whether a tag
 * is open is determined only where this matters, from the last `<` that begins a tag.
 */
#include "config.h"

#include <assert.h>

#include "furl/core/utf8.h"
#include "furl/kernels/kernels.h"
#include "mime.h"
#include "reader.h"

/* The most octets of an attribute's value, or of a document type, that is changed. */
#define VALUE_MAX ((size_t)4096)

/* A part in its buffer: its text before `to`, and its other octets from `pos` to `end`. */
struct page {
    const struct furl_kernels *kernels;
    struct furl_byteset specials; /* octets of special sequences, except attributes */
    struct furl_byteset stops;    /* octets that can end or change a value */
    struct furl_buffer *buffer;
    size_t to, pos, end;
    size_t moved_to; /* index before which everything special is moved */
    size_t open_pos; /* index of the text (or of the octets after it) for which `open` is known */
    int open;        /* octet that ends the open tag, or the value in it, or 0 if no tag is open */
};

/* A sequence that is not moved unchanged: a URL, or octets that become the character `code`. If
 * `code` is 0, the octets are removed. */
struct special {
    size_t pos, end;
    bool is_url;
    uint32_t code;
};

static struct furl_range between(const struct page *page, size_t from, size_t to)
{
    assert(from <= to && to <= page->end);
    return (struct furl_range){page->buffer->ptr + from, to - from};
}

/* Moves the octets before the index `end` to the text. */
static void move(struct page *page, size_t end)
{
    mail_put(page->buffer->ptr + page->to, between(page, page->pos, end));
    page->to += end - page->pos;
    page->pos = end;
    assert(page->to <= page->pos);
}

/* Returns the octet at an index of the text, or of the octets after the text, or -1. */
static int octet_at(const struct page *page, size_t index)
{
    index += index < page->to ? 0 : page->pos - page->to;
    return index < page->end ? page->buffer->ptr[index] : -1;
}

/* Returns whether a tag begins at an index of the text. */
static bool begins_tag(const struct page *page, size_t index)
{
    const int next = octet_at(page, index) == '<' ? octet_at(page, index + 1) : -1;

    return furl_octet_is(next, FURL_LETTER) || furl_is_one_of(next, "/!?");
}

/* Passes an octet of an open tag. The octet can end the tag, or begin or end a value in it. */
static void read_markup(struct page *page)
{
    const int octet = octet_at(page, page->open_pos);

    if (octet == page->open) {
        page->open = octet == '>' ? 0 : '>';
    } else if (page->open == '>' && furl_is_one_of(octet, "\"'") &&
               octet_at(page, page->open_pos - 1) == '=') {
        page->open = octet;
    }
    page->open_pos++;
}

/* Returns the octet that ends the tag open at an index, or the open value in the tag, or 0 if no
 * tag is open. No octet is read more than twice. */
static int open_at(struct page *page, size_t index)
{
    const size_t end = page->to + (index - page->pos);

    assert(page->pos <= index && page->open_pos <= end);
    while (page->open_pos < end && page->open != 0) {
        read_markup(page);
    }
    size_t pos = end;
    while (pos > page->open_pos && !begins_tag(page, pos - 1)) {
        pos--;
    }
    if (pos > page->open_pos) {
        page->open_pos = pos;
        page->open = '>';
    }
    while (page->open_pos < end && page->open != 0) {
        read_markup(page);
    }
    page->open_pos = end;
    return page->open;
}

/* Returns the length of the name or number in the character reference at the front, "&...;", or
 * 0. */
static size_t reference_length(struct furl_range rest)
{
    size_t n = 1;

    while (n < rest.n && n <= MAIL_REFERENCE_MAX &&
           (furl_octet_in(rest.ptr[n], FURL_ALNUM) || (n == 1 && rest.ptr[n] == '#'))) {
        n++;
    }
    return n < rest.n && rest.ptr[n] == ';' ? n - 1 : 0;
}

/* Finds the character reference at an index. Returns whether there is one. */
static bool find_reference(struct page *page, size_t pos, struct special *special)
{
    const struct furl_range rest = between(page, pos, page->end);
    const size_t n = reference_length(rest);
    const uint32_t code = n > 0 ? mail_reference(mail_part(rest, 1, n)) : 0;
    const bool is_break = (code == 0xAD || code == 0x200B) && open_at(page, pos) == 0;

    if (code == '<') {
        open_at(page, pos); /* the character begins no tag */
    }
    *special = (struct special){pos, pos + n + strlen("&;"), false, is_break ? 0 : code};
    return code > 0;
}

/* Finds a mark between tags of a place where a word can be broken. The octet at an index is part of
 * the mark. */
static bool find_break(struct page *page, size_t index, struct special *special)
{
    static const struct {
        const char *octets;
        size_t nth; /* index of the octet that is searched for */
    } breaks[] = {{"\xC2\xAD", 1}, {"\xE2\x80\x8B", 2}, {"<wbr>", 1},
                  {"<wbr/>", 1},   {"<wbr />", 1},      {"</wbr>", 2}};

    if (index == page->pos || !furl_is_one_of(page->buffer->ptr[index - 1], "</\xC2\x80")) {
        return false; /* as in most words */
    }
    for (size_t i = 0; i < sizeof breaks / sizeof breaks[0]; i++) {
        const size_t n = strlen(breaks[i].octets), nth = breaks[i].nth;
        const size_t pos = index - page->pos >= nth ? index - nth : page->end;
        if (page->end - pos >= n && furl_spells(page->buffer->ptr + pos, n, breaks[i].octets)) {
            *special = (struct special){.pos = pos, .end = pos + n};
            return open_at(page, pos) == 0;
        }
    }
    return false;
}

/* Finds a document type whose `!` is at an index. */
static bool find_type(const struct page *page, size_t index, struct special *special)
{
    const struct furl_range all = mail_part(between(page, index, page->end), 0, VALUE_MAX);
    const size_t n = strlen("!doctype");

    if (index == page->pos || all.ptr[-1] != '<' || all.n < n ||
        !furl_spells(all.ptr, n, "!doctype")) {
        return false;
    }
    *special = (struct special){.pos = index - 1, .end = index + mail_before(all, '>').n + 1};
    return special->end <= index + all.n;
}

/* Returns the index of the first space in the spaces and line ends before an index. */
static size_t before_blanks(const struct page *page, size_t pos)
{
    while (pos > page->pos && furl_is_space(page->buffer->ptr[pos - 1])) {
        pos--;
    }
    return pos;
}

/* Returns the index of the first octet in the word before an index. The word can contain the line
 * ends and TABs that browsers drop or, in a `name`, colons. */
static size_t before_word(const struct page *page, size_t pos, bool name)
{
    const unsigned char *octets = page->buffer->ptr;

    while (pos > page->pos && (furl_octet_in(octets[pos - 1], FURL_SCHEME) ||
                               (name ? octets[pos - 1] == ':'
                                     : furl_is_space(octets[pos - 1]) && octets[pos - 1] != ' '))) {
        pos--;
    }
    return pos;
}

/* Returns whether the tag continues after the closing quotation mark of a value as tags do. If the
 * author forgot the closing one, the next quotation mark opens another value. */
static bool is_closed(struct furl_range after, unsigned char quotation)
{
    unsigned char before = quotation;

    furl_skip(&after, 1);
    for (; after.n > 0 && after.ptr[0] != '>' && after.ptr[0] != quotation; furl_skip(&after, 1)) {
        before = furl_is_space(after.ptr[0]) ? before : after.ptr[0];
    }
    return after.n > 0 && (after.ptr[0] == '>' ? true : before == '=');
}

/* Returns whether the octets contain an octet of the string. */
static bool has_any(struct furl_range octets, const char *any)
{
    while (*any != '\0' && mail_before(octets, (unsigned char)*any).n == octets.n) {
        any++;
    }
    return *any != '\0';
}

/* Returns whether the value of the attribute `name`, in quotation marks, must be changed. Sets
 * `value`, which begins at the index `pos`. */
static bool find_value(struct page *page, struct furl_range name, size_t pos, struct special *value)
{
    static const char *const urls[] = {"action",     "background", "cite",   "data",
                                       "formaction", "href",       "poster", "src"};
    enum { URLS = sizeof urls / sizeof urls[0] };
    const unsigned char quotation = page->buffer->ptr[pos - 1];
    const struct furl_range all = mail_part(between(page, pos, page->end), 0, VALUE_MAX + 1);
    const size_t plain_n = page->kernels->span_until_set(&page->stops, all.ptr, all.n);
    const bool is_plain = plain_n < all.n && all.ptr[plain_n] == quotation;
    const bool is_namespace =
        name.n >= 5 && furl_spells(name.ptr, 5, "xmlns") && (name.n == 5 || name.ptr[5] == ':');

    if (!is_namespace && (is_plain || mail_place_in(urls, URLS, name) == URLS)) {
        return false;
    }
    const struct furl_range inner = mail_before(all, quotation);
    *value = (struct special){.pos = pos, .end = pos + inner.n, .is_url = !is_namespace};
    return (is_namespace || has_any(inner, " \n\r\t")) && !has_any(inner, "<>") &&
           inner.n < all.n && open_at(page, pos) != 0 &&
           is_closed(between(page, value->end, page->end), quotation);
}

/* Finds the value of an attribute, in quotation marks, whose first colon is at an index. Returns
 * whether the value must be changed. */
static bool find_attribute(struct page *page, size_t colon, struct special *special)
{
    const unsigned char *octets = page->buffer->ptr;
    const size_t word = before_word(page, colon, false), pos = before_blanks(page, word);
    const unsigned char quotation = pos > page->pos ? octets[pos - 1] : '\0';

    if (word == colon || (quotation != '"' && quotation != '\'')) {
        return false;
    }
    const size_t equals = before_blanks(page, pos - 1);
    if (equals == page->pos || octets[equals - 1] != '=') {
        return false;
    }
    const size_t name_end = before_blanks(page, equals - 1);
    const size_t name_at = before_word(page, name_end, true);
    return find_value(page, between(page, name_at, name_end), pos, special);
}

/* Returns the number of additional octets if each space before the index `end` becomes "%20". */
static size_t room_for_spaces(const struct page *page, size_t end)
{
    const struct furl_range octets = between(page, page->pos, end);
    size_t n = 0;

    for (size_t i = 0; i < octets.n; i++) {
        n += octets.ptr[i] == ' ' ? 2 : 0;
    }
    return n;
}

/* Makes room for the next `n` octets as a URL, and for all octets after them, so that the octets
 * move only once. Returns false if memory runs out. */
static bool make_room(struct page *page, size_t n)
{
    if (room_for_spaces(page, page->pos + n) > page->pos - page->to) {
        const size_t more = room_for_spaces(page, page->end);
        if (!furl_buffer_reserve(page->buffer, page->end + more + 1)) {
            return false;
        }
        const struct furl_range rest = between(page, page->pos, page->end);
        mail_put(page->buffer->ptr + page->pos + more, rest);
        page->pos += more;
        page->end += more;
    }
    return true;
}

/* Moves a sequence that is no URL to the text, with the octets before it. */
static void put_character(struct page *page, const struct special *special)
{
    move(page, special->pos);
    if (special->code > 0) {
        page->to += furl_put_utf8(special->code, page->buffer->ptr + page->to);
    }
    page->pos = special->end;
    page->open_pos = special->code == '<' ? page->to : page->open_pos;
}

/* Moves the next `n` octets to the text, with characters for references. */
static void move_value(struct page *page, size_t n)
{
    const size_t end = page->pos + n;
    struct special reference;

    for (size_t pos = page->pos; pos += mail_before(between(page, pos, end), '&').n, pos < end;
         pos++) {
        if (find_reference(page, pos, &reference) && reference.end <= end) {
            put_character(page, &reference);
            pos = page->pos - 1;
        }
    }
    move(page, end);
}

/* Moves a URL, the next `n` octets, to the text. Removes CR, LF and TAB, and spaces at both ends.
 * Writes other spaces as "%20". Returns false if memory runs out. */
static bool put_url(struct page *page, size_t n)
{
    const size_t from = page->to;
    size_t end = from, spaces = 0;

    if (!make_room(page, n)) {
        return false;
    }
    move_value(page, n);
    unsigned char *octets = page->buffer->ptr;
    for (size_t i = from; i < page->to; i++) {
        const bool goes = furl_is_space(octets[i]) && (octets[i] != ' ' || end == from);
        octets[end] = octets[i];
        end += goes ? 0 : 1;
    }
    while (end > from && octets[end - 1] == ' ') {
        end--;
    }
    for (size_t i = from; i < end; i++) {
        spaces += octets[i] == ' ';
    }
    page->to = page->open_pos = end + 2 * spaces;
    assert(page->to <= page->pos);
    for (size_t to = page->to; to > end; end--) {
        const bool space = octets[end - 1] == ' ';
        to -= space ? 3 : 1;
        memcpy(octets + to, space ? "%20" : (const char *)octets + end - 1, space ? 3 : 1);
    }
    return true;
}

/* Moves all special sequences before the index `end` to the text, except attributes. */
static void put_marks(struct page *page, size_t end)
{
    struct special special;

    for (size_t pos = page->moved_to > page->pos ? page->moved_to : page->pos; pos < end; pos++) {
        pos += page->kernels->span_until_set(&page->specials, page->buffer->ptr + pos, end - pos);
        const unsigned char octet = pos < end ? page->buffer->ptr[pos] : '\0';
        if (octet == '&'   ? find_reference(page, pos, &special)
            : octet == '!' ? find_type(page, pos, &special)
                           : octet != '\0' && find_break(page, pos, &special)) {
            put_character(page, &special);
            pos = page->pos - 1;
        }
    }
    page->moved_to = end;
}

/* Moves the attribute whose value has its first colon at an index to the text, if the value must be
 * changed. Returns false if memory runs out. */
static bool put_attribute(struct page *page, size_t colon)
{
    struct special special;
    bool has_memory = true;

    if (colon > page->pos) {
        put_marks(page, colon);
    }
    if (colon > page->pos && find_attribute(page, colon, &special)) {
        if (special.is_url) {
            move(page, special.pos);
            has_memory = put_url(page, special.end - special.pos);
        } else {
            put_character(page, &special);
        }
        page->moved_to = page->pos;
    }
    return has_memory;
}

/* The ends of schemes that need no slashes: mailto and magnet. */
static const struct furl_suffix_filter scheme_ends = {
    .octet = ':',
    .of = {{['o' & 31] = 1, ['t' & 31] = 2},
           {['t' & 31] = 1, ['e' & 31] = 2},
           {['l' & 31] = 1, ['n' & 31] = 2}},
};

bool mail_plain_html(struct furl_buffer *buffer, size_t from, size_t *n)
{
    struct page page = {.kernels = furl_choose_kernels(),
                        .specials = furl_byteset_of(furl_range_of("&!wW\xAD\x8B")),
                        .stops = furl_byteset_of(furl_range_of(" \t\r\n\"'<>")),
                        .buffer = buffer,
                        .to = from,
                        .pos = from,
                        .end = *n,
                        .moved_to = from,
                        .open_pos = from};
    size_t left = *n - from; /* octets that were not searched for colons */
    bool has_memory = true;

    while (has_memory && left > 0) {
        const struct furl_range octets = between(&page, page.pos, page.end);
        size_t colons[FURL_CANDIDATES_MAX], looked = octets.n - left;
        const size_t noted =
            page.kernels->find_names(&scheme_ends, octets.ptr, octets.n, &looked, colons);
        for (size_t i = 0; i < noted && has_memory; i++) {
            has_memory = put_attribute(&page, page.end - (octets.n - colons[i]));
        }
        left = octets.n - looked;
        left = left < page.end - page.pos ? left : page.end - page.pos;
    }
    if (has_memory) {
        put_marks(&page, page.end);
        move(&page, page.end);
    }
    *n = page.to;
    return has_memory;
}
