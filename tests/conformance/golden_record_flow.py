# golden_record_flow.py: kickoffs and turns of a flow by CrewAI itself, as a recorded case has them
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run_steps() does the steps of a case of the form of flow-crew-golden.json, conversation-golden.json or
# feedback-golden.json in the process of the case; join_steps() makes `expect` of it, with what the server and the
# database have. RecordedFlowComparison compares a run of troupectl with that.

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

# The path by which the server is told that a step has ended.
STEP_PATH = "/step"
# What CrewAI says of a flow whose turns it does not take.
NO_CONVERSATION = "is only available on conversational flows"
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Names of a field in a recorded event, where it has another one than ours.
RECORDED_NAMES = {"method": "method_name"}


def full(value):
    """A value of a flow as JSON has it; wording of messages to models by its markers."""
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
    """An event of the flow itself; those of CrewAI's own flows are none."""
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
    """Keeps events in order of emission, those of flows where the flow is the case's own."""

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
    """Types the lines of a step."""

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
    """The flow of a step and what is to be said of it."""
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
    """Tells the server that a step has ended, so that its requests can be told from those of the next one."""
    try:
        urllib.request.urlopen(os.environ["OPENAI_BASE_URL"] + STEP_PATH)
    except urllib.error.HTTPError:
        pass


def run_steps(case, folder):
    """In the process of the case: the steps, each with the events."""
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
    """States' ids as $idN of the step that had it first, moments as $TIME."""
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
    """Puts requests to their steps, and the rows of the database to all."""
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
    """The same for the steps of a flow."""

    def reduce(self):
        expect = dict(self.case["expect"])
        expect["steps"] = [dict(step, requests=[self.reduce_request(request) for request in step["requests"]],
                                events=[self.reduce_event(event) for event in step["events"]],
                                embeddings=[[" ".join(find_markers(text, self.markers)) for text in texts]
                                            for texts in step["embeddings"]])
                           for step in expect["steps"]]
        return dict(self.case, expect=expect, is_reduced=True)

    def recorded_value(self, value):
        """Without the wording of failures of tools."""
        made = super().recorded_value(value)
        # What a model of no members of its own is dumped as; ours shows them.
        if isinstance(value, dict) and golden_compare.is_output(value) and value.get("pydantic") == {}:
            made.fields["pydantic"] = Anything()
        if isinstance(value, dict) and golden_compare.is_output(value) and value.get("tool_failures"):
            made.fields["tool_failures"] = [
                Has({"tool_name": one["tool_name"], "failure": Has({"reason": one["failure"]["reason"]})})
                for one in value["tool_failures"]]
        return made

    def compare_step(self, seen, expect):
        self.step = expect
        # Of a flow that holds no conversation Troupe makes no state, and nothing follows the first turn.
        if NO_CONVERSATION in (self.expect["steps"][0].get("error") or {}).get("message", ""):
            return self.compare_end(seen, expect) if expect is self.expect["steps"][0] else []
        return super().compare_step(seen, expect)

    def events_of_step(self):
        return self.step.get("events", ())

    def compare_events(self, ours, recorded):
        return super().compare_events(ours, [] if self.step["result"] == "load_error" else recorded)
