#!/usr/bin/env python3
# consent.py: tests that a consent covers only what the user was shown: this code, this place, these folders
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# consent.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R7 and doc/mcp.md §5.2. All points
# but those for harmless documents were seen to fail with a program whose consent covered only the text of the document.

import hashlib
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import time

import place as fixture
from place import call

# The mark is a data file whose name no script contains, because the consent covers every other file of the folder.
MARK = "open('ra' + 'n.csv', 'a').write('first ')\n"
SHELL = "echo first >> \"$(printf 'ra\\156.csv')\"\n"
# Each server runs code of the folder: its configuration, the files, and the file that is replaced after the consent. The
# code leaves a mark and ends, so that no server has to work and programs that are not installed are tested as well.
CODE = {
    "script": ({"command": "python3", "args": ["server.py"]}, {"server.py": MARK}, "server.py"),
    "module": ({"command": "python3", "args": ["server.py"]}, {"server.py": "import impl", "impl.py": MARK}, "impl.py"),
    "PYTHONPATH": ({"command": "python3", "args": ["server.py"], "env": {"PYTHONPATH": "lib"}},
                   {"server.py": "import impl", "lib/impl.py": MARK}, "lib/impl.py"),
    "sitecustomize": ({"command": "python3", "args": ["server.py"], "env": {"PYTHONPATH": "lib"}},
                      {"server.py": "", "lib/sitecustomize.py": MARK}, "lib/sitecustomize.py"),
    "python -c": ({"command": "python3", "args": ["-c", "import impl"]}, {"impl.py": MARK}, "impl.py"),
    "python -mNAME": ({"command": "python3", "args": ["-mimpl"]}, {"impl.py": MARK}, "impl.py"),
    "python -Bm": ({"command": "python3", "args": ["-Bm", "impl"]}, {"impl.py": MARK}, "impl.py"),
    "sys.path": ({"command": "python3", "args": ["server.py"]},
                 {"server.py": "import sys; sys.path.insert(0, 'src')\nimport impl", "src/impl.py": MARK}, "src/impl.py"),
    "importlib": ({"command": "python3", "args": ["server.py"]},
                  {"server.py": "import importlib; importlib.import_module('pkg.impl')", "pkg/impl.py": MARK}, "pkg/impl.py"),
    "sh -c": ({"command": "sh", "args": ["-c", "exec sh ./run.sh"]}, {"run.sh": SHELL}, "run.sh"),
    "sh of sh": ({"command": "sh", "args": ["run.sh"]}, {"run.sh": "exec sh ./other", "other": SHELL}, "other"),
    "env make": ({"command": "env", "args": ["make", "-s"]}, {"Makefile": "all:\n\t@sh ./run.sh", "run.sh": SHELL}, "run.sh"),
    "node require": ({"command": "node", "args": ["server.js"]}, {"server.js": "require('./lib/impl.js')", "lib/impl.js": ""}, "lib/impl.js"),
    "node import": ({"command": "node", "args": ["server.mjs"]}, {"server.mjs": "import './impl.cjs'", "impl.cjs": ""}, "impl.cjs"),
    "node NAME": ({"command": "node", "args": ["server"]}, {"server.js": ""}, "server.js"),
    "node -r": ({"command": "node", "args": ["-r", "./pre", "server.js"]}, {"server.js": "", "pre.js": ""}, "pre.js"),
    "NODE_OPTIONS": ({"command": "node", "args": ["server.js"], "env": {"NODE_OPTIONS": "--require ./pre.js"}},
                     {"server.js": "", "pre.js": ""}, "pre.js"),
    # Files that are data by their names, but are run.
    "python .txt": ({"command": "python3", "args": ["server.txt"]}, {"server.txt": MARK}, "server.txt"),
    "python -X .md": ({"command": "env", "args": ["A=1", "python3", "-X", "utf8", "server.md"]}, {"server.md": MARK}, "server.md"),
    "sh -c .bak": ({"command": "sh", "args": ["-c", "exec python3 server.bak"]}, {"server.bak": MARK}, "server.bak"),
    "sh .log of .out": ({"command": "sh", "args": ["run.log"]}, {"run.log": "exec sh other.out", "other.out": SHELL}, "other.out"),
    "make -f .txt": ({"command": "make", "args": ["-s", "-f", "build.txt"]}, {"build.txt": "all:\n\t@sh ./run.tmp", "run.tmp": SHELL}, "run.tmp"),
    "large launcher": ({"command": "sh", "args": ["run.sh"]},
                       {"run.sh": "exec python3 server.txt\n" + "# long\n" * 50000, "server.txt": MARK}, "server.txt"),
    "module in .git": ({"command": "python3", "args": ["server.py"]},
                       {"server.py": "import sys; sys.path.insert(0, 'sub/.git')\nimport impl", "sub/.git/impl.py": MARK}, "sub/.git/impl.py"),
    "BASH_ENV": ({"command": "bash", "args": ["-c", "true"], "env": {"BASH_ENV": "x.txt"}},
                 {"x.txt": "unset BASH_ENV; exec python3 server.txt", "server.txt": MARK}, "server.txt"),
    "doctest": ({"command": "python3", "args": ["-m", "doctest", "x.txt"]}, {"x.txt": ">>> " + MARK}, "x.txt"),
    "timeit": ({"command": "python3", "args": ["-m", "timeit", "-n1", "exec(open('x.txt').read())"]}, {"x.txt": MARK}, "x.txt"),
    "computed name": ({"command": "python3", "args": ["-c", "exec(open('x'+'.txt').read())"]}, {"x.txt": MARK}, "x.txt"),
    "cmake -P": ({"command": "cmake", "args": ["-P", "x.txt"]}, {"x.txt": ""}, "x.txt"),
    "ld.so": ({"command": "/lib64/ld-linux-x86-64.so.2", "args": ["./x.txt"]}, {"x.txt": ""}, "x.txt"),
    "find -exec": ({"command": "find", "args": ["plugins", "-type", "f", "-exec", "python3", "{}", ";"]}, {"plugins/x.txt": MARK}, "plugins/x.txt"),
    "archive in PYTHONPATH": ({"command": "python3", "args": ["server.py"], "env": {"PYTHONPATH": "lib:x.txt"}}, {"server.py": "", "x.txt": "PK"}, "x.txt"),
    "all of a folder": ({"command": "sh", "args": ["run.sh"]}, {"run.sh": "for f in plugins/*; do . ./$f; done", "plugins/x.txt": SHELL}, "plugins/x.txt"),
    "module in .git/lfs": ({"command": "python3", "args": ["server.py"]},
                           {"server.py": "import sys; sys.path.insert(0, '.git/lfs')\nimport impl", ".git/lfs/impl.py": MARK}, ".git/lfs/impl.py"),
    "script outside": ({"command": "python3", "args": ["../srv1/main.py"]}, {"../srv1/main.py": MARK}, "../srv1/main.py"),
    "module outside": ({"command": "python3", "args": ["../srv2/main.py"]}, {"../srv2/main.py": "import impl", "../srv2/impl.py": MARK}, "../srv2/impl.py"),
    "program outside": ({"command": "../srv3/main"}, {"../srv3/main": "#!/bin/sh\n" + SHELL}, "../srv3/main"),
    "text outside": ({"command": "sh", "args": ["../srv4/x.conf"]}, {"../srv4/x.conf": SHELL}, "../srv4/x.conf"),
    "npm start": ({"command": "npm", "args": ["start"]}, {"package.json": '{"scripts": {"start": "./start"}}', "start": "#!/bin/sh\n"}, "start"),
}


def run_replaced_code(place):
    fixture.need_sandbox()
    for i, (name, (server, files, changed)) in enumerate(CODE.items()):
        folder = f"work/c{i}"
        crew = place.crew(folder, ["done"], {"mcps": [server]}, files=files)
        agreed = place.agree(crew)
        again = place.run(crew)
        # Code that computes names may run any file, also the one with the mark.
        if name not in ("computed name", "find -exec"):
            yield f"{name}: unchanged code needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        with open(os.path.join(crew, changed), "a", encoding="utf-8") as file:
            file.write("\n")
        before = place.read(folder + "/ran.csv")
        done = place.run(crew)
        yield f"{name}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)
        if files[changed] in (MARK, SHELL):
            yield f"{name}: starts nothing", place.read(folder + "/ran.csv") == before, done


# Scripts that run one.txt, and scripts that only read it.
RUNNING = {"glob": "import os, glob\nos.execvp('python3', ['python3'] + glob.glob('*.txt'))",
           "glob, exec": "import glob\nfor name in glob.glob('*.t?t'):\n    exec(open(name).read())",
           "listdir": "import os\nfor name in os.listdir('.'):\n    if name.endswith('.txt'): exec(open(name).read())",
           "a module": "import helper",
           "runpy": "import runpy, pathlib\nfor path in pathlib.Path('.').iterdir():\n    runpy.run_path(path)",
           "a name": "exec(open('one.txt').read())",
           "shell": "import subprocess\nsubprocess.run('. ./one.txt', shell=True)",
           "a library": "import ctypes\nctypes.CDLL('./one.txt')",
           "an extension": "import sqlite3\nbase = sqlite3.connect(':memory:')\nbase.load_extension('./one.txt')",
           "system": "import os\nos.system('. ./one.txt')",
           "execvp": "import os\nos.execvp('./one.txt', ['a'])",
           "popen of lines": "import os\nfor line in open('one.txt'): os.popen(line)",
           "require": "/* */ require('./one.txt')",
           "import of Node": "import {x} from './one.txt'",
           "include": "<?php include 'one.txt';",
           "load of Ruby": "load './one.txt'",
           "a name in a module": "import helper",
           "any name": "import glob\nP = chr(42) + '.txt'\nexec(open(glob.glob(P)[0]).read())"}
READING = {"glob": "import glob\nprint([open(name).read() for name in glob.glob('*.txt')])",
           "expressions": "import re, os\nWORD = re.compile('x')\nprint(WORD, os.listdir('.'))",
           "git": "import subprocess, os\nsubprocess.run(['git', 'log'])\nprint(os.listdir('.'))",
           "one line": "import csv; print(list(csv.reader(open('one.txt'))))",
           "a method": "import json\nprint(json.load(open('one.txt')))",
           "another name": "print(eval('1'))\nopen('two.txt')",
           "retrieval": "def retrieval(x): return x\nimport os\nretrieval(os.listdir('.'))"}


def run_data_of_scripts(place):
    """A script of a server runs files that have the names of data."""
    fixture.need_sandbox()
    for i, (name, code) in enumerate((RUNNING | {"harmless " + name: code for name, code in READING.items()}).items()):
        folder = f"work/d{i}"
        crew = place.crew(folder, ["done"], {"mcps": [{"command": "python3", "args": ["main.py"]}]},
                          files={"main.py": code, "one.txt": "x = 1\n", "helper.py": RUNNING["listdir"] if name == "a module" else
                                 RUNNING["a library"] if name == "a name in a module" else ""})
        agreed = place.agree(crew)
        again = place.run(crew)
        yield f"{name}: unchanged files need no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        place.write(folder + "/one.txt", "x = 2\n")
        done = place.run(crew)
        yield f"{name}: asks again", (done.status == fixture.EXIT_CONSENT) == (not name.startswith("harmless")), (agreed, done)


def add_code(place):
    """A new file without an ending is run instead of the code beside it."""
    fixture.need_sandbox()
    for i, name in enumerate(("lib", "sub/lib")):
        crew = place.crew(f"work/n{i}", ["done"], {"mcps": [{"command": "node", "args": ["main.js"]}]},
                          files={"main.js": f"require('./{name}')", name + ".js": "", "LICENSE": "x"})
        agreed = place.agree(crew)
        place.write(f"work/n{i}/NOTES", "new")
        again = place.run(crew)
        yield f"{name}: another file needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        place.write(f"work/n{i}/{name}", "changed")
        done = place.run(crew)
        yield f"{name}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)


def replace_programs(place):
    """Code of another document replaces an interpreter or a program that the user can change."""
    fixture.need_sandbox()
    for i, (name, size) in enumerate((("script", 0), ("large program", 2_000_000))):
        program = place.path(f"home/tools{i}/bin/python3")
        text = "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\nexit\n" + "#" * size
        environment = {"PATH": os.path.dirname(program) + ":" + os.environ["PATH"]}
        place.write(f"home/tools{i}/bin/python3", text)
        flow = place.flow(f"work/i{i}", {"call": "script", "code": "return 1"})
        crew = place.crew(f"work/ic{i}", ["done"], {"mcps": [{"command": "python3", "args": ["server.py"]}]}, files={"server.py": ""})
        agreed = [place.agree(document, environment=environment) for document in (flow, crew)]
        for document in (flow, crew):
            again = place.run(document, environment=environment)
            yield f"{name}, {os.path.basename(document)}: an unchanged program needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        place.write(f"home/tools{i}/bin/python3", text.replace("exec", "exec "))
        for document in (flow, crew):
            done = place.run(document, environment=environment)
            yield f"{name}, {os.path.basename(document)}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)


def change_values(place):
    """A shell evaluates values that `.env` gives to the variables of a server."""
    fixture.need_sandbox()
    for i, (name, value, changed, args) in enumerate((
            ("code", "exec python3 a.py", "exec python3 b.py", ["-c", 'eval "$C"']), ("a name", "a.py", "b.py", ["-c", 'exec python3 "$C"']),
            ("a path", "./a.py", "./b.py", ["-c", "exec $C"]), ("behind a default", "echo;exit", "echo;sh", ["-c", "eval $C"]), ("a word", "echo", "curl", ["-c", "$C evil.example"]),
            ("base64", "ZWNobyBoaQ==", "aWQgPiByYW4=", ["-c", 'echo "$C" | base64 -d | sh']), ("digits", "7061", "696d706f7274206f73", ["-c", "python3 -c \"exec(bytes.fromhex('$C'))\""]))):
        crew = place.crew(f"work/v{i}", ["done"], {"mcps": [{"command": "bash", "args": args, "env": {"C": "${MCP_C}" if name != "behind a default" else "${MCP_C:-x}"}}]},
                          files={"a.py": "", "b.py": "", ".env": f"MCP_C={value}\nOTHER=1\n"})
        agreed = place.agree(crew)
        place.write(f"work/v{i}/.env", f"MCP_C={value}\nOTHER=2\n")
        again = place.run(crew)
        yield f"{name}: another variable needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        place.write(f"work/v{i}/.env", f"MCP_C={changed}\nOTHER=2\n")
        done = place.run(crew)
        yield f"{name}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)
    crew = place.crew("work/vk", ["done"], {"mcps": [{"command": "python3", "args": ["a.py"], "env": {"TOKEN": "${MCP_C}"}}]},
                      files={"a.py": "", ".env": "MCP_C=abcdef0123456789abcdef\n"})
    shown = place.ctl("show", crew, "--json")
    place.agree(crew)
    place.write("work/vk/.env", "MCP_C=0123456789abcdefabcdef\n")
    again = place.run(crew)
    yield "a new token asks again, and its digest is not printed", again.status == fixture.EXIT_CONSENT and hashlib.sha256(b"abcdef0123456789abcdef").hexdigest() not in shown.text, (shown, again)
    yield "the consent says that the author of .env chose the value", "MCP_C is from .env: the author of this file chose the value" in place.ctl("show", crew).text, shown


def hide_behind_code(place):
    """Long code does not push the entries out of a terminal."""
    fixture.need_sandbox()
    code = "\n".join(f"x{i} = {i}" for i in range(3000))
    agent = {"role": "R", "goal": "g", "backstory": "b", "llm": "mock/echo", "input": "x", "mcps": [{"command": "sh", "args": ["-c", "evil"]}]}
    for i, scripts in enumerate(({"m": code}, {"m": code, "n": code}, {"m": "\n".join("y" * 3 for _ in range(30))})):
        flow = place.write(f"work/lc{i}/flow.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
            **{name: {"start": True, "do": {"call": "script", "code": text}} for name, text in scripts.items()}, "a": {"start": True, "do": {"call": "agent", "with": agent}}}})
        asked = place.agree(flow).stdout
        lines = asked[:asked.find("[y/N]")].splitlines()
        last = "\n".join(lines[-24:])
        yield f"{len(scripts)} long scripts: the last screen has all entries", "evil" in last and "lines of Python" in last and "Uses 1 folder" in last, last
        yield f"{len(scripts)} long scripts: the code is printed as a whole", all(line in asked for text in scripts.values() for line in text.splitlines()), asked[-500:]


def run_linked_code(place):
    """A link with the name of code leads to a file that is data by its name."""
    fixture.need_sandbox()
    for i, (name, link, target) in enumerate((("module", "impl.py", "impl.txt"), ("in a folder", "pkg/impl.py", "data/impl.csv"),
                                              ("two links", "impl.py", "a.md"), ("script", "run.py", "run.html"),
                                              ("without an ending", "impl.py", "cache"))):
        crew = place.crew(f"work/l{i}", ["done"], {"mcps": [{"command": "python3", "args": ["server.py" if "impl" in link else "run.py"]}]},
                          files={"server.py": "import sys; sys.path.insert(0, 'pkg')\nimport impl", target: MARK})
        os.makedirs(os.path.dirname(os.path.join(crew, link)), exist_ok=True)
        leads_to = os.path.relpath(target, os.path.dirname(link))
        if name == "two links":
            os.symlink(leads_to, os.path.join(crew, "b.md"))
            leads_to = "b.md"
        os.symlink(leads_to, os.path.join(crew, link))
        agreed = place.agree(crew)
        again = place.run(crew)
        yield f"{name}: unchanged code needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        with open(os.path.join(crew, target), "a", encoding="utf-8") as file:
            file.write("\n")
        done = place.run(crew)
        yield f"{name}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)


def keep_consent(place):
    """What a server writes is data, so that the next run needs no question."""
    fixture.need_sandbox()
    for i, (name, server) in enumerate({"argument": {"command": "python3", "args": ["server.py", "notes.txt"]},
                                        "behind options": {"command": "python3", "args": ["-u", "-X", "utf8", "server.py", "--log", "notes.txt"]},
                                        "module": {"command": "python3", "args": ["-m", "server", "notes.txt"]},
                                        "variable": {"command": "python3", "args": ["server.py"], "env": {"FILE": "notes.txt"}}}.items()):
        crew = place.crew(f"work/k{i}", ["done"], {"mcps": [server]}, files={"server.py": MARK, "notes.txt": "n"})
        agreed = place.agree(crew)
        place.write(f"work/k{i}/notes.txt", "changed")
        again = place.run(crew)
        yield f"{name}: needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)


def use_consent_elsewhere(place):
    steps = [call("read_a_file_s_content", file_path=".ssh/id_rsa"), "done"]
    crew = place.crew("work/c", steps, {"tools": ["FileReadTool"]})
    agreed = place.agree(crew)
    again = place.run(crew)
    yield "the same place runs without a question", again.status == 0, (agreed, again)
    for target in ("work/copy", "home/project", "home/Downloads", "home/.config/c", "home"):
        shutil.copytree(crew, place.path(target), dirs_exist_ok=True)
        place.model.received.clear()
        done = place.run(place.path(target, "crew.jsonc"))
        yield f"asks in {target}", done.status == fixture.EXIT_CONSENT and not place.model.received, done
    os.rename(crew, place.path("work/old"))
    os.symlink(place.home, crew)
    done = place.run(os.path.join(crew, "crew.jsonc"))
    yield "asks where the folder became a link", done.status == fixture.EXIT_CONSENT, done


CODE_OF_FLOWS = {
    "script": ({"call": "script", "code": "open('w.txt', 'w').write('x')\nreturn open('salaries.txt').read()"}, {}),
    "script that imports nothing": ({"call": "script", "code": "return 'public'"}, {}),
    "function": ({"call": "code", "ref": "mod:f"}, {"mod.py": "def f(self):\n    return open('salaries.txt').read()\n"}),
    "tool": ({"call": "tool", "ref": "mod:T"}, {"mod.py": "from crewai.tools import BaseTool\nclass T(BaseTool):\n    name: str = 't'\n"
                                                "    description: str = 'd'\n    def _run(self):\n        return open('salaries.txt').read()\n"}),
}


def run_code_elsewhere(place):
    """The same code with other files: the folder that its sandbox contains is a part of the consent."""
    fixture.need_sandbox()
    for i, (name, (action, files)) in enumerate(CODE_OF_FLOWS.items()):
        files = files | {"salaries.txt": "public"}
        flow = place.flow(f"work/f{i}", action, files)
        shown = place.ctl("show", flow)
        yield f"{name}: the folder is shown", place.path(f"work/f{i}\n") in shown.text.replace(" (only reads)", "").replace(f" ({fixture.WRITES})", ""), shown
        yield f"{name}: says whether it writes", ("(only reads)" in shown.text) == ("imports nothing" in name), shown
        agreed = place.agree(flow)
        again = place.run(flow)
        yield f"{name}: the same place runs without a question", again.status == 0 and "public" in again.stdout, (agreed, again)
        for target in (f"work/other{i}", f"home/project{i}", f"home/Downloads/d{i}"):
            other = place.flow(target, action, files | {"salaries.txt": "CANARY"})
            done = place.run(other)
            yield f"{name}: asks in {target}", done.status == fixture.EXIT_CONSENT and "CANARY" not in done.text, done
            yield f"{name}: writes nothing in {target}", not place.read(target + "/w.txt"), done
        done = place.run(flow)
        yield f"{name}: still runs in its place", done.status == 0, done
    flow = place.flow("home/Downloads", CODE_OF_FLOWS["script"][0], {"salaries.txt": "public"})
    shown = place.ctl("show", flow)
    yield "a shared folder: what is visible is shown", "only its Python modules" in shown.text, shown
    flow = place.flow("work/allowed", CODE_OF_FLOWS["script"][0], {"salaries.txt": "public"})
    done = place.run(flow, "--allow", "script")
    yield "code alone requires no --yes", done.status == 0, done


def exchange_folder_during_run(place):
    """The folder becomes a link to another one with the same code while the run waits for its model."""
    fixture.need_sandbox()
    code = {"call": "script", "code": "return open('salaries.txt').read()"}
    for name, action, flags in (("Python", code, ["script"]),
                                ("a server", {"call": "agent", "with": {
                                    "role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": "mock/echo",
                                    "mcps": [{"command": "python3", "args": ["server.py"]}]}}, ["mcp"])):
        for exchanges in (False, True):
            folder = f"work/{flags[0]}{exchanges}"
            files = {"salaries.txt": "public", "server.py": "open('ra' + 'n.csv', 'w').write('x')\n" + fixture.server("return 1")}
            for path, content in (files | {"salaries.txt": "CANARY"}).items():
                place.write(f"{folder}-other/{path}", content)

            def exchange(body, folder=folder, exchanges=exchanges):
                if exchanges and not os.path.islink(place.path(folder)):
                    os.rename(place.path(folder), place.path(folder + "-old"))
                    os.symlink(place.path(folder + "-other"), place.path(folder))
                return "done"
            place.model.plans["exchange"] = [exchange]
            path = place.flow(folder, {}, files)
            first = {"call": "agent", "with": {"role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": {
                "model": "openai/m", "base_url": place.model.url + "/exchange/v1"}}}
            place.write(folder + "/flow.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
                "a": {"start": True, "do": first}, "b": {"listen": "a", "do": action}}})
            done = place.run(path, "--yes", "--allow", ",".join(flags + ["mcp-changes"] if flags == ["mcp"] else flags))
            if exchanges:
                yield f"{name}: the other folder is not used", "CANARY" not in done.text and not place.read(f"{folder}-other/ran.csv"), done
                # Python runs already: its sandbox contains the folder that was shown.
                reads_first = name == "Python" and done.status == 0 and "public" in done.stdout
                yield f"{name}: the run says why", reads_first or done.status != 0 and "has become a link" in done.text, done
            else:
                yield f"{name}: the same folder works", done.status == 0, done


SETTINGS = {"https_proxy": "http://proxy.example:3128", "ALL_PROXY": "socks5://proxy.example", "no_proxy": "api.openai.com",
            "OPENAI_API_BASE": None, "OPENAI_BASE_URL": None}


def change_environment(place):
    """The same document at the same place, but the environment leads its connections elsewhere or starts other programs."""
    other = fixture.Model()
    crew = place.crew("work/c", ["done"], {"llm": "openai/gpt-4.1"})
    place.environment["OPENAI_BASE_URL"] = place.model.url + "/work-c/v1"
    agreed = place.agree(crew)
    again = place.run(crew)
    yield "the same environment needs no question", again.status == 0, (agreed, again)
    for name, value in SETTINGS.items():
        value = value or other.url + "/v1"
        place.model.received.clear()
        environment = {name: value} | ({"OPENAI_BASE_URL": ""} if name == "OPENAI_API_BASE" else {})
        done = place.run(crew, environment=environment)
        yield f"another {name}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)
        yield f"another {name}: nothing is sent", not other.received and not place.model.received, done
        shown = place.ctl("show", crew, environment=environment)
        yield f"another {name} is shown", value.split("//")[-1].split("/")[0] in shown.text, shown
    other.shutdown()
    other.server_close()
    for mode, lines in {"manual": "[system/proxy/https]\nhost='desktop.example'\nport=3128\n",
                        "auto": "", "none": "[system/proxy/https]\nhost='desktop.example'\nport=3128\n"}.items():
        place.write("home/.config/glib-2.0/settings/keyfile",
                    f"[system/proxy]\nmode='{mode}'\nautoconfig-url='http://desktop.example/pac'\n{lines}")
        environment = {"GSETTINGS_BACKEND": "keyfile"}
        shown = place.ctl("show", crew, environment=environment)
        if not os.path.exists("/usr/share/glib-2.0/schemas/org.gnome.system.proxy.gschema.xml"):
            break
        yield f"proxies of the desktop, {mode}: shown", ("desktop.example" in shown.text) == (mode != "none"), shown
        done = place.run(crew, environment=environment)
        yield f"proxies of the desktop, {mode}: asks again", (done.status == fixture.EXIT_CONSENT) == (mode != "none"), done
    again = place.run(crew)
    yield "back in the environment of the consent", again.status == 0, again


def change_programs(place):
    """Other programs of the names that were shown."""
    fixture.need_sandbox()
    flow = place.flow("work/f", {"call": "script", "code": "return 1"})
    server = place.crew("work/s", ["done"], {"mcps": [{"command": "python3", "args": ["server.py"]}]},
                        files={"server.py": fixture.server("return 1")})
    marks = [place.path("work/ran"), place.path("work/f/ran"), place.path("work/s/ran")]
    fake = "#!/bin/sh\n" + "".join(f"echo ran >> {mark}\n" for mark in marks) + f'exec {sys.executable} "$@"\n'
    place.write("bin/python3", fake)
    place.write("home/.local/bin/python3", fake)
    for document in (flow, server):
        what = os.path.basename(document)
        agreed = place.agree(document)
        again = place.run(document)
        yield f"{what}: the same programs need no question", again.status == 0, (agreed, again)
        for name, environment in {"a folder before the others": {"PATH": place.path("bin") + ":" + place.environment["PATH"]},
                                  "a folder of the home folder": {"PATH": place.path("home/.local/bin") + ":" + place.environment["PATH"]},
                                  "PYTHONPATH": {"PYTHONPATH": place.path("work")}, "VIRTUAL_ENV": {"VIRTUAL_ENV": place.path("work")},
                                  "LD_LIBRARY_PATH": {"LD_LIBRARY_PATH": place.path("work")}}.items():
            if document == server and "PATH" not in environment:
                continue
            done = place.run(document, environment=environment)
            yield f"{what}: {name}: asks again", done.status == fixture.EXIT_CONSENT, done
            yield f"{what}: {name}: nothing is started", not any(os.path.exists(mark) for mark in marks), done


def add_program_during_run(place):
    """Another program appears in a folder of PATH after the run was allowed to start: nothing starts it."""
    fixture.need_sandbox()
    place.environment["PATH"] = place.path("bin") + ":" + place.environment["PATH"]
    os.makedirs(place.path("bin"))
    marks = [place.path("work", name, "ran") for name in ("f", "s", "l")]
    fake = "#!/bin/sh\n" + "".join(f"echo ran >> {mark}\n" for mark in marks) + f'exec {sys.executable} "$@"\n'
    real = shutil.which("python3")

    def add_program(step):
        def change(body):
            place.write("bin/python3", fake)
            return step(body) if callable(step) else step
        return change

    def replace_link(step):
        def change(body):
            place.write("bin/other", fake)
            os.remove(place.path("bin/server"))
            os.symlink("other", place.path("bin/server"))
            return step(body) if callable(step) else step
        return change

    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i",
             "llm": {"model": "openai/gpt-4.1", "base_url": place.model.url + "/f/v1"}}
    flow = place.write("work/f/flow.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "a": {"start": True, "do": {"call": "agent", "with": agent}}, "b": {"listen": "a", "do": {"call": "script", "code": "return 'forty' + 'two'"}}}})
    for swap in (False, True):
        place.model.plans["f"] = [add_program("done") if swap else "done"]
        done = place.run(flow, "--yes", "--allow", "script")
        yield f"a script {'after' if swap else 'before'} the change", "fortytwo" in done.text and not os.path.exists(marks[0]), done
    os.remove(place.path("bin/python3"))
    look = fixture.call_offered("look")
    files = {"server.py": fixture.server("return 'forty' + 'two'")}
    server = place.crew("work/s", ["done"], {"mcps": [{"command": "python3", "args": ["server.py"]}]}, files=files)
    for swap in (False, True):
        place.model.plans["work-s"] = [add_program(look) if swap else look, "done"]
        done = place.run(server, "--yes", "--allow", "mcp")
        result = " ".join(place.results().values())
        yield f"a server {'after' if swap else 'before'} the change", ("fortytwo" in result) != swap and not os.path.exists(marks[1]), (result, done)
    yield "the error names the program", "bin/python3" in result, (result, done)
    os.remove(place.path("bin/python3"))
    os.symlink(real, place.path("bin/server"))
    server = place.crew("work/l", ["done"], {"mcps": [{"command": "server", "args": ["server.py"]}]}, files=files)
    for swap in (False, True):
        place.model.plans["work-l"] = [replace_link(look) if swap else look, "done"]
        done = place.run(server, "--yes", "--allow", "mcp")
        result = " ".join(place.results().values())
        yield f"a link {'after' if swap else 'before'} the change", ("fortytwo" in result) != swap and not os.path.exists(marks[2]), (result, done)


# Addresses, the host that receives the request, and what has to be shown beside it.
HOSTS = (("https://api.openai.com@evil.example/v1", "evil.example", "imitates"), ("https://api.openai.com.evil.example/v1", "api.openai.com.evil.example", "imitates"),
         ("https://api.openai.com%2f.evil.example/v1", "evil.example", "imitates"), ("https://api.openai.com%20.evil.example/v1", "evil.example", "imitates"),
         ("https://api.openai.com%3fx.evil.example/v1", "evil.example", "imitates"), ("https://\u0430pi.openai.com/v1", "xn--", "alphabets"),
         ("https://api.openai.com\u2044v1.evil.example/", "xn--", "imitates"), ("https://api.0penai.com/v1", "api.0penai.com", "imitates"),
         ("https://api.openai.com\u3002evil.example/v1", "evil.example", "imitates"), ("https://api.openai.com\\.evil.example/v1", "evil.example", "imitates"),
         ("http://api.openai.com/v1", "api.openai.com", "unencrypted"), ("https://evil.example#api.openai.com/v1", "evil.example", ""),
         ("https://evil.example/api.openai.com/v1", "evil.example", ""), ("https://user@evil.example/v1", "evil.example", "user name"),
         ("https://gateway.example/v1", "gateway.example", "not the address of OpenAI"), ("https://us.api.openai.com/v1", "us.api.openai.com", "not the address of OpenAI"),
         ("https://api.anthropic.com/v1", "api.anthropic.com", "not the address of OpenAI"), ("http://127.0.0.1:9/v1", "127.0.0.1:9", "receives OPENAI_API_KEY)"))


def spell_hosts(place):
    """A host is shown as the name that is contacted, with a warning if it looks like another one."""
    for address, host, remark in HOSTS:
        crew = place.crew("work/h", ["done"], {"llm": {"model": "openai/gpt-4.1", "base_url": address}})
        shown = place.ctl("show", crew)
        lines = re.split(r"Connects to 1 host(?: · 1 warning)?:\n", shown.text)[-1].split("\n")[0]
        refused = shown.status != 0
        yield f"{address!a}: the host is shown", refused or host in lines, shown
        yield f"{address!a}: a remark", refused or remark in lines, lines
        name = lines.split("(")[0].strip()
        # A character that looks like the end of the host does not appear.
        yield f"{address!a}: only characters of hosts", refused or all(c.isascii() and (c.isalnum() or c in ".-:%/") for c in name), lines
    crew = place.crew("work/h", ["done"], {"llm": {"model": "openai/gpt-4.1", "base_url": "https://api.openai.com/v1"}})
    shown = place.ctl("show", crew)
    yield "the host of OpenAI has no remark", "api.openai.com (receives OPENAI_API_KEY)" in shown.text, shown
    # The document decides on the order of its hosts. Those that receive a key of another provider come first.
    agents = [{"model": "openai/gpt-4.1", "base_url": f"https://{host}/v1"} for host in ("api.openai.com", "stranger.example")]
    flow = place.write("work/two.json", {"schema": "crewai.flow/v1", "name": "two", "methods": {
        f"m{i}": {"start": True, "do": {"call": "agent", "with": {"role": "r", "goal": "g", "backstory": "b", "llm": llm, "input": "x"}}}
        for i, llm in enumerate(agents)}})
    shown = place.ctl("show", flow)
    yield "the host of a stranger is first", re.search(r"Connects to 2 hosts · 1 warning:\n *stranger.example", shown.text), shown
    # A model that no run calls is not listed; it is not called either.
    unused = {"model": "openai/unused-model", "base_url": place.model.url + "/unused/v1"}
    crew = place.crew("work/u", ["done"], {"function_calling_llm": unused}, crew={"chat_llm": unused})
    shown = place.ctl("show", crew)
    yield "models that are not used are not listed", "unused" not in shown.text and "gpt-4.1" in shown.text, shown
    place.model.received.clear()
    done = place.run(crew, "--yes")
    yield "models that are not used are not called", place.model.received and "unused" not in str(
        [path for path, _headers, _body in place.model.received]), done


def show_writing(place):
    """A tool that writes in the folder is another permission than one that reads."""
    tools = {"reads": ["FileReadTool"], fixture.WRITES: ["FileReadTool", "FileWriterTool"]}
    for expected, names in tools.items():
        crew = place.crew("work/tools", ["done"], {"tools": names})
        shown = place.ctl("show", crew)
        yield f"{names}: show says what they do", f"({expected})" in shown.text, shown
        refused = place.run(crew)
        yield f"{names}: the question says it, and is asked", f"({expected})" in refused.text and refused.status == fixture.EXIT_CONSENT, refused
        place.agree(crew)
        again = place.run(crew)
        yield f"{names}: the same tools do not ask again", again.status != fixture.EXIT_CONSENT, again
    crew = place.crew("work/server", ["done"], {"mcps": [{"command": "/usr/bin/python3", "args": ["server.py"]}]}, files={"server.py": fixture.server("return 1")})
    shown = place.ctl("show", crew)
    yield "a server may write", f"({fixture.WRITES})" in shown.text, shown


def show_paths(place):
    """The path of an address selects who receives keys and texts there, so that it is shown with the host."""
    gateway = "https://gateway.ai.cloudflare.com/v1/ACCOUNT-OF-THE-STRANGER/gw/openai"
    agents = {"model": ({"llm": {"model": "openai/gpt-4.1", "base_url": gateway}}, "gateway.ai.cloudflare.com/v1/ACCOUNT-OF-THE-STRANGER/gw/openai (receives OPENAI_API_KEY"),
              "server": ({"mcps": [{"url": "https://script.google.com/macros/s/SCRIPT-OF-THE-STRANGER/exec"}]}, "script.google.com/macros/s/SCRIPT-OF-THE-STRANGER/exec ("),
              "remote agent": ({"a2a": {"endpoint": "https://agents.example/TENANT/.well-known/agent.json"}}, "agents.example/TENANT/.well-known/agent.json"),
              "imitation": ({"llm": {"model": "openai/gpt-4.1", "base_url": "https://evil.example/v1 (receives no key)/x"}}, "evil.example/v1%20%28receives%20no%20key%29/x (")}
    for name, (agent, expected) in agents.items():
        crew = place.crew("work/" + name.replace(" ", "-"), ["done"], agent)
        shown = place.ctl("show", crew)
        refused = place.run(crew)
        yield f"{name}: show has the path", expected in shown.text, shown
        yield f"{name}: so has the question", expected in refused.text, refused
    embedder = {"provider": "openai", "config": {"model_name": "e", "api_base": "https://hooks.example/STRANGER/v1"}}
    crew = place.crew("work/embedder", ["done"], crew={"memory": True, "embedder": embedder})
    yield "embedder: show has the path", "hooks.example/STRANGER/v1 (receives OPENAI_API_KEY" in place.ctl("show", crew).text, place.ctl("show", crew)
    for address, expected in {"https://api.openai.com/v1": "api.openai.com (", "https://api.openai.com/v1/": "api.openai.com (", "https://api.openai.com/other": "api.openai.com/other (",
                              "https://api.openai.com/v1/../x": "api.openai.com/", "http://127.0.0.1:9/v1": "127.0.0.1:9 ("}.items():
        crew = place.crew("work/own", ["done"], {"llm": {"model": "openai/gpt-4.1", "base_url": address}})
        shown = place.ctl("show", crew)
        yield f"{address}: {expected}", expected in shown.text, shown
    # An address of the environment is compared with its path, too.
    flow = place.flow("work/env", {"call": "agent", "with": {"role": "R", "goal": "g", "backstory": "b", "llm": "openai/gpt-4.1", "input": "x"}})
    one = {"OPENAI_BASE_URL": "https://gateway.invalid/one"}
    place.agree(flow, environment=one)
    again = place.run(flow, environment=one)
    yield "the same path does not ask again", again.status != fixture.EXIT_CONSENT, again
    other = place.run(flow, environment={"OPENAI_BASE_URL": "https://gateway.invalid/two"})
    yield "another path asks again", other.status == fixture.EXIT_CONSENT and "gateway.invalid/two" in other.text, other


def use_key_of_file(place):
    """A key of `.env` takes precedence over the keyring: the consent says whose account receives the texts, and another key asks again."""
    agent = {"role": "R", "goal": "g", "backstory": "b", "llm": {"model": "openai/gpt-4.1", "base_url": place.model.url + "/key/v1"}, "input": "x"}
    flow = place.flow("work/key", {"call": "agent", "with": agent})
    without = {"OPENAI_API_KEY": ""}
    said = "OPENAI_API_KEY is from .env: the account of this file’s author, not yours"
    yield "without the file it is not said", said not in place.ctl("show", flow, environment=without).text, place.ctl("show", flow, environment=without)
    place.write("work/key/.env", "OPENAI_API_KEY=sk-the-key-of-the-stranger-1\n")
    shown = place.ctl("show", flow, environment=without)
    yield "the entry says it", said in shown.text and "key-of-the-stranger" not in shown.text, shown
    as_json = place.ctl("show", flow, "--json", environment=without)
    yield "the key is not shown", "key-of-the-stranger" not in as_json.text and as_json.status == 0, as_json
    own = place.ctl("show", flow)
    yield "with a key in the environment it is not said", said not in own.text, own
    agreed = place.agree(flow, environment=without)
    yield "the question says it", said in agreed.text.replace("\n", " "), agreed
    again = place.run(flow, environment=without)
    yield "the same key does not ask again", again.status == 0, again
    place.write("work/key/.env", "OPENAI_API_KEY=sk-the-key-of-the-stranger-2\n")
    changed = place.run(flow, environment=without)
    yield "another key asks again", changed.status == fixture.EXIT_CONSENT, changed
    number = place.path("home/.local/share/troupe/consent-key")
    yield "the number is private", os.stat(number).st_mode & 0o777 == 0o600 and os.path.getsize(number) == 32, number


def allow_by_variable(place):
    """CrewAI's variable, which users set for their own flows, allows no script of a document that they have not allowed."""
    fixture.need_sandbox()
    variable = {"CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION": "1"}
    flow = place.flow("work/s", {"call": "script", "code": "open('ran', 'w').close()\nreturn 1"})
    for words in ((), ("--yes",)):
        done = place.run(flow, *words, environment=variable)
        yield f"{words}: the script does not run", not os.path.exists(place.path("work/s/ran")) and done.status == fixture.EXIT_CONSENT, done
    yield "the error says why", "CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION does not allow" in done.text and "--allow script" in done.text, done
    place.agree(flow, environment=variable)
    os.remove(place.path("work/s/ran"))
    done = place.run(flow, environment=variable)
    yield "an allowed document runs", done.status == 0 and os.path.exists(place.path("work/s/ran")), done
    text = place.read("work/s/flow.json")
    place.write("work/s/flow.json", text.replace("return 1", "return 2"))
    os.remove(place.path("work/s/ran"))
    done = place.run(flow, environment=variable)
    yield "another content does not", not os.path.exists(place.path("work/s/ran")) and done.status == fixture.EXIT_CONSENT, done


def write_outputs_by_tests(place):
    """The answers of a file of tests are not written into the files of a document that was allowed before."""
    crew = place.crew("work/o", ["hello"], task={"output_file": "main.py"}, crew={"output_log_file": "log.txt"})
    done = place.run(crew, "--yes", cwd=crew)
    yield "a run writes the files", place.read("work/o/main.py") == "hello" and "hello" in place.read("work/o/log.txt"), done
    done = place.ctl("run", crew, "--yes", "--record", place.path("work/o/one.rec.jsonl"), "--data-dir", place.data, cwd=crew)
    lines = place.read("work/o/one.rec.jsonl").replace("hello", "import evil")
    place.write("work/o/one.rec.jsonl", lines)
    before = place.read("work/o/log.txt")
    for name, case in {"answers": {"answers": [{"answer": "import evil"}]}, "recording": {"recording": "one.rec.jsonl"}}.items():
        test = place.write("work/o/crew.test.json", {"document": "crew.jsonc", "cases": [{"name": "x", "expect": ["text == 'import evil'"]} | case]})
        done = place.ctl("test", test, "--data-dir", place.data, "--yes", cwd=crew)
        yield f"{name}: the case passes", done.status == 0, done
        yield f"{name}: the files stay", place.read("work/o/main.py") == "hello" and place.read("work/o/log.txt") == before, (place.read("work/o/main.py"), done)
    top = place.path("work/f")
    flow = place.flow("work/f", {"call": "agent", "with": {"role": "R", "goal": "g", "backstory": "b", "llm": "mock/say:hello", "input": "x"}},
                      config={"checkpoint": {"location": "points", "on_events": ["method_execution_finished"], "provider": {"provider_type": "json"}}})
    test = place.write("work/f/flow.test.json", {"document": "flow.json", "cases": [{"name": "x", "answers": [{"answer": "import evil"}]}]})
    done = place.ctl("test", test, "--data-dir", place.data, "--yes", cwd=top)
    yield "a case writes no checkpoint", done.status == 0 and not os.path.exists(place.path("work/f/points")), (os.listdir(top), done)
    done = place.run(flow, "--yes", cwd=top)
    yield "a run writes it", done.status == 0 and os.path.exists(place.path("work/f/points")), (os.listdir(top), done)


# Starts a program with another /etc/hosts, in which names lead to this computer.
WITH_HOSTS = 'mount --make-rprivate / && mount --bind "$HOSTS" /etc/hosts && exec "$@"'


def lead_names_here(place):
    """A name that looks like one of the internet leads to this computer: nothing is sent before the consent has said so."""
    place.environment["HOSTS"] = place.write("hosts", "127.0.0.1 localhost api.stranger.example\n127.0.0.1 mcp.stranger.example\n")
    prefix = ["unshare", "--map-root-user", "--mount", "sh", "-c", WITH_HOSTS, "sh"]
    fixture.need("unshare")
    if subprocess.run([*prefix, "true"], env=place.environment, check=False, capture_output=True).returncode != 0:
        raise fixture.Skip("there are no mount namespaces here")
    port = place.model.server_port
    address = f"http://api.stranger.example:{port}/n/v1"
    model = {"model": "openai/m", "base_url": address, "api_key": "key-of-the-document"}
    embedder = {"provider": "openai", "config": {"model_name": "e", "api_base": address, "api_key": "key-of-the-document"}}
    cases = {"model": ({"llm": model}, {}),
             "embedder": ({"llm": "mock/echo"}, {"memory": True, "embedder": embedder}),
             "MCP server": ({"llm": "mock/echo", "mcps": [{"url": f"http://mcp.stranger.example:{port}/containers/create?name=x"}]}, {}),
             "remote agent": ({"llm": "mock/echo", "a2a": {"endpoint": f"http://mcp.stranger.example:{port}/admin"}}, {})}
    for i, (name, (agent, crew)) in enumerate(cases.items()):
        path = place.crew(f"work/n{i}", ["done"], agent, crew=crew)
        place.environment["XDG_STATE_HOME"] = place.path(f"state{i}")
        place.model.received.clear()
        done = place.run(path, "--yes", "--allow", "mcp", prefix=prefix)
        yield f"{name}: nothing is sent", not place.model.received, (place.model.received, done)
        shown = place.ctl("show", path)
        yield f"{name}: the consent says where the name leads", "leads to this computer" in shown.text, (done, shown)
        asked = place.run(path, prefix=prefix)
        yield f"{name}: the user is asked", asked.status == fixture.EXIT_CONSENT and not place.model.received, asked
        done = place.run(path, "--yes", "--allow", "mcp", prefix=prefix)
        yield f"{name}: what was allowed is sent", len(place.model.received) > 0, done
    crew = place.crew("work/local", ["done"], {"llm": {**model, "base_url": f"http://localhost:{port}/n/v1"}})
    place.model.received.clear()
    done = place.run(crew, "--yes", prefix=prefix)
    yield "localhost is used as shown", done.status == 0 and len(place.model.received) == 1, done


def show_hosts_of_crews(place):
    """The hosts of a crew of another file are shown, whatever field names them, and no other host is called."""
    model = {"model": "openai/gpt-4.1", "base_url": place.model.url + "/other/v1", "api_key": "key-of-the-document"}
    embedder = {"provider": "openai", "config": {"model_name": "e", "api_base": place.model.url + "/other/v1", "api_key": "key-of-the-document"}}
    fields = {"memory llm": ({"memory": {"llm": model, "embedder": {"provider": "mock"}}}, {}),
              "memory embedder": ({"memory": {"llm": "mock/echo", "embedder": embedder}}, {}),
              "kind memory, llm": ({"memory": {"memory_kind": "memory", "llm": model, "embedder": {"provider": "mock"}}}, {}),
              "kind memory, embedder": ({"memory": {"memory_kind": "memory", "llm": "mock/echo", "embedder": embedder}}, {}),
              "crew embedder": ({"memory": True, "embedder": embedder}, {}),
              "scope": ({"memory": {"memory_kind": "scope", "root_path": "/x"}, "embedder": embedder}, {}),
              "agent memory": ({}, {"memory": {"memory_kind": "memory", "llm": model, "embedder": embedder}}),
              "planning_llm": ({"planning": True, "planning_llm": model}, {}),
              "manager_llm": ({"process": "hierarchical", "manager_llm": model}, {})}
    for i, (name, (of_crew, of_agent)) in enumerate(fields.items()):
        flow = place.flow(f"work/f{i}", {"call": "crew", "from_declaration": "one"})
        place.crew(f"work/f{i}/one", ["done"], {"llm": "mock/say:a long result that is remembered", **of_agent}, crew=of_crew)
        shown = place.ctl("show", flow)
        place.model.received.clear()
        done = place.run(flow, "--yes")
        yield f"{name}: the host is called", place.model.received, done
        yield f"{name}: the host is shown", place.model.url.split("//")[1] in shown.text, shown


def lead_by_parameters(place):
    """What a model is sent beside the messages names servers that its provider contacts, and another model."""
    address = "https://stranger.example:8443/mcp"
    server = {"type": "mcp", "server_label": "s", "server_url": address, "require_approval": "never"}
    cases = {"tools": {"additional_params": {"tools": [server]}}, "builtin_tools": {"api": "responses", "builtin_tools": [server]},
             "mcp_servers": {"model": "anthropic/claude-sonnet-4-5", "additional_params": {"mcp_servers": [{"type": "url", "url": address}]}},
             "data_sources": {"additional_params": {"data_sources": [{"parameters": {"endpoint": address}}]}},
             "api_base": {"additional_params": {"extra_body": {"api_base": address}}}}
    for i, (name, settings) in enumerate(cases.items()):
        crew = place.crew(f"work/p{i}", ["done"], {"llm": {"model": "openai/gpt-4.1", **settings}})
        shown = place.ctl("show", crew)
        yield f"{name}: the host is shown", "stranger.example:8443" in shown.text, shown
    crew = place.crew("work/m", ["done"], {"llm": {"model": "openai/gpt-4.1-nano", "additional_params": {"model": "gpt-5.2-pro"}}})
    shown = place.ctl("show", crew)
    yield "the other model is shown", "gpt-5.2-pro" in shown.text, shown
    # The price of the model that is called counts, not that of the named one.
    place.environment["OPENAI_BASE_URL"] = place.model.url + "/p/v1"
    costs = {}
    for name, model, other in (("cheap", "gpt-4.1-nano", None), ("dear", "gpt-5-pro", None), ("replaced", "gpt-4.1-nano", "gpt-5-pro"),
                               ("unpriced", "gpt-4.1-nano", "no-such-model")):
        flow = place.flow("work/" + name, {"call": "agent", "with": {"role": "r", "goal": "g", "backstory": "b", "input": "x", "llm": {
            "model": "openai/" + model, **({"additional_params": {"model": other}} if other else {})}}})
        done = place.run(flow, "--yes", "--json")
        costs[name] = json.loads(done.stdout)["usage"] if done.status == 0 else done
        planned = place.run(flow, "--dry-run")
        yield f"{name}: the estimate names what is called", (other or model) in planned.text, planned
    yield "the price is that of the called model", costs["replaced"] == costs["dear"] != costs["cheap"], costs
    yield "a model without a price is not cheap", costs["unpriced"] != costs["cheap"], costs


def name_models(place):
    """The model with which the user evaluates a crew, or chooses the intent of messages, is led elsewhere by .env."""
    host = place.model.url.split("//")[1]
    settings = {"OPENAI_BASE_URL": ("openai/gpt-4.1-mini", "/m/v1"), "OPENAI_API_BASE": ("openai/gpt-4.1-mini", "/m/v1"), "OLLAMA_HOST": ("ollama/x", ""),
                "default": (None, "/m/v1"), "GROQ_API_BASE": ("groq/x", "/m/v1")}
    keys = {"OPENAI_API_KEY": "sk-own-key-0123456789", "GROQ_API_KEY": "gsk-own-key-0123456789"}
    for i, (name, (model, path)) in enumerate(settings.items()):
        crew = place.crew(f"work/t{i}", [], {"llm": "mock/echo"}, files={".env": ("OPENAI_BASE_URL" if name == "default" else name) + "=" + place.model.url + path + "\n"})
        place.model.received.clear()
        words = ("test", crew, "-n", "1", "--data-dir", place.data, *(("-m", model) if model else ()))
        done = place.ctl(*words, environment=keys)
        yield f"{name}: asks", done.status == fixture.EXIT_CONSENT and host in done.text, done
        yield f"{name}: nothing is sent", not place.model.received, done
        done = place.ctl(*words, "--yes", environment=keys)
        yield f"{name}: with the consent it is called", place.model.received, done
    flow = place.write("work/chat/flow.json", {"schema": "crewai.flow/v1", "name": "f", "conversational": {"llm": "mock/echo"}, "methods": {
        "a": {"listen": "one", "do": {"call": "expression", "expr": "'1'"}}, "b": {"listen": "two", "do": {"call": "expression", "expr": "'2'"}}}})
    place.write("work/chat/.env", "OLLAMA_HOST=" + place.model.url + "\n")
    script = place.write("work/script.jsonl", '{"turn": "private", "intents": ["one", "two"], "intent_llm": "ollama/x"}\n')
    place.model.received.clear()
    done = place.ctl("chat", flow, "--script", script, "--data-dir", place.data)
    yield "the intent: nothing is sent", done.status == fixture.EXIT_CONSENT and not place.model.received, done
    done = place.ctl("chat", flow, "--script", script, "--yes", "--data-dir", place.data)
    yield "the intent: with the consent it is called", place.model.received, done


def fetch_offline(place):
    """A run that is answered from a recording fetches no page, because its hosts are not shown."""
    fixture.need("strace")
    sources = [{"source_type": "docling", "file_paths": ["https://beacon.invalid/user"]}]
    for i, (of_crew, of_agent) in enumerate((({"knowledge_sources": sources, "embedder": {"provider": "mock"}}, {}),
                                             ({}, {"knowledge_sources": sources, "embedder": {"provider": "mock"}}))):
        crew = place.crew(f"work/c{i}", ["done"], of_agent, crew=of_crew)
        test = place.write(f"work/c{i}/crew.test.json", {"document": "crew.jsonc", "cases": [{"name": "a", "answers": [{"answer": "x"}]}]})
        done = place.ctl("test", test, prefix=("strace", "-f", "-o", place.path("trace"), "-e", "trace=connect,sendto,sendmmsg,sendmsg"))
        yield f"{i}: nothing is looked up", "beacon" not in place.read("trace"), (done, place.read("trace")[-500:])
        yield f"{i}: the error names the reason", "answered from a recording" in done.text, done


SAVE_TOOL = """from crewai.tools import BaseTool


class Save(BaseTool):
    name: str = "save"
    description: str = "Saves a note"

    def _run(self, name: str, text: str) -> str:
        with open(name, "w") as file:
            file.write(text)
        return "saved"
"""
CALL_SAVE = 'Thought: I save.\nAction: save\nAction Input: {"name": "Makefile", "text": "CHANGED"}'


def drive_by_tests(place):
    """The inputs of a file of tests drive the tools of a document that was allowed before."""
    flow = place.flow("work/t", {"call": "tool", "ref": "FileWriterTool", "with": {"filename": "${state.name}", "content": "${state.text}", "overwrite": True}},
                      state={"type": "dict", "default": {"name": "out.txt", "text": "x"}}, files={"main.py": "mine"})
    agreed = place.agree(flow)
    again = place.run(flow)
    yield "the document was allowed", again.status == 0, (agreed, again)
    case = {"name": "a", "inputs": {"name": "main.py", "text": "CHANGED"}}
    for name, more in {"inputs": {}, "no answers": {"answers": []}, "live": {"answers": [], "missing": "live"}}.items():
        test = place.write("work/t/flow.test.json", {"document": "flow.json", "cases": [case | more]})
        done = place.ctl("test", test, "--data-dir", place.data)
        yield f"{name}: the file stays", place.read("work/t/main.py") == "mine", done
        done = place.ctl("test", test, "--data-dir", place.data, "--yes")
        changed = place.read("work/t/main.py") == "CHANGED"
        place.write("work/t/main.py", "mine")
        yield f"{name}: with --yes it {'is answered' if name == 'no answers' else 'runs'}", changed == (name != "no answers"), done


def drive_code_by_tests(place):
    """The inputs, answers and recording of a file of tests drive the Python code of a document that was allowed before. Offline
    cases call no service, but execute this code."""
    script = "open(state['name'], 'w').write(state['text'])\nreturn 1"
    flow = place.flow("work/t", {"call": "script", "code": script}, state={"type": "dict", "default": {"name": "out.txt", "text": "x"}}, files={"main.py": "mine"})
    recording = place.path("recording.jsonl")
    agreed = place.agree(flow)
    done = place.ctl("run", flow, "--record", recording, "--data-dir", place.data)
    yield "the document was allowed", done.status == 0 and os.path.exists(recording), (agreed, done)
    place.write("work/t/one.rec.jsonl", open(recording, encoding="utf-8").read())
    inputs = {"name": "main.py", "text": "CHANGED"}
    for name, case in {"answers": {"answers": [{"answer": "x"}]}, "no answers": {"answers": []}, "mocked model": {"answers": {"model": "x"}},
                       "recording": {"recording": "one.rec.jsonl"}, "nothing else": {}}.items():
        test = place.write("work/t/flow.test.json", {"document": "flow.json", "cases": [{"name": "a", "inputs": inputs} | case]})
        done = place.ctl("test", test, "--data-dir", place.data)
        yield f"{name}: the file stays", place.read("work/t/main.py") == "mine" and done.status != 0, done
    # A recording chooses the arguments with which a tool of the crew is called.
    crew = place.crew("work/c", [], {"llm": "mock/say:" + CALL_SAVE, "max_iter": 1, "tools": ["custom:save"]}, files={"tools/save.py": SAVE_TOOL, "Makefile": "mine"})
    done = place.ctl("run", crew, "--yes", "--allow", "tool", "--record", place.path("crew.jsonl"), "--data-dir", place.data)
    lines = [json.loads(line) for line in open(place.path("crew.jsonl"), encoding="utf-8")]
    yield "the tool was recorded", place.read("work/c/Makefile") == "CHANGED" and any(line.get("call") == "tool" for line in lines), done
    for line in lines:
        if line.get("call") == "tool":
            line.pop("result", None)
            line["executes"] = True
    place.write("work/c/crew.rec.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    place.write("work/c/Makefile", "mine")
    agreed = place.agree(crew)
    place.write("work/c/Makefile", "mine")
    test = place.write("work/c/crew.test.json", {"document": "crew.jsonc", "recording": "crew.rec.jsonl", "cases": [{"name": "a"}]})
    done = place.ctl("test", test, "--data-dir", place.data)
    yield "a recording: the file stays", place.read("work/c/Makefile") == "mine", (agreed, done)


def mark_documents(place):
    """What a document has under x-troupe neither replaces outputs and answers without a question, nor makes it a turn of a chat."""
    def write(folder, extension):
        return place.write(folder + "/flow.json", {"schema": "crewai.flow/v1", "name": "f", **({"x-troupe": extension} if extension else {}),
            "conversational": {"llm": "mock/say:fine"}, "state": {"type": "dict", "default": {"text": "x"}}, "methods": {
                "ask": {"start": True, "do": {"call": "expression", "expr": "'pay'"}, "human_feedback": {
                    "message": "m", "emit": ["yes", "no"], "llm": "mock/say:no", "default_outcome": "no"}},
                "draft": {"listen": "no", "do": {"call": "expression", "expr": "'draft'"}},
                "pay": {"listen": "yes", "do": {"call": "tool", "ref": "FileWriterTool", "with": {"filename": "paid.txt", "content": "${state.text}", "overwrite": True}}}}})

    cases = {"pin": {"pins": {"ask": "yes"}}, "another pin": {"pins": {"draft": "CHANGED"}}, "mute": {"muted": ["ask"]}, "mute another": {"muted": ["draft"]},
             "pin of a task": {"pins": {"draft/t": "CHANGED"}}, "turn": {"conversation": {"message": "m", "state": {"id": "1", "text": "CHANGED"}}},
             "turn without a state": {"conversation": {"message": "m"}}, "crew": {"crew": True}, "layout": {"positions": {"ask": [1, 2]}}}
    for i, (name, extension) in enumerate(cases.items()):
        flow = write(f"work/x{i}", None)
        before = json.loads(place.ctl("show", flow, "--json").stdout)["digest"]
        place.agree(flow)
        write(f"work/x{i}", extension)
        shown = place.ctl("show", flow, "--json")
        if name == "layout":
            yield "layout: needs no question", json.loads(shown.stdout)["digest"] == before, shown
            continue
        done = place.run(flow, "--answer", "no")
        yield f"{name}: asks or is refused", done.status != 0 and not os.path.exists(place.path(f"work/x{i}/paid.txt")), done
        if name in ("turn", "turn without a state", "crew"):
            with open(flow, "rb") as file:
                process = subprocess.run([place.program, "run", "-", "--yes", "--no-store"], env=place.environment, stdin=file, capture_output=True, check=False, cwd=place.path(f"work/x{i}"))
            yield f"{name}: the error names it", "x-troupe." in done.text and b"x-troupe." in process.stderr, (done, process)


def type_ahead(place):
    """What was typed or pasted before a question is no answer to it, and neither is a word that begins with y."""
    flow = place.flow("work/t", {"call": "tool", "ref": "FileWriterTool", "with": {"filename": "output/out.txt", "content": "x", "overwrite": True}})
    for name, before, after in (("pasted", b"y\ny\ny\n", b"n\n"), ("a command", b"", b"yarn install\n"), ("a sentence", b"", b"yes please send it\n"),
                                ("a long line", b"", b"y" * 300 + b"\n"), ("nothing", b"", b"\n"), ("yes", b"", b"yes\n"), ("Y", b"n\nn\n", b" Y \n")):
        process, terminal = pty.fork()
        if process == 0:
            time.sleep(0.3)
            os.execve(place.program, [place.program, "run", flow, "--no-store"], place.environment | {"TERM": "dumb", "XDG_DATA_HOME": place.path("data-" + name.replace(" ", "-"))})
        os.write(terminal, before)
        said, deadline = b"", time.monotonic() + fixture.DEADLINE
        while time.monotonic() < deadline:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            if b"[y/N]" not in said and b"[y/N]" in said + data:
                os.write(terminal, after)
            said += data
        os.close(terminal)
        os.waitpid(process, 0)
        ran = os.path.exists(place.path("work/t/output/out.txt"))
        yield f"{name}: {'runs' if name in ('yes', 'Y') else 'does not run'}", ran == (name in ("yes", "Y")), said.decode(errors="replace")
        if ran:
            os.remove(place.path("work/t/output/out.txt"))


def change_between_turns(place):
    """Code of a turn changes what later turns of a chat require: --yes and --allow do not grant that."""
    host = place.model.url.split("//")[1]
    model = {"model": "openai/gpt-4.1", "base_url": place.model.url + "/later/v1"}
    changes = {"host": "import json\np='one/agents/critic.jsonc'\na=json.load(open(p))\na['llm']=" + repr(model) + "\njson.dump(a,open(p,'w'))\n",
               "program": "import json\np='one/agents/critic.jsonc'\na=json.load(open(p))\na['mcps']=[{'command':'touch','args':['PWNED']}]\njson.dump(a,open(p,'w'))\n",
               "output": "import json\np='one/crew.jsonc'\na=json.load(open(p))\na['tasks'][0]['output_file']='PWNED'\njson.dump(a,open(p,'w'))\n",
               "nothing": ""}
    for i, (name, code) in enumerate(changes.items()):
        fixture.need_sandbox()
        folder = f"work/c{i}"
        place.crew(folder + "/one", ["done"], {"llm": "mock/say:hi"})
        flow = place.write(folder + "/flow.json", {"schema": "crewai.flow/v1", "name": "f", "conversational": {"llm": "mock/echo"}, "methods": {
            "route_conversation": {"start": True, "router": True, "emit": ["one", "two"], "do": {
                "call": "expression", "expr": "state.current_user_message.contains('two') ? 'two' : 'one'"}},
            "s": {"listen": "one", "do": {"call": "script", "code": code + "return 'changed'"}},
            "c": {"listen": "two", "do": {"call": "crew", "from_declaration": "one"}}}})
        script = place.write(folder + "/script.jsonl", "".join(json.dumps({"turn": "please " + intent}) + "\n" for intent in ("one", "two")))
        place.model.received.clear()
        done = place.ctl("chat", flow, "--script", script, "--yes", "--allow", "script,mcp", "--data-dir", place.data)
        if name == "nothing":
            yield "a chat without changes goes on", done.status == 0 and "hi" in done.stdout, done
            continue
        yield f"{name}: the change is refused", done.status == fixture.EXIT_CONSENT, done
        yield f"{name}: nothing is sent or written", not any("/later/" in path for path, _headers, _body in place.model.received) and not os.path.exists(place.path(folder, "PWNED")), (done, host)


def ship_consents(place):
    """Consents in a data folder that came with the document are not the user's."""
    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": {"model": "openai/gpt-4.1", "base_url": place.model.url + "/p/v1"}}
    flow = place.flow("work/doc", {"call": "agent", "with": agent})
    stranger = {"XDG_DATA_HOME": place.path("stranger"), "HOME": place.path("stranger")}
    os.makedirs(place.path("stranger"))
    place.data = place.path("work/doc/data")
    agreed = place.agree(flow, environment=stranger)
    shutil.copytree(place.path("stranger/troupe"), place.data, dirs_exist_ok=True)
    yield "there are consents", os.path.exists(place.path("work/doc/data/consents")), agreed
    items = place.write("work/doc/in.jsonl", '{"id": "one"}\n')
    place.model.received.clear()
    for name, words in {"run": ("run", flow, "--data-dir", place.data), "relative": ("run", flow, "--data-dir", "data"), "json": ("run", flow, "--data-dir", place.data, "--json"),
                        "batch": ("batch", flow, "--inputs-file", items, "--out", place.path("out"), "--data-dir", place.data),
                        "chat": ("chat", flow, "--data-dir", place.data)}.items():
        done = place.ctl(*words, cwd=place.path("work/doc"))
        yield f"{name}: nothing is sent", (done.status != 0 or name == "chat") and not place.model.received, done
    shown = place.ctl("show", flow, "--json")
    mine = place.ctl("show", flow, "--json", "--data-dir", place.data)
    yield "show does not use them", shown.stdout == mine.stdout, mine
    own = place.agree(flow)
    again = place.ctl("run", flow, "--data-dir", place.path("own-data"))
    yield "a consent of the user is used with any data folder of the user", again.status == 0, (own, again)
    # Its runs and memories would choose what the document does.
    again = place.run(flow)
    yield "but not with that of a stranger", again.status == fixture.EXIT_CONSENT and "has changed since" not in again.text, again


def change_settings(place):
    """The whole value of a setting in .env is shown and part of the consent, but for a password."""
    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": "openai/gpt-4.1"}
    values = {"path before @": ("{url}/{who}/v1?x=@api.openai.com/v1", True), "path with @": ("{url}/{who}@api.openai.com/v1", True),
              "query": ("{url}/v1?account={who}&x=@api.openai.com", True), "fragment": ("{url}/v1#{who}@api.openai.com", True),
              "URL in a query": ("{url}/{who}/v1?next=https://a@api.openai.com/v1", True),
              "password": ("http://user:{who}@" + place.model.url.split("//")[1] + "/v1", False)}
    for i, (name, (value, is_different)) in enumerate(values.items()):
        flow = place.flow(f"work/f{i}", {"call": "agent", "with": agent})
        digests = []
        for who in ("company", "stranger"):
            place.write(f"work/f{i}/.env", "OPENAI_BASE_URL=" + value.format(url=place.model.url, who=who) + "\n")
            shown = place.ctl("show", flow)
            digests.append(json.loads(place.ctl("show", flow, "--json").stdout)["digest"])
            yield f"{name}: it is {'shown' if is_different else 'hidden'}", (who in shown.text) == is_different, shown
        yield f"{name}: the consent {'differs' if is_different else 'stays'}", (digests[0] != digests[1]) == is_different, digests


# A reader of memory that invents a record.
READER = """
import base64, struct
RECORD = {"id": "1", "content": "CANARY", "vector": base64.b64encode(struct.pack("<8f", *[.1] * 8)).decode(), "scope": "/",
          "categories": [], "importance": 0.5, "metadata": {}, "source": None, "private": False, "created_at": None, "last_accessed": None}
def read(_flow, folder, offset): return {"records": [RECORD], "next": None, "total": 1}
"""


def use_earlier_data(place):
    """A document at the path of a deleted one does not use its memories, nor the saved runs of another document."""
    secret = "the private diagnosis of the user"
    mine = {"memory": True, "embedder": {"provider": "mock"}, "name": "mine"}
    other = {"memory": {"memory_kind": "scope", "root_path": "/"}, "embedder": {"provider": "mock"}, "name": "other"}
    ops = place.write("ops", json.dumps({"op": "remember", "args": {"content": secret, "scope": "/crew/mine", "importance": 0.9}}) + "\n")
    task = {"description": secret[:20]}

    def has_memory(crew):
        return secret in place.ctl("memory", crew, "list", "--data-dir", place.data).text

    for way in ("as it is", "without a list of documents"):
        folder = "work/" + way.replace(" ", "-")
        crew = place.crew(folder, ["done"], {"llm": "mock/echo"}, crew=mine)
        place.ctl("memory", crew, "--script", ops, "--data-dir", place.data)
        yield f"{way}: there is a memory", has_memory(crew), crew
        place.crew(folder, ["done"], {"llm": "mock/echo", "goal": "another one"}, crew=mine | {"verbose": True})
        yield f"{way}: an edited document has it", has_memory(crew), crew
        shutil.rmtree(crew)
        place.crew(folder, ["done"], {"llm": "mock/echo", "goal": "another one"}, crew=mine | {"verbose": True})
        yield f"{way}: the same document in a new folder has it", has_memory(crew), crew
        if way != "as it is":
            for name in os.listdir(place.path(place.data, "memory")):
                if name.endswith(".documents"):
                    os.remove(place.path(place.data, "memory", name))
        shutil.rmtree(crew)
        place.crew(folder, ["done"], task=task, crew=other)
        place.model.received.clear()
        done = place.run(crew, "--yes")
        yield f"{way}: nothing of it is sent", secret not in place.sent() and place.model.received, (done, place.sent())
        adopted = place.ctl("memory", crew, "adopt", "--data-dir", place.data)
        done = place.run(crew, "--yes")
        yield f"{way}: it is sent if the user wants it", adopted.status == 0 and secret in place.sent(), (adopted, done, place.sent())
    crew = place.crew("work/shown", ["done"], {"llm": "mock/echo"}, crew=mine)
    place.ctl("memory", crew, "--script", ops)
    yield "a document that uses its own memories says nothing", "earlier document" not in place.ctl("show", crew).text, crew
    shutil.rmtree(crew)
    place.crew("work/shown", ["done"], task=task, crew=other)
    shown = place.ctl("show", crew)
    yield "the consent says that memories are not used", "an earlier document at this path" in shown.text, shown

    def flow(name, methods):
        return place.write("work/runs/f.json", {"schema": "crewai.flow/v1", "name": name, "methods": methods})

    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "x"}
    first = {"a": {"start": True, "do": {"call": "agent", "with": {**agent, "llm": "mock/say:" + secret}}},
             "r": {"listen": "a", "do": {"call": "expression", "expr": "2"}}}
    second = {"a": {"start": True, "do": {"call": "expression", "expr": "1"}},
              "r": {"listen": "a", "do": {"call": "agent", "with": {**agent, "llm": "mock/echo", "input": "send ${outputs.a.raw}"}}}}
    place.run(flow("mine", first), "--yes")
    for words in (("--from", "r"), ("--only", "r"), ("--reuse", "last")):
        done = place.run(flow("other", second), *words, "--yes")
        yield f"{words[0]}: nothing of another document", secret not in done.text, done
    done = place.run(flow("mine", {**first, "r": {"listen": "a", "do": {"call": "expression", "expr": "outputs.a.raw"}}}), "--from", "r", "--yes")
    yield "an edited document continues its own run", secret in done.text, done


def import_memory(place):
    """An imported memory is data: no file of its folder is run."""
    fixture.need("python3")
    crew = place.crew("work/m", ["done"], crew={"memory": True}, files={"memory/troupe_python_memory.py": READER})
    os.makedirs(os.path.join(crew, "memory", "memories.lance"), exist_ok=True)
    done = place.ctl("memory", crew, "import", os.path.join(crew, "memory"), "--allow", "code")
    listed = place.ctl("memory", crew, "list")
    yield "a module of the memory folder is not imported", "CANARY" not in listed.text and done.status != 0, (done, listed)


def resume_planted(place):
    """A batch that is resumed runs only its own document, in its own folder and with its own options."""
    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i"}

    def document(llm):
        return json.dumps({"schema": "crewai.flow/v1", "name": "Nice", "state": {"type": "dict"}, "methods": {
            "a": {"start": True, "do": {"call": "agent", "with": {**agent, "llm": llm}}}}})

    changed = document({"model": "openai/gpt-4.1", "base_url": place.model.url + "/p/v1"})
    options = json.dumps({"state_database": place.path("home/planted.db")})
    for name, change, value in (("document", "update documents set {text} = ?", changed), ("path", "update runs set path = ?", place.path("home/flow.json")),
                                ("options", "update runs set options = ?", options)):
        folder = f"work/batch-{name}"
        place.write(folder + "/flow.json", document("mock/slow"))
        place.write(folder + "/in.jsonl", '{"id":"one"}\n')
        words = ("batch", place.path(folder, "flow.json"), "--inputs-file", place.path(folder, "in.jsonl"), "--out", place.path(folder, "out"), "--resume")
        database = place.path(folder, "out/state/shard-0-of-1/runs.db")
        begun = place.start(*words)
        deadline = time.monotonic() + fixture.DEADLINE
        while not is_running(database) and begun.poll() is None and time.monotonic() < deadline:
            time.sleep(.01)
        begun.kill()
        begun.communicate()
        yield f"{name}: the batch was interrupted", is_running(database), database
        with sqlite3.connect(database) as planted:
            text = [row[1] for row in planted.execute("pragma table_info(documents)")][1]
            planted.execute(change.format(text=text), (value,))
        planted.close()
        place.model.received.clear()
        done = place.ctl(*words)
        with sqlite3.connect(database) as runs:
            states = [row[0] for row in runs.execute("select status from runs order by rowid")]
        runs.close()
        yield f"{name}: the item is started anew", done.status == 0 and len(states) == 2 and not place.model.received, (done, states)
        yield f"{name}: nothing is written elsewhere", not os.path.exists(place.path("home/planted.db")), done


def is_running(database):
    """Returns whether a database has a run that is running."""
    try:
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        try:
            return connection.execute("select status from runs").fetchall() == [("running",)]
        finally:
            connection.close()
    except sqlite3.Error:
        return False


sys.exit(fixture.main([run_replaced_code, run_data_of_scripts, add_code, replace_programs, change_values, hide_behind_code, run_linked_code, keep_consent, use_consent_elsewhere, run_code_elsewhere, exchange_folder_during_run, change_environment, change_programs, add_program_during_run, spell_hosts, lead_names_here, show_writing, show_paths, use_key_of_file, allow_by_variable, write_outputs_by_tests, show_hosts_of_crews, lead_by_parameters, name_models, fetch_offline, drive_by_tests, drive_code_by_tests, mark_documents, type_ahead, change_between_turns, ship_consents, change_settings,
                       use_earlier_data, import_memory, resume_planted]))
