"""What edit makes of URLs, beside a second reading of fidourl(1) in another language: parts.py takes
URLs apart, and options are applied to what it finds. A result must have the parts that were set, and
all others as they were; a refusal must have a reason.

    edit.py PROGRAM N [SEED]     N URLs, made at random, with twice as many changes
"""
import collections
import random
import re
import subprocess
import sys
from urllib.parse import unquote_to_bytes

import parts

WEB = ("http", "https")
NAMES = ("scheme", "areas", "address", "request", "userinfo", "host", "port", "path", "query",
         "fragment")
OF_FIDONET = {"areas": ("areafix", "echomail", "area", "fecho"),
              "address": ("netmail", "faqserv", "freq"), "request": ("faqserv",),
              "path": ("area", "fecho", "faqserv", "freq")}
ZONE = r"(?:%25[A-Za-z0-9\-._~]{1,32}|%[A-Za-z0-9\-._~]{1,32})"
HOST = rf"(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{{2}})+|\[[0-9A-Fa-f:.]{{2,45}}{ZONE}?\]"
BATCH = 100 # URLs a run


def run(program, *arguments, records):
    """Standard output by records, and which of them were refused."""
    text = b"".join(record + b"\0" for record in records)
    done = subprocess.run([program, *arguments, "-z"], input=text, capture_output=True, check=False)
    assert done.returncode in (0, 1), (arguments, done.stderr)
    return done.stdout.split(b"\0")[:-1]


def template(program, urls, names):
    """The parts of canonical URLs, as {NAME} has them; None where parse has none."""
    names = (*names, "canonical")
    text = "\\t".join("{%s}" % in_braces(name) for name in names)
    # A URL of our own comes after each: what is malformed gives no row.
    records = [part for url in urls for part in (url, b"mark:")]
    rows = run(program, "parse", "-q", "-F", text.encode("latin-1"), records=records)
    found, row = [], None
    for line in rows:
        values = line.split(b"\t")
        if values[-1] == b"mark:":
            found.append(row)
            row = None
        else:
            row = dict(zip(names, values))
    assert len(found) == len(urls)
    return found


def in_braces(name):
    return re.sub("[%:{}]", lambda found: f"%{ord(found[0]):02X}", name)


def second(url):
    """The canonical form and the parts of a URL, by the second reading; None: it is malformed."""
    text = url.decode("latin-1")
    scheme, colon, rest = text.partition(":")
    scheme = scheme.lower()
    text = text if scheme in parts.FIDONET else parts.zoned(text)
    counts = collections.Counter()
    try:
        parts.matched("(?s)[A-Za-z][A-Za-z0-9+.-]*:(?:[^%]|%[0-9A-Fa-f]{2})*", text)
        if scheme in parts.FIDONET:
            canonical, record = parts.read_fidonet(scheme, rest)
        else:
            canonical, record = parts.read_other(text, counts)
    except parts.Malformed:
        return None
    return canonical.encode("latin-1"), text_parts(canonical, record)


def text_parts(canonical, record):
    """The parts of a canonical URL as texts: what is not there is None."""
    scheme, _, rest = canonical.partition(":")
    rest, hash_, fragment = rest.partition("#")
    rest, question, query = rest.partition("?")
    found = dict.fromkeys((*NAMES, "authority"))
    found.update(scheme=scheme, fragment=fragment if hash_ else None,
                 query=query if question else None)
    if scheme in parts.FIDONET:
        rest = rest.removeprefix("//")
        if "areas" in record or scheme in OF_FIDONET["areas"]:
            slash = scheme in OF_FIDONET["path"]
            areas, bar, path = rest.partition("/") if slash else (rest, "", "")
            found.update(areas=areas, path=path or None)
        elif scheme == "netmail":
            found.update(address=rest)
        else:
            pieces = rest.split("/", 3 if scheme == "faqserv" else 2)
            found["address"] = "/".join(pieces[:2])
            more = pieces[2:]
            if scheme == "faqserv" and more:
                found["request"] = more.pop(0)
            found["path"] = more[0] if more and more[0] else None
    else:
        for name in ("userinfo", "host", "authority"):
            found[name] = record.get(name)
        if rest.startswith("//"):
            netloc = re.match("//([^/]*)", rest)[1]
            port = re.search(r":([0-9]+)$", netloc)
            found["port"] = port[1] if "port" in record else None
            rest = rest[2 + len(netloc):]
        found["path"] = rest
    return found


def has_once(state, name):
    """Whether parts have that of the name; a parameter, once."""
    if not name.startswith("param."):
        return state[name] is not None
    pairs = state["scheme"] in parts.FIDONET or state["scheme"] in WEB
    params = (state["query"] or "").split("&") if pairs else []
    return [decode(param.partition("=")[0]) for param in params if param].count(
        name[6:].encode("latin-1")) == 1


def contained(text, ends):
    """Text as a part: a stray % and what would end the part are escaped."""
    text = re.sub("%(?![0-9A-Fa-f]{2})", "%25", text)
    return re.sub(f"[{re.escape(ends)}]" if ends else "(?!)",
                  lambda found: f"%{ord(found[0]):02X}", text)


def decode(text):
    return unquote_to_bytes(text.replace("+", " ").encode("latin-1"))


def encode_data(text, web, literal="/@"):
    safe = "-_.!~*'()" if web else "!$'()*,-.:;_" + literal
    return "".join(character if character in safe or (character.isascii() and character.isalnum())
                   else "+" if character == " " else f"%{ord(character):02X}" for character in text)


def glob(pattern, name):
    """Whether a pattern, in octets, means the name."""
    tokens = re.findall(rb"%[0-9A-Fa-f]{2}|(?s:.)", pattern)
    one = (rb"(?:[\xC2-\xDF][\x80-\xBF]|(?:\xE0[\xA0-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]"
           rb"|\xED[\x80-\x9F])[\x80-\xBF]|(?:\xF0[\x90-\xBF]|[\xF1-\xF3][\x80-\xBF]|"
           rb"\xF4[\x80-\x8F])[\x80-\xBF]{2}|(?s:.))")
    # A character once taken is not taken apart: the first that is looked at is the one.
    parts_of = [rb"(?s:.*)" if token == b"*" else rb"(?=(?P<one%d>%b))(?P=one%d)" % (n, one, n)
                if token == b"?" else re.escape(unquote_to_bytes(token))
                for n, token in enumerate(tokens)]
    return re.fullmatch(b"".join(parts_of), name) is not None


class Refused(Exception):
    pass


def change_params(state, how, name, value, web):
    query = state["query"]
    pieces = query.split("&") if query is not None else []
    if how == "append":
        hits = []
    elif how == "set":
        hits = [i for i, piece in enumerate(pieces)
                if piece and decode(piece.partition("=")[0]) == unquote_to_bytes(
                    name.encode("latin-1"))]
    else:
        hits = [i for i, piece in enumerate(pieces)
                if piece and glob(name.encode("latin-1"), decode(piece.partition("=")[0]))]
    if how == "drop":
        if hits:
            kept = [piece for i, piece in enumerate(pieces) if i not in hits]
            state["query"] = "&".join(kept) if any(kept) else None
        return
    fresh = encode_data(unquote_to_bytes(name.encode("latin-1")).decode("latin-1"), web)
    if hits:
        first = pieces[hits[0]]
        key, _, old = first.partition("=")
        if decode(old) != value.encode("latin-1"):
            pieces[hits[0]] = key + "=" + encode_data(value, web)
        state["query"] = "&".join(piece for i, piece in enumerate(pieces) if i not in hits[1:])
        return
    new = fresh + "=" + encode_data(value, web)
    joint = "&" if query and not query.endswith("&") else ""
    state["query"] = (query or "") + joint + new


def expected(found, options):
    """The parts after the options, as they are to be read before they are brought to their canonical
    form. Raises Refused where the URL cannot have them."""
    state = dict(found)
    scheme = ([value for how, name, value in options if how == "set" and name == "scheme"]
              or [state["scheme"]])[-1].lower()
    fidonet, web = scheme in parts.FIDONET, scheme in WEB
    was_fidonet = found["scheme"] in parts.FIDONET
    path_set = was_fidonet and not fidonet
    if fidonet and not was_fidonet and state["path"] is not None:
        state["path"] = state["path"].removeprefix("/") or None
    if not fidonet and state["path"] is None:
        state["path"] = ""
    no_scheme = False
    for how, name, value in options:
        if name.startswith("param."):
            if fidonet or web:
                change_params(state, how, name[6:], value, web)
            elif how != "drop":
                raise Refused("parameters")
        elif how == "drop":
            state[name] = None
            no_scheme = no_scheme or name == "scheme"
        elif name == "request":
            state[name] = encode_data(value, False, "@")
        elif name == "port":
            state[name] = value
        elif name == "host":
            state["authority"] = None
            state[name] = re.sub("[\x80-\xFF]", lambda found: f"%{ord(found[0]):02X}", value)
        elif name == "scheme":
            no_scheme = False
            state[name] = value
        else:
            ends = {"areas": "?#", "address": "?#", "userinfo": "/?#@", "path": "?#",
                    "query": "#", "fragment": ""}[name]
            if fidonet and name in ("areas", "address") and scheme in OF_FIDONET["path"]:
                ends += "/"
            if name == "path":
                path_set = True
                value = value.removeprefix("/") if fidonet else value
            if name != "userinfo" or state[name] != value:
                state[name] = contained(value, ends)
    if no_scheme or not re.fullmatch("[A-Za-z][A-Za-z0-9+.-]*", state["scheme"]) or scheme == "url":
        raise Refused("scheme")
    for name, value in state.items():
        has = (scheme in OF_FIDONET[name] if name in OF_FIDONET and (fidonet or name != "path")
               else not fidonet if name in ("userinfo", "host", "port", "authority") else True)
        if value is not None and not has:
            raise Refused(name)
    if not fidonet:
        check_host(state)
        authority = state["host"] is not None or state["authority"] is not None
        path = state["path"] or ""
        if authority and path_set and path and not path.startswith("/"):
            path = "/" + path
        if authority and path and not path.startswith("/"):
            raise Refused("path beside a host")
        if not authority and path.startswith("//"):
            raise Refused("path of two slashes")
        state["path"] = path
    state["scheme"] = scheme
    return state


def check_host(state):
    if state["host"] is None and (state["userinfo"] is not None or state["port"] is not None):
        raise Refused("no host")
    if state["authority"] is not None and (state["host"] or state["userinfo"]):
        raise Refused("two authorities")
    if state["host"] == "" and (state["userinfo"] is not None or state["port"] is not None):
        raise Refused("empty host")
    if state["host"] and not re.fullmatch(HOST, state["host"]):
        raise Refused("bad host")
    if state["port"] and (not re.fullmatch("[0-9]+", state["port"]) or int(state["port"]) > 65535):
        raise Refused("bad port")
    if (state["host"] or "[")[0] != "[" and re.search("%(21|2[AaefEF]|27|28|29|5[fF]|7[eE]|2[dD])", state["host"]):
        bare = re.sub("%..", lambda found: unquote_to_bytes(found[0]).decode("latin-1")
                      if unquote_to_bytes(found[0]) in b"-_.!~*'()" else found[0], state["host"])
        if not re.fullmatch(HOST, bare):
            raise Refused("host with escapes")


def compose(state):
    """The URL of the parts. Its canonical form, by the second reading, is the result."""
    text = state["scheme"] + ":"
    if state["scheme"] in parts.FIDONET:
        text += "//"
        address = state["scheme"] in OF_FIDONET["address"]
        required = (state["address"] if address else state["areas"]) or ""
        if address:
            # The slash of the address is its own, whatever is after it.
            if not re.fullmatch(parts.NUMBERS, decode(required).decode("latin-1"), re.ASCII):
                raise Refused("bad address")
            required = "".join(
                character if character != "/" else "%2F" for character in required)
            if state["scheme"] != "netmail":
                required = re.sub("(?i)%2f", "/", required, count=1)
        text += required
        if state["path"] and state["scheme"] == "faqserv" and not state["request"]:
            raise Refused("path without request")
        for name in ("request", "path"):
            if state[name]:
                text += "/" + state[name]
    elif state["authority"] is not None:
        text += "//" + state["authority"] + state["path"]
    else:
        if state["host"] is not None:
            text += "//"
            text += state["userinfo"] + "@" if state["userinfo"] is not None else ""
            text += state["host"]
            text += ":" + state["port"] if state["port"] is not None else ""
        text += state["path"]
    text += "?" + state["query"] if state["query"] is not None else ""
    text += "#" + state["fragment"] if state["fragment"] is not None else ""
    return text.encode("latin-1")


# What values are made of.
VALUES = ("", " ", "a", "b", "B c", "/", "//", "..", ":", "@", "?", "#", "&", "=", "+", "%", "%%",
          "%41", "%2f", "%2F", "%3f", "%20", "%25", "%zz", "<", ">", "\"", "URL:", "\\", "|", "[::1]", "[",
          "]", "---", "\t", "\n", "\r", "\x7f", "\xE9", "\xD1\x84", "80", "443", "0", "65535",
          "2:5/1", "5/6.7@f", "h.example", "%21", "%7e", "'", "*", ";", ",", "~", "{", "}", "`", "^")
LIKELY = {"scheme": ("http", "https", "ftp", "area", "netmail", "areafix", "freq", "faqserv",
                     "mailto", "ed2k", "x", "HTTP", "url", "1", ""),
          "areas": ("A", "A B@c", "A/B", "//A", "A+B", "A%20B", "A@b@c", "", "@", "A ", "A%2Fb"),
          "address": ("2:5/1", "5/1", "2:5/1.2@f", "2:5%2F1", "2:5/1/2", "2", "", "2:5/1@a/b"),
          "host": ("h", "H.example.", "[::1]", "[FE80::1%Eth0]", "[::1%25A]", "[::1%25]", "[a b]", "\xD1\x84.b",
                   "\xE9/", "[::1%\xE9]", "", "a b", "a:1", "u@h", "a%21", "%41.b", "a/b"),
          "port": ("80", "443", "0080", "", "0", "65535", "65536", "x", "-1", "21"),
          "path": ("/", "", "a/b", "/a", "//a", "a//b", "a?b#c", "..", "a/", "%2F"),
          "query": ("", "a=b", "a&&b", "&", "=", "a=b&a=c", "?", "#"),
          "userinfo": ("u", "u:p", "u@v", "a@b", "", "a/b"), "fragment": ("", "f", "a#b")}
PARAMS = ("a", "b", "a%20b", "%26", "%3D", "*", "utm_a", "\xE9", "%2A", "%3F", "?")
PATTERNS = ("*", "a", "b*", "*a", "?", "??", "utm_*", "%2A", "*%2A*", "*?", "[", "a*b*", "%3F*")


def roll_value(dice, name):
    if name in LIKELY and dice.random() < 0.6:
        return dice.choice(LIKELY[name])
    return "".join(dice.choices(VALUES, k=dice.randrange(4)))


def roll_option(dice):
    how = dice.choice(("set", "set", "set", "append", "drop", "drop"))
    name = dice.choice((*NAMES, *4 * ("param.",)))
    if how == "append" or name == "param.":
        how = how if name == "param." or how != "append" else "append"
        name = "param." + dice.choice(PATTERNS if how == "drop" else PARAMS)
    return how, name, None if how == "drop" else roll_value(dice, name)


def arguments(options):
    for how, name, value in options:
        text = name if how == "drop" else f"{name}={value}"
        yield f"--{how}".encode()
        yield text.encode("latin-1")


# Names of parameters that URLs at random may have.
ITS_PARAMS = ("a", "b", "utm_a", "*", "a b", "\xE9", "c")

# Pieces of queries with what names of parameters there are.
QUERIES = ("", "", "", "", "?a=1", "?a=1&b=2&a=3", "?a&b&", "?utm_a=x&c=d", "?&a=b", "?=x", "?a+b=c%20d",
           "?%2A=1&*=2", "?", "?\xE9=%E9", "?a=%2B&a%20b=+")


def roll_url(dice):
    if dice.random() < 0.5:
        return parts.roll_url(dice)
    head = dice.choice((
        "http://h", "http://h/", "https://u:p@h:8080/a/b", "http://H.:0080/x", "ftp://h/a%20b", "x:/p/q",
        "mailto:a@b", "area://A", "area:A+B@c/o/p", "netmail:2:5/1.2@f", "areafix:A/B", "echomail:",
        "freq://2:5/1/f.zip", "faqserv://2:5/1/r/o/", "faqserv://5/1/r%2Fs", "file:///x/y", "area://",
        "ed2k://|file|x|1|/", "http://[::1]:81/", "http://[::1%25A]:081/", "x://u@[::1%a]", "x://a@b@c/d", "http:/p", "http:p", "freq://2:5/1",
        "faqserv:2:5/1//", "freq:2:5/1//", "fecho:A//", "faqserv:2:5/1/r//", "http:", "area:A+", "p", "/p/q",
        "fecho:///", "http://a!b/c", "x://h:65536/"))
    query = dice.choice(QUERIES)
    return head + query + dice.choice(("", "", "", "#", "#f", "#a b%41"))


def canonical_of(records):
    """For each record, its canonical form and parts; None where it is malformed."""
    return [second(parts.unwrap(record.decode("latin-1")).encode("latin-1")) for record in records]


def front_of(record):
    """What comes before the query and the fragment."""
    return re.split("[?#]", parts.unwrap(record.decode("latin-1")))[0].encode("latin-1")


class Test:
    def __init__(self, program):
        self.program = program
        self.counts = collections.Counter()
        self.failed = 0

    def fail(self, *what):
        self.failed += 1
        if self.failed < 20:
            print("FAIL", *what)

    def same_as_normalize(self, records):
        ours = run(self.program, "edit", "-q", records=records)
        theirs = run(self.program, "normalize", "-q", "--keep-fragment", records=records)
        for record, one, other in zip(records, ours, theirs):
            if one != other:
                self.fail(record, "without options:", one, "normalize:", other)

    def by_model(self, records, options, known):
        ours = run(self.program, "edit", "-q", *arguments(options), records=records)
        if len(ours) != len(records):
            self.fail(options, len(ours), "records of", len(records))
            return
        together = []
        for record, found, result in zip(records, known, ours):
            if found is None:
                self.counts["malformed before"] += 1
                continue
            try:
                state = expected(found[1], options)
                wanted = second(compose(state))
                reason = "no URL" if wanted is None else None
                if wanted and (wanted[1]["host"] is None) != (state["host"] is None):
                    wanted, reason = None, "a host that was none"
                if wanted and state["scheme"] in OF_FIDONET["path"] and "/" in (state["areas"] or ""):
                    wanted, reason = None, "a slash of areas that would end them"
            except Refused as refusal:
                wanted, reason = None, str(refusal)
            if wanted is None:
                self.counts["refused: " + reason] += 1
                if result != record:
                    self.fail(record, options, "refused:", reason, "but", result)
                continue
            self.counts["changed" if wanted[0] != found[0] else "not changed"] += 1
            if result != wanted[0]:
                self.fail(record, options, "gives", result, "not", wanted[0])
            elif second(result)[0] != result:
                self.fail(result, "is not canonical")
            else:
                self.others_stay(record, found[1], wanted[1], options)
                together.append(result)
        if len(options) == 1 and options[0][0] == "set":
            self.is_printed(together, options[0])

    def stays_malformed(self, dice, records, known):
        """What is wrong before the query is not mended by a change after it."""
        option = dice.choice(("--drop=query", "--set=query=a", "--set=fragment=f", "--drop=fragment",
                              "--set=param.a=b", "--append=param.a=b", "--drop=param.*"))
        wrong = [record for record, found in zip(records, known) if found is None and
                 b"%%" not in record and second(front_of(record)) is None]
        self.counts["wrong before the query"] += len(wrong)
        for record, result in zip(wrong, run(self.program, "edit", "-q", option, records=wrong)):
            if result != record:
                self.fail(record, option, "mends it:", result)

    def others_stay(self, record, before, after, options):
        """Of the result, by itself: what no option named is what it was."""
        named = {name.partition(".")[0] for _, name, _ in options}
        if "scheme" in named:
            return
        named |= {"query"} if "param" in named else set()
        named |= {"authority"} if "host" in named else set()
        for name, value in before.items():
            if name not in named and (value or "/") != (after[name] or "/"):
                self.fail(record, options, name, "was", value, "and is", after[name])

    def is_printed(self, urls, option):
        """What was set is what parse prints of the results, where the value needs no escape."""
        _, name, value = option
        data = name == "request" or name.startswith("param.")
        if not data and not re.fullmatch("[A-Za-z0-9.]+", value):
            return
        printed = name
        if name.startswith("param."):
            printed = "param." + unquote_to_bytes(name[6:].encode("latin-1")).decode("latin-1")
        shown = re.sub("[\0-\x1F\x7F]", lambda found: f"%{ord(found[0]):02X}", value)
        shown = shown.lower() if name in ("scheme", "host") else shown
        shown = shown.removesuffix(".") if name == "host" else shown
        shown = (shown.lstrip("0") or "0") if name == "port" else shown
        for url, row in zip(urls, template(self.program, urls, (printed,))):
            if name == "port" and row[name] == b"": # a default one
                continue
            self.counts["printed as it was set"] += 1
            found = row[printed].removeprefix(b"/") if name == "path" else row[printed]
            if found != shown.encode("latin-1"):
                self.fail(url, option, "is printed as", row[printed])

    def by_itself(self, records):
        """--set N={N} changes nothing; one option a run, so records with the same value together."""
        canonical = run(self.program, "edit", "-q", records=records)
        together = collections.defaultdict(list)
        names = (*NAMES, *("param." + name for name in ITS_PARAMS))
        for url, row in zip(canonical, template(self.program, canonical, names)):
            there = second(url) if row else None
            for name in names if there else ():
                value = row[name]
                if has_once(there[1], name) and not re.search(rb"%(?:[01].|7F)", value):
                    together[name, value].append(url)
        for (name, value), urls in together.items():
            option = b"%s=%s" % (in_braces(name).encode("latin-1"), value)
            results = run(self.program, "edit", "-q", "--set", option, records=urls)
            self.counts["set to itself"] += len(urls)
            for url, result in zip(urls, results):
                if url != result:
                    self.fail(url, "--set", option, "gives", result)


def main():
    program, n = sys.argv[1], int(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    dice = random.Random(seed)
    test = Test(program)
    for batch in range(0, n, BATCH):
        records = [roll_url(dice).replace("\0", "0").encode("latin-1") for _ in range(BATCH)]
        known = canonical_of(records)
        test.same_as_normalize(records)
        test.by_itself(records[:3])
        test.stays_malformed(dice, records, known)
        for _ in range(2):
            options = [roll_option(dice) for _ in range(dice.choice((1, 1, 1, 2, 3)))]
            test.by_model(records, options, known)
    for name, count in sorted(test.counts.items()):
        print(count, name)
    print(f"edit: {n} URLs, seed {seed}, {test.failed} differ")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
