#include "glance.h"

#include "intext.h"

/*
 * What an octet is, by bits. Some have a meaning only together with others, or without them; the
 * masks below take them apart.
 */
enum {
    ENDS,    /* it ends any URL */
    ASKS,    /* it is for furl_read */
    TRIMMED, /* not kept at the end */
    ALNUM,
    HEX, /* with ALNUM: a digit of escapes; without: it ends Fidonet URLs */
    PERCENT,
    QUESTION, /* with TRIMMED: `?`; with AMPERSAND: `=` */
    AMPERSAND,
};
#define FOREIGN   HEX
#define BIT(kind) (1u << (kind))

/* The bits of each class of octets. */
static const unsigned char bits_of[] = {
    [FURL_TEXT_KEPT] = 0,
    [FURL_TEXT_ALNUM] = BIT(ALNUM),
    [FURL_TEXT_TRIMMED] = BIT(TRIMMED),
    [FURL_TEXT_EMPHASIS] = 0,
    [FURL_TEXT_EQUALS] = BIT(QUESTION) | BIT(AMPERSAND),
    [FURL_TEXT_AMPERSAND] = BIT(AMPERSAND),
    [FURL_TEXT_TILDE] = BIT(FOREIGN),
    [FURL_TEXT_FOREIGN] = BIT(FOREIGN),
    [FURL_TEXT_QUESTION] = BIT(QUESTION) | BIT(TRIMMED),
    [FURL_TEXT_QUOTE] = BIT(TRIMMED),
    [FURL_TEXT_OPENING] = BIT(ASKS),
    [FURL_TEXT_CLOSING] = BIT(ASKS),
    [FURL_TEXT_PERCENT] = BIT(PERCENT),
    [FURL_TEXT_ANGLE] = BIT(ASKS),
    [FURL_TEXT_BRACKET] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_BAR] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_EIGHT] = BIT(FOREIGN) | BIT(ASKS),
    [FURL_TEXT_ENDS] = BIT(ENDS),
};

void furl_glance_kinds(struct furl_kinds *kinds)
{
    for (size_t octet = 0; octet < sizeof kinds->of; octet++) {
        unsigned hex = furl_is((unsigned char)octet, FURL_HEX) ? BIT(HEX) : 0;
        kinds->of[octet] = (unsigned char)(bits_of[furl_text[octet]] | hex);
    }
}

/* The octets before the first of a mask, which has one. */
static uint64_t before(uint64_t mask)
{
    return furl_lowest_of(mask) - 1;
}

/* Octets that end a Fidonet URL because of those before: a second `?`, and a second `=` in a
 * parameter (draft 5.3.1). */
static uint64_t repeated(uint64_t questions, uint64_t equals, uint64_t ampersands)
{
    uint64_t first = furl_lowest_of(questions);
    uint64_t parameters = first != 0 ? ~(first | (first - 1)) : 0;

    return (questions & ~first) | furl_repeated(equals & parameters, ampersands & parameters);
}

/* Whether what comes before the URL has a say in what of it is trimmed, or where it ends. */
static bool matters(int before_url)
{
    return before_url == '*' || before_url == '_' || before_url == '-' || before_url == '~' ||
           before_url == '\'' || before_url == '(';
}

bool furl_glance(const struct furl_kernels *kernels, const struct furl_kinds *kinds,
                 const struct furl_window *text, const struct furl_start *start, size_t max_length,
                 struct furl_read *read, size_t *end)
{
    size_t left = text->n - start->body;
    bool fidonet = furl_is_fidonet(start->scheme);
    struct furl_look look;

    if (left == 0 || start->coloured || matters(start->before) ||
        (furl_start_is_numeric(start) && !furl_is(text->at[start->body], FURL_DIGIT))) {
        return false;
    }
    kernels->look(kinds, text->at + start->body, left < FURL_LOOK_MAX ? left : FURL_LOOK_MAX,
                  &look);
    uint64_t alnum = look.of[ALNUM], hex = look.of[HEX] & alnum, percents = look.of[PERCENT];
    uint64_t asks = look.of[ASKS] | (percents & ~furl_escapes_of(percents, hex, hex));
    uint64_t stops = look.of[ENDS];
    if (fidonet) {
        stops |= (look.of[FOREIGN] & ~alnum) | repeated(look.of[QUESTION] & look.of[TRIMMED],
                                                        look.of[QUESTION] & look.of[AMPERSAND],
                                                        look.of[AMPERSAND] & ~look.of[QUESTION]);
    }
    if (stops == 0 || (asks & before(stops)) != 0) {
        return false;
    }
    size_t n = furl_first_of(stops, 0, FURL_LOOK_MAX - 1);
    *end = start->body + n;
    bool wrapped = (start->before == '<' && text->at[*end] == '>') ||
                   (start->before == '"' && text->at[*end] == '"');
    uint64_t kept = before(stops) & ~look.of[TRIMMED];
    if ((alnum & before(stops)) == 0 || start->body - start->at + n > max_length) {
        return false;
    }
    size_t length = wrapped ? n : furl_end_of(kept);
    *read = (struct furl_read){.url = {text->at + start->at, start->body - start->at + length},
                               .end = (int64_t)(start->body + length)};
    return true;
}
