#!/usr/bin/env python3
# ends.py: tests that what code in a sandbox has created is checked, however a run ends
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ends.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9.

import json
import os
import random
import signal
import subprocess
import sys
import time

import place as fixture
from attack import EVIL, WRITE_ALL, check_created, list_files, script
from place import call_offered

# Creates the files again and again, and ignores every request to end.
AGAIN = ("import os\n"
         "while True:\n"
         f"    for name in {('prod.env', '.vscode/tasks.json', '.git/config')!r}:\n"
         "        try:\n"
         f"            os.makedirs(os.path.dirname(name) or '.', exist_ok=True)\n            open(name, 'w').write({EVIL!r})\n"
         "        except OSError:\n            pass\n")
IGNORE = "import signal\nfor number in (1, 2, 13, 15):\n    signal.signal(number, signal.SIG_IGN)\n"
# Ways in which the code goes on after its call, or after the program has ended.
GO_ON = {"a thread": f"import threading\nthreading.Thread(target=exec, args=({AGAIN!r}, {{}})).start()\n",
         "processes": f"import subprocess\nfor i in range(5):\n    subprocess.Popen([sys.executable, '-c', {IGNORE + AGAIN!r}], start_new_session=True, "
                      "stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"}
WAIT = "import time\nfor i in range(1000):\n    if not os.path.exists('prod.env'):\n        time.sleep(.01)\n"
END = "time.sleep(60)\n"


def wait_for(path):
    deadline = time.monotonic() + fixture.DEADLINE
    while not os.path.exists(path) and time.monotonic() < deadline:
        time.sleep(0.01)


def run_to_end(place, document, end, folder):
    """Runs a document whose code goes on, in the way that its run ends."""
    if end == "takes too long":
        done = place.run(document, "--yes", "--allow", "all", "--timeout", "3")
        # On a busy machine, the code may not have begun in time.
        if not os.path.exists(place.path(folder, "prod.env.blocked")):
            done = place.run(document, "--yes", "--allow", "all", "--timeout", "20")
        return done
    if end != "is interrupted":
        return place.run(document, "--yes", "--allow", "all")
    process = place.start("run", document, "--yes", "--allow", "all", "--data-dir", place.data)
    wait_for(place.path(folder, "prod.env"))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=fixture.DEADLINE)
    return fixture.Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def create_again(place):
    """Code that goes on while the files that it has created are renamed, however the run ends."""
    fixture.need_sandbox()
    ends = {"succeeds": "", "fails": "raise ValueError('x')\n", "takes too long": END, "is interrupted": END, "loses its program": "os._exit(1)\n"}
    for i, (way, code) in enumerate(GO_ON.items()):
        for j, (end, last) in enumerate(ends.items()):
            body = "import os, sys\n" + code + WAIT + last + "return 1\n"
            folder = f"work/server{i}{j}"
            crew = place.crew(folder, [call_offered("look"), "done"], {"mcps": [{"command": "python3", "args": ["server.py"]}]},
                              files={"server.py": fixture.server(body)})
            documents = {"a server": (folder, crew)}
            folder = f"work/script{i}{j}"
            documents["a script"] = (folder, place.flow(folder, {"call": "script", "code": body}))
            for kind, (folder, document) in documents.items():
                done = run_to_end(place, document, end, folder)
                left = [name for name in list_files(place, folder) if name in ("prod.env", ".vscode/tasks.json", ".git/config")]
                yield f"{kind} with {way}, the run {end}", not left, (left, done)
                yield f"{kind} with {way}, the run {end}: files were created", os.path.exists(place.path(folder, "prod.env.blocked")), done
                if end == "succeeds":
                    yield f"{kind} with {way}: the run {end}", done.status == 0, done
                elif kind == "a script":
                    yield f"{kind} with {way}: the run {end}", done.status != 0 and (end != "fails" or "ValueError" in done.text), done


def end_by_signal(place):
    """The reader of the output ends, as with `| head`, or the user presses Ctrl+\\: the run ends in order."""
    fixture.need_sandbox()
    names = ("prod.env", ".git/config")
    code = WRITE_ALL.format(names=names, text=EVIL) + "import time\nopen('ready', 'w').close()\nwhile True: print('x' * 1000); time.sleep(0.1)"
    for name in ("SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGPWR"):
        folder = "work/" + name
        flow = place.flow(folder, {"call": "script", "code": code})
        process = place.start("run", flow, "--data-dir", place.data, "--yes", "--allow", "script", "--events", "-", cwd=place.path(folder))
        wait_for(place.path(folder, "ready"))
        if name != "SIGPIPE":
            process.send_signal(getattr(signal, name))
            out, err = process.communicate(timeout=fixture.DEADLINE)
        else:
            out = process.stdout.read(100)
            process.stdout.close()
            err = process.stderr.read()
            process.wait(fixture.DEADLINE)
        done = fixture.Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
        for point, holds, details in check_created(place, folder, done, names):
            yield f"{name}: {point}", holds, details
        yield f"{name}: the exit code says so", process.returncode == (141 if name == "SIGPIPE" else 130), done


def end_after_request(place):
    """The reader of the output ends after a request was sent: GLib then ignores the signal."""
    fixture.need_sandbox()
    place.crew("work/asked", ["done"])
    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": {"model": "openai/gpt-4.1", "base_url": f"{place.model.url}/work-asked/v1"}}
    code = "import time\nopen('ready', 'w').close()\nwhile True: print('x' * 1000); time.sleep(0.1)"
    flow = place.write("work/request/flow.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "a": {"start": True, "do": {"call": "agent", "with": agent}}, "b": {"listen": "a", "do": {"call": "script", "code": code}}}})
    process = place.start("run", flow, "--data-dir", place.data, "--yes", "--allow", "all", "--events", "-", cwd=place.path("work/request"))
    wait_for(place.path("work/request/ready"))
    out = process.stdout.read(100)
    process.stdout.close()
    err = process.stderr.read()
    process.wait(fixture.DEADLINE)
    yield "the run ends", process.returncode == 141, fixture.Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def limit_files(place):
    """Files reach the limit of their size, which is as a full disk: the run waits for space, and ends in order nevertheless."""
    fixture.need_sandbox()
    names = ("prod.env", ".git/config")
    code = WRITE_ALL.format(names=names, text=EVIL) + "return 'r' * 400000"
    # A program that Python starts has the default action for SIGXFSZ, which ends it.
    limited = ("sh", "-c", 'ulimit -f 400; exec "$@"', "sh")
    flow = place.flow("work/flow", {"call": "script", "code": code})
    crew = place.crew("work/crew", [call_offered("look"), "done"], {"mcps": [{"command": "python3", "args": ["server.py"]}]},
                      files={"server.py": fixture.server(code)})
    for folder, document in (("work/flow", flow), ("work/crew", crew)):
        # On a busy machine, the code may not have begun in time.
        for seconds in ("3", "20"):
            done = place.run(document, "--yes", "--allow", "all", "--timeout", seconds, prefix=limited)
            if "waits until" in done.stderr:
                break
        yield f"{folder}: the deadline ends the wait", done.status == 124 and "waits until space is available" in done.stderr, done
        for point, holds, details in check_created(place, folder, done, names):
            yield f"{folder}: {point}", holds, details
    flow = place.flow("work/cancelled", {"call": "script", "code": code})
    process = place.start("run", flow, "--data-dir", place.data, "--yes", "--allow", "script", prefix=limited)
    said = b""
    while b"waits until" not in said and (part := os.read(process.stderr.fileno(), 65536)):
        said += part
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=fixture.DEADLINE)
    done = fixture.Done(process.returncode, out.decode(errors="replace"), (said + err).decode(errors="replace"))
    yield "SIGTERM ends the wait", done.status == 143, done
    for point, holds, details in check_created(place, "work/cancelled", done, names):
        yield f"SIGTERM: {point}", holds, details
    done = place.run(flow, "--yes", "--allow", "script", "--no-store", prefix=limited)
    yield "a run that stores nothing succeeds", done.status == 0, done


def close_terminal(place):
    """A program that nohup has started ignores that its terminal is closed; another one ends in order."""
    fixture.need_sandbox()
    code = "import os, time\nopen('ready', 'w').close()\nwhile not os.path.exists('go'): time.sleep(0.01)\nreturn 'finished'"
    for name, ignores in (("nohup", True), ("no nohup", False)):
        prefix = ("env", "--ignore-signal=HUP" if ignores else "--default-signal=HUP")
        folder = "work/" + name
        flow = place.flow(folder, {"call": "script", "code": code})
        process = place.start("run", flow, "--data-dir", place.data, "--yes", "--allow", "script", prefix=prefix)
        wait_for(place.path(folder, "ready"))
        process.send_signal(signal.SIGHUP)
        if ignores:
            time.sleep(0.2)
            place.write(folder + "/go", "")
        out, err = process.communicate(timeout=fixture.DEADLINE)
        done = fixture.Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
        yield name, done.status == (0 if ignores else 143) and ("finished" in done.stdout) == ignores, done


# Creates files and a link, and then waits for the file `go`.
LEAVE = ("import os, time\n" + WRITE_ALL.format(names=("prod.env", ".git/config", ".hidden-a1b2c3/tasks.json", "sub/server.pem"), text=EVIL) +
         "os.path.islink('out') or os.symlink('.idea/new', 'out')\n"
         "open('ready', 'w').close()\n"
         "while not os.path.exists('go'): time.sleep(0.01)\n"
         "return 1\n")


def kill_run(place, flow, folder, delay_s):
    """Kills a run a while after it has begun, or if the delay is None, when its code has created its files."""
    process = place.start("run", flow, "--data-dir", place.data, "--yes", "--allow", "script", cwd=place.path(folder))
    deadline = time.monotonic() + fixture.DEADLINE
    while delay_s is None and not os.path.exists(place.path(folder, "ready")) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(delay_s or 0)
    process.kill()
    try:
        process.communicate(timeout=fixture.DEADLINE)
    except subprocess.TimeoutExpired:
        # A process that is left keeps the output open.
        mark = os.fsencode(place.path(folder))
        return [read_state(number) for number in os.listdir("/proc") if number.isdigit() and mark in read_words(number)]
    return []


def leave_no_process(place):
    """A run that is killed while its sandbox starts leaves no process, also none that waits."""
    fixture.need_sandbox()
    flow = place.flow("work/killed", {"call": "script", "code": "open('x', 'w').close()\nimport time\ntime.sleep(600)"})
    mark = os.fsencode(place.root)
    left = []
    for i in range(20):
        process = place.start("run", flow, "--data-dir", place.data, "--yes", "--allow", "script")
        time.sleep(.02 * i)
        process.kill()
        process.communicate(timeout=fixture.DEADLINE)
        end = time.monotonic() + fixture.DEADLINE
        while time.monotonic() < end:
            left = [number for number in os.listdir("/proc") if number.isdigit() and mark in read_words(number)]
            if not left:
                break
            time.sleep(.02)
        yield f"killed after {20 * i} ms", not left, [read_words(number) for number in left]


def read_state(number):
    """Returns what is known of a process that should have ended."""
    state = read_words(number).replace(b"\0", b" ")[-300:].decode(errors="replace")
    for name in ("status", "wchan", "stack"):
        try:
            with open(f"/proc/{number}/{name}", encoding="utf-8") as file:
                state += "\n" + file.read(600)
        except OSError:
            pass
    return state


def read_words(number):
    """Returns the command line of another process, which may have ended."""
    try:
        with open(f"/proc/{number}/cmdline", "rb") as file:
            words = file.read()
    except OSError:
        return b""
    return b"" if int(number) == os.getpid() else words


def end_by_kill(place):
    """A run is killed at any time: the next one of any kind renames what code has left, and reports it."""
    fixture.need_sandbox()
    names = ("prod.env", ".git/config", ".hidden-a1b2c3/tasks.json", "sub/server.pem")
    records = place.path("home/.local/state/troupe/folders")
    os.makedirs(place.path("home/.bashrc.d"))

    def resume(folder, _flow):
        runs = [json.loads(line) for line in place.ctl("history", "--json", "--data-dir", place.data).stdout.splitlines()]
        number = [run.get("run") or run.get("id") for run in runs if folder in json.dumps(run)][0]
        return place.ctl("resume", number, "--yes", "--allow", "script", "--data-dir", place.data)

    def batch(folder, plain):
        inputs = place.write(folder + "/in.jsonl", '{"id": "one"}\n')
        return place.ctl("batch", plain, "--inputs-file", inputs, "--out", place.path(folder, "results"), "--yes")

    def train(folder, _plain):
        crew = place.crew(folder, ["ok"])
        return place.ctl("train", crew + "/crew.jsonc", "-n", "1", "--yes", "--answer", "better", "--data-dir", place.data, cwd=crew)

    ways = {"run": lambda folder, _plain: place.run(place.path(folder, "flow.json"), "--yes", "--allow", "script"),
            "a run without code": lambda _folder, plain: place.run(plain, "--yes"), "resume": resume, "batch": batch, "train": train}
    for i, (way, go_on) in enumerate(ways.items()):
        folder = f"work/way{i}"
        flow = place.flow(folder, {"call": "script", "code": LEAVE}, files={".idea/w.xml": "<x/>", ".env": "K=mine\n"})
        plain = place.write(folder + "/plain.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
            "a": {"start": True, "do": {"call": "expression", "expr": "1"}}}})
        kept = kill_run(place, flow, folder, None)
        yield f"{way}: no process is left", not kept, kept
        yield f"{way}: files were left", os.path.exists(place.path(folder, "prod.env")) and len(os.listdir(records)) == 1, os.listdir(records)
        place.write(folder + "/go", "")
        done = go_on(folder, plain)
        left = [name for name in names if os.path.lexists(place.path(folder, name))]
        yield f"{way}: nothing is left", not left, (left, done)
        reports = [line for line in done.text.splitlines() if "An earlier run did not end normally." in line]
        yield f"{way}: each name is reported with the reason", all(
            any(f"/{name}”" in line for line in reports) for name in ("prod.env", ".hidden-a1b2c3", "sub/server.pem", "out")), done
        yield f"{way}: the link is renamed", not os.path.lexists(place.path(folder, "out")), done
        yield f"{way}: files of the user stay", place.read(folder + "/.env") == "K=mine\n" and place.read(folder + "/.idea/w.xml"), done
        yield f"{way}: the report is saved", "partly saved" not in done.text, done
        yield f"{way}: no record is left", not os.listdir(records), os.listdir(records)
    delays = random.Random(fixture.SEED)
    flow = place.flow("work/loop", {"call": "script", "code": LEAVE}, files={".env": "K=mine\n"})
    plain = place.write("work/loop/plain.json", {"schema": "crewai.flow/v1", "name": "f", "methods": {
        "a": {"start": True, "do": {"call": "expression", "expr": "1"}}}})
    for i in range(int(os.environ.get("KILL_ROUNDS", "8"))):
        kept = kill_run(place, flow, "work/loop", delays.random())
        yield f"round {i}: no process is left", not kept, kept
        done = place.run(plain, "--yes")
        left = [name for name in (*names, "out") if os.path.lexists(place.path("work/loop", name))]
        yield f"round {i}: nothing is left", not left, (left, done)
        yield f"round {i}: files of the user stay", place.read("work/loop/.env") == "K=mine\n", done


def fill_limits(place):
    """What was renamed does not make later runs impossible, and names are not used up."""
    fixture.need_sandbox()
    fills = {"hidden files": "for i in range(1100): open(f'.x{i}-a1b2c3', 'w').close()\n",
             "hidden files in a hidden folder": "os.mkdir('.d-a1b2c3')\nfor i in range(1100): open(f'.d-a1b2c3/.x{i}-a1b2c3', 'w').close()\n",
             "keys": "for i in range(300): os.mkdir(f'k{i}'); open(f'k{i}/prod.env', 'w').close()\n",
             "keys in a hidden folder": "os.mkdir('.d-a1b2c3')\nfor i in range(300): os.mkdir(f'.d-a1b2c3/k{i}'); open(f'.d-a1b2c3/k{i}/server.pem', 'w').close()\n",
             "locked folders": "for i in range(300): os.mkdir(f'l{i}'); os.chmod(f'l{i}', 0)\n",
             "deep folders": "for i in range(140): os.mkdir('d'); os.chdir('d')\n",
             "new names": "for i in ('', *range(1, 300)): open(f'prod.env.blocked{i}', 'w').close()\nopen('prod.env', 'w').close()\n"}
    for i, (name, code) in enumerate(fills.items()):
        done = script(place, f"work/fill{i}", "import os\n" + code + "return 1\n")
        yield f"{name}: the run ends", done.status == 0, done
        yield f"{name}: nothing is left", not os.path.lexists(place.path(f"work/fill{i}/prod.env")), done
        done = script(place, f"work/fill{i}", "return 'ran'\n")
        yield f"{name}: a later run starts", "ran" in done.stdout, done


def fill_paths(place):
    """Code runs only where what a folder contains can be recorded."""
    fixture.need_sandbox()
    done = script(place, "work/paths", "import os\ntop = os.getcwd()\n"
                  "for i in range(14): os.mkdir('n' * 250); os.chdir('n' * 250)\n"
                  "for i in range(30000): os.mkdir(str(i))\nos.chdir(top)\nreturn 1\n")
    yield "the run ends", done.status == 0, done
    done = script(place, "work/paths", "open('written', 'w').close()\nreturn 'ran'\n")
    yield "a later run is refused", done.status != 0 and "is too large" in done.text, done
    yield "nothing was run", not os.path.exists(place.path("work/paths/written")), done


sys.exit(fixture.main([create_again, end_by_signal, end_after_request, limit_files, close_terminal, leave_no_process, end_by_kill, fill_limits, fill_paths]))
