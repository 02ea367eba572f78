/*
 * CP866 has Cyrillic letters where CP437 has Latin letters with accents, at 80-AF, and Greek
 * letters and signs, at E0-F1; frames, at B0-DF, are the same in both. What tells them apart is
 * what is next to them. Latin letters with accents are rare: a word of them has other letters, too.
 * A Cyrillic word has none; or, since people avoid octets that some programs lost (8D is H in their
 * words, E0 is p), and play, such as look Cyrillic; the others are then small, except for the
 * first. A single octet may be a word of either.
 */
#include "config.h"

#include "charset.h"

/* A lead by this many octets in words of one kind decides. */
enum { ENOUGH = 64 };

/* Whether the octet is a letter in CP866 and no ASCII; a small one. */
static bool is_high(unsigned char octet)
{
    return (octet >= 0x80 && octet <= 0xAF) || (octet >= 0xE0 && octet <= 0xF1);
}

static bool is_small(unsigned char octet)
{
    return is_high(octet) && octet >= 0xA0 && octet != 0xF0;
}

static void feed_letter(struct mail_word *word, unsigned char octet)
{
    bool is_ascii = !is_high(octet);
    bool looks = is_ascii && strchr("aceopxyABCEHKMOPTX", octet) != NULL;

    word->high += is_ascii ? 0 : 1;
    word->small += is_small(octet) ? 1 : 0;
    word->latin = word->latin || (is_ascii && !looks);
    word->looks_cyrillic = word->looks_cyrillic || looks;
}

/* Whether one kind of words leads by enough to stop. */
static bool words_suffice(const struct mail_charset_guess *guess)
{
    return guess->cyrillic >= guess->latin + ENOUGH || guess->latin >= guess->cyrillic + ENOUGH;
}

static void end_word(struct mail_charset_guess *guess)
{
    const struct mail_word *word = &guess->word;

    if (words_suffice(guess)) {
        return;
    }
    if (word->latin) {
        guess->latin += word->high;
    } else if (word->high > 1 && (!word->looks_cyrillic || word->small + 1 >= word->high)) {
        guess->cyrillic += word->high;
    }
    guess->word = (struct mail_word){0};
}

static void feed_utf8(struct mail_charset_guess *guess, unsigned char octet)
{
    uint32_t code = 0;

    guess->held[guess->held_n++] = octet;
    size_t n = furl_utf8(guess->held, guess->held_n, &code);
    guess->ill = n == 0;
    if (n != FURL_UTF8_MORE) {
        guess->held_n = 0;
    }
}

static void decide(struct mail_charset_guess *guess)
{
    guess->charset = !guess->ill                      ? &mail_utf8
                     : guess->cyrillic > guess->latin ? &mail_cp866
                                                      : &mail_cp437;
    guess->state = MAIL_GUESS_DONE;
}

static void feed_high(struct mail_charset_guess *guess, unsigned char octet)
{
    guess->state = MAIL_GUESS_OPEN;
    if (!guess->ill) {
        feed_utf8(guess, octet);
    }
    if (is_high(octet)) {
        feed_letter(&guess->word, octet);
    } else {
        end_word(guess);
    }
}

/* Reads ASCII octets, at least one: only their first and last words matter,
 * which may go on beyond them. */
static void feed_ascii(struct mail_charset_guess *guess, struct furl_range octets)
{
    size_t front = 0;
    size_t back = octets.n;

    guess->ill = guess->ill || guess->held_n > 0;
    while (front < octets.n && furl_is(octets.at[front], FURL_LETTER)) {
        feed_letter(&guess->word, octets.at[front++]);
    }
    if (front == octets.n) {
        return;
    }
    end_word(guess);
    while (furl_is(octets.at[back - 1], FURL_LETTER)) {
        feed_letter(&guess->word, octets.at[--back]);
    }
}

void mail_charset_guess_begin(struct mail_charset_guess *guess)
{
    *guess = (struct mail_charset_guess){.charset = &mail_utf8};
}

void mail_charset_guess_is(struct mail_charset_guess *guess, const struct mail_charset *charset)
{
    *guess = (struct mail_charset_guess){.state = MAIL_GUESS_DONE, .charset = charset};
}

void mail_charset_guess_feed(struct mail_charset_guess *guess, struct furl_range octets)
{
    if (octets.n > MAIL_GUESS_MAX - guess->seen) {
        octets.n = MAIL_GUESS_MAX - guess->seen;
    }
    while (octets.n > 0 && guess->state != MAIL_GUESS_DONE) {
        size_t n = furl_ascii_front(octets.at, octets.n);
        if (n > 0) {
            feed_ascii(guess, (struct furl_range){octets.at, n});
        }
        while (n < octets.n && octets.at[n] >= 0x80) {
            feed_high(guess, octets.at[n++]);
        }
        furl_skip(&octets, n);
        guess->seen += n;
        if (guess->ill && words_suffice(guess)) {
            decide(guess);
        }
    }
    if (guess->seen == MAIL_GUESS_MAX && guess->state != MAIL_GUESS_DONE) {
        guess->held_n = 0; /* the limit cut the sequence, not the text */
        mail_charset_guess_final(guess);
    }
}

void mail_charset_guess_final(struct mail_charset_guess *guess)
{
    if (guess->state != MAIL_GUESS_DONE) {
        guess->ill = guess->ill || guess->held_n > 0;
        end_word(guess);
        decide(guess);
    }
}
