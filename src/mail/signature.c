#include "config.h"

#include "signature.h"

#include "fields.h"
#include "furl/core/lines.h"

void mail_signature_begin(struct mail_signature *signature, struct furl_range text)
{
    struct furl_range rest = text;

    *signature = (struct mail_signature){.text = text, .from = text.n};
    while (rest.n > 0) {
        const struct furl_range line = mail_next_line(&rest);
        if (furl_is_same(line, furl_range_of("-- "))) {
            signature->from = text.n - rest.n;
        }
    }
}

/* Returns whether the line is one with which a program of Fidonet ends a message. */
static bool ends_message(struct furl_range line)
{
    return furl_line_is(line, FURL_LINE_TEAR) || furl_line_is(line, FURL_LINE_ORIGIN) ||
           furl_is_same(line, furl_range_of("---"));
}

static bool is_tagline(struct furl_range line)
{
    return furl_starts(line, "... ");
}

/* Decides whether the lines in a row from the index on are taglines. */
static void decide_taglines(struct mail_signature *signature, size_t line)
{
    struct furl_range rest = mail_part(signature->text, line, signature->text.n);
    struct furl_range next = {NULL, 0};
    bool goes_on = true;

    while (goes_on && rest.n > 0) {
        next = mail_next_line(&rest);
        goes_on = is_tagline(next) || mail_trimmed(next).n == 0;
    }
    signature->decided_to = signature->text.n - rest.n;
    signature->are_taglines = goes_on || ends_message(next);
}

bool mail_signature_has(struct mail_signature *signature, size_t line)
{
    struct furl_range rest = mail_part(signature->text, line, signature->text.n);
    const struct furl_range octets = mail_next_line(&rest);

    if (line >= signature->from || ends_message(octets)) {
        return true;
    }
    if (is_tagline(octets) && line >= signature->decided_to) {
        decide_taglines(signature, line);
    }
    return is_tagline(octets) && signature->are_taglines;
}
