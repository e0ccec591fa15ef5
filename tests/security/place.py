# place.py: the fixture of the security tests: a fake model, a home folder for one test, and a TAP report
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A test is a function with a Place that yields points: (name, whether the point holds, details for a failure). Every
# point states what a document must not be able to do. A test also yields points that must hold for a harmless document,
# because a program that refuses everything would pass otherwise.

import concurrent.futures
import http.server
import json
import os
import pty
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

DEADLINE = 60
# Whether races do all their rounds, and each way is tried with all kinds of code.
IS_ALL = "TROUPE_SECURITY_ALL" in os.environ
# Repeats a test that chooses at random.
SEED = int(os.environ.get("SEED") or random.randrange(1 << 32))
# The exit code of a run that has not the permissions that its document requires.
EXIT_CONSENT = 5
# What the consent says of a folder in which something is written.
WRITES = "reads; creates and replaces documents and data in its folder “output” only"
PASSED_ON = ("PATH", "TROUPE_PYTHON_DIR", "TROUPE_PRICES_FILE", "GSETTINGS_SCHEMA_DIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS",
             "LSAN_OPTIONS", "UBSAN_OPTIONS", "LD_PRELOAD", "G_SLICE", "TSAN_OPTIONS")


class Skip(Exception):
    """The machine lacks something that a test needs."""


def kinds_of(kinds, number):
    """Returns the kinds of code with which a way is tried, by its number: one of them, which ways take in turn, or all."""
    return list(kinds) if IS_ALL else [list(kinds)[(SEED + number) % len(kinds)]]


def call(name, **arguments):
    """Returns a step of a model that calls a tool; a list of calls is one step as well."""
    return {"name": name, "arguments": json.dumps(arguments)}


def call_offered(part, **arguments):
    """Returns a step of a model that calls the offered tool whose name contains a text, or the first one."""
    def choose(body):
        names = [tool["function"]["name"] for tool in body.get("tools", [])]
        return call(next((name for name in names if part in name), (names or ["missing_tool"])[0]), **arguments)
    return choose


def server(code):
    """Returns a MCP server in Python with the tool `look`, whose result is that of the code: the body of a function. An
    exception is the result, too."""
    body = "".join(f"    {line}\n" for line in code.strip().splitlines())
    return f'''import json, os, sys


def look():
{body}

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, result = message["method"], {{}}
    if method == "initialize":
        result = {{"protocolVersion": message["params"]["protocolVersion"], "capabilities": {{"tools": {{}}}},
                  "serverInfo": {{"name": "s", "version": "1"}}}}
    elif method == "tools/list":
        result = {{"tools": [{{"name": "look", "description": "d", "inputSchema": {{"type": "object", "properties": {{}}}}}}]}}
    elif method == "tools/call":
        try:
            text = str(look())
        except Exception as error:
            text = "failed: " + repr(error)
        result = {{"content": [{{"type": "text", "text": "looked: " + text}}]}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
'''


# The beginnings of all files below some folders, for server(). Links are followed.
FIND_ALL = """
def find(*tops):
    found = []
    for top in tops:
        for folder, folders, names in os.walk(top, followlinks=True):
            if folder.count("/") > 12:
                folders.clear()
            for name in names:
                try:
                    with open(os.path.join(folder, name), errors="replace") as file:
                        found.append(file.read(40))
                except OSError:
                    pass
    return found
"""


class Handler(http.server.BaseHTTPRequestHandler):
    """A model, an embedder and an HTTP server that records what it receives."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def send(self, data, kind="application/json", status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.server.received.append((self.path, dict(self.headers), None))
        self.send(b"{}", status=404)

    def do_POST(self):
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(data) if data.startswith((b"{", b"[")) else {}
        self.server.received.append((self.path, dict(self.headers), body))
        if "messages" in body:
            self.answer(body)
        elif "input" in body:
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            self.send(json.dumps({"data": [{"index": i, "embedding": [1.0, 0.5]} for i in range(len(texts))],
                                  "usage": {"prompt_tokens": 1, "total_tokens": 1}}).encode())
        else:
            self.send(b"{}", status=404)

    def answer(self, body):
        """Answers with the step of the plan that follows the steps in the request."""
        plan = self.server.plans.get(self.path.split("/")[1], ["done"])
        n_done = sum(1 for message in body["messages"] if message.get("tool_calls"))
        step = plan[min(n_done, len(plan) - 1)]
        step = step(body) if callable(step) else step
        message = {"role": "assistant", "content": step if isinstance(step, str) else None}
        if not isinstance(step, str):
            message["tool_calls"] = [
                {"index": i, "id": f"c{n_done}-{i}", "type": "function", "function": function}
                for i, function in enumerate(step if isinstance(step, list) else [step])]
        reason = "stop" if isinstance(step, str) else "tool_calls"
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if not body.get("stream"):
            self.send(json.dumps({"id": "x", "object": "chat.completion", "model": "m", "usage": usage, "choices": [
                {"index": 0, "message": message, "finish_reason": reason}]}).encode())
            return
        # A text is sent in pieces of three characters.
        deltas = [message] if "tool_calls" in message else [
            {"content": step[i:i + 3]} for i in range(0, len(step), 3)]
        chunks = [{"id": "x", "choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks.append({"id": "x", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage})
        self.send(b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n",
                  "text/event-stream")


class Model(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.plans, self.received = {}, []
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the client was ended, or closed its connection


class Done:
    """The exit code and the output of a program that has ended."""

    def __init__(self, status, stdout, stderr=""):
        self.status, self.stdout, self.stderr = status, stdout, stderr
        self.text = stdout + stderr

    def __repr__(self):
        return f"exit {self.status}: {self.text[-500:]}"


class Place:
    """A home folder with files that no document may read or change, and a model."""

    def __init__(self, program):
        self.program = program
        self.root = tempfile.mkdtemp(prefix="security-")
        self.home = os.path.join(self.root, "home")
        self.work = os.path.join(self.root, "work")
        self.data = os.path.join(self.root, "data")
        self.grants_programs = True
        self.model = Model()
        os.makedirs(self.work)
        self.write("home/.ssh/id_rsa", "CANARY of the private key\n")
        self.write("home/.bashrc", "# mine\n")
        self.write("home/.env", "HOME_PASSWORD=CANARY-of-home\n")
        os.makedirs(os.path.join(self.home, ".config", "autostart"))
        os.mkdir(os.path.join(self.root, "runtime"), 0o700)
        self.environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.environment.update(
            HOME=self.home, LANG="C.UTF-8", LANGUAGE="C", OPENAI_API_KEY="sk-own-key-0123456789", GSETTINGS_BACKEND="memory",
            XDG_RUNTIME_DIR=os.path.join(self.root, "runtime"), DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent",
            TMPDIR=self.root)

    def close(self):
        self.model.shutdown()
        self.model.server_close()
        shutil.rmtree(self.root, ignore_errors=True)

    # --- Files

    def path(self, *names):
        return os.path.join(self.root, *names)

    def write(self, name, content):
        """Writes a file below the root. A text that begins with #! is executable."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        data = content.encode() if isinstance(content, str) else content
        with open(path, "wb") as file:
            file.write(data)
        if data.startswith(b"#!"):
            os.chmod(path, 0o755)
        return path

    def read(self, name):
        """Returns the content of a file below the root, or an empty text."""
        try:
            with open(self.path(name), encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""

    def crew(self, name, steps, agent=None, task=None, crew=None, files=None):
        """Writes a crew with one agent, whose model follows the steps. Returns the path of its folder."""
        plan = name.replace("/", "-").strip("-")
        self.model.plans[plan] = steps
        agent = {"role": "Critic", "goal": "g", "backstory": "b", "max_retry_limit": 0, "max_iter": 100,
                 "llm": {"model": "openai/gpt-4.1", "base_url": f"{self.model.url}/{plan}/v1"}, **(agent or {})}
        task = {"name": "t", "description": "d", "expected_output": "e", "agent": "critic", **(task or {})}
        for path, content in (files or {}).items():
            self.write(os.path.join(name, path), content)
        self.write(name + "/agents/critic.jsonc", agent)
        self.write(name + "/crew.jsonc", {"name": "c", "agents": ["critic"], "tasks": [task], **(crew or {})})
        return self.path(name)

    def flow(self, name, action, files=None, **more):
        """Writes a flow with one method. Returns the path of the file."""
        for path, content in (files or {}).items():
            self.write(os.path.join(name, path), content)
        return self.write(name + "/flow.json", {"schema": "crewai.flow/v1", "name": "f", **more,
                                                "methods": {"a": {"start": True, "do": action}}})

    # --- Programs

    def permit(self, words):
        """Grants the permission to change programs, so that what is refused is refused by another rule; but see programs.py."""
        runs = words[0] in ("run", "resume", "chat", "batch", "train", "test", "replay") or words[:2] == ("history", "fork")
        return [*words, "--allow", "programs"] if self.grants_programs and runs else words

    def start(self, *words, cwd=None, environment=None, prefix=()):
        """Starts the program, by the program and the arguments of the prefix if there are any."""
        return subprocess.Popen([*prefix, self.program, *self.permit(words)], cwd=cwd or self.work, env=self.environment | (environment or {}),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ctl(self, *words, **more):
        process = self.start(*words, **more)
        try:
            out, err = process.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))

    def run(self, document, *words, **more):
        """Runs a document without a terminal, so that questions get no answer."""
        return self.ctl("run", document, "--data-dir", self.data, *words, **more)

    def agree(self, document, cwd=None, environment=None, meanwhile=None):
        """Runs a document on a terminal and answers each question with yes. @meanwhile is called while the first one is open."""
        self.model.received.clear()
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(cwd or self.work)
            os.execve(self.program, [self.program, *self.permit(("run", document, "--data-dir", self.data))],
                      self.environment | {"TERM": "dumb", **(environment or {})})
        said, n_answers, deadline = b"", 0, time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.5)[0]:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    break
                if not data:
                    break
                said += data
            if said.count(b"[y/N]") > n_answers:
                n_answers += 1
                if meanwhile is not None and n_answers == 1:
                    meanwhile()
                os.write(terminal, b"y\n")
        else:
            os.kill(process, signal.SIGKILL)
        os.close(terminal)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        return Done(status, said.decode(errors="replace").replace("\r\n", "\n"))

    # --- What the model has received

    def results(self, plan=None):
        """Returns the results of tools in the last request, by the name of the call (`c0-0`, `c0-1`…)."""
        for path, _headers, body in reversed(self.model.received):
            if body and "messages" in body and (plan is None or path.split("/")[1] == plan):
                return {message["tool_call_id"]: str(message["content"]) for message in body["messages"]
                        if message["role"] == "tool"}
        return {}

    def sent(self):
        """Returns everything that was sent to the model, as JSON."""
        return json.dumps([body for _path, _headers, body in self.model.received], ensure_ascii=False)


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise Skip(program + " is not installed")


def need_sandbox():
    """Skips a test if bubblewrap does not work. Without a sandbox nothing is started, so that nothing is tested."""
    need("bwrap")
    if subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], check=False,
                      capture_output=True).returncode != 0:
        raise Skip("bubblewrap does not work here")


def collect(program, test):
    place = Place(program)
    points = []
    try:
        for point in test(place):
            points.append(point)
        if not points:
            points.append(("has no point", False, ""))
    except Skip as skip:
        points.append((str(skip), None, ""))
    except Exception:
        points.append(("fails to run", False, traceback.format_exc()))
    finally:
        place.close()
    return points


def main(tests):
    """Runs the tests of the arguments, PROGRAM [NAME…], two at a time, and prints TAP."""
    program = os.path.abspath(sys.argv[1])
    print(f"# SEED={SEED}", flush=True)
    chosen = [test for test in tests if not sys.argv[2:] or test.__name__ in sys.argv[2:]]
    n_points = n_broken = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for test, points in zip(chosen, pool.map(lambda each: collect(program, each), chosen)):
            title = test.__name__.replace("_", " ")
            for name, holds, details in points:
                n_points += 1
                n_broken += holds is False
                end = f"{title} # SKIP {name}" if holds is None else f"{title}: {name}"
                print(f"{'not ok' if holds is False else 'ok'} {n_points} - {end}", flush=True)
                if holds is False:
                    print("".join(f"# {line}\n" for line in str(details).splitlines()), end="", flush=True)
    print(f"1..{n_points}")
    return 1 if n_broken else 0
