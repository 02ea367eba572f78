/* Changes of a URL's parts (fidourl(1), edit). */
#ifndef FURL_EDIT_H
#define FURL_EDIT_H

#include "canonical.h"
#include "furl/base/buffer.h"

/* A change. */
struct furl_change {
    enum furl_how { FURL_SET, FURL_APPEND, FURL_DROP } how;
    enum furl_its part;     /* of a parameter, FURL_ITS_QUERY */
    bool param;             /* it is one of a parameter; FURL_APPEND is of nothing else */
    struct furl_range name; /* the parameter's, decoded; of FURL_DROP, a pattern as in fidourl(1) */
    struct furl_range value; /* data of a parameter and of a request, else text of a URL */

    /* Set by furl_editor_init: name and value as data, escaped for Fidonet's URLs, and for the
     * web's; and with which octet a name that is meant begins, -1 being any. */
    struct furl_range names[2], values[2];
    int first;
};

/* What it takes; the caller's, except the memory that furl_editor_free gives back. */
struct furl_editor {
    const struct furl_change *changes;
    size_t changes_n, added;         /* octets that the changes add at most */
    bool params_alone;               /* they change nothing but parameters */
    const struct furl_range *scheme; /* the last that is set; NULL: none */
    struct furl_buffer values, queries[2], text, result;
    unsigned char *texts; /* in `values`, behind what is escaped data */

    /* The URL. */
    struct furl_parts parts;
    unsigned char *out; /* where the next value goes, in `values` */
    bool path_is_set;   /* `/` stands before it, and may be made a part of it */
    unsigned query;     /* which of the queries is free */
    unsigned char *url; /* what became of it */
};

/* Begins with `n` changes, which stay where they are. Returns whether there was memory. */
bool furl_editor_init(struct furl_editor *editor, struct furl_change *changes, size_t n);

/* Makes room for changing a URL of `n` octets. Returns whether there was memory. */
bool furl_editor_reserve(struct furl_editor *editor, size_t n);

/*
 * Applies the changes, in their order, to a URL for which there is room: what `canonical` has
 * written, or what has no canonical form until it is changed. Sets editor->url to the canonical
 * form of what it becomes, valid until the next call, and returns its length; or what is wrong, the
 * offset being 0.
 */
struct furl_result furl_edit(struct furl_editor *editor, struct furl_canonical *canonical,
                             struct furl_range url, bool is_canonical);

/*
 * Writes `edited`, which furl_edit made of `form`, the canonical form of `url`, once more with the
 * octets of `url` where the two do not differ: in parts, in each parameter, between them, in the
 * scheme, and in a default port. There is room for changing `url`. Sets `edited` to it, valid until
 * the next call. If a scheme or a host came or went, it may mean another URL. Returns whether there
 * was memory.
 */
bool furl_edit_kept(struct furl_editor *editor, const struct furl_splitter *splitter,
                    struct furl_range url, struct furl_range form, struct furl_range *edited);

void furl_editor_free(struct furl_editor *editor);

#endif
