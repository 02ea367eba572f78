#include "config.h"

#include "common.h"
#include "words.h"

uint64_t wrapped_dice;

size_t roll(size_t sides)
{
    return roll_dice(&wrapped_dice, sides);
}

bool chance(size_t percent)
{
    return roll(100) < percent;
}

#define PICK(array) (array)[roll(COUNT(array))]

static const char *const small_english[] = {
    "the", "the", "the",  "a",    "a",    "of",   "of",   "to",   "to",    "and",   "and",   "in",
    "in",  "is",  "it",   "that", "for",  "you",  "I",    "with", "on",    "as",    "be",    "this",
    "are", "not", "but",  "or",   "from", "at",   "by",   "an",   "have",  "if",    "can",   "was",
    "my",  "all", "so",   "do",   "what", "when", "your", "they", "there", "will",  "then",  "has",
    "we",  "no",  "just", "like", "some", "any",  "its",  "only", "more",  "which", "would", "how",
};

static const char *const english[] = {
    "system",    "kernel",    "message",    "editor",    "node",      "point",      "network",
    "archive",   "package",   "release",    "version",   "download",  "install",    "config",
    "terminal",  "screen",    "keyboard",   "driver",    "modem",     "packet",     "mailer",
    "tosser",    "reader",    "writer",     "manager",   "server",    "client",     "desktop",
    "window",    "screen",    "partition",  "memory",    "processor", "printer",    "scanner",
    "router",    "firewall",  "password",   "account",   "session",   "question",   "answer",
    "problem",   "solution",  "example",    "manual",    "guide",     "tutorial",   "article",
    "review",    "project",   "library",    "compiler",  "debugger",  "function",   "variable",
    "works",     "works",     "seems",      "tried",     "found",     "wrote",      "reads",
    "build",     "built",     "broken",     "fixed",     "missing",   "old",        "new",
    "recent",    "latest",    "quite",      "rather",    "perhaps",   "probably",   "actually",
    "yesterday", "today",     "tomorrow",   "never",     "always",    "sometimes",  "without",
    "within",    "between",   "because",    "although",  "people",    "person",     "author",
    "user",      "developer", "sysop",      "moderator", "friend",    "page",       "site",
    "link",      "picture",   "photo",      "music",     "video",     "radio",      "read",
    "look",      "see",       "try",        "check",     "compare",   "remember",   "forget",
    "good",      "bad",       "useful",     "useless",   "simple",    "complex",    "stable",
    "testing",   "history",   "completion", "setting",   "settings",  "station",    "nation",
    "action",    "rest",      "hours",      "weeks",     "months",    "years",      "morning",
    "evening",   "weekend",   "summer",     "while",     "until",     "since",      "whether",
    "during",    "against",   "maybe",      "already",   "please",    "especially", "however",
    "therefore", "thank",     "hello",      "regards",   "html",      "index",      "list",
    "news",      "forum",     "topic",      "thread",    "post",
};

static const char *const english_names[] = {
    "Linux",  "Debian", "Windows", "Ubuntu",  "Fedora", "Slackware", "Fidonet", "GoldED", "Intel",
    "Google", "Apache", "Python",  "Firefox", "Oracle", "Monday",    "March",   "Europe", "London",
    "IBM",    "USB",    "FTP",     "BBS",     "RTFM",   "IMHO",      "BTW",     "PC",     "OS",
};

static const char *const small_russian[] = {
    "и",   "и",   "в",   "в",   "не",   "не",  "на",  "на",   "что",   "с",    "я",
    "как", "это", "по",  "но",  "а",    "у",   "из",  "за",   "то",    "же",   "так",
    "все", "от",  "бы",  "для", "о",    "ты",  "к",   "до",   "вот",   "там",  "или",
    "уже", "еще", "нет", "да",  "если", "мне", "его", "при",  "чем",   "во",   "со",
    "без", "под", "где", "тут", "кто",  "раз", "них", "надо", "можно", "есть", "было",
};

static const char *const russian[] = {
    "система",    "сообщение",  "редактор",     "узел",         "сеть",        "пакет",
    "версия",     "ссылка",     "страница",     "программа",    "настройка",   "файл",
    "каталог",    "клавиатура", "драйвер",      "монитор",      "память",      "процессор",
    "сервер",     "клиент",     "пользователь", "пароль",       "вопрос",      "ответ",
    "проблема",   "решение",    "пример",       "документация", "работает",    "поставил",
    "посмотри",   "почитай",    "попробовал",   "собрать",      "скачать",     "найти",
    "показывает", "кажется",    "вчера",        "сегодня",      "завтра",      "иногда",
    "никогда",    "всегда",     "конечно",      "вообще",       "например",    "наверное",
    "только",     "поэтому",    "человек",      "автор",        "разработчик", "модератор",
    "сборка",     "библиотека", "правильно",    "нормально",    "хорошо",      "плохо",
    "старый",     "новый",      "последний",    "дистрибутив",  "репозиторий", "обновление",
    "установка",  "видео",      "картинка",     "журнал",       "году",        "недели",
    "времени",    "дела",       "человека",     "железо",       "интерфейс",
};

static const char *const technical[] = {
    "and/or",
    "TCP/IP",
    "GNU/Linux",
    "client/server",
    "24/7",
    "I/O",
    "yes/no",
    "OS/2",
    "PL/SQL",
    "read/write",
    "/etc/fstab",
    "/dev/sda1",
    "/usr/local/bin",
    "~/.bashrc",
    "C:\\FIDO\\T-MAIL",
    "/var/log/messages",
    "src/main.c",
    "docs/README",
    "etc/passwd",
    "bin/sh",
    "config.sys",
    "golded.cfg",
    "install.rdf",
    "autoexec.bat",
    "binkd.log",
    "README.txt",
    "kernel.org",
    "www.debian.org",
    "ftp.gnu.org",
    "opennet.ru",
    "linux.org.ru",
    "example.com.",
    "libssl.so.1",
    "archlinux.iso",
    "photo_2012.jpg",
    "2012",
    "1998",
    "3.14",
    "10%",
    "512M",
    "640K",
    "2.6.32",
    "1.1.5",
    "80x25",
    "5020/545",
    "2:5030/115",
    "100",
    "42",
    "x86_64",
    "i386",
    "-v",
    "--help",
    "-rw-r--r--",
    "so-called",
    "e-mail",
    "real-time",
    "open-source",
    "apt-get",
    "follow-up",
    "3-4",
    "USB-2",
    "Wi-Fi",
    "up-to-date",
    "plug-and-play",
    "ext3",
    "joe@example.org",
    "sysop@f115.n5030.z2.fidonet.org",
    "<me@example.net>",
    "C++",
    "C#",
    "_not_",
    "*very*",
    "/really/",
    ":)",
    ":-)",
    "=)",
    "(see",
    "\"as",
    "'em",
    "don't",
    "$HOME",
    "%TEMP%",
    "#fidonet",
    "&",
    "+",
    "a.out",
    "e.g.",
    "i.e.",
    "etc.",
    "vs.",
    "RU.LINUX",
    "SU.SOFTW",
    "N5020",
    "win32",
    "mp3",
    "key=value",
    "LANG=ru_RU.UTF-8",
    "a=b",
    "foo_bar",
    "max_length",
};

static const char *const all_initials[] = {
    " IP> ",  " JS> ", " AB> ", " TN> ", " EK> ", " GM> ", " LV> ", " Q> ",  " WZ> ",
    " FGH> ", "OS> ",  "BD> ",  "> ",    "> ",    ">",     " CU> ", " НП> ", " DT> ",
};

static const char *const names[] = {
    "Ivan Petrov",  "John Smith",  "Anna Berg",  "Timo Niemi",  "Egor Kim",     "Greta Mann",
    "Linda Valdez", "Oscar Stein", "Boris Dahl", "Curt Ullman", "Nina Pavlova", "Dora Tran",
};

const char *english_noun(void)
{
    return PICK(english);
}

const char *initials(void)
{
    return PICK(all_initials);
}

const char *full_name(void)
{
    return PICK(names);
}

const char *technical_word(void)
{
    return PICK(technical);
}

static const char *const russian_openings[] = {
    "Привет,", "Да,", "Нет,", "А", "Вот", "Если", "Но", "Там", "Это", "Я", "В", "На", "Почитай",
};

static const char *const english_openings[] = {
    "The",  "I",    "You", "It",   "If",    "But",    "This",   "There", "We",
    "Then", "Yes,", "No,", "Look", "State", "Shared", "Some",   "What",  "How",
    "See",  "Read", "And", "In",   "Also",  "Try",    "Thanks",
};

const char *prose_word(enum language language, bool first)
{
    bool in_english = language == ENGLISH || (language == MIXED && chance(35));

    if (chance(language == RUSSIAN ? 5 : 8))
        return technical_word();
    if (in_english || chance(4)) {
        if (first)
            return PICK(english_openings);
        return chance(6) ? PICK(english_names) : chance(45) ? PICK(small_english) : PICK(english);
    }
    if (first)
        return PICK(russian_openings);
    return chance(35) ? PICK(small_russian) : PICK(russian);
}
