#!/usr/bin/env python3
"""Growth of one process over many runs: memory, open files and threads.

usage: growth.py BUILD [--runs N] [--seed N]

A batch runs a flow of ten steps N times in one process. From run 500 on, the resident memory may grow by 1 kB per run,
and the numbers of open files and threads must not grow. Prints one `figure:` line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import model_server

N_STEPS, FIRST_RUN, MOST_BYTES = 10, 500, 1024


def look(process, folder):
    """Returns (number of finished runs, bytes, open files, threads), or None if the process has ended."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            status = file.read()
        n_files = len(os.listdir(f"/proc/{process}/fd"))
        n_runs = sum(1 for name in os.listdir(folder) if re.fullmatch(r"i\d+\.json", name))
        return (n_runs, int(re.search(r"VmRSS:\s*(\d+)", status).group(1)) * 1024, n_files,
                int(re.search(r"Threads:\s*(\d+)", status).group(1)))
    except (OSError, AttributeError):
        return None


def get_slope(samples):
    """Returns the bytes per run by the method of least squares."""
    n = len(samples)
    mean_x, mean_y = sum(x for x, *_ in samples) / n, sum(y for _, y, *_ in samples) / n
    return sum((x - mean_x) * (y - mean_y) for x, y, *_ in samples) / max(1, sum((x - mean_x) ** 2 for x, *_ in samples))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)  # nothing is random
    words = parser.parse_args()
    folder = os.path.realpath(tempfile.mkdtemp(prefix="growth-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    wrong, samples = [], []
    try:
        methods = {f"m{i}": {"do": {"call": "expression", "expr": f"{i} + outputs.m{i - 1}" if i else "state.n"}} | (
            {"listen": f"m{i - 1}"} if i else {"start": True}) for i in range(N_STEPS)}
        with open(os.path.join(folder, "flow.json"), "w", encoding="utf-8") as file:
            json.dump({"schema": "crewai.flow/v1", "name": "growth", "methods": methods}, file)
        with open(os.path.join(folder, "in.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(words.runs))
        out = os.path.join(folder, "out")
        process = subprocess.Popen(
            [os.path.join(os.path.abspath(words.build), "src/cli/troupectl"), "batch", "flow.json", "--inputs-file", "in.jsonl",
             "--out", out, "--yes", "--max-concurrency", "4", "--data-dir", os.path.join(folder, "data")], cwd=folder,
            env=os.environ | model_server.KEYS | {"LANGUAGE": "C"}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        while process.poll() is None:
            sample = look(process.pid, out) if os.path.isdir(out) else None
            if sample and sample[0] >= FIRST_RUN:
                samples.append(sample)
            time.sleep(0.05)
        if process.returncode != 0:
            wrong.append(f"exit {process.returncode}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if len(samples) < 10:
        wrong.append(f"only {len(samples)} samples")
    else:
        slope, third = get_slope(samples), len(samples) // 3
        files = [max(sample[2] for sample in part) for part in (samples[:third], samples[-third:])]
        threads = [max(sample[3] for sample in part) for part in (samples[:third], samples[-third:])]
        if slope > MOST_BYTES:
            wrong.append(f"the memory grows by {slope:.0f} bytes per run")
        if files[1] > files[0] + 2 or threads[1] > threads[0] + 1:
            wrong.append(f"open files {files[0]} to {files[1]}, threads {threads[0]} to {threads[1]}")
        print(f"figure: {words.runs} runs of {N_STEPS} steps: {slope:.0f} bytes per run from run {samples[0][0]} on, "
              f"{samples[-1][1] / 1e6:.0f} MB at the end, files {files[0]} to {files[1]}, threads {threads[0]} to "
              f"{threads[1]}")
    for what in wrong:
        print(f"wrong: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
