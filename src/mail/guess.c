/*
 * CP866 has Cyrillic letters where CP437 has Latin letters with accents, at 80-AF, and Greek
 * letters and signs, at E0-F1; frames, at B0-DF, are the same in both. What tells them apart is
 * what is next to them. In Cyrillic a word is made of these octets alone; the one Latin letter that
 * is common among them is H, which old editors put for 8D, their soft return. In Latin letters with
 * accents are rare: a word has other letters, too. A single octet may be a word of either.
 */
#include "guess.h"

/* Whether the octet is a letter in CP866 and no ASCII. */
static bool is_high(unsigned char octet)
{
    return (octet >= 0x80 && octet <= 0xAF) || (octet >= 0xE0 && octet <= 0xF1);
}

/* A word: how many of its octets are what. */
struct word {
    size_t high, latin;
};

/* Takes the letters at the front of the range as a word, and the octet after them. */
static struct word take_word(struct furl_range *rest)
{
    struct word word = {0};
    size_t n = 0;

    for (; n < rest->n && (is_high(rest->at[n]) || furl_is(rest->at[n], FURL_LETTER)); n++) {
        word.high += is_high(rest->at[n]) ? 1 : 0;
        word.latin += furl_is(rest->at[n], FURL_LETTER) && rest->at[n] != 'H' ? 1 : 0;
    }
    furl_skip(rest, n < rest->n ? n + 1 : n);
    return word;
}

bool mail_is_cyrillic(struct furl_range octets)
{
    uint64_t cyrillic = 0;
    uint64_t latin = 0;

    while (octets.n > 0) {
        struct word word = take_word(&octets);
        if (word.high > 0 && word.latin > 0) {
            latin += word.high;
        } else if (word.high > 1) {
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
