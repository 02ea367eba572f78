#include "config.h"

#include "shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

void text_add(struct text *text, const void *octets, size_t n)
{
    if (text->n + n > text->capacity) {
        text->capacity = 2 * (text->n + n);
        text->octets = realloc(text->octets, text->capacity);
        if (text->octets == NULL) {
            perror("memory");
            exit(FAILED_SETUP);
        }
    }
    if (n > 0) {
        memcpy(text->octets + text->n, octets, n);
        text->n += n;
    }
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

bool text_equal(const struct text *a, const struct text *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->octets, b->octets, a->n) == 0);
}

struct form forms[FORMS];

/* U+0800 takes three octets, U+10000 four (The Unicode Standard, table 3-6). */
static struct form utf8(unsigned code)
{
    unsigned char last = (unsigned char)(0x80 | (code & 0x3F));
    unsigned char third = (unsigned char)(0x80 | (code >> 6 & 0x3F));

    if (code < 0x800) {
        return (struct form){{(unsigned char)(0xC0 | code >> 6), last}, 2};
    }
    if (code < 0x10000) {
        return (struct form){{(unsigned char)(0xE0 | code >> 12), third, last}, 3};
    }
    unsigned char second = (unsigned char)(0x80 | (code >> 12 & 0x3F));
    return (struct form){{(unsigned char)(0xF0 | code >> 18), second, third, last}, 4};
}

void make_forms(void)
{
    /* The control set, as the manual lists it under --controls. */
    static const unsigned ranges[][2] = {
        {0x80, 0x9F},     {0x61C, 0x61C},   {0x200B, 0x200F},   {0x2028, 0x202E},
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE007F},
    };
    size_t n = 0;

    for (size_t i = 0; i < COUNT(ranges); i++) {
        for (unsigned code = ranges[i][0]; code <= ranges[i][1]; code++) {
            forms[n++] = utf8(code);
        }
    }
}

/* Octets that may begin with a control. */
struct begin {
    const unsigned char *octets;
    size_t n;
};

/* Orders octets by what they begin with, as UTF-8 orders code points. */
static int compare(const void *key, const void *row)
{
    const struct begin *begin = key;
    const struct form *form = row;
    int order = memcmp(begin->octets, form->octets, begin->n < form->n ? begin->n : form->n);

    return order == 0 && begin->n < form->n ? -1 : order;
}

size_t form_at(const unsigned char *octets, size_t n)
{
    if (n < 2 || octets[0] < 0xC2) {
        return 0;
    }
    const struct begin begin = {octets, n}; /* not in the call: under C23, bsearch may be a macro */
    const struct form *form = bsearch(&begin, forms, FORMS, sizeof *forms, compare);
    return form != NULL ? form->n : 0;
}

/* The length of what ends a record, if that is what the octets begin with. */
static size_t terminator_at(const unsigned char *octets, size_t n, enum ended_by ended_by)
{
    switch (ended_by) {
    case BY_LINE:
        return octets[0] == '\n' ? 1 : n > 1 && octets[0] == '\r' && octets[1] == '\n' ? 2 : 0;
    case BY_NUL:
        return octets[0] == '\0' ? 1 : 0;
    case BY_NOTHING:
        break;
    }
    return 0;
}

/* The length of what would act on a terminal, if that is what the octets begin with. */
static size_t control_at(const unsigned char *octets, size_t n)
{
    bool ascii = (octets[0] < ' ' && octets[0] != '\t') || octets[0] == 0x7F;

    return ascii ? 1 : form_at(octets, n);
}

void add_shown(struct text *text, const unsigned char *octets, size_t n, enum ended_by ended_by)
{
    for (size_t i = 0; i < n;) {
        size_t end = terminator_at(octets + i, n - i, ended_by);
        size_t control = end > 0 ? 0 : control_at(octets + i, n - i);
        size_t bare = end > 0 ? end : control > 0 ? 0 : 1;
        text_add(text, octets + i, bare);
        for (size_t k = 0; k < control; k++) {
            char escape[8];
            snprintf(escape, sizeof escape, "%%%02X", octets[i + k]);
            text_add_string(text, escape);
        }
        i += bare + control;
    }
}

void add_quoted(struct text *text, const char *string)
{
    for (size_t i = 0; string[i] != '\0'; i++) {
        unsigned char octet = (unsigned char)string[i];
        char shown[8];
        if (i == 80) {
            text_add_string(text, "...");
            return;
        }
        snprintf(shown, sizeof shown, octet >= ' ' && octet < 0x7F ? "%c" : "\\x%02X", octet);
        text_add_string(text, shown);
    }
}

bool is_harmless(const struct text *text, enum ended_by ended_by)
{
    for (size_t i = 0; i < text->n;) {
        size_t end = terminator_at(text->octets + i, text->n - i, ended_by);
        if (end == 0 && control_at(text->octets + i, text->n - i) > 0) {
            return false;
        }
        i += end > 0 ? end : 1;
    }
    return true;
}

bool are_messages(const struct text *text)
{
    static const char begin[] = "fidourl: ";
    size_t line = 0;

    for (size_t i = 0; i < text->n; i++) {
        unsigned char octet = text->octets[i];
        if (octet == '\n') {
            line = i + 1;
        } else if (octet < ' ' || octet > '~' ||
                   (i - line < strlen(begin) && octet != (unsigned char)begin[i - line])) {
            return false;
        }
    }
    return line == text->n;
}
