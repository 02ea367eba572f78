#!/usr/bin/env python3
"""No octet of an input acts on a terminal that either stream of the program goes to.

    terminal.py PROGRAM SCENARIOS

runs the commands of a table (tests/scenarios) with pseudo-terminals over texts that hold all controls in all sorts of places, and
compares what comes out of the other end with what pipes get: every control as its escapes, but TAB and
what ends records. What is wanted was written from the manual, not from the code.
"""
import functools
import itertools
import os
import random
import re
import select
import subprocess
import sys
import tempfile
import termios

# The control set, as the manual lists it under --controls, without ASCII; and each in UTF-8.
RANGES = [(0x80, 0x9F), (0x61C, 0x61C), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F),
          (0xFEFF, 0xFEFF), (0xE0000, 0xE007F)]
FORMS = [chr(code).encode() for first, last in RANGES for code in range(first, last + 1)]

# Controls, as a pattern, for what ends records: a line's end, NUL, or nothing.
LAST = {begin: b"".join(form[-1:] for form in FORMS if form[:-1] == begin)
        for begin in {form[:-1] for form in FORMS}}
CONTROL = rb"(?=[\0-\x1F\x7F-\xFF])(?:[\0-\x08\x0A-\x1F\x7F]|" + b"|".join(
    begin + b"[" + re.escape(last) + b"]" for begin, last in LAST.items()) + b")"
LINE, NUL, NOTHING = (re.compile(CONTROL.replace(b"(?:", end + b"(?:", 1)) for end in (rb"(?!\r?\n)", rb"(?!\0)", b""))

MESSAGES = re.compile(rb"(fidourl: [ -~]*\n)*")
# What terminals alone are told, at the end.
NOTES = re.compile(rb"(fidourl: (escapes of |URLs that |compressed |mail files |messages (with|skipped |whose )|"
                   rb"malformed URLs|fragments |files that )[ -~]*\n)?")
LINK = re.compile(rb"\x1B\]8;;[!-~]*\x1B\\")

PROGRAM = os.path.realpath(sys.argv[1])
PIPES, TERMINALS, ONE_TERMINAL = range(3)
passed = failed = 0


def check(fine, *about):
    global passed, failed
    passed, failed = passed + bool(fine), failed + (not fine)
    if not fine:
        print("FAIL", *(str(word)[:80] for word in about))


@functools.lru_cache(None)
def escaped(octets):
    return b"".join(b"%%%02X" % octet for octet in octets)


def shown(octets, control):
    return control.sub(lambda found: escaped(found[0]), octets)


def quoted(octets):
    """What a message quotes: printable ASCII, other octets as \\xHH, at most 80."""
    words = (b"%c" % octet if 0x20 <= octet < 0x7F else b"\\x%02X" % octet for octet in octets[:80])
    return b"".join(words) + (b"..." if len(octets) > 80 else b"")


# ---- Runs

def open_terminal():
    """The two ends of a pseudo-terminal that changes no octet."""
    master, slave = os.openpty()
    modes = termios.tcgetattr(slave)
    modes[1] &= ~termios.OPOST
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    return master, slave


def drain(ends):
    """Reads all to their ends; a terminal's end is an error."""
    read = {end: bytearray() for end in ends}
    while ends:
        for end in select.select(ends, [], [])[0]:
            try:
                octets = os.read(end, 65536)
            except OSError:
                octets = b""
            read[end] += octets
            if not octets:
                os.close(end)
                ends = [other for other in ends if other != end]
    return [bytes(octets) for octets in read.values()]


def run(arguments, setting=PIPES, path=os.devnull):
    """The status, and what was written to each stream; to one terminal, all is one."""
    opened = [os.pipe() if setting == PIPES else open_terminal()
              for _ in range(1 if setting == ONE_TERMINAL else 2)]
    with open(path, "rb") as file:
        child = subprocess.Popen([b"fidourl", *arguments], executable=PROGRAM, stdin=file,
                                 stdout=opened[0][1], stderr=opened[-1][1])
    for _, slave in opened:
        os.close(slave)
    written = drain([end for end, _ in opened])
    return [child.wait(), *written]


# ---- Names and words in messages

ROLES = b"value, name, areatag, domain, address, request, object, path or url"
# Usage errors that quote a word: the command, what comes before the word in its argument, whether the
# argument is quoted, not the word alone, and what is said.
QUOTES = [
    (None, b"", False, b"unknown command '@'"),
    (None, b"--", True, b"unknown option '@'"),
    (b"encode", b"--sale", True, b"unknown option '@'"),
    (b"decode", b"--co=", True, b"option '@' is ambiguous: component or controls"),
    (b"encode", b"--component=", False, b"--component '@': must be " + ROLES),
    (b"decode", b"-c", False, b"--component '@': must be " + ROLES),
    (b"normalize", b"--rules=", False,
     b"--rules '@': must be fidourl, rfc1630, rfc1738, rfc2396 or rfc3986"),
    (b"decode", b"--controls=", False, b"--controls '@': must be auto, keep or decode"),
    (b"normalize", b"--max-length=", False, b"--max-length '@': must be a number of bytes, at least 1, as in 1048576"),
    (b"extract", b"-m", False, b"--max-count '@': must be a number, as in 10"),
    (b"extract", b"--scheme=", False,
     b"--scheme '@': must be a list of schemes, as in http,ftp; fido and web mean several schemes"),
    (b"extract", b"-ex", False, b"-e and the file '@' cannot be combined; use one of them"),
]


def expect(arguments, status, out, *messages):
    """Expects one of the messages, and of terminals what they get."""
    got = run(arguments, setting)
    check(got[2] in messages, "message", setting, arguments, got[2])
    check(got[0] == status, "status", setting, arguments, got[0])
    check(setting == PIPES or got[1] == out, "output", arguments, got[1])


def check_usage(word, quotes):
    for command, before, whole, said in quotes:
        option = [before] if before == b"-ex" else []
        argument = word if option else before + word
        named = [command] if command else []
        said = said.replace(b"@", quoted(argument if whole else word))
        help_of = b" ".join([b"fidourl", *named, b"--help"])
        expect([*named, *option, argument], 2, b"", b"fidourl: %s\nTry '%s'.\n" % (said, help_of))


def check_letters():
    for octet in range(1, 256):
        if not re.match(rb"[-0-9A-Za-z]", b"%c" % octet):
            said = b"unknown option '%s'" % quoted(b"-%c" % octet)
            expect([b"extract", b"-%c" % octet], 2, b"",
                   b"fidourl: %s\nTry 'fidourl extract --help'.\n" % said)


def check_name(name):
    """A file of that name, not there and there."""
    said, seen = b"fidourl: " + quoted(name), shown(name, NOTHING)
    missing = said + b": No such file or directory; use -e to pass text\n"
    expect([b"encode", name], 2, b"", missing,
           *(said + b": %s; use -e to pass text\n" % error for error in (b"File name too long", b"Filename too long")))
    try:
        with open(name, "xb") as file:
            file.write(b"area:x")
    except OSError:
        return  # too long, or nothing that the file system has
    expect([b"extract", b"-H", name], 0, seen + b"\tarea:x\n", b"")
    expect([b"extract", b"-Hc", name], 0, seen + b"\t1\n", b"")
    expect([b"extract", b"--max-length=5", name], 1, b"",
           said + b":0: the URL is longer than 5 bytes; use --max-length\n")
    expect([b"normalize", b"--max-length=5", name], 1, b"area:x",
           said + b":1:6: the record is longer than 5 bytes; use --max-length\n")
    os.remove(name)


def check_quoting():
    """Every octet that a name may have, every control in UTF-8, and words of lengths that matter."""
    octets = bytes(octet for octet in range(1, 256) if octet != ord("/"))
    words = [octets[i:i + 60] for i in range(0, len(octets), 60)]
    words += [b"".join(FORMS[i:i + 18]) for i in range(0, len(FORMS), 18)]
    words += [b"\x1B" * n for n in (1, 79, 80, 81, 250, 5000)] + [b"x\xE2\x80"]
    for i, word in enumerate(words):
        check_usage(word, QUOTES[i % 3::3])
        check_name(word)
    check_letters()


def check_input():
    """A terminal as standard input is told of, in one line."""
    master, slave = open_terminal()
    os.write(master, b"a b\n\4")
    got = run([b"encode"], path=os.ttyname(slave))
    check(got == [0, b"a+b\n", b"fidourl: reading from the terminal; Ctrl-D ends the input\n"],
          "reading from a terminal", got)
    os.close(master)
    os.close(slave)


# ---- Texts

# Where something is: each `@` is it. Records end in one of the ways, by turns.
PLACES = [b"@", b"1 @ x", b"http://x/@", b"http://x@/@?@=@#@ y", b"area://x@y?a=<@>&b=@",
          b"ed2k://|@|", b"<URL:@http://x/@>", b"http://x/%%@\r\n> @%%y@", b"area://x@%% @ %%@",
          b"mailto:%@%4@"]
ENDS = itertools.cycle([b"\n", b"\r\n", b"\0", b"\r", b"\n", b"\r\n", b"\n"])


def in_places(whats, step=1):
    """Each of them in all places, or in one in so many, by turns."""
    return b"".join(place.replace(b"@", what) + next(ENDS)
                    for i, what in enumerate(whats) for place in PLACES[i % step::step])


SOME_FORMS = FORMS[:-128] + FORMS[-128::16] # of the 128 tags, some


def all_octets():
    for octet in range(256):
        yield from (b"%c" % octet, b"%c%c" % (octet, octet), b"%%%02x" % octet)


def all_forms():
    """Each control with each choice of its octets escaped."""
    for form in SOME_FORMS:
        for which in itertools.product((False, True), repeat=len(form)):
            yield b"".join(escaped(form[i:i + 1]) if escape else form[i:i + 1]
                           for i, escape in enumerate(which))


def cut_forms():
    """Each control, cut in all places by what is taken out, or ends records."""
    for form in SOME_FORMS:
        for at in range(1, len(form)):
            for cut in b"\n", b"\r\n", b"\r", b"\0", b"%%\n> %%", b"%%\r\n%%", b"%% %%":
                what = form[:at] + cut + form[at:]
                yield b"1@ http://x/@ area://x?a=@\n".replace(b"@", what)


def random_octets():
    dice = random.Random(1)
    words = [b"http://", b"area://", b"x", b"/", b"%%", b"%%\n", b"%", b"%9B", b"%e2%80", b"?a=", b"<",
             b">", b" ", b"\r\n", b"\n"]
    for _ in range(12000):
        form = dice.choice(FORMS)
        yield dice.choice([form[:dice.randint(1, len(form))], bytes([dice.randrange(256)]),
                           dice.choice(words), dice.choice(words)])


def dense_controls():
    """Over the edges of all blocks, in one record and one URL; between them what begins like one, so
    that an edge may come where something is held back."""
    yield b"1 http://x/"
    for form in itertools.islice(itertools.cycle(FORMS), 6000):
        yield b"\xE2\xC2\xF3" * 4 + form


# The front of a packet of mail, up to the text of its first message.
PACKET = bytes(18) + b"\2\0" + bytes(38) + b"\2\0" + bytes(12) + b"05 Nov 26  10:00:00\0a\0b\0c\0"
TEXTS = {
    "octets": in_places(all_octets(), 2) + in_places(all_forms(), 5),
    "random octets": b"".join(itertools.chain(cut_forms(), random_octets(), dense_controls())),
    "packet": PACKET + in_places((b"%c" % octet for octet in range(1, 256)), 5),
}

# ---- Commands

EVERY_SAFE = b"--safe=" + bytes(octet for octet in range(1, 256) if octet not in b"%+")

# What terminals get, where it is not what pipes get, shown: what pipes get of --controls=keep, shown;
# what they get, in which nothing acts but the links of --hyperlink; or, as the one exception, just that.
KEPT, LINKED, THE_SAME = range(1, 4)


def read_table(path):
    """The commands and options of the rows that read what they are given."""
    def undone(word):
        return re.sub(rb"\\(x..|.)", lambda found: {b"t": b"\t", b"\\": b"\\"}.get(found[1]) or
                      bytes([int(found[1][1:], 16)]), word)

    with open(path, "rb") as table:
        for line in table:
            words = line.split()
            if words and words[0][-1:] != b":" and words[0] != b"#" and b"fixed" not in words:
                columns = b" ".join(words).split(b"|")[0]
                yield [EVERY_SAFE if word.startswith(b"--safe=") else undone(word)
                       for word in columns.split()]


def control_of(words):
    """Controls, but what ends records of a command."""
    if any(re.match(rb"-[0-9A-Za-z]*[z0]", word) for word in words):
        return NUL
    return NOTHING if b"--whole" in words and words[0] != b"parse" else LINE


def gets_of(words):
    """What terminals get of a command."""
    if words[0] == b"decode" and b"--controls=keep" not in words:
        return THE_SAME if b"--controls=decode" in words else KEPT
    if words[0] == b"messages" and b"--text" in words and b"-j" not in words:
        return THE_SAME
    return LINKED if b"--hyperlink=always" in words else None


def check_stream(words, rest, path, name):
    arguments, control, gets = words + rest, control_of(words), gets_of(words)
    terminals, mixed = (run(arguments, setting, path) for setting in (TERMINALS, ONE_TERMINAL))
    pipes = run(arguments + [b"--controls=keep"] * (gets == KEPT), PIPES, path)

    def is_harmless(octets, control):
        rest, links = LINK.subn(b"", octets) if gets == LINKED else (octets, 0)
        return gets == THE_SAME or (not control.search(rest) and links % 2 == 0)

    about = words, name
    wanted = pipes[1] if gets in (THE_SAME, LINKED) else shown(pipes[1], control)
    check(terminals[1] == wanted, "output", *about)
    # `check --fix` tells there what `check` tells on standard output.
    rows = b"--fix" in words
    told = shown(pipes[2], LINE) if rows else pipes[2]
    check(rows or MESSAGES.fullmatch(told), "messages", *about)
    check(terminals[2].startswith(told) and NOTES.fullmatch(terminals[2][len(told):]),
          "messages on a terminal", *about)
    of_mail = name == "packet" and words[0] in (b"extract", b"rewrite") and b"-M" not in words
    check((b"mail files " in terminals[2]) == (of_mail and b"-q" not in words), "note of mail", *about)
    check(pipes[0] == terminals[0] <= 1, "status", *about)
    check(len(mixed[1]) == len(terminals[1]) + len(terminals[2]), "one terminal", *about)
    # Messages end in LF, whatever ends records.
    check(is_harmless(mixed[1].replace(b"\0", b"\n") if control == NUL else mixed[1], LINE),
          "one terminal, harmless", *about)


def check_streams():
    for name, text in TEXTS.items():
        with open("text", "wb") as file:
            file.write(text)
        for words in table:
            check_stream(words, [], "text", name)
    # Controls whose octets come from two strings, in one stream.
    strings = [word for form in FORMS for at in range(1, len(form))
               for word in (b"-e", form[:at], b"-e", form[at:])]
    for words in (b"normalize --whole -q", b"encode -c url --whole", b"decode --whole"):
        check_stream(words.split(), strings, os.devnull, "strings")


os.environ.pop("POSIXLY_CORRECT", None)
table = list(read_table(sys.argv[2]))
setting = TERMINALS
try:
    for end in open_terminal():
        os.close(end)
except OSError:
    setting = PIPES
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    check_quoting()
    if setting == TERMINALS:
        check_input()
        check_streams()
    os.chdir("/")
print(f"terminal: {passed} passed, {failed} failed" +
      ("" if setting == TERMINALS else "; skipped, for want of a pseudo-terminal: what terminals get"))
sys.exit(failed > 0)
