#include "config.h"

#include "permalink.h"

#include <stdio.h>
#include <stdlib.h>

/* The longest name of a DOS file without its suffix. */
#define DOS_NAME 8

/* Returns whether the name of an area is its areatag. */
static bool is_areatag(struct furl_range area, bool is_declared)
{
    bool is_number = true, has_dot = false;

    for (size_t i = 0; i < area.n; i++) {
        if (area.ptr[i] <= ' ' || area.ptr[i] == 0x7F) {
            return false;
        }
        is_number = is_number && furl_octet_in(area.ptr[i], FURL_DIGIT);
        has_dot = has_dot || area.ptr[i] == '.';
    }
    return area.n > 0 && !is_number && (is_declared || area.n > DOS_NAME || has_dot);
}

/* Writes text unchanged, then escaped data. */
static void put_text_and_data(struct furl_cursor *to, const char *text, struct furl_escape *escape,
                              struct furl_range data)
{
    furl_put_text(to, text);
    to->out += furl_escape_all(escape, data, to->out);
}

/* Writes a moment like a filter: "2007/08/18T15:56:54". */
static struct furl_range write_moment(struct mail_date moment, char out[MAIL_DATE_SIZE])
{
    int n =
        snprintf(out, MAIL_DATE_SIZE, "%04d%s/%02d/%02dT%02d:%02d", abs(moment.year),
                 moment.year < 0 ? "BC" : "", moment.month, moment.day, moment.hour, moment.minute);

    if (!moment.to_minute) {
        snprintf(out + n, MAIL_DATE_SIZE - (size_t)n, ":%02d", moment.second);
    }
    return furl_range_of(out);
}

/* Sets up the escapes at the first link, because this takes longer than a link. */
static void set_up(struct permalinks *permalinks)
{
    const struct furl_range literal = furl_range_of("@");
    const struct furl_component *value = &furl_components[FURL_VALUE];

    furl_escape_init(&permalinks->areatag, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[FURL_AREATAG]);
    furl_escape_init(&permalinks->value, &furl_rule_books[FURL_FIDOURL], value);
    furl_escape_allow(&permalinks->value, literal);
    furl_escape_init(&permalinks->mid, &furl_rule_books[FURL_RFC2396], value);
    furl_escape_allow(&permalinks->mid, literal);
}

static enum permalink_status lack_of(const struct permalink_of *message)
{
    const struct furl_range *head = message->head->of;

    if (message->netmail) {
        return PERMALINK_NETMAIL;
    }
    bool is_code = message->area_is_code && !message->area_is_declared;
    if (!message->internet &&
        (is_code || !is_areatag(head[MAIL_AREA], message->area_is_declared))) {
        return PERMALINK_NO_AREATAG;
    }
    bool is_there = head[MAIL_ID].n > 0 || (!message->internet && head[MAIL_ADDRESS].n > 0 &&
                                            mail_date_to_compare(message->mail).month != 0);
    return is_there ? PERMALINK_OK : PERMALINK_NO_ID;
}

bool permalink_write(struct permalinks *permalinks, const struct permalink_of *message,
                     struct furl_range *url)
{
    const struct mail_head *head = message->head;
    struct furl_range area = head->of[MAIL_AREA], id = head->of[MAIL_ID],
                      address = head->of[MAIL_ADDRESS];
    struct furl_escape *value = &permalinks->value;
    char moment[MAIL_DATE_SIZE];

    *url = (struct furl_range){NULL, 0};
    if (permalinks->value.kernels == NULL) {
        set_up(permalinks);
    }
    if (!furl_buffer_reserve(&permalinks->octets,
                             FURL_ESCAPED_MAX(area.n) + FURL_ESCAPED_MAX(id.n) +
                                 FURL_ESCAPED_MAX(address.n) + FURL_ESCAPED_MAX(MAIL_DATE_SIZE) +
                                 MAIL_DATE_SIZE)) {
        return false;
    }
    struct furl_cursor to = {.out = permalinks->octets.ptr};
    permalinks->lacks = lack_of(message);
    if (permalinks->lacks == PERMALINK_OK && message->internet) {
        put_text_and_data(&to, "mid:", &permalinks->mid, id);
    } else if (permalinks->lacks == PERMALINK_OK) {
        put_text_and_data(&to, "area://", &permalinks->areatag, area);
        if (id.n > 0) {
            put_text_and_data(&to, "?msgid=", value, id);
        } else {
            put_text_and_data(&to, "?time=", value,
                              write_moment(mail_date_to_compare(message->mail), moment));
            put_text_and_data(&to, "&from=", value, address);
        }
    }
    *url = (struct furl_range){permalinks->octets.ptr, (size_t)(to.out - permalinks->octets.ptr)};
    return true;
}
