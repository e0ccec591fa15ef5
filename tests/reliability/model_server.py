"""A model server for tests: answers of each wire format, whole or as a stream.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import asyncio
import json
import re
import struct
import threading
import zlib

# For each wire format: the model's settings in a document, and the environment variables with the server's address.
WIRES = {
    "chat": ({"model": "openai/gpt-x"}, {"OPENAI_BASE_URL": "/v1"}),
    "responses": ({"model": "openai/gpt-x", "api": "responses"}, {"OPENAI_BASE_URL": "/v1"}),
    "anthropic": ({"model": "anthropic/claude-x", "max_tokens": 100}, {"ANTHROPIC_BASE_URL": ""}),
    "gemini": ({"model": "gemini/gemini-x"}, {"GOOGLE_GEMINI_BASE_URL": ""}),
    "azure": ({"model": "azure/dep"}, {"AZURE_ENDPOINT": ""}),
    "bedrock": ({"model": "bedrock/anthropic.claude-x"}, {"AWS_ENDPOINT_URL_BEDROCK_RUNTIME": ""}),
    "ollama": ({"model": "ollama/llama-x", "num_ctx": 8192}, {"OLLAMA_HOST": ""}),
}
KEYS = {"OPENAI_API_KEY": "sk-none-none", "ANTHROPIC_API_KEY": "sk-none-none", "GEMINI_API_KEY": "none-none-none",
        "AZURE_API_KEY": "none-none-none", "AWS_ACCESS_KEY_ID": "none-none-none", "AWS_SECRET_ACCESS_KEY": "none-none",
        "AWS_DEFAULT_REGION": "us-east-1"}


def make_environment(address):
    values = dict(KEYS)
    for _, variables in WIRES.values():
        values |= {name: address + path for name, path in variables.items()}
    return values


def find_wire(path):
    """Returns the wire format of a request, and whether its path asks for a stream."""
    for pattern, wire in ((r"/responses", "responses"), (r"/v1/messages", "anthropic"), (r"/api/chat", "ollama"),
                          (r":(stream)?[gG]enerateContent", "gemini"), (r"/converse", "bedrock"),
                          (r"/deployments/|api-version", "azure")):
        if re.search(pattern, path):
            return wire, bool(re.search(r":streamGenerate|converse-stream", path))
    return "chat", False


# --- Answers. `call` is (name, arguments) or None. --------------------------------------------------------------------

def make_whole(wire, text, call):
    given = json.dumps(call[1]) if call else None
    if wire in ("chat", "azure"):
        message = {"role": "assistant", "content": None if call else text}
        if call:
            message["tool_calls"] = [{"id": "c1", "type": "function", "function": {"name": call[0], "arguments": given}}]
        return {"id": "1", "object": "chat.completion", "created": 1, "model": "m",
                "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if call else "stop"}],
                "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}}
    if wire == "responses":
        item = {"type": "function_call", "id": "f1", "call_id": "c1", "name": call[0], "arguments": given} if call else {
            "type": "message", "id": "m1", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
        return {"id": "r1", "status": "completed", "error": None, "model": "m", "output": [item],
                "usage": {"input_tokens": 5, "output_tokens": 2, "total_tokens": 7}}
    if wire == "anthropic":
        block = {"type": "tool_use", "id": "t1", "name": call[0], "input": call[1]} if call else {
            "type": "text", "text": text}
        return {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": [block],
                "stop_reason": "tool_use" if call else "end_turn", "usage": {"input_tokens": 5, "output_tokens": 2}}
    if wire == "gemini":
        part = {"functionCall": {"name": call[0], "args": call[1]}} if call else {"text": text}
        return {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0, "finishReason": "STOP"}],
                "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 2, "totalTokenCount": 7}}
    if wire == "bedrock":
        block = {"toolUse": {"toolUseId": "t1", "name": call[0], "input": call[1]}} if call else {"text": text}
        return {"output": {"message": {"role": "assistant", "content": [block]}},
                "stopReason": "tool_use" if call else "end_turn",
                "usage": {"inputTokens": 5, "outputTokens": 2, "totalTokens": 7}}
    message = {"role": "assistant", "content": "" if call else text}
    if call:
        message["tool_calls"] = [{"function": {"name": call[0], "arguments": call[1]}}]
    return {"model": "m", "message": message, "done": True, "done_reason": "stop", "prompt_eval_count": 5,
            "eval_count": 2}


def split(text):
    return [text[:len(text) // 2], text[len(text) // 2:]]


def make_events(wire, text, call):
    """Returns the events of a stream: (name or None, object or text)."""
    parts = split(json.dumps(call[1]) if call else text)
    if wire in ("chat", "azure"):
        deltas = [{"role": "assistant", "content": part} for part in parts]
        if call:
            deltas = [{"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                                       "function": {"name": call[0], "arguments": ""}}]}] + [
                {"tool_calls": [{"index": 0, "function": {"arguments": part}}]} for part in parts]
        chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        chunks += [{"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if call else "stop"}]},
                   {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}}]
        return [(None, {"id": "1", "object": "chat.completion.chunk", "model": "m"} | chunk) for chunk in chunks] + [
            (None, "[DONE]")]
    if wire == "responses":
        whole = make_whole(wire, text, call)
        item, kind = whole["output"][0], "function_call_arguments" if call else "output_text"
        begun = item | ({"arguments": ""} if call else {"content": []})
        events = [("response.output_item.added", {"output_index": 0, "item": begun})]
        events += [(f"response.{kind}.delta", {"output_index": 0, "item_id": item["id"], "delta": part}) for part in parts]
        events += [("response.output_item.done", {"output_index": 0, "item": item}),
                   ("response.completed", {"response": whole})]
        return [(name, {"type": name} | data) for name, data in events]
    if wire == "anthropic":
        whole = make_whole(wire, text, call)
        begun = whole["content"][0] | ({"input": {}} if call else {"text": ""})
        deltas = [{"type": "input_json_delta", "partial_json": part} if call else {"type": "text_delta", "text": part}
                  for part in parts]
        events = [("message_start", {"message": whole | {"content": [], "stop_reason": None}}),
                  ("content_block_start", {"index": 0, "content_block": begun})]
        events += [("content_block_delta", {"index": 0, "delta": delta}) for delta in deltas]
        events += [("content_block_stop", {"index": 0}),
                   ("message_delta", {"delta": {"stop_reason": whole["stop_reason"]}, "usage": {"output_tokens": 5}}),
                   ("message_stop", {})]
        return [(name, {"type": name} | data) for name, data in events]
    if wire == "gemini":
        if call:
            return [(None, make_whole(wire, text, call))]
        chunks = [make_whole(wire, part, None) for part in parts]
        del chunks[0]["candidates"][0]["finishReason"]
        return [(None, chunk) for chunk in chunks]
    if wire == "bedrock":
        begun = [("contentBlockStart", {"contentBlockIndex": 0, "start": {
            "toolUse": {"toolUseId": "t1", "name": call[0]}}})] if call else []
        return [("messageStart", {"role": "assistant"}), *begun] + [
            ("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"toolUse": {"input": part}} if call else {
                "text": part}}) for part in parts] + [
            ("contentBlockStop", {"contentBlockIndex": 0}), ("messageStop", {"stopReason": "tool_use" if call else "end_turn"}),
            ("metadata", {"usage": {"inputTokens": 5, "outputTokens": 2, "totalTokens": 7}})]
    chunks = [{"message": {"role": "assistant", "content": part}, "done": False} for part in parts]
    return [(None, chunk) for chunk in ([] if call else chunks) + [
        make_whole(wire, text, call) if call else make_whole(wire, "", None)]]


# --- Framing ----------------------------------------------------------------------------------------------------------

def make_frame(name, payload):
    headers = b"".join(bytes([len(key)]) + key + b"\x07" + struct.pack(">H", len(value)) + value for key, value in (
        (b":message-type", b"event"), (b":event-type", name.encode(errors="replace")[:200]), (b":content-type", b"application/json")))
    head = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    data = head + struct.pack(">I", zlib.crc32(head)) + headers + payload
    return data + struct.pack(">I", zlib.crc32(data))


def frame(wire, name, data):
    payload = (data if isinstance(data, str) else json.dumps(data)).encode(errors="surrogatepass")
    if wire == "bedrock":
        return make_frame(name, payload)
    if wire == "ollama":
        return payload + b"\n"
    return (f"event: {name}\n".encode() if name else b"") + b"data: " + payload + b"\n\n"


TYPES = {"bedrock": "application/vnd.amazon.eventstream", "ollama": "application/x-ndjson"}


# --- Server -----------------------------------------------------------------------------------------------------------

class Server:
    """An HTTP server in a thread. `answer(request, writer)` is a coroutine; it returns False to close the connection.
    A request is (path, headers, body)."""

    def __init__(self, answer):
        self.answer = answer
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True).start()
        ready.wait()

    async def serve(self, ready):
        server = await asyncio.start_server(self.converse, "127.0.0.1", 0, backlog=1024, limit=1 << 26)
        self.loop = asyncio.get_running_loop()
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        ready.set()
        await server.serve_forever()

    async def converse(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                lines = head.split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                if not await self.answer((lines[0].split()[1], headers, json.loads(body or b"null")), writer):
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


def make_head(status, kind, length=None, more=()):
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *more]
    lines.append("Connection: close" if length is None else f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
