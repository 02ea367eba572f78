"""Types at an interactive shell, with a terminal, and looks at what it completes.

    completions.py FOLDER SHELL...

FOLDER has the completions. Of a shell that is not installed, or too old, this
says so.
"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# What is typed, and what the line then is. A word that is the only one is completed with a blank,
# which the Z shows.
TYPED = [
    ("fidourl enc\tZ", "fidourl encode Z"),
    ("fidourl rew\tZ", "fidourl rewrite Z"),
    ("fidourl extract --recu\tZ", "fidourl extract --recursive Z"),
    ("fidourl encode --rules=rfc398\tZ", "fidourl encode --rules=rfc3986 Z"),
    ("fidourl decode -c areat\tZ", "fidourl decode -c areatag Z"),
    ("fidourl decode --controls=k\tZ", "fidourl decode --controls=keep Z"),
    ("fidourl rewrite --hyperlink=al\tZ", "fidourl rewrite --hyperlink=always Z"),
    ("fidourl extract --messages=sq\tZ", "fidourl extract --messages=squish Z"),
    ("fidourl extract --messages sq\tZ", "fidourl extract --messages sqZ"),
    ("fidourl extract -M sq\tZ", "fidourl extract -M sqZ"),
    ("fidourl extract -s fido,goph\tZ", "fidourl extract -s fido,gopher"),
    ("fidourl fold --scheme=area,ne\ttm\tZ", "fidourl fold --scheme=area,netmail"),
    ("fidourl extract --files0-from=spo\tZ", "fidourl extract --files0-from=spool.pkt Z"),
    ("fidourl extract spo\tZ", "fidourl extract spool.pkt Z"),
    ("fidourl extract -n spo\tZ", "fidourl extract -n spool.pkt Z"),
    ("fidourl extract -F spo\tZ", "fidourl extract -F spoZ"),
    ("fidourl normalize --lin\tZ", "fidourl normalize --linZ"),
    ("fidourl extract --lin\tZ", "fidourl extract --line-number Z"),
    ("fidourl --vers\tZ", "fidourl --version Z"),
    ("fidourl help enc\tZ", "fidourl help encode Z"),
    ("fidourl help hel\tZ", "fidourl help helZ"),
    ("fidourl hel\tZ", "fidourl help Z"),
    ("fidourl extract --charset=koi8-r\tZ", "fidourl extract --charset=koi8-r Z"),
    ("fidourl extract --where=por\tZ", "fidourl extract --where=port=Z"),
    ("fidourl extract --where host=x --where msg.subj\tZ",
     "fidourl extract --where host=x --where msg.subject=Z"),
    ("fidourl edit --where=msg.subj\tZ", "fidourl edit --where=msg.subjZ"),
    ("fidourl edit --set por\tZ", "fidourl edit --set port=Z"),
    ("fidourl edit --set canon\tZ", "fidourl edit --set canonZ"),
    ("fidourl edit --append=por\tZ", "fidourl edit --append=porZ"),
    ("fidourl edit --append=par\tZ", "fidourl edit --append=param.Z"),
    ("fidourl normalize --drop=frag\t", "fidourl normalize --drop=fragment"),
    ("fidourl extract --csv=url,frag\t", "fidourl extract --csv=url,fragment"),
    ("fidourl messages --csv=msg.d\t", "fidourl messages --csv=msg.date"),
    ("fidourl extract -F '{por\t", "fidourl extract -F '{port}"),
    ("fidourl extract -F \"{url} {por\t", "fidourl extract -F \"{url} {port}"),
    ("fidourl extract --format '{url} ({msg.subj\t", "fidourl extract --format '{url} ({msg.subject}"),
    ("fidourl rewrite --head '{msg.ch\t", "fidourl rewrite --head '{msg.charset}"),
    ("fidourl rewrite --head='{frag\tZ", "fidourl rewrite --head='{fragZ"),
    ("fidourl extract -F '{param.x} {canon\t", "fidourl extract -F '{param.x} {canonical}"),
]

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "PS1='> '; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; "
             ". '{folder}/fidourl'"),
    "zsh": (["zsh", "-f", "-i"],
            "PS1='> '; unsetopt zle_bracketed_paste beep; fpath=('{folder}' $fpath); "
            "autoload -U compinit; compinit -D -u"),
    "fish": (["fish", "--no-config", "--private", "-i"],
             "function fish_prompt; echo '> '; end; set -g fish_autosuggestion_enabled 0; "
             "source '{folder}/fidourl.fish'"),
}
SECONDS = 20
CONTROLS = re.compile(rb"\x1b\[[0-9;?>=]*[A-Za-z]|\x1b[=>()][B0]?|\x1b\][^\a\x1b]*(?:\a|\x1b\\)|[\a\r]")


class Terminal:
    def __init__(self, command, home):
        self.shown = b""
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.chdir(home)
            os.environ.update(HOME=home, TERM="xterm", LC_ALL="C.UTF-8", INPUTRC="/dev/null",
                              COLUMNS="200", XDG_CONFIG_HOME=home, XDG_DATA_HOME=home,
                              XDG_CACHE_HOME=home, XDG_RUNTIME_DIR=home, TMPDIR=home)
            os.execvp(command[0], command)

    def close(self):
        """Ends the shell, which then writes no more in its home."""
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.fd)

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, wanted):
        """Whether it is shown from now on."""
        end = time.monotonic() + SECONDS
        while True:
            text = CONTROLS.sub(b"", self.shown).decode("utf-8", "replace")
            while "\b" in text.lstrip("\b"):
                text = re.sub("[^\b]\b", "", text.lstrip("\b"))
            if wanted in text:
                self.shown = b""
                return True
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                return False
            try:
                self.shown += os.read(self.fd, 65536)
            except OSError:
                return False


def check(shell, folder):
    command, setting_up = SHELLS[shell]
    failed = 0
    with tempfile.TemporaryDirectory() as home:
        open(os.path.join(home, "spool.pkt"), "w").close()
        terminal = Terminal(command, home)
        terminal.type(setting_up.format(folder=folder) + "\n")
        terminal.type("echo re''ady\n")
        if not terminal.wait_for("ready\n"):
            print(f"FAIL {shell}: it does not start")
            terminal.close()
            return 1
        for typed, wanted in TYPED:
            terminal.type("\x15" + typed)
            if not terminal.wait_for(wanted):
                failed += 1
                print(f"FAIL {shell}: {typed!r} became {terminal.shown[-300:]!r}, not {wanted!r}")
                break
        terminal.close()
    return failed


def main():
    folder = os.path.abspath(sys.argv[1])
    failed = 0
    for shell in sys.argv[2:]:
        if shutil.which(shell) is None:
            print(f"skipped: {shell} is not installed")
            continue
        if shell == "bash" and subprocess.run([shell, "-c", "type mapfile"],
                                              capture_output=True).returncode != 0:
            print("skipped: bash of version 4 is not installed")
            continue
        failed += check(shell, folder)
    print(f"completions: failed: {failed}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
