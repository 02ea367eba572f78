/* Lists of areas and their bases, as tossers use them. */
#ifndef MAIL_AREAS_H
#define MAIL_AREAS_H

#include "furl/core/buffer.h"
#include "furl/core/octets.h"

/* A line of the list. The path of its base is in lower case, with `/` and without suffix. */
struct mail_area {
    struct furl_range directory,
        name; /* last two parts of the path (directory.ptr is NULL if there is one part) */
    struct furl_range tag; /* areatag, or empty for netmail, which belongs to no area */
    bool is_board;         /* the name is the number of a Hudson board */
    bool is_bad; /* the base is for mail that could not be tossed, which names its area in its text
                  */
    bool varies, directory_varies; /* the part has a variable and matches any part */
};

/* A list. Set `octets` and `octets_n` before mail_areas_read. Free the list with
 * mail_areas_free. */
struct mail_areas {
    struct furl_buffer octets; /* the whole file, which mail_areas_read changes */
    size_t octets_n;           /* number of octets in the file */
    struct mail_area *of;      /* lines, in the order of the list */
    size_t n, room;
    bool has_includes; /* the list is a configuration, or can be the beginning of a configuration */
};

/*
 * Reads the list in `octets`, and skips lines without a base. Returns NULL, an error message, or
 * mail_no_memory. It is an error if no line has a base, or if there are more than MAIL_AREAS_MAX,
 * which no network has. The list can be:
 *
 *  - An AREAS.BBS of Squish (its manual, "AREAS.BBS"), FastEcho, GEcho or CrashMail II (its
 *    documentation, "Areas.bbs").
 *
 *  - A configuration of Husky (fidoconfig's manual, "EchoArea", "LocalArea", "NetmailArea"), Squish
 *    ("NetArea"), GoldED ("AREADEF" and "AREA") or Msged ("Jam", "Squish", "Fido").
 *
 *  - CrashMail's preferences (its sample, "AREA", "NETMAIL", "LOCALAREA").
 *
 *  - Synchronet's areas.bbs or areas.ini (its wiki, "sbbsecho"), or its msgs.ini.
 */
#define MAIL_AREAS_MAX ((size_t)100000)
const char *mail_areas_read(struct mail_areas *areas);

/* Finds the file of the next line "include FILE" in a configuration that was read, or in a list
 * without any line. `rest` is empty at first. Returns whether there is such a line. */
bool mail_areas_next_included(const struct mail_areas *areas, struct furl_range *rest,
                              struct furl_range *file);

void mail_areas_free(struct mail_areas *areas);

/* Returns the line for a base, or NULL. `path` is absolute, in lower case, with `/` and without
 * suffix, or the number of a Hudson board. The result is the first line whose path ends like
 * `path`, if possible a line without a variable. Otherwise the result is the only line with the
 * base's name. Sets `other` to a line with another tag that fits as well, or to NULL. */
const struct mail_area *mail_areas_find(const struct mail_areas *areas, bool is_board,
                                        struct furl_range path, const struct mail_area **other);

/* Decodes the escapes of a path, except for escapes of `%`. Husky escapes octets that file names
 * cannot contain. Writes to `out`, which can be the memory of the path. Returns the number of
 * octets written. */
size_t mail_base_decode(struct furl_range path, unsigned char *out);

/* Converts `n` octets of a path, in place, to the form for mail_areas_find. This form is in lower
 * case, with `/` for `\`, without escapes, without a `/` at the end and without the suffix of a
 * base. Returns the new number of octets. */
size_t mail_areas_fold(unsigned char *path, size_t n);

#endif
