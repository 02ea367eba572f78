#!/bin/sh
# crashmail 1.7, which tosses what crashwrite, its sibling, posts.
# Expected: messages are dupes if their whole MSGIDs are the same; FTS-0009 sets no limit to their length, and
# origins that gates make of a Message-ID or an address are long.
# Seen: only the first 79 octets count. If two differ after these alone, the second message is taken for a dupe,
# though serial and text are others, and nobody gets it.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian crashmail=1.7-4
mkdir in out area bad
cat >prefs <<PREFS
SYSOP "Sysop"
LOGFILE "$folder/log"
LOGLEVEL 1
DUPEFILE "$folder/dupes" 100
DUPEMODE BAD
MAXPKTSIZE 50
MAXBUNDLESIZE 100
DEFAULTZONE 2
INBOUND "$folder/in"
OUTBOUND "$folder/out"
TEMPDIR "$folder/out"
CREATEPKTDIR "$folder/out"
PACKETDIR "$folder/out"
AKA 2:5999/1.0
NODE 2:5999/1.7 "" ""
AREA "BAD" 2:5999/1.0 MSG "$folder/bad"
AREA "LOCAL.TEST" 2:5999/1.0 MSG "$folder/area"
EXPORT 2:5999/1.7
PREFS
origin=$(printf '"%079d@a.example"' 0)
for serial in 00000001 00000002; do
    printf '\001MSGID: %s %s\ntext %s\n' "$origin" $serial $serial >text
    usr/bin/crashwrite DIR in FROMADDR 2:5999/1.7 TOADDR 2:5999/1 NOMSGID AREA LOCAL.TEST TEXT text >/dev/null
    usr/bin/crashmail SETTINGS prefs TOSS >toss || cannot "$(cat toss)"
done
judge 'area: text 00000001
bad: Duplicate message
bad: text 00000002' "$(for base in area bad; do
    cat $base/*.msg | tr '\r' '\n' | sed -n -e "s/^text/$base: &/p" -e "s/^ERROR:/$base: /p"
done)"
