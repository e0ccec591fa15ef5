#!/usr/bin/env python3
"""Many concurrent streams: agents that each receive a chunk of their answer every 20 ms.

usage: streams.py BUILD [--streams N] [--chunks N]

Runs N agents at once, in a batch and then in one flow whose events are written, so that every chunk is an event. All have
to complete within 1.3 times the time that the server needs, and within 400 MB. The program may open fewer files than
there are streams by default, and has to raise the limit itself. Prints `figure:` lines.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import model_server

PERIOD_MS = 20
MOST_RATIO, MOST_MB = 1.3, 400
# The usual limit of a session. The streams need more files.
FILES = 256
LLM = {"model": "openai/gpt-x", "stream": True, "max_retries": 0}
AGENT = {"role": "Worker", "goal": "g", "backstory": "b", "max_retry_limit": 0, "llm": LLM}


class Streams:
    def __init__(self, build, n_chunks):
        self.n_chunks = n_chunks
        self.process = subprocess.Popen(
            [os.path.join(build, "tests/reliability/stream-server"), str(n_chunks), str(PERIOD_MS)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.address = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def end(self):
        """Returns the number of complete answers, the most concurrent ones, and the delay of the latest chunk in ms."""
        told = self.process.communicate()[0]
        return [int(number) for number in told.split()]


def get_work():
    """Returns the processor time of all children that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limit_files():
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


def run(build, folder, address, *words):
    """Returns the exit status, the errors, the seconds, the peak memory in MB and the processor time."""
    environment = os.environ | model_server.make_environment(address) | {
        "HOME": folder, "XDG_DATA_HOME": os.path.join(folder, "home"), "LANGUAGE": "C",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    begun, work, most_mb = time.monotonic(), get_work(), 0
    with open(os.path.join(folder, "errors"), "w+", encoding="utf-8") as errors:
        process = subprocess.Popen([os.path.join(build, "src/cli/troupectl"), *words], cwd=folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=limit_files)
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                    found = re.search(r"VmHWM:\s*(\d+)", file.read())
                most_mb = max(most_mb, int(found.group(1)) / 1024 if found else 0)
            except FileNotFoundError:
                pass
            time.sleep(0.05)
        errors.seek(0)
        return process.returncode, errors.read(), time.monotonic() - begun, most_mb, get_work() - work


def write_documents(folder, n_streams):
    os.makedirs(os.path.join(folder, "crew", "agents"))
    texts = {
        "crew/agents/worker.jsonc": AGENT,
        "crew/crew.jsonc": {"name": "c", "agents": ["worker"], "tasks": [
            {"name": "work", "description": "Item {n}.", "expected_output": "e", "agent": "worker"}]},
        "flow.json": {"schema": "crewai.flow/v1", "name": "wide", "methods": {
            f"m{i}": {"start": True, "do": {"call": "agent", "with": AGENT | {"input": f"Item {i}."}}}
            for i in range(n_streams)}},
    }
    for name, value in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file)
    with open(os.path.join(folder, "in.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(n_streams))


def check_batch(folder, n_streams, answer):
    with open(os.path.join(folder, "out", "results-0.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return sum(1 for line in lines if line["result"] == "ok" and line["final"]["raw"].strip() == answer)


def check_flow(folder, n_streams, answer):
    kinds, ended = {}, 0
    with open(os.path.join(folder, "events.jsonl"), encoding="utf-8") as file:
        for line in file:
            event = json.loads(line)
            kinds[event["type"]] = kinds.get(event["type"], 0) + 1
            ended += event["type"] == "method_execution_finished" and answer in line
    print(f"  events: {kinds}")
    return ended if kinds.get("llm_stream_chunk", 0) >= n_streams else 0


def measure(build, folder, words, name, count, arguments):
    """Returns how many of the conditions are not met. Another program may delay the first attempt."""
    ideal = words.chunks * PERIOD_MS / 1000
    for is_last in (False, True):
        shutil.rmtree(os.path.join(folder, "out"), ignore_errors=True)
        streams = Streams(build, words.chunks)
        status, errors, seconds, most_mb, work = run(build, folder, streams.address, *arguments)
        n_complete, most, latest_ms = streams.end()
        if seconds <= MOST_RATIO * ideal or status != 0 or is_last:
            break
    answer = " ".join(f"word {i + 1:04}" for i in range(words.chunks))
    n_right = count(folder, words.streams, answer) if status == 0 else 0
    wrong = [what for what, is_right in (
        (f"exit {status}: {errors[-300:]}", status == 0),
        (f"{n_right} of {words.streams} answers are complete", n_right == n_complete == words.streams),
        (f"only {most} streams were concurrent", most == words.streams),
        (f"{seconds:.1f} s for {ideal:.1f} s of streams", seconds <= MOST_RATIO * ideal),
        (f"{most_mb:.0f} MB", most_mb <= MOST_MB)) if not is_right]
    for what in wrong:
        print(f"wrong: {name}: {what}")
    print(f"figure: {name}: {n_right} of {words.streams} complete, {most} at once, {seconds / ideal:.2f} times the ideal "
          f"{ideal:.0f} s, {most_mb:.0f} MB, {work:.1f} s of processor time; latest chunk of the server {latest_ms} ms late",
          flush=True)
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--chunks", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)  # nothing is random
    words = parser.parse_args()
    build = os.path.abspath(words.build)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="streams-"))
    n_wrong = 0
    try:
        write_documents(folder, words.streams)
        for name, count, arguments in (
                ("batch", check_batch, ["batch", "crew/crew.jsonc", "--inputs-file", "in.jsonl", "--out", "out", "--yes",
                                        "--max-concurrency", str(words.streams)]),
                ("flow with events", check_flow, ["run", "flow.json", "--yes", "--events", "events.jsonl", "--quiet"])):
            n_wrong += measure(build, folder, words, name, count, arguments)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
