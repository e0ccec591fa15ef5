#!/usr/bin/env python3
# limits.py: tests that a small document cannot fill the disk
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# limits.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/cli.md, `--disk-limit`. All points but those for
# harmless documents were seen to fail with a program that counted only the memory of a run.

import os
import shutil
import sys

import place as fixture
from place import call

MEGABYTE = 1 << 20
TENFOLD = "a+a+a+a+a+a+a+a+a+a"


def loop(expression, default="y" * 1000, **more):
    """Returns a flow that evaluates an expression again and again."""
    return {"schema": "crewai.flow/v1", "name": "small", "state": {"type": "dict", "default": {"s": default}},
            "config": {"max_method_calls": 1000000, **more.pop("config", {})},
            "methods": {"again": {"start": True, "listen": "store", "router": True, "emit": ["more"], "do": {"call": "expression", "expr": "'more'"}},
                        "store": {"listen": "more", "do": {"call": "expression", "expr": expression}}}, **more}


FLOWS = {
    "long texts": loop(f"[state.s].map(a,{TENFOLD}).map(a,{TENFOLD})[0]"),
    "characters that are long in JSON": loop(f"[state.s].map(a,{TENFOLD})[0]", "\u0001\u0002\"\\" * 500),
    "lists of lists": loop("[[state.s,state.s,state.s],[state.s,state.s,state.s],[state.s,state.s,state.s]]"),
    "maps": loop("{'a': state.s, 'b': {'c': state.s, 'd': state.s}, 'e': [state.s]}"),
    "many small steps": loop("1"),
    "characters of four bytes": loop(f"[state.s].map(a,{TENFOLD})[0]", "\U0001f600" * 1000),
}


def measure(*folders):
    return sum(os.path.getsize(os.path.join(inner, name)) for folder in folders for inner, _folders, names in os.walk(folder)
               for name in names if not os.path.islink(os.path.join(inner, name)))


def check_run(place, document, limit, *words, n_before=0):
    done = place.run(document, *words)
    # The structure of a database needs some room as well.
    n_bytes = measure(place.data, place.work) - n_before
    yield "little is stored", n_bytes < 2 * limit, (f"{n_bytes / MEGABYTE:.0f} MB", done)
    yield "the run says why it ended", done.status != 0 and "disk" in done.text.lower(), done
    shutil.rmtree(place.data, ignore_errors=True)


def fill_by_flows(place):
    """Flows that only compute need no consent."""
    for name, document in FLOWS.items():
        path = place.write("work/flow.json", document)
        # Small steps fill a disk slowly.
        limit = 4 if name == "many small steps" else 16
        for point, holds, details in check_run(place, path, limit * MEGABYTE, "--disk-limit", f"{limit}M"):
            yield f"{name}: {point}", holds, details
    path = place.write("work/flow.json", loop(f"[state.s].map(a,{TENFOLD}).map(a,{TENFOLD})[0]"))
    for point, holds, details in check_run(place, path, 128 * MEGABYTE):
        yield f"without an option: {point}", holds, details
    path = place.flow("work", {"call": "expression", "expr": "'x'"})
    done = place.run(path)
    yield "another flow ends", done.status == 0, done


ASKING = '''class Provider:
    def request_input(self, message, flow, metadata=None):
        return {answer}
def ask(self):
    self.input_provider = Provider()
    for i in range({count}):
        self.ask("question %d " % i + {more})
    return "asked"
'''


def fill_by_questions(place):
    """Questions of Flow.ask() that an input provider answers."""
    fixture.need_sandbox()
    action = {"call": "code", "ref": "mod:ask"}
    for name, words in {"long questions": {"answer": "'x'", "count": 900, "more": "'x' * 100000"},
                        "characters that are long in JSON": {"answer": "'x'", "count": 900, "more": "chr(1) * 20000"},
                        "long answers": {"answer": "'x' * 100000", "count": 900, "more": "''"}}.items():
        path = place.flow("work/f", action, {"mod.py": ASKING.format(**words)})
        for point, holds, details in check_run(place, path, 8 * MEGABYTE, "--disk-limit", "8M", "--yes", "--allow", "all"):
            yield f"{name}: {point}", holds, details
    path = place.flow("work/f", action, {"mod.py": ASKING.format(answer="'x'", count=15000, more="''")})
    done = place.run(path, "--yes", "--allow", "all")
    yield "too many questions end the method", done.status != 0 and "1000 questions" in done.text, done
    path = place.flow("work/f", action, {"mod.py": ASKING.format(answer="'x'", count=1000, more="''")})
    done = place.run(path, "--yes", "--allow", "all")
    yield "1,000 questions are allowed", done.status == 0 and "asked" in done.stdout, done


def fill_by_states(place):
    """States of `persist`, checkpoints, and what a crew stores."""
    persist = {"persist": {"enabled": True, "persistence": {"persistence_type": "SQLiteFlowPersistence", "db_path": "a.db"}}}
    for name, more in {"persist": persist, "checkpoints": {"config": {"checkpoint": {
            "location": "points", "on_events": ["method_execution_finished"], "provider": {"provider_type": "json"}}}},
            "checkpoints in a database": {"config": {"checkpoint": {
                "location": "points.db", "on_events": ["method_execution_finished"], "provider": {"provider_type": "sqlite"}}}}}.items():
        path = place.write("work/flow.json", loop("'small'", "y" * 200000, **more))
        for point, holds, details in check_run(place, path, 16 * MEGABYTE, "--disk-limit", "16M", "--yes"):
            yield f"{name}: {point}", holds, details
        for each in os.listdir(place.work):
            path = place.path("work", each)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    crew = place.crew("work/c", [*(call("read_a_file_s_content", file_path="notes.txt", start_line=i + 1) for i in range(40)), "done"], {"tools": ["FileReadTool"]},
                      files={"notes.txt": "0123456789abcde\n" * 65536})
    for point, holds, details in check_run(place, crew, 16 * MEGABYTE, "--disk-limit", "16M", "--yes", n_before=measure(place.work)):
        yield f"results of tools: {point}", holds, details
    crew = place.crew("work/c", ["0123456789abcde\n" * 200000], crew={"tasks": [
        {"name": f"t{i}", "description": "d", "expected_output": "e", "agent": "critic"} for i in range(12)]})
    for point, holds, details in check_run(place, crew, 16 * MEGABYTE, "--disk-limit", "16M", "--yes", n_before=measure(place.work)):
        yield f"outputs of tasks: {point}", holds, details


sys.exit(fixture.main([fill_by_flows, fill_by_questions, fill_by_states]))
