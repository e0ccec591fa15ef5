#!/usr/bin/env python3
"""Random kills of runs that are changed while they are paused.

usage: edited_kills.py BUILD [--kills N] [--steps N] [--seed N]

A flow stops at a breakpoint before its first method. Then the state is changed with `set` and one method is executed with
`step`, again and again, until the run is ended with SIGKILL at a random time. One of the methods is pinned. About half of
the runs are forks of a finished one. The run is resumed without breakpoints, and every third one is killed again meanwhile.
A change that was acknowledged must not be lost, a method that was reported as finished must not start again, and each
method must have returned what the state contained at its time. Prints one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import threading
import time

from kills import Kills, RUNS_PER_DATABASE

PINNED = 3
PIN = -1


class EditedKills(Kills):
    def __init__(self, build, folder, n_steps, dice):
        self.n_edits = self.n_forks = 0
        super().__init__(build, folder, n_steps, dice)

    def set_steps(self, n_steps):
        self.n_steps = n_steps
        methods = {}
        for i in range(n_steps):
            methods[f"m{i}"] = {"do": {"call": "expression", "expr": "state.n"}} | (
                {"listen": f"m{i - 1}"} if i else {"start": True})
        every = ", ".join(f"outputs.m{i}" for i in range(n_steps))
        methods["end"] = {"listen": f"m{n_steps - 1}", "do": {"call": "expression", "expr": f"[{every}, state.n]"}}
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        self.flow = os.path.join(self.folder, "flow.json")
        with open(self.flow, "w", encoding="utf-8") as file:
            json.dump({"schema": "crewai.flow/v1", "name": "edits", "methods": methods,
                       "state": {"type": "json_schema", "json_schema": schema, "default": {"n": 0}},
                       "x-troupe": {"pins": {f"m{PINNED}": PIN}}}, file)
        self.new_database()
        begun = time.monotonic()
        self.control(self.start("run", self.flow, "--json", "--break", "m0", is_controlled=True))
        self.seconds = time.monotonic() - begun
        self.new_database()

    def list_methods(self, kind):
        # Those that a fork has copied are reported again.
        return [event["method"] for event in self.read_events()
                if event["type"] == kind and not event.get("restored") and not event.get("reused")]

    def new_database(self):
        super().new_database()
        self.start("run", self.flow).communicate()
        self.original = self.find_run()[0]

    def control(self, process):
        """Sends the commands and reads the acknowledgements until the process ends. Returns the values that `state.n`
        had when each method started, as far as they were acknowledged, and the last one that was sent."""
        acknowledged, sent, number = [], [], 0
        try:
            for line in process.stdout:
                said = json.loads(line) if line.endswith("\n") else {}
                if said.get("type") == "run_held":
                    if not said["next"] or said["next"] == ["end"]:
                        process.stdin.write("continue\n")
                    else:
                        number += 1
                        sent.append(number)
                        process.stdin.write(f"set state.n {number}\n")
                    process.stdin.flush()
                elif said.get("command") == "set":
                    if said["ok"]:
                        acknowledged.append(number)
                    process.stdin.write("step\n")
                    process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # killed while it wrote or read
        process.wait()
        return acknowledged, sent

    def kill_controlled(self, *words):
        process = self.start(*words, "--json", is_controlled=True)
        timer = threading.Timer(self.dice.random() * self.seconds, process.kill)
        timer.start()
        result = self.control(process)
        timer.cancel()
        process.stdout.close()
        process.stderr.close()
        self.n_kills += process.returncode == -9
        return process.returncode == -9, *result

    def resume_edited(self, run, first, acknowledged, sent, reported):
        """Yields what is wrong with the resumed run. `first`: number of methods before those that were changed."""
        process = self.start("resume", run, "--json")
        if self.n_kills % 3 == 0 and self.kill(process, self.dice.uniform(0, self.seconds)):
            again = set(self.list_methods("method_execution_started")) & reported
            self.n_repeated += len(again)
            reported |= set(self.list_methods("method_execution_finished"))
            if self.get_status(run) == "ok":
                return
            process = self.start("resume", run, "--json")
        said, errors = process.communicate()
        again = set(self.list_methods("method_execution_started")) & reported
        self.n_repeated += len(again)
        if again:
            yield f"{len(again)} finished methods started again, such as {sorted(again)[0]}"
        lines = said.strip().split("\n")
        final = json.loads(lines[-1]).get("final") if process.returncode == 0 and lines[-1] else None
        if final is None:
            self.n_lost += 1
            yield f"resumed: exit {process.returncode}: {errors[-200:]}"
            return
        last = acknowledged[-1] if acknowledged else 0
        # The last change may have been stored without its acknowledgement.
        rights = [self.find_right(first, n) for n in {last, sent[-1] if sent else 0}]
        if final not in rights:
            self.n_lost += 1
            yield f"resumed with {final} instead of {rights[0]}"

    def find_right(self, first, n_edits):
        values = [0] * first + [min(i + 1, n_edits) for i in range(self.n_steps - first)]
        values[PINNED] = PIN
        return [*values, n_edits]

    def try_once(self):
        first = self.dice.randrange(1, self.n_steps // 2) if self.dice.random() < 0.5 else 0
        if first:
            words = ("history", "fork", self.original, "--at", f"m{first}", "--break", f"m{first}")
            self.n_forks += 1
        else:
            words = ("run", self.flow, "--break", "m0")
        is_killed, acknowledged, sent = self.kill_controlled(*words)
        reported = set(self.list_methods("method_execution_finished"))
        run, status = self.find_run()
        if not is_killed:
            return
        self.n_reported += len(reported)
        self.n_edits += len(acknowledged)
        if run is None:
            if reported or acknowledged:
                self.n_lost += 1
                yield f"the run is not stored, although {len(acknowledged)} changes were acknowledged"
        elif status == "running":
            yield from self.resume_edited(run, first, acknowledged, sent, reported)
        elif status not in (None, "ok"):
            yield f"the run is stored as {status}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    seed = words.seed or random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="kills-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    n_wrong = n_runs = 0
    try:
        kills = EditedKills(os.path.abspath(words.build), folder, words.steps, random.Random(seed))
        while kills.n_kills < words.kills:
            n_runs += 1
            if n_runs % RUNS_PER_DATABASE == 0:
                kills.new_database()
            for what in kills.try_once():
                n_wrong += 1
                print(f"wrong: {what}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if kills.n_corrupt:
        n_wrong += 1
        print(f"wrong: {kills.n_corrupt} corrupt databases")
    print(f"figure: {kills.n_kills} random kills of changed runs, {kills.n_forks} of them forks, with {kills.n_edits} "
          f"acknowledged changes and {kills.n_reported} reported methods, {kills.n_lost} runs lost, {kills.n_repeated} "
          f"methods repeated, {kills.n_corrupt} corrupt databases, seed {seed}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
