/*
 * Compares with the world: generated http, https and ftp URLs go through `fidourl normalize
 * --rules=rfc3986 --keep-fragment`, through uriparser's uriNormalizeSyntax without path segments,
 * and through libcurl's URL API. Each difference must be accounted for by a rule that the manual
 * names: the peer's result, with these rules applied to it, must be ours,
 * which must obey them all; what a peer does besides is named, and done to both.
 *
 *     world PROGRAM
 */
#include "config.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

#include "common.h"
#include "temporary.h"

#define URLS 6000
#define SIZE 1024

static uint64_t dice;

static size_t roll(size_t sides)
{
    return roll_dice(&dice, sides);
}

#define PICK(list) list[roll(COUNT(list))]

static void generate(char *url)
{
    static const char *const schemes[] = {"http", "HTTP", "https", "Https", "ftp", "FTP"};
    static const char *const users[] = {"", "", "", "", "user@", "User:pw@", "u%7e%3a@", "a%41@"};
    static const char *const hosts[] = {
        "example.org", "Example.ORG", "WWW.example.org.", "127.0.0.1", "[2001:DB8::1]", "a-b_c~d",
        "x",           "a..",         "%61b.org",         "a%2Db"};
    static const char *const ports[] = {"", "", "", ":", ":80", ":443", ":21", ":8080", ":080"};
    static const char *const pieces[] = {
        "a",   "B9",  "-", ".", "_",   "~", "%7e", "%7E", "%2f", "%41",      "%3a",
        "%D0", "%d1", "!", "$", "'",   "(", ")",   "*",   "+",   ",",        ";",
        "=",   ":",   "@", "&", "%20", "^", "|",   "{",   "\"",  "\xD1\x84", "%00"};
    size_t n =
        (size_t)sprintf(url, "%s://%s%s%s", PICK(schemes), PICK(users), PICK(hosts), PICK(ports));

    for (size_t i = roll(4); i > 0; i--) {
        n += (size_t)sprintf(url + n, "/");
        for (size_t j = roll(5); j > 0; j--) {
            n += (size_t)sprintf(url + n, "%s", PICK(pieces));
        }
    }
    for (const char *mark = "?#"; *mark != '\0'; mark++) {
        if (roll(3) == 0) {
            n += (size_t)sprintf(url + n, "%c", *mark);
            for (size_t j = roll(6); j > 0; j--) {
                n += (size_t)sprintf(url + n, "%s", PICK(pieces));
            }
        }
    }
    while (url[n - 1] == '"') {
        url[--n] = '\0'; /* that would be taken for wrapping */
    }
}

/* The rules of the manual, each applied in place to what a peer made of a URL. */

static char *authority(char *url)
{
    char *at = strstr(url, "://");

    return at != NULL ? at + 3 : url + strlen(url);
}

static char *authority_end(char *url)
{
    char *at = authority(url);

    return at + strcspn(at, "/?#");
}

static char *host(char *url)
{
    char *start = authority(url);

    for (char *at = authority_end(url); at > start; at--) {
        if (at[-1] == '@') {
            return at;
        }
    }
    return start;
}

static char *port(char *url)
{
    char *at = host(url);
    char *end = authority_end(url);

    at += *at == '[' ? strcspn(at, "]") : 0;
    while (at < end && *at != ':') {
        at++;
    }
    return at;
}

static void removed(char *at, size_t n)
{
    memmove(at, at + n, strlen(at + n) + 1);
}

static bool is_hex(char octet)
{
    return octet != '\0' && strchr("0123456789ABCDEFabcdef", octet) != NULL;
}

static void scheme_in_lower_case(char *url)
{
    for (; *url != '\0' && *url != ':'; url++) {
        *url |= 32;
    }
}

static void needless_escapes(char *url)
{
    for (; *url != '\0'; url++) {
        char digits[3] = {url[1], url[1] != '\0' ? url[2] : '\0', '\0'};
        if (*url != '%' || !is_hex(digits[0]) || !is_hex(digits[1])) {
            continue;
        }
        char octet = (char)strtol(digits, NULL, 16);
        if (octet != '\0' &&
            strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", octet) !=
                NULL) {
            *url = octet;
            removed(url + 1, 2);
        }
    }
}

static void escapes_in_upper_case(char *url)
{
    for (; *url != '\0'; url++) {
        for (int i = 1; *url == '%' && i < 3 && is_hex(url[i]); i++) {
            url[i] = (char)(url[i] >= 'a' ? url[i] - 32 : url[i]);
        }
    }
}

static void octets_that_may_not_be_bare(char *url)
{
    for (; *url != '\0'; url++) {
        unsigned char octet = (unsigned char)*url;
        if (octet > ' ' && octet < 0x7F && strchr("\"<>\\^`{|}", octet) == NULL) {
            continue;
        }
        char escape[4];
        memmove(url + 2, url, strlen(url) + 1);
        snprintf(escape, sizeof escape, "%%%02X", octet);
        memcpy(url, escape, 3);
        url += 2;
    }
}

static void host_in_lower_case(char *url)
{
    char *end = port(url);

    for (char *at = host(url); at < end; at++) {
        if (*at == '%') {
            at += 2;
        } else if (*at >= 'A' && *at <= 'Z') {
            *at |= 32;
        }
    }
}

static void dot_after_the_host(char *url)
{
    char *end = port(url);

    if (end - host(url) > 1 && end[-1] == '.' && end[-2] != '.') {
        removed(end - 1, 1);
    }
}

static void zeros_before_a_port(char *url)
{
    char *at = port(url);

    while (at[0] == ':' && at[1] == '0') {
        removed(at + 1, 1);
    }
}

static void default_or_empty_port(char *url)
{
    char *at = port(url);
    size_t n = (size_t)(authority_end(url) - at);
    const char *usual = strncmp(url, "https", 5) == 0 ? ":443" : *url == 'h' ? ":80" : ":21";

    if (n == 1 || (n == strlen(usual) && memcmp(at, usual, n) == 0)) {
        removed(at, n);
    }
}

static void empty_path(char *url)
{
    char *end = authority_end(url);

    if (*url == 'h' && *end != '/') {
        memmove(end + 1, end, strlen(end) + 1);
        *end = '/';
    }
}

/* The path's segments, one by one: of "." nothing is left, ".." takes the one before with it. */
static void dot_segments(char *url)
{
    char *path = authority_end(url), *end = path + strcspn(path, "?#");
    char rest[SIZE * 3], *to = path;

    strcpy(rest, end);
    for (char *at = path; at < end;) {
        size_t n = 1 + strcspn(at + 1, "/?#");
        bool last = at + n == end;
        bool here = n == 2 && at[1] == '.', up = n == 3 && at[1] == '.' && at[2] == '.';
        while (up && to > path && *--to != '/') {
        }
        if (!here && !up) {
            memmove(to, at, n);
            to += n;
        } else if (last) {
            *to++ = '/';
        }
        at += n;
    }
    strcpy(to, rest);
}

/* What a peer does besides, where the manual says "anything else is left as it is". Applied to
 * both results. */

/* uriparser writes IPv6 addresses out. */
static void ipv6_in_full(char *url)
{
    char *at = host(url);
    size_t n = strcspn(at, "]");
    unsigned char octets[16];
    char text[64], full[64] = "[";

    snprintf(text, sizeof text, "%.*s", (int)(n > 0 ? n - 1 : 0), at + 1);
    if (*at != '[' || inet_pton(AF_INET6, text, octets) != 1) {
        return;
    }
    for (size_t i = 0; i < sizeof octets; i += 2) {
        sprintf(full + strlen(full), "%s%02x%02x", i > 0 ? ":" : "", octets[i], octets[i + 1]);
    }
    memmove(at + strlen(full), at + n, strlen(at + n) + 1);
    memcpy(at, full, strlen(full));
}

static void path_of_any_host(char *url)
{
    char *end = authority_end(url);

    if (*end != '/') {
        memmove(end + 1, end, strlen(end) + 1);
        *end = '/';
    }
}

static void empty_query_or_fragment(char *url)
{
    char *hash = url + strcspn(url, "#");
    char *mark = url + strcspn(url, "?#");

    if (hash[0] == '#' && hash[1] == '\0') {
        *hash = '\0';
    }
    if (mark[0] == '?' && (mark[1] == '\0' || mark[1] == '#')) {
        removed(mark, 1);
    }
}

enum { URIPARSER, LIBCURL, PEERS };

static struct rule {
    const char *name;
    void (*apply)(char *url);
    int habit; /* of that peer; PEERS: a rule of ours */
    size_t used[PEERS];
} rules[] = {
    {"scheme, in lower case", scheme_in_lower_case, PEERS, {0, 0}},
    {"needless escapes", needless_escapes, PEERS, {0, 0}},
    {"escapes, in upper case", escapes_in_upper_case, PEERS, {0, 0}},
    {"dot segments", dot_segments, PEERS, {0, 0}},
    {"octets not allowed bare", octets_that_may_not_be_bare, PEERS, {0, 0}},
    {"host, in lower case", host_in_lower_case, PEERS, {0, 0}},
    {"left as it is: an IPv6 address", ipv6_in_full, URIPARSER, {0, 0}},
    {"zeros before a port", zeros_before_a_port, PEERS, {0, 0}},
    {"default or empty port", default_or_empty_port, PEERS, {0, 0}},
    {"a dot after the host", dot_after_the_host, PEERS, {0, 0}},
    {"empty path", empty_path, PEERS, {0, 0}},
    {"left as it is: the empty path of ftp", path_of_any_host, LIBCURL, {0, 0}},
    {"left as they are: an empty query or fragment", empty_query_or_fragment, LIBCURL, {0, 0}},
};
#define RULES (COUNT(rules))

/* Applies a rule. Returns whether that changed the URL. */
static bool changes(const struct rule *rule, char *url)
{
    char before[SIZE * 3];

    strcpy(before, url);
    rule->apply(url);
    return strcmp(before, url) != 0;
}

/* Whether our result obeys all rules of ours. */
static bool obeys(const char *ours)
{
    char copy[SIZE * 3];

    strcpy(copy, ours);
    for (size_t i = 0; i < RULES; i++) {
        if (rules[i].habit == PEERS && changes(&rules[i], copy)) {
            return false;
        }
    }
    return true;
}

/* Whether the peer's result is ours, once the rules have been applied; counts those that were
 * needed. */
static bool accounted(int peer, char *theirs, const char *ours)
{
    char copy[SIZE * 3];

    strcpy(copy, ours);
    for (size_t i = 0; i < RULES && strcmp(theirs, copy) != 0; i++) {
        if (rules[i].habit == PEERS || rules[i].habit == peer) {
            bool a = changes(&rules[i], theirs), b = changes(&rules[i], copy);
            rules[i].used[peer] += a || b;
        }
    }
    return strcmp(theirs, copy) == 0;
}

/* What uriparser makes of the URL; false where it refuses it. */
static bool ask_uriparser(const char *url, char *out)
{
    UriUriA uri;
    const char *error = NULL;
    bool fine = uriParseSingleUriA(&uri, url, &error) == URI_SUCCESS;

    if (fine) {
        fine = uriNormalizeSyntaxExA(&uri, URI_NORMALIZE_SCHEME | URI_NORMALIZE_USER_INFO |
                                               URI_NORMALIZE_HOST | URI_NORMALIZE_QUERY |
                                               URI_NORMALIZE_FRAGMENT) == URI_SUCCESS &&
               uriToStringA(out, &uri, SIZE, NULL) == URI_SUCCESS;
        uriFreeUriMembersA(&uri);
    }
    return fine;
}

/* What libcurl makes of it; false where it refuses it. */
static bool ask_libcurl(const char *url, char *out)
{
    CURLU *handle = curl_url();
    char *result = NULL;
    bool fine = curl_url_set(handle, CURLUPART_URL, url, CURLU_PATH_AS_IS) == CURLUE_OK &&
                curl_url_get(handle, CURLUPART_URL, &result, 0) == CURLUE_OK;

    if (fine) {
        snprintf(out, SIZE, "%s", result);
    }
    curl_free(result);
    curl_url_cleanup(handle);
    return fine;
}

static bool has_any(const char *url, const char *octets)
{
    return url[strcspn(url, octets)] != '\0';
}

/* Why a peer may refuse a URL that we take: a rule of ours, too. */
static const char *reason_to_refuse(int peer, const char *url)
{
    char copy[SIZE];

    strcpy(copy, url);
    if (peer == URIPARSER && has_any(url, "^|{\"\xD1")) {
        return "uriparser refuses octets that may not be bare, which we escape";
    }
    *authority_end(copy) = '\0';
    if (peer == LIBCURL && has_any(host(copy), "%~")) {
        return "libcurl refuses hosts with escapes or ~, which RFC 3986 allows";
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static char urls[URLS][SIZE];
    static bool (*const ask[])(const char *url, char *out) = {ask_uriparser, ask_libcurl};
    static const char *const names[PEERS] = {"uriparser", "libcurl"};
    size_t same[2] = {0, 0}, refused[2] = {0, 0}, failed = 0;
    char ours[SIZE * 3], theirs[SIZE * 3];
    int list = temporary_file();
    FILE *file = list >= 0 ? fdopen(dup(list), "w") : NULL;

    if (argc != 2 || file == NULL) {
        perror("usage: world PROGRAM");
        return FAILED_SETUP;
    }
    for (size_t i = 0; i < URLS; i++) {
        generate(urls[i]);
        fprintf(file, "%s\n", urls[i]);
    }
    fclose(file);
    if (dup2(list, STDIN_FILENO) < 0 || lseek(STDIN_FILENO, 0, SEEK_SET) != 0) {
        perror("the list of URLs");
        return FAILED_SETUP;
    }
    setenv("FIDOURL", argv[1], 1); // its path may have blanks
    FILE *results = popen("\"$FIDOURL\" normalize --rules=rfc3986 --keep-fragment", "r");
    for (size_t i = 0; i < URLS; i++) {
        if (results == NULL || fgets(ours, sizeof ours, results) == NULL) {
            printf("no result for %s\n", urls[i]);
            return 1;
        }
        ours[strcspn(ours, "\n")] = '\0';
        if (!obeys(ours)) {
            printf("against our rules: %s\n", ours);
            failed++;
        }
        for (int peer = 0; peer < PEERS; peer++) {
            if (!ask[peer](urls[i], theirs)) {
                refused[peer]++;
                if (reason_to_refuse(peer, urls[i]) == NULL) {
                    printf("%s refuses %s\n", names[peer], urls[i]);
                    failed++;
                }
            } else if (strcmp(theirs, ours) == 0) {
                same[peer]++;
            } else if (!accounted(peer, theirs, ours)) {
                printf("unexplained: %s\n  ours: %s\n  %s, with our rules: %s\n", urls[i], ours,
                       names[peer], theirs);
                failed++;
            }
        }
    }
    if (pclose(results) != 0) {
        failed++;
    }
    for (int peer = 0; peer < PEERS; peer++) {
        printf("%s: %d URLs, %zu the same, %zu refused\n", names[peer], URLS, same[peer],
               refused[peer]);
        for (size_t i = 0; i < RULES; i++) {
            printf("  %5zu %s\n", rules[i].used[peer], rules[i].name);
        }
    }
    printf("world: %zu unexplained\n", failed);
    return failed > 0 || same[0] == 0 || same[1] == 0;
}
