#include "config.h"

#include "reader.h"

#include "mail/squish.c"

/*@ predicate sane(struct mail_store *store) =
        \valid(store) && store->position.squish.next <= FAR &&
        store->position.squish.header < 0x10000 && store->sources[0].file.size <= FAR &&
        store->settings.most <= SIZE_MAX / 8; */

/*@ requires there(front);
    assigns \nothing;
    ensures \result ==> front.n >= BASE; */
static bool is_base(struct furl_range front);

/*@ requires there(frame);
    assigns \nothing;
    ensures \result ==> frame.n == FRAME; */
static bool is_frame(struct furl_range frame, uint64_t size);

/*@ assigns \nothing;
    ensures \result == \min(a, b); */
static uint64_t lesser(uint64_t a, uint64_t b);

/* Has a loop, and is not proved. */
/*@ requires \valid(source) && at <= end;
    assigns *source;
    ensures at <= \result <= end && source->file.size == \old(source->file.size); */
static uint64_t find_frame(struct mail_source *source, uint64_t at, uint64_t end);

/* Never beyond what the frame says, nor the end of the file. */
/*@ requires sane(store) && \valid_read(frame + (0 .. FRAME - 1));
    requires \separated(store, frame + (0 .. FRAME - 1));
    assigns store->sources[0];
    ensures sane(store) && \result < 0x100000000;
    ensures \let at = store->position.squish.next + store->position.squish.header;
        at <= store->sources[0].file.size ==> at + \result <= store->sources[0].file.size; */
static uint64_t length_of(struct mail_store *store, const unsigned char *frame);

/* What is left only falls. */
/*@ requires sane(store) && length < 0x100000000;
    requires \valid_read(frame + (0 .. FRAME - 1)) && \separated(store, frame + (0 .. FRAME - 1));
    assigns store->position;
    ensures store->position.squish.left <= \old(store->position.squish.left);
    ensures \result ==> store->position.squish.next < 0x100000000;
    ensures \let header = \old(store->position.squish.header);
        \result && \old(store->position.squish.next) < store->sources[0].file.size ==>
        store->position.squish.left == \old(store->position.squish.left) - header - length; */
static bool pass_frame(struct mail_store *store, const unsigned char *frame, uint64_t length);
