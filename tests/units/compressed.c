/* config.h first: guarded.h wants mmap whole. */
#include "config.h"

#include "mail/mail.h"

#include "units.h"

#include "bases.h"
#include "guarded.h"

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
        ck_assert(*name == '\0' || (n >= 3 && strcmp(name, fronts[_i].name) == 0));
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

START_TEST(a_tar_is_told_by_its_mark)
{
    unsigned char header[512] = "tar";
    const struct furl_range front = {header, sizeof header};

    ck_assert(!mail_is_tar(front));
    memcpy(header + 257, "ustar", 5);
    ck_assert(mail_is_tar(front) && mail_is_tar((struct furl_range){header, 262}));
    ck_assert(!mail_is_tar((struct furl_range){header, 261}));
    header[256] = 'e';
    ck_assert(!mail_is_tar(front));
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
    loop_case(suite, "tar", a_tar_is_told_by_its_mark, 1);
    loop_case(suite, "names of tar", a_compressed_tar_is_told_by_its_name, 1);
    return suite;
}
