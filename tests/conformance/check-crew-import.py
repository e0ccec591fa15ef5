# check-crew-import.py: checks that a classic crew and its import send the same requests to a model
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: check-crew-import.py [--only NAME] BUILD-DIR CONFORMANCE-DIR, with a Python that has CrewAI.
#
# The pairs of agents.yaml and tasks.yaml are in CONFORMANCE-DIR/documents/yaml. Each gets a crew.py as `crewai create`
# writes it, which CrewAI runs and Troupe imports. Removed from both before: models (there is only one server), memory
# (its requests have no fixed order) and human input (the test is not interactive).
#
# The import is run by CrewAI, whose requests must be identical to those of the classic crew, and by Troupe, whose
# prompts have different wording: each message must contain the same strings of the crew and the same earlier answers.

import argparse
import importlib.util
import io
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

os.environ.update(
    OPENAI_API_KEY="none",
    CREWAI_DISABLE_TELEMETRY="true",
    OTEL_SDK_DISABLED="true",
    CREWAI_TRACING_ENABLED="false",
    NO_PROXY="127.0.0.1",
)

LEFT_OUT = ("llm", "memory", "human_input")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        requests = self.server.requests
        requests.append(body)
        answer = {
            "id": "a",
            "object": "chat.completion",
            "created": 0,
            "model": body.get("model"),
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": f"Thought: done\nFinal Answer: ANSWER-{len(requests)}"},
                }
            ],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server:
    def __init__(self):
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.http.requests = []
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.http.server_address[1]}/v1"

    def take(self):
        requests, self.http.requests = self.http.requests, []
        return [
            {
                "model": request.get("model"),
                "messages": [(message["role"], message.get("content")) for message in request["messages"]],
                "tools": [tool["function"] for tool in request.get("tools") or []],
            }
            for request in requests
        ]


def read_pair(folder):
    import yaml

    pair = {}
    for name in ("agents", "tasks"):
        things = yaml.safe_load((folder / f"{name}.yaml").read_text())
        if not isinstance(things, dict):
            return None
        pair[name] = {
            key: {field: value for field, value in thing.items() if field not in LEFT_OUT}
            for key, thing in things.items()
            if isinstance(thing, dict)
        }
    return pair


def write_pair(folder, pair):
    import yaml

    config = folder / "config"
    config.mkdir(parents=True)
    for name, things in pair.items():
        (config / f"{name}.yaml").write_text(yaml.safe_dump(things, sort_keys=False, allow_unicode=True))
    lines = [
        "from crewai import Agent, Crew, Process, Task",
        "from crewai.project import CrewBase, agent, crew, task",
        "",
        "",
        "@CrewBase",
        "class Classic:",
        "    agents_config = 'config/agents.yaml'",
        "    tasks_config = 'config/tasks.yaml'",
    ]
    for name in pair["agents"]:
        lines += ["", "    @agent", f"    def {name}(self) -> Agent:"]
        lines += [f"        return Agent(config=self.agents_config['{name}'])"]
    first = next(iter(pair["agents"]))
    for name, task in pair["tasks"].items():
        more = "" if task.get("agent") else f", agent=self.{first}()"
        lines += ["", "    @task", f"    def {name}(self) -> Task:"]
        lines += [f"        return Task(config=self.tasks_config['{name}']{more})"]
    lines += ["", "    @crew", "    def crew(self) -> Crew:", "        return Crew(", "            agents=self.agents,"]
    lines += ["            tasks=self.tasks,", "            process=Process.sequential,", "        )", ""]
    (folder / "crew.py").write_text("\n".join(lines))


def list_inputs(pair):
    text = json.dumps(pair, ensure_ascii=False)
    return {name: f"VALUE-{name}" for name in re.findall(r"\{([A-Za-z_][A-Za-z0-9_\-]*)\}", text)}


def run_classic(folder, inputs):
    spec = importlib.util.spec_from_file_location(f"classic_{folder.name}", folder / "crew.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    with contextlib.redirect_stdout(io.StringIO()):
        spec.loader.exec_module(module)
        module.Classic().crew().kickoff(inputs=inputs)


def convert(tool, folder):
    done = subprocess.run(
        [tool, "convert", folder, "-o", folder / "imported"], capture_output=True, text=True, timeout=60
    )
    return None if done.returncode == 0 else done.stderr


def run_in_crewai(folder, inputs):
    from crewai.project.crew_loader import load_crew

    with contextlib.redirect_stdout(io.StringIO()):
        crew, _ = load_crew(folder / "imported/crew.jsonc")
        crew.kickoff(inputs=inputs)


def run_in_troupe(tool, folder, inputs, address):
    crew = folder / "imported"
    (folder / "in.json").write_text(json.dumps(inputs))
    done = subprocess.run(
        [tool, "run", crew, "--json", "--quiet", "--yes", "--allow", "all,programs", "--data-dir", folder / "data"]
        + ["--inputs", folder / "in.json"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
        env={**os.environ, "OPENAI_BASE_URL": address, "OPENAI_API_BASE": address},
    )
    return None if done.returncode == 0 else done.stdout + done.stderr


def describe(error):
    return " ".join(str(error).split())[:200]


def compare(classic, imported, who):
    if len(classic) != len(imported):
        return f"{len(classic)} requests by the classic crew, but {len(imported)} by the import in {who}"
    for number, (left, right) in enumerate(zip(classic, imported)):
        for key in left:
            if left[key] != right[key]:
                return (f"{who}: request {number + 1}: {key}: {describe(left[key])!r}…, "
                        f"import: {describe(right[key])!r}…")
    return None


def list_texts(pair, inputs):
    """Returns all strings of the crew, with the inputs filled in."""
    texts = []
    for things in pair.values():
        for thing in things.values():
            for key in ("role", "goal", "backstory", "description", "expected_output"):
                text = str(thing.get(key) or "").strip()
                for name, value in inputs.items():
                    text = text.replace("{" + name + "}", value)
                if text:
                    texts.append(text)
    return texts


def reduce(requests, texts):
    """Returns which strings of the crew and which earlier answers each message contains."""
    reduced = []
    for request in requests:
        messages = []
        for role, content in request["messages"]:
            content = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
            found = [number for number, text in enumerate(texts) if text in content]
            messages.append((role, found, sorted(set(re.findall(r"ANSWER-\d+", content)))))
        tools = sorted(tool["name"] for tool in request["tools"])
        reduced.append({"model": request["model"], "messages": messages, "tools": tools})
    return reduced


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("conformance", type=Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    try:
        import crewai  # noqa: F401
    except ImportError as error:
        print(f"Could not import CrewAI ({error}). Run this script with a Python that has CrewAI 1.15.")
        return 77
    tool = str((arguments.build / "src/cli/troupectl").resolve())
    server = Server()
    os.environ["OPENAI_BASE_URL"] = os.environ["OPENAI_API_BASE"] = server.address
    same = not_run = failures = 0
    with tempfile.TemporaryDirectory() as top:
        os.environ["CREWAI_STORAGE_DIR"] = top
        for number, source in enumerate(sorted((arguments.conformance / "documents/yaml").iterdir())):
            if arguments.only not in source.name:
                continue
            pair = read_pair(source)
            if pair is None:
                print(f"{source.name}: skipped: not a crew", flush=True)
                not_run += 1
                continue
            folder = Path(top) / str(number)
            write_pair(folder, pair)
            inputs = list_inputs(pair)
            os.chdir(folder)
            try:
                run_classic(folder, inputs)
            except Exception as error:
                print(f"{source.name}: skipped: CrewAI raised {type(error).__name__}: {describe(error)}", flush=True)
                not_run += 1
                server.take()
                continue
            classic = server.take()
            mistake = convert(tool, folder)
            if not mistake:
                run_in_crewai(folder, inputs)
                mistake = compare(classic, server.take(), "CrewAI")
            if not mistake:
                texts = list_texts(pair, inputs)
                mistake = run_in_troupe(tool, folder, inputs, server.address)
                imported = server.take()
                mistake = mistake or compare(reduce(classic, texts), reduce(imported, texts), "Troupe")
            os.chdir(top)
            shutil.rmtree(folder)
            if mistake:
                failures += 1
                print(f"{source.name}: {describe(mistake)}", flush=True)
            else:
                same += 1
    print(f"{same} send the same requests, {not_run} skipped, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
