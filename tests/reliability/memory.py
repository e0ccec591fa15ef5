#!/usr/bin/env python3
"""Out of memory: single allocations fail, and large inputs meet a memory limit.

usage: memory.py BUILD [--allocations N] [--megabytes N] [--seed N]

Two parts. In the first, commands run with fail-alloc.so, which lets one allocation of at least 1 kB fail, or also all
later ones. In the second, documents, expressions and answers of models of up to 200 MB are used in a process that may
have 300 MB of data.

A command may succeed, or fail with a message. It may also be ended by GLib, which cannot report that its own containers
have no memory; these cases are counted, with the size of the largest allocation. Any other signal is a fault. After each
command, the documents are unchanged, and the database passes the integrity check and the run is resumed with the right
result. Prints `figure:` and `limit:` lines.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import collections
import json
import os
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import model_server

LEAST = 1024
LEAST_ALL = 65536
# From this size on, a single allocation is one whose size an input determines, so GLib must not end the program.
LEAST_UNTRUSTED = 1 << 20
N_METHODS = 40


class World:
    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.program = os.path.join(build, "src/cli/troupectl")
        self.counted, self.largest = collections.Counter(), 0
        self.server = model_server.Server(self.answer)
        self.answer_size = 20000

    async def answer(self, request, writer):
        data = json.dumps(model_server.make_whole("chat", "x" * self.answer_size, None)).encode()
        writer.write(model_server.make_head("200 OK", "application/json", len(data)) + data)
        await writer.drain()
        return False

    def write(self, name, value):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(value if isinstance(value, str) else json.dumps(value))
        return path

    def run(self, *words, fail=None, is_all=False, limit_mb=None):
        """Returns (outcome, exit status, output, errors)."""
        values = os.environ | model_server.make_environment(self.server.address) | {
            "HOME": self.folder, "LANGUAGE": "C", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
        if fail is not None:
            values |= {"LD_PRELOAD": os.path.join(self.build, "tests/reliability/fail-alloc.so"),
                       "TROUPE_FAIL_SIZE": str(LEAST), "TROUPE_FAIL_NUMBER": str(fail)}
            # GLib hangs if it has no memory at all while it is starting, so then only large allocations fail.
            values |= {"TROUPE_FAIL_ALL": "1", "TROUPE_FAIL_SIZE": str(LEAST_ALL)} if is_all else {}

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if limit_mb:
                resource.setrlimit(resource.RLIMIT_DATA, (limit_mb << 20, limit_mb << 20))

        # A program that hangs raises TimeoutExpired, which ends this one.
        done = subprocess.run([self.program, *words], env=values, cwd=self.folder, capture_output=True, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, preexec_fn=limit, check=False, timeout=100)
        ended = re.search(r"failed to allocate (\d+) bytes", done.stderr)
        if done.returncode == 0:
            outcome = "succeeded"
        elif done.returncode > 0 and done.returncode < 126:
            outcome = "failed with a message" if len(done.stderr.strip()) > 20 else "silent"
        else:
            outcome = "ended by GLib" if ended else "crashed"
        if ended:
            self.largest = max(self.largest, int(ended.group(1)))
        self.counted[outcome] += 1
        return outcome, done.returncode, done.stdout, done.stderr


def make_flow(n_methods):
    methods = {f"m{i}": {"do": {"call": "expression", "expr": f"{i} + outputs.m{i - 1}" if i else "0"}} | (
        {"listen": f"m{i - 1}"} if i else {"start": True}) for i in range(n_methods)}
    return {"schema": "crewai.flow/v1", "name": "memory", "methods": methods}


# --- Failing allocations ----------------------------------------------------------------------------------------------

def check_database(world, data, right):
    """Yields what is wrong after a run was ended."""
    path = os.path.join(data, "runs.db")
    if not os.path.exists(path):
        return
    base = sqlite3.connect(path)
    try:
        if base.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            yield "the database is corrupt"
        found = base.execute("SELECT id FROM runs WHERE status = 'running'").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            yield f"the database cannot be read: {error}"
        return
    finally:
        base.close()
    if found is not None:
        done = subprocess.run([world.program, "resume", found[0], "--yes", "--quiet", "--data-dir", data],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0 or done.stdout.strip() != right:
            yield f"the run cannot be resumed: exit {done.returncode}, {done.stderr[:200]}"


def fail_allocations(world, n_allocations, dice):
    right = str(N_METHODS * (N_METHODS - 1) // 2)
    flow = world.write("flow.json", make_flow(N_METHODS))
    world.write("yaml.yaml", "\n".join(["schema: crewai.flow/v1", "name: y", "methods:", *(
        f"  m{i}: {{start: true, do: {{call: expression, expr: '{i}'}}}}" for i in range(300))]))
    world.write("agent.json", {"schema": "crewai.flow/v1", "name": "a", "methods": {"m": {"start": True, "do": {
        "call": "agent", "with": {"role": "r", "goal": "g", "backstory": "b", "llm": "openai/gpt-x", "input": "q"}}}}})
    original = open(flow, encoding="utf-8").read()
    commands = (
        ("validate", "flow.json"), ("validate", "yaml.yaml"),
        ("eval", "[1, 2, 3].map(x, string(x) + 'y').join(',')"),
        ("run", "flow.json", "--yes", "--quiet", "--data-dir", "DATA"),
        ("run", "agent.json", "--yes", "--quiet", "--data-dir", "DATA"),
        ("convert", "flow.json", "-o", "out.yaml"),
    )
    for words in commands:
        reached, number, is_all = True, 1, False
        limit = n_allocations // len(commands)
        step = 1
        for _ in range(limit):
            data = tempfile.mkdtemp(dir=world.folder)
            used = [data if word == "DATA" else word for word in words]
            outcome, status, _, errors = world.run(*used, fail=number, is_all=is_all)
            reached = "failing " in errors
            what = f"{' '.join(words)}, allocation {number}{' and later' if is_all else ''}"
            if outcome in ("crashed", "silent"):
                yield f"{what}: exit {status}: {errors[-300:]}"
            size = re.search(r"failing (\d+) bytes", errors)
            if outcome == "ended by GLib" and int(size.group(1)) >= LEAST_UNTRUSTED:
                yield f"{what}: ended by GLib for {size.group(1)} bytes"
            if words[0] == "run" and words[1] == "flow.json":
                for wrong in check_database(world, data, right):
                    yield f"{what}: {wrong}"
            shutil.rmtree(data, ignore_errors=True)
            if open(flow, encoding="utf-8").read() != original:
                yield f"{what}: the document has changed"
            if not reached:
                # All were tried: now at random, with all later ones.
                last, number = number, 1
                is_all, step = True, max(1, last // 50)
                number = dice.randint(1, max(1, last))
                continue
            number = dice.randint(1, last) if is_all else number + step


# --- Large inputs -----------------------------------------------------------------------------------------------------

def use_large_inputs(world, limit_mb):
    expression = {"schema": "crewai.flow/v1", "name": "l", "methods": {"m": {"start": True, "do": {
        "call": "expression", "expr": "1"}}}}
    for megabytes in (30, 60, 100):
        text = "x" * (megabytes << 20)
        world.write(f"text-{megabytes}.json", expression | {"description": text})
        world.write(f"many-{megabytes}.json", json.dumps(expression | {"x-list": []})[:-2] + "0" + ",0" * (
            (megabytes << 20) // 2) + "]}")
        world.write(f"deep-{megabytes}.json", "[" * (megabytes << 20))
        world.write(f"many-{megabytes}.yaml", "schema: crewai.flow/v1\nname: l\nx-list:\n" + "- a\n" * (megabytes << 18))
    names = [f"{kind}-{size}.{end}" for size in (30, 60, 100) for kind, end in (
        ("text", "json"), ("many", "json"), ("deep", "json"), ("many", "yaml"))]
    for name in names:
        outcome, status, _, errors = world.run("validate", name, limit_mb=limit_mb)
        print(f"  validate {name}: {outcome}: {errors.strip().splitlines()[:1]}", flush=True)
        yield name, outcome, status, errors
        os.remove(os.path.join(world.folder, name))
    ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
    lists, texts = "0", "'0123456789'"
    for name in "abcdefgh":
        lists = f"{ten}.map({name}, {lists})"
        texts = f"{ten}.map({name}, {texts} + {texts}).join('')" if name < "g" else texts
    for text in (lists, texts):
        outcome, status, _, errors = world.run("eval", text, limit_mb=limit_mb)
        print(f"  eval {text[:40]}: {outcome}: {errors.strip().splitlines()[:1]}", flush=True)
        yield text, outcome, status, errors
    for size in (50, 200):
        world.answer_size = size << 20
        outcome, status, _, errors = world.run("run", "agent.json", "--yes", "--quiet", "--no-store", limit_mb=limit_mb)
        print(f"  answer of {size} MB: {outcome}: {errors.strip().splitlines()[:1]}", flush=True)
        yield f"answer of {size} MB", outcome, status, errors


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--allocations", type=int, default=600)
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    seed = words.seed or random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="memory-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    n_wrong = 0

    def tell(what):
        nonlocal n_wrong
        n_wrong += 1
        if n_wrong <= 20:
            print(f"wrong: {what}", flush=True)

    try:
        world = World(os.path.abspath(words.build), folder)
        for what in fail_allocations(world, words.allocations, random.Random(seed)):
            tell(what)
        print(f"figure: {sum(world.counted.values())} failing allocations: "
              f"{', '.join(f'{n} {outcome}' for outcome, n in world.counted.most_common())}; GLib ended the program for at "
              f"most {world.largest} bytes")
        print(f"limit: GLib ends the program when its containers cannot grow, {world.counted['ended by GLib']} times of "
              f"{sum(world.counted.values())}; the specification allows this below 1 kB only")
        world.counted.clear()
        ended = []
        for what, outcome, status, errors in use_large_inputs(world, words.megabytes):
            if outcome == "ended by GLib":
                ended.append(what)
            elif outcome not in ("succeeded", "failed with a message"):
                tell(f"{what} in {words.megabytes} MB: {outcome}: exit {status}: {errors[-200:]}")
        print(f"figure: large inputs in {words.megabytes} MB: "
              f"{', '.join(f'{n} {outcome}' for outcome, n in world.counted.most_common())}")
        if ended:
            print(f"limit: in {words.megabytes} MB, GLib ends the program for inputs below the size limits: {', '.join(ended)}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
