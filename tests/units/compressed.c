/* config.h first: guarded.h wants mmap whole. */
#include "config.h"

#include "mail/mail.h"

#include "units.h"

#include "bases.h"
#include "guarded.h"

/* Fronts of files that the programs made: a line "x" in a file "a", or in archives of it. */
static const struct {
    const char *front;
    size_t n;
    const char *name;
} fronts[] = {
#define FRONT(octets, name)                                                                        \
    {                                                                                              \
        octets, sizeof octets - 1, name                                                            \
    }
    FRONT("PK\3\4\x0A\0\0\0\0\0\xB5\x9B\x77\x5D\x12\x34\x56\x78\2\0\0\0\2\0\0\0\1\0\x1C\0a", "ZIP"),
    FRONT("PK\3\4\x14\0\x80\0\x08\0\xB5\x9B\x77\x5D\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0a",
          ""), /* flags */
    FRONT("PK\3\4\x14\0\0\0\x2A\0\xB5\x9B\x77\x5D\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0a",
          ""), /* method */
    FRONT("PK\3\4\x14\0\0\0\x08\0\xB5\x9B\x77\x5D\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0a",
          ""), /* no name */
    FRONT("PK\3\4\x7A\0\0\0\x08\0\xB5\x9B\x77\x5D\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0a",
          ""), /* version */
    FRONT("PK\3\4\x14\0\0\0\x08\0\xB5\x9B\x77\x5D\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\a",
          ""), /* a control */
    FRONT("PK\3\4http://no/ is no archive, whatever it says", ""),
    FRONT("PK\1\2\x0A\0\0\0\0\0\xB5\x9B\x77\x5D\x12\x34\x56\x78\2\0\0\0\2\0\0\0\1\0\x1C\0a", ""),
    FRONT("\x60\xEA\x1E\0\x1E\x0B\1\2\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xD8\xFF"
          "\x9E\xCF",
          "ARJ"),
    FRONT("\x60\xEA\x1E\0\x1E\x0B\1\2\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xD8\xFF"
          "\x9E\xCE",
          ""),
    FRONT("\x60\xEA\xA0\xE2 \xA2 CP866", ""),
    FRONT("\x17\x08-lh0-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\0\1a\0\0", "LHA"),
    FRONT("\x17\x09-lh0-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\0\1a\0\0", ""), /* its checksum */
    FRONT("\x17\x08-lh9-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\0\1a\0\0", ""),
    FRONT("\x22\0-lh5-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\2\0\0", "LHA"),
    FRONT("\x22\0-lh5-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x21\2\0\0", ""),
    FRONT("\x22\0-lh5-\2\0\0\0\2\0\0\0\xB5\x9B\x77\x5D\x20\3\0\0", ""),
    FRONT("Jo-lh5-Doe of 2:5999/1, and what else he is", ""),
    FRONT("Rar!\x1A\7\0\xCF\x90\x73\0\0", "RAR"),
    FRONT("Rar!\x1A\7\0\xCF\x90\x74\0\0", ""),
    FRONT("Rar!\x1A\7\1\0\x33\x92", "RAR"),
    FRONT("Rar!\x1A\7\1\1\x33\x92", ""),
    FRONT("\x1F\x8B\x08\0\0\0\0\0\0\3\xAB", "gzip"),
    FRONT("\x1F\x8B\x08\x20\0\0\0\0\0\3\xAB", ""), /* flags */
    FRONT("\x1F\x8B\x08\0\0\0\0\0\1\3\xAB", ""),
    FRONT("\x1F\x8B\x08\0\0\0\0\0\0\x0E\xAB", ""),
    FRONT("\x1F\x8B\x08\0\0\0\0\0\2\xFF\xAB", "gzip"),
    FRONT("BZh91AY&SY\0\0", "bzip2"),
    FRONT("BZh1\x17rE8P\x90\0\0", "bzip2"),
    FRONT("BZh01AY&SY\0\0", ""),
    FRONT("BZh91AY&SX\0\0", ""),
    FRONT("BZh9 is no file", ""),
    FRONT("\xFD"
          "7zXZ\0\0\4\xE6\xD6\xB4\x46",
          "xz"),
    FRONT("\xFD"
          "7zXZ\0\0\4\xE6\xD6\xB4\x47",
          ""),
    FRONT("\x28\xB5\x2F\xFD\4\x58", "Zstandard"),
    FRONT("\x28\xB5\x2F\xFD\x0C\x58", ""),
    FRONT("", ""),
};

static const char *name_of(struct furl_range front)
{
    const struct mail_compression *compression = mail_compression_of(front);

    return compression != NULL ? compression->name : "";
}

START_TEST(compression_is_told_by_the_front)
{
    struct furl_range front = {(const unsigned char *)fronts[_i].front, fronts[_i].n};

    struct guarded page;

    ck_assert_str_eq(name_of(front), fronts[_i].name);
    ck_assert(guarded_page(&page));
    for (size_t n = 0; n < front.n; n++) {
        unsigned char *cut = page.end - n;
        memcpy(cut, front.at, n);
        const char *name = name_of((struct furl_range){cut, n});
        ck_assert(*name == '\0' || (n >= 5 && strcmp(name, fronts[_i].name) == 0));
    }
    ck_assert(guarded_free(&page));
}
END_TEST

static const struct {
    const char *octets;
    bool holds;
} archives[] = {
    {"PK\3\4 .. CONTROL.DAT", true},
    {"PK\3\4 .. control.dat", true},
    {"PK\3\4 .. CONTROL.DA", false},
    {"", false},
};

START_TEST(qwk_packets_are_told_by_a_name_in_them)
{
    static struct base base;
    static struct octets octets;

    octets.n = 0;
    put_filling(&octets, 'x', _i % 2 == 0 ? 9000 : 0);
    put_text(&octets, archives[_i].octets);
    open_base(&base, &mail_text, "a", &octets, NULL, 0);
    ck_assert(mail_holds_control(&base.store.sources[0]) == archives[_i].holds);
    mail_close(&base.store);
}
END_TEST

/* A header, "tar" in its name; its sum is right, or not. */
START_TEST(a_tar_is_told_by_its_header)
{
    for (unsigned wrong = 0; wrong < 3; wrong++) {
        unsigned char header[512] = "tar";
        unsigned sum = 't' + 'a' + 'r' + 'u' + 's' + 't' + 'a' + 'r' + 8 * ' ';
        memcpy(header + 257, wrong == 1 ? "ustra" : "ustar", 5);
        snprintf((char *)header + 148, 8, "%06o", sum + (wrong == 2 ? 1 : 0));
        header[155] = ' ';
        const struct furl_range front = {header, sizeof header};
        ck_assert(mail_is_tar(front) == (wrong == 0));
        ck_assert(!mail_is_tar((struct furl_range){header, sizeof header - 1}));
        ck_assert_str_eq(name_of(front), "");
    }
}
END_TEST

START_TEST(a_compressed_tar_is_told_by_its_name)
{
    static const char *const are[] = {"a.tgz", "/b/A.TAR.GZ", "a.tbz",  "a.tbz2",   "a.tar.bz2",
                                      "a.txz", "a.tar.xz",    "a.tzst", "a.tar.zst"};
    static const char *const are_not[] = {"a.gz", "a.tar", "tar.gz", "a.tgz/b", "-", ""};

    for (size_t i = 0; i < COUNT(are); i++) {
        ck_assert(mail_is_tar_named(are[i]));
    }
    for (size_t i = 0; i < COUNT(are_not); i++) {
        ck_assert(!mail_is_tar_named(are_not[i]));
    }
}
END_TEST

Suite *compressed_suite(void)
{
    Suite *suite = suite_create("compressed");

    loop_case(suite, "fronts", compression_is_told_by_the_front, COUNT(fronts));
    loop_case(suite, "QWK", qwk_packets_are_told_by_a_name_in_them, COUNT(archives));
    loop_case(suite, "tar", a_tar_is_told_by_its_header, 1);
    loop_case(suite, "names of tar", a_compressed_tar_is_told_by_its_name, 1);
    return suite;
}
