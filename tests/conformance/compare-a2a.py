#!/usr/bin/env python3
# compare-a2a.py: compares crews that delegate to remote A2A agents in troupectl and in CrewAI
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TROUPE_CREWAI_PYTHON compare-a2a.py BUILD-DIR [--case NAME] [-v]
#
# Run by hand, with the Python of a CrewAI installation that has the extra a2a. Both programs use the same scripted
# model and the same scripted remote agent. Compared are the requests to the remote agent, the number of requests to the
# model, whether these have the response format AgentResponse, which of the markers in capitals the model receives, and
# the output of the crew. Intended differences of Troupe are listed with their case.

import argparse
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading

MARKER = re.compile(r"\b[A-Z]{3,}X-\d\b")
CARD = {"name": "Sky", "description": "Knows SKYX-1", "version": "1", "protocolVersion": "0.3.0",
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "capabilities": {},
        "skills": [{"id": "s", "name": "sky", "description": "SKILLX-1", "tags": ["t"]}]}


def message(text, **more):
    return dict({"kind": "message", "role": "agent", "messageId": "m-" + text[:6],
                 "parts": [{"kind": "text", "text": text}]}, **more)


def task(state, text=None, **more):
    status = {"state": state}
    if text is not None:
        status["message"] = message(text)
    return dict({"kind": "task", "id": "T-1", "contextId": "C-1", "status": status}, **more)


def status(state, text=None, final=False):
    return {"kind": "status-update", "taskId": "T-1", "contextId": "C-1", "final": final,
            "status": task(state, text)["status"]}


def piece(text, append=False):
    return {"kind": "artifact-update", "taskId": "T-1", "contextId": "C-1", "append": append,
            "artifact": {"artifactId": "a", "parts": [{"kind": "text", "text": text}]}}


def ask(text):
    return json.dumps({"a2a_ids": [], "message": text, "is_a2a": True})


def tell(text):
    return json.dumps({"a2a_ids": [], "message": text, "is_a2a": False})


HISTORY = [message("HISTX-1"), message("HISTX-2")]
# Each case: answers of the model; answers of the remote agent (a list is a stream, a number an HTTP status); the entry
# of `a2a`; the agent card; intended differences. `told`: by request, the markers that only Troupe includes in the
# prompt, as intended.
CASES = {
    "alone": ([tell("ENDX-1")], [], {}, {}),
    "completed": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1", history=HISTORY)], {}, {}),
    "no_history": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1")], {}, {},
                   {"told": {1: {"SUNX-1"}}}),
    "artifacts": ([ask("ASKX-1"), tell("ENDX-1")],
                  [task("completed", history=HISTORY, artifacts=[piece("ARTX-1")["artifact"]])], {}, {}),
    "message": ([ask("ASKX-1"), tell("ENDX-1")], [message("SUNX-1")], {}, {}),
    "trust": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1")],
              {"trust_remote_completion_status": True}, {}),
    "trust_artifacts": ([ask("ASKX-1")], [task("completed", artifacts=[piece("ARTX-1")["artifact"]])],
                        {"trust_remote_completion_status": True}, {}),
    "input_required": ([ask("ASKX-1"), ask("ASKX-2"), tell("ENDX-1")],
                       [task("input-required", "WHEREX-1"), task("completed", "SUNX-1", history=HISTORY)], {}, {}),
    "two_tasks": ([ask("ASKX-1"), ask("ASKX-2"), tell("ENDX-1")],
                  [task("completed", "SUNX-1", history=[message("SUNX-1", taskId="T-1", contextId="C-1")]),
                   task("completed", "SUNX-2", history=[message("SUNX-2", taskId="T-2", contextId="C-1")], id="T-2")],
                  {}, {}),
    "turns": ([ask("ASKX-1"), ask("ASKX-2"), ask("ASKX-3")],
              [task("completed", "SUNX-1", history=[message("SUNX-1")]),
               task("completed", "SUNX-2", history=[message("SUNX-2")])], {"max_turns": 2}, {}),
    "no_turns": ([ask("ASKX-1")], [], {"max_turns": 0}, {}),
    "stream": ([ask("ASKX-1"), tell("ENDX-1")],
               [[task("working"), piece("ARTX-1"), piece("ARTX-2", True), status("completed", "SUNX-1", True)]], {},
               {"capabilities": {"streaming": True}}),
    "stream_message": ([ask("ASKX-1"), tell("ENDX-1")], [[message("SUNX-1")]], {},
                       {"capabilities": {"streaming": True}}),
    "stream_input": ([ask("ASKX-1"), tell("ENDX-1")], [[task("working"), status("input-required", "WHEREX-1", True)]],
                     {}, {"capabilities": {"streaming": True}}),
    "poll": ([ask("ASKX-1"), tell("ENDX-1")],
             [task("submitted"), task("working"), task("completed", "SUNX-1", history=HISTORY)],
             {"updates": {"interval": 0.05, "history_length": 7}}, {"capabilities": {"streaming": True}}),
    "polls": ([ask("ASKX-1"), tell("ENDX-1")], [task("submitted"), task("working"), task("working")],
              {"updates": {"interval": 0.05, "max_polls": 2}}, {}),
    "failed": ([ask("ASKX-1"), tell("ENDX-1")], [task("failed", "BADX-1")], {}, {}, {"told": {1: {"BADX-1"}}}),
    "failed_history": ([ask("ASKX-1"), tell("ENDX-1")], [task("failed", "BADX-1", history=HISTORY)], {}, {}),
    "rejected": ([ask("ASKX-1"), tell("ENDX-1")], [task("rejected", "BADX-1", history=HISTORY)], {}, {}),
    "canceled": ([ask("ASKX-1"), tell("ENDX-1")], [task("canceled", "BADX-1")], {}, {}, {"told": {1: {"BADX-1"}}}),
    "http_500": ([ask("ASKX-1"), tell("ENDX-1")], [500], {}, {}),
    "error": ([ask("ASKX-1"), tell("ENDX-1")], [{"error": {"code": -32000, "message": "NOX-1"}}], {}, {}),
    "push": ([ask("ASKX-1"), tell("ENDX-1")], [], {"updates": {"url": "http://127.0.0.1:1/x"}}, {}),
    "modes": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1", history=HISTORY)],
              {"accepted_output_modes": ["image/png", "text/*"]}, {}),
    "modes_none": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1", history=HISTORY)],
                   {"accepted_output_modes": ["image/png"]}, {}),
    "extensions": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1", history=HISTORY)],
                   {"extensions": ["urn:x"]}, {"capabilities": {"extensions": [{"uri": "urn:x", "required": True}]}},
                   {"asked": "the extensions are listed in the header that the protocol defines for them"}),
    "extension_missing": ([ask("ASKX-1")], [], {},
                          {"capabilities": {"extensions": [{"uri": "urn:x", "required": True}]}},
                          {"early": "rejected before the first request to the model"}),
    "schema": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1", history=HISTORY)],
               {"response_model": {"type": "object", "title": "City", "properties": {"city": {"type": "string"}},
                                   "required": ["city"]}}, {}, {"asked": "the schema is sent unchanged"}),
    "no_card": ([tell("ENDX-1")], [], {}, 404),
    "no_card_alone": (["ENDX-1 alone"], [], {"fail_fast": False}, 404),
    "transport": ([ask("ASKX-1"), tell("ENDX-1")], [task("completed", "SUNX-1", history=HISTORY)],
                  {"transport": {"preferred": "JSONRPC", "supported": ["HTTP+JSON", "JSONRPC"]}}, {}),
}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.answers, self.requests = [], []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server_port


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def read(self):
        return json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))

    def send(self, body, code=200, kind="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(code)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Model(Handler):
    def do_POST(self):
        body = self.read()
        said = self.server.answers[min(len(self.server.requests), len(self.server.answers) - 1)]
        self.server.requests.append(body)
        self.send({"id": "x", "object": "chat.completion", "created": 1, "model": "m",
                   "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}],
                   "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})


class Agent(Handler):
    def do_GET(self):
        card = self.server.card
        if isinstance(card, int):
            self.send({}, card)
        else:
            self.send(dict(CARD, url=self.server.url + "/a2a", **card))

    def do_POST(self):
        body = self.read()
        index = min(len(self.server.requests), len(self.server.answers) - 1)
        answer = self.server.answers[index]
        self.server.requests.append((self.headers.get("X-A2A-Extensions"), body))
        if isinstance(answer, int):
            self.send({}, answer)
            return
        if isinstance(answer, list):
            text = "".join("data: %s\n\n" % json.dumps({"jsonrpc": "2.0", "id": body["id"], "result": event})
                           for event in answer)
            self.send(text.encode(), kind="text/event-stream")
            return
        whole = answer if "error" in answer else {"result": answer}
        self.send(dict({"jsonrpc": "2.0", "id": body["id"]}, **whole))


def strip(value):
    """Removes random IDs."""
    if isinstance(value, dict):
        return {key: strip(item) for key, item in value.items() if key not in ("messageId", "id") or item in ("T-1", "T-2")}
    return [strip(item) for item in value] if isinstance(value, list) else value


def observe(case, program):
    model, agent = Server(Model), Server(Agent)
    model.answers, agent.answers, entry, agent.card = case[:4]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "agents"))
        with open(os.path.join(folder, "crew.jsonc"), "w", encoding="utf-8") as file:
            json.dump({"name": "c", "agents": ["w"],
                       "tasks": [{"name": "t", "description": "DESCX-1", "expected_output": "EXPEX-1", "agent": "w"}]},
                      file)
        with open(os.path.join(folder, "agents", "w.jsonc"), "w", encoding="utf-8") as file:
            json.dump({"role": "ROLEX-1", "goal": "G", "backstory": "B", "max_retry_limit": 0,
                       "llm": {"model": "openai/gpt-4o-mini", "base_url": model.url + "/v1", "api_key": "k"},
                       "a2a": [dict({"endpoint": agent.url + "/"}, **entry)]}, file)
        raw = program(folder)
    told = [sorted(set(MARKER.findall(json.dumps(request["messages"])))) for request in model.requests]
    forms = [(request.get("response_format") or {}).get("json_schema", {}).get("name") for request in model.requests]
    asked = [[extensions, strip(body["method"]), strip(body["params"])] for extensions, body in agent.requests]
    model.shutdown()
    agent.shutdown()
    return {"raw": raw, "told": told, "forms": forms, "asked": asked}


def run_crewai(folder):
    code = ("import sys; from pathlib import Path\nfrom crewai.project.crew_loader import load_crew\n"
            "crew, inputs = load_crew(Path(sys.argv[1]) / 'crew.jsonc')\n"
            "print('\\nRAW ' + repr(crew.kickoff(inputs).raw))\n")
    done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, timeout=120, check=False,
                          env=dict(os.environ, OTEL_SDK_DISABLED="true", CREWAI_DISABLE_TELEMETRY="true",
                                   CREWAI_TRACING_ENABLED="false"))
    found = re.search(r"^RAW (.*)$", done.stdout, re.M)
    return found.group(1) if done.returncode == 0 and found else "failed"


def run_troupe(program):
    def run(folder):
        done = subprocess.run([program, "run", os.path.join(folder, "crew.jsonc"), "--yes", "--no-store"],
                              capture_output=True, text=True, timeout=120, check=False)
        return repr(done.stdout.rstrip("\n")) if done.returncode == 0 else "failed"
    return run


def compare(theirs, ours, choices):
    if "early" in choices:
        return [] if ours["raw"] == theirs["raw"] == "failed" else ["raw"]
    for index, words in choices.get("told", {}).items():
        if words <= set(theirs["told"][index]) or not words <= set(ours["told"][index]):
            return ["told (intended difference)"]
        ours["told"][index] = sorted(set(ours["told"][index]) - words)
    return [key for key in theirs if theirs[key] != ours[key] and key not in choices]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--case")
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    try:
        import a2a  # noqa: F401
        import crewai  # noqa: F401
    except ImportError:
        print("crewai[a2a] is not installed")
        sys.exit(77)
    program = os.path.join(options.build, "src", "cli", "troupectl")
    names = [options.case] if options.case else list(CASES)
    n_failed = 0
    for name in names:
        theirs = observe(CASES[name], run_crewai)
        ours = observe(CASES[name], run_troupe(program))
        differs = compare(theirs, ours, CASES[name][4] if len(CASES[name]) > 4 else {})
        n_failed += bool(differs)
        print(name, "differs: " + ", ".join(differs) if differs else "same")
        if differs or options.v:
            for key in differs or theirs:
                print("  CrewAI", key, json.dumps(theirs.get(key)))
                print("  Troupe", key, json.dumps(ours.get(key)))
    print("%d of %d agree with CrewAI" % (len(names) - n_failed, len(names)))
    sys.exit(n_failed > 0)


if __name__ == "__main__":
    main()
