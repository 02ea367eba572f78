/* A text that is no store: one message without a head. */
#include "config.h"

#include "reader.h"

static enum mail_result next(struct mail_store *store, struct mail_draft *draft)
{
    size_t most = store->settings.most;

    store->over = true;
    struct furl_range octets = mail_source_all(&store->sources[0], most);
    if (octets.n > most) {
        return mail_passed_over(store, "message is too long", 0);
    }
    draft->message.number = ++store->number;
    draft->plain = true;
    draft->body = octets;
    return MAIL_MESSAGE;
}

const struct mail_format mail_text = {"text", NULL, false, false, NULL, NULL, NULL, next};
