#include "lead.h"

#include "line.h"

/* Notes how the lines before the index `n` end, if they do. */
static void note_end(struct furl_lead *lead, const unsigned char *octets, size_t n)
{
    while (n > 0 && octets[n - 1] != '\n' && octets[n - 1] != '\r') {
        n--;
    }
    if (n == 0) {
        return;
    }
    bool cr = n > 1 ? octets[n - 2] == '\r' : lead->cr;
    lead->end = octets[n - 1] == '\r' ? FURL_END_CR : cr ? FURL_END_CR_LF : FURL_END_LF;
}

static void begin_line(struct furl_lead *lead)
{
    lead->later = true;
    lead->known = false;
    lead->n = lead->counted = lead->columns = 0;
}

void furl_lead_feed(struct furl_lead *lead, const unsigned char *octets, size_t n)
{
    size_t from = n - furl_last_line_length((struct furl_range){octets, n});

    if (from > 0) {
        note_end(lead, octets, from);
        begin_line(lead);
    }
    if (n > 0) {
        lead->cr = octets[n - 1] == '\r';
    }
    size_t room = sizeof lead->octets - lead->n;
    size_t kept = n - from < room ? n - from : room;
    if (kept > 0) {
        memcpy(lead->octets + lead->n, octets + from, kept);
        lead->n += kept;
    }
}

/* Drops the byte order mark at the start of the text. */
static void drop_mark(struct furl_lead *lead)
{
    if (lead->n >= FURL_BOM_SIZE && memcmp(lead->octets, FURL_BOM, FURL_BOM_SIZE) == 0) {
        lead->n -= FURL_BOM_SIZE;
        memmove(lead->octets, lead->octets + FURL_BOM_SIZE, lead->n);
    }
}

size_t furl_lead_columns(struct furl_lead *lead)
{
    if (!lead->later) {
        drop_mark(lead);
        lead->later = true;
    }
    if (!lead->known) {
        struct furl_quote quote = {.later = true};
        furl_quote_feed(&quote, lead->octets, lead->n);
        lead->prefix = (size_t)quote.n;
        lead->known = true;
    }
    lead->columns += furl_characters(lead->octets + lead->counted, lead->n - lead->counted);
    lead->counted = lead->n;
    return lead->columns;
}

bool furl_lead_is_control(const struct furl_lead *lead)
{
    static const char *const beginnings[] = {"\1", "SEEN-BY:", "AREA:", "--- ", " * Origin:"};
    const struct furl_range line = {lead->octets, lead->n};
    bool is = false;

    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0] && !is; i++) {
        is = furl_starts(line, beginnings[i]);
    }
    return is && !furl_starts(line, "AREA://"); /* which is a URL */
}

struct furl_range furl_lead_break(struct furl_lead *lead, size_t most)
{
    size_t n = 0;

    for (; most > 0 && n < lead->prefix; most--) {
        n += furl_character(lead->octets + n, lead->prefix - n);
    }
    lead->prefix = lead->n = n;
    lead->counted = lead->columns = 0;
    return (struct furl_range){lead->octets, n};
}
