#!/usr/bin/env python3
# test-sandbox-data.py: tests that code in a sandbox changes documents and data in the folder for outputs only, without the permission to change programs
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-sandbox-data.py PROGRAM [TEST…]. Prints TAP. The rules are in doc/reliability.md R9.

import os
import sys
import time

from sandbox_names import PATIENCE, main, make_place

# The folder for outputs.
AT = "output"
# What belongs to the user; each file has one name. None of them is a marker of a project.
OWN = ("deploy.py", "tools.yaml", "crew.json", "requirements.txt", "conf.d/a.txt", "x.dist-info/top.txt", "config/default.json", "src/main.py", "notes.txt", "data.txt")
# Each way ends with EACCES, or EXDEV if the programs copy what is moved.
WAYS = r"""
R = {}
def do(name, function, *words, **options):
    R[name] = tell(function, *words, **options)
def put(path, flags=os.O_CREAT | os.O_WRONLY, **more):
    os.close(os.open(path, flags, 0o666, **more))
D = os.open('src', os.O_RDONLY); S = os.open('deploy.py', os.O_RDONLY); P = os.open('deploy.py', os.O_PATH)
for name in ('x.py', 'x.sh', 'run', 'GNUmakefile', 'tsconfig.json', 'CMakeLists.txt', 'x.yaml', 'x.PY', 'x.js', 'requirements/base.txt', 'x.json.py', '.env', '.gitignore', '.editorconfig'):
    do('create ' + name, put, name)
do('create exclusively', put, 'y.py', os.O_CREAT | os.O_EXCL | os.O_WRONLY); do('create at', put, 'y.py', dir_fd=D); do('creat', call, 'creat', 'y.py', 0o666)
do('create through a link', put, 'to-new'); do('mknod', os.mknod, 'y.py'); do('fifo', os.mkfifo, 'fifo')
for name in ('deploy.py', 'tools.yaml', 'crew.json', 'requirements.txt', 'conf.d/a.txt', 'x.dist-info/top.txt', 'config/default.json'):
    do('write ' + name, put, name, os.O_WRONLY); do('append ' + name, put, name, os.O_WRONLY | os.O_APPEND); do('empty ' + name, put, name, os.O_RDONLY | os.O_TRUNC)
    do('truncate ' + name, os.truncate, name, 1); do('move away ' + name, os.rename, name, 'z.txt'); do('replace ' + name, os.rename, 'notes.txt', name)
    do('link ' + name, os.link, name, 'h.txt'); do('exchange ' + name, call, 'renameat2', -100, 'notes.txt', -100, name, 2); do('exchanged ' + name, call, 'renameat2', -100, name, -100, 'notes.txt', 2)
do('write by a descriptor', put, f'/proc/self/fd/{S}', os.O_WRONLY); do('write by a path descriptor', put, f'/proc/self/fd/{P}', os.O_RDWR); do('write through a link', put, 'to-old.txt', os.O_WRONLY)
do('link a descriptor', call, 'linkat', -100, f'/proc/self/fd/{P}', -100, 'h.txt', 0x400); do('link by an empty path', call, 'linkat', P, '', -100, 'h.txt', 0x1000)
do('hard link', os.link, 'notes.txt', 'y.py'); do('symbolic link', os.symlink, 'notes.txt', 'y.py'); do('link to a program', os.symlink, 'deploy.py', 'l.txt'); do('link to a new program', os.symlink, 'src/new.py', 'l.txt')
T = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o755); os.write(T, b'#!'); do('file without a name', call, 'linkat', -100, f'/proc/self/fd/{T}', -100, 'y.py', 0x400)
do('folder', os.mkdir, 'y.dist-info'); do('folder of packages', os.mkdir, 'node_modules'); do('folder of settings', os.mkdir, 'y.d')
for name in ('package.json', 'CMakeCache.txt', 'CMakeCache.txt.1', 'coredata.dat', 'install.dat'):
    do('create ' + name, put, name)
for name in ('meson-private', 'meson-info', 'meson-logs', 'CMakeFiles', 'group_vars', 'host_vars'):
    do('folder ' + name, os.mkdir, name)
do('rename', os.rename, 'notes.txt', 'y.py'); do('rename without replacing', call, 'renameat2', -100, 'notes.txt', -100, 'y.py', 1)
os.mkdir('new'); do('rename a folder', os.rename, 'new', 'new.app'); do('move a folder with a program', os.rename, 'src', 'out'); do('move a folder of settings', os.rename, 'conf.d', 'out')
put('new/base.txt'); os.mkdir('a'); do('move settings', os.rename, 'new', 'a/requirements')
# A link with the name of a program must not lead to what becomes a file.
os.mkdir('0'); do('link to a folder that can become a file', os.symlink, '0', 'make'); os.mkdir('d.db'); do('the same with an ending', os.symlink, 'd.db', 'make')
do('link to a folder', os.symlink, 'new', 'latest'); do('link to a folder with an ending', os.symlink, 'new', 'latest.txt'); do('link to the folder above', os.symlink, '..', 'a/up.txt')
# What is created later in the target of a link is not judged at the path of the link.
do('link with the name of settings', os.symlink, 'a', 'settings'); os.mkdir('a/presets'); do('link among settings', os.symlink, '../..', 'a/presets/more'); os.symlink('notes.txt', 'latest.txt'); do('link gets the name of settings', os.rename, 'latest.txt', 'requirements/x')
do('link to a folder with a program', os.symlink, 'src', 'lib')
for name in ('._a.test.js', '.#x.py', '.coverage.x.py', '.tmp1.js', '--checkpoint=1 x.log', '+x.log', '@x.txt', '|x.log', '~x.md', 'a;b.png', 'a$b.png', 'a`b.png', 'a|b.png', 'a&b.png', 'a>b.png', 'a\nb.png', 'a\tb.png', '-x/a.md',
             'mine.elc.gz', 'cl-lib.el.gz', 'x.so.xz', 'cache.pkl.gz', 'm.joblib.bz2', 'x.js.zst'):
    do('create ' + name, lambda path: (os.makedirs(os.path.dirname(path) or '.', exist_ok=True), put(path)), name)
print(json.dumps(R))
"""
# A folder that is moved as a whole; programs copy it instead.
MOVED = ("move a folder with a program", "move settings")
# What people do.
WORK = r"""
import logging.handlers, shutil, sqlite3, tempfile, uuid, zipfile
R = {}
def do(name, function):
    try:
        R[name] = function() or 'done'
    except OSError as error:
        R[name] = repr(error)
def write(path, text='x'):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'w') as file: file.write(text)
do('report', lambda: write('report.md')); do('report again', lambda: write('report.md')); do('data', lambda: write('out/data.csv')); do('image', lambda: write('chart.png'))
do('folders', lambda: os.makedirs('a/b c/v1.2/2026.11.30/St. Gallen')); do('link to data', lambda: os.symlink('report.md', 'latest.md'))
do('new link', lambda: (os.symlink('report.md', 'l.tmp'), os.rename('l.tmp', 'latest.md'))[1])
def database():
    for mode in ('delete', 'wal'):
        one = sqlite3.connect('state.db'); one.execute('pragma journal_mode=' + mode); one.execute('create table if not exists t(x)'); one.execute('insert into t values(1)'); one.commit(); one.close()
do('database', database)
def replace(make):
    for i in range(40):
        file, path = make(); os.write(file, b'{}'); os.close(file); os.replace(path, 'state.json')
do('replace', lambda: replace(lambda: tempfile.mkstemp(dir='.'))); do('replace with an ending', lambda: replace(lambda: tempfile.mkstemp(dir='.', suffix='.json')))
def glib():
    lib = ctypes.CDLL('libglib-2.0.so.0')
    for i in range(40):
        if not lib.g_file_set_contents(b'glib_1.json', b'{}', -1, None): raise OSError(1, 'g_file_set_contents')
do('GLib', glib)
def make_folders():
    for i in range(10):
        os.rename(tempfile.mkdtemp(dir='.'), f'f{i}')
do('temporary folders', make_folders)
def archive():
    write('a/x.txt')
    with zipfile.ZipFile('out.zip', 'a') as file: file.write('a/x.txt')
    shutil.make_archive('all', 'gztar', 'a')
do('zip', archive); do('zip again', archive)
def chroma():
    folder = 'chroma/' + str(uuid.uuid4())
    for name in ('data_level0.bin', 'header.bin', 'length.bin', 'link_lists.bin'): write(folder + '/' + name)
    write('chroma/chroma.sqlite3')
do('Chroma', chroma)
def lance():
    for name in ('data/5f3e.lance', '_versions/1.manifest', '_versions/18446744073709551614.manifest', '_transactions/0-5f.txn', '_indices/7c/index.idx', '_deletions/0-1.arrow'):
        write('memories.lance/' + name + '#1'); os.link('memories.lance/' + name + '#1', 'memories.lance/' + name); os.unlink('memories.lance/' + name + '#1')
do('LanceDB', lance)
def log():
    for handler in (logging.handlers.RotatingFileHandler('app.log', maxBytes=10, backupCount=3), logging.handlers.TimedRotatingFileHandler('time.log', 's')):
        for i in range(5): handler.emit(logging.LogRecord('n', 20, 'p', 1, 'a message', (), None))
        handler.doRollover(); handler.close()
    if not os.path.exists('app.log.1'): raise OSError(1, 'app.log.1')
do('log', log); do('move', lambda: os.rename('a', 'moved')); do('rename', lambda: os.rename('report.md', 'final.md')); do('truncate', lambda: os.truncate('final.md', 0)); do('hard link', lambda: os.link('final.md', 'same.md')); do('delete', lambda: shutil.rmtree('moved'))
if shutil.which('sed'): do('sed', lambda: [os.system("sed -i s/x/y/ out/data.csv") for i in range(20)][-1])
print(json.dumps(R))
"""


def make_own(at=AT, **more):
    place = make_place(**more)
    folder = os.path.join(place.top, at)
    for name in OWN:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("own " + name)
    os.mkdir(os.path.join(folder, "requirements"))
    os.symlink("src/x.py", os.path.join(folder, "to-new"))
    os.symlink("deploy.py", os.path.join(folder, "to-old.txt"))
    return place


def refuse_programs():
    """Without the permission, nothing but documents and data is created, changed, moved or linked."""
    place = make_own(programs=False)
    found = place.run(WAYS, at=AT)
    yield "the ways are tried", isinstance(found, dict), found
    for name, result in found.items() if isinstance(found, dict) else ():
        yield name, result == ("EXDEV" if name in MOVED else "EACCES"), result
    for name in OWN:
        with open(os.path.join(place.top, AT, name), encoding="utf-8") as file:
            yield f"{name} is unchanged", file.read() == "own " + name, name
    count, told = place.read_report()
    yield "the reason is reported", count > 20 and all(entry[0] in "ps" for entry in told) and any(entry == "p" + place.top + "/output/deploy.py" for entry in told), told
    found = make_own().run("""
        R = [tell(os.mknod, name) for name in ('x.py', 'x.yaml', 'run', 'tsconfig.json')]
        R += [tell(os.truncate, 'deploy.py', 1), tell(os.rename, 'notes.txt', 'Makefile'), tell(os.link, 'Makefile', 'h'), tell(os.symlink, 'deploy.py', 'l'), tell(os.mkdir, 'y.d'), tell(os.rename, 'src', 'out')]
        print(json.dumps(R))""", at=AT)
    yield "with the permission, all of that is allowed", found == [None] * 10, found


# Names of data outside of the folder for outputs.
OUTSIDE = r"""
R = {}
def do(name, function, *words, **options):
    R[name] = tell(function, *words, **options)
def put(path, flags=os.O_CREAT | os.O_WRONLY, **more):
    os.close(os.open(path, flags, 0o666, **more))
os.makedirs('output/d'); put('output/a.txt'); D = os.open('src', os.O_RDONLY); N = os.open('notes.txt', os.O_RDONLY)
for name in ('report.md', 'news.json', 'chart.png', 'app.log', 'all.zip', 'output.md', 'Output', 'src/a.md', 'output/../x.md', './output/./../x.md', 'outputs.csv', 'tmp9x_k2mfa', '.tmp1'):
    do('create ' + name, put, name)
for name in ('Output', 'outputs', 'src/output', 'docs', 'output/../docs'):
    do('folder ' + name, os.mkdir, name)
for name in ('notes.txt', 'data.txt', 'output/../notes.txt'):
    do('write ' + name, put, name, os.O_WRONLY); do('append ' + name, put, name, os.O_WRONLY | os.O_APPEND); do('empty ' + name, put, name, os.O_RDONLY | os.O_TRUNC); do('truncate ' + name, os.truncate, name, 1)
    do('move away ' + name, os.rename, name, 'output/z.txt'); do('replace ' + name, os.rename, 'output/a.txt', name); do('link ' + name, os.link, name, 'output/h.txt')
    do('exchange ' + name, call, 'renameat2', -100, 'output/a.txt', -100, name, 2); do('exchanged ' + name, call, 'renameat2', -100, name, -100, 'output/a.txt', 2)
do('create at', put, 'y.md', dir_fd=D); do('creat', call, 'creat', 'y.md', 0o666); do('mknod', os.mknod, 'y.md'); do('write by a descriptor', put, f'/proc/self/fd/{N}', os.O_WRONLY)
do('hard link', os.link, 'output/a.txt', 'y.md'); do('symbolic link', os.symlink, 'output/a.txt', 'y.md'); do('link to the folder above', os.symlink, '..', 'output/up'); do('link to a file', os.symlink, '../notes.txt', 'output/n.txt')
T = os.open('output', os.O_TMPFILE | os.O_RDWR, 0o644); do('file without a name', call, 'linkat', -100, f'/proc/self/fd/{T}', -100, 'y.md', 0x400)
do('move out', os.rename, 'output/a.txt', 'y.md'); do('move a folder out', os.rename, 'output/d', 'docs'); do('move the folder for outputs', os.rename, 'output', 'docs'); do('move a folder in', os.rename, 'src', 'output/src')
print(json.dumps(R))
"""


def refuse_outside():
    """Without the permission, code changes nothing outside of the folder for outputs, whatever its name is."""
    place = make_own(".", programs=False)
    found = place.run(OUTSIDE)
    yield "the ways are tried", isinstance(found, dict), found
    for name, result in found.items() if isinstance(found, dict) else ():
        yield name, result in ("EACCES", "EXDEV"), result
    for name in OWN:
        with open(os.path.join(place.top, name), encoding="utf-8") as file:
            yield f"{name} is unchanged", file.read() == "own " + name, name
    there = sorted(name for name in os.listdir(place.top) if name not in {own.split("/")[0] for own in OWN})
    yield "nothing was created", there == ["output", "requirements", "to-new", "to-old.txt"], there
    yield "the reason is reported", "o" + place.top + "/report.md" in place.read_report()[1], place.read_report()


def allow_data():
    """What people do with documents and data, without the permission."""
    for programs in (True, False):
        place = make_place(programs=programs)
        found = place.run(WORK, at=AT)
        for name, result in found.items() if isinstance(found, dict) else (("it runs", found),):
            yield f"{programs}, {name}", result == "done", result
        yield f"{programs}: nothing is reported", place.read_report()[0] == 0, place.read_report()


# A project of other programs: what code tries in its folder for outputs, and what it may do.
PROJECT = ("package.json", "output/README.md", "output/data.csv", "output/chart.png", "output/docs/a.md", "output/old/d1.json", "output/lib/a.png")
PLACE_WAYS = r"""
R = {}
def do(name, function, *words, **options):
    R[name] = tell(function, *words, **options)
def put(path, flags=os.O_CREAT | os.O_WRONLY, **more):
    os.close(os.open(path, flags, 0o666, **more))
os.makedirs('new/inner')
for name in ('json', 'jsonl', 'ndjson', 'txt', 'text', 'csv', 'tsv', 'dat', 'data', 'bin', 'db', 'db-journal', 'sqlite3', 'npy', 'npz', 'idx', 'txn', 'dot', 'md', 'markdown', 'adoc', 'html', 'xhtml', 'svg', 'geojson', 'drawio'):
    do('create ' + name, put, 'x1.' + name)
for name in ('LICENSE', '1', 'x1.json.lock', 'x.md.1', 'docs/b.md', 'new/inner/x1.json', 'cucumber_1.json', 'output/x1.json', 'results/x1.json', 'docs/../x1.json'):
    os.makedirs(os.path.dirname(name) or '.', exist_ok=True); do('create ' + name, put, name)
for name in ('README.md', 'docs/a.md', 'data.csv', 'old/d1.json'):
    do('write ' + name, put, name, os.O_WRONLY); do('append ' + name, put, name, os.O_WRONLY | os.O_APPEND); do('empty ' + name, put, name, os.O_RDONLY | os.O_TRUNC); do('truncate ' + name, os.truncate, name, 1)
    do('move away ' + name, os.rename, name, 'z1.json'); do('replace with an image ' + name, os.rename, 'chart.png', name); do('link ' + name, os.link, name, 'h1.json')
    do('exchange ' + name, call, 'renameat2', -100, 'chart.png', -100, name, 2)
do('mknod', os.mknod, 'y1.json'); do('creat', call, 'creat', 'y1.json', 0o666); do('hard link', os.link, 'chart.png', 'y1.json'); do('symbolic link', os.symlink, 'chart.png', 'y1.json'); do('link to a text', os.symlink, 'README.md', 'y.png')
T = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o644); do('file without a name', call, 'linkat', -100, f'/proc/self/fd/{T}', -100, 'y1.json', 0x400)
do('link to a folder', os.symlink, 'lib', 'features'); os.symlink('chart.png', 'l.png'); do('move a link', os.rename, 'l.png', 'features.json')
do('move a folder', os.rename, 'old', 'features'); do('exchange a folder', call, 'renameat2', -100, 'old', -100, 'lib', 2); do('move a folder with a link', os.rename, 'e', 'features')
os.unlink('../package.json'); do('after the marker was deleted', put, 'y1.json')
print(json.dumps(R))
"""
PLACE_MOVED = ("move a folder", "exchange a folder", "move a folder with a link")
PLACE_WORK = r"""
def write(path, flags=os.O_CREAT | os.O_WRONLY):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    os.close(os.open(path, flags, 0o666))
def rename():
    write('tmp9x_k2mfa'); os.rename('tmp9x_k2mfa', 'chart.png')
    write('.chart.png.x7Rq2b'); os.rename('.chart.png.x7Rq2b', 'chart.png')
R = {name: tell(write, name) for name in ('chart.png', 'b.pdf', 'out/c.xlsx', 'd.parquet', 'e.docx', 'f.mp3', 'app.log', 'app.log.1', 'a/b/report.pdf', 'docs/results/x.png')}
R.update(rename=tell(rename), folder=tell(os.mkdir, 'new'), link=tell(os.symlink, 'chart.png', 'latest.png'), move=tell(os.rename, 'a', 'b'), images=tell(os.rename, 'lib', 'pictures'), away=tell(os.rename, 'new', 'new2'))
print(json.dumps(R))
"""
# The project that `crewai create crew` makes.
CREW = ("pyproject.toml", "uv.lock", "README.md", "AGENTS.md", ".env", ".gitignore", "src/x/__init__.py", "src/x/main.py", "src/x/crew.py", "src/x/config/agents.yaml", "src/x/config/tasks.yaml", "src/x/tools/custom_tool.py", "tests/__init__.py", "knowledge/user_preference.txt",
        "crew.jsonc", "agents/a.jsonc", "project_flow.json", "trained_agents_data.pkl")


def make_project(names, *rules, **more):
    place = make_place(*rules, programs=False, **more)
    for name in names:
        os.makedirs(os.path.dirname(os.path.join(place.top, name)), exist_ok=True)
        with open(os.path.join(place.top, name), "w", encoding="utf-8") as file:
            file.write("own " + name)
    return place


def refuse_in_projects():
    """Where something is developed, code writes nothing from which tools could take settings or sources."""
    place = make_project(PROJECT)
    # A link of the user, which would lead to what code writes.
    os.mkdir(place.top + "/output/e")
    os.symlink("../d", place.top + "/output/e/support")
    found = place.run(PLACE_WAYS, at=AT)
    yield "the ways are tried", isinstance(found, dict), found
    for name, result in found.items() if isinstance(found, dict) else ():
        yield name, result == ("EXDEV" if name in PLACE_MOVED else "EACCES"), result
    for name in PROJECT[1:]:
        with open(os.path.join(place.top, name), encoding="utf-8") as file:
            yield f"{name} is unchanged", file.read() == "own " + name, name
    told = place.read_report()[1]
    yield "the reason is reported", "d" + place.top + "/output/x1.json" in told, told
    place = make_project(PROJECT)
    found = place.run(PLACE_WORK, at=AT)
    for name, result in found.items() if isinstance(found, dict) else (("it runs", found),):
        yield f"{name} is allowed", result is None, result
    for rules, names, expected in (((), (), None), (("project", ""), (), "EACCES"), ((), ("Makefile",), "EACCES"), ((), ("docker-compose.yml",), "EACCES"), ((), ("tools.yaml", "x.py", "old.xls", "data.csv"), None), ((), (".git/config",), None)):
        place = make_project(names, *rules)
        found = place.run("print(json.dumps([tell(os.mknod, name) for name in ('a1.json', 'b.png', 'output1.json')]))", at=AT)
        yield f"{rules} {names}", found == [expected, None, expected], found
    place = make_project(("output/sub/go.mod",))
    found = place.run("os.mkdir('sub/output'); print(json.dumps([tell(os.mknod, name) for name in ('a1.json', 'sub/a1.json', 'sub/output/a1.json')] + [tell(os.symlink, 'sub', 'l')]))", at=AT)
    yield "a project below", found == [None, "EACCES", "EACCES", "EACCES"], found
    place = make_project(("package.json",))
    place.rules += ("programs", "")
    found = place.run("print(json.dumps([tell(os.mknod, 'a1.json'), tell(os.symlink, '.', 'l')]))")
    yield "with the permission", found == [None, None], found


def notice_new_projects():
    """A folder that becomes a project while code runs is one."""
    place = make_project(())
    process = place.start(sys.executable, "-B", "-c", "import os, time; os.mkdir('output'); end = time.monotonic() + 60\nwhile time.monotonic() < end:\n    open('output/a1.json', 'w').close(); time.sleep(0.02)")
    end = time.monotonic() + 60
    while not place.has("output/a1.json") and time.monotonic() < end:
        time.sleep(0.02)
    with open(os.path.join(place.top, "Makefile"), "w", encoding="utf-8"):
        pass
    _, err = process.communicate(timeout=PATIENCE)
    yield "it is refused then", b"PermissionError" in err, err


def allow_crews():
    """In a project of CrewAI, code works as before."""
    place = make_project(CREW)
    found = place.run("""
        import sqlite3
        one = sqlite3.connect('state.db'); one.execute('create table t(x)'); one.commit(); one.close()
        os.makedirs('x')
        print(json.dumps([tell(os.mknod, name) for name in ('report.md', 'results.json', 'notes.txt', 'x/x_1.json', 'x/data.csv')]))""", at=AT)
    yield "its results", found == [None] * 5, found


def keep_pickles():
    """Existing files from which Python loads code are not changed."""
    beginnings = (b"\x80\x02x", b"\x80\x04\x95", b"\x80\x05.", b"\xce\x9a\x57\x13" + bytes(20), b"\x13\x57\x9a\xcd" + bytes(20), b"\xcf\x9a\x57\x13", bytes(12) + b"\x61\x15\x06\x00", bytes(12) + b"\x00\x05\x31\x62")
    others = (b"", b"x", b"\x80\x01", b"\x80\x06", b"SQLite format 3\0", bytes(16), b"{}")
    for programs in (False, True):
        place = make_place(programs=programs)
        for i, text in enumerate(beginnings + others):
            os.makedirs(os.path.join(place.top, AT), exist_ok=True)
            with open(os.path.join(place.top, AT, f"{i}.db"), "wb") as file:
                file.write(text)
        found = place.run(f"""
            def put(path, flags):
                os.close(os.open(path, flags))
            R = []
            for i in range({len(beginnings) + len(others)}):
                name = str(i) + '.db'; os.mknod('x.db')
                R.append([tell(put, name, os.O_WRONLY), tell(put, name, os.O_RDWR | os.O_APPEND), tell(os.truncate, name, 30), tell(call, 'renameat2', -100, 'x.db', -100, name, 2), tell(call, 'renameat2', -100, name, -100, 'x.db', 2), tell(os.rename, 'x.db', name)])
                if os.path.exists('x.db'): os.unlink('x.db')
            print(json.dumps(R))""", at=AT)
        for i, result in enumerate(found if isinstance(found, list) else [found]):
            is_kept = i < len(beginnings) and not programs
            yield f"{programs}, {i}", all((entry == "EACCES") == is_kept for entry in result), result
        yield f"{programs}: the reason is reported", programs or "k" + place.top + "/output/0.db" in place.read_report()[1], place.read_report()


def grant_hidden_data():
    """In a hidden folder that was granted, only documents and data are written as well; a file that was granted may be anything."""
    place = make_place(programs=False)
    place.rules += ("granted", place.top + "/.memory", "granted", place.top + "/.run")
    found = place.run("""
        R = [tell(os.mkdir, '.memory'), tell(os.mkdir, '.memory/x'), tell(os.mknod, '.memory/x/a1.json'), tell(os.mknod, '.memory/x/a.py'), tell(os.mknod, '.run'), tell(os.mknod, '.other')]
        print(json.dumps(R))""")
    yield "names in it", found == [None, None, None, "EACCES", None, "EACCES"], found


if __name__ == "__main__":
    sys.exit(main((refuse_programs, refuse_outside, allow_data, refuse_in_projects, notice_new_projects, allow_crews, keep_pickles, grant_hidden_data)))
