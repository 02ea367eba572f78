#include "config.h"

#include "suggestions.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "furl/core/bits.h"
#include "furl/url/url.h"
#include "print/fields.h"
#include "system/system.h"

/* Commands that copy their input, commands that have -F for a URL, and commands that have
 * --select. */
#define COPIES  (ENCODE | DECODE | NORMALIZE | EDIT | REWRITE | FOLD)
#define FILLS   (EXTRACT | PARSE)
#define SELECTS (EXTRACT | REWRITE | MESSAGES)

/* Words that people type, which can be close to a name that they do not mean. Spaces separate
 * several words. A word with "=" after it has a value. A typed word is a parameter if it begins
 * with a word that ends in "." or "_". `commands` are the commands that have the meaning, or 0 for
 * any. `meant` is a name or, after a semicolon, a text to print. For options and commands, `meant`
 * is the options and the pipe to use, in which the value replaces `WORD` if the value
 * `fits_placeholder`. After IN_PLACE, `meant` is the options of a command that changes files. */
#define IN_PLACE "<>"
static const struct expected {
    enum suggest_as as;
    const char *words;
    unsigned commands;
    const char *meant;
} expected[] = {
    {SUGGEST_COMMAND, "DIR", EXTRACT, " -a"},
    {SUGGEST_COMMAND, "FILE", EXTRACT, ""},
    {SUGGEST_COMMAND, "URL", NORMALIZE, " -e '`!URL`'"},
    {SUGGEST_COMMAND, "clean strip trim", REWRITE, " --drop='param.utm_*|fbclid|gclid'"},
    {SUGGEST_COMMAND, "dedupe uniq unique", EXTRACT, " -u"},
    {SUGGEST_COMMAND, "domains hosts", EXTRACT, " -F '{host}' | sort -u"},
    {SUGGEST_COMMAND, "escape quote urlencode", ENCODE, ""},
    {SUGGEST_COMMAND, "find get link links list url urls", EXTRACT, ""},
    {SUGGEST_COMMAND, "grep search", EXTRACT, " --where='url=*`PATTERN`*'"},
    {SUGGEST_COMMAND, "open", EXTRACT, " -s web | xargs -n 1 xdg-open"},
    {SUGGEST_COMMAND, "unescape unquote urldecode", DECODE, ""},
    {SUGGEST_COMMAND, "valid validate verify", NORMALIZE, " --strict"},
    {SUGGEST_OPTION, "E P perl-regexp regexp", EXTRACT, " | grep -E '`!PATTERN`'"},
    {SUGGEST_OPTION, "after", SELECTS, " -a --since='`TIME`'"},
    {SUGGEST_OPTION, "as-idn idn puny punycode", 0, "; fidourl leaves hosts as they are written"},
    {SUGGEST_OPTION, "author from sender", SELECTS, " -a --select='area:?sender=`NAME`'"},
    {SUGGEST_OPTION, "until", SELECTS, " -a --select='area:?time=-`2026/11/05`'"},
    {SUGGEST_OPTION, "before", SELECTS,
     "; use -a --select='area:?time=-DATE', with the last day as DATE"},
    {SUGGEST_OPTION, "color color-output colour osc8", REWRITE, " --hyperlink"},
    {SUGGEST_OPTION, "context C", EXTRACT, " -F '{url}\\t{context}'"},
    {SUGGEST_OPTION, "count-by group-by", FILLS, " -F '{`host`}' | sort | uniq -c | sort -rn"},
    {SUGGEST_OPTION, "dedup dedupe uniq", EXTRACT, " -u"},
    {SUGGEST_OPTION, "dedup dedupe u uniq unique", 0, " | sort -u"},
    {SUGGEST_OPTION, "defang", FILLS, " -F '{canonical:defang}'"},
    {SUGGEST_OPTION, "domain host= site=", EXTRACT | REWRITE, " --where='host=`NAME`'"},
    {SUGGEST_OPTION, "domain host hostname hosts", FILLS, " -F '{host}'"},
    {SUGGEST_OPTION, "drop-fragment no-fragment strip-fragment", NORMALIZE, ""},
    {SUGGEST_OPTION, "drop-fragment no-fragment strip-fragment", EDIT | REWRITE,
     " --drop=fragment"},
    {SUGGEST_OPTION, "exclude invert-match v", EXTRACT | REWRITE, " --where='url!=*`PATTERN`*'"},
    {SUGGEST_OPTION, "exclude-dir ext include maxdepth max-depth", 0,
     "; use: find DIR -name '*.html' -print0 | fidourl extract --files0-from=-"},
    {SUGGEST_OPTION, "fido", EXTRACT | REWRITE | CHECK, " --scheme=fido"},
    {SUGGEST_OPTION, "fields", FILLS | MESSAGES, " --csv='`!url`'"},
    {SUGGEST_OPTION, "files-with-matches", EXTRACT, " -l"},
    {SUGGEST_OPTION, "filter grep match", EXTRACT | REWRITE, " --where='url=*`PATTERN`*'"},
    {SUGGEST_OPTION, "find", SELECTS, " -a --select='area:?find=`WORDS`'"},
    {SUGGEST_OPTION, "get template", FILLS, " -F '`!{host}`'"},
    {SUGGEST_OPTION, "head limit max", EXTRACT | MESSAGES, " -m `10`"},
    {SUGGEST_OPTION, "head limit m max max-count", 0, " | head -n `10`"},
    {SUGGEST_OPTION, "i ignore-case", EXTRACT, "; hosts and schemes match in any case"},
    {SUGGEST_OPTION, "i in-place inplace", COPIES, IN_PLACE},
    {SUGGEST_OPTION, "i in-place inplace", CHECK, IN_PLACE " --fix"},
    {SUGGEST_OPTION, "markdown", FILLS, " -F '[{host}]({url})'"},
    {SUGGEST_OPTION, "netmail", SELECTS, " -a --areas='`!FILE`' --where='msg.area!=*'"},
    {SUGGEST_OPTION, "no-origin no-sig no-signature skip-origin skip-tagline", EXTRACT | REWRITE,
     " -a --skip-signature"},
    {SUGGEST_OPTION, "no-quoted no-quotes", EXTRACT, " --skip-quoted"},
    {SUGGEST_OPTION, "no-tracking", EDIT, " --drop='param.utm_*'"},
    {SUGGEST_OPTION, "no-tracking", REWRITE, " --drop='param.utm_*'"},
    {SUGGEST_OPTION, "no-tracking", EXTRACT, " | fidourl edit --drop='param.utm_*'"},
    {SUGGEST_OPTION, "number", EXTRACT | REWRITE, " -a --where='msg.number=`1`'"},
    {SUGGEST_OPTION, "number", MESSAGES, " -F '{msg.number} {msg.url}' | sed -n 's/^`1` //p'"},
    {SUGGEST_OPTION, "only-matching", EXTRACT, ""},
    {SUGGEST_OPTION, "o output", 0, " >'`!FILE`'"},
    {SUGGEST_OPTION, "path", ENCODE | DECODE, " --component=path"},
    {SUGGEST_OPTION, "path query", FILLS, "; use -F '{path}' or -F '{query}'"},
    {SUGGEST_OPTION, "0 null print0", EXTRACT | MESSAGES, " -0"},
    {SUGGEST_OPTION, "0 null print0", OF_RECORDS, " -z"},
    {SUGGEST_OPTION, "redirect", NORMALIZE, " --base='`!URL`'"},
    {SUGGEST_OPTION, "redirect", PARSE | EDIT, " --base='`!URL`'"},
    {SUGGEST_OPTION, "relaxed", EXTRACT | REWRITE, " --bare"},
    {SUGGEST_OPTION, "replace", EDIT, " --set='`!NAME=VALUE`'"},
    {SUGGEST_OPTION, "replace", REWRITE, " --set='`!NAME=VALUE`'"},
    {SUGGEST_OPTION, "reverse", 0, " | tac"},
    {SUGGEST_OPTION, "sort= sort-by=", FILLS, " -F '{`host`}\\t{url}' | sort | cut -f 2"},
    {SUGGEST_OPTION, "sort sort-by", 0, " | sort"},
    {SUGGEST_OPTION, "sort-query", NORMALIZE, " --sort-params"},
    {SUGGEST_OPTION, "sort-query", PARSE | EDIT, " --sort-params"},
    {SUGGEST_OPTION, "subject title", SELECTS, " -a --select='area:?subj=`WORDS`'"},
    {SUGGEST_OPTION, "thread", EXTRACT | REWRITE, " -a --where='msg.reply=`ID`'"},
    {SUGGEST_OPTION, "thread", MESSAGES, " -F '{msg.reply}\\t{msg.url}' | grep '^`ID`'"},
    {SUGGEST_OPTION, "to", SELECTS, " -a --select='area:?to=`NAME`'"},
    {SUGGEST_OPTION, "tsv", FILLS, " -F '{host}\\t{url}'"},
    {SUGGEST_OPTION, "trim", EDIT, " --drop='param.`utm_*`'"},
    {SUGGEST_OPTION, "trim", REWRITE, " --drop='param.`utm_*`'"},
    {SUGGEST_OPTION, "join rejoin unfold", REWRITE, ""},
    {SUGGEST_OPTION, "unwrap", EXTRACT | REWRITE, " --wrapped"},
    {SUGGEST_OPTION, "url", ALL & ~MESSAGES, " -e '`!URL`'"},
    {SUGGEST_PART, "anchor hash", 0, "fragment"},
    {SUGGEST_NAME, "author msg.author msg.sender name sender", 0, "msg.name"},
    {SUGGEST_NAME, "echo group newsgroup", 0, "msg.area"},
    {SUGGEST_NAME, "filename", 0, "file"},
    {SUGGEST_PART, "hostname netloc", 0, "host"},
    {SUGGEST_NAME, "href link uri", 0, "url"},
    {SUGGEST_PART, "login password user username", 0, "userinfo"},
    {SUGGEST_PART, "params parameters", 0, "; use param.NAME or query"},
    {SUGGEST_PART, "params. query. utm_", 0, "param."},
    {SUGGEST_PART, "pathname", 0, "path"},
    {SUGGEST_PART, "protocol", 0, "scheme"},
    {SUGGEST_NAME, "list list-id", 0, "msg.list"},
    {SUGGEST_NAME, "title", 0, "msg.subject"},
    {SUGGEST_NAME, "tld", 0, "; use -F '{host}' | psl --print-unreg-domain"},
    {SUGGEST_VALUE, "browser url whatwg", 0,
     "; rfc3986 is the closest; no rules change a host to Punycode"},
    {SUGGEST_VALUE, "file filename", 0, "; use path for the name of a file"},
    {SUGGEST_PARAMETER, "addressee", 0, "to"},
    {SUGGEST_PARAMETER, "author name send", 0, "sender"},
    {SUGGEST_PARAMETER, "body text words", 0, "find"},
    {SUGGEST_PARAMETER, "date since until", 0, "time"},
    {SUGGEST_PARAMETER, "findsubject", 0, "findsb"},
    {SUGGEST_PARAMETER, "id message-id messageid", 0, "msgid"},
    {SUGGEST_PARAMETER, "zone", 0, "usetz"},
};

/* Characters of a suffix that need no quotes in a shell. */
#define SUFFIX_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_~"

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns how many octets must be added, omitted, changed or swapped with a neighbour. */
static size_t measure_distance(struct furl_range a, struct furl_range b)
{
    unsigned char least[CLOSEST_MAX + 1][CLOSEST_MAX + 1]; /* between prefixes of each length */

    assert(a.n <= CLOSEST_MAX && b.n <= CLOSEST_MAX);
    for (size_t i = 0; i <= a.n; i++) {
        for (size_t j = 0; j <= b.n; j++) {
            size_t n = i + j;
            if (i > 0 && j > 0) {
                n = least_of(least[i - 1][j], least[i][j - 1]) + 1;
                n = least_of(n, least[i - 1][j - 1] + (a.ptr[i - 1] != b.ptr[j - 1] ? 1u : 0u));
            }
            if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1]) {
                n = least_of(n, least[i - 2][j - 2] + 1u);
            }
            least[i][j] = (unsigned char)n;
        }
    }
    return least[a.n][b.n];
}

/* Returns the closest name. Otherwise returns the first name of four letters or more with which the
 * word begins: "fido" for "fidonet". Returns NULL if there is none, or if the word is longer than
 * CLOSEST_MAX. */
static const char *closest_name(struct furl_range word, nth_name *names, const void *table)
{
    size_t least = word.n / 3 > 0 ? word.n / 3 + 1 : 2; /* the first distance that is too far */
    const char *closest = NULL, *start = NULL;

    if (word.n == 0 || word.n > CLOSEST_MAX) {
        return NULL;
    }
    for (size_t i = 0; names(table, i) != NULL; i++) {
        const struct furl_range name = furl_range_of(names(table, i));
        const bool opposite = furl_starts(word, "no-") && !furl_starts(name, "no-");
        const size_t far =
            name.n <= CLOSEST_MAX && !opposite ? measure_distance(word, name) : CLOSEST_MAX;
        if (far < least || (far == least && closest != NULL && closest[0] != (char)word.ptr[0] &&
                            name.ptr[0] == word.ptr[0])) {
            least = far;
            closest = names(table, i);
        }
        if (start == NULL && name.n >= 4 && furl_starts(word, names(table, i)) &&
            (word.n == name.n || word.ptr[name.n] != '-')) { /* check-links is another thing */
            start = names(table, i);
        }
    }
    return closest != NULL ? closest : start;
}

const char *lower_word(struct furl_range word, char out[CLOSEST_MAX + 2])
{
    size_t n = 0;

    for (; n < word.n && n < CLOSEST_MAX + 1; n++) {
        out[n] = (char)furl_lower(word.ptr[n]);
    }
    out[n] = '\0';
    return out;
}

/* Returns the row of a word that was typed: the first row for its command, or else the first row. A
 * letter has no row for other commands, because it means something else there. */
static const struct expected *find_row(enum suggest_as as, struct furl_range word,
                                       const struct suggest_typed *typed)
{
    const struct expected *found = NULL;

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct expected *row = &expected[i];
        const bool is_as = as == row->as || (as == SUGGEST_NAME && row->as == SUGGEST_PART);
        struct furl_range list = furl_range_of(is_as ? row->words : ""), one;
        bool is = false;
        while (!is && furl_next_piece(&list, ' ', &one) && one.n > 0) {
            const unsigned char last = one.ptr[one.n - 1];
            one.n -= last == '=' ? 1 : 0;
            const size_t n = furl_is_one_of(last, "._") && word.n > one.n ? one.n : word.n;
            is = furl_is_same((struct furl_range){word.ptr, n}, one) &&
                 (last != '=' || typed->value != NULL);
        }
        if (is && (row->commands == 0 || (row->commands & typed->command) != 0)) {
            return row;
        }
        found = is && found == NULL && word.n > 1 ? row : found;
    }
    return found;
}

/* A hint that is being written. Text that does not fit is cut. An octet that is not printable fills
 * the hint. */
struct hint {
    char *out;
    size_t n;
    bool is_quoted; /* whether text is added between single quotes */
};

static void add_octets(struct hint *hint, const char *text, size_t n)
{
    static const char quote[] = "'\\''";

    for (size_t i = 0; i < n; i++) {
        const bool shown = text[i] >= ' ' && text[i] <= '~';
        const bool escaped = hint->is_quoted && text[i] == '\'';
        const size_t width = escaped ? strlen(quote) : 1;
        if (!shown || hint->n + width > MEANT_SIZE - 1) {
            hint->n = MEANT_SIZE - 1;
            return;
        }
        memcpy(hint->out + hint->n, escaped ? quote : text + i, width);
        hint->n += width;
    }
}

static void add_text(struct hint *hint, const char *text)
{
    add_octets(hint, text, strlen(text));
}

/* Adds a word of a command line, quoted for a shell if necessary. */
static void add_word(struct hint *hint, const char *word)
{
    const size_t n = strcspn(word, " !\"#$&'()*;<>?[\\]^`{|}~");
    const bool plain = n > 0 && word[n] == '\0';

    assert(!hint->is_quoted);
    add_octets(hint, " '", plain ? 1 : 2);
    hint->is_quoted = true;
    add_text(hint, word);
    hint->is_quoted = false;
    add_octets(hint, "'", plain ? 0 : 1);
}

/* Adds words of the command line, except `value` and `omitted`, either of which may be NULL, with
 * the right letters in place of the wrong word. */
static void add_words(struct hint *hint, const struct suggest_typed *typed, size_t first,
                      size_t end, const char *value, const char *omitted)
{
    for (size_t i = first; i < end; i++) {
        const char *word = typed->words[i] == typed->wrong ? typed->kept : typed->words[i];
        if (word != NULL && word != value && (omitted == NULL || strcmp(word, omitted) != 0)) {
            add_word(hint, word);
        }
    }
}

/* Returns whether a value can replace a placeholder. After "!", a value without a quote fits. For
 * digits, a number or date fits. For small letters, a name fits. For NAME, no path or URL fits.
 * Otherwise the value must have one meaning in a URL, in a pattern and in quotes. */
static bool fits_placeholder(const char *value, const char *placeholder)
{
    static const char digits[] = "0123456789-/:T", small[] = "abcdefghijklmnopqrstuvwxyz._",
                      words[] = "/:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789 ,-.@_";
    const char first = placeholder[0];
    const char *set = strchr(digits, first) != NULL  ? digits
                      : strchr(small, first) != NULL ? small
                      : first == 'N'                 ? words + strlen("/:")
                                                     : words;

    return value != NULL && value[0] != '\0' &&
           (first == '!' ? strchr(value, '\'') == NULL : value[strspn(value, set)] == '\0');
}

/* Adds a part of the row's text, with `WORD` replaced by the value, if any, or else without its
 * marks. */
static void add_filled(struct hint *hint, const char *text, const char *end, const char *value)
{
    for (; text < end; text++) {
        const char *word = text + 1 + (text[1] == '!' ? 1 : 0);
        if (*text != '`') {
            add_octets(hint, text, 1);
            continue;
        }
        add_octets(hint, value != NULL ? value : word,
                   value != NULL ? strlen(value) : strcspn(word, "`"));
        text = word + strcspn(word, "`");
    }
}

/* Returns the number of options without "--" at their end. */
static size_t options_end(const struct suggest_typed *typed)
{
    const size_t n = typed->options_n;

    return n > 0 && strcmp(typed->words[n - 1], "--") == 0 ? n - 1 : n;
}

/* Returns whether the first word of a text, after a space, is among the options, and has no
 * argument after it in the text. */
static bool is_typed(const struct suggest_typed *typed, const char *text)
{
    text += strspn(text, " ");
    const size_t n = strcspn(text, " ");
    size_t i = 0;

    while (i < typed->options_n &&
           (strncmp(typed->words[i], text, n) != 0 || typed->words[i][n] != '\0')) {
        i++;
    }
    return n > 0 && i < typed->options_n &&
           (text[n] == '\0' || text[n + 1] == '-' || text[n + 1] == '|');
}

/* Writes a loop that changes the files, or the pages below the directories, with the option added.
 * A file changes only if the new text is complete and not empty. The suffix after the wrong option
 * names a copy of the old file. Returns "" if no loop fits. */
static const char *put_loop(char out[MEANT_SIZE], const char *option,
                            const struct suggest_typed *typed)
{
    char command[MEANT_SIZE];
    struct hint hint = {out, 0, false}, one = {command, 0, false};
    const char *suffix = typed->attached != NULL ? typed->attached : "";
    size_t folders = 0;
    bool is_other = false; /* whether a word is no directory to find */
    struct system_file file;

    for (size_t i = typed->options_n; i < typed->n; i++) {
        const bool is = system_stat(typed->words[i], true, &file);
        folders += is && file.kind == SYSTEM_DIRECTORY ? 1 : 0;
        is_other |= strchr("-!(),", typed->words[i][0]) != NULL;
        if (strcmp(typed->words[i], "-") == 0) {
            return "";
        }
    }
    if ((folders > 0 && (is_other || folders < typed->n - typed->options_n)) ||
        suffix[strspn(suffix, SUFFIX_CHARACTERS)] != '\0') {
        return "";
    }
    add_text(&one, "fidourl ");
    add_text(&one, commands[furl_lowest_index(typed->command)].name);
    add_words(&one, typed, 0, options_end(typed), NULL, "-r");
    add_text(&one, is_typed(typed, option) ? "" : option);
    add_text(&one, options_end(typed) < typed->options_n ? " --" : "");
    add_text(&one, " \"$f\"");
    command[one.n] = '\0';
    if (one.n == MEANT_SIZE - 1 || !typed->accepts(typed->options, command, true)) {
        return "";
    }
    add_text(&hint, "; fidourl writes no files; use:");
    add_text(&hint, folders > 0 ? " find" : " for f in");
    add_words(&hint, typed, typed->options_n, typed->n, NULL, "");
    add_text(&hint, typed->n == typed->options_n ? " FILE" : "");
    add_text(&hint, folders > 0 ? " -name '*.html' -exec sh -c 'for f; " : "; ");
    hint.is_quoted = folders > 0;
    add_text(&hint, "do new=$(mktemp) && if ");
    add_text(&hint, command);
    add_text(&hint, " >\"$new\" || [ $? = 1 ] && [ -s \"$new\" ]; then ");
    add_text(&hint, suffix[0] != '\0' ? "cp -p -- \"$f\" \"$f\"" : "");
    add_text(&hint, suffix);
    add_text(&hint, suffix[0] != '\0' ? " && " : "");
    add_text(&hint, "cat \"$new\" >\"$f\"; fi && rm \"$new\"; done");
    hint.is_quoted = false;
    add_text(&hint, folders > 0 ? "' sh {} +" : "");
    out[hint.n] = '\0';
    return hint.n < MEANT_SIZE - 1 ? out : "";
}

/* Writes the command to use according to the row. Returns "" if the command does not fit, or lacks
 * a typed option. */
static const char *put_command(char out[MEANT_SIZE], const struct expected *row,
                               const struct suggest_typed *typed)
{
    if (!typed->alone) {
        return ""; /* another option takes an added word as its argument, or lost its own */
    }
    const bool other = row->commands != 0 && (row->commands & typed->command) == 0;
    const unsigned bits = other ? row->commands : typed->command & ALL;
    const char *text = row->meant;
    text += is_typed(typed, text) ? strlen(" ") + strcspn(text + 1, " ") : 0;
    const char *open = strchr(text, '`');
    const char *value =
        open != NULL && fits_placeholder(typed->value, open + 1) ? typed->value : NULL;
    struct hint hint = {out, 0, false};
    const char *pipe = strstr(text, " | ");
    size_t then = pipe != NULL ? (size_t)(pipe + 1 - text) : strcspn(text, ">");

    if (strncmp(text, IN_PLACE, strlen(IN_PLACE)) == 0) {
        return other ? "" : put_loop(out, text + strlen(IN_PLACE), typed);
    }
    then -= then > 0 && text[then - 1] == ' ' ? 1 : 0;
    add_text(&hint, strchr(text, '>') != NULL ? "; fidourl writes no files; use:" : "; use:");
    add_text(&hint, " ");
    const size_t start = hint.n;
    add_text(&hint, "fidourl ");
    add_text(&hint, commands[bits != 0 ? furl_lowest_index(bits) : NTH_EXTRACT].name);
    add_words(&hint, typed, 0, options_end(typed), value, NULL);
    add_filled(&hint, text, text + then, value);
    add_words(&hint, typed, options_end(typed), typed->n, value, "");
    out[hint.n] = '\0';
    if (hint.n == MEANT_SIZE - 1 || !typed->accepts(typed->options, out + start, false)) {
        return "";
    }
    add_filled(&hint, text + then, text + strlen(text), value);
    out[hint.n] = '\0';
    return hint.n < MEANT_SIZE - 1 ? out : "";
}

const char *suggest(char out[MEANT_SIZE], enum suggest_as as, struct furl_range word,
                    nth_name *names, const void *table, const struct suggest_typed *typed)
{
    static const struct suggest_typed nothing = {.command = 0};
    char lower[CLOSEST_MAX + 2], rest[QUOTED_SIZE];

    if (as >= SUGGEST_PARAMETER) {
        word = furl_range_of(lower_word(word, lower));
    }
    const struct expected *row = find_row(as, word, typed != NULL ? typed : &nothing);
    const char *meant = row != NULL ? row->meant : NULL;
    if (row != NULL && as <= SUGGEST_OPTION && meant[0] != ';') {
        return put_command(out, row, typed);
    }
    if (meant == NULL && as != SUGGEST_VALUE) { /* all choices of a value are named */
        meant = closest_name(word, names, table);
    }
    if (meant == NULL || (as == SUGGEST_SCHEME && furl_is_same(word, furl_range_of(meant)))) {
        return "";
    }
    const struct furl_divided pair = furl_divide(word, '.');
    const struct furl_range param = pair.second.ptr != NULL ? pair.second : word;
    const char *last = field_name_rest(meant);
    if (last[0] != '\0' && param.n > 0 && (row != NULL || pair.second.ptr != NULL)) {
        last = quote_range(param, rest);
    }
    snprintf(out, MEANT_SIZE, "; did you mean '%s%s%s'?", as == SUGGEST_OPTION ? "--" : "", meant,
             last);
    return meant[0] == ';' ? meant : out;
}
