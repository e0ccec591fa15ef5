# record-sessions.py: records sessions of flows without scripts in CrewAI, in the format of flow-sessions.json
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: record-sessions.py > flow-sessions-kept.json, with a Python that has CrewAI.

import json
import os
import sqlite3
import sys
import tempfile

os.environ["CREWAI_DISABLE_TELEMETRY"] = "true"
os.environ["OTEL_SDK_DISABLED"] = "true"
os.environ["CREWAI_TRACING_ENABLED"] = "false"

import crewai  # noqa: E402
from crewai.events.event_bus import crewai_event_bus  # noqa: E402
from crewai.events.types import flow_events as types  # noqa: E402
from crewai.flow.flow import Flow  # noqa: E402

KEPT = {"enabled": True, "persistence": {"persistence_type": "SQLiteFlowPersistence", "db_path": "$DB"}}
OFF = {"enabled": False}
WORDS = {"method_execution_started": "method_started", "method_execution_finished": "method_finished",
         "method_execution_failed": "method_failed", "flow_started": "flow_started",
         "flow_finished": "flow_finished", "flow_failed": "flow_failed"}


def do(text, **more):
    return {"do": {"call": "expression", "expr": text}, **more}


def flow(methods, persist=KEPT, state=None):
    document = {"schema": "crewai.flow/v1", "name": "Kept", "methods": methods}
    if persist is not None:
        document["persist"] = persist
    if state is not None:
        document["state"] = state
    return document


CHAIN = {"a": do("[state.n, has(state.tag)]", start=True), "b": do("state.n * 10", listen="a")}
FREE = {"type": "dict", "default": {"n": 1}}
TYPED = {"type": "json_schema", "json_schema": {"type": "object", "properties": {
    "n": {"type": "integer", "default": 0}, "tag": {"type": "string"}, "when": {"type": "string", "format": "time"}}}}
OTHER = {"type": "json_schema", "json_schema": {"type": "object", "properties": {"m": {"type": "integer"}}}}
DIAMOND = {"s": do("1", start=True), "x": do("2", listen="s"), "y": do("3", listen="s"),
           "j": do("4", listen={"and": ["x", "y"]})}
ROUTED = {"s": do("1", start=True), "r": do("state.n > 2 ? 'big' : 'small'", listen="s", router=True),
          "big": do("'b'", listen="big_"), "t": do("'it is big'", listen="big"),
          "u": do("'it is small'", listen="small")}

CASES = [
    ("rows", "one row after each method", flow(CHAIN, state=FREE), [{"inputs": None}]),
    ("rows_inputs", "inputs stand in the rows", flow(CHAIN, state=FREE), [{"inputs": {"n": 5, "tag": "ä☃😀"}}]),
    ("rows_empty", "{} is not null", flow(CHAIN, state=FREE), [{"inputs": {}}]),
    ("restore", "the second kickoff has the state and runs every method again", flow(CHAIN, state=FREE),
     [{"inputs": {"n": 5, "tag": "x"}}, {"inputs": {"id": "$id1"}}]),
    ("restore_on_top", "other inputs go on top", flow(CHAIN, state=FREE),
     [{"inputs": {"n": 5, "tag": "x"}}, {"inputs": {"id": "$id1", "n": 6}}, {"inputs": {"id": "$id1"}}]),
    ("restore_unknown", "an unknown id starts afresh", flow(CHAIN, state=FREE), [{"inputs": {"id": "nobody", "n": 3}}]),
    ("restore_odd_id", "any text is an id", flow(CHAIN, state=FREE),
     [{"inputs": {"id": "it's \"1\"; --", "n": 3}}, {"inputs": {"id": "it's \"1\"; --"}}]),
    ("restore_number", "a number is found as text", flow(CHAIN, state=FREE), [{"inputs": {"id": 7, "n": 3}}, {"inputs": {"id": 7}}, {"inputs": {"id": "7"}}]),
    ("restore_null", "null is no id that can be kept under", flow(CHAIN, state=FREE), [{"inputs": {"id": None, "n": 3}}]),
    ("restore_blank", "nor is a blank one", flow(CHAIN, state=FREE), [{"inputs": {"id": "", "n": 3}}]),
    ("restore_default_id", "the id of the default", flow(CHAIN, state={"type": "dict", "default": {"n": 2, "id": "fixed"}}),
     [{"inputs": {"tag": "t"}}, {"inputs": {"id": "fixed"}}, {"inputs": None}]),
    ("fork", "state loaded, id new", flow(CHAIN, state=FREE), [{"inputs": {"n": 4}}, {"inputs": None, "restore_from_state_id": "$id1"}, {"inputs": {"id": "$id1"}}]),
    ("fork_id", "the fork takes a given id", flow(CHAIN, state=FREE), [{"inputs": {"n": 4}}, {"inputs": {"id": "mine", "tag": "q"}, "restore_from_state_id": "$id1"}, {"inputs": {"id": "mine"}}]),
    ("fork_inputs", "inputs without an id", flow(CHAIN, state=FREE), [{"inputs": {"n": 4, "tag": "z"}}, {"inputs": {"n": 9}, "restore_from_state_id": "$id1"}]),
    ("fork_unknown", "an unknown source is no error", flow(CHAIN, state=FREE), [{"inputs": {"n": 2}, "restore_from_state_id": "nobody"}]),
    ("fork_unknown_id", "an unknown source, but a known id", flow(CHAIN, state=FREE), [{"inputs": {"n": 2}}, {"inputs": {"id": "$id1"}, "restore_from_state_id": "nobody"}]),
    ("fork_not_kept", "a flow that is not persistent ignores it", flow(CHAIN, None, FREE), [{"inputs": None, "restore_from_state_id": "x"}]),
    ("method_only", "only the marked method writes, and nothing is restored",
     flow({"a": do("state.n", start=True, persist=KEPT), "b": do("2", listen="a")}, None, FREE), [{"inputs": {"n": 8}}, {"inputs": {"id": "$id1"}}]),
    ("method_off", "a method opts out", flow({"a": do("state.n", start=True), "b": do("2", listen="a", persist=OFF)}, KEPT, FREE), [{"inputs": None}]),
    ("method_in_disabled", "a method opts in", flow({"a": do("state.n", start=True), "b": do("2", listen="a", persist=KEPT)}, OFF, FREE), [{"inputs": {"n": 3}}, {"inputs": {"id": "$id1"}}]),
    ("method_unknown", "a method's backend that is not there fails the method",
     flow({"a": do("1", start=True), "b": do("2", listen="a", persist={"enabled": True, "persistence": {"persistence_type": "Other"}})}, KEPT, FREE), [{"inputs": None}]),
    ("failing", "a failing method writes no row", flow({"a": do("state.n", start=True), "b": do("1 / 0", listen="a")}, KEPT, FREE), [{"inputs": None}, {"inputs": {"id": "$id1", "n": 2}}]),
    ("typed", "a schema's state is kept and restored", flow({"a": do("state.n", start=True)}, KEPT, TYPED),
     [{"inputs": {"n": "5", "when": "03:04"}}, {"inputs": {"id": "$id1", "tag": "k"}}, {"inputs": {"id": "$id1"}}]),
    ("typed_wrong", "a kept state that does not fit", flow({"a": do("state.n", start=True)}, KEPT, TYPED),
     [{"inputs": {"n": 5}}, {"inputs": {"id": "$id1"}, "flow": flow({"a": do("1", start=True)}, KEPT, OTHER)}]),
    ("typed_wrong_fork", "nor in a fork", flow({"a": do("state.n", start=True)}, KEPT, TYPED),
     [{"inputs": {"n": 5}}, {"inputs": None, "restore_from_state_id": "$id1", "flow": flow({"a": do("1", start=True)}, KEPT, OTHER)}]),
    ("typed_bad_input", "inputs that do not fit a restored state", flow({"a": do("state.n", start=True)}, KEPT, TYPED),
     [{"inputs": {"n": 5}}, {"inputs": {"id": "$id1", "n": "x"}}]),
    ("diamond", "methods that end together", flow(DIAMOND, KEPT, FREE), [{"inputs": {"n": 1}}]),
    ("routed", "a router, twice", flow(ROUTED, KEPT, FREE), [{"inputs": {"n": 5}}, {"inputs": {"id": "$id1"}}, {"inputs": {"id": "$id1", "n": 1}}]),
    ("odd_values", "values of all kinds come back", flow({"a": do("state.id", start=True)}, KEPT, FREE),
     [{"inputs": {"f": 1.5, "g": 1e300, "i": -3, "t": "a\"b\\c\n\u0001é", "l": [1, [2, {"k": None}]], "b": True, "e": {}, "n": 0.1}}, {"inputs": {"id": "$id1"}}]),
]


def plain(value, ids, path):
    text = json.dumps(value, default=str)
    for number, one in enumerate(ids, 1):
        text = text.replace(json.dumps(one), json.dumps(f"$id{number}"))
    return json.loads(text.replace(path, "$DB"))


def filled(value, ids, path):
    text = json.dumps(value)
    for number, one in enumerate(ids, 1):
        text = text.replace(f"$id{number}", one)
    return json.loads(text.replace("$DB", path))


def state_of(one):
    state = one._state
    return dict(state) if isinstance(state, dict) else state.model_dump(mode="json")


def kickoff(document, step, ids, path):
    events = []

    def keep(source, event):
        word = {"event": WORDS[event.type]}
        if getattr(event, "method_name", None):
            word["method"] = event.method_name
        if event.type == "method_execution_started":
            word["params"] = event.params or {}
        if event.type in ("method_execution_finished", "flow_finished"):
            word["result"] = event.result
        events.append((event.emission_sequence, word))

    with crewai_event_bus.scoped_handlers():
        for one in (types.FlowStartedEvent, types.FlowFinishedEvent, types.FlowFailedEvent, types.MethodExecutionStartedEvent,
                    types.MethodExecutionFinishedEvent, types.MethodExecutionFailedEvent):
            crewai_event_bus.on(one)(keep)
        record = {}
        one = None
        try:
            one = Flow.from_declaration(contents=json.dumps(filled(document, ids, path)))
        except Exception as error:
            return {"result": "build_error", "error": {"class": type(error).__name__}}
        try:
            more = {}
            if "restore_from_state_id" in step:
                more["restore_from_state_id"] = filled(step["restore_from_state_id"], ids, path)
            record["result"] = "ok"
            record["final"] = one.kickoff(inputs=filled(step["inputs"], ids, path), **more)
        except Exception as error:
            record = {"result": "run_error", "error": {"class": type(error).__name__, "message": str(error).split("\n")[0]}}
        crewai_event_bus.flush()
    state = state_of(one)
    if isinstance(state.get("id"), str) and len(state["id"]) == 36 and state["id"] not in ids:
        ids.append(state["id"])
    record["state"] = state
    record["events"] = [word for _, word in sorted(events, key=lambda pair: pair[0])]
    record["outputs"] = [[entry["method"], entry["output"]] for entry in one._method_outputs]
    return record


def record_case(name, why, document, steps):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "states.db")
        ids = []
        records = [kickoff(step.get("flow", document), step, ids, path) for step in steps]
        rows = []
        if os.path.exists(path):
            with sqlite3.connect(path) as database:
                rows = [[a, b, json.loads(c)] for a, b, c in
                        database.execute("SELECT flow_uuid, method_name, state_json FROM flow_states ORDER BY id")]
        if name == "diamond":
            for record in records:
                record["order"] = "causal"
        return {"name": name, "why": why, "flow": document, "steps": steps,
                "expect": {"steps": [plain(record, ids, path) for record in records], "rows": plain(rows, ids, path)}}


def main():
    out = os.dup(1)
    os.dup2(2, 1)
    cases = [record_case(*case) for case in CASES]
    text = {"about": {"what": "Sessions of the real CrewAI without scripts; recorded by record-sessions.py, in the form of flow-sessions.json"},
            "crewai": crewai.__version__, "cases": cases}
    with os.fdopen(out, "w") as file:
        file.write(json.dumps(text, indent=None, separators=(",", ":")).replace('{"name":', '\n{"name":', ) + "\n")


if __name__ == "__main__":
    main()
