#include "config.h"

#include "names.h"

#include <string.h>

#include "values.h"

/* Where a member is, and where a part is. */
#define AT(member) offsetof(struct values, member)
#define PART(its)  (AT(parts.of) + (its) * sizeof(struct furl_range))

const struct name name_table[] = {
    {"url", 0, NAME_URL, AT(url)},
    {"canonical", NEEDS_CANONICAL, NAME_RANGE, AT(canonical)},
    {"display", NEEDS_DISPLAY, NAME_RANGE, AT(display)},
    {"scheme", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_SCHEME)},
    {"areas", NEEDS_PARTS, NAME_AREAS, PART(FURL_ITS_AREAS)},
    {"area", NEEDS_PARTS, NAME_DECODED, PART(FURL_ITS_AREA)},
    {"address", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_ADDRESS)},
    {"zone", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_ZONE)},
    {"net", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_NET)},
    {"node", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_NODE)},
    {"point", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_POINT)},
    {"domain", NEEDS_PARTS, NAME_DECODED, PART(FURL_ITS_DOMAIN)},
    {"request", NEEDS_PARTS, NAME_DECODED, PART(FURL_ITS_REQUEST)},
    {"userinfo", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_USERINFO)},
    {"host", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_HOST)},
    {"port", NEEDS_PARTS, NAME_DIGITS, PART(FURL_ITS_PORT)},
    {"path", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_PATH)},
    {"query", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_QUERY)},
    {"fragment", NEEDS_PARTS, NAME_RANGE, PART(FURL_ITS_FRAGMENT)},
    {"param.", NEEDS_PARTS, NAME_PARAM, PART(FURL_ITS_QUERY)},
    {"file", NEEDS_TEXT, NAME_ANY, AT(file)},
    {"line", NEEDS_TEXT | NEEDS_LINE, NAME_NUMBER, AT(line)},
    {"offset", NEEDS_TEXT, NAME_NUMBER, AT(offset)},
    {"length", NEEDS_TEXT, NAME_NUMBER, AT(length)},
    {"joined", NEEDS_TEXT, NAME_RANGE, AT(joined)},
    {"open", NEEDS_TEXT, NAME_RANGE, AT(open)},
    {"msg.area", NEEDS_HEAD, NAME_ANY, AT(head.area)},
    {"msg.number", NEEDS_HEAD, NAME_NUMBER, AT(head.number)},
    {"msg.from", NEEDS_HEAD, NAME_ANY, AT(head.from)},
    {"msg.to", NEEDS_HEAD, NAME_ANY, AT(head.to)},
    {"msg.subject", NEEDS_HEAD, NAME_ANY, AT(head.subject)},
    {"msg.date", NEEDS_HEAD, NAME_RANGE, AT(head.date)},
    {"msg.id", NEEDS_HEAD, NAME_ANY, AT(head.id)},
    {"msg.charset", NEEDS_HEAD, NAME_ANY, AT(head.charset)},
    {.text = NULL},
};

const char *name_text(const void *table, size_t nth)
{
    (void)table;
    return name_table[nth].text;
}

const char *name_rest(const char *text)
{
    return text[strlen(text) - 1] == '.' ? "NAME" : "";
}
