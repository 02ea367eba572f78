#!/bin/sh
# mblaze 1.1, which sorts, picks and threads mail for scripts.
# Expected: "EST" is "-0500", as mail of older programs has it (RFC 5322, 4.3), and nmh and Python read it.
# Seen: it is taken for UTC without a word, so that such a mail is five hours too early, before what it answers.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian mblaze=1.1-1
for zone in -0500 EST PDT; do
    printf 'From: joe@a.example\nDate: Fri, 27 Nov 2026 10:09:14 %s\n\n' $zone >mail
    usr/bin/mhdr -D -h date ./mail
done >seconds
judge '1795792154 1795774154 1795774154' "$(paste -s -d ' ' seconds)"
