/* A text: one message without a head. */
#include "config.h"

#include "charset.h"
#include "reader.h"

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    size_t most = store->settings.most;

    store->over = true;
    struct furl_range octets = mail_source_all(&store->sources[MAIL_FIRST], most);
    if (octets.n > most) {
        return mail_passed_over(store, mail_long, 0);
    }
    const struct mail_charset *charset = mail_utf16_marked(octets);
    charset = charset != NULL ? charset : store->settings.fallback;
    store->number++;
    message->plain = true;
    message->body = octets;
    if (mail_is_utf16(charset)) {
        struct mail_converter converter = {.out = store->joined};
        message->body = mail_to_utf8(&converter, charset, octets);
        message->charset = &mail_utf8;
        store->joined = converter.out;
        store->trouble = message->body.at == NULL ? MAIL_NO_MEMORY : store->trouble;
    }
    return MAIL_MESSAGE;
}

const struct mail_format mail_text = {.name = "text", .next = next};
