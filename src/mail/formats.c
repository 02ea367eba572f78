#include "config.h"

#include "fields.h"
#include "mail.h"
#include "mime.h"
#include "reader.h"

#define X(format) &mail_##format,
static const struct mail_format *const formats[] = {MAIL_FORMATS};
#undef X
#define FORMATS (sizeof formats / sizeof formats[0])

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

/* Returns the index of the part of a path that a name from the table matches or replaces. For a
 * suffix, this is the end of the path, and otherwise the file's name. */
static size_t part_of(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t file = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t n = strlen(path);

    return name[0] != '.' ? file : n - file >= strlen(name) ? n - strlen(name) : n;
}

struct mail_place mail_place_of(const char *path)
{
    for (size_t i = 0; path != NULL && i < FORMATS; i++) {
        for (const struct mail_name *name = formats[i]->names; name->text != NULL; name++) {
            const size_t part = part_of(path, name->text);
            if (furl_spells((const unsigned char *)path + part, strlen(path + part), name->text)) {
                return (struct mail_place){path, formats[i], name->role, part};
            }
        }
    }
    return (struct mail_place){path, .role = MAIL_NO_STORE_FILE};
}

const char *mail_name_in_role(const struct mail_format *format, enum mail_store_file role)
{
    const struct mail_name *name = format->names;

    while (name->text != NULL && name->role != role) {
        name++;
    }
    return name->text;
}

bool mail_has_files(const struct mail_format *format)
{
    return mail_name_in_role(format, MAIL_SECOND) != NULL ||
           mail_name_in_role(format, MAIL_UNREAD) != NULL;
}

static bool is_upper(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

/* Writes a name. `first_upper` gives the case of the first letter, and `upper` of all others. */
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

bool mail_name_beside(const struct mail_place *place, enum mail_store_file role, size_t nth,
                      char *out, size_t size)
{
    const char *other = place->format != NULL ? mail_name_in_role(place->format, role) : NULL;

    if (other == NULL || nth >= MAIL_NAMES_BESIDE) {
        return false;
    }
    const char *old = place->path + place->part;
    size_t part = other[0] == '.' ? place->part : part_of(place->path, other);
    if (part >= size || strlen(other) >= size - part) {
        return false;
    }
    memcpy(out, place->path, part);
    bool upper = nth == 0 ? is_upper(old[strlen(old) - 1]) : nth == 2;
    bool first_upper = nth == 0 ? is_upper(old[old[0] == '.' ? 1 : 0]) : nth == 2;
    put_name(other, first_upper, upper, out + part);
    return true;
}

/* Returns the first format that is certain by the front, or NULL. Without `halves`, formats with
 * texts in a second file are left out. Without `internet`, formats of Internet mail are left
 * out. */
static const struct mail_format *certain_of(struct furl_range front, bool halves, bool internet)
{
    for (size_t i = 0; i < FORMATS; i++) {
        const struct mail_format *format = formats[i];
        bool is_asked = (halves || !format->has_second) && (internet || !format->internet);
        if (is_asked && format->is_certain != NULL && format->is_certain(front)) {
            return format;
        }
    }
    return NULL;
}

const struct mail_format *mail_format_of(struct mail_store *store)
{
    const struct mail_place *place = &store->place;

    if (store->format == NULL) {
        bool is_named =
            place->role == MAIL_FIRST && place->format->is_named(&store->sources[MAIL_FIRST]);
        store->format =
            is_named ? place->format : certain_of(mail_front(store), place->path == NULL, true);
    }
    if (store->format == NULL) {
        store->format = &mail_text;
    }
    return store->format;
}

bool mail_is_stored(const char *path, struct furl_range front)
{
    const struct mail_place place = mail_place_of(path);
    bool is_first = place.role == MAIL_FIRST && !place.format->internet;
    bool is_second = place.role == MAIL_SECOND && place.format->has_second;

    return is_second || (is_first && memchr(front.ptr, '\0', front.n) != NULL) ||
           certain_of(front, path == NULL, false) != NULL;
}

bool mail_is_encoded(struct furl_range front)
{
    const struct mail_format *format = certain_of(front, false, true);
    bool is = false;

    while (format != NULL && format->internet && front.n > 0 && !is) {
        struct furl_range value = mail_next_line(&front);
        const struct furl_range name = mail_field_name(value);
        if (furl_spells(name.ptr, name.n, "content-transfer-encoding")) {
            furl_skip(&value, name.n + 1);
            furl_skip(&value, furl_blanks(value));
            is = mime_is_encoded(furl_without_blanks(value));
        }
    }
    return is;
}

/* Returns whether the octets begin with a pattern. In a pattern, '.' means any octet, and \3 means
 * an octet from 0 to 3. Headers contain such octets, and texts do not. */
static bool begins_with(struct furl_range octets, const char *pattern)
{
    size_t i = 0;

    while (i < octets.n && pattern[i] != '\0' &&
           (pattern[i] == '.' || octets.ptr[i] == (unsigned char)pattern[i] ||
            (pattern[i] == '\3' && octets.ptr[i] < 3))) {
        i++;
    }
    return pattern[i] == '\0';
}

/* Returns whether the octets begin with an archive of ARC: 1A, the method, a DOS name with its NUL,
 * and sizes. The next file or the end of the archive also begins with 1A, if the octets reach so
 * far. */
static bool is_arc(struct furl_range front)
{
    enum { NAME = 2, NAME_SIZE = 13, PACKED = 15, SIZE = 25, OLD = 25, HEADER = 29, STORED = 2 };

    if (front.n < HEADER || front.ptr[0] != MAIL_DOS_END || front.ptr[1] < 1 || front.ptr[1] > 9) {
        return false;
    }
    struct furl_range name = mail_string(front.ptr + NAME, NAME_SIZE);
    bool is = name.n > 0 && name.n < NAME_SIZE && name.ptr[0] != '.';
    for (size_t i = 0; i < name.n; i++) {
        is = is && name.ptr[i] > ' ' && name.ptr[i] != 0x7F &&
             !furl_is_one_of(name.ptr[i], "\"*+,/:;<=>?[\\]|");
    }
    uint64_t packed = mail_u32(front.ptr + PACKED), size = mail_u32(front.ptr + SIZE);
    uint64_t end = packed + (front.ptr[1] == 1 ? OLD : HEADER);
    return is && packed <= INT32_MAX && (front.ptr[1] != STORED || packed == size) &&
           (end < front.n ? front.ptr[end] == MAIL_DOS_END : front.n >= MAIL_FRONT);
}

/* The octet \3 is the type in the header of ARJ, and the level in the header of LHA. */
static const struct kind {
    struct mail_compression compression;
    const char *front;
} kinds[] = {
    {{"compressed by ZIP; unpack it", "unzip -p", "unzip -d DIR", ""}, "PK\3\4"},
    {{"compressed by ARJ; unpack it", "7z x -so", "7z x -oDIR", ""}, "\x60\xEA........\3"},
    {{"compressed by LHA; unpack it", "lhasa pq", "7z x -oDIR", ""}, "..-l..-.............\3"},
    {{"compressed by RAR; unpack it", "bsdtar -xOf", "bsdtar -C DIR -xf", ""}, "Rar!\x1A\7\3"},
    {{"compressed by gzip; unpack it", "gzip -dc", NULL, ""}, "\x1F\x8B\x08"},
    {{"compressed by bzip2; unpack it", "bzip2 -dc", NULL, ""}, "BZh.1AY&SY"},
    {{"compressed by xz; unpack it", "xz -dc", NULL, ""}, "\3757zXZ\3"},
    {{"compressed by Zstandard; unpack it", "zstd -dc", NULL, ""}, "\x28\xB5\x2F\xFD"},
    {{"compressed batch; unpack it", "tail -n +2", NULL, " | bzip2 -dc"}, "#! bunbatch"},
    {{"compressed batch; unpack it", "tail -n +2", NULL, " | gzip -dc"}, "#! .unbatch"},
    {{"Outlook message or other OLE file; convert it", "msgconvert --outfile -", NULL, ""},
     "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"},
    {{"Outlook folder; convert it", NULL, "readpst -o DIR", ""}, "!BDN"},
    {{"Outlook Express folder; convert it", NULL, "undbx", " DIR"}, "\xCF\xAD\x12\xFE"},
    {{"TNEF; unpack it", NULL, "ytnef -F -f DIR", ""}, "\x78\x9F\x3E\x22"},
    {{"PDF; convert it", "pdftotext", NULL, " -"}, "%PDF-"},
};
static const struct mail_compression arc = {"compressed by ARC; unpack it", "nomarch -p",
                                            "unar -o DIR", ""};
static const struct mail_compression tar = {"tar archive; unpack it", NULL, "tar -C DIR -xf", ""};

const struct mail_compression *mail_compression_of(struct furl_range front)
{
    enum { MAGIC = 257 }; /* of POSIX (pax, "ustar Interchange Format"), after a name and its NUL */

    if (begins_with(mail_part(front, MAGIC - 1, front.n), "\3ustar")) {
        return &tar;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (begins_with(front, kinds[i].front)) {
            return &kinds[i].compression;
        }
    }
    return is_arc(front) ? &arc : NULL;
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
