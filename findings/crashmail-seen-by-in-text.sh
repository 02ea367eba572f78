#!/bin/sh
# crashmail 1.7, which tosses what crashwrite, its sibling, posts.
# Expected: SEEN-BY lines are those at a message's end, after its origin (FTS-0004); in a text the word is a word.
# Seen: any line that begins so is taken for one, wherever it is. It is in no base, and goes to nobody: here the
# link, and elsewhere each line that begins with the word because a paragraph was refilled.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian crashmail=1.7-4
crashmail_node
printf '%s\n' 'Which line is the answer?' 'SEEN-BY: http://a.example/ says it.' 'Thanks.' >text
usr/bin/crashwrite DIR in FROMADDR 2:5999/1.7 TOADDR 2:5999/1 AREA LOCAL.TEST TEXT text >/dev/null
grep -aq 'SEEN-BY: http' in/*.pkt || cannot crashwrite
usr/bin/crashmail SETTINGS prefs TOSS >toss || cannot "$(cat toss)"
judge 'Which line is the answer?
Thanks.' "$(cat area/*.msg | tr '\r' '\n' | grep -a -e '^Which' -e a.example -e '^Thanks')"
