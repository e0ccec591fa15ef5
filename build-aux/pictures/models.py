#!/usr/bin/env python3
"""Model server for screenshots: answers chat requests of the OpenAI and Ollama APIs from a script, word by word.

usage: models.py SCRIPT

SCRIPT is a JSON file: the role of an agent → the list of its model's answers, in order; or an object of such lists, of
which the list is used whose key occurs in the prompt. An answer is a string, or an object with `say` (the text), `call`
(the name of a tool), `with` (its arguments) and `ms` (milliseconds per word).
Prints the loopback URL to use as OPENAI_BASE_URL and, without the part after the port, as OLLAMA_HOST. Serves until its
standard input ends.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import http.server
import json
import re
import sys
import threading
import time

WORD_MS = 60
ROLE = re.compile(r"^(?:Act as|You are) (.+?)\.\s")


class Script:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.answers = json.load(file)
        self.given = {}
        self.lock = threading.Lock()

    def next(self, messages):
        """Returns the next answer of the agent whose role the first message contains."""
        found = ROLE.search(str(messages[0].get("content"))) if messages else None
        role = found.group(1) if found else ""
        answers = self.answers.get(role) or ["I have nothing to say."]
        if isinstance(answers, dict):
            asked = str(messages[1].get("content")) if len(messages) > 1 else ""
            words = next((words for words in answers if words in asked), next(iter(answers)))
            role, answers = f"{role}: {words}", answers[words]
        with self.lock:
            number = self.given.get(role, 0)
            self.given[role] = number + 1
        answer = answers[min(number, len(answers) - 1)]
        return answer if isinstance(answer, dict) else {"say": answer}


def count_tokens(text):
    return len(text) // 4 + 1


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        pass

    def send_event(self, data):
        text = data if isinstance(data, str) else json.dumps(data)
        self.wfile.write(f"data: {text}\n\n".encode())
        self.wfile.flush()

    def send_delta(self, delta, finish=None):
        self.send_event({"id": "answer", "object": "chat.completion.chunk", "created": 0, "model": self.model,
                         "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    def send_lines(self, words, word_s, n_sent, n_received):
        """Sends the answer as Ollama does: one JSON object per line."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()
        for word in words:
            time.sleep(word_s)
            self.wfile.write(json.dumps({"model": self.model, "message": {"role": "assistant", "content": word},
                                         "done": False}).encode() + b"\n")
            self.wfile.flush()
        self.wfile.write(json.dumps({"model": self.model, "message": {"role": "assistant", "content": ""},
                                     "done": True, "done_reason": "stop", "prompt_eval_count": n_sent,
                                     "eval_count": n_received}).encode() + b"\n")

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.script.next(request["messages"])
        self.model = request["model"]
        said = answer.get("say", "")
        words = re.findall(r"\S+\s*|\s+", said)
        word_s = answer.get("ms", WORD_MS) / 1000
        arguments = json.dumps(answer.get("with", {}))
        calls = [{"index": 0, "id": f"call_{id(answer)}", "type": "function",
                  "function": {"name": answer["call"], "arguments": arguments}}] if "call" in answer else []
        finish = "tool_calls" if calls else "stop"
        n_sent = count_tokens(json.dumps(request["messages"]))
        n_received = count_tokens(said) + (count_tokens(arguments) if calls else 0)
        usage = {"prompt_tokens": n_sent, "completion_tokens": n_received, "total_tokens": n_sent + n_received,
                 "prompt_tokens_details": {"cached_tokens": n_sent * 3 // 10}}

        self.close_connection = True
        if self.path.endswith("/api/chat"):
            self.send_lines(words, word_s, n_sent, n_received)
            return
        self.send_response(200)
        self.send_header("Connection", "close")
        if not request.get("stream"):
            time.sleep(word_s * len(words))
            message = {"role": "assistant", "content": said, **({"tool_calls": calls} if calls else {})}
            body = json.dumps({"id": "answer", "object": "chat.completion", "created": 0, "model": self.model,
                               "choices": [{"index": 0, "message": message, "finish_reason": finish}],
                               "usage": usage}).encode()
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.send_delta({"role": "assistant", "content": ""})
        for word in words:
            time.sleep(word_s)
            self.send_delta({"content": word})
        if calls:
            self.send_delta({"tool_calls": calls})
        self.send_delta({}, finish)
        self.send_event({"id": "answer", "object": "chat.completion.chunk", "created": 0, "model": self.model,
                         "choices": [], "usage": usage})
        self.send_event("[DONE]")


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.script = Script(sys.argv[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    sys.stdin.read()


main()
