"""What the writers share: a message as octets, its date and names."""
import calendar
import os

from . import twelve

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()

# The order of what is in bases that number their messages: numbers of the twelve; "x", one that is
# marked as deleted; "-", one that its index has let go, too.
SLOTS = ["x", 1, 2, "-", 3, 4, 5, 6, "x", 7, 8, 9, 10, 11, 12, "x"]

def write(path, octets):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(octets)


def is_kludge(line):
    return line.startswith("\1") or line.startswith("SEEN-BY:")


def kludges(charset, message, without=()):
    """The kludges before the text, without ^A."""
    lines = []
    if not message.area:
        lines += ["INTL 2:5020/12000 2:5020/1042", "FMPT 7", "TOPT 1"]
    if message.reply:
        lines.append("REPLY: " + message.reply)
    if message.id:
        lines.append("MSGID: " + message.id)
    if message.pid:
        lines.append("PID: " + message.pid)
    if charset.chrs:
        lines.append(charset.old if message.old else "CHRS: " + charset.chrs)
    if message.zone:
        lines.append("TZUTC: " + message.zone)
    return [line for line in lines if line.split(" ")[0] not in without]


def text(charset, message, area=True, eol=None):
    """All of a message's text, its kludges in it, as packets have it."""
    lines = ["AREA:" + message.area] if area and message.area else []
    lines += ["\1" + line for line in kludges(charset, message)]
    lines += message.lines + message.after
    octets = b"".join(charset.octets(line + (eol or message.eol)) for line in lines)
    if charset.codec == "latin-1" and message.eol == "\r\n" and not eol:
        # Soft returns, which this charset has no letter for.
        octets += b"wrapped by an old \x8d\neditor \x8d and another one\r\n"
    return octets


def field(octets, width, fill=b"\0"):
    """Octets in a field of fixed width; without NUL if they fill it."""
    assert len(octets) <= width
    return octets + fill * (width - len(octets))


def names(charset, message, form):
    limits = twelve.LIMITS[form]
    return tuple(
        charset.octets(twelve.cut(charset, name, width))
        for name, width in (
            (message.sender, limits.names),
            (message.receiver, limits.names),
            (message.subject, limits.subject),
        )
    )


def fido_date(message, allow_seadog=False):
    """FTS-0001, DateTime: 20 octets with the NUL."""
    year, month, day, hour, minute, second = message.date
    if message.seadog and allow_seadog:
        weekday = DAYS[calendar.weekday(year, month, day)]
        date = "%s %2d %s %02d %02d:%02d" % (weekday, day, MONTHS[month - 1], year % 100, hour, minute)
    else:
        date = "%02d %s %02d  %02d:%02d:%02d" % (
            day, MONTHS[month - 1], year % 100, hour, minute, second)
    return field(date.encode(), 20)


def slot_numbers(first):
    return [first + n for n, slot in enumerate(SLOTS) if slot not in ("x", "-")]


def prose(message):
    """The lines of the text that no URL can change."""
    return [line for line in message.lines if line[:1] != "\1" and not set(line) & set(":%")]


def numbered(charset, messages, form, numbers, area=None):
    """What must come out; `area`, the base's name, where nothing in a message tells it."""
    expected = []
    for number, message in zip(numbers, messages):
        head = dict(twelve.head(charset, message, form), number=number)
        if area and message.area:
            head["area"] = area
        urls = [list(each) for each in message.urls]
        expected.append({"head": head, "urls": urls, "prose": prose(message)})
    return expected
