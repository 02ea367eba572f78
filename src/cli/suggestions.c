#include "config.h"

#include "suggestions.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "print/fields.h"

/* Words that people type, which may be close to a name that they do not mean; and the name, or,
 * after a semicolon, what to say. */
static const struct {
    enum suggest_as as;
    const char *word, *meant;
} expected[] = {
    {SUGGEST_OPTION, "author", "; use --select='area:?sender=NAME'"},
    {SUGGEST_OPTION, "fido", "; use --scheme=fido"},
    {SUGGEST_OPTION, "fields", "; use --format"},
    {SUGGEST_OPTION, "find", "; use --select='area:?find=WORDS'"},
    {SUGGEST_OPTION, "from", "; use --select='area:?sender=NAME'"},
    {SUGGEST_OPTION, "host", "; use --where=host=NAME"},
    {SUGGEST_OPTION, "no-quotes", "; use --skip-quoted"},
    {SUGGEST_OPTION, "no-tracking", "; use fidourl rewrite --drop='param.utm_*'"},
    {SUGGEST_OPTION, "osc8", "; use fidourl rewrite --hyperlink"},
    {SUGGEST_OPTION, "path", "; use --component=path"},
    {SUGGEST_OPTION, "template", "; use --format"},
    {SUGGEST_OPTION, "unfold", "; use fidourl rewrite"},
    {SUGGEST_OPTION, "unwrap", "; use --wrapped"},
    {SUGGEST_PARAMETER, "addressee", "to"},
    {SUGGEST_PARAMETER, "author", "sender"},
    {SUGGEST_PARAMETER, "body", "find"},
    {SUGGEST_PARAMETER, "date", "time"},
    {SUGGEST_PARAMETER, "findsubject", "findsb"},
    {SUGGEST_PARAMETER, "id", "msgid"},
    {SUGGEST_PARAMETER, "message-id", "msgid"},
    {SUGGEST_PARAMETER, "messageid", "msgid"},
    {SUGGEST_PARAMETER, "name", "sender"},
    {SUGGEST_PARAMETER, "send", "sender"},
    {SUGGEST_PARAMETER, "since", "time"},
    {SUGGEST_PARAMETER, "text", "find"},
    {SUGGEST_PARAMETER, "until", "time"},
    {SUGGEST_PARAMETER, "words", "find"},
    {SUGGEST_PARAMETER, "zone", "usetz"},
};

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many octets must be added, left out, changed or swapped with a neighbour. */
static size_t distance(struct furl_range a, struct furl_range b)
{
    unsigned char least[CLOSEST_MAX + 1][CLOSEST_MAX + 1]; /* between prefixes of each length */

    assert(a.n <= CLOSEST_MAX && b.n <= CLOSEST_MAX);
    for (size_t i = 0; i <= a.n; i++) {
        for (size_t j = 0; j <= b.n; j++) {
            size_t n = i + j;
            if (i > 0 && j > 0) {
                n = least_of(least[i - 1][j], least[i][j - 1]) + 1;
                n = least_of(n, least[i - 1][j - 1] + (a.at[i - 1] != b.at[j - 1] ? 1u : 0u));
            }
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1]) {
                n = least_of(n, least[i - 2][j - 2] + 1u);
            }
            least[i][j] = (unsigned char)n;
        }
    }
    return least[a.n][b.n];
}

/* The closest name; else the first one, of four letters or more, that the word begins with: "fido"
 * of "fidonet". NULL if there is none, or if the word is longer than CLOSEST_MAX. */
static const char *closest_name(struct furl_range word, nth_name *names, const void *table)
{
    size_t least = word.n / 3 > 0 ? word.n / 3 + 1 : 2; /* the first distance that is too far */
    const char *closest = NULL, *start = NULL;

    if (word.n == 0 || word.n > CLOSEST_MAX) {
        return NULL;
    }
    for (size_t i = 0; names(table, i) != NULL; i++) {
        const struct furl_range name = furl_range_of(names(table, i));
        const size_t far = name.n <= CLOSEST_MAX ? distance(word, name) : name.n;
        if (far < least || (far == least && closest != NULL && closest[0] != (char)word.at[0] &&
                            name.at[0] == word.at[0])) {
            least = far;
            closest = names(table, i);
        }
        if (start == NULL && name.n >= 4 && furl_starts(word, names(table, i))) {
            start = names(table, i);
        }
    }
    return closest != NULL ? closest : start;
}

const char *lower_word(struct furl_range word, char out[CLOSEST_MAX + 2])
{
    size_t n = 0;

    for (; n < word.n && n < CLOSEST_MAX + 1; n++) {
        out[n] = (char)furl_lower(word.at[n]);
    }
    out[n] = '\0';
    return out;
}

const char *suggest(char out[MEANT_SIZE], enum suggest_as as, struct furl_range word,
                    nth_name *names, const void *table)
{
    char lower[CLOSEST_MAX + 2];
    const char *meant = NULL;

    if (as >= SUGGEST_PARAMETER) {
        word = furl_range_of(lower_word(word, lower));
    }
    for (size_t i = 0; meant == NULL && i < sizeof expected / sizeof expected[0]; i++) {
        const struct furl_range typed = furl_range_of(expected[i].word);
        meant = as == expected[i].as && furl_is_same(word, typed) ? expected[i].meant : NULL;
    }
    meant = meant != NULL ? meant : closest_name(word, names, table);
    if (meant == NULL || (as == SUGGEST_SCHEME && furl_is_same(word, furl_range_of(meant)))) {
        return "";
    }
    snprintf(out, MEANT_SIZE, MEANT, as == SUGGEST_OPTION ? "--" : "", meant,
             field_name_rest(meant));
    return meant[0] == ';' ? meant : out;
}
