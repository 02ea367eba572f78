#include "config.h"

#include <string.h>

#include "common.h"
#include "editors.h"

#define WHOLE(columns)                                                                             \
    {                                                                                              \
        .kind = AT_BLANKS, .width = (columns)                                                      \
    }
#define CUT(columns)                                                                               \
    {                                                                                              \
        .kind = CUTS_LONG, .width = (columns)                                                      \
    }
#define MARKS(set)                                                                                 \
    {                                                                                              \
        .kind = AFTER_MARKS, .marks = (set)                                                        \
    }

/* Widths that are chosen for each message: one that many editors have, or any. */
enum { USUAL = 0, ANY = 1 };

const struct editor editors[] = {
    {.name = "hard72", .own = CUT(72), .quoting = WHOLE(72), .quoted = 20, .quotings = 1},
    {.name = "hard75", .own = CUT(75), .quoting = WHOLE(75), .quoted = 20, .quotings = 1},
    {.name = "hard79", .own = CUT(79), .quoting = WHOLE(79), .quoted = 20, .quotings = 1},
    {.name = "hard80", .own = CUT(80), .quoting = WHOLE(80), .quoted = 20, .quotings = 1},
    {.name = "quote72", .own = WHOLE(USUAL), .quoting = CUT(72), .quoted = 70, .quotings = 1},
    {.name = "quote75", .own = WHOLE(USUAL), .quoting = CUT(75), .quoted = 70, .quotings = 1},
    {.name = "quote79", .own = WHOLE(USUAL), .quoting = CUT(79), .quoted = 70, .quotings = 1},
    {.name = "quote80", .own = WHOLE(USUAL), .quoting = CUT(80), .quoted = 70, .quotings = 1},
    {.name = "hard", .own = CUT(ANY), .quoting = WHOLE(ANY), .quoted = 20, .quotings = 1},
    {.name = "quote", .own = WHOLE(ANY), .quoting = CUT(ANY), .quoted = 70, .quotings = 1},
    {.name = "requote", .own = WHOLE(USUAL), .quoting = CUT(USUAL), .quoted = 70, .quotings = 2},
    {.name = "requote2", .own = WHOLE(USUAL), .quoting = CUT(USUAL), .quoted = 70, .quotings = 3},
    {.name = "golded1",
     .own = WHOLE(999),
     .quoting = CUT(75),
     .quoted = 70,
     .quotings = 1,
     .tears = true},
    {.name = "golded2",
     .own = WHOLE(999),
     .quoting = CUT(75),
     .quoted = 70,
     .quotings = 2,
     .tears = true},
    {.name = "golded3",
     .own = WHOLE(999),
     .quoting = CUT(75),
     .quoted = 70,
     .quotings = 3,
     .tears = true},
    {.name = "dash", .own = MARKS("-"), .quoting = MARKS("-"), .quoted = 40, .quotings = 1},
    {.name = "marks", .own = MARKS("-/?"), .quoting = MARKS("-/?"), .quoted = 40, .quotings = 1},
    {.name = "markscut",
     .own = {.kind = MARKS_OR_CUT, .marks = "-/?"},
     .quoting = {.kind = MARKS_OR_CUT, .marks = "-/?"},
     .quoted = 40,
     .quotings = 1},
    {.name = "angle",
     .own = CUT(USUAL),
     .quoting = CUT(USUAL),
     .quoted = 40,
     .quotings = 1,
     .delimited = 80},
    {.name = "anglefold",
     .own = {.kind = CUTS_ALL},
     .quoting = CUT(USUAL),
     .quoted = 40,
     .quotings = 1,
     .delimited = 80},
    {.name = "octets",
     .own = WHOLE(USUAL),
     .quoting = {.kind = CUTS_LONG, .width = 75, .counts_octets = true},
     .quoted = 70,
     .quotings = 1},
    {.name = "fold",
     .own = {.kind = CUTS_ALL, .width = 80, .counts_octets = true},
     .quoting = WHOLE(USUAL),
     .quoted = 20,
     .quotings = 1},
    {.name = "folds",
     .own = {.kind = AFTER_BLANKS, .width = 80, .counts_octets = true},
     .quoting = WHOLE(USUAL),
     .quoted = 20,
     .quotings = 1},
    {.name = "fmt", .own = WHOLE(75), .quoting = WHOLE(75), .quoted = 30, .quotings = 1},
    {.name = "chance",
     .own = WHOLE(USUAL),
     .quoting = WHOLE(USUAL),
     .quoted = 50,
     .quotings = 1,
     .exact = true},
};
const size_t editors_count = COUNT(editors);

static size_t usual_width(void)
{
    static const size_t widths[] = {72, 75, 75, 78, 79, 79, 80};

    return widths[roll(COUNT(widths))];
}

/* Editors that break words at column 79 while they are typed, and put a blank there when the
   paragraph is stored. */
static void tear(struct page *out, const struct page *in)
{
    size_t column = 0;

    page_clear(out);
    for (size_t i = 0; i < in->used; i++) {
        struct cell cell = in->cells[i];

        if (cell.owner > 0 && column == 79) {
            page_put(out, ' ', PROSE);
            column = 0;
        }
        column = cell.code == ' ' || cell.code == '\n' ? 0 : column + 1;
        page_put(out, cell.code, cell.owner);
    }
}

static void exchange(struct page *a, struct page *b)
{
    struct page c = *a;

    *a = *b;
    *b = c;
}

/* What GoldED does when it quotes quotations: what is wider than 75 columns is wrapped at 71. */
static void quote_often(struct page *text, struct page *spare, const struct editor *editor,
                        const char *mark, const struct way *quoting)
{
    struct way way = *quoting;

    for (size_t n = 0; n < editor->quotings; n++) {
        quote_page(spare, text, mark, &way);
        exchange(text, spare);
        if (way.width == 75) {
            way.width = 71;
            way.leaves = 75;
        }
    }
}

static size_t exact_length(const struct editor *editor, size_t width, bool quoted, const char *mark)
{
    if (!editor->exact)
        return 0;
    return width - (quoted ? strlen(mark) : 0);
}

static void write_section(struct page *message, struct urls *urls, const struct editor *editor,
                          const struct style *base, const struct way *own,
                          const struct way *quoting, const char *mark)
{
    struct page text = {0};
    struct page spare = {0};
    struct style style = *base;
    bool quoted = chance(editor->quoted);

    style.exact = exact_length(editor, quoted ? quoting->width : own->width, quoted, mark);
    write_body(&text, urls, &style);
    if (editor->tears) {
        tear(&spare, &text);
        exchange(&text, &spare);
    }
    if (!quoted) {
        wrap_page(&spare, &text, own);
        exchange(&text, &spare);
    } else {
        if (chance(40)) {
            const struct way typed = {.kind = AT_BLANKS, .width = 72 + roll(9)};

            wrap_page(&spare, &text, &typed);
            exchange(&text, &spare);
        }
        quote_often(&text, &spare, editor, mark, quoting);
    }
    page_cells(message, text.cells, text.used);
    if (chance(75))
        html_put(message, "\n", PROSE);
    page_free(&text);
    page_free(&spare);
}

static void write_head(struct page *message, struct urls *urls, const struct style *style)
{
    char url[URL_MAX];

    html_put(message, style->language == RUSSIAN ? "Привет, " : "Hello, ", PROSE);
    html_put(message, full_name(), PROSE);
    html_put(message, "!\n\n", PROSE);
    if (chance(40))
        return;
    html_put(message, "17 Apr 12 22:42, ", PROSE);
    html_put(message, full_name(), PROSE);
    html_put(message,
             style->language == ENGLISH ? " wrote to All in " : " -> All в сообщении по ссылке ",
             PROSE);
    make_message_url(url);
    put_url(message, urls, url);
    html_put(message, ":\n\n", PROSE);
}

static void write_tail(struct page *message, struct urls *urls)
{
    char url[URL_MAX];

    if (chance(30)) {
        html_put(message, "-- \n", PROSE);
        html_put(message, full_name(), PROSE);
        html_put(message, "\n", PROSE);
        if (chance(30)) {
            make_url(url, SHORT);
            put_url(message, urls, url);
            html_put(message, "\n", PROSE);
        }
    }
    html_put(message, chance(50) ? "--- CrashEdit 1.0\n" : "---\n", PROSE);
    html_put(message, " * Origin: ", PROSE);
    if (chance(40)) {
        make_url(url, SHORT);
        put_url(message, urls, url);
    } else {
        html_put(message, english_noun(), PROSE);
    }
    html_put(message, " (2:5030/115)\nSEEN-BY: 5020/400 545 5030/115 1080\n", PROSE);
    html_put(message, "\1PATH: 5030/115 5020/545\n", PROSE);
}

void write_message(struct page *message, struct urls *urls, const struct editor *editor,
                   enum charset charset)
{
    struct style style = {.language = (enum language)roll(3), .delimited = editor->delimited};
    struct way own = editor->own;
    struct way quoting = editor->quoting;
    const char *mark = initials();
    const size_t chosen[] = {[USUAL] = usual_width(), [ANY] = 60 + roll(20)};

    style.delimited = style.delimited == 0 ? 5 : style.delimited;
    own.charset = quoting.charset = charset;
    own.width = own.width < COUNT(chosen) ? chosen[own.width] : own.width;
    quoting.width = quoting.width < COUNT(chosen) ? chosen[quoting.width] : quoting.width;
    html_put(message, charset == CP866 ? "\1CHRS: CP866 2\n" : "\1CHRS: UTF-8 4\n", PROSE);
    write_head(message, urls, &style);
    for (size_t n = 1 + roll(4); n > 0; n--)
        write_section(message, urls, editor, &style, &own, &quoting, mark);
    write_tail(message, urls);
}
