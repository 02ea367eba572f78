/* One message in a file, *.MSG (FTS-0001, "Stored Message"): a header of fields, and the text,
 * which a NUL or the end of the file ends. Opus writes DOS time stamps where other programs write
 * zones and points. */
#include "config.h"

#include "mail/reader.h"

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
    ATTRIBUTE = 186,
    PRIVATE = 1,
};

/* The least number of octets in From and To together. */
#define NAMES_MIN ((size_t)4)

/* Returns whether the field contains a string of characters and a NUL after it. */
static bool is_name(struct furl_range field)
{
    struct furl_range string = mail_before(field, '\0');
    size_t i = 0;

    while (i < string.n && string.ptr[i] >= ' ' && string.ptr[i] != 0x7F) {
        i++;
    }
    return i == string.n && string.n > 0 && string.n < field.n;
}

/* Returns whether a header, which can be truncated, has a date or names. Malformed subjects and
 * dates are no sign against a header, because programs write them. */
static bool is_msg_header(struct furl_range front)
{
    struct furl_range from = mail_part(front, FROM, NAME_SIZE);
    struct furl_range to = mail_part(front, TO, NAME_SIZE);
    bool has_names = is_name(from) && is_name(to) &&
                     mail_before(from, '\0').n + mail_before(to, '\0').n >= NAMES_MIN;

    return has_names || mail_is_fts_date(mail_part(front, DATE, DATE_SIZE));
}

/* Returns whether the file is a message. OLE files are named *.msg, too. */
static bool is_named(struct mail_source *source)
{
    static const char ole[] = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
    struct furl_range front = mail_source_at(source, 0, HEADER);

    return is_msg_header(front) && !furl_starts(front, ole);
}

static bool is_certain(struct furl_range front)
{
    return front.n >= HEADER && mail_is_fts_date(mail_part(front, DATE, DATE_SIZE)) &&
           !mail_is_packet(front) && mail_string(front.ptr + FROM, NAME_SIZE).n < NAME_SIZE &&
           mail_string(front.ptr + TO, NAME_SIZE).n < NAME_SIZE &&
           mail_string(front.ptr + SUBJECT, SUBJECT_SIZE).n < SUBJECT_SIZE;
}

/* Returns the number that is the file's name, or 1. */
static uint64_t number_of(struct furl_range name)
{
    enum { DIGITS = 18 }; /* so that numbers are below UINT64_MAX / 16 */
    uint64_t number =
        mail_is_number(name) && name.n <= DIGITS ? mail_number(name, UINT64_MAX / 16) : 0;

    return number > 0 ? number : 1;
}

/* Returns the name of the last directory in a path. The name is empty if there is none, or if it
 * would be "." or "..". */
static struct furl_range directory_of(const char *path)
{
    const char *end = path != NULL ? strrchr(path, '/') : NULL;
    const char *from = end;

    while (from != NULL && from > path && from[-1] != '/') {
        from--;
    }
    struct furl_range name = {(const unsigned char *)from, (size_t)(end - from)};
    bool is_name = name.n > 0 && !(furl_starts(name, ".") && (name.n == 1 || name.ptr[1] == '.'));
    return is_name ? name : (struct furl_range){NULL, 0};
}

/* Looks for another message after the NUL of a message on standard input, and sets the damage if
 * there is one. The octets can move. */
static void look_after(struct mail_store *store, struct furl_range *octets)
{
    const size_t end = octets->n + 1;
    struct furl_range more = mail_source_at(&store->sources[0], 0, end + HEADER);

    octets->ptr = more.n > 0 ? more.ptr : octets->ptr;
    if (is_certain(mail_part(more, end, HEADER))) {
        mail_report_damage(store, mail_several, end);
    }
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    size_t most = HEADER + store->settings.most;
    struct furl_range octets;

    store->over = true;
    store->number = number_of(store->name) - 1;
    store->name = directory_of(store->place.path);
    mail_source_until_nul(&store->sources[0], 0, HEADER, most + 1, &octets);
    if (octets.n < HEADER) {
        return mail_report_skipped(store, "message has no header", 0);
    }
    if (octets.n > most) {
        return mail_report_skipped(store, mail_text_too_long, 0);
    }
    if (store->place.path == NULL) {
        look_after(store, &octets);
    }
    store->number++;
    message->head.of[MAIL_FROM] = mail_part(octets, FROM, NAME_SIZE);
    message->head.of[MAIL_TO] = mail_part(octets, TO, NAME_SIZE);
    message->head.of[MAIL_SUBJECT] = mail_part(octets, SUBJECT, SUBJECT_SIZE);
    message->head.of[MAIL_AREA] = store->name;
    message->written = mail_part(octets, DATE, DATE_SIZE);
    message->date = mail_date_dos(mail_u32(octets.ptr + OPUS_WRITTEN));
    message->signs |= (octets.ptr[ATTRIBUTE] & PRIVATE) != 0 ? MAIL_PRIVATE : 0;
    message->area_line = true;
    message->body = mail_part(octets, HEADER, octets.n);
    return MAIL_MESSAGE;
}

const struct mail_format mail_msg = {
    .name = "msg",
    .names = {{".msg", MAIL_FIRST}},
    .listed = MAIL_LISTED_DIRECTORY,
    .is_named = is_named,
    .is_certain = is_certain,
    .next = next,
};
