# golden_server.py: scripted model servers for recorded cases
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The behavior is documented in the heads of crew-golden.json (rules) and provider-golden.json (replies). The servers
# record requests in the order of arrival and listen only on the loopback interface.

import base64
import binascii
import json
import math
import re
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, owner):
        self.owner = owner
        super().__init__(("127.0.0.1", 0), Handler)

    def handle_error(self, request, client_address):
        """Ignores clients that disconnect."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        pass

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        self.server.owner.answer(self, self.path, body)

    do_GET = do_POST = do_DELETE = do_PUT = handle_any

    def send_whole(self, status, data, content_type="application/json", headers=None):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_pieces(self, pieces, content_type="text/event-stream", status=200, headers=None):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")


class Server:
    """Context manager that listens while it is entered; `requests` contains the received requests."""

    def __init__(self):
        self.requests = []
        self.lock = threading.Lock()
        self.listener = None

    def __enter__(self):
        self.listener = Listener(self)
        threading.Thread(target=self.listener.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_error):
        self.listener.shutdown()
        self.listener.server_close()

    @property
    def port(self):
        return self.listener.server_address[1]

    def take(self):
        """Returns the requests since the last call."""
        with self.lock:
            taken, self.requests = self.requests, []
        return taken

    def reset(self):
        """Forgets what was asked so far, so that the same requests get the same answers again."""
        self.take()


def content_text(content):
    """Returns the text of a message's content, which may be a list of parts."""
    if isinstance(content, list):
        return " ".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return content or ""


def form_name(body):
    """Returns the name of the schema in the response format."""
    form = body.get("response_format")
    return (form.get("json_schema") or {}).get("name") if isinstance(form, dict) else None


def first_marker(text):
    found = re.search(r"\b[A-Z]{4,}-\d+\b", text)
    return found[0] if found else ""


def rule_fits(when, body):
    messages = body.get("messages") or []
    texts = [content_text(message.get("content")) for message in messages]
    whole = "\n".join(texts)
    return (all(text in whole for text in when.get("has", ()))
            and not any(text in whole for text in when.get("not", ()))
            and all(texts and text in texts[-1] for text in when.get("last", ()))
            and all(texts and text in texts[0] for text in when.get("first", ()))
            and when.get("model") in (None, body.get("model"))
            and when.get("tools") in (None, bool(body.get("tools")))
            and when.get("schema") in (None, "response_format" in body, form_name(body))
            and when.get("new") in (None, first_marker(texts[-1] if texts else ""))
            and when.get("tool_results") in (None, sum(m.get("role") == "tool" for m in messages)))


def make_usage(usage):
    prompt, completion = usage.get("prompt", 10), usage.get("completion", 5)
    made = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    if "cached" in usage:
        made["prompt_tokens_details"] = {"cached_tokens": usage["cached"]}
    if "reasoning" in usage:
        made["completion_tokens_details"] = {"reasoning_tokens": usage["reasoning"]}
    return made


def make_calls(reply, number):
    return [{"id": "call_%d_%d" % (number, i), "type": "function",
             "function": {"name": call["name"], "arguments": call["arguments"] if isinstance(call["arguments"], str)
                          else json.dumps(call["arguments"], ensure_ascii=False)}}
            for i, call in enumerate(reply.get("tool_calls", ()))]


def make_answer(reply, body, number):
    calls = make_calls(reply, number)
    message = {"role": "assistant", "content": reply.get("text")}
    if calls:
        message["tool_calls"] = calls
    return {"id": "chatcmpl-%d" % number, "object": "chat.completion", "created": 1700000000,
            "model": body.get("model"),
            "choices": [{"index": 0, "message": message, "logprobs": None,
                         "finish_reason": reply.get("finish") or ("tool_calls" if calls else "stop")}],
            "usage": make_usage(reply.get("usage", {}))}


def make_chunks(reply, body, number):
    """Yields the answer as data of the events of a stream."""
    calls = make_calls(reply, number)
    head = {"id": "chatcmpl-%d" % number, "object": "chat.completion.chunk", "created": 1700000000,
            "model": body.get("model")}

    def chunk(delta, finish=None):
        return dict(head, choices=[{"index": 0, "delta": delta, "finish_reason": finish}])

    yield chunk({"role": "assistant", "content": ""})
    for word in re.findall(r"\s*\S+|\s+", reply.get("text") or ""):
        yield chunk({"content": word})
    for i, call in enumerate(calls):
        function = call["function"]
        yield chunk({"tool_calls": [dict(call, index=i, function={"name": function["name"], "arguments": ""})]})
        yield chunk({"tool_calls": [{"index": i, "function": {"arguments": function["arguments"]}}]})
    yield chunk({}, reply.get("finish") or ("tool_calls" if calls else "stop"))
    if (body.get("stream_options") or {}).get("include_usage"):
        yield dict(head, choices=[], usage=make_usage(reply.get("usage", {})))


IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def name_records(reply, body):
    """Replaces $ID1, $ID2 and so on in a reply with the IDs in the messages of the request."""
    if "$ID" not in (reply.get("text") or ""):
        return reply
    ids = list(dict.fromkeys(IDS.findall(json.dumps(body.get("messages")))))
    return dict(reply, text=re.sub(r"\$ID(\d+)", lambda found: ids[int(found[1]) - 1] if int(found[1]) <= len(ids) else "none",
                                   reply["text"]))


class RuleServer(Server):
    """OpenAI's chat completions and embeddings, answered by rules. Each member of `requests` is {path, body, rule}."""

    def __init__(self, rules, embedding_words=None):
        super().__init__()
        self.rules = rules
        self.words = embedding_words or []
        self.reset()

    def reset(self):
        super().reset()
        self.used = [0] * len(self.rules)
        self.n_chats = 0

    def environment(self):
        return {"OPENAI_BASE_URL": "http://127.0.0.1:%d/v1" % self.port, "OPENAI_API_KEY": "test"}

    def choose(self, path, body):
        """Returns the number of the request and the index of the rule that answers it, and counts the use of the rule.
        """
        with self.lock:
            rule = next((i for i, rule in enumerate(self.rules)
                         if self.used[i] < rule.get("times", math.inf) and rule_fits(rule["when"], body)), None)
            number = self.n_chats
            self.n_chats += 1
            if rule is not None:
                self.used[rule] += 1
            self.requests.append({"path": path, "body": body, "rule": rule})
        return number, rule

    def answer(self, handler, path, data):
        path = path.partition("?")[0].removeprefix("/v1")
        try:
            body = json.loads(data or b"null")
        except ValueError:
            body = None
        if not isinstance(body, dict) or path not in ("/chat/completions", "/embeddings"):
            with self.lock:
                self.requests.append({"path": path, "body": body, "rule": None})
            self.fail(handler, 404, {"error": "no such place"})
        elif path == "/embeddings":
            with self.lock:
                self.requests.append({"path": path, "body": body, "rule": None})
            self.embed(handler, body)
        else:
            self.chat(handler, path, body)

    def chat(self, handler, path, body):
        number, rule = self.choose(path, body)
        reply = self.rules[rule]["reply"] if rule is not None else {"status": 400, "error": "no rule matched"}
        reply = name_records(reply, body)
        if reply.get("delay_ms"):
            time.sleep(reply["delay_ms"] / 1000)
        if "status" in reply:
            self.fail(handler, reply["status"], reply)
        elif body.get("stream"):
            handler.send_pieces([b"data: %s\n\n" % json.dumps(chunk).encode() for chunk in make_chunks(reply, body, number)]
                                + [b"data: [DONE]\n\n"])
        else:
            handler.send_whole(200, json.dumps(make_answer(reply, body, number)).encode())

    @staticmethod
    def fail(handler, status, reply):
        error = {"message": reply.get("error"), "type": reply.get("type", "server_error"), "code": reply.get("code")}
        handler.send_whole(status, json.dumps({"error": error}).encode())

    def embed(self, handler, body):
        texts = body.get("input")
        texts = [texts] if isinstance(texts, str) else texts or []
        data = []
        for i, text in enumerate(texts):
            vector = [float(str(text).count(word)) for word in self.words] + [0.01]
            length = math.sqrt(sum(x * x for x in vector))
            vector = [x / length for x in vector]
            if body.get("encoding_format") == "base64":
                vector = base64.b64encode(struct.pack("<%df" % len(vector), *vector)).decode()
            data.append({"object": "embedding", "index": i, "embedding": vector})
        answer = {"object": "list", "model": body.get("model"), "data": data,
                  "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        handler.send_whole(200, json.dumps(answer).encode())


# --- Providers -----------------------------------------------------------------------------------------------

def make_frame(kind, payload):
    """Returns a frame of an AWS event stream; a leading ! creates an exception message."""
    exception = kind.startswith("!")
    headers = {":exception-type" if exception else ":event-type": kind.lstrip("!"),
               ":content-type": "application/json", ":message-type": "exception" if exception else "event"}
    head = b"".join(struct.pack("!B", len(name)) + name.encode() + b"\x07" + struct.pack("!H", len(value))
                    + value.encode() for name, value in headers.items())
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    prelude = struct.pack("!II", 16 + len(head) + len(body), len(head))
    prelude += struct.pack("!I", binascii.crc32(prelude))
    frame = prelude + head + body
    return frame + struct.pack("!I", binascii.crc32(frame))


def make_sse(name, data):
    text = data if isinstance(data, str) else json.dumps(data)
    return (("event: %s\n" % name if name else "") + "data: %s\n\n" % text).encode()


class ReplyServer(Server):
    """Any API, answered by replies in order. Each member of `requests` is {method, path, headers, body, reply, time}.
    """

    def __init__(self, replies):
        super().__init__()
        self.replies = replies
        self.reset()

    def reset(self):
        super().reset()
        self.left = [reply.get("times", 1) for reply in self.replies]

    def choose(self, path, body):
        for i, reply in enumerate(self.replies):
            counts = re.search(r"count[-_]?tokens|input_tokens", path, re.IGNORECASE) is not None
            if self.left[i] != 0 and (re.search(reply["path"], path) if "path" in reply else not counts) \
                    and all(text in body for text in reply.get("has", ())):
                self.left[i] -= 1
                return i, counts
        return None, re.search(r"count[-_]?tokens|input_tokens", path, re.IGNORECASE) is not None

    def answer(self, handler, path, data):
        text = data.decode(errors="replace")
        try:
            body = json.loads(text) if text else None
        except ValueError:
            body = text
        with self.lock:
            index, counts = self.choose(path, text)
            self.requests.append({"method": handler.command, "path": path, "headers": dict(handler.headers.items()),
                                  "body": body, "reply": index, "time": time.monotonic()})
        if index is None:
            handler.send_whole(404 if counts else 400, json.dumps(
                {"error": {"message": "no reply left", "type": "invalid_request_error", "code": None}}).encode())
            return
        self.send(handler, self.replies[index])

    @staticmethod
    def send(handler, reply):
        status, headers = reply.get("status", 200), reply.get("headers")
        if reply.get("delay_ms"):
            time.sleep(reply["delay_ms"] / 1000)
        if "sse" in reply:
            handler.send_pieces([make_sse(*event) for event in reply["sse"]], "text/event-stream", status, headers)
        elif "eventstream" in reply:
            handler.send_pieces([make_frame(*event) for event in reply["eventstream"]],
                                "application/vnd.amazon.eventstream", status, headers)
        elif "text" in reply:
            handler.send_whole(status, reply["text"].encode(), reply.get("type", "text/plain"), headers)
        else:
            handler.send_whole(status, json.dumps(reply.get("body")).encode(), "application/json", headers)


def make_server(case):
    if "replies" in case:
        return ReplyServer(case["replies"])
    server = case["server"]
    return RuleServer(server["rules"], server.get("embedding_words"))
