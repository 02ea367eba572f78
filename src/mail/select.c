#include "config.h"

#include "select.h"

#include <assert.h>
#include <stdlib.h>

#include "furl/core/bits.h"
#include "reader.h"

const char mail_no_memory[] = "out of memory";
static const char too_many[] = "more than " FURL_DIGITS(
    MAIL_TERMS_MAX) " identifiers, times, addresses and phrases; use fewer";
static const char too_many_words[] = "more than " FURL_DIGITS(MAIL_TERMS_MAX) " words; use fewer";

static const char *const names[MAIL_FILTERS] = {
    [MAIL_BY_ID] = "msgid",      [MAIL_BY_TIME] = "time",    [MAIL_BY_AUTHOR] = "from",
    [MAIL_BY_TWIT] = "twit",     [MAIL_BY_TEXT] = "find",    [MAIL_BY_SUBJECT] = "subj",
    [MAIL_BY_EITHER] = "findsb", [MAIL_BY_ADDRESSEE] = "to", [MAIL_BY_SENDER] = "sender",
};

const char *mail_filter_name(const void *table, size_t nth)
{
    (void)table;
    return nth < MAIL_FILTERS ? names[nth] : NULL;
}

enum mail_filter mail_filter_named(struct furl_range name)
{
    enum mail_filter by = 0;

    while (by < MAIL_FILTERS && !(furl_starts(name, names[by]) && name.n == strlen(names[by]))) {
        by++;
    }
    return by;
}

/* Groups of terms: a group of all identifiers, a group of all authors, and other groups. The number
 * of another group depends on the index of its first term. */
enum { GROUP_OF_IDS, GROUP_OF_AUTHORS, GROUPS_OF_ALL };

/* Adds a term. Returns NULL if there are too many terms. */
static struct mail_term *add_term(struct mail_selection *selection, enum mail_filter by)
{
    size_t n = selection->n;
    struct mail_term *term = &selection->terms[n];

    assert(n <= MAIL_TERMS_MAX && selection->words_n <= MAIL_TERMS_MAX);
    if (n == MAIL_TERMS_MAX) {
        return NULL;
    }
    selection->n++;
    *term = (struct mail_term){.by = by,
                               .group = by == MAIL_BY_ID       ? GROUP_OF_IDS
                                        : by == MAIL_BY_AUTHOR ? GROUP_OF_AUTHORS
                                                               : GROUPS_OF_ALL + n};
    return term;
}

/* Removes the next piece between spaces from the list. Returns whether there is a piece. */
static bool next_list_piece(struct furl_range *list, struct furl_range *piece)
{
    while (list->n > 0 && list->ptr[0] == ' ') {
        furl_skip(list, 1);
    }
    *piece = mail_before(*list, ' ');
    furl_skip(list, piece->n);
    return piece->n > 0;
}

/* Adds times or addresses. Of several times in one list, a message must match only one. Returns
 * NULL or an error message. */
static const char *add_list(struct mail_selection *selection, enum mail_filter by,
                            struct furl_range list)
{
    const bool is_time = by == MAIL_BY_TIME;
    const size_t before = selection->n;
    struct furl_range piece;

    while (next_list_piece(&list, &piece)) {
        struct mail_term *term = add_term(selection, by);
        const char *wrong = term == NULL ? too_many
                            : is_time    ? mail_span_read(piece, &selection->now, &term->span)
                            : mail_fidonet_read(piece, &term->address)
                                ? NULL
                                : "not a Fidonet address; write 2:5030/1, or use sender for a name";
        if (wrong != NULL) {
            return wrong;
        }
        term->group = is_time ? GROUPS_OF_ALL + before : term->group;
        const unsigned day = 1u << MAIL_OF_DAY;
        if (is_time && selection->n > before + 1 &&
            (term[-1].span.to.has & (day | day << 1)) == day &&
            furl_lowest_of(term->span.from.has) == day << 1) {
            return mail_no_mark;
        }
    }
    return selection->n > before ? NULL
           : is_time             ? "no time is given; write it, as in 2026/11/05"
                                 : "no address is given; write it, as in 2:5030/1";
}

/* Adds the words of a piece of text, which must be in a row in a message. The last word is `exact`
 * or a prefix. The others are exact. `letters` has room for the words and moves past them. */
static const char *add_row(struct mail_selection *selection, enum mail_filter by,
                           struct furl_range piece, bool exact, uint32_t **letters)
{
    struct mail_search_word *first = &selection->words[selection->words_n];
    size_t before = selection->words_n, n;

    while ((n = mail_next_word(&piece, *letters)) > 0) {
        if (selection->words_n == MAIL_TERMS_MAX) {
            return too_many_words;
        }
        selection->words[selection->words_n++] = (struct mail_search_word){
            .ptr = *letters, .n = n, .exact = true, .first = mail_first_octets(**letters)};
        *letters += n;
    }
    n = selection->words_n - before;
    if (n > 0) {
        struct mail_term *term = add_term(selection, by);
        if (term == NULL) {
            return too_many;
        }
        first[n - 1].exact = exact;
        term->words.of = first;
        term->words.n = n;
    }
    return NULL;
}

static const char *add_words(struct mail_selection *selection, enum mail_filter by,
                             struct furl_range value)
{
    size_t before = selection->n;
    bool quoted = false;

    if (value.n > 0 && value.ptr[0] == '/') {
        return "regular expressions are not supported; write words";
    }
    uint32_t *letters = selection->n < MAIL_TERMS_MAX ? calloc(value.n + 1, sizeof *letters) : NULL;
    if (letters == NULL) {
        return selection->n < MAIL_TERMS_MAX ? mail_no_memory : too_many;
    }
    selection->letters[selection->letters_n++] = letters;
    while (value.n > 0) {
        struct furl_range piece = mail_before(value, '"');
        furl_skip(&value, piece.n < value.n ? piece.n + 1 : piece.n);
        struct furl_range word;
        const char *wrong = quoted ? add_row(selection, by, piece, true, &letters) : NULL;
        while (!quoted && wrong == NULL && next_list_piece(&piece, &word)) {
            wrong = add_row(selection, by, word, false, &letters);
        }
        if (wrong != NULL) {
            return wrong;
        }
        quoted = !quoted;
    }
    return selection->n == before ? "the value contains no word; write letters or digits" : NULL;
}

/* Returns a message identifier without the angle brackets around it. */
static struct furl_range without_angles(struct furl_range id)
{
    const bool angles = id.n > 2 && id.ptr[0] == '<' && id.ptr[id.n - 1] == '>';

    return angles ? (struct furl_range){id.ptr + 1, id.n - 2} : id;
}

const char *mail_selection_add(struct mail_selection *selection, enum mail_filter by,
                               struct furl_range value)
{
    switch (by) {
    case MAIL_BY_ID: {
        struct mail_term *term = add_term(selection, by);
        if (term != NULL) {
            term->id = without_angles(value);
        }
        return term != NULL ? NULL : too_many;
    }
    case MAIL_BY_TIME:
    case MAIL_BY_AUTHOR:
    case MAIL_BY_TWIT:
        return add_list(selection, by, value);
    default:
        return add_words(selection, by, value);
    }
}

void mail_selection_free(struct mail_selection *selection)
{
    for (size_t i = 0; i < selection->letters_n; i++) {
        free(selection->letters[i]);
    }
    selection->letters_n = 0;
}

bool mail_selection_has(const struct mail_selection *selection, enum mail_filter by)
{
    size_t i = 0;

    while (i < selection->n && selection->terms[i].by != by) {
        i++;
    }
    return i < selection->n;
}

/* A message that filters are compared with, and its author. */
struct compared {
    const struct mail_facts *message;
    struct mail_fidonet_address author;
    bool author_is_known;
};

/* Returns whether the message matches the term. */
static bool meets_term(const struct compared *compared, const struct mail_term *term)
{
    const struct mail_facts *message = compared->message;
    const struct furl_range *head = message->head->of;
    static const enum mail_field fields[MAIL_FILTERS] = {[MAIL_BY_SUBJECT] = MAIL_SUBJECT,
                                                         [MAIL_BY_EITHER] = MAIL_SUBJECT,
                                                         [MAIL_BY_ADDRESSEE] = MAIL_TO,
                                                         [MAIL_BY_SENDER] = MAIL_FROM};

    switch (term->by) {
    case MAIL_BY_ID:
        return head[MAIL_ID].n > 0 && furl_is_same(without_angles(head[MAIL_ID]), term->id);
    case MAIL_BY_TIME:
        return message->date.month != 0 && mail_span_has(&term->span, &message->date);
    case MAIL_BY_AUTHOR:
    case MAIL_BY_TWIT:
        return compared->author_is_known && mail_fidonet_same(&compared->author, &term->address);
    case MAIL_BY_TEXT:
        return mail_has_words(term->words.of, term->words.n, message->text);
    case MAIL_BY_EITHER:
        if (mail_has_words(term->words.of, term->words.n, message->text)) {
            return true;
        }
        /* fall through */
    default:
        return mail_has_words(term->words.of, term->words.n, head[fields[term->by]]);
    }
}

bool mail_selection_matches(const struct mail_selection *selection,
                            const struct mail_facts *message, bool by_text)
{
    struct compared compared = {.message = message};
    bool asked[GROUPS_OF_ALL + MAIL_TERMS_MAX] = {false};
    bool met[GROUPS_OF_ALL + MAIL_TERMS_MAX] = {false};

    compared.author_is_known = mail_fidonet_read(message->head->of[MAIL_ADDRESS], &compared.author);
    for (size_t i = 0; i < selection->n; i++) {
        const struct mail_term *term = &selection->terms[i];
        bool wants_text = term->by == MAIL_BY_TEXT || term->by == MAIL_BY_EITHER;
        if (wants_text == by_text && !met[term->group]) {
            asked[term->group] = true;
            met[term->group] = meets_term(&compared, term) != (term->by == MAIL_BY_TWIT);
        }
    }
    return memcmp(asked, met, sizeof asked) == 0;
}
