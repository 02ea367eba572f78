#!/bin/sh
# pandoc 2.17.1.1, from its Markdown to plain text.
# Expected: prose gets typographic dashes and points, a bare link stays as it was written.
# Seen: the link gets them, too, and leads nowhere; only between < and > it stays.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian pandoc=2.17.1.1-2~deb12u1 pandoc-data=2.17.1.1-2~deb12u1
judge 'http://a.example/x–y?q=1…2 http://b.example/x--y?q=1...2' "$(echo 'http://a.example/x--y?q=1...2 <http://b.example/x--y?q=1...2>' |
    usr/bin/pandoc --data-dir=usr/share/pandoc/data -t plain)"
