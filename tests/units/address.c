#include "mail/reader.h"

#include "labels.h"
#include "units.h"

/* What a draft has, and the author's address. */
static const struct {
    const char *id, *body, *origin, *point, *address;
    bool netmail;
} rows[] = {
    {.id = "2:5999/1 12345678", .address = "2:5999/1"},
    {.id = "5999/1.2@fido-net.org 1", .address = "5999/1.2@fido-net.org"},
    {.id = "2:5999/1@ 1", .address = ""},
    {.id = "2:5999/1@a/b 1", .address = ""},
    {.id = "2:/1 1", .address = ""},
    {.id = ":5999/1 1", .address = ""},
    {.id = "2:5999/1. 1", .address = ""},
    {.id = "2:5999/1x 1", .address = ""},
    {.id = "2:5999 1", .address = ""},
    {.id = "2:5999/1 1", .body = " * Origin: (2:5999/2)\r", .address = "2:5999/1"},
    {.id = "x", .body = "a\r * Origin: (2:5999/2)", .address = "2:5999/2"},
    {.id = "", .body = " * Origin: a (2:5999/3.4@b)\rSEEN-BY: 1/1\r", .address = "2:5999/3.4@b"},
    {.id = "", .body = " * Origin: (Net 2:5999/3)\n * Origin: ()\n", .address = ""},
    {.id = "", .body = " * Origin: 2:5999/3\n", .address = ""},
    {.id = "", .body = " * Origin: x (2:5999/3) :-) (no)\n", .address = "2:5999/3"},
    {.id = "", .body = "> * Origin: (2:5999/3)\n", .address = ""},
    {.id = "2:1/1 1", .origin = "2:5999/6", .address = "2:5999/6", .netmail = true},
    {.id = "", .origin = "2:5999/6", .point = "7", .address = "2:5999/6.7", .netmail = true},
    {.id = "", .origin = "2:5999/6.8", .point = "7", .address = "2:5999/6.8", .netmail = true},
    {.id = "", .origin = "2:5999/6", .point = "0", .address = "2:5999/6", .netmail = true},
    {.id = "", .origin = "2:5999/6", .point = "7x", .address = "2:5999/6", .netmail = true},
    {.id = "",
     .origin = "2:5999/6@b.c",
     .point = "7",
     .address = "2:5999/6.7@b.c",
     .netmail = true},
    {.id = "", .origin = "2:5999/6.8@b", .point = "7", .address = "2:5999/6.8@b", .netmail = true},
    {.id = "", .origin = "2:5999/6@b", .point = "0", .address = "2:5999/6@b", .netmail = true},
    {.id = "", .origin = "x", .point = "7", .address = "", .netmail = true},
};

static struct furl_range text(const char *octets)
{
    return furl_range_of(octets != NULL ? octets : "");
}

START_TEST(addresses_are_found)
{
    struct mail_message draft = {.body = text(rows[_i].body),
                                 .origin = text(rows[_i].origin),
                                 .point = text(rows[_i].point),
                                 .kind = rows[_i].netmail ? MAIL_NETMAIL : MAIL_ECHOMAIL};
    char address[MAIL_ADDRESS_SIZE];

    draft.head.of[MAIL_ID] = text(rows[_i].id);
    mail_address_of(&draft, address);
    ck_assert_str_eq(address, rows[_i].address);
}
END_TEST

/* One that has no room is none. */
START_TEST(long_ones_are_none)
{
    char id[MAIL_ADDRESS_SIZE + 8], address[MAIL_ADDRESS_SIZE];
    struct mail_message draft = {.kind = MAIL_ECHOMAIL};
    size_t n = MAIL_ADDRESS_SIZE - 1 + (size_t)_i;

    memset(id, 'x', sizeof id);
    memcpy(id, "2:5999/1@", strlen("2:5999/1@"));
    draft.head.of[MAIL_ID] = (struct furl_range){(unsigned char *)id, n};
    mail_address_of(&draft, address);
    ck_assert_uint_eq(strlen(address), _i == 0 ? n : 0);
}
END_TEST

Suite *address_suite(void)
{
    Suite *suite = suite_create("address");

    loop_case(suite, "addresses", addresses_are_found, COUNT(rows));
    loop_case(suite, "long", long_ones_are_none, 2);
    return suite;
}
