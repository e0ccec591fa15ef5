# crewai-peer.py: runs the workloads of bench-run.c and bench-engine.c in CrewAI and measures times
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: crewai-peer.py URL. Prints one line: a JSON object with one value per measurement, null if CrewAI failed. URL
# is the server started by bench-run.c for the agents.
# Usage: crewai-peer.py URL N. Prints the seconds for N parallel runs, for bench-engine.c.

import asyncio
import json
import os
import sys
import tempfile
import time

os.environ.setdefault("CREWAI_DISABLE_TELEMETRY", "true")
os.environ.setdefault("OTEL_SDK_DISABLED", "true")
os.environ.setdefault("CREWAI_TRACING_ENABLED", "false")
os.environ.setdefault("CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION", "1")

from crewai.flow.flow import Flow  # noqa: E402


def expression(text):
    return {"call": "expression", "expr": text}


def chain(n, text="1"):
    methods = {"m0": {"start": True, "do": expression("1")}}
    for i in range(1, n):
        methods[f"m{i}"] = {"listen": f"m{i - 1}", "do": expression(text.replace("PREVIOUS", f"m{i - 1}"))}
    return methods


def join(n):
    methods = {"s": {"start": True, "do": expression("1")}}
    for i in range(n):
        methods[f"m{i}"] = {"listen": "s", "do": expression("1")}
    methods["j"] = {"listen": {"and": [f"m{i}" for i in range(n)]}, "do": expression("1")}
    return methods


def agents(n, url):
    llm = {"model": "openai/gpt-4.1-mini", "base_url": url, "api_key": "none"}
    action = {"role": "r", "goal": "g", "backstory": "b", "llm": llm, "input": "x"}
    return {f"a{i}": {"start": True, "do": {"call": "agent", "with": action}} for i in range(n)}


def loop(n):
    return {
        "s": {"start": True, "do": expression("0")},
        "n": {"listen": {"or": ["s", "again"]}, "do": expression("has(outputs.n) ? outputs.n + 1 : 1")},
        "r": {"listen": "n", "router": True, "do": expression(f"outputs.n < {n} ? 'again' : 'done'")},
    }


def scripts(n):
    methods = {"m0": {"start": True, "do": {"call": "script", "code": "return 1"}}}
    for i in range(1, n):
        methods[f"m{i}"] = {"listen": f"m{i - 1}", "do": {"call": "script", "code": "return input + 1"}}
    return methods


def load(methods, state=None, events=False, calls=100):
    document = {"schema": "crewai.flow/v1", "name": "Peer", "methods": methods,
                "config": {"suppress_flow_events": not events, "max_method_calls": calls}}
    if state is not None:
        document["state"] = {"type": "dict", "default": state}
    return Flow.from_declaration(contents=json.dumps(document))


def durable(n, persists, events):
    """Returns the microseconds per method of a chain that persists its state after each method, emits events, or both.
    """
    with tempfile.TemporaryDirectory() as folder:
        document = {"schema": "crewai.flow/v1", "name": "Peer", "methods": chain(n),
                    "config": {"suppress_flow_events": not events}}
        if persists:
            document["persist"] = {"enabled": True, "persistence": {
                "persistence_type": "SQLiteFlowPersistence", "db_path": folder + "/states.db"}}
        flow = Flow.from_declaration(contents=json.dumps(document))
        return times(best(flow.kickoff, 2), 1e6 / n)


def calls(url):
    llm = {"model": "openai/gpt-4.1-mini", "base_url": url, "api_key": "none"}
    action = {"role": "r", "goal": "g", "backstory": "b", "llm": llm, "input": "x"}
    return {"s": {"start": True, "do": expression("1")},
            "a": {"listen": "s", "do": {"call": "agent", "with": action}},
            "e": {"listen": "a", "do": expression("size(outputs)")}}


def at_once(n, url):
    async def kick_off_all():
        await asyncio.gather(*(load(calls(url)).kickoff_async() for _ in range(n)))

    return best(lambda: asyncio.run(kick_off_all()), 1)


def best(work, rounds=3):
    try:
        times = []
        for _ in range(rounds):
            begun = time.perf_counter()
            work()
            times.append(time.perf_counter() - begun)
        return min(times)
    except BaseException as error:
        print(f"{type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
        return None


def times(figure, factor):
    return None if figure is None else figure * factor


def run(flow):
    return best(flow.kickoff)


def main():
    url = sys.argv[1]
    if len(sys.argv) > 2:
        out = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        figure = at_once(int(sys.argv[2]), url)
        sys.stdout.flush()
        os.dup2(out, 1)
        print(figure)
        return
    items = [{"name": f"item number {i}", "price": i + 0.5, "tags": ["a", "b", "c"],
              "note": f"a text of some length {i}"} for i in range(100)]
    lookup = "state.items[50].price > 10.0 && outputs.PREVIOUS == 1 ? 1 : 2"
    figures = {
        "chain_100_us": times(run(load(chain(100))), 1e6 / 100),
        "chain_1000_us": times(best(load(chain(1000)).kickoff, 1), 1e6 / 1000),
        "join_200_ms": times(run(load(join(200))), 1e3),
        "load_1000_ms": times(best(lambda: load(chain(1000)), 1), 1e3),
        "lookup_us": times(best(load(chain(50, lookup), {"items": items}).kickoff, 1), 1e6 / 50),
        "agents_100_ms": times(best(load(agents(100, url)).kickoff, 1), 1e3),
    }
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    figures["loop_1000_ms"] = times(best(load(loop(1000), calls=1010).kickoff, 1), 1e3)
    figures["loop_events_1000_ms"] = times(best(load(loop(1000), events=True, calls=1010).kickoff, 1), 1e3)
    figures["script_us"] = times(best(load(scripts(100)).kickoff, 2), 1e6 / 100)
    figures["persist_us"] = durable(50, True, False)
    figures["persist_events_us"] = durable(50, True, True)
    figures["events_us"] = durable(50, False, True)
    sys.stdout.flush()
    os.dup2(out, 1)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
