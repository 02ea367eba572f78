/*
 * Lists the messages of a store as JSON, a row each:
 *
 *     mailrows [--messages=FORMAT] [--charset=NAME] [--most=N] [--raw] FILE [FILE-BESIDE]
 *
 * --raw writes their texts alone, in UTF-8; --most is of octets. What is damaged is on standard
 * error: "NUMBER OFFSET what". Status 0; 1 where something was; 2.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common.h"
#include "json.h"
#include "mail/store.h"

static struct mail_converter converter;

static void die(const char *what)
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

static struct mail_file open_file(const char *name, int *fd)
{
    struct stat status;

    *fd = strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY);
    if (*fd < 0 || fstat(*fd, &status) != 0) {
        die(name);
    }
    if (!S_ISREG(status.st_mode)) {
        return (struct mail_file){fd, read_pipe, MAIL_SIZE_UNKNOWN};
    }
    return (struct mail_file){fd, read_file, (uint64_t)status.st_size};
}

static void put_string(const char *name, struct furl_range octets)
{
    unsigned char *json = malloc(JSON_MAX(octets.n) + 1);

    if (json == NULL) {
        die("no memory");
    }
    printf(",\"%s\":\"%.*s\"", name, (int)json_string(octets, false, json), json);
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

static void put_row(const struct mail_format *format, const struct mail_message *message)
{
    const struct {
        const char *name;
        struct furl_range octets;
    } parts[] = {
        {"from", message->from}, {"to", message->to},     {"subject", message->subject},
        {"id", message->id},     {"area", message->area}, {"charset", message->declared},
    };

    printf("{\"format\":\"%s\",\"number\":%" PRIu64, mail_format_name(format), message->number);
    for (size_t i = 0; i < COUNT(parts); i++) {
        put_string(parts[i].name, to_utf8(message, parts[i].octets));
    }
    put_string("date", furl_range_of(message->date));
    put_string("read", furl_range_of(mail_charset_label(message->charset)));
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

static int list(struct mail_store *store, bool raw)
{
    int status = 0;

    for (;;) {
        enum mail_result result = mail_next(store);
        if (store->damage.what != NULL) {
            fprintf(stderr, "%" PRIu64 " %" PRIu64 " %s\n", store->damage.number,
                    store->damage.offset, store->damage.what);
            status = 1;
        }
        if (result == MAIL_MESSAGE) {
            if (raw) {
                put_raw(&store->message);
            } else {
                put_row(store->format, &store->message);
            }
        } else if (result != MAIL_DAMAGE) {
            return result == MAIL_FAILED ? 2 : status;
        }
    }
}

/* The value of an option that is so called, or NULL. */
static const char *value_of(const char *argument, const char *name)
{
    size_t n = strlen(name);

    return strncmp(argument, name, n) == 0 ? argument + n : NULL;
}

int main(int argc, char **argv)
{
    static struct mail_store store;
    struct mail_settings settings = {.most = MAIL_MESSAGE_MAX};
    struct mail_file files[MAIL_FILES] = {{0}};
    const struct mail_format *format = NULL;
    const char *name = NULL;
    bool raw = false;
    int fds[MAIL_FILES];
    size_t n = 0;

    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        if ((value = value_of(argv[i], "--messages=")) != NULL) {
            format = mail_format_named(value);
        } else if ((value = value_of(argv[i], "--charset=")) != NULL) {
            settings.fallback = mail_charset_named(furl_range_of(value));
        } else if ((value = value_of(argv[i], "--most=")) != NULL) {
            settings.most = strtoul(value, NULL, 10);
        } else if (strcmp(argv[i], "--raw") == 0) {
            raw = true;
        } else if (n < MAIL_FILES) {
            name = n == 0 ? argv[i] : name;
            files[n] = open_file(argv[i], &fds[n]);
            n++;
        }
    }
    if (n == 0) {
        die("no FILE");
    }
    if (format == NULL) {
        static unsigned char front[MAIL_FRONT];
        size_t some =
            files[0].size == MAIL_SIZE_UNKNOWN ? 0 : read_file(&fds[0], 0, front, sizeof front);
        format = mail_recognize(name, (struct furl_range){front, some}, files[0].size);
    }
    mail_open(&store, format, name, files, &settings);
    int status = list(&store, raw);
    mail_close(&store);
    free(converter.out.at);
    return status;
}
