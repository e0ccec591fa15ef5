#!/usr/bin/env python3
"""Breaks each rule of build-aux/check-structure and build-aux/check-includes once, in a small tree, and expects the report.

usage: test-check-structure.py SOURCE_ROOT     prints TAP

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import subprocess
import sys
import tempfile

SOURCE = os.path.abspath(sys.argv[1])
HACKING = """# Map

| folder | what belongs there | may include |
|---|---|---|
| `low` | values | – |
| `high` | windows | low |
"""
README = """# src/low

| folder | what belongs there | may include |
|---|---|---|
| `value` | values | – |
| `text` | texts | value |
"""
FILES = {
    "HACKING.md": HACKING,
    "README.md": "# Project\n",
    "doc/guide.md": "# Guide\n",
    "build-aux/structure-allowed": "# Exceptions.\n",
    "ui/window.ui": "<interface/>\n",
    "src/low/README.md": README,
    "src/low/value/troupe-value.h": "/* troupe-value.h: immutable values */\nint troupe_value_get (void);\n",
    "src/low/value/troupe-value.c": "/* troupe-value.c: immutable values */\n#include \"troupe-value.h\"\n"
                                    "int\ntroupe_value_get (void)\n{\n  return 1;\n}\n",
    "src/low/text/troupe-text.h": "/* troupe-text.h: texts */\nint troupe_text_get (void);\n",
    "src/low/text/troupe-text.c": "/* troupe-text.c: texts */\n#include \"troupe-text.h\"\n#include \"troupe-value.h\"\n"
                                  "int\ntroupe_text_get (void)\n{\n  return troupe_value_get ();\n}\n",
    "src/high/main.c": "/* main.c: the program */\n#include \"troupe-text.h\"\n"
                       "int\nmain (void)\n{\n  return troupe_text_get ();\n}\n",
}


def append(path, text):
    return lambda files: files.__setitem__(path, files[path] + text)


def add(path, text):
    return lambda files: files.__setitem__(path, text)


def add_many(count, make):
    return lambda files: files.update(make(number) for number in range(count))


def small(folder, number):
    return f"src/{folder}/troupe-n{number}.c", f"/* troupe-n{number}.c: number {number} */\n"


def private_user(number):
    return f"src/low/text/troupe-u{number}.c", f"/* troupe-u{number}.c: a user */\n#include \"troupe-x-private.h\"\n"


VALUE, TEXT = "src/low/value/troupe-value.c", "src/low/text/troupe-text.c"
# name, script, what is broken, what the report says
CASES = [
    ("nothing broken", "check-structure", [], None),
    ("include against the table of a folder", "check-structure", [append(VALUE, '#include "troupe-text.h"\n')],
     "troupe-value.c includes troupe-text.h of low/text, which low/value may not"),
    ("include against the table of the tree", "check-structure",
     [add("src/high/troupe-view.h", "/* troupe-view.h: a view */\n"), append(TEXT, '#include "troupe-view.h"\n')],
     "troupe-text.c includes troupe-view.h of high, which low/text may not"),
    ("folder without a row", "check-structure", [add("src/low/new/troupe-new.c", "/* troupe-new.c: new */\n")],
     "src/low/README.md has no row for new"),
    ("folder without a README", "check-structure", [lambda files: files.pop("src/low/README.md")],
     "src/low/README.md is missing"),
    ("too many files in a folder", "check-structure", [add_many(41, lambda number: small("low/text", number))],
     "src/low/text has 42 .c files, at most 40 may be"),
    ("file too long", "check-structure", [append(VALUE, "\n" * 1000)], "troupe-value.c has 1007 lines, at most 1000 may be"),
    ("private header with too many users", "check-structure",
     [add("src/low/text/troupe-x-private.h", "/* troupe-x-private.h: x */\n"), add_many(9, private_user)],
     "troupe-x-private.h is included by 9 files, at most 8 may"),
    ("function without a caller", "check-structure",
     [append(VALUE, "int\ntroupe_value_spare (void)\n{\n  return 2;\n}\n")],
     "troupe_value_spare() has no caller in another file"),
    ("calls that close a cycle", "check-structure",
     [append(VALUE, "int\ntroupe_value_more (void)\n{\n  return troupe_text_get ();\n}\n"),
      append(TEXT, "int\ntroupe_text_more (void)\n{\n  return troupe_value_more ();\n}\n"),
      append("src/high/main.c", "int x (void) { return troupe_text_more (); }\n")],
     "2 calls between folders close a cycle, 0 are allowed"),
    ("word in a comment", "check-structure", [append(TEXT, "/* Nobody sees this. */\n")],
     "src/low: 1 words of the list"),
    ("word in a string", "check-structure", [append(TEXT, 'const char *s = "whoever";\n')], "src/low: 1 words of the list"),
    ("word in the documentation", "check-structure", [append("doc/guide.md", "It is told.\n")],
     "doc/guide.md: 1 words of the list"),
    ("same base name twice", "check-structure", [add("src/high/troupe-text.h", "/* troupe-text.h: texts */\n")],
     "base names must be unique"),
    ("first line without a purpose", "check-structure", [add("src/low/text/troupe-n.c", "/* troupe-n.c */\n")],
     "src/low/text/troupe-n.c:1: begin the file with"),
    ("exception that is not needed any more", "check-structure",
     [append("build-aux/structure-allowed", "unused troupe_gone\n")], "“unused troupe_gone” may be lowered to 0"),
    ("nothing broken", "check-includes", [], None),
    ("include against the table", "check-includes",
     [add("src/high/troupe-view.h", "/* troupe-view.h: a view */\n"), append(TEXT, '#include "troupe-view.h"\n')],
     "troupe-text.c includes troupe-view.h of high, which low may not"),
    ("folder without a row", "check-includes", [add("src/other/troupe-o.c", "/* troupe-o.c: o */\n")],
     "src/other has no row in HACKING.md"),
]


def run(script, changes):
    files = dict(FILES)
    for change in changes:
        change(files)
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        command = [sys.executable, os.path.join(SOURCE, "build-aux", script)]
        command += ["--root", root] if script == "check-structure" else []
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


print(f"1..{len(CASES)}")
failed = False
for index, (name, script, changes, expected) in enumerate(CASES, 1):
    status, output = run(script, changes)
    good = status == 0 if expected is None else status == 1 and expected in output
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {index} {script}: {name}")
    if not good:
        print("".join(f"# {line}\n" for line in output.splitlines()), end="")
sys.exit(failed)
