# golden_record_flow.py: records kickoffs and turns of a flow that CrewAI runs, and compares runs of troupectl with them
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run_steps() performs the steps of a case in the format of flow-crew-golden.json, conversation-golden.json or
# feedback-golden.json. It is called in the process of the case. join_steps() creates `expect` from the result and adds
# the requests to the server and the rows of the database. RecordedFlowComparison compares a run of troupectl with it.

import builtins
import json
import os
import re
import sqlite3
import urllib.error
import urllib.request

import golden_compare
from golden_match import Anything, Has, find_markers
from golden_record import RecordedComparison, plain, record_event

# Path that is requested to notify the server of the end of a step.
STEP_PATH = "/step"
# Part of CrewAI's message for turns of a flow that is not conversational.
NO_CONVERSATION = "is only available on conversational flows"
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Names of fields in recorded events that differ from Troupe's.
RECORDED_NAMES = {"method": "method_name"}


def full(value):
    """Returns a value of a flow as JSON; messages to models are reduced to their markers."""
    return without_wording(plain(value))


def without_wording(value, is_inside=False):
    if isinstance(value, list):
        return [without_wording(item, is_inside) for item in value]
    if not isinstance(value, dict):
        return value
    is_inside = is_inside or golden_compare.is_output(value)
    made = {key: without_wording(item, is_inside) for key, item in value.items()}
    if is_inside and golden_compare.is_message(value) and isinstance(value["content"], str):
        made["content"] = {"$text": {"markers": find_markers(value["content"])}}
    return made


def record_flow_event(event):
    """Returns the compared fields of an event of a flow. FlowWatch filters out events of CrewAI's internal flows."""
    made = {"type": event.type}
    for name, how in golden_compare.FIELDS[event.type].items():
        name = RECORDED_NAMES.get(name, name)
        value = getattr(event, name, None)
        if value is None:
            continue
        if how == "error":
            made[name] = next(iter(str(value).strip().splitlines()), "")
        else:
            made[name] = golden_compare.shorten_outputs(plain(value))
    return made


class FlowWatch:
    """Records events in the order of emission; events of flows only if they belong to the case's own flow."""

    def __init__(self, bus):
        self.events = []
        emit = bus.emit

        def told(source, event):
            if event.type in golden_compare.FIELDS and hasattr(event, "flow_name"):
                made = record_flow_event(event) if type(source).__name__ == "Flow" else None
            elif event.type.startswith("conversation_"):
                made = record_flow_event(event) if event.type in golden_compare.FIELDS else None
            else:
                made = record_event(event)
            if made is not None:
                self.events.append(made)
            return emit(source, event)
        object.__setattr__(bus, "emit", told)

    def take(self):
        taken, self.events = self.events, []
        return taken


class Person:
    """Replaces input() and returns the answers of a step."""

    def __init__(self):
        self.lines = []
        builtins.input = self.read

    def read(self, _prompt=""):
        if not self.lines:
            raise EOFError("no line is left")
        return self.lines.pop(0)


def do_step(flow, step, ids):
    more = {key: step[key] for key in ("session_id", "intents", "intent_llm") if key in step}
    if str(more.get("session_id", "")).startswith("$id"):
        more["session_id"] = ids[int(more["session_id"].removeprefix("$id")) - 1]
    if "turn" in step:
        return flow.handle_turn(step["turn"], **more)
    if "finalize" in step:
        return flow.finalize_session_traces()
    output = flow.kickoff(inputs=step["inputs"])
    if hasattr(output, "chunks"):
        for _chunk in output:
            pass
        output = output.result
    return output


def record_state(flow):
    state = flow._state
    return plain(dict(state) if isinstance(state, dict) else state)


def run_step(case, folder, step, flow, ids):
    """Runs a step; returns its flow and its record."""
    from crewai.flow.flow import Flow

    made = {"result": "load_error"}
    try:
        if flow is None or not step.get("same"):
            flow = None
            flow = Flow.from_declaration(path=os.path.join(folder, "flow.json"))
        made["result"] = "run_error"
        made.update(final=full(do_step(flow, step, ids)), result="ok")
    except BaseException as error:
        message = " | ".join([line.strip() for line in str(error).splitlines() if line.strip()][:3])
        made["error"] = {"class": type(error).__name__, "message": message.replace(folder, "$PROJECT")}
    if flow is not None:
        made["state"] = record_state(flow)
        made["outputs"] = [[one["method"], full(one["output"])] for one in flow._method_outputs]
        ids.append(made["state"].get("id"))
    else:
        ids.append(None)
    return flow, made


def tell_end():
    """Notifies the server that a step has ended, so that requests can be assigned to steps."""
    try:
        urllib.request.urlopen(os.environ["OPENAI_BASE_URL"] + STEP_PATH)
    except urllib.error.HTTPError:
        pass


def run_steps(case, folder):
    """Runs the steps and records their events. Called in the process of the case."""
    from crewai.events import crewai_event_bus

    os.environ["CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION"] = "1"
    watch, person, flow, steps, ids = FlowWatch(crewai_event_bus), Person(), None, [], []
    for step in case["steps"]:
        person.lines = list(step.get("answers", ()))
        flow, made = run_step(case, folder, step, flow, ids)
        try:
            crewai_event_bus.flush(timeout=5)
        except Exception:
            pass
        made["events"] = watch.take()
        steps.append(made)
        tell_end()
    return {"result": steps[-1]["result"], "steps": steps}


def name_ids(expect):
    """Replaces the IDs of states with $idN, where N is the step that had it first, other UUIDs with $UUID and times
    with $TIME."""
    text = golden_compare.TIME.sub("$TIME", json.dumps(expect))
    for number, step in enumerate(expect["steps"], 1):
        own = (step.get("state") or {}).get("id")
        if isinstance(own, str) and UUID.fullmatch(own):
            text = text.replace(own, "$id%d" % number)
    return json.loads(UUID.sub("$UUID", text))


def read_rows(folder):
    for path in (os.path.join(folder, "states.db"), os.path.join(folder, "storage", "flow_states.db")):
        if os.path.exists(path):
            with sqlite3.connect(path) as database:
                rows = database.execute("SELECT flow_uuid, method_name, state_json FROM flow_states ORDER BY id")
                return [[uuid, method, json.loads(state)] for uuid, method, state in rows]
    return None


def join_steps(expect, requests, folder):
    """Assigns the requests to their steps and adds the rows of the database."""
    parts = [[]]
    for request in requests:
        if request["path"] == STEP_PATH:
            parts.append([])
        else:
            parts[-1].append(request)
    for step, part in zip(expect.get("steps", ()), parts):
        step["requests"] = [request for request in part if request["path"] != "/embeddings"]
        step["embeddings"] = [[text for text in texts] if isinstance(texts, list) else [texts] for texts in
                              (request["body"].get("input") for request in part if request["path"] == "/embeddings")]
    rows = read_rows(folder)
    if rows is not None:
        expect["rows"] = rows
    return name_ids(expect) if "steps" in expect else dict(expect, steps=[])


class RecordedFlowComparison(RecordedComparison):
    """RecordedComparison for the steps of a flow."""

    def reduce(self):
        expect = dict(self.case["expect"])
        expect["steps"] = [dict(step, requests=[self.reduce_request(request) for request in step["requests"]],
                                events=[self.reduce_event(event) for event in step["events"]],
                                embeddings=[[" ".join(find_markers(text, self.markers)) for text in texts]
                                            for texts in step["embeddings"]])
                           for step in expect["steps"]]
        return dict(self.case, expect=expect, is_reduced=True)

    def recorded_value(self, value):
        """Ignores the wording of tool failures."""
        made = super().recorded_value(value)
        # CrewAI dumps a Pydantic model without fields as {}; Troupe includes its members.
        if isinstance(value, dict) and golden_compare.is_output(value) and value.get("pydantic") == {}:
            made.fields["pydantic"] = Anything()
        if isinstance(value, dict) and golden_compare.is_output(value) and value.get("tool_failures"):
            made.fields["tool_failures"] = [
                Has({"tool_name": one["tool_name"], "failure": Has({"reason": one["failure"]["reason"]})})
                for one in value["tool_failures"]]
        return made

    def compare_step(self, seen, expect):
        self.step = expect
        # Troupe creates no state for a flow that is not conversational, and stops after the first turn.
        if NO_CONVERSATION in (self.expect["steps"][0].get("error") or {}).get("message", ""):
            return self.compare_end(seen, expect) if expect is self.expect["steps"][0] else []
        return super().compare_step(seen, expect)

    def events_of_step(self):
        return self.step.get("events", ())

    def compare_events(self, ours, recorded):
        return super().compare_events(ours, [] if self.step["result"] == "load_error" else recorded)
