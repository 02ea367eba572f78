#include "config.h"

#include "mail.h"
#include "reader.h"

/* In the order in which they are tried where a name says nothing. The last one is anything. */
static const struct mail_format *const formats[] = {&mail_pkt, &mail_rfc, &mail_squish, &mail_qwk,
                                                    &mail_msg, &mail_jam, &mail_hudson, &mail_text};
#define FORMATS (sizeof formats / sizeof formats[0])

/* What files are called, in lower case, by their ends or whole, and what they are to their store.
 */
static const struct name {
    const char *name;
    const struct mail_format *format;
    enum mail_store_file role;
} names[] = {
    {".sqd", &mail_squish, MAIL_FIRST},
    {".sqi", &mail_squish, MAIL_UNREAD},
    {".sql", &mail_squish, MAIL_UNREAD},
    {".jhr", &mail_jam, MAIL_FIRST},
    {".jdt", &mail_jam, MAIL_SECOND},
    {".jdx", &mail_jam, MAIL_INDEX},
    {".jlr", &mail_jam, MAIL_UNREAD},
    {"msghdr.bbs", &mail_hudson, MAIL_FIRST},
    {"msgtxt.bbs", &mail_hudson, MAIL_SECOND},
    {"msginfo.bbs", &mail_hudson, MAIL_UNREAD},
    {"msgidx.bbs", &mail_hudson, MAIL_INDEX},
    {"msgtoidx.bbs", &mail_hudson, MAIL_UNREAD},
    {"lastread.bbs", &mail_hudson, MAIL_UNREAD},
    {"messages.dat", &mail_qwk, MAIL_FIRST},
    {"control.dat", &mail_qwk, MAIL_SECOND},
    {"headers.dat", &mail_qwk, MAIL_INDEX},
    {".ndx", &mail_qwk, MAIL_UNREAD},
    {".msg", &mail_msg, MAIL_FIRST},
    {".pkt", &mail_pkt, MAIL_FIRST},
    {".eml", &mail_rfc, MAIL_FIRST},
    {".mbox", &mail_rfc, MAIL_FIRST},
};
#define NAMES (sizeof names / sizeof names[0])

const struct mail_format *mail_format_named(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->name, name) == 0) {
            return formats[i];
        }
    }
    return NULL;
}

const char *mail_format_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FORMATS ? formats[nth]->name : NULL;
}

/* The index in a path of the part that a name from the table matches or
 * replaces: its last octets, or the file's name. */
static size_t part_of(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t file = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t n = strlen(path);

    return name[0] != '.' ? file : n - file >= strlen(name) ? n - strlen(name) : n;
}

static const struct name *name_of(const char *path)
{
    for (size_t i = 0; i < NAMES; i++) {
        const char *part = path + part_of(path, names[i].name);
        if (furl_spells((const unsigned char *)part, strlen(part), names[i].name)) {
            return &names[i];
        }
    }
    return NULL;
}

enum mail_store_file mail_store_file_of(const char *path, const struct mail_format **format)
{
    const struct name *name = name_of(path);

    *format = name != NULL ? name->format : NULL;
    return name != NULL ? name->role : MAIL_NO_STORE_FILE;
}

const char *mail_name_in_role(const struct mail_format *format, enum mail_store_file role)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].format == format && names[i].role == role) {
            return names[i].name;
        }
    }
    return NULL;
}

bool mail_has_files(const struct mail_format *format)
{
    return mail_name_in_role(format, MAIL_SECOND) != NULL ||
           mail_name_in_role(format, MAIL_UNREAD) != NULL;
}

bool mail_needs_second(const struct mail_format *format)
{
    return format->has_second;
}

enum mail_listed mail_listed_by(const struct mail_format *format)
{
    return format == &mail_jam || format == &mail_squish ? MAIL_LISTED_PATH
           : format == &mail_msg                         ? MAIL_LISTED_FOLDER
           : format == &mail_hudson                      ? MAIL_LISTED_BOARD
                                                         : MAIL_NOT_LISTED;
}

bool mail_is_internet(const struct mail_format *format)
{
    return format == &mail_rfc;
}

bool mail_is_text(const struct mail_format *format)
{
    return format == &mail_text;
}

static bool is_upper(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

/* Writes a name, the first letter and all others each in lower case or not. */
static void put_name(const char *name, bool first_upper, bool upper, char *out)
{
    for (bool first = true; *name != '\0'; name++) {
        bool is_letter = *name >= 'a' && *name <= 'z';
        bool raised = is_letter && (first ? first_upper : upper);
        *out++ = raised ? (char)(*name - 'a' + 'A') : *name;
        first = first && !is_letter;
    }
    *out = '\0';
}

bool mail_name_beside(const char *path, enum mail_store_file role, size_t nth, char *out,
                      size_t size)
{
    const struct name *name = name_of(path);
    const char *other = name != NULL ? mail_name_in_role(name->format, role) : NULL;

    if (other == NULL || nth >= MAIL_NAMES_BESIDE) {
        return false;
    }
    const char *old = path + part_of(path, name->name);
    size_t part = part_of(path, other);
    if (part >= size || strlen(other) >= size - part) {
        return false;
    }
    memcpy(out, path, part);
    bool upper = nth == 0 ? is_upper(old[strlen(old) - 1]) : nth == 2;
    bool first_upper = nth == 0 ? is_upper(old[old[0] == '.' ? 1 : 0]) : nth == 2;
    put_name(other, first_upper, upper, out + part);
    return true;
}

const struct mail_format *mail_recognize(const char *path, struct mail_source *source)
{
    const struct name *name = path != NULL ? name_of(path) : NULL;

    if (name != NULL && name->role == MAIL_FIRST && name->format->is_named(source)) {
        return name->format;
    }
    struct furl_range front = mail_source_at(source, 0, MAIL_FRONT);
    for (size_t i = 0; i < FORMATS; i++) {
        bool alone = path == NULL || !formats[i]->has_second;
        if (alone && formats[i]->is_certain != NULL && formats[i]->is_certain(front)) {
            return formats[i];
        }
    }
    return &mail_text;
}

/* CRC-32 of IEEE 802.3, as ARJ and xz have it. */
static uint32_t crc32_of(struct furl_range octets)
{
    uint32_t crc = 0xFFFFFFFF;

    for (size_t i = 0; i < octets.n; i++) {
        crc ^= octets.at[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
        }
    }
    return ~crc;
}

/* A local file header (APPNOTE.TXT 4.3.7). */
static bool is_zip(struct furl_range front)
{
    enum { HEADER = 30, NEEDED = 4, FLAGS = 6, METHOD = 8, NAME_LENGTH = 26 };
    const unsigned char *at = front.at;

    if (front.n <= HEADER) {
        return false;
    }
    unsigned method = mail_u16(at + METHOD);
    struct furl_range name = mail_part(front, HEADER, mail_u16(at + NAME_LENGTH));
    bool is = at[NEEDED] <= 63 && (mail_u16(at + FLAGS) & 0xD780) == 0 &&
              (method <= 20 || (method >= 93 && method <= 99)) && name.n > 0;
    for (size_t i = 0; i < name.n; i++) {
        is = is && name.at[i] >= ' ';
    }
    return is;
}

/* The main header (UNARJ.DOC, "ARJ archive format"), which its checksum follows. */
static bool is_arj(struct furl_range front)
{
    enum { BEGIN = 4, SIZE = 2, LEAST = 30, MOST = 2600 };
    size_t n = front.n >= BEGIN ? mail_u16(front.at + SIZE) : 0;

    return n >= LEAST && n <= MOST && front.n >= BEGIN + n + 4 &&
           crc32_of(mail_part(front, BEGIN, n)) == mail_u32(front.at + BEGIN + n);
}

/* The first header: of level 0 and 1, the sum of its octets is in it; of level 2, an attribute that
 * is always the same. */
static bool is_lha(struct furl_range front)
{
    enum { SUM = 1, METHOD = 2, ATTRIBUTE = 19, LEVEL = 20, LEAST = 21 };
    static const char *const methods[] = {"-lh0-", "-lh1-", "-lh2-", "-lh3-", "-lh4-", "-lh5-",
                                          "-lh6-", "-lh7-", "-lhd-", "-lzs-", "-lz4-", "-lz5-"};
    struct furl_range header = mail_part(front, METHOD, front.n > 0 ? front.at[0] : 0);
    bool is = false;
    unsigned sum = 0;

    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        is = is || furl_starts(mail_part(front, METHOD, front.n), methods[i]);
    }
    if (!is || front.n < LEAST) {
        return false;
    }
    for (size_t i = 0; i < header.n; i++) {
        sum += header.at[i];
    }
    return front.at[LEVEL] == 2 ? front.at[ATTRIBUTE] == 0x20
                                : front.at[LEVEL] < 2 && (sum & 0xFF) == front.at[SUM];
}

/* RAR 4 has a header of type 73 next; of RAR 5 the mark has one octet more. */
static bool is_rar(struct furl_range front)
{
    enum { MARK = 7, TYPE = MARK + 2, TYPE_MAIN = 0x73 };

    return front.n > TYPE &&
           (front.at[MARK - 1] == 0 ? front.at[TYPE] == TYPE_MAIN
                                    : front.at[MARK - 1] == 1 && front.at[MARK] == 0);
}

/* RFC 1952 2.3. */
static bool is_gzip(struct furl_range front)
{
    enum { FLAGS = 3, EXTRA_FLAGS = 8, SYSTEM = 9, HEADER = 10 };

    return front.n > HEADER && (front.at[FLAGS] & 0xE0) == 0 &&
           (front.at[EXTRA_FLAGS] & ~6u) == 0 &&
           (front.at[SYSTEM] <= 13 || front.at[SYSTEM] == 255);
}

/* A block's mark, or, where there is none, the one at the end. */
static bool is_bzip2(struct furl_range front)
{
    struct furl_range mark = mail_part(front, 4, 6);

    return front.n > 3 && front.at[3] >= '1' && front.at[3] <= '9' &&
           (furl_starts(mark, "1AY&SY") || furl_starts(mark, "\x17rE8P\x90"));
}

/* "The .xz File Format" 2.1.1. */
static bool is_xz(struct furl_range front)
{
    enum { FLAGS = 6, FLAGS_SIZE = 2 };

    return front.n >= FLAGS + FLAGS_SIZE + 4 && front.at[FLAGS] == 0 && front.at[FLAGS + 1] < 16 &&
           crc32_of(mail_part(front, FLAGS, FLAGS_SIZE)) == mail_u32(front.at + FLAGS + FLAGS_SIZE);
}

/* RFC 8878 3.1.1.1.1. */
static bool is_zstd(struct furl_range front)
{
    return front.n > 4 && (front.at[4] & 0x08) == 0;
}

/* The first header (POSIX, pax, "ustar Interchange Format"), whose sum it has in octal digits; that
 * is made with blanks in its place. */
bool mail_is_tar(struct furl_range front)
{
    enum { HEADER = 512, SUM = 148, SUM_SIZE = 8, MAGIC = 257 };
    unsigned long sum = 0, told = 0;

    if (front.n < HEADER || !furl_starts(mail_part(front, MAGIC, HEADER), "ustar")) {
        return false;
    }
    for (size_t i = 0; i < HEADER; i++) {
        bool is_sum = i >= SUM && i < SUM + SUM_SIZE;
        sum += is_sum ? ' ' : front.at[i];
        if (is_sum && front.at[i] >= '0' && front.at[i] <= '7') {
            told = told * 8 + (front.at[i] - (unsigned)'0');
        }
    }
    return sum == told;
}

bool mail_is_tar_named(const char *path)
{
    static const char *const ends[] = {".tgz", ".tar.gz", ".tbz",  ".tbz2",   ".tar.bz2",
                                       ".txz", ".tar.xz", ".tzst", ".tar.zst"};
    bool is = false;

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const char *part = path + part_of(path, ends[i]);
        is = is || furl_spells((const unsigned char *)part, strlen(part), ends[i]);
    }
    return is;
}

/* By what is at the front; in LHA's the size and the checksum of the header come first. */
static const struct kind {
    struct mail_compression compression;
    size_t at;
    const char *mark;
    bool (*is_right)(struct furl_range front);
} kinds[] = {
    {{"ZIP", "unzip -p", "unzip -d DIR"}, 0, "PK\003\004", is_zip},
    {{"ARJ", "7z x -so", "7z x -oDIR"}, 0, "\x60\xEA", is_arj},
    {{"LHA", "7z x -so", "7z x -oDIR"}, 2, "-l", is_lha},
    {{"RAR", "bsdtar -xOf", "bsdtar -C DIR -xf"}, 0, "Rar!\x1A\x07", is_rar},
    {{"gzip", "gzip -dc", NULL}, 0, "\x1F\x8B\x08", is_gzip},
    {{"bzip2", "bzip2 -dc", NULL}, 0, "BZh", is_bzip2},
    {{"xz", "xz -dc", NULL},
     0,
     "\xFD"
     "7zXZ",
     is_xz},
    {{"Zstandard", "zstd -dc", NULL}, 0, "\x28\xB5\x2F\xFD", is_zstd},
};

const struct mail_compression *mail_compression_of(struct furl_range front)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (furl_starts(mail_part(front, kinds[i].at, front.n), kinds[i].mark) &&
            kinds[i].is_right(front)) {
            return &kinds[i].compression;
        }
    }
    return NULL;
}

bool mail_holds_control(struct mail_source *source)
{
    static const char *const spellings[] = {"CONTROL.DAT", "control.dat", "Control.dat"};
    bool holds = false;

    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        holds = holds || mail_source_has(source, 0, spellings[i], strlen(spellings[i]));
    }
    return holds;
}
