#!/usr/bin/env python3
# celpy-peer.py: compares random CEL expressions in CrewAI's evaluator and in Troupe's
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# celpy-peer.py CEL-ANSWER [SEED [COUNT]]
# celpy-peer.py CEL-ANSWER --pairs START STEP: every operator and function with every pair of values
#
# Runs with the Python of a CrewAI installation; exits with 77, which a test run counts as skipped, if crewai cannot be
# imported.

import json
import logging
import math
import random
import resource
import subprocess
import sys
from datetime import datetime, timezone

try:
    from crewai.flow.expressions import Expression
except ImportError:
    print("CrewAI is not installed")
    sys.exit(77)

NOW = 1795265000123456
STATE = {
    "i": 3, "z": 0, "one": 1, "neg": -7, "big": 9223372036854775807,
    "small": -9223372036854775808, "d": 2.5, "w": 3.0, "dz": 0.0, "nd": -1.5, "e300": 1e300,
    "s": "x", "e": "", "num": "12", "fnum": "2.5", "hex": "0x1F", "tru": "true",
    "uni": "hé日😀", "long": "The quick brown fox", "nul": "a\x00b", "nl": "a\nb\tc'\"\\",
    "t": True, "f": False, "n": None, "l": [1, 2, 3], "le": [], "lm": [1, "a", 2.5, None, True],
    "ls": ["b", "a", "c"], "lf": [1.5, 3.0], "lb": [True, False], "ll": [[1], [2, 3], []],
    "m": {"a": 1, "b": {"c": [10, 20, {"d": "deep"}]}}, "me": {}, "mx": {"x": 3.0, "12": None},
    "items": [{"name": "n1", "score": 3}, {"name": "n2", "score": 8.5}, {"name": "n3"}],
    "when": "2026-11-21T08:30:00Z", "dur": "1h30m", "now": 5,
}
OUTPUTS = {"research": {"raw": "found x and y", "usage": {"total": 120}}, "score": 7,
           "list": ["p", "q"], "none": None, "flag": True}
CONTEXT = {"state": STATE, "outputs": OUTPUTS}

PATHS = ["state." + key for key in STATE] + [
    "outputs.research.raw", "outputs.score", "outputs.list", "outputs.none", "outputs.flag",
    "outputs.missing", "state.missing", "state.items[1].score", "state.m.b.c[2].d", "outputs['score']"]
LITERALS = [
    "0", "1", "-1", "2", "7", "9223372036854775807", "-9223372036854775808", "0x1f", "-0x10",
    "9223372036854775808", "0u", "1u", "3u", "18446744073709551615u", "0.0", "1.0", "-0.0", "2.5",
    "3.0", "1e3", "1e400", "-1.5e-3", ".5", "2.", "true", "false", "null", "''", "'x'", "\"a\"",
    "'12'", "' 12 '", "'-5'", "'1.5'", "'0x1f'", "'true'", "'True'", "'1'", "'abc'", "'a.c'",
    "r'\\d+'", "'é'", "'inf'", "'nan'", "'1e3'", "'1_000'", "b''", "b'abc'", "b'\\xff'", "b'\\000a'",
    "'\\u00e9'", "'\\n'", "'''a'b'''", "[]", "[1]", "[1, 2, 3]", "['a', 'b']", "[1, 'a']",
    "[1.5, 2]", "[true]", "[null]", "[[1], [2]]", "[1u, 2u]", "[2.5]", "{}", "{'a': 1}",
    "{'a': 1, 'b': 2.5}", "{1: 'x'}", "{true: 1}", "{1u: 1}", "{'a': null}", "{'a': [1]}",
    "{2.5: 1}", "{null: 1}", "{[1]: 1}", "now()", "timestamp('2026-11-21T08:30:00Z')",
    "timestamp('2026-11-21T08:30:00.123456+02:00')", "timestamp('1969-12-31T23:59:59Z')",
    "timestamp('0001-01-01T00:00:00Z')", "timestamp('9999-12-31T23:59:59Z')",
    "duration('1h')", "duration('-90s')", "duration('1.5s')", "duration('100ms')",
    "duration('0s')", "type(1)", "type('a')", "int", "('a' + 'b')", "([1] + [2])", "(1.5 + 1.0)",
    "(b'a' + b'b')", "(true + true)", "(1.0 - 1.0)", "(duration('2s') - duration('1s'))",
    "(1/0)", "(0.0/0.0)", "(-2.5)", "list('ab')", "{'a': 1/0}", "[true, 1 == 1][0]",
]
BINARY = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "&&", "||"]
FUNCTIONS = ["size", "int", "uint", "double", "string", "bool", "bytes", "type", "dyn", "timestamp",
             "duration", "list", "map", "min", "null_type", "contains", "startsWith", "endsWith",
             "matches", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getFullYear",
             "getMonth", "getHours", "getMilliseconds", "getMinutes", "getSeconds", "has", "now",
             "nosuch", "reduce"]
MACROS = ["all", "exists", "exists_one", "map", "filter", "reduce", "existsOne"]
ZONES = ["'UTC'", "'America/New_York'", "'+02:00'", "'-05:30'", "'nowhere'", "''", "'Europe/Berlin'",
         "'02:00'", "'+2:00'", "'europe/berlin'", "'EST'"]


class Maker:
    """Generates expressions of all kinds; all choices come from one random number generator."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def leaf(self, names):
        if names and self.random.random() < 0.5:
            return self.random.choice(names)
        return self.random.choice(PATHS if self.random.random() < 0.45 else LITERALS)

    def binary(self, depth, names):
        return "%s %s %s" % (self.make(depth - 1, names), self.random.choice(BINARY),
                             self.make(depth - 1, names))

    def call(self, depth, names):
        name = self.random.choice(FUNCTIONS)
        count = self.random.choice([0, 1, 1, 1, 1, 2])
        arguments = [self.make(depth - 1, names) for _ in range(count)]
        return "%s(%s)" % (name, ", ".join(arguments))

    def method(self, depth, names):
        name = self.random.choice(FUNCTIONS)
        receiver = self.member(depth, names)
        if name.startswith("get"):
            arguments = [self.random.choice(ZONES)] if self.random.random() < 0.5 else []
            if self.random.random() < 0.8:
                receiver = self.random.choice(
                    [leaf for leaf in LITERALS if leaf.startswith(("now", "timestamp", "duration"))])
        else:
            count = self.random.choice([0, 1, 1, 1, 2])
            arguments = [self.make(depth - 1, names) for _ in range(count)]
        return "%s.%s(%s)" % (receiver, name, ", ".join(arguments))

    def member(self, depth, names):
        text = self.make(depth - 1, names)
        return text if " " not in text and not text.startswith("-") else "(%s)" % text

    def macro(self, depth, names):
        variable = self.random.choice(["x", "y", "state", "now"])
        inner = names + [variable, variable, variable + ".name", variable + " == 1",
                         variable + " > 1", variable + " + 1", variable + " + " + variable]
        receiver = self.random.choice(["state.l", "state.lm", "state.items", "state.m", "state.lf",
                                       "state.ls", "state.long", "b'ab'", "state.lb",
                                       self.member(depth, names)])
        name = self.random.choice(MACROS)
        arguments = [variable, self.make(depth - 1, inner)]
        if name == "reduce":
            arguments = ["r", variable, self.make(depth - 1, names),
                         self.make(depth - 1, inner + ["r"])]
        elif self.random.random() < 0.05:
            arguments.append(self.make(depth - 1, inner))
        return "%s.%s(%s)" % (receiver, name, ", ".join(arguments))

    def other(self, depth, names):
        kind = self.random.randrange(9)
        one = self.make(depth - 1, names)
        two = self.make(depth - 1, names)
        if kind == 0:
            return "%s ? %s : %s" % (self.binary(depth - 1, names), one, two)
        if kind == 1:
            return "!(%s)" % one
        if kind == 2:
            return "-(%s)" % one
        if kind == 3:
            return "%s[%s]" % (self.member(depth, names), one)
        if kind == 4:
            return "[%s, %s]" % (one, two)
        if kind == 5:
            return "{%s: %s}" % (one, two)
        if kind == 6:
            return "%s.%s" % (self.member(depth, names), self.random.choice(["a", "name", "x", "size"]))
        if kind == 7:
            return "has(%s)" % one
        return "{'k': %s, 'l': %s}" % (one, two)

    def make(self, depth, names=()):
        names = list(names)
        if depth <= 0:
            return self.leaf(names)
        kinds = [self.binary] * 8 + [self.call] * 5 + [self.method] * 4 + [self.macro] * 3
        text = self.random.choice(kinds + [self.other] * 4)(depth, names)
        return "(%s)" % text if depth < 3 and " " in text and self.random.random() < 0.7 else text

    def template(self):
        parts = []
        for _ in range(self.random.randint(1, 3)):
            parts.append(self.random.choice(["", " ", "a ", "$", "é", "{", "}", "\n"]))
            parts.append("${%s}" % self.make(self.random.choice([0, 0, 1])))
        return "".join(parts)


def plain(value):
    """Converts a value from the JSON of CEL-ANSWER to Python."""
    if isinstance(value, dict):
        if list(value) == ["$float"]:
            return float(value["$float"])
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return a == b and math.copysign(1, a) == math.copysign(1, b) or a != a and b != b
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a == b


def ask_crewai(probe):
    """Evaluates a probe in CrewAI; returns the answer in the form of CEL-ANSWER."""
    moment = datetime.fromtimestamp(NOW // 1000000, timezone.utc).replace(microsecond=NOW % 1000000)
    expression = Expression(probe["text"], context=CONTEXT, now=moment)
    roots = ("state", "outputs")
    try:
        if probe["kind"] == "template":
            expression.validate_template(allowed_roots=roots)
        else:
            expression.validate_expression(allowed_roots=roots)
    except Exception as error:
        return {"error": "parse", "message": str(error)}
    try:
        if probe["kind"] == "template":
            return {"value": expression.render_template()}
        return {"value": expression.evaluate()}
    except Exception as error:
        return {"error": "eval", "message": str(error)}


def make_probes(seed, count):
    maker = Maker(seed)
    probes = []
    for index in range(count):
        if index % 12 == 0:
            probes.append({"kind": "template", "context": "default", "text": maker.template()})
        else:
            depth = maker.random.choice([1, 1, 1, 2, 2, 3])
            probes.append({"kind": "cel", "context": "default", "text": maker.make(depth)})
    return probes


def make_pairs():
    """Returns every operator and function with every pair of values, and every function with every value."""
    values = PATHS + LITERALS
    texts = ["(%s) %s (%s)" % (a, sign, b) for sign in BINARY for a in values for b in values]
    texts += ["%s(%s)" % (name, a) for name in FUNCTIONS for a in values]
    texts += ["(%s).%s()" % (a, name) for name in FUNCTIONS for a in values]
    texts += ["(%s).%s(%s)" % (a, name, b) for name in FUNCTIONS for a in values for b in values]
    texts += ["(%s)[%s]" % (a, b) for a in values for b in values]
    texts += ["{%s: %s}" % (a, b) for a in values for b in values]
    texts += ["(%s).%s(x, x == %s)" % (a, name, b) for name in MACROS for a in values
              for b in values]
    return texts


def compare(program, probes):
    document = {"now": NOW, "contexts": {"default": CONTEXT}, "probes": probes}
    run = subprocess.run([program], input=json.dumps(document).encode(), stdout=subprocess.PIPE,
                         check=True)
    different = 0
    for probe, line in zip(probes, run.stdout.decode().splitlines(), strict=True):
        ours = json.loads(line)
        theirs = ask_crewai(probe)
        # An error inside a string is the representation of an object of CrewAI's evaluator, which is not comparable.
        if "CELEvalError" in str(theirs.get("value")):
            continue
        if "error" in theirs:
            agree = ours.get("error") == theirs["error"]
        else:
            agree = "value" in ours and same(plain(ours["value"]), theirs["value"])
        if not agree:
            different += 1
            print("%s\n  CrewAI: %s\n  ours:   %s" % (probe["text"], repr(theirs)[:400],
                                                      repr(ours)[:200]))
    return different


def main():
    logging.disable(logging.CRITICAL)
    # Limits memory, because Python repeats a string as often as an expression requests.
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    if sys.argv[2:3] == ["--pairs"]:
        texts = make_pairs()
        texts = texts[int(sys.argv[3])::int(sys.argv[4])]
        probes = [{"kind": "cel", "context": "default", "text": text} for text in texts]
        different = compare(sys.argv[1], probes)
        print("%d of %d agree" % (len(probes) - different, len(probes)))
        return 1 if different else 0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 600
    probes = make_probes(seed, count)
    print("seed %d, %d probes" % (seed, count))
    different = compare(sys.argv[1], probes)
    print("%d of %d agree" % (count - different, count))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
