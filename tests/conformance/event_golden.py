# event_golden.py: events that CrewAI emits beside those of the other recordings: what it emits, and what Troupe emits
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replays the cases of event-golden.json with troupectl, and records them with CrewAI's Python:

    event_golden.py --troupectl PATH [--at-least=N] event-golden.json
    CREWAI_PYTHON event_golden.py --record event-golden.json

A case has `files`, `run` (the file to run), `answers` of the user, and `rules` or `replies` of the model server
(golden_server.py). `watch` are the types of the compared events, of which only the type is
compared if it is in `bare`; `expect` has the values of their compared fields in the
order of emission, then the rows of `rows`, a database of flow states, and the lines of `log`, a file that the code of
the case writes. Values that differ from run to run are not recorded.
"""

import argparse
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import golden_server

# Compared fields of the events. Others, such as times and IDs, differ from run to run.
FIELDS = {
    "flow_created": ("flow_name",),
    "flow_plot": ("flow_name",),
    "flow_input_requested": ("flow_name", "method_name", "message", "metadata"),
    "flow_input_received": ("flow_name", "method_name", "message", "response", "metadata", "response_metadata"),
    "method_execution_finished": ("result",),
    "hook_dispatched": ("interception_point", "outcome", "hook_count", "abort_reason", "abort_source"),
    "tool_usage_finished": ("tool_name", "tool_args", "output"),
    "agent_execution_completed": ("output",),
    "llm_thinking_chunk": ("chunk", "agent_role"),
    "llm_stream_chunk": ("chunk",),
    "skill_activated": ("skill_name", "skill_path", "disclosure_level", "agent_role"),
    "skill_used": ("skill_name", "skill_path", "disclosure_level", "agent_role"),
}


def reduce_event(event, folder, bare=()):
    """Returns the compared members of an event, whose values are plain."""
    made = {"type": event["type"]}
    for name in FIELDS.get(event["type"], ()) if event["type"] not in bare else ():
        value = event.get(name)
        if isinstance(value, str):
            value = value.replace(folder, "$PROJECT")
        if value is not None:
            made[name] = value
    return made


def write_files(case, folder):
    for name, text in case["files"].items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def read_rows(case, folder):
    """Returns the states that the case saved in a database of its own, as events."""
    if "rows" not in case:
        return []
    with contextlib.closing(sqlite3.connect(os.path.join(folder, case["rows"]))) as database:
        rows = database.execute("select method_name, state_json from flow_states order by id").fetchall()
    return [{"type": "state_saved", "method_name": name,
             "state": {key: value for key, value in json.loads(text).items() if key != "id"}} for name, text in rows]


def read_log(case, folder):
    """Returns the lines that the code of the case has written, as events."""
    if "log" not in case or not os.path.exists(os.path.join(folder, case["log"])):
        return []
    with open(os.path.join(folder, case["log"]), encoding="utf-8") as file:
        return [{"type": "line", "text": line.rstrip("\n")} for line in file]


def make_environment(case, server, folder):
    env = dict(os.environ, HOME=os.path.join(folder, "home"), PYTHONDONTWRITEBYTECODE="1", NO_COLOR="1")
    url = "http://127.0.0.1:%d" % server.port
    env.update(OPENAI_BASE_URL=url + "/v1", OPENAI_API_KEY="test", GOOGLE_GEMINI_BASE_URL=url, GEMINI_API_KEY="test")
    return env


# --- CrewAI ----------------------------------------------------------------------------------------------------


def run_crewai(case, folder):
    """Runs a case in this process, which is one of its own, and prints its events."""
    os.chdir(folder)
    sys.path.insert(0, folder)
    from crewai.events import crewai_event_bus
    from crewai.flow.flow import Flow
    from crewai.project.crew_loader import load_crew

    seen, emit = [], crewai_event_bus.emit

    def told(source, event):
        # An executor of an agent is a flow, too, which suppresses its events.
        if event.type in case["watch"]:
            seen.append(json.loads(event.model_dump_json(exclude={"state"}, fallback=str)))
        return emit(source, event)
    object.__setattr__(crewai_event_bus, "emit", told)
    lines = list(case.get("answers", ()))
    __builtins__.input = lambda _prompt="": lines.pop(0)
    path = os.path.join(folder, case["run"])
    try:
        if case["run"].startswith("crew"):
            crew, inputs = load_crew(path)
            output = crew.kickoff(inputs=inputs or None)
        else:
            flow = Flow.from_declaration(path=path)
            if case.get("plot"):
                flow.plot(os.path.join(folder, "plot.html"), show=False)
                output = None
            else:
                output = flow.kickoff()
        for _chunk in output if hasattr(output, "chunks") else ():
            pass
    except Exception as error:
        print("failed: %s" % error, file=sys.stderr)
    crewai_event_bus.flush(timeout=5)
    with open(os.path.join(folder, "events.json"), "w", encoding="utf-8") as file:
        json.dump(seen, file)
    os._exit(0)


def record(case):
    folder = os.path.realpath(tempfile.mkdtemp(prefix="event-recorded-"))
    try:
        write_files(case, folder)
        os.mkdir(os.path.join(folder, "home"))
        with golden_server.make_server(dict(case, server=case)) as server:
            env = dict(make_environment(case, server, folder), CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION="1",
                       CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false")
            subprocess.run([sys.executable, os.path.abspath(__file__), "--child", folder], env=env, check=True,
                           input=json.dumps(case), text=True, timeout=180)
        with open(os.path.join(folder, "events.json"), encoding="utf-8") as file:
            return [reduce_event(event, folder, case.get("bare", ())) for event in json.load(file)] \
                + read_rows(case, folder) + read_log(case, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# --- Troupe ----------------------------------------------------------------------------------------------------


def run_troupe(case, troupectl):
    folder = os.path.realpath(tempfile.mkdtemp(prefix="event-case-"))
    try:
        write_files(case, folder)
        os.mkdir(os.path.join(folder, "home"))
        with golden_server.make_server(dict(case, server=case)) as server:
            command = [troupectl, "run", case["run"], "--json", "--yes", "--allow", "all,programs"]
            if case.get("plot"):
                command = [troupectl, "plot", case["run"], "-o", "plot.html"]
            for answer in case.get("answers", ()):
                command += ["--answer", answer]
            command += ["--events", "events.jsonl", "--data-dir", "data"]
            done = subprocess.run(command, env=make_environment(case, server, folder), cwd=folder, text=True,
                                  capture_output=True, timeout=120, check=False)
        with open(os.path.join(folder, "events.jsonl"), encoding="utf-8") as file:
            events = [json.loads(line) for line in file]
        told = [reduce_event(event, folder, case.get("bare", ())) for event in events if event.get("type") in case["watch"]]
        return told + read_rows(case, folder) + read_log(case, folder), done.stderr
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--troupectl")
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--case", help="the only case to record")
    parser.add_argument("--child")
    options = parser.parse_args()
    if options.child:
        run_crewai(json.load(sys.stdin), options.child)
    with open(options.file, encoding="utf-8") as file:
        whole = json.load(file)
    if options.record:
        import importlib.metadata
        whole["crewai"] = importlib.metadata.version("crewai")
        for case in whole["cases"]:
            if options.case in (None, case["name"]):
                case["expect"] = record(case)
        with open(options.file, "w", encoding="utf-8") as file:
            json.dump(whole, file, indent=1, ensure_ascii=False)
            file.write("\n")
        return 0
    n_bad = 0
    for number, case in enumerate(whole["cases"], 1):
        expect = case.get("decided", case["expect"])
        ours, errors = run_troupe(case, os.path.abspath(options.troupectl))
        is_bad = ours != expect
        n_bad += is_bad
        print("%sok %d - %s" % ("not " if is_bad else "", number, case["name"]), flush=True)
        if is_bad:
            for line in ("CrewAI: " + json.dumps(expect), "Troupe: " + json.dumps(ours), errors[-800:]):
                print("# " + line.replace("\n", "\n# "), flush=True)
    print("1..%d" % len(whole["cases"]))
    return n_bad > 0 or len(whole["cases"]) < options.at_least


if __name__ == "__main__":
    sys.exit(main())
