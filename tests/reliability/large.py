#!/usr/bin/env python3
"""Large documents: time and memory for refusing or loading them.

usage: large.py BUILD [--seed N]

Documents of 100 MB, and of 2,000,000 values, have to be refused in 3 s and with 4 times their size, or 800 MB. Smaller ones
are loaded; what takes longer or needs more memory is printed as a limit. Prints one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

MOST_SECONDS, MOST_RATIO = 3, 4
# Memory in MB of 2,000,000 values (doc/flow-semantics.md §1).
MOST_OF_VALUES = 800
FLOW = {"schema": "crewai.flow/v1", "name": "l", "methods": {"m": {"start": True, "do": {"call": "expression", "expr": "1"}}}}


def validate(build, path):
    """Returns the exit status, the seconds and the peak memory in MB."""
    begun = time.monotonic()
    process = subprocess.Popen([os.path.join(build, "src/cli/troupectl"), "validate", path], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, time.monotonic() - begun, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--seed", type=int, default=0)  # nothing is random
    words = parser.parse_args()
    build = os.path.abspath(words.build)
    folder = tempfile.mkdtemp(prefix="large-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    wrong, told, limits = [], [], []
    try:
        for kind, megabytes, is_refused in (("text", 60, False), ("text", 100, True), ("values", 100, True), ("values", 20, True), ("values", 3, False)):
            path = os.path.join(folder, f"{kind}-{megabytes}.json")
            with open(path, "w", encoding="utf-8") as file:
                # In parts, because the peak memory of this program counts as that of its children.
                name, begin, part, end = ("description", '"', "x" * (1 << 20), '"}') if kind == "text" else (
                    "x-list", "[0", ",0" * (1 << 19), "]}")
                file.write(json.dumps(FLOW)[:-1] + f', "{name}": {begin}')
                for _ in range(megabytes):
                    file.write(part)
                file.write(end)
            status, seconds, most_mb = validate(build, path)
            os.remove(path)
            what = f"{megabytes} MB of {kind}"
            told.append(f"{what} {'refused' if status == 2 else f'exit {status}'} in {seconds:.1f} s, "
                        f"{most_mb / megabytes:.1f} times the memory")
            if status < 0 or (is_refused and status == 0) or (not is_refused and status != 0):
                wrong.append(f"{what}: exit {status}")
            if seconds > MOST_SECONDS or most_mb > max(MOST_RATIO * megabytes + 50, MOST_OF_VALUES if kind == "values" else 0):
                (wrong if is_refused else limits).append(
                    f"{what}: {seconds:.1f} s and {most_mb / megabytes:.1f} times the memory")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"figure: {'; '.join(told)}")
    for what in limits:
        print(f"limit: {what}")
    for what in wrong:
        print(f"wrong: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
