#!/usr/bin/env python3
# chat.py: tests `troupectl chat` with a pipe and a terminal: kill, resume and continued sessions
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# chat.py PROGRAM [NAME…]
#
# The model is a server of the test. Its answer contains the number of messages in the request, which shows whether
# earlier turns are included. Prints TAP on stdout.

import http.server
import json
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

DEADLINE = 60
HOSTILE = "\x1b[31mRED\u202eflip"
WEATHER = {"listen": "weather", "do": {"call": "expression", "expr": "'Sunny: ' + state.current_user_message"}}


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = [message["content"] for message in body["messages"] if message["role"] != "system"]
        with self.server.lock:
            self.server.asked.append(said)
        if "response_format" in body:
            text = json.dumps({"intent": "weather" if "rain" in json.loads(said[-1])["current_user_message"] else "converse"})
        else:
            text = f"{len(said)} messages, {HOSTILE}"
            if "wait" in said[-1]:
                self.server.is_waiting.set()
                self.server.may_answer.wait(DEADLINE)
        try:
            self.answer(body, text)
        except OSError:
            pass

    def answer(self, body, text):
        usage = {"prompt_tokens": 1000, "completion_tokens": 0, "total_tokens": 1000}
        if body.get("stream"):
            chunks = [{"id": "x", "choices": [{"index": 0, "delta": {"content": piece}}]} for piece in re.split("(?<= )", text)]
            chunks.append({"id": "x", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage})
            data = b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"
        else:
            data = json.dumps({"id": "x", "object": "chat.completion", "model": "m", "usage": usage, "choices": [
                {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if body.get("stream") else "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock, self.asked = threading.Lock(), []
        self.is_waiting, self.may_answer = threading.Event(), threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Chat:
    """A conversational flow in its own folder."""

    def __init__(self, program, folder):
        self.program, self.folder, self.server = os.path.abspath(program), folder, Server()
        self.environment = {name: os.environ[name] for name in
                            ("PATH", "TROUPE_PYTHON_DIR", "GSETTINGS_SCHEMA_DIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS",
                             "LSAN_OPTIONS", "UBSAN_OPTIONS", "LD_PRELOAD",
                             "G_SLICE", "TSAN_OPTIONS") if name in os.environ}
        prices = os.path.join(folder, "prices.json")
        self.environment.update(HOME=folder, LANG="C.UTF-8", OPENAI_API_KEY="sk-canary", GSETTINGS_BACKEND="memory",
                                TROUPE_PRICES_FILE=prices, OPENAI_BASE_URL="http://127.0.0.1:%d" % self.server.server_port)
        self.write_flow()

    def write_flow(self, persists=True):
        flow = {"schema": "crewai.flow/v1", "name": "Talk", "conversational": {"llm": "gpt-4o-mini"},
                "methods": {"weather_turn": WEATHER}}
        if persists:
            flow["persist"] = {"enabled": True, "persistence": {
                "persistence_type": "SQLiteFlowPersistence", "db_path": os.path.join(self.folder, "states.db")}}
        with open(os.path.join(self.folder, "flow.json"), "w", encoding="utf-8") as file:
            json.dump(flow, file)

    def words(self, *arguments, yes=True):
        return [self.program, "chat", "flow.json", "--data-dir", "data", *(["--yes"] if yes else []), *arguments]

    def start(self, text, *arguments, yes=True):
        process = subprocess.Popen(self.words(*arguments, yes=yes), cwd=self.folder, env=self.environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(text.encode())
        process.stdin.close()
        process.stdin = None
        return process

    def say(self, text, *arguments, yes=True):
        """Returns the exit code, the lines of stdout, and stderr."""
        process = self.start(text, *arguments, yes=yes)
        out, err = process.communicate(timeout=DEADLINE)
        return process.returncode, out.decode().splitlines(), err.decode()

    def command(self, *arguments):
        out = subprocess.run([self.program, *arguments, "--data-dir", "data", "--json"], cwd=self.folder, check=False,
                             env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE).stdout
        return [json.loads(line) for line in out.decode().splitlines()]

    def session(self):
        with sqlite3.connect(os.path.join(self.folder, "states.db")) as database:
            return database.execute("SELECT flow_uuid FROM flow_states ORDER BY id DESC LIMIT 1").fetchone()[0]


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, chat, *arguments, yes=True):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(chat.folder)
            os.execve(chat.program, chat.words(*arguments, yes=yes), dict(chat.environment, TERM="xterm"))
        self.text, self.seen = b"", 0

    def wait(self, what):
        """Returns True if @what is written after the text of the previous wait()."""
        end = time.monotonic() + DEADLINE
        while what.encode() not in self.text[self.seen:] and time.monotonic() < end:
            if select.select([self.file], [], [], 0.5)[0]:
                try:
                    self.text += os.read(self.file, 4096)
                except OSError:
                    break
        found = what.encode() in self.text[self.seen:]
        self.seen = len(self.text)
        return found

    def type(self, text):
        os.write(self.file, text.encode())

    def end(self):
        self.wait("\0")
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def roles(answer):
    return [(message["role"], message["content"].split(",")[0]) for message in answer["state"]["messages"]]


def check_pipe(chat):
    """One message per line; earlier messages are included, also if a session is continued."""
    status, lines, err = chat.say("hello\n\nrain?\nagain\nquit\nnever said\n")
    yield f"exit {status} {lines} {err}", status == 0 and [line.split(",")[0] for line in lines] == \
        ["1 messages", "Sunny: rain?", "5 messages"]
    session = chat.session()
    yield f"how to continue: {err}", f"--session {session}" in err
    status, lines, err = chat.say("and now\n", "--session", session)
    yield f"continued session: {status} {lines} {err}", status == 0 and lines[0].startswith("7 messages")
    status, lines, err = chat.say("hello\n", "--session", "another")
    yield f"another session: {lines}", status == 0 and lines[0].startswith("1 messages")


def check_json(chat):
    """One JSON object per turn; a turn that fails does not end the conversation, but sets the exit code."""
    status, lines, _err = chat.say('{"turn": "hello", "intents": ["a"]}\n{"turn": "rain"}\n', "--json", "--script", "-")
    first, second = (json.loads(line) for line in lines)
    yield f"{status} {first}", status == 1 and first["result"] == "run_error" and "intent_llm" in first["error"]["message"]
    yield f"{second}", second["result"] == "ok" and second["final"] == "Sunny: rain"
    status, lines, err = chat.say("no object\n", "--json", "--script", "-")
    yield f"{status} {lines} {err}", status == 2 and not lines and "must be a turn as a JSON object" in err


def check_consent(chat):
    """No request is sent before the user has consented."""
    status, lines, err = chat.say("hello\n", yes=False)
    yield f"exit {status} {lines}", status == 5 and not lines and "127.0.0.1" in err
    terminal = Terminal(chat, yes=False)
    yield "consent is requested", terminal.wait("[y/N]")
    terminal.type("n\n")
    yield f"{terminal.text}", terminal.end() == 5 and b"You:" not in terminal.text
    yield f"{chat.server.asked}", not chat.server.asked


def check_no_persistence(chat):
    chat.write_flow(persists=False)
    status, lines, err = chat.say("hello\n", "--session", "x")
    yield f"exit {status} {lines} {err}", status == 2 and not lines and "persist" in err
    status, lines, err = chat.say("hello\nagain\n")
    yield f"exit {status} {lines} {err}", status == 0 and lines[1].startswith("3 messages")
    yield f"no session to continue: {err}", "--session" not in err


def check_kill(chat):
    """A killed turn is resumed with all earlier messages; finished turns are kept."""
    process = chat.start("hello\nwait here\n")
    yield "the request is received", chat.server.is_waiting.wait(DEADLINE)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=DEADLINE)
    chat.server.may_answer.set()
    kept = chat.command("history")
    yield f"{kept}", sorted(run["status"] for run in kept) == ["interrupted", "ok"]
    run = next(run for run in kept if run["status"] == "interrupted")
    n_asked = len(chat.server.asked)
    answer = chat.command("resume", run["run"], "--yes")[0]
    yield f"{answer}", answer["result"] == "ok" and roles(answer) == [
        ("user", "hello"), ("assistant", "1 messages"), ("user", "wait here"), ("assistant", "3 messages")]
    yield "the model of the router is not called again", len(chat.server.asked) == n_asked + 1
    status, lines, _err = chat.say("go on\n", "--session", answer["state"]["id"])
    yield f"{lines}", status == 0 and lines[0].startswith("5 messages")


def check_terminate(chat):
    """SIGTERM ends the turn and the conversation cleanly."""
    process = chat.start("hello\nwait here\n", "--state-db", "other.db")
    chat.server.is_waiting.wait(DEADLINE)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=DEADLINE)
    chat.server.may_answer.set()
    yield f"exit {process.returncode}", process.returncode == 143


def check_terminal(chat):
    """Answers are streamed, control characters are escaped, Ctrl+C ends a turn and Ctrl+D the conversation."""
    terminal = Terminal(chat)
    yield "a prompt", terminal.wait("You: ")
    terminal.type("hello\n")
    yield f"an answer: {terminal.text}", terminal.wait("You: ") and rb"1 messages, \u001b[31mRED\u202eflip" in terminal.text
    yield "no control characters", b"\x1b[31mRED" not in terminal.text and "\u202e".encode() not in terminal.text
    terminal.type("wait here\n")
    yield "the request is received", chat.server.is_waiting.wait(DEADLINE)
    terminal.type("\x03")
    yield f"the next prompt: {terminal.text}", terminal.wait("You: ")
    chat.server.may_answer.set()
    terminal.type("rain\n")
    yield f"the next answer: {terminal.text}", terminal.wait("You: ") and b"Sunny: rain" in terminal.text
    terminal.type("\x04")
    status = terminal.end()
    yield f"exit {status}", status == 0


def check_budget(chat):
    """The budget applies to all turns together."""
    with open(chat.environment["TROUPE_PRICES_FILE"], "w", encoding="utf-8") as file:
        json.dump(PRICES, file)
    status, lines, err = chat.say("a\nb\nc\nd\ne\nf\n", "--budget-usd", "0.005")
    yield f"exit {status} {lines} {err}", status == 4 and 1 <= len(lines) < 6
    yield f"{len(chat.server.asked)} calls", 5 <= len(chat.server.asked) <= 6


# A call of the model costs $0.001.
PRICES = {"date": "2026-11-23", "currency": "USD", "per": 1000000, "models": {"gpt-4o-mini": {"input": 1, "output": 1}}}
CHECKS = {check.__name__[len("check_"):]: check for check in (
    check_pipe, check_json, check_consent, check_no_persistence, check_kill, check_terminate, check_terminal, check_budget)}


def main():
    names = sys.argv[2:] or list(CHECKS)
    n_failed = 0
    print(f"1..{len(names)}", flush=True)
    for number, name in enumerate(names, 1):
        with tempfile.TemporaryDirectory(prefix="chat-", ignore_cleanup_errors=True) as folder:
            chat = Chat(sys.argv[1], folder)
            try:
                wrong = [what for what, is_right in CHECKS[name](chat) if not is_right]
            finally:
                chat.server.may_answer.set()
                chat.server.shutdown()
                chat.server.server_close()
        n_failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} {name}")
        for what in wrong[:8]:
            print(f"# {what}")
        sys.stdout.flush()
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
