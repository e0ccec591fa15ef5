#!/usr/bin/env python3
# compare-shapes.py: compares random CEL expressions, YAML files and flows in troupectl and in CrewAI
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TROUPE_CREWAI_PYTHON compare-shapes.py BUILD-DIR [--seed N] [--minutes N] [--kind cel|yaml|flow]
#
# Run by hand, with the Python of a CrewAI installation; not part of the test suite. Other comparisons generate trees of
# expressions and schemas. This one mutates tokens and characters of meaningful expressions (cel), writes one value in
# random styles of YAML and may then change a character (yaml), and connects methods at random, with values that pass
# through templates, routers and steps (flow). Known differences are counted under their heading in doc/differences.md;
# all others are printed.

import argparse
import collections
import json
import logging
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from datetime import datetime, timezone

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true",
                  CREWAI_TRACING_ENABLED="false")
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
try:
    import yaml
    from crewai.flow.expressions import Expression
    from crewai.flow.flow import Flow
    from crewai.utilities.serialization import to_serializable
except ImportError:
    print("CrewAI is not installed")
    sys.exit(77)

NOW = 1795265000123456
STATE = {"n": 3, "z": 0, "d": 2.5, "w": 3.0, "s": "x", "e": "", "uni": "hé日😀", "t": True,
         "none": None, "l": [1, 2, 3], "ls": ["b", "a"], "lm": [1, "a", None, True], "lf": [1.5, 3.0],
         "m": {"a": 1, "b": {"c": [10, {"d": "deep"}]}}, "items": [{"k": "x", "v": 1}, {"k": "y"}],
         "when": "2026-11-21T08:30:00Z", "num": "12", "dash-key": "dk", "big": 2**53 + 1}
OUTPUTS = {"a": {"raw": "text", "usage": {"total": 120}}, "b": [1, {"c": 2}], "f": 7.5}

# --- Expressions: mutated tokens and characters ------------------------------------------------------------

CORPUS = [
    "state.n + 1", "state.n > 2 && state.t", "state.d * 2.0 >= 5.0 ? 'yes' : 'no'", "size(state.l) == 3",
    "state.l.map(x, x * 2)", "state.items.filter(i, has(i.v)).map(i, i.k)", "state.lm.exists(x, x == 'a')",
    "state.m.b.c[1].d", "outputs.a.raw + ' ' + state.s", "'é日'.size() + size(b'ab')", "-state.n % 2",
    "state['dash-key'].startsWith('d')", "{'k': state.l, 'm': {1: 'x'}}", "[state.n, state.d, null, true]",
    "timestamp(state.when).getFullYear('UTC')", "timestamp('2024-02-29T12:30:45.5+05:30') + duration('1h30m')",
    "string(timestamp('2024W051T1230Z') - duration('26h'))", "duration('1.5s') < duration('2m')",
    "int('0x1F') + int(' 12 ')", "double('1e3') / 0.0", "string(1.0e16) + string(true) + string(null)",
    "bool('t') || 1/0 > 0", "state.uni.matches('(?<a>h).*[日x]')", "'a\\u00e9\\x41\\101\\n'.endsWith('\\n')",
    "r'\\d+' + \"q\\\"'\"", "'''m\nl'''", "state.none == null", "state.l[-1] in state.l", "type(state.d) == type(1.0)",
    "has(state.m.a) && !has(state.m.z)", "now().getHours('Europe/Berlin') >= 0", "state.ls.all(x, x.size() == 1)",
    "outputs.b[1].c == 2 ? outputs.b : []", "1u + uint('2')", "0xff & 1", "state.l.exists_one(x, x == 2)",
    "('a' + 'b').contains('a')", "b'\\xff\\u00e9\\377' == b'x'", "state.big + 9223372036854775807",
    "dyn(1) == 1.0", "[1, 2.0, 3u] == [1.0, 2, 3]", "state.items[0].v / 2", "timestamp('1969-12-31T23:59:59.5Z').getSeconds()",
]
TOKEN = re.compile(r"[rRbB]{0,2}(?:'''.*?'''|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")|\w+|[^\w\s]|\s+", re.S)
LETTERS = "()[]{}.,:?+-*/%!<>=&|'\"\\ \t\n019aexuUrb_$é日\u0663\u00a0\u2028"


def change_text(r, text, letters):
    """Inserts, removes or replaces one character."""
    at = r.randrange(len(text) + 1)
    kind = r.randrange(3)
    return text[:at] + (r.choice(letters) if kind < 2 else "") + text[at + (kind > 0):]


def make_cel(r):
    tokens = TOKEN.findall(r.choice(CORPUS))
    other = TOKEN.findall(r.choice(CORPUS))
    for _ in range(r.choice([0, 1, 1, 2, 3])):
        at = r.randrange(len(tokens))
        kind = r.randrange(6)
        if kind == 0:
            tokens[at] = r.choice(other)
        elif kind == 1:
            del tokens[at]
            tokens = tokens or ["1"]
        elif kind == 2:
            tokens.insert(at, r.choice(other))
        elif kind == 3:
            tokens[at:at + 1] = tokens[at:at + r.randrange(4)]
            tokens = tokens or ["1"]
        elif kind == 4:
            start = r.randrange(len(other))
            tokens[at:] = other[start:]
            tokens = tokens or ["1"]
        else:
            tokens[at] = change_text(r, tokens[at], LETTERS)
    text = "".join(tokens)
    return change_text(r, text, LETTERS) if r.random() < 0.15 else text


def ask_cel(text):
    moment = datetime.fromtimestamp(NOW // 1000000, timezone.utc).replace(microsecond=NOW % 1000000)
    expression = Expression(text, context={"state": STATE, "outputs": OUTPUTS}, now=moment)
    try:
        expression.validate_expression(allowed_roots=("state", "outputs"))
    except Exception as error:
        return {"error": "parse", "message": str(error)}
    try:
        return {"value": expression.evaluate()}
    except Exception as error:
        return {"error": "eval", "message": str(error)}


# --- Comparing values -----------------------------------------------------------------------------------

def plain(value):
    """Converts a value from the JSON output of troupectl to Python."""
    if isinstance(value, dict):
        if list(value) == ["$float"]:
            return float(value["$float"])
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def same(a, b):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool) \
            and not isinstance(b, bool):
        return type(a) is type(b) and (a == b or a != a and b != b)
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, dict):
        return set(a) == set(b) and all(same(a[key], b[key]) for key in a)
    return a == b


def without_ids(value, own):
    """Replaces the ID of the state, which is random in each run."""
    if isinstance(value, dict):
        return {key: without_ids(item, own) for key, item in value.items()}
    if isinstance(value, list):
        return [without_ids(item, own) for item in value]
    return value.replace(own, "$id") if isinstance(value, str) and own else value


# --- YAML: one value in random styles ----------------------------------------------------------------------

SCALARS = ["1", "-7", "0o17", "017", "0x1F", "0b101", "1_000", "1:30", "1:30:30.5", "1.5", "1.", ".5", "-.5", "1e3",
           "1.5e+3", "1.5e3", ".inf", "-.INF", ".NaN", "~", "null", "Null", "nUll", "", "yes", "No", "ON", "off", "y",
           "true", "True", "2024-02-03", "2024-2-3", "2024-02-03T04:05:06Z", "2024-02-03 04:05:06.5 +1",
           "2024-02-03t04:05:06-05:30", "2024-02-03 04:05:06", "2024-13-01", "text", "a b", "a: b", "a#b", "a #b", "é日",
           "'it''s'", "\"a\\tb\\x41\\u00e9\\U0001F600\\\\\"", "\"\\e\\a\\N\\_\\L\"", "'#'", "\"a\\\n  b\"", "-", "--", "?x",
           ":x", "x:", "@x", "%x", "`x`", "&a x", "*a", "!!str 1", "!!int \"3\"", "!!float 1", "!!bool yes", "!!null ''",
           "! 1", "!x 1", "!!binary aGk=", "<<", "=", "!!omap [a: 1, b: 2]", "!!pairs [a: 1, a: 2]", "!!set {a, b}",
           "[]", "{}", "[a, b: c]", "[a, [b], {c: d}]", "{a: 1, 'b': [2]}", "{a, b: }", "[a,\n     b]", "\ttab", "a\tb",
           "'a\tb'", "\"\"", "''", "+1", "1__0", "_1", "0.0", "-0.0", "1e400", "9223372036854775808", "12345678901234567890123"]
KEYS = ["a", "b c", "'q k'", "\"d k\"", "é", "-x", "x#y", "k1", "k2", "? c", "1", "yes", "!!str 5", "~", "&k kk", "x\ty"]
EXPRESSIONS = ["state", "state.v", "size(state)", "state.map(k, k)", "[1]", "string(state.v)", "type(state.v) == string"]


def make_node(r, indent, depth):
    """Generates the YAML after `key:`."""
    kind = r.random()
    pad = " " * indent
    if depth > 0 and kind < 0.15:
        step = r.choice([1, 2, 4])
        lines = [make_entry(r, indent + step, depth - 1) for _ in range(r.randint(1, 3))]
        return r.choice(["", " # c", " &x"]) + "\n" + "\n".join(lines)
    if depth > 0 and kind < 0.3:
        step = r.choice([0, 1, 2])
        return "\n" + "\n".join("%s-%s" % (" " * (indent + step), make_node(r, indent + step + 2, depth - 1))
                                for _ in range(r.randint(1, 3)))
    if kind < 0.42:
        mark = r.choice("|>") + r.choice(["", "-", "+", "2", "-1"])
        body = r.choice(["a\n", "a\n\nb\n", "\ta\n", "  a\n b\n", "# no\n", "---\n", "a \n", "a\tb\n", "\n\na\n", ""])
        return " %s%s\n%s" % (mark, r.choice(["", " # c"]),
                              "".join(pad + "  " + line + "\n" if line else "\n" for line in body.split("\n")[:-1]))
    return r.choice([" ", " ", "  "]) + r.choice(SCALARS) + r.choice(["", "", "", "  ", " # c"])


def make_entry(r, indent, depth):
    return "%s%s%s:%s" % (" " * indent, r.choice(KEYS), r.choice(["", "", " "]), make_node(r, indent, depth))


def make_yaml(r):
    head = r.choice(["", "", "", "---\n", "--- # c\n", "%YAML 1.1\n---\n", "%FOO x\n---\n", "%YAML 1.9\n---\n", "\ufeff",
                     "# c\n\n", "%TAG !e! tag:e.com,2000:\n---\n"])
    entries = ["    v:" + make_node(r, 4, 2)] + [make_entry(r, 4, 2) for _ in range(r.choice([0, 0, 1, 2]))]
    parts = ["name: Y", "state:\n  type: dict\n  default:\n" + "\n".join(entries),
             "methods:\n  a: {start: true, do: {call: expression, expr: '%s'}}" % r.choice(EXPRESSIONS)]
    r.shuffle(parts)
    text = head + "\n".join(parts) + r.choice(["", "\n", "\n...\n", "\n# c"])
    return change_text(r, text, "\t :-#'\"[]{},&*!|>%@`\n\r\u0085\u2028é?") if r.random() < 0.15 else text


# --- Flows: randomly connected methods ------------------------------------------------------------------------

PARTS = ["state.n", "state.s", "state.l", "state.m", "state.none", "state.t", "state.d", "state.uni", "1 + 2",
         "outputs", "outputs.size() > 1", "{'a': [1.5, null]}", "'q\"'", "state.items[0]", "state['dash-key']",
         "size(outputs)", "timestamp(state.when)", "duration('90m')", "b'ab'", "1u", "-0.0", "1e-7", "'${'"]
EVENTS = ["e1", "e2", "True", "1", "1.5", "['e1']"]


def make_template(r):
    return "".join(r.choice(["", "a ", "$", "{x}", "é", "\n", "}", "\\"]) + "${%s}" % r.choice(["", " ", "\n"]).join(
        ["", r.choice(PARTS), ""]) for _ in range(r.randint(1, 3))) + r.choice(["", "", " ", "$"])


def make_value(r, depth=0):
    if depth < 2 and r.random() < 0.3:
        return [make_value(r, depth + 1) for _ in range(r.randint(0, 2))]
    if depth < 2 and r.random() < 0.3:
        return {r.choice(["k", "é", "x y", "${state.n}"]): make_value(r, depth + 1) for _ in range(r.randint(0, 2))}
    return r.choice([1, 2.5, True, None, "", "text", make_template(r), make_template(r), -0.0, 2**53 + 1])


def make_condition(r, names, depth=0):
    if depth > 1 or r.random() < 0.6:
        return r.choice(names + EVENTS[:2])
    branches = [make_condition(r, names, depth + 1) for _ in range(r.randint(0 if r.random() < 0.05 else 1, 3))]
    return {r.choice(["and", "or"]): branches}


def make_action(r, names, router):
    if router:
        return {"call": "expression", "expr": r.choice(["'e1'", "'e2'", "true", "1", "1.5", "null", "''", "['e1']",
                                                        "size(outputs) > 2 ? 'e1' : 'e2'", "{'a': 'x'}"])}
    kind = r.random()
    if kind < 0.25:
        steps = [{"name": "p%d" % i, "action": {"call": "expression", "expr": r.choice(
            ["item", "outputs", "[item, state.n]", "outputs.p0", "{'i': item}", "size(outputs)"])}}
            for i in range(r.randint(1, 3))]
        for step in steps:
            if r.random() < 0.3:
                step["if"] = r.choice(["true", "item == 1", "state.t", "has(outputs.p0)", "${ item != 2 }", "1"])
        return {"call": "each", "in": r.choice(["state.l", "[]", "[1, 'a', null]", "outputs.s", "state.m", "[[1], [2]]"]),
                "do": steps}
    if kind < 0.5:
        return {"call": "code", "ref": "shapes:" + r.choice(["keep", "pick", "first", "fail"]),
                "with": {r.choice(["x", "y", "é"]): make_value(r) for _ in range(r.randint(0, 2))}}
    if kind < 0.6:
        return {"call": "code", "ref": "shapes:" + r.choice(["nothing", "one", "keep", "none", "missing"])}
    return {"call": "expression", "expr": r.choice(PARTS + ["outputs." + r.choice(names), "'x' + 1", "outputs.s"])}


CODE = '''
class Row:
    def __init__(self, value):
        self.value = value

def keep(self, *args, **kwargs):
    return [list(args), kwargs]

def pick(self, x=1, **rest):
    return {"x": x, "rest": sorted(rest)}

def first(self, *args):
    return args

def one(self, value=None):
    self.state["seen"] = self.state.get("seen", 0) + 1
    return value

def nothing(self):
    return None

def fail(self, **kwargs):
    raise KeyError("lost")

def none(**kwargs):
    return kwargs
'''


def make_flow(r):
    names = ["s", "t", "u", "v", "w"][:r.randint(2, 5)]
    methods = {}
    for i, name in enumerate(names):
        router = r.random() < 0.3
        method = {"do": make_action(r, names, router)}
        if i == 0 or r.random() < 0.12:
            method["start"] = r.choice([True, True, True, "e1", make_condition(r, names)]) if i else True
        if i > 0 and ("start" not in method or r.random() < 0.3):
            earlier = names[:i] if r.random() < 0.8 else [n for n in names if n != name]
            method["listen"] = make_condition(r, earlier)
        if router:
            method["router"] = True
            if r.random() < 0.5:
                method["emit"] = r.sample(EVENTS, 2)
        methods[name] = method
    state = r.choice([{"type": "dict", "default": STATE}, {"type": "dict", "default": STATE},
                      {"type": "json_schema", "default": STATE, "json_schema": {
                          "type": "object", "required": r.choice([[], ["missing"]]),
                          "properties": dict({key: {} for key in STATE}, d={"type": "number"}, missing={"type": "integer"},
                                             n={"anyOf": [{"type": "number"}, {"type": "null"}]})}}])
    return {"name": "Shapes", "state": state, "config": {"max_method_calls": 5}, "methods": methods}


# --- Running -------------------------------------------------------------------------------------------------

class TooLong(BaseException):
    pass


def too_long(_signal, _frame):
    raise TooLong


def ask_flow(path, inputs=None):
    """Loads and runs the file in CrewAI."""
    try:
        flow = Flow.from_declaration(path=path)
    except TooLong:
        raise
    except BaseException as error:
        kind = "build_error" if "Cannot build flow" in str(error) else "load_error"
        return {"result": kind, "message": "%s: %s" % (type(error).__name__, error)}
    try:
        final = flow.kickoff(inputs=inputs) if inputs is not None else flow.kickoff()
    except TooLong:
        raise
    except BaseException as error:
        return {"result": "run_error", "message": "%s: %s" % (type(error).__name__, error)}
    own = str(flow.state["id"] if isinstance(flow.state, dict) else flow.state.id)
    # The state as it is visible to expressions.
    state = flow.state.model_dump(mode="json") if hasattr(flow.state, "model_dump") else flow.state
    state = to_serializable(state, max_depth=100)
    return {"result": "ok", "final": without_ids(to_serializable(final, max_depth=100), own),
            "state": without_ids(state, own)}


def ask_troupe(build, folder, path):
    # Must be outside the document's folder, because the Python sandbox hides it.
    home = os.path.join(os.path.dirname(folder), "home")
    os.makedirs(home)
    env = dict(os.environ, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home, CREWAI_STORAGE_DIR=home, HOME=home,
               LC_ALL="C.UTF-8", LANGUAGE="C",
               TROUPE_PYTHON_DIR=os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/python"))
    run = subprocess.run([os.path.join(build, "src/cli/troupectl"), "run", path, "--json", "--yes", "--allow", "all,programs",
                          "--no-store", "--timeout", "30"], cwd=folder, env=env, capture_output=True, timeout=90,
                         stdin=subprocess.DEVNULL)
    try:
        answer = json.loads(run.stdout.decode().strip().split("\n")[-1])
    except (ValueError, IndexError):
        return {"result": "crash %d" % run.returncode, "message": (run.stdout + run.stderr)[-400:].decode(errors="replace")}
    own = (answer.get("state") or {}).get("id") or ""
    return {"result": answer["result"], "final": without_ids(plain(answer.get("final")), own),
            "state": without_ids(plain(answer.get("state")), own),
            "message": str((answer.get("error") or {}).get("message")),
            "codes": [problem.get("code") for problem in answer.get("problems") or []]}


def agree(theirs, ours):
    if theirs["result"] != ours["result"]:
        return False
    return theirs["result"] != "ok" or same(theirs["final"], ours["final"]) and same(theirs["state"], ours["state"])


# --- Known differences ---------------------------------------------------------------------------------------

KNOWN = [
    # heading in doc/differences.md, part of the message of troupectl, part of CrewAI's message
    ("U+0000", "U+0000", None), ("keys that are not strings", "keys must be strings", None),
    ("keys that are not strings", "expected a string as the key", None),
    ("keys given twice", "found the duplicate key", None),
    ("anchors given twice", "found the duplicate anchor", None), ("tags", "found a tag that flows", None),
    ("lone surrogates", "invalid character escape", None), ("lone surrogates", "no character has this number", None),
    ("conditions", "Expected an event name", None), ("numbers", "number", "too large"),
]


def find_known(text, theirs, ours):
    message = ours.get("message") or ""
    for name, mine, their in KNOWN:
        if mine in message and (their is None or their in theirs.get("message", "")):
            return name
    if theirs["result"] == "load_error" and "yaml_tabs" in ours.get("codes", ()) or "'\\t' that cannot start" in \
            theirs.get("message", ""):
        return "tabs"
    if theirs["result"] == "load_error" and "yaml_question_mark" in ours.get("codes", ()):
        return "question marks"
    return None


def print_difference(kind, text, theirs, ours):
    print("--- %s\n%s\nCrewAI: %s\nours:   %s" % (kind, text if kind == "yaml" else repr(text), repr(theirs)[:700],
                                                 repr(ours)[:500]), file=REPORT, flush=True)


class Comparison:
    def __init__(self, build, seed):
        self.build = build
        self.random = random.Random(seed)
        self.counts = collections.Counter()

    def cel(self):
        texts = [make_cel(self.random) for _ in range(100)]
        document = {"now": NOW, "contexts": {"default": {"state": STATE, "outputs": OUTPUTS}},
                    "probes": [{"kind": "cel", "context": "default", "text": text} for text in texts]}
        run = subprocess.run([os.path.join(self.build, "tests/cel/cel-answer")], input=json.dumps(document).encode(),
                             stdout=subprocess.PIPE, check=True)
        for text, line in zip(texts, run.stdout.decode().rstrip("\n").split("\n"), strict=True):
            ours = json.loads(line)
            theirs = ask_cel(text)
            self.counts["cel"] += 1
            if "CELEvalError" in str(theirs.get("value")):
                self.counts["cel agree"] += 1
            elif theirs.get("error") == ours.get("error") and ("error" in theirs or same(theirs["value"],
                                                                                       plain(ours["value"]))):
                self.counts["cel agree"] += 1
            else:
                name = find_known(text, dict(theirs, result=""), ours)
                self.counts["cel known: " + name if name else "cel new"] += 1
                if name is None:
                    print_difference("cel", text, theirs, ours)

    def file(self, kind):
        base = tempfile.mkdtemp(prefix="shapes")
        folder = os.path.join(base, "project")
        os.mkdir(folder)
        text = make_yaml(self.random) if kind == "yaml" else yaml.safe_dump(make_flow(self.random), sort_keys=False,
                                                                             allow_unicode=True)
        path = os.path.join(folder, "flow.yaml")
        sys.path.insert(0, folder)
        try:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            with open(os.path.join(folder, "shapes.py"), "w", encoding="utf-8") as file:
                file.write(CODE)
            sys.modules.pop("shapes", None)
            signal.alarm(20)
            os.chdir(folder)
            theirs = ask_flow(path)
            signal.alarm(0)
            ours = ask_troupe(self.build, folder, path)
            # CrewAI does not define which of two parallel methods finishes first.
            for _ in range(8 if not agree(theirs, ours) and kind == "flow" else 0):
                signal.alarm(20)
                again = ask_flow(path)
                signal.alarm(0)
                if not agree(again, theirs):
                    self.counts[kind] += 1
                    self.counts["flow agree" if agree(again, ours) else "flow known: order"] += 1
                    return
        except (TooLong, subprocess.TimeoutExpired):
            self.counts[kind + " too long"] += 1
            return
        finally:
            signal.alarm(0)
            os.chdir("/")
            sys.path.remove(folder)
            shutil.rmtree(base, ignore_errors=True)
        self.counts[kind] += 1
        if agree(theirs, ours):
            self.counts[kind + " agree"] += 1
            return
        name = find_known(text, theirs, ours)
        self.counts[kind + " known: " + name if name else kind + " new"] += 1
        if name is None:
            print_difference(kind, text, theirs, ours)


REPORT = sys.stdout


def main():
    global REPORT
    arguments = argparse.ArgumentParser()
    arguments.add_argument("build")
    arguments.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments.add_argument("--minutes", type=float, default=1)
    arguments.add_argument("--kind", choices=["cel", "yaml", "flow"])
    options = arguments.parse_args()
    signal.signal(signal.SIGALRM, too_long)
    comparison = Comparison(os.path.abspath(options.build), options.seed)
    print("seed %d" % options.seed, flush=True)
    # CrewAI writes to stdout and stderr; the results are written to a duplicate of stdout.
    REPORT = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    sys.stdout = open(os.devnull, "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    end = time.monotonic() + options.minutes * 60
    while time.monotonic() < end:
        if options.kind in (None, "cel"):
            comparison.cel()
        for kind in ("yaml", "flow"):
            for _ in range(15 if options.kind in (None, kind) else 0):
                comparison.file(kind)
    for name, count in sorted(comparison.counts.items()):
        print("%6d %s" % (count, name), file=REPORT)
    # Threads that CrewAI leaves running can end the process abruptly.
    REPORT.flush()
    return 1 if any(name.endswith(" new") for name in comparison.counts) else 0


if __name__ == "__main__":
    sys.exit(main())
