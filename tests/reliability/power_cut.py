#!/usr/bin/env python3
"""Simulated power cuts: records what a program writes and checks every state that a power cut could leave.

usage: power_cut.py save|database BUILD [--states N] [--methods N] [--seed N]

A program runs with record-writes.so. Its calls are replayed on a model of a file system that promises no more than
POSIX: what was not made durable with fsync() may be lost, in any combination and order, also parts of one write (in
sectors), and names are durable only after an fsync() of their folder. The power is cut after each call. If a cut leaves
few states, all of them are checked, otherwise the extreme ones and a random choice.

save: a document saved with troupe_file_save() is exactly old or new, and new once the program has said so.
database: the database of a run passes the integrity check, has every step whose end was reported, and the run can be
resumed with the right result.

Then the calls of fsync() are left out, and wrong states have to be found. Prints `wrong:` lines and one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import hashlib
import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

HEADER = struct.Struct("=IIIIQq")
SECTOR = 512
# The largest number of undecided operations of which all combinations are tried.
MOST_EXHAUSTIVE = 6
MOST_RESUMED = 40


class File:
    def __init__(self, data=b""):
        self.disk = bytearray(data)


def apply_write(data, kind, offset, written, sectors=None):
    """Changes a file by one call. `sectors`: which sectors of the write reach the disk; None for all."""
    if kind == "T":
        data[offset:] = bytes(max(0, offset - len(data)))
        return
    for at in range(0, len(written), SECTOR) if sectors else (0,):
        part = written[at:at + SECTOR] if sectors else written
        if sectors and not sectors[at // SECTOR]:
            continue
        begin = offset + at
        if begin > len(data):
            data.extend(bytes(begin - len(data)))
        data[begin:begin + len(part)] = part


def apply_name(names, kind, path, other, file):
    if kind == "C":
        names[path] = file
    elif kind == "U":
        names.pop(path, None)
    else:
        names.pop(path, None)
        names[other] = file


class Disk:
    """A folder: what is durable, and the calls since then that may or may not have reached the disk."""

    def __init__(self, root):
        self.names, self.now, self.inodes, self.pending = {}, {}, {}, []
        for folder, _, files in os.walk(root):
            for name in files:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    with open(path, "rb") as file:
                        self.names[path] = File(file.read())
                    self.inodes[os.stat(path).st_ino] = self.names[path]
        self.now = dict(self.names)

    def take(self, kind, inode, offset, first, second):
        if kind in "WT":
            self.pending.append((kind, self.inodes[inode], offset, first if kind == "W" else b""))
        elif kind == "S":
            self.sync(None if offset else self.inodes[inode], first.decode())
        elif kind in "CRU":
            path, other = first.decode(), second.decode()
            file = File() if kind == "C" else self.now.get(path)
            if kind == "C":
                self.inodes[inode] = file
            apply_name(self.now, kind, path, other, file)
            self.pending.append((kind, path, other, file))
        elif kind == "X":
            raise SystemExit(f"the program uses {first.decode()}, which the model does not cover")

    def sync(self, file, folder):
        left = []
        for call in self.pending:
            if call[0] in "WT" and call[1] is file:
                apply_write(file.disk, call[0], call[2], call[3])
            elif call[0] in "CRU" and file is None and os.path.dirname(call[1]) == folder:
                apply_name(self.names, *call)
            else:
                left.append(call)
        self.pending = left

    def make_state(self, choice):
        """Returns path to bytes. `choice`: for each pending call False, True, or the list of its sectors."""
        names, changed = dict(self.names), {}
        for call, chosen in zip(self.pending, choice):
            if not chosen:
                continue
            if call[0] in "CRU":
                apply_name(names, *call)
                continue
            data = changed.setdefault(call[1], None)
            if data is None:
                data = changed[call[1]] = bytearray(call[1].disk)
            apply_write(data, call[0], call[2], call[3], chosen if isinstance(chosen, list) else None)
        return {path: changed.get(file) or file.disk for path, file in names.items()}

    def list_choices(self, n_wanted, dice):
        n = len(self.pending)
        if n <= MOST_EXHAUSTIVE:
            yield from ([bool(bits >> i & 1) for i in range(n)] for bits in range(1 << n))
        else:
            yield from ([False] * n, [True] * n)
        for _ in range(n_wanted if n > 0 else 0):
            kind, choice = dice.randrange(4), [True] * n
            cut = dice.randrange(n)
            if kind == 0:    # in order
                choice = [i < cut for i in range(n)]
            elif kind == 1:  # one is missing
                choice[cut] = False
            elif kind == 2:  # any
                choice = [dice.random() < 0.5 for _ in range(n)]
            for i, call in enumerate(self.pending):
                if choice[i] and call[0] == "W" and len(call[3]) > SECTOR and (kind == 3 or dice.random() < 0.1):
                    choice[i] = [dice.random() < 0.7 for _ in range(0, len(call[3]), SECTOR)]
            yield choice


def read_log(path):
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        kind, n_first, n_second, _, inode, offset = HEADER.unpack_from(data, at)
        at += HEADER.size
        yield chr(kind), inode, offset, data[at:at + n_first], data[at + n_first:at + n_first + n_second]
        at += n_first + n_second


def record(build, root, log, command, without="", **environment):
    if os.path.exists(log):
        os.remove(log)
    values = os.environ | environment | {
        "TROUPE_RECORD_ROOT": root, "TROUPE_RECORD_LOG": log, "TROUPE_RECORD_WITHOUT": without,
        "LD_PRELOAD": os.path.join(build, "tests/reliability/record-writes.so"), "LANGUAGE": "C"}
    done = subprocess.run(command, env=values, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"{command}: exit {done.returncode}: {done.stderr.decode()}")


class Cuts:
    """Replays one log, and counts and checks the states."""

    def __init__(self, disk, log, n_states, dice):
        self.disk, self.calls, self.dice = disk, list(read_log(log)), dice
        self.n_cuts = self.n_states = 0
        self.n_random = max(1, n_states // max(1, len(self.calls)))
        self.told = b""

    def run(self, check):
        """Yields what is wrong. `check(state, told)` returns a text or None."""
        judged = {}
        for call in self.calls:
            if call[0] == "P":
                self.told += call[3]
            else:
                self.disk.take(*call)
            self.n_cuts += 1
            for choice in self.disk.list_choices(self.n_random, self.dice):
                state = self.disk.make_state(choice)
                self.n_states += 1
                digest = hashlib.blake2b(len(self.told).to_bytes(8, "little"))
                for path in sorted(state):
                    digest.update(path.encode() + b"\0" + len(state[path]).to_bytes(8, "little"))
                    digest.update(state[path])
                key = digest.digest()
                if key not in judged:
                    judged[key] = check(state, self.told)
                if judged[key]:
                    yield f"after call {self.n_cuts} ({call[0]} {call[3][:60] if call[0] in 'CRUS' else ''}): {judged[key]}"


# --- Documents --------------------------------------------------------------------------------------------------------

def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def cut_saves(build, folder, n_states, dice, without=""):
    """Yields (number of states, list of what is wrong) for each scenario."""
    def text(size):
        return dice.randbytes(size // 2).hex().encode()

    scenarios = {
        "replaced": (text(20000), [text(50000)], False),
        "new": (None, [text(8000)], False),
        "shorter": (text(50000), [text(300)], False),
        "behind a link": (text(3000), [text(6000)], True),
        "saved four times": (text(9000), [text(9000), text(100), text(30000), text(9000)], False),
        "large": (text(100000), [text(1000000)], False),
    }
    for name, (old, new, is_link) in scenarios.items():
        root = os.path.join(folder, name.replace(" ", "-") + without)
        path = target = os.path.join(root, "flow.json")
        os.makedirs(root)
        if is_link:
            target = os.path.join(root, "elsewhere", "real.json")
            os.makedirs(os.path.dirname(target))
            os.symlink(target, path)
        if old is not None:
            write(target, old)
        texts = [os.path.join(folder, f"{name}{without}-{i}") for i in range(len(new))]
        for place, data in zip(texts, new):
            write(place, data)
        disk, log = Disk(root), os.path.join(folder, "log")
        record(build, root, log, [os.path.join(build, "tests/reliability/save-file"), path, *texts], without)

        def check(state, told):
            n_told = told.count(b"\n")
            allowed = ([old] + new)[n_told:n_told + 2]
            found = state.get(target)
            if found in allowed:
                return None
            length = "missing" if found is None else f"{len(found)} bytes"
            return f"{name}: the file is neither old nor new ({length}) after {n_told} saves"

        cuts = Cuts(disk, log, n_states // len(scenarios), dice)
        wrong = list(cuts.run(check))
        yield cuts, wrong


def check_saves(build, folder, n_states, dice):
    n_all = n_cuts = 0
    for cuts, wrong in cut_saves(build, folder, n_states, dice):
        n_all += cuts.n_states
        n_cuts += cuts.n_cuts
        yield from wrong
    for without in ("file", "folder"):
        n_found = sum(len(wrong) for _, wrong in cut_saves(build, folder, 600, dice, without))
        print(f"without fsync of the {without}: {n_found} wrong states found")
        if n_found == 0:
            yield f"no wrong state was found without fsync of the {without}"
    print(f"figure: {n_all} states after {n_cuts} cuts")


# --- Database of runs -------------------------------------------------------------------------------------------------

class Database:
    def __init__(self, build, folder, n_methods, number, dice):
        self.program, self.folder = os.path.join(build, "src/cli/troupectl"), folder
        self.number = number  # of the run that is recorded
        self.flow = os.path.join(folder, "flow.json")
        self.n_resumed, self.dice = 0, dice
        self.values = {f"m{i}": f"{i} " + dice.randbytes(3000).hex() for i in range(n_methods)}
        methods = {name: {"do": {"call": "expression", "expr": json.dumps(value)}} for name, value in self.values.items()}
        for i, method in enumerate(methods.values()):
            method |= {"listen": f"m{i - 1}"} if i else {"start": True}
        write(self.flow, json.dumps({"schema": "crewai.flow/v1", "name": "cuts", "methods": methods}).encode())

    def run(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env=os.environ | {"LANGUAGE": "C"}, check=False)

    def check(self, state, told):
        data = os.path.join(self.folder, "state")
        shutil.rmtree(data, ignore_errors=True)
        for path, content in state.items():
            # The index of the WAL is lost with the power.
            if not path.endswith("-shm"):
                write(os.path.join(data, os.path.basename(path)), content)
        events = [json.loads(line) for line in told.split(b"\n")[:-1]]
        ended = [event["method"] for event in events if event["type"] == "method_execution_finished"]
        if not ended and self.number == 1 and not self.has_tables(data):
            done = self.run("history", "--data-dir", data)
            return None if done.returncode == 0 else f"exit {done.returncode} {done.stderr[:300]}"
        try:
            base = sqlite3.connect(os.path.join(data, "runs.db"))
            verdict = base.execute("PRAGMA integrity_check").fetchall()
            if verdict != [("ok",)]:
                return f"integrity check: {verdict[:2]}"
            run = base.execute("SELECT number, id, status FROM runs ORDER BY number DESC LIMIT 1").fetchone()
            kept = {} if run is None or run[0] != self.number else dict(base.execute(
                "SELECT method, value FROM steps WHERE key >> 32 = ?", (run[0],)).fetchall())
            base.close()
        except sqlite3.Error as error:
            return f"SQLite: {error}"
        lost = [name for name in ended if json.loads(kept.get(name) or "null") != self.values[name]]
        is_over = bool(events) and events[-1]["type"] == "flow_finished"
        if lost and not (is_over and run[2] == "succeeded"):
            return f"{len(lost)} of {len(ended)} reported steps are lost, such as {lost[0]}"
        if run is not None and run[0] == self.number and run[2] == "running" and self.n_resumed < MOST_RESUMED and (
                self.dice.random() < 0.05):
            return self.resume(data, run[1])
        return None

    @staticmethod
    def has_tables(data):
        path = os.path.join(data, "runs.db")
        if not os.path.exists(path):
            return False
        base = sqlite3.connect(path)
        try:
            return base.execute("SELECT count(*) FROM sqlite_master WHERE name = 'runs'").fetchone()[0] > 0
        finally:
            base.close()

    def resume(self, data, run):
        self.n_resumed += 1
        done = self.run("resume", run, "--yes", "--quiet", "--data-dir", data)
        if done.returncode != 0 or list(self.values.values())[-1] not in done.stdout:
            return f"the run cannot be resumed: exit {done.returncode} {done.stderr[:300]}"
        return None


def cut_database(build, folder, n_states, n_methods, dice, is_new=False, without=""):
    base = Database(build, folder, n_methods, 1 if is_new else 2, dice)
    root = os.path.join(folder, f"data-{is_new}-{without}")
    os.makedirs(root)
    if not is_new:
        done = base.run("run", base.flow, "--yes", "--quiet", "--data-dir", root)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
    disk, log = Disk(root), os.path.join(folder, "log")
    record(build, root, log, [base.program, "run", base.flow, "--yes", "--events", "-", "--data-dir", root], without)
    cuts = Cuts(disk, log, n_states, dice)
    return cuts, list(cuts.run(base.check)), base.n_resumed


def check_database(build, folder, n_states, n_methods, dice):
    cuts, wrong, n_resumed = cut_database(build, folder, n_states, n_methods, dice)
    yield from wrong
    new_cuts, wrong, n_new_resumed = cut_database(build, folder, n_states // 5, 8, dice, is_new=True)
    yield from wrong
    _, found, _ = cut_database(build, folder, 200, 12, dice, without="file")
    print(f"without fsync: {len(found)} wrong states found")
    if not found:
        yield "no wrong state was found without fsync"
    print(f"figure: {cuts.n_states + new_cuts.n_states} states after {cuts.n_cuts + new_cuts.n_cuts} cuts, "
          f"{n_resumed + n_new_resumed} resumed")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=("save", "database"))
    parser.add_argument("build")
    parser.add_argument("--states", type=int, default=4000)
    parser.add_argument("--methods", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    seed = words.seed or random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = os.path.realpath(tempfile.mkdtemp(prefix="power-cut-", dir=memory))
    n_wrong = 0
    try:
        build, dice = os.path.abspath(words.build), random.Random(seed)
        for what in (check_saves(build, folder, words.states, dice) if words.what == "save" else
                     check_database(build, folder, words.states, words.methods, dice)):
            n_wrong += 1
            if n_wrong <= 20:
                print(f"wrong: {what}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
