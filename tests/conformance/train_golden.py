#!/usr/bin/env python3
# train_golden.py: runs recorded trainings, tests and replays of CrewAI's crews with troupectl and compares the results
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# train_golden.py --troupectl PROGRAM [--choices FILE] [--at-least=N] train-golden.json [--only NAME…] [-v]
#
# As crew_golden.py, for cases with several steps: kickoff, train, test and replay. Files of trained agents are read
# with Python's pickle. Not compared: CrewAI's table of outputs and `crewai log-tasks-outputs`, which Troupe's run
# history replaces.

import os
import pickle
import re
import sys
import uuid

import crew_golden
import golden_compare
from golden_match import Difference, differences

# Additional events of crews in these cases
golden_compare.FIELDS.update({
    "crew_train_started": {"crew_name": "same", "n_iterations": "same", "filename": "same"},
    "crew_train_completed": {"crew_name": "same", "n_iterations": "same", "filename": "same"},
    "crew_train_failed": {"crew_name": "same", "error": "error"},
    "crew_test_started": {"crew_name": "same", "n_iterations": "same"},
    "crew_test_result": {"crew_name": "same", "quality": "same", "model": "same"},
    "crew_test_completed": {"crew_name": "same"},
    "crew_test_failed": {"crew_name": "same", "error": "error"},
    "task_evaluation": {"evaluation_type": "same"},
})
PARTS = ("kickoff", "train", "test", "replay")


class PlainUnpickler(pickle.Unpickler):
    def find_class(self, module, name):
        raise pickle.UnpicklingError("not plain data: %s.%s" % (module, name))


def is_id(key):
    try:
        return bool(uuid.UUID(key))
    except ValueError:
        return key.startswith("$ID")


def name_ids(data):
    """Replaces IDs of agents with their index; other keys become strings, as in JSON."""
    return {"(id %d)" % i if is_id(str(key)) else str(key):
            {str(inner): value for inner, value in item.items()} for i, (key, item) in enumerate(data.items())}


def read_pickles(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".pkl"):
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = {"pickle": name_ids(PlainUnpickler(file).load())}
    return found


class TrainRun(crew_golden.CaseRun):
    def run_steps(self):
        typed = self.case["stdin"].encode() if "stdin" in self.case else b""
        self.run.steps = []
        for i, step in enumerate(self.case["steps"]):
            kind = next((part for part in PARTS if part in step), None)
            if kind is None:
                continue
            if "crew_file" in step:
                os.replace(os.path.join(self.folder, step["crew_file"]), os.path.join(self.folder, "crew.jsonc"))
            inputs = step.get("inputs") if kind != "kickoff" else step["kickoff"] or step.get("inputs")
            self.call(["."] + self.arguments(kind, step) + self.give_inputs(inputs), typed,
                      "run" if kind == "kickoff" else kind)
            self.run.steps.append((i, self.run.kickoffs[-1], read_pickles(self.folder)))

    @staticmethod
    def arguments(kind, step):
        if kind == "train":
            return ["-n", str(step["train"]), "-f", step["filename"]]
        if kind == "test":
            return ["-n", str(step["test"]), "-m", step["eval_llm"]]
        if kind == "replay":
            which = step["replay"]
            return ["-t", str(which + 1) if isinstance(which, int) else which]
        return []


class TrainComparison(golden_compare.Comparison):
    def compare_flow(self):
        found = []
        for i, seen, files in self.run.steps:
            found += [Difference("steps[%d].%s" % (i, one.path), one.ours, one.recorded)
                      for one in self.compare_round(seen, self.expect["steps"][i], files)]
        return found

    def compare_round(self, seen, expect, files):
        final = seen.answer.get("final") or {}
        found = self.compare_end(seen, dict(expect, result="run_error" if expect.get("error") else "ok"))
        if "raw" in expect:
            found += differences(final.get("raw"), expect["raw"], "raw")
        if "usage" in expect:
            ours = final.get("token_usage") or {}
            found += differences({name: ours.get(name) for name in expect["usage"]}, expect["usage"], "usage")
        if "tasks" in expect:
            found += differences([task.get("raw") for task in final.get("tasks_output") or []], expect["tasks"], "tasks")
        if "table" in expect:
            found += differences(self.own_table(final.get("table") or {}), self.recorded_table(expect["table"]), "table")
        found += self.compare_requests(seen.requests, expect["requests"])
        found += self.compare_events(seen.events, expect["events"])
        recorded = {name: {"pickle": name_ids(item["pickle"])}
                    for name, item in expect.get("files_written", {}).items() if name.endswith(".pkl")}
        return found + differences(files, recorded, "files_written")

    @staticmethod
    def own_table(table):
        """Returns the rows of the table as CrewAI prints it, without the seconds."""
        if not table:
            return []
        rows = [["Task %d" % (i + 1)] + ["%.1f" % score for score in task["scores"]] +
                ["%.1f" % task["average"], "- " + task["agent"]] for i, task in enumerate(table["tasks"])]
        crew = table["crew"]
        return rows + [["Crew"] + ["%.2f" % score for score in crew["scores"]] + ["%.1f" % crew["average"], ""]]

    @staticmethod
    def recorded_table(lines):
        rows = [[cell.strip() for cell in re.split("[┃│]", line)[1:-1]] for line in lines]
        return [row for row in rows if re.match(r"(Task \d+|Crew)$", row[0])]


def main(arguments):
    crew_golden.CaseRun = TrainRun
    crew_golden.comparison_of = lambda case: TrainComparison
    return crew_golden.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
