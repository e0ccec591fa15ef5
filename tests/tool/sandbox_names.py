# sandbox_names.py: what the tests of the supervisor of names share: folders with rules, and code that runs in them
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The program is started without a sandbox, so that its rules are all that refuses something.

import atexit
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE = 120
TOP = tempfile.mkdtemp(prefix="troupe-names-")
atexit.register(shutil.rmtree, TOP, ignore_errors=True)
# As in a sandbox: root may otherwise examine each process.
PREFIX = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 and shutil.which("setpriv") else ()
# What the tests in the supervised process share.
PRELUDE = r"""
import ctypes, errno, fcntl, json, os, signal, stat, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *words):
    words = [word.encode() if isinstance(word, str) else ctypes.c_long(word) if isinstance(word, int) else word for word in words]
    result = getattr(libc, name)(*words)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result
def tell(function, *words, **options):
    'Returns the result, or the name of the error.'
    try:
        result = function(*words, **options)
    except OSError as error:
        return errno.errorcode[error.errno]
    return result
"""


class Place:
    """A folder with rules."""

    def __init__(self, top, *rules, home=None, programs=True):
        self.top = top
        self.rules = (("home", home) if home else ()) + ("folder", top, *rules) + (("programs", "") if programs else ())

    def start(self, *words, plain=False, **options):
        options = {"cwd": self.top, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        if plain:
            return subprocess.Popen((*PREFIX, *words), **options)
        rules = os.memfd_create("rules", 0)
        self.report = os.memfd_create("report", 0)
        os.write(rules, b"".join(os.fsencode(text) + b"\0" for text in self.rules))
        lock = os.open(os.path.join(TOP, "lock"), os.O_RDWR | os.O_CREAT, 0o600)
        process = subprocess.Popen([*PREFIX, PROGRAM, str(rules), str(self.report), str(lock), "-1", *words], pass_fds=(rules, self.report, lock), **options)
        os.close(rules)
        os.close(lock)
        return process

    def run(self, code, plain=False, at=None):
        """Runs Python code, which prints one JSON value. Returns it. @at: the folder, which is created, below the top"""
        enter = f"os.makedirs({at!r}, exist_ok=True); os.chdir({at!r})\n" if at else ""
        process = self.start(sys.executable, "-B", "-c", PRELUDE + enter + textwrap.dedent(code), plain=plain)
        out, err = process.communicate(timeout=PATIENCE)
        try:
            return json.loads(out)
        except ValueError:
            return f"{process.returncode} {out!r} {err!r}"

    def read_report(self):
        data = os.pread(self.report, 65536, 0)
        return struct.unpack("=I", data[:4])[0] if data else 0, [part.decode("utf-8", "replace") for part in data[4:].split(b"\0") if part]

    def has(self, name):
        return os.path.lexists(os.path.join(self.top, name))


def make_place(*rules, **more):
    return Place(tempfile.mkdtemp(dir=TOP), *rules, **more)


def main(tests):
    """Runs the tests of the arguments, PROGRAM [TEST…], and prints TAP."""
    probe = subprocess.run([PROGRAM, "--probe"], capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        print(f"1..0 # SKIP this system cannot supervise names: {probe.stderr.strip()}")
        return 0
    number = failed = 0
    for test in tests:
        if len(sys.argv) > 2 and test.__name__ not in sys.argv[2:]:
            continue
        for point, holds, details in test():
            number += 1
            print(f"{'ok' if holds else 'not ok'} {number} - {test.__name__}: {ascii(point).replace('#', ' ')}", flush=True)
            if not holds:
                failed += 1
                print(f"# {ascii(details)[:3000]}")
    os.chdir("/")
    print(f"1..{number}")
    return 1 if failed else 0
