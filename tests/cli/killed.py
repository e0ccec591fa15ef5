#!/usr/bin/env python3
# killed.py: the examples with agents are killed while they run, and resumed; nothing that was paid for is paid twice
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# killed.py [--points N] [--seed N] PROGRAM EXAMPLES [NAME…]
#
# Each example runs in a folder of its own with a model of OpenAI's in the place of each mock, and a server on the
# loopback that stands for OpenAI and says what the mock would. It is ended with SIGKILL at N points of its way, half of
# them told by what the server was asked and half by the clock, and resumed until it ends; each fourth resumed one is
# killed, too. Then the result is that of a run that nobody killed, no call is asked again whose answer the program has
# used, and no task begins again that the store had as finished. An answer that was on its way in the moment of the kill
# may be asked for again, as no server can be told that it was lost; how many there were is told. TAP on stdout.

import argparse
import collections
import hashlib
import http.server
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

EXAMPLES = {
    "research-crew": "research-crew",
    "hike-crew": "hike-crew",
    "garden-agent": "garden-agent/flow.json",
    "crew-until-approved": "crew-until-approved.json",
    "write-and-review": "write-and-review.json",
}
# How long the model takes, in seconds: of the order of what the program does besides.
DELAY = 0.02


class Model(http.server.ThreadingHTTPServer):
    """Says what the mocks of one example would, each answer for one request whoever asks it."""

    daemon_threads = True

    def __init__(self, mocks):
        super().__init__(("127.0.0.1", 0), Handler)
        self.mocks = mocks
        self.lock = threading.Lock()
        self.said = {}
        self.begin(None, 0)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the program that asked is gone

    def begin(self, moment, wait):
        """A process begins. `moment`: at which step of the server, counted from 0, it is to be killed."""
        self.steps, self.moment, self.wait = 0, moment, wait
        self.log, self.killer = [], None

    def step(self, what):
        with self.lock:
            self.log.append(what)
            is_it = self.steps == self.moment
            self.steps += 1
        if is_it and self.killer is not None:
            time.sleep(self.wait)
            self.killer()

    def find(self, digest, name, text):
        """The answer to a request: an answer of a script belongs to the request that was first given it."""
        with self.lock:
            if digest not in self.said:
                mock = self.mocks[name]
                n_before = sum(1 for other, _ in self.said.values() if other == name)
                answers = mock["answers"] if isinstance(mock, dict) else None
                if answers is not None:
                    said = answers[min(n_before, len(answers) - 1)]
                else:
                    said = mock.partition("mock/say:")[2] or "I was asked: " + text[:200]
                self.said[digest] = (name, said)
            return self.said[digest][1]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        # What the program makes up anew is not what is asked.
        digest = hashlib.sha256(re.sub(r"call_[0-9a-f]+", "call", json.dumps(body, sort_keys=True)).encode()).hexdigest()
        self.server.step(("asked", digest))
        said = self.server.find(digest, body["model"], str(body["messages"][-1]["content"]))
        message, reason = {"role": "assistant", "content": said}, "stop"
        call = re.search(r"Action: (\w+)\nAction Input: (.*)", said, re.S)
        if call is not None:
            message = {"role": "assistant", "content": None, "tool_calls": [
                {"id": "call_" + digest[:8], "type": "function",
                 "function": {"name": call[1], "arguments": call[2]}}]}
            reason = "tool_calls"
        elif "Final Answer: " in said:
            message["content"] = said.partition("Final Answer: ")[2]
        time.sleep(DELAY)
        data = json.dumps({
            "id": "1", "object": "chat.completion", "created": 1, "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()
        self.server.step(("answered", digest))


def set_models(folder):
    """Puts a model into each field `llm`, as a person would. Returns the mocks by the names of these models."""
    mocks = {}
    decoder = json.JSONDecoder()
    for where, _, names in os.walk(folder):
        for name in sorted(names):
            if not name.endswith((".json", ".jsonc")):
                continue
            path = os.path.join(where, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            out, at = "", 0
            for found in re.finditer(r'"llm":\s*', text):
                if found.start() < at or "//" in text[text.rfind("\n", 0, found.start()) + 1:found.start()]:
                    continue
                mock, end = decoder.raw_decode(text, found.end())
                mocks[f"gpt-4.1-{len(mocks)}"] = mock
                out += text[at:found.end()] + f'"openai/gpt-4.1-{len(mocks) - 1}"'
                at = end
            with open(path, "w", encoding="utf-8") as file:
                file.write(out + text[at:])
    return mocks


class Wrong(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Wrong(text)


class Example:
    def __init__(self, program, examples, name):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="killed-")
        source = os.path.join(examples, EXAMPLES[name].split("/")[0])
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(self.folder, EXAMPLES[name].split("/")[0]))
        else:
            shutil.copy(source, self.folder)
        self.model = Model(set_models(self.folder))
        self.file = EXAMPLES[name]
        self.data = None
        self.n_kills = self.n_lost = 0

    def close(self):
        self.model.shutdown()
        self.model.server_close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- The program ---------------------------------------------------------------------------------

    def run(self, words, moment=None, wait=0, seconds=None):
        """Runs the program and kills it, if it is to be. Returns (status, what it wrote)."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
        environment |= {"HOME": self.folder, "OPENAI_API_KEY": "sk-test", "LANGUAGE": "C",
                        "OPENAI_BASE_URL": f"http://127.0.0.1:{self.model.server_port}/v1",
                        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
        self.model.begin(moment, wait)
        process = subprocess.Popen([self.program, *words, "--data-dir", self.data], cwd=self.folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.model.killer = process.kill
        timer = threading.Timer(seconds, process.kill) if seconds is not None else None
        if timer is not None:
            timer.start()
        try:
            out, error = process.communicate(timeout=120)
        finally:
            process.kill()
            if timer is not None:
                timer.cancel()
        self.model.killer = None
        return process.returncode, out.decode(), error.decode()

    def start(self, **how):
        return self.run(["run", self.file, "--json", "--quiet", "--yes", "--allow", "all", "--events", self.events()], **how)

    def resume(self, run, **how):
        return self.run(["resume", run, "--json", "--quiet", "--yes", "--allow", "all", "--events", self.events()], **how)

    def events(self):
        self.n_files = getattr(self, "n_files", 0) + 1
        return os.path.join(self.data, f"events-{self.n_files}.jsonl")

    def find_run(self):
        status, out, error = self.run(["history", "--json"])
        expect(status == 0, f"history: {error}")
        lines = [json.loads(line) for line in out.splitlines()]
        return lines[0] if lines else None

    # --- What is known -------------------------------------------------------------------------------

    def count_finished(self):
        """How often the store has the end of each task and method."""
        path = os.path.join(self.data, "runs.db")
        counts = {}
        if not os.path.exists(path):
            return counts
        with sqlite3.connect(path) as database:
            try:
                lines = [json.loads(row[0]) for row in database.execute("SELECT line FROM events")]
            except sqlite3.OperationalError:
                return counts  # it was killed before there were tables
        database.close()
        for line in lines:
            if line["type"] in ("task_completed", "method_execution_finished"):
                name = line.get("task_name") or line.get("method_name") or line.get("path")
                counts[name] = counts.get(name, 0) + 1
        return counts

    def count_begun(self):
        """The same of what the last process told to begin."""
        counts = {}
        path = os.path.join(self.data, f"events-{self.n_files}.jsonl")
        if not os.path.exists(path):
            return counts
        with open(path, encoding="utf-8", errors="replace") as file:
            for text in file.read().split("\n")[:-1]:
                line = json.loads(text)
                if line["type"] in ("task_started", "method_execution_started"):
                    name = line.get("task_name") or line.get("method_name") or line.get("path")
                    counts[name] = counts.get(name, 0) + 1
        return counts

    def result(self, out):
        value = json.loads(out.splitlines()[-1])
        return json.dumps(strip(value.get("final", value.get("result"))), sort_keys=True)

    # --- One point -----------------------------------------------------------------------------------

    def measure(self):
        """A run that nobody kills."""
        self.data = tempfile.mkdtemp(dir=self.folder)
        begun = time.monotonic()
        status, out, error = self.start()
        self.seconds = time.monotonic() - begun
        expect(status == 0, f"undisturbed: {status} {error}")
        self.n_steps = self.model.steps
        self.whole = self.result(out)
        self.calls = collections.Counter(digest for what, digest in self.model.log if what == "asked")
        self.finished = self.count_finished()
        expect(self.n_steps > 0 and self.finished, "nothing was asked, or nothing finished")

    def check_process(self, used, answered, finished):
        """What the last process asked, and began: @used are the answers behind which it asked on."""
        log = self.model.log
        last = max((at for at, (what, _) in enumerate(log) if what == "asked"), default=-1)
        for at, (what, digest) in enumerate(log):
            if what == "answered":
                answered[digest] += 1
                used[digest] += at < last
                continue
            # A loop may ask the same thing each time.
            expect(used[digest] < self.calls[digest], f"asked again: {digest[:8]}")
            self.n_lost += answered[digest] >= self.calls[digest]
        begun = self.count_begun()
        for name, count in finished.items():
            most = self.finished[name] - count
            expect(begun.get(name, 0) <= most, f"“{name}” had ended {count} times and began {begun.get(name)} times more")

    def try_point(self, how, again):
        self.data = tempfile.mkdtemp(dir=self.folder)
        used, answered, finished = collections.Counter(), collections.Counter(), {}
        status, out, error = self.start(**how)
        for _ in range(10):
            self.n_kills += status == -9
            expect(status in (0, -9), f"exit {status}: {error}")
            self.check_process(used, answered, finished)
            if status == 0:
                break
            finished = self.count_finished()
            log = self.model.log
            run = self.find_run()
            self.model.log = log
            if run is None:
                expect(not any(what == "asked" for what, _ in log), "a run that nobody knows of has asked a model")
                status, out, error = self.start()
            elif run["status"] == "ok":
                return
            else:
                expect(run["resumable"], f"a run that is {run['status']} cannot be resumed")
                status, out, error = self.resume(run["run"], **(again or {}))
            again = None
        expect(status == 0, "it never ends")
        expect(self.result(out) == self.whole, f"another result: {out}")
        shutil.rmtree(self.data, ignore_errors=True)


def strip(value):
    """Without what differs from run to run, and what a run was charged."""
    if isinstance(value, dict):
        return {key: strip(item) for key, item in value.items() if key not in ("id", "messages", "token_usage", "usage")}
    return [strip(item) for item in value] if isinstance(value, list) else value


def try_example(name, options):
    dice = random.Random(f"{options.seed} {name}")
    example = Example(options.program, options.examples, name)
    try:
        example.measure()
        for point in range(options.points):
            if point % 2 == 0:
                how = {"moment": point // 2 % example.n_steps, "wait": dice.choice([0, 0, 0.002, 0.005, 0.01, 0.02])}
            else:
                how = {"seconds": example.seconds * (point + dice.random()) / options.points}
            again = {"moment": dice.randrange(3), "wait": dice.choice([0, 0.01])} if point % 4 == 3 else None
            try:
                example.try_point(how, again)
            except Wrong as wrong:
                raise Wrong(f"point {point} {how}, then {again}: {wrong}") from wrong
        print(f"# {name}: {example.n_kills} kills of {options.points} points, {example.calls.total()} calls each, "
              f"{example.n_lost} answers lost on their way", flush=True)
        expect(example.n_kills >= options.points * 3 // 4, f"only {example.n_kills} of {options.points} were killed")
    finally:
        example.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program")
    parser.add_argument("examples")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or list(EXAMPLES)
    print(f"1..{len(names)}\n# seed {options.seed}")
    failed = 0
    for number, name in enumerate(names, 1):
        try:
            try_example(name, options)
            print(f"ok {number} {name}", flush=True)
        except Wrong as wrong:
            print("# " + str(wrong).replace("\n", "\n# "))
            print(f"not ok {number} {name}", flush=True)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
