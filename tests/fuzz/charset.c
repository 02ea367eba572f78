/* Guessing a charset and leaving it: whole is piecewise, and the time is linear; what comes out is
 * UTF-8, a character for each octet; and what is guessed to be UTF-8 is. */
#include "mail/charset.h"
#include "furl/core/utf8.h"
#include "fuzz.h"
#include "steps.h"

static const struct mail_charset *guess_of(struct furl_range octets, enum mail_origin from,
                                           size_t cut)
{
    struct mail_charset_guess guess;

    mail_charset_guess_begin(&guess, from);
    while (octets.n > 0) {
        size_t n = cut > 0 && cut < octets.n ? cut : octets.n;
        unsigned char *piece = fuzz_room(n);
        memcpy(piece, octets.ptr, n);
        mail_charset_guess_feed(&guess, (struct furl_range){piece, n});
        free(piece);
        furl_skip(&octets, n);
    }
    mail_charset_guess_final(&guess);
    HOLDS(guess.state == MAIL_GUESS_DONE);
    return guess.charset;
}

static void check_translated(const struct mail_charset *charset, struct furl_range octets)
{
    struct mail_utf8_table table;
    unsigned char *room = fuzz_room(MAIL_TRANSLATED_MAX(octets.n));

    mail_forms_init(&table, charset);
    size_t n = mail_translate(&table, octets, room);
    HOLDS(furl_is_utf8(room, n));
    HOLDS(furl_characters(room, n) == octets.n);
    free(room);
}

static void check_to_utf8(const struct mail_charset *charset, struct furl_range octets)
{
    struct mail_converter converter = {0};
    struct furl_range made = mail_to_utf8(&converter, charset, octets);

    HOLDS(made.n <= MAIL_UTF8_MAX(octets.n) && furl_is_utf8(made.ptr, made.n));
    free(converter.out.ptr);
}

/* The charset that one of all names means. */
static const struct mail_charset *choose_charset(struct furl_range *octets)
{
    size_t n = 0;

    while (mail_charset_name(NULL, n) != NULL) {
        n++;
    }
    const char *name = mail_charset_name(NULL, fuzz_choose(octets, n));
    return mail_charset_named(furl_range_of(name));
}

/* Whether each guess is one that may be made of texts from there. */
static void check_guess(struct furl_range octets, enum mail_origin from, size_t cut)
{
    steps = 0;
    const struct mail_charset *guessed = guess_of(octets, from, 0);
    HOLDS(steps <= 512 + STEPS_TO_GUESS * (uint64_t)octets.n);
    HOLDS(guessed == guess_of(octets, from, cut));
    if (octets.n < MAIL_GUESS_MAX) {
        HOLDS((guessed == &mail_utf8) == furl_is_utf8(octets.ptr, octets.n));
    }
    bool is_other = guessed == (from == MAIL_FIDONET ? &mail_cp437 : &mail_cp1252);
    HOLDS(guessed == &mail_utf8 || guessed == &mail_cp866 || is_other ||
          (from == MAIL_INTERNET && (guessed == &mail_koi8r || guessed == &mail_cp1251)));
}

void fuzz_charset(struct furl_range octets)
{
    size_t cut = fuzz_choose_cut(&octets);
    const struct mail_charset *charset = choose_charset(&octets);

    check_guess(octets, MAIL_FIDONET, cut);
    check_guess(octets, MAIL_INTERNET, cut);
    check_to_utf8(charset, octets);
    if (charset != &mail_utf8 && !mail_is_utf16(charset)) {
        check_translated(charset, octets);
    }
}
