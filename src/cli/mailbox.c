#include "config.h"

#include "mailbox.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "print/fields.h"

bool mailbox_init(struct mailbox *mailbox, struct run *run)
{
    static const uint64_t key[UNIQUE_KEY] = {0}; /* strangers do not choose the strings */

    mailbox->run = run;
    unique_init(&mailbox->bases, key);
    return selection_init(&mailbox->selection, run) &&
           (run->options->areas == NULL || area_tags_init(&mailbox->areas, run));
}

void mailbox_free(struct mailbox *mailbox)
{
    unique_free(&mailbox->bases);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        free(mailbox->files[i].path.ptr);
    }
    free(mailbox->text_converter.out.ptr);
    free(mailbox->head_converter.out.ptr);
    free(mailbox->plain.ptr);
    free(mailbox->permalinks.octets.ptr);
    selection_free(&mailbox->selection);
    area_tags_free(&mailbox->areas);
}

static bool has_memory(struct mailbox *mailbox, bool is_there)
{
    return output_has_memory(&mailbox->run->output, is_there);
}

_Static_assert(INPUT_SIZE_UNKNOWN == MAIL_SIZE_UNKNOWN, "a file's size is passed on");

/* Implements `read` of struct mail_file. */
static size_t read_file(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    const struct mailbox_file *file = context;
    struct input *input = file->input;
    size_t some = input->size != INPUT_SIZE_UNKNOWN ? input_read_at(input, offset, octets, n)
                                                    : run_read(file->run, input, octets, n);

    return some == 0 && input->error != 0 ? MAIL_READ_FAILED : some;
}

/* The existence of a file or base. DONE means that it must not be read. This was reported, unless
 * the base is read through another of its files. */
enum answer { NOT_THERE, THERE, DONE };

/* Returns the open file in a role. Files of a base are regular, and are empty if their size is
 * unknown. */
static struct mail_file file_of(struct mailbox *mailbox, enum mail_store_file role, bool is_base)
{
    struct mailbox_file *file = &mailbox->files[role];
    bool empty = is_base && (role != MAIL_FIRST || file->input->regular) &&
                 file->input->size == INPUT_SIZE_UNKNOWN;

    return (struct mail_file){file, read_file, empty ? 0 : file->input->size};
}

/* Opens the file for `role` in the store of `other`, whose place is known. Reports a file that
 * exists but cannot be opened. */
static enum answer open_beside(struct mailbox *mailbox, const struct input *other,
                               enum mail_store_file role)
{
    struct run *run = mailbox->run;
    struct mailbox_file *file = &mailbox->files[role];
    size_t room = strlen(other->name) + MAIL_NAME_MAX;

    if (!has_memory(mailbox, furl_buffer_reserve(&file->path, room))) {
        return DONE;
    }
    const unsigned how = SYSTEM_NO_WAIT | (mailbox->follows ? 0 : SYSTEM_NO_FOLLOW);
    char *name = (char *)file->path.ptr;
    for (size_t i = 0; mail_name_beside(&mailbox->place, role, i, name, room); i++) {
        const char *reason = input_open(&file->found, name, other->in, how, &run->output.file);
        if (reason != NULL && file->found.error != ENOENT) {
            run_report_unreadable(run, name, reason);
            return DONE;
        }
        if (reason == NULL) {
            file->input = &file->found;
            mailbox->store.sources[role].file = file_of(mailbox, role, true);
            return THERE;
        }
    }
    file->found = (struct input){.fd = -1};
    return NOT_THERE;
}

/* Facts about a file of headers whose name suggests a format. WAS_READ does not depend on the
 * format. */
enum knowledge { IS_NO_BASE, IS_BASE, WAS_READ };

/* Returns whether a fact about the open file of headers is known. If `notes`, stores the fact
 * instead, and returns false if memory runs out. */
static bool is_known(struct mailbox *mailbox, const struct mail_format *format,
                     enum knowledge knowledge, bool notes)
{
    const uint64_t *identity = mailbox->files[MAIL_FIRST].input->identity;
    const uint64_t fact[] = {identity[0], identity[1],
                             knowledge == WAS_READ ? 0 : (uint64_t)(uintptr_t)format, knowledge};
    const struct furl_range octets = {(const unsigned char *)fact, sizeof fact};

    return notes ? has_memory(mailbox, unique_add(&mailbox->bases, octets) != UNIQUE_NO_MEMORY)
                 : unique_has(&mailbox->bases, octets);
}

/* Opens the store of the first file: a base, or else a single file, as far as is known. */
static void open_store(struct mailbox *mailbox, bool is_base)
{
    struct run *run = mailbox->run;
    const struct mail_settings settings = {MAIL_MESSAGE_MAX, run->options->charset,
                                           mailbox->has_links, mailbox->context,
                                           run->options->all_alternatives};
    const struct mail_file files[MAIL_FILES] = {file_of(mailbox, MAIL_FIRST, is_base)};

    mailbox->area_found = false;
    mailbox->area.ptr = NULL;
    mail_close(&mailbox->store);
    mailbox->name = run->diagnostics.name = mailbox->files[MAIL_FIRST].input->name;
    mail_open(&mailbox->store, run->options->messages_format, mailbox->place, files, &settings);
}

/* Reports why reading failed, except for the input of mailbox_open, whose `error` has the
 * reason. */
static void report_trouble(struct mailbox *mailbox)
{
    has_memory(mailbox, mailbox->store.trouble != MAIL_NO_MEMORY);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        const struct input *found = &mailbox->files[i].found;
        if (found->error != 0) {
            run_report_unreadable(mailbox->run, found->name, strerror(found->error));
        }
    }
}

/* Checks whether the open file of headers belongs to a base, unless this is known. If `reads`, the
 * base will also be read, which must happen only once. */
static enum answer classify_base(struct mailbox *mailbox, const struct mail_format *named,
                                 bool reads)
{
    if (is_known(mailbox, named, IS_NO_BASE, false)) {
        return NOT_THERE;
    }
    if (is_known(mailbox, named, WAS_READ, false) ||
        (!reads && is_known(mailbox, named, IS_BASE, false))) {
        return DONE;
    }
    open_store(mailbox, true);
    bool is_base = mail_has_files(mail_format_of(&mailbox->store));
    mailbox->store.trouble = mailbox->store.sources[MAIL_FIRST].trouble;
    if (mailbox->store.trouble != MAIL_NO_TROUBLE) {
        report_trouble(mailbox);
        return DONE;
    }
    if (!is_known(mailbox, named, !is_base ? IS_NO_BASE : reads ? WAS_READ : IS_BASE, true)) {
        return DONE;
    }
    return !is_base ? NOT_THERE : reads ? THERE : DONE;
}

/* Opens the base to which `input` belongs. Returns NOT_THERE if there is no base, or if its file of
 * headers is missing or not a file of headers. */
static enum answer open_base(struct mailbox *mailbox, struct input *input)
{
    const struct mail_format *wanted = mailbox->run->options->messages_format;
    const struct mail_format *named = mailbox->place.format;
    const enum mail_store_file role = mailbox->place.role;
    enum answer base = THERE;

    if (named == NULL || (wanted != NULL && wanted != named) || !mail_has_files(named)) {
        return NOT_THERE;
    }
    mailbox->follows = input->in == NULL && input_is_link(input->name);
    mailbox->files[MAIL_FIRST].input = input;
    if (role != MAIL_FIRST) {
        base = open_beside(mailbox, input, MAIL_FIRST);
        mailbox->place = mail_place_of(mailbox->files[MAIL_FIRST].found.name);
    }
    if (base == THERE) {
        base = classify_base(mailbox, named, mail_is_read_through(named, role));
    }
    for (enum mail_store_file i = MAIL_FIRST + 1; i < MAIL_FILES && base == THERE; i++) {
        base = open_beside(mailbox, mailbox->files[MAIL_FIRST].input, i) == DONE ? DONE : THERE;
    }
    return base;
}

/* Opens the headers.dat beside a QWK reply packet, whose BBSID.MSG is recognized only by its
 * content. */
static void open_reply_headers(struct mailbox *mailbox)
{
    const struct mail_place place = mailbox->place;
    const struct input *input = mailbox->files[MAIL_FIRST].input;

    if (place.format != &mail_msg || input->size == INPUT_SIZE_UNKNOWN ||
        mail_format_of(&mailbox->store) != &mail_qwk) {
        return;
    }
    const char *slash = strrchr(place.path, '/');
    mailbox->place.format = &mail_qwk;
    mailbox->place.part = slash != NULL ? (size_t)(slash - place.path) + 1 : 0;
    mailbox->follows = input->in == NULL && input_is_link(input->name);
    open_beside(mailbox, input, MAIL_INDEX);
    mailbox->place = place;
}

/* Room for a command that unpacks a file. */
#define UNPACKING_SIZE (PHRASE_SIZE + WORD_SIZE)

/* Reports that the file must be unpacked by `how`, and the command that reads the result with the
 * flags of this run. If `gives_files`, the result is files in a directory, otherwise a stream. */
static void report_packed(struct mailbox *mailbox, const char *how, bool gives_files)
{
    const struct options *options = mailbox->run->options;
    char flags[FLAGS_SIZE], text[UNPACKING_SIZE + FLAGS_SIZE];

    snprintf(text, sizeof text, "%s fidourl %s %s%s", how, options->command->name,
             options_flags(options, options->command->bit, gives_files ? "rM" : "M", flags),
             gives_files ? " DIR" : "");
    run_report_unreadable(mailbox->run, mailbox->name, text);
}

/* Returns whether the file is an archive, or compressed. Reports the command that unpacks the file
 * to a pipe. If its files must be read separately or together, the command unpacks to a
 * directory. */
static bool is_packed(struct mailbox *mailbox)
{
    const struct mail_compression *kind = mail_compression_of(mail_front(&mailbox->store));
    char name[WORD_SIZE], how[UNPACKING_SIZE];

    if (kind == NULL) {
        return false;
    }
    bool is_archive = kind->to_directory != NULL, is_apart = kind->to_pipe == NULL;
    bool is_tar_within = !is_archive && mail_is_tar_named(mailbox->name);
    bool is_qwk =
        is_archive && !is_apart && mail_holds_control(&mailbox->store.sources[MAIL_FIRST]);
    shell_word(input_is_standard(mailbox->name) ? NULL : mailbox->name, name);
    snprintf(how, sizeof how, "%s%s: %s %s%s%s",
             is_qwk          ? "QWK packet, "
             : is_tar_within ? "tar archive, "
                             : "",
             kind->name, is_apart || is_qwk ? kind->to_directory : kind->to_pipe, name, kind->after,
             is_apart || is_qwk ? ";"
             : is_tar_within    ? " | tar -C DIR -xf -;"
                                : " |");
    report_packed(mailbox, how, is_apart || is_qwk || is_tar_within);
    return true;
}

/* Returns whether the file is half of a store on standard input, and reports such a file. The other
 * half cannot be found. */
static bool is_half(struct mailbox *mailbox, const struct mail_format *format)
{
    char text[PHRASE_SIZE];
    bool is = input_is_standard(mailbox->name) && format->has_second;

    if (is) {
        const char *first = mail_name_in_role(format, MAIL_FIRST);
        const char *any = first[0] == '.' ? "*" : "";
        snprintf(text, sizeof text,
                 "only the header file of a base; give its name instead: %s%s, with %s%s beside it",
                 any, first, any, mail_name_in_role(format, MAIL_SECOND));
        run_report_unreadable(mailbox->run, mailbox->name, text);
    }
    return is;
}

/* Returns whether the open store can have messages, and reports why not. A format named by
 * --messages is not checked. A file that begins like control.dat and has another name is a QWK
 * packet whose files somebody joined. */
static bool has_messages(struct mailbox *mailbox)
{
    static const char joined[] =
        "QWK packet as one stream; unpack it to a directory: unzip -d DIR FILE;";
    const struct mail_format *format;

    if (mailbox->run->options->messages_format != NULL) {
        return true;
    }
    format = mail_format_of(&mailbox->store);
    if (format != &mail_text || is_packed(mailbox)) {
        return format != &mail_text && !is_half(mailbox, format);
    }
    bool is_joined =
        mailbox->place.role == MAIL_NO_STORE_FILE && mail_is_control(mail_front(&mailbox->store));
    if (is_joined) {
        report_packed(mailbox, joined, true);
    }
    return !is_joined;
}

bool mailbox_open(struct mailbox *mailbox, struct input *input)
{
    for (size_t i = 0; i < MAIL_FILES; i++) {
        mailbox->files[i].run = mailbox->run;
        mailbox->files[i].input = NULL;
        mailbox->files[i].found = (struct input){.fd = -1};
    }
    mailbox->store = (struct mail_store){0};
    const struct mail_place place =
        mail_place_of(input_is_standard(input->name) ? NULL : input->name);
    mailbox->place = place;
    enum answer base = open_base(mailbox, input);
    if (base == NOT_THERE) {
        mailbox->files[MAIL_FIRST].input = input;
        mailbox->place = place;
        open_store(mailbox, false);
        open_reply_headers(mailbox);
    }
    return base != DONE && has_messages(mailbox);
}

/* Moves to the next message. Reports damage. Returns whether there is a message. */
static bool next(struct mailbox *mailbox)
{
    const struct mail_damage *damage = &mailbox->store.damage;
    struct diagnostics *diagnostics = &mailbox->run->diagnostics;
    enum mail_result result = MAIL_DAMAGE;

    furl_buffer_trim(&mailbox->text_converter.out, MAIL_KEPT);
    furl_buffer_trim(&mailbox->head_converter.out, MAIL_KEPT);
    furl_buffer_trim(&mailbox->plain, MAIL_KEPT);
    while (result == MAIL_DAMAGE) {
        result = mail_next(&mailbox->store);
        diagnostics->number = damage->number;
        if (damage->what != NULL) {
            diagnose_at_offset(diagnostics, damage->offset, damage->what);
            run_raise(mailbox->run, STATUS_MALFORMED);
        }
    }
    if (result == MAIL_FAILED) {
        report_trouble(mailbox);
    }
    mailbox->head_made = mailbox->link_made = false;
    mailbox->text.ptr = NULL;
    diagnostics->number = mailbox->store.message.head.number;
    return result == MAIL_MESSAGE;
}

/* Reads the current message's text. Returns false if memory runs out. */
static bool read_message(struct mailbox *mailbox)
{
    struct mail_store *store = &mailbox->store;

    return has_memory(mailbox, store->message.text.ptr != NULL || mail_read(store));
}

/* Converts the text that was read to UTF-8. Returns false if memory runs out. */
static bool make_text(struct mailbox *mailbox)
{
    struct mail_message *message = &mailbox->store.message;

    if (mailbox->text.ptr == NULL) {
        const struct mail_charset *charset = mail_charset_for(message, false, message->text);
        mailbox->text = mailbox->store.format->internet /* which is UTF-8 already */
                            ? message->text
                            : mail_to_utf8(&mailbox->text_converter, charset, message->text);
    }
    return has_memory(mailbox, mailbox->text.ptr != NULL);
}

/* Finds the area of the message by --areas: once for a store, or for each message of a base with
 * boards. A message that a tosser put aside begins with the line of its area (FTS-0004). */
static void find_area(struct mailbox *mailbox)
{
    struct mail_store *store = &mailbox->store;
    struct mail_message *message = &store->message;

    if (!mailbox->area_found || store->format->listed == MAIL_LISTED_BOARD) {
        mailbox->area = area_tags_of(&mailbox->areas, store->format, mailbox->name,
                                     message->head.of[MAIL_AREA]);
        mailbox->area_found = true;
    }
    message->area_line =
        mailbox->areas.is_bad && message->head.of[MAIL_AREA].ptr == store->name.ptr;
    message->signs |= mailbox->area.ptr == NULL ? 0
                      : mailbox->area.n == 0    ? MAIL_LISTED_NETMAIL
                                                : MAIL_LISTED_ECHOMAIL;
}

/* Makes a field of the head, and cuts a long field after a character. An area by an option, the
 * name of a base and an address are in UTF-8. Names and a subject that are not needed stay empty,
 * so that their charset need not be found. Returns false if memory runs out. */
static bool make_field(struct mailbox *mailbox, enum mail_field nth, unsigned needs)
{
    struct mail_store *store = &mailbox->store;
    const size_t most = MAILBOX_FIELD_MAX + FURL_UTF8_MAX; /* each takes at least one in UTF-8 */
    unsigned char *to = mailbox->fields[nth];
    bool by_option = nth == MAIL_AREA && mailbox->area.ptr != NULL;
    struct furl_range field = by_option ? mailbox->area : store->message.head.of[nth];
    bool is_name = field.ptr == store->name.ptr;

    const bool is_written = nth < MAIL_WRITTEN || nth == MAIL_NAME || nth == MAIL_LIST;
    bool is_omitted = is_written && (needs & NEEDS_WRITTEN) == 0;
    field.n = is_omitted ? 0 : field.n < most ? field.n : most;
    if (field.n > 0 && !by_option && !is_name && nth != MAIL_ADDRESS) {
        const struct mail_charset *charset = mail_charset_for(&store->message, true, field);
        /* The area can be from another program than the text. */
        if (nth == MAIL_AREA && mail_charset_lacks(charset, field)) {
            charset = mail_charset_guessed(&field, 1, MAIL_FIDONET);
        }
        struct furl_range made = mail_to_utf8(&mailbox->head_converter, charset, field);
        field = made.ptr != field.ptr && mail_charset_is_framed(charset, field)
                    ? mail_to_utf8(&mailbox->head_converter, &mail_utf8, field)
                    : made;
        if (field.ptr == NULL) {
            return false;
        }
    }
    if (field.n > MAILBOX_FIELD_MAX) {
        field.n = MAILBOX_FIELD_MAX;
        while (field.n > 0 && (field.ptr[field.n] & 0xC0) == 0x80) {
            field.n--;
        }
    }
    assert(field.n <= MAILBOX_FIELD_MAX); /* a name does not grow */
    if (is_name) {
        field.n = mail_base_decode(field, to);
    } else if (field.n > 0) {
        memcpy(to, field.ptr, field.n);
    }
    mailbox->head.of[nth] = (struct furl_range){to, field.n};
    return true;
}

/* Makes the head as far as `needs` requires, unless an earlier call did. Returns false if memory
 * runs out. */
static bool make_head(struct mailbox *mailbox, unsigned needs)
{
    if (!read_message(mailbox)) {
        return false;
    }
    if (!mailbox->head_made) {
        if (mailbox->run->options->areas != NULL) {
            find_area(mailbox);
        }
        mail_read_head(&mailbox->store, (needs & NEEDS_DERIVED) == 0);
        if (mailbox->run->options->area != NULL) {
            mailbox->area = furl_range_of(mailbox->run->options->area);
            mailbox->area.ptr = mail_is_netmail(&mailbox->store.message) ? NULL : mailbox->area.ptr;
        }
        mailbox->head.number = mailbox->store.message.head.number;
        mailbox->head.in_groups =
            mailbox->store.message.head.in_groups && mailbox->area.ptr == NULL;
        mailbox->head_made = true;
        for (enum mail_field i = 0; i < MAIL_FIELDS; i++) {
            mailbox->head_made = mailbox->head_made && make_field(mailbox, i, needs);
        }
    }
    return has_memory(mailbox, mailbox->head_made);
}

/* Makes the text in which filters search for words, without HTML alternatives. The text must be
 * read again for other purposes. Returns false if memory runs out. */
static bool make_plain_text(struct mailbox *mailbox)
{
    struct mail_message *message = &mailbox->store.message;
    struct furl_range *plain = NULL, rest = message->body;
    size_t n = 0;

    if (!has_memory(mailbox,
                    furl_buffer_reserve(&mailbox->plain, (message->html_n + 1) * sizeof *plain))) {
        return false;
    }
    plain = (struct furl_range *)(void *)mailbox->plain.ptr;
    for (; n < message->html_n; n++) {
        const struct mail_stretch html = mail_html(message)[n];
        size_t from = (size_t)(rest.ptr - message->body.ptr);
        assert(from <= html.offset && html.offset + html.n <= message->body.n);
        plain[n] = (struct furl_range){rest.ptr, (size_t)html.offset - from};
        furl_skip(&rest, plain[n].n + (size_t)html.n);
    }
    plain[n++] = rest;
    message->wanted = plain;
    message->wanted_n = n;
    bool made = has_memory(mailbox, mail_read(&mailbox->store)) && make_text(mailbox);
    message->wanted_n = 0;
    return made;
}

/* Returns whether the current message is selected. */
static bool is_selected(struct mailbox *mailbox)
{
    struct selection *selection = &mailbox->selection;
    const struct mail_message *mail = &mailbox->store.message;

    if (mailbox->run->options->select == NULL && mailbox->run->options->since == NULL) {
        return true;
    }
    struct mail_facts message = {.head = &mailbox->head};
    if (!make_head(mailbox, NEEDS_OF_MAIL) || !selection_has_area(selection, message.head)) {
        return false;
    }
    message.date = mail_date_to_compare(mail);
    if (!selection_has_head(selection, &message, mail->zone) ||
        (selection_wants_text(selection) &&
         !(mail->html_n > 0 ? make_plain_text(mailbox) : make_text(mailbox)))) {
        return false;
    }
    message.text = mailbox->text;
    bool is = selection_has_text(selection, &message);
    if (mail->html_n > 0) {
        mailbox->text.ptr = mailbox->store.message.text.ptr = NULL; /* the text is read again */
    }
    return is;
}

bool mailbox_next(struct mailbox *mailbox)
{
    bool there = true;

    do {
        there = !output_failed(&mailbox->run->output) && next(mailbox);
    } while (there && !is_selected(mailbox));
    mailbox->run->unknown_charsets += there && mailbox->store.message.unknown_charset ? 1 : 0;
    mailbox->run->sealed_mails += there && mailbox->store.message.is_sealed ? 1 : 0;
    return there;
}

/* Counts a selected message whose charset was guessed, once. */
static void count_guess(struct mailbox *mailbox)
{
    bool *guessed = &mailbox->store.message.guessed;

    mailbox->run->guessed_charsets += *guessed ? 1 : 0;
    *guessed = false;
}

bool mailbox_text(struct mailbox *mailbox, struct input *text)
{
    bool made = read_message(mailbox) && make_text(mailbox);

    count_guess(mailbox);
    if (made) {
        input_octets(text, mailbox->name, mailbox->text);
    }
    return made;
}

bool mailbox_head(struct mailbox *mailbox, unsigned needs)
{
    const struct mail_store *store = &mailbox->store;

    if (make_head(mailbox, needs) && !mailbox->link_made) {
        const struct permalink_of message = {
            .head = &mailbox->head,
            .mail = &store->message,
            .internet = store->format->internet || store->message.internet,
            .netmail = !store->message.internet && mail_is_netmail(&store->message),
            .area_is_declared = mailbox->area.ptr != NULL ||
                                store->message.head.of[MAIL_AREA].ptr != store->name.ptr,
            .area_is_code = store->format->has_codes || mailbox->areas.is_bad,
        };
        mailbox->link_made = permalink_write(&mailbox->permalinks, &message, &mailbox->link);
    }
    count_guess(mailbox);
    return has_memory(mailbox, mailbox->link_made);
}

void mailbox_conclude(struct mailbox *mailbox)
{
    selection_conclude(&mailbox->selection, mailbox->run);
    area_tags_conclude(&mailbox->areas);
}

void mailbox_close(struct mailbox *mailbox)
{
    mailbox->run->diagnostics.number = 0;
    mail_close(&mailbox->store);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        input_close(&mailbox->files[i].found);
    }
}
