#!/usr/bin/env python3
# recovery.py: edits documents in the application, kills and restarts it, and checks that everything is restored
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# recovery.py [--keep DIR] [--only NUMBER | --part NUMBER] BUILD
#
# Each check runs BUILD/src/app/troupe on its own display with its own folders, edits documents with key and pointer
# events, ends the application with SIGKILL and checks the next process: its windows, the files that it saves and the
# view states in its drafts. Prints TAP.

import argparse
import collections
import contextlib
import glob
import http.server
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import monkey

DEADLINE = 40
# Seconds without changes after which all drafts count as written
STILL = 0.8
FLOW = """{
  "schema": "crewai.flow/v1",
  "name": "%s",
  "methods": {
    "first": { "start": true, "do": { "call": "expression", "expr": "1" } },
    "second": { "listen": "first", "do": { "call": "expression", "expr": "2" } }
  }
}
"""
ASKING = """schema: crewai.flow/v1
name: Asking
methods:
  one: {start: true, do: {call: expression, expr: '1'}, human_feedback: {message: Good?}}
"""


# The answers of the pinned method are those of the document, and the run pauses before `third`.
HELD = {
    "schema": "crewai.flow/v1",
    "name": "Held",
    "x-troupe": {"pins": {"fixed": {"raw": "pinned"}}, "breakpoints": [{"method": "third"}]},
    "methods": {
        "first": {"start": True}, "fixed": {"listen": "first"}, "second": {"listen": "fixed"},
        "third": {"listen": "second"},
        "last": {"listen": "third", "do": {"call": "expression", "expr": (
            "[outputs.first.raw, outputs.fixed.raw, outputs.second.raw, outputs.third.raw]")}},
    },
}
for name in ("first", "fixed", "second", "third"):
    HELD["methods"][name]["do"] = {"call": "agent", "with": {
        "role": "Speaker", "goal": "Speak", "backstory": "You speak.", "llm": "ollama/test",
        "input": f"Say {name}"}}


# One call for each item of a batch
MANY = {
    "schema": "crewai.flow/v1", "name": "Many", "state": {"type": "dict", "default": {"n": 0}},
    "methods": {"one": {"start": True, "do": {"call": "agent", "with": {
        "role": "Speaker", "goal": "Speak", "backstory": "You speak.", "llm": "ollama/test",
        "input": "Say item-${state.n}."}}}},
}
N_ITEMS = 30
AT_ONCE = 8


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


def wait(condition, message):
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise Failure(f"timed out waiting for: {message}")


def allow(person):
    """Allows what the dialog lists. It accepts an answer a moment after it has appeared."""
    def press():
        person.settle()
        if len(person.windows()) == 1:
            return True
        person.hands.key("alt+a")
        time.sleep(0.3)
        return len(person.windows()) == 1
    wait(press, "the dialog to take the answer")


class Model(http.server.ThreadingHTTPServer):
    """A model on this computer that counts what it is asked."""

    daemon_threads = True

    def __init__(self):
        self.calls = collections.Counter()
        self.held = set()
        # After so many answers all others are held.
        self.most = sys.maxsize
        self.answered = []
        self.lock = threading.Condition()
        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def count(self):
        with self.lock:
            return dict(self.calls)

    def release(self):
        with self.lock:
            self.held.clear()
            self.most = sys.maxsize
            self.lock.notify_all()


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = json.dumps(body["messages"])
        word = re.search(r"Say ([a-z]+(-[0-9]+)?)", text).group(1)
        model = self.server
        with model.lock:
            model.calls[word] += 1
            model.lock.notify_all()
            model.lock.wait_for(
                lambda: word not in model.held and len(model.answered) < model.most, DEADLINE)
            model.answered.append(word)
        choice = {"index": 0, "finish_reason": "stop"}
        part = {"role": "assistant", "content": f"{word}!"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        answer = {"id": "1", "created": 1, "model": "test", "usage": usage}
        if body.get("stream"):
            answer.update(object="chat.completion.chunk", choices=[{**choice, "delta": part}])
            data = f"data: {json.dumps(answer)}\n\ndata: [DONE]\n\n".encode()
        else:
            answer.update(object="chat.completion", choices=[{**choice, "message": part}])
            data = json.dumps(answer).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type",
                             "text/event-stream" if body.get("stream") else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            # The program was killed meanwhile.
            pass


class Person(monkey.Program):
    """The program, used deliberately instead of at random."""

    def write(self, name, text):
        path = os.path.join(self.flows, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def launch(self, paths=()):
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(self.build, "src", "app", "troupe"), *paths], env=self.environment,
                cwd=self.flows, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True)
        wait(self.windows, "a window")
        self.answer(monkey.ANSWER)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        wait(lambda: not self.windows(), "the windows to close")

    def end(self, number):
        """Ends the program with a signal, as at the end of a session."""
        os.killpg(self.process.pid, number)
        status = self.process.wait(DEADLINE)
        self.process = None
        wait(lambda: not self.windows(), "the windows to close")
        return status

    def titles(self):
        return sorted(self.hands.title(window) for window in self.windows())

    def find(self, title):
        return wait(lambda: next((window for window in self.windows()
                                  if self.hands.title(window) == title), None), title)

    def settle(self):
        """Waits until the program has processed all events."""
        for _ in range(3):
            self.answer(monkey.ANSWER)
            time.sleep(0.1)

    def front(self, title, down=None):
        """Raises and focuses the window with this title, by a click `down` pixels below its upper edge."""
        window = self.find(title)
        self.hands.activate(window)
        self.settle()
        x, y, _, height = self.hands.geometry(window)
        # A point on the empty canvas
        self.hands.click(x + 60, y + (down or height // 2 - 60))
        self.settle()
        return window

    def type_name(self, name):
        """Types a name for the first node, without Enter."""
        self.hands.key("Right")
        self.settle()
        self.hands.key("F2")
        self.settle()
        self.hands.key("ctrl+a")
        self.hands.type(name)

    def rename(self, name):
        """Renames the first node."""
        self.type_name(name)
        self.hands.key("Return")
        self.settle()

    def draft_bytes(self):
        """Returns the contents of all draft files by path; ignores files that are deleted in the meantime."""
        files = {}
        for path in glob.glob(os.path.join(self.environment["XDG_STATE_HOME"], "troupe", "drafts",
                                           "*", "*.draft")):
            try:
                with open(path, "rb") as file:
                    files[path] = file.read()
            except FileNotFoundError:
                continue
        return files

    def drafts(self):
        """Returns the last note of each draft by the path of its document."""
        notes = {}
        for data in self.draft_bytes().values():
            records = []
            at = data.index(b"\n") + 1
            while at < len(data):
                end = data.index(b"\n", at)
                length = int(data[at:end].split()[0])
                records.append(json.loads(data[end + 1:end + 1 + length]))
                at = end + 1 + length
            last = [record["note"] for record in records if "note" in record]
            notes[records[0]["begin"].get("path", "")] = last[-1] if last else None
        return notes

    def wait_drafts(self, paths, word=""):
        """Waits until exactly these drafts exist, one of them contains @word, and they no longer change."""
        since, last = time.monotonic(), None

        def is_still():
            nonlocal since, last
            files = self.draft_bytes()
            if files != last:
                since, last = time.monotonic(), files
                return False
            if time.monotonic() - since < STILL:
                return False
            # Notes are written with a delay and only while the program processes events.
            self.answer(monkey.ANSWER)
            return self.draft_bytes() == last and set(self.drafts()) == set(paths) and \
                any(word.encode() in data for data in last.values())

        wait(is_still, f"drafts of {sorted(paths)}")
        return self.drafts()

    def text_of(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def save(self, path, before):
        """Saves the document in front; returns the new contents of its file."""
        self.hands.key("ctrl+s")
        return wait(lambda: (lambda text: text if text != before else None)(self.text_of(path)),
                    f"{path} to be written")


def check_view(before, after):
    for name in ("zoom", "x", "y"):
        expect(abs(before[name] - after[name]) < (0.001 if name == "zoom" else 2),
               f"the view was {before} and is {after}")


def check_everything(person):
    one = person.write("one.json", FLOW % "One")
    two = person.write("two.json", FLOW % "Two")
    person.launch([one, two])
    window = person.front("Two")
    person.hands.place(window, 200, 180, 1010, 720)
    person.front("Two")
    person.rename("changed")
    person.hands.key("Escape")
    for _ in range(3):
        person.hands.key("ctrl+plus")
    person.settle()
    person.hands.key("ctrl+shift+n")
    wait(lambda: len(person.windows()) == 2, "a second window")
    person.settle()
    person.hands.key("ctrl+n")
    person.find("NewFlow")
    person.settle()
    person.hands.key("ctrl+a")
    person.hands.type("begun")
    person.hands.key("Return")
    person.settle()
    before = person.wait_drafts({one, two, ""}, "begun")
    sizes = sorted(person.hands.geometry(each)[2:] for each in person.windows())
    person.kill()
    expect(person.text_of(one) == FLOW % "One" and person.text_of(two) == FLOW % "Two",
           "an original was written")

    person.launch()
    wait(lambda: person.titles() == ["NewFlow", "Two"], "both windows to be restored")
    person.settle()
    after = person.wait_drafts(set(before))
    for path in (two, ""):
        check_view(before[path], after[path])
    expect([after[path]["tab"] for path in (one, two)] == [0, 1], "the order of tabs differs")
    expect(after[two]["selected"] and not after[one]["selected"], "another tab is selected")
    expect(after[one]["window"] == after[two]["window"] != after[""]["window"],
           "the documents are in different windows")
    expect(sorted(person.hands.geometry(each)[2:] for each in person.windows()) == sizes,
           "the sizes of windows differ")
    expect(person.text_of(one) == FLOW % "One" and person.text_of(two) == FLOW % "Two",
           "an original was written by restoring it")

    # Edits are restored and can be undone, with identical bytes.
    person.hands.place(person.find("NewFlow"), 1150, 700, 600, 450)
    person.hands.place(person.find("Two"), 60, 60, 1010, 720)
    person.settle()
    person.front("Two")
    text = person.save(two, FLOW % "Two")
    expect('"changed"' in text, f"the edit is missing: {text}")
    person.hands.key("ctrl+z")
    person.settle()
    undone = person.save(two, text)
    expect(undone == FLOW % "Two", f"undo does not restore the original: {undone}")
    person.hands.key("ctrl+shift+z")
    person.settle()
    expect(person.save(two, undone) == text, "redo does not restore the edit")


def check_changed_on_disk(person):
    path = person.write("three.json", FLOW % "Three")
    person.launch([path])
    person.front("Three")
    person.rename("mine")
    person.wait_drafts([path], "mine")
    person.kill()
    theirs = (FLOW % "Three").replace("second", "theirs")
    person.write("three.json", theirs)
    person.launch([path])
    person.settle()
    person.wait_drafts([path])
    person.front("Three")
    person.hands.key("ctrl+s")
    person.settle()
    expect(person.text_of(path) == theirs, "the draft overwrote the file")
    # Escape cancels the dialog.
    person.hands.key("Escape")
    person.settle()
    expect(person.text_of(path) == theirs, "the draft overwrote the file")
    expect(len(person.drafts()) == 1, "the file is open twice")


def query(person, sql):
    """Returns the rows of the database of runs; none if it is just being created."""
    database = os.path.join(person.environment["XDG_DATA_HOME"], "troupe", "runs.db")
    if not os.path.exists(database):
        return []
    try:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            return connection.execute(sql).fetchall()
    except sqlite3.OperationalError:
        return []


def is_running(person):
    owners = query(person, "SELECT owner_process FROM runs WHERE status = 'running'")
    return (person.process.pid,) in owners


def count_events(person, kind):
    return query(person, f"""SELECT count (*) FROM events WHERE instr (line, '"type":"{kind}"') > 0""")[0][0]


def continue_runs(person, window):
    """Clicks Continue Runs, the last button of the bar below the header."""
    # Long enough for a run that starts automatically
    time.sleep(1)
    x, y, width, _ = person.hands.geometry(window)
    expect(not is_running(person), "a run continued automatically")
    for down in (70, 66, 62, 74, 78):
        person.hands.click(x + width - 60, y + down)
        person.settle()
        if is_running(person):
            break
    wait(lambda: is_running(person), "the run to continue")


def check_run(person):
    path = person.write("asking.yaml", ASKING)
    person.launch([path])
    person.front("Asking")
    person.hands.key("F5")
    wait(lambda: is_running(person), "the run to start")
    person.wait_drafts([path])
    person.kill()
    person.launch()
    window = person.find("Asking")
    person.settle()
    continue_runs(person, window)


def finish(person, number):
    """Steps through the pauses of the run until this many runs have ended well. Returns the final value of the newest."""
    def has_ended():
        rows = query(person, "SELECT status FROM runs ORDER BY number")
        if [row[0] for row in rows] == ["ok"] * number:
            return True
        person.hands.key("F7")
        person.settle()
        return False

    wait(has_ended, "the run to end")
    return json.loads(query(person, "SELECT result FROM runs ORDER BY number DESC")[0][0])["final"]


def check_held(person):
    """A run that is paused at a breakpoint, and one that was begun before a method with earlier results, go on after the
    program was killed: no call that was answered is repeated, and no pin and no result is lost."""
    model = Model()
    person.environment["OLLAMA_HOST"] = f"http://127.0.0.1:{model.server_port}"
    person.environment["no_proxy"] = "127.0.0.1"
    path = person.write("held.json", json.dumps(HELD))
    final = ["first!", "pinned", "second!", "third!"]
    try:
        person.launch([path])
        person.front("Held")
        person.hands.key("F5")
        # The file may use the model.
        wait(lambda: len(person.windows()) == 2, "the question for consent")
        allow(person)
        wait(lambda: model.count() == {"first": 1, "second": 1}, "both calls")
        wait(lambda: count_events(person, "run_held") == 1, "the breakpoint")
        person.wait_drafts([path])
        person.kill()
        person.launch()
        window = person.find("Held")
        person.settle()
        continue_runs(person, window)
        # The breakpoint holds the run again.
        wait(lambda: count_events(person, "run_held") == 2, "the breakpoint after the restart")
        expect(model.count() == {"first": 1, "second": 1}, f"calls after the restart: {model.count()}")
        value = finish(person, 1)
        expect(value == final, f"the final value is {value}")
        expect(model.count() == {"first": 1, "second": 1, "third": 1}, f"calls: {model.count()}")

        # Run From Here, before `second`.
        model.held.add("second")
        # Above the cards, whether the panel is open or not.
        person.front("Held", 220)
        # From the first card, whichever has the focus.
        for name in ["Left"] * 6 + ["Right"] * 2:
            person.hands.key(name)
            person.settle()
        person.hands.key("alt+F5")
        wait(lambda: model.count()["second"] == 2, "the call of the part")
        person.wait_drafts([path])
        person.kill()
        model.release()
        person.launch()
        window = person.find("Held")
        person.settle()
        continue_runs(person, window)
        value = finish(person, 2)
        expect(value == final, f"the final value of the part is {value}")
        # Only the call that was not answered is made again.
        expect(model.count() == {"first": 1, "second": 3, "third": 2}, f"calls: {model.count()}")
    finally:
        model.release()
        model.shutdown()


def check_batch(person):
    """A batch that was under way is offered after the program was killed; no item that was done is repeated."""
    model = Model()
    model.most = 10
    person.environment["OLLAMA_HOST"] = f"http://127.0.0.1:{model.server_port}"
    person.environment["no_proxy"] = "127.0.0.1"
    path = person.write("many.json", json.dumps(MANY))
    inputs = person.write("in.jsonl", "".join(f'{{"n": {n}}}\n' for n in range(N_ITEMS)))
    database = os.path.join(person.flows, "in-results", "state", "shard-0-of-1", "batch.db")

    def count_results():
        """Returns the number of results, which are written when the batch has ended."""
        paths = glob.glob(os.path.join(person.flows, "in-results", "results*.jsonl"))
        return sum(len(person.text_of(path).splitlines()) for path in paths)

    def start(window, has_started, message):
        """Clicks Start, which is below the choices."""
        x, y, width, _ = person.hands.geometry(window)
        for down in range(470, 640, 14):
            person.hands.click(x + width // 2, y + down)
            person.settle()
            if has_started():
                break
        wait(has_started, message)

    try:
        person.launch([path])
        window = person.front("Many")
        person.hands.key("ctrl+shift+F5")
        person.settle()
        person.hands.key("Return")
        wait(lambda: len(person.windows()) == 2, "the file chooser")
        person.settle()
        person.hands.type(inputs)
        person.settle()
        person.hands.key("Return")
        wait(lambda: len(person.windows()) == 1, "the file to be chosen")
        person.settle()
        start(window, lambda: len(person.windows()) == 2, "the question for consent")
        allow(person)
        # Each item that was answered makes room for another one.
        wait(lambda: len(model.count()) == model.most + AT_ONCE, "the first items")
        person.wait_drafts([path], "in-results")
        person.kill()
        # The program has locked the database while it was running.
        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            done = {row[0] for row in connection.execute(
                "SELECT json_extract (input, '$.n') FROM items WHERE state = 1")}
        expect(len(done) == model.most, f"items that are done: {done}")
        before = model.count()
        model.release()

        person.launch()
        window = person.find("Many")
        person.settle()
        time.sleep(1)
        expect(model.count() == before, "the batch continued automatically")
        # The tab of the batch is the last one.
        person.hands.key("ctrl+Page_Down")
        person.settle()
        start(window, lambda: model.count() != before, "the batch to continue")
        wait(lambda: count_results() == N_ITEMS, "the batch to end")
        after = model.count()
        expect(len(after) == N_ITEMS, f"some items were not called: {after}")
        again = {word for word in after if after[word] > before.get(word, 0) and word in before}
        repeated = again & {f"item-{n}" for n in done}
        expect(not repeated, f"items were repeated: {repeated}")
    finally:
        model.release()
        model.shutdown()


def check_no_folder(person):
    """The state folder is a file, so that not even root can write into it."""
    path = person.write("four.json", FLOW % "Four")
    state = person.environment["XDG_STATE_HOME"]
    shutil.rmtree(state)
    with open(state, "w", encoding="utf-8") as file:
        file.write("in the way")
    person.launch([path])
    person.front("Four")
    person.rename("kept")
    text = person.save(path, FLOW % "Four")
    expect('"kept"' in text, "the edit was lost")
    person.settle()


def check_two_programs(person):
    """A second program, without the shared session bus, has its own drafts."""
    path = person.write("five.json", FLOW % "Five")
    person.launch([path])
    person.front("Five")
    person.rename("kept")
    person.wait_drafts([path], "kept")
    first = person.process
    environment = dict(person.environment, DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
    with open(person.log_path, "ab") as log:
        second = subprocess.Popen([os.path.join(person.build, "src", "app", "troupe")],
                                  env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                  start_new_session=True)
    try:
        wait(lambda: len(person.windows()) == 2, "the second program's window")
        person.settle()
        expect(person.titles() == ["Five", "Troupe"], f"it opened the same documents: {person.titles()}")
        expect(list(person.drafts()) == [path], "a draft was deleted")
    finally:
        os.killpg(second.pid, signal.SIGKILL)
        second.wait()
    expect(first.poll() is None, "the first program exited")


def check_session_ends(person):
    """Documents without changes are closed without a draft; unsaved changes are restored."""
    path = person.write("six.json", FLOW % "Six")
    other = person.write("seven.json", FLOW % "Seven")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        person.launch([path])
        person.front("Six")
        person.wait_drafts([path])
        status = person.end(number)
        expect(status == 0, f"exit status {status} after signal {number}")
        expect(not person.drafts(), f"drafts are left after signal {number}: {person.drafts()}")

    person.launch([other, path])
    person.front("Six")
    person.rename("unsaved")
    status = person.end(signal.SIGTERM)
    expect(status == -signal.SIGTERM, f"exit status {status}")
    expect(list(person.drafts()) == [path], f"wrong drafts: {sorted(person.drafts())}")
    expect(person.text_of(path) == FLOW % "Six", "an original was written")
    person.launch()
    person.front("Six")
    expect('"unsaved"' in person.save(path, FLOW % "Six"), "the edit was lost")


def check_typed_name(person):
    """A name that was being typed is in its field again. It is one step, and invalid names change nothing."""
    path = person.write("eight.json", FLOW % "Eight")
    for name in ("halfway", "9th"):
        person.launch([path])
        person.front("Eight")
        person.type_name(name)
        wait(lambda: any(name.encode() in data for data in person.draft_bytes().values()), f"{name} in the draft")
        person.kill()
        expect(person.text_of(path) == FLOW % "Eight", "an original was written")
        person.launch()
        person.find("Eight")
        person.settle()
        if name == "9th":
            # Nothing has changed, so the file is not written again.
            person.hands.key("ctrl+s")
            person.settle()
            expect(person.text_of(path) == FLOW % "Eight", "an invalid name changed the document")
            continue
        text = person.save(path, FLOW % "Eight")
        expect('"halfway": {' in text and '"listen": "halfway"' in text, f"the name is lost: {text}")
        person.hands.key("ctrl+z")
        person.settle()
        expect(person.save(path, text) == FLOW % "Eight", "the name is more than one step")
        person.end(signal.SIGTERM)


# The checks mostly wait for windows, so that parts of them are tests that run at the same time.
N_PARTS = 3
CHECKS = [check_session_ends, check_everything, check_changed_on_disk, check_run, check_no_folder, check_two_programs,
          check_typed_name, check_held, check_batch]


def run(check, number, point, options):
    """Runs the check with its number, as a point of the TAP."""
    name = check.__name__.removeprefix("check_").replace("_", " ")
    person = Person(options.build, False)
    try:
        check(person)
        person.answer(monkey.ANSWER)
        print(f"ok {point} - {name}", flush=True)
        return True
    except (Failure, monkey.Failure) as failure:
        print(f"not ok {point} - {name}\n# {failure}", flush=True)
        keep = options.keep or os.getcwd()
        monkey.take_picture(person, os.path.join(keep, f"recovery-{number}.png"))
        shutil.copy(person.log_path, os.path.join(keep, f"recovery-{number}.log"))
        return False
    finally:
        person.close()


def main():
    # Under nohup, SIGHUP is ignored in child processes as well, which then would not end.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--keep", default=None)
    parser.add_argument("--only", type=int, default=0)
    parser.add_argument("--part", type=int, default=0, choices=range(1, N_PARTS + 1))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    checks = [(number, check) for number, check in enumerate(CHECKS, 1)
              if options.only in (0, number) and (not options.part or number % N_PARTS == options.part % N_PARTS)]
    print(f"1..{len(checks)}", flush=True)
    return 0 if all([run(check, number, point, options) for point, (number, check) in enumerate(checks, 1)]) else 1


if __name__ == "__main__":
    sys.exit(main())
