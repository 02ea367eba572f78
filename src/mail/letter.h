/* One message of Internet mail or news: its head, and its texts as one, in UTF-8. */
#ifndef MAIL_LETTER_H
#define MAIL_LETTER_H

#include "store.h"

/*
 * Reads the message into the draft: `from`, `to`, `subject`, the date, `id` without angle brackets,
 * `area`, if it is an article, and the charset of its first text. What the draft has is in
 * store->notes, and the text in store->joined, each part of it ended by LF: the octets must be in
 * neither. Both are UTF-8, and the draft says so; what declares no charset is in
 * store->settings.fallback, or is guessed. Returns whether there was memory; if not, the draft is
 * not to be used.
 */
bool mail_read_letter(struct mail_store *store, struct furl_range octets, struct mail_draft *draft);

#endif
