/* Filters of messages, as the URL of an area has them (draft 7.2.1; fidourl(1), Selection). */
#ifndef MAIL_SELECT_H
#define MAIL_SELECT_H

#include "mail.h"

/* Time. */

/* Parts of a moment, from the left to the right. */
enum mail_part {
    MAIL_OF_YEAR,
    MAIL_OF_MONTH,
    MAIL_OF_DAY,
    MAIL_OF_HOUR,
    MAIL_OF_MINUTE,
    MAIL_OF_SECOND,
    MAIL_PARTS
};

/* A moment as a filter has it. Years before the Common Era are below 0. */
struct mail_moment {
    unsigned has;       /* the parts that are not empty, as bits */
    int of[MAIL_PARTS]; /* a month and a day that are 0 are those of the day of the year: */
    int ordinal;        /* from 1; 0: none is needed */
};

/* What lies between two moments, both included. Empty parts are not compared: a moment of empty
 * parts alone is no limit. */
struct mail_span {
    struct mail_moment from, to;
};

/* Reads a subfilter of "time" (draft 7.2.1.2), without blanks; `now` is the date for its "now".
 * Returns NULL, or what is wrong with it. */
const char *mail_span_read(struct furl_range text, const struct mail_date *now,
                           struct mail_span *span);

/* Whether the date lies in the span. */
bool mail_span_has(const struct mail_span *span, const struct mail_date *date);

/* Addresses. */

/* An address of Fidonet: [zone:]net/node[.point][@domain] (FRL-1002). */
struct mail_fidonet {
    bool has_zone;
    unsigned zone, net, node, point; /* 0 where it has no point; UINT_MAX: that, or more */
    struct furl_range domain;        /* empty: it has none */
};

/* Reads an address. Returns whether it is one. */
bool mail_fidonet_read(struct furl_range text, struct mail_fidonet *address);

/* Whether they are the same: zone and domain, in any case, count where both have them. */
bool mail_fidonet_same(const struct mail_fidonet *one, const struct mail_fidonet *other);

/* Words. */

/* A word that is looked for: letters, folded by mail_fold. */
struct mail_sought {
    const uint32_t *at;
    size_t n;
    bool exact;                /* a word of the text must end where it does */
    struct furl_byteset first; /* octets with which such a word may begin */
};

/* Letters from `first` to `last`, each `step`th one, of which `by` makes what they fold to: a row
 * of the table, which is in the order of code points. */
struct mail_folding {
    uint32_t first, last;
    unsigned step;
    int by;
};
#define MAIL_FOLDINGS ((size_t)202)
extern const struct mail_folding mail_foldings[MAIL_FOLDINGS];

/* The letter as words are compared: simple case folding of Unicode; and U+0451 is U+0435, as most
 * people write it. */
uint32_t mail_fold(uint32_t code);

/* Whether the code point is part of a word: a letter, digit or mark, or what is not known to be
 * something else: signs, what is for private use, emoji. */
bool mail_is_in_word(uint32_t code);

/* Takes the next word off UTF-8, and writes its letters to `out`, room for as many as octets are
 * left: folded, and, if one is Cyrillic, with those of Latin that look like Cyrillic ones replaced
 * by these. Returns how many it has; 0 where there is none. */
size_t mail_next_word(struct furl_range *text, uint32_t *out);

/* The octets with which a word that begins with the letter may begin, in UTF-8. */
struct furl_byteset mail_first_octets(uint32_t letter);

/* Whether two texts, in UTF-8, are the same but for the case of letters, as mail_fold has it. */
bool mail_same_letters(struct furl_range one, struct furl_range other);

/* Whether the words, the first and those that follow it, `n` in all, are in the text, in UTF-8. The
 * time is linear in text.n, times `n`. */
bool mail_has_words(const struct mail_sought *words, size_t n, struct furl_range text);

/* All filters of a URL. */

/* The most terms: identifiers, spans of time, addresses, words or phrases; and the most words. */
#define MAIL_TERMS_MAX ((size_t)100)

/* What a filter looks at, and how it is called. */
enum mail_filter {
    MAIL_BY_ID,        /* msgid: one of all */
    MAIL_BY_TIME,      /* time: one of those of each filter */
    MAIL_BY_AUTHOR,    /* from: one of all */
    MAIL_BY_TWIT,      /* twit: none */
    MAIL_BY_TEXT,      /* find, and those below: each */
    MAIL_BY_SUBJECT,   /* subj */
    MAIL_BY_EITHER,    /* findsb: text or subject */
    MAIL_BY_ADDRESSEE, /* to */
    MAIL_BY_SENDER,    /* sender */
    MAIL_FILTERS
};

/* A term of a filter: an identifier, some time, an address, words in a row. */
struct mail_term {
    enum mail_filter by;
    size_t group; /* of terms one of which a message must have */
    union {
        struct furl_range id;
        struct mail_span span;
        struct mail_fidonet address;
        struct {
            const struct mail_sought *of;
            size_t n;
        } words;
    };
};

/* Filters; the caller's, except what mail_selection_free gives back. All zero but `now`: none. */
struct mail_selection {
    struct mail_term terms[MAIL_TERMS_MAX];
    struct mail_sought words[MAIL_TERMS_MAX];
    size_t n, words_n;
    bool by_utc; /* "usetz": times are in UTC */
    struct mail_date now;
    uint32_t *letters[MAIL_TERMS_MAX]; /* of the words of each filter */
    size_t letters_n;
};

/* The filter that the draft calls so; MAIL_FILTERS where there is none. */
enum mail_filter mail_filter_named(struct furl_range name);

/* The name of the nth filter, NULL after the last; `table` is ignored. */
const char *mail_filter_name(const void *table, size_t nth);

/* Adds a filter, whose decoded value must stay where it is. Returns NULL, or what is wrong with the
 * value; mail_no_memory if memory was lacking. */
const char *mail_selection_add(struct mail_selection *selection, enum mail_filter by,
                               struct furl_range value);

void mail_selection_free(struct mail_selection *selection);

/* Whether it has such filters. */
bool mail_selection_has(const struct mail_selection *selection, enum mail_filter by);

/* What is judged of a message: its head, in UTF-8; the date that filters compare, `month` 0 where
 * it has none; its text, in UTF-8. */
struct mail_judged {
    const struct mail_head *head;
    struct mail_date date;
    struct furl_range text;
};

/* Whether the filters that want no text select the message; whether those that do. */
bool mail_selects_head(const struct mail_selection *selection, const struct mail_judged *message);
bool mail_selects_text(const struct mail_selection *selection, const struct mail_judged *message);

#endif
