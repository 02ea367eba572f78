"""A second reading of URLs, from the text of fidourl(1), beside that of `fidourl parse`: the JSON must
have the same members in the same order, with the same values, and no others. The draft's grammar
reads Fidonet URLs; urllib reads others, after rules that make the canonical form. Whatever differs
from what urllib alone reads has a name, and is counted; all names must occur.

    parts.py PROGRAM <URLS       a URL a line, without "%%" breaks
    parts.py -r N                prints N URLs, made at random, always the same
"""
import codecs
import collections
import json
import random
import re
import subprocess
import sys
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from schemes import DEFAULT_PORTS

# A URL is a text with a character for each octet, until it is decoded.
UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
RESERVED = ":/?@!$&'()*+,;="

# What is before a host, a host, and what is after its port. The brackets of an IPv6 host are ⟦⟧
# meanwhile: the others are escaped, and urllib, which judges what is in brackets, sees none.
BEFORE = "://(?:[^/?#]*@)?"
HOST = r"(?:(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})+|⟦[0-9A-Fa-f:.]+(?:%25[A-Za-z0-9\-._~]+)?⟧)"
END = "(?=[/?#]|$)"
SHOWN = str.maketrans("⟦⟧", "[]")


def escape(found):
    """Escapes an octet; what the pattern has as a group is kept."""
    return found[1] if found.lastindex else f"%{ord(found[0]):02X}"


def lower(found):
    zone = found[2].find("%") if found[2].startswith("⟦") else -1
    host, zone = (found[2][:zone], found[2][zone:]) if zone > 0 else (found[2], "")
    return found[1] + re.sub("(?<!%)(?<!%[0-9A-F])[A-Z]", lambda octet: octet[0].lower(), host) + zone


def zoned(url):
    """A URL that is not Fidonet's, in whose IPv6 host a bare % before a zone is %25 (RFC 6874)."""
    return re.sub(rf"^([^:/?#]*{BEFORE}\[[0-9A-Fa-f:.]{{2,45}})%(?!25[A-Za-z0-9\-._~])"
                  rf"(?=[A-Za-z0-9\-._~]{{1,32}}\](?::[^/?#@]*)?{END})", r"\1%25", url)


def undotted(found):
    """A path without its dot segments (RFC 3986, 5.2.4), unless an authority would begin it."""
    segments, kept = found[2].split("/"), []
    for segment in segments:
        if segment == "..":
            kept[-1:] = []
        elif segment != ".":
            kept.append(segment)
    path = "/" + "/".join(kept + [""] * (segments[-1] in (".", "..")))
    return found[0] if path.startswith("//") and "/" not in found[1] else found[1] + path


# The canonical form under rfc3986: a name, what is replaced, and by what (fidourl(1), normalize).
RULES = (
    ("scheme in lower case", "^[^:]*", lambda found: found[0].lower()),
    ("octet escaped", f"[^{re.escape(UNRESERVED + RESERVED)}%#|[\\]]", escape),
    ("octet escaped", "(^[^#]*#)|#", escape),
    ("octet escaped", r"(^ed2k:.*)|\|", escape),
    ("brackets of an IPv6 host",
     rf"^([^:]*{BEFORE})\[([0-9A-Fa-f:.]{{2,45}}(?:%25[A-Za-z0-9\-._~]{{1,32}})?)\]"
     rf"(?=(?::[^/?#@]*)?{END})", r"\1⟦\2⟧"),
    ("octet escaped", r"[\[\]]", escape),
    ("unreserved octet decoded",
     "(?i:%(" + "|".join(f"{ord(octet):02X}" for octet in UNRESERVED) + "))",
     lambda found: chr(int(found[1], 16))),
    ("escape in upper case", "%..", lambda found: found[0].upper()),
    ("host in lower case", f"^([^:]*{BEFORE})({HOST})(?=(?::[0-9]*)?{END})", lower),
    ("one last dot dropped", rf"^([^:]*{BEFORE}{HOST}(?<!\.))\.(?=(?::[0-9]*)?{END})", r"\1"),
    ("empty userinfo dropped", rf"^([^:]*://):?@(?={HOST}(?::[0-9]*)?{END})", r"\1"),
    ("zeros before a port dropped", f"^([^:]*{BEFORE}{HOST}:)0+(?=[0-9]+{END})", r"\1"),
    ("empty port dropped", f"^([^:]*{BEFORE}{HOST}):{END}", r"\1"),
    *(("default port dropped", f"^((?:{schemes}){BEFORE}{HOST}):{port}{END}", r"\1")
      for port, schemes in DEFAULT_PORTS.items()),
    ("dot segments removed", "^([^:]*:(?://[^/?#]*|(?!//)))/([^?#]*)", undotted),
    ("empty path is /", f"^((?:https?|wss?){BEFORE}{HOST}(?::[0-9]+)?)(?=[?#]|$)", r"\1/"),
)
EMPTY, NO_HOST = "empty, not absent", "authority of another form"

# The canonical delimiter of a Fidonet URL, and its required part (draft 6, 7). A space is "+" here.
AREAS = "(?P<areas>{0}(?:[+@]{0})*)"
OBJECTS = "(?P<objects>(?:[^/]+/)*[^/]*)"
ADDRESS = "(?P<address>[^/]*(?:/[^/]*)?)"
FIDONET = {
    "netmail": (":", "(?P<address>.*)"),
    "areafix": (":", AREAS.format("[^+@]+") + "?"),
    "echomail": (":", AREAS.format("[^+@]+") + "?"),
    "area": ("://", f"{AREAS.format('[^+@/]+')}(?:/{OBJECTS})?|/?"),
    "fecho": ("://", f"{AREAS.format('[^+@/]+')}(?:/{OBJECTS})?|/?"),
    "faqserv": ("://", f"{ADDRESS}(?:/(?:(?P<request>[^/]+)(?:/{OBJECTS})?)?)?"),
    "freq": ("://", f"{ADDRESS}(?:/{OBJECTS})?"),
}
# What a component of it is made of, and what needs no escape there though it does elsewhere.
PIECES_OF = {"areas": ("[^+@]+", ""), "address": (".+", "/@"), "request": (".+", "@"),
             "objects": ("[^/]+", "@")}
NUMBERS = r"(?:(\d+):)?(\d+)/(\d+)(?:\.(\d+))?(?:@([^@/]+))?"
QUERY = "(?:[^&=][^&]*(?:&[^&=][^&]*)*&?)?"


class Malformed(Exception):
    pass


def matched(pattern, text):
    found = re.fullmatch(pattern, text, re.ASCII)
    if not found:
        raise Malformed
    return found


def data(text, plus=" "):
    """The octets that an escaped text is, where "+" is `plus`."""
    return unquote_to_bytes(text.replace("+", plus).encode("latin-1"))


def decoded(members, plus=" "):
    """An object with its texts decoded, except those that are then no UTF-8: it lists them."""
    result, escaped = dict(members), []
    for key, value in members.items():
        try:
            if isinstance(value, str):
                result[key] = data(value, plus).decode()
            elif isinstance(value, list):
                result[key] = [data(part).decode() for part in value]
        except UnicodeDecodeError:
            escaped.append(key)
    return {**result, "escaped": escaped} if escaped else result


def given(**members):
    """The members that are not None."""
    return {key: value for key, value in members.items() if value is not None}


def read_params(query, plus=" "):
    params = [piece.partition("=") for piece in query.split("&") if piece]
    return [decoded({"name": name, "value": value}, plus) for name, _, value in params]


def read_areas(text):
    areas = [piece.split("@") for piece in text.split("+") if piece]
    return [decoded(given(tag=tag, domains=domains or None)) for tag, *domains in areas]


def read_address(text):
    *numbers, domain = matched(NUMBERS, text).groups()
    zone, net, node, point = (number and int(number) for number in numbers)
    return decoded(given(zone=zone, net=net, node=node, point=point, domain=domain))


def tidy(text, literal):
    """A component of a Fidonet URL, with no escapes but those that it needs (draft 5.2.2)."""
    escaped = quote_from_bytes(data(text), safe="!$'()*,-.:;_" + literal)
    return escaped.replace("~", "%7E").replace("%20", "+").replace("---", "--%2D")


def tidy_param(text):
    """The same of a parameter, which has no "=" before an empty value."""
    name, _, value = text.partition("=")
    return tidy(name, "/@") + ("=" + tidy(value, "/@") if value else "")


def read_fidonet(scheme, rest):
    """The canonical form of a Fidonet URL, and its parts."""
    delimiter, required = FIDONET[scheme]
    slash = "/" if delimiter == ":" else ""
    rest, hash_, fragment = re.sub("%20| ", "+", rest.removeprefix("//")).partition("#")
    rest, _, query = rest.partition("?")
    query = "&".join(map(tidy_param, matched(QUERY, query)[0].removesuffix("&").split("&")))
    fragment = tidy(fragment, "/@")
    parts = {}
    for key, text in matched(required, rest).groupdict(default="").items():
        piece, literal = PIECES_OF[key]
        parts[key] = re.sub(piece, lambda found: tidy(found[0], literal + slash), text)
    canonical = scheme + delimiter + re.sub("^//", "%2F/", "/".join(filter(None, parts.values())))

    record = {}
    if "areas" in parts:
        record["areas"] = read_areas(re.sub("^//", "%2F/", parts["areas"]))
    if "address" in parts:
        record["address"] = read_address(parts["address"])
    more = decoded({key: parts[key].split("/") if key == "objects" else parts[key]
                    for key in ("request", "objects") if parts.get(key)})
    escaped = more.pop("escaped", None)
    record.update(given(**more, params=read_params(query) or None,
                        fragment=fragment if hash_ else None, escaped=escaped))
    return canonical + (query and "?" + query) + hash_ + fragment, record


def read_authority(netloc, counts):
    if not netloc:
        return {"host": ""}
    found = re.fullmatch(f"(?:(.*)@)?({HOST})(?::([0-9]+))?", netloc)
    if not found:
        counts[NO_HOST] += 1
        return {"authority": netloc.translate(SHOWN)}
    userinfo, host, port = found.groups()
    if port and int(port) > 65535:
        raise Malformed
    return given(userinfo=userinfo, host=host.translate(SHOWN), port=port and int(port))


def read_other(url, counts):
    """The canonical form of another URL, and its parts."""
    bars = "|" if url.lower().startswith("ed2k:") else ""
    if re.match(rf"[^:/?#]*{BEFORE}\[[^\]/?#@]*[^\]{re.escape(UNRESERVED + RESERVED + bars)}%#]"
                rf"[^\]/?#@]*\](?::[^/?#@]*)?{END}", url):
        raise Malformed # in brackets, it would become an escape
    web = re.match("(?:https?|wss?|ftp):(/*)([^/?#]*)", url, re.IGNORECASE)
    if web and ("\\" in web[2] or
                (web[1] > "/" and (web[1] > "//" or not re.match("[^:]", web[2].rpartition("@")[2])))):
        raise Malformed # browsers would find another host, or none
    for name, pattern, replacement in RULES:
        old, url = url, re.sub(pattern, replacement, url)
        counts[name] += url != old
    split = urlsplit(url)
    record = read_authority(split.netloc, counts) if re.match("[^:]*://", url) else {}
    record["path"] = split.path
    if "?" in url.partition("#")[0]:
        record["query"] = split.query
        record["params"] = read_params(split.query, " " if split.scheme in ("http", "https") else "+")
    if "#" in url:
        record["fragment"] = split.fragment
    counts[EMPTY] += "" in map(record.get, ("userinfo", "host", "query", "fragment"))
    return url.translate(SHOWN), record


def unwrap(text):
    """A URL without the blanks and delimiters round it."""
    bare = re.sub('^(?:[ \t\r<"]|URL:)+', "", text, flags=re.IGNORECASE)
    inside, after = re.fullmatch('(?s)(.*[^ \t\r">])?(.*)', bare).groups(default="")
    awaited, kept = {">": 0, '"': inside.count('"') % 2}, 0
    for bracket in re.findall("[<>]", inside):
        awaited[">"] = awaited[">"] + 1 if bracket == "<" else max(0, awaited[">"] - 1)
    for end, octet in enumerate(after, 1):
        if awaited.get(octet):
            awaited[octet] -= 1
            kept = end
    return inside + after[:kept]


def read(url, counts):
    """All that parse should say of a URL, as a list: an object, or nothing if it is malformed."""
    scheme, _, rest = url.partition(":")
    scheme = scheme.lower()
    text = url.encode("latin-1").decode(errors="percent")
    url = url if scheme in FIDONET else zoned(url)
    try:
        matched("[A-Za-z][A-Za-z0-9+.-]*:(?:[^%]|%[0-9A-Fa-f]{2})*", url)
        if scheme in FIDONET:
            canonical, parts = read_fidonet(scheme, rest)
        else:
            canonical, parts = read_other(url, counts)
    except Malformed:
        return []
    return [json.dumps({"url": text, "canonical": canonical, "scheme": scheme, **parts})]


def members(text):
    """The members of an object in JSON, as pairs: order counts, and whether one comes twice."""
    return repr(json.loads(text, object_pairs_hook=tuple))


def parse(program, records):
    """The lines that parse writes for each record. A URL of our own comes after each."""
    text = b"".join(record + b"\nmark:\n" for record in records)
    output = subprocess.run([program, "parse", "-q"], input=text, stdout=subprocess.PIPE,
                            check=False).stdout
    *texts, rest = re.split(r'^\{"url":"mark:".*\n', output.decode(), flags=re.MULTILINE)
    assert len(texts) == len(records) and not rest, "each record comes out apart"
    return [text.split("\n")[:-1] for text in texts]


# What URLs at random are made of: one of each, and pieces in a row.
STARTS = ("", "", "", "", "<", "<URL:", ' "')
SCHEMES = (*FIDONET, *"|".join(DEFAULT_PORTS.values()).split("|"),
           "HTTP", "Area", "x", "ed2k", "mailto", "file", "1")
SLASHES = (":", "://", "://", "://")
HOSTS = ("", "", "", "EXAMPLE.org", "a.", "a..", "A%e9.", "[FE80::1]", "[FE80::1%25Eth~]",
         "[FE80::1%Eth0]", "u@[::1%25]", "[::1%25%41]", "[A|b]", "[a b]", "u@[\xE9]", "u:p%40@a", "@b", "a@b@c",
         "5063/88", "5030/1.2@fido%FF", "2:5/6/%FF/%d1/")
PORTS = ("", "", ":", ":80", ":443", ":21", ":65535", ":65536", ":080", ".:80")
NEXT = ("", "/", "/", "?", "#")
PIECES = (" ", "", "/", "?", "\xD1\x84", "\xFF", *(
    "a B c.d 1 07 5063/88 2:5063/88.1 @ / // : ? ? ?a&a& & = + # . - --- [::1] [ ] ; | < > \" % "
    "\\ /. /.. /%2E./ %20 %41 %7e %2f %3F %23 %26 %3D %40 %D1%84 %d1 %FF").split())


def roll_url(dice):
    """A URL of all sorts of parts."""
    octet = dice.choice([chr(octet) for octet in range(256) if octet != ord("\n")])
    pieces = (*PIECES, *4 * (octet, f"%{ord(octet):02x}"))
    parts = [dice.choice(choices) for choices in (STARTS, SCHEMES, SLASHES, HOSTS, PORTS, NEXT)]
    return "".join(parts + dice.choices(pieces, k=dice.randrange(10)))


def main():
    codecs.register_error("percent", lambda error: (
        "".join(f"%{octet:02X}" for octet in error.object[error.start:error.end]), error.end))
    if sys.argv[1] == "-r":
        dice = random.Random(1)
        for _ in range(int(sys.argv[2])):
            sys.stdout.buffer.write(roll_url(dice).encode("latin-1") + b"\n")
        return 0
    names = (*(name for name, _, _ in RULES), EMPTY, NO_HOST)
    counts = collections.Counter({name: 0 for name in names})
    records = sys.stdin.buffer.read().split(b"\n")
    failed = 0
    for record, ours in zip(records, parse(sys.argv[1], records)):
        theirs = read(unwrap(record.decode("latin-1")), counts)
        if list(map(members, ours)) != list(map(members, theirs)):
            failed += 1
            print(f"FAIL {record!r}: {ours}, by the second reading {theirs}")
    for name, n in sorted(counts.items()):
        print(f"{n} {name}")
    print(f"parts: {len(records)} URLs read twice, {failed} differ")
    return 1 if failed or not all(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
