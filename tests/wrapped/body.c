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
    html_put(page, url, (int32_t)urls->count);
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
    html_put(page, before, PROSE);
    put_url(page, urls, url);
    html_put(page, behind, PROSE);
}

/* A sentence of n words; a URL after word `at`, if it is less than n. */
static void put_sentence(struct page *page, struct urls *urls, const struct style *style, size_t n,
                         size_t at)
{
    for (size_t i = 0; i < n; i++) {
        html_put(page, prose_word(style->language, i == 0), PROSE);
        if (i + 1 == n)
            break;
        if (i == at) {
            html_put(page, " ", PROSE);
            put_enclosed(page, urls, style);
        }
        html_put(page, i != at && chance(8) ? ", " : " ", PROSE);
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
            html_put(page, ": ", PROSE);
            put_enclosed(page, urls, style);
            html_put(page, chance(30) ? "." : "", PROSE);
        } else {
            html_put(page, chance(80) ? "." : chance(50) ? "?" : "...", PROSE);
        }
        html_put(page, i + 1 < n ? " " : "\n", PROSE);
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
        html_put(page, ":\n", PROSE);
    }
    if (style->exact != 0 && chance(25)) {
        make_exact(url, style->exact);
        put_url(page, urls, url);
    } else {
        put_enclosed(page, urls, style);
    }
    html_put(page, "\n", PROSE);
}

static void put_link_list(struct page *page, struct urls *urls, const struct style *style)
{
    static const char *const marks[] = {"", "", "", "- ", "* ", "  ", "1. "};
    const char *mark = marks[roll(COUNT(marks))];

    for (size_t n = 2 + roll(4); n > 0; n--) {
        html_put(page, mark, PROSE);
        if (chance(20)) {
            put_sentence(page, urls, style, 1 + roll(4), SIZE_MAX);
            html_put(page, " - ", PROSE);
        }
        put_enclosed(page, urls, style);
        html_put(page, chance(10) ? " \n" : "\n", PROSE);
    }
}

static void put_list(struct page *page, struct urls *urls, const struct style *style)
{
    for (size_t n = 1 + roll(4), i = 1; i <= n; i++) {
        const char mark[] = {(char)('0' + i), chance(50) ? '.' : ')', ' ', '\0'};

        html_put(page, chance(50) ? mark : "- ", PROSE);
        put_sentence(page, urls, style, 2 + roll(12), SIZE_MAX);
        html_put(page, "\n", PROSE);
    }
}

/* What terminals and configurations show. */
static void put_listing(struct page *page, struct urls *urls, const struct style *style)
{
    (void)urls;
    (void)style;
    for (size_t n = 1 + roll(4); n > 0; n--) {
        if (chance(40)) {
            html_put(page, english_noun(), PROSE);
            html_put(page, chance(50) ? ": " : "=", PROSE);
        }
        for (size_t words = 1 + roll(4); words > 0; words--) {
            html_put(page, chance(50) ? technical_word() : english_noun(), PROSE);
            html_put(page, words > 1 ? " " : "\n", PROSE);
        }
    }
}

static void put_heading(struct page *page, struct urls *urls, const struct style *style)
{
    static const char *const rules[] = {"-----", "=====", "* * *", "[...]", "..."};

    if (chance(50)) {
        put_sentence(page, urls, style, 1 + roll(4), SIZE_MAX);
        html_put(page, "\n", PROSE);
    } else {
        html_put(page, rules[roll(COUNT(rules))], PROSE);
        html_put(page, "\n", PROSE);
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
            html_put(page, "\n", PROSE);
    }
}
