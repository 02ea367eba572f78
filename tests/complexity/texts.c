/*
 * Texts that are slow where somebody was careless, and those that a search finds worst, for each
 * row of tests/scenarios that says how many steps it may take; and for lists of areas.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "faults/faults.h"
#include "fragments.h"
#include "linear.h"
#include "mail/areas.h"
#include "steps.h"

/* Octets of a text while it is searched for, and of one that must not take more of each. */
#define SHORT ((size_t)6000)
#define LONG  ((size_t)96000)

/* What reads give at most, so that windows grow as they do behind a pipe; and of what no read may
 * hold. */
#define PIECE       ((size_t)32768)
#define SMALL_PIECE ((size_t)4096)

/* How many times as many steps an octet of a long text may take: a URL that reads cut is read
 * again, sorting takes n log n of them, where n is --max-length at most, and check --fix mends a
 * longer URL in more of its 16 rounds. */
#define GROWTH 4

/* How often a search begins anew. */
enum { HILLS = 2 };

/* The text as a list of areas, after a line that makes it one; and looking for a few bases in it:
 * each takes a look at all lines. */
static void list_areas(struct furl_range text)
{
    static const char *const bases[] = {"/x/a/b", "/x/a", "/x/1/x", "/a"};
    static const char line[] = "!/a/b x\n";
    const size_t n = sizeof line - 1;
    struct mail_areas areas = {.octets_n = n + text.n};
    const struct mail_area *other = NULL;

    if (text.n <= LONG && furl_buffer_reserve(&areas.octets, areas.octets_n + 1)) {
        memcpy(areas.octets.ptr, line, n);
        memcpy(areas.octets.ptr + n, text.ptr, text.n);
        mail_areas_read(&areas);
        for (size_t i = 0; i < COUNT(bases); i++) {
            mail_areas_find(&areas, false, furl_range_of(bases[i]), &other);
        }
    }
    mail_areas_free(&areas);
}

/* What reads a text: a row, or, without one, what reads a list of areas. */
struct stage {
    const struct scenario *row;
    const char *name;
    size_t most; /* steps that an octet may take */
    size_t piece;
    bool notes; /* they are printed */
};

static void run_stage(const struct stage *stage, struct furl_range text)
{
    struct run some = {.given = {(unsigned char *)text.ptr, text.n},
                       .manner = {.piece = stage->piece, .hints = stage->notes}};
    struct outcome outcome;

    if (stage->row == NULL) {
        list_areas(text);
        return;
    }
    memcpy(some.arguments, stage->row->arguments, stage->row->options * sizeof *some.arguments);
    run(&some, &outcome);
    drop(&outcome);
}

/* A text: words at its front, words that are repeated, words at its end. */
enum { FRONT, REPEATED, END, SECTIONS };
#define WORDS_MAX ((size_t)8)
struct recipe {
    struct section {
        const char *words[WORDS_MAX];
        size_t n;
    } sections[SECTIONS];
};

static uint64_t dice;

static size_t put(const struct section *section, unsigned char *text, size_t n, size_t most)
{
    for (size_t i = 0; i < section->n && n + strlen(section->words[i]) <= most; i++) {
        memcpy(text + n, section->words[i], strlen(section->words[i]));
        n += strlen(section->words[i]);
    }
    return n;
}

/* A recipe for a stage. */
struct dish {
    const struct stage *stage;
    struct recipe recipe;
};

/* Makes the text of a recipe, of `most` octets or a few less, in `text`. Returns its length. */
static size_t make(const struct recipe *recipe, unsigned char *text, size_t most)
{
    size_t n = put(&recipe->sections[FRONT], text, 0, most), before = n + 1;

    while (n != before && n < most - 100) {
        before = n;
        n = put(&recipe->sections[REPEATED], text, n, most);
    }
    return put(&recipe->sections[END], text, n, most);
}

static double steps_to_take(const void *what, size_t most)
{
    static unsigned char text[LONG];
    const struct dish *dish = what;
    size_t n = make(&dish->recipe, text, most);

    steps = 0;
    run_stage(dish->stage, (struct furl_range){text, n});
    return n > 0 ? (double)steps / (double)n : 0;
}

static const char *roll_word(void)
{
    return fragments[roll_dice(&dice, fragments_n)];
}

/* Changes a recipe a little: a word more, less, or another one. */
static void change(struct recipe *recipe)
{
    struct section *section = &recipe->sections[roll_dice(&dice, SECTIONS)];
    size_t pos = roll_dice(&dice, section->n + 1);

    if (pos == section->n && section->n < WORDS_MAX) {
        section->words[section->n++] = roll_word();
    } else if (pos < section->n && roll_dice(&dice, 3) == 0) {
        section->words[pos] = section->words[--section->n];
    } else if (pos < section->n) {
        section->words[pos] = roll_word();
    }
}

/* What a recipe is shown as. */
static const char *shown(const struct recipe *recipe)
{
    static char string[SECTIONS * WORDS_MAX * 4 * 100];
    size_t n = 0;

    for (size_t i = 0; i < SECTIONS; i++) {
        const struct section *section = &recipe->sections[i];
        n += (size_t)sprintf(string + n, "%s", i > 0 ? " | " : "");
        for (size_t j = 0; j < section->n; j++) {
            for (const char *ptr = section->words[j]; *ptr != '\0'; ptr++) {
                n += (size_t)sprintf(string + n, *ptr > ' ' && *ptr <= '~' ? "%c" : "\\x%02X",
                                     (unsigned char)*ptr);
            }
        }
    }
    return string;
}

/* Whether a text of the recipe takes no more steps than it may, and of each octet no more when it
 * is long. */
static bool is_dish_linear(const struct dish *dish)
{
    const struct stage *stage = dish->stage;

    return is_linear(&(struct subject){stage->name, shown(&dish->recipe), steps_to_take, dish,
                                       SHORT, LONG, (unsigned)stage->most, GROWTH});
}

/* Climbs from nothing, `rounds` changes far, to a recipe that takes many steps. */
static struct dish climb(const struct stage *stage, size_t rounds)
{
    struct dish best = {.stage = stage};
    uint64_t most = 0;

    for (size_t i = 0; i < rounds; i++) {
        struct dish next = best;
        for (size_t changes = 1 + roll_dice(&dice, 3); changes > 0; changes--) {
            change(&next.recipe);
        }
        steps_to_take(&next, SHORT);
        if (steps >= most) {
            best = next;
            most = steps;
        }
    }
    return best;
}

/* A URL that fills a line of 75 columns, or one of 74. */
static const char full_line[] =
    "http://example.org/45678901234567890123456789012345678901234567890123456789\n";

/* One in a line of 74, after a word with which the URL of the line before may go on. */
static const char before_prose[] =
    "see http://example.org/456789012345678901234567890123456789012345678901234\n";

/* Ten of a string: as many URLs in a line before gaps that follow each other. */
#define TEN(s) s s s s s s s s s s

/* Whether texts whose URLs are undecided for long take no more steps if each read gives an octet.
 */
static bool is_stage_of_octets_linear(const struct stage *stage)
{
    static const char *const repeated[] = {"<http://a/\n" TEN("abc" TEN(TEN("ab")) "\n"),
                                           "<http://example.org/\n",
                                           "www.a.bc;%% ",
                                           "http://a/{http://a/[",
                                           "http://example.org/" TEN("abcd") "%\n" TEN(TEN(" a")),
                                           ":mailto:"};
    struct stage of_octets = *stage;
    char name[256];
    bool fine = true;

    snprintf(name, sizeof name, "an octet a read: %s", stage->name);
    of_octets.name = name;
    of_octets.piece = 1;
    of_octets.notes = true;
    for (size_t i = 0; i < COUNT(repeated); i++) {
        struct dish dish = {&of_octets, {.sections[REPEATED] = {{repeated[i]}, 1}}};
        fine = is_linear(&(struct subject){name, shown(&dish.recipe), steps_to_take, &dish, SHORT,
                                           2 * SHORT, (unsigned)stage->most, GROWTH}) &&
               fine;
    }
    return fine;
}

static bool is_stage_linear(const struct stage *stage, size_t rounds)
{
    static const char *const named[] = {
        "http:",        "((((",           "a.a.a-",     "%%",        "area://x%%",
        "area://%%",    "prose, ",        "&",          "<a:b://\n", "<http://example.org/\n",
        full_line,      full_line + 1,    before_prose, "\n!/1/x a", "\n!/a/$ a",
        "\xE2\x94\x80", "a \xE2\x94\x80", ":mailto:"};
    static const char *const begun[][2] = {
        {"see www.", "a."},
        {"ftp.", "a"},
        {"www.x-", "-"},
        {"http://a/[http://a/[", "%%%"},
        {"\"http://a/{http://a/[", "%%:"},
        {" ", "www.a.bc;%% "},
        {" ", TEN("\"http://{%% ") TEN("\"http://{%% ") "\n%%%% "},
        {" ", TEN("\"www.a.bc/{%% ") "\n%%%% "},
        {" ", TEN("www.a.bc/[%% ") "\n%%" TEN(TEN("\xC3\xA4"))},
        {" ", TEN("www.a.bc/[1]%% ") "\n%%.%% "},
        {" ", "http://a/{http://a/["},
        {"mailto:x,", "%% %%"},
        {"mailto:x,\n> %%", "%%>%%"},
        {" ", ":mailto:%%@\n%%"},
        {"ed2k://|(&a=,", "\xF0\x9F\x98\x80%4"},
        {"*..\xE2\x80\x94\x01h~", "\tarea:|"},
        {" ", "xed2k://|\t"},
        {"**area://file:////../\xD1\x84>:", "aed2k://|\x01h"}};
    bool fine = true;

    for (size_t i = 0; i < COUNT(named); i++) {
        struct dish dish = {stage, {.sections[REPEATED] = {{named[i]}, 1}}};
        fine = is_dish_linear(&dish) && fine;
    }
    /* What no read may hold, since it is too long for a name. */
    struct stage of_names = *stage;
    of_names.piece = SMALL_PIECE;
    for (size_t i = 0; i < COUNT(begun); i++) {
        struct dish dish = {&of_names, {{{{begun[i][0]}, 1}, {{begun[i][1]}, 1}}}};
        fine = is_dish_linear(&dish) && fine;
    }
    for (size_t hill = 0; hill < HILLS; hill++) {
        struct dish dish = climb(stage, rounds);
        fine = is_dish_linear(&dish) && fine;
    }
    return fine;
}

bool are_texts_linear(size_t rounds)
{
    bool fine = is_stage_linear(&(struct stage){NULL, "--areas", 512, PIECE, false}, rounds);

    for (size_t i = 0; i < scenarios_n; i++) {
        const struct scenario *row = &scenarios[i];
        char name[256];
        snprintf(name, sizeof name, "%s", scenario_name(row));
        struct stage stage = {row, name, scenario_number(row, "steps"), PIECE, false};
        fine = (stage.most == 0 || is_stage_linear(&stage, rounds)) && fine;
        fine = (stage.most == 0 || is_stage_of_octets_linear(&stage)) && fine;
    }
    return fine;
}
