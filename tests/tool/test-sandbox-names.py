#!/usr/bin/env python3
# test-sandbox-names.py: tests the program that keeps code in a sandbox from creating names which other programs execute
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-sandbox-names.py PROGRAM [TEST…]. Prints TAP. The program is started without a sandbox, so that its rules are all that refuses
# something. The rules are in doc/reliability.md R9.

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

from sandbox_names import PATIENCE, PREFIX, PRELUDE, PROGRAM, TOP, Place, main, make_place

# The rounds and the seconds of races; more of them if TROUPE_SECURITY_ALL is set.
N_SWAPS, N_SECONDS = (10000, 3) if "TROUPE_SECURITY_ALL" in os.environ else (2000, 1)

# --- What is allowed -----------------------------------------------------------------------------

# Each line is executed with and without the program, and must have the same result.
CALLS = r"""
os.umask(0o027)
R = []
def mode(path): return oct(os.lstat(path).st_mode)
def put(path, flags, mode=0o666):
    fd = os.open(path, flags, mode)
    try:
        return [oct(os.fstat(fd).st_mode), fcntl.fcntl(fd, fcntl.F_GETFD), fcntl.fcntl(fd, fcntl.F_GETFL) & (os.O_APPEND | os.O_NONBLOCK | 3 | os.O_SYNC)]
    finally:
        os.close(fd)
def do(function, *words, **options):
    R.append([getattr(function, '__name__', '?'), repr(words), tell(function, *words, **options)])
W = os.O_CREAT | os.O_WRONLY
do(put, 'a', W); do(put, 'a', W); do(put, 'a', W | os.O_EXCL); do(put, 'b', W | os.O_EXCL, 0o6644); do(mode, 'b')
do(put, 'c', W | os.O_APPEND); do(put, 'd', os.O_CREAT | os.O_RDONLY, 0o400); do(put, 'd', os.O_CREAT | os.O_RDWR); do(put, 'e', W | os.O_NONBLOCK)
do(put, 'f', W | os.O_TRUNC | os.O_SYNC); do(put, '', W); do(put, '.', W); do(put, '..', W); do(put, '/', W); do(put, 'a/', W); do(put, 'n/', W)
do(put, 'a/x', W); do(put, 'none/x', W); do(put, 'x' * 255, W); do(put, 'x' * 256, W); do(put, 'y/' * 2100, W); do(put, '/' * 3000 + 'tmp/..//' + os.getcwd() + '/g', W)
open('a', 'w').write('content'); do(put, 'a', W | os.O_APPEND); do(lambda: open('a').read()); do(put, 'a', W | os.O_TRUNC); do(lambda: open('a').read())
do(os.mkdir, 'm'); do(mode, 'm'); do(os.mkdir, 'm'); do(os.mkdir, 'm2/'); do(os.mkdir, 'm/n/o'); do(os.mkdir, 'm/s', 0o1777); do(mode, 'm/s'); do(os.mkdir, '.'); do(os.mkdir, '/'); do(os.mkdir, 'a/b')
do(put, 'm', W); do(put, 'm', os.O_CREAT); do(put, 'm', os.O_CREAT | os.O_EXCL)
do(os.mknod, 'p', 0o666 | stat.S_IFIFO); do(mode, 'p'); do(os.mknod, 'r', 0o666 | stat.S_IFREG); do(mode, 'r'); do(os.mknod, 'r'); do(os.mknod, 'r/')
do(os.symlink, 'a', 'l'); do(os.readlink, 'l'); do(os.symlink, 'a', 'l'); do(os.symlink, '', 'l2'); do(os.symlink, 'x' * 4000, 'l3'); do(os.symlink, 'm', 'lm'); do(os.symlink, 'a', 'q/'); do(os.symlink, 'a', 'l4/')
do(os.link, 'a', 'h'); do(lambda: os.stat('a').st_nlink); do(os.link, 'a', 'h'); do(os.link, 'm', 'hm'); do(os.link, 'l', 'hl'); do(os.readlink, 'hl'); do(os.link, 'l', 'hl2', follow_symlinks=True); do(mode, 'hl2')
do(os.link, 'none', 'h2'); do(os.link, 'a', 'none/h'); do(os.link, 'a/', 'h3')
do(os.rename, 'a', 'a2'); do(os.rename, 'a', 'a3'); do(os.rename, 'm2', 'm/m3'); do(os.rename, 'a2', 'm'); do(os.rename, 'm', 'a2'); do(os.rename, 'm', 'm/inside'); do(os.rename, 'm/m3', 'm/m4/'); do(os.rename, 'a2', 'a4/')
do(os.rename, 'a2', 'b'); do(os.rename, '.', 'x1'); do(os.rename, 'm', '..'); do(os.rename, 'lm', 'lm2'); do(os.rename, 'lm2/', 'lm3')
do(call, 'renameat2', -100, 'b', -100, 'c', 1); do(call, 'renameat2', -100, 'b', -100, 'm', 2); do(call, 'renameat2', -100, 'b', -100, 'm', 2); do(call, 'renameat2', -100, 'b', -100, 'nothing', 2); do(call, 'renameat2', -100, 'b', -100, 'z', 9)
do(put, 'lm2/through', W); do(put, 'dangling', W); os.symlink('dangled', 'dl'); do(put, 'dl', W); do(mode, 'dangled'); os.symlink('dangled2', 'dl2'); do(put, 'dl2', W | os.O_EXCL); do(put, 'dl2', W | os.O_NOFOLLOW)
os.symlink('loop', 'loop'); do(put, 'loop', W); do(put, 'loop/x', W); os.symlink(os.getcwd() + '/absolute', 'la'); do(put, 'la', W); do(mode, 'absolute'); do(os.mkdir, 'dl2'); do(os.mkdir, 'dl2/')
D = os.open('m', os.O_RDONLY); do(lambda: put('a', W, 0o600) and 0); do(lambda: os.close(os.open('at', W, 0o640, dir_fd=D))); do(mode, 'm/at'); do(os.mkdir, 'atm', dir_fd=D); do(os.symlink, 'x', 'ats', dir_fd=D)
do(os.rename, 'at', 'at2', src_dir_fd=D, dst_dir_fd=D); do(os.link, 'at2', 'at3', src_dir_fd=D, dst_dir_fd=D); do(os.mkfifo, 'atf', dir_fd=D); do(lambda: os.mkdir('q', dir_fd=999)); do(lambda: os.mkdir('/' + os.getcwd() + '/abs', dir_fd=999))
F = os.open('f', os.O_RDONLY); do(lambda: os.mkdir('q', dir_fd=F)); do(put, '/proc/self/cwd/pc', W); do(put, f'/proc/self/fd/{D}/pf', W); do(put, '/dev/null', W | os.O_TRUNC); do(put, '/proc/self/comm', W); do(put, '/proc/thread-self/comm', W); do(put, '/proc/none', W); do(os.mkdir, '/proc/self')
T = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o640); os.write(T, b'unnamed'); do(call, 'linkat', -100, f'/proc/self/fd/{T}', -100, 'named', 0x400); do(call, 'linkat', -100, 'l', -100, 'hl9', 0x400); do(lambda: open('named').read()); do(mode, 'named')
do(call, 'creat', 'made', 0o666); do(mode, 'made'); do(call, 'open', 0, W, 0o600); do(call, 'mkdir', ctypes.c_void_p(8), 0o700); do(put, 'dir', W | os.O_DIRECTORY)
os.chdir('m'); do(put, '../up', W); do(mode, '../up'); do(put, '../../../../../../../../../../../../../tmp/..', W); os.rmdir('../m4') if os.path.exists('../m4') else 0
os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone'); do(put, 'x', W); do(os.mkdir, 'x'); do(put, '../notgone', W)
os.chdir('..'); os.chmod('s', 0o500); do(put, 's/x', W); os.chmod('s', 0o700)
def threads():
    def work(i):
        for k in range(100):
            os.close(os.open(f's/{i}-{k}', W)); os.mkdir(f's/d{i}-{k}'); os.rename(f's/{i}-{k}', f's/d{i}-{k}/x')
    all = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    [one.start() for one in all]; [one.join() for one in all]
    return len(os.listdir('s'))
do(threads)
def children():
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(.1); os.mkdir('orphan'); os._exit(0)
        os._exit(0)
    os.wait()
    while not os.path.exists('orphan'): time.sleep(.01)
do(children)
def limited():
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir('/proc/self/fd')) + 1, 4096))
    held = []
    try:
        for i in range(100): held.append(os.open(f'l{i}', W))
    finally:
        [os.close(fd) for fd in held]
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 4096))
do(limited)
print(json.dumps(R))
"""


def compare_calls():
    """Every call has the same result as without the program."""
    results = []
    for plain in (True, False):
        place = make_place()
        os.chdir(place.top)
        found = place.run(CALLS, plain=plain)
        results.append([json.loads(json.dumps(found).replace(place.top, "TOP"))])
        names = sorted(os.path.relpath(os.path.join(folder, name), place.top) for folder, folders, files in os.walk(place.top) for name in files + folders)
        results[-1].append(names)
    plain, supervised = results
    yield "the calls are executed", isinstance(plain[0], list) and isinstance(supervised[0], list), results
    if isinstance(plain[0], list) and isinstance(supervised[0], list):
        for first, second in zip(plain[0], supervised[0]):
            # Kernels before 6.4 create a file.
            if "'dir'" not in first[1]:
                yield f"{first[0]} {first[1][:60]}", first == second, (first, second)
    yield "the same files exist", set(plain[1]) - {"dir"} == set(supervised[1]) - {"dir"}, set(plain[1]) ^ set(supervised[1])


def open_pipes():
    """Opening a pipe waits for the other end, and does not block other calls."""
    place = make_place()
    found = place.run("""
        os.mkfifo('p')
        got = []
        def write():
            with open('p', 'w') as file: file.write('through'); got.append(fcntl.fcntl(file, fcntl.F_GETFL) & os.O_NONBLOCK)
        thread = threading.Thread(target=write); thread.start()
        time.sleep(.1)
        waits = thread.is_alive()
        open('other', 'w').close()
        text = open('p').read(); thread.join()
        print(json.dumps([waits, text, got, tell(os.open, 'p', os.O_CREAT | os.O_WRONLY | os.O_NONBLOCK)]))""")
    yield "a writer waits for a reader", found == [True, "through", [0], "ENXIO"], found
    found = place.run("""
        pid = os.fork()
        if pid == 0:
            open('p', 'w'); os._exit(0)
        time.sleep(.1); os.kill(pid, signal.SIGKILL); status = os.waitpid(pid, 0)[1]
        open('after', 'w').close()
        print(json.dumps(status))""")
    yield "a writer that waits can be killed", found == signal.SIGKILL, found
    process = place.start("/bin/sh", "-c", "echo out > /dev/stdout; echo err > /dev/stderr; echo fd > /dev/fd/1; echo self > /proc/self/fd/1")
    out, err = process.communicate(timeout=PATIENCE)
    yield "standard streams are those of the caller", (out, err) == (b"out\nfd\nself\n", b"err\n"), (out, err)


def end_programs():
    """The program ends like the code, and the code with the program."""
    place = make_place()
    for status in (0, 1, 7, 125, 255):
        process = place.start("/bin/sh", "-c", f"exit {status}")
        process.communicate(timeout=PATIENCE)
        yield f"status {status}", process.returncode == status, process.returncode
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, signal.SIGUSR1):
        process = place.start("/bin/sh", "-c", f"kill -{int(number)} $$")
        process.communicate(timeout=PATIENCE)
        yield f"{number.name} of the code", process.returncode == -number, process.returncode
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR2):
        process = place.start(sys.executable, "-c", f"import signal, sys\nsignal.signal({int(number)}, lambda *_: sys.exit(9))\nprint('ready', flush=True)\nwhile True: signal.pause()")
        process.stdout.readline()
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
        yield f"{number.name} is passed on", process.returncode == 9, process.returncode
    process = place.start("no-such-program")
    yield "a missing program", b"no-such-program" in process.communicate(timeout=PATIENCE)[1] and process.returncode == 127, process.returncode
    process = place.start("/bin/sh", "-c", "exec >&-; sleep 60 2>&- & read x; exit 3", stdin=subprocess.PIPE)
    yield "the end of the output is seen", process.stdout.read() == b"", process
    process.stdin.close()
    yield "the end of the input is seen", process.wait(timeout=PATIENCE) == 3, process.returncode
    process = place.start(sys.executable, "-c", "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(0.5)\nopen('survived', 'w').close()")
    process.communicate(timeout=PATIENCE)
    yield "code that kills it ends", process.returncode == -9 and not place.has("survived"), process.returncode
    process = place.start(sys.executable, "-c", "import os, sys\nfor i in range(3, 64):\n    try:\n        print(i, os.readlink(f'/proc/self/fd/{i}'))\n    except OSError:\n        pass")
    out = process.communicate(timeout=PATIENCE)[0]
    yield "code inherits no other descriptors", out == b"", out


# --- What is refused -----------------------------------------------------------------------------

NAMES = (".git", ".GIT", ".git.", ".git ", ".Git", ".g\u200dit", ".g\u00ad\u200cit", ".gi\u034ft", "\u034f.git", "\u115f.git", "\u17b4.envrc", "\u180b.envrc", "\u3164.git", ".g\ufe0fit", ".gi\uffa0t", "\U000e0100.git", "pyvenv\u034f.cfg", "AGENTS.m\U000e0100d", "\uff0egit", "r.git", "R.GIT", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul",
         ".vscode", ".idea", ".husky", ".direnv", ".bashrc", ".zshrc", ".gitconfig", ".github", ".claude", ".mcp.json", ".vimrc", "pyvenv.cfg", "conda-meta",
         "commondir", "HEAD", ".env", ".env.local", ".envrc.local", ".memory", ".npmrc", ".local", ".config", ".prettierrc", ".unknown-tool", ".unknown.config", "AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "agents.md", "WARP.md", ".eslintrc.json", "mise.local.toml", "sitecustomize.py", "usercustomize", "apport_python_hook.py", "_distutils_hack", "sitecustomize.cpython-311-x86_64-linux-gnu.so", "m.pyc", "__pycache__")
# Names with which programs work in a folder.
HARMLESS = (".gitignore", ".gitattributes", ".tmp123", ".notes.swp", ".cache", ".notes.txt.x7Rq2b", ".notes.txt.qwErty", ".rsync-a1b2c3d4", ".pytest_cache", ".tool_cache", "config", "hooks", "objects",
            "refs", "git", "x.pem", "head.txt", "python", "activate", "...", "mise.txt", "model.pth", "sitecustomized.py")
# Ways to create a file or folder called NAME.
WAYS = {
    "open": "os.close(os.open(NAME, os.O_CREAT | os.O_WRONLY))",
    "open exclusively": "os.close(os.open(NAME, os.O_CREAT | os.O_EXCL | os.O_RDWR))",
    "open to read": "os.close(os.open(NAME, os.O_CREAT))",
    "openat": "os.close(os.open(NAME, os.O_CREAT, dir_fd=os.open('.', os.O_PATH)))",
    "absolute": "os.close(os.open(os.path.join(os.getcwd(), NAME), os.O_CREAT))",
    "creat": "os.close(call('creat', NAME, 0o600))",
    "mkdir": "os.mkdir(NAME)", "mkdir with a slash": "os.mkdir(NAME + '//')", "mkdirat": "os.mkdir(NAME, dir_fd=os.open('.', os.O_RDONLY))",
    "mkfifo": "os.mkfifo(NAME)", "mknod": "os.mknod(NAME)", "mknodat": "os.mknod(NAME, dir_fd=os.open('.', os.O_RDONLY))",
    "symlink": "os.symlink('f', NAME)", "symlinkat": "os.symlink('f', NAME, dir_fd=os.open('.', os.O_RDONLY))",
    "link": "os.link('f', NAME)", "linkat": "os.link('f', NAME, dst_dir_fd=os.open('.', os.O_RDONLY))",
    "link of a file without a name": "t = os.open('.', os.O_TMPFILE | os.O_RDWR)\ncall('linkat', -100, f'/proc/self/fd/{t}', -100, NAME, 0x400)",
    "rename": "os.rename('f', NAME)", "rename a folder": "os.rename('d', NAME)", "renameat": "os.rename('f', NAME, dst_dir_fd=os.open('.', os.O_RDONLY))",
    "renameat2": "call('renameat2', -100, 'f', -100, NAME, 1)", "rename a link": "os.symlink('f', 's')\nos.rename('s', NAME)",
    "through a folder": "os.mkdir('d/../' + NAME)",
    "through a link": "os.symlink('.', 's')\nos.mkdir('s/' + NAME)",
    "through links": "os.symlink('s', 't')\nos.symlink(os.getcwd(), 's')\nos.mkdir('t/' + NAME)",
    "through a dangling link": "os.symlink(NAME, 's')\nopen('s', 'w').close()",
    "through an absolute dangling link": "os.symlink(os.getcwd() + '/' + NAME, 's')\nopen('s', 'a').close()",
    "through /proc/self/cwd": "os.mkdir('/proc/self/cwd/' + NAME)",
    "through /proc/PID/cwd": "os.mkdir(f'/proc/{os.getpid()}/cwd/' + NAME)",
    "through /proc/PID/root": "os.mkdir(f'/proc/{os.getpid()}/root/' + os.getcwd() + '/' + NAME)",
    "through /proc/self/fd": "os.mkdir(f'/proc/self/fd/{os.open(\".\", os.O_PATH)}/' + NAME)",
    "through /dev/fd": "os.close(os.open(f'/dev/fd/{os.open(\".\", os.O_PATH)}/' + NAME, os.O_CREAT))",
    "through /proc/thread-self": "os.mkdir('/proc/thread-self/cwd/' + NAME)",
    "through the parent": "os.mkdir(f'/proc/{os.getppid()}/cwd/' + NAME)",
    "in a child": "if os.fork() == 0:\n    os.chdir('d')\n    tell(os.mkdir, '../' + NAME)\n    os._exit(0)\nos.wait()\nraise OSError(errno.EACCES, '')",
    "in a thread": "r = []\nt = threading.Thread(target=lambda: r.append(tell(os.mkdir, NAME)))\nt.start()\nt.join()\nraise OSError(getattr(errno, r[0]), '')",
    "in a user namespace": "if os.fork() == 0:\n    call('unshare', 0x10000000)\n    tell(os.mkdir, NAME)\n    os._exit(0)\nos.wait()\nraise OSError(errno.EACCES, '')",
    "in a mount namespace": "if os.fork() == 0:\n    tell(call, 'unshare', 0x10020000)\n    tell(os.mkdir, NAME)\n    os._exit(0)\nos.wait()\nraise OSError(errno.EACCES, '')",
    "in a changed root": "if os.fork() == 0:\n    tell(call, 'unshare', 0x10000000)\n    os.chroot('.')\n    tell(os.mkdir, '/' + NAME)\n    os._exit(0)\nos.wait()\nraise OSError(errno.EACCES, '')",
}
TRY = """
NAME = {name!r}
open('f', 'w').close()
os.mkdir('d')
try:
    exec({way!r})
    result = 'created'
except OSError as error:
    result = errno.errorcode[error.errno]
print(json.dumps(result))
"""


def refuse_ways():
    """No system call and no spelling of a path creates the name."""
    for name in (".git", ".vscode"):
        for label, way in WAYS.items():
            place = make_place()
            found = place.run(TRY.format(name=name, way=way))
            # The folder of the supervisor itself is of no use to others.
            yield f"{label}: {name}", found == "EACCES" and not place.has(name), (found, os.listdir(place.top))
            count, told = place.read_report()
            if label != "through the parent":
                yield f"{label}: {name} is reported", count == 1 and told == [f"s{place.top}/{name}"], (count, told)
    for label, way in WAYS.items():
        place = make_place()
        found = place.run(TRY.format(name="harmless", way=way))
        yield f"{label}: another name is created", place.has("harmless") or "the parent" in label or "namespace" in label or "root" in label, (found, os.listdir(place.top))


# Each name and way in a folder of its own, because a name may depend on what is beside it.
TRY_EACH = """
top = os.getcwd()
found = []
for i, (NAME, way) in enumerate({tries!r}):
    os.chdir(top)
    os.mkdir(str(i))
    os.chdir(str(i))
    open('f', 'w').close()
    os.mkdir('d')
    try:
        exec(way)
        found.append('created')
    except OSError as error:
        found.append(errno.errorcode[error.errno])
print(json.dumps(found))
"""


def refuse_names():
    tries = [(name, label, "EACCES") for name in NAMES for label in ("open", "mkdir", "symlink", "rename", "rename a folder")
             if name != "commondir" or label not in ("mkdir", "rename a folder")]
    tries += [(name, label, "created") for name in HARMLESS for label in ("open", "mkdir", "rename a folder")]
    place = make_place()
    results = place.run(TRY_EACH.format(tries=[(name, WAYS[label]) for name, label, _result in tries]))
    for i, (name, label, result) in enumerate(tries):
        found = results[i] if isinstance(results, list) else results
        yield f"{label}: {name!r}: {result}", found == result and place.has(f"{i}/{name}") == (result == "created"), (found, os.listdir(place.top))


def refuse_repositories():
    """A folder with `HEAD` becomes no repository, and neither does one without."""
    place = make_place()
    open(os.path.join(place.top, "HEAD"), "w").close()
    for name in ("config", "config.worktree", "hooks", "objects", "refs", "Config"):
        found = place.run(f"os.mkdir('t') if not os.path.exists('t') else 0\nprint(json.dumps([tell(os.mkdir, {name!r}), tell(os.rename, 't', {name!r}), tell(os.symlink, 't', {name!r})]))")
        yield f"{name} beside HEAD", found == ["EACCES"] * 3 and not place.has(name), found
    place = make_place()
    found = place.run("os.mkdir('objects'); os.mkdir('refs'); print(json.dumps([tell(os.mkdir, 'hooks'), tell(os.mknod, 'config'), tell(os.mknod, 'HEAD'), tell(os.mkdir, 'head'), tell(os.rename, 'objects', 'HEAD')]))")
    yield "HEAD beside the other parts, and each of these beside the others", found == ["EACCES"] * 3 + [None, "EACCES"], found
    place = make_place()
    found = place.run("os.mkdir('x'); os.mknod('x/python3'); print(json.dumps([tell(os.rename, 'x', 'bin'), tell(os.mkdir, 'bin'), tell(os.mknod, 'bin/python'), tell(os.mknod, 'bin/activate'), tell(os.mknod, 'bin/tool')]))")
    yield "programs of an environment", found == ["EXDEV", None, "EACCES", "EACCES", None], found
    place = make_place()
    found = place.run("os.mkdir('t'); os.mknod('f'); print(json.dumps([tell(os.symlink, '../t', name) for name in ('bin', 'Scripts', 'systemd', 'autostart')] + [tell(os.mknod, 'bin'), tell(os.link, 'f', 'bin'), tell(os.mkdir, 'Scripts'), tell(os.symlink, 't', 'bins')]))")
    yield "links in the place of folders of programs", found == ["EACCES"] * 6 + [None, None], found
    place = make_place()
    found = place.run("""
        for i in range(30):
            if tell(os.mkdir, 'd' * 200) is None: os.chdir('d' * 200)
        print(json.dumps([tell(os.mkdir, 'env'), tell(os.mkdir, 'bin'), tell(os.mknod, 'f')]))""")
    yield "nothing is created where the path is too long to be known", found == ["EACCES"] * 3, found
    place = make_place()
    found = place.run("""
        os.makedirs('node_modules/x/.github'); os.mkdir('y')
        print(json.dumps([tell(os.mkdir, 'node_modules/x/.git'), tell(os.rename, 'node_modules/x', 'y/x'), tell(os.rename, 'node_modules', 'other'),
                          tell(os.rename, 'node_modules/x', 'node_modules/z'), tell(os.rename, 'node_modules/z/.github', '.github')]))""")
    yield "packages contain configuration, but not elsewhere", found == ["EACCES", "EXDEV", "EXDEV", None, "EACCES"], found
    place = make_place()
    os.mkdir(os.path.join(place.top, ".vscode"))
    found = place.run("os.mkdir('d'); print(json.dumps([tell(os.mkdir, '.vscode'), tell(os.makedirs, '.vscode', exist_ok=True), tell(os.symlink, 'x', '.vscode'), tell(os.mknod, '.vscode'), tell(os.link, '/dev/null', '.vscode')]))")
    yield "what exists is found", found == ["EEXIST", None, "EEXIST", "EEXIST", "EEXIST"] and place.read_report()[0] == 0, (found, place.read_report())


def grant_hidden():
    """Hidden names are created where the user has granted it, and nowhere else; what programs execute is refused there as well."""
    here = tempfile.mkdtemp(dir=TOP)
    place = Place(here, "granted", here + "/.memory", "granted", here + "/a/.facts.json")
    found = place.run("""
        os.mkdir('a')
        print(json.dumps([tell(os.makedirs, '.memory/.index/x'), tell(os.mknod, 'a/.facts.json'), tell(os.mknod, '.facts.json'), tell(os.mknod, '.memory2'), tell(os.mkdir, 'a/.memory'),
                          tell(os.mkdir, '.memory/.git'), tell(os.mkdir, '.memory/.vscode'), tell(os.rename, '.memory', '.other'), tell(os.rename, '.memory/.index', '.index')]))""")
    yield "granted names", found == [None, None] + ["EACCES"] * 7, found
    found = make_place().run("""
        os.makedirs('node_modules/x'); os.makedirs('site-packages/y/bin'); os.mkdir('mise')
        print(json.dumps([tell(os.mknod, 'node_modules/x/.eslintrc'), tell(os.mkdir, 'node_modules/.bin'), tell(os.mknod, 'site-packages/pyvenv.cfg'), tell(os.mknod, 'site-packages/y/bin/python3'),
                          tell(os.mkdir, 'site-packages/conda-meta'), tell(os.mknod, 'site-packages/y/bin/tool'), tell(os.mknod, 'mise/config.toml'), tell(os.mknod, 'mise/x.txt')]))""")
    yield "packages contain hidden files, but no environment", found == [None, None] + ["EACCES"] * 3 + [None, "EACCES", None], found


def keep_of_user():
    """What the user creates while code runs, such as a repository, is not changed by code."""
    top = tempfile.mkdtemp(dir=TOP)
    place = Place(top, "named", "hk", "named", "tools/x", "named", "deep/er/hooks", "modules", "src", "modules", "src/__pycache__")
    ways = {
        "append": "open(P, 'a')", "write": "open(P, 'w')", "update": "open(P, 'r+')", "write only": "os.open(P, os.O_WRONLY)", "read and empty": "os.open(P, os.O_TRUNC)",
        "truncate": "os.truncate(P, 0)", "through a link": "os.symlink(P, 'l'); open('l', 'a')", "through /proc": "fd = os.open(P, os.O_PATH); open(f'/proc/self/fd/{fd}', 'a')",
        "through a folder": "d = os.open(os.path.dirname(P) or '.', os.O_PATH); os.open(os.path.basename(P), os.O_RDWR, dir_fd=d)", "through the working folder": "os.chdir(os.path.dirname(P) or '.'); open(os.path.basename(P), 'a')",
        "a hard link": "os.link(P, 'h')", "a moved file": "os.rename(P, 'm')", "a moved folder": "os.rename(P.split('/')[0], 'm')", "exchanged": "open('x', 'w').close(); call('renameat2', -100, 'x', -100, P, 2)",
        "replaced": "open('y', 'w').close(); os.rename('y', P)", "a new file beside it": "open(P + '-new', 'w')", "a new folder": "os.mkdir(P + '-folder')", "a link beside it": "os.symlink('x', P + '-link')",
    }
    # What settings name, and parts of environments and repositories, which are known by what is beside them.
    parts = ("hk/pre-commit", "hk/deep/x", "tools/x", "deep/er/hooks/y", "src/json.py", "venv/lib/python3.11/site-packages/a.pth", "venv/lib/python3.11/site-packages/pip/__init__.py", "venv/bin/pip", "conda/lib/x.py", "other/bin/tool",
             "mirror/config", "mirror/hooks/post-update", "mirror/worktrees/x/y", "data/info/attributes", "alone/HEAD")
    beside = ("venv/pyvenv.cfg", "conda/conda-meta/history", "other/bin/python3", "mirror/HEAD", "mirror/objects/x", "mirror/refs/x", "data/HEAD", "data/commondir")
    process = place.start(sys.executable, "-B", "-c", PRELUDE + f"WAYS = {ways!r}\nTOP = {top!r}\nPARTS = {parts!r}\n" + textwrap.dedent("""
        print('ready', flush=True)
        for P in ('.git/config', '.git/hooks/post-index-change', '.vscode/tasks.json', '.idea/a/b.xml', 'n/r.git/config', 'v/pyvenv.cfg', 'v/bin/python3', '.envrc', 'node_modules/x/.git/config', '.unknown/x', 'AGENTS.md', 'd/CLAUDE.md', *PARTS):
            if sys.stdin.readline() != 'go\\n': break
            found = {}
            for label, way in WAYS.items():
                os.chdir(TOP)
                if P in ('.envrc', 'v/pyvenv.cfg', 'v/bin/python3', 'AGENTS.md', 'd/CLAUDE.md', 'tools/x', 'src/json.py', 'alone/HEAD') and label in ('a new file beside it', 'a new folder', 'a link beside it'): continue
                if not P.startswith('.') and label == 'a moved folder': continue
                try:
                    exec(way)
                    found[label] = 'done'
                except OSError as error:
                    found[label] = errno.errorcode[error.errno]
                for name in ('l', 'h', 'm', 'x', 'y'):
                    if os.path.lexists(os.path.join(TOP, name)) and not os.path.isdir(os.path.join(TOP, name)): os.unlink(os.path.join(TOP, name))
            print(json.dumps([P, found, tell(lambda: len(open(P).read()))]), flush=True)
        os.chdir(TOP)
        os.mkdir('.cache'); os.mkdir('plain')
        print(json.dumps([tell(lambda p=p: open(p, mode).close()) for p in ('.cache/x', 'plain/x', '.gitignore', 'x.txt') for mode in ('w', 'a', 'r+')] + [tell(os.truncate, 'x.txt', 9), os.path.getsize('x.txt'), tell(os.truncate, 'none', 9), tell(os.open, 'none', os.O_WRONLY), tell(os.open, 'none/', os.O_WRONLY), tell(os.open, 'plain', os.O_WRONLY), tell(os.open, 'plain/', os.O_RDWR), tell(os.open, 'x.txt/', os.O_RDWR), tell(os.open, '.', os.O_WRONLY), tell(os.open, 'x.txt', os.O_WRONLY | os.O_DIRECTORY)]), flush=True)"""),
        stdin=subprocess.PIPE)
    process.stdout.readline()
    for _ in range(12 + len(parts)):
        for name in (*parts, *beside, ".git/config", ".git/HEAD", ".git/hooks/post-index-change", ".vscode/tasks.json", ".idea/a/b.xml", "n/r.git/config", "v/pyvenv.cfg", "v/bin/python3", ".envrc", "node_modules/x/.git/config", ".unknown/x", "AGENTS.md", "d/CLAUDE.md"):
            path = os.path.join(top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write("mine")
        process.stdin.write(b"go\n")
        process.stdin.flush()
        line = process.stdout.readline()
        path, found, size = json.loads(line)
        for label, result in found.items():
            yield f"{label}: {path} of the user", result == "EACCES", (result, line)
        yield f"{path} is as the user has left it, and can be read", size == 4, line
    found = json.loads(process.stdout.readline())
    yield "other files are changed", found == [None] * 12 + [None, 9, "ENOENT", "ENOENT", "ENOENT", "EISDIR", "EISDIR", "ENOTDIR", "EISDIR", "ENOTDIR"], found
    process.stdin.close()
    yield "the code ends", process.wait(timeout=PATIENCE) == 0, process.stderr.read()


def refuse_links():
    """Links that lead out of the folder."""
    place = make_place()
    os.mkdir(os.path.join(place.top, "of-user"))
    os.symlink("/home", os.path.join(place.top, "of-user/out"))
    os.symlink("../../x", os.path.join(place.top, "of-user/up"))
    found = place.run("""
        os.makedirs('a/b'); os.symlink('../../x', 'a/b/l'); os.symlink('../y', 'a/m'); os.symlink('../of-user', 'a/u')
        out = ['/etc-x', '/home', '/tmp/x', '..', '../x', '../../..', 'a/../../x', '/proc/self/cwd', '/dev/fd/3', os.path.dirname(os.getcwd()), os.getcwd() + '/../x', os.getcwd() + 'x',
               # what a name before `..` means may change
               'a/../x', './a/../x', '..//x/../..', 'of-user/../x', '/usr/lib/ssl/certs/../../..' + os.getcwd(), '/usr/../home', os.getcwd() + '/a/..', '/..',
               '../' + os.path.basename(os.getcwd()) + '/x', '/library/x', '/usrx', '/etc/mtab', '/nix/var/nix/profiles/x', '/dev/null/x', '/dev/stdout',
               # links on the way
               'of-user/out', 'of-user/out/x', 'of-user/up/x', 'a/u/out/x', os.getcwd() + '/a/u/up']
        inside = ['x', 'a/b/l/z', '.', os.getcwd(), os.getcwd() + '/x', '/usr/bin/env', '/bin/sh', '/dev/null', './/a', 'a/u/x', '...', 'a/..x/..y', 'missing/x']
        print(json.dumps([[tell(os.symlink, text, f'o{i}') for i, text in enumerate(out)], [tell(os.symlink, text, f'i{i}') for i, text in enumerate(inside)],
                          tell(os.rename, 'a/b/l', 'l'), tell(os.rename, 'a/b/l', 'a/l'), tell(os.rename, 'a/m', 'a/b/m'), tell(os.link, 'a/b/l', 'l2', follow_symlinks=False), tell(os.link, 'a/b/l', 'a/b/l2', follow_symlinks=False)]))""")
    yield "by their names", found == [["EACCES"] * 32, [None] * 13, "EACCES", "EACCES", None, "EACCES", None], found
    yield "they are reported with the reason", all(text[0] == "l" for text in place.read_report()[1]), place.read_report()


def refuse_links_of_moved_folders():
    """Folders with links that would lead out at another depth are not moved as a whole, so that programs copy them."""
    prepare = """
        os.makedirs('1/2/3/d'); os.symlink('../../x', '1/2/3/d/l'); os.makedirs('s'); os.symlink('/usr/bin/env', '1/2/3/d/e'); os.symlink('l', '1/2/3/d/m'); os.makedirs('plain/d/e'); os.symlink('../x', 'plain/d/e/l')
        """
    ways = {
        "to the top": ("os.rename('1/2/3/d', 'd')", "EXDEV"), "as a part": ("os.rename('1/2/3', '3')", None), "as a part to the top": ("os.rename('1/2/3', '1/3'); os.rename('1/3', '3'); os.rename('3/d', 'd')", "EXDEV"),
        "by steps": ("os.rename('1/2/3/d', '1/d'); os.rename('1/d', 'd')", "EXDEV"), "exchanged": ("call('renameat2', -100, '1/2/3/d', -100, 's', 2)", "EXDEV"),
        "exchanged the other way": ("call('renameat2', -100, 's', -100, '1/2/3/d', 2)", "EXDEV"), "without replacing": ("call('renameat2', -100, '1/2/3/d', -100, 'd', 1)", "EXDEV"),
        "by a descriptor": ("os.rename('d', 'd', src_dir_fd=os.open('1/2/3', os.O_PATH), dst_dir_fd=os.open('.', os.O_PATH))", "EXDEV"),
        "that cannot be listed": ("os.chmod('1/2/3/d', 0o300); os.rename('1/2/3/d', 'd')", "EXDEV" if PREFIX or os.geteuid() else None),
        "very deep": ("os.chdir('plain'); [(os.mkdir('d%d' % i), os.chdir('d%d' % i)) for i in range(140)]; os.chdir(TOP); os.rename('plain/d0', 'd0')", "EXDEV"),
        "with too many files": ("[os.mknod('plain/d/f%d' % i) for i in range(50001)]; os.rename('plain/d', 'd')", "EXDEV"),
        "of the same depth": ("os.rename('1/2/3/d', '1/2/d'); os.mkdir('2'); os.rename('1/2/d', '2/d')", None), "within its folder": ("os.rename('1/2/3/d', '1/2/3/other')", None), "deeper": ("os.rename('1/2/3/d', '1/2/3/d2'); os.makedirs('1/2/3/4/5'); os.rename('1/2/3/d2', '1/2/3/4/5/d')", None),
        "with links that stay inside": ("os.rename('plain/d', 'd')", None), "in a private name": ("os.rename('1', '.tmp1')", None),
    }
    for label, (way, expected) in ways.items():
        place = make_place()
        found = place.run(prepare + f"TOP = os.getcwd()\n        print(json.dumps(tell(lambda: exec({way!r}))))")
        yield f"{label}: {expected or 'is moved'}", found == expected, (found, os.listdir(place.top))
        leads = [os.path.join(folder, name) for folder, folders, names in os.walk(place.top) for name in folders + names if os.path.islink(os.path.join(folder, name))
                 and not (os.path.normpath(os.path.join(folder, os.readlink(os.path.join(folder, name)))) + "/").startswith((place.top + "/", "/usr/"))]
        yield f"{label}: no link leads out", not leads, leads
    place = make_place()
    found = place.run(prepare + "print(json.dumps([os.system('mv plain/d d'), os.path.islink('d/e/l'), os.system('mv 1/2/3/d/e e; mv 1/2 2'), os.path.islink('2/3/d/l'), os.system('mv 2/3/d d2 2> /dev/null') != 0, os.path.lexists('d2/l')]))")
    yield "programs copy what they cannot move, without that link", found == [0, True, 0, True, True, False], found
    other = tempfile.mkdtemp(dir=TOP)
    place = Place(tempfile.mkdtemp(dir=TOP), "folder", other)
    found = place.run(f"""
        os.makedirs('a/b/c'); os.makedirs({other!r} + '/x'); name = os.path.basename({other!r}); B = {other!r}
        print(json.dumps([tell(os.symlink, '../' + name + '/f', 'l'), tell(os.symlink, B + '/f', 'a/b/m'), tell(os.symlink, '../../../' + name, 'a/b/n'), tell(os.symlink, '../..', 'a/b/c/o'), tell(os.rename, 'a/b', B + '/b'), tell(os.rename, 'a/b/c', B + '/c'),
                          tell(os.unlink, 'a/b/c/o'), tell(os.rename, 'a/b', B + '/x/b'), tell(os.unlink, 'a/b/n'), tell(os.rename, 'a/b', B + '/x/b')]))""")
    yield "links between folders of the user", found == [None, None, None, None, "EXDEV", "EXDEV", None, "EXDEV", None, None], found


def refuse_named():
    """Paths that settings name, which do not exist."""
    place = make_place("named", "hk", "named", "build/hooks/pre", "named", "a.inc", "named", "old/x", "modules", "src", "modules", "src/__pycache__", "modules", "lib/py", "named", "lib/py/sitecustomize.py")
    for name in ("src", "old"):
        os.mkdir(os.path.join(place.top, name))
    ways = {
        "a folder": "os.mkdir('hk')", "a link": "os.symlink('.', 'hk')", "a moved folder": "os.rename('d', 'hk')", "another spelling": "os.mkdir('HK')", "a file": "open('a.inc', 'w')",
        "a hard link": "os.link('f', 'a.inc')", "below a new folder": "os.mkdir('build'); os.mkdir('build/hooks'); open('build/hooks/pre', 'w')",
        "a folder with it": "os.makedirs('w/hooks/pre'); os.rename('w', 'build')", "a link to a folder with it": "os.makedirs('w/hooks/pre'); os.symlink('w', 'build')",
        "moved between": "os.makedirs('w/pre'); os.mkdir('build'); os.rename('w', 'build/hooks')",
        "moved away and back": "os.makedirs('build/hooks'); os.rename('build/hooks', 'w'); open('w/pre', 'w').close(); os.rename('w', 'build/hooks')",
        "in a folder that exists": "open('old/x', 'w')", "a folder exchanged for it": "os.mkdir('w'); open('w/x', 'w').close(); os.rename('old', 'older'); os.rename('w', 'old')",
        "exchanged at once": "os.mkdir('w'); open('w/x', 'w').close(); call('renameat2', -100, 'w', -100, 'old', 2)",
        "by its descriptor": "d = os.open('old', os.O_PATH); os.rename('old', 'older'); os.mkdir('old'); open('old/x', 'w')",
        "a module": "open('src/sitecustomize.py', 'w')", "a compiled module": "open('src/usercustomize.cpython-311-x86_64-linux-gnu.so', 'w')", "a package": "os.mkdir('src/sitecustomize')", "a module of the library": "os.mkdir('src/encodings')", "another module of the library": "open('src/json.py', 'w')",
        "a module of the build": "open('src/_sysconfigdata__x.py', 'w')", "a compiled module of the cache": "os.mkdir('src/__pycache__'); open('src/__pycache__/sitecustomize.cpython-311.pyc', 'w')",
        "a list of paths": "open('src/x.pth', 'w')", "a moved module": "os.rename('f', 'src/SITECUSTOMIZE.PY')", "a folder with a module": "os.mkdir('w'); open('w/usercustomize.py', 'w').close(); os.rename('src', 's2'); os.rename('w', 'src')",
        "in a new folder of modules": "os.makedirs('lib/py'); open('lib/py/usercustomize.py', 'w')",
    }
    for label, way in ways.items():
        here = Place(tempfile.mkdtemp(dir=TOP), *place.rules[2:-2])
        for name in ("src", "old"):
            os.mkdir(os.path.join(here.top, name))
        found = here.run(TRY.format(name="", way=way))
        count, told = here.read_report()
        yield f"{label} is refused", found == "EACCES", (found, os.listdir(here.top))
        yield f"{label} is reported with its reason", count == 1 and told[0][0] == ("s" if "__pycache__" in told[0] or "customize" in told[0].lower() else "n"), told
    other = make_place("named", "build/hooks/pre", "modules", "lib")
    process = other.start(sys.executable, "-c", PRELUDE + "print('ready', flush=True)\nsys.stdin.read()\nprint(json.dumps([tell(os.mkdir, 'build/hooks/pre'), tell(os.mknod, 'lib/sitecustomize.py'), tell(os.mknod, 'lib/m.py')]))", stdin=subprocess.PIPE)
    process.stdout.readline()
    for name in ("build/hooks", "lib"):
        os.makedirs(os.path.join(other.top, name))
    found = process.communicate(timeout=PATIENCE)[0]
    yield "below folders that another sandbox has created", found == b'["EACCES", "EACCES", null]\n', found
    found = place.run("os.makedirs('build/hooks/other'); os.mkdir('hk2'); open('src/module.py', 'w').close(); os.mkdir('src/hk'); os.makedirs('lib/py'); open('lib/py/m.py', 'w').close(); print(json.dumps(1))")
    yield "other names beside them are created", found == 1, found


def refuse_sockets():
    """Local sockets get no name; others get their address as without the program."""
    place = make_place()
    code = """
        import socket
        def pair(kind): return socket.socketpair(socket.AF_UNIX, kind)[0]
        kinds = (socket.SOCK_STREAM, socket.SOCK_SEQPACKET, socket.SOCK_DGRAM)
        local = [tell(pair(kind).bind, name) for kind in kinds for name in ('.envrc', 'x', os.getcwd() + '/y', '\\0troupe-test-%d' % os.getpid(), '')] + [tell(socket.socket(socket.AF_UNIX).bind, 'z')]
        inet = socket.socket(); other = socket.socket()
        first = [tell(inet.bind, ('127.0.0.1', 0)), tell(inet.listen), tell(other.bind, inet.getsockname()), tell(inet.bind, ('127.0.0.1', 0)), tell(socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind, ('', 0)),
                 tell(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).bind, (0, 0)), tell(socket.socket().bind, ('203.0.113.9', 80))]
        client = socket.create_connection(inet.getsockname()); client.send(b'x'); first.append(inet.accept()[0].recv(9).decode())
        threads = []
        def work():
            for i in range(50):
                with socket.socket() as one: one.bind(('127.0.0.1', 0)); one.listen()
        threads = [threading.Thread(target=work) for i in range(8)]
        [one.start() for one in threads]; [one.join() for one in threads]
        d = os.open('.', os.O_RDONLY)
        address = b'\\2\\0' + bytes(14)
        raw = [tell(call, 'bind', 999, address, 16), tell(call, 'bind', d, address, 16), tell(call, 'bind', other.fileno(), address, 3), tell(call, 'bind', other.fileno(), address, 4096), tell(call, 'bind', other.fileno(), address, -1), tell(call, 'bind', other.fileno(), ctypes.c_void_p(8), 16), tell(call, 'bind', other.fileno(), b'\\1\\0.envrc' + bytes(8), 16)]
        print(json.dumps([local, first, raw, sorted(os.listdir('.'))]))"""
    found = place.run(code)
    plain = make_place().run(code, plain=True)
    good = isinstance(found, list) and isinstance(plain, list)
    yield "no name", good and found[0] == ["EACCES"] * 16 and found[3] == [], found
    yield "other addresses", good and found[1:3] == plain[1:3], (found, plain)


def wait_for_no_lease():
    """A lease of code delays no call of other sandboxes."""
    place, other = make_place(), make_place()
    process = place.start(sys.executable, "-B", "-c", PRELUDE + textwrap.dedent("""
        open('a', 'w').write('text'); d = os.open('a', os.O_RDONLY)
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        leased = tell(fcntl.fcntl, d, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        print(json.dumps(leased), flush=True)
        if sys.stdin.readline():
            print(json.dumps([tell(os.truncate, 'a', 1), tell(os.open, 'a', os.O_RDONLY | os.O_TRUNC), tell(os.open, 'a', os.O_WRONLY | os.O_NONBLOCK), os.path.getsize('a')]), flush=True)"""), stdin=subprocess.PIPE)
    leased = json.loads(process.stdout.readline())
    start = time.monotonic()
    process.stdin.write(b"go\n")
    process.stdin.flush()
    found = other.run("print(json.dumps([tell(os.mkdir, f'd{i}') for i in range(50)]))")
    yield "other calls do not wait", found == [None] * 50 and time.monotonic() - start < 20, (found, time.monotonic() - start)
    out = process.communicate(timeout=PATIENCE)[0]
    yield "a call that would wait fails", leased != 0 or json.loads(out) == ["EAGAIN", "EAGAIN", "EAGAIN", 4], (leased, out)


def refuse_foreign():
    """Folders that are neither the sandbox's nor the user's in it, to which a descriptor of another sandbox may lead."""
    other = tempfile.mkdtemp(dir=TOP)
    open(other + "/file", "w").close()
    place = make_place()
    found = place.run(f"""
        d = os.open({other!r}, os.O_RDONLY); os.mknod('f')
        print(json.dumps([tell(os.mkdir, 'x', dir_fd=d), tell(os.open, 'y', os.O_CREAT | os.O_WRONLY, dir_fd=d), tell(os.rename, 'f', {other!r} + '/f'), tell(os.link, 'f', 'g', dst_dir_fd=d), tell(os.symlink, 'f', 's', dir_fd=d), tell(os.mkdir, '/proc/none'), tell(os.mkdir, '/proc/self')]))""")
    yield "no name", found == ["EACCES"] * 5 + ["ENOENT", "EEXIST"] and os.listdir(other) == ["file"], (found, os.listdir(other))


def separate_links():
    """Files that have names elsewhere are replaced by copies when code changes them; links of the code itself stay links."""
    ways = {
        "append": "f = open('f', 'a'); f.write('+'); f.close()", "write": "f = open('f', 'w'); f.write('+'); f.close()", "update": "f = open('f', 'r+'); f.write('+'); f.close()",
        "truncate": "os.truncate('f', 1)", "empty": "os.close(os.open('f', os.O_TRUNC))", "open and create": "d = os.open('f', os.O_CREAT | os.O_RDWR); os.write(d, b'+'); os.close(d)",
        "map": "import mmap; d = os.open('f', os.O_RDWR); m = mmap.mmap(d, 4); m[0] = 43; m.close(); os.close(d)", "through /proc": "d = os.open('f', os.O_PATH); f = open(f'/proc/self/fd/{d}', 'a'); f.write('+'); f.close()",
        "through a link": "os.symlink('f', 's'); f = open('s', 'a'); f.write('+'); f.close()", "another link first": "os.link('f', 'g'); f = open('g', 'a'); f.write('+'); f.close(); os.rename('g', 'f')",
        "moved": "os.rename('f', 'g'); f = open('g', 'a'); f.write('+'); f.close(); os.rename('g', 'f')", "by a folder": "d = os.open('.', os.O_PATH); os.write(os.open('f', os.O_WRONLY | os.O_APPEND, dir_fd=d), b'+')",
        "own link removed": "os.link('f', 'g'); os.unlink('g'); f = open('f', 'a'); f.write('+'); f.close()",
    }
    for label, way in ways.items():
        place = make_place()
        outside = tempfile.mkdtemp(dir=TOP) + "/other"
        with open(outside, "w", encoding="utf-8") as file:
            file.write("text")
        os.chmod(outside, 0o754)
        os.utime(outside, (1, 2))
        os.link(outside, os.path.join(place.top, "f"))
        found = place.run(way + "\nprint(json.dumps([open('f').read(), os.stat('f').st_mode & 0o777, [n for n in os.listdir('.') if n not in 'fgs']]))")
        with open(outside, encoding="utf-8") as file:
            yield f"{label}: the other name keeps its content", file.read() == "text", found
        yield f"{label}: the file is changed", isinstance(found, list) and found[0] != "text" and found[1:] == [0o754, []], found
    place = make_place()
    found = place.run("""
        open('a', 'w').write('1'); os.link('a', 'b'); open('b', 'a').write('2'); os.truncate('a', 1); os.mkdir('d'); os.link('b', 'd/c'); open('d/c', 'a').write('3')
        t = os.open('.', os.O_TMPFILE | os.O_RDWR); call('linkat', -100, f'/proc/self/fd/{t}', -100, 'u', 0x400); os.link('u', 'v'); open('v', 'w').write('4')
        print(json.dumps([open('a').read(), os.stat('a').st_nlink, open('u').read()]))""")
    yield "links of the code", found == ["13", 3, "4"], found
    large = tempfile.mkdtemp(dir=TOP) + "/large"
    with open(large, "wb") as file:
        file.truncate(257 * 1024 * 1024)
    os.link(large, os.path.join(place.top, "large"))
    found = place.run("print(json.dumps([tell(os.open, 'large', os.O_WRONLY), tell(lambda: open('large', 'rb').close()), tell(lambda: open('large', 'w').close()), os.path.getsize('large')]))")
    yield "a large file is refused, and can be replaced", found == ["EACCES", None, None, 0] and os.path.getsize(large) > 0 and place.read_report()[1] == [f"h{place.top}/large"], (found, place.read_report())


# Starts WORDS with a descriptor of a copy of the mount of a folder, which is attached nowhere: 9.
COPY = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10020000 if os.geteuid() else 0x20000) != 0: sys.exit(77)
copy = libc.syscall(428, -100, os.fsencode(sys.argv[1]), 1 | 0x8000)
if copy < 0: sys.exit(77)
os.dup2(copy, 9, inheritable=True)
os.execvp(sys.argv[2], sys.argv[2:])
"""


def refuse_copies():
    """Paths in a copy of a mount begin at its root, so that the names above are unknown."""
    place = make_place()
    for name in (".git", ".vscode", "env/bin", "autostart", "plain"):
        os.makedirs(os.path.join(place.top, name))
        open(os.path.join(place.top, name, "config"), "w").close()
    for i, name in enumerate(("", ".git", ".vscode", "env", "env/bin", "autostart", "plain")):
        rules = os.memfd_create("rules", 0)
        report = os.memfd_create("report", 0)
        os.write(rules, b"".join(os.fsencode(text) + b"\0" for text in place.rules))
        code = PRELUDE + textwrap.dedent(f"""
            result = {{}}
            for folder in ('.', '.git', '.vscode', 'env/bin', 'bin'):
                for one in ('config', 'new', 'python3', 'x.desktop'):
                    path = folder + '/' + one
                    result[path] = [tell(os.open, path, os.O_WRONLY, dir_fd=9), tell(os.open, path, os.O_WRONLY | os.O_CREAT, dir_fd=9), tell(os.mkdir, path + '-{i}', dir_fd=9), tell(os.symlink, 'x', path + '-l', dir_fd=9), tell(os.rename, path, path + '2', src_dir_fd=9, dst_dir_fd=9), tell(os.link, path, path + '3', src_dir_fd=9, dst_dir_fd=9)]
            result['here'] = tell(os.mkdir, 'new-{i}')
            result['reach'] = os.listdir(os.open('.', os.O_RDONLY, dir_fd=9)) != []
            print(json.dumps(result))""")
        process = subprocess.run([sys.executable, "-c", COPY, os.path.join(place.top, name), *PREFIX, PROGRAM, str(rules), str(report), "-1", "-1", sys.executable, "-B", "-c", code],
                                 pass_fds=(rules, report), cwd=place.top, capture_output=True, check=False, timeout=PATIENCE)
        os.close(rules)
        os.close(report)
        if process.returncode == 77:
            return
        try:
            found = json.loads(process.stdout)
        except ValueError:
            found = process
        good = isinstance(found, dict) and found.pop("here") is None and found.pop("reach") and all(result in ("EACCES", "ENOENT", "ENOTDIR") for results in found.values() for result in results)
        yield f"a copy of {name or 'the folder'}", good, found


def refuse_unknown():
    """System calls that the filter does not know, and those that create mount namespaces."""
    place = make_place()
    found = place.run("""
        unknown = [tell(call, 'syscall', number, -100, '.', 1, 0, 0) for number in range(467, 700)] + [tell(call, 'syscall', number, 0, 0) for number in (428, 430, 435, 437, 1000, 5000)]
        spaces = [tell(call, 'unshare', flags) for flags in (0x20000, 0x10020000, 0x7e020000)] + [tell(call, 'syscall', 56 if os.uname().machine == 'x86_64' else 220, flags, 0, 0, 0, 0) for flags in (0x20011, 0x10020011)]
        child = os.fork()
        if child == 0:
            os._exit(7 if tell(call, 'unshare', 0x10000000) in (0, 'EPERM', 'ENOSPC') else 8)
        threads = [threading.Thread(target=lambda: None) for i in range(4)]
        [one.start() for one in threads]; [one.join() for one in threads]
        import subprocess
        print(json.dumps([set(unknown) == {'ENOSYS'}, set(spaces) == {'EPERM'}, os.waitpid(child, 0)[1] >> 8, subprocess.run(['true']).returncode, os.posix_spawnp('true', ['true'], {}) > 0]))""")
    yield "they fail", found == [True, True, 7, 0, True], found


def allow_private():
    """Everything may be created in folders that only the sandbox uses; nothing can be moved out of them."""
    if not os.access("/dev/shm", os.W_OK) or os.stat("/dev/shm").st_dev == os.stat(TOP).st_dev:
        return
    place = make_place(home="/dev/shm")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as home:
        found = place.run(f"""
            os.chdir({home!r})
            os.makedirs('r/.git/hooks'); open('r/.git/HEAD', 'w').close(); open('pyvenv.cfg', 'w').close(); open('m', 'w').close()
            print(json.dumps([tell(os.rename, 'r', {place.top!r} + '/r'), tell(os.link, 'm', {place.top!r} + '/m'), tell(os.mkdir, {place.top!r} + '/.git')]))""")
        yield "a repository in the private folder", found == ["EXDEV", "EXDEV", "EACCES"], found


def swap_paths():
    """Threads exchange what was checked while it is used."""
    place = make_place("named", "hk")
    found = place.run(f"N = {N_SWAPS}\n" + textwrap.dedent("""
        for name in ('okay', 'd', 'e'):
            os.mkdir(name)
        import mmap
        memory = mmap.mmap(-1, 4096)
        memory[:4] = b'aaaa'
        path = ctypes.c_char.from_buffer(memory)
        def swap_text():
            while True:
                memory[:4] = b'.git'; memory[:4] = b'aaaa'
        def swap_links(name, *targets):
            while True:
                for target in targets:
                    tell(os.symlink, target, name + '.new'); tell(os.rename, name + '.new', name)
        children = []
        for function, words in ((swap_text, ()), (swap_links, ('l', 'e', '.')), (swap_links, ('n', '.git', 'free'))):
            children.append(os.fork())
            if children[-1] == 0:
                function(*words)
        seen = {}
        for i in range(N):
            result = libc.mkdir(ctypes.byref(path), 0o700)
            seen[result] = seen.get(result, 0) + 1
            try: os.rmdir('aaaa')
            except OSError: pass
            if i % 10 == 0:
                tell(os.mkdir, 'l/hk'); tell(os.rmdir, 'e/hk')
                fd = libc.open(b'n', os.O_CREAT | os.O_WRONLY, 0o600)
                if fd >= 0: os.close(fd)
                tell(os.unlink, 'free')
            if os.path.lexists('.git') or os.path.lexists('hk'):
                break
        [os.kill(child, signal.SIGKILL) for child in children]
        print(json.dumps([i, len(seen), os.path.lexists('.git'), os.path.lexists('hk')]))"""))
    yield "no path is exchanged", found == [N_SWAPS - 1, 2, False, False], found


def race_supervisors():
    """What one supervisor allows is not refused by what another one does meanwhile."""
    place = make_place()
    os.mkdir(os.path.join(place.top, "x"))
    other = Place(place.top)
    maker = other.start(sys.executable, "-B", "-c", PRELUDE + textwrap.dedent("""
        print('ready', flush=True)
        while not os.path.exists('end'):
            for name in ('x', 'bin'):
                tell(os.mknod, name + '/python'); tell(os.unlink, name + '/python')"""))
    maker.stdout.readline()
    found = place.run(f"SECONDS = {N_SECONDS}\n" + textwrap.dedent("""
        import time
        end = time.monotonic() + SECONDS
        n = won = 0
        while time.monotonic() < end and won == 0:
            n += tell(os.rename, 'x', 'bin') is None
            won += os.path.lexists('bin/python')
            tell(os.rename, 'bin', 'x')
        os.mknod('end')
        print(json.dumps([n > 0, won]))"""))
    maker.wait(PATIENCE)
    yield "no name is created by two supervisors", found == [True, 0], found


def attack_program():
    """Code cannot make the program itself do what it refuses."""
    place = make_place()
    found = place.run("""
        P = os.getppid()
        result = {}
        for part in ('mem', 'environ', f'task/{P}/mem', 'clear_refs'):
            for flags in (os.O_RDWR, os.O_RDWR | os.O_CREAT, os.O_RDONLY | os.O_CREAT):
                result[f'{part} {flags}'] = tell(os.open, f'/proc/{P}/{part}', flags)
        fd = os.open(f'/proc/{P}', os.O_PATH)
        result['by a descriptor'] = tell(os.open, 'mem', os.O_RDWR | os.O_CREAT, dir_fd=fd)
        try:
            memory = os.open(f'/proc/{P}/mem', os.O_PATH)
            result['reopened'] = tell(os.open, f'/proc/self/fd/{memory}', os.O_RDWR | os.O_CREAT)
        except OSError: pass
        result['through a link'] = tell(os.symlink, f'/proc/{P}/mem', 'link')
        result['through its root'] = tell(os.open, f'/proc/{P}/root/proc/{P}/mem', os.O_RDWR | os.O_CREAT)
        for i in range(3, 8):
            result[f'descriptor {i}'] = tell(os.open, f'/proc/{P}/fd/{i}', os.O_RDWR | os.O_CREAT)
        import resource
        result['limits'] = tell(resource.prlimit, P, resource.RLIMIT_FSIZE, (0, 0)); resource.prlimit(0, resource.RLIMIT_CORE, (0, 0)); resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        result['ptrace'] = tell(call, 'ptrace', 16, P, 0, 0)
        result['pidfd_getfd'] = tell(call, 'syscall', 438, os.pidfd_open(P), 3, 0)
        print(json.dumps(result))""")
    yield "its memory and descriptors are closed to code", isinstance(found, dict) and all(isinstance(value, str) for value in found.values()), found
    place = make_place()
    found = place.run("""
        import signal
        other = os.fork()
        if other == 0:
            signal.pause()
        result = {}
        for number in (other, 1):
            for part in ('mem', 'environ', 'cwd/x', 'root/tmp/x', 'fd/0', 'comm'):
                result[f'{number == other} {part}'] = tell(os.open, f'/proc/{number}/{part}', os.O_RDWR | os.O_CREAT)
        os.kill(other, signal.SIGKILL)
        result['own'] = tell(os.open, '/proc/self/comm', os.O_WRONLY | os.O_CREAT), tell(os.open, f'/proc/{os.getpid()}/comm', os.O_WRONLY | os.O_CREAT)
        print(json.dumps(result))""")
    yield "nothing of another process is opened for code", isinstance(found, dict) and all(value in ("EACCES", "EPERM") for key, value in found.items() if key != "own"), found
    yield "but of the process itself", isinstance(found, dict) and all(isinstance(value, int) for value in found["own"]), found
    found = place.run("""
        result = {'mount': tell(call, 'mount', 'tmpfs', '/mnt', 'tmpfs', 0, None)}
        pid = os.fork()
        result['unshared'] = [tell(call, 'unshare', 0x10020000), tell(call, 'mount', '.', '/mnt', ctypes.c_void_p(None), 4096, ctypes.c_void_p(None))]
        if pid == 0: os._exit(0)
        os.waitpid(pid, 0)
        for name, number in (('openat2', 437), ('io_uring_setup', 425), ('open_tree', 428), ('fsopen', 430), ('move_mount', 429)):
            result[name] = tell(call, 'syscall', number, -100, 'x', 0, 0, 0)
        folder = os.open('.', os.O_RDONLY)
        for request in (0x5000940e, 0x50009401, 0x50009417, 0x50009418, 0x40086602, 0x40046602, 0x401c5820):
            result[hex(request)] = tell(call, 'ioctl', folder, request, 0)
        result['another listener'] = tell(call, 'syscall', 317, 1, 8, 0)
        print(json.dumps(result))""")
    good = isinstance(found, dict) and found["mount"] == "EPERM" and found["unshared"][1] == "EPERM" and all(found[name] == "ENOSYS" for name in ("openat2", "io_uring_setup", "open_tree", "fsopen", "move_mount"))
    yield "code can show the folder nowhere else", good, found
    yield "requests of file systems create no names and no folders that ignore case", isinstance(found, dict) and all(value == "EPERM" for key, value in found.items() if key.startswith("0x")), found
    found = place.run("for i in range(50): tell(os.mkdir, f'{i}.git'), tell(os.mkdir, '.git')\ntell(os.mkdir, 'a\\nb.git')\nprint(json.dumps(1))")
    count, told = place.read_report()
    yield "the report is bounded", found == 1 and len(told) == 20 and count > 50, (count, told)


def wait_for_start():
    """The program starts after a byte, and not if what should send it has ended."""
    for sends in (True, False):
        place = make_place()
        rules, report = os.memfd_create("rules", 0), os.memfd_create("report", 0)
        os.write(rules, b"programs\0\0folder\0" + os.fsencode(place.top) + b"\0")
        reader, writer = os.pipe()
        process = subprocess.Popen([*PREFIX, PROGRAM, str(rules), str(report), "-1", str(reader), "touch", "started"], cwd=place.top, pass_fds=(rules, report, reader), stderr=subprocess.PIPE)
        os.close(reader)
        yield f"{sends}: it waits", process.poll() is None and not place.has("started"), process.poll()
        if sends:
            os.write(writer, b"x")
        else:
            os.close(writer)
        _out, err = process.communicate(timeout=PATIENCE)
        yield f"{sends}: then it starts, or ends", place.has("started") == sends and (process.returncode == 0) == sends, (process.returncode, err)
        if sends:
            os.close(writer)
        os.close(rules)
        os.close(report)


def measure():
    """Says how long it takes to create files; nothing depends on it."""
    code = """
        start = time.monotonic()
        for i in range(1000):
            with open(f'f{i}', 'w') as file: file.write('x')
        print(json.dumps(time.monotonic() - start))"""
    times = [min(make_place().run(code, plain=plain) for _ in range(2)) for plain in (True, False)]
    print(f"# 1,000 files: {times[0] * 1000:.0f} ms alone, {times[1] * 1000:.0f} ms supervised, ratio {times[1] / times[0]:.2f}")
    yield "files are created", True, times


TESTS = (compare_calls, open_pipes, end_programs, refuse_ways, refuse_names, refuse_repositories, grant_hidden, keep_of_user, refuse_links, refuse_links_of_moved_folders, refuse_named, refuse_sockets, wait_for_no_lease, refuse_foreign, separate_links, refuse_copies, refuse_unknown, allow_private, swap_paths, race_supervisors, attack_program, wait_for_start, measure)


if __name__ == "__main__":
    sys.exit(main(TESTS))
