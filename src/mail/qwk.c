/*
 * QWK (P. Lee, "QWK Mail Packet File Layout", 1.6). messages.dat has blocks of 128 octets: one that
 * says who made it; and for each message a header, in figures and fields filled up with blanks, and
 * the text, whose lines end with E3. control.dat, which has lines, names the conferences.
 */
#include "config.h"

#include "furl/base/utf8.h"
#include "reader.h"

/* A block; the header, and offsets in it. */
enum {
    BLOCK = 128,
    STATUS = 0,
    NUMBER = 1,
    NUMBER_SIZE = 7,
    DATE = 8,
    DATE_SIZE = 8,
    TIME = 16,
    TIME_SIZE = 5,
    TO = 21,
    FROM = 46,
    SUBJECT = 71,
    NAME_SIZE = 25,
    BLOCKS = 116,
    BLOCKS_SIZE = 6,
    ACTIVE = 122,
    CONFERENCE = 123,
};
enum { LIVE = 0xE1, KILLED = 0xE2, LINE_END = 0xE3, VOTE = 'V' };

/* What most software begins a packet with. */
static const char produced[] = "Produced by ";

/* control.dat: the octets of it, and of a line, that are read; the line before the conferences,
 * from 1; and how many there may be: each is two lines, its number and its name. */
#define CONTROL_MAX ((uint64_t)4 << 20)
#define LINE_MAX    ((size_t)4096)
enum { LAST_LINE = 11, CONFERENCES = 65536 };

/* A field of figures, with blanks around them, as a number; SIZE_MAX where it is none, or too long
 * to be one. */
enum { FIGURES = 7 };
static size_t figures(const unsigned char *at, size_t n)
{
    struct furl_range field = mail_trimmed(mail_string(at, n));
    size_t number = 0;

    for (size_t i = 0; i < field.n; i++) {
        if (!furl_is(field.at[i], FURL_DIGIT) || i >= FIGURES) {
            return SIZE_MAX;
        }
        number = number * 10 + (field.at[i] - (size_t)'0');
    }
    return field.n > 0 ? number : SIZE_MAX;
}

static bool is_header(struct furl_range block)
{
    size_t blocks = block.n == BLOCK ? figures(block.at + BLOCKS, BLOCKS_SIZE) : 0;
    bool is = blocks >= 1 && blocks < SIZE_MAX;

    for (size_t i = 0; is && i < DATE_SIZE; i++) {
        is = i % 3 == 2 || block.at[DATE + i] == ' ' || furl_is(block.at[DATE + i], FURL_DIGIT);
    }
    return is;
}

/* Whether the block is all that headers are, as a text is not by chance. */
static bool is_full_header(struct furl_range block)
{
    return is_header(block) && figures(block.at + NUMBER, NUMBER_SIZE) < SIZE_MAX &&
           (block.at[ACTIVE] == LIVE || block.at[ACTIVE] == KILLED);
}

/* Whether blanks fill the block up. */
static bool is_filled(struct furl_range block)
{
    static const char blanks[] = "        ";

    return furl_starts(mail_part(block, BLOCK - strlen(blanks), BLOCK), blanks);
}

/* A block that says who made the packet, and a header; or that block alone, as most software has
 * it, or a header that is cut. */
static bool is_named(struct mail_source *source)
{
    uint64_t at = BLOCK;
    struct furl_range block = mail_source_at(source, 0, BLOCK);

    if (block.n < BLOCK || !furl_is(block.at[0], FURL_LETTER)) {
        return false;
    }
    bool is_filled_up = is_filled(block);
    size_t n = furl_starts(block, produced) ? mail_source_at(source, 0, 2 * BLOCK).n : SIZE_MAX;
    bool is_alone = n == BLOCK || (n < 2 * BLOCK && is_filled_up);
    do {
        block = mail_source_at(source, at, BLOCK);
        at += BLOCK;
    } while (block.n == BLOCK && !is_header(block) && source->file.size != MAIL_SIZE_UNKNOWN);
    return is_alone || is_header(block);
}

static bool is_certain(struct furl_range front)
{
    return furl_starts(front, produced) && is_header(mail_part(front, BLOCK, BLOCK));
}

/* The line of control.dat at the offset, with what ends it; none at ^Z, and where that is beyond
 * what is read. */
static struct furl_range line_at(struct mail_store *store, uint64_t at)
{
    struct furl_range none = {NULL, 0};

    return at < CONTROL_MAX
               ? mail_before(mail_line(mail_source_at(&store->sources[MAIL_SECOND], at, LINE_MAX)),
                             MAIL_DOS_END)
               : none;
}

/* Whether the octets have this form, in which 0 is any digit. */
static bool has_form(struct furl_range octets, const char *form)
{
    size_t i = 0;

    while (i < octets.n && form[i] != '\0' &&
           (form[i] == '0' ? furl_is(octets.at[i], FURL_DIGIT)
                           : octets.at[i] == (unsigned char)form[i])) {
        i++;
    }
    return i == octets.n && form[i] == '\0';
}

/* Whether the octets are two words with a comma between, as "00000,BBSID". */
static bool is_serial(struct furl_range octets)
{
    size_t comma = mail_before(octets, ',').n;
    bool is = comma > 0 && comma + 1 < octets.n;

    for (size_t i = 0; i < octets.n && is; i++) {
        is = i <= comma ? i == comma || furl_is(octets.at[i], FURL_ALNUM)
                        : octets.at[i] > ' ' && octets.at[i] < 0x7F;
    }
    return is;
}

/* Names and places may be anything; what else its first lines have, no text has by chance. */
bool mail_is_control(struct furl_range front)
{
    enum { SERIAL = 5, MADE = 6, NUMBERS = 9 };
    bool is = true;

    for (int i = 1; i <= LAST_LINE && is; i++) {
        struct furl_range line = mail_line(front), text = mail_trimmed(line);
        furl_skip(&front, line.n);
        if (i == SERIAL) {
            is = is_serial(text);
        } else if (i == MADE) {
            is = has_form(text, "00-00-0000,00:00:00") || has_form(text, "00-00-00,00:00:00");
        } else if (i >= NUMBERS) {
            furl_skip(&text, furl_starts(text, "-") ? 1 : 0);
            is = figures(text.at, text.n) < SIZE_MAX;
        }
    }
    return is;
}

/* Where the line with a conference's name begins, for each number, 4 octets of store->notes; 0:
 * nowhere. Returns whether there was memory. */
static bool note_conferences(struct mail_store *store)
{
    struct furl_range line = line_at(store, 0);
    uint64_t at = 0;

    if (line.n == 0) {
        return true;
    }
    if (!furl_buffer_reserve(&store->notes, (size_t)4 * CONFERENCES)) {
        return false;
    }
    memset(store->notes.at, 0, (size_t)4 * CONFERENCES);
    for (int i = 1; i <= LAST_LINE; i++) {
        at += line.n;
        line = line_at(store, at);
    }
    while (line.n > 0) {
        struct furl_range trimmed = mail_trimmed(line);
        size_t number = figures(trimmed.at, trimmed.n);
        at += line.n;
        if (number < CONFERENCES) {
            mail_set_u32(store->notes.at + 4 * number, (uint32_t)at);
            at += line_at(store, at).n;
        }
        line = line_at(store, at);
    }
    return true;
}

/* Where the line with the name of a conference begins; 0: nowhere. */
static uint32_t place_of(const struct mail_store *store, unsigned number)
{
    const unsigned char *notes = store->notes.at;

    return notes != NULL ? mail_u32(notes + (size_t)4 * number) : 0;
}

/* The name of a conference; its number where it has none. In old packets that is one octet, and a
 * blank after it. */
static struct furl_range conference(struct mail_store *store, unsigned number)
{
    if (place_of(store, number) == 0 && number >> 8 == ' ') {
        number &= 0xFF;
    }
    uint32_t at = place_of(store, number);
    struct furl_range name =
        at > 0 ? mail_trimmed(line_at(store, at)) : (struct furl_range){NULL, 0};

    return name.n > 0 ? name : mail_in_digits(store, number);
}

/* The text of the blocks, with CR at the ends of lines, and without what fills up the last block.
 * In UTF-8, E3 is in letters, and LF ends lines. Returns whether there was memory. */
static bool read_text(struct mail_store *store, struct furl_range blocks, struct furl_range *text)
{
    if (!furl_buffer_reserve(&store->joined, blocks.n + 1)) {
        return false;
    }
    size_t n = blocks.n;
    while (n > 0 && (blocks.at[n - 1] == ' ' || blocks.at[n - 1] == '\0')) {
        n--;
    }
    bool is_utf8 = furl_is_utf8(blocks.at, n);
    for (size_t i = 0; i < n; i++) {
        bool ends = blocks.at[i] == LINE_END && !is_utf8;
        store->joined.at[i] = ends ? '\r' : blocks.at[i];
    }
    *text = (struct furl_range){store->joined.at, n};
    return true;
}

/* How many of the octets that a header claims, with itself, are the message's:
 * all, unless neither a header nor the end of the file follows them and a full
 * header is among them, where it ends. 0: it is too long to be read, and does
 * not end where it claims, or that is not known. */
static uint64_t own_octets(struct mail_store *store, uint64_t at, uint64_t wanted)
{
    struct mail_source *source = &store->sources[0];

    if (wanted - BLOCK > store->settings.most) {
        bool is_there = source->file.size != MAIL_SIZE_UNKNOWN && at + wanted <= source->file.size;
        struct furl_range next = mail_source_at(source, at + (is_there ? wanted : 0), BLOCK);
        return is_there && (next.n == 0 || is_header(next)) ? wanted : 0;
    }
    struct furl_range octets = mail_source_at(source, at, (size_t)wanted + BLOCK);
    bool ends = octets.n == wanted || is_header(mail_part(octets, (size_t)wanted, BLOCK));
    for (size_t n = BLOCK; !ends && n < wanted && n < octets.n; n += BLOCK) {
        if (is_full_header(mail_part(octets, n, BLOCK))) {
            return n;
        }
    }
    return wanted;
}

static const char fewer_blocks[] = "text has fewer blocks than the header says";

/* Reads the message at the offset, of so many octets with its header. */
static enum mail_result read_message(struct mail_store *store, struct mail_raw *draft, uint64_t at,
                                     size_t n)
{
    struct furl_range octets = mail_source_at(&store->sources[0], at, n);
    const unsigned char *header = octets.at;

    if (octets.n < BLOCK) {
        return mail_over(store, "a header is no longer there", at);
    }
    if (!read_text(store, mail_part(octets, BLOCK, n), &draft->body)) {
        store->trouble = MAIL_NO_MEMORY;
        return MAIL_FAILED;
    }
    draft->message.head.number = store->number;
    draft->message.head.of[MAIL_AREA] = conference(store, mail_u16(header + CONFERENCE));
    draft->message.head.of[MAIL_TO] = mail_trimmed(mail_string(header + TO, NAME_SIZE));
    draft->message.head.of[MAIL_FROM] = mail_trimmed(mail_string(header + FROM, NAME_SIZE));
    draft->message.head.of[MAIL_SUBJECT] = mail_trimmed(mail_string(header + SUBJECT, NAME_SIZE));
    draft->date = mail_date_figures((struct furl_range){header + DATE, DATE_SIZE},
                                    (struct furl_range){header + TIME, TIME_SIZE});
    if (octets.n < figures(header + BLOCKS, BLOCKS_SIZE) * BLOCK) {
        mail_incomplete(store, fewer_blocks, at);
    }
    return MAIL_MESSAGE;
}

/* Goes on to the next block for which `is` holds, after the offset. */
static void find_header(struct mail_store *store, uint64_t at, bool (*is)(struct furl_range block))
{
    struct furl_range block;

    do {
        at += BLOCK;
        block = mail_source_at(&store->sources[0], at, BLOCK);
    } while (block.n == BLOCK && !is(block));
    store->place.qwk.at = at;
}

static bool begin(struct mail_store *store)
{
    store->place.qwk.at = BLOCK;
    if (!note_conferences(store)) {
        store->trouble = MAIL_NO_MEMORY;
    }
    return true;
}

/* Skips the message at the offset, of `n` octets; 0: unknown. Returns MAIL_END
 * if nothing is wrong with it. */
static enum mail_result pass_over(struct mail_store *store, uint64_t at, uint64_t wanted,
                                  uint64_t n, bool unwanted)
{
    const char *wrong = unwanted ? NULL : "message is too long";

    if (n == 0) {
        find_header(store, at, is_full_header);
    }
    if (unwanted && (n < wanted || mail_source_at(&store->sources[0], at + n - 1, 1).n == 0)) {
        wrong = fewer_blocks;
    }
    if (wrong != NULL) {
        mail_incomplete(store, wrong, at);
    }
    return wrong != NULL ? MAIL_DAMAGE : MAIL_END;
}

static enum mail_result next(struct mail_store *store, struct mail_raw *draft)
{
    enum mail_result result = MAIL_END;

    do {
        uint64_t at = store->place.qwk.at;
        struct furl_range block = mail_source_at(&store->sources[0], at, BLOCK);
        if (block.n == 0) {
            return MAIL_END;
        }
        if (!is_header(block)) {
            find_header(store, at, is_header);
            return mail_damaged(store, "no header where the next one should be", at);
        }
        uint64_t wanted = (uint64_t)figures(block.at + BLOCKS, BLOCKS_SIZE) * BLOCK;
        size_t number = figures(block.at + NUMBER, NUMBER_SIZE);
        bool vote = block.at[STATUS] == VOTE, unwanted = vote || block.at[ACTIVE] == KILLED;
        uint64_t n = own_octets(store, at, wanted);
        store->place.qwk.at = at + n;
        store->number = number < SIZE_MAX ? number : store->number + (vote ? 0 : 1);
        result = unwanted || wanted - BLOCK > store->settings.most
                     ? pass_over(store, at, wanted, n, unwanted)
                     : read_message(store, draft, at, (size_t)n);
    } while (result == MAIL_END);
    return result;
}

const struct mail_format mail_qwk = {"qwk", NULL, false, false, is_named, is_certain, begin, next};
