/*
 * A place is after an octet that ends every URL but one that a mark has paused: a blank, or a
 * control. A gap has 4096 octets at most, so if no mark is so near before the place, none is open
 * there. What a URL was taken for that begins before the place, where the search begins in the
 * middle of it, ends there too: it has no mark, either.
 */
#include "parting.h"

#include "breaks.h"
#include "furl/octets/utf8.h"

_Static_assert(FURL_PARTING_OCTETS > FURL_GAP_OCTETS + FURL_MARK_SIZE, "no gap is open");

void furl_parting_init(struct furl_parting *parting, uint64_t offset, bool lines)
{
    *parting =
        (struct furl_parting){.at = offset, .place = FURL_NOWHERE, .lines = lines, .after = -1};
}

/* Whether the octet ends what comes before it. */
static bool parts(const struct furl_parting *parting, unsigned char octet)
{
    return parting->lines ? octet == '\n' || octet == '\r'
                          : octet == ' ' || furl_is(octet, FURL_CONTROL);
}

bool furl_parting_look(struct furl_parting *parting, struct furl_range octets)
{
    while (octets.n > 0) {
        unsigned char octet = octets.at[--octets.n];
        if (octet == '%' && parting->after == '%') {
            parting->place = FURL_NOWHERE;
        } else if (parting->place == FURL_NOWHERE && parts(parting, octet)) {
            parting->place = parting->at;
        }
        parting->after = octet;
        parting->at--;
        if (parting->place != FURL_NOWHERE && parting->place - parting->at >= FURL_PARTING_OCTETS) {
            return true;
        }
    }
    return false;
}

uint64_t furl_parting_start(const struct furl_parting *parting)
{
    /* What a byte order mark may come before is also seen at the start of the text. */
    return parting->place != FURL_NOWHERE && parting->place > FURL_START_BEFORE + FURL_BOM_SIZE
               ? parting->place - FURL_START_BEFORE
               : 0;
}
