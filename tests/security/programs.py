#!/usr/bin/env python3
# programs.py: tests that only documents and data in the folder for outputs are written, unless other files may be changed
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# programs.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9. Each way was seen to succeed with a program that has only
# lists of what is refused; tests/tool/test-sandbox-data.py has all ways of one sandbox.

import errno
import json
import os
import sys

import place as fixture
from place import call, call_offered

# Programs copy a folder that they cannot move. The files that a server may execute are read-only in its sandbox, and cannot be moved.
REFUSED = (errno.EACCES, errno.EXDEV, errno.EROFS, errno.EBUSY)
# Files of the user, none of which says that other programs are developed in the folder, and what code does to them.
OWN = {"deploy.py": "own", "tools.yaml": "own", "price-config.csv": "own", "notes.txt": "own", "news.json": "own", "src/main.py": "own"}
WAYS = {
    "create": "open('x.py', 'w')", "write": "open('deploy.py', 'w').write('EVIL')", "append": "open('tools.yaml', 'a').write('EVIL')", "truncate": "os.truncate('deploy.py', 0)",
    "settings": "open('price-config.csv', 'w').write('EVIL')", "lists": "open('requirements.txt', 'w')", "replace": "os.rename('notes.txt', 'deploy.py')", "move": "os.rename('tools.yaml', 'old.txt')",
    "rename a folder": "os.rename('src', 'lib')", "link": "(os.link('deploy.py', 'a.txt'), open('a.txt', 'w').write('EVIL'))", "symbolic link": "(os.symlink('deploy.py', 'b.txt'), open('b.txt', 'w').write('EVIL'))",
    "another name": "(open('c.txt', 'w').write('EVIL'), os.link('c.txt', 'c.py'))", "a folder of packages": "os.mkdir('x.dist-info')",
    "exchange": "(open('d.txt', 'w').write('EVIL'), call('renameat2', -100, b'd.txt', -100, b'deploy.py', 2))",
    "a file without a name": "call('linkat', -100, b'/proc/self/fd/%d' % os.open('.', os.O_TMPFILE | os.O_RDWR), -100, b'e.py', 0x400)",
    "a hidden test": "open('._a.test.js', 'w')", "an option": "open('--checkpoint-action=exec=sh x.log', 'w')", "a command": "open('+!sh x.log', 'w')", "commands": "open('b;sh x.log;c.png', 'w')",
    "settings beside each file": "open('cspell.json', 'w')", "settings in each folder": "(os.mkdir('docs'), open('docs/terragrunt.hcl.json', 'w'))", "other settings": "open('newtool.json', 'w')", "instructions": "open('SKILL.md', 'w')",
    "lines": "open('a\\nb.png', 'w')", "a compressed module": "open('mine.elc.gz', 'w')", "a compressed pickle": "open('cache.pkl.gz', 'w')",
}
# What is refused outside of the folder for outputs only.
OUTSIDE = {
    "document": "open('report.md', 'w')", "flow": "open('news.json', 'w').write('EVIL')", "text": "open('notes.txt', 'a').write('EVIL')", "image": "open('chart.png', 'w')", "folder": "os.mkdir('docs')",
    "folder for outputs elsewhere": "(os.mkdir('src/output'), open('src/output/x.md', 'w'))", "another case": "(os.mkdir('Output'), open('Output/x.md', 'w'))", "a file called so": "open('output.md', 'w')",
    "delete": "os.unlink('notes.txt')", "delete a folder": "shutil.rmtree('src')", "mode": "os.chmod('notes.txt', 0o640)", "mode of an open file": "os.fchmod(os.open('notes.txt', os.O_RDONLY), 0o640)",
    "times": "os.utime('notes.txt', (1, 1))", "times of the folder": "os.utime('.', (1, 1))", "attribute": "os.setxattr('notes.txt', 'user.x', b'1')",
    "by way of the folder": "open('output/../x.md', 'w')", "out of it": "os.rename('output/found.json', 'x.json')", "a link in it": "(os.symlink('..', 'output/up'), open('output/up/x.md', 'w'))",
}
WORK = {
    "report.md": "open('report.md', 'w')", "out/data.csv": "(os.makedirs('out'), open('out/data.csv', 'w'))", "state.db": "sqlite3.connect('state.db').execute('create table t(x)')",
    "state.json": "(lambda f: (os.write(f[0], b'{}'), os.replace(f[1], 'state.json')))(tempfile.mkstemp(dir='.'))", "all.zip": "zipfile.ZipFile('all.zip', 'w').writestr('a', 'b')",
    "app.log.1": "(open('app.log', 'w'), os.rename('app.log', 'app.log.1'))",
}
TRY = """import ctypes, json, os, shutil, sqlite3, tempfile, zipfile
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *words):
    if getattr(libc, name)(*words) != 0:
        raise OSError(ctypes.get_errno(), name)
os.makedirs({top!r} + '/output', exist_ok=True)
open({top!r} + '/' + {found!r}, 'w').close()
os.chdir({top!r} + '/' + {at!r})
found = {{}}
for name, way in {ways!r}.items():
    try:
        eval(way, dict(locals()))
        found[name] = None
    except OSError as error:
        found[name] = error.errno
open({top!r} + '/' + {found!r}, 'w').write(json.dumps(found))
return 'tried'
"""
FOUND = "output/found.json"


def fill(place, folder, ways, at=".", found=FOUND):
    """Returns code that tries the ways in a folder of the document's folder, and writes what became of them."""
    return TRY.format(top=place.path(folder), ways=ways, at=at, found=found)


def run_script(place, folder, code, *words, files=None):
    return place.run(place.flow(folder, {"call": "script", "code": code}, files=files or OWN), "--yes", "--allow", "script", *words)


def run_server(place, folder, code, *words, files=None):
    crew = place.crew(folder, [call_offered("look"), "done"], {"mcps": [{"command": "/usr/bin/python3", "args": ["server.py"]}]},
                      files={"server.py": fixture.server(code), **(files or OWN)})
    return place.run(crew, "--yes", "--allow", "mcp", *words, cwd=crew)


KINDS = {"script": run_script, "server": run_server}


def refuse_code(place):
    """Code and servers change nothing outside of the folder for outputs, and no programs, scripts and settings in it, without the permission."""
    fixture.need_sandbox()
    place.grants_programs = False
    for kind, run in KINDS.items():
        for at in (".", "output"):
            folder = f"work/{kind}{at}"
            ways, named = (WAYS, "output/deploy.py") if at == "output" else ({**OUTSIDE, **WAYS}, "news.json")
            done = run(place, folder, fill(place, folder, ways, at), files={os.path.normpath(f"{at}/{name}"): text for name, text in OWN.items()})
            found = json.loads(place.read(f"{folder}/{FOUND}") or "{}")
            for name in ways:
                yield f"{kind} in {at}: {name}", found.get(name) in REFUSED, (found, done)
            for name, text in OWN.items():
                yield f"{kind} in {at}: {name} is as before", place.read(f"{folder}/{at}/{name}") == text, done
            yield f"{kind} in {at}: the run says what was refused, and what to do", "\ntroupectl: Code of the document tried" in "\n" + done.stderr and "“" + place.path(os.path.normpath(folder), named) + "”" in done.text and "--allow programs" in done.text, done
        folder = "work/" + kind
        for name in ("script", "all", "mcp"):
            done = run(place, f"{folder}-{name}", fill(place, f"{folder}-{name}", {"create": WAYS["create"]}), "--allow", name)
            yield f"{kind}: {name} does not contain the permission", not os.path.exists(place.path(f"{folder}-{name}/x.py")), done
        done = run(place, folder + "-granted", fill(place, folder + "-granted", {name: {**WAYS, **OUTSIDE}[name] for name in ("create", "a folder of packages", "document", "flow")}), "--allow", "programs")
        found = json.loads(place.read(f"{folder}-granted/{FOUND}") or "{}")
        yield f"{kind}: with the permission, they are changed", set(found.values()) == {None} and os.path.exists(place.path(folder + "-granted/x.py")), (found, done)
    flow = place.flow("work/fails", {"call": "script", "code": "open('x.py', 'w')"})
    done = place.run(flow, "--json", "--yes", "--allow", "script")
    flow = place.flow("work/else", {"call": "script", "code": "try:\n    open('x.py', 'w')\nexcept OSError:\n    1 / 0"})
    other = place.run(flow, "--json", "--yes", "--allow", "script")
    yield "another error does not", "ZeroDivisionError" in other.stdout and "--allow programs" not in other.stdout, other
    yield "an error of code says why", done.status != 0 and "PermissionError" in done.stdout and "--allow programs" in done.stdout, done


def allow_data(place):
    """What people do works without the permission."""
    fixture.need_sandbox()
    place.grants_programs = False
    for kind, run in KINDS.items():
        folder = "work/" + kind
        done = run(place, folder, fill(place, folder, WORK, "output"))
        for name in WORK:
            yield f"{kind}: {name}", os.path.exists(place.path(folder, "output", name)), done
        yield f"{kind}: nothing is reported", "refused" not in done.text and done.status == 0, done


def keep_folder(place):
    """The folder for outputs exists while code runs, and afterwards only if there is something in it, or if the user has created it."""
    fixture.need_sandbox()
    place.grants_programs = False
    look = {"call": "script", "code": "import os\nreturn os.path.isdir({!r})"}
    for name, prepare in (("none", lambda path: None), ("own", os.mkdir), ("link", lambda path: os.symlink("/tmp", path)), ("file", lambda path: open(path, "w").close())):
        flow = place.flow("work/" + name, {**look, "code": look["code"].format(place.path("work", name, "output"))}, files={"a.txt": "own"})
        path = place.path("work", name, "output")
        prepare(path)
        done = place.run(flow, "--yes", "--allow", "script", "--json")
        yield f"{name}: it is there", done.status == 0 and ('"final":true' in done.stdout.replace(" ", "")) == (name != "file"), done
        yield f"{name}: it is as before", os.path.lexists(path) == (name != "none") and os.path.islink(path) == (name == "link"), done
    for kind, run in KINDS.items():
        done = run(place, "work/" + kind, "return open({!r}, 'w').close() or 'written'".format(place.path("work", kind, "output/a.csv")))
        yield f"{kind}: it stays with what was written", os.listdir(place.path("work", kind, "output")) == ["a.csv"], done
        done = run(place, "work/empty-" + kind, "return 'nothing'")
        yield f"{kind}: it does not stay empty", not os.path.exists(place.path("work", "empty-" + kind, "output")), done


# Arguments of a server, the file that it writes for each, relative to its folder, and whether this needs the permission.
NAMED = (("../outside.txt", "../outside.txt", True), ("../../.bashrc", "../../.bashrc", True), ("../Makefile", "../Makefile", True), ("../data", "../data/x.csv", True), ("../data", "../data/output/x.csv", True),
         (".mocharc.json", ".mocharc.json", True), (".lintstagedrc", ".lintstagedrc", True), (".newrc.json", ".newrc.json", True), (".newrc", ".newrc", True),
         (".memory/facts.json", ".memory/facts.json", False), (".memory/facts.json", ".memory/x.py", True), (".store", ".store/x.db", False), (".bsp/x_1.json", ".bsp/x_1.json", True), (".clinerules", ".clinerules/01-notes.md", True), ("sub/.notes/all.md", "sub/.notes/all.md", False))


def refuse_named(place):
    """Files that the arguments of a server name are read only, and folders are limited like others, without the permission."""
    fixture.need_sandbox()
    place.grants_programs = False
    code = "import os\ntry:\n    os.makedirs(os.path.dirname({0!r}), exist_ok=True)\n    open({0!r}, 'a').write('EVIL')\nexcept OSError:\n    pass\nreturn 'tried'"
    old = ("../outside.txt", "../data/old.txt", ".mocharc.json", ".lintstagedrc", "sub/old.txt")
    for i, (argument, name, needs) in enumerate(NAMED):
        for words in ((), ("--allow", "programs")):
            folder = f"work/n{i}{len(words)}/project"
            path = os.path.normpath(place.path(folder, name))
            crew = place.crew(folder, [call_offered("look"), "done"], {"mcps": [{"command": "/usr/bin/python3", "args": ["server.py", argument]}]},
                              files={"server.py": fixture.server(code.format(path)), **{each: "own" for each in (*old, *(name for name in ("../Makefile",) if name == argument))}})
            if name.startswith("../../"):
                path = os.path.normpath(place.write(f"work/n{i}{len(words)}/.bashrc", "own"))
                crew = place.crew(folder + "/deep", [call_offered("look"), "done"], {"mcps": [{"command": "/usr/bin/python3", "args": ["server.py", argument]}]},
                                  files={"server.py": fixture.server(code.format(path))})
            done = place.run(crew, "--yes", "--allow", "all", *words, cwd=crew)
            text = place.read(os.path.relpath(path, place.root))
            yield f"{argument} {words}: {name}", ("EVIL" in text) == (bool(words) or not needs), (text, done)
            if needs and not words:
                yield f"{argument}: nothing is left", not os.path.exists(place.path(folder, ".newrc")) and (".memory" in argument or not os.path.exists(place.path(folder, ".memory"))), done
            shown = " ".join(place.ctl("show", crew).text.split())
            if argument == name and argument in (*old, "../Makefile"):
                yield f"{argument} {words}: the consent says that it is read", not needs or f"{os.path.basename(path)} (reads)" in shown or f"{os.path.basename(path)} (reads, hidden" in shown, shown


MODES = """import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
os.makedirs('/tmp/own'); open('/tmp/own/x', 'w').close(); os.chmod('/tmp/own/x', 0o755)
top = {top!r} + '/output'
os.chdir(top)
def make(name, mode=0o666):
    os.close(os.open(name, os.O_CREAT | os.O_WRONLY, mode))
make('created.dat', 0o777)
make('chmod.dat'); os.chmod('chmod.dat', 0o755)
make('fchmod.dat'); file = os.open('fchmod.dat', os.O_RDWR); os.fchmod(file, 0o755)
make('at.dat'); folder = os.open('.', os.O_RDONLY); os.chmod('at.dat', 0o711, dir_fd=folder)
make('flags.dat'); libc.syscall(452, -100, b'flags.dat', 0o755, 0)
os.mknod('mknod.dat', 0o777 | 0o100000)
file = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o777); libc.linkat(-100, b'/proc/self/fd/%d' % file, -100, b'linked.dat', 0x400)
file = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o600); os.fchmod(file, 0o755); libc.linkat(-100, b'/proc/self/fd/%d' % file, -100, b'later.dat', 0x400)
os.symlink('chmod.dat', 'link.dat'); os.chmod('link.dat', 0o777)
os.mkdir('folder'); os.chmod('folder', 0o755)
make('usual.dat'); os.chmod('usual.dat', 0o640)
return [os.stat('/tmp/own/x').st_mode & 0o777, os.listdir('folder')]
"""


def refuse_modes(place):
    """Files that code writes are not executable without the permission, because file managers start those without a known ending."""
    fixture.need_sandbox()
    place.grants_programs = False
    for words in ((), ("--allow", "programs")):
        folder = f"work/modes{len(words)}"
        os.makedirs(place.path(folder, "output"))
        done = run_script(place, folder, MODES.format(top=place.path(folder)), "--json", *words)
        yield f"{words}: in other folders of the sandbox, they are", done.status == 0 and '"final":[493,[]]' in done.stdout.replace(" ", "").replace("\n", ""), done
        modes = {name: os.stat(place.path(folder, "output", name)).st_mode & 0o777 for name in os.listdir(place.path(folder, "output"))}
        yield f"{words}: all are there", len(modes) == 11, modes
        for name, mode in modes.items():
            yield f"{words}: {name}", bool(mode & 0o111) == (name == "folder" or bool(words) and name != "usual.dat"), oct(mode)
        yield f"{words}: other modes are set", modes.get("usual.dat") == 0o640, modes


def refuse_file_tools(place):
    """Models write no programs with the file tools."""
    place.grants_programs = False
    names = ("x.py", "deploy.py", "Makefile", "package.json", "sub/run.sh", "conf.d/a.txt", "report.md", "news.json", "src/output/a.md",
             "output/x.py", "output/--checkpoint=1 x.log", "output/newtool.json", "output/docs/SKILL.md", "output/report.md", "output/out/data.csv")
    for words, is_free in (((), False), (("--allow", "programs"), True)):
        folder = f"work/tools{len(words)}"
        crew = place.crew(folder, [[call("file_writer_tool", filename=name, content="EVIL", overwrite=True) for name in names], "done"], {"tools": ["FileWriterTool"]}, files=OWN)
        done = place.run(crew, "--yes", *words, cwd=crew)
        results = place.results()
        for i, name in enumerate(names):
            written = is_free or name in names[-2:]
            yield f"{words}: {name}", (place.read(f"{folder}/{name}") == "EVIL") == written and ("written to" in results.get(f"c0-{i}", "")) == written, (results, done)
        yield f"{words}: the model learns where to write", is_free or "output/report.md" in results.get("c0-0", ""), results
        yield f"{words}: the model learns which names to use", is_free or "Use another name" in results.get("c0-9", "") and "city_results.json" in results.get("c0-11", ""), results


def refuse_output_names(place):
    """The name of an output file that depends on inputs is that of data, unless the document itself says something else, which is shown; instructions are not."""
    place.grants_programs = False
    cases = (("{name}", "x.py", False), ("{name}", "report.md", False), ("output/{name}", "report.md", True), ("{name}.json", "package", False), ("{name}.json", "result", False),
             ("{name}_report.json", "result", True), ("out/{a}.{name}", "sh", False), ("{name}.py", "x", True), ("x.sh", "", True), ("{a}", "Makefile", False),
             ("{name}.json", "news", False), ("{name}.json", "cspell", False), ("{name}.md", "agents/critic", False), ("reports/{name}.md", "cats", True), ("{name}.md", "cats", True), ("{name}.md", "SKILL", False),
             ("output/{name}.json", "cspell", False), ("output/{name}.json", "result", True), ("output/{name}.json", "../news", False), ("output/{name}.md", "a/b", True), ("{name}/report.md", "a", True),
             ("skills/x/SKILL.md", "", False), ("src/knowledge.md", "", False), ("Team.Instructions.md", "", False), ("{name}/SKILL.md", "a", False), ("rules.md", "", True), ("src/jasmine.json", "", True))
    for i, (pattern, value, is_written) in enumerate(cases):
        folder = f"work/o{i}"
        crew = place.crew(folder, ["EVIL"], task={"output_file": pattern, "description": "{name}{a}"}, crew={"inputs": {"name": value, "a": value or "v"}})
        done = place.run(crew, "--yes", cwd=crew)
        path = f"{folder}/{pattern.replace('{name}', value).replace('{a}', value or 'v')}"
        yield f"{pattern} with {value}", (place.read(path) == "EVIL") == is_written, done
        shown = place.ctl("show", crew)
        yield f"{pattern}: the consent warns", ("other programs may execute it" in shown.text) == pattern.endswith((".py", ".sh", "SKILL.md", "knowledge.md", "Instructions.md", "rules.md", "jasmine.json")), shown
        if not is_written and ".." not in value:
            done = place.run(crew, "--yes", "--allow", "programs", cwd=crew)
            yield f"{pattern} with {value} and the permission", place.read(path) == "EVIL", done


# A project of other programs, and what code, servers, models and inputs try to write there.
PROJECT = {"package.json": "{}", "spec/support/jasmine.json": "own", "README.md": "own"}
PLACES = {"settings": "spec/support/jasmine.json", "new settings": "cucumber.json", "document": "README.md", "new document": "docs/a.md", "variables": "lib/all.json", "image outside": "chart.png",
          "page": "output/page.md", "settings for tools": "output/cucumber.json", "page in a folder": "output/docs/index.html"}
RESULTS = {"image": "output/chart.png", "log": "output/below/a.log"}


def refuse_places(place):
    """In a folder in which something is developed, no texts and data are written from which tools take sources or settings."""
    fixture.need_sandbox()
    place.grants_programs = False
    ways = {name: f"(os.makedirs(os.path.dirname({path!r}) or '.', exist_ok=True), open({path!r}, 'w').write('EVIL'))" for name, path in {**PLACES, **RESULTS}.items()}
    for kind, run in KINDS.items():
        for words in ((), ("--allow", "programs")):
            folder = f"work/{kind}{len(words)}"
            for name, text in PROJECT.items():
                place.write(f"{folder}/{name}", text)
            done = run(place, folder, fill(place, folder, ways, found="output/found.log"), *words)
            found = json.loads(place.read(folder + "/output/found.log") or "{}")
            for name in ways:
                expected = errno.EACCES if name in PLACES and not words else None
                yield f"{kind} {words}: {name}", name in found and found[name] == expected, (found, done)
            yield f"{kind} {words}: the run says why", bool(words) or ("something is developed" in done.text and "“output”" in done.text), done
    crew = place.crew("work/tools", [[call("file_writer_tool", filename=name, content="EVIL", overwrite=True) for name in (*PLACES.values(), *RESULTS.values())], "done"], {"tools": ["FileWriterTool"]}, files=PROJECT)
    place.run(crew, "--yes", cwd=crew)
    results = place.results()
    for i, name in enumerate((*PLACES.values(), *RESULTS.values())):
        yield f"file tool: {name}", (place.read("work/tools/" + name) == "EVIL") == (name in RESULTS.values()), results
    yield "the model learns what to do", "output/report.md" in results.get("c0-0", ""), results
    for i, (pattern, is_written) in enumerate((("{name}.json", False), ("docs/{name}.md", False), ("output/{name}.json", False), ("{name}.pdf", True), ("x.md", True))):
        crew = place.crew(f"work/o{i}", ["EVIL"], task={"output_file": pattern, "description": "{name}"}, crew={"inputs": {"name": "cucumber"}}, files=PROJECT)
        done = place.run(crew, "--yes", cwd=crew)
        yield f"output {pattern}", (place.read(f"work/o{i}/" + pattern.replace("{name}", "cucumber")) == "EVIL") == is_written, done


# A flow that asks, so that it can be resumed, and then creates a program.
def make_asking(place, folder):
    code = f"try:\n    open({place.path(folder, 'x.py')!r}, 'w').close()\nexcept OSError:\n    pass\nreturn 1"
    return place.flow(folder, {"call": "script", "code": code}), place.write(folder + "/asks.json", {
        "schema": "crewai.flow/v1", "name": "f", "methods": {"ask": {"start": True, "human_feedback": {"message": "?"}, "do": {"call": "expression", "expr": "'draft'"}},
                                                             "a": {"listen": "ask", "do": {"call": "script", "code": code}}}})


def find_run(place, folder):
    runs = [json.loads(line) for line in place.ctl("history", "--json", "--data-dir", place.path(folder, "data")).stdout.splitlines()]
    return runs[0].get("run") or runs[0].get("id")


def pass_on(place):
    """Each command that runs documents passes the permission on, and only with the word."""
    fixture.need_sandbox()
    place.grants_programs = False
    inputs = place.write("work/in.jsonl", '{"id": "one"}\n')

    def resume(folder, _flow, asking):
        place.ctl("run", asking, "--yes", "--allow", "script", "--data-dir", place.path(folder, "data"))
        return "resume", find_run(place, folder), "--answer", "ok", "--data-dir", place.path(folder, "data")

    def fork(folder, flow, _asking):
        place.ctl("run", flow, "--yes", "--allow", "script", "--data-dir", place.path(folder, "data"))
        return "history", "fork", find_run(place, folder), "--at", "a", "--data-dir", place.path(folder, "data")
    ways = {"run": lambda folder, flow, _asking: ("run", flow, "--data-dir", place.data), "resume": resume, "fork": fork,
            "batch": lambda folder, flow, _asking: ("batch", flow, "--inputs-file", inputs, "--out", place.path(folder, "batch"))}
    for name, way in ways.items():
        for words, is_free in ((("script",), False), (("all",), False), (("script,programs",), True), (("script", "programs"), True)):
            folder = f"work/{name}{len(words)}{len(words[0])}"
            flow, asking = make_asking(place, folder)
            done = place.ctl(*way(folder, flow, asking), "--yes", *(part for word in words for part in ("--allow", word)), cwd=place.path(folder))
            yield f"{name} {words}", done.status == 0 and os.path.exists(place.path(folder, "x.py")) == is_free, done
    crew = place.crew("work/trained", [call("file_writer_tool", filename="x.py", content="EVIL"), "done"], {"tools": ["FileWriterTool"]})
    for words, is_free in (((), False), (("--allow", "programs"), True)):
        done = place.ctl("train", crew + "/crew.jsonc", "-n", "1", "--yes", *words, "--answer", "better", "--data-dir", place.data, cwd=crew)
        yield f"train {words}", os.path.exists(place.path("work/trained/x.py")) == is_free, done
    done = place.run(make_asking(place, "work/unknown")[0], "--yes", "--allow", "program")
    yield "another word is unknown", "programs" in done.text and done.status != 0, done


if __name__ == "__main__":
    sys.exit(fixture.main((refuse_code, keep_folder, refuse_named, refuse_modes, allow_data, refuse_places, refuse_file_tools, refuse_output_names, pass_on)))
