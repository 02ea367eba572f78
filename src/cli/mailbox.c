#include "config.h"

#include "mailbox.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "mail/mail.h"

static bool add_selection(struct mailbox *mailbox)
{
    mailbox->selection = calloc(1, sizeof *mailbox->selection);
    if (mailbox->selection == NULL) {
        output_no_memory(&mailbox->run->output);
    }
    return mailbox->selection != NULL && selection_init(mailbox->selection, mailbox->run);
}

static bool add_areas(struct mailbox *mailbox)
{
    mailbox->areas = calloc(1, sizeof *mailbox->areas);
    if (mailbox->areas == NULL) {
        output_no_memory(&mailbox->run->output);
    }
    return mailbox->areas != NULL && area_tags_init(mailbox->areas, mailbox->run);
}

bool mailbox_init(struct mailbox *mailbox, struct run *run)
{
    static const uint64_t key[UNIQUE_KEY] = {0}; /* not secret: strangers do not choose the files */

    *mailbox = (struct mailbox){.run = run};
    unique_init(&mailbox->bases, key);
    return (run->options->select == NULL || add_selection(mailbox)) &&
           (run->options->areas == NULL || add_areas(mailbox));
}

void mailbox_free(struct mailbox *mailbox)
{
    unique_free(&mailbox->bases);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        free(mailbox->files[i].path.at);
    }
    free(mailbox->text_converter.out.at);
    free(mailbox->head_converter.out.at);
    free(mailbox->head_octets.at);
    free(mailbox->permalinks.octets.at);
    if (mailbox->selection != NULL) {
        selection_free(mailbox->selection);
        free(mailbox->selection);
    }
    if (mailbox->areas != NULL) {
        area_tags_free(mailbox->areas);
        free(mailbox->areas);
    }
}

_Static_assert(INPUT_SIZE_UNKNOWN == MAIL_SIZE_UNKNOWN, "a file's size is passed on");

/* `read` of struct mail_file. */
static size_t read_file(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    const struct mailbox_file *file = context;
    struct input *input = file->input;
    size_t some = input->size != INPUT_SIZE_UNKNOWN
                      ? input_read_at(input, offset, octets, n)
                      : run_read(file->mailbox->run, input, octets, n);

    return some == 0 && input->error != 0 ? MAIL_READ_FAILED : some;
}

/* The role of the file in its store, by its name. */
static enum mail_store_file role_of(const struct mailbox *mailbox, const struct input *input,
                                    const struct mail_format **format)
{
    const struct mail_format *wanted = mailbox->run->options->messages_format;
    enum mail_store_file role = mail_store_file_of(input->name, format);

    return wanted != NULL && wanted != *format ? MAIL_NO_STORE_FILE : role;
}

/* Whether a file or base exists. DONE: it must not be read; this was reported, unless the base is
 * read through another of its files. */
enum answer { NOT_THERE, THERE, DONE };

/* Opens the file for `role` in the store of `other`. Reports it if it exists but cannot be
 * opened. */
static enum answer open_beside(struct mailbox *mailbox, const struct input *other,
                               enum mail_store_file role)
{
    struct run *run = mailbox->run;
    struct mailbox_file *file = &mailbox->files[role];
    size_t room = strlen(other->name) + MAIL_NAME_MAX;

    if (!furl_buffer_reserve(&file->path, room)) {
        output_no_memory(&run->output);
        return DONE;
    }
    char *name = (char *)file->path.at;
    for (size_t i = 0; mail_name_beside(other->name, role, i, name, room); i++) {
        const char *reason =
            input_open_found(&file->found, name, other->in, mailbox->follows, &run->output.file);
        if (reason != NULL && file->found.error != ENOENT) {
            run_failed(run, name, reason);
            return DONE;
        }
        if (file->found.fd >= 0) {
            file->input = &file->found;
            return THERE;
        }
    }
    file->found = (struct input){.fd = -1};
    return NOT_THERE;
}

/* What may be known of a file of headers, whose name suggests a format. */
enum knowledge { IS_NO_BASE, IS_BASE, WAS_READ };
struct fact {
    uint64_t words[4];
};

static struct fact fact_of(const struct input *headers, const struct mail_format *format,
                           enum knowledge knowledge)
{
    return (struct fact){{headers->identity[0], headers->identity[1],
                          knowledge == WAS_READ ? 0 : (uint64_t)(uintptr_t)format, knowledge}};
}

static struct furl_range octets_of(const struct fact *fact)
{
    return (struct furl_range){(const unsigned char *)fact->words, sizeof fact->words};
}

static bool is_known(const struct mailbox *mailbox, struct fact fact)
{
    return unique_has(&mailbox->bases, octets_of(&fact));
}

/* If memory runs out, fails the output and returns false. */
static bool note_fact(struct mailbox *mailbox, struct fact fact)
{
    bool is_noted = unique_add(&mailbox->bases, octets_of(&fact)) != UNIQUE_NO_MEMORY;

    if (!is_noted) {
        output_no_memory(&mailbox->run->output);
    }
    return is_noted;
}

/* Opens a store of the open files: a base, or, as far as is known, a single file. */
static void open_store(struct mailbox *mailbox, bool is_base)
{
    struct run *run = mailbox->run;
    const struct mail_settings settings = {MAIL_MESSAGE_MAX, run->options->charset};
    struct mail_file files[MAIL_FILES] = {{0}};

    for (size_t i = 0; i < MAIL_FILES; i++) {
        struct mailbox_file *file = &mailbox->files[i];
        if (file->input != NULL) {
            /* Files of a base are regular: without a known size, they are empty. */
            bool empty = (i != MAIL_FIRST || (is_base && file->input->regular)) &&
                         file->input->size == INPUT_SIZE_UNKNOWN;
            files[i] = (struct mail_file){file, read_file, empty ? 0 : file->input->size};
        }
    }
    mailbox->area_found = false;
    mailbox->area.at = NULL;
    mail_close(&mailbox->store);
    mailbox->name = run->messages.name = mailbox->files[MAIL_FIRST].input->name;
    mail_open(&mailbox->store, run->options->messages_format,
              input_is_standard(mailbox->name) ? NULL : mailbox->name, files, &settings);
}

/* Reports why reading failed, except for the input of mailbox_open, whose `error` says why. */
static void report_trouble(struct mailbox *mailbox)
{
    if (mailbox->store.trouble == MAIL_NO_MEMORY) {
        output_no_memory(&mailbox->run->output);
    }
    for (size_t i = 0; i < MAIL_FILES; i++) {
        const struct input *found = &mailbox->files[i].found;
        if (found->error != 0) {
            run_failed(mailbox->run, found->name, strerror(found->error));
        }
    }
}

/* Judges the open file of headers, unless that was done before. `reads`: its base will also be
 * read, which must be done once. */
static enum answer judge(struct mailbox *mailbox, const struct mail_format *named, bool reads)
{
    const struct input *headers = mailbox->files[MAIL_FIRST].input;

    if (is_known(mailbox, fact_of(headers, named, IS_NO_BASE))) {
        return NOT_THERE;
    }
    if (is_known(mailbox, fact_of(headers, named, WAS_READ)) ||
        (!reads && is_known(mailbox, fact_of(headers, named, IS_BASE)))) {
        return DONE;
    }
    open_store(mailbox, true);
    bool is_base = mail_has_files(mail_format_of(&mailbox->store));
    mailbox->store.trouble = mailbox->store.sources[MAIL_FIRST].trouble;
    if (mailbox->store.trouble != MAIL_NO_TROUBLE) {
        report_trouble(mailbox);
        return DONE;
    }
    enum knowledge found = !is_base ? IS_NO_BASE : reads ? WAS_READ : IS_BASE;
    bool is_noted = note_fact(mailbox, fact_of(headers, named, found));
    return is_noted && !is_base ? NOT_THERE : is_noted && reads ? THERE : DONE;
}

/* Opens the base of the named format in which `input` has the role. NOT_THERE: its file of headers
 * is missing or has no base. */
static enum answer open_base(struct mailbox *mailbox, struct input *input,
                             enum mail_store_file role, const struct mail_format *named)
{
    mailbox->files[MAIL_FIRST].input = input;
    mailbox->follows = input->in == NULL && input_is_link(input->name);
    enum answer base = role != MAIL_FIRST ? open_beside(mailbox, input, MAIL_FIRST) : THERE;
    if (base == THERE) {
        base = judge(mailbox, named, role == MAIL_FIRST || role == MAIL_SECOND);
    }
    if (base != THERE) {
        return base;
    }
    const struct input *headers = mailbox->files[MAIL_FIRST].input;
    bool opened = open_beside(mailbox, headers, MAIL_SECOND) != DONE &&
                  open_beside(mailbox, headers, MAIL_INDEX) != DONE;
    return opened ? THERE : DONE;
}

/* Room for a command that unpacks a file. */
#define UNPACKING_SIZE (PHRASE_SIZE + WORD_SIZE)

/* Reports that the file must be unpacked by `how`, and the command that then reads the result with
 * the same flags: files in a directory, or a stream. */
static void report_packed(struct mailbox *mailbox, const char *how, bool gives_files)
{
    const struct options *options = mailbox->run->options;
    unsigned command = options->command->bit;
    bool walks = gives_files && options_have(command, 'r');
    char flags[FLAGS_SIZE], text[UNPACKING_SIZE];

    snprintf(text, sizeof text, "%s fidourl %s %s%s", how, options->command->name,
             options_flags(options, command, walks ? "rM" : "M", flags),
             !gives_files ? ""
             : walks      ? " DIR"
                          : " DIR/*");
    run_failed(mailbox->run, mailbox->name, text);
}

/* Whether the file is an archive, or compressed. Reports the command that unpacks it: to a pipe, or
 * to a directory if its files must be read one by one or together. */
static bool is_packed(struct mailbox *mailbox)
{
    struct furl_range front = mail_front(&mailbox->store);
    const struct mail_compression *kind = mail_compression_of(front);
    bool is_tar = mail_is_tar(front);
    bool is_archive = kind != NULL && kind->to_directory != NULL;
    bool gives_files = true;
    char name[WORD_SIZE], how[UNPACKING_SIZE];

    shell_word(input_is_standard(mailbox->name) ? NULL : mailbox->name, name);
    if (is_tar) {
        snprintf(how, sizeof how, "tar archive; unpack it: tar -C DIR -xf %s;", name);
    } else if (kind == NULL) {
        return false;
    } else if (!is_archive && mail_is_tar_named(mailbox->name)) {
        snprintf(how, sizeof how,
                 "tar archive, compressed by %s; unpack it: %s %s | tar -C DIR -xf -;", kind->name,
                 kind->to_pipe, name);
    } else if (is_archive && mail_holds_control(&mailbox->store.sources[MAIL_FIRST])) {
        snprintf(how, sizeof how, "QWK packet, compressed by %s; unpack it: %s %s;", kind->name,
                 kind->to_directory, name);
    } else {
        snprintf(how, sizeof how, "compressed by %s; unpack it: %s %s |", kind->name, kind->to_pipe,
                 name);
        gives_files = false;
    }
    report_packed(mailbox, how, gives_files);
    return true;
}

/* Whether the file begins like a control.dat, but has another name: somebody joined the files of a
 * QWK packet. Reports it. */
static bool is_joined(struct mailbox *mailbox)
{
    static const char how[] =
        "files of a QWK packet in one; unpack it to a directory: unzip -d DIR FILE;";
    const struct mail_format *format = NULL;
    bool is = mail_store_file_of(mailbox->name, &format) == MAIL_NO_STORE_FILE &&
              mail_is_control(mail_front(&mailbox->store));

    if (is) {
        report_packed(mailbox, how, true);
    }
    return is;
}

/* Whether the file is half of a store, on standard input, so that the other half cannot be found.
 * Reports it. */
static bool is_half(struct mailbox *mailbox, const struct mail_format *format)
{
    char text[PHRASE_SIZE];

    if (!input_is_standard(mailbox->name) || !format->has_second) {
        return false;
    }
    const char *first = mail_name_in_role(format, MAIL_FIRST);
    const char *second = mail_name_in_role(format, MAIL_SECOND);
    const char *any = first[0] == '.' ? "*" : "";
    snprintf(text, sizeof text, "only the header file of a base; name both files: %s%s and %s%s",
             any, first, any, second);
    run_failed(mailbox->run, mailbox->name, text);
    return true;
}

/* Whether the open store may have messages; reports why not. A format named by --messages is not
 * doubted. */
static bool has_messages(struct mailbox *mailbox)
{
    if (mailbox->run->options->messages_format != NULL) {
        return true;
    }
    const struct mail_format *format = mail_format_of(&mailbox->store);
    return !is_half(mailbox, format) &&
           !(format == &mail_text && (is_packed(mailbox) || is_joined(mailbox)));
}

bool mailbox_open(struct mailbox *mailbox, struct input *input)
{
    const struct mail_format *format = NULL;
    enum mail_store_file role = role_of(mailbox, input, &format);
    enum answer base = NOT_THERE;

    for (size_t i = 0; i < MAIL_FILES; i++) {
        mailbox->files[i].mailbox = mailbox;
        mailbox->files[i].input = NULL;
        mailbox->files[i].found = (struct input){.fd = -1};
    }
    mailbox->store = (struct mail_store){0};
    if (role != MAIL_NO_STORE_FILE && mail_has_files(format)) {
        base = open_base(mailbox, input, role, format);
    }
    if (base == NOT_THERE) {
        mailbox->files[MAIL_FIRST].input = input;
    }
    if (base != DONE) {
        open_store(mailbox, base == THERE);
    }
    return base != DONE && has_messages(mailbox);
}

/* Reports damage, if there is any. */
static void report_damage(struct mailbox *mailbox)
{
    const struct mail_damage *damage = &mailbox->store.damage;
    struct messages *messages = &mailbox->run->messages;

    messages->number = damage->number;
    if (damage->what != NULL) {
        message_at_offset(messages, damage->offset, damage->what);
        run_raise(mailbox->run, STATUS_MALFORMED);
    }
}

/* Moves to the next message. Returns whether there is one. */
static bool next(struct mailbox *mailbox)
{
    enum mail_result result = MAIL_DAMAGE;

    furl_buffer_trim(&mailbox->text_converter.out, MAIL_KEPT);
    furl_buffer_trim(&mailbox->head_converter.out, MAIL_KEPT);
    furl_buffer_trim(&mailbox->head_octets, MAIL_KEPT);
    while (result == MAIL_DAMAGE) {
        result = mail_next(&mailbox->store);
        report_damage(mailbox);
    }
    if (result == MAIL_FAILED) {
        report_trouble(mailbox);
    }
    mailbox->read = mailbox->head_made = mailbox->link_made = false;
    mailbox->text.at = NULL;
    mailbox->run->messages.number = mailbox->store.message.head.number;
    return result == MAIL_MESSAGE;
}

/* Reads the current message's text. If memory runs out, fails the output and returns false. */
static bool read_message(struct mailbox *mailbox)
{
    mailbox->read = mailbox->read || mail_read(&mailbox->store);
    if (!mailbox->read) {
        output_no_memory(&mailbox->run->output);
    }
    return mailbox->read;
}

/* Converts the text that was read to UTF-8. If memory runs out, fails the output and returns
 * false. */
static bool make_text(struct mailbox *mailbox)
{
    const struct mail_message *message = &mailbox->store.message;

    if (mailbox->text.at == NULL) {
        mailbox->text = mail_to_utf8(&mailbox->text_converter, message->charset, message->text);
    }
    if (mailbox->text.at == NULL) {
        output_no_memory(&mailbox->run->output);
    }
    return mailbox->text.at != NULL;
}

/* Whether the current message is selected. */
static bool is_selected(struct mailbox *mailbox)
{
    struct selection *selection = mailbox->selection;
    const struct mail_message *mail = &mailbox->store.message;

    if (selection == NULL) {
        return true;
    }
    struct mail_judged message = {.head = mailbox_head(mailbox)};
    if (message.head == NULL || !selection_has_area(selection, message.head->of[MAIL_AREA])) {
        return false;
    }
    message.date = mail_moment_of(mail);
    if (selection->filters.by_utc) {
        message.date = mail_date_utc(&message.date, mail->zone);
    }
    if (!selection_has_head(selection, &message) ||
        (selection_wants_text(selection) && !make_text(mailbox))) {
        return false;
    }
    message.text = mailbox->text;
    return selection_has_text(selection, &message);
}

bool mailbox_next(struct mailbox *mailbox)
{
    bool there = next(mailbox);

    while (there && !is_selected(mailbox)) {
        there = !output_failed(&mailbox->run->output) && next(mailbox);
    }
    mailbox->run->unknown_charsets += there && mailbox->store.message.unknown_charset ? 1 : 0;
    return there;
}

bool mailbox_text(struct mailbox *mailbox, struct input *text)
{
    bool made = read_message(mailbox) && make_text(mailbox);

    if (made) {
        input_octets(text, mailbox->name, mailbox->text);
    }
    return made;
}

/* The most octets of a field that are shown, since each row may repeat it. */
#define FIELD_MAX ((size_t)2048)

/* Sets the area of the message by --area or --areas: once for a store, except for boards. */
static void find_area(struct mailbox *mailbox)
{
    const struct run *run = mailbox->run;
    const struct mail_format *format = mail_format_of(&mailbox->store);

    if (mail_is_netmail(&mailbox->store.message)) {
        mailbox->area.at = NULL;
        mailbox->area_found = false;
    } else if (run->options->area != NULL) {
        mailbox->area = furl_range_of(run->options->area);
    } else if (mailbox->areas != NULL &&
               (!mailbox->area_found || format->listed == MAIL_LISTED_BOARD)) {
        mailbox->area = area_tags_of(mailbox->areas, format, mailbox->name,
                                     mailbox->store.message.head.of[MAIL_AREA]);
        mailbox->area_found = true;
    }
}

/* The field, limited to the octets that can be shown: each takes at least one in UTF-8. */
static struct furl_range field_of(const struct mailbox *mailbox, enum mail_field nth)
{
    bool by_option = nth == MAIL_AREA && mailbox->area.at != NULL;
    struct furl_range field = by_option ? mailbox->area : mailbox->store.message.head.of[nth];
    size_t most = FIELD_MAX + FURL_UTF8_MAX;

    field.n = field.n < most ? field.n : most;
    return field;
}

/* The field in UTF-8, limited at a character. An area is converted only if the message names it. */
static struct furl_range made_of(struct mailbox *mailbox, struct furl_range field, bool is_area)
{
    const struct mail_store *store = &mailbox->store;
    struct furl_range made = field;
    const struct mail_charset *charset = store->message.of_head;

    /* Another program may have written the area than the text. */
    if (is_area && mail_charset_lacks(charset, field)) {
        charset = mail_charset_guessed(&field, 1, MAIL_FIDONET);
    }
    if (field.at != store->name.at && field.at != mailbox->area.at) {
        made = mail_to_utf8(&mailbox->head_converter, charset, field);
    }
    if (made.n > FIELD_MAX) {
        made.n = FIELD_MAX;
        while (made.n > 0 && (made.at[made.n] & 0xC0) == 0x80) {
            made.n--;
        }
    }
    return made;
}

/* Makes room for the fields in UTF-8. Returns false if memory runs out. */
static bool reserve_head(struct mailbox *mailbox)
{
    size_t n = 1;

    for (enum mail_field i = 0; i < MAIL_FIELDS; i++) {
        n += MAIL_UTF8_MAX(field_of(mailbox, i).n);
    }
    return furl_buffer_reserve(&mailbox->head_octets, n);
}

/* Sets mailbox->head. Returns false if memory runs out. */
static bool make_head(struct mailbox *mailbox)
{
    const struct mail_message *message = &mailbox->store.message;
    struct mail_head *head = &mailbox->head;

    mail_read_head(&mailbox->store);
    find_area(mailbox);
    if (!reserve_head(mailbox)) {
        return false;
    }
    unsigned char *to = mailbox->head_octets.at;
    for (enum mail_field i = 0; i < MAIL_FIELDS; i++) {
        struct furl_range field = field_of(mailbox, i);
        struct furl_range made = made_of(mailbox, field, i == MAIL_AREA);
        if (made.at == NULL && field.n > 0) {
            return false;
        }
        if (field.at == mailbox->store.name.at) {
            made.n = mail_base_decode(made, to);
        } else if (made.n > 0) {
            memcpy(to, made.at, made.n);
        }
        head->of[i] = (struct furl_range){to, made.n};
        to += made.n;
    }
    head->number = message->head.number;
    return true;
}

const struct mail_head *mailbox_head(struct mailbox *mailbox)
{
    if (!read_message(mailbox)) {
        return NULL;
    }
    mailbox->head_made = mailbox->head_made || make_head(mailbox);
    if (!mailbox->head_made) {
        output_no_memory(&mailbox->run->output);
        return NULL;
    }
    return &mailbox->head;
}

bool mailbox_url(struct mailbox *mailbox, struct furl_range *url)
{
    struct mail_store *store = &mailbox->store;

    if (!mailbox->link_made) {
        const struct permalink_of message = {
            .head = &mailbox->head,
            .moment = mail_moment_of(&store->message),
            .internet = store->format->internet,
            .netmail = mail_is_netmail(&store->message),
            .area_is_declared =
                mailbox->area.at != NULL || store->message.head.of[MAIL_AREA].at != store->name.at,
        };
        mailbox->link_made = permalink_write(&mailbox->permalinks, &message, &mailbox->link);
    }
    if (!mailbox->link_made) {
        output_no_memory(&mailbox->run->output);
    }
    *url = mailbox->link;
    return mailbox->link_made;
}

void mailbox_conclude(struct mailbox *mailbox)
{
    if (mailbox->selection != NULL) {
        selection_conclude(mailbox->selection, mailbox->run);
    }
}

void mailbox_close(struct mailbox *mailbox)
{
    mailbox->run->messages.number = 0;
    mail_close(&mailbox->store);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        input_close(&mailbox->files[i].found);
    }
}
