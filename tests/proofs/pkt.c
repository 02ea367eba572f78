#include "config.h"

#include "reader.h"

#include "mail/pkt.c"

/*@ requires there(octets);
    assigns \nothing;
    ensures \result ==> octets.n >= HEADER + 2; */
bool mail_is_packet(struct furl_range octets);

/*@ requires there(field);
    assigns \nothing; */
bool mail_is_fts_date(struct furl_range field);

/*@ requires there(octets);
    assigns \nothing;
    ensures \result ==> octets.n >= START; */
static bool is_message(struct furl_range octets);

/*@ requires \valid(source);
    assigns *source;
    ensures \result >= at; */
static uint64_t find_message(struct mail_source *source, uint64_t at);

/*@ requires there(octets);
    assigns \nothing;
    ensures \result <= octets.n && (octets.n >= 2 ==> \result >= 2); */
static size_t index_of_message(struct furl_range octets);

/* Where a message is cut, what is left of it is no more, and reading goes on after its start. */
/*@ requires \valid(source) && at <= FAR && \valid(parts) && \separated(source, parts);
    requires parts->end <= SIZE_MAX / 2;
    assigns *source, *parts;
    ensures parts->end <= \old(parts->end) && \result >= at; */
static uint64_t end_message(struct mail_source *source, uint64_t at, struct parts *parts);
