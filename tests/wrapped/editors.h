/* Editors: what each does to what people write. */
#ifndef EDITORS_H
#define EDITORS_H

#include "body.h"
#include "wrap.h"

struct editor {
    const char *name;
    /* How it wraps what its user writes, and what it quotes, as often as `quotings` says. A width
       of 0 or 1 is chosen for each message. */
    struct way own;
    struct way quoting;
    size_t quotings;
    size_t quoted;    /* percent of its text */
    size_t delimited; /* percent of URLs */
    bool tears;       /* it breaks long words at column 79, and makes a blank of the break later */
    bool exact;       /* URLs make lines full by chance */
};

extern const struct editor editors[];
extern const size_t editors_count;

/* A message from that editor. */
void write_message(struct page *message, struct urls *urls, const struct editor *editor,
                   enum charset charset);

#endif
