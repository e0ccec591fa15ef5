#!/usr/bin/env python3
"""Runs 10,000 recorded test cases ten times: each time within a minute, and with the same results.

usage: bench-tests.py TROUPECTL [CASES [ROUNDS]]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import subprocess
import sys
import tempfile
import time

MOST_SECONDS = 60
FLOW = {
    "schema": "crewai.flow/v1", "name": "f",
    "methods": {
        "a": {"start": True, "do": {"call": "agent", "with": {
            "role": "Writer", "goal": "g", "backstory": "b", "llm": "mock/echo",
            "input": "About ${state.topic}"}}},
        "b": {"listen": "a", "do": {"call": "agent", "with": {
            "role": "Critic", "goal": "g", "backstory": "b", "llm": "mock/echo",
            "input": "Judge ${outputs.a.raw}"}}}}}


def make(folder, n):
    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    write("f.json", json.dumps(FLOW))
    write("in.jsonl", "".join(json.dumps({"topic": f"Topic {i}"}) + "\n" for i in range(n)))
    write("f.test.json", json.dumps({
        "recording": "f.jsonl",
        "expect": ["path == ['a', 'b']", "outputs.a.raw.contains(inputs.topic)", "calls.total == 2"],
        "cases": [{"name": "all", "inputs_file": "in.jsonl"}]}))


def run(program, folder, *more):
    begun = time.monotonic()
    done = subprocess.run([program, "test", "f.test.json", "--json", *more], cwd=folder, stdout=subprocess.PIPE,
                          check=False, env={**os.environ, "HOME": folder})
    return time.monotonic() - begun, json.loads(done.stdout)


def main():
    program = os.path.abspath(sys.argv[1])
    n, rounds = ([int(word) for word in sys.argv[2:]] + [10000, 10][len(sys.argv) - 2:])[:2]
    with tempfile.TemporaryDirectory() as folder:
        make(folder, n)
        recorded, result = run(program, folder, "--record")
        print(f"recorded {result['passed']} cases in {recorded:.1f} s")
        first = None
        for _ in range(rounds):
            seconds, result = run(program, folder)
            facts = [(case["name"], case["ok"], case["failures"], case["cost"]) for case in result["cases"]]
            first = first or facts
            print(f"{result['passed']} of {len(facts)} passed in {seconds:.1f} s")
            if result["passed"] != n or facts != first or seconds > MOST_SECONDS:
                sys.exit("the results differ, a case failed, or it took more than a minute")


if __name__ == "__main__":
    main()
