"""Schemes, as fidourl(7) has them, for the tests that are in Python."""
import re
from pathlib import Path

PAGE = " ".join(re.sub(r"^\.[A-Z][a-z] ", "", line) for line in
                (Path(__file__).parent.parent / "man/fidourl.7").read_text(encoding="utf-8").split("\n"))


def listed(first, last):
    """The words of a list in the manual."""
    return re.split(r", | and ", re.search(f"{first} ([^:.]*?){last}", PAGE)[1])


FIDONET = set(re.findall(r"Li ([a-z]*):", PAGE.partition(" SCHEMES ")[2].partition(" El")[0]))
# What a page may link to.
LINKS = FIDONET | set(listed("Besides Fidonet's, URLs of", " are safe"))
# "http and ws (80), ftp (21)".
PORTS = re.search(r"default ports are those of ([^.]*)\.", PAGE)[1]
DEFAULT_PORTS = {port: "|".join(names.split(" and ")) for names, port in
                 re.findall(r"([a-z]+(?: and [a-z]+)?) \((\d+)\)", PORTS)}
