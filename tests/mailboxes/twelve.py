"""The twelve messages that tests/writers.py puts into each store, and what must come out of them.

What is expected is written here by hand, next to what is written. Each text is a list of lines; a
line that begins with ^A, or with SEEN-BY:, is none of the text, and is not counted. The texts have
neither "у", "г" and "Ц" nor "ã" and "π": in one charset or another each of these is the octet E3,
which ends a line in QWK, so that QWK cannot hold them. "Н" in CP866, "ì" in CP437 and half of "э" in
UTF-8 are the octet 8D, which is a soft return in FTS-0001.
"""
import datetime
import re
import urllib.parse
from dataclasses import dataclass, field

# A charset: the folder, Python's name, what CHRS says (FTS-5003), what mail says, and which of the
# words below it has.
CYRILLIC, WESTERN, BOTH = range(3)


@dataclass
class Charset:
    folder: str
    codec: str
    chrs: str  # name and level; empty: nothing is declared
    mime: str
    kind: int
    old: str  # an old or malformed line in its place; what it must mean is the codec
    old_declared: str  # what of this is the name

    def octets(self, text):
        return text.encode(self.codec)


CHARSETS = [
    Charset("CP866", "cp866", "CP866 2", "cp866", CYRILLIC, "CHRS: +7 FIDO 2", "+7 FIDO"),
    Charset("CP437", "cp437", "CP437 2", "ibm437", WESTERN, "CHRS: IBMPC 2", "IBMPC"),
    Charset("KOI8-R", "koi8-r", "KOI8-R 2", "koi8-r", CYRILLIC, "\1CHRS:   koi8-r   2  ", "koi8-r"),
    Charset("UTF-8", "utf-8", "UTF-8 4", "utf-8", BOTH, "CHRS: utf-8", "utf-8"),
    Charset("LATIN-1", "latin-1", "LATIN-1 2", "iso-8859-1", WESTERN, "CHARSET: LATIN-1", "LATIN-1"),
    Charset("CP1251", "cp1251", "CP1251 2", "windows-1251", CYRILLIC, "CODEPAGE: CP1251", "CP1251"),
    # Cyrillic must be guessed here.
    Charset("none", "cp866", "", "", CYRILLIC, "", ""),
]

# Words in Cyrillic, in Western letters, in both. Each fits the narrowest field, 25 octets.
WORDS = {
    "greeting": ("Новости: привет, эхо!", "Lunedì: Grüße, señor!", "Новости, эхо: lunedì, señor!"),
    "see": ("Смотри здесь:", "Écoutez là:", "Здесь là:"),
    "end": ("Всё, поэт.", "Voilà, über alles.", "Всё, поэт, voilà."),
    "glued": ("Новость", "économie", "Новость-économie"),
    "path": ("Поэт_Нева", "Café_lunedì", "Поэт_Café"),
    "sender": ("Иван Петров", "José Müller", "Иван Müller"),
    "receiver": ("Нина Эйлер", "Zoë Åkesson", "Нина Åkesson"),
    "subject": ("Вести из эха", "Ça va, Köln?", "Вести, Köln"),
    # Exactly as wide as the fields of stored messages: 36, 36 and 72 octets.
    "wide sender": (
        "Константин Эдуардович Циолковский-мл",
        "José-Émile Müller-Åkesson y Nuñez XV",
        "Константин Э. Müller XVI",
    ),
    "wide receiver": (
        "Анна Николаевна Эйлер-Новгородцева 2",
        "Zoë Åkesson-Müller de la Peña y Ruiz",
        "Анна Николаевна Åke V",
    ),
    "wide subject": (
        "Очень длинная тема, которая занимает всё поле, что для неё есть, целиком",
        "Un très long sujet, qui remplit le champ entier et pas un caractère de +",
        "Очень длинная тема занимает всё, très long +",
    ),
}

FIDO, MAIL = "fido", "mail"  # where a date's zone comes from: TZUTC; the mail's own date


@dataclass
class Message:
    sender: str
    receiver: str
    subject: str
    date: tuple  # year, month, day, hour, minute, second
    lines: list
    urls: list  # [line, URL]; line None: not compared
    zone: str = ""  # of TZUTC
    id: str = ""
    reply: str = ""
    pid: str = ""
    after: list = field(default_factory=list)  # SEEN-BY, PATH, Via
    area: str = "FIDO.TEST"  # empty: netmail
    eol: str = "\r"
    old: bool = False  # CHRS is the charset's old line
    seadog: bool = False  # the date has SEAdog's form where the format has dates of text


def messages(charset):
    """The twelve, in order."""

    def w(key):
        return WORDS[key][charset.kind]

    def message(sender, receiver, subject, date, lines, urls, **rest):
        return Message(sender, receiver, subject, date, lines, urls, **rest)

    origin = " * Origin: http://origin.example/ (2:5020/1042.7)"
    after = [
        "SEEN-BY: 5020/1042 12000 http://seen-by.example/",
        "SEEN-BY: 5030/830",
        "\1PATH: 5020/1042 12000 http://path.example/",
    ]
    many = range(100, 400)  # the long text's lines
    return [
        # 1. Short URLs, and kludges that have some.
        message(
            w("sender"), "All", w("subject"), (1999, 12, 31, 23, 59, 58),
            [
                w("greeting"),
                "",
                w("see") + " http://plain.example/a?b=c, ftp://ftp.example/pub/.",
                "mailto:someone@mail.example",
                w("end"),
                "--- editor 1.0 <https://tear.example/>",
                origin,
            ],
            [
                [3, "http://plain.example/a?b=c"],
                [3, "ftp://ftp.example/pub/"],
                [4, "mailto:someone@mail.example"],
                [6, "https://tear.example/"],
                [7, "http://origin.example/"],
            ],
            zone="0300", id="2:5020/1042.7 4f8d0001", reply="2:5030/830.57@fidonet 4f903477",
            pid="http://pid.example/ 1.0", after=after,
        ),
        # 2. Fidonet URLs, cut by "%%", quoted.
        message(
            w("receiver"), w("sender"), "Re: " + w("subject"), (2000, 1, 1, 0, 0, 2),
            [
                " IP> " + w("see") + " area://FIDO.TEST?msgid=2:5020/1042%%",
                " IP> %%+4f8d0001&find=x",
                "> netmail:2:5063/%%",
                "> %%88.1?subject=Test",
                "fecho://FIDO.FILES/name-%%",
                "%%of-file.zip, freq://2:5020/1042/FILES%%",
                "%%.BBS",
                w("end"),
                ">> faqserv://2:5020/1042/HE%%",
                ">> %%LP/me",
            ],
            [
                [1, "area://FIDO.TEST?msgid=2:5020/1042+4f8d0001&find=x"],
                [3, "netmail:2:5063/88.1?subject=Test"],
                [5, "fecho://FIDO.FILES/name-of-file.zip"],
                [6, "freq://2:5020/1042/FILES.BBS"],
                [9, "faqserv://2:5020/1042/HELP/me"],
            ],
            id="2:5020/1042.7 4f8d0002", reply="2:5020/1042.7 4f8d0001", after=after,
        ),
        # 3. Letters right after a URL end one of Fidonet's; in others they may stand.
        message(
            w("sender"), w("receiver"), w("subject"), (2012, 4, 19, 21, 47, 34),
            [
                "area://FIDO.TEST" + w("glued"),
                w("see") + " (http://brackets.example/a)" + w("glued"),
                "http://letters.example/wiki/" + w("path") + " " + w("end"),
            ],
            [
                [1, "area://FIDO.TEST"],
                [2, "http://brackets.example/a"],
                [3, "http://letters.example/wiki/" + w("path")],
            ],
            zone="0300", id="<1187448185@ddt.demos.su> 3a5debd0", after=after,
        ),
        # 4. Kludges between the lines of the text.
        message(
            w("sender"), w("receiver"), "kludges", (2012, 4, 19, 21, 49, 2),
            [
                "http://between.example/1",
                "\1SPLIT: http://kludge.example/between",
                "SEEN-BY: 5020/1 http://seen-by.example/between",
                w("end") + " http://between.example/2",
                "\1",
                "\1Via http://via.example/between",
                "... http://between.example/3",
            ],
            [
                [1, "http://between.example/1"],
                [2, "http://between.example/2"],
                [3, "http://between.example/3"],
            ],
            zone="0545", id="2:5020/1042.7 4f8d0004", after=after,
        ),
        # 5. No URL.
        message(
            w("receiver"), "All", "no URL", (2012, 4, 20, 1, 2, 4),
            [w("greeting"), "www.example.org: no scheme; area://", w("end")], [], after=after,
        ),
        # 6. No text.
        message(
            "Sysop", "All", "no text http://subject.example/", (2012, 4, 20, 1, 2, 6), [], [],
            id="2:5020/1042 4f8d0006", after=after,
        ),
        # 7. A long text. A line has 41 octets with CR, which shares no divisor with blocks of 255 or
        # 128: their edges fall once on each octet of a URL, and right before and after one.
        message(
            w("sender"), "All", "long", (2012, 4, 20, 11, 22, 34),
            ["%d http://blocks.example/%d/1234.html." % (i, i) for i in many] + [w("end")],
            [[i - 99, "http://blocks.example/%d/1234.html" % i] for i in many],
            zone="0300", id="2:5020/1042.7 4f8d0007", after=after,
        ),
        # 8. CR LF, and the other form of a date.
        message(
            w("sender"), "All", "CR LF", (1989, 5, 1, 9, 5, 0),
            [
                w("greeting"),
                "http://lines.example/1",
                "",
                "area://FIDO.TEST?find=%%",
                "%%lines",
                "http://lines.example/2",
            ],
            [
                [2, "http://lines.example/1"],
                [4, "area://FIDO.TEST?find=lines"],
                [6, "http://lines.example/2"],
            ],
            id="2:5020/1042.7 4f8d0008", after=after, eol="\r\n", seadog=True,
        ),
        # 9. Netmail.
        message(
            w("sender"), w("receiver"), w("subject"), (2024, 2, 29, 12, 0, 30),
            [w("greeting"), "netmail:2:5020/1042.7?subject=Re", w("end")],
            [[2, "netmail:2:5020/1042.7?subject=Re"]],
            zone="0300", id="2:5020/1042.7 4f8d0009", area="",
            after=[
                "\1Via 2:5020/1042@fidonet @20240229.090105.UTC http://via.example/",
                "\1Via 2:5020/12000@fidonet @20240229.090205.UTC",
            ],
        ),
        # 10. A charset as old software writes it.
        message(
            w("sender"), w("receiver"), w("subject"), (1995, 8, 24, 17, 30, 10),
            [w("greeting"), "http://old.example/" + w("path"), w("see"), w("end")],
            [[2, "http://old.example/" + w("path")]],
            id="2:5020/1042.7 4f8d000a", after=after, old=True,
        ),
        # 11. Heads as wide as fields are.
        message(
            w("wide sender"), w("wide receiver"), w("wide subject"), (2026, 11, 22, 20, 42, 0),
            [w("greeting"), "http://wide.example/"],
            [[2, "http://wide.example/"]],
            zone="-0330", id="2:5020/1042.7@fidonet 4f8d000b", after=after,
        ),
        # 12. An identifier in a URL, and a URL that was there before.
        message(
            w("sender"), "All", "last", (2026, 11, 22, 20, 42, 2),
            [
                "area://FIDO.TEST?msgid=<1187448185@ddt.demos.su>+3a5debd0",
                w("end") + " http://plain.example/a?b=c",
            ],
            [
                [1, "area://FIDO.TEST?msgid=<1187448185@ddt.demos.su>+3a5debd0"],
                [2, "http://plain.example/a?b=c"],
            ],
            zone="-0330", id="2:5020/1042.7 4f8d000c", after=after,
        ),
    ]


# What formats cannot hold, and so what is expected of them. Widths in octets.
@dataclass
class Limits:
    names: int = 36
    subject: int = 72
    seconds: bool = True
    why: str = ""


LIMITS = {
    "pkt": Limits(35, 71, why="FTS-0001, packed message: 36 and 72 octets with the NUL"),
    "msg": Limits(35, 71, why="FTS-0001, stored message: fields of 36 and 72 octets with the NUL"),
    "msg full": Limits(why="the same fields, as software fills them that writes no NUL then"),
    "squish": Limits(why="message header: fields of 36 and 72 octets, which may be full"),
    "jam": Limits(why="JAM-001: up to 100 octets"),
    "hudson": Limits(35, 72, False, "String[35]; times are HH:MM"),
    "qwk": Limits(25, 25, False, "fields of 25 octets; times are HH:MM"),
    "rfc": Limits(1000, 1000, why="RFC 5322: no limit but that of lines, which are folded"),
}


def cut(charset, text, width):
    """The text, as far as it fits `width` octets in whole characters."""
    while len(charset.octets(text)) > width:
        text = text[:-1]
    return text.rstrip(" ") if width == 25 else text


def head(charset, message, form):
    """The head that must come out; what is absent there is absent here."""
    limits = LIMITS[form]
    year, month, day, hour, minute, second = message.date
    if not limits.seconds or (message.seadog and form in ("pkt", "msg", "msg full")):
        second = 0
    date = "%04d-%02d-%02dT%02d:%02d:%02d" % (year, month, day, hour, minute, second)
    zone = message.zone or ("0300" if form == "rfc" else "")
    if zone:
        sign = "-" if zone[0] == "-" else "+"
        date += "%s%s:%s" % (sign, zone[-4:-2], zone[-2:])
    found = {
        "from": cut(charset, message.sender, limits.names),
        "to": cut(charset, message.receiver, limits.names),
        "subject": cut(charset, message.subject, limits.subject),
        "date": date,
    }
    if message.area:
        found["area"] = message.area
    if message.id:
        found["id"] = message.id
    if zone:
        ahead = datetime.timedelta(hours=int(zone[-4:-2]), minutes=int(zone[-2:]))
        clock = datetime.datetime(year, month, day, hour, minute, second)
        utc = clock + ahead if zone[0] == "-" else clock - ahead
        found["utc"] = utc.isoformat() + "Z"
    if form == "rfc":
        found["address"] = "sender@mail.example"
    elif not message.area:
        found["address"] = "2:5020/1042.7"  # INTL and FMPT
    elif message.id and message.id[0] != "<":
        found["address"] = message.id.split(" ")[0]
    if message.reply and form != "rfc":
        found["reply"] = message.reply
    declared = charset.old_declared if message.old else charset.chrs.split(" ")[0]
    if declared:
        found["charset"] = declared
    return found


def link(form, head):
    """The URL of a message with this head; no links for names of files, numbers, netmail."""
    area = head.get("area", "")
    if form == "rfc":
        return "mid:" + urllib.parse.quote(head["id"], safe="@")
    if "id" not in head or area in ("", "base") or re.fullmatch("[0-9]+", area):
        return None
    return "area://%s?msgid=%s" % (area, urllib.parse.quote_plus(head["id"], safe="/@:"))
