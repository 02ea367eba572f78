/* Changes of the parts of a URL (fidourl(1), edit). */
#ifndef FURL_EDIT_H
#define FURL_EDIT_H

#include "canonical.h"
#include "furl/base/buffer.h"

/* Queries in which a space is written differently. */
enum furl_query_kind {
    FURL_QUERY_OF_FIDONET,
    FURL_QUERY_OF_FORM, /* of http and https */
    FURL_QUERY_OF_OTHERS,
    FURL_QUERY_KINDS
};

struct furl_change {
    enum furl_how { FURL_SET, FURL_APPEND, FURL_DROP } how;
    enum furl_url_part part; /* FURL_URL_QUERY for a parameter */
    bool param;              /* it changes a parameter, as FURL_APPEND always does */
    struct furl_range name;  /* of the parameter, decoded; for FURL_DROP, a pattern (fidourl(1)) */
    struct furl_range value; /* data, of a parameter or request; else text of a URL */

    /* Set by furl_editor_init: name and value, escaped; and the first octet of names that match, -1
     * for any. */
    struct furl_range names[FURL_QUERY_KINDS], values[FURL_QUERY_KINDS];
    int first;
};

/* An editor. Free it with furl_editor_free. */
struct furl_editor {
    const struct furl_change *changes;
    size_t changes_n, added;         /* how many octets the changes add at most */
    bool params_alone;               /* all changes are of parameters */
    bool has_amp;                    /* `&amp;` separates parameters, as `&` does */
    const struct furl_range *scheme; /* the last one that is set, or NULL */
    struct furl_buffer values, queries[2], text, result;
    unsigned char *texts; /* in `values`, after the escaped data */

    struct furl_parts parts; /* of the URL */
    unsigned char *out;      /* where the next value goes, in `values` */
    bool path_is_set;        /* a `/` precedes it, and may become part of it */
    unsigned query;          /* which of the queries is free */
    unsigned char *url;      /* the result, */
    struct furl_parts form;  /* and its parts */
};

/* Sets up an editor with `n` changes, which must stay valid. Returns false if memory ran out. */
bool furl_editor_init(struct furl_editor *editor, struct furl_change *changes, size_t n);

/* Makes room for changing a URL of `n` octets. Returns false if memory ran out. */
bool furl_editor_reserve(struct furl_editor *editor, size_t n);

/* Sets whether the next URLs have `&amp;` between parameters, as this one in a text of HTML; it
 * stays, and comes before what is added. */
void furl_editor_find_amp(struct furl_editor *editor, struct furl_range url);

/*
 * Applies the changes in order to a URL for which there is room: one that `canonical` has written,
 * and split into `form`, or one that has no canonical form until it is changed; `form` is NULL
 * then. Sets editor->url to the canonical form of the result, and the query and the scheme of
 * editor->form, valid until the next call. Returns its length, or an error with offset 0.
 */
struct furl_result furl_edit(struct furl_editor *editor, struct furl_canonical *canonical,
                             struct furl_range url, const struct furl_parts *form);

/* Whether the changes concern a URL, for which there is room: its scheme may have all parts that
 * are set, and it has one that changes. */
bool furl_edit_concerns(struct furl_editor *editor, const struct furl_splitter *splitter,
                        struct furl_range url);

/*
 * Rewrites `edited`, which furl_edit made of `form`, the canonical form of `url`, with the octets
 * of `url` where nothing changed: in parts, in and between parameters, in the scheme, and in a
 * default port. A `%` of `url` that starts no escape may be `%25` in `form`. There is room for
 * changing `url`. Sets `edited` to the result, valid until the next call, which may mean another
 * URL if a scheme or a host came or went. If the scheme changes from or to one of Fidonet, `edited`
 * stays. Returns false if memory ran out.
 */
bool furl_edit_original(struct furl_editor *editor, const struct furl_splitter *splitter,
                        struct furl_range url, struct furl_range form, struct furl_range *edited);

void furl_editor_free(struct furl_editor *editor);

#endif
