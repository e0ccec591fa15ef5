#!/usr/bin/env python3
"""Follows the walk in HACKING.md, from the click on Run to the card: each function exists in its file and leads to the next.

usage: test-walk.py SOURCE_ROOT     prints TAP

A station is a list item that begins with `FILE.c:FUNCTION()`, where FILE is below src/. A function leads to the next if
it names it, or names a function or a table of either file that does: an entry, a step, a callback, a helper. Where the
call goes through a virtual function or a signal, the next station says “through `WORD`”: WORD is in the file of the one,
and in one statement with the function of the other. A station that continues an earlier one says “from NUMBER”.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import sys

ROOT = os.path.abspath(sys.argv[1])
HEADING = "## One task, from Run to its card"
STATION = re.compile(r"^(\d+)\. `([\w./-]+\.c):(\w+)\(\)`(?:, through `([\w-]+)`)?(?:, from (\d+))?")
PIECE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
FUNCTION = re.compile(r"^[A-Za-z_][^\n;={}#]*\n([A-Za-z_]\w*) \((?:[^{};]*)\)\n\{\n(.*?)^\}", re.M | re.S)
TABLE = re.compile(r"^static (?:const )?[^\n;(]*?\b(\w+)(?:\[\w*\])* = \{(.*?)^\};", re.M | re.S)


def read_walk(text):
    """The stations: file, function, word (or None), index of the one before (or None), line."""
    stations, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            inside = line == HEADING
        match = STATION.match(line) if inside else None
        if match:
            index, path, name, word, before = match.groups()
            if int(index) != len(stations) + 1:
                raise SystemExit(f"HACKING.md:{number}: expected station {len(stations) + 1}")
            before = int(before) - 1 if before else len(stations) - 1 if stations else None
            stations.append((path, name, word, before, number))
    return stations


class Source:
    def __init__(self, text):
        self.text = text
        self.code = PIECE.sub(lambda match: match.group(0) if match.group(0)[0] == '"' else " ", text)
        self.bodies = dict(FUNCTION.findall(self.code))
        self.functions = set(self.bodies)
        self.entries = self.functions - set(re.findall(r"^static [^\n;={}#]*\n([A-Za-z_]\w*) \(", self.code, re.M))
        self.bodies.update(TABLE.findall(self.code))

    def list_names(self, name):
        """What the function @name names, directly or through what its file defines; not itself."""
        waiting, found = [name], set()
        while waiting:
            words = set(re.findall(r"\w+", self.bodies.get(waiting.pop(), ""))) - found
            found |= words
            waiting += [word for word in words if word in self.bodies]
        return found

    def leads(self, name, target, other):
        names = self.list_names(name)
        return other in names or (target is not self and
                                  any(other in target.list_names(entry) for entry in names & target.entries))

    def has_statement(self, word, name):
        statements = re.split(r"[;{}]", self.code)
        return any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", one) and re.search(rf"\b{name}\b", one)
                   for one in statements)

    def has_word(self, word):
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.code) is not None


def check(stations, read):
    """What is wrong with the walk; @read returns the text of a file below src/, or None."""
    sources, bad = {}, []
    for path, name, _, _, line in stations:
        if path not in sources:
            text = read(path)
            sources[path] = Source(text) if text is not None else None
        if sources[path] is None:
            bad.append(f"HACKING.md:{line}: src/{path} does not exist")
        elif name not in sources[path].functions:
            bad.append(f"HACKING.md:{line}: src/{path} has no {name}()")
    if bad:
        return bad
    for other_path, other, word, before, line in stations[1:]:
        path, name = stations[before][:2]
        source, target = sources[path], sources[other_path]
        if word is None:
            fits = source.leads(name, target, other)
            how = "does not lead"
        else:
            fits = source.has_word(word) and target.has_statement(word, other)
            how = f"does not lead through “{word}”"
        if not fits:
            bad.append(f"HACKING.md:{line}: {name}() of src/{path} {how} to {other}() of src/{other_path}")
    return bad


def read_source(path):
    path = os.path.join(ROOT, "src", path)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    with open(os.path.join(ROOT, "HACKING.md"), encoding="utf-8") as file:
        stations = read_walk(file.read())
    count = 0

    def report(good, name, lines=()):
        nonlocal count
        count += 1
        print(f"{'ok' if good else 'not ok'} {count} {name}")
        for line in lines:
            print(f"# {line}")
        return good

    bad = check(stations, read_source)
    good = report(not bad, "each station leads to the next", bad)
    files = {path for path, *_ in stations}
    good &= report(25 <= len(stations) and len(files) <= 42, f"{len(stations)} stations in {len(files)} files")
    # The check itself: a renamed function, and one that no longer calls the next, are found.
    missed = []
    for path, name, *_ in stations:
        renamed = lambda other: re.sub(rf"\b{name}\b", name + "_of_old", read_source(other)) \
            if other == path and read_source(other) is not None else read_source(other)
        if not any(f"has no {name}()" in one for one in check(stations, renamed)):
            missed.append(f"renaming {name}() is not noticed")
    good &= report(not missed, "a renamed function is noticed", missed)
    chain = [("a.c", "first", None, None, 1), ("b.c", "second", None, 0, 2), ("b.c", "third", "done", 1, 3),
             ("a.c", "step", None, 0, 4)]
    texts = {"a.c": "static void\nstep (void)\n{\n  second ();\n}\n\nstatic const Step steps[] = {\n  { step },\n};\n\n"
                    "void\nfirst (void)\n{\n  start (steps);\n}\n",
             "b.c": "void\nthird (void)\n{\n}\n\nvoid\nsecond (void)\n{\n  emit (\"done\");\n}\n\n"
                    "void\ninit (void)\n{\n  connect (\"done\", third);\n}\n"}
    good &= report(not check(chain, texts.get), "a call through a table and one through a signal are followed")
    for what, old, new in (("missing call", "second ();", "other ();"), ("missing table", "start (steps)", "start (others)"),
                           ("missing connection", "\"done\", third", "\"done\", other"),
                           ("call in a comment", "second ();", "/* second () */")):
        changed = {path: text.replace(old, new) for path, text in texts.items()}
        good &= report(bool(check(chain, changed.get)), f"a {what} is noticed")
    print(f"1..{count}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
