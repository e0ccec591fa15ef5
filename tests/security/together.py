#!/usr/bin/env python3
# together.py: tests that runs which use a folder at the same time do not rename files of the user, or of each other
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# together.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9. At least one point of each
# test, and each of its orders, was seen to fail with a program that compared with the records of one run only.

import json
import os
import signal
import sys
import time

import place as fixture
from place import call_offered

# Code that says that it runs, and goes on when the test says so.
WAIT = ("import os, time\nopen({name!r} + '-runs', 'w').close()\nend = time.monotonic() + 60\n"
        "while not os.path.exists({name!r} + '-may-end') and time.monotonic() < end:\n    time.sleep(0.01)\n")


class Run:
    """A run whose code waits until the test lets it end."""

    def __init__(self, place, folder, document, permission, name):
        self.place, self.folder, self.name = place, folder, name
        self.process = place.start("run", document, "--yes", "--allow", permission, "--data-dir", place.data)
        end = time.monotonic() + fixture.DEADLINE
        while not os.path.exists(place.path(folder, name + "-runs")) and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)

    def end(self):
        self.place.write(f"{self.folder}/{self.name}-may-end", "")
        out, err = self.process.communicate(timeout=fixture.DEADLINE)
        return fixture.Done(self.process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=fixture.DEADLINE)


def start_script(place, folder, name, code="", top=None):
    """Starts a script with write access to a folder. Its code runs before it waits. @top: where the document is"""
    document = place.write(f"{top or folder}/{name}.json", {"schema": "crewai.flow/v1", "name": name, "methods": {
        "a": {"start": True, "do": {"call": "script", "code": code + WAIT.format(name=name) + "return 1"}}}})
    return Run(place, folder, document, "script", name)


def start_server(place, folder, arguments, code="", name="server"):
    """Starts a crew with a MCP server that may write what its arguments name."""
    crew = place.crew(folder, [call_offered("look"), "done"], {"mcps": [{"command": "python3", "args": ["server.py", *arguments]}]},
                      files={"server.py": fixture.server("import os\n" + code + WAIT.format(name=name) + "return 1")})
    return Run(place, folder, crew, "mcp", name)


WRITE = ("for name in {names!r}:\n    os.makedirs(os.path.dirname(name) or '.', exist_ok=True)\n"
         "    open(name, 'a').write('written')\n")


def check_stays(place, folder, names, done):
    for name in names:
        yield f"{name} stays", os.path.exists(place.path(folder, name)), (sorted(os.listdir(place.path(folder))), done)


def keep_granted(place):
    """A server may write a hidden file or folder that its arguments name. Another run was not granted it."""
    fixture.need_sandbox()
    names = (".state.json", ".memory/facts.json", "sub/.notes/a/b.txt")
    arguments = [".state.json", ".memory/facts.json", "sub/.notes"]
    for exists in (True, False):
        for order in ("first", "second"):
            folder = f"work/{exists}-{order}"
            for name in names if exists else ():
                place.write(f"{folder}/{name}", "mine")
            place.write(f"{folder}/.state.json", "mine")  # a file that is missing is not granted, but its folder
            point = f"{'existing' if exists else 'new'}, granted to the {order} run"
            code = WRITE.format(names=names)
            runs = [start_server(place, folder, arguments, code)] if order == "first" else []
            other = start_script(place, folder, "other", "open('.new-a1b2c3', 'w').close()\n")
            runs = runs or [start_server(place, folder, arguments, code)]
            # The other run looks for what is new while the server runs, and after it.
            done = [other.end(), runs[0].end()] if order == "first" else [runs[0].end(), other.end()]
            yield f"{point}: both succeed", all(each.status == 0 for each in done), done
            yield f"{point}: they are written", all("written" in place.read(f"{folder}/{name}") for name in names), done
            for name, holds, details in check_stays(place, folder, names, done):
                yield f"{point}: {name}", holds, details
            yield f"{point}: what was not granted is renamed", not os.path.exists(place.path(folder, ".new-a1b2c3")), done
            plain = start_script(place, folder, "last")
            plain.end()
            for name, holds, details in check_stays(place, folder, names, done):
                yield f"{point}: after another run: {name}", holds, details


RENAME = ("for name in {names!r}:\n    os.makedirs(os.path.dirname(name), exist_ok=True)\n    open(name + '.new', 'w').write('written')\n"
          "    os.replace(name + '.new', name)\n")
WIDEN = ("import os, time\nopen('runs', 'w').close()\nend = time.monotonic() + 60\nwhile not os.path.exists('server-runs') and time.monotonic() < end:\n"
         "    time.sleep(0.01)\nfor name in {names!r}:\n    try:\n        open(name, 'a').write('widened')\n    except OSError:\n        pass\n    try:\n"
         "        os.rename(os.path.dirname(name), 'moved')\n    except OSError:\n        pass\n")


def save_granted_by_renaming(place):
    """A server saves hidden files that it was granted by renaming new ones onto them. This ends no other run in the folder, and
    code of that run cannot write the files either, because the server was granted their folder."""
    fixture.need_sandbox()
    names = (".memory/facts.json", "sub/.notes/a/b.txt")
    for kind in ("alone", "the same document", "a script"):
        folder = "work/" + kind.replace(" ", "-")
        for name in names:
            place.write(f"{folder}/{name}", "mine")
        others = []
        if kind == "the same document":
            others = [start_server(place, folder, [names[0], "sub/.notes"], RENAME.format(names=names), name="server2")]
        elif kind == "a script":
            document = place.write(f"{folder}/other.json", {"schema": "crewai.flow/v1", "name": "o", "methods": {
                "a": {"start": True, "do": {"call": "script", "code": WIDEN.format(names=names) + "return 1"}}}})
            others = [place.start("run", document, "--yes", "--allow", "script", "--data-dir", place.data)]
            end = time.monotonic() + fixture.DEADLINE
            while not os.path.exists(place.path(folder, "runs")) and others[0].poll() is None and time.monotonic() < end:
                time.sleep(0.01)
        server = start_server(place, folder, [names[0], "sub/.notes"], RENAME.format(names=names))
        if kind == "a script":
            out, err = others[0].communicate(timeout=fixture.DEADLINE)
            done = [fixture.Done(others[0].returncode, out.decode(), err.decode()), server.end()]
        else:
            done = [server.end(), *(other.end() for other in others)]
        yield f"{kind}: all runs succeed", all(each.status == 0 for each in done), done
        yield f"{kind}: the files are saved by the server only", [place.read(f"{folder}/{name}") for name in names] == ["written"] * 2, done
    # A single file is a mount of its own, which the kernel does not let the server replace.
    place.write("work/file/.state.json", "mine")
    other = start_script(place, "work/file", "other")
    server = start_server(place, "work/file", [".state.json"], "try:\n    open('x.new', 'w').close()\n    os.replace('x.new', '.state.json')\n"
                          "except OSError:\n    open('.state.json', 'a').write(' and saved')\n")
    done = [server.end(), other.end()]
    yield "a single file: all runs succeed", all(each.status == 0 for each in done), done
    yield "a single file: it is saved in place", place.read("work/file/.state.json") == "mine and saved", done


def judge_links(place):
    """A folder elsewhere that was granted to a server does not make links to it harmless that code of another run creates."""
    fixture.need_sandbox()
    os.makedirs(place.path("home/data"))
    for order in ("during", "after"):
        folder = f"work/{order}"
        server = start_server(place, folder, [place.path("home/data")], "os.symlink(" + repr(place.path("home/data")) + ", 'of-server')\n")
        other = start_script(place, folder, "other", "import os\ntry:\n    os.symlink(" + repr(place.path("home/data")) + ", 'of-other')\nexcept OSError: pass\n")
        done = [other.end(), server.end()] if order == "during" else [server.end(), other.end()]
        yield f"{order}: all runs succeed", all(each.status == 0 for each in done), done
        yield f"{order}: the link of the other run is renamed", not os.path.lexists(place.path(folder, "of-other")), (done, os.listdir(place.path(folder)))
        alone = f"work/{order}-alone"
        done = start_server(place, alone, [place.path("home/data")], "os.symlink(" + repr(place.path("home/data")) + ", 'of-server')\n").end()
        yield f"{order}: the link of the server stays without another run", os.path.islink(place.path(alone, "of-server")), done


def keep_after_kill(place):
    """The other run is killed, so that the next run looks for what is new."""
    fixture.need_sandbox()
    names = (".state.json", ".memory/facts.json")
    for kills in ("other", "server", "both"):
        folder = f"work/{kills}"
        place.write(f"{folder}/.state.json", "mine")
        other = start_script(place, folder, "other", "open('.new-a1b2c3', 'w').close()\n")
        server = start_server(place, folder, list(names), WRITE.format(names=names))
        if kills != "server":
            other.kill()
        if kills != "other":
            server.kill()
        done = [run.end() for run in (other, server) if run.process.returncode is None]
        done.append(start_script(place, folder, "next").end())
        for name, holds, details in check_stays(place, folder, names, done):
            yield f"{kills} killed: {name}", holds, details
        yield f"{kills} killed: what was not granted is renamed", not os.path.exists(place.path(folder, ".new-a1b2c3")), done
        left = [name for name in os.listdir(place.path("home/.local/state/troupe/folders")) if not name.startswith("gate-")]
        yield f"{kills} killed: nothing remains recorded", not left, left


# Files of the user in folders whose names matter for how they are judged, and such a folder.
INSIDE = {"node_modules/tool": (".npmignore", ".bin/tool", "key.pem", ".eslintrc", ".cfg/x"), "autostart": ("x.desktop",),
          "systemd": ("user/x.service",), "x.git/inner": ("config", "hooks/update", "sequencer/todo"),
          "venv/lib/site-packages": ("a/.libs/x", "certifi/ca.pem"), ".m2/sub": ("settings.xml",), ".docker": ("config.json",)}


def keep_inside(place):
    """Runs in folders inside each other, whose names are judged with the names of the folders above."""
    fixture.need_sandbox()
    for order in ("above", "below"):
        for i, (inside, names) in enumerate(INSIDE.items()):
            outer = f"work/{order}{i}"
            inner = f"{outer}/{inside}"
            for name in names:
                place.write(f"{inner}/{name}", "mine")
            starts = {"above": lambda: start_script(place, outer, "above"),
                      "below": lambda: start_script(place, inner, "below")}
            first = starts[order]()
            second = starts["below" if order == "above" else "above"]()
            done = [second.end(), first.end()]
            yield f"{inside}, the run {order} first: both end", all(each.status in (0, 1) for each in done), done
            for name, holds, details in check_stays(place, inner, names, done):
                yield f"{inside}, the run {order} first: {name}", holds, details


# What a document uses in its folder after the folder has become a link: fields of the agent, of the task and of the crew, and
# the calls of its tools.
LATER = {"FileReadTool": ({"tools": ["FileReadTool"]}, {}, {}, call_offered("read", file_path="secret.txt")),
         "FileWriterTool": ({"tools": ["FileWriterTool"]}, {}, {}, call_offered("write", filename="main.py", content="CHANGED", overwrite=True)),
         "DirectoryReadTool": ({"tools": ["DirectoryReadTool"]}, {}, {}, call_offered("list", directory=".")),
         "output_file": ({}, {"output_file": "main.py"}, {}, "CHANGED"),
         "output_log_file": ({}, {}, {"output_log_file": "log.txt"}, "CHANGED"),
         "input_files": ({}, {}, {}, "done"), "skills": ({}, {}, {}, "done"), "knowledge": ({}, {}, {}, "done")}
OF_SECOND = {"input_files": ({}, {"input_files": {"f": "secret.txt"}}), "skills": ({"skills": ["skills"]}, {}),
             "knowledge": ({"knowledge_sources": [{"source_type": "text_file", "file_paths": ["secret.txt"]}]}, {})}


def exchange_folder(place):
    """The folder of a running document becomes a link to another folder, as code of a run above could do it."""
    skill = "---\nname: one\ndescription: CANARY\n---\nCANARY\n"
    for exchanges in (False, True):
        for i, (name, (agent, task, crew, step)) in enumerate(LATER.items()):
            folder = f"work/{exchanges}{i}/sub"
            private = {"secret.txt": "CANARY", "main.py": "mine", "skills/one/SKILL.md": skill, "knowledge/secret.txt": "CANARY"}
            for path, content in private.items():
                place.write(f"home/{exchanges}{i}/{path}", content)
            of_agent, of_task = OF_SECOND.get(name, ({}, {}))
            if name == "knowledge":
                of_agent = of_agent | {"embedder": {"provider": "openai", "config": {"api_base": place.model.url + "/embed/v1"}}}
            place.crew(folder, [], agent, {**task}, crew, 
                       files=private if not exchanges else {path: content.replace("CANARY", "public") for path, content in private.items()})
            whole = place.path(folder)

            def exchange(body, whole=whole, exchanges=exchanges, i=i, step=step):
                if exchanges and not os.path.islink(whole):
                    os.rename(whole, whole + "2")
                    os.symlink(place.path("home", f"{exchanges}{i}"), whole)
                return step(body) if callable(step) else step

            plan = folder.replace("/", "-")
            place.model.plans[plan] = [exchange, "CHANGED"]
            place.model.plans[plan + "-second"] = [call_offered("read", file_name="f"), "done"] if name == "input_files" else ["done"]
            second = {"role": "s", "goal": "g", "backstory": "b", "max_retry_limit": 0, **of_agent,
                      "llm": {"model": "openai/gpt-4.1", "base_url": f"{place.model.url}/{plan}-second/v1"}}
            place.write(folder + "/agents/second.jsonc", second)
            content = json.loads(place.read(folder + "/crew.jsonc"))
            content["agents"].append("second")
            content["tasks"].append({"name": "u", "description": "d", "expected_output": "e", "agent": "second", **of_task})
            place.write(folder + "/crew.jsonc", content)
            place.model.received.clear()
            done = place.run(whole, "--yes", cwd=whole)
            seen = place.sent() + done.text
            written = place.read(f"home/{exchanges}{i}/main.py") if exchanges else place.read(folder + "/main.py") + place.read(folder + "/log.txt")
            if exchanges:
                yield f"{name}: nothing is read there", "CANARY" not in seen, (done, seen)
                yield f"{name}: nothing is written there", written == "mine" and sorted(os.listdir(place.path(f"home/{exchanges}{i}"))) == ["knowledge", "main.py", "secret.txt", "skills"], (done, written)
            elif name in ("FileWriterTool", "output_file", "output_log_file"):
                yield f"{name}: the folder itself is written", "CHANGED" in written, (done, written)
            elif name != "DirectoryReadTool":
                yield f"{name}: the folder itself is read", "CANARY" in seen, (done, seen)


def exchange_at_question(place):
    """The folder becomes a link while the user is asked, or between the runs of a batch."""
    def exchange(whole, private):
        os.rename(whole, whole + "2")
        os.symlink(private, whole)

    actions = {"FileReadTool": {"call": "tool", "ref": "FileReadTool", "with": {"file_path": "secret.txt"}},
               "FileWriterTool": {"call": "tool", "ref": "FileWriterTool", "with": {"filename": "main.py", "content": "CHANGED", "overwrite": True}},
               "script": {"call": "script", "code": "open('main.py', 'w').write('CHANGED')\nreturn open('secret.txt').read()"}}
    for i, (name, action) in enumerate(actions.items()):
        if name == "script":
            fixture.need_sandbox()
        for path, content in {"secret.txt": "CANARY", "main.py": "mine"}.items():
            place.write(f"home/private{i}/{path}", content)
        flow = place.flow(f"work/q{i}/sub", action, files={"secret.txt": "public", "main.py": ""})
        whole = os.path.dirname(flow)
        done = place.agree(flow, meanwhile=lambda whole=whole, i=i: exchange(whole, place.path(f"home/private{i}")))
        yield f"{name}: the folder was exchanged", os.path.islink(whole), done
        yield f"{name}: nothing is read or written there", "CANARY" not in done.text and place.read(f"home/private{i}/main.py") == "mine", done
        yield f"{name}: the run fails", done.status != 0 and "was moved or replaced" in done.text, done
    # The first item waits for a model, during whose answer the folder is exchanged.
    place.write("home/private/secret.txt", "CANARY")
    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": {"model": "openai/gpt-4.1", "base_url": place.model.url + "/b/v1"}}
    flow = place.write("work/b/sub/flow.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "a": {"start": True, "do": {"call": "agent", "with": agent}},
        "r": {"listen": "a", "do": actions["FileReadTool"]}}})
    place.write("work/b/sub/secret.txt", "public")
    items = place.write("work/items.jsonl", "".join(json.dumps({"id": f"i{i}"}) + "\n" for i in range(4)))
    whole, n_calls = os.path.dirname(flow), []

    def answer(body):
        n_calls.append(body)
        if len(n_calls) == 2:
            exchange(whole, place.path("home/private"))
        return "done"

    place.model.plans["b"] = [answer]
    done = place.ctl("batch", flow, "--inputs-file", items, "--out", place.path("out"), "--yes", "--max-concurrency", "1")
    results = "".join(place.read(os.path.join("out", name)) for name in os.listdir(place.path("out")) if name.endswith(".json"))
    yield "batch: nothing is read there", os.path.islink(whole) and "CANARY" not in results + done.text, (done, results)
    yield "batch: items before were run", "public" in results, (done, results)


def exchange_before_end(place):
    """The folder of a running document becomes another one before the end of the run, when new files are renamed."""
    fixture.need_sandbox()
    mine = (".git/config", ".env", ".vscode/settings.json", ".zed", "sub/.netrc", "autostart/x.desktop")
    for i, (way, target, kind) in enumerate((("a link to a folder", "home/priv", "script"), ("a link to the home folder", "home", "script"),
                                             ("another folder", None, "script"), ("a link", "home/priv", "server"), ("a killed run", "home/priv", "script"))):
        folder = f"home/p{i}/sub"
        whole, other = place.path(folder), place.path(folder + "2")
        for name in mine:
            place.write(f"home/priv/{name}", "mine")
        if kind == "server":
            run = start_server(place, folder, [], "open('.new-a1b2c3', 'w').close()\n")
        else:
            run = start_script(place, folder, "one", "open('.new-a1b2c3', 'w').close()\n")
        os.rename(whole, other)
        if target is None:
            for name in mine:
                place.write(f"{folder}/{name}", "mine")
        else:
            os.symlink(place.path(target), whole)
        if way == "a killed run":
            run.kill()
            done = place.run(place.flow(f"home/p{i}/next", {"call": "expression", "expr": "1"}))
        else:
            place.write(folder + f"2/{run.name}-may-end", "")
            done = run.end() if target is None else end_by_link(run, os.path.join(place.path(target), f"{run.name}-may-end"))
        at = place.path(target) if target == "home/priv" else place.path("home/priv") if target else whole
        names = sorted(os.path.relpath(os.path.join(top, name), at) for top, _folders, files in os.walk(at) for name in files)
        yield f"{way}, {kind}: nothing is renamed there", not any("blocked" in name for name in names) and set(mine) <= set(names), (done, names)
        home = os.listdir(place.home)
        yield f"{way}, {kind}: the home folder stays", {".ssh", ".bashrc", ".env", ".config"} <= set(home), (done, home)
        if way != "a killed run":
            yield f"{way}, {kind}: what code has created is renamed", os.path.exists(other + "/.new-a1b2c3.blocked"), (done, os.listdir(other))


def end_by_link(run, mark):
    """Ends a run whose folder is a link, without a mark where the link leads."""
    out, err = run.process.communicate(timeout=fixture.DEADLINE)
    assert not os.path.exists(mark), mark
    return fixture.Done(run.process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


if __name__ == "__main__":
    sys.exit(fixture.main((keep_granted, save_granted_by_renaming, judge_links, keep_after_kill, keep_inside, exchange_folder, exchange_at_question, exchange_before_end)))
