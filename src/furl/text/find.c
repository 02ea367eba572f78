/*
 * The octets of a URL follow one another in the text, except at breaks. A break is a "%%" mark and
 * its gap or, in wrapped text, a line end. The end of a URL is known once the octets after it are
 * in the window.
 *
 *     see http://a/b%% LF %%c.  ->  http://a/bc
 *
 * The caller shows the text in a window that grows. If the window ends too early, the result is
 * FURL_UNDECIDED, and the next call reads the URL again from its start. The caller therefore waits
 * for more octets between calls (text.c). A search stores only struct furl_search: how far it has
 * come, the candidates noted ahead, the progress in the last gap, and two flags. No octets of a
 * URL, and no state of the scanner, are stored until the end of the URL is known.
 *
 *     find                                                    (find.c)
 *         skip to the next colon that may end a scheme, or, for --bare, to the next dot
 *                                                             (kernels: names)
 *         if a URL starts there, read it                      (start.c)
 *         or in the line before, if its scheme is wrapped     (wrapped.c)
 *
 *     read                                                    (find.c)
 *         read octets, as if there were no breaks             (scanner.c)
 *             for some, the octets after them decide          (ahead.c)
 *         at a `%`: count the run
 *             if the run is a mark, find the mark that ends the gap                (breaks.c)
 *                 and continue after the gap, or end before the run
 *             otherwise read the run as octets
 *         at a blank or line end: continue after it, if the URL is wrapped there   (wrapped.c)
 *         at the end: trim the URL
 *
 * A rule about an octet that depends on the octets after it belongs to ahead.c. A rule about the
 * end of a URL, for example about its closing delimiter, belongs to finish_match. Both read with
 * furl_octet, which makes the result undecided if the window ends too early.
 *
 * If a URL has breaks, the octets before the last break are joined in a buffer. Otherwise the URL
 * is a range of the window. A position (scanner.h) is an index of the text, and the number of
 * octets of the URL before it. Their difference is the octets of the breaks.
 *
 * The time is linear in the number of octets. The octets of a URL are read once, and the search
 * continues at its end. Only an incomplete unit at the end, at most FURL_UNIT_MAX octets and
 * their gaps, is read again. A gap without an end is at most FURL_GAP_OCTETS long, and the search
 * continues in the gap. The caller keeps FURL_START_BEFORE octets before the next octet, or a line
 * more for wrapped URLs (furl_search_droppable).
 */
#include "find.h"

#include <assert.h>
#include <string.h>

#include "ahead.h"

/* Beginnings of lines after which lines of the text can be folded (RFC 5545, 6350, 2849), and their
 * last octets before the colon. `dn` is short, so its endings contain the octet before the line. */
static const char *const folding[] = {"begin:v", "dn:"};
static const char *const folding_endings[] = {"gin", "\ndn", "\rdn", FURL_BOM "dn"};

static void add_ending(struct furl_suffix_filter *filter, const char *name, size_t bucket)
{
    size_t n = strlen(name);

    for (size_t octet = 0; octet < FURL_ENDING; octet++) {
        filter->of[octet][name[--n] & 31] |= (unsigned char)(1u << bucket % 8);
    }
}

/* Distributes the last letters of the names over buckets of nearly equal size. */
static void init_endings(struct furl_find_settings *settings)
{
    struct furl_suffix_filter *filter = &settings->filter;
    size_t bucket = 0;

    filter->octet = ':';
    for (size_t i = 0; i < furl_schemes_n; i++) {
        if ((furl_schemes[i].delimiter & FURL_COLON) != 0) {
            add_ending(filter, furl_schemes[i].name, bucket++);
        }
    }
    settings->filter_wrapped = *filter;
    for (size_t i = 0; i < furl_schemes_n; i++) {
        if (furl_schemes[i].delimiter == FURL_SLASHES &&
            strlen(furl_schemes[i].name) >= FURL_ENDING) {
            add_ending(&settings->filter_wrapped, furl_schemes[i].name, bucket++);
        }
    }
    for (size_t i = 0; i < sizeof folding_endings / sizeof folding_endings[0]; i++) {
        add_ending(&settings->filter_wrapped, folding_endings[i], bucket);
    }
}

/* Returns whether the colon at an index is the colon of such a line. */
static bool begins_folding(struct furl_window *text, size_t colon)
{
    bool is = false;

    for (size_t i = 0; i < sizeof folding / sizeof folding[0] && !is; i++) {
        const size_t n = strlen(folding[i]), before = strcspn(folding[i], ":");
        if (colon < before) {
            continue;
        }
        const size_t line = colon - before;
        is = furl_octet(text, line + n - 1) >= 0 && furl_spells(text->ptr + line, n, folding[i]) &&
             (furl_text_begins(text, line) || (line > 0 && furl_ends_line(text->ptr[line - 1])));
    }
    return is;
}

void furl_find_settings_init(struct furl_find_settings *settings,
                             const struct furl_kernels *kernels, size_t max_length, bool high)
{
    *settings = (struct furl_find_settings){.max_length = max_length};
    init_endings(settings);
    furl_scanner_tables_init(&settings->tables, kernels, high);
}

/* A URL that is being read. */
struct reader {
    const struct furl_find_settings *settings;
    struct furl_window *text;
    const struct furl_start *start;
    struct furl_scanner scanner;
    struct furl_wrapped wrap;
    struct furl_buffer *joined; /* octets of the URL before the last break */
    size_t joined_n;            /* number of octets in `joined` */
    size_t octets_before_mark;  /* octets of the URL before the last mark */
    size_t join[FURL_JOINS];    /* octets of the URL before the first place of each join, or
                                   FURL_NOWHERE */
};

/* Adds octets to `joined`. Returns false if memory ran out. */
static bool put_together(struct reader *reader, struct furl_range octets)
{
    const size_t before = reader->joined_n;

    reader->joined_n += octets.n;
    if (octets.n > 0 && !furl_buffer_reserve(reader->joined, reader->joined_n)) {
        return false;
    }
    struct furl_cursor out = {.out = reader->joined->ptr + before};
    furl_put_range(&out, octets);
    return true;
}

/* Returns the octets from the last break to an index. */
static struct furl_range last_piece(const struct reader *reader, size_t end)
{
    return furl_between(reader->text, reader->scanner.piece, end);
}

/* Joins the URL to the octets from the index `pos` on. */
static enum furl_scanner_end join_octets(struct reader *reader, enum furl_join join, size_t pos,
                                         bool percent)
{
    const struct furl_position here = reader->scanner.next;

    if (reader->join[join] == FURL_NOWHERE) {
        reader->join[join] = here.n;
    }
    return put_together(reader, last_piece(reader, here.pos))
               ? furl_scanner_resume(&reader->scanner, pos, percent)
               : FURL_UNSTORED;
}

/* http://a/b%% LF %%c  ->  http://a/bc
 * http://a/b%% LF c  ->  http://a/b
 * Reads the run of `%` that comes next and, if the run is a mark, the gap. */
static enum furl_scanner_end read_run(struct reader *reader)
{
    struct furl_scanner *scanner = &reader->scanner;
    struct furl_gap gap = {
        .mark = scanner->next.pos, .most = FURL_GAP_OCTETS, .high = reader->settings->tables.high};

    if (scanner->bracket > scanner->trimmed_end.n &&
        gap.mark - scanner->trimmed_end.pos > scanner->breaks &&
        furl_is_doubled_at(reader->text, gap.mark, '%')) {
        return FURL_ENDED; /* the search continues at the trimmed end (finish_match) */
    }
    const size_t most = furl_scanner_breaks_left(scanner);
    gap.most = gap.most < most ? gap.most : most;
    enum furl_mark mark = furl_read_mark(&gap, reader->text);

    if (gap.run > FURL_RUN_MAX && furl_scanner_is_incomplete(scanner)) {
        return FURL_FAILED;
    }
    switch (mark) {
    case FURL_MARK_NONE:
        return furl_scanner_read_percents(scanner, gap.run);
    case FURL_MARK_OPEN:
        scanner->next.pos = gap.mark + (gap.run > FURL_RUN_MAX ? gap.run : FURL_MARK_SIZE);
        return furl_scanner_is_incomplete(scanner) ? FURL_FAILED : FURL_ENDED_OPEN;
    case FURL_MARK_JOINED:
        if (gap.resumes - gap.mark > most) {
            return FURL_ENDED;
        }
        break;
    }
    reader->octets_before_mark = scanner->next.n;
    reader->wrap.marked = true;
    reader->wrap.refilled = furl_line_length(furl_between(reader->text, gap.mark, gap.resumes)) ==
                            gap.resumes - gap.mark;
    reader->wrap.piece = gap.resumes;
    return join_octets(reader, FURL_JOIN_MARKS, gap.resumes, gap.first_percent_is_url);
}

/* <http://a/b LF c>  ->  http://a/bc (--wrapped)
 * Ends the URL at a blank or line end, or continues after it. */
static enum furl_scanner_end read_space(struct reader *reader)
{
    struct furl_wrapped *wrap = &reader->wrap;
    const struct furl_position here = reader->scanner.next;
    size_t pos = 0;

    if (!reader->settings->wrapped || here.pos >= reader->text->n ||
        !furl_wrapped_resume(wrap, reader->text, reader->start, here, &pos)) {
        return FURL_ENDED;
    }
    return join_octets(reader, wrap->delimited ? FURL_JOIN_DELIMITERS : FURL_JOIN_MARGIN, pos,
                       false);
}

static enum furl_scanner_end read_step(struct reader *reader)
{
    enum furl_scanner_end end = furl_scanner_run(&reader->scanner);

    return end == FURL_AT_PERCENT ? furl_scanner_leave(&reader->scanner, read_run(reader))
           : end == FURL_ENDED    ? read_space(reader)
                                  : end;
}

/* <http://a/b.>  ->  http://a/b.
 * Returns whether a delimiter directly before the URL is closed directly after the URL, or on the
 * next line. */
static bool has_partner_after(const struct reader *reader, const struct furl_position *end)
{
    if (reader->wrap.closed) {
        return end->pos == reader->wrap.certain_end;
    }
    return end->n > reader->octets_before_mark &&
           furl_closing_of(reader->start->octet_before) >= 0 &&
           furl_is_closed_at(reader->text, end->pos, reader->start->octet_before);
}

/* Returns whether a letter, a digit or an octet 80-FF is between two indices of the URL. */
static bool has_letter(struct furl_range url, size_t from, size_t to)
{
    while (from < to && !furl_octet_in(url.ptr[from], FURL_ALNUM | FURL_HIGH)) {
        from++;
    }
    return from < to;
}

/* http://...  ->  none
 * Checks the octets that were read up to the end, and sets `match` if they are a URL. */
static enum furl_found finish_match(struct reader *reader, enum furl_scanner_end how,
                                    struct furl_match *match)
{
    const struct furl_scanner *scanner = &reader->scanner;
    bool failed = how == FURL_FAILED || furl_scanner_is_incomplete(scanner);
    struct furl_position end = failed ? scanner->fallback_end : scanner->next;
    struct furl_position kept = scanner->trimmed_end;

    assert(kept.n <= scanner->next.n && kept.pos <= scanner->next.pos);
    assert(scanner->next.pos <= reader->text->n);
    match->untrimmed_end = end.pos;
    if (how == FURL_DEFANGED) {
        match->untrimmed_end =
            reader->start->implied_scheme != NULL ? end.pos : reader->start->body;
        return FURL_NONE;
    }
    if (end.n > reader->settings->max_length) {
        match->url.n = reader->settings->max_length;
        return FURL_TOO_LONG;
    }
    const size_t trimmed_n = kept.n;
    if (how != FURL_ENDED_OPEN && has_partner_after(reader, &end)) {
        kept = end;
    }
    if (reader->joined_n > 0 && reader->joined_n < kept.n &&
        !put_together(reader, last_piece(reader, kept.pos))) {
        return FURL_NO_MEMORY;
    }
    match->url.ptr = reader->joined_n > 0 ? reader->joined->ptr : reader->text->ptr + match->start;
    match->url.n = kept.n;
    if (!has_letter(match->url, furl_start_length(reader->start), trimmed_n) ||
        (reader->start->mailbox && memchr(match->url.ptr, '@', kept.n) == NULL)) {
        return FURL_NONE;
    }
    match->end = kept.pos;
    match->untrimmed_end = scanner->bracket > kept.n ? kept.pos : end.pos;
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        match->joined |= reader->join[join] < kept.n ? 1u << join : 0;
    }
    match->open = how == FURL_ENDED_OPEN && end.n > reader->octets_before_mark;
    return FURL_FOUND;
}

/* Octets of the longest number in a srcset. */
#define NUMBER_MAX ((size_t)8)

/*
 * <img srcset="a 1.5x,http://a/b,c">  ->  http://a/b,c
 * ESC]8;x;http://a/b;c  ->  http://a/b;c
 * Returns whether the octet directly before a URL separates no fields. This holds for the `;` of a
 * terminal's link, "ESC ] 8 ; PARAMETERS ;". It also holds for the `,` after the size of an image
 * in an HTML srcset, for example " 1.5x,".
 */
static bool separates_nothing(const struct furl_window *text, size_t floor, size_t url)
{
    const bool size = text->ptr[url - 1] == ',';
    const size_t end = url - (size ? 2 : 1), most = size ? NUMBER_MAX : FURL_PARAMETERS_MAX;
    size_t pos = end;

    while (pos > floor && end - pos < most &&
           (size ? furl_octet_in(text->ptr[pos - 1], FURL_DIGIT) || text->ptr[pos - 1] == '.'
                 : text->ptr[pos - 1] > ' ' && text->ptr[pos - 1] != ';')) {
        pos--;
    }
    const bool begins =
        furl_text_begins(text, pos) ||
        (pos > floor && (furl_is_blank(text->ptr[pos - 1]) || furl_ends_line(text->ptr[pos - 1])));
    return size ? begins && pos < end && furl_is_one_of(text->ptr[end], "wx")
                : pos >= floor + 4 && memcmp(text->ptr + pos - 4, "\x1B]8;", 4) == 0;
}

/*
 * &apos;http://a/b&apos;c  ->  http://a/b
 * Returns the character reference directly before the URL, or before its `URL:`. The reference
 * begins at `floor` or later. If the octet before the URL separates no fields, returns
 * FURL_REFERENCE_DATA.
 */
static enum furl_reference reference_before(const struct furl_window *text,
                                            const struct furl_match *match, size_t floor)
{
    const size_t start = match->start;
    const bool prefixed = match->head.octet_before == ';' && text->ptr[start - 1] == ':';
    const size_t pos = prefixed ? start - strlen("URL:") : start;
    size_t n = 0;

    if ((match->head.octet_before != ';' && match->head.octet_before != ',') || pos <= floor + 1) {
        return FURL_NO_REFERENCE;
    }
    if (separates_nothing(text, floor, pos)) {
        return FURL_REFERENCE_DATA;
    }
    struct furl_window before = {.ptr = text->ptr, .n = pos, .ends = true};
    struct furl_lookahead ahead = {.text = &before, .pos = pos - 1, .most = FURL_REFERENCE_MAX};
    while (ahead.pos > floor && pos - ahead.pos < FURL_REFERENCE_MAX &&
           text->ptr[ahead.pos - 1] != '&') {
        ahead.pos--;
    }
    const enum furl_reference reference = furl_read_reference(ahead, &n);
    const bool is = n == pos - ahead.pos && ahead.pos > floor && text->ptr[ahead.pos - 1] == '&';
    return !is ? FURL_NO_REFERENCE : prefixed ? FURL_REFERENCE_DATA : reference;
}

/* Joins the octets of the start, if a line end cuts it or the scheme is missing. Returns false if
 * memory ran out. */
static bool put_start(struct reader *reader, const struct furl_start *start)
{
    if (start->resumes > 0) {
        reader->join[FURL_JOIN_MARGIN] = start->cut - start->pos;
        return put_together(reader, furl_between(reader->text, start->pos, start->cut));
    }
    return start->implied_scheme == NULL ||
           put_together(reader, furl_range_of(start->implied_scheme));
}

/* Reads the URL of match->head to its end. Sets `seen` to the index after all octets that were
 * read. */
static enum furl_found read_url(const struct furl_find_settings *settings, struct furl_window *text,
                                const struct furl_wrapped *wrap, const struct furl_search *search,
                                struct furl_buffer *joined, struct furl_match *match, size_t *seen)
{
    struct reader reader;
    enum furl_scanner_end how = FURL_GOES_ON;

    reader.settings = settings;
    reader.text = text;
    reader.start = &match->head;
    reader.wrap = *wrap;
    reader.wrap.folds = search->folds;
    reader.joined = joined;
    reader.joined_n = reader.octets_before_mark = 0;
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        reader.join[join] = FURL_NOWHERE;
    }
    furl_scanner_begin(&reader.scanner, &settings->tables, text, &match->head);
    reader.scanner.reference_before = reference_before(text, match, search->floor);
    reader.scanner.floor = search->last_match_end;
    if (!put_start(&reader, &match->head)) {
        return FURL_NO_MEMORY;
    }
    while (how == FURL_GOES_ON) {
        how = read_step(&reader);
    }
    if (how == FURL_UNSTORED) {
        return FURL_NO_MEMORY;
    }
    *seen = reader.scanner.next.pos + 1;
    return finish_match(&reader, how, match);
}

/* Reads the URL of match->head, at most to the limit of a URL, and moves the search to its end. */
static enum furl_found find_end(const struct furl_find_settings *settings,
                                const struct furl_window *window, const struct furl_wrapped *wrap,
                                struct furl_search *search, struct furl_buffer *joined,
                                struct furl_match *match)
{
    const size_t limit = match->head.pos + furl_text_length_max(settings) + 1;
    const bool limited = window->n > limit;
    struct furl_window text = *window;
    size_t seen = 0;

    text.n = limited ? limit : window->n;
    text.ends = window->ends && !limited;
    match->start = match->head.pos;
    match->scheme_n = match->head.n;
    match->looked_to = search->looked_to;
    enum furl_found found = read_url(settings, &text, wrap, search, joined, match, &seen);
    if (text.beyond && found != FURL_NO_MEMORY) {
        if (!limited) {
            return FURL_UNDECIDED;
        }
        match->url.n =
            found == FURL_TOO_LONG ? settings->max_length : furl_text_length_max(settings);
        match->untrimmed_end = limit;
        search->skips = true;
        found = FURL_TOO_LONG;
    }
    search->pos = search->floor = match->untrimmed_end;
    search->last_match_end = found == FURL_FOUND ? match->untrimmed_end : search->last_match_end;
    search->looked_to = seen > search->looked_to ? seen : search->looked_to;
    return found;
}

/* The names before the first dot of hosts without a scheme. */
static const struct furl_suffix_filter bare_names = {.octet = '.',
                                                     .of = {{['w' & 31] = 1, ['p' & 31] = 2},
                                                            {['w' & 31] = 1, ['t' & 31] = 2},
                                                            {['w' & 31] = 1, ['f' & 31] = 2}}};

/* Returns the next index, from `pos` on, of a mark that may end one of the names. Returns text->n
 * if there is none. */
static size_t next_mark(const struct furl_find_settings *settings,
                        const struct furl_suffix_filter *names, const struct furl_window *text,
                        struct furl_candidates *candidates, size_t pos)
{
    for (;;) {
        for (; candidates->next < candidates->n; candidates->next++) {
            if (candidates->pos[candidates->next] >= pos) {
                return candidates->pos[candidates->next];
            }
        }
        candidates->to = candidates->to < pos ? pos : candidates->to;
        if (candidates->to >= text->n) {
            return text->n;
        }
        candidates->next = 0;
        candidates->n = settings->tables.kernels->find_names(names, text->ptr, text->n,
                                                             &candidates->to, candidates->pos);
    }
}

/* Moves to the next colon or dot that may end the start of a URL. Returns whether there is one. */
static bool move_on(const struct furl_find_settings *settings, struct furl_window *text,
                    struct furl_search *search)
{
    const struct furl_suffix_filter *filter =
        settings->wrapped ? &settings->filter_wrapped : &settings->filter;
    size_t colon = next_mark(settings, filter, text, &search->colons, search->pos);
    size_t dot = settings->bare ? next_mark(settings, &bare_names, text, &search->dots, search->pos)
                                : text->n;

    text->beyond = false;
    search->pos = dot < colon ? dot : colon;
    return search->pos < text->n;
}

enum furl_found furl_find(const struct furl_find_settings *settings,
                          const struct furl_window *window, struct furl_search *search,
                          struct furl_buffer *joined, struct furl_match *match)
{
    static const struct furl_wrapped whole; /* of a URL whose scheme no line end cuts */
    struct furl_window text = *window;
    struct furl_wrapped wrap;
    bool undecided = false;

    text.gap = &search->gap;
    text.line = &search->line;
    match->joined = 0;
    match->open = false;
    if (search->skips) {
        search->pos = search->floor = furl_next_end(&text, search->pos);
        search->skips = search->pos == text.n;
    }
    while (move_on(settings, &text, search)) {
        bool cut = false;
        const struct furl_start *start = &match->head;
        bool starts = furl_read_start(&text, search->pos, search->floor, &match->head) &&
                      (start->implied_scheme == NULL || !settings->tables.high ||
                       start->octet_before < 0x80 || start->octet_before == FURL_PLUSES);
        if (text.beyond) {
            break;
        }
        if (starts && start->mailbox) {
            starts = furl_start_has_mailbox(&text, start->body, settings->wrapped);
            undecided = text.beyond;
        }
        if (settings->wrapped &&
            !(starts && match->head.scheme != NULL && match->head.body > search->pos + 1)) {
            cut = furl_wrapped_start(&wrap, &text, search->pos, search->floor, &match->head);
            starts |= cut;
            undecided = text.beyond;
        }
        if (undecided) {
            break;
        }
        if (!starts) {
            search->folds =
                search->folds || (settings->wrapped && begins_folding(&text, search->pos));
            search->pos++;
            continue;
        }
        enum furl_found found =
            find_end(settings, &text, cut ? &wrap : &whole, search, joined, match);
        if (found != FURL_NONE) {
            return found;
        }
    }
    match->start = furl_scheme_earliest(&text, search->pos, search->floor);
    if (settings->wrapped) {
        match->start = furl_wrapped_start_before(&text, search->pos, search->floor, match->start);
    }
    return undecided ? FURL_UNDECIDED : FURL_NONE;
}

size_t furl_search_droppable(const struct furl_find_settings *settings,
                             const struct furl_search *search)
{
    const size_t before = settings->wrapped ? FURL_WRAPPED_BEFORE : FURL_START_BEFORE;

    return search->pos > before ? search->pos - before : 0;
}

/* Returns the new index of an octet, after `n` octets at the front of the window were dropped. */
static size_t after_drop(size_t pos, size_t n)
{
    return pos > n ? pos - n : 0;
}

static void candidates_drop(struct furl_candidates *candidates, size_t n)
{
    candidates->to = after_drop(candidates->to, n);
    for (size_t i = candidates->next; i < candidates->n; i++) {
        candidates->pos[i] = after_drop(candidates->pos[i], n);
    }
}

void furl_search_drop(struct furl_search *search, size_t n)
{
    assert(n <= search->pos);
    search->pos = after_drop(search->pos, n);
    search->floor = after_drop(search->floor, n);
    search->last_match_end = after_drop(search->last_match_end, n);
    search->looked_to = after_drop(search->looked_to, n);
    search->gap.mark = after_drop(search->gap.mark, n);
    search->gap.to = after_drop(search->gap.to, n);
    search->line.from = after_drop(search->line.from, n);
    search->line.to = after_drop(search->line.to, n);
    candidates_drop(&search->colons, n);
    candidates_drop(&search->dots, n);
}

/* Returns the line of the colon at an index, without the octets before the index `from`. If a "%%"
 * follows the colon in the line, the range extends to the end of the octets. */
static struct furl_range line_of_colon(struct furl_range octets, size_t from, size_t colon)
{
    size_t before = furl_last_line_length((struct furl_range){octets.ptr + from, colon - from});
    struct furl_range line = {octets.ptr + colon, octets.n - colon};
    size_t after = furl_line_length(line);

    line.n = furl_has_doubled((struct furl_range){line.ptr, after}, '%') ? line.n : after;
    return (struct furl_range){line.ptr - before, before + line.n};
}

/* Adds a line to `n` lines. If there is no room, extends the last range to the end of the line. */
static void add_line(struct furl_range lines[FURL_LINES_MAX], size_t *n, struct furl_range line)
{
    if (*n < FURL_LINES_MAX) {
        lines[(*n)++] = line;
    } else {
        struct furl_range *last = &lines[*n - 1];
        last->n = (size_t)(line.ptr + line.n - last->ptr);
    }
}

size_t furl_lines_with_urls(const struct furl_find_settings *settings, struct furl_range octets,
                            struct furl_range lines[FURL_LINES_MAX])
{
    size_t found[FURL_CANDIDATES_MAX];
    size_t n = 0;

    for (size_t from = 0, seen = 0; from < octets.n;) {
        size_t noted = settings->tables.kernels->find_names(&settings->filter, octets.ptr, octets.n,
                                                            &from, found);
        for (size_t i = 0; i < noted; i++) {
            if (found[i] >= seen) {
                struct furl_range line = line_of_colon(octets, seen, found[i]);
                seen = (size_t)(line.ptr - octets.ptr) + line.n;
                add_line(lines, &n, line);
            }
        }
    }
    return n;
}
