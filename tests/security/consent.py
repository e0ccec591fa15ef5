#!/usr/bin/env python3
# consent.py: tests that a consent covers only what the user was shown: this code, this place, these folders
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# consent.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R7 and doc/mcp.md §5.2. All points
# but those for harmless documents were seen to fail with a program whose consent covered only the text of the document.

import os
import shutil
import sys

import place as fixture
from place import call

# The mark is a data file whose name no script contains, because the consent covers every other file of the folder.
MARK = "open('ra' + 'n.csv', 'a').write('first ')\n"
SHELL = "echo first >> ra''n.csv\n"
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
    "npm start": ({"command": "npm", "args": ["start"]}, {"package.json": '{"scripts": {"start": "./start"}}', "start": "#!/bin/sh\n"}, "start"),
}


def run_replaced_code(place):
    fixture.need_sandbox()
    for i, (name, (server, files, changed)) in enumerate(CODE.items()):
        folder = f"work/c{i}"
        crew = place.crew(folder, ["done"], {"mcps": [server]}, files=files)
        agreed = place.agree(crew)
        again = place.run(crew)
        yield f"{name}: unchanged code needs no question", again.status != fixture.EXIT_CONSENT, (agreed, again)
        with open(os.path.join(crew, changed), "a", encoding="utf-8") as file:
            file.write("\n")
        before = place.read(folder + "/ran.csv")
        done = place.run(crew)
        yield f"{name}: asks again", done.status == fixture.EXIT_CONSENT, (agreed, done)
        if files[changed] in (MARK, SHELL):
            yield f"{name}: starts nothing", place.read(folder + "/ran.csv") == before, done


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


sys.exit(fixture.main([run_replaced_code, use_consent_elsewhere]))
