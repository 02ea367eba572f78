#!/bin/sh
# Writes folding_table.c: simple case folding, from Debian's unicode-data. Ends with 77 if that is
# not installed.
#
#     src/mail/folding_table.sh >src/mail/folding_table.c
set -eu
LC_ALL=C; export LC_ALL
data=${UNICODE_DATA:-/usr/share/unicode/CaseFolding.txt}
[ -r "$data" ] || exit 77

cat <<TOP
/* Made by folding_table.sh of Unicode's $(sed -n '1s/^# //p' "$data"); not to be edited. */
#include "select.h"

/* clang-format off */
const struct mail_folding mail_foldings[MAIL_FOLDINGS] = {
TOP
awk '
function number(text,   i, n) {
    for (i = n = 0; i < length(text); i++) n = 16 * n + index("123456789ABCDEF", substr(text, i + 1, 1))
    return n
}
function put() {
    printf "%s{0x%04X, 0x%04X, %d, %d},", rows % 4 ? " " : rows ? "\n    " : "    ", first, last, step ? step : 1, by
    rows = rows + 1
}
# A row has letters that fold by the same distance, all of them or every second one.
/^[0-9A-F]+; [CS];/ {
    code = number(substr($1, 1, length($1) - 1))
    to = number(substr($3, 1, length($3) - 1))
    if (begun && to - code == by && (step ? code - last == step : code - last <= 2)) {
        step = code - last
    } else {
        if (begun) put()
        begun = 1; first = code; step = 0; by = to - code
    }
    last = code
}
END { put(); print "" }' "$data"
echo '};'
