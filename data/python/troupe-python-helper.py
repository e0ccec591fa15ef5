#!/usr/bin/env python3
# troupe-python-helper.py: helper process that executes the Python code of a document during one run
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads calls from standard input and writes answers to descriptor 3, one JSON object per line.

Requires Python 3.9 and its standard library. Without CrewAI the code gets the stand-ins of
`troupe_python_crew.py`; classes that it derives from Pydantic's require Pydantic 2. Troupe
starts it only with the user's permission, isolated (`python3 -I`), and ends it with the run.
"""

import contextvars
import io
import os
import signal
import site
import sys
import threading
import time
from _queue import Empty, SimpleQueue
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
)

try:
    from _sha256 import sha256  # not hashlib, which loads a large library
except ImportError:
    from hashlib import sha256


class OwnModules:
    """Finds the modules of the helper, also those that are imported later. No module of a document replaces them."""

    folder = FileFinder(os.path.dirname(os.path.abspath(__file__)), (SourceFileLoader, SOURCE_SUFFIXES))

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return cls.folder.find_spec(name, target) if path is None and name.startswith("troupe_python_") else None


sys.meta_path.insert(0, OwnModules)
from troupe_python_modules import NAMESPACES, install  # noqa: E402
from troupe_python_session import CALL, Call, Session  # noqa: E402
from troupe_python_values import compact, decode  # noqa: E402

PROTOCOL = 1
CHANNEL = 3
LIMIT_OUTPUT = 1024 * 1024
LIMIT_OUTPUT_LINE = 16 * 1024
LIMIT_OUTPUT_LINES = 20000
MAX_THREADS = 256
STATUS_CLOSED = 86


class Pipe:
    """A descriptor that can detect that it was replaced: code may close it and open another file
    that gets the same number."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.identity = self.identify()

    def identify(self):
        status = os.fstat(self.descriptor)
        return status.st_dev, status.st_ino

    def is_same(self):
        try:
            return self.identify() == self.identity
        except OSError:
            return False


class Channel(Pipe):
    """Sends complete lines, one at a time."""

    def __init__(self, descriptor):
        super().__init__(descriptor)
        self.lock = threading.Lock()

    def send(self, line):
        rest = memoryview(line + b"\n")
        with self.lock:
            try:
                if not self.is_same():
                    os._exit(STATUS_CLOSED)
                while rest:
                    rest = rest[os.write(self.descriptor, rest) :]
            except OSError:
                os._exit(STATUS_CLOSED)

    def log(self, call, stream, text):
        text = text.encode("utf-8", "replace").decode()
        entry = {"id": call.number if call else None, "stream": stream, "text": text}
        self.send(compact({"log": entry}).encode())


class Output(io.TextIOBase):
    """Standard output or error of the code: forwards each line with the number of its call."""

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
            size, count = self.counts.get(call, (0, 0))
            if size > LIMIT_OUTPUT or count > LIMIT_OUTPUT_LINES:
                return len(text)
            *lines, rest = (self.parts.get(call, "") + text[:LIMIT_OUTPUT]).split("\n")
            while len(rest) >= LIMIT_OUTPUT_LINE:
                lines.append(rest[:LIMIT_OUTPUT_LINE])
                rest = rest[LIMIT_OUTPUT_LINE:]
            self.parts[call] = rest
            for line in lines[: LIMIT_OUTPUT_LINES - count]:
                self.emit(call, line)
            size, count = self.counts[call] = size + len(text), count + len(lines)
            if size > LIMIT_OUTPUT or count > LIMIT_OUTPUT_LINES:
                self.parts[call] = ""
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
    """Calls prctl(2) if ctypes provides it; without it children of the code can survive a kill."""
    import ctypes

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
    """Waits until no child process is left; kills the remaining ones after @grace seconds."""
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


def supervise(end_signal):
    """Without a sandbox: forks a parent that adopts all processes of the code, and ends them."""
    control(36, 1)  # PR_SET_CHILD_SUBREAPER
    parent = os.getpid()
    signal.signal(signal.SIGTERM, lambda *_: (end_children(0.3), os._exit(143)))
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        control(1, end_signal)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(1)
        return
    os.close(0)
    os.close(CHANNEL)
    status = 0
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == child:
            break
    end_children(0)
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
    os._exit(code)


def scope():
    """Blocks the abstract sockets of other programs, which network access would make reachable."""
    import ctypes
    import struct

    libc = ctypes.CDLL(None, use_errno=True)
    attributes = struct.pack("=QQQ", 0, 0, 1)  # LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
    ruleset = libc.syscall(444, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0 or libc.syscall(446, ruleset, 0) != 0:
        sys.exit("Could not hide the sockets of other programs: " + os.strerror(ctypes.get_errno()))
    os.close(ruleset)


class Source(SourceFileLoader):
    """Loads source files only: cached bytecode can differ from the code that the user permitted."""

    modules = None

    def exec_module(self, module):
        namespace = NAMESPACES.of_file(self.path)
        if namespace is not None:
            vars(module)["__builtins__"] = namespace.builtins()
        super().exec_module(module)

    def path_stats(self, path):
        raise OSError

    def get_data(self, path):
        data = super().get_data(path)
        if path == self.path:
            self.modules.check(path, data)
        return data


class Extension(ExtensionFileLoader):
    modules = None

    def create_module(self, spec):
        with open(self.path, "rb") as file:
            self.modules.check(self.path, file.read())
        return super().create_module(spec)


class Modules:
    """Makes the permitted modules of the document's folder importable, after the standard library
    and before installed packages."""

    LOADERS = ((Extension, EXTENSION_SUFFIXES), (Source, SOURCE_SUFFIXES))

    def __init__(self, folder):
        self.folder = folder
        self.agreed = None
        Source.modules = Extension.modules = self
        self.others = list(sys.path)
        named = filter(os.path.isabs, os.environ.get("PYTHONPATH", "").split(":"))
        place = next((n for n, path in enumerate(sys.path) if self.is_of_site(path)), len(sys.path))
        sys.path[place:place] = [path for path in (folder, *self.sources(), *named) if path not in sys.path]
        if sys.prefix == sys.base_prefix and os.path.isdir(site.getusersitepackages()):
            site.addsitedir(site.getusersitepackages())
        sys.path_hooks.insert(0, self.hook)
        sys.path_importer_cache.clear()

    def sources(self):
        """Returns the folder of a project's packages, which CrewAI installs for its commands."""
        source = os.path.join(self.folder, "src")
        is_project = os.path.isfile(os.path.join(self.folder, "pyproject.toml"))
        return [source] if is_project and os.path.isdir(source) else []

    @staticmethod
    def is_of_site(path):
        return os.path.basename(path) in ("site-packages", "dist-packages")

    def is_own(self, path):
        parts = [path]
        while path != os.path.dirname(path):
            path = os.path.dirname(path)
            parts.append(path)
        return self.folder in parts and not any(
            part in self.others or self.is_of_site(part) for part in parts
        )

    def hook(self, path):
        if not self.is_own(os.path.abspath(path)):
            raise ImportError(path)
        finder = FileFinder(path, *self.LOADERS)
        finder.find_spec = self.guard(finder.find_spec)
        return finder

    def check(self, path, data):
        """Raises ImportError if the file was changed after permission was granted."""
        digest = (self.agreed or {}).get(os.path.relpath(path, self.folder))
        if digest is not None and sha256(data).hexdigest() != digest:
            raise ImportError(f"{path!r} was changed after permission was granted", path=path)

    def guard(self, find):
        def find_spec(name, target=None):
            spec = find(name, target)
            if self.agreed is None or spec is None or not spec.has_location:
                return spec
            return spec if os.path.relpath(spec.origin, self.folder) in self.agreed else None

        return find_spec


def calls(pipe):
    """Yields the lines with calls. Exits when the input ends, or if code has replaced the pipe."""
    try:
        for line in os.fdopen(pipe.descriptor, "rb"):
            if not pipe.is_same():
                break
            yield line
    except OSError:
        pass
    os._exit(0 if pipe.is_same() else STATUS_CLOSED)


class Workers:
    """Threads for calls. They are kept for later calls.

    Not those of concurrent.futures, whose import takes a fifth of the time in which the helper starts.
    """

    def __init__(self):
        self.works = SimpleQueue()
        self.idle = threading.Semaphore(0)
        self.count = 0

    def submit(self, *work):
        self.works.put(work)
        if not self.idle.acquire(blocking=False) and self.count < MAX_THREADS:
            self.count += 1
            threading.Thread(target=self.perform).start()

    def perform(self):
        while True:
            try:
                function, *arguments = self.works.get_nowait()
            except Empty:
                self.idle.release()
                function, *arguments = self.works.get()
            try:
                function(*arguments)
            except BaseException:  # the call has reported what could be reported
                pass
            del function, arguments


def serve(modules):
    source = Pipe(os.dup(0))
    channel = Channel(os.dup(CHANNEL))
    os.close(CHANNEL)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    sys.stdin = open(0, closefd=False)
    sys.stdout = Output(channel, "stdout", 1)
    sys.stderr = Output(channel, "stderr", 2)
    sys.argv = [""]
    channel.send(compact({"protocol": PROTOCOL, "python": list(sys.version_info[:3])}).encode())
    session = None
    pool = Workers()
    for line in calls(source):
        message = decode(line)
        if session is None:
            modules.agreed = message["modules"]
            session = Session(message, channel)
            continue
        if "answer" in message:
            session.questions.take(message["answer"])
            continue
        with session.lock:
            session.take_state(message["state"])
            call = Call(session, message)
        pool.submit(contextvars.Context().run, session.perform, message, call)


def main(mode, folder):
    if mode == "--supervised":
        # Two supervisors: if one is killed, the other adopts its children.
        supervise(signal.SIGTERM)
        supervise(signal.SIGKILL)
    elif mode == "--scoped":
        scope()
    modules = Modules(folder)
    install()
    os.chdir(folder)
    serve(modules)


if __name__ == "__main__":
    main(*sys.argv[1:])
