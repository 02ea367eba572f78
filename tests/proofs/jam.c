#include "config.h"

#include "reader.h"

#include "mail/jam.c"

/*@ predicate sane(struct mail_store *store) =
        \valid(store) && store->position.jam.at <= FAR &&
        store->sources[MAIL_FIRST].file.size <= FAR &&
        store->sources[MAIL_SECOND].file.size <= FAR; */

/*@ predicate read(struct parts *parts) =
        \valid(parts) && parts->at <= FAR && parts->present <= parts->wanted < 0x100000000 &&
        parts->text.offset < 0x100000000 && parts->text.n < 0x100000000; */

/*@ requires there(front);
    assigns \nothing;
    ensures \result ==> front.n >= BASE; */
static bool is_base(struct furl_range front);

/*@ requires sane(store) && \valid(parts) && \separated(store, parts) && at <= FAR;
    assigns store->sources[MAIL_FIRST], *parts;
    ensures \result ==> read(parts) && parts->at == at && parts->present == 0; */
static bool look_at_header(struct mail_store *store, uint64_t at, struct parts *parts);

/*@ requires \valid(store);
    assigns store->position.jam.by_index, store->position.jam.lost; */
static void leave_index(struct mail_store *store);

/*@ requires \valid(store) && offset <= FAR && n <= FAR;
    assigns store->position;
    ensures \result ==> store->position.jam.at >= offset + n;
    ensures \result ==> store->position.jam.at >= \old(store->position.jam.at); */
static bool pass_header(struct mail_store *store, uint64_t offset, uint64_t n, bool intact);

/*@ requires sane(store) && read(parts) && \separated(store, parts);
    assigns store->number, store->damage; */
static enum mail_result judge_deleted(struct mail_store *store, const struct parts *parts);
