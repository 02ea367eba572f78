/* One message in a file, *.MSG (FTS-0001, "Stored Message"): a header of fields, and the text,
 * which a NUL ends, or the file. Opus has stamps of DOS where others have zones and points. */
#include "config.h"

#include "fields.h"
#include "reader.h"

/* The header, and offsets in it. */
enum {
    HEADER = 190,
    FROM = 0,
    TO = 36,
    NAME_SIZE = 36,
    SUBJECT = 72,
    SUBJECT_SIZE = 72,
    DATE = 144,
    DATE_SIZE = 20,
    OPUS_WRITTEN = 176,
};

static struct mail_date date_of(const unsigned char *header)
{
    struct mail_date date = mail_date_fts(mail_string(header + DATE, DATE_SIZE));

    return date.month != 0 ? date : mail_date_dos(mail_u32(header + OPUS_WRITTEN));
}

/* Whether the string in a field may be one: it has no controls. Some fill their field, without the
 * NUL. */
static bool is_string(const unsigned char *at, size_t n)
{
    struct furl_range string = mail_string(at, n);
    size_t i = 0;

    while (i < string.n && string.at[i] >= ' ') {
        i++;
    }
    return i == string.n;
}

static bool is_plausible(struct furl_range front, uint64_t size)
{
    (void)size;
    return front.n >= HEADER && is_string(front.at + FROM, NAME_SIZE) &&
           is_string(front.at + TO, NAME_SIZE) && is_string(front.at + SUBJECT, SUBJECT_SIZE) &&
           date_of(front.at).month != 0;
}

/* The number that is the name of the file; 1 where that is none. */
static uint64_t number_of(struct furl_range name)
{
    uint64_t number = 0;

    for (size_t i = 0; i < name.n; i++) {
        if (!furl_is(name.at[i], FURL_DIGIT) || i > 17) {
            return 1;
        }
        number = number * 10 + (name.at[i] - (unsigned)'0');
    }
    return number > 0 ? number : 1;
}

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    size_t most = HEADER + store->settings.most;
    struct furl_range octets;

    store->over = true;
    store->number = number_of(store->name) - 1;
    mail_source_until_nul(&store->sources[0], 0, HEADER, most, &octets);
    if (octets.n < HEADER) {
        return mail_passed_over(store, "message has no header", 0);
    }
    if (octets.n >= most) {
        return mail_passed_over(store, "message is too long", 0);
    }
    draft->message.number = ++store->number;
    draft->message.from = mail_part(octets, FROM, NAME_SIZE);
    draft->message.to = mail_part(octets, TO, NAME_SIZE);
    draft->message.subject = mail_part(octets, SUBJECT, SUBJECT_SIZE);
    draft->date = date_of(octets.at);
    draft->area_line = true;
    draft->body = mail_part(octets, HEADER, octets.n);
    return MAIL_MESSAGE;
}

const struct mail_format mail_msg = {"msg", NULL, false, false, is_plausible, NULL, next};
