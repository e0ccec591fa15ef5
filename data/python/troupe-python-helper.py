#!/usr/bin/env python3
# troupe-python-helper.py: runs the Python of one run of a flow
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads calls from standard input and writes answers to standard output, one JSON object a line.

Needs Python 3.9 and its standard library; tools need CrewAI besides. Troupe starts it with
permission only, and ends it with the run.
"""

import contextvars
import ctypes
import io
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from troupe_python_session import CALL, Call, Session
from troupe_python_values import compact, decode

PROTOCOL = 1
LIMIT_OUTPUT = 1024 * 1024
LIMIT_OUTPUT_LINE = 16 * 1024
MAX_THREADS = 256


class Channel:
    """Writes whole lines, one after the other."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.lock = threading.Lock()

    def send(self, line):
        rest = memoryview(line + b"\n")
        with self.lock:
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]

    def log(self, call, stream, text):
        text = text.encode("utf-8", "replace").decode()
        entry = {"id": call.number if call else None, "stream": stream, "text": text}
        self.send(compact({"log": entry}).encode())


class Output(io.TextIOBase):
    """Standard output or error of the code: lines that know which call wrote them."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, channel, stream, descriptor):
        self.channel = channel
        self.stream = stream
        self.descriptor = descriptor
        self.buffer = os.fdopen(os.dup(descriptor), "wb", 0)
        self.lock = threading.RLock()
        self.parts = {}
        self.counts = {}

    def writable(self):
        return True

    def fileno(self):
        return self.descriptor

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        call = CALL.get()
        with self.lock:
            before = self.counts.get(call, 0)
            self.counts[call] = before + len(text)
            if before > LIMIT_OUTPUT:
                return len(text)
            *lines, rest = (self.parts.get(call, "") + text[:LIMIT_OUTPUT]).split("\n")
            while len(rest) >= LIMIT_OUTPUT_LINE:
                lines.append(rest[:LIMIT_OUTPUT_LINE])
                rest = rest[LIMIT_OUTPUT_LINE:]
            self.parts[call] = rest
            for line in lines:
                self.emit(call, line)
            if before + len(text) > LIMIT_OUTPUT:
                self.channel.log(call, "cut", "")
        return len(text)

    def emit(self, call, line):
        for start in range(0, max(len(line), 1), LIMIT_OUTPUT_LINE):
            self.channel.log(call, self.stream, line[start : start + LIMIT_OUTPUT_LINE])

    def end(self, call):
        with self.lock:
            rest = self.parts.pop(call, "")
            if rest:
                self.emit(call, rest)
            self.counts.pop(call, None)


def control(option, value):
    """prctl(2), where ctypes has it: without it children of the code can outlive a kill."""
    try:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def children():
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == os.getpid():
            yield int(name)


def end_children(grace):
    """Waits until nothing is left below us; kills what is left after the grace."""
    deadline = time.monotonic() + grace
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return
        if time.monotonic() >= deadline:
            for child in children():
                try:
                    os.kill(child, signal.SIGKILL)
                except OSError:
                    pass
        time.sleep(0.002)


def supervise():
    """Outside a sandbox: a parent that inherits every process of the code, and ends them."""
    control(36, 1)  # PR_SET_CHILD_SUBREAPER
    parent = os.getpid()
    signal.signal(signal.SIGTERM, lambda *_: (end_children(0.3), os._exit(143)))
    worker = os.fork()
    if worker == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        control(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(1)
        return
    os.close(0)
    os.close(1)
    status = 0
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == worker:
            break
    end_children(0)
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
    os._exit(code)


def serve():
    source = os.fdopen(os.dup(0), "rb")
    channel = Channel(os.dup(1))
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    sys.stdin = open(0, closefd=False)
    sys.stdout = Output(channel, "stdout", 1)
    sys.stderr = Output(channel, "stderr", 2)
    sys.path[0] = os.getcwd()
    sys.argv = [""]
    channel.send(compact({"protocol": PROTOCOL, "python": list(sys.version_info[:3])}).encode())
    session = None
    pool = ThreadPoolExecutor(MAX_THREADS)
    for line in source:
        message = decode(line)
        if session is None:
            session = Session(message, channel)
            continue
        with session.lock:
            session.take_state(message["state"])
            call = Call(session, message)
        pool.submit(contextvars.Context().run, session.perform, message, call)
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:] == ["--supervised"]:
        supervise()
    serve()
