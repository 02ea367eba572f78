#include "config.h"

#include "hostile.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

/* Where something is: each `@` is it. */
static const char *const places[] = {
    "@",
    "1 @ x",
    "http://x/@",
    "http://x@/@?@=@#@ y",
    "area://x@y?a=<@>&b=@",
    "ed2k://|@|",
    "<URL:@http://x/@>",
    "http://x/%%@\r\n> @%%y@",
    "area://x@%% @ %%@",
    "mailto:%@%4@",
};

static void add_in_place(struct text *text, const char *place, const struct text *what)
{
    for (; *place != '\0'; place++) {
        if (*place == '@') {
            text_add(text, what->octets, what->n);
        } else {
            text_add(text, place, 1);
        }
    }
}

/* Adds a record with something in one of the places, ended in one of the ways, by turns. */
static void add_in_a_place(struct text *text, const struct text *what)
{
    static const char *const ends[] = {"\n", "\r\n", "\0", "\r", "\n", "\r\n", "\n"};
    static size_t turn;
    const char *end = ends[turn % COUNT(ends)];

    add_in_place(text, places[turn % COUNT(places)], what);
    text_add(text, end, end[0] == '\0' ? 1 : strlen(end));
    turn++;
}

static void add_in_all_places(struct text *text, const struct text *what)
{
    for (size_t i = 0; i < COUNT(places); i++) {
        add_in_a_place(text, what);
    }
}

/* Every octet, bare, escaped, and two of them. */
static void write_octets(struct text *text)
{
    static struct text what;

    for (int i = 0; i < 256; i++) {
        unsigned char octet = (unsigned char)i;
        char escape[8];
        what.n = 0;
        text_add(&what, &octet, 1);
        add_in_all_places(text, &what);
        text_add(&what, &octet, 1);
        add_in_all_places(text, &what);
        snprintf(escape, sizeof escape, "%%%02x", octet);
        what.n = 0;
        text_add_string(&what, escape);
        add_in_all_places(text, &what);
    }
}

/* The control, with those of its octets escaped that have a bit in `escaped`. */
static void write_form(struct text *text, const struct form *form, unsigned escaped)
{
    char octet[8];

    text->n = 0;
    for (size_t i = 0; i < form->n; i++) {
        snprintf(octet, sizeof octet, "%%%02X", form->octets[i]);
        text_add(text, (escaped >> i & 1) != 0 ? octet : (const char *)&form->octets[i],
                 (escaped >> i & 1) != 0 ? 3 : 1);
    }
}

/* Every control in UTF-8, with each choice of its octets escaped; all 128 tags are too many for all
 * places. */
static void write_forms(struct text *text)
{
    static struct text what;

    for (size_t i = 0; i < FORMS; i++) {
        for (unsigned escaped = 0; escaped < 1u << forms[i].n; escaped++) {
            write_form(&what, &forms[i], escaped);
            if (forms[i].n < 4 || i % 16 == 0) {
                add_in_all_places(text, &what);
            } else {
                add_in_a_place(text, &what);
            }
        }
    }
}

/* Every control in UTF-8, cut in all places by what is taken out, or ends records. */
static void write_cut_forms(struct text *text)
{
    static const struct {
        const char *octets;
        size_t n;
    } cuts[] = {{"\n", 1},       {"\r\n", 2},     {"\r", 1},   {"", 1},
                {"%%\n> %%", 7}, {"%%\r\n%%", 6}, {"%% %%", 5}};
    static struct text what;

    for (size_t i = 0; i < FORMS; i++) {
        for (size_t at = 1; at < forms[i].n; at++) {
            for (size_t cut = 0; cut < COUNT(cuts); cut++) {
                what.n = 0;
                text_add(&what, forms[i].octets, at);
                text_add(&what, cuts[cut].octets, cuts[cut].n);
                text_add(&what, forms[i].octets + at, forms[i].n - at);
                add_in_place(text, "1@ http://x/@ area://x?a=@\n", &what);
            }
        }
    }
}

/* Octets and controls by the dice, and what is read otherwise than prose. */
static void write_random(struct text *text)
{
    static const char *const words[] = {"http://", "area://", "x", "/", "%%", "%%\n", "%", "%9B",
                                        "%e2%80",  "?a=",     "<", ">", " ",  "\r\n", "\n"};
    uint64_t dice = 0;

    while (text->n < 100000) {
        size_t kind = roll_dice(&dice, 4);
        const struct form *form = &forms[roll_dice(&dice, FORMS)];
        unsigned char octet = (unsigned char)roll_dice(&dice, 256);
        if (kind == 0) {
            text_add(text, form->octets, 1 + roll_dice(&dice, form->n));
        } else if (kind == 1) {
            text_add(text, &octet, 1);
        } else {
            text_add_string(text, words[roll_dice(&dice, COUNT(words))]);
        }
    }
}

/* Controls over the edges of all blocks, in one record and one URL; between them what begins like
 * one, so that an edge may come where something is held back. */
static void write_dense(struct text *text)
{
    text_add_string(text, "1 http://x/");
    for (size_t i = 0; text->n < 400000; i++) {
        text_add_string(text, "\xE2\xC2\xF3\xE2\xC2\xF3\xE2\xC2\xF3\xE2\xC2\xF3");
        text_add(text, forms[i % FORMS].octets, forms[i % FORMS].n);
    }
}

const struct hostile hostile[HOSTILE] = {
    {"octets", write_octets},          {"controls in UTF-8", write_forms},
    {"cut controls", write_cut_forms}, {"random octets", write_random},
    {"dense controls", write_dense},
};
