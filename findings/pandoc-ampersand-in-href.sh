#!/bin/sh
# pandoc 2.17.1.1, from HTML.
# Expected: in an attribute, a name of a character without a semicolon is text if "=" follows (HTML, 13.2.5.73),
# so that `&copy=2` stays a parameter, as in lynx, w3m and elinks.
# Seen: it becomes the character, and the link leads elsewhere.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian pandoc=2.17.1.1-2~deb12u1 pandoc-data=2.17.1.1-2~deb12u1
judge '[x](http://a.example/?a=1©=2¶=3)' "$(echo '<p><a href="http://a.example/?a=1&copy=2&para=3">x</a></p>' |
    usr/bin/pandoc --data-dir=usr/share/pandoc/data -f html -t markdown)"
