#!/usr/bin/env python3
# stalled.py: tests that a program which stops reading the output does not keep a run from its end
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# stalled.py PROGRAM. Prints TAP on stdout. The model of chat.py gives answers that are longer than a pipe.

import concurrent.futures
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import chat as fixture

# More than a pipe accepts.
ANSWER = " ".join(f"word{i}" for i in range(40000))
# What is unread is dropped after two seconds; a run that waited for its reader would never end.
PROMPT = 60


def write_crew(talk):
    """Writes a crew whose agent prints its prompts and answers on stderr."""
    for name, content in {"agents/writer.jsonc": {"role": "Writer", "goal": "g", "backstory": "b", "verbose": True, "llm": "gpt-4o-mini"},
                          "crew.jsonc": {"name": "c", "agents": ["writer"], "verbose": True, "tasks": [
                              {"name": "t", "description": "d", "expected_output": "e", "agent": "writer"}]}}.items():
        path = os.path.join(talk.folder, "crew", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file)


def start_crew(talk, *words, **streams):
    return subprocess.Popen([talk.program, "run", "crew", "--yes", "--no-store", *words], cwd=talk.folder, env=talk.environment,
                            stdin=subprocess.DEVNULL, **streams)


def wait(process):
    """Returns the exit code, or None if the process does not end soon."""
    try:
        return process.wait(timeout=PROMPT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


def check_messages(talk):
    """Progress and messages of a run on a pipe that is not read."""
    process = start_crew(talk, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    yield "a run whose messages are not read succeeds", wait(process) == 0, process.returncode
    read, write = os.pipe()
    process = start_crew(talk, "--timeout", "30", stdout=subprocess.DEVNULL, stderr=write)
    os.close(write)
    yield "and with a time limit", wait(process) == 0, process.returncode
    os.close(read)


def check_slow(talk):
    """A reader that begins late receives everything in the order in which it was written."""
    process = start_crew(talk, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    time.sleep(3)
    text = process.communicate(timeout=fixture.DEADLINE)[0].decode()
    yield "both streams in one pipe: all messages", "Crew “c” finished:" in text and text.count(ANSWER) >= 2, text[:300]
    yield "both streams in one pipe: the result is last", text.rstrip().endswith(ANSWER) and "  1" not in text[-len(ANSWER):], text[-300:]
    process = talk.start("hello\n")
    time.sleep(3)
    out, err = process.communicate(timeout=fixture.DEADLINE)
    yield "a conversation: the whole answer", process.returncode == 0 and ANSWER in out.decode(), (process.returncode, out[:200], err[-300:])


def check_conversation(talk):
    """Answers of a conversation on a pipe that is not read."""
    process = talk.start("hello\n", "--timeout", "5")
    yield "a conversation with a time limit ends", wait(process) is not None, process.returncode
    yield "and says why it fails", b"standard output" in process.stderr.read() and process.returncode != 0, process.returncode
    process = talk.start("hello\n")
    time.sleep(3)
    process.send_signal(signal.SIGTERM)
    yield "a conversation that is stopped ends", wait(process) is not None, process.returncode


def check_result(talk):
    """The result of a run on a pipe that is not read."""
    for words in (["--timeout", "5", "--quiet"], ["--timeout", "5", "--json"]):
        process = start_crew(talk, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        yield f"a result with {words[-1]} is not read: the command ends", wait(process) is not None, process.returncode
        yield f"a result with {words[-1]} is not read: it says why it fails", b"standard output" in process.stderr.read() and process.returncode != 0, process.returncode
    process = start_crew(talk, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(4)
    yield "without a limit, the command waits for the reader", process.poll() is None, process.returncode
    process.send_signal(signal.SIGTERM)
    yield "and can be ended", wait(process) is not None, process.returncode
    process = start_crew(talk, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(3)
    text = process.communicate(timeout=fixture.DEADLINE)[0].decode()
    yield "a late reader receives all of the result", process.returncode == 0 and text.rstrip().endswith(ANSWER), (process.returncode, text[-200:])
    # A result of more than a writer keeps.
    with open(os.path.join(talk.folder, "large.json"), "w", encoding="utf-8") as file:
        json.dump({"schema": "crewai.flow/v1", "name": "f", "state": {"type": "dict"}, "methods": {
            "a": {"start": True, "do": {"call": "expression", "expr": "state.text + state.text + state.text + state.text"}}}}, file)
    with open(os.path.join(talk.folder, "in.json"), "w", encoding="utf-8") as file:
        json.dump({"text": "x" * 20000000}, file)
    process = subprocess.Popen([talk.program, "run", "large.json", "--no-store", "--inputs", "in.json"], cwd=talk.folder, env=talk.environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(3)
    out, err = process.communicate(timeout=fixture.DEADLINE)
    yield "a late reader receives a large result", len(out) >= 80000000 or b"limit" in err or b"large" in err, (process.returncode, len(out), err[-300:])


def check_closed(talk):
    """A reader of messages that ends does so as before."""
    process = start_crew(talk, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.stderr.close()
    yield "a reader that has ended ends the run in order", wait(process) in (141, -signal.SIGPIPE), process.returncode


def run(check):
    """Returns the points of a check, which has a folder and a model of its own."""
    with tempfile.TemporaryDirectory() as folder:
        talk = fixture.Chat(sys.argv[1], folder)
        talk.server.handle_error = lambda *_arguments: None  # a run that was ended
        with open(os.path.join(folder, "prices.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        write_crew(talk)
        return list(check(talk))


def main():
    number = n_broken = 0
    fixture.HOSTILE = ANSWER
    checks = (check_messages, check_slow, check_conversation, check_result, check_closed)
    # At once, because they only wait.
    with concurrent.futures.ThreadPoolExecutor(len(checks)) as pool:
        for name, holds, details in itertools.chain.from_iterable(pool.map(run, checks)):
            number += 1
            n_broken += not holds
            print(f"{'ok' if holds else 'not ok'} {number} - {name}", flush=True)
            if not holds:
                print("".join(f"# {line[:600]}\n" for line in str(details).splitlines()), end="", flush=True)
    print(f"1..{number}")
    return 1 if n_broken else 0


if __name__ == "__main__":
    sys.exit(main())
