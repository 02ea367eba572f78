#include "config.h"

#include "colours.h"

bool colours_take(const struct colours *colours, unsigned char octet)
{
    const size_t n = colours->n;

    return n == 0   ? octet == 0x1B
           : n == 1 ? octet == '['
                    : octet == 'm' ||
                          (n < sizeof colours->octets - 1 &&
                           (furl_octet_in(octet, FURL_DIGIT) || octet == ';' || octet == ':'));
}

/* Limits of known numbers: 8 hides text, and some terminals wrap numbers above 255. */
enum { CONCEALED = 8, NUMBER_MAX = 255 };

/* Removes the next parameter of the list. Returns its number, before the first colon, or 0 if it is
 * empty. Sets `alone` if it has no colon. */
static unsigned take_parameter(struct furl_range *list, bool *alone)
{
    unsigned number = 0;

    *alone = true;
    for (; list->n > 0 && list->ptr[0] != ';'; furl_skip(list, 1)) {
        const unsigned char octet = list->ptr[0];
        *alone = *alone && octet != ':';
        number = *alone && number <= NUMBER_MAX ? number * 10 + (octet - (unsigned)'0') : number;
    }
    furl_skip(list, list->n > 0 ? 1 : 0);
    return number;
}

/* Returns the number of parameters of a colour after its kind: one index, or red, green and blue.
 */
static size_t rest_of_colour(struct furl_range *list)
{
    bool alone;
    struct furl_range rest = *list;
    const unsigned kind = take_parameter(&rest, &alone);
    const bool is_known = alone && (kind == 5 || kind == 2);

    *list = is_known ? rest : *list;
    return !is_known ? 0 : kind == 5 ? 1 : 3;
}

bool colours_pass(struct colours *colours)
{
    struct furl_range list = {colours->octets + 2, colours->n - 3};
    bool is_open = false, alone;
    size_t skipped = 0;

    do {
        const unsigned number = take_parameter(&list, &alone);
        if (number > NUMBER_MAX || (skipped == 0 && number == CONCEALED)) {
            return false;
        }
        is_open = skipped > 0 || number > 0;
        if (skipped > 0) {
            skipped--;
        } else if (alone && (number == 38 || number == 48 || number == 58)) {
            skipped = rest_of_colour(&list);
        }
    } while (list.n > 0);
    colours->is_open = is_open;
    return true;
}
