/* Control lines, or kludges: what they say of a message. Of lines that say the same thing the first
 * one counts. */
#ifndef MAIL_CONTROL_H
#define MAIL_CONTROL_H

#include "message.h"

/* Takes a control line, without its ^A (FTS-4000): an identifier, the charset, the zone, the mark
 * of netmail, the area. */
void mail_take_control(struct mail_draft *draft, struct furl_range line);

/* Takes the name of the area, if draft->area_line says that it may be told: what the message says
 * counts, not what it lets one conclude. */
void mail_take_area(struct mail_draft *draft, struct furl_range name);

/* Looks for the charset in the control lines of the draft, unless it is known; and remembers the
 * line that said it. */
void mail_find_charset(struct mail_draft *draft);

/* Takes all control lines of the draft. */
void mail_take_controls(struct mail_draft *draft);

#endif
