#!/usr/bin/env python3
"""Clock jumps and suspended computers: timeouts, delays and retries while the wall clock jumps or the program is stopped.

usage: clock.py BUILD [--seed N]

A batch of 50 agents asks a server that rejects some requests with a Retry-After and answers slowly. It runs undisturbed,
then with jump-clock.so, which sets the wall clock a day forward and back all the time. Results, requests and duration
have to be the same, no time limit may be hit, and no stored duration may be negative or longer than the run.

Then the program is stopped for a while, as by a suspended computer, and the server closes all connections meanwhile.
Afterwards all calls are repeated once, without a storm. Prints `figure:` lines.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import model_server

AGENTS, ROUNDS = 50, 3
ANSWER_SECONDS, RETRY_MS = 0.5, 700
# The limit of each item: a few seconds more than it needs, so that a day forward exceeds it at once.
ITEM_SECONDS = 30
STOPPED_SECONDS = 5
MOST_DIFFERENCE = 2.0


class World:
    def __init__(self, build, folder):
        self.build, self.folder, self.n_runs = build, folder, 0
        self.server = model_server.Server(self.answer)
        os.makedirs(os.path.join(folder, "crew", "agents"))
        self.write("crew/agents/worker.jsonc", {"role": "Worker", "goal": "g", "backstory": "b", "max_retry_limit": 0,
                                                "max_execution_time": ITEM_SECONDS, "max_rpm": 100000,
                                                "llm": {"model": "openai/gpt-x"}})
        self.write("crew/crew.jsonc", {"name": "c", "agents": ["worker"], "tasks": [
            {"name": f"work{i}", "description": f"Item {{n}}-{i}.", "expected_output": "e", "agent": "worker"}
            for i in range(ROUNDS)]})
        with open(os.path.join(folder, "in.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(AGENTS))
        self.begin(False)

    def write(self, name, value):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file)

    def begin(self, is_suspended):
        self.times, self.seen, self.is_suspended, self.writers = [], set(), is_suspended, set()

    async def answer(self, request, writer):
        item = re.findall(r"Item (\d+-\d+)\.", json.dumps(request[2]))[-1]
        self.times.append(time.monotonic())
        is_first = item not in self.seen
        self.seen.add(item)
        if is_first and not self.is_suspended and item.endswith("-1") and int(item.split("-")[0]) % 10 == 0:
            data = b'{"error":{"message":"slowly"}}'
            writer.write(model_server.make_head("429 x", "application/json", len(data), [f"retry-after-ms: {RETRY_MS}"]) + data)
            await writer.drain()
            return True
        self.writers.add(writer)
        await asyncio.sleep(2 if self.is_suspended and is_first else ANSWER_SECONDS)
        self.writers.discard(writer)
        if writer.is_closing():
            return False
        data = json.dumps(model_server.make_whole("chat", f"answer {item}", None)).encode()
        writer.write(model_server.make_head("200 OK", "application/json", len(data)) + data)
        await writer.drain()
        return True

    def start(self, **more):
        self.n_runs += 1
        self.out = f"out-{self.n_runs}"
        values = os.environ | model_server.make_environment(self.server.address) | {
            "HOME": self.folder, "LANGUAGE": "C", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"} | more
        return subprocess.Popen(
            [os.path.join(self.build, "src/cli/troupectl"), "batch", "crew/crew.jsonc", "--inputs-file", "in.jsonl", "--out",
             self.out, "--yes", "--json", "--max-concurrency", str(AGENTS), "--timeout", str(ITEM_SECONDS), "--data-dir",
             f"data-{self.n_runs}"], env=values, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def finish(self, process):
        """Returns the seconds until the end, the number of items that succeeded, the errors and the result lines."""
        begun = time.monotonic()
        _, errors = process.communicate()
        with open(os.path.join(self.folder, self.out, "results-0.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            if line["result"] != "ok":
                print(f"  {line['id']}: {json.dumps(line.get('error'))[:200]}")
        return time.monotonic() - begun, sum(1 for line in lines if line["result"] == "ok"), errors, lines

    def check_durations(self, seconds, lines):
        for line in lines:
            for name, value in line.items():
                if re.search(r"seconds|elapsed|duration|_ms|_us", name) and isinstance(value, (int, float)):
                    scale = 1e6 if "_us" in name else 1e3 if "_ms" in name else 1
                    if not 0 <= value / scale <= seconds + 1:
                        yield f"{line['id']}: {name} is {value}, although the batch took {seconds:.1f} s"
        path = os.path.join(self.folder, f"data-{self.n_runs}", "runs.db")
        if os.path.exists(path):
            base = sqlite3.connect(path)
            for elapsed, in base.execute("SELECT elapsed_us FROM runs WHERE elapsed_us IS NOT NULL"):
                if not 0 <= elapsed <= (seconds + 1) * 1e6:
                    yield f"a run has stored {elapsed} µs, although the batch took {seconds:.1f} s"
            base.close()


def check_jumps(world):
    seconds, n_ok, _, lines = world.finish(world.start())
    n_calm = len(world.times)
    yield f"undisturbed: {n_ok} of {AGENTS} items", n_ok == AGENTS
    world.begin(False)
    process = world.start(LD_PRELOAD=os.path.join(world.build, "tests/reliability/jump-clock.so"), TROUPE_JUMP_MS="300")
    jumped, n_ok, errors, lines = world.finish(process)
    yield f"with jumps: {n_ok} of {AGENTS} items: {errors[-300:]}", n_ok == AGENTS
    yield f"{len(world.times)} requests with jumps, {n_calm} without", len(world.times) == n_calm
    yield f"{jumped:.1f} s with jumps, {seconds:.1f} s without", abs(jumped - seconds) <= MOST_DIFFERENCE
    for what in world.check_durations(jumped, lines):
        yield what, False
    print(f"figure: clock jumps of a day every 300 ms: {n_ok} of {AGENTS} agents, {len(world.times)} requests (undisturbed "
          f"{n_calm}) in {jumped:.1f} s ({seconds:.1f} s)")


def check_suspension(world):
    world.begin(True)
    process = world.start()
    end = time.monotonic() + 30
    while len(world.times) < AGENTS and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGSTOP)
    n_before = len(world.times)
    for writer in list(world.writers):
        world.server.loop.call_soon_threadsafe(writer.transport.abort)
    time.sleep(STOPPED_SECONDS)
    process.send_signal(signal.SIGCONT)
    resumed = time.monotonic()
    _, n_ok, errors, _ = world.finish(process)
    first = sum(1 for moment in world.times if resumed <= moment < resumed + 1)
    n_repeated = len(world.times) - AGENTS * ROUNDS
    yield f"after suspension: {n_ok} of {AGENTS} items: {errors[-300:]}", n_ok == AGENTS
    yield f"{n_repeated} repeated requests for {n_before} lost connections", n_repeated <= n_before
    yield f"{first} requests in the first second after suspension", first <= 2 * AGENTS
    print(f"figure: stopped for {STOPPED_SECONDS} s with {n_before} open calls whose connections were reset: {n_ok} of "
          f"{AGENTS} agents finished, {n_repeated} calls repeated, {first} requests in the first second")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--seed", type=int, default=0)  # nothing is random
    words = parser.parse_args()
    folder = os.path.realpath(tempfile.mkdtemp(prefix="clock-"))
    try:
        world = World(os.path.abspath(words.build), folder)
        wrong = [what for check in (check_jumps, check_suspension) for what, is_right in check(world) if not is_right]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for what in wrong:
        print(f"wrong: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
