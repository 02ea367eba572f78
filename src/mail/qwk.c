/*
 * QWK (P. Lee, "QWK Mail Packet File Layout", 1.6). messages.dat has blocks of 128 octets: first
 * one that says who made it, and then, for each message, a header of figures and fields that blanks
 * pad, and the text, whose lines end with E3. control.dat is a text that names the conferences.
 *
 * Fields are cut at 25 octets. Two extensions keep all of them: Synchronet's headers.dat has a
 * section for each message, and QWKE (P. Rocca, "QWKE Specifications", 1.02) puts lines before the
 * text, as Synchronet does with its identifiers. The first counts most, then the second, then the
 * header.
 *
 * A reply packet has such blocks in BBSID.MSG, the first of which has that name alone. The number
 * of a message there is that of its conference.
 */
#include "config.h"

#include <assert.h>

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
    NAME_SIZE = 25,
    BLOCKS = 116,
    BLOCKS_SIZE = 6,
    ACTIVE = 122,
    CONFERENCE = 123,
};
static const size_t written_at[MAIL_WRITTEN] = {
    [MAIL_FROM] = 46, [MAIL_TO] = 21, [MAIL_SUBJECT] = 71};
enum { LIVE = 0xE1, KILLED = 0xE2, LINE_END = 0xE3, VOTE = 'V' };

/* How most programs begin a packet. */
static const char produced[] = "Produced by ";

/* control.dat: how many octets of it, and of a line, are read; the number of the line before
 * the conferences, from 1; and how many conferences there may be. Each has two lines: number
 * and name. */
#define CONTROL_MAX ((uint64_t)4 << 20)
#define LINE_MAX    ((size_t)4096)
enum { LAST_LINE = 11, CONFERENCES = 65536 };

/* headers.dat: how many octets of it, and of a section, are read; and for how many blocks of
 * messages.dat at once sections are looked up. */
#define HEADERS_MAX ((uint64_t)16 << 20)
#define SECTION_MAX ((size_t)32768)
enum { BLOCKS_AT_ONCE = 16384 };

/* How far the reader has come. */
struct position {
    uint64_t at;     /* offset of the next header */
    uint64_t noted;  /* first block whose section is in the notes; 0: none */
    uint64_t unread; /* offset of the first section of a later block */
    bool is_reply;   /* a reply packet */
    char zone[MAIL_ZONE_SIZE];
};
MAIL_HAS_POSITION(struct position);

/* What store->notes has, 320 KiB: the offsets of the lines that name the conferences, and those of
 * the sections for the messages at `noted` and the blocks after it. 0 is none. */
struct notes {
    uint32_t conferences[CONFERENCES], sections[BLOCKS_AT_ONCE];
};

static struct notes *notes_of(struct mail_store *store)
{
    return (struct notes *)(void *)store->notes.ptr;
}

/* The number in a field of digits with blanks around them, or SIZE_MAX if it is none, or too
 * long. */
enum { FIGURES = 7 };
static size_t figures(const unsigned char *at, size_t n)
{
    struct furl_range field = mail_trimmed(mail_string(at, n));

    return mail_is_number(field) && field.n <= FIGURES ? (size_t)mail_number(field, SIZE_MAX / 16)
                                                       : SIZE_MAX;
}

/* Whether the block has the number of blocks of a message. That is enough where one must begin. */
static bool has_count(struct furl_range block)
{
    size_t blocks = block.n == BLOCK ? figures(block.ptr + BLOCKS, BLOCKS_SIZE) : 0;

    return blocks >= 1 && blocks < SIZE_MAX;
}

static bool is_numbered(struct furl_range block)
{
    return figures(block.ptr + NUMBER, NUMBER_SIZE) < SIZE_MAX &&
           (block.ptr[ACTIVE] == LIVE || block.ptr[ACTIVE] == KILLED);
}

/* Whether the block is a header by its date, too, which need not be understood elsewhere. */
static bool is_header(struct furl_range block)
{
    bool is = has_count(block);

    for (size_t i = 0; is && i < DATE_SIZE; i++) {
        is = i % 3 == 2 || block.ptr[DATE + i] == ' ' ||
             furl_octet_in(block.ptr[DATE + i], FURL_DIGIT);
    }
    return is;
}

/* Whether the block is a header in all respects, which no text is by chance. */
static bool is_full_header(struct furl_range block)
{
    return is_header(block) && is_numbered(block);
}

/* Whether blanks pad the block. */
static bool is_filled(struct furl_range block)
{
    static const char blanks[] = "        ";

    return furl_starts(mail_part(block, BLOCK - strlen(blanks), BLOCK), blanks);
}

/* A packet has a block that says who made it, and then a header. Or that block is alone, as most
 * programs write it, or the header is truncated. */
static bool is_named(struct mail_source *source)
{
    uint64_t at = BLOCK;
    struct furl_range block = mail_source_at(source, 0, BLOCK);

    if (block.n < BLOCK || !furl_octet_in(block.ptr[0], FURL_LETTER)) {
        return false;
    }
    bool is_filled_up = is_filled(block);
    size_t n = furl_starts(block, produced) ? mail_source_at(source, 0, 2 * BLOCK).n : SIZE_MAX;
    bool is_alone = n == BLOCK || (n < 2 * BLOCK && is_filled_up);
    bool is_first = has_count(mail_source_at(source, at, BLOCK));
    do {
        block = mail_source_at(source, at, BLOCK);
        at += BLOCK;
    } while (!is_first && block.n == BLOCK && !is_header(block) &&
             source->file.size != MAIL_SIZE_UNKNOWN);
    return is_alone || is_first || is_header(block);
}

/* Whether the block has one name, and blanks or NULs after it: that of a reply packet. */
static bool is_reply_front(struct furl_range block)
{
    enum { NAME_MAX_SIZE = 8 };
    size_t n = 0;

    while (n < block.n && block.ptr[n] > ' ' && block.ptr[n] < 0x7F) {
        n++;
    }
    bool is = block.n == BLOCK && n > 0 && n <= NAME_MAX_SIZE;
    for (size_t i = n; is && i < BLOCK; i++) {
        is = block.ptr[i] == ' ' || block.ptr[i] == '\0';
    }
    return is;
}

static bool is_certain(struct furl_range front)
{
    struct furl_range header = mail_part(front, BLOCK, BLOCK);

    return has_count(header) &&
           (furl_starts(front, produced) ||
            (is_reply_front(mail_part(front, 0, BLOCK)) && is_numbered(header)));
}

/* The line at the offset of another file of the packet, with its line end; none from offset `most`
 * on. */
static struct furl_range line_at(struct mail_store *store, enum mail_store_file role, uint64_t at,
                                 uint64_t most)
{
    struct furl_range none = {NULL, 0};

    return at < most ? mail_line(mail_source_at(&store->sources[role], at, LINE_MAX)) : none;
}

/* Whether the octets are two words with a comma between them: "00000,BBSID". */
static bool is_serial(struct furl_range octets)
{
    size_t comma = mail_before(octets, ',').n;
    bool is = comma > 0 && comma + 1 < octets.n;

    for (size_t i = 0; i < octets.n && is; i++) {
        is = i <= comma ? i == comma || furl_octet_in(octets.ptr[i], FURL_ALNUM)
                        : octets.ptr[i] > ' ' && octets.ptr[i] < 0x7F;
    }
    return is;
}

/* No text has by chance what the first lines contain, apart from names and places. */
bool mail_is_control(struct furl_range front)
{
    enum { SERIAL = 5, MADE = 6, NUMBERS = 9 };
    bool is = true;

    for (int i = 1; i <= LAST_LINE && is; i++) {
        struct furl_range text = mail_trimmed(mail_take_line(&front));
        if (i == SERIAL) {
            is = is_serial(text);
        } else if (i == MADE) {
            is = mail_has_form(text, "00-00-0000,00:00:00") ||
                 mail_has_form(text, "00-00-00,00:00:00");
        } else if (i >= NUMBERS) {
            furl_skip(&text, furl_starts(text, "-") ? 1 : 0);
            is = figures(text.ptr, text.n) < SIZE_MAX;
        }
    }
    return is;
}

/* The line at the offset of control.dat, which ^Z ends. */
static struct furl_range control_line(struct mail_store *store, uint64_t at)
{
    return mail_before(line_at(store, MAIL_SECOND, at, CONTROL_MAX), MAIL_DOS_END);
}

/* Notes where the lines with the names of conferences begin. */
static void note_conferences(struct mail_store *store)
{
    struct furl_range line = control_line(store, 0);
    uint64_t at = 0;

    for (int i = 1; i <= LAST_LINE; i++) {
        at += line.n;
        line = control_line(store, at);
    }
    while (line.n > 0) {
        struct furl_range trimmed = mail_trimmed(line);
        size_t number = figures(trimmed.ptr, trimmed.n);
        at += line.n;
        if (number < CONFERENCES) {
            notes_of(store)->conferences[number] = (uint32_t)at;
            at += control_line(store, at).n;
        }
        line = control_line(store, at);
    }
}

/* The name of a conference, or else its number, which in old packets is one octet and a blank. */
static struct furl_range conference(struct mail_store *store, unsigned number)
{
    const uint32_t *lines = notes_of(store)->conferences;

    number &= lines[number] == 0 && number >> 8 == ' ' ? 0xFF : 0xFFFF;
    struct furl_range name = lines[number] > 0 ? mail_trimmed(control_line(store, lines[number]))
                                               : (struct furl_range){NULL, 0};
    return name.n > 0 ? name : mail_in_digits(store, number);
}

/* Reads hexadecimal digits at the front. Returns how many there are, at most 15. */
static size_t hexadecimal(struct furl_range octets, uint64_t *number)
{
    size_t n = 0;

    for (*number = 0; n < octets.n && n < 15 && furl_octet_in(octets.ptr[n], FURL_HEX); n++) {
        *number = *number << 4 | furl_hex_octet((const unsigned char[]){'0', octets.ptr[n]});
    }
    return n;
}

/* The block whose section a line of headers.dat begins: "[80]", the offset of its header in
 * hexadecimal. 0 if it begins none. */
static uint64_t block_of_section(struct furl_range line)
{
    uint64_t offset = 0;
    size_t n = furl_starts(line, "[") ? 1 + hexadecimal(mail_part(line, 1, line.n), &offset) : 0;
    struct furl_range rest = mail_trimmed(mail_part(line, n, line.n));
    return n > 1 && rest.n == 1 && rest.ptr[0] == ']' && offset % BLOCK == 0 ? offset / BLOCK : 0;
}

/* Notes where the sections for this block and for those after it begin; if a message has several,
 * the first one. Reads from the first section for a later block on, so that most headers.dat are
 * read once. Sections in any order cost no more than reading messages.dat HEADERS_MAX /
 * (BLOCKS_AT_ONCE * BLOCK) times: 8. */
static void note_sections(struct mail_store *store, uint64_t block)
{
    struct position *position = position_of(store);
    uint32_t *sections = notes_of(store)->sections;
    uint64_t at = position->unread, later = UINT64_MAX;
    struct furl_range line = line_at(store, MAIL_INDEX, at, HEADERS_MAX);
    bool begins = true; /* not a piece of a long line */

    position->noted = block;
    memset(sections, 0, sizeof notes_of(store)->sections);
    while (line.n > 0) {
        uint64_t found = begins ? block_of_section(line) : 0;
        uint64_t next = at + line.n;
        if (found >= block + BLOCKS_AT_ONCE) {
            later = at < later ? at : later;
        } else if (found >= block && next < HEADERS_MAX && sections[found - block] == 0) {
            sections[found - block] = (uint32_t)next;
        }
        begins = line.ptr[line.n - 1] == '\n';
        at = next;
        line = line_at(store, MAIL_INDEX, at, HEADERS_MAX);
    }
    position->unread = later < at ? later : at;
}

/* The section that begins at the offset, up to the next one, SECTION_MAX octets at most. */
static struct furl_range section_at(struct mail_store *store, uint64_t at)
{
    for (size_t most = LINE_MAX;; most *= 2) {
        struct furl_range octets = mail_source_at(&store->sources[MAIL_INDEX], at, most);
        size_t n = 0;
        while (n < octets.n && octets.ptr[n] != '[') {
            n += mail_line(mail_part(octets, n, octets.n)).n;
        }
        if (n < octets.n || octets.n < most || most >= SECTION_MAX) {
            return mail_part(octets, 0, n);
        }
    }
}

/* What other fields say: a zone of Synchronet; nothing of interest; and, from FTN on, what a
 * message of Fidonet has in a field, which counts if there is an area. */
enum { ZONE = MAIL_FIELDS, NOTHING, NOT_KNOWN, FTN };

/* The fields by their keys in lower case: those of lines before a text alone, those of both, and
 * those of headers.dat alone. */
enum { OF_BOTH = 5, OF_HEADERS = 8 };
static const struct key {
    const char *key;
    unsigned field;
} keys[] = {
    {"@via", NOTHING},
    {"@msgid", MAIL_ID},
    {"@reply", MAIL_REPLY},
    {"@replyto", NOTHING},
    {"@tz", ZONE},
    {"to", MAIL_TO},
    {"from", MAIL_FROM},
    {"subject", MAIL_SUBJECT},
    {"sender", MAIL_FROM},
    {"message-id", MAIL_ID},
    {"in-reply-to", MAIL_REPLY},
    {"whenwritten", MAIL_DATE},
    {"utf8", MAIL_CHARSET},
    {"x-ftn-area", FTN + MAIL_AREA},
    {"x-ftn-msgid", FTN + MAIL_ID},
    {"x-ftn-reply", FTN + MAIL_REPLY},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* A field, or NOT_KNOWN, and its value. */
struct said {
    unsigned field;
    struct furl_range value;
};

/* The field of a line of headers.dat, or of one before a text. Synchronet writes "Key: value" or
 * "Key = value". */
static struct said said_in(struct furl_range line, bool of_headers)
{
    struct furl_range key = mail_before(mail_before(line, ':'), '=');
    struct said said = {NOT_KNOWN, mail_trimmed(mail_part(line, key.n + 1, line.n))};
    bool is_one =
        key.n > 0 && key.n < line.n && key.ptr[0] > ' ' && (line.ptr[key.n] == ':' || of_headers);
    size_t end = of_headers ? KEYS : OF_HEADERS;

    key = mail_trimmed(key);
    for (size_t i = of_headers ? OF_BOTH : 0; i < end && is_one; i++) {
        if (furl_spells(key.ptr, key.n, keys[i].key)) {
            said.field = keys[i].field;
        }
    }
    return said;
}

/* Sets the date and the zone from WhenWritten, "20260701024415+0000  1000", if it is valid. What
 * comes after the blanks repeats the zone. */
static void read_written(struct mail_message *message, struct furl_range value)
{
    struct furl_range word = mail_before(value, ' ');
    char moment[] = "0000/00/00T00:00:00"; /* as mail_date_true reads it */
    size_t n = 0;

    for (; word.n > 0 && moment[n] != '\0'; furl_skip(&word, 1)) {
        n += moment[n] != '0' ? 1 : 0;
        if (furl_octet_in(word.ptr[0], FURL_DIGIT)) {
            moment[n++] = (char)word.ptr[0];
        } else if (!furl_is_one_of(word.ptr[0], "-:T")) {
            return;
        }
    }
    struct furl_range zone = furl_spells(word.ptr, word.n, "z") ? furl_range_of("0000") : word;
    struct mail_date date = mail_date_true(furl_range_of(moment));
    bool is_one = n == sizeof moment - 1 && (zone.n == 0 || mail_date_utc(&date, zone).month != 0);
    if (is_one && message->date.month == 0) {
        message->date = date;
        message->zone = zone;
    }
}

/* Sets a field of the message, unless it is set. */
static void set_field(struct mail_store *store, struct mail_message *message, struct said said)
{
    uint64_t zone;

    switch (said.field) {
    case MAIL_DATE:
        read_written(message, said.value);
        break;
    case ZONE: /* "@TZ: 103c" */
        if (message->zone.n == 0 && hexadecimal(said.value, &zone) == said.value.n &&
            zone <= 0xFFFF) {
            message->zone = mail_zone_write((unsigned)zone, position_of(store)->zone);
        }
        break;
    case MAIL_CHARSET:
        if (message->charset == NULL && furl_spells(said.value.ptr, said.value.n, "true")) {
            message->charset = &mail_utf8;
            message->head.of[MAIL_CHARSET] = furl_range_of("UTF-8");
        }
        break;
    case MAIL_ID:
    case MAIL_REPLY:
        mail_set_first(&message->head.of[said.field], mail_unbracketed(said.value));
        break;
    case NOTHING:
    case NOT_KNOWN:
        break;
    default:
        mail_set_first(&message->head.of[said.field], said.value);
    }
}

/* Reads what headers.dat says of the message whose header is at the offset. A line that begins with
 * a blank continues the previous one, which none of these fields needs. */
static void read_section(struct mail_store *store, struct mail_message *message, uint64_t at)
{
    uint64_t block = at / BLOCK, noted = position_of(store)->noted;

    if (noted == 0 || block - noted >= BLOCKS_AT_ONCE) {
        note_sections(store, block);
        noted = block;
    }
    uint32_t from = notes_of(store)->sections[block - noted];
    struct furl_range section = from > 0 ? section_at(store, from) : (struct furl_range){NULL, 0};
    struct furl_range ftn[MAIL_FIELDS] = {{NULL, 0}};
    while (section.n > 0) {
        struct said said = said_in(mail_take_line(&section), true);
        if (said.field >= FTN) {
            mail_set_first(&ftn[said.field - FTN], said.value);
        } else {
            set_field(store, message, said);
        }
    }
    message->signs |= ftn[MAIL_AREA].n > 0 ? MAIL_ECHOMAIL : 0;
    for (size_t i = 0; i < MAIL_FIELDS && ftn[MAIL_AREA].n > 0; i++) {
        message->head.of[i] = ftn[i].n > 0 ? ftn[i] : message->head.of[i];
    }
}

/* Reads the text of the blocks, with CR as line end and without the padding of the last block. In
 * UTF-8, E3 belongs to letters, and LF ends lines. Returns false if memory runs out. */
static bool read_text(struct mail_store *store, struct furl_range blocks,
                      struct mail_message *message)
{
    if (!mail_reserve(store, &store->joined, blocks.n + 1)) {
        return false;
    }
    size_t n = blocks.n;
    while (n > 0 && (blocks.ptr[n - 1] == ' ' || blocks.ptr[n - 1] == '\0')) {
        n--;
    }
    bool is_utf8 = message->charset == &mail_utf8 || furl_is_utf8(blocks.ptr, n);
    for (size_t i = 0; i < n; i++) {
        bool ends = blocks.ptr[i] == LINE_END && !is_utf8;
        store->joined.ptr[i] = ends ? '\r' : blocks.ptr[i];
    }
    message->body = (struct furl_range){store->joined.ptr, n};
    return true;
}

/* What people write in a field of the header. */
static struct furl_range field_of(const unsigned char *header, size_t nth)
{
    return mail_trimmed(mail_string(header + written_at[nth], NAME_SIZE));
}

/* Returns whether a line before the text is no text. People write lines like those of QWKE, too,
 * and one that changed a field would forge it. So one counts only if it repeats what the header or
 * headers.dat has, or continues what is cut: the header at its 25 octets, the last of which may be
 * a blank; or the line itself, of headers.dat. Subject and addressee, which are the author's choice
 * anyway, may also be empty in the header. */
static bool counts(const unsigned char *header, const struct mail_message *message,
                   struct furl_range line, struct said said)
{
    assert(line.n > 0 && said.field != NOT_KNOWN);
    if (line.ptr[0] == '@') {
        return true;
    }
    assert(said.field < MAIL_WRITTEN);
    struct furl_range field = field_of(header, said.field);
    struct furl_range known = message->head.of[said.field], value = said.value;
    bool is_cut = field.n + 1 >= NAME_SIZE && value.n > NAME_SIZE;

    return furl_is_same_word(value, field) || furl_is_same_word(value, known) ||
           (field.n == 0 && said.field != MAIL_FROM) ||
           (is_cut && furl_is_same_word(mail_trimmed(mail_part(value, 0, NAME_SIZE)), field)) ||
           (value.n > NAME_SIZE && furl_is_same_word(value, mail_part(known, 0, value.n)));
}

/* Reads the lines of QWKE and of Synchronet, and removes them from the text: "At the end of the
 * last imported kludge, there should be a blank line, however you should program to handle if one
 * is not present." Synchronet and ENiGMA write none. The first line that does not count is text,
 * and so is all that follows. */
static void read_lines(struct mail_store *store, const unsigned char *header,
                       struct mail_message *message)
{
    struct furl_range body = message->body, rest = body, line = mail_next_line(&rest);
    size_t n = 0; /* octets of lines that count */

    for (struct said said;
         (said = said_in(line, false)).field != NOT_KNOWN && counts(header, message, line, said);) {
        n = body.n - rest.n;
        line = mail_next_line(&rest);
    }
    if (n > 0 && mail_trimmed(line).n == 0) {
        n = body.n - rest.n;
    }
    for (struct furl_range lines = mail_part(body, 0, n); lines.n > 0;) {
        set_field(store, message, said_in(mail_next_line(&lines), false));
    }
    furl_skip(&message->body, n);
}

/* How many of the octets that a header claims, itself included, belong to the message. All do,
 * unless neither a header nor the end of the file follows them, and a full header is among them,
 * where the message then ends. 0 if it is too long to be read, and does not end where it claims or
 * this is unknown. */
static uint64_t own_octets(struct mail_store *store, uint64_t at, uint64_t wanted)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];

    if (wanted - BLOCK > store->settings.most) {
        bool is_there = source->file.size != MAIL_SIZE_UNKNOWN && at + wanted <= source->file.size;
        struct furl_range next = mail_source_at(source, at + (is_there ? wanted : 0), BLOCK);
        return is_there && (next.n == 0 || has_count(next)) ? wanted : 0;
    }
    struct furl_range octets = mail_source_at(source, at, (size_t)wanted + BLOCK);
    bool ends = octets.n == wanted || has_count(mail_part(octets, (size_t)wanted, BLOCK));
    for (size_t n = BLOCK; !ends && n < wanted && n < octets.n; n += BLOCK) {
        if (is_full_header(mail_part(octets, n, BLOCK))) {
            return n;
        }
    }
    return wanted;
}

static const char fewer_blocks[] = "text has fewer blocks than the header says";

/* Sets the fields that neither extension has set. */
static void read_header(struct mail_store *store, struct mail_message *message,
                        const unsigned char *header)
{
    struct mail_head *head = &message->head;

    size_t number = figures(header + NUMBER, NUMBER_SIZE);
    bool is_in_number = position_of(store)->is_reply && number < CONFERENCES;
    unsigned nth = is_in_number ? (unsigned)number : mail_u16(header + CONFERENCE);
    mail_set_first(&head->of[MAIL_AREA], conference(store, nth));
    for (size_t i = 0; i < MAIL_WRITTEN; i++) {
        mail_set_first(&head->of[i], field_of(header, i));
    }
    if (message->date.month == 0) {
        message->date = mail_date_figures((struct furl_range){header + DATE, DATE_SIZE},
                                          (struct furl_range){header + TIME, TIME_SIZE});
    }
}

/* Reads the message at the offset: `n` octets with its header. */
static enum mail_result read_message(struct mail_store *store, struct mail_message *message,
                                     uint64_t at, size_t n)
{
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], at, n);

    if (octets.n < BLOCK) {
        return mail_report_and_end(store, "a header is no longer there", at);
    }
    read_section(store, message, at);
    if (!read_text(store, mail_part(octets, BLOCK, n), message)) {
        return MAIL_FAILED;
    }
    read_lines(store, octets.ptr, message);
    message->signs |= furl_is_one_of(octets.ptr[STATUS], "+*~%`") ? MAIL_PRIVATE : 0;
    read_header(store, message, octets.ptr);
    if (octets.n < figures(octets.ptr + BLOCKS, BLOCKS_SIZE) * BLOCK) {
        mail_report_incomplete(store, fewer_blocks, at);
    }
    return MAIL_MESSAGE;
}

/* Goes on to the next block after the offset for which `is` holds. */
static void find_header(struct mail_store *store, uint64_t at, bool (*is)(struct furl_range block))
{
    struct furl_range block;

    do {
        at += BLOCK;
        block = mail_source_at(&store->sources[MAIL_FIRST], at, BLOCK);
    } while (block.n == BLOCK && !is(block));
    position_of(store)->at = at;
}

static bool begin(struct mail_store *store)
{
    struct furl_range front = mail_source_at(&store->sources[MAIL_FIRST], 0, BLOCK);

    position_of(store)->at = BLOCK;
    position_of(store)->is_reply = store->place.format != &mail_qwk && is_reply_front(front);
    if (front.n < BLOCK || !mail_reserve(store, &store->notes, sizeof(struct notes))) {
        return false;
    }
    memset(store->notes.ptr, 0, sizeof(struct notes));
    note_conferences(store);
    return true;
}

/* Skips the message at the offset: `n` octets, or 0 if that is unknown. Returns MAIL_END unless it
 * is damaged. */
static enum mail_result pass_over(struct mail_store *store, uint64_t at, uint64_t wanted,
                                  uint64_t n, bool unwanted)
{
    if (n == 0) {
        find_header(store, at, is_full_header);
    }
    if (!unwanted) {
        return mail_report_incomplete(store, mail_text_too_long, at);
    }
    bool is_cut = n < wanted || mail_source_at(&store->sources[MAIL_FIRST], at + n - 1, 1).n == 0;
    return is_cut ? mail_report_incomplete(store, fewer_blocks, at) : MAIL_END;
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    enum mail_result result = MAIL_END;

    do {
        uint64_t at = position_of(store)->at;
        struct furl_range block = mail_source_at(&store->sources[MAIL_FIRST], at, BLOCK);
        if (block.n == 0) {
            return MAIL_END;
        }
        if (!has_count(block)) {
            find_header(store, at, is_header);
            return mail_report_damage(store, "no header where the next one should be", at);
        }
        uint64_t wanted = (uint64_t)figures(block.ptr + BLOCKS, BLOCKS_SIZE) * BLOCK;
        size_t number =
            position_of(store)->is_reply ? SIZE_MAX : figures(block.ptr + NUMBER, NUMBER_SIZE);
        bool vote = block.ptr[STATUS] == VOTE, unwanted = vote || block.ptr[ACTIVE] == KILLED;
        uint64_t n = own_octets(store, at, wanted);
        position_of(store)->at = at + n;
        store->number = number < SIZE_MAX ? number : store->number + (vote ? 0 : 1);
        result = unwanted || wanted - BLOCK > store->settings.most
                     ? pass_over(store, at, wanted, n, unwanted)
                     : read_message(store, message, at, (size_t)n);
    } while (result == MAIL_END);
    return result;
}

const struct mail_format mail_qwk = {
    .name = "qwk",
    .wrong = "not a QWK packet",
    .names = {{"messages.dat", MAIL_FIRST},
              {"control.dat", MAIL_SECOND},
              {"headers.dat", MAIL_INDEX},
              {".ndx", MAIL_UNREAD}},
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
