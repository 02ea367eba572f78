#!/bin/sh
# purl 1.6 (Python), for URLs and their parameters.
# Expected: a URL that is read and written again is the same one, whatever its scheme, since all have the generic
# syntax of RFC 3986.
# Seen: those without an authority lose their scheme, so that a message's `mid:` becomes a relative path; and a path
# loses what follows its last ";".
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian python3-purl=1.6-1 python3-six=1.16.0-4
judge '1@a.example http://a.example/x http://a.example/?q=;y' "$(PYTHONPATH=usr/lib/python3/dist-packages python3 -c '
from purl import URL
print(URL("mid:1@a.example"), URL("http://a.example/x;y=1"), URL("http://a.example/?q=;y"))')"
