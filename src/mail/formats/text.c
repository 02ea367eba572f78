/* A plain text, or a page of HTML, as one message without a head. */
#include "config.h"

#include <assert.h>

#include "mail/charset.h"
#include "mail/reader.h"

/* Returns the name of the charset that HTML declares: after "charset" in a tag `meta`, or after
 * "encoding" in a tag that begins XML. The name is empty if there is none. It is also empty for
 * UTF-16, in which the tag would have other octets. */
static struct furl_range declared_in(struct furl_range rest)
{
    const char *word = NULL; /* the word before the name in the current tag */
    struct furl_range name = {NULL, 0};

    for (; rest.n > 5 && name.ptr == NULL; furl_skip(&rest, 1)) {
        if (rest.ptr[0] == '<' || rest.ptr[0] == '>') {
            word = furl_spells(rest.ptr, 5, "<meta") ? "charset" : NULL;
            word = furl_spells(rest.ptr, 5, "<?xml") ? "encoding" : word;
        } else if (word != NULL && rest.n > strlen(word) &&
                   furl_spells(rest.ptr, strlen(word), word)) {
            name = mail_part(rest, strlen(word), rest.n);
        }
    }
    while (name.n > 0 && furl_is_one_of(name.ptr[0], "= \t\r\n\"'")) {
        furl_skip(&name, 1);
    }
    for (rest = name, name.n = 0; name.n < rest.n && (furl_octet_in(name.ptr[name.n], FURL_ALNUM) ||
                                                      furl_is_one_of(name.ptr[name.n], "-_.:"));) {
        name.n++;
    }
    return mail_is_utf16(mail_charset_named(name)) ? mail_part(name, 0, 0) : name;
}

/* Reads a page of HTML like a part of a mail. */
static void read_page(struct mail_store *store, struct furl_range octets,
                      struct mail_message *message)
{
    static const char head[] = "Content-Type: text/html; charset=";
    struct furl_range charset = mail_utf16_marked(octets) != NULL
                                    ? furl_range_of("utf-16")
                                    : declared_in(mail_part(octets, 0, MAIL_FRONT));

    if (mail_reserve(store, &store->text, sizeof head + charset.n + 2 + octets.n)) {
        unsigned char *to = mail_put(store->text.ptr, furl_range_of(head));
        to = mail_put(mail_put(mail_put(to, charset), furl_range_of("\n\n")), octets);
        octets = (struct furl_range){store->text.ptr, (size_t)(to - store->text.ptr)};
        assert(octets.n <= store->text.room);
        bool has_memory = mail_read_letter(store, octets, message);
        store->trouble = has_memory ? store->trouble : MAIL_NO_MEMORY;
    }
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    size_t most = store->settings.most;

    store->over = true;
    struct furl_range octets = mail_source_all(&store->sources[MAIL_FIRST], most);
    if (octets.n > most) {
        return mail_report_skipped(store, mail_text_too_long, 0);
    }
    store->number++;
    if (store->format == &mail_page) {
        read_page(store, octets, message);
        return MAIL_MESSAGE;
    }
    const struct mail_charset *charset = mail_utf16_marked(octets);
    charset = charset != NULL ? charset : store->settings.fallback;
    message->plain = true;
    message->body = octets;
    if (mail_is_utf16(charset)) {
        struct mail_converter converter = {.out = store->joined};
        message->body = mail_to_utf8(&converter, charset, octets);
        message->charset = &mail_utf8;
        store->joined = converter.out;
        store->trouble = message->body.ptr == NULL ? MAIL_NO_MEMORY : store->trouble;
    }
    return MAIL_MESSAGE;
}

/* Returns whether the file contains markup, and is neither a mail nor packed. */
static bool is_page(struct mail_source *source)
{
    struct furl_range front = mail_source_at(source, 0, MAIL_FRONT);

    return mail_before(front, '<').n < front.n && !mail_rfc.is_certain(front) &&
           (mail_before(front, '\0').n == front.n || mail_utf16_marked(front) != NULL);
}

const struct mail_format mail_page = {
    .name = "html",
    .names = {{".html", MAIL_FIRST}, {".htm", MAIL_FIRST}, {".xhtml", MAIL_FIRST}},
    .internet = true,
    .is_named = is_page,
    .next = next,
};
const struct mail_format mail_text = {.name = "text", .next = next};
