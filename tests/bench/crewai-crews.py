# crewai-crews.py: runs the crews of bench-crew.c in CrewAI and measures times and memory
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: crewai-crews.py ROOT ROW. Prints one line: a JSON object with one value per measurement. ROOT is the URL of the
# server started by bench-crew.c; ROW is `one`, `many`, `cold`, `tools` or `all`.

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

os.environ.update(
    CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false", OPENAI_API_KEY="none",
    CREWAI_STORAGE_DIR=tempfile.mkdtemp(prefix="troupe-bench-"))

N_AT_ONCE = 500


def make_crew(root, path, tools=()):
    from crewai import LLM, Agent, Crew, Task

    llm = LLM(model="openai/gpt-4.1-mini", base_url=root + path, api_key="none")
    agent = Agent(role="Worker", goal="Say it", backstory="You say yes.", llm=llm, tools=list(tools))
    task = Task(name="work", description="Say yes.", expected_output="One word.", agent=agent)
    return Crew(name="bench", agents=[agent], tasks=[task])


def time_of(work):
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1e3


def one(root):
    make_crew(root, "/now/v1").kickoff()
    return {"one_ms": statistics.median(time_of(make_crew(root, "/now/v1").kickoff) for _ in range(20))}


def many(root):
    async def kick_off_all():
        await asyncio.gather(*(make_crew(root, "/wait/v1").kickoff_async() for _ in range(N_AT_ONCE)))

    return {"many_ms": time_of(lambda: asyncio.run(kick_off_all())),
            "many_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def cold(root):
    return {"cold_ms": statistics.median(
        time_of(lambda: subprocess.run([sys.executable, __file__, root, "once"], stdout=subprocess.DEVNULL, check=True))
        for _ in range(3))}


def tools(root):
    from crewai.tools import BaseTool

    class Calculator(BaseTool):
        name: str = "calculator"
        description: str = "Computes an expression."

        def _run(self, expression: str) -> str:
            left, _, right = expression.partition("+")
            return str(int(left) + int(right))

    def take_gaps():
        return float(urllib.request.urlopen(root + "/gaps").read()) / 1e3

    make_crew(root, "/tools/v1", [Calculator()]).kickoff()
    take_gaps()
    figures = []
    for _ in range(3):
        make_crew(root, "/tools/v1", [Calculator()]).kickoff()
        figures.append(take_gaps())
    return {"tools_ms": statistics.median(figures)}


def main():
    root, row = sys.argv[1:]
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if row == "once":
        make_crew(root, "/now/v1").kickoff()
        return
    figures = {}
    for name, work in {"one": one, "cold": cold, "tools": tools, "many": many}.items():
        if row in (name, "all"):
            figures.update(work(root))
    sys.stdout.flush()
    os.dup2(out, 1)
    print(json.dumps(figures))


main()
