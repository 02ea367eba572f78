/* Filters of messages, as in the URL of an area (draft 7.2.1; fidourl-mail(7), SELECTION). */
#ifndef MAIL_SELECT_H
#define MAIL_SELECT_H

#include "mail.h"

/* A moment in a filter. Years before the Common Era are negative. */
struct mail_time_limit {
    unsigned has;       /* bits of the parts that are not empty */
    int of[MAIL_PARTS]; /* 0 as month and day: they are those of `ordinal`, */
    int ordinal;        /* the day of the year, from 1; 0: unused */
};

/* The time between two moments, both included. Empty parts are not compared, so a moment with only
 * empty parts sets no limit. */
struct mail_span {
    struct mail_time_limit from, to;
};

/* Reads a subfilter of "time" (draft 7.2.1.2) without blanks, in which "now" is the date `now`.
 * Returns NULL, or what is wrong. */
const char *mail_span_read(struct furl_range text, const struct mail_date *now,
                           struct mail_span *span);

/* Whether the date lies in the span. */
bool mail_span_has(const struct mail_span *span, const struct mail_date *date);

/* An address of Fidonet: [zone:]net/node[.point][@domain] (FRL-1002). */
struct mail_fidonet_address {
    bool has_zone;
    unsigned zone, net, node, point; /* 0 without a point; UINT_MAX: that, or more */
    struct furl_range domain;        /* may be empty */
};

/* Reads an address. Returns whether it is one. */
bool mail_fidonet_read(struct furl_range text, struct mail_fidonet_address *address);

/* Whether the addresses are the same. Zone and domain, in any case, count only if both have
 * them. */
bool mail_fidonet_same(const struct mail_fidonet_address *one,
                       const struct mail_fidonet_address *other);

/* A word that is searched for, in letters folded by mail_fold. */
struct mail_search_word {
    const uint32_t *at;
    size_t n;
    bool exact;                /* a word of the text must be the same, not just begin so */
    struct furl_byteset first; /* first octets of such words */
};

/* A row of the table, which is sorted: every `step`th letter from `first` to `last` folds to the
 * letter `by` code points after it. */
struct mail_folding {
    uint32_t first, last;
    unsigned step;
    int by;
};
#define MAIL_FOLDINGS ((size_t)202)
extern const struct mail_folding mail_foldings[MAIL_FOLDINGS];

/* Folds a letter for comparison: simple case folding of Unicode, and U+0451 to U+0435, as most
 * people write it. */
uint32_t mail_fold(uint32_t code);

/* Folds the letters of UTF-8 to `out`, which has room for MAIL_FOLDED_MAX and may begin as many
 * octets before the text as it grows at most. Each octet that is no UTF-8 becomes U+FFFD. Returns
 * the number of octets written. */
#define MAIL_FOLDED_MAX(n) (3 * (n))
size_t mail_fold_letters(struct furl_range text, unsigned char *out);

/* Removes the next word from UTF-8, and writes its letters, folded, to `out`, which has room for as
 * many as octets are left. In a word with a Cyrillic letter, Latin letters that look Cyrillic
 * become those. Returns how many letters there are; 0 without a word. */
size_t mail_next_word(struct furl_range *text, uint32_t *out);

/* The octets that may begin, in UTF-8, a word whose first letter is this one. */
struct furl_byteset mail_first_octets(uint32_t letter);

/* Whether two texts in UTF-8 are the same, as mail_fold folds their letters. */
bool mail_same_letters(struct furl_range one, struct furl_range other);

/* That a date and a time after it are apart. */
extern const char mail_no_mark[];

/* Whether the text, in UTF-8, has the `n` words in a row. The time is linear in text.n, times
 * `n`. */
bool mail_has_words(const struct mail_search_word *words, size_t n, struct furl_range text);

/* The most terms (identifiers, spans of time, addresses, words or phrases), and the most words.
 * There is a limit because strangers write the URL, and each term is compared with each message. */
#define MAIL_TERMS_MAX 100

/* What a filter looks at; its name; and which of its terms a message must have. */
enum mail_filter {
    MAIL_BY_ID,        /* msgid: any */
    MAIL_BY_TIME,      /* time: any of each filter */
    MAIL_BY_AUTHOR,    /* from: any */
    MAIL_BY_TWIT,      /* twit: none of all */
    MAIL_BY_TEXT,      /* find, and those below: all */
    MAIL_BY_SUBJECT,   /* subj */
    MAIL_BY_EITHER,    /* findsb: text or subject */
    MAIL_BY_ADDRESSEE, /* to */
    MAIL_BY_SENDER,    /* sender */
    MAIL_FILTERS
};

/* A term of a filter: an identifier, a span of time, an address, or words in a row. */
struct mail_term {
    enum mail_filter by;
    size_t group; /* a message must have one term of each group */
    union {
        struct furl_range id;
        struct mail_span span;
        struct mail_fidonet_address address;
        struct {
            const struct mail_search_word *of;
            size_t n;
        } words;
    };
};

/* Filters. Zero except for `now`, there are none. Free them with mail_selection_free. */
struct mail_selection {
    struct mail_term terms[MAIL_TERMS_MAX];
    struct mail_search_word words[MAIL_TERMS_MAX];
    size_t n, words_n;
    bool by_utc; /* "usetz": times are in UTC */
    struct mail_date now;
    uint32_t *letters[MAIL_TERMS_MAX]; /* of each filter's words */
    size_t letters_n;
};

/* The filter of this name in the draft, or MAIL_FILTERS. */
enum mail_filter mail_filter_named(struct furl_range name);

/* The name of the nth filter, or NULL after the last one. `table` is ignored. */
const char *mail_filter_name(const void *table, size_t nth);

/* Adds a filter. Its decoded value must stay valid. Returns NULL, or what is wrong with the value,
 * or mail_no_memory. */
const char *mail_selection_add(struct mail_selection *selection, enum mail_filter by,
                               struct furl_range value);

void mail_selection_free(struct mail_selection *selection);

/* Whether there is such a filter. */
bool mail_selection_has(const struct mail_selection *selection, enum mail_filter by);

/* What the filters judge of a message: its head, in UTF-8; the date that filters compare, with
 * `month` 0 if there is none; and its text, in UTF-8. */
struct mail_candidate {
    const struct mail_head *head;
    struct mail_date date;
    struct furl_range text;
};

/* Whether the filters that need no text, or, if `by_text`, those that do, select the message. */
bool mail_selection_matches(const struct mail_selection *selection,
                            const struct mail_candidate *message, bool by_text);

#endif
