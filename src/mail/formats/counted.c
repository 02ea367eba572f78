/* Mails after lines that count their octets: batches of news (rnews), mails of Apple Mail (emlx),
 * and mailboxes of UW-IMAP and Alpine (mbx). A count is right if the end of the file, the next such
 * line, or a property list of emlx follows the counted octets. Authors can write such lines, too.
 * After a wrong count, nothing therefore shows where the next mail begins, and reading ends. The
 * mail then ends before the first such line in it, because the octets after that can be another
 * author's. */
#include "config.h"

#include <assert.h>

#include "mail/reader.h"

MAIL_HAS_POSITION(uint64_t); /* the offset of the next line */

/* The most octets that are read of a line, and the octets before the first line in mbx. */
enum { COUNTED_LINE = 128, MBX_HEADER = 2048 };

/* A line with a count: its octets, or 0 if the line has no count, and the octets of the mail after
 * it. */
struct byte_count {
    size_t line;
    uint64_t n;
    bool is_expunged;
};

/* Reads the line at the front: "#! rnews N", "N", or a line of c-client. The last is a date of 26
 * octets, ",N", a semicolon, and flags before "-". The flags are 12 hexadecimal digits, first of
 * users and then of the system. */
static struct byte_count read_count(const struct mail_format *format, struct furl_range octets)
{
    enum { YEAR = 7, TIME_END = 20, DATE = 26, FLAGS = 12, SYSTEM = 8 };
    const char *const first = format == &mail_rnews ? "#! rnews " : "";
    const unsigned char end = format == &mail_rnews ? ' ' : ';';
    const size_t before = format == &mail_mbx ? DATE + 1 : strlen(first);
    struct furl_range line = mail_line(mail_part(octets, 0, COUNTED_LINE));
    struct furl_range number = mail_part(line, before, line.n), flags = number;
    bool is = line.n > 0 && line.ptr[line.n - 1] == '\n' && furl_starts(line, first);
    struct byte_count count = {.line = 0};

    number = mail_trimmed(mail_before(mail_trimmed(number), end));
    if (is && format == &mail_mbx) {
        furl_skip(&flags, mail_before(flags, ';').n);
        flags = mail_before(mail_part(flags, 1, flags.n), '-');
        is = flags.n == FLAGS && line.ptr[DATE] == ',' &&
             mail_has_form(mail_part(line, YEAR, TIME_END - YEAR), "0000 00:00:00");
        count.is_expunged = is && strchr("01234567", flags.ptr[SYSTEM]) == NULL;
    }
    count.line = is && mail_is_number(number) ? line.n : 0;
    count.n = mail_number(number, UINT64_MAX / 16);
    return count;
}

/* Returns whether a mail can end before the octets. */
static bool may_end(const struct mail_format *format, struct furl_range octets)
{
    return (octets.n < COUNTED_LINE && mail_trimmed(octets).n == 0) ||
           (format == &mail_emlx ? furl_starts(octets, "<?xml")
                                 : read_count(format, octets).line > 0);
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    const struct mail_format *format = store->format;
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint64_t *next = position_of(store), offset;
    struct byte_count count;

    *next = *next == 0 && format == &mail_mbx ? MBX_HEADER : *next;
    do {
        offset = *next;
        struct furl_range octets = mail_source_at(source, offset, COUNTED_LINE);
        count = read_count(format, octets);
        if (count.line == 0) {
            return may_end(format, octets)
                       ? MAIL_END
                       : mail_report_and_end(
                             store, "no byte count where the next message should be", offset);
        }
        assert(offset + count.line <= UINT64_MAX - count.n); /* a file has less than 2^63 octets */
        *next = offset + count.line + count.n;
    } while (count.is_expunged);

    const uint64_t most = mail_lesser(store->settings.most + 1, source->file.size);
    const size_t wanted = (size_t)mail_lesser(count.n, most);
    struct furl_range rest = mail_source_at(source, offset, count.line + wanted + COUNTED_LINE);
    rest = mail_part(rest, count.line, rest.n);
    struct furl_range mail = mail_part(rest, 0, wanted);
    store->over = format == &mail_emlx;
    if (mail.n > store->settings.most) {
        return mail_report_skipped(store, mail_text_too_long, offset);
    }
    bool is_right = mail.n == count.n && may_end(format, mail_part(rest, mail.n, rest.n));
    while (!is_right && !may_end(format, rest)) {
        mail_take_line(&rest);
    }
    assert(mail.n <= count.n && rest.ptr >= mail.ptr);
    mail.n = is_right ? mail.n : (size_t)mail_lesser(mail.n, (uint64_t)(rest.ptr - mail.ptr));
    if (!mail_read_letter(store, mail, message)) {
        store->trouble = MAIL_NO_MEMORY;
    }
    if (format == &mail_mbx) {
        mail_set_first(&message->head.of[MAIL_AREA], store->name);
    }
    store->number++;
    if (!is_right) {
        store->over = true;
        mail_report_incomplete(store, "wrong byte count; the rest is not read", offset);
    }
    return MAIL_MESSAGE;
}

/* Returns whether the first line has a count and a header of mail follows. */
static bool is_counted(const struct mail_format *format, struct furl_range front)
{
    const size_t n = read_count(format, front).line;

    return n > 0 && mail_is_header(mail_part(front, n, front.n), front.n < MAIL_FRONT, false);
}

static bool is_rnews(struct furl_range front)
{
    return is_counted(&mail_rnews, front);
}

/* Returns whether the file is an emlx file. Apple Mail pads the number to ten octets, which no text
 * does. */
static bool is_emlx(struct furl_range front)
{
    return mail_before(front, '\n').n == 10 && front.ptr[9] == ' ' && is_counted(&mail_emlx, front);
}

static bool is_named_emlx(struct mail_source *source)
{
    return read_count(&mail_emlx, mail_source_at(source, 0, COUNTED_LINE)).line > 0 &&
           mail_rfc.is_named(source);
}

static bool is_mbx(struct furl_range front)
{
    enum { FIRST_LINES = 25 };

    return furl_starts(front, "*mbx*\r\n") &&
           furl_starts(mail_part(front, FIRST_LINES - 2, 2), "\r\n") &&
           may_end(&mail_mbx, mail_part(front, MBX_HEADER, COUNTED_LINE));
}

const struct mail_format mail_rnews = {
    .name = "rnews", .internet = true, .is_certain = is_rnews, .next = next};
const struct mail_format mail_emlx = {.name = "emlx",
                                      .names = {{".emlx", MAIL_FIRST}},
                                      .internet = true,
                                      .is_named = is_named_emlx,
                                      .is_certain = is_emlx,
                                      .next = next};
const struct mail_format mail_mbx = {
    .name = "mbx", .internet = true, .is_certain = is_mbx, .next = next};
