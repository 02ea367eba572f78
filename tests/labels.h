/* What charsets are called. */
#ifndef TESTS_LABELS_H
#define TESTS_LABELS_H

#include "mail/charset.h"

static inline const char *label_of(const struct mail_charset *charset)
{
    size_t i = 0;

    while (mail_charset_named(furl_range_of(mail_charset_name(NULL, i))) != charset) {
        i++;
    }
    return mail_charset_name(NULL, i);
}

#endif
