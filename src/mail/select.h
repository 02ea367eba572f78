/* Filters of messages, as in the URL of an area (draft 7.2.1 and fidourl-mail(7), SELECTION). */
#ifndef MAIL_SELECT_H
#define MAIL_SELECT_H

#include "mail.h"

/* A moment in a filter. Years before the Common Era are negative. */
struct mail_time_limit {
    unsigned has;       /* bits of the parts that are not empty */
    int of[MAIL_PARTS]; /* the parts, with month and day 0 if `ordinal` is set */
    int ordinal;        /* day of the year, from 1, or 0 if unused */
};

/* The time between two moments, both included. Empty parts are not compared, so a moment with only
 * empty parts sets no limit. */
struct mail_span {
    struct mail_time_limit from, to;
};

/* Reads a subfilter of "time" (draft 7.2.1.2), without spaces. "now" in it means the date `now`.
 * Returns NULL, or an error message. */
const char *mail_span_read(struct furl_range text, const struct mail_date *now,
                           struct mail_span *span);

/* Returns whether the date is in the span. */
bool mail_span_has(const struct mail_span *span, const struct mail_date *date);

/* An address of Fidonet: [zone:]net/node[.point][@domain] (FRL-1002). */
struct mail_fidonet_address {
    bool has_zone;
    unsigned zone, net, node, point; /* at most UINT_MAX each (point 0 means no point) */
    struct furl_range domain;        /* domain, or empty */
};

/* Reads an address. Returns whether the text is an address. */
bool mail_fidonet_read(struct furl_range text, struct mail_fidonet_address *address);

/* Returns whether the addresses are equal. Zones are compared only if both addresses have zones,
 * and domains only if both have domains. The case of a domain does not matter. */
bool mail_fidonet_same(const struct mail_fidonet_address *one,
                       const struct mail_fidonet_address *other);

/* A word to search for, in letters folded by mail_fold. */
struct mail_search_word {
    const uint32_t *ptr;
    size_t n;
    bool exact;                /* a word of the text must be equal, not only begin with this word */
    struct furl_byteset first; /* octets with which matching words can begin */
};

/* A row of the sorted table. Every `step`th letter from `first` to `last` folds to the letter `by`
 * code points after it. */
struct mail_folding {
    uint32_t first, last;
    unsigned step;
    int by;
};
#define MAIL_FOLDINGS ((size_t)202)
extern const struct mail_folding mail_foldings[MAIL_FOLDINGS];

/* Folds a letter for comparison: by simple case folding of Unicode, and from U+0451 to U+0435,
 * because most people write U+0435 for both letters. */
uint32_t mail_fold(uint32_t code);

/* Folds the letters of UTF-8 to `out`, which has room for MAIL_FOLDED_MAX octets. `out` can begin
 * before the text in one memory, by at least the octets by which the text can grow. Each octet that
 * is not UTF-8 becomes U+FFFD. Returns the number of octets written. */
#define MAIL_FOLDED_MAX(n) (3 * (n))
size_t mail_fold_letters(struct furl_range text, unsigned char *out);

/* Removes the next word from UTF-8, and writes its folded letters to `out`, which has room for as
 * many letters as `text` has octets. In a word with a Cyrillic letter, Latin letters that look
 * Cyrillic become Cyrillic. Returns the number of letters, or 0 if there is no word. */
size_t mail_next_word(struct furl_range *text, uint32_t *out);

/* Returns the octets with which a word in UTF-8 can begin if `letter` is its first folded
 * letter. */
struct furl_byteset mail_first_octets(uint32_t letter);

/* Returns whether two texts in UTF-8 are equal after mail_fold. */
bool mail_same_letters(struct furl_range one, struct furl_range other);

/* The error message for a date and a time without "T" between them. */
extern const char mail_no_mark[];

/* Returns whether the text, in UTF-8, contains the `n` words in a row. The time is linear in
 * text.n, times `n`. */
bool mail_has_words(const struct mail_search_word *words, size_t n, struct furl_range text);

/* The most terms (identifiers, spans of time, addresses, words or phrases), and the most words. The
 * limit exists because strangers write the URL, and each term is compared with each message. */
#define MAIL_TERMS_MAX 100

/* The filters: the name of each, and which of its terms a message must match. */
enum mail_filter {
    MAIL_BY_ID,        /* msgid: any term */
    MAIL_BY_TIME,      /* time: any term of each filter */
    MAIL_BY_AUTHOR,    /* from: any term */
    MAIL_BY_TWIT,      /* twit: no term */
    MAIL_BY_TEXT,      /* find: all terms, as in the filters below */
    MAIL_BY_SUBJECT,   /* subj */
    MAIL_BY_EITHER,    /* findsb: in the text or in the subject */
    MAIL_BY_ADDRESSEE, /* to */
    MAIL_BY_SENDER,    /* sender */
    MAIL_FILTERS
};

/* A term of a filter: an identifier, a span of time, an address, or words in a row. */
struct mail_term {
    enum mail_filter by;
    size_t group; /* number of a group, of which a message must match one term */
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

/* A set of filters, which is empty if all members but `now` are zero. Free it with
 * mail_selection_free. */
struct mail_selection {
    struct mail_term terms[MAIL_TERMS_MAX];
    struct mail_search_word words[MAIL_TERMS_MAX];
    size_t n, words_n;
    bool by_utc; /* "usetz" was given: times are in UTC */
    struct mail_date now;
    uint32_t *letters[MAIL_TERMS_MAX]; /* letters of each filter's words */
    size_t letters_n;
};

/* Returns the filter with this name in the draft, or MAIL_FILTERS. */
enum mail_filter mail_filter_named(struct furl_range name);

/* Returns the name of the nth filter, or NULL after the last filter. `table` is ignored. */
const char *mail_filter_name(const void *table, size_t nth);

/* Adds a filter. Its decoded value must stay valid. Returns NULL, an error message about the value,
 * or mail_no_memory. */
const char *mail_selection_add(struct mail_selection *selection, enum mail_filter by,
                               struct furl_range value);

void mail_selection_free(struct mail_selection *selection);

/* Returns whether the selection contains such a filter. */
bool mail_selection_has(const struct mail_selection *selection, enum mail_filter by);

/* The data of a message that filters compare: its head, in UTF-8, the date (mail_date_to_compare),
 * with `month` 0 if there is none, and its text, in UTF-8. */
struct mail_facts {
    const struct mail_head *head;
    struct mail_date date;
    struct furl_range text;
};

/* Returns whether the message matches the filters. If `by_text`, only the filters that need the
 * text are compared, otherwise only the others. */
bool mail_selection_matches(const struct mail_selection *selection,
                            const struct mail_facts *message, bool by_text);

#endif
