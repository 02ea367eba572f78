/* Edits of the parts of a URL (fidourl(1), edit). */
#ifndef FURL_EDIT_H
#define FURL_EDIT_H

#include "canonical.h"
#include "furl/core/buffer.h"

/* The kinds of queries, which write a space in different ways. */
enum furl_query_kind {
    FURL_QUERY_OF_FIDONET,
    FURL_QUERY_OF_FORM, /* queries of http and https */
    FURL_QUERY_OF_OTHERS,
    FURL_QUERY_KINDS
};

struct furl_change {
    enum furl_how { FURL_SET, FURL_APPEND, FURL_DROP } how;
    enum furl_url_part part; /* FURL_URL_QUERY if `param` is set */
    bool param;              /* the change is of a parameter, as always for FURL_APPEND */
    struct furl_range name;  /* the decoded name of the parameter; a pattern for FURL_DROP */
    struct furl_range value; /* data for a parameter or request, otherwise text of a URL */

    /* Set by furl_editor_init: escaped names and values, and the first octet of names that match.
     * `first` is -1 if any octet can be the first. */
    struct furl_range names[FURL_QUERY_KINDS], values[FURL_QUERY_KINDS];
    int first;
};

/* An editor. Free it with furl_editor_free. */
struct furl_editor {
    const struct furl_change *changes;
    size_t changes_n, added;         /* the most octets that all changes add */
    bool params_alone;               /* all changes are of parameters */
    bool has_amp;                    /* `&amp;` separates parameters, like `&` */
    const struct furl_range *scheme; /* the scheme of the last change that sets one, or NULL */
    struct furl_buffer values, queries[2], text, result;
    unsigned char *texts; /* the end of the escaped data in `values` */

    struct furl_parts parts; /* the parts of the URL that is being changed */
    unsigned char *out;      /* the place in `values` of the next value */
    bool path_is_set;        /* a `/` precedes the path in memory, and can become part of it */
    unsigned query;          /* the index of the free buffer of `queries` */
    unsigned char *url;      /* the result */
    struct furl_parts form;  /* the parts of the result */
};

/* Sets up an editor with `n` changes, which must outlive it. Returns false if memory ran out. */
bool furl_editor_init(struct furl_editor *editor, struct furl_change *changes, size_t n);

/* Makes room for changing a URL of `n` octets. Returns false if memory ran out. */
bool furl_editor_reserve(struct furl_editor *editor, size_t n);

/* Finds out whether `url`, in a text of HTML, has `&amp;` between parameters. The editor then keeps
 * `&amp;` in the next URLs, and writes `&amp;` before parameters that it adds. */
void furl_editor_find_amp(struct furl_editor *editor, struct furl_range url);

/*
 * Applies all changes to a URL, in order. Call furl_editor_reserve first. `form` has the parts of
 * the URL if `canonical` wrote it, and is NULL if the URL has no canonical form before the change.
 * Sets editor->url to the canonical form of the result, and `known` and `query` of editor->form.
 * They are valid until the next call. Returns the length of the result, or an error with offset 0.
 * If a change sets param.a to 9:
 *     http://h/?b=1&a=2&c&a=3 -> http://h/?b=1&a=9&c
 */
struct furl_result furl_edit(struct furl_editor *editor, struct furl_canonical *canonical,
                             struct furl_range url, const struct furl_parts *form);

/* Returns whether the changes affect a URL: its scheme allows all parts that are set, and a part
 * changes. Call furl_editor_reserve first. */
bool furl_edit_concerns(struct furl_editor *editor, const struct furl_splitter *splitter,
                        struct furl_range url);

/*
 * Applies to `url`, as it is written, the changes that furl_edit applied to `form`, its canonical
 * form. Unchanged parts, parameters and signs between parameters keep the octets of `url`, and so
 * do an unchanged scheme and a default port. A `%` of `url` that starts no escape can be `%25` in
 * `form`. Call furl_editor_reserve first. Sets `edited`, the result of furl_edit, to the new
 * result, which is valid until the next call. The new result can mean another URL if a scheme or a
 * host was added or removed. `edited` is unchanged if the scheme changes from or to a Fidonet
 * scheme. Returns false if memory ran out. If param.utm_* is dropped:
 *     HTTP://A/?utm_id=1&x=%41 -> HTTP://A/?x=%41
 */
bool furl_edit_original(struct furl_editor *editor, const struct furl_splitter *splitter,
                        struct furl_range url, struct furl_range form, struct furl_range *edited);

void furl_editor_free(struct furl_editor *editor);

#endif
