#!/usr/bin/env python3
# export-job.py: tests `troupectl export-job`, which exports batches as jobs for other engines
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# export-job.py PROGRAM
#
# Compares the exported files with those in jobs/ (TROUPE_WRITE_JOBS=1 updates them), also for a crew whose names try to
# break out of quoting; checks that no file contains a key; and runs the commands for Slurm, Compose and Nextflow as
# processes in one folder. Prints TAP on stdout.

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = "sk-canary-0123456789abcdef"
TARGETS = ("kubernetes", "argo", "nextflow", "slurm", "compose")

FLOW = {"schema": "crewai.flow/v1", "name": "Twice it is", "methods": {
    "a": {"start": True, "do": {"call": "expression", "expr": "state.n * 2"}}}}
HOSTILE = "we 'rd # \"x ${HOME} $(id) `id`"
IMAGE = "reg.example/x:1$(a)${b}\"'\\ #{c}"


class Place:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.write("flow.json", json.dumps(FLOW))
        self.write("in.jsonl", "".join(f'{{"id": "i{i}", "n": {i}}}\n' for i in range(60)))
        self.write("crew/crew.jsonc", json.dumps({
            "name": "Ev\"il: ${x} {{y}} $(z)\n- a\u2028", "agents": [HOSTILE], "tasks": [
                {"name": "t", "description": "d `x` $HOME\n---\nkind: Pod", "expected_output": "e", "agent": HOSTILE}]}))
        self.write(f"crew/agents/{HOSTILE}.jsonc", json.dumps(
            {"role": "W", "goal": "g", "backstory": "é \U0001f600 \x7f \"\"\" ''' */", "llm": "openai/gpt-4.1-mini"}))

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def environment(self):
        return os.environ | {"HOME": self.folder, "XDG_DATA_HOME": os.path.join(self.folder, "home"), "LANGUAGE": "C",
                             "OPENAI_API_KEY": CANARY, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
                             "PATH": os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]}

    def call(self, *words):
        return subprocess.run([self.program, *words], cwd=self.folder, env=self.environment(), timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def export(self, file, target, out, *words):
        return self.call("export-job", file, "--target", target, "--out", out, "--inputs-file", "in.jsonl", "--json",
                         *words)

    def list_files(self, folder):
        return sorted(os.path.relpath(os.path.join(path, name), os.path.join(self.folder, folder))
                      for path, _, names in os.walk(os.path.join(self.folder, folder)) for name in names)


def compare(place, file, target, case, *words):
    out = f"{case}-{target}"
    answer = place.export(file, target, out, *words)
    yield f"exit {answer.returncode} {answer.stderr}", answer.returncode == 0
    told = json.loads(answer.stdout)
    files = place.list_files(out)
    yield f"{target}: {files} do not include {told['files']}", set(told["files"]) <= set(files)
    whole = ""
    for name in files:
        text = place.read(f"{out}/{name}")
        yield f"{name} contains a key", CANARY not in text
        if not name.startswith(("document/", "inputs/")):
            whole += f"=== {name}\n{text}"
    kept = os.path.join(HERE, "jobs", out + ".txt")
    if os.environ.get("TROUPE_WRITE_JOBS"):
        with open(kept, "w", encoding="utf-8") as file:
            file.write(whole)
    with open(kept, encoding="utf-8") as file:
        yield f"{out} differs from jobs/{out}.txt", file.read() == whole


def check_plain(place):
    for target in TARGETS:
        yield from compare(place, "flow.json", target, "flow", "--shards", "3")


def check_hostile(place):
    for target in TARGETS:
        yield from compare(place, "crew", target, "crew", "--shards", "20", "--parallelism", "5", "--image", IMAGE,
                           "--budget-usd", "2.5", "--max-concurrency", "8", "--retries", "2", "--env", "SERPER_API_KEY",
                           "--allow", "script,tool")


def check_refused(place):
    """Errors are reported, and nothing is written."""
    place.write("keyed.json", json.dumps(FLOW | {"description": "with " + CANARY}))
    answer = place.export("keyed.json", "kubernetes", "keyed")
    yield f"exit {answer.returncode} {answer.stderr}", answer.returncode == 1 and "key" in answer.stderr
    yield "the key is shown", CANARY not in answer.stdout + answer.stderr
    yield "files were written", not os.path.exists(os.path.join(place.folder, "keyed"))
    for words in (["--env", "A=" + CANARY], ["--shards", "0"], ["--shards", "1e3"], ["--allow", "everything"],
                  ["--budget-usd", "-1"], ["--budget-usd", "1; id"], ["--retries", "x"]):
        answer = place.export("flow.json", "slurm", "bad", *words)
        yield f"{words}: exit {answer.returncode}", answer.returncode == 2 and answer.stderr
        yield f"{words}: {answer.stderr}", CANARY not in answer.stderr
    answer = place.export("flow.json", "mainframe", "bad")
    yield f"exit {answer.returncode} {answer.stderr}", answer.returncode == 2 and "kubernetes" in answer.stderr
    yield "files were written for an invalid command line", not os.path.exists(os.path.join(place.folder, "bad"))


def check_results(place, out, n_parts):
    results = [json.loads(line) for i in range(n_parts)
               for line in place.read(f"{out}/out/results-{i}.jsonl").splitlines()]
    yield "each item has one result", sorted(r["id"] for r in results) == sorted(f"i{i}" for i in range(60))
    yield "each result is correct", all(r["result"] == "ok" and r["final"] == 2 * int(r["id"][1:]) for r in results)
    yield "one result file per item", all(
        os.path.exists(os.path.join(place.folder, out, "out", f"i{i}.json")) for i in range(60))


def put_in_path(place):
    os.makedirs(os.path.join(place.folder, "bin"), exist_ok=True)
    os.symlink(place.program, os.path.join(place.folder, "bin", "troupectl"))


def check_slurm(place):
    """Runs the shards of the Slurm script as parallel processes."""
    put_in_path(place)
    place.export("flow.json", "slurm", "job", "--shards", "3")
    parts = [subprocess.Popen(["bash", "job.sh", str(i)], cwd=os.path.join(place.folder, "job"),
                              env=place.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) for i in range(3)]
    errors = [part.communicate(timeout=60)[1] for part in parts]
    yield f"exits {[part.returncode for part in parts]} {errors}", all(part.returncode == 0 for part in parts)
    yield from check_results(place, "job", 3)


def check_compose(place):
    """Runs the commands of the Compose services in the folder of the job."""
    put_in_path(place)
    place.export("flow.json", "compose", "job", "--shards", "4")
    commands = [json.loads(found) for found in re.findall(r"^    command: (.*)$", place.read("job/compose.yaml"), re.M)]
    yield f"{len(commands)} services", len(commands) == 4
    parts = [subprocess.Popen(["troupectl", *words], cwd=os.path.join(place.folder, "job"), env=place.environment(),
                              executable=place.program, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
             for words in commands]
    errors = [part.communicate(timeout=60)[1] for part in parts]
    yield f"exits {[part.returncode for part in parts]} {errors}", all(part.returncode == 0 for part in parts)
    yield from check_results(place, "job", 4)


def check_nextflow(place):
    """Runs the Nextflow script as the shell receives it, one shard after the other."""
    put_in_path(place)
    place.export("flow.json", "nextflow", "job", "--shards", "2")
    script = re.search(r'"""\n(.*?)"""', place.read("job/main.nf"), re.S).group(1)
    for index in range(2):
        shown = re.sub(r"\$\{(\w+)\}", lambda found: {"index": str(index), "projectDir": place.folder}[found.group(1)],
                       script.replace("\\$", "\0"))
        shown = re.sub(r"\\(.)", r"\1", shown).replace("\0", "$")
        answer = subprocess.run(["bash", "-ue", "-c", shown], cwd=os.path.join(place.folder, "job"),
                                env=place.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        yield f"exit {answer.returncode} {answer.stderr}", answer.returncode == 0
    yield from check_results(place, "job", 2)


CHECKS = (check_plain, check_hostile, check_refused, check_slurm, check_compose, check_nextflow)


def main():
    n_failed = 0
    print(f"1..{len(CHECKS)}")
    for number, check in enumerate(CHECKS, 1):
        folder = tempfile.mkdtemp(prefix="export-job-")
        try:
            wrong = [what for what, is_right in check(Place(sys.argv[1], folder)) if not is_right]
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        n_failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} {check.__name__[len('check_'):]}")
        for what in wrong[:8]:
            print(f"# {what}")
        sys.stdout.flush()
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
