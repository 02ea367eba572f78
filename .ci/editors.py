"""Counts the URLs that come through programs that format, quote, refill, frame and dump text.

    editors.py PROGRAM [FLOORS]    prints the table; with FLOORS, status 1 if a row is worse than its floor

300 paragraphs of prose have one URL each, of 30 to 190 bytes. Lines have at most 72 columns, except those
with long URLs. A row is a program and its action, and four pairs of numbers: the URLs found of the 300 and,
as a negative number, the wrong URLs. The pairs are: without -W, with -W, and both again after `fold -s
fido,web`. The floors are for the programs of Debian 12. To renew them, after you understand each change:

    python3 .ci/editors.py src/fidourl >.ci/editors.floors
"""
import html, os, random, re, subprocess, sys, tempfile, textwrap

WIDTH = 72
REFILL = 79
QUOTES = ("> ", " AB> ")
# Commands of the shell, for FILE and lines of W columns. These refill paragraphs, and quotes of them:
FILLERS = {
    "fmt": "fmt -w W FILE",
    "par": "PARINIT='rTbgq B=.,?_A_a Q=_s>|' par W <FILE",
    "vim": "vim -Nu NONE -es +'set tw=W fo=tcqr com=n:>' +'normal gggqG' +'wq! out' FILE && cat out",
    "emacs": """emacs -Q --batch FILE --eval '(progn (text-mode) (setq fill-column W)
        (fill-region (point-min) (point-max)) (write-file "out"))' 2>&1 && cat out""",
    "aerc": "/usr/share/aerc/filters/wrap -r -w W <FILE",
    "Text::Autoformat": """perl -MText::Autoformat -0777 -pe '$_ = autoformat($_, {right => W, all => 1})' FILE""",
    "Text::Wrap": """perl -MText::Wrap -00 -pe 's/\\s+/ /g; $Text::Wrap::columns = W; $_ = fill("", "", $_) . "\\n\\n"' FILE""",
    "textwrap": """python3 -c 'import sys, textwrap
for text in sys.stdin.read().split("\\n\\n"): print(textwrap.fill(text, W), end="\\n\\n")' <FILE""",
}
# These cut lines, or quote them:
CUTTERS = {
    "fold": "fold -w W FILE",
    "fold -s": "fold -s -w W FILE",
    "nmh": """printf 'body:component="> ",overflowtext="> ",overflowoffset=0,width=W\\n' >form; echo 'Path: .' >mh
        { echo 'Subject: x'; echo; cat FILE; } >letter; MH=$PWD/mh /usr/lib/mh/mhl -form ./form -nomoreproc letter""",
}
# These dump web pages:
DUMPERS = {
    "lynx": "lynx -dump -nolist -width=W FILE",
    "w3m": "w3m -dump -cols W FILE",
    "html2text": "html2text -width W FILE",
    "elinks": "elinks -no-home -dump -no-references -dump-width W FILE",
    "pandoc": "pandoc -f html -t plain --columns=W FILE",
}


def make_url(dice, nth):
    """Returns the nth URL, which contains n and so differs from all others."""
    def word():
        return "".join(dice.choice("abcdefghiklmnoprstuvyz") for _ in range(dice.randint(3, 9)))
    size = dice.randint(30, 190)
    fronts = (f"http://www.{word()}.example/{nth}", f"https://{word()}.example/{nth}/",
              f"area://LOCAL.{word().upper()}+{word().upper()}?n={nth}&find=", f"fecho://{word()}.{nth}/{word()}.zip?",
              f"netmail:2:5{nth:03}/{dice.randint(1, 999)}.{dice.randint(1, 9)}?subject=", f"freq://2:5020/{nth}/{word()}")
    url = dice.choice(fronts)
    while len(url) < size:
        url += dice.choice(("/", "-", ".", "%20", "_", "+", "&k=")) + word()
    return url[:size - 1].rsplit("%", 1)[0] + "x" if "%" in url[size - 4:size] else url[:size - 1] + "x"


def make_texts():
    dice = random.Random(66)
    urls = [make_url(dice, nth) for nth in range(300)]
    texts = []
    for url in urls:
        words = ["".join(dice.choice("aeioubdfghklmnprst") for _ in range(dice.randint(1, 11)))
                 for _ in range(dice.randint(16, 40))]
        words.insert(dice.randint(3, len(words) - 3), url)
        texts.append(textwrap.fill(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False))
    return set(urls), "\n\n".join(texts) + "\n"


def run(command, text, width=WIDTH):
    """Returns the output of a command for the text, run in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "text.html" if text.startswith("<") else "text")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        command = re.sub(r"\bW\b", str(width), command).replace("FILE", name)
        result = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE,
                                stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": folder},
                                timeout=100, check=True)
    return result.stdout.decode("utf-8", "replace")


def quoted(text, mark):
    return "".join(f"{mark}{line}\n" if line else "\n" for line in text.splitlines())


def page(text):
    return "<!DOCTYPE html><meta charset=utf-8><p>" + html.escape(text).replace("\n\n", "\n<p>")


def treated(text):
    """Yields rows: program, action and changed text. If rows have one name, the worst is printed."""
    for mark in QUOTES:
        yield "none", f"quoted '{mark}'", quoted(text, mark)
    for name, command in FILLERS.items():
        once = run(command, text)
        yield name, "filled", once
        for mark in QUOTES:
            yield name, f"filled, quoted '{mark}'", quoted(once, mark)
            yield name, f"filled, quoted '{mark}', filled", run(command, quoted(once, mark), REFILL)
    for name, command in CUTTERS.items():
        once = run(command, text)
        yield name, "cut", once
        yield name, f"cut, quoted '{QUOTES[1]}'", quoted(once, QUOTES[1])
    for frame in run("boxes -q '(all)'", "").split():
        if frame in ("headline", "sunset"): # headline spaces letters out, sunset puts a `:` before a URL
            continue
        yield "boxes", "framed", run(f"boxes -d {frame} FILE", text)
        yield "boxes", "cut, framed", run(f"boxes -d {frame} FILE", run(CUTTERS["fold"], text))
    for name, command in DUMPERS.items():
        once = run(command, page(text))
        yield name, "dumped", once
        yield name, f"dumped, quoted '{QUOTES[1]}'", quoted(once, QUOTES[1])


def figures_of(program, urls, text):
    """Returns for each row the numbers of found and of wrong URLs, in each of the four ways."""
    def output(octets, *arguments):
        return subprocess.run([program, *arguments], input=octets.encode(), stdout=subprocess.PIPE,
                              check=False).stdout.decode("utf-8", "replace")
    rows = {}
    marked = output(text, "fold", "-s", "fido,web")
    for (name, how, plain), (_, _, folded) in zip(treated(text), treated(marked)):
        figures = []
        for octets, *option in ((plain,), (plain, "-W"), (folded,), (folded, "-W")):
            found = set(output(octets, "extract", *option).splitlines())
            figures += [len(found & urls), -len(found - urls)]
        old = rows.get(f"{name}, {how}", figures)
        rows[f"{name}, {how}"] = [min(pair) for pair in zip(old, figures)]
    return rows


def main():
    rows = figures_of(os.path.abspath(sys.argv[1]), *make_texts())
    for name, figures in rows.items():
        print(f"{name:50}", *(f"{n:5}" for n in figures))
    if len(sys.argv) < 3:
        return 0
    with open(sys.argv[2], encoding="utf-8") as file:
        floors = {line[:50].rstrip(): [int(n) for n in line[50:].split()] for line in file}
    worse = [name for name in {**floors, **rows}
             if name not in floors or any(n < floor for n, floor in zip(rows.get(name, [-1000]), floors[name]))]
    for name in worse:
        print(f"worse than its floors, {floors.get(name, 'which are not there')}: {name}")
    return len(worse) > 0


if __name__ == "__main__":
    sys.exit(main())
