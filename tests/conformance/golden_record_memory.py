# golden_record_memory.py: records memory operations and kickoffs in CrewAI, and compares runs of troupectl with them
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run_steps() performs the steps of a case in the format of memory-golden.json. It is called in the process of the case.
# RecordedMemoryComparison compares a run of troupectl with it. Not compared: usage (CrewAI may report it before the
# last save has ended), IDs of calls (parallel requests number them at random), and the choice among similar records for
# a consolidation plan.

import datetime
import gc
import os
import re

import golden_compare
import golden_memory
from golden_match import Anything, differences, find_markers
from golden_record import RecordedComparison, Watch
from golden_record_flow import tell_end

LINE = re.compile(r"- \(score=|  ")
BLOCKS = ("Relevant memories:", "Found memories:")
PLAN = "ConsolidationPlan"


# --- Recording in CrewAI --------------------------------------------------------------------------------------

def record_fields(record):
    return record and {key: getattr(record, key) for key in
                       ("content", "scope", "categories", "importance", "metadata", "source", "private")}


def match_fields(match):
    made = {"content": match.record.content, "score": round(match.score, 3), "scope": match.record.scope,
            "reasons": sorted(match.match_reasons)}
    if match.evidence_gaps:
        made["evidence_gaps"] = match.evidence_gaps
    return made


def find_record(memory, text):
    found = [record for record in memory._storage.list_records(limit=10000) if text in record.content]
    if not found:
        raise ValueError("no record has it")
    return found[0]


def backdate(memory, has, days):
    record = find_record(memory, has)
    memory._storage.update(record.model_copy(update={"created_at": record.created_at - datetime.timedelta(days=days)}))
    return True


def act(memory, name, arguments):
    """Performs an operation and returns its result in the form that the command prints."""
    arguments = dict(arguments)
    view = arguments.pop("view", None)
    where = memory
    if view is not None:
        where = memory.scope(view["root_path"]) if "root_path" in view else memory.slice(**view)
    if name == "backdate":
        return backdate(memory, **arguments)
    if name == "update":
        return record_fields(memory.update(find_record(memory, arguments.pop("has")).id, **arguments))
    if name == "forget" and "older_than" in arguments:
        arguments["older_than"] = datetime.datetime.fromisoformat(arguments["older_than"])
    given = getattr(where, name)(**arguments)
    memory.drain_writes()
    if name == "remember":
        return record_fields(given)
    if name == "remember_many":
        return "queued"
    if name == "recall":
        return [match_fields(match) for match in given]
    if name == "list_records":
        return [record.content for record in given]
    if name == "info":
        return {key: getattr(given, key) for key in ("path", "record_count", "categories", "child_scopes")}
    return given


def operate(step):
    from crewai.memory.unified_memory import Memory

    rows = []
    memory = Memory(**step["memory"])
    for name, *arguments in step["ops"]:
        try:
            rows.append({name: act(memory, name, arguments[0] if arguments else {})})
        except Exception as error:
            rows.append({name: None, "error": {"class": type(error).__name__, "message": str(error)[:300]}})
            memory.drain_writes()
    return {"ops": rows}


def kick_off(folder, inputs):
    from crewai.memory.unified_memory import Memory
    from crewai.project.crew_loader import load_crew

    crew, defaults = load_crew(os.path.join(folder, "crew.jsonc"))
    output = crew.kickoff(inputs=dict(defaults or {}, **(inputs or {})) or None)
    for memory in [one for one in gc.get_objects() if isinstance(one, Memory)]:
        memory.drain_writes()
    return {"raw": output.raw, "usage": {}}


def do_step(folder, step):
    from crewai.project.crew_loader import load_crew

    if "ops" in step:
        return operate(step)
    if "kickoff" in step:
        return kick_off(folder, step["kickoff"])
    crew, _defaults = load_crew(os.path.join(folder, "crew.jsonc"))
    crew.reset_memories(command_type=step["reset"])
    return {}


def read_stored():
    from crewai.memory.storage.lancedb_storage import LanceDBStorage

    records = LanceDBStorage(compact_every=0).list_records(limit=10000)
    return {"memory": [record_fields(record) for record in reversed(records)]}


def run_steps(case, folder):
    """Runs the steps and records their events and the records stored after each. Called in the process of the case."""
    from crewai.events import crewai_event_bus

    watch, steps = Watch(crewai_event_bus), []
    for step in case["steps"]:
        try:
            made = do_step(folder, step)
        except BaseException as error:
            made = {"error": {"class": type(error).__name__, "message": str(error)[:300].replace(folder, "$PROJECT")}}
        try:
            crewai_event_bus.flush(timeout=5)
        except Exception:
            pass
        made.update(events=watch.events, stored=read_stored())
        watch.events = []
        steps.append(made)
        tell_end()
    return {"result": "ok", "steps": steps}


def join_steps(expect, requests, _folder):
    """Assigns the requests to their steps."""
    parts = [[]]
    for request in requests:
        if request["path"] == "/step":
            parts.append([])
        else:
            parts[-1].append(request)
    for step, part in zip(expect.get("steps", ()), parts):
        step["requests"] = [request for request in part if request["path"] != "/embeddings"]
        step["embeddings"] = [{"model": request["body"].get("model"),
                               "inputs": [texts] if isinstance(texts, str) else texts}
                              for request in part if request["path"] == "/embeddings"
                              for texts in [request["body"].get("input")]]
    return dict(expect, steps=expect.get("steps", []))


# --- Comparison -----------------------------------------------------------------------------------------------

def blocks_of(text):
    """Returns the lines about records, without the surrounding text."""
    found, lines = [], text.split("\n")
    for i, line in enumerate(lines):
        if line.strip() in BLOCKS:
            behind = [not LINE.match(one) for one in lines[i + 1:]] + [True]
            found += lines[i + 1:i + 1 + behind.index(True)]
    return [line.rstrip() for line in found]


def form_name(body):
    form = body.get("response_format") or {}
    return (form.get("json_schema") or {}).get("name")


class RecordedMemoryComparison(golden_memory.MemoryComparison, RecordedComparison):
    """MemoryComparison for cases that were recorded by Recorder."""

    def __init__(self, case, run):
        super().__init__(case, run)
        self.unordered |= {"requests", "events", "embeddings"}

    def own_message(self, message):
        made = super().own_message(message)
        made["blocks"] = blocks_of(made["text"])
        # Sorted because their order depends on the wording of the prompt, which differs.
        if message.get("role") == "user":
            made["markers"] = sorted(made["markers"])
        made.update(tool_call_id=None, tool_calls=[dict(call, id=None) for call in made["tool_calls"]])
        return made

    def own_request(self, request):
        made = super().own_request(request)
        # When Troupe asks the model for missing information, it includes only the beginning of the matches.
        if len(made["messages"]) == 1:
            made["messages"][0]["markers"] = find_markers(made["messages"][0]["text"], self.markers)[:1]
        if form_name(made) == PLAN:
            for message in made["messages"]:
                message["markers"] = find_markers(message["text"], self.markers)
                message["markers"] = [mark for mark in message["markers"] if mark.startswith("RECX-")][:1]
        return made

    def recorded_request(self, request):
        made = super().recorded_request(request)
        bodies = request["messages"] if self.case.get("is_reduced") else self.own_request(request)["messages"]
        for message, own in zip(made["messages"], bodies):
            message.fields["blocks"] = own["blocks"]
            message.fields["tool_call_id"] = None
            message.fields["tool_calls"] = [dict(call, id=None) for call in message.fields["tool_calls"]]
        return made

    def recorded_event(self, event):
        made = super().recorded_event(event)
        if "total_tokens" in made.fields:
            made.fields["total_tokens"] = Anything()
        return made

    def compare_events(self, ours, recorded):
        """Ignores failed calls, because CrewAI emits two events for each, in random order; the requests are compared.
        """
        return super().compare_events([event for event in ours if event.get("type") != "llm_call_failed"],
                                      [event for event in recorded if event["type"] != "llm_call_failed"])

    def compare_blocks(self, ours, recorded):
        return []

    def compare_stored(self, seen, expect):
        def in_order(records):
            return sorted(records, key=lambda record: (record["content"], record["scope"]))
        return differences(in_order(golden_compare.plain_numbers(self.own_value(seen.stored["memory"]))),
                           in_order(golden_compare.plain_numbers(expect["stored"]["memory"])), "stored.memory")

    def reduce(self):
        expect = dict(self.case["expect"])
        expect["steps"] = [dict(step, requests=[self.reduce_request(request) for request in step["requests"]],
                                events=[self.reduce_event(event) for event in step["events"]],
                                embeddings=[dict(one, inputs=[" ".join(find_markers(text, self.markers)) for text in one["inputs"]])
                                            for one in step["embeddings"]])
                           for step in expect["steps"]]
        return dict(self.case, expect=expect, is_reduced=True)
