#!/usr/bin/env python3
# memory-peer.py: exchanges memories and trained agents between CrewAI and troupectl in both directions
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# memory-peer.py TROUPECTL
#
# Runs with the Python of a CrewAI installation; exits with 77, which a test run counts as skipped, if crewai or lancedb
# cannot be imported. Prints TAP on stdout.

import datetime
import json
import os
import subprocess
import sys
import tempfile

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", CREWAI_TRACING_ENABLED="false", OTEL_SDK_DISABLED="true")
HOME = os.environ["CREWAI_STORAGE_DIR"] = tempfile.mkdtemp(prefix="memory-peer-")

try:
    import lancedb  # noqa: F401
    from crewai.memory.storage.lancedb_storage import LanceDBStorage
    from crewai.memory.types import MemoryRecord
    from crewai.utilities.training_handler import CrewTrainingHandler
except ImportError as error:
    print("1..0 # SKIP %s" % error)
    sys.exit(77)

from golden_server import RuleServer  # noqa: E402

TROUPECTL = os.path.abspath(sys.argv[1])
WORDS = ["bees", "wax", "honey", "town", "rain", "steel"]
ROLE = "Keeper of bees"
LEARNED = "Always name the flower."
N_RECORDS = 2500
points = 0


def point(is_ok, text):
    global points
    points += 1
    print("%s %d - %s" % ("ok" if is_ok else "not ok", points, text), flush=True)
    return is_ok


def embed(text):
    vector = [float(text.count(word)) for word in WORDS] + [0.01]
    length = sum(x * x for x in vector) ** 0.5
    return [x / length for x in vector]


def call(folder, server, *arguments, stdin=None):
    """Runs the program in the project's folder; returns its exit code, stdout and stderr."""
    environment = dict(os.environ, PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"],
                       HOME=HOME, **server.environment())
    done = subprocess.run([TROUPECTL, *arguments, "--data-dir", "data"], cwd=folder, env=environment, check=False,
                          input=stdin, capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def make_project(files):
    folder = tempfile.mkdtemp(prefix="memory-peer-project-")
    for name, value in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file)
    return folder


def make_records(n):
    """Returns records with different numbers of the words, so that no two have the same distance to a query."""
    start = datetime.datetime(2026, 1, 1)
    records = []
    for i in range(n):
        text = " ".join(word for k, word in enumerate(WORDS) for _ in range((i * 7 + k * (i % 11 + 1)) % 13))
        records.append(MemoryRecord(
            content="%d %s ä" % (i, text), scope="/team/%d" % (i % 5), categories=["a", "b, \"c\""][: i % 3],
            metadata={"k": i, "list": ["x", None]} if i % 2 else {}, importance=(i % 11) / 10,
            created_at=start + datetime.timedelta(minutes=i), last_accessed=start + datetime.timedelta(days=i % 7),
            source="alice" if i % 4 == 0 else None, private=i % 4 == 0, embedding=embed(text)))
    return records


def plain(record):
    """Returns the fields that must be equal on both sides, from a record of either."""
    def time(value):
        value = value if isinstance(value, datetime.datetime) else datetime.datetime.fromisoformat(value.replace("Z", ""))
        return value.replace(tzinfo=None).isoformat()

    get = record.get if isinstance(record, dict) else lambda name: getattr(record, name)
    return {**{name: get(name) for name in ("id", "content", "scope", "categories", "metadata", "source", "private")},
            "importance": round(get("importance"), 9), "created_at": time(get("created_at")),
            "last_accessed": time(get("last_accessed"))}


def nearest(storage, query, limit):
    return [record.content for record, _score in storage.search(embed(query), limit=limit)]


def recall(folder, server, query, limit):
    line = {"op": "recall", "args": {"query": query, "limit": limit, "depth": "shallow", "include_private": True},
            "memory": {"llm": "gpt-4o-mini", "semantic_weight": 1.0, "recency_weight": 0.0, "importance_weight": 0.0}}
    _code, out, err = call(folder, server, "memory", ".", "--script", "-", "--json",
                           stdin=json.dumps(line).encode() + b"\n")
    answer = json.loads(out or "{}")
    return [match["content"] for match in answer["value"]] if "value" in answer else [out, err]


def compare_memories(server):
    folder = make_project({})
    records = make_records(N_RECORDS)
    storage = LanceDBStorage()
    for i in range(0, N_RECORDS, 500):
        storage.save(records[i:i + 500])
    code, out, err = call(folder, server, "memory", ".", "import", "--allow", "code,no-sandbox", "--json")
    point(code == 0 and json.loads(out) == {"read": N_RECORDS, "imported": N_RECORDS},
          "CrewAI's memory is imported (%s%s)" % (out.strip(), err.strip()))
    _code, out, _err = call(folder, server, "memory", ".", "import", "--allow", "code,no-sandbox", "--json")
    point(json.loads(out or "{}") == {"read": N_RECORDS, "imported": 0}, "a second import adds nothing")
    _code, out, _err = call(folder, server, "memory", ".", "list", "--json", "--verbose")
    point([plain(one) for one in json.loads(out)["memory"]] == [plain(one) for one in records], "all fields are the same")
    for query in ("bees wax", "rain steel steel", "honey"):
        point(recall(folder, server, query, 10) == nearest(storage, query, 10), "same matches for “%s”" % query)
    _code, out, _err = call(folder, server, "memory", ".", "export")
    back = LanceDBStorage(path=os.path.join(folder, "back"))
    lines = [json.loads(line) for line in reversed(out.splitlines())]
    back.save([MemoryRecord(embedding=read_vector(line.pop("vector")), **line) for line in lines])
    point(sorted(map(json.dumps, map(plain, back.list_records(limit=N_RECORDS)))) ==
          sorted(map(json.dumps, map(plain, records))), "CrewAI stores what Troupe exports")
    point(nearest(back, "bees wax", 10) == nearest(storage, "bees wax", 10), "CrewAI finds the same matches in it")


def read_vector(text):
    from array import array
    from base64 import b64decode
    numbers = array("f", b64decode(text))
    if sys.byteorder != "little":
        numbers.byteswap()
    return list(numbers)


CREW = {"name": "bees", "agents": ["keeper"],
        "tasks": [{"name": "t", "description": "Say what bees like.", "expected_output": "A word.", "agent": "keeper"}]}
KEEPER = {"role": ROLE, "goal": "Know bees", "backstory": "Old.", "llm": "gpt-4o-mini"}


def told(server, text):
    return any(text in json.dumps(request["body"], ensure_ascii=False) for request in server.take())


def compare_trained(server):
    folder = make_project({"crew.jsonc": CREW, "agents/keeper.jsonc": KEEPER})
    handler = CrewTrainingHandler(os.path.join(folder, "trained_agents_data.pkl"))
    handler.save_trained_data(agent_id=ROLE, trained_data={"suggestions": [LEARNED], "quality": 8.0,
                                                          "final_summary": "It is fine."})
    code, _out, err = call(folder, server, "run", ".", "--yes", "--quiet", "--json")
    point(code == 0 and told(server, LEARNED), "Troupe uses a file written by CrewAI's training %s" % err.strip())
    handler.save_trained_data(agent_id="Somebody else", trained_data={"suggestions": ["x"]})
    code, _out, err = call(folder, server, "train", ".", "-n", "1", "-f", "mine.pkl", "--yes", "--json", "--answer",
                           "Shorter.")
    data = CrewTrainingHandler(os.path.join(folder, "mine.pkl")).load()
    point(code == 0 and list(data) == [ROLE] and data[ROLE].get("suggestions") == [LEARNED],
          "CrewAI reads a file written by Troupe's training (%r%s)" % (data, err.strip()))
    seen = CrewTrainingHandler(os.path.join(folder, "training_data.pkl")).load()
    point(len(seen) == 1 and next(iter(seen.values()))[0]["human_feedback"] == "Shorter.",
          "CrewAI reads the human feedback in it")
    os.remove(os.path.join(folder, "trained_agents_data.pkl"))
    CrewTrainingHandler(os.path.join(folder, "trained_agents_data.pkl")).save_trained_data(
        agent_id="Somebody else", trained_data={"suggestions": [LEARNED], "quality": 8.0, "final_summary": "-"})
    server.take()
    code, _out, err = call(folder, server, "run", ".", "--yes")
    point(code == 0 and not told(server, LEARNED) and "trained_agents_data.pkl" in err,
          "a file trained for another crew is reported: %s" % err.strip()[-160:].replace("\n", " "))


def main():
    evaluation = {"suggestions": [LEARNED], "quality": 8, "final_summary": "Fine."}
    rules = [{"when": {"has": ["Shorter."]}, "times": 1, "reply": {"text": "clover"}},
             {"when": {"has": ["Shorter."]}, "reply": {"text": json.dumps(evaluation)}},
             {"when": {}, "reply": {"text": "flowers"}}]
    with RuleServer(rules, WORDS) as server:
        compare_memories(server)
        compare_trained(server)
    print("1..%d" % points)


main()
