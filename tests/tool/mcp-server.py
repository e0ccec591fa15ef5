#!/usr/bin/env python3
# mcp-server.py: an MCP server for tests that behaves correctly except for one fault
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# mcp-server.py FAULT [FILE]
import json
import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1]
FILE = sys.argv[2] if len(sys.argv) > 2 else None
MODERN = "2026-07-28"
VERSIONS = "io.modelcontextprotocol/"

said_hello = False
n_calls = 0
n_lists = 0


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def send(message):
    line = json.dumps({"jsonrpc": "2.0", **message})
    if FAULT == "noise":
        line = "npm warn deprecated left-pad\n\n[1, 2\n" + line
    if FAULT == "trickle" and len(line) < 400:
        for letter in line + "\n":
            write(letter)
            time.sleep(0.001)
        return
    write(line + "\n")
    if FAULT == "twice":
        write(line + "\n")


def answer(message, result):
    number = message["id"]
    if FAULT == "wrong-id":
        send({"id": number + 1000, "result": {"wrong": True}})
        send({"id": [number], "result": {"wrong": True}})
        send({"id": None, "result": {"wrong": True}})
    send({"id": str(number) if FAULT == "text-id" else number, "result": result})


def refuse(message, code, text, data=None):
    error = {"code": code, "message": text}
    if data is not None:
        error["data"] = data
    send({"id": message["id"], "error": error})


def note(text):
    with open(FILE, "a") as file:
        file.write(text + "\n")


def read():
    line = sys.stdin.readline()
    if not line:
        if FAULT == "stubborn":
            note("eof")
            while True:
                time.sleep(1)
        if FILE and FAULT == "slow":
            note("eof")
        sys.exit(0)
    return json.loads(line)


def tool(name, **more):
    return {"name": name, "description": "About " + name,
            "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}, **more}


def list_tools(message):
    global n_lists
    cursor = message.get("params", {}).get("cursor")
    tools = [tool("weatherNow"), tool("hidden")]
    if FAULT == "endless":
        page = int(cursor or 0)
        return {"tools": [tool("t%d" % page)], "nextCursor": str(page + 1)}
    if FAULT == "loop":
        n_lists += 1
        return {"tools": [tool("t%d" % n_lists)], "nextCursor": "again"}
    if FAULT == "pages":
        pages = {None: ("a", ""), "": ("b", "x"), "x": ("c", None)}
        name, following = pages[cursor]
        return {"tools": [tool(name)], **({"nextCursor": following} if following is not None else {})}
    if FAULT == "recursive":
        schema = {"type": "object", "properties": {"node": {"$ref": "#/$defs/node"}}, "$defs": {
            "node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}}
        return {"tools": [{"name": "tree", "inputSchema": schema}]}
    if FAULT == "poison":
        return {"tools": [{"name": "tool", "description": "a\u202eb\u001b[31mc\u0007d\ne" + "x" * 5000, "inputSchema": {
            "type": "object", "properties": {"p": {"type": "string", "description": "q\u200br"}}}}]}
    if FAULT == "odd":
        return {"tools": [7, {}, {"name": ""}, {"name": "x" * 600}, {"name": "\u0000"}, tool("good"), tool("good"),
                          {"name": "big", "inputSchema": {"type": "object", "x": ["y" * 100] * 20000}}]}
    if FAULT == "no-list":
        return {"tools": "none"}
    if FAULT == "list-once":
        if not os.path.exists(FILE):
            note("failed")
            return None
    if FAULT == "destructive":
        return {"tools": [tool("weatherNow", annotations={"destructiveHint": True})]}
    return {"tools": tools}


def ask(method):
    """Sends a request to the client and returns its response."""
    send({"id": "q-" + method, "method": method, "params": {}})
    while True:
        message = read()
        if message.get("id") == "q-" + method:
            return message


def call(message):
    global n_calls
    n_calls += 1
    arguments = message["params"]["arguments"]
    text = [{"type": "text", "text": "sun in " + str(arguments.get("place"))}]
    if FAULT == "huge":
        write("x" * (50 * 1024 * 1024))
    elif FAULT == "dense":
        # Each part takes many times its text in memory.
        write("[" + "{}," * (5 * 1024 * 1024) + "0]\n")
    elif FAULT == "crash":
        sys.stderr.write("first\nboom with %s\n" % os.environ.get("TOKEN"))
        sys.exit(3)
    elif FAULT in ("crash-once", "destructive") and not os.path.exists(FILE):
        note("crashed")
        os.kill(os.getpid(), signal.SIGKILL)
    elif FAULT == "slow":
        note("called")
        note(json.dumps(read()))
    elif FAULT == "asks":
        ping, roots = ask("ping"), ask("roots/list")
        answer(message, {"content": [{"type": "text", "text": "%s %s" % (
            ping.get("result"), roots.get("error", {}).get("code"))}]})
    elif FAULT in ("progress", "stalled"):
        token = message["params"]["_meta"]["progressToken"]
        for i in range(8):
            time.sleep(0.1)
            value = i if FAULT == "progress" else 1
            send({"method": "notifications/progress",
                  "params": {"progressToken": token, "progress": value, "message": "step %d" % i}})
        answer(message, {"content": text})
    elif FAULT == "fails":
        answer(message, {"content": [{"type": "text", "text": "no such place"}], "isError": True})
    elif FAULT == "refuses":
        refuse(message, -32602, "wrong with %s" % os.environ.get("TOKEN"))
    elif FAULT == "third":
        if n_calls < 3:
            refuse(message, -32000, "not yet")
        else:
            answer(message, {"content": text})
    elif FAULT == "environment":
        answer(message, {"content": [{"type": "text", "text": json.dumps(dict(os.environ))}]})
    elif FAULT == "blocks":
        answer(message, {"content": [
            {"type": "text", "text": "one"}, {"type": "image", "mimeType": "image/png", "data": "AAAA"},
            {"type": "resource", "resource": {"uri": "a:b", "text": "two"}},
            {"type": "resource", "resource": {"uri": "a:c", "blob": "AAAA"}},
            {"type": "resource_link", "uri": "a:d", "name": "d"}, {"type": "new"}, 7]})
    elif FAULT == "structured":
        answer(message, {"structuredContent": {"a": 1}})
    elif FAULT == "input":
        answer(message, {"resultType": "input_required", "requestState": "x"})
    elif FAULT == "changed":
        send({"method": "notifications/tools/list_changed"})
        answer(message, {"content": text})
    elif FAULT == "arguments":
        answer(message, {"content": [{"type": "text", "text": json.dumps(arguments)}]})
    elif FAULT == "deep":
        write("[" * 100000 + "]" * 100000 + "\n")
        answer(message, {"content": text})
    elif FAULT == "batch":
        write(json.dumps([{"jsonrpc": "2.0", "id": message["id"], "result": {"content": text}}]) + "\n")
    elif FAULT == "long":
        answer(message, {"content": [{"type": "text", "text": "é" * 1000000}]})
    else:
        answer(message, {"content": text, "isError": False})


def take(message):
    global said_hello
    method = message.get("method")
    if FAULT == "silence" or "id" not in message or method is None:
        return
    if method == "server/discover" and FAULT == "modern":
        assert message["params"]["_meta"][VERSIONS + "protocolVersion"] == MODERN
        answer(message, {"resultType": "complete", "supportedVersions": [MODERN], "capabilities": {"tools": {}},
                         "ttlMs": 0, "cacheScope": "private"})
    elif method == "server/discover" and FAULT == "future":
        refuse(message, -32022, "no", {"supported": ["2030-01-01"]})
    elif method == "server/discover" and FAULT == "both":
        refuse(message, -32022, "no", {"supported": ["2025-06-18"]})
    elif method == "server/discover" and FAULT == "anything":
        answer(message, {})
    elif method == "server/discover" and FAULT == "shy":
        pass
    elif method == "server/discover" and FAULT == "fragile":
        sys.exit(1)
    elif method == "initialize" and FAULT != "modern":
        said_hello = True
        version = "1999-01-01" if FAULT == "version" else "2025-06-18"
        answer(message, {"protocolVersion": version, "capabilities": {"tools": {}},
                         "serverInfo": {"name": "fake", "version": "1"}})
    elif method == "tools/list" and (said_hello or FAULT == "modern"):
        tools = list_tools(message)
        if tools is None:
            refuse(message, -32603, "internal")
        else:
            answer(message, tools)
    elif method == "tools/call":
        if FAULT == "modern":
            assert message["params"]["_meta"][VERSIONS + "clientCapabilities"] == {}
        call(message)
    else:
        refuse(message, -32601, "Method not found")


if FAULT == "early":
    send({"id": 1, "result": {"early": True}})
    send({"id": 2, "result": {"early": True}})
    send({"id": 3, "result": {"early": True}})
if FAULT == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL)
    note("%d %d" % (os.getpid(), child.pid))
if FAULT == "early-exit":
    sys.stderr.write("no such module\n")
    sys.exit(1)
while True:
    take(read())
