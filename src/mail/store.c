/* Stores of any format. */
#include "config.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "mail.h"
#include "reader.h"

/* Returns the name in a path, without directories and suffix. */
static struct furl_range base_name(const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : path != NULL ? path : "";
    const char *dot = strrchr(name, '.');

    return (struct furl_range){(const unsigned char *)name,
                               dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name)};
}

void mail_open(struct mail_store *store, const struct mail_format *format, struct mail_place place,
               const struct mail_file files[MAIL_FILES], const struct mail_settings *settings)
{
    *store = (struct mail_store){
        .format = format, .place = place, .name = base_name(place.path), .settings = *settings};
    store->settings.most = settings->most < MAIL_MOST ? settings->most : MAIL_MOST;
    for (size_t i = 0; i < MAIL_FILES; i++) {
        store->sources[i].file = files[i];
    }
}

struct furl_range mail_front(struct mail_store *store)
{
    return mail_source_at(&store->sources[MAIL_FIRST], 0, MAIL_FRONT);
}

const char mail_text_too_long[] = "the message is longer than 16 MiB";
_Static_assert(MAIL_MESSAGE_MAX == (size_t)16 << 20, "as the message says");
const char mail_several[] = "more than one mail; name the files, or use a mailbox";

enum mail_result mail_report_damage(struct mail_store *store, const char *what, uint64_t offset)
{
    store->damage = (struct mail_damage){what, store->number + 1, offset};
    return MAIL_DAMAGE;
}

enum mail_result mail_report_and_end(struct mail_store *store, const char *what, uint64_t offset)
{
    store->over = true;
    return mail_report_damage(store, what, offset);
}

enum mail_result mail_report_incomplete(struct mail_store *store, const char *what, uint64_t offset)
{
    store->damage = (struct mail_damage){what, store->number, offset};
    return MAIL_DAMAGE;
}

enum mail_result mail_report_skipped(struct mail_store *store, const char *what, uint64_t offset)
{
    store->number++;
    return mail_report_incomplete(store, what, offset);
}

/* Returns how many octets of a text belong to its own header. `next` is the text of the next
 * header. `after` is the start of the text after the next, or the end of the file. */
static uint64_t own_octets(struct mail_stretch text, struct mail_stretch next, uint64_t after)
{
    uint64_t end = text.offset + text.n;
    bool follows = text.offset < next.offset && next.offset <= after;

    return follows && end > next.offset && end + next.n != after ? next.offset - text.offset
                                                                 : text.n;
}

/* Finds the next text among the headers from the offset on, and moves the offset past its header.
 * Returns false if none of the next NEXT_MAX headers has a text. */
static bool next_text(struct mail_store *store, mail_text_at *text_at, uint64_t *ptr,
                      struct mail_stretch *text)
{
    enum { NEXT_MAX = 8 };

    for (int i = 0; i < NEXT_MAX && text_at(store, ptr, text); i++) {
        if (text->n > 0) {
            return true;
        }
    }
    return false;
}

struct mail_stretch mail_clip_text(struct mail_store *store, struct mail_stretch text,
                                   mail_text_at *text_at, uint64_t offset,
                                   struct mail_reread_budget *budget)
{
    struct mail_source *source = &store->sources[MAIL_SECOND];
    struct mail_stretch next, after = {0};

    if (text_at != NULL && next_text(store, text_at, &offset, &next)) {
        bool is_last = !next_text(store, text_at, &offset, &after);
        text.n = own_octets(text, next, is_last ? source->file.size : after.offset);
    }
    text.n = mail_reread_allow(budget, source, text);
    assert(text.offset + text.n <= source->file.size || text.n == 0);
    return text;
}

bool mail_reserve(struct mail_store *store, struct furl_buffer *buffer, size_t n)
{
    bool is_there = furl_buffer_reserve(buffer, n);

    store->trouble = is_there ? store->trouble : MAIL_NO_MEMORY;
    return is_there;
}

struct mail_walk mail_walk_begin(struct mail_store *store, uint64_t offset)
{
    const uint64_t size = store->sources[MAIL_FIRST].file.size;
    const uint64_t n = size / (8 * MAIL_SEEN_STEP) + 1;

    store->seen_n = (size_t)(n < MAIL_SEEN_MAX ? n : MAIL_SEEN_MAX);
    if (mail_reserve(store, &store->notes, store->seen_n)) {
        memset(store->notes.ptr, 0, store->seen_n);
    }
    return (struct mail_walk){.end = offset, .budget.left = size > offset ? size - offset : 0};
}

bool mail_walk_knows(const struct mail_store *store, const struct mail_walk *walk, uint64_t offset)
{
    const uint64_t nth = offset / MAIL_SEEN_STEP;

    return offset < walk->end && nth / 8 < store->seen_n &&
           (store->notes.ptr[nth / 8] >> nth % 8 & 1) != 0;
}

bool mail_walk_pass(struct mail_store *store, struct mail_walk *walk, uint64_t offset, uint64_t n)
{
    const uint64_t nth = offset / MAIL_SEEN_STEP;

    assert(n > 0 && !mail_walk_knows(store, walk, offset)); /* so that a walk ends */
    bool is_there = mail_reread_allow(&walk->budget, &store->sources[MAIL_FIRST],
                                      (struct mail_stretch){offset, n}) > 0;
    if (!is_there && offset < walk->end) {
        return false;
    }
    if (nth / 8 < store->seen_n) {
        store->notes.ptr[nth / 8] |= (unsigned char)(1u << nth % 8);
    }
    walk->end = offset + n > walk->end ? offset + n : walk->end;
    return true;
}

bool mail_has_form(struct furl_range octets, const char *form)
{
    size_t i = 0;

    while (i < octets.n && form[i] != '\0' &&
           (form[i] == '0' ? furl_octet_in(octets.ptr[i], FURL_DIGIT)
                           : octets.ptr[i] == (unsigned char)form[i])) {
        i++;
    }
    return i == octets.n && form[i] == '\0';
}

struct furl_range mail_in_digits(struct mail_store *store, unsigned number)
{
    snprintf(store->digits, sizeof store->digits, "%u", number);
    return furl_range_of(store->digits);
}

/* Begins to read. If the files are not such a store, sets the damage and returns false. */
static bool begin(struct mail_store *store)
{
    const struct mail_format *format = mail_format_of(store);

    store->begun = true;
    if (format->seeks && store->sources[MAIL_FIRST].file.size == MAIL_SIZE_UNKNOWN) {
        mail_report_and_end(store, "a base cannot be read through a pipe; name its file", 0);
    } else if (format->has_second && !format->heads_alone &&
               store->sources[MAIL_SECOND].file.read == NULL) {
        mail_report_and_end(store, "the file with the texts is missing; put it beside this file",
                            0);
    } else if (format->begin != NULL && !format->begin(store)) {
        mail_report_and_end(store, format->wrong, 0);
    }
    return store->damage.what == NULL;
}

enum mail_result mail_next(struct mail_store *store)
{
    enum mail_result result = MAIL_END;

    furl_buffer_trim(&store->text, MAIL_KEPT);
    furl_buffer_trim(&store->joined, MAIL_KEPT);
    furl_buffer_trim(&store->message.html, MAIL_KEPT);
    mail_clear(&store->message);
    store->damage = (struct mail_damage){0};
    if (!store->over) {
        bool is_store = store->begun || begin(store);
        result = !is_store ? MAIL_DAMAGE : store->over ? MAIL_END : MAIL_MESSAGE;
    }
    if (result == MAIL_MESSAGE && store->trouble == MAIL_NO_TROUBLE) {
        result = store->format->next(store, &store->message);
    }
    for (size_t i = 0; i < MAIL_FILES && store->trouble == MAIL_NO_TROUBLE; i++) {
        store->trouble = store->sources[i].trouble;
        store->sources[i].end = 0; /* the file can grow */
    }
    if (store->trouble != MAIL_NO_TROUBLE) {
        store->damage = (struct mail_damage){0};
        result = MAIL_FAILED;
    }
    store->message.head.number = result == MAIL_MESSAGE ? store->number : 0;
    return result;
}

void mail_close(struct mail_store *store)
{
    for (size_t i = 0; i < MAIL_FILES; i++) {
        mail_source_free(&store->sources[i]);
    }
    free(store->text.ptr);
    free(store->joined.ptr);
    free(store->notes.ptr);
    free(store->message.html.ptr);
    store->text = store->joined = store->notes = store->message.html = (struct furl_buffer){0};
}
