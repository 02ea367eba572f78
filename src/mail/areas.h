/* Lists of areas and the bases that hold them, as tossers keep them. */
#ifndef MAIL_AREAS_H
#define MAIL_AREAS_H

#include "furl/base/buffer.h"
#include "furl/base/octets.h"

/* A line of the list. The path of its base is in lower case, with `/` and without suffix. */
struct mail_area {
    struct furl_range directory,
        name;              /* the last two parts of the path; `at` is NULL without a directory */
    struct furl_range tag; /* empty: netmail, which belongs to no area */
    bool is_board;         /* the name is the number of a Hudson board */
    bool is_bad; /* mail of any area that could not be tossed: each names its own in its text */
    bool varies, directory_varies; /* has a variable, so that it matches any part */
};

/* A list. Set `octets` before mail_areas_read, and free it with mail_areas_free. */
struct mail_areas {
    struct furl_buffer octets; /* the whole file, */
    size_t octets_n;           /* which is changed */
    struct mail_area *of;      /* in the order of the list */
    size_t n, room;
    bool has_includes; /* it is a configuration, or may be the beginning of one */
};

/*
 * Reads the list in `octets`. It may be an AREAS.BBS of Squish (its manual, "AREAS.BBS"), FastEcho,
 * GEcho or CrashMail II (its documentation, "Areas.bbs"); a configuration of Husky (fidoconfig's
 * manual, "EchoArea", "LocalArea", "NetmailArea"), Squish ("NetArea"), GoldED ("AREADEF" and
 * "AREA") or Msged ("Jam", "Squish", "Fido"); or CrashMail's preferences (its sample, "AREA",
 * "NETMAIL", "LOCALAREA"); or Synchronet's areas.bbs or areas.ini (its wiki, "sbbsecho"), or its
 * msgs.ini. Lines without a base are skipped. Returns NULL, or what is wrong: there is no line with
 * a base, or more than MAIL_AREAS_MAX, which no network has; or mail_no_memory.
 */
#define MAIL_AREAS_MAX ((size_t)100000)
const char *mail_areas_read(struct mail_areas *areas);

/* Finds the file of the next line "include FILE" of a configuration that was read, or of a list
 * without any line. `rest` is empty at first. Returns whether there is one. */
bool mail_areas_next_included(const struct mail_areas *areas, struct furl_range *rest,
                              struct furl_range *file);

void mail_areas_free(struct mail_areas *areas);

/* The line for a base, by its absolute path in lower case, with `/` and without suffix; or for a
 * Hudson board, by its number. This is the first line whose path ends like that of the base, if
 * possible one without a variable, or else the only line with its name. NULL if there is none.
 * `other` is a line with another tag that fits as well, or NULL. */
const struct mail_area *mail_areas_find(const struct mail_areas *areas, bool is_board,
                                        struct furl_range path, const struct mail_area **other);

/* Decodes the escapes of a path, except those of `%`. Husky escapes what no file name may contain.
 * Writes to `out`, which may be the same memory. Returns how many octets it wrote. */
size_t mail_base_decode(struct furl_range path, unsigned char *out);

/* Turns `n` octets of a path, in place, into what mail_areas_find wants: without escapes, in lower
 * case, `/` for `\`, without a `/` at the end and without the suffix of a base. Returns how many
 * are left. */
size_t mail_areas_fold(unsigned char *path, size_t n);

#endif
