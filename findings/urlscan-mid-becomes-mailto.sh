#!/bin/sh
# urlscan 0.9.9, which lists the links of a mail for mutt.
# Expected: links to messages, `mid:` (RFC 2392) and `news:` (RFC 5538), are listed as they are, or not at all.
# Seen: their Message-IDs are listed as addresses to write to, which nobody has.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian urlscan=0.9.9-1 python3-urwid=2.1.2-4+deb12u1
cat >mail <<'MAIL'
From: joe@a.example
Subject: Links

See mid:1@b.example and <news:2@b.example>.
MAIL
judge 'mailto:1@b.example
mailto:2@b.example' "$(PYTHONPATH=usr/lib/python3/dist-packages python3 usr/bin/urlscan -n mail)"
