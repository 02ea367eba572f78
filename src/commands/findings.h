/* What is wrong with the links of a text: the rules of check, and what they look at. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "cli/run.h"
#include "furl/url/canonical.h"
#include "furl/url/url_escape.h"
#include "text_fold.h"

/* How far after a URL rules look: for the end of its line, for a closing delimiter, for the end of
 * what its author meant. */
#define FINDINGS_LOOK ((size_t)4096)
_Static_assert(FINDINGS_LOOK <= TEXT_AFTER, "so much of the line is there");

/* How far the text is judged. All zero: not at all. */
struct place {
    uint64_t past;               /* what begins before this offset was judged */
    struct text_columns columns; /* before the URL */
    struct text_fold fold;       /* as `fold` of the width would write the text */
};

/* How the links of a text are judged. Set up by findings_init, and freed by findings_free. */
struct findings {
    struct run *run;
    struct text text;                   /* its last URL is the one that is judged */
    struct place at;                    /* the caller clears it for each text */
    const struct mail_charset *charset; /* of the text, for suggestions */
    struct mail_converter converter;
    struct furl_canonical canonical;
    struct furl_parts split;
    struct furl_url_escape escape;
    struct furl_buffer raw, made; /* octets of the text; a suggestion */
    char reason[PHRASE_SIZE];     /* set by the test of a rule that has none */
};

/* The URL that is judged. Its octets come next in the text. */
struct link {
    const struct furl_match *found;
    bool fidonet;
    uint64_t offset, end; /* of its first octet, and of the one after it */
    int next;             /* the octet there; -1: none */
    /* What findings_begin measures: */
    size_t columns;        /* of its widest piece; 0: it is not too wide */
    bool splits;           /* `fold` splits it */
    bool beside_percent;   /* a break is next to a % */
    bool canonical;        /* of Fidonet */
    enum furl_error error; /* of Fidonet, why it has no canonical form */
    /* What the test of a rule sets if it finds something: */
    struct furl_range url; /* what is shown */
    uint64_t to;           /* the offset after what its author meant */
};

/* A row of the table: a kind of finding. */
struct rule {
    const char *kind;
    bool (*test)(struct findings *findings, struct link *link);
    const char *reason;                                             /* NULL: that of `findings` */
    struct furl_range (*suggest)(struct findings *, struct link *); /* or NULL */
    bool ends;  /* not all of the link was read, so other rules say nothing of it */
    bool mends; /* --fix writes the suggestion */
};

/* In the order in which they are tried; the last one has no kind. */
extern const struct rule finding_rules[];

/* Sets up the judging by the run's options. */
void findings_init(struct findings *findings, struct run *run);
void findings_free(struct findings *findings);

/* Begins to judge the match, which comes next. Sets `link`. Returns false if the match is not
 * wanted, or part of what was judged before. */
bool findings_begin(struct findings *findings, const struct furl_match *found, struct link *link);

/* Whether --fix may write what the rule suggests. It may not if the URL, once joined, would be
 * joined again to what follows it, such as the next item of a list. Fails the output if memory runs
 * out. */
bool findings_may_mend(struct findings *findings, const struct rule *rule, const struct link *link);

#endif
