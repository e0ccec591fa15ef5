#!/usr/bin/env python3
# memory.py: tests the commands for a project's memory: script, consent, import, export, reset, damaged files
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# memory.py TROUPECTL. Prints TAP on stdout. Only a server on the loopback interface is used; LanceDB is a stand-in.

import base64
import contextlib
import http.server
import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading

TROUPECTL = os.path.abspath(sys.argv[1])
points = 0

# The part of LanceDB's API that is used, with a JSON file as table
STAND_IN = '''
import json, os

class Type:
    list_size = 3

class Field:
    type = Type()

class Schema:
    names = ["id", "content", "scope", "categories_str", "metadata_str", "importance", "created_at", "last_accessed",
             "source", "private", "vector"]
    def field(self, name):
        return Field()

class Table:
    schema = Schema()
    def __init__(self, path):
        with open(os.path.join(path, "rows.json")) as file:
            self.rows = json.load(file)
        self.first, self.most = 0, None
    def count_rows(self):
        return len(self.rows)
    def search(self):
        return self
    def select(self, names):
        return self
    def limit(self, n):
        self.most = min(n, 2)
        return self
    def offset(self, n):
        self.first = n
        return self
    def to_list(self):
        return self.rows[self.first:self.first + self.most]

class Database:
    def __init__(self, folder):
        self.folder = folder
    def open_table(self, name):
        return Table(os.path.join(self.folder, name + ".lance"))

def connect(folder):
    return Database(folder)
'''


def point(is_ok, text, seen=None):
    global points
    points += 1
    print("%s %d - %s" % ("ok" if is_ok else "not ok", points, text), flush=True)
    if not is_ok:
        print("# %r" % (seen,))


class Server(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "messages" in body:
            self.answer({"choices": [{"index": 0, "finish_reason": "stop",
                                      "message": {"role": "assistant", "content": "Bees sting."}}]})
            return
        data = [{"index": i, "embedding": [1.0, float(len(text) % 5), 0.5][:self.server.dimension]}
                for i, text in enumerate(body["input"])]
        self.answer({"data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}})

    def answer(self, value):
        answer = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class Place:
    """A project with its data."""

    def __init__(self, port):
        self.folder = tempfile.mkdtemp(prefix="cli-memory-")
        self.project = os.path.join(self.folder, "bees")
        os.makedirs(self.project)
        self.environment = dict(os.environ, HOME=os.path.join(self.folder, "home"), OPENAI_API_KEY="test",
                                OPENAI_BASE_URL="http://127.0.0.1:%d/v1" % port,
                                XDG_DATA_HOME=os.path.join(self.folder, "share"))
        self.environment.pop("CREWAI_STORAGE_DIR", None)

    def write(self, name, text):
        path = os.path.join(self.project, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def call(self, *arguments, stdin="", data="data"):
        done = subprocess.run([TROUPECTL, *arguments, "--data-dir", os.path.join(self.folder, data)], cwd=self.project,
                              env=self.environment, input=stdin.encode(), capture_output=True, check=False, timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def operate(self, *lines, options=()):
        code, out, err = self.call("memory", ".", "--script", "-", "--json", *options,
                                   stdin="".join(json.dumps(line) + "\n" for line in lines))
        return code, [json.loads(line) for line in out.splitlines()], err

    def database(self):
        folder = os.path.join(self.folder, "data", "memory")
        return os.path.join(folder, next(name for name in os.listdir(folder) if name.endswith(".db")))


def remember(text, **more):
    return {"op": "remember", "args": {"content": text, "scope": "/a", "categories": [], "importance": 0.5, **more}}


def test_script(port):
    place = Place(port)
    code, answers, err = place.operate(remember("one"), {"op": "list_records"})
    point(code == 0 and answers[0]["value"]["content"] == "one" and answers[1] == {"value": ["one"]},
          "works in a folder without a crew", (code, answers, err))
    bad = [({"op": "fly"}, "recall"), ({"op": "remember"}, "content"), ({"op": "recall", "args": {"query": 1}}, "query"),
           ({"op": "recall", "args": {"query": "x", "depth": "low"}}, "depth"), ({"op": "update", "args": {}}, "record_id"),
           ({"op": "update", "args": {"record_id": "none"}}, "none"), (remember("x", importance=2), "importance"),
           (remember("x", categories="a"), "categories"), (remember("x", metadata=[1]), "metadata"), ({"args": {}}, "op"),
           ({"op": "forget", "args": {"older_than": "soon"}}, "older_than"), ([], "op"),
           ({"op": "list_records", "args": {"limit": -1}}, "limit"), ({"op": "tree", "args": {"view": {}}}, "view"),
           ({"op": "forget", "args": {"view": {"scopes": ["/a"]}}}, "forget"),
           ({"op": "memory", "args": {"semantic_weight": 3}}, "semantic_weight"),
           ({"op": "memory", "args": {"embedder": {"provider": "onnx"}}}, "onnx"),
           ({"op": "recall", "args": {"query": "x"}, "memory": {"embedder": {"provider": "nobody"}}}, "nobody")]
    code, answers, err = place.operate(*(line for line, _word in bad))
    for (line, word), answer in zip(bad, answers):
        message = answer.get("error", {}).get("message", "")
        point(word in message and message.count("\n") == 0, "%s is rejected" % json.dumps(line), answer)
    point(code == 0 and len(answers) == len(bad), "each line is answered", (code, err))
    code, answers, err = place.operate({"op": "list_records"}, remember("two", source="bob", private=True),
                                       {"op": "get_record", "args": {"has": "two"}}, options=["--verbose"])
    point([set(answers[0]["value"][0]) >= {"id", "created_at"}, answers[2]["value"]["id"], answers[2]["value"]["private"]]
          == [True, answers[1]["value"]["id"], True], "--verbose includes IDs and times", (answers, err))
    code, _out, err = place.call("memory", ".", "--script", "missing.jsonl")
    point(code == 2 and "missing.jsonl" in err, "a script that does not exist", err)
    code, _out, err = place.call("memory", ".", "list", "--script", "-")
    point(code == 2 and "--script" in err, "a command and a script together", err)


def test_consent(port):
    place = Place(port)
    away = {"memory": {"embedder": {"provider": "openai", "config": {"api_base": "http://vectors.example/v1"}}}}
    place.write("crew.jsonc", json.dumps(away))
    code, answers, err = place.operate(remember("one"))
    point(code == 5 and answers == [] and "--yes" in err, "a server named in the document requires consent", err)
    code, _out, err = place.call("memory", ".", "search", "x")
    point(code == 5, "a search requires it as well", err)
    away["memory"]["embedder"]["config"]["api_base"] = "http://127.0.0.1:%d/v1" % port
    place.write("crew.jsonc", json.dumps(away))
    code, answers, err = place.operate(remember("one"))
    point(code == 0 and "value" in answers[0], "a server on this machine does not", (answers, err))


def test_addresses(port):
    """Whatever could lead to another server than the default one of the provider requires consent, wherever it is written."""
    away = "http://localhost.example.invalid/v1"
    near = f"http://127.0.0.1:{port}/v1"
    agent = {"role": "r", "goal": "g", "backstory": "b", "llm": "openai/gpt-4.1-mini"}
    cases = (
        ("a host that begins like this machine", {"embedder": {"provider": "openai", "config": {"api_base": away}}}, {}),
        ("a host that begins like an address of this machine",
         {"embedder": {"provider": "openai", "config": {"api_base": "http://127.example.invalid/v1"}}}, {}),
        ("the default host, unencrypted", {"embedder": {"provider": "openai", "config": {"api_base": "http://api.openai.com/v1"}}}, {}),
        ("the embedder of the memory", {"memory": {"embedder": {"provider": "openai", "config": {"url": away}}}}, {}),
        ("the fallback of the memory's model",
         {"memory": {"llm": {"model": "openai/x", "base_url": near, "x-troupe-fallback": {"model": "openai/y", "base_url": away}}}}, {}),
        ("the fallback of the agent's model", {},
         {"llm": {"model": "openai/x", "base_url": near, "x-troupe-fallback": {"model": "openai/y", "base_url": away}}}),
        ("a region", {"embedder": {"provider": "google-vertex", "config": {"model": "m", "region": "example.invalid/"}}}, {}),
    )
    for name, crew, more in cases:
        place = Place(port)
        place.write("agents/a.jsonc", json.dumps({**agent, **more}))
        place.write("crew.jsonc", json.dumps({"agents": ["a"], "memory": True, **crew,
                                              "tasks": [{"description": "d", "expected_output": "e", "agent": "a"}]}))
        code, answers, err = place.operate(remember("bees"))
        point(code == 5 and answers == [], f"{name} requires consent", (code, answers, err))
        shutil.rmtree(place.folder)
    place = Place(port)
    place.write("agents/a.jsonc", json.dumps({**agent, "llm": {"model": "openai/x", "base_url": near, "temperature": 0.5}}))
    place.write("crew.jsonc", json.dumps({"agents": ["a"], "memory": True,
                                          "embedder": {"provider": "openai", "config": {"api_base": near, "model": "m"}},
                                          "tasks": [{"description": "d", "expected_output": "e", "agent": "a"}]}))
    code, _answers, err = place.operate(remember("bees"))
    point(code == 0, "addresses of this machine require none", (code, err))
    elsewhere = {"op": "memory", "args": {"embedder": {"provider": "openai", "config": {"api_base": away}}}}
    code, answers, err = place.operate(elsewhere)
    point("--yes" in json.dumps(answers), "an operation that names an address is refused", (code, answers, err))
    code, answers, err = place.operate(elsewhere, options=("--yes",))
    point("value" in answers[0], "and allowed with --yes", (code, answers, err))
    shutil.rmtree(place.folder)


def test_dimension(server):
    place = Place(server.server_port)
    place.operate(remember("one"))
    server.dimension = 2
    _code, answers, _err = place.operate({"op": "recall", "args": {"query": "one"}}, remember("two"), {"op": "list_records"})
    server.dimension = 3
    messages = [answer.get("error", {}).get("message", "") for answer in answers]
    point(all("3" in message and "2" in message for message in messages[:2]) and answers[2] == {"value": ["one"]},
          "an embedder with another vector length", answers)
    _code, answers, _err = place.operate({"op": "reset_all"}, remember("two"))
    point("value" in answers[1], "the new length is accepted after a reset", answers)


def make_rows(n):
    return [{"id": "id-%d" % i, "content": "Fact %d ü" % i, "scope": "/s/%d" % i, "categories_str": json.dumps(["c"]),
             "metadata_str": json.dumps({"k": i}), "importance": 0.25, "created_at": "2026-01-0%dT10:00:00.000123" % (i + 1),
             "last_accessed": "2026-02-01T00:00:00", "source": "bob" if i else "", "private": i == 1,
             "vector": [1.0, 0.5, float(i)]} for i in range(n)]


def test_import(port):
    place = Place(port)
    stand_in = os.path.join(place.folder, "python")
    os.makedirs(stand_in)
    memory = os.path.join(place.folder, "share", "bees", "memory")
    os.makedirs(os.path.join(memory, "memories.lance"))
    rows = make_rows(5)

    def keep(changed):
        with open(os.path.join(memory, "memories.lance", "rows.json"), "w", encoding="utf-8") as file:
            json.dump(changed, file)

    keep(rows)
    code, _out, err = place.call("memory", ".", "import")
    point(code == 5 and "--allow" in err, "importing requires consent", err)
    allowed = ("--allow", "code,no-sandbox", "--json")
    code, _out, err = place.call("memory", ".", "import", *allowed)
    point(code == 1 and "pip install lancedb" in err, "LanceDB is missing", err)
    with open(os.path.join(stand_in, "lancedb.py"), "w", encoding="utf-8") as file:
        file.write(STAND_IN)
    place.environment["PYTHONPATH"] = stand_in
    code, out, err = place.call("memory", ".", "import", *allowed)
    point(code == 0 and json.loads(out) == {"read": 5, "imported": 5}, "CrewAI's default folder is found", (out, err))
    code, out, err = place.call("memory", ".", "export")
    lines = [json.loads(line) for line in out.splitlines()]
    point([line["id"] for line in lines] == ["id-4", "id-3", "id-2", "id-1", "id-0"], "exported newest first", lines)
    wanted = {"id": "id-1", "content": "Fact 1 ü", "scope": "/s/1", "categories": ["c"], "importance": 0.25,
              "metadata": {"k": 1}, "source": "bob", "private": True, "created_at": "2026-01-02T10:00:00.000123Z",
              "last_accessed": "2026-02-01T00:00:00.000000Z",
              "vector": base64.b64encode(struct.pack("<3f", 1.0, 0.5, 1.0)).decode()}
    point(lines[3] == wanted, "records are exported with all fields", lines[3])
    keep(rows + make_rows(7)[5:])
    code, out, err = place.call("memory", ".", "import", memory, *allowed)
    point(json.loads(out or "{}") == {"read": 7, "imported": 2}, "a second import adds only new records", (out, err))
    keep([dict(rows[0], id="id-9", metadata_str="[")])
    code, out, err = place.call("memory", ".", "import", *allowed)
    point(code == 1 and memory in err, "a row that cannot be parsed", err)
    keep([dict(rows[0], id="id-9", vector=[1.0])])
    code, out, err = place.call("memory", ".", "import", *allowed)
    point(code == 1 and "3" in err, "imported vectors of another length", err)
    code, out, err = place.call("memory", ".", "import", place.project, *allowed)
    point(code == 1 and "memories.lance" in err, "a folder without CrewAI's memory", err)
    _code, out, _err = place.call("memory", ".", "export")
    exported = place.write("lines.jsonl", out)
    code, again, err = place.call("memory", ".", "import", exported, "--json", data="other")
    point(json.loads(again or "{}") == {"read": 7, "imported": 7}, "export can be imported elsewhere", (again, err))
    _code, twice, _err = place.call("memory", ".", "export", data="other")
    point(twice == out, "an export from there is identical")
    for text, word in (("[]", "content"), ("{", ""), ('{"content": "x"}', "id"), ('{"id": "1", "content": "x", "vector": "?"}',
                       "vector"), ('{"id": "1", "content": "x", "created_at": "soon"}', "created_at"),
                       ('{"id": "1", "content": "x", "vector": [1, "a", 2]}', "vector"),
                       ('{"id": "1", "content": "x", "importance": 7}', "importance")):
        code, _out, err = place.call("memory", ".", "import", "-", stdin=text + "\n")
        point(code == 1 and word in err and len(err.splitlines()) == 1, "an invalid line: %s" % text, err)


def test_reset(port):
    place = Place(port)
    place.operate(remember("one"))
    code, _out, err = place.call("reset-memory", ".")
    point(code == 2 and "--memory" in err, "reset-memory requires an option", err)
    code, _out, err = place.call("reset-memory", ".", "--kickoff-outputs")
    point(code == 2 and "history delete" in err, "outputs of tasks are not part of the memory", err)
    code, out, err = place.call("reset-memory", ".", "--long", "--knowledge")
    _code, answers, _err = place.operate({"op": "list_records"})
    point(code == 0 and answers == [{"value": []}] and "“long”" in err, "an old kind resets all memory, with a warning",
          (answers, err))


def test_damage(port):
    place = Place(port)
    place.operate(*(remember("fact %d" % i) for i in range(5)))
    # The last process merges the write-ahead log into the database file.
    place.call("memory", ".", "list")
    path = place.database()
    with open(path, "r+b") as file:
        file.truncate(1500)
    code, _out, err = place.call("memory", ".", "list")
    point(path in err and "broken" in err, "a damaged memory is moved aside and reported", (code, err))
    asides = [name for name in os.listdir(os.path.dirname(path)) if "broken" in name]
    point(len(asides) >= 1, "its file is kept", asides)
    code, answers, err = place.operate(remember("new"), {"op": "list_records"})
    point(answers[-1] == {"value": ["new"]} and err == "", "a new memory is created", (answers, err))
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    code, _out, err = place.call("memory", ".", "list")
    point(code == 1 and path in err and "99" in err, "a memory of a newer version is not changed", err)
    with contextlib.closing(sqlite3.connect(path)) as database:
        point(database.execute("SELECT count(*) FROM records").fetchone() == (1,), "its records are kept")


def test_loss(port):
    """A run that continues without its memory reports this and the reason once, if no one monitors its events."""
    place = Place(port)
    place.write("agents/bee.jsonc", json.dumps({"role": "Bee", "goal": "g", "backstory": "b", "llm": "openai/gpt-4.1-mini"}))
    place.write("crew.jsonc", json.dumps({"name": "bees", "agents": ["bee"], "memory": True, "tasks": [
        {"name": name, "description": "Say " + name + ".", "expected_output": "e", "agent": "bee"} for name in ("a", "b")]}))
    code, out, err = place.call("run", ".", "--yes")
    point(code == 0 and out.strip() == "Bees sting." and err == "", "no warning with memory", (code, out, err))
    path = place.database()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    code, out, err = place.call("run", ".", "--yes")
    lines = err.splitlines()
    point(code == 0 and out.strip() == "Bees sting." and len(lines) == 2 and all(path in line for line in lines),
          "a run without its memory reports once what is missing and its file", (code, out, err))
    code, out, err = place.call("run", ".", "--yes", "--quiet")
    point(code == 0 and err == "", "nothing is reported with --quiet", err)


def test_old_kinds(port):
    """The kinds of memory before CrewAI 1.0 are scopes of the single memory."""
    def scopes(**fields):
        place = Place(port)
        place.write("agents/bee.jsonc",
                    json.dumps({"role": "Bee", "goal": "g", "backstory": "b", "llm": "openai/gpt-4.1-mini"}))
        place.write("crew.jsonc", json.dumps({"name": "bees", "agents": ["bee"], **fields, "tasks": [
            {"name": "a", "description": "Say a.", "expected_output": "e", "agent": "bee"}]}))
        code, _out, err = place.call("run", ".", "--yes")
        _code, lines, _err = place.call("memory", ".", "export")
        kept = {json.loads(line)["scope"] for line in lines.splitlines()}
        _code, found, _err = place.call("memory", ".", "search", "bees")
        return (code, err, sorted(kept), "Bees sting." in found), place

    plain, _place = scopes(memory=True)
    point(plain[0] == 0 and len(plain[2]) == 1 and plain[2][0].startswith("/crew/bees/") and plain[3],
          "scopes of a crew's memory", plain)
    below = plain[2][0].removeprefix("/crew/bees")
    for key, part in (("short_term_memory", "short-term"), ("long_term_memory", "long-term"), ("entity_memory", "entity"),
                      ("external_memory", "external")):
        seen, place = scopes(**{key: True})
        point(seen == (0, "", ["/crew/bees/" + part + below], True), "%s is a scope of the memory" % key, seen)
        code, out, err = place.call("validate", ".")
        point(code == 0 and "“" + part + "”" in out + err and "old_memory" in out + err, "validate warns", (out, err))
    seen, _place = scopes(short_term_memory=True, entity_memory=True)
    point(seen == plain, "two old kinds are the whole memory", seen)
    seen, _place = scopes(memory=False, entity_memory=True)
    point(seen == (0, "", [], False), "“memory” has precedence", seen)
    seen, _place = scopes(memory={"memory_kind": "long_term"})
    point(seen[0] == 2 and "memory_kind" in seen[1], "a “memory” that is an object has no kinds, as in CrewAI", seen)


def main():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        server.dimension = 3
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for test in (test_script, test_consent, test_addresses, test_import, test_reset, test_damage, test_loss,
                     test_old_kinds):
            test(server.server_port)
        test_dimension(server)
        server.shutdown()
    print("1..%d" % points)


main()
