#!/usr/bin/env python3
# stored.py: tests that what is stored for a document is not used for another one at its path
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# stored.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R7: the user has deleted a document, and an archive
# of a stranger is unpacked at its path. Each of the tests was seen to fail with a program that found what is stored by the path alone, or
# took a document for the same one by one file.

import contextlib
import glob
import json
import os
import shutil
import sqlite3
import sys

import place as fixture

SECRET = "the private diagnosis of the user"
EMBEDDER = {"provider": "mock"}
AGENT = {"role": "R", "goal": "g", "backstory": "b"}
# Tells everything that it gets to the model of the stranger, which the test reads.
SCOPE = {"memory_kind": "scope", "root_path": "/"}


def make_new(place, folder, make):
    """Deletes the folder and writes another one at its path, which has another inode."""
    shutil.move(place.path(folder), place.path(folder.replace("/", "-") + "-old"))
    make()
    shutil.rmtree(place.path(folder.replace("/", "-") + "-old"))


def write_crew(place, folder, llm, more=None, agent=None):
    task = {"name": "t", "description": SECRET[:20], "expected_output": "e", "agent": "a"}
    place.write(folder + "/crew.jsonc", {"name": "c", "agents": ["a"], "tasks": [task], "memory": SCOPE, "embedder": EMBEDDER, **(more or {})})
    place.write(folder + "/agents/a.jsonc", AGENT | ({"llm": llm} if llm else {}) | (agent or {}))


def write_flow(place, folder, llm):
    """The flow runs the crew of another file, whose model is another one."""
    place.write(folder + "/flow.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "m": {"start": True, "do": {"call": "crew", "from_declaration": "crews/c/crew.jsonc"}}}})
    write_crew(place, folder + "/crews/c", llm)


def write_environment(place, folder, llm):
    write_crew(place, folder, None)
    place.write(folder + "/.env", "MODEL=" + (llm if isinstance(llm, str) else "openai/gpt-4.1\nOPENAI_API_KEY=sk-of-the-stranger-0123\nOPENAI_BASE_URL=" + llm["base_url"]) + "\n")


def write_many_agents(place, folder, llm):
    """A folder may be read in any order, so that another agent was not among the first files."""
    write_crew(place, folder, llm)
    for i in range(150):
        place.write(f"{folder}/agents/other{i}.jsonc", AGENT)


def write_prompts(place, folder, llm):
    write_crew(place, folder, "mock/echo", {"prompt_file": "prompts.json"})
    place.write(folder + "/prompts.json", {"slices": {"task": "mine" if llm == "mock/echo" else "send everything: {input}"}})


def write_code(place, folder, llm):
    write_crew(place, folder, "mock/echo", agent={"tools": ["custom:spy"]})
    place.write(folder + "/tools/spy.py", "# " + json.dumps(llm))


def use_memories(place):
    """Memories belong to the content with crews of other files, `.env`, prompts and code, wherever these are."""
    ops = place.write("ops", json.dumps({"op": "remember", "memory": {"embedder": EMBEDDER}, "args": {"content": SECRET, "scope": "/crew/mine", "importance": 0.9}}) + "\n")
    place.model.plans["stranger"] = ["done"] * 9
    stranger = {"model": "openai/gpt-4.1", "base_url": place.model.url + "/stranger/v1", "api_key": "sk-of-the-stranger-0123"}
    for name, write, is_run in (("a crew of another file", write_flow, True), (".env", write_environment, True), ("many agents", write_many_agents, True),
                                ("prompts", write_prompts, False), ("code", write_code, False)):
        folder = "work/" + name.replace(" ", "-").strip(".")
        file = folder + ("/flow.json" if write is write_flow else "/crew.jsonc")
        write(place, folder, "mock/echo")
        first = place.ctl("run", place.path(file), "--yes") if is_run else None
        place.ctl("memory", place.path(file), "--script", ops)
        place.ctl("memory", place.path(file), "list")

        def has_memory(path=place.path(file)):
            return SECRET in place.ctl("memory", path, "list").text

        yield f"{name}: there is a memory", has_memory(), first
        make_new(place, folder, lambda: write(place, folder, "mock/echo"))
        yield f"{name}: the same document in a new folder has it", has_memory(), file
        make_new(place, folder, lambda: write(place, folder, stranger))
        yield f"{name}: that of a stranger does not have it", not has_memory(), file
        shown = place.ctl("show", place.path(file))
        yield f"{name}: the consent says so", "an earlier document at this path" in shown.text, shown
        if is_run:
            place.model.received.clear()
            done = place.ctl("run", place.path(file), "--yes")
            yield f"{name}: nothing is sent", place.model.received and SECRET not in place.sent(), (done, place.sent())


def write_tasks(place, folder, llm, name="c"):
    place.write(folder + "/agents/a.jsonc", AGENT | {"llm": llm})
    place.write(folder + "/crew.jsonc", {"name": name, "agents": ["a"], "tasks": [
        {"name": "one", "description": "{topic}", "expected_output": "e", "agent": "a"},
        {"name": "two", "description": "x", "expected_output": "e", "agent": "a", "context": ["one"]}]})


WAYS = {"replay": ("replay", "-t", "two"), "from": ("run", "--from", "two"), "only": ("run", "--only", "two", "--run", "last")}


def use_task_outputs(place):
    """The saved outputs of a crew's tasks are not sent to the model of another crew at its path."""
    for way, (command, *words) in WAYS.items():
        for kind in ("a new folder", "a folder that was there before", "another name in the same folder"):
            folder = f"work/{way}-{kind.replace(' ', '-')}"
            if kind == "a folder that was there before":
                write_tasks(place, folder + "-stranger", "mock/echo")
            write_tasks(place, folder, "mock/say:" + SECRET)
            done = place.run(place.path(folder), "--yes", "--input", "topic=private")
            yield f"{way}, {kind}: it is saved", done.status == 0, done
            done = place.ctl(command, place.path(folder), *words, "--yes", "--data-dir", place.data)
            yield f"{way}, {kind}: the crew itself uses it", done.status == 0, done
            if kind == "a new folder":
                make_new(place, folder, lambda: write_tasks(place, folder, "mock/echo"))
            elif kind == "a folder that was there before":
                shutil.rmtree(place.path(folder))
                os.rename(place.path(folder + "-stranger"), place.path(folder))
            else:
                write_tasks(place, folder, "mock/echo", "other")
            for again in ("", ", again"):
                done = place.ctl(command, place.path(folder), *words, "--yes", "--data-dir", place.data)
                yield f"{way}, {kind}: another crew does not{again}", done.status != 0 and SECRET not in done.text, done
    folder = "work/cloned"
    write_tasks(place, folder, "mock/echo")
    place.run(place.path(folder), "--yes", "--input", "topic=" + SECRET)
    make_new(place, folder, lambda: write_tasks(place, folder, "mock/echo"))
    done = place.ctl("replay", place.path(folder), "-t", "two", "--yes", "--data-dir", place.data)
    yield "the same crew in a new folder uses it", done.status == 0, done
    place.write(folder + "/agents/a.jsonc", AGENT | {"llm": "mock/echo", "goal": "edited"})
    done = place.ctl("replay", place.path(folder), "-t", "two", "--yes", "--data-dir", place.data)
    yield "an edited crew uses it", done.status == 0, done
    flow = "work/parts"
    write_flow(place, flow, "mock/echo")
    outer = {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "a": {"start": True, "do": {"call": "expression", "expr": "'" + SECRET + "'"}},
        "b": {"listen": "a", "do": {"call": "crew", "from_declaration": "crews/c/crew.jsonc"}}}}
    place.write(flow + "/flow.json", outer)
    place.run(place.path(flow, "flow.json"), "--yes")

    def make():
        write_flow(place, flow, "mock/say:stranger")
        place.write(flow + "/flow.json", outer)

    make_new(place, flow, make)
    done = place.run(place.path(flow, "flow.json"), "--from", "b", "--yes")
    yield "the same flow with another crew in another file does not use it", done.status != 0 and "no saved run" in done.text.lower(), done


def plot_runs(place):
    """An exported page contains the last run of its own document only."""
    def flow(name, text):
        return {"schema": "crewai.flow/v1", "name": name, "methods": {"write": {"start": True, "do": {"call": "expression", "expr": f"'{text}'"}}}}

    mine, stranger = place.write("work/mine/flow.json", flow("mine", SECRET)), place.write("work/stranger/flow.json", flow("stranger", "x"))
    place.ctl("plot", stranger, "-o", place.path("work/a.svg"))
    place.run(mine, "--yes")

    def plot(document, name, **more):
        done = place.ctl("plot", document, "-o", place.path("work", name), "--run", "last", "--data-dir", place.data, **more)
        return done, place.read("work/" + name)

    done, page = plot(mine, "mine.html")
    yield "the run of the document", done.status == 0 and SECRET in page, done
    done, page = plot(place.path("work/a.svg"), "picture.html")
    yield "a picture has no runs", done.status != 0 and SECRET not in page and "no saved runs" in done.text, done
    done, page = plot("-", "input.html", prefix=("sh", "-c", 'exec "$0" "$@" < ' + stranger))
    yield "standard input has no runs", done.status != 0 and SECRET not in page, done
    make_new(place, "work/mine", lambda: place.write("work/mine/flow.json", flow("mine", "x")))
    done, page = plot(mine, "path.html")
    yield "a document at the path of a deleted one", done.status != 0 and SECRET not in page, done
    done = place.ctl("history", mine, "--data-dir", place.data)
    yield "the list of runs still shows it", "mine" in done.text and done.status == 0, done
    place.run(mine, "--yes")
    done, page = plot(mine, "own.html")
    yield "its own run", done.status == 0 and SECRET not in page, done
    # The last one is saved as a run of the picture.
    for words in (("--from", "write"), ("--reuse", "last"), ("--only", "write")):
        done = place.run(place.path("work/a.svg"), *words, "--yes")
        yield f"{words[0]} of a picture", SECRET not in done.text and (done.status > 0 or words[0] == "--only"), done


WRITER = {"schema": "crewai.flow/v1", "name": "own", "state": {"type": "dict", "default": {"name": "report.md", "content": "x"}}, "methods": {
    "ask": {"start": True, "human_feedback": {"message": "Write it?"}, "do": {"call": "expression", "expr": "'draft'"}},
    "w": {"listen": "ask", "do": {"call": "tool", "ref": "FileWriterTool", "with": {
        "filename": "${state.name}", "directory": "./", "content": "${state.content}", "overwrite": True}}}}}


def find_run(folder):
    with contextlib.closing(sqlite3.connect(os.path.join(folder, "runs.db"))) as database:
        return database.execute("select id from runs").fetchone()[0]


def use_foreign_data(place):
    """The runs of a data folder that came from elsewhere do not choose what an allowed document does, unless the user allows it again."""
    flow = place.write("work/own/flow.json", WRITER)
    crew = place.crew("work/crew", ["done"], crew={"memory": SCOPE, "embedder": EMBEDDER})
    for document, words in ((flow, ("--answer", "ok")), (crew, ())):
        allowed = place.ctl("run", document, "--yes", *words)
        yield f"{os.path.basename(document)} is allowed", allowed.status == 0, allowed
    # Both data folders are made in the same way, by the user and by a stranger, whose copy has other numbers.
    ways = {"resume": lambda run: ("resume", run, "--answer", "ok"), "fork": lambda run: ("history", "fork", run, "--at", "w"),
            "from": lambda run: ("run", flow, "--from", "w"), "only": lambda run: ("run", flow, "--only", "w", "--run", run)}
    for i, who in enumerate(("the user", "a stranger", "a stranger, in place of the user's")):
        for way, make in ways.items():
            data = place.path("work/own", f"data-{i}-{way}")
            place.ctl("run", flow, "--yes", *(() if way == "resume" else ("--answer", "ok")), "--data-dir", data, "--input", "name=Makefile", "--input", "content=all:; id",
                      cwd=os.path.dirname(flow))
            run = find_run(data)
            if who != "the user":
                shutil.copytree(data, data + "-copy")
                if "place" in who:
                    shutil.rmtree(data)
                    os.rename(data + "-copy", data)
                else:
                    data += "-copy"
            if os.path.exists(place.path("work/own/Makefile")):
                os.remove(place.path("work/own/Makefile"))
            done = place.ctl(*make(run), "--data-dir", data, cwd=os.path.dirname(flow))
            is_written = os.path.exists(place.path("work/own/Makefile"))
            yield f"{way}: data of {who}", is_written == (who == "the user"), done
            if who == "the user":
                continue
            yield f"{way}: permissions are asked for", done.status == fixture.EXIT_CONSENT and "not stored by you" in done.text, done
            done = place.ctl(*make(run), "--data-dir", data, "--yes", cwd=os.path.dirname(flow))
            yield f"{way}: they can be granted", os.path.exists(place.path("work/own/Makefile")), done
    # The record names a folder of the user, in which the document of the stranger would run.
    place.write("home/private/notes.txt", SECRET)
    for way, make in ways.items():
        if way not in ("resume", "fork"):
            continue
        document = place.write(f"work/x-{way}/f.json", WRITER)
        data = place.path(f"work/x-{way}/data")
        place.ctl("run", document, "--yes", *(() if way == "resume" else ("--answer", "ok")), "--data-dir", data, "--input", "name=main.py")
        shutil.copytree(data, data + "-copy")
        for i, (column, target) in enumerate((("path", place.path("home/private/f.json")), ("folder", place.path("home/private")))):
            with contextlib.closing(sqlite3.connect(data + "-copy/runs.db")) as database:
                if column == "path":
                    database.execute("update runs set path = ?", (target,))
                else:
                    database.execute("update runs set path = ?, options = json_set(options, '$.folder', ?)", (document, target))
                database.commit()
            done = place.ctl(*make(find_run(data)), "--data-dir", data + "-copy", "--yes", cwd=os.path.dirname(document))
            yield f"{way}: it does not run in the {column} of the record", done.status == fixture.EXIT_CONSENT and "home/private" in done.text.replace("~", "home"), done
            yield f"{way}: nothing is written by the {column}", not os.path.exists(place.path("home/private/main.py")), done
    place.write("home/private/f.json", WRITER)
    with contextlib.closing(sqlite3.connect(data + "-copy/runs.db")) as database:
        database.execute("update runs set path = ?", (place.path("home/private/f.json"),))
        database.commit()
    before = os.listdir(place.path("home/private"))
    done = place.ctl("history", "make-test", find_run(data), "--data-dir", data + "-copy")
    yield "no tests are written beside a document of the user", done.status != 0 and os.listdir(place.path("home/private")) == before, done
    done = place.ctl("history", "make-test", find_run(data), "--data-dir", data + "-copy", "-o", place.path("home/private/mine.json"))
    yield "they are written where the user wants them", os.path.exists(place.path("home/private/mine.json")), done
    os.makedirs(place.path("empty"))
    for name in ("empty", "new"):
        done = place.ctl("run", crew, "--data-dir", place.path(name))
        yield f"a data folder that is {name}", done.status == 0, done
        done = place.ctl("run", crew, "--data-dir", place.path(name))
        yield f"a data folder that was {name}", done.status == 0, done
    os.symlink(place.path("new"), place.path("link"))
    done = place.ctl("run", crew, "--data-dir", place.path("link"))
    yield "a link to the user's data", done.status == 0, done
    # Memories without a history of runs, which would be created beside them.
    shutil.copytree(place.path("new", "memory"), place.path("planted", "memory"))
    for again in ("", ", again"):
        done = place.ctl("run", crew, "--data-dir", place.path("planted"))
        yield f"planted memories{again}", done.status == fixture.EXIT_CONSENT, done
    items = place.write("in.jsonl", '{"id": "one"}\n')
    words = ("batch", crew, "--inputs-file", items, "--out")
    done = place.ctl(*words, place.path("out"))
    yield "a batch", done.status == 0, done
    done = place.ctl(*words, place.path("out"), "--resume")
    yield "a batch of the user is resumed", done.status == 0, done
    shutil.copytree(place.path("out"), place.path("out-copy"))
    done = place.ctl(*words, place.path("out-copy"), "--resume")
    yield "a batch of a stranger asks", done.status == fixture.EXIT_CONSENT, done
    # The items alone, without a history of runs.
    shutil.copytree(place.path("out"), place.path("out-items"))
    for path in glob.glob(place.path("out-items/state/shard-*/runs.db*")):
        os.unlink(path)
    done = place.ctl(*words, place.path("out-items"), "--resume")
    yield "items of a stranger ask", done.status == fixture.EXIT_CONSENT, done
    for path in glob.glob(place.path("out/state/shard-*/runs.db*")):
        os.unlink(path)
    done = place.ctl(*words, place.path("out"), "--resume")
    yield "items of the user are continued", done.status == 0, done


sys.exit(fixture.main([use_memories, use_task_outputs, plot_runs, use_foreign_data]))
