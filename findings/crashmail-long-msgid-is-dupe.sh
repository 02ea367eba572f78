#!/bin/sh
# crashmail 1.7, which tosses what crashwrite, its sibling, posts.
# Expected: messages are dupes if their whole MSGIDs are the same; FTS-0009 sets no limit to their length, and
# origins that gates make of a Message-ID or an address are long.
# Seen: only the first 79 octets count. If two differ after these alone, the second message is taken for a dupe,
# though serial and text are others, and nobody gets it.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian crashmail=1.7-4
crashmail_node
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
