#!/usr/bin/env python3
# compare-crews.py: random crews, flows and conversations, run by troupectl and by CrewAI itself against the same scripted model server
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TROUPE_CREWAI_PYTHON compare-crews.py BUILD-DIR [--kind conversations|crews|feedback|flows|memory|providers] [--seed N] [--crews N] [-v]
#
# Run by hand, under the Python of an installation of CrewAI; it is not part of the test suite. random_crews.py,
# random_flows.py, random_conversations.py, random_memory.py and random_providers.py (which wants the libraries of the providers) make the
# cases; the server answers by rules, or in order. Compared is what golden_compare.py compares of recorded cases.

import argparse
import json
import os
import random
import sys

try:
    import golden_record
except ImportError:
    print("crewai is not installed here")
    sys.exit(77)
import crew_golden
import golden_compare
import golden_record_flow
import golden_record_memory
from golden_match import show
import random_conversations
import random_crews
import random_flows
import random_memory
import random_providers

KINDS = {"conversations": (random_conversations.make_case, golden_record_flow.RecordedFlowComparison),
         "feedback": (random_flows.make_feedback_case, golden_record_flow.RecordedFlowComparison),
         "flows": (random_flows.make_case, golden_record_flow.RecordedFlowComparison),
         "memory": (random_memory.make_case, golden_record_memory.RecordedMemoryComparison),
         "crews": (random_crews.make_case, golden_record.RecordedComparison),
         "providers": (random_providers.make_case, golden_record.RecordedProviderComparison)}


def keep(folder, seed, case, run):
    """Writes a case with what CrewAI did and what we did."""
    os.makedirs(folder, exist_ok=True)
    ours = [vars(seen) for seen in run.kickoffs] if run is not None else []
    with open(os.path.join(folder, "%d.json" % seed), "w", encoding="utf-8") as file:
        json.dump({"case": case, "ours": ours}, file, indent=1)


def record(path, version, cases):
    """Writes cases for crew_golden.py, a line each."""
    about = "Crews by %s, kept as RecordedComparison.reduce() of golden_record.py makes them of runs of CrewAI %s." % (
        os.path.basename(sys.argv[0]), version)
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"about": %s, "cases": [\n%s\n]}\n' % (json.dumps(about), ",\n".join(map(json.dumps, cases))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--kind", choices=sorted(KINDS), default="crews")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--crews", type=int, default=20)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--keep", metavar="FOLDER", help="where cases that differ are written, with what was recorded")
    parser.add_argument("--record", metavar="FILE", help="where cases that agree are written, for crew_golden.py to run")
    own = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.environ.setdefault("TROUPE_PYTHON_DIR", os.path.join(here, "../../data/python"))
    options = crew_golden.read_options(["--troupectl", os.path.join(own.build, "src/cli/troupectl")])
    recorder = golden_record.Recorder()
    make_case, comparison = KINDS[own.kind]
    crew_golden.comparison_of = lambda case: comparison
    n_agree, agreed = 0, []
    print("seed %d, CrewAI %s" % (own.seed, recorder.version), flush=True)
    for number in range(own.crews):
        case = make_case(random.Random(own.seed + number), number)
        case["expect"] = recorder.record(case)
        found, run = crew_golden.run_case(options, case)
        n_agree += not found
        if not found:
            agreed.append(comparison(case, run).reduce())
            continue
        if own.keep:
            keep(own.keep, own.seed + number, case, run)
        print("--- seed %d %s\n%s" % (own.seed + number, case.get("api", ""), case["files"].get("crew.jsonc", case["files"].get("flow.json")) if own.verbose else ""))
        for one in found[:6]:
            print("%s\n  ours     %s\n  recorded %s" % (one.path, show(one.ours, 300), show(one.recorded, 300)))
    print("%d of %d agree" % (n_agree, own.crews))
    if own.record:
        record(own.record, recorder.version, agreed)
    return 0 if n_agree == own.crews else 1


if __name__ == "__main__":
    sys.exit(main())
