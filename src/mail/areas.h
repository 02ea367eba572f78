/* Lists of the areas that bases are of, as tossers have them. */
#ifndef MAIL_AREAS_H
#define MAIL_AREAS_H

#include "furl/base/buffer.h"
#include "furl/base/octets.h"

/* A line of the list: what its base is called, in lower case, with `/`, and without a suffix. */
struct mail_area {
    struct furl_range directory, name; /* the last two parts of its path; no directory: `at` NULL */
    struct furl_range tag;             /* empty: netmail, which is of no area */
    bool is_board;                     /* the name is the number of a Hudson board */
    bool varies, directory_varies;     /* it has a variable, and equals any */
    size_t nth;                        /* line of the list */
    size_t other; /* of the first line of these parts: the index of one with another tag, or 0 */
};

/* A list; the caller's, except the memory that mail_areas_free gives back. */
struct mail_areas {
    struct furl_buffer octets; /* all of the file, */
    size_t octets_n;           /* which are so many; they are changed */
    struct mail_area *of;      /* in the order of names and directories, those that vary first */
    size_t n, room;
};

/*
 * Reads the list in `octets`: an AREAS.BBS, as Squish (its manual, "AREAS.BBS"), FastEcho, GEcho
 * and CrashMail II (its documentation, "Areas.bbs") write it, or a configuration of Husky
 * (fidoconfig's manual, "EchoArea", "LocalArea", "NetmailArea") or Squish ("NetArea"); or
 * CrashMail's preferences (its sample, "AREA", "NETMAIL", "LOCALAREA"). Lines that say nothing of a
 * base are passed over. Returns NULL, or what is wrong: there is no other line, or more than
 * MAIL_AREAS_MAX; mail_no_memory.
 */
#define MAIL_AREAS_MAX ((size_t)100000)
const char *mail_areas_read(struct mail_areas *areas);

void mail_areas_free(struct mail_areas *areas);

/*
 * The line for a base, by its absolute path, in lower case, with `/` and without a suffix; or for
 * the board of that number. The first one whose path ends as that does counts, without a variable
 * if there is such a one; where none does, the only one of that name. NULL: there is none. `other`:
 * one with another tag that is as good, or NULL.
 */
const struct mail_area *mail_areas_find(const struct mail_areas *areas, bool is_board,
                                        struct furl_range path, const struct mail_area **other);

/* Undoes the escapes of a path, which Husky writes for what a file's name may not have, but for
 * those of `%`. Writes to `out`, which may be the same memory. Returns how many octets it wrote. */
size_t mail_base_decode(struct furl_range path, unsigned char *out);

/* Makes of `n` octets of a path, in place, what mail_areas_find wants: without escapes, in lower
 * case, `/` for `\`, no
 * `/` at its end, no suffix of a base. Returns how many are left. */
size_t mail_areas_fold(unsigned char *path, size_t n);

#endif
