#include "config.h"

#include "mail.h"
#include "reader.h"

/* In the order in which they are tried on a file without a known name. The last one fits any
 * file. */
static const struct mail_format *const formats[] = {&mail_pkt, &mail_rfc, &mail_squish, &mail_qwk,
                                                    &mail_msg, &mail_jam, &mail_hudson, &mail_text};
#define FORMATS (sizeof formats / sizeof formats[0])

/* The suffixes and names of files, in lower case, and the role of each file in its store. */
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

/* The index of what a name from the table matches or replaces in a path: its last octets, or the
 * file's name. */
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
           : format == &mail_msg                         ? MAIL_LISTED_DIRECTORY
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

/* Writes a name with the case of its first letter, and of all others. */
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

bool mail_is_stored(const char *path, struct furl_range front)
{
    const struct name *name = path != NULL ? name_of(path) : NULL;
    bool is_first = name != NULL && name->role == MAIL_FIRST && name->format != &mail_rfc;
    bool is_second = name != NULL && name->role == MAIL_SECOND && name->format->has_second;
    bool is = is_second || (is_first && memchr(front.at, '\0', front.n) != NULL);

    for (size_t i = 0; i < FORMATS && !is; i++) {
        bool alone = path == NULL || !formats[i]->has_second;
        is = alone && formats[i] != &mail_rfc && formats[i]->is_certain != NULL &&
             formats[i]->is_certain(front);
    }
    return is;
}

/* Whether the octets begin with a pattern, in which '.' is any octet, and \3 one of 0 to 3, which
 * headers have and text has not. */
static bool begins(struct furl_range octets, const char *pattern)
{
    size_t i = 0;

    while (i < octets.n && pattern[i] != '\0' &&
           (pattern[i] == '.' || octets.at[i] == (unsigned char)pattern[i] ||
            (pattern[i] == '\3' && octets.at[i] < 3))) {
        i++;
    }
    return pattern[i] == '\0';
}

/* The octet below 4 is the type in ARJ's header, and the level in LHA's. */
static const struct kind {
    struct mail_compression compression;
    const char *front;
} kinds[] = {
    {{"ZIP", "unzip -p", "unzip -d DIR"}, "PK\3\4"},
    {{"ARJ", "7z x -so", "7z x -oDIR"}, "\x60\xEA........\3"},
    {{"LHA", "7z x -so", "7z x -oDIR"}, "..-l..-.............\3"},
    {{"RAR", "bsdtar -xOf", "bsdtar -C DIR -xf"}, "Rar!\x1A\7\3"},
    {{"gzip", "gzip -dc", NULL}, "\x1F\x8B\x08"},
    {{"bzip2", "bzip2 -dc", NULL}, "BZh.1AY&SY"},
    {{"xz", "xz -dc", NULL}, "\3757zXZ\3"},
    {{"Zstandard", "zstd -dc", NULL}, "\x28\xB5\x2F\xFD"},
};

const struct mail_compression *mail_compression_of(struct furl_range front)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (begins(front, kinds[i].front)) {
            return &kinds[i].compression;
        }
    }
    return NULL;
}

/* The mark of POSIX (pax, "ustar Interchange Format") comes after a name and its NUL. */
bool mail_is_tar(struct furl_range front)
{
    enum { MAGIC = 257 };

    return begins(mail_part(front, MAGIC - 1, front.n), "\3ustar");
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

bool mail_holds_control(struct mail_source *source)
{
    static const char *const spellings[] = {"CONTROL.DAT", "control.dat", "Control.dat"};
    bool holds = false;

    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        holds = holds || mail_source_has(source, 0, spellings[i], strlen(spellings[i]));
    }
    return holds;
}
