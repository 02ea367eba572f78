/* Stores of any format; and the format `text`, one message without a head. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "charset.h"
#include "mail.h"
#include "reader.h"

static enum mail_result next(struct mail_store *store, struct mail_raw *draft)
{
    size_t most = store->settings.most;

    store->over = true;
    struct furl_range octets = mail_source_all(&store->sources[0], most);
    if (octets.n > most) {
        return mail_passed_over(store, "message is too long", 0);
    }
    const struct mail_charset *charset = mail_utf16_marked(octets);
    charset = charset != NULL ? charset : store->settings.fallback;
    draft->message.head.number = ++store->number;
    draft->plain = true;
    draft->body = octets;
    if (mail_is_utf16(charset)) {
        struct mail_converter converter = {.out = store->joined};
        draft->body = mail_to_utf8(&converter, charset, octets);
        draft->message.charset = &mail_utf8;
        store->joined = converter.out;
        store->trouble = draft->body.at == NULL ? MAIL_NO_MEMORY : store->trouble;
    }
    return MAIL_MESSAGE;
}

const struct mail_format mail_text = {"text", NULL, false, false, NULL, NULL, NULL, next};

/* The name in a path, without directories and suffix. */
static struct furl_range base_name(const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : path != NULL ? path : "";
    const char *dot = strrchr(name, '.');

    return (struct furl_range){(const unsigned char *)name,
                               dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name)};
}

void mail_open(struct mail_store *store, const struct mail_format *format, const char *path,
               const struct mail_file files[MAIL_FILES], const struct mail_settings *settings)
{
    *store = (struct mail_store){
        .format = format, .path = path, .name = base_name(path), .settings = *settings};
    store->settings.most = settings->most < MAIL_MOST ? settings->most : MAIL_MOST;
    for (size_t i = 0; i < MAIL_FILES; i++) {
        store->sources[i].file = files[i];
    }
}

struct furl_range mail_front(struct mail_store *store)
{
    return mail_source_at(&store->sources[0], 0, MAIL_FRONT);
}

const struct mail_format *mail_format_of(struct mail_store *store)
{
    if (store->format == NULL) {
        store->format = mail_recognize(store->path, &store->sources[0]);
    }
    return store->format;
}

enum mail_result mail_damaged(struct mail_store *store, const char *what, uint64_t offset)
{
    store->damage = (struct mail_damage){what, store->number + 1, offset};
    return MAIL_DAMAGE;
}

enum mail_result mail_over(struct mail_store *store, const char *what, uint64_t offset)
{
    store->over = true;
    return mail_damaged(store, what, offset);
}

enum mail_result mail_passed_over(struct mail_store *store, const char *what, uint64_t offset)
{
    store->number++;
    mail_incomplete(store, what, offset);
    return MAIL_DAMAGE;
}

void mail_incomplete(struct mail_store *store, const char *what, uint64_t offset)
{
    store->damage = (struct mail_damage){what, store->number, offset};
}

uint64_t mail_own_octets(struct mail_stretch text, struct mail_stretch next, uint64_t after)
{
    uint64_t end = text.offset + text.n;
    bool follows = text.offset < next.offset && next.offset <= after;

    return follows && end > next.offset && end + next.n != after ? next.offset - text.offset
                                                                 : text.n;
}

/* How many octets hold a bit for each unit of the first file. */
static size_t seen_octets(const struct mail_store *store)
{
    uint64_t n = store->sources[MAIL_FIRST].file.size / (8 * MAIL_SEEN_UNIT) + 1;

    return (size_t)(n < MAIL_SEEN_MAX ? n : MAIL_SEEN_MAX);
}

bool mail_begin_seen(struct mail_store *store)
{
    size_t n = seen_octets(store);
    bool is_there = furl_buffer_reserve(&store->notes, n);

    if (is_there) {
        memset(store->notes.at, 0, n);
    } else {
        store->trouble = MAIL_NO_MEMORY;
    }
    return is_there;
}

/* The octet that holds the bit of the offset, or NULL if none does. Sets `bit`. */
static unsigned char *bit_of(const struct mail_store *store, uint64_t offset, unsigned *bit)
{
    uint64_t unit = offset / MAIL_SEEN_UNIT;

    *bit = 1u << unit % 8;
    return unit / 8 < seen_octets(store) ? store->notes.at + unit / 8 : NULL;
}

bool mail_is_seen(const struct mail_store *store, uint64_t offset)
{
    unsigned bit = 0;
    const unsigned char *octet = bit_of(store, offset, &bit);

    return octet != NULL && (*octet & bit) != 0;
}

void mail_note_seen(struct mail_store *store, uint64_t offset)
{
    unsigned bit = 0;
    unsigned char *octet = bit_of(store, offset, &bit);

    if (octet != NULL) {
        *octet = (unsigned char)(*octet | bit);
    }
}

bool mail_has_form(struct furl_range octets, const char *form)
{
    size_t i = 0;

    while (i < octets.n && form[i] != '\0' &&
           (form[i] == '0' ? furl_is(octets.at[i], FURL_DIGIT)
                           : octets.at[i] == (unsigned char)form[i])) {
        i++;
    }
    return i == octets.n && form[i] == '\0';
}

struct furl_range mail_in_digits(struct mail_store *store, unsigned number)
{
    snprintf(store->digits, sizeof store->digits, "%u", number);
    return furl_range_of(store->digits);
}

/* The first trouble of the store or its files. */
static enum mail_trouble trouble_of(const struct mail_store *store)
{
    enum mail_trouble trouble = store->trouble;

    for (size_t i = 0; i < MAIL_FILES && trouble == MAIL_NO_TROUBLE; i++) {
        trouble = store->sources[i].trouble;
    }
    return trouble;
}

/* Begins to read. Returns false if no message can follow; the damage then says why. */
static bool begin(struct mail_store *store)
{
    store->begun = true;
    const struct mail_format *format = mail_format_of(store);
    if (format->seeks && store->sources[0].file.size == MAIL_SIZE_UNKNOWN) {
        mail_over(store, "a base cannot be read through a pipe", 0);
    } else if (format->has_second && store->sources[MAIL_SECOND].file.read == NULL) {
        mail_over(store, "the file with the texts is missing", 0);
    } else if (format->begin != NULL && !format->begin(store)) {
        mail_over(store, format->wrong, 0);
    }
    return !store->over;
}

static enum mail_result find_next(struct mail_store *store)
{
    if (store->over) {
        return MAIL_END;
    }
    if (!store->begun && !begin(store)) {
        return MAIL_DAMAGE;
    }
    return store->trouble == MAIL_NO_TROUBLE ? store->format->next(store, &store->draft)
                                             : MAIL_FAILED;
}

enum mail_result mail_next(struct mail_store *store)
{
    furl_buffer_trim(&store->text, MAIL_KEPT);
    furl_buffer_trim(&store->joined, MAIL_KEPT);
    store->draft = (struct mail_raw){.memory = &store->memory};
    store->damage = (struct mail_damage){0};
    enum mail_result result = find_next(store);
    store->trouble = trouble_of(store);
    if (store->trouble != MAIL_NO_TROUBLE) {
        store->damage = (struct mail_damage){0};
        result = MAIL_FAILED;
    }
    return result;
}

bool mail_read(struct mail_store *store)
{
    if (!mail_message_read(&store->draft, &store->text, store->settings.fallback)) {
        store->trouble = MAIL_NO_MEMORY;
        return false;
    }
    store->message = store->draft.message;
    return true;
}

void mail_read_head(struct mail_store *store)
{
    mail_message_read_head(&store->draft);
    store->message = store->draft.message;
}

void mail_close(struct mail_store *store)
{
    for (size_t i = 0; i < MAIL_FILES; i++) {
        mail_source_free(&store->sources[i]);
    }
    free(store->text.at);
    free(store->joined.at);
    free(store->notes.at);
    store->text = store->joined = store->notes = (struct furl_buffer){0};
}
