/*
 * CP866 has Cyrillic letters where CP437 has Latin letters with accents, at 80-AF, and Greek
 * letters and signs, at E0-F1; frames, at B0-DF, are the same in both. What tells them apart is
 * what is next to them. Latin letters with accents are rare: a word of them has other letters, too.
 * A Cyrillic word has none; or, since people avoid octets that some programs lost (8D is H in their
 * words, E0 is p), and play, such as look Cyrillic; the others are then small, except for the
 * first. A single octet may be a word of either.
 */
#include "guess.h"

/* Whether the octet is a letter in CP866 and no ASCII; a small one. */
static bool is_high(unsigned char octet)
{
    return (octet >= 0x80 && octet <= 0xAF) || (octet >= 0xE0 && octet <= 0xF1);
}

static bool is_small(unsigned char octet)
{
    return is_high(octet) && octet >= 0xA0 && octet != 0xF0;
}

/* A word: how many of its octets are what. */
struct word {
    size_t high, small;
    size_t latin, looks_cyrillic; /* ASCII letters */
};

static void take_letter(struct word *word, unsigned char octet)
{
    bool is_ascii = !is_high(octet);
    bool looks = is_ascii && strchr("aceopxyABCEHKMOPTX", octet) != NULL;

    word->high += is_ascii ? 0 : 1;
    word->small += is_small(octet) ? 1 : 0;
    word->latin += is_ascii && !looks ? 1 : 0;
    word->looks_cyrillic += looks ? 1 : 0;
}

/* Takes the letters at the front of the range as a word, and the octet after them. */
static struct word take_word(struct furl_range *rest)
{
    struct word word = {0};
    size_t n = 0;

    for (; n < rest->n && (is_high(rest->at[n]) || furl_is(rest->at[n], FURL_LETTER)); n++) {
        take_letter(&word, rest->at[n]);
    }
    furl_skip(rest, n < rest->n ? n + 1 : n);
    return word;
}

/* As many octets of words of one kind more than of the other are enough. */
enum { ENOUGH = 64 };

bool mail_is_cyrillic(struct furl_range octets)
{
    size_t cyrillic = 0;
    size_t latin = 0;

    while (octets.n > 0 && cyrillic < latin + ENOUGH && latin < cyrillic + ENOUGH) {
        struct word word = take_word(&octets);
        if (word.latin > 0) {
            latin += word.high;
        } else if (word.high > 1 && (word.looks_cyrillic == 0 || word.small + 1 >= word.high)) {
            cyrillic += word.high;
        }
    }
    return cyrillic > latin;
}

const struct mail_charset *mail_guess(const struct mail_message *message)
{
    if (mail_is_utf8(message->text) && mail_is_utf8(message->from) && mail_is_utf8(message->to) &&
        mail_is_utf8(message->subject)) {
        return &mail_utf8;
    }
    return mail_is_cyrillic(message->text) || mail_is_cyrillic(message->from) ||
                   mail_is_cyrillic(message->to) || mail_is_cyrillic(message->subject)
               ? &mail_cp866
               : &mail_cp437;
}
