#!/usr/bin/env python3
# crew_golden.py: runs recorded cases of CrewAI's crews and flows with troupectl and compares the results
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# crew_golden.py --troupectl PROGRAM [--choices FILE] [--at-least=N] FILE.json … [--only NAME…] [--list] [-v]
#
# Calls the program as documented in doc/cli.md, each case in its own folder and with a scripted model server on the
# loopback interface. Prints TAP on stdout: one line per case, and one line per file with the number of cases that
# agree.

import argparse
import base64
import concurrent.futures
import contextlib
import functools
import json
import os
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import golden_compare
import golden_memory
import golden_provider
import golden_record
import golden_record_flow
import golden_record_memory
from golden_match import Difference, show
from golden_server import RuleServer, make_server

# Environment variables that are passed on to the program: locations in an uninstalled build tree, settings that avoid
# the user's keyring, and options of sanitizers.
KEPT = ("TROUPE_PYTHON_DIR", "GSETTINGS_BACKEND", "GSETTINGS_SCHEMA_DIR", "GIO_USE_VFS", "SECRET_BACKEND",
        "SECRET_FILE_TEST_PATH", "SECRET_FILE_TEST_PASSWORD", "G_DEBUG", "MALLOC_CHECK_", "ASAN_OPTIONS",
        "LSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH", "LD_PRELOAD", "G_SLICE", "TSAN_OPTIONS")
# Files that the command itself creates in the project's folder.
OWN_FILES = {"data", "home", "storage", "states.db", "events.jsonl", "in.json", "hosts"}
COMMON = ["--json", "--quiet", "--yes", "--allow", "all,programs", "--data-dir", "data", "--events", "events.jsonl"]


HERE = os.path.dirname(os.path.abspath(__file__))


def python_path(case):
    """Returns the PYTHONPATH for Python code of the case. Without CrewAI, the program's own stand-in for it is tested;
    a case that imports Pydantic, which is missing, uses stand-ins for both."""
    if has_pydantic() or not imports_pydantic(case):
        return ""
    return os.pathsep.join(os.path.join(HERE, "stand-in", name) for name in ("crewai", "pydantic"))


@functools.cache
def has_pydantic():
    command = ["python3", "-c", "import pydantic; assert pydantic.VERSION > '2'"]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0


def needs_pydantic(recording, case):
    """Returns whether a case uses more of Pydantic than its stand-in has."""
    return recording.endswith("-python-golden") and imports_pydantic(case)


def imports_pydantic(case):
    return any(isinstance(text, str) and "pydantic import" in text for text in case["files"].values())


class Seen:
    """The observed output, exit code, events and requests of a kickoff."""

    def __init__(self, answer, status, events, requests, stderr=""):
        self.answer, self.status, self.events = answer, status, events
        self.requests, self.stderr = requests, stderr
        self.operations = None


class Run:
    """The observed kickoffs, files and database rows of a case."""

    def __init__(self, files, project=None):
        self.documents = files
        self.project = project
        self.kickoffs = []
        self.files = {}
        self.rows = []

    def requests(self):
        return [request for seen in self.kickoffs for request in seen.requests]

    def crew(self):
        """Returns the crew's document, which must be JSON without comments."""
        text = next(text for name, text in self.documents.items() if name in ("crew.jsonc", "crew.json"))
        return json.loads(text)


class Failure(Exception):
    """A run failed, so that there is nothing to compare."""


def read_events(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.strip()]
    except FileNotFoundError:
        return []
    except ValueError as error:
        raise Failure("a line of the event log is not valid JSON: %s" % error) from error


def snapshot(folder):
    """Returns the contents of the files in the project that the command did not create for itself, by path."""
    found = {}
    for place, folders, names in os.walk(folder):
        if place == folder:
            folders[:] = [name for name in folders if name not in OWN_FILES]
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            path = os.path.relpath(os.path.join(place, name), folder)
            if path not in OWN_FILES and not path.startswith("states.db"):
                with open(os.path.join(place, name), encoding="utf-8", errors="replace", newline="") as file:
                    found[path] = file.read()
    return found


def read_rows(*paths):
    for path in paths:
        if os.path.exists(path):
            with contextlib.closing(sqlite3.connect(path)) as database:
                rows = database.execute("SELECT flow_uuid, method_name, state_json FROM flow_states ORDER BY id")
                return [[uuid, method, json.loads(state)] for uuid, method, state in rows]
    return []


class CaseRun:
    """Runs one case in its own folder."""

    def __init__(self, options, case, folder, server):
        self.options, self.case, self.server = options, case, server
        # By default, the home folder is inside the project. The sandbox treats a folder that contains the home folder
        # as the user's own; with --home-beside, home is next to the project.
        self.folder = os.path.join(folder, "project") if options.home_beside else folder
        self.home = os.path.join(folder, "home")
        self.end = time.monotonic() + options.timeout
        self.run = Run(case["files"], self.folder)
        self.environment = self.make_environment()

    def fill(self, text):
        port = str(self.server.port)
        return text.replace("$DB", os.path.join(self.folder, "states.db")) \
            .replace("$HOST", "127.0.0.1:" + port).replace("$PORT", port)

    def make_environment(self):
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment.update(PATH=os.environ.get("PATH", os.defpath), HOME=self.home,
                           LANG="C.UTF-8", CREWAI_STORAGE_DIR=os.path.join(self.folder, "storage"),
                           PYTHONPATH="" if self.options.own_stand_ins else python_path(self.case))
        if isinstance(self.server, RuleServer):
            environment.update(self.server.environment())
        environment.update({name: self.fill(value) for name, value in self.case.get("env", {}).items()})
        return environment

    def prepare(self):
        for folder in (self.home, os.path.join(self.folder, "storage")):
            os.makedirs(folder)
        for name, text in self.case["files"].items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if isinstance(text, dict):
                with open(path, "wb") as file:
                    file.write(base64.b64decode(text["base64"]))
                continue
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(self.fill(text))

    def find_wrapper(self):
        """Returns the command prefix for the program; with Azure host names in the case, it maps them to the loopback
        address."""
        names = set(re.findall(r"[\w-]+\.openai\.azure\.com", json.dumps([self.environment, self.case["files"]])))
        if not names:
            return self.options.wrapper
        hosts = os.path.join(self.folder, "hosts")
        with open(hosts, "w", encoding="utf-8") as file:
            file.write("127.0.0.1 localhost %s\n" % " ".join(sorted(names)))
        # Where names lead that are not those of this network is noted by the first run, and shown before the next one.
        state = os.path.join(self.home, ".local/state/troupe")
        os.makedirs(state, exist_ok=True)
        with open(os.path.join(state, "private-hosts"), "w", encoding="utf-8") as file:
            file.writelines("127.0.0.1 %s\n" % name for name in sorted(names))
        return ["bwrap", "--dev-bind", "/", "/", "--ro-bind", hosts, "/etc/hosts", "--"] + self.options.wrapper

    def call(self, arguments, stdin=None, command="run"):
        """Runs the program once and records the kickoff."""
        events = os.path.join(self.folder, "events.jsonl")
        with contextlib.suppress(FileNotFoundError):
            os.remove(events)
        with subprocess.Popen(self.find_wrapper() + [self.options.troupectl, command, *arguments, *COMMON],
                              cwd=self.folder, env=self.environment, start_new_session=True,
                              stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                out, err = process.communicate(stdin, max(self.end - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate()
                raise Failure("did not finish within %g seconds; stderr: %s" %
                              (self.options.timeout, err[-600:].decode(errors="replace"))) from None
        text, err = out.decode(errors="replace"), err.decode(errors="replace")
        try:
            answer = json.loads(text)
        except ValueError:
            raise Failure("exit code %d, but stdout is not JSON: %r; stderr: %s" %
                          (process.returncode, text[-300:], err[-600:])) from None
        if not isinstance(answer, dict):
            raise Failure("the answer is not an object: %r" % text[-300:])
        self.run.kickoffs.append(Seen(answer, process.returncode, read_events(events), self.server.take(), err))

    def give_inputs(self, inputs):
        if inputs is None:
            return []
        with open(os.path.join(self.folder, "in.json"), "w", encoding="utf-8") as file:
            json.dump(inputs, file)
        return ["--inputs", "in.json"]

    def run_crew(self, inputs):
        stdin = self.case["stdin"].encode() if "stdin" in self.case else None
        several = inputs if self.case.get("entry") == "for_each" else [inputs] * self.case.get("kickoffs", 1)
        for one in several:
            self.call(["."] + self.give_inputs(one), stdin)

    def run_memory(self):
        """Runs kickoffs and operations with the same data and reads the stored records after each."""
        for step in self.case["steps"]:
            if "reset" in step:
                self.reset(step["reset"])
                continue
            if "ops" in step:
                self.operate(step)
                continue
            if "cli" in step:
                self.reset_by_options(step["cli"])
                continue
            if "crew_file" in step:
                shutil.copy(os.path.join(self.folder, step["crew_file"]), os.path.join(self.folder, "crew.jsonc"))
            self.call(["."] + self.give_inputs(step["kickoff"]))
            self.run.kickoffs[-1].stored = golden_memory.read_stored(os.path.join(self.folder, "data"))

    def reset_by_options(self, arguments):
        """Runs `troupectl reset-memory` with the arguments of `crewai reset-memories`."""
        self.reset(None, ["reset-memory", "."] + arguments[1:])

    def reset(self, kind, arguments=None):
        arguments = arguments or ["memory", ".", "reset", kind]
        command = self.find_wrapper() + [self.options.troupectl, *arguments, "--data-dir", "data"]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, check=False, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=max(self.end - time.monotonic(), 0.1))
        seen = Seen(None, done.returncode, [], self.server.take(), done.stderr.decode(errors="replace"))
        seen.stored = golden_memory.read_stored(os.path.join(self.folder, "data"))
        self.run.kickoffs.append(seen)

    def operate(self, step):
        """Runs a script of memory operations. Without files in the case, a document sets the memory's options,
        otherwise the first operation of the script."""
        lines = [{"op": name, "args": arguments} for name, arguments in ((*one, {})[:2] for one in step["ops"])]
        if self.case["files"]:
            lines.insert(0, {"op": "memory", "args": step["memory"]})
        else:
            with open(os.path.join(self.folder, "crew.jsonc"), "w", encoding="utf-8") as file:
                json.dump({"memory": step["memory"]}, file)
        with open(os.path.join(self.folder, "ops.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        events = os.path.join(self.folder, "events.jsonl")
        command = self.find_wrapper() + [self.options.troupectl, "memory", ".", "--script", "ops.jsonl", "--json",
                                         "--data-dir", "data", "--events", events]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, check=False, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=max(self.end - time.monotonic(), 0.1))
        answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
        if self.case["files"]:
            answers.pop(0)
        seen = Seen(None, done.returncode, read_events(events), self.server.take(), done.stderr.decode(errors="replace"))
        seen.operations = answers
        seen.stored = golden_memory.read_stored(os.path.join(self.folder, "data"))
        self.run.kickoffs.append(seen)

    def run_flow(self):
        for step in self.case["steps"]:
            # Only the library can run a loaded flow again.
            if step.get("same"):
                return
            answers = [word for answer in step.get("answers", ()) for word in ("--answer", answer)]
            document = self.case["files"]["flow.json"]
            as_text = bool(self.case.get("contents"))
            self.call(["-" if as_text else "flow.json"] + self.give_inputs(step["inputs"]) + answers,
                      self.fill(document).encode() if as_text else None)

    def make_step(self, index, step):
        """Returns a line of the script for `chat`, with the IDs seen so far."""
        line = {key: value for key, value in step.items() if key != "same"}
        if not step.get("same") and index > 0:
            line["new"] = True
        session = line.get("session_id")
        if session and session.startswith("$id"):
            line["session_id"] = self.run.kickoffs[int(session.removeprefix("$id")) - 1].answer["state"]["id"]
        return (json.dumps(line) + "\n").encode()

    def read_line(self, process):
        """Returns the next line of output; empty if the program has ended."""
        ready, _, _ = select.select([process.stdout], [], [], max(self.end - time.monotonic(), 0.1))
        if not ready:
            os.killpg(process.pid, signal.SIGKILL)
            raise Failure("no answer within %g seconds" % self.options.timeout)
        return process.stdout.readline()

    def run_chat(self):
        """Runs the steps as turns of one conversation: waits for the answer to each line before it writes the next one.
        """
        events = os.path.join(self.folder, "events.jsonl")
        told = 0
        with tempfile.TemporaryFile() as stderr, \
             subprocess.Popen(self.find_wrapper() + [self.options.troupectl, "chat", "flow.json", "--script", "-", *COMMON],
                              cwd=self.folder, env=self.environment, start_new_session=True, bufsize=0,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr) as process:
            for index, step in enumerate(self.case["steps"]):
                # The flow was rejected.
                if index > 0 and self.run.kickoffs[-1].answer.get("state") is None:
                    break
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.write(self.make_step(index, step))
                text = self.read_line(process)
                if not text:
                    break
                seen = read_events(events)
                self.run.kickoffs.append(Seen(json.loads(text), None, seen[told:], self.server.take()))
                told = len(seen)
            process.stdin.close()
            status = process.wait(max(self.end - time.monotonic(), 0.1))
            stderr.seek(0)
            err = stderr.read().decode(errors="replace")
        # A flow that is not conversational is rejected once, which counts for all turns.
        if len(self.run.kickoffs) == 1 and self.run.kickoffs[0].answer.get("state") is None:
            self.run.kickoffs *= len(self.case["steps"])
        if len(self.run.kickoffs) < len(self.case["steps"]):
            raise Failure("exit code %d and %d answers; stderr: %s" % (status, len(self.run.kickoffs), err[-600:]))
        # The exit code belongs to the first turn that failed.
        first = next((seen for seen in self.run.kickoffs if seen.answer.get("result") != "ok"), self.run.kickoffs[-1])
        first.status, first.stderr = status, err

    def run_steps(self):
        if is_conversation(self.case):
            self.run_chat()
        elif golden_memory.is_memory_case(self.case):
            self.run_memory()
        else:
            self.run_flow()

    def execute(self, inputs):
        self.prepare()
        before = snapshot(self.folder)
        if "steps" in self.case:
            self.run_steps()
        else:
            self.run_crew(inputs)
        self.run.files = {name: text for name, text in snapshot(self.folder).items() if before.get(name) != text}
        if "rows" in self.case["expect"]:
            self.run.rows = read_rows(os.path.join(self.folder, "states.db"),
                                      os.path.join(self.folder, "storage", "flow_states.db"))
        return self.run


def is_conversation(case):
    """Returns whether the steps are turns, or kickoffs of a conversational flow."""
    return any("turn" in step for step in case.get("steps", ())) or \
        "steps" in case and '"conversational"' in case.get("files", {}).get("flow.json", "")


def comparison_of(case):
    if case.get("is_reduced") and golden_memory.is_memory_case(case):
        return golden_record_memory.RecordedMemoryComparison
    if case.get("is_reduced") and "steps" in case:
        return golden_record_flow.RecordedFlowComparison
    if case.get("is_reduced"):
        return golden_record.RecordedProviderComparison if "replies" in case else golden_record.RecordedComparison
    if golden_memory.is_memory_case(case):
        return golden_memory.MemoryComparison
    return golden_provider.ProviderComparison if "replies" in case else golden_compare.Comparison


def run_case(options, case, quirk=None):
    """Runs a case; returns its differences, and the observed run (None if it failed)."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="crew-golden-"))
    try:
        with make_server(case) as server:
            inputs = (quirk or {}).get("inputs", case.get("inputs"))
            run = CaseRun(options, case, folder, server).execute(inputs)
        return golden_compare.compare(case, run, quirk, comparison_of(case)), run
    except (Failure, OSError) as failure:
        return [Difference("run", str(failure), "an answer")], None
    finally:
        if options.keep:
            print("# %s: %s" % (case["name"], folder))
        else:
            shutil.rmtree(folder, ignore_errors=True)


# --- Reporting ------------------------------------------------------------------------------------------------

class Report:
    def __init__(self, options):
        self.options = options
        self.n_points = self.n_failed = 0

    def point(self, is_ok, text):
        self.n_points += 1
        self.n_failed += not is_ok
        print("%s %d - %s" % ("ok" if is_ok else "not ok", self.n_points, text), flush=True)

    def todo(self, is_ok, text, reason):
        """Reports a known difference. Fails once the case agrees, so that it must be removed from the list."""
        if is_ok:
            self.point(False, text + " agrees now: remove it from “left” in golden-choices.json")
            return
        self.n_points += 1
        print("not ok %d - %s # TODO %s" % (self.n_points, text, reason), flush=True)

    def tell(self, found, run):
        length = 1 << 20 if self.options.verbose else 160
        shown = found if self.options.verbose else found[:4]
        for one in shown:
            print("# %s" % (one.path or "it"))
            for name, value in (("ours", one.ours), ("recorded", one.recorded)):
                print("#   %-8s | %s" % (name, show(value, length).replace("\n", "\\n")))
        if len(found) > len(shown):
            print("# and %d more" % (len(found) - len(shown)))
        if self.options.verbose and run is not None:
            for seen in run.kickoffs:
                for line in seen.stderr.strip().split("\n")[-5:]:
                    print("# stderr   | %s" % line)


def read_choices(path, name):
    """Returns the quirks, waiting and left cases of the recording with this name."""
    if path is None:
        return {}, {}, {}
    with open(path, encoding="utf-8") as file:
        choices = json.load(file)
    return choices["quirks"].get(name, {}), choices["waiting"].get(name, {}), choices["left"].get(name, {})


def do_file(options, report, path, at_least):
    name = os.path.basename(path).removesuffix(".json")
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    quirks, waiting, left = read_choices(options.choices, name)
    unknown = (set(quirks) | set(waiting) | set(left)) - {case["name"] for case in cases}
    if unknown:
        report.point(False, "%s: unknown cases in golden-choices.json: %s" % (name, ", ".join(sorted(unknown))))
    if options.only:
        cases = [case for case in cases if case["name"] in options.only]
    if not has_pydantic():
        lacking = [case["name"] for case in cases if needs_pydantic(name, case)]
        waiting = {**waiting, **dict.fromkeys(lacking, "needs Pydantic 2")}
        at_least -= len(lacking)
    n_passed = n_waiting = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [None if case["name"] in waiting and not options.all else
                   pool.submit(run_case, options, case, quirks.get(case["name"])) for case in cases]
        for case, future in zip(cases, futures):
            if future is None:
                n_waiting += 1
                report.point(True, "%s/%s # SKIP %s" % (name, case["name"], waiting[case["name"]]))
                continue
            found, run = future.result()
            n_passed += not found
            if case["name"] in left:
                report.todo(not found, "%s/%s" % (name, case["name"]), left[case["name"]])
                if options.verbose:
                    report.tell(found, run)
                continue
            report.point(not found, "%s/%s" % (name, case["name"]))
            if found:
                report.tell(found, run)
    told = "%d of %d cases of %s agree, %d are waiting" % (n_passed, len(cases), name, n_waiting)
    if options.only:
        print("# " + told)
    else:
        report.point(n_passed >= at_least, "%s, at least %d must agree" % (told, at_least))


def read_options(arguments):
    parser = argparse.ArgumentParser(description="Runs recorded cases with troupectl and compares the results.")
    parser.add_argument("--troupectl", default="troupectl", help="the program to test")
    parser.add_argument("--wrapper", default=[], type=str.split, help="a program to run it under, such as valgrind")
    parser.add_argument("--choices", help="golden-choices.json")
    parser.add_argument("--jobs", type=int, default=2, help="number of cases to run in parallel")
    parser.add_argument("--timeout", type=float, default=60, help="time limit for a case, in seconds")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="run only these cases")
    parser.add_argument("--all", action="store_true", help="also run the waiting cases")
    parser.add_argument("--keep", action="store_true", help="keep the folders of the cases")
    parser.add_argument("--home-beside", action="store_true", help="put the home folder next to the project, not in it")
    parser.add_argument("--list", action="store_true", help="only list the cases")
    parser.add_argument("-v", "--verbose", action="store_true", help="print all differences in full")
    parser.add_argument("files", nargs="*", help="recordings, each optionally after --at-least=N")
    # Each --at-least belongs to the file after it; argparse does not preserve this order.
    numbers, number, rest, files = {}, 0, [], []
    for argument in arguments:
        if argument.startswith("--at-least="):
            number = int(argument.partition("=")[2])
        else:
            if argument.endswith(".json") and not (rest and rest[-1] == "--choices"):
                numbers[argument], number = number, 0
                files.append(argument)
                continue
            rest.append(argument)
    options = parser.parse_args(rest)
    options.files = [(path, numbers[path]) for path in files + options.files]
    options.own_stand_ins = False
    if os.sep in options.troupectl:
        options.troupectl = os.path.abspath(options.troupectl)
    return options


def main(arguments):
    options = read_options(arguments)
    if options.list:
        for path, _number in options.files:
            with open(path, encoding="utf-8") as file:
                for case in json.load(file)["cases"]:
                    print("%-40s %s" % (case["name"], case["why"]))
        return 0
    report = Report(options)
    for path, number in options.files:
        do_file(options, report, path, number)
    print("1..%d" % report.n_points)
    return 1 if report.n_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
