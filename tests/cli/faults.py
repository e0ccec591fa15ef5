#!/usr/bin/env python3
# faults.py: tests the error messages for faults of models, tools and MCP servers in a crew
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# faults.py PROGRAM [NAME…]
#
# Each case is a crew whose first task succeeds and whose second task fails because of its model's server, a tool or an
# MCP server. The message must name the task, the agent and the cause, and must say what to do. When the run is resumed
# without the fault, finished tasks must not run again. Prints TAP on stdout.

import concurrent.futures
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
STAND_IN = os.path.join(HERE, "..", "conformance", "stand-in")

STATUSES = {
    401: "Incorrect API key provided: sk-test-key",
    402: "Insufficient balance",
    403: "Country not supported",
    404: "The model does not exist",
    413: "Request too large",
    429: "Rate limit reached",
    500: "The server had an error",
    529: "Overloaded",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def send(self, status, body, kind="application/json", missing=0, **headers):
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data) + missing))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = missing > 0

    def say(self, text, calls=None):
        message = {"role": "assistant", "content": text}
        if calls:
            message["tool_calls"] = calls
        self.send(200, json.dumps({
            "id": "x", "object": "chat.completion", "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        model = body["model"]
        self.server.models.append(model)
        if model == "sound" or self.server.is_repaired:
            self.say("fine")
        elif model.isdigit():
            self.send(int(model), json.dumps({"error": {"message": STATUSES[int(model)], "type": "t", "code": "c"}}))
        elif model == "429-soon":
            self.send(429, json.dumps({"error": {"message": STATUSES[429]}}), Retry_After="0")
        elif model == "429-late":
            self.send(429, json.dumps({"error": {"message": STATUSES[429]}}), Retry_After="3600")
        elif model == "page":
            self.send(200, "<html><body>Please log in</body></html>", "text/html")
        elif model == "gateway":
            self.send(502, "<html><body>Bad gateway</body></html>", "text/html")
        elif model == "cut":
            self.send(200, '{"id":"x","choices":[{"ind', missing=100)
        elif model == "stream":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            piece = {"id": "x", "object": "chat.completion.chunk",
                     "choices": [{"index": 0, "delta": {"content": "half"}, "finish_reason": None}]}
            self.wfile.write(b"data: " + json.dumps(piece).encode() + b"\n\n")
            self.close_connection = True
        elif model == "empty":
            self.say("")
        elif model == "nonsense":
            self.say('{"nonsense": true}')
        elif model == "calls":
            told = [m for m in body["messages"] if m.get("role") == "tool"]
            if told:
                self.say("told: " + str(told[-1]["content"])[:300])
            else:
                name = body["tools"][0]["function"]["name"]
                self.say(None, [{"id": "c1", "type": "function", "function": {"name": name, "arguments": "{}"}}])
        else:
            self.say("fine")


TOOL = """from crewai.tools import BaseTool


class Bad(BaseTool):
    name: str = "bad"
    description: str = "d"

    def _run(self) -> str:
        {}
"""

SERVER = """import json, os, sys

WHERE = sys.argv[1]


def die(place):
    if place == WHERE and not os.path.exists("repaired"):
        sys.stderr.write("the disk is full at " + place + "\\n")
        sys.stderr.flush()
        os._exit(9)


die("start")
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method = message["method"]
    die(method)
    result = {}
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "s", "version": "1"}}
    if method == "tools/list":
        result = {"tools": [{"name": "weather", "description": "d",
                             "inputSchema": {"type": "object", "properties": {}}}]}
    if method == "tools/call":
        size = 50 * 1024 * 1024 if WHERE == "flood" else 1
        result = {"content": [{"type": "text", "text": "sunny" * size}]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
    if method == "tools/list":
        die("after")
"""

OWNER = ("“review”", "“Critic”")
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


def model(name, status, *parts, **more):
    return {"model": "openai/" + name, "status": status, "parts": OWNER + parts, **more}


def tool(code, *parts, status=0, agent=None, **more):
    return {"model": "openai/calls", "status": status, "tool": code, "agent": agent or {}, "parts": parts, **more}


def server(place, *parts, status=1, **more):
    return {"model": "openai/calls", "status": status, "server": place, "parts": parts, **more}


CASES = {
    "no-key": model("sound", 2, "OPENAI_API_KEY", "keyring", "troupectl key set OPENAI_API_KEY",
                    first="ollama_chat/sound", environment={"OPENAI_API_KEY": None}),
    "unknown-provider": {"model": "nobody/some-model", "status": 2, "parts": OWNER + ("nobody/some-model", "base_url"),
                         "environment": {"OPENAI_BASE_URL": None}, "first": "ollama_chat/sound"},
    "server-down": model("sound", 75, "OpenAI", "127.0.0.1:1", "Could not reach", "Check that it is running",
                         environment={"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, first="mock/echo"),
    "401": model("401", 1, "401 (OpenAI)", "rejected the key", "Check OPENAI_API_KEY"),
    "402": model("402", 1, "402 (OpenAI)", "Insufficient balance", "Add credit"),
    "403": model("403", 1, "403 (OpenAI)", "does not allow", "Check the permissions of the key"),
    "404": model("404", 1, "404 (OpenAI)", "does not provide the model", "Check the name of the model"),
    "413": model("413", 1, "413 (OpenAI)", "too large", "Send less"),
    "429": model("429", 75, "429 (OpenAI)", "rate limit was exceeded", "Try again later"),
    "429-soon": model("429-soon", 75, "rate limit was exceeded", "Try again later"),
    "429-late": model("429-late", 75, "rate limit was exceeded", "Try again later"),
    "500": model("500", 75, "500 (OpenAI)", "The server had an error", "Try again later"),
    "529": model("529", 75, "529 (OpenAI)", "Overloaded", "Try again later"),
    "web-page": model("page", 1, "page (OpenAI)", "web page instead of an answer", "Check the URL"),
    "gateway": model("gateway", 75, "502: Bad gateway", "Try again later"),
    "cut-answer": model("cut", None, "was lost before the answer was complete", "Try again"),
    "cut-stream": model("stream", None, "ended before it was complete", "Try again",
                        agent={"llm": {"model": "openai/stream", "stream": True}}),
    "empty-answer": model("empty", 1, "empty (OpenAI)", "empty answer", "Change the"),
    "schema": model("nonsense", 1, "nonsense (OpenAI)", "a: a value is required", "unknown field. Choose a model that",
                    task={"output_json": SCHEMA}),
    "tool-raises": tool('raise ValueError("no such town")', "told: Error executing tool: no such town"),
    "tool-raises-and-ends": tool('raise ValueError("no such town")', *OWNER, "“bad”", "tool_failure_policy", "no such town", status=1,
                                 agent={"tool_failure_policy": "raise"}),
    "tool-hangs": tool("import time; time.sleep(600)", *OWNER, "of 1 second. Increase the limit", status=1,
                       agent={"max_execution_time": 1}),
    "tool-exits": tool("import os; os._exit(3)", "told: ", "ended", "status 3"),
    "tool-floods": tool('print("x" * 50 * 1024 * 1024); return "y" * 50 * 1024 * 1024', "told: ", "52428", "the limit is",
                        "Write large data to a file"),
    "server-starts": server("start", "“Critic” cannot run", "python3 server.py start", "status 9", "disk is full at start”."),
    "server-greets": server("initialize", "“Critic” cannot run", "status 9", "disk is full at initialize”."),
    "server-lists": server("tools/list", "“Critic” cannot run", "status 9", "disk is full at tools/list”."),
    "server-called": server("tools/call", "told: ", "status 9", "disk is full at tools/call", status=0),
    "server-between": server("after", "told: sunny", status=0),
    "server-floods": server("flood", "told: ", "16 MB", status=0),
}


def write(folder, name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(content if isinstance(content, str) else json.dumps(content))


def make_crew(folder, case):
    agent = {"role": "Critic", "goal": "g", "backstory": "b", "llm": case["model"], "max_retry_limit": 0,
             **case.get("agent", {})}
    if "tool" in case:
        agent["tools"] = ["custom:bad"]
        write(folder, "tools/bad.py", TOOL.format(case["tool"]))
    if "server" in case:
        agent["mcps"] = [{"command": "python3", "args": ["server.py", case["server"]]}]
        write(folder, "server.py", SERVER)
    write(folder, "agents/writer.jsonc", {"role": "Writer", "goal": "g", "backstory": "b",
                                          "llm": case.get("first", "openai/sound")})
    write(folder, "agents/critic.jsonc", agent)
    write(folder, "crew.jsonc", {
        "name": "c", "agents": ["writer", "critic"],
        "tasks": [{"name": "draft", "description": "d", "expected_output": "e", "agent": "writer"},
                  {"name": "review", "description": "d", "expected_output": "e", "agent": "critic",
                   **case.get("task", {})}]})


class Faults:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.peer = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.peer.models, self.peer.is_repaired = [], False
        threading.Thread(target=self.peer.serve_forever, daemon=True).start()

    def call(self, folder, case, *words):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
        environment |= {"OLLAMA_HOST": f"http://127.0.0.1:{self.peer.server_port}", "HOME": os.path.join(folder, "home"), "OPENAI_API_KEY": "sk-test-key",
                        "OPENAI_BASE_URL": f"http://127.0.0.1:{self.peer.server_port}/v1", "LANGUAGE": "C",
                        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
                        "PYTHONPATH": os.pathsep.join([os.path.join(STAND_IN, "crewai"),
                                                       os.path.join(STAND_IN, "pydantic")])}
        for name, value in {} if self.peer.is_repaired else case.get("environment", {}).items():
            if value is None:
                del environment[name]
            else:
                environment[name] = value
        permissions = [] if words[0] == "history" else ["--yes", "--allow", "all"]
        return subprocess.run([self.program, *words, *permissions, "--data-dir", "data"], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)

    def check(self, case):
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            os.mkdir(os.path.join(folder, "home"))
            make_crew(os.path.join(folder, "crew"), case)
            self.peer.models, self.peer.is_repaired = [], False
            answer = self.call(folder, case, "run", "crew")
            said = answer.stdout if answer.returncode == 0 else answer.stderr
            yield f"exit {answer.returncode}", answer.returncode == case["status"] or (
                case["status"] is None and answer.returncode in (1, 75))
            for part in case["parts"]:
                yield f"“{part}” in: {said[-600:]}", part in said
            yield "the key is shown", "sk-test-key" not in answer.stdout + answer.stderr
            if answer.returncode == 2:
                # Even the first model, which works, must not be called: it would cost money although the run cannot
                # finish.
                yield f"models called: {self.peer.models}", not self.peer.models
                yield "no run is stored", not self.call(folder, case, "history", "--json").stdout
            elif answer.returncode != 0:
                yield from self.check_resume(folder, case, answer)

    def check_resume(self, folder, case, answer):
        listed = self.call(folder, case, "history", "--json")
        run = json.loads(listed.stdout.splitlines()[0])["run"]
        n_before = len(self.peer.models)
        self.peer.is_repaired = True
        write(folder, "crew/repaired", "")
        if case["parts"][0].startswith("“Critic” cannot"):
            # All MCP servers are started before the first task, so that nothing was done yet.
            return
        yield f"how to resume: {answer.stderr}", f"troupectl resume {run[:8]}" in answer.stderr
        if "tool" in case or case.get("first"):
            return
        resumed = self.call(folder, case, "resume", run)
        yield f"resumed: {resumed.stderr}", resumed.returncode == 0 or "task" in case
        yield f"no task is repeated: {self.peer.models[n_before:]}", "sound" not in self.peer.models[n_before:]


def run_case(program, name):
    faults = Faults(program)
    try:
        return [what for what, is_right in faults.check(CASES[name]) if not is_right]
    finally:
        faults.peer.shutdown()
        faults.peer.server_close()


def main():
    names = sys.argv[2:] or list(CASES)
    failed = 0
    print(f"1..{len(names)}")
    # In parallel because most of the time is spent waiting for retries.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for number, (name, wrong) in enumerate(
                zip(names, pool.map(lambda name: run_case(sys.argv[1], name), names)), 1):
            for what in wrong:
                print("# " + what.replace("\n", "\n# "))
            print(f"{'not ok' if wrong else 'ok'} {number} {name}", flush=True)
            failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
