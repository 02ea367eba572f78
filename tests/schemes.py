"""Schemes, by a hand, for the tests that are in Python."""
FIDONET = set("area areafix echomail faqserv fecho freq netmail".split())
# What a page may link to.
LINKS = FIDONET | set("""http https ftp ftps mailto news nntp gopher magnet ed2k irc ircs xmpp sip
    sips""".split())
