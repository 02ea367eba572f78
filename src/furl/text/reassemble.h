/* A URL out of its pieces: reading it from its start on, over breaks (fidourl(7), URLS IN TEXT). */
#ifndef FURL_REASSEMBLE_H
#define FURL_REASSEMBLE_H

#include "breaks.h"
#include "extent.h"
#include "furl/base/buffer.h"
#include "furl/base/window.h"
#include "wrapped.h"

/* Joining: the octets of a URL that are in no window any more, or in more than one piece of it, put
 * aside one after the other. */

/* The largest limit for the length of a URL: what is made of one, up to 18 octets of each (escaped,
 * and then as JSON), has a size. */
#define FURL_LENGTH_MAX (SIZE_MAX / 64)

/* The caller's, except the memory that furl_joined_url_free gives back. */
struct furl_joined_url {
    size_t max;    /* octets that are kept; of a URL that has more, only the number counts */
    uint64_t from; /* the offset of the URL's first octet that is not put aside */
    uint64_t n;    /* how many are */
    struct furl_buffer octets;
};

/* Begins a URL at the offset `from`. */
void furl_joined_url_begin(struct furl_joined_url *joining, uint64_t from);
void furl_joined_url_free(struct furl_joined_url *joining);

/* Puts aside the octets of the window before the offset `end`. Returns whether there was memory for
 * them; if not, nothing is put aside. */
bool furl_put_aside(struct furl_joined_url *joining, const struct furl_window *text, uint64_t end);

/* What pauses the URL. */
enum furl_pausing {
    FURL_UNPAUSED,
    FURL_IN_RUN,   /* a run of `%`, perhaps */
    FURL_IN_GAP,   /* a "%%" mark */
    FURL_AT_SPACE, /* a blank or a line end */
};

/* What URLs are joined over. */
enum furl_join {
    FURL_JOIN_MARKS,
    FURL_JOIN_DELIMITERS, /* line ends within delimiters */
    FURL_JOIN_MARGIN,     /* line ends, and blanks, that an editor made at its margin */
    FURL_JOINS
};

/* How URLs are read. */
struct furl_scan_options {
    size_t max_length; /* octets of the longest URL, at most FURL_LENGTH_MAX */
    bool eight;        /* URLs that are not Fidonet's may contain any octet 80-FF */
    bool wrapped;      /* they go on over line ends without marks (wrapped.h) */
};

/* A URL being read; the caller's, except the memory that furl_reassembly_free gives back. */
struct furl_reassembly {
    struct furl_start start;
    struct furl_extent extent; /* of what was taken */
    struct furl_joined_url joining;
    enum furl_pausing pausing;
    uint64_t run;        /* `%` in the run so far, which begins at extent.here */
    struct furl_gap gap; /* after that */
    bool wrapped;        /* see furl_scan_options */
    struct furl_wrapped wrap;
    enum furl_answer told; /* whether it goes on after its first stop, if that is known already: */
    uint64_t told_of, told_at; /* the offset of that, or FURL_NOWHERE; and where it goes on */
    uint64_t resumed;          /* octets of the URL before the last mark */
    uint64_t join[FURL_JOINS]; /* and before the first place where it was joined; FURL_NOWHERE:
                                  there is none */
    uint64_t seen; /* the octets before this offset were read, also as those of a URL that was then
                      found to end before; 0 at the start of a text */
    uint64_t at;   /* once the URL has ended: the offset where the search goes on. That is its
                      end, before it was trimmed, or after the last mark that was consumed */
};

/* A URL found. The octets at `url.at` are valid until the next call. */
struct furl_match {
    struct furl_range url; /* breaks taken out, trimmed */
    size_t scheme_n;       /* octets of its scheme */
    uint64_t offset;       /* of its first octet, from the start of the text */
    uint64_t length;       /* octets in the text, gaps included */
    unsigned joined;       /* what it was joined over: a bit, 1 << a join, for each */
    bool open;             /* whether it ends right before a mark that nothing continues */
    uint64_t seen;         /* the octets before this offset were read as those of a URL before it:
                              what is put between them may change that URL */
};

/*
 * Sets up for reading URLs. One longer than options->max_length, joined but before it is trimmed,
 * is malformed. Octets that must be put aside are kept in memory of the reading's own, of the order
 * of that many octets at most.
 */
void furl_reassembly_init(struct furl_reassembly *reading, const struct furl_kernels *kernels,
                          const struct furl_scan_options *options);
void furl_reassembly_free(struct furl_reassembly *reading);

enum furl_reassembly_end {
    FURL_READ_MORE,      /* the window ends, and the URL may go on: call again with more text */
    FURL_READ_URL,       /* `found` is set */
    FURL_READ_NOTHING,   /* too little was left to be a URL */
    FURL_READ_TOO_LONG,  /* the URL is longer than it may be; of `found`, `offset` is set */
    FURL_READ_NO_MEMORY, /* the reading cannot go on */
};

/* Begins the URL that furl_start found in the window and set reading->start of, and reads it. */
enum furl_reassembly_end furl_read_first(struct furl_reassembly *reading,
                                         const struct furl_window *text, struct furl_match *found);

/* Reads on to the end of the URL. */
enum furl_reassembly_end furl_read(struct furl_reassembly *reading, const struct furl_window *text,
                                   struct furl_match *found);

/* The offset of the first octet that is still needed when more text is wanted, of the URL itself
 * and what comes right before. */
uint64_t furl_reassembly_needs(const struct furl_reassembly *reading);

#endif
