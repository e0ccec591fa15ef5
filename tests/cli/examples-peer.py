# examples-peer.py: checks that CrewAI loads and runs the examples with agents once a real model is set
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: examples-peer.py EXAMPLES. In a copy of the folder, the field `llm` of each agent is set to an OpenAI model;
# nothing else is changed. A server on the loopback interface replaces OpenAI: it calls the first tool in the request
# once and then answers.

import http.server
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import threading

os.environ.update(
    CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false", OPENAI_API_KEY="none")
WORK = pathlib.Path(tempfile.mkdtemp(prefix="troupe-examples-"))
os.environ["CREWAI_STORAGE_DIR"] = str(WORK / "storage")

ARGUMENTS = {
    "delegate_work_to_coworker": {"task": "Plan the food", "context": "five people", "coworker": "Cook"},
    "python3_garden_py_what_to_sow": {"month": "April"},
}


class Model(http.server.BaseHTTPRequestHandler):
    calls = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        tools = [tool["function"]["name"] for tool in body.get("tools") or []]
        given = [message["content"] for message in body["messages"] if message["role"] == "tool"]
        Model.calls.append({"tools": tools, "given": given})
        message, reason = {"role": "assistant", "content": f"APPROVED answer {len(Model.calls)}"}, "stop"
        if tools and not given:
            call = {"name": tools[0], "arguments": json.dumps(ARGUMENTS[tools[0]])}
            message = {"role": "assistant", "content": None,
                       "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}
            reason = "tool_calls"
        data = json.dumps({
            "id": "1", "object": "chat.completion", "created": 1, "model": "gpt-4.1-mini",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


def run_crew(folder):
    from crewai.project.crew_loader import load_crew

    crew, inputs = load_crew(folder / "crew.jsonc")
    return crew.kickoff(inputs=inputs).raw


def run_flow(path):
    from crewai.flow.flow import Flow

    return Flow.from_declaration(path=path).kickoff()


def set_models(folder):
    """Sets each field `llm` to a real model, as a user would; the rest of the text is unchanged."""
    n_changed = 0
    decoder = json.JSONDecoder()
    for path in sorted(folder.rglob("*.json*")):
        text = path.read_text(encoding="utf-8")
        out, at = "", 0
        for found in re.finditer(r'"llm":\s*', text):
            # Skip comments that mention the field.
            if found.start() < at or "//" in text[text.rfind("\n", 0, found.start()) + 1:found.start()]:
                continue
            _, end = decoder.raw_decode(text, found.end())
            out += text[at:found.end()] + '"openai/gpt-4.1-mini"'
            at = end
            n_changed += 1
        path.write_text(out + text[at:], encoding="utf-8")
    return n_changed


def expect(condition, text):
    if not condition:
        sys.exit(f"failed: {text}\n{json.dumps(Model.calls, indent=1)}")


def check(name, run, n_calls, tool=None):
    Model.calls.clear()
    os.chdir(WORK / name if (WORK / name).is_dir() else (WORK / name).parent)
    result = run(WORK / name)
    expect(len(Model.calls) == n_calls, f"{name}: {len(Model.calls)} calls instead of {n_calls}")
    if tool is not None:
        expect(any(tool in "".join(call["given"]) for call in Model.calls), f"{name}: no tool returned “{tool}”")
    print(f"{name}: {result}", file=sys.stderr)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["OPENAI_BASE_URL"] = f"http://127.0.0.1:{server.server_port}/v1"
    shutil.copytree(sys.argv[1], WORK, dirs_exist_ok=True)
    n_models = set_models(WORK)
    expect(n_models == 15, f"found {n_models} models instead of 15")
    check("research-crew", run_crew, 3)
    check("hike-crew", run_crew, 6, "APPROVED answer 2")
    check("crew-until-approved.json", run_flow, 3)
    check("garden-agent", lambda folder: run_flow(folder / "flow.json"), 2, "carrot")
    check("write-and-review.json", run_flow, 2)
    shutil.rmtree(WORK, ignore_errors=True)


main()
