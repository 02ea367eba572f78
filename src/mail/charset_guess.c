/*
 * A text is read in each candidate charset. Where the Cyrillic charsets have letters, the Western
 * charset has letters, frames or signs. Frames and signs alone show nothing, but words with such
 * octets do.
 *
 * A Western word also contains letters of ASCII, or letters that the Cyrillic charset lacks. A
 * Cyrillic word contains no other letters, or only letters that look Cyrillic. People use such
 * letters in play, or to avoid octets that programs lost (8D is H in CP866, E0 is p). These letters
 * are small, except for the first. Words that can be either do not count: a single letter, one
 * octet repeated, or two octets that are signs in the Western charset.
 *
 * KOI8-R and CP1251 both use the octets C0 to FF for letters, but in different orders, and one has
 * small letters where the other has capitals. A word in the wrong charset therefore has capitals
 * after small letters, or only capitals, and rarer letters. The likeliest charset is the charset
 * whose words contain the most common letters.
 */
#include "config.h"

#include "charset.h"

/* The lead of one kind of words that ends the guess before the text ends. */
enum { ENOUGH = 16 };

/* The logarithm by which a word of capitals is less likely. Each word has at least this weight. */
enum { CAPITALS_ARE_RARE = 2 };

/* The Cyrillic candidates, with NULL after the last, and the Western candidate. */
static const struct mail_guessed {
    const struct mail_charset *cyrillic[MAIL_READINGS + 1], *other;
    const char *alike; /* ASCII letters that can be in Cyrillic words */
} guessed[] = {
    [MAIL_FIDONET] = {{&mail_cp866}, &mail_cp437, "aceiopxyABCEHIKMOPTX"},
    [MAIL_INTERNET] = {{&mail_koi8r, &mail_cp1251, &mail_cp866}, &mail_cp1252, "iI"},
};

/* An octet as a letter. */
struct letter {
    bool is, cyrillic, capital;
    bool latin;   /* the letter looks like no Cyrillic letter */
    bool western; /* the octet is also a letter in the Western charset */
    unsigned weight;
};

static struct letter ascii_letter(const char *alike, unsigned char octet)
{
    bool is = furl_octet_in(octet, FURL_LETTER);

    return (struct letter){
        .is = is,
        .capital = octet <= 'Z',
        .latin = is && strchr(alike, octet) == NULL,
    };
}

/* Returns whether the code point is a Western or a Greek letter. */
static bool is_western(unsigned code)
{
    return (code >= 0xC0 && code < 0x250 && code != 0xD7 && code != 0xF7) ||
           (code >= 0x370 && code < 0x400);
}

/* Returns the letter of an octet 80-FF. */
static struct letter high_letter(const struct mail_guessed *set, size_t nth, unsigned char octet)
{
    enum { FIRST = 0x400, A = 0x410, SMALL_A = 0x430, END = 0x460, LETTERS = SMALL_A - A };
    /* Logarithms of the frequency of letters in Russian, and WEIGHT for other letters. */
    static const char weights[LETTERS + 1] = "64645734645556756665233432044234";
    enum { WEIGHT = 3 };
    unsigned code = set->cyrillic[nth]->codes[octet - 0x80];
    bool is_cyrillic = code >= FIRST && code < END;
    bool western = is_western(set->other->codes[octet - 0x80]);
    bool is_weighed = code >= A && code < SMALL_A + LETTERS;

    return (struct letter){
        .is = is_cyrillic || western,
        .cyrillic = is_cyrillic,
        .capital = code < SMALL_A,
        .latin = western && !is_cyrillic,
        .western = western,
        .weight = is_weighed ? (unsigned)weights[(code - A) % LETTERS] - '0' : WEIGHT,
    };
}

static void feed_letter(struct mail_word *word, struct letter letter, unsigned char octet)
{
    word->first = word->n == 0 ? octet : word->first;
    word->begins_capital = word->n == 0 ? letter.capital : word->begins_capital;
    word->varied = word->varied || octet != word->first;
    word->latin = word->latin || letter.latin;
    word->western = word->western || letter.western;
    word->n++;
    word->cyrillic += letter.cyrillic ? 1 : 0;
    word->capitals += letter.capital ? 1 : 0;
    word->weight += letter.weight;
}

static void end_word(struct mail_reading *reading)
{
    const struct mail_word word = reading->word;
    bool is_small = word.capitals == (word.begins_capital ? 1 : 0);
    bool is_capital = word.capitals == word.n;

    reading->word = (struct mail_word){0};
    if (word.latin) {
        reading->other += word.cyrillic > 0 ? 1 : 0;
    } else if (word.varied && word.cyrillic > (word.western ? 1 : 2)) {
        bool looks_cyrillic = is_small || (is_capital && word.cyrillic == word.n);
        reading->cyrillic += looks_cyrillic ? 1 : 0;
        reading->other += looks_cyrillic || is_capital ? 0 : 1;
        reading->weight += looks_cyrillic ? word.weight : 0;
        reading->weight -= looks_cyrillic && !is_small ? CAPITALS_ARE_RARE : 0;
    }
}

/* Returns the index of the likeliest Cyrillic reading. */
static size_t best_of(const struct mail_charset_guess *guess)
{
    size_t best = 0;

    for (size_t i = 1; i < guess->n; i++) {
        best = guess->readings[i].weight > guess->readings[best].weight ? i : best;
    }
    return best;
}

static void make_guess(struct mail_charset_guess *guess)
{
    size_t best = best_of(guess);
    const struct mail_reading *reading = &guess->readings[best];

    guess->charset = !guess->ill                          ? &mail_utf8
                     : reading->cyrillic > reading->other ? guessed[guess->of].cyrillic[best]
                                                          : guessed[guess->of].other;
    guess->state = MAIL_GUESS_DONE;
}

/* Makes the guess if one kind of words leads by ENOUGH. */
static void decide_early(struct mail_charset_guess *guess)
{
    const struct mail_reading *reading = &guess->readings[best_of(guess)];

    if (!guess->complete && guess->ill && guess->state != MAIL_GUESS_DONE &&
        (reading->cyrillic >= reading->other + ENOUGH ||
         reading->other >= reading->cyrillic + ENOUGH)) {
        make_guess(guess);
    }
}

/* Reads an octet, which can end a word, in each candidate. Can make the guess after any octet, so
 * that the guess does not depend on where reads end. */
static void feed_words(struct mail_charset_guess *guess, unsigned char octet)
{
    const struct mail_guessed *set = &guessed[guess->of];

    for (size_t i = 0; i < guess->n; i++) {
        struct mail_reading *reading = &guess->readings[i];
        struct letter letter =
            octet < 0x80 ? ascii_letter(set->alike, octet) : high_letter(set, i, octet);
        if (letter.is) {
            feed_letter(&reading->word, letter, octet);
        } else {
            end_word(reading);
        }
    }
    decide_early(guess);
}

static void feed_high(struct mail_charset_guess *guess, unsigned char octet)
{
    uint32_t code = 0;

    guess->state = MAIL_GUESS_OPEN;
    if (!guess->ill) {
        guess->held[guess->held_n++] = octet;
        size_t n = furl_utf8(guess->held, guess->held_n, &code);
        guess->ill = n == 0;
        guess->held_n = n == FURL_UTF8_MORE ? guess->held_n : 0;
    }
    feed_words(guess, octet);
}

/* Reads ASCII octets, at least one. Only their first and last words matter, because these words can
 * continue beyond the octets. */
static void feed_ascii(struct mail_charset_guess *guess, struct furl_range octets)
{
    size_t front = 0;
    size_t back = octets.n;

    guess->ill = guess->ill || guess->held_n > 0;
    while (front < octets.n && furl_octet_in(octets.ptr[front], FURL_LETTER)) {
        feed_words(guess, octets.ptr[front++]);
    }
    if (front == octets.n) {
        return;
    }
    feed_words(guess, octets.ptr[front]);
    while (furl_octet_in(octets.ptr[back - 1], FURL_LETTER)) {
        back--;
    }
    while (back < octets.n) {
        feed_words(guess, octets.ptr[back++]);
    }
}

void mail_charset_guess_begin(struct mail_charset_guess *guess, enum mail_origin of)
{
    *guess = (struct mail_charset_guess){.charset = &mail_utf8, .of = of};
    while (guessed[of].cyrillic[guess->n] != NULL) {
        guess->n++;
    }
}

void mail_charset_guess_feed(struct mail_charset_guess *guess, struct furl_range octets)
{
    if (!guess->complete && octets.n > MAIL_GUESS_MAX - guess->octets_read) {
        octets.n = MAIL_GUESS_MAX - guess->octets_read;
    }
    size_t pos = 0;
    while (pos < octets.n && guess->state != MAIL_GUESS_DONE) {
        size_t n = furl_ascii_front(octets.ptr + pos, octets.n - pos);
        if (n > 0) {
            feed_ascii(guess, (struct furl_range){octets.ptr + pos, n});
        }
        pos += n;
        while (pos < octets.n && octets.ptr[pos] >= 0x80 && guess->state != MAIL_GUESS_DONE) {
            feed_high(guess, octets.ptr[pos++]);
        }
    }
    guess->octets_read += pos;
    if (!guess->complete && guess->octets_read == MAIL_GUESS_MAX &&
        guess->state != MAIL_GUESS_DONE) {
        guess->held_n = 0; /* the limit cut the sequence, not the text */
        mail_charset_guess_final(guess);
    }
}

const struct mail_charset *mail_charset_guess_final(struct mail_charset_guess *guess)
{
    if (guess->state != MAIL_GUESS_DONE) {
        guess->ill = guess->ill || guess->held_n > 0;
        for (size_t i = 0; i < guess->n; i++) {
            end_word(&guess->readings[i]);
        }
        make_guess(guess);
    }
    return guess->charset;
}

const struct mail_charset *mail_charset_guess_texts(struct mail_charset_guess *guess,
                                                    const struct furl_range *texts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        mail_charset_guess_feed(guess, texts[i]);
        mail_charset_guess_feed(guess, furl_range_of("\n"));
    }
    return mail_charset_guess_final(guess);
}

const struct mail_charset *mail_charset_guessed(const struct furl_range *texts, size_t n,
                                                enum mail_origin of)
{
    const struct mail_charset *marked = n > 0 ? mail_utf16_marked(texts[0]) : NULL;
    struct mail_charset_guess guess;

    if (of == MAIL_INTERNET && marked != NULL) {
        return marked;
    }
    mail_charset_guess_begin(&guess, of);
    guess.complete = true;
    return mail_charset_guess_texts(&guess, texts, n);
}
