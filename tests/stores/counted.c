/* Mails after lines that count their octets: batches of rnews (RFC 1036), a mail of Apple Mail, and
 * mailboxes in mbx format, as c-client's mbx.c writes them. */
#include <stdio.h>
#include <stdlib.h>

#include "stores.h"

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/* Puts a field of the head. */
static void put_head(struct octets *head, const char *name, const char *value)
{
    put_text(head, name);
    put_text(head, value);
    put_text(head, "\n");
}

/* Makes a mail, with these ends of lines. */
static struct octets mail_of(const struct letter *letter, const char *ends)
{
    const struct letter_date *when = &letter->written;
    struct octets head = {0}, mail = {0};
    char date[64];

    snprintf(date, sizeof date, "%d %s %d %02d:%02d:%02d +0000\n", when->day,
             months[when->month - 1], when->year, when->hour, when->minute, when->second);
    put_head(&head, "From: ", letter->from);
    put_head(&head, "To: ", letter->to);
    put_head(&head, "Subject: ", letter->subject);
    put_head(&head, "Date: ", date);
    put_string(&head, "");
    put_lines(&mail, letter, (const char *)head.ptr, ends);
    put_lines(&mail, letter, letter->text, ends);
    free(head.ptr);
    return mail;
}

static void put_mail(struct octets *octets, const char *line, struct octets *mail)
{
    put_text(octets, line);
    put_octets(octets, mail->ptr, mail->n);
    free(mail->ptr);
}

static void begin(struct store *store)
{
    (void)store;
}

static void add_rnews(struct store *store, const struct letter *letter)
{
    struct octets mail = mail_of(letter, "\n");
    char line[64];

    snprintf(line, sizeof line, "#! rnews %zu\n", mail.n);
    put_mail(&store->files[STORE_FIRST], line, &mail);
}

static void add_emlx(struct store *store, const struct letter *letter)
{
    struct octets mail = mail_of(letter, "\n");
    char line[64];

    snprintf(line, sizeof line, "%-10zu\n", mail.n);
    put_mail(&store->files[STORE_FIRST], line, &mail);
    put_text(&store->files[STORE_FIRST],
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD "
             "PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist "
             "version=\"1.0\">\n<dict>\n\t<key>flags</key>\n\t<integer>8590195713</integer>\n"
             "</dict>\n</plist>\n");
}

static void begin_mbx(struct store *store)
{
    struct octets *octets = &store->files[STORE_FIRST];

    put_text(octets, "*mbx*\r\n5d2a3b4c0000000a\r\n");
    for (int i = 0; i < 30; i++) {
        put_text(octets, "\r\n");
    }
    put_filling(octets, '\0', 2048 - octets->n);
}

static void add_mbx(struct store *store, const struct letter *letter)
{
    struct octets mail = mail_of(letter, "\r\n");
    const struct letter_date *date = &letter->written;
    char line[128];

    snprintf(line, sizeof line, "%2d-%s-%d %02d:%02d:%02d +0000,%zu;00000000%04x-%08x\r\n",
             date->day, months[date->month - 1], date->year, date->hour, date->minute, date->second,
             mail.n, letter_is(letter, "deleted") ? 0x8003u : 1u, letter->number);
    put_mail(&store->files[STORE_FIRST], line, &mail);
}

const struct store_format store_rnews = {
    .name = "rnews", .files = {"%s.rnews"}, .begin = begin, .add = add_rnews};
const struct store_format store_emlx = {
    .name = "emlx", .files = {"%s.emlx"}, .begin = begin, .add = add_emlx};
const struct store_format store_mbx = {
    .name = "mbx", .files = {"%s.mbx"}, .begin = begin_mbx, .add = add_mbx};
