/*
 * Prints the tables of the source that the manual repeats, for tests/manual.test: for each row, the
 * table's name and what the manual says of the row.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "furl/url/scheme.h"
#include "mail/charset.h"
#include "mail/select.h"
#include "print/fields.h"
#include "print/template.h"

static const char *rules_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FURL_RULE_BOOKS ? furl_rule_books[nth].name : NULL;
}

/* A scheme: what follows it in text, its port, and the sets that it belongs to. */
static void put_schemes(void)
{
    static const struct {
        const char *name;
        unsigned trait;
    } sets[] = {{"web", FURL_WEB}, {"link", FURL_CLICKABLE}, {"root", FURL_ROOT}};
    static const char *const delimiters[] = {
        [FURL_COLON] = ":", [FURL_SLASHES] = "://", [FURL_EITHER] = ": or ://"};

    for (const struct furl_scheme *scheme = furl_schemes; scheme < furl_schemes + furl_schemes_n;
         scheme++) {
        printf("scheme\t%s\t%s\n", delimiters[scheme->delimiter], scheme->name);
        if (scheme->port != NULL) {
            printf("port\t%s (%s)\n", scheme->name, scheme->port);
        }
        if (furl_is_fidonet(scheme)) {
            printf("fido\t%s\n", scheme->name);
        }
        for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
            if (furl_scheme_has(scheme, sets[i].trait)) {
                printf("%s\t%s\n", sets[i].name, scheme->name);
            }
        }
    }
}

static void put_names(const char *table, nth_name *names)
{
    for (size_t i = 0; names(NULL, i) != NULL; i++) {
        printf("%s\t%s\n", table, names(NULL, i));
    }
}

int main(void)
{
    put_names("command", command_name);
    put_names("component", component_name);
    put_names("rules", rules_name);
    put_names("format", mail_format_name);
    put_names("charset", mail_charset_name);
    put_names("select", mail_filter_name);
    put_names("filter", filter_name);
    for (const struct field_name *name = field_names; name->text != NULL; name++) {
        printf("name\t%s%s\n", name->text, field_name_rest(name->text));
        if (name->may_be_set) {
            printf("set\t%s%s\n", name->text, field_name_rest(name->text));
        }
    }
    put_schemes();
    return 0;
}
