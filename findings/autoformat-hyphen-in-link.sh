#!/bin/sh
# Text::Autoformat 1.750000 (Perl), which mail programs use to refill quotes.
# Expected: a link that is longer than a line has a line of its own, whole, and nothing is added to it.
# Seen: it is cut, and a hyphen is put at the end of its first piece, which nobody can tell from its own.
# shellcheck source=findings/common
. "$(dirname "$0")/common"
from_debian libtext-autoformat-perl=1.750000-2 libtext-reform-perl=1.20-5
link=http://a.example/abcdefghi/abcdefghi/abcdefghi/end
judge 'see http://a.example/abcdefghi/abcdefgh-
i/abcdefghi/end and more' "$(echo "see $link and more" | PERL5LIB=$folder/usr/share/perl5 perl -MText::Autoformat -0777 -ne '
    print autoformat($_, {right => 40})')"
