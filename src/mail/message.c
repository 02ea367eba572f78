#include "config.h"

#include <assert.h>

#include "charset.h"
#include "furl/core/utf8.h"
#include "mail.h"
#include "reader.h"

/* Ends the body at a NUL. If the body can contain AREA, removes the lines at its front that are not
 * text. */
static void trim_body(struct mail_message *message)
{
    if (!message->plain) {
        message->body = mail_before(message->body, '\0');
    }
    if (message->area_line) {
        message->body = mail_read_front(message);
        message->area_line = false;
    }
}

/* Returns the part of `wanted` that is in the body. */
static struct furl_range wanted_of(struct furl_range body, struct furl_range wanted)
{
    const unsigned char *from = wanted.ptr > body.ptr ? wanted.ptr : body.ptr;
    const unsigned char *to = wanted.ptr + wanted.n, *end = body.ptr + body.n;

    to = to < end ? to : end;
    return (struct furl_range){from, from < to ? (size_t)(to - from) : 0};
}

/* Returns whether the octets end in a sequence of UTF-8. */
static bool ends_sequence(struct furl_range octets)
{
    uint32_t code;
    bool ends = false;

    for (size_t n = 2; n <= FURL_UTF8_MAX && n <= octets.n; n++) {
        ends = ends || furl_utf8(octets.ptr + octets.n - n, n, &code) == n;
    }
    return ends;
}

/* Returns whether a line ends in a soft return, and `after` begins with the LF of the soft return.
 * In UTF-8, the soft return must not be part of a character. UTF-8 is assumed until the charset is
 * known. */
static bool is_soft(const struct mail_message *message, struct furl_range line,
                    struct furl_range after)
{
    bool may_be_utf8 = message->charset == NULL || message->charset == &mail_utf8;

    return line.n > 0 && line.ptr[line.n - 1] == MAIL_SOFT_RETURN && furl_starts(after, "\n") &&
           !(may_be_utf8 && ends_sequence(line));
}

bool mail_has_soft_returns(struct mail_message *message)
{
    struct furl_range rest = message->body;
    bool has = false;

    if (message->plain || message->hard || mail_before(rest, '\r').n == rest.n) {
        return false;
    }
    for (size_t n; !has && (n = mail_before(rest, '\n').n) < rest.n; furl_skip(&rest, n + 1)) {
        has = n > 0 && rest.ptr[n - 1] == MAIL_SOFT_RETURN;
    }
    message->hard = !has;
    return has;
}

/* Writes the text of lines to `out`, which has room for their octets and one more. Returns the end
 * of the text. */
static unsigned char *put_lines(const struct mail_message *message, struct furl_range octets,
                                unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        struct furl_range line = {octets.ptr, furl_line_length(octets)};
        furl_skip(&octets, line.n);
        if (message->plain || !mail_is_apart(line)) {
            bool soft = message->soft && is_soft(message, line, octets);
            memcpy(to, line.ptr, line.n);
            to += line.n;
            *to = octets.n > 0 && octets.ptr[0] == '\0' ? '\0' : '\n'; /* a NUL ends no line */
            to = soft ? to - 1 : to + 1;
        }
        mail_skip_line_end(&octets);
    }
    if (to > out && to[-1] != '\n') {
        *to++ = '\n';
    }
    return to;
}

/* Returns whether put_lines would change no line. */
static bool has_lines(const struct mail_message *message)
{
    struct furl_range body = message->body;

    return message->plain && body.n > 0 && body.ptr[body.n - 1] == '\n' &&
           mail_before(body, '\r').n == body.n && mail_before(body, '\0').n == body.n;
}

/* Sets message->text to all lines, or to the wanted lines. If lines change, writes them to `out`,
 * which has room for the body and one octet more. */
static void put_wanted_lines(struct mail_message *message, unsigned char *out)
{
    bool all = message->wanted_n == 0 || message->soft;
    unsigned char *to = out;

    if (all && has_lines(message)) {
        message->text = message->body;
        return;
    }
    if (all) {
        to = put_lines(message, message->body, to);
    }
    for (size_t i = 0; i < message->wanted_n && !all && message->body.n > 0; i++) {
        to = put_lines(message, wanted_of(message->body, message->wanted[i]), to);
    }
    message->text = (struct furl_range){out, (size_t)(to - out)};
    assert(message->text.n <= message->body.n + 1); /* wanted lines do not overlap */
}

/* Returns whether the charset lacks octets of the fields that people write. */
static bool lacks_head(const struct mail_charset *charset, const struct mail_head *head)
{
    bool lacks = false;

    for (size_t i = 0; i < MAIL_WRITTEN; i++) {
        lacks = lacks || mail_charset_lacks(charset, head->of[i]);
    }
    return lacks;
}

/* Skips the lines at the front that are ASCII. Returns whether other lines follow. */
static bool skip_ascii(struct furl_range *lines)
{
    size_t n = furl_ascii_front(lines->ptr, lines->n);
    bool goes_on = n < lines->n;

    while (n > 0 && !furl_ends_line(lines->ptr[n - 1])) {
        n--;
    }
    furl_skip(lines, n);
    return goes_on;
}

/* Removes a line of the text at the front, and control lines before it. Sets `line` to the line
 * with its end, but without a soft return. Returns whether there is a line. */
static bool next_line(const struct mail_message *message, struct furl_range *rest,
                      struct furl_range *line)
{
    bool is_text = false;

    while (rest->n > 0 && !is_text) {
        *line = (struct furl_range){rest->ptr, furl_line_length(*rest)};
        is_text = message->plain || !mail_is_apart(*line);
        furl_skip(rest, line->n);
        bool soft = message->soft && is_soft(message, *line, *rest);
        mail_skip_line_end(rest);
        line->n = soft ? line->n - 1 : (size_t)(rest->ptr - line->ptr);
    }
    return is_text;
}

/* Returns whether a text and a head that declare no charset are UTF-8. Fields of a head can cut
 * characters, so only the text decides, unless the text is ASCII. */
static bool is_utf8(const struct mail_message *message)
{
    struct furl_range rest = message->body, line;
    bool is_ascii = true, is = true;

    skip_ascii(&rest);
    while (is && next_line(message, &rest, &line)) {
        is_ascii = is_ascii && furl_ascii_front(line.ptr, line.n) == line.n;
        is = furl_is_utf8(line.ptr, line.n);
    }
    return is_ascii ? !lacks_head(&mail_utf8, &message->head) : is;
}

/* Guesses the charset from the words of a body and of the head. */
static const struct mail_charset *guess(const struct mail_message *message, struct furl_range body)
{
    struct mail_charset_guess guess;
    struct furl_range line;

    mail_charset_guess_begin(&guess, MAIL_FIDONET);
    guess.complete = true;
    while (next_line(message, &body, &line)) {
        mail_charset_guess_feed(&guess, line);
    }
    mail_charset_guess_feed(&guess, furl_range_of("\n"));
    return mail_charset_guess_texts(&guess, message->head.of, MAIL_WRITTEN);
}

const struct mail_charset *mail_charset_for(struct mail_message *message, bool of_head,
                                            struct furl_range octets)
{
    if (of_head && message->head_charset != NULL) {
        return message->head_charset;
    }
    if (message->words_decide && furl_ascii_front(octets.ptr, octets.n) < octets.n) {
        message->charset = guess(message, message->body);
        message->words_decide = false;
    }
    return message->charset;
}

/* Returns the charset of a head after the charset of the text is known. NULL means the charset of
 * the text. */
static const struct mail_charset *charset_of_head(const struct mail_message *message,
                                                  const struct mail_charset *fallback)
{
    const struct mail_charset *charset =
        message->head_charset != NULL ? message->head_charset : message->charset;

    if (!lacks_head(charset, &message->head)) {
        return message->head_charset;
    }
    if (fallback != NULL && fallback != message->charset) {
        return fallback;
    }
    return lacks_head(&mail_utf8, &message->head) ? guess(message, (struct furl_range){NULL, 0})
                                                  : &mail_utf8;
}

/* Returns the charset that the message declares, as far as the octets of its text permit. */
static const struct mail_charset *check_declared(const struct mail_message *message)
{
    struct mail_charset_evidence evidence = {.charset = message->charset};
    struct furl_range rest = message->body, line;
    bool goes_on = evidence.charset != NULL && skip_ascii(&rest);

    evidence.skips_soft = goes_on && !message->plain && !mail_charset_has_soft(evidence.charset);
    while (goes_on && next_line(message, &rest, &line)) {
        goes_on = mail_charset_evidence_add(&evidence, line);
    }
    return evidence.charset != NULL ? mail_charset_evidence_choose(&evidence) : NULL;
}

/* Writes the text to `out`, and sets its charset. */
static void write_text(struct mail_message *message, unsigned char *out)
{
    if (message->charset == NULL) {
        message->words_decide = !is_utf8(message);
        message->charset = message->words_decide ? &mail_cp437 : &mail_utf8;
        message->guessed = message->guessed || message->words_decide;
    }
    put_wanted_lines(message, out);
    if (!message->plain && !mail_charset_has_soft(message->charset)) {
        message->text.n = mail_drop_soft(message->charset, out, message->text.n);
    }
}

bool mail_read(struct mail_store *store)
{
    struct mail_message *message = &store->message;
    const struct mail_charset *fallback = store->settings.fallback;

    if (!mail_reserve(store, &store->text, message->body.n + 1)) {
        return false;
    }
    trim_body(message);
    mail_find_charset(message);
    message->soft = mail_has_soft_returns(message);
    const struct mail_charset *declared = message->charset;
    if (!mail_format_of(store)->internet) { /* internet formats are UTF-8 already */
        message->charset = check_declared(message);
    }
    bool is_doubted = declared == &mail_utf8 && message->charset != declared;
    message->head_charset = message->head_charset == declared ? NULL : message->head_charset;
    fallback = mail_is_utf16(fallback) ? NULL : fallback;
    message->charset = message->charset != NULL ? message->charset : fallback;
    for (size_t i = 0; i < MAIL_WRITTEN; i++) {
        message->head.of[i] = mail_before(message->head.of[i], '\0');
    }
    if (is_doubted && message->head_charset == NULL && !lacks_head(&mail_utf8, &message->head)) {
        message->head_charset = &mail_utf8; /* only the text contradicts UTF-8 */
    }
    write_text(message, store->text.ptr);
    return true;
}

/* Returns whether the body has an origin line. */
static bool has_origin(const struct mail_message *message)
{
    struct furl_range rest = message->plain ? (struct furl_range){NULL, 0} : message->body;

    while (rest.n > 0 && !furl_line_is(rest, FURL_LINE_ORIGIN)) {
        mail_next_line(&rest);
    }
    return rest.n > 0;
}

bool mail_is_netmail(const struct mail_message *message)
{
    const unsigned public = MAIL_HAS_PATH | MAIL_ECHOMAIL | MAIL_LISTED_ECHOMAIL;
    const unsigned signs = message->signs;

    return (signs & ~public) > (signs & public) &&
           (signs >= MAIL_PRIVATE || ((signs > MAIL_NETMAIL_TYPE_UNSURE || !has_origin(message)) &&
                                      !mail_ends_in_path(message)));
}

/* Returns the date from the text (FTS-0001), or the store's date if the text is invalid. */
static struct mail_date date_of(const struct mail_message *message)
{
    struct mail_date date = mail_date_fts(mail_before(message->written, '\0'));

    return date.month != 0 ? date : message->date;
}

/* Sets the date, and writes it for the head. If the zone is known, also writes the date in UTC. */
static void set_dates(struct mail_message *message)
{
    char *local = message->dates[0], *utc = message->dates[1];

    message->date = date_of(message);
    mail_date_write(&message->date, message->zone, local);
    struct mail_date date = mail_date_utc(&message->date, message->zone);
    mail_date_write(&date, (struct furl_range){NULL, 0}, utc);
    strcat(utc, utc[0] != '\0' ? "Z" : "");
    message->head.of[MAIL_DATE] = furl_range_of(local);
    message->head.of[MAIL_UTC] = furl_range_of(utc);
    struct furl_range time = furl_range_of(utc[0] != '\0' ? utc : local);
    message->head.of[MAIL_TIME] = mail_part(time, 0, sizeof "1994-02-05T21:47:34" - 1);
}

void mail_read_head(struct mail_store *store, bool brief)
{
    struct mail_message *message = &store->message;
    const struct mail_charset *fallback = store->settings.fallback;

    message->head_charset = charset_of_head(message, mail_is_utf16(fallback) ? NULL : fallback);
    mail_kludges_read(message);
    if (mail_is_netmail(message)) {
        message->head.of[MAIL_AREA] = (struct furl_range){NULL, 0};
    }
    if (message->head.of[MAIL_NAME].ptr == NULL) {
        message->head.of[MAIL_NAME] = message->head.of[MAIL_FROM];
    }
    if (!brief || message->head.of[MAIL_ID].n == 0) {
        set_dates(message);
        mail_address_of(message, message->address);
        message->head.of[MAIL_ADDRESS] = furl_range_of(message->address);
    }
}

bool mail_next_area(const struct mail_head *head, struct furl_range *rest, struct furl_range *area)
{
    *area = head->in_groups ? mail_before(*rest, ',') : *rest;
    bool is_there = rest->n > 0;
    furl_skip(rest, area->n < rest->n ? area->n + 1 : area->n);
    *area = head->in_groups ? mail_trimmed(*area) : *area;
    return is_there;
}

struct mail_date mail_date_to_compare(const struct mail_message *message)
{
    struct mail_date moment = mail_date_true(message->true_time);

    return moment.month != 0 ? moment : message->date;
}
