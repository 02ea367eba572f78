#!/bin/sh
# Writes charset_tables.c: what the octets of each charset mean, according to iconv. For charsets of
# 8 bits this is the upper half (the lower one is ASCII); for those of 7 bits, national variants of
# ISO 646, it is the lower half (there is no upper one). Ends with 77 if iconv lacks a charset.
#
#     src/mail/charset_tables.sh >src/mail/charset_tables.c
set -eu
LC_ALL=C; export LC_ALL

# One of the names of each in charset.h, without hyphens, and its name in iconv. iconv lacks DUTCH
# and SWISS: they are ASCII with the replacements of the VT220's national sets, as octet=code point.
charsets='
cp437 IBM437
cp850 IBM850
cp852 IBM852
cp866 IBM866
cp848 IBM848
cp1125 CP1125
cp1250 CP1250
cp1251 CP1251
cp1252 CP1252
cp1253 CP1253
cp1254 CP1254
cp1255 CP1255
cp1256 CP1256
cp1257 CP1257
macroman MACINTOSH
latin1 ISO-8859-1
latin2 ISO-8859-2
latin5 ISO-8859-9
latin9 ISO-8859-15
iso88593 ISO-8859-3
iso88594 ISO-8859-4
iso88595 ISO-8859-5
iso88596 ISO-8859-6
iso88597 ISO-8859-7
iso88598 ISO-8859-8
koi8r KOI8-R
koi8u KOI8-U
tis620 TIS-620
ascii ANSI_X3.4-1968
canadian ISO646-CA
dutch ANSI_X3.4-1968 23=00A3 40=00BE 5B=0133 5C=00BD 5D=007C 7B=00A8 7C=0192 7D=00BC 7E=00B4
finnish ISO646-FI
french ISO646-FR
german ISO646-DE
italian ISO646-IT
norweig ISO646-NO
portu ISO646-PT
spanish ISO646-ES
swiss ANSI_X3.4-1968 23=00F9 40=00E0 5B=00E9 5C=00E7 5D=00EA 5E=00EE 5F=00E8 60=00F4 7B=00E4 7C=00F6 7D=00FC 7E=00FB
uk ISO646-GB'

# Each octet, followed by "Z" and LF, which all charsets have.
octets() {
    awk 'BEGIN { for (i = 0; i < 256; i++) printf "\\%03oZ\\n", i }'
}

cat <<'TOP'
/* Made by charset_tables.sh of iconv's tables; not to be edited. */
#include "charset.h"

/* clang-format off */
TOP
echo "$charsets" | while read -r name iconv replaced; do
    [ -n "$name" ] || continue
    iconv -f "$iconv" -t UTF-16BE </dev/null 2>/dev/null || exit 77
    # shellcheck disable=SC2059 # the octets are the format
    printf "$(octets)" | iconv -c -f "$iconv" -t UTF-16BE | od -An -v -tx1 |
        awk -v name="$name" -v replaced="$replaced" '
        function digit(code, nth) {
            return index("0123456789ABCDEF", substr(code, nth, 1)) - 1
        }
        # The code point in a C string: in UTF-8, or as an escape if UTF-8 is not allowed there, or
        # if it is a mark that changes how a line looks.
        function spelled(code,   n, low) {
            n = ((digit(code, 1) * 16 + digit(code, 2)) * 16 + digit(code, 3)) * 16 + digit(code, 4)
            low = 128 + n % 64
            if (n < 32 || (n >= 127 && n < 161))
                return sprintf("\\%03o", n)
            if (code == "FFFD" || code ~ /^200[C-F]/)
                return "\\u" code
            if (n < 128)
                return (n == 34 || n == 92 ? "\\" : "") sprintf("%c", n)
            if (n < 2048)
                return sprintf("%c%c", 192 + int(n / 64), low)
            return sprintf("%c%c%c", 224 + int(n / 4096), 128 + int(n / 64) % 64, low)
        }
        { for (i = 1; i < NF; i += 2) unit[n++] = toupper($i $(i + 1)) }
        END {
            # The unit of an octet comes before those of "Z" and LF; an invalid octet has none.
            for (octet = at = 0; octet < 256; octet++) {
                code[octet] = "FFFD"
                if (unit[at] != "005A" || unit[at + 1] != "000A")
                    code[octet] = unit[at++]
                if (unit[at] != "005A" || unit[at + 1] != "000A")
                    exit 1
                at += 2
            }
            for (i = split(replaced, pairs, " "); i > 0; i--) {
                split(pairs[i], pair, "=")
                for (octet = 0; octet < 128; octet++)
                    if (sprintf("%02X", octet) == pair[1])
                        code[octet] = pair[2]
            }
            upper = 0
            for (octet = 128; octet < 256; octet++)
                upper += code[octet] != "FFFD"
            printf "const struct mail_charset mail_%s = {%s, {", name, upper ? "128" : "0"
            for (i = 0; i < 128; i++)
                printf "%s%s", i % 64 ? "" : (i ? "\"" : "") "\n    u\"", spelled(code[i + (upper ? 128 : 0)])
            print "\"}};"
        }' || exit 1
done
