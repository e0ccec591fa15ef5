#!/usr/bin/env python3
# test_golden_compare.py: tests the comparison of recorded cases and the scripted model servers
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_golden_compare.py --choices golden-choices.json RECORDING.json …
#
# Each recording is converted to output of the program in the format of doc/cli.md. The comparison must find no
# difference; after each kind of change, it must find one in every case in which the change is possible.

import copy
import json
import sys
import urllib.error
import urllib.request

import crew_golden
import golden_compare
import golden_errors
import golden_provider
from golden_server import ReplyServer, RuleServer

ID = "0f0e0d0c-0000-4000-8000-00000000000%d"


# --- Simulated output of the program --------------------------------------------------------------------------

def plain(value):
    """Converts a recorded value to the program's form; placeholders become values."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str):
        for number in range(1, 4):
            value = value.replace("$id%d" % number, ID % number)
        return value.replace("$TIME", "2026-11-21T08:30:00.123456").replace("$PROJECT", "/project")
    if not isinstance(value, dict):
        return value
    if "$text" in value:
        return "Words " + " and ".join(value["$text"]["markers"])
    if "$output" in value:
        return {"raw": plain(value["$output"]), "tasks_output": [], "token_usage": {}}
    return {key: plain(item) for key, item in value.items()}


def fake_event(event, seq):
    made = {"seq": seq, "id": "e%d" % seq, "time": "2026-11-21T08:30:00.123456Z", "own": "field"}
    renamed = {"task": "task_name", "agent": "agent_role", "method_name": "method"}
    for key, value in event.items():
        if key.endswith("_markers"):
            made[key.removesuffix("_markers")] = "Words " + " and ".join(value)
        elif key == "error":
            made[key] = {"kind": "provider", "message": plain(value)}
        elif key == "usage" and value is not None:
            made[key] = {name: next((value[one] for one in names if one in value), 0)
                         for name, names in golden_provider.NAMES.items()}
        elif key == "failure":
            made[key] = {"reason": value, "message": "words"}
        else:
            made[renamed.get(key, key)] = plain(value)
    return made


def fake_message(message):
    text = "Words " + " and ".join(message["markers"]) + golden_compare.SEPARATOR * message.get("separators", 0)
    made = {"role": message["role"], "content": message.get("text", text)}
    if message.get("tool_calls"):
        made["content"] = None
        made["tool_calls"] = [{"id": call["id"], "type": "function", "function": {
            "name": call["name"], "arguments": call["arguments"]}} for call in message["tool_calls"]]
    for key in ("tool_call_id", "name"):
        if key in message:
            made[key] = message[key]
    return made


def fake_request(request):
    body = dict(request["params"], model=request["model"], messages=[fake_message(m) for m in request["messages"]])
    if request["stream"]:
        body["stream"] = True
    if "tools" in request:
        body["tools"] = [{"type": "function", "function": {
            "name": tool["name"], "strict": tool["strict"], "parameters": tool["parameters"],
            "description": "Words " + " and ".join(tool["description_markers"])}} for tool in request["tools"]]
    if "response_format" in request:
        body["response_format"] = request["response_format"]
    return {"path": "/chat/completions", "body": body, "rule": request["rule"]}


def fake_wire(request):
    """Returns a request to the API of another provider."""
    headers = {name.title(): value.replace("$KEY", "test") for name, value in request["headers"].items()}
    return {"method": request["method"], "path": request["path"], "headers": headers, "reply": request["reply"],
            "body": plain(request["body"])}


def fake_embedding(request):
    texts = request["inputs"] if isinstance(request, dict) else request
    return {"path": "/embeddings", "rule": None, "body": {
        "model": request["model"] if isinstance(request, dict) else "m",
        "input": [text if isinstance(text, str) else " ".join(text) for text in texts]}}


def fake_error(expect):
    error = expect.get("error")
    if error is None:
        return None
    if "says" in error:
        return {"kind": error["kind"], "message": " ".join(error["says"])}
    kinds, words = golden_errors.expected_error(error)
    named = [word if isinstance(word, str) else word[0] for word in words or []]
    made = {"kind": (kinds or ["document"])[0], "message": plain(error["message"]) + " " + " ".join(named)}
    if "invalid JSON at line " in error["message"]:
        made["line"] = int(error["message"].partition(" at line ")[2].partition(",")[0])
    return made


def fake_seen(expect, final):
    answer = {"result": expect["result"], "final": final, "error": fake_error(expect), "problems": [],
              "state": plain(expect.get("state")), "outputs": plain(expect.get("outputs", []))}
    requests = [fake_wire(request) if "method" in request else fake_request(request) for request in expect["requests"]]
    requests += [fake_embedding(request) for request in expect.get("embeddings") or []]
    events = [fake_event(event, i) for i, event in enumerate(expect["events"])]
    return crew_golden.Seen(answer, golden_compare.EXITS[expect["result"]][0], events, requests)


def fake_task(task):
    made = {key: plain(value) for key, value in task.items() if key not in ("message_roles", "tool_failures")}
    made["tool_failures"] = [{"tool_name": failure["tool"], "failure": {"reason": failure["reason"], "message": "words"}}
                             for failure in task["tool_failures"]]
    return made


def fake_final(expect):
    if expect["result"] != "ok" or "output" not in expect:
        return None
    made = {key: plain(expect["output"][key]) for key in ("raw", "json_dict", "pydantic")}
    tasks = [fake_task(task) for task in expect.get("tasks", ())]
    tasks += [{"messages": plain(messages)} for messages in expect.get("task_messages", ())]
    return dict(made, token_usage=dict(expect["usage"]), tasks_output=tasks)


def fake_run(case):
    """Returns a run that equals the recording."""
    run = crew_golden.Run(case["files"], "/project")
    expect = case["expect"]
    if "steps" in case:
        run.kickoffs = [fake_seen(step, plain(step.get("final"))) for step in expect["steps"]]
        run.rows = plain(expect.get("rows", []))
        return run
    outputs = expect.get("outputs", [])
    seen = fake_seen(dict(expect, outputs=[]), fake_final(expect))
    for output in outputs:
        run.kickoffs.append(crew_golden.Seen(dict(seen.answer, final={"raw": output["raw"], "token_usage": dict(
            output["usage"])}), seen.status, [], []))
    if outputs:
        run.kickoffs[-1].events, run.kickoffs[-1].requests = seen.events, seen.requests
    else:
        run.kickoffs = [seen]
    run.files = {name: text.replace("$TIME", "2026-11-21 08:30:00") for name, text in
                 expect.get("files_written", {}).items()}
    return run


def with_quirk(case, quirk):
    """Returns the case with the exceptions of golden-choices.json."""
    if not quirk:
        return case
    case = copy.deepcopy(case)
    for path, value in quirk.get("instead", {}).items():
        golden_compare.put(case["expect"], path, value)
    return case


# --- Changes: each changes a run and returns whether there was anything to change -------------------------------

def last(run):
    return run.kickoffs[-1]


def set_in(value, key, new):
    """Changes the value of an existing member."""
    if not isinstance(value, dict) or key not in value or value[key] == new:
        return False
    value[key] = new
    return True


def change_member(get, key, new):
    return lambda run: set_in(get(run), key, new)


def final_of(run):
    final = last(run).answer["final"]
    return final if isinstance(final, dict) and "token_usage" in final and "raw" in final else None


def task_of(run):
    return ((final_of(run) or {}).get("tasks_output") or [None])[-1]


def chat_of(run):
    return next((request for request in reversed(last(run).requests) if request["path"] != "/embeddings"
                 and not golden_provider.COUNTS.search(request["path"])), None)


def body_of(run):
    return (chat_of(run) or {}).get("body")


def message_of(run, has=lambda message: True):
    return next((message for message in reversed((body_of(run) or {}).get("messages", [])) if has(message)), None)


def tool_of(run):
    return ((body_of(run) or {}).get("tools") or [{}])[-1].get("function")


def event_of(run, *types, key=None):
    return next((event for event in reversed(last(run).events) if event["type"] in types
                 and (key is None or event.get(key) not in (None, "", []))), None)




def drop_request(run):
    if chat_of(run) is None:
        return False
    last(run).requests.remove(chat_of(run))
    return True


def drop_event(run):
    """Removes the last event that may not be emitted several times for one cause."""
    events = last(run).events
    at = next((i for i in range(len(events) - 1, -1, -1) if events[i]["type"] not in golden_compare.ONCE), None)
    if at is None:
        return False
    del events[at]
    return True


def swap(items):
    for i in range(len(items) - 1):
        a, b = items[i], items[i + 1]
        if a.get("type") != b.get("type") and not {a.get("type"), b.get("type")} & set(golden_compare.ONCE):
            items[i], items[i + 1] = b, a
            return True
    return False


def swap_requests(run):
    requests = last(run).requests
    for i in range(len(requests) - 1):
        if requests[i]["rule"] != requests[i + 1]["rule"] and "/embeddings" not in (
                requests[i]["path"], requests[i + 1]["path"]):
            requests[i], requests[i + 1] = requests[i + 1], requests[i]
            return True
    return False


def other_marker(run):
    message = message_of(run, lambda m: m["role"] == "user" and golden_compare.find_markers(m["content"]))
    if message is None:
        return False
    message["content"] = message["content"].replace(golden_compare.find_markers(message["content"])[-1], "lost")
    return True


def marker_order(run):
    message = message_of(run, lambda m: len(golden_compare.find_markers(m["content"])) > 1)
    if message is None or not message["content"].startswith("Words"):
        return False
    markers = golden_compare.find_markers(message["content"])
    message["content"] = " ".join(reversed(markers)) + golden_compare.SEPARATOR * message["content"].count(
        golden_compare.SEPARATOR)
    return True


def more_separators(run):
    message = message_of(run, lambda m: isinstance(m["content"], str) and m["content"].startswith("Words"))
    if message is None:
        return False
    message["content"] += golden_compare.SEPARATOR
    return True


def own_text(run):
    message = message_of(run, lambda m: m["role"] == "tool" and golden_compare.find_markers(m["content"][:8]))
    if message is None:
        return False
    message["content"] += " and more"
    return True


def call_arguments(run):
    message = message_of(run, lambda m: m.get("tool_calls"))
    if message is None:
        return False
    message["tool_calls"][0]["function"]["arguments"] = '{"other": 1}'
    return True


def more_of(get, key, value):
    def change(run):
        found = get(run)
        if not isinstance(found, dict) or key in found:
            return False
        found[key] = value
        return True
    return change


def event_field(key, new, *types):
    def change(run):
        event = event_of(run, *types, key=key)
        return event is not None and set_in(event, key, new)
    return change


def error_words(run):
    answer = last(run).answer
    words = golden_errors.expected_error(run.recorded_error)[1] if run.recorded_error else []
    return bool(words) and set_in(answer["error"], "message", "?") | ("line" in answer["error"] and
                                                                    set_in(answer["error"], "line", 9999))


def error_kind(run):
    kinds = golden_errors.expected_error(run.recorded_error)[0] if run.recorded_error else None
    return bool(kinds) and last(run).answer["result"] == "run_error" and set_in(last(run).answer["error"], "kind", "zzz")


def file_text(run):
    for name in run.files:
        run.files[name] += "x"
        return True
    return False


def one_more_file(run):
    run.files["more.txt"] = "x"
    return "tasks" in run.recorded


def state(run):
    found = last(run).answer["state"]
    return isinstance(found, dict) and not set_in(found, "more", 1) and found.setdefault("more", 1) == 1


def row(run):
    if not run.rows:
        return False
    run.rows[-1][1] = "other"
    return True


def output(run):
    outputs = last(run).answer["outputs"]
    if not outputs:
        return False
    outputs[-1] = [outputs[-1][0], "other"]
    return True


CHANGES = {
    "result": lambda run: set_in(last(run).answer, "result", "cancelled"),
    "exit code": lambda run: setattr(last(run), "status", 99) is None,
    "error kind": error_kind, "error words": error_words,
    "raw": change_member(final_of, "raw", "other"), "json_dict": change_member(final_of, "json_dict", {"x": 1}),
    "pydantic": change_member(final_of, "pydantic", {"x": 1}),
    "usage": lambda run: set_in((final_of(run) or {}).get("token_usage"), "total_tokens", 7),
    "usage of requests": lambda run: set_in((final_of(run) or {}).get("token_usage"), "successful_requests", 77),
    **{"task " + key: change_member(task_of, key, "other") for key in (
        "name", "description", "expected_output", "raw", "summary", "agent", "output_format", "json_dict", "pydantic")},
    "task tool_failures": change_member(task_of, "tool_failures", [{"tool_name": "x", "failure": {"reason": "y"}}]),
    "missing task": lambda run: bool((final_of(run) or {}).get("tasks_output")) and
    final_of(run)["tasks_output"].pop() != 0,
    "missing request": drop_request, "order of requests": swap_requests,
    "rule": change_member(chat_of, "rule", 99), "model": change_member(body_of, "model", "other"),
    "stream": lambda run: body_of(run) is not None and not set_in(
        body_of(run), "x", 1) and body_of(run).update(stream=not body_of(run).get("stream")) is None,
    "missing marker": other_marker, "order of markers": marker_order, "separators": more_separators,
    "role": lambda run: set_in(message_of(run), "role", "developer"),
    "missing message": lambda run: body_of(run) is not None and body_of(run)["messages"].pop() is not None,
    "text of a tool": own_text, "arguments of a call": call_arguments,
    "tool_call_id": lambda run: set_in(message_of(run, lambda m: "tool_call_id" in m), "tool_call_id", "other"),
    "name in a message": lambda run: set_in(message_of(run, lambda m: "name" in m), "name", "other"),
    "tool name": change_member(tool_of, "name", "other"), "tool strict": change_member(tool_of, "strict", False),
    "tool parameters": change_member(tool_of, "parameters", {"type": "object"}),
    "tool description": lambda run: (tool_of(run) or {}).get("description") not in (None, "Words ") and set_in(
        tool_of(run), "description", "none"),
    "tools": change_member(body_of, "tools", []),
    "response_format": change_member(body_of, "response_format", {"type": "json_object", "x": 1}),
    "no response_format": lambda run: (body_of(run) or {}).pop("response_format", None) is not None,
    "extra parameter": more_of(body_of, "top_k", 3),
    "missing embedding": lambda run: any(r["path"] == "/embeddings" for r in last(run).requests) and not last(
        run).requests.remove(next(r for r in last(run).requests if r["path"] == "/embeddings")),
    "missing event": drop_event, "order of events": lambda run: swap(last(run).events),
    "extra event": lambda run: bool(last(run).events) and
    last(run).events.append({"type": "crew_kickoff_failed"}) is None,
    "file": file_text, "extra file": one_more_file, "state": state, "row": row, "output": output,
    "final": lambda run: "tasks" not in run.recorded and set_in(last(run).answer, "final", {"x": 1}),
    "event task": event_field("task_name", "other", "agent_execution_started", "llm_call_started", "task_started"),
    "event agent": event_field("agent_role", "other", "agent_execution_started", "llm_call_started"),
    "crew_name": event_field("crew_name", "other", "crew_kickoff_started"),
    "inputs": event_field("inputs", {"x": 1}, "crew_kickoff_started"),
    "total_tokens": event_field("total_tokens", 7, "crew_kickoff_completed"),
    "context": event_field("context", "other", "task_started"),
    "task_prompt": event_field("task_prompt", "none", "agent_execution_started"),
    "shown tools": event_field("tools", ["other"], "agent_execution_started"),
    "event output": lambda run: (event_of(run, "task_completed", "agent_execution_completed") or {}).get(
        "output", "Words ") != "Words " and event_field("output", "none", "task_completed", "agent_execution_completed")(run),
    "event error": event_field("error", None, "task_failed", "crew_kickoff_failed", "flow_failed"),
    "event model": event_field("model", "other", "llm_call_started"),
    "event stream": lambda run: event_of(run, "llm_call_started") is not None and event_of(
        run, "llm_call_started").update(stream="neither") is None,
    "temperature": event_field("temperature", 77, "llm_call_started"),
    "call_type": event_field("call_type", "other", "llm_call_completed"),
    "finish_reason": event_field("finish_reason", "other", "llm_call_completed"),
    "response": lambda run: event_of(run, "llm_call_completed", key="response") is not None and
    event_of(run, "llm_call_completed", key="response")["response"] != "Words " and
    set_in(event_of(run, "llm_call_completed", key="response"), "response", "none"),
    "event usage": event_field("usage", {"prompt_tokens": 1}, "llm_call_completed"),
    "chunk": event_field("chunk", "other", "llm_stream_chunk"),
    "tool_name": event_field("tool_name", "other", "tool_usage_started"),
    "tool_args": event_field("tool_args", {"x": 1}, "tool_usage_started"),
    "from_cache": event_field("from_cache", True, "tool_usage_finished"),
    "failure": event_field("failure", {"reason": "other"}, "tool_failure_detected"),
    "policy": event_field("policy", "other", "tool_failure_detected"),
    "guardrail_name": event_field("guardrail_name", "other", "llm_guardrail_started"),
    "guardrail success": event_field("success", "neither", "llm_guardrail_completed"),
    "retry_count": event_field("retry_count", 77, "llm_guardrail_completed"),
    "plan": event_field("attempt", 77, "agent_reasoning_started"),
    "step": event_field("step_number", 77, "plan_step_started"),
    "mcp": event_field("tool_name", "other", "mcp_tool_execution_started"),
    "params": event_field("params", {"_9": 1}, "method_execution_started"),
    "method": event_field("method", "other", "method_execution_started"),
    "result of a method": event_field("result", "other", "method_execution_finished"),
    "feedback": event_field("feedback", "other", "human_feedback_received"),
    "emit": event_field("emit", ["other"], "human_feedback_requested"),
}
WIRE_CHANGES = {
    "wire: missing request": drop_request, "wire: method": change_member(chat_of, "method", "PUT"),
    "wire: path": change_member(chat_of, "path", "/other"), "wire: reply": change_member(chat_of, "reply", 99),
    "wire: version": lambda run: set_in((chat_of(run) or {}).get("headers"), "Anthropic-Version", "other"),
    "wire: key": lambda run: set_in((chat_of(run) or {}).get("headers"), "Authorization", "other"),
    "wire: body": more_of(body_of, "other", 1), "wire: model": change_member(body_of, "model", "other"),
    "wire: missing event": drop_event, "wire: raw": change_member(final_of, "raw", "other"),
    "wire: usage": lambda run: set_in((final_of(run) or {}).get("token_usage"), "total_tokens", 7),
}
# Changes that are ignored in cases with random order.
FREE = {"order of events": "events", "order of requests": "requests"}


class Points:
    def __init__(self):
        self.count = self.failed = 0

    def point(self, is_ok, text, notes=()):
        self.count += 1
        self.failed += not is_ok
        print("%s %d - %s" % ("ok" if is_ok else "not ok", self.count, text))
        for note in notes if not is_ok else ():
            print("# %s" % note)


def test_equal(points, name, cases, quirks):
    notes = []
    for case in cases:
        quirk = quirks.get(case["name"])
        found = golden_compare.compare(case, fake_run(with_quirk(case, quirk)), quirk, crew_golden.comparison_of(case))
        notes += ["%s: %s" % (case["name"], one) for one in found[:3]]
    points.point(not notes, "%s: the recordings compare equal" % name, notes)


def recorded_run(case):
    run = fake_run(case)
    expect = case["expect"]["steps"][-1] if "steps" in case else case["expect"]
    run.recorded, run.recorded_error = expect, expect.get("error")
    return run


def test_change(points, what, change, recordings, turn):
    """Tests the change in a third of the cases, or in more if it is possible in few; @turn selects which third."""
    n_changed, notes = 0, []
    for stride in (3, 1):
        for case in [case for _name, cases, quirks in recordings for case in cases if case["name"] not in quirks
                     ][turn % stride::stride]:
            if n_changed > 40 or stride == 1 and n_changed > 4:
                break
            free = golden_compare.Comparison(case, fake_run(case)).unordered
            run = copy.deepcopy(recorded_run(case))
            if FREE.get(what) in free or not change(run):
                continue
            n_changed += 1
            if not golden_compare.compare(case, run, None, crew_golden.comparison_of(case)):
                notes.append("%s: no difference found" % case["name"])
    points.point(n_changed > 0 and not notes, "%s: found in all of %d cases" % (what, n_changed), notes[:10])


def post(server, path, body):
    data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d%s" % (server.port, path), data, timeout=10) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_rules(points):
    rules = [{"when": {"has": ["ONCE-1"]}, "times": 1, "reply": {"tool_calls": [{"name": "f", "arguments": {"a": 1}}]}},
             {"when": {"last": ["ONCE-1"], "not": ["NONE-1"]}, "reply": {"text": "two  words", "usage": {"cached": 3}}},
             {"when": {"tools": True}, "reply": {"status": 429, "error": "wait", "code": "c"}}]
    with RuleServer(rules, ["bee", "hive"]) as server:
        ask = {"model": "m", "messages": [{"role": "user", "content": "say ONCE-1"}]}
        first = json.loads(post(server, "/v1/chat/completions", ask)[1])["choices"][0]
        streamed = post(server, "/v1/chat/completions", dict(ask, stream=True, stream_options={"include_usage": True}))[1]
        words = [json.loads(line[6:])["choices"] for line in streamed.split("\n\n") if line.startswith("data: {")]
        refused = post(server, "/v1/chat/completions", {"messages": [], "tools": [1]})
        nothing = post(server, "/v1/chat/completions", {"messages": []})
        vector = json.loads(post(server, "/v1/embeddings", {"model": "e", "input": "bee bee"})[1])["data"][0]["embedding"]
        seen = [request["rule"] for request in server.take()]
    points.point(first["message"]["tool_calls"][0]["id"] == "call_0_0" and first["finish_reason"] == "tool_calls",
                 "server: a call of a tool")
    points.point([one[0]["delta"].get("content") for one in words if one][:4] == ["", "two", "  words", None] and
                 words[-1] == [] and streamed.endswith("data: [DONE]\n\n"), "server: a stream", [streamed])
    points.point(refused[0] == 429 and json.loads(refused[1])["error"] == {
        "message": "wait", "type": "server_error", "code": "c"} and nothing[0] == 400, "server: errors")
    points.point(seen == [0, 1, 2, None, None] and abs(vector[0] - 1) < 1e-3 and vector[1] == 0, "server: rules", [seen])


def test_replies(points):
    replies = [{"path": "/a$", "body": {"n": 1}}, {"sse": [["x", {"n": 2}], [None, "[DONE]"]], "has": ["two"]},
               {"eventstream": [["messageStart", {}]]}]
    with ReplyServer(replies) as server:
        got = [post(server, "/a", {}), post(server, "/b", "two"), post(server, "/a", {})[0], post(server, "/a", {}),
               post(server, "/count_tokens", {})]
    points.point(got[0] == (200, '{"n": 1}') and got[1][1] == 'event: x\ndata: {"n": 2}\n\ndata: [DONE]\n\n' and
                 got[2] == 200 and got[3][0] == 400 and got[4][0] == 404, "server: replies in order", [got])


def main(arguments):
    choices = arguments[arguments.index("--choices") + 1]
    recordings = []
    for path in arguments:
        if path.endswith(".json") and path != choices:
            name = path.rpartition("/")[2].removesuffix(".json")
            with open(path, encoding="utf-8") as file:
                recordings.append((name, json.load(file)["cases"], crew_golden.read_choices(choices, name)[0]))
    points = Points()
    for name, cases, quirks in recordings:
        test_equal(points, name, cases, quirks)
    wires = [one for one in recordings if "replies" in one[1][0]]
    rules = [one for one in recordings if one not in wires]
    for changes, changed in ((CHANGES, rules), (WIRE_CHANGES if wires else {}, wires)):
        for turn, (what, change) in enumerate(changes.items()):
            test_change(points, what, change, changed, turn)
    test_rules(points)
    test_replies(points)
    print("1..%d" % points.count)
    return 1 if points.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
