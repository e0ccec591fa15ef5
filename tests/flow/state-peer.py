#!/usr/bin/env python3
# state-peer.py: compares states created by CrewAI and by Troupe from random schemas and inputs
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# state-peer.py STATE-ANSWER [SEED [COUNT]]
#
# Runs with the Python of a CrewAI installation; exits with 77, which a test run counts as skipped, if crewai cannot be
# imported.

import copy
import json
import logging
import math
import os
import random
import re
import subprocess
import sys
import warnings

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false")
warnings.simplefilter("ignore")
try:
    from crewai.flow.flow import Flow
except ImportError:
    print("CrewAI is not installed")
    sys.exit(77)

try:
    import email_validator  # noqa: F401
    EMAIL = ["email"]
except ImportError:
    # Without email_validator, CrewAI cannot create models for schemas with e-mail addresses.
    EMAIL = []

FORMATS = EMAIL + ["date-time", "date", "time", "duration", "uri", "uuid", "uuid1", "uuid4", "ipv4", "ipv6",
           "ipvanyaddress", "ipvanyinterface", "ipvanynetwork", "binary", "base64", 
           "json-string", "path", "hostname", "int64", "regex", ""]
TEXTS = ["", "a", "abc", "ABC", "abcdef", "1", "01", " 2 ", "-3", "1.5", "3.0", "1e3", "true", "No", "null",
         "inf", "NaN", "2026-11-21", "2026-02-30", "20261121", "2026-11-21T08:30:00Z", "2026-11-21 08:30",
         "2026-11-21T08:30:00.123456789+02:00", "1764000000", "03:04", "03:04:05.6", "25:00", "08:30Z",
         "08:30:00+02:00", "P1D", "PT1H30M", "-P1DT2S", "1:30:00", "3 days, 01:02:03", "P1Y2M", "P1W",
         "me@example.org", "Me@Example.ORG", "Me <me@example.org>", "a..b@c.de", "@x", "é@example.org",
         "http://x.y", "HTTP://X.Y:80/a b?q=1#f", "https://user:pw@example.org:8443/p/../q", "x:y",
         "ftp://h", "file:///etc/passwd", "//x", "http://", "http://é.de/ü", "http://[::1]:80/",
         "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
         "urn:uuid:f47ac10b-58cc-4372-a567-0e02b2c3d479", "F47AC10B58CC4372A5670E02B2C3D479",
         "1.2.3.4", "01.2.3.4", "1.2.3", "256.1.1.1", "::1", "::ffff:1.2.3.4", "fe80::1%eth0",
         "10.0.0.0/8", "10.0.0.1/8", "10.0.0.1/255.0.0.0", "::/0", "fe80::1/64", "aGk=", "aGk", "a b=",
         "[1, 2]", "{\"a\": 1}", "{", "\"x\"", "äöü", "日本語", "😀😀", "line\nbreak", "tab\t", "a\u0301"]
INTEGERS = [0, 1, -1, 2, 3, 5, 10, 100, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -2**63, 2**63, 2**64, 10**30]
DOUBLES = [0.0, 1.0, 2.0, 2.5, -1.5, 0.1, 0.3, 1e16, 1e300, 3.0, 1e22]
NAMES = ["a", "b", "c", "kind", "value", "items", "name", "x1", "Ä", "model", "a_1"]
PATTERNS = ["^[a-z]+$", "b", "\\d", "^$", "(?i)abc", "^a.c$", "\\p{L}", "[", "(?=a)", "\\bx\\b"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def scalar(self):
        r = self.r
        return r.choice([lambda: r.choice(TEXTS), lambda: r.choice(INTEGERS), lambda: r.choice(DOUBLES),
                         lambda: r.choice([True, False, None])])()

    def value(self, depth=0):
        r = self.r
        if depth > 2 or r.random() < 0.7:
            return self.scalar()
        if r.random() < 0.5:
            return [self.value(depth + 1) for _ in range(r.randrange(3))]
        return {r.choice(NAMES): self.value(depth + 1) for _ in range(r.randrange(3))}

    def schema(self, depth=0):
        r = self.r
        kind = r.choice(["string", "string", "integer", "number", "boolean", "array", "object", "null", "any",
                         "enum", "const", "anyOf", "oneOf", "list", "ref", "allOf", "format", "odd"])
        if depth > 2 and kind in ("array", "object", "anyOf", "oneOf", "allOf"):
            kind = "string"
        schema = {}
        if kind in ("string", "integer", "number", "boolean", "null"):
            schema["type"] = kind
        if kind == "string" or r.random() < 0.05:
            for key in ("minLength", "maxLength"):
                if r.random() < 0.3:
                    schema[key] = r.choice([0, 1, 2, 3, 5])
            if r.random() < 0.25:
                schema["pattern"] = r.choice(PATTERNS)
        if kind in ("integer", "number") or r.random() < 0.05:
            for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
                if r.random() < 0.2:
                    schema[key] = r.choice([1, 2, 3, 5, 0.5, 2.0, 0.1, 10, -1, 2**63, 2**53])
        if kind == "format":
            schema.update(type=r.choice(["string", "string", "string", ["string", "null"], "integer"]),
                          format=r.choice(FORMATS))
            if r.random() < 0.3:
                schema["pattern"] = r.choice(PATTERNS)
            if r.random() < 0.2:
                schema["maxLength"] = r.choice([3, 10, 30])
        if kind == "array":
            schema["type"] = "array"
            if r.random() < 0.8:
                schema["items"] = self.schema(depth + 1)
            if r.random() < 0.2:
                schema["maxItems"] = 1
        if kind == "object":
            schema["type"] = "object"
            if r.random() < 0.8:
                schema.update(self.model(depth + 1))
            if r.random() < 0.2:
                schema["additionalProperties"] = r.choice([True, False, {"type": "integer"}])
        if kind == "enum":
            schema["enum"] = [self.scalar() for _ in range(r.randrange(1, 4))]
            if r.random() < 0.5:
                schema["type"] = r.choice(["string", "integer", "number"])
        if kind == "const":
            schema["const"] = self.scalar()
        if kind in ("anyOf", "oneOf"):
            schema[kind] = [self.schema(depth + 1) for _ in range(r.randrange(1, 4))]
        if kind == "list":
            schema["type"] = [r.choice(["string", "integer", "number", "boolean", "null", "array", "object"])
                              for _ in range(r.randrange(1, 4))]
        if kind == "ref":
            schema["$ref"] = "#/$defs/" + r.choice(["A", "B", "N"])
        if kind == "allOf":
            schema["allOf"] = [self.model(depth + 1) if r.random() < 0.7 else {"$ref": "#/$defs/A"}
                               for _ in range(r.randrange(1, 3))]
        if kind == "odd":
            schema["type"] = r.choice(["date", "any", "none", "string", "integer", []])
        if r.random() < 0.25:
            schema["default"] = self.value()
        if r.random() < 0.1:
            schema["title"] = "T"
        return schema

    def model(self, depth):
        r = self.r
        names = r.sample(NAMES, r.randrange(1, 4))
        model = {"properties": {name: self.schema(depth) for name in names}}
        if r.random() < 0.6:
            model["required"] = [name for name in names if r.random() < 0.5]
        return model

    def fitting(self, schema, root, depth=0):
        """Returns a value that usually, but not always, matches the schema."""
        r = self.r
        if depth > 6 or r.random() < 0.12 or not isinstance(schema, dict):
            return self.value()
        if "$ref" in schema:
            return self.fitting(root.get("$defs", {}).get(schema["$ref"].rsplit("/", 1)[-1], {}), root, depth + 1)
        if "enum" in schema:
            return copy.deepcopy(r.choice(schema["enum"]))
        if "const" in schema:
            return copy.deepcopy(schema["const"])
        for key in ("anyOf", "oneOf"):
            if schema.get(key):
                return self.fitting(r.choice(schema[key]), root, depth + 1)
        if schema.get("allOf"):
            merged = {}
            for part in schema["allOf"]:
                value = self.fitting(part, root, depth + 1)
                if isinstance(value, dict):
                    merged.update(value)
            return merged
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = r.choice(kind) if kind else None
        if kind == "string":
            return r.choice(TEXTS if r.random() < 0.9 else INTEGERS + DOUBLES)
        if kind == "integer":
            return r.choice(INTEGERS + ["3", "4.0", True, 2.0])
        if kind == "number":
            return r.choice(DOUBLES + INTEGERS + ["1.5", "1e3"])
        if kind == "boolean":
            return r.choice([True, False, 0, 1, "yes", "off", 1.0])
        if kind == "array":
            return [self.fitting(schema.get("items", {}), root, depth + 1) for _ in range(r.randrange(3))]
        if kind == "object" or "properties" in schema:
            return {name: self.fitting(part, root, depth + 1)
                    for name, part in (schema.get("properties") or {}).items() if r.random() < 0.85}
        return self.value()

    def probe(self):
        r = self.r
        root = {"type": "object", **self.model(0)}
        root["$defs"] = {"A": {"type": "object", **self.model(2)}, "B": self.schema(2),
                         "N": {"type": "object", "properties": {"v": {"type": "integer"},
                                                                "next": {"$ref": "#/$defs/N"}}}}
        state = {"type": "json_schema", "json_schema": root}
        if r.random() < 0.3:
            state["default"] = {name: self.fitting(part, root) for name, part in root["properties"].items()
                                if r.random() < 0.7}
        inputs = None
        if r.random() < 0.9:
            inputs = {name: self.fitting(part, root) for name, part in root["properties"].items()
                      if r.random() < 0.85}
            if r.random() < 0.05:
                inputs["unknown"] = 1
        return {"state": state, "inputs": inputs}


def dump(document):
    """Serializes a document. YAML parses a number with an exponent but without a decimal point as a string."""
    return re.sub(r"(?<=[\[ -])(\d+)e\+", r"\1.0e+", json.dumps(document, ensure_ascii=False))


def plain(value):
    """Converts a value to the format of STATE-ANSWER: a double is an object, so that 1 and 1.0 differ."""
    if isinstance(value, bool) or value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, float):
        if math.isnan(value) or math.isinf(value):
            return {"float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
        return {"float": repr(value)}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return {str(key): plain(item) for key, item in value.items()}


def crewai_answer(probe):
    flow = {"schema": "crewai.flow/v1", "name": "F", "state": probe["state"], "config": {"suppress_flow_events": True},
            "methods": {}}
    try:
        instance = Flow.from_declaration(contents=dump(flow))
        if probe["inputs"] is not None:
            instance.kickoff(inputs=copy.deepcopy(probe["inputs"]))
        state = instance._state
        if isinstance(state, dict):
            return {"value": dict(state), "fallback": True}
        return {"value": json.loads(state.model_dump_json()), "dump": state.model_dump(mode="json"), "fallback": False}
    except BaseException as error:  # a library that CrewAI uses may panic
        return {"error": type(error).__name__, "message": str(error)}


def same(theirs, ours):
    if "error" in theirs or "error" in ours:
        return ("error" in theirs) == ("error" in ours)
    if theirs["fallback"] != ours["fallback"]:
        return False
    left, right = dict(theirs.get("dump", theirs["value"])), dict(ours["value"])
    left.pop("id", None)
    right.pop("id", None)
    return json.dumps(plain(left), sort_keys=False) == json.dumps(normal(right), sort_keys=False)


def normal(value):
    if isinstance(value, dict):
        if set(value) == {"float"} or set(value) == {"$float"}:
            text = str(next(iter(value.values())))
            return plain(float(text.replace("Infinity", "inf")))
        return {key: normal(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normal(item) for item in value]
    return plain(value)


def main():
    logging.disable(logging.CRITICAL)
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**31)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    print(f"seed {seed}, {count} probes", flush=True)
    maker = Maker(seed)
    probes = [maker.probe() for _ in range(count)]
    ours = subprocess.run([sys.argv[1]], input=dump(probes), capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in ours.stdout.splitlines()]
    different = 0
    for probe, line in zip(probes, lines, strict=True):
        theirs = crewai_answer(probe)
        if same(theirs, line):
            continue
        different += 1
        print("PROBE ", json.dumps(probe, ensure_ascii=False))
        print("CrewAI", str({k: v for k, v in theirs.items() if k != "value"})[:700].replace("\n", " "))
        print("ours  ", json.dumps(line, ensure_ascii=False)[:700])
    print(f"{different} of {count} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
