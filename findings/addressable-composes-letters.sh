#!/bin/sh
# Addressable 2.8.1 (Ruby), with its "normalize".
# Expected: it changes the case of escapes, and decodes those of unreserved characters (RFC 3986, 6.2.2); letters are
# never composed (RFC 3987, 5.3.2.2).
# Seen: an escaped letter and its escaped accent become another letter: a file that a Mac named is not found by the
# link.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian ruby3.1=3.1.7+really3.1.2-0+deb12u1 libruby3.1=3.1.7+really3.1.2-0+deb12u1 \
    ruby-addressable=2.8.1-1 ruby-public-suffix=4.0.6+ds-2
libraries=$(echo usr/lib/*-linux-gnu) gems=usr/share/rubygems-integration/all/gems
RUBYLIB=usr/lib/ruby/3.1.0:$libraries/ruby/3.1.0:$gems/addressable-2.8.1/lib:$gems/public_suffix-4.0.6/lib
export RUBYLIB
judge 'http://a.example/%C3%A9.txt' "$(LD_LIBRARY_PATH=$libraries usr/bin/ruby3.1 --disable-gems -e '
    require "addressable/uri"
    puts Addressable::URI.parse("http://a.example/e%CC%81.txt").normalize')"
