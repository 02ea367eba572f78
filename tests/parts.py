"""A second reading of URLs, beside that of `fidourl parse`: urllib's, or for those of Fidonet one that
follows the draft. Each difference is printed; those that have a name below are meant.

    parts.py PROGRAM <URLS       a URL a line
    parts.py -r N                prints N URLs, made at random, always the same
"""
import collections
import json
import random
import re
import subprocess
import sys
from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit

NAMES = {
    "default port": "the canonical form has none",
    "root": "an empty path of http(s) and ws(s) is /",
    "dot after the host": "the canonical form has none",
    "empty authority": "urllib does not tell it from none",
    "host": "urllib takes any octets for one",
    "port": "urllib refuses what is no number; here the authority has no host then",
    "brackets": "urllib refuses, or drops, those that are not round an IPv6 host",
}

ASCII = ("ascii", "surrogateescape")
PORTS = {b"http": 80, b"ws": 80, b"https": 443, b"wss": 443, b"ftp": 21, b"gopher": 70,
         b"telnet": 23, b"nntp": 119, b"wais": 210}
ROOTS = (b"http", b"https", b"ws", b"wss")

# What the required part of a Fidonet URL has, and how many slashes belong to its first part; None:
# all (draft 6, 7).
FIDONET = {
    b"netmail": ("address", None, ()), b"areafix": ("areas", None, ()),
    b"echomail": ("areas", None, ()), b"area": ("areas", 0, ("objects",)),
    b"fecho": ("areas", 0, ("objects",)), b"faqserv": ("address", 1, ("request", "objects")),
    b"freq": ("address", 1, ("objects",)),
}


class Malformed(Exception):
    pass


def data(escaped):
    """Decodes a component of a Fidonet URL, or of a form."""
    return unquote_to_bytes(escaped.replace(b"+", b" "))


def read_address(text):
    found = re.fullmatch(rb"(?:(\d+):)?(\d+)/(\d+)(?:\.(\d+))?(?:@([^@/]+))?", data(text))
    if not found:
        raise Malformed
    numbers = [number and int(number) for number in found.groups()[:4]]
    parts = dict(zip(("zone", "net", "node", "point"), numbers), domain=found.group(5))
    return {key: value for key, value in parts.items() if value is not None}


def read_areas(text):
    areas = []
    for area in re.split(rb"\+|%20| ", text) if text else []:
        tag, *domains = area.split(b"@")
        if not tag or b"" in domains:
            raise Malformed
        areas.append({"tag": data(tag)})
        if domains:
            areas[-1]["domain"] = b"@".join(map(data, domains))
    return areas


def read_params(query):
    params = []
    for piece in query.removesuffix(b"&").split(b"&") if query else []:
        name, _, value = piece.partition(b"=")
        if not name:
            raise Malformed
        params.append({"name": data(name), "value": data(value)})
    return params


def read_objects(path):
    objects = path.split(b"/")
    if b"" in objects[:-1]:
        raise Malformed
    return [data(part) for part in objects]


def read_fidonet(scheme, rest):
    """Reads what comes after the colon, as the draft has it."""
    first, slashes, more = FIDONET[scheme]
    parts = {"scheme": scheme}
    rest, hash_, fragment = rest.removeprefix(b"//").partition(b"#")
    rest, _, query = rest.partition(b"?")
    if re.search(rb"%(?![0-9A-Fa-f]{2})", rest + b" " + query + b" " + fragment):
        raise Malformed
    if slashes is None:
        authority, path = rest, b""
    else:
        pieces = rest.split(b"/", slashes + 1)
        authority, path = b"/".join(pieces[:slashes + 1]), b"".join(pieces[slashes + 1:])
    parts[first] = read_address(authority) if first == "address" else read_areas(authority)
    if path and not authority:
        raise Malformed
    if path and "request" in more:
        request, _, path = path.partition(b"/")
        if not request:
            raise Malformed
        parts["request"] = data(request)
    if path:
        parts["objects"] = read_objects(path)
    params = read_params(query)
    if params:
        parts["params"] = params
    if hash_:
        parts["fragment"] = data(fragment)
    return parts


def read_other(url):
    """Reads a URL as urllib does. All is data, so that needless escapes make no difference."""
    if re.search(rb"%(?![0-9A-Fa-f]{2})", url):
        raise Malformed
    split = urlsplit(url.decode(*ASCII))
    scheme, netloc, path, query, fragment = (part.encode(*ASCII) for part in split)
    parts = {"scheme": scheme, "path": unquote_to_bytes(path)}
    if netloc:
        parts["authority"] = unquote_to_bytes(netloc)
        parts["host"] = unquote_to_bytes((split.hostname or "").encode(*ASCII))
        if b"@" in netloc:
            parts["userinfo"] = unquote_to_bytes(netloc.rpartition(b"@")[0])
        if split.port is not None:
            parts["port"] = split.port
    if query:
        parts["query"] = unquote_to_bytes(query)
    if fragment:
        parts["fragment"] = unquote_to_bytes(fragment)
    if scheme in (b"http", b"https"):
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, encoding="latin-1")
        parts["params"] = [{"name": name.encode("latin-1"), "value": value.encode("latin-1")}
                           for name, value in pairs]
    return parts


def value(member, key):
    """A member of the JSON as data: it was decoded, unless it is said to be escaped."""
    text = member[key].encode()
    return data(text) if key in member.get("escaped", ()) else text


def read_ours(record):
    """What parse says, in the form of the readings above."""
    fidonet = record["scheme"].encode() in FIDONET
    parts = {"scheme": record["scheme"].encode()}
    for key in ("userinfo", "host", "authority", "path", "query", "fragment"):
        if key in record:
            decode = data if fidonet else unquote_to_bytes
            parts[key] = decode(record[key].encode())
    if "request" in record:
        parts["request"] = value(record, "request")
    if "port" in record:
        parts["port"] = record["port"]
    if "objects" in record:
        escaped = "objects" in record.get("escaped", ())
        parts["objects"] = [data(part.encode()) if escaped else part.encode()
                            for part in record["objects"]]
    if "address" in record:
        address = record["address"]
        parts["address"] = {key: value(address, key) if key == "domain" else address[key]
                            for key in address if key != "escaped"}
    for key in ("areas", "params"):
        if key in record:
            parts[key] = [{name: value(member, name) for name in member if name != "escaped"}
                          for member in record[key]]
    return parts


def compare_others(ours, theirs):
    """Yields the parts that differ, and the name of the difference."""
    scheme = ours["scheme"]
    if "host" in ours:
        host, other = ours["host"].strip(b"[]").lower(), theirs.get("host", b"").lower()
        if host != other:
            brackets = re.search(rb"[][]", theirs.get("authority", b""))
            name = "dot after the host" if host + b"." == other else None
            yield "host", "brackets" if brackets else name
        if ours.get("port") != theirs.get("port"):
            usual = "port" not in ours and theirs["port"] == PORTS.get(scheme)
            yield "port", "default port" if usual else None
        if ours.get("userinfo") != theirs.get("userinfo"):
            yield "userinfo", None
    elif ours.get("authority") != theirs.get("authority"):
        yield "authority", "empty authority" if ours.get("authority") == b"" else None
    if ours["path"] != theirs["path"]:
        rooted = scheme in ROOTS and (ours["path"], theirs["path"]) == (b"/", b"")
        yield "path", "root" if rooted else None
    for key, none in (("scheme", b""), ("query", b""), ("fragment", b""), ("params", [])):
        if ours.get(key, none) != theirs.get(key, none):
            yield key, None


def refusal(error, record):
    """The name of what urllib refuses; "" if parse does so, too."""
    if "out of range" in str(error) and record is None:
        return ""
    if "out of range" in str(error) and "authority" in record:
        return "host"
    if "Port could not be cast" in str(error):
        return "port"
    if "IPv6" in str(error) or "bracketed" in str(error):
        return "brackets"
    return None


def differences(url, record):
    """Yields the parts of a URL in which the readings differ, with both, and the difference's name."""
    scheme, _, rest = url.partition(b":")
    try:
        if scheme.lower() in FIDONET:
            theirs = read_fidonet(scheme.lower(), rest)
        else:
            theirs = read_other(url)
    except Malformed:
        if record is not None:
            yield "all", record, "malformed", None
        return
    except ValueError as error:
        name = refusal(error, record)
        if name != "":
            yield "all", record, str(error), name
        return
    if record is None:
        yield "all", "malformed", theirs, None
        return
    ours = read_ours(record)
    if scheme.lower() in FIDONET:
        for key in sorted(set(ours) | set(theirs)):
            if ours.get(key) != theirs.get(key):
                yield key, ours.get(key), theirs.get(key), None
    else:
        for key, name in compare_others(ours, theirs):
            yield key, ours.get(key), theirs.get(key), name


def parse(program, urls):
    """What parse says of each URL; None where it is malformed. A URL of our own comes after each."""
    text = b"".join(b"%s\nmark:\n" % url for url in urls)
    output = subprocess.run([program, "parse", "-q"], input=text, stdout=subprocess.PIPE,
                            check=False).stdout
    records, last = [], None
    for line in output.decode().splitlines():
        record = json.loads(line)
        if record["url"] == "mark:":
            records.append(last)
            last = None
        else:
            last = record
    assert len(records) == len(urls), "a record for each URL"
    return records


PIECES = (b"a", b"B", b"c.d", b"1", b"07", b"65535", b"65536", b"5063/88", b"2:5063/88.1", b"@", b"/",
          b"//", b":", b"?", b"&", b"=", b"+", b"#", b"%20", b"%41", b"%2f", b"%26", b"%3D", b"%40",
          b"%D1%84", b"%d1", b"%FF", b"%00", b"%", b".", b"-", b"---", b"~", b"[::1]", b"[", b"]",
          b";", b"|", b"\xD1\x84", b"\xFF")


def roll_url(dice):
    """A URL of all sorts of parts."""
    scheme = dice.choice((*FIDONET, *PORTS, b"HTTP", b"Area", b"x", b"ed2k", b"mailto"))
    rest = b"".join(dice.choice(PIECES) for _ in range(dice.randrange(12)))
    return scheme + dice.choice((b":", b"://", b"://", b"://")) + rest


def main():
    if sys.argv[1] == "-r":
        dice = random.Random(1)
        for _ in range(int(sys.argv[2])):
            sys.stdout.buffer.write(roll_url(dice) + b"\n")
        return 0
    urls = sys.stdin.buffer.read().splitlines()
    counts = collections.Counter()
    for url, record in zip(urls, parse(sys.argv[1], urls)):
        for key, ours, theirs, name in differences(url, record):
            counts[name or "without a name"] += 1
            if name is None:
                print(f"FAIL {url!r}: {key}: {ours!r}, by the second reading {theirs!r}")
    for name, n in sorted(counts.items()):
        print(f"{n} differences: {name}: {NAMES.get(name, '')}")
    print(f"parts: {len(urls)} URLs read twice")
    return 1 if counts["without a name"] > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
