#!/usr/bin/env python3
# canaries.py: looks for the keys of a run in everything that is stored, shown, exported and sent
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# canaries.py PROGRAM [--keep]. Prints TAP on stdout.
#
# Each source of keys has a different key: the environment, `.env`, the document, `env` and `headers` of MCP servers,
# the token of a sign-in. Every model, tool, server and script of the crew knows all of them and repeats them in every
# spelling. Afterwards no file, stream or request may contain a key, except in the header or variable of its owner.

import base64
import concurrent.futures
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
STAND_IN = os.path.join(HERE, "..", "conformance", "stand-in")
TROUPECTL = os.path.abspath(sys.argv[1])

KEYS = {
    "environment": "sk-env-Kq7/Zt+4Wp91\"xB3d",
    "other variable": "tok-var-8Hs2/Lm+0Vr5aQ9",
    ".env": "dot-env-5Tg9Yc1Nf3Jw7Ub",
    "model of the document": "doc-llm-2Xd6Mb8Pk4Rz0Ev",
    "env of a server": "mcp-env-3Ga7Sh5Dj9Fl1Qw",
    "header of a server": "mcp-hdr-6Vc4Bn2Mz8Xk0Lp",
    "token of a sign-in": "mcp-tok-1Yb7Nh4Jm6Gt3Rd",
    "secret of a sign-in": "mcp-sec-9Wq2Er5Ty8Ui0Op",
}
NAMES = {"environment": "OPENAI_API_KEY", "other variable": "WEATHER_TOKEN", ".env": "NEWS_API_KEY"}
MASK = "•••".encode()
points = 0


def point(is_ok, text, seen=None):
    global points
    points += 1
    print(f"{'ok' if is_ok else 'not ok'} {points} - {text}", flush=True)
    if not is_ok and seen:
        for line in seen:
            print("# " + str(line).replace("\n", "\\n"), flush=True)


def spell(key):
    """Returns the spellings of the key."""
    encoded = base64.b64encode(key.encode()).decode()
    return {"plain": key, "base64": encoded, "shifted base64": base64.b64encode(b"k=" + key.encode() + b";").decode(),
            "URL": urllib.parse.quote(key, safe=""), "JSON": json.dumps(key)[1:-1], "hex": key.encode().hex(),
            "capitals": key.upper(), "beginning": key[:14]}


def find(data):
    """Returns the names of the keys that the bytes contain, in any spelling."""
    # Neither spelling can be split by JSON: the escapes of nested JSON are removed before the search.
    texts = [data, re.sub(rb"\\+", b"", data)]
    found = []
    for name, key in KEYS.items():
        needles = {"plain": key, "base64": base64.b64encode(key.encode())[:-4].decode(),
                   "shifted base64": base64.b64encode(b"k=" + key.encode() + b";")[4:24].decode(),
                   "URL": urllib.parse.quote(key, safe=""), "hex": key.encode().hex(), "capitals": key.upper(),
                   "beginning": key[:12], "end": key[-12:]}
        for spelling, text in needles.items():
            if any(text.encode() in each for each in texts):
                found.append((name, spelling))
    return found


def say(is_late):
    return " ".join(f"{name.replace(' ', '-')}: " + " | ".join(spell(key).values()) for name, key in KEYS.items()
                    if name.endswith("sign-in") == is_late)


SAID = say(False)
# A process reads a sign-in from the keyring when the server asks for it. Before that it is no key of the run.
SAID_LATE = say(True)


def fill(schema, whole, said):
    """Returns a value of the schema, with the keys in each text."""
    if "$ref" in schema:
        return fill(whole["$defs"][schema["$ref"].split("/")[-1]], whole, said)
    if "enum" in schema or "const" in schema:
        return schema.get("enum", [schema.get("const")])[0]
    if "anyOf" in schema:
        return fill(schema["anyOf"][0], whole, said)
    kind = schema.get("type")
    if kind == "object":
        return {name: fill(each, whole, said) for name, each in schema.get("properties", {}).items()}
    if kind == "array":
        return [fill(schema.get("items", {}), whole, said)]
    return {"boolean": True, "integer": 1, "number": 0.5}.get(kind, said)


class World(http.server.BaseHTTPRequestHandler):
    """A model, an embedder, an MCP server, a remote agent and a collector. They record what they receive."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, value, status=200, challenge=None):
        data = json.dumps(value).encode()
        self.send_response(status)
        if challenge is not None:
            self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def record(self, body):
        owned = {"authorization": ("environment", "model of the document", "token of a sign-in"), "x-api-key": ("header of a server",)}
        headers = []
        for name, value in self.headers.items():
            for key in owned.get(name.lower(), ()):
                value = value.replace(KEYS[key], "")
            headers.append(f"{name}: {value}")
        self.server.received.append((self.path, self.path.encode() + "\n".join(headers).encode() + body))

    def do_GET(self):
        if self.path == "/last":
            self.answer({})
            return
        self.record(b"")
        if self.path.startswith("/.well-known/oauth-protected-resource"):
            self.answer({"resource": self.server.url + "/signed/", "authorization_servers": [self.server.url]})
        elif self.path.startswith("/.well-known/oauth-authorization-server"):
            self.answer({"issuer": self.server.url, "authorization_endpoint": self.server.url + "/authorize",
                         "token_endpoint": self.server.url + "/token", "response_types_supported": ["code"],
                         "grant_types_supported": ["client_credentials"],
                         "token_endpoint_auth_methods_supported": ["client_secret_basic"],
                         "code_challenge_methods_supported": ["S256"]})
        elif self.path.startswith("/a2a"):
            self.answer({"name": "Agent " + SAID[:150], "description": "Knows " + SAID, "url": self.server.url + "/a2a/",
                         "version": "1", "capabilities": {}, "defaultInputModes": ["text/plain"],
                         "defaultOutputModes": ["text/plain"], "protocolVersion": "0.3.0",
                         "skills": [{"id": "s", "name": "s", "description": SAID, "tags": []}]})
        else:
            self.answer({"error": {"message": SAID}}, 404)

    def do_POST(self):
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind = self.path.split("/")[1]
        if kind == "token":
            # The owner of the secret.
            self.answer({"access_token": KEYS["token of a sign-in"], "token_type": "Bearer", "expires_in": 3600})
            return
        self.record(data)
        if kind == "signed" and KEYS["token of a sign-in"] not in self.headers.get("Authorization", ""):
            self.answer({}, 401, "Bearer")
            return
        self.server.is_signed_in = self.server.is_signed_in or kind == "signed"
        said = SAID + SAID_LATE if self.server.is_signed_in else SAID
        body = json.loads(data) if data.startswith((b"{", b"[")) else {}
        if kind in ("mcp", "signed"):
            self.serve(body, said)
        elif kind == "a2a":
            self.answer({"jsonrpc": "2.0", "id": body["id"], "result": {
                "kind": "message", "role": "agent", "messageId": "m", "parts": [{"kind": "text", "text": said}]}})
        elif kind == "collector":
            self.answer({})
        elif "input" in body:
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            self.answer({"data": [{"index": i, "embedding": [1.0, float(len(text) % 5), 0.5]}
                                  for i, text in enumerate(texts)], "usage": {"prompt_tokens": 1, "total_tokens": 1}})
        elif "broken" in body.get("model", ""):
            self.answer({"error": {"message": "bad key " + said, "type": "t", "code": said}}, 401)
        else:
            self.say(body, said)

    def serve(self, message, said):
        if "id" not in message:
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.answer({"jsonrpc": "2.0", "id": message["id"], **respond(message, said)})

    def say(self, body, said):
        """Calls each tool once, and repeats the keys at the end."""
        tools = [tool["function"]["name"] for tool in body.get("tools") or []]
        used = {call["function"]["name"] for message in body["messages"] for call in message.get("tool_calls") or []}
        left = [name for name in tools if name not in used]
        schema = (body.get("response_format") or {}).get("json_schema", {}).get("schema")
        message = {"role": "assistant", "content": json.dumps(fill(schema, schema, said)) if schema else "I know " + said}
        if left:
            message = {"role": "assistant", "content": said, "tool_calls": [
                {"id": "call_" + left[0], "type": "function", "function": {
                    "name": left[0], "arguments": json.dumps(ARGUMENTS.get(left[0].split("_")[-1], {"text": said}))}}]}
        self.answer({"id": "x", "object": "chat.completion", "model": "m", "choices": [
            {"index": 0, "message": message, "finish_reason": "tool_calls" if left else "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})


class Server(http.server.ThreadingHTTPServer):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.n_connections = 0
        self.ended = threading.Condition()

    def process_request(self, request, client_address):
        with self.ended:
            self.n_connections += 1
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self.ended:
                self.n_connections -= 1
                self.ended.notify_all()

    def settle(self):
        """Waits until every connection of the processes that have ended was served. They are accepted in order, so one
        more is the last."""
        with socket.create_connection(self.server_address) as last:
            last.sendall(b"GET /last HTTP/1.0\r\n\r\n")
            while last.recv(4096):
                pass
        with self.ended:
            assert self.ended.wait_for(lambda: self.n_connections == 0, 60), "a connection stays open"

    def handle_error(self, request, client_address):
        """A client that ends a connection is no error."""


ARGUMENTS = {
    "content": {"file_path": "notes.txt"},
    "tool": {"filename": "written.txt", "content": SAID, "overwrite": True, "directory": "."},
    "search": {"pattern": "sk-env", "text": SAID, "search_query": SAID, "query": SAID},
    "website": {"website_url": "https://example.invalid/?q=" + urllib.parse.quote(SAID)},
    "memory": {"queries": [SAID], "contents": [SAID], "query": SAID},
}

# The MCP servers; also the text of the script of the second one.
RESPOND = '''
def respond(message, said):
    method = message["method"]
    if method == "initialize":
        return {"result": {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                           "serverInfo": {"name": "s " + said, "version": "1"}, "instructions": said}}
    if method == "tools/list":
        schema = {"type": "object", "properties": {"text": {"type": "string", "description": said}}}
        return {"result": {"tools": [{"name": name, "description": "Says " + said, "inputSchema": schema}
                                     for name in ("says", "fails", "breaks")]}}
    if method != "tools/call":
        return {"error": {"code": -32601, "message": said}}
    if message["params"]["name"] == "breaks":
        return {"error": {"code": -32000, "message": said, "data": {"more": said}}}
    return {"result": {"content": [{"type": "text", "text": said}], "isError": message["params"]["name"] == "fails"}}
'''
exec(RESPOND)

SERVER = '''import json, os, sys

SAID = {said!r}
{respond}

def send(value):
    print(json.dumps({{"jsonrpc": "2.0", **value}}), flush=True)


for line in sys.stdin:
    with open("heard.txt", "a") as file:
        file.write(line)
    message = json.loads(line)
    sys.stderr.write(SAID + "\\n")
    sys.stderr.flush()
    if "id" not in message or "method" not in message:
        continue
    if message["method"] == "tools/call":
        send({{"method": "notifications/message", "params": {{"level": "error", "data": SAID}}}})
        token = message["params"].get("_meta", {{}}).get("progressToken", 0)
        send({{"method": "notifications/progress", "params": {{"progressToken": token, "progress": 1, "message": SAID}}}})
    send({{"id": message["id"], **respond(message, SAID)}})
'''

TOOL = '''from crewai.tools import BaseTool


class Says(BaseTool):
    name: str = "own"
    description: str = {said!r}

    def _run(self, text: str = "") -> str:
        import sys
        print({said!r})
        print({said!r}, file=sys.stderr)
        with open("heard-tool.txt", "w") as file:
            file.write(text)
        return {said!r}
'''

FAILS = TOOL.replace("class Says", "class Fails").replace('"own"', '"ownfails"').replace(
    "return {said!r}", "raise ValueError({said!r})").replace("heard-tool", "heard-fails")

CALLBACK = '''def done(output):
    print({said!r})
    return output


def check(output):
    return (True, {said!r})
'''


class Place:
    """A project, and the programs that run it."""

    def __init__(self, world):
        self.folder = tempfile.mkdtemp(prefix="canaries-")
        self.world = world
        self.outputs = []
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
        self.environment |= {
            "OPENAI_API_KEY": KEYS["environment"], "WEATHER_TOKEN": KEYS["other variable"],
            "SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": os.path.join(self.folder, "keyring"),
            "SECRET_FILE_TEST_PASSWORD": "test", "OPENAI_BASE_URL": world.url + "/model/v1", "HOME": os.path.join(self.folder, "home"), "LANGUAGE": "C",
            "G_MESSAGES_DEBUG": "all", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            "PYTHONPATH": os.pathsep.join([os.path.join(STAND_IN, "crewai"), os.path.join(STAND_IN, "pydantic")])}
        os.mkdir(self.environment["HOME"])

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))

    def call(self, *words, stdin=None, data=True):
        # A request of an earlier process that is served late must not count as the sign-in of this one.
        self.world.settle()
        self.world.is_signed_in = False
        done = subprocess.run([TROUPECTL, *words, *(["--data-dir", "data"] if data else [])], cwd=self.folder,
                              env=self.environment, input=stdin or b"", capture_output=True, timeout=120, check=False)
        what = " ".join(words[:2])
        self.outputs += [("stdout of " + what, done.stdout), ("stderr of " + what, done.stderr)]
        return done

    def run(self, *words, **more):
        return self.call(*words, "--yes", "--allow", "all,programs", **more)

    def sign_in(self):
        """Signs in to the server that requires it, as the client itself."""
        return self.call("mcp", "sign-in", self.world.url + "/signed/", "--client-id", "c", "--client-secret",
                         "--client-credentials", "--yes", stdin=KEYS["secret of a sign-in"].encode() + b"\n")

    def collect(self, given):
        """Returns everything that was written or received, by name. @given: the files of the project"""
        found = list(self.outputs)
        for folder, _folders, names in os.walk(self.folder):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.folder)
                if path not in given and path != "keyring":
                    with open(os.path.join(self.folder, path), "rb") as file:
                        found.append((path, file.read()))
        found += [("request to " + path, data) for path, data in self.world.received]
        return found


def make_crew(place):
    llm = {"model": "openai/gpt-4.1-mini", "api_key": KEYS["model of the document"],
           "base_url": place.world.url + "/documented/v1"}
    agent = {"role": "Critic", "goal": "g", "backstory": "b", "llm": "openai/gpt-4.1-mini", "max_retry_limit": 0, "max_iter": 60}
    place.write("crew/.env", f"NEWS_API_KEY={KEYS['.env']}\n")
    place.write("crew/notes.txt", SAID)
    place.write("crew/knowledge/known.txt", SAID)
    place.write("crew/server.py", SERVER.format(said=SAID, respond=RESPOND))
    place.write("crew/tools/own.py", TOOL.format(said=SAID))
    place.write("crew/tools/ownfails.py", FAILS.format(said=SAID))
    place.write("crew/callbacks.py", CALLBACK.format(said=SAID))
    place.write("crew/agents/tools.jsonc", {**agent, "tools": [
        "custom:own", "custom:ownfails", "FileReadTool", "FileWriterTool", "file_search", "ScrapeWebsiteTool"]})
    place.write("crew/agents/servers.jsonc", {**agent, "llm": llm, "mcps": [
        {"command": "python3", "args": ["server.py"], "env": {"NOTE_TOKEN": KEYS["env of a server"]}},
        {"url": place.world.url + "/mcp/", "headers": {"X-Api-Key": KEYS["header of a server"]}},
        {"url": place.world.url + "/signed/"}]})
    place.write("crew/agents/remote.jsonc", {**agent, "a2a": {"endpoint": place.world.url + "/a2a/card", "max_turns": 2}})
    place.write("crew/agents/learner.jsonc", {**agent, "memory": True})
    place.write("crew/crew.jsonc", {
        "name": "canaries", "agents": ["tools", "servers", "remote", "learner"], "memory": True, "cache": True,
        "output_log_file": "tasks-log.json", "embedder": {"provider": "openai", "config": {"model": "e"}},
        "knowledge_sources": [{"source_type": "text_file", "file_paths": ["known.txt"], "chunk_size": 60, "chunk_overlap": 5},
                              {"source_type": "string", "content": SAID}],
        "inputs": {"topic": SAID},
        "tasks": [{"name": name, "description": "About {topic}", "expected_output": "e", "agent": name, "markdown": True,
                   "output_file": f"out-{name}.md", **more}
                  for name, more in (("tools", {"input_files": {"notes": "notes.txt"}}), ("servers", {}), ("remote", {}),
                                     ("learner", {}))]})


def make_flow(place):
    """A flow in which no model is between the keys and the tools."""
    agent = {"role": "Critic", "goal": "g", "backstory": "b", "llm": "openai/gpt-4.1-mini", "max_iter": 60}
    place.write("flow/.env", f"NEWS_API_KEY={KEYS['.env']}\n")
    place.write("flow/server.py", SERVER.format(said=SAID, respond=RESPOND))
    place.write("flow/notes.txt", SAID)
    place.write("flow/tools/own.py", TOOL.format(said=SAID))
    # Code of the document computes with the values as they are, and so must not write them.
    place.write("flow/own_tools.py", TOOL.format(said=SAID).replace("file.write(text)", "pass"))
    place.write("flow/functions.py", f"def say(*_):\n    print({SAID!r})\n    return {{'said': {SAID!r}}}\n\n\n"
                                     f"def fail(*_):\n    raise ValueError({SAID!r})\n")
    place.write("flow/little/agents/writer.jsonc", agent)
    place.write("flow/little/crew.jsonc", {
        "name": "little", "agents": ["writer"], "tasks": [{"name": "t", "description": "About {topic}",
                                                           "expected_output": "e", "agent": "writer"}]})
    said = "${state.said}"
    asking = {"message": "Is it " + SAID + "?"}
    steps = {
        "begin": {"start": True, "do": {"call": "expression", "expr": "state.said + '!'"}},
        "code": {"do": {"call": "code", "ref": "functions:say"}},
        "script": {"do": {"call": "script", "code": f"print({SAID!r})\nstate['more'] = {SAID!r}\nreturn {SAID!r}"}},
        "tool": {"do": {"call": "tool", "ref": "own_tools:Says", "with": {"text": said}}},
        "agent": {"do": {"call": "agent", "with": {
            **agent, "input": said, "tools": ["custom:own", "FileReadTool", "FileWriterTool"], "memory": True,
            "mcps": [{"command": "python3", "args": ["server.py"], "env": {"NOTE_TOKEN": KEYS["env of a server"]}},
                     {"url": place.world.url + "/mcp/", "headers": {"X-Api-Key": KEYS["header of a server"]}},
                     {"url": place.world.url + "/signed/"}]}}},
        "documented": {"do": {"call": "agent", "with": {
            **agent, "input": said, "a2a": {"endpoint": place.world.url + "/a2a/card", "max_turns": 2},
            "llm": {"model": "openai/gpt-4.1-mini", "api_key": KEYS["model of the document"],
                    "base_url": place.world.url + "/documented/v1"}}}},
        "crew": {"do": {"call": "crew", "from_declaration": "little/crew.jsonc", "inputs": {"topic": said}}},
        "each": {"do": {"call": "each", "in": "[state.said, state.said]", "do": [
            {"name": "s", "action": {"call": "expression", "expr": "item + '?'"}}]}},
        "asks": {"do": {"call": "expression", "expr": "state.said"}, "human_feedback": asking},
    }
    before = None
    for name, step in steps.items():
        if before is not None:
            step["listen"] = before
        before = name
    flow = {"schema": "crewai.flow/v1", "name": "canaries", "state": {"type": "dict", "default": {"said": "", "more": ""}},
            "persist": {"enabled": True}, "config": {"checkpoint": {"on_events": ["*"], "max_checkpoints": 3}},
            "methods": steps}
    place.write("flow/flow.json", flow)
    # Their keys belong to each of these documents, although the agents never run.
    never = {name: {**steps[name], "listen": "nothing"} for name in ("agent", "documented")}
    place.write("flow/fails.json", {**flow, "name": "fails", "methods": {
        "a": {"start": True, "do": {"call": "code", "ref": "functions:fail"}}, **never}})
    place.write("flow/broken.json", {**flow, "name": "broken", "methods": {
        "a": {"start": True, "do": {"call": "agent", "with": {**agent, "llm": "openai/broken", "input": said}}}, **never}})
    place.write("flow/chat.json", {
        "schema": "crewai.flow/v1", "name": "chat", "persist": {"enabled": True},
        "conversational": {"system_prompt": "Say " + SAID, "llm": "openai/gpt-4.1-mini"},
        "methods": {"route": {"start": True, "router": True, "emit": ["converse"],
                              "do": {"call": "expression", "expr": "'converse'"}}, **never}})
    place.write("inputs.json", {"said": SAID})
    place.write("items.jsonl", json.dumps({"id": "one", "said": SAID}) + "\n")


def find_leaks(place, given):
    leaks = {}
    for name, data in place.collect(given):
        found = find(data)
        if found:
            leaks.setdefault(re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d{8}T\S+", "…", name), set()).update(found)
    return {where: ", ".join(sorted({f"{name} ({min(s for n, s in found if n == name)})" for name, _s in found}))
            for where, found in leaks.items()}


def list_files(folder):
    return {os.path.relpath(os.path.join(path, name), folder) for path, _folders, names in os.walk(folder)
            for name in names}


def test_crew(world):
    place = Place(world)
    make_crew(place)
    signed = place.sign_in()
    given = list_files(place.folder)
    done = place.run("run", "crew", "--events", "events.jsonl", "--json", "--otlp", world.url + "/collector")
    place.run("run", "crew", "--verbose")
    for words in (["history"], ["history", "--json"], ["history", "show", "last"], ["history", "show", "last", "--json"],
                  ["show", "crew"], ["memory", "crew", "list"], ["memory", "crew", "export"],
                  ["memory", "crew", "search", SAID, "--yes"]):
        place.call(*words)
    for name in ("html", "svg", "png", "pdf"):
        place.call("plot", "crew", "--run", "last", "--redact", "-o", "picture." + name)
        if name != "pdf":
            # The document in the picture is compressed.
            place.call("convert", "picture." + name, "-o", "back-" + name)
    return place, given, signed, done


def test_flow(world):
    place = Place(world)
    make_flow(place)
    signed = place.sign_in()
    given = list_files(place.folder)
    inputs = ["--inputs", "inputs.json", "--state-db", "states.db"]
    done = place.run("run", "flow/flow.json", *inputs, "--events", "events.jsonl", "--json", "--answer", SAID,
                     "--otlp", world.url + "/collector")
    place.run("run", "flow/flow.json", *inputs, "--verbose", "--answer", "yes")
    place.run("run", "flow/flow.json", *inputs, "--events", "paused.jsonl")
    place.run("resume", "last", "--answer", SAID, "--events", "resumed.jsonl")
    for name in ("fails", "broken"):
        place.run("run", f"flow/{name}.json", *inputs, "--events", f"{name}.jsonl")
        place.run("run", f"flow/{name}.json", *inputs, "--json")
    place.run("chat", "flow/chat.json", "--events", "chat.jsonl", "--state-db", "chat.db", stdin=SAID.encode() + b"\nmore\n")
    place.run("batch", "flow/fails.json", "--inputs-file", "items.jsonl", "--out", "failed", data=False)
    place.run("batch", "flow/flow.json", "--inputs-file", "items.jsonl", "--out", "batch", data=False)
    for words in (["history"], ["history", "show", "last"], ["history", "show", "last", "--json"], ["show", "flow/flow.json"],
                  ["validate", "flow/flow.json"]):
        place.call(*words)
    for name in ("html", "svg"):
        place.call("plot", "flow/flow.json", "--run", "last", "--redact", "-o", "picture." + name)
        place.call("convert", "picture." + name, "-o", f"back-{name}.json")
    return place, given, signed, done


def test_train(world):
    place = Place(world)
    make_crew(place)
    signed = place.sign_in()
    given = list_files(place.folder)
    done = place.run("train", "crew", "-n", "1", "--events", "events.jsonl", *["--answer", SAID] * 4)
    place.run("test", "crew", "-n", "1", "-m", "openai/gpt-4.1-mini", "--json")
    place.run("replay", "crew", "-t", "learner")
    return place, given, signed, done


def run_test(test):
    """Runs a test with a server of its own, and returns the server and what the test returns."""
    server = Server(("127.0.0.1", 0), World)
    server.received = []
    server.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, *test(server)


def main():
    tests = (test_crew, test_flow, test_train)
    # At once, because the runs mostly wait: a call of a tool that fails is repeated after seconds.
    with concurrent.futures.ThreadPoolExecutor(len(tests)) as pool:
        results = list(pool.map(run_test, tests))
    for test, (server, place, given, signed, done) in zip(tests, results):
        name = test.__name__.removeprefix("test_")
        point(signed.returncode == 0, f"{name}: the sign-in succeeds", [signed.stderr.decode()[-600:]])
        point(done.returncode == 0, f"{name}: the run succeeds", [done.stderr.decode()[-600:]])
        leaks = find_leaks(place, given)
        point(not leaks, f"{name}: no key is kept, shown or sent", [f"{where}: {found}" for where, found in leaks.items()])
        masked = [where for where, data in place.collect(given) if MASK in data]
        point(len(masked) > 10, f"{name}: the keys were there", masked)
        if "--keep" in sys.argv:
            print("#", place.folder, sorted({path for path, _data in server.received}))
        else:
            shutil.rmtree(place.folder, ignore_errors=True)
    print(f"1..{points}")


main()
