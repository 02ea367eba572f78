/* What --select asks for: the messages that a URL designates (draft 7.2; fidourl(1), Selection). */
#ifndef SELECTION_H
#define SELECTION_H

#include "mail/select.h"
#include "run.h"

/* The most areas of one URL. */
#define SELECTION_AREAS ((size_t)100)

/* A URL, compiled; the caller's, except the memory that selection_free gives back. */
struct selection {
    struct mail_selection filters;
    struct furl_buffer octets; /* of the URL, and of what they decode to */
    struct selection_area {
        struct furl_range tag;
        bool found; /* a message of it was seen */
    } areas[SELECTION_AREAS];
    size_t areas_n;           /* none: all areas, and netmail */
    struct messages messages; /* about the URL */
    bool has_domains;         /* which are ignored */
    uint64_t undated;         /* messages without the date that filters by time compare */
};

/* Compiles the URL of --select. Reports what is ignored of it. Returns false if it is wrong, which
 * is reported as a usage error, or without memory, which fails the output. */
bool selection_init(struct selection *selection, struct run *run);

/* Frees it, and says how many more messages about the URL there were. */
void selection_free(struct selection *selection);

/* Whether the message may be selected by its area, its head, and its text; the first two are asked
 * of each message before its text is needed. */
bool selection_has_area(struct selection *selection, struct furl_range area);
bool selection_has_head(struct selection *selection, const struct mail_judged *message);
bool selection_has_text(const struct selection *selection, const struct mail_judged *message);

/* Whether the text of messages is needed. */
bool selection_wants_text(const struct selection *selection);

/* Reports areas that no message was of, and what the run's note says. */
void selection_conclude(struct selection *selection, struct run *run);

#endif
