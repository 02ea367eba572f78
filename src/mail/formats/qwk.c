/*
 * QWK (P. Lee, "QWK Mail Packet File Layout", 1.6). messages.dat consists of blocks of 128 octets.
 * The first block says who made the packet. Then each message has a header, with figures and fields
 * that spaces pad, and a text, whose lines end in E3. control.dat is a text that names the
 * conferences.
 *
 * The header cuts fields at 25 octets. Two extensions keep whole fields. Synchronet's headers.dat
 * has a section for each message. QWKE (P. Rocca, "QWKE Specifications", 1.02) puts lines before
 * the text, and Synchronet puts its identifiers there, too. headers.dat has precedence over these
 * lines, and these lines have precedence over the header.
 *
 * A reply packet has such blocks in BBSID.MSG. Its first block contains only the BBSID. The number
 * of a message there is the number of the conference.
 */
#include "config.h"

#include <assert.h>

#include "furl/core/utf8.h"
#include "mail/reader.h"

/* The size of a block, and the offsets in a header, which is a block. */
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

/* The octets with which most programs begin a packet. */
static const char produced[] = "Produced by ";

/* Limits of control.dat: the octets read of the file, the octets read of a line, the last line
 * before the conferences, from 1, and the number of conferences. Each conference has two lines, its
 * number and its name. */
#define CONTROL_MAX ((uint64_t)4 << 20)
#define LINE_MAX    ((size_t)4096)
enum { LAST_LINE = 11, CONFERENCES = 65536 };

/* Limits of headers.dat: the octets that are read of the file and of a section, and the blocks of
 * messages.dat for which sections are looked up at once. */
#define HEADERS_MAX ((uint64_t)16 << 20)
#define SECTION_MAX ((size_t)32768)
enum { BLOCKS_AT_ONCE = 16384 };

/* The position of the reader. */
struct position {
    uint64_t offset;      /* offset of the next header */
    uint64_t first_noted; /* first block whose section is in the notes, or 0 */
    uint64_t unread;      /* offset of the first section of a later block */
    bool is_reply;        /* the store is a reply packet */
    char zone[MAIL_ZONE_SIZE];
};
MAIL_HAS_POSITION(struct position);

/* The content of store->notes, 320 KiB: offsets of the lines that name the conferences, and of the
 * sections for the block `noted` and the blocks after it. An offset of 0 means none. */
struct notes {
    uint32_t conferences[CONFERENCES], sections[BLOCKS_AT_ONCE];
};

static struct notes *notes_of(struct mail_store *store)
{
    return (struct notes *)(void *)store->notes.ptr;
}

/* Returns the number in a field of digits, which can have spaces around them. Returns SIZE_MAX if
 * the field is no number, or has more than FIGURES digits. */
enum { FIGURES = 7 };
static size_t read_figures(const unsigned char *ptr, size_t n)
{
    struct furl_range field = mail_trimmed(mail_string(ptr, n));

    return mail_is_number(field) && field.n <= FIGURES ? (size_t)mail_number(field, SIZE_MAX / 16)
                                                       : SIZE_MAX;
}

/* Returns whether the block contains the number of a message's blocks. This is enough where a
 * header must begin. */
static bool has_count(struct furl_range block)
{
    size_t blocks = block.n == BLOCK ? read_figures(block.ptr + BLOCKS, BLOCKS_SIZE) : 0;

    return blocks >= 1 && blocks < SIZE_MAX;
}

static bool is_numbered(struct furl_range block)
{
    return read_figures(block.ptr + NUMBER, NUMBER_SIZE) < SIZE_MAX &&
           (block.ptr[ACTIVE] == LIVE || block.ptr[ACTIVE] == KILLED);
}

/* Returns whether the block is also a header by its date. Where a header must begin, the date does
 * not matter. */
static bool is_header(struct furl_range block)
{
    bool is = has_count(block);

    for (size_t i = 0; is && i < DATE_SIZE; i++) {
        is = i % 3 == 2 || block.ptr[DATE + i] == ' ' ||
             furl_octet_in(block.ptr[DATE + i], FURL_DIGIT);
    }
    return is;
}

/* Returns whether the block is a header in all respects, which no text is by chance. */
static bool is_full_header(struct furl_range block)
{
    return is_header(block) && is_numbered(block);
}

/* Returns whether spaces pad the block. */
static bool is_filled(struct furl_range block)
{
    static const char blanks[] = "        ";

    return furl_starts(mail_part(block, BLOCK - strlen(blanks), BLOCK), blanks);
}

/* Returns whether the file begins with a block that says who made the packet, followed by a header.
 * The block can also be alone, as most programs write an empty packet, or the header can be
 * truncated. */
static bool is_named(struct mail_source *source)
{
    uint64_t offset = BLOCK;
    struct furl_range block = mail_source_at(source, 0, BLOCK);

    if (block.n < BLOCK || !furl_octet_in(block.ptr[0], FURL_LETTER)) {
        return false;
    }
    bool is_filled_up = is_filled(block);
    size_t n = furl_starts(block, produced) ? mail_source_at(source, 0, 2 * BLOCK).n : SIZE_MAX;
    bool is_alone = n == BLOCK || (n < 2 * BLOCK && is_filled_up);
    bool is_first = has_count(mail_source_at(source, offset, BLOCK));
    do {
        block = mail_source_at(source, offset, BLOCK);
        offset += BLOCK;
    } while (!is_first && block.n == BLOCK && !is_header(block) &&
             source->file.size != MAIL_SIZE_UNKNOWN);
    return is_alone || is_first || is_header(block);
}

/* Returns whether the block contains one name, followed by spaces or NULs, as in a reply packet. */
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

/* Returns the line at the offset of another file of the packet, with its line end. Returns an empty
 * range from offset `most` on. */
static struct furl_range line_at(struct mail_store *store, enum mail_store_file role,
                                 uint64_t offset, uint64_t most)
{
    struct furl_range none = {NULL, 0};

    return offset < most ? mail_line(mail_source_at(&store->sources[role], offset, LINE_MAX))
                         : none;
}

/* Returns whether the octets are two words with a comma between them: "00000,BBSID". */
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

/* Checks the first lines except for names and places. No text has such lines by chance. */
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
            is = read_figures(text.ptr, text.n) < SIZE_MAX;
        }
    }
    return is;
}

/* Returns the line at the offset of control.dat, which ^Z ends. */
static struct furl_range control_line(struct mail_store *store, uint64_t offset)
{
    return mail_before(line_at(store, MAIL_SECOND, offset, CONTROL_MAX), MAIL_DOS_END);
}

/* Stores the offsets of the lines with the names of conferences in the notes. */
static void note_conferences(struct mail_store *store)
{
    struct furl_range line = control_line(store, 0);
    uint64_t offset = 0;

    for (int i = 1; i <= LAST_LINE; i++) {
        offset += line.n;
        line = control_line(store, offset);
    }
    while (line.n > 0) {
        struct furl_range trimmed = mail_trimmed(line);
        size_t number = read_figures(trimmed.ptr, trimmed.n);
        offset += line.n;
        if (number < CONFERENCES) {
            notes_of(store)->conferences[number] = (uint32_t)offset;
            offset += control_line(store, offset).n;
        }
        line = control_line(store, offset);
    }
}

/* Returns the name of a conference, or else its number. In old packets, the number is one octet,
 * followed by a space. */
static struct furl_range find_conference(struct mail_store *store, unsigned number)
{
    const uint32_t *lines = notes_of(store)->conferences;

    number &= lines[number] == 0 && number >> 8 == ' ' ? 0xFF : 0xFFFF;
    struct furl_range name = lines[number] > 0 ? mail_trimmed(control_line(store, lines[number]))
                                               : (struct furl_range){NULL, 0};
    return name.n > 0 ? name : mail_in_digits(store, number);
}

/* Reads hexadecimal digits at the front. Returns the number of digits, at most 15. */
static size_t read_hexadecimal(struct furl_range octets, uint64_t *number)
{
    size_t n = 0;

    for (*number = 0; n < octets.n && n < 15 && furl_octet_in(octets.ptr[n], FURL_HEX); n++) {
        *number = *number << 4 | furl_hex_octet((const unsigned char[]){'0', octets.ptr[n]});
    }
    return n;
}

/* Returns the block whose section begins with the line of headers.dat, or 0. Such a line is "[80]",
 * the offset of the block in hexadecimal. */
static uint64_t block_of_section(struct furl_range line)
{
    uint64_t offset = 0;
    size_t n =
        furl_starts(line, "[") ? 1 + read_hexadecimal(mail_part(line, 1, line.n), &offset) : 0;
    struct furl_range rest = mail_trimmed(mail_part(line, n, line.n));
    return n > 1 && rest.n == 1 && rest.ptr[0] == ']' && offset % BLOCK == 0 ? offset / BLOCK : 0;
}

/* Stores the offsets of the sections for `block` and the blocks after it in the notes. If a message
 * has several sections, the first counts. Reads from the first section for a later block on, so
 * that most headers.dat are read once. If sections are in any order, at most HEADERS_MAX octets are
 * read for BLOCKS_AT_ONCE blocks. This is 8 times the size of messages.dat. */
static void note_sections(struct mail_store *store, uint64_t block)
{
    struct position *position = position_of(store);
    uint32_t *sections = notes_of(store)->sections;
    uint64_t offset = position->unread, later = UINT64_MAX;
    struct furl_range line = line_at(store, MAIL_INDEX, offset, HEADERS_MAX);
    bool begins = true; /* the line is not a piece of a long line */

    position->first_noted = block;
    memset(sections, 0, sizeof notes_of(store)->sections);
    while (line.n > 0) {
        uint64_t found = begins ? block_of_section(line) : 0;
        uint64_t next = offset + line.n;
        if (found >= block + BLOCKS_AT_ONCE) {
            later = offset < later ? offset : later;
        } else if (found >= block && next < HEADERS_MAX && sections[found - block] == 0) {
            sections[found - block] = (uint32_t)next;
        }
        begins = line.ptr[line.n - 1] == '\n';
        offset = next;
        line = line_at(store, MAIL_INDEX, offset, HEADERS_MAX);
    }
    position->unread = later < offset ? later : offset;
}

/* Returns the section that begins at the offset, up to the next section, and at most SECTION_MAX
 * octets. */
static struct furl_range section_at(struct mail_store *store, uint64_t offset)
{
    for (size_t most = LINE_MAX;; most *= 2) {
        struct furl_range octets = mail_source_at(&store->sources[MAIL_INDEX], offset, most);
        size_t n = 0;
        while (n < octets.n && octets.ptr[n] != '[') {
            n += mail_line(mail_part(octets, n, octets.n)).n;
        }
        if (n < octets.n || octets.n < most || most >= SECTION_MAX) {
            return mail_part(octets, 0, n);
        }
    }
}

/* Fields that enum mail_field lacks: a zone of Synchronet, a field of no interest, and an unknown
 * field. FTN and a number above mean a field of a Fidonet message, which counts if there is an
 * area. */
enum { ZONE = MAIL_FIELDS, NOTHING, NOT_KNOWN, FTN };

/* The fields by their keys in lower case. Rows before OF_BOTH are for lines before a text, rows
 * from OF_HEADERS on for headers.dat, and rows between for both. */
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

/* Returns the field of a line of headers.dat, or of a line before a text. Synchronet writes "Key:
 * value" or "Key = value". */
static struct said read_field_line(struct furl_range line, bool of_headers)
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

/* Sets the date and the zone from WhenWritten, "20260701024415+0000  1000", if the value is valid.
 * The number after the spaces repeats the zone. */
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

/* Sets a field of the message, unless the field is set. */
static void set_field(struct mail_store *store, struct mail_message *message, struct said said)
{
    uint64_t zone;

    switch (said.field) {
    case MAIL_DATE:
        read_written(message, said.value);
        break;
    case ZONE: /* "@TZ: 103c" */
        if (message->zone.n == 0 && read_hexadecimal(said.value, &zone) == said.value.n &&
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

/* Reads the section of headers.dat for the message whose header is at the offset. A line that
 * begins with a space or TAB continues the previous line. None of the fields here needs such
 * lines. */
static void read_section(struct mail_store *store, struct mail_message *message, uint64_t offset)
{
    uint64_t block = offset / BLOCK, noted = position_of(store)->first_noted;

    if (noted == 0 || block - noted >= BLOCKS_AT_ONCE) {
        note_sections(store, block);
        noted = block;
    }
    uint32_t from = notes_of(store)->sections[block - noted];
    struct furl_range section = from > 0 ? section_at(store, from) : (struct furl_range){NULL, 0};
    struct furl_range ftn[MAIL_FIELDS] = {{NULL, 0}};
    while (section.n > 0) {
        struct said said = read_field_line(mail_take_line(&section), true);
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
static bool read_blocks(struct mail_store *store, struct furl_range blocks,
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

/* Returns a field of the header that people write. */
static struct furl_range field_of(const unsigned char *header, size_t nth)
{
    return mail_trimmed(mail_string(header + written_at[nth], NAME_SIZE));
}

/* Returns whether a line before the text is not text. People write lines like the lines of QWKE,
 * too, and a line that changed a field would forge the field. A line therefore counts only if its
 * value equals the field in the header or in headers.dat, or if the field was cut. The header cuts
 * a field at 25 octets, the last of which can be a space. The line can also be the cut beginning of
 * the field in headers.dat. If the header's subject or addressee is empty, any value counts,
 * because the author chooses both anyway. */
static bool line_counts(const unsigned char *header, const struct mail_message *message,
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

/* Reads the lines of QWKE and of Synchronet, and removes them from the text. "At the end of the
 * last imported kludge, there should be a blank line", which can be missing. Synchronet and ENiGMA
 * write none. The first line that does not count is text, and so are all lines after it. */
static void read_lines(struct mail_store *store, const unsigned char *header,
                       struct mail_message *message)
{
    struct furl_range body = message->body, rest = body, line = mail_next_line(&rest);
    size_t n = 0; /* octets of lines that count */

    for (struct said said; (said = read_field_line(line, false)).field != NOT_KNOWN &&
                           line_counts(header, message, line, said);) {
        n = body.n - rest.n;
        line = mail_next_line(&rest);
    }
    if (n > 0 && mail_trimmed(line).n == 0) {
        n = body.n - rest.n;
    }
    for (struct furl_range lines = mail_part(body, 0, n); lines.n > 0;) {
        set_field(store, message, read_field_line(mail_next_line(&lines), false));
    }
    furl_skip(&message->body, n);
}

/* Returns how many of the `wanted` octets that a header claims, including the header, belong to the
 * message. All belong to it if a header or the end of the file follows. Otherwise the message ends
 * at the first full header among the octets, if there is one. Returns 0 for a message that is too
 * long, unless a header or the end of the file is known to follow. */
static uint64_t count_own_octets(struct mail_store *store, uint64_t offset, uint64_t wanted)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];

    if (wanted - BLOCK > store->settings.most) {
        bool is_there =
            source->file.size != MAIL_SIZE_UNKNOWN && offset + wanted <= source->file.size;
        struct furl_range next = mail_source_at(source, offset + (is_there ? wanted : 0), BLOCK);
        return is_there && (next.n == 0 || has_count(next)) ? wanted : 0;
    }
    struct furl_range octets = mail_source_at(source, offset, (size_t)wanted + BLOCK);
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
static void set_header_fields(struct mail_store *store, struct mail_message *message,
                              const unsigned char *header)
{
    struct mail_head *head = &message->head;

    size_t number = read_figures(header + NUMBER, NUMBER_SIZE);
    bool is_in_number = position_of(store)->is_reply && number < CONFERENCES;
    unsigned nth = is_in_number ? (unsigned)number : mail_u16(header + CONFERENCE);
    mail_set_first(&head->of[MAIL_AREA], find_conference(store, nth));
    for (size_t i = 0; i < MAIL_WRITTEN; i++) {
        mail_set_first(&head->of[i], field_of(header, i));
    }
    if (message->date.month == 0) {
        message->date = mail_date_figures((struct furl_range){header + DATE, DATE_SIZE},
                                          (struct furl_range){header + TIME, TIME_SIZE});
    }
}

/* Reads the message at the offset, which has `n` octets with its header. */
static enum mail_result read_qwk_message(struct mail_store *store, struct mail_message *message,
                                         uint64_t offset, size_t n)
{
    struct furl_range octets = mail_source_at(&store->sources[MAIL_FIRST], offset, n);

    if (octets.n < BLOCK) {
        return mail_report_and_end(store, "a header is no longer there", offset);
    }
    read_section(store, message, offset);
    if (!read_blocks(store, mail_part(octets, BLOCK, n), message)) {
        return MAIL_FAILED;
    }
    read_lines(store, octets.ptr, message);
    message->signs |= furl_is_one_of(octets.ptr[STATUS], "+*~%`") ? MAIL_PRIVATE : 0;
    set_header_fields(store, message, octets.ptr);
    if (octets.n < read_figures(octets.ptr + BLOCKS, BLOCKS_SIZE) * BLOCK) {
        mail_report_incomplete(store, fewer_blocks, offset);
    }
    return MAIL_MESSAGE;
}

/* Moves the position to the next block after the offset for which `is` returns true. */
static void find_header(struct mail_store *store, uint64_t offset,
                        bool (*is)(struct furl_range block))
{
    struct furl_range block;

    do {
        offset += BLOCK;
        block = mail_source_at(&store->sources[MAIL_FIRST], offset, BLOCK);
    } while (block.n == BLOCK && !is(block));
    position_of(store)->offset = offset;
}

static bool begin(struct mail_store *store)
{
    struct furl_range front = mail_source_at(&store->sources[MAIL_FIRST], 0, BLOCK);

    position_of(store)->offset = BLOCK;
    position_of(store)->is_reply = store->place.format != &mail_qwk && is_reply_front(front);
    if (front.n < BLOCK || !mail_reserve(store, &store->notes, sizeof(struct notes))) {
        return false;
    }
    memset(store->notes.ptr, 0, sizeof(struct notes));
    note_conferences(store);
    return true;
}

/* Skips the message at the offset, which has `n` octets, or 0 if their number is unknown. Returns
 * MAIL_DAMAGE if the message is wanted but too long, or if it is cut, and otherwise MAIL_END. */
static enum mail_result skip_message(struct mail_store *store, uint64_t offset, uint64_t wanted,
                                     uint64_t n, bool unwanted)
{
    if (n == 0) {
        find_header(store, offset, is_full_header);
    }
    if (!unwanted) {
        return mail_report_incomplete(store, mail_text_too_long, offset);
    }
    bool is_cut =
        n < wanted || mail_source_at(&store->sources[MAIL_FIRST], offset + n - 1, 1).n == 0;
    return is_cut ? mail_report_incomplete(store, fewer_blocks, offset) : MAIL_END;
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    enum mail_result result = MAIL_END;

    do {
        uint64_t offset = position_of(store)->offset;
        struct furl_range block = mail_source_at(&store->sources[MAIL_FIRST], offset, BLOCK);
        if (block.n == 0) {
            return MAIL_END;
        }
        if (!has_count(block)) {
            find_header(store, offset, is_header);
            return mail_report_damage(store, "no header where the next one should be", offset);
        }
        uint64_t wanted = (uint64_t)read_figures(block.ptr + BLOCKS, BLOCKS_SIZE) * BLOCK;
        size_t number =
            position_of(store)->is_reply ? SIZE_MAX : read_figures(block.ptr + NUMBER, NUMBER_SIZE);
        bool vote = block.ptr[STATUS] == VOTE, unwanted = vote || block.ptr[ACTIVE] == KILLED;
        uint64_t n = count_own_octets(store, offset, wanted);
        position_of(store)->offset = offset + n;
        store->number = number < SIZE_MAX ? number : store->number + (vote ? 0 : 1);
        result = unwanted || wanted - BLOCK > store->settings.most
                     ? skip_message(store, offset, wanted, n, unwanted)
                     : read_qwk_message(store, message, offset, (size_t)n);
    } while (result == MAIL_END);
    return result;
}

const struct mail_format mail_qwk = {
    .name = "qwk",
    .wrong = "not a QWK packet; use -M to detect the format",
    .names = {{"messages.dat", MAIL_FIRST},
              {"control.dat", MAIL_SECOND},
              {"headers.dat", MAIL_INDEX},
              {".ndx", MAIL_UNREAD}},
    .is_named = is_named,
    .is_certain = is_certain,
    .begin = begin,
    .next = next,
};
