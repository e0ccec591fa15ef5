# golden_record.py: records a crew that CrewAI runs, and compares a run of troupectl with the recording
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Requires the Python of an installation of CrewAI 1.15. Recorder.record() runs a case in the format of crew-golden.json
# in its own process and returns its `expect`. RecordedComparison compares a run of troupectl with it.

import dataclasses
import importlib
import json
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import traceback

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false",
                  CREWAI_DISABLE_TRACKING="true")

import golden_compare
import golden_memory
import golden_provider
from golden_match import Anything, Has, OneOf, Words, as_text, find_markers
from golden_server import RuleServer, make_server

# Folders that CrewAI itself creates in the project.
LEFT = {"storage", "home"}


def text_of(value):
    """Returns the string of a field in which markers are searched."""
    raw = getattr(value, "raw", None)
    if isinstance(raw, str):
        return raw
    if hasattr(value, "model_dump"):
        value = value.model_dump(mode="json")
    try:
        return as_text(value)
    except TypeError:
        return str(value)


def open_up(one):
    """Converts an object to values that JSON can represent."""
    if hasattr(one, "model_dump"):
        return one.model_dump(mode="json")
    return dataclasses.asdict(one) if dataclasses.is_dataclass(one) else str(one)


def plain(value):
    """Returns a value as it is after a round trip through JSON."""
    return json.loads(json.dumps(value, default=open_up))


def texts_of(value):
    """Yields all strings of a value."""
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_of(item)


def without_failed_pieces(events):
    """Removes the chunks of failed calls: with a response format, CrewAI's client disconnects once a stream is not
    valid JSON."""
    kept = []
    for event in events:
        if event["type"] == "llm_call_failed":
            while kept and kept[-1]["type"] == "llm_stream_chunk":
                kept.pop()
        kept.append(event)
    return kept


def record_event(event):
    """Returns the compared fields of an event; None if events of this type are not compared."""
    fields = golden_compare.FIELDS.get(event.type)
    # CrewAI runs the executor of an agent as a flow, whose events are ignored.
    if fields is None or event.type.startswith(("flow_", "method_")):
        return None
    made = {"type": event.type}
    if not event.type.startswith("crew_"):
        task, agent = getattr(event, "task", None), getattr(event, "agent", None)
        named = {"task": getattr(event, "task_name", None) or getattr(task, "name", None) or
                 getattr(task, "description", None),
                 "agent": getattr(event, "agent_role", None) or getattr(agent, "role", None)}
        made.update({key: name for key, name in named.items() if name is not None})
    for name, how in fields.items():
        value = getattr(event, name, None)
        if value is None:
            if name == "inputs":
                made[name] = {}
            continue
        if name == "tools":
            made[name] = [tool.name for tool in value]
        elif hasattr(value, "value"):
            made[name] = value.value
        elif how == "text":
            made[name + "_markers"] = find_markers(text_of(value))
        elif how == "error":
            made[name] = next(iter(str(value).strip().splitlines()), "")
        elif how == "reason":
            made[name] = getattr(value.reason, "value", value.reason)
        else:
            made[name] = plain(value)
    return made


class Watch:
    """Records events in the order of emission."""

    def __init__(self, bus):
        self.events = []
        emit = bus.emit

        def told(source, event):
            made = record_event(event)
            if made is not None:
                self.events.append(made)
            return emit(source, event)
        object.__setattr__(bus, "emit", told)


def record_output(output):
    made = {key: plain(getattr(output, key)) for key in ("raw", "json_dict", "pydantic")}
    return made


def record_task(task):
    made = {key: plain(getattr(task, key)) for key in
            ("name", "description", "expected_output", "raw", "summary", "agent", "json_dict", "pydantic")}
    made["output_format"] = task.output_format.value
    made["tool_failures"] = [{"tool": one.tool_name, "reason": getattr(one.failure.reason, "value", one.failure.reason)}
                             for one in getattr(task, "tool_failures", None) or []]
    return made


def kick_off(case, folder):
    """Loads and runs the crew. Called in the process of the case."""
    from crewai.events import crewai_event_bus
    from crewai.project.crew_loader import load_crew

    watch = Watch(crewai_event_bus)
    expect = {"result": "load_error"}
    try:
        crew, defaults = load_crew(os.path.join(folder, "crew.jsonc"))
        expect["result"] = "run_error"
        inputs = dict(defaults or {}, **(case.get("inputs") or {}))
        output = crew.kickoff(inputs=inputs or None)
        # A streaming crew runs while its chunks are read.
        if hasattr(output, "chunks"):
            for _chunk in output:
                pass
            output = output.result
        expect.update(result="ok", output=record_output(output), usage=plain(output.token_usage),
                      tasks=[record_task(task) for task in output.tasks_output])
    except BaseException as error:
        message = " | ".join([line.strip() for line in str(error).splitlines() if line.strip()][:3])
        expect["error"] = {"class": type(error).__name__, "message": message.replace(folder, "$PROJECT")}
        expect["trace"] = traceback.format_exc()[-1500:]
    try:
        crewai_event_bus.flush(timeout=5)
    except Exception:
        pass
    expect["events"] = watch.events
    return expect


def find_at_home():
    """Resolves Azure host names to the loopback address, as find_wrapper() of crew_golden.py does for the command."""
    look_up = socket.getaddrinfo

    def look(host, *arguments, **more):
        return look_up("127.0.0.1" if str(host).endswith(".openai.azure.com") else host, *arguments, **more)
    socket.getaddrinfo = look


class Recorder:
    def __init__(self, seconds=60):
        # Import the modules once, before the processes of the cases are forked.
        import crewai
        import crewai.project.crew_loader
        import crewai.llms.providers.openai.completion
        for name in ("anthropic", "azure", "bedrock", "gemini"):
            try:
                importlib.import_module("crewai.llms.providers.%s.completion" % name)
            except ImportError:
                pass
        self.version = crewai.__version__
        self.seconds = seconds

    def record(self, case):
        """Returns `expect` of a case, with the requests and the written files."""
        folder = os.path.realpath(tempfile.mkdtemp(prefix="crew-recorded-"))
        try:
            for name, text in case["files"].items():
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text.replace("$DB", os.path.join(folder, "states.db")))
            with make_server(case) as server:
                expect = self.fork(case, folder, server)
                requests = server.take()
            if "steps" in case:
                return self.steps_module(case).join_steps(expect, requests, folder)
            expect["requests"] = requests
            expect["files_written"] = self.read_files(case, folder)
            return expect
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def steps_module(case):
        """Returns the module that runs the steps of the case."""
        return importlib.import_module("golden_record_memory" if golden_memory.is_memory_case(case) else "golden_record_flow")

    def fork(self, case, folder, server):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reader)
                signal.alarm(self.seconds)
                self.prepare(case, folder, server)
                run = self.steps_module(case).run_steps if "steps" in case else kick_off
                data = json.dumps(run(case, folder)).encode()
                with os.fdopen(writer, "wb") as file:
                    file.write(data)
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as file:
            data = file.read()
        os.waitpid(child, 0)
        return json.loads(data) if data else {"result": "ended", "events": []}

    @staticmethod
    def prepare(case, folder, server):
        silent = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(silent, number)
        if "stdin" in case:
            reader, writer = os.pipe()
            os.write(writer, case["stdin"].encode())
            os.close(writer)
            os.dup2(reader, 0)
            sys.stdin = open(0, encoding="utf-8", closefd=False)
        if isinstance(server, RuleServer):
            os.environ.update(server.environment())
        os.environ.update({"HOME": os.path.join(folder, "home"), "CREWAI_STORAGE_DIR": os.path.join(folder, "storage")})
        port = str(server.port)
        os.environ.update({name: value.replace("$HOST", "127.0.0.1:" + port).replace("$PORT", port)
                           for name, value in case.get("env", {}).items()})
        find_at_home()
        os.makedirs(os.environ["HOME"], exist_ok=True)
        os.chdir(folder)
        sys.path.insert(0, folder)

    @staticmethod
    def read_files(case, folder):
        found = {}
        for place, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if name != "__pycache__" and (place != folder or name not in LEFT)]
            for name in names:
                path = os.path.relpath(os.path.join(place, name), folder)
                with open(os.path.join(place, name), encoding="utf-8", errors="replace", newline="") as file:
                    text = file.read()
                if case["files"].get(path) != text:
                    found[path] = text
        return found


class RecordedComparison(golden_compare.Comparison):
    """Compares with a recording that contains the requests as sent. Ignores wording, and kinds of errors that
    golden_errors.py does not list."""

    def __init__(self, case, run):
        super().__init__(case, run)
        # In JSON inside JSON, an escaped line end directly before a marker hides it.
        self.markers |= set(find_markers("\n".join(texts_of(case))))

    def own_message(self, message):
        """Counts separators without trailing whitespace, which is missing at the end of a message."""
        made = super().own_message(message)
        made["separators"] = made["text"].count(golden_compare.SEPARATOR.rstrip())
        return made

    def reduce(self):
        """Returns the case in the form that is saved and compared again: CrewAI's texts are replaced with their
        markers."""
        expect = {key: value for key, value in self.case["expect"].items() if key != "trace"}
        expect["requests"] = [self.reduce_request(request) for request in expect["requests"]]
        expect["events"] = [self.reduce_event(event) for event in expect["events"]]
        return dict(self.case, expect=expect, is_reduced=True)

    def reduce_request(self, request):
        made = self.own_request(request)
        made["messages"] = [{key: value for key, value in message.items() if key != "text"} for message in made["messages"]]
        return made

    def reduce_event(self, event):
        made = dict(event)
        if made.get("task", "").startswith("Based on these tasks summary:"):
            made["task"] = "(CrewAI's own)"
        if golden_compare.FIELDS[event["type"]].get("error") == "error" and "error" in event:
            status = re.findall(r"Error code: \d+", event["error"])
            made["error"] = " ".join(status[:1] + find_markers(event["error"], self.markers))
        return made

    def recorded_request(self, request):
        made = dict(request) if self.case.get("is_reduced") else self.own_request(request)
        made["messages"] = [Has({key: value for key, value in message.items()
                                 if key in ("role", "markers", "separators", "tool_calls", "tool_call_id")})
                            for message in made["messages"]]
        return made

    def recorded_event(self, event):
        made = super().recorded_event(event)
        # The planner's task has no name, so CrewAI uses its prompt.
        if event.get("task", "").startswith("Based on these tasks summary:"):
            made.fields["task"] = Anything()
        return made

    def own_task(self, task):
        made = super().own_task(task)
        made["tool_failures"] = self.sort_failures(made.get("tool_failures"))
        return made

    def compare_final(self, final, expect):
        for task in expect.get("tasks", ()):
            task["tool_failures"] = self.sort_failures(task["tool_failures"])
        return super().compare_final(final, expect)

    @staticmethod
    def sort_failures(failures):
        """Sorts tool failures, because the order of parallel calls is random."""
        return sorted(failures or [], key=lambda failure: (failure["tool"], failure["reason"]))

    def compare_events(self, ours, recorded):
        ours, recorded = without_failed_pieces(ours), without_failed_pieces(recorded)
        # CrewAI emits events about skills while it loads a crew, even if loading fails.
        return super().compare_events(ours, [] if self.expect["result"] == "load_error" else recorded)

    def events_of_step(self):
        return self.expect.get("events", ())

    def recorded_error(self, error, result):
        known = super().recorded_error(error, result)
        if error is None or "says" in error:
            return known
        if not isinstance(known["kind"], OneOf) and "does not know" in str(known["kind"]):
            return {"kind": Anything(), "says": Words(find_markers(error["message"], self.markers), "an error")}
        # Ignore the parts of a tool's error that are in CrewAI's own words.
        if known["kind"] == OneOf("tool"):
            known["says"].words = [word for word in known["says"].words
                                   if " " not in word[0] or find_markers(word[0], self.markers)]
        # An HTML page instead of an error object only matches the row for tools.
        if known["kind"] == OneOf("tool") and error["class"] in ("NotFoundError", "InternalServerError"):
            return {"kind": OneOf("provider"), "says": Words(find_markers(error["message"], self.markers), "an error")}
        # If several tool failures end a task at the same time, it is random which one is reported.
        failed = {event["tool_name"] for event in self.events_of_step() if event["type"] == "tool_failure_detected"
                  and event.get("policy") == "raise"}
        if error["class"] == "ToolExecutionFailedError" and self.case.get("parallel") and len(failed) > 1:
            known["says"].words = [tuple(sorted(failed)) if set(word) <= failed else word for word in known["says"].words]
        # Exceptions of the case's hooks match the row for tools.
        if known["kind"] == OneOf("tool") and "FUNC-" in error["message"]:
            known["kind"] = OneOf("tool", "script")
        return known


class RecordedProviderComparison(RecordedComparison, golden_provider.ProviderComparison):
    """RecordedComparison for the API of another provider; texts of prompts are compared by their markers."""

    def essence_of(self, key, value):
        """Reduces the value of a member: arguments are parsed; stop words, which CrewAI sends in random order, are
        sorted."""
        if key == "arguments":
            return self.essence(golden_compare.parse(value))
        if key in ("stop", "stop_sequences", "stopSequences") and isinstance(value, list):
            return sorted(value)
        return self.essence(value)

    def essence(self, value):
        if isinstance(value, dict):
            # Empty arguments are equivalent to missing arguments.
            return {key: self.essence_of(key, item) for key, item in value.items()
                    if (key != "description" or not isinstance(item, str)) and (key, item) != ("args", {})}
        if isinstance(value, list):
            return [self.essence(item) for item in value]
        if isinstance(value, str) and (len(value) > 50 or "\n" in value or find_markers(value, self.markers)):
            return find_markers(value, self.markers)
        return value

    @staticmethod
    def join_messages(body):
        """Joins consecutive messages with the same role in a request to Bedrock, as Troupe does."""
        if not isinstance(body, dict) or not isinstance(body.get("messages"), list) or "inferenceConfig" not in body:
            return body
        joined = []
        for message in body["messages"]:
            if joined and joined[-1]["role"] == message["role"]:
                joined[-1] = dict(message, content=joined[-1]["content"] + message["content"])
            else:
                joined.append(message)
        return dict(body, messages=joined)

    def own_event(self, event):
        """Parses chunks that are JSON (tool calls that arrive as a whole), because their formatting does not matter."""
        made = super().own_event(event)
        if "chunk" in made and made["chunk"]:
            made["chunk"] = golden_compare.parse(made["chunk"])
        return made

    def recorded_event(self, event):
        made = super().recorded_event(event)
        if made.fields.get("chunk"):
            made.fields["chunk"] = golden_compare.parse(made.fields["chunk"])
        return made

    def reduce_request(self, request):
        return None if golden_provider.COUNTS.search(request["path"]) else self.make_request(request)

    def make_request(self, request):
        headers = self.own_headers(request["headers"])
        headers["authorization"] = headers.get("authorization", "").partition("/")[0]
        path, query = self.own_path(request["path"])
        return {"method": request["method"], "path": [path, [list(pair) for pair in query]], "reply": request["reply"],
                "headers": headers, "body": self.essence(golden_compare.plain_numbers(
                    golden_provider.without_marks(self.join_messages(request["body"]))))}

    def compare_requests(self, ours, recorded):
        ours = [self.reduce_request(request) for request in ours]
        if not self.case.get("is_reduced"):
            recorded = [self.reduce_request(request) for request in recorded]
        ours, recorded = ([request for request in side if request is not None] for side in (ours, recorded))
        return self.compare_list("requests", ours, recorded)

    def compare_final(self, final, expect):
        # CrewAI's own usage includes zeros.
        usage = {key: count for key, count in (expect.get("usage") or {}).items() if count}
        return super().compare_final(final, dict(expect, usage=usage) if usage else expect)
