"""Opens pages in Chromium, each 400 and 1200 pixels wide, light and dark, and checks them.

    pictures.py FOLDER PAGE...    writes PAGE-WIDTH-SCHEME.png to FOLDER; status 1 if a check fails

The checks: nothing is wider than the window. All text, also of visited links, has a contrast of 4.5 to
its background (WCAG 2.2, 1.4.3). No letters are too small. The background is dark in the dark scheme.
The browser reports no message.
"""
import base64, fcntl, json, os, pathlib, subprocess, sys, tempfile

# Returns the faults of the page: pale texts, and elements wider than the window.
JUDGE = r"""(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = colour => rgba(colour).slice(0, 3).map(c => c / 255)
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const svg = document.documentElement.localName === "svg";
    // The background. In SVG: the last shape before the text that contains the middle of the text.
    // In HTML: the first ancestor with a colour.
    const behind = element => {
        if (svg) {
            const box = element.getBoundingClientRect();
            const x = box.x + box.width / 2, y = box.y + box.height / 2;
            const under = [...document.querySelectorAll("rect")].filter(rect => {
                const r = rect.getBoundingClientRect();
                return r.left <= x && x <= r.right && r.top <= y && y <= r.bottom &&
                    rect.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
            });
            return under.length ? getComputedStyle(under.at(-1)).fill : "white";
        }
        for (let e = element; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (rgba(colour)[3] === 255)
                return colour;
        }
        return "white";
    };
    const root = document.documentElement, wide = root.clientWidth || innerWidth;
    const wrong = [];
    let texts = 0, least = 21;
    for (const element of document.querySelectorAll(svg ? "text, tspan" : "body *")) {
        if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
            continue;
        texts++;
        const style = getComputedStyle(element);
        const colours = [svg ? style.fill : style.color];
        if (element.localName === "a")
            colours.push(getComputedStyle(document.documentElement).getPropertyValue("--visited"));
        for (const colour of colours) {
            const found = contrast(colour, behind(element));
            least = Math.min(least, found);
            if (!(found >= 4.5))
                wrong.push(`contrast ${found.toFixed(2)}: ${colour}: ${element.textContent.slice(0, 40)}`);
        }
        const box = element.getBoundingClientRect();
        if (box.left < 0 || box.right > wide)
            wrong.push(`${box.left} to ${box.right} in ${wide}: ${element.textContent.slice(0, 40)}`);
        const size = parseFloat(style.fontSize) * (svg ? element.getScreenCTM().a : 1);
        if (size < 10.5)
            wrong.push(`letters of ${size} pixels: ${element.textContent.slice(0, 40)}`);
    }
    if (root.scrollWidth > wide)
        wrong.push(`${root.scrollWidth} wide in ${wide}`);
    const base = svg ? document.querySelector("rect") : document.body;
    const ground = luminance(getComputedStyle(base)[svg ? "fill" : "backgroundColor"]);
    return { wrong, texts, least, ground, width: root.scrollWidth, height: root.scrollHeight,
        shown: innerWidth, scripts: document.querySelectorAll("script").length };
})()"""


class Browser:
    """Chromium, controlled by its protocol for developers. Its pipes are descriptors 3 and 4."""

    def __init__(self, profile):
        reads, commands = os.pipe()
        events, writes = os.pipe()
        ours = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reads, writes)]

        def pipes():
            os.dup2(ours[0], 3)
            os.dup2(ours[1], 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--user-data-dir=" + profile, "about:blank"],
            preexec_fn=pipes, pass_fds=(3, 4), stderr=subprocess.DEVNULL)
        for end in (reads, writes, *ours):
            os.close(end)
        self.commands, self.events = os.fdopen(commands, "wb"), os.fdopen(events, "rb")
        self.number, self.session, self.seen, self.buffer = 0, {}, [], b""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.session = {"sessionId": session}
        for domain in ("Page", "Log", "Runtime"):
            self.call(domain + ".enable")

    def event(self):
        while b"\0" not in self.buffer:
            octets = os.read(self.events.fileno(), 65536)
            assert octets, "chromium ended"
            self.buffer += octets
        text, self.buffer = self.buffer.split(b"\0", 1)
        event = json.loads(text)
        self.seen.append(event)
        return event

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters, **self.session}
        self.commands.write(json.dumps(command).encode() + b"\0")
        self.commands.flush()
        while True:
            event = self.event()
            if event.get("id") == self.number:
                assert "error" not in event, event
                return event["result"]

    def visit(self, url, width, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.seen.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.seen):
            self.event()

    def judge(self):
        result = self.call("Runtime.evaluate", expression=JUDGE, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"]["value"]

    def reports(self):
        return [event["params"] for event in self.seen
                if event.get("method") in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")]

    def picture(self, page):
        clip = {"x": 0, "y": 0, "width": page["shown"], "height": min(page["height"], 4000), "scale": 1}
        shot = self.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])


def wrong_with(page, scheme, reports):
    yield from page["wrong"]
    yield from reports
    if not page["texts"]:
        yield "no text"
    if page["scripts"]:
        yield "a script"
    if (page["ground"] < 0.2) != (scheme == "dark"):
        yield "luminance of the ground: %.2f" % page["ground"]


def main(folder, *pages):
    failed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        for path in map(pathlib.Path, pages):
            for width in (400, 1200):
                for scheme in ("light", "dark"):
                    browser.visit(path.resolve().as_uri(), width, scheme)
                    page = browser.judge()
                    name = "%s-%d-%s" % (path.stem, width, scheme)
                    pathlib.Path(folder, name + ".png").write_bytes(browser.picture(page))
                    print("%s: %d texts, contrast at least %.2f, %d wide" %
                          (name, page["texts"], page["least"], page["width"]))
                    for reason in wrong_with(page, scheme, browser.reports()):
                        print("%s: %s" % (name, reason))
                        failed = True
        browser.call("Browser.close")
        browser.process.wait()
    return failed


sys.exit(main(*sys.argv[1:]))
