#include "config.h"

#include "areas.h"

#include <assert.h>
#include <stdlib.h>

#include "furl/core/utf8.h"
#include "reader.h"
#include "select.h"

size_t mail_base_decode(struct furl_range path, unsigned char *out)
{
    unsigned char *to = out;

    while (path.n > 0) {
        bool is_escape = furl_is_escape(path.ptr, path.n);
        unsigned char octet = is_escape ? furl_hex_octet(path.ptr + 1) : path.ptr[0];
        is_escape = is_escape && octet != '%';
        *to++ = is_escape ? octet : path.ptr[0];
        furl_skip(&path, is_escape ? FURL_ESCAPE_SIZE : 1);
    }
    return (size_t)(to - out);
}

size_t mail_areas_fold(unsigned char *path, size_t n)
{
    static const char *const suffixes[] = {".jhr", ".jdt", ".sqd", ".shd", ".sdt", ".sid"};
    const size_t suffix_n = strlen(".jhr");

    n = mail_base_decode((struct furl_range){path, n}, path);
    for (size_t i = 0; i < n; i++) {
        path[i] = path[i] == '\\' ? '/' : furl_lower(path[i]);
    }
    while (n > 0 && path[n - 1] == '/') {
        n--;
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (n > suffix_n && memcmp(path + n - suffix_n, suffixes[i], suffix_n) == 0) {
            return n - suffix_n;
        }
    }
    return n;
}

/* Removes the next word, which can be quoted, from the line. The word is empty if there is none, or
 * if it contains an octet that no path and no areatag contains. */
static struct furl_range next_entry_word(struct furl_range *line)
{
    struct furl_range word;
    size_t n = 0;
    bool is_fine = true;

    furl_skip(line, furl_blanks(*line));
    unsigned char quote = line->n > 0 ? line->ptr[0] : ' ';
    bool is_quoted = quote == '"' || quote == '\'';
    furl_skip(line, is_quoted ? 1 : 0);
    word.ptr = line->ptr;
    while (n < line->n && (is_quoted ? line->ptr[n] != quote : !furl_is_blank(line->ptr[n]))) {
        is_fine = is_fine && line->ptr[n] >= ' ' && line->ptr[n] != 0x7F;
        n++;
    }
    word.n = is_fine ? n : 0;
    furl_skip(line, n);
    furl_skip(line, is_quoted && line->n > 0 ? 1 : 0);
    return word;
}

/* Removes the last part of a path and returns the part. `ptr` of the result is NULL if there is no
 * part, or if the part is a drive. */
static struct furl_range pop_part(struct furl_range *path)
{
    struct furl_range last = *path;

    while (last.n > 0 && memchr(last.ptr, '/', last.n) != NULL) {
        furl_skip(&last, mail_before(last, '/').n + 1);
    }
    path->n -= last.n;
    path->n -= path->n > 0 ? 1 : 0; /* the slash */
    bool is_drive = last.n == 2 && last.ptr[1] == ':';
    return last.n > 0 && !is_drive ? last : (struct furl_range){NULL, 0};
}

static const char bracket[] = "[[]"; /* Husky writes this for "[" */

/* Returns whether the part contains a variable: `[name]` of Husky, or `$name` of other programs, or
 * a `%` that begins no escape. */
static bool varies(struct furl_range part)
{
    bool varies = false;

    for (size_t n; part.n > 0 && !varies; furl_skip(&part, n)) {
        n = furl_starts(part, bracket) ? strlen(bracket) : 1;
        varies = (n == 1 && furl_is_one_of(part.ptr[0], "[$")) || furl_is_stray(part);
    }
    return varies;
}

/* Replaces Husky's form of "[" in a part or an areatag by "[". */
static struct furl_range unbracket(struct mail_areas *areas, struct furl_range part)
{
    unsigned char *front = areas->octets.ptr + (part.ptr - areas->octets.ptr), *to = front;

    while (part.n > 0) {
        *to++ = part.ptr[0];
        furl_skip(&part, furl_starts(part, bracket) ? strlen(bracket) : 1);
    }
    return (struct furl_range){front, (size_t)(to - front)};
}

/* A line of a list that is being read. The path is in areas->octets. */
struct entry {
    struct furl_range path, tag;
    bool is_board, is_bad;
};

/* Adds a line to the list. Returns NULL or an error message. */
static const char *add(struct mail_areas *areas, const struct entry *entry)
{
    struct furl_range path = entry->path;

    assert(path.ptr >= areas->octets.ptr &&
           path.ptr + path.n <= areas->octets.ptr + areas->octets_n);
    path.n = mail_areas_fold(areas->octets.ptr + (path.ptr - areas->octets.ptr), path.n);
    if (path.n == 0 || furl_spells(path.ptr, path.n, "passthrough")) {
        return NULL;
    }
    struct mail_area area = {
        .tag = unbracket(areas, entry->tag), .is_board = entry->is_board, .is_bad = entry->is_bad};
    area.name = pop_part(&path);
    area.directory = pop_part(&path);
    area.varies = varies(area.name);
    area.directory_varies = varies(area.directory);
    if (area.name.ptr == NULL) {
        return NULL;
    }
    area.name = unbracket(areas, area.name);
    area.directory = area.directory.n > 0 ? unbracket(areas, area.directory) : area.directory;
    if (areas->n == MAIL_AREAS_MAX) {
        return "more than 100,000 areas; remove areas that you do not read";
    }
    struct mail_area *of = furl_grow(areas->of, &areas->room, areas->n + 1, sizeof *of);
    if (of == NULL) {
        return mail_no_memory;
    }
    areas->of = of;
    of[areas->n++] = area;
    return NULL;
}
_Static_assert(MAIL_AREAS_MAX == 100000, "as the message says");

/* Words that begin a line of a configuration, and the words after them. `t` is an areatag, `p` a
 * path, `d` a path with a directory, and `a` an address. Types are `n` for a word, `l` for two
 * letters, and `m` for letters. `x` is any word. */
enum { NETMAIL = 1, BAD = 2 };
static const struct keyword {
    const char *word, *after;
    unsigned is;
} keywords[] = {
    {"echoarea", "tp", 0},  {"localarea", "taxp", 0},     {"localarea", "tp", 0},
    {"area", "taxp", 0},    {"netmail", "taxp", NETMAIL}, {"netmailarea", "tp", NETMAIL},
    {"badarea", "tp", BAD}, {"netarea", "tp", NETMAIL},   {"areadef", "txxnxp", 0},
    {"area", "txlp", 0},    {"fido", "mxdt", 0},          {"jam", "mxdt", 0},
    {"squish", "mxdt", 0},
};

/* Returns whether the areatag is a pattern, by which CrashMail makes new areas. A pattern has no
 * mail itself. */
static bool is_pattern(struct furl_range tag)
{
    static const char begin[] = "default_";

    return furl_spells(tag.ptr, tag.n, "default") ||
           (tag.n >= strlen(begin) && furl_spells(tag.ptr, strlen(begin), begin));
}

static bool word_has(struct furl_range word, unsigned char octet)
{
    return mail_before(word, octet).n < word.n;
}

/* Reads the words after a keyword. Returns whether the words are as in the keyword's row. */
static bool read_entry_words(struct furl_range line, const struct keyword *row, struct entry *entry)
{
    bool is_netmail = (row->is & NETMAIL) != 0, fits = true;
    struct mail_fidonet_address address;

    for (const char *after = row->after; *after != '\0'; after++) {
        struct furl_range word = next_entry_word(&line);
        entry->tag = *after == 't' ? word : entry->tag;
        entry->path = *after == 'p' || *after == 'd' ? word : entry->path;
        fits = fits &&
               (*after == 'a'   ? mail_fidonet_read(word, &address)
                : *after == 'l' ? word.n == 2
                                : *after != 'd' || word_has(word, '/') || word_has(word, '\\'));
        is_netmail = is_netmail || (*after == 'n' && furl_spells(word.ptr, word.n, "net")) ||
                     (*after == 'l' && (word_has(word, 'N') || word_has(word, 'n')) &&
                      !word_has(word, 'E') && !word_has(word, 'e')) ||
                     (*after == 'm' && (word_has(word, 'm') || word_has(word, 'M')));
    }
    struct furl_range tag = entry->tag;
    bool is_addressed = row->after[1] == 'a';
    entry->is_bad = (row->is & BAD) != 0 || (is_addressed && furl_spells(tag.ptr, tag.n, "bad"));
    entry->tag.n = is_netmail || entry->is_bad ? 0 : tag.n;
    entry->is_board = row->after[1] == 'x' && mail_is_number(entry->path);
    return fits && entry->path.n > 0 && (tag.n > 0 || is_netmail) &&
           !(is_addressed && is_pattern(tag));
}

/* Reads path and areatag from a line in a configuration of Husky, Squish, GoldED or Msged, or in
 * CrashMail's preferences. Returns whether the line has them. */
static bool read_config(struct furl_range line, struct entry *entry)
{
    struct furl_range word = next_entry_word(&line);
    bool is_one = false;

    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0] && !is_one; i++) {
        is_one = furl_spells(word.ptr, word.n, keywords[i].word) &&
                 read_entry_words(line, &keywords[i], entry);
    }
    return is_one;
}

/* Returns whether the line is the title of an AREAS.BBS, "Name of the BBS ! Name of the sysop". */
static bool is_title(struct furl_range line)
{
    const unsigned char *front = line.ptr;
    bool is = false;

    for (struct furl_range word; !is && (word = next_entry_word(&line)).n > 0;) {
        is = word.n == 1 && word.ptr[0] == '!' && word.ptr > front;
    }
    return is;
}

/* Returns whether the line begins a section of an INI file: "[section]", which a comment can
 * follow. */
static bool is_section(struct furl_range line)
{
    struct furl_range name = mail_before(line, ']');
    struct furl_range rest = mail_trimmed(mail_part(line, name.n + 1, line.n));

    return line.n > 0 && line.ptr[0] == '[' && name.n < line.n &&
           (rest.n == 0 || rest.ptr[0] == ';' || rest.ptr[0] == '#');
}

/* Returns whether the line is a setting before the first section: "key = value", whose key is no
 * path, or Synchronet's "!include FILE". */
static bool is_setting(struct furl_range line)
{
    static const char include[] = "!include";
    size_t key = 0;

    while (key < line.n && strchr(" \t/\\=", line.ptr[key]) == NULL) {
        key++;
    }
    struct furl_range rest = mail_trimmed(mail_part(line, key, line.n));
    return (rest.n > 0 && rest.ptr[0] == '=') || furl_spells(line.ptr, key, include);
}

/* Reads path and areatag from a line of an AREAS.BBS, which marks areas without a base with `#`. If
 * `begins`, the line can be the title, because only comments precede it. Returns whether the line
 * has them. */
static bool read_bbs(struct furl_range line, bool *begins, struct entry *entry)
{
    line = mail_trimmed(line);
    if (line.n == 0 || line.ptr[0] == ';' || line.ptr[0] == '#' || is_setting(line)) {
        return false;
    }
    bool is_first = *begins;
    *begins = false;
    if (is_first && is_title(line)) {
        return false;
    }
    bool is_marked = line.ptr[0] == '!' || line.ptr[0] == '$';
    furl_skip(&line, is_marked ? 1 : 0);
    struct furl_range path = entry->path = next_entry_word(&line);
    entry->tag = next_entry_word(&line);
    entry->is_board = !is_marked && mail_is_number(path);
    bool is_path = is_marked || entry->is_board || word_has(path, '/') || word_has(path, '\\');
    return is_path && path.n > 0 && entry->tag.n > 0;
}

static const char included[] = "include";

/* Reads code and areatag from a line of Synchronet's areas.bbs: the code of a base, an areatag, and
 * addresses of links. The code "P" means no base, and the areatag "*" means none. Returns whether
 * the line has them. */
static bool read_code(struct furl_range line, struct entry *entry)
{
    struct furl_range code = entry->path = next_entry_word(&line),
                      tag = entry->tag = next_entry_word(&line);
    bool is_one = code.n > 0 && furl_octet_in(code.ptr[0], FURL_ALNUM) && tag.n > 0 &&
                  furl_octet_in(tag.ptr[0], FURL_ALNUM) && mail_before(tag, ':').n == tag.n &&
                  !furl_spells(code.ptr, code.n, "p") && !furl_spells(code.ptr, code.n, included);
    for (struct furl_range link; is_one && (link = next_entry_word(&line)).n > 0;) {
        is_one = furl_octet_in(link.ptr[0], FURL_DIGIT);
    }
    return is_one && mail_trimmed(line).n == 0; /* no empty word in quotes */
}

/* The state before a line of areas.ini or msgs.ini: the section, the suffix of the code, and the
 * groups with the prefixes of codes. */
enum { GROUPS = 128 };
struct sections {
    struct furl_range section, suffix;
    struct {
        struct furl_range name, prefix;
    } groups[GROUPS];
    size_t group, n; /* index of the section's group, and number of known groups */
    bool is_group;   /* the section describes the group */
};

/* Begins a section: "areatag", "grp:GROUP" or "sub:GROUP:SUFFIX". */
static void begin_section(struct sections *sections, struct furl_range section)
{
    struct furl_range kind = mail_before(section, ':');
    struct furl_range name = mail_part(section, kind.n + 1, section.n), suffix = name;

    sections->is_group = furl_spells(kind.ptr, kind.n, "grp");
    sections->section = section;
    sections->suffix.n = 0;
    if (furl_spells(kind.ptr, kind.n, "sub")) {
        while (mail_before(suffix, ':').n < suffix.n) {
            furl_skip(&suffix, mail_before(suffix, ':').n + 1);
        }
        sections->suffix = suffix;
        name.n -= name.n > suffix.n ? suffix.n + 1 : name.n;
    }
    sections->group = 0;
    while (sections->group < sections->n &&
           !furl_is_same(name, sections->groups[sections->group].name)) {
        sections->group++;
    }
    if (sections->is_group && sections->group == sections->n && sections->n < GROUPS) {
        sections->groups[sections->n++].name = name;
    }
}

/* Writes the code of a base, prefix and suffix, at the start of the section. The octets of the
 * section up to `end` are no longer needed. Returns the code, which is empty if there is no
 * room. */
static struct furl_range write_code(struct mail_areas *areas, struct sections *sections,
                                    const unsigned char *end)
{
    struct furl_range prefix = {NULL, 0}, suffix = sections->suffix;

    if (suffix.n == 0) {
        return suffix; /* possibly no section has begun */
    }
    unsigned char *ptr = areas->octets.ptr + (sections->section.ptr - areas->octets.ptr);
    if (sections->group < sections->n) {
        prefix = sections->groups[sections->group].prefix;
    }
    sections->suffix.n = 0;
    if (prefix.n + suffix.n > (size_t)(end - ptr)) {
        return (struct furl_range){NULL, 0};
    }
    assert(prefix.n == 0 || prefix.ptr + prefix.n <= ptr); /* the prefix is in an earlier section */
    memmove(ptr + prefix.n, suffix.ptr, suffix.n);
    memcpy(ptr, prefix.n > 0 ? prefix.ptr : ptr, prefix.n);
    return (struct furl_range){ptr, prefix.n + suffix.n};
}

/* Reads code and areatag from a line of Synchronet's areas.ini or msgs.ini. In areas.ini, the line
 * is "sub = CODE" in a section "[areatag]". In msgs.ini, the line is "area_tag = areatag" in a
 * section "[sub:GROUP:SUFFIX]", and the code is the "code_prefix" of "[grp:GROUP]" and the suffix.
 * Returns whether the line has them. */
static bool read_ini(struct mail_areas *areas, struct furl_range line, struct sections *sections,
                     struct entry *entry)
{
    struct furl_range section = sections->section;

    line = mail_trimmed(line);
    struct furl_range key = mail_trimmed(mail_before(line, '='));
    struct furl_range value = mail_trimmed(mail_part(line, mail_before(line, '=').n + 1, line.n));
    bool is_in_list = furl_spells(key.ptr, key.n, "sub") && section.n > 0 &&
                      section.ptr[0] != '*' && mail_before(section, ':').n == section.n;

    if (line.n > 0 && line.ptr[0] == '[') {
        begin_section(sections, mail_trimmed(mail_before(mail_part(line, 1, line.n), ']')));
    } else if (furl_spells(key.ptr, key.n, "code_prefix") && sections->is_group &&
               sections->group < sections->n) {
        sections->groups[sections->group].prefix = value;
    } else if (furl_spells(key.ptr, key.n, "area_tag") && value.n > 0) {
        entry->path = write_code(areas, sections, value.ptr);
    }
    entry->path = is_in_list ? value : entry->path;
    entry->tag = is_in_list ? section : value;
    return entry->path.n > 0;
}

/* The forms of lists. A form counts only if no line has an earlier form. */
enum form { CONFIGURATION, AREAS_BBS, INI, CODES, FORMS };

/* Returns the octets of the list, without a byte order mark, up to ^Z. */
static struct furl_range lines_of(const struct mail_areas *areas)
{
    struct furl_range lines =
        mail_before((struct furl_range){areas->octets.ptr, areas->octets_n}, MAIL_DOS_END);

    furl_skip(&lines, furl_bom(lines.ptr, lines.n));
    return lines;
}

/* Adds all lines of a list of the form. Returns NULL or an error message. */
static const char *add_all(struct mail_areas *areas, enum form form)
{
    struct furl_range rest = lines_of(areas);
    const char *wrong = NULL;
    struct sections sections = {.n = 0};
    bool begins = true;

    while (rest.n > 0 && wrong == NULL) {
        struct furl_range line = mail_next_line(&rest);
        struct entry entry = {.is_board = false};
        if (form == AREAS_BBS && is_section(mail_trimmed(line))) {
            break; /* an INI file follows */
        }
        bool is_one = form == CONFIGURATION ? read_config(line, &entry)
                      : form == AREAS_BBS   ? read_bbs(line, &begins, &entry)
                      : form == INI         ? read_ini(areas, line, &sections, &entry)
                                            : read_code(line, &entry);
        wrong = is_one ? add(areas, &entry) : NULL;
    }
    return wrong;
}

bool mail_areas_next_included(const struct mail_areas *areas, struct furl_range *rest,
                              struct furl_range *file)
{
    bool is_one = false;

    if (rest->ptr == NULL) {
        *rest = areas->has_includes ? lines_of(areas) : (struct furl_range){areas->octets.ptr, 0};
    }
    while (!is_one && rest->n > 0) {
        struct furl_range line = mail_next_line(rest), word = next_entry_word(&line);
        *file = next_entry_word(&line);
        is_one = furl_spells(word.ptr, word.n, included) && file->n > 0;
    }
    return is_one;
}

const char *mail_areas_read(struct mail_areas *areas)
{
    static const char none[] =
        "not a list of areas; use AREAS.BBS, or a configuration of Husky, Squish, CrashMail, "
        "GoldED or Synchronet";
    const char *wrong = NULL;

    for (enum form form = 0; form < FORMS && wrong == NULL && areas->n == 0; form++) {
        wrong = add_all(areas, form);
        areas->has_includes = form == CONFIGURATION || areas->n == 0;
    }
    return wrong != NULL || areas->n > 0 ? wrong : none;
}

void mail_areas_free(struct mail_areas *areas)
{
    free(areas->octets.ptr);
    free(areas->of);
}

/* Lines that fit a base equally well: the first line, and the first line with another tag. */
struct fitting {
    const struct mail_area *first, *other;
};

static void note_area(struct fitting *lines, const struct mail_area *area)
{
    if (lines->first == NULL) {
        lines->first = area;
    } else if (lines->other == NULL && !furl_is_same(area->tag, lines->first->tag)) {
        lines->other = area;
    }
}

const struct mail_area *mail_areas_find(const struct mail_areas *areas, bool is_board,
                                        struct furl_range path, const struct mail_area **other)
{
    const struct furl_range name = pop_part(&path), directory = pop_part(&path);
    struct fitting equal = {NULL, NULL}, varying = {NULL, NULL};
    const struct mail_area *named = NULL; /* last line with the name in another directory */
    size_t named_n = 0;

    for (size_t i = 0; i < areas->n; i++) {
        const struct mail_area *area = &areas->of[i];
        if (area->is_board != is_board || !(area->varies || furl_is_same(area->name, name))) {
            continue;
        }
        if (area->directory.n == 0 || area->directory_varies ||
            furl_is_same(area->directory, directory)) {
            note_area(area->varies || area->directory_varies ? &varying : &equal, area);
        } else if (!area->varies) {
            named = area;
            named_n++;
        }
    }
    const struct fitting *lines = equal.first != NULL ? &equal : &varying;
    *other = lines->other;
    return lines->first != NULL ? lines->first : named_n == 1 ? named : NULL;
}
