#!/bin/sh
# crashmail 1.7 on amd64, whose SCAN exports what is written into a JAM base.
# Expected: each message that is local and not sent goes out; an offset in the index has 32 bits and no sign.
# Seen: each octet of it counts as signed, so that a header at 04F4h is looked for at 03F4h. Of four messages that
# differ in numbers alone, the third does not go out, and neither the log nor the status tells.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian crashmail=1.7-4
crashmail_node
sed -i "s|MSG \"$folder/area\"|JAM \"$folder/base\"|" prefs
longs() { # NUMBER...: in 32 bits each
    for long; do
        printf '%b' "$(printf '\\0%o' $((long & 255)) $((long >> 8 & 255)) $((long >> 16 & 255)) $((long >> 24)))"
    done
}
field() { # ID TEXT
    longs "$1" ${#2} && printf %s "$2"
}
header() { # NUMBER: the text of each has 8 octets
    printf 'JAM\0' && longs 1 46 0 $none $none 0 0 0 1795777200 0 0 "$1" 0x01000001 0 $(($1 * 8 - 8)) 8 $none 0
    field 0 2:5999/1 && field 2 Al && field 3 Jo && field 6 Hi
}
none=0xffffffff
{ printf 'JAM\0' && longs 1795777200 4 4 $none 1 && head -c 1000 /dev/zero; } >base.jhr
: >base.jlr
for number in 1 2 3 4; do
    longs 0xfc3912e4 "$(wc -c <base.jhr)" >>base.jdx # the first is the CRC of "jo"
    header $number >>base.jhr
    printf 'Hello %s\r' $number >>base.jdt
done
usr/bin/crashmail SETTINGS prefs SCAN >scan || cannot "$(cat scan)"
judge 'Hello 1
Hello 2
Hello 4' "$(cat out/*.pkt log scan | tr '\r' '\n' | grep -a -e '^Hello' -e message)"
