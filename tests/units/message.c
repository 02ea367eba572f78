/* Parts of messages, in memory whose neighbours must not be touched; what becomes of them is in
 * cases. */
#include "config.h"

#include "mail/mail.h"
#include "mail/mime.h"
#include "mail/select.h"

#include "guarded.h"
#include "units.h"

/* Puts pieces in a row, up to the end of a page. */
static struct furl_range roll_pieces(struct dice *dice, const char *const *pieces, size_t pieces_n,
                                     const struct guarded *page)
{
    const char *chosen[24];
    size_t n = 0, count = roll(dice, COUNT(chosen) + 1);

    for (size_t i = 0; i < count; i++) {
        chosen[i] = pieces[roll(dice, (uint32_t)pieces_n)];
        n += strlen(chosen[i]);
    }
    unsigned char *to = page->end - n;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, chosen[i], strlen(chosen[i]));
        to += strlen(chosen[i]);
    }
    return (struct furl_range){page->end - n, n};
}

/* Encoded words take no more room than the line has, in UTF-8. */
START_TEST(words_are_decoded_in_their_room)
{
    static const char *const pieces[] = {"=?",     "?=",
                                         "?",      "utf-8",
                                         "koi8-r", "utf-16",
                                         "x-y",    "?q?",
                                         "?b?",    "=",
                                         "=41",    "=C3",
                                         "_",      " ",
                                         "\t",     "*en",
                                         "0JjQ",   "BBg=",
                                         "\x88",   "\xD0\x98",
                                         "a",      "=?utf-8?q?=C3?="};
    struct dice dice = {1};
    struct mail_charsets charsets = {.raw = &mail_koi8r};
    struct mail_converter converter = {0};
    struct guarded page, room;

    ck_assert(guarded_page(&page) && guarded_page(&room));
    for (size_t tries = sampled(5000); tries > 0; tries--) {
        struct furl_range line = roll_pieces(&dice, pieces, COUNT(pieces), &page);
        size_t most = MIME_DECODED_MAX(MAIL_UTF8_MAX(line.n));
        size_t n = mail_decode_words(line, &charsets, &converter, room.end - most);
        ck_assert_uint_le(n, MAIL_UTF8_MAX(line.n));
        ck_assert(furl_is_utf8(room.end - most, n));
    }
    ck_assert(guarded_free(&page) && guarded_free(&room));
    free(converter.out.ptr);
}
END_TEST

/* A text that is changed in place does not grow, except by the line end that its last line may
 * lack. */
static void make_plain(struct furl_range octets, const struct guarded *room)
{
    static const char *const encodings[] = {"base64", "quoted-printable", "8bit"};
    unsigned char *ptr = room->end - octets.n, *decoded = room->end - MIME_DECODED_MAX(octets.n);

    for (size_t i = 0; i < COUNT(encodings); i++) {
        ck_assert_uint_le(mime_decode(encodings[i], octets, decoded), octets.n);
    }
    memcpy(ptr, octets.ptr, octets.n);
    struct furl_buffer html = {ptr, octets.n};
    size_t html_n = octets.n;
    ck_assert(mail_plain_html(&html, 0, &html_n));
    ck_assert_uint_le(html_n, octets.n);
    memcpy(ptr, octets.ptr, octets.n);
    ck_assert_uint_le(mail_plain_card(ptr, octets.n), octets.n);
    for (size_t delsp = 0; delsp < 2; delsp++) {
        memcpy(ptr - 1, octets.ptr, octets.n);
        size_t n = mail_unflow(ptr - 1, octets.n, delsp == 1);
        ck_assert(n <= octets.n + 1 && (n == 0 || (ptr - 1)[n - 1] == '\n'));
    }
}

START_TEST(texts_are_made_plain_in_their_room)
{
    static const char *const pieces[] = {
        "a",     " ",         "\n",   "\r\n",       "\r",        "> ",   ">",    "-- \n",
        "&lt;",  "&#x1F600;", "&#",   "&",          ";",         "\\n",  "\\",   "\n ",
        "\n\t",  "=",         "=3D",  "=\n",        "=4",        "QQ==", "aHR0", "\n--\n",
        "<wbr>", "\xC2\xAD",  "\x8B", "<!doctype ", " xmlns=\"", "x://", "\""};
    struct dice dice = {1};
    struct guarded page, room;

    ck_assert(guarded_page(&page) && guarded_page(&room));
    for (size_t tries = sampled(5000); tries > 0; tries--) {
        make_plain(roll_pieces(&dice, pieces, COUNT(pieces), &page), &room);
    }
    ck_assert(guarded_free(&page) && guarded_free(&room));
}
END_TEST

/* Fronts of files that the programs made: a line "x" in a file "a", or in archives of it; and of
 * texts that begin nearly so. */
static const struct {
    const char *front;
    size_t n;
    const char *name;
} fronts[] = {
#define FRONT(octets, name)                                                                        \
    {                                                                                              \
        octets, sizeof octets - 1, name                                                            \
    }
    FRONT("PK\3\4\x0A\0\0\0\0\0\xB5\x9B\x77\x5D", "ZIP"),
    FRONT("PK\4\3", ""),
    FRONT("\x60\xEA\x1E\0\x1E\x0B\1\2\0\0\2\0", "ARJ"),
    FRONT("\x60\xEA\xA0\xE2 \xA2 CP866", ""),
    FRONT("\x60\xEA\x1E\0\x1E\x0B\1\2\0\0\4\0", ""),
    FRONT("\x17\x08-lh0-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\0\1a\0\0", "LHA"),
    FRONT("\x22\0-lh5-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\2\0\0", "LHA"),
    FRONT("Jo-lh5-Doe of 2:5999/1, and what else he is", ""),
    FRONT("\x17\x08-lh0:\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\0\1a\0\0", ""),
    FRONT("Rar!\x1A\7\0\xCF\x90\x73\0\0", "RAR"),
    FRONT("Rar!\x1A\7\1\0\x33\x92", "RAR"),
    FRONT("Rar! is what it says", ""),
    FRONT("\x1F\x8B\x08\x08\0\0\0\0\0\3\xAB", "gzip"),
    FRONT("BZh91AY&SY\0\0", "bzip2"),
    FRONT("BZh9 is no file", ""),
    FRONT("\3757zXZ\0\0\4\xE6\xD6\xB4\x46", "xz"),
    FRONT("\3757zXZ is CP866", ""),
    FRONT("\x28\xB5\x2F\xFD\4\x58", "Zstandard"),
    FRONT("#! cunbatch\n", "batch"),
    FRONT("#! bunbatch\n", "batch"),
    FRONT("#! rnews 12", ""),
    FRONT("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "OLE"),
    FRONT("\xD0\xCF\x11\xE0\xA1\xB1\x1A", ""),
    FRONT("!BDN", "Outlook folder"),
    FRONT("!BD", ""),
    FRONT("\xCF\xAD\x12\xFE", "Outlook Express"),
    FRONT("\x78\x9F\x3E\x22", "TNEF"),
    FRONT("%PDF-", "PDF"),
    FRONT("%PDF is no file", ""),
    FRONT("\x1A\2A.PKT\0~~~~~~~\2\0\0\0\x6F\x5B\0\x50\x12\x34\2\0\0\0x\n\x1A\0", "ARC"),
    FRONT("\x1A\1A\0~~~~~~~~~~~\4\0\0\0\x6F\x5B\0\x50\x12\x34xyz\n\x1A\0", "ARC"),
    FRONT("\x1A\x08"
          "0000FFFE.SU0\0\1\0\0\0\x6F\x5B\0\x50\x12\x34\2\0\0\0\x0C\x1A\0",
          "ARC"),
    FRONT("\x1A\2A.PKT\0~~~~~~~\2\0\0\0\x6F\x5B\0\x50\x12\x34\3\0\0\0x\n\x1A\0", ""),
    FRONT("\x1A\x08"
          "A.PKT\0~~~~~~~\2\0\0\0\x6F\x5B\0\x50\x12\x34\2\0\0\0x\n\0\0",
          ""),
    FRONT("\x1A\x08"
          "A/PKT\0~~~~~~~\2\0\0\0\x6F\x5B\0\x50\x12\x34\2\0\0\0x\n\x1A\0",
          ""),
    FRONT("\x1A\x0A"
          "A.PKT\0~~~~~~~\2\0\0\0\x6F\x5B\0\x50\x12\x34\2\0\0\0x\n\x1A\0",
          ""),
    FRONT("\x1A\x08"
          "0000FFFE.SU01\1\0\0\0\x6F\x5B\0\x50\x12\x34\2\0\0\0\x0C\x1A\0",
          ""),
    FRONT("", ""),
};

START_TEST(compression_is_told_by_the_front)
{
    struct guarded page;

    ck_assert(guarded_page(&page));
    for (size_t n = 0; n <= fronts[_i].n; n++) {
        unsigned char *cut = page.end - n;
        memcpy(cut, fronts[_i].front, n);
        const struct mail_compression *compression =
            mail_compression_of((struct furl_range){cut, n});
        const char *name = compression != NULL ? compression->name : "";
        bool is_right = *fronts[_i].name != '\0' && strstr(name, fronts[_i].name) != NULL;
        bool may_be_none = *fronts[_i].name == '\0' || n < fronts[_i].n;
        ck_assert(is_right || (may_be_none && *name == '\0'));
        ck_assert(n >= 3 || *name == '\0');
    }
    ck_assert(guarded_free(&page));
}
END_TEST

/* Each letter begins a word with one of the octets that are looked for. */
START_TEST(all_letters_are_looked_for)
{
    /* What is Cyrillic among Cyrillic letters. */
    static const char alike[] = "ABCEHIKMOPTXYabcehikmoptxy";
    static const uint32_t alike_to[] = {0x430, 0x432, 0x441, 0x435, 0x43D, 0x456, 0x43A,
                                        0x43C, 0x43E, 0x440, 0x442, 0x445, 0x443};
    unsigned char octets[FURL_UTF8_MAX];

    for (uint32_t code = 0x80; code < 0x20000; code++) {
        if (code < 0x530 || mail_fold(code) != code) {
            struct furl_byteset set = mail_first_octets(mail_fold(code));
            furl_put_utf8(code, octets);
            ck_assert_msg(set.has[octets[0]], "U+%04X", code);
        }
    }
    for (size_t i = 0; i < strlen(alike); i++) {
        struct furl_byteset set = mail_first_octets(alike_to[i % COUNT(alike_to)]);
        ck_assert(set.has[(unsigned char)alike[i]]);
    }
}
END_TEST

Suite *message_suite(void)
{
    Suite *suite = suite_create("message");

    loop_case(suite, "encoded words", words_are_decoded_in_their_room, 1);
    loop_case(suite, "plain", texts_are_made_plain_in_their_room, 1);
    loop_case(suite, "compression", compression_is_told_by_the_front, COUNT(fronts));
    loop_case(suite, "letters", all_letters_are_looked_for, 1);
    return suite;
}
