/* The messages that the URL of --select selects (draft 7.2 and fidourl-mail(7), SELECTION). */
#ifndef SELECTION_H
#define SELECTION_H

#include "mail/select.h"
#include "run.h"

/* The most areas of a URL. The limit exists because URLs come from strangers. */
#define SELECTION_AREAS 100

/* A compiled URL. Free it with selection_free. */
struct selection {
    struct mail_selection filters;
    struct furl_buffer octets; /* octets of the URL, and of its decoded parts */
    struct selection_area {
        struct furl_range tag;
        bool found; /* a message in the area was seen */
    } areas[SELECTION_AREAS];
    size_t areas_n;                 /* number of areas, or 0 for all areas and netmail */
    struct diagnostics diagnostics; /* messages about the URL */
    struct mail_span since[2];      /* --since in local time and UTC (no moment without --since) */
    bool has_domains;               /* the URL has domains, which are ignored */
    uint64_t undated;               /* number of messages without the date that filters compare */
};

/* Compiles --since and the URL of --select to `selection`, which is all zero. Reports ignored
 * parts. Returns false after reporting a usage error. Also returns false if memory runs out, which
 * fails the output. */
bool selection_init(struct selection *selection, struct run *run);

/* Frees the selection, and reports how many messages about the URL were not printed. */
void selection_free(struct selection *selection);

/* These functions return whether area, head and text of a message are selected. `zone` is the zone
 * of message->date. selection_has_head sets this date to UTC if the filters compare UTC. Call the
 * first two functions for each message before its text is needed. */
bool selection_has_area(struct selection *selection, const struct mail_head *head);
bool selection_has_head(struct selection *selection, struct mail_facts *message,
                        struct furl_range zone);
bool selection_has_text(const struct selection *selection, const struct mail_facts *message);

/* Returns whether the text of messages is needed. */
bool selection_wants_text(const struct selection *selection);

/* Reports areas without messages, and adds to the run's note. */
void selection_conclude(struct selection *selection, struct run *run);

#endif
