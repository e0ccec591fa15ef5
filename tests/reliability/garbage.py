#!/usr/bin/env python3
"""Mutated answers of models of every wire format, given to agents with tools in a batch.

usage: garbage.py BUILD [--streams N] [--seed N]

A batch of crews asks a server that gives good answers with random damage: JSON with missing and wrong members, damaged
bytes, truncated and repeated events, arguments that are no JSON, very long names. Each item has to succeed or to fail
with a message; the program must not crash, warn or hang. Prints one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import collections
import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import model_server

CONCURRENCY = 32
# A good item needs some ms; a hanging one ends with this.
ITEM_SECONDS = 60
WRONG_VALUES = [None, True, 0, -1, 1e308, 2**63, 2**64, 0.5, "", "x", "\x00", "\ud800", "null", [], {}, [[]], [None], {"": None},
                "9" * 400]

# Placeholders of deeply nested values.
DEEP = ("@deep 300", "@deep 100000")


def list_places(value, at=()):
    yield at
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from list_places(child, at + (key,))


def damage_value(value, dice):
    """Changes one random member of a JSON value. Returns the value."""
    places = [place for place in list_places(value) if place]
    if not places:
        return dice.choice(WRONG_VALUES)
    *path, last = dice.choice(places)
    parent = value
    for key in path:
        parent = parent[key]
    kind = dice.randrange(10)
    if kind < 3:
        del parent[last]
    elif kind < 7:
        parent[last] = copy.deepcopy(dice.choice(WRONG_VALUES))
    elif kind == 7 and isinstance(parent[last], str):
        parent[last] = dice.choice(["{", parent[last] + "}", parent[last][:-1], parent[last] * 50, "\u202e" + parent[last]])
    elif kind == 8:
        parent[last] = dice.choice(DEEP)
    else:
        parent[last] = json.dumps(parent[last]) if not isinstance(parent[last], str) else {"text": parent[last]}
    return value


def serialize(value):
    text = json.dumps(value)
    for word in DEEP:
        depth = int(word.split()[1])
        text = text.replace(f'"{word}"', "[" * depth + "]" * depth)
    return text


def damage_events(events, dice):
    for _ in range(dice.choice((0, 1, 1, 2, 4))):
        if not events:
            break
        at, kind = dice.randrange(len(events)), dice.randrange(8)
        name, data = events[at]
        if kind < 4 and not isinstance(data, str):
            events[at] = (name, damage_value(data, dice))
        elif kind == 4:
            del events[at]
        elif kind == 5:
            events.insert(dice.randrange(len(events) + 1), copy.deepcopy(events[at]))
        elif kind == 6:
            events[at] = (dice.choice([name, "", "error", "x" * 200, None]), data)
        else:
            events[at] = (name, dice.choice(["", "{", "null", "[DONE]", "[]", "nonsense", '{"error":{"message":"no"}}',
                                             '{"error":null}', "{}" * 3, '{"a":1,"a":2}']))
    return events


def damage_bytes(data, dice):
    data = bytearray(data)
    for _ in range(dice.choice((0, 0, 0, 1, 3))):
        at, kind = dice.randrange(len(data) + 1), dice.randrange(5)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 1:
            del data[at:at + dice.randrange(1, 40)]
        elif kind == 2:
            data[at:at] = dice.choice([b"\xff", b"\x00", b"\xc3", b"\r", b"\n\n", b"data:", b"\xef\xbb\xbf", b"\\", b'"'])
        elif kind == 3:
            data[at:at] = data[at:at + 60] * dice.randrange(1, 20)
        else:
            del data[at:]
    if dice.random() < 0.1:
        data = data.replace(b"\n", dice.choice([b"\r\n", b"\r"]))
    return bytes(data)


class Garbage:
    def __init__(self, dice):
        self.dice, self.n_answers, self.wires = dice, 0, collections.Counter()
        self.server = model_server.Server(self.answer)

    def make_body(self, wire, is_stream):
        dice, call = self.dice, None
        if dice.random() < 0.5:
            call = (dice.choice(["ask_question_to_coworker", "delegate_work_to_coworker", "nothing", "", "x" * 1000]),
                    {"question": "q", "task": "t", "context": "c", "coworker": dice.choice(["Helper", "nobody", ""])})
            if dice.random() < 0.01:
                call = ("n" * (1 << 20), call[1])
        if not is_stream:
            value = model_server.make_whole(wire, "Final Answer: good", call)
            for _ in range(dice.choice((0, 1, 1, 2, 4))):
                value = damage_value(value, dice)
            return serialize(value).encode()
        events = damage_events(model_server.make_events(wire, "Final Answer: good", call), dice)
        return b"".join(model_server.frame(wire, name or ("x" if wire == "bedrock" else name),
                                           data if isinstance(data, str) else serialize(data)) for name, data in events)

    async def answer(self, request, writer):
        path, _, body = request
        wire, is_stream = model_server.find_wire(path)
        is_stream = is_stream or bool(isinstance(body, dict) and body.get("stream"))
        self.n_answers += 1
        self.wires[wire + (" stream" if is_stream else "")] += 1
        data = damage_bytes(self.make_body(wire, is_stream), self.dice)
        kind = model_server.TYPES.get(wire, "text/event-stream") if is_stream else "application/json"
        if self.dice.random() < 0.02:
            kind = self.dice.choice(["text/html", "application/octet-stream", "x"])
        writer.write(model_server.make_head("200 OK", kind))
        at = 0
        while at < len(data):
            size = self.dice.choice((1, 7, 100, 10000, len(data)))
            size = max(size, len(data) // 8)
            writer.write(data[at:at + size])
            at += size
            await writer.drain()
        return False


def write_crews(folder, dice):
    names = []
    for wire, (settings, _) in model_server.WIRES.items():
        for stream in (False, True):
            name = wire + ("-stream" if stream else "")
            llm = settings | {"stream": stream, "max_retries": 0}
            agents = {"helper": {"role": "Helper", "goal": "g", "backstory": "b", "llm": llm, "max_retry_limit": 0, "max_iter": 2},
                      "boss": {"role": "Boss", "goal": "g", "backstory": "b", "llm": llm, "max_retry_limit": 0, "max_iter": 3,
                               "allow_delegation": True}}
            os.makedirs(os.path.join(folder, name, "agents"))
            for agent, value in agents.items():
                with open(os.path.join(folder, name, "agents", agent + ".jsonc"), "w", encoding="utf-8") as file:
                    json.dump(value, file)
            with open(os.path.join(folder, name, "crew.jsonc"), "w", encoding="utf-8") as file:
                json.dump({"name": name, "agents": ["boss", "helper"], "tasks": [
                    {"name": "work", "description": "Item {n}.", "expected_output": "e", "agent": "boss"}]}, file)
            names.append(name)
    return names


def run_batch(build, folder, name, n_items, address):
    with open(os.path.join(folder, "in.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(n_items))
    environment = os.environ | model_server.make_environment(address) | {
        "HOME": folder, "XDG_DATA_HOME": os.path.join(folder, "home"), "LANGUAGE": "C", "G_DEBUG": "fatal-criticals",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    return subprocess.run(
        [os.path.join(build, "src/cli/troupectl"), "batch", f"{name}/crew.jsonc", "--inputs-file", "in.jsonl", "--out",
         f"out-{name}", "--yes", "--json", "--no-store", "--timeout", str(ITEM_SECONDS), "--max-concurrency",
         str(CONCURRENCY)], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        errors="replace", check=False, timeout=3600)


def check_batch(done, folder, name, n_items, counted, messages):
    # 3: an item failed; 75: one failed that may succeed later.
    if done.returncode not in (0, 3, 75):
        yield f"{name}: exit {done.returncode}: {done.stderr[-300:]}"
    for line in done.stderr.splitlines():
        if "CRITICAL" in line or "WARNING" in line:
            yield f"{name}: {line[:200]}"
    try:
        with open(os.path.join(folder, f"out-{name}", "results-0.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
    except FileNotFoundError:
        yield f"{name}: there are no results: {done.stderr[-300:]}"
        return
    if len(lines) != n_items:
        yield f"{name}: {len(lines)} results for {n_items} items"
    for line in lines:
        counted[line["result"]] += 1
        if line["result"] != "ok":
            error = json.dumps(line.get("error"), ensure_ascii=False)
            messages[re.sub(r"[0-9]+", "N", error)[:160]] += 1
            if not line.get("error") or len(error) < 20:
                yield f"{name}: {line['id']} failed without a message: {json.dumps(line)[:200]}"
            elif "time limit" in error or "timed out" in error.lower():
                yield f"{name}: {line['id']} was hanging: {error[:200]}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--streams", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    seed = words.seed or random.SystemRandom().randrange(1 << 31)
    dice = random.Random(seed)
    print(f"seed {seed}", flush=True)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="garbage-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    garbage, n_wrong, begun = Garbage(dice), 0, time.monotonic()
    counted, messages = collections.Counter(), collections.Counter()
    try:
        names = write_crews(folder, dice)
        # An item asks once or more often.
        n_items = max(1, words.streams // len(names) * 10 // 12)
        for name in names:
            done = run_batch(os.path.abspath(words.build), folder, name, n_items, garbage.server.address)
            for what in check_batch(done, folder, name, n_items, counted, messages):
                n_wrong += 1
                print(f"wrong: {what}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for message, count in messages.most_common(12):
        print(f"{count} times: {message}")
    if len(garbage.wires) != len(names):
        print(f"wrong: not every wire format was used: {dict(garbage.wires)}")
        n_wrong += 1
    print(f"figure: {garbage.n_answers} mutated answers of {len(names)} kinds in {time.monotonic() - begun:.0f} s, "
          f"{counted['ok']} items succeeded, {sum(counted.values()) - counted['ok']} failed with a message, seed {seed}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
