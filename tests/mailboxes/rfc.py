"""Internet mail."""
import base64
import calendar
import os
import quopri

from .common import DAYS, MONTHS, is_kludge, numbered, write


def encoded_words(charset, value, coding):
    """RFC 2047: a word for each few characters, folded; or the text itself if it is ASCII."""
    if value.isascii():
        return value
    words = []
    for at in range(0, len(value), 12):
        octets = charset.octets(value[at : at + 12])
        if coding == "B":
            octets = base64.b64encode(octets).decode()
        else:
            octets = "".join(
                chr(octet) if chr(octet).isalnum() and octet < 128 else "=%02X" % octet for octet in octets
            )
        words.append("=?%s?%s?%s?=" % (charset.mime, coding, octets))
    return "\n ".join(words)


def quoted_printable(octets, width):
    """RFC 2045 6.7, with lines of at most `width`: URLs are cut by soft line breaks."""
    lines = []
    for line in octets.split(b"\n"):
        rest = quopri.encodestring(line, quotetabs=True).replace(b"=\n", b"")
        while len(rest) > width:
            size = width - 1
            while b"=" in rest[size - 2 : size]:
                size -= 1
            lines.append(rest[:size] + b"=")
            rest = rest[size:]
        lines.append(rest)
    return b"\n".join(lines)


def part(charset, lines, coding, parameters=""):
    """Heads and body of a text/plain part."""
    octets = b"".join(charset.octets(line + "\n") for line in lines)
    if coding == "quoted-printable":
        octets = quoted_printable(octets, 30)
    elif coding == "base64":
        octets = base64.encodebytes(octets.replace(b"\n", b"\r\n"))
    name = '"%s"' % charset.mime.upper() if parameters == "old" else charset.mime
    parameters = "" if parameters == "old" else parameters
    return ("Content-Type: text/plain; charset=%s%s\nContent-Transfer-Encoding: %s\n\n"
            % (name, parameters, coding)).encode() + octets


def multipart(kind, parts):
    octets = ('Content-Type: multipart/%s;\n\tboundary="=_b"\n\nNo text.\n' % kind).encode()
    for each in parts:
        octets += b"\n--=_b\n" + each
    return octets + b"\n--=_b--\nNone here, either: http://epilogue.example/\n"


# What mail has besides, by the message's number: lines after the text, and the URLs in them.
FLOWED = [
    "A paragraph that flows, with an address: http://flowed.example/very/ ",
    "long/ ",
    "path/ and words",
    "> http://flowed.example/quo ",
    "> ted",
    " From a stuffed line: http://flowed.example/stuffed",
]
MORE = {
    8: (FLOWED, ["http://flowed.example/very/long/path/", "http://flowed.example/quoted",
                 "http://flowed.example/stuffed"]),
    9: ([], ["http://second.example/"]),
    12: (["From here, it goes on: http://from.example/"], ["http://from.example/"]),
}
CODINGS = {1: "quoted-printable", 2: "base64", 7: "quoted-printable", 11: "base64"}


def rfc_message(charset, message, n):
    year, month, day, hour, minute, second = message.date
    zone = message.zone or "0300"
    coding = "B" if n % 2 else "Q"
    heads = "From: %s <sender@mail.example>\n" % encoded_words(charset, message.sender, coding)
    heads += "To: %s <receiver@mail.example>\n" % encoded_words(charset, message.receiver, coding)
    heads += "Subject: %s\n" % encoded_words(charset, message.subject, "Q" if n % 2 else "B")
    heads += "Date: %s, %d %s %d %02d:%02d:%02d %s\n" % (
        DAYS[calendar.weekday(year, month, day)], day, MONTHS[month - 1], year, hour, minute, second,
        zone if zone[0] == "-" else "+" + zone)
    heads += "Message-ID: <%d.4f8d@mail.example>\n" % n
    heads += "X-Link: http://head.example/\nMIME-Version: 1.0\n"
    lines = [line for line in message.lines if not is_kludge(line)] + MORE.get(n, ([],))[0]
    parameters = {8: "; format=flowed; delsp=yes", 10: "old"}.get(n, "")
    plain = part(charset, lines, CODINGS.get(n, "8bit"), parameters)
    if n == 4:
        html = b"Content-Type: text/html; charset=us-ascii\n\n<p>No <b>URL</b></p>\n"
        plain = multipart("alternative", [plain, html])
    elif n == 9:
        data = b"\0\1 http://attached.example/ \0\n"
        attached = b"Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n"
        attached += base64.encodebytes(data)
        plain = multipart("mixed", [plain, attached, part(charset, ["http://second.example/"], "8bit")])
    return heads.encode() + plain


def write_rfc(folder, charset, messages):
    if not charset.mime:
        return []
    mbox, expected = b"", numbered(charset, messages, "rfc", range(1, 13))
    stores = []
    for n, message in enumerate(messages, 1):
        head = expected[n - 1]["head"]
        head["id"] = "%d.4f8d@mail.example" % n
        head["charset"] = charset.mime.upper() if n == 10 else charset.mime
        head.pop("area", None)
        urls = expected[n - 1]["urls"]
        if n == 8:  # lines that flow become fewer
            urls[:] = [[None, url] for _, url in urls]
        urls += [[None, url] for url in MORE.get(n, ([], []))[1]]
        octets = rfc_message(charset, message, n)
        name = "%d.eml" % n
        write(os.path.join(folder, name), octets.replace(b"\n", b"\r\n"))
        alone = dict(expected[n - 1], head=dict(head, number=1))
        stores.append(([[name]], [alone]))
        lines = (octets.rstrip(b"\n") + b"\n").split(b"\n")
        escaped = [b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines]
        mbox += b"From sender@mail.example Thu Apr 19 21:47:34 2012\n" + b"\n".join(escaped) + b"\n"
    write(os.path.join(folder, "twelve.mbox"), mbox)
    for row in expected:
        row["head"]["area"] = "twelve"
    return [([["twelve.mbox"]], expected)] + stores
