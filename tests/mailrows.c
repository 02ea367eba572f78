/*
 * Lists the messages of stores as JSON, a row each:
 *
 *     mailrows [--messages=FORMAT] [--charset=NAME] [--most=N] [--raw] FILE...
 *
 * --raw writes their texts alone, in UTF-8; --most is of octets of a message. Files beside are
 * found. What is damaged is on standard error: "FILE NUMBER OFFSET what". Status 0; 1 where
 * something was damaged; 2 where nothing can be read.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "labels.h"
#include "mail/charset.h"
#include "mail/reader.h"
#include "print/json.h"

static struct mail_converter converter;

struct options {
    const struct mail_format *format; /* NULL: recognize it */
    struct mail_settings settings;
    bool raw;
};

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "mailrows: %s\n", what);
    exit(2);
}

static size_t read_file(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    ssize_t some = 0;

    do {
        some = pread(*(int *)context, octets, n, (off_t)offset);
    } while (some < 0 && errno == EINTR);
    return some < 0 ? MAIL_READ_FAILED : (size_t)some;
}

static size_t read_pipe(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    ssize_t some = 0;

    (void)offset;
    do {
        some = read(*(int *)context, octets, n);
    } while (some < 0 && errno == EINTR);
    return some < 0 ? MAIL_READ_FAILED : (size_t)some;
}

/* Opens a file. Returns whether it is there. */
static bool open_file(const char *name, int *fd, struct mail_file *file)
{
    struct stat status;

    *fd = strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (*fd < 0 || fstat(*fd, &status) != 0) {
        return false;
    }
    bool is_regular = S_ISREG(status.st_mode);
    *file = (struct mail_file){fd, is_regular ? read_file : read_pipe,
                               is_regular ? (uint64_t)status.st_size : MAIL_SIZE_UNKNOWN};
    return true;
}

/* Opens the file beside one. Returns its path, which stays until the next call with that role; NULL
 * where there is none. */
static const char *open_beside(const char *path, enum mail_store_file role, int *fd,
                               struct mail_file *file)
{
    static char paths[MAIL_FILES][4096];
    char *other = paths[role];

    for (size_t i = 0; i < MAIL_NAMES_BESIDE; i++) {
        if (mail_name_beside(path, role, i, other, sizeof paths[role]) &&
            open_file(other, fd, file)) {
            return other;
        }
    }
    return NULL;
}

static void put_string(const char *name, struct furl_range octets)
{
    unsigned char *json = malloc(JSON_MAX(octets.n) + 1);

    if (json == NULL) {
        die("no memory");
    }
    printf(",\"%s\":\"%.*s\"", name, (int)json_string(furl_kernels(), octets, false, json), json);
    free(json);
}

static struct furl_range to_utf8(const struct mail_message *message, struct furl_range octets)
{
    struct furl_range made = mail_to_utf8(&converter, message->charset, octets);

    if (made.at == NULL && octets.n > 0) {
        die("no memory");
    }
    return made;
}

static void put_row(const struct mail_store *store)
{
    const struct mail_message *message = &store->message;
    const struct {
        const char *name;
        struct furl_range octets;
    } parts[] = {
        {"from", message->head.of[MAIL_FROM]},       {"to", message->head.of[MAIL_TO]},
        {"subject", message->head.of[MAIL_SUBJECT]}, {"id", message->head.of[MAIL_ID]},
        {"area", message->head.of[MAIL_AREA]},       {"charset", message->head.of[MAIL_CHARSET]},
    };

    printf("{\"format\":\"%s\",\"number\":%" PRIu64, store->format->name, message->head.number);
    for (size_t i = 0; i < COUNT(parts); i++) {
        put_string(parts[i].name, to_utf8(message, parts[i].octets));
    }
    put_string("date", message->head.of[MAIL_DATE]);
    put_string("read", furl_range_of(label_of(message->charset)));
    struct furl_range text = to_utf8(message, message->text);
    printf(",\"octets\":%zu", text.n);
    put_string("text", text);
    puts("}");
}

static void put_raw(const struct mail_message *message)
{
    struct furl_range text = to_utf8(message, message->text);

    fwrite(text.at, 1, text.n, stdout);
}

/* Lists what a store has. Returns the status. */
static int list(struct mail_store *store, const char *path, bool raw)
{
    int status = 0;

    for (;;) {
        enum mail_result result = mail_next(store);
        const struct mail_damage *damage = &store->damage;
        if (damage->what != NULL) {
            fprintf(stderr, "%s %" PRIu64 " %" PRIu64 " %s\n", path, damage->number, damage->offset,
                    damage->what);
            status = 1;
        }
        if (result == MAIL_MESSAGE && !mail_read(store)) {
            return 2;
        }
        mail_read_head(store);
        if (result == MAIL_MESSAGE && raw) {
            put_raw(&store->message);
        } else if (result == MAIL_MESSAGE) {
            put_row(store);
        } else if (result != MAIL_DAMAGE) {
            return result == MAIL_FAILED ? 2 : status;
        }
    }
}

/* Lists the store that a path names. Returns the status. */
static int files0_path(const char *path, const struct options *options)
{
    static struct mail_store store;
    struct mail_file files[MAIL_FILES] = {{0}};
    int fds[MAIL_FILES] = {-1, -1, -1};

    enum mail_store_file role = mail_store_file_of(path, &(const struct mail_format *){NULL});
    if (role == MAIL_FIRST || role == MAIL_NO_STORE_FILE) {
        path = open_file(path, &fds[0], &files[0]) ? path : NULL;
    } else {
        path = open_beside(path, MAIL_FIRST, &fds[0], &files[0]);
    }
    if (path == NULL) {
        die("a file cannot be opened");
    }
    for (role = MAIL_SECOND; role < MAIL_FILES; role++) {
        open_beside(path, role, &fds[role], &files[role]);
    }
    mail_open(&store, options->format, path, files, &options->settings);
    int status = list(&store, path, options->raw);
    mail_close(&store);
    for (size_t i = 0; i < MAIL_FILES; i++) {
        close(fds[i]);
    }
    return status;
}

/* The value of an option that is so called, or NULL. */
static const char *value_of(const char *argument, const char *name)
{
    size_t n = strlen(name);

    return strncmp(argument, name, n) == 0 ? argument + n : NULL;
}

int main(int argc, char **argv)
{
    struct options options = {.settings = {.most = MAIL_MESSAGE_MAX}};
    int status = 0;

    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        int one = 0;
        if ((value = value_of(argv[i], "--messages=")) != NULL) {
            options.format = mail_format_named(value);
        } else if ((value = value_of(argv[i], "--charset=")) != NULL) {
            options.settings.fallback = mail_charset_named(furl_range_of(value));
        } else if ((value = value_of(argv[i], "--most=")) != NULL) {
            options.settings.most = strtoul(value, NULL, 10);
        } else if (strcmp(argv[i], "--raw") == 0) {
            options.raw = true;
        } else {
            one = files0_path(argv[i], &options);
        }
        status = one > status ? one : status;
    }
    free(converter.out.at);
    return status;
}
