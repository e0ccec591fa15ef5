#!/usr/bin/env python3
# batch.py: tests `troupectl batch`: kill and resume, shards, budgets, failing servers, full disks
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# batch.py PROGRAM [NAME…]
#
# Runs a crew with two tasks for many items. The model is a server of the test, which counts the requests: each item
# must have one result, and a finished task must not be requested again. Prints TAP on stdout.

import collections
import csv
import http.server
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

SEED = int(os.environ.get("TROUPE_SEED", "0")) or random.SystemRandom().randrange(1 << 31)
N_ITEMS = 1000
N_KILLS = 5
CONCURRENCY = 40
CANARY = "sk-canary-0123456789abcdef"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        found = re.search(r"(draft|review) item (\d+)\.", body.split('"role":"user"')[-1].split('"role": "user"')[-1])
        key = (found.group(1), int(found.group(2)))
        with self.server.lock:
            self.server.asked[key] += 1
            status = self.server.fault(key, self.server.asked[key])
        time.sleep(self.server.delay + self.server.slow(key))
        if status != 200:
            data = b'{"error": {"message": "Not now"}}'
        else:
            data = json.dumps({
                "id": "x", "object": "chat.completion", "model": "m",
                "choices": [{"index": 0, "message": {"role": "assistant", "content": f"{key[0]} of {key[1]}"},
                             "finish_reason": "stop"}],
                "usage": {"prompt_tokens": self.server.tokens, "completion_tokens": 0,
                          "total_tokens": self.server.tokens}}).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, request, address):
        pass


class Batch:
    """A folder with the crew, its inputs and its server."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.asked, self.server.lock = collections.Counter(), threading.Lock()
        self.server.fault, self.server.delay, self.server.tokens = lambda key, n: 200, 0.0, 1
        self.server.slow = lambda key: 0
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.write("agents/worker.jsonc", {"role": "Worker", "goal": "g", "backstory": "b", "max_retry_limit": 0,
                                           "llm": {"model": "openai/gpt-4.1-mini", "max_retries": 0}})
        self.write("crew.jsonc", {"name": "c", "agents": ["worker"], "tasks": [
            {"name": name, "description": name + " item {n}.", "expected_output": "e", "agent": "worker"}
            for name in ("draft", "review")]})

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))

    def write_items(self, n_items):
        self.write("in.jsonl", "".join(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(n_items)))

    def start(self, *words, limit=None, file="crew.jsonc"):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
        environment |= {"HOME": self.folder, "XDG_DATA_HOME": os.path.join(self.folder, "home"), "LANGUAGE": "C",
                        "OPENAI_API_KEY": CANARY, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
                        "OPENAI_BASE_URL": f"http://127.0.0.1:{self.server.server_port}/v1"}

        def prepare():
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.Popen(
            [self.program, "batch", file, "--inputs-file", "in.jsonl", "--out", "out", "--yes", "--json",
             "--resume", "--max-concurrency", str(CONCURRENCY), *words],
            cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, preexec_fn=prepare)

    def run(self, *words, limit=None, file="crew.jsonc"):
        process = self.start(*words, limit=limit, file=file)
        out, err = process.communicate(timeout=200)
        return process.returncode, json.loads(out) if out else {}, err

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
            return file.read()

    def read_results(self, shard=0):
        return [json.loads(line) for line in self.read(f"out/results-{shard}.jsonl").splitlines()]

    def wait_for_items(self, process, n_items):
        """Waits until this number of items have a file, or the process has ended."""
        deadline = time.monotonic() + 100
        while process.poll() is None and time.monotonic() < deadline:
            try:
                if len(os.listdir(os.path.join(self.folder, "out"))) > n_items:
                    return
            except FileNotFoundError:
                pass
            time.sleep(0.005)

    def check_whole(self, n_items, results=None):
        results = self.read_results() if results is None else results
        yield "each item has one result line", sorted(r["id"] for r in results) == sorted(
            f"i{i}" for i in range(n_items))
        yield "each item succeeded with its own answer", all(
            r["result"] == "ok" and r["final"]["raw"] == "review of " + r["id"][1:] for r in results)
        files = [name for name in os.listdir(os.path.join(self.folder, "out"))
                 if re.fullmatch(r"i\d+\.json", name)]
        yield "each item has a result file", len(files) == n_items
        by_id = {r["id"]: r for r in results}
        yield "the result files equal the result lines", all(
            json.loads(self.read("out/" + name)) == by_id[name[:-5]] for name in files)
        yield "no temporary files are left", not [
            name for name in os.listdir(os.path.join(self.folder, "out")) if name.endswith(".tmp")]


def check_kills(batch):
    """Killed five times at random: nothing is lost, duplicated or paid twice."""
    dice = random.Random(SEED)
    batch.write_items(N_ITEMS)
    batch.server.delay = 0.01
    n_killed = 0
    for turn in range(N_KILLS):
        process = batch.start()
        batch.wait_for_items(process, dice.randrange(turn * N_ITEMS // N_KILLS + 1, (turn + 1) * N_ITEMS // N_KILLS))
        time.sleep(dice.random() * 0.1)
        if process.poll() is None:
            process.kill()
            n_killed += 1
        process.communicate()
    begun = time.monotonic()
    status, told, err = batch.run()
    yield f"killed {n_killed} times", n_killed >= 4
    yield f"exit {status} {err}", status == 0
    yield f"counts {told}", told["ok"] == N_ITEMS and told["left"] == 0 and told["ended_now"] < N_ITEMS
    yield from batch.check_whole(N_ITEMS)
    twice = {key: n for key, n in batch.server.asked.items() if n > 1}
    yield f"{len(twice)} requests sent twice", len(twice) <= n_killed * CONCURRENCY
    drafts = [key for key, n in batch.server.asked.items() if key[0] == "draft" and n > 1]
    reviews = [key for key, n in batch.server.asked.items() if key[0] == "review" and n > 1]
    both = {n for _, n in drafts} & {n for _, n in reviews}
    yield f"both tasks repeated for {len(both)} items: a finished task was repeated", len(both) <= n_killed
    rows = list(csv.DictReader(batch.read("out/results-0.csv").splitlines()))
    yield "one CSV row per item", sorted(r["id"] for r in rows) == sorted(f"i{i}" for i in range(N_ITEMS))
    n_asked = sum(batch.server.asked.values())
    status, told, err = batch.run()
    yield f"a further run sends no requests: {told}", status == 0 and sum(batch.server.asked.values()) == n_asked
    for folder, _, names in os.walk(batch.folder):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                yield f"no key in {name}", CANARY.encode() not in file.read()
    yield "took less than 100 s", time.monotonic() - begun < 100


def check_terminate(batch):
    """SIGTERM: exits with 143 within ten seconds; interrupted items are resumed."""
    batch.write_items(200)
    batch.server.delay = 0.3
    process = batch.start()
    batch.wait_for_items(process, 40)
    begun = time.monotonic()
    process.terminate()
    out, err = process.communicate()
    told = json.loads(out)
    yield f"exit {process.returncode} {err}", process.returncode == 143
    yield "within ten seconds", time.monotonic() - begun < 10
    yield f"the remaining items are reported as left: {told}", told["result"] == "cancelled" and 0 < told["left"] < 200
    yield "finished items are in the results", len(batch.read_results()) == 200 - told["left"]
    drafts = {key: n for key, n in batch.server.asked.items() if key[0] == "draft"}
    done = {r["id"] for r in batch.read_results()}
    batch.server.delay = 0
    status, told, err = batch.run()
    yield f"exit {status} {err}", status == 0
    yield from batch.check_whole(200)
    again = [key for key, n in batch.server.asked.items()
             if key[0] == "draft" and n > 1 and f"i{key[1]}" in done]
    yield f"requests repeated for finished items: {again}", not again
    yield "no more drafts were repeated than were in progress", sum(
        n > 1 for key, n in batch.server.asked.items() if key in drafts) <= CONCURRENCY


def check_shards(batch):
    """Several processes run shards in parallel in one folder."""
    batch.write_items(300)
    processes = [batch.start("--shard", f"{i}/3") for i in range(3)]
    told = [json.loads(process.communicate(timeout=100)[0]) for process in processes]
    yield f"exits {[p.returncode for p in processes]}", all(p.returncode == 0 for p in processes)
    yield f"shards {[t['items'] for t in told]}", sum(t["items"] for t in told) == 300 and all(
        t["items"] > 50 for t in told)
    yield from batch.check_whole(300, [r for i in range(3) for r in batch.read_results(i)])
    yield "no request was sent twice", max(batch.server.asked.values()) == 1
    status, told, err = batch.run("--shard", "0/2")
    yield "another number of shards is another batch", status == 0 and told["ended_now"] > 0


def check_beside(batch):
    """Two processes with the same shard: the second exits with 75, so that it is tried again later."""
    batch.write_items(90)
    batch.server.delay = 2
    first = batch.start()
    batch.wait_for_items(first, 1)
    status, _, _ = batch.run()
    out, _ = first.communicate()
    yield f"exit {status}", status == 75
    yield "the first process finishes", first.returncode == 0 and json.loads(out)["ok"] == 90


def check_temporary(batch):
    """If a server is down, exits with 75; the next run requests only what failed."""
    batch.write_items(60)
    batch.server.fault = lambda key, n: 503 if key[0] == "review" and key[1] % 3 == 0 else 200
    status, told, err = batch.run("--retries", "1")
    yield f"exit {status} {told}", status == 75 and told["failed"] == 20 and told["ok"] == 40
    yield "each failing call was tried twice", all(batch.server.asked[("review", i)] == 2 for i in range(0, 60, 3))
    yield "no request was repeated for finished tasks", all(batch.server.asked[("draft", i)] == 1 for i in range(60))
    yield "failures have details", sum(r["result"] == "run_error" and r["error"]["kind"] == "provider" and
                                 r["attempts"] == 2 for r in batch.read_results()) == 20
    batch.server.fault = lambda key, n: 200
    status, told, err = batch.run()
    yield f"exit {status} {told}", status == 0 and told["ended_now"] == 20
    yield "drafts were reused", all(batch.server.asked[("draft", i)] == 1 for i in range(60))
    yield from batch.check_whole(60)


def check_failed(batch):
    """Items that fail permanently stay failed until --retry-failed."""
    batch.write_items(30)
    batch.server.fault = lambda key, n: 400 if key == ("review", 7) else 200
    status, told, err = batch.run()
    yield f"exit {status} {told}", status == 3 and told["failed"] == 1
    n_asked = sum(batch.server.asked.values())
    status, told, err = batch.run()
    yield f"exit {status}", status == 3 and sum(batch.server.asked.values()) == n_asked
    batch.server.fault = lambda key, n: 200
    status, told, err = batch.run("--retry-failed")
    yield f"exit {status} {told}", status == 0
    yield f"its draft was reused: {batch.server.asked[('draft', 7)]}", batch.server.asked[("draft", 7)] == 1
    yield from batch.check_whole(30)


def check_budget(batch):
    """Exits with 4 and leaves the remaining items; continues with a higher budget."""
    batch.write_items(400)
    batch.server.tokens = 100000  # $0.04 per call
    status, told, err = batch.run("--budget-usd", "4", "--max-concurrency", "8")
    yield f"exit {status} {told}", status == 4 and told["result"] == "budget"
    yield f"spent {told['cost']}", 4 <= told["cost"] <= 4 + 8 * 0.04 + 1e-9
    yield "cost matches requests", abs(told["cost"] - 0.04 * sum(batch.server.asked.values())) <= 8 * 0.04 + 1e-9
    status, told, err = batch.run("--budget-usd", "4")
    yield f"nothing more was run: {told}", status == 4 and told["ended_now"] == 0
    status, told, err = batch.run("--budget-usd", "1000")
    yield f"exit {status} {told}", status == 0
    yield from batch.check_whole(400)


def read_live(batch):
    """Returns the cost of running items in the database. Reads a copy, because the process owns the database."""
    folder = os.path.join(batch.folder, "out/state/shard-0-of-1")
    copy = os.path.join(batch.folder, "copy")
    shutil.rmtree(copy, ignore_errors=True)
    os.makedirs(copy)
    try:
        for name in ("batch.db", "batch.db-wal"):
            shutil.copy(os.path.join(folder, name), copy)
        with sqlite3.connect(os.path.join(copy, "batch.db")) as database:
            return database.execute("SELECT sum(cost) FROM live").fetchone()[0] or 0
    except (OSError, sqlite3.Error):
        return 0


def check_killed_money(batch):
    """The cost of a killed process counts once, including that of unfinished runs."""
    batch.write_items(8)
    batch.server.tokens = 100000  # $0.04 per call
    batch.server.slow = lambda key: 30 if key[0] == "review" else 0
    process = batch.start("--budget-usd", "100")
    deadline = time.monotonic() + 60
    while read_live(batch) < 8 * 40000 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.communicate()
    batch.server.slow = lambda key: 0
    n_asked = sum(batch.server.asked.values())
    status, told, err = batch.run("--budget-usd", "0.30")
    yield f"the budget was already spent: {status} {told}", status == 4 and told["ended_now"] == 0
    yield f"cost {told['cost']}", abs(told["cost"] - 8 * 0.04) < 1e-9
    yield "no requests were sent", sum(batch.server.asked.values()) == n_asked
    status, told, err = batch.run("--budget-usd", "1000")
    yield f"exit {status} {told}", status == 0
    yield f"total cost {told['cost']}", abs(told["cost"] - 16 * 0.04) < 1e-9
    yield from batch.check_whole(8)


def check_room(batch):
    """A file size limit, as for a full disk: an error message, and finished items are kept."""
    batch.write_items(300)
    status, told, err = batch.run(limit=400000)
    yield f"exit {status} {told} {err}", status == 75 and "no space left" in (told.get("message") or "")
    yield "some items are left", told["left"] > 0
    status, told, err = batch.run()
    yield f"exit {status} {told} {err}", status == 0 and told["ok"] == 300
    again = sum(n - 1 for n in batch.server.asked.values())
    yield f"{again} calls were paid twice", again <= CONCURRENCY
    yield from batch.check_whole(300)


def check_small_disk(batch):
    """A disk that is full before all is done, and again after a restart: exits with 75 both times, and nothing is lost.
    """
    answer = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", batch.folder], capture_output=True, check=False)
    if answer.returncode != 0:
        print("# could not mount a tmpfs")
        return
    batch = Batch(batch.program, batch.folder)
    batch.write_items(400)
    for _ in range(2):
        status, told, err = batch.run()
        yield f"exit {status} {told} {err}", status == 75 and "no space left" in (told.get("message") or "")
    subprocess.run(["mount", "-o", "remount,size=100m", batch.folder], check=True)
    status, told, err = batch.run()
    yield f"exit {status} {told} {err}", status == 0 and told["ok"] == 400
    again = sum(n - 1 for n in batch.server.asked.values())
    yield f"{again} calls were paid twice", again <= 2 * CONCURRENCY
    yield from batch.check_whole(400)
    batch.server.shutdown()


def check_disk(batch):
    """check_small_disk() in its own mount namespace, if one can be created."""
    answer = subprocess.run(["unshare", "--map-root-user", "--mount", sys.executable, __file__, sys.argv[1], "small_disk"],
                            capture_output=True, text=True, timeout=200, check=False)
    yield answer.stdout, answer.returncode == 0 or not answer.stdout


def check_rows(batch):
    """Invalid rows: each is reported with its line and the error; the other rows are run."""
    batch.write("sum.json", {"schema": "crewai.flow/v1", "name": "s", "state": {"type": "json_schema", "json_schema": {
        "type": "object", "properties": {"n": {"type": "integer"}}}}, "methods": {
            "a": {"start": True, "do": {"call": "expression", "expr": "state.n + 1"}}}})
    batch.write("in.jsonl", '{"id": "a", "n": 1}\n{"id": "b", "n": "x"}\nnot JSON\n[1]\n{"id": "a", "n": 3}\n{"id": "c", "n": 4')
    status, told, err = batch.run(file="sum.json")
    yield f"exit {status} {told} {err}", status == 3 and told["ok"] == 1 and told["failed"] == 5
    results = {r["line"]: r for r in batch.read_results()}
    yield f"lines {sorted(results)}", sorted(results) == [1, 2, 3, 4, 5, 6]
    yield "the valid row has the correct result", results[1]["final"] == 2
    for line, words in ((2, ("n", "integer")), (3, ("not",)), (4, ("object",)), (5, ("a", "line 1")), (6, ("end",))):
        message = (results[line]["error"] or {}).get("message") or ""
        yield f"line {line}: {message}", all(word in message for word in words)
        yield f"line {line} has an error of kind schema", results[line]["error"]["kind"] == "schema"


def check_changed(batch):
    """Inputs that differ from those at the start, even if only truncated, are rejected; finished results are kept."""
    batch.write_items(20)
    status, told, err = batch.run()
    yield f"exit {status} {err}", status == 0
    kept = batch.read("out/results-0.jsonl")
    n_asked = sum(batch.server.asked.values())
    whole = batch.read("in.jsonl")
    for text in (whole[:-5], whole.replace('"n": 7', '"n": 70'), whole + '{"id": "new", "n": 1}\n', ""):
        batch.write("in.jsonl", text)
        status, told, err = batch.run()
        yield f"exit {status} {told}", status == 2 and "inputs" in told["message"]
    os.remove(os.path.join(batch.folder, "in.jsonl"))
    status, told, err = batch.run()
    yield f"without inputs: exit {status} {told}", status in (0, 2)
    batch.write("in.jsonl", whole)
    status, told, err = batch.run()
    yield f"exit {status} {told}", status == 0 and told["ended_now"] == 0
    yield "the results are unchanged", batch.read("out/results-0.jsonl") == kept
    yield "no requests were sent", sum(batch.server.asked.values()) == n_asked


def check_repaired(batch):
    """Lines of failed items that were repaired are run with the new lines; nothing else is."""
    batch.write("in.jsonl", '{"id": "i0", "n": 0}\n{"n": 1, "id": "i1"\n{"id": "i2", "n": 92}\n{"id": "old", "n": 93}\n')
    batch.server.fault = lambda key, n: 400 if key[1] > 90 else 200
    status, told, err = batch.run()
    yield f"exit {status} {told} {err}", status == 3 and told["ok"] == 1 and told["failed"] == 3
    before = batch.server.asked.copy()
    batch.write_items(4)
    status, told, err = batch.run()
    yield f"exit {status} {told} {err}", status == 0 and told["ok"] == 4 and told["ended_now"] == 3
    yield "what had succeeded was not repeated", batch.server.asked[("draft", 0)] == before[("draft", 0)] == 1
    yield "the old lines were not repeated", all(batch.server.asked[key] == before[key] for key in before if key[1] > 90)
    yield from batch.check_whole(4)
    yield "the result of the old line is gone", not os.path.exists(os.path.join(batch.folder, "out/old.json"))
    status, told, err = batch.run()
    yield f"exit {status} {told}", status == 0 and told["ended_now"] == 0


def check_unwritable(batch):
    """A result that cannot be written: an error message with its name; it is written later, once that is possible."""
    batch.write_items(20)
    os.makedirs(os.path.join(batch.folder, "out/i7.json"))
    status, told, err = batch.run()
    yield f"exit {status} {told} {err}", status == 2 and "i7.json" in told["message"]
    n_asked = sum(n for key, n in batch.server.asked.items() if key[1] == 7)
    os.rmdir(os.path.join(batch.folder, "out/i7.json"))
    status, told, err = batch.run()
    yield f"exit {status} {told} {err}", status == 0
    yield "it was run once", sum(n for key, n in batch.server.asked.items() if key[1] == 7) == n_asked == 2
    yield from batch.check_whole(20)


CHECKS = {check.__name__[len("check_"):]: check for check in (
    check_kills, check_terminate, check_shards, check_beside, check_temporary, check_failed, check_budget,
    check_killed_money, check_room, check_disk, check_small_disk, check_rows, check_changed, check_repaired, check_unwritable)}


def main():
    names = sys.argv[2:] or [name for name in CHECKS if name != "small_disk"]
    n_failed = 0
    print(f"1..{len(names)}\n# seed {SEED}", flush=True)
    for number, name in enumerate(names, 1):
        with tempfile.TemporaryDirectory(prefix="batch-", ignore_cleanup_errors=True) as folder:
            batch = Batch(sys.argv[1], folder)
            try:
                wrong = [what for what, is_right in CHECKS[name](batch) if not is_right]
            finally:
                batch.server.shutdown()
                batch.server.server_close()
        n_failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} {name}")
        for what in wrong[:8]:
            print(f"# {what}")
        sys.stdout.flush()
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
