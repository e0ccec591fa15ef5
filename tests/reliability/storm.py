#!/usr/bin/env python3
"""A storm of 429 and 529: a batch of 50 agents asks a server that is busy, and then refuses everything for a while.

usage: storm.py BUILD [--calls N] [--shorter N] [--closed SECONDS] [--seed N]

At first 30 % of the requests are refused, with a Retry-After of 1 to 120 s divided by --shorter. Then all requests are
refused without that header for --closed seconds, and finally answered. Prints what the server has seen:

* A request is early if it comes before the Retry-After of its own call is over, or of another call with the same key.
  Requests that the program had sent before it could read the refusal do not count.
* Probes are the requests while everything is refused, after the first second, in which those in progress arrive.
* The amplification is the number of requests relative to those of an ideal client: one for each answer, one for each
  refusal of the first part, and while everything is refused one for each agent, and then one in five seconds.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import asyncio
import collections
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import model_server

AGENTS = 50
# Response time of the server, and the time after which the program has read a refusal.
ANSWER_SECONDS, READ_SECONDS = 0.02, 0.15
PROBE_SECONDS = 5
MOST_AMPLIFICATION = 1.1


class Storm:
    def __init__(self, words, dice):
        self.words, self.dice = words, dice
        self.n_requests = self.n_refused = self.n_early = self.n_early_others = 0
        self.answered = collections.Counter()
        self.until = {}        # item to the time before which it must not ask
        self.refusals = []     # (time, end) of refusals with Retry-After, which concern all calls
        self.closed_at = self.opened_at = None
        self.probes, self.n_in_closed = [], 0
        self.server = model_server.Server(self.answer)

    def note(self, item, now):
        self.n_requests += 1
        if self.until.get(item, 0) > now + 0.001:
            self.n_early += 1
        self.refusals = [refusal for refusal in self.refusals if refusal[1] > now]
        if any(begun + READ_SECONDS < now < end - 0.001 for begun, end in self.refusals):
            self.n_early_others += 1

    def judge(self, now):
        """Returns the status and the Retry-After in seconds, which may be None."""
        if self.closed_at is None and sum(self.answered.values()) >= self.words.calls // 2:
            self.closed_at, self.opened_at = now, now + self.words.closed
        if self.closed_at is not None:
            if now < self.opened_at:
                self.n_in_closed += 1
                if now > self.closed_at + 1:
                    self.probes.append(now)
                return self.dice.choice((429, 529)), None
            return 200, None
        if self.dice.random() < 0.3:
            return self.dice.choice((429, 529)), math.exp(
                self.dice.uniform(0, math.log(120))) / self.words.shorter
        return 200, None

    async def answer(self, request, writer):
        now = time.monotonic()
        item = re.findall(r"Item (\d+)\.", json.dumps(request[2]))[-1]
        self.note(item, now)
        status, wait = self.judge(now)
        await asyncio.sleep(ANSWER_SECONDS)
        more = []
        if status == 200:
            self.answered[item] += 1
            data = json.dumps(model_server.make_whole("chat", f"answer {item}", None)).encode()
        else:
            data = b'{"error":{"message":"slowly"}}'
            if wait is not None:
                self.n_refused += 1
                more = [f"retry-after-ms: {math.ceil(wait * 1000)}"]
                self.until[item] = time.monotonic() + wait
                self.refusals.append((time.monotonic(), time.monotonic() + wait))
        writer.write(model_server.make_head(f"{status} x", "application/json", len(data), more) + data)
        await writer.drain()
        return True


def run_batch(build, folder, n_items, address):
    os.makedirs(os.path.join(folder, "crew", "agents"))
    with open(os.path.join(folder, "crew", "agents", "worker.jsonc"), "w", encoding="utf-8") as file:
        json.dump({"role": "Worker", "goal": "g", "backstory": "b", "max_retry_limit": 0,
                   "llm": {"model": "openai/gpt-x", "max_retries": 100}}, file)
    with open(os.path.join(folder, "crew", "crew.jsonc"), "w", encoding="utf-8") as file:
        json.dump({"name": "c", "agents": ["worker"], "tasks": [
            {"name": "work", "description": "Item {n}.", "expected_output": "e", "agent": "worker"}]}, file)
    with open(os.path.join(folder, "in.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(n_items))
    environment = os.environ | model_server.make_environment(address) | {
        "HOME": folder, "XDG_DATA_HOME": os.path.join(folder, "home"), "LANGUAGE": "C",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    return subprocess.run(
        [os.path.join(build, "src/cli/troupectl"), "batch", "crew/crew.jsonc", "--inputs-file", "in.jsonl", "--out", "out",
         "--yes", "--json", "--max-concurrency", str(AGENTS)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False)


def count_in_window(times, seconds):
    return max((sum(1 for other in times if begun <= other < begun + seconds) for begun in times), default=0)


def check(storm, words, done, ended, folder):
    yield f"exit {done.returncode}: {done.stderr[-300:]}", done.returncode == 0
    with open(os.path.join(folder, "out", "results-0.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    n_lost = words.calls - sum(1 for line in lines if line["result"] == "ok")
    yield f"{n_lost} of {words.calls} items were lost", n_lost == 0
    n_twice = sum(1 for count in storm.answered.values() if count > 1)
    yield f"{n_twice} items were answered twice", n_twice == 0
    yield f"{storm.n_early} requests came before their own Retry-After", storm.n_early == 0
    yield f"{storm.n_early_others} requests came before the Retry-After of another call", storm.n_early_others == 0
    allowed = words.closed / PROBE_SECONDS
    yield f"{len(storm.probes)} probes in {words.closed} s, more than one in {PROBE_SECONDS} s", len(storm.probes) <= allowed
    ideal = words.calls + storm.n_refused + AGENTS + allowed
    amplification = storm.n_requests / ideal
    yield f"amplification {amplification:.2f}", amplification <= MOST_AMPLIFICATION
    print(f"figure: {storm.n_requests} requests for {words.calls} calls, {storm.n_refused} refused with "
          f"Retry-After, 0 to be early and {storm.n_early + storm.n_early_others} were; {len(storm.probes)} probes in "
          f"{words.closed} s, at most {count_in_window(storm.probes, PROBE_SECONDS)} in {PROBE_SECONDS} s; amplification "
          f"{amplification:.2f}; finished {ended - (storm.opened_at or ended):.1f} s after recovery, {n_lost} lost")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--calls", type=int, default=400)
    parser.add_argument("--shorter", type=float, default=100)
    parser.add_argument("--closed", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    seed = words.seed or random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="storm-"))
    try:
        storm = Storm(words, random.Random(seed))
        done = run_batch(os.path.abspath(words.build), folder, words.calls, storm.server.address)
        wrong = [what for what, is_right in check(storm, words, done, time.monotonic(), folder) if not is_right]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for what in wrong:
        print(f"wrong: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
