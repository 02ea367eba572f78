/* Problems of the links of a text: the rules of check. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "cli/run.h"
#include "furl/url/canonical.h"
#include "furl/url/url_escape.h"
#include "text_fold.h"

/* How far after a URL the rules look for the end of its line, for a closing delimiter, and for the
 * end that its author meant. */
#define FINDINGS_LOOK ((size_t)4096)
_Static_assert(FINDINGS_LOOK <= TEXT_AFTER, "so much of the line is there");

/* The checked part of the text. All zero: none. */
struct findings_position {
    uint64_t checked_to;         /* links before this offset have been checked */
    struct text_columns columns; /* the columns before the URL */
    struct text_fold fold;       /* the text as written by `fold` with this width */
};

/* The state of checking the links of a text. findings_init and findings_free set up and free the
 * state. */
struct findings {
    struct run *run;
    struct text_reader text;            /* the match of `text` is the checked link */
    struct findings_position position;  /* the caller clears this member for each text */
    const struct mail_charset *charset; /* the charset of the text, for suggestions */
    struct mail_converter converter;
    struct furl_canonical canonical;
    struct furl_parts split;
    struct furl_url_escape escape;
    struct furl_buffer raw, suggestion; /* octets of the text; a suggestion */
    char reason[PHRASE_SIZE];           /* set by the test of a rule without a reason */
};

/* The link being checked. Its octets come next in the text. */
struct finding_link {
    const struct furl_match *found;
    bool fidonet;
    uint64_t offset, end; /* the offsets of the link's first octet and of its end */
    int next;             /* the octet at `end`, or -1 */
    /* Measured by findings_begin: */
    size_t columns;        /* columns of the widest piece, or 0 if the link is not too wide */
    bool splits;           /* `fold` splits the link */
    bool beside_percent;   /* a break is next to a % */
    bool canonical;        /* a Fidonet URL in canonical form */
    enum furl_error error; /* the reason why a Fidonet URL has no canonical form */
    /* Set by the test of a rule that finds a problem: */
    struct furl_range url; /* the octets to show */
    uint64_t to;           /* the offset of the end that the author meant */
};

/* A row of the table: a kind of problem. */
struct finding_kind {
    const char *kind;
    bool (*test)(struct findings *findings, struct finding_link *link);
    const char *reason; /* NULL: findings->reason */
    struct furl_range (*suggest)(struct findings *, struct finding_link *); /* or NULL */
    bool ends;  /* the link was not read to its end, so no further rules are tried */
    bool fixes; /* --fix writes the suggestion */
};

/* The rules in the order of trying. The last row has a NULL `kind`. */
extern const struct finding_kind finding_rules[];

/* Sets up the checking by the run's options. */
void findings_init(struct findings *findings, struct run *run);
void findings_free(struct findings *findings);

/* Begins to check a match, which comes next. Sets `link`. Returns false if the options do not want
 * the match, or if an earlier link contains the match. */
bool findings_begin(struct findings *findings, const struct furl_match *found,
                    struct finding_link *link);

/* Returns whether --fix may write the suggestion of a rule. The answer is no if the joined URL
 * would be joined again with the next text, such as the next item of a list. If memory ran out,
 * fails the output. */
bool findings_may_fix(struct findings *findings, const struct finding_kind *rule,
                      const struct finding_link *link);

#endif
