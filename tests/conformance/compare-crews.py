#!/usr/bin/env python3
# compare-crews.py: random crews, run by troupectl and by CrewAI itself against the same scripted model server
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TROUPE_CREWAI_PYTHON compare-crews.py BUILD-DIR [--seed N] [--crews N] [-v]
#
# Run by hand, under the Python of an installation of CrewAI; it is not part of the test suite. Crews have async
# tasks, contexts, coworkers, managers, guardrails, tools of the project, forms of answers and files; the server
# answers by rules. Compared is what golden_compare.py compares of recorded cases.

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
from golden_match import show

TOOL = '''from crewai.tools import BaseTool
from pydantic import BaseModel


class Args(BaseModel):
    city: str
    n: int = 2


class Look(BaseTool):
    name: str = 'City Look'
    description: str = 'Looks for TOOLD-1.'
    args_schema: type[BaseModel] = Args

    def _run(self, city: str, n: int = 2):
        if city == 'Nowhere':
            raise ValueError('TOOLX-1 is not there')
        return f'TOOLR-1 {city} {n}'
'''
FORM = {"type": "object", "title": "Verdict", "properties": {"title": {"type": "string"}, "score": {"type": "integer"}},
        "required": ["title", "score"]}
ANSWER = json.dumps({"title": "FORM-1", "score": 3})


def make_case(r, number):
    n_agents, n_tasks = r.randint(1, 3), r.randint(1, 4)
    is_managed = n_agents > 1 and r.random() < 0.25
    files, rules = {}, []
    names = ["w", "v", "u"][:n_agents]
    for i, name in enumerate(names):
        agent = {"role": "Worker ROLEX-%d" % i, "goal": "Reach GOALX-%d" % i, "backstory": "Known as BACKX-%d." % i,
                 "llm": r.choice(["gpt-4o-mini", "gpt-4o-mini", "o1"])}
        if r.random() < 0.3:
            agent["tools"] = ["custom:look"]
        if r.random() < 0.2:
            agent["allow_delegation"] = True
        if r.random() < 0.2:
            agent["max_iter"] = r.choice([1, 2])
        if r.random() < 0.2:
            agent["use_system_prompt"] = False
        files["agents/%s.jsonc" % name] = json.dumps(agent)
    tasks = []
    for i in range(n_tasks):
        task = {"name": "t%d" % i, "description": "Do DESCX-%d now." % i, "expected_output": "A text with EXPEX-%d." % i}
        if not is_managed or r.random() < 0.5:
            task["agent"] = r.choice(names)
        if i > 0 and r.random() < 0.3:
            task["context"] = r.choice([None, [], ["t%d" % r.randrange(i)]])
        if r.random() < 0.2 and not is_managed:
            task["async_execution"] = True
        if r.random() < 0.15 and not task.get("async_execution"):
            task["guardrail"] = "It must say RULEX-%d." % i
        if r.random() < 0.15:
            task[r.choice(["output_json", "output_pydantic"])] = FORM
        if r.random() < 0.15:
            task["output_file"] = "out/t%d.txt" % i
        if r.random() < 0.15:
            task["tools"] = ["custom:look"]
        if r.random() < 0.1:
            task["markdown"] = True
        tasks.append(task)
        mine = ["DESCX-%d" % i]
        others = ["DESCX-%d" % k for k in range(n_tasks) if k != i]
        text = ANSWER if "output_json" in task or "output_pydantic" in task else "ANSWX-%d said" % i
        rules.append({"when": {"last": ["RULEX-%d" % i]},
                      "reply": {"text": json.dumps({"valid": r.random() < 0.7, "feedback": "FEEDX-%d" % i})}})
        rules.append({"when": {"has": mine, "not": others, "tools": True, "tool_results": 0},
                      "times": r.choice([1, 1, 2]),
                      "reply": {"tool_calls": [{"name": "city_look", "arguments": r.choice(
                          [{"city": "Ulm"}, {"city": "Nowhere"}, {"town": "x"}, {"city": "Rom", "n": 3, "z": 1}])}]}})
        rules.append({"when": {"has": mine, "not": others}, "reply": {"text": text, "usage": {"prompt": 10 + i}}})
    rules.append({"when": {}, "reply": {"text": "Final Answer: ANSWX-9 rest"}})
    crew = {"name": "random", "agents": names, "tasks": tasks}
    if is_managed:
        crew.update(process="hierarchical", manager_llm="gpt-4.1")
    files["crew.jsonc"] = json.dumps(crew, indent=1)
    files["tools/look.py"] = TOOL
    return {"name": "random-%d" % number, "why": "", "files": files, "inputs": None, "server": {"rules": rules},
            "parallel": any(task.get("async_execution") for task in tasks)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--crews", type=int, default=20)
    parser.add_argument("-v", "--verbose", action="store_true")
    own = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.environ.setdefault("TROUPE_PYTHON_DIR", os.path.join(here, "../../data/python"))
    options = crew_golden.read_options(["--troupectl", os.path.join(own.build, "src/cli/troupectl")])
    recorder = golden_record.Recorder()
    crew_golden.comparison_of = lambda case: golden_record.RecordedComparison
    n_agree = 0
    print("seed %d, CrewAI %s" % (own.seed, recorder.version), flush=True)
    for number in range(own.crews):
        case = make_case(random.Random(own.seed + number), number)
        case["expect"] = recorder.record(case)
        found, _run = crew_golden.run_case(options, case)
        n_agree += not found
        if not found:
            continue
        print("--- seed %d\n%s" % (own.seed + number, case["files"]["crew.jsonc"] if own.verbose else ""))
        for one in found[:6]:
            print("%s\n  ours     %s\n  recorded %s" % (one.path, show(one.ours, 300), show(one.recorded, 300)))
    print("%d of %d agree" % (n_agree, own.crews))
    return 0 if n_agree == own.crews else 1


if __name__ == "__main__":
    sys.exit(main())
