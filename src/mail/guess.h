/* The charset of a message that does not tell it. */
#ifndef MAIL_GUESS_H
#define MAIL_GUESS_H

#include "message.h"

/* UTF-8 if text and head are well-formed so; else CP866 where Cyrillic is more likely than not;
 * else CP437. */
const struct mail_charset *mail_guess(const struct mail_message *message);

/* Whether Cyrillic in CP866 is more likely than any other script in CP437. */
bool mail_is_cyrillic(struct furl_range octets);

#endif
