#!/usr/bin/env python3
"""The tests under the sanitizers for threads, or for addresses and undefined behaviour.

usage: sanitize.py thread|address SOURCE [--all]

Builds SOURCE/_build-thread or SOURCE/_build-sanitize and runs a selection of the tests, or with --all everything that has
no window (thread) or everything (address). Any report is a fault.

The packages of GLib are not built with the thread sanitizer, so glib-order.so tells it what GLib guarantees. Whether it
still finds races is checked first. Nothing is suppressed; accesses of libraries on their own behalf are not observed
(ignore_noninstrumented_modules). Prints one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

REPORT = re.compile(r"^(?:WARNING: ThreadSanitizer: .*|.*ERROR: (?:Address|Leak)Sanitizer: .*|.*: runtime error: .*)", re.M)
NO_WINDOW = ("base", "schema", "cel", "event", "record", "document", "flow", "http", "llm", "tool", "store", "memory", "agent",
             "run", "testing", "trace", "otlp", "plot", "crew", "cli")
KINDS = {
    "thread": {
        "folder": "_build-thread",
        "options": ["-Db_sanitize=thread", "-Db_lundef=false", "-Dwindow=disabled"],
        "quick": {"base": ["cancel"], "event": ["event-batch"], "document": ["test-drafts"], "tool": ["tool"],
                  "store": ["store", "store-requests"], "llm": ["llm-client", "llm-limiter", "llm-answers"],
                  "run": ["engine", "batch", "run-control", "run-stop", "run-crew", "run-feedback", "run-budget"],
                  "trace": ["trace"]},
        "values": {"TSAN_OPTIONS": "exitcode=66:history_size=4:ignore_noninstrumented_modules=1", "G_SLICE": "always-malloc"},
    },
    "address": {
        "folder": "_build-sanitize",
        "options": ["-Db_sanitize=address,undefined", "-Db_lundef=false"],
        "quick": {"base": ["json-reader", "yaml-reader"], "llm": ["llm-answers"], "run": ["run-control"], "app": [
            "test-window-save"], "editor": ["editor-forms"]},
        "values": {"ASAN_OPTIONS": "fast_unwind_on_malloc=0:malloc_context_size=20:allocator_may_return_null=1",
                   "LSAN_OPTIONS": "suppressions=SOURCE/build-aux/lsan.supp:print_suppressions=0",
                   "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"},
    },
}


def say(command, **values):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ | values, check=False,
                          stdin=subprocess.DEVNULL, text=True, errors="replace")
    return done.returncode, done.stdout


def list_targets(kind):
    for folder, names in kind["quick"].items():
        for name in names:
            yield f"tests/{folder}/{name if name.startswith('test-') else 'test-' + name}"


def build(source, kind, is_all):
    folder = os.path.join(source, kind["folder"])
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        status, text = say(["meson", "setup", folder, source, "-Dbuildtype=debugoptimized", *kind["options"]], CC="cc")
        if status != 0:
            raise SystemExit(f"wrong: meson setup: {text[-300:]}")
    extra = ["tests/reliability/race", "tests/reliability/glib-order.so"] if kind is KINDS["thread"] else []
    schemas = ["data/gschemas.compiled"] if kind is KINDS["address"] else []
    status, text = say(["ninja", "-C", folder, "-j2", *([] if is_all else [*list_targets(kind), *extra, *schemas])])
    if status != 0:
        raise SystemExit(f"wrong: ninja: {text[-300:]}")
    return folder


def check_races(folder, values):
    """Yields what is wrong with the detection itself."""
    race = os.path.join(folder, "tests/reliability/race")
    status, text = say([race], **values)
    if status != 66 or "data race" not in text:
        yield f"a race is not reported: exit {status}"
    status, text = say([race, "locked"], **values)
    if status != 0:
        yield f"a locked access is reported: {text[:200]}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("source")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed")  # the tests have seeds of their own
    words = parser.parse_args()
    source, kind = os.path.abspath(words.source), KINDS[words.kind]
    folder = build(source, kind, words.all)
    values = {name: value.replace("SOURCE", source) for name, value in kind["values"].items()}
    if words.kind == "thread":
        values["LD_PRELOAD"] = os.path.join(folder, "tests/reliability/glib-order.so")
    wrong = list(check_races(folder, values)) if words.kind == "thread" else []
    command = ["meson", "test", "-C", folder, "--no-rebuild", "--logbase", "sanitize", "--num-processes", "2",
               "--timeout-multiplier", "10"]
    if not words.all:
        command += [name for names in kind["quick"].values() for name in names]
    elif words.kind == "thread":
        command += [word for suite in NO_WINDOW for word in ("--suite", suite)]
    if shutil.which("xvfb-run"):
        command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", "dbus-run-session", "--", *command]
    _, text = say(command, LC_ALL="C.UTF-8", **values)
    path = os.path.join(folder, "meson-logs", "sanitize.json")
    if not os.path.exists(path):
        raise SystemExit(f"wrong: meson test: {text[-300:]}")
    with open(path, encoding="utf-8") as file:
        tests = [json.loads(line) for line in file]
    n_reports = n_failed = 0
    for test in tests:
        name = test["name"].split(" / ")[-1]
        found = REPORT.findall(test.get("stdout", "") + test.get("stderr", ""))
        n_reports += len(found)
        n_failed += test["result"] not in ("OK", "SKIP")
        if found or test["result"] not in ("OK", "SKIP"):
            wrong.append(f"{name}: {test['result']}, {len(found)} reports{': ' + found[0][:150] if found else ''}")
    for what in wrong:
        print(f"wrong: {what}")
    print(f"figure: {words.kind} sanitizer: {len(tests)} programs, {n_reports} reports, {n_failed} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
