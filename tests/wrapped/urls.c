#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "urls.h"
#include "words.h"

#define PICK(array) (array)[roll(COUNT(array))]

static const char *const schemes[] = {
    "http://", "http://", "http://", "http://", "https://", "https://", "https://", "ftp://",
};

static const char *const hosts[] = {
    "www.example.com",
    "example.org",
    "forum.altpoint.ru",
    "mirror.uninet.edu",
    "ftp.cs.upstate.edu",
    "wiki.openboards.org",
    "ru.wikipedia.org",
    "en.wikipedia.org",
    "bugs.launcher.net",
    "sourceforge.net",
    "freshcode.club",
    "lists.gnu.org",
    "news.slashpoint.org",
    "www.youtube.com",
    "docs.oracle.com",
    "github.com",
    "code.google.com",
    "packages.debian.org",
    "archive.kernel.org",
    "blog.hobbes.name",
    "pics.nodelist.ru",
    "192.168.1.10:8080",
    "x.org",
    "www.opennet.ru",
    "download.softhouse.net",
    "stackoverflow.com",
    "superuser.com",
    "habrahabr.ru",
};

static const char *const words[] = {
    "linux",    "docs",    "manual",    "guide",      "download",    "release",   "project",
    "wiki",     "images",  "photo",     "news",       "story",       "archive",   "forum",
    "topic",    "thread",  "install",   "setup",      "driver",      "firmware",  "support",
    "network",  "adapter", "video",     "users",      "people",      "software",  "games",
    "music",    "history", "howto",     "tutorial",   "starting",    "graphical", "login",
    "manager",  "desktop", "launcher",  "comparison", "settings",    "config",    "editor",
    "macro",    "record",  "play",      "terminal",   "fidonet",     "golded",    "echomail",
    "nodelist", "testing", "stable",    "source",     "package",     "bugs",      "report",
    "reviews",  "tips",    "tricks",    "about",      "contact",     "index",     "main",
    "and",      "the",     "of",        "for",        "with",        "how",       "to",
    "in",       "on",      "ustanovka", "nastroika",  "shifrovanie", "diskov",    "russkij",
    "stati",    "novosti", "zhurnal",
};

static const char *const ends[] = {
    ".html", ".html", ".htm", ".php", ".jpg", ".png", ".zip",     ".tar.gz", ".pdf",
    ".aspx", ".txt",  ".iso", ".rpm", ".exe", ".xml", ".tar.bz2", ".deb",    ".jsp",
};

static const char *const keys[] = {
    "id",   "page", "topic", "t",    "p",   "title",  "action", "lang", "query", "q",
    "sort", "cat",  "item",  "view", "num", "offset", "list",   "v",    "ref",   "session",
};

__attribute__((format(printf, 2, 3))) static void add(char *url, const char *format, ...)
{
    size_t used = strlen(url);
    va_list values;

    va_start(values, format);
    vsnprintf(url + used, URL_MAX - used, format, values);
    va_end(values);
}

static void add_word(char *url)
{
    const char *word = PICK(words);

    add(url, "%s", word);
    if (chance(15))
        url[strlen(url) - strlen(word)] -= 'a' - 'A';
}

static void add_version(char *url)
{
    add(url, "%zu.%zu", roll(12), roll(30));
    if (chance(60))
        add(url, ".%zu", roll(100));
}

static void add_digits(char *url)
{
    static const size_t sides[] = {10, 100, 1000, 10000, 100000, 10000000, 1000000000};

    add(url, "%zu", roll(PICK(sides)));
}

static void add_token(char *url)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t sides = chance(40) ? 16 : sizeof letters - 1;

    for (size_t n = 6 + roll(26); n > 0; n--)
        add(url, "%c", letters[roll(sides)]);
}

/* A word of Cyrillic letters in UTF-8, escaped. */
static void add_escaped(char *url)
{
    for (size_t n = 2 + roll(6); n > 0; n--) {
        if (chance(60))
            add(url, "%%D0%%%zX", 0xB0 + roll(16));
        else
            add(url, "%%D1%%%zX", 0x80 + roll(16));
    }
}

/* Words with marks between. */
static void add_words(char *url, size_t n, char mark)
{
    add_word(url);
    while (--n > 0) {
        add(url, "%c", mark);
        if (chance(12))
            add_digits(url);
        else
            add_word(url);
    }
}

static void add_segment(char *url)
{
    switch (roll(14)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
        add_word(url);
        break;
    case 5:
    case 6:
        add_words(url, 2 + roll(6), '-');
        break;
    case 7:
        add_words(url, 2 + roll(5), '_');
        break;
    case 8:
        add(url, "%zu/%02zu", (size_t)1996 + roll(30), 1 + roll(12));
        break;
    case 9:
        add_digits(url);
        break;
    case 10:
        add_word(url);
        add(url, "-");
        add_version(url);
        break;
    case 11:
        add_token(url);
        break;
    case 12:
        add_escaped(url);
        break;
    default:
        add(url, "~");
        add_word(url);
        break;
    }
}

static void add_query(char *url, size_t wanted)
{
    char mark = '?';

    do {
        add(url, "%c%s=", mark, PICK(keys));
        switch (roll(5)) {
        case 0:
            add_token(url);
            break;
        case 1:
            add_words(url, 1 + roll(4), chance(50) ? '+' : '_');
            break;
        case 2:
            add_escaped(url);
            break;
        default:
            add_digits(url);
            break;
        }
        mark = '&';
    } while (strlen(url) < wanted);
}

void make_message_url(char url[static URL_MAX])
{
    static const char *const areas[] = {
        "ru.linux", "fidosoft.husky", "su.softw", "carbon.area", "golded", "fidonet.history",
    };

    url[0] = '\0';
    add(url, "area://%s?msgid=2:%zu/%zu", PICK(areas), (size_t)5000 + roll(100), roll(4000));
    if (chance(60))
        add(url, ".%zu", 1 + roll(200));
    if (chance(20))
        add(url, "@fidonet");
    add(url, "+%04zx%04zx", roll(65536), roll(65536));
}

void make_url(char url[static URL_MAX], enum size size)
{
    size_t wanted = size == SHORT ? 14 + roll(36) : size == MEDIUM ? 50 + roll(30) : 76 + roll(36);

    if (size == LONG && chance(20))
        wanted += roll(60);

    url[0] = '\0';
    add(url, "%s%s/", PICK(schemes), PICK(hosts));
    while (strlen(url) + 12 < wanted) {
        add_segment(url);
        if (strlen(url) + 16 < wanted && chance(15)) {
            add_query(url, wanted - 8);
            return;
        }
        add(url, "/");
    }
    if (chance(30))
        return;
    add_segment(url);
    if (chance(55))
        add(url, "%s", PICK(ends));
    if (chance(8))
        add_query(url, strlen(url));
    if (chance(6)) {
        add(url, "#");
        add_word(url);
    }
}
