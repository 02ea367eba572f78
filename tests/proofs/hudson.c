#include "config.h"

#include "reader.h"

#include "mail/hudson.c"

/*@ requires \valid_read(at + (0 .. n)) && n <= 255;
    assigns \nothing;
    ensures there(\result) && \result.n <= n; */
static struct furl_range pascal(const unsigned char *at, size_t n);

/*@ requires \valid_read(record + (0 .. RECORD - 1));
    assigns \nothing; */
static bool is_record(const unsigned char *record);

/*@ assigns \nothing; */
static bool is_number(unsigned number);

/*@ requires \valid_read(record + (0 .. RECORD - 1));
    assigns \nothing; */
static bool is_deleted(const unsigned char *record);

/* Two numbers of 16 bits, of blocks of 256 octets. */
/*@ requires there(record);
    assigns \nothing;
    ensures \result.offset <= 0xFFFF * 256 && \result.n <= 0xFFFF * 256; */
static struct mail_stretch text_of(struct furl_range record);

/*@ requires \valid_read(store) && there(record) && record.n >= RECORD;
    assigns \nothing; */
static bool lacks_text(const struct mail_store *store, struct furl_range record);

/*@ requires \valid(store) && at <= FAR;
    assigns store->sources[MAIL_INDEX]; */
static bool is_deleted_in_index(struct mail_store *store, uint64_t at);
