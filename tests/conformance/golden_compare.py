# golden_compare.py: compares a run of troupectl with the recorded run of CrewAI
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The runner only needs compare(case, run). A run contains what was observed: for each kickoff the object printed by
# `run --json`, the exit code and the events, the requests to the server, and the files that were written. Both sides
# are converted to one form. What is compared and what is not (lengths, slots and wording of prompts) is documented in
# the heads of the recordings and in doc/cli.md.

import copy
import json
import re

import golden_errors
from golden_match import (Anything, Difference, Has, Markers, Matcher, OneOf, Unordered, Words, as_text,
                          differences, find_markers)
from golden_server import content_text

EXITS = {"ok": (0,), "run_error": (1, 75), "load_error": (2,), "build_error": (2, 5), "paused": (6,),
         "timeout": (124,)}
TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?")
USAGE = ("prompt_tokens", "completion_tokens", "total_tokens", "cached_prompt_tokens", "reasoning_tokens")
SEPARATOR = "\n\n----------\n\n"

# --- Events: the compared fields, and how they are compared -----------------------------------------------------

# `same`: equal; `own`: equal if the recording has the field; `text`: by its markers; `error`: an error, by its markers
# and HTTP status; `reason`: the reason of a failure; `value`: with outputs of crews and agents as {$output}.
CALL = {"tool_name": "same", "tool_args": "args"}
GUARDRAIL = {"guardrail_type": "same", "guardrail_name": "same", "retry_count": "same"}
FIELDS = {
    "crew_kickoff_started": {"crew_name": "same", "inputs": "same"},
    "crew_kickoff_completed": {"crew_name": "same", "output": "text", "total_tokens": "same"},
    "crew_kickoff_failed": {"crew_name": "same", "error": "error"},
    "task_started": {"context": "context"},
    "task_completed": {"output": "text"},
    "task_failed": {"error": "error"},
    "agent_execution_started": {"task_prompt": "text", "tools": "same"},
    "agent_execution_completed": {"output": "text"},
    "agent_execution_error": {"error": "error"},
    "lite_agent_execution_started": {},
    "lite_agent_execution_completed": {"output": "text"},
    "lite_agent_execution_error": {"error": "error"},
    "llm_call_started": {"model": "same", "stream": "same", "temperature": "same", "top_p": "same",
                         "max_tokens": "same", "seed": "same"},
    "llm_call_completed": {"model": "same", "call_type": "same", "finish_reason": "same", "response": "text",
                           "usage": "usage"},
    "llm_call_failed": {"model": "same", "error": "error"},
    "llm_stream_chunk": {"chunk": "same", "call_type": "own"},
    "tool_usage_started": CALL,
    "tool_usage_finished": dict(CALL, from_cache="same", output="text", failure="reason"),
    "tool_usage_error": dict(CALL, error="error"),
    "tool_failure_detected": dict(CALL, policy="same", failure="reason"),
    "tool_selection_error": dict(CALL, error="error"),
    "tool_validate_input_error": dict(CALL, error="error"),
    "llm_guardrail_started": GUARDRAIL,
    "llm_guardrail_completed": dict(GUARDRAIL, success="same", result="text", error="error"),
    "agent_reasoning_started": {"attempt": "same"},
    "agent_reasoning_completed": {"attempt": "same", "plan": "text", "ready": "same"},
    "plan_step_started": {"step_number": "same"},
    "plan_step_completed": {"step_number": "same", "success": "same", "result": "text"},
    "knowledge_query_started": {"task_prompt": "text"},
    "knowledge_query_completed": {"query": "same"},
    "knowledge_search_query_started": {},
    "knowledge_search_query_completed": {"query": "same"},
    "knowledge_query_failed": {"error": "error"},
    "memory_retrieval_failed": {"error": "error"},
    "memory_query_started": {"query": "same", "limit": "same"},
    "memory_query_completed": {"query": "same", "limit": "same"},
    "memory_retrieval_started": {}, "memory_retrieval_completed": {},
    "memory_save_started": {}, "memory_save_completed": {}, "memory_save_failed": {"error": "error"},
    "memory_query_failed": {"query": "same", "limit": "same", "error": "error"},
    "mcp_connection_started": {}, "mcp_connection_completed": {},
    "mcp_connection_failed": {"error": "error"},
    "mcp_tool_execution_started": CALL,
    "mcp_tool_execution_completed": dict(CALL, result="text"),
    "skill_discovery_started": {}, "skill_loaded": {}, "skill_discovery_completed": {},
    "flow_started": {}, "flow_finished": {"result": "value"}, "flow_failed": {"error": "error"},
    "method_execution_started": {"method": "same", "params": "value"},
    "method_execution_finished": {"method": "same", "result": "value"},
    "method_execution_failed": {"method": "same", "error": "error"},
    "conversation_turn_started": {"session_id": "same"}, "conversation_turn_completed": {"session_id": "same"},
    "conversation_turn_failed": {"session_id": "same", "error": "error"},
    "conversation_message_added": {"session_id": "same", "role": "same", "content": "same", "message_index": "same"},
    "conversation_route_selected": {"session_id": "same", "route": "same", "user_message": "same",
                                    "message_index": "same", "previous_intent": "same"},
    "human_feedback_requested": {"method": "same", "message": "same", "emit": "own", "output": "value"},
    "human_feedback_received": {"method": "same", "feedback": "same"},
}
# Events that may be emitted once or several times for one cause.
ONCE = ("llm_call_failed", "memory_save_failed", "tool_selection_error", "tool_validate_input_error")
EMPTY = (None, "", [], {})
# Members that may be missing from an output (doc/cli.md).
MAY_LACK = ("messages", "tool_failures")


def parse(text):
    """Returns the value of a string that is JSON, otherwise the string."""
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def list_strings(value):
    """Yields the strings in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from list_strings(item)


def plain_numbers(value):
    """Replaces 1.0 with 1: JSON writers differ in this."""
    if isinstance(value, dict):
        return {key: plain_numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_numbers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value


def without_descriptions(schema):
    """Removes descriptions from a schema, but not a property with that name."""
    if isinstance(schema, list):
        return [without_descriptions(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: without_descriptions(item) for key, item in schema.items()
            if key != "description" or not isinstance(item, str)}


def plain_parameters(schema):
    """Returns a tool's schema without descriptions, and without `additionalProperties: true`, which is the default and
    which Pydantic writes since version 2.11."""
    if isinstance(schema, list):
        return [plain_parameters(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: plain_parameters(item) for key, item in without_descriptions(schema).items()
            if key != "additionalProperties" or item is not True}


def is_message(value):
    return "role" in value and "content" in value and value["role"] in ("system", "user", "assistant", "tool")


def is_output(value):
    """Returns whether this is the output of a crew, a task or an agent."""
    return "raw" in value and ("tasks_output" in value or "agent_role" in value or "output_format" in value)


def once(events):
    """Removes repetitions of events that may be emitted once or several times."""
    kept = []
    for event in events:
        fields = event.fields if isinstance(event, Has) else event
        last = kept[-1] if kept else None
        same = last is not None and (last.fields if isinstance(last, Has) else last)["type"] == fields["type"]
        if not same or fields["type"] not in ONCE:
            kept.append(event)
    return kept


def shorten_outputs(value):
    """Replaces outputs of crews and agents with {$output: raw}, as in recorded events."""
    if isinstance(value, list):
        return [shorten_outputs(item) for item in value]
    if not isinstance(value, dict):
        return value
    if is_output(value):
        return {"$output": value["raw"]}
    return {key: shorten_outputs(item) for key, item in value.items()}


class Moment(Matcher):
    """Matches a date and time in ISO format."""

    def fits(self, ours):
        return isinstance(ours, str) and TIME.fullmatch(ours) is not None

    def __repr__(self):
        return "(a time)"


class Comparison:
    def __init__(self, case, run):
        self.case = case
        self.run = run
        self.expect = copy.deepcopy(case["expect"])
        texts = [case.get(key) for key in ("files", "server", "replies", "stubs", "inputs", "stdin", "steps", "env")]
        # Also finds markers in JSON strings inside JSON, and those behind a character that JSON escapes.
        self.markers = set(find_markers(texts)) | set(find_markers([as_text(text) for text in texts])) | \
            {marker for text in list_strings(texts) for marker in find_markers(text)}
        self.ids = {}
        self.unordered = {path.removeprefix("steps[].").partition("[]")[0] for path in case.get("nondeterministic", ())
                          if re.match(r"(steps\[\]\.)?(requests|events|outputs|embeddings)\[\]", path)}
        if case.get("parallel"):
            self.unordered |= {"requests", "events"}

    # --- The recorded side -----------------------------------------------------------------------------------

    def recorded_text(self, text):
        if text == "(CrewAI's own)":
            return Anything()
        if "<slot " in text:
            return Markers(find_markers(text, self.markers), self.markers)
        if "$UUID" in text or "$CALL" in text:
            return Anything()
        return Moment() if text == "$TIME" else text

    def recorded_value(self, value):
        """Replaces the placeholders of the recording with matchers."""
        if isinstance(value, str):
            return self.recorded_text(value)
        if isinstance(value, list):
            return [self.recorded_value(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "$text" in value:
            return Markers(value["$text"]["markers"], self.markers)
        made = {key: self.recorded_value(item) for key, item in value.items()}
        if is_message(value):
            return Has(self.message(value, made))
        if is_output(value):
            # A Pydantic model without fields is dumped as {}, whatever it contains.
            if value.get("pydantic") == {}:
                made["pydantic"] = OneOf({}, parse(value["raw"]))
            return Has(made, [key for key in made if key in MAY_LACK or made[key] in EMPTY])
        return made

    def message(self, message, made):
        """Normalizes a message of an output: missing content becomes an empty string, and arguments are parsed."""
        made = dict(made, content=made.get("content") if made.get("content") is not None else "")
        if message.get("tool_calls"):
            made["tool_calls"] = [self.call(call) for call in message["tool_calls"]]
        return made

    @staticmethod
    def call(call):
        """Returns a tool call in either format as {id, name, arguments}."""
        function = call.get("function") or call
        return {"id": call.get("id"), "name": function.get("name"), "arguments": parse(function.get("arguments"))}

    def spell(self, description):
        """Returns the names that Troupe may use for the task with this description."""
        names = [description]
        try:
            tasks = self.run.crew()["tasks"]
        except (ValueError, KeyError, TypeError):
            return names
        for i, task in enumerate(tasks):
            if isinstance(task, dict) and task.get("description") == description:
                names += [form % i for form in ("tasks[%d]", "tasks.%d", "/tasks/%d")]
                names += [task["name"]] if task.get("name") else []
        return names

    def recorded_error(self, error, result):
        """Returns the matchers for `error`, for comparison with own_error()."""
        if error is None:
            return None
        # From golden-choices.json, which specifies Troupe's own error.
        if "says" in error:
            return {"kind": error["kind"], "says": Words(error["says"], "an error")}
        kinds, words = golden_errors.expected_error(error, self.spell)
        if words is None:
            return {"kind": "(golden_errors.py does not know %s: %s)" % (error["class"], error["message"]),
                    "says": Anything()}
        return {"kind": OneOf(*kinds) if kinds and result == "run_error" else Anything(),
                "says": Words(words, "an error")}

    def recorded_request(self, request):
        made = {"model": request["model"], "rule": request["rule"], "stream": request["stream"],
                "messages": [self.recorded_message(message) for message in request["messages"]],
                "params": plain_numbers(request["params"])}
        if "tools" in request:
            made["tools"] = [dict(tool, parameters=plain_numbers(plain_parameters(tool["parameters"])))
                             for tool in request["tools"]]
        if "response_format" in request:
            made["response_format"] = plain_numbers(without_descriptions(request["response_format"]))
        return made

    def recorded_message(self, message):
        made = {"role": message["role"], "markers": message["markers"], "separators": message.get("separators", 0),
                "tool_calls": [self.call(call) for call in message.get("tool_calls") or []]}
        # Tool answers are matched by ID; the name is compared only if it was recorded.
        made["tool_call_id"] = message.get("tool_call_id")
        if "name" in message:
            made["name"] = message["name"]
        if self.is_own(message):
            made["text"] = message["text"]
        return Has(made)

    def is_own(self, message):
        """Returns whether a recorded text comes from the case. The text of a tool does if it begins with a marker;
        otherwise it is CrewAI's error about the tool."""
        text = message.get("text")
        return text is not None and (message["role"] != "tool" or find_markers(text.split(" ")[0], self.markers) != [])

    def recorded_event(self, event):
        fields = FIELDS[event["type"]]
        made = {"type": event["type"]}
        for key in ("task", "agent"):
            if event.get(key) is not None:
                made[key] = self.recorded_value(event[key])
        for name, how in fields.items():
            recorded = event.get({"method": "method_name"}.get(name, name))
            if how == "text":
                recorded = event.get(name + "_markers")
                made[name] = None if recorded is None else recorded
            elif how == "error":
                made[name] = None if recorded is None else self.recorded_event_error(recorded)
            elif how == "context":
                made[name] = "" if recorded is None else self.recorded_value(recorded)
            elif how == "own":
                made[name] = Anything() if recorded is None else recorded
            elif how == "args":
                made[name] = parse(recorded)
            elif how == "usage":
                made[name] = {key: (recorded or {}).get(key, 0) for key in USAGE}
            else:
                made[name] = None if recorded in EMPTY else plain_numbers(self.recorded_value(recorded))
        return Has(made)

    def recorded_event_error(self, text):
        # The recording shortens long texts to their markers.
        text = as_text(text)
        status = re.search(r"Error code: (\d+)", text)
        words = find_markers(text, self.markers) + ([status.group(1)] if status else [])
        return Words(words, "an error")

    # --- Our side --------------------------------------------------------------------------------------------

    def own_value(self, value):
        """Replaces values that differ from run to run with the placeholders of the recording."""
        if isinstance(value, dict):
            if list(value) == ["$float"]:
                return float(value["$float"])
            return {key: self.own_value(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.own_value(item) for item in value]
        if not isinstance(value, str):
            return value
        for own, name in self.ids.items():
            value = value.replace(own, name)
        return value.replace(self.run.project, "$PROJECT") if self.run.project else value

    @staticmethod
    def own_error(answer):
        """Returns the kind of the error, and all messages and locations of the error and the problems as one string."""
        error = answer.get("error") or {}
        parts = [error] + [problem for problem in answer.get("problems") or [] if isinstance(problem, dict)]
        said = []
        for part in parts:
            said += [str(part[key]) for key in ("message", "path", "file", "method") if part.get(key)]
            said += ['"%s": %s' % (key, part[key]) for key in ("line", "column") if part.get(key)]
        return {"kind": error.get("kind"), "says": "\n".join(said)}

    def own_request(self, request):
        body = request["body"] if isinstance(request["body"], dict) else {}
        made = {"model": body.get("model"), "rule": request["rule"], "stream": bool(body.get("stream")),
                "messages": [self.own_message(message) for message in body.get("messages") or []],
                "params": plain_numbers({key: value for key, value in body.items() if key not in
                                         ("model", "messages", "tools", "response_format", "stream")})}
        if body.get("tools"):
            made["tools"] = [self.own_tool(tool) for tool in body["tools"]]
        if "response_format" in body:
            made["response_format"] = plain_numbers(without_descriptions(body["response_format"]))
        return made

    def own_tool(self, tool):
        function = tool.get("function") or {}
        return {"name": function.get("name"), "strict": function.get("strict"),
                "description_markers": find_markers(function.get("description"), self.markers),
                "parameters": plain_numbers(plain_parameters(function.get("parameters")))}

    def own_message(self, message):
        text = self.own_value(content_text(message.get("content")))
        return {"role": message.get("role"), "markers": find_markers(text, self.markers),
                "separators": text.count(SEPARATOR), "text": text, "name": message.get("name"),
                "tool_call_id": message.get("tool_call_id"),
                "tool_calls": [self.call(call) for call in message.get("tool_calls") or []]}

    def own_event(self, event):
        made = {"type": event["type"], "task": event.get("task_name"), "agent": event.get("agent_role")}
        for name, how in FIELDS[event["type"]].items():
            value = self.own_value(event.get(name))
            if how == "text":
                made[name] = None if value is None else find_markers(value, self.markers)
            elif how == "error":
                made[name] = as_text(value) if value not in EMPTY else None
            elif how == "reason":
                made[name] = value.get("reason") if isinstance(value, dict) else value
            elif how == "usage":
                made[name] = {key: value.get(key) or 0 for key in USAGE} if isinstance(value, dict) else value
            elif how == "context":
                made[name] = value or ""
            elif how == "args":
                made[name] = parse(value)
            else:
                made[name] = None if value in EMPTY else plain_numbers(
                    shorten_outputs(value) if how == "value" else value)
        return made

    # --- Both sides, part by part ----------------------------------------------------------------------------

    def compare_list(self, part, ours, recorded):
        if part in self.unordered:
            recorded = Unordered(recorded)
        return differences(ours, recorded, part)

    def compare_requests(self, ours, recorded):
        ours = [self.own_request(request) for request in ours if request["path"] != "/embeddings"]
        recorded = [self.recorded_request(request) for request in recorded]
        return self.compare_list("requests", ours, recorded)

    def compare_embeddings(self, ours, recorded):
        made = []
        for request in ours:
            if request["path"] == "/embeddings":
                texts = request["body"].get("input")
                texts = [texts] if isinstance(texts, str) else texts or []
                made.append({"model": request["body"].get("model"), "texts": [find_markers(t, self.markers) for t in texts]})
        if recorded and isinstance(recorded[0], list):
            made = [{"texts": one["texts"]} for one in made]
            recorded = [{"texts": [find_markers(text, self.markers) for text in texts]} for texts in recorded]
        else:
            recorded = [{"model": one["model"], "texts": one["inputs"]} for one in recorded]
        return self.compare_list("embeddings", made, recorded)

    def compare_events(self, ours, recorded):
        ours = once([self.own_event(event) for event in ours if event.get("type") in FIELDS])
        recorded = once([self.recorded_event(event) for event in recorded])
        return self.compare_list("events", ours, recorded)

    def compare_files(self, recorded):
        written = {name: TIME.sub("$TIME", self.own_value(text)) for name, text in self.run.files.items()}
        return differences(written, {name: TIME.sub("$TIME", text) for name, text in recorded.items()}, "files_written")

    def compare_end(self, seen, expect):
        """Compares the result, exit code and error of a kickoff."""
        answer = seen.answer
        result = answer.get("result")
        found = []
        # CrewAI imports Python code while it loads a document, Troupe before the first method runs.
        if expect["result"] == "load_error" and result == "build_error" and \
                re.search("Cannot build flow|Python reference|BaseTool subclass", (expect.get("error") or {}).get("message", "")):
            result = "load_error"
        found += differences(result, expect["result"], "result")
        if seen.status is not None and answer.get("result") in EXITS and seen.status not in EXITS[answer["result"]]:
            found.append(Difference("exit code", seen.status, OneOf(*EXITS[answer["result"]])))
        recorded = self.recorded_error(expect.get("error"), expect["result"])
        ours = None if answer.get("error") is None and not answer.get("problems") else self.own_error(answer)
        if recorded is None:
            ours = None if result == "ok" else ours
        return found + differences(ours, recorded, "error")

    def compare_chunks(self, events, recorded):
        """Compares the chunks of a stream, which the command emits as events."""
        ours = [event for event in events if event.get("type") == "llm_stream_chunk"]
        if recorded and "channel" in recorded[0]:
            return differences([event.get("chunk") for event in ours],
                               [chunk["content"] for chunk in recorded if "content" in chunk], "chunks")
        return differences([{"content": event.get("chunk"), "agent": event.get("agent_role"),
                             "kind": "tool_call" if event.get("call_type") == "tool_call" else "text"} for event in ours],
                           [{key: chunk[key] for key in ("content", "agent", "kind")} for chunk in recorded], "chunks")

    # --- Crews -----------------------------------------------------------------------------------------------

    def own_task(self, task):
        made = {key: self.own_value(task.get(key)) for key in
                ("name", "description", "expected_output", "raw", "summary", "agent", "output_format", "json_dict",
                 "pydantic")}
        if task.get("tool_failures") is not None:
            made["tool_failures"] = [{"tool": failure.get("tool_name"),
                                      "reason": (failure.get("failure") or {}).get("reason")}
                                     for failure in task["tool_failures"]]
        return made

    def compare_crew(self):
        expect, last = self.expect, self.run.kickoffs[-1]
        found = self.compare_end(last, expect)
        final = last.answer.get("final")
        if expect["result"] != "ok" and final is not None:
            found.append(Difference("final", final, None))
        if final is None and not found and expect["result"] == "ok" and ("output" in expect or "outputs" in expect):
            found.append(Difference("final", final, "(an output)"))
        if isinstance(final, dict):
            found += self.compare_final(final, expect)
        if "outputs" in expect:
            finals = [seen.answer.get("final") or {} for seen in self.run.kickoffs]
            found += differences([{"raw": final.get("raw"), "usage": final.get("token_usage")} for final in finals],
                                 expect["outputs"], "outputs")
        found += self.compare_requests(self.run.requests(), expect["requests"])
        found += self.compare_embeddings(self.run.requests(), expect.get("embeddings", []))
        events = [event for seen in self.run.kickoffs for event in seen.events]
        found += self.compare_events(events, expect["events"])
        if "chunks" in expect:
            found += self.compare_chunks(events, expect["chunks"])
        return found + self.compare_files(expect.get("files_written", {}))

    def compare_final(self, final, expect):
        found = []
        if "output" in expect:
            recorded = {key: expect["output"][key] for key in ("raw", "json_dict", "pydantic")}
            found += differences(self.own_value({key: final.get(key) for key in recorded}),
                                 self.recorded_value(recorded), "output")
        if "usage" in expect:
            found += differences(final.get("token_usage"), expect["usage"], "usage")
        if "tasks" in expect:
            recorded = [Has({key: self.recorded_value(value) for key, value in task.items() if key != "message_roles"},
                            MAY_LACK) for task in expect["tasks"]]
            found += differences([self.own_task(task) for task in final.get("tasks_output") or []], recorded, "tasks")
        return found

    # --- Flows -----------------------------------------------------------------------------------------------

    def own_output(self, value):
        """Normalizes a value of a flow; messages get the form of message()."""
        if isinstance(value, list):
            return [self.own_output(item) for item in value]
        if not isinstance(value, dict) or list(value) == ["$float"]:
            return self.own_value(value)
        made = {key: self.own_output(item) for key, item in value.items()}
        return self.message(value, made) if is_message(value) else made

    def learn_id(self, expect, answer):
        name = (expect.get("state") or {}).get("id")
        own = (answer.get("state") or {}).get("id")
        if isinstance(name, str) and name.startswith("$id") and own and name not in self.ids.values():
            self.ids[own] = name

    def compare_step(self, seen, expect):
        self.learn_id(expect, seen.answer)
        found = self.compare_end(seen, expect)
        answer = seen.answer
        for part in ("final", "state"):
            if part in expect or part == "final" and expect["result"] != "ok":
                found += differences(self.own_output(answer.get(part)), self.recorded_value(expect.get(part)), part)
        if "outputs" in expect:
            found += self.compare_list("outputs", self.own_output(answer.get("outputs") or []),
                                       self.recorded_value(expect["outputs"]))
        found += self.compare_requests(seen.requests, expect["requests"])
        found += self.compare_embeddings(seen.requests, expect.get("embeddings", []))
        found += self.compare_events(seen.events, expect["events"])
        if "chunks" in expect:
            found += self.compare_chunks(seen.events, expect["chunks"])
        return found

    def compare_flow(self):
        found = []
        for i, (seen, expect) in enumerate(zip(self.run.kickoffs, self.expect["steps"])):
            for one in self.compare_step(seen, expect):
                found.append(Difference("steps[%d].%s" % (i, one.path), one.ours, one.recorded))
        # Some steps cannot be performed by the command, which then writes no rows for them.
        if "rows" in self.expect and len(self.run.kickoffs) == len(self.expect["steps"]):
            found += differences(self.own_value(self.run.rows), self.recorded_value(self.expect["rows"]), "rows")
        return found


# --- Exceptions from the comparison ---------------------------------------------------------------------------

def steps_of(path):
    return [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", path)]


def put(value, path, new):
    """Sets the value at a path such as events[3].output_markers; the index after the end of a list appends to it."""
    *before, last = steps_of(path)
    for step in before:
        value = value[step]
    if isinstance(value, list) and last == len(value):
        value.append(new)
    else:
        value[last] = new


def is_left(path, left):
    """Returns whether the path of a difference is at or below one of the paths in @left, in which [] matches any
    element."""
    for one in left:
        pattern = re.escape(one).replace(re.escape("[]"), r"\[\d*\]") + r"(?:[.\[].*)?"
        if re.fullmatch(pattern, path):
            return True
    return False


def compare(case, run, quirk=None, kind=Comparison):
    """Returns the differences between a recorded case and a run of it, as a list of Difference.
    @quirk: {reason, instead, leave, unordered}, for cases in which Troupe intentionally behaves better: expected values
    that replace recorded ones, by their path in `expect`; paths of differences to ignore; parts with a random order.
    @kind: the comparison class
    """
    comparison = kind(case, run)
    comparison.unordered |= set((quirk or {}).get("unordered", ()))
    for path, value in (quirk or {}).get("instead", {}).items():
        put(comparison.expect, path, value)
    found = comparison.compare_flow() if "steps" in case else comparison.compare_crew()
    left = list((quirk or {}).get("leave", ()))
    ordered = [path for path in case.get("nondeterministic", ())
               if path.removeprefix("steps[].").partition("[]")[0] not in comparison.unordered]
    return [one for one in found if not is_left(one.path, left + ordered)]
