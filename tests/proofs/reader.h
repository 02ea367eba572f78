/* Contracts of what all readers of mail use; arithmetic.c proves those of functions
 * that have no loop. */
#include "mail/reader.h"

/* Before this all places in files are: pread(2) cannot read beyond 2^63. */
#define FAR 0x4000000000000000

/* libc's takes pointers to anything, which the memory model of WP has not. */
/*@ requires n == 0 || (\valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1)));
    assigns \nothing; */
int compare(const unsigned char *a, const unsigned char *b, size_t n);
#define memcmp compare

/*@ predicate there(struct furl_range octets) =
        octets.n == 0 || \valid_read(octets.at + (0 .. octets.n - 1)); */

/* What read(2) gives: no octet of a file is beyond 2^63. */
/*@ requires \valid(source);
    assigns *source;
    ensures there(\result) && \result.n <= n;
    ensures \result.n > 0 ==> offset + \result.n <= INT64_MAX;
    ensures source->file.size == \old(source->file.size); */
struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n);

/*@ requires \valid_read(at + (0 .. 1));
    assigns \nothing;
    ensures \result <= 0xFFFF; */
static inline unsigned mail_u16(const unsigned char *at);

/*@ requires \valid_read(at + (0 .. 3));
    assigns \nothing; */
static inline uint32_t mail_u32(const unsigned char *at);

/*@ requires \valid(range) && n <= range->n && there(*range);
    assigns *range;
    ensures there(*range) && range->n == \old(range->n) - n;
    ensures n == 0 ==> range->at == \old(range->at);
    ensures n > 0 ==> range->at == \old(range->at) + n; */
static inline void furl_skip(struct furl_range *range, size_t n);

/*@ requires there(octets);
    assigns \nothing;
    ensures there(\result) && \result.n <= n && \result.n <= octets.n;
    ensures \result.n == \min(n, \max(0, octets.n - from));
    ensures \result.n > 0 ==> \result.at == octets.at + from; */
static inline struct furl_range mail_part(struct furl_range octets, size_t from, size_t n);

/*@ requires \valid(shares) && \valid_read(source) && \separated(shares, source);
    assigns *shares;
    ensures \result <= stretch.n;
    ensures stretch.offset < source->file.size ==>
        stretch.offset + \result <= source->file.size &&
        \result - (shares->end - \old(shares->end)) <= \old(shares->left) - shares->left;
    ensures shares->left <= \old(shares->left) && shares->end >= \old(shares->end); */
uint64_t mail_share(struct mail_shares *shares, const struct mail_source *source,
                    struct mail_stretch stretch);

/*@ requires text.offset + text.n + next.n <= UINT64_MAX;
    assigns \nothing;
    ensures \result <= text.n; */
uint64_t mail_own_octets(struct mail_stretch text, struct mail_stretch next, uint64_t after);

/* What is wrong is noted, and no place moves. */
/*@ requires \valid(store);
    assigns store->damage;
    ensures \result == MAIL_DAMAGE; */
enum mail_result mail_damaged(struct mail_store *store, const char *what, uint64_t offset);

/*@ requires \valid(store);
    assigns store->damage; */
void mail_incomplete(struct mail_store *store, const char *what, uint64_t offset);

/* Bits are set in memory of their own, which no contract names. */
/*@ requires \valid(store);
    assigns \nothing; */
void mail_note_seen(struct mail_store *store, uint64_t offset);
