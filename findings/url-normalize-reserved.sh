#!/bin/sh
# url-normalize 1.4.3 (Python), which makes URLs comparable.
# Expected: of escapes only those of unreserved characters are decoded (RFC 3986, 6.2.2.2), so that the new URL leads
# where the old one did.
# Seen: an escaped "/" begins a new segment of the path, and an escaped "+" of a query becomes one that stands for a
# blank: links to Message-IDs in archives, and searches for C++, lead elsewhere.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian python3-url-normalize=1.4.3-2 python3-six=1.16.0-4
judge 'http://a.example/mid/1/2@b.example
http://a.example/?q=C++' "$(PYTHONPATH=usr/lib/python3/dist-packages python3 -c '
from url_normalize import url_normalize
print(url_normalize("http://a.example/mid/1%2F2@b.example"))
print(url_normalize("http://a.example/?q=C%2B%2B"))')"
