/*
 * Makes what the benchmark reads, the same octets every time: echomail in CP866 and English,
 * English prose, the same in Russian, in UTF-8 or CP866, records of 8 octets, URLs, a line each, of
 * all schemes or of http, https and ftp alone, a log, or a string over and over; a Squish base of
 * such echomail; and a mailbox of Internet mail. Usage: corpus KIND|STRING COUNT, where KIND is
 * mail, english, russian, cp866, short, urls, web, log, squish or mbox, and COUNT is octets of
 * text, or URLs.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 0x9E3779B97F4A7C15u;

/* A number below `n` (xorshift64*). */
static size_t below(size_t n)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (size_t)((state * 0x2545F4914F6CDD1Du) >> 33) % n;
}

#define OF(list) list[below(sizeof(list) / sizeof(list)[0])]

static const char *const english[] = {
    "the",     "of",      "and",    "a",       "to",      "in",     "is",      "you",    "that",
    "it",      "he",      "was",    "for",     "on",      "are",    "as",      "with",   "his",
    "they",    "at",      "be",     "this",    "have",    "from",   "or",      "one",    "had",
    "by",      "word",    "but",    "not",     "what",    "all",    "were",    "we",     "when",
    "your",    "can",     "said",   "there",   "use",     "an",     "each",    "which",  "she",
    "do",      "how",     "their",  "if",      "will",    "up",     "other",   "about",  "out",
    "many",    "then",    "them",   "these",   "so",      "some",   "her",     "would",  "make",
    "like",    "him",     "into",   "time",    "has",     "look",   "two",     "more",   "write",
    "go",      "see",     "number", "no",      "way",     "could",  "people",  "my",     "than",
    "first",   "water",   "been",   "call",    "who",     "now",    "find",    "long",   "down",
    "day",     "did",     "get",    "come",    "made",    "may",    "part",    "node",   "point",
    "sysop",   "message", "modem",  "archive", "network", "packet", "mailbox", "editor", "tosser",
    "nothing", "whether", "always", "already", "between", "system", "someone", "without"};
static const char *const russian[] = {
    "и",       "в",      "не",      "на",       "я",      "быть",   "он",       "с",
    "что",     "а",      "по",      "это",      "она",    "этот",   "к",        "но",
    "они",     "мы",     "весь",    "который",  "из",     "у",      "свой",     "вы",
    "для",     "ты",     "мочь",    "так",      "от",     "за",     "один",     "человек",
    "год",     "такой",  "тот",     "только",   "другой", "время",  "если",     "сказать",
    "когда",   "новый",  "какой",   "дело",     "узел",   "письмо", "Привет",   "Фидо",
    "модем",   "сеть",   "эха",     "поинт",    "сисоп",  "архив",  "пакет",    "нодлист",
    "хочется", "вообще", "сегодня", "работает", "почта",  "Пишу",   "программа"};
static const char *const names[] = {
    "Ru.Linux",       "SU.CHAINIK",      "R50.SysOp", "Titanic.Best", "Local.Tosser", "SU.FIDOTECH",
    "PVT.EXCH.BLACK", "fidonet.history", "Ru.Hacker", "SU.BOOKS",     "MO.JOB",       "Ru.PHP"};
static const char *const hosts[] = {"www.example.org",    "example.net",
                                    "ftp.example.com",    "forum.example.ru",
                                    "WWW.Example.COM",    "archive.example.org:80",
                                    "mirror.example.net", "host.example.edu"};
static const char *const parts[] = {"fido",    "index.html", "nodelist", "~user",  "viewtopic.php",
                                    "pub",     "soft",       "2007",     "a%7Eb",  "photo_12.jpg",
                                    "archive", "thread-42",  "wiki",     "README", "%D1%84%D0%B8"};
static const char *const keys[] = {"msgid", "time", "find", "from", "subj", "view", "bylang"};
static const char *const values[] = {
    "2:5063/88.1+46c5e8d7",     "2007",  "karl",      "Linux+kernel",
    "%D0%A4%D0%B8%D0%B4%D0%BE", "a%2Fb", "1995-2007", "our%20net"};

struct text {
    char octets[32768];
    size_t n;
};

static void add(struct text *text, const char *string)
{
    size_t n = strlen(string);

    memcpy(text->octets + text->n, string, n);
    text->n += n;
}

/* Adds UTF-8 of Cyrillic letters as CP866. */
static void add_cp866(struct text *text, const char *utf8)
{
    const unsigned char *ptr = (const unsigned char *)utf8;

    for (; *ptr != '\0'; ptr += 2) {
        unsigned code = (ptr[0] & 31u) << 6 | (ptr[1] & 63u);
        text->octets[text->n++] = (char)(code >= 0x440 ? code - 0x440 + 0xE0 : code - 0x410 + 0x80);
    }
}

static void add_address(struct text *text)
{
    char address[32];

    snprintf(address, sizeof address, "2:%zu/%zu", 5000 + below(100), below(2000));
    add(text, address);
}

static void add_parameters(struct text *text)
{
    for (size_t i = 0, n = below(3); i < n; i++) {
        add(text, i == 0 ? "?" : "&");
        add(text, OF(keys));
        add(text, "=");
        add(text, OF(values));
    }
}

static void add_fidonet_url(struct text *text)
{
    static const char *const schemes[] = {
        "area://",  "area://", "area:",    "AREA://",   "fecho://",
        "netmail:", "freq://", "areafix:", "faqserv://"};
    const char *scheme = OF(schemes);

    add(text, scheme);
    if (scheme[0] == 'n' || scheme[0] == 'f') {
        if (scheme[1] == 'e' && scheme[0] == 'f') {
            add(text, OF(names));
            add(text, "/");
            add(text, OF(parts));
        } else {
            add_address(text);
            if (scheme[0] == 'f') {
                add(text, "/");
                add(text, OF(parts));
            }
        }
    } else {
        add(text, OF(names));
        if (below(4) == 0) {
            add(text, "+");
            add(text, OF(names));
        }
    }
    add_parameters(text);
}

static void add_web_url(struct text *text)
{
    static const char *const schemes[] = {"http://", "http://", "http://", "https://",
                                          "ftp://",  "HTTP://", "https://"};

    add(text, OF(schemes));
    add(text, OF(hosts));
    for (size_t i = 0, n = below(4); i < n; i++) {
        add(text, "/");
        add(text, OF(parts));
    }
    add_parameters(text);
}

static void add_url(struct text *text)
{
    if (below(2) == 0) {
        add_fidonet_url(text);
    } else {
        add_web_url(text);
    }
}

typedef void add_word(struct text *text);

static void add_english(struct text *text)
{
    add(text, OF(english));
}

static void add_russian(struct text *text)
{
    add(text, OF(russian));
}

static void add_russian_cp866(struct text *text)
{
    add_cp866(text, OF(russian));
}

/* A line of words, of some so many octets. */
static void add_line(struct text *text, add_word *word, size_t width)
{
    size_t start = text->n;

    while (text->n - start < width) {
        word(text);
        add(text, below(9) == 0 ? ", " : below(60) == 0 ? ": " : " ");
    }
    text->octets[text->n - 1] = '.';
}

/* A line with a URL, one in five of them split by a "%%" break in a quote. */
static void add_url_line(struct text *text, const char *quote)
{
    struct text url = {.n = 0};

    add(text, quote);
    add(text, below(2) == 0 ? "see " : "");
    add_url(&url);
    size_t cut = below(5) == 0 ? 8 + below(url.n - 7) : url.n;
    memcpy(text->octets + text->n, url.octets, cut);
    text->n += cut;
    if (cut < url.n) {
        add(text, "%%\n");
        add(text, quote);
        add(text, "%%");
        memcpy(text->octets + text->n, url.octets + cut, url.n - cut);
        text->n += url.n - cut;
    }
    add(text, below(3) == 0 ? ".\n" : "\n");
}

static void add_head(struct text *text)
{
    char line[128];

    snprintf(line, sizeof line,
             "\nAREA:%s\n\001MSGID: 2:%zu/%zu.%zu %08zx\n\001PID: GED+LNX 1.1.5\n", OF(names),
             5000 + below(100), below(1000), below(30), below((size_t)1 << 31));
    add(text, line);
    snprintf(line, sizeof line, "From: Sysop, 2:%zu/%zu  %02zu:%02zu:%02zu\n\n", 5000 + below(100),
             below(1000), below(24), below(60), below(60));
    add(text, line);
}

static void add_foot(struct text *text)
{
    add(text, "\n... ");
    add_line(text, add_english, 30);
    add(text, "\n--- GoldED+/LNX 1.1.5\n * Origin: Home of the ");
    add(text, OF(english));
    add(text, " (");
    add_address(text);
    add(text, ")\nSEEN-BY: 5020/1042 4441 545 5030/1 1900 5054/37 5080/102\n");
}

static void add_body(struct text *text)
{
    add_word *word = below(20) < 11 ? add_russian_cp866 : add_english;

    for (size_t i = 0; i < 16; i++) {
        const char *quote = below(3) == 0 ? " AK> " : "";
        add(text, quote);
        add_line(text, word, 68 - strlen(quote));
        add(text, "\n");
        if (below(11) == 0) {
            add_url_line(text, quote);
        }
    }
    add_foot(text);
}

/* A message of some 1500 octets, with one and a half URLs; two in five are Russian. */
static void add_message(struct text *text)
{
    add_head(text);
    add_body(text);
}

static void add_prose(struct text *text, add_word *word, size_t width)
{
    for (size_t i = 0; i < 12; i++) {
        add_line(text, word, width);
        add(text, "\n");
    }
    if (below(500) == 0) {
        add_url_line(text, "");
    }
    add(text, "\n");
}

static void add_english_prose(struct text *text)
{
    add_prose(text, add_english, 70);
}

static void add_russian_prose(struct text *text)
{
    add_prose(text, add_russian, 130);
}

static void add_cp866_prose(struct text *text)
{
    add_prose(text, add_russian_cp866, 70);
}

/* Never the same one twice in a row, which a processor would learn. */
static void add_short_record(struct text *text)
{
    add_line(text, add_english, 7);
    text->n = 7;
    add(text, "\n");
}

static void add_url_record(struct text *text)
{
    add_url(text);
    add(text, "\n");
}

static void add_web_record(struct text *text)
{
    add_web_url(text);
    add(text, "\n");
}

/* A line of an access log: a request, and the URL that it came from. */
static void add_log_line(struct text *text)
{
    char line[128];

    snprintf(
        line, sizeof line,
        "203.0.113.%zu - - [28/Nov/2026:%02zu:%02zu:%02zu +0000] \"GET /%s HTTP/1.1\" 200 %zu \"",
        below(256), below(24), below(60), below(60), OF(parts), below(90000));
    add(text, line);
    add_web_url(text);
    add(text, "\"\n");
}

static int write_octets(void (*make)(struct text *text), uint64_t count, bool octets)
{
    for (uint64_t done = 0; done < count;) {
        struct text text;
        text.n = 0;
        make(&text);
        size_t n = octets && text.n > count - done ? (size_t)(count - done) : text.n;
        fwrite(text.octets, 1, n, stdout);
        done += octets ? n : 1;
    }
    return fflush(stdout) != 0;
}

static void add_base64(struct text *text, const struct text *content)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i + 2 < content->n; i += 3) { /* an octet or two are left out */
        const unsigned char *ptr = (const unsigned char *)content->octets + i;
        const unsigned long bits = ptr[0] * 65536ul + ptr[1] * 256ul + ptr[2];
        add(text, i % 57 == 0 && i > 0 ? "\n" : "");
        for (int shift = 18; shift >= 0; shift -= 6) {
            text->octets[text->n++] = digits[bits >> shift & 63];
        }
    }
    add(text, "\n");
}

static void add_quoted_printable(struct text *text, const struct text *content)
{
    for (size_t i = 0, column = 0; i < content->n; i++) {
        const unsigned char octet = (unsigned char)content->octets[i];
        bool stays = octet == '\n' || (octet >= ' ' && octet < 0x7F && octet != '=');
        add(text, column > 72 && octet != '\n' ? "=\n" : "");
        column = octet == '\n' ? 0 : (column > 72 ? 0 : column) + (stays ? 1 : 3);
        text->n += (size_t)sprintf(text->octets + text->n, stays ? "%c" : "=%02X", octet);
    }
}

/* Paragraphs, or lines of HTML with a link in each of them. */
static void add_letter(struct text *text, add_word *word, bool is_html)
{
    for (size_t i = 0, lines = 10 + below(40); i < lines; i++) {
        const char *quote = is_html ? "<p>" : below(4) == 0 ? "> " : "";
        add(text, quote);
        add_line(text, word, word == add_russian ? 120 : 66);
        add(text, below(7) == 0 ? "\n\n" : "\n");
        if (is_html && below(6) == 0) {
            add(text, "<a href=\"");
            add_web_url(text);
            add(text, "\" class=\"link\" style=\"color: #336699\">&nbsp;more</a><br>\n");
        } else if (below(20) == 0) {
            add_url_line(text, quote);
        }
    }
}

static const char mail_head[] =
    "From sysop@example.net Sat Feb  5 21:47:36 1994\n"
    "Return-Path: <sysop@example.org>\nReceived: from mx.example.net (mx.example.net [192.0.2.7])\n"
    "\tby mail.example.org (Postfix) with ESMTPS id 4F1C2\n"
    "\tfor <all@example.org>; Sat,  5 Feb 1994 21:47:36 +0300 (MSK)\n"
    "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed; d=example.net; s=s1;\n"
    "\th=from:to:subject:date; bh=3nQ7mXz0Yw==; b=Zm9vYmFyIGZvbyBiYXIgZm9v\n"
    "From: Sysop <sysop@example.net>\nTo: \"All of them\" <all@example.org>\n"
    "Subject: =?UTF-8?Q?=D0=A4=D0=B8=D0=B4=D0=BE?= and other nets\n"
    "Date: Sat, 5 Feb 1994 21:47:34 +0300\n"
    "In-Reply-To: <46c5e8d7@example.org>\nUser-Agent: Example/1.0\nMIME-Version: 1.0\n";

enum { PLAIN, BASE64, QUOTED_PRINTABLE };

/* Adds the head of an entity, and then its text, or octets of a picture. */
static void add_entity(struct text *text, const char *type, int encoding, add_word *word)
{
    static const char *const encodings[] = {"8bit", "base64", "quoted-printable"};
    struct text content;

    content.n = 0;
    add(text, type);
    add(text, "\nContent-Transfer-Encoding: ");
    add(text, encodings[encoding]);
    add(text, "\n\n");
    while (word == NULL && content.n < 9000) {
        content.octets[content.n++] = (char)below(256);
    }
    if (word != NULL) {
        add_letter(encoding == PLAIN ? text : &content, word, strstr(type, "html") != NULL);
    }
    if (encoding == BASE64) {
        add_base64(text, &content);
    } else if (encoding == QUOTED_PRINTABLE) {
        add_quoted_printable(text, &content);
    }
}

/* A mail: of ten, three are plain English, two Russian in 8 bits, one is in base64 and one
 * quoted-printable, two have HTML beside plain text, and one has a picture of 9 KB. */
static void add_mail(struct text *text)
{
    static const char utf8[] = "Content-Type: text/plain; charset=\"UTF-8\"";
    const size_t kind = below(10);

    add(text, mail_head);
    text->n += (size_t)sprintf(text->octets + text->n, "Message-ID: <%zx.%zx@example.net>\n",
                               below((size_t)1 << 31), below((size_t)1 << 31));
    if (kind < 7) {
        add_entity(text, kind == 0 ? "Content-Type: text/plain; charset=IBM866" : utf8,
                   kind < 5    ? PLAIN
                   : kind == 5 ? BASE64
                               : QUOTED_PRINTABLE,
                   kind == 0  ? add_russian_cp866
                   : kind < 4 ? add_english
                              : add_russian);
    } else {
        add(text, "Content-Type: multipart/");
        add(text, kind < 9 ? "alternative" : "mixed");
        add(text, ";\n\tboundary=\"=_next_42\"\n\n--=_next_42\n");
        add_entity(text, utf8, PLAIN, add_english);
        add(text, "--=_next_42\n");
        add_entity(text, kind < 9 ? "Content-Type: text/html" : "Content-Type: image/jpeg",
                   kind < 9 ? QUOTED_PRINTABLE : BASE64, kind < 9 ? add_english : NULL);
        add(text, "--=_next_42--\n");
    }
    add(text, "\n");
}

/* What a base, a frame and a message begin with, in octets. */
enum { SQUISH_BASE = 256, SQUISH_FRAME = 28, SQUISH_MESSAGE = 238 };

/* A little-endian number, in a field of so many octets. */
static void add_number(struct text *text, uint64_t number, size_t octets)
{
    for (size_t i = 0; i < octets; i++) {
        text->octets[text->n++] = (char)(number & 0xFF);
        number >>= 8;
    }
}

/* Such a message as Squish has it: a header, control lines, and the text, its lines ended by CR.
 * Returns how many octets the control lines have. */
static size_t add_squish_message(struct text *text)
{
    char line[128];

    add_number(text, 0, SQUISH_MESSAGE);
    memcpy(text->octets + 4, "Sysop", 5);
    memcpy(text->octets + 40, "All", 3);
    memcpy(text->octets + 76, "Links", 5);
    memcpy(text->octets + 218, "05 Feb 94  21:47:34", 19);
    snprintf(line, sizeof line,
             "\001MSGID: 2:%zu/%zu.%zu %08zx\001PID: GED+LNX 1.1.5\001CHRS: CP866 2",
             5000 + below(100), below(1000), below(30), below((size_t)1 << 31));
    add(text, line);
    add_number(text, 0, 1);
    size_t body = text->n;
    add_body(text);
    for (size_t i = body; i < text->n; i++) {
        text->octets[i] = text->octets[i] == '\n' ? '\r' : text->octets[i];
    }
    add_number(text, 0, 1);
    return body - SQUISH_MESSAGE;
}

/* A Squish base of so many octets, or some more. */
static int write_base(uint64_t count)
{
    struct text base = {.n = 0};
    uint64_t before = 0, end = 0;

    add_number(&base, SQUISH_BASE, 104);
    add_number(&base, SQUISH_BASE, 26); /* the first frame */
    add_number(&base, SQUISH_FRAME, SQUISH_BASE - base.n);
    fwrite(base.octets, 1, base.n, stdout);
    for (uint64_t offset = SQUISH_BASE; offset < count; offset = end) {
        struct text message = {.n = 0};
        struct text frame = {.n = 0};
        size_t control = add_squish_message(&message);
        end = offset + SQUISH_FRAME + message.n;
        const uint64_t numbers[] = {
            0xAFAE4453, end < count ? end : 0, before, message.n, message.n, control, 0};
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            add_number(&frame, numbers[i], 4);
        }
        fwrite(frame.octets, 1, frame.n, stdout);
        fwrite(message.octets, 1, message.n, stdout);
        before = offset;
    }
    return fflush(stdout) != 0;
}

static int repeat(const char *string, uint64_t count)
{
    size_t n = strlen(string);

    for (uint64_t done = 0; done < count; done++) {
        putchar(string[done % n]);
    }
    return fflush(stdout) != 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*make)(struct text *text);
        bool octets;
    } kinds[] = {
        {"mail", add_message, true},          {"english", add_english_prose, true},
        {"russian", add_russian_prose, true}, {"cp866", add_cp866_prose, true},
        {"short", add_short_record, true},    {"urls", add_url_record, false},
        {"web", add_web_record, false},       {"mbox", add_mail, true},
        {"log", add_log_line, true},
    };
    uint64_t count = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;

    if (count == 0 || argv[1][0] == '\0') {
        fputs("usage: corpus "
              "mail|english|russian|cp866|short|urls|web|log|squish|mbox|STRING COUNT\n",
              stderr);
        return 2;
    }
    if (strcmp(argv[1], "squish") == 0) {
        return write_base(count);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(argv[1], kinds[i].name) == 0) {
            return write_octets(kinds[i].make, count, kinds[i].octets);
        }
    }
    return repeat(argv[1], count);
}
