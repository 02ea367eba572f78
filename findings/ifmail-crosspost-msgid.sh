#!/bin/sh
# ifnews of ifmail 2.14-tx8.10, which makes Fidonet messages of news.
# Expected: an article in two groups gets the same MSGID in both areas, the sum of its Message-ID, as ifmail(8)
# says, so that readers see that it is one message.
# Seen: in the second area the MSGID is another one, which nothing in the article leads to.
# shellcheck source=findings/ifnews.sh
. "$(dirname "$0")/ifnews.sh"
seen "$(packet <<'ARTICLE' | grep -a '^^MSGID'
From: Joe <joe@a.example>
Newsgroups: fido.one,fido.two
Subject: News
Message-ID: <8@a.example>
Date: Fri, 27 Nov 2026 10:09:14 +0000

Hello
ARTICLE
)" '^MSGID: a.example 63a952de
^MSGID: a.example b359c8ff'
