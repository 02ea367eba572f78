/* Lines that programs and habits add to the text of a mail: signatures, taglines, tearlines, origin
 * lines. */
#ifndef MAIL_SIGNATURE_H
#define MAIL_SIGNATURE_H

#include <stddef.h>

#include "furl/core/octets.h"

/* The text of a message, and the added lines found so far. */
struct mail_signature {
    struct furl_range text;
    size_t from;       /* index after the last line "-- " */
    size_t decided_to; /* index before which taglines are decided */
    bool are_taglines; /* the last decided lines are taglines */
};

/* Begins a text, which must stay valid. The lines of the text end in LF. */
void mail_signature_begin(struct mail_signature *signature, struct furl_range text);

/* Returns whether the line at the index is an added line. Added lines are origin lines and
 * tearlines (FTS-0004), and taglines before these or at the end of the text. All lines after the
 * last "-- " (RFC 3676 4.3) are added, too. The index must not be less than in the call before. The
 * time for all lines is linear. */
bool mail_signature_has(struct mail_signature *signature, size_t line);

#endif
