#!/usr/bin/env python3
# test-sandbox-data.py: tests that code in a sandbox changes documents and data only, without the permission to change programs
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-sandbox-data.py PROGRAM [TEST…]. Prints TAP. The rules are in doc/reliability.md R9.

import os
import sys

from sandbox_names import main, make_place

# What belongs to the user; each file has one name.
OWN = ("deploy.py", "Makefile", "package.json", "requirements.txt", "conf.d/a.txt", "x.dist-info/top.txt", "config/default.json", "src/main.py", "notes.txt", "data.txt")
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
for name in ('deploy.py', 'Makefile', 'package.json', 'requirements.txt', 'conf.d/a.txt', 'x.dist-info/top.txt', 'config/default.json'):
    do('write ' + name, put, name, os.O_WRONLY); do('append ' + name, put, name, os.O_WRONLY | os.O_APPEND); do('empty ' + name, put, name, os.O_RDONLY | os.O_TRUNC)
    do('truncate ' + name, os.truncate, name, 1); do('move away ' + name, os.rename, name, 'z.txt'); do('replace ' + name, os.rename, 'notes.txt', name)
    do('link ' + name, os.link, name, 'h.txt'); do('exchange ' + name, call, 'renameat2', -100, 'notes.txt', -100, name, 2); do('exchanged ' + name, call, 'renameat2', -100, name, -100, 'notes.txt', 2)
do('write by a descriptor', put, f'/proc/self/fd/{S}', os.O_WRONLY); do('write by a path descriptor', put, f'/proc/self/fd/{P}', os.O_RDWR); do('write through a link', put, 'to-old.txt', os.O_WRONLY)
do('link a descriptor', call, 'linkat', -100, f'/proc/self/fd/{P}', -100, 'h.txt', 0x400); do('link by an empty path', call, 'linkat', P, '', -100, 'h.txt', 0x1000)
do('hard link', os.link, 'notes.txt', 'y.py'); do('symbolic link', os.symlink, 'notes.txt', 'y.py'); do('link to a program', os.symlink, 'deploy.py', 'l.txt'); do('link to a new program', os.symlink, 'src/new.py', 'l.txt')
T = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o755); os.write(T, b'#!'); do('file without a name', call, 'linkat', -100, f'/proc/self/fd/{T}', -100, 'y.py', 0x400)
do('folder', os.mkdir, 'y.dist-info'); do('folder of packages', os.mkdir, 'node_modules'); do('folder of settings', os.mkdir, 'y.d')
do('rename', os.rename, 'notes.txt', 'y.py'); do('rename without replacing', call, 'renameat2', -100, 'notes.txt', -100, 'y.py', 1)
os.mkdir('new'); do('rename a folder', os.rename, 'new', 'new.app'); do('move a folder with a program', os.rename, 'src', 'out'); do('move a folder of settings', os.rename, 'conf.d', 'out')
put('new/base.txt'); os.mkdir('a'); do('move settings', os.rename, 'new', 'a/requirements')
# A link with the name of a program must not lead to what becomes a file.
os.mkdir('0'); do('link to a folder that can become a file', os.symlink, '0', 'make'); os.mkdir('d.db'); do('the same with an ending', os.symlink, 'd.db', 'make')
os.symlink('new', 'latest'); do('link to a folder gets an ending', os.rename, 'latest', 'latest.app')
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
do('folders', lambda: os.makedirs('a/b c/v1.2/2026.11.30/St. Gallen')); do('link', lambda: os.symlink('v1.2', 'a/b c/latest')); do('link to data', lambda: os.symlink('report.md', 'latest.md'))
do('new link', lambda: (os.symlink('2026.11.30/St. Gallen', 'a/b c/v1.2/l.tmp'), os.rename('a/b c/v1.2/l.tmp', 'a/b c/v1.2/now'))[1])
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
        if not lib.g_file_set_contents(b'glib.json', b'{}', -1, None): raise OSError(1, 'g_file_set_contents')
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


def make_own(**more):
    place = make_place(**more)
    for name in OWN:
        os.makedirs(os.path.dirname(os.path.join(place.top, name)), exist_ok=True)
        with open(os.path.join(place.top, name), "w", encoding="utf-8") as file:
            file.write("own " + name)
    os.mkdir(os.path.join(place.top, "requirements"))
    os.symlink("src/x.py", os.path.join(place.top, "to-new"))
    os.symlink("deploy.py", os.path.join(place.top, "to-old.txt"))
    return place


def refuse_programs():
    """Without the permission, nothing but documents and data is created, changed, moved or linked."""
    place = make_own(programs=False)
    found = place.run(WAYS)
    yield "the ways are tried", isinstance(found, dict), found
    for name, result in found.items() if isinstance(found, dict) else ():
        yield name, result == ("EXDEV" if name in MOVED else "EACCES"), result
    for name in OWN:
        with open(os.path.join(place.top, name), encoding="utf-8") as file:
            yield f"{name} is unchanged", file.read() == "own " + name, name
    count, told = place.read_report()
    yield "the reason is told", count > 20 and all(entry[0] in "ps" for entry in told) and any(entry == "p" + place.top + "/deploy.py" for entry in told), told
    found = make_own().run("""
        R = [tell(os.mknod, name) for name in ('x.py', 'x.yaml', 'run', 'tsconfig.json')]
        R += [tell(os.truncate, 'deploy.py', 1), tell(os.rename, 'notes.txt', 'Makefile'), tell(os.link, 'Makefile', 'h'), tell(os.symlink, 'deploy.py', 'l'), tell(os.mkdir, 'y.d'), tell(os.rename, 'src', 'out')]
        print(json.dumps(R))""")
    yield "with the permission, all of that is allowed", found == [None] * 10, found


def allow_data():
    """What people do with documents and data, without the permission."""
    for programs in (True, False):
        place = make_place(programs=programs)
        found = place.run(WORK)
        for name, result in found.items() if isinstance(found, dict) else (("it runs", found),):
            yield f"{programs}, {name}", result == "done", result
        yield f"{programs}: nothing is reported", place.read_report()[0] == 0, place.read_report()


def grant_hidden_data():
    """In a hidden folder that was granted, only documents and data are written as well; a file that was granted may be anything."""
    place = make_place(programs=False)
    place.rules += ("granted", place.top + "/.memory", "granted", place.top + "/.run")
    found = place.run("""
        R = [tell(os.mkdir, '.memory'), tell(os.mkdir, '.memory/x'), tell(os.mknod, '.memory/x/a.json'), tell(os.mknod, '.memory/x/a.py'), tell(os.mknod, '.run'), tell(os.mknod, '.other')]
        print(json.dumps(R))""")
    yield "names in it", found == [None, None, None, "EACCES", None, "EACCES"], found


if __name__ == "__main__":
    sys.exit(main((refuse_programs, allow_data, grant_hidden_data)))
