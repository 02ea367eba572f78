/* The messages that the URL of --select names (draft 7.2; fidourl-mail(7), SELECTION). */
#ifndef SELECTION_H
#define SELECTION_H

#include "mail/select.h"
#include "run.h"

/* The most areas of one URL, which comes from strangers. */
#define SELECTION_AREAS 100

/* A compiled URL. Free it with selection_free. */
struct selection {
    struct mail_selection filters;
    struct furl_buffer octets; /* of the URL, and decoded */
    struct selection_area {
        struct furl_range tag;
        bool found; /* a message in it was seen */
    } areas[SELECTION_AREAS];
    size_t areas_n;              /* 0: all areas, and netmail */
    struct diagnostics messages; /* about the URL */
    struct mail_span since[2];   /* --since, in local time and UTC; without it, no moment */
    bool has_domains;            /* domains are ignored */
    uint64_t undated;            /* messages without the date that filters compare */
};

/* Compiles --since and the URL of --select to `selection`, which is all zero. Reports what it
 * ignores. Returns false after it has reported a usage error, or if memory runs out, which fails
 * the output. */
bool selection_init(struct selection *selection, struct run *run);

/* Frees the selection, and reports how many messages about the URL were not printed. */
void selection_free(struct selection *selection);

/* Whether area, head and text of a message are selected; `zone` is that of the date, which becomes
 * the one that filters compare. Ask the first two of each message before
 * its text is needed. */
bool selection_has_area(struct selection *selection, const struct mail_head *head);
bool selection_has_head(struct selection *selection, struct mail_candidate *message,
                        struct furl_range zone);
bool selection_has_text(const struct selection *selection, const struct mail_candidate *message);

/* Whether the text of messages is needed. */
bool selection_wants_text(const struct selection *selection);

/* Reports areas without messages, and adds to the run's note. */
void selection_conclude(struct selection *selection, struct run *run);

#endif
