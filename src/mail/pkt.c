/*
 * Packets (FTS-0001, "Packet Header", "Packed Message"; FSC-0039, FSC-0045 and FSC-0048 use what is
 * unused in the header in their own ways, none of which matters here). Messages follow each other:
 * fixed numbers, strings that a NUL ends, and the text, which is one, too. 00 00 ends a packet. Of
 * several in a row, as unpacking a bundle to a pipe gives them, all are read.
 */
#include "config.h"

#include "fields.h"
#include "reader.h"

/* The header, and offsets in it. */
enum { HEADER = 58, TYPE = 18 };

/* A message: what comes before its strings. */
enum { NUMBERS = 14, DATE_SIZE = 20 };

/* The octets that date, names and subject may have: 164 by the standard; some have more. */
#define STRINGS_MAX ((size_t)4096)

enum { DATE, TO, FROM, SUBJECT, STRINGS };

static bool is_header(struct furl_range octets)
{
    return octets.n >= HEADER + 2 && mail_u16(octets.at + TYPE) == 2 &&
           (mail_u16(octets.at + HEADER) == 2 || mail_u16(octets.at + HEADER) == 0);
}

static bool is_plausible(struct furl_range front, uint64_t size)
{
    (void)size;
    return is_header(front);
}

/* Whether a date of less than its 20 octets is filled up with NULs, instead of ended by one. */
static bool is_filled(struct furl_range date, size_t n)
{
    for (size_t i = n; i < DATE_SIZE; i++) {
        if (i >= date.n || date.at[i] != '\0') {
            return false;
        }
    }
    return true;
}

/* The index after the string that ends at the index `end`. */
static size_t after(struct mail_source *source, uint64_t at, size_t end, int string)
{
    if (string == DATE && end < NUMBERS + DATE_SIZE) {
        struct furl_range message = mail_source_at(source, at, NUMBERS + DATE_SIZE);
        struct furl_range date = mail_part(message, NUMBERS, DATE_SIZE);
        return is_filled(date, end - NUMBERS) ? NUMBERS + DATE_SIZE : end + 1;
    }
    return end + 1;
}

/* Finds where the strings of the message at the offset end. Returns whether they do. */
static bool find_strings(struct mail_source *source, uint64_t at, size_t begins[STRINGS + 1])
{
    struct furl_range octets;

    begins[DATE] = NUMBERS;
    for (int i = DATE; i < STRINGS; i++) {
        if (!mail_source_until_nul(source, at, begins[i], STRINGS_MAX, &octets)) {
            return false;
        }
        begins[i + 1] = after(source, at, octets.n, i);
    }
    return true;
}

/* Reads the message at the offset. */
static enum mail_result read_message(struct mail_store *store, struct mail_draft *draft)
{
    struct mail_source *source = &store->sources[0];
    uint64_t at = store->place.pkt.at;
    size_t begins[STRINGS + 1];
    struct furl_range octets;
    struct furl_range strings[STRINGS];

    if (!find_strings(source, at, begins)) {
        return mail_over(store, "strings of the message's header do not end", at);
    }
    bool ends = mail_source_until_nul(source, at, begins[STRINGS],
                                      begins[STRINGS] + store->settings.most, &octets);
    if (!ends && octets.n >= begins[STRINGS] + store->settings.most) {
        uint64_t end = mail_source_find(source, at + octets.n, MAIL_SIZE_UNKNOWN, "", 1);
        store->over = end == MAIL_SIZE_UNKNOWN;
        store->place.pkt.at = end + 1;
        return mail_passed_over(store, "message is too long", at);
    }
    for (int i = DATE; i < STRINGS; i++) {
        strings[i] = mail_part(octets, begins[i], begins[i + 1] - begins[i]);
    }
    store->place.pkt.at = at + octets.n + 1;
    store->over = !ends;
    draft->message.number = ++store->number;
    draft->message.to = strings[TO];
    draft->message.from = strings[FROM];
    draft->message.subject = strings[SUBJECT];
    draft->written = strings[DATE];
    draft->area_line = true;
    draft->body = mail_part(octets, begins[STRINGS], octets.n);
    if (!ends) {
        mail_incomplete(store, "message does not end", at);
    }
    return MAIL_MESSAGE;
}

/* Ends the packet at its 00 00, and begins another one, if there is one after it. What fills a file
 * up, NUL and ^Z, may come between. */
static enum mail_result begin_another(struct mail_store *store)
{
    struct mail_source *source = &store->sources[0];
    uint64_t at = store->place.pkt.at + 2;
    struct furl_range octet = mail_source_at(source, at, 1);

    while (octet.n > 0 && (octet.at[0] == '\0' || octet.at[0] == 0x1A) &&
           !is_header(mail_source_at(source, at, HEADER + 2))) {
        octet = mail_source_at(source, ++at, 1);
    }
    if (octet.n == 0) {
        return MAIL_END;
    }
    store->place.pkt.at = at + HEADER;
    return is_header(mail_source_at(source, at, HEADER + 2))
               ? MAIL_MESSAGE
               : mail_over(store, "no packet comes after the end of this one", at);
}

static bool begin(struct mail_store *store)
{
    store->place.pkt.at = HEADER;
    return is_header(mail_source_at(&store->sources[0], 0, HEADER + 2));
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    enum mail_result another = MAIL_MESSAGE;

    do {
        uint64_t at = store->place.pkt.at;
        struct furl_range type = mail_source_at(&store->sources[0], at, 2);
        unsigned number = type.n == 2 ? mail_u16(type.at) : 1;
        if (number == 2) {
            return read_message(store, draft);
        }
        if (number != 0) {
            return mail_over(store, "no message is where the next one is to be", at);
        }
        another = begin_another(store);
    } while (another == MAIL_MESSAGE);
    return another;
}

const struct mail_format mail_pkt = {"pkt",        "not a packet", false, false,
                                     is_plausible, begin,          next};
