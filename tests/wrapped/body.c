#include "config.h"

#include <string.h>

#include "body.h"
#include "common.h"

void put_url(struct page *page, struct urls *urls, const char *url)
{
    if (urls->count == URLS_MAX)
        return;
    memcpy(urls->text[urls->count], url, strlen(url) + 1);
    urls->count++;
    page_text(page, url, (int32_t)urls->count);
}

static enum size any_size(void)
{
    size_t sides = roll(100);

    return sides < 50 ? SHORT : sides < 75 ? MEDIUM : LONG;
}

/* A URL as it stands in a sentence. */
static void put_enclosed(struct page *page, struct urls *urls, const struct style *style)
{
    char url[URL_MAX];
    const char *before = "";
    const char *behind = "";

    make_url(url, any_size());
    if (chance(style->delimited)) {
        before = chance(50) ? "<" : "<URL:";
        behind = ">";
    } else if (chance(4)) {
        before = "(";
        behind = ")";
    }
    page_text(page, before, PROSE);
    put_url(page, urls, url);
    page_text(page, behind, PROSE);
}

/* A sentence of n words; a URL after word `at`, if it is less than n. */
static void put_sentence(struct page *page, struct urls *urls, const struct style *style, size_t n,
                         size_t at)
{
    for (size_t i = 0; i < n; i++) {
        page_text(page, prose_word(style->language, i == 0), PROSE);
        if (i + 1 == n)
            break;
        if (i == at) {
            page_text(page, " ", PROSE);
            put_enclosed(page, urls, style);
        }
        page_text(page, i != at && chance(8) ? ", " : " ", PROSE);
    }
}

static void put_paragraph(struct page *page, struct urls *urls, const struct style *style)
{
    size_t n = 1 + roll(5);
    size_t with = chance(60) ? roll(n) : n; /* the sentence that has the URL */

    for (size_t i = 0; i < n; i++) {
        size_t words = 4 + roll(14);
        bool last = i == with && chance(45);

        put_sentence(page, urls, style, words, i == with && !last ? roll(words) : words);
        if (last) {
            page_text(page, ": ", PROSE);
            put_enclosed(page, urls, style);
            page_text(page, chance(30) ? "." : "", PROSE);
        } else {
            page_text(page, chance(80) ? "." : chance(50) ? "?" : "...", PROSE);
        }
        page_text(page, i + 1 < n ? " " : "\n", PROSE);
    }
}

/* A URL of a length near to one that makes a line full. */
static void make_exact(char url[static URL_MAX], size_t length)
{
    for (size_t tries = 0; tries < 60; tries++) {
        make_url(url, length > 75 ? LONG : MEDIUM);
        if (strlen(url) + 3 > length && strlen(url) <= length)
            return;
    }
}

static void put_link_line(struct page *page, struct urls *urls, const struct style *style)
{
    char url[URL_MAX];

    if (chance(60)) {
        put_sentence(page, urls, style, 2 + roll(7), SIZE_MAX);
        page_text(page, ":\n", PROSE);
    }
    if (style->exact != 0 && chance(25)) {
        make_exact(url, style->exact);
        put_url(page, urls, url);
    } else {
        put_enclosed(page, urls, style);
    }
    page_text(page, "\n", PROSE);
}

static void put_link_list(struct page *page, struct urls *urls, const struct style *style)
{
    static const char *const marks[] = {"", "", "", "- ", "* ", "  ", "1. "};
    const char *mark = marks[roll(COUNT(marks))];

    for (size_t n = 2 + roll(4); n > 0; n--) {
        page_text(page, mark, PROSE);
        if (chance(20)) {
            put_sentence(page, urls, style, 1 + roll(4), SIZE_MAX);
            page_text(page, " - ", PROSE);
        }
        put_enclosed(page, urls, style);
        page_text(page, chance(10) ? " \n" : "\n", PROSE);
    }
}

static void put_list(struct page *page, struct urls *urls, const struct style *style)
{
    for (size_t n = 1 + roll(4), i = 1; i <= n; i++) {
        const char mark[] = {(char)('0' + i), chance(50) ? '.' : ')', ' ', '\0'};

        page_text(page, chance(50) ? mark : "- ", PROSE);
        put_sentence(page, urls, style, 2 + roll(12), SIZE_MAX);
        page_text(page, "\n", PROSE);
    }
}

/* What terminals and configurations show. */
static void put_listing(struct page *page, struct urls *urls, const struct style *style)
{
    (void)urls;
    (void)style;
    for (size_t n = 1 + roll(4); n > 0; n--) {
        if (chance(40)) {
            page_text(page, english_noun(), PROSE);
            page_text(page, chance(50) ? ": " : "=", PROSE);
        }
        for (size_t words = 1 + roll(4); words > 0; words--) {
            page_text(page, chance(50) ? technical_word() : english_noun(), PROSE);
            page_text(page, words > 1 ? " " : "\n", PROSE);
        }
    }
}

static void put_heading(struct page *page, struct urls *urls, const struct style *style)
{
    static const char *const rules[] = {"-----", "=====", "* * *", "[...]", "..."};

    if (chance(50)) {
        put_sentence(page, urls, style, 1 + roll(4), SIZE_MAX);
        page_text(page, "\n", PROSE);
    } else {
        page_text(page, rules[roll(COUNT(rules))], PROSE);
        page_text(page, "\n", PROSE);
    }
}

void write_body(struct page *page, struct urls *urls, const struct style *style)
{
    static void (*const blocks[])(struct page *, struct urls *, const struct style *) = {
        put_paragraph, put_paragraph, put_paragraph, put_paragraph, put_link_line, put_link_line,
        put_link_line, put_link_line, put_link_list, put_list,      put_listing,   put_heading,
    };

    for (size_t n = 1 + roll(6); n > 0; n--) {
        blocks[roll(COUNT(blocks))](page, urls, style);
        if (chance(55))
            page_text(page, "\n", PROSE);
    }
}
