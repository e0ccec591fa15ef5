#!/usr/bin/env python3
# replay_golden.py: records runs of the recorded cases of CrewAI's crews and flows, and replays them
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# replay_golden.py --troupectl PROGRAM [--choices FILE] FILE.json … [--only NAME…]
#
# Each case runs twice with troupectl: with --record and a scripted model server, then with --replay in the same folder
# with its original content. The second run must send nothing to the server, and its result and final state must be
# equal byte for byte. A random selection of TROUPE_REPLAY_CASES (40) cases is run, or all of them if this is “all”;
# TROUPE_REPLAY_SEED repeats a selection. Prints TAP on stdout.

import concurrent.futures
import json
import os
import random
import shutil
import sys
import tempfile

import crew_golden
from golden_server import make_server

CASES = "40"
# In every selection: a listener of whichever of two crews is faster, human feedback, whose time is part of the state, and results of
# tools that code is given as objects.
ALWAYS = ("flow-python-golden/f_crew_or_first", "feedback-golden/learn_two_runs", "flow-python-golden/f_tool_gives_row",
          "flow-python-golden/f_tool_gives_pair", "flow-python-golden/f_tool_gives_date", "flow-python-golden/f_tool_gives_tuple")
# What is compared of the result of a run. Durations and process facts differ.
COMPARED = ("result", "state", "final", "outputs")


class RecordedRun(crew_golden.CaseRun):
    """Runs a case with --record or --replay; each run of it has a recording of its own."""

    def __init__(self, options, case, folder, server, option, recordings):
        super().__init__(options, case, folder, server)
        self.option, self.recordings = option, recordings
        self.sent = []

    def call(self, arguments, stdin=None, command="run"):
        path = os.path.join(self.recordings, "%d.rec.jsonl" % len(self.run.kickoffs))
        # A run that was refused has no recording.
        is_recorded = self.option == "--record" or os.path.exists(path)
        # What operations on the memory between the runs have sent.
        self.server.take()
        super().call(arguments + ([self.option, path] if is_recorded else []), stdin, command)
        self.sent += self.run.kickoffs[-1].requests if is_recorded else []


def run_once(options, case, server, folder, recordings, option):
    """Runs all steps of a case and returns the run, and the requests that it sent."""
    os.mkdir(folder)
    try:
        run = RecordedRun(options, case, folder, server, option, recordings)
        run.execute(case.get("inputs"))
        return run.run, run.sent
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def describe(seen, parts):
    """Returns the compared parts of a result as JSON."""
    return {name: json.dumps(seen.answer.get(name), ensure_ascii=False) for name in parts}


def differences(recorded, replayed, sent):
    """Yields a sentence for each difference of a replay from its recording."""
    if len(recorded.kickoffs) != len(replayed.kickoffs):
        yield "%d runs instead of %d" % (len(replayed.kickoffs), len(recorded.kickoffs))
    for number, (first, second) in enumerate(zip(recorded.kickoffs, replayed.kickoffs)):
        if first.answer is None:
            continue
        one, two = describe(first, COMPARED), describe(second, COMPARED)
        for name in COMPARED:
            if one[name] != two[name]:
                yield "run %d, %s: %s, replayed as %s %s" % (number, name, one[name][:300], two[name][:300],
                                                             second.stderr[-300:])
    if sent:
        yield "the replay sent %d requests, first %s" % (len(sent), json.dumps(sent[0], default=str)[:200])


def replay_case(options, case):
    """Returns the differences of a replay; None if the case cannot be recorded."""
    place = os.path.realpath(tempfile.mkdtemp(prefix="replay-golden-"))
    recordings, folder = os.path.join(place, "recordings"), os.path.join(place, "case")
    os.mkdir(recordings)
    try:
        with make_server(case) as server:
            recorded, _sent = run_once(options, case, server, folder, recordings, "--record")
            # The documents name its address. It answers operations on the memory between the runs as before.
            server.reset()
            replayed, sent = run_once(options, case, server, folder, recordings, "--replay")
        return list(differences(recorded, replayed, sent))
    except (crew_golden.Failure, OSError) as failure:
        return [str(failure)]
    finally:
        shutil.rmtree(place, ignore_errors=True)


def adapt(case):
    """Returns a case of a flow without services in the form of the others."""
    if "files" in case or "flow" not in case:
        return case
    return {"name": case["name"], "files": {"flow.json": json.dumps(case["flow"])}, "server": {"rules": []},
            "steps": [{"inputs": case.get("inputs")}], "expect": {}}


def is_recordable(case, waiting):
    """Returns whether a case has a run that can be recorded: turns of a conversation cannot."""
    return "files" in case and case["name"] not in waiting and not crew_golden.is_conversation(case) and \
        not ("steps" in case and not any("inputs" in step or "kickoff" in step for step in case["steps"])) and \
        (crew_golden.has_pydantic() or not crew_golden.imports_pydantic(case))


def list_cases(options):
    """Returns the cases of all files with their full names, and the number of those that cannot be recorded."""
    cases, n_other = [], 0
    for path, _number in options.files:
        name = os.path.basename(path).removesuffix(".json")
        if not os.path.exists(path):
            print("# %s is missing" % path)
            continue
        _quirks, waiting, _left = crew_golden.read_choices(options.choices, name)
        with open(path, encoding="utf-8") as file:
            found = [adapt(case) for case in json.load(file)["cases"]]
        kept = [("%s/%s" % (name, case["name"]), case) for case in found if is_recordable(case, waiting)]
        cases += kept
        n_other += len(found) - len(kept)
    return cases, n_other


def select(options, cases):
    wanted = os.environ.get("TROUPE_REPLAY_CASES", CASES)
    if options.only:
        return [(name, case) for name, case in cases if name in options.only or case["name"] in options.only]
    if wanted == "all" or int(wanted) >= len(cases):
        return cases
    seed = os.environ.get("TROUPE_REPLAY_SEED") or str(random.randrange(1 << 32))
    print("# TROUPE_REPLAY_SEED=%s" % seed, flush=True)
    chosen = random.Random(seed).sample(cases, int(wanted))
    return chosen + [case for case in cases if case[0] in ALWAYS and case not in chosen]


def main(arguments):
    options = crew_golden.read_options(arguments)
    cases, n_other = list_cases(options)
    if not cases:
        print("1..0 # SKIP no recorded cases")
        return 0
    chosen = select(options, cases)
    n_failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(replay_case, options, case) for _name, case in chosen]
        for number, ((name, _case), future) in enumerate(zip(chosen, futures), 1):
            found = future.result()
            n_failed += bool(found)
            print("%sok %d - %s" % ("not " if found else "", number, name), flush=True)
            for line in found:
                print("# " + line.replace("\n", "\\n"), flush=True)
    print("# %d of %d cases replay equally; %d more cannot be recorded" % (len(chosen) - n_failed, len(chosen), n_other))
    print("1..%d" % len(chosen))
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
