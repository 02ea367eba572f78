/*
 * SMB, the message base of Synchronet ("Synchronet Message Base Specification", 1.21). The file of
 * headers, .shd, begins with a header of its own. The headers of messages follow in blocks of 256
 * octets. Each has fixed numbers, the places of its texts in .sdt, and fields for names, kludges
 * and other data. The index, .sid, lists the existing messages in order. If the index is missing or
 * damaged, the reader reads all headers that are not marked as deleted.
 *
 * A text ends at a NUL, even if its header gives a greater length.
 *
 * Messages to several people can share a text. So that nobody can have one text read over and over,
 * the reader limits the octets of headers and of texts that are read again. A text is the message's
 * own if no earlier message had its blocks of 256 octets. An own text counts against no limit,
 * unless LZH made it more than 16 times smaller. The octets above 16 times are limited for all
 * texts together.
 */
#include "config.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "mail/reader.h"
#include "mail/select.h"

/* The base's header, offsets in it, its attributes, and the oldest version of this layout. */
enum { BASE = 32, LAYOUT = 4, TOTAL = 12, FIRST_HEADER = 16, KINDS = 30 };
enum { EMAIL = 1, FILES = 8, OLDEST = 0x110 };

/* A record of the index, and offsets in it. */
enum { RECORD = 20, RECORD_ATTRIBUTES = 6, RECORD_OFFSET = 8, RECORD_NUMBER = 12 };

/* A header, the size of its blocks, offsets in it, attributes and types. A date ends with a
 * zone. */
enum { HEADER = 70, BLOCK = 256, TYPE = 4, HEADER_VERSION = 6, LENGTH = 8, ATTRIBUTES = 10 };
enum { AUXILIARY = 12, YEAR = 18, WRITTEN = 20, IMPORTED = 26, ZONE = 4 };
enum { NUMBER = 32, TEXTS_OFFSET = 64, TEXTS = 68 };
enum { DELETED = 0x10, VOTE = 0x1800, FILE_ENTRY = 0x8000, UTF8_FIELDS = 0x2000, POLL = 1 };

/* The record of a text, after the fixed part of a header, and the types of texts. The octets of a
 * text begin with a number that says whether LZH compressed them. If so, the length of the text
 * follows. */
enum { TEXT = 10, TEXT_OFFSET = 2, TEXT_LENGTH = 6, BODY = 0, TAIL = 2 };
enum { PLAIN = 2, LZH = 8, IS_LZH = 9 };

/* A field, after the records of texts, and the types of fields. */
enum { FIELD = 4, FIELD_LENGTH = 2 };
enum { SENDER = 0, SENDER_NET = 2, SENDER_ADDRESS = 3, RECIPIENT = 0x30, SUBJECT = 0x60 };
enum { COMMENT = 0x62, KLUDGE = 0xA0, AREATAG = 0xA1, MSGID = 0xA4, REPLYID = 0xA5 };
enum { CHARSET = 0xA9, INTERNET_FIELD = 0xB0, INTERNET_ID = 0xB1, INTERNET_REPLY = 0xB2 };
enum { SYSTEM_COMMENT = 0xD8, ANSWER = 0xE0, FIELD_TYPES };

/* store->notes has an entry for each value of the low bits of a message's number. The entry is the
 * number of the last message read, and the offset of its texts. Both are equal in the old copy of a
 * header that was moved. After the entries is a bit for each block of texts that a message had. The
 * offset of a text is the sum of two offsets of 32 bits. */
enum { NOTE = 8, NOTES = 0x8000 };
#define TEXTS_MAX ((uint64_t)1 << 33)

/* The octets that LZH can make of a stored octet: without a limit, and at most. A copy has at most
 * 60 octets, and takes more than one stored octet. */
enum { FREE = 16, COPY_MAX = 60 };

/* The position of the reader. */
struct position {
    uint64_t record;                  /* offset of the next record of the index */
    uint64_t offset;                  /* offset of the next block, without the index */
    uint64_t messages_n;              /* number of messages, according to the base */
    uint64_t headers_left;            /* octets of headers that may be read */
    uint64_t made_left;               /* octets above FREE that LZH may make */
    uint64_t blocks;                  /* number of blocks of texts that have a bit */
    struct mail_reread_budget shared; /* octets of texts that are not a message's own */
    bool by_index, is_damaged;        /* the index is used, or is damaged */
    bool is_email;
    char zone[MAIL_ZONE_SIZE];
};
MAIL_HAS_POSITION(struct position);

static bool is_base(struct furl_range front)
{
    return furl_starts(front, "SMB\x1A") && front.n >= BASE &&
           mail_u16(front.ptr + LAYOUT) >= OLDEST;
}

static bool is_named(struct mail_source *source)
{
    struct furl_range base = mail_source_at(source, 0, BASE);

    return base.n == 0 || furl_starts(base, "SMB\x1A");
}

/* Removes the next field. Returns false at the end, or before an incomplete field. A NUL ends
 * strings. */
static bool next_field(struct furl_range *fields, unsigned *type, struct furl_range *value)
{
    size_t n = fields->n >= FIELD ? mail_u16(fields->ptr + FIELD_LENGTH) : SIZE_MAX;

    if (fields->n < FIELD || n > fields->n - FIELD) {
        return false;
    }
    *type = mail_u16(fields->ptr);
    *value = (struct furl_range){fields->ptr + FIELD, n};
    furl_skip(fields, FIELD + n);
    if (*type != SENDER_NET && *type != SENDER_ADDRESS) {
        *value = mail_before(*value, '\0');
    }
    return true;
}

/* Removes the fields up to the next field of the type. Returns whether there is one. */
static bool skip_to_field(struct furl_range *fields, unsigned type, struct furl_range *value)
{
    unsigned is = type + 1;

    while (is != type && next_field(fields, &is, value)) {
    }
    return is == type;
}

struct header {
    uint64_t offset;
    uint32_t number;
    unsigned attributes;
    struct furl_range octets, texts, fields;
    struct furl_range last[FIELD_TYPES]; /* last field of each type that is not empty */
    const char *lack;                    /* damage of the header, or NULL */
};

/* Reads the header at the offset. Returns whether there is a header. */
static bool read_header(struct mail_store *store, uint64_t offset, struct header *header)
{
    struct mail_source *source = &store->sources[MAIL_FIRST];
    uint64_t *left = &position_of(store)->headers_left;
    struct furl_range octets = mail_source_at(source, offset, HEADER), value;

    if (octets.n < HEADER || !furl_starts(octets, "SHD\x1A") ||
        mail_u16(octets.ptr + HEADER_VERSION) < OLDEST) {
        return false;
    }
    size_t length = mail_u16(octets.ptr + LENGTH), n = length < *left ? length : (size_t)*left;
    size_t texts = (size_t)mail_u16(octets.ptr + TEXTS) * TEXT;
    octets = mail_source_at(source, offset, n > HEADER ? n : HEADER);
    if (octets.n < HEADER) {
        return false; /* an earlier read failed */
    }
    *left -= octets.n < *left ? octets.n : *left;
    *header =
        (struct header){offset, mail_u32(octets.ptr + NUMBER), mail_u16(octets.ptr + ATTRIBUTES),
                        octets, .texts = mail_part(octets, HEADER, texts)};
    struct furl_range rest = header->fields = mail_part(octets, HEADER + texts, octets.n);
    for (unsigned type; next_field(&rest, &type, &value);) {
        if (type < FIELD_TYPES && value.n > 0) {
            header->last[type] = value;
        }
    }
    bool is_whole = octets.n == length && header->texts.n == texts && rest.n == 0;
    header->lack = is_whole     ? NULL
                   : n < length ? "headers are too long together"
                                : "fields do not end where the header ends";
    return true;
}

/* The text of a message that is being written. */
struct text {
    struct mail_store *store;
    const struct header *header;
    struct furl_buffer *to;
    size_t n;
    size_t left; /* octets of the store that the message may still have */
    bool is_own; /* no earlier message had the blocks of the text */
    bool as_is, is_too_long;
};

/* Reports damage of the message if `is_so`. */
static void report_lack(struct text *text, bool is_so, const char *what)
{
    if (is_so) {
        mail_report_incomplete(text->store, text->is_too_long ? mail_text_too_long : what,
                               text->header->offset);
    }
}

/* Returns room for `n` more octets. Returns NULL if `n` is 0, if the text becomes too long, or if
 * memory runs out. */
static unsigned char *reserve_text(struct text *text, size_t n)
{
    if (n > text->left || text->is_too_long) {
        text->is_too_long = true;
        report_lack(text, true, NULL);
        return NULL;
    }
    bool is_there = n > 0 && mail_reserve(text->store, text->to, text->n + n);
    return is_there ? text->to->ptr + text->n : NULL;
}

/* Appends octets, which can already be in their place. Unless `as_is`, removes codes. A code is a
 * ^A and an octet, and most codes are colours. */
static void put_octets(struct text *text, struct furl_range octets)
{
    unsigned char *const to = reserve_text(text, octets.n);
    size_t n = 0;

    text->left -= to != NULL ? octets.n : 0;
    assert(to == NULL || text->n + octets.n <= text->to->room);
    while (to != NULL && octets.n > 0) {
        struct furl_range before = text->as_is ? octets : mail_before(octets, '\001');
        n = (size_t)(mail_put(to + n, before) - to);
        furl_skip(&octets, before.n);
        unsigned char code = octets.n > 1 ? octets.ptr[1] : 'Z'; /* the end of the text */
        furl_skip(&octets, code == 'Z' ? octets.n : 2);
        n -= code == '<' && n > 0 ? 1 : 0;
        if (code == '/') {
            to[n++] = '\n';
        }
    }
    text->n += n;
}

/* Appends octets that are not from the store. */
static void put_made(struct text *text, struct furl_range octets)
{
    text->left += octets.n;
    put_octets(text, octets);
}

/* Appends the fields of a type, each with a line end. Answers get numbers. */
static void put_fields(struct text *text, unsigned type)
{
    struct furl_range rest = text->header->fields, value;
    char number[16] = "";
    bool is_any = text->header->last[type].n > 0;

    for (unsigned n = 1; is_any && skip_to_field(&rest, type, &value); n++) {
        if (type == ANSWER) {
            snprintf(number, sizeof number, "%2u: ", n);
        }
        put_made(text, furl_range_of(number));
        put_octets(text, value);
        put_made(text, furl_range_of("\r\n"));
    }
}

/* Returns whether the texts of a header are in blocks that no earlier message had. Sets the bits of
 * the blocks, up to the first block that an earlier message had. Each block is thus passed once.
 * Texts that overlap are not the message's own. */
static bool own_blocks(struct mail_store *store, const struct header *header)
{
    unsigned char *bits = store->notes.ptr + (size_t)NOTE * NOTES;
    uint64_t offset = mail_u32(header->octets.ptr + TEXTS_OFFSET), pos = UINT64_MAX, end = 0, n = 0;

    for (struct furl_range rest = header->texts; rest.n >= TEXT; furl_skip(&rest, TEXT)) {
        uint64_t from = offset + mail_u32(rest.ptr + TEXT_OFFSET);
        uint64_t to = from + mail_u32(rest.ptr + TEXT_LENGTH);
        pos = mail_lesser(pos, from / BLOCK);
        end = to > end ? to : end;
        n += to - from;
    }
    uint64_t last = (end + BLOCK - 1) / BLOCK;
    bool is_own =
        last <= position_of(store)->blocks && n <= (last - mail_lesser(pos, last)) * BLOCK;
    for (; is_own && pos < last; pos++) {
        is_own = (bits[pos / 8] >> pos % 8 & 1) == 0;
        bits[pos / 8] |= (unsigned char)(1u << pos % 8);
    }
    return is_own;
}

/* Decodes octets that LZH compressed to the end of the text. */
static struct furl_range decode_lzh(struct text *text, struct furl_range octets)
{
    struct position *position = position_of(text->store);
    const size_t length = octets.n < LZH ? SIZE_MAX : mail_u32(octets.ptr + LZH - 4);
    unsigned char *to = length / COPY_MAX <= octets.n ? reserve_text(text, length) : NULL;
    uint64_t usual = (uint64_t)FREE * octets.n;
    size_t n = 0, most = 0;

    usual = text->is_own ? usual : mail_lesser(usual, position->shared.left);
    if (to != NULL) {
        most = (size_t)mail_lesser(length, usual + position->made_left);
        n = mail_lzh_decode(mail_part(octets, LZH, octets.n), to, most);
        assert(n <= most && n - mail_lesser(n, usual) <= position->made_left);
        position->shared.left -= text->is_own ? 0 : mail_lesser(n, usual);
        position->made_left -= n > usual ? n - usual : 0;
    }
    report_lack(text, n < length,
                to != NULL && n == most ? "compressed texts are too long together"
                                        : "compressed text is damaged");
    return (struct furl_range){to, n};
}

/* Returns the text in the octets, without compression. */
static struct furl_range decode(struct text *text, struct furl_range octets)
{
    bool is_lzh = octets.n >= LZH - 4 && mail_u32(octets.ptr) == IS_LZH;
    bool is_plain = octets.n < PLAIN || mail_u16(octets.ptr) == 0;

    report_lack(text, !is_lzh && !is_plain, "the text is in an unknown encoding");
    return is_lzh ? decode_lzh(text, octets) : mail_part(octets, PLAIN, is_plain ? octets.n : 0);
}

/* Reads the octets of a text. Reports missing octets. */
static struct furl_range read_octets(struct text *text, uint64_t offset, uint64_t length)
{
    struct mail_source *source = &text->store->sources[MAIL_SECOND];
    struct mail_stretch all = {offset,
                               mail_lesser(length, (uint64_t)text->store->settings.most + LZH)};

    report_lack(text, !mail_source_reaches(source, offset + length),
                "text is shorter than the header says");
    if (!text->is_own) {
        all.n = mail_reread_allow(&position_of(text->store)->shared, source, all);
        report_lack(text, all.n == 0 && offset < source->file.size,
                    "too many messages share their texts");
    }
    return mail_source_at(source, offset, (size_t)all.n);
}

/* Appends the texts of a type, each up to its first NUL. Unless `as_is`, also appends all tails,
 * and a line end after each text. */
static void put_texts(struct text *text, unsigned type)
{
    uint64_t offset = mail_u32(text->header->octets.ptr + TEXTS_OFFSET);

    for (struct furl_range rest = text->header->texts; rest.n >= TEXT; furl_skip(&rest, TEXT)) {
        uint64_t pos = offset + mail_u32(rest.ptr + TEXT_OFFSET),
                 n = mail_u32(rest.ptr + TEXT_LENGTH);
        unsigned is = mail_u16(rest.ptr);
        size_t before = text->n;
        if ((is != type && (is != TAIL || text->as_is)) || n <= PLAIN) {
            continue;
        }
        struct furl_range all = decode(text, read_octets(text, pos, n));
        struct furl_range own = mail_before(all, '\0');
        bool goes_on = mail_trimmed(mail_part(all, own.n, all.n)).n > 0;
        report_lack(text, goes_on, "text continues after a NUL");
        put_octets(text, own);
        put_made(text, furl_range_of(text->n > before && !text->as_is ? "\r\n" : ""));
    }
}

/* Appends all texts. If the message has fields of MIME, decodes its bodies. */
static void put_all(struct text *text, struct mail_message *message)
{
    struct mail_store *store = text->store, parts = {.settings = store->settings};
    struct text letter = {
        store,        text->header, &store->text, .left = text->left, .is_own = text->is_own,
        .as_is = true};
    struct furl_range rest = text->header->fields, value;
    bool is_mime = false;

    while (!is_mime && skip_to_field(&rest, INTERNET_FIELD, &value)) {
        struct furl_range name = mail_trimmed(mail_before(value, ':'));
        is_mime = furl_spells(name.ptr, name.n, "mime-version");
    }
    if (is_mime) {
        put_fields(&letter, INTERNET_FIELD);
        put_made(&letter, furl_range_of("\r\n"));
        put_texts(&letter, BODY);
        text->left = letter.left;
        text->is_too_long = text->is_too_long || letter.is_too_long;
        bool has_memory =
            mail_read_letter(&parts, (struct furl_range){store->text.ptr, letter.n}, message);
        store->trouble = has_memory ? store->trouble : MAIL_NO_MEMORY;
        for (size_t i = 0; i < message->html_n; i++) {
            mail_html(message)[i].offset += text->n;
        }
        put_made(text, mail_part(message->body, 0, has_memory ? message->body.n : 0));
        mail_close(&parts);
    }
    put_texts(text, is_mime ? TAIL : BODY);
}

/* Sets the date, or the date of the import if there is none. In old headers, the date is in seconds
 * since 1970, which the board computed from the local time with its own zone. */
static void set_date(struct position *position, struct mail_message *message,
                     const unsigned char *header)
{
    uint32_t bits = mail_u32(header + WRITTEN);
    const unsigned char *ptr = header + (bits != 0 ? WRITTEN : IMPORTED);
    int64_t board = mail_zone_minutes(mail_u16(header + IMPORTED + ZONE));

    message->date = mail_date_unix((uint32_t)(mail_u32(ptr) + board * 60));
    if (bits != 0 && bits >> 26 == 0) {
        message->date = mail_date_checked((struct mail_date){
            .of = {(int)mail_u16(header + YEAR), (int)(bits >> 22), bits >> 17 & 31,
                   bits >> 12 & 31, bits >> 6 & 63, bits & 63}});
    }
    message->zone =
        mail_zone_write(mail_u16(ptr + ZONE), position->zone); /* replaces MIME's zone */
}

/* The net from which a message came. */
enum net { FIDONET = 2, INTERNET = 5 };
static bool is_from(const struct furl_range *last, enum net net)
{
    return last[SENDER_NET].n == 2 && mail_u16(last[SENDER_NET].ptr) == net;
}

/* Returns the author's address, from the field for Fidonet or from the MSGID, or an empty range. */
static struct furl_range address_in(struct mail_store *store, const struct furl_range *last)
{
    enum { ADDRESS = 8 };
    struct furl_range address = last[SENDER_ADDRESS];

    if (is_from(last, FIDONET) && address.n == ADDRESS) {
        unsigned point = mail_u16(address.ptr + 6);
        snprintf(store->digits, sizeof store->digits, point > 0 ? "%u:%u/%u.%u" : "%u:%u/%u",
                 mail_u16(address.ptr), mail_u16(address.ptr + 2), mail_u16(address.ptr + 4),
                 point);
        return furl_range_of(store->digits);
    }
    return mail_address_in_id(mail_trimmed(last[MSGID]));
}

/* Sets the head and the charsets. The charset that MIME has set stays. */
static void set_head(struct mail_store *store, struct mail_message *message,
                     const struct header *header)
{
    const struct mail_charset *decoded = message->charset;
    struct furl_range *head = message->head.of, fields = header->fields, value;
    const struct furl_range *last = header->last, id = mail_unbracketed(last[INTERNET_ID]);

    message->internet = id.n > 0 && is_from(last, INTERNET);
    message->head = (struct mail_head){.of = {[MAIL_FROM] = last[SENDER],
                                              [MAIL_TO] = last[RECIPIENT],
                                              [MAIL_SUBJECT] = last[SUBJECT],
                                              [MAIL_ID] = message->internet ? id : last[MSGID],
                                              [MAIL_REPLY] = last[REPLYID],
                                              [MAIL_ADDRESS] = address_in(store, last)}};
    head[MAIL_AREA] = last[AREATAG].n > 0 ? mail_trimmed(last[AREATAG]) : store->name;
    mail_set_first(&head[MAIL_ID], id);
    mail_set_first(&head[MAIL_REPLY], mail_unbracketed(last[INTERNET_REPLY]));
    head[MAIL_ID] = mail_trimmed(head[MAIL_ID]);
    head[MAIL_REPLY] = mail_trimmed(head[MAIL_REPLY]);
    message->signs |= position_of(store)->is_email ? MAIL_NETMAIL : MAIL_ECHOMAIL;
    set_date(position_of(store), message, header->octets.ptr);
    message->charset = NULL;
    if (last[CHARSET].n > 0) {
        mail_kludge_read_charset(message, last[CHARSET]);
    }
    while (skip_to_field(&fields, KLUDGE, &value)) {
        mail_kludge_read(message, value);
    }
    bool is_utf8 = (mail_u32(header->octets.ptr + AUXILIARY) & UTF8_FIELDS) != 0;
    message->head_charset = is_utf8 ? &mail_utf8 : message->charset;
    message->charset = decoded != NULL                        ? decoded
                       : is_utf8 && head[MAIL_CHARSET].n == 0 ? &mail_utf8
                                                              : message->charset;
}

/* Reads the message of a header. Returns MAIL_END if the message is deleted, a vote or a file. */
static enum mail_result read_smb_message(struct mail_store *store, struct mail_message *message,
                                         const struct header *header)
{
    struct text text = {store, header, &store->joined, .left = store->settings.most};
    bool is_text = mail_u16(header->octets.ptr + TYPE) <= POLL &&
                   (header->attributes & (DELETED | VOTE | FILE_ENTRY)) == 0;

    store->number = header->number;
    mail_clear(message);
    put_fields(&text, COMMENT);
    put_fields(&text, SYSTEM_COMMENT);
    put_made(&text, furl_range_of(text.n > 0 ? "\r\n" : ""));
    put_fields(&text, ANSWER);
    text.is_own = own_blocks(store, header);
    put_all(&text, message);
    report_lack(&text, header->lack != NULL, header->lack);
    if (!is_text || text.is_too_long) {
        store->damage.what = is_text || !text.is_too_long ? store->damage.what : NULL;
        return store->damage.what != NULL ? MAIL_DAMAGE : MAIL_END;
    }
    message->plain = true;
    message->body = (struct furl_range){store->joined.ptr, text.n};
    set_head(store, message, header);
    return MAIL_MESSAGE;
}

/* Records that a message was read. Returns whether the message was not read before. */
static bool is_new(struct mail_store *store, const struct header *header)
{
    unsigned char *note = store->notes.ptr + NOTE * (size_t)(header->number % NOTES);
    uint64_t known, wanted = mail_u32(header->octets.ptr + TEXTS_OFFSET);

    wanted |= (uint64_t)header->number << 32;
    memcpy(&known, note, NOTE);
    memcpy(note, &wanted, NOTE);
    return known != wanted;
}

/* Finds the next header in the blocks that is in use and was not read. */
static enum mail_result find_in_blocks(struct mail_store *store, struct header *header)
{
    uint64_t *ptr = &position_of(store)->offset;

    while (*ptr + HEADER <= store->sources[MAIL_FIRST].file.size) {
        bool is_one = read_header(store, *ptr, header);
        *ptr +=
            BLOCK * (is_one && header->lack == NULL ? (header->octets.n + BLOCK - 1) / BLOCK : 1);
        if (is_one && header->number != 0 && (header->attributes & DELETED) == 0 &&
            is_new(store, header)) {
            return MAIL_MESSAGE;
        }
    }
    store->over = true;
    return MAIL_END;
}

/* Finds the next header that the index names. Returns MAIL_END if there is none, or if the header
 * has no number. */
static enum mail_result find_by_index(struct mail_store *store, struct header *header)
{
    enum { UNCOUNTED = 2 }; /* messages that a crash leaves counted, but not listed */
    struct position *position = position_of(store);
    struct mail_source *index = &store->sources[MAIL_INDEX];
    struct furl_range record = mail_source_at(index, position->record, RECORD);

    if (record.n < RECORD) {
        bool is_short = record.n > 0 && !mail_source_grows(index, position->record);
        bool is_cut = is_short || position->messages_n > position->record / RECORD + UNCOUNTED;
        position->by_index = false;
        store->over = !is_cut && !position->is_damaged;
        return is_cut ? mail_report_damage(store, "the index is cut short", 0) : MAIL_END;
    }
    uint64_t offset = mail_u32(record.ptr + RECORD_OFFSET);
    uint32_t number = mail_u32(record.ptr + RECORD_NUMBER);
    position->record += RECORD;
    if (number == 0) {
        return MAIL_END;
    }
    bool is_one = offset >= BASE && read_header(store, offset, header) && header->number == number;
    if (is_one && is_new(store, header)) {
        header->attributes |= mail_u16(record.ptr + RECORD_ATTRIBUTES);
        return MAIL_MESSAGE;
    }
    position->is_damaged = true;
    store->number = number;
    return mail_report_incomplete(store,
                                  is_one ? "the index points to a header twice"
                                         : "no header where the index says there is one",
                                  offset);
}

/* Reads the base's header. Returns whether the base has one. */
static bool begin(struct mail_store *store)
{
    enum { AGAIN = 4, SHARED = 8, LEAST = 1 << 16 }; /* octets per octet of texts, of headers */
    struct mail_source *source = &store->sources[MAIL_FIRST];
    const struct mail_file *index = &store->sources[MAIL_INDEX].file;
    struct position *position = position_of(store);
    uint64_t size = source->file.size, texts = store->sources[MAIL_SECOND].file.size;
    struct furl_range base = mail_source_at(source, 0, BASE);

    store->over = base.n == 0 || (is_base(base) && (mail_u16(base.ptr + KINDS) & FILES) != 0);
    const uint64_t blocks = (mail_lesser(texts, TEXTS_MAX) + BLOCK - 1) / BLOCK;
    const size_t notes = NOTE * NOTES + (size_t)(blocks / 8) + 1;
    if (store->over || !is_base(base) || !mail_reserve(store, &store->notes, notes)) {
        return store->over;
    }
    memset(store->notes.ptr, 0, notes);
    position->blocks = blocks;
    position->messages_n = mail_u32(base.ptr + TOTAL);
    position->is_email = (mail_u16(base.ptr + KINDS) & EMAIL) != 0;
    position->by_index = index->read != NULL && (index->size > 0 || position->messages_n == 0);
    position->headers_left = SHARED * size + LEAST;
    position->made_left = AGAIN * texts + SHARED * size + LEAST;
    position->shared = (struct mail_reread_budget){UINT64_MAX, position->made_left};
    position->offset = mail_u32(base.ptr + FIRST_HEADER);
    if (position->offset < BASE ||
        !furl_starts(mail_source_at(source, position->offset, HEADER), "SHD\x1A")) {
        position->offset = mail_source_find(source, BASE, size, "SHD\x1A", 4);
    }
    return position->offset < size || position->messages_n == 0;
}

static enum mail_result next(struct mail_store *store, struct mail_message *message)
{
    enum mail_result result = MAIL_END;
    struct header header;

    while (result == MAIL_END && !store->over) {
        result = position_of(store)->by_index ? find_by_index(store, &header)
                                              : find_in_blocks(store, &header);
        result = result == MAIL_MESSAGE ? read_smb_message(store, message, &header) : result;
    }
    return result;
}

const struct mail_format mail_smb = {
    .name = "smb",
    .wrong = "not an SMB base; use -M to detect the format",
    .names = {{".shd", MAIL_FIRST},
              {".sdt", MAIL_SECOND},
              {".sid", MAIL_INDEX},
              {".sha", MAIL_UNREAD},
              {".sda", MAIL_UNREAD},
              {".sch", MAIL_UNREAD},
              {".hash", MAIL_UNREAD},
              {".ini", MAIL_UNREAD},
              {".lock", MAIL_UNREAD}},
    .seeks = true,
    .has_second = true,
    .heads_alone = true,
    .has_codes = true,
    .is_listed = true,
    .listed = MAIL_LISTED_PATH,
    .is_named = is_named,
    .is_certain = is_base,
    .begin = begin,
    .next = next,
};
