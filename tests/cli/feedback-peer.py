#!/usr/bin/env python3
# feedback-peer.py: checks that flows paused for human feedback by CrewAI or troupectl can be resumed by either
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# feedback-peer.py TROUPECTL
#
# Each flow is paused and resumed in all four combinations; the database and the result of the flow must be the same.
# Runs with the Python of a CrewAI installation; exits with 77, which a test run counts as skipped, if crewai cannot be
# imported.

import dataclasses
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

os.environ.update(
    CREWAI_DISABLE_TELEMETRY="true", CREWAI_TRACING_ENABLED="false", OTEL_SDK_DISABLED="true",
    CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION="1")

try:
    from crewai.flow.async_feedback.types import HumanFeedbackPending
    from crewai.flow.flow import Flow
    from crewai.flow.flow_config import flow_config
    from crewai.flow.flow_definition import FlowDefinition
    from crewai.flow.persistence.sqlite import SQLiteFlowPersistence
except ImportError:
    print("CrewAI is not installed")
    sys.exit(77)


class Nobody:
    """A feedback provider that pauses the flow."""

    def request_feedback(self, context, flow):
        raise HumanFeedbackPending(context=context)


def exact_outcome(self, *, feedback, outcomes, llm):
    """Replaces the model: collapses feedback to an outcome as troupectl does."""
    return next(outcome for outcome in outcomes if outcome.lower() == feedback.strip().lower())


flow_config.hitl_provider = Nobody()
Flow._collapse_to_outcome = exact_outcome


def ask(**more):
    return {"message": "Good?", **more}


def say(text, **more):
    return {"do": {"call": "expression", "expr": text}, **more}


OUTCOMES = {"emit": ["approved", "revise"], "llm": "none"}

# name, methods, other members of the flow, answers
CASES = [
    ("plain", {
        "draft": say("{'a': [1, 2.5, null, 'é']}", start=True, human_feedback=ask()),
        "after": say("outputs.draft.feedback", listen="draft"),
    }, {}, [" nice "]),
    ("blank", {
        "draft": say("1", start=True, human_feedback=ask(default_outcome="fine", metadata={"k": 1})),
        "after": say("string(outputs.draft.outcome) + outputs.draft.method_name", listen="draft"),
    }, {}, [""]),
    ("outcomes", {
        "early": say("7", start=True),
        "draft": say("'text'", listen="early", human_feedback=ask(**OUTCOMES)),
        "named": say("1", listen="draft"),
        "pub": say("[string(has(outputs.early)), outputs.draft.outcome]", listen="approved"),
        "route": say("'x'", listen="approved", router=True),
        "deep": say("2", listen="x"),
    }, {}, ["approved"]),
    ("default", {
        "draft": say("'text'", start=True,
                     human_feedback=ask(**OUTCOMES, default_outcome="revise")),
        "rev": say("outputs.draft.feedback + '!'", listen="revise"),
    }, {"persist": {"enabled": True}}, [" "]),
    ("loop", {
        "s": say("0", start=True),
        "draft": {
            "listen": {"or": ["s", "revise"]},
            "do": {"call": "script", "code": "state['n'] = state.get('n', 0) + 1\nreturn state['n']"},
            "human_feedback": ask(**OUTCOMES),
        },
        "pub": say("state.n * 10", listen="approved"),
    }, {"persist": {"enabled": True}}, ["revise", "Revise", "approved"]),
    ("typed", {
        "s": say("'a'", start=True),
        "draft": {
            "listen": "s",
            "do": {"call": "script", "code": "state.n = state.n + 1\nreturn {'n': state.n}"},
            "human_feedback": ask(**OUTCOMES),
        },
        "pub": say("state.n + outputs.draft.output.n", listen="approved"),
    }, {
        "persist": {"enabled": True},
        "state": {"type": "json_schema", "json_schema": {
            "type": "object",
            "properties": {"n": {"type": "integer", "default": 4}, "t": {"type": "string"}}}},
    }, ["approved"]),
    ("two", {
        "a": say("1", start=True, human_feedback=ask()),
        "b": say("2", listen="a", human_feedback=ask(message="Second?")),
    }, {}, ["x", "y"]),
]


def plain(value):
    """Converts a value to JSON types and removes timestamps."""
    if dataclasses.is_dataclass(value):
        value = dataclasses.asdict(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key != "timestamp"}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


class Real:
    """Pauses and resumes a flow with CrewAI."""

    def __init__(self, path, database):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.persistence = SQLiteFlowPersistence(database)

    def finish(self, flow, result):
        paused = isinstance(result, HumanFeedbackPending)
        return None if paused else plain(result), plain(flow.method_outputs), paused

    def pause(self):
        flow = Flow.from_declaration(contents=self.text, persistence=self.persistence)
        return self.finish(flow, flow.kickoff(inputs={"id": "mine"}))

    def resume(self, answer):
        definition = FlowDefinition.from_declaration(contents=self.text)
        flow = Flow.from_pending("mine", self.persistence, definition=definition)
        return self.finish(flow, flow.resume(answer))


class Ours:
    """Pauses and resumes a flow with troupectl."""

    def __init__(self, path, database):
        self.path = path
        self.words = ["--state-db", database, "--no-store", "--yes"]
        self.words += ["--allow", "script", "--json"]

    def call(self, *words):
        answer = subprocess.run([sys.argv[1], *words, *self.words], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, check=False)
        value = json.loads(answer.stdout)
        if value["result"] not in ("ok", "paused"):
            raise RuntimeError(value["error"])
        outputs = [pair[1] for pair in value["outputs"]]
        return plain(value["final"]), plain(outputs), value["result"] == "paused"

    def pause(self):
        return self.call("run", self.path, "--id", "mine")

    def resume(self, answer):
        return self.call("resume", "mine", "--flow", self.path, "--answer", answer)


def read(database, persists):
    """Returns the contents of the database. If a flow does not persist its state, Troupe saves no rows, but CrewAI
    saves one for each pause; these are ignored."""
    connection = sqlite3.connect(database)
    rows = [[method, json.loads(state)] for method, state in connection.execute(
        "SELECT method_name, state_json FROM flow_states WHERE flow_uuid = 'mine' ORDER BY id")]
    pending = [[json.loads(context), json.loads(state)] for context, state in connection.execute(
        "SELECT context_json, state_json FROM pending_feedback")]
    connection.close()
    for context, _ in pending:
        for key in ("requested_at", "execution_uuid"):
            assert context.pop(key) is not None, key
    return rows if persists else [], pending


def run(path, folder, answers, who, persists):
    """Returns the results and database contents at each pause and at the end. @who: the classes that pause the flow and
    then resume it each time"""
    database = os.path.join(folder, "states.db")
    story = [who[0](path, database).pause(), read(database, persists)]
    for answer, kind in zip(answers, who[1:]):
        story += [kind(path, database).resume(answer), read(database, persists)]
    return story


def main():
    failed = 0
    number = 0
    print(f"1..{len(CASES) * 3}")
    for name, methods, more, answers in CASES:
        document = {"schema": "crewai.flow/v1", "name": "Peer", **more, "methods": methods}
        ways = {
            "CrewAI": [Real] * (len(answers) + 1),
            "paused by CrewAI": [Real] + [Ours] * len(answers),
            "paused by Troupe": [Ours] + [Real] * len(answers),
            "Troupe": [Ours] * (len(answers) + 1),
        }
        expected = None
        for way, who in ways.items():
            with tempfile.TemporaryDirectory() as folder:
                os.environ["HOME"] = folder
                os.environ["XDG_DATA_HOME"] = folder
                path = os.path.join(folder, "flow.json")
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(document, file)
                story = run(path, folder, answers, who, "persist" in more)
            if expected is None:
                expected = story
                continue
            number += 1
            is_same = story == expected
            failed += not is_same
            print(f"{'ok' if is_same else 'not ok'} {number} - {name}, {way}")
            for ours, theirs in zip(story, expected):
                if ours != theirs:
                    print(f"# expected {json.dumps(theirs)}\n# found    {json.dumps(ours)}")
    return 1 if failed else 0


sys.exit(main())
