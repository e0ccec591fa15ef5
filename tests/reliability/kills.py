#!/usr/bin/env python3
"""Random kills: a flow of many steps is ended with SIGKILL at a random time and resumed.

usage: kills.py BUILD [--kills N] [--steps N] [--seed N]

The time of each kill is uniformly distributed over the run. Every third run is killed again while it is resumed. After
each kill the database has to pass the integrity check. The resumed run must not start a step whose end was reported, and
has to finish with the right result. Its recovery is the time from its start until its first new step begins, at most 1 s
for a run of 1,000 steps that was killed near its end. Prints one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

MOST_RECOVERY = 1.0
LONG_RUN = 1000
# A database of very many runs would only slow down the integrity checks.
RUNS_PER_DATABASE = 40


class Kills:
    def __init__(self, build, folder, n_steps, dice):
        self.program, self.folder, self.dice = os.path.join(build, "src/cli/troupectl"), folder, dice
        self.n_kills = self.n_lost = self.n_repeated = self.n_corrupt = 0
        self.n_reported = 0
        self.times = []
        self.data = ""
        self.set_steps(n_steps)

    def set_steps(self, n_steps):
        self.right = n_steps * (n_steps - 1) // 2
        methods = {}
        for i in range(n_steps):
            expression = f"{i} + outputs.m{i - 1}" if i else "0"
            methods[f"m{i}"] = {"do": {"call": "expression", "expr": expression}} | (
                {"listen": f"m{i - 1}"} if i else {"start": True})
        self.flow = os.path.join(self.folder, f"flow-{n_steps}.json")
        with open(self.flow, "w", encoding="utf-8") as file:
            json.dump({"schema": "crewai.flow/v1", "name": "kills", "methods": methods}, file)
        self.new_database()
        begun = time.monotonic()
        self.start("run", self.flow).communicate()
        self.seconds = time.monotonic() - begun
        self.find_run()

    def new_database(self):
        shutil.rmtree(self.data, ignore_errors=True)
        self.data = tempfile.mkdtemp(dir=self.folder)
        self.last_number = 0  # of the runs in the database that were examined

    def start(self, *words, is_controlled=False):
        self.events = os.path.join(self.folder, "events")
        if os.path.exists(self.events):
            os.remove(self.events)
        return subprocess.Popen(
            [self.program, *words, "--yes", "--quiet", "--events", self.events, "--data-dir", self.data],
            stdin=subprocess.PIPE if is_controlled else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            env=os.environ | {"LANGUAGE": "C"})

    def read_events(self):
        try:
            with open(self.events, "rb") as file:
                return [json.loads(line) for line in file.read().split(b"\n")[:-1]]
        except FileNotFoundError:
            return []

    def list_methods(self, kind):
        return [event["method"] for event in self.read_events() if event["type"] == kind and not event.get("restored")]

    def kill(self, process, seconds):
        """Returns whether the process was still running."""
        try:
            process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        is_killed = process.returncode == -signal.SIGKILL
        self.n_kills += is_killed
        return is_killed

    def find_run(self):
        """Returns the id and the status of the run that was killed, or None twice if it was not stored yet."""
        path = os.path.join(self.data, "runs.db")
        if not os.path.exists(path):
            return None, None
        base = sqlite3.connect(path)
        try:
            if base.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                self.n_corrupt += 1
            found = base.execute("SELECT number, id, status FROM runs WHERE number > ? ORDER BY number DESC LIMIT 1",
                                 (self.last_number,)).fetchone()
            if found is None:
                return None, None
            self.last_number = found[0]
            return found[1:]
        except sqlite3.OperationalError as error:
            self.n_corrupt += "no such table" not in str(error)
            return None, None
        finally:
            base.close()

    def get_status(self, run):
        base = sqlite3.connect(os.path.join(self.data, "runs.db"))
        try:
            return base.execute("SELECT status FROM runs WHERE id = ?", (run,)).fetchone()[0]
        finally:
            base.close()

    def resume(self, run, reported):
        """Resumes the run. Yields what is wrong."""
        process = self.start("resume", run)
        if self.n_kills % 3 == 0 and self.kill(process, self.dice.uniform(0, self.seconds)):
            again = set(self.list_methods("method_execution_started")) & reported
            self.n_repeated += len(again)
            reported |= set(self.list_methods("method_execution_finished"))
            if self.get_status(run) == "ok":
                return
            process = self.start("resume", run)
        said, errors = process.communicate()
        again = set(self.list_methods("method_execution_started")) & reported
        self.n_repeated += len(again)
        if again:
            yield f"{len(again)} finished steps started again, such as {sorted(again)[0]}"
        if process.returncode != 0 or said.strip() != str(self.right):
            self.n_lost += 1
            yield f"resumed: exit {process.returncode}, result {said.strip()[:80]} instead of {self.right}: {errors[-200:]}"

    def kill_run(self, share):
        """Kills a run after a share of its time. Returns what was reported as finished, or None if it was too late."""
        if self.kill(self.start("run", self.flow), share * self.seconds):
            return set(self.list_methods("method_execution_finished"))
        self.find_run()
        return None

    def try_once(self):
        reported = self.kill_run(self.dice.random())
        if reported is None:
            return
        self.n_reported += len(reported)
        run, status = self.find_run()
        if run is None and reported:
            self.n_lost += 1
            yield f"the run is not stored, although {len(reported)} steps were reported"
        elif status == "running":
            yield from self.resume(run, reported)
        elif status not in (None, "ok"):
            yield f"the run is stored as {status}"

    def measure_recovery(self):
        """Yields what is wrong; sets the longest time from the start of a resumed run until its first new step."""
        for _ in range(200):
            reported = self.kill_run(self.dice.uniform(0.5, 1))
            run, status = self.find_run()
            if reported is None or len(reported) < LONG_RUN / 2 or status != "running":
                continue
            begun = time.monotonic()
            process = self.start("resume", run)
            while process.poll() is None and not self.list_methods("method_execution_started"):
                time.sleep(0.001)
            self.times.append(time.monotonic() - begun)
            process.communicate()
            if len(self.times) == 5:
                break
        if not self.times or max(self.times) > MOST_RECOVERY:
            yield f"recovery took {max(self.times, default=0):.2f} s"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    seed = words.seed or random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="kills-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    n_wrong = 0
    try:
        kills = Kills(os.path.abspath(words.build), folder, words.steps, random.Random(seed))
        n_runs = 0
        while kills.n_kills < words.kills:
            n_runs += 1
            if n_runs % RUNS_PER_DATABASE == 0:
                kills.new_database()
            for what in kills.try_once():
                n_wrong += 1
                print(f"wrong: {what}", flush=True)
        kills.set_steps(LONG_RUN)
        for what in kills.measure_recovery():
            n_wrong += 1
            print(f"wrong: {what}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if kills.n_corrupt:
        n_wrong += 1
        print(f"wrong: {kills.n_corrupt} corrupt databases")
    print(f"figure: {kills.n_kills} random kills with {kills.n_reported} reported steps, {kills.n_lost} runs lost, "
          f"{kills.n_repeated} steps repeated, {kills.n_corrupt} corrupt databases; recovery of {LONG_RUN} steps in "
          f"{max(kills.times, default=0) * 1000:.0f} ms, seed {seed}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
