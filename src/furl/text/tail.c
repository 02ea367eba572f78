#include "tail.h"

/* Digits of a serial number. */
#define SERIAL_SIZE ((size_t)8)
_Static_assert(FURL_TAIL_SIZE >= SERIAL_SIZE, "a `+` and all digits but one are kept");

static const char msgid[] = "msgid=";
#define IN_MSGID (sizeof msgid - 1)

static const struct {
    const char *octets;
    enum furl_tail_end end;
} ends[] = {
    {"-=&+~#", FURL_TAIL_OPEN}, {"_", FURL_TAIL_UNDER}, {"?", FURL_TAIL_ASK},
    {"/", FURL_TAIL_DIR},       {".", FURL_TAIL_DOT},   {",;:!'", FURL_TAIL_PUNCT},
};

/* Whether the octets end in "msgid=". */
static bool ends_in_msgid(struct furl_range octets)
{
    return octets.n >= IN_MSGID && memcmp(octets.at + octets.n - IN_MSGID, msgid, IN_MSGID) == 0;
}

/* Notes the octet that is the last of `so_far`. */
static void note(struct furl_tail *tail, struct furl_range so_far)
{
    switch (so_far.at[so_far.n - 1]) {
    case '/':
        tail->slashes++;
        tail->named = true;
        break;
    case '?':
        tail->query = true;
        tail->named = false;
        break;
    case '(':
        tail->opened++;
        break;
    case ')':
        tail->closed++;
        break;
    case '&':
        tail->msgid = false;
        break;
    default: /* '=' */
        tail->msgid = tail->msgid || ends_in_msgid(so_far);
    }
}

/* Notes what is to be known of each of the octets from index `from` on. */
static void note_all(struct furl_tail *tail, struct furl_range octets, size_t from)
{
    static const bool noted[256] = {
        ['/'] = true, ['?'] = true, ['('] = true, [')'] = true, ['&'] = true, ['='] = true};

    for (size_t i = from; i < octets.n; i++) {
        if (noted[octets.at[i]]) {
            note(tail, (struct furl_range){octets.at, i + 1});
        }
    }
}

void furl_tail_take(struct furl_tail *tail, struct furl_range octets)
{
    unsigned char seam[2 * FURL_TAIL_SIZE];
    size_t first = octets.n < FURL_TAIL_SIZE ? octets.n : FURL_TAIL_SIZE;

    if (octets.n == 0) {
        return;
    }
    memcpy(seam, tail->last, tail->n);
    memcpy(seam + tail->n, octets.at, first);
    note_all(tail, (struct furl_range){seam, tail->n + first}, tail->n);
    note_all(tail, octets, first);
    size_t kept = tail->n < FURL_TAIL_SIZE - first ? tail->n : FURL_TAIL_SIZE - first;
    memmove(tail->last, tail->last + tail->n - kept, kept);
    memcpy(tail->last + kept, octets.at + octets.n - first, first);
    tail->n = kept + first;
}

/* The octet that is so many before the end, from 1 on; NUL where there is none. */
static unsigned char octet_at(const struct furl_tail *tail, size_t back)
{
    return back <= tail->n ? tail->last[tail->n - back] : '\0';
}

/* The letters and digits that the URL ends with, as far as they are kept. */
static struct furl_range last_name(const struct furl_tail *tail)
{
    size_t n = 0;

    while (furl_is(octet_at(tail, n + 1), FURL_ALNUM)) {
        n++;
    }
    return (struct furl_range){tail->last + tail->n - n, n};
}

/* The ending of the file's name that the URL ends with; empty where there is none. */
static struct furl_range ending_of(const struct furl_tail *tail)
{
    struct furl_range name = last_name(tail);
    bool dotted = octet_at(tail, name.n + 1) == '.';

    return dotted && tail->named && furl_is_ending(name) ? name : (struct furl_range){NULL, 0};
}

static bool is_half(const struct furl_tail *tail)
{
    return octet_at(tail, 1) == '%' ||
           (octet_at(tail, 2) == '%' && furl_is(octet_at(tail, 1), FURL_HEX));
}

/* Whether the sentence ends that the URL is in. */
static bool ends_sentence(const struct furl_tail *tail)
{
    unsigned char last = octet_at(tail, 1);
    unsigned char before = octet_at(tail, 2);

    return (last == ')' && tail->opened < tail->closed) ||
           (last == '.' && before != '\0' && strchr("),;:!?'", before) != NULL);
}

enum furl_tail_end furl_tail_end(const struct furl_tail *tail)
{
    if (is_half(tail)) {
        return FURL_TAIL_HALF;
    }
    if (ends_sentence(tail)) {
        return FURL_TAIL_PUNCT;
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (strchr(ends[i].octets, octet_at(tail, 1)) != NULL) {
            return ends[i].end;
        }
    }
    return ending_of(tail).n > 0 ? FURL_TAIL_FILE : FURL_TAIL_IN;
}

static size_t hex_digits(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && furl_is(octets.at[n], FURL_HEX)) {
        n++;
    }
    return n;
}

/* How many digits of a serial number the URL ends with; SERIAL_SIZE: it ends with none, or one that
 * is whole. */
static size_t serial_digits(const struct furl_tail *tail)
{
    size_t n = 0;

    while (n + 1 < SERIAL_SIZE && furl_is(octet_at(tail, n + 1), FURL_HEX)) {
        n++;
    }
    return tail->msgid && octet_at(tail, n + 1) == '+' ? n : SERIAL_SIZE;
}

bool furl_tail_is_completed(const struct furl_tail *tail, struct furl_range octets)
{
    size_t digits = hex_digits(octets);
    size_t serial = serial_digits(tail);

    if (is_half(tail) && digits >= (octet_at(tail, 1) == '%' ? 2 : 1)) {
        return true;
    }
    return serial < SERIAL_SIZE && serial + digits == SERIAL_SIZE &&
           furl_front_name(octets).n == digits;
}

bool furl_tail_goes_on(const struct furl_tail *tail, struct furl_range octets)
{
    struct furl_range ending = ending_of(tail);
    struct furl_range name = furl_front_name(octets);
    unsigned char both[FURL_ENDING_MAX];

    if (ending.n == 0) {
        return furl_is_ending(name) || (name.n > 0 && furl_is(name.at[0], FURL_DIGIT));
    }
    if (name.n == 0) {
        bool tar = ending.n == 3 && furl_spells(ending.at, ending.n, "tar");
        return octets.n > 0 &&
               (octets.at[0] == '?' || octets.at[0] == '#' || (octets.at[0] == '.' && tar));
    }
    if (ending.n + name.n > sizeof both) {
        return false;
    }
    memcpy(both, ending.at, ending.n);
    memcpy(both + ending.n, name.at, name.n);
    return furl_is_ending((struct furl_range){both, ending.n + name.n});
}
