#include "furl/text/fold.h"

#include "units.h"

/* URLs, and their pieces: the first one in so many columns, each later one in ten. */
static const struct {
    const char *url;
    size_t columns;
    const char *pieces;
} rows[] = {
    {"area://abc", 10, "area://abc"},
    {"area://abcd", 11, "area://abcd"},
    {"area://abcd", 10, "area://a|bcd"},
    {"area://abcd", 9, "area://a|bcd"},
    {"area://abcd", 0, "area://a|bcd"},
    {"area://abcdefghijklm", 12, "area://abc|defghijklm"},
    {"area://abcdefghijklmn", 12, "area://abc|defghijk|lmn"},
    {"area:abcd", 0, "area:a|bcd"},
    {"area:/abcd", 0, "area:/|abcd"},
    {"area://a", 0, "area://a"},
    {"AREA://ab", 0, "AREA://a|b"},
    /* Not next to `%`, but between the digits of an escape. */
    {"area://abc%41def", 12, "area://ab|c%41def"},
    {"area://ab%41def", 12, "area://a|b%41def"},
    {"area://a%41def", 12, "area://a%4|1def"},
    {"area://a%41%42%43", 13, "area://a%4|1%42%43"},
    {"area://%41%42%43%44%45", 12, "area://%4|1%42%4|3%44%45"},
    {"http://a/b%%%%%%%%%%%%cdef", 12, "http://a/|b%%%%%%%%%%%%c|def"},
    {"http://a%", 0, "http://a%"},
    {"http://a%b", 0, "http://a%b"},
    /* Not inside units. */
    {"area://x?a=<b@cd>e", 12, "area://x?a|=<b@cd>e"},
    {"area://x?a=<b@cd>efghij", 13, "area://x?a=|<b@cd>ef|ghij"},
    {"area://x?a=<b@cdefghijklm>", 13, "area://x?a=|<b@cdefghijklm>"},
    {"area://x?a=<b@cdefghijklm>n", 0, "area://x|?a=|<b@cdefghijklm>|n"},
    {"http://[2001:db8::1]/", 12, "http://[2001:db8::1]|/"},
    {"http://a?b[c]=d", 12, "http://a?b|[c]=d"},
    {"http://a/\xD0\x90\xD0\x91\xE2\x84\x96\xD0\x92", 12,
     "http://a/\xD0\x90|\xD0\x91\xE2\x84\x96\xD0\x92"},
    {"http://a/\xFF\xFF\xFF\xFF", 12, "http://a/\xFF|\xFF\xFF\xFF"},
};

START_TEST(pieces_fit_where_they_may)
{
    struct furl_range url = range(rows[_i].url);
    struct furl_match found = {.url = url, .scheme_n = strcspn(rows[_i].url, ":")};
    struct furl_fold folding;
    unsigned char pieces[100];
    size_t n = 0, columns = rows[_i].columns;

    furl_fold_begin(&folding, &found);
    for (;;) {
        struct furl_range piece = furl_fold_next(&folding, columns);
        memcpy(pieces + n, piece.at, piece.n);
        n += piece.n;
        if (folding.url.n == 0) {
            break;
        }
        pieces[n++] = '|';
        columns = 10;
    }
    expect(pieces, n, rows[_i].pieces);
}
END_TEST

Suite *fold_suite(void)
{
    Suite *suite = suite_create("fold");

    loop_case(suite, "pieces", pieces_fit_where_they_may, COUNT(rows));
    return suite;
}
